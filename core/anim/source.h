#ifndef PD_ANIM_SOURCE_H
#define PD_ANIM_SOURCE_H
/* Known skeletons of free motion capture data: their units, reference poses and names, and what must be
 * repaired.
 *
 * A source is recognised by the names of its joints and, for two performers with equal names, by an offset.
 * Its table maps its joints to SMPL's 24.
 *
 * Reference   the pose that corresponds to the target's zero pose: upright, facing +Z, with the direction of
 *             the arms known. It is the skeleton's zero pose with some joints rotated (degrees, r = Rz Ry
 *             Rx). CMU's zero pose, for example, has its legs spread by 20 degrees; the reference brings them
 *             together.
 * Spaces      rotations local to the parent, offsets in the parent's frame; metres = units * metres_per_unit.
 */
#include "core/anim/skeleton.h"

#include <stdbool.h>

#define PD_ANIM_SMPL_JOINTS 24

/* Rotation of one joint in the reference pose. */
typedef struct pd_anim_reference_rotation {
    const char *joint; /* NULL ends the list */
    double x_deg, y_deg, z_deg;
} pd_anim_reference_rotation;

typedef struct pd_anim_source {
    const char *name;     /* Name of the source, such as "cmu-bvh". */
    const char *text;     /* Description in one line. */
    const char *marks[3]; /* Names of joints by which such a skeleton is recognised. */
    double metres_per_unit;
    double rate;     /* Frames per second when the file does not state them; 0: the file always does. */
    int first_frame; /* First frame of the motion: earlier ones are a T-pose or the like. */
    int slide;       /* Frames after that one in which the conversion slides from there into the motion. */
    /* 1: position channels of the root are relative to its offset; 0: to the origin. */
    int adds_root_offset;
    /* Hinge axis of the elbow: rotated about the upper arm from our hinge (-y of the left arm), degrees; the
     * right arm mirrors it. It is constant where the capture defines it (CMU: the axis line of the ASF);
     * where the capture lost it, it is the value found. */
    double elbow_tilt_deg;
    int is_ours; /* 1: the joints are SMPL's and are used as they are. */
    const pd_anim_reference_rotation *reference;
    /* (24) Source joint for each of SMPL's joints. "A|B": halfway between two; "A@B": the rotation of A at
     * the position of B; NULL: follows its parent. */
    const char *const *smpl;
    /* (31) Source joint for each of the biped's joints (core/anim/biped.h), in the same notation; NULL:
     * derived from `smpl`. */
    const char *const *biped;
} pd_anim_source;

extern const char *const pd_anim_smpl_names[PD_ANIM_SMPL_JOINTS];

/* Returns the source whose names the skeleton has, or NULL. Offsets may be in any unit. */
const pd_anim_source *pd_anim_source_of(const pd_anim_skeleton *skeleton);
/* Removes the prefix that the names of all joints share ("Bob:Hips", "mixamorig1:Hips", "subject1_Hips"), up
 * to its last ':', '_', '|' or '.', if the skeleton is of a known source without it and of none with it. */
void pd_anim_source_rename(pd_anim_skeleton *skeleton);
/* Returns the first row of the source's table for SMPL that names a joint which the skeleton has not; NULL:
 * it has all. is_limb: only rows of pelvis, head, arms and legs, without toes and collars, count. */
const char *pd_anim_source_missing(const pd_anim_skeleton *skeleton, const pd_anim_source *source,
                                   bool is_limb);
/* Restores offsets that a conversion lost (CMU's BVH: thorax and wrists).
 * Skeletons of other sources are not changed. */
void pd_anim_source_repair(pd_anim_skeleton *skeleton, const pd_anim_source *source);
/* Writes the local rotations (K) of the reference pose. */
void pd_anim_source_reference(pd_quat *rotations, const pd_anim_skeleton *skeleton,
                              const pd_anim_source *source);

#endif
