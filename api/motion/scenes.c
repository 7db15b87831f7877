#include "api/motion/scenes.h"

#include "api/http/reply_header.h"
#include "api/http/upload.h"
#include "api/http/call.h"
#include "api/motion/scene.h"
#include "api/http/json_write.h"
#include "config/config.h"
#include "core/io/mesh/png.h"
#include "core/io/mocap/sidecar.h"
#include "core/base/assert.h"
#include "core/base/references.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SHOWN_HERE   16384 /* heights that are written while decoding: 2 ms */
#define SHOWN_MS     1.2e-4
/* Memory for a height as JSON, "-0.0123456789,", with the spare half of a growing buffer. */
#define HEIGHT_BYTES 18

pd_api_scene *pd_api_scene_new(const char *id, pd_anim_scene *scene)
{
    pd_api_scene *made = calloc(1, sizeof *made);

    if (made) {
        made->references = 1;
        snprintf(made->id, sizeof made->id, "%s", id);
        made->scene = *scene;
        memset(scene, 0, sizeof *scene);
    } else
        pd_anim_scene_deinit(scene);

    return made;
}

pd_api_scene *pd_api_scene_retain(pd_api_scene *scene)
{
    pd_references_add(&scene->references);
    return scene;
}

void pd_api_scene_release(pd_api_scene *scene)
{
    if (!scene || !pd_references_drop(&scene->references)) return;

    pd_anim_scene_deinit(&scene->scene);
    if (scene->held) scene->host->memory_give(scene->host->ctx, PD_API_MEMORY_SCENES, scene->held);
    free(scene);
}

/* -- looking ---------------------------------------------------------------------------- */

/* Writes a named pair of coordinates. */
static void pair(pd_buffer *out, const char *name, const double at[2])
{
    pd_buffer_printf(out, "\"%s\":", name);
    pd_api_json_doubles(out, at, 2);
}

/* Begins the i-th object of a list. */
static void separate(pd_buffer *out, int i)
{
    pd_buffer_text(out, i ? ",{" : "{");
}

/* Writes a segment with its width. */
static void segment_json(pd_buffer *out, int i, const double from[2], const double to[2], double width)
{
    PD_ASSERT(i >= 0);
    separate(out, i);
    pair(out, "from", from);
    pd_buffer_text(out, ",");
    pair(out, "to", to);
    pd_buffer_printf(out, ",\"width\":%.9g}", width);
}

/* Writes the beginning of a scene's object. heights: begins the list of its rows too. */
static void open_scene(pd_buffer *out, const pd_api_scene *scene, bool heights)
{
    const pd_anim_ground *g = &scene->scene.ground;

    pd_buffer_text(out, "{\"id\":");
    pd_api_json_text(out, scene->id);
    pd_buffer_text(out, ",");
    if (!g->rows) {
        pd_buffer_text(out, "\"ground\":{\"kind\":\"flat\"");
        return;
    }

    pd_buffer_printf(out, "\"ground\":{\"rows\":%d,\"columns\":%d,\"cell\":%.9g,\"x\":%.9g,\"z\":%.9g",
                     g->rows, g->columns, g->cell, g->x, g->z);
    if (heights) pd_buffer_text(out, ",\"heights\":[");
}

/* Ends the ground and writes the objects of the scene. problems: their warnings are written too; or NULL. */
static void close_scene(pd_buffer *out, const pd_api_scene *scene, bool heights,
                        const pd_api_problems *problems)
{
    const pd_anim_scene *s = &scene->scene;

    /* End of the ground, then what stands on it. */
    pd_buffer_text(out, heights && s->ground.rows ? "]}" : "}");

    pd_buffer_text(out, ",\"walls\":[");
    for (int i = 0; i < s->wall_count; i++)
        segment_json(out, i, s->walls[i].from, s->walls[i].to, s->walls[i].width);

    pd_buffer_text(out, "],\"jumps\":[");
    for (int i = 0; i < s->jump_count; i++) {
        separate(out, i);
        pair(out, "at", s->jumps[i].at);
        pd_buffer_printf(out, ",\"radius\":%.9g,\"falloff\":%.9g}", s->jumps[i].radius, s->jumps[i].falloff);
    }

    pd_buffer_text(out, "],\"crouches\":[");
    for (int i = 0; i < s->crouch_count; i++) {
        separate(out, i);
        pair(out, "at", s->crouches[i].at);
        pd_buffer_text(out, ",");
        pair(out, "size", s->crouches[i].size);
        pd_buffer_printf(out, ",\"amount\":%.9g", s->crouches[i].amount);
        if (s->crouches[i].wave > 0) pd_buffer_printf(out, ",\"wave\":%.9g", s->crouches[i].wave);
        pd_buffer_text(out, "}");
    }

    pd_buffer_text(out, "],\"beams\":[");
    for (int i = 0; i < s->beam_count; i++)
        segment_json(out, i, s->beams[i].from, s->beams[i].to, s->beams[i].width);

    pd_buffer_text(out, "],\"seats\":[");
    for (int i = 0; i < s->seat_count; i++) {
        const pd_anim_seat *seat = &s->seats[i];
        separate(out, i);
        pair(out, "at", seat->at);
        pd_buffer_printf(out, ",\"facing\":%.9g,\"width\":%.9g,\"depth\":%.9g}", seat->facing, seat->width,
                         seat->depth);
    }

    pd_buffer_text(out, "]");
    if (problems) pd_api_json_warnings(out, problems);
    pd_buffer_text(out, "}");
}

/* Writes a scene without its heights. problems: as of close_scene. */
static void scene_json(pd_buffer *out, const pd_api_scene *scene, const pd_api_problems *problems)
{
    open_scene(out, scene, false);
    close_scene(out, scene, false, problems);
}

typedef struct list {
    pd_buffer *out;
    const pd_api_access *access;
    int count;
} list;

/* Appends a scene to the list, if the key may use it. */
static void list_one_scenes(void *arg, const char *id, const void *scene)
{
    list *l = arg;

    if (!pd_api_access_allows(l->access, PD_API_OBJECT_SCENES, id)) return;
    pd_buffer_text(l->out, l->count++ ? "," : "");
    scene_json(l->out, scene, NULL);
}

void pd_api_handle_scenes(pd_api_call *call, const pd_api_request *request)
{
    list l = {pd_api_answer(call, 200, "application/json"), call->access, 0};
    (void)request;
    pd_api_fetch(call, PD_API_STORED_SCENES, NULL);
    pd_buffer_text(l.out, "{\"scenes\":[");
    if (call->host->each_scene) call->host->each_scene(call->host->ctx, list_one_scenes, &l);
    pd_buffer_text(l.out, "]}\n");
}

typedef struct look_values {
    int heights;
} look_values;

const pd_api_field pd_api_scene_query_fields[] = {
    {.name = "heights",
     .type = PD_API_BOOLEAN,
     .offset = offsetof(look_values, heights),
     .preset = "false",
     .doc = "True adds every height of the ground to the reply."},
    {0},
};

/* Refuses the call with 404 and a hint at similar names. */
static void refuse_scene(pd_api_call *call)
{
    char hint[PD_API_HINT_BYTES];

    pd_api_id_hint(hint, call->host, call->access, PD_API_IDS_SCENES, call->id);
    pd_api_refuse(call, 404, NULL, "no scene \"%.64s\"%s%s GET /v1/scenes lists them", call->id, hint,
                  *hint ? "" : ";");
}

/* State of a call about one scene. */
typedef struct scene_work {
    pd_anim_scene scene; /* scene that is put; `plan` makes its ground */
    pd_api_ground_plan plan;
    pd_api_scene *shown;
    /* When `shown` is written with its heights: next row, and rows in a part of the reply. */
    int row, part_rows;
} scene_work;

/* Releases the state of a call about a scene. */
static void end_work(pd_api_call *call)
{
    scene_work *work = call->job;

    pd_anim_scene_deinit(&work->scene);
    pd_api_scene_release(work->shown);
}

/* Allocates the state of a call about a scene. */
static scene_work *begin_work(pd_api_call *call)
{
    call->job = pd_api_pool_take(&call->pool, 1, sizeof(scene_work));
    if (call->job)
        call->deinit = end_work;
    else
        pd_api_refuse(call, 503, NULL, "out of memory");

    return call->job;
}

/* Returns the number of heights of a ground. */
static size_t heights_of(const pd_api_scene *scene)
{
    return (size_t)scene->scene.ground.rows * (size_t)scene->scene.ground.columns;
}

/* Writes the next rows; before the first one the scene's beginning, after the last one its end. A cancelled
 * part counts as not written. */
static void show_rows(pd_api_call *call)
{
    scene_work *work = call->job;
    const pd_anim_ground *ground = &work->shown->scene.ground;
    const int left = ground->rows - work->row;
    const int rows = left < work->part_rows ? left : work->part_rows;

    PD_ASSERT(work->row <= ground->rows && work->part_rows >= 0);
    pd_buffer *out = pd_api_answer(call, 200, "application/json");

    if (work->row == 0) open_scene(out, work->shown, true);

    for (int i = work->row; i < work->row + rows && !pd_cancelled(call->cancel); i++) {
        if (i) pd_buffer_text(out, ",");
        pd_api_json_floats(out, ground->heights + (size_t)i * (size_t)ground->columns, ground->columns);
    }

    /* The part will be written again. */
    if (pd_cancelled(call->cancel)) {
        call->done = 0;
        return;
    }

    /* The last part ends the document. */
    work->row += rows;
    call->has_more = work->row < ground->rows;
    if (call->has_more) return;
    close_scene(out, work->shown, true, NULL);
    pd_buffer_text(out, "\n");
}

/* Writes and compresses the next part of the reply. */
static void run_show(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    (void)scratch;
    (void)executor;
    show_rows(call);
    if (call->done && !pd_api_compress_part(call)) pd_api_refuse(call, 503, NULL, "out of memory");
}

/* Bytes of one part of the reply. */
static size_t show_bytes(const pd_api_call *call, int threads)
{
    const scene_work *work = call->job;
    (void)threads;
    return HEIGHT_BYTES * (size_t)work->part_rows * (size_t)work->shown->scene.ground.columns;
}

void pd_api_handle_scene(pd_api_call *call, const pd_api_request *request)
{
    look_values values = {0};
    pd_api_documents documents = {0};
    int good = pd_api_decode_fields(&values, &documents, call, request);

    /* The scene, unless the client has this revision. */
    pd_api_documents_release(&documents);
    scene_work *work = good ? begin_work(call) : NULL;
    if (!work) return;
    pd_api_scene *scene = pd_api_take_scene(call, call->id);
    if (!scene) refuse_scene(call);
    work->shown = scene;
    if (!work->shown) return;
    if (pd_api_revised(call, request, scene->revision, values.heights ? "heights" : "")) return;

    /* 16 million heights are 170 MB of JSON: made while they are sent, PD_API_PART_BYTES at a time. */
    const pd_anim_ground *ground = &work->shown->scene.ground;
    if (values.heights && heights_of(work->shown) > SHOWN_HERE) {
        const int fit = (int)(PD_API_PART_BYTES / (HEIGHT_BYTES * (size_t)ground->columns));
        work->part_rows = fit < 1 ? 1 : fit;
        call->in_parts = true;
        call->part_total = (ground->rows + work->part_rows - 1) / work->part_rows;
        call->work = PD_API_MAKE;
        call->run = run_show;
        call->run_bytes = show_bytes;
        return;
    }

    if (values.heights) {
        work->part_rows = ground->rows;
        show_rows(call);
        return;
    }

    scene_json(pd_api_answer(call, 200, "application/json"), work->shown, NULL);
    pd_buffer_text(&call->reply.body, "\n");
}

void pd_api_handle_scene_delete(pd_api_call *call, const pd_api_request *request)
{
    if (!pd_api_fetch(call, PD_API_STORED_SCENES, call->id)) return;
    int gone = call->host->scene_delete
                   ? call->host->scene_delete(call->host->ctx, call->id, &request->owner, &call->condition)
                   : 0;

    if (!pd_api_answer_deleted(call, gone, "scene")) refuse_scene(call);
}

/* -- putting ---------------------------------------------------------------------------- */

typedef struct map_values {
    double cell, scale, x, z;
    int columns;
} map_values;

const pd_api_field pd_api_scene_put_query_fields[] = {
    {.name = "cell",
     .type = PD_API_NUMBER,
     .offset = offsetof(map_values, cell),
     .min = 0.001,
     .max = 100,
     .preset = "0.1",
     .doc = "Distance in metres between two neighbouring heights of the heightmap."},
    {.name = "scale",
     .type = PD_API_NUMBER,
     .offset = offsetof(map_values, scale),
     .min = -10000,
     .max = 10000,
     .preset = "1",
     .doc = "Height in metres of white in a PNG heightmap."},
    {.name = "columns",
     .type = PD_API_INTEGER,
     .offset = offsetof(map_values, columns),
     .min = 2,
     .max = PD_ANIM_GROUND_MAX_SIDE,
     .doc = "Number of heights in a row of raw float32."},
    {.name = "x",
     .type = PD_API_NUMBER,
     .offset = offsetof(map_values, x),
     .min = -PD_ANIM_SCENE_MAX_SPAN,
     .max = PD_ANIM_SCENE_MAX_SPAN,
     .doc =
         "Coordinate x in metres of the heightmap's first corner; without it the ground's centre is at 0."},
    {.name = "z",
     .type = PD_API_NUMBER,
     .offset = offsetof(map_values, z),
     .min = -PD_ANIM_SCENE_MAX_SPAN,
     .max = PD_ANIM_SCENE_MAX_SPAN,
     .doc =
         "Coordinate z in metres of the heightmap's first corner; without it the ground's centre is at 0."},
    {0},
};

/* Makes a flat ground of that size at the place that the query gives, by default centred at 0. */
static bool make_ground(pd_anim_ground *ground, int rows, int columns, const map_values *v,
                        pd_api_problems *problems)
{
    pd_error err = {0};
    double x = isnan(v->x) ? -v->cell * (columns - 1) / 2 : v->x;
    double z = isnan(v->z) ? -v->cell * (rows - 1) / 2 : v->z;

    if (pd_anim_ground_init(
            ground, (pd_anim_ground_grid){.rows = rows, .columns = columns, .x = x, .z = z, .cell = v->cell},
            "", &err) == PD_OK)
        return true;

    return pd_api_note_error(problems, "", &err);
}

/* Reads a grey PNG as a heightmap. */
static bool read_png(pd_anim_ground *ground, pd_bytes body, const map_values *v, pd_api_problems *problems)
{
    const pd_io_png_limits limits = {PD_ANIM_GROUND_MAX_SIDE, PD_ANIM_GROUND_MAX_SIDE};
    pd_io_image image;
    pd_error err = {0};

    if (pd_io_png_read(&image, body.data, body.size, &limits, &err) != PD_OK)
        return pd_api_note_error(problems, "", &err);

    /* White is `scale` metres high, whatever the number of bits. */
    bool good = image.channels == 1 ||
                pd_api_note(problems, PD_ERR_UNSUPPORTED, "",
                            "a PNG with %d channels; 1 channel (grey) expected", image.channels);
    good = good && make_ground(ground, image.height, image.width, v, problems);
    PD_ASSERT(!good || (ground->rows == image.height && ground->columns == image.width));
    size_t count = good ? (size_t)image.height * (size_t)image.width : 0;
    for (size_t i = 0; i < count; i++)
        ground->heights[i] = (float)(v->scale * (image.bits == 16 ? ((uint16_t *)image.samples)[i] / 65535.0
                                                                  : ((uint8_t *)image.samples)[i] / 255.0));
    pd_io_image_deinit(&image);

    return good;
}

/* Reads a heightmap of numbers as text. */
static bool read_text(pd_anim_ground *ground, pd_bytes body, const map_values *v, pd_api_problems *problems)
{
    pd_sidecar_table table;
    pd_error err = {0};

    if (pd_sidecar_heights_parse(&table, body, "heights", &err) != PD_OK)
        return pd_api_note_error(problems, "", &err);
    bool good = make_ground(ground, table.rows, table.columns, v, problems);
    PD_ASSERT(!good || (ground->rows == table.rows && ground->columns == table.columns));
    if (good)
        memcpy(ground->heights, table.values,
               (size_t)table.rows * (size_t)table.columns * sizeof *table.values);
    pd_sidecar_table_deinit(&table);

    return good;
}

/* Reads a heightmap of raw float32 in rows. */
static bool read_raw(pd_anim_ground *ground, pd_bytes body, const map_values *v, pd_api_problems *problems)
{
    size_t row = (size_t)v->columns * sizeof(float);
    size_t rows = row ? body.size / row : 0;

    if (!row)
        return pd_api_note(problems, PD_ERR_INVALID, "/columns",
                           "missing; the number of heights in a row expected");
    if (rows * row != body.size || rows > PD_ANIM_GROUND_MAX_SIDE)
        return pd_api_note(problems, PD_ERR_RANGE, "", "%zu bytes; 2 to %d rows of %zu expected", body.size,
                           PD_ANIM_GROUND_MAX_SIDE, row);
    if (!make_ground(ground, (int)rows, v->columns, v, problems)) return false;
    PD_ASSERT((size_t)ground->rows * (size_t)ground->columns * sizeof *ground->heights == body.size);
    memcpy(ground->heights, body.data, body.size);

    return true;
}

typedef bool map_reader(pd_anim_ground *ground, pd_bytes body, const map_values *v,
                        pd_api_problems *problems);

static const struct {
    const char *type;
    map_reader *read;
} map_types[] = {
    {"image/png", read_png},
    {"text/plain", read_text},
    {"application/octet-stream", read_raw},
};

/* Returns the reader of a heightmap's media type, or NULL for JSON. */
static map_reader *reader_of(const char *type)
{
    size_t size = type ? strcspn(type, "; \t") : 0;
    for (size_t i = 0; i < sizeof map_types / sizeof *map_types; i++)
        if (size == strlen(map_types[i].type) && !strncasecmp(type, map_types[i].type, size))
            return map_types[i].read;
    return NULL;
}

/* Reads a heightmap of any type as the ground of a scene. */
static bool read_map(pd_anim_scene *scene, map_reader *read, pd_api_call *call, const pd_api_request *request)
{
    map_values v = {.cell = 0.1, .scale = 1, .x = NAN, .z = NAN};
    pd_api_problems *problems = &call->problems;
    pd_error err = {0};

    problems->in_query = 1;
    json_t *query = pd_api_query_json(request->query, call->route->query, problems);
    bool good = query && pd_api_fields_json(&v, query, call->route->query, "", problems);
    const pd_api_idle idle[] = {{"scale", read != read_png, "a PNG"},
                                {"columns", read != read_raw, "application/octet-stream"},
                                {NULL, false, NULL}};
    good = good && pd_api_idle_check(query, idle, call->route->query, "", problems);
    problems->in_query = 0;
    json_decref(query);
    if (!good || !read(&scene->ground, request->body, &v, problems)) return false;

    return pd_anim_scene_check(scene, "", &err) == PD_OK || pd_api_note_error(problems, "", &err);
}

static bool read_json(scene_work *work, pd_api_call *call, const pd_api_request *request)
{
    /* the query is of heightmaps alone */
    static const char *const map = "a heightmap (image/png, text/plain, application/octet-stream)";
    static const pd_api_idle idle[] = {{"cell", true, map}, {"scale", true, map}, {"columns", true, map},
                                       {"x", true, map},    {"z", true, map},     {NULL, false, NULL}};
    json_t *document = NULL;

    call->problems.in_query = 1;
    json_t *query = pd_api_query_json(request->query, call->route->query, &call->problems);
    bool good = query && pd_api_idle_check(query, idle, call->route->query, "", &call->problems);
    call->problems.in_query = 0;
    json_decref(query);
    good = good && pd_api_json_parse(&document, NULL, request->body, NULL, call->limits, &call->problems) &&
           pd_api_scene_read(&work->scene, &work->plan, document, "", &call->problems);

    json_decref(document);
    return good;
}

/* Bytes that reading a heightmap takes, for samples and heights. The size of a PNG is in its header. */
static size_t map_bytes(map_reader *read, pd_bytes body)
{
    enum { WIDTH = 16, HEIGHT = 20, COLOUR = 25 }; /* offsets in a PNG */
    size_t sides[] = {0, 0};

    if (read == read_raw) return body.size;
    if (read == read_text) return 4 * body.size; /* "0 0 0": a height, and its copy, of two bytes */
    if (body.size <= COLOUR) return 0;
    for (int i = 0; i < 8; i++) sides[i / 4] = sides[i / 4] << 8 | body.data[WIDTH + i];
    if (sides[0] > PD_ANIM_GROUND_MAX_SIDE || sides[1] > PD_ANIM_GROUND_MAX_SIDE) return 0; /* is refused */
    return sides[0] * sides[1] * (sizeof(float) + (body.data[COLOUR] ? 8 : 2));
}

static void keep_scenes(pd_api_call *call, pd_anim_scene *scene)
{
    const size_t bytes =
        sizeof(pd_api_scene) + (size_t)scene->ground.rows * (size_t)scene->ground.columns * sizeof(float) +
        (size_t)scene->wall_count * sizeof *scene->walls + (size_t)scene->jump_count * sizeof *scene->jumps +
        (size_t)scene->crouch_count * sizeof *scene->crouches +
        (size_t)scene->beam_count * sizeof *scene->beams + (size_t)scene->seat_count * sizeof *scene->seats;
    pd_error err = {0};
    int is_new = 0;

    /* Hold the memory that the scene takes from here on, and make it. */
    pd_api_settle(call); /* the memory counted for making the scene is counted for the scene below */
    if (!pd_api_hold_for(call, PD_API_MEMORY_SCENES, bytes)) return;
    pd_api_scene *made = pd_api_scene_new(call->id, scene);
    if (made) made->owner = call->owner.id;
    if (made) memcpy(made->revision, call->revision, sizeof made->revision);
    if (made && call->host->memory_take) {
        made->host = call->host;
        made->held = bytes;
    }

    if (!made && call->host->memory_take)
        call->host->memory_give(call->host->ctx, PD_API_MEMORY_SCENES, bytes);

    /* Put it among the scenes of the server, if the conditions of the request hold. */
    pd_status status = made ? PD_OK : pd_fail(&err, PD_ERR_MEMORY, "", "out of memory for a scene");
    if (status == PD_OK)
        status = call->host->scene_put(call->host->ctx, pd_api_scene_retain(made), &call->condition, &is_new,
                                       &err);
    if (status != PD_OK)
        pd_api_refuse(call,
                      is_new == -2 ? 412
                      : is_new < 0 ? 403
                                   : pd_status_http(status),
                      NULL, "%s", err.detail);
    else {
        scene_json(pd_api_answer(call, is_new ? 201 : 200, "application/json"), made, &call->problems);
        pd_buffer_text(&call->reply.body, "\n");
        pd_api_etag_of_stored(&call->reply, made->revision, "");
    }

    pd_api_scene_release(made);
}

static void run_put(pd_api_call *call, pd_arena *scratch, const pd_executor *executor)
{
    scene_work *work = call->job;
    pd_error err;

    (void)scratch;
    (void)executor;
    work->plan.options.cancel = call->cancel;
    pd_status status = pd_api_scene_make_ground(&work->scene, &work->plan, &err);
    if (status == PD_OK)
        keep_scenes(call, &work->scene);
    else if (!pd_cancelled(call->cancel))
        pd_api_refuse(call, status == PD_ERR_MEMORY ? 503 : 400, err.where, "%s", err.detail);
}

static size_t put_bytes(const pd_api_call *call, int threads)
{
    (void)threads;
    return pd_api_ground_plan_bytes(&((const scene_work *)call->job)->plan);
}

double pd_api_scene_cost(const pd_api_call *call)
{
    const scene_work *work = call->job;

    return work->shown ? SHOWN_MS * (double)heights_of(work->shown) : pd_api_ground_plan_cost(&work->plan);
}

void pd_api_judge_scene_put(pd_api_call *call, const pd_api_request *request)
{
    if (!call->host->scene_put) pd_api_refuse(call, 404, NULL, "this server stores no scenes");
    if (call->done || !pd_api_take_new_id(call)) return;
    if (!pd_api_fetch(call, PD_API_STORED_SCENES, call->id) || request->restores) return;

    /* scene_put checks the owner and the conditions once more,
     * because another request may put the scene meanwhile. */
    pd_api_scene *now = call->host->scene ? call->host->scene(call->host->ctx, call->id) : NULL;
    if (now && now->owner != call->owner.id)
        pd_api_refuse(call, 403, NULL, "the scene \"%.64s\" belongs to another client", call->id);
    else
        pd_api_refuse_condition(call, "the scene", now ? now->revision : NULL);
    pd_api_scene_release(now);
}

void pd_api_handle_scene_put(pd_api_call *call, const pd_api_request *request)
{
    const bool is_picture = pd_api_type_is_open(request->content_type) && pd_api_upload_type(request) &&
                            !strcmp(pd_api_upload_type(request), "image/png");
    map_reader *read = reader_of(is_picture ? "image/png" : request->content_type);

    pd_api_judge_scene_put(call, request);
    if (call->done || call->denied.status != PD_OK) return;

    scene_work *work = begin_work(call);
    if (!work || (read && !pd_api_hold(call, map_bytes(read, request->body)))) return;

    int good = read ? read_map(&work->scene, read, call, request) : read_json(work, call, request);
    if (!good) {
        if (!call->done) pd_api_refuse_all(call);
        return;
    }

    if (!work->plan.is_wanted) {
        keep_scenes(call, &work->scene);
        return;
    }

    call->run = run_put;
    call->run_bytes = put_bytes;
}
