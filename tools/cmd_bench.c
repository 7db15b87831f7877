/* posedctl bench: how fast this build is on this machine. */
#include "tools/command.h"
#include "core/io/number.h"
#include "tools/progress.h"

#include <stdio.h>
#include <stdlib.h>

#define NUMBERS 20670

/* Milliseconds for the numbers of one SMPL mesh as JSON text, best of rounds. */
static double number_text_ms(int rounds)
{
    pd_buffer out = {0};
    float *values = malloc(NUMBERS * sizeof *values);
    double best = 1e9;
    for (int i = 0; values && i < NUMBERS; i++)
        values[i] = (float)((i * 2654435761u >> 8) % 2000003) * 1e-6f - 1;
    for (int r = 0; values && r < rounds; r++) {
        pd_buffer_clear(&out);
        double start_s = pd_tool_clock_s();
        pd_io_numbers_fixed(&out, values, NUMBERS, PD_IO_NUMBER_DIGITS, ',', "", NULL);
        double ms = 1e3 * (pd_tool_clock_s() - start_s);
        if (ms < best) best = ms;
    }
    free(values);
    pd_buffer_deinit(&out);
    return best;
}

static int run(const pd_tool_args *args)
{
    int rounds = 0;
    if (!pd_tool_int(&rounds, args, "rounds", 1, 100000)) return 2;
    printf("{\"number_text_ms\": %.4f}\n", number_text_ms(rounds));
    return 0;
}

static const pd_tool_option options[] = {{"rounds", "N", "repeat, and keep the best", "50"}, PD_TOOL_END};
const pd_tool_command pd_tool_cmd_bench = {"bench", "",      "measure this build on this machine",
                                           NULL,    options, run};
