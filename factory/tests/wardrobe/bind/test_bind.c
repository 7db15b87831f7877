/* Tests how a garment is bound to the skin: the skin is a plate, so that distances,
 * components and clearance are known. */
#include "factory/wardrobe/bind/bind.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* The skin is a plate of SIDE x SIDE vertices in the plane z = 0 that every person has at another width; the
 * data's helpers are a copy of it 2 cm before it. Nothing turns between A- and T-pose. */
enum { SIDE = 9, SKIN = SIDE * SIDE, ALL = 2 * SKIN, PEOPLE = 12, JOINTS = 3 };

typedef struct plate {
    pd_factory_people people;
    pd_smpl_data model;
    pd_factory_fitting fitting;
} plate;

static void place(float *out, double width, double depth)
{
    for (int i = 0; i < SKIN; i++) {
        out[3 * i] = (float)((i % SIDE - SIDE / 2) * 0.05 * width);
        out[3 * i + 1] = (float)((i / SIDE - SIDE / 2) * 0.05);
        out[3 * i + 2] = (float)depth;
    }
}

static double beta_of(int person)
{
    return (person - (PEOPLE - 1) / 2.0) / 4;
}

static plate *make(void)
{
    plate *p = calloc(1, sizeof *p);
    pd_factory_sample *s = &p->people.sample;
    *s = (pd_factory_sample){.count = PEOPLE,
                             .vertex_count = SKIN,
                             .bodies = calloc(PEOPLE * SKIN, 12),
                             .composed = calloc(PEOPLE * ALL, 12)};
    p->people.asset.composed_count = ALL;
    p->people.asset.vertex_count = p->people.mesh.vertex_count = SKIN;
    p->people.tposer.weights = calloc(SKIN * PD_FACTORY_GROUP_COUNT, sizeof(double));
    p->people.a_centers = calloc(PEOPLE * 3 * PD_FACTORY_POINT_COUNT, sizeof(double));
    for (int i = 0; i < SKIN; i++)
        p->people.tposer.weights[i * PD_FACTORY_GROUP_COUNT] = 1; /* the trunk stays */
    for (int k = 0; k < PEOPLE; k++) {
        for (int j = 0; j < 3 * PD_FACTORY_POINT_COUNT;
             j++) /* joints that are apart, so that no direction is 0 */
            p->people.a_centers[k * 3 * PD_FACTORY_POINT_COUNT + j] = 0.1 * sin(j * 1.7) + 0.01 * j;
        place(s->bodies + 3 * SKIN * k, 1 + 0.1 * beta_of(k), 0);
        place(s->composed + 3 * ALL * k, 1 + 0.1 * beta_of(k), 0);
        /* helpers stand off more on wider people: 2 cm and 4 mm a beta */
        place(s->composed + 3 * ALL * k + 3 * SKIN, 1 + 0.1 * beta_of(k), 0.02 + 0.004 * beta_of(k));
    }

    pd_smpl_data *m = &p->model;
    *m = (pd_smpl_data){.vertex_count = SKIN,
                        .joint_count = JOINTS,
                        .beta_count = 1,
                        .face_count = 2 * (SIDE - 1) * (SIDE - 1)};
    m->v_template = calloc(SKIN, 12);
    m->shapedirs = calloc(SKIN, 12);
    m->weights = calloc(SKIN * JOINTS, sizeof(float));
    m->faces = calloc((size_t)m->face_count, 12);
    m->joint_names = calloc(JOINTS, PD_SMPL_NAME_BYTES);
    strcpy(m->joint_names[1], "head"), strcpy(m->joint_names[2], "jaw");
    m->regressor_start = calloc(JOINTS + 1, sizeof(int));
    place(m->v_template, 1, 0);
    for (int i = 0; i < SKIN; i++) {
        m->shapedirs[3 * i] = 0.1f * m->v_template[3 * i];
        m->weights[JOINTS * i + (i % SIDE > SIDE / 2)] = 1; /* joint 0 left of the middle, 1 right of it */
    }
    for (int f = 0; f < (SIDE - 1) * (SIDE - 1); f++) {
        const uint32_t a = (uint32_t)(f / (SIDE - 1) * SIDE + f % (SIDE - 1));
        const uint32_t two[6] = {a, a + 1, a + SIDE, a + 1, a + SIDE + 1, a + SIDE};
        memcpy(m->faces + 6 * f, two, sizeof two);
    }
    assert_int_equal(pd_factory_fitting_init(&p->fitting, &p->people, m, NULL), PD_OK);
    return p;
}

static void drop(plate *p)
{
    pd_factory_fitting_deinit(&p->fitting);
    free(p->people.sample.bodies), free(p->people.sample.composed), free(p->people.tposer.weights),
        free(p->people.a_centers);
    pd_smpl_data_deinit(&p->model);
    free(p);
}

/* A garment that lies on the helpers, vertex for vertex, of the plate's triangles but for its border. */
static void cut(pd_factory_binding *b, pd_factory_garment *g, const plate *p)
{
    *b = (pd_factory_binding){
        .vertex_count = SKIN, .hide_count = SKIN, .scale_vertices = {{-1, -1}, {-1, -1}, {-1, -1}}};
    b->bound = calloc(SKIN, sizeof *b->bound);
    b->hides = calloc(SKIN, sizeof *b->hides);
    *g = (pd_factory_garment){SKIN,
                              SKIN,
                              p->model.face_count,
                              calloc(SKIN, 2),
                              calloc(SKIN, 8),
                              calloc((size_t)p->model.face_count, 6)};
    for (int i = 0; i < SKIN; i++) {
        b->bound[i] = (pd_factory_bound){{SKIN + i, SKIN + i, SKIN + i}, {1, 0, 0}, {0, 0, 0}};
        g->corners[i] = (uint16_t)i;
    }
    b->hide_count = 0;
    for (int i = 0; i < SKIN; i++)
        if (i % SIDE < SIDE - 2) b->hides[b->hide_count++] = (uint16_t)i;
    for (int i = 0; i < 3 * p->model.face_count; i++) g->faces[i] = (uint16_t)p->model.faces[i];
}

static void an_item_follows_the_skin_and_its_distance_is_learned(void **state)
{
    (void)state;
    plate *p = make();
    pd_factory_binding b;
    pd_factory_garment g;
    pd_wardrobe_item item = {.name = "plate"};
    const pd_factory_bind how = {PD_FACTORY_BY_SKIN, 1, 0.004f, 0};
    cut(&b, &g, p);
    for (int k = 0; k < PEOPLE; k++) assert_true(fabs(p->fitting.betas[k] - beta_of(k)) < 1e-3);
    assert_int_equal(pd_factory_bind_item(&item, &p->fitting, &b, &g, &how, NULL), PD_OK);

    for (int i = 0; i < SKIN; i++) {
        assert_true(fabsf(item.rest[3 * i] - p->model.v_template[3 * i]) < 1e-4f);
        assert_true(fabsf(item.rest[3 * i + 2] - 0.02f) < 1e-4f);
        assert_true(fabsf(item.dirs[3 * i] - p->model.shapedirs[3 * i]) < 1e-4f);
        assert_true(fabsf(item.dirs[3 * i + 2] - 0.004f) < 1e-4f);
        assert_int_equal(item.joints[4 * i], i % SIDE > SIDE / 2);
        assert_true(fabsf(item.weights[4 * i] - 1) < 1e-5f);
    }
    /* of the columns 0 to SIDE - 3 the last is the edge */
    assert_int_equal(item.hide_count, SIDE * (SIDE - 3));

    pd_wardrobe w = {.items = malloc(sizeof item), .item_count = 1};
    w.items[0] = item;
    pd_wardrobe_deinit(&w);
    pd_factory_binding_deinit(&b);
    pd_factory_garment_deinit(&g);
    drop(p);
}

/* Returns the weight of a joint at a vertex of an item. */
static float weight_of(const pd_wardrobe_item *item, int vertex, int joint)
{
    float sum = 0;
    for (int k = 0; k < 4; k++)
        if (item->joints[4 * vertex + k] == joint) sum += item->weights[4 * vertex + k];
    return sum;
}

/* Where weights of the skin change from vertex to vertex of cloth, cloth has the skin's own: a bent joint
 * moves both alike. Only where smoothing changes them by much, as across a gap, they are smoothed: the skin
 * of one column follows another joint. */
static void cloth_has_the_weights_of_the_skin_except_across_a_gap(void **state)
{
    (void)state;
    for (int has_gap = 0; has_gap < 2; has_gap++) {
        plate *p = make();
        pd_factory_binding b;
        pd_factory_garment g;
        pd_wardrobe_item item = {.name = "plate"};
        const pd_factory_bind how = {PD_FACTORY_BY_SKIN, 1, 0.004f, 4};
        for (int i = 0; i < SKIN; i++) {
            const int columns = abs(i % SIDE - SIDE / 2);
            const float weight = has_gap ? columns == 0 : (float)columns / (SIDE / 2);
            p->model.weights[JOINTS * i] = 1 - weight, p->model.weights[JOINTS * i + 1] = weight;
        }
        cut(&b, &g, p);
        assert_int_equal(pd_factory_bind_item(&item, &p->fitting, &b, &g, &how, NULL), PD_OK);

        for (int i = 0; i < SKIN; i++) {
            const float off = fabsf(weight_of(&item, i, 1) - p->model.weights[JOINTS * i + 1]);
            if (!has_gap) assert_true(off < 1e-3f);
            if (has_gap && i % SIDE == SIDE / 2) assert_true(off > 0.3f);
        }
        pd_wardrobe w = {.items = malloc(sizeof item), .item_count = 1};
        w.items[0] = item;
        pd_wardrobe_deinit(&w);
        pd_factory_binding_deinit(&b);
        pd_factory_garment_deinit(&g);
        drop(p);
    }
}

static void vertices_inside_the_skin_are_moved_out_to_the_clearance(void **state)
{
    (void)state;
    plate *p = make();
    pd_factory_binding b;
    pd_factory_garment g;
    pd_wardrobe_item item = {.name = "plate"};
    const pd_factory_bind how = {PD_FACTORY_BY_SKIN, 1, 0.004f, 0};
    cut(&b, &g, p);
    for (int i = 0; i < SKIN; i++) b.bound[i].offset[2] = -0.03f; /* 1 cm behind the skin */
    assert_int_equal(pd_factory_bind_item(&item, &p->fitting, &b, &g, &how, NULL), PD_OK);
    for (int i = 0; i < SKIN; i++) assert_true(fabsf(item.rest[3 * i + 2] - 0.004f) < 1e-4f);

    pd_error err = {0};
    pd_wardrobe_item other = {.name = "plate"};
    b.vertex_count--;
    assert_int_equal(pd_factory_bind_item(&other, &p->fitting, &b, &g, &how, &err), PD_ERR_FORMAT);
    p->model.vertex_count--;
    assert_int_equal(pd_factory_fitting_init(&(pd_factory_fitting){0}, &p->people, &p->model, &err),
                     PD_ERR_RANGE);
    p->model.vertex_count++;

    pd_wardrobe w = {.items = malloc(sizeof item), .item_count = 1};
    w.items[0] = item;
    pd_wardrobe_deinit(&w);
    pd_factory_binding_deinit(&b);
    pd_factory_garment_deinit(&g);
    drop(p);
}

static void components_are_counted_from_the_largest(void **state)
{
    (void)state;
    uint16_t corners[] = {0, 1, 2, 3, 4, 5, 6, 6}, faces[] = {0, 1, 2, 3, 4, 5, 5, 4, 6, 7, 3, 4};
    pd_wardrobe_item item = {
        .vertex_count = 7, .corner_count = 8, .face_count = 4, .corners = corners, .faces = faces};
    int part[4];
    assert_int_equal(pd_factory_components(part, &item), 2);
    assert_int_equal(part[0], 1);
    assert_int_equal(part[1] + part[2] + part[3], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_item_follows_the_skin_and_its_distance_is_learned),
        cmocka_unit_test(cloth_has_the_weights_of_the_skin_except_across_a_gap),
        cmocka_unit_test(vertices_inside_the_skin_are_moved_out_to_the_clearance),
        cmocka_unit_test(components_are_counted_from_the_largest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
