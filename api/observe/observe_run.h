#ifndef PD_API_OBSERVE_OBSERVE_RUN_H
#define PD_API_OBSERVE_OBSERVE_RUN_H
/* What observe.c has read, for a worker: the fit, and its reply. */
#include "api/observe/crowd.h"
#include "api/observe/observe.h"
#include "core/observe/observe.h"
#include "core/observe/view/lens.h"

/* One thing seen, for the reply: what it is called, and where it stands in the request. */
typedef struct pd_api_observe_name {
    const char *kind,
        *name; /* "joint", "keypoint", "vertex", "orientation"; name is NULL where it is identified by number */
    char place[96];
} pd_api_observe_name;

struct pd_api_observe {
    pd_observe_job job;
    pd_observe_seen *seen; /* (room), count of them set; names and parts with them */
    pd_api_observe_name *names;
    pd_observe_part (*parts)[PD_OBSERVE_MOST_PARTS];
    int count, room;
    bool mesh, guessed_focal;
    pd_api_crowd *crowd;    /* several people, each filled into seen, lenses, views in turn; or NULL */
    float *at, *confidence; /* (room,3), (room) of one of them */
    pd_observe_camera views[PD_OBSERVE_MOST_VIEWS]; /* (job.view_count) */
    pd_observe_lens lenses[PD_OBSERVE_MOST_VIEWS + 1];
    double robust;        /* as given; NAN: not given */
    pd_api_model learned; /* the pose prior */
    pd_api_pool *pool;
    pd_api_problems *problems;
    const pd_smpl_model *model;
};

/* Whether anything was seen by the camera. */
static inline bool pd_api_observe_sees_picture(const pd_api_observe *own)
{
    for (int i = 0; i < own->count; i++)
        if (own->seen[i].in_picture) return true;
    return false;
}

/* Sets the distances in its job from which an observation counts as an outlier. */
void pd_api_observe_robust(pd_api_observe *own);
/* Warns of implausible betas: mostly a sign that points were in another unit. person: which of several, -1: there is one. */
void pd_api_observe_warn_shape(pd_api_problems *problems, const char *pointer, int person, const float *betas,
                               int count);
/* Runs what was read; the call is then finished. */
void pd_api_observe_run(pd_api_call *call, pd_api_observe *own, pd_arena *scratch,
                        const pd_executor *executor);
size_t pd_api_observe_run_bytes(const pd_api_call *call, const pd_api_observe *own);
/* Milliseconds on one core. */
double pd_api_observe_cost(const pd_api_observe *own);

#endif
