#ifndef PD_API_MOTION_INPUT_H
#define PD_API_MOTION_INPUT_H
/* Reads the control input of a character from JSON: the fields of the stream's message `input` and of the
 * entries of a script, and a path to follow.
 *
 * An absent field leaves its value unchanged, so that an entry of a script changes only the fields that it
 * has.
 */
#include "api/http/fields.h"
#include "core/anim/scene/scene.h"
#include "core/character/action/follow.h"
#include "core/character/control/input.h"

#include <stdbool.h>

/* Rows of tables of fields: initial position and facing of a character, for the stream and for scripts. The
 * range is that of a scene (core/anim/scene/scene.h). at: offset of the member; text: description. */
#define PD_API_POSITION_FIELD(at, text)                                                                      \
    {                                                                                                        \
        .name = "position", .type = PD_API_NUMBERS, .offset = (at), .min = -PD_ANIM_SCENE_MAX_SPAN,          \
        .max = PD_ANIM_SCENE_MAX_SPAN, .preset = "[0,0]", .example = "[0,-2]", .doc = (text)                 \
    }
#define PD_API_FACING_FIELD(at, text)                                                                        \
    {                                                                                                        \
        .name = "facing", .type = PD_API_NUMBER, .offset = (at), .min = -PD_ANIM_SCENE_MAX_HEADING,          \
        .max = PD_ANIM_SCENE_MAX_HEADING, .preset = "0", .is_heading = true, .doc = (text)                   \
    }

/* Values of pd_api_input_fields; json_t members are borrowed from the document. */
typedef struct pd_api_input_values {
    const json_t *move, *look; /* NULL: absent; a `look` that is JSON null ends looking */
    const json_t *strafe;      /* number or boolean; NULL: absent */
    double camera_yaw, speed;
    int axes, gait, jump, responsive;
} pd_api_input_values;

extern const pd_api_field pd_api_input_fields[]; /* fills a pd_api_input_values at offset 0 of the struct */

/* Returns the values of an input as initial values, for the fields that a request leaves out. */
pd_api_input_values pd_api_input_values_of(const pd_character_input *input);
/* Applies the values to *input and checks it (pd_character_input_check). Returns false if an error was noted;
 * *input is then undefined. */
bool pd_api_input_read(pd_character_input *input, const pd_api_input_values *values, const char *pointer,
                       pd_api_problems *problems);

/* Values of pd_api_follow_fields; `path` is borrowed from the document. */
typedef struct pd_api_follow_values {
    const json_t *path;
    double lookahead, speed, space, wander;
    int closed, round, gait;
} pd_api_follow_values;

extern const pd_api_field pd_api_follow_fields[];

/* Makes a path from its values and checks it. Returns false if an error was noted. */
bool pd_api_follow_read(pd_character_follow *follow, const pd_api_follow_values *values, const char *pointer,
                        pd_api_problems *problems);

#endif
