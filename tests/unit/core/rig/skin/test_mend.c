/* The check of skin weights by a walk: weights of the other leg are moved,
 * overstretched edges are mended or counted. */
#include "core/rig/skin/mend.h"
#include "core/rig/base/template.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 81, POINTS = 2 * ROWS };
#define KNEE 0.28

/* A person of height 1, arms out. */
static const double joints[PD_RIG_JOINTS][3] = {
    [PD_RIG_PELVIS] = {0, 0.54, 0},       [PD_RIG_L_HIP] = {0.06, 0.52, 0},
    [PD_RIG_R_HIP] = {-0.06, 0.52, 0},    [PD_RIG_SPINE1] = {0, 0.58, 0},
    [PD_RIG_L_KNEE] = {0.06, KNEE, 0},    [PD_RIG_R_KNEE] = {-0.06, KNEE, 0},
    [PD_RIG_SPINE2] = {0, 0.65, 0},       [PD_RIG_L_ANKLE] = {0.06, 0.05, 0},
    [PD_RIG_R_ANKLE] = {-0.06, 0.05, 0},  [PD_RIG_SPINE3] = {0, 0.7, 0},
    [PD_RIG_L_FOOT] = {0.06, 0.01, 0.07}, [PD_RIG_R_FOOT] = {-0.06, 0.01, 0.07},
    [PD_RIG_NECK] = {0, 0.83, 0},         [PD_RIG_L_COLLAR] = {0.04, 0.8, 0},
    [PD_RIG_R_COLLAR] = {-0.04, 0.8, 0},  [PD_RIG_HEAD] = {0, 0.88, 0},
    [PD_RIG_L_SHOULDER] = {0.1, 0.8, 0},  [PD_RIG_R_SHOULDER] = {-0.1, 0.8, 0},
    [PD_RIG_L_ELBOW] = {0.25, 0.8, 0},    [PD_RIG_R_ELBOW] = {-0.25, 0.8, 0},
    [PD_RIG_L_WRIST] = {0.39, 0.8, 0},    [PD_RIG_R_WRIST] = {-0.39, 0.8, 0}};

typedef struct scene {
    pd_rig_mesh mesh;
    double points[3 * POINTS];
    uint32_t faces[6 * ROWS];
    pd_rig_weights weights;
    uint8_t bones[POINTS][4];
    float values[POINTS][4];
    pd_rig_mended mended;
} scene;

/* A strip of two columns between two points, with the weight of one bone each: `above` in its first half. */
static void strip(scene *c, pd_vec3 from, pd_vec3 to, pd_vec3 across, int above, int below)
{
    memset(c, 0, sizeof *c);
    c->mesh =
        (pd_rig_mesh){.vertex_count = POINTS, .points = c->points, .faces = c->faces, .border_edges = 1};
    c->weights = (pd_rig_weights){.bones = c->bones, .values = c->values};
    for (int i = 0; i < POINTS; i++) {
        const double t = (double)(i / 2) / (ROWS - 1);
        const pd_vec3 at = pd_vec3_fma(pd_vec3_fma(from, t, pd_vec3_sub(to, from)), i % 2, across);
        memcpy(c->points + 3 * i, &(const double[3]){at.x, at.y, at.z}, 3 * sizeof(double));
        c->bones[i][0] = (uint8_t)(t < 0.5 ? above : below);
        c->values[i][0] = 1;
    }
    for (int r = 0; r + 1 < ROWS; r++) {
        const uint32_t a = (uint32_t)(2 * r);
        const uint32_t quad[6] = {a, a + 1, a + 3, a, a + 3, a + 2};
        memcpy(c->faces + 3 * c->mesh.face_count, quad, sizeof quad);
        c->mesh.face_count += 2;
    }
}

static void mend(scene *c)
{
    assert_int_equal(pd_rig_mend(&c->mended, &c->weights, &c->mesh, joints, NULL), PD_OK);
    for (int i = 0; i < POINTS; i++) {
        float sum = 0;
        for (int s = 0; s < 4; s++) sum += c->values[i][s];
        assert_true(fabsf(sum - 1) < 1e-4f);
    }
}

static void weights_of_the_other_leg_go_to_the_own_one(void **state)
{
    scene *c = malloc(sizeof *c);
    (void)state;
    strip(c, pd_vec3_make(0.05, 0.5, 0.04), pd_vec3_make(0.05, 0.08, 0.04), pd_vec3_make(0.02, 0, 0),
          PD_RIG_R_HIP, PD_RIG_R_KNEE);
    mend(c);
    assert_int_equal(c->mended.crossed, POINTS);
    for (int i = 0; i < POINTS; i++)
        for (int s = 0; s < 4; s++)
            assert_true(c->values[i][s] <= 0 || c->bones[i][s] == PD_RIG_L_HIP ||
                        c->bones[i][s] == PD_RIG_L_KNEE);
    free(c);
}

static void an_edge_that_a_bent_knee_overstretches_is_mended(void **state)
{
    scene *c = malloc(sizeof *c);
    (void)state;
    strip(c, pd_vec3_make(0.05, KNEE + 0.2, 0.05), pd_vec3_make(0.05, KNEE - 0.2, 0.05),
          pd_vec3_make(0.02, 0, 0), PD_RIG_L_HIP, PD_RIG_L_KNEE);
    mend(c);
    assert_true(c->mended.mended > 0);
    assert_int_equal(c->mended.stretched, 0);
    assert_true(c->mended.stretch <= PD_RIG_MEND_STRETCH);
    assert_int_equal(c->mended.crossed, 0);
    assert_true(c->values[0][0] >= 1 && c->values[POINTS - 1][0] >= 1); /* far away nothing changes */
    free(c);
}

/* A wrist whose skin is one surface with that of the trunk cannot follow its arm down. */
static void an_edge_that_no_weights_mend_is_counted(void **state)
{
    scene *c = malloc(sizeof *c);
    (void)state;
    strip(c, pd_vec3_make(0.38, 0.8, 0.02), pd_vec3_make(0.4, 0.8, 0.02), pd_vec3_make(0, 0.01, 0),
          PD_RIG_SPINE3, PD_RIG_L_WRIST);
    mend(c);
    assert_true(c->mended.stretched > 0 && c->mended.stretch > PD_RIG_MEND_STRETCH);
    free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_of_the_other_leg_go_to_the_own_one),
        cmocka_unit_test(an_edge_that_a_bent_knee_overstretches_is_mended),
        cmocka_unit_test(an_edge_that_no_weights_mend_is_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
