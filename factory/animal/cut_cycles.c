/* posed-factory cut-cycles: makes the cycles of a four-legged animal from the keyed animations of a fox.
 *
 * The animations are keyed by hand, on the spot, for a fox that stands 1 m high. Their feet do not go evenly
 * while they are on the ground, and the four legs do not step in a regular order. So a cycle is put together
 * anew:
 *
 *     trunk    those of the animation, also neck, head and tail
 *     legs     each leg has its own stance and swing of the animation, found by the height and the motion of
 *              its foot, at the time that the gait gives it
 *     walk     left hind, left front, right hind, right front foot, a quarter of the cycle each
 *     trot     diagonal legs together, of the animation Walk: there is no trot
 *     gallop   as in the animation
 *     stance   the tip of the foot goes straight back at constant speed; the leg is solved for it and for the
 *              swing between stances
 *     root     goes as fast as the feet go back
 *     size     SIZE times the animation's, and time by the square root of it (equal v^2/(g h))
 */
#include "core/animal/cycles.h"
#include "core/base/file.h"
#include "core/matching/model.h"
#include "core/retarget/character/skin.h"
#include "tools/base/command.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE    0.42 /* a red fox is about 0.4 m high at the shoulder; the animation's is 0.95 m */
#define SAMPLES 240  /* samples of an animation */
#define RATE    60.0 /* frames per second of the result */
#define LEGS    PD_MATCHING_LEGS

/* A gait to be made. */
typedef struct cycle_row {
    const char *animation;
    int gait;      /* label (core/matching/database.h) */
    double tempo;  /* factor of the animation's speed of time */
    double stride; /* factor of the length of its steps */
    double share;  /* of the cycle that a foot is on the ground */
    /* A foot is on the ground while it is lower than this above its rest, as a fraction of the standing
     * height. */
    double low;
    bool keeps_order;    /* feet come down when they do in the animation */
    double starts[LEGS]; /* phases at which the feet come down, otherwise */
} cycle_row;

enum { STAND = 0, WALK = 1, JOG = 2 };

static const cycle_row rows[] = {
    {"Idle", STAND, 1, 1, 1, 0.035, false, {0, 0, 0, 0}},
    {"Walk", WALK, 1, 1, 0.62, 0.035, false, {0.25, 0.75, 0, 0.5}},
    {"Walk", JOG, 1.7, 1.1, 0.45, 0.035, false, {0.5, 0, 0, 0.5}},
    {"Run", JOG, 1, 1, 0.24, 0.12, true, {0, 0, 0, 0}},
};
#define ROWS ((int)(sizeof rows / sizeof *rows))

/* The fox's file. Joints of the result are those from `top` on. */
typedef struct fox {
    pd_bytes file;
    pd_retarget_skin skin;
    pd_animal creature;
    const char *names[PD_ANIM_MAX_JOINTS];
    int nodes[PD_ANIM_MAX_JOINTS];
    int joint_of[PD_ANIM_MAX_JOINTS]; /* (K) joint of the result; -1: none */
    int kept[PD_MATCHING_JOINTS];     /* (J) joint of the file */
} fox;

/* Samples of an animation on the joints of the result, in metres of the result. */
typedef struct samples {
    double seconds;
    pd_matching_pose poses[SAMPLES];
    pd_vec3 tips[SAMPLES][LEGS];
} samples;

/* Stance of a foot in an animation: samples at which it begins and ends. */
typedef struct stance {
    int begin, frames;
    pd_vec3 from, to; /* tip of the foot at these moments */
} stance;

static pd_status open_fox(fox *f, const char *path, pd_error *err)
{
    const pd_io_skin_options options = {.skin = -1};

    memset(f, 0, sizeof *f);
    pd_status status = pd_file_map(&f->file, path, err);
    if (status == PD_OK) status = pd_retarget_skin_read(&f->skin, f->file, &options, err);
    if (status != PD_OK) return status;

    const pd_anim_skeleton *s = &f->skin.skeleton;
    for (int k = 0; k < s->joint_count; k++) {
        f->names[k] = f->skin.joints[k].name;
        f->nodes[k] = f->skin.joints[k].node;
    }

    return pd_animal_match(&f->creature, s, f->names, PD_CREATURE_QUADRUPED, err);
}

/* Fills in the joints of the result: the joint of the hips and all below it, parents first. */
static pd_status take_joints(pd_matching_database *d, fox *f, pd_error *err)
{
    const pd_anim_skeleton *s = &f->skin.skeleton;
    int count = 0;

    for (int k = 0; k < s->joint_count; k++) f->joint_of[k] = -1;
    for (int i = 0; i < s->joint_count; i++) {
        const int k = s->order[i];
        const bool is_below = s->parents[k] >= 0 && f->joint_of[s->parents[k]] >= 0;
        if (k != f->creature.hips && !is_below) continue;
        if (count == PD_MATCHING_JOINTS)
            return pd_fail(err, PD_ERR_LIMIT, "joints", "more than %d", PD_MATCHING_JOINTS);
        f->kept[count] = k;
        f->joint_of[k] = count++;
    }

    pd_status status = pd_matching_database_init(d, count, count, 2 * SAMPLES * ROWS, ROWS, ROWS, err);
    if (status != PD_OK) return status;
    for (int j = 0; j < count; j++) {
        const int k = f->kept[j];
        const pd_vec3 o = pd_vec3_scale(s->offsets[k], j ? SIZE : 0);
        snprintf(d->joint_names[j], sizeof d->joint_names[j], "%.31s", f->names[k]);
        d->parents[j] = j ? f->joint_of[s->parents[k]] : -1;
        d->turning[j] = j;
        d->offsets[3 * j] = (float)o.x;
        d->offsets[3 * j + 1] = (float)o.y;
        d->offsets[3 * j + 2] = (float)o.z;
    }

    const pd_animal_body body = {s, &f->creature, f->names};
    int legs[LEGS][PD_MATCHING_LEG_JOINTS];
    status = pd_animal_cycles_legs(legs, &body, err);
    if (status != PD_OK) return status;
    d->has_legs = true;
    for (int leg = 0; leg < LEGS; leg++)
        for (int i = 0; i < PD_MATCHING_LEG_JOINTS; i++) d->legs[leg][i] = f->joint_of[legs[leg][i]];

    return PD_OK;
}

/* Samples an animation over its whole cycle. */
static pd_status take_samples(samples *out, const fox *f, const pd_matching_database *d,
                              const pd_anim_skeleton *skeleton, const char *animation, pd_error *err)
{
    const int joints = f->skin.skeleton.joint_count;
    pd_io_gltf_clip_options options = {.rate = 30, .animation = animation, .smooth = true};
    pd_io_gltf_clip keys;

    pd_status status = pd_io_gltf_clip_seconds(&out->seconds, f->file, f->nodes, joints, &options, err);
    if (status != PD_OK) return status;
    options.rate = (SAMPLES + 1e-6) / out->seconds;
    status = pd_io_gltf_clip_read(&keys, f->file, f->nodes, joints, &options, err);
    if (status != PD_OK) return status;

    for (int t = 0; t < SAMPLES; t++) {
        pd_quat world[PD_ANIM_MAX_JOINTS];
        pd_vec3 at[PD_ANIM_MAX_JOINTS], joint_at[PD_MATCHING_JOINTS];
        pd_matching_pose *pose = &out->poses[t];

        pd_retarget_skin_pose(world, at, &f->skin, &keys, t < keys.frame_count ? t : keys.frame_count - 1);
        for (int j = 0; j < d->joint_count; j++) {
            const pd_quat own = world[f->kept[j]];
            pose->rotations[j] = d->parents[j] < 0 ? own : pd_q_inv_mul(world[f->kept[d->parents[j]]], own);
        }

        pose->hips = pd_vec3_scale(at[f->kept[0]], SIZE);
        pd_anim_skeleton_forward(joint_at, NULL, skeleton, pose->rotations, pose->hips);
        for (int leg = 0; leg < LEGS; leg++) out->tips[t][leg] = joint_at[d->legs[leg][PD_MATCHING_TIP]];
    }

    pd_io_gltf_clip_deinit(&keys);

    return PD_OK;
}

/* Finds the stance of a foot: the longest run of samples in which it is low and goes back. */
static stance stance_of(const samples *s, int leg, double low)
{
    stance best = {0};
    double floor = s->tips[0][leg].y;

    for (int t = 0; t < SAMPLES; t++) floor = fmin(floor, s->tips[t][leg].y);
    for (int begin = 0; begin < SAMPLES; begin++) {
        int frames = 0;
        while (frames < SAMPLES) {
            const pd_vec3 now = s->tips[(begin + frames) % SAMPLES][leg];
            const pd_vec3 next = s->tips[(begin + frames + 1) % SAMPLES][leg];
            if (now.y > floor + low || next.z > now.z) break;
            frames++;
        }

        if (frames <= best.frames) continue;
        best = (stance){begin, frames, s->tips[begin][leg], s->tips[(begin + frames) % SAMPLES][leg]};
    }

    return best;
}

/* What a cycle is made of. */
typedef struct making {
    const cycle_row *row;
    const samples *samples;
    stance stances[LEGS];
    double starts[LEGS], shares[LEGS];
    double way;          /* metres that the root goes in a cycle */
    pd_vec3 rests[LEGS]; /* of the feet, on the ground */
    const pd_matching_paces *paces;
} making;

static pd_matching_pose sample_at(const samples *s, double at)
{
    const double x = at - floor(at / SAMPLES) * SAMPLES;
    const int t = (int)x % SAMPLES;
    pd_matching_pose pose = s->poses[t];
    const pd_matching_pose *next = &s->poses[(t + 1) % SAMPLES];

    for (int j = 0; j < PD_MATCHING_JOINTS; j++)
        if (pd_q_dot(pose.rotations[j], pose.rotations[j]) > 0.5)
            pose.rotations[j] = pd_q_slerp(pose.rotations[j], next->rotations[j], x - (int)x);
    pose.hips = pd_vec3_fma(pose.hips, x - (int)x, pd_vec3_sub(next->hips, pose.hips));

    return pose;
}

static pd_vec3 tip_at(const samples *s, int leg, double at)
{
    const double x = at - floor(at / SAMPLES) * SAMPLES;
    const int t = (int)x % SAMPLES;
    return pd_vec3_fma(s->tips[t][leg], x - (int)x,
                       pd_vec3_sub(s->tips[(t + 1) % SAMPLES][leg], s->tips[t][leg]));
}

/* Returns the place of a foot and the sample of the animation from which its leg comes. */
static pd_vec3 foot_at(double *sample, const making *m, int leg, double phase)
{
    const stance *s = &m->stances[leg];
    const double x = phase - m->starts[leg];
    const double u = x - floor(x), share = m->shares[leg];
    const double step = m->way * share;
    pd_vec3 at = m->rests[leg];

    if (u < share) {
        *sample = s->begin + u / share * s->frames;
        at.z += step * (0.5 - u / share);
        return at;
    }

    /* Swing: the animation's path, with its ends where stances end and begin. */
    const double t = (u - share) / (1 - share);
    *sample = s->begin + s->frames + t * (SAMPLES - s->frames);
    const pd_vec3 tip = tip_at(m->samples, leg, *sample);
    const double whole = s->from.z - s->to.z;
    at.z += step * ((tip.z - s->to.z) / whole - 0.5);
    at.y += fmax(tip.y - (s->to.y + t * (s->from.y - s->to.y)), 0);

    return at;
}

/* Marks the joints of the legs, from the hip on: 1 + the leg. */
static void mark_legs(int *of, const pd_matching_database *d)
{
    for (int j = 0; j < d->joint_count; j++) {
        of[j] = d->parents[j] >= 0 ? of[d->parents[j]] : 0;
        for (int leg = 0; leg < LEGS; leg++)
            if (d->legs[leg][PD_MATCHING_HIP] == j) of[j] = 1 + leg;
    }
}

/* Writes a frame. Returns how far the farthest foot stays from its place, metres. */
static double write_frame(pd_matching_database *d, int frame, const making *m, double phase)
{
    const pd_anim_skeleton *skeleton = &m->paces->skeleton;
    int of[PD_MATCHING_JOINTS];
    pd_quat world[PD_MATCHING_JOINTS];
    pd_vec3 joints[PD_MATCHING_JOINTS], feet[LEGS];
    double worst = 0;

    /* The trunk has the animation's phase, or the one at which the left hind foot comes down. */
    const double lead = m->row->keeps_order ? 0 : m->stances[2].begin - m->starts[2] * SAMPLES;
    pd_matching_pose pose = sample_at(m->samples, lead + phase * SAMPLES);
    mark_legs(of, d);
    for (int leg = 0; leg < LEGS; leg++) {
        double sample;
        feet[leg] = foot_at(&sample, m, leg, phase);
        const pd_matching_pose own = sample_at(m->samples, sample);
        for (int j = 0; j < d->joint_count; j++)
            if (of[j] == 1 + leg) pose.rotations[j] = own.rotations[j];
    }

    /* Solve the legs. */
    pd_anim_skeleton_forward(joints, world, skeleton, pose.rotations, pose.hips);
    for (int leg = 0; leg < LEGS; leg++) {
        const int *l = d->legs[leg];
        const pd_vec3 foot = pd_vec3_sub(joints[l[PD_MATCHING_TIP]], joints[l[PD_MATCHING_PAW]]);
        const double off = pd_matching_paces_reach(world, joints, m->paces, l, pd_vec3_sub(feet[leg], foot));
        worst = fmax(worst, off);
    }

    for (int j = 0; j < d->joint_count; j++)
        pose.rotations[j] = d->parents[j] < 0 ? world[j] : pd_q_inv_mul(world[d->parents[j]], world[j]);
    pd_matching_pose_write(d, frame, &pose);

    return worst;
}

/* Makes a cycle at `frame`. Returns its number of frames. */
static int make_cycle(pd_matching_database *d, int frame, making *m, double height)
{
    const cycle_row *row = m->row;
    const bool stands = row->gait == STAND;
    const double seconds = m->samples->seconds * sqrt(SIZE) / row->tempo;
    const int count = (int)lround(seconds * RATE);
    double way = 0, worst = 0;

    /* Stances of the animation, and those of the gait. */
    for (int leg = 0; leg < LEGS; leg++) {
        stance *s = &m->stances[leg];
        *s = stands ? (stance){0, SAMPLES, m->rests[leg], m->rests[leg]}
                    : stance_of(m->samples, leg, row->low * height);
        m->shares[leg] = row->share;
        m->starts[leg] =
            row->keeps_order ? (s->begin + 0.5 * s->frames) / SAMPLES - 0.5 * row->share : row->starts[leg];
        way += row->stride * (s->from.z - s->to.z) / m->shares[leg] / LEGS;
    }

    m->way = stands ? 0 : way;
    for (int t = 0; t < count; t++, frame++) {
        const double phase = (double)t / count;
        worst = fmax(worst, write_frame(d, frame, m, phase));
        d->steps[3 * frame + 1] = (int16_t)lround(m->way / count / PD_MATCHING_STEP);
        d->phases[frame] = (uint16_t)(phase * 65536);
        d->gaits[(size_t)frame * PD_MATCHING_GAITS + (size_t)row->gait] = 255;
        for (int leg = 0; leg < LEGS; leg++) {
            const double u = phase - m->starts[leg];
            if (u - floor(u) < m->shares[leg] - 1e-9) d->contacts[frame] |= (uint8_t)(1 << leg);
        }
    }

    printf("%-5s %3d frames, %.2f m/s, cycle %.2f s of %.2f m; on the ground %.2f %.2f %.2f %.2f; farthest "
           "foot %.1f mm\n",
           row->animation, count, m->way / count * RATE, count / RATE, m->way, m->shares[0], m->shares[1],
           m->shares[2], m->shares[3], 1000 * worst);

    return count;
}

/* Makes all cycles. */
static pd_status make_cycles(pd_matching_database *d, fox *f, pd_error *err)
{
    static samples sampled;
    static pd_matching_paces paces;
    making m = {.samples = &sampled, .paces = &paces};
    pd_anim_joint joints[PD_MATCHING_JOINTS];
    double middle = 0, height = 0;
    int frame = 0;

    for (int j = 0; j < d->joint_count; j++)
        joints[j] = (pd_anim_joint){d->joint_names[j], j ? d->joint_names[d->parents[j]] : NULL,
                                    pd_vec3_make((double)d->offsets[3 * j], (double)d->offsets[3 * j + 1],
                                                 (double)d->offsets[3 * j + 2])};
    pd_status status = pd_anim_skeleton_init(&paces.skeleton, joints, d->joint_count, err);
    paces.database = d;
    for (int i = 0; i < ROWS && status == PD_OK; i++) {
        m.row = &rows[i];
        status = take_samples(&sampled, f, d, &paces.skeleton, rows[i].animation, err);
        if (status != PD_OK) break;

        /* Feet rest where they stand; the root is below the middle of them. */
        for (int leg = 0; leg < LEGS && i == 0; leg++) {
            m.rests[leg] = sampled.tips[0][leg];
            middle += m.rests[leg].z / LEGS;
            height += sampled.poses[0].hips.y / LEGS;
        }

        for (int leg = 0; leg < LEGS && i == 0; leg++) m.rests[leg].z -= middle;
        for (int t = 0; t < SAMPLES; t++) {
            sampled.poses[t].hips.z -= middle;
            for (int leg = 0; leg < LEGS; leg++) sampled.tips[t][leg].z -= middle;
        }

        d->firsts[i] = frame;
        d->copies[i] = (pd_matching_copy){.clip = i, .time = 1};
        frame += make_cycle(d, frame, &m, height);
    }

    d->firsts[ROWS] = d->frame_count = frame;
    d->frame_rate = (float)RATE;

    return status;
}

static int run_cut_cycles(const pd_tool_args *args)
{
    const char *path = pd_tool_text(args, "data");
    const char *file = pd_tool_text(args, "o");
    pd_matching_database d = {0};
    pd_matching_model *model = NULL;
    pd_error err = {0};
    static fox f;

    if (!path) return pd_tool_usage(args, "--data FILE is needed: fox-animations.glb of Mesh2Motion");
    pd_status status = open_fox(&f, path, &err);
    if (status == PD_OK) status = take_joints(&d, &f, &err);
    if (status == PD_OK) status = make_cycles(&d, &f, &err);
    if (status == PD_OK) {
        d.text = (pd_model_text){
            .name = strdup("posed cycles of a four-legged animal"),
            .licence = strdup("CC0-1.0"),
            .provenance = strdup("animations of a fox, keyed by hand, put together to gaits and scaled; made "
                                 "by: posed-factory cut-cycles --data fox-animations.glb"),
            .credits = strdup("Mesh2Motion (github.com/Mesh2Motion/mesh2motion-app, commit 029e46c7), "
                              "static/animations/fox-animations.glb by Scott Petrovic, CC0 1.0")};
        status = pd_matching_database_save(&d, file, &err);
    }

    /* Check that it loads as a model of cycles. */
    if (status == PD_OK) status = pd_matching_model_build(&model, &d, &err);
    if (status == PD_OK)
        printf("%s: %d joints, %d frames, hips %.3f m high\n", file, model->database.joint_count,
               model->database.frame_count, model->paces.height);
    pd_matching_model_release(model);
    pd_matching_database_deinit(&d);
    pd_retarget_skin_deinit(&f.skin);
    pd_file_unmap(&f.file);

    return status == PD_OK ? 0 : pd_tool_fail(args, &err);
}

static const pd_tool_option options_table[] = {
    {"data", "FILE", "fox-animations.glb of Mesh2Motion", NULL},
    {"o", "FILE", "file of cycles to write", "models/quadruped.safetensors"},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_cut_cycles = {
    .name = "cut-cycles",
    .words = "",
    .summary = "Make the cycles of a four-legged animal that ship with posed from keyed animations",
    .details = "Puts the steps of the animations together to a walk, a trot and a gallop whose feet stay "
               "where they are on the ground.\n\n  posed-factory cut-cycles --data fox-animations.glb",
    .options = options_table,
    .run = run_cut_cycles,
};
