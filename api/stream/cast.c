#include "api/stream/cast.h"

#include "api/http/call.h"
#include "api/http/json_write.h"
#include "api/motion/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(pd_api_cast_values, member)
#define FAR        1e6 /* metres: largest coordinate */

/* Values of one ray. */
typedef struct ray_values {
    const json_t *from, *along;
    double length, radius;
} ray_values;

static const pd_api_field ray_fields[] = {
    {.name = "from",
     .type = PD_API_NUMBERS,
     .offset = offsetof(ray_values, from),
     .min = -FAR,
     .max = FAR,
     .example = "[0,1.5,0]",
     .doc = "Start of the ray in metres: x, y, z."},
    {.name = "along",
     .type = PD_API_NUMBERS,
     .offset = offsetof(ray_values, along),
     .min = -FAR,
     .max = FAR,
     .example = "[0,0,1]",
     .doc = "Direction of the ray, of any length but 0: x, y, z."},
    {.name = "length",
     .type = PD_API_NUMBER,
     .offset = offsetof(ray_values, length),
     .min = 0,
     .max = PD_API_CAST_LENGTH,
     .preset = "100",
     .doc = "Length of the ray in metres, 0 to 1000."},
    {.name = "radius",
     .type = PD_API_NUMBER,
     .offset = offsetof(ray_values, radius),
     .min = 0,
     .max = PD_API_CAST_RADIUS,
     .preset = "0",
     .doc = "Radius in metres of a sphere that moves along the ray, 0 to 1; 0: a line."},
    {0},
};

const pd_api_field pd_api_cast_fields[] = {
    {.name = "tick",
     .type = PD_API_COUNT,
     .offset = AT(tick),
     .min = 0,
     .max = UINT32_MAX,
     .example = "1203",
     .doc = "Tick of the last frame before the moment that the client drew. It may lie as far in the past as "
            "the room's `rewind` allows."},
    {.name = "span",
     .type = PD_API_INTEGER,
     .offset = AT(span),
     .min = 1,
     .max = PD_API_CAST_SPAN,
     .preset = "1",
     .doc = "Ticks from that frame to the next one that the client had, 1 to 60."},
    {.name = "fraction",
     .type = PD_API_NUMBER,
     .offset = AT(fraction),
     .min = 0,
     .max = 1,
     .preset = "0",
     .doc = "Place of the moment between the two frames, 0 to 1."},
    {.name = "rays",
     .type = PD_API_OBJECTS,
     .offset = AT(rays),
     .rows = ray_fields,
     .example = "[{\"from\":[0,1.5,0],\"along\":[0,0,1]}]",
     .doc = "Rays, 1 to 64."},
    {.name = "without",
     .type = PD_API_NUMBERS,
     .offset = AT(without),
     .min = 1,
     .max = 2147483647,
     .example = "[1]",
     .doc = "Ids of up to 16 characters that rays pass through, such as the player's own."},
    {.name = "hits",
     .type = PD_API_INTEGER,
     .offset = AT(hits),
     .min = 1,
     .max = PD_API_CAST_HITS,
     .preset = "1",
     .doc = "Largest number of characters that each ray reports, nearest first, 1 to 8."},
    {.name = "surface",
     .type = PD_API_CHOICE,
     .offset = AT(surface),
     .choices = "body|bones|capsules",
     .preset = "\"body\"",
     .doc = "Surface that rays meet: body (the skin as the channel vertices shows it), bones (the skin "
            "without the shapes that the pose drives, as engines draw a .glb file) or capsules. Characters "
            "without a body have capsules."},
    {0},
};

const pd_api_cast_values pd_api_cast_preset = {.span = 1, .hits = 1};

/* Reads three numbers of a ray. */
static bool read_place(pd_vec3 *out, const json_t *array, const char *pointer, const char *name,
                       pd_api_problems *problems)
{
    char at[64];
    double v[3];

    snprintf(at, sizeof at, "%s/%s", pointer, name);
    if (!array) return pd_api_note(problems, PD_ERR_INVALID, at, "missing; three numbers expected");
    if (!pd_api_doubles_read(v, array, 3, -FAR, FAR, at, problems)) return false;
    *out = pd_vec3_make(v[0], v[1], v[2]);

    return true;
}

static bool read_ray(pd_ray *out, const json_t *object, const char *pointer, pd_api_problems *problems)
{
    static const pd_api_field *const tables[] = {ray_fields, NULL};
    ray_values v = {.length = 100};
    char at[64];

    if (!pd_api_fields_json(&v, object, tables, pointer, problems)) return false;
    bool good = read_place(&out->from, v.from, pointer, "from", problems);
    good &= read_place(&out->along, v.along, pointer, "along", problems);
    if (!good) return false;

    const double length = pd_vec3_length(out->along);
    snprintf(at, sizeof at, "%s/along", pointer);
    if (!(length > 1e-9))
        return pd_api_note(problems, PD_ERR_RANGE, at, "a length of %g; more than 1e-9 expected", length);
    out->along = pd_vec3_scale(out->along, 1 / length);
    out->length = v.length;
    out->radius = v.radius;

    return true;
}

bool pd_api_cast_read(pd_api_cast *out, const pd_api_cast_values *v, pd_api_problems *problems)
{
    const size_t rays = json_array_size(v->rays);
    const size_t without = json_array_size(v->without);
    bool good = true;

    out->tick = (uint32_t)v->tick;
    out->span = v->span;
    out->fraction = v->fraction;
    out->surface = (pd_api_surface)v->surface;
    out->hits = v->hits;

    if (!v->rays || rays < 1 || rays > PD_API_CAST_RAYS)
        good = pd_api_note(problems, PD_ERR_RANGE, "/rays", "%zu rays; 1 to %d expected", rays,
                           PD_API_CAST_RAYS);
    for (size_t i = 0; good && i < rays; i++) {
        char pointer[32];
        snprintf(pointer, sizeof pointer, "/rays/%zu", i);
        good = read_ray(&out->rays[i], json_array_get(v->rays, i), pointer, problems);
        out->ray_count = (int)i + 1;
    }

    if (without > PD_API_CAST_WITHOUT)
        return pd_api_note(problems, PD_ERR_RANGE, "/without", "%zu characters; at most %d allowed", without,
                           PD_API_CAST_WITHOUT);
    double ids[PD_API_CAST_WITHOUT];
    if (v->without &&
        !pd_api_doubles_read(ids, v->without, (int)without, 1, 2147483647, "/without", problems))
        return false;
    for (size_t i = 0; i < without; i++) {
        if (ids[i] != (double)(uint32_t)ids[i])
            return pd_api_note(problems, PD_ERR_INVALID, "/without", "%g; ids of characters expected",
                               ids[i]);
        out->without[i] = (uint32_t)ids[i];
    }

    out->without_count = (int)without;

    return good;
}

static void write_place(pd_buffer *out, const char *name, pd_vec3 v)
{
    pd_buffer_printf(out, ",\"%s\":[%.5f,%.5f,%.5f]", name, v.x, v.y, v.z);
}

static void write_hit(pd_buffer *out, const pd_api_hit *h)
{
    pd_buffer_printf(out, "{\"id\":%u", h->id);
    if (h->member) pd_buffer_printf(out, ",\"member\":%u", h->member);
    pd_buffer_text(out, ",\"joint\":");
    pd_api_json_text(out, h->joint);
    pd_buffer_printf(out, ",\"distance\":%.5f", h->distance);
    write_place(out, "point", h->point);
    write_place(out, "normal", h->normal);
    if (h->has_face) {
        pd_buffer_printf(out, ",\"triangle\":%d,\"corners\":[%d,%d,%d],\"weights\":", h->face, h->corners[0],
                         h->corners[1], h->corners[2]);
        pd_api_json_floats(out, h->weights, 3);
    }

    pd_buffer_text(out, "}");
}

void pd_api_cast_write(pd_buffer *out, const pd_api_hits *hits)
{
    pd_buffer_printf(out, "\"tick\":%u,\"hits\":[", hits->tick);
    for (int r = 0; r < hits->ray_count; r++) {
        pd_buffer_text(out, r ? ",[" : "[");
        for (int i = 0; i < hits->counts[r]; i++) {
            if (i) pd_buffer_text(out, ",");
            write_hit(out, &hits->hits[r][i]);
        }

        pd_buffer_text(out, "]");
    }

    pd_buffer_text(out, "]");
}

/* -- POST /v1/rooms/{id}/cast --------------------------------------------------------- */

/* Values of a request of the route; those of the message come first. */
typedef struct room_cast_values {
    pd_api_cast_values cast;
    const char *secret, *session;
} room_cast_values;

const pd_api_field pd_api_room_cast_fields[] = {
    {.name = "secret",
     .type = PD_API_TEXT,
     .offset = offsetof(room_cast_values, secret),
     .example = "\"open sesame\"",
     .doc = "Secret of the room, where it has one."},
    {0},
};

const pd_api_field pd_api_room_cast_query_fields[] = {
    {.name = "session",
     .type = PD_API_TEXT,
     .offset = offsetof(room_cast_values, session),
     .example = "\"plaza\"",
     .doc = "Name of the room, for a router that sends requests with the same name to the same daemon; the "
            "daemon ignores it."},
    {0},
};

void pd_api_handle_room_cast(pd_api_call *call, const pd_api_request *request)
{
    room_cast_values values = {.cast = pd_api_cast_preset};
    pd_api_documents documents = {0};
    pd_api_cast *cast = pd_api_pool_take(&call->pool, 1, sizeof *cast);
    pd_api_hits *hits = pd_api_pool_take(&call->pool, 1, sizeof *hits);
    pd_error err = {0};

    if (!cast || !hits) {
        pd_api_refuse(call, 503, NULL, "out of memory");
        return;
    }

    const bool good = pd_api_decode_fields(&values, &documents, call, request) &&
                      pd_api_cast_read(cast, &values.cast, &call->problems);
    if (good) {
        const pd_api_room_cast wanted = {.room = call->id,
                                         .secret = values.secret,
                                         .owner = request->owner,
                                         .access = request->access,
                                         .cast = cast};
        if (!call->host->cast)
            pd_fail(&err, PD_ERR_NOT_FOUND, "", "no room \"%.64s\"", call->id);
        else
            call->host->cast(call->host->ctx, hits, &wanted, &err);
    }

    pd_api_documents_release(&documents);
    if (err.status == PD_ERR_NOT_FOUND && !*err.where)
        pd_api_refuse(call, 404, NULL, "%s", err.detail);
    else if (err.status == PD_ERR_FORBIDDEN)
        pd_api_refuse(call, 403, err.where, "%s", err.detail);
    else if (err.status != PD_OK)
        pd_api_note_error(&call->problems, "", &err);
    if (!good || err.status != PD_OK) return;

    pd_buffer *out = pd_api_answer(call, 200, "application/json");
    pd_buffer_text(out, "{");
    pd_api_cast_write(out, hits);
    pd_buffer_text(out, "}\n");
}
