#ifndef PD_ANIM_SOURCE_H
#define PD_ANIM_SOURCE_H
/* Known skeletons of free motion capture data: units, rest poses, names, and what has to be repaired.
 *
 * A source is recognised by its joints' names (and, for two performers with equal names, by an offset). Its table says how its
 * joints answer to SMPL's 24.
 *
 * Reference   the pose in which every joint is what the target calls zero: upright, facing +Z, arms known. It is the
 *             skeleton's zero pose rotated at some joints (degrees, r = Rz Ry Rx); CMU's T-pose, for example,
 *             brings legs that are spread by 20 degrees together.
 * Spaces      rotations local to the parent, offsets in the parent's frame; metres = units * metres_per_unit.
 */
#include "core/anim/skeleton.h"

#define PD_ANIM_SMPL_JOINTS 24

/* A joint's rotation in the reference pose. */
typedef struct pd_anim_reference_rotation {
    const char *joint; /* NULL ends the list */
    double x_deg, y_deg, z_deg;
} pd_anim_reference_rotation;

typedef struct pd_anim_source {
    const char *name;     /* "cmu-bvh"                                                               */
    const char *text;     /* one line about it                                                       */
    const char *marks[3]; /* joints that such a skeleton has                                         */
    double metres_per_unit;
    double rate;          /* when the file does not say, else 0                                     */
    int first_frame;      /* frames before this one are not motion (a T-pose)                        */
    int adds_root_offset; /* root's position channels count from its offset, not from the origin     */
    /* Where the elbow bends, rotated about the upper arm from our hinge (-y of the left arm), degrees; the same on
     * the right. Capture has it constant (CMU: the ASF's axis line), or lost: then it is what was found. */
    double elbow_tilt_deg;
    int is_ours; /* SMPL's own joints: used as they are */
    const pd_anim_reference_rotation *reference;
    /* (24) Source joint of each of SMPL's; "A|B": halfway between two; "A@B": rotated as A, standing where B
     * stands; NULL: follows its parent. */
    const char *const *smpl;
    /* (31) The same of the biped's (core/anim/biped.h), or NULL: made of those of SMPL's that stand in its place. */
    const char *const *biped;
} pd_anim_source;

extern const char *const pd_anim_smpl_names[PD_ANIM_SMPL_JOINTS];

/* The source that the skeleton's names fit, or NULL. Offsets may be in any unit. */
const pd_anim_source *pd_anim_source_of(const pd_anim_skeleton *skeleton);
/* Gives offsets back that a conversion lost (CMU's BVH: thorax and wrists); others are left alone. */
void pd_anim_source_repair(pd_anim_skeleton *skeleton, const pd_anim_source *source);
/* Local rotations (K) of the reference pose. */
void pd_anim_source_reference(pd_quat *rotations, const pd_anim_skeleton *skeleton,
                              const pd_anim_source *source);

#endif
