/* Tests the scalp of a head: which skin belongs to it, and the cap that is made of it below hair. */
#include "factory/wardrobe/bind/scalp.h"
#include "core/wardrobe/piece.h"

#include "core/smpl/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static pd_smpl_model *model;
static unsigned char *scalp;

static int setup(void **state)
{
    (void)state;
    if (pd_smpl_model_load(&model, "models/person.safetensors", NULL) != PD_OK) return 1;
    scalp = malloc((size_t)model->vertex_count);
    return !pd_factory_scalp(scalp, &model->data);
}

static int teardown(void **state)
{
    (void)state;
    free(scalp);
    pd_smpl_model_release(model);
    return 0;
}

static const float *at(int vertex)
{
    return model->data.v_template + 3 * (size_t)vertex;
}

static void a_scalp_is_crown_back_and_sides_without_face(void **state)
{
    (void)state;
    int count = 0, top = -1;
    float back = 1, front = -1;
    for (int l = 0; l < model->data.landmark_count; l++)
        if (!strcmp(model->data.landmarks[l].name, "head_top")) top = model->data.landmarks[l].vertex;
    for (int i = 0; i < model->vertex_count; i++) {
        if (!scalp[i]) continue;
        count++;
        back = fminf(back, at(i)[2]), front = fmaxf(front, at(i)[2]);
        assert_true(at(i)[1] > at(top)[1] - 0.17f);
    }
    assert_true(scalp[top]);
    assert_true(count > 700 && count < 1300);
    assert_true(front - back > 0.15f); /* from the back of the head to the hairline */
    assert_true(front < 0.13f);        /* the tip of the nose is at .15             */
}

/* Behind the neck, below the scalp, and no ear: those are held by the head alone. */
static void a_nape_is_skin_of_the_neck_behind_it(void **state)
{
    (void)state;
    const pd_smpl_data *d = &model->data;
    const int head = pd_smpl_joint_find(d, "head"), neck = pd_smpl_joint_find(d, "neck");
    unsigned char *marks = malloc((size_t)model->vertex_count);
    int count = 0, middle = 0;
    memcpy(marks, scalp, (size_t)model->vertex_count);
    pd_factory_add_nape(marks, d);
    for (int i = 0; i < model->vertex_count; i++) {
        if (scalp[i]) assert_true(marks[i]);
        if (!marks[i] || scalp[i]) continue;
        const float *row = d->weights + (size_t)i * (size_t)d->joint_count;
        assert_true(row[neck] > 0 && row[head] + row[neck] >= 0.5f);
        count++, middle += fabsf(at(i)[0]) < 0.005f;
    }
    assert_true(count > 100 && middle > 5);
    free(marks);
}

static void a_model_without_a_head_has_no_scalp(void **state)
{
    (void)state;
    pd_smpl_data none = model->data;
    unsigned char *marks = malloc((size_t)model->vertex_count);
    none.landmark_count = 0;
    assert_true(pd_factory_scalp(marks, &none));
    for (int i = 0; i < model->vertex_count; i++) assert_int_equal(marks[i], 0);
    free(marks);
}

/* A triangle of hair on the scalp above a plane: the cap is the skin's triangles there, in the head but for
 * its edge, and moves as the skin. */
static void scalp_under_hair_becomes_part_of_the_item(void **state)
{
    (void)state;
    const pd_smpl_data *d = &model->data;
    unsigned char *under = calloc((size_t)d->vertex_count, 1);
    float *normals = calloc(3 * (size_t)d->vertex_count, sizeof *normals);
    pd_wardrobe_item item = {.name = "hair",
                             .slot = PD_WARDROBE_HAIR,
                             .vertex_count = 3,
                             .corner_count = 3,
                             .face_count = 1,
                             .part_count = 1,
                             .dir_count = 32};
    assert_true(pd_wardrobe_item_alloc(&item));
    item.parts[0] = (pd_wardrobe_part){.face_count = 1, .tint = PD_WARDROBE_HAIR_TINT, .texture = -1};
    item.faces[1] = 1, item.faces[2] = 2;
    item.corners[1] = 1, item.corners[2] = 2;
    for (int i = 0; i < 3; i++) item.anchor_weights[3 * i] = 1, item.weights[4 * i] = 1;

    int count = 0, faces = 0, inner = 0;
    unsigned char *ring = calloc((size_t)d->vertex_count, 1);
    for (int i = 0; i < d->vertex_count; i++) {
        under[i] = scalp[i] && at(i)[1] > 0.76f;
        count += under[i];
        normals[3 * i + 1] = 1; /* up */
    }
    for (int f = 0; f < d->face_count; f++) {
        const uint32_t *v = d->faces + 3 * (size_t)f;
        faces += under[v[0]] || under[v[1]] || under[v[2]];
        for (int k = 0; !(under[v[0]] && under[v[1]] && under[v[2]]) && k < 3; k++) ring[v[k]] = under[v[k]];
    }
    for (int i = 0; i < d->vertex_count; i++) inner += under[i] && !ring[i];
    assert_int_equal(pd_factory_scalp_cap(&item, d, normals, under, 0.004f, NULL), PD_OK);

    assert_int_equal(item.part_count, 2);
    assert_int_equal(item.parts[1].first_face, 1);
    assert_int_equal(item.parts[1].face_count, faces);
    assert_int_equal(item.parts[1].tint, PD_WARDROBE_HAIR_TINT);
    assert_int_equal(item.face_count, 1 + faces);
    /* Skin in the ring is drawn below the cap, which fades there. */
    assert_int_equal(item.hide_count, inner);
    for (int h = 0; h < inner; h++)
        assert_true(under[item.hides[h]] && !ring[item.hides[h]] &&
                    (!h || item.hides[h] > item.hides[h - 1]));

    int inside = 0;
    for (int i = 3; i < item.vertex_count; i++) {
        const int from = item.anchors[3 * i];
        const float drop = at(from)[1] - item.rest[3 * i + 1];
        const bool is_inside = under[from] && !ring[from];
        assert_true(fabsf(drop - (is_inside ? 0.004f : -0.0005f)) < 1e-6f);
        for (int b = 0; b < 96; b++) assert_true(item.dirs[96 * i + b] == 0); /* it moves with the skin */
        /* Its texture is a strand's, and that of a tip where no hair is. */
        const float v = item.uvs[2 * i + 1];
        assert_true(under[from] ? v > 0.1f && v < PD_WARDROBE_HAIR_TIP_V : v == 1);
        inside += is_inside;
    }
    assert_int_equal(inside, inner);
    assert_true(item.vertex_count - 3 > count); /* and an edge that is on the skin */

    pd_wardrobe w = {
        .items = &item, .item_count = 1, .skin_vertex_count = d->vertex_count, .joint_count = d->joint_count};
    for (int s = 0; s < PD_WARDROBE_SLOT_COUNT; s++) w.standard[s] = -1;
    assert_int_equal(pd_wardrobe_check(&w, NULL), PD_OK);
    w.items = malloc(sizeof item);
    *w.items = item;
    pd_wardrobe_deinit(&w);
    free(under), free(normals), free(ring);
}

static void hair_that_covers_no_scalp_is_unchanged(void **state)
{
    (void)state;
    pd_wardrobe_item item = {.vertex_count = 3, .part_count = 1};
    unsigned char *under = calloc((size_t)model->vertex_count, 1);
    assert_int_equal(pd_factory_scalp_cap(&item, &model->data, NULL, under, 0.004f, NULL), PD_OK);
    assert_int_equal(item.vertex_count, 3);
    assert_int_equal(item.part_count, 1);
    free(under);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_nape_is_skin_of_the_neck_behind_it),
        cmocka_unit_test(a_scalp_is_crown_back_and_sides_without_face),
        cmocka_unit_test(a_model_without_a_head_has_no_scalp),
        cmocka_unit_test(scalp_under_hair_becomes_part_of_the_item),
        cmocka_unit_test(hair_that_covers_no_scalp_is_unchanged),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
