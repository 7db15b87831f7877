#include "core/train/motion/label_text.h"

#define DIGITS 1e5 /* of what is written: 0.999996 must not become 1.00000 */

void pd_train_phase_text(pd_buffer *out, const pd_train_motion *motion)
{
    for (int t = 0; t < motion->clip.frame_count; t++) {
        double part = motion->phase[t] - floor(motion->phase[t]), rounded = round(part * DIGITS) / DIGITS;
        pd_buffer_printf(out, "%.5f\n", rounded < 1 ? rounded : 0);
    }
}

void pd_train_gait_text(pd_buffer *out, const pd_train_motion *motion)
{
    for (int t = 0; t < motion->clip.frame_count; t++) {
        const float *g = motion->gaits[t];
        pd_buffer_printf(out, "%.5f %.5f %.5f 0.00000 %.5f %.5f 0.00000 %.5f\n", (double)g[PD_PFNN_STAND],
                         (double)g[PD_PFNN_WALK], (double)g[PD_PFNN_JOG], (double)g[PD_PFNN_CROUCH],
                         (double)g[PD_PFNN_JUMP], (double)g[PD_PFNN_BUMP]);
    }
}

/* The first frame at or behind `from` whose phase has come to `phase`; frame_count when none has. */
static int frame_of(const pd_train_motion *motion, double phase, int from)
{
    int t = from;
    while (t < motion->clip.frame_count && motion->phase[t] < phase - 1e-9) t++;
    return t;
}

static int is_step(const pd_train_footsteps *steps, int frame, int right)
{
    for (int i = 0; i < steps->count; i++)
        if (steps->items[i].frame == frame && steps->items[i].right == right) return 1;
    return 0;
}

void pd_train_footsteps_text(pd_buffer *out, const pd_train_motion *motion, const pd_train_footsteps *steps)
{
    int t = 0, count = motion->clip.frame_count;
    for (double cycle = ceil(motion->phase[0] - 1e-9);; cycle++) {
        int right = frame_of(motion, cycle, t), left = frame_of(motion, cycle + 0.5, right);
        if (left >= count) return;
        int steady = is_step(steps, right, 1) && is_step(steps, left, 0);
        pd_buffer_printf(out, "%d %d%s\n", right, left, steady ? "" : " *");
        t = left;
    }
}
