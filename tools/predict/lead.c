#include "tools/predict/lead.h"

#include "core/math/elementary.h"

#include <limits.h>
#include <math.h>

#define HELD 1.0 /* seconds beyond a round trip after which reports are about inputs after a change */

void pd_tool_lead_begin(pd_tool_lead *lead, double rate, double now)
{
    *lead = (pd_tool_lead){.rate = rate, .at = now, .held_from = now, .least = INT_MAX, .is_running = true};
}

int pd_tool_lead_due(pd_tool_lead *lead, double now)
{
    const double passed = now - lead->at;

    if (!lead->is_running || passed > PD_TOOL_LEAD_PAUSE) return -1;
    if (!(passed > 0)) return 0;

    /* The ticks of that time, and a part of the shift. */
    const double ticks = passed * lead->rate;
    const double most = PD_TOOL_LEAD_SLEW * ticks;
    const double slew = pd_fmax(-most, pd_fmin(most, lead->shift));
    lead->at = now;
    lead->shift -= slew;
    lead->part += ticks + slew;
    const int due = (int)lead->part;
    lead->part -= due;

    return due;
}

int pd_tool_lead_report(pd_tool_lead *lead, int early, double round_trip)
{
    if (!lead->is_running || early < -PD_TOOL_LEAD_MOST) return 0;
    const bool is_held = lead->at < lead->held_from;

    /* Too little: go ahead by what is missing beyond what has been added for inputs of that time. */
    const double missing = PD_TOOL_LEAD_EARLY - early;
    if (missing > 0 && missing > (is_held ? lead->missing : 0)) {
        double more = missing - (is_held ? lead->missing : pd_fmin(0, lead->shift));
        lead->missing = missing;
        lead->least = INT_MAX;
        lead->reports = 0;
        const int at_once = more >= lead->rate ? (int)more : 0;
        lead->shift += more - at_once;
        lead->held_from = lead->at + round_trip + HELD + lead->shift / (PD_TOOL_LEAD_SLEW * lead->rate);
        return at_once;
    }

    /* Too much, for a long time. */
    if (is_held) return 0;
    if (early < lead->least) lead->least = early;
    if (++lead->reports < PD_TOOL_LEAD_REPORTS) return 0;
    if (lead->least > PD_TOOL_LEAD_EARLY + 1) lead->shift -= 0.5 * (lead->least - PD_TOOL_LEAD_EARLY);
    lead->least = INT_MAX;
    lead->reports = 0;

    return 0;
}
