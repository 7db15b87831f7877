/* Random players: durations of orders, angles of turns, and frequencies
 * of each kind, counted over many orders. */
#include "tests/support/cmocka.h"

#include "core/character/rollout/random_stick.h"

#include <stdlib.h>

#define PI      3.14159265358979323846
#define SECONDS 40000.0

typedef struct sheet {
    pd_character_cue *cues;
    int count;
} sheet;

static sheet played(pd_character_random_kind kind, uint64_t seed)
{
    int room = pd_character_random_room(SECONDS);
    sheet s = {.cues = calloc((size_t)room, sizeof *s.cues)};

    assert_non_null(s.cues);
    s.count = pd_character_random_cues(s.cues, room, kind, seed, SECONDS);
    assert_in_range(s.count, 10000, room - 1);
    return s;
}

static double push(const pd_character_input *in)
{
    return hypot(in->move[0], in->move[1]);
}

static double heading(const pd_character_input *in)
{
    return atan2(in->move[0], in->move[1]);
}

/* Returns the turn from the cue before. */
static double turn_of(const pd_character_cue *cue)
{
    return remainder(heading(&cue->input) - heading(&cue[-1].input), 2 * PI);
}

static double held(const pd_character_cue *cue)
{
    return cue[1].time - cue->time;
}

/* Statistics of numbers that should be uniform between two ends: smallest, largest, sum and count. */
typedef struct range {
    double low, high, sum;
    int count;
} range;

static void see(range *r, double value)
{
    r->low = r->count && r->low < value ? r->low : value;
    r->high = r->count && r->high > value ? r->high : value;
    r->sum += value, r->count++;
}

static void expect_uniform(const range *r, double low, double high)
{
    double end = 0.02 * (high - low), error = 5 * (high - low) / sqrt(12.0 * r->count);

    assert_true(r->count > 300);
    assert_true(r->low > low - 1e-6 && r->high < high + 1e-6);
    assert_near(r->low, low, end);
    assert_near(r->high, high, end);
    assert_near(r->sum / r->count, (low + high) / 2, error);
}

/* Checks a share of a count within five standard deviations. */
static void expect_share(int some, int all, double share)
{
    assert_near((double)some / all, share, 5 * sqrt(share * (1 - share) / all));
}

static void players_turn_walk_stand_crouch_strafe_and_jump_as_people_do(void **state)
{
    (void)state;
    sheet s = played(PD_CHARACTER_RANDOM_PLAY, 3);
    range walks = {0}, turns = {0}, pushes = {0}, after = {0}, looks = {0};
    int orders = 0, jumps = 0, stands = 0, crouches = 0, strafes = 0, jogs = 0, gaits = 0, soft = 0,
        moves = 0;

    for (int i = 1; i + 3 < s.count; i++) {
        const pd_character_cue *c = &s.cues[i];
        const pd_character_input *in = &c->input;
        if (in->jump) {
            jumps++;
            assert_near(held(c), 0.1, 1e-9);
            see(&after, held(c + 1));
            pd_character_input same = *in;
            same.jump = 0;
            assert_memory_equal(&same, &c[-1].input, sizeof same);
            assert_memory_equal(&same, &c[1].input, sizeof same);
            i++;
            continue;
        }

        orders++;
        see(&walks, held(c));
        stands += push(in) == 0, crouches += in->gait == PD_CHARACTER_WANT_CROUCH, strafes += in->strafe > 0;
        assert_true(in->speed == 0 && push(in) < 1 + 1e-12);
        if (in->strafe > 0) {
            assert_true(in->strafe == 1 && in->has_look && in->gait == PD_CHARACTER_WANT_WALK);
            assert_near(hypot(in->look[0], in->look[1]), 1, 1e-12);
            see(&looks, remainder(atan2(in->look[0], in->look[1]) - heading(in), 2 * PI));
        } else {
            assert_false(in->has_look);
            if (in->gait != PD_CHARACTER_WANT_CROUCH) gaits++, jogs += in->gait == PD_CHARACTER_WANT_JOG;
        }
        if (push(in) == 0) continue;
        moves++;
        if (push(in) < 1 - 1e-9) soft++, see(&pushes, push(in));
        if (push(&c[-1].input) > 0) see(&turns, turn_of(c));
    }

    expect_uniform(&walks, 1, 4);
    expect_uniform(&turns, -2 * PI / 3, 2 * PI / 3);
    expect_uniform(&pushes, 0.4, 1);
    expect_uniform(&after, 0.8, 1.5);
    expect_uniform(&looks, -PI, PI);
    expect_share(jumps, orders, 0.06);
    expect_share(stands, orders, 0.15);
    expect_share(crouches, orders, 0.1);
    expect_share(strafes, orders, 0.12);
    expect_share(jogs, gaits, 0.4);
    expect_share(soft, moves, 0.25);
    free(s.cues);
}

/* Returns whether a piece is one of a spin: a tenth of a second at full push, without anything else. */
static int is_spin(const pd_character_cue *c)
{
    return fabs(held(c) - 0.1) < 1e-9 && !c->input.jump;
}

static void sticks_flip_spin_and_jump_in_between(void **state)
{
    (void)state;
    sheet s = played(PD_CHARACTER_RANDOM_STICK, 4);
    range holds = {0}, pushes = {0}, rates = {0}, after = {0}, new_ways = {0};
    int orders = 0, spins = 0, lefts = 0, jumps = 0, crouches = 0, strafes = 0, runs = 0, jogs = 0, gaits = 0,
        still = 0;
    int moves = 0, flips = 0;

    for (int i = 1; i + 12 < s.count; i++) {
        const pd_character_cue *c = &s.cues[i];
        const pd_character_input *in = &c->input;
        if (is_spin(c)) {
            orders++, spins++;
            double rate = turn_of(c + 1) / 0.1;
            for (int k = 0; k < 10; k++) {
                assert_true(is_spin(c + k));
                assert_near(push(&c[k].input), 1, 1e-12);
                assert_true(!c[k].input.strafe && !c[k].input.speed && c[k].input.gait == in->gait);
                assert_true(in->gait == PD_CHARACTER_WANT_WALK || in->gait == PD_CHARACTER_WANT_JOG);
                if (k) assert_near(turn_of(c + k) / 0.1, rate, 1e-6);
            }
            lefts += rate > 0;
            see(&rates, fabs(rate));
            i += 9;
            continue;
        }
        if (in->jump) {
            jumps++;
            assert_near(held(c), 0.1, 1e-9);
            see(&after, held(c + 1));
            assert_near(heading(&c[1].input), heading(in), 0);
            i++;
            continue;
        }

        orders++;
        see(&holds, held(c));
        crouches += in->gait == PD_CHARACTER_WANT_CROUCH, strafes += in->strafe == 1;
        assert_true((in->strafe == 0 || in->strafe == 1) && !in->has_look && push(in) < 1 + 1e-12);
        if (in->gait != PD_CHARACTER_WANT_CROUCH) gaits++, jogs += in->gait == PD_CHARACTER_WANT_JOG;
        if (in->speed > 0) {
            runs++;
            assert_near(in->speed, 3.3, 0);
            assert_near(push(in), 1, 1e-12);
            assert_int_equal(in->gait, PD_CHARACTER_WANT_JOG);
            continue;
        }
        still += push(in) == 0, moves++;
        if (push(in) > 0) see(&pushes, push(in));
        if (push(in) == 0 || push(&c[-1].input) == 0) continue;
        int flip = fabs(fabs(turn_of(c)) - PI) < 1e-6;
        flips += flip;
        if (!flip) see(&new_ways, heading(in));
    }

    expect_uniform(&holds, 0.3, 1.5);
    expect_uniform(&pushes, 0.3, 1);
    expect_uniform(&rates, PI / 2, 2 * PI);
    expect_uniform(&after, 0.8, 1.5);
    expect_uniform(&new_ways, -PI, PI);
    expect_share(spins, orders, 0.1);
    expect_share(lefts, spins, 0.5);
    expect_share(jumps, orders, 0.1);
    expect_share(crouches, orders, 0.1);
    expect_share(strafes, orders, 0.1);
    expect_share(runs, orders, 0.15);
    expect_share(jogs, gaits, 0.5);
    expect_share(still, moves, 0.2);
    expect_share(flips, flips + new_ways.count, 0.3);
    free(s.cues);
}

static void times_rise_from_zero_and_end_before_the_end(void **state)
{
    (void)state;
    for (int kind = PD_CHARACTER_RANDOM_PLAY; kind <= PD_CHARACTER_RANDOM_STICK; kind++)
        for (uint64_t seed = 0; seed < 50; seed++) {
            pd_character_cue cues[256];
            double seconds = 0.5 + 0.2 * (double)seed;
            int room = pd_character_random_room(seconds);
            int count = pd_character_random_cues(cues, 256, (pd_character_random_kind)kind, seed, seconds);
            assert_in_range(count, 1, room);
            assert_near(cues[0].time, 0, 0);
            for (int i = 0; i < count; i++) assert_true(cues[i].time < seconds);
            for (int i = 1; i < count; i++) assert_true(cues[i].time > cues[i - 1].time + 0.0999);
            assert_true(seconds - cues[count - 1].time < 4);
        }
    assert_int_equal(pd_character_random_room(0), 16);
    assert_int_equal(pd_character_random_room(10), 116);
}

static void no_more_is_written_than_there_is_room_for(void **state)
{
    (void)state;
    for (int kind = PD_CHARACTER_RANDOM_PLAY; kind <= PD_CHARACTER_RANDOM_STICK; kind++)
        for (int room = 1; room < 40; room++) {
            pd_character_cue cues[41], all[256];
            memset(cues, 85, sizeof cues);
            int whole = pd_character_random_cues(all, 256, (pd_character_random_kind)kind, 7, 60);
            assert_in_range(whole, 10, 255);
            int count = pd_character_random_cues(cues, room, (pd_character_random_kind)kind, 7, 60);
            assert_in_range(count, 1, room);
            assert_memory_equal(cues, all, (size_t)count * sizeof *cues);
            for (size_t b = 0; b < sizeof *cues; b++)
                assert_int_equal(((unsigned char *)(cues + room))[b], 85);
        }
}

/* Whoever writes down a seed gets the same motion again, from any later version and on any machine. */
static void a_seed_gives_the_same_orders_for_ever(void **state)
{
    (void)state;
    static const double expected[2][4] = {{82317.085738013, 122.231754785, -86.313704366, 15372.684982502},
                                          {1165898.589924610, -79.688729218, 1110.331272669, 249348.0}};
    for (int kind = PD_CHARACTER_RANDOM_PLAY; kind <= PD_CHARACTER_RANDOM_STICK; kind++) {
        pd_character_cue cues[1016];
        int count = pd_character_random_cues(cues, 1016, (pd_character_random_kind)kind, 2026, 100);
        double sums[4] = {0}; /* every number weighs by its place */
        for (int i = 0; i < count; i++) {
            const pd_character_input *in = &cues[i].input;
            assert_true((in->jump == 0 || in->jump == 1) && (in->has_look == 0 || in->has_look == 1));
            const double numbers[4] = {cues[i].time, in->move[0], in->move[1],
                                       in->look[0] + 2 * in->look[1] + 4 * in->jump + 8 * in->gait};
            for (int k = 0; k < 4; k++) sums[k] += (i + 1) * numbers[k];
        }
        for (int k = 0; k < 4; k++) assert_near(sums[k], expected[kind][k], 1e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_turn_walk_stand_crouch_strafe_and_jump_as_people_do),
        cmocka_unit_test(sticks_flip_spin_and_jump_in_between),
        cmocka_unit_test(times_rise_from_zero_and_end_before_the_end),
        cmocka_unit_test(no_more_is_written_than_there_is_room_for),
        cmocka_unit_test(a_seed_gives_the_same_orders_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
