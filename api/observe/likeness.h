#ifndef PD_API_OBSERVE_LIKENESS_H
#define PD_API_OBSERVE_LIKENESS_H
/* Route POST /v1/models/{id}/face: the person whose face is seen in pictures, from landmarks alone
 * (core/observe/face/likeness.h).
 *
 * The reply has the face as `face_shape`, the change of the person of a seed, so that a request with this
 * `random`, `age` and `face_shape` gives the person of the pictures.
 *
 * Nothing of a request is kept.
 */
#include "api/http/routes.h"

pd_api_handler pd_api_handle_likeness;
pd_api_cost pd_api_likeness_cost;
extern const pd_api_field pd_api_likeness_fields[];

#endif
