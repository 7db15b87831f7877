#ifndef PD_API_OBSERVE_JOBS_H
#define PD_API_OBSERVE_JOBS_H
/* Whole takes as jobs: sent once, run in the background, polled until done, fetched in any format, deleted (docs/guide/fit.md).
 *
 *     POST   /v1/jobs               a take of markers, keypoints or orientations as JSON, of several unidentified people (crowd.h), or a C3D or
 *                                   TRC file: 202 with its id
 *     GET    /v1/jobs/{id}          status, progress; people once it is done
 *     GET    /v1/jobs/{id}/result   a person's motion: npz, GLB, BVH or JSON
 *     DELETE /v1/jobs/{id}          cancelled if it runs, forgotten
 *
 *     queued -> running -> done | cancelled
 *
 * Threads  state, progress and cancel are atomic; what a job found is written before its state says done, and read after.
 */
#include "api/observe/crowd.h"
#include "api/http/routes.h"
#include "core/base/cancel.h"
#include "core/observe/take/marked.h"
#include "core/observe/take/places.h"
#include "core/observe/take/sensors.h"
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

/* One person of a take: what was seen of them, and what came of it. */
typedef struct pd_api_job_person {
    pd_observe_take take;
    pd_observe_marked marked;             /* of markers: marked.file is `file` */
    pd_markers file;                      /* as it was sent                */
    char (*names)[PD_MARKERS_NAME_BYTES]; /* of keypoints (take.place_count) */
    pd_observe_take_places places;        /* of keypoints: else none       */
    pd_observe_sensor_set sensors;        /* of orientations: else none    */
    bool finds_facing;                    /* of the sensors' body, from the take first */
    float *at, *confidence;
    pd_observe_camera
        cameras[PD_OBSERVE_MOST_CAMERAS];  /* (camera_count) of views; the first is the take's own */
    double off[PD_OBSERVE_MOST_CAMERAS];   /* pixels, of those that were calibrated */
    bool guessed[PD_OBSERVE_MOST_CAMERAS]; /* focal lengths */
    int camera_count;                      /* 0: there are no views */
    bool calibrate;                        /* their places are found from the take first */
    pd_observe_member member;              /* of a crowd: which member of it */
} pd_api_job_person;

struct pd_api_job {
    int references; /* atomic */
    char id[PD_API_ID_BYTES];
    uint64_t owner;
    pd_cancel cancel;
    int state, permille; /* atomic */
    pd_api_model model, learned;
    pd_observe_prior prior;
    pd_api_job_person people[PD_API_JOB_MOST_PEOPLE];
    int person_count;
    pd_api_crowd *crowd;     /* people are found in its figures first; or NULL */
    int left_out;            /* of a crowd: how many were found but are not in people */
    char reason[448];        /* why it failed; written before its state says so */
    const pd_api_host *host; /* whose memory budget `held` is charged to */
    size_t held, scratch;    /* scratch: the part of held that is released after the run */
};

pd_api_job *pd_api_job_retain(pd_api_job *job);
void pd_api_job_release(pd_api_job *job); /* NULL is fine */
/* All of it, on the calling thread. */
void pd_api_job_run(pd_api_job *job);

extern const pd_api_field pd_api_job_fields[], pd_api_job_query_fields[], pd_api_job_result_query_fields[];
pd_api_handler pd_api_handle_job_put, pd_api_handle_job, pd_api_handle_jobs, pd_api_handle_job_result,
    pd_api_handle_job_delete;

#endif
