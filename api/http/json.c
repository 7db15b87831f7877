/* Parses JSON bodies after a scan that enforces the limits (core/io/json/json.h), and decodes their fields by
 * the tables of fields.h. */
#include "core/base/assert.h"
#include "core/base/file.h"
#include "api/http/fields.h"
#include "core/io/json/json.h"
#include "core/smpl/measure/measure.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Reports whether a body consists of white space only, which counts as an empty object. */
static bool is_blank(pd_bytes body)
{
    for (size_t i = 0; i < body.size; i++)
        if (!memchr(" \t\r\n", body.data[i], 4)) return false;
    return true;
}

/* Notes that a tree would take more memory than is allowed. */
static bool note_memory(const char *at, const pd_json_extent *extent, const pd_api_limits *limits,
                        pd_api_problems *problems)
{
    return pd_api_note(problems, PD_ERR_LIMIT, at,
                       "the JSON needs %.1f MiB of memory or more once it is read; at most %.1f MiB allowed "
                       "(limits.json_memory)",
                       (double)extent->memory / 0x1p20, (double)limits->json_memory / 0x1p20);
}

/* Finds the elements of a batch and counts them. Returns false if there is no such array. */
static bool find_batch(pd_api_batch *out, const char *name, pd_bytes body)
{
    pd_bytes element;

    *out = (pd_api_batch){.name = name};
    if (!pd_json_list_find(&out->list, body, name)) return false;
    pd_json_list all = out->list;
    while (pd_json_list_next(&element, &all)) out->count++;

    return true;
}

/* Parses the text without the elements of the batch. */
static bool parse_around(json_t **out, const pd_api_batch *apart, pd_bytes body,
                         const pd_api_field *const *tables, const pd_api_limits *limits,
                         pd_api_problems *problems)
{
    pd_buffer around = {0};

    pd_buffer_add(&around, body.data, apart->list.first);
    pd_buffer_add(&around, body.data + apart->list.end, body.size - apart->list.end);
    const bool good = around.failed ? pd_api_note(problems, PD_ERR_MEMORY, "", "out of memory")
                                    : pd_api_json_parse(out, NULL, (pd_bytes){around.data, around.size},
                                                        tables, limits, problems);
    pd_buffer_deinit(&around);

    return good;
}

json_t *pd_api_batch_next(pd_api_batch *batch, size_t index, const pd_api_limits *limits,
                          pd_api_problems *problems)
{
    pd_bytes element;
    pd_json_extent extent;
    json_error_t error;
    bool is_out_of_memory;
    char at[64];

    snprintf(at, sizeof at, "/%s/%zu", batch->name, index);
    if (!pd_json_list_next(&element, &batch->list)) {
        pd_api_note(problems, PD_ERR_FORMAT, at, "not JSON: a value expected");
        return NULL;
    }

    /* The element is two levels deep in the document. */
    pd_json_scan(&extent, element, NULL, limits->json_memory);
    if (extent.depth + 2 > limits->json_depth) {
        pd_api_note(problems, PD_ERR_RANGE, at, "JSON nested %d deep; at most %d allowed (limits.json_depth)",
                    extent.depth + 2, limits->json_depth);
        return NULL;
    }

    if (extent.over_memory != SIZE_MAX) {
        char place[192], whole[256];
        pd_json_place(place, sizeof place, element, extent.over_memory);
        snprintf(whole, sizeof whole, "%s%s", at, place);
        note_memory(whole, &extent, limits, problems);
        return NULL;
    }

    json_t *out = pd_json_load(element, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error, &is_out_of_memory);
    if (!out && is_out_of_memory)
        pd_api_note(problems, PD_ERR_MEMORY, at, "out of memory");
    else if (!out)
        pd_api_note(problems, PD_ERR_FORMAT, at, "not JSON: %s (byte %d of the element)", error.text,
                    error.position);

    return out;
}

bool pd_api_json_parse(json_t **out, pd_api_batch *apart, pd_bytes body, const pd_api_field *const *tables,
                       const pd_api_limits *limits, pd_api_problems *problems)
{
    const pd_api_field *batch = NULL;
    pd_json_extent extent;
    json_error_t error;
    bool is_out_of_memory;
    const pd_api_field *const *tables_given = tables;

    const pd_bytes whole = body;
    body = pd_text_unmarked(body);
    if (is_blank(body))
        return (*out = json_object()) || pd_api_note(problems, PD_ERR_MEMORY, "", "out of memory");

    /* Scan the text before parsing it, for its depth, its memory and the length of its batch. */
    for (; tables && *tables; tables++)
        for (const pd_api_field *f = *tables; f->name; f++)
            if (f->is_batch) batch = f;
    pd_json_scan(&extent, body, batch ? batch->name : NULL, limits->json_memory);
    if (extent.depth > limits->json_depth)
        return pd_api_note(problems, PD_ERR_RANGE, "",
                           "JSON nested %d deep; at most %d allowed (limits.json_depth)", extent.depth,
                           limits->json_depth);

    /* A batch too long for one tree is read one by one. */
    const bool is_over = extent.over_memory != SIZE_MAX;
    if (is_over && apart && batch && batch->is_batch == 2 && find_batch(apart, batch->name, body))
        return pd_api_batch_check(batch->name, apart->count, limits, problems) &&
               parse_around(out, apart, body, tables_given, limits, problems);

    /* The limit of the batch is named before that of memory, since it is usually the reason. */
    if (batch && is_over && extent.elements > (size_t)limits->batch) {
        char at[64];
        snprintf(at, sizeof at, "/%s", batch->name);
        return pd_api_note(problems, PD_ERR_LIMIT, at, "at least %zu %s; at most %d allowed (limits.batch)",
                           extent.elements, batch->name, limits->batch);
    }

    if (batch && !pd_api_batch_check(batch->name, extent.elements, limits, problems)) return false;
    if (is_over) {
        char at[192];
        pd_json_place(at, sizeof at, body, extent.over_memory);
        return note_memory(at, &extent, limits, problems);
    }

    *out = pd_json_load(whole, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error, &is_out_of_memory);
    if (*out) return true;
    if (is_out_of_memory) return pd_api_note(problems, PD_ERR_MEMORY, "", "out of memory");
    char at[192];
    pd_json_place(at, sizeof at, body, error.position > 0 ? (size_t)error.position - 1 : 0);

    return pd_api_note(problems, PD_ERR_FORMAT, at, "not JSON: %s (line %d, column %d, byte %d)", error.text,
                       error.line, error.column, error.position);
}

bool pd_api_batch_check(const char *name, size_t count, const pd_api_limits *limits,
                        pd_api_problems *problems)
{
    PD_ASSERT(limits->batch >= 0);
    char at[64];

    if (count <= (size_t)limits->batch) return true;
    snprintf(at, sizeof at, "/%s", name);
    return pd_api_note(problems, PD_ERR_LIMIT, at, "%zu %s; at most %d allowed (limits.batch)", count, name,
                       limits->batch);
}

const char *pd_api_json_kind(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT: return "an object";
    case JSON_ARRAY: return "an array";
    case JSON_STRING: return "a string";
    case JSON_INTEGER:
    case JSON_REAL: return "a number";
    case JSON_TRUE: return "true";
    case JSON_FALSE: return "false";
    default: return "null";
    }
}

bool pd_api_choice_name(char *out, size_t out_bytes, const char *choices, int index)
{
    for (int i = 0; *choices; i++) {
        const size_t size = strcspn(choices, "|");
        if (i == index) return snprintf(out, out_bytes, "%.*s", (int)size, choices) > 0;
        choices += size + (choices[size] == '|');
    }

    return false;
}

void pd_api_value_text(char *out, size_t out_bytes, const pd_api_field *field, int value)
{
    if (field->type == PD_API_BOOLEAN)
        snprintf(out, out_bytes, "%s", value ? "true" : "false");
    else if (field->type != PD_API_CHOICE || !pd_api_choice_name(out, out_bytes, field->choices, value))
        snprintf(out, out_bytes, "%d", value);
}

int pd_api_choice_index(const char *choices, const char *name)
{
    for (int i = 0; *choices; i++) {
        const size_t size = strcspn(choices, "|");
        if (strlen(name) == size && !memcmp(name, choices, size)) return i;
        choices += size + (choices[size] == '|');
    }

    return -1;
}

/* Reads a number within the bounds of its field. */
static bool take_number(void *out, const json_t *value, const pd_api_field *f, const char *at,
                        pd_api_problems *p)
{
    const int digits = f->type == PD_API_COUNT ? 17 : 10; /* digits of the bounds in messages: 2^53 has 16 */
    double x;

    if (!json_is_number(value))
        return pd_api_note(p, PD_ERR_INVALID, at, "%s; a number from %.*g to %.*g expected",
                           pd_api_json_kind(value), digits, f->min, digits, f->max);
    x = json_number_value(value);

    /* Integers above 2^53 are not exact as doubles, so they are compared as integers. */
    const bool is_over =
        f->type == PD_API_COUNT && json_is_integer(value) && json_integer_value(value) > (json_int_t)f->max;
    if (is_over)
        return pd_api_note(p, PD_ERR_RANGE, at, "%lld; %.*g to %.*g allowed",
                           (long long)json_integer_value(value), digits, f->min, digits, f->max);

    /* A value out of range may be in the wrong unit; the hint says so. */
    if (!(x >= f->min && x <= f->max)) {
        char hint[64] = "";
        if (f->unit) pd_smpl_measure_unit_hint(hint, sizeof hint, x, f->min, f->max, f->unit);
        return pd_api_note(p, PD_ERR_RANGE, at, "%.10g; %.*g to %.*g%s%s allowed%s", x, digits, f->min,
                           digits, f->max, f->unit ? " " : "", f->unit ? f->unit : "", hint);
    }

    /* Store it in the type of the field. */
    if (f->type == PD_API_NUMBER) {
        *(double *)out = x;
        if (f->is_heading) pd_api_warn_heading(p, x, at);
        return true;
    }

    if (x != floor(x)) return pd_api_note(p, PD_ERR_INVALID, at, "%.10g; an integer expected", x);
    if (f->type == PD_API_COUNT) {
        *(uint64_t *)out = (uint64_t)x;
        return true;
    }

    *(int *)out = (int)x;

    return true;
}

/* Reads a choice. Returns its index, or -1 after noting the problem. */
static int take_choice(const json_t *value, const pd_api_field *f, const char *at, pd_api_problems *p)
{
    int index;

    if (!json_is_string(value)) {
        pd_api_note(p, PD_ERR_INVALID, at, "%s; one of %s expected", pd_api_json_kind(value), f->choices);
        return -1;
    }

    index = pd_api_choice_index(f->choices, json_string_value(value));
    if (index >= 0) return index;

    /* Suggest the nearest name. */
    pd_edit_distance_search search = pd_edit_distance_begin(json_string_value(value));
    char name[64], hint[PD_API_HINT_BYTES];
    for (int i = 0; pd_api_choice_name(name, sizeof name, f->choices, i); i++)
        pd_edit_distance_offer(&search, name);
    pd_api_hint(hint, &search);
    pd_api_note(p, PD_ERR_INVALID, at, "\"%.60s\"%s; one of %s expected", json_string_value(value), hint,
                f->choices);

    return -1;
}

static bool take_choices(pd_api_choices *out, const json_t *value, const pd_api_field *f, const char *at,
                         pd_api_problems *p)
{
    if (!json_is_array(value))
        return pd_api_note(p, PD_ERR_INVALID, at, "%s; an array of %s expected", pd_api_json_kind(value),
                           f->choices);
    *out = (pd_api_choices){0};
    for (size_t i = 0; i < json_array_size(value); i++) {
        char place[224];
        int index;
        snprintf(place, sizeof place, "%s/%zu", at, i);
        index = take_choice(json_array_get(value, i), f, place, p);
        if (index < 0) return false;
        if (out->set >> index & 1)
            return pd_api_note(p, PD_ERR_INVALID, place, "\"%s\" is named twice",
                               json_string_value(json_array_get(value, i)));
        out->set |= 1u << index;
        PD_ASSERT((size_t)out->count < sizeof out->order / sizeof *out->order);
        out->order[out->count++] = index;
    }

    return out->set ? 1
                    : pd_api_note(p, PD_ERR_INVALID, at, "empty; at least one of %s expected", f->choices);
}

/* Reads a seed, or the normal distribution with or without one. */
static bool take_seed(pd_api_seed *out, const json_t *value, const pd_api_field *f, const char *at,
                      pd_api_problems *p)
{
    const char *text = json_string_value(value);
    const char *digits = NULL;
    const size_t name = sizeof PD_API_SEED_NORMAL - 1;
    int seed = 0;

    /* A number is a seed. */
    if (json_is_number(value)) {
        if (!take_number(&seed, value, f, at, p)) return false;
        *out = (pd_api_seed){seed, false};
        return true;
    }

    /* A text is the distribution, and behind a colon its seed: at most six digits, so that it fits an int. */
    if (text && !strncmp(text, PD_API_SEED_NORMAL, name)) {
        if (!text[name]) {
            *out = (pd_api_seed){0, true};
            return true;
        }

        digits = text + name + 1;
        const size_t count = strspn(digits, "0123456789");
        if (text[name] == ':' && count >= 1 && count <= 6 && !digits[count]) {
            for (size_t i = 0; i < count; i++) seed = 10 * seed + (digits[i] - '0');
            if (seed <= f->max) {
                *out = (pd_api_seed){seed, true};
                return true;
            }
        }
    }

    const char *shown = text ? text : pd_api_json_kind(value);

    return pd_api_note(p, PD_ERR_INVALID, at,
                       "%s%.60s%s; an integer from %.10g to %.10g, \"" PD_API_SEED_NORMAL
                       "\" or \"" PD_API_SEED_NORMAL ":SEED\" expected",
                       text ? "\"" : "", shown, text ? "\"" : "", f->min, f->max);
}

/* Names in one string, or an array of them. */
static bool check_names(const json_t *value, const char *at, pd_api_problems *p)
{
    if (json_is_string(value)) return true;
    if (!json_is_array(value))
        return pd_api_note(p, PD_ERR_INVALID, at, "%s; a string or an array of strings expected",
                           pd_api_json_kind(value));
    if (!json_array_size(value))
        return pd_api_note(p, PD_ERR_INVALID, at, "empty; at least one name expected");
    for (size_t i = 0; i < json_array_size(value); i++) {
        const json_t *name = json_array_get(value, i);
        char place[224];
        snprintf(place, sizeof place, "%s/%zu", at, i);
        if (!json_is_string(name))
            return pd_api_note(p, PD_ERR_INVALID, place, "%s; a string expected", pd_api_json_kind(name));
    }

    return true;
}

static bool take_field(void *out, const json_t *value, const pd_api_field *f, const char *at,
                       pd_api_problems *p)
{
    char *member = (char *)out + f->offset;

    switch (f->type) {
    case PD_API_NUMBER:
    case PD_API_COUNT:
    case PD_API_INTEGER: return take_number(member, value, f, at, p);
    case PD_API_BOOLEAN:
        if (!json_is_boolean(value))
            return pd_api_note(p, PD_ERR_INVALID, at, "%s; true or false expected", pd_api_json_kind(value));
        *(int *)member = json_is_true(value);
        return true;
    case PD_API_CHOICE: {
        const int index = take_choice(value, f, at, p);
        if (index >= 0) *(int *)member = index;
        return index >= 0;
    }
    case PD_API_CHOICES: return take_choices((pd_api_choices *)(void *)member, value, f, at, p);
    case PD_API_SEED: return take_seed((pd_api_seed *)(void *)member, value, f, at, p);
    case PD_API_TEXT:
        if (f->words && json_is_boolean(value)) {
            *(const char **)(void *)member = json_is_true(value) ? "true" : "false";
            return true;
        }

        if (!json_is_string(value))
            return pd_api_note(p, PD_ERR_INVALID, at, "%s; a string expected%s%s", pd_api_json_kind(value),
                               f->example ? ", like " : "", f->example ? f->example : "");
        *(const char **)(void *)member = json_string_value(value);
        return true;
    case PD_API_NAMES:
        if (!check_names(value, at, p)) return false;
        break;
    case PD_API_NUMBERS:
    case PD_API_OBJECTS:
        if (f->words && json_is_string(value) && pd_api_word_index(f->words, json_string_value(value)) >= 0)
            break;
        if (!json_is_array(value))
            return pd_api_note(p, PD_ERR_INVALID, at, "%s; an array expected%s%s", pd_api_json_kind(value),
                               f->example ? ", like " : "", f->example ? f->example : "");
        break;
    case PD_API_OBJECT:
        if (!json_is_object(value))
            return pd_api_note(p, PD_ERR_INVALID, at, "%s; an object expected", pd_api_json_kind(value));
        break;
    case PD_API_ANY: break;
    }

    *(const json_t **)(void *)member = value;

    return true;
}

int pd_api_word_index(const char *words, const char *text)
{
    char small[16];
    size_t n = 0;

    while (text[n] && n + 1 < sizeof small) {
        small[n] = (char)tolower((unsigned char)text[n]);
        n++;
    }

    small[n] = 0;

    return text[n] ? -1 : pd_api_choice_index(words, small);
}

const pd_api_field *pd_api_field_find(const pd_api_field *const *tables, const char *name)
{
    for (; *tables; tables++)
        for (const pd_api_field *f = *tables; f->name; f++)
            if (!strcmp(f->name, name)) return f;
    return NULL;
}

const pd_api_field *pd_api_field_named(const pd_api_field *table, const char *name)
{
    const pd_api_field *const tables[] = {table, NULL};
    const pd_api_field *field = pd_api_field_find(tables, name);
    PD_ASSERT(field);
    return field;
}

void pd_api_hint(char out[PD_API_HINT_BYTES], const pd_edit_distance_search *search)
{
    const char *nearest = pd_edit_distance_nearest(search);

    out[0] = 0;
    if (nearest && strcmp(nearest, search->written))
        snprintf(out, PD_API_HINT_BYTES, "; did you mean %s?", nearest);
}

/* Writes the name of the first field that is an object with a field of this name.
 * Returns false if there is none. */
static bool field_inside(char *out, size_t out_bytes, const char *name, const pd_api_field *const *tables)
{
    for (; *tables; tables++)
        for (const pd_api_field *f = *tables; f->name; f++) {
            const pd_api_field *const inner[] = {f->rows, NULL};
            if (f->type != PD_API_OBJECT || !f->rows || !pd_api_field_find(inner, name)) continue;
            snprintf(out, out_bytes, "%s", f->name);
            return true;
        }

    return false;
}

void pd_api_note_unknown(pd_api_problems *p, const char *at, const char *name,
                         const pd_api_field *const *tables)
{
    pd_edit_distance_search search = pd_edit_distance_begin(name);
    static const char more[] = ", ...";
    char hint[PD_API_HINT_BYTES];
    char known[300] = "";
    size_t used = 0;
    bool is_cut = false;

    if (pd_api_problems_full(p)) {
        p->dropped++;
        return;
    }

    if (p->in_query && p->body && pd_api_field_find(p->body, name)) {
        pd_api_note(p, PD_ERR_INVALID, at, "not a parameter of this route, but a field of its JSON body");
        return;
    }

    /* The name may be a field of an object that is one of the fields. */
    char inside[64];
    if (field_inside(inside, sizeof inside, name, tables)) {
        pd_api_note(p, PD_ERR_INVALID, at, "unknown field; allowed inside %s: {\"%s\":{\"%s\":...}}", inside,
                    inside, name);
        return;
    }

    /* The names that are known: whole ones, and ", ..." where some do not fit. */
    for (; *tables; tables++)
        for (const pd_api_field *f = *tables; f->name; f++) {
            if (p->in_query && (f->type == PD_API_OBJECT || f->type == PD_API_OBJECTS))
                continue; /* only in bodies */
            pd_edit_distance_offer(&search, f->name);
            if (is_cut) continue;
            is_cut = used + strlen(f->name) + 2 + sizeof more > sizeof known;
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%s",
                                     is_cut ? more
                                     : used ? ", "
                                            : "",
                                     is_cut ? "" : f->name);
        }
    pd_api_hint(hint, &search);
    pd_api_note(p, PD_ERR_INVALID, at, "unknown %s%s%s%s", p->in_query ? "parameter" : "field", hint,
                *hint ? " Known: " : "; known: ", used ? known : "none");
}

void pd_api_pointer_to(char *out, size_t out_bytes, const char *base, const char *key)
{
    size_t used = (size_t)snprintf(out, out_bytes, "%s/", base);

    for (; *key && used + 3 < out_bytes; key++) {
        if (*key == '~' || *key == '/') {
            out[used++] = '~';
            out[used++] = *key == '~' ? '0' : '1';
        } else
            out[used++] = *key;
    }

    if (used < out_bytes) out[used] = 0;
}

/* Returns the list of one value, put in its place into the object, if a field that is a list is given without
 * brackets; otherwise the value. NULL: out of memory. */
static json_t *list_of_one(const json_t *object, const char *key, json_t *value, const pd_api_field *f)
{
    const bool is_one = (f->type == PD_API_NUMBERS && json_is_number(value)) ||
                        (f->type == PD_API_CHOICES && json_is_string(value));

    if (!is_one) return value;

    json_t *list = json_pack("[O]", value);
    return list && !json_object_iter_set_new((json_t *)(uintptr_t)object, json_object_key_to_iter(key), list)
               ? list
               : NULL;
}

bool pd_api_fields_json(void *out, const json_t *object, const pd_api_field *const *tables,
                        const char *pointer, pd_api_problems *problems)
{
    const int before = problems->count + problems->dropped;
    const char *key;
    json_t *value;

    if (!json_is_object(object))
        return pd_api_note(problems, PD_ERR_INVALID, pointer, "%s; an object expected",
                           pd_api_json_kind(object));
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        const pd_api_field *field = pd_api_field_find(tables, key);
        char at[192];
        pd_api_pointer_to(at, sizeof at, pointer, key);
        if (!field) {
            pd_api_note_unknown(problems, at, key, tables);
            continue;
        }

        const json_t *list = list_of_one(object, key, value, field);
        if (list)
            take_field(out, list, field, at, problems);
        else
            pd_api_note(problems, PD_ERR_MEMORY, at, "out of memory");
    }

    return problems->count + problems->dropped == before;
}

/* Compares values like json_equal, but takes 1 and 1.0 as equal:
 * numbers of a query are reals, and clients write either. */
static bool is_same(const json_t *a, const json_t *b)
{
    if (json_is_number(a) && json_is_number(b)) return json_number_value(a) == json_number_value(b);
    if (!json_is_array(a) || !json_is_array(b)) return json_equal(a, b);
    if (json_array_size(a) != json_array_size(b)) return false;
    for (size_t i = 0; i < json_array_size(a); i++)
        if (!is_same(json_array_get(a, i), json_array_get(b, i))) return false;

    return true;
}

bool pd_api_idle_check(const json_t *object, const pd_api_idle *rows, const pd_api_field *const *tables,
                       const char *pointer, pd_api_problems *problems)
{
    bool good = true;

    for (; rows->name; rows++) {
        const json_t *value = json_object_get(object, rows->name);
        const pd_api_field *field = pd_api_field_find(tables, rows->name);
        char at[224];
        if (!rows->is_idle || !value || json_is_null(value)) continue;

        /* A field with its default value is allowed. In a query, numbers are reals. */
        json_t *preset = field && field->preset ? json_loads(field->preset, JSON_DECODE_ANY, NULL) : NULL;
        const bool is_preset = preset && is_same(preset, value);
        json_decref(preset);
        if (is_preset) continue;
        snprintf(at, sizeof at, "%s/%s", pointer, rows->name);
        good = pd_api_note(problems, PD_ERR_INVALID, at, "has no effect without %s", rows->without) && good;
    }

    return good;
}
