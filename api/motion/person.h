#ifndef PD_API_MOTION_PERSON_H
#define PD_API_MOTION_PERSON_H
/* Reads the personal style of a character's motion from JSON: the fields `style` and `variation` of the
 * stream's message `spawn` and of a script.
 *
 *     "style":"cmu-07"                                  one style of the network
 *     "style":{"cmu-07":0.5,"accad-female1":0.3}        a mix with these weights; the mean of all styles gets
 *                                                       the rest up to 1
 *     "style":{}                                        the mean of all styles
 *     "variation":7                                     number of a generated person
 *                                                       (core/character/control/person.h)
 *
 * The names are checked later, by pd_character_person_check, when the network is known.
 * Errors   At "/style": neither a name nor an object, a weight that is not a number, too many names.
 * Memory   Nothing is borrowed.
 */
#include "api/http/fields.h"
#include "core/character/control/person.h"

#include <stdbool.h>

#define PD_API_STYLE_FIELD(at)                                                                               \
    {                                                                                                        \
        .name = "style", .type = PD_API_ANY, .offset = (at),                                                 \
        .schema =                                                                                            \
            "{\"type\":[\"string\",\"object\"],\"additionalProperties\":{\"type\":\"number\",\"minimum\":0," \
            "\"maximum\":1}}",                                                                               \
        .example = "{\"accad-female1\":0.5}",                                                                \
        .doc = "Style of the motion: a name of the network's `styles`, or several names with shares from 0 " \
               "to 1 each; `{}` is the mean of all people. Without it, the network's default style. "        \
               "The shipped network mixes 0.7 of a runner's style into runs from 2.9 m/s on and into jogs "  \
               "on hills."                                                                                   \
    }
#define PD_API_VARIATION_FIELD(at, text)                                                                     \
    {                                                                                                        \
        .name = "variation", .type = PD_API_INTEGER, .offset = (at), .min = 0,                               \
        .max = PD_CHARACTER_VARIATION_MOST, .example = "7", .doc = (text)                                    \
    }

/* Fills *out. style NULL: the default style. Returns false if an error was noted. */
bool pd_api_person_read(pd_character_person *out, const json_t *style, int variation,
                        pd_api_problems *problems);

#endif
