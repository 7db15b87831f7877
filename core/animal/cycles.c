#include "core/animal/cycles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONG_LEG 6 /* joints of a leg from which on the first one is a shoulder blade or a pelvis */

/* Returns the distance of a point from the line through a and b. */
static double off_line(pd_vec3 at, pd_vec3 a, pd_vec3 b)
{
    const pd_vec3 along = pd_vec3_unit_or(pd_vec3_sub(b, a), pd_vec3_make(0, -1, 0));
    return pd_vec3_length(pd_vec3_reject(pd_vec3_sub(at, a), along));
}

pd_status pd_animal_cycles_legs(int legs[PD_MATCHING_LEGS][PD_MATCHING_LEG_JOINTS],
                                const pd_animal_body *body, pd_error *err)
{
    const pd_animal *creature = body->creature;
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];

    if (creature->plan != PD_CREATURE_QUADRUPED || creature->leg_count != PD_MATCHING_LEGS)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/match", "a %s; a quadruped expected",
                       pd_animal_names[creature->plan]);
    pd_anim_skeleton_forward(rest, NULL, body->skeleton, NULL, pd_vec3_make(0, 0, 0));

    for (int i = 0; i < PD_MATCHING_LEGS; i++) {
        const pd_animal_chain *chain = &creature->chains[i];
        const int leg = 2 * chain->row + (chain->side < 0);
        int *joints = legs[leg];
        double most = -1;
        if (chain->count < 3)
            return pd_fail(err, PD_ERR_UNSUPPORTED, "/match",
                           "a leg has %d joints; 3 or more expected: hip, knee and foot", chain->count);

        const int first = chain->count >= LONG_LEG;
        const int last = chain->count > 3 ? chain->count - 2 : 2;
        joints[PD_MATCHING_HIP] = chain->joints[first];
        joints[PD_MATCHING_PAW] = chain->joints[last];
        joints[PD_MATCHING_TIP] = chain->joints[chain->count - 1];
        for (int j = first + 1; j < last; j++) {
            const double off =
                off_line(rest[chain->joints[j]], rest[chain->joints[first]], rest[chain->joints[last]]);
            if (off <= most) continue;
            most = off;
            joints[PD_MATCHING_BEND] = chain->joints[j];
        }
    }

    return PD_OK;
}

/* ---- carrying */

#define RATE_LEAST 15.0 /* frames per second that a database may have */
#define RATE_MOST  120.0
#define LOWEST     0.05 /* heights of the hips in the file's unit for which it is the metre */
#define HIGHEST    1.9
#define REPEATS    3 /* the second of them is taken */

/* A cycle of the source as a clip that repeats on the spot. */
typedef struct cycle_source {
    const pd_matching_database *database;
    const pd_anim_skeleton *skeleton;
    int first, count;
} cycle_source;

static void pose_cycle(void *context, int frame, pd_quat *rotations, pd_vec3 *places)
{
    const cycle_source *s = context;
    pd_matching_pose pose;

    pd_matching_pose_read(&pose, s->database, s->first + frame % s->count, NULL);
    pd_anim_skeleton_forward(places, rotations, s->skeleton, pose.rotations,
                             pd_vec3_sub(pose.hips, s->skeleton->offsets[s->skeleton->root]));
}

/* Moves the root of a skeleton so that its feet at rest are where those of the first frame are. */
static void stand_skeleton(pd_anim_skeleton *s, const pd_matching_database *d)
{
    pd_matching_pose pose;
    pd_vec3 rest[PD_MATCHING_JOINTS], stands[PD_MATCHING_JOINTS], off = {0, 0, 0};

    pd_matching_pose_read(&pose, d, d->firsts[0], NULL);
    pd_anim_skeleton_forward(rest, NULL, s, NULL, off);
    pd_anim_skeleton_forward(stands, NULL, s, pose.rotations, pd_vec3_sub(pose.hips, s->offsets[s->root]));
    for (int leg = 0; leg < PD_MATCHING_LEGS; leg++) {
        const int tip = d->legs[leg][PD_MATCHING_TIP];
        off = pd_vec3_fma(off, 1.0 / PD_MATCHING_LEGS, pd_vec3_sub(stands[tip], rest[tip]));
    }

    s->offsets[s->root] = pd_vec3_add(s->offsets[s->root], off);
}

/* Builds the skeleton of a database, with names that pd_animal_match takes. */
static pd_status skeleton_of(pd_anim_skeleton *out, const char **names, const pd_matching_database *d,
                             pd_error *err)
{
    pd_anim_joint joints[PD_MATCHING_JOINTS];

    for (int j = 0; j < d->joint_count; j++) {
        const float *o = d->offsets + 3 * j;
        names[j] = d->joint_names[j];
        joints[j] =
            (pd_anim_joint){d->joint_names[j], d->parents[j] < 0 ? NULL : d->joint_names[d->parents[j]],
                            pd_vec3_make((double)o[0], (double)o[1], (double)o[2])};
    }

    pd_status status = pd_anim_skeleton_init(out, joints, d->joint_count, err);
    if (status == PD_OK) stand_skeleton(out, d);

    return status;
}

/* Returns the metres of the cycles for a unit of the file. */
static double unit_of(const pd_animal_body *to)
{
    const pd_quat facing = to->creature->facing;
    const pd_animal_chain *leg = &to->creature->chains[0];
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];

    pd_anim_skeleton_forward(rest, NULL, to->skeleton, NULL, pd_vec3_make(0, 0, 0));
    const pd_vec3 tip = rest[leg->joints[leg->count - 1]];
    const double height = pd_q_rotate(facing, pd_vec3_sub(rest[to->creature->hips], tip)).y;

    return height > 0 && (height < LOWEST || height > HIGHEST) ? 1 / height : 1;
}

/* Copies the joints of a body, rotated to face +Z. */
static void write_joints(pd_matching_database *out, const pd_animal_body *to, double unit)
{
    const pd_anim_skeleton *s = to->skeleton;

    for (int j = 0; j < s->joint_count; j++) {
        const pd_vec3 o = pd_q_rotate(to->creature->facing, pd_vec3_scale(s->offsets[j], unit));
        snprintf(out->joint_names[j], sizeof out->joint_names[j], "%.31s", s->names[j]);
        out->parents[j] = s->parents[j];
        out->turning[j] = j;
        out->offsets[3 * j] = (float)o.x;
        out->offsets[3 * j + 1] = (float)o.y;
        out->offsets[3 * j + 2] = (float)o.z;
    }
}

/* Returns the distance that the tips of feet go in their stances in a clip, divided by that in the source. */
static double scale_of(const pd_anim_clip *clip, const pd_matching_database *out, const cycle_source *source,
                       const pd_quat facing)
{
    double ours = 0, theirs = 0;
    pd_vec3 at[2][PD_ANIM_MAX_JOINTS], from[2][PD_MATCHING_JOINTS];
    pd_quat world[PD_MATCHING_JOINTS];

    for (int t = source->count; t < 2 * source->count; t++) {
        const uint8_t now = source->database->contacts[source->first + t % source->count];
        const uint8_t next = source->database->contacts[source->first + (t + 1) % source->count];
        for (int i = 0; i < 2; i++) {
            pd_anim_clip_pose(at[i], NULL, clip, t + i);
            pose_cycle((void *)(uintptr_t)source, t + i, world, from[i]);
        }

        for (int leg = 0; leg < PD_MATCHING_LEGS; leg++) {
            if (!(now >> leg & next >> leg & 1)) continue;
            const int tip = out->legs[leg][PD_MATCHING_TIP];
            const int their_tip = source->database->legs[leg][PD_MATCHING_TIP];
            ours += pd_q_rotate(facing, pd_vec3_sub(at[0][tip], at[1][tip])).z;
            theirs += from[0][their_tip].z - from[1][their_tip].z;
        }
    }

    return theirs > 0 && ours > 0 ? ours / theirs : 1;
}

/* Writes a cycle's frames from the clip. */
static void write_cycle(pd_matching_database *out, const pd_anim_clip *clip, const cycle_source *source,
                        const pd_quat facing, double along, double middle, double unit)
{
    const pd_matching_database *from = source->database;

    for (int t = 0; t < source->count; t++) {
        const pd_quat *locals = pd_anim_clip_frame(clip, source->count + t);
        const size_t frame = (size_t)(source->first + t);
        pd_matching_pose pose;

        for (int j = 0; j < out->joint_count; j++)
            pose.rotations[j] = pd_q_mul(pd_q_mul(facing, locals[j]), pd_q_conjugate(facing));
        pose.hips = pd_q_rotate(facing, clip->roots[source->count + t]);
        pose.hips.z -= middle;
        pose.hips = pd_vec3_scale(pose.hips, unit);
        pd_matching_pose_write(out, (int)frame, &pose);
        for (int i = 0; i < 3; i++)
            out->steps[3 * frame + (size_t)i] =
                (int16_t)lround(from->steps[3 * frame + (size_t)i] * along * unit);
        out->phases[frame] = from->phases[frame];
        out->contacts[frame] = from->contacts[frame];
        memcpy(out->gaits + frame * PD_MATCHING_GAITS, from->gaits + frame * PD_MATCHING_GAITS,
               PD_MATCHING_GAITS);
    }
}

/* Transfers all cycles to a database whose arrays are allocated. walk: scale of the steps of the first cycle
 * that moves. */
static pd_status carry_cycles(double *walk, pd_matching_database *out, const pd_matching_database *from,
                              const pd_animal_body *source, const pd_animal_body *to, pd_error *err)
{
    const pd_quat facing = to->creature->facing;
    const double unit = unit_of(to);
    double scale = 1, middle = 0;
    pd_status status = PD_OK;

    for (int c = 0; c < from->clip_count && status == PD_OK; c++) {
        cycle_source cycle = {from, source->skeleton, from->firsts[c], from->firsts[c + 1] - from->firsts[c]};
        const pd_animal_job job = {.from = *source,
                                   .to = *to,
                                   .pose = pose_cycle,
                                   .context = &cycle,
                                   .frame_count = REPEATS * cycle.count,
                                   .rate = (double)from->frame_rate};
        pd_anim_clip clip;
        status = pd_animal_clip(&clip, &job, err);
        if (status != PD_OK) break;

        /* The first cycle stands: the root comes below the middle of its feet. */
        if (c == 0) {
            pd_vec3 at[PD_ANIM_MAX_JOINTS];
            pd_anim_clip_pose(at, NULL, &clip, cycle.count);
            for (int leg = 0; leg < PD_MATCHING_LEGS; leg++)
                middle += pd_q_rotate(facing, at[out->legs[leg][PD_MATCHING_TIP]]).z / PD_MATCHING_LEGS;
        } else {
            scale = scale_of(&clip, out, &cycle, facing);
            if (c == 1) *walk = scale * unit;
        }

        write_cycle(out, &clip, &cycle, facing, scale, middle, unit);
        pd_anim_clip_deinit(&clip);
    }

    return status;
}

pd_status pd_animal_cycles_carry(pd_matching_database *out, const pd_matching_database *from,
                                 const pd_animal_body *to, pd_error *err)
{
    const char *names[PD_MATCHING_JOINTS];
    pd_anim_skeleton skeleton;
    pd_animal creature;
    double scale = 1;

    memset(out, 0, sizeof *out);
    pd_status status = skeleton_of(&skeleton, names, from, err);
    if (status == PD_OK) status = pd_animal_match(&creature, &skeleton, names, PD_CREATURE_QUADRUPED, err);
    if (status != PD_OK) return status;
    if (to->skeleton->joint_count > PD_MATCHING_JOINTS)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/match",
                       "%d joints; up to %d allowed for an animal that walks", to->skeleton->joint_count,
                       PD_MATCHING_JOINTS);
    for (int j = 0; j < to->skeleton->joint_count; j++)
        if (to->skeleton->parents[j] >= j)
            return pd_fail(
                err, PD_ERR_UNSUPPORTED, "/match",
                "joint %s comes before its parent; parents first expected for an animal that walks",
                to->names[j]);

    const int joints = to->skeleton->joint_count;
    status = pd_matching_database_init(out, joints, joints, from->frame_count, from->clip_count,
                                       from->copy_count, err);
    if (status != PD_OK) return status;

    /* Joints, legs and clips. */
    const pd_animal_body source = {&skeleton, &creature, names};
    write_joints(out, to, unit_of(to));
    out->has_legs = true;
    status = pd_animal_cycles_legs(out->legs, to, err);
    memcpy(out->firsts, from->firsts, ((size_t)from->clip_count + 1) * sizeof *out->firsts);
    memcpy(out->copies, from->copies, (size_t)from->copy_count * sizeof *out->copies);
    if (status == PD_OK) status = carry_cycles(&scale, out, from, &source, to, err);

    /* Animals of one form move alike at equal v^2/(g h): a larger one takes longer for a cycle. */
    out->frame_rate = (float)fmin(fmax((double)from->frame_rate / sqrt(scale), RATE_LEAST), RATE_MOST);
    if (status != PD_OK) pd_matching_database_deinit(out);

    return status;
}

/* Returns the sum of the lengths of all bones. */
static double bones_of(const pd_anim_skeleton *s)
{
    double sum = 0;
    for (int j = 0; j < s->joint_count; j++)
        if (s->parents[j] >= 0) sum += pd_vec3_length(s->offsets[j]);
    return sum;
}

void pd_animal_cycles_to_file(pd_quat *locals, pd_vec3 *root, const pd_animal *creature,
                              const pd_anim_skeleton *file, const pd_anim_skeleton *cycles,
                              const pd_quat *rotations, pd_vec3 at)
{
    const pd_quat facing = creature->facing;
    const pd_quat back = pd_q_conjugate(facing);
    const double ratio = bones_of(file) / bones_of(cycles);

    /* A file of nearly the same unit has the same one: the cycles' bones are rounded. */
    for (int j = 0; j < cycles->joint_count; j++)
        locals[j] = pd_q_normalize(pd_q_mul(pd_q_mul(back, rotations[j]), facing));
    *root = pd_q_rotate(back, pd_vec3_scale(at, fabs(ratio - 1) < 1e-4 ? 1 : ratio));
}
