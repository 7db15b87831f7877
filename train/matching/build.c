#include "train/matching/build.h"

#include "core/base/assert.h"
#include "core/matching/index.h"
#include "core/math/plane.h"
#include "train/augment/arc.h"
#include "train/motion/filter.h"
#include "train/motion/label.h"
#include "train/motion/path.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOT_SIGMA 10.0          /* frames */
#define RUNS       2.0           /* m/s: a straight clip over it is a run */
#define JOGS       0.25          /* of a clip's frames: it jogs */
#define STIFF      (30 * DEGREE) /* of the ankles of a clip that jogs; people's: 37 to 52 degrees */
#define LEAST      45            /* frames of a clip */
#define STILL      1e-4          /* of a quaternion's x, y, z: less is no turn */
#define DEGREE     (M_PI / 180)

static const double arcs[] = {46 * DEGREE, 86 * DEGREE, 126 * DEGREE}; /* rad/s; the last of runs alone */
static const double paces[] = {1.15, 1.3};

pd_train_matching_options pd_train_matching_defaults(void)
{
    return (pd_train_matching_options){.rate = 30, .idle_seconds = 60};
}

/* ---- labels, and the poses as they were */

/* Labels a motion (contacts, phase, gaits) without changing its poses. Labelling locks the feet, which moves
 * legs. */
static pd_status label(pd_character_motion *motion, pd_error *err)
{
    size_t frames = (size_t)motion->clip.frame_count;
    size_t rotations = frames * (size_t)motion->clip.skeleton.joint_count;
    pd_quat *poses = malloc(rotations * sizeof *poses);
    pd_vec3 *roots = malloc(frames * sizeof *roots);
    pd_status s = PD_OK;

    if (!poses || !roots) s = pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory for its poses");

    /* Labels come from the locked motion, poses stay as captured. */
    if (!s) {
        memcpy(poses, motion->clip.rotations, rotations * sizeof *poses);
        memcpy(roots, motion->clip.roots, frames * sizeof *roots);
        s = pd_train_motion_label(motion, err);
        memcpy(motion->clip.rotations, poses, rotations * sizeof *poses);
        memcpy(motion->clip.roots, roots, frames * sizeof *roots);
    }

    free(poses);
    free(roots);

    return s;
}

static double build_part_of(const pd_character_motion *motion, int gait)
{
    PD_ASSERT(gait >= 0 && gait < PD_PFNN_GAITS);
    double sum = 0;
    for (int t = 0; t < motion->clip.frame_count; t++) sum += motion->gaits[t][gait] >= 0.5f;
    return sum / motion->clip.frame_count;
}

/* Frames of the clip that are kept; 0: none. */
static int kept_of(const pd_character_motion *motion, double idle_s)
{
    static const int feet[2] = {PD_BIPED_L_FOOT, PD_BIPED_R_FOOT};
    int frames = motion->clip.frame_count;

    /* Clips of looking around are left out, and those that hardly do anything but crouch or jump. */
    if (strstr(motion->name, "Look") || frames < LEAST) return 0;
    if (build_part_of(motion, PD_PFNN_CROUCH) + build_part_of(motion, PD_PFNN_JUMP) > 0.9) return 0;

    /* Some captures have stiff feet, which show in a jog: an ankle that turns by less than STIFF. */
    const bool jogs = build_part_of(motion, PD_PFNN_JOG) > JOGS;
    for (int side = 0; jogs && side < 2; side++) {
        double low = INFINITY, high = -INFINITY;
        for (int t = 0; t < motion->clip.frame_count; t++) {
            double pitch = pd_q_to_rotvec(pd_anim_clip_frame(&motion->clip, t)[feet[side]]).x;
            low = fmin(low, pitch);
            high = fmax(high, pitch);
        }

        if (high - low < STIFF) return 0;
    }

    /* Idle clips are cut, since they are long and alike. */
    if (!strstr(motion->name, "reactidle")) return frames;

    int most = (int)(idle_s * PD_CHARACTER_MOTION_RATE);
    frames = frames < most ? frames : most;
    return frames < LEAST ? 0 : frames;
}

/* ---- frames */

/* Positions and facings of the root, and the world pose, at 60 frames a second. */
typedef struct roots {
    double (*at)[2];
    pd_vec3 *facing;
    pd_vec3 *joints; /* (T,31) */
    pd_quat *turns;  /* (T,31) world */
} roots;

/* Returns a value as a whole number of units in 16 bits; larger ones are clamped. */
static int16_t build_whole(double value, double unit)
{
    return (int16_t)lround(pd_plane_clamp(value / unit, -32767, 32767));
}

/* Writes the first `kept` frames of a motion, every `each`-th, to the database from frame `first` on: pose,
 * step to the next frame, phase, contacts and gaits. */
static pd_status write_clip(pd_matching_database *d, int first, const pd_character_motion *motion, int kept,
                            int each, pd_error *err)
{
    PD_ASSERT(first >= 0 && kept > 0 && each > 0);
    size_t frames = (size_t)motion->clip.frame_count;
    size_t joints = frames * PD_ANIM_BIPED_JOINTS;
    roots r = {.at = malloc(frames * sizeof *r.at),
               .facing = malloc(frames * sizeof *r.facing),
               .joints = malloc(joints * sizeof *r.joints),
               .turns = malloc(joints * sizeof *r.turns)};
    pd_status s = PD_OK;
    if (!r.at || !r.facing || !r.joints || !r.turns)
        s = pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory for %zu frames", frames);

    /* Compute root and facing, smoothed over time. */
    if (!s) pd_train_motion_pose(r.joints, r.turns, motion);
    for (size_t t = 0; !s && t < frames; t++) {
        const pd_vec3 *hips = r.joints + t * PD_ANIM_BIPED_JOINTS;
        r.at[t][0] = hips->x;
        r.at[t][1] = hips->z;
    }

    if (!s) s = pd_train_gaussian(r.at[0], (int)frames, 2, ROOT_SIGMA, err);
    if (!s) s = pd_train_gaussian(r.at[0] + 1, (int)frames, 2, ROOT_SIGMA, err);
    if (!s) s = pd_train_motion_facing(r.facing, r.joints, (int)frames, err);

    int last = kept - 1;
    for (int t = 0; !s && t < kept; t += each) {
        const bool inside = t + each <= last;
        const int next = inside ? t + each : t;
        const size_t frame = (size_t)(first + t / each);
        const pd_vec3 *hips = r.joints + (size_t)t * PD_ANIM_BIPED_JOINTS;
        const double dir[2] = {r.facing[t].x, r.facing[t].z};
        const double then[2] = {r.facing[next].x, r.facing[next].z};
        double flat[2], step[2];
        pd_quat facing = pd_q_axis_angle(pd_vec3_make(0, 1, 0), atan2(dir[0], dir[1]));
        pd_matching_pose pose;

        /* Store the pose as seen from the root and its facing. */
        pd_plane_in(flat, dir, hips->x - r.at[t][0], hips->z - r.at[t][1]);
        pose.hips = pd_vec3_make(flat[0], hips->y, flat[1]);
        memcpy(pose.rotations, pd_anim_clip_frame(&motion->clip, t), PD_ANIM_BIPED_JOINTS * sizeof(pd_quat));
        pose.rotations[0] = pd_q_inv_mul(facing, r.turns[(size_t)t * PD_ANIM_BIPED_JOINTS]);
        pd_matching_pose_write(d, (int)frame, &pose);

        /* Store the step to the next frame, and the turn. */
        pd_plane_in(step, dir, r.at[next][0] - r.at[t][0], r.at[next][1] - r.at[t][1]);
        d->steps[3 * frame] = build_whole(step[0], PD_MATCHING_STEP);
        d->steps[3 * frame + 1] = build_whole(step[1], PD_MATCHING_STEP);
        d->steps[3 * frame + 2] = build_whole(pd_plane_angle(dir, then), PD_MATCHING_TURN);

        /* Store phase, contacts and gaits as whole numbers. */
        /* 65536 steps of the phase make a cycle; 255 is a full gait. */
        double cycle = motion->phase[t] - floor(motion->phase[t]);
        d->phases[frame] = (uint16_t)((long)lround(cycle * 65536) & 65535);
        for (int i = 0; i < PD_PFNN_CONTACTS; i++)
            d->contacts[frame] |= (uint8_t)((motion->contacts[t][i] != 0) << i);
        for (int g = 0; g < PD_PFNN_GAITS; g++)
            d->gaits[frame * PD_MATCHING_GAITS + (size_t)g] =
                (uint8_t)lround(255 * pd_plane_clamp((double)motion->gaits[t][g], 0, 1));

        /* The last frame has no next one: it repeats the step before. */
        if (!inside && t) memcpy(d->steps + 3 * frame, d->steps + 3 * (frame - 1), 3 * sizeof *d->steps);
    }

    free(r.at);
    free(r.facing);
    free(r.joints);
    free(r.turns);

    return s;
}

#define COPIES_MOST 18 /* of a clip */

/* ---- the whole */

/* Counted over all clips, before the database is allocated. */
typedef struct plan {
    int *kept; /* (motions) frames at 60 Hz; 0: left out */
    pd_matching_copy *copies;
    int clips, frames, copy_count;
    bool turns[PD_ANIM_BIPED_JOINTS]; /* in any frame that is kept */
    int turning_count;
} plan;

/* Labels all motions, and decides how many frames of each are kept. The caller frees the plan on failure
 * too. */
static pd_status make_plan(plan *p, pd_character_motions *motions, const pd_train_matching_options *options,
                           pd_error *err)
{
    int idles = 0;
    size_t n = (size_t)motions->count + 1;

    *p = (plan){.kept = calloc(n, sizeof *p->kept), .copies = calloc(n * COPIES_MOST, sizeof *p->copies)};
    if (!p->kept || !p->copies)
        return pd_fail(err, PD_ERR_MEMORY, "motions", "out of memory for %d", motions->count);

    /* The seconds of idling are shared by all idle clips. */
    for (int i = 0; i < motions->count; i++) idles += strstr(motions->items[i].name, "reactidle") != NULL;
    for (int i = 0; i < motions->count; i++) {
        pd_status s = label(&motions->items[i], err);
        if (s) return s;
        p->kept[i] = kept_of(&motions->items[i], options->idle_seconds / (idles ? idles : 1));
    }

    return PD_OK;
}

/* Counts the clips, frames and copies that are kept. */
static pd_status count_plan(plan *p, const pd_character_motions *motions,
                            const pd_train_matching_options *options, pd_train_matching_report *report,
                            pd_error *err)
{
    int each = (int)PD_CHARACTER_MOTION_RATE / options->rate;

    memset(report, 0, sizeof *report);
    p->clips = p->frames = p->copy_count = p->turning_count = 0;
    memset(p->turns, 0, sizeof p->turns);

    /* Count what is kept of each clip. */
    for (int i = 0; i < motions->count; i++) {
        const pd_character_motion *motion = &motions->items[i];
        report->left_out += !p->kept[i];
        if (!p->kept[i]) continue;

        double speed = 0;
        bool straight = false;

        /* Copies: bent if the clip is straight, slower if it jogs, each mirrored too. */
        if (!options->no_arc) {
            const pd_status status = pd_train_motion_is_straight(&straight, &speed, motion, err);
            if (status != PD_OK) return status;
        }

        bool jogs = !options->no_slow && build_part_of(motion, PD_PFNN_JOG) > JOGS;
        int arc_count = !straight ? 0 : speed > RUNS ? 3 : 2;
        for (int mirror = 0; mirror <= (options->no_mirror ? 0 : 1); mirror++) {
            p->copies[p->copy_count++] =
                (pd_matching_copy){.clip = p->clips, .mirror = mirror != 0, .arc = 0, .time = 1};
            for (int a = 0; a < 2 * arc_count; a++)
                p->copies[p->copy_count++] = (pd_matching_copy){.clip = p->clips,
                                                                .mirror = mirror != 0,
                                                                .arc = a % 2 ? -arcs[a / 2] : arcs[a / 2],
                                                                .time = 1};
            for (int n = 0; n < (jogs ? 2 : 0); n++)
                p->copies[p->copy_count++] =
                    (pd_matching_copy){.clip = p->clips, .mirror = mirror != 0, .arc = 0, .time = paces[n]};
        }

        report->arcs += arc_count > 0;
        report->slow += jogs;

        PD_ASSERT(p->copy_count <= COPIES_MOST * (motions->count + 1));
        p->frames += (p->kept[i] + each - 1) / each;
        p->clips++;

        /* Joints that turn in any frame that is kept. */
        const int kept = p->kept[i];
        for (int t = 0; t < kept; t++) {
            const pd_quat *q = pd_anim_clip_frame(&motion->clip, t);
            for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++)
                p->turns[j] |= fabs(q[j].x) + fabs(q[j].y) + fabs(q[j].z) > STILL;
        }

        report->seconds += p->kept[i] / PD_CHARACTER_MOTION_RATE;
    }

    report->clips = p->clips;
    p->turns[0] = true;
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) p->turning_count += p->turns[j];
    if (!p->clips) return pd_fail(err, PD_ERR_INVALID, "motions", "none is left to be matched");

    return PD_OK;
}

/* Builds the database by plan p: skeleton, copies (which clip is mirrored, bent or faster) and the frames of
 * all clips that are kept. `rate`: frames a second of the database. */
static pd_status assemble(pd_matching_database *d, const plan *p, const pd_character_motions *motions,
                          int rate, pd_error *err)
{
    int each = (int)PD_CHARACTER_MOTION_RATE / rate;
    int clip = 0, frame = 0;
    pd_status s = pd_matching_database_init(d, PD_ANIM_BIPED_JOINTS, p->turning_count, p->frames, p->clips,
                                            p->copy_count, err);

    if (s) return s;

    /* Joints of the skeleton; those that turn have rotations in the database. */
    d->frame_rate = (float)rate;

    int turning = 0;
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        const pd_anim_biped_joint *row = &pd_anim_biped_joints[j];
        const float offset[3] = {(float)row->x, (float)row->y, (float)row->z};
        snprintf(d->joint_names[j], sizeof d->joint_names[j], "%s", row->name);
        d->parents[j] = row->parent;
        memcpy(d->offsets + 3 * j, offset, sizeof offset);
        if (p->turns[j]) d->turning[turning++] = j;
    }

    /* Copies, then the frames of the clips. */
    memcpy(d->copies, p->copies, (size_t)p->copy_count * sizeof *p->copies);
    for (int i = 0; !s && i < motions->count; i++) {
        if (!p->kept[i]) continue;
        d->firsts[clip++] = frame;
        s = write_clip(d, frame, &motions->items[i], p->kept[i], each, err);
        frame += (p->kept[i] + each - 1) / each;
    }

    d->firsts[clip] = frame;

    return s;
}

/* Clips without a frame behind a gate are no longer kept: no search could return a frame of them. */
static pd_status drop_unseen(plan *p, const pd_matching_database *d, int motion_count, pd_error *err)
{
    pd_matching_index index;
    pd_status s = pd_matching_index_build(&index, d, err);
    bool *seen = s ? NULL : calloc((size_t)d->clip_count, sizeof *seen);

    if (!s && !seen) s = pd_fail(err, PD_ERR_MEMORY, "motions", "out of memory for %d clips", d->clip_count);

    /* Clips of which any copy has a frame behind a gate. */
    for (int v = 0; !s && v < d->copy_count; v++)
        for (int t = 0; t < index.tracks[v].count; t++)
            seen[d->copies[v].clip] |= index.gates[index.tracks[v].entry + t] != 0;
    for (int i = 0, clip = 0; !s && i < motion_count; i++)
        if (p->kept[i] && !seen[clip++]) p->kept[i] = 0;

    free(seen);
    pd_matching_index_deinit(&index);
    return s;
}

pd_status pd_train_matching_build(pd_matching_database *d, pd_train_matching_report *report,
                                  pd_character_motions *motions, const pd_train_matching_options *options,
                                  pd_error *err)
{
    pd_train_matching_report own;
    plan p = {0};

    memset(d, 0, sizeof *d);
    if (!report) report = &own;
    if (options->rate != 30 && options->rate != 60)
        return pd_fail(err, PD_ERR_RANGE, "rate", "%d; 30 or 60 allowed", options->rate);

    /* Build once to find clips that no search can return, then again without them. */
    pd_status s = make_plan(&p, motions, options, err);
    if (!s) s = count_plan(&p, motions, options, report, err);
    if (!s) s = assemble(d, &p, motions, options->rate, err);
    if (!s) s = drop_unseen(&p, d, motions->count, err);
    pd_matching_database_deinit(d);

    if (!s) s = count_plan(&p, motions, options, report, err);
    if (!s) s = assemble(d, &p, motions, options->rate, err);
    free(p.kept);
    free(p.copies);
    if (s) pd_matching_database_deinit(d);

    return s;
}
