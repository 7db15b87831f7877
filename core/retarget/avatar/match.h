#ifndef PD_RETARGET_AVATAR_MATCH_H
#define PD_RETARGET_AVATAR_MATCH_H
/* Which joints of a character's skeleton answer to the bones of a humanoid (core/anim/humanoid.h).
 *
 * A bone is found, in this order,
 *   request  because the caller says so,
 *   vrm      by the file's own table,
 *   name     by the names of a known rig (rig_names.h): the rig that explains most joints; what it lacks, by any other,
 *   tree     hips are what both legs hang on, chest what both arms hang on; in between is the spine, the neck below the head,
 *   shape    where names say nothing: legs are the pair of branches that reach lowest on both sides of the body, arms the pair that
 *            reaches farthest aside, the head the highest branch between the arms; along a branch from the root to its tip, knee, ankle,
 *            elbow and wrist are the joints nearest to where they are on a person:
 *
 *                upper leg .06  lower leg .435  foot .855     of the way from hips to the tip of the toes
 *                upper arm .21  lower arm .495  hand .775     from the chest to the finger tips
 *
 * Goals   A foot (or hand) that is not below its shank, but stands where a shank may end, is carried by the shank (carry.h): it is a goal of IK
 *         that hangs below the root. If the bone is the joint in which the shank ends, the goal that stands there is carried by that. Without
 *         names a pair of joints below the root is taken for feet if a person is found that way and none otherwise.
 * Facing  left is where the left hip is, up is where the head is; both are snapped to the axes that they are nearest to, so that files
 *         with Z up or looking along -Z or X are driven upright.
 * Doubts  say in words what differs from a person: sides of different length, feet that point backwards, a bone found by shape where
 *         another joint fits about as well.
 * Spaces  of the skeleton at rest: all local rotations are the identity; any unit, metres in a glTF.
 * Memory  a plain struct; nothing is allocated.   Threads  pure.
 * Errors  ERR_UNSUPPORTED: no person, with what was seen; ERR_INVALID: two people (below one node, the hips apart), where neither VRM nor
 *         the caller says which; a requested joint that is not below the bone above it.
 */
#include "core/retarget/avatar/carry.h"
#include "core/retarget/avatar/sole.h"
#include "core/retarget/avatar/touch.h"
#include "core/anim/humanoid.h"

#include <stdbool.h>

#define PD_RETARGET_DOUBT_BYTES 96

typedef enum pd_retarget_match_by {
    PD_MATCH_NONE,
    PD_MATCH_REQUEST,
    PD_MATCH_VRM,
    PD_MATCH_NAME,
    PD_MATCH_TREE,
    PD_MATCH_SHAPE
} pd_retarget_match_by;

extern const char *const pd_retarget_match_by_names[]; /* "none", "request", ... */

#define PD_MATCH_OPEN -2 /* of wanted: to be found    */
#define PD_MATCH_OMIT -1 /* of wanted: to be left out */

typedef struct pd_retarget_match_job {
    const pd_anim_skeleton *skeleton;
    const char *const *names; /* (K) the file's                                                         */
    const char *const *bones; /* (K) VRM's ("leftUpperArm"), "" for none; NULL: no VRM                  */
    const int *wanted; /* (PD_ANIM_HUMAN_COUNT) joints, PD_MATCH_OPEN or PD_MATCH_OMIT; NULL: all open */
} pd_retarget_match_job;

typedef struct pd_retarget_match {
    int joints[PD_ANIM_HUMAN_COUNT]; /* -1: the character has none       */
    pd_retarget_match_by by[PD_ANIM_HUMAN_COUNT];
    char doubts[PD_ANIM_HUMAN_COUNT][PD_RETARGET_DOUBT_BYTES]; /* "": none   */
    const char *rig;         /* whose names they are: "mixamo"; NULL: of none     */
    pd_quat facing;          /* rotates the rest pose so that it looks along +Z with +Y up */
    pd_retarget_girth girth; /* how thick it is, in the file's units; with has_girth */
    bool has_girth;
    pd_retarget_sole
        soles[2]; /* left, right: undersides of its feet or shoes, in the file's units; with has_soles */
    bool has_soles;
    pd_retarget_carry carry; /* feet and hands that hang elsewhere than at their limbs */
} pd_retarget_match;

/* Bones that every character must have: the others are Shoulders, Spine, Chest, UpperChest, Neck and Toes. */
bool pd_retarget_match_is_required(pd_anim_human bone);
/* "LeftUpperArm" or VRM's "leftUpperArm"; PD_HUMAN_NONE. */
pd_anim_human pd_retarget_human_of(const char *name);

pd_status pd_retarget_match_run(pd_retarget_match *out, const pd_retarget_match_job *job, pd_error *err);

#endif
