#ifndef PD_ANIM_TRACK_H
#define PD_ANIM_TRACK_H
/* A motion as positions of joints over time, with what was requested of it: all that measures of quality need, of any generator.
 *
 * Shapes   T frames, J joints.
 * Spaces   world, metres, +Y up, +Z forward, +X left; facing and desired velocity are (x, z); angles in radians, positive
 *          about +Y (to the left).
 * Contacts left heel, left toe, right heel, right toe, 0 to 1; over PD_ANIM_TRACK_CONTACT the joint is planted.
 * Memory   init / deinit; a zeroed struct is a valid empty track. May be moved, not copied.
 * File     npz, core/retarget/track_file.h.
 */
#include "core/base/error.h"

#include <stdbool.h>

#define PD_ANIM_TRACK_CONTACT    0.5
#define PD_ANIM_TRACK_MAX_FRAMES (1 << 21)
#define PD_ANIM_TRACK_MAX_JOINTS 256

/* Numbers as files have them. */
typedef enum pd_anim_event_kind {
    PD_ANIM_EVENT_TURN,
    PD_ANIM_EVENT_START,
    PD_ANIM_EVENT_STOP
} pd_anim_event_kind;

/* Something asked of the character at once, to be timed. */
typedef struct pd_anim_event {
    double time; /* seconds from the first frame                                                 */
    pd_anim_event_kind kind;
    double value; /* turn: radians; start: metres a second requested; stop: 0                         */
} pd_anim_event;

typedef struct pd_anim_track {
    int frame_count, joint_count;
    double rate;            /* frames a second                                                */
    float *joints;          /* (T,J,3) as drawn                                               */
    float *joints_pre;      /* (T,J,3) before foot IK: the network's own positions            */
    int *parents;           /* (J) -1 for the root                                            */
    int toes[2], heels[2];  /* joints, left and right                                         */
    float *ground;          /* (T,2) height under the left and the right toe                  */
    float *contacts;        /* (T,4)                                                          */
    double toe_rest_height; /* of a planted toe joint over the ground                         */
    float *root;            /* (T,3) on the ground                                            */
    float *facing;          /* (T,2) unit                                                     */
    float *desired;         /* (T,2) metres a second                                          */
    float *bone_error; /* (T) mean over bones of |length - bone's|, as the network places joints; or NULL */
    float *seated; /* (T) 0 to 1: how far the hips are over a seat, whose height stays; or NULL: never      */
    float *path;   /* (path_count,2) to be followed, or NULL                         */
    int path_count, path_closed;
    pd_anim_event *events; /* (event_count) by time, or NULL                                  */
    int event_count;
} pd_anim_track;

/* Zeroed arrays; path and events stay empty. ERR_RANGE, ERR_MEMORY. */
pd_status pd_anim_track_init(pd_anim_track *track, int frame_count, int joint_count, double rate,
                             pd_error *err);
/* (T) zeros. ERR_MEMORY. */
pd_status pd_anim_track_add_bone_error(pd_anim_track *track, pd_error *err);
/* (T) zeros. ERR_MEMORY. */
pd_status pd_anim_track_add_seated(pd_anim_track *track, pd_error *err);
/* Copies of their own. ERR_MEMORY. */
pd_status pd_anim_track_add_path(pd_anim_track *track, const double (*points)[2], int count, int closed,
                                 pd_error *err);
pd_status pd_anim_track_add_events(pd_anim_track *track, const pd_anim_event *events, int count,
                                   pd_error *err);
/* Its tree is that of core/anim/biped.h: other joints than feet have names. */
bool pd_anim_track_is_biped(const pd_anim_track *track);
void pd_anim_track_deinit(pd_anim_track *track);

#endif
