#ifndef PD_TOOL_PREDICT_LEAD_H
#define PD_TOOL_PREDICT_LEAD_H
/* How far ahead of the server a client computes its predicted character (predictor.h): so far that each input
 * reaches the server before the tick for which it was made.
 *
 * The server reports `early`: the least number of ticks by which inputs came before their tick since the last
 * report; negative: late. The lead keeps the least of them at PD_TOOL_LEAD_EARLY:
 *
 *     too small   the client goes ahead by what was missing, at once if it is a second or more, otherwise by
 *                 running up to PD_TOOL_LEAD_SLEW faster. Reports of inputs that were sent before count
 *                 only where they are worse still.
 *     too large   in all of the last PD_TOOL_LEAD_REPORTS reports: the client goes back by half of the
 *                 difference
 *
 * So the lead follows the delay and the jitter of the line, and covers the time in which a lost packet is
 * sent again, because such a line has one in every half minute. The lead costs the player nothing. Others
 * see the character later by it.
 *
 * Units    seconds of any monotonic clock of the caller; ticks.
 * Memory   plain data.   Threads  pure functions.   Errors  none.
 */
#include <stdbool.h>

#define PD_TOOL_LEAD_EARLY   2  /* ticks by which the latest input should come early */
#define PD_TOOL_LEAD_MOST    60 /* most ticks by which a report may ask for more lead; the rest is ignored */
#define PD_TOOL_LEAD_SLEW    0.08 /* largest change of the rate of ticks */
#define PD_TOOL_LEAD_REPORTS 60   /* reports of half a second in which the lead must be too large */
#define PD_TOOL_LEAD_PAUSE   0.5  /* seconds without a call after which the prediction begins anew */

typedef struct pd_tool_lead {
    double rate;      /* ticks a second */
    double at;        /* time of the last call, seconds */
    double part;      /* part of a tick that is due */
    double shift;     /* ticks that are still to be added (or, negative, left out) */
    double held_from; /* time until which reports are about inputs before the last change */
    double missing;   /* ticks that this change has added */
    int least;        /* least of the last reports */
    int reports;      /* their number */
    bool is_running;
} pd_tool_lead;

/* Begins at a time. */
void pd_tool_lead_begin(pd_tool_lead *lead, double rate, double now);
/* Returns the number of ticks that are due, at most PD_TOOL_LEAD_PAUSE seconds of them; -1: the program
 * was stopped for longer, and the prediction has to begin anew from a snapshot. */
int pd_tool_lead_due(pd_tool_lead *lead, double now);
/* Takes a report of the server. round_trip: of the line, seconds. Returns the ticks to go ahead at once,
 * usually 0. */
int pd_tool_lead_report(pd_tool_lead *lead, int early, double round_trip);

#endif
