#include "factory/corrective/finger_poses.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/math/rotation.h"
#include "core/math/vec3.h"
#include "core/smpl/part/hand.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FINGERS     5
#define THUMB       4
#define JOINTS      15
#define SWEEP_STEPS 6
#define ASIDE_STEPS 4
#define COMPOSITES  100
#define HELD_OUT    40
#define DEGREE      0.017453292519943295
#define POSES_AT_MOST                                                                                        \
    (JOINTS * (SWEEP_STEPS + 1) + FINGERS * ASIDE_STEPS + 4 * PD_SMPL_HAND_POSE_COUNT + COMPOSITES + HELD_OUT)

/* Ranges of the joints of a finger and of the thumb, degrees. */
static const struct range {
    double least, most;
} ranges[2][3] = {{{-25, 90}, {0, 110}, {-10, 80}}, {{-20, 45}, {-10, 60}, {-20, 80}}};
static const double aside[2] = {20, 25};

typedef struct making {
    pd_factory_finger_poses *poses;
    int joint_count;
    pd_vec3 axis[JOINTS], normal; /* unit vectors: bending axis of each joint; normal of the palm */
    float named[PD_SMPL_HAND_POSE_COUNT][3 * JOINTS];
} making;

/* Adds a pose from rotation vectors (15). */
static void add_finger_poses(making *m, const pd_vec3 turns[JOINTS], bool held_out)
{
    pd_factory_finger_poses *p = m->poses;
    float *rotations = p->rotations + 9 * (size_t)m->joint_count * (size_t)p->count;

    for (int k = 0; k < m->joint_count; k++)
        for (int c = 0; c < 3; c++) rotations[9 * k + 4 * c] = 1;

    for (int j = 0; j < JOINTS; j++) {
        double r[9];
        pd_rot_from_axis_angle(r, (const double[3]){turns[j].x, turns[j].y, turns[j].z});
        for (int c = 0; c < 9; c++) rotations[9 * (p->first + j) + c] = (float)r[c];
    }

    p->held_out[p->count++] = held_out;
}

static void add_sweeps(making *m)
{
    /* Sweep each joint alone from one end of its range to the other, without the rest pose. */
    for (int j = 0; j < JOINTS; j++) {
        const struct range range = ranges[j / 3 == THUMB][j % 3];
        for (int s = 0; s <= SWEEP_STEPS; s++) {
            pd_vec3 turns[JOINTS] = {{0}};
            const double degrees = range.least + (range.most - range.least) * s / SWEEP_STEPS;
            if (degrees == 0 || (s == 0 && range.least == 0)) continue;
            turns[j] = pd_vec3_scale(m->axis[j], DEGREE * degrees);
            add_finger_poses(m, turns, false);
        }
    }

    /* Sweep each finger to both sides. */
    for (int j = 0; j < JOINTS; j += 3)
        for (int s = 0; s < ASIDE_STEPS; s++) {
            static const double part[ASIDE_STEPS] = {-1, -0.5, 0.5, 1};
            pd_vec3 turns[JOINTS] = {{0}};
            turns[j] = pd_vec3_scale(m->normal, DEGREE * part[s] * aside[j / 3 == THUMB]);
            add_finger_poses(m, turns, false);
        }
}

static void add_named(making *m)
{
    static const double parts[4] = {1.0 / 3, 2.0 / 3, 1, 1.15};

    for (int n = 0; n < PD_SMPL_HAND_POSE_COUNT; n++) {
        if (n == PD_SMPL_HAND_OPEN) continue;
        for (int i = 0; i < 4; i++) {
            pd_vec3 turns[JOINTS];
            const float *a = m->named[n];
            for (int j = 0; j < JOINTS; j++)
                turns[j] = pd_vec3_scale(
                    pd_vec3_make((double)a[3 * j], (double)a[3 * j + 1], (double)a[3 * j + 2]), parts[i]);
            add_finger_poses(m, turns, false);
        }
    }
}

static void add_composites(making *m, uint64_t seed, int count, bool held_out)
{
    PD_ASSERT(count >= 0);
    pd_rng rng;
    pd_rng_init(&rng, seed);

    /* Close the whole hand by a random amount, with deviations for each finger and joint. */
    for (int i = 0; i < count; i++) {
        const double hand = pd_rng_between(&rng, -0.1, 1);
        pd_vec3 turns[JOINTS];
        for (int f = 0; f < FINGERS; f++) {
            const double finger = hand + pd_rng_between(&rng, -0.25, 0.25);
            for (int j = 3 * f; j < 3 * f + 3; j++) {
                const struct range range = ranges[f == THUMB][j % 3];
                double part = finger + pd_rng_between(&rng, -0.2, 0.2);
                part = part < 0 ? 0 : part > 1 ? 1 : part;
                turns[j] =
                    pd_vec3_scale(m->axis[j], DEGREE * (range.least + part * (range.most - range.least)));
            }

            /* Turn the knuckle aside, too. */
            turns[3 * f] = pd_vec3_fma(m->normal, DEGREE * aside[f == THUMB] * pd_rng_between(&rng, -1, 1),
                                       turns[3 * f]);
        }

        add_finger_poses(m, turns, held_out);
    }
}

static pd_vec3 finger_poses_joint(const pd_smpl_model *model, int k)
{
    const double *p = model->joint_template + 3 * (size_t)k;
    return pd_vec3_make(p[0], p[1], p[2]);
}

/* Returns the first joint of the left hand, or -1 if its 15 joints are not in SMPL-X's order. */
static int find_hand(const pd_smpl_data *data)
{
    for (int k = 1; k + JOINTS <= data->joint_count; k++)
        if (!strcmp(data->joint_names[k], "left_index1") &&
            !strcmp(data->joint_names[k + JOINTS - 1], "left_thumb3"))
            return k;
    return -1;
}

pd_status pd_factory_finger_poses_init(pd_factory_finger_poses *poses, const pd_smpl_model *model,
                                       uint64_t seed, pd_error *err)
{
    making m = {.poses = poses, .joint_count = model->joint_count};

    *poses = (pd_factory_finger_poses){.first = find_hand(&model->data)};
    if (poses->first < 0)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "joint_names",
                       "no left_index1 to left_thumb3; SMPL-X's fingers expected");

    poses->rotations =
        calloc((size_t)POSES_AT_MOST * 9 * (size_t)model->joint_count, sizeof *poses->rotations);
    poses->held_out = calloc(POSES_AT_MOST, 1);
    if (!poses->rotations || !poses->held_out) {
        pd_factory_finger_poses_deinit(poses);
        return pd_fail(err, PD_ERR_MEMORY, "fingers", "out of memory for %d poses", POSES_AT_MOST);
    }

    for (int n = 0; n < PD_SMPL_HAND_POSE_COUNT; n++)
        pd_smpl_hand_pose_angles(m.named[n], model->joint_template, model->data.parents, poses->first,
                                 (pd_smpl_hand_pose)n);

    /* Use the rotation axes of the grip as bending axes. */
    for (int j = 0; j < JOINTS; j++) {
        const float *a = m.named[PD_SMPL_HAND_GRIP] + 3 * j;
        m.axis[j] =
            pd_vec3_unit_or(pd_vec3_make((double)a[0], (double)a[1], (double)a[2]), pd_vec3_make(0, 0, 1));
    }

    const pd_vec3 wrist = finger_poses_joint(model, model->data.parents[poses->first]);
    const pd_vec3 index = finger_poses_joint(model, poses->first);
    const pd_vec3 pinky = finger_poses_joint(model, poses->first + 6);
    m.normal = pd_vec3_unit_or(pd_vec3_cross(pd_vec3_sub(index, wrist), pd_vec3_sub(pinky, wrist)),
                               pd_vec3_make(0, 1, 0));

    add_sweeps(&m);
    add_named(&m);
    add_composites(&m, seed, COMPOSITES, false);
    add_composites(&m, seed + 1000, HELD_OUT, true);

    return PD_OK;
}

void pd_factory_finger_poses_deinit(pd_factory_finger_poses *poses)
{
    free(poses->rotations);
    free(poses->held_out);
    *poses = (pd_factory_finger_poses){0};
}
