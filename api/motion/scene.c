#include "api/motion/scene.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct ground_values {
    const json_t *heights;
    double seed, side, cell, slope_deg, yaw_deg, x, z;
    int kind; /* 0 flat, then as pd_anim_terrain */
} ground_values;

typedef struct scene_values {
    const json_t *ground, *walls, *jumps, *crouches, *beams, *seats;
} scene_values;

/* Fields of all kinds of elements: each table names its own. */
typedef struct element_values {
    const json_t *from, *to, *at, *size;
    double width, depth, facing, radius, falloff, amount, wave;
} element_values;

#define G_AT(member) offsetof(ground_values, member)
#define E_AT(member) offsetof(element_values, member)
#define SPAN         PD_ANIM_SCENE_MAX_SPAN

#define KIND_CHOICE(id, name, slope, help) "|" name
static const char ground_kinds[] = "flat" PD_ANIM_TERRAIN_TABLE(KIND_CHOICE);

#define NUMBER(field, struct_at, low, high, fallback, text)                                                  \
    {                                                                                                        \
        .name = field, .type = PD_API_NUMBER, .offset = struct_at, .min = low, .max = high,                  \
        .preset = fallback, .doc = text                                                                      \
    }
#define POINT(field, struct_at, text)                                                                        \
    {                                                                                                        \
        .name = field, .type = PD_API_NUMBERS, .offset = struct_at, .min = -SPAN, .max = SPAN,               \
        .example = "[0,4]", .doc = text                                                                      \
    }

static const pd_api_field ground_fields[] = {
    {.name = "kind",
     .type = PD_API_CHOICE,
     .offset = G_AT(kind),
     .choices = ground_kinds,
     .preset = "\"flat\"",
     .doc = "Kind of ground that is made from the seed."},
    NUMBER("seed", G_AT(seed), 0, 9007199254740991.0, "0",
           "Seed of the ground that is made, a whole number."),
    NUMBER("side", G_AT(side), 0, 400, "80", "Side length in metres of the square of ground that is made."),
    NUMBER("slope_deg", G_AT(slope_deg), 0, 35, "0",
           "Slope of the steep places of the ground that is made, in degrees; 0: the kind's own slope."),
    NUMBER("yaw_deg", G_AT(yaw_deg), -360, 360, "0",
           "Direction in degrees in which stairs, ridges, ramps and bars of the ground that is made rise, "
           "about +Y; 0: +z."),
    NUMBER("cell", G_AT(cell), 0, 100, "0.1",
           "Distance in metres between two neighbouring heights of the ground."),
    {.name = "heights",
     .type = PD_API_NUMBERS,
     .offset = G_AT(heights),
     .min = -10000,
     .max = 10000,
     .schema = "{\"type\":\"array\",\"items\":{\"type\":\"array\",\"items\":{\"type\":\"number\"}}}",
     .example = "[[0,0,0],[0,0.2,0],[0,0,0]]",
     .doc = "Heights of the ground in metres, instead of `kind`: rows along +z of columns along +x, 2 to "
            "4096 of each."},
    NUMBER("x", G_AT(x), -SPAN, SPAN, NULL,
           "Coordinate x in metres of the ground's first corner; without it the ground's centre is at 0."),
    NUMBER("z", G_AT(z), -SPAN, SPAN, NULL,
           "Coordinate z in metres of the ground's first corner; without it the ground's centre is at 0."),
    {0},
};

static const pd_api_field wall_fields[] = {
    POINT("from", E_AT(from), "First end of the wall in metres: x, z."),
    POINT("to", E_AT(to), "Second end of the wall in metres: x, z."),
    NUMBER("width", E_AT(width), 0, 100, "0.1",
           "Half the thickness of the wall in metres: its sides are this far from the segment."),
    {0}};
static const pd_api_field jump_fields[] = {
    POINT("at", E_AT(at), "Centre of the disc in metres: x, z."),
    NUMBER("radius", E_AT(radius), 0.01, 100, "0.75", "Radius of the disc in metres."),
    NUMBER("falloff", E_AT(falloff), 0.01, 100, "1",
           "Width in metres of the ring around the disc over which the effect of the area fades."),
    {0}};
static const pd_api_field crouch_fields[] = {
    POINT("at", E_AT(at), "Centre of the box in metres: x, z."),
    POINT("size", E_AT(size), "Size of the box along x and along z in metres."),
    NUMBER("amount", E_AT(amount), 0, 1, "1",
           "Depth of the crouch: 0 upright, 0.5 with the hips lowered by half, 1 fully crouched. It fades "
           "out over 1 m around the box. Of several areas and the character's input, the deepest counts."),
    NUMBER("wave", E_AT(wave), 0, 100, "0",
           "Wave length in metres of a variation of `amount` along x, by the factor 1 - (sin(x/wave) + 1)/2, "
           "as under the bars of the original demo; 0: no variation."),
    {0}};
static const pd_api_field beam_fields[] = {
    POINT("from", E_AT(from), "First end of the beam in metres: x, z."),
    POINT("to", E_AT(to), "Second end of the beam in metres: x, z."),
    NUMBER("width", E_AT(width), 0.01, 10, "0.1",
           "Half the width of the beam in metres: its sides are this far from the segment."),
    {0}};

static const pd_api_field seat_fields[] = {
    POINT("at", E_AT(at), "Centre of the seat in metres: x, z."),
    {.name = "facing",
     .type = PD_API_NUMBER,
     .offset = E_AT(facing),
     .min = -PD_ANIM_SCENE_MAX_HEADING,
     .max = PD_ANIM_SCENE_MAX_HEADING,
     .is_heading = true,
     .preset = "0",
     .doc = "Direction that a person on the seat faces, in radians about +Y; 0 is +Z."},
    NUMBER("width", E_AT(width), 0.05, 100, "0.45", "Width of the seat in metres, across its facing."),
    NUMBER("depth", E_AT(depth), 0.05, 100, "0.45", "Depth of the seat in metres, along its facing."),
    {0}};

#define LIST(field, table, sample, text)                                                                     \
    {                                                                                                        \
        .name = #field, .type = PD_API_OBJECTS, .offset = offsetof(scene_values, field), .rows = table,      \
        .example = sample, .doc = text                                                                       \
    }

const pd_api_field pd_api_scene_fields[] = {
    {.name = "ground",
     .type = PD_API_OBJECT,
     .offset = offsetof(scene_values, ground),
     .rows = ground_fields,
     .example = "{\"kind\":\"hills\",\"seed\":1}",
     .doc = "Ground of the scene: made from a seed, or given as heights. Without it the ground is flat at "
            "height 0."},
    LIST(walls, wall_fields, "[{\"from\":[-2,4],\"to\":[2,4]}]",
         "Walls: line segments that characters cannot cross."),
    LIST(jumps, jump_fields, "[{\"at\":[0,6]}]", "Jump areas: discs in which characters jump."),
    LIST(crouches, crouch_fields, "[{\"at\":[0,9],\"size\":[2,2]}]",
         "Crouch areas: boxes in which characters crouch."),
    LIST(beams, beam_fields, "[{\"from\":[0,12],\"to\":[0,15]}]",
         "Beams: narrow bars on which characters keep their balance."),
    LIST(seats, seat_fields, "[{\"at\":[2,1]}]",
         "Seats: chairs, stools and benches that characters on their way to a seat walk around. Other "
         "characters are not kept off them."),
    {0},
};

bool pd_api_doubles_read(double *out, const json_t *array, int count, double min, double max,
                         const char *pointer, pd_api_problems *problems)
{
    PD_ASSERT(count >= 0 && min <= max);
    char at[224];
    if (!json_is_array(array) || json_array_size(array) != (size_t)count)
        return pd_api_note(problems, PD_ERR_INVALID, pointer, "%s; an array of %d numbers expected",
                           json_is_array(array) ? "an array of another length" : pd_api_json_kind(array),
                           count);
    for (int i = 0; i < count; i++) {
        const json_t *value = json_array_get(array, (size_t)i);
        double x = json_number_value(value);
        snprintf(at, sizeof at, "%s/%d", pointer, i);
        if (!json_is_number(value))
            return pd_api_note(problems, PD_ERR_INVALID, at, "%s; a number from %.10g to %.10g expected",
                               pd_api_json_kind(value), min, max);
        if (!(x >= min && x <= max))
            return pd_api_note(problems, PD_ERR_RANGE, at, "%.10g; %.10g to %.10g allowed", x, min, max);
        out[i] = x;
    }

    return true;
}

/* ---- ground ---- */

static bool read_heights(pd_anim_ground *ground, const ground_values *v, const char *pointer,
                         pd_api_problems *p)
{
    const size_t rows = json_array_size(v->heights);
    const size_t columns = json_array_size(json_array_get(v->heights, 0));
    const int most = PD_ANIM_GROUND_MAX_SIDE;
    const int row_count = rows > (size_t)most ? most + 1 : (int)rows;
    const int column_count = columns > (size_t)most ? most + 1 : (int)columns;
    const double cell = v->cell > 0 ? v->cell : 0.1;
    char at[224];
    pd_error err;

    /* The grid, whose middle is at the origin unless x and z say otherwise. */
    if (pd_anim_ground_init(ground,
                            (pd_anim_ground_grid){.rows = row_count,
                                                  .columns = column_count,
                                                  .x = isnan(v->x) ? -cell * ((double)columns - 1) / 2 : v->x,
                                                  .z = isnan(v->z) ? -cell * ((double)rows - 1) / 2 : v->z,
                                                  .cell = cell},
                            pointer, &err) != PD_OK)
        return pd_api_note_error(p, "", &err);

    /* The heights, row after row. */
    for (size_t i = 0; i < rows; i++) {
        const json_t *row = json_array_get(v->heights, i);
        snprintf(at, sizeof at, "%s/heights/%zu", pointer, i);
        if (!json_is_array(row) || json_array_size(row) != columns)
            return pd_api_note(p, PD_ERR_INVALID, at, "%zu numbers; %zu expected, as in the first row",
                               json_array_size(row), columns);
        for (size_t j = 0; j < columns; j++) {
            const json_t *height = json_array_get(row, j);
            if (!json_is_number(height) || !(fabs(json_number_value(height)) <= 10000))
                return pd_api_note(p, PD_ERR_RANGE, at,
                                   "column %zu is %s; numbers from -10000 to 10000 expected", j,
                                   json_is_number(height) ? "out of range" : pd_api_json_kind(height));
            ground->heights[i * columns + j] = (float)json_number_value(height);
        }
    }

    return true;
}

static bool read_ground(pd_anim_ground *ground, pd_api_ground_plan *plan, const json_t *object,
                        const char *pointer, pd_api_problems *p)
{
    static const pd_api_field *const tables[] = {ground_fields, NULL};
    ground_values v = {.x = NAN, .z = NAN};
    pd_error err;

    if (!pd_api_fields_json(&v, object, tables, pointer, p)) return false;
    if (v.heights && v.kind)
        return pd_api_note(p, PD_ERR_INVALID, pointer, "kind and heights given; only one of the two allowed");

    /* Fields that the kind of ground does not read. Kinds are those of pd_anim_terrain, from 1 on. */
    const bool is_made = v.kind > 0;
    const bool is_map = v.kind == 1 + PD_ANIM_TERRAIN_MAP;
    const bool is_noise = v.kind == 1 + PD_ANIM_TERRAIN_ROLLING || v.kind == 1 + PD_ANIM_TERRAIN_ROCKY;
    const char *made = "a kind other than flat";
    const char *any = "a kind other than flat, or heights";
    const pd_api_idle idle[] = {
        {"seed", !is_made, made},
        {"side", !is_made, made},
        {"slope_deg", !is_made || is_map, "a kind other than flat and map"},
        {"yaw_deg", !is_made || is_map || is_noise, "kind hills, steps, beams, gaps, ramp or ridges"},
        {"cell", !is_made && !v.heights, any},
        {"x", !is_made && !v.heights, any},
        {"z", !is_made && !v.heights, any},
        {NULL, false, NULL}};

    if (!pd_api_idle_check(object, idle, tables, pointer, p)) return false;

    /* Heights are read here; ground of a kind is made later, when its memory is held. */
    if (v.heights) return read_heights(ground, &v, pointer, p);
    if (!v.kind) return true;

    *plan = (pd_api_ground_plan){.is_wanted = 1,
                                 .options = {.kind = (pd_anim_terrain)(v.kind - 1),
                                             .seed = (uint64_t)v.seed,
                                             .side = v.side,
                                             .cell = v.cell,
                                             .slope_deg = v.slope_deg,
                                             .yaw_deg = v.yaw_deg},
                                 .x = v.x,
                                 .z = v.z};

    return pd_anim_terrain_check(&plan->options, pointer, &err) == PD_OK || pd_api_note_error(p, "", &err);
}

size_t pd_api_ground_plan_bytes(const pd_api_ground_plan *plan)
{
    size_t side = plan->is_wanted ? (size_t)pd_anim_terrain_side(&plan->options) : 0;

    return side * side * sizeof(float);
}

double pd_api_ground_plan_cost(const pd_api_ground_plan *plan)
{
    return 2.5e-4 / sizeof(float) * (double)pd_api_ground_plan_bytes(plan);
}

pd_status pd_api_scene_make_ground(pd_anim_scene *scene, const pd_api_ground_plan *plan, pd_error *err)
{
    if (!plan->is_wanted) return PD_OK;

    pd_status status = pd_anim_terrain_make(&scene->ground, &plan->options, "/scene/ground", err);
    if (status != PD_OK) return status;

    if (!isnan(plan->x)) scene->ground.x = plan->x;
    if (!isnan(plan->z)) scene->ground.z = plan->z;
    return PD_OK;
}

/* ---- walls and areas ---- */

typedef struct list {
    const char *name;
    const pd_api_field *table;
    element_values presets;
} list;

static const list lists[] = {
    {"walls", wall_fields, {.width = 0.1}},
    {"jumps", jump_fields, {.radius = 0.75, .falloff = 1}},
    {"crouches", crouch_fields, {.amount = 1}},
    {"beams", beam_fields, {.width = 0.1}},
    {"seats", seat_fields, {.width = 0.45, .depth = 0.45}},
};
enum { WALLS, JUMPS, CROUCHES, BEAMS, SEATS };

static bool read_point(double out[2], const json_t *value, const char *pointer, const char *name,
                       pd_api_problems *p)
{
    char at[224];
    snprintf(at, sizeof at, "%s/%s", pointer, name);
    if (!value) return pd_api_note(p, PD_ERR_INVALID, at, "missing; [x, z] expected");
    return pd_api_doubles_read(out, value, 2, -SPAN, SPAN, at, p);
}

static bool put_element(pd_anim_scene *scene, int kind, size_t i, const element_values *v, const char *at,
                        pd_api_problems *p)
{
    switch (kind) {
    case WALLS:
        scene->walls[i].width = v->width;
        return read_point(scene->walls[i].from, v->from, at, "from", p) &&
               read_point(scene->walls[i].to, v->to, at, "to", p);
    case JUMPS:
        scene->jumps[i].radius = v->radius;
        scene->jumps[i].falloff = v->falloff;
        return read_point(scene->jumps[i].at, v->at, at, "at", p);
    case CROUCHES:
        scene->crouches[i].amount = v->amount;
        scene->crouches[i].wave = v->wave;
        return read_point(scene->crouches[i].at, v->at, at, "at", p) &&
               read_point(scene->crouches[i].size, v->size, at, "size", p);
    case SEATS:
        scene->seats[i].facing = v->facing;
        scene->seats[i].width = v->width;
        scene->seats[i].depth = v->depth;
        return read_point(scene->seats[i].at, v->at, at, "at", p);
    default:
        scene->beams[i].width = v->width;
        return read_point(scene->beams[i].from, v->from, at, "from", p) &&
               read_point(scene->beams[i].to, v->to, at, "to", p);
    }
}

static bool read_list_scene(pd_anim_scene *scene, int kind, const json_t *array, const char *pointer,
                            pd_api_problems *p)
{
    PD_ASSERT(kind >= 0);
    const pd_api_field *tables[] = {lists[kind].table, NULL};
    for (size_t i = 0; i < json_array_size(array); i++) {
        element_values values = lists[kind].presets;
        char at[192];
        snprintf(at, sizeof at, "%s/%s/%zu", pointer, lists[kind].name, i);
        if (!pd_api_fields_json(&values, json_array_get(array, i), tables, at, p) ||
            !put_element(scene, kind, i, &values, at, p))
            return false;
    }

    return true;
}

static int clamp_count(const json_t *array)
{
    return json_array_size(array) > 1000000 ? 1000000 : (int)json_array_size(array);
}

static bool read_scene(pd_anim_scene *out, pd_api_ground_plan *plan, const scene_values *v,
                       const char *pointer, pd_api_problems *p)
{
    char at[192];
    pd_error err;

    if (pd_anim_scene_init(out, clamp_count(v->walls), clamp_count(v->jumps), clamp_count(v->crouches),
                           clamp_count(v->beams), pointer, &err) != PD_OK ||
        pd_anim_scene_init_seats(out, clamp_count(v->seats), pointer, &err) != PD_OK)
        return pd_api_note_error(p, "", &err);
    snprintf(at, sizeof at, "%s/ground", pointer);
    if ((v->ground && !read_ground(&out->ground, plan, v->ground, at, p)) ||
        !read_list_scene(out, WALLS, v->walls, pointer, p) ||
        !read_list_scene(out, JUMPS, v->jumps, pointer, p) ||
        !read_list_scene(out, CROUCHES, v->crouches, pointer, p) ||
        !read_list_scene(out, BEAMS, v->beams, pointer, p) ||
        !read_list_scene(out, SEATS, v->seats, pointer, p))
        return false;

    return pd_anim_scene_check(out, pointer, &err) == PD_OK || pd_api_note_error(p, "", &err);
}

bool pd_api_scene_read(pd_anim_scene *out, pd_api_ground_plan *plan, const json_t *object,
                       const char *pointer, pd_api_problems *problems)
{
    static const pd_api_field *const tables[] = {pd_api_scene_fields, NULL};
    scene_values values = {0};

    memset(out, 0, sizeof *out);
    plan->is_wanted = 0;
    if (!pd_api_fields_json(&values, object, tables, pointer, problems)) return false;
    if (read_scene(out, plan, &values, pointer, problems)) return true;
    pd_anim_scene_deinit(out);

    return false;
}
