/* A program for the judge, which asks it a question a line:
       gcc -O2 judged.c -o judged -lm
       playground judge --command ./judged --scene ray_circle */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 16];

/* Read the numbers of an argument: `"radius": 2.0`, or `"origin": [0.0, 1.5]`. */
static void read_numbers(const char *name, double *numbers, int count) {
    char key[64];
    snprintf(key, sizeof key, "\"%s\":", name);
    char *at = strstr(line, key);
    if (!at) exit(1);
    at += strlen(key);
    for (int i = 0; i < count; i++) {
        at += strspn(at, " [,");
        numbers[i] = strtod(at, &at);
    }
}

/* Your function: return whether the ray hits, and write the time. */
static int ray_circle(const double origin[2], const double direction[2],
                      const double center[2], double radius, double *t) {
    double dx = direction[0], dy = direction[1];
    double mx = center[0] - origin[0], my = center[1] - origin[1];
    double pace = dx * dx + dy * dy, along = mx * dx + my * dy;
    double across = mx * dy - my * dx;
    double rest = radius * radius * pace - across * across;
    if (rest < 0) return 0;
    double root = sqrt(rest);
    if (along + root < 0) return 0;
    *t = along < root ? (along + root) / pace : (along - root) / pace;
    return 1;
}

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        double origin[2], direction[2], center[2], radius, t;
        read_numbers("origin", origin, 2);
        read_numbers("direction", direction, 2);
        read_numbers("center", center, 2);
        read_numbers("radius", &radius, 1);
        if (ray_circle(origin, direction, center, radius, &t)) printf("%.17g\n", t);
        else printf("null\n");
        fflush(stdout);
    }
}
