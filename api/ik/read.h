#ifndef PD_API_IK_READ_H
#define PD_API_IK_READ_H
/* Reads the parts of an IK problem that have tables of their own: targets, limits, gains, couplings.
 *
 * Errors   Noted in out->problems at their pointers; the functions then return false. `base` is the pointer
 *          of the problem.
 * Memory   Arrays are in the pool.
 */
#include "api/ik/ik.h"

#include <stdbool.h>

typedef struct pd_api_ik_limit_values {
    const json_t *own, *gains, *couplings; /* values of the fields, borrowed; NULL: absent */
    int on;                                /* 1: use the limits of the model; 0: do not; -1: absent */
} pd_api_ik_limit_values;

extern const pd_api_field pd_api_ik_target_fields[], pd_api_ik_limit_fields[], pd_api_ik_own_limit_fields[];
extern const pd_api_field pd_api_ik_gain_fields[], pd_api_ik_coupling_fields[];

/* Reads targets into out->job.targets and allocates their results. out->skeleton is set before. */
bool pd_api_ik_targets(pd_api_ik_problem *out, const json_t *array, pd_api_pool *pool, const char *base);
/* Reads a target position for each joint, as a flat or nested array,
 * and a twist for each joint (`twists` may be NULL). */
bool pd_api_ik_positions(pd_api_ik_problem *out, const json_t *positions, const json_t *twists,
                         pd_api_pool *pool, const char *base);
/* Reads limits, gains and couplings into out->job. */
bool pd_api_ik_limits(pd_api_ik_problem *out, const pd_api_ik_limit_values *values, pd_api_pool *pool,
                      const char *base);

/* Reads the limit of one joint from an object. */
bool pd_api_ik_limit_read(pd_ik_limit *out, const json_t *object, const char *pointer, pd_api_problems *p);

/* Reads x, y, z of the field `name` of a table. */
bool pd_api_ik_vector(pd_vec3 *out, const json_t *array, const pd_api_field *table, const char *name,
                      const char *base, pd_api_problems *p);
/* Returns the name of a joint of the problem's skeleton. */
const char *pd_api_ik_name(const pd_api_ik_problem *in, int joint);
/* Returns the index of the joint of this name. If there is none, notes an error with the most similar name
 * and returns -1. */
int pd_api_ik_joint(const pd_api_ik_problem *in, const char *name, const char *base, const char *member,
                    pd_api_problems *p);

#endif
