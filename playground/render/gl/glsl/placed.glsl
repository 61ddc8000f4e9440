// The position of an inverse depth in the depth buffer: linear, as both are on screen. With SLACK,
// a mark on a surface is in front of it.
float placed(float inverse) {
    return clamp(1.0 - 2.0 * NEAR_DISTANCE * inverse * SLACK, -1.0, 1.0);
}
