#ifndef PD_API_OBSERVE_OBSERVE_H
#define PD_API_OBSERVE_OBSERVE_H
/* A body from what is seen of it: the part of fit that takes `observations` (core/observe/observe.h).
 *
 *     joints      by name or in the model's order, metres, null where not seen
 *     keypoints   a set's places in its order or by name; two numbers a row: in the picture, three: in space
 *     vertices    by number, metres
 *
 * Memory   what is read stands in the call's pool; the pose prior is held until the call is released.
 */
#include "api/http/call.h"

typedef struct pd_api_observe pd_api_observe;

extern const pd_api_field pd_api_observe_fields[]; /* of the object `observations` */

/* Reads the object and sets the call's run. beta_count 0: all. NULL after errors. */
pd_api_observe *pd_api_observe_read(pd_api_call *call, const json_t *observations, int beta_count,
                                    int iterations, bool mesh);
void pd_api_observe_release(pd_api_observe *own);

#endif
