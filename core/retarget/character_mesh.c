/* Measures the mesh of a character: the girth of its body and the soles of its feet,
 * without held things and skirts. */
#include "core/retarget/character.h"

#include "core/base/assert.h"
#include "core/retarget/character/skin_fit.h"
#include "core/io/surface/gltf_follow.h"
#include "core/io/surface/surface.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHOULDERS    1.3    /* metres from soles to shoulders of a body of size 1 */
#define POINTS       20000  /* largest number of sampled points of a mesh that has fewer triangles ... */
#define MOST         32     /* ... and of one triangle */
#define TRIANGLES    100000 /* largest number of triangles that are sampled; of more only every n-th is */
/* Height of the lowest point of a mesh above which it has no soles, as a fraction of the way from ankle to
 * hip. For a mesh that does not fit its skeleton. */
#define HIGHEST_SOLE 0.5
#define PROPS        64 /* largest number of joints of held things and of appendages */
/* largest size of a finger, hand or twist bone's skin, relative to the forearm's length */
#define LARGEST_PART 1.3
#define ASIDE        0.1  /* distance of a part of a skirt from the hips on its side, relative to that size */
#define EDGE         1e-3 /* margin of the box of a held thing, relative to that size */

/* Orders the corners of a triangle by the bytes of their coordinates, because files may begin it with any
 * corner. Any total order would do. */
static void order_corners(const float *corners[3])
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            if (memcmp((const unsigned char *)corners[k], (const unsigned char *)corners[k + 1],
                       3 * sizeof(float)) > 0) {
                const float *other = corners[k];
                corners[k] = corners[k + 1];
                corners[k + 1] = other;
            }
}

/* Samples points of the triangles, equally many on each: up to POINTS in all, or the centres of up to
 * TRIANGLES. Returns their number. The points do not depend on the order of triangles and of their
 * corners, which compression changes. */
static int sample_surface(float *points, const pd_io_surface *surface)
{
    const int each = surface->face_count ? POINTS / surface->face_count : 0;
    const int most = each < 1 ? 1 : each < MOST ? each : MOST;
    const int step = 1 + surface->face_count / TRIANGLES;
    int count = 0;

    for (int f = 0; f < surface->face_count; f += step) {
        const uint32_t *face = surface->faces + 3 * (size_t)f;
        const float *corners[3];
        for (int c = 0; c < 3; c++) corners[c] = surface->vertices + 3 * (size_t)face[c];
        order_corners(corners);
        for (int i = 0; i < most; i++) {
            /* The R2 low-discrepancy sequence, folded into the triangle. */
            double u = fmod(0.5 + 0.7548776662 * i, 1);
            double v = fmod(0.5 + 0.5698402910 * i, 1);
            if (u + v > 1) {
                u = 1 - u;
                v = 1 - v;
            }

            if (most == 1) u = v = 1.0 / 3;
            for (int k = 0; k < 3; k++)
                points[3 * (size_t)count + (size_t)k] =
                    (float)((double)corners[0][k] + u * (double)(corners[1][k] - corners[0][k]) +
                            v * (double)(corners[2][k] - corners[0][k]));
            count++;
        }
    }

    PD_ASSERT(count <= (surface->face_count > POINTS ? TRIANGLES + 1 : POINTS));

    return count;
}

/* Box of points. */
typedef struct box_extent {
    pd_vec3 low, high;
    bool has_points;
} box_extent;

static void extend_box(box_extent *e, pd_vec3 x)
{
    if (!e->has_points) e->low = e->high = x;
    e->has_points = true;
    e->low = pd_vec3_make(fmin(e->low.x, x.x), fmin(e->low.y, x.y), fmin(e->low.z, x.z));
    e->high = pd_vec3_make(fmax(e->high.x, x.x), fmax(e->high.y, x.y), fmax(e->high.z, x.z));
}

static bool is_longer(const box_extent *e, double than)
{
    const pd_vec3 size = pd_vec3_sub(e->high, e->low);
    return e->has_points && fmax(size.x, fmax(size.y, size.z)) > than;
}

static const pd_anim_human uppers[] = {PD_HUMAN_L_UPPER_ARM, PD_HUMAN_R_UPPER_ARM, PD_HUMAN_L_UPPER_LEG,
                                       PD_HUMAN_R_UPPER_LEG};

/* Things that a figure holds, and appendages: boxes of what follows their joints,
 * in the upright rest pose. */
typedef struct held_props {
    box_extent boxes[PROPS];
    int count;
    double size;                           /* largest size of a part of a hand or forearm, the file's units */
    bool is_appendage[PD_ANIM_MAX_JOINTS]; /* (K) the joint belongs to an appendage */
} held_props;

/* Measurements of the mesh, collected point by point. */
typedef struct measured_mesh {
    /* (K) bone of each joint or of the nearest joint above it; PD_HUMAN_NONE */
    int bones[PD_ANIM_MAX_JOINTS];
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];   /* (K) rest positions, upright, facing +Z, file's units */
    pd_vec3 places[PD_ANIM_MAX_JOINTS]; /* (K) positions in the pose of the file's nodes */
    pd_quat turns[PD_ANIM_MAX_JOINTS];  /* (K) rotations from that pose to the upright rest pose */
    int ankles[2], toes[2];             /* joints */
    box_extent own[PD_ANIM_MAX_JOINTS]; /* (K) of the points that follow the joint itself */
    pd_retarget_sole soles[2];
    pd_retarget_skin_fit fit;
} measured_mesh;

/* Computes the transforms of joints from the pose of the file's nodes to the rest pose, upright and facing
 * +Z. A point x of the mesh that moves with joint k has the rest position
 *
 *     rest_k + turns_k (x - places_k)          x: position in the pose of the file's nodes
 *
 * They are needed because a VRM 0.x faces -Z, and because the pose of the nodes may differ from the bind
 * pose. rest, places, turns (K). */
static void stand_upright(pd_vec3 *rest, pd_vec3 *places, pd_quat *turns, const pd_retarget_match *match,
                          const pd_retarget_skin *skin)
{
    const pd_anim_skeleton *s = &skin->skeleton;
    pd_quat starts[PD_ANIM_MAX_JOINTS];

    for (int k = 0; k < s->joint_count; k++) starts[k] = skin->joints[k].start;
    pd_anim_skeleton_forward(rest, NULL, s, NULL, pd_vec3_make(0, 0, 0));
    pd_anim_skeleton_forward(places, turns, s, starts, pd_vec3_make(0, 0, 0));
    for (int k = 0; k < s->joint_count; k++) {
        rest[k] = pd_q_rotate(match->facing, rest[k]);
        turns[k] = pd_q_mul(match->facing, pd_q_conjugate(turns[k]));
    }
}

/* Returns the toe joint relative to the ankle at rest; the ankle itself without one. */
static pd_vec3 toe_of(const measured_mesh *m, int side)
{
    const int toes = m->toes[side] >= 0 ? m->toes[side] : m->ankles[side];
    return pd_vec3_sub(m->rest[toes], m->rest[m->ankles[side]]);
}

/* Adds a vertex of the mesh to the measurements (callback of
 * pd_io_gltf_follow_run). ctx: mesh. */
static void add_point(void *ctx, const pd_io_gltf_followed *vertex)
{
    const int joint = vertex->joint;
    PD_ASSERT(joint >= 0 && joint < PD_ANIM_MAX_JOINTS);
    measured_mesh *m = ctx;
    const pd_vec3 at = vertex->at;
    const int bone = m->bones[joint];

    if (bone == PD_HUMAN_NONE) return;

    /* The fit of the bone, and the sole of a foot, use the vertex's upright rest position. */
    const pd_vec3 own = pd_q_rotate(m->turns[joint], pd_vec3_sub(at, m->places[joint]));
    const pd_vec3 x = pd_vec3_add(m->rest[joint], own);
    pd_retarget_skin_fit_add(&m->fit, (pd_anim_human)bone, x);
    if (pd_vec3_finite(x)) extend_box(&m->own[joint], x);
    for (int s = 0; s < 2; s++) {
        const int foot = s ? PD_HUMAN_R_FOOT : PD_HUMAN_L_FOOT;
        const int toes = s ? PD_HUMAN_R_TOES : PD_HUMAN_L_TOES;
        double of_foot = 0;
        double of_toes = 0;
        if (bone != foot && bone != toes) continue;
        for (int i = 0; i < vertex->count; i++) {
            of_foot += m->bones[vertex->joints[i]] == foot ? vertex->weights[i] : 0;
            of_toes += m->bones[vertex->joints[i]] == toes ? vertex->weights[i] : 0;
        }

        pd_retarget_sole_add_share(&m->soles[s], pd_vec3_sub(x, m->rest[m->ankles[s]]), toe_of(m, s),
                                   of_toes / fmax(of_foot + of_toes, 1e-9));
    }
}

static bool is_of_arm(int bone)
{
    return bone == PD_HUMAN_L_LOWER_ARM || bone == PD_HUMAN_R_LOWER_ARM || bone == PD_HUMAN_L_HAND ||
           bone == PD_HUMAN_R_HAND;
}

/* Finds what a hand or forearm holds, by joints that are not bones of the person. Fingers and twist bones
 * are smaller than a forearm. */
static void find_held(held_props *out, const measured_mesh *m, const int *joints, int joint_count)
{
    for (int k = 0; k < joint_count && out->count < PROPS; k++)
        if (is_of_arm(m->bones[k]) && joints[m->bones[k]] != k && is_longer(&m->own[k], out->size))
            out->boxes[out->count++] = m->own[k];
}

static bool is_of_trunk(int bone)
{
    return (bone >= PD_HUMAN_HIPS && bone <= PD_HUMAN_HEAD) || bone == PD_HUMAN_L_SHOULDER ||
           bone == PD_HUMAN_R_SHOULDER;
}

/* A branch of joints on the trunk without bones of the person: a wing, a cape, a tail, a strand of hair, a
 * weapon on the back, a part of a skirt. */
typedef struct skin_branch {
    bool is_branch;
    box_extent all; /* of the points that follow its joints */
} skin_branch;

/* Finds appendages: branches whose skin reaches farther from their first joint than the size of a held
 * thing. A skirt, which is several such branches of the hips in front and on both sides, remains: hands
 * stay outside of it. */
static void find_appendages(held_props *out, const measured_mesh *m, const pd_anim_skeleton *tree,
                            const int *joints)
{
    skin_branch branches[PD_ANIM_MAX_JOINTS] = {0};
    bool has_bone[PD_ANIM_MAX_JOINTS] = {false};
    bool is_skirt[3] = {false};
    int top[PD_ANIM_MAX_JOINTS];

    /* Find the branches, and the first joint of each. */
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        for (int j = joints[b]; j >= 0; j = tree->parents[j]) has_bone[j] = true;
    for (int i = 0; i < tree->joint_count; i++) {
        const int k = tree->order[i];
        const int up = tree->parents[k];
        top[k] = has_bone[k] || up < 0 ? -1 : has_bone[up] ? k : top[up];
        if (top[k] < 0 || !is_of_trunk(m->bones[k])) continue;
        skin_branch *of = &branches[top[k]];
        of->is_branch = true;
        if (m->own[k].has_points) {
            extend_box(&of->all, m->own[k].low);
            extend_box(&of->all, m->own[k].high);
        }
    }

    /* Keep the long ones. */
    for (int k = 0; k < tree->joint_count; k++) {
        skin_branch *one = &branches[k];
        const pd_vec3 low = pd_vec3_sub(one->all.low, m->rest[k]);
        const pd_vec3 high = pd_vec3_sub(one->all.high, m->rest[k]);
        const double reach = fmax(fmax(fmax(fabs(low.x), fabs(low.y)), fabs(low.z)),
                                  fmax(fmax(fabs(high.x), fabs(high.y)), fabs(high.z)));
        one->is_branch = one->is_branch && one->all.has_points && reach > out->size;
        if (!one->is_branch || m->bones[k] != PD_HUMAN_HIPS) continue;
        const pd_vec3 centre = pd_vec3_sub(pd_vec3_scale(pd_vec3_add(one->all.low, one->all.high), 0.5),
                                           m->rest[joints[PD_HUMAN_HIPS]]);
        is_skirt[0] |= centre.z > ASIDE * out->size;
        is_skirt[1] |= centre.x > ASIDE * out->size;
        is_skirt[2] |= centre.x < -ASIDE * out->size;
    }

    const bool has_skirt = is_skirt[0] && is_skirt[1] && is_skirt[2];
    for (int k = 0; k < tree->joint_count; k++) {
        out->is_appendage[k] =
            top[k] >= 0 && branches[top[k]].is_branch && !(has_skirt && m->bones[k] == PD_HUMAN_HIPS);
        if (out->is_appendage[k] && m->own[k].has_points && out->count < PROPS)
            out->boxes[out->count++] = m->own[k];
    }
}

/* Returns the length of a forearm; of an arm without a hand, that of the upper arm. */
static double forearm_length(const measured_mesh *m, const int *joints, int side)
{
    const pd_anim_human *arm = pd_anim_human_arms[side];
    const int first = joints[arm[2]] >= 0 ? 1 : 0;
    return pd_vec3_distance(m->rest[joints[arm[first]]], m->rest[joints[arm[first + 1]]]);
}

static void find_props(held_props *out, const measured_mesh *m, const pd_anim_skeleton *tree,
                       const int *joints)
{
    *out =
        (held_props){.size = LARGEST_PART * fmin(forearm_length(m, joints, 0), forearm_length(m, joints, 1))};
    find_held(out, m, joints, tree->joint_count);

    /* The skin of a limb may follow control bones, which form a long branch too. */
    for (size_t i = 0; i < sizeof uppers / sizeof *uppers; i++)
        if (pd_retarget_skin_fit_is_bare(&m->fit, uppers[i])) return;
    find_appendages(out, m, tree, joints);
}

/* Removes the triangles of props from a surface in the upright rest pose: those within the boxes, meshes
 * without a skin on appendages, and large meshes without a skin on hands and forearms of a figure that has
 * a skin. joint_bones (K): bone of each joint, by `skin`. */
static void leave_out_props(pd_io_surface *surface, const held_props *found, const pd_retarget_skin *skin,
                            const int *joint_bones)
{
    bool *is_prop = calloc((size_t)surface->vertex_count + 1, sizeof *is_prop);
    int kept = 0;

    if (!is_prop) return; /* then the arms keep away from the prop */

    for (int i = 0; i < surface->part_count; i++) {
        const pd_io_surface_part *part = &surface->parts[i];
        box_extent all = {0};
        int bone = PD_HUMAN_NONE;
        bool is_appendage = false;
        for (int k = 0; k < skin->skeleton.joint_count; k++)
            if (skin->joints[k].node == part->joint) {
                bone = joint_bones[k];
                is_appendage = found->is_appendage[k];
            }
        for (int v = part->first_vertex; v < part->first_vertex + part->vertex_count; v++) {
            const float *p = surface->vertices + 3 * (size_t)v;
            const pd_vec3 x = pd_vec3_make((double)p[0], (double)p[1], (double)p[2]);
            extend_box(&all, x);
            for (int b = 0; b < found->count && part->has_skin; b++) {
                const box_extent *e = &found->boxes[b];
                is_prop[v] |= x.x >= e->low.x - EDGE * found->size && x.x <= e->high.x + EDGE * found->size &&
                              x.y >= e->low.y - EDGE * found->size && x.y <= e->high.y + EDGE * found->size &&
                              x.z >= e->low.z - EDGE * found->size && x.z <= e->high.z + EDGE * found->size;
            }
        }

        const bool is_held = surface->is_skinned && is_of_arm(bone) && is_longer(&all, found->size);
        if (part->has_skin || (!is_held && !is_appendage)) continue;
        for (int v = part->first_vertex; v < part->first_vertex + part->vertex_count; v++) is_prop[v] = true;
    }

    for (int f = 0; f < surface->face_count; f++) {
        const uint32_t *face = surface->faces + 3 * (size_t)f;
        if (is_prop[face[0]] && is_prop[face[1]] && is_prop[face[2]]) continue;
        memmove(surface->faces + 3 * (size_t)kept++, face, 3 * sizeof *face);
    }

    surface->face_count = kept;
    free(is_prop);
}

/* Measures the soles of the feet and whether the skeleton fits the mesh. They stay unknown if the mesh
 * cannot be read. found: what the figure holds; bones (K): bone of each joint or of the nearest joint
 * above it, or PD_HUMAN_NONE. */
static pd_status measure_mesh(pd_retarget_match *match, held_props *found, int *bones,
                              const pd_retarget_skin *skin, pd_bytes file, size_t json_memory, pd_error *err)
{
    const pd_anim_skeleton *s = &skin->skeleton;
    const int *joints = match->joints;
    int nodes[PD_ANIM_MAX_JOINTS];
    pd_error none;
    measured_mesh *m = calloc(1, sizeof *m);

    if (!m) return pd_fail(err, PD_ERR_MEMORY, "/character", "out of memory to measure it");

    for (int k = 0; k < s->joint_count; k++) nodes[k] = skin->joints[k].node;
    stand_upright(m->rest, m->places, m->turns, match, skin);

    /* Find the bone of each joint: its own, or that of the nearest joint above it. */
    for (int k = 0; k < s->joint_count; k++) m->bones[k] = PD_HUMAN_NONE;
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        if (joints[b] >= 0) m->bones[joints[b]] = b;
    const pd_anim_skeleton *tree = pd_retarget_carry_tree(&match->carry, s);
    for (int i = 0; i < s->joint_count; i++) {
        const int k = tree->order[i];
        const int up = tree->parents[k];
        if (m->bones[k] == PD_HUMAN_NONE && up >= 0) m->bones[k] = m->bones[up];
    }

    for (int side = 0; side < 2; side++) {
        m->ankles[side] = joints[side ? PD_HUMAN_R_FOOT : PD_HUMAN_L_FOOT];
        m->toes[side] = joints[side ? PD_HUMAN_R_TOES : PD_HUMAN_L_TOES];
    }

    /* Visit all vertices once. */
    const pd_io_gltf_follow job = {
        .nodes = nodes, .count = s->joint_count, .visit = add_point, .ctx = m, .json_memory = json_memory};
    const bool is_read = pd_io_gltf_follow_run(&job, file, &none) == PD_OK;
    find_props(found, m, tree, joints);
    memcpy(bones, m->bones, (size_t)s->joint_count * sizeof *bones);

    /* Finish the soles. If the mesh does not fit its skeleton, use only its height, because the feet are
     * not around their joints. */
    const bool fits =
        !is_read || !pd_retarget_skin_fit_doubt(match->doubts[PD_HUMAN_HIPS], &m->fit, m->rest, joints);
    for (size_t i = 0; is_read && i < sizeof uppers / sizeof *uppers; i++) {
        char *text = match->doubts[uppers[i]];
        if (!text[0] && pd_retarget_skin_fit_is_bare(&m->fit, uppers[i]))
            snprintf(text, PD_RETARGET_DOUBT_BYTES,
                     "no vertex follows this limb: the mesh may follow other joints (match=)");
    }

    /* Find where the forearms of arms without hands point: to the middle of the skin that follows them. */
    for (int side = 0; side < 2; side++) {
        const int elbow = joints[pd_anim_human_arms[side][1]];
        const box_extent *own = &m->own[elbow];
        const pd_vec3 middle = pd_vec3_scale(pd_vec3_add(own->low, own->high), 0.5);
        if (joints[pd_anim_human_arms[side][2]] < 0 && own->has_points)
            match->forearms[side] = pd_vec3_sub(middle, m->rest[elbow]);
    }

    match->has_soles = is_read;
    for (int side = 0; side < 2; side++) {
        const pd_vec3 hip = m->rest[joints[side ? PD_HUMAN_R_UPPER_LEG : PD_HUMAN_L_UPPER_LEG]];
        const pd_vec3 ankle = m->rest[m->ankles[side]];
        pd_retarget_sole *sole = &match->soles[side];
        *sole = m->soles[side];
        pd_retarget_sole_close(sole, toe_of(m, side));
        if (!fits) {
            const double low = sole->low;
            *sole = (pd_retarget_sole){.low = low};
        }

        match->has_soles = match->has_soles && isfinite(sole->low) &&
                           sole->low < (fits ? 0 : HIGHEST_SOLE * (hip.y - ankle.y));
    }

    free(m);

    return PD_OK;
}

/* Marks the hips and all joints below them: is_body (K). */
static void find_body(bool *is_body, const pd_retarget_match *match, const pd_retarget_skin *skin)
{
    const pd_anim_skeleton *s = pd_retarget_carry_tree(&match->carry, &skin->skeleton);

    for (int i = 0; i < s->joint_count; i++) {
        const int k = s->order[i];
        const int up = s->parents[k];
        is_body[k] = k == match->joints[PD_HUMAN_HIPS] || (up >= 0 && is_body[up]);
    }
}

/* Reads the meshes that joints of the body move, in the upright rest pose:
 * rest, places, turns (K) of stand_upright. */
static pd_status read_at_rest(pd_io_surface *out, const pd_retarget_match *match,
                              const pd_retarget_skin *skin, const pd_vec3 *rest, const pd_vec3 *places,
                              const pd_quat *turns, pd_bytes file, size_t json_memory, pd_error *err)
{
    double moves[PD_ANIM_MAX_JOINTS][12], m[9];
    bool is_body[PD_ANIM_MAX_JOINTS];
    int nodes[PD_ANIM_MAX_JOINTS];

    find_body(is_body, match, skin);
    for (int k = 0; k < skin->skeleton.joint_count; k++) {
        const pd_vec3 to = pd_vec3_sub(rest[k], pd_q_rotate(turns[k], places[k]));
        const double at[3] = {to.x, to.y, to.z};
        nodes[k] = skin->joints[k].node;
        pd_q_to_matrix(m, turns[k]);
        for (int c = 0; c < 3; c++) {
            memcpy(moves[k] + 4 * c, m + 3 * c, 3 * sizeof *m);
            moves[k][4 * c + 3] = at[c];
        }
    }

    const pd_io_surface_joints joints = {
        .nodes = nodes, .is_wanted = is_body, .rest = moves, .count = skin->skeleton.joint_count};

    return pd_io_surface_read_moved(out, file, json_memory, &joints, err);
}

pd_status pd_retarget_character_measure(pd_retarget_match *match, const pd_retarget_skin *skin, pd_bytes file,
                                        size_t json_memory, pd_error *err)
{
    const int *joints = match->joints;
    pd_vec3 rest[PD_ANIM_MAX_JOINTS], places[PD_ANIM_MAX_JOINTS];
    pd_quat turns[PD_ANIM_MAX_JOINTS], bones[PD_ANIM_HUMAN_COUNT];
    int joint_bones[PD_ANIM_MAX_JOINTS];
    held_props held = {0};
    pd_retarget_touch_pose pose;
    pd_io_surface surface;

    /* Measure soles and fit. Then read the mesh as a surface for the girth,
     * which stays unknown if that fails. */
    const pd_status measured = measure_mesh(match, &held, joint_bones, skin, file, json_memory, err);
    if (measured != PD_OK) return measured;
    stand_upright(rest, places, turns, match, skin);
    pd_error unread;
    const pd_status read =
        read_at_rest(&surface, match, skin, rest, places, turns, file, json_memory, &unread);
    if (read != PD_OK) {
        const bool announces_too_much = read == PD_ERR_RANGE && !strncmp(unread.where, "/accessors", 10);
        snprintf(match->unread, sizeof match->unread, "%.60s%s%.120s", unread.where,
                 *unread.where ? ": " : "", unread.detail);
        if (!announces_too_much) return PD_OK;
        if (err) *err = unread;
        return read;
    }

    if (!pd_retarget_touch_has(joints)) {
        pd_io_surface_deinit(&surface);
        return PD_OK;
    }

    double soles = INFINITY;
    for (int k = 0; k < skin->skeleton.joint_count; k++) soles = fmin(soles, rest[k].y);
    leave_out_props(&surface, &held, skin, joint_bones);

    /* Compute the size of the body from its height from soles to shoulders. */
    if (match->has_soles)
        soles = fmin(rest[joints[PD_HUMAN_L_FOOT]].y + match->soles[0].low,
                     rest[joints[PD_HUMAN_R_FOOT]].y + match->soles[1].low);
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) bones[b] = pd_q_identity();
    const double size =
        (0.5 * (rest[joints[PD_HUMAN_L_UPPER_ARM]].y + rest[joints[PD_HUMAN_R_UPPER_ARM]].y) - soles) /
        SHOULDERS;

    /* Measure the girth: radii of the body parts, at points of the surface. */
    pd_retarget_touch_pose_of(&pose, rest, joints, bones, size, 0);
    match->girth = pd_retarget_girth_of_size(size);
    const int most = surface.face_count > POINTS ? TRIANGLES + 1 : POINTS;
    float *points = malloc(3 * (size_t)most * sizeof *points);
    if (points)
        pd_retarget_girth_measure(&match->girth, &pose, points, sample_surface(points, &surface),
                                  PD_RETARGET_GIRTH_SHARE, pd_q_identity());
    match->has_girth = points && size > 0;
    free(points);
    pd_io_surface_deinit(&surface);

    return PD_OK;
}
