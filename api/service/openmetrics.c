#include "api/service/openmetrics.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Returns the weight (q) of a media type in an Accept header: 1 without one, 0 when the type is not named. */
static double weight_of(const char *accept, const char *type)
{
    const size_t length = strlen(type);

    for (const char *at = accept; at && *at; at = strchr(at, ','), at += at != NULL) {
        at += strspn(at, " \t");
        if (strncasecmp(at, type, length) || !strchr(";, \t", at[length])) continue;
        const char *end = at + strcspn(at, ",");
        const char *q = at;
        while ((q = strchr(q, ';')) && q < end) {
            q += 1 + strspn(q + 1, " \t");
            if ((*q == 'q' || *q == 'Q') && q[1] == '=') return strtod(q + 2, NULL);
        }

        return 1;
    }

    return 0;
}

bool pd_api_accepts_openmetrics(const char *accept)
{
    const double open = accept ? weight_of(accept, "application/openmetrics-text") : 0;
    return open > 0 && open >= weight_of(accept, "text/plain");
}

/* Appends "# HELP name text" or "# TYPE name type" with the name of the family. */
static void add_comment(pd_buffer *out, const char *line, size_t size, const char *counter,
                        size_t counter_size)
{
    static const char total[] = "_total";
    const size_t head = strlen("# HELP ");
    const size_t cut = strlen(total);
    const size_t name = strcspn(line + head, " ");
    const bool is_counter = name == counter_size && !memcmp(line + head, counter, name) && name > cut &&
                            !memcmp(line + head + name - cut, total, cut);

    pd_buffer_add(out, line, head + name - (is_counter ? cut : 0));
    pd_buffer_add(out, line + head + name, size - head - name);
    pd_buffer_text(out, "\n");
}

/* Appends a sample. The bound of a bucket that is a whole number gets its ".0". */
static void add_sample(pd_buffer *out, const char *line, size_t size)
{
    static const char key[] = "le=\"";
    const char *end = line + size;
    const char *at = line;

    while (at < end && (size_t)(end - at) > strlen(key) &&
           (memcmp(at, key, strlen(key)) || at == line || !strchr("{,", at[-1])))
        at++;
    const char *bound = at + strlen(key);
    const char *after = bound;
    while (after < end && *after >= '0' && *after <= '9') after++;
    const bool is_whole = after < end && after > bound && *after == '"';
    pd_buffer_add(out, line, is_whole ? (size_t)(after - line) : size);
    if (is_whole) {
        pd_buffer_text(out, ".0");
        pd_buffer_add(out, after, (size_t)(end - after));
    }

    pd_buffer_text(out, "\n");
}

void pd_api_metrics_text(pd_buffer *out, const char *text, size_t size, bool is_openmetrics)
{
    const char *counter = "";
    const char *end = text + size;
    size_t counter_size = 0;

    for (const char *line = text; line < end;) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop) stop = end;
        size_t length = (size_t)(stop - line);

        if (is_openmetrics && length > 7 && !memcmp(line, "# ", 2)) {
            /* HELP stands before TYPE, so look ahead for the family's type. */
            if (!memcmp(line, "# HELP ", 7)) {
                const char *type = stop + 1;
                const size_t name = strcspn(line + 7, " ");
                const bool is_counter = type < end && !strncmp(type, "# TYPE ", 7) &&
                                        !strncmp(type + 7, line + 7, name) &&
                                        !strncmp(type + 7 + name, " counter", 8);
                counter = line + 7;
                counter_size = is_counter ? name : 0;
            }

            add_comment(out, line, length, counter, counter_size);
        } else if (is_openmetrics) {
            add_sample(out, line, length);
        } else {
            /* An exemplar begins with " # {", which no label has: text in labels is the server's own. */
            const char *exemplar = line;
            while (exemplar + 4 < stop && memcmp(exemplar, " # {", 4)) exemplar++;
            if (*line != '#' && exemplar + 4 < stop) length = (size_t)(exemplar - line);
            pd_buffer_add(out, line, length);
            pd_buffer_text(out, "\n");
        }

        line = stop + 1;
    }

    if (is_openmetrics) pd_buffer_text(out, "# EOF\n");
}
