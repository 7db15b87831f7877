/* Pairs of vertices and bones on a person, and the weights that the shipped network gives them. */
#include "core/rig/skin/pairs.h"
#include "tests/support/rig_person.h"

#include <stdlib.h>

typedef struct scene {
    rig_person person;
    pd_rig_result rig;
    pd_rig_job job;
    pd_rig_weighing weighing;
    pd_rig_pairs pairs;
    float *template;
} scene;

static scene *set_up(void)
{
    scene *s = calloc(1, sizeof *s);
    pd_error err;
    int unheated;
    s->person = rig_person_make(0.6, 0.5f);
    s->job = rig_person_job(&s->person);
    s->job.up = PD_RIG_Y, s->job.facing = PD_RIG_Z, s->job.no_fingers = true;
    if (pd_rig_run(&s->rig, &s->job, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(pd_rig_weighing_init(&s->weighing, &s->rig, &s->job, NULL, &err), PD_OK);
    s->template = malloc((size_t)s->rig.mesh.vertex_count * PD_RIG_JOINTS * sizeof *s->template);
    assert_int_equal(pd_rig_pairs_init(&s->pairs, s->template, &s->weighing.job, &unheated, &err), PD_OK);
    return s;
}

static void tear_down(scene *s)
{
    pd_rig_pairs_deinit(&s->pairs);
    pd_rig_weighing_deinit(&s->weighing);
    pd_rig_deinit(&s->rig);
    rig_person_free(&s->person);
    free(s->template), free(s);
}

/* Each bone once; whatever the template gives over 2 % is among them;
 * numbers are of the size that the header says. */
static void pairs_have_every_bone_with_a_weight_above_2_percent(void **state)
{
    scene *s = set_up();
    (void)state;
    for (int i = 0; i < s->rig.mesh.vertex_count; i += 7) {
        uint8_t bones[PD_RIG_PAIR_BONES];
        float x[PD_RIG_PAIR_BONES * PD_RIG_PAIR_NUMBERS];
        unsigned seen = 0;
        pd_rig_pairs_of(bones, x, &s->pairs, i);
        for (int k = 0; k < PD_RIG_PAIR_BONES; k++) {
            assert_false(seen >> bones[k] & 1);
            seen |= 1u << bones[k];
            assert_near((double)x[k * PD_RIG_PAIR_NUMBERS], (double)s->template[i * PD_RIG_JOINTS + bones[k]],
                        0);
            assert_true(x[k * PD_RIG_PAIR_NUMBERS + PD_RIG_PAIR_NEAR] <= 1);
        }
        for (int f = 0; f < PD_RIG_PAIR_BONES * PD_RIG_PAIR_NUMBERS; f++) assert_true(fabsf(x[f]) <= 3);
        for (int k = 0; k < PD_RIG_JOINTS; k++)
            if (s->template[i * PD_RIG_JOINTS + k] > 0.02f) assert_true(seen >> k & 1);
    }
    tear_down(s);
}

/* The body's own weights are the truth. At most four a vertex, none without. */
static void the_shipped_network_is_near_the_truth(void **state)
{
    scene *s = set_up();
    pd_rig_net *net;
    pd_error err;
    (void)state;
    if (pd_rig_net_load(&net, "models/rig-weights.safetensors", &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    s->job.net = net;
    double off[2] = {0};
    for (int k = 0; k < 2; k++) {
        pd_rig_weights weights;
        s->job.weights = k ? PD_RIG_BY_LEARNED : PD_RIG_BY_HEAT;
        assert_int_equal(pd_rig_weigh(&weights, &s->rig, &s->job, NULL, &err), PD_OK);
        for (int i = 0; i < s->rig.mesh.source_count; i++) {
            const int v = s->rig.mesh.welded[i];
            double row[PD_RIG_JOINTS] = {0}, sum = 0;
            for (int w = 0; w < 4; w++) {
                row[weights.bones[v][w]] += (double)weights.values[v][w];
                sum += (double)weights.values[v][w];
            }
            assert_near(sum, 1, 1e-5);
            for (int w = 0; w < 4; w++) row[rig_template.influences[i][w]] -= rig_template.weights[i][w];
            for (int j = 0; j < PD_RIG_JOINTS; j++) off[k] += fabs(row[j]) / s->rig.mesh.source_count;
        }
        pd_rig_weights_deinit(&weights);
    }
    /* without a network the job reports it */
    s->job.net = NULL;
    pd_rig_weights none;
    assert_int_equal(pd_rig_weigh(&none, &s->rig, &s->job, NULL, &err), PD_ERR_UNSUPPORTED);
    if (!(off[1] < 0.12 && off[1] < 0.6 * off[0])) fail_msg("L1 %.3f, heat %.3f", off[1], off[0]);
    pd_rig_net_release(net);
    tear_down(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_have_every_bone_with_a_weight_above_2_percent),
        cmocka_unit_test(the_shipped_network_is_near_the_truth),
    };
    return cmocka_run_group_tests(tests, rig_setup, rig_teardown);
}
