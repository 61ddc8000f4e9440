/* Functions of yours for the judge of Geometry Playground (C99 with POSIX):
       @build@
       @judge@
   Each is given numbers and arrays of numbers, angles in radians. It tells what the
   result has by name; one that tells nothing says that nothing is hit. What it says by
   fail, and signals such as SIGSEGV, are told too; what it prints goes to stderr. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void tell_flag(const char *name, int flag);
void tell_number(const char *name, double number);
void tell_vector(const char *name, const double *numbers, int size);
void fail(const char *words);
@with ray_circle

/* The sample decides by exact sums of products: it is right to the last bit, unless
   they underflow. A sum is of numbers of which none overlap, the largest last. */
typedef struct { int size; double part[99]; } Sum;

static Sum of(double x) { return (Sum){1, {x}}; }

static void add_number(Sum *sum, double x) {
    int kept = 0;
    for (int i = 0; i < sum->size; i++) {
        double y = sum->part[i], whole = x + y, part = whole - x;
        double rest = x - (whole - part) + (y - part);
        if (rest != 0) sum->part[kept++] = rest;
        x = whole;
    }
    if (kept == 99) fail("an exact sum is too long");
    sum->part[kept] = x;
    sum->size = kept + 1;
}

static Sum plus(Sum sum, Sum a, Sum b) { /* sum + a b */
    for (int i = 0; i < a.size; i++)
        for (int j = 0; j < b.size; j++) {
            double whole = a.part[i] * b.part[j];
            add_number(&sum, fma(a.part[i], b.part[j], -whole));
            add_number(&sum, whole);
        }
    return sum;
}

static double total(Sum sum) {
    double all = 0;
    for (int i = 0; i < sum.size; i++) all += sum.part[i];
    return all;
}
@end
@each

/* It tells hit or @number@, and, where that is known, @others@. */
static void @name@(@takes@) {
@body
    fail("@function@ is not written yet");
@end
}
@end
@sample ray_circle
    Sum zero = of(0), minus = of(-1), r = of(radius), dx = of(direction[0]),
        dy = of(direction[1]);
    Sum mx = plus(of(center[0]), minus, of(origin[0]));
    Sum my = plus(of(center[1]), minus, of(origin[1]));
    Sum across = plus(plus(zero, my, dx), mx, of(-direction[1]));
    Sum pace = plus(plus(zero, dx, dx), dy, dy);
    double along = total(plus(plus(zero, mx, dx), my, dy));
    double power = total(plus(plus(plus(zero, mx, mx), my, my), r, of(-radius)));
    Sum near = plus(zero, plus(zero, r, r), pace);
    double rest = total(plus(near, across, plus(zero, minus, across)));
    if (rest < 0 || (power > 0 && along < 0)) return;
    double far = fabs(along) + sqrt(rest);
    if (power < 0 && along > 0) tell_number("t", far / total(pace));
    else tell_number("t", power == 0 ? 0 : fabs(power) / far);
@end

/* From here on nothing is yours: lines are read and answered. */
static char line[1 << 16], told[1 << 14];
static const char *wrong;
static size_t used;
static sigjmp_buf again;

void fail(const char *words) {
    wrong = words;
    siglongjmp(again, 1);
}

static void on_signal(int number) { fail(strsignal(number)); }

static void say(const char *form, ...) {
    va_list values;
    va_start(values, form);
    used += vsnprintf(told + used, sizeof told - used, form, values);
    va_end(values);
    if (used >= sizeof told) fail("the answer is too long");
}

void tell_flag(const char *name, int flag) {
    say("%s\"%s\": %s", used ? ", " : "", name, flag ? "true" : "false");
}

void tell_number(const char *name, double number) {
    say("%s\"%s\": %.17g", used ? ", " : "", name, number);
}

void tell_vector(const char *name, const double *numbers, int size) {
    say("%s\"%s\": [", used ? ", " : "", name);
    for (int i = 0; i < size; i++) say("%s%.17g", i ? ", " : "", numbers[i]);
    say("]");
}

static char *value(const char *name) {
    char key[99];
    snprintf(key, sizeof key, "\"%s\":", name);
    char *at = strstr(line, key);
    if (!at) fail("an argument is missing");
    return at + strlen(key);
}

static const double *vector(const char *name, int size) {
    static double numbers[8][8];
    static int next;
    double *into = numbers[next++ % 8];
    char *at = value(name) + strspn(value(name), " [");
    for (int i = 0; i < size; i++) into[i] = strtod(at, &at), at += strspn(at, ", ");
    return into;
}

static double number(const char *name) { return *vector(name, 1); }

static void ask(void) {
    const char *function = value("function");
@each
    if (!strncmp(function, " \"@function@\"", @length@)) {
        @name@(@asks@);
        return;
    }
@end
    fail("there is no such function here");
}

int main(void) {
    const int signals[] = {SIGSEGV, SIGFPE, SIGABRT, SIGILL, SIGBUS};
    const struct sigaction action = {.sa_handler = on_signal};
    for (int i = 0; i < 5; i++) sigaction(signals[i], &action, NULL);
    FILE *out = fdopen(dup(1), "w");
    dup2(2, 1);
    while (fgets(line, sizeof line, stdin)) {
        used = 0;
        if (!sigsetjmp(again, 1)) {
            ask();
            fprintf(out, used ? "{%s}\n" : "null\n", told);
        } else {
            fprintf(out, "{\"error\": \"");
            for (; *wrong; wrong++) putc(strchr("\"\\\n", *wrong) ? ' ' : *wrong, out);
            fprintf(out, "\"}\n");
        }
        fflush(out);
    }
}
