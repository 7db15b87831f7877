#include "tools/motion/document.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#define VALUES_MAX 4000000
#define DEPTH_MAX  32
#define PLACE      512

struct pd_tool_document {
    char name[512];
    yaml_document_t document;
    int has_document, values;
    json_t *json;
};

/* ---- places ---- */

static void document_place_of(char out[PLACE], const pd_tool_document *s, const yaml_node_t *node)
{
    snprintf(out, PLACE, "%.450s:%zu:%zu", s->name, node->start_mark.line + 1, node->start_mark.column + 1);
}

static pd_status fail_at_document(const pd_tool_document *s, const yaml_node_t *node, pd_error *err,
                                  const char *text)
{
    char place[PLACE];
    document_place_of(place, s, node);
    return pd_fail(err, PD_ERR_FORMAT, place, "%s", text);
}

/* Returns the child of a node that one segment of a pointer names, or NULL; *key is the node whose place is
 * that of the child: in a mapping its key. */
static yaml_node_t *child_of(yaml_document_t *document, const yaml_node_t *node, const char *segment,
                             size_t size, yaml_node_t **key)
{
    if (node->type == YAML_MAPPING_NODE)
        for (yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top; p++) {
            *key = yaml_document_get_node(document, p->key);
            if ((*key)->type == YAML_SCALAR_NODE && (*key)->data.scalar.length == size &&
                !memcmp((*key)->data.scalar.value, segment, size))
                return yaml_document_get_node(document, p->value);
        }
    if (node->type != YAML_SEQUENCE_NODE) return NULL;

    long count = node->data.sequence.items.top - node->data.sequence.items.start;
    long index = atol(segment);
    if (index < 0 || index >= count || !isdigit((unsigned char)*segment)) return NULL;

    return *key = yaml_document_get_node(document, node->data.sequence.items.start[index]);
}

void pd_tool_document_place(char *out, size_t out_bytes, const pd_tool_document *from, const char *pointer)
{
    /* libyaml reads a document through pointers that are not const */
    yaml_document_t *document = &((pd_tool_document *)(uintptr_t)from)->document;
    yaml_node_t *node = yaml_document_get_root_node(document);
    yaml_node_t *at = node;
    yaml_node_t *key = node;
    char place[PLACE];

    while (node && *pointer == '/') {
        size_t size = strcspn(++pointer, "/");
        node = child_of(document, node, pointer, size, &key);
        if (node) at = key;
        pointer += size;
    }

    if (at) document_place_of(place, from, at);
    snprintf(out, out_bytes, "%s", at ? place : from->name);
}

/* ---- values ---- */

static pd_status convert_document(json_t **out, pd_tool_document *s, const yaml_node_t *node, int depth,
                                  pd_error *err);

/* Returns whether a text is a number of JSON, or one with a leading + or without digits on one side of the
 * point, which YAML allows. */
static bool is_number(const char *text, double *value)
{
    char *end;
    if (strspn(text, "+-0123456789.eE") != strlen(text) || !strpbrk(text, "0123456789")) return false;
    *value = strtod(text, &end);
    return !*end && isfinite(*value);
}

/* Converts a scalar. A plain one may be null, a boolean or a number; a quoted one is always text. */
static pd_status convert_scalar(json_t **out, const pd_tool_document *s, const yaml_node_t *node,
                                pd_error *err)
{
    const char *text = (const char *)node->data.scalar.value;
    const bool plain = node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    double number;

    if (strlen(text) != node->data.scalar.length)
        return fail_at_document(s, node, err, "has a zero byte in a value; text without zero bytes expected");

    if (plain && (!*text || !strcmp(text, "~") || !strcmp(text, "null")))
        *out = json_null();
    else if (plain && (!strcmp(text, "true") || !strcmp(text, "false")))
        *out = json_boolean(*text == 't');
    else if (plain && is_number(text, &number))
        *out = number == floor(number) && fabs(number) < 9e15 ? json_integer((json_int_t)number)
                                                              : json_real(number);
    else
        *out = json_string(text);

    return *out ? PD_OK : fail_at_document(s, node, err, "has a text that is not UTF-8; UTF-8 expected");
}

/* Converts a sequence to a JSON array. */
static pd_status convert_list(json_t **out, pd_tool_document *s, const yaml_node_t *node, int depth,
                              pd_error *err)
{
    *out = json_array();
    for (yaml_node_item_t *i = node->data.sequence.items.start; i < node->data.sequence.items.top; i++) {
        json_t *item = NULL;
        pd_status status =
            convert_document(&item, s, yaml_document_get_node(&s->document, *i), depth + 1, err);
        if (status != PD_OK) {
            json_decref(item);
            return status;
        }

        json_array_append_new(*out, item);
    }

    return PD_OK;
}

static pd_status convert_document(json_t **out, pd_tool_document *s, const yaml_node_t *node, int depth,
                                  pd_error *err)
{
    if (depth > DEPTH_MAX)
        return fail_at_document(s, node, err, "is nested more than 32 deep; at most 32 levels allowed");
    if (++s->values > VALUES_MAX)
        return fail_at_document(s, node, err, "has more than 4000000 values; at most 4000000 allowed");
    if (node->type == YAML_SCALAR_NODE) return convert_scalar(out, s, node, err);
    if (node->type == YAML_SEQUENCE_NODE) return convert_list(out, s, node, depth, err);

    /* A mapping becomes an object; a repeated key is an error. */
    *out = json_object();
    for (yaml_node_pair_t *p = node->data.mapping.pairs.start; p < node->data.mapping.pairs.top; p++) {
        const yaml_node_t *key = yaml_document_get_node(&s->document, p->key);
        json_t *item = NULL;
        if (key->type != YAML_SCALAR_NODE)
            return fail_at_document(s, key, err, "has a key that is not text; text expected");
        const char *name = (const char *)key->data.scalar.value;
        if (json_object_get(*out, name))
            return fail_at_document(s, key, err, "has a key that occurs twice; each key is allowed once");

        pd_status status =
            convert_document(&item, s, yaml_document_get_node(&s->document, p->value), depth + 1, err);
        if (status == PD_OK && json_object_set(*out, name, item))
            status = fail_at_document(s, key, err, "has a key that is not UTF-8; UTF-8 expected");
        json_decref(item);
        if (status != PD_OK) return status;
    }

    return PD_OK;
}

/* ---- documents ---- */

pd_status pd_tool_document_parse(pd_tool_document **out, pd_bytes bytes, const char *name, pd_error *err)
{
    pd_tool_document *s = calloc(1, sizeof *s);

    *out = NULL;
    if (!s) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory");
    snprintf(s->name, sizeof s->name, "%s", name);

    /* Load the tree of nodes with their places. */
    yaml_parser_t parser;
    pd_status status = PD_OK;
    if (yaml_parser_initialize(&parser)) {
        yaml_parser_set_input_string(&parser, bytes.data ? bytes.data : (const void *)"", bytes.size);
        s->has_document = yaml_parser_load(&parser, &s->document);
        if (!s->has_document) {
            char place[PLACE];
            snprintf(place, sizeof place, "%.450s:%zu:%zu", s->name, parser.problem_mark.line + 1,
                     parser.problem_mark.column + 1);
            status =
                pd_fail(err, PD_ERR_FORMAT, place, "%s", parser.problem ? parser.problem : "is malformed");
        }

        yaml_parser_delete(&parser);
    } else {
        status = pd_fail(err, PD_ERR_MEMORY, s->name, "out of memory");
    }

    /* Convert it to JSON. */
    const yaml_node_t *root = status == PD_OK ? yaml_document_get_root_node(&s->document) : NULL;
    if (status == PD_OK && (!root || root->type != YAML_MAPPING_NODE))
        status = pd_fail(err, PD_ERR_FORMAT, name, "is not a mapping; a mapping of fields expected");
    if (status == PD_OK) status = convert_document(&s->json, s, root, 0, err);

    if (status != PD_OK)
        pd_tool_document_close(s);
    else
        *out = s;

    return status;
}

void pd_tool_document_close(pd_tool_document *document)
{
    if (!document) return;
    if (document->has_document) yaml_document_delete(&document->document);
    json_decref(document->json);
    free(document);
}

json_t *pd_tool_document_json(pd_tool_document *document)
{
    return document->json;
}
