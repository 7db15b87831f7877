#include "core/character/control/load_carried.h"

#include "core/math/elementary.h"
#include "core/math/plane.h"

#include <math.h>

#define BODY      75.0 /* kg: M */
#define UPPER     0.6  /* fraction of it above the hips */
#define HEIGHT    0.35 /* metres of its centre over the hips */
#define CARRIED   0.3  /* metres of the load over the hips */
#define BACKWARDS 0.5  /* share of a backward lean that the trunk takes */
#define MOST      0.4  /* radians: largest lean */

double pd_character_load_slows(const pd_character_control *c)
{
    return c->load > 0 ? sqrt(BODY / (BODY + c->load)) : 1;
}

void pd_character_load_apply(pd_character_control *c)
{
    if (!(c->load > 0)) return;
    const double share = BODY / (BODY + c->load);
    double *const accelerations[] = {&c->brake, &c->brake_jog, &c->plant_brake, &c->plant_push};

    for (int i = 0; i < 4; i++) *accelerations[i] *= share;
}

double pd_character_load_lean(const pd_character_control *c)
{
    if (!(c->load > 0)) return 0;
    const double lean = -pd_atan(c->load * c->load_ahead / (UPPER * BODY * HEIGHT + c->load * CARRIED));
    return pd_plane_clamp(lean < 0 ? BACKWARDS * lean : lean, -MOST, MOST);
}
