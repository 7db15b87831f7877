#include "tools/predict/predictor.h"

#include "core/base/assert.h"
#include "core/base/executor.h"
#include "core/base/hash.h"
#include "core/character/size.h"
#include "core/math/spring.h"

#include <math.h>
#include <string.h>

#define TICK (1 / 60.0) /* seconds of a tick, for the spring */
#define PI   3.14159265358979323846

/* Offsets below which a correction counts as faded: metres and radians. */
#define FADED 1e-5

pd_status pd_tool_predictor_init(pd_tool_predictor *p, const pd_character_rig *rig,
                                 const pd_anim_scene *scene, pd_error *err)
{
    *p = (pd_tool_predictor){.rig = rig, .scene = scene};
    if (!pd_arena_init(&p->scratch, 1 << 16)) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");

    return PD_OK;
}

void pd_tool_predictor_deinit(pd_tool_predictor *p)
{
    pd_arena_deinit(&p->scratch);
    pd_fields_writer_deinit(&p->writer);
    pd_buffer_deinit(&p->bytes);
    *p = (pd_tool_predictor){.rig = NULL};
}

uint32_t pd_tool_predictor_input(pd_tool_predictor *p, const pd_character_input *input, uint64_t seq)
{
    const pd_character_stamped item = {p->tick + 1, seq, *input};
    pd_character_stamped_list *list = &p->inputs;

    /* One input a tick; without a sign of the server the oldest are forgotten. */
    if (list->count && list->items[list->count - 1].tick == item.tick) list->count--;
    if (list->count == PD_CHARACTER_STAMPED_MOST) pd_character_stamped_drop(list, 1);
    pd_character_stamped_add(list, &item);

    return item.tick;
}

/* ---- one tick */

/* Returns the scene in the unit of the character. */
static const pd_anim_scene *predict_scene(pd_tool_predictor *p)
{
    const double size = p->now.motion.size;

    if (!(size < 1 || size > 1)) return p->scene;
    pd_anim_scene_view(&p->view, p->scene, size);

    return &p->view;
}

/* Notes the hash of the state, if this is a tick of hashes. */
static void note_hash(pd_tool_predictor *p)
{
    if (p->tick % PD_TOOL_PREDICT_GRAIN) return;
    pd_buffer_clear(&p->bytes);
    pd_character_state_write(&p->bytes, &p->writer, &p->now.motion, &p->now.overlay, &p->now.input, p->rig);
    const unsigned at = p->tick / PD_TOOL_PREDICT_GRAIN % PD_TOOL_PREDICT_HASHES;
    p->hashes[at].tick = p->tick;
    p->hashes[at].hash = p->bytes.failed ? 0 : pd_hash64(p->bytes.data, p->bytes.size, 0);
    p->hashes[at].is_there = !p->bytes.failed;
}

static void note_past(pd_tool_predictor *p)
{
    pd_tool_past *past = &p->past[p->tick % PD_TOOL_PREDICT_PAST];
    const pd_character_pose *pose = &p->pose;
    const pd_vec3 hips = pose->joints[0];
    const double root[3] = {pose->root.x, pose->root.y, pose->root.z};
    const double at[3] = {hips.x, hips.y, hips.z};

    past->tick = p->tick;
    past->is_there = true;
    past->yaw = (float)pose->yaw;
    for (int k = 0; k < 3; k++) {
        past->root[k] = (float)root[k];
        past->hips[k] = (float)at[k];
    }
    for (int j = 0; j < p->rig->skeleton.joint_count; j++) {
        const pd_quat q = pose->rotations[j];
        const double parts[4] = {q.x, q.y, q.z, q.w};
        for (int k = 0; k < 4; k++) past->rotations[4 * j + k] = (float)parts[k];
    }
}

/* Computes the next tick from inputs whose first `from` ones are in the state. Returns the number of inputs
 * that are in it then. */
static int run_tick(pd_tool_predictor *p, int from)
{
    pd_character_state *s = &p->now;
    const pd_character_rig *rig = p->rig;
    const pd_anim_scene *scene = predict_scene(p);
    pd_character_stamped held;
    bool jumps;

    p->tick++;
    const int due = pd_character_stamped_due(&p->inputs, from, p->tick, &held, &jumps);
    if (due) s->input = held.input;

    /* The order of steps is that of the server's stage. */
    pd_character *motion = &s->motion;
    pd_character_tick tick = {.count = 1};
    size_t bytes = pd_character_tick_scratch_bytes(&tick, rig, &pd_executor_serial);
    const bool needs_way = pd_character_sit_needs_way(&s->overlay.sit);
    if (needs_way && bytes < pd_anim_route_bytes()) bytes = pd_anim_route_bytes();
    if (!pd_arena_reserve(&p->scratch, bytes)) return from + due; /* without memory it stands */
    pd_character_sit_plan(&s->overlay.sit, motion, rig, scene, &p->scratch);
    pd_character_input input = s->input;
    if (due && jumps) input.jump = 1;
    pd_character_size_input(&input, motion->size, rig);
    const pd_character_input *drive = pd_character_overlay_drive(&s->overlay, &input, motion, rig);
    tick.characters = &motion;
    tick.inputs = &drive;
    tick.scenes = &scene;
    pd_character_tick_run(&tick, rig, &p->scratch, &pd_executor_serial);
    pd_character_overlay_step(&s->overlay, motion, rig, scene, NULL);

    /* Keep the pose, which is drawn, and the hash, with which the server's is compared. */
    pd_character_size_pose(&p->pose, &motion->pose, motion->size, rig);
    p->has_pose = true;
    note_past(p);
    note_hash(p);

    return from + due;
}

/* ---- corrections */

/* Lets one offset fade. Returns whether it is still there. */
static bool fade_blend(pd_tool_blend *b)
{
    pd_spring3(&b->x, &b->v, PD_TOOL_PREDICT_BLEND, TICK);
    return pd_vec3_length(b->x) > FADED || pd_vec3_length(b->v) > FADED;
}

static void fade_offset(pd_tool_offset *o, int joints)
{
    if (!o->is_there) return;
    bool is_there = fade_blend(&o->root);
    is_there |= fade_blend(&o->hips);
    is_there |= fade_blend(&o->yaw);
    for (int j = 0; j < joints; j++) is_there |= fade_blend(&o->turns[j]);
    if (!is_there) *o = (pd_tool_offset){.is_there = false};
}

/* Sets the offset so that a new prediction is shown where the last pose was shown, unless that is too far
 * away. The offset's velocity stays, so that what is shown keeps fading smoothly. */
static void blend_from(pd_tool_predictor *p, const pd_character_pose *shown)
{
    pd_tool_offset *o = &p->offset;
    const pd_character_pose *now = &p->pose;

    if (pd_vec3_length(pd_vec3_sub(shown->root, now->root)) > PD_TOOL_PREDICT_TELEPORT) {
        *o = (pd_tool_offset){.is_there = false};
        return;
    }

    o->root.x = pd_vec3_sub(shown->root, now->root);
    o->hips.x = pd_vec3_sub(shown->translation, now->translation);
    o->yaw.x.x = remainder(shown->yaw - now->yaw, 2 * PI);
    for (int j = 0; j < p->rig->skeleton.joint_count; j++) {
        const pd_quat turn = pd_q_mul(shown->rotations[j], pd_q_conjugate(now->rotations[j]));
        o->turns[j].x = pd_q_to_rotvec(turn);
    }
    o->is_there = true;
}

void pd_tool_predictor_shown(pd_character_pose *out, const pd_tool_predictor *p)
{
    const pd_tool_offset *o = &p->offset;

    PD_ASSERT(p->has_pose);
    *out = p->pose;
    if (!o->is_there) return;
    out->root = pd_vec3_add(out->root, o->root.x);
    out->translation = pd_vec3_add(out->translation, o->hips.x);
    out->yaw += o->yaw.x.x;
    for (int j = 0; j < p->rig->skeleton.joint_count; j++)
        out->rotations[j] = pd_q_mul(pd_q_from_rotvec(o->turns[j].x), out->rotations[j]);

    /* Joints follow from the rotations, except for what the predicted pose has beside them. */
    pd_anim_skeleton skeleton;
    pd_vec3 predicted[PD_CHARACTER_RIG_JOINTS], placed[PD_CHARACTER_RIG_JOINTS];
    pd_character_size_skeleton(&skeleton, &p->rig->skeleton, p->now.motion.size);
    pd_anim_skeleton_forward(predicted, NULL, &skeleton, p->pose.rotations, p->pose.translation);
    pd_anim_skeleton_forward(placed, NULL, &skeleton, out->rotations, out->translation);
    for (int j = 0; j < skeleton.joint_count; j++)
        out->joints[j] = pd_vec3_add(out->joints[j], pd_vec3_sub(placed[j], predicted[j]));
}

void pd_tool_predictor_step(pd_tool_predictor *p)
{
    PD_ASSERT(p->has_state);
    run_tick(p, p->inputs.count && p->inputs.items[p->inputs.count - 1].tick == p->tick + 1
                    ? p->inputs.count - 1
                    : p->inputs.count);
    if (p->resumes) blend_from(p, &p->last);
    p->resumes = false;
    fade_offset(&p->offset, p->rig->skeleton.joint_count);
}

pd_tool_agreement pd_tool_predictor_check(const pd_tool_predictor *p, uint32_t tick, uint64_t hash)
{
    const unsigned at = tick / PD_TOOL_PREDICT_GRAIN % PD_TOOL_PREDICT_HASHES;

    if (!p->has_state || !p->hashes[at].is_there || p->hashes[at].tick != tick) return PD_TOOL_UNKNOWN;
    return p->hashes[at].hash == hash ? PD_TOOL_AGREES : PD_TOOL_DIFFERS;
}

/* Drops the inputs that a state of the server contains. */
static void drop_contained(pd_character_stamped_list *list, uint64_t seq)
{
    int count = 0;
    while (count < list->count && list->items[count].seq <= seq) count++;
    pd_character_stamped_drop(list, count);
}

/* Returns the largest distance of a joint between two poses. */
static double pose_distance(const pd_character_pose *a, const pd_character_pose *b, int joints)
{
    double most = pd_vec3_length(pd_vec3_sub(a->root, b->root));
    for (int j = 0; j < joints; j++)
        most = pd_fmax(most, pd_vec3_length(pd_vec3_sub(a->joints[j], b->joints[j])));
    return most;
}

pd_status pd_tool_predictor_restore(pd_tool_predictor *p, pd_tool_correction *out, uint32_t tick,
                                    uint64_t seq, int ahead, const void *bytes, size_t size, pd_error *err)
{
    pd_character_state read = p->now;
    pd_character_pose shown = p->pose, before = p->pose;

    /* Check all of it before anything changes. */
    *out = (pd_tool_correction){0};
    const int32_t behind = pd_character_stamped_after(p->tick, tick);
    if (p->has_state && (behind > PD_TOOL_PREDICT_REACH || behind < -PD_TOOL_PREDICT_REACH))
        return pd_fail(err, PD_ERR_RANGE, "/tick", "%u; within %d ticks of %u allowed", (unsigned)tick,
                       PD_TOOL_PREDICT_REACH, (unsigned)p->tick);
    if (pd_character_state_read(&read, bytes, size, p->rig, err) != PD_OK) return err->status;
    if (pd_character_input_check(&read.input, err) != PD_OK) return err->status;

    /* Go back, and compute the ticks since again. Inputs of earlier ticks that the state does not contain
     * came late: the server applies them as soon as it can. */
    const uint32_t until = p->has_state && behind > 0 ? p->tick : tick + (uint32_t)(p->has_state ? 0 : ahead);
    if (p->has_pose) pd_tool_predictor_shown(&shown, p);
    p->now = read;
    p->tick = tick;
    drop_contained(&p->inputs, seq);
    for (int i = 0; i < PD_TOOL_PREDICT_HASHES; i++)
        p->hashes[i].is_there &= pd_character_stamped_after(p->hashes[i].tick, tick) <= 0;
    const bool had_pose = p->has_pose;
    for (int used = 0; p->tick != until; out->replayed++) used = run_tick(p, used);
    p->has_state = true;

    /* The drawn pose goes on from the one before: their difference is blended out. */
    if (!had_pose) return PD_OK;
    p->resumes = !out->replayed;
    if (p->resumes) {
        p->last = shown;
        return PD_OK;
    }

    out->distance = pose_distance(&before, &p->pose, p->rig->skeleton.joint_count);
    blend_from(p, &shown);

    return PD_OK;
}

void pd_tool_predictor_forget(pd_tool_predictor *p)
{
    p->has_state = false;
    p->inputs.count = 0;
    for (int i = 0; i < PD_TOOL_PREDICT_HASHES; i++) p->hashes[i].is_there = false;
    for (int i = 0; i < PD_TOOL_PREDICT_PAST; i++) p->past[i].is_there = false;
}

const pd_tool_past *pd_tool_predictor_past(const pd_tool_predictor *p, uint32_t tick)
{
    const pd_tool_past *past = &p->past[tick % PD_TOOL_PREDICT_PAST];
    return past->is_there && past->tick == tick ? past : NULL;
}
