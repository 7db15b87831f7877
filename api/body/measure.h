#ifndef PD_API_BODY_MEASURE_H
#define PD_API_BODY_MEASURE_H
/* Routes measure (measurements of bodies) and fit (betas from measurements). */
#include "api/http/routes.h"
#include "core/smpl/measure/measure.h"

pd_api_handler pd_api_handle_measure, pd_api_handle_fit;
pd_api_cost pd_api_measure_cost, pd_api_fit_cost;
extern const pd_api_field pd_api_measure_fields[], pd_api_measure_bodies_fields[], pd_api_fit_fields[];

/* Appends the definition of each measurement: "height":{"iso":"stature","unit":"m","definition":"..."},... */
void pd_api_json_definitions(pd_buffer *out);
/* Appends the value of one measurement, or null if it is not finite. */
void pd_api_json_measure(pd_buffer *out, double value);
/* Appends an object of all measurements, {"height":1.7,...};
 * values (PD_SMPL_MEASURE_COUNT) in metres and kilograms. */
void pd_api_json_measures(pd_buffer *out, const double *values);
/* Answers the call and writes the first members of the reply; density in kg/m3. */
void pd_api_measure_begin(pd_api_call *call, double density);

/* Upper bound of the bytes of a reply for one body, with the definitions of all measurements. */
#define PD_API_MEASURE_REPLY_BYTES ((size_t)8192)

#endif
