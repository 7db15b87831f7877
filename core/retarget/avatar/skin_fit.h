#ifndef PD_RETARGET_AVATAR_SKIN_FIT_H
#define PD_RETARGET_AVATAR_SKIN_FIT_H
/* Tells whether a character's skeleton stands within its mesh, and how many times the mesh's size it has.
 *
 * The skin that follows a bone of an arm or a leg lies about the bone's middle m_b; with c_b the middle of that skin's extent,
 *
 *     factor^2 = sum_b |m_b - mean m|^2 / sum_b |c_b - mean c|^2        over upper and lower arms and legs, both sides
 *
 * and a knee, ankle, elbow or wrist lies within the extent of the skin that follows the bones above and below it.
 *
 * Spaces   any one space at rest, any unit.   Memory  a plain struct; zeroed it is empty.   Threads  pure.   Errors  none.
 */
#include "core/retarget/avatar/match.h"

typedef struct pd_retarget_skin_fit {
    struct {
        pd_vec3 low, high; /* extent of the points that follow the bone */
        long count;
    } bones[PD_ANIM_HUMAN_COUNT];
} pd_retarget_skin_fit;

/* Adds a point of the mesh that follows a bone. */
void pd_retarget_skin_fit_add(pd_retarget_skin_fit *fit, pd_anim_human bone, pd_vec3 at);

/* The factor above; NAN when fewer than six of the eight bones have skin. *outside: knees, ankles, elbows and wrists that are not within their
 * skin, of *looked that have one. at (K): joints at rest; joints (B): of the bones. */
double pd_retarget_skin_fit_factor(int *outside, int *looked, const pd_retarget_skin_fit *fit,
                                   const pd_vec3 *at, const int *joints);

/* Writes what the user should know when the skeleton does not fit its mesh, and returns true; else leaves text alone. */
bool pd_retarget_skin_fit_doubt(char text[PD_RETARGET_DOUBT_BYTES], const pd_retarget_skin_fit *fit,
                                const pd_vec3 *at, const int *joints);

#endif
