/* gcc -O2 ray_circle.c -o ray_circle -lm */
#include <math.h>
#include <stdio.h>

int main(void) {
    double ox, oy, dx, dy, cx, cy, r;
    while (scanf(" { \"origin\" : [ %lf , %lf ] , \"direction\" : [ %lf , %lf ] ,"
                 " \"center\" : [ %lf , %lf ] , \"radius\" : %lf }",
                 &ox, &oy, &dx, &dy, &cx, &cy, &r) == 7) {
        double mx = cx - ox, my = cy - oy, pace = dx * dx + dy * dy;
        double along = mx * dx + my * dy, across = dx * my - dy * mx;
        double power = mx * mx + my * my - r * r;
        double rest = r * r * pace - across * across;
        double far = fabs(along) + sqrt(fmax(rest, 0));
        if (rest < 0 || (power > 0 && along < 0)) puts("null");
        else if (power < 0 && along > 0) printf("%.17g\n", far / pace);
        else printf("%.17g\n", power == 0 ? 0 : fabs(power) / far);
        fflush(stdout);
    }
}
