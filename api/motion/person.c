#include "api/motion/person.h"

#include <stdbool.h>
#include <string.h>

static bool add_part(pd_character_person *out, const char *name, double weight, pd_api_problems *problems)
{
    if (out->part_count == PD_CHARACTER_PERSON_PARTS)
        return pd_api_note(problems, PD_ERR_RANGE, "/style", "more than %d names; 1 to %d allowed",
                           PD_CHARACTER_PERSON_PARTS, PD_CHARACTER_PERSON_PARTS);
    if (!*name || strlen(name) >= PD_MODEL_NAME_BYTES)
        return pd_api_note(problems, PD_ERR_RANGE, "/style", "a name of %zu bytes; 1 to %d allowed",
                           strlen(name), PD_MODEL_NAME_BYTES - 1);

    memcpy(out->parts[out->part_count].name, name, strlen(name) + 1);
    out->parts[out->part_count++].weight = weight;
    return true;
}

bool pd_api_person_read(pd_character_person *out, const json_t *style, int variation,
                        pd_api_problems *problems)
{
    const char *name;
    json_t *weight;

    *out = (pd_character_person){.variation = (uint32_t)variation};
    if (!style) return true;
    if (json_is_string(style)) return add_part(out, json_string_value(style), 1, problems);
    if (!json_is_object(style))
        return pd_api_note(problems, PD_ERR_INVALID, "/style",
                           "a name or an object of names and weights expected");

    out->is_mean = !json_object_size(style);
    json_object_foreach((json_t *)style, name, weight)
    {
        if (!json_is_number(weight))
            return pd_api_note(problems, PD_ERR_INVALID, "/style", "the weight of \"%.31s\" is not a number",
                               name);
        if (!add_part(out, name, json_number_value(weight), problems)) return false;
    }

    return true;
}
