#ifndef PD_IO_JSON_H
#define PD_IO_JSON_H
/* How a text of JSON becomes a tree of jansson. All JSON that the program reads, of requests, messages and
 * files, goes through these functions.
 *
 *     1. pd_json_scan measures the tree without making it, so that a reader with limits refuses a text before
 *                       the first node is allocated
 *     2. pd_json_load   makes the tree. If the flags are JSON_REJECT_DUPLICATES, with or without
 *                       JSON_DECODE_ANY, the fast path (json_fast.c) takes simple texts: printable ASCII
 *                       without escapes, numbers of at most 15 digits, nesting up to PD_JSON_FAST_DEPTH. The
 *                       tree is the same. Any other text, also a wrong one, goes to jansson. A mesh request
 *                       of 82 numbers takes 3.3 us; with jansson it takes 19 us.
 *     3. json_blocks.h  gives the nodes their memory, while a request is read
 *
 * pd_json_load differs from json_loadb in five ways:
 *
 *     memory    running out of memory is reported as such; jansson's lexer reports a syntax error
 *     mark      a byte order mark (EF BB BF) at the beginning is skipped, as RFC 8259, section 8.1, allows
 *     wide      an error of syntax in UTF-16 or UTF-32 says that UTF-8 is expected
 *     errors    common causes (NaN, comments, commas at the end, single quotes, forms, YAML, gzip) are named,
 *               with what is expected
 *     integers  when an integer does not fit into 64 bits, all integers of that text are read as doubles (RFC
 *               8259, section 6)
 *
 * A tree takes far more memory than its text: "{}," has 3 bytes and takes 240 in jansson, "1," has 2 and
 * takes 48. The scan reads the bytes once, without allocation or recursion, and counts
 *
 *     memory = sum over values of  48 number, literal · 96 + length string · 144 array · 240 object
 *            + sum over keys of   112 + length
 *                (malloc's own bytes included)
 *
 * which is never less than what jansson 2.14 allocates, and at most 2.5 times as much
 * (tests/unit/core/io/json/test_json_scan.c). The bytes may be anything: what a parser allocates before it
 * finds a syntax error is counted too.
 *
 * Memory   the caller releases the tree with json_decref.   Threads  any.
 */
#include "core/base/size.h"

#include <jansson.h>
#include <stdbool.h>

#define PD_JSON_DEPTH_MOST 1000 /* largest allowed limits.json_depth */
#define PD_JSON_FAST_DEPTH 64   /* the fast path recurses once for each bracket */

typedef struct pd_json_extent {
    int depth; /* deepest nesting of brackets outside strings */
    /* elements of the array named `array`; the largest count if the key stands there repeatedly */
    size_t elements;
    size_t memory; /* bytes that the tree takes */
    /* offset of the value or colon at which `memory` goes over memory_most, where the scan stops; SIZE_MAX:
     * the tree is within memory_most */
    size_t over_memory;
} pd_json_extent;

/* Measures `text`. `array` is the key in the outermost object whose elements are counted, or NULL. */
void pd_json_scan(pd_json_extent *out, pd_bytes text, const char *array, size_t memory_most);
/* Writes the JSON pointer (RFC 6901) of the value at `offset`, such as "/bodies/3/betas/0", cut to out_bytes
 * with its closing zero. Brackets before `offset` must be nested at most PD_JSON_DEPTH_MOST deep. */
void pd_json_place(char *out, size_t out_bytes, pd_bytes text, size_t offset);

/* The elements of one array of the outermost object, read one after another without a tree of the whole text:
 *
 *     pd_json_list list;
 *     pd_bytes element;
 *     if (pd_json_list_find(&list, text, "bodies"))
 *         while (pd_json_list_next(&element, &list)) ...
 *
 * Elements are found by brackets, commas and strings; whether they are JSON is for their parser to say. */
typedef struct pd_json_list {
    pd_bytes text;
    size_t first, end; /* bytes between the brackets */
    size_t at;         /* next byte to read */
} pd_json_list;
/* Finds the first array with that key. Returns false if there is none, or if it does not end. */
bool pd_json_list_find(pd_json_list *out, pd_bytes text, const char *key);
/* Returns the next element without the blanks around it; false at the end. What stands in place of an element
 * (a second comma, two values without one) is returned as an element that no parser takes. */
bool pd_json_list_next(pd_bytes *element, pd_json_list *list);

/* Parses a text. `flags` are jansson's decoding flags. Returns NULL when it fails: memory ran out if
 * *is_out_of_memory, otherwise *error (may be NULL) describes the error of syntax. */
json_t *pd_json_load(pd_bytes text, size_t flags, json_error_t *error, bool *is_out_of_memory);
/* Reads and parses a file. Returns NULL when it fails; error->text then says why: the file cannot be read,
 * memory ran out, or an error of syntax. */
json_t *pd_json_load_file(const char *path, size_t flags, json_error_t *error);

/* The fast path alone, for tests. Returns NULL for a text outside of its subset, nested deeper than
 * depth_most, or if memory ran out. Its numbers are exact: one multiplication or division by a power of ten
 * (Clinger 1990). */
json_t *pd_json_fast(pd_bytes text, int depth_most);

#endif
