#include "core/smpl/part/part.h"

#include "core/base/assert.h"
#include <string.h>

enum { SMPL_JOINTS = 24, FLAME_JOINTS = 5 };

static const struct {
    const char *name, *first; /* name of the part, and of its first joint; NULL: joint 0 */
    int count, hand;
} parts[PD_SMPL_PART_COUNT] = {
#define PART(id, name, first, count, hand, doc) {name, first, count, hand},
    PD_SMPL_PART_TABLE(PART)
#undef PART
};

const char *pd_smpl_part_name(pd_smpl_part part)
{
    PD_ASSERT((unsigned)part < PD_SMPL_PART_COUNT);
    return parts[part].name;
}

bool pd_smpl_part_find(int *first, int *count, const pd_smpl_model *model, pd_smpl_part part)
{
    PD_ASSERT((unsigned)part < PD_SMPL_PART_COUNT);
    const int joints = model->joint_count;

    /* A part with a named first joint hangs from another joint, so it is never the root. */
    *first = parts[part].first ? 1 : 0;
    while (parts[part].first && *first < joints &&
           strcmp(model->data.joint_names[*first], parts[part].first) != 0)
        ++*first;
    *count = part == PD_SMPL_PART_BODY && joints == SMPL_JOINTS ? SMPL_JOINTS - 1 : parts[part].count;

    /* Only a head model has a neck as a part; the neck of a body is one of the body's joints. */
    if (part == PD_SMPL_PART_NECK && joints != FLAME_JOINTS) return false;
    return *first + *count <= joints;
}

const pd_smpl_hand *pd_smpl_part_hand(const pd_smpl_model *model, pd_smpl_part part)
{
    PD_ASSERT((unsigned)part < PD_SMPL_PART_COUNT);
    const int hand = parts[part].hand;
    return hand >= 0 && model->data.hands[hand].mean ? &model->data.hands[hand] : NULL;
}

void pd_smpl_hand_angles(float *angles, const pd_smpl_hand *hand, const float *c, int count, bool flat)
{
    for (int a = 0; a < PD_SMPL_HAND_ANGLES; a++) {
        double sum = flat || !hand->mean ? 0 : hand->mean[a];
        for (int i = 0; i < count; i++) sum += (double)c[i] * hand->components[i * PD_SMPL_HAND_ANGLES + a];
        angles[a] = (float)sum;
    }
}
