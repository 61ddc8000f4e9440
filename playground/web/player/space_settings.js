/* Shaders and constants shared with the window. NEAR_DISTANCE is the near plane of flat shapes,
   relative to the camera's distance; HIDDEN_OPACITY the opacity of marks behind opaque surfaces. */

const settings = JSON.parse(document.getElementById("space").textContent);
export const { shaders, NEAR_DISTANCE, HIDDEN_OPACITY } = settings;

// The kinds of flat shapes in the shader, and the numbers per row.
export const PIECE_KIND = 0;
export const MARK_KIND = 3;
export const WEDGE_KIND = 4;
export const MARKER_KINDS = ["disc", "ring", "square", "diamond", "cross"];
export const ROW_NUMBER_COUNT = 32;
