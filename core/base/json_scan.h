#ifndef PD_BASE_JSON_SCAN_H
#define PD_BASE_JSON_SCAN_H
/* What a JSON document would take once parsed: one pass over the bytes, no allocation, no recursion.
 *
 * A tree takes far more memory than its text: "{}," is 3 bytes and 240 in jansson, "1," is 2 and 48. So depth, elements
 * and memory are counted here, and a document over a limit is refused before the first node is made.
 *
 *     memory = sum over values of  48 number, literal · 96 + length string · 144 array · 240 object
 *            + sum over keys of   112 + length                                    (malloc's own bytes included)
 *
 * which is never less than jansson 2.14 allocates, and at most 2.5 times as much (tests/unit/core/base/test_json_scan.c).
 * The bytes need not be JSON: what a parser would allocate before it meets the error is counted as well.
 */
#include "core/base/size.h"

typedef struct pd_json_extent {
    int depth;          /* the deepest nesting of brackets outside strings         */
    size_t elements;    /* the most values in the array that was asked for         */
    size_t memory;      /* of the tree, bytes                                      */
    size_t over_memory; /* of the value or colon that goes over memory_most; SIZE_MAX: none does. What comes
                           after it is not looked at: a body that is refused costs as little as it may */
} pd_json_extent;

/* array: the key in the outermost object whose array's elements are counted; NULL: none. */
void pd_json_scan(pd_json_extent *out, pd_bytes text, const char *array, size_t memory_most);
/* The RFC 6901 pointer of what stands at offset ("/bodies/3/betas/0"), cut to out_bytes. text: nested at most
 * PD_JSON_DEPTH_MOST deep before that. */
void pd_json_place(char *out, size_t out_bytes, pd_bytes text, size_t offset);

#define PD_JSON_DEPTH_MOST 1000 /* the upper end of limits.json_depth */

#endif
