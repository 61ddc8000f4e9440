/* What the shader of flat shapes calls its shapes, and how many numbers each has. */

export const PIECE = 0;
export const MARK = 3;
export const WEDGE = 4;
export const MARKERS = ["disc", "ring", "square", "diamond", "cross"];
export const COLUMNS = 32;
