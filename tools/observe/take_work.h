#ifndef PD_TOOLS_OBSERVE_TAKE_WORK_H
#define PD_TOOLS_OBSERVE_TAKE_WORK_H
/* What all fits of takes share, whatever the observations are: loads model and prior, solves the take with a progress bar, and writes the
 * results.
 *
 *     pd_tool_take work = {.args = args};
 *     if (!(code = pd_tool_take_open(&work))) { work.take = ..., work.names = ...; code = pd_tool_take_fit(&work); }
 *     pd_tool_take_close(&work);
 *
 * Options of the command: model, threads, o, json, plot, sheet.
 */
#include "core/observe/take/marked.h"
#include "tools/base/format.h"
#include "tools/base/local.h"
#include "tools/base/progress.h"

typedef struct pd_tool_take {
    const pd_tool_args *args;
    const pd_tool_format *format; /* of -o */
    pd_tool_local local;
    pd_ik_prior *source;
    pd_observe_prior prior;
    pd_observe_take take;                 /* what is seen is the caller's; results are taken here   */
    char (*names)[PD_MARKERS_NAME_BYTES]; /* (P) the caller's                                       */
    float *at,
        *confidence; /* what is seen, where left and right may be put right (sides.h); NULL: they are not looked at */
    const char *noun;          /* what the places are called: "markers", "keypoints"     */
    int unknown_count;         /* that have names which are not known                    */
    int person, person_count;  /* of several: files are called NAME-0.npz, NAME-1.npz    */
    pd_observe_marked *marked; /* of markers: how they are named and mended; else NULL  */
    pd_tool_progress progress;
    double seconds;
    pd_error err;
} pd_tool_take;

/* Exit codes. _open also reads -o's ending. */
int pd_tool_take_open(pd_tool_take *work);
/* Solves work->take and writes, prints and draws what the command line asks for. May be called again for the next person. */
int pd_tool_take_fit(pd_tool_take *work);
void pd_tool_take_close(pd_tool_take *work);

#endif
