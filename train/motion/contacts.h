#ifndef PD_TRAIN_MOTION_CONTACTS_H
#define PD_TRAIN_MOTION_CONTACTS_H
/* Detects when heels and toes stand on the ground.
 *
 *     contact   |v| < max(0.40, 0.32 |v_root|) m/s   and   y - ground(x, z) - rest < 0.045 m
 *               |v| < max(0.40, 0.20 |v_root|) m/s   and ... < 0.03 m where |v_root| > 2 m/s
 *
 * rest is the joint's height in a planted foot (biped.h: ankle and toe), v its velocity by central
 * differences, and |v_root| the smoothed horizontal speed of the hips. Gaps under 4 frames are then closed,
 * and runs under 4 frames dropped unless an end of the clip cuts them.
 *
 * Shapes   T frames; 4 points a frame in the order of core/pfnn/layout.h: left heel, left toe, right heel,
 *          right toe.
 * Units    metres, seconds, world space.
 * Errors   ERR_INVALID for a motion that is not the biped at 60 Hz or not finite, naming the motion and the
 *          frame; ERR_MEMORY.
 */
#include "core/character/capture/motion.h"

#include <stdbool.h>

#define PD_TRAIN_SHORTEST_RUN 4 /* frames: shorter contacts and gaps are removed */

/* Positions, heights and speeds of the feet and hips of a clip, from which all labels are computed. */
typedef struct pd_train_foot_contacts {
    int count;                          /* T */
    pd_vec3 (*at)[PD_PFNN_CONTACTS];    /* (T) positions, world, metres */
    double (*height)[PD_PFNN_CONTACTS]; /* (T) height above the ground minus the rest height, metres */
    double (*speed)[PD_PFNN_CONTACTS];  /* (T) metres a second */
    /* (T) horizontal speed of the hips, metres a second,
     * from velocities smoothed with a Gaussian of 9 frames */
    double *root_speed;
    double *hip_height; /* (T) height of the midpoint of the hip joints above the ground, metres */
} pd_train_foot_contacts;

/* Reads the clip of the motion. Call _deinit afterwards, also after a failure. */
pd_status pd_train_foot_contacts_init(pd_train_foot_contacts *feet, const pd_character_motion *motion,
                                      pd_error *err);
void pd_train_foot_contacts_deinit(pd_train_foot_contacts *feet);

/* Writes motion->contacts (T), which the caller has allocated. The clip is unchanged. */
void pd_train_motion_contacts(pd_character_motion *motion, const pd_train_foot_contacts *feet);

/* A run of frames with one value, both ends included. */
typedef struct pd_train_run {
    int first, last;
} pd_train_run;
/* Finds the first run that begins at frame `from` or later in which the contact is on. Returns false when
 * there is none. */
bool pd_train_next_run(pd_train_run *run, const pd_character_motion *motion, int contact, int from);

/* Return the joint of a contact (heel: ankle joint, toe:
 * toe joint) and that joint's height, metres, in a planted foot. */
int pd_train_contact_joint(int contact);
double pd_train_contact_rest(int contact);

#endif
