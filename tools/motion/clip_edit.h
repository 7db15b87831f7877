#ifndef PD_TOOLS_MOTION_CLIP_EDIT_H
#define PD_TOOLS_MOTION_CLIP_EDIT_H
/* Edits a motion before posedctl clip writes it: cut, rate, mirror, smooth, exaggerate, in this order.
 *
 * The command's table must contain PD_TOOL_CLIP_EDIT_ROWS, `from` and `seconds`.
 */
#include "core/anim/clip.h"
#include "tools/base/command.h"

#include <stdbool.h>

/* Rows of the command's table of options. */
#define PD_TOOL_CLIP_EDIT_ROWS                                                                               \
    {"rate", "HZ", "frames a second of the result [the file's; 60 of an animal's]", NULL},                   \
        {"mirror", NULL, "exchange left and right", NULL},                                                   \
        {"smooth", "SECONDS",                                                                                \
         "standard deviation in seconds of a Gaussian filter of all rotations and positions [0]", NULL},     \
        {"exaggerate", "GAIN",                                                                               \
         "factor of the rotations of arms, trunk and head about their mean; 0: still [1]", NULL},            \
    {                                                                                                        \
        "over", "SECONDS",                                                                                   \
            "seconds around each frame whose mean pose --exaggerate starts from; 0: the whole clip [0]",     \
            NULL                                                                                             \
    }

typedef struct pd_tool_clip_edit {
    double rate, smooth, exaggerate, over, from,
        seconds; /* 0: unchanged; exaggerate: 1 unchanged; seconds: 0 to the end */
    bool mirrors;
    /* true: a mirrored clip keeps its skeleton, because the body is symmetric except for rounding */
    bool keeps_bones;
    bool cuts; /* true: from and seconds cut the clip; false: they select what is drawn */
} pd_tool_clip_edit;

/* Reads the options. Prints an error and returns false on wrong usage. */
bool pd_tool_clip_edit_read(pd_tool_clip_edit *edit, const pd_tool_args *args);
pd_status pd_tool_clip_edit_run(pd_anim_clip *clip, const pd_tool_clip_edit *edit, pd_error *err);

#endif
