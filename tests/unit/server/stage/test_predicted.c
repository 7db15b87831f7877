/* Predicted characters: the stage and the client for C, with a line between them, on a virtual clock. */
#include "clients/c/posed_predict.h"
#include "core/character/load.h"
#include "tests/support/stage_test.h"

#define MESSAGES 512
#define LONGEST  12000 /* bytes of a message */
#define KEPT     4096  /* ticks whose places are kept */

typedef struct message {
    int due, is_binary;
    size_t size;
    unsigned char bytes[LONGEST];
} message;

typedef struct way {
    message *list; /* (MESSAGES) a ring */
    int first, last, delay;
} way;

static recorder owner;
static way up, down;
static posed_predictor *predictor;
static uint32_t id;
static int ticks;
static size_t heard;
static struct {
    double x, z;
    uint32_t tick;
} places[KEPT]; /* of the server's character */
static int compared;

static void send_way(way *w, const void *bytes, size_t size, int is_binary)
{
    message *m = &w->list[w->last++ % MESSAGES];
    assert_true(w->last - w->first < MESSAGES && size <= LONGEST);
    m->due = ticks + w->delay;
    if (w->last - 1 > w->first) {
        const message *before = &w->list[(w->last - 2) % MESSAGES];
        if (m->due < before->due) m->due = before->due;
    }
    m->size = size;
    m->is_binary = is_binary;
    memcpy(m->bytes, bytes, size);
}

static void send_up(void *arg, const void *bytes, size_t size, int is_binary)
{
    (void)arg;
    send_way(&up, bytes, size, is_binary);
}

/* Carries out a message of the client, as server/stream does. */
static void hear_up(const message *m)
{
    pd_error err = {0};

    if (m->is_binary) {
        pd_api_binary_input in;
        assert_int_equal(pd_api_input_decode(&in, m->bytes, m->size, &err), PD_OK);
        assert_true(in.has_tick);
        const pd_character_stamped item = {in.tick,
                                           in.seq,
                                           {.move = {in.move[0], in.move[1]},
                                            .camera_yaw = in.camera_yaw,
                                            .speed = in.speed,
                                            .gait = (pd_character_want)in.gait,
                                            .axes = (pd_character_axes)in.axes,
                                            .jump = in.flags & PD_API_INPUT_JUMP ? 1 : 0}};
        assert_int_equal(pd_srv_stage_input_at(stage_test_stage, owner.subscriber, in.id, &item, &err),
                         PD_OK);
        return;
    }
    static const pd_api_limits limits = {.json_depth = 32, .json_memory = 1 << 20};
    pd_api_message asked;
    pd_api_problems problems = {0};
    assert_true(pd_api_message_decode(&asked, (pd_bytes){m->bytes, m->size}, &limits, &problems));
    assert_int_equal(asked.type, PD_API_MESSAGE_PREDICT);
    assert_int_equal(pd_srv_stage_predict(stage_test_stage, owner.subscriber, asked.id, asked.predict.every,
                                          asked.predict.stops, &err),
                     PD_OK);
    pd_api_message_deinit(&asked);
}

/* Returns how often the server has said these words. */
static int said(const char *words)
{
    int count = 0;

    pd_buffer_add(&owner.texts, "", 1);
    owner.texts.size--;
    for (const char *at = (const char *)owner.texts.data; (at = strstr(at, words)); at++) count++;

    return count;
}

static const pd_srv_character *server_character(void)
{
    return owner.subscriber->session->characters;
}

static void run_ticks(int count, const posed_input *stick)
{
    posed_pose pose;

    for (; count > 0; count--) {
        stage_test_step(1);
        ticks++;
        const pd_vec3 root = pd_srv_character_pose(server_character())->root;
        const uint32_t tick = owner.subscriber->session->tick;
        places[tick % KEPT].x = root.x;
        places[tick % KEPT].z = root.z;
        places[tick % KEPT].tick = tick;

        /* Texts of the server go down, line by line. */
        const char *texts = (const char *)owner.texts.data;
        for (const char *end; heard < owner.texts.size; heard = (size_t)(end - texts) + 1) {
            const char *line = texts + heard;
            end = memchr(line, '\n', owner.texts.size - heard);
            if (!end) break;
            if (strstr(line, "\"type\":\"predicted\"") && strstr(line, "\"type\":\"predicted\"") < end)
                send_way(&down, line, (size_t)(end - line), 0);
        }
        for (; down.first < down.last && down.list[down.first % MESSAGES].due <= ticks; down.first++) {
            const message *m = &down.list[down.first % MESSAGES];
            assert_int_equal(posed_predictor_text(predictor, (const char *)m->bytes, m->size, 0.01 * ticks),
                             1);
        }
        for (; up.first < up.last && up.list[up.first % MESSAGES].due <= ticks; up.first++)
            hear_up(&up.list[up.first % MESSAGES]);
        if (stick) posed_predictor_input(predictor, stick);
        stick = NULL;
        posed_predictor_advance(predictor, 0.01 * ticks);
        if (!posed_predictor_pose(predictor, &pose)) continue;
        compared += pose.joint_count > 0;
    }
}

/* Returns how far the prediction is from where the server has the character `later` ticks later. */
static double gap_after(int later)
{
    posed_pose pose;
    assert_int_equal(posed_predictor_pose(predictor, &pose), 1);
    run_ticks(later, NULL);
    assert_int_equal(places[pose.tick % KEPT].tick, pose.tick);
    return hypot((double)pose.root[0] - places[pose.tick % KEPT].x,
                 (double)pose.root[2] - places[pose.tick % KEPT].z);
}

static int set_up(void **state)
{
    char error[POSED_TEXT_MAX] = "";

    if (stage_test_set_up(state)) return 1;
    pd_pfnn_model_release(api_host_state.motion);
    if (pd_character_model_load(&api_host_state.motion, "models/motion.safetensors", NULL) != PD_OK) return 1;
    stage_test_forgets = true; /* frames, which nobody reads here */
    memset(&owner, 0, sizeof owner);
    up = down = (way){.delay = 15};
    up.list = calloc(MESSAGES, sizeof *up.list);
    down.list = calloc(MESSAGES, sizeof *down.list);
    ticks = compared = 0;
    heard = 0;
    predictor = posed_predictor_new("models/motion.safetensors", send_up, NULL, error);
    if (!predictor || !up.list || !down.list) fail_msg("%s", error);
    stage_test_join(&owner, (pd_srv_join){.client = 1});
    id = stage_test_spawn(&owner);
    posed_predictor_begin(predictor, id, 100, 0.3, 0);

    return 0;
}

static int tear_down(void **state)
{
    stage_test_forgets = false;
    posed_predictor_free(predictor);
    free(up.list);
    free(down.list);
    stage_test_leave(&owner, 1);
    pd_buffer_deinit(&owner.last);
    pd_buffer_deinit(&owner.texts);
    return stage_test_tear_down(state);
}

#define PREDICTED_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

static void the_server_computes_what_the_client_has_shown(void **state)
{
    (void)state;
    const posed_input walk = {.move = {0.3f, 0.9f}, .gait = 1};
    const posed_input turn = {.move = {-1, 0.1f}, .gait = 2, .camera_yaw = 1, .axes = 2};
    const posed_input still = {.gait = 0};

    assert_string_equal(posed_predictor_reason(predictor), "begin");
    run_ticks(40, NULL);
    assert_string_equal(posed_predictor_reason(predictor), "");
    const posed_input *sticks[] = {&walk, &turn, &walk, &still, &turn};
    for (int i = 0; i < 5; i++) {
        run_ticks(60, sticks[i]);
        assert_near(gap_after(60), 0, 1e-6);
    }
    double largest;
    assert_int_equal(posed_predictor_corrections(predictor, &largest), 0);
    assert_true(largest < 0.001 && compared > 500);
    assert_true(said("\"hash\":") >= 19);
    assert_int_equal(said("\"snapshot\":"), 1);
}

static void an_input_that_comes_late_is_corrected_and_the_lead_grows(void **state)
{
    (void)state;
    const posed_input walk = {.move = {0, 1}, .gait = 1};
    const posed_input back = {.move = {0, -1}, .gait = 1};

    run_ticks(60, NULL);
    run_ticks(100, &walk);
    up.delay = 40;
    run_ticks(200, &back);
    double largest;
    assert_true(posed_predictor_corrections(predictor, &largest) >= 1);
    assert_true(largest < 1);
    run_ticks(600, NULL);
    const int before = posed_predictor_corrections(predictor, &largest);
    for (int i = 0; i < 4; i++) run_ticks(90, i % 2 ? &walk : &back);
    assert_near(gap_after(100), 0, 1e-6);
    assert_int_equal(posed_predictor_corrections(predictor, &largest), before);
}

static void orders_come_as_states_and_paths_as_a_reason(void **state)
{
    (void)state;
    const posed_input walk = {.move = {0, 1}, .gait = 1};
    const pd_character_reach_request reach = {.target = {0.3, 1.3, 1}, .weight = 1, .seconds = 0.4};
    const pd_character_follow path = {.points = {{0, 0}, {3, 0}}, .count = 2};
    pd_error err;

    run_ticks(60, NULL);
    run_ticks(60, &walk);
    const int states = said("\"snapshot\":");
    assert_int_equal(
        pd_srv_stage_reach(stage_test_stage, owner.subscriber, id, (pd_character_hand)0, &reach, &err),
        PD_OK);
    run_ticks(1, NULL);
    assert_int_equal(said("\"snapshot\":"), states + 1);
    run_ticks(60, NULL);
    assert_near(gap_after(60), 0, 1e-6);

    assert_int_equal(pd_srv_stage_follow(stage_test_stage, owner.subscriber, id, &path, &err), PD_OK);
    run_ticks(40, NULL);
    assert_string_equal(posed_predictor_reason(predictor), "path");
    posed_pose pose;
    assert_int_equal(posed_predictor_pose(predictor, &pose), 0);
    assert_int_equal(pd_srv_stage_input(stage_test_stage, owner.subscriber, id, 1000,
                                        &(pd_character_input){.speed = 0}, &err),
                     PD_OK);
    run_ticks(40, NULL);
    assert_string_equal(posed_predictor_reason(predictor), "");
    run_ticks(60, &walk);
    assert_near(gap_after(60), 0, 1e-6);
}

static void foolish_ticks_are_refused_with_what_is_allowed(void **state)
{
    (void)state;
    pd_error err;
    const uint32_t now = owner.subscriber->session->tick;
    pd_character_stamped item = {.tick = now + 5, .seq = 1};

    assert_int_equal(pd_srv_stage_input_at(stage_test_stage, owner.subscriber, id, &item, &err),
                     PD_ERR_INVALID);
    assert_string_equal(err.where, "/tick");
    run_ticks(40, NULL);
    const uint32_t next = owner.subscriber->session->tick + 1;
    const uint32_t ends[2] = {next - 600, next + 120};
    for (int i = 0; i < 2; i++) {
        item.tick = ends[i] + (i ? 1 : -1u);
        assert_int_equal(pd_srv_stage_input_at(stage_test_stage, owner.subscriber, id, &item, &err),
                         PD_ERR_RANGE);
        assert_string_equal(err.where, "/tick");
        assert_non_null(strstr(err.detail, "allowed"));
        item.tick = ends[i];
        assert_int_equal(pd_srv_stage_input_at(stage_test_stage, owner.subscriber, id, &item, &err), PD_OK);
    }
    item.tick = next + 100;
    int fitting = 0;
    while (pd_srv_stage_input_at(stage_test_stage, owner.subscriber, id, &item, &err) == PD_OK) fitting++;
    assert_int_equal(err.status, PD_ERR_LIMIT);
    assert_in_range(fitting, 100, PD_CHARACTER_STAMPED_MOST);

    /* Another character of the session that is not the client's own is not reached. */
    assert_int_equal(pd_srv_stage_predict(stage_test_stage, owner.subscriber, id + 7, 30, false, &err),
                     PD_ERR_NOT_FOUND);
    assert_int_equal(pd_srv_stage_predict(stage_test_stage, owner.subscriber, id, 30, true, &err), PD_OK);
    assert_int_equal(pd_srv_stage_input_at(stage_test_stage, owner.subscriber, id, &item, &err),
                     PD_ERR_INVALID);
}

static void damaged_states_are_refused_and_the_server_draws(void **state)
{
    (void)state;
    char text[300];

    run_ticks(60, NULL);
    for (int i = 0; i < 3; i++) {
        const char *const states[] = {"AAAA", "%%%", ""};
        snprintf(
            text, sizeof text,
            "{\"type\":\"predicted\",\"id\":%u,\"tick\":%u,\"seq\":0,\"network\":\"%016llx\",\"snapshot\":"
            "\"%s\"}",
            id, owner.subscriber->session->tick, (unsigned long long)api_host_state.motion->content_hash,
            states[i]);
        assert_int_equal(posed_predictor_text(predictor, text, strlen(text), 0.01 * ticks), 1);
        assert_string_equal(posed_predictor_reason(predictor), "snapshot");
        run_ticks(1100, NULL); /* it tries again after ten seconds */
        assert_string_equal(posed_predictor_reason(predictor), "");
    }
    assert_int_equal(posed_predictor_text(predictor, "{\"type\":\"predicted\",\"id\":999}", 29, 0), 0);
    assert_int_equal(posed_predictor_text(predictor, "[", 1, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        PREDICTED_TEST(the_server_computes_what_the_client_has_shown),
        PREDICTED_TEST(an_input_that_comes_late_is_corrected_and_the_lead_grows),
        PREDICTED_TEST(orders_come_as_states_and_paths_as_a_reason),
        PREDICTED_TEST(foolish_ticks_are_refused_with_what_is_allowed),
        PREDICTED_TEST(damaged_states_are_refused_and_the_server_draws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
