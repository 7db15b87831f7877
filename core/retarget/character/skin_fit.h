#ifndef PD_RETARGET_CHARACTER_SKIN_FIT_H
#define PD_RETARGET_CHARACTER_SKIN_FIT_H
/* Checks whether a character's skeleton fits its mesh, and computes their ratio of sizes.
 *
 * The skin that follows a bone of an arm or leg surrounds the bone's midpoint m_b. With c_b the centre of
 * that skin's bounding box,
 *
 *     factor^2 = sum_b |m_b - mean m|^2 / sum_b |c_b - mean c|^2
 *         over upper and lower arms and legs, both sides
 *
 * and a knee, ankle, elbow or wrist must be within the bounding box of the skin that follows the bones above
 * and below it. m_b must be within that of its own skin: where skin follows the next joint of the limb, as in
 * a file whose joints are numbered from 1, only this shows it.
 *
 * Spaces   any one space at rest, any unit.
 * Memory   a plain struct; zeroed it is empty.
 * Threads  pure functions.
 * Errors   none.
 */
#include "core/retarget/character/match.h"

typedef struct pd_retarget_skin_fit {
    struct {
        pd_vec3 low, high; /* Bounding box of the points that follow the bone. */
        long count;
    } bones[PD_ANIM_HUMAN_COUNT];
} pd_retarget_skin_fit;

/* Adds a point of the mesh that follows a bone. */
void pd_retarget_skin_fit_add(pd_retarget_skin_fit *fit, pd_anim_human bone, pd_vec3 at);

/* Returns the factor above; NAN when fewer than six of the eight bones have skin. *outside: number of knees,
 * ankles, elbows and wrists outside their skin, among the *looked that have skin. at (K): joints at rest;
 * joints (B): joint of each bone. */
double pd_retarget_skin_fit_factor(int *outside, int *looked, const pd_retarget_skin_fit *fit,
                                   const pd_vec3 *at, const int *joints);

/* Returns whether no point of the mesh follows an arm or a leg, although points follow other bones: of two
 * joints at one place, as of control bones and the bones that they move, another one may be meant. upper: the
 * bone that begins the limb. */
bool pd_retarget_skin_fit_is_bare(const pd_retarget_skin_fit *fit, pd_anim_human upper);

/* If the skeleton does not fit its mesh, writes a sentence for the user and returns true.
 * Otherwise text is not changed. */
bool pd_retarget_skin_fit_doubt(char text[PD_RETARGET_DOUBT_BYTES], const pd_retarget_skin_fit *fit,
                                const pd_vec3 *at, const int *joints);

#endif
