#include "tools/wasm/core.h"

#include "core/base/hash.h"
#include "core/character/action/overlay.h"
#include "core/character/character.h"
#include "tools/predict/lead.h"
#include "tools/predict/predictor.h"
#include "core/character/rollout/state.h"
#include "core/character/size.h"
#include "core/character/settle.h"
#include "core/ik/search/solve.h"
#include "core/pfnn/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__wasm__)
#define EXPORTED(name) __attribute__((export_name(name)))
#else
#define EXPORTED(name)
#endif

static struct {
    pd_error error;
    char text[640];
    pd_safetensors file; /* the model that is being read */
    int tensor_most, text_most;
    pd_arena scratch;
    pd_fields_writer writer;
    pd_buffer bytes;
} all;

struct pd_tool_wasm_model {
    pd_pfnn_model *model;
    pd_character_rig rig;
};

struct pd_tool_wasm_scene {
    pd_anim_scene scene;
};

struct pd_tool_wasm_character {
    const pd_tool_wasm_model *model;
    const pd_anim_scene *scene;
    pd_character_state state;
};

/* Returns whether a call succeeded; otherwise keeps the text of its error. */
static bool is_good(pd_status status)
{
    if (status == PD_OK) return true;
    snprintf(all.text, sizeof all.text, "%s%s%s", all.error.where, *all.error.where ? ": " : "",
             all.error.detail);
    return false;
}

EXPORTED("alloc") void *pd_tool_wasm_alloc(size_t bytes)
{
    return aligned_alloc(64, (bytes + 63) / 64 * 64);
}

EXPORTED("release") void pd_tool_wasm_release(void *block)
{
    free(block);
}

EXPORTED("error_text") const char *pd_tool_wasm_error(void)
{
    return all.text;
}

/* ---- models */

static void end_file(void)
{
    free(all.file.tensors);
    free(all.file.texts);
    all.file = (pd_safetensors){0};
}

EXPORTED("model_begin") bool pd_tool_wasm_model_begin(int tensors, int texts)
{
    end_file();
    if (tensors < 0 || texts < 0 || tensors > PD_SAFETENSORS_MAX_TENSORS ||
        texts > PD_SAFETENSORS_MAX_TENSORS)
        return is_good(pd_fail(&all.error, PD_ERR_LIMIT, "model", "%d tensors; at most %d allowed", tensors,
                               PD_SAFETENSORS_MAX_TENSORS));
    all.file.tensors = calloc((size_t)tensors + 1, sizeof *all.file.tensors);
    all.file.texts = calloc((size_t)texts + 1, sizeof *all.file.texts);
    all.tensor_most = tensors;
    all.text_most = texts;
    if (all.file.tensors && all.file.texts) return true;

    return is_good(pd_fail(&all.error, PD_ERR_MEMORY, "model", "out of memory"));
}

EXPORTED("model_text") void pd_tool_wasm_model_text(const char *key, const char *value)
{
    if (all.file.text_count < all.text_most)
        all.file.texts[all.file.text_count++] = (pd_safetensors_text){key, value};
}

EXPORTED("model_tensor")
bool pd_tool_wasm_model_tensor(const char *name, const char *dtype, const void *data, size_t bytes, int rank,
                               size_t a, size_t b, size_t c)
{
    static const char *const names[PD_DTYPE_COUNT] = {
#define ROW(name, safetensors, letter, bytes) [PD_DTYPE_##name] = safetensors,
        PD_DTYPE_TABLE(ROW)
#undef ROW
    };
    const size_t shape[3] = {a, b, c};
    int type = 0;

    while (type < PD_DTYPE_COUNT && (!*names[type] || strcmp(names[type], dtype))) type++;
    if (type == PD_DTYPE_COUNT || rank < 0 || rank > 3 || all.file.tensor_count >= all.tensor_most)
        return is_good(
            pd_fail(&all.error, PD_ERR_FORMAT, name, "its type %s or rank %d is not known", dtype, rank));

    /* The bytes must be those of the shape. */
    pd_array array = {.data = data, .dtype = (pd_dtype)type, .rank = rank, .count = 1};
    array.item_bytes = pd_dtype_bytes(array.dtype);
    for (int d = 0; d < rank; d++) {
        array.shape[d] = shape[d];
        if (shape[d] && array.count > bytes / shape[d])
            array.count = bytes + 1;
        else
            array.count *= shape[d];
    }
    if (array.count > bytes || array.count * array.item_bytes != bytes)
        return is_good(pd_fail(&all.error, PD_ERR_FORMAT, name,
                               "%zu bytes; another number expected from its shape", bytes));
    array.data_bytes = bytes;
    all.file.tensors[all.file.tensor_count++] = (pd_safetensor){name, array};

    return true;
}

EXPORTED("model_end") pd_tool_wasm_model *pd_tool_wasm_model_end(void)
{
    pd_tool_wasm_model *model = calloc(1, sizeof *model);
    pd_pfnn_network network;

    pd_status s = model ? pd_pfnn_network_decode(&network, &all.file, "model", &all.error)
                        : pd_fail(&all.error, PD_ERR_MEMORY, "model", "out of memory");
    if (!s) s = pd_pfnn_model_build(&model->model, &network, &all.error);
    if (!s) s = pd_character_model_settle(model->model, &all.error);
    if (!s) s = pd_character_rig_init(&model->rig, model->model, &all.error);
    end_file();
    if (is_good(s)) return model;

    if (model) pd_pfnn_model_release(model->model);
    free(model);
    return NULL;
}

EXPORTED("model_free") void pd_tool_wasm_model_free(pd_tool_wasm_model *model)
{
    if (!model) return;
    pd_pfnn_model_release(model->model);
    free(model);
}

EXPORTED("model_joints")
int pd_tool_wasm_model_joints(const pd_tool_wasm_model *model, char *names, size_t bytes, int32_t *parents,
                              float *offsets)
{
    const pd_anim_skeleton *skeleton = &model->rig.skeleton;
    size_t used = 0;

    for (int j = 0; j < skeleton->joint_count; j++) {
        const int more =
            snprintf(names + used, bytes - used, "%s%s", j ? "," : "", model->model->network.joint_names[j]);
        if (more < 0 || used + (size_t)more >= bytes) return 0;
        used += (size_t)more;
        parents[j] = skeleton->parents[j];
        const pd_vec3 o = skeleton->offsets[j];
        const double at[3] = {o.x, o.y, o.z};
        for (int k = 0; k < 3; k++) offsets[3 * j + k] = (float)at[k];
    }

    return skeleton->joint_count;
}

EXPORTED("model_hash") uint64_t pd_tool_wasm_model_hash(const pd_tool_wasm_model *model)
{
    return model->model->content_hash;
}

/* ---- scenes */

EXPORTED("scene_new")
pd_tool_wasm_scene *pd_tool_wasm_scene_new(int walls, int jumps, int crouches, int beams, int seats)
{
    pd_tool_wasm_scene *scene = calloc(1, sizeof *scene);

    pd_status s = scene
                      ? pd_anim_scene_init(&scene->scene, walls, jumps, crouches, beams, "/scene", &all.error)
                      : pd_fail(&all.error, PD_ERR_MEMORY, "/scene", "out of memory");
    if (!s && seats) s = pd_anim_scene_init_seats(&scene->scene, seats, "/scene", &all.error);
    if (is_good(s)) return scene;
    pd_tool_wasm_scene_free(scene);

    return NULL;
}

EXPORTED("scene_free") void pd_tool_wasm_scene_free(pd_tool_wasm_scene *scene)
{
    if (!scene) return;
    pd_anim_scene_deinit(&scene->scene);
    free(scene);
}

EXPORTED("scene_set") void pd_tool_wasm_scene_set(pd_tool_wasm_scene *scene, int kind, int i, const double *v)
{
    pd_anim_scene *s = &scene->scene;
    const int counts[5] = {s->wall_count, s->jump_count, s->crouch_count, s->beam_count, s->seat_count};

    if (kind < 0 || kind > 4 || i < 0 || i >= counts[kind]) return;
    switch (kind) {
    case 0: s->walls[i] = (pd_anim_wall){.from = {v[0], v[1]}, .to = {v[2], v[3]}, .width = v[4]}; break;
    case 1: s->jumps[i] = (pd_anim_jump_area){.at = {v[0], v[1]}, .radius = v[2], .falloff = v[3]}; break;
    case 2:
        s->crouches[i] =
            (pd_anim_crouch_area){.at = {v[0], v[1]}, .size = {v[2], v[3]}, .amount = v[4], .wave = v[5]};
        break;
    case 3: s->beams[i] = (pd_anim_beam){.from = {v[0], v[1]}, .to = {v[2], v[3]}, .width = v[4]}; break;
    default: s->seats[i] = (pd_anim_seat){.at = {v[0], v[1]}, .facing = v[2], .width = v[3], .depth = v[4]};
    }
}

EXPORTED("scene_ground")
bool pd_tool_wasm_scene_ground(pd_tool_wasm_scene *scene, int rows, int columns, double x, double z,
                               double cell, const float *heights)
{
    const pd_anim_ground_grid grid = {.rows = rows, .columns = columns, .x = x, .z = z, .cell = cell};

    pd_anim_ground_deinit(&scene->scene.ground);
    if (!is_good(pd_anim_ground_init(&scene->scene.ground, grid, "/scene/ground", &all.error))) return false;
    memcpy(scene->scene.ground.heights, heights, (size_t)rows * (size_t)columns * sizeof *heights);

    return true;
}

EXPORTED("scene_check") bool pd_tool_wasm_scene_check(const pd_tool_wasm_scene *scene)
{
    return is_good(pd_anim_scene_check(&scene->scene, "/scene", &all.error));
}

EXPORTED("scene_height") double pd_tool_wasm_scene_height(const pd_tool_wasm_scene *scene, double x, double z)
{
    return pd_anim_scene_height(scene ? &scene->scene : NULL, x, z);
}

/* ---- characters */

EXPORTED("character_new")
pd_tool_wasm_character *pd_tool_wasm_character_new(const pd_tool_wasm_model *model,
                                                   const pd_tool_wasm_scene *scene, double x, double z,
                                                   double facing, const char *style, uint32_t variation)
{
    pd_tool_wasm_character *c = calloc(1, sizeof *c);
    const double position[2] = {x, z};
    pd_character_person person = {.variation = variation};

    if (*style) {
        person.part_count = 1;
        person.parts[0].weight = 1;
        snprintf(person.parts[0].name, sizeof person.parts[0].name, "%s", style);
    }

    pd_status s = PD_OK;
    if (!c) s = pd_fail(&all.error, PD_ERR_MEMORY, "", "out of memory for a character");
    if (!s && variation > PD_CHARACTER_VARIATION_MOST)
        s = pd_fail(&all.error, PD_ERR_RANGE, "/variation", "%u; 0 to %d allowed", (unsigned)variation,
                    PD_CHARACTER_VARIATION_MOST);
    if (!s) {
        c->model = model;
        c->scene = scene ? &scene->scene : NULL;
        s = pd_character_init(&c->state.motion, &model->rig, c->scene, position, facing, &all.error);
    }
    if (!s) s = pd_character_set_person(&c->state.motion, &person, &model->rig, &all.error);
    if (is_good(s)) return c;
    free(c);

    return NULL;
}

EXPORTED("character_free") void pd_tool_wasm_character_free(pd_tool_wasm_character *character)
{
    free(character);
}

static pd_character_input input_of(const double v[PD_TOOL_WASM_INPUT])
{
    return (pd_character_input){.move = {v[0], v[1]},
                                .look = {v[2], v[3]},
                                .has_look = v[4] != 0,
                                .camera_yaw = v[5],
                                .speed = v[6],
                                .strafe = v[7],
                                .axes = (pd_character_axes)v[8],
                                .gait = (pd_character_want)v[9],
                                .jump = v[10] != 0,
                                .responsive = v[11] != 0};
}

EXPORTED("character_input")
bool pd_tool_wasm_character_input(pd_tool_wasm_character *c, const double v[PD_TOOL_WASM_INPUT])
{
    const pd_character_input input = input_of(v);

    if (!is_good(pd_character_input_check(&input, &all.error))) return false;
    c->state.input = input;
    return true;
}

EXPORTED("character_reach")
bool pd_tool_wasm_character_reach(pd_tool_wasm_character *c, int hand, const double v[PD_TOOL_WASM_REACH])
{
    const pd_character_reach_request request = {.target = {v[0], v[1], v[2]},
                                                .in_root = v[3] != 0,
                                                .weight = v[4],
                                                .seconds = v[5],
                                                .has_normal = v[6] != 0,
                                                .slide = v[7] != 0,
                                                .normal = {v[8], v[9], v[10]}};

    if (hand < 0 || hand >= PD_CHARACTER_HANDS)
        return is_good(pd_fail(&all.error, PD_ERR_RANGE, "/hand", "%d; 0 (left) or 1 (right) allowed", hand));
    if (!is_good(pd_character_reach_check(&request, &all.error))) return false;
    pd_character_reach_set(&c->state.overlay.hands[hand], &request);
    return true;
}

EXPORTED("character_look")
bool pd_tool_wasm_character_look(pd_tool_wasm_character *c, const double v[PD_TOOL_WASM_LOOK])
{
    const pd_character_gaze_request request = {
        .point = {v[0], v[1], v[2]}, .in_root = v[3] != 0, .weight = v[4], .seconds = v[5]};

    if (!is_good(pd_character_gaze_check(&request, &all.error))) return false;
    pd_character_gaze_set(&c->state.overlay.gaze, &request);
    return true;
}

EXPORTED("character_sit")
bool pd_tool_wasm_character_sit(pd_tool_wasm_character *c, const double v[PD_TOOL_WASM_SIT])
{
    const pd_character_sit_request request = {
        .sit = v[0] != 0, .seat = {v[1], v[2]}, .facing = v[3], .height = v[4], .seconds = v[5]};

    if (!is_good(pd_character_sit_check(&request, &all.error))) return false;
    pd_character_sit_set(&c->state.overlay.sit, &request);
    return true;
}

EXPORTED("tick") bool pd_tool_wasm_tick(pd_tool_wasm_character *const *characters, int count)
{
    if (count < 1) return true;
    const size_t n = (size_t)count;
    const pd_character_rig *rig = &characters[0]->model->rig;
    pd_character_tick tick = {.count = count};
    const size_t lists = 3 * pd_arena_bytes(n, sizeof(void *));
    size_t bytes = lists + pd_character_tick_scratch_bytes(&tick, rig, &pd_executor_serial);
    for (int i = 0; i < count; i++)
        if (pd_character_sit_needs_way(&characters[i]->state.overlay.sit) && bytes < pd_anim_route_bytes())
            bytes = pd_anim_route_bytes();

    if (!pd_arena_reserve(&all.scratch, bytes))
        return is_good(pd_fail(&all.error, PD_ERR_MEMORY, "", "out of memory for a tick"));

    /* Ways to seats, which need the whole scratch. */
    for (int i = 0; i < count; i++) {
        pd_tool_wasm_character *c = characters[i];
        pd_character_sit_plan(&c->state.overlay.sit, &c->state.motion, rig, c->scene, &all.scratch);
    }

    /* The order of steps is that of the daemon's stage: inputs, the network, then sitting, gaze and hands. */
    pd_character **motions = pd_arena_take(&all.scratch, n, sizeof *motions);
    const pd_character_input **inputs = pd_arena_take(&all.scratch, n, sizeof *inputs);
    const pd_anim_scene **scenes = pd_arena_take(&all.scratch, n, sizeof *scenes);
    for (int i = 0; i < count; i++) {
        pd_tool_wasm_character *c = characters[i];
        motions[i] = &c->state.motion;
        inputs[i] = pd_character_overlay_drive(&c->state.overlay, &c->state.input, &c->state.motion, rig);
        scenes[i] = c->scene;
    }
    tick.characters = motions;
    tick.inputs = inputs;
    tick.scenes = scenes;
    pd_character_tick_run(&tick, rig, &all.scratch, &pd_executor_serial);
    for (int i = 0; i < count; i++)
        pd_character_overlay_step(&characters[i]->state.overlay, &characters[i]->state.motion, rig,
                                  characters[i]->scene, NULL);

    return true;
}

/* Writes a pose, as core.h says. */
static void put_pose(float *out, const pd_character_pose *pose, int joints)
{
    const double head[9] = {pose->root.x,        pose->root.y,        pose->root.z,
                            pose->yaw,           pose->translation.x, pose->translation.y,
                            pose->translation.z, pose->seated,        pose->events};

    for (int i = 0; i < 9; i++) *out++ = (float)head[i];
    for (int i = 0; i < PD_PFNN_CONTACTS; i++) *out++ = pose->contacts[i];
    *out++ = (float)pose->phase;
    for (int j = 0; j < joints; j++) {
        const pd_quat q = pose->rotations[j];
        *out++ = (float)q.x;
        *out++ = (float)q.y;
        *out++ = (float)q.z;
        *out++ = (float)q.w;
    }
    for (int j = 0; j < joints; j++) {
        *out++ = (float)pose->joints[j].x;
        *out++ = (float)pose->joints[j].y;
        *out++ = (float)pose->joints[j].z;
    }
}

EXPORTED("character_pose") void pd_tool_wasm_character_pose(const pd_tool_wasm_character *c, float *out)
{
    put_pose(out, &c->state.motion.pose, c->model->rig.skeleton.joint_count);
}

/* ---- snapshots */

/* Writes a snapshot into all.bytes. */
static bool save(const pd_tool_wasm_character *c)
{
    all.bytes.size = 0;
    pd_character_state_write(&all.bytes, &all.writer, &c->state.motion, &c->state.overlay, &c->state.input,
                             &c->model->rig);
    return !all.bytes.failed;
}

EXPORTED("character_save")
size_t pd_tool_wasm_character_save(pd_tool_wasm_character *c, unsigned char *out, size_t most)
{
    if (!save(c) || all.bytes.size > most) {
        is_good(pd_fail(&all.error, PD_ERR_LIMIT, "/snapshot", "%zu bytes; at most %zu allowed",
                        all.bytes.size, most));
        return 0;
    }
    memcpy(out, all.bytes.data, all.bytes.size);
    return all.bytes.size;
}

EXPORTED("character_load")
bool pd_tool_wasm_character_load(pd_tool_wasm_character *c, const unsigned char *bytes, size_t size)
{
    pd_character_state *read = malloc(sizeof *read);

    if (!read) return is_good(pd_fail(&all.error, PD_ERR_MEMORY, "/snapshot", "out of memory"));
    *read = c->state;
    const bool good = is_good(pd_character_state_read(read, bytes, size, &c->model->rig, &all.error));
    if (good) c->state = *read;
    free(read);

    return good;
}

EXPORTED("character_hash") uint64_t pd_tool_wasm_character_hash(pd_tool_wasm_character *c)
{
    return save(c) ? pd_hash64(all.bytes.data, all.bytes.size, 0) : 0;
}

/* ---- prediction */

struct pd_tool_wasm_predictor {
    const pd_tool_wasm_model *model;
    pd_tool_predictor predictor;
    pd_tool_lead lead;
    pd_tool_correction correction; /* of the last restore */
    pd_character_pose shown;
};

EXPORTED("predictor_new")
pd_tool_wasm_predictor *pd_tool_wasm_predictor_new(const pd_tool_wasm_model *model,
                                                   const pd_tool_wasm_scene *scene)
{
    pd_tool_wasm_predictor *p = calloc(1, sizeof *p);

    pd_status s =
        p ? pd_tool_predictor_init(&p->predictor, &model->rig, scene ? &scene->scene : NULL, &all.error)
          : pd_fail(&all.error, PD_ERR_MEMORY, "", "out of memory for a predictor");
    if (is_good(s)) {
        p->model = model;
        return p;
    }
    free(p);

    return NULL;
}

EXPORTED("predictor_free") void pd_tool_wasm_predictor_free(pd_tool_wasm_predictor *p)
{
    if (!p) return;
    pd_tool_predictor_deinit(&p->predictor);
    free(p);
}

EXPORTED("predictor_input")
int64_t pd_tool_wasm_predictor_input(pd_tool_wasm_predictor *p, const double v[PD_TOOL_WASM_INPUT],
                                     double seq)
{
    const pd_character_input input = input_of(v);

    if (!is_good(pd_character_input_check(&input, &all.error))) return -1;
    return pd_tool_predictor_input(&p->predictor, &input, (uint64_t)seq);
}

EXPORTED("predictor_step") bool pd_tool_wasm_predictor_step(pd_tool_wasm_predictor *p)
{
    if (!p->predictor.has_state)
        return is_good(pd_fail(&all.error, PD_ERR_INVALID, "/snapshot", "missing; restore() expected first"));
    pd_tool_predictor_step(&p->predictor);
    return true;
}

EXPORTED("predictor_check")
int pd_tool_wasm_predictor_check(const pd_tool_wasm_predictor *p, uint32_t tick, uint32_t high, uint32_t low)
{
    return pd_tool_predictor_check(&p->predictor, tick, (uint64_t)high << 32 | low);
}

EXPORTED("predictor_restore")
bool pd_tool_wasm_predictor_restore(pd_tool_wasm_predictor *p, uint32_t tick, double seq, int ahead,
                                    const unsigned char *bytes, size_t size)
{
    return is_good(pd_tool_predictor_restore(&p->predictor, &p->correction, tick, (uint64_t)seq, ahead, bytes,
                                             size, &all.error));
}

EXPORTED("predictor_forget") void pd_tool_wasm_predictor_forget(pd_tool_wasm_predictor *p)
{
    pd_tool_predictor_forget(&p->predictor);
}

EXPORTED("predictor_distance") double pd_tool_wasm_predictor_distance(const pd_tool_wasm_predictor *p)
{
    return p->correction.distance;
}

EXPORTED("predictor_replayed") int pd_tool_wasm_predictor_replayed(const pd_tool_wasm_predictor *p)
{
    return p->correction.replayed;
}

EXPORTED("predictor_tick") uint32_t pd_tool_wasm_predictor_tick(const pd_tool_wasm_predictor *p)
{
    return p->predictor.tick;
}

EXPORTED("predictor_pose") bool pd_tool_wasm_predictor_pose(pd_tool_wasm_predictor *p, float *out)
{
    if (!p->predictor.has_pose) return false;
    pd_tool_predictor_shown(&p->shown, &p->predictor);
    put_pose(out, &p->shown, p->model->rig.skeleton.joint_count);
    return true;
}

EXPORTED("predictor_past")
bool pd_tool_wasm_predictor_past(const pd_tool_wasm_predictor *p, uint32_t tick, float *out)
{
    const pd_tool_past *past = pd_tool_predictor_past(&p->predictor, tick);
    const size_t joints = (size_t)p->model->rig.skeleton.joint_count;

    if (!past) return false;
    memcpy(out, past->root, sizeof past->root);
    out[3] = past->yaw;
    memcpy(out + 4, past->hips, sizeof past->hips);
    memcpy(out + 7, past->rotations, 4 * joints * sizeof *out);

    return true;
}

EXPORTED("lead_begin") void pd_tool_wasm_lead_begin(pd_tool_wasm_predictor *p, double rate, double now)
{
    pd_tool_lead_begin(&p->lead, rate, now);
}

EXPORTED("lead_due") int pd_tool_wasm_lead_due(pd_tool_wasm_predictor *p, double now)
{
    return pd_tool_lead_due(&p->lead, now);
}

EXPORTED("lead_report") int pd_tool_wasm_lead_report(pd_tool_wasm_predictor *p, int early, double round_trip)
{
    return pd_tool_lead_report(&p->lead, early, round_trip);
}

/* ---- inverse kinematics */

struct pd_tool_wasm_skeleton {
    pd_anim_skeleton skeleton;
};

EXPORTED("skeleton_new")
pd_tool_wasm_skeleton *pd_tool_wasm_skeleton_new(int count, const int32_t *parents, const float *offsets)
{
    pd_tool_wasm_skeleton *made = calloc(1, sizeof *made);
    pd_anim_joint joints[PD_ANIM_MAX_JOINTS];
    char names[PD_ANIM_MAX_JOINTS][12];

    pd_status s = PD_OK;
    if (!made) s = pd_fail(&all.error, PD_ERR_MEMORY, "/skeleton", "out of memory");
    if (!s && (count < 1 || count > PD_ANIM_MAX_JOINTS))
        s = pd_fail(&all.error, PD_ERR_RANGE, "/skeleton", "%d joints; 1 to %d allowed", count,
                    PD_ANIM_MAX_JOINTS);
    for (int j = 0; !s && j < count; j++) {
        if (parents[j] < -1 || parents[j] >= count)
            s = pd_fail(&all.error, PD_ERR_RANGE, "/skeleton/parents", "%d; -1 to %d allowed",
                        (int)parents[j], count - 1);
        snprintf(names[j], sizeof names[j], "%d", j);
    }
    for (int j = 0; !s && j < count; j++) {
        const float *o = offsets + 3 * j;
        joints[j] = (pd_anim_joint){.name = names[j],
                                    .parent = parents[j] < 0 ? NULL : names[parents[j]],
                                    .offset = {(double)o[0], (double)o[1], (double)o[2]}};
    }
    if (!s) s = pd_anim_skeleton_init(&made->skeleton, joints, count, &all.error);
    if (is_good(s)) return made;
    free(made);

    return NULL;
}

EXPORTED("skeleton_free") void pd_tool_wasm_skeleton_free(pd_tool_wasm_skeleton *skeleton)
{
    free(skeleton);
}

EXPORTED("solve")
int pd_tool_wasm_solve(const pd_tool_wasm_skeleton *skeleton, double *rotations, double *positions,
                       const double *targets, int count, const char *solver, int iterations, double tolerance)
{
    static pd_ik_target wanted[PD_IK_MAX_TARGETS];
    static pd_ik_result results[PD_IK_MAX_TARGETS];
    pd_ik_job job = {.rotations = (pd_quat *)(void *)rotations,
                     .positions = (pd_vec3 *)(void *)positions,
                     .results = results,
                     .skeleton = &skeleton->skeleton,
                     .start = (pd_quat *)(void *)rotations,
                     .targets = wanted,
                     .target_count = count,
                     .solver = PD_IK_SOLVER_COUNT,
                     .iterations = iterations,
                     .tolerance = tolerance};

    for (int i = 0; i < PD_IK_SOLVER_COUNT; i++)
        if (!strcmp(solver, pd_ik_solver_name((pd_ik_solver)i))) job.solver = (pd_ik_solver)i;
    if (job.solver == PD_IK_SOLVER_COUNT || job.solver == PD_IK_OPTIMIZE || job.solver == PD_IK_EXAMPLE ||
        job.solver == PD_IK_NEURAL)
        return is_good(pd_fail(&all.error, PD_ERR_INVALID, "/solver",
                               "\"%s\"; auto, two_bone, fabrik, ccd, transpose, pinv, dls or hybrik allowed",
                               solver));
    if (count < 1 || count > PD_IK_MAX_TARGETS)
        return is_good(
            pd_fail(&all.error, PD_ERR_RANGE, "/targets", "%d; 1 to %d allowed", count, PD_IK_MAX_TARGETS));

    for (int i = 0; i < count; i++) {
        const double *v = targets + (size_t)i * PD_TOOL_WASM_TARGET;
        wanted[i] = (pd_ik_target){.joint = (int)v[0],
                                   .chain_root = (int)v[1],
                                   .has_position = v[2] != 0,
                                   .position = {v[3], v[4], v[5]},
                                   .has_orientation = v[6] != 0,
                                   .orientation = {v[7], v[8], v[9], v[10]},
                                   .weight = v[11],
                                   .priority = (int)v[12]};
    }
    if (!is_good(pd_ik_job_check(&job, &all.error))) return 0;
    if (!pd_arena_reserve(&all.scratch, pd_ik_job_scratch_bytes(&job)))
        return is_good(pd_fail(&all.error, PD_ERR_MEMORY, "/targets", "out of memory"));
    pd_ik_job_run(&job, &all.scratch);

    return 1 + (int)job.status;
}
