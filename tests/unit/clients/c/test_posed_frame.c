/* Reading of frames by clients/c. The bytes are put together here
 * as docs/reference/stream.md defines them. */
#include "clients/c/posed.h"

#include "core/base/rng.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

enum { JOINTS = 5, SAMPLES = 3, VERTICES = 4, NODES = 6, ALL = 255 /* channels */ };

typedef struct message {
    unsigned char bytes[4096];
    size_t size;
} message;

static void put(message *m, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) m->bytes[m->size++] = (unsigned char)(value >> 8 * i);
}

static void put_float(message *m, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, 4);
    put(m, bits, 4);
}

static void header(message *m, int bits, double time, int characters)
{
    uint64_t word;
    memcpy(&word, &time, 8);
    m->size = 4;
    memcpy(m->bytes, "PSD1", 4);
    put(m, 1, 2), put(m, bits == 32, 2), put(m, 0x81020304, 4), put(m, word, 8),
        put(m, (uint64_t)characters, 2), put(m, 0, 2);
}

/* Writes a point in 1/4096 m. */
static void put_point(message *m, const int p[3])
{
    for (int c = 0; c < 3; c++) put(m, (uint64_t)(uint16_t)p[c], 2);
}

/* Writes a rotation as its smallest three components: the largest is left out and made positive. */
static void put_rotation(message *m, const double q[4], int bits)
{
    int n = bits == 48 ? 15 : 10, largest = 0;
    uint64_t word;
    for (int i = 1; i < 4; i++)
        if (fabs(q[i]) > fabs(q[largest])) largest = i;
    word = (uint64_t)largest;
    for (int i = 0; i < 4; i++) {
        double v = q[largest] < 0 ? -q[i] : q[i];
        if (i != largest) word = word << n | (uint64_t)lround((v * sqrt(2) + 1) / 2 * ((1 << n) - 1));
    }
    if (bits == 48) word = (uint64_t)largest << 46 | (word & ((1ull << 45) - 1));
    put(m, word, bits / 8);
}

typedef struct figure {
    uint32_t id, seq;
    unsigned channels, contacts;
    int gait;
    float phase, root[3], yaw;
    int joints[JOINTS][3], pelvis[3], vertices[VERTICES][3], samples[SAMPLES][4];
    double rotations[JOINTS][4], smpl[24][4], nodes[NODES][4];
    float node_root[3];
} figure;

static int coordinate(pd_rng *rng)
{
    return pd_rng_below(rng, 65536) - 32768;
}

static void turn(double q[4], pd_rng *rng)
{
    double square = 0;
    for (int i = 0; i < 4; i++) q[i] = pd_rng_normal(rng), square += q[i] * q[i];
    for (int i = 0; i < 4; i++) q[i] /= sqrt(square);
}

static void make(figure *f, unsigned channels, pd_rng *rng)
{
    *f = (figure){.id = 0xa0b0c0d0u + (unsigned)pd_rng_below(rng, 99),
                  .seq = 0x80000001u,
                  .channels = channels,
                  .contacts = 11,
                  .gait = 3,
                  .phase = 0.75f,
                  .yaw = (float)pd_rng_normal(rng)};
    for (int c = 0; c < 3; c++) f->root[c] = (float)pd_rng_normal(rng), f->pelvis[c] = coordinate(rng);
    for (int j = 0; j < JOINTS; j++)
        for (int c = 0; c < 3; c++) f->joints[j][c] = coordinate(rng);
    for (int v = 0; v < VERTICES; v++)
        for (int c = 0; c < 3; c++) f->vertices[v][c] = coordinate(rng);
    for (int s = 0; s < SAMPLES; s++)
        for (int c = 0; c < 4; c++) f->samples[s][c] = coordinate(rng);
    for (int j = 0; j < JOINTS; j++) turn(f->rotations[j], rng);
    for (int j = 0; j < 24; j++) turn(f->smpl[j], rng);
    for (int n = 0; n < NODES; n++) turn(f->nodes[n], rng);
    for (int c = 0; c < 3; c++) f->node_root[c] = (float)pd_rng_normal(rng);
}

static void append(message *m, const figure *f, int bits)
{
    put(m, f->id, 4), put(m, f->seq, 4), put(m, f->channels, 2), put(m, f->contacts, 1),
        put(m, (uint64_t)f->gait, 1);
    put_float(m, f->phase);
    for (int c = 0; c < 3; c++) put_float(m, f->root[c]);
    put_float(m, f->yaw);
    for (int j = 0; j < JOINTS && f->channels & POSED_JOINTS; j++) put_point(m, f->joints[j]);
    for (int j = 0; j < JOINTS && f->channels & POSED_ROTATIONS; j++) put_rotation(m, f->rotations[j], bits);
    for (int s = 0; s < SAMPLES && f->channels & POSED_TRAJECTORY; s++)
        put_point(m, f->samples[s]), put(m, (uint64_t)(uint16_t)f->samples[s][3], 2);
    if (f->channels & POSED_SMPL) put_point(m, f->pelvis);
    for (int j = 0; j < 24 && f->channels & POSED_SMPL; j++) put_rotation(m, f->smpl[j], bits);
    if (f->channels & POSED_VERTICES) put(m, VERTICES, 4);
    for (int v = 0; v < VERTICES && f->channels & POSED_VERTICES; v++) put_point(m, f->vertices[v]);
    if (!(f->channels & POSED_CHARACTER)) return;
    put(m, NODES, 2), put(m, 0, 2);
    for (int c = 0; c < 3; c++) put_float(m, f->node_root[c]);
    for (int n = 0; n < NODES; n++) put_rotation(m, f->nodes[n], bits);
}

/* Checks a point in world space: rotated by yaw about +Y, then moved by the root. */
static void is_world(const float got[3], const figure *f, const int p[3])
{
    double x = p[0] / 4096.0, z = p[2] / 4096.0, c = cos((double)f->yaw), s = sin((double)f->yaw);
    assert_near((double)got[0], (double)f->root[0] + c * x + s * z, 1e-5);
    assert_near((double)got[1], (double)f->root[1] + p[1] / 4096.0, 1e-5);
    assert_near((double)got[2], (double)f->root[2] + c * z - s * x, 1e-5);
}

static void is_turn(const float got[4], const double q[4], int bits)
{
    double dot = 0, square = 0;
    for (int i = 0; i < 4; i++) dot += (double)got[i] * q[i], square += (double)got[i] * (double)got[i];
    assert_near(square, 1, 1e-5);
    assert_true(fabs(dot) > 1 - (bits == 48 ? 1e-8 + 1e-6 : 4e-6));
    for (int i = 0; i < 4; i++)
        assert_near((double)got[i], dot < 0 ? -q[i] : q[i], bits == 48 ? 5e-5 : 2.5e-3);
}

static void is_figure(const posed_character *who, const figure *f, int bits)
{
    float p[3], q[4], facing;
    assert_int_equal(who->id, f->id);
    assert_int_equal(who->seq, f->seq);
    assert_int_equal(who->channels, f->channels);
    assert_int_equal(who->contacts, f->contacts);
    assert_int_equal(who->gait, f->gait);
    assert_near((double)who->phase, (double)f->phase, 0);
    assert_near((double)who->yaw, (double)f->yaw, 0);
    for (int c = 0; c < 3; c++) assert_near((double)who->root[c], (double)f->root[c], 0);
    assert_int_equal(who->joints != NULL, (f->channels & POSED_JOINTS) != 0);
    assert_int_equal(who->rotations != NULL, (f->channels & POSED_ROTATIONS) != 0);
    assert_int_equal(who->trajectory != NULL, (f->channels & POSED_TRAJECTORY) != 0);
    assert_int_equal(who->smpl != NULL, (f->channels & POSED_SMPL) != 0);
    assert_int_equal(who->vertices != NULL, (f->channels & POSED_VERTICES) != 0);
    assert_int_equal(who->vertex_count, who->vertices ? VERTICES : 0);
    assert_int_equal(who->nodes != NULL, (f->channels & POSED_CHARACTER) != 0);
    assert_int_equal(who->node_count, who->nodes ? NODES : 0);
    for (int n = 0; n < who->node_count; n++)
        posed_node_rotation(q, who, n), is_turn(q, f->nodes[n], bits); /* in the file's own frames */
    for (int c = 0; c < 3 && who->nodes; c++)
        assert_near((double)who->node_root[c], (double)f->node_root[c], 0);
    for (int j = 0; j < JOINTS && who->joints; j++) posed_joint(p, who, j), is_world(p, f, f->joints[j]);
    for (int j = 0; j < JOINTS && who->rotations; j++)
        posed_rotation(q, who, j), is_turn(q, f->rotations[j], bits);
    for (int v = 0; v < who->vertex_count; v++) posed_vertex(p, who, v), is_world(p, f, f->vertices[v]);
    for (int s = 0; s < SAMPLES && who->trajectory; s++) {
        posed_sample(p, &facing, who, s), is_world(p, f, f->samples[s]);
        assert_near((double)facing, (double)f->yaw + f->samples[s][3] * M_PI / 32768, 1e-5);
    }
    if (!who->smpl) return;
    posed_smpl_pelvis(p, who), is_world(p, f, f->pelvis);
    for (int j = 0; j < 24; j++) posed_smpl_rotation(q, who, j), is_turn(q, f->smpl[j], bits);
}

static const posed_counts counts = {JOINTS, SAMPLES};

static void a_written_frame_of_any_set_of_channels_reads_back_equal(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 3);
    for (int bits = 32; bits <= 48; bits += 16)
        for (unsigned channels = 0; channels <= ALL; channels++) {
            message m;
            figure a, b;
            posed_frame frame;
            posed_character who;
            header(&m, bits, -1234.5, 2);
            make(&a, channels, &rng), make(&b, ALL - channels, &rng);
            append(&m, &a, bits), append(&m, &b, bits);
            assert_int_equal(posed_frame_open(&frame, m.bytes, m.size), 1);
            assert_int_equal(frame.tick, 0x81020304u);
            assert_near(frame.time, -1234.5, 0);
            assert_int_equal(frame.character_count, 2);
            assert_int_equal(frame.rotation_bits, bits);
            assert_int_equal(posed_frame_peek(&frame), a.id);
            assert_int_equal(posed_frame_next(&frame, &who, counts), 1);
            is_figure(&who, &a, bits);
            assert_int_equal(posed_frame_peek(&frame), b.id);
            assert_int_equal(posed_frame_next(&frame, &who, counts), 1);
            is_figure(&who, &b, bits);
            assert_int_equal(posed_frame_peek(&frame), 0);
            assert_int_equal(posed_frame_next(&frame, &who, counts), 0);
            assert_int_equal(frame.left, 0);
        }
}

static void a_message_cut_anywhere_is_refused_where_it_ends(void **state)
{
    (void)state;
    pd_rng rng;
    message m;
    figure f;
    posed_frame frame;
    posed_character who;
    pd_rng_init(&rng, 4);
    header(&m, 48, 1, 1), make(&f, ALL, &rng), append(&m, &f, 48);
    for (size_t size = 0; size < m.size; size++) {
        unsigned char *own = malloc(size ? size : 1); /* of its own size, for ASan */
        memcpy(own, m.bytes, size);
        int open = posed_frame_open(&frame, own, size);
        assert_int_equal(open, size >= 24);
        if (open) assert_int_equal(posed_frame_peek(&frame), size >= 24 + 32 ? f.id : 0);
        if (open) assert_int_equal(posed_frame_next(&frame, &who, counts), 0);
        if (open) assert_int_equal(frame.left, 1);
        free(own);
    }
}

static void other_versions_and_other_bytes_are_no_frames(void **state)
{
    (void)state;
    posed_frame frame;
    message m;
    header(&m, 48, 1, 0);
    assert_int_equal(posed_frame_open(&frame, m.bytes, m.size), 1);
    for (int i = 0; i < 6; i++) {
        m.bytes[i] ^= 1;
        assert_int_equal(posed_frame_open(&frame, m.bytes, m.size), 0);
        m.bytes[i] ^= 1;
    }
}

static void a_count_of_vertices_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    pd_rng rng;
    message m;
    figure f;
    posed_frame frame;
    posed_character who;
    pd_rng_init(&rng, 5);
    header(&m, 48, 1, 1), make(&f, POSED_VERTICES, &rng), append(&m, &f, 48);
    size_t at = 24 + 32;
    for (int byte = 0; byte < 4; byte++) {
        m.bytes[at + (size_t)byte]++;
        assert_int_equal(posed_frame_open(&frame, m.bytes, m.size), 1);
        assert_int_equal(posed_frame_next(&frame, &who, counts), 0);
        m.bytes[at + (size_t)byte]--;
    }
    m.bytes[at]--; /* fewer are fine */
    assert_int_equal(posed_frame_open(&frame, m.bytes, m.size), 1);
    assert_int_equal(posed_frame_next(&frame, &who, counts), 1);
    assert_int_equal(who.vertex_count, VERTICES - 1);
}

/* A server that counts more nodes than it sends. */
static void a_count_of_nodes_that_does_not_fit_is_refused(void **state)
{
    (void)state;
    pd_rng rng;
    message m;
    figure f;
    posed_frame frame;
    posed_character who;
    pd_rng_init(&rng, 8);
    for (int bits = 32; bits <= 48; bits += 16)
        for (int more = -1; more <= 1; more++) {
            header(&m, bits, 1, 1), make(&f, POSED_CHARACTER, &rng), append(&m, &f, bits);
            m.bytes[24 + 32] = (unsigned char)(NODES + more);
            assert_int_equal(posed_frame_open(&frame, m.bytes, m.size), 1);
            assert_int_equal(posed_frame_next(&frame, &who, counts), more <= 0);
            assert_int_equal(who.node_count, more <= 0 ? NODES + more : 0);
        }
}

static void the_nearer_sign_is_the_one_of_the_smaller_angle(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 6);
    for (int round = 0; round < 200; round++) {
        double a[4], b[4];
        float q[4], before[4], dot = 0;
        turn(a, &rng), turn(b, &rng);
        for (int i = 0; i < 4; i++) q[i] = (float)a[i], before[i] = (float)b[i];
        posed_nearer(q, before);
        for (int i = 0; i < 4; i++) dot += q[i] * before[i];
        assert_true(dot >= 0);
        int same = q[0] == (float)a[0];
        for (int i = 0; i < 4; i++) assert_true(q[i] == (same ? (float)a[i] : -(float)a[i]));
    }
}

/* sin((1-t) w) a + sin(t w) b over sin w, b on a's side. */
static void slerp_goes_the_shortest_way_at_an_even_pace(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 7);
    for (int round = 0; round < 200; round++) {
        double a[4], b[4], dot = 0;
        float from[4], to[4], got[4];
        turn(a, &rng), turn(b, &rng);
        if (round % 10 == 0) /* nearly, or all, the same */
            for (int i = 0; i < 4; i++) b[i] = a[i] * (round % 20 ? -1 : 1);
        for (int i = 0; i < 4; i++) from[i] = (float)a[i], to[i] = (float)b[i], dot += a[i] * b[i];
        double angle = acos(fmin(1, fabs(dot)));
        for (int part = 0; part <= 4; part++) {
            double t = part / 4.0, square = 0;
            posed_slerp(got, from, to, (float)t);
            for (int i = 0; i < 4; i++) {
                double other = dot < 0 ? -b[i] : b[i];
                double wanted =
                    angle < 1e-3 ? a[i] : (sin((1 - t) * angle) * a[i] + sin(t * angle) * other) / sin(angle);
                assert_near((double)got[i], wanted, 2e-5);
                square += (double)got[i] * (double)got[i];
            }
            assert_near(square, 1, 1e-5);
        }
    }
}

/* ---- inputs */

static unsigned word(const uint8_t *p, int bytes)
{
    unsigned value = 0;
    for (int i = bytes; i-- > 0;) value = value << 8 | p[i];
    return value;
}

static float number(const uint8_t *p)
{
    unsigned bits = word(p, 4);
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

static void an_input_has_every_number_at_its_place(void **state)
{
    (void)state;
    uint8_t out[POSED_INPUT_BYTES];
    for (int flags = 0; flags < 8; flags++) {
        posed_input in = {.id = 0xa1b2c3d4u,
                          .seq = 0x01020304u,
                          .jump = flags & 1,
                          .responsive = flags & 2,
                          .has_look = flags & 4,
                          .gait = 3,
                          .axes = 2,
                          .move = {0.25f, -1.5f},
                          .look = {0.5f, -1},
                          .camera_yaw = 1,
                          .strafe = 0.2f,
                          .speed = 2.5f};
        memset(out, 0xee, sizeof out);
        posed_input_write(out, &in);
        assert_int_equal(out[0], 1);
        assert_int_equal(out[1], flags);
        assert_int_equal(out[2], 3);
        assert_int_equal(out[3], 2);
        assert_int_equal(word(out + 4, 4), 0xa1b2c3d4u);
        assert_int_equal(word(out + 8, 4), 0x01020304u);
        assert_near((double)number(out + 12), 0.25, 0);
        assert_near((double)number(out + 16), -1.5, 0);
        assert_near((int16_t)word(out + 20, 2) / 32767.0, 0.5, 2e-5);
        assert_near((int16_t)word(out + 22, 2) / 32767.0, -1, 0);
        assert_near((int16_t)word(out + 24, 2) / 32767.0, 1 / M_PI, 2e-5);
        assert_near(word(out + 26, 2) / 65535.0, 0.2, 1e-5);
        assert_near((double)number(out + 28), 2.5, 0);
    }
}

static void numbers_of_an_input_beyond_their_range_are_brought_into_it(void **state)
{
    (void)state;
    uint8_t out[POSED_INPUT_BYTES];
    posed_input in = {.look = {3, -3}, .camera_yaw = (float)(2 * M_PI + 0.5), .strafe = 7};
    posed_input_write(out, &in);
    assert_int_equal((int16_t)word(out + 20, 2), 32767);
    assert_int_equal((int16_t)word(out + 22, 2), -32767);
    assert_near((int16_t)word(out + 24, 2) / 32767.0 * M_PI, 0.5, 2e-4);
    assert_int_equal(word(out + 26, 2), 65535);
    in.strafe = -1, in.camera_yaw = -4;
    posed_input_write(out, &in);
    assert_int_equal(word(out + 26, 2), 0);
    assert_near((int16_t)word(out + 24, 2) / 32767.0 * M_PI, 2 * M_PI - 4, 2e-4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_written_frame_of_any_set_of_channels_reads_back_equal),
        cmocka_unit_test(a_message_cut_anywhere_is_refused_where_it_ends),
        cmocka_unit_test(other_versions_and_other_bytes_are_no_frames),
        cmocka_unit_test(a_count_of_vertices_that_does_not_fit_is_refused),
        cmocka_unit_test(a_count_of_nodes_that_does_not_fit_is_refused),
        cmocka_unit_test(the_nearer_sign_is_the_one_of_the_smaller_angle),
        cmocka_unit_test(slerp_goes_the_shortest_way_at_an_even_pace),
        cmocka_unit_test(an_input_has_every_number_at_its_place),
        cmocka_unit_test(numbers_of_an_input_beyond_their_range_are_brought_into_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
