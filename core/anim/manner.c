#include "core/anim/manner.h"

#include "core/base/hash.h"
#include "core/math/elementary.h"

#include <math.h>
#include <string.h>

#define DEGREE (M_PI / 180)

#define USUAL 0.5 /* liveliness of which the figures of the header are */

#define BROW       0.3f /* rise of the brows on a stress, least ... */
#define BROW_MORE  0.2f /* ... and the largest addition */
#define BROW_SHARE 0.5  /* share of stresses on which they rise */
#define NOD        (1 * DEGREE)
#define NOD_MORE   (2 * DEGREE)
#define NOD_APART  0.5 /* least time between nods on stresses, seconds */
#define NOD_RISE   (PD_ANIM_STRESS_LEAD + 0.1)
#define NOD_FALL   0.35
#define YES        (3 * DEGREE) /* nod of a listener, least ... */
#define YES_MORE   (2 * DEGREE) /* ... and the largest addition */
#define YES_SHARE  0.6
#define YES_TWICE  0.5  /* share of them that are double */
#define YES_AGAIN  0.45 /* seconds to the second one */
#define BLINKS     0.5  /* share of pauses with a blink */

#define SWAY   (1.2 * DEGREE) /* largest slow turn of the head about each axis */
#define SWAY_S 1.7            /* seconds from one random direction to the next */

#define NECK_SHARE 0.4 /* share of the head's turn that the neck takes */

#define ACTIVE 0.12 /* time constant of the activity of the mouth, seconds */

/* Glances: shortest time, and longest additional time, at the partner and away. */
static const struct {
    double at, at_more, away, away_more;
} glances[] = {[PD_ANIM_TALK_NONE] = {1, 3, 1, 3},
               [PD_ANIM_TALK_SPEAKING] = {0.6, 1, 0.8, 1},
               [PD_ANIM_TALK_LISTENING] = {1, 6, 0.5, 1.5},
               [PD_ANIM_TALK_THINKING] = {0, 0, 1.2, 2.5}};

/* Shapes of each emotion at its full amount. */
static const float expressions[PD_ANIM_EMOTIONS][PD_ANIM_MANNER_SHAPES] = {
    [PD_ANIM_EMOTION_CALM] = {[PD_ANIM_MANNER_SMILE] = 0.12f, [PD_ANIM_MANNER_SQUINT] = 0.1f},
    [PD_ANIM_EMOTION_HAPPY] = {[PD_ANIM_MANNER_SMILE] = 0.8f,
                               [PD_ANIM_MANNER_CHEEK] = 0.6f,
                               [PD_ANIM_MANNER_SQUINT] = 0.25f,
                               [PD_ANIM_MANNER_BROW_OUTER] = 0.1f},
    [PD_ANIM_EMOTION_SAD] = {[PD_ANIM_MANNER_BROW_INNER] = 0.8f,
                             [PD_ANIM_MANNER_BROW_DOWN] = 0.2f,
                             [PD_ANIM_MANNER_FROWN] = 0.6f,
                             [PD_ANIM_MANNER_SQUINT] = 0.15f},
    [PD_ANIM_EMOTION_ANGRY] = {[PD_ANIM_MANNER_BROW_DOWN] = 0.9f,
                               [PD_ANIM_MANNER_SQUINT] = 0.5f,
                               [PD_ANIM_MANNER_SNEER] = 0.35f,
                               [PD_ANIM_MANNER_PRESS] = 0.4f,
                               [PD_ANIM_MANNER_FROWN] = 0.2f},
    [PD_ANIM_EMOTION_SURPRISED] = {[PD_ANIM_MANNER_BROW_INNER] = 0.8f,
                                   [PD_ANIM_MANNER_BROW_OUTER] = 0.8f,
                                   [PD_ANIM_MANNER_WIDE] = 0.7f,
                                   [PD_ANIM_MANNER_JAW] = 0.25f},
    [PD_ANIM_EMOTION_AFRAID] = {[PD_ANIM_MANNER_BROW_INNER] = 0.8f,
                                [PD_ANIM_MANNER_BROW_OUTER] = 0.3f,
                                [PD_ANIM_MANNER_BROW_DOWN] = 0.25f,
                                [PD_ANIM_MANNER_WIDE] = 0.6f,
                                [PD_ANIM_MANNER_STRETCH] = 0.5f,
                                [PD_ANIM_MANNER_JAW] = 0.1f},
    [PD_ANIM_EMOTION_DISGUSTED] = {[PD_ANIM_MANNER_SNEER] = 0.8f,
                                   [PD_ANIM_MANNER_UPPER] = 0.4f,
                                   [PD_ANIM_MANNER_BROW_DOWN] = 0.35f,
                                   [PD_ANIM_MANNER_SQUINT] = 0.3f,
                                   [PD_ANIM_MANNER_FROWN] = 0.2f},
};

/* Pitch and turn of the head of each emotion at its full amount, degrees. */
static const double tilts[PD_ANIM_EMOTIONS][2] = {
    [PD_ANIM_EMOTION_HAPPY] = {-2, 0},  [PD_ANIM_EMOTION_SAD] = {9, 0},
    [PD_ANIM_EMOTION_ANGRY] = {4, 0},   [PD_ANIM_EMOTION_SURPRISED] = {-4, 0},
    [PD_ANIM_EMOTION_AFRAID] = {-3, 3}, [PD_ANIM_EMOTION_DISGUSTED] = {-3, 5},
};

/* Returns a random number in [0, 1). */
static double draw_manner(pd_anim_manner *m)
{
    return (double)(pd_hash64_pair((uint64_t)m->seed << 32 | 0x6D61u, m->draws++) >> 11) * 0x1p-53;
}

static double ease_manner(double t)
{
    t = pd_fmin(pd_fmax(t, 0), 1);
    return t * t * (3 - 2 * t);
}

static double within(double from, double more, double chance)
{
    return from + more * chance;
}

void pd_anim_manner_turn_head(pd_quat *neck, pd_quat *head, pd_quat turn)
{
    const pd_quat share = pd_q_slerp(pd_q_identity(), turn, NECK_SHARE);

    *neck = pd_q_normalize(pd_q_mul(*neck, share));
    *head = pd_q_normalize(pd_q_mul(*head, pd_q_inv_mul(share, turn)));
}

void pd_anim_manner_set(pd_anim_manner *m, const pd_anim_manner_request *request)
{
    const double part = m->request.seconds > 0 ? ease_manner(m->elapsed / m->request.seconds) : 1;

    for (int e = 0; e < PD_ANIM_EMOTIONS; e++)
        m->from[e] += (float)part * (m->request.emotions[e] - m->from[e]);
    m->request = *request;
    m->elapsed = 0;
}

/* ---- head and brows ---- */

static void add_nod(pd_anim_manner *m, double at, double rise, double pitch, double brow)
{
    int oldest = 0;

    for (int i = 1; i < PD_ANIM_NODS; i++)
        if (m->nods[i].at < m->nods[oldest].at) oldest = i;
    m->nods[oldest].at = at;
    m->nods[oldest].rise = rise;
    m->nods[oldest].fall = NOD_FALL;
    m->nods[oldest].pitch = pitch;
    m->nods[oldest].brow = brow;
}

/* Begins what a stress or a pause brings. Returns whether the lids close. */
static bool react(pd_anim_manner *m, const pd_anim_manner_input *in)
{
    const double live = m->request.liveliness / USUAL;
    bool blinks = false;

    if (in->is_stressed && in->part == PD_ANIM_TALK_SPEAKING) {
        if (draw_manner(m) < BROW_SHARE) {
            const double rise = within((double)BROW, (double)BROW_MORE, draw_manner(m));
            add_nod(m, m->time, PD_ANIM_STRESS_LEAD, 0, pd_fmin(live, 1.5) * rise);
        }

        if (m->time - m->nodded > NOD_APART) {
            add_nod(m, m->time, NOD_RISE, live * within(NOD, NOD_MORE, draw_manner(m)), 0);
            m->nodded = m->time;
        }
    }

    if (!in->has_paused) return false;
    blinks = draw_manner(m) < BLINKS;
    if (in->part == PD_ANIM_TALK_LISTENING && draw_manner(m) < YES_SHARE) {
        const double pitch = live * within(YES, YES_MORE, draw_manner(m));
        const double at = m->time + 0.1 + 0.2 * draw_manner(m);
        add_nod(m, at, NOD_RISE, pitch, 0);
        if (draw_manner(m) < YES_TWICE) add_nod(m, at + YES_AGAIN, NOD_RISE, 0.7 * pitch, 0);
    }

    return blinks;
}

/* Returns a number from -1 to 1 that moves smoothly between random values. axis: 0 to 2. */
static double sway(const pd_anim_manner *m, int axis)
{
    const double at = m->time / SWAY_S + axis / 3.0;
    const double step = floor(at);
    const uint64_t who = (uint64_t)m->seed << 32 | (uint32_t)(0x7379 + axis);
    const double from = (double)(pd_hash64_pair(who, (uint64_t)step) >> 11) * 0x1p-53;
    const double to = (double)(pd_hash64_pair(who, (uint64_t)step + 1) >> 11) * 0x1p-53;

    return 2 * (from + (to - from) * ease_manner(at - step)) - 1;
}

/* Sets the head's rotation and raises the brows. amounts: those of the emotions. */
static void move_head(pd_anim_manner_shown *out, const pd_anim_manner *m, const float *amounts)
{
    const double live = m->part == PD_ANIM_TALK_NONE ? 0 : m->request.liveliness / USUAL;
    double turn[3]; /* pitch, yaw, roll */
    double brow = 0;

    for (int axis = 0; axis < 3; axis++) turn[axis] = live * SWAY * sway(m, axis);
    if (m->part == PD_ANIM_TALK_THINKING) {
        turn[0] -= live * 3 * DEGREE;
        turn[2] += (m->seed & 1 ? 1 : -1) * live * 3 * DEGREE;
    }

    for (int e = 0; e < PD_ANIM_EMOTIONS; e++)
        for (int axis = 0; axis < 2; axis++) turn[axis] += (double)amounts[e] * tilts[e][axis] * DEGREE;

    for (int i = 0; i < PD_ANIM_NODS; i++) {
        const double since = m->time - m->nods[i].at;
        if (since < 0 || !(m->nods[i].rise > 0)) continue;
        const double rest = since - m->nods[i].rise;
        const double w =
            rest < 0 ? ease_manner(since / m->nods[i].rise) : 1 - ease_manner(rest / m->nods[i].fall);
        turn[0] += w * m->nods[i].pitch;
        brow = pd_fmax(brow, w * m->nods[i].brow);
    }

    out->head = pd_q_from_rotvec(pd_vec3_make(turn[0], turn[1], turn[2]));
    const float up = (float)brow;
    if (up > out->shapes[PD_ANIM_MANNER_BROW_INNER]) out->shapes[PD_ANIM_MANNER_BROW_INNER] = up;
    if (up > out->shapes[PD_ANIM_MANNER_BROW_OUTER]) out->shapes[PD_ANIM_MANNER_BROW_OUTER] = up;
}

/* ---- gaze ---- */

static void begin_glance(pd_anim_manner *m, pd_anim_gaze gaze)
{
    const bool is_thinking = m->part == PD_ANIM_TALK_THINKING;
    const double side = draw_manner(m) < 0.5 ? -1 : 1;

    m->gaze = gaze;
    m->gaze_until =
        m->time + (gaze == PD_ANIM_GAZE_PARTNER
                       ? within(glances[m->part].at, glances[m->part].at_more, draw_manner(m))
                       : within(glances[m->part].away, glances[m->part].away_more, draw_manner(m)));
    m->aside = side * within(is_thinking ? 14 * DEGREE : 8 * DEGREE, 8 * DEGREE, draw_manner(m));
    m->up = is_thinking ? within(6 * DEGREE, 6 * DEGREE, draw_manner(m))
                        : within(-8 * DEGREE, 10 * DEGREE, draw_manner(m));
}

static void choose_gaze(pd_anim_manner *m, const pd_anim_manner_input *in, bool is_new)
{
    if (in->part == PD_ANIM_TALK_THINKING) {
        if (is_new || m->time >= m->gaze_until) begin_glance(m, PD_ANIM_GAZE_AWAY);
        return;
    }

    if (!in->has_partner) {
        m->gaze = PD_ANIM_GAZE_FREE;
        return;
    }

    /* A turn ends with a look at the partner, and listening begins with one; a turn begins with a look
     * away. */
    if (in->is_ending || (is_new && in->part != PD_ANIM_TALK_SPEAKING)) {
        if (m->gaze != PD_ANIM_GAZE_PARTNER || is_new) begin_glance(m, PD_ANIM_GAZE_PARTNER);
        return;
    }

    if (is_new || m->gaze == PD_ANIM_GAZE_FREE)
        begin_glance(m, PD_ANIM_GAZE_AWAY);
    else if (m->time >= m->gaze_until)
        begin_glance(m, m->gaze == PD_ANIM_GAZE_PARTNER ? PD_ANIM_GAZE_AWAY : PD_ANIM_GAZE_PARTNER);
}

void pd_anim_manner_step(pd_anim_manner_shown *out, pd_anim_manner *m, const pd_anim_manner_input *in,
                         double dt)
{
    const bool is_new = in->part != m->part;
    const double done = m->request.seconds > 0 ? ease_manner(m->elapsed / m->request.seconds) : 1;

    memset(out, 0, sizeof *out);
    m->part = in->part;
    out->blinks = react(m, in);

    /* The face of the emotions; what speech does comes first. */
    m->activity += pd_fmin(1, dt / ACTIVE) * (in->mouth - m->activity);
    const float talk = (float)((1 - 0.6 * pd_fmin(1, m->activity)) * (1 - in->lips));
    for (int e = 0; e < PD_ANIM_EMOTIONS; e++)
        out->emotions[e] = m->from[e] + (float)done * (m->request.emotions[e] - m->from[e]);
    for (int s = 0; s < PD_ANIM_MANNER_SHAPES; s++) {
        float sum = 0;
        for (int e = 0; e < PD_ANIM_EMOTIONS; e++) sum += out->emotions[e] * expressions[e][s];
        out->shapes[s] = (sum < 1 ? sum : 1) * (s >= PD_ANIM_MANNER_JAW ? talk : 1);
    }

    if (m->part == PD_ANIM_TALK_THINKING && out->shapes[PD_ANIM_MANNER_BROW_DOWN] < 0.15f)
        out->shapes[PD_ANIM_MANNER_BROW_DOWN] = 0.15f;

    move_head(out, m, out->emotions);
    choose_gaze(m, in, is_new);
    out->gaze = m->gaze;
    out->aside = m->aside;
    out->up = m->up;
    m->elapsed += dt;
    m->time += dt;
}
