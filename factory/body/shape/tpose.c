#include "factory/body/shape/tpose.h"

#include "core/base/assert.h"

#include <stdlib.h>
#include <string.h>

#define MUSH_ROUNDS  15
#define RIGID        0.9999
#define RADIANS(deg) ((deg)*M_PI / 180)

enum { BODY, COLLAR, SHOULDER, UPPER1, UPPER2, LOWER1, LOWER2, HAND, LEG, FOOT };

const pd_factory_part pd_factory_groups[PD_FACTORY_GROUP_COUNT] = {
    {"root", 0},          {"clavicle.L", 10},   {"shoulder01.L", 11}, {"upperarm01.L", 12},
    {"upperarm02.L", 13}, {"lowerarm01.L", 14}, {"lowerarm02.L", 15}, {"wrist.L", 16},
    {"upperleg01.L", 17}, {"foot.L", 18},       {"clavicle.R", 1},    {"shoulder01.R", 2},
    {"upperarm01.R", 3},  {"upperarm02.R", 4},  {"lowerarm01.R", 5},  {"lowerarm02.R", 6},
    {"wrist.R", 7},       {"upperleg01.R", 8},  {"foot.R", 9},
};

/* ---- the transforms of the left side ---- */

static pd_vec3 point(const double *centers, pd_factory_joint p)
{
    return (pd_vec3){centers[3 * p], centers[3 * p + 1], centers[3 * p + 2]};
}

static void put_tpose(double *centers, pd_factory_joint p, pd_vec3 v)
{
    centers[3 * p] = v.x;
    centers[3 * p + 1] = v.y;
    centers[3 * p + 2] = v.z;
}

static pd_vec3 apply_tpose(const pd_factory_transform *t, pd_vec3 x)
{
    return pd_vec3_add(t->to, pd_q_rotate(t->rotation, pd_vec3_sub(x, t->from)));
}

/* Returns the rotation that takes the unit vector a to +X and the part of b at right angles to it to
 * `second`, a unit vector at right angles to +X. */
static pd_quat rotation_of_frame(pd_vec3 a, pd_vec3 b, pd_vec3 second)
{
    pd_vec3 first = {1, 0, 0};
    pd_vec3 third = pd_vec3_cross(first, second);

    b = pd_vec3_unit_or(pd_vec3_reject(b, a), pd_vec3_perpendicular(a));
    pd_vec3 c = pd_vec3_cross(a, b);
    const double from[3][3] = {{a.x, a.y, a.z}, {b.x, b.y, b.z}, {c.x, c.y, c.z}};
    const double to[3][3] = {
        {first.x, first.y, first.z}, {second.x, second.y, second.z}, {third.x, third.y, third.z}};
    double m[9];
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++)
            m[3 * r + k] = to[0][r] * from[0][k] + to[1][r] * from[1][k] + to[2][r] * from[2][k];

    return pd_q_from_matrix(m);
}

static pd_quat part_of_rotation(pd_quat q, double share)
{
    return pd_q_from_rotvec(pd_vec3_scale(pd_q_to_rotvec(q), share));
}

/* Computes the transforms of the left collar, arm and hand. */
static void arm_transforms(pd_factory_transform *t, const double *centers)
{
    /* Compute the directions of the bones, and the axes of elbow and palm. */
    const pd_vec3 x = {1, 0, 0};
    const pd_vec3 down = {0, -1, 0};
    const pd_vec3 back = {0, 0, -1};
    pd_vec3 collar = point(centers, PD_FACTORY_L_COLLAR);
    pd_vec3 shoulder = point(centers, PD_FACTORY_L_SHOULDER);
    pd_vec3 elbow = point(centers, PD_FACTORY_L_ELBOW);
    pd_vec3 wrist = point(centers, PD_FACTORY_L_WRIST);
    pd_vec3 upper = pd_vec3_unit_or(pd_vec3_sub(elbow, shoulder), x);
    pd_vec3 fore = pd_vec3_unit_or(pd_vec3_sub(wrist, elbow), x);
    pd_vec3 palm = pd_vec3_unit_or(pd_vec3_sub(point(centers, PD_FACTORY_L_HAND), wrist), x);
    pd_vec3 knuckles = pd_vec3_sub(point(centers, PD_FACTORY_L_LITTLE), point(centers, PD_FACTORY_L_INDEX));
    pd_vec3 hinge = pd_vec3_cross(upper, fore);

    /* Compute the rotations that bring each bone to +X. */
    pd_quat lift = pd_q_axis_angle((pd_vec3){0, 0, 1}, RADIANS(PD_FACTORY_COLLAR_DEG));
    pd_quat arm = rotation_of_frame(upper, hinge, down);
    pd_quat forearm = rotation_of_frame(fore, hinge, down);
    pd_quat hand = rotation_of_frame(palm, knuckles, back);
    pd_quat swing = pd_q_between(upper, x, down);
    pd_quat arm_twist = pd_q_mul(arm, pd_q_conjugate(swing));

    /* Returns the part of q that rotates about +X. */
    pd_quat q = pd_q_mul(hand, pd_q_conjugate(forearm));
    pd_quat hand_twist = pd_q_normalize((pd_quat){q.x, 0, 0, q.w});

    /* Positions after each transform, from the collar outwards. Twist is shared along the arm. */
    t[COLLAR] = (pd_factory_transform){lift, collar, collar};
    pd_vec3 new_shoulder = apply_tpose(&t[COLLAR], shoulder);
    pd_vec3 new_elbow = pd_vec3_fma(new_shoulder, pd_vec3_distance(elbow, shoulder), x);
    pd_vec3 new_wrist = pd_vec3_fma(new_elbow, pd_vec3_distance(wrist, elbow), x);
    t[SHOULDER] = (pd_factory_transform){
        pd_q_mul(part_of_rotation(pd_q_mul(arm, pd_q_conjugate(lift)), 0.35), lift), shoulder, new_shoulder};
    t[UPPER1] =
        (pd_factory_transform){pd_q_mul(part_of_rotation(arm_twist, 0.4), swing), shoulder, new_shoulder};
    t[UPPER2] = (pd_factory_transform){arm, shoulder, new_shoulder};
    t[LOWER1] =
        (pd_factory_transform){pd_q_mul(part_of_rotation(hand_twist, 0.3), forearm), elbow, new_elbow};
    t[LOWER2] =
        (pd_factory_transform){pd_q_mul(part_of_rotation(hand_twist, 0.75), forearm), elbow, new_elbow};
    t[HAND] = (pd_factory_transform){hand, wrist, new_wrist};
}

/* Returns the transform that carries a centre: that of the last bone above it. */
static const struct carried {
    pd_factory_joint point;
    int group;
} carried[] = {
    {PD_FACTORY_L_SHOULDER, COLLAR}, {PD_FACTORY_L_ELBOW, UPPER2}, {PD_FACTORY_L_WRIST, LOWER2},
    {PD_FACTORY_L_HAND, HAND},       {PD_FACTORY_L_INDEX, HAND},   {PD_FACTORY_L_LITTLE, HAND},
    {PD_FACTORY_L_KNEE, LEG},        {PD_FACTORY_L_ANKLE, LEG},    {PD_FACTORY_L_FOOT, FOOT},
};

/* Transforms a point of the left side, and its mirror image. */
static void carry_tpose(double *centers, pd_factory_joint p, const pd_factory_transform *transform)
{
    pd_vec3 to = apply_tpose(transform, point(centers, p));
    put_tpose(centers, p, to);
    to.x = -to.x;
    put_tpose(centers, (pd_factory_joint)pd_factory_joints[p].mirror, to);
}

void pd_factory_tpose_transforms(pd_factory_transform transforms[PD_FACTORY_GROUP_COUNT],
                                 double *centers_after, const double *centers)
{
    transforms[BODY] = (pd_factory_transform){pd_q_identity(), {0, 0, 0}, {0, 0, 0}};
    arm_transforms(transforms, centers);

    /* Turn the leg about the hip to the wanted angle, and keep the foot level. */
    pd_vec3 hip = point(centers, PD_FACTORY_L_HIP);
    pd_vec3 ankle = point(centers, PD_FACTORY_L_ANKLE);
    pd_vec3 d = pd_vec3_sub(ankle, hip);
    double outward = atan2(d.x, -d.y);
    transforms[LEG] = (pd_factory_transform){
        pd_q_axis_angle((pd_vec3){0, 0, 1}, RADIANS(PD_FACTORY_LEG_DEG) - outward), hip, hip};
    transforms[FOOT] = (pd_factory_transform){pd_q_identity(), ankle, apply_tpose(&transforms[LEG], ankle)};

    /* Mirror the transforms for the right side. */
    for (int g = COLLAR; g <= FOOT; g++) {
        pd_factory_transform *m = &transforms[pd_factory_groups[g].mirror];
        *m = transforms[g];
        m->rotation.y = -m->rotation.y;
        m->rotation.z = -m->rotation.z;
        m->from.x = -m->from.x;
        m->to.x = -m->to.x;
    }

    /* Transform the joint centres. */
    memmove(centers_after, centers, 3 * PD_FACTORY_POINT_COUNT * sizeof *centers_after);
    for (size_t k = 0; k < sizeof carried / sizeof *carried; k++)
        carry_tpose(centers_after, carried[k].point, &transforms[carried[k].group]);
    for (int f = PD_FACTORY_L_FINGERS; f < PD_FACTORY_R_FINGERS; f++)
        carry_tpose(centers_after, (pd_factory_joint)f, &transforms[HAND]);
}

/* ---- skin ---- */

static pd_vec3 vertex(const float *v, int i)
{
    return (pd_vec3){v[3 * (size_t)i], v[3 * (size_t)i + 1], v[3 * (size_t)i + 2]};
}

static void store_tpose(float *v, int i, pd_vec3 x)
{
    PD_ASSERT(i >= 0);
    v[3 * (size_t)i] = (float)x.x;
    v[3 * (size_t)i + 1] = (float)x.y;
    v[3 * (size_t)i + 2] = (float)x.z;
}

/* Computes linear blend skinning by the groups. */
static void blend_tpose(float *out, const float *body, const pd_factory_tposer *t,
                        const pd_factory_transform *transforms)
{
    double matrices[PD_FACTORY_GROUP_COUNT][12];

    for (int g = 0; g < PD_FACTORY_GROUP_COUNT; g++) {
        /* Writes m (3,4), which rotates about `from` and moves it to `to`: x' = R x + (to - R from). */
        double r[9];
        pd_q_to_matrix(r, transforms[g].rotation);
        pd_vec3 moved =
            pd_vec3_sub(transforms[g].to, pd_q_rotate(transforms[g].rotation, transforms[g].from));
        const double shift[3] = {moved.x, moved.y, moved.z};
        for (int k = 0; k < 3; k++) {
            memcpy(matrices[g] + 4 * k, r + 3 * k, 3 * sizeof *r);
            matrices[g][4 * k + 3] = shift[k];
        }
    }

    /* Transform each vertex by its blended matrix. */
    for (int i = 0; i < t->mesh->vertex_count; i++) {
        const double *w = t->weights + (size_t)i * PD_FACTORY_GROUP_COUNT;
        double m[12] = {0};
        for (int g = 0; g < PD_FACTORY_GROUP_COUNT; g++)
            for (int k = 0; k < 12 && w[g] > 0; k++) m[k] += w[g] * matrices[g][k];
        for (int k = 0; k < 3; k++)
            out[3 * i + k] = (float)(m[4 * k] * body[3 * i] + m[4 * k + 1] * body[3 * i + 1] +
                                     m[4 * k + 2] * body[3 * i + 2] + m[4 * k + 3]);
    }
}

/* S, a Laplacian smoothing. a and b are swapped each round, and the result is in a, as MUSH_ROUNDS is odd. */
static void smooth_tpose(float *a, float *b, const float *from, const pd_factory_mesh *mesh)
{
    memcpy(b, from, 3 * (size_t)mesh->vertex_count * sizeof *b);
    for (int round = 0; round < MUSH_ROUNDS; round++) {
        for (int i = 0; i < mesh->vertex_count; i++) {
            int first = mesh->neighbor_start[i];
            int last = mesh->neighbor_start[i + 1];
            float sum[3] = {0};
            float share = last > first ? 0.5f / (float)(last - first) : 0;
            for (int n = first; n < last; n++)
                for (int c = 0; c < 3; c++) sum[c] += b[3 * mesh->neighbors[n] + c];
            for (int c = 0; c < 3; c++) a[3 * i + c] = 0.5f * b[3 * i + c] + share * sum[c];
        }

        float *swapped = a;
        a = b;
        b = swapped;
    }
}

/* Computes m (3,3), the sum over edges of (posed edge) (rest edge)^T. */
static void edge_covariance(double m[9], const float *rest, const float *posed, const pd_factory_mesh *mesh,
                            int i)
{
    memset(m, 0, 9 * sizeof *m);
    for (int n = mesh->neighbor_start[i]; n < mesh->neighbor_start[i + 1]; n++) {
        pd_vec3 a = pd_vec3_sub(vertex(rest, mesh->neighbors[n]), vertex(rest, i));
        pd_vec3 b = pd_vec3_sub(vertex(posed, mesh->neighbors[n]), vertex(posed, i));
        const double row[3] = {b.x, b.y, b.z};
        const double column[3] = {a.x, a.y, a.z};
        for (int k = 0; k < 9; k++) m[k] += row[k / 3] * column[k % 3];
    }
}

/* Returns the rotation nearest to m, iterated from q (Mueller et al. 2016): R is turned by the torque that
 * m's columns exert on its own until there is none left. */
static pd_quat nearest_rotation(const double m[9], pd_quat q)
{
    for (int round = 0; round < 30; round++) {
        double r[9];
        double weight = 0;
        pd_vec3 torque = {0, 0, 0};
        pd_q_to_matrix(r, q);
        for (int k = 0; k < 3; k++) {
            pd_vec3 rk = {r[k], r[3 + k], r[6 + k]};
            pd_vec3 mk = {m[k], m[3 + k], m[6 + k]};
            torque = pd_vec3_add(torque, pd_vec3_cross(rk, mk));
            weight += pd_vec3_dot(rk, mk);
        }

        torque = pd_vec3_scale(torque, 1 / (fabs(weight) + 1e-12));
        if (pd_vec3_length(torque) < 1e-6) break;
        q = pd_q_normalize(pd_q_mul(pd_q_from_rotvec(torque), q));
    }

    return q;
}

/* Returns the normalised weighted sum, with signs such that w >= 0: a start for nearest_rotation. */
static pd_quat blended_rotation(const double *w, const pd_factory_transform *transforms)
{
    pd_quat sum = {0, 0, 0, 0};

    for (int g = 0; g < PD_FACTORY_GROUP_COUNT; g++) {
        double share = transforms[g].rotation.w < 0 ? -w[g] : w[g];
        sum = (pd_quat){sum.x + share * transforms[g].rotation.x, sum.y + share * transforms[g].rotation.y,
                        sum.z + share * transforms[g].rotation.z, sum.w + share * transforms[g].rotation.w};
    }

    return pd_q_normalize(sum);
}

size_t pd_factory_tpose_scratch(const pd_factory_tposer *tposer)
{
    return 4 * 3 * (size_t)tposer->mesh->vertex_count;
}

void pd_factory_tpose_run(float *body, double *centers, const pd_factory_tposer *tposer, float *scratch)
{
    size_t numbers = 3 * (size_t)tposer->mesh->vertex_count;
    float *posed = scratch;
    float *rest_smooth = scratch + numbers;
    float *posed_smooth = scratch + 2 * numbers;
    float *spare = scratch + 3 * numbers;
    pd_factory_transform transforms[PD_FACTORY_GROUP_COUNT];

    /* Apply delta mush: smooth both poses, and put the lost detail back onto the rotated smooth surface. */
    pd_factory_tpose_transforms(transforms, centers, centers);
    blend_tpose(posed, body, tposer, transforms);
    smooth_tpose(rest_smooth, spare, body, tposer->mesh);
    smooth_tpose(posed_smooth, spare, posed, tposer->mesh);

    /* A vertex that only one group reaches is rigid and needs no correction. */
    for (int i = 0; i < tposer->mesh->vertex_count; i++) {
        double m[9];
        if (!tposer->moves[i]) {
            store_tpose(body, i, vertex(posed, i));
            continue;
        }

        edge_covariance(m, rest_smooth, posed_smooth, tposer->mesh, i);
        pd_quat q = nearest_rotation(
            m, blended_rotation(tposer->weights + (size_t)i * PD_FACTORY_GROUP_COUNT, transforms));
        pd_vec3 delta = pd_vec3_sub(vertex(body, i), vertex(rest_smooth, i));
        store_tpose(body, i, pd_vec3_add(vertex(posed_smooth, i), pd_q_rotate(q, delta)));
    }

    pd_factory_symmetrise(body, tposer->mesh);
}

/* ---- set up ---- */

pd_status pd_factory_tposer_init(pd_factory_tposer *out, const pd_factory_asset *asset,
                                 const pd_factory_mesh *mesh, pd_error *err)
{
    size_t n = (size_t)mesh->vertex_count;

    *out = (pd_factory_tposer){mesh, malloc(n * PD_FACTORY_GROUP_COUNT * sizeof *out->weights), malloc(n)};
    pd_status status = PD_ERR_MEMORY;
    if (out->weights && out->moves)
        status = pd_factory_weights_gather(out->weights, mesh, &asset->rig, pd_factory_groups,
                                           PD_FACTORY_GROUP_COUNT, err);
    else
        pd_fail(err, status, "tpose", "out of memory for the weights");

    if (status != PD_OK) {
        pd_factory_tposer_deinit(out);
        return status;
    }

    /* Mark the vertices that need smoothing: those between groups,
     * and all that smoothing reaches from there. */
    unsigned char *moves = out->moves;
    for (int i = 0; i < mesh->vertex_count; i++) {
        double largest = 0;
        for (int g = 0; g < PD_FACTORY_GROUP_COUNT; g++)
            largest = fmax(largest, out->weights[i * PD_FACTORY_GROUP_COUNT + g]);
        moves[i] = largest < RIGID;
    }

    /* Add the rings of vertices around them. */
    for (int ring = 1; ring <= MUSH_ROUNDS + 1; ring++)
        for (int i = 0; i < mesh->vertex_count; i++)
            for (int e = mesh->neighbor_start[i]; !moves[i] && e < mesh->neighbor_start[i + 1]; e++)
                if (moves[mesh->neighbors[e]] && moves[mesh->neighbors[e]] <= ring)
                    moves[i] = (unsigned char)(ring + 1);

    return PD_OK;
}

void pd_factory_tposer_deinit(pd_factory_tposer *tposer)
{
    free(tposer->weights);
    free(tposer->moves);
    memset(tposer, 0, sizeof *tposer);
}
