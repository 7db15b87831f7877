#include "core/rig/skin/mend.h"

#include "core/base/assert.h"
#include "core/math/quat.h"
#include "core/rig/base/template.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define PASSES   40    /* largest number of passes over all edges */
#define APPROACH 0.35F /* part of the difference of both ends' weights that each end takes in a pass */
#define COUNTS   0.1F  /* least crossed weight of a vertex that is counted */
#define DEGREE   0.017453292519943295 /* radians */
#define HANGS    (15 * DEGREE)        /* angle of a hanging arm from the vertical */

enum { LEGS = 4, POSES = 3, ROW = 24 };
_Static_assert(PD_RIG_JOINTS <= ROW, "a row holds all joints");

static const int legs[2][LEGS] = {{PD_RIG_L_HIP, PD_RIG_L_KNEE, PD_RIG_L_ANKLE, PD_RIG_L_FOOT},
                                  {PD_RIG_R_HIP, PD_RIG_R_KNEE, PD_RIG_R_ANKLE, PD_RIG_R_FOOT}};
static const int arms[2][3] = {{PD_RIG_L_SHOULDER, PD_RIG_L_ELBOW, PD_RIG_L_WRIST},
                               {PD_RIG_R_SHOULDER, PD_RIG_R_ELBOW, PD_RIG_R_WRIST}};

static pd_vec3 vector_of(const double at[3])
{
    return pd_vec3_make(at[0], at[1], at[2]);
}

/* ---- weights as rows of all bones ---- */

static void spread_weights(float (*rows)[ROW], const pd_rig_weights *weights, int count)
{
    memset(rows, 0, (size_t)count * sizeof *rows);
    for (int i = 0; i < count; i++)
        for (int s = 0; s < 4; s++) rows[i][weights->bones[i][s]] += weights->values[i][s];
}

/* Keeps the four largest weights of each row. */
static void gather_weights(pd_rig_weights *weights, const float (*rows)[ROW], int count)
{
    for (int i = 0; i < count; i++) {
        float row[ROW];
        float sum = 0;
        memcpy(row, rows[i], sizeof row);
        for (int s = 0; s < 4; s++) {
            int best = 0;
            for (int k = 1; k < PD_RIG_JOINTS; k++)
                if (row[k] > row[best]) best = k;
            weights->bones[i][s] = (uint8_t)(row[best] > 0 ? best : 0);
            weights->values[i][s] = row[best] > 0 ? row[best] : 0;
            sum += weights->values[i][s];
            row[best] = 0;
        }

        for (int s = 0; s < 4; s++) weights->values[i][s] = sum > 0 ? weights->values[i][s] / sum : s == 0;
    }
}

/* ---- crossed legs ---- */

/* Returns the distance of a point from the bones of a leg. */
static double from_leg(pd_vec3 at, const double (*joints)[3], int side)
{
    double least = INFINITY;

    for (int b = 0; b + 1 < LEGS; b++) {
        const pd_vec3 from = vector_of(joints[legs[side][b]]);
        const pd_vec3 way = pd_vec3_sub(vector_of(joints[legs[side][b + 1]]), from);
        const double square = pd_vec3_dot(way, way);
        const double t = square > 0 ? fmin(fmax(pd_vec3_dot(pd_vec3_sub(at, from), way) / square, 0), 1) : 0;
        least = fmin(least, pd_vec3_distance(at, pd_vec3_fma(from, t, way)));
    }

    return least;
}

/* Moves weights of the wrong leg to the other one. Returns the number of vertices that had them. */
static int uncross(float (*rows)[ROW], const pd_rig_mesh *mesh, const double (*joints)[3])
{
    const double hips = fmax(joints[PD_RIG_L_HIP][1], joints[PD_RIG_R_HIP][1]);
    int crossed = 0;

    for (int i = 0; i < mesh->vertex_count; i++) {
        const pd_vec3 at = vector_of(mesh->points + 3 * (size_t)i);
        if (at.y > hips) continue;
        const double away[2] = {from_leg(at, joints, 0), from_leg(at, joints, 1)};
        for (int side = 0; side < 2; side++) {
            float wrong = 0;
            if (away[!side] > PD_RIG_MEND_NEARER * away[side]) continue;
            for (int b = 0; b < LEGS; b++) {
                wrong += rows[i][legs[side][b]];
                rows[i][legs[!side][b]] += rows[i][legs[side][b]];
                rows[i][legs[side][b]] = 0;
            }

            crossed += wrong > COUNTS;
        }
    }

    return crossed;
}

/* ---- overstretched edges ---- */

typedef struct walk_pose {
    pd_quat turns[PD_RIG_JOINTS]; /* world rotations */
    pd_vec3 moves[PD_RIG_JOINTS]; /* x' = turn x + move */
} walk_pose;

/* Poses the joints in one extreme of a walk. left: angle of the left thigh, forwards; the right one is at
 * -.8 of it. */
static void pose_walk(walk_pose *out, const double (*joints)[3], double left)
{
    pd_quat own[PD_RIG_JOINTS];
    pd_vec3 at[PD_RIG_JOINTS];

    /* Local rotations: thighs, knees of the leg that is behind or swings, arms that hang and swing. The
     * angles are about those of people who walk. */
    for (int j = 0; j < PD_RIG_JOINTS; j++) own[j] = pd_q_identity();
    for (int side = 0; side < 2; side++) {
        const double thigh = side ? -0.8 * left : left;
        const pd_vec3 across = pd_vec3_make(1, 0, 0);
        const pd_vec3 arm = pd_vec3_sub(vector_of(joints[arms[side][1]]), vector_of(joints[arms[side][0]]));
        const pd_vec3 down = pd_vec3_make((side ? -1 : 1) * sin(HANGS), -cos(HANGS), 0);
        const pd_vec3 way = pd_vec3_unit_or(arm, down);
        const pd_vec3 axis = pd_vec3_cross(way, down);
        const double angle = atan2(pd_vec3_length(axis), pd_vec3_dot(way, down));
        const pd_quat lowers = pd_vec3_length(axis) > 1e-9
                                   ? pd_q_axis_angle(pd_vec3_unit_or(axis, across), angle)
                                   : pd_q_identity();
        own[legs[side][0]] = pd_q_axis_angle(across, -thigh);
        own[legs[side][1]] = pd_q_axis_angle(across, (thigh > 0 ? 15 : 60) * DEGREE);
        own[legs[side][2]] = pd_q_axis_angle(across, (thigh > 0 ? -15 : 25) * DEGREE);
        own[arms[side][0]] = pd_q_mul(pd_q_axis_angle(across, 0.8 * thigh), lowers);
        own[arms[side][1]] = pd_q_axis_angle(pd_vec3_make(0, 1, 0), (side ? 1 : -1) * 20 * DEGREE);
    }

    /* Pose, and the movement of each joint's skin from rest: x -> turn x + move. */
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        const int up = pd_rig_joints[j].parent;
        const pd_vec3 rest = vector_of(joints[j]);
        PD_ASSERT(up < j);
        out->turns[j] = up < 0 ? own[j] : pd_q_mul(out->turns[up], own[j]);
        at[j] = up < 0 ? rest
                       : pd_vec3_add(at[up],
                                     pd_q_rotate(out->turns[up], pd_vec3_sub(rest, vector_of(joints[up]))));
        out->moves[j] = pd_vec3_sub(at[j], pd_q_rotate(out->turns[j], rest));
    }
}

/* Skins a point by a row of weights (linear blend skinning). */
static pd_vec3 skinned(const walk_pose *pose, const float row[ROW], pd_vec3 at)
{
    pd_vec3 sum = {0, 0, 0};

    for (int j = 0; j < PD_RIG_JOINTS; j++)
        if (row[j] > 0)
            sum = pd_vec3_fma(sum, (double)row[j],
                              pd_vec3_add(pd_q_rotate(pose->turns[j], at), pose->moves[j]));

    return sum;
}

/* Returns the stretch of an edge in the pose that stretches it most,
 * if it grows by enough to count; else 1. */
static double stretch_of(const walk_pose poses[POSES], const float (*rows)[ROW], const double *points, int a,
                         int b)
{
    const pd_vec3 from = vector_of(points + 3 * (size_t)a);
    const pd_vec3 to = vector_of(points + 3 * (size_t)b);
    const double rest = pd_vec3_distance(from, to);
    double most = 1;

    for (int p = 0; p < POSES; p++) {
        const double length =
            pd_vec3_distance(skinned(&poses[p], rows[a], from), skinned(&poses[p], rows[b], to));
        if (length > rest + PD_RIG_MEND_LONGER) most = fmax(most, length / fmax(rest, 1e-9));
    }

    return most;
}

/* Counts the overstretched edges and makes the weights of their ends approach each other if `mends`. Each
 * edge of a closed mesh is in two triangles; it is looked at from the side where its first vertex has the
 * smaller number. */
static int mend_edges(double *stretch, float (*rows)[ROW], const pd_rig_mesh *mesh,
                      const walk_pose poses[POSES], bool mends)
{
    int overstretched = 0;

    *stretch = 1;
    for (int f = 0; f < mesh->face_count; f++)
        for (int c = 0; c < 3; c++) {
            const int a = (int)mesh->faces[3 * (size_t)f + (size_t)c];
            const int b = (int)mesh->faces[3 * (size_t)f + (size_t)((c + 1) % 3)];
            PD_ASSERT(a < mesh->vertex_count && b < mesh->vertex_count);
            if (a > b && mesh->border_edges == 0) continue;
            const double own = stretch_of(poses, (const float(*)[ROW])rows, mesh->points, a, b);
            *stretch = fmax(*stretch, own);
            if (own <= PD_RIG_MEND_STRETCH) continue;
            overstretched++;
            for (int j = 0; j < PD_RIG_JOINTS && mends; j++) {
                const float step = APPROACH * (rows[b][j] - rows[a][j]);
                rows[a][j] += step;
                rows[b][j] -= step;
            }
        }

    return overstretched;
}

pd_status pd_rig_mend(pd_rig_mended *out, pd_rig_weights *weights, const pd_rig_mesh *mesh,
                      const double (*joints)[3], pd_error *err)
{
    static const double thighs[POSES] = {30 * DEGREE, -30 * DEGREE, 12 * DEGREE};
    float(*rows)[ROW] = malloc((size_t)mesh->vertex_count * sizeof *rows);
    walk_pose poses[POSES];

    *out = (pd_rig_mended){.stretch = 1};
    if (!rows)
        return pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %d vertices", mesh->vertex_count);

    /* Legs first, because a crossed leg is overstretched. */
    spread_weights(rows, weights, mesh->vertex_count);
    out->crossed = uncross(rows, mesh, joints);
    for (int p = 0; p < POSES; p++) pose_walk(&poses[p], joints, thighs[p]);
    const int before = mend_edges(&out->stretch, rows, mesh, poses, false);
    for (int pass = 0; pass < PASSES && mend_edges(&out->stretch, rows, mesh, poses, true); pass++) continue;

    /* What is kept of the weights decides what stays overstretched. */
    if (before || out->crossed) gather_weights(weights, (const float(*)[ROW])rows, mesh->vertex_count);
    spread_weights(rows, weights, mesh->vertex_count);
    out->stretched = mend_edges(&out->stretch, rows, mesh, poses, false);
    out->mended = before > out->stretched ? before - out->stretched : 0;
    free(rows);

    return PD_OK;
}
