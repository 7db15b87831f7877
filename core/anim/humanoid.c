#include "core/anim/humanoid.h"

#include "core/base/assert.h"
#include "core/anim/source.h"

#include <stdbool.h>

const char *const pd_anim_human_names[PD_ANIM_HUMAN_COUNT] = {
#define NAME(id, name, ...) name,
    PD_ANIM_HUMAN_TABLE(NAME)
#undef NAME
};

const pd_anim_human pd_anim_human_arms[2][3] = {
    {PD_HUMAN_L_UPPER_ARM, PD_HUMAN_L_LOWER_ARM, PD_HUMAN_L_HAND},
    {PD_HUMAN_R_UPPER_ARM, PD_HUMAN_R_LOWER_ARM, PD_HUMAN_R_HAND}};

static const struct bone {
    pd_anim_human parent;
    const char *biped, *smpl;
} bones[PD_ANIM_HUMAN_COUNT] = {
#define BONE(id, name, parent, biped, smpl) {PD_HUMAN_##parent, biped, smpl},
    PD_ANIM_HUMAN_TABLE(BONE)
#undef BONE
};

pd_status pd_anim_humanoid_init(pd_anim_humanoid *humanoid, const pd_anim_skeleton *skeleton, int upper_chest,
                                pd_error *err)
{
    *humanoid = (pd_anim_humanoid){0};

    /* Find the joint of each bone. */
    const bool is_biped = pd_anim_skeleton_find(skeleton, bones[PD_HUMAN_HIPS].biped) >= 0;
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        const char *name = is_biped ? bones[b].biped : bones[b].smpl;
        const bool is_optional = b == PD_HUMAN_UPPER_CHEST || b == PD_HUMAN_L_SHOULDER ||
                                 b == PD_HUMAN_R_SHOULDER || b == PD_HUMAN_L_TOES || b == PD_HUMAN_R_TOES;
        humanoid->joints[b] = pd_anim_skeleton_find(skeleton, name);
        if (humanoid->joints[b] < 0 && !is_optional)
            return pd_fail(err, PD_ERR_UNSUPPORTED, "",
                           "the skeleton has no joint %s, which an avatar needs as its %s", name,
                           pd_anim_human_names[b]);
    }

    /* If UpperChest is to be omitted, its joint becomes that of Chest. */
    if (!upper_chest && humanoid->joints[PD_HUMAN_UPPER_CHEST] >= 0) {
        humanoid->joints[PD_HUMAN_CHEST] = humanoid->joints[PD_HUMAN_UPPER_CHEST];
        humanoid->joints[PD_HUMAN_UPPER_CHEST] = -1;
    }

    /* Find the parent of each bone among those that are not omitted. */
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        int up = bones[b].parent;
        while (up >= 0 && humanoid->joints[up] < 0) up = bones[up].parent;
        PD_ASSERT(up < b); /* pd_anim_humanoid_pose needs parents first */
        humanoid->parents[b] = up;
        humanoid->aims[b] = -1;
    }

    /* Joints between two bones of a limb are collapsed, so the upper bone has to point at the lower one.
     * Collars and thighs are excluded, because their parents,
     * the trunk and the hips, do not point at them. */
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        const int up = humanoid->parents[b];
        if (humanoid->joints[b] < 0 || up <= PD_HUMAN_HIPS || b == PD_HUMAN_L_SHOULDER ||
            b == PD_HUMAN_R_SHOULDER)
            continue;
        for (int j = skeleton->parents[humanoid->joints[b]]; j >= 0 && j != humanoid->joints[up];
             j = skeleton->parents[j])
            if (pd_vec3_length(skeleton->offsets[j]) > 1e-6) humanoid->aims[up] = b;
    }

    /* Compute the skeleton's T-pose. */
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_quat world[PD_ANIM_MAX_JOINTS], local[PD_ANIM_MAX_JOINTS];
    const pd_anim_source *source = pd_anim_source_of(skeleton);

    for (int j = 0; j < skeleton->joint_count; j++) local[j] = pd_q_identity();
    if (source) pd_anim_source_reference(local, skeleton, source);
    pd_anim_skeleton_forward(at, world, skeleton, local, pd_vec3_make(0, 0, 0));

    /* Set offsets and inverse rotations of that pose. */
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        int j = humanoid->joints[b];
        int up = humanoid->parents[b];
        if (j < 0) continue;
        humanoid->rest_inverse[b] = pd_q_conjugate(world[j]);
        humanoid->offsets[b] = up < 0 ? at[j] : pd_vec3_sub(at[j], at[humanoid->joints[up]]);
    }

    return PD_OK;
}

/* Returns N_b, rotated so that the bone points at the bone that it aims at, if there is one. */
static pd_quat world_rotation(const pd_anim_humanoid *h, int bone, const pd_vec3 *positions,
                              const pd_quat *rotations)
{
    PD_ASSERT(bone >= 0 && bone < PD_ANIM_HUMAN_COUNT && h->joints[bone] >= 0);
    const pd_quat own = pd_q_mul(rotations[h->joints[bone]], h->rest_inverse[bone]);
    const int end = h->aims[bone];
    if (end < 0) return own;
    PD_ASSERT(h->joints[end] >= 0);

    /* Rotate the bone from the direction that its end would have to the actual one. */
    const pd_vec3 from = pd_q_rotate(own, h->offsets[end]);
    const pd_vec3 to = pd_vec3_sub(positions[h->joints[end]], positions[h->joints[bone]]);
    const double lengths = pd_vec3_length(from) * pd_vec3_length(to);
    if (lengths < 1e-9) return own;

    const pd_quat aim = pd_q_between(pd_vec3_scale(from, 1 / pd_vec3_length(from)),
                                     pd_vec3_scale(to, 1 / pd_vec3_length(to)), pd_vec3_make(1, 0, 0));
    return pd_q_mul(aim, own);
}

static pd_quat positive(pd_quat q)
{
    double s = pd_q_hemisphere(q);
    return pd_q_normalize((pd_quat){q.x * s, q.y * s, q.z * s, q.w * s});
}

void pd_anim_humanoid_pose(pd_anim_human_pose *out, const pd_anim_humanoid *humanoid,
                           const pd_vec3 *positions, const pd_quat *rotations, pd_vec3 root, double yaw)
{
    pd_quat world[PD_ANIM_HUMAN_COUNT];

    out->root = root;
    out->root_rotation = positive(pd_q_axis_angle(pd_vec3_make(0, 1, 0), yaw));

    /* Compute positions and rotations relative to the parents, parents first. */
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        int j = humanoid->joints[b];
        int up = humanoid->parents[b];
        out->positions[b] = pd_vec3_make(0, 0, 0);
        out->rotations[b] = pd_q_identity();
        if (j < 0) continue;

        pd_quat above = pd_q_conjugate(up < 0 ? out->root_rotation : world[up]);
        pd_vec3 from = up < 0 ? root : positions[humanoid->joints[up]];
        world[b] = world_rotation(humanoid, b, positions, rotations);
        out->positions[b] = pd_q_rotate(above, pd_vec3_sub(positions[j], from));
        out->rotations[b] = positive(pd_q_mul(above, world[b]));
    }
}
