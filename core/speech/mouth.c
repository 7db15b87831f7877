#include "core/speech/mouth.h"

#include <stdbool.h>
#include <string.h>

#define PLATEAU  0.6   /* share of a segment, about its middle, where its dominance is full */
#define BETWEEN  0.2   /* the same of lips that have to shut otherwise in the segment beside it */
#define SLOPE    0.06  /* seconds in which lips shut, and open again */
#define BRIEFEST 0.012 /* half of the shortest time in which lips are shut, seconds */

/* Dominance of each viseme, and its reach before and after the segment, seconds. */
static const struct {
    double alpha, before, after;
} dominance[PD_SPEECH_VISEMES] = {
    [PD_SPEECH_SIL] = {0.5, 0.06, 0.08}, [PD_SPEECH_PP] = {1, 0.045, 0.045},
    [PD_SPEECH_FF] = {0.95, 0.05, 0.05}, [PD_SPEECH_TH] = {0.5, 0.05, 0.05},
    [PD_SPEECH_DD] = {0.4, 0.05, 0.05},  [PD_SPEECH_KK] = {0.4, 0.05, 0.05},
    [PD_SPEECH_CH] = {0.9, 0.1, 0.08},   [PD_SPEECH_SS] = {0.7, 0.05, 0.05},
    [PD_SPEECH_NN] = {0.4, 0.05, 0.05},  [PD_SPEECH_RR] = {0.5, 0.06, 0.06},
    [PD_SPEECH_AA] = {0.8, 0.08, 0.08},  [PD_SPEECH_E] = {0.8, 0.08, 0.08},
    [PD_SPEECH_I] = {0.8, 0.08, 0.08},   [PD_SPEECH_O] = {0.9, 0.12, 0.09},
    [PD_SPEECH_U] = {0.9, 0.12, 0.09},
};

/* Adds the dominance of a stretch of one viseme. *sum is that of all stretches. */
static void add_stretch(double weights[PD_SPEECH_VISEMES], double *sum, const pd_speech_segment *s, double t)
{
    const double middle = 0.5 * ((double)s->start + (double)s->end);
    const double half = 0.5 * PLATEAU * ((double)s->end - (double)s->start);
    const double reach = t < middle ? dominance[s->viseme].before : dominance[s->viseme].after;
    const double away = t < middle ? middle - half - t : t - middle - half;
    const double x = away > 0 ? away / reach : 0;
    const double d = dominance[s->viseme].alpha / (1 + x * x * x * x);

    weights[s->viseme] += d * (double)s->weight;
    *sum += d;
}

static bool is_lips(const pd_speech_segment *s)
{
    return s->viseme == PD_SPEECH_PP || s->viseme == PD_SPEECH_FF;
}

static double middle_of(const pd_speech_segment *s)
{
    return 0.5 * ((double)s->start + (double)s->end);
}

/* Returns half of the time in which the lips of a segment are shut. beside: its neighbour, to which it has to
 * leave time if that moves the lips too; NULL: none. */
static double half_shut(const pd_speech_segment *s, const pd_speech_segment *beside)
{
    const double plateau = beside && is_lips(beside) ? BETWEEN : PLATEAU;
    const double half = 0.5 * plateau * ((double)s->end - (double)s->start);
    return half > BRIEFEST ? half : BRIEFEST;
}

/* Returns how far the lips are shut by a segment of PP or FF, 0 to 1.
 * beside: its neighbour on the side of t. */
static double shut_by(const pd_speech_segment *s, const pd_speech_segment *beside, double t)
{
    const double middle = middle_of(s);
    const double half = half_shut(s, beside);
    const double away = (t < middle ? middle - t : t - middle) - half;
    double slope = SLOPE;

    /* From one closure to the next: in the time between the two. */
    if (beside && is_lips(beside)) {
        const double apart = middle_of(beside) - middle;
        slope = (apart < 0 ? -apart : apart) - half - half_shut(beside, s);
        if (slope < BRIEFEST) slope = BRIEFEST;
    }

    const double x = away <= 0 ? 1 : away < slope ? 1 - away / slope : 0;

    return x * x * (3 - 2 * x) * (double)s->weight;
}

/* Returns the first segment that ends after a time; count if there is none. */
static int first_after(const pd_speech_track *track, double time)
{
    int low = 0;
    int high = track->count;

    while (low < high) {
        const int middle = (low + high) / 2;
        if ((double)track->segments[middle].end > time)
            high = middle;
        else
            low = middle + 1;
    }

    return low;
}

void pd_speech_mouth(float out[PD_SPEECH_SHAPES], const pd_speech_track *track, double time)
{
    double weights[PD_SPEECH_VISEMES] = {0};
    double sum = 0;
    double shut[2] = {0, 0}; /* PP, FF */

    memset(out, 0, PD_SPEECH_SHAPES * sizeof *out);
    if (!track || !track->count) return;

    /* Silence before and after the utterance. */
    const float first = track->segments[0].start;
    const float last = track->segments[track->count - 1].end;
    const float far = (float)PD_SPEECH_REACH;
    const pd_speech_segment rests[2] = {{.viseme = PD_SPEECH_SIL, .start = first - far, .end = first},
                                        {.viseme = PD_SPEECH_SIL, .start = last, .end = last + far}};
    if (time <= (double)rests[0].start || time >= (double)rests[1].end) return;
    for (int i = 0; i < 2; i++) add_stretch(weights, &sum, &rests[i], time);

    /* The segments near by. */
    for (int i = first_after(track, time - PD_SPEECH_REACH); i < track->count; i++) {
        const pd_speech_segment *s = &track->segments[i];
        if ((double)s->start > time + PD_SPEECH_REACH) break;
        add_stretch(weights, &sum, s, time);
        const int lips = s->viseme - PD_SPEECH_PP;
        if (lips != 0 && lips != 1) continue;
        const bool is_before = time < middle_of(s);
        const pd_speech_segment *end = track->segments + (is_before ? 0 : track->count - 1);
        const double by = shut_by(s, s == end ? NULL : is_before ? s - 1 : s + 1, time);
        if (by > shut[lips]) shut[lips] = by;
    }

    /* Lips that must shut take from the other shapes what these have. */
    const double both = shut[0] + shut[1] > 1 ? shut[0] + shut[1] : 1;
    for (int i = 0; i < 2; i++) shut[i] /= both;
    const double left = shut[0] + shut[1] < 1 ? 1 - shut[0] - shut[1] : 0;
    for (int v = PD_SPEECH_PP; v < PD_SPEECH_VISEMES; v++) out[v - 1] = (float)(weights[v] / sum * left);
    for (int i = 0; i < 2; i++)
        if (shut[i] > (double)out[i]) out[i] = (float)shut[i];
}

void pd_speech_mouth_close(float weights[PD_SPEECH_SHAPES], const float before[PD_SPEECH_SHAPES],
                           double since)
{
    const double x = since < PD_SPEECH_STOP_TIME ? 1 - since / PD_SPEECH_STOP_TIME : 0;
    const float left = (float)(x * x * (3 - 2 * x));

    for (int v = 0; v < PD_SPEECH_SHAPES; v++)
        if (left * before[v] > weights[v]) weights[v] = left * before[v];
}
