/* Tests the decoder of the stream's messages: every field arrives with its value, and every error has the
 * pointer and the range that docs/reference/stream.md states. */
#include "api/stream/message.h"

#include "tests/support/cmocka.h"

#include <stdio.h>
#include <string.h>

static pd_api_problems problems;

static int decode(pd_api_message *m, const char *text)
{
    const pd_api_limits limits = {.json_depth = 32, .json_memory = 1 << 20};

    memset(&problems, 0, sizeof problems);
    return pd_api_message_decode(m, (pd_bytes){(const unsigned char *)text, strlen(text)}, &limits,
                                 &problems);
}

static void expect_refused(const char *text, const char *pointer, const char *detail)
{
    pd_api_message m;
    assert_false(decode(&m, text));
    assert_string_equal(problems.items[0].where, pointer);
    if (!strstr(problems.items[0].detail, detail)) fail_msg("%s: %s", text, problems.items[0].detail);
}

/* A message of unknown type gives one error, at /type. Its other members are not checked. */
static void without_a_type_there_is_one_error(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{}",           "{\"id\":1,\"x\":2}",          "{\"type\":null,\"x\":2}",
        "{\"type\":7}", "{\"type\":\"jion\",\"x\":2}", "{\"type\":\"\",\"x\":2}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        expect_refused(texts[i], "/type", i < 4 ? "; one of join, spawn" : "");
        assert_int_equal(problems.count, 1);
    }
}

static void every_message_is_read_with_its_fields(void **state)
{
    (void)state;
    pd_api_message m;
    assert_true(decode(&m, "{\"type\":\"join\",\"ref\":\"r\",\"resume\":\"abc\"}"));
    assert_int_equal(m.type, PD_API_MESSAGE_JOIN);
    assert_string_equal(m.ref, "r");
    assert_string_equal(m.join.resume, "abc");
    assert_int_equal(m.join.vmc_divisor, 1);
    assert_true(m.join.vmc_upper_chest);
    assert_true(decode(
        &m, "{\"type\":\"join\",\"vmc\":\"[::1]:39539\",\"vmc_divisor\":2,\"vmc_upper_chest\":false}"));
    assert_string_equal(m.join.vmc, "[::1]:39539");
    assert_int_equal(m.join.vmc_divisor, 2);
    assert_false(m.join.vmc_upper_chest);
    assert_true(decode(&m, "{\"type\":\"spawn\",\"position\":[1,-2.5],\"facing\":0.5,\"model\":\"walk\"}"));
    assert_near(m.spawn.position[1], -2.5, 0);
    assert_near(m.spawn.facing, 0.5, 0);
    assert_string_equal(m.spawn.model, "walk");
    assert_int_equal(m.spawn.motion, PD_API_BY_AUTO);
    assert_string_equal(m.spawn.character, "");
    assert_true(decode(&m, "{\"type\":\"spawn\",\"character\":\"mine\"}"));
    assert_string_equal(m.spawn.character, "mine");
    assert_false(decode(&m, "{\"type\":\"spawn\",\"character\":\"mine\",\"body\":{}}"));
    assert_false(m.spawn.has_control);
    assert_true(decode(&m, "{\"type\":\"spawn\",\"control\":{\"preset\":\"original\",\"walk_speed\":1.4}}"));
    assert_true(m.spawn.has_control);
    assert_near(m.spawn.control.walk_speed, 1.4, 0);
    assert_near(m.spawn.control.jog_speed, 4.5, 0);
    expect_refused("{\"type\":\"spawn\",\"control\":{\"walk_speed\":9}}", "/control/walk_speed", "0.1 to 7");
    assert_true(decode(&m, "{\"type\":\"spawn\",\"motion\":\"network\"}"));
    assert_int_equal(m.spawn.motion, PD_API_BY_NETWORK);
    assert_false(m.spawn.has_variation);
    assert_true(
        decode(&m, "{\"type\":\"spawn\",\"style\":{\"cmu-07\":0.5,\"accad-male1\":1},\"variation\":0}"));
    assert_true(m.spawn.has_variation);
    assert_int_equal(m.spawn.person.part_count, 2);
    assert_string_equal(m.spawn.person.parts[0].name, "cmu-07");
    assert_near(m.spawn.person.parts[0].weight, 0.5, 0);
    assert_true(decode(&m, "{\"type\":\"spawn\",\"style\":\"cmu-07\",\"variation\":12}"));
    assert_int_equal(m.spawn.person.variation, 12);
    assert_near(m.spawn.person.parts[0].weight, 1, 0);
    assert_true(decode(&m, "{\"type\":\"spawn\",\"body\":{\"soft\":true,\"breathing\":14.5}}"));
    assert_true(m.spawn.has_body && m.spawn.is_soft);
    assert_near(m.spawn.breathing, 14.5, 0);
    assert_true(decode(&m, "{\"type\":\"spawn\",\"body\":{}}"));
    assert_false(m.spawn.is_soft);
    assert_true(decode(&m, "{\"type\":\"spawn\",\"style\":{}}"));
    assert_true(m.spawn.person.is_mean);
    assert_true(decode(
        &m, "{\"type\":\"input\",\"id\":3,\"seq\":9,\"move\":[0,1],\"gait\":\"jog\",\"axes\":\"camera\","
            "\"look\":[1,0],\"jump\":true,\"strafe\":1,\"speed\":2,\"camera_yaw\":0.25}"));
    assert_int_equal(m.id, 3);
    assert_int_equal(m.seq, 9);
    assert_near(m.input.move[1], 1, 0);
    assert_int_equal(m.input.gait, PD_CHARACTER_WANT_JOG);
    assert_int_equal(m.input.axes, PD_CHARACTER_CAMERA);
    assert_true(m.input.has_look && m.input.jump);
    assert_true(decode(&m, "{\"type\":\"follow\",\"id\":1,\"path\":[[0,0],[0,5]],\"closed\":true}"));
    assert_int_equal(m.follow.count, 2);
    assert_true(m.follow.closed);
    assert_true(m.follow.space == 0 && m.follow.wander == 0);
    assert_true(decode(&m, "{\"type\":\"follow\",\"id\":1,\"path\":[[3,4]],\"wander\":8,\"space\":1.5}"));
    assert_near(m.follow.wander, 8, 0);
    assert_near(m.follow.space, 1.5, 0);
    assert_true(decode(&m, "{\"type\":\"follow\",\"id\":1,\"path\":[[3,4]],\"round\":true}"));
    assert_true(m.follow.round && !m.follow.has_way);
    assert_true(
        decode(&m, "{\"type\":\"follow\",\"id\":1,\"path\":[[3,4],[5,6]],\"gait\":\"crouch\",\"lookahead\":2,"
                   "\"speed\":1.25}"));
    assert_int_equal(m.follow.gait, PD_CHARACTER_WANT_CROUCH);
    assert_near(m.follow.ahead, 2, 0);
    assert_near(m.follow.speed, 1.25, 0);
    assert_true(
        decode(&m, "{\"type\":\"join\",\"room\":\"plaza\",\"name\":\"Ada\",\"secret\":\"s\",\"capacity\":3,"
                   "\"role\":\"host\"}"));
    assert_string_equal(m.join.room, "plaza");
    assert_string_equal(m.join.name, "Ada");
    assert_string_equal(m.join.secret, "s");
    assert_int_equal(m.join.capacity, 3);
    assert_int_equal(m.join.role, PD_API_ROLE_HOST);
    assert_true(decode(&m, "{\"type\":\"send\",\"text\":\"hello\",\"to\":7}"));
    assert_string_equal(m.send.text, "hello");
    assert_int_equal(m.send.to, 7);
    assert_true(decode(&m, "{\"type\":\"take\",\"object\":\"ball\",\"release\":true}"));
    assert_string_equal(m.take.object, "ball");
    assert_true(m.take.releases);
    assert_true(decode(&m, "{\"type\":\"leave\",\"member\":3}"));
    assert_int_equal(m.member, 3);
    assert_true(decode(&m, "{\"type\":\"look\",\"id\":1}"));
    assert_false(m.look.has_at);
    assert_near(m.look.gaze.weight, 0, 0);
    assert_true(decode(&m, "{\"type\":\"look\",\"id\":1,\"at\":[1,0],\"point\":[1,1.5,2],\"seconds\":0.2}"));
    assert_true(m.look.has_at);
    assert_near(m.look.gaze.weight, 1, 0);
    assert_near(m.look.gaze.point.y, 1.5, 0);
    assert_true(decode(&m, "{\"type\":\"face\",\"id\":2}"));
    assert_true(m.face.shape_count == 0 && m.face.hands[0] == -1 && m.face.hands[1] == -1);
    assert_near(m.face.seconds, PD_RETARGET_FACE_SECONDS, 0);
    assert_true(decode(&m, "{\"type\":\"face\",\"id\":2,\"blend_shapes\":{\"jawOpen\":0.5,\"viseme_aa\":-2},"
                           "\"right_hand\":\"fist\",\"seconds\":1}"));
    assert_int_equal(m.face.shape_count, 2);
    assert_string_equal(m.face.shapes[1].name, "viseme_aa");
    assert_near(m.face.shapes[1].weight, -2, 0);
    assert_int_equal(m.face.hands[1], PD_SMPL_HAND_FIST);
    assert_true(decode(
        &m, "{\"type\":\"reach\",\"id\":1,\"joint\":\"right_hand\",\"target\":[1,2,3],\"normal\":[0,1,0],"
            "\"slide\":true,\"anchor\":\"root\"}"));
    assert_int_equal(m.reach.hand, PD_CHARACTER_RIGHT_HAND);
    assert_true(m.reach.request.slide && m.reach.request.has_normal && m.reach.request.in_root);
    assert_near(m.reach.request.seconds, 0.3, 0);
    assert_true(decode(&m, "{\"type\":\"sit\",\"id\":1,\"seat\":[1,-2],\"facing\":1.5}"));
    assert_true(m.sit.sit);
    assert_near(m.sit.seat[1], -2, 0);
    assert_near(m.sit.facing, 1.5, 0);
    assert_near(m.sit.height, 0.45, 0);
    assert_true(decode(
        &m, "{\"type\":\"sit\",\"id\":1,\"seat\":[-1000000,1000000]}")); /* as far as there is a world */
    assert_near(m.sit.seat[0], -1e6, 0);
    assert_true(decode(&m, "{\"type\":\"sit\",\"id\":1}"));
    assert_false(m.sit.sit);
    assert_true(decode(
        &m, "{\"type\":\"profile\",\"channels\":[\"smpl\",\"joints\"],\"divisor\":2,\"quantize\":32}"));
    assert_int_equal(m.profile.channels, PD_API_CHANNEL_SMPL | PD_API_CHANNEL_JOINTS);
    assert_int_equal(m.profile.divisor, 2);
    assert_int_equal(m.profile.rotation_bits, 32);
}

/* docs/reference/stream.md: a weight is a number from -2 to 2. */
/* With nine channels the list of choices was too short, and the daemon ended. */
static void all_channels_can_be_asked_for_at_once(void **state)
{
    (void)state;
    pd_api_message m;
    char text[512] = "{\"type\":\"profile\",\"channels\":[", name[32];
    unsigned all = 0;
    for (int i = 0; pd_api_choice_name(name, sizeof name, PD_API_FRAME_CHANNELS, i); i++) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s\"%s\"", i ? "," : "", name);
        all |= pd_api_frame_channels(1u << i);
        assert_true(i < PD_API_CHOICES_MOST);
    }
    strcat(text, "]}");
    assert_true(decode(&m, text));
    assert_int_equal(m.profile.channels, all);
}

/* A person has up to 80 betas (PD_SMPL_PEOPLE_MAX_BETAS), and the page spawns with all of them. */
static void a_person_is_spawned_with_all_betas(void **state)
{
    (void)state;
    pd_api_message m;
    char text[512] = "{\"type\":\"spawn\",\"body\":{\"model\":\"person\",\"betas\":[0.5";
    for (int b = 1; b < PD_SMPL_PEOPLE_MAX_BETAS; b++) strcat(text, ",1");
    const size_t end = strlen(text);
    strcpy(text + end, "]}}");
    assert_true(decode(&m, text));
    assert_int_equal(m.spawn.beta_count, PD_SMPL_PEOPLE_MAX_BETAS);
    assert_near(m.spawn.betas[0], 0.5, 0);
    strcpy(text + end, ",1]}}");
    expect_refused(text, "/body/betas", "81 numbers; 0 to 80 allowed");
}

static void weights_of_a_face_go_from_minus_two_to_two(void **state)
{
    static const double refused[] = {-2.5, 2.5, -100, 100};
    static const double taken[] = {-2, -1.75, 0, 1.75, 2};
    char text[128], said[64];
    pd_api_message m;

    (void)state;
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
        snprintf(text, sizeof text, "{\"type\":\"face\",\"id\":1,\"blend_shapes\":{\"smile\":%g}}", taken[i]);
        assert_true(decode(&m, text));
        assert_near(m.face.shapes[0].weight, taken[i], 0);
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        snprintf(text, sizeof text, "{\"type\":\"face\",\"id\":1,\"blend_shapes\":{\"smile\":%g}}",
                 refused[i]);
        snprintf(said, sizeof said, "%g; a number from -2 to 2 expected", refused[i]);
        expect_refused(text, "/blend_shapes/smile", said);
    }

    /* The error for a weight of another type names that type. A name with characters of JSON pointers (RFC
     * 6901) is escaped. */
    expect_refused("{\"type\":\"face\",\"id\":1,\"blend_shapes\":{\"smile\":\"much\"}}",
                   "/blend_shapes/smile", "a string; a number from -2 to 2 expected");
    expect_refused("{\"type\":\"face\",\"id\":1,\"blend_shapes\":{\"smile\":1,\"a/b~c\":[1]}}",
                   "/blend_shapes/a~1b~0c", "an array; a number from -2 to 2 expected");
}

static void a_diagonal_input_is_read_as_a_full_push(void **state)
{
    (void)state;
    pd_api_message m;
    assert_true(decode(&m, "{\"type\":\"input\",\"id\":3,\"move\":[1,1]}"));
    assert_near(m.input.move[0], m.input.move[1], 0);
    assert_near(pd_character_input_push(&m.input), 1, 0);
}

static void an_input_resets_the_fields_that_it_leaves_out(void **state)
{
    (void)state;
    pd_api_message m;
    assert_true(decode(&m, "{\"type\":\"input\",\"id\":3,\"look\":[1,0],\"jump\":true}"));
    assert_true(decode(&m, "{\"type\":\"input\",\"id\":3}"));
    const pd_character_input still = {0};
    assert_memory_equal(&m.input, &still, sizeof still);
}

static void a_message_that_is_not_json_or_has_no_known_type_is_refused_with_the_known_types(void **state)
{
    (void)state;
    expect_refused("{", "", "not JSON");
    expect_refused("[]", "", "an object expected");
    expect_refused("{}", "/type", "missing; one of join, spawn");
    expect_refused("{\"type\":1}", "/type", "a number; one of join, spawn");
    expect_refused("{\"type\":\"fly\"}", "/type", "\"fly\"; known: join");
    expect_refused("{\"type\":\"spwan\"}", "/type", "\"spwan\"; did you mean spawn? Known: join");
    expect_refused("{\"type\":\"join\",\"watch\":\"0123456789abcdef\",\"scene\":\"yard\"}", "/scene",
                   "has no effect without a session of one's own");
    expect_refused("{\"type\":\"join\",\"watch\":\"0123456789abcdef\",\"share\":true}", "/share",
                   "has no effect without a session of one's own");
    expect_refused("{\"type\":\"join\",\"watch\":\"0123456789abcdef\",\"vmc\":\"127.0.0.1:39539\"}", "/vmc",
                   "has no effect without a session of one's own");
    static const struct {
        const char *message, *where;
    } rooms[] = {
        {"{\"type\":\"join\",\"name\":\"Ada\"}", "/name"},
        {"{\"type\":\"join\",\"role\":\"host\"}", "/role"},
        {"{\"type\":\"join\",\"room\":\"a b\"}", "/room"},
        {"{\"type\":\"join\",\"room\":\"\"}", "/room"},
        {"{\"type\":\"join\",\"room\":\"a\",\"secret\":\"\"}", "/secret"},
        {"{\"type\":\"join\",\"room\":\"a\",\"watch\":\"0123456789abcdef\"}", "/room"},
        {"{\"type\":\"join\",\"room\":\"a\",\"role\":\"watcher\",\"name\":\"Ada\"}", "/name"},
        {"{\"type\":\"join\",\"room\":\"a\",\"role\":\"king\"}", "/role"},
        {"{\"type\":\"send\"}", "/text"},
        {"{\"type\":\"send\",\"text\":\"a\",\"to\":0}", "/to"},
        {"{\"type\":\"take\"}", "/object"},
        {"{\"type\":\"take\",\"object\":\"\"}", "/object"},
        {"{\"type\":\"leave\",\"member\":0}", "/member"},
    };
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        expect_refused(rooms[i].message, rooms[i].where, "");
    expect_refused("{\"type\":\"join\",\"vmc_divisor\":2}", "/vmc_divisor", "has no effect without vmc");
    expect_refused("{\"type\":\"join\",\"vmc_upper_chest\":false}", "/vmc_upper_chest",
                   "has no effect without vmc");
    expect_refused("{\"type\":\"face\",\"id\":1,\"blend_shapes\":[]}", "/blend_shapes",
                   "an object of names and weights");
    expect_refused("{\"type\":\"face\",\"id\":1,\"blend_shapes\":{\"smile\":\"much\"}}",
                   "/blend_shapes/smile", "a number from -2 to 2");
    expect_refused("{\"type\":\"face\",\"id\":1,\"blend_shapes\":"
                   "{\"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl\":1}}",
                   "/blend_shapes/abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl",
                   "64 bytes; at most 63 allowed");
    expect_refused("{\"type\":\"input\",\"id\":1,\"seq\":9007199254740993}", "/seq",
                   "9007199254740993; 0 to 9007199254740992 allowed");
    expect_refused("{\"type\":\"input\"}", "/id", "missing");
    expect_refused("{\"type\":\"input\",\"id\":0}", "/id", "1 to 2147483647");
    expect_refused("{\"type\":\"input\",\"id\":1,\"move\":[0,-2000]}", "/move/1", "-1000 to 1000 allowed");
    expect_refused("{\"type\":\"input\",\"id\":1,\"look\":7}", "/look", "[x, z] expected");
    expect_refused("{\"type\":\"input\",\"id\":1,\"wave\":1}", "/wave", "unknown field");
    expect_refused("{\"type\":\"spawn\",\"style\":3}", "/style",
                   "a name or an object of names and weights expected");
    expect_refused("{\"type\":\"spawn\",\"style\":{\"a\":\"b\"}}", "/style",
                   "the weight of \"a\" is not a number");
    expect_refused("{\"type\":\"spawn\",\"variation\":-1}", "/variation", "-1; 0 to 65535 allowed");
    expect_refused("{\"type\":\"spawn\",\"body\":{\"betas\":[0,500]}}", "/body/betas/1",
                   "500; -100 to 100 allowed");
    expect_refused("{\"type\":\"spawn\",\"body\":{\"soft\":1}}", "/body/soft", "");
    expect_refused("{\"type\":\"spawn\",\"body\":{\"breathing\":61}}", "/body/breathing",
                   "61; 0 to 60 allowed");
    expect_refused("{\"type\":\"follow\",\"id\":1}", "/path", "missing");
    expect_refused("{\"type\":\"follow\",\"id\":1,\"path\":[[0,0]],\"space\":4}", "/space", "0 to 3 allowed");
    expect_refused("{\"type\":\"follow\",\"id\":1,\"path\":[[0,0],[1,1]],\"wander\":4}", "/path",
                   "1 expected with wander");
    expect_refused("{\"type\":\"follow\",\"id\":1,\"path\":[[0,0],[1,1]],\"round\":true}", "/round",
                   "one point expected");
    expect_refused("{\"type\":\"follow\",\"id\":1,\"path\":[[0,0]],\"round\":true,\"wander\":3}", "/round",
                   "true with wander");
    expect_refused("{\"type\":\"follow\",\"id\":1,\"path\":[[0,0],[1]]}", "/path/1", "1 numbers; 2 expected");
    expect_refused("{\"type\":\"reach\",\"id\":1}", "/target", "missing");
    expect_refused("{\"type\":\"reach\",\"id\":1,\"target\":[0,1,0],\"normal\":[0,0,0]}", "/normal",
                   "any direction other than 0, 0, 0");
    expect_refused("{\"type\":\"reach\",\"id\":1,\"target\":[0,1,0],\"slide\":true}", "/slide",
                   "true without normal");
    expect_refused("{\"type\":\"sit\",\"id\":1,\"seat\":[1]}", "/seat", "2 numbers expected");
    expect_refused("{\"type\":\"sit\",\"id\":1,\"seat\":[1000001,0]}", "/seat/0", "-1000000 to 1000000");
    expect_refused("{\"type\":\"sit\",\"id\":1,\"seat\":[0,-1000001]}", "/seat/1", "-1000000 to 1000000");
    expect_refused("{\"type\":\"sit\",\"id\":1,\"seat\":[1,2],\"height\":1}", "/height", "0.3 to 0.65");
    expect_refused("{\"type\":\"look\",\"id\":1,\"point\":[0,1]}", "/point", "3 numbers");
    expect_refused("{\"type\":\"profile\",\"quantize\":40}", "/quantize", "48 or 32");
    expect_refused(
        "{\"type\":\"join\",\"resume\":\"0123456789012345678901234567890123456789012345678901234567890"
        "123456789\"}",
        "/resume", "at most 64");
}

static void the_ref_is_kept_for_the_error(void **state)
{
    (void)state;
    pd_api_message m;
    assert_false(decode(&m, "{\"type\":\"fly\",\"ref\":\"mine\"}"));
    assert_string_equal(m.ref, "mine");
}

static void events_are_one_message_each(void **state)
{
    (void)state;
    pd_buffer out = {0};
    size_t ends[8];
    int count;
    pd_character_pose pose = {.events = PD_CHARACTER_STEP_RIGHT | PD_CHARACTER_LANDED,
                              .steps = {{0, 0, 0}, {1, 2, 3}}};
    pd_api_write_events(&out, ends, &count, 5, &pose, 10, 1.5);
    assert_int_equal(count, 2);
    assert_int_equal(ends[1], out.size);
    const char step[] = "{\"type\":\"event\",\"event\":\"footstep\",\"id\":5,\"tick\":10,\"time\":1.500000,"
                        "\"foot\":\"right\",\"position\":[1.0000,2.0000,3.0000]}";
    assert_int_equal(ends[0], sizeof step - 1);
    assert_memory_equal(out.data, step, sizeof step - 1);

    pose.events = PD_CHARACTER_ARRIVED | PD_CHARACTER_UNREACHABLE;
    pd_buffer_clear(&out);
    pd_api_write_events(&out, ends, &count, 5, &pose, 10, 1.5);
    assert_int_equal(count, 2);
    pd_buffer_add(&out, "", 1);
    assert_non_null(strstr((const char *)out.data + ends[0], "\"event\":\"unreachable\",\"id\":5"));
    pd_buffer_deinit(&out);
}

static void text_that_is_not_utf8_is_recognised(void **state)
{
    (void)state;
    assert_true(pd_api_is_utf8("plain \xc3\xa4 \xe4\xb8\xad \xf0\x9f\x98\x80", 17));
    assert_true(pd_api_is_utf8("", 0));
    /* every first byte of four, with the second bytes that may follow it (Unicode, table 3-7), and with those
     * that may not */
    for (int first = 0x80; first < 0x100; first++)
        for (int second = 0x70; second < 0xD0; second += 16) {
            const unsigned char four[4] = {(unsigned char)first, (unsigned char)second, 0x80, 0xBF};
            const int least = first == 0xF0 ? 0x90 : 0x80, most = first == 0xF4 ? 0x8F : 0xBF;
            assert_int_equal(pd_api_is_utf8(four, 4),
                             first >= 0xF0 && first <= 0xF4 && second >= least && second <= most);
        }
    assert_false(pd_api_is_utf8("\xff", 1));
    assert_false(pd_api_is_utf8("a\xc3", 2));        /* cut */
    assert_false(pd_api_is_utf8("\xc0\x80", 2));     /* too long for what it says */
    assert_false(pd_api_is_utf8("\xed\xa0\x80", 3)); /* half a surrogate pair */
}

static void compact_frames_take_their_own_channels_alone(void **state)
{
    (void)state;
    static const struct {
        const char *text, *pointer;
    } rows[] = {
        {"{\"type\":\"profile\",\"compact\":1}", NULL},
        {"{\"type\":\"profile\",\"compact\":10,\"channels\":[\"root\",\"rotations\",\"smpl\",\"face\"]}",
         NULL},
        {"{\"type\":\"profile\",\"compact\":0,\"channels\":[\"joints\"],\"quantize\":32}", NULL},
        {"{\"type\":\"profile\",\"compact\":1,\"channels\":[\"root\",\"joints\"]}", "/compact"},
        {"{\"type\":\"profile\",\"compact\":1,\"channels\":[\"vertices\"]}", "/compact"},
        {"{\"type\":\"profile\",\"compact\":1,\"quantize\":32}", "/quantize"},
        {"{\"type\":\"profile\",\"compact\":11}", "/compact"},
        {"{\"type\":\"profile\",\"compact\":1.5}", "/compact"},
    };
    const pd_api_limits limits = {.json_depth = 8, .json_memory = 1 << 20};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_api_message m;
        pd_api_problems found = {0};
        const pd_bytes text = {(const unsigned char *)rows[i].text, strlen(rows[i].text)};
        assert_int_equal(pd_api_message_decode(&m, text, &limits, &found), !rows[i].pointer);
        if (rows[i].pointer) assert_string_equal(found.items[0].where, rows[i].pointer);
    }
    pd_api_message m;
    pd_api_problems found = {0};
    const char *text = rows[1].text;
    assert_true(
        pd_api_message_decode(&m, (pd_bytes){(const unsigned char *)text, strlen(text)}, &limits, &found));
    assert_int_equal(m.profile.compact, 10);
    assert_int_equal(m.profile.channels, PD_API_CHANNEL_ROOT | PD_API_CHANNEL_ROTATIONS |
                                             PD_API_CHANNEL_SMPL | PD_API_CHANNEL_FACE);
}

static void sounds_and_feelings_have_their_fields(void **state)
{
    (void)state;
    pd_api_message m;
    assert_true(
        decode(&m, "{\"type\":\"hear\",\"id\":3,\"rate\":44100,\"format\":\"f32\",\"utterance\":\"u\"}"));
    assert_true(m.hear.rate == 44100 && m.hear.format == PD_SPEECH_F32 && !m.hear.is_timed && !m.hear.ends);
    assert_string_equal(m.hear.utterance, "u");
    assert_true(decode(&m, "{\"type\":\"hear\",\"id\":3,\"rate\":8000,\"delay\":0}"));
    assert_true(m.hear.is_timed && m.hear.delay == 0 && m.hear.format == PD_SPEECH_S16);
    assert_true(decode(&m, "{\"type\":\"hear\",\"id\":3,\"end\":true}"));
    assert_true(m.hear.ends && !m.hear.text);
    assert_true(decode(&m, "{\"type\":\"hear\",\"id\":3,\"rate\":8000,\"text\":\"Hi\"}"));
    assert_string_equal(m.hear.text, "Hi");
    pd_api_message_deinit(&m);
    expect_refused("{\"type\":\"hear\",\"id\":1}", "/rate", "missing; 8000, 11025");
    expect_refused("{\"type\":\"hear\",\"id\":1,\"rate\":44000}", "/rate", "44000; 8000, 11025");
    expect_refused("{\"type\":\"hear\",\"id\":1,\"rate\":96000}", "/rate", "96000");
    expect_refused("{\"type\":\"hear\",\"id\":1,\"end\":true,\"rate\":8000}", "/rate", "no effect with end");
    expect_refused("{\"type\":\"hear\",\"id\":1,\"end\":true,\"delay\":0}", "/delay", "no effect with end");

    assert_true(decode(
        &m,
        "{\"type\":\"feel\",\"id\":3,\"emotions\":{\"happy\":0.25},\"partner\":4,\"part\":\"thinking\"}"));
    assert_true(m.feel.request.emotions[PD_ANIM_EMOTION_HAPPY] == 0.25f && m.feel.partner == 4);
    assert_true(m.feel.part == PD_API_PART_THINKING && m.feel.request.liveliness == 0.5);
    assert_true(decode(&m, "{\"type\":\"feel\",\"id\":3}"));
    assert_true(m.feel.part == PD_API_PART_AUTO && !m.feel.partner && m.feel.request.seconds == 0.5);
    expect_refused("{\"type\":\"feel\",\"id\":3,\"partner\":3}", "/partner", "another character");
    expect_refused("{\"type\":\"feel\",\"id\":3,\"emotions\":{\"hapy\":1}}", "/emotions/hapy", "happy");
    expect_refused("{\"type\":\"feel\",\"id\":3,\"emotions\":{\"sad\":2}}", "/emotions/sad", "0 to 1");
    expect_refused("{\"type\":\"feel\",\"id\":3,\"liveliness\":-0.1}", "/liveliness", "0 to 1");

    assert_true(decode(&m, "{\"type\":\"sound\",\"id\":3,\"data\":\"AAECAw==\"}"));
    assert_true(m.sound.chunk.samples.size == 4 && !m.sound.chunk.has_at);
    assert_memory_equal(m.sound.chunk.samples.data, "\0\1\2\3", 4);
    pd_api_message_deinit(&m);
    assert_true(decode(&m, "{\"type\":\"sound\",\"id\":3,\"at\":0,\"data\":\"AAECAw==\"}"));
    assert_true(m.sound.chunk.has_at && m.sound.chunk.at == 0);
    pd_api_message_deinit(&m);
    expect_refused("{\"type\":\"sound\",\"id\":1}", "/data", "missing");
    expect_refused("{\"type\":\"sound\",\"id\":1,\"data\":\"\"}", "/data", "empty");
    expect_refused("{\"type\":\"sound\",\"id\":1,\"data\":\"A*==\"}", "/data", "base64");
    expect_refused("{\"type\":\"sound\",\"id\":1,\"data\":\"AAECAw==\",\"at\":-1}", "/at", "-1");
}

static void speech_is_an_utterance_or_a_stop_alone(void **state)
{
    (void)state;
    pd_api_message m;
    assert_true(decode(&m, "{\"type\":\"speak\",\"id\":1,\"text\":\"Hi\",\"utterance\":\"u\",\"queue\":true,"
                           "\"delay\":0.5}"));
    assert_true(m.type == PD_API_MESSAGE_SPEAK && m.speak.track && m.speak.is_queued && m.speak.delay == 0.5);
    assert_string_equal(m.speak.utterance, "u");
    pd_api_message_deinit(&m);
    assert_true(decode(&m, "{\"type\":\"speak\",\"id\":1,\"stop\":true}"));
    assert_null(m.speak.track);
    expect_refused("{\"type\":\"speak\",\"id\":1}", "", "one of them expected");
    expect_refused("{\"type\":\"speak\",\"id\":1,\"stop\":true,\"text\":\"a\"}", "/stop",
                   "with an utterance");
    expect_refused("{\"type\":\"speak\",\"id\":1,\"stop\":true,\"queue\":true}", "/queue",
                   "no effect with stop");
    expect_refused("{\"type\":\"speak\",\"id\":1,\"text\":\"a\",\"delay\":61}", "/delay", "60");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sounds_and_feelings_have_their_fields),
        cmocka_unit_test(speech_is_an_utterance_or_a_stop_alone),
        cmocka_unit_test(without_a_type_there_is_one_error),
        cmocka_unit_test(every_message_is_read_with_its_fields),
        cmocka_unit_test(all_channels_can_be_asked_for_at_once),
        cmocka_unit_test(a_person_is_spawned_with_all_betas),
        cmocka_unit_test(weights_of_a_face_go_from_minus_two_to_two),
        cmocka_unit_test(a_diagonal_input_is_read_as_a_full_push),
        cmocka_unit_test(an_input_resets_the_fields_that_it_leaves_out),
        cmocka_unit_test(a_message_that_is_not_json_or_has_no_known_type_is_refused_with_the_known_types),
        cmocka_unit_test(the_ref_is_kept_for_the_error),
        cmocka_unit_test(events_are_one_message_each),
        cmocka_unit_test(compact_frames_take_their_own_channels_alone),
        cmocka_unit_test(text_that_is_not_utf8_is_recognised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
