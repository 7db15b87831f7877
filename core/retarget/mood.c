#include "core/retarget/mood.h"

#include "core/retarget/lips.h"

#include <stddef.h>

#define MANNER_NAMES(id, first, second) {first, second},
static const char *const manner_names[PD_ANIM_MANNER_SHAPES][2] = {PD_ANIM_MANNER_TABLE(MANNER_NAMES)};

/* Expressions of VRM 1.0, of VRM 0.x and of VRoid. */
static const char *const whole_names[PD_ANIM_EMOTIONS][3] = {
    [PD_ANIM_EMOTION_CALM] = {"relaxed", "fun", "fclallfun"},
    [PD_ANIM_EMOTION_HAPPY] = {"happy", "joy", "fclalljoy"},
    [PD_ANIM_EMOTION_SAD] = {"sad", "sorrow", "fclallsorrow"},
    [PD_ANIM_EMOTION_ANGRY] = {"angry", "angry", "fclallangry"},
    [PD_ANIM_EMOTION_SURPRISED] = {"surprised", "surprised", "fclallsurprised"},
    [PD_ANIM_EMOTION_AFRAID] = {NULL},
    [PD_ANIM_EMOTION_DISGUSTED] = {NULL},
};

void pd_retarget_mood_bind(pd_retarget_mood *out, const char *(*name)(const void *ctx, int i),
                           const void *ctx, int count)
{
    out->can_feel = false;
    for (int s = 0; s < PD_ANIM_MANNER_SHAPES; s++)
        for (int side = 0; side < 2; side++) {
            const char *wanted = manner_names[s][side];
            out->shapes[s][side] = wanted ? pd_retarget_lips_find(name, ctx, count, wanted) : -1;
            out->can_feel |= out->shapes[s][side] >= 0;
        }

    /* Whole expressions, only where the brows cannot move by themselves. */
    const bool has_brows = out->shapes[PD_ANIM_MANNER_BROW_INNER][0] >= 0;
    for (int e = 0; e < PD_ANIM_EMOTIONS; e++) {
        out->whole[e] = -1;
        for (int i = 0; i < 3 && !has_brows && whole_names[e][i] && out->whole[e] < 0; i++)
            out->whole[e] = pd_retarget_lips_find(name, ctx, count, whole_names[e][i]);
        out->can_feel |= out->whole[e] >= 0;
    }
}

static void raise_shape(float *weights, int shape, float weight)
{
    if (shape >= 0 && weight > weights[shape]) weights[shape] = weight;
}

void pd_retarget_mood_add(float *weights, const pd_retarget_mood *mood, const pd_anim_manner_shown *shown)
{
    for (int s = 0; s < PD_ANIM_MANNER_SHAPES; s++)
        for (int side = 0; side < 2; side++) raise_shape(weights, mood->shapes[s][side], shown->shapes[s]);
    for (int e = 0; e < PD_ANIM_EMOTIONS; e++) raise_shape(weights, mood->whole[e], shown->emotions[e]);
}
