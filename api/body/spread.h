#ifndef PD_API_BODY_SPREAD_H
#define PD_API_BODY_SPREAD_H
/* Fields of a body with a first dimension for the bodies of a batch, as all arrays of the smplx package have:
 * betas (B,10), body_pose (B,63) or (B,21,3), global_orient (B,3), transl (B,3). An array without that
 * dimension, or with one row, belongs to all bodies.
 *
 * Three rows of 3 that are a rotation matrix are refused where nothing else tells that there are three bodies.
 *
 * An array of a part with as many rows as the part has joints is one body's, a row for each joint.
 *
 * Memory   values are borrowed from the parsed document.
 * Errors   noted in the problems: arrays of different numbers of bodies.
 */
#include "api/body/body.h"

typedef struct pd_api_spread {
    size_t count;              /* bodies; 0: no array has a first dimension for them */
    pd_api_body_values values; /* as given */
    const pd_smpl_model *model;
} pd_api_spread;

/* Finds the number of bodies. Returns false if an error was noted. */
bool pd_api_spread_find(pd_api_spread *out, const pd_api_body_values *values, const pd_smpl_model *model,
                        const char *pointer, pd_api_problems *problems);
/* Returns the values that all bodies share: those without the dimension. */
pd_api_body_values pd_api_spread_shared(const pd_api_spread *spread);
/* Returns all values of the only body, without the dimension. */
pd_api_body_values pd_api_spread_plain(const pd_api_spread *spread);
/* Returns the values of one body that have the dimension; all others are absent. */
pd_api_body_values pd_api_spread_body(const pd_api_spread *spread, size_t body);

#endif
