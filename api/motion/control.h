#ifndef PD_API_MOTION_CONTROL_H
#define PD_API_MOTION_CONTROL_H
/* Reads the constants of the character controller from JSON: the field `control` of a script and of the
 * stream's message `spawn`.
 *
 *     "control":{"preset":"original","walk_speed":1.4}     constants of a preset
 *                                                          (core/character/control/control_preset.h),
 *                                                          replaced by those given here
 *
 * Units    Metres, radians and seconds, as each row of core/character/control/control.h says.
 * Errors   Unknown constants and numbers out of range, at pointers below `at` ("/control").
 * Memory   Nothing is borrowed.
 */
#include "api/http/fields.h"
#include "core/character/control/control_preset.h"

#include <stdbool.h>

extern const pd_api_field pd_api_control_fields[];

/* Reads the object; NULL gives the default constants. Returns false if an error was noted. */
bool pd_api_control_read(pd_character_control *out, const json_t *object, const char *at,
                         pd_api_problems *problems);

#endif
