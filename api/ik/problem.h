#ifndef PD_API_IK_PROBLEM_H
#define PD_API_IK_PROBLEM_H
/* Reads one problem of an IK request into a job of core: skeleton, targets and limits (read.h), settings
 * of the solver, pose prior and network, start pose, alternatives.
 *
 * Errors   noted in out->problems at their pointers.
 * Memory   arrays are in the call's pool; models are retained in the call's pd_api_ik.
 */
#include "api/ik/read.h"

#include <stdbool.h>

/* Fields of one problem. The body's values come first, so that pose and betas are read as elsewhere. */
typedef struct pd_api_ik_values {
    pd_api_body_values body;
    const json_t *skeleton;
    const json_t *targets;
    const json_t *problems;
    const json_t *joint_positions;
    const json_t *twists;
    double tolerance;
    double budget_ms;
    double lambda;
    double rest_gain;
    double smoothness;
    double dt;
    double speed;
    double max_step;
    double apart;
    const json_t *style;
    int solver;
    int iterations;
    int alternatives;
    int mesh;
    int damping;
    int natural;
    int restarts; /* -1: absent */
    int continuity;
    int grow;   /* -1: absent */
    int others; /* -1: absent */
    int move_root;
    int naive;
    pd_api_ik_limit_values limits;
} pd_api_ik_values;

/* Reads one problem and checks its job. Continues after an error if possible, so that all errors are
 * reported together. base: JSON pointer of the problem. Returns false if there were errors. */
bool pd_api_ik_problem_read(pd_api_ik_problem *out, const pd_api_ik_values *v, pd_api_call *call,
                            const char *base);

#endif
