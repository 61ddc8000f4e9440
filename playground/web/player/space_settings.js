/* What the window draws space with too: its shaders, and numbers that both count with.
   Nearer than NEAR_DISTANCE, a share of the camera's distance, nothing flat is drawn;
   of a mark behind an opaque face HIDDEN_OPACITY is left. */

const settings = JSON.parse(document.getElementById("space").textContent);
export const { shaders, NEAR_DISTANCE, HIDDEN_OPACITY } = settings;

// What the shader of flat shapes calls its shapes, and how many numbers each has.
export const PIECE_KIND = 0;
export const MARK_KIND = 3;
export const WEDGE_KIND = 4;
export const MARKER_KINDS = ["disc", "ring", "square", "diamond", "cross"];
export const ROW_NUMBER_COUNT = 32;
