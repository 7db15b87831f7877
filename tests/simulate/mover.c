/* Moves the characters. In one world of eight their network does; in the others they go where the stick
 * points, in a fixed pose. The simulation tests the stage, its sessions and connections, and networks would
 * take nine tenths of its time. The stage and its twins use the same mover, so an input that is lost, late or
 * used twice shows in both cases. */
#include "tests/simulate/simulate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NETWORK_OF  8   /* worlds: in one of so many, networks move the characters */
#define PLAIN_SPEED 2.0 /* m/s at full stick, where the input has none              */

bool sim_moves_plainly;
static pd_character standing; /* at the origin, after a first tick */

void __real_pd_character_tick_run(const pd_character_tick *tick, const pd_character_rig *rig, pd_arena *arena,
                                  const pd_executor *executor);
void __wrap_pd_character_tick_run(const pd_character_tick *tick, const pd_character_rig *rig, pd_arena *arena,
                                  const pd_executor *executor);

void sim_mover_prepare(uint64_t seed, pd_pfnn_model *model)
{
    pd_character *const character = &standing;
    const pd_character_input still = {0}, *const input = &still;
    const pd_character_tick tick = {.characters = &character, .inputs = &input, .count = 1};
    const double origin[2] = {0, 0};
    pd_character_rig rig;
    pd_arena arena;
    pd_error err;

    sim_moves_plainly = seed % NETWORK_OF != 0;
    if (pd_character_rig_init(&rig, model, &err) != PD_OK ||
        pd_character_init(&standing, &rig, NULL, origin, 0, &err) != PD_OK)
        abort();
    pd_arena_init(&arena, 0);
    if (!pd_arena_reserve(&arena, pd_character_tick_scratch_bytes(&tick, &rig, &pd_executor_serial))) abort();
    __real_pd_character_tick_run(&tick, &rig, &arena, &pd_executor_serial);
    pd_arena_deinit(&arena);
}

static void move_plainly(pd_character *c, const pd_character_input *input, const pd_character_rig *rig)
{
    const size_t joints = (size_t)rig->skeleton.joint_count;
    const double speed = input->speed > 0 ? input->speed : PLAIN_SPEED, rate = PD_CHARACTER_RATE;
    const double length = hypot(input->move[0], input->move[1]), scale = speed / fmax(1, length);
    const double velocity[2] = {scale * input->move[0], scale * input->move[1]};
    pd_character_pose *p = &c->pose;

    p->root.x += velocity[0] / rate, p->root.z += velocity[1] / rate;
    if (length > 0) p->yaw = atan2(velocity[0], velocity[1]);
    p->velocity = pd_vec3_make(velocity[0], 0, velocity[1]);
    p->events = 0;
    c->phase = p->phase = fmod(c->phase + 0.1 * (1 + length), 6.28);
    /* the samples, now among them: nobody reads the others */
    for (int i = 0; i < rig->frames; i += rig->step) {
        c->trajectory.frames[i].at[0] = p->root.x + velocity[0] * (i - rig->frames / 2) / rate;
        c->trajectory.frames[i].at[1] = p->root.z + velocity[1] * (i - rig->frames / 2) / rate;
    }
    c->trajectory.moved[0] = velocity[0], c->trajectory.moved[1] = velocity[1];

    memcpy(p->rotations, standing.pose.rotations, joints * sizeof *p->rotations);
    p->translation = pd_vec3_add(standing.pose.translation, p->root);
    for (size_t j = 0; j < joints; j++) p->joints[j] = pd_vec3_add(standing.pose.joints[j], p->root);
    c->ticks++;
}

void __wrap_pd_character_tick_run(const pd_character_tick *tick, const pd_character_rig *rig, pd_arena *arena,
                                  const pd_executor *executor)
{
    if (!sim_moves_plainly) {
        __real_pd_character_tick_run(tick, rig, arena, executor);
        return;
    }
    for (int i = 0; i < tick->count; i++) move_plainly(tick->characters[i], tick->inputs[i], rig);
}
