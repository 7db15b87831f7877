#ifndef TESTS_SUPPORT_GOLDEN_TEXT_H
#define TESTS_SUPPORT_GOLDEN_TEXT_H
/* Compares a text with that of a file, line by line, so that the differing line is reported.
 * POSED_GOLDEN=write writes the file. */
#include "core/base/buffer.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline bool golden_text_begins_number(const char *text, const char *at)
{
    const bool sign = *at == '-';
    return at[sign] >= '0' && at[sign] <= '9' && (at == text || !strchr("0123456789.", at[-1]));
}

/* tolerance: absolute for numbers up to 1, relative above; 0: byte by byte. */
static inline bool golden_text_lines_agree(const char *a, const char *b, size_t a_size, size_t b_size,
                                           double tolerance)
{
    const char *x = a, *y = b;
    while (x < a + a_size && y < b + b_size) {
        if (tolerance > 0 && golden_text_begins_number(a, x) && golden_text_begins_number(b, y)) {
            char *x_end, *y_end;
            const double p = strtod(x, &x_end), q = strtod(y, &y_end);
            if (!(p == q || fabs(p - q) <= tolerance * fmax(1, fabs(q)))) return false;
            x = x_end, y = y_end;
        } else if (*x++ != *y++)
            return false;
    }
    return x == a + a_size && y == b + b_size;
}

static inline void golden_text_compare(const char *path, const char *now, const char *was, double tolerance)
{
    for (int line = 1;; line++) {
        const size_t a = strcspn(now, "\n"), b = strcspn(was, "\n");
        if (!golden_text_lines_agree(now, was, a, b, tolerance))
            fail_msg("%s:%d: %.*s\nwas %.*s", path, line, (int)a, now, (int)b, was);
        if (!now[a] && !was[b]) return;
        if (!now[a] || !was[b]) fail_msg("%s:%d: one ends here", path, line);
        now += a + 1, was += b + 1;
    }
}

static inline void golden_text_check(const char *path, pd_buffer *now, double tolerance)
{
    const char *mode = getenv("POSED_GOLDEN");
    const bool writes = mode && !strcmp(mode, "write");
    FILE *file = fopen(path, writes ? "w" : "r");
    if (!file) fail_msg("%s: cannot be opened", path);
    pd_buffer_add(now, "", 1);
    if (writes) {
        fputs((const char *)now->data, file);
    } else {
        const size_t room = now->size + (1 << 16);
        char *was = calloc(room, 1);
        was[fread(was, 1, room - 1, file)] = 0;
        golden_text_compare(path, (const char *)now->data, was, tolerance);
        free(was);
    }
    fclose(file);
}

/* Replaces "known: a, b, c" by "known: ...", so that a new field does not
 * change every message that lists the fields. */
static inline void golden_text_without_lists(char *text)
{
    for (char *at = text; (at = strstr(at, "nown: "));) {
        at += 6;
        char *end = at + strcspn(at, "\";(\n");
        if (end - at > 3) memcpy(at, "...", 3), memmove(at + 3, end, strlen(end) + 1);
    }
}

#endif
