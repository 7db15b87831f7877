#ifndef PD_API_OBSERVE_OBSERVE_H
#define PD_API_OBSERVE_OBSERVE_H
/* Fits a body to observations: the field `observations` of the route fit (core/observe/observe.h).
 *
 *     joints      positions by joint name or in the model's order, in metres; null: not seen
 *     keypoints   the places of a set in its order or by name; a row of two numbers is a pixel of a picture,
 *                 of three a position in metres
 *     vertices    positions by vertex number, in metres
 *
 * Memory   Observations are copied into the call's pool; the pose prior is retained until the call is
 *          released.
 */
#include "api/http/call.h"

typedef struct pd_api_observe pd_api_observe;

extern const pd_api_field pd_api_observe_fields[]; /* fields of the object `observations` */

/* Reads the object and sets call->run. beta_count: betas to fit, 0: all. mesh: the reply has the fitted body
 * as a GLB. Returns NULL if an error was noted. */
pd_api_observe *pd_api_observe_read(pd_api_call *call, const json_t *observations, int beta_count,
                                    int iterations, bool mesh);
void pd_api_observe_release(pd_api_observe *own);

#endif
