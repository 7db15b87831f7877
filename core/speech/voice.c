#include "core/speech/voice.h"

#include "core/base/assert.h"
#include "core/base/buffer.h"
#include "core/speech/spell.h"

#include <flite/flite.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Of libflite_cmu_us_*, which have no headers. */
cst_voice *register_cmu_us_slt(const char *folder);
cst_voice *register_cmu_us_rms(const char *folder);
cst_voice *register_cmu_us_awb(const char *folder);
cst_voice *register_cmu_us_kal16(const char *folder);

#define RATE 16000

static cst_voice *(*const makers[PD_SPEECH_VOICES])(const char *) = {
    register_cmu_us_slt, register_cmu_us_rms, register_cmu_us_awb, register_cmu_us_kal16};

/* Returns a voice, which is made at its first use and lives as long as the process. */
static cst_voice *voice_of(pd_speech_voice voice)
{
    static _Atomic(cst_voice *) made[PD_SPEECH_VOICES];
    static atomic_flag is_being_made = ATOMIC_FLAG_INIT;
    cst_voice *found = atomic_load(&made[voice]);

    if (found) return found;
    while (atomic_flag_test_and_set(&is_being_made)) continue;
    found = atomic_load(&made[voice]);
    if (!found) {
        found = makers[voice](NULL);
        atomic_store(&made[voice], found);
    }

    atomic_flag_clear(&is_being_made);
    return found;
}

/* What was spoken so far. */
typedef struct spoken {
    pd_buffer samples;      /* float */
    pd_buffer phones;       /* pd_speech_timed, whose names are offsets in `texts` until the end */
    pd_buffer words, texts; /* words: as phones */
    double time;
} spoken;

/* Adds a name with its times; its text is found by its offset at the end. */
static void add_timed(spoken *s, pd_buffer *list, const char *text, double start, double end)
{
    const pd_speech_timed item = {
        .name = (const char *)(uintptr_t)s->texts.size, .start = start, .end = end, .weight = 1};

    pd_buffer_add(list, &item, sizeof item);
    pd_buffer_add(&s->texts, text, strlen(text) + 1);
}

/* Speaks one part, and appends its sound, phones and words. Returns false without memory. */
static bool speak_part(spoken *s, const char *text, cst_voice *voice, double speed)
{
    cst_utterance *u = new_utterance();

    if (!u) return false;
    utt_set_input_text(u, text);
    utt_init(u, voice);
    feat_set_float(u->features, "duration_stretch", (float)(1 / speed));
    if (!utt_synth(u) || !utt_wave(u)) {
        delete_utterance(u);
        return false;
    }

    /* Its phones, one after the other. */
    double before = s->time;
    for (const cst_item *p = relation_head(utt_relation(u, "Segment")); p; p = item_next(p)) {
        const double end = s->time + (double)item_feat_float(p, "end");
        add_timed(s, &s->phones, item_feat_string(p, "name"), before, end > before ? end : before);
        before = end > before ? end : before;
    }

    /* Its words: from the end of the phone before the first one to the end of the last. */
    for (const cst_item *w = relation_head(utt_relation(u, "Word")); w; w = item_next(w)) {
        const double start = (double)ffeature_float(w, "R:SylStructure.daughter1.daughter1.R:Segment.p.end");
        const double end = (double)ffeature_float(w, "R:SylStructure.daughtern.daughtern.R:Segment.end");
        if (end > start) add_timed(s, &s->words, item_feat_string(w, "name"), s->time + start, s->time + end);
    }

    /* Its sound, whose end is the beginning of the next part. */
    const cst_wave *wave = utt_wave(u);
    const int count = wave->num_samples;
    for (int i = 0; i < count; i++) {
        const float sample = (float)wave->samples[i] / 32768;
        pd_buffer_add(&s->samples, &sample, sizeof sample);
    }

    PD_ASSERT(wave->sample_rate == RATE);
    s->time = (double)(s->samples.size / sizeof(float)) / RATE;
    delete_utterance(u);

    return true;
}

/* Replaces the names of a list, which are offsets while texts grows, by pointers into texts. */
static void name_list(pd_buffer *list, const spoken *s)
{
    pd_speech_timed *items = (pd_speech_timed *)(void *)list->data;
    const size_t count = list->size / sizeof *items;

    for (size_t i = 0; i < count; i++) {
        items[i].name = (const char *)s->texts.data + (uintptr_t)items[i].name;

        /* Parts end within a sample of the next one's beginning. */
        if (i && items[i].start < items[i - 1].start) items[i].start = items[i - 1].start;
        if (items[i].end < items[i].start) items[i].end = items[i].start;
    }
}

/* Speaks all parts of a text. */
static pd_status speak_parts(spoken *s, const char *text, cst_voice *voice, double speed, pd_error *err)
{
    pd_speech_spelling word;
    pd_buffer part = {0};
    size_t at = 0;
    int words = 0;
    pd_status status = PD_OK;

    do {
        const size_t from = at;
        status = pd_speech_spell_next(&word, text, &at, err);
        if (status != PD_OK) break;
        words += word.count > 0;
        pd_speech_spell_fold(&part, text + from, at - from);
        const bool has_ended = !word.count || !text[at] || word.pause > 0.4 || words == PD_SPEECH_VOICE_WORDS;
        if (!has_ended || !words) continue;
        pd_buffer_add(&part, "", 1);
        if (part.failed || !speak_part(s, (const char *)part.data, voice, speed))
            status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory for speech");
        pd_buffer_clear(&part);
        words = 0;
    } while (status == PD_OK && word.count);

    pd_buffer_deinit(&part);
    return status;
}

pd_status pd_speech_voice_say(pd_speech_sound *sound, pd_speech_track **track, const char *text,
                              pd_speech_voice voice, double speed, pd_error *err)
{
    spoken s = {.time = 0};
    pd_status status;

    PD_ASSERT((unsigned)voice < PD_SPEECH_VOICES && speed > 0);
    *track = NULL;
    *sound = (pd_speech_sound){.count = 0};
    if (strlen(text) > PD_SPEECH_VOICE_TEXT)
        return pd_fail(err, PD_ERR_LIMIT, "", "%zu bytes; at most %d allowed with a voice", strlen(text),
                       PD_SPEECH_VOICE_TEXT);

    /* The sound, then the track of its phones. */
    status = speak_parts(&s, text, voice_of(voice), speed, err);
    name_list(&s.phones, &s);
    name_list(&s.words, &s);
    if (status == PD_OK && (s.samples.failed || s.phones.failed || s.words.failed || s.texts.failed))
        status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory for speech");
    if (status == PD_OK && !s.words.size)
        status = pd_fail(err, PD_ERR_INVALID, "", "no word that can be spoken; at least one expected");
    if (status == PD_OK) {
        const pd_speech_source source = {.kind = PD_SPEECH_ARPABET,
                                         .items = (const pd_speech_timed *)(const void *)s.phones.data,
                                         .count = (int)(s.phones.size / sizeof(pd_speech_timed)),
                                         .words = (const pd_speech_timed *)(const void *)s.words.data,
                                         .word_count = (int)(s.words.size / sizeof(pd_speech_timed))};
        status = pd_speech_track_make(track, &source, err);
    }

    /* The sound takes the samples. */
    if (status == PD_OK) {
        sound->count = (int)(s.samples.size / sizeof(float));
        sound->rate = RATE;
        sound->samples = malloc(s.samples.size + 1);
        if (!sound->samples) {
            pd_speech_track_release(*track);
            *track = NULL;
            status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory for speech");
        } else {
            memcpy(sound->samples, s.samples.data, s.samples.size);
        }
    }

    pd_buffer_deinit(&s.samples);
    pd_buffer_deinit(&s.phones);
    pd_buffer_deinit(&s.words);
    pd_buffer_deinit(&s.texts);

    return status;
}
