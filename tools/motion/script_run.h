#ifndef PD_TOOLS_MOTION_SCRIPT_RUN_H
#define PD_TOOLS_MOTION_SCRIPT_RUN_H
/* Runs a script file through the API handlers in this process, for posedctl rollout and measure.
 *
 * Units    metres, seconds.
 * Errors   are printed on stderr; functions return the exit status of the command.
 */
#include "core/anim/track.h"
#include "tools/base/local.h"
#include "tools/motion/script_file.h"

/* Rows of a command's options. */
#define PD_TOOL_CONTROL_ROWS                                                                                 \
    {"preset", "posed|original|paper|cinematic|game",                                                        \
     "preset of the controller's constants: shipped (posed, cinematic), of the original demo, of the "       \
     "paper, or game: every input responsive",                                                               \
     NULL},                                                                                                  \
    {                                                                                                        \
        "control", "FILE", "file of constants over the preset: YAML or JSON, as posedctl control prints it", \
            NULL                                                                                             \
    }

/* Options of the command that enter a request besides --control and --preset. */
typedef enum pd_tool_script_with {
    PD_TOOL_SCRIPT_ALONE, /* None. */
    PD_TOOL_SCRIPT_SIZED, /* Those of the size: --body, --betas. */
    PD_TOOL_SCRIPT_WHOLE  /* All of the body or the character. */
} pd_tool_script_with;

/* The request's JSON, with the options put in where the command has them. 0 or an exit code. */
int pd_tool_script_request(pd_buffer *body, const pd_tool_script *script, const pd_tool_args *args,
                           pd_tool_script_with with);
/* Returns the length of the motion of the request, in seconds. */
double pd_tool_script_seconds(const pd_buffer *body);
/* Runs the request and appends to reply. query: query of POST /v1/motions/rollout, such as "format=npz". */
int pd_tool_script_ask(pd_buffer *reply, pd_tool_local *local, const pd_tool_args *args,
                       const pd_tool_script *script, const pd_buffer *body, const char *query);
/* Runs the script and returns its motion as a track. path: for errors. */
int pd_tool_script_track(pd_anim_track *track, pd_tool_local *local, const pd_tool_args *args,
                         const pd_tool_script *script, pd_tool_script_with with, const char *path);
/* Reads a motion as a track. path: a script, or an npz of --format measure. */
int pd_tool_track_open(pd_anim_track *track, pd_tool_local *local, const pd_tool_args *args,
                       const char *path);

#endif
