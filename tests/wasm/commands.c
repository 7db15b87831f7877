/* Moves characters at random and writes what they did: tests/e2e/wasm.mjs repeats it in WebAssembly.
 *
 *     build/tests/wasm/commands MODEL TICKS SEED > commands
 *
 * Six characters on flat ground, on hills and on a course with walls, areas, a beam and seats; sticks of all
 * gaits, turns, jumps, looks, reaches with both hands, seats, snapshots. The file has records of 16 doubles,
 * an operation and its arguments; HASH records have what this program computed. */
#include "core/base/rng.h"
#include "core/io/tensor/safetensors.h"
#include "tools/wasm/core.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PEOPLE 6
#define RECORD 16
#define SCENES 3 /* 0: flat and empty */
#define SIDE   64

enum { SCENE = 1, SET, GROUND, NEW, INPUT, REACH, LOOK, SIT, TICK, HASH, AGAIN };

static void put_record(int op, const double *values, int count)
{
    double record[RECORD] = {op};
    for (int i = 0; i < count; i++) record[1 + i] = values[i];
    fwrite(record, sizeof record, 1, stdout);
}

static void die(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, pd_tool_wasm_error());
    exit(1);
}

static pd_tool_wasm_model *load_model(const char *path)
{
    pd_safetensors file;
    pd_error err;

    if (pd_safetensors_open(&file, path, &err)) {
        fprintf(stderr, "%s: %s\n", err.where, err.detail);
        exit(1);
    }
    if (!pd_tool_wasm_model_begin(file.tensor_count, file.text_count)) die("model");
    for (int i = 0; i < file.text_count; i++) pd_tool_wasm_model_text(file.texts[i].key, file.texts[i].value);
    for (int i = 0; i < file.tensor_count; i++) {
        const pd_array *a = &file.tensors[i].array;
        const size_t *s = a->shape;
        if (!pd_tool_wasm_model_tensor(file.tensors[i].name, pd_dtype_name(a->dtype), a->data, a->data_bytes,
                                       a->rank, s[0], s[1], s[2]))
            die("tensor");
    }
    pd_tool_wasm_model *model = pd_tool_wasm_model_end();
    if (!model) die("model");
    pd_safetensors_deinit(&file);
    return model;
}

/* A course: a wall, a jump area, a crouch area, a beam and two seats. */
static void set_course(pd_tool_wasm_scene *scene, int number)
{
    const double items[][9] = {{0, 0, -4, 3, 4, 3, 0.2},     {0, 1, 5, -3, 5, 6, 0.1},
                               {1, 0, -3, 6, 0.5, 1},        {2, 0, 3, -5, 2, 2, 0.8, 0},
                               {3, 0, -6, -6, 0, -6, 0.2},   {4, 0, 2, 2, 1, 0.5, 0.45},
                               {4, 1, -2, -2, -2, 0.5, 0.45}};

    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        double values[10] = {number};
        for (int k = 0; k < 9; k++) values[1 + k] = items[i][k];
        pd_tool_wasm_scene_set(scene, (int)items[i][0], (int)items[i][1], items[i] + 2);
        put_record(SET, values, 10);
    }
}

/* Hills of half a metre. */
static void set_hills(pd_tool_wasm_scene *scene, int number)
{
    static float heights[SIDE * SIDE];
    const double values[] = {number, SIDE, SIDE, -16, -16, 0.5};

    for (int i = 0; i < SIDE * SIDE; i++)
        heights[i] = (float)(0.3 * sin(0.5 * (i % SIDE)) + 0.2 * sin(0.3 * (double)(i / SIDE)));
    if (!pd_tool_wasm_scene_ground(scene, SIDE, SIDE, -16, -16, 0.5, heights)) die("ground");
    put_record(GROUND, values, 6);
    for (int i = 0; i < SIDE * SIDE; i += RECORD) {
        double record[RECORD];
        for (int k = 0; k < RECORD; k++) record[k] = (double)heights[i + k];
        fwrite(record, sizeof record, 1, stdout);
    }
}

/* One command for character c. */
static void command(pd_tool_wasm_character *who, int c, pd_rng *rng)
{
    double v[RECORD] = {0};
    const int kind = pd_rng_below(rng, 12);
    bool good = true;

    if (kind < 7) {
        const double way = pd_rng_between(rng, -M_PI, M_PI);
        const double push = pd_rng_below(rng, 4) ? pd_rng_between(rng, 0.3, 1) : 0;
        v[0] = push * sin(way);
        v[1] = push * cos(way);
        if (!pd_rng_below(rng, 4)) {
            v[2] = pd_rng_between(rng, -1, 1);
            v[3] = pd_rng_between(rng, 0.1, 1);
            v[4] = 1;
            v[7] = pd_rng_uniform(rng);
        }
        v[5] = pd_rng_between(rng, -M_PI, M_PI);
        v[6] = pd_rng_below(rng, 5) ? 0 : pd_rng_between(rng, 0.5, 5);
        v[8] = pd_rng_below(rng, 3);
        v[9] = pd_rng_below(rng, 5);
        v[10] = !pd_rng_below(rng, 4);
        v[11] = pd_rng_below(rng, 2);
        good = pd_tool_wasm_character_input(who, v);
        double values[13] = {c};
        for (int i = 0; i < 12; i++) values[1 + i] = v[i];
        put_record(INPUT, values, 13);
    } else if (kind < 9) {
        const int hand = pd_rng_below(rng, 2);
        const double reach[11] = {pd_rng_between(rng, -.6, .6),
                                  pd_rng_between(rng, .6, 1.6),
                                  pd_rng_between(rng, .1, .6),
                                  1,
                                  pd_rng_below(rng, 2),
                                  pd_rng_between(rng, .1, 1),
                                  pd_rng_below(rng, 2),
                                  0,
                                  0,
                                  0,
                                  -1};
        good = pd_tool_wasm_character_reach(who, hand, reach);
        double values[13] = {c, hand};
        for (int i = 0; i < 11; i++) values[2 + i] = reach[i];
        put_record(REACH, values, 13);
    } else if (kind < 10) {
        const double look[6] = {pd_rng_between(rng, -5, 5), pd_rng_between(rng, 0, 2),
                                pd_rng_between(rng, -5, 5), pd_rng_below(rng, 2),
                                pd_rng_below(rng, 2),       pd_rng_between(rng, .1, 1)};
        good = pd_tool_wasm_character_look(who, look);
        double values[7] = {c};
        for (int i = 0; i < 6; i++) values[1 + i] = look[i];
        put_record(LOOK, values, 7);
    } else if (kind < 11) {
        const int first = pd_rng_below(rng, 2);
        const double sit[6] = {pd_rng_below(rng, 2), first ? 2 : -2, first ? 2 : -2,
                               first ? 1 : -2,       0.45,           1.2};
        good = pd_tool_wasm_character_sit(who, sit);
        double values[7] = {c};
        for (int i = 0; i < 6; i++) values[1 + i] = sit[i];
        put_record(SIT, values, 7);
    } else {
        /* Restore a snapshot of its own: it continues as if nothing had happened. */
        static unsigned char bytes[65536];
        const size_t size = pd_tool_wasm_character_save(who, bytes, sizeof bytes);
        const double values[2] = {c, (double)size};
        good = size && pd_tool_wasm_character_load(who, bytes, size);
        put_record(AGAIN, values, 2);
    }
    if (!good) die("command");
}

int main(int argc, char **argv)
{
    pd_tool_wasm_scene *scenes[SCENES] = {NULL};
    pd_tool_wasm_character *people[PEOPLE];
    pd_rng rng;

    if (argc != 4) {
        fprintf(stderr, "usage: commands MODEL TICKS SEED > FILE\n");
        return 2;
    }
    pd_tool_wasm_model *model = load_model(argv[1]);
    const long ticks = strtol(argv[2], NULL, 10);
    pd_rng_init(&rng, strtoull(argv[3], NULL, 10));

    /* Two scenes beside the empty one. */
    const double counts[SCENES][6] = {{0}, {1, 2, 1, 1, 1, 2}, {2, 0, 0, 0, 0, 0}};
    for (int s = 1; s < SCENES; s++) {
        const double *n = counts[s];
        scenes[s] = pd_tool_wasm_scene_new((int)n[1], (int)n[2], (int)n[3], (int)n[4], (int)n[5]);
        put_record(SCENE, n, 6);
        if (s == 1) set_course(scenes[s], s);
        if (s == 2) set_hills(scenes[s], s);
        if (!pd_tool_wasm_scene_check(scenes[s])) die("scene");
    }
    for (int c = 0; c < PEOPLE; c++) {
        const double values[] = {c, c % SCENES, 0.5 * c, -0.5 * c, 0.3 * c, c * 17};
        people[c] = pd_tool_wasm_character_new(model, scenes[c % SCENES], values[2], values[3], values[4], "",
                                               (uint32_t)values[5]);
        if (!people[c]) die("character");
        put_record(NEW, values, 6);
    }

    for (long t = 0; t < ticks; t++) {
        for (int c = 0; c < PEOPLE; c++)
            if (!pd_rng_below(&rng, 40)) command(people[c], c, &rng);
        if (!pd_tool_wasm_tick(people, PEOPLE)) die("tick");
        put_record(TICK, NULL, 0);
        for (int c = 0; c < PEOPLE && t % 30 == 29; c++) {
            const uint64_t hash = pd_tool_wasm_character_hash(people[c]);
            const double values[] = {c, (double)(hash >> 32), (double)(hash & 0xffffffffu)};
            put_record(HASH, values, 3);
        }
    }
    return 0;
}
