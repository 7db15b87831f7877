#ifndef PD_API_IK_READ_H
#define PD_API_IK_READ_H
/* The parts of an IK request that are tables of their own: skeleton, targets, limits, gains, couplings. All of them note errors
 * with their pointers in out->problems and return 0 then; arrays come from the pool. */
#include "api/ik/ik.h"

#include <stdbool.h>

typedef struct pd_api_ik_limit_values {
    const json_t *own, *gains, *couplings;
    int on; /* -1: absent */
} pd_api_ik_limit_values;

extern const pd_api_field pd_api_ik_target_fields[], pd_api_ik_limit_fields[], pd_api_ik_own_limit_fields[];
extern const pd_api_field pd_api_ik_gain_fields[], pd_api_ik_coupling_fields[];

/* Into out->job.targets and results; out->skeleton is there. */
int pd_api_ik_targets(pd_api_ik_problem *out, const json_t *array, pd_api_pool *pool, const char *base);
/* A position for every joint as its target, flat or nested, and a twist for each (may be NULL). */
int pd_api_ik_positions(pd_api_ik_problem *out, const json_t *positions, const json_t *twists,
                        pd_api_pool *pool, const char *base);
/* Into out->job.limits, rest_gains and couplings. */
int pd_api_ik_limits(pd_api_ik_problem *out, const pd_api_ik_limit_values *values, pd_api_pool *pool,
                     const char *base);

/* One joint's limit from its object. */
bool pd_api_ik_limit_read(pd_ik_limit *out, const json_t *object, const char *pointer, pd_api_problems *p);

/* x, y, z of a field of that table. */
bool pd_api_ik_vector(pd_vec3 *out, const json_t *array, const pd_api_field *table, const char *name,
                      const char *base, pd_api_problems *p);
const char *pd_api_ik_name(const pd_api_ik_problem *in, int joint);
/* The joint of that name, or -1 and a note with the nearest names. */
int pd_api_ik_joint(const pd_api_ik_problem *in, const char *name, const char *base, const char *member,
                    pd_api_problems *p);

#endif
