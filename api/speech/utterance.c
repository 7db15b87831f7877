#include "api/speech/utterance.h"

#include "core/base/assert.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(pd_api_utterance_values, member)

/* Whose form a list is in. */
enum {
    FROM_POSED,
    FROM_ARPABET,
    FROM_IPA,
    FROM_OCULUS,
    FROM_OPENXR,
    FROM_VRM,
    FROM_RHUBARB,
    FROM_AZURE,
    FROM_POLLY,
    FROM_GOOGLE,
    FROM_ELEVENLABS
};
static const char sources[] = "posed|arpabet|ipa|oculus|openxr|vrm|rhubarb|azure|polly|google|elevenlabs";

const pd_api_field pd_api_utterance_fields[] = {
    {.name = "text",
     .type = PD_API_TEXT,
     .offset = AT(text),
     .example = "\"Hello, my name is Bob.\"",
     .doc = "Text that is spoken, without times: durations are those of read English. Up to 131072 bytes in "
            "Latin letters; numbers and signs are read as words."},
    {.name = "words",
     .type = PD_API_ANY,
     .offset = AT(words),
     .schema = "{\"type\":\"array\",\"items\":{\"type\":\"object\"}}",
     .example = "[{\"word\":\"Hello\",\"start\":0.1,\"end\":0.45},{\"word\":\"Bob\",\"start\":0.5}]",
     .doc = "Words with their times in seconds, or in the form of the service that `source` names: azure "
            "(word boundaries), polly (speech marks) or google (time points, recognised words)."},
    {.name = "characters",
     .type = PD_API_ANY,
     .offset = AT(characters),
     .schema = "{\"type\":\"object\"}",
     .example = "{\"characters\":[\"H\",\"i\"],\"character_start_times_seconds\":[0,0.1],"
                "\"character_end_times_seconds\":[0.1,0.3]}",
     .doc = "Characters with their times, the member `alignment` of ElevenLabs. Words are made of them."},
    {.name = "phones",
     .type = PD_API_ANY,
     .offset = AT(phones),
     .schema = "{\"type\":\"array\",\"items\":{\"type\":\"object\"}}",
     .example = "[{\"phone\":\"HH\",\"start\":0.1},{\"phone\":\"AY1\",\"start\":0.18,\"end\":0.4}]",
     .doc = "Phones with their times in seconds: ARPAbet, or IPA with `source` ipa."},
    {.name = "visemes",
     .type = PD_API_ANY,
     .offset = AT(visemes),
     .schema = "{\"type\":\"array\",\"items\":{\"type\":\"object\"}}",
     .example = "[{\"viseme\":\"PP\",\"start\":0.1},{\"viseme\":\"aa\",\"start\":0.2,\"end\":0.4,"
                "\"weight\":0.8}]",
     .doc = "Visemes with their times in seconds, by the names of Oculus, or by those of `source`: openxr, "
            "vrm, rhubarb (mouthCues), azure (VisemeId, AudioOffset) or polly (speech marks)."},
    {.name = "source",
     .type = PD_API_CHOICE,
     .offset = AT(source),
     .choices = sources,
     .preset = "\"posed\"",
     .doc = "Form of the list: whose members, units of time and names its entries have. posed: word, phone "
            "(ARPAbet) or viseme (Oculus), start and end in seconds, and weight of visemes."},
    {.name = "speed",
     .type = PD_API_NUMBER,
     .offset = AT(speed),
     .min = 0.25,
     .max = 4,
     .preset = "1",
     .doc = "Speed of a text without times: 2 halves all durations."},
    {0},
};

const pd_api_utterance_values pd_api_utterance_preset = {.speed = 1};

/* How the entries of a list are read. */
typedef struct list_form {
    int source;
    const char *list;                 /* field */
    const char *names[3], *starts[3]; /* members that have them, the first that is there; NULL ends */
    const char *ends[2], *durations[2];
    double unit;      /* seconds of one unit of time */
    const char *only; /* value of the member `type` of entries that count; NULL: all */
    bool is_strict;   /* true: other members are refused */
    bool has_weight;
    pd_speech_kind kind;
    pd_speech_set set;
} list_form;

#define OURS(n, k, s, w)                                                                                     \
    .names = {n}, .starts = {"start"}, .ends = {"end"}, .unit = 1, .is_strict = true, .has_weight = (w),     \
    .kind = PD_SPEECH_##k, .set = PD_SPEECH_##s
static const list_form forms[] = {
    {.source = FROM_POSED, .list = "words", OURS("word", WORDS, OCULUS, false)},
    {.source = FROM_POSED, .list = "phones", OURS("phone", ARPABET, OCULUS, false)},
    {.source = FROM_ARPABET, .list = "phones", OURS("phone", ARPABET, OCULUS, false)},
    {.source = FROM_IPA, .list = "phones", OURS("phone", IPA, OCULUS, false)},
    {.source = FROM_POSED, .list = "visemes", OURS("viseme", SHAPES_NAMED, OCULUS, true)},
    {.source = FROM_OCULUS, .list = "visemes", OURS("viseme", SHAPES_NAMED, OCULUS, true)},
    {.source = FROM_OPENXR, .list = "visemes", OURS("viseme", SHAPES_NAMED, OPENXR, true)},
    {.source = FROM_VRM, .list = "visemes", OURS("viseme", SHAPES_NAMED, VRM, true)},
    {.source = FROM_RHUBARB,
     .list = "visemes",
     .names = {"value"},
     .starts = {"start"},
     .ends = {"end"},
     .unit = 1,
     .kind = PD_SPEECH_SHAPES_NAMED,
     .set = PD_SPEECH_RHUBARB},
    {.source = FROM_AZURE,
     .list = "visemes",
     .names = {"VisemeId", "visemeId", "viseme_id"},
     .starts = {"AudioOffset", "audioOffset", "audio_offset"},
     .unit = 1e-7,
     .kind = PD_SPEECH_SHAPES_NAMED,
     .set = PD_SPEECH_AZURE},
    {.source = FROM_AZURE,
     .list = "words",
     .names = {"Text", "text"},
     .starts = {"AudioOffset", "audioOffset", "audio_offset"},
     .durations = {"Duration", "duration"},
     .unit = 1e-7,
     .kind = PD_SPEECH_WORDS},
    {.source = FROM_POLLY,
     .list = "visemes",
     .names = {"value"},
     .starts = {"time"},
     .unit = 1e-3,
     .only = "viseme",
     .kind = PD_SPEECH_SHAPES_NAMED,
     .set = PD_SPEECH_POLLY},
    {.source = FROM_POLLY,
     .list = "words",
     .names = {"value"},
     .starts = {"time"},
     .unit = 1e-3,
     .only = "word",
     .kind = PD_SPEECH_WORDS},
    {.source = FROM_GOOGLE,
     .list = "words",
     .names = {"markName", "word"},
     .starts = {"timeSeconds", "startTime", "startOffset"},
     .ends = {"endTime", "endOffset"},
     .unit = 1,
     .kind = PD_SPEECH_WORDS},
};

/* ---- entries ---- */

/* Returns the first of some members that an object has, and its name; NULL if it has none. */
static const json_t *member_of(const char **name, const json_t *object, const char *const *names, int count)
{
    *name = names[0];
    for (int i = 0; i < count && names[i]; i++) {
        const json_t *value = json_object_get(object, names[i]);
        if (!value) continue;
        *name = names[i];
        return value;
    }

    return NULL;
}

/* Reads a time: a number, or a text such as "1.2s". */
static bool read_seconds(double *out, const json_t *value, double unit, const char *at, const char *name,
                         pd_api_problems *problems)
{
    char place[160];
    char *end = NULL;

    pd_api_pointer_to(place, sizeof place, at, name);
    if (json_is_number(value)) {
        *out = json_number_value(value) * unit;
    } else if (json_is_string(value)) {
        const char *text = json_string_value(value);
        *out = strtod(text, &end) * unit;
        if (end == text || (strcmp(end, "s") != 0 && *end))
            return pd_api_note(problems, PD_ERR_INVALID, place,
                               "\"%.32s\"; seconds such as \"1.2s\" expected", text);
    } else {
        return pd_api_note(problems, PD_ERR_INVALID, place, "%s; a number expected",
                           value ? pd_api_json_kind(value) : "missing");
    }

    if (!(*out >= 0 && *out <= PD_SPEECH_SECONDS))
        return pd_api_note(problems, PD_ERR_RANGE, place, "%.10g seconds; 0 to %g expected", *out,
                           PD_SPEECH_SECONDS);
    return true;
}

/* Refuses members that an entry of our own form does not have. */
static bool check_members(const json_t *entry, const list_form *form, const char *at,
                          pd_api_problems *problems)
{
    const char *name;
    json_t *value;
    char place[160];

    json_object_foreach((json_t *)(uintptr_t)entry, name, value)
    {
        (void)value;
        if (!strcmp(name, form->names[0]) || !strcmp(name, "start") || !strcmp(name, "end")) continue;
        if (form->has_weight && !strcmp(name, "weight")) continue;
        pd_api_pointer_to(place, sizeof place, at, name);
        return pd_api_note(problems, PD_ERR_INVALID, place, "unknown field; known: %s, start, end%s",
                           form->names[0], form->has_weight ? ", weight" : "");
    }

    return true;
}

/* Reads one entry. number: memory for a name that was a number. */
static bool read_entry(pd_speech_timed *out, char number[16], const json_t *entry, const list_form *form,
                       const char *at, pd_api_problems *problems)
{
    char place[160];
    const char *key;

    if (!json_is_object(entry))
        return pd_api_note(problems, PD_ERR_INVALID, at, "%s; an object expected", pd_api_json_kind(entry));
    if (form->is_strict && !check_members(entry, form, at, problems)) return false;

    /* The name: a text, or a number. */
    const json_t *name = member_of(&key, entry, form->names, 3);
    pd_api_pointer_to(place, sizeof place, at, key);
    if (json_is_integer(name)) {
        snprintf(number, 16, "%lld", (long long)json_integer_value(name) % 1000000000);
        out->name = number;
    } else if (json_is_string(name)) {
        out->name = json_string_value(name);
    } else {
        return pd_api_note(problems, PD_ERR_INVALID, place, "%s; a text expected",
                           name ? pd_api_json_kind(name) : "missing");
    }

    /* The times. */
    const json_t *start = member_of(&key, entry, form->starts, 3);
    if (!read_seconds(&out->start, start, form->unit, at, key, problems)) return false;
    out->end = -1;
    const json_t *end = member_of(&key, entry, form->ends, 2);
    if (end && !read_seconds(&out->end, end, form->unit, at, key, problems)) return false;
    const json_t *duration = form->durations[0] ? member_of(&key, entry, form->durations, 2) : NULL;
    if (duration && !read_seconds(&out->end, duration, form->unit, at, key, problems)) return false;
    if (duration) out->end += out->start;

    /* The weight. */
    const json_t *weight = form->has_weight ? json_object_get(entry, "weight") : NULL;
    out->weight = weight ? json_number_value(weight) : 1;
    pd_api_pointer_to(place, sizeof place, at, "weight");
    if (weight && !json_is_number(weight))
        return pd_api_note(problems, PD_ERR_INVALID, place, "%s; a number from 0 to 1 expected",
                           pd_api_json_kind(weight));
    if (!(out->weight >= 0 && out->weight <= 1))
        return pd_api_note(problems, PD_ERR_RANGE, place, "%.10g; 0 to 1 allowed", out->weight);

    return true;
}

/* Notes an error of the core at the member of the form. */
static bool note_list(const pd_error *err, const list_form *form, const char *pointer,
                      pd_api_problems *problems)
{
    char place[1024];
    const char *last = strrchr(err->where, '/');
    const char *key = !last                     ? ""
                      : !strcmp(last, "/start") ? form->starts[0]
                      : !strcmp(last, "/end")   ? form->ends[0] ? form->ends[0] : form->durations[0]
                                                : form->names[0];

    if (last && key)
        snprintf(place, sizeof place, "%s/%s%.*s/%s", pointer, form->list, (int)(last - err->where),
                 err->where, key);
    else
        snprintf(place, sizeof place, "%s/%s%s", pointer, form->list, err->where);

    return pd_api_note(problems, err->status, place, "%s", err->detail);
}

static bool read_list_utterance(pd_speech_track **out, const json_t *list, const list_form *form,
                                const char *pointer, pd_api_problems *problems)
{
    const size_t count = json_array_size(list);
    char at[128];

    snprintf(at, sizeof at, "%s/%s", pointer, form->list);
    if (!json_is_array(list))
        return pd_api_note(problems, PD_ERR_INVALID, at, "%s; an array expected", pd_api_json_kind(list));
    if (count > PD_SPEECH_ITEMS)
        return pd_api_note(problems, PD_ERR_LIMIT, at, "%zu entries; at most %d allowed", count,
                           PD_SPEECH_ITEMS);

    pd_speech_timed *items = malloc((count + 1) * sizeof *items);
    char(*numbers)[16] = malloc((count + 1) * sizeof *numbers);
    bool good = items && numbers ? true : pd_api_note(problems, PD_ERR_MEMORY, at, "out of memory");

    /* Read all entries, also after an error. Entries of another type are left out. */
    int kept = 0;
    bool all = good;
    for (size_t i = 0; i < count && good && !pd_api_problems_full(problems); i++) {
        const json_t *entry = json_array_get(list, i);
        const char *type = json_string_value(json_object_get(entry, "type"));
        snprintf(at, sizeof at, "%s/%s/%zu", pointer, form->list, i);
        if (form->only && type && strcmp(type, form->only) != 0) continue;
        all &= read_entry(&items[kept], numbers[kept], entry, form, at, problems);
        kept++;
    }

    /* Services name the word that a pause follows and the pause itself: only known times order them. */
    pd_error err = {0};
    const pd_speech_source source = {.kind = form->kind, .items = items, .count = kept, .set = form->set};
    if (all && pd_speech_track_make(out, &source, &err) != PD_OK)
        all = note_list(&err, form, pointer, problems);
    free(items);
    free(numbers);

    return all;
}

/* ---- characters ---- */

/* Reads ElevenLabs' alignment: words are the characters between spaces. */
static bool read_characters(pd_speech_track **out, const json_t *object, const char *pointer,
                            pd_api_problems *problems)
{
    static const char *const members[3] = {"characters", "character_start_times_seconds",
                                           "character_end_times_seconds"};
    const json_t *lists[3];
    char at[192];

    /* Three lists of one length. */
    for (int i = 0; i < 3; i++) {
        lists[i] = json_object_get(object, members[i]);
        snprintf(at, sizeof at, "%s/characters/%s", pointer, members[i]);
        if (!json_is_array(lists[i]))
            return pd_api_note(problems, PD_ERR_INVALID, at, "%s; an array expected",
                               lists[i] ? pd_api_json_kind(lists[i]) : "missing");
        if (json_array_size(lists[i]) != json_array_size(lists[0]))
            return pd_api_note(problems, PD_ERR_INVALID, at, "%zu entries; %zu expected, one a character",
                               json_array_size(lists[i]), json_array_size(lists[0]));
    }

    const size_t count = json_array_size(lists[0]);
    snprintf(at, sizeof at, "%s/characters/characters", pointer);
    if (count > PD_SPEECH_TEXT)
        return pd_api_note(problems, PD_ERR_LIMIT, at, "%zu entries; at most %d allowed", count,
                           PD_SPEECH_TEXT);

    /* Collect words: a character may have several bytes. */
    pd_speech_timed *items = malloc((count + 1) * sizeof *items);
    pd_buffer text = {0};
    size_t *offsets = malloc((count + 1) * sizeof *offsets);
    bool good = items && offsets ? true : pd_api_note(problems, PD_ERR_MEMORY, at, "out of memory");
    bool is_inside = false;
    int words = 0;
    for (size_t i = 0; i < count && good; i++) {
        const json_t *character = json_array_get(lists[0], i);
        const char *c = json_string_value(character);
        double times[2];
        snprintf(at, sizeof at, "%s/characters/characters/%zu", pointer, i);
        if (!c)
            good =
                pd_api_note(problems, PD_ERR_INVALID, at, "%s; a text expected", pd_api_json_kind(character));
        for (int k = 0; k < 2 && good; k++) {
            char number[24];
            snprintf(number, sizeof number, "%zu", i);
            snprintf(at, sizeof at, "%s/characters/%s", pointer, members[k + 1]);
            good = read_seconds(&times[k], json_array_get(lists[k + 1], i), 1, at, number, problems);
        }

        if (!good) break;
        const bool is_space = !*c || isspace((unsigned char)*c);
        if (!is_space && !is_inside) {
            offsets[words] = text.size;
            items[words++] = (pd_speech_timed){.start = times[0], .weight = 1};
        }

        if (!is_space) {
            pd_buffer_text(&text, c);
            items[words - 1].end = times[1];
        } else if (is_inside) {
            pd_buffer_add(&text, "", 1);
        }

        is_inside = !is_space;
    }

    pd_buffer_add(&text, "", 1);
    if (good && text.failed) good = pd_api_note(problems, PD_ERR_MEMORY, at, "out of memory");
    for (int i = 0; i < words && good; i++) items[i].name = (const char *)text.data + offsets[i];

    /* The words. An error is one of the list of characters as a whole. */
    pd_error err = {0};
    const pd_speech_source source = {.kind = PD_SPEECH_WORDS, .items = items, .count = words};
    snprintf(at, sizeof at, "%s/characters", pointer);
    if (good && pd_speech_track_make(out, &source, &err) != PD_OK)
        good = pd_api_note(problems, err.status, at, "word %s: %s", err.where, err.detail);
    pd_buffer_deinit(&text);
    free(items);
    free(offsets);

    return good;
}

/* ---- all ---- */

static const list_form *form_of(const char *list, int source)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (forms[i].source == source && !strcmp(forms[i].list, list)) return &forms[i];
    return NULL;
}

bool pd_api_utterance_given(const pd_api_utterance_values *v)
{
    return v->text || v->words || v->characters || v->phones || v->visemes;
}

bool pd_api_utterance_read(pd_speech_track **out, const pd_api_utterance_values *v, const char *pointer,
                           pd_api_problems *problems)
{
    const struct {
        const char *name;
        const json_t *list;
    } lists[] = {{"words", v->words}, {"phones", v->phones}, {"visemes", v->visemes}};
    const int given = !!v->text + !!v->words + !!v->characters + !!v->phones + !!v->visemes;
    char at[128], source[24];

    *out = NULL;
    if (given != 1)
        return pd_api_note(problems, PD_ERR_INVALID, pointer,
                           "%s of text, words, characters, phones and visemes given; one of them expected",
                           given ? "more than one" : "none");

    /* Fields without effect. */
    snprintf(at, sizeof at, "%s/speed", pointer);
    if (v->speed != 1 && !v->text)
        return pd_api_note(problems, PD_ERR_INVALID, at, "has no effect without text");
    snprintf(at, sizeof at, "%s/source", pointer);
    if (v->source && v->text) return pd_api_note(problems, PD_ERR_INVALID, at, "has no effect with text");
    pd_api_choice_name(source, sizeof source, sources, v->source);
    if (v->characters && v->source != FROM_POSED && v->source != FROM_ELEVENLABS)
        return pd_api_note(problems, PD_ERR_INVALID, at, "%s; elevenlabs expected with characters", source);

    if (v->characters) return read_characters(out, v->characters, pointer, problems);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (!lists[i].list) continue;
        const list_form *form = form_of(lists[i].name, v->source);
        if (!form)
            return pd_api_note(problems, PD_ERR_INVALID, at, "%s; it sends no %s of this form", source,
                               lists[i].name);
        return read_list_utterance(out, lists[i].list, form, pointer, problems);
    }

    /* Text alone. */
    pd_error err = {0};
    const pd_speech_source spoken = {.kind = PD_SPEECH_TEXT_ALONE, .text = v->text, .speed = v->speed};
    snprintf(at, sizeof at, "%s/text", pointer);
    if (strlen(v->text) > PD_SPEECH_TEXT)
        return pd_api_note(problems, PD_ERR_LIMIT, at, "%zu bytes; at most %d allowed", strlen(v->text),
                           PD_SPEECH_TEXT);
    if (pd_speech_track_make(out, &spoken, &err) != PD_OK)
        return pd_api_note(problems, err.status, at, "%s", err.detail);

    return true;
}
