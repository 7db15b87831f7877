#ifndef PD_CHARACTER_CAPTURE_MOTION_H
#define PD_CHARACTER_CAPTURE_MOTION_H
/* A motion to train on: captured motion on the biped at 60 Hz, with the ground under it and labels.
 *
 * It is made in steps, each a function from motions to motions: capture (retargeted, filtered, levelled: the
 * floor is y = 0), labels (contacts, foot lock, phase, gaits), copies (crouch, arcs, slowed jogs, terrain; a
 * copy has labels like its original); the result is converted to training rows, where the mirror image of the
 * same frames is added.
 *
 * Shapes   T = clip.frame_count frames, 31 joints (core/anim/biped.h).
 * Units    metres, seconds, world space, +Y up; phase in cycles, unwrapped and never falling: whole numbers
 *          are contacts of the right foot, halves those of the left.
 * Memory   deinit frees everything; a zeroed struct is a valid empty motion. May be moved, not copied.
 *          Threads plain data. Errors ERR_MEMORY.
 */
#include "core/anim/biped.h"
#include "core/anim/clip.h"
#include "core/anim/scene/ground.h"
#include "core/pfnn/layout.h"

#include <stdbool.h>

#define PD_CHARACTER_MOTION_RATE 60.0

typedef struct pd_character_motion {
    char name[160]; /* path of the file: "accad/female1/Female1_B03_Walk1.bvh"; copies have the same name */
    char step[24];  /* step that made it: "capture", "crouch", "arc", "slow", "terrain" */
    int source;     /* index of the captured clip, the same for all its copies, which are held out together */
    double weight;  /* factor of its frames' weight when rows are sampled; 1: as usual for its kind */
    pd_anim_clip clip;
    pd_anim_ground ground; /* zeroed: flat at 0 */
    /* Labels; NULL until they are made. */
    unsigned char (*contacts)[PD_PFNN_CONTACTS]; /* (T) 0 or 1, in the order of layout.h */
    bool keeps_contacts;           /* set by hand: labelling keeps these contacts (tools/motion/contacts.h) */
    double *phase;                 /* (T) */
    float (*gaits)[PD_PFNN_GAITS]; /* (T) 0 to 1 */
} pd_character_motion;

/* People whose motion has a style of its own (style.h); count 0: none. */
typedef struct pd_character_styles {
    int count;
    pd_model_name names[PD_PFNN_MAX_STYLES];
    /* seconds for which each moves on film, walking and jogging; crouches and jumps count as walking */
    float seconds[2][PD_PFNN_MAX_STYLES];
} pd_character_styles;

/* A list that owns its motions. */
typedef struct pd_character_motions {
    pd_character_motion *items;
    int count, capacity;
    pd_character_styles styles;
} pd_character_motions;

/* Frees the clip and the labels of a motion. */
void pd_character_motion_deinit(pd_character_motion *motion);
/* Allocates zeroed labels for clip.frame_count frames. ERR_MEMORY. */
pd_status pd_character_motion_add_labels(pd_character_motion *motion, pd_error *err);
/* Moves *motion to the end of the list and leaves it empty. On ERR_MEMORY the motion is unchanged. */
pd_status pd_character_motions_append(pd_character_motions *list, pd_character_motion *motion, pd_error *err);
/* Frees all motions of a list, and the list. */
void pd_character_motions_deinit(pd_character_motions *list);

#endif
