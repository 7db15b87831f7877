#ifndef PD_TESTS_SUPPORT_DOC_TABLE_H
#define PD_TESTS_SUPPORT_DOC_TABLE_H
/* Checks that a table of a document equals a table of the source. With UPDATE_DOCS in the environment writes
 * the table (make docs). */
#include "core/base/buffer.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* head: the first two lines of the table. rows: the others, each with its end of line. */
static inline void doc_table_is(const char *page, const char *head, const char *rows)
{
    pd_buffer text = {0}, wanted = {0};
    char block[4096];
    size_t size;
    FILE *file = fopen(page, "r+b");
    if (!file) fail_msg("%s cannot be read", page);
    while ((size = fread(block, 1, sizeof block, file))) pd_buffer_add(&text, block, size);
    pd_buffer_add(&text, "", 1);

    const char *begin = strstr((char *)text.data, head);
    if (!begin) fail_msg("%s has no table %s", page, head);
    begin += strlen(head);
    const char *end = strstr(begin, "\n\n");
    if (!end) fail_msg("%s: no empty line behind the table %s", page, head);
    end++;
    pd_buffer_add(&wanted, text.data, (size_t)(begin - (char *)text.data));
    pd_buffer_add(&wanted, rows, strlen(rows));
    pd_buffer_add(&wanted, end, strlen(end) + 1);

    if (getenv("UPDATE_DOCS")) {
        rewind(file);
        assert_int_equal(fwrite(wanted.data, 1, wanted.size - 1, file), wanted.size - 1);
        assert_int_equal(fflush(file), 0);
        assert_int_equal(ftruncate(fileno(file), (off_t)(wanted.size - 1)), 0);
    } else if (strcmp((char *)text.data, (char *)wanted.data) != 0) {
        fail_msg("%s: the table %s is not what the source says (make docs); it should be\n%s", page, head,
                 rows);
    }
    fclose(file);
    pd_buffer_deinit(&text);
    pd_buffer_deinit(&wanted);
}

#endif
