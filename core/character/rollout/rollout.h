#ifndef PD_CHARACTER_ROLLOUT_ROLLOUT_H
#define PD_CHARACTER_ROLLOUT_ROLLOUT_H
/* Computes a whole motion offline from a list of timed inputs.
 *
 * A cue is an input with a time; it holds until the next one. Before the first cue the character stands. With
 * a path, follow.h moves the stick instead. The same job gives the same bits, whatever other jobs run with
 * it, for any executor.
 *
 *     frame i, time i/rate:  input = last cue with time <= i/rate; tick; actions (overlay.h); the
 *                            frame is stored
 *
 * Shapes   T = seconds rate frames, J joints; the clip has all joints of the rig. Its bones are those of the
 *          rig times the size.
 * Spaces   world: metres, radians, seconds.
 * Memory   pd_character_rollout_deinit frees the result; scenes and cues are borrowed.
 * Threads  tasks go to the executor.
 * Errors   pd_character_rollout_check: the field, its value, its range. _run can fail only by memory or by
 *          `progress`.
 */
#include "core/anim/clip.h"
#include "core/anim/track.h"
#include "core/character/character.h"
#include "core/character/action/follow.h"
#include "core/character/action/overlay.h"

#define PD_CHARACTER_ROLLOUT_SECONDS  7200.0 /* largest duration */
#define PD_CHARACTER_ROLLOUT_CUES     1000000
#define PD_CHARACTER_ROLLOUT_REQUESTS 100000

typedef struct pd_character_cue {
    double time; /* seconds */
    pd_character_input input;
} pd_character_cue;

/* Timed requests, already checked. They apply both with cues and with a path. */
typedef struct pd_character_reach_cue {
    double time;
    pd_character_hand hand;
    pd_character_reach_request request;
} pd_character_reach_cue;

typedef struct pd_character_gaze_cue {
    double time;
    pd_character_gaze_request request;
} pd_character_gaze_cue;

typedef struct pd_character_sit_cue {
    double time;
    pd_character_sit_request request;
} pd_character_sit_cue;

/* Order to play a clip, or to end what plays. */
typedef struct pd_character_play_cue {
    double time;
    bool stops;                        /* true: ends what plays and waits */
    double fade;                       /* stops: seconds; 0: the clip's own */
    pd_character_play_request request; /* otherwise; its clip is borrowed */
} pd_character_play_cue;

typedef struct pd_character_rollout_job {
    double seconds;
    double position[2], facing;
    double size;                  /* size of the character (core/character/size.h); 0 counts as 1 */
    pd_character_person person;   /* style and variation */
    const pd_anim_scene *scene;   /* NULL: flat and empty */
    const pd_character_cue *cues; /* (cue_count) ascending times; checked inputs */
    int cue_count;
    /* path to follow; cues are then ignored. NULL: cues move the character */
    const pd_character_follow *follow;
    int no_events; /* nonzero: cues are not recorded as events in the track (random sticks) */
    pd_pfnn_mode mode;
    const pd_character_reach_cue *reaches; /* (reach_count) ascending times */
    const pd_character_gaze_cue *gazes;    /* (gaze_count) ascending times */
    const pd_character_sit_cue *sits;      /* (sit_count) ascending times */
    const pd_character_play_cue *plays;    /* (play_count) ascending times */
    int reach_count, gaze_count, sit_count, play_count;
    /* (T) speech and mood of the character in each frame (bearing.h); NULL: it takes part in no
     * conversation */
    const pd_character_bearing_input *talks;
} pd_character_rollout_job;

/* Measurements of one frame. */
typedef struct pd_character_rollout_frame {
    float phase;
    float gaits[PD_PFNN_GAITS];
    float velocity[2]; /* velocity of the root, m/s */
    float bone_error;  /* metres */
    unsigned events;   /* PD_CHARACTER_STEP_LEFT and other bits of pose.h */
    float look[4];     /* target point of the gaze in the world, and its weight (gaze.h) */
} pd_character_rollout_frame;

typedef struct pd_character_rollout {
    pd_anim_clip clip; /* shown motion: feet locked, hands and gaze applied */
    /* measurements, and the path or the events: cues that turn, start or stop the character */
    pd_anim_track track;
    pd_character_rollout_frame *frames; /* (T) */
} pd_character_rollout;

/* Observer of a run. `progress` is called at intervals with the number of finished frames and their total. A
 * nonzero result ends the run with ERR_LIMIT. */
typedef struct pd_character_rollout_watch {
    int (*progress)(void *arg, long done, long total);
    void *arg;
} pd_character_rollout_watch;

/* Returns the number of frames of a job, T. */
int pd_character_rollout_frames(const pd_character_rollout_job *job);
/* Checks a job for a rig; _run requires jobs that passed. */
pd_status pd_character_rollout_check(const pd_character_rollout_job *job, const pd_character_rig *rig,
                                     pd_error *err);
/* Runs jobs (count) together in one batch, each with its own length, into out (count). On failure all of out
 * are empty. watch may be NULL. */
pd_status pd_character_rollout_run(pd_character_rollout *out, const pd_character_rollout_job *jobs, int count,
                                   const pd_character_rig *rig, const pd_executor *executor,
                                   const pd_character_rollout_watch *watch, pd_error *err);
/* Frees the arrays of a result. */
void pd_character_rollout_deinit(pd_character_rollout *rollout);

#endif
