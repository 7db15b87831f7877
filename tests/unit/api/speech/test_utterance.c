/* Utterances from JSON: the forms of services give the same track as our own, and wrong ones are refused with
 * the place that the client wrote. */
#include "api/speech/utterance.h"

#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static pd_api_problems problems;

/* Reads a request. Returns NULL if it was refused. */
static pd_speech_track *read(const char *text)
{
    static const pd_api_field *const tables[] = {pd_api_utterance_fields, NULL};
    pd_api_utterance_values values = pd_api_utterance_preset;
    pd_speech_track *track = NULL;
    json_t *document = json_loads(text, 0, NULL);
    assert_non_null(document);
    problems = (pd_api_problems){.count = 0};
    if (pd_api_fields_json(&values, document, tables, "", &problems))
        pd_api_utterance_read(&track, &values, "", &problems);
    json_decref(document);
    assert_true(!!track == !problems.count);
    return track;
}

static void expect_same(const char *ours, const char *theirs)
{
    pd_speech_track *a = read(ours), *b = read(theirs);
    if (!b) fail_msg("%s: %s %s", theirs, problems.items[0].where, problems.items[0].detail);
    assert_non_null(a);
    assert_int_equal(a->count, b->count);
    for (int i = 0; i < a->count; i++) {
        assert_int_equal(a->segments[i].viseme, b->segments[i].viseme);
        assert_true(fabsf(a->segments[i].start - b->segments[i].start) < 1e-4f);
        assert_true(fabsf(a->segments[i].end - b->segments[i].end) < 1e-4f);
    }
    pd_speech_track_release(a);
    pd_speech_track_release(b);
}

static void expect_wrong(const char *text, const char *pointer, const char *detail)
{
    pd_speech_track *track = read(text);
    if (track) fail_msg("%s was taken", text);
    assert_string_equal(problems.items[0].where, pointer);
    if (!strstr(problems.items[0].detail, detail)) fail_msg("%s: %s", text, problems.items[0].detail);
}

static void words_of_each_service_give_one_track(void **state)
{
    (void)state;
    static const char ours[] = "{\"words\":[{\"word\":\"Hi\",\"start\":0.1,\"end\":0.3},"
                               "{\"word\":\"Bob\",\"start\":0.5,\"end\":0.9}]}";
    expect_same(ours, "{\"source\":\"azure\",\"words\":["
                      "{\"Text\":\"Hi\",\"AudioOffset\":1000000,\"Duration\":2000000},"
                      "{\"text\":\"Bob\",\"audioOffset\":5000000,\"duration\":4000000}]}");
    expect_same(ours, "{\"source\":\"google\",\"words\":["
                      "{\"word\":\"Hi\",\"startTime\":\"0.100s\",\"endTime\":\"0.300s\"},"
                      "{\"word\":\"Bob\",\"startOffset\":\"0.5s\",\"endOffset\":\"0.9s\"}]}");
    expect_same(ours, "{\"source\":\"elevenlabs\",\"characters\":{"
                      "\"characters\":[\"H\",\"i\",\" \",\"B\",\"o\",\"b\"],"
                      "\"character_start_times_seconds\":[0.1,0.2,0.3,0.5,0.6,0.7],"
                      "\"character_end_times_seconds\":[0.2,0.3,0.5,0.6,0.7,0.9]}}");
    expect_same("{\"words\":[{\"word\":\"Hi\",\"start\":0.1},{\"word\":\"Bob\",\"start\":0.5}]}",
                "{\"source\":\"polly\",\"words\":[{\"time\":0,\"type\":\"sentence\",\"value\":\"Hi Bob\"},"
                "{\"time\":100,\"type\":\"word\",\"value\":\"Hi\"},"
                "{\"time\":500,\"type\":\"word\",\"value\":\"Bob\"}]}");
}

static void visemes_and_phones_of_each_system_give_one_track(void **state)
{
    (void)state;
    static const char ours[] = "{\"visemes\":[{\"viseme\":\"PP\",\"start\":0.1},"
                               "{\"viseme\":\"U\",\"start\":0.2,\"end\":0.35}]}";
    expect_same(ours, "{\"source\":\"azure\",\"visemes\":[{\"VisemeId\":21,\"AudioOffset\":1000000},"
                      "{\"VisemeId\":7,\"AudioOffset\":2000000}]}");
    expect_same(ours, "{\"source\":\"polly\",\"visemes\":[{\"type\":\"viseme\",\"time\":100,\"value\":\"p\"},"
                      "{\"type\":\"viseme\",\"time\":200,\"value\":\"u\"}]}");
    expect_same(ours, "{\"source\":\"rhubarb\",\"visemes\":[{\"value\":\"A\",\"start\":0.1,\"end\":0.2},"
                      "{\"value\":\"F\",\"start\":0.2,\"end\":0.35}]}");
    expect_same(ours, "{\"source\":\"openxr\",\"visemes\":[{\"viseme\":\"PP\",\"start\":0.1},"
                      "{\"viseme\":\"OU\",\"start\":0.2,\"end\":0.35}]}");
    expect_same(
        "{\"phones\":[{\"phone\":\"SH\",\"start\":0.1},{\"phone\":\"OW1\",\"start\":0.2,\"end\":0.5}]}",
        "{\"source\":\"ipa\",\"phones\":[{\"phone\":\"\u0283\",\"start\":0.1},"
        "{\"phone\":\"o\u028a\",\"start\":0.2,\"end\":0.5}]}");
}

static void wrong_utterances_are_refused_at_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *pointer, *detail;
    } rows[] = {
        {"{}", "", "none of text"},
        {"{\"text\":\"a\",\"words\":[]}", "", "more than one"},
        {"{\"text\":\"a\",\"source\":\"azure\"}", "/source", "no effect with text"},
        {"{\"words\":[],\"speed\":2}", "/speed", "no effect without text"},
        {"{\"words\":[],\"source\":\"rhubarb\"}", "/source", "rhubarb"},
        {"{\"characters\":{},\"source\":\"azure\"}", "/source", "elevenlabs expected"},
        {"{\"words\":{}}", "/words", "an array expected"},
        {"{\"words\":[1]}", "/words/0", "an object expected"},
        {"{\"words\":[{\"start\":1}]}", "/words/0/word", "missing"},
        {"{\"words\":[{\"word\":\"a\"}]}", "/words/0/start", "missing"},
        {"{\"words\":[{\"word\":\"a\",\"start\":-1}]}", "/words/0/start", "0 to 3600"},
        {"{\"words\":[{\"word\":\"a\",\"start\":1,\"ende\":2}]}", "/words/0/ende", "unknown field"},
        {"{\"words\":[{\"word\":\"a\",\"start\":1,\"weight\":1}]}", "/words/0/weight", "unknown field"},
        {"{\"words\":[{\"word\":\"a\",\"start\":1},{\"word\":\"b\",\"start\":0}]}", "/words/1/start",
         "in order"},
        {"{\"words\":[{\"word\":\"\u4f60\",\"start\":0}]}", "/words/0/word", "script without rules"},
        {"{\"visemes\":[{\"viseme\":\"XX\",\"start\":0}]}", "/visemes/0/viseme", "sil PP FF"},
        {"{\"visemes\":[{\"viseme\":\"PP\",\"start\":0,\"weight\":2}]}", "/visemes/0/weight", "0 to 1"},
        {"{\"source\":\"azure\",\"visemes\":[{\"VisemeId\":22,\"AudioOffset\":0}]}", "/visemes/0/VisemeId",
         "0 to 21"},
        {"{\"source\":\"google\",\"words\":[{\"word\":\"a\",\"startTime\":\"x\"}]}", "/words/0/startTime",
         "1.2s"},
        {"{\"phones\":[{\"phone\":\"Q\",\"start\":0}]}", "/phones/0/phone", "ARPAbet"},
        {"{\"characters\":{\"characters\":[\"a\"],\"character_start_times_seconds\":[],"
         "\"character_end_times_seconds\":[1]}}",
         "/characters/character_start_times_seconds", "1 expected"},
        {"{\"text\":\"\"}", "/text", "no word"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_wrong(rows[i].text, rows[i].pointer, rows[i].detail);
}

static void more_entries_than_allowed_are_refused(void **state)
{
    (void)state;
    const size_t count = PD_SPEECH_ITEMS + 1;
    char *text = malloc(count * 32 + 64);
    strcpy(text, "{\"phones\":[");
    char *end = text + strlen(text);
    for (size_t i = 0; i < count; i++) end = stpcpy(end, i ? ",{\"phone\":\"AA\",\"start\":1}" : "{}");
    strcpy(end, "]}");
    expect_wrong(text, "/phones", "at most 20000 allowed");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_each_service_give_one_track),
        cmocka_unit_test(visemes_and_phones_of_each_system_give_one_track),
        cmocka_unit_test(wrong_utterances_are_refused_at_their_place),
        cmocka_unit_test(more_entries_than_allowed_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
