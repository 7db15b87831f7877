#include "api/motion/control.h"

#include <stdbool.h>
#include <stddef.h>

/* The constants over those of a preset. */
typedef struct control_values {
    pd_character_control constants;
    int preset;
} control_values;

#define TEXTS(name, value, text) static const char doc_of_##name[] = text, preset_of_##name[] = #value;
PD_CHARACTER_CONTROL_TABLE(TEXTS)
#undef TEXTS

const pd_api_field pd_api_control_fields[] = {
    {.name = "preset",
     .type = PD_API_CHOICE,
     .offset = offsetof(control_values, preset),
     .choices = "posed|original|paper|cinematic|game",
     .preset = "\"posed\"",
     .doc = "Preset that gives the constants that are not set here: posed or cinematic (this server's), game "
            "(every input is responsive), original (those of the original PFNN demo) or paper (the original "
            "ones with equation 9 of the paper)."},
#define FIELD(constant, low, high)                                                                           \
    {.name = #constant,                                                                                      \
     .type = PD_API_NUMBER,                                                                                  \
     .offset = offsetof(control_values, constants.constant),                                                 \
     .min = low,                                                                                             \
     .max = high,                                                                                            \
     .preset = preset_of_##constant,                                                                         \
     .doc = doc_of_##constant},
    PD_CHARACTER_CONTROL_RANGE_TABLE(FIELD)
#undef FIELD
        {0},
};

/* Read twice: first the preset, then the given constants over it. */
bool pd_api_control_read(pd_character_control *out, const json_t *object, const char *at,
                         pd_api_problems *problems)
{
    static const pd_api_field *const tables[] = {pd_api_control_fields, NULL};
    control_values values = {.constants = pd_character_control_default()};

    *out = values.constants;
    if (!object) return true;
    if (!pd_api_fields_json(&values, object, tables, at, problems)) return false;

    values.constants = pd_character_control_preset((pd_character_preset)values.preset);
    if (!pd_api_fields_json(&values, object, tables, at, problems)) return false;
    *out = values.constants;

    return true;
}
