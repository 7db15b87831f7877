/* The file as a layer. libyaml gives the tree with the place of every node; keys, duplicates, types and
 * ranges are checked here and in value.c. Aliases cannot harm: the walk follows the table, not the tree. */
#include "config/config_internal.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#define FILE_BYTES_MAX (1 << 20)
#define PAIRS_MAX      1000

typedef struct walk {
    pd_cfg *cfg;
    const char *name; /* name of the file */
    yaml_document_t *document;
    pd_cfg_errors *errors;
} walk;

#define PLACE_BYTES 512

static const char *yaml_place_of(const walk *w, const yaml_node_t *node, char out[PLACE_BYTES])
{
    snprintf(out, PLACE_BYTES, "%.450s:%zu:%zu", w->name, node->start_mark.line + 1,
             node->start_mark.column + 1);
    return out;
}

static void yaml_complain(const walk *w, const yaml_node_t *node, const char *key, const char *message)
{
    char place[PLACE_BYTES];
    pd_cfg_complain(w->errors, yaml_place_of(w, node, place), "%s: %s", key, message);
}

/* Returns the scalar's text, or NULL after an error if the node is not
 * a scalar or its text holds a zero byte. */
static const char *text_of(const walk *w, const yaml_node_t *node, const char *key)
{
    if (node->type != YAML_SCALAR_NODE) {
        yaml_complain(w, node, key,
                      node->type == YAML_MAPPING_NODE ? "is a mapping; one value expected"
                                                      : "is a list; one value expected");
        return NULL;
    }

    const char *text = (const char *)node->data.scalar.value;
    if (strlen(text) == node->data.scalar.length) return text;
    yaml_complain(w, node, key, "has a zero byte; text without zero bytes expected");

    return NULL;
}

static bool is_null(const yaml_node_t *node)
{
    if (node->type != YAML_SCALAR_NODE || node->data.scalar.style != YAML_PLAIN_SCALAR_STYLE) return false;
    const char *text = (const char *)node->data.scalar.value;
    return !*text || !strcmp(text, "~") || !strcmp(text, "null");
}

static void set_scalar(const walk *w, const yaml_node_t *node, int index)
{
    static const char *const expected[] = {
        [PD_CFG_BOOL] = "true or false", [PD_CFG_INT] = "a whole number", [PD_CFG_REAL] = "a number"};
    const pd_cfg_option *option = &pd_cfg_table[index];
    char place[PLACE_BYTES], message[160], shown[96];
    const char *text = text_of(w, node, pd_cfg_path(index));
    if (!text) return;

    /* quoted means text: `threads: "4"` is a mistake in the file even though 4 could be read */
    if (option->type <= PD_CFG_REAL && node->data.scalar.style != YAML_PLAIN_SCALAR_STYLE) {
        snprintf(message, sizeof message, "%s is a quoted text; %s expected", pd_cfg_shown(shown, text),
                 expected[option->type]);
        yaml_complain(w, node, option->path, message);
        return;
    }

    pd_cfg_set(w->cfg, index, text, yaml_place_of(w, node, place), w->errors);
}

static void set_list(const walk *w, const yaml_node_t *node, int index)
{
    char place[PLACE_BYTES];
    int before = w->errors->count;

    if (node->type != YAML_SEQUENCE_NODE) {
        yaml_complain(w, node, pd_cfg_path(index), "is not a list; [\"one\", \"two\"] expected");
        return;
    }

    size_t count = (size_t)(node->data.sequence.items.top - node->data.sequence.items.start);
    if (count > PAIRS_MAX) {
        yaml_complain(w, node, pd_cfg_path(index), "has more than 1000 entries; at most 1000 allowed");
        return;
    }

    char **items = calloc(count + 1, sizeof *items);
    for (size_t i = 0; items && i < count; i++) {
        yaml_node_t *item = yaml_document_get_node(w->document, node->data.sequence.items.start[i]);
        items[i] = (char *)(size_t)text_of(w, item, pd_cfg_path(index));
    }

    if (items && w->errors->count == before)
        pd_cfg_set_list(w->cfg, index, items, (int)count, yaml_place_of(w, node, place), w->errors);
    free(items);
}

/* Reads one key of one model. *known has a bit for each key that was read,
 * to find missing and repeated keys. */
static void model_pair(const walk *w, pd_cfg_model *model, const yaml_node_t *key, const yaml_node_t *value,
                       int *known)
{
    static const char *const keys[] = {"id", "file", "default", "preload"};
    char message[160], shown[96];
    int which = 0;
    const char *name = text_of(w, key, "models");

    while (name && which < 4 && strcmp(name, keys[which])) which++;
    if (!name) return;

    snprintf(message, sizeof message, "key %s %s; id, file, default and preload allowed, each once",
             pd_cfg_shown(shown, name), which == 4 ? "is unknown" : "comes twice");
    if (which == 4 || *known >> which & 1) {
        yaml_complain(w, key, "models", message);
        return;
    }

    *known |= 1 << which;

    const char *text = is_null(value) ? "" : text_of(w, value, "models");
    if (!text) return;
    if (which == 0) model->id = strdup(text);
    if (which == 1) model->file = strdup(text);
    if (which < 2) return;

    /* Read a truth value. The default of `preload` is true. */
    const bool is_true = !strcmp(text, "true");
    if (which == 2) model->is_default = is_true;
    if (which == 3) model->is_late = !is_true;
    snprintf(message, sizeof message, "%s is neither true nor false", keys[which]);
    if (value->data.scalar.style != YAML_PLAIN_SCALAR_STYLE || (!is_true && strcmp(text, "false") != 0))
        yaml_complain(w, value, "models", message);
}

static void set_models(const walk *w, const yaml_node_t *node)
{
    char place[PLACE_BYTES];
    int before = w->errors->count;

    if (node->type != YAML_SEQUENCE_NODE) {
        yaml_complain(w, node, "models", "is not a list; [{id: ..., file: ...}] expected");
        return;
    }

    long count = node->data.sequence.items.top - node->data.sequence.items.start;
    pd_cfg_model *models = count <= PD_CFG_MODELS_MAX ? calloc((size_t)count + 1, sizeof *models) : NULL;
    if (!models) {
        yaml_complain(w, node, "models", "has too many entries; at most 256 allowed");
        return;
    }

    for (long i = 0; i < count; i++) {
        const yaml_node_t *entry = yaml_document_get_node(w->document, node->data.sequence.items.start[i]);
        int known = 0;
        if (entry->type != YAML_MAPPING_NODE) {
            yaml_complain(w, entry, "models", "an entry is not a mapping; {id: ..., file: ...} expected");
            continue;
        }

        yaml_node_pair_t *pair = entry->data.mapping.pairs.start;
        for (; pair < entry->data.mapping.pairs.top; pair++)
            model_pair(w, &models[i], yaml_document_get_node(w->document, pair->key),
                       yaml_document_get_node(w->document, pair->value), &known);

        if ((known & 3) != 3)
            yaml_complain(w, entry, "models", "an entry lacks id or file; both expected");
        else if (models[i].id && models[i].file)
            pd_cfg_model_good(&models[i], yaml_place_of(w, entry, place), w->errors);
    }

    if (w->errors->count == before)
        pd_cfg_set_models(w->cfg, models, (int)count, yaml_place_of(w, node, place), w->errors);
    else
        pd_cfg_models_free(models, (int)count);
}

static bool read_mapping(const walk *w, const yaml_node_t *node, const char *prefix);

/* Returns the earlier key with the same text, or NULL. */
static const yaml_node_t *twin(const walk *w, const yaml_node_t *node, const yaml_node_pair_t *pair)
{
    const yaml_node_t *key = yaml_document_get_node(w->document, pair->key);

    for (const yaml_node_pair_t *p = node->data.mapping.pairs.start; p < pair; p++) {
        const yaml_node_t *other = yaml_document_get_node(w->document, p->key);
        if (other->type == YAML_SCALAR_NODE && other->data.scalar.length == key->data.scalar.length &&
            !memcmp(other->data.scalar.value, key->data.scalar.value, key->data.scalar.length))
            return other;
    }

    return NULL;
}

static void read_key(const walk *w, const yaml_node_t *node, const yaml_node_pair_t *pair, const char *prefix)
{
    char path[160], twice[80], shown[96];
    const yaml_node_t *key = yaml_document_get_node(w->document, pair->key);
    const char *name = text_of(w, key, *prefix ? prefix : "a key");

    if (!name) return;
    if (strlen(name) > 64 || pd_cfg_text_fault(name) || strchr(name, '.')) {
        pd_cfg_shown(shown, name);
        yaml_complain(w, key, shown, "unknown key; nested keys are written {http: {threads: 4}}");
        return;
    }

    snprintf(path, sizeof path, "%.64s%s%.64s", prefix, *prefix ? "." : "", name);
    const yaml_node_t *first = twin(w, node, pair);
    if (first) {
        snprintf(twice, sizeof twice, "the key occurs twice, first in line %zu; once allowed",
                 first->start_mark.line + 1);
        yaml_complain(w, key, path, twice);
        return;
    }

    const yaml_node_t *value = yaml_document_get_node(w->document, pair->value);
    const int index = pd_cfg_find(path, strlen(path));
    if (index < 0 && pd_cfg_is_group(path)) {
        if (!read_mapping(w, value, path) && !is_null(value))
            yaml_complain(w, value, path, "is not a mapping; a mapping of options expected");
    } else if (index < 0) {
        char message[160], group[64];
        const char *near = pd_cfg_suggest(path);
        if (!near && pd_cfg_suggest_group(group, sizeof group, path)) near = group;
        snprintf(message, sizeof message, "unknown key%s%s%s", near ? "; did you mean " : "",
                 near ? near : "", near ? "?" : "");
        yaml_complain(w, key, path, message);
    } else if (is_null(value)) {
        yaml_complain(w, value, path, "has no value; a value expected");
    } else if (index == PD_CFG_I_models) {
        set_models(w, value);
    } else if (pd_cfg_is_list(pd_cfg_table[index].type)) {
        set_list(w, value, index);
    } else {
        set_scalar(w, value, index);
    }
}

/* false: node is no mapping. */
static bool read_mapping(const walk *w, const yaml_node_t *node, const char *prefix)
{
    if (node->type != YAML_MAPPING_NODE) return false;
    yaml_node_pair_t *pair = node->data.mapping.pairs.start;
    if (node->data.mapping.pairs.top - pair > PAIRS_MAX) {
        yaml_complain(w, node, *prefix ? prefix : "the file",
                      "has more than 1000 keys; at most 1000 allowed");
        return true;
    }

    for (; pair < node->data.mapping.pairs.top; pair++) read_key(w, node, pair, prefix);

    return true;
}

static void complain_parser(const char *name, const yaml_parser_t *parser, pd_cfg_errors *errors)
{
    int marked = parser->error == YAML_SCANNER_ERROR || parser->error == YAML_PARSER_ERROR ||
                 parser->error == YAML_COMPOSER_ERROR;
    const char *problem = parser->problem ? parser->problem : "is malformed";

    if (strstr(problem, "cannot start any token"))
        problem = "a tab, or a character that must be quoted; YAML is indented with blanks";
    if (marked)
        pd_cfg_complain(errors, NULL, "%s:%zu:%zu: %s", name, parser->problem_mark.line + 1,
                        parser->problem_mark.column + 1, problem);
    else
        pd_cfg_complain(errors, name, "at byte %zu: %s", parser->problem_offset, problem);
}

void pd_cfg_read_yaml(pd_cfg *cfg, const char *name, const void *bytes, size_t size, pd_cfg_errors *errors)
{
    yaml_parser_t parser;
    yaml_document_t document, rest;

    if (!yaml_parser_initialize(&parser)) {
        pd_cfg_complain(errors, name, "out of memory");
        return;
    }

    yaml_parser_set_input_string(&parser, bytes, size);
    if (!yaml_parser_load(&parser, &document)) {
        complain_parser(name, &parser, errors);
        yaml_parser_delete(&parser);
        return;
    }

    const walk w = {.cfg = cfg, .name = name, .document = &document, .errors = errors};
    const yaml_node_t *root = yaml_document_get_root_node(&document);
    if (root && !is_null(root) && !read_mapping(&w, root, ""))
        yaml_complain(&w, root, "the file", "is not a mapping; a mapping of options expected");
    yaml_document_delete(&document);

    if (!yaml_parser_load(&parser, &rest))
        complain_parser(name, &parser, errors);
    else {
        if (yaml_document_get_root_node(&rest))
            pd_cfg_complain(errors, name, "holds more than one document; one expected");
        yaml_document_delete(&rest);
    }

    yaml_parser_delete(&parser);
}

void pd_cfg_read_file(pd_cfg *cfg, const char *file, pd_cfg_errors *errors)
{
    FILE *stream = fopen(file, "rb");
    char *bytes = malloc(FILE_BYTES_MAX + 1);
    size_t size = stream && bytes ? fread(bytes, 1, FILE_BYTES_MAX + 1, stream) : 0;
    if (!stream)
        pd_cfg_complain(errors, file, "%m");
    else if (!bytes)
        pd_cfg_complain(errors, file, "out of memory");
    else if (ferror(stream))
        pd_cfg_complain(errors, file, "cannot be read: %m");
    else if (size > FILE_BYTES_MAX)
        pd_cfg_complain(errors, file, "is longer than 1 MiB; at most 1 MiB allowed");
    else
        pd_cfg_read_yaml(cfg, file, bytes, size, errors);
    cfg->file = strdup(file);

    if (stream) fclose(stream);
    free(bytes);
}
