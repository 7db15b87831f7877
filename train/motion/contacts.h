#ifndef PD_TRAIN_MOTION_CONTACTS_H
#define PD_TRAIN_MOTION_CONTACTS_H
/* When heels and toes stand on the ground.
 *
 *     contact   |v| < max(0.40, 0.32 |v_root|) m/s   and   y - ground(x, z) - rest < 0.045 m
 *               |v| < max(0.40, 0.20 |v_root|) m/s   and   ... < 0.03 m                          where |v_root| > 2 m/s
 *
 * with rest the joint's height in a planted foot (biped.h: ankle and toe), v by central differences and |v_root| the horizontal
 * speed of the hips, smoothed. Then gaps under 4 frames are closed, and runs under 4 frames dropped unless an end of the clip cuts them.
 *
 * Shapes   T frames; 4 points a frame in the order of core/pfnn/network/layout.h: left heel, left toe, right heel, right toe.
 * Units    metres, seconds, world space.
 * Errors   ERR_INVALID for a motion that is not the biped at 60 Hz or not finite, naming it and the frame; ERR_MEMORY.
 */
#include "core/pfnn/capture/motion.h"

#include <stdbool.h>

#define PD_TRAIN_SHORTEST_RUN 4 /* frames */

/* Where the feet and the hips are: what labels are made from. */
typedef struct pd_train_foot_contacts {
    int count;                          /* T                                                    */
    pd_vec3 (*at)[PD_PFNN_CONTACTS];    /* (T)                                                  */
    double (*height)[PD_PFNN_CONTACTS]; /* (T) over the ground and over the rest height, metres */
    double (*speed)[PD_PFNN_CONTACTS];  /* (T) metres a second                                  */
    double *root_speed;                 /* (T) horizontal, Gaussian of 9 frames on the velocity */
    double *hip_height;                 /* (T) middle of the hip joints over the ground         */
} pd_train_foot_contacts;

/* Of the clip as it is. Free with _deinit, also after a failure. */
pd_status pd_train_foot_contacts_init(pd_train_foot_contacts *feet, const pd_pfnn_motion *motion,
                                      pd_error *err);
void pd_train_foot_contacts_deinit(pd_train_foot_contacts *feet);

/* motion->contacts (T) must be there; the clip stays as it is. */
void pd_train_motion_contacts(pd_pfnn_motion *motion, const pd_train_foot_contacts *feet);

/* A stretch of equal frames, both ends in it. */
typedef struct pd_train_run {
    int first, last;
} pd_train_run;
/* The first run of frames at or behind `from` with the contact on: false when there is none. */
bool pd_train_next_run(pd_train_run *run, const pd_pfnn_motion *motion, int contact, int from);

/* The heel's and the toe's joint, and the height they have when planted. */
int pd_train_contact_joint(int contact);
double pd_train_contact_rest(int contact);

#endif
