/* What the window draws space with too: its shaders, and numbers that both count with.
   Nearer than NEAR, a share of the camera's distance, nothing flat is drawn; of a mark
   behind an opaque face BEHIND is left. */

export const { shaders, NEAR, BEHIND } = JSON.parse(document.getElementById("space").textContent);
