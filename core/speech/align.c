#include "core/speech/align.h"

#include "core/base/assert.h"
#include "core/speech/spell.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FRAME   0.01f        /* seconds */
#define FLOOR   -6.0f        /* least log-probability of a frame */
#define STAY    -0.13926207f /* log 0.87 */
#define STEP    -2.0402208f  /* log 0.13 */
#define OUTSIDE -30.0f       /* log-probability of a phone outside of its word */
#define MARGIN  0.02         /* seconds by which a phone may leave its word */
#define NONE    -1e9f

#define DOUBTED_FRAMES 50  /* time constant of the doubt of a sound that comes, frames */
#define DISTRUSTED     2.0 /* doubt from which on the sound alone is shown, */
#define TRUSTED        1.2 /* and below which the text is again */

enum { V = PD_SPEECH_VISEMES };

typedef struct align_state {
    unsigned char viseme;
    int word;                    /* -1: silence, which may be left out */
    int first_frame, last_frame; /* in which it may be */
} align_state;

typedef struct align_word {
    size_t begin, end; /* bytes of the text */
    const char *text;
} align_word;

/* A search that is being prepared. */
typedef struct align_plan {
    align_state *states;
    align_word *words;
    int state_count, state_room, word_count, word_room;
} align_plan;

static bool add_state(align_plan *p, align_state state)
{
    if (p->state_count == p->state_room) {
        const int room = 2 * p->state_room + 256;
        align_state *more = realloc(p->states, (size_t)room * sizeof *more);
        if (!more) return false;
        p->states = more;
        p->state_room = room;
    }

    p->states[p->state_count++] = state;
    return true;
}

static bool add_align_word(align_plan *p, align_word word)
{
    if (p->word_count == p->word_room) {
        const int room = 2 * p->word_room + 64;
        align_word *more = realloc(p->words, (size_t)room * sizeof *more);
        if (!more) return false;
        p->words = more;
        p->word_room = room;
    }

    p->words[p->word_count++] = word;
    return true;
}

/* Adds the states of a word, and the silence after it. */
static bool add_spelled(align_plan *p, const pd_speech_spelling *word, align_word text, int first, int last)
{
    const align_state silence = {.viseme = PD_SPEECH_SIL, .word = -1, .last_frame = INT32_MAX};
    bool good = add_align_word(p, text);

    for (int i = 0; i < word->count && good; i++) {
        pd_speech_viseme shapes[2];
        float weight;
        pd_speech_phone_shape(&shapes[0], &shapes[1], &weight, word->phones[i]);

        /* h has the shape of the sound after it. */
        pd_speech_viseme next[2] = {PD_SPEECH_AA, PD_SPEECH_AA};
        for (int k = i + 1; k < word->count && shapes[0] == PD_SPEECH_NEXT; k++) {
            pd_speech_phone_shape(&next[0], &next[1], &weight, word->phones[k]);
            if (next[0] != PD_SPEECH_NEXT) break;
        }

        if (shapes[0] == PD_SPEECH_NEXT)
            shapes[0] = shapes[1] = next[0] == PD_SPEECH_NEXT ? PD_SPEECH_AA : next[0];
        for (int s = 0; s < (shapes[0] == shapes[1] ? 1 : 2) && good; s++)
            good = add_state(p, (align_state){.viseme = (unsigned char)shapes[s],
                                              .word = p->word_count - 1,
                                              .first_frame = first,
                                              .last_frame = last});
    }

    return good && add_state(p, silence);
}

static pd_status plan_text(align_plan *p, const char *text, pd_error *err)
{
    pd_speech_spelling word;

    for (size_t at = 0;;) {
        const pd_status status = pd_speech_spell_next(&word, text, &at, err);
        if (status != PD_OK) return status;
        if (!word.count) return PD_OK;
        if (!add_spelled(p, &word, (align_word){word.begin, word.end, text}, 0, INT32_MAX))
            return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    }
}

static pd_status plan_words(align_plan *p, const pd_speech_align_job *job, pd_error *err)
{
    for (int i = 0; i < job->word_count; i++) {
        const pd_speech_timed *item = &job->words[i];
        pd_speech_spelling word;
        const pd_status status = pd_speech_spell_item(&word, item->name, err);
        if (status != PD_OK) return status;
        if (!word.count) continue;
        const double end = item->end >= 0            ? item->end
                           : i + 1 < job->word_count ? job->words[i + 1].start
                                                     : 1e6;
        const int first = (int)((item->start - MARGIN) / (double)FRAME);
        const int last = (int)((end + MARGIN) / (double)FRAME);
        if (!add_spelled(p, &word, (align_word){0, strlen(item->name), item->name}, first, last))
            return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    }

    return PD_OK;
}

/* Logarithms of a frame's probabilities, not below the floor. Returns the largest. */
static float make_logs(float logs[V], const float *probabilities)
{
    float best = FLOOR;

    for (int v = 0; v < V; v++) {
        logs[v] = fmaxf(logf(probabilities[v] + 1e-9f), FLOOR);
        best = fmaxf(best, logs[v]);
    }

    return best;
}

/* Scores all states in frame t from those in the frame before it. row: two bits of a state, how many states
 * it comes from before it; all zero. */
static void score_states(float *next, unsigned char *row, const float *now, const align_plan *p,
                         const float *logs, int t)
{
    for (int s = 0; s < p->state_count; s++) {
        const align_state *state = &p->states[s];
        float most = t ? now[s] + STAY : now[s];
        int move = 0;

        /* From the state before it, or over a silence. */
        if (t && s && now[s - 1] + STEP > most) {
            most = now[s - 1] + STEP;
            move = 1;
        }

        if (t && s > 1 && p->states[s - 1].word < 0 && now[s - 2] + STEP > most) {
            most = now[s - 2] + STEP;
            move = 2;
        }

        const bool is_inside = t >= state->first_frame && t <= state->last_frame;
        next[s] = most + (is_inside ? logs[state->viseme] : OUTSIDE);
        row[s / 4] |= (unsigned char)(move << (2 * (s % 4)));
    }
}

/* Returns the state from which a state of a row comes. */
static int state_before(const unsigned char *row, int s)
{
    return s - (row[s / 4] >> (2 * (s % 4)) & 3);
}

static void begin_scores(float *scores, const align_plan *p)
{
    for (int s = 0; s < p->state_count; s++) scores[s] = s < 2 ? 0 : NONE;
}

/* Searches the path: path[t] is the state of frame t. Returns its mean log-probability less that of the
 * likeliest shapes, negated. moves: scratch of (frames, (states + 3) / 4), scores: of 2 states. */
static double search_path(int *path, const align_plan *p, const float *probabilities, int frames,
                          unsigned char *moves, float *scores)
{
    const int n = p->state_count;
    const size_t step = ((size_t)n + 3) / 4;
    float *now = scores, *next = scores + n, logs[V];
    double doubt = 0;

    begin_scores(now, p);
    for (int t = 0; t < frames; t++) {
        doubt += (double)make_logs(logs, probabilities + (size_t)t * V);
        score_states(next, moves + (size_t)t * step, now, p, logs, t);
        float *swap = now;
        now = next;
        next = swap;
    }

    /* Back from the end: the last silence, or the phone before it. */
    int s = now[n - 1] > now[n - 2] ? n - 1 : n - 2;
    for (int t = frames - 1; t >= 0; t--) {
        path[t] = s;
        make_logs(logs, probabilities + (size_t)t * V);
        doubt -= (double)logs[p->states[s].viseme];
        s = state_before(moves + (size_t)t * step, s);
    }

    return doubt / frames;
}

/* Makes the track of a path. */
static pd_status track_of_path(pd_speech_track **out, const align_plan *p, const int *path, int frames,
                               pd_error *err)
{
    pd_speech_timed *items = malloc(((size_t)p->state_count + 1) * sizeof *items);
    pd_speech_timed *words = malloc(((size_t)p->word_count + 1) * sizeof *words);
    size_t bytes = 1;
    int item_count = 0, word_count = 0;

    for (int i = 0; i < p->word_count; i++) bytes += p->words[i].end - p->words[i].begin + 1;
    char *texts = malloc(bytes);
    if (!items || !words || !texts) {
        free(items);
        free(words);
        free(texts);
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    }

    /* A shape for each state, and a word for its states. */
    char *text = texts;
    for (int t = 0, last = -1; t < frames;) {
        int end = t;
        while (end < frames && path[end] == path[t]) end++;
        const align_state *s = &p->states[path[t]];
        const double from = t * (double)FRAME, to = end * (double)FRAME;
        items[item_count++] = (pd_speech_timed){.name = pd_speech_viseme_name((pd_speech_viseme)s->viseme),
                                                .start = from,
                                                .end = to,
                                                .weight = 1};
        if (s->word >= 0 && s->word != last) {
            const align_word *w = &p->words[s->word];
            memcpy(text, w->text + w->begin, w->end - w->begin);
            text[w->end - w->begin] = 0;
            words[word_count++] = (pd_speech_timed){.name = text, .start = from, .end = to, .weight = 1};
            text += w->end - w->begin + 1;
            last = s->word;
        }

        if (s->word >= 0) words[word_count - 1].end = to;
        t = end;
    }

    const pd_speech_source source = {.kind = PD_SPEECH_SHAPES_NAMED,
                                     .items = items,
                                     .count = item_count,
                                     .set = PD_SPEECH_OCULUS,
                                     .words = words,
                                     .word_count = word_count};
    const pd_status status = pd_speech_track_make(out, &source, err);
    free(items);
    free(words);
    free(texts);

    return status;
}

/* Checks the size of a search. */
static pd_status check_plan(const align_plan *p, int frames, pd_error *err)
{
    const size_t bytes = (size_t)frames * (((size_t)p->state_count + 3) / 4);

    if (!p->word_count)
        return pd_fail(err, PD_ERR_INVALID, "", "no word that can be spoken; at least one expected");
    if (p->state_count - p->word_count - 1 > frames)
        return pd_fail(err, PD_ERR_INVALID, "",
                       "%d sounds of the text in %.3g s; at most 100 a second are possible",
                       p->state_count - p->word_count - 1, frames * (double)FRAME);
    if (bytes > PD_SPEECH_ALIGN_BYTES || p->state_count > PD_SPEECH_ITEMS)
        return pd_fail(err, PD_ERR_LIMIT, "",
                       "%d sounds of the text and %.4g s of sound need %zu MB; at most %zu MB and %d sounds "
                       "allowed: send it in parts",
                       p->state_count, frames * (double)FRAME, bytes >> 20, PD_SPEECH_ALIGN_BYTES >> 20,
                       PD_SPEECH_ITEMS);

    return PD_OK;
}

pd_status pd_speech_align(pd_speech_track **out, double *doubt, const pd_speech_align_job *job, pd_error *err)
{
    const align_state silence = {.viseme = PD_SPEECH_SIL, .word = -1, .last_frame = INT32_MAX};
    align_plan plan = {.states = NULL};

    /* The states of the text. */
    *out = NULL;
    *doubt = 0;
    pd_status status = add_state(&plan, silence) ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    if (status == PD_OK) status = job->text ? plan_text(&plan, job->text, err) : plan_words(&plan, job, err);
    if (status == PD_OK) status = check_plan(&plan, job->frame_count, err);

    /* The path, and its track. */
    if (status == PD_OK) {
        const size_t step = ((size_t)plan.state_count + 3) / 4;
        int *path = malloc((size_t)job->frame_count * sizeof *path);
        unsigned char *moves = calloc((size_t)job->frame_count, step);
        float *scores = malloc(2 * (size_t)plan.state_count * sizeof *scores);
        if (path && moves && scores) {
            *doubt = search_path(path, &plan, job->probabilities, job->frame_count, moves, scores);
            status = track_of_path(out, &plan, path, job->frame_count, err);
        } else {
            status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
        }

        free(path);
        free(moves);
        free(scores);
    }

    free(plan.states);
    free(plan.words);
    return status;
}

/* ---- a sound that comes ---- */

enum { KEPT = PD_SPEECH_FOLLOW_LAG + 1 };

struct pd_speech_follow {
    align_plan plan;
    float *scores[2];     /* (states): now, next */
    unsigned char *moves; /* (KEPT, row) of the last frames, frame t at t modulo KEPT */
    size_t row;           /* bytes */
    float kept[KEPT][V];  /* probabilities of the last frames */
    double doubt;         /* of the last half second */
    long time;            /* frames so far */
    bool is_doubted;
};

void pd_speech_follow_free(pd_speech_follow *f)
{
    if (!f) return;
    free(f->plan.states);
    free(f->plan.words);
    free(f->scores[0]);
    free(f->scores[1]);
    free(f->moves);
    free(f);
}

pd_status pd_speech_follow_new(pd_speech_follow **out, const char *text, pd_error *err)
{
    const align_state silence = {.viseme = PD_SPEECH_SIL, .word = -1, .last_frame = INT32_MAX};
    pd_speech_follow *f = calloc(1, sizeof *f);

    *out = NULL;
    if (!f) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    pd_status status =
        add_state(&f->plan, silence) ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    if (status == PD_OK) status = plan_text(&f->plan, text, err);
    if (status == PD_OK && !f->plan.word_count)
        status = pd_fail(err, PD_ERR_INVALID, "", "no word that can be spoken; at least one expected");
    if (status == PD_OK && f->plan.state_count > PD_SPEECH_ITEMS)
        status = pd_fail(err, PD_ERR_LIMIT, "", "%d sounds of the text; at most %d allowed",
                         f->plan.state_count, PD_SPEECH_ITEMS);
    if (status == PD_OK) {
        f->row = ((size_t)f->plan.state_count + 3) / 4;
        f->moves = malloc(KEPT * f->row);
        for (int i = 0; i < 2; i++) f->scores[i] = malloc((size_t)f->plan.state_count * sizeof(float));
        if (!f->moves || !f->scores[0] || !f->scores[1])
            status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    }

    if (status != PD_OK) {
        pd_speech_follow_free(f);
        return status;
    }

    begin_scores(f->scores[0], &f->plan);
    *out = f;
    return PD_OK;
}

size_t pd_speech_follow_bytes(const char *text)
{
    /* A letter is two sounds or fewer, and a state has its scores, moves and place. */
    return sizeof(pd_speech_follow) +
           2 * (2 * strlen(text) + 512) * (sizeof(align_state) + 2 * sizeof(float) + KEPT);
}

bool pd_speech_follow_step(float *out, pd_speech_follow *f, const float *probabilities)
{
    const int n = f->plan.state_count;
    const int slot = (int)(f->time % KEPT);
    float logs[V];

    make_logs(logs, probabilities);
    memcpy(f->kept[slot], probabilities, sizeof f->kept[slot]);
    memset(f->moves + (size_t)slot * f->row, 0, f->row);
    score_states(f->scores[1], f->moves + (size_t)slot * f->row, f->scores[0], &f->plan, logs,
                 f->time ? 1 : 0);

    /* The likeliest state, against which scores are kept, so that they do not grow. */
    float *now = f->scores[1];
    f->scores[1] = f->scores[0];
    f->scores[0] = now;
    int s = 0;
    for (int i = 1; i < n; i++)
        if (now[i] > now[s]) s = i;
    const float most = now[s];
    for (int i = 0; i < n; i++) now[i] -= most;
    f->time++;
    if (f->time <= PD_SPEECH_FOLLOW_LAG) return false;

    /* Back to the frame that is shown. */
    for (int k = 0; k < PD_SPEECH_FOLLOW_LAG; k++)
        s = state_before(f->moves + (size_t)((slot + KEPT - k) % KEPT) * f->row, s);
    const float *then = f->kept[(slot + 1) % KEPT];
    const float best = make_logs(logs, then);
    const int viseme = f->plan.states[s].viseme;
    f->doubt += ((double)(best - logs[viseme]) - f->doubt) / DOUBTED_FRAMES;

    /* Where something else is said, the sound alone is shown. */
    f->is_doubted = f->doubt > (f->is_doubted ? TRUSTED : DISTRUSTED);
    for (int v = 0; v < V; v++) out[v] = f->is_doubted ? then[v] : v == viseme ? 1 : 0;

    return true;
}
