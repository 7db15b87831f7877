#ifndef PD_MOTION_FAULTS_H
#define PD_MOTION_FAULTS_H
/* Notes what is probably a fault of a motion that was read: frames in the rest pose within it, which programs
 * write for frames that they lost; jumps of the root; and a root that stays at one place at which the figure
 * hangs below the floor, as files of rotations alone have it. All are kept.
 *
 * Spaces   those of core/anim/clip.h, +Y up.
 * Memory   allocates nothing.
 * Threads  pure function.
 * Errors   none.
 */
#include "core/anim/clip.h"

#include <stdbool.h>
#include <stddef.h>

/* Appends a line for each fault to notes (notes_bytes). first_frame: number in the file of the clip's frame
 * 0. size: metres in the clip's unit, for a figure that is as large as a person. has_floor: the floor of the
 * clip is at y = 0. */
void pd_motion_faults_note(char *notes, size_t notes_bytes, const pd_anim_clip *clip, int first_frame,
                           double size, bool has_floor);

#endif
