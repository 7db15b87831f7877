/* Tests whose face it is in pictures: people of `person` are drawn by seed, posed by their own forward pass
 * and projected by cameras of other lenses and distances. */
#include "core/base/rng.h"
#include "core/face/template.h"
#include "core/kernel/linalg.h"
#include "core/math/mat3.h"
#include "core/observe/face/likeness.h"
#include "core/retarget/face.h"
#include "core/smpl/body.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE  0.017453292519943295
#define EYEBALL 0.0122
#define WIDTH   1200.0
#define HEIGHT  1600.0
enum { PEOPLE = 100, RIGID = 7, TURNS = 2, SKIPPED = 12, SKIN = 300, SOME = 16 };

static pd_smpl_model *model;
static pd_observe_face_shapes *shapes;
static pd_face_template *head;

/* A person and how it is seen. */
typedef struct subject {
    pd_smpl_person who;
    double weights[PD_OBSERVE_FACE_WEIGHTS];
    double turn[3];  /* degrees about x, y, z */
    double lens;     /* focal length in diagonals of the picture */
    double distance; /* metres */
    double aside[2]; /* metres right and up of the picture's middle */
} subject;

static pd_quat about(double x, double y, double z, double degrees)
{
    return pd_q_axis_angle(pd_vec3_make(x, y, z), degrees * DEGREE);
}

/* Computes the shaped body of betas. */
static void shape_of(float *vertices, float *joints, const double *betas, const double *weights)
{
    float b[PD_SMPL_PEOPLE_MAX_BETAS], expression[PD_RETARGET_FACE_SHAPES] = {0};
    pd_arena scratch;
    for (int k = 0; k < model->beta_count; k++) b[k] = (float)betas[k];
    for (int e = 0; weights && e < model->expression_count; e++)
        for (int k = 0; k < PD_OBSERVE_FACE_WEIGHTS; k++)
            if (!strcmp(model->data.expression_names[e], pd_retarget_face_names[k]))
                expression[e] = (float)weights[k];
    const pd_smpl_body body = {.betas = b,
                               .beta_count = model->beta_count,
                               .expression = expression,
                               .expression_count = model->expression_count,
                               .stage = PD_SMPL_SHAPED,
                               .vertices = vertices,
                               .joints = joints};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1};
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
}

/* Draws somebody: a woman or a man of 18 to 80 years in front of any lens. */
static subject somebody(uint64_t seed)
{
    const pd_smpl_people people = pd_smpl_model_people(model);
    pd_smpl_person_request q = pd_smpl_anybody;
    subject s = {.lens = 1};
    pd_rng rng;

    pd_rng_init(&rng, 1000 + seed);
    q.population = PD_SMPL_PUBLIC;
    q.has_random = true;
    q.random = seed;
    q.age = 18 + 62 * pd_rng_uniform(&rng);
    assert_int_equal(pd_smpl_person_find(&s.who, &people, &q, NULL), PD_OK);
    s.turn[0] = 6 * pd_rng_normal(&rng);
    s.turn[1] = 20 * (2 * pd_rng_uniform(&rng) - 1);
    s.turn[2] = 5 * pd_rng_normal(&rng);
    s.lens = .6 * pow(2.5, pd_rng_uniform(&rng)); /* 26 to 65 mm on film of 35 mm */
    s.distance = s.lens * (.55 + .45 * pd_rng_uniform(&rng));
    for (int x = 0; x < 2; x++) s.aside[x] = .04 * pd_rng_normal(&rng);

    return s;
}

static pd_observe_likeness_picture see(const subject *s, double noise, uint64_t seed)
{
    static float vertices[3 * PD_OBSERVE_FACE_VERTICES];
    float joints[3 * PD_SMPL_MAX_JOINTS];
    pd_observe_likeness_picture p = {.width = WIDTH, .height = HEIGHT, .has_irises = true};
    const double focal = s->lens * hypot(WIDTH, HEIGHT);
    const pd_quat turn = pd_q_mul(pd_q_mul(about(0, 1, 0, s->turn[1]), about(1, 0, 0, s->turn[0])),
                                  about(0, 0, 1, s->turn[2]));
    pd_rng rng;

    pd_rng_init(&rng, seed);
    shape_of(vertices, joints, s->who.betas, s->weights);
    const float *centre = joints + 3 * pd_smpl_joint_find(&model->data, "head");
    for (int l = 0; l < PD_OBSERVE_FACE_LANDMARKS; l++) {
        pd_vec3 at = {0, 0, 0};
        if (l < PD_OBSERVE_FACE_SKIN) {
            const pd_observe_landmark *row = &pd_observe_landmarks[l];
            const float w[3] = {row->weights[0], row->weights[1], 1 - row->weights[0] - row->weights[1]};
            for (int c = 0; c < 3; c++) {
                const float *v = vertices + 3 * row->vertices[c];
                at = pd_vec3_fma(at, (double)w[c], pd_vec3_make((double)v[0], (double)v[1], (double)v[2]));
            }
        } else {
            const float *eye = joints + 3 * pd_smpl_joint_find(&model->data, l >= 473 ? "left_eye_smplhf"
                                                                                      : "right_eye_smplhf");
            at = pd_vec3_make((double)eye[0], (double)eye[1], (double)eye[2] + EYEBALL);
        }
        const pd_vec3 own =
            pd_vec3_make(at.x - (double)centre[0], at.y - (double)centre[1] - .05, at.z - (double)centre[2]);
        const pd_vec3 q =
            pd_vec3_add(pd_q_rotate(turn, own), pd_vec3_make(s->aside[0], s->aside[1], -s->distance));
        p.at[l][0] = WIDTH / 2 - focal * q.x / q.z + noise * pd_rng_normal(&rng);
        p.at[l][1] = HEIGHT / 2 + focal * q.y / q.z + noise * pd_rng_normal(&rng);
        p.is_seen[l] = true;
    }

    return p;
}

static pd_observe_likeness find(const pd_observe_likeness_picture *pictures, int count, pd_smpl_gender gender)
{
    const pd_smpl_people people = pd_smpl_model_people(model);
    pd_observe_likeness out;
    pd_error err = {0};
    if (pd_observe_likeness_find(&out, pictures, count, shapes, &people, gender, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    return out;
}

/* ---- distances of faces ---- */

/* Writes each twelfth vertex of the face's skin of betas to out, and returns their number. */
static int skin_of(double (*out)[3], const double *betas)
{
    int n = 0;
    for (int v = 0, k = 0; v < head->count; v++) {
        if (!head->is_face[v] || k++ % SKIPPED) continue;
        for (int x = 0; x < 3; x++) {
            out[n][x] = head->mesh.rest[v][x];
            for (int b = 0; b < head->beta_count; b++)
                out[n][x] += betas[b] * head->betas[3 * (b * head->count + v) + x];
        }
        n++;
    }

    return n;
}

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Moves, turns and scales a (n) onto b, and returns the median distance in millimetres. */
static double skin_distance(double (*a)[3], double (*b)[3], int n)
{
    double(*at)[3] = malloc((size_t)n * sizeof *at), *away = malloc((size_t)n * sizeof *away);
    memcpy(at, a, (size_t)n * sizeof *at);
    for (int turn = 0; turn < TURNS; turn++) {
        double gram[RIGID * RIGID] = {0}, rhs[RIGID] = {0}, middle[3] = {0};
        for (int i = 0; i < n; i++)
            for (int x = 0; x < 3; x++) middle[x] += at[i][x] / n;
        for (int i = 0; i < n; i++) {
            const double o[3] = {at[i][0] - middle[0], at[i][1] - middle[1], at[i][2] - middle[2]};
            for (int x = 0; x < 3; x++) {
                const double row[RIGID] = {x == 0,
                                           x == 1,
                                           x == 2,
                                           x == 1   ? -o[2]
                                           : x == 2 ? o[1]
                                                    : 0,
                                           x == 0   ? o[2]
                                           : x == 2 ? -o[0]
                                                    : 0,
                                           x == 0   ? -o[1]
                                           : x == 1 ? o[0]
                                                    : 0,
                                           o[x]};
                for (int j = 0; j < RIGID; j++) {
                    rhs[j] += row[j] * (b[i][x] - at[i][x]);
                    for (int k = 0; k < RIGID; k++) gram[j * RIGID + k] += row[j] * row[k];
                }
            }
        }
        assert_true(pd_k_cholesky(gram, RIGID));
        pd_k_cholesky_solve(rhs, gram, RIGID);
        for (int i = 0; i < n; i++) {
            const double o[3] = {at[i][0] - middle[0], at[i][1] - middle[1], at[i][2] - middle[2]};
            double turned[3];
            pd_cross3(turned, rhs + 3, o);
            for (int x = 0; x < 3; x++) at[i][x] += rhs[x] + turned[x] + rhs[6] * o[x];
        }
    }
    for (int i = 0; i < n; i++) away[i] = 1e3 * pd_distance3(at[i], b[i]);
    qsort(away, (size_t)n, sizeof *away, compare_numbers);
    const double median = away[n / 2];
    free(at);
    free(away);

    return median;
}

/* ---- tests ---- */

/* Fits people of which each is seen once, and prints what was found. Returns the median over the people of
 * the median distance of the skin, and how many are nearer to themselves than to all others. */
static double distances_of(int *first, int *right, int people, double noise)
{
    static double skins[PEOPLE][SKIN][3];
    double found[SKIN][3], away[PEOPLE];
    static subject who[PEOPLE];
    int n = 0;

    *first = *right = 0;
    for (int i = 0; i < people; i++) {
        who[i] = somebody((uint64_t)i + 1);
        n = skin_of(skins[i], who[i].who.betas);
    }
    for (int i = 0; i < people; i++) {
        const pd_observe_likeness_picture p = see(&who[i], noise, (uint64_t)i);
        const pd_observe_likeness woman = find(&p, 1, PD_SMPL_FEMALE), man = find(&p, 1, PD_SMPL_MALE);
        const bool is_woman = woman.evidence > man.evidence;
        double best = INFINITY;
        int nearest = -1;
        skin_of(found, is_woman ? woman.betas : man.betas);
        for (int j = 0; j < people; j++) {
            const double distance = skin_distance(found, skins[j], n);
            if (distance < best) {
                best = distance;
                nearest = j;
            }
            if (j == i) away[i] = distance;
        }
        *first += nearest == i;
        *right += is_woman == (who[i].who.gender == PD_SMPL_FEMALE);
    }
    qsort(away, (size_t)people, sizeof *away, compare_numbers);
    printf("%d people, %.1f pixels: median %.2f mm; first %d, sex %d\n", people, noise, away[people / 2],
           *first, *right);

    return away[people / 2];
}

static void faces_of_drawn_people_are_found_from_one_picture(void **state)
{
    int first, right;
    (void)state;
    assert_true(distances_of(&first, &right, SOME, .5) < 1.2);
    assert_true(first >= SOME - 1 && right >= SOME - 1);
}

static void two_pixels_of_noise_leave_the_face(void **state)
{
    int first, right;
    (void)state;
    assert_true(distances_of(&first, &right, SOME, 2) < 1.4);
    assert_true(first >= SOME - 3 && right >= SOME - 2);
}

static void the_head_is_where_it_was_drawn(void **state)
{
    (void)state;
    for (int side = -1; side < 2; side += 2) {
        subject s = somebody(3);
        memcpy(s.turn, (double[3]){0, 20 * side, 0}, sizeof s.turn);
        s.aside[0] = s.aside[1] = 0;
        s.lens = 1;
        s.distance = 1;
        const pd_observe_likeness_picture p = see(&s, .5, 1);
        const pd_observe_likeness out = find(&p, 1, s.who.gender);
        assert_float_equal(out.views[0].yaw, 20 * side, 3);
        assert_float_equal(log(out.views[0].focal / hypot(WIDTH, HEIGHT)), 0, .35);
    }
}

static void several_pictures_find_the_face_at_least_as_well(void **state)
{
    static double truth[SKIN][3], found[SKIN][3];
    double sums[2] = {0};
    (void)state;
    for (uint64_t seed = 1; seed < 7; seed++) {
        pd_observe_likeness_picture pictures[3];
        subject s = somebody(seed);
        const int n = skin_of(truth, s.who.betas);
        for (int i = 0; i < 3; i++) {
            s.turn[1] = 25 * (i - 1);
            pictures[i] = see(&s, 1, seed + 10 * (uint64_t)i);
        }
        for (int several = 0; several < 2; several++) {
            const pd_observe_likeness out = find(&pictures[several ? 0 : 1], several ? 3 : 1, s.who.gender);
            skin_of(found, out.betas);
            sums[several] += skin_distance(found, truth, n);
        }
    }
    printf("one picture %.2f mm, three %.2f mm\n", sums[0] / 6, sums[1] / 6);
    assert_true(sums[1] < sums[0]);
}

/* ---- refusals ---- */

static void refused(const pd_observe_likeness_picture *pictures, int count, const char *text)
{
    const pd_smpl_people people = pd_smpl_model_people(model);
    pd_observe_likeness out;
    pd_error err = {0};
    assert_int_equal(pd_observe_likeness_find(&out, pictures, count, shapes, &people, PD_SMPL_FEMALE, &err),
                     PD_ERR_RANGE);
    if (!strstr(err.detail, text)) fail_msg("%s", err.detail);
}

static void what_is_no_face_from_the_front_is_refused_in_words(void **state)
{
    subject s = somebody(1);
    (void)state;

    pd_observe_likeness_picture p = see(&s, 0, 1);
    p.at[100][1] = NAN;
    refused(&p, 1, "landmark 100 is not finite");

    p = see(&s, 0, 1);
    for (int l = 0; l < PD_OBSERVE_FACE_SKIN; l++) p.is_seen[l] = l < 60;
    refused(&p, 1, "60 landmarks");

    p = see(&s, 0, 1);
    for (int l = 0; l < PD_OBSERVE_FACE_LANDMARKS; l++)
        for (int x = 0; x < 2; x++) p.at[l][x] *= .05;
    refused(&p, 1, "pixels high");

    s.turn[1] = 60;
    p = see(&s, 0, 1);
    refused(&p, 1, "degrees to a side");
    s.turn[1] = 0;

    /* A hand moves the mouth's points, or hides them. */
    p = see(&s, 0, 1);
    const double nose = p.at[2][1];
    for (int l = 0; l < PD_OBSERVE_FACE_SKIN; l++)
        if (p.at[l][1] > nose && fabs(p.at[l][0] - p.at[13][0]) < 70) p.at[l][l % 2] += l % 3 ? 60 : -60;
    refused(&p, 1, "");
    p = see(&s, 0, 1);
    for (int l = 0; l < PD_OBSERVE_FACE_SKIN; l++) p.is_seen[l] = p.at[l][1] < nose;
    refused(&p, 1, "mouth");

    /* Points all over the picture. */
    pd_rng rng;
    pd_rng_init(&rng, 4);
    for (int l = 0; l < PD_OBSERVE_FACE_LANDMARKS; l++) {
        p.is_seen[l] = true;
        for (int x = 0; x < 2; x++) p.at[l][x] = 300 + 600 * pd_rng_uniform(&rng);
    }
    refused(&p, 1, "");
    p.width = 0;
    refused(&p, 1, "positive sizes");
}

static int load(void **state)
{
    (void)state;
    if (pd_smpl_model_load(&model, "models/person.safetensors", NULL) != PD_OK) return -1;
    if (pd_face_template_make(&head, model, NULL) != PD_OK) return -1;
    return pd_observe_face_shapes_make(&shapes, model, NULL) == PD_OK ? 0 : -1;
}

static int unload(void **state)
{
    (void)state;
    pd_face_template_release(head);
    pd_observe_face_shapes_release(shapes);
    pd_smpl_model_release(model);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces_of_drawn_people_are_found_from_one_picture),
        cmocka_unit_test(two_pixels_of_noise_leave_the_face),
        cmocka_unit_test(the_head_is_where_it_was_drawn),
        cmocka_unit_test(several_pictures_find_the_face_at_least_as_well),
        cmocka_unit_test(what_is_no_face_from_the_front_is_refused_in_words),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
