#ifndef PD_TOOLS_OBSERVE_TAKE_WORK_H
#define PD_TOOLS_OBSERVE_TAKE_WORK_H
/* Common part of all fits of recordings: loads model and prior, solves with a progress bar, and writes the
 * results.
 *
 *     pd_tool_take work = {.args = args};
 *     code = pd_tool_take_open(&work);
 *     if (!code) {
 *         work.take = ...;
 *         work.names = ...;
 *         code = pd_tool_take_fit(&work);
 *     }
 *     pd_tool_take_close(&work);
 *
 * Options of the command: model, threads, o, json, plot, sheet.
 */
#include "core/observe/marker/marked.h"
#include "tools/base/format.h"
#include "tools/base/local.h"
#include "tools/base/progress.h"

typedef struct pd_tool_take {
    const pd_tool_args *args;
    const pd_tool_format *format; /* format of -o */
    pd_tool_local local;
    pd_ik_prior *source;
    pd_observe_prior prior;
    pd_observe_take take;                 /* observations, owned by the caller; receives the results */
    char (*names)[PD_MARKERS_NAME_BYTES]; /* (P) names of the points, owned by the caller            */
    float *at,
        /* what is seen, where left and right may be put right (sides.h); NULL: they are not looked at */
        *confidence;
    float *turnable;   /* places in space, in axes that may be a camera's (upright.h); NULL: they are known */
    const char *noun;  /* word for the points: "markers", "keypoints"            */
    int unknown_count; /* number of points with unknown names                    */
    int person,
        person_count; /* index and number of people; files of several are named NAME-0.npz, NAME-1.npz */
    const char *person_name;   /* name of the person in the file; "" or NULL without one */
    pd_observe_marked *marked; /* names and corrections of markers; NULL for other takes */
    pd_tool_progress progress;
    double seconds;
    pd_error err;
} pd_tool_take;

/* The two functions return an exit status. _open also checks the ending of -o. */
int pd_tool_take_open(pd_tool_take *work);
/* Solves work->take, then writes, prints and draws the requested results.
 * May be called again for the next person. */
int pd_tool_take_fit(pd_tool_take *work);
void pd_tool_take_close(pd_tool_take *work);

#endif
