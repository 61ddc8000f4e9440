/* What the window draws space with too: its shaders, and numbers that both count with.
   Nearer than NEAR_DISTANCE, a share of the camera's distance, nothing flat is drawn;
   of a mark behind an opaque face HIDDEN_OPACITY is left. */

const settings = JSON.parse(document.getElementById("space").textContent);
export const { shaders, NEAR_DISTANCE, HIDDEN_OPACITY } = settings;
