#ifndef PD_PFNN_ROLLOUT_H
#define PD_PFNN_ROLLOUT_H
/* The character without a clock: a list of orders goes in, the whole motion comes out.
 *
 * An order ("cue") is an input with a time; it holds until the next one. Before the first cue the character stands. With a
 * path follow.h moves the stick instead. The same job gives the same bits, whatever else runs beside it, whatever the executor.
 *
 *     frame i, time i/rate:  input = last cue with time <= i/rate,   tick,   chair, hands and gaze (sit.h),   everything is written down
 *
 * Shapes   T = seconds rate frames, J joints; of the clip all joints of the rig.
 * Spaces   world: metres, radians, seconds.
 * Memory   pd_pfnn_rollout_deinit; scenes and cues are borrowed.
 * Errors   pd_pfnn_rollout_check: the field, its value, its range. After that only memory can fail.
 */
#include "core/anim/clip.h"
#include "core/anim/track.h"
#include "core/pfnn/character.h"
#include "core/pfnn/rollout/follow.h"
#include "core/pfnn/rollout/sit.h"

#define PD_PFNN_ROLLOUT_SECONDS  7200.0 /* at most */
#define PD_PFNN_ROLLOUT_CUES     1000000
#define PD_PFNN_ROLLOUT_REQUESTS 100000

typedef struct pd_pfnn_cue {
    double time; /* seconds */
    pd_pfnn_input input;
} pd_pfnn_cue;

/* Checked requests, laid over whatever moves the character. */
typedef struct pd_pfnn_reach_cue {
    double time;
    pd_pfnn_hand hand;
    pd_pfnn_reach_request request;
} pd_pfnn_reach_cue;

typedef struct pd_pfnn_gaze_cue {
    double time;
    pd_pfnn_gaze_request request;
} pd_pfnn_gaze_cue;

typedef struct pd_pfnn_sit_cue {
    double time;
    pd_pfnn_sit_request request;
} pd_pfnn_sit_cue;

typedef struct pd_pfnn_rollout_job {
    double seconds;
    double position[2], facing;
    pd_pfnn_person person;      /* whose motion it has                            */
    const pd_anim_scene *scene; /* NULL: flat and empty                           */
    const pd_pfnn_cue *cues;    /* (cue_count) times rise; checked inputs         */
    int cue_count;
    const pd_pfnn_follow *follow; /* NULL: by cues; else these are not used         */
    int no_events;                /* cues are no orders to be timed (random sticks) */
    pd_pfnn_mode mode;
    const pd_pfnn_reach_cue *reaches; /* (reach_count) times rise                  */
    const pd_pfnn_gaze_cue *gazes;    /* (gaze_count) likewise                     */
    const pd_pfnn_sit_cue *sits;      /* (sit_count) likewise                     */
    int reach_count, gaze_count, sit_count;
} pd_pfnn_rollout_job;

/* What happened in a frame. */
typedef struct pd_pfnn_rollout_frame {
    float phase;
    float gaits[PD_PFNN_GAITS];
    float velocity[2]; /* of the root, m/s */
    float bone_error;  /* metres           */
    unsigned events;   /* PD_PFNN_STEP_LEFT ... */
    float look[4];     /* a point in the world that is looked at, and how much (gaze.h) */
} pd_pfnn_rollout_frame;

typedef struct pd_pfnn_rollout {
    pd_anim_clip clip;             /* as shown: feet locked, hands and gaze applied               */
    pd_anim_track track;           /* with path or events: orders of the cues that turn, start, stop */
    pd_pfnn_rollout_frame *frames; /* (T) */
} pd_pfnn_rollout;

/* progress is called now and then; done of total frames. Anything but 0 ends the run with ERR_LIMIT. */
typedef struct pd_pfnn_rollout_watch {
    int (*progress)(void *arg, long done, long total);
    void *arg;
} pd_pfnn_rollout_watch;

pd_status pd_pfnn_rollout_check(const pd_pfnn_rollout_job *job, const pd_pfnn_rig *rig, pd_error *err);
/* out (count), jobs (count): all of them side by side in one batch, each of its own length. On failure all of out are empty. watch may be
 * NULL. */
pd_status pd_pfnn_rollout_run(pd_pfnn_rollout *out, const pd_pfnn_rollout_job *jobs, int count,
                              const pd_pfnn_rig *rig, const pd_executor *executor,
                              const pd_pfnn_rollout_watch *watch, pd_error *err);
void pd_pfnn_rollout_deinit(pd_pfnn_rollout *rollout);

#endif
