/* Complete ticks of characters per second: input, trajectory, network, pose, foot lock. CSV:
 * row,cpu,characters,threads,per_s
 *
 *     bench_character [seconds per row]
 *
 * A random network of the original's dimensions, 342-512-512-311, on the biped (a random one takes the same
 * time), and one of the shipped network's 256 hidden units, whose rows end in _256; 24 characters are a batch
 * of the stream's (PD_SRV_BATCH). Inputs are sticks that turn, on rough ground of 0.25 m cells. Row `tick` is
 * the whole tick, `network` the evaluation of the network in the same batch, `controller` the rest; `overlay`
 * is a gaze and a reaching hand on top of a tick; every second target is out of reach. Times are processor
 * time of the thread; each character is the median of twenty rounds. */
#include "bench/rates.h"
#include "core/kernel/cpu.h"
#include "core/character/action/overlay.h"
#include "tests/support/rigs.h"

#include <stdio.h>
#include <stdlib.h>

#define MOST 256

typedef struct stage {
    pd_pfnn_model *model;
    pd_character_rig rig;
    pd_anim_scene scene;
    pd_character *characters, *who[MOST];
    pd_character_input inputs[MOST];
    const pd_character_input *what[MOST];
    const pd_anim_scene *where[MOST];
    float *x, *y, phase[MOST];
    pd_character_overlay overlays[MOST];
    pd_arena arena;
    int count;
} stage;

static double seconds_per_row = 1;

static double measure(double (*step)(void *arg), void *arg)
{
    return bench_rate(step, arg, seconds_per_row, CLOCK_THREAD_CPUTIME_ID);
}

static void turn_sticks(stage *s)
{
    for (int i = 0; i < s->count; i++) {
        double angle = 0.01 * (double)s->characters[i].ticks + i;
        s->inputs[i].move[0] = sin(angle), s->inputs[i].move[1] = cos(angle);
    }
}

static double tick(void *arg)
{
    stage *s = arg;
    turn_sticks(s);
    pd_character_tick t = {s->who, s->what, s->where, s->count, PD_PFNN_CUBIC};
    pd_character_tick_run(&t, &s->rig, &s->arena, &pd_executor_serial);
    return s->count;
}

static double network(void *arg)
{
    stage *s = arg;
    for (int i = 0; i < s->count; i++) s->phase[i] = (float)pd_pfnn_phase_wrap((double)s->phase[i] + 0.1);
    pd_pfnn_job job = {s->y, s->x, s->phase, s->count, PD_PFNN_CUBIC};
    pd_pfnn_job_run(&job, s->model, &s->arena, &pd_executor_serial);
    return s->count;
}

static double controller(void *arg)
{
    stage *s = arg;
    turn_sticks(s);
    for (int i = 0; i < s->count; i++)
        pd_character_before(s->x + i * RIGS_X, s->phase + i, s->who[i], s->what[i], &s->rig, s->where[i]);
    for (int i = 0; i < s->count; i++) pd_character_after(s->who[i], s->y + i * RIGS_Y, &s->rig, s->where[i]);
    return s->count;
}

static double overlay(void *arg)
{
    stage *s = arg;
    for (int i = 0; i < s->count; i++) {
        pd_character shown = *s->who[i];
        pd_character_overlay_step(&s->overlays[i], &shown, &s->rig, s->where[i], NULL);
    }
    return s->count;
}

static void ask_for_overlay(pd_character_overlay *o, bool is_far)
{
    const pd_character_gaze_request look = {
        .point = {1, 1.5, 3}, .in_root = true, .weight = 1, .seconds = 0.3};
    pd_character_reach_request reach = {
        .target = {0.35, 1.2, 0.3}, .in_root = true, .weight = 1, .seconds = 0.3};
    if (is_far) reach.target = pd_vec3_make(9, 1.2, 30);
    pd_character_gaze_set(&o->gaze, &look);
    pd_character_reach_set(&o->hands[PD_CHARACTER_LEFT_HAND], &reach);
}

static void build(stage *s, int hidden)
{
    s->model = rigs_model(hidden, 1);
    s->characters = calloc(MOST, sizeof *s->characters);
    s->x = calloc(MOST, RIGS_X * sizeof *s->x), s->y = calloc(MOST, RIGS_Y * sizeof *s->y);
    if (!s->characters || !s->x || !s->y || pd_character_rig_init(&s->rig, s->model, NULL)) abort();
    if (pd_anim_scene_init(&s->scene, 0, 0, 0, 0, "", NULL)) abort();
    if (pd_anim_ground_init(&s->scene.ground, (pd_anim_ground_grid){400, 400, -50, -50, 0.25}, "", NULL))
        abort();

    for (int i = 0; i < 400 * 400; i++) s->scene.ground.heights[i] = 0.05f * (float)(i * 7 % 5);
    pd_character_tick most = {.count = MOST};
    if (!pd_arena_init(&s->arena, pd_character_tick_scratch_bytes(&most, &s->rig, &pd_executor_serial)))
        abort();
    for (int i = 0; i < MOST; i++) {
        const double at[2] = {i % 16 - 8.0, i / 16 - 8.0};
        s->who[i] = &s->characters[i], s->what[i] = &s->inputs[i], s->where[i] = &s->scene;
        if (pd_character_init(s->who[i], &s->rig, &s->scene, at, i, NULL)) abort();
        ask_for_overlay(&s->overlays[i], i % 2 > 0);
        rigs_walk_row(s->y + i * RIGS_Y, i % 60, 0.001);
    }
}

int main(int argc, char **argv)
{
    static stage s;
    if (argc > 1) seconds_per_row = atof(argv[1]);
    pd_error err;
    if (pd_k_cpu_init(getenv("POSED_KERNELS"), &err)) {
        fprintf(stderr, "POSED_KERNELS: %s\n", err.detail);
        return 2;
    }

    printf("row,cpu,characters,threads,per_s\n");
    static const int counts[] = {1, 16, 24, 64, 256};
    for (int large = 1; large >= 0; large--) {
        const char *of = large ? "" : "_256";
        build(&s, large ? 512 : 256);
        for (int i = 0; i < 5; i++) {
            s.count = counts[i];
            printf("character_tick%s,%s,%d,1,%.0f\n", of, pd_k_cpu_name(), s.count, measure(tick, &s));
            printf("character_network%s,%s,%d,1,%.0f\n", of, pd_k_cpu_name(), s.count, measure(network, &s));
            if (!large) continue; /* these do not depend on the network */
            printf("character_controller,%s,%d,1,%.0f\n", pd_k_cpu_name(), s.count, measure(controller, &s));
            printf("character_overlay,%s,%d,1,%.0f\n", pd_k_cpu_name(), s.count, measure(overlay, &s));
        }
    }

    return 0;
}
