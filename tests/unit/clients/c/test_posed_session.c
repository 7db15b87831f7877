/* Sessions of clients/c, with texts from the server's own code and with texts written here. */
#include "clients/c/posed.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

#define WELCOME                                                                                              \
    "{\"type\":\"welcome\",\"session\":\"%s\",\"resume_token\":\"t-%s\",\"resumed\":%s,\"tick\":7,\"tick_"   \
    "rate\":60,"                                                                                             \
    "\"skeletons\":[{\"model\":\"small\",\"default\":false,\"samples\":4,\"joints\":[{\"name\":\"a\","       \
    "\"parent\":null,"                                                                                       \
    "\"offset\":[0,0,0]},{\"name\":\"b\",\"parent\":\"a\",\"offset\":[0,1e-3,-2.5E+1]}]},{\"model\":"        \
    "\"usual\","                                                                                             \
    "\"default\":true,\"samples\":12,\"joints\":[{},{},{}]}],\"limits\":{\"characters\":64}}"

static posed_text_type say(posed_session *s, posed_text *out, const char *text)
{
    size_t size = strlen(text);
    char *own = malloc(size ? size : 1); /* of its own size, for ASan */
    memcpy(own, text, size);
    posed_text_type type = posed_session_text(s, out, own, size);
    free(own);
    return type;
}

static void welcome(posed_session *s, posed_text *out, const char *name, const char *resumed)
{
    char text[1024];
    snprintf(text, sizeof text, WELCOME, name, name, resumed);
    assert_int_equal(say(s, out, text), POSED_TEXT_WELCOME);
}

static void assert_says(posed_session *s, const char *wanted)
{
    char out[256];
    size_t size = posed_session_say(s, out, sizeof out);
    assert_int_equal(size, strlen(wanted));
    assert_memory_equal(out, wanted, size);
}

static void begin(posed_session *s, posed_text *text)
{
    posed_session_init(s, 1);
    posed_session_opened(s);
    assert_says(s, "{\"type\":\"join\"}");
    welcome(s, text, "one", "false");
}

static void a_session_joins_and_resumes_with_its_token(void **state)
{
    (void)state;
    posed_session s;
    posed_text text;
    double wait;
    begin(&s, &text);
    assert_int_equal(s.state, POSED_JOINED);
    assert_false(text.is_new);
    assert_says(&s, "");
    assert_true(posed_session_closed(&s, &wait));
    assert_true(wait >= 0 && wait <= 1);
    posed_session_opened(&s);
    assert_says(&s, "{\"type\":\"join\",\"resume\":\"t-one\"}");
    welcome(&s, &text, "one", "true");
    assert_true(text.resumed && !text.is_new);
}

static void a_forgotten_session_begins_anew(void **state)
{
    (void)state;
    posed_session s;
    posed_text text;
    double wait;
    begin(&s, &text);
    posed_session_closed(&s, &wait);
    posed_session_opened(&s);
    assert_says(&s, "{\"type\":\"join\",\"resume\":\"t-one\"}");
    assert_int_equal(
        say(&s, &text, "{\"type\":\"error\",\"code\":\"not_found\",\"pointer\":\"/resume\",\"errors\":[]}"),
        POSED_TEXT_ERROR);
    assert_says(&s, "{\"type\":\"join\"}");
    welcome(&s, &text, "two", "false");
    assert_true(text.is_new);
}

static void a_session_joins_a_room_and_notices_another_place(void **state)
{
    (void)state;
    posed_session s;
    posed_text text;
    double wait;
    posed_session_init(&s, 1);
    snprintf(s.room, sizeof s.room, "plaza");
    snprintf(s.name, sizeof s.name, "A\"da");
    snprintf(s.role, sizeof s.role, "host");
    snprintf(s.secret, sizeof s.secret, "sesame");
    s.capacity = 4;
    posed_session_opened(&s);
    assert_says(&s, "{\"type\":\"join\",\"room\":\"plaza\",\"name\":\"A\\\"da\",\"role\":\"host\","
                    "\"secret\":\"sesame\",\"capacity\":4}");
    static const char first[] =
        "{\"type\":\"welcome\",\"session\":\"one\",\"resume_token\":\"t\",\"resumed\":"
        "false,\"room\":\"plaza\",\"member\":2,\"host\":1,\"members\":[],\"taken\":[]}";
    assert_int_equal(say(&s, &text, first), POSED_TEXT_WELCOME);
    assert_true(text.member == 2 && text.host == 1 && !text.is_new);

    /* What the room tells. */
    assert_int_equal(say(&s, &text, "{\"type\":\"entered\",\"member\":3,\"name\":\"Cy\",\"host\":1}"),
                     POSED_TEXT_ENTERED);
    assert_true(text.member == 3 && text.host == 1);
    assert_string_equal(text.name, "Cy");
    assert_int_equal(say(&s, &text, "{\"type\":\"taken\",\"object\":\"ball\",\"member\":3}"),
                     POSED_TEXT_TAKEN);
    assert_string_equal(text.name, "ball");
    assert_int_equal(say(&s, &text, "{\"type\":\"left\",\"member\":3,\"host\":1}"), POSED_TEXT_LEFT);
    static const char message[] = "{\"type\":\"message\",\"member\":1,\"text\":\"say \\\"hi\\\" \\u00e9\"}";
    char said[POSED_TEXT_MAX];
    assert_int_equal(say(&s, &text, message), POSED_TEXT_MESSAGE);
    assert_int_equal(posed_text_said(said, sizeof said, message, sizeof message - 1),
                     strlen("say \"hi\" \xc3\xa9"));
    assert_string_equal(said, "say \"hi\" \xc3\xa9");
    assert_int_equal(posed_text_said(said, 4, message, sizeof message - 1), 0);
    assert_int_equal(posed_text_said(said, sizeof said, first, sizeof first - 1), 0);

    /* The same place again, and then another one in the same session. */
    assert_true(posed_session_closed(&s, &wait));
    posed_session_opened(&s);
    assert_says(&s, "{\"type\":\"join\",\"resume\":\"t\"}");
    say(&s, &text,
        "{\"type\":\"welcome\",\"session\":\"one\",\"resume_token\":\"t\",\"resumed\":true,\"member\":2}");
    assert_true(text.resumed && !text.is_new);
    say(&s, &text,
        "{\"type\":\"welcome\",\"session\":\"one\",\"resume_token\":\"u\",\"resumed\":false,\"member\":4}");
    assert_true(text.is_new && text.member == 4);
}

static void messages_of_rooms_are_written(void **state)
{
    (void)state;
    char out[128];
    out[posed_write_send(out, sizeof out, 7, "a\nb", 2)] = 0;
    assert_string_equal(out, "{\"type\":\"send\",\"ref\":\"7\",\"text\":\"a\\u000ab\",\"to\":2}");
    out[posed_write_send(out, sizeof out, 0, "", 0)] = 0;
    assert_string_equal(out, "{\"type\":\"send\",\"text\":\"\"}");
    const posed_ray rays[] = {{{0, 1.5f, 0}, {0, 0, 1}, 0, 0}, {{1, 2, 3}, {1, 0, 0}, 50, 0.25f}};
    char cast[512];
    cast[posed_write_cast(cast, sizeof cast, 7, 1203, 2, 0.5, rays, 2, 4)] = 0;
    assert_string_equal(
        cast,
        "{\"type\":\"cast\",\"ref\":\"7\",\"tick\":1203,\"span\":2,\"fraction\":0.500000,\"rays\":[{\"from\":"
        "[0.000000,"
        "1.500000,0.000000],\"along\":[0.000000,0.000000,1.000000]},{\"from\":[1.000000,2.000000,3.000000],"
        "\"along\":[1.000000,0.000000,0.000000],\"length\":50.000000,\"radius\":0.250000}],\"without\":[4]}");
    static const char hits[] =
        "{\"type\":\"hits\",\"tick\":9,\"hits\":[[],[{\"id\":3,\"member\":2,\"joint\":\"head\",\"distance\":"
        "4.5,"
        "\"point\":[1,2,3],\"normal\":[0,0,-1],\"triangle\":8,\"corners\":[5,6,7],\"weights\":[0.25,0.5,0.25]"
        "},{\"id\":"
        "4,\"joint\":\"Hips\",\"distance\":6,\"point\":[1,2,3],\"normal\":[0,0,-1]}]]}";
    posed_hit hit;
    assert_int_equal(posed_text_hit(&hit, hits, sizeof hits - 1, 0, 0), 0);
    assert_int_equal(posed_text_hit(&hit, hits, sizeof hits - 1, 1, 0), 1);
    assert_int_equal(hit.id + 10 * hit.member, 23);
    assert_string_equal(hit.joint, "head");
    assert_int_equal(hit.triangle + (int)hit.corners[2], 15);
    assert_true(hit.weights[1] > 0.49f && hit.point[2] > 2.9f && hit.normal[2] < -0.9f &&
                hit.distance > 4.4f);
    assert_int_equal(posed_text_hit(&hit, hits, sizeof hits - 1, 1, 1), 1);
    assert_int_equal(hit.triangle, -1);
    assert_int_equal(posed_text_hit(&hit, hits, sizeof hits - 1, 1, 2), 0);
    assert_int_equal(posed_text_hit(&hit, hits, sizeof hits - 1, 2, 0), 0);
    assert_int_equal(posed_text_hit(&hit, "{\"type\":\"done\"}", 15, 0, 0), 0);
    out[posed_write_take(out, sizeof out, 0, "ball", 1)] = 0;
    assert_string_equal(out, "{\"type\":\"take\",\"object\":\"ball\",\"release\":true}");
    out[posed_write_remove(out, sizeof out, 0, 3)] = 0;
    assert_string_equal(out, "{\"type\":\"leave\",\"member\":3}");
    assert_int_equal(posed_write_send(out, 20, 0, "too long for this", 0), 0);
}

static void a_refused_join_and_a_final_bye_are_the_end(void **state)
{
    (void)state;
    static const char *const ends[] = {"{\"type\":\"error\",\"code\":\"invalid\"}",
                                       "{\"type\":\"bye\",\"reason\":\"taken_over\",\"come_back\":false}"};
    posed_session s;
    posed_text text;
    double wait;
    for (int i = 0; i < 2; i++) {
        posed_session_init(&s, 1);
        posed_session_opened(&s);
        say(&s, &text, ends[i]);
        assert_false(posed_session_closed(&s, &wait));
        assert_int_equal(s.state, POSED_CLOSED);
    }
    assert_string_equal(text.code, "taken_over");
}

static void waiting_doubles_to_eight_seconds_and_heeds_the_bye(void **state)
{
    (void)state;
    posed_session s;
    posed_text text;
    double wait, longest = 0;
    begin(&s, &text);
    say(&s, &text, "{\"type\":\"bye\",\"reason\":\"shutting_down\",\"come_back\":true,\"after\":2.5}");
    assert_true(posed_session_closed(&s, &wait));
    assert_true(wait >= 2.5 && wait <= 3.5);
    for (int i = 1; i < 40; i++) {
        assert_true(posed_session_closed(&s, &wait));
        assert_true(wait >= 0 && wait <= fmin(8, 1 << (i < 3 ? i : 3)));
        longest = fmax(longest, wait);
    }
    assert_true(longest > 4 && longest <= 8);
    s.attempts_max = 40;
    assert_false(posed_session_closed(&s, &wait));
}

static int compare_waits(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static void a_thousand_clients_do_not_come_back_at_once(void **state)
{
    (void)state;
    posed_session s;
    posed_text text;
    double waits[1000];

    /* Clients with consecutive seeds lose the same server. */
    for (uint32_t i = 0; i < 1000; i++) {
        begin(&s, &text);
        posed_session_init(&s, i);
        assert_true(posed_session_closed(&s, waits + i));
    }

    qsort(waits, 1000, sizeof *waits, compare_waits);
    for (int i = 0; i + 100 < 1000; i++) assert_true(waits[i + 100] - waits[i] > 0.05);
    assert_true(waits[999] <= 1);
}

static void frames_are_stale_from_a_pause_until_a_ping_is_answered(void **state)
{
    (void)state;
    posed_session s;
    posed_text text;
    begin(&s, &text);
    for (int i = 0; i < 5; i++) posed_session_beat(&s, 100 + i);
    assert_false(s.stale);

    /* The program stood still for an hour. The answer to the ping of before does not end the pause. */
    assert_false(posed_session_beat(&s, 3704));
    assert_true(s.stale);
    say(&s, &text, "{\"type\":\"pong\",\"time\":104,\"server_time\":9}");
    assert_true(s.stale);
    say(&s, &text, "{\"type\":\"pong\",\"time\":3704,\"server_time\":3609}");
    assert_false(s.stale);
}

static void a_session_keeps_the_lowered_frame_rate(void **state)
{
    (void)state;
    posed_session s;
    posed_text text;
    begin(&s, &text);
    assert_true(s.lowered == 0);
    say(&s, &text, "{\"type\":\"lowered\",\"asked\":1,\"divisor\":2.5,\"vertices_divisor\":4}");
    assert_true(s.lowered == 2.5);
    say(&s, &text, "{\"type\":\"lowered\",\"asked\":2,\"divisor\":0,\"vertices_divisor\":0}");
    assert_true(s.lowered == HUGE_VAL); /* none came */
    say(&s, &text, "{\"type\":\"lowered\",\"asked\":2,\"divisor\":2,\"vertices_divisor\":2}");
    assert_true(s.lowered == 0);
}

static void frames_are_read_with_the_counts_of_each_characters_model(void **state)
{
    (void)state;
    unsigned char bytes[24 + 2 * 32 + 6 * 2 + 6 * 3] = "PSD1\1";
    posed_session s;
    posed_text text;
    posed_frame frame;
    posed_character who;
    begin(&s, &text);
    say(&s, &text, "{\"type\":\"spawned\",\"ref\":\"9\",\"id\":5,\"model\":\"small\"}");
    assert_int_equal(text.ref, 9);
    bytes[20] = 2;
    bytes[24] = 5, bytes[24 + 8] = POSED_JOINTS;
    bytes[24 + 32 + 12] = 6, bytes[24 + 32 + 12 + 8] = POSED_JOINTS; /* nobody told of 6: the default model */
    assert_true(posed_frame_open(&frame, bytes, sizeof bytes));
    assert_true(posed_session_next(&s, &frame, &who));
    assert_int_equal(who.id, 5);
    assert_true(posed_session_next(&s, &frame, &who));
    assert_int_equal(who.id, 6);
    assert_false(posed_session_next(&s, &frame, &who));
    assert_int_equal(frame.left, 0);
}

typedef struct lines {
    int count;
    char last[1024];
} lines;

static void keep_line(void *arg, const char *line)
{
    lines *l = arg;
    l->count++;
    snprintf(l->last, sizeof l->last, "%s", line);
}

static void each_kind_of_error_is_logged_once(void **state)
{
    (void)state;
    posed_session s;
    posed_text text;
    lines heard = {0};
    begin(&s, &text);
    assert_non_null(s.log); /* stderr, for who sets nothing */
    s.log = keep_line;
    s.log_arg = &heard;

    for (int i = 0; i < 3; i++)
        say(&s, &text,
            "{\"type\":\"error\",\"code\":\"range\",\"pointer\":\"/move/0\",\"detail\":\"5000; -1000 to 1000 "
            "allowed\"}");
    assert_int_equal(heard.count, 1);
    assert_string_equal(heard.last, "posed: range: /move/0: 5000; -1000 to 1000 allowed");
    say(&s, &text, "{\"type\":\"error\",\"code\":\"range\",\"pointer\":\"/speed\"}");
    say(&s, &text, "{\"type\":\"pong\",\"time\":1}");
    assert_int_equal(heard.count, 2);
    say(&s, &text, "{\"type\":\"bye\",\"reason\":\"restart\",\"come_back\":true}");
    assert_int_equal(heard.count, 2);
    say(&s, &text, "{\"type\":\"bye\",\"reason\":\"too_many_errors\",\"come_back\":false}");
    assert_string_equal(heard.last, "posed: too_many_errors: ");
    assert_int_equal(heard.count, 3);

    for (int i = 0; i < 100; i++) { /* kinds have a bound */
        char error[128];
        snprintf(error, sizeof error, "{\"type\":\"error\",\"code\":\"range\",\"pointer\":\"/path/%d\"}", i);
        say(&s, &text, error);
    }
    assert_int_equal(heard.count, POSED_LOGGED_MAX);
}

static void values_that_look_like_mistakes_are_logged_once(void **state)
{
    (void)state;
    static const char *const spawned = "{\"type\":\"spawned\",%s\"id\":1,\"model\":\"m\",\"warnings\":[{"
                                       "\"pointer\":\"/motion\",\"detail\":\"a\"},"
                                       "{\"pointer\":\"/facing\",\"detail\":\"90; ...\"}]}";
    posed_session s;
    posed_text text;
    lines heard = {0};
    char line[256];
    begin(&s, &text);
    s.log = keep_line;
    s.log_arg = &heard;

    snprintf(line, sizeof line, spawned, ""); /* the character of another client */
    say(&s, &text, line);
    assert_int_equal(heard.count, 0);
    snprintf(line, sizeof line, spawned, "\"ref\":\"4\",");
    for (int i = 0; i < 2; i++) say(&s, &text, line);
    assert_int_equal(heard.count, 2);
    assert_string_equal(heard.last, "posed: spawn: /facing: 90; ...");
    for (int i = 0; i < 2; i++)
        say(&s, &text,
            "{\"type\":\"warned\",\"of\":\"input\",\"id\":1,\"warnings\":[{\"pointer\":\"/"
            "camera_yaw\",\"detail\":"
            "\"90; ...\"}]}");
    assert_int_equal(text.type, POSED_TEXT_WARNED);
    assert_int_equal(heard.count, 3);
    assert_string_equal(heard.last, "posed: input: /camera_yaw: 90; ...");
}

static void events_pongs_and_errors_are_read_whole(void **state)
{
    (void)state;
    posed_session s;
    posed_text text;
    begin(&s, &text);
    say(&s, &text,
        " { \"event\" : \"footstep\" , "
        "\"type\":\"event\",\"id\":4294967295,\"tick\":12,\"time\":3.5e1,\"foot\":\"right\","
        "\"position\":[-0.25,1e-1,1234.5],\"more\":{\"type\":[{}]}}\n");
    assert_int_equal(text.event, POSED_FOOTSTEP);
    assert_true(text.is_right && text.id == 4294967295u && text.tick == 12);
    assert_near(text.time, 35, 0);
    assert_near(text.position[0], -0.25, 0);
    assert_near(text.position[1], 0.1, 1e-8);
    assert_near(text.position[2], 1234.5, 0);
    say(&s, &text, "{\"type\":\"pong\",\"time\":0.1,\"server_time\":98765.4321}");
    assert_near(text.time, 0.1, 1e-15);
    assert_near(text.server_time, 98765.4321, 1e-9);
    say(&s, &text,
        "{\"type\":\"error\",\"code\":\"range\",\"pointer\":\"/"
        "a~1b\",\"detail\":\"\\u00e9\\n\\\"\\u20ac\\\\\"}");
    assert_string_equal(text.detail, "\xc3\xa9\n\"\xe2\x82\xac\\");
    assert_int_equal(say(&s, &text, "{\"type\":\"song\"}"), POSED_TEXT_OTHER);
}

/* Characters of JSON are UTF-8's, written out or escaped; those above U+FFFF are escaped as two halves, and
 * one alone is none. */
static void escaped_characters_are_those_written_out(void **state)
{
    (void)state;
    static const struct {
        const char *json, *text;
    } rows[] = {{"\\u00e9\\u07ff\\u0800\\uffff", "\xc3\xa9\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf"},
                {"\\ud83d\\ude00!", "\xf0\x9f\x98\x80!"},
                {"\\ud800\\udc00\\uDBFF\\uDFFF", "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"},
                {"\\ud83d", "\xef\xbf\xbd"},
                {"\\ud83d\\n\\ude00", "\xef\xbf\xbd\n\xef\xbf\xbd"},
                {"\\ud83dx\\ud83d\\u0041", "\xef\xbf\xbdx\xef\xbf\xbd\x41"},
                {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        posed_session s;
        posed_text text;
        char message[256];
        begin(&s, &text);
        snprintf(message, sizeof message, "{\"type\":\"error\",\"code\":\"range\",\"detail\":\"%s\"}",
                 rows[i].json);
        say(&s, &text, message);
        assert_string_equal(text.detail, rows[i].text);
    }
}

/* A text that does not fit is cut after a whole UTF-8 character. A byte or an escape is added only while four
 * bytes, the longest character, are free. */
static void long_texts_are_cut(void **state)
{
    (void)state;
    static const struct {
        int letters;
        const char *last;
        size_t kept;
    } rows[] = {{123, "", 123},
                {124, "", 124},
                {200, "", 124},
                {123, "\\u20ac", 126},
                {124, "\\u20ac", 124},
                {120, "\xe2\x82\xac...", 124},
                {121, "\xe2\x82\xac...", 124},
                {122, "\xe2\x82\xac...", 122},
                {123, "\xe2\x82\xac", 123},
                {120, "\xf0\x9f\x98\x80", 124},
                {121, "\xf0\x9f\x98\x80", 121},
                {122, "\xc3\xa9!", 124},
                {123, "\xc3\xa9!", 123},
                {123, "\\ud83d\\ude00", 127}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        posed_session s;
        posed_text text;
        char message[512];
        begin(&s, &text);
        snprintf(message, sizeof message, "{\"type\":\"error\",\"code\":\"range\",\"detail\":\"%0*d%s\"}",
                 rows[i].letters, 0, rows[i].last);
        say(&s, &text, message);
        assert_int_equal(strlen(text.detail), rows[i].kept);
        assert_string_equal(text.code, "range");
    }
}

static void text_other_than_json_is_invalid(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "",
        "{",
        "[]",
        "7",
        "{}",
        "{\"type\":\"done\"} x",
        "{\"type\":\"done\",}",
        "{\"type\":done}",
        "{\"type\":\"done}",
        "{\"type\":\"done\",\"a\":01}",
        "{\"type\":\"done\",\"a\":1.}",
        "{\"type\":\"done\",\"a\":-}",
        "{\"type\":\"done\",\"a\":\"\\x\"}",
        "{\"type\":\"done\",\"a\":\"\\u12g4\"}",
        "{\"type\":\"done\",\"a\":\"\n\"}",
        "{\"type\":\"done\",\"a\":[1 2]}",
        "{\"type\":\"done\",\"a\":[1}",
        "{\"type\":\"done\" \"a\":1}",
        "{type:1}",
        "{\"type\":\"done\",\"a\":nul}",
        "{\"type\":\"done\",\"a\":1e}",
    };
    posed_session s;
    posed_text text;
    char deep[200];
    begin(&s, &text);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (say(&s, &text, bad[i]) != POSED_TEXT_BAD) fail_msg("%s", bad[i]);
    memset(deep, '[', sizeof deep);
    memcpy(deep, "{\"type\":", 8);
    assert_int_equal(posed_session_text(&s, &text, deep, sizeof deep), POSED_TEXT_BAD);
    assert_int_equal(s.state, POSED_JOINED);
}

static void long_names_are_cut_and_many_models_forgotten(void **state)
{
    (void)state;
    char text[9000] = "{\"type\":\"welcome\",\"session\":\"";
    posed_session s;
    posed_text out;
    posed_session_init(&s, 1);
    memset(text + strlen(text), 'x', 3000);
    strcat(text, "\",\"skeletons\":[");
    for (int i = 0; i < 50; i++) strcat(text, i ? ",{\"model\":\"m\"}" : "{\"model\":\"m\"}");
    strcat(text, "]}");
    assert_int_equal(say(&s, &out, text), POSED_TEXT_WELCOME);
    assert_true(strlen(s.session) < POSED_TEXT_MAX);
    for (int i = 0; i < 200; i++) say(&s, &out, "{\"type\":\"spawned\",\"id\":1,\"model\":\"m\"}");
    assert_int_equal(s.own_count, POSED_OWN_MAX);
}

static void the_oldest_of_too_many_characters_is_forgotten(void **state)
{
    (void)state;
    posed_session s;
    posed_text out;
    begin(&s, &out);
    for (int i = 1; i <= POSED_OWN_MAX + 5; i++) {
        char text[128];
        snprintf(text, sizeof text, "{\"type\":\"spawned\",\"id\":%d,\"model\":\"%s\"}", i,
                 i % 2 ? "small" : "usual");
        say(&s, &out, text);
    }
    for (int i = 0; i < POSED_OWN_MAX; i++) {
        assert_int_equal(s.own[i].id, i + 6);
        assert_int_equal(s.own[i].model, (i + 6) % 2 ? 0 : 1);
    }
}

static void values_of_another_type_read_as_zero(void **state)
{
    (void)state;
    static const char *const ids[] = {"-1", "4294967296", "1e300", "\"7\"", "null", "true"};
    posed_session s;
    posed_text out;
    double wait = -1;
    char text[128];
    begin(&s, &out);

    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        snprintf(text, sizeof text, "{\"type\":\"spawned\",\"id\":%s}", ids[i]);
        assert_int_equal(say(&s, &out, text), POSED_TEXT_SPAWNED);
        assert_int_equal(out.id, 0);
    }
    say(&s, &out, "{\"type\":\"event\",\"event\":\"land\",\"foot\":\"right\",\"position\":[1,2,3]}");
    say(&s, &out, "{\"type\":\"event\",\"event\":\"sneeze\"}");
    assert_true(out.event == 0 && !out.is_right && out.position[0] == 0 && out.position[2] == 0);

    say(&s, &out, "{\"type\":\"bye\",\"reason\":\"left\",\"come_back\":false}");
    assert_false(posed_session_closed(&s, &wait));
    assert_true(wait == 0);
}

static void a_welcome_lists_the_present_characters(void **state)
{
    (void)state;
    posed_session s;
    posed_text out;
    posed_session_init(&s, 1);
    for (int i = 0; i < 2; i++) /* the second time it was resumed */
        assert_int_equal(
            say(&s, &out,
                "{\"type\":\"welcome\",\"session\":\"s\",\"skeletons\":[{\"model\":\"a\",\"default\":true},"
                "{\"model\":\"b\"}],\"characters\":[{\"id\":7,\"model\":\"b\"},{\"id\":9,\"model\":\"a\"}]}"),
            POSED_TEXT_WELCOME);
    assert_int_equal(s.own_count, 2);
    assert_int_equal(s.own[0].id, 7);
    assert_int_equal(s.own[0].model, 1);
    assert_int_equal(s.own[1].model, 0);
}

static void texts_are_written_as_they_are_documented(void **state)
{
    (void)state;
    static const float at[2] = {1.5f, -2}, path[2][2] = {{0, 0}, {0.25f, 1e3f}};
    char out[256];
#define assert_text(call, wanted)                                                                            \
    do {                                                                                                     \
        size_t size = call;                                                                                  \
        out[size] = 0;                                                                                       \
        assert_string_equal(out, wanted);                                                                    \
    } while (0)
    assert_text(posed_write_spawn(out, 255, 7, "a\"b", at, 0.5f),
                "{\"type\":\"spawn\",\"ref\":\"7\",\"model\":\"a\\\"b\",\"position\":[1.500000,-2.000000],"
                "\"facing\":0.500000}");
    assert_text(posed_write_profile(out, 255, 0, POSED_ROOT | POSED_SMPL, 3, 32),
                "{\"type\":\"profile\",\"channels\":[\"root\",\"smpl\"],\"divisor\":3,\"quantize\":32}");
    assert_text(posed_write_profile(out, 255, 0, 0, 1, 48),
                "{\"type\":\"profile\",\"channels\":[],\"divisor\":1,\"quantize\":48}");
    assert_text(posed_write_follow(out, 255, 1, 4294967295u, path, 2, 1),
                "{\"type\":\"follow\",\"ref\":\"1\",\"id\":4294967295,\"path\":[[0.000000,0.000000],[0."
                "250000,1000.000000]],"
                "\"closed\":true}");
    assert_text(posed_write_look(out, 255, 0, 1, NULL), "{\"type\":\"look\",\"id\":1}");
    const posed_shape shapes[] = {{"jawOpen", 0.5f}, {"viseme_aa", -1}};
    assert_text(posed_write_feel(out, 255, 0, 1, &(posed_manner){0}), "{\"type\":\"feel\",\"id\":1}");
    assert_text(
        posed_write_feel(
            out, 255, 0, 1,
            &(posed_manner){.happy = 0.5f, .afraid = 1, .part = "listening", .partner = 7, .liveliness = -1}),
        "{\"type\":\"feel\",\"id\":1,\"emotions\":{\"happy\":0.500000,\"afraid\":1.000000},\"part\":"
        "\"listening\",\"partner\":7,"
        "\"liveliness\":0}");
    assert_text(
        posed_write_hear(out, 255, 2, 1, 48000, "f32", "u", -1),
        "{\"type\":\"hear\",\"ref\":\"2\",\"id\":1,\"rate\":48000,\"format\":\"f32\",\"utterance\":\"u\"}");
    assert_text(posed_write_hear(out, 255, 0, 1, 8000, NULL, NULL, 0.25f),
                "{\"type\":\"hear\",\"id\":1,\"rate\":8000,\"delay\":0.250000}");
    assert_text(posed_write_hear_end(out, 255, 0, 1), "{\"type\":\"hear\",\"id\":1,\"end\":true}");
    uint8_t head[POSED_SOUND_HEAD];
    posed_sound_write(head, 0x01020304, 0x0000000500000006);
    static const uint8_t wanted[] = {2, 0, 0, 0, 4, 3, 2, 1, 6, 0, 0, 0, 5, 0, 0, 0};
    assert_memory_equal(head, wanted, sizeof head);
    assert_text(posed_write_face(out, 255, 0, 1, &(posed_face){0}), "{\"type\":\"face\",\"id\":1}");
    assert_text(posed_write_face(out, 255, 0, 1, &(posed_face){shapes, 2, NULL, "fist", 0.25f}),
                "{\"type\":\"face\",\"id\":1,\"blend_shapes\":{\"jawOpen\":0.500000,\"viseme_aa\":-1.000000},"
                "\"right_hand\":\"fist\",\"seconds\":0.250000}");
    assert_text(posed_write_look(out, 255, 0, 1, at),
                "{\"type\":\"look\",\"id\":1,\"at\":[1.500000,-2.000000]}");
    assert_text(
        posed_write_reach(out, 255, 0, 1, "left_hand", (const float[3]){0.5f, 1.25f, -1}, 1, 0.5f),
        "{\"type\":\"reach\",\"id\":1,\"joint\":\"left_hand\",\"target\":[0.500000,1.250000,-1.000000],"
        "\"weight\":1.000000,\"seconds\":0.500000}");
    assert_text(posed_write_sit(out, 255, 2, 1, at, 0.25f, 0.5f),
                "{\"type\":\"sit\",\"ref\":\"2\",\"id\":1,\"seat\":[1.500000,-2.000000],\"facing\":0.250000,"
                "\"height\":0.500000}");
    const posed_follow way = {.path = &at, .count = 1, .round = 1, .space = 1, .speed = 1.5f, .gait = 1};
    assert_text(
        posed_write_follow_as(out, 255, 0, 1, &way),
        "{\"type\":\"follow\",\"id\":1,\"path\":[[1.500000,-2.000000]],\"round\":true,\"space\":1.000000,"
        "\"speed\":1.500000,\"gait\":\"walk\"}");
    assert_text(posed_write_follow_as(out, 255, 0, 1, &(posed_follow){.path = &at, .count = 1, .wander = 3}),
                "{\"type\":\"follow\",\"id\":1,\"path\":[[1.500000,-2.000000]],\"wander\":3.000000}");
    assert_text(posed_write_sit_as(out, 255, 0, 1, &(posed_seat){{1.5f, -2}, 0.25f, 0.5f, 2, 1}),
                "{\"type\":\"sit\",\"id\":1,\"seat\":[1.500000,-2.000000],\"facing\":0.250000,"
                "\"height\":0.500000,\"seconds\":2.000000,\"space\":1.000000}");
    assert_text(posed_write_sit(out, 255, 0, 1, NULL, 0, 0), "{\"type\":\"sit\",\"id\":1}");
    const posed_clip clip = {.name = "wave",
                             .mask = (const char *[]){"left_arm", "Head"},
                             .weights = (const float[]){1, 0.5f},
                             .mask_count = 2,
                             .fade = 0.25f,
                             .speed = 2,
                             .loop = 1,
                             .root = -1,
                             .queue = 1};
    assert_text(
        posed_write_play(out, 255, 3, 1, &clip),
        "{\"type\":\"play\",\"ref\":\"3\",\"id\":1,\"clip\":\"wave\",\"mask\":[\"left_arm\",\"Head\"],"
        "\"weights\":[1.000000,0.500000],\"fade\":0.250000,\"speed\":2.000000,\"loop\":true,"
        "\"root\":false,\"queue\":true}");
    assert_text(posed_write_play(out, 255, 0, 1, &(posed_clip){.name = "nod"}),
                "{\"type\":\"play\",\"id\":1,\"clip\":\"nod\"}");
    assert_text(posed_write_play(out, 255, 0, 1, NULL), "{\"type\":\"play\",\"id\":1,\"stop\":true}");
    assert_text(posed_write_despawn(out, 255, 0, 1), "{\"type\":\"despawn\",\"id\":1}");
    assert_text(posed_write_ping(out, 255, 0, 12.25), "{\"type\":\"ping\",\"time\":12.250000}");
    /* clocks that count seconds, or milliseconds, since 1970 */
    assert_text(posed_write_ping(out, 255, 0, 1790000000.123456),
                "{\"type\":\"ping\",\"time\":1790000000.123456}");
    assert_true(posed_write_ping(out, 255, 0, 1790000000123.5) < 255);
    assert_true(strtod(strstr(out, "time\":") + 6, NULL) == 1790000000123.5);
    assert_text(posed_write_leave(out, 255), "{\"type\":\"leave\"}");
    assert_int_equal(posed_write_leave(out, 15), 0);
    assert_int_equal(posed_write_leave(out, 16), 16);
}

/* Returns posed_text_node of a copy of the text with exactly its size, so that ASan sees reads beyond it. */
static int node_of(char out[POSED_TEXT_MAX], const char *text, uint32_t id, int node)
{
    size_t size = strlen(text);
    char *own = malloc(size);
    memcpy(own, text, size);
    const int got = posed_text_node(out, own, size, id, node);
    free(own);
    return got;
}

#define HERO                                                                                                 \
    "\"id\":7,\"model\":\"m\",\"character\":\"hero\",\"joints\":[\"mixamorig:Hips\",\"Left "                 \
    "\\u00c4rm\"],\"root\":"                                                                                 \
    "\"Left \\u00c4rm\",\"scale\":2.5"

static void the_nodes_of_a_users_own_character_are_named(void **state)
{
    (void)state;
    const char *spawned = "{\"type\":\"spawned\",\"ref\":\"3\"," HERO "}";
    const char *welcome = "{\"type\":\"welcome\",\"characters\":[{\"id\":3,\"model\":\"n\"},{" HERO "}]}";
    char name[POSED_TEXT_MAX];
    posed_session s;
    posed_text text;
    posed_session_init(&s, 1);
    assert_int_equal(say(&s, &text, spawned), POSED_TEXT_SPAWNED);
    assert_string_equal(text.character, "hero");
    assert_int_equal(text.node_count, 2);
    assert_int_equal(text.root_node, 1);
    assert_near(text.scale, 2.5, 1e-12);

    const char *texts[] = {spawned, welcome};
    for (int i = 0; i < 2; i++) {
        assert_true(node_of(name, texts[i], 7, 0));
        assert_string_equal(name, "mixamorig:Hips");
        assert_true(node_of(name, texts[i], 7, 1));
        assert_string_equal(name, "Left \xc3\x84rm");
        assert_false(node_of(name, texts[i], 7, 2));
        assert_false(node_of(name, texts[i], 8, 0));
    }
    assert_false(node_of(name, welcome, 3, 0));
    assert_false(node_of(name, "[]", 7, 0));

    assert_true(posed_text_character(&text, welcome, strlen(welcome), 7));
    assert_int_equal(text.id, 7);
    assert_int_equal(text.node_count, 2);
    assert_int_equal(text.root_node, 1);
    assert_true(posed_text_character(&text, welcome, strlen(welcome), 3));
    assert_int_equal(text.node_count, 0);
    assert_false(posed_text_character(&text, welcome, strlen(welcome), 4));

    char out[256];
    const float at[2] = {1, -2};
    const size_t size = posed_write_spawn_character(out, sizeof out, 9, "hero", at, 0.5f);
    const char *wanted =
        "{\"type\":\"spawn\",\"ref\":\"9\",\"character\":\"hero\",\"position\":[1.000000,-2.000000],"
        "\"facing\":0.500000}";
    assert_int_equal(size, strlen(wanted));
    assert_memory_equal(out, wanted, size);
}

static void a_connection_without_a_text_for_ten_seconds_is_given_up(void **state)
{
    (void)state;
    posed_session s;
    posed_text text;
    double wait;
    begin(&s, &text);

    /* Each beat asks for a pong; pongs keep the connection. */
    for (int second = 0; second < 30; second++) {
        assert_false(posed_session_beat(&s, 100 + second));
        char ping[64];
        snprintf(ping, sizeof ping, "{\"type\":\"ping\",\"time\":%d.000000}", 100 + second);
        assert_says(&s, ping);
        assert_says(&s, "");
        assert_int_equal(say(&s, &text, "{\"type\":\"pong\",\"time\":100,\"server_time\":1}"),
                         POSED_TEXT_PONG);
    }

    /* If nothing more arrives, the client gives the connection up after nine to ten seconds. */
    int beats = 0;
    while (!posed_session_beat(&s, 130 + beats)) beats++;
    assert_in_range(beats, 8, 10);
    assert_true(posed_session_closed(&s, &wait));
    assert_int_equal(s.state, POSED_WAITING);
    assert_false(posed_session_beat(&s, 1000)); /* nothing is asked while it waits */
    assert_says(&s, "");

    /* A connection that opens and is not answered, too;
     * a program that was stopped for an hour has two seconds more. */
    posed_session_opened(&s);
    assert_false(posed_session_beat(&s, 2000));
    assert_false(posed_session_beat(&s, 5600));
    for (beats = 1; !posed_session_beat(&s, 5600 + beats); beats++) assert_true(beats < 12);
    assert_in_range(beats, 6, 9);

    /* Never, where it is switched off. */
    posed_session_opened(&s);
    s.silence = 0;
    for (int second = 0; second < 100; second++) assert_false(posed_session_beat(&s, 6000 + second));
}

static void messages_and_paths_have_every_field(void **state)
{
    (void)state;
    char out[128];
    const posed_field fields[] = {{"rig", "true"}, {"wear", "tee-shorts,sneakers"}, {"names", "a b&c=d"}};
    size_t size = posed_write_message(out, sizeof out, 4, "spawn", "\"body\":{\"model\":\"person\"}");
    assert_int_equal(size, strlen("{\"type\":\"spawn\",\"ref\":\"4\",\"body\":{\"model\":\"person\"}}"));
    assert_memory_equal(out, "{\"type\":\"spawn\",\"ref\":\"4\",\"body\":{\"model\":\"person\"}}", size);
    size = posed_write_message(out, sizeof out, 0, "leave", NULL);
    assert_memory_equal(out, "{\"type\":\"leave\"}", size);

    assert_int_equal(posed_write_path(out, sizeof out, "models", "person", "mesh", fields, 2), 58);
    assert_string_equal(out, "/v1/models/person/mesh?rig=true&wear=tee-shorts%2Csneakers");
    assert_true(posed_write_path(out, sizeof out, "characters", "my hero/2?", NULL, NULL, 0));
    assert_string_equal(out, "/v1/characters/my%20hero%2F2%3F");
    assert_true(posed_write_path(out, sizeof out, "rig", NULL, NULL, fields + 2, 1));
    assert_string_equal(out, "/v1/rig?names=a%20b%26c%3Dd");
    assert_int_equal(posed_write_path(out, 12, "models", NULL, NULL, NULL, 0), 10); /* /v1/models and its 0 */
    assert_int_equal(posed_write_path(out, 10, "models", NULL, NULL, NULL, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_session_joins_and_resumes_with_its_token),
        cmocka_unit_test(a_forgotten_session_begins_anew),
        cmocka_unit_test(a_session_joins_a_room_and_notices_another_place),
        cmocka_unit_test(messages_of_rooms_are_written),
        cmocka_unit_test(a_refused_join_and_a_final_bye_are_the_end),
        cmocka_unit_test(waiting_doubles_to_eight_seconds_and_heeds_the_bye),
        cmocka_unit_test(a_thousand_clients_do_not_come_back_at_once),
        cmocka_unit_test(frames_are_stale_from_a_pause_until_a_ping_is_answered),
        cmocka_unit_test(a_session_keeps_the_lowered_frame_rate),
        cmocka_unit_test(frames_are_read_with_the_counts_of_each_characters_model),
        cmocka_unit_test(each_kind_of_error_is_logged_once),
        cmocka_unit_test(values_that_look_like_mistakes_are_logged_once),
        cmocka_unit_test(events_pongs_and_errors_are_read_whole),
        cmocka_unit_test(escaped_characters_are_those_written_out),
        cmocka_unit_test(long_texts_are_cut),
        cmocka_unit_test(text_other_than_json_is_invalid),
        cmocka_unit_test(long_names_are_cut_and_many_models_forgotten),
        cmocka_unit_test(the_oldest_of_too_many_characters_is_forgotten),
        cmocka_unit_test(values_of_another_type_read_as_zero),
        cmocka_unit_test(a_welcome_lists_the_present_characters),
        cmocka_unit_test(texts_are_written_as_they_are_documented),
        cmocka_unit_test(the_nodes_of_a_users_own_character_are_named),
        cmocka_unit_test(a_connection_without_a_text_for_ten_seconds_is_given_up),
        cmocka_unit_test(messages_and_paths_have_every_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
