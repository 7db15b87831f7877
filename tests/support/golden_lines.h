#ifndef TESTS_SUPPORT_GOLDEN_LINES_H
#define TESTS_SUPPORT_GOLDEN_LINES_H
/* Compares numbers with those of a file: a line is a name without spaces and its numbers. POSED_GOLDEN=write
 * writes the file.
 *
 * The numbers are computed by the reference kernels, which give the same bits on every processor: rounding
 * can decide where a fit turns or which point of a surface is nearest. Other tests compare the other kernels
 * with the reference. */
#include "core/kernel/cpu.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>

__attribute__((constructor)) static void golden_lines_kernels(void)
{
    pd_k_cpu_init("ref", NULL);
}

typedef struct golden_lines {
    FILE *file;
    int writes, line, apart; /* apart: numbers that are not what they were */
    double largest;          /* difference so far, of 1 and of what is larger */
} golden_lines;

static inline void golden_lines_begin(golden_lines *g, const char *path)
{
    const char *mode = getenv("POSED_GOLDEN");
    int writes = mode && !strcmp(mode, "write");
    *g = (golden_lines){.file = fopen(path, writes ? "w" : "r"), .writes = writes};
    if (!g->file) fail_msg("%s: cannot be opened", path);
}

/* tolerance: absolute for numbers up to 1, relative above. Differences are reported at the end, so that the
 * whole test runs. */
static inline void golden_lines_add(golden_lines *g, const char *name, const double *numbers, int count,
                                    double tolerance)
{
    char was_name[128] = "";
    g->line++;
    if (!*name || strpbrk(name, " \t\n") || strlen(name) >= sizeof was_name)
        fail_msg("line %d: \"%s\" is no word of 1 to 127 letters", g->line,
                 name); /* it could not be read back */
    if (g->writes) {
        fprintf(g->file, "%s", name);
        for (int k = 0; k < count; k++) fprintf(g->file, " %.10g", numbers[k]);
        fprintf(g->file, "\n");
        return;
    }

    if (fscanf(g->file, "%127s", was_name) != 1 || strcmp(name, was_name))
        fail_msg("line %d: %s, was %s", g->line, name, was_name);
    for (int k = 0; k < count; k++) {
        double was = NAN;
        assert_int_equal(fscanf(g->file, "%lf", &was), 1);
        if (isnan(was) && isnan(numbers[k])) continue;
        double apart = was == numbers[k] ? 0 : fabs(numbers[k] - was) / fmax(1, fabs(was));
        g->largest = fmax(g->largest, apart);
        if (!(apart <= tolerance) && ++g->apart <= 20)
            print_error("line %d, %s, number %d: %.10g, was %.10g\n", g->line, name, k, numbers[k], was);
    }
}

static inline void golden_lines_end(golden_lines *g)
{
    char more[2];
    if (!g->writes) assert_int_equal(fscanf(g->file, "%1s", more), EOF);
    fclose(g->file);
    if (g->apart) fail_msg("%d numbers are not what they were", g->apart);
    print_message("%d lines, largest difference %.2g\n", g->line, g->largest);
}

/* Returns the weight of number i in the sum of an array. It depends on the index, so that an exchange changes
 * the sum. Each of the first and last three numbers has a tenth of the whole weight more, because loops that
 * are off by one change these. */
static inline double golden_weight(size_t i, size_t count)
{
    return 1 + (double)(i % 97) / 97 + (i < 3 || i + 3 >= count ? 0.1 * (double)count : 0);
}

static inline double golden_weighted(const float *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += (double)values[i] * golden_weight(i, count);
    return sum;
}

/* Returns the weighted sum of the finite values. */
static inline double golden_weighted_doubles(const double *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        if (isfinite(values[i])) sum += values[i] * golden_weight(i, count);
    return sum;
}

#endif
