/* @heavy: fits a model to another mesh, which takes seconds. */
/* Garments that were made for person, on models with other joints or another mesh. */
#include "core/wardrobe/borrow.h"

#include "core/wardrobe/dress.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEP = 7919 }; /* a prime: v * STEP modulo the number of vertices numbers them anew */

static pd_wardrobe *wardrobe;
static pd_smpl_model *person;

static int setup(void **state)
{
    (void)state;
    return pd_wardrobe_load(&wardrobe, "models/wardrobe.safetensors", NULL) ||
           pd_smpl_model_load(&person, "models/person.safetensors", NULL);
}

static int teardown(void **state)
{
    (void)state;
    pd_wardrobe_release(wardrobe);
    pd_smpl_model_release(person);
    return 0;
}

static void at_rest(float *skin, const pd_smpl_model *model)
{
    const pd_smpl_body body = {.vertices = skin};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1};
    pd_arena scratch = {0};
    assert_true(pd_arena_reserve(&scratch, pd_smpl_job_scratch_bytes(&job, model)));
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
}

/* (corner_count,3) of an item on the model's mean body at rest. */
static float *worn(const pd_wardrobe_item *item, const pd_smpl_model *model,
                   const pd_wardrobe_transfer *transfer)
{
    const pd_smpl_body body = {0};
    float *skin = malloc(3 * (size_t)model->vertex_count * sizeof *skin),
          *out = malloc(3 * (size_t)item->corner_count * sizeof *out),
          *scratch = malloc(9 * (size_t)item->vertex_count * sizeof *scratch);
    pd_wardrobe_wearer wearer;
    at_rest(skin, model);
    assert_int_equal(pd_wardrobe_wearer_init(&wearer, model, transfer, &body, skin, NULL), PD_OK);
    pd_wardrobe_dress(out, NULL, item, &wearer, scratch);
    pd_wardrobe_wearer_deinit(&wearer);
    free(skin), free(scratch);
    return out;
}

/* person with its vertices in another order, 24 of its joints' names, and without pose blend shapes. */
static pd_smpl_model *renumbered(void)
{
    pd_smpl_data data, in;
    pd_smpl_model *out;
    assert_int_equal(pd_smpl_data_load(&data, "models/person.safetensors", NULL), PD_OK);
    in = data;
    const size_t v = (size_t)data.vertex_count, k = (size_t)data.joint_count, b = (size_t)data.beta_count;
    size_t *to = malloc(v * sizeof *to);
    for (size_t i = 0; i < v; i++) to[i] = i * STEP % v;

    data.v_template = malloc(3 * v * sizeof(float));
    data.shapedirs = malloc(3 * v * b * sizeof(float));
    data.weights = malloc(v * k * sizeof(float));
    for (size_t i = 0; i < v; i++) {
        memcpy(data.v_template + 3 * to[i], in.v_template + 3 * i, 3 * sizeof(float));
        memcpy(data.shapedirs + 3 * b * to[i], in.shapedirs + 3 * b * i, 3 * b * sizeof(float));
        memcpy(data.weights + k * to[i], in.weights + k * i, k * sizeof(float));
    }
    for (int i = 0; i < 3 * data.face_count; i++) data.faces[i] = (uint32_t)to[data.faces[i]];
    for (int i = 0; i < data.regressor_start[k]; i++)
        data.regressor_vertex[i] = (int)to[data.regressor_vertex[i]];
    free(in.v_template), free(in.shapedirs), free(in.weights);

    /* What refers to vertices and is not needed. */
    free(data.expressiondirs), free(data.expression_names), free(data.softdirs), free(data.mirror);
    free(data.landmarks), free(data.sparse.pattern_start), free(data.sparse.pattern_joints);
    free(data.sparse.vertex_pattern), free(data.sparse.values), free(data.sparse.values_dqs);
    free(data.soft.joints), free(data.soft.poles), free(data.soft.sizes), free(data.soft.gains);
    free(data.people), free(data.legs);
    data.expressiondirs = data.softdirs = data.people = NULL;
    data.expression_names = NULL, data.mirror = data.legs = NULL, data.landmarks = NULL;
    data.expression_count = data.soft_count = data.landmark_count = data.people_count = data.leg_count = 0;
    memset(&data.sparse, 0, sizeof data.sparse);
    memset(&data.soft, 0, sizeof data.soft);
    assert_int_equal(pd_smpl_model_build(&out, &data, NULL), PD_OK);
    free(to);
    return out;
}

static void a_model_with_the_same_mesh_wears_everything_at_the_same_distance_from_its_skin(void **state)
{
    (void)state;
    const pd_wardrobe_borrowed *e;
    pd_smpl_model *model;
    assert_int_equal(pd_smpl_model_load(&model, "models/default.safetensors", NULL), PD_OK);
    assert_null(pd_wardrobe_borrow_find(wardrobe, person, model));
    assert_int_equal(pd_wardrobe_borrow_make(&e, wardrobe, person, model, NULL), PD_OK);
    assert_ptr_equal(pd_wardrobe_borrow_find(wardrobe, person, model), e);
    assert_true(e->has_same_mesh && e->wardrobe.is_borrowed);
    assert_int_equal(e->wardrobe.item_count, wardrobe->item_count);
    assert_int_equal(pd_wardrobe_check(&e->wardrobe, NULL), PD_OK);

    /* Joints have the names of person's, or are their ancestors. */
    for (int i = 0; i < wardrobe->item_count; i++) {
        const pd_wardrobe_item *a = &wardrobe->items[i], *b = &e->wardrobe.items[i];
        assert_string_equal(a->name, b->name);
        assert_int_equal(a->hide_count, b->hide_count);
        if (a->slot != PD_WARDROBE_OUTFIT) continue;

        /* Cloth on the two skins: the offset from the anchors differs by less than 1 cm on the mean. */
        float *own = worn(a, person, NULL), *other = worn(b, model, &pd_wardrobe_follow);
        float *skins[2] = {malloc(3 * (size_t)person->vertex_count * sizeof(float)),
                           malloc(3 * (size_t)person->vertex_count * sizeof(float))};
        double sum = 0;
        at_rest(skins[0], person), at_rest(skins[1], model);
        for (int c = 0; c < a->corner_count; c++) {
            double square = 0;
            const size_t v = a->corners[c];
            for (size_t x = 0; x < 3; x++) {
                double off = (double)own[3 * c + (int)x] - (double)other[3 * c + (int)x];
                for (size_t k = 0; k < 3; k++) {
                    const size_t at = 3 * (size_t)a->anchors[3 * v + k] + x;
                    off -= (double)a->anchor_weights[3 * v + k] * (double)(skins[0][at] - skins[1][at]);
                }
                square += off * off;
            }
            sum += sqrt(square);
        }
        assert_true(sum / a->corner_count < 0.01);
        free(own), free(other), free(skins[0]), free(skins[1]);
    }
    pd_smpl_model_release(model);
}

static void the_same_body_with_another_mesh_wears_clothes_where_they_were(void **state)
{
    (void)state;
    const pd_wardrobe_borrowed *e;
    pd_smpl_model *model = renumbered();
    assert_int_equal(pd_wardrobe_borrow_make(&e, wardrobe, person, model, NULL), PD_OK);
    assert_false(e->has_same_mesh);
    assert_true(e->left_out[PD_WARDROBE_EYES] && !e->left_out[PD_WARDROBE_OUTFIT]);
    assert_true(e->mean < 0.003);
    assert_int_equal(pd_wardrobe_check(&e->wardrobe, NULL), PD_OK);
    assert_int_equal(e->wardrobe.standard[PD_WARDROBE_EYES], -1);

    for (int i = 0; i < e->wardrobe.item_count; i++) {
        const pd_wardrobe_item *b = &e->wardrobe.items[i],
                               *a = &wardrobe->items[pd_wardrobe_find(wardrobe, b->name)];
        if (a->slot != PD_WARDROBE_OUTFIT && a->slot != PD_WARDROBE_SHOES) continue;
        float *own = worn(a, person, NULL), *other = worn(b, model, &pd_wardrobe_follow);
        double sum = 0;
        for (int c = 0; c < a->corner_count; c++) {
            const float *p = own + 3 * c, *q = other + 3 * c;
            sum += hypot(hypot((double)(p[0] - q[0]), (double)(p[1] - q[1])), (double)(p[2] - q[2]));
        }
        assert_true(sum / a->corner_count < 0.005);
        assert_true(2 * b->hide_count > a->hide_count && b->hide_count <= a->hide_count * 3 / 2);
        free(own), free(other);
    }
    pd_smpl_model_release(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model_with_the_same_mesh_wears_everything_at_the_same_distance_from_its_skin),
        cmocka_unit_test(the_same_body_with_another_mesh_wears_clothes_where_they_were),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
