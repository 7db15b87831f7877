#ifndef PD_API_IK_IK_H
#define PD_API_IK_IK_H
/* POST /v1/ik/solve: inverse kinematics of one problem or of several.
 *
 * The skeleton of a problem is that of a resident body model with betas, one that a client put, or one given
 * by its joints in the request. In a request with {"problems":[...]} the fields beside `problems` are shared,
 * and a problem's own field replaces the shared one. A problem with errors is answered in its place with
 * {"error": problem details}, and the others are solved.
 */
#include "api/body/body.h"
#include "api/ik/skeletons.h"
#include "core/ik/search/alternatives.h"

typedef struct pd_api_ik_problem {
    pd_api_problems problems;   /* count > 0: the problem is answered with these errors and not solved */
    const pd_smpl_model *model; /* body model of the skeleton; NULL: another skeleton */
    const pd_anim_skeleton *skeleton; /* borrowed from the pool or from `kept` */
    /* skeleton that a client put or that the request has, retained; NULL: the skeleton of a body */
    pd_api_skeleton *kept;
    pd_smpl_body body;               /* betas and initial rotations, for the mesh of the reply */
    pd_ik_job job;                   /* checked; its arrays are in the call's pool */
    pd_ik_alternatives alternatives; /* further solutions; wanted 0: none */
    pd_vec3 moved;                   /* result: translation of the root in metres */
    const pd_cancel *cancel;         /* cancel flag of the call while it runs */
    double deadline, budget; /* time limit by host->now, and budget_ms, in seconds; budget 0: no limit */
    const pd_api_host *host;
} pd_api_ik_problem;

#define PD_API_IK_BLENDS 8 /* largest number of different blends in one call */

/* A pose prior blended from two styles of the default prior. */
typedef struct pd_api_ik_blend {
    int styles[2];      /* indices of the styles */
    double share;       /* weight of the first style, between 0 and 1 (pd_ik_prior_blend) */
    pd_ik_prior *prior; /* owned */
} pd_api_ik_blend;

/* Job of an IK call. */
typedef struct pd_api_ik {
    pd_api_ik_problem *problems; /* (count) */
    int count, many;             /* many 1: the reply is {"solutions":[...]} */
    int mesh;                    /* 1: the reply has the posed body as a GLB */
    pd_api_model *held;          /* (held_count) models of the problems, retained */
    int held_count;
    /* last problem with a body; while reading, the next problem
     * with an equal body uses the skeleton of this one */
    const pd_api_ik_problem *lent;
    pd_api_model learned;                     /* pose prior, retained; resident NULL: not used */
    pd_api_ik_blend blends[PD_API_IK_BLENDS]; /* (blend_count) blends that problems of this call use */
    int blend_count;
    pd_api_model network; /* pose network, retained; resident NULL: not used */
} pd_api_ik;

pd_api_handler pd_api_handle_ik;
pd_api_cost pd_api_ik_cost;
extern const pd_api_field pd_api_ik_fields[], pd_api_ik_many_fields[];

/* Returns the peak memory in bytes (pd_api_call.run_bytes):
 * the solvers of all threads, the bodies and the reply. */
size_t pd_api_ik_run_bytes(const pd_api_call *call, int threads);
/* Solves the problems and writes the reply (pd_api_call.run). */
void pd_api_ik_run(pd_api_call *call, pd_arena *scratch, const pd_executor *executor);

#endif
