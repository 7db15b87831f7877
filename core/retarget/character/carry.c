#include "core/retarget/character/carry.h"

#include "core/base/assert.h"

#include <stddef.h>

const pd_anim_skeleton *pd_retarget_carry_tree(const pd_retarget_carry *carry,
                                               const pd_anim_skeleton *skeleton)
{
    return carry->count ? &carry->tree : skeleton;
}

bool pd_retarget_carry_add(pd_retarget_carry *carry, const pd_anim_skeleton *skeleton, int joint, int by)
{
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];
    double places[3 * PD_ANIM_MAX_JOINTS];
    int parents[PD_ANIM_MAX_JOINTS];
    const pd_anim_skeleton *now = pd_retarget_carry_tree(carry, skeleton);

    if (carry->count == PD_RETARGET_CARRIED || joint == skeleton->root) return false;
    for (int i = 0; i < carry->count; i++)
        if (carry->joints[i] == joint) return false;
    for (int up = by; up >= 0; up = now->parents[up])
        if (up == joint) return false;

    pd_anim_skeleton_forward(rest, NULL, skeleton, NULL, pd_vec3_make(0, 0, 0));
    for (int k = 0; k < skeleton->joint_count; k++) {
        parents[k] = k == joint ? by : now->parents[k];
        places[3 * k] = rest[k].x;
        places[3 * k + 1] = rest[k].y;
        places[3 * k + 2] = rest[k].z;
    }

    pd_anim_skeleton tree;
    if (pd_anim_skeleton_from_rest(&tree, skeleton->names, parents, places, skeleton->joint_count, NULL) !=
        PD_OK)
        return false;
    carry->tree = tree;
    carry->joints[carry->count] = joint;
    carry->by[carry->count++] = by;

    return true;
}

void pd_retarget_carry_places(pd_vec3 *places, const pd_retarget_carry *carry,
                              const pd_anim_skeleton *skeleton, const pd_quat *locals)
{
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_quat turned[PD_ANIM_MAX_JOINTS];

    if (!carry->count) return;
    PD_ASSERT(carry->count <= PD_RETARGET_CARRIED);
    pd_anim_skeleton_forward(at, turned, skeleton, locals, pd_vec3_make(0, 0, 0));
    for (int i = 0; i < carry->count; i++) {
        const int k = carry->joints[i];
        const int by = carry->by[i];
        const int up = skeleton->parents[k];
        PD_ASSERT(up >= 0);
        const pd_vec3 wanted = pd_vec3_add(at[by], pd_q_rotate(turned[by], carry->tree.offsets[k]));
        places[i] = pd_q_rotate(pd_q_conjugate(turned[up]), pd_vec3_sub(wanted, at[up]));
    }
}
