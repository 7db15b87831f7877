#ifndef PD_ANIM_TRACK_H
#define PD_ANIM_TRACK_H
/* A motion as joint positions over time, together with what was requested of the character: the input of all
 * measures of quality, whatever generated it.
 *
 * Shapes   T frames, J joints.
 * Spaces   world, metres, +Y up, +Z forward, +X left; facing and desired velocity are (x, z); angles in
 *          radians, positive about +Y (to the left).
 * Contacts left heel, left toe, right heel, right toe, 0 to 1; above PD_ANIM_TRACK_CONTACT the joint is
 * planted.
 * Memory   init / deinit; a zeroed struct is a valid empty track. May be moved, not copied.
 * File     npz, core/motion/track_file.h.
 */
#include "core/base/error.h"

#include <stdbool.h>

#define PD_ANIM_TRACK_CONTACT    0.5
#define PD_ANIM_TRACK_MAX_FRAMES (1 << 21)
#define PD_ANIM_TRACK_MAX_JOINTS 256

/* Kinds of events; the numbers are those in files. */
typedef enum pd_anim_event_kind {
    PD_ANIM_EVENT_TURN,
    PD_ANIM_EVENT_START,
    PD_ANIM_EVENT_STOP
} pd_anim_event_kind;

/* A change requested of the character at one instant, whose execution is timed. */
typedef struct pd_anim_event {
    double time; /* Time, seconds from the first frame. */
    pd_anim_event_kind kind;
    double value; /* Turn: angle in radians; start: requested speed, metres a second; stop: 0. */
} pd_anim_event;

typedef struct pd_anim_track {
    int frame_count, joint_count;
    double rate;            /* Frames per second. */
    float *joints;          /* (T,J,3) Final positions, as displayed. */
    float *joints_pre;      /* (T,J,3) Positions that the network predicted, before foot IK. */
    int *parents;           /* (J) -1 for the root                                            */
    int toes[2], heels[2];  /* Joint numbers, left and right. */
    float *ground;          /* (T,2) Height of the ground under the left and the right toe. */
    float *contacts;        /* (T,4) Contacts, see above. */
    double toe_rest_height; /* Height of a planted toe joint over the ground. */
    float *root;            /* (T,3) Position of the character on the ground. */
    float *facing;          /* (T,2) Direction that the character faces, unit length. */
    float *desired;         /* (T,2) Requested velocity, metres a second. */
    float *bone_error;      /* (T) Mean over bones of |predicted length - bone length|, or NULL. */
    /* (T) Progress of the hips from standing (0) to a seat (1), whose height does not scale with the body;
     * NULL: never seated. */
    float *seated;
    float *path; /* (path_count,2) Path that the character is to follow, or NULL. */
    int path_count, path_closed;
    pd_anim_event *events; /* (event_count) Events in order of time, or NULL. */
    int event_count;
} pd_anim_track;

/* Allocates a track with zeroed arrays, without path and events. ERR_RANGE, ERR_MEMORY. */
pd_status pd_anim_track_init(pd_anim_track *track, int frame_count, int joint_count, double rate,
                             pd_error *err);
/* Adds the array bone_error (T), zeroed. ERR_MEMORY. */
pd_status pd_anim_track_add_bone_error(pd_anim_track *track, pd_error *err);
/* Adds the array seated (T), zeroed. ERR_MEMORY. */
pd_status pd_anim_track_add_seated(pd_anim_track *track, pd_error *err);
/* Add copies of a path or of events to the track. ERR_MEMORY. */
pd_status pd_anim_track_add_path(pd_anim_track *track, const double (*points)[2], int count, int closed,
                                 pd_error *err);
pd_status pd_anim_track_add_events(pd_anim_track *track, const pd_anim_event *events, int count,
                                   pd_error *err);
/* Returns true when the track's tree is that of core/anim/biped.h, so that all its joints have names. */
bool pd_anim_track_is_biped(const pd_anim_track *track);
void pd_anim_track_deinit(pd_anim_track *track);

#endif
