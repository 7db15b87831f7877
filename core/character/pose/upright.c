#include "core/character/pose/upright.h"

#include "core/math/elementary.h"
#include "core/math/spring.h"
#include "core/character/control/rig.h"

#include <math.h>

#define MEAN  0.02   /* rate of the mean per frame, lower in a turn */
#define WALKS 0.9    /* least weight of the gait walk for which heights enter the mean */
#define TURNS 0.6    /* rad/s: a turn begins at this yaw rate; its weight is 1 at twice this */
#define COMES 0.1    /* rate per frame at which the weight of a turn increases */
#define GOES  0.012  /* rate at which it decreases; lower, because steps after a turn still belong to it */
#define LOW   -0.003 /* metres below the mean: lower hips are raised in a turn */
#define SOFT  0.008  /* metres: half the width of LOW's soft edge */
#define MOST  0.08   /* metres: hips below this are lowered by a crouch, not by a turn ... */
#define NONE  0.16   /* ... and below this they are not raised at all */
#define NEAR  0.02   /* metres below the mean: above this the hips have risen from a crouch */
#define RISES 0.05   /* rate per frame at which they are then raised in turns again */
#define W     14.0   /* 1/s: spring of the weight; without it the hips move by 2 cm in a frame */

double pd_character_upright_run(pd_character_upright *u, double height, double walk, double share,
                                double yaw_rate)
{
    /* The weight of a turn increases quickly and decreases slowly. */
    const double turns = pd_fmin(pd_fmax(fabs(yaw_rate) / TURNS - 1, 0), 1);

    u->turns += (turns > u->turns ? COMES : GOES) * (turns - u->turns);

    double off = u->weight[0] - walk;
    pd_spring(&off, &u->weight[1], W, 1 / PD_CHARACTER_RATE);
    u->weight[0] = walk + off;

    /* The mean is over straight walks. */
    if (walk >= WALKS) {
        if (!u->walked) u->mean = height;
        u->walked = true;
        u->mean += MEAN * (1 - u->turns) * (height - u->mean);
    }

    if (!u->walked) return 0;

    /* In a crouch the hips are not raised, nor afterwards until they have risen: on the way up they would be
     * raised by 6 cm within 5 frames. The soft edge is a parabola from LOW - SOFT to LOW + SOFT, so value and
     * slope are continuous. */
    const double over = u->mean - height - LOW;
    u->risen = pd_fmin(u->risen, pd_fmin(pd_fmax((NONE - over) / (NONE - MOST), 0), 1));
    if (over < NEAR) u->risen += RISES * (1 - u->risen);
    if (over <= -SOFT) return 0;
    const double raised = over < SOFT ? (over + SOFT) * (over + SOFT) / (4 * SOFT) : over;

    return pd_fmin(pd_fmax(u->weight[0], 0), 1) * u->risen * u->turns * share * raised;
}
