#include "tools/motion/script_file.h"

#include "tools/motion/document.h"
#include "core/base/file.h"
#include "core/io/mesh/png.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define BYTES_MAX (64u << 20)

struct pd_tool_script {
    char path[4096];
    pd_tool_document *document;
};

/* ---- grounds from files ---- */

static pd_status read_picture(json_t *rows, const char *path, pd_bytes bytes, double low, double high,
                              pd_error *err)
{
    pd_io_image image;
    pd_io_png_limits limits = {4096, 4096};
    pd_status status = pd_io_png_read(&image, bytes.data, bytes.size, &limits, err);

    if (status != PD_OK) return status;

    /* A grey picture becomes a row of heights per line, from low (black) to high (white). */
    if (image.channels != 1)
        status = pd_fail(err, PD_ERR_FORMAT, path, "%d channels; 1 allowed (grey)", image.channels);
    double most = image.bits == 16 ? 65535 : 255;
    for (int y = 0; status == PD_OK && y < image.height; y++) {
        json_t *row = json_array();
        for (int x = 0; x < image.width; x++) {
            size_t i = (size_t)y * (size_t)image.width + (size_t)x;
            double value = image.bits == 16 ? ((uint16_t *)image.samples)[i] : ((uint8_t *)image.samples)[i];
            json_array_append_new(row, json_real(low + (high - low) * value / most));
        }

        json_array_append_new(rows, row);
    }

    pd_io_image_deinit(&image);
    return status;
}

static pd_status read_text(json_t *rows, const char *path, pd_bytes bytes, pd_error *err)
{
    const char *at = (const char *)bytes.data;
    const char *stop = at + bytes.size;

    for (int line = 1; at < stop; line++) {
        /* Read a line: numbers between spaces, tabs or commas. */
        const char *end = memchr(at, '\n', (size_t)(stop - at));
        char *text = strndup(at, (size_t)((end ? end : stop) - at));
        char *word;
        char *rest = text;
        json_t *row = json_array();

        while (text && (word = strtok_r(rest, " \t\r,", &rest))) {
            double value;
            char *tail;
            value = strtod(word, &tail);
            if (*tail || !isfinite(value)) {
                pd_fail(err, PD_ERR_FORMAT, path, "line %d: '%.40s' is not a number", line, word);
                free(text);
                json_decref(row);
                return PD_ERR_FORMAT;
            }

            json_array_append_new(row, json_real(value));
        }

        /* Lines without a number are skipped. */
        free(text);
        if (json_array_size(row))
            json_array_append_new(rows, row);
        else
            json_decref(row);

        at = end ? end + 1 : stop;
    }

    return PD_OK;
}

static double number_of(const json_t *object, const char *key, double fallback)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : fallback;
}

/* Replaces the ground's "file" by the heights that are in it. */
static pd_status resolve_ground(pd_tool_script *s, pd_error *err)
{
    json_t *ground = json_object_get(json_object_get(pd_tool_document_json(s->document), "scene"), "ground");
    const char *file = json_string_value(json_object_get(ground, "file"));
    const char *slash = strrchr(s->path, '/');
    char path[8300];

    if (!file) return PD_OK;

    /* A relative name is beside the script. */
    snprintf(path, sizeof path, "%.*s%s", *file == '/' || !slash ? 0 : (int)(slash + 1 - s->path), s->path,
             file);

    /* Read the heights from a picture or from a table of numbers. */
    pd_bytes bytes;
    json_t *rows = json_array();
    const char *dot = strrchr(path, '.');
    pd_status status = pd_file_map(&bytes, path, err);
    if (status == PD_OK) {
        status = dot && !strcasecmp(dot, ".png")
                     ? read_picture(rows, path, bytes, number_of(ground, "low", 0),
                                    number_of(ground, "high", 1), err)
                     : read_text(rows, path, bytes, err);
        pd_file_unmap(&bytes);
    }

    /* The script that is sent has the heights themselves. */
    json_object_del(ground, "file");
    json_object_del(ground, "low");
    json_object_del(ground, "high");
    if (status == PD_OK) json_object_set(ground, "heights", rows);
    json_decref(rows);

    return status;
}

/* ---- opening ---- */

static pd_status read_all_script_file(pd_buffer *out, const char *path, pd_error *err)
{
    /* Read up to the limit, from a file or from standard input. */
    FILE *file = strcmp(path, "-") ? fopen(path, "rb") : stdin;
    char block[1 << 14];
    size_t got;
    if (!file) return pd_fail(err, PD_ERR_NOT_FOUND, path, "%m");
    while (out->size <= BYTES_MAX && (got = fread(block, 1, sizeof block, file)) > 0)
        pd_buffer_add(out, block, got);
    int broken = ferror(file) || out->failed;
    if (file != stdin) fclose(file);
    if (broken) return pd_fail(err, PD_ERR_IO, path, "cannot be read");

    return out->size <= BYTES_MAX ? PD_OK : pd_fail(err, PD_ERR_LIMIT, path, "more than %u bytes", BYTES_MAX);
}

pd_status pd_tool_script_open(pd_tool_script **out, const char *path, pd_error *err)
{
    pd_buffer bytes = {0};
    pd_tool_script *s = calloc(1, sizeof *s);

    *out = NULL;
    if (!s) return pd_fail(err, PD_ERR_MEMORY, path, "out of memory");

    /* Parse the text, then replace the file of its ground by heights. */
    snprintf(s->path, sizeof s->path, "%s", strcmp(path, "-") ? path : "standard input");
    pd_status status = read_all_script_file(&bytes, path, err);
    if (status == PD_OK)
        status = pd_tool_document_parse(&s->document, (pd_bytes){bytes.data, bytes.size}, s->path, err);
    if (status == PD_OK) status = resolve_ground(s, err);
    pd_buffer_deinit(&bytes);
    if (status != PD_OK)
        pd_tool_script_close(s);
    else
        *out = s;

    return status;
}

void pd_tool_script_close(pd_tool_script *script)
{
    if (!script) return;
    pd_tool_document_close(script->document);
    free(script);
}

pd_status pd_tool_script_json(pd_buffer *out, const pd_tool_script *script, pd_error *err)
{
    char *text = json_dumps(pd_tool_document_json(script->document), JSON_COMPACT | JSON_REAL_PRECISION(17));
    if (!text) return pd_fail(err, PD_ERR_MEMORY, script->path, "out of memory");
    pd_buffer_text(out, text);
    free(text);
    return out->failed ? pd_fail(err, PD_ERR_MEMORY, script->path, "out of memory") : PD_OK;
}

void pd_tool_script_place(char *out, size_t out_bytes, const pd_tool_script *script, const char *pointer)
{
    pd_tool_document_place(out, out_bytes, script->document, pointer);
}
