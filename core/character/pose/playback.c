#include "core/character/pose/playback.h"

#include "core/base/assert.h"
#include "core/math/elementary.h"
#include "core/math/plane.h"
#include "core/character/control/trajectory.h"

#define CATCH_UP 0.02 /* ticks per frame by which the remainder decreases at rate 1 */
#define SAME     1e-9 /* ticks: with a smaller remainder the pose is that of the tick */
#define OTHER    1e-3 /* smaller differences of the rate from 1 are ignored */

int pd_character_playback_begin(pd_character_playback *p, pd_character_pose *pose, double rate)
{
    const bool is_usual = fabs(rate - 1) < OTHER;

    PD_ASSERT(rate > 0);
    p->events = 0;
    if (is_usual && p->behind <= SAME) {
        p->is_on = false;
        return 1;
    }

    if (p->is_on) *pose = p->next;

    /* Ticks that are needed to come `by` of them further. */
    const double by =
        is_usual ? 1 + pd_fmin(CATCH_UP, p->behind) : pd_fmin(rate, PD_CHARACTER_PLAYBACK_TICKS - 1);
    const int ticks = (int)pd_fmax(ceil(by - p->behind - SAME), 0);
    PD_ASSERT(ticks <= PD_CHARACTER_PLAYBACK_TICKS);
    p->behind = pd_fmax(p->behind + ticks - by, 0);

    /* The first frame has no earlier tick to mix with: a single tick is shown as it is. */
    if (!p->is_on && ticks == 1) p->behind = 0;
    if (ticks) p->last = p->next;

    /* A frame without a tick has no events. */
    if (!ticks) pose->events = 0;
    p->is_on = true;

    return ticks;
}

void pd_character_playback_between(pd_character_playback *p, const pd_character_pose *pose)
{
    p->last = *pose;
    p->events |= pose->events;
}

static void mix_floats(float *out, const float *a, const float *b, int count, double t)
{
    for (int i = 0; i < count; i++) out[i] = (float)((double)a[i] + t * ((double)b[i] - (double)a[i]));
}

/* Returns a + t (b - a) by the shorter way. */
static double mix_angle(double a, double b, double t)
{
    return a + t * remainder(b - a, 2 * M_PI);
}

static pd_vec3 mix_place(pd_vec3 a, pd_vec3 b, double t)
{
    return pd_vec3_fma(a, t, pd_vec3_sub(b, a));
}

void pd_character_playback_end(pd_character_playback *p, pd_character_pose *pose, double rate,
                               const pd_character_rig *rig)
{
    if (!p->is_on) return;
    const pd_character_pose *a = &p->last;
    const pd_anim_skeleton *s = &rig->skeleton;
    const double t = 1 - p->behind;
    p->next = *pose;

    /* Velocity in real time, and the events of both frames. */
    pose->velocity = pd_vec3_scale(pose->velocity, rate);
    pose->events |= p->events;
    if (p->behind <= SAME) return;

    /* Interpolate between the last frame and this one. */
    pose->root = mix_place(a->root, p->next.root, t);
    pose->yaw = mix_angle(a->yaw, p->next.yaw, t);
    pose->translation = mix_place(a->translation, p->next.translation, t);
    pose->phase = fmod(mix_angle(a->phase, p->next.phase, t) + 2 * M_PI, 2 * M_PI);
    mix_floats(pose->contacts, a->contacts, p->next.contacts, PD_PFNN_CONTACTS, t);
    mix_floats(pose->gaits, a->gaits, p->next.gaits, PD_PFNN_GAITS, t);
    for (int j = 0; j < s->joint_count; j++) {
        pose->rotations[j] = pd_q_slerp(a->rotations[j], p->next.rotations[j], t);
        pose->joints_free[j] = mix_place(a->joints_free[j], p->next.joints_free[j], t);
    }

    pd_anim_skeleton_forward(pose->joints, NULL, s, pose->rotations, pose->translation);
}
