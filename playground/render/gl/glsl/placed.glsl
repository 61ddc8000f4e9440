// Where an inverse depth falls in the depth buffer: linear, as both are on screen.
// A mark has thickness: lying on a face it is in front of it.
float placed(float inverse) {
    return clamp(1.0 - 2.0 * NEAR_DISTANCE * inverse * SLACK, -1.0, 1.0);
}
