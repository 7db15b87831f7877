#include "core/io/mocap/markers.h"

#include "core/base/assert.h"
#include "core/base/text/length.h"
#include "core/base/text/tokenizer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MARKERS_MAX   4096
#define FRAMES_MAX    10000000
#define POSITIONS_MAX 100000000
/* Usual rates of cameras, frames a second: seconds or milliseconds between frames under the name of a rate
 * are mostly beyond these. */
#define RATE_LEAST    10.0
#define RATE_MOST     2000.0

void pd_markers_deinit(pd_markers *markers)
{
    free(markers->names);
    free(markers->owners);
    free(markers->positions);
    *markers = (pd_markers){.names = NULL};
}

pd_status pd_markers_make(pd_markers *m, const char *name, pd_error *err)
{
    const size_t count = (size_t)m->marker_count * (size_t)m->frame_count;

    if (m->marker_count < 1 || m->marker_count > MARKERS_MAX)
        return pd_fail(err, PD_ERR_LIMIT, name, "%d markers; 1 to %d allowed", m->marker_count, MARKERS_MAX);
    if (m->frame_count < 1 || m->frame_count > FRAMES_MAX || count > POSITIONS_MAX)
        return pd_fail(err, PD_ERR_LIMIT, name,
                       "%d frames of %d markers; 1 to %d, and %d positions in all, allowed", m->frame_count,
                       m->marker_count, FRAMES_MAX, POSITIONS_MAX);

    m->names = calloc((size_t)m->marker_count, sizeof *m->names);
    m->owners = calloc((size_t)m->marker_count, sizeof *m->owners);
    m->positions = malloc(3 * count * sizeof *m->positions);
    if (!m->names || !m->owners || !m->positions)
        return pd_fail(err, PD_ERR_MEMORY, name, "out of memory for %d frames", m->frame_count);
    for (size_t i = 0; i < 3 * count; i++) m->positions[i] = NAN;

    return PD_OK;
}

double pd_markers_unit(const char *unit)
{
    const pd_length_unit *row = pd_length_unit_named(unit);
    return row ? row->metres : 0;
}

int pd_markers_find(const pd_markers *markers, const char *name)
{
    for (int i = 0; i < markers->marker_count; i++)
        if (!strcmp(markers->names[i], name)) return i;
    return -1;
}

double pd_markers_seen(const pd_markers *m, int marker)
{
    PD_ASSERT(marker >= 0 && marker < m->marker_count);
    int seen = 0;
    for (size_t f = 0; f < (size_t)m->frame_count; f++)
        seen += !isnan(m->positions[3 * (f * (size_t)m->marker_count + (size_t)marker)]);
    return (double)seen / m->frame_count;
}

/* Reads a file of any format. */
static pd_status parse_any(pd_markers *out, pd_bytes file, const char *name, pd_error *err)
{
    const unsigned char *bytes = (const unsigned char *)file.data;

    *out = (pd_markers){.names = NULL};
    if (file.size > 1 && bytes[1] == 0x50 && bytes[0] < 0x20)
        return pd_markers_parse_c3d(out, file, name, err);
    if (pd_tokenizer_is_utf16(file))
        return pd_fail(err, PD_ERR_FORMAT, name, "the text is in UTF-16; UTF-8 or ASCII expected");

    return pd_markers_table_program(file) ? pd_markers_parse_table(out, file, name, err)
                                          : pd_markers_parse_trc(out, file, name, err);
}

pd_status pd_markers_parse(pd_markers *out, pd_bytes file, const char *name, pd_error *err)
{
    const pd_status status = parse_any(out, file, name, err);

    if (status == PD_OK && out->frame_count > 1 && !out->contradiction[0] &&
        (out->rate < RATE_LEAST || out->rate > RATE_MOST))
        snprintf(
            out->contradiction, sizeof out->contradiction,
            "the file states %g frames/s, %.4g s in all, which is read; cameras have %g to %g: it may be "
            "the time between frames",
            out->rate, (out->frame_count - 1) / out->rate, RATE_LEAST, RATE_MOST);

    return status;
}
