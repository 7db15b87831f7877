/* Compact frames as the server encodes them, read by the client's own reader. */
#include "core/wire/wire.h"

#include "clients/c/posed.h"
#include "core/base/rng.h"
#include "core/kernel/cpu.h"
#include "core/wire/coder.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

#define JOINTS 12
#define PERIOD (1 / 60.0)

/* An arm and a leg on a spine, with a joint that has no length and tips. */
static const int parents[JOINTS] = {-1, 0, 1, 2, 3, 4, 2, 6, 0, 8, 9, 5};
static const pd_vec3 offsets[JOINTS] = {{0, 0, 0},     {0, 0.2, 0},  {0, 0.25, 0.02}, {0.18, 0.1, 0},
                                        {0.28, 0, 0},  {0.25, 0, 0}, {0, 0, 0},       {0, 0.2, 0.02},
                                        {0.1, -.1, 0}, {0, -.4, 0},  {0, -.4, 0},     {0.18, 0, 0}};

typedef struct person {
    pd_quat rotations[JOINTS];
    pd_wire_character c;
} person;

static double memory[4][2048];

/* Moves a person to time t: they swing at a walk's rate, and turn. */
static void move(person *p, int t, double size, uint64_t seed)
{
    const double s = t * PERIOD;
    for (int j = 0; j < JOINTS; j++) {
        const double a = size * sin(2 * M_PI * s * (1 + 0.1 * (j % 4)) + j + (double)seed),
                     b = 0.4 * size * sin(7 * s + 2 * j);
        p->rotations[j] = pd_q_from_rotvec(pd_vec3_make(a, j == 6 ? 0 : b, 0.3 * a));
    }
    p->c = (pd_wire_character){
        .id = 7,
        .seq = (uint64_t)t / 3,
        .channels = POSED_ROOT | POSED_ROTATIONS | POSED_CONTACTS,
        .contacts = (unsigned)(t / 15 % 16),
        .gait = t / 100 % 6,
        .phase = fmod(5 * s, 2 * M_PI),
        .root = {1.4 * s, 0, sin(s)},
        .yaw = remainder(s, 2 * M_PI),
        .chains = {{JOINTS, p->rotations, parents, offsets, {1.4 * s, 0.9 + 0.03 * sin(10 * s), sin(s)}}}};
}

static pd_wire_frame frame_of(const person *p, int t)
{
    return (pd_wire_frame){(uint32_t)t, t * PERIOD, PERIOD, &p->c, 1};
}

/* Computes the positions of all joints. */
static void places(pd_vec3 at[JOINTS], const pd_quat *rotations, pd_quat facing, pd_vec3 root)
{
    pd_quat world[JOINTS];
    for (int j = 0; j < JOINTS; j++) {
        const int p = parents[j];
        world[j] = pd_q_mul(j ? world[p] : facing, rotations[j]);
        at[j] = j ? pd_vec3_add(at[p], pd_q_rotate(world[p], offsets[j])) : root;
    }
}

/* Returns the largest distance of a decoded joint from its true position. */
static double error_of(const person *p, const posed_character *who)
{
    pd_quat q[JOINTS];
    pd_vec3 wanted[JOINTS], got[JOINTS];
    float v[4];
    double worst = 0;
    for (int j = 0; j < JOINTS; j++) {
        posed_rotation(v, who, j);
        q[j] = (pd_quat){v[0], v[1], v[2], v[3]};
    }
    posed_hips(v, who);
    places(wanted, p->rotations, pd_q_identity(), p->c.chains[0].position);
    places(got, q, pd_q_axis_angle(pd_vec3_make(0, 1, 0), who->yaw), pd_vec3_make(v[0], v[1], v[2]));
    for (int j = 0; j < JOINTS; j++) worst = fmax(worst, pd_vec3_length(pd_vec3_sub(wanted[j], got[j])));
    return worst;
}

static void joints_are_within_the_asked_error_in_every_frame(void **state)
{
    (void)state;
    for (int mm = 1; mm <= 10; mm += 3) {
        pd_wire *wire = pd_wire_new(mm);
        pd_buffer out = {0};
        posed_wire reader;
        posed_wire_init(&reader, memory[0], sizeof memory[0]);
        size_t bytes = 0;
        for (int t = 0; t < 600; t++) {
            person p;
            posed_character who;
            move(&p, t, 0.6, 1);
            const pd_wire_frame frame = frame_of(&p, t);
            pd_buffer_clear(&out);
            if (t % 200 == 0)
                pd_wire_key(wire, &out, &frame);
            else
                pd_wire_delta(wire, &out, &frame);
            bytes += t % 200 ? out.size : 0;
            assert_true(posed_wire_read(&reader, out.data, out.size));
            assert_int_equal(reader.tick, t);
            assert_near(reader.time, t * PERIOD, 1e-9);
            assert_true(posed_wire_next(&reader, &who));
            assert_false(posed_wire_next(&reader, &(posed_character){0}));

            const double error = error_of(&p, &who);
            if (error > 1e-3 * mm) fail_msg("frame %d: %.2f mm, at most %d asked for", t, 1e3 * error, mm);
            assert_int_equal(who.id, 7);
            assert_true(who.seq == p.c.seq);
            assert_int_equal(who.contacts, p.c.contacts);
            assert_int_equal(who.gait, p.c.gait);
            assert_near(remainder(who.phase - p.c.phase, 2 * M_PI), 0, 0.75 * 2 * M_PI / 256 + 1e-5);
            assert_near(remainder(who.yaw - p.c.yaw, 2 * M_PI), 0, 0.75 * 2 * M_PI / 16384 + 1e-5);
            for (int i = 0; i < 3; i++) assert_near(who.root[i], (&p.c.root.x)[i], 0.75 / 1024 + 1e-5);
        }
        /* 12 joints with 32 bits each, the smallest rotations of other frames, are 48 bytes. */
        assert_true((double)bytes / 597 < (mm == 1 ? 32 : 26));
        pd_buffer_deinit(&out);
        pd_wire_free(wire);
    }
}

static void a_character_that_stands_still_costs_a_few_bytes(void **state)
{
    (void)state;
    pd_wire *wire = pd_wire_new(1);
    pd_buffer out = {0};
    person p;
    move(&p, 100, 0.6, 1);
    for (int t = 0; t < 120; t++) {
        const pd_wire_frame frame = frame_of(&p, t);
        pd_buffer_clear(&out);
        if (t)
            pd_wire_delta(wire, &out, &frame);
        else
            pd_wire_key(wire, &out, &frame);
    }
    assert_true(out.size <= 4); /* a byte, the number of the frame, and less than 8 bits */
    pd_buffer_deinit(&out);
    pd_wire_free(wire);
}

/* Arbitrary values: unrelated poses, distant positions, input numbers from 0 to 2^53, NaN. */
static void extreme_values_read_back_exactly(void **state)
{
    (void)state;
    pd_wire *wire = pd_wire_new(1);
    pd_buffer out = {0};
    pd_rng rng;
    posed_wire reader;
    posed_wire_init(&reader, memory[0], sizeof memory[0]);
    pd_rng_init(&rng, 4);
    for (int t = 0; t < 400; t++) {
        person p;
        posed_character who;
        float q[4];
        move(&p, t, 1, 2);
        for (int j = 0; j < JOINTS; j++)
            p.rotations[j] = pd_q_normalize((pd_quat){pd_rng_normal(&rng), pd_rng_normal(&rng),
                                                      pd_rng_normal(&rng), pd_rng_normal(&rng)});
        p.c.seq = pd_rng_next(&rng) >> (11 + pd_rng_below(&rng, 53));
        p.c.root = pd_vec3_make(3000 * pd_rng_normal(&rng), pd_rng_normal(&rng), 100 * pd_rng_normal(&rng));
        p.c.chains[0].position = pd_vec3_add(p.c.root, pd_vec3_make(0, 0.9, pd_rng_normal(&rng)));
        p.c.yaw = M_PI * (2 * pd_rng_uniform(&rng) - 1);
        const bool is_broken = t % 50 == 49;
        if (is_broken) p.rotations[3].x = NAN, p.c.root.y = INFINITY;
        const pd_wire_frame frame = {(uint32_t)(3 * t + (t % 7 ? 0 : 1)), t * PERIOD + 0.001 * (t % 3),
                                     PERIOD, &p.c, 1};
        pd_buffer_clear(&out);
        if (t)
            pd_wire_delta(wire, &out, &frame);
        else
            pd_wire_key(wire, &out, &frame);
        assert_true(posed_wire_read(&reader, out.data, out.size) && posed_wire_next(&reader, &who));
        assert_int_equal(reader.tick, frame.tick);
        assert_near(reader.time, frame.time, 1e-6);
        assert_true(who.seq == p.c.seq);
        if (is_broken) continue;
        for (int i = 0; i < 3; i++) assert_near(who.root[i], (&p.c.root.x)[i], 0.002);
        /* Joint 8 is a child of the first one; with so wild a parent it rotates as a joint of .4 m. */
        posed_rotation(q, &who, 8);
        assert_near(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-5);
        assert_true(error_of(&p, &who) < 0.003);
    }
    pd_buffer_deinit(&out);
    pd_wire_free(wire);
}

static void readers_that_begin_at_different_key_frames_have_the_same(void **state)
{
    (void)state;
    pd_wire *wire = pd_wire_new(1);
    pd_buffer out = {0};
    posed_wire early, late;
    posed_wire_init(&early, memory[0], sizeof memory[0]);
    posed_wire_init(&late, memory[1], sizeof memory[1]);
    for (int t = 0; t < 300; t++) {
        person p;
        posed_character a, b;
        move(&p, t, 0.6, 3);
        const pd_wire_frame frame = frame_of(&p, t);
        pd_buffer_clear(&out);
        if (t % 100 == 0)
            pd_wire_key(wire, &out, &frame);
        else
            pd_wire_delta(wire, &out, &frame);
        assert_int_equal(pd_wire_age(wire), t % 100);
        assert_true(posed_wire_read(&early, out.data, out.size));
        if (t == 50)
            assert_false(posed_wire_read(&late, out.data, out.size)); /* it follows what was not read */
        if (t < 100) continue;
        assert_true(posed_wire_read(&late, out.data, out.size));
        assert_true(posed_wire_next(&early, &a) && posed_wire_next(&late, &b));
        for (int j = 0; j < JOINTS; j++) {
            float q[4], r[4];
            posed_rotation(q, &a, j);
            posed_rotation(r, &b, j);
            assert_memory_equal(q, r, sizeof q);
        }
    }

    /* A frame that is left out, and one that comes twice. */
    for (int t = 300; t < 304; t++) {
        person p;
        move(&p, t, 0.6, 3);
        const pd_wire_frame frame = frame_of(&p, t);
        pd_buffer_clear(&out);
        pd_wire_delta(wire, &out, &frame);
        assert_int_equal(posed_wire_read(&early, out.data, out.size), t < 301);
        if (t == 300) assert_false(posed_wire_read(&early, out.data, out.size)); /* twice */
        if (t != 301) assert_int_equal(posed_wire_read(&late, out.data, out.size), t == 300);
    }
    pd_buffer_deinit(&out);
    pd_wire_free(wire);
}

static void other_characters_need_a_key_frame(void **state)
{
    (void)state;
    pd_wire *wire = pd_wire_new(1);
    pd_buffer out = {0};
    person people[2];
    float weights[2] = {0, 1};
    move(&people[0], 0, 0.6, 1);
    move(&people[1], 0, 0.6, 2);
    pd_wire_character both[2] = {people[0].c, people[1].c};
    both[1].id = 8;
    pd_wire_frame frame = {1, 0, PERIOD, both, 2};
    assert_false(pd_wire_continues(wire, &frame));
    pd_wire_key(wire, &out, &frame);
    assert_true(pd_wire_continues(wire, &frame));
    frame.count = 1;
    assert_false(pd_wire_continues(wire, &frame));
    frame.count = 2;
    both[1].id = 9;
    assert_false(pd_wire_continues(wire, &frame));
    both[1].id = 8, both[0].channels |= POSED_FACE, both[0].weights = weights, both[0].weight_count = 2;
    assert_false(pd_wire_continues(wire, &frame));
    both[0].channels &= ~(unsigned)POSED_FACE, both[0].weight_count = 0;
    assert_true(pd_wire_continues(wire, &frame));

    /* Another skeleton of as many joints. */
    pd_vec3 longer[JOINTS];
    memcpy(longer, offsets, sizeof longer);
    both[1].chains[0].offsets = longer;
    assert_true(pd_wire_continues(wire, &frame));
    longer[JOINTS - 1].x += 0.01;
    assert_false(pd_wire_continues(wire, &frame));
    both[1].chains[0].offsets = offsets;

    /* The reader needs memory for both, and says so. */
    posed_wire reader;
    posed_wire_init(&reader, memory[0], 512);
    assert_false(posed_wire_read(&reader, out.data, out.size));
    posed_wire_init(&reader, memory[0], sizeof memory[0]);
    assert_true(posed_wire_read(&reader, out.data, out.size));
    assert_int_equal(reader.character_count, 2);
    pd_buffer_deinit(&out);
    pd_wire_free(wire);
}

static void a_frame_cut_anywhere_is_refused_or_harmless(void **state)
{
    (void)state;
    pd_wire *wire = pd_wire_new(1);
    pd_buffer key = {0}, delta = {0};
    person p;
    posed_wire reader;
    move(&p, 0, 0.6, 1);
    pd_wire_frame frame = frame_of(&p, 0);
    pd_wire_key(wire, &key, &frame);
    move(&p, 1, 0.6, 1);
    frame = frame_of(&p, 1);
    pd_wire_delta(wire, &delta, &frame);
    for (size_t size = 0; size < key.size; size++) {
        posed_wire_init(&reader, memory[0], sizeof memory[0]);
        assert_false(posed_wire_read(&reader, key.data, size));
    }
    for (size_t size = 0; size < delta.size; size++) {
        posed_wire_init(&reader, memory[0], sizeof memory[0]);
        assert_true(posed_wire_read(&reader, key.data, key.size));
        if (size < 2) assert_false(posed_wire_read(&reader, delta.data, size));
        posed_wire_read(&reader, delta.data, size);
    }
    pd_buffer_add(&key, "x", 1);
    posed_wire_init(&reader, memory[0], sizeof memory[0]);
    assert_false(posed_wire_read(&reader, key.data, key.size));
    pd_buffer_deinit(&key);
    pd_buffer_deinit(&delta);
    pd_wire_free(wire);
}

/* Encodes 40 frames of one chain by one version of the kernels. branch: a joint's parent is one of the
 * `branch` joints before it; 1: a line. */
static void encode_chain(pd_buffer *out, const char *version, int count, int branch)
{
    static pd_quat turns[PD_WIRE_JOINTS_MOST];
    static pd_vec3 lengths[PD_WIRE_JOINTS_MOST];
    static int from[PD_WIRE_JOINTS_MOST];
    pd_wire *wire = pd_wire_new(1);
    pd_rng rng;
    pd_error err;
    assert_int_equal(pd_k_cpu_init(version, &err), PD_OK);
    pd_rng_init(&rng, 11);
    for (int j = 0; j < count; j++) {
        from[j] = j ? j - 1 - pd_rng_below(&rng, j < branch ? j : branch) : -1;
        lengths[j] = pd_vec3_make(0.1 * pd_rng_normal(&rng), 0.1 * pd_rng_normal(&rng), 0);
    }
    for (int t = 0; t < 40; t++) {
        for (int j = 0; j < count; j++) {
            const double a = 0.5 * sin(0.1 * t + j);
            turns[j] = pd_q_from_rotvec(pd_vec3_make(a, 0.2 * a, 0.1 * j));
        }
        if (t == 30) turns[count / 2].y = NAN;
        const pd_wire_character c = {
            .id = 1, .channels = POSED_ROTATIONS, .chains = {{count, turns, from, lengths, {0, 1, 0}}}};
        const pd_wire_frame frame = {(uint32_t)t, t * PERIOD, PERIOD, &c, 1};
        if (t)
            pd_wire_delta(wire, out, &frame);
        else
            pd_wire_key(wire, out, &frame);
    }
    pd_wire_free(wire);
}

static void every_version_of_the_kernels_writes_the_same_bytes(void **state)
{
    (void)state;
    static const struct {
        int count, branch;
    } chains[] = {{1, 1},
                  {2, 1},
                  {5, 5},
                  {31, 12},
                  {PD_WIRE_JOINTS_MOST, 1},
                  {PD_WIRE_JOINTS_MOST, PD_WIRE_JOINTS_MOST}};
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
        pd_buffer plain = {0}, fast = {0};
        encode_chain(&plain, "ref", chains[i].count, chains[i].branch);
        encode_chain(&fast, NULL, chains[i].count, chains[i].branch);
        assert_int_equal(plain.size, fast.size);
        assert_memory_equal(plain.data, fast.data, plain.size);
        pd_buffer_deinit(&plain);
        pd_buffer_deinit(&fast);
    }
}

static void tables_equal_the_formula(void **state)
{
    (void)state;
    uint16_t made[PD_WIRE_TABLES][PD_WIRE_SYMBOLS + 1];
    pd_wire_tables_make(made);
    for (int i = 0; i < PD_WIRE_TABLES; i++) {
        for (int a = 0; a < PD_WIRE_SYMBOLS; a++) {
            const uint32_t size = (uint32_t)(made[i][a + 1] - made[i][a]);
            assert_int_equal(pd_wire_parts[i][a] & 0xffff, made[i][a]);
            /* In the tables for values without their low bits zero has no sign: the plain bits contain it. */
            assert_int_equal(pd_wire_parts[i][a] >> 16, a ? size / 2 : size);
        }
        assert_int_equal(made[i][0], 0);
        assert_int_equal(made[i][PD_WIRE_SYMBOLS], 1 << PD_WIRE_TOTAL_BITS);
        for (int a = 1; a < PD_WIRE_SYMBOLS; a++) {
            assert_true(made[i][a + 1] > made[i][a]);
            assert_int_equal((made[i][a + 1] - made[i][a]) % 2, 0);
        }
    }
}

static void predictions_are_rounded_down_on_every_machine(void **state)
{
    (void)state;
    for (int now = -40; now <= 40; now++)
        for (int before = -40; before <= 40; before++) {
            const pd_wire_track t = {now, before};
            assert_int_equal(pd_wire_predict(&t), now + (int)floor((13 * (now - before) + 8) / 16.0));
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(joints_are_within_the_asked_error_in_every_frame),
        cmocka_unit_test(a_character_that_stands_still_costs_a_few_bytes),
        cmocka_unit_test(extreme_values_read_back_exactly),
        cmocka_unit_test(readers_that_begin_at_different_key_frames_have_the_same),
        cmocka_unit_test(other_characters_need_a_key_frame),
        cmocka_unit_test(a_frame_cut_anywhere_is_refused_or_harmless),
        cmocka_unit_test(every_version_of_the_kernels_writes_the_same_bytes),
        cmocka_unit_test(tables_equal_the_formula),
        cmocka_unit_test(predictions_are_rounded_down_on_every_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
