#include "core/pfnn/upright.h"

#include "core/math/spring.h"
#include "core/pfnn/rig.h"

#include <math.h>

#define MEAN  0.02   /* share of the present height that enters the mean in each frame, less in a turn   */
#define WALKS 0.9    /* of the gait walk, from which on heights enter the mean                           */
#define TURNS 0.6    /* rad/s from which on it is a turn, in full at twice this                          */
#define COMES 0.1    /* share of its way that the weight of a turn rises in each frame ...               */
#define GOES  0.012  /* ... and falls: steps after a turn are still those of the turn                    */
#define LOW   -0.003 /* metres below the mean from which on hips are raised in a turn ...               */
#define SOFT  0.008  /* ... in part from so much less, in full from so much more                         */
#define MOST  0.08   /* metres: hips that are lower by more are not lowered by a turn, but by a crouch ...  */
#define NONE  0.16   /* ... and from here on they stay as they are                                       */
#define NEAR  0.02   /* metres below the mean: hips that come so near have risen from a crouch ...      */
#define RISES 0.05   /* ... and are raised again in turns, by so much more of it in each frame          */
#define W                                                                                                    \
    14.0 /* 1/s: spring in which the weight comes and goes: at once it would move the hips by 2 cm in a frame */

double pd_pfnn_upright_run(pd_pfnn_upright *u, double height, double walk, double share, double yaw_rate)
{
    /* The weight of a turn rises quickly and falls slowly. */
    const double turns = fmin(fmax(fabs(yaw_rate) / TURNS - 1, 0), 1);
    u->turns += (turns > u->turns ? COMES : GOES) * (turns - u->turns);

    double off = u->weight[0] - walk;
    pd_spring(&off, &u->weight[1], W, 1 / PD_PFNN_RATE);
    u->weight[0] = walk + off;

    /* The mean takes heights of straight walks. */
    if (walk >= WALKS) {
        if (!u->walked) u->mean = height;
        u->walked = true;
        u->mean += MEAN * (1 - u->turns) * (height - u->mean);
    }
    if (!u->walked) return 0;

    /* A crouch ends the raising, and only hips that have come up again are raised anew: on the way up they would be raised by 6 cm within 5 frames.
     * A parabola from LOW - SOFT to LOW + SOFT, so that value and slope are continuous. */
    const double over = u->mean - height - LOW;
    u->risen = fmin(u->risen, fmin(fmax((NONE - over) / (NONE - MOST), 0), 1));
    if (over < NEAR) u->risen += RISES * (1 - u->risen);
    if (over <= -SOFT) return 0;
    const double raised = over < SOFT ? (over + SOFT) * (over + SOFT) / (4 * SOFT) : over;
    return fmin(fmax(u->weight[0], 0), 1) * u->risen * u->turns * share * raised;
}
