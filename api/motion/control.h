#ifndef PD_API_MOTION_CONTROL_H
#define PD_API_MOTION_CONTROL_H
/* The controller's constants as JSON: the field `control` of a script and of the stream's `spawn`.
 *
 *     "control":{"preset":"original","walk_speed":1.4}     a preset's (core/pfnn/control_preset.h), those given over it
 *
 * Units    metres, radians and seconds, as each row of core/pfnn/control.h says.
 * Errors   below at ("/control"): unknown constants, numbers out of their range.   Memory  nothing is borrowed.
 */
#include "api/http/fields.h"
#include "core/pfnn/control_preset.h"

#include <stdbool.h>

extern const pd_api_field pd_api_control_fields[];

/* object may be NULL: the defaults. 0 after errors. */
bool pd_api_control_read(pd_pfnn_control *out, const json_t *object, const char *at,
                         pd_api_problems *problems);

#endif
