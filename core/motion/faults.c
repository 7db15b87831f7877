#include "core/motion/faults.h"

#include "core/base/assert.h"
#include "core/retarget/character/note.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#define AT_REST 0.5  /* degrees: largest rotation in a frame that is the rest pose */
#define JUMP    15.0 /* degrees: least rotation from a rest pose to the motion */
#define STAYS   1e-3 /* metres: largest displacement of a root that does not move */
#define BELOW   0.3  /* metres: least depth of the lowest joint below the floor that is reported */
#define DEGREES (180 / M_PI)

/* Returns the largest angle of a joint other than the root between two frames, or between frame `to` and the
 * rest pose (from -1), degrees. */
static double largest_joint_turn(const pd_anim_clip *clip, int from, int to)
{
    const pd_quat rest = pd_q_identity();
    const pd_quat *a = from < 0 ? NULL : pd_anim_clip_frame(clip, from);
    const pd_quat *b = pd_anim_clip_frame(clip, to);
    double largest = 0;

    for (int j = 0; j < clip->skeleton.joint_count; j++)
        if (j != clip->skeleton.root) largest = fmax(largest, pd_q_angle(a ? a[j] : rest, b[j]) * DEGREES);

    return largest;
}

/* Returns the end of the run of frames in the rest pose to which the motion jumps at frame t > 0, and from
 * which it jumps back; t if there is none. */
static int rest_run_end(const pd_anim_clip *clip, int t)
{
    int end = t;
    if (largest_joint_turn(clip, -1, t) > AT_REST || largest_joint_turn(clip, t - 1, t) < JUMP) return t;
    while (end < clip->frame_count && largest_joint_turn(clip, -1, end) <= AT_REST) end++;
    return end == clip->frame_count || largest_joint_turn(clip, end - 1, end) >= JUMP ? end : t;
}

/* Returns how far the lowest joint of all frames is below y = 0 if the root stays at one place, and every
 * frame is below; else 0. */
static double below_floor(const pd_anim_clip *clip)
{
    double lowest = 0;

    if (clip->frame_count < 2) return 0;
    for (int t = 1; t < clip->frame_count; t++)
        if (pd_vec3_distance(clip->roots[0], clip->roots[t]) > STAYS) return 0;
    for (int t = 0; t < clip->frame_count; t++) {
        pd_vec3 p[PD_ANIM_MAX_JOINTS];
        double low = INFINITY;
        pd_anim_clip_pose(p, NULL, clip, t);
        for (int j = 0; j < clip->skeleton.joint_count; j++) low = fmin(low, p[j].y);
        if (low > -BELOW) return 0;
        lowest = fmin(lowest, low);
    }

    return -lowest;
}

void pd_motion_faults_note(char *notes, size_t notes_bytes, const pd_anim_clip *clip, int first_frame,
                           double size, bool has_floor)
{
    int run_count = 0, run_first = 0, run_end = 0, jump_count = 0, jump_to = 0;
    double jump = 0;

    for (int t = 1; t < clip->frame_count; t++) {
        /* A frame in the rest pose; the displacement of the root to it is not counted as a jump. */
        const int end = rest_run_end(clip, t);
        if (end > t) {
            if (!run_count++) {
                run_first = t;
                run_end = end;
            }

            t = end - 1;
            continue;
        }

        /* A jump of the root, other than that from the rest pose to the motion. */
        const double way = pd_vec3_distance(clip->roots[t - 1], clip->roots[t]);
        if (!pd_anim_is_jump(way * size, clip->rate)) continue;
        if (largest_joint_turn(clip, -1, t - 1) <= AT_REST && largest_joint_turn(clip, t - 1, t) >= JUMP)
            continue;
        jump_count++;
        if (way > jump) {
            jump = way;
            jump_to = t;
        }
    }

    char more[32] = "", last[32] = "";
    if (run_count > 1) snprintf(more, sizeof more, " (and %d more)", run_count - 1);
    if (run_end - run_first > 1) snprintf(last, sizeof last, " to %d", first_frame + run_end - 1);
    if (run_count)
        pd_retarget_note(
            notes, notes_bytes,
            "frame %d%s, at %.3f s, is the rest pose, all rotations 0, %.0f degrees from the frame "
            "before: probably lost, but kept%s",
            first_frame + run_first, last, run_first / clip->rate,
            largest_joint_turn(clip, run_first - 1, run_first), more);
    more[0] = 0;
    if (jump_count > 1) snprintf(more, sizeof more, " (and %d more)", jump_count - 1);
    if (jump_count)
        pd_retarget_note(
            notes, notes_bytes,
            "the root jumps by %.3g m from frame %d to frame %d, at %.3f s: probably a fault of the "
            "capture, but kept%s",
            jump, first_frame + jump_to - 1, first_frame + jump_to, jump_to / clip->rate, more);

    /* A root that stays where the figure is below the floor. */
    const double below = has_floor ? below_floor(clip) : 0;
    if (below > BELOW)
        pd_retarget_note(
            notes, notes_bytes,
            "the root is at the same place in all frames, with the lowest joint %.2f m below the floor: "
            "the file probably lacks the translation of the root",
            below);
}
