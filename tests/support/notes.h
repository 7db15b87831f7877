#ifndef PD_TESTS_NOTES_H
#define PD_TESTS_NOTES_H
/* Notes of the calls of a library, for tests that replace the library. Include it once in a program. */
#include "tests/support/cmocka.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static struct {
    char text[1 << 15];
    size_t used;
} notes;

static void note(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    notes.used += (size_t)vsnprintf(notes.text + notes.used, sizeof notes.text - notes.used, format, values);
    va_end(values);
    assert_true(notes.used < sizeof notes.text);
}

/* Returns the notes since the last call, and forgets them. */
static const char *noted(void)
{
    static char out[sizeof notes.text];
    memcpy(out, notes.text, sizeof out);
    notes.used = 0;
    notes.text[0] = 0;
    return out;
}

#endif
