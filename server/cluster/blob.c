#include "server/cluster/blob.h"

#include "core/io/fields/fields.h"

#include <stdlib.h>
#include <string.h>

#define VERSION    3
#define HEAD_BYTES 8

typedef enum kind { SCENE = 1, CHARACTER = 2 } kind;

/* clang-format off */
#define WALL(X, T) X(T, F64S, from) X(T, F64S, to) X(T, F64, width)
PD_FIELDS(pd_anim_wall, WALL)
#define JUMP(X, T) X(T, F64S, at) X(T, F64, radius) X(T, F64, falloff)
PD_FIELDS(pd_anim_jump_area, JUMP)
#define CROUCH(X, T) X(T, F64S, at) X(T, F64S, size) X(T, F64, amount) X(T, F64, wave)
PD_FIELDS(pd_anim_crouch_area, CROUCH)
#define BEAM(X, T) X(T, F64S, from) X(T, F64S, to) X(T, F64, width)
PD_FIELDS(pd_anim_beam, BEAM)
#define SEAT(X, T) X(T, F64S, at) X(T, F64, facing) X(T, F64, width) X(T, F64, depth)
PD_FIELDS(pd_anim_seat, SEAT)
/* The heights follow as they are. */
#define GROUND(X, T) \
    X(T, I32, rows, 0, PD_ANIM_GROUND_MAX_SIDE) X(T, I32, columns, 0, PD_ANIM_GROUND_MAX_SIDE) X(T, F64, x) \
    X(T, F64, z) X(T, F64, cell) \
    X(T, SKIP, heights)
PD_FIELDS(pd_anim_ground, GROUND)
/* The counts say how many of each there are. */
#define SCENE_ROWS(X, T) \
    X(T, PARTS, ground, pd_anim_ground_fields) X(T, SKIP, walls) X(T, SKIP, jumps) X(T, SKIP, crouches) \
    X(T, SKIP, beams) X(T, SKIP, seats) \
    X(T, I32, wall_count, 0, PD_ANIM_SCENE_MAX_WALLS) X(T, I32, jump_count, 0, PD_ANIM_SCENE_MAX_AREAS) \
    X(T, I32, crouch_count, 0, PD_ANIM_SCENE_MAX_AREAS) X(T, I32, beam_count, 0, PD_ANIM_SCENE_MAX_AREAS) \
    X(T, I32, seat_count, 0, PD_ANIM_SCENE_MAX_AREAS) X(T, SKIP, unit)
PD_FIELDS(pd_anim_scene, SCENE_ROWS)
/* clang-format on */

static void begin(pd_buffer *out, kind what)
{
    const unsigned char head[HEAD_BYTES] = {'P', 'S', 'D', 'B', VERSION, 0, (unsigned char)what, 0};
    pd_buffer_clear(out);
    pd_buffer_add(out, head, sizeof head);
}

static pd_status blob_wrong(const pd_fields_reader *r, pd_error *err)
{
    return pd_fail(err, PD_ERR_FORMAT, "/blob", "the value %s is missing or out of its range",
                   r->wrong ? r->wrong : "end");
}

/* Begins reading. *rest becomes what follows the numbers. */
static pd_status open_blob(pd_fields_reader *r, pd_bytes *rest, pd_bytes bytes, kind what, pd_error *err)
{
    if (bytes.size < HEAD_BYTES || memcmp(bytes.data, "PSDB", 4) != 0)
        return pd_fail(err, PD_ERR_FORMAT, "/blob",
                       "not an object of a cluster: its %zu bytes do not begin with PSDB", bytes.size);
    if (bytes.data[4] != VERSION || bytes.data[5] || bytes.data[6] != what || bytes.data[7])
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/blob",
                       "version %d and kind %d; version %d and kind %d expected", bytes.data[4],
                       bytes.data[6], VERSION, what);
    const size_t used = pd_fields_open(r, bytes.data + HEAD_BYTES, bytes.size - HEAD_BYTES);
    if (!used) return blob_wrong(r, err);
    *rest = (pd_bytes){bytes.data + HEAD_BYTES + used, bytes.size - HEAD_BYTES - used};

    return PD_OK;
}

static void put_name(pd_fields_writer *w, const char *id, const char *revision, uint64_t owner)
{
    pd_fields_put_text(w, id);
    pd_fields_put_text(w, revision);
    pd_fields_put_u64(w, owner);
}

/* Fields of every object. */
typedef struct name {
    char id[PD_API_ID_BYTES], revision[PD_API_REVISION_BYTES];
    uint64_t owner;
} name;

static void get_name(name *n, pd_fields_reader *r)
{
    pd_fields_get_text(r, n->id, sizeof n->id, "id");
    pd_fields_get_text(r, n->revision, sizeof n->revision, "revision");
    n->owner = pd_fields_get_u64(r, UINT64_MAX, "owner");
}

/* -- scenes ------------------------------------------------------------------------- */

void pd_srv_blob_write_scene(pd_buffer *out, const pd_api_scene *scene)
{
    const pd_anim_scene *s = &scene->scene;
    pd_fields_writer w = {0};

    begin(out, SCENE);
    put_name(&w, scene->id, scene->revision, scene->owner);
    pd_fields_put(&w, &pd_anim_scene_fields, s);
    for (int i = 0; i < s->wall_count; i++) pd_fields_put(&w, &pd_anim_wall_fields, &s->walls[i]);
    for (int i = 0; i < s->jump_count; i++) pd_fields_put(&w, &pd_anim_jump_area_fields, &s->jumps[i]);
    for (int i = 0; i < s->crouch_count; i++) pd_fields_put(&w, &pd_anim_crouch_area_fields, &s->crouches[i]);
    for (int i = 0; i < s->beam_count; i++) pd_fields_put(&w, &pd_anim_beam_fields, &s->beams[i]);
    for (int i = 0; i < s->seat_count; i++) pd_fields_put(&w, &pd_anim_seat_fields, &s->seats[i]);
    pd_fields_end(out, &w);
    pd_fields_writer_deinit(&w);
    const size_t heights = (size_t)s->ground.rows * (size_t)s->ground.columns;
    if (heights) pd_buffer_add(out, s->ground.heights, heights * sizeof *s->ground.heights);
}

static pd_status read_heights(pd_anim_scene *s, const pd_anim_ground *ground, pd_bytes rest, pd_error *err)
{
    const size_t count = (size_t)ground->rows * (size_t)ground->columns;

    if (rest.size != count * sizeof *ground->heights)
        return pd_fail(err, PD_ERR_FORMAT, "/blob", "%zu bytes of heights; %zu expected", rest.size,
                       count * sizeof *ground->heights);
    if (!count) return PD_OK;
    const pd_anim_ground_grid grid = {.rows = ground->rows,
                                      .columns = ground->columns,
                                      .x = ground->x,
                                      .z = ground->z,
                                      .cell = ground->cell};
    pd_status status = pd_anim_ground_init(&s->ground, grid, "/blob", err);
    if (status == PD_OK) memcpy(s->ground.heights, rest.data, rest.size);

    return status;
}

pd_status pd_srv_blob_read_scene(pd_api_scene **out, pd_bytes bytes, pd_error *err)
{
    pd_fields_reader r;
    pd_bytes rest;
    name n;
    pd_anim_scene counts = {.wall_count = 0};
    pd_anim_scene s;

    *out = NULL;
    pd_status status = open_blob(&r, &rest, bytes, SCENE, err);
    if (status != PD_OK) return status;
    get_name(&n, &r);
    if (!pd_fields_get(&r, &counts, &pd_anim_scene_fields)) return blob_wrong(&r, err);

    status = pd_anim_scene_init(&s, counts.wall_count, counts.jump_count, counts.crouch_count,
                                counts.beam_count, "/blob", err);
    if (status != PD_OK) return status;
    if (counts.seat_count) status = pd_anim_scene_init_seats(&s, counts.seat_count, "/blob", err);
    for (int i = 0; i < s.wall_count; i++) pd_fields_get(&r, &s.walls[i], &pd_anim_wall_fields);
    for (int i = 0; i < s.jump_count; i++) pd_fields_get(&r, &s.jumps[i], &pd_anim_jump_area_fields);
    for (int i = 0; i < s.crouch_count; i++) pd_fields_get(&r, &s.crouches[i], &pd_anim_crouch_area_fields);
    for (int i = 0; i < s.beam_count; i++) pd_fields_get(&r, &s.beams[i], &pd_anim_beam_fields);
    for (int i = 0; i < s.seat_count; i++) pd_fields_get(&r, &s.seats[i], &pd_anim_seat_fields);
    if (status == PD_OK && !pd_fields_done(&r)) status = blob_wrong(&r, err);
    if (status == PD_OK) status = read_heights(&s, &counts.ground, rest, err);
    if (status == PD_OK) status = pd_anim_scene_check(&s, "/blob", err);
    if (status != PD_OK) {
        pd_anim_scene_deinit(&s);
        return status;
    }

    *out = pd_api_scene_new(n.id, &s);
    if (!*out) return pd_fail(err, PD_ERR_MEMORY, "/blob", "out of memory");
    memcpy((*out)->revision, n.revision, sizeof n.revision);
    (*out)->owner = n.owner;

    return PD_OK;
}

/* -- characters --------------------------------------------------------------------- */

void pd_srv_blob_write_character(pd_buffer *out, const pd_api_skeleton *character)
{
    pd_fields_writer w = {0};

    begin(out, CHARACTER);
    put_name(&w, character->id, character->revision, character->owner);
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        const int joint = character->match ? character->match->joints[b] : -1;
        pd_fields_put_text(&w, joint < 0 ? "" : pd_api_skeleton_joint_name(character, joint));
    }

    pd_fields_end(out, &w);
    pd_fields_writer_deinit(&w);
    if (character->file_bytes) pd_buffer_add(out, character->file, character->file_bytes);
}

pd_status pd_srv_blob_read_character(pd_api_skeleton **out, pd_bytes bytes, size_t json_memory, pd_error *err)
{
    enum { NAME_BYTES = 1024 };
    pd_fields_reader r;
    pd_bytes rest;
    name n;
    pd_retarget_character_wanted wanted[PD_ANIM_HUMAN_COUNT];
    pd_api_problems problems = {0};

    *out = NULL;
    pd_status status = open_blob(&r, &rest, bytes, CHARACTER, err);
    if (status != PD_OK) return status;
    get_name(&n, &r);

    /* The joint of every bone, also of those that had none. */
    char(*joints)[NAME_BYTES] = calloc(PD_ANIM_HUMAN_COUNT, sizeof *joints);
    if (!joints) return pd_fail(err, PD_ERR_MEMORY, "/blob", "out of memory");
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        pd_fields_get_text(&r, joints[b], sizeof *joints, "joint");
        wanted[b] = (pd_retarget_character_wanted){pd_anim_human_names[b], joints[b][0] ? joints[b] : NULL};
    }

    if (!pd_fields_done(&r)) {
        free(joints);
        return blob_wrong(&r, err);
    }

    *out = pd_api_character_read(rest, PD_API_PERSON, wanted, PD_ANIM_HUMAN_COUNT, json_memory, "/blob",
                                 &problems);
    free(joints);
    if (!*out)
        return pd_fail(err, PD_ERR_FORMAT, "/blob", "character \"%.64s\": %.200s", n.id,
                       problems.count ? problems.items[0].detail : "not readable");
    memcpy((*out)->id, n.id, sizeof n.id);
    memcpy((*out)->revision, n.revision, sizeof n.revision);
    (*out)->owner = n.owner;

    return PD_OK;
}
