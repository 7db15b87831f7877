/* The golden sequences of compact frames, tests/golden/wire/: every client decodes the same files to the same
 * values.
 *
 * The frames are encoded here from formulas. POSED_GOLDEN=write writes them again, with golden.json, which
 * has the values that clients/c reads. A file has its frames one after the other, each after its size as a
 * u32. tests/unit/core/wire/test_wire.c compares frames with the encoded values. */
#include "clients/c/posed.h"
#include "core/base/file.h"
#include "core/wire/wire.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER  "tests/golden/wire/"
#define JOINTS  7
#define BODY    24
#define WEIGHTS 66
#define FINGERS 30

/* One sequence. */
static const struct golden {
    const char *name;
    double millimetres;
    unsigned channels;
    int characters, frames;
    int key_at; /* frame that is a second key frame; 0: none */
    /* frame before which everybody is put elsewhere, ticks are left out
     * and inputs are numbered anew; 0: none */
    int jump_at;
} goldens[] = {
    {"skeleton", 1, POSED_ROOT | POSED_ROTATIONS | POSED_CONTACTS, 1, 60, 0, 0},
    {"coarse", 2, POSED_ROOT | POSED_ROTATIONS, 1, 30, 0, 20},
    {"all", 1, POSED_ROOT | POSED_ROTATIONS | POSED_CONTACTS | POSED_SMPL | POSED_FACE, 2, 24, 12, 18},
    {"root", 10, POSED_ROOT, 3, 16, 8, 5},
    {"nobody", 1, POSED_ROOT | POSED_ROTATIONS, 0, 3, 0, 0},
};
enum { GOLDENS = sizeof goldens / sizeof *goldens };

static const int parents[BODY] = {-1, 0, 0, 0,  1,  2,  3,  4,  5,  6,  7,  8,
                                  9,  9, 9, 12, 13, 14, 16, 17, 18, 19, 20, 21};
static pd_vec3 offsets[BODY];

typedef struct pieces {
    pd_quat skeleton[JOINTS], body[BODY], fingers[FINGERS];
    float weights[WEIGHTS];
} pieces;

/* Returns a wave with a period of about a second, different for each quantity. */
static double wave(int t, int who, int what)
{
    return sin(2 * M_PI * t / (50.0 + 3 * (what % 7)) + who + 0.7 * what);
}

static pd_quat turned(int t, int who, int what, double size)
{
    const pd_vec3 v = {size * wave(t, who, what), size * wave(t, who, what + 1),
                       size * wave(t, who, what + 2)};
    return pd_q_from_rotvec(v);
}

/* Sets the characters of frame t. */
static void act(pd_wire_character *out, pieces *parts, const struct golden *g, int t)
{
    const bool has_jumped = g->jump_at && t >= g->jump_at;
    for (int k = 0; k < BODY; k++)
        offsets[k] = pd_vec3_make(0.1 * sin(k), 0.05 + 0.1 * cos(2 * k), k % 3 ? 0.2 * sin(3 * k) : 0);
    for (int i = 0; i < g->characters; i++) {
        pieces *a = &parts[i];
        for (int k = 0; k < JOINTS; k++) a->skeleton[k] = turned(t, i, 3 * k, k == 6 ? 0 : 0.6);
        for (int k = 0; k < BODY; k++) a->body[k] = turned(t, i, 5 * k, 0.4);
        for (int k = 0; k < FINGERS; k++) a->fingers[k] = turned(t, i, 2 * k, k < 15 ? 0.3 : 0);
        for (int k = 0; k < WEIGHTS; k++) a->weights[k] = (float)(k % 5 ? 0 : 1 + wave(t, i, k)) / 2;
        const double along = 0.025 * t + (has_jumped ? 300 : 0);
        out[i] = (pd_wire_character){.id = 0x01020304u * (uint32_t)(i + 1),
                                     .seq = (uint64_t)(t / 2) + (has_jumped ? UINT64_C(1) << 40 : 0),
                                     .channels = g->channels,
                                     .contacts = (unsigned)(t / 9 % 16),
                                     .gait = t / 20 % 6,
                                     .phase = fmod(0.11 * t + i, 2 * M_PI),
                                     .root = {along, 0.1 * wave(t, i, 1), -along},
                                     .yaw = remainder(3 + 0.03 * t + i, 2 * M_PI)};
        if (g->channels & POSED_ROTATIONS)
            out[i].chains[0] = (pd_wire_chain){JOINTS, a->skeleton, parents, offsets, {along, 0.9, -along}};
        if (g->channels & POSED_SMPL)
            out[i].chains[1] = (pd_wire_chain){BODY, a->body, parents, offsets, {along, 0.95, 0.02 - along}};
        if (!(g->channels & POSED_FACE)) continue;
        out[i].weights = a->weights, out[i].weight_count = WEIGHTS;
        out[i].fingers = a->fingers, out[i].finger_count = FINGERS;
    }
}

/* Encodes a sequence: each frame behind its size. */
static void make(pd_buffer *out, const struct golden *g)
{
    pd_wire *wire = pd_wire_new(g->millimetres);
    for (int t = 0; t < g->frames; t++) {
        pd_wire_character characters[3];
        pieces parts[3];
        pd_buffer one = {0};
        act(characters, parts, g, t);
        const uint32_t tick = 0xfffffff0u + (uint32_t)t + (g->jump_at && t >= g->jump_at ? 7 : 0);
        const pd_wire_frame frame = {tick, 1000 + t / 60.0 + (g->jump_at && t >= g->jump_at ? 0.5 : 0),
                                     1 / 60.0, characters, g->characters};
        if (!t || t == g->key_at)
            pd_wire_key(wire, &one, &frame);
        else
            pd_wire_delta(wire, &one, &frame);
        const unsigned char size[4] = {(unsigned char)one.size, (unsigned char)(one.size >> 8),
                                       (unsigned char)(one.size >> 16), 0};
        pd_buffer_add(out, size, 4);
        pd_buffer_add(out, one.data, one.size);
        pd_buffer_deinit(&one);
    }
    pd_wire_free(wire);
}

/* Returns the next frame of a file. */
static pd_bytes next_frame(const pd_buffer *all, size_t *at)
{
    const unsigned char *p = all->data + *at;
    const pd_bytes frame = {p + 4, p[0] | (size_t)p[1] << 8 | (size_t)p[2] << 16};
    *at += 4 + frame.size;
    return frame;
}

static void numbers(pd_buffer *out, const float *v, int count)
{
    for (int i = 0; i < count; i++) pd_buffer_printf(out, "%s%.9g", i ? "," : "[", (double)v[i]);
    pd_buffer_text(out, "]");
}

static void list(pd_buffer *out, const char *name, const posed_character *who,
                 void (*read)(float *, const posed_character *, int), int size, int count)
{
    pd_buffer_printf(out, ",\n   \"%s\":[", name);
    for (int i = 0; i < count; i++) {
        float v[4];
        read(v, who, i);
        pd_buffer_text(out, i ? "," : "");
        numbers(out, v, size);
    }
    pd_buffer_text(out, "]");
}

static void hips(float out[3], const posed_character *who, int index)
{
    (void)index;
    posed_hips(out, who);
}

static void pelvis(float out[3], const posed_character *who, int index)
{
    (void)index;
    posed_smpl_pelvis(out, who);
}

static void weight(float out[1], const posed_character *who, int index)
{
    *out = posed_weight(who, index);
}

static void describe(pd_buffer *out, const struct golden *g, const pd_buffer *all)
{
    static double memory[8192];
    posed_wire wire;
    size_t at = 0;
    posed_wire_init(&wire, memory, sizeof memory);
    pd_buffer_printf(out, " {\"file\":\"%s.bin\",\"frames\":[", g->name);
    for (int t = 0; t < g->frames; t++) {
        const pd_bytes bytes = next_frame(all, &at);
        posed_character who;
        assert_true(posed_wire_read(&wire, bytes.data, bytes.size));
        pd_buffer_printf(out, "%s\n  {\"tick\":%u,\"time\":%.17g,\"characters\":[", t ? "," : "", wire.tick,
                         wire.time);
        for (int i = 0; posed_wire_next(&wire, &who); i++) {
            pd_buffer_printf(out,
                             "%s{\"id\":%u,\"seq\":%llu,\"channels\":%u,\"contacts\":%u,\"gait\":%d,"
                             "\"phase\":%.9g,\"root\":",
                             i ? ",\n  " : "", who.id, (unsigned long long)who.seq, who.channels,
                             who.contacts, who.gait, (double)who.phase);
            numbers(out, who.root, 3);
            pd_buffer_printf(out, ",\"yaw\":%.9g", (double)who.yaw);
            if (who.rotations) list(out, "hips", &who, hips, 3, 1);
            if (who.rotations) list(out, "rotations", &who, posed_rotation, 4, JOINTS);
            if (who.smpl) list(out, "smpl_pelvis", &who, pelvis, 3, 1);
            if (who.smpl) list(out, "smpl_rotations", &who, posed_smpl_rotation, 4, BODY);
            if (who.weights) list(out, "face_weights", &who, weight, 1, who.weight_count);
            if (who.weights) list(out, "finger_rotations", &who, posed_finger_rotation, 4, who.finger_count);
            pd_buffer_text(out, "}");
        }
        pd_buffer_text(out, "]}");
    }
    assert_int_equal(at, all->size);
    pd_buffer_text(out, "]}");
}

static bool writes(void)
{
    const char *mode = getenv("POSED_GOLDEN");
    return mode && !strcmp(mode, "write");
}

static void frames_are_the_bytes_of_the_golden_files(void **state)
{
    (void)state;
    for (int i = 0; i < GOLDENS; i++) {
        char path[64];
        pd_buffer all = {0};
        pd_bytes file;
        pd_error err;
        make(&all, &goldens[i]);
        snprintf(path, sizeof path, FOLDER "%s.bin", goldens[i].name);
        if (writes()) assert_int_equal(pd_file_write(path, all.data, all.size, &err), PD_OK);
        if (pd_file_map(&file, path, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
        if (file.size != all.size || memcmp(file.data, all.data, all.size)) fail_msg("%s differs", path);
        pd_file_unmap(&file);
        pd_buffer_deinit(&all);
    }
}

static void the_client_reads_the_values_of_the_json(void **state)
{
    (void)state;
    pd_buffer text = {0};
    pd_bytes file;
    pd_error err;
    pd_buffer_text(&text, "{\"sequences\":[\n");
    for (int i = 0; i < GOLDENS; i++) {
        pd_buffer all = {0};
        make(&all, &goldens[i]);
        describe(&text, &goldens[i], &all);
        pd_buffer_text(&text, i + 1 < GOLDENS ? ",\n" : "]}\n");
        pd_buffer_deinit(&all);
    }
    if (writes()) assert_int_equal(pd_file_write(FOLDER "golden.json", text.data, text.size, &err), PD_OK);
    if (pd_file_map(&file, FOLDER "golden.json", &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(file.size, text.size);
    assert_memory_equal(file.data, text.data, text.size);
    pd_file_unmap(&file);
    pd_buffer_deinit(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_are_the_bytes_of_the_golden_files),
        cmocka_unit_test(the_client_reads_the_values_of_the_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
