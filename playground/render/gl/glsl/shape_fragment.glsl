#version 330 core
#include "marks.glsl"
void main() { o_colour = shade(); }
