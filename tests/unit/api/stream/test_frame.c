/* Frames as the server encodes them, read by the client's own decoder. */
#include "api/stream/frame.h"
#include "clients/c/posed.h"
#include "core/base/rng.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

#define JOINTS  31
#define SAMPLES 12
#define SCALE   (1 / 4096.0)

typedef struct figure {
    pd_vec3 joints[JOINTS], samples[SAMPLES];
    pd_quat rotations[JOINTS], smpl[24];
    double facings[SAMPLES];
    float vertices[5 * 3];
    pd_api_frame_character c;
} figure;

static pd_quat any_rotation(pd_rng *rng)
{
    pd_quat q = {pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng)};
    return pd_q_normalize(q);
}

static pd_vec3 near_root(pd_rng *rng, pd_vec3 root)
{
    return pd_vec3_add(root, pd_vec3_make(pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng)));
}

static void make_figure(figure *f, uint64_t seed)
{
    pd_rng rng;
    pd_rng_init(&rng, seed);
    pd_vec3 root = {100 * pd_rng_normal(&rng), pd_rng_normal(&rng), 100 * pd_rng_normal(&rng)};
    for (int j = 0; j < JOINTS; j++)
        f->joints[j] = near_root(&rng, root), f->rotations[j] = any_rotation(&rng);
    for (int j = 0; j < 24; j++) f->smpl[j] = any_rotation(&rng);
    for (int s = 0; s < SAMPLES; s++)
        f->samples[s] = near_root(&rng, root), f->facings[s] = 3 * pd_rng_normal(&rng);
    for (int i = 0; i < 15; i++) f->vertices[i] = (float)((&root.x)[i % 3] + pd_rng_normal(&rng));
    f->c = (pd_api_frame_character){.id = 7 + (uint32_t)seed,
                                    .seq = 99,
                                    .contacts = 5,
                                    .gait = 2,
                                    .phase = 1.25,
                                    .root = root,
                                    .yaw = 3 * pd_rng_normal(&rng),
                                    .joint_count = JOINTS,
                                    .joints = f->joints,
                                    .rotations = f->rotations,
                                    .sample_count = SAMPLES,
                                    .samples = f->samples,
                                    .facings = f->facings,
                                    .smpl = f->smpl,
                                    .pelvis = near_root(&rng, root),
                                    .vertex_count = 5,
                                    .vertices = f->vertices};
}

static void assert_place(const float got[3], pd_vec3 wanted)
{
    /* half a step, turned, and the float of a root 100 m out */
    assert_near(got[0], wanted.x, SCALE + 4e-5);
    assert_near(got[1], wanted.y, SCALE + 4e-5);
    assert_near(got[2], wanted.z, SCALE + 4e-5);
}

static double angle_to(const float got[4], pd_quat wanted)
{
    return pd_q_angle(pd_q_normalize((pd_quat){got[0], got[1], got[2], got[3]}), wanted);
}

static void check_figure(const posed_character *who, const figure *f, double turn_error)
{
    float at[3], q[4], facing;
    pd_quat root = pd_q_axis_angle(pd_vec3_make(0, 1, 0), -f->c.yaw);
    assert_int_equal(who->id, f->c.id);
    assert_int_equal(who->seq, 99);
    assert_int_equal(who->contacts, 5);
    assert_int_equal(who->gait, 2);
    assert_near(who->phase, 1.25, 0);
    for (int j = 0; j < JOINTS; j++) {
        posed_joint(at, who, j);
        assert_place(at, f->joints[j]);
        posed_rotation(q, who, j);
        assert_true(angle_to(q, j ? f->rotations[j] : pd_q_mul(root, f->rotations[0])) < turn_error);
    }
    for (int j = 0; j < 24; j++) {
        posed_smpl_rotation(q, who, j);
        assert_true(angle_to(q, j ? f->smpl[j] : pd_q_mul(root, f->smpl[0])) < turn_error);
    }
    posed_smpl_pelvis(at, who);
    assert_place(at, f->c.pelvis);
    for (int s = 0; s < SAMPLES; s++) {
        posed_sample(at, &facing, who, s);
        assert_place(at, f->samples[s]);
        assert_near(remainder(facing - f->facings[s], 2 * M_PI), 0, 1.1e-4);
    }
    for (int v = 0; v < 5; v++) {
        const float *p = f->vertices + 3 * v;
        posed_vertex(at, who, v);
        assert_place(at, pd_vec3_make(p[0], p[1], p[2]));
    }
}

static void check_round_trip(int bits, double turn_error)
{
    const pd_api_profile all = {.channels = 127, .divisor = 1, .rotation_bits = bits, .compact = 0};
    const posed_counts counts = {JOINTS, SAMPLES};
    for (uint64_t seed = 0; seed < 20; seed++) {
        figure a, b;
        pd_buffer out = {0};
        posed_frame frame;
        posed_character who;
        make_figure(&a, 2 * seed);
        make_figure(&b, 2 * seed + 1);
        size_t at = pd_api_frame_begin(&out, &all, 0xfedcba98u, 12345.0625);
        pd_api_frame_add(&out, at, &a.c, &all);
        pd_api_frame_add(&out, at, &b.c, &all);
        assert_int_equal(out.size, 24 + 2 * pd_api_frame_bytes(&all, JOINTS, SAMPLES, 5));
        assert_true(posed_frame_open(&frame, out.data, out.size));
        assert_int_equal(frame.tick, 0xfedcba98u);
        assert_near(frame.time, 12345.0625, 0);
        assert_int_equal(frame.character_count, 2);
        assert_true(posed_frame_next(&frame, &who, counts));
        check_figure(&who, &a, turn_error);
        assert_true(posed_frame_next(&frame, &who, counts));
        check_figure(&who, &b, turn_error);
        assert_false(posed_frame_next(&frame, &who, counts));
        assert_int_equal(frame.left, 0);
        pd_buffer_deinit(&out);
    }
}

static void encoded_numbers_read_back_within_half_a_step(void **state)
{
    (void)state;
    check_round_trip(48, 1.5e-4);
    check_round_trip(32, 4.5e-3);
}

static void soft_tissue_reads_back_and_is_clamped(void **state)
{
    (void)state;
    const float soft[] = {0, 0.5f, -31.9f, 40, -40};
    const double wanted[] = {0, 0.5, -31.9, 32767.0 / 1024, -32};
    const pd_api_profile profile = {.channels = PD_API_CHANNEL_ROOT | PD_API_CHANNEL_SOFT,
                                    .divisor = 1,
                                    .rotation_bits = 48,
                                    .compact = 0};
    figure f;
    pd_buffer out = {0};
    posed_frame frame;
    posed_character who;
    make_figure(&f, 5);
    f.c.soft = soft, f.c.soft_count = 5;

    const size_t at = pd_api_frame_begin(&out, &profile, 1, 0);
    pd_api_frame_add(&out, at, &f.c, &profile);
    assert_int_equal(out.size, 24 + 32 + pd_api_frame_soft_bytes(&profile, 5));
    const posed_counts counts = {JOINTS, SAMPLES};
    assert_true(posed_frame_open(&frame, out.data, out.size) && posed_frame_next(&frame, &who, counts));
    assert_int_equal(who.soft_count, 5);
    for (int i = 0; i < 5; i++) assert_near(posed_soft(&who, i), wanted[i], 0.5 / 1024 + 1e-7);

    /* A character without soft tissue has the bit cleared. */
    f.c.soft = NULL;
    pd_buffer_clear(&out);
    pd_api_frame_add(&out, pd_api_frame_begin(&out, &profile, 1, 0), &f.c, &profile);
    assert_int_equal(out.size, 24 + 32);
    assert_true(posed_frame_open(&frame, out.data, out.size) && posed_frame_next(&frame, &who, counts));
    assert_int_equal(who.soft_count, 0);
    pd_buffer_deinit(&out);
}

static void a_face_reads_back_and_stands_behind_everything_else(void **state)
{
    (void)state;
    const posed_counts counts = {JOINTS, SAMPLES};
    for (int bits = 32; bits <= 48; bits += 16) {
        const pd_api_profile profile = {
            .channels = 127 | PD_API_CHANNEL_FACE, .divisor = 1, .rotation_bits = bits, .compact = 0};
        figure f;
        float weights[66];
        pd_quat fingers[30];
        pd_rng rng;
        pd_buffer out = {0};
        posed_frame frame;
        posed_character who;
        make_figure(&f, 5);
        pd_rng_init(&rng, 6);
        for (int i = 0; i < 66; i++) weights[i] = (float)(4 * pd_rng_uniform(&rng) - 2);
        for (int i = 0; i < 30; i++) fingers[i] = any_rotation(&rng);
        f.c.seq = UINT64_C(1) << 40 | 99;
        f.c.weights = weights, f.c.weight_count = 66;
        f.c.fingers = fingers, f.c.finger_count = 30;

        const size_t at = pd_api_frame_begin(&out, &profile, 1, 0);
        pd_api_frame_add(&out, at, &f.c, &profile);
        assert_int_equal(out.size, 24 + pd_api_frame_bytes(&profile, JOINTS, SAMPLES, 5) + 4 + 2 + 2 * 66 +
                                       (size_t)bits / 8 * 30);
        assert_true(posed_frame_open(&frame, out.data, out.size) && posed_frame_next(&frame, &who, counts));
        assert_true(who.seq == f.c.seq);
        assert_int_equal(who.weight_count, 66);
        assert_int_equal(who.finger_count, 30);
        for (int i = 0; i < 66; i++)
            assert_near(posed_weight(&who, i), (double)weights[i], 0.5 / 8192 + 1e-7);
        for (int i = 0; i < 30; i++) {
            float q[4];
            posed_finger_rotation(q, &who, i);
            assert_true(angle_to(q, fingers[i]) < (bits == 48 ? 1.5e-4 : 4.5e-3));
        }

        /* A character without a face has the bit cleared;
         * a name of it there is for each weight, and no more. */
        f.c.weights = NULL;
        pd_buffer_clear(&out);
        pd_api_frame_add(&out, pd_api_frame_begin(&out, &profile, 1, 0), &f.c, &profile);
        assert_true(posed_frame_open(&frame, out.data, out.size) && posed_frame_next(&frame, &who, counts));
        assert_false(who.channels & POSED_FACE);
        assert_int_equal(who.weight_count + who.finger_count, 0);
        pd_buffer_deinit(&out);
    }
}

static void names_of_channels_skip_the_bit_of_seq(void **state)
{
    (void)state;
    assert_int_equal(pd_api_frame_channels(0xff), 0xff);
    assert_int_equal(pd_api_frame_channels(0x100), PD_API_CHANNEL_FACE);
    assert_int_equal(pd_api_frame_channels(0x1ff), 0xff | PD_API_CHANNEL_FACE);
}

static void only_the_asked_channels_are_sent(void **state)
{
    (void)state;
    const pd_api_profile profile = {.channels = PD_API_CHANNEL_JOINTS | PD_API_CHANNEL_VERTICES,
                                    .divisor = 1,
                                    .rotation_bits = 48,
                                    .compact = 0};
    const posed_counts counts = {JOINTS, SAMPLES};
    figure f;
    pd_buffer out = {0};
    posed_frame frame;
    posed_character who;
    make_figure(&f, 1);
    f.c.vertices = NULL; /* nobody made a body: the bit is cleared */
    size_t at = pd_api_frame_begin(&out, &profile, 1, 0);
    pd_api_frame_add(&out, at, &f.c, &profile);
    assert_int_equal(out.size, 24 + 32 + 6 * JOINTS);
    assert_true(posed_frame_open(&frame, out.data, out.size) && posed_frame_next(&frame, &who, counts));
    assert_int_equal(who.channels, PD_API_CHANNEL_JOINTS);
    assert_null(who.rotations);
    pd_buffer_deinit(&out);
}

static void a_frame_cut_anywhere_is_refused_without_reading_on(void **state)
{
    (void)state;
    const pd_api_profile all = {.channels = 127, .divisor = 1, .rotation_bits = 48, .compact = 0};
    figure f;
    pd_buffer out = {0};
    make_figure(&f, 3);
    pd_api_frame_add(&out, pd_api_frame_begin(&out, &all, 1, 0), &f.c, &all);
    for (size_t size = 0; size < out.size; size++) {
        unsigned char *cut = malloc(size ? size : 1); /* of its own size, for ASan */
        posed_frame frame;
        posed_character who;
        memcpy(cut, out.data, size);
        int opened = posed_frame_open(&frame, cut, size);
        assert_int_equal(opened, size >= 24);
        if (opened) {
            assert_false(posed_frame_next(&frame, &who, (posed_counts){JOINTS, SAMPLES}));
            assert_int_equal(frame.left, 1);
        }
        free(cut);
    }
    pd_buffer_deinit(&out);
}

static void far_places_are_cut_at_eight_metres_and_nan_does_no_harm(void **state)
{
    (void)state;
    const pd_api_profile joints = {
        .channels = PD_API_CHANNEL_JOINTS, .divisor = 1, .rotation_bits = 48, .compact = 0};
    pd_vec3 places[2] = {{1000, -1000, NAN}, {0, 0, 0}};
    pd_api_frame_character c = {.joint_count = 2, .joints = places};
    pd_buffer out = {0};
    posed_frame frame;
    posed_character who;
    float at[3];
    pd_api_frame_add(&out, pd_api_frame_begin(&out, &joints, 1, 0), &c, &joints);
    assert_true(posed_frame_open(&frame, out.data, out.size));
    assert_true(posed_frame_next(&frame, &who, (posed_counts){2, 0}));
    posed_joint(at, &who, 0);
    assert_near(at[1], -8, 1e-6);
    pd_buffer_deinit(&out);
}

static void inputs_of_the_client_equal_those_that_the_server_reads(void **state)
{
    (void)state;
    unsigned char bytes[POSED_INPUT_BYTES] = {0}, again[POSED_INPUT_BYTES] = {0};
    pd_api_binary_input in;
    posed_input sent = {.id = 3,
                        .seq = 0x01020304,
                        .jump = 1,
                        .has_look = 1,
                        .gait = 2,
                        .axes = 1,
                        .strafe = 0.5f,
                        .move = {0.5f, -0.25f},
                        .look = {-1, 0.25f},
                        .camera_yaw = -1.5f,
                        .speed = 2.5f};
    posed_input_write(bytes, &sent);
    assert_int_equal(pd_api_input_decode(&in, bytes, PD_API_INPUT_BYTES, NULL), PD_OK);
    assert_int_equal(in.id, 3);
    assert_int_equal(in.seq, 0x01020304);
    assert_int_equal(in.flags, PD_API_INPUT_JUMP | PD_API_INPUT_LOOK);
    assert_int_equal(in.gait, 2);
    assert_int_equal(in.axes, 1);
    assert_near(in.move[0], 0.5, 0);
    assert_near(in.move[1], -0.25, 0);
    assert_near(in.look[0], -1, 1e-4);
    assert_near(in.look[1], 0.25, 1e-4);
    assert_near(in.camera_yaw, -1.5, 1e-4);
    assert_near(in.strafe, 0.5, 1e-4);
    assert_near(in.speed, 2.5, 0);
    pd_api_input_encode(again, &in);
    assert_memory_equal(again, bytes, sizeof bytes);
}

/* Components of 1 / sqrt(2) are the ends of a code's range: 0 and all ones. NaN has code 0. */
static void components_of_quarter_turns_have_the_extreme_codes(void **state)
{
    (void)state;
    for (int bits = 32; bits <= 48; bits += 16)
        for (int i = 0; i < 4; i++)
            for (int k = i + 1; k < 5; k++)
                for (int signs = 0; signs < 4; signs++) {
                    pd_quat turns[2] = {pd_q_identity(), {0, 0, 0, 0}};
                    double *c = &turns[1].x;
                    if (k == 4) { /* nothing is a number */
                        for (int n = 0; n < 4; n++) c[n] = NAN;
                    } else {
                        c[i] = (signs & 1 ? -1 : 1) * M_SQRT1_2, c[k] = (signs & 2 ? -1 : 1) * M_SQRT1_2;
                    }
                    const pd_api_profile profile = {.channels = PD_API_CHANNEL_ROTATIONS,
                                                    .divisor = 1,
                                                    .rotation_bits = bits,
                                                    .compact = 0};
                    const pd_api_frame_character who = {.id = 5, .joint_count = 2, .rotations = turns};
                    pd_buffer frame = {0};
                    pd_api_frame_add(&frame, pd_api_frame_begin(&frame, &profile, 1, 2), &who, &profile);
                    posed_frame f;
                    posed_character read;
                    float q[4];
                    assert_true(posed_frame_open(&f, frame.data, frame.size));
                    assert_true(posed_frame_next(&f, &read, (posed_counts){2, 0}));
                    posed_rotation(q, &read, 1);
                    for (int n = 0; n < 4; n++) {
                        if (k == 4)
                            assert_near(q[n], n ? -M_SQRT1_2 : 0, 1e-6);
                        else if (n == i || n == k)
                            assert_near(fabs(q[n]), M_SQRT1_2, 1e-6);
                        else
                            assert_near(q[n], 0, 1.0 / (1 << (bits == 32 ? 10 : 15)));
                    }
                    if (k < 4) assert_int_equal((q[i] < 0) != (q[k] < 0), signs == 1 || signs == 2);
                    pd_buffer_deinit(&frame);
                }
}

/* Every integer up to 2^53 is a double, 2^53 + 1 is none (IEEE 754): that is as far as JSON's numbers carry
 * them (RFC 8259, 6). */
static void inputs_are_numbered_up_to_two_to_the_53(void **state)
{
    (void)state;
    static const uint64_t good[] = {
        0, 1, UINT32_MAX, UINT64_C(1) << 32, UINT64_C(1764051234567890), UINT64_C(1) << 53};
    unsigned char bytes[POSED_INPUT_BYTES];
    pd_api_binary_input in;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        const size_t size = posed_input_write(bytes, &(posed_input){.id = 1, .seq = good[i]});
        assert_int_equal(size, good[i] > UINT32_MAX ? 36 : 32);
        assert_int_equal(pd_api_input_decode(&in, bytes, size, NULL), PD_OK);
        assert_true(in.seq == good[i]);
        unsigned char again[PD_API_INPUT_BYTES_MOST];
        assert_int_equal(pd_api_input_encode(again, &in), size);
        assert_memory_equal(again, bytes, size);

        pd_buffer frame = {0};
        const pd_api_profile profile = {
            .channels = PD_API_CHANNEL_ROOT, .divisor = 1, .rotation_bits = 48, .compact = 0};
        const pd_api_frame_character who = {.id = 5, .seq = good[i]}, next = {.id = 6, .seq = 7};
        const size_t at = pd_api_frame_begin(&frame, &profile, 1, 2);
        pd_api_frame_add(&frame, at, &who, &profile);
        pd_api_frame_add(&frame, at, &next, &profile);
        posed_frame f;
        posed_character read;
        assert_true(posed_frame_open(&f, frame.data, frame.size));
        assert_true(posed_frame_next(&f, &read, (posed_counts){0}));
        assert_true(read.id == 5 && read.seq == good[i]);
        assert_true(posed_frame_next(&f, &read, (posed_counts){0}));
        assert_true(read.id == 6 && read.seq == 7 && f.left == 0);
        pd_buffer_deinit(&frame);
    }

    pd_error err = {0};
    const size_t size = posed_input_write(bytes, &(posed_input){.id = 1, .seq = (UINT64_C(1) << 53) + 1});
    assert_int_equal(pd_api_input_decode(&in, bytes, size, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "byte 32");
}

static void bad_inputs_are_refused_with_byte_value_and_range(void **state)
{
    (void)state;
    pd_api_binary_input in;
    pd_error err = {0};
    unsigned char bytes[POSED_INPUT_BYTES] = {1};
    static const size_t sizes[] = {0, 31, 33, 35, 37};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        assert_int_equal(pd_api_input_decode(&in, bytes, sizes[i], &err), PD_ERR_FORMAT);
    /* Each small field at its largest value, and one above it (docs/reference/stream.md). */
    static const struct {
        int byte, most;
        const char *where, *detail;
    } rows[] = {{0, 1, "byte 0", "kind: 2; 1 (input) or 2 (sound) allowed"},
                {1, 7, "byte 1", "flags: 8; 0 to 7 allowed"},
                {2, 4, "byte 2", "gait: 5; 0 (auto) to 4 (crouch) allowed"},
                {3, 2, "byte 3", "axes: 3; 0 (world), 1 (character), 2 (camera) allowed"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const unsigned char was = bytes[rows[i].byte];
        bytes[rows[i].byte] = (unsigned char)rows[i].most;
        assert_int_equal(pd_api_input_decode(&in, bytes, 32, &err), PD_OK);
        bytes[rows[i].byte]++;
        assert_int_equal(pd_api_input_decode(&in, bytes, 32, &err), PD_ERR_RANGE);
        assert_string_equal(err.where, rows[i].where);
        assert_string_equal(err.detail, rows[i].detail);
        bytes[rows[i].byte] = was;
    }
    posed_input_write(bytes,
                      &(posed_input){.id = 1, .move = {2, -2}}); /* beyond the unit disc is no mistake */
    assert_int_equal(pd_api_input_decode(&in, bytes, 32, &err), PD_OK);
    assert_near(in.move[1], -2, 0);
    posed_input_write(bytes, &(posed_input){.id = 1, .move = {0, -1e6f}});
    assert_int_equal(pd_api_input_decode(&in, bytes, 32, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "byte 16");
    assert_string_equal(err.detail, "move: -1e+06; -1000 to 1000 allowed");
    memset(bytes + 16, 0xff, 4); /* NaN */
    assert_int_equal(pd_api_input_decode(&in, bytes, 32, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "byte 16");
}

static float float_at(const unsigned char *p)
{
    float f;
    memcpy(&f, p, 4);
    return f;
}

static void an_uploaded_character_is_sent_as_rotations_of_its_nodes(void **state)
{
    (void)state;
    const pd_quat nodes[3] = {{0, 0, 0, 1}, {0.6, 0, 0, 0.8}, {0, -1, 0, 0}};
    for (int bits = 32; bits <= 48; bits += 16) {
        const pd_api_profile
            with = {.channels = PD_API_CHANNEL_CHARACTER, .divisor = 1, .rotation_bits = bits, .compact = 0},
            without = {.channels = PD_API_CHANNEL_JOINTS, .divisor = 1, .rotation_bits = bits, .compact = 0};
        pd_api_frame_character c = {
            .id = 7, .yaw = 1, .nodes = nodes, .node_count = 3, .node_root = {1.5, -2, 300}};
        pd_buffer out = {0};
        size_t at = pd_api_frame_begin(&out, &with, 1, 2);
        pd_api_frame_add(&out, at, &c, &with);
        assert_int_equal(out.size, 24 + 32 + 16 + 3 * bits / 8);
        assert_int_equal(pd_api_frame_node_bytes(&with, 3, 0), 16 + 3 * bits / 8);
        const unsigned char *p = out.data + 24;
        assert_int_equal(p[8], 128); /* the mask */
        p += 32;
        assert_int_equal(p[0] | p[1] << 8, 3);
        assert_near((double)float_at(p + 4), 1.5, 0);
        assert_near((double)float_at(p + 12), 300, 0);
        p += 16 + bits / 8; /* the second: x .6, y and z 0, w left out */
        if (bits == 48) {
            const uint64_t word = (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
                                  (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40;
            assert_int_equal(word >> 46, 3);
            assert_near(((double)(word >> 30 & 32767) / 32767 * 2 - 1) * 0.70710678, 0.6, 3e-5);
        }

        out.size = 0; /* who does not ask gets none */
        at = pd_api_frame_begin(&out, &without, 1, 2);
        pd_api_frame_add(&out, at, &c, &without);
        assert_int_equal(out.size, 24 + 32);
        assert_int_equal(out.data[24 + 8], 0);
        assert_int_equal(pd_api_frame_node_bytes(&without, 3, 2), 0);
        c.nodes = NULL;
        out.size = 0;
        at = pd_api_frame_begin(&out, &with, 1, 2);
        pd_api_frame_add(&out, at, &c, &with);
        assert_int_equal(out.data[24 + 8], 0);
        pd_buffer_deinit(&out);
    }
}

/* Characters that are encoded one by one and put together make the frame of all of them. */
static void a_frame_of_single_characters_equals_the_frame_of_all(void **state)
{
    (void)state;
    const pd_quat nodes[2] = {{0, 0, 0, 1}, {0.6, 0, 0, 0.8}};
    const pd_vec3 moved[3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    const pd_api_profile profile = {.channels = PD_API_CHANNEL_CHARACTER, .divisor = 1, .rotation_bits = 32};
    const pd_api_frame_character all[] = {
        {.id = 1, .nodes = nodes, .node_count = 2, .moved = moved, .moved_count = 2},
        {.id = 2},
        {.id = 3,
         .seq = UINT64_C(4294967296),
         .nodes = nodes,
         .node_count = 2,
         .moved = moved + 2,
         .moved_count = 1}};
    pd_buffer whole = {0}, joined = {0};
    const size_t at = pd_api_frame_begin(&whole, &profile, 7, 2);
    const size_t to = pd_api_frame_begin(&joined, &profile, 7, 2);
    for (int i = 0; i < 3; i++) {
        pd_buffer single = {0};
        pd_api_frame_add(&whole, at, &all[i], &profile);
        pd_api_frame_add(&single, pd_api_frame_begin(&single, &profile, 0, 0), &all[i], &profile);
        pd_api_frame_append(&joined, to, (pd_bytes){single.data, single.size});
        pd_buffer_deinit(&single);
    }

    assert_int_equal(joined.size, whole.size);
    assert_memory_equal(joined.data, whole.data, whole.size);
    pd_api_frame_set_partial(&joined, to);
    assert_int_equal(joined.data[6], PD_API_FRAME_ROTATIONS_32 | PD_API_FRAME_PARTIAL);
    pd_buffer_deinit(&whole);
    pd_buffer_deinit(&joined);
}

/* Translations stand at the end, behind the last character,
 * whatever is added after the first that has some. */
static void translations_stand_behind_all_characters(void **state)
{
    (void)state;
    const pd_quat nodes[2] = {{0, 0, 0, 1}, {0.6, 0, 0, 0.8}};
    const pd_vec3 first[2] = {{1, 2, 3}, {4, 5, 6}}, third[1] = {{7, 8, 9}};
    for (int bits = 32; bits <= 48; bits += 16) {
        const pd_api_profile profile = {
            .channels = PD_API_CHANNEL_CHARACTER, .divisor = 1, .rotation_bits = bits, .compact = 0};
        const size_t own = 32 + 16 + 2 * (size_t)bits / 8;
        pd_api_frame_character c = {.id = 1,
                                    .seq = UINT64_C(4294967296),
                                    .nodes = nodes,
                                    .node_count = 2,
                                    .node_root = {10, 11, 12},
                                    .moved = first,
                                    .moved_count = 2};
        pd_buffer out = {0}, plain = {0};
        size_t at = pd_api_frame_begin(&out, &profile, 1, 2);
        pd_api_frame_add(&out, at, &c, &profile);
        c = (pd_api_frame_character){.id = 2};
        pd_api_frame_add(&out, at, &c, &profile);
        c = (pd_api_frame_character){
            .id = 3, .nodes = nodes, .node_count = 2, .moved = third, .moved_count = 1};
        pd_api_frame_add(&out, at, &c, &profile);

        /* counts: of the frame, of the characters */
        assert_int_equal(out.size, 24 + own + 4 + 32 + own + 3 * 12);
        assert_int_equal(pd_api_frame_node_bytes(&profile, 2, 2), own - 32 + 24);
        assert_int_equal(out.data[20], 3);
        assert_int_equal(out.data[22] | out.data[23] << 8, 3);
        assert_int_equal(out.data[24 + 32 + 2], 2);
        assert_int_equal(out.data[24 + own + 4 + 32 + 32 + 2], 1);
        for (int i = 0; i < 9; i++) assert_near((double)float_at(out.data + out.size - 36 + 4 * i), 1 + i, 0);

        /* the bytes before them do not change, so an older decoder reads these */
        c = (pd_api_frame_character){
            .id = 1, .seq = UINT64_C(4294967296), .nodes = nodes, .node_count = 2, .node_root = {10, 11, 12}};
        at = pd_api_frame_begin(&plain, &profile, 1, 2);
        pd_api_frame_add(&plain, at, &c, &profile);
        c = (pd_api_frame_character){.id = 2};
        pd_api_frame_add(&plain, at, &c, &profile);
        c = (pd_api_frame_character){.id = 3, .nodes = nodes, .node_count = 2};
        pd_api_frame_add(&plain, at, &c, &profile);
        assert_int_equal(plain.size, out.size - 36);
        int differ = 0;
        for (size_t i = 0; i < plain.size; i++) differ += plain.data[i] != out.data[i];
        assert_int_equal(differ, 3); /* the counts */
        pd_buffer_deinit(&out);
        pd_buffer_deinit(&plain);
    }
}

/* A frame that stands behind something else in its buffer has the same bytes. */
static void a_frame_has_the_same_bytes_behind_other_data(void **state)
{
    (void)state;
    const pd_quat nodes[2] = {{0, 0, 0, 1}, {0.6, 0, 0, 0.8}};
    const pd_vec3 moved[2] = {{1, 2, 3}, {4, 5, 6}};
    const pd_api_profile all = {
        .channels = 127 | PD_API_CHANNEL_CHARACTER, .divisor = 1, .rotation_bits = 48, .compact = 0};
    figure a, b;
    pd_buffer alone = {0}, behind = {0};
    make_figure(&a, 5);
    make_figure(&b, 6);
    a.c.nodes = b.c.nodes = nodes, a.c.node_count = b.c.node_count = 2;
    a.c.moved = moved, a.c.moved_count = 2;
    b.c.moved = moved + 1, b.c.moved_count = 1;
    for (int i = 0; i < 2; i++) {
        pd_buffer *out = i ? &behind : &alone;
        if (i) pd_buffer_text(out, "something else, of an odd number of bytes");
        const size_t before = out->size, at = pd_api_frame_begin(out, &all, 77, 3.5);
        assert_int_equal(at, before);
        pd_api_frame_add(out, at, &a.c, &all);
        pd_api_frame_add(out, at, &b.c, &all);
        assert_int_equal(out->size - before, alone.size);
    }
    assert_memory_equal(behind.data + behind.size - alone.size, alone.data, alone.size);
    pd_buffer_deinit(&alone);
    pd_buffer_deinit(&behind);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_has_the_same_bytes_behind_other_data),
        cmocka_unit_test(translations_stand_behind_all_characters),
        cmocka_unit_test(an_uploaded_character_is_sent_as_rotations_of_its_nodes),
        cmocka_unit_test(encoded_numbers_read_back_within_half_a_step),
        cmocka_unit_test(soft_tissue_reads_back_and_is_clamped),
        cmocka_unit_test(a_face_reads_back_and_stands_behind_everything_else),
        cmocka_unit_test(names_of_channels_skip_the_bit_of_seq),
        cmocka_unit_test(only_the_asked_channels_are_sent),
        cmocka_unit_test(a_frame_cut_anywhere_is_refused_without_reading_on),
        cmocka_unit_test(far_places_are_cut_at_eight_metres_and_nan_does_no_harm),
        cmocka_unit_test(a_frame_of_single_characters_equals_the_frame_of_all),
        cmocka_unit_test(inputs_of_the_client_equal_those_that_the_server_reads),
        cmocka_unit_test(components_of_quarter_turns_have_the_extreme_codes),
        cmocka_unit_test(inputs_are_numbered_up_to_two_to_the_53),
        cmocka_unit_test(bad_inputs_are_refused_with_byte_value_and_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
