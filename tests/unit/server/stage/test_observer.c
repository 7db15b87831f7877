/* @heavy: fits bodies, which takes a minute under TSan.
 * Observed characters on a stage without sockets: keypoints of the shipped body go in, frames come out. */
#include "server/stage/observer.h"

#include "clients/c/posed.h"
#include "server/stage/stage_parts.h"
#include "tests/support/api_host.h"
#include "tests/support/checked_locks.h"
#include "tests/support/cmocka.h"
#include "tests/support/rigs.h"
#include "tests/support/sight.h"
#include "tests/support/stage_clock.h"

#include <dirent.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#define PERIOD 16667 /* microseconds */

typedef struct recorder {
    pd_srv_subscriber *subscriber;
    pd_buffer last, texts;
    int frames;
    uint64_t hash; /* of all frames */
} recorder;

static void record_text(void *to, const void *text, size_t size)
{
    recorder *r = to;
    pd_buffer_add(&r->texts, text, size);
    pd_buffer_add(&r->texts, "\n", 1);
}

static bool record_frame(void *to, pd_srv_frame *frame)
{
    recorder *r = to;
    r->frames++;
    pd_buffer_clear(&r->last);
    pd_buffer_add(&r->last, frame->bytes + PD_SRV_FRAME_PRE, frame->size);
    for (size_t i = 0; i < frame->size; i++)
        r->hash = (r->hash ^ frame->bytes[PD_SRV_FRAME_PRE + i]) * UINT64_C(1099511628211);
    pd_srv_frame_release(frame);
    return true;
}

static void wake(void *ctx)
{
    (void)ctx;
}

static pd_srv_settings settings;
static pd_srv_config config;
static pd_srv_stage *stage;

static int set_up(void **state)
{
    pd_error err = {0};
    api_host_setup(state);
    api_host_state.motion = rigs_model(16, 3);
    pd_smpl_model_release(api_host_state.tiny);
    api_host_state.tiny = sight_model();
    assert_int_equal(pd_ik_prior_load(&api_host_state.prior, "models/pose-prior.safetensors", NULL), PD_OK);
    settings = (pd_srv_settings){.cfg = {.stream_tick_rate = 60,
                                         .stream_sessions = 100,
                                         .stream_characters = 10,
                                         .stream_resume_window = 1,
                                         .stream_input_timeout = 5}};
    atomic_init(&config.now, &settings);
    stage_clock_time.now_us = 1000000;
    stage_clock_time.pause_us = 200;
    const pd_srv_stage_deps deps = {.config = &config,
                                    .host = &api_host_table,
                                    .clock = {.now_us = stage_clock_now, .sleep_until = stage_clock_sleep},
                                    .sink = {record_text, record_frame, wake, NULL}};
    assert_int_equal(pd_srv_stage_new(&stage, &deps, &err), PD_OK);
    return 0;
}

static int tear_down(void **state)
{
    pd_srv_stage_free(stage);
    pd_pfnn_model_release(api_host_state.motion);
    pd_ik_prior_release(api_host_state.prior);
    api_host_state.motion = NULL, api_host_state.prior = NULL;
    return api_host_teardown(state);
}

static void join_as(recorder *r, uint64_t client)
{
    pd_srv_join_result joined;
    pd_error err = {0};
    *r = (recorder){.hash = 1};
    if (pd_srv_stage_join(stage, &r->subscriber, &joined, r, &(pd_srv_join){.client = client}, &err))
        fail_msg("%s: %s", err.where, err.detail);
    pd_srv_stage_join_result_deinit(&joined);
    const pd_api_profile profile = {.channels = PD_API_CHANNEL_JOINTS | PD_API_CHANNEL_SMPL |
                                                PD_API_CHANNEL_ROTATIONS,
                                    .divisor = 1,
                                    .rotation_bits = 48,
                                    .compact = 0};
    pd_srv_stage_profile(stage, r->subscriber, &profile, NULL);
}

static void join(recorder *r)
{
    join_as(r, 0);
}

static void leave(recorder *r)
{
    pd_srv_stage_leave(stage, r->subscriber, 1);
    pd_buffer_deinit(&r->last);
    pd_buffer_deinit(&r->texts);
}

static uint32_t spawn(recorder *r, pd_srv_spawn wanted)
{
    uint32_t id = 0;
    pd_error err = {0};
    if (pd_srv_stage_spawn(stage, &id, r->subscriber, &wanted, &err))
        fail_msg("%s: %s", err.where, err.detail);
    return id;
}

static const pd_srv_spawn observed_there = {.drive = PD_API_DRIVE_OBSERVE, .position = {2, -1}};

/* Returns the keypoints of MediaPipe for a standing person with the left arm `raised` above level. */
static pd_observe_sight seen_at(double time, double raised)
{
    sight_person p = {0};
    sight what;
    pd_observe_sight out = {
        .set = pd_observe_set_of("mediapipe33"), .noise = 0.02, .time = time, .from_hips = true};

    for (int k = 0; k < SIGHT_JOINTS; k++) {
        double r[9];
        const double v[3] = {0, 0, k == 16 ? raised : k == 17 ? 1.2 : 0};
        pd_rot_from_axis_angle(r, v);
        for (int i = 0; i < 9; i++) p.rotations[9 * k + i] = (float)r[i];
    }
    sight_set(&what, api_host_state.tiny, &p, "mediapipe33", 0);
    for (int i = 0; i < what.count; i++) {
        memcpy(out.at[i], what.seen[i].at, sizeof out.at[i]);
        out.confidence[i] = 1;
    }
    return out;
}

static void observe(recorder *r, uint32_t id, uint32_t seq, double time, double raised)
{
    const pd_observe_sight what = seen_at(time, raised);
    pd_error err = {0};
    if (pd_srv_stage_observe(stage, r->subscriber, id, seq, &what, &err))
        fail_msg("%s: %s", err.where, err.detail);
}

static posed_character last_of(recorder *r)
{
    posed_frame frame;
    posed_character who = {0};
    assert_true(posed_frame_open(&frame, r->last.data, r->last.size));
    assert_true(posed_frame_next(&frame, &who, (posed_counts){31, 12}));
    return who;
}

static int says(const recorder *r, const char *words)
{
    return r->texts.size && memmem(r->texts.data, r->texts.size, words, strlen(words)) != NULL;
}

static void an_observed_person_stands_on_the_stage_as_observed(void **state)
{
    (void)state;
    recorder r;
    join(&r);
    const uint32_t id = spawn(&r, observed_there);
    pd_srv_stage_step(stage);
    assert_int_equal(last_of(&r).seq, 0); /* its network's stance, until somebody is seen */
    assert_near(last_of(&r).root[0], 2, 0.1);

    for (int i = 0; i < 30; i++) {
        observe(&r, id, 100 + (uint32_t)i, 5 + i / 30.0, 0.6);
        pd_srv_stage_step(stage);
        pd_srv_stage_step(stage);
    }
    const posed_character who = last_of(&r);
    const pd_anim_skeleton *s = &stage->groups->figure.skeleton;
    float hand[3], arm[3], toe[3], turned[4];
    posed_joint(hand, &who, pd_anim_skeleton_find(s, "LeftHand"));
    posed_joint(arm, &who, pd_anim_skeleton_find(s, "LeftArm"));
    posed_joint(toe, &who, pd_anim_skeleton_find(s, "LeftToeBase"));
    posed_smpl_rotation(turned, &who, 17);
    assert_int_equal(who.seq, 129);
    assert_near(who.root[0], 2, 0.15);
    assert_near(who.root[2], -1, 0.15);
    const double up = atan2((double)(hand[1] - arm[1]), (double)(hand[0] - arm[0]));
    print_message("the left arm is at %.2f, seen at .60\n", up);
    assert_near(up, 0.6, 0.2);
    assert_true(fabs((double)toe[1]) < 0.05);
    assert_true(fabs(2 * atan2((double)turned[2], (double)turned[3]) - 1.2) < 0.3);
    assert_int_equal(who.contacts, 15);

    /* the owner gets reports about the fit */
    assert_true(says(&r, "\"type\":\"observed\",\"id\":"));
    assert_true(says(&r, "\"mirrored\":false"));
    assert_true(says(&r, "\"rms\":0.0"));
    leave(&r);
}

static int told(recorder *r)
{
    int count = 0;
    for (const char *at = (const char *)r->texts.data, *end = at + r->texts.size;
         at && (at = memmem(at, (size_t)(end - at), "\"type\":\"observed\"", 17)); at++)
        count++;
    return count;
}

/* Once a second; when other joints are hidden than before, at the next quarter of one. */
static void reports_of_visible_people_are_rare_unless_they_change(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    join(&r);
    const uint32_t id = spawn(&r, observed_there);
    int seq = 0, counts[3];
    for (int seconds = 0; seconds < 3;
         seconds++) { /* from the second one on an arm is hidden, and stays so */
        for (int i = 0; i < 60; i++, seq++) {
            pd_observe_sight what = seen_at(seq / 60.0, 0);
            const int hidden[] = {13, 15, 17, 19, 21}; /* MediaPipe's left elbow, wrist and fingers */
            for (int k = 0; k < 5 && seq >= 20; k++) what.confidence[hidden[k]] = 0;
            assert_int_equal(pd_srv_stage_observe(stage, r.subscriber, id, (uint32_t)seq + 1, &what, &err),
                             PD_OK);
            pd_srv_stage_step(stage);
        }
        counts[seconds] = told(&r);
    }
    assert_true(says(&r, "\"unseen\":[\""));
    assert_int_equal(counts[0], 2); /* the first, and what was news */
    assert_int_equal(counts[1], 3);
    assert_int_equal(counts[2], 4);
    leave(&r);
}

static void vertices_are_the_observed_bodys(void **state)
{
    (void)state;
    recorder r;
    join(&r);
    const pd_api_profile profile = {.channels = PD_API_CHANNEL_SMPL | PD_API_CHANNEL_VERTICES,
                                    .divisor = 1,
                                    .rotation_bits = 48,
                                    .compact = 0};
    pd_srv_stage_profile(stage, r.subscriber, &profile, NULL);
    const uint32_t id = spawn(&r, observed_there);
    for (int i = 0; i < 10; i++) {
        observe(&r, id, 1, i / 30.0, 0);
        pd_srv_stage_step(stage);
    }
    const posed_character who = last_of(&r);
    double low = INFINITY;
    for (int v = 0; v < api_host_state.tiny->vertex_count; v++) {
        float at[3];
        posed_vertex(at, &who, v);
        low = fmin(low, (double)at[1]);
    }
    assert_near(low, 0, 0.03); /* it stands on the ground */
    leave(&r);
}

static void input_of_one_character_does_not_move_the_other(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    const pd_character_input in = {.move = {0, 1}};
    const pd_observe_sight what = seen_at(1, 0);
    join(&r);
    const uint32_t seen = spawn(&r, observed_there), moved = spawn(&r, (pd_srv_spawn){.facing = 0});
    assert_int_equal(pd_srv_stage_input(stage, r.subscriber, seen, 1, &in, &err), PD_ERR_INVALID);
    assert_string_equal(err.where, "/id");
    assert_non_null(strstr(err.detail, "is moved by observations"));
    assert_int_equal(pd_srv_stage_observe(stage, r.subscriber, moved, 1, &what, &err), PD_ERR_INVALID);
    assert_non_null(strstr(err.detail, "\"drive\":\"observe\""));
    assert_int_equal(pd_srv_stage_observe(stage, r.subscriber, 99, 1, &what, &err), PD_ERR_NOT_FOUND);
    assert_int_equal(pd_srv_stage_spawn(stage, &(uint32_t){0}, r.subscriber,
                                        &(pd_srv_spawn){.drive = PD_API_DRIVE_OBSERVE, .body = "other"},
                                        &err),
                     PD_OK);
    assert_int_equal(pd_srv_stage_spawn(stage, &(uint32_t){0}, r.subscriber,
                                        &(pd_srv_spawn){.drive = PD_API_DRIVE_OBSERVE, .body = "nobody"},
                                        &err),
                     PD_ERR_NOT_FOUND);
    assert_string_equal(err.where, "/body/model");
    assert_int_equal(pd_srv_stage_spawn(stage, &(uint32_t){0}, r.subscriber,
                                        &(pd_srv_spawn){.drive = PD_API_DRIVE_OBSERVE, .body = "walk"}, &err),
                     PD_ERR_INVALID);
    leave(&r);
}

/* Returns a hash of the frames of a neighbouring session while a character
 * of another session is observed or not. */
static uint64_t neighbour(bool observed)
{
    recorder r, other;
    join(&r);
    join(&other);
    spawn(&r, (pd_srv_spawn){.facing = 0.3});
    const uint32_t id = spawn(&other, observed_there);
    for (int i = 0; i < 30; i++) {
        if (observed) observe(&other, id, 1, i / 60.0, 0.1 * i);
        pd_srv_stage_step(stage);
    }
    const uint64_t hash = r.hash;
    assert_int_equal(r.frames, 30);
    leave(&r);
    leave(&other);
    return hash;
}

static void a_neighbours_frames_are_the_same_bytes(void **state)
{
    const uint64_t alone = neighbour(false);
    tear_down(state);
    set_up(state);
    assert_true(neighbour(true) == alone);
}

static void the_newest_picture_is_fitted_and_replaced_ones_are_counted(void **state)
{
    (void)state;
    recorder r;
    pd_buffer text = {0};
    join(&r);
    const uint32_t id = spawn(&r, observed_there);
    for (int i = 0; i < 5; i++) observe(&r, id, (uint32_t)i, i, 0);
    pd_srv_stage_step(stage);
    pd_srv_stage_step(stage);
    assert_int_equal(last_of(&r).seq, 4);
    pd_srv_stage_metrics(stage, &text);
    assert_non_null(memmem(text.data, text.size, "posed_observations_total 5", 26));
    assert_non_null(memmem(text.data, text.size, "posed_observations_missed_total 4", 33));
    pd_buffer_deinit(&text);

    /* a moment before the last one: an error, and the body does not move */
    observe(&r, id, 9, 3.9, 0);
    for (int i = 0; i < 20; i++) pd_srv_stage_step(stage);
    assert_int_equal(last_of(&r).seq, 4);
    assert_true(says(&r, "\"trouble\":\"3.9; later than"));
    leave(&r);
}

/* Otherwise a client that sends sixty a second would hardly ever be calibrated. */
static void an_observation_that_calibrates_is_not_replaced_before_it_was_fitted(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    join(&r);
    const uint32_t id = spawn(&r, observed_there);
    pd_observe_sight what = seen_at(0, 0);
    what.calibrate = true;
    assert_int_equal(pd_srv_stage_observe(stage, r.subscriber, id, 1, &what, &err), PD_OK);
    for (int i = 2; i < 5; i++) observe(&r, id, (uint32_t)i, i, 0);
    pd_srv_stage_step(stage);
    pd_srv_stage_step(stage);
    assert_int_equal(last_of(&r).seq, 1);

    /* The next ones count again. */
    observe(&r, id, 5, 5, 0);
    for (int i = 0; i < 5; i++) pd_srv_stage_step(stage);
    assert_int_equal(last_of(&r).seq, 5);
    leave(&r);
}

/* Returns whether the client's characters still wait for a fit. */
static int waiting_of(uint64_t client)
{
    int count = 0;
    for (const pd_srv_queued *q = stage->observed; q; q = q->next)
        count += q->client == client && q->has_sight;
    return count;
}

static void a_client_with_many_does_not_keep_another_waiting(void **state)
{
    (void)state;
    recorder many, one;
    uint32_t crowd[6];
    join_as(&many, 1);
    join_as(&one, 2);
    for (int i = 0; i < 6; i++) crowd[i] = spawn(&many, observed_there);
    const uint32_t id = spawn(&one, observed_there);

    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < 6; i++) observe(&many, crowd[i], 1, round, 0);
        observe(&one, id, 1, round, 0);
        for (int fits = 0; fits < 2; fits++) assert_true(pd_srv_observer_step(stage));
        assert_int_equal(waiting_of(2), 0);
    }
    while (pd_srv_observer_step(stage)) continue;
    assert_int_equal(waiting_of(1), 0);

    /* nor is who comes after a long while owed more than who stayed */
    for (int round = 5; round < 15; round++) {
        for (int i = 0; i < 6; i++) observe(&many, crowd[i], 1, round, 0);
        while (pd_srv_observer_step(stage)) continue;
    }
    uint32_t more[5];
    for (int i = 0; i < 5; i++) more[i] = spawn(&one, observed_there);
    for (int i = 0; i < 6; i++) observe(&many, crowd[i], 1, 15, 0);
    for (int i = 0; i < 5; i++) observe(&one, more[i], 1, 15, 0);
    for (int fits = 0; fits < 6; fits++) assert_true(pd_srv_observer_step(stage));
    assert_in_range(waiting_of(1), 2, 4);
    leave(&many);
    leave(&one);
}

static void the_observers_thread_fits_while_characters_come_and_go(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    join(&r);
    assert_int_equal(pd_srv_stage_start(stage, &err), PD_OK);
    for (int turn = 0; turn < 5; turn++) {
        const uint32_t id = spawn(&r, observed_there);
        for (int i = 0; i < 5; i++) {
            observe(&r, id, (uint32_t)i + 1, i / 30.0, 0);
            usleep(3000);
        }
        assert_int_equal(pd_srv_stage_despawn(stage, r.subscriber, id, &err), PD_OK);
    }
    const uint32_t last = spawn(&r, observed_there);
    observe(&r, last, 7, 1, 0);
    pd_srv_stage_halt(stage);
    leave(&r);
}

/* Returns the nice value of this process's thread of that name. Fails the test without one. */
static int nice_of(const char *name)
{
    DIR *tasks = opendir("/proc/self/task");
    assert_non_null(tasks);
    for (const struct dirent *entry; (entry = readdir(tasks));) {
        char path[300], comm[32] = "";
        snprintf(path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
        FILE *file = fopen(path, "r");
        if (!file) continue;
        const bool is_it = fgets(comm, sizeof comm, file) && !strncmp(comm, name, strlen(name));
        fclose(file);
        if (!is_it) continue;

        const int nice = getpriority(PRIO_PROCESS, (id_t)strtoul(entry->d_name, NULL, 10));
        closedir(tasks);
        return nice;
    }
    closedir(tasks);
    fail_msg("no thread %s", name);
    return 0;
}

/* Else the tick waits for a lock whose holder has no core. */
static void the_thread_with_the_lock_has_the_ticks_priority_and_a_fitting_one_less(void **state)
{
    (void)state;
    recorder r;
    pd_error err = {0};
    join(&r);
    assert_int_equal(pd_srv_stage_start(stage, &err), PD_OK);
    const uint32_t id = spawn(&r, observed_there);
    observe(&r, id, 1, 0, 0);
    for (bool is_fitted = false; !is_fitted; usleep(1000)) {
        pthread_mutex_lock(&stage->lock);
        is_fitted = stage->observed && ((pd_srv_observed *)stage->observed)->pose_seq == 1;
        pthread_mutex_unlock(&stage->lock);
    }

    const int own = getpriority(PRIO_PROCESS, 0);
    assert_int_equal(nice_of("posed-observer"), own);
    assert_true(nice_of("posed-fitter") > own || own > 14); /* 19 is the least priority */
    pd_srv_stage_halt(stage);
    leave(&r);
}

#define STAGE_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        STAGE_TEST(an_observed_person_stands_on_the_stage_as_observed),
        STAGE_TEST(reports_of_visible_people_are_rare_unless_they_change),
        STAGE_TEST(vertices_are_the_observed_bodys),
        STAGE_TEST(input_of_one_character_does_not_move_the_other),
        STAGE_TEST(a_neighbours_frames_are_the_same_bytes),
        STAGE_TEST(the_newest_picture_is_fitted_and_replaced_ones_are_counted),
        STAGE_TEST(an_observation_that_calibrates_is_not_replaced_before_it_was_fitted),
        STAGE_TEST(a_client_with_many_does_not_keep_another_waiting),
        STAGE_TEST(the_thread_with_the_lock_has_the_ticks_priority_and_a_fitting_one_less),
        STAGE_TEST(the_observers_thread_fits_while_characters_come_and_go)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
