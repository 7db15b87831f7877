#ifndef PD_RETARGET_MOOD_H
#define PD_RETARGET_MOOD_H
/* Which shapes of a face show a manner (core/anim/manner.h): ARKit's shapes by name or, where a file has no
 * brows of ARKit, the whole expressions of VRM: relaxed, happy, sad, angry, surprised (VRM 1.0), fun, joy,
 * sorrow (0.x).
 *
 * Memory   plain struct.
 * Threads  any.
 */
#include "core/anim/manner.h"

#include <stdbool.h>

typedef struct pd_retarget_mood {
    int shapes[PD_ANIM_MANNER_SHAPES][2]; /* left and right; -1: none */
    int whole[PD_ANIM_EMOTIONS];          /* expressions of emotions; -1: none */
    bool can_feel;                        /* false: the face has none of them */
} pd_retarget_mood;

/* Finds the shapes. name: returns the name of shape i (0 to count - 1). */
void pd_retarget_mood_bind(pd_retarget_mood *out, const char *(*name)(const void *ctx, int i),
                           const void *ctx, int count);
/* Raises the weights of the shapes to those that are shown. */
void pd_retarget_mood_add(float *weights, const pd_retarget_mood *mood, const pd_anim_manner_shown *shown);

#endif
