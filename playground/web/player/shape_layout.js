/* What the shader of flat shapes calls its shapes, and how many numbers each has. */

export const PIECE_KIND = 0;
export const MARK_KIND = 3;
export const WEDGE_KIND = 4;
export const MARKER_KINDS = ["disc", "ring", "square", "diamond", "cross"];
export const ROW_NUMBER_COUNT = 32;
