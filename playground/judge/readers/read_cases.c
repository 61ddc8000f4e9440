/* Ask your code the cases of `playground cases ray_circle -o cases.jsonl`.
   gcc read_cases.c -o read_cases -lm; ./read_cases < cases.jsonl: it says how many
   verdicts are wrong. Names stand in the order of the lines, each once. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads so many numbers after a name; returns what follows the name. */
static char *numbers(char *line, const char *name, double *into, int count) {
    char *at = strstr(line, name);
    if (!at) fprintf(stderr, "no %s in a line\n", name), exit(1);
    at += strlen(name);
    char *next = at + strspn(at, "\": [");
    for (int i = 0; i < count; i++) into[i] = strtod(next, &next), next += strspn(next, ", ");
    return at;
}

/* Put your code here; whether the ray hits the disc. */
static int yours(const double *o, const double *d, const double *c, double r) {
    double mx = c[0] - o[0], my = c[1] - o[1], off = mx * d[1] - my * d[0];
    if (mx * mx + my * my <= r * r) return 1;
    return mx * d[0] + my * d[1] >= 0 && off * off <= r * r * (d[0] * d[0] + d[1] * d[1]);
}

int main(void) {
    static char line[65536];
    double o[2], d[2], c[2], r, version, gap;
    int asked = 0, wrong = 0;
    while (fgets(line, sizeof line, stdin)) {
        numbers(line, "\"version\"", &version, 1);
        if (version != 3) return fputs("these cases are of another version\n", stderr), 1;
        char *given = numbers(line, "\"origin\"", o, 2);
        numbers(given, "\"direction\"", d, 2);
        numbers(given, "\"center\"", c, 2);
        numbers(given, "\"radius\"", &r, 1);
        numbers(given, "\"gap\"", &gap, 1);
        int hit = !strncmp(strstr(given, "\"hit\"") + 7, "true", 4);
        double size = fmax(fmax(fabs(o[0]), fabs(o[1])), fmax(fabs(c[0]), fabs(c[1])));
        if (fabs(gap) < 1e-9 * fmax(size, r)) continue; /* not where yours is exact */
        asked++, wrong += yours(o, d, c, r) != hit;
    }
    return !printf("%d of %d wrong\n", wrong, asked);
}
