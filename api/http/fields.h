#ifndef PD_API_HTTP_FIELDS_H
#define PD_API_HTTP_FIELDS_H
/* Decodes the fields of requests by tables: a JSON body as it is (core/io/json/json.h), a query after it was
 * made a JSON tree (pd_api_query_json), so that the same tables, checks and errors read both. The decoder,
 * the OpenAPI schema and the docs are made from one row for each field. A row has the offset of the member of
 * the caller's struct that gets the value.
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
 *     SEED      pd_api_seed            integer in [min, max],      7, N(0,1), N(0,1):7
 *                                      "N(0,1)", "N(0,1):7"
 *     NAMES     const json_t *         string, array of strings    name,name (*)
 *     NUMBERS   const json_t *         array, may be nested        1,2,3 (*)
 *     OBJECT    const json_t *         object (rows)               not offered
 *     OBJECTS   const json_t *         array of objects (rows)     not offered
 *     ANY       const json_t *         see schema                  not offered
 *
 * (*) A list may be spread over several parameters of one name, with or without [] at the end of the name:
 * betas=1&betas=2,3 and betas[]=1&betas[]=2,3 are equal to betas=1,2,3.
 *
 * In JSON a list of one value may be that value: betas: 1 is equal to betas: [1], include: "joints" to
 * include: ["joints"]. The object then has the list.
 *
 * An absent field leaves its member unchanged, so callers fill in defaults first. The JSON value null is an
 * error.
 * Memory   json_t members are borrowed from the parsed document, which must outlive them.
 */
#include "api/http/problem.h"
#include "core/io/json/json.h"
#include "core/base/text/edit_distance.h"

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
    PD_API_SEED,
    PD_API_NAMES,
    PD_API_NUMBERS,
    PD_API_OBJECT,
    PD_API_OBJECTS,
    PD_API_ANY
} pd_api_type;

#define PD_API_CHOICES_MOST 16 /* largest number of choices of a field of PD_API_CHOICES */

/* Value of a CHOICES field. */
typedef struct pd_api_choices {
    unsigned set;                   /* bit i: choice i was given; 0: the field was absent */
    int order[PD_API_CHOICES_MOST]; /* (count) indices of the choices in the order of the request */
    int count;
} pd_api_choices;

/* Value of a SEED field: the seed of a random body, and whether the betas are asked for by the standard
 * normal distribution. */
typedef struct pd_api_seed {
    int seed;       /* -1: absent; 0 for "N(0,1)" without a seed */
    bool is_normal; /* true: the value was "N(0,1)" or "N(0,1):SEED" */
} pd_api_seed;

#define PD_API_SEED_NORMAL "N(0,1)"

/* One field. A table of fields ends with a row of zeros. */
typedef struct pd_api_field {
    const char *name;
    pd_api_type type;
    size_t offset; /* offset of the member in the struct that is filled */
    /* OBJECTS: 1: limits.batch limits the number of elements; 2: it does, and a handler reads the elements
     * one by one where all of them together would take more
     * than limits.json_memory (pd_api_batch). 0: neither */
    int is_batch;
    double min,
        max; /* NUMBER, INTEGER, COUNT, SEED, and each number of NUMBERS: allowed range, both ends included */
    bool is_heading;    /* NUMBER: true: a direction in radians; one of more than a full turn is warned of */
    const char *unit;   /* NUMBER: unit of the value, for messages; NULL: none */
    const char *preset; /* default value as JSON text, for docs and schema; NULL: none */
    /* true: it is refused where it has no effect, even when it is the default. The schema then tells no
     * default, since some clients send every one. */
    bool is_conditional;
    const char *example; /* example as JSON text; an example that contains "..." is shown in the docs only */
    const char *choices; /* CHOICE, CHOICES: names separated by '|': "lbs|dqs|sbs" */
    /* NUMBERS: words that are allowed in place of the array, in small or capital letters, "t|a"; the value is
     * then a JSON string. TEXT: "true|false": true and false of JSON are allowed,
     * and are these texts. NULL: none */
    const char *words;
    const struct pd_api_field *rows; /* OBJECT, OBJECTS: table of the fields of one object */
    const struct pd_api_field *more; /* OBJECT, OBJECTS: a second table of such fields, or NULL */
    const char *schema;              /* JSON schema text that replaces the generated one; NULL: generated */
    int optional;                    /* fields of replies: 1 if some replies do not have the field */
    const char *doc;                 /* description in one or a few sentences */
} pd_api_field;

/* JSON schemas for rows. NAMES: a text or a list of texts. */

#define PD_API_NAMES_SCHEMA                                                                                  \
    "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"array\",\"minItems\":1,\"items\":{\"type\":\"string\"}}]" \
    "}"
/* ROWS_OF: an array of n numbers. LIST_OF_ROWS: an array of such arrays. NUMBERS_OR_ROWS: that, or all
 * numbers in one flat array. */
#define PD_API_ROWS_OF(n)                                                                                    \
    "{\"type\":\"array\",\"items\":{\"type\":\"number\"},\"minItems\":" n ",\"maxItems\":" n "}"
#define PD_API_LIST_OF_ROWS(n) "{\"type\":\"array\",\"items\":" PD_API_ROWS_OF(n) "}"
#define PD_API_NUMBERS_OR_ROWS(n)                                                                            \
    "{\"type\":\"array\",\"items\":{\"anyOf\":[{\"type\":\"number\"}," PD_API_ROWS_OF(n) "]}}"
/* An array with one rotation for each joint: 9 or 6 numbers, flat or as nested rows. */
#define PD_API_ROTATIONS                                                                                     \
    "{\"type\":\"array\",\"items\":{\"anyOf\":[{\"type\":\"number\"},{\"type\":\"array\",\"items\":"         \
    "{\"anyOf\":[{\"type\":\"number\"}," PD_API_ROWS_OF("3") "]}}]}}"

/* Elements of a batch that are read one by one, and their number; 0: all of them are in the document. */
typedef struct pd_api_batch {
    const char *name; /* key of the array: "bodies" */
    pd_json_list list;
    size_t count;
} pd_api_batch;
/* Parses the next element, number `index`, within the limits of depth and memory. Returns a new reference, or
 * NULL after noting an error. */
json_t *pd_api_batch_next(pd_api_batch *batch, size_t index, const pd_api_limits *limits,
                          pd_api_problems *problems);

/* Parses a JSON body into *out (a new reference). Checks the depth, the memory and the number of elements of
 * the is_batch row before it allocates the tree (core/io/json/json.h). Duplicate keys, trailing bytes,
 * invalid UTF-8 and numbers beyond the range of double are errors with the byte or line. An empty body gives
 * {}. `tables` is an array of tables that ends in NULL, or NULL. batch: NULL, or where the elements go if the
 * whole tree would be too large and the row allows to read them one by one; *out then has an empty array in
 * their place. Returns false if an error was noted. */
bool pd_api_json_parse(json_t **out, pd_api_batch *batch, pd_bytes body, const pd_api_field *const *tables,
                       const pd_api_limits *limits, pd_api_problems *problems);
/* Checks the number of elements of the array `name` of the outermost object against limits.batch. Returns
 * false if an error was noted. */
bool pd_api_batch_check(const char *name, size_t count, const pd_api_limits *limits,
                        pd_api_problems *problems);
/* Decodes the fields of an object into *out. `pointer` is that of the object ("" or "/bodies/3"). An unknown
 * field is an error that names the most similar known field and lists all. `tables` ends in NULL. Returns
 * false if an error was noted. */
bool pd_api_fields_json(void *out, const json_t *object, const pd_api_field *const *tables,
                        const char *pointer, pd_api_problems *problems);
/* A field that has no effect in this request because another field is present or absent. */
typedef struct pd_api_idle {
    const char *name;
    bool is_idle; /* true: the field has no effect */
    /* The thing that the field needs, or that replaces it, for the message: "keypoints in a picture". */
    const char *without;
} pd_api_idle;
/* Adds an error for each idle field that the object has, so that no field of a request is silently ignored. A
 * field with its default value is allowed. `rows` ends with a NULL name; `object` may be NULL. Returns false
 * if an error was noted. */
bool pd_api_idle_check(const json_t *object, const pd_api_idle *rows, const pd_api_field *const *tables,
                       const char *pointer, pd_api_problems *problems);
/* Converts a query into the JSON object that a body with the same fields would be. Decodes percent-encoding.
 * Unknown parameters, and repeated ones whose field is no list, are errors. `query` may be NULL. Returns a
 * new reference, or NULL if an error was noted. */
json_t *pd_api_query_json(const char *query, const pd_api_field *const *tables, pd_api_problems *problems);

/* Returns the index of a word, in small or capital letters, in words ("t|a"), or -1. */
int pd_api_word_index(const char *words, const char *text);
/* Returns the index of a name in choices ("lbs|dqs|sbs"), or -1. */
int pd_api_choice_index(const char *choices, const char *name);
/* Writes the name of a choice by its index. Returns false if there is no such choice. */
bool pd_api_choice_name(char *out, size_t out_bytes, const char *choices, int index);
/* Writes the value of a BOOLEAN, CHOICE or INTEGER field for messages: "true", "exact", "6". */
void pd_api_value_text(char *out, size_t out_bytes, const pd_api_field *field, int value);
/* Decodes percent-encoded text into `out`. With plus_is_space, '+' becomes a space, as in queries. Returns
 * false on a malformed escape, a zero byte or a text that does not fit. */
bool pd_api_percent_decode(char *out, size_t out_bytes, const char *text, size_t size, int plus_is_space);
/* Appends the text as a value of a query: bytes other than letters, digits and -_.~,: as %XX. */
void pd_api_percent_encode(pd_buffer *out, const char *text);
/* Decodes the percent escapes of letters, digits and "-._~" in a path, in place. Such an escape means the
 * same as the character itself (RFC 3986, 6.2.2.2). All other escapes stay. */
void pd_api_path_normalize(char *path);

/* Write the type of a field for the docs ("number, 0 to 1"), and the example of a field: as JSON, or as a
 * query has it ("1.5,-0.5"); "" if the row has no example. */
void pd_api_field_type(char *out, size_t out_bytes, const pd_api_field *field);
void pd_api_field_example(char *out, size_t out_bytes, const pd_api_field *field, int in_query);

/* Writes "; did you mean default?" with the most similar name of a search; "" if no name is similar. */
#define PD_API_HINT_BYTES 96
void pd_api_hint(char out[PD_API_HINT_BYTES], const pd_edit_distance_search *search);
/* Kinds of ids that pd_api_id_hint searches. */
typedef enum pd_api_ids {
    PD_API_IDS_MODELS = 1,    /* models of every kind, and "default" */
    PD_API_IDS_MOTIONS = 2,   /* motion networks and matching databases */
    PD_API_IDS_SKELETONS = 4, /* skeletons that clients put */
    PD_API_IDS_SCENES = 8,    /* scenes that clients put */
    PD_API_IDS_CLIPS = 16     /* emotes, and clips that clients put */
} pd_api_ids;
/* Writes a hint for an unknown id: the most similar id of the kinds `ids` (bits of pd_api_ids) that the host
 * has and `access` allows. */
void pd_api_id_hint(char out[PD_API_HINT_BYTES], const pd_api_host *host, const pd_api_access *access,
                    unsigned ids, const char *written);
/* Adds the error for a field that no table has. `at` is the pointer of the field. */
void pd_api_note_unknown(pd_api_problems *problems, const char *at, const char *name,
                         const pd_api_field *const *tables);

/* Returns what a JSON value is, for messages: "a string", "an array", "true". */
const char *pd_api_json_kind(const json_t *value);
/* Writes base/key as a JSON pointer, cut to `out_bytes`:
 * "~" and "/" of the key become ~0 and ~1 (RFC 6901). */
void pd_api_pointer_to(char *out, size_t out_bytes, const char *base, const char *key);
/* Returns whether a query can give several values to the field. */
bool pd_api_field_is_list(const pd_api_field *field);
/* Returns the row of this name in any of the tables, whose array ends in NULL; NULL if there is none. */
const pd_api_field *pd_api_field_find(const pd_api_field *const *tables, const char *name);
/* Returns the row of this name in a table that has one. */
const pd_api_field *pd_api_field_named(const pd_api_field *table, const char *name);

#endif
