#include "core/character/capture/motion.h"

#include "core/base/assert.h"
#include <stdlib.h>
#include <string.h>

void pd_character_motion_deinit(pd_character_motion *motion)
{
    pd_anim_clip_deinit(&motion->clip);
    pd_anim_ground_deinit(&motion->ground);
    free(motion->contacts);
    free(motion->phase);
    free(motion->gaits);
    memset(motion, 0, sizeof *motion);
}

pd_status pd_character_motion_add_labels(pd_character_motion *motion, pd_error *err)
{
    size_t frames = (size_t)motion->clip.frame_count;

    motion->contacts = calloc(frames, sizeof *motion->contacts);
    motion->phase = calloc(frames, sizeof *motion->phase);
    motion->gaits = calloc(frames, sizeof *motion->gaits);
    if (motion->contacts && motion->phase && motion->gaits) return PD_OK;

    return pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory for the labels of %zu frames", frames);
}

pd_status pd_character_motions_append(pd_character_motions *list, pd_character_motion *motion, pd_error *err)
{
    if (list->count == list->capacity) {
        int capacity = list->capacity ? 2 * list->capacity : 64;
        void *items = realloc(list->items, (size_t)capacity * sizeof *list->items);
        if (!items)
            return pd_fail(err, PD_ERR_MEMORY, motion->name, "out of memory for %d motions", capacity);
        list->items = items;
        list->capacity = capacity;
    }

    PD_ASSERT(list->count < list->capacity);
    list->items[list->count++] = *motion;
    memset(motion, 0, sizeof *motion);

    return PD_OK;
}

void pd_character_motions_deinit(pd_character_motions *list)
{
    for (int i = 0; i < list->count; i++) pd_character_motion_deinit(&list->items[i]);
    free(list->items);
    memset(list, 0, sizeof *list);
}
