/* Fuzzes files of clips. An accepted file has clips whose moments are finite,
 * and which characters could play. */
#include "core/character/action/clip_set.h"
#include "core/character/action/play.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect_moment(const pd_character_clip *clip, double time)
{
    pd_character_clip_moment moment;
    pd_character_clip_sample(&moment, clip, time);
    if (!isfinite(moment.yaw) || !pd_vec3_finite(moment.hips)) abort();
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++)
        if (!pd_q_finite(moment.rotations[j])) abort();
    for (int i = 0; i < PD_PFNN_CONTACTS; i++)
        if (!(moment.contacts[i] >= 0 && moment.contacts[i] <= 1)) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_character_clip_set *set;

    if (pd_character_clip_set_parse(&set, (pd_bytes){data, size}, "fuzz", NULL) != PD_OK) return 0;
    for (int i = 0; i < set->count; i++) {
        const pd_character_clip_item *item = &set->items[i];
        if (pd_character_clip_set_find(set, item->name) != item) abort();
        const double seconds = pd_character_clip_seconds(item->clip);
        for (int t = -1; t <= 5; t++) expect_moment(item->clip, seconds * t / 4);
    }

    pd_character_clip_set_release(set);

    return 0;
}
