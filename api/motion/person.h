#ifndef PD_API_MOTION_PERSON_H
#define PD_API_MOTION_PERSON_H
/* Whose motion a character has, as JSON: the fields `style` and `variation` of the stream's `spawn` and of a script.
 *
 *     "style":"cmu-07"                                  a name of the network's styles
 *     "style":{"cmu-07":0.5,"accad-female1":0.3}        parts of several; what is left of 1 is the mean of all
 *     "style":{}                                        the mean of all
 *     "variation":7                                     somebody (core/pfnn/person.h)
 *
 * Names are checked where the network is known: pd_pfnn_person_check.
 * Errors   "/style": neither name nor object, a weight that is no number, too many names.   Memory  nothing is borrowed.
 */
#include "api/http/fields.h"
#include "core/pfnn/person.h"

#define PD_API_STYLE_FIELD(at)                                                                               \
    {                                                                                                        \
        .name = "style", .type = PD_API_ANY, .offset = (at),                                                 \
        .schema =                                                                                            \
            "{\"type\":[\"string\",\"object\"],\"additionalProperties\":{\"type\":\"number\",\"minimum\":0," \
            "\"maximum\":1}}",                                                                               \
        .example = "{\"accad-female1\":0.5}",                                                                \
        .doc = "Style of the motion: a name of the network's `styles`, or several names with shares from 0 " \
               "to 1 each; `{}` is the mean of all people. Without it, the network's default style."         \
    }
#define PD_API_VARIATION_FIELD(at, text)                                                                     \
    {                                                                                                        \
        .name = "variation", .type = PD_API_INTEGER, .offset = (at), .min = 0,                               \
        .max = PD_PFNN_VARIATION_MOST, .example = "7", .doc = (text)                                         \
    }

/* style may be NULL. 0 after errors, which are at "/style". */
int pd_api_person_read(pd_pfnn_person *out, const json_t *style, int variation, pd_api_problems *problems);

#endif
