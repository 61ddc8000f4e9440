/* What the shader of flat shapes calls its shapes, and how many numbers each has. */

export const PIECE = 0;
export const MARK = 5;
export const WEDGE = 6;
export const MARKERS = ["disc", "ring", "square", "diamond", "cross"];
export const COLUMNS = 32;
