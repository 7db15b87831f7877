/* The golden frames of the stream, tests/golden/stream/: every client decodes the same files to the same
 * values.
 *
 * The frames are encoded here from seeds. POSED_GOLDEN=write writes them again, with golden.json, which has
 * the values that clients/c reads (nine digits, which give floats exactly).
 * tests/unit/api/stream/test_frame.c compares frames with the encoded values. */
#include "api/stream/frame.h"
#include "clients/c/posed.h"
#include "core/base/rng.h"
#include "core/base/file.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

#define FOLDER       "tests/golden/stream/"
#define JOINTS_MAX   31
#define SAMPLES_MAX  12
#define VERTICES_MAX 4
#define NODES_MAX    6
#define ALL          127
#define WEIGHTS_MAX  66
#define FINGERS_MAX  30
#define SOFT_MAX     17

/* One frame: its characters are drawn from the seed. */
typedef struct golden {
    const char *name;
    uint64_t seed;
    unsigned channels;
    int bits, characters, joints, samples, vertices;
    int without_body; /* index of a character that has none; -1: all have; -2: none has */
    double reach;     /* standard deviation of places around the root, metres */
    int nodes;        /* of the one without a body: it is a character that the user brought */
    uint64_t seq;     /* of the first character; 0: drawn, 32 bits */
    int moved;        /* of its nodes, besides the root's; the second character has one more, the third two */
    int weights, fingers; /* of those with a body; 0: none */
    int soft;             /* likewise: soft-tissue coefficients */
} golden;

static const golden goldens[] = {
    {"nobody", 1, ALL, 48, 0, 5, 4, 3, -1, 0.5, 0, 0, 0, 0, 0, 0},
    {"root", 2, POSED_ROOT | POSED_CONTACTS, 48, 3, 5, 4, 0, -1, 0.5, 0, 0, 0, 0, 0, 0},
    {"joints", 3, POSED_JOINTS, 48, 1, 5, 4, 0, -1, 0.5, 0, 0, 0, 0, 0, 0},
    {"biped", 4, POSED_ROOT | POSED_ROTATIONS | POSED_CONTACTS, 48, 1, 31, 12, 0, -1, 0.5, 0, 0, 0, 0, 0, 0},
    {"all_48", 5, ALL, 48, 2, 5, 4, 3, -1, 0.5, 0, 0, 0, 0, 0, 0},
    {"all_32", 6, ALL, 32, 2, 5, 4, 3, -1, 0.5, 0, 0, 0, 0, 0, 0},
    {"mixed_48", 7, ALL, 48, 3, 3, 2, 4, 1, 0.5, 0, 0, 0, 0, 0, 0},
    {"mixed_32", 8, ALL, 32, 3, 3, 2, 4, 2, 0.5, 0, 0, 0, 0, 0, 0},
    {"far", 9, ALL, 48, 1, 5, 4, 3, -1, 8, 0, 0, 0, 0, 0, 0},
    {"character_48", 10, ALL | POSED_CHARACTER, 48, 2, 5, 4, 3, 1, 0.5, 6, 0, 0, 0, 0, 0},
    {"character_32", 11, ALL | POSED_CHARACTER, 32, 2, 5, 4, 3, 0, 0.5, 6, 0, 0, 0, 0, 0},
    {"seq_most", 12, POSED_ROOT | POSED_JOINTS, 48, 2, 5, 4, 0, -1, 0.5, 0, UINT64_C(9007199254740992), 0, 0,
     0, 0},
    {"seq_more", 13, ALL | POSED_CHARACTER, 32, 2, 5, 4, 3, 0, 0.5, 6, UINT64_C(4294967296) + 7, 0, 0, 0, 0},
    {"moved_48", 14, ALL | POSED_CHARACTER, 48, 2, 5, 4, 3, 0, 0.5, 6, 0, 2, 0, 0, 0},
    {"moved_32", 15, POSED_ROOT | POSED_CHARACTER, 32, 3, 5, 4, 0, -2, 0.5, 6, UINT64_C(4294967296) + 8, 2, 0,
     0, 0},
    {"face_48", 16, ALL | POSED_CHARACTER | POSED_FACE, 48, 2, 5, 4, 3, 1, 0.5, 6, 0, 2, 66, 30, 0},
    {"face_32", 17, POSED_ROOT | POSED_FACE, 32, 3, 5, 4, 0, 1, 0.5, 0, UINT64_C(4294967296) + 9, 0, 66, 30,
     0},
    {"face_some", 18, POSED_ROOT | POSED_FACE, 48, 1, 5, 4, 0, -1, 0.5, 0, 0, 0, 3, 0, 0},
    {"soft_48", 19, ALL | POSED_FACE | POSED_SOFT, 48, 2, 5, 4, 3, 1, 0.5, 0, UINT64_C(4294967296) + 10, 0,
     66, 30, 17},
    {"soft_32", 20, POSED_ROOT | POSED_SOFT, 32, 3, 5, 4, 0, 1, 0.5, 0, 0, 0, 0, 0, 5},
};
enum { GOLDENS = sizeof goldens / sizeof *goldens };

typedef struct actor {
    pd_vec3 joints[JOINTS_MAX], samples[SAMPLES_MAX];
    pd_quat rotations[JOINTS_MAX], smpl[24];
    double facings[SAMPLES_MAX];
    float vertices[3 * VERTICES_MAX];
    pd_quat nodes[NODES_MAX];
    pd_vec3 moved[NODES_MAX];
    float weights[WEIGHTS_MAX];
    pd_quat fingers[FINGERS_MAX];
    float soft[SOFT_MAX];
    pd_api_frame_character c;
} actor;

static pd_quat any_rotation(pd_rng *rng)
{
    pd_quat q = {pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng)};
    return pd_q_normalize(q);
}

static pd_vec3 around(pd_rng *rng, pd_vec3 root, double reach)
{
    pd_vec3 away = {pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng)};
    return pd_vec3_add(root, pd_vec3_scale(away, reach));
}

static void make_actor(actor *a, const golden *g, pd_rng *rng, int index)
{
    const bool has_body = index != g->without_body && g->without_body != -2;
    pd_vec3 root = {2 * pd_rng_normal(rng), 0.2 * pd_rng_normal(rng), 2 * pd_rng_normal(rng)};
    for (int j = 0; j < g->joints; j++)
        a->joints[j] = around(rng, root, g->reach), a->rotations[j] = any_rotation(rng);
    for (int j = 0; j < 24; j++) a->smpl[j] = any_rotation(rng);
    for (int s = 0; s < g->samples; s++)
        a->samples[s] = around(rng, root, g->reach), a->facings[s] = 3 * pd_rng_normal(rng);
    for (int i = 0; i < 3 * g->vertices; i++) a->vertices[i] = (float)((&root.x)[i % 3] + pd_rng_normal(rng));
    a->c = (pd_api_frame_character){.id = 0x01020304u * (uint32_t)(index + 1),
                                    .seq = (uint32_t)pd_rng_next(rng),
                                    .contacts = (unsigned)pd_rng_below(rng, 16),
                                    .gait = pd_rng_below(rng, 6),
                                    .phase = 2 * M_PI * pd_rng_uniform(rng),
                                    .root = root,
                                    .yaw = M_PI * (2 * pd_rng_uniform(rng) - 1),
                                    .joint_count = g->joints,
                                    .joints = a->joints,
                                    .rotations = a->rotations,
                                    .sample_count = g->samples,
                                    .samples = a->samples,
                                    .facings = a->facings,
                                    .smpl = has_body ? a->smpl : NULL,
                                    .pelvis = around(rng, root, g->reach),
                                    .vertex_count = g->vertices,
                                    .vertices = has_body ? a->vertices : NULL};
    if (g->seq && index == 0) a->c.seq = g->seq;
    if (g->weights && has_body) {
        for (int i = 0; i < g->weights; i++) a->weights[i] = (float)pd_rng_normal(rng);
        for (int i = 0; i < g->fingers; i++) a->fingers[i] = any_rotation(rng);
        a->c.weights = a->weights, a->c.weight_count = g->weights;
        a->c.fingers = a->fingers, a->c.finger_count = g->fingers;
    }
    for (int i = 0; i < g->soft && has_body; i++) a->soft[i] = (float)(4 * pd_rng_normal(rng));
    if (g->soft && has_body) a->c.soft = a->soft, a->c.soft_count = g->soft;
    if (!g->nodes || has_body) return;
    for (int k = 0; k < g->nodes; k++) a->nodes[k] = any_rotation(rng);
    a->c.nodes = a->nodes, a->c.node_count = g->nodes;
    a->c.node_root = around(rng, root, 100);
    if (!g->moved) return;
    a->c.moved = a->moved, a->c.moved_count = g->moved + index;
    for (int i = 0; i < a->c.moved_count; i++) a->moved[i] = around(rng, a->c.node_root, 100);
}

static void make_frame(pd_buffer *out, const golden *g)
{
    const pd_api_profile profile = {
        .channels = g->channels, .divisor = 1, .rotation_bits = g->bits, .compact = 0};
    pd_rng rng;
    pd_rng_init(&rng, g->seed);
    size_t at =
        pd_api_frame_begin(out, &profile, 0xfffffff0u + (uint32_t)g->seed, 1000.0 + (double)g->seed / 60);
    for (int i = 0; i < g->characters; i++) {
        actor a;
        make_actor(&a, g, &rng, i);
        pd_api_frame_add(out, at, &a.c, &profile);
    }
}

/* -- what the client reads in them, as JSON ---------------------------------- */

static void numbers(pd_buffer *out, const float *v, int count)
{
    for (int i = 0; i < count; i++) pd_buffer_printf(out, "%s%.9g", i ? "," : "[", (double)v[i]);
    pd_buffer_text(out, "]");
}

typedef void (*reader)(float *out, const posed_character *who, int index);

static void list(pd_buffer *out, const char *name, const posed_character *who, reader read, int size,
                 int count)
{
    float v[4];
    pd_buffer_printf(out, ",\n   \"%s\":[", name);
    for (int i = 0; i < count; i++) {
        read(v, who, i);
        pd_buffer_text(out, i ? "," : "");
        numbers(out, v, size);
    }
    pd_buffer_text(out, "]");
}

static void sample(float out[4], const posed_character *who, int index)
{
    posed_sample(out, out + 3, who, index);
}

static void pelvis(float out[3], const posed_character *who, int index)
{
    (void)index;
    posed_smpl_pelvis(out, who);
}

static void node_root(float out[3], const posed_character *who, int index)
{
    (void)index;
    memcpy(out, who->node_root, sizeof who->node_root);
}

static void node_translation(float out[3], const posed_character *who, int index)
{
    posed_node_translation(out, who, index);
}

static void weight(float out[1], const posed_character *who, int index)
{
    *out = posed_weight(who, index);
}

static void soft(float out[1], const posed_character *who, int index)
{
    *out = posed_soft(who, index);
}

static void describe_character(pd_buffer *out, const posed_character *who, const golden *g)
{
    pd_buffer_printf(
        out, "{\"id\":%u,\"seq\":%llu,\"channels\":%u,\"contacts\":%u,\"gait\":%d,\"phase\":%.9g,\"root\":",
        who->id, (unsigned long long)who->seq, who->channels, who->contacts, who->gait, (double)who->phase);
    numbers(out, who->root, 3);
    pd_buffer_printf(out, ",\"yaw\":%.9g", (double)who->yaw);
    if (who->joints) list(out, "joints", who, posed_joint, 3, g->joints);
    if (who->rotations) list(out, "rotations", who, posed_rotation, 4, g->joints);
    if (who->trajectory) list(out, "trajectory", who, sample, 4, g->samples);
    if (who->smpl) list(out, "smpl_pelvis", who, pelvis, 3, 1);
    if (who->smpl) list(out, "smpl_rotations", who, posed_smpl_rotation, 4, 24);
    if (who->vertices) list(out, "vertices", who, posed_vertex, 3, who->vertex_count);
    if (who->nodes) list(out, "character_root", who, node_root, 3, 1);
    if (who->nodes) list(out, "character_rotations", who, posed_node_rotation, 4, who->node_count);
    if (who->translation_count)
        list(out, "character_translations", who, node_translation, 3, who->translation_count);
    if (who->weights) list(out, "face_weights", who, weight, 1, who->weight_count);
    if (who->weights) list(out, "finger_rotations", who, posed_finger_rotation, 4, who->finger_count);
    if (who->soft) list(out, "soft", who, soft, 1, who->soft_count);
    pd_buffer_text(out, "}");
}

static void describe(pd_buffer *out, const golden *g, const pd_buffer *bytes)
{
    const posed_counts counts = {g->joints, g->samples};
    posed_frame frame;
    posed_character who;
    assert_true(posed_frame_open(&frame, bytes->data, bytes->size));
    pd_buffer_printf(
        out,
        " {\"file\":\"%s.bin\",\"seed\":%d,\"joints\":%d,\"samples\":%d,\"tick\":%u,\"time\":%.17g,"
        "\"rotation_bits\":%d,\"characters\":[",
        g->name, (int)g->seed, g->joints, g->samples, frame.tick, frame.time, frame.rotation_bits);
    for (int i = 0; posed_frame_next(&frame, &who, counts); i++) {
        pd_buffer_text(out, i ? ",\n  " : "\n  ");
        describe_character(out, &who, g);
    }
    assert_int_equal(frame.left, 0);
    pd_buffer_text(out, "]}");
}

/* -- inputs ------------------------------------------------------------------ */

static const posed_input inputs[] = {
    {.id = 1, .seq = 2, .move = {0, 1}},
    {.id = 0xfedcba98u,
     .seq = 0xffffffffu,
     .jump = 1,
     .responsive = 1,
     .has_look = 1,
     .gait = 4,
     .axes = 2,
     .move = {0.6f, -0.8f},
     .look = {-0.28f, 0.96f},
     .camera_yaw = 4,
     .strafe = 0.25f,
     .speed = 1.75f},
    {.id = 3, .seq = UINT64_C(9007199254740992), .gait = 1, .move = {1, 0}},
};
enum { INPUTS = sizeof inputs / sizeof *inputs };

static void describe_input(pd_buffer *out, const posed_input *in, int number)
{
    static const char *const gaits[] = {"auto", "walk", "jog", "run", "crouch"};
    static const char *const axes[] = {"world", "character", "camera"};
    pd_buffer_printf(out, " {\"file\":\"input_%d.bin\",\"id\":%u,\"seq\":%llu,\"jump\":%s,\"responsive\":%s,",
                     number, in->id, (unsigned long long)in->seq, in->jump ? "true" : "false",
                     in->responsive ? "true" : "false");
    pd_buffer_printf(out, "\"gait\":\"%s\",\"axes\":\"%s\",\"move\":", gaits[in->gait], axes[in->axes]);
    numbers(out, in->move, 2);
    pd_buffer_text(out, ",\"look\":");
    if (in->has_look)
        numbers(out, in->look, 2);
    else
        pd_buffer_text(out, "null");
    pd_buffer_printf(out, ",\"camera_yaw\":%.9g,\"strafe\":%.9g,\"speed\":%.9g}", (double)in->camera_yaw,
                     (double)in->strafe, (double)in->speed);
}

/* -- frames that must be refused ------------------------------------------------ */

/* Changes to the bytes of a golden frame that make it invalid. */
static const struct {
    const char *name, *why;
    int cut;                  /* bytes left out at the end */
    int at, value, and_after; /* byte that is changed, and the three behind it */
    int of;                   /* index of the golden frame */
} refused[] = {
    {"bad_magic", "another magic", 0, 3, '2', -1, 4},
    {"bad_version", "version 2", 0, 4, 2, -1, 4},
    {"bad_kind", "kind 1", 0, 5, 1, -1, 4},
    {"cut", "its last byte is missing", 1, 0, 'P', -1, 4},
    {"more_characters", "three characters are announced", 0, 20, 3, -1, 4},
    {"more_vertices", "2^32 - 1 vertices are announced", 0, 24 + 32 + 30 + 30 + 32 + 150, 255, 255, 4},
    {"cut_character", "the last node's last byte is missing", 1, 0, 'P', -1, 9},
    {"more_nodes", "255 nodes are announced", 0, 24 + 32 + 30 + 30 + 32 + 150 + 22 + 32 + 30 + 30 + 32, 255,
     -1, 9},
    {"cut_translation", "the last translation's last byte is missing", 1, 0, 'P', -1, 14},
    {"more_translations", "255 translations are announced", 0, 22, 255, -1, 14},
    {"more_of_one", "a character has a translation more than there are in the frame", 0, 24 + 32 + 2, 10, -1,
     14},
    {"cut_face", "the last finger's last byte is missing", 1, 0, 'P', -1, 17},
    {"cut_soft", "the last coefficient's last byte is missing", 1, 0, 'P', -1, 19},
    {"more_weights", "255 weights are announced", 0, 24 + 32, 255, -1, 17},
};
enum { REFUSED = sizeof refused / sizeof *refused };

static void spoil(pd_buffer *out, int which)
{
    make_frame(out, &goldens[refused[which].of]);
    out->data[refused[which].at] = (unsigned char)refused[which].value;
    for (int i = 1; i < 4 && refused[which].and_after >= 0; i++)
        out->data[refused[which].at + i] = (unsigned char)refused[which].and_after;
    out->size -= (size_t)refused[which].cut;
}

static int reads(const pd_buffer *bytes, posed_counts counts)
{
    posed_frame frame;
    posed_character who;
    if (!posed_frame_open(&frame, bytes->data, bytes->size)) return 0;
    while (posed_frame_next(&frame, &who, counts))
        ;
    return frame.left == 0;
}

/* -- files ---------------------------------------------------------------------- */

/* Checks that the file holds exactly these bytes. With POSED_GOLDEN=write, writes them. */
static void check_file(const char *name, const char *suffix, const void *bytes, size_t size)
{
    const char *mode = getenv("POSED_GOLDEN");
    char path[128];
    pd_bytes file;
    pd_error err;
    snprintf(path, sizeof path, FOLDER "%s%s", name, suffix);
    if (mode && !strcmp(mode, "write")) assert_int_equal(pd_file_write(path, bytes, size, &err), PD_OK);
    if (pd_file_map(&file, path, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    if (file.size != size || memcmp(file.data, bytes, size)) fail_msg("%s differs", path);
    pd_file_unmap(&file);
}

/* Checks that texts are equal up to the last digits of their numbers, which depend on the machine's sinf. */
static void compare_texts(const char *a, const char *b, const char *b_end)
{
    while (b < b_end && *a == *b) {
        char *a_next = NULL, *b_next = NULL;
        if (!strchr("-0123456789", *a)) {
            a++, b++;
            continue;
        }
        assert_near(strtod(a, &a_next), strtod(b, &b_next), 1e-6);
        a = a_next > a ? a_next : a + 1, b = b_next > b ? b_next : b + 1; /* a dash is no number */
    }
    if (b != b_end || *a) fail_msg("they differ at \"%.40s\"", a);
}

static void check_text(const char *name, const pd_buffer *text)
{
    const char *mode = getenv("POSED_GOLDEN");
    pd_bytes file;
    pd_error err;
    if (mode && !strcmp(mode, "write"))
        assert_int_equal(pd_file_write(name, text->data, text->size, &err), PD_OK);
    if (pd_file_map(&file, name, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    compare_texts((const char *)text->data, (const char *)file.data, (const char *)file.data + file.size);
    pd_file_unmap(&file);
}

static void frames_are_the_bytes_of_the_golden_files(void **state)
{
    (void)state;
    for (int i = 0; i < GOLDENS; i++) {
        pd_buffer out = {0};
        make_frame(&out, &goldens[i]);
        check_file(goldens[i].name, ".bin", out.data, out.size);
        pd_buffer_deinit(&out);
    }
}

static void inputs_are_the_bytes_of_the_golden_files(void **state)
{
    (void)state;
    for (int i = 0; i < INPUTS; i++) {
        uint8_t bytes[POSED_INPUT_BYTES];
        char name[16];
        const size_t size = posed_input_write(bytes, &inputs[i]);
        snprintf(name, sizeof name, "input_%d", i + 1);
        check_file(name, ".bin", bytes, size);
    }
}

static void spoiled_frames_are_refused(void **state)
{
    (void)state;
    for (int i = 0; i < REFUSED; i++) {
        pd_buffer out = {0};
        spoil(&out, i);
        assert_false(reads(&out, (posed_counts){5, 4}));
        check_file(refused[i].name, ".bin", out.data, out.size);
        pd_buffer_deinit(&out);
    }
}

static void the_client_reads_the_values_of_the_json(void **state)
{
    (void)state;
    pd_buffer text = {0}, bytes = {0};
    pd_buffer_text(&text, "{\"frames\":[\n");
    for (int i = 0; i < GOLDENS; i++) {
        pd_buffer_clear(&bytes);
        make_frame(&bytes, &goldens[i]);
        describe(&text, &goldens[i], &bytes);
        pd_buffer_text(&text, i + 1 < GOLDENS ? ",\n" : "],\n\"refused\":[\n");
    }
    for (int i = 0; i < REFUSED; i++)
        pd_buffer_printf(&text, " {\"file\":\"%s.bin\",\"joints\":5,\"samples\":4,\"why\":\"%s\"}%s",
                         refused[i].name, refused[i].why, i + 1 < REFUSED ? ",\n" : "],\n\"inputs\":[\n");
    for (int i = 0; i < INPUTS; i++) {
        describe_input(&text, &inputs[i], i + 1);
        pd_buffer_text(&text, i + 1 < INPUTS ? ",\n" : "]}\n");
    }
    pd_buffer_add(&text, "", 1);
    text.size--;
    check_text(FOLDER "golden.json", &text);
    pd_buffer_deinit(&text);
    pd_buffer_deinit(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_are_the_bytes_of_the_golden_files),
        cmocka_unit_test(inputs_are_the_bytes_of_the_golden_files),
        cmocka_unit_test(spoiled_frames_are_refused),
        cmocka_unit_test(the_client_reads_the_values_of_the_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
