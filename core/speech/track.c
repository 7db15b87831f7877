#include "core/speech/track.h"

#include "core/base/assert.h"
#include "core/base/references.h"
#include "core/speech/spell.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAP       0.05 /* shortest silence, seconds */
#define SECOND    0.6  /* share of a diphthong after which its second shape begins */
#define LAST      0.15 /* seconds of a last viseme without an end */
#define LEAD      0.1  /* silence in front of a text without times */
#define PAUSE     0.15 /* seconds to the next word from which a word ends a phrase */
#define NEXT_MOST 0.6f /* largest weight that h takes from the sound after it */
#define SHORTEST  0.01 /* seconds of a segment */

/* A track that is being made. */
typedef struct maker {
    pd_speech_track *track;
    size_t segment_room, word_room, text_size, text_room;
    bool failed; /* out of memory */
} maker;

/* Makes room for one element more. Returns false without memory. */
static bool grow(void **items, size_t *room, size_t needed, size_t bytes)
{
    if (needed <= *room) return true;
    const size_t more = 2 * needed + 64;
    void *moved = realloc(*items, more * bytes);
    if (!moved) return false;
    *items = moved;
    *room = more;
    return true;
}

static void add_segment(maker *m, pd_speech_viseme viseme, double weight, double start, double end)
{
    pd_speech_track *t = m->track;
    void *segments = t->segments;

    if (m->failed || end - start < 1e-6) return;
    m->failed = !grow(&segments, &m->segment_room, (size_t)t->count + 1, sizeof *t->segments);
    t->segments = segments;
    if (m->failed) return;
    t->segments[t->count++] = (pd_speech_segment){
        .viseme = (unsigned char)viseme, .weight = (float)weight, .start = (float)start, .end = (float)end};
}

/* Adds a sound of one or two shapes, after silence or after a short gap that the sound before it fills. */
static void add_sound(maker *m, pd_speech_viseme first, pd_speech_viseme second, double weight, double start,
                      double end)
{
    pd_speech_track *t = m->track;
    const double before = t->count ? (double)t->segments[t->count - 1].end : 0;

    if (start - before > GAP)
        add_segment(m, PD_SPEECH_SIL, 1, before, start);
    else if (start > before && t->count && !m->failed)
        t->segments[t->count - 1].end = (float)start;
    else
        start = before;
    if (end < start + SHORTEST) end = start + SHORTEST;

    const double middle = first == second ? end : start + SECOND * (end - start);
    add_segment(m, first, weight, start, middle);
    add_segment(m, second, weight, middle, end);
}

static void add_word(maker *m, const char *text, size_t size, double start, double end)
{
    pd_speech_track *t = m->track;
    void *words = t->words;
    void *texts = t->texts;

    m->failed = m->failed || !grow(&words, &m->word_room, (size_t)t->word_count + 1, sizeof *t->words);
    t->words = words;
    m->failed = m->failed || !grow(&texts, &m->text_room, m->text_size + size + 1, 1);
    t->texts = texts;
    if (m->failed) return;

    /* The text moves when its memory grows: its address is set at the end. */
    memcpy(t->texts + m->text_size, text, size);
    t->texts[m->text_size + size] = 0;
    t->words[t->word_count++] = (pd_speech_word){.start = (float)start, .end = (float)end};
    m->text_size += size + 1;
}

/* Adds phones that fill a word from start to end. */
static void add_phones(maker *m, const pd_speech_phone *phones, int count, bool is_final, double start,
                       double end)
{
    double lengths[PD_SPEECH_WORD_PHONES];

    PD_ASSERT(count <= PD_SPEECH_WORD_PHONES);
    pd_speech_phone_fill(lengths, phones, count, is_final, end - start);
    for (int i = 0; i < count; i++) {
        pd_speech_viseme first, second;
        float weight;
        pd_speech_phone_shape(&first, &second, &weight, phones[i]);
        add_sound(m, first, second, (double)weight, start, start + lengths[i]);
        start += lengths[i];
    }
}

static double usual_seconds(const pd_speech_phone *phones, int count, bool is_final)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += pd_speech_phone_seconds(phones[i], is_final && i >= count - 2);
    return sum;
}

/* ---- kinds of sources ---- */

static pd_status make_text(maker *m, const pd_speech_source *source, pd_error *err)
{
    pd_speech_spelling word;
    double time = LEAD;
    size_t at = 0;

    PD_ASSERT(source->speed > 0);
    for (;;) {
        const pd_status status = pd_speech_spell_next(&word, source->text, &at, err);
        if (status != PD_OK) return status;
        if (!word.count) break;

        /* The last word of the text ends a phrase as well. */
        const bool is_final = word.pause > 0 || !source->text[at];
        const double end = time + usual_seconds(word.phones, word.count, is_final) / source->speed;
        if (end > PD_SPEECH_SECONDS || m->track->word_count == PD_SPEECH_ITEMS)
            return pd_fail(err, PD_ERR_LIMIT, "",
                           "more than %d words or %g seconds of speech; at most that allowed",
                           PD_SPEECH_ITEMS, PD_SPEECH_SECONDS);
        add_phones(m, word.phones, word.count, is_final, time, end);
        add_word(m, source->text + word.begin, word.end - word.begin, time, end);
        if (m->failed) break;
        time = end + (source->text[at] ? word.pause / source->speed : 0);
    }

    if (!m->track->word_count && !m->failed)
        return pd_fail(err, PD_ERR_INVALID, "", "no word that can be spoken; at least one expected");
    return PD_OK;
}

static pd_status make_words(maker *m, const pd_speech_source *source, pd_error *err)
{
    for (int i = 0; i < source->count && !m->failed; i++) {
        const pd_speech_timed *item = &source->items[i];
        const pd_speech_timed *next = i + 1 < source->count ? item + 1 : NULL;
        pd_speech_spelling word;

        /* A word without letters, a dash or a bracket, is silent. */
        const pd_status status = pd_speech_spell_item(&word, item->name, err);
        if (status != PD_OK) {
            snprintf(err->where, sizeof err->where, "/%d/word", i);
            return status;
        }

        if (!word.count) continue;

        /* Without an end: the usual duration, if the next word leaves room for it. */
        const double usual = usual_seconds(word.phones, word.count, !next);
        double end = item->end;
        if (end < 0) end = next ? fmin(next->start, item->start + 1.5 * usual) : item->start + usual;
        if (next && end > next->start) end = next->start;
        if (end < item->start + SHORTEST) end = item->start + SHORTEST;
        add_phones(m, word.phones, word.count, !next || next->start - end > PAUSE, item->start, end);
        add_word(m, item->name, strlen(item->name), item->start, end);
    }

    return PD_OK;
}

/* Returns the end of an item: its own, or where the next one begins. */
static double end_of(const pd_speech_source *source, int i, double usual)
{
    const pd_speech_timed *item = &source->items[i];
    const bool has_next = i + 1 < source->count;

    if (item->end >= 0) return has_next ? fmin(item->end, fmax(item[1].start, item->start)) : item->end;
    return has_next ? item[1].start : item->start + usual;
}

static pd_status make_phones(maker *m, const pd_speech_source *source, pd_error *err)
{
    const bool is_ipa = source->kind == PD_SPEECH_IPA;

    for (int i = 0; i < source->count && !m->failed; i++) {
        const pd_speech_timed *item = &source->items[i];
        pd_speech_phone phones[PD_SPEECH_NAME_PHONES];
        char place[32];
        const int count = pd_speech_phone_find(phones, item->name, is_ipa);

        snprintf(place, sizeof place, "/%d/phone", i);
        if (!count)
            return pd_fail(err, PD_ERR_INVALID, place, "\"%.32s\"; a phone of %s expected", item->name,
                           is_ipa ? "IPA" : "ARPAbet (AA to ZH, with or without a digit of stress; sil)");
        const double end = end_of(source, i, pd_speech_phone_seconds(phones[0], true));
        add_phones(m, phones, count, false, item->start, fmax(end, item->start + SHORTEST));
    }

    return PD_OK;
}

static pd_status make_visemes(maker *m, const pd_speech_source *source, pd_error *err)
{
    for (int i = 0; i < source->count && !m->failed; i++) {
        const pd_speech_timed *item = &source->items[i];
        const pd_speech_named *named = pd_speech_set_find(source->set, item->name);
        char place[32];

        snprintf(place, sizeof place, "/%d/viseme", i);
        if (!named)
            return pd_fail(err, PD_ERR_INVALID, place, "\"%.32s\"; one of %s expected", item->name,
                           pd_speech_set_names(source->set));
        if (named->first == PD_SPEECH_SIL && i + 1 == source->count && item->end < 0) break;
        add_sound(m, named->first, named->second, (double)named->weight * item->weight, item->start,
                  end_of(source, i, LAST));
    }

    return PD_OK;
}

/* Checks the times of a list. */
static pd_status check_items(const pd_speech_source *source, pd_error *err)
{
    char place[32];

    if (source->count > PD_SPEECH_ITEMS)
        return pd_fail(err, PD_ERR_LIMIT, "", "%d entries; at most %d allowed", source->count,
                       PD_SPEECH_ITEMS);
    for (int i = 0; i < source->count; i++) {
        const pd_speech_timed *item = &source->items[i];
        const double least = i ? item[-1].start : 0;
        snprintf(place, sizeof place, "/%d/start", i);
        if (!(item->start >= least && item->start <= PD_SPEECH_SECONDS))
            return pd_fail(err, PD_ERR_RANGE, place, "%.10g; %g to %g seconds expected, in order of time",
                           item->start, least, PD_SPEECH_SECONDS);
        snprintf(place, sizeof place, "/%d/end", i);
        if (!(item->end < 0) && !(item->end >= item->start && item->end <= PD_SPEECH_SECONDS))
            return pd_fail(err, PD_ERR_RANGE, place, "%.10g; %g (its start) to %g seconds expected",
                           item->end, item->start, PD_SPEECH_SECONDS);
    }

    return PD_OK;
}

/* Sounds that take the shape of what follows get it; texts of words get their addresses. */
static void finish(maker *m)
{
    pd_speech_track *t = m->track;

    for (int i = t->count - 1; i >= 0; i--) {
        pd_speech_segment *s = &t->segments[i];
        const pd_speech_segment *next = i + 1 < t->count ? s + 1 : NULL;
        if (s->viseme != PD_SPEECH_NEXT) continue;
        s->viseme = next ? next->viseme : PD_SPEECH_SIL;
        s->weight = next ? fminf(NEXT_MOST, next->weight) : 0;
    }

    const char *text = t->texts;
    for (int i = 0; i < t->word_count; i++) {
        t->words[i].text = text;
        text += strlen(text) + 1;
    }

    t->seconds = t->count ? (double)t->segments[t->count - 1].end : 0;
}

pd_status pd_speech_track_make(pd_speech_track **out, const pd_speech_source *source, pd_error *err)
{
    maker m = {.track = calloc(1, sizeof *m.track)};

    *out = NULL;
    if (!m.track) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    m.track->references = 1;

    pd_status status = source->kind == PD_SPEECH_TEXT_ALONE ? PD_OK : check_items(source, err);
    if (status == PD_OK) switch (source->kind) {
        case PD_SPEECH_TEXT_ALONE: status = make_text(&m, source, err); break;
        case PD_SPEECH_WORDS: status = make_words(&m, source, err); break;
        case PD_SPEECH_ARPABET:
        case PD_SPEECH_IPA: status = make_phones(&m, source, err); break;
        case PD_SPEECH_SHAPES_NAMED: status = make_visemes(&m, source, err); break;
        }

    for (int i = 0; i < source->word_count && status == PD_OK; i++) {
        const pd_speech_timed *word = &source->words[i];
        add_word(&m, word->name, strlen(word->name), word->start, word->end);
    }

    if (status == PD_OK && m.failed) status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    if (status != PD_OK) {
        pd_speech_track_release(m.track);
        return status;
    }

    finish(&m);
    *out = m.track;
    return PD_OK;
}

void pd_speech_track_retain(pd_speech_track *track)
{
    pd_references_add(&track->references);
}

size_t pd_speech_track_bytes(const pd_speech_track *track)
{
    size_t bytes = sizeof *track + (size_t)track->count * sizeof *track->segments +
                   (size_t)track->word_count * sizeof *track->words;
    for (int i = 0; i < track->word_count; i++) bytes += strlen(track->words[i].text) + 1;
    return bytes;
}

void pd_speech_cut_text(char *out, size_t bytes, const char *text)
{
    size_t size = strlen(text);

    PD_ASSERT(bytes > 0);
    if (size >= bytes) {
        size = bytes - 1;
        while (size && ((unsigned char)text[size] & 0xC0) == 0x80) size--;
    }

    memcpy(out, text, size);
    out[size] = 0;
}

void pd_speech_track_release(pd_speech_track *track)
{
    if (!track || !pd_references_drop(&track->references)) return;
    free(track->segments);
    free(track->words);
    free(track->texts);
    free(track);
}
