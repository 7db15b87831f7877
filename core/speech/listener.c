#include "core/speech/listener.h"

#include "core/base/assert.h"
#include "core/speech/mouth.h"

#include <math.h>
#include <string.h>

#define LIPS_TIME  0.008 /* time constants of the low-pass, seconds: PP and FF, */
#define OTHER_TIME 0.025 /* and the other shapes */
#define LIPS_GAIN  1.3f
#define FEW        4    /* frames that a tick shows at once */
#define LEAST      2    /* frames of a tick while more wait */
#define CATCHES_UP 3    /* share of the waiting frames that a tick shows: one in this many */
#define SLOPE      0.04 /* seconds in which a weight may go from 0 to 1 */
#define PATIENCE   0.15 /* seconds without a new frame until the mouth closes */

enum { LIPS = 2 }; /* the first two shapes: PP, FF */

int pd_speech_listener_take(bool *is_due, pd_speech_listener *l, const pd_speech_net *net,
                            const pd_speech_taps *taps, const float *samples, int count)
{
    int taken = 0;

    for (;;) {
        /* What is at 16 kHz already. */
        l->ready_at +=
            pd_speech_ear_take(is_due, &l->ear, net, l->ready + l->ready_at, l->ready_count - l->ready_at);
        if (*is_due || taken == count) return taken;

        const int part = count - taken < PD_SPEECH_FEED ? count - taken : PD_SPEECH_FEED;
        l->ready_at = 0;
        l->ready_count = pd_speech_feed_take(l->ready, &l->feed, taps, samples + taken, part);
        PD_ASSERT(l->ready_count <= (int)(sizeof l->ready / sizeof *l->ready));
        taken += part;
    }
}

int pd_speech_listener_room(const pd_speech_listener *l)
{
    return (int)(PD_SPEECH_AHEAD_FRAMES - (l->made - l->shown));
}

void pd_speech_listener_add(pd_speech_listener *l, const float *p)
{
    float weights[PD_SPEECH_SHAPES], sum[2] = {0, 0}; /* lips, others */

    PD_ASSERT(pd_speech_listener_room(l) > 0);
    for (int v = 0; v < PD_SPEECH_SHAPES; v++) {
        const bool is_lips = v < LIPS;
        const double constant = is_lips ? LIPS_TIME : OTHER_TIME;
        l->smooth[v] += (float)(1 - exp(-PD_SPEECH_FRAME / constant)) * (p[v + 1] - l->smooth[v]);
        weights[v] = is_lips ? LIPS_GAIN * l->smooth[v] : l->smooth[v];
        sum[!is_lips] += weights[v];
    }

    /* The lips first; the others share what is left. */
    const float lips = fminf(sum[0], 1);
    const float rest = fminf(sum[1], 1 - lips);
    unsigned char *frame = l->frames[l->made++ % PD_SPEECH_AHEAD_FRAMES];
    for (int v = 0; v < PD_SPEECH_SHAPES; v++) {
        const float whole = v < LIPS ? sum[0] : sum[1];
        const float scale = whole > 0 ? (v < LIPS ? lips : rest) / whole : 0;
        frame[v] = (unsigned char)(255 * weights[v] * scale);
    }
}

/* Returns the frames that a tick shows. */
static long frames_of_tick(const pd_speech_listener *l)
{
    const long waiting = l->made - l->shown;

    if (l->is_timed) {
        const long due = (long)floor(l->time / PD_SPEECH_FRAME) + 1 - l->shown;
        return due < 0 ? 0 : due < waiting ? due : waiting;
    }

    if (waiting <= FEW) return waiting;
    const long part = (waiting + CATCHES_UP - 1) / CATCHES_UP;
    return part < LEAST ? LEAST : part;
}

void pd_speech_listener_show(float out[PD_SPEECH_SHAPES], pd_speech_listener *l, double dt)
{
    const long count = frames_of_tick(l);

    /* The newest frame, with the closures of all that pass. */
    float lips[LIPS] = {0, 0};
    const long first = l->is_timed && count > FEW ? count - FEW : 0; /* what is late is left out */
    for (long i = first; i < count; i++) {
        const unsigned char *frame = l->frames[(l->shown + i) % PD_SPEECH_AHEAD_FRAMES];
        for (int v = 0; v < PD_SPEECH_SHAPES; v++) l->held[v] = (float)frame[v] / 255;
        for (int v = 0; v < LIPS; v++) lips[v] = fmaxf(lips[v], l->held[v]);
    }

    l->shown += count;
    for (int v = 0; v < LIPS && count; v++) l->held[v] = lips[v];

    /* The others leave room for the closures. */
    if (count) {
        float others = 0;
        const float closed = fminf(lips[0] + lips[1], 1);
        for (int v = LIPS; v < PD_SPEECH_SHAPES; v++) others += l->held[v];
        const float scale = others > 1 - closed ? (1 - closed) / others : 1;
        for (int v = LIPS; v < PD_SPEECH_SHAPES; v++) l->held[v] *= scale;
        for (int v = 0; v < LIPS && lips[0] + lips[1] > 1; v++) l->held[v] /= lips[0] + lips[1];
    }

    /* A mouth without news closes. */
    l->quiet = count ? 0 : l->quiet + dt;
    l->time = l->is_timed ? l->time + dt : (double)l->shown * PD_SPEECH_FRAME;
    float goal[PD_SPEECH_SHAPES] = {0};
    if (l->quiet < PATIENCE)
        memcpy(goal, l->held, sizeof goal);
    else
        pd_speech_mouth_close(goal, l->held, l->quiet - PATIENCE);

    /* No weight jumps. What two shapes share is below 1 before and after, and so on the way. */
    float most = 0;
    for (int v = 0; v < PD_SPEECH_SHAPES; v++) most = fmaxf(most, fabsf(goal[v] - l->mouth[v]));
    const float step = (float)(dt / SLOPE);
    const float part = most > step ? step / most : 1;
    for (int v = 0; v < PD_SPEECH_SHAPES; v++) out[v] = l->mouth[v] += part * (goal[v] - l->mouth[v]);
}
