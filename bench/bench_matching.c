/* Motion matching with the shipped database. CSV: row,cpu,characters,threads,per_s
 *
 *     bench_matching [seconds per row]
 *
 * search_boxes and search_brute answer the same queries, of characters whose sticks turn, stop and jog; their
 * results are compared bit by bit once. search_read is the lower bound of search_brute: it reads the floats
 * of the rows once and adds them. tick is the whole tick of a character, with its searches; tick_network is a
 * tick with the same sticks and the shipped network. Times are processor time of the thread. Ends with 77
 * without models/matching.safetensors and models/motion.safetensors. */
#include "bench/rates.h"
#include "core/base/rng.h"
#include "core/kernel/cpu.h"
#include "core/matching/search.h"
#include "core/character/load.h"
#include "core/character/character.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST    64
#define QUERIES 512

typedef struct scene {
    pd_pfnn_model *database, *network;
    pd_character_rig rigs[2]; /* matching, network */
    const pd_matching_index *index;
    float *queries; /* (QUERIES,32) */
    int gates[QUERIES], next;
    pd_character *characters, *who[MOST];
    pd_character_input inputs[MOST];
    const pd_character_input *what[MOST];
    const pd_character_rig *rig;
    pd_arena arena;
    int count;
    float sum;
} scene;

static double seconds_per_row = 1;

/* Moves the sticks: each character walks, jogs, turns and rests at its own times. */
static void push(scene *s)
{
    for (int i = 0; i < s->count; i++) {
        unsigned t = s->characters[i].ticks + 37u * (unsigned)i, part = t / 150 % 6;
        double angle = 0.7 * (t / 150) + i;
        s->inputs[i] =
            (pd_character_input){.gait = part % 3 == 2 ? PD_CHARACTER_WANT_JOG : PD_CHARACTER_WANT_WALK};
        if (part != 5) s->inputs[i].move[0] = sin(angle), s->inputs[i].move[1] = cos(angle);
    }
}

static double tick(void *arg)
{
    scene *s = arg;
    push(s);
    pd_character_tick t = {s->who, s->what, NULL, s->count, PD_PFNN_CUBIC};
    pd_character_tick_run(&t, s->rig, &s->arena, &pd_executor_serial);
    return s->count;
}

static const float *query_of(scene *s, int *gate)
{
    s->next = (s->next + 1) % QUERIES;
    *gate = s->gates[s->next];
    return s->queries + (size_t)s->next * PD_MATCHING_ROW;
}

static double boxes(void *arg)
{
    scene *s = arg;
    int gate;
    const float *query = query_of(s, &gate);
    s->sum += pd_matching_search(query, gate, INFINITY, s->index).cost;
    return 1;
}

static double brute(void *arg)
{
    scene *s = arg;
    int gate;
    const float *query = query_of(s, &gate);
    s->sum += pd_matching_search_ref(query, gate, INFINITY, s->index).cost;
    return 1;
}

static double read_rows(void *arg)
{
    typedef float lanes __attribute__((vector_size(16)));
    scene *s = arg;
    const lanes *rows = (const lanes *)s->index->rows;
    lanes sums[4] = {{0}};
    for (size_t i = 0, n = (size_t)s->index->entry_count * PD_MATCHING_ROW / 4; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++) sums[k] += rows[i + (size_t)k];
    s->sum += sums[0][0] + sums[1][1] + sums[2][2] + sums[3][3];
    return 1;
}

static void place(scene *s, const pd_character_rig *rig, int count)
{
    s->rig = rig, s->count = count;
    for (int i = 0; i < count; i++) {
        const double at[2] = {2 * i, 0};
        s->who[i] = &s->characters[i], s->what[i] = &s->inputs[i];
        if (pd_character_init(s->who[i], rig, NULL, at, i, NULL)) abort();
    }
}

/* Collects queries of a changed goal: poses of played frames, with paths of other frames. */
static void collect(scene *s)
{
    pd_rng rng;
    pd_rng_init(&rng, 1);
    place(s, &s->rigs[0], MOST);
    for (int q = 0; q < QUERIES; q++) {
        for (int t = 0; t < 5; t++) tick(s);
        const pd_matching_player *p = &s->who[q % MOST]->matched.player;
        const float *own = s->index->rows + (size_t)p->entry * PD_MATCHING_ROW;
        const float *other =
            s->index->rows + (size_t)pd_rng_below(&rng, s->index->entry_count) * PD_MATCHING_ROW;
        float *query = s->queries + (size_t)q * PD_MATCHING_ROW;
        memcpy(query, own, PD_MATCHING_ROW * sizeof *query);
        for (int i = PD_MATCHING_POSE; i < PD_MATCHING_FEATURES; i++)
            query[i] = 0.5f * own[i] + 0.5f * (q % 4 ? own[i] + 0.2f * (float)pd_rng_normal(&rng) : other[i]);
        s->gates[q] = p->goal.jog ? PD_MATCHING_JOG : PD_MATCHING_WALK;
    }
}

static void check(const scene *s)
{
    for (int q = 0; q < QUERIES; q++) {
        const float *query = s->queries + (size_t)q * PD_MATCHING_ROW;
        pd_matching_found a = pd_matching_search_ref(query, s->gates[q], INFINITY, s->index),
                          b = pd_matching_search(query, s->gates[q], INFINITY, s->index);
        if (a.entry != b.entry || memcmp(&a.cost, &b.cost, sizeof a.cost)) abort();
    }
}

int main(int argc, char **argv)
{
    static scene s;
    pd_error err;
    if (argc > 1) seconds_per_row = atof(argv[1]);
    if (pd_k_cpu_init(getenv("POSED_KERNELS"), &err)) {
        fprintf(stderr, "POSED_KERNELS: %s\n", err.detail);
        return 2;
    }
    if (pd_character_model_load(&s.database, "models/matching.safetensors", &err) ||
        pd_character_model_load(&s.network, "models/motion.safetensors", &err)) {
        fprintf(stderr, "%s: %s\n", err.where, err.detail);
        return 77;
    }
    s.characters = calloc(MOST, sizeof *s.characters);
    s.queries = aligned_alloc(64, QUERIES * PD_MATCHING_ROW * sizeof *s.queries);
    if (!s.characters || !s.queries || pd_character_rig_init(&s.rigs[0], s.database, &err) ||
        pd_character_rig_init(&s.rigs[1], s.network, &err))
        abort();
    s.index = s.rigs[0].matching;
    pd_character_tick most = {.count = MOST};
    if (!pd_arena_init(&s.arena, pd_character_tick_scratch_bytes(&most, &s.rigs[1], &pd_executor_serial)))
        abort();

    collect(&s);
    check(&s);
    const char *cpu = pd_k_cpu_name();
    printf("row,cpu,characters,threads,per_s\n");
    printf("search_boxes,%s,1,1,%.0f\n", cpu,
           bench_rate(boxes, &s, seconds_per_row, CLOCK_THREAD_CPUTIME_ID));
    printf("search_brute,%s,1,1,%.0f\n", cpu,
           bench_rate(brute, &s, seconds_per_row, CLOCK_THREAD_CPUTIME_ID));
    printf("search_read,%s,1,1,%.0f\n", cpu,
           bench_rate(read_rows, &s, seconds_per_row, CLOCK_THREAD_CPUTIME_ID));

    static const char *const names[2] = {"tick", "tick_network"};
    static const int counts[] = {1, 16, 64};
    for (int i = 0; i < 6; i++) {
        place(&s, &s.rigs[i % 2], counts[i / 2]);
        printf("%s,%s,%d,1,%.0f\n", names[i % 2], cpu, s.count,
               bench_rate(tick, &s, seconds_per_row, CLOCK_THREAD_CPUTIME_ID));
    }
    return s.sum == 12345.678f;
}
