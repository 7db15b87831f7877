#ifndef PD_API_BODY_MEASURE_H
#define PD_API_BODY_MEASURE_H
/* Measurements of bodies, and betas from measurements. */
#include "api/http/routes.h"
#include "core/smpl/measure.h"

pd_api_handler pd_api_handle_measure, pd_api_handle_fit;
pd_api_cost pd_api_measure_cost, pd_api_fit_cost;
extern const pd_api_field pd_api_measure_fields[], pd_api_measure_bodies_fields[], pd_api_fit_fields[];

/* "height":{"iso":"stature","unit":"m","definition":"..."},... : what every measurement means */
void pd_api_json_definitions(pd_buffer *out);
/* Inside the two: a value or null; {"height":1.7,...} of PD_SMPL_MEASURE_COUNT values; the reply's first members. */
void pd_api_json_measure(pd_buffer *out, double value);
void pd_api_json_measures(pd_buffer *out, const double *values);
void pd_api_measure_begin(pd_api_call *call, double density);

/* Of a reply of one body, with the definitions of all measurements. */
#define PD_API_MEASURE_REPLY_BYTES ((size_t)8192)

#endif
