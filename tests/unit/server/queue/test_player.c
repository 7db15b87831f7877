/* The clips of a character on the stage: which of them are retained, and for how long. A tick is imitated: it
 * takes the orders, begins what waits, and sweeps. */
#include "server/queue/player.h"

#include "core/base/rng.h"
#include "tests/support/cmocka.h"

#include <string.h>

#define CLIPS 64

/* Clips without frames. The test holds one reference to each, so that none is ever freed. */
static pd_character_clip clips[CLIPS];

static long taken; /* bytes of the account */

static int take_memory(void *ctx, pd_api_memory_use kind, size_t bytes)
{
    (void)ctx;
    assert_int_equal(kind, PD_API_MEMORY_STREAMS);
    taken += (long)bytes;
    return 1;
}

static void give_memory(void *ctx, pd_api_memory_use kind, size_t bytes)
{
    (void)ctx;
    assert_int_equal(kind, PD_API_MEMORY_STREAMS);
    taken -= (long)bytes;
    assert_true(taken >= 0);
}

static const pd_api_host host = {.memory_take = take_memory, .memory_give = give_memory};

static int set_up(void **state)
{
    (void)state;
    for (int i = 0; i < CLIPS; i++) clips[i] = (pd_character_clip){.references = 1, .frame_count = 1 + i};
    taken = 0;
    return 0;
}

static pd_srv_play_order order_of(int clip, bool waits)
{
    pd_srv_play_order order = {
        .request = {.clip = &clips[clip], .fade_in = 0.4, .fade_out = 0.4, .speed = 1}};
    order.request.waits = waits;
    return order;
}

/* Begins the first request that waits, or ends what plays. */
static void change_clip(pd_character_play_state *s, bool ends)
{
    if (ends || s->queued) s->plays = false;
    if (!s->queued) return;
    s->now = s->queue[0];
    s->plays = true;
    memmove(s->queue, s->queue + 1, (size_t)--s->queued * sizeof *s->queue);
}

static void expect_released(void)
{
    for (int i = 0; i < CLIPS; i++) assert_int_equal(clips[i].references, 1);
    assert_int_equal(taken, 0);
}

static void many_orders_between_two_ticks_keep_the_last_clip_alone(void **state)
{
    pd_srv_player *player = pd_srv_player_new(&host);
    pd_character_play_state play = {0};
    (void)state;

    for (int i = 0; i < CLIPS; i++) {
        const pd_srv_play_order order = order_of(i, false);
        assert_int_equal(pd_srv_player_ask(player, &order, NULL), PD_OK);
    }

    for (int i = 0; i < CLIPS; i++) assert_int_equal(clips[i].references, i == CLIPS - 1 ? 2 : 1);
    assert_int_equal(taken, pd_character_clip_bytes(CLIPS));
    pd_srv_player_take(player, &play);
    assert_int_equal(play.queued, 1);
    assert_ptr_equal(play.queue[0].clip, &clips[CLIPS - 1]);
    pd_srv_player_free(player);
    expect_released();
}

/* Every clip that plays, waits or is asked for is retained at any time. */
static void expect_retained(const pd_srv_player *player, const pd_character_play_state *play)
{
    for (int i = 0; i < CLIPS; i++) {
        bool is_needed = pd_character_play_uses(play, &clips[i]);
        for (int k = 0; k < player->asked_count; k++)
            is_needed = is_needed || (!player->asked[k].stops && player->asked[k].request.clip == &clips[i]);
        if (is_needed) assert_int_equal(clips[i].references, 2);
    }
}

static void clips_are_retained_while_they_are_needed_in_any_order_of_requests_and_ticks(void **state)
{
    pd_srv_player *player = pd_srv_player_new(&host);
    pd_character_play_state play = {0};
    pd_rng rng;
    int refused = 0;
    (void)state;

    pd_rng_init(&rng, 11);
    for (int step = 0; step < 20000; step++) {
        /* Requests arrive before the tick, and between its beginning and its end. */
        for (int half = 0; half < 2; half++) {
            for (int n = pd_rng_below(&rng, 9); n > 0; n--) {
                pd_srv_play_order order = order_of(pd_rng_below(&rng, CLIPS), pd_rng_below(&rng, 3) > 0);
                order.stops = !pd_rng_below(&rng, 6);
                const pd_status status = pd_srv_player_ask(player, &order, NULL);
                if (status != PD_OK) assert_int_equal(status, PD_ERR_LIMIT);
                refused += status != PD_OK;
                expect_retained(player, &play);
            }

            if (half) break;
            pd_srv_player_take(player, &play);
            change_clip(&play, !pd_rng_below(&rng, 4));
            expect_retained(player, &play);
        }

        pd_srv_player_sweep(player, &play);
        expect_retained(player, &play);
    }

    assert_true(refused > 1000);

    /* A sweep with nothing left releases all. */
    const pd_srv_play_order stop = {.stops = true};
    assert_int_equal(pd_srv_player_ask(player, &stop, NULL), PD_OK);
    pd_srv_player_take(player, &play);
    play = (pd_character_play_state){0};
    pd_srv_player_sweep(player, &play);
    expect_released();
    pd_srv_player_free(player);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(many_orders_between_two_ticks_keep_the_last_clip_alone, set_up),
        cmocka_unit_test_setup(clips_are_retained_while_they_are_needed_in_any_order_of_requests_and_ticks,
                               set_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
