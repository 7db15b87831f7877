/* Golden test of clients/c, word for word: every text that it writes, at each capacity; every member that it
 * reads; its messages and waits over connections that begin and end; bytes of inputs; and interpolated
 * rotations.
 *
 * POSED_GOLDEN=write writes tests/golden/steps/client.txt again. Read the difference as the author of a
 * program that uses clients/c would. */
#include "clients/c/posed.h"
#include "tests/support/golden_text.h"

#define FILE_PATH "tests/golden/steps/client.txt"
#define ODD       "a\"b\\c\n\x01 \xc3\xa9"
enum { ROOM = 512 };

static pd_buffer out;

/* A text, and the least capacity that it wants. */
typedef size_t written(char *text, size_t capacity, int row);

static void add_written(const char *name, written *write, int rows)
{
    for (int row = 0; row < rows; row++) {
        char text[ROOM + 1], other[ROOM + 1];
        const size_t size = write(text, ROOM, row);
        size_t least = 0;
        assert_true(size < ROOM);
        for (least = 0; least < ROOM; least++) {
            memset(other, '#', sizeof other);
            const size_t now = write(other, least, row);
            assert_int_equal(other[least], '#'); /* nothing behind it */
            if (now) break;
        }
        text[size] = 0;
        if (size) assert_memory_equal(text, other, size);
        pd_buffer_printf(&out, "%s %d: %zu of %zu: %s\n", name, row, size, size ? least : 0, text);
    }
}

/* ---- what it writes */

static size_t write_spawn(char *text, size_t capacity, int row)
{
    const float at[2] = {1.25F, -3}, far[2] = {1e6F, 0.001F};
    if (row == 0) return posed_write_spawn(text, capacity, 0, NULL, at, 0);
    if (row == 1) return posed_write_spawn(text, capacity, 7, "motion", far, -1.5F);
    if (row == 2) return posed_write_spawn(text, capacity, 4294967295U, ODD, at, NAN);
    if (row == 3) return posed_write_spawn_character(text, capacity, 1, "hero", at, 3.14159F);
    return posed_write_spawn_character(text, capacity, 0, ODD, far, 0);
}

static size_t write_profile(char *text, size_t capacity, int row)
{
    static const unsigned channels[] = {0, 1, 2, 4, 8, 16, 32, 64, 128, 255, 3, 65535};
    return posed_write_profile(text, capacity, (uint32_t)row, channels[row], row % 5, row % 2 ? 32 : 48);
}

static size_t write_follow(char *text, size_t capacity, int row)
{
    static const float path[3][2] = {{0, 1}, {2.5F, -3}, {1e-4F, 0}};
    const posed_follow rows[] = {
        {.path = path, .count = 3, .closed = 1},
        {.path = path, .count = 1, .round = 1},
        {.path = path, .count = 1, .wander = 4, .space = 1.5F},
        {.path = path, .count = 2, .lookahead = 0.5F, .speed = 1.1F, .gait = 1},
        {.path = path, .count = 2, .gait = 4},
        {.path = path, .count = 2, .gait = 2},
        {.path = path, .count = 2, .gait = 3},
        {.path = path, .count = 2, .gait = 5},
        {.path = path, .count = 0},
    };
    const int count = sizeof rows / sizeof *rows;
    if (row < count) return posed_write_follow_as(text, capacity, 3, 9, &rows[row]);
    return posed_write_follow(text, capacity, 0, 12, path, 3 - (row - count), row > count);
}

static size_t write_others(char *text, size_t capacity, int row)
{
    const posed_shape shapes[] = {{"jawOpen", 0.5F}, {ODD, -2}};
    const posed_face faces[] = {{.count = 0},
                                {.shapes = shapes, .count = 1, .left_hand = "fist"},
                                {.shapes = shapes, .count = 2, .right_hand = "point", .seconds = 0.25F}};
    const posed_seat seats[] = {{.at = {1, 2}, .facing = 0.5F, .height = 0.45F},
                                {.at = {1, 2}, .height = 0.3F, .seconds = 2, .space = 1}};
    const float at[3] = {1, -2.5F, 0.125F};
    switch (row) {
    case 0: return posed_write_look(text, capacity, 0, 5, at);
    case 1: return posed_write_look(text, capacity, 2, 5, NULL);
    case 2:
    case 3:
    case 4: return posed_write_face(text, capacity, (uint32_t)row, 6, &faces[row - 2]);
    case 5: return posed_write_reach(text, capacity, 0, 7, "left_hand", at, 1, 0.5F);
    case 6: return posed_write_reach(text, capacity, 8, 7, "right_hand", at, 0, 0);
    case 7: return posed_write_sit(text, capacity, 1, 8, at, 1.5F, 0.5F);
    case 8: return posed_write_sit(text, capacity, 0, 8, NULL, 1.5F, 0.5F);
    case 9:
    case 10: return posed_write_sit_as(text, capacity, 1, 8, &seats[row - 9]);
    case 11: return posed_write_despawn(text, capacity, 3, 9);
    case 12: return posed_write_despawn(text, capacity, 0, 4294967295U);
    case 13: return posed_write_ping(text, capacity, 3, 1234.5678);
    case 14: return posed_write_ping(text, capacity, 0, -1790000000.25);
    default: return posed_write_leave(text, capacity);
    }
}

static void texts_are_written_as_they_were(void)
{
    add_written("spawn", write_spawn, 5);
    add_written("profile", write_profile, 12);
    add_written("follow", write_follow, 11);
    add_written("others", write_others, 16);
}

static void inputs_are_written_as_they_were(void)
{
    static const posed_input rows[] = {
        {.id = 1, .seq = 2, .move = {0.5F, -1}},
        {.id = 0x01020304, .seq = 0xa0b0c0d0, .jump = 1, .look = {1, 0}, .has_look = 1},
        {.id = 1, .responsive = 1, .gait = 1, .axes = 1, .strafe = 0.5F, .speed = 1.25F},
        {.id = 1, .gait = 4, .axes = 2, .camera_yaw = 1.5F, .look = {0, 1}},
        {.id = 1, .gait = 2, .jump = 2, .responsive = 3, .has_look = 4, .look = {-0.6F, 0.8F}},
        {.id = 1, .gait = 3, .move = {-7, 9}, .strafe = 1, .speed = 9},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint8_t bytes[POSED_INPUT_BYTES];
        const size_t size = posed_input_write(bytes, &rows[i]);
        pd_buffer_printf(&out, "input %zu:", i);
        for (size_t k = 0; k < size; k++) pd_buffer_printf(&out, " x%02x", bytes[k]);
        pd_buffer_text(&out, "\n");
    }
}

/* ---- what it reads */

#define SKELETONS                                                                                            \
    "\"skeletons\":[{\"model\":\"small\",\"default\":false,\"samples\":4,\"joints\":[{\"name\":\"a\"},{}]}," \
    "{\"model\":\"usual\",\"default\":true,\"samples\":12,\"joints\":[{},{},{}]}]"
#define HERO                                                                                                 \
    "{\"id\":16,\"model\":\"usual\",\"character\":\"hero\",\"root\":\"hips\",\"scale\":0.5,\"joints\":["     \
    "\"top\",\"hips\",\"h\\u00e9ad\"]}"

/* "+": the socket is open; "-": it closed. */
static const char *const conversations[][24] = {
    {"+",
     "{\"type\":\"welcome\",\"session\":\"one\",\"resume_token\":\"t-one\",\"resumed\":false,\"tick\":7,"
     "\"tick_rate\":60," SKELETONS ",\"characters\":[{\"id\":3,\"model\":\"small\"}," HERO "]}",
     "{\"type\":\"spawned\",\"ref\":\"4\",\"id\":9,\"model\":\"small\"}",
     "{\"type\":\"spawned\",\"ref\":\"5\",\"id\":16,\"model\":\"usual\",\"character\":\"hero\",\"root\":"
     "\"hips\","
     "\"scale\":0.5,\"joints\":[\"top\",\"hips\",\"h\\u00e9ad\"]}",
     "{\"type\":\"done\",\"ref\":\"77\"}",
     "{\"type\":\"event\",\"event\":\"footstep\",\"id\":9,\"tick\":1178,\"time\":20.633333,\"foot\":"
     "\"left\",\"position\":[1.1506,-0.0691,1.9082]}",
     "{\"type\":\"event\",\"event\":\"footstep\",\"id\":9,\"tick\":1,\"foot\":\"right\",\"position\":[1,2]}",
     "{\"type\":\"event\",\"event\":\"jump\",\"id\":9}",
     "{\"type\":\"event\",\"event\":\"land\",\"id\":9,\"tick\":1,\"position\":[1,2,3]}",
     "{\"type\":\"event\",\"event\":\"blocked\",\"id\":4294967295}",
     "{\"type\":\"event\",\"event\":\"arrived\",\"id\":9}",
     "{\"type\":\"event\",\"event\":\"unreachable\",\"id\":9}",
     "{\"type\":\"event\",\"event\":\"sneezed\",\"id\":9}",
     "{\"type\":\"stats\",\"tick_ms\":3}",
     "{\"type\":\"pong\",\"ref\":\"2\",\"time\":1.5,\"server_time\":20.25}",
     "{\"type\":\"lowered\",\"asked\":2,\"divisor\":3.5,\"vertices_divisor\":12,\"detail\":\"no time\"}",
     "{\"type\":\"lowered\",\"asked\":2,\"divisor\":0,\"vertices_divisor\":2}",
     "{\"type\":\"lowered\",\"asked\":2,\"divisor\":2,\"vertices_divisor\":2}",
     "{\"type\":\"sneeze\"}",
     "{\"type\":\"error\",\"ref\":\"3\",\"code\":\"range\",\"pointer\":\"/move/0\",\"detail\":\"5000; -1000 "
     "to "
     "1000 allowed\",\"errors\":[{\"pointer\":\"/other\",\"detail\":\"y\"}]}",
     "{\"type\":\"error\",\"code\":\"range\",\"pointer\":\"/move/0\",\"detail\":\"6000\"}",
     "{\"type\":\"error\",\"code\":\"range\",\"detail\":\"6000\"}"},
    {"+",
     "{\"type\":\"welcome\",\"session\":\"one\",\"resume_token\":\"t-one\",\"resumed\":false," SKELETONS "}",
     "-",
     "+",
     "{\"type\":\"welcome\",\"session\":\"one\",\"resume_token\":\"t-two\",\"resumed\":true," SKELETONS "}",
     "-",
     "-",
     "-",
     "-",
     "-",
     "-",
     "-",
     "+",
     "{\"type\":\"error\",\"code\":\"not_found\",\"pointer\":\"/resume\",\"detail\":\"no session\"}",
     "{\"type\":\"welcome\",\"session\":\"two\",\"resume_token\":\"t-3\",\"resumed\":false," SKELETONS "}",
     "{\"type\":\"bye\",\"reason\":\"drain\",\"come_back\":true,\"after\":2.5,\"detail\":\"it is "
     "restarted\"}",
     "-",
     "+",
     "{\"type\":\"welcome\",\"session\":\"two\",\"resume_token\":\"t-3\",\"resumed\":true," SKELETONS "}",
     "{\"type\":\"bye\",\"reason\":\"left\",\"come_back\":false,\"detail\":\"the session has ended\"}",
     "-"},
    {"+", "{\"type\":\"error\",\"code\":\"not_found\",\"pointer\":\"/scene\",\"detail\":\"no scene\"}", "-",
     "+", "{\"type\":\"error\",\"code\":\"unauthorized\",\"pointer\":\"\",\"detail\":\"no key\"}", "-"},
    {"+", "", "{", "[]", "{}", "null", "{\"type\":3}", "{\"type\":\"welcome\"}",
     "{\"type\":\"welcome\",\"session\":\"one\"}", "{\"type\":\"spawned\"}",
     "{\"type\":\"spawned\",\"id\":-1,\"model\":\"none\"}", "{\"type\":\"spawned\",\"id\":1e99}",
     "{ \"type\" : \"pong\" , \"time\" : -2.5E-1 , \"x\" : { \"time\" : 9 , \"y\" : [ [ ] , \"]\" ] } }",
     "{\"x\":\"\\\"type\\\":\",\"type\":\"pong\",\"time\":true}", "{\"type\":\"event\"}",
     "{\"type\":\"error\"}", "{\"type\":\"bye\"}", "-"},
};

static const char *const states[] = {"closed", "joining", "joined", "waiting"};

static void add_log(void *arg, const char *line)
{
    (void)arg;
    pd_buffer_printf(&out, "  log: %s\n", line);
}

static void add_said(posed_session *s)
{
    char text[256];
    for (size_t size; (size = posed_session_say(s, text, sizeof text)) > 0;)
        pd_buffer_printf(&out, "  says %.*s\n", (int)size, text);
}

static void add_read(const posed_text *t, posed_text_type type, const char *text)
{
    char node[POSED_TEXT_MAX];
    posed_text there;
    pd_buffer_printf(&out,
                     "  type %d %d ref %u id %u tick %u model '%s' character '%s' nodes %d root %d scale %g "
                     "event %d right %d at %g %g %g time %g %g resumed %d new %d code '%s' pointer '%s' "
                     "detail '%s' back %d after %g asked %d divisor %g %g\n",
                     type, t->type, t->ref, t->id, t->tick, t->model, t->character, t->node_count,
                     t->root_node, t->scale, t->event, t->is_right, (double)t->position[0],
                     (double)t->position[1], (double)t->position[2], t->time, t->server_time, t->resumed,
                     t->is_new, t->code, t->pointer, t->detail, t->come_back, t->after, t->asked, t->divisor,
                     t->vertices_divisor);
    for (int k = -1; k < 4; k++)
        if (posed_text_node(node, text, strlen(text), 16, k))
            pd_buffer_printf(&out, "  node %d '%s'\n", k, node);
    if (type == POSED_TEXT_WELCOME && posed_text_character(&there, text, strlen(text), 16))
        pd_buffer_printf(&out, "  there: %s of %s, %d nodes, root %d, %g\n", there.character, there.model,
                         there.node_count, there.root_node, there.scale);
}

static void sessions_go_as_they_did(void)
{
    static const struct {
        const char *scene, *watch, *token;
        int most;
    } begins[] = {{"yard", "", "", 0}, {"", "", "", 0}, {"no\"where", "", "", 0}, {"", "abc", "t-old", 3}};
    for (size_t c = 0; c < sizeof conversations / sizeof *conversations; c++) {
        posed_session s;
        posed_session_init(&s, 7 + (uint32_t)c);
        s.log = add_log;
        snprintf(s.scene, sizeof s.scene, "%s", begins[c].scene);
        snprintf(s.watch, sizeof s.watch, "%s", begins[c].watch);
        snprintf(s.token, sizeof s.token, "%s", begins[c].token);
        s.attempts_max = begins[c].most;
        for (int i = 0; i < 24 && conversations[c][i]; i++) {
            const char *text = conversations[c][i];
            pd_buffer_printf(&out, "> %s\n", text);
            if (!strcmp(text, "+")) {
                posed_session_opened(&s);
            } else if (!strcmp(text, "-")) {
                double wait = -1;
                const int again = posed_session_closed(&s, &wait);
                pd_buffer_printf(&out, "  again %d after %.4f\n", again, wait);
            } else {
                posed_text said;
                const posed_text_type type = posed_session_text(&s, &said, text, strlen(text));
                add_read(&said, type, text);
            }
            add_said(&s);
            pd_buffer_printf(
                &out,
                "  %s, session '%s' token '%s' rate %g attempts %d lowered %g models %d default %d own %d\n",
                states[s.state], s.session, s.token, s.tick_rate, s.attempts, s.lowered, s.model_count,
                s.default_model, s.own_count);
        }
    }
}

/* ---- rotations */

static void rotations_are_between(void)
{
    static const float a[4] = {0.1F, -0.2F, 0.3F, 0.9273618F}, b[4] = {-0.5F, 0.5F, 0.5F, -0.5F},
                       c[4] = {0.1001F, -0.2F, 0.3F, 0.92735F};
    const float *to[] = {a, b, c};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i <= 4; i++) {
            float q[4], near[4];
            posed_slerp(q, a, to[k], (float)i / 4);
            memcpy(near, q, sizeof near);
            posed_nearer(near, b);
            pd_buffer_printf(&out, "between %d %d: %.5f %.5f %.5f %.5f nearer %.5f\n", k, i, (double)q[0],
                             (double)q[1], (double)q[2], (double)q[3], (double)near[0]);
        }
}

static void the_clients_messages_are_unchanged(void **state)
{
    (void)state;
    texts_are_written_as_they_were();
    inputs_are_written_as_they_were();
    sessions_go_as_they_did();
    rotations_are_between();
    golden_text_check(FILE_PATH, &out, 1e-4);
    pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_clients_messages_are_unchanged)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
