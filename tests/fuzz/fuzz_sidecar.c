/* Fuzzes side files of the original PFNN; the first byte selects which.
 * Accepted values are within their ranges. */
#include "core/io/mocap/sidecar.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int good)
{
    if (!good) abort();
}

typedef pd_status parse(pd_sidecar_table *out, pd_bytes text, const char *name, pd_error *err);

static void try_table(parse *read, pd_bytes text, double low, double high)
{
    pd_sidecar_table table;
    if (read(&table, text, "side", NULL) != PD_OK) {
        check(!table.values && !table.rows);
        return;
    }
    check(table.rows > 0 && table.columns > 0);
    for (size_t i = 0; i < (size_t)table.rows * (size_t)table.columns; i++)
        check((double)table.values[i] >= low && (double)table.values[i] <= high);
    pd_sidecar_table_deinit(&table);
}

static void try_steps(pd_bytes text)
{
    pd_sidecar_steps steps;
    if (pd_sidecar_steps_parse(&steps, text, "side", NULL) != PD_OK) return;
    for (int i = 0; i < steps.count; i++) {
        check(steps.items[i].frame >= (i ? steps.items[i - 1].frame : 0));
        check(steps.items[i].second >= -1);
    }
    pd_sidecar_steps_deinit(&steps);
}

static void try_kinds(pd_bytes text)
{
    pd_sidecar_kind row;
    size_t at = 0;
    int line = 0;
    while (pd_sidecar_kind_next(&row, &at, text, "side", NULL) > 0) {
        check(row.line > line && strlen(row.clip) < 128 && strlen(row.kind) < 128);
        check(!strchr(row.clip, ',') && !strchr(row.kind, '#') && !strchr(row.kind, '\n'));
        line = row.line;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    pd_bytes text = {data + 1, size - 1};
    if (data[0] == 'p') try_table(pd_sidecar_phase_parse, text, 0, 1);
    if (data[0] == 'g') try_table(pd_sidecar_gait_parse, text, 0, 1);
    if (data[0] == 'h') try_table(pd_sidecar_heights_parse, text, -1e6, 1e6);
    if (data[0] == 'f') try_steps(text);
    if (data[0] == 'k') try_kinds(text);
    return 0;
}
