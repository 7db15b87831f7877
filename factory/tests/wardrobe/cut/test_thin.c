/* Tests the thinning of garments on a dome over a grid: the shape stays with fewer vertices. */
#include "factory/wardrobe/cut/thin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { SIDE = 33, COUNT = SIDE * SIDE };

/* A dome over a grid of a metre: each vertex one corner, bound to the vertex of its own number. */
static void make(pd_factory_garment *g, pd_factory_binding *b, float *at)
{
    *g = (pd_factory_garment){.vertex_count = COUNT,
                              .corner_count = COUNT,
                              .face_count = 2 * (SIDE - 1) * (SIDE - 1),
                              .corners = malloc(COUNT * sizeof *g->corners),
                              .uvs = malloc(2 * COUNT * sizeof *g->uvs),
                              .faces = malloc(6 * (size_t)(SIDE - 1) * (SIDE - 1) * sizeof *g->faces)};
    *b = (pd_factory_binding){.vertex_count = COUNT, .bound = calloc(COUNT, sizeof *b->bound)};
    for (int i = 0; i < COUNT; i++) {
        const float x = (float)(i % SIDE) / (SIDE - 1) - 0.5f, z = (float)(i / SIDE) / (SIDE - 1) - 0.5f;
        at[3 * i] = x, at[3 * i + 1] = 0.5f - x * x - z * z, at[3 * i + 2] = z;
        g->uvs[2 * i] = x, g->uvs[2 * i + 1] = z;
        g->corners[i] = (uint16_t)i;
        b->bound[i].vertices[0] = i;
    }
    uint16_t *f = g->faces;
    for (int y = 0; y + 1 < SIDE; y++)
        for (int x = 0; x + 1 < SIDE; x++) {
            const uint16_t a = (uint16_t)(y * SIDE + x), c = (uint16_t)(a + SIDE);
            const uint16_t two[6] = {a, c, (uint16_t)(a + 1), (uint16_t)(a + 1), c, (uint16_t)(c + 1)};
            memcpy(f, two, sizeof two);
            f += 6;
        }
}

static void a_garment_of_many_vertices_keeps_its_shape_with_few(void **state)
{
    (void)state;
    pd_factory_garment g;
    pd_factory_binding b;
    float at[3 * COUNT], low = 1, high = -1;
    make(&g, &b, at);
    assert_int_equal(pd_factory_garment_thin(&g, &b, at, 300, NULL), PD_OK);
    assert_true(g.vertex_count <= 300 && g.vertex_count > 200);
    assert_int_equal(b.vertex_count, g.vertex_count);

    for (int c = 0; c < g.corner_count;
         c++) { /* each corner is still where it was bound, with its own coordinates */
        assert_true(g.corners[c] < g.vertex_count);
        const int from = b.bound[g.corners[c]].vertices[0];
        assert_true(g.uvs[2 * c] == at[3 * from] && g.uvs[2 * c + 1] == at[3 * from + 2]);
        low = fminf(low, at[3 * from]), high = fmaxf(high, at[3 * from]);
    }
    assert_true(low == -0.5f && high == 0.5f); /* its border */

    double area = 0; /* of the grid below it: no hole, nothing over itself */
    for (int f = 0; f < g.face_count; f++) {
        const float *v[3];
        for (int k = 0; k < 3; k++) v[k] = g.uvs + 2 * (size_t)g.faces[3 * f + k];
        area += 0.5 * ((double)(v[2][0] - v[0][0]) * (v[1][1] - v[0][1]) -
                       (double)(v[1][0] - v[0][0]) * (v[2][1] - v[0][1]));
    }
    assert_true(fabs(area - 1) < 1e-4);
    pd_factory_garment_deinit(&g);
    pd_factory_binding_deinit(&b);
}

static void an_item_of_few_vertices_is_not_thinned(void **state)
{
    (void)state;
    pd_factory_garment g;
    pd_factory_binding b;
    float at[3 * COUNT];
    make(&g, &b, at);
    assert_int_equal(pd_factory_garment_thin(&g, &b, at, COUNT, NULL), PD_OK);
    assert_int_equal(g.vertex_count, COUNT);
    assert_int_equal(g.face_count, 2 * (SIDE - 1) * (SIDE - 1));
    pd_factory_garment_deinit(&g);
    pd_factory_binding_deinit(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_garment_of_many_vertices_keeps_its_shape_with_few),
        cmocka_unit_test(an_item_of_few_vertices_is_not_thinned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
