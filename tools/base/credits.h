#ifndef PD_TOOLS_BASE_CREDITS_H
#define PD_TOOLS_BASE_CREDITS_H
/* Credits for files made from motion capture. Recognizes the publisher of a clip by its folder and file name.
 *
 *     pd_tool_credits credits = {0};
 *     pd_tool_credits_add(&credits, "capture", "cmu/bvh/02_01.bvh");
 *     pd_tool_credits_write(&text, &credits, PD_TOOL_CREDITS_TRAINED, NULL);
 *
 * Clips of unknown publishers are counted and mentioned in the text; the user names their publishers with
 * --credits and --licence.
 *
 * Memory   the struct owns nothing; text goes to the caller's buffer.
 */
#include "core/base/buffer.h"
#include "tools/base/command.h"

/* Options of commands that write credits. */
#define PD_TOOL_CREDITS_OPTIONS                                                                              \
    {"credits", "TEXT", "people to credit for clips that are not of the free collections", NULL},            \
    {                                                                                                        \
        "licence", "TEXT", "licence of the result when it contains such clips or poses", NULL                \
    }

#define PD_TOOL_CREDITS_PUBLISHERS 5

typedef enum pd_tool_credits_use {
    PD_TOOL_CREDITS_TRAINED, /* the file was learned from the clips and contains no motion */
    PD_TOOL_CREDITS_HELD     /* the file contains the motion of the clips                  */
} pd_tool_credits_use;

typedef struct pd_tool_credits {
    int clips[PD_TOOL_CREDITS_PUBLISHERS]; /* clips of each publisher, in the order of the text */
    int others;                            /* clips of unknown publishers                       */
    char other[160];                       /* name of the first of these                        */
} pd_tool_credits;

/* Counts a clip. folder: folder as the user gave it. name: path of the clip below the folder. */
void pd_tool_credits_add(pd_tool_credits *credits, const char *folder, const char *name);
/* Appends one line for each publisher, then `others`, the user's line for the clips of unknown publishers
 * (NULL: a remark that they are unknown). The text ends with a zero and without a newline. */
void pd_tool_credits_write(pd_buffer *out, const pd_tool_credits *credits, pd_tool_credits_use use,
                           const char *others);
/* Appends a short list, such as "CMU, ACCAD and 2 clips of others", and a zero. */
void pd_tool_credits_names(pd_buffer *out, const pd_tool_credits *credits);
/* Makes the metadata of a file: licence and credits, both allocated with malloc. The licence is free_licence
 * when all clips belong to the free collections, otherwise the value of --licence, otherwise "that of its
 * data". ERR_MEMORY at "text". */
pd_status pd_tool_credits_texts(char **licence, char **named, const pd_tool_credits *credits,
                                pd_tool_credits_use use, const char *free_licence, const pd_tool_args *args,
                                pd_error *err);

#endif
