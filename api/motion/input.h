#ifndef PD_API_MOTION_INPUT_H
#define PD_API_MOTION_INPUT_H
/* What a character shall do, as JSON: the fields of the stream's `input` and of a script's entries, and of a path to follow.
 *
 * A field that is absent leaves what it was: a script's entry changes only what it names.
 */
#include "api/http/fields.h"
#include "core/anim/scene.h"
#include "core/pfnn/rollout/follow.h"
#include "core/pfnn/input.h"

/* Where a character starts, on the stream and in scripts: rows of a table, with the range of the world (core/anim/scene.h). */
#define PD_API_POSITION_FIELD(at, text)                                                                      \
    {                                                                                                        \
        .name = "position", .type = PD_API_NUMBERS, .offset = (at), .min = -PD_ANIM_SCENE_MAX_SPAN,          \
        .max = PD_ANIM_SCENE_MAX_SPAN, .preset = "[0,0]", .example = "[0,-2]", .doc = (text)                 \
    }
#define PD_API_FACING_FIELD(at, text)                                                                        \
    {                                                                                                        \
        .name = "facing", .type = PD_API_NUMBER, .offset = (at), .min = -1000, .max = 1000, .preset = "0",   \
        .doc = (text)                                                                                        \
    }

/* As decoded; json_t members are borrowed. */
typedef struct pd_api_input_values {
    const json_t *move, *look; /* look null: nowhere  */
    const json_t *strafe;      /* a number or boolean */
    double camera_yaw, speed;
    int axes, gait, jump, responsive;
} pd_api_input_values;

extern const pd_api_field pd_api_input_fields[]; /* into a pd_api_input_values at offset 0 of the struct */

pd_api_input_values pd_api_input_values_of(const pd_pfnn_input *input);
/* Changes *input by the values and checks it (pd_pfnn_input_check). 0 after errors; *input is undefined then. */
int pd_api_input_read(pd_pfnn_input *input, const pd_api_input_values *values, const char *pointer,
                      pd_api_problems *problems);

typedef struct pd_api_follow_values {
    const json_t *path;
    double lookahead, speed, space, wander;
    int closed, round, gait;
} pd_api_follow_values;

extern const pd_api_field pd_api_follow_fields[];

/* A new path from its values, checked. 0 after errors. */
int pd_api_follow_read(pd_pfnn_follow *follow, const pd_api_follow_values *values, const char *pointer,
                       pd_api_problems *problems);

#endif
