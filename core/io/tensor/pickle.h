#ifndef PD_IO_TENSOR_PICKLE_H
#define PD_IO_TENSOR_PICKLE_H
/* Parses Python pickles of protocols 0 to 5 into a tree of values, without executing them.
 *
 * A pickle is a program for a stack machine that can import and call anything. Here an import becomes a value
 * that holds the name, and a call becomes a value that holds the name and the arguments. Only names on an
 * allow-list are accepted (pickle_allow.c: numpy, scipy.sparse, chumpy, OrderedDict and the codecs they
 * need); any other is ERR_UNSUPPORTED, and the error names it: "os.system". Persistent ids, extension codes
 * and out-of-band buffers are refused too.
 *
 * pd_pickle_parse_objects also accepts what torch.save and joblib.dump write: their names, persistent ids
 * (PERSISTENT), and the arrays whose bytes joblib puts into the stream behind the array's description (the
 * OBJECT's `text`). core/io/python/stored.h reads the numbers of both.
 *
 * Limits   PD_PICKLE_MAX_NODES values, PD_PICKLE_MAX_MEMO memo slots, PD_PICKLE_MAX_MARKS open marks; copies
 *          made while parsing at most 4 times the input + 16 MB. Nothing recurses, so nesting costs no stack;
 *          the tree may have cycles (a list can contain itself): whoever walks it counts depth.
 * Memory   the tree and its copies are freed by pd_pickle_deinit; strings point into the input.
 * Errors   where is "name:offset", the byte of the opcode.
 */
#include "core/io/tensor/array.h"

#include <stdbool.h>

#define PD_PICKLE_MAX_NODES     500000
#define PD_PICKLE_MAX_MEMO      500000
#define PD_PICKLE_OBJECTS_TIMES 4 /* both limits are so many times as high for pd_pickle_parse_objects */
#define PD_PICKLE_MAX_MARKS     1000

typedef enum pd_pickle_kind {
    PD_PICKLE_NONE,
    PD_PICKLE_BOOL,
    PD_PICKLE_INT,
    PD_PICKLE_FLOAT,
    PD_PICKLE_BYTES,      /* bytes, bytearray, Python 2's str        */
    PD_PICKLE_TEXT,       /* UTF-8                                   */
    PD_PICKLE_LIST,       /* also set                                */
    PD_PICKLE_TUPLE,      /* also frozenset                          */
    PD_PICKLE_DICT,       /* items: key, value, key, value ...       */
    PD_PICKLE_GLOBAL,     /* text is "module.name"                   */
    PD_PICKLE_OBJECT,     /* callable(args), then state and items    */
    PD_PICKLE_PERSISTENT, /* items: the id, of an object outside of the pickle */
    PD_PICKLE_KIND_COUNT
} pd_pickle_kind;

typedef struct pd_pickle_value pd_pickle_value;
struct pd_pickle_value {
    pd_pickle_kind kind;
    size_t offset;                                  /* offset of the opcode that made it */
    int64_t integer;                                /* BOOL, INT                      */
    double real;                                    /* FLOAT                          */
    pd_bytes text;                                  /* BYTES, TEXT, GLOBAL; joblib's array */
    pd_pickle_value **items;                        /* LIST, TUPLE, DICT, OBJECT      */
    size_t item_count, item_capacity;               /* DICT: twice the pairs          */
    const pd_pickle_value *callable, *args, *state; /* OBJECT; state may be NULL      */
};

typedef struct pd_pickle {
    const pd_pickle_value *root;
    struct pd_pickle_chunk *chunks;
    size_t node_count, copied_bytes;
    size_t size; /* bytes of the input up to the opcode STOP, with it */
} pd_pickle;

/* Parses a pickle. The bytes are borrowed and must outlive *out. Bytes after the opcode STOP are ignored, as
 * in Python. On failure *out is empty. */
pd_status pd_pickle_parse(pd_pickle *out, const void *bytes, size_t size, const char *name, pd_error *err);
/* Parses a pickle with the objects of torch and joblib too. */
pd_status pd_pickle_parse_objects(pd_pickle *out, const void *bytes, size_t size, const char *name,
                                  pd_error *err);
/* Frees the tree. */
void pd_pickle_deinit(pd_pickle *pickle);

/* Returns whether the value is BYTES, TEXT or GLOBAL and equal to `text`. */
bool pd_pickle_is(const pd_pickle_value *value, const char *text);
/* Returns whether the value is an OBJECT that a call of that global made. */
bool pd_pickle_calls(const pd_pickle_value *value, const char *global);
/* Returns the value of a key of a DICT, or of an attribute of an OBJECT whose state is a dict; NULL when
 * there is none. */
const pd_pickle_value *pd_pickle_get(const pd_pickle_value *value, const char *key);
/* Returns whether module.name is on the allow-list; with_objects: on that of pd_pickle_parse_objects. */
bool pd_pickle_allows(pd_bytes module, pd_bytes name, bool with_objects);

#endif
