#include "core/retarget/character.h"

#include "core/base/assert.h"
#include "core/retarget/character/human_clip.h"
#include "core/retarget/character/skin_fit.h"
#include "core/retarget/character/note.h"
#include "core/anim/biped.h"
#include "core/io/mesh/gltf_animate.h"
#include "core/io/surface/gltf_follow.h"
#include "core/io/surface/surface.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOVES        1e-5   /* radians: a node that turns by less is at rest */
#define SHOULDERS    1.3    /* metres from soles to shoulders of a body of size 1 */
#define POINTS       20000  /* largest number of sampled points of a mesh that has fewer triangles ... */
#define MOST         32     /* ... and of one triangle */
#define TRIANGLES    100000 /* largest number of triangles that are sampled; of more only every n-th is */
#define SKELETONS    8      /* largest number of skeletons of a file that are tried */
/* Height of the lowest point of a mesh above which it has no soles, as a fraction of the way from ankle to hip. For a mesh that does not fit its
 * skeleton. */
#define HIGHEST_SOLE 0.5
#define PROPS        64 /* largest number of joints of held things and of appendages */
#define LARGEST_PART                                                                                         \
    1.3 /* largest size of a finger, hand or twist bone's skin, relative to the forearm's length */
#define ASIDE      0.1  /* distance of a part of a skirt from the hips on its side, relative to that size */
#define EDGE       1e-3 /* margin of the box of a held thing, relative to that size */
/* Tolerance of joint positions in the comparison of two skeletons, as a fraction of the longest bone. */
#define SAME_BONE  1e-2
#define STANDS     64 /* largest number of frames that are tried for a pose that stands */
/* Largest deviation of a frame that may replace a rest pose whose bones are known: that of a T-pose in the motion, not of a step. */
#define STANDING   0.3
/* Least distance of a knee that counts as bent from the line between hip and ankle, relative to the length of that line. */
#define LEAST_BEND 0.02
#define KNEES      0.8  /* part of the bends that point backwards in a figure whose sides are exchanged */
#define ARMS       60.0 /* degrees by which arms may differ in a pose that stands */
#define BETTER     0.5  /* deviation from standing of such a frame, relative to that of the rest pose */

/* ---- the match ---- */

/* Checks that every matched joint can be moved, which scales above it may prevent. Optional bones that cannot are omitted from the match. */
static pd_status check_scales(pd_retarget_match *match, const pd_retarget_skin *skin, pd_error *err)
{
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        if (match->joints[b] < 0) continue;
        const pd_status status = pd_retarget_skin_movable(skin, match->joints[b], err);
        if (status == PD_OK) continue;
        if (pd_retarget_match_is_required((pd_anim_human)b) || match->by[b] == PD_MATCH_REQUEST)
            return status;
        match->joints[b] = -1, match->by[b] = PD_MATCH_NONE;
        snprintf(match->doubts[b], PD_RETARGET_DOUBT_BYTES,
                 "its joint is below a scale that is not the same positive one on all axes: left out");
    }
    return PD_OK;
}

pd_status pd_retarget_character_match(pd_retarget_match *out, const pd_retarget_skin *skin,
                                      const pd_retarget_character_wanted *wanted, int count, pd_error *err)
{
    const char *names[PD_ANIM_MAX_JOINTS], *bones[PD_ANIM_MAX_JOINTS];
    int joints[PD_ANIM_HUMAN_COUNT];
    char where[64];

    /* List the names of the character's joints, and the bones that a VRM names. */
    for (int k = 0; k < skin->skeleton.joint_count; k++) {
        names[k] = skin->joints ? skin->joints[k].name : skin->skeleton.names[k];
        bones[k] = skin->joints ? skin->joints[k].bone : "";
    }

    /* Set the joints that the caller has chosen for bones, and omit the bones that it has left out. */
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) joints[b] = PD_MATCH_OPEN;
    for (int i = 0; i < count; i++) {
        const pd_anim_human bone = pd_retarget_human_of(wanted[i].bone);
        snprintf(where, sizeof where, "/match/%.32s", wanted[i].bone);
        if (bone == PD_HUMAN_NONE)
            return pd_fail(err, PD_ERR_INVALID, where,
                           "not a bone of a humanoid; Hips, Spine, LeftUpperArm ... allowed");
        joints[bone] = wanted[i].joint ? pd_retarget_skin_find(skin, wanted[i].joint) : PD_MATCH_OMIT;
        if (wanted[i].joint && joints[bone] < 0)
            return pd_fail(err, PD_ERR_INVALID, where,
                           "no joint \"%.64s\"; one of the character's %d joints expected", wanted[i].joint,
                           skin->skeleton.joint_count);
    }

    /* Match the rest by names and shape. */
    const pd_retarget_match_job job = {&skin->skeleton, names, skin->vrm ? bones : NULL, joints};
    const pd_status status = pd_retarget_match_run(out, &job, err);
    if (status == PD_OK) return check_scales(out, skin, err);

    /* No person was found. If most joints are below an uneven or mirroring scale, which distorts the shape, that scale is reported as the reason. */
    int uneven = 0, first = -1;
    for (int k = 0; skin->joints && k < skin->skeleton.joint_count; k++) {
        if (skin->joints[k].uneven < 0) continue;
        first = uneven++ ? first : k;
    }
    return 2 * uneven > skin->skeleton.joint_count ? pd_retarget_skin_movable(skin, first, err) : status;
}

pd_status pd_retarget_character_read(pd_retarget_skin *skin, pd_retarget_match *match, pd_bytes file,
                                     const pd_io_skin_options *options,
                                     const pd_retarget_character_wanted *wanted, int count, pd_error *err)
{
    pd_io_skin_options one = *options;
    pd_error first, none;
    int chosen = 0;

    /* Try the skeleton of the first choice. With a VRM or a single skeleton there is no other. */
    pd_status status = pd_retarget_skin_read(skin, file, &one, err);
    if (status != PD_OK) return status;
    status = pd_retarget_character_match(match, skin, wanted, count, &first);
    if (skin->vrm || skin->skeleton_count == 1) {
        if (status != PD_OK && err) *err = first;
        return status;
    }

    /* Try the next largest skeletons: hair and held objects may have more joints than the person. */
    const int all = skin->skeleton_count < SKELETONS ? skin->skeleton_count : SKELETONS;
    while (status != PD_OK && ++chosen < all) {
        pd_retarget_skin other;
        one.skeleton = chosen;
        if (pd_retarget_skin_read(&other, file, &one, &none) != PD_OK) continue;
        const bool is_found = pd_retarget_character_match(match, &other, wanted, count, &none) == PD_OK;
        if (is_found) pd_retarget_skin_deinit(skin), *skin = other, status = PD_OK;
        if (!is_found) pd_retarget_skin_deinit(&other);
    }
    if (status != PD_OK) {
        if (err) *err = first;
        return status;
    }

    /* A caller that names the hips has chosen one of several people. */
    for (int i = 0; i < count; i++)
        if (wanted[i].joint && pd_retarget_human_of(wanted[i].bone) == PD_HUMAN_HIPS) return PD_OK;

    /* A second person among the other skeletons makes the request ambiguous. */
    for (int i = 0; status == PD_OK && i < all; i++) {
        pd_retarget_skin other;
        pd_retarget_match second;
        one.skeleton = i;
        if (i == chosen || pd_retarget_skin_read(&other, file, &one, &none) != PD_OK) continue;
        if (pd_retarget_character_match(&second, &other, NULL, 0, &none) == PD_OK)
            status =
                pd_fail(err, PD_ERR_INVALID, "/match",
                        "two people: \"%.32s\" and \"%.32s\" are the hips of joints of several trees; one "
                        "is expected, or Hips= of the one that is meant",
                        skin->joints[match->joints[PD_HUMAN_HIPS]].name,
                        other.joints[second.joints[PD_HUMAN_HIPS]].name);
        pd_retarget_skin_deinit(&other);
    }
    return status;
}

/* Orders the corners of a triangle by the bytes of their coordinates, because files may begin it with any corner. Any total order would do. */
static void order_corners(const float *corners[3])
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            if (memcmp((const unsigned char *)corners[k], (const unsigned char *)corners[k + 1],
                       3 * sizeof(float)) > 0) {
                const float *other = corners[k];
                corners[k] = corners[k + 1], corners[k + 1] = other;
            }
}

/* Samples points of the triangles, equally many on each: up to POINTS in all, or the centres of up to TRIANGLES. Returns their number. The points do
 * not depend on the order of triangles and of their corners, which compression changes. */
static int sample(float *points, const pd_io_surface *surface)
{
    const int each = surface->face_count ? POINTS / surface->face_count : 0,
              most = each < 1      ? 1
                     : each < MOST ? each
                                   : MOST,
              step = 1 + surface->face_count / TRIANGLES;
    int count = 0;

    for (int f = 0; f < surface->face_count; f += step) {
        const uint32_t *face = surface->faces + 3 * (size_t)f;
        const float *corners[3];
        for (int c = 0; c < 3; c++) corners[c] = surface->vertices + 3 * (size_t)face[c];
        order_corners(corners);
        for (int i = 0; i < most; i++) {
            /* The R2 low-discrepancy sequence, folded into the triangle. */
            double u = fmod(0.5 + 0.7548776662 * i, 1), v = fmod(0.5 + 0.5698402910 * i, 1);
            if (u + v > 1) u = 1 - u, v = 1 - v;
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
typedef struct extent {
    pd_vec3 low, high;
    bool has_points;
} extent;

static void extend(extent *e, pd_vec3 x)
{
    if (!e->has_points) e->low = e->high = x;
    e->has_points = true;
    e->low = pd_vec3_make(fmin(e->low.x, x.x), fmin(e->low.y, x.y), fmin(e->low.z, x.z));
    e->high = pd_vec3_make(fmax(e->high.x, x.x), fmax(e->high.y, x.y), fmax(e->high.z, x.z));
}

static bool is_longer(const extent *e, double than)
{
    const pd_vec3 size = pd_vec3_sub(e->high, e->low);
    return e->has_points && fmax(size.x, fmax(size.y, size.z)) > than;
}

static const pd_anim_human uppers[] = {PD_HUMAN_L_UPPER_ARM, PD_HUMAN_R_UPPER_ARM, PD_HUMAN_L_UPPER_LEG,
                                       PD_HUMAN_R_UPPER_LEG};

/* Things that a figure holds, and appendages: boxes of what follows their joints, in the upright rest pose. */
typedef struct props {
    extent boxes[PROPS];
    int count;
    double size;                           /* largest size of a part of a hand or forearm, the file's units */
    bool is_appendage[PD_ANIM_MAX_JOINTS]; /* (K) the joint belongs to an appendage */
} props;

/* Measurements of the mesh, collected point by point. */
typedef struct mesh {
    int bones
        [PD_ANIM_MAX_JOINTS]; /* (K) bone of each joint or of the nearest joint above it; PD_HUMAN_NONE */
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];   /* (K) rest positions, upright, facing +Z, file's units */
    pd_vec3 places[PD_ANIM_MAX_JOINTS]; /* (K) positions in the pose of the file's nodes */
    pd_quat turns[PD_ANIM_MAX_JOINTS];  /* (K) rotations from that pose to the upright rest pose */
    int ankles[2], toes[2];             /* joints */
    extent own[PD_ANIM_MAX_JOINTS];     /* (K) of the points that follow the joint itself */
    pd_retarget_sole soles[2];
    pd_retarget_skin_fit fit;
} mesh;

/* Computes the transforms of joints from the pose of the file's nodes to the rest pose, upright and facing +Z. A point x of the mesh that moves with
 * joint k has the rest position
 *
 *     rest_k + turns_k (x - places_k)          x: position in the pose of the file's nodes
 *
 * They are needed because a VRM 0.x faces -Z, and because the pose of the nodes may differ from the bind pose. rest, places, turns (K). */
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

/* Adds a point of the mesh that moves with `joint` to the measurements (callback of pd_io_gltf_follow_run). ctx: mesh. */
static void add_point(void *ctx, int joint, pd_vec3 at)
{
    PD_ASSERT(joint >= 0 && joint < PD_ANIM_MAX_JOINTS);
    mesh *m = ctx;
    const int bone = m->bones[joint];

    if (bone == PD_HUMAN_NONE) return;

    /* The fit of the bone, and the sole of a foot, use the vertex's upright rest position. */
    const pd_vec3 own = pd_q_rotate(m->turns[joint], pd_vec3_sub(at, m->places[joint]));
    const pd_vec3 x = pd_vec3_add(m->rest[joint], own);
    pd_retarget_skin_fit_add(&m->fit, (pd_anim_human)bone, x);
    if (pd_vec3_finite(x)) extend(&m->own[joint], x);
    for (int s = 0; s < 2; s++) {
        if (bone == (s ? PD_HUMAN_R_FOOT : PD_HUMAN_L_FOOT))
            pd_retarget_sole_add(&m->soles[s].foot, pd_vec3_sub(x, m->rest[m->ankles[s]]));
        if (bone == (s ? PD_HUMAN_R_TOES : PD_HUMAN_L_TOES))
            pd_retarget_sole_add(&m->soles[s].toes, pd_vec3_sub(x, m->rest[m->toes[s]]));
    }
}

static bool is_of_arm(int bone)
{
    return bone == PD_HUMAN_L_LOWER_ARM || bone == PD_HUMAN_R_LOWER_ARM || bone == PD_HUMAN_L_HAND ||
           bone == PD_HUMAN_R_HAND;
}

/* Finds what a hand or forearm holds, by joints that are not bones of the person. Fingers and twist bones are smaller than a forearm. */
static void find_held(props *out, const mesh *m, const int *joints, int joint_count)
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

/* A branch of joints on the trunk without bones of the person: a wing, a cape, a tail, a strand of hair, a weapon on the back, a part of a skirt. */
typedef struct branch {
    bool is_branch;
    extent all; /* of the points that follow its joints */
} branch;

/* Finds appendages: branches whose skin reaches farther from their first joint than the size of a held thing. A skirt, which is several such branches of
 * the hips in front and on both sides, remains: hands stay outside of it. */
static void find_appendages(props *out, const mesh *m, const pd_anim_skeleton *tree, const int *joints)
{
    branch branches[PD_ANIM_MAX_JOINTS] = {0};
    bool has_bone[PD_ANIM_MAX_JOINTS] = {false}, is_skirt[3] = {false};
    int top[PD_ANIM_MAX_JOINTS];

    /* Find the branches, and the first joint of each. */
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        for (int j = joints[b]; j >= 0; j = tree->parents[j]) has_bone[j] = true;
    for (int i = 0; i < tree->joint_count; i++) {
        const int k = tree->order[i], up = tree->parents[k];
        top[k] = has_bone[k] || up < 0 ? -1 : has_bone[up] ? k : top[up];
        if (top[k] < 0 || !is_of_trunk(m->bones[k])) continue;
        branch *of = &branches[top[k]];
        of->is_branch = true;
        if (m->own[k].has_points) extend(&of->all, m->own[k].low), extend(&of->all, m->own[k].high);
    }

    /* Keep the long ones. */
    for (int k = 0; k < tree->joint_count; k++) {
        branch *one = &branches[k];
        const pd_vec3 low = pd_vec3_sub(one->all.low, m->rest[k]),
                      high = pd_vec3_sub(one->all.high, m->rest[k]);
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

static void find_props(props *out, const mesh *m, const pd_anim_skeleton *tree, const int *joints)
{
    *out = (props){.size = LARGEST_PART * fmin(pd_vec3_distance(m->rest[joints[PD_HUMAN_L_LOWER_ARM]],
                                                                m->rest[joints[PD_HUMAN_L_HAND]]),
                                               pd_vec3_distance(m->rest[joints[PD_HUMAN_R_LOWER_ARM]],
                                                                m->rest[joints[PD_HUMAN_R_HAND]]))};
    find_held(out, m, joints, tree->joint_count);

    /* The skin of a limb may follow control bones, which form a long branch too. */
    for (size_t i = 0; i < sizeof uppers / sizeof *uppers; i++)
        if (pd_retarget_skin_fit_is_bare(&m->fit, uppers[i])) return;
    find_appendages(out, m, tree, joints);
}

/* Removes the triangles of props from a surface in the upright rest pose: those within the boxes, meshes without a skin on appendages, and large meshes
 * without a skin on hands and forearms of a figure that has a skin. joint_bones (K): bone of each joint, by `skin`. */
static void leave_out_props(pd_io_surface *surface, const props *found, const pd_retarget_skin *skin,
                            const int *joint_bones)
{
    bool *is_prop = calloc((size_t)surface->vertex_count + 1, sizeof *is_prop);
    int kept = 0;
    if (!is_prop) return; /* then the arms keep away from the prop */

    for (int i = 0; i < surface->part_count; i++) {
        const pd_io_surface_part *part = &surface->parts[i];
        extent all = {0};
        int bone = PD_HUMAN_NONE;
        bool is_appendage = false;
        for (int k = 0; k < skin->skeleton.joint_count; k++)
            if (skin->joints[k].node == part->joint)
                bone = joint_bones[k], is_appendage = found->is_appendage[k];
        for (int v = part->first_vertex; v < part->first_vertex + part->vertex_count; v++) {
            const float *p = surface->vertices + 3 * (size_t)v;
            const pd_vec3 x = pd_vec3_make((double)p[0], (double)p[1], (double)p[2]);
            extend(&all, x);
            for (int b = 0; b < found->count && part->has_skin; b++) {
                const extent *e = &found->boxes[b];
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

/* Measures the soles of the feet and whether the skeleton fits the mesh. They stay unknown if the mesh cannot be read. found: what the figure holds;
 * bones (K): bone of each joint or of the nearest joint above it, or PD_HUMAN_NONE. */
static pd_status measure_mesh(pd_retarget_match *match, props *found, int *bones,
                              const pd_retarget_skin *skin, pd_bytes file, size_t json_memory, pd_error *err)
{
    const pd_anim_skeleton *s = &skin->skeleton;
    const int *joints = match->joints;
    int nodes[PD_ANIM_MAX_JOINTS];
    pd_error none;
    mesh *m = calloc(1, sizeof *m);
    if (!m) return pd_fail(err, PD_ERR_MEMORY, "/character", "out of memory to measure it");

    for (int k = 0; k < s->joint_count; k++) nodes[k] = skin->joints[k].node;
    stand_upright(m->rest, m->places, m->turns, match, skin);

    /* Find the bone of each joint: its own, or that of the nearest joint above it. */
    for (int k = 0; k < s->joint_count; k++) m->bones[k] = PD_HUMAN_NONE;
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        if (joints[b] >= 0) m->bones[joints[b]] = b;
    const pd_anim_skeleton *tree = pd_retarget_carry_tree(&match->carry, s);
    for (int i = 0; i < s->joint_count; i++) {
        const int k = tree->order[i], up = tree->parents[k];
        if (m->bones[k] == PD_HUMAN_NONE && up >= 0) m->bones[k] = m->bones[up];
    }
    for (int side = 0; side < 2; side++) {
        m->ankles[side] = joints[side ? PD_HUMAN_R_FOOT : PD_HUMAN_L_FOOT];
        m->toes[side] = joints[side ? PD_HUMAN_R_TOES : PD_HUMAN_L_TOES];
    }

    /* Visit all vertices once. */
    const pd_io_gltf_follow job = {nodes, s->joint_count, add_point, m, json_memory};
    const bool is_read = pd_io_gltf_follow_run(&job, file, &none) == PD_OK;
    find_props(found, m, tree, joints);
    memcpy(bones, m->bones, (size_t)s->joint_count * sizeof *bones);

    /* Finish the soles. If the mesh does not fit its skeleton, use only its height, because the feet are not around their joints. */
    const bool fits =
        !is_read || !pd_retarget_skin_fit_doubt(match->doubts[PD_HUMAN_HIPS], &m->fit, m->rest, joints);
    for (size_t i = 0; is_read && i < sizeof uppers / sizeof *uppers; i++) {
        char *text = match->doubts[uppers[i]];
        if (!text[0] && pd_retarget_skin_fit_is_bare(&m->fit, uppers[i]))
            snprintf(text, PD_RETARGET_DOUBT_BYTES,
                     "no vertex follows this limb: the mesh may follow other joints (match=)");
    }
    match->has_soles = is_read;
    for (int side = 0; side < 2; side++) {
        const pd_vec3 hip = m->rest[joints[side ? PD_HUMAN_R_UPPER_LEG : PD_HUMAN_L_UPPER_LEG]],
                      ankle = m->rest[m->ankles[side]];
        pd_retarget_sole *sole = &match->soles[side];
        *sole = m->soles[side];
        pd_retarget_sole_finish(&sole->foot);
        pd_retarget_sole_finish(&sole->toes);
        sole->low = pd_retarget_sole_lowest(&sole->foot, pd_q_identity(), 1);
        if (m->toes[side] >= 0)
            sole->low = fmin(sole->low, m->rest[m->toes[side]].y - ankle.y +
                                            pd_retarget_sole_lowest(&sole->toes, pd_q_identity(), 1));
        if (!fits) sole->foot.count = sole->toes.count = 0;
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
        const int k = s->order[i], up = s->parents[k];
        is_body[k] = k == match->joints[PD_HUMAN_HIPS] || (up >= 0 && is_body[up]);
    }
}

/* Reads the meshes that joints of the body move, in the upright rest pose: rest, places, turns (K) of stand_upright. */
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
    const pd_io_surface_joints joints = {nodes, is_body, moves, skin->skeleton.joint_count};
    return pd_io_surface_read_moved(out, file, json_memory, &joints, err);
}

pd_status pd_retarget_character_measure(pd_retarget_match *match, const pd_retarget_skin *skin, pd_bytes file,
                                        size_t json_memory, pd_error *err)
{
    const int *joints = match->joints;
    pd_vec3 rest[PD_ANIM_MAX_JOINTS], places[PD_ANIM_MAX_JOINTS];
    pd_quat turns[PD_ANIM_MAX_JOINTS], bones[PD_ANIM_HUMAN_COUNT];
    int joint_bones[PD_ANIM_MAX_JOINTS];
    props held = {0};
    pd_retarget_touch_pose pose;
    pd_io_surface surface;

    /* Measure soles and fit. Then read the mesh as a surface for the girth, which stays unknown if that fails. */
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
        pd_retarget_girth_measure(&match->girth, &pose, points, sample(points, &surface), pd_q_identity());
    match->has_girth = points && size > 0;
    free(points);
    pd_io_surface_deinit(&surface);
    return PD_OK;
}

/* ---- motion ---- */

pd_status pd_retarget_character_clip(pd_anim_clip *out, const pd_retarget_skin *skin,
                                     const pd_retarget_match *match, const pd_anim_clip *motion,
                                     const pd_anim_track *track, pd_error *err)
{
    const pd_anim_skeleton *skeleton = &skin->skeleton;
    const size_t joints = (size_t)skeleton->joint_count;
    pd_retarget_drive *drive = malloc(sizeof *drive);

    /* Transfer the motion frame by frame. */
    memset(out, 0, sizeof *out);
    if (!drive) return pd_fail(err, PD_ERR_MEMORY, "/character", "out of memory to drive it");
    pd_status status = pd_retarget_drive_init(
        drive, skeleton, match, NAN, track ? PD_RETARGET_OWN_SIZE : PD_RETARGET_SOURCE_SIZE,
        &motion->skeleton, track ? track->toe_rest_height : PD_ANIM_BIPED_TOE, err);
    if (status == PD_OK) status = pd_anim_clip_init(out, skeleton, motion->frame_count, motion->rate, err);
    for (int t = 0; status == PD_OK && t < motion->frame_count; t++) {
        pd_retarget_drive_frame frame = {.rotations = pd_anim_clip_frame(motion, t),
                                         .translation = motion->roots[t]};

        /* Without a track the facing is the forward direction of the hips. */
        const pd_vec3 front = pd_q_rotate(frame.rotations[motion->skeleton.root], pd_vec3_make(0, 0, 1));
        frame.yaw = atan2(front.x, front.z);
        if (track) {
            frame.ground[0] = (double)track->ground[2 * t],
            frame.ground[1] = (double)track->ground[2 * t + 1];
            frame.floor = (double)track->root[3 * t + 1];
            if (track->seated) frame.seated = (double)track->seated[t];
            frame.yaw = atan2((double)track->facing[2 * t], (double)track->facing[2 * t + 1]);
        }

        pd_retarget_drive_step(drive, &frame);
        memcpy(pd_anim_clip_frame(out, t), drive->rotations, joints * sizeof *drive->rotations);
        out->roots[t] = drive->root;
    }
    free(drive);
    if (status == PD_OK) pd_anim_clip_align_signs(out);
    return status;
}

void pd_retarget_character_hang(pd_anim_clip *clip, const pd_retarget_carry *carry)
{
    pd_quat turned[PD_ANIM_MAX_JOINTS];

    if (!carry || !carry->count) return;

    /* Keep the world rotations of carried joints, and make their local rotations relative to their new parents. */
    for (int t = 0; t < clip->frame_count; t++) {
        pd_quat *locals = pd_anim_clip_frame(clip, t);
        pd_anim_skeleton_forward(NULL, turned, &clip->skeleton, locals, pd_vec3_make(0, 0, 0));
        for (int i = 0; i < carry->count; i++)
            locals[carry->joints[i]] =
                pd_q_normalize(pd_q_inv_mul(turned[carry->by[i]], turned[carry->joints[i]]));
    }

    const pd_vec3 root = clip->skeleton.offsets[clip->skeleton.root];
    clip->skeleton = carry->tree;
    clip->skeleton.offsets[clip->skeleton.root] = root;
    pd_anim_clip_align_signs(clip);
}

/* ---- the file ---- */

/* Makes a track for each joint: rotations relative to the node's parent, with continuous signs. A joint at rest gets one key.
 * tracks (K); rotations (K, frames) receives the keys; places (frames): translations of the root. Returns the number of tracks. */
static int make_tracks(pd_io_node_track *tracks, pd_quat *rotations, const pd_vec3 *places,
                       const pd_retarget_skin *skin, const pd_anim_clip *clip)
{
    const int joints = skin->skeleton.joint_count, root = skin->skeleton.root;
    const size_t frames = (size_t)clip->frame_count;
    int count = 0;

    for (int k = 0; k < joints; k++) {
        const pd_retarget_skin_joint *joint = &skin->joints[k];
        pd_quat *keys = rotations + (size_t)k * frames;
        int is_still = 1;
        for (int t = 0; t < clip->frame_count; t++) {
            const pd_quat local = pd_anim_clip_frame(clip, t)[k];
            keys[t] = pd_q_normalize(pd_q_mul(pd_q_inv_mul(joint->above, local), joint->rest));
            if (t && pd_q_dot(keys[t], keys[t - 1]) < 0)
                keys[t] = pd_q_fma((pd_quat){0, 0, 0, 0}, -1, keys[t]);
            is_still = is_still && pd_q_angle(keys[t], keys[0]) < MOVES;
        }

        /* Skip joints that are scaled unevenly or sheared, because no rotation describes them. */
        if (k != root && (joint->uneven >= 0 || joint->sheared)) continue;
        tracks[count++] = (pd_io_node_track){.translations = k == root ? places : NULL,
                                             .node = joint->node,
                                             .rotations = keys,
                                             .key_count = is_still && k != root ? 1 : clip->frame_count};
    }
    PD_ASSERT(count <= joints);
    return count;
}

/* Computes places (1 + carried, frames): translations of the root and of the carried joints, which do not move with the parents of their nodes. */
static void fill_places(pd_vec3 *places, const pd_retarget_skin *skin, const pd_retarget_carry *carry,
                        const pd_anim_clip *clip)
{
    const int root = skin->skeleton.root, carried = carry ? carry->count : 0;
    const size_t frames = (size_t)clip->frame_count;
    PD_ASSERT(carried <= PD_RETARGET_CARRIED);

    for (size_t t = 0; t < frames; t++)
        places[t] = pd_retarget_skin_root_translation(
            skin, pd_vec3_sub(clip->roots[t], skin->skeleton.offsets[root]));
    for (int t = 0; t < clip->frame_count && carried; t++) {
        pd_vec3 at[PD_RETARGET_CARRIED];
        pd_retarget_carry_places(at, carry, &skin->skeleton, pd_anim_clip_frame(clip, t));
        for (int i = 0; i < carried; i++)
            places[(size_t)(1 + i) * frames + (size_t)t] =
                pd_retarget_skin_translation(skin, carry->joints[i], at[i]);
    }
}

pd_status pd_retarget_character_glb(pd_buffer *out, const pd_retarget_skin *skin,
                                    const pd_retarget_carry *carry, pd_bytes file, const pd_anim_clip *clip,
                                    const char *name, pd_error *err)
{
    const size_t joints = (size_t)skin->skeleton.joint_count, frames = (size_t)clip->frame_count;
    const int carried = carry ? carry->count : 0;
    pd_quat *rotations = malloc(joints * frames * sizeof *rotations);
    pd_vec3 *places = malloc((size_t)(1 + carried) * frames * sizeof *places);
    pd_io_node_track *tracks = calloc(joints, sizeof *tracks);
    pd_status status;

    if (rotations && places && tracks) {
        const int count = make_tracks(tracks, rotations, places, skin, clip);
        fill_places(places, skin, carry, clip);

        /* Carried joints have translations in every frame. */
        for (int i = 0; i < carried; i++)
            for (int k = 0; k < count; k++) {
                if (tracks[k].node != skin->joints[carry->joints[i]].node) continue;
                tracks[k].translations = places + (size_t)(1 + i) * frames;
                tracks[k].key_count = clip->frame_count;
            }

        /* Write the tracks as an animation into the file. */
        const pd_io_animation animation = {name, tracks, count, clip->frame_count, clip->rate};
        status = pd_io_gltf_animate(out, file, &animation, err);
    } else {
        status = pd_fail(err, PD_ERR_MEMORY, "/character", "out of memory for %zu frames", frames);
    }

    free(tracks);
    free(places);
    free(rotations);
    return status;
}

/* ---- motion of a file ---- */

/* A motion of a skeleton: a clip, or the animation of a file's skin. */
typedef struct moving {
    const pd_anim_skeleton *skeleton;
    const char *const *names; /* (K) */
    const pd_anim_clip *clip; /* or NULL */
    const pd_retarget_skin *skin;
    const pd_io_gltf_clip *keys;
    int frame_count;
} moving;

/* Computes world rotations (the identity at rest) and positions (K) in a frame. */
static void pose_of(pd_quat *world, pd_vec3 *at, const moving *m, int t)
{
    if (m->clip)
        pd_anim_clip_pose(at, world, m->clip, t);
    else
        pd_retarget_skin_pose(world, at, m->skin, m->keys, t);
}

/* A person's motion: what is read, and the world rotations (K) of the frame whose pose stands for the rest pose. */
typedef struct standing {
    pd_retarget_match match;
    pd_retarget_human_clip human;
    pd_quat turns[PD_ANIM_MAX_JOINTS];
    int frame; /* -1: the rest pose itself */
} standing;

/* Takes the pose of a frame for the rest pose. joints: the bones' joints, or NULL. */
static pd_status stand_as(standing *out, const moving *m, int frame, const int *joints, pd_error *err)
{
    const pd_anim_skeleton *s = m->skeleton;
    pd_anim_skeleton rest = *s;
    pd_vec3 at[PD_ANIM_MAX_JOINTS];

    pose_of(out->turns, at, m, frame);
    for (int k = 0; k < s->joint_count; k++)
        if (s->parents[k] >= 0) rest.offsets[k] = pd_q_rotate(out->turns[s->parents[k]], s->offsets[k]);
    out->frame = frame;
    const pd_retarget_match_job job = {&rest, m->names, NULL, joints};
    const pd_status status = pd_retarget_match_run(&out->match, &job, err);
    return status ? status : pd_retarget_human_clip_init_posed(&out->human, &rest, &out->match, err);
}

/* Replaces a rest pose that does not stand by a frame that does much better, if there is one. is_found: `best` has a person at rest. */
static void find_standing(standing *best, bool *is_found, const moving *m, const int *joints)
{
    standing *other = malloc(sizeof *other);
    const int tries = m->frame_count < STANDS ? m->frame_count : STANDS;
    double least = *is_found ? fmin(STANDING, BETTER * best->human.deviation) : INFINITY;
    pd_error none;

    for (int i = 0; other && i < tries; i++) {
        const int frame = tries > 1 ? (int)((long long)i * (m->frame_count - 1) / (tries - 1)) : 0;
        if (stand_as(other, m, frame, joints, &none) != PD_OK) continue;
        const double deviation = fmax(other->human.deviation, other->human.arms / ARMS);
        if (deviation < least) *best = *other, *is_found = true, least = deviation;
    }
    free(other);
    if (*is_found && best->frame >= 0)
        pd_retarget_note(
            best->human.note, sizeof best->human.note,
            "the rest pose is not that of a person who stands: the pose of frame %d is taken for it",
            best->frame);
}

/* Returns how the knees bend in the motion: 1 all forwards, -1 all backwards, 0 without bends that show it. */
static double knees_forwards(const standing *as, const moving *m)
{
    const int *joints = as->match.joints, tries = m->frame_count < STANDS ? m->frame_count : STANDS;
    double sum = 0, all = 0;

    for (int i = 0; i < tries; i++) {
        pd_quat world[PD_ANIM_MAX_JOINTS];
        pd_vec3 at[PD_ANIM_MAX_JOINTS];
        pose_of(world, at, m, (int)((long long)i * m->frame_count / tries));
        const pd_vec3 front =
            pd_q_rotate(world[joints[PD_HUMAN_HIPS]],
                        pd_q_rotate(pd_q_conjugate(as->match.facing), pd_vec3_make(0, 0, 1)));
        for (int s = 0; s < 2; s++) {
            const pd_vec3 hip = at[joints[s ? PD_HUMAN_R_UPPER_LEG : PD_HUMAN_L_UPPER_LEG]],
                          knee = at[joints[s ? PD_HUMAN_R_LOWER_LEG : PD_HUMAN_L_LOWER_LEG]],
                          ankle = at[joints[s ? PD_HUMAN_R_FOOT : PD_HUMAN_L_FOOT]];
            const pd_vec3 leg = pd_vec3_sub(ankle, hip);
            const double length = pd_vec3_length(leg);
            const pd_vec3 bend = pd_vec3_reject(pd_vec3_sub(knee, hip), pd_vec3_unit_or(leg, front));
            if (pd_vec3_length(bend) < LEAST_BEND * length) continue;
            sum += pd_vec3_dot(bend, front), all += pd_vec3_length(bend);
        }
    }
    return all > 0 ? sum / all : 0;
}

/* Exchanges left and right of a skeleton without toes if by its names all knees bend backwards. With toes the match does so. */
static void exchange_by_knees(standing *as, const moving *m)
{
    static const int pairs[][2] = {{PD_HUMAN_L_SHOULDER, PD_HUMAN_R_SHOULDER},
                                   {PD_HUMAN_L_UPPER_ARM, PD_HUMAN_R_UPPER_ARM},
                                   {PD_HUMAN_L_LOWER_ARM, PD_HUMAN_R_LOWER_ARM},
                                   {PD_HUMAN_L_HAND, PD_HUMAN_R_HAND},
                                   {PD_HUMAN_L_UPPER_LEG, PD_HUMAN_R_UPPER_LEG},
                                   {PD_HUMAN_L_LOWER_LEG, PD_HUMAN_R_LOWER_LEG},
                                   {PD_HUMAN_L_FOOT, PD_HUMAN_R_FOOT}};
    int joints[PD_ANIM_HUMAN_COUNT];
    pd_error none;

    if (as->frame >= 0 || as->match.joints[PD_HUMAN_L_TOES] >= 0 || as->match.joints[PD_HUMAN_R_TOES] >= 0)
        return;
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        joints[b] = as->match.joints[b];
        if (as->match.by[b] == PD_MATCH_VRM) return;
    }
    if (knees_forwards(as, m) > -KNEES) return;

    standing *other = malloc(sizeof *other);
    if (!other) return;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        joints[pairs[i][0]] = as->match.joints[pairs[i][1]],
        joints[pairs[i][1]] = as->match.joints[pairs[i][0]];
    const pd_retarget_match_job job = {m->skeleton, m->names, NULL, joints};
    other->frame = -1;
    if (pd_retarget_match_run(&other->match, &job, &none) == PD_OK &&
        pd_retarget_human_clip_init(&other->human, m->skeleton, &other->match, &none) == PD_OK) {
        *as = *other;
        pd_retarget_note(as->human.note, sizeof as->human.note,
                         "left and right are exchanged: by their names the knees would bend backwards");
    }
    free(other);
}

/* Notes that the match exchanged left and right, which is a doubt at the hips. */
static void note_exchange(standing *as)
{
    const char *doubt = as->match.doubts[PD_HUMAN_HIPS];
    if (strstr(doubt, "exchanged")) pd_retarget_note(as->human.note, sizeof as->human.note, "%s", doubt);
}

/* Converts each frame to a pose of the person. */
static pd_status convert(pd_anim_clip *out, double *metres, const standing *as, const moving *m, double rate,
                         pd_error *err)
{
    const pd_status status = pd_anim_clip_init(out, &as->human.skeleton, m->frame_count, rate, err);
    if (status != PD_OK) return status;
    for (int t = 0; t < m->frame_count; t++) {
        pd_quat world[PD_ANIM_MAX_JOINTS];
        pd_vec3 at[PD_ANIM_MAX_JOINTS];
        pose_of(world, at, m, t);
        for (int k = 0; as->frame >= 0 && k < m->skeleton->joint_count; k++)
            world[k] = pd_q_mul(world[k], pd_q_conjugate(as->turns[k]));
        pd_retarget_human_clip_frame(pd_anim_clip_frame(out, t), &out->roots[t], &as->human, world,
                                     at[as->human.hips]);
    }
    pd_anim_clip_align_signs(out);
    *metres = as->human.metres;
    return PD_OK;
}

/* Reads an animation of a matched character as the motion of a person. */
static pd_status capture(pd_anim_clip *out, double *metres, const pd_retarget_skin *skin,
                         const pd_retarget_match *match, pd_bytes file,
                         const pd_io_gltf_clip_options *options, pd_error *err)
{
    const char *names[PD_ANIM_MAX_JOINTS];
    pd_io_gltf_clip keys;
    standing *as = malloc(sizeof *as);
    if (!as) return pd_fail(err, PD_ERR_MEMORY, "/character", "out of memory for its motion");

    as->match = *match, as->frame = -1;
    pd_status status = pd_retarget_human_clip_init(&as->human, &skin->skeleton, match, err);

    /* Sample the animation of the nodes at the rate. */
    if (status == PD_OK) status = pd_retarget_skin_keys(&keys, skin, file, options, err);
    if (status != PD_OK) {
        free(as);
        return status;
    }
    for (int k = 0; k < skin->skeleton.joint_count; k++) names[k] = skin->joints[k].name;
    const moving m = {.skeleton = &skin->skeleton,
                      .names = names,
                      .skin = skin,
                      .keys = &keys,
                      .frame_count = keys.frame_count};
    bool is_found = true;
    if (as->human.deviation > 1) find_standing(as, &is_found, &m, match->joints);
    exchange_by_knees(as, &m);
    note_exchange(as);

    status = convert(out, metres, as, &m, options->rate, err);
    if (status == PD_OK && options->note && as->human.note[0])
        pd_retarget_note(options->note, PD_IO_GLTF_CLIP_NOTE, "%s", as->human.note);
    pd_io_gltf_clip_deinit(&keys);
    free(as);
    return status;
}

pd_status pd_retarget_character_capture(pd_anim_clip *out, double *metres, pd_bytes file,
                                        const pd_io_gltf_clip_options *options, pd_error *err)
{
    const pd_io_skin_options skin_options = {
        .skin = -1, .json_memory = options->json_memory, .is_motion = true};
    pd_retarget_skin skin;
    pd_retarget_match match;
    memset(out, 0, sizeof *out);
    pd_status status = pd_retarget_character_read(&skin, &match, file, &skin_options, NULL, 0, err);
    if (status == PD_OK) status = capture(out, metres, &skin, &match, file, options, err);
    pd_retarget_skin_deinit(&skin);
    return status;
}

/* Returns a joint's name without a prefix such as "mixamorig:". */
static const char *without_prefix(const char *name)
{
    const char *colon = strrchr(name, ':');
    return colon ? colon + 1 : name;
}

/* Finds the joint of `from` for each joint of `to`, and the size of `to` relative to `from`. Returns false if the skeletons differ. joints (K of to).
 * */
static bool same_skeleton(int *joints, double *scale, const pd_retarget_skin *from,
                          const pd_retarget_skin *to)
{
    const pd_anim_skeleton *a = &from->skeleton, *b = &to->skeleton;
    double from_length = 0, to_length = 0, longest = 0;
    if (!from->joints || !to->joints || pd_q_angle(from->root_turn, to->root_turn) > 1e-6) return false;

    /* Compare names and parents, and add up the lengths of bones. A parent comes before its children in `order`. */
    for (int i = 0; i < b->joint_count; i++) {
        const int k = b->order[i], up = b->parents[k];
        joints[k] = -1;
        for (int j = 0; j < a->joint_count && joints[k] < 0; j++)
            if (!strcmp(without_prefix(from->joints[j].name), without_prefix(to->joints[k].name)))
                joints[k] = j;
        if (joints[k] < 0) return false;
        if (up < 0) continue;
        if (a->parents[joints[k]] != joints[up]) return false;
        from_length += pd_vec3_length(a->offsets[joints[k]]);
        to_length += pd_vec3_length(b->offsets[k]);
        longest = fmax(longest, pd_vec3_length(b->offsets[k]));
    }
    if (from_length < 1e-9) return false;

    /* Compare the offsets at rest, up to the scale. */
    *scale = to_length / from_length;
    for (int k = 0; k < b->joint_count; k++)
        if (b->parents[k] >= 0 && pd_vec3_distance(pd_vec3_scale(a->offsets[joints[k]], *scale),
                                                   b->offsets[k]) > SAME_BONE * longest)
            return false;
    return true;
}

/* Copies an animation that was read for the joints of `from` to a clip of the skeleton of `to`. */
static pd_status copy_frames(pd_anim_clip *out, const pd_retarget_skin *to, int hips, const int *joints,
                             double scale, const pd_retarget_skin *from, const pd_io_gltf_clip *keys,
                             double rate, pd_error *err)
{
    const pd_anim_skeleton *s = &to->skeleton;
    const pd_status status = pd_anim_clip_init(out, s, keys->frame_count, rate, err);
    if (status != PD_OK) return status;

    for (int t = 0; t < keys->frame_count; t++) {
        pd_quat world[PD_ANIM_MAX_JOINTS], *locals = pd_anim_clip_frame(out, t);
        pd_vec3 at[PD_ANIM_MAX_JOINTS], own[PD_ANIM_MAX_JOINTS];
        pd_retarget_skin_pose(world, at, from, keys, t);
        for (int k = 0; k < s->joint_count; k++) {
            const int up = s->parents[k];
            const pd_quat turn = world[joints[k]];
            locals[k] = up < 0 ? turn : pd_q_normalize(pd_q_inv_mul(world[joints[up]], turn));
        }

        /* Move the root so that the hips are in place. In many files the animation moves the hips and not the root above them. */
        out->roots[t] = pd_vec3_scale(at[joints[s->root]], scale);
        pd_anim_skeleton_forward(own, NULL, &out->skeleton, locals, out->roots[t]);
        out->roots[t] =
            pd_vec3_add(out->roots[t], pd_vec3_sub(pd_vec3_scale(at[joints[hips]], scale), own[hips]));
    }
    pd_anim_clip_align_signs(out);
    return PD_OK;
}

pd_status pd_retarget_character_own_clip(pd_anim_clip *out, bool *is_own, const pd_retarget_skin *skin,
                                         const pd_retarget_match *match, pd_bytes file,
                                         const pd_io_gltf_clip_options *options, pd_error *err)
{
    const pd_io_skin_options skin_options = {
        .skin = -1, .json_memory = options->json_memory, .is_motion = true};
    int joints[PD_ANIM_MAX_JOINTS];
    double scale;
    pd_retarget_skin from;
    pd_retarget_match ignored;
    pd_io_gltf_clip keys;
    memset(out, 0, sizeof *out);
    *is_own = false;
    pd_status status = pd_retarget_character_read(&from, &ignored, file, &skin_options, NULL, 0, err);
    if (status == PD_OK && same_skeleton(joints, &scale, &from, skin)) {
        status = pd_retarget_skin_keys(&keys, &from, file, options, err);
        if (status == PD_OK) {
            status = copy_frames(out, skin, match->joints[PD_HUMAN_HIPS], joints, scale, &from, &keys,
                                 options->rate, err);
            pd_io_gltf_clip_deinit(&keys);
        }
        *is_own = status == PD_OK;
    }
    pd_retarget_skin_deinit(&from);
    return status;
}

pd_status pd_retarget_character_person(pd_anim_clip *out, double *metres, pd_quat *facing, char *note,
                                       size_t note_bytes, const pd_anim_clip *clip, pd_error *err)
{
    const pd_anim_skeleton *skeleton = &clip->skeleton;
    const char *names[PD_ANIM_MAX_JOINTS];
    standing *as = malloc(sizeof *as);
    memset(out, 0, sizeof *out);
    if (!as) return pd_fail(err, PD_ERR_MEMORY, "clip", "out of memory to find its joints");

    /* Match the clip's own skeleton by its names. In files of Maya and MotionBuilder the pose without rotations is often none of a person: bones lie
     * along their own axis there. Then a frame that stands takes its place. */
    for (int k = 0; k < skeleton->joint_count; k++) names[k] = skeleton->names[k];
    const pd_retarget_match_job job = {skeleton, names, NULL, NULL};
    const moving m = {.skeleton = skeleton, .names = names, .clip = clip, .frame_count = clip->frame_count};
    as->frame = -1;
    pd_status status = pd_retarget_match_run(&as->match, &job, err);
    if (status == PD_OK) status = pd_retarget_human_clip_init(&as->human, skeleton, &as->match, err);
    bool is_found = status == PD_OK;
    if (!is_found || as->human.deviation > 1) find_standing(as, &is_found, &m, NULL);

    if (is_found) exchange_by_knees(as, &m), note_exchange(as);
    if (is_found) status = convert(out, metres, as, &m, clip->rate, err);
    if (is_found) *facing = as->human.facing;
    if (status == PD_OK && as->human.note[0]) pd_retarget_note(note, note_bytes, "%s", as->human.note);
    free(as);
    return status;
}
