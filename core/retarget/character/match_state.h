#ifndef PD_RETARGET_CHARACTER_MATCH_STATE_H
#define PD_RETARGET_CHARACTER_MATCH_STATE_H
/* State of a match, which the files of match.h share: match.c (names, order of the steps, checks),
 * match_carry.c (joints that belong to another joint than their parent), match_tree.c (hips, spine, neck,
 * shoulders and hands by the tree).
 *
 * Memory   none.   Threads  pure functions.
 */
#include "core/retarget/character/match.h"

/* First and last bone of the spine in the order of the humanoid's bones. */
#define PD_RETARGET_FIRST_SPINE PD_HUMAN_SPINE
#define PD_RETARGET_LAST_SPINE  PD_HUMAN_UPPER_CHEST

/* Distances of feet and hands from knees and elbows, relative to thighs and upper arms, within which a joint
 * may be one. */
#define PD_RETARGET_END_FROM 0.3
#define PD_RETARGET_END_TO   2.5

typedef struct pd_retarget_matching {
    const pd_retarget_match_job *job;
    const pd_anim_skeleton *s; /* the skeleton in which carried joints are children of their limbs */
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];
    pd_retarget_match *out;
    pd_error *err;
} pd_retarget_matching;

enum { PD_RETARGET_PAIRS = 8 };
/* Bones of the left side and of the right. */
extern const pd_anim_human pd_retarget_pairs[PD_RETARGET_PAIRS][2];

/* Returns whether a joint is `top` or below it. */
bool pd_retarget_is_below(const pd_anim_skeleton *s, int joint, int top);
/* Adds a text to the doubts of a bone. */
void pd_retarget_matching_doubt(pd_retarget_matching *m, int bone, const char *text);
/* Sets the joint of a bone; -1: none. */
void pd_retarget_matching_set(pd_retarget_matching *m, int bone, int joint, pd_retarget_match_by by);
/* Returns whether a bone is still to be found: it has no joint yet, and the caller does not omit it. */
bool pd_retarget_matching_is_open(const pd_retarget_matching *m, int bone);
/* Returns whether a bone has this joint. */
bool pd_retarget_matching_is_taken(const pd_retarget_matching *m, int joint);

/* Finds the IK goals of all limbs whose bones are known, and makes the limbs carry them. */
void pd_retarget_carry_goals(pd_retarget_matching *m);
/* Finds a person by shape whose shanks have no ends, with a pair of joints below the root as feet. */
bool pd_retarget_carry_find(int *found, double *unsure, pd_retarget_matching *m);
/* Makes the joint below the neck carry the arms whose clavicles are children of the neck. */
void pd_retarget_carry_clavicles(pd_retarget_matching *m);
/* Makes the hips carry the thighs that are children of the spine. */
void pd_retarget_carry_thighs(pd_retarget_matching *m, int hips, int spine);
/* Makes the hips that the caller or a VRM has chosen carry legs, spine and head that are not below them. */
void pd_retarget_carry_body(pd_retarget_matching *m);

/* Find the bones that are still open by the tree. */
void pd_retarget_tree_hands(pd_retarget_matching *m);
void pd_retarget_tree_hips(pd_retarget_matching *m);
void pd_retarget_tree_spine(pd_retarget_matching *m);
void pd_retarget_tree_neck(pd_retarget_matching *m);
void pd_retarget_tree_shoulders(pd_retarget_matching *m);

#endif
