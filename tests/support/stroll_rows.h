#ifndef TESTS_SUPPORT_STROLL_ROWS_H
#define TESTS_SUPPORT_STROLL_ROWS_H
/* Training rows of walks with known values (stroll.h). Metres, seconds, world space, +Y up. */
#include "train/network/rows.h"
#include "tests/support/fixture.h"
#include "tests/support/stroll.h"

#define W 12
#define J PD_ANIM_BIPED_JOINTS
#define X 342
#define Y 311

static const stroll straight = {.frames = 240, .speed = 1.2, .swing = 0.4};
static const stroll circle = {.frames = 240, .speed = 1.2, .turn_deg = 60, .yaw_deg = 200, .swing = 0.4};
static const stroll uphill = {.frames = 240, .speed = 1.2, .slope_z = 0.2, .swing = 0.4};
static const stroll anywhere = {.frames = 260,
                                .speed = 1.4,
                                .turn_deg = -40,
                                .yaw_deg = 70,
                                .going_deg = 25,
                                .slope_x = 0.15,
                                .slope_z = -0.1,
                                .swing = 0.5};

static inline void build(pd_train_rows *rows, pd_character_motions *list, const stroll *walks, int count,
                         int held_every)
{
    pd_error err = {0};
    stroll_list(list, walks, count);
    if (pd_train_rows_build(rows, list, held_every, &pd_fixture_shuffled, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
}

static inline void drop(pd_train_rows *rows, pd_character_motions *list)
{
    pd_train_rows_deinit(rows);
    pd_character_motions_deinit(list);
}

#endif
