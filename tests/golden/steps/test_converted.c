/* @long: takes over five seconds under ASan. */
/* One model's person as another's, step by step: a surface seen vertex by vertex taken apart into pose and shape after few rounds and many, MHR and body models
 * into one another, pose blend shapes made sparse, models in the published layouts, components of hands.
 *
 * tests/golden/steps/converted.txt: POSED_GOLDEN=write makes it anew. */
#include "tests/support/golden_lines.h"

#include "core/base/hash.h"
#include "core/mhr/convert/convert.h"
#include "core/math/mat3.h"
#include "core/mhr/body.h"
#include "core/observe/registered.h"
#include "core/smpl/data/publish.h"
#include "core/smpl/data/sparsify.h"
#include "train/body/hand.h"
#include "tests/support/fixture.h"
#include "tests/support/mhr_body.h"
#include "tests/support/same_kernels.h"
#include "tests/support/sight_model.h"

#define TOLERANCE 1e-7
enum { CHOSEN = 240, JOINTS = 24, HANDS = 20 };

static void add_floats(golden_lines *g, const char *name, const float *values, size_t count)
{
    golden_lines_add(g, name, (double[]){golden_weighted(values, count)}, 1, TOLERANCE);
}

static void add_state(golden_lines *g, const char *name, const pd_observe_state *s, double rms, int steps)
{
    double numbers[8 + 3 * HANDS] = {rms * 1000, steps, s->translation[0], s->translation[1],
                                     s->translation[2]};
    int count = 5;
    for (int j = 0; j < HANDS; j++) /* which hold too few of the vertices */
        for (int c = 0; c < 9; c += 4) numbers[count++] = s->rotations[j][c];
    for (int b = 0; b < 3; b++) numbers[count++] = s->betas[b];
    golden_lines_add(g, name, numbers, count, TOLERANCE);
}

/* -- a surface whose vertices are known ----------------------------------------- */

typedef struct registered_ask {
    const char *name;
    int rounds, steps;
    double sigma, robust, bend;
    bool keeps_betas, is_doubted;
} registered_ask;

static void surfaces_seen_vertex_by_vertex(golden_lines *g)
{
    static const registered_ask asks[] = {
        {"one_round", 1, 1, 1e-3, 0, 1, false, false},
        {"two_rounds", 2, 1, 1e-3, 0, 1, false, false},
        {"one_step", 3, 1, 1e-3, 0, 1.5, false, false},
        {"two_steps", 3, 2, 5e-3, 0, 1.5, false, false},
        {"loose", 2, 3, 0.05, 0, 1, false, false},
        {"robust", 3, 3, 1e-3, 0.02, 1, false, false},
        {"kept", 2, 2, 1e-3, 0, 1, true, false},
        {"doubted", 3, 2, 1e-3, 0, 1, false, true},
        {"doubted_robust", 2, 4, 2e-3, 0.05, 1.2, false, true},
        {"usual", 0, 0, 1e-3, 0, 1, false, false},
    };
    static int vertices[CHOSEN];
    static float seen[3 * CHOSEN], confidence[CHOSEN];
    const size_t v = (size_t)model->vertex_count;
    float *all = malloc(3 * v * sizeof *all), *nearest = malloc(v * sizeof *nearest);
    pd_observe_registered set;
    pd_observe_state state;
    pd_arena memory, scratch;
    double chosen = 0;

    pd_observe_registered_chosen(vertices, CHOSEN, model, nearest);
    for (int i = 0; i < CHOSEN; i++) chosen += vertices[i] * (1 + i % 31);
    assert_int_equal(pd_observe_registered_init(&set, model, vertices, CHOSEN, NULL), PD_OK);
    assert_true(pd_arena_init(&memory, pd_observe_state_bytes(model)) &&
                pd_arena_init(&scratch, pd_observe_registered_scratch_bytes(&set)));
    assert_true(pd_observe_state_init(&state, model, &memory));
    golden_lines_add(g, "chosen", (double[]){chosen, set.betas, set.entries, set.features}, 4, 0);

    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        const registered_ask *a = &asks[i];
        sight_person truth;
        pd_rng rng;
        pd_rng_init(&rng, 7 + i);
        sight_draw(&truth, a->bend, 1, 3 + i);
        sight_pose(all, NULL, model, &truth);
        for (int k = 0; k < 3 * CHOSEN; k++)
            seen[k] = all[3 * vertices[k / 3] + k % 3] + (float)(0.004 * pd_rng_normal(&rng));
        for (int k = 0; k < CHOSEN; k++) confidence[k] = k % 7 == 0 ? 0 : (float)(k % 5) / 4;
        for (int k = 0; k < CHOSEN && a->is_doubted; k += 7) seen[3 * k] = NAN;
        for (int k = 3; k < CHOSEN && a->robust > 0; k += 20) seen[3 * k + 1] += 0.2f;
        for (int b = 0; b < model->beta_count; b++) state.betas[b] = b == 0 ? 0.5 : 0;
        pd_observe_registered_job job = {.state = &state,
                                         .seen = seen,
                                         .confidence = a->is_doubted ? confidence : NULL,
                                         .sigma = a->sigma,
                                         .robust = a->robust,
                                         .keep_betas = a->keeps_betas,
                                         .rounds = a->rounds,
                                         .steps = a->steps};
        pd_arena_reset(&scratch);
        pd_observe_registered_run(&job, &set, &scratch);
        add_state(g, a->name, &state, job.rms, job.steps_used);
    }

    pd_observe_registered_deinit(&set);
    pd_arena_deinit(&memory), pd_arena_deinit(&scratch);
    free(all), free(nearest);
}

/* -- MHR and body models ---------------------------------------------------------- */

static void add_wrap(golden_lines *g, const pd_mhr_convert_wrap *w)
{
    double vertices = 0, weights = 0, joints = 0, around = 0;
    for (int i = 0; i < w->point_count; i++) {
        vertices += w->points[i].vertex * (1 + i % 31);
        for (int c = 0; c < 3; c++) weights += w->points[i].corners[c].weight * (1 + c + i % 31);
    }
    for (int j = 0; j < w->joint_count; j++) joints += (w->joints[j][0] + 100 * w->joints[j][1]) * (1 + j);
    for (int v = 0; v < w->body->vertex_count; v++) around += w->around_start[v] * (1.0 + v % 31);
    golden_lines_add(g, "wrap",
                     (double[]){w->point_count, w->joint_count, vertices, weights, joints, around,
                                1000 * w->mean, 1000 * w->largest},
                     8, TOLERANCE);
}

static void add_converted(golden_lines *g, const char *name, const pd_mhr_convert_wrap *wrap,
                          const pd_mhr_convert_seen *seen)
{
    float betas[64] = {0}, rotations[9 * JOINTS], translation[3];
    pd_mhr_convert_distance apart;
    assert_int_equal(pd_mhr_convert_to_body(betas, rotations, translation, &apart, wrap, seen, NULL), PD_OK);
    golden_lines_add(g, name,
                     (double[]){1000 * apart.mean, 1000 * apart.largest, golden_weighted(betas, 64),
                                golden_weighted(rotations, 9 * JOINTS), golden_weighted(translation, 3)},
                     5, 1e-3);
}

static void set_parameter(float *parameters, const pd_mhr *mhr, const char *name, double value)
{
    const int p = pd_mhr_parameter(mhr, name);
    assert_true(p >= 0);
    parameters[p] = (float)value;
}

static void people_of_one_model_as_those_of_another(golden_lines *g)
{
    pd_mhr mhr = mhr_of_body(model);
    pd_smpl_model *female;
    pd_mhr_convert_wrap wrap, own;
    pd_mhr_convert_distance apart;
    pd_arena scratch;
    const size_t v = (size_t)mhr.vertex_count, k = (size_t)mhr.joint_count;
    float parameters[128] = {0}, identity[1] = {0}, betas[64] = {0};
    float *block = malloc((6 * v + 3 * k) * sizeof *block);
    assert_int_equal(pd_mhr_convert_wrap_init(&wrap, &mhr, model, NULL), PD_OK);
    assert_int_equal(pd_smpl_model_load(&female, "models/female.safetensors", NULL), PD_OK);
    assert_int_equal(pd_mhr_convert_wrap_init_from(&own, female, model, NULL), PD_OK);
    add_wrap(g, &wrap), add_wrap(g, &own);
    assert_true(pd_arena_init(&scratch, pd_mhr_body_scratch_bytes(&mhr)));

    set_parameter(parameters, &mhr, "root_tx", 3);
    set_parameter(parameters, &mhr, "l_uparm_rz", -0.9);
    set_parameter(parameters, &mhr, "r_upleg_rx", -0.7);
    pd_mhr_body body = {.vertices = block,
                        .normals = block + 3 * v,
                        .joints = block + 6 * v,
                        .parameters = parameters,
                        .parameter_count = mhr.parameter_count};
    pd_arena_reset(&scratch);
    pd_mhr_body_run(&body, &mhr, &scratch);
    add_floats(g, "mhr_body", block, 6 * v + 3 * k);
    const pd_mhr_convert_seen seen = {body.vertices, body.normals, body.joints, NULL, 0};
    add_converted(g, "to_body", &wrap, &seen);
    const pd_mhr_convert_seen finely = {body.vertices, body.normals, body.joints, block, (int)v / 2};
    add_converted(g, "finely", &wrap, &finely);

    sight_person person;
    sight_draw(&person, 0.7, 1, 6);
    const pd_smpl_body found = {.betas = person.betas,
                                .beta_count = SIGHT_BETAS,
                                .rotations = person.rotations,
                                .translation = person.translation};
    float back[128] = {0};
    assert_int_equal(pd_mhr_convert_to_mhr(back, identity, &apart, &wrap, &found, NULL), PD_OK);
    golden_lines_add(g, "to_mhr",
                     (double[]){1000 * apart.mean, 1000 * apart.largest,
                                golden_weighted(back, (size_t)mhr.parameter_count), (double)identity[0]},
                     4, 1e-3);
    assert_int_equal(pd_mhr_convert_betas(betas, &apart, model, female, (float[]){1, -1, 0.5f}, 3, NULL),
                     PD_OK);
    golden_lines_add(
        g, "betas", (double[]){1000 * apart.mean, 1000 * apart.largest, golden_weighted(betas, 64)}, 3, 1e-3);

    free(block);
    pd_arena_deinit(&scratch);
    pd_mhr_convert_wrap_deinit(&wrap), pd_mhr_convert_wrap_deinit(&own);
    pd_smpl_model_release(female);
    pd_mhr_deinit(&mhr);
}

/* -- files ------------------------------------------------------------------------- */

static void blend_shapes_made_sparse(golden_lines *g)
{
    static const pd_smpl_sparsify_options options[] = {{0},
                                                       {.threshold_m = 0.015},
                                                       {.threshold_m = 0.0175, .most_joints = 12},
                                                       {.most_joints = 4},
                                                       {.most_joints = 1}};
    static const pd_fixture fixtures[] = {
        {.vertices = 300, .pose = PD_FIXTURE_DENSE},
        {.vertices = 300, .pose = PD_FIXTURE_SPARSE_AS_DENSE},
        {.vertices = 300, .pose = PD_FIXTURE_SPARSE, .beta_terms = 2, .dqs = true}};
    for (size_t f = 0; f < sizeof fixtures / sizeof *fixtures; f++)
        for (size_t o = 0; o < sizeof options / sizeof *options; o++) {
            pd_smpl_data data;
            pd_smpl_sparsify_report r;
            pd_fixture_data(&data, &fixtures[f]);
            assert_int_equal(pd_smpl_sparsify(&data, &r, &options[o], NULL), PD_OK);
            const pd_smpl_sparse_dirs *d = &data.sparse;
            const size_t count = (1 + (size_t)d->beta_terms) * d->value_count;
            double joints = 0;
            for (int i = 0; i < d->pattern_start[d->pattern_count]; i++)
                joints += d->pattern_joints[i] * (1 + i % 31);
            golden_lines_add(g, "sparse",
                             (double[]){(double)r.blocks_before, (double)r.blocks_after, r.pattern_count,
                                        r.most_joints, 1000 * r.bound_m, joints,
                                        golden_weighted(d->values, count),
                                        d->values_dqs ? golden_weighted(d->values_dqs, count) : 0},
                             8, TOLERANCE);
            pd_smpl_data_deinit(&data);
        }
}

/* Byte for byte, by its fingerprint: whatever reads these files has to find what was there. */
static void models_as_they_are_published(golden_lines *g)
{
    static const pd_smpl_published formats[] = {PD_SMPL_PUBLISHED_NPZ, PD_SMPL_PUBLISHED_PKL};
    static const pd_fixture fixtures[] = {{.vertices = 60, .pose = PD_FIXTURE_DENSE},
                                          {.vertices = 90, .pose = PD_FIXTURE_SPARSE, .betas = 3, .seed = 4},
                                          {.vertices = 40, .soft = 3, .seed = 2}};
    for (size_t f = 0; f < sizeof fixtures / sizeof *fixtures; f++)
        for (int format = 0; format < 2; format++) {
            pd_smpl_data data;
            pd_buffer file = {0};
            pd_error err = {0};
            pd_fixture_data(&data, &fixtures[f]);
            const pd_status status = pd_smpl_publish(&file, &data, formats[format], &err);
            const uint64_t print = pd_hash64(file.data, file.size, 0);
            golden_lines_add(
                g, "published",
                (double[]){status, (double)file.size, (double)(print >> 40), (double)(print & 0xffffff)}, 4,
                0);
            pd_buffer_deinit(&file);
            pd_smpl_data_deinit(&data);
        }
}

/* -- hands --------------------------------------------------------------------------- */

static void components_of_hands(golden_lines *g)
{
    pd_smpl_model *person;
    pd_smpl_data data;
    assert_int_equal(pd_smpl_model_load(&person, "models/person.safetensors", NULL), PD_OK);
    assert_int_equal(pd_smpl_data_load(&data, "models/person.safetensors", NULL), PD_OK);
    for (int count = 2; count < 7; count += 2) {
        pd_train_hands hands = {0};
        pd_train_hands_report r;
        assert_int_equal(pd_train_hands_add_named(&hands, &data, person->joint_template, NULL), PD_OK);
        assert_int_equal(pd_train_hands_learn(&data, &r, &hands, count, NULL), PD_OK);
        double left[PD_SMPL_HAND_ANGLES + 12] = {r.samples};
        int n = 1;
        for (int c = 0; c < count; c++) left[n++] = r.left_out_deg[c];
        for (int h = 0; h < 2; h++) {
            const pd_smpl_hand *hand = &data.hands[h];
            left[n++] = golden_weighted(hand->mean, PD_SMPL_HAND_ANGLES);
            for (int c = 0; c < count; c++) { /* the sign of a component is anybody's */
                double squares = 0;
                for (int a = 0; a < PD_SMPL_HAND_ANGLES; a++) {
                    const double x = (double)hand->components[c * PD_SMPL_HAND_ANGLES + a];
                    squares += x * x * (1 + a);
                }
                left[n++] = squares;
            }
        }
        golden_lines_add(g, "hands", left, n, 1e-3);
        pd_train_hands_deinit(&hands);
    }
    pd_smpl_data_deinit(&data);
    pd_smpl_model_release(person);
}

static void what_is_converted_is_what_it_was(void **state)
{
    (void)state;
    golden_lines g;
    golden_lines_begin(&g, "tests/golden/steps/converted.txt");
    surfaces_seen_vertex_by_vertex(&g);
    people_of_one_model_as_those_of_another(&g);
    blend_shapes_made_sparse(&g);
    models_as_they_are_published(&g);
    components_of_hands(&g);
    golden_lines_end(&g);
}

int main(int count, char **arguments)
{
    (void)count;
    if (!same_kernels_begin(arguments)) {
        puts("the numbers are of OpenBLAS's kernels for AVX2, which this processor has not got");
        return 77;
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_converted_is_what_it_was)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
