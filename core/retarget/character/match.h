#ifndef PD_RETARGET_CHARACTER_MATCH_H
#define PD_RETARGET_CHARACTER_MATCH_H
/* Finds the joints of a character's skeleton that correspond to the bones of a humanoid
 * (core/anim/humanoid.h).
 *
 * A bone is found by the first of these that applies:
 *   request  the caller's choice,
 *   vrm      the file's own table,
 *   name     the names of a known rig (rig_names.h): the rig that explains most required bones, then most
 *            others; missing names from any other rig. If no rig explains enough, what all names have before
 *            and after a rig's own name is removed ("Hero L Thigh", "l_thigh_JNT"),
 *   tree     the hips are the joint to which both legs are attached, the chest the joint to which both arms
 *            are attached; the spine is in between, the neck below the head, a shoulder between chest and
 *            arm,
 *   shape    without names: legs are the pair of branches that reach lowest on both sides of the body, arms
 *            the pair that reaches farthest to the sides without being longer than the legs or behind the
 *            body (wings, capes), the head is the highest branch between the arms. Along a branch, knee,
 *            ankle, elbow and wrist are the joints nearest to a person's proportions:
 *
 *                upper leg .06  lower leg .435  foot .855     of the way from hips to the tip of the toes
 *                upper arm .21  lower arm .495  hand .775     from the chest to the finger tips
 *
 * Goals   many rigs have IK goals: joints below the root at the ends of limbs. A foot (or hand) that is not
 *         below its shank, but where a shank may end, is such a goal, and is carried by the shank (carry.h).
 *         If the bone is the joint at the end of the shank, that joint carries the goal at the same position.
 *         Without names a pair of joints below the root is taken for feet only if no person is found
 *         otherwise. Clavicles that are children of the neck are carried by the joint below it, thighs that
 *         are children of the spine by the hips.
 * Hands   an arm may end in its forearm, or in fingers without a hand. Then it has no hand, and the forearm
 *         carries what is below it.
 * Chosen  the caller's choice wins over every rule: chosen hips (and a VRM's) carry legs and trunk that are
 *         beside them, a
 *         chosen foot or hand that is a goal of IK is carried at any distance, and a figure whose thighs,
 *         feet and upper arms are chosen need not stand.
 * Facing  up is the direction from feet to hips, rounded to the nearest axis, so files with Z up are driven
 *         upright. Left is the side of the left hip and shoulder. It is rounded likewise when it is within 3
 *         degrees of an axis; otherwise the figure faces as its hips and shoulders do.
 * Sides   if by names both toes point backwards, left and right are exchanged, with a doubt at the hips:
 *         people's feet point forwards. A VRM or the caller is believed.
 * Doubts  texts that describe deviations from a person: sides of different length, feet that point backwards,
 *         a bone found by shape for which another joint fits about as well.
 * Spaces  of the skeleton at rest: all local rotations are the identity; any unit, metres in a glTF.
 * Memory  a plain struct; nothing is allocated.
 * Threads pure functions.
 * Errors  ERR_UNSUPPORTED: no person, with a description of what was found. ERR_INVALID: two people (below
 *         one node, with separate hips) of which neither a VRM nor the caller chooses one; a requested joint
 *         that is not below the bone above it.
 */
#include "core/retarget/character/carry.h"
#include "core/retarget/figure/sole.h"
#include "core/retarget/character/touch.h"
#include "core/anim/humanoid.h"

#include <stdbool.h>

#define PD_RETARGET_DOUBT_BYTES  96
#define PD_RETARGET_UNREAD_BYTES 192
#define PD_RETARGET_FEWEST       11 /* least number of joints of a person: the required bones but the hips */

typedef enum pd_retarget_match_by {
    PD_MATCH_NONE,
    PD_MATCH_REQUEST,
    PD_MATCH_VRM,
    PD_MATCH_NAME,
    PD_MATCH_TREE,
    PD_MATCH_SHAPE
} pd_retarget_match_by;

extern const char *const pd_retarget_match_by_names[]; /* "none", "request", ... */

#define PD_MATCH_OPEN -2 /* In `wanted`: find the bone. */
#define PD_MATCH_OMIT -1 /* In `wanted`: omit the bone. */

typedef struct pd_retarget_match_job {
    const pd_anim_skeleton *skeleton;
    const char *const *names; /* (K) Joint names of the file. */
    /* (K) VRM's bone of each joint ("leftUpperArm"), "" for none; NULL: not a VRM. */
    const char *const *bones;
    const int *wanted; /* (PD_ANIM_HUMAN_COUNT) Joints, PD_MATCH_OPEN or PD_MATCH_OMIT; NULL: all open. */
} pd_retarget_match_job;

typedef struct pd_retarget_match {
    int joints[PD_ANIM_HUMAN_COUNT]; /* Joint of each bone; -1: none. */
    pd_retarget_match_by by[PD_ANIM_HUMAN_COUNT];
    char doubts[PD_ANIM_HUMAN_COUNT][PD_RETARGET_DOUBT_BYTES]; /* "": none   */
    const char *rig;         /* Rig whose names were found, "mixamo" for example; NULL: none. */
    pd_quat facing;          /* Rotation that makes the rest pose face +Z with +Y up. */
    pd_retarget_girth girth; /* Girth of the body, in the file's units; valid with has_girth. */
    bool has_girth;
    char unread[PD_RETARGET_UNREAD_BYTES]; /* why the mesh could not be measured; "": it was */
    /* Undersides of feet or shoes, left and right, in the file's units; valid with has_soles. */
    pd_retarget_sole soles[2];
    bool has_soles;
    pd_retarget_carry carry; /* Feet and hands that have another parent than their limbs. */
    /* Directions in which forearms without a hand point at rest, left and right, upright and facing +Z, by
     * the skin that follows them; of length 0: unknown. */
    pd_vec3 forearms[2];
} pd_retarget_match;

/* Returns true for bones that every character must have: all except Shoulders, Spine, Chest, UpperChest,
 * Neck, Hands and Toes. */
bool pd_retarget_match_is_required(pd_anim_human bone);
/* Returns the bone named "LeftUpperArm", or in VRM "leftUpperArm"; PD_HUMAN_NONE: there is none. */
pd_anim_human pd_retarget_human_of(const char *name);

/* Finds the joints of all bones. */
pd_status pd_retarget_match_run(pd_retarget_match *out, const pd_retarget_match_job *job, pd_error *err);

#endif
