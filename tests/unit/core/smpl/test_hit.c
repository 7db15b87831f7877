/* Compares rays at the skin with a search of all triangles of the whole body, for random bodies, poses, faces
 * and rays. */
#include "core/smpl/hit.h"

#include "core/base/rng.h"
#include "core/math/quat.h"
#include "core/smpl/skin/tiles.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>

#define POSES 5
#define RAYS  50
#define BETAS 10

/* A body in a random pose, computed whole and as a target. */
typedef struct posed {
    pd_smpl_model *model;
    float betas[BETAS], rotations[9 * PD_SMPL_MAX_JOINTS], expression[128], translation[3];
    float *vertices;
    float (*bounds)[4];
    pd_smpl_body body;
    pd_arena arena;
} posed;

static pd_smpl_model *load(const char *path)
{
    pd_smpl_model *model = NULL;
    pd_error err = {0};
    if (pd_smpl_model_load(&model, path, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    return model;
}

static void rotate(float *out, pd_vec3 turn)
{
    double m[9];
    pd_q_to_matrix(m, pd_q_from_rotvec(turn));
    for (int i = 0; i < 9; i++) out[i] = (float)m[i];
}

/* Poses a body. With a spread of 0.6 radians of every axis joints bend by up to 150 degrees. */
static void pose(posed *p, pd_smpl_model *model, pd_rng *rng, pd_smpl_skinning skinning)
{
    pd_error err = {0};
    memset(p, 0, sizeof *p);
    p->model = model;
    for (int i = 0; i < BETAS; i++) p->betas[i] = (float)(1.5 * pd_rng_normal(rng));
    for (int k = 0; k < model->joint_count; k++) {
        const double spread = k ? 0.4 : 2;
        rotate(p->rotations + 9 * k, pd_vec3_make(spread * pd_rng_normal(rng), spread * pd_rng_normal(rng),
                                                  spread * pd_rng_normal(rng)));
    }
    for (int e = 0; e < model->expression_count && e < 128; e++)
        if (e % 5 == 0) p->expression[e] = (float)pd_rng_between(rng, 0, 1);
    for (int k = 0; k < 3; k++) p->translation[k] = (float)(2 * pd_rng_normal(rng));

    p->vertices = malloc(3 * (size_t)model->vertex_count * sizeof *p->vertices);
    p->body =
        (pd_smpl_body){.betas = p->betas,
                       .beta_count = BETAS,
                       .rotations = p->rotations,
                       .translation = p->translation,
                       .expression = p->expression,
                       .expression_count = model->expression_count < 128 ? model->expression_count : 128,
                       .vertices = p->vertices};
    const pd_smpl_job job = {.bodies = &p->body, .body_count = 1, .skinning = skinning};
    if (pd_smpl_job_check(&job, model, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(pd_smpl_hit_bounds(&p->bounds, model, p->betas, BETAS, &err), PD_OK);
    assert_true(pd_arena_init(&p->arena, pd_smpl_target_bytes(model, skinning) +
                                             pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &p->arena, &pd_executor_serial);
}

static void end(posed *p)
{
    free(p->vertices);
    free(p->bounds);
    pd_arena_deinit(&p->arena);
}

static pd_vec3 vertex(const posed *p, int face, int corner)
{
    const float *v = p->vertices + 3 * (size_t)p->model->data.faces[3 * face + corner];
    return pd_vec3_make((double)v[0], (double)v[1], (double)v[2]);
}

/* Returns the first triangle of all that the ray meets, or -1. */
static int search(double *distance, const posed *p, const pd_ray *ray)
{
    int found = -1;
    *distance = INFINITY;
    for (int f = 0; f < p->model->face_count; f++) {
        const double at = pd_ray_triangle(ray, vertex(p, f, 0), vertex(p, f, 1), vertex(p, f, 2), true);
        if (at < *distance) {
            *distance = at;
            found = f;
        }
    }
    return found;
}

/* A ray from outside towards the inside of a random triangle, or a little beside it. At a vertex rounding
 * would decide which of its triangles is met. */
static pd_ray aim(const posed *p, pd_rng *rng, int number)
{
    const int face = (int)pd_rng_between(rng, 0, p->model->face_count - 1);
    pd_vec3 v = pd_vec3_scale(vertex(p, face, 0), 0.3);
    for (int c = 1; c < 3; c++) v = pd_vec3_fma(v, 0.35, vertex(p, face, c));
    const pd_vec3 way = pd_vec3_unit_or(
        pd_vec3_make(pd_rng_normal(rng), pd_rng_normal(rng), pd_rng_normal(rng)), pd_vec3_make(0, 0, 1));
    const double beside = number % 3 == 0 ? 0.05 : 0;
    const pd_vec3 to = pd_vec3_make(v.x + beside, v.y + beside, v.z);
    return (pd_ray){.from = pd_vec3_fma(to, -3, way),
                    .along = way,
                    .length = number % 7 == 0 ? 2.9 : 10,
                    .radius = number % 4 == 0 ? 0.03 : 0};
}

static void compare(const char *path, pd_smpl_skinning skinning)
{
    pd_smpl_model *model = load(path);
    int hits = 0, misses = 0;
    pd_rng rng;

    pd_rng_init(&rng, 3);
    for (int n = 0; n < POSES; n++) {
        posed p;
        pose(&p, model, &rng, skinning);
        pd_smpl_target *target =
            pd_smpl_target_begin(&p.arena, &p.body, (const float(*)[4])p.bounds, model, skinning, false);
        for (int i = 0; i < RAYS; i++) {
            const pd_ray ray = aim(&p, &rng, i);
            double expected;
            pd_smpl_hit hit;
            const int face = search(&expected, &p, &ray);
            const bool is_met = pd_smpl_target_meet(&hit, target, &ray);
            assert_int_equal(is_met, face >= 0);
            is_met ? hits++ : misses++;
            if (!is_met) continue;

            /* The translation is added in float32 to vertices far from the origin. */
            assert_near(hit.distance, expected, 2e-5);
            pd_vec3 point = pd_vec3_make(0, 0, 0);
            double sum = 0;
            for (int c = 0; c < 3; c++) {
                assert_true(hit.weights[c] > -1e-4f);
                assert_int_equal(hit.corners[c], model->data.faces[3 * hit.face + c]);
                point = pd_vec3_fma(point, (double)hit.weights[c], vertex(&p, hit.face, c));
                sum += (double)hit.weights[c];
            }
            assert_near(sum, 1, 1e-5);
            assert_near(pd_vec3_distance(point, hit.point), 0, 1e-5);
            assert_near(pd_vec3_distance(point, pd_ray_at(&ray, hit.distance)), ray.radius, 1e-4);
            assert_true(hit.joint >= 0 && hit.joint < model->joint_count);
            if (!(ray.radius > 0)) assert_true(pd_vec3_dot(hit.normal, ray.along) < 0);
        }
        end(&p);
    }

    assert_true(hits > POSES * RAYS / 2 && misses > POSES);
    pd_smpl_model_release(model);
}

static void a_ray_meets_the_triangle_that_a_search_of_the_whole_body_finds(void **state)
{
    (void)state;
    compare("models/default.safetensors", PD_SMPL_LBS);
    compare("models/default.safetensors", PD_SMPL_DQS);
}

static void a_ray_meets_a_body_with_face_and_fingers_as_a_search_does(void **state)
{
    (void)state;
    compare("models/person.safetensors", PD_SMPL_LBS);
}

/* What an engine draws that skins linearly, without the shapes that the pose drives. */
static void without_correctives_the_skin_is_blended_linearly_alone(void **state)
{
    (void)state;
    pd_smpl_model *model = load("models/default.safetensors");
    pd_rng rng;
    posed p;
    int hits = 0;

    pd_rng_init(&rng, 4);
    pose(&p, model, &rng, PD_SMPL_LBS);

    /* The shape at rest, then the skinning of each vertex by hand. */
    float *rest = malloc(3 * (size_t)model->vertex_count * sizeof *rest);
    pd_smpl_body shaped = {.betas = p.betas, .beta_count = BETAS, .vertices = rest, .stage = PD_SMPL_SHAPED};
    pd_smpl_body joints = p.body;
    float at[3 * PD_SMPL_MAX_JOINTS], rest_at[3 * PD_SMPL_MAX_JOINTS];
    shaped.joints = rest_at;
    joints.vertices = NULL;
    joints.joints = at;
    const pd_smpl_body both[] = {shaped, joints};
    const pd_smpl_job job = {.bodies = both, .body_count = 2};
    pd_arena scratch;
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
    double world[PD_SMPL_MAX_JOINTS][9];
    for (int k = 0; k < model->joint_count; k++) {
        double own[9];
        for (int i = 0; i < 9; i++) own[i] = (double)p.rotations[9 * k + i];
        const int parent = model->data.parents[k];
        if (parent < 0)
            memcpy(world[k], own, sizeof own);
        else
            for (int i = 0; i < 9; i++)
                world[k][i] = world[parent][i / 3 * 3] * own[i % 3] +
                              world[parent][i / 3 * 3 + 1] * own[3 + i % 3] +
                              world[parent][i / 3 * 3 + 2] * own[6 + i % 3];
    }
    for (int v = 0; v < model->vertex_count; v++)
        for (int a = 0; a < 3; a++) {
            double sum = 0;
            for (int k = 0; k < model->joint_count; k++) {
                const double w =
                    (double)model->data.weights[(size_t)v * (size_t)model->joint_count + (size_t)k];
                double x = (double)at[3 * k + a];
                for (int b = 0; b < 3; b++)
                    x += world[k][3 * a + b] * ((double)rest[3 * v + b] - (double)rest_at[3 * k + b]);
                sum += w * x;
            }
            p.vertices[3 * v + a] = (float)sum;
        }

    pd_smpl_target *target =
        pd_smpl_target_begin(&p.arena, &p.body, (const float(*)[4])p.bounds, model, PD_SMPL_LBS, true);
    for (int i = 0; i < RAYS; i++) {
        const pd_ray ray = aim(&p, &rng, 1);
        double expected;
        pd_smpl_hit hit;
        if (search(&expected, &p, &ray) < 0) continue;
        assert_true(pd_smpl_target_meet(&hit, target, &ray));
        assert_near(hit.distance, expected, 1e-4);
        hits++;
    }
    assert_true(hits > RAYS / 2);
    free(rest);
    end(&p);
    pd_smpl_model_release(model);
}

static void patches_hold_each_triangle_once_and_are_made_once(void **state)
{
    (void)state;
    pd_smpl_model *model = load("models/default.safetensors");
    const pd_smpl_patches *patches = pd_smpl_model_patches(model);
    unsigned char *seen = calloc((size_t)model->face_count, 1);
    int most = 0;
    assert_ptr_equal(pd_smpl_model_patches(model), patches);
    for (int p = 0; p < patches->count + patches->group_count; p++) {
        const pd_smpl_region *region = &patches->regions[p];
        float sum = 0;
        for (int i = region->joint_begin; i < region[1].joint_begin; i++) sum += patches->shares[i];
        assert_true(fabsf(sum - 1) < 1e-3f);
        if (p >= patches->count) continue;
        assert_true(region->face_end > region->face_begin);
        assert_true(region->face_end - region->face_begin <= PD_SMPL_PATCH_FACES);
        for (int i = region->face_begin; i < region->face_end; i++) seen[patches->faces[i]]++;
        const int tiles = region[1].tile_begin - region->tile_begin;
        most = tiles > most ? tiles : most;
    }
    for (int f = 0; f < model->face_count; f++) assert_int_equal(seen[f], 1);
    print_message("%d patches, at most %d tiles, mean %.1f\n", patches->count, most,
                  (double)patches->regions[patches->count].tile_begin / patches->count);
    free(seen);
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patches_hold_each_triangle_once_and_are_made_once),
        cmocka_unit_test(a_ray_meets_the_triangle_that_a_search_of_the_whole_body_finds),
        cmocka_unit_test(a_ray_meets_a_body_with_face_and_fingers_as_a_search_does),
        cmocka_unit_test(without_correctives_the_skin_is_blended_linearly_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
