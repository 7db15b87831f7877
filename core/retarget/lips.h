#ifndef PD_RETARGET_LIPS_H
#define PD_RETARGET_LIPS_H
/* Which shapes of a face show a viseme: from names of shapes to a table of parts.
 *
 *     w_k += sum_v a_vk m_v        m: weights of the 14 visemes (core/speech/mouth.h), w: weights of shapes
 *
 * The first of these that the names have is used:
 *
 *     visemes   viseme_PP to viseme_U of Oculus, also v_pp, vrc.v_pp: one shape a viseme
 *     VRM       aa ih ou ee oh, A I U E O of VRM 0.x, VRoid's Fcl_MTH_A ...: consonants are weak vowels
 *     ARKit     jawOpen, mouthFunnel, mouthPucker ...: sums of shapes
 *
 * Memory   plain struct.
 * Threads  any.
 */
#include <stdbool.h>

#define PD_RETARGET_LIPS_VISEMES 14 /* PP to U, in the order of pd_retarget_face_names */
#define PD_RETARGET_LIPS_PARTS   8  /* most shapes of one viseme */

typedef struct pd_retarget_lips {
    struct {
        int shape; /* -1: none */
        float weight;
    } parts[PD_RETARGET_LIPS_VISEMES][PD_RETARGET_LIPS_PARTS];
    bool can_speak; /* false: no shape of a mouth was found */
} pd_retarget_lips;

/* Finds the shapes. name: returns the name of shape i (0 to count - 1). */
void pd_retarget_lips_bind(pd_retarget_lips *out, const char *(*name)(const void *ctx, int i),
                           const void *ctx, int count);
/* Returns the shape of this name, which is given in lower case without signs; -1: none. */
int pd_retarget_lips_find(const char *(*name)(const void *ctx, int i), const void *ctx, int count,
                          const char *wanted);
/* Adds the visemes to the weights of the shapes. Where both move a shape, the larger weight counts. */
void pd_retarget_lips_add(float *weights, const pd_retarget_lips *lips,
                          const float visemes[PD_RETARGET_LIPS_VISEMES]);

#endif
