#ifndef PD_API_OBSERVE_OBSERVE_RUN_H
#define PD_API_OBSERVE_OBSERVE_RUN_H
/* Runs on a worker the fit that observe.c has read, and writes the reply. */
#include "api/observe/crowd.h"
#include "api/observe/observe.h"
#include "core/math/up.h"
#include "core/observe/observe.h"
#include "core/observe/view/lens.h"

/* Name of one observation, for the reply. */
typedef struct pd_api_observe_name {
    const char *kind; /* "joint", "keypoint", "vertex" or "orientation" */
    const char *name; /* NULL: the observation has a number instead of a name */
    char place[96];   /* JSON pointer of the observation in the request */
} pd_api_observe_name;

struct pd_api_observe {
    pd_observe_job job;
    pd_observe_seen *seen;      /* (room) observations, `count` of them set */
    pd_api_observe_name *names; /* (room) name of each observation */
    /* (room) points of the body to which each observation belongs */
    pd_observe_part (*parts)[PD_OBSERVE_MOST_PARTS];
    int count, room;
    pd_up up; /* axis of the points in space that was taken as up */
    bool is_up_given;
    bool mesh, guessed_focal; /* the reply has a GLB; the focal length was not given and is a guess */
    /* several people: each in turn is copied into seen, lenses and views; NULL: one person */
    pd_api_crowd *crowd;
    float *at, *confidence; /* (room,3), (room) keypoints of the person being fitted */
    pd_observe_camera views[PD_OBSERVE_MOST_VIEWS]; /* (job.view_count) */
    pd_observe_lens lenses[PD_OBSERVE_MOST_VIEWS + 1];
    double robust;        /* value of the field `robust`; NAN: absent */
    pd_api_model learned; /* pose prior, retained */
    pd_api_pool *pool;
    pd_api_problems *problems;
    const pd_smpl_model *model;
};

/* Returns whether any observation is a pixel of a picture. */
static inline bool pd_api_observe_sees_picture(const pd_api_observe *own)
{
    for (int i = 0; i < own->count; i++)
        if (own->seen[i].in_picture) return true;
    return false;
}

/* Sets in own->job the distances beyond which an observation counts as an outlier. */
void pd_api_observe_robust(pd_api_observe *own);
/* Returns whether a body with this rotation of its root (3,3) is upside down in the pictures of a camera: y
 * of their pixels may count upwards. A rotation of the camera
 * of zeros is the usual one, which looks along -Z. */
bool pd_api_observe_is_inverted(const pd_observe_camera *camera, const float root[9]);
/* Warns of a body that is upside down. who: beginning of the sentence, "person 0: " or ""; pictures: those in
 * which it is, "the picture". */
void pd_api_observe_warn_inverted(pd_api_problems *problems, const char *pointer, const char *who,
                                  const char *pictures);
/* Adds a warning if fitted betas are implausible. has_unit: true if the points may be in another unit, which
 * is then mostly the reason. person: index of one of several, -1: there is only one. */
void pd_api_observe_warn_shape(pd_api_problems *problems, const char *pointer, int person, const float *betas,
                               int count, bool has_unit);
/* Runs the fit and finishes the call. */
void pd_api_observe_run(pd_api_call *call, pd_api_observe *own, pd_arena *scratch,
                        const pd_executor *executor);
/* Returns the peak memory of the run in bytes. */
size_t pd_api_observe_run_bytes(const pd_api_call *call, const pd_api_observe *own);
/* Returns the estimated time of the run in milliseconds on one core. */
double pd_api_observe_cost(const pd_api_observe *own);

#endif
