#include "train/motion/label_text.h"

#include "train/motion/gait.h"

#include <stdbool.h>

#define HANDS_TOP 0.40 /* with a hand above this height crouching is not crawling, metres */
#define HANDS_LOW 0.25 /* with both hands below this height crouching is only crawling, metres */
/* written phases are rounded to multiples of 1/DIGITS; 0.999996 must not become 1.00000 */
#define DIGITS    1e5

void pd_train_phase_text(pd_buffer *out, const pd_character_motion *motion)
{
    for (int t = 0; t < motion->clip.frame_count; t++) {
        double part = motion->phase[t] - floor(motion->phase[t]);
        double rounded = round(part * DIGITS) / DIGITS;
        pd_buffer_printf(out, "%.5f\n", rounded < 1 ? rounded : 0);
    }
}

/* Returns the fraction of crouching that is crawling, from the height of the higher hand. */
static double crawling(const pd_character_motion *motion, int frame)
{
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    double high = -INFINITY;

    pd_anim_clip_pose(p, NULL, &motion->clip, frame);
    for (int side = 0; side < 2; side++) {
        pd_vec3 hand = p[side ? PD_BIPED_R_HAND : PD_BIPED_L_HAND];
        high = fmax(high, hand.y - pd_anim_ground_height(&motion->ground, hand.x, hand.z));
    }

    return fmin(fmax((HANDS_TOP - high) / (HANDS_TOP - HANDS_LOW), 0), 1);
}

void pd_train_gait_text(pd_buffer *out, const pd_character_motion *motion)
{
    pd_train_run climb;
    bool climbs = pd_train_motion_next_climb(&climb, motion, 0);

    for (int t = 0; t < motion->clip.frame_count; t++) {
        if (climbs && t > climb.last) climbs = pd_train_motion_next_climb(&climb, motion, t);

        /* The hands carry weight: write crawl, the seventh of the eight columns. */
        if (climbs && t >= climb.first) {
            pd_buffer_text(out, "0.00000 0.00000 0.00000 0.00000 0.00000 0.00000 1.00000 0.00000\n");
            continue;
        }

        const float *g = motion->gaits[t];
        double crouch = (double)g[PD_PFNN_CROUCH];
        double crawl = crouch > 0 ? crouch * crawling(motion, t) : 0;
        pd_buffer_printf(out, "%.5f %.5f %.5f 0.00000 %.5f %.5f %.5f %.5f\n", (double)g[PD_PFNN_STAND],
                         (double)g[PD_PFNN_WALK], (double)g[PD_PFNN_JOG], crouch - crawl,
                         (double)g[PD_PFNN_JUMP], crawl, (double)g[PD_PFNN_BUMP]);
    }
}

/* Returns the first frame from `from` on that has reached `phase`, or frame_count. */
static int label_text_frame_of(const pd_character_motion *motion, double phase, int from)
{
    int t = from;
    while (t < motion->clip.frame_count && motion->phase[t] < phase - 1e-9) t++;
    return t;
}

static bool is_step(const pd_train_footsteps *steps, int frame, int right)
{
    for (int i = 0; i < steps->count; i++)
        if (steps->items[i].frame == frame && steps->items[i].right == right) return true;
    return false;
}

void pd_train_footsteps_text(pd_buffer *out, const pd_character_motion *motion,
                             const pd_train_footsteps *steps)
{
    int t = 0;
    int count = motion->clip.frame_count;

    for (double cycle = ceil(motion->phase[0] - 1e-9);; cycle++) {
        int right = label_text_frame_of(motion, cycle, t);
        int left = label_text_frame_of(motion, cycle + 0.5, right);
        if (left >= count) return;
        int steady = is_step(steps, right, 1) && is_step(steps, left, 0);
        pd_buffer_printf(out, "%d %d%s\n", right, left, steady ? "" : " *");
        t = left;
    }
}
