#ifndef PD_TOOLS_BASE_CREDITS_H
#define PD_TOOLS_BASE_CREDITS_H
/* Credits of what is made from motion capture: the publishers that a clip's folder and file name point to.
 *
 *     pd_tool_credits credits = {0};
 *     pd_tool_credits_add(&credits, "capture", "cmu/bvh/02_01.bvh");
 *     pd_tool_credits_write(&text, &credits, PD_TOOL_CREDITS_TRAINED, NULL);
 *
 * Other clips are counted, and the text says that there are some; whose they are has to be given by --credits and --licence.
 *
 * Memory   plain; the text goes into the caller's buffer.
 */
#include "core/base/buffer.h"
#include "tools/base/command.h"

/* Options of commands that write such a text. */
#define PD_TOOL_CREDITS_OPTIONS                                                                              \
    {"credits", "TEXT", "people to credit for clips that are not of the free collections", NULL},            \
    {                                                                                                        \
        "licence", "TEXT", "licence of the result when it contains such clips", NULL                         \
    }

#define PD_TOOL_CREDITS_PUBLISHERS 5

typedef enum pd_tool_credits_use {
    PD_TOOL_CREDITS_TRAINED, /* learned from; none of the motion is in the file */
    PD_TOOL_CREDITS_HELD     /* the file holds the motion                       */
} pd_tool_credits_use;

typedef struct pd_tool_credits {
    int clips[PD_TOOL_CREDITS_PUBLISHERS]; /* of each, in the order in which they are named */
    int others;                            /* of unknown publishers                         */
    char other[160];                       /* the first of those                            */
} pd_tool_credits;

/* folder: as it was given; name: of the clip below it. */
void pd_tool_credits_add(pd_tool_credits *credits, const char *folder, const char *name);
/* A line for each publisher; then others, the line of those clips, or that it is not known. Ends without a newline, and with a 0. */
void pd_tool_credits_write(pd_buffer *out, const pd_tool_credits *credits, pd_tool_credits_use use,
                           const char *others);
/* "CMU, ACCAD and 2 clips of others". Ends with a 0. */
void pd_tool_credits_names(pd_buffer *out, const pd_tool_credits *credits);
/* What a file says of itself: licence and credits as written above, both malloc'd. The licence is free_licence where every clip is of the
 * free collections, else what --licence says, else "that of its data". ERR_MEMORY at "text". */
pd_status pd_tool_credits_texts(char **licence, char **named, const pd_tool_credits *credits,
                                pd_tool_credits_use use, const char *free_licence, const pd_tool_args *args,
                                pd_error *err);

#endif
