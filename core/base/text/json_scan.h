#ifndef PD_BASE_TEXT_JSON_SCAN_H
#define PD_BASE_TEXT_JSON_SCAN_H
/* Measures a JSON text before it is parsed: its depth, the length of one array, and the memory that its tree will take.
 *
 * A tree takes far more memory than its text: "{}," has 3 bytes and takes 240 in jansson, "1," has 2 and takes 48. A text over a limit is therefore
 * refused before the first node is allocated. The scan reads the bytes once, without allocation or recursion.
 *
 *     memory = sum over values of  48 number, literal · 96 + length string · 144 array · 240 object
 *            + sum over keys of   112 + length                                    (malloc's own bytes included)
 *
 * The sum is never less than what jansson 2.14 allocates, and at most 2.5 times as much (tests/unit/core/base/text/test_json_scan.c).
 * The bytes may be anything: what a parser allocates before it finds a syntax error is counted too.
 *
 * Threads  pure functions.   Errors  none.
 */
#include "core/base/size.h"

typedef struct pd_json_extent {
    int depth; /* deepest nesting of brackets outside strings                                              */
    /* elements of the array named `array`; the largest count if the key stands there repeatedly */
    size_t elements;
    /* bytes that the tree takes */
    size_t memory;
    /* offset of the value or colon at which `memory` goes over memory_most, where the scan stops; SIZE_MAX: the tree is within memory_most */
    size_t over_memory;
} pd_json_extent;

/* Measures `text`. `array` is the key in the outermost object whose elements are counted, or NULL. */
void pd_json_scan(pd_json_extent *out, pd_bytes text, const char *array, size_t memory_most);
/* Writes the JSON pointer (RFC 6901) of the value at `offset`, such as "/bodies/3/betas/0", cut to out_bytes with its closing zero. Brackets before
 * `offset` must be nested at most PD_JSON_DEPTH_MOST deep. */
void pd_json_place(char *out, size_t out_bytes, pd_bytes text, size_t offset);

#define PD_JSON_DEPTH_MOST 1000 /* largest allowed limits.json_depth */

#endif
