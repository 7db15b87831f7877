/* Ledges before the shipped network: one of 0.6 m is stepped onto, one of 1.5 m stops whoever comes, in every
 * gait, head-on and aslant, and feet stay below it. */
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include "core/character/load.h"
#include "core/character/rollout/rollout.h"

#include <math.h>

#define EDGE  3.0 /* of the ledge, metres along +Z */
#define HIGH  1.5
#define LOW   0.6
#define CELL  0.05
#define GAITS 4
#define WAYS  3 /* angles to the edge */
#define RUNS  (GAITS * WAYS + 1)

static const pd_character_want gaits[GAITS] = {PD_CHARACTER_WANT_WALK, PD_CHARACTER_WANT_CROUCH,
                                               PD_CHARACTER_WANT_JOG, PD_CHARACTER_WANT_RUN};

static pd_pfnn_model *model;
static pd_character_rig rig;
static pd_character_rollout rollouts[RUNS];

static void make_ledge(pd_anim_scene *scene, double height)
{
    const pd_anim_ground_grid grid = {300, 600, -15, -2, CELL};
    assert_int_equal(pd_anim_scene_init(scene, 0, 0, 0, 0, "", NULL), PD_OK);
    assert_int_equal(pd_anim_ground_init(&scene->ground, grid, "", NULL), PD_OK);
    for (int r = 0; r < grid.rows; r++)
        for (int c = 0; c < grid.columns; c++)
            scene->ground.heights[r * grid.columns + c] = -2 + CELL * r > EDGE ? (float)height : 0;
}

static int roll(void **state)
{
    (void)state;
    pd_character_cue cues[RUNS];
    pd_anim_scene scenes[2];
    pd_character_rollout_job jobs[RUNS];
    if (pd_character_model_load(&model, "models/motion.safetensors", NULL) != PD_OK) return 1;
    if (pd_character_rig_init(&rig, model, NULL) != PD_OK) return 1;
    make_ledge(&scenes[0], HIGH);
    make_ledge(&scenes[1], LOW);
    for (int r = 0; r < RUNS; r++) {
        const double angle = r % WAYS * 25 * M_PI / 180;
        cues[r] = (pd_character_cue){0, {.move = {sin(angle), cos(angle)}, .gait = gaits[r / WAYS % GAITS]}};
        jobs[r] = (pd_character_rollout_job){
            .seconds = 8, .cues = &cues[r], .cue_count = 1, .scene = &scenes[r == RUNS - 1]};
    }
    cues[RUNS - 1].input = (pd_character_input){.move = {0, 1}};

    const pd_status status =
        pd_character_rollout_run(rollouts, jobs, RUNS, &rig, &pd_fixture_shuffled, NULL, NULL);
    for (int s = 0; s < 2; s++) pd_anim_scene_deinit(&scenes[s]);
    return status != PD_OK;
}

static int release(void **state)
{
    (void)state;
    for (int r = 0; r < RUNS; r++) pd_character_rollout_deinit(&rollouts[r]);
    pd_pfnn_model_release(model);
    return 0;
}

static pd_vec3 joint(int rollout, int frame, int j)
{
    const pd_anim_track *track = &rollouts[rollout].track;
    const float *p = track->joints + 3 * ((size_t)frame * (size_t)track->joint_count + (size_t)j);
    return pd_vec3_make((double)p[0], (double)p[1], (double)p[2]);
}

static void a_ledge_of_1_5_m_stops_every_gait_from_every_side(void **state)
{
    (void)state;
    for (int r = 0; r < RUNS - 1; r++) {
        const int frames = rollouts[r].track.frame_count;
        double nearest = 0;
        for (int t = 0; t < frames; t++) {
            const pd_vec3 hips = joint(r, t, 0);
            nearest = fmax(nearest, hips.z);
            assert_true(hips.y < 1.15);
            for (int foot = 0; foot < 2; foot++) {
                const pd_vec3 toe = joint(r, t, rig.legs[foot].toe);
                assert_true(toe.y < HIGH - 0.5);
                assert_true(toe.z < EDGE + 0.1);
            }
        }
        assert_true(nearest > EDGE - 0.6 && nearest < EDGE - 0.05);

        /* Head-on it stands in the end; aslant it goes along the ledge. */
        const pd_vec3 last = joint(r, frames - 1, 0), before = joint(r, frames - 61, 0);
        if (r % WAYS == 0) assert_true(pd_vec3_distance(last, before) < 0.1);
    }
}

static void a_ledge_of_0_6_m_is_stepped_onto(void **state)
{
    (void)state;
    const int last = rollouts[RUNS - 1].track.frame_count - 1;
    const pd_vec3 hips = joint(RUNS - 1, last, 0);
    assert_true(hips.z > EDGE + 1 && hips.y > LOW + 0.75 && hips.y < LOW + 1.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ledge_of_1_5_m_stops_every_gait_from_every_side),
        cmocka_unit_test(a_ledge_of_0_6_m_is_stepped_onto),
    };
    return cmocka_run_group_tests(tests, roll, release);
}
