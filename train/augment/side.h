#ifndef PD_TRAIN_AUGMENT_SIDE_H
#define PD_TRAIN_AUGMENT_SIDE_H
/* Makes motions that walk sideways without crossing the feet, from captured single side steps.
 *
 * Captured people who walk sideways for several steps cross their feet (list.h leaves these parts out), and
 * people who do not cross them take a single step: one foot goes aside, the other closes. A single step is
 * repeated here, at several tempos:
 *
 *     frame k of repetition i = step(u) moved by i D,   u = k / length       D: way of the root in the step
 *     step(u) = captured(u) + s(u) (captured(0) - captured(1))
 *         s: smoothstep; so the end meets the beginning
 *
 * The correction applies to local rotations and to the height of the root; a Gaussian of 2 frames rounds what
 * remains at the seams. Contacts, foot lock, phase and gaits come from the labels (label.h), as of captured
 * clips.
 *
 * Units    metres, frames at 60 Hz.
 * Memory   the motions are appended to the list.
 * Threads  one at a time.
 * Errors   ERR_MEMORY.
 */
#include "core/character/capture/motion.h"

/* A captured single side step: frames first to last of the clip at 60 Hz,
 * both with the feet beside each other. */
typedef struct pd_train_side_step {
    const char *name; /* the clip's name ends so */
    int first, last;
    double times[3]; /* tempos: factors of its duration; 0 ends the list */
} pd_train_side_step;
extern const pd_train_side_step pd_train_side_steps[]; /* ends with a NULL name */

/* Appends the repetitions of all side steps whose clips are in the list, without labels. step "side"; source
 * is that of the clip. */
pd_status pd_train_side_loops(pd_character_motions *motions, pd_error *err);

#endif
