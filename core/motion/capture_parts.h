#ifndef PD_MOTION_CAPTURE_PARTS_H
#define PD_MOTION_CAPTURE_PARTS_H
/* Parts of reading motion capture. Only capture*.c include this header; capture.h describes what is read.
 *
 *     capture         reads GLB, FBX and AMASS's npz; finds the reader of a file by its name
 *     capture_text    reads BVH, and ASF with AMC; writes BVH
 *     capture_person  turns a capture upright, and reads an unknown skeleton as a person's
 *
 * Spaces   as in capture.h: rotations local, roots in world space, metres, +Y up.
 * Memory   the functions below allocate nothing.   Threads  pure.   Errors  none.
 */
#include "core/motion/capture.h"

#define PD_MOTION_CAPTURE_PERSON 1.7 /* usual extent of a person in a T-pose, metres */

/* -- capture.c -- */

/* Returns the largest extent of the pose without rotations, in units of the skeleton. */
double pd_motion_capture_extent(const pd_anim_skeleton *skeleton);

/* -- capture_person.c -- */

/* Returns whether the reference pose of a known source stands on this skeleton: upright along +Y, facing +Z.
 * Other programs write skeletons of the same names with other rest poses and axes. */
bool pd_motion_capture_person_stands(const pd_anim_skeleton *s, const pd_anim_source *source);

#endif
