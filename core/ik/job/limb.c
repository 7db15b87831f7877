#include "core/ik/job/limb.h"

#include "core/anim/parts.h"

/* Returns the direction in which a part bends: 1 forward, -1 backward, 0 unknown. */
static int flexes(pd_anim_part part)
{
    if (part == PD_ANIM_PART_KNEE) return -1;
    return part == PD_ANIM_PART_ELBOW || part == PD_ANIM_PART_SPINE || part == PD_ANIM_PART_HEAD;
}

void pd_ik_limb_of(pd_ik_limb *limb, const pd_anim_skeleton *skeleton, const pd_ik_target *target)
{
    int from = target->chain_root;

    if (from < 0) from = pd_anim_limb_root(skeleton, target->joint);
    pd_anim_chain_between(&limb->chain, skeleton, from, target->joint, "", NULL);
    limb->middle = limb->chain.count == 3 ? 1 : -1;
    limb->bending = -1;
    limb->flex = pd_vec3_make(0, 0, 0);
    int strongest = 0;

    for (int i = 1; i + 1 < limb->chain.count; i++) {
        pd_anim_part part = pd_anim_part_of(skeleton->names[limb->chain.joints[i]], NULL);
        int hinge = part == PD_ANIM_PART_ELBOW || part == PD_ANIM_PART_KNEE;
        int says = flexes(part) ? 1 + hinge : 0;
        if (says <= strongest) continue;
        strongest = says;
        limb->bending = limb->chain.joints[i];
        limb->flex.z = flexes(part);
        if (hinge) limb->middle = i;
    }
}

void pd_ik_limb_chain(pd_anim_chain *chain, int *tip_rotates, const pd_anim_skeleton *skeleton,
                      const pd_ik_target *target)
{
    int rotates = target->has_orientation || target->has_look || target->keep || target->has_centre;
    int from = target->chain_root;

    *tip_rotates = rotates;
    chain->count = 0;
    if (target->joint < 0) return;
    if (from < 0) from = pd_anim_limb_root(skeleton, target->joint);
    pd_anim_chain_between(chain, skeleton, from, target->joint, "", NULL);
}

bool pd_ik_limb_is_closed(const pd_ik_limb *limb, pd_ik_closed_form use)
{
    bool fits = limb->middle == 1 && limb->chain.count <= 4;

    return use == PD_IK_CLOSED_ALWAYS || (use == PD_IK_CLOSED_WHERE_IT_FITS && fits);
}
