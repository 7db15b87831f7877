#ifndef TESTS_SUPPORT_TRAJECTORY_TEST_H
#define TESTS_SUPPORT_TRAJECTORY_TEST_H
/* A trajectory with a small network's rig, for tests. */
#include "core/math/grid.h"
#include "core/math/plane.h"
#include "core/character/control/trajectory.h"

#include "tests/support/cmocka.h"
#include "tests/support/rigs.h"

#include <stdbool.h>
#include <string.h>

static pd_pfnn_model *trajectory_model;
static pd_character_rig trajectory_rig;
static const double trajectory_origin[2] = {0, 0};

static inline int trajectory_setup(void **state)
{
    (void)state;
    trajectory_model = rigs_model(8, 1);
    pd_status status = pd_character_rig_init(&trajectory_rig, trajectory_model, NULL);
    pd_character_control *c = &trajectory_rig.control; /* the original's */
    c->start_time = 0, c->mix_velocity = c->mix_facing = 0.9, c->mix_joints = c->bias_position = 0.5,
    c->bias_facing = 2;
    c->turn_limit = 3.84;
    return status;
}

static inline int trajectory_teardown(void **state)
{
    (void)state;
    pd_pfnn_model_release(trajectory_model);
    return 0;
}

static inline pd_character_trajectory trajectory_standing(double yaw)
{
    pd_character_trajectory t;
    pd_character_trajectory_init(&t, &trajectory_rig, NULL, trajectory_origin, yaw);
    return t;
}

/* Runs a tick with output rows that continue the present trajectory: it goes where it plans. */
static inline void trajectory_tick(pd_character_trajectory *t, const pd_character_input *input,
                                   const float *y, const pd_anim_scene *scene)
{
    pd_character_trajectory_blend(t, input, &trajectory_rig, scene);
    pd_character_trajectory_advance(t, y, &trajectory_rig, scene);
}

/* Runs some ticks of standing rows. */
static inline pd_character_trajectory trajectory_after(const pd_character_input *input, int ticks, double yaw)
{
    pd_character_trajectory t = trajectory_standing(yaw);
    float y[RIGS_Y] = {0};
    for (int i = 0; i < 6; i++) y[trajectory_rig.layout.out_facing_z + i] = 1;
    for (int i = 0; i < ticks; i++) trajectory_tick(&t, input, y, NULL);
    return t;
}

static inline double trajectory_asked(const pd_character_input *input)
{
    pd_character_trajectory t = trajectory_after(input, 20, 0);
    return t.goal.asked_rate * pd_plane_length(t.goal.asked);
}

#endif
