#include "core/rig/start.h"

#include "core/base/assert.h"
#include "core/math/mat3.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define REACH      0.62 /* x of the front view's edge */
#define DEPTH      0.25 /* z of the side view's edge */
#define DEPTH_GAIN 5    /* factor of z in the maps */

#define NECK_LEAST 0.3  /* of the height: limits of the neck's height */
#define NECK_MOST  0.98 /* see above */
#define HEAD_LEAST 0.5  /* limits of the head's scale, relative to the body's */
#define HEAD_MOST  4.0  /* see above */

/* ---- maps ---- */

pd_rig_frame pd_rig_frame_of(double neck_height, double pelvis_x)
{
    const double neck = fmin(fmax(neck_height, NECK_LEAST), NECK_MOST);
    return (pd_rig_frame){PD_RIG_MAP_NECK / neck, pelvis_x, 0};
}

static int cell(double value, double edge, int cells)
{
    const double at = (value / edge + 1) * 0.5 * cells;
    return at >= 0 && at < cells ? (int)at : -1;
}

void pd_rig_maps(float *maps, pd_rig_frame *frame, const double (*points)[3], int count)
{
    enum { FRONT = PD_RIG_MAP_ROWS * PD_RIG_MAP_FRONT };
    float *seen = maps;
    float *nearest = maps + FRONT;
    float *farthest = maps + 2 * FRONT;
    float *side = maps + 3 * FRONT;
    double sum = 0;
    int counted = 0;

    /* Depths are relative to the points' mean. */
    memset(maps, 0, PD_RIG_MAP_NUMBERS * sizeof *maps);
    for (int i = 0; i < count; i++) {
        if (points[i][1] * frame->scale > 1) continue;
        sum += points[i][2] * frame->scale;
        counted++;
    }

    frame->depth = counted ? sum / counted : 0;

    /* Front view: the nearest and the farthest point of each cell. Side view: whether a cell has a point. */
    for (int i = 0; i < count; i++) {
        const double x = (points[i][0] - frame->middle) * frame->scale;
        const double y = points[i][1] * frame->scale;
        const double z = points[i][2] * frame->scale - frame->depth;
        if (!(y >= 0 && y <= 1)) continue;
        const int row = y < 1 ? (int)(y * PD_RIG_MAP_ROWS) : PD_RIG_MAP_ROWS - 1;
        const int front = cell(x, REACH, PD_RIG_MAP_FRONT);
        const int of_side = cell(z, DEPTH, PD_RIG_MAP_SIDE);
        if (of_side >= 0) side[row * PD_RIG_MAP_SIDE + of_side] = 1;
        if (front < 0) continue;
        const int at = row * PD_RIG_MAP_FRONT + front;
        const float depth = (float)(DEPTH_GAIN * z);
        nearest[at] = seen[at] > 0 ? fmaxf(nearest[at], depth) : depth;
        farthest[at] = seen[at] > 0 ? fminf(farthest[at], depth) : depth;
        seen[at] = 1;
    }
}

/* ---- joints ---- */

/* Computes the joints b + m W in the mesh's space. */
static void start_regress(double joints[PD_RIG_JOINTS][3], const pd_rig_start *start, int which,
                          const float *maps, const pd_rig_frame *frame)
{
    PD_ASSERT(which == 0 || which == 1);
    float sum[PD_RIG_MAP_JOINTS];

    /* Most cells are 0. */
    memcpy(sum, start->bias[which], sizeof sum);
    for (int i = 0; i < PD_RIG_MAP_NUMBERS; i++) {
        const float m = maps[i];
        const float *row = start->weights[which] + (size_t)i * PD_RIG_MAP_JOINTS;
        if (m == 0) continue;
        for (int k = 0; k < PD_RIG_MAP_JOINTS; k++) sum[k] += m * row[k];
    }

    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        joints[j][0] = (double)sum[3 * j] / frame->scale + frame->middle;
        joints[j][1] = (double)sum[3 * j + 1] / frame->scale;
        joints[j][2] = ((double)sum[3 * j + 2] + frame->depth) / frame->scale;
    }
}

void pd_rig_start_joints(double joints[PD_RIG_JOINTS][3], const pd_rig_start *start,
                         const double (*points)[3], int count, float *scratch)
{
    pd_rig_frame frame = {1, 0, 0};

    /* The first estimate uses the points as they are. Each pass scales and centres them by neck and pelvis,
     * and estimates again. */
    pd_rig_maps(scratch, &frame, points, count);
    start_regress(joints, start, 0, scratch, &frame);
    for (int pass = 0; pass < PD_RIG_MAP_PASSES; pass++) {
        frame = pd_rig_frame_of(joints[PD_RIG_NECK][1], joints[PD_RIG_PELVIS][0]);
        pd_rig_maps(scratch, &frame, points, count);
        start_regress(joints, start, 1, scratch, &frame);
    }
}

/* ---- shape of the template ---- */

static pd_vec3 from_to(const double (*joints)[3], int from, int to)
{
    return pd_vec3_make(joints[to][0] - joints[from][0], joints[to][1] - joints[from][1],
                        joints[to][2] - joints[from][2]);
}

/* Computes a rotation matrix with the columns across, up (made perpendicular to it) and forward. */
static void start_frame_of(double m[9], pd_vec3 across, pd_vec3 up)
{
    const pd_vec3 x = pd_vec3_unit_or(across, pd_vec3_make(1, 0, 0));
    const pd_vec3 y = pd_vec3_unit_or(pd_vec3_reject(up, x), pd_vec3_make(0, 1, 0));
    const pd_vec3 z = pd_vec3_cross(x, y);
    const double columns[9] = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
    memcpy(m, columns, sizeof columns);
}

/* Computes the rotation from the template's frame of two pairs of joints
 * to the frame of the estimated joints. */
static pd_quat align(const double (*rest)[3], const double (*found)[3], const int pairs[4])
{
    double from[9], to[9], back[9], m[9];

    start_frame_of(from, from_to(rest, pairs[0], pairs[1]), from_to(rest, pairs[2], pairs[3]));
    start_frame_of(to, from_to(found, pairs[0], pairs[1]), from_to(found, pairs[2], pairs[3]));
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) back[3 * r + c] = from[3 * c + r];
    pd_mat3_mul(m, to, back);

    return pd_q_from_matrix(m);
}

/* Returns the joint that determines the turn and the length of a part, or -1 if its end is not known. */
static int end_of(int j)
{
    switch (j) {
    case PD_RIG_PELVIS: return PD_RIG_SPINE1;
    case PD_RIG_SPINE3: return PD_RIG_NECK;
    case PD_RIG_HEAD:
    case PD_RIG_L_WRIST:
    case PD_RIG_R_WRIST:
    case PD_RIG_L_FOOT:
    case PD_RIG_R_FOOT: return -1;
    default: break;
    }

    int k = j + 1;
    while (pd_rig_joints[k].parent != j) k++;
    PD_ASSERT(k < PD_RIG_JOINTS);

    return k;
}

static double stretch(const double (*rest)[3], const double (*found)[3], int from, int to)
{
    const double length = pd_vec3_length(from_to(found, from, to));
    return log(fmax(length, 1e-3) / pd_vec3_length(from_to(rest, from, to)));
}

/* Returns whether a joint begins a long bone of a limb. */
static bool is_long(int j)
{
    switch (j) {
    case PD_RIG_L_HIP:
    case PD_RIG_R_HIP:
    case PD_RIG_L_KNEE:
    case PD_RIG_R_KNEE:
    case PD_RIG_L_SHOULDER:
    case PD_RIG_R_SHOULDER:
    case PD_RIG_L_ELBOW:
    case PD_RIG_R_ELBOW: return true;
    default: return false;
    }
}

void pd_rig_start_shape(pd_rig_shape *shape, const pd_rig_template *t, const double joints[PD_RIG_JOINTS][3])
{
    static const int hips[4] = {PD_RIG_R_HIP, PD_RIG_L_HIP, PD_RIG_PELVIS, PD_RIG_SPINE1};
    static const int chest[4] = {PD_RIG_R_SHOULDER, PD_RIG_L_SHOULDER, PD_RIG_SPINE3, PD_RIG_NECK};
    const double(*rest)[3] = (const double(*)[3])t->joints;
    pd_quat world[PD_RIG_JOINTS];
    double mean = 0, parts = 0;

    /* Rotation of each part. Hips and chest have two directions;
     * others follow the direction to their end joint. */
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        const int up = pd_rig_joints[j].parent;
        const int end = end_of(j);
        const pd_quat above = up < 0 ? pd_q_identity() : world[up];
        world[j] = above;
        if (j == PD_RIG_PELVIS || j == PD_RIG_SPINE3) {
            world[j] = align(rest, joints, j == PD_RIG_PELVIS ? hips : chest);
        } else if (end >= 0) {
            const pd_vec3 was =
                pd_vec3_unit_or(pd_q_rotate(above, from_to(rest, j, end)), pd_vec3_make(0, 1, 0));
            const pd_vec3 is = pd_vec3_unit_or(from_to(joints, j, end), was);
            world[j] = pd_q_mul(pd_q_between(was, is, pd_vec3_make(0, 0, 1)), above);
        }

        world[j] = pd_q_normalize(world[j]);
        shape->rotations[j] = pd_q_normalize(pd_q_mul(pd_q_conjugate(above), world[j]));
        shape->lengths[j] = 0;
        if (is_long(j)) {
            mean += (shape->lengths[j] = stretch(rest, joints, j, end));
            parts++;
        }
    }

    mean /= parts;

    /* Short bones are scaled as the part they belong to, because a small error of a joint would halve or
     * double their own. */
    const double trunk = stretch(rest, joints, PD_RIG_PELVIS, PD_RIG_NECK);
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        const int other = pd_rig_joints[j].mirror;
        const int up = pd_rig_joints[j].parent;
        shape->girths[j] = mean;
        if (is_long(j)) {
            if (other > j)
                shape->lengths[j] = shape->lengths[other] = 0.5 * (shape->lengths[j] + shape->lengths[other]);
        } else if (j == PD_RIG_PELVIS || j == PD_RIG_SPINE1 || j == PD_RIG_SPINE2 || j == PD_RIG_SPINE3) {
            shape->lengths[j] = trunk;
        } else {
            shape->lengths[j] = up >= 0 && is_long(up) ? shape->lengths[up] : mean;
        }
    }

    shape->girths[PD_RIG_PELVIS] =
        fmin(fmax(stretch(rest, joints, PD_RIG_R_HIP, PD_RIG_L_HIP), mean - 0.5), mean + 0.5);

    /* The head has the height above its joint, within limits. */
    const double crown = t->lowest + t->height - t->joints[PD_RIG_HEAD][1];
    const double head = log(fmax(1 - joints[PD_RIG_HEAD][1], 1e-3) / crown);
    shape->lengths[PD_RIG_HEAD] = shape->girths[PD_RIG_HEAD] =
        fmin(fmax(head, mean + log(HEAD_LEAST)), mean + log(HEAD_MOST));
    shape->root = pd_vec3_make(joints[PD_RIG_PELVIS][0], joints[PD_RIG_PELVIS][1], joints[PD_RIG_PELVIS][2]);
}
