#include "core/observe/take/sides.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AGE   0.25 /* seconds after which the last position of a place is not used any more */
#define HALF  0.5  /* of the mean step as they are: exchanged sides must move by less */
#define NOISE 4.0  /* least mean step for a decision, in standard deviations */
#define PAIRS 2    /* least number of left-right pairs that are seen before and now */

typedef struct looking {
    const pd_observe_take *take;
    float *at, *confidence;
    /* (F) bits: 1: exchanged relative to the frames before, 2: a stretch begins here. */
    unsigned char *exchanged;
    double last[PD_OBSERVE_TAKE_MOST_PLACES][3];
    int when[PD_OBSERVE_TAKE_MOST_PLACES]; /* frame in which each place was last seen, -1: none */
} looking;

static bool is_there(const looking *l, int frame, int place)
{
    const size_t i = (size_t)frame * (size_t)l->take->place_count + (size_t)place;
    return !isnan(l->at[3 * i]) && (!l->confidence || l->confidence[i] > 0);
}

/* Returns the distance of a place in a frame from the last position of place `from`, in pixels or metres. */
static double off(const looking *l, int frame, int place, int from)
{
    const float *x = l->at + 3 * ((size_t)frame * (size_t)l->take->place_count + (size_t)place);
    const int axes = l->take->places[place].in_picture ? 2 : 3;
    double square = 0;
    for (int c = 0; c < axes; c++) square += pow((double)x[c] - l->last[from][c], 2);
    return sqrt(square);
}

/* Returns whether a place of this camera is the first of a left-right pair. */
static bool is_pair(const pd_observe_take *t, int place, int camera)
{
    const pd_observe_seen *s = &t->places[place];
    return s->camera == camera && s->mirror > place && s->mirror < t->place_count && !s->is_turn;
}

/* Exchanges the left and right places of a frame (of one camera, or of all). */
static void exchange_frame(float *at, float *confidence, const pd_observe_take *t, int frame, int camera)
{
    const size_t from = (size_t)frame * (size_t)t->place_count;

    for (int p = 0; p < t->place_count; p++) {
        const size_t a = from + (size_t)p;
        const size_t b = from + (size_t)t->places[p].mirror;
        float keep[3];
        if (!is_pair(t, p, camera)) continue;
        memcpy(keep, at + 3 * a, sizeof keep);
        memcpy(at + 3 * a, at + 3 * b, sizeof keep);
        memcpy(at + 3 * b, keep, sizeof keep);
        if (!confidence) continue;
        const float sure = confidence[a];
        confidence[a] = confidence[b];
        confidence[b] = sure;
    }
}

/* Finds the frames in which a camera's detector has exchanged left and right. */
static void look_sides(looking *l, int camera)
{
    const pd_observe_take *t = l->take;
    const int age = (int)ceil(AGE * t->rate);
    unsigned char state = 0;

    /* Compare each pair with where its two places were last: as they are, and exchanged. */
    for (int p = 0; p < t->place_count; p++) l->when[p] = -1;
    for (int f = 0; f < t->frame_count; f++) {
        double same = 0, other = 0, noise = 0;
        int pairs = 0;
        for (int p = 0; p < t->place_count; p++) {
            const int m = t->places[p].mirror;
            if (!is_pair(t, p, camera) || !is_there(l, f, p) || !is_there(l, f, m)) continue;
            if (l->when[p] < 0 || l->when[m] < 0 || f - l->when[p] > age || f - l->when[m] > age) continue;
            same += off(l, f, p, p) + off(l, f, m, m);
            other += off(l, f, m, p) + off(l, f, p, m);
            noise += 2 * t->places[p].sigma;
            pairs++;
        }

        /* State of the frame: with too few pairs a stretch begins; otherwise exchanged, not exchanged, or,
         * if neither is clear, that of the frame before. */
        const bool begins = pairs < PAIRS;
        if (begins)
            state = 0;
        else if (other < HALF * same && same > NOISE * noise)
            state = 1;
        else if (same < HALF * other)
            state = 0;
        l->exchanged[f] = (unsigned char)(state | (begins ? 2 : 0));

        /* Store the positions under their corrected places. */
        for (int p = 0; p < t->place_count; p++) {
            const int to = state && t->places[p].mirror < t->place_count ? t->places[p].mirror : p;
            const float *x = l->at + 3 * ((size_t)f * (size_t)t->place_count + (size_t)p);
            if (t->places[p].camera != camera || !is_there(l, f, p)) continue;
            for (int c = 0; c < 3; c++) l->last[to][c] = (double)x[c];
            l->when[to] = f;
        }
    }
}

pd_status pd_observe_sides_mend(int *mended, float *at, float *confidence, const pd_observe_take *t,
                                const char *name, pd_error *err)
{
    looking *l = malloc(sizeof *l);
    unsigned char *exchanged = calloc((size_t)t->frame_count + 1, 2);

    *mended = 0;
    if (!l || !exchanged) {
        free(l);
        free(exchanged);
        return pd_fail(err, PD_ERR_MEMORY, name, "out of memory");
    }

    *l = (looking){.take = t, .at = at, .confidence = confidence, .exchanged = exchanged};
    unsigned char *any = exchanged + t->frame_count; /* (F) 1: the frame was corrected in some camera */
    for (int camera = 0; camera <= t->view_count; camera++) {
        look_sides(l, camera);

        /* Exchange the smaller part of every stretch, since more frames are right than wrong. */
        int wrong_count = 0;
        for (int first = 0, end; first < t->frame_count; first = end) {
            int count = exchanged[first] & 1;
            for (end = first + 1; end < t->frame_count && !(exchanged[end] & 2); end++)
                count += exchanged[end] & 1;
            const unsigned char wrong = 2 * count <= end - first;
            for (int f = first; f < end; f++) exchanged[f] = (exchanged[f] & 1) == wrong;
            wrong_count += wrong ? count : end - first - count;
        }

        if (!wrong_count) continue;

        /* Exchange the frames that are marked. */
        for (int f = 0; f < t->frame_count; f++) {
            if (!exchanged[f]) continue;
            exchange_frame(at, confidence, t, f, camera);
            any[f] = 1;
        }
    }

    for (int f = 0; f < t->frame_count; f++) *mended += any[f];
    free(l);
    free(exchanged);

    return PD_OK;
}

void pd_observe_sides_exchange(float *at, float *confidence, const pd_observe_take *t)
{
    for (int f = 0; f < t->frame_count; f++)
        for (int camera = 0; camera <= t->view_count; camera++) exchange_frame(at, confidence, t, f, camera);
}

static double rms_of(const pd_observe_take *t)
{
    return t->rms > 0 ? t->rms : t->rms_picture;
}

static void run_sides(pd_observe_take *t, const pd_smpl_model *model, const pd_arena *scratch)
{
    pd_arena own = *scratch;
    pd_observe_take_run(t, model, &own);
}

pd_status pd_observe_sided_run(pd_observe_take *t, float *at, float *confidence, const pd_smpl_model *model,
                               pd_arena *scratch, const char *name, pd_error *err)
{
    t->is_sided = false;
    if (pd_observe_sides_mend(&t->sided_count, at, confidence, t, name, err)) return err->status;
    run_sides(t, model, scratch);
    for (int turn = 0; turn < 2 && t->status == PD_OBSERVE_TAKE_DONE; turn++) {
        const double before = rms_of(t);
        if (turn == 0 && !pd_observe_take_mirrored(t)) break;
        pd_observe_sides_exchange(at, confidence, t);
        t->is_sided = !t->is_sided;
        run_sides(t, model, scratch);
        if (rms_of(t) <= before) break; /* otherwise exchange them back and fit again */
    }

    return PD_OK;
}
