#ifndef PD_TRAIN_ORIGINAL_CLIP_H
#define PD_TRAIN_ORIGINAL_CLIP_H
/* A clip of the original PFNN's training data: NAME.bvh with its hand-made labels, read as
 * generate_database.py reads them.
 *
 *     bvh     lengths times `scale`, every second frame (120/s become 60/s; of 60/s every frame), joints in
 *             world space by the files' own rotations
 *     phase   NAME.phase, the same lines
 *     gait    NAME.gait, the same lines, merged to six: stand, walk, jog + run, crouch + crawl, jump, bump;
 *             in flat clips crouch is 1 - clip((head - 80 cm)/50 cm, 0, 1) of the head's height
 *     cycles  NAME_footsteps.txt: from each line's frame to the next line's, halved as the frames are; left
 *             out are lines with a '*' on either line, lines before a line without a second number, and
 *             cycles without a second of frames before or after
 *
 * Kind     ground that was present at the capture, by the clip's name as in the script (flat, jumps, beams,
 *          else rocky), or as given.
 * Joints   the 31 of core/anim/biped.h by name and order.
 * Units    centimetres, frames of 1/60 s, cycles.
 * Memory   pd_train_original_clip_deinit frees; sources are borrowed. Empty on failure.
 * Errors   ERR_INVALID at the clip's name: joints, labels that are shorter than the clip, a rate that is no
 *          multiple of 60/s; ERR_MEMORY.
 */
#include "core/anim/biped.h"
#include "core/io/mocap/bvh.h"
#include "core/io/mocap/sidecar.h"
#include "core/pfnn/layout.h"
#include "train/augment/terrain_surface.h"
#include "core/character/capture/motion.h"

#define PD_TRAIN_ORIGINAL_SCALE  5.6444 /* factor from units of the original's BVH files to centimetres */
#define PD_TRAIN_ORIGINAL_WINDOW 60     /* frames that a row looks ahead, and back */

typedef struct pd_train_original_source {
    const char *name;
    pd_train_fit_kind kind;
    const pd_bvh *bvh;
    const pd_sidecar_table *phase, *gait;
    const pd_sidecar_steps *steps;
    double scale; /* factor to centimetres; 0 selects 5.6444 */
} pd_train_original_source;

/* Range of frames of the halved clip, both included. */
typedef struct pd_train_original_cycle {
    int first, last;
} pd_train_original_cycle;

typedef struct pd_train_original_clip {
    char name[160];
    pd_train_fit_kind kind;
    int step;                              /* frames of the file per frame of the clip */
    int frame_count;                       /* T                     */
    pd_vec3 *positions;                    /* (T,31) world          */
    pd_quat *rotations;                    /* (T,31) world          */
    double *phase;                         /* (T) cycles */
    double (*gaits)[PD_PFNN_GAITS];        /* (T)                   */
    pd_vec3 offsets[PD_ANIM_BIPED_JOINTS]; /* bones of the skeleton, centimetres */
    pd_train_original_cycle *cycles;
    int cycle_count;
} pd_train_original_clip;

/* Makes a clip from its source. On failure *out is empty. */
pd_status pd_train_original_clip_make(pd_train_original_clip *out, const pd_train_original_source *source,
                                      pd_error *err);
void pd_train_original_clip_deinit(pd_train_original_clip *clip);

/* Returns the kind by the original's names: "LocomotionFlat12_000_mirror" -> JUMP. */
pd_train_fit_kind pd_train_original_kind(const char *name);

/* Computes forward (count), unit vectors across arms and hips, from positions (count,31), smoothed with a
 * Gaussian of 20 frames (80 to each side, end values repeated). ERR_MEMORY. */
pd_status pd_train_original_forward(pd_vec3 *forward, const pd_vec3 *positions, int count, pd_error *err);

#endif
