#ifndef PD_API_OBSERVE_JOBS_H
#define PD_API_OBSERVE_JOBS_H
/* Jobs: fits of whole takes, which run in the background (docs/guide/fit.md). A client sends a take, polls
 * the job until it is done, fetches the motion in a format of its choice and deletes the job.
 *
 *     POST   /v1/jobs               creates a job: markers, keypoints or orientations as JSON, keypoints of
 *                                   several people (crowd.h), a file
 *                                   of markers, or an estimate of another program (estimates.h); the reply is
 *                                   a 202 with the id
 *     GET    /v1/jobs/{id}          status and progress, and the people found once the job is done
 *     GET    /v1/jobs/{id}/result   motion of one person: npz, GLB, BVH or JSON
 *     DELETE /v1/jobs/{id}          cancels the job if it runs, and removes it
 *
 *     queued -> running -> done | cancelled | failed
 *
 * Threads  state, permille and cancel are atomic. The results are written before the state becomes done, and
 *          other threads read them only after that.
 */
#include "api/observe/crowd.h"
#include "api/http/routes.h"
#include "core/base/cancel.h"
#include "core/observe/marker/marked.h"
#include "core/observe/marker/people.h"
#include "core/observe/sensor/places.h"
#include "core/observe/sensor/estimate.h"
#include "core/observe/sensor/trackers.h"
#include "core/observe/triangulate.h"

#define PD_API_JOB_MOST_PEOPLE PD_API_CROWD_PEOPLE

#define PD_API_JOB_STATE_TABLE(X)                                                                            \
    X(QUEUED, "queued")                                                                                      \
    X(RUNNING, "running")                                                                                    \
    X(DONE, "done")                                                                                          \
    X(CANCELLED, "cancelled")                                                                                \
    X(FAILED, "failed")

typedef enum pd_api_job_state {
#define PD_API_JOB_STATE_ENUM(id, name) PD_API_JOB_##id,
    PD_API_JOB_STATE_TABLE(PD_API_JOB_STATE_ENUM)
#undef PD_API_JOB_STATE_ENUM
} pd_api_job_state;

/* One person of a take: the observations and the fitted motion. */
typedef struct pd_api_job_person {
    pd_observe_take take;     /* the fit: its input and its results */
    pd_observe_marked marked; /* markers: positions by place of the body; marked.file points to `file` */
    /* keypoints: the axis of those in space that was taken as up, whether the request names it, and whether
     * they are in space */
    pd_up up;
    bool is_up_given, in_space;
    pd_markers file;                      /* markers: those of this person in the file as it was sent */
    char name[PD_MARKERS_NAME_BYTES];     /* markers: name of the person in the file, or "" */
    char (*names)[PD_MARKERS_NAME_BYTES]; /* keypoints: names of the places (take.place_count) */
    pd_observe_take_places places;        /* keypoints: places on the body; empty for other takes */
    pd_observe_sensor_set sensors;        /* orientations: the sensors; empty for other takes */
    pd_observe_tracker_set trackers; /* orientations with positions: the trackers; empty for other takes */
    pd_observe_estimate estimate;    /* estimate of a program: its joints; empty for other takes */
    float *shape;                    /* estimate of a program: betas that `take` keeps; else NULL */
    bool finds_facing;      /* orientations: the run first estimates the facing of the body from the take */
    float *at, *confidence; /* keypoints: positions and confidences that `take` points to */
    /* (camera_count) cameras of the views; the first is that of `take` */
    pd_observe_camera cameras[PD_OBSERVE_MOST_CAMERAS];
    double off[PD_OBSERVE_MOST_CAMERAS];   /* residual of each calibrated camera in pixels */
    bool guessed[PD_OBSERVE_MOST_CAMERAS]; /* true: the focal length was not given and is a guess */
    int camera_count;                      /* 0: the take has no views */
    /* true: the run first estimates the positions and rotations of the cameras from the take */
    bool calibrate;
    pd_observe_member member; /* take of several people: member of the crowd */
} pd_api_job_person;

struct pd_api_job {
    int references; /* atomic */
    char id[PD_API_ID_BYTES];
    uint64_t owner;                                   /* pd_api_owner.id */
    pd_cancel cancel;                                 /* set: the run ends early with the state cancelled */
    int state, permille;                              /* atomic: pd_api_job_state; progress in thousandths */
    pd_api_model model, learned;                      /* body model and pose prior, retained */
    pd_observe_prior prior;                           /* the pose prior as the fit uses it */
    pd_api_job_person people[PD_API_JOB_MOST_PEOPLE]; /* (person_count) */
    int person_count;
    /* take of several people: the run first groups these figures into people; else NULL */
    pd_api_crowd *crowd;
    int left_out; /* people found in the crowd that are not in `people` */
    /* request that creates the job, while host->job_put runs; else NULL */
    const pd_api_request *request;
    /* a job that another daemon has or has run (jobs_kept.h); NULL: it is this daemon's */
    struct pd_api_job_kept *kept;
    bool is_stored;   /* true: its results are kept beyond the life of this daemon; atomic */
    char *webhook;    /* URL to which the server POSTs the job once it is done or has failed; NULL: none */
    char reason[448]; /* reason of a failure; written before the state becomes failed */
    const pd_api_host *host; /* host whose memory count includes `held` */
    size_t held, scratch;    /* bytes counted for the job; the part of them that is released after the run */
};

/* Adds a reference and returns the job; _release removes one, and the last one frees it. */
pd_api_job *pd_api_job_retain(pd_api_job *job);
void pd_api_job_release(pd_api_job *job); /* job may be NULL */
/* Runs the whole job on the calling thread and sets its state. A job whose flag is set ends at once: failed
 * if the process ends (PD_CANCEL_STOPPING), else cancelled. */
void pd_api_job_run(pd_api_job *job);

extern const pd_api_field pd_api_job_fields[], pd_api_job_query_fields[], pd_api_job_result_query_fields[];
pd_api_handler pd_api_handle_job_put, pd_api_handle_job, pd_api_handle_jobs, pd_api_handle_job_result,
    pd_api_handle_job_delete;

#endif
