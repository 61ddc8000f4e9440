#version 330 core
// A tile of a single kind: needs no lookup of cells.
#include "map_cells.glsl"
#include "map_inks.glsl"
flat in uint v_kind;
void main() { o_colour = tone(v_kind, 0.0, inked(false)) * u_opacity; }
