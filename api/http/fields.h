#ifndef PD_API_HTTP_FIELDS_H
#define PD_API_HTTP_FIELDS_H
/* The fields of requests as tables: one row gives the decoder, the unknown-field error, the OpenAPI schema and
 * the docs. A row says where its value goes by offset into the caller's struct.
 *
 *     type      member                 JSON                        query parameter
 *     NUMBER    double                 number in [min, max]        1.5
 *     INTEGER   int                    integer in [min, max]       6
 *     COUNT     uint64_t               integer in [min, max],      6
 *                                      0 to 2^53
 *     BOOLEAN   int                    true, false                 true, false, 1, 0
 *     CHOICE    int, index in choices  one of the names            name
 *     CHOICES   pd_api_choices         array of names, no repeats  name,name (*)
 *     TEXT      const char *           string                      text
 *     NAMES     const json_t *         string, array of strings    name,name (*)
 *     NUMBERS   const json_t *         array, may be nested        1,2,3 (*)
 *     OBJECT    const json_t *         object (rows)               not offered
 *     OBJECTS   const json_t *         array of objects (rows)     not offered
 *     ANY       const json_t *         see schema                  not offered
 *
 * (*) Lists may be cut at any place into parameters of one name, which may end in []: betas=1&betas=2,3 and betas[]=1&betas[]=2,3 are
 * betas=1,2,3.
 *
 * A field that is absent leaves its member as it was: fill in defaults first. Null is not a value.
 * Memory: json_t members are borrowed from the document, which must outlive them.
 */
#include "api/http/problem.h"
#include "core/base/edit_distance.h"

#include <jansson.h>
#include <stdbool.h>

typedef enum pd_api_type {
    PD_API_NUMBER,
    PD_API_INTEGER,
    PD_API_COUNT,
    PD_API_BOOLEAN,
    PD_API_CHOICE,
    PD_API_CHOICES,
    PD_API_TEXT,
    PD_API_NAMES,
    PD_API_NUMBERS,
    PD_API_OBJECT,
    PD_API_OBJECTS,
    PD_API_ANY
} pd_api_type;

typedef struct pd_api_choices {
    unsigned set; /* bit i: choice i was named; 0: the field was absent */
    int order[8]; /* in the order given */
    int count;
} pd_api_choices;

typedef struct pd_api_field {
    const char *name;
    pd_api_type type;
    size_t offset;                   /* of the member in the struct that is filled              */
    int is_batch;                    /* OBJECTS: at most limits.batch elements                  */
    double min, max;                 /* NUMBER, INTEGER and every number of NUMBERS             */
    const char *unit;                /* NUMBER: of a measurement, for messages; or NULL         */
    const char *preset;              /* the default as JSON text, for docs and schema; or NULL  */
    const char *example;             /* as JSON text; one with "..." in it is for docs only     */
    const char *choices;             /* CHOICE, CHOICES: "lbs|dqs|sbs"             */
    const struct pd_api_field *rows; /* OBJECT, OBJECTS: the fields of one element */
    const struct pd_api_field *more; /* further ones, or NULL                       */
    const char *schema;              /* JSON schema text in place of the made one  */
    int optional;                    /* of a reply: not always there               */
    const char *doc;                 /* one sentence                               */
} pd_api_field;

#define PD_API_NAMES_SCHEMA                                                                                  \
    "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"array\",\"minItems\":1,\"items\":{\"type\":\"string\"}}]" \
    "}"
/* A list of rows of so many numbers, and the same or all of them flat, as JSON schema. */
#define PD_API_ROWS_OF(n)                                                                                    \
    "{\"type\":\"array\",\"items\":{\"type\":\"number\"},\"minItems\":" n ",\"maxItems\":" n "}"
#define PD_API_LIST_OF_ROWS(n) "{\"type\":\"array\",\"items\":" PD_API_ROWS_OF(n) "}"
#define PD_API_NUMBERS_OR_ROWS(n)                                                                            \
    "{\"type\":\"array\",\"items\":{\"anyOf\":[{\"type\":\"number\"}," PD_API_ROWS_OF(n) "]}}"
/* One rotation a joint: 9 or 6 numbers, flat or nested. */
#define PD_API_ROTATIONS                                                                                     \
    "{\"type\":\"array\",\"items\":{\"anyOf\":[{\"type\":\"number\"},{\"type\":\"array\",\"items\":"         \
    "{\"anyOf\":[{\"type\":\"number\"}," PD_API_ROWS_OF("3") "]}}]}}"

/* Parses bytes into *out (a new reference). Depth, memory and the elements of the table's is_batch row are checked
 * before anything is made (core/base/json_scan.h); duplicate keys, trailing bytes, invalid UTF-8, numbers beyond double are
 * errors that name byte or line. An empty body is {}. tables: as below, or NULL. */
int pd_api_json_parse(json_t **out, pd_bytes body, const pd_api_field *const *tables,
                      const pd_api_limits *limits, pd_api_problems *problems);
/* limits.batch for the array of that name in the outermost object. Returns 0 when it has too many elements. */
int pd_api_batch_check(const char *name, size_t count, const pd_api_limits *limits,
                       pd_api_problems *problems);
/* Fills out from an object. pointer is that of the object ("" or "/bodies/3"). Unknown fields are errors that
 * list the known ones and name the nearest. tables: up to a NULL. Returns 0 when anything was noted. */
int pd_api_fields_json(void *out, const json_t *object, const pd_api_field *const *tables,
                       const char *pointer, pd_api_problems *problems);
/* A field that another field, or the lack of one, leaves without effect in this request. */
typedef struct pd_api_idle {
    const char *name;
    bool is_idle;
    const char *without; /* what it would need, or what replaces it: "keypoints in a picture" */
} pd_api_idle;
/* Notes an error at each row that is idle and stands in the object, so that what a client sends is never ignored. A value that is the field's preset asks
 * for nothing and is allowed. rows end with a NULL name; object may be NULL. Returns false when anything was noted. */
bool pd_api_idle_check(const json_t *object, const pd_api_idle *rows, const pd_api_field *const *tables,
                       const char *pointer, pd_api_problems *problems);
/* Turns a query into the JSON object that a body would be, by the same tables; NULL after an error.
 * Percent-decoding; unknown parameters are errors, and repeated ones that are no lists. query may be NULL. */
json_t *pd_api_query_json(const char *query, const pd_api_field *const *tables, pd_api_problems *problems);

/* "6 of a|b|c": index of name in choices, or -1; and the name of index i into out. */
int pd_api_choice_index(const char *choices, const char *name);
bool pd_api_choice_name(char *out, size_t out_bytes, const char *choices, int index);
/* Percent-decoding in place of out; '+' is a space in queries only. Returns false on a bad escape, NUL or overflow. */
bool pd_api_percent_decode(char *out, size_t out_bytes, const char *text, size_t size, int plus_is_space);

/* For docs: "number, 0 to 1"; and the example, for a query as it stands there ("1.5,-0.5"), "" without one. */
void pd_api_field_type(char *out, size_t out_bytes, const pd_api_field *field);
void pd_api_field_example(char *out, size_t out_bytes, const pd_api_field *field, int in_query);

/* "; did you mean default?" of what a search found, "" when nothing is near. */
#define PD_API_HINT_BYTES 96
void pd_api_hint(char out[PD_API_HINT_BYTES], const pd_edit_distance_search *search);
/* The same for an id that nothing has, out of those that the host knows (bits of pd_api_ids) and access lets reach. */
typedef enum pd_api_ids {
    PD_API_IDS_MODELS = 1,    /* and "default" */
    PD_API_IDS_MOTIONS = 2,   /* motion networks only */
    PD_API_IDS_SKELETONS = 4, /* those that were put  */
    PD_API_IDS_SCENES = 8
} pd_api_ids;
void pd_api_id_hint(char out[PD_API_HINT_BYTES], const pd_api_host *host, const pd_api_access *access,
                    unsigned ids, const char *written);
/* The error of a name that no table has; at is its pointer. */
void pd_api_note_unknown(pd_api_problems *problems, const char *at, const char *name,
                         const pd_api_field *const *tables);

/* Whether a query may have the field as a list of values. */
bool pd_api_field_is_list(const pd_api_field *field);
/* The row of that name in any of the tables (NULL-terminated), or NULL. */
const pd_api_field *pd_api_field_find(const pd_api_field *const *tables, const char *name);

#endif
