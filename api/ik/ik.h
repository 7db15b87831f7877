#ifndef PD_API_IK_IK_H
#define PD_API_IK_IK_H
/* Inverse kinematics requests: POST /v1/ik/solve, one problem or many.
 *
 * A problem has a skeleton: that of a resident model shaped by betas, or joints given in the request. With
 * {"problems":[...]} fields beside it are shared and a problem's own fields win; a bad problem is answered in
 * its place with {"error": problem details} and the others are solved.
 */
#include "api/body/body.h"
#include "api/ik/skeletons.h"
#include "core/ik/solve/alternatives.h"

typedef struct pd_api_ik_problem {
    pd_api_problems problems;   /* count > 0: it is answered with them and not solved    */
    const pd_smpl_model *model; /* NULL for a skeleton that is no body's                 */
    const pd_anim_skeleton *skeleton;
    pd_api_skeleton *kept; /* one that was put, or the request's own: the skeleton is its; or NULL */
    pd_smpl_body body;     /* betas and start rotations, for mesh                   */
    pd_ik_job job;         /* checked; its arrays are in the call's pool            */
    pd_ik_alternatives alternatives; /* wanted 0: none were asked for                 */
    pd_vec3 moved;                   /* the answer's translation                              */
    const pd_cancel *cancel;         /* of the call, while it runs */
    double deadline, budget;         /* seconds: of host->now; 0: no budget                   */
    const pd_api_host *host;
} pd_api_ik_problem;

#define PD_API_IK_BLENDS 8

/* A prior between two styles of the default one. */
typedef struct pd_api_ik_blend {
    int styles[2];
    double share;
    pd_ik_prior *prior;
} pd_api_ik_blend;

typedef struct pd_api_ik {
    pd_api_ik_problem *problems; /* (count) */
    int count, many;             /* many: answered as {"solutions":[...]} */
    int mesh;                    /* the posed body comes back as GLB      */
    pd_api_model *held;          /* (held_count) retained                 */
    int held_count;
    const pd_api_ik_problem
        *lent;            /* the last one with a body: the next one of the same body shares its skeleton */
    pd_api_model learned; /* the pose prior, retained; all NULL: none was asked for */
    pd_api_ik_blend blends[PD_API_IK_BLENDS]; /* (blend_count) that problems of this call use */
    int blend_count;
    pd_api_model network; /* the pose network, likewise                             */
} pd_api_ik;

pd_api_handler pd_api_handle_ik;
pd_api_cost pd_api_ik_cost;
extern const pd_api_field pd_api_ik_fields[], pd_api_ik_many_fields[];

/* pd_api_call.run_bytes: what solving takes on each thread, bodies, and the reply. */
size_t pd_api_ik_run_bytes(const pd_api_call *call, int threads);
/* Solves and writes the reply. */
void pd_api_ik_run(pd_api_call *call, pd_arena *scratch, const pd_executor *executor);

#endif
