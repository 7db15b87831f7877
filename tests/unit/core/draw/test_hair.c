/* Hair for the renderer: strand directions and outlines,
 * on surfaces whose directions and curvature are known. */
#include "core/draw/hair.h"
#include "core/draw/vector.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PI     3.14159265f
#define RADIUS 0.1f
enum { AROUND = 12, ROWS = 6, VERTICES = 4 * AROUND * ROWS, FACES = 2 * AROUND * ROWS };

/* A cylinder about the y axis whose strands run down it. Each of its squares has four vertices of its own, so
 * every edge is a seam; in every second square v runs the other way, and u begins anew. */
static float vertices[3 * VERTICES], normals[3 * VERTICES], uvs[2 * VERTICES];
static uint32_t faces[3 * FACES];

static pd_draw_surface cylinder(bool turns_v)
{
    for (int row = 0, v = 0, f = 0; row < ROWS; row++)
        for (int column = 0; column < AROUND; column++) {
            const bool turned = turns_v && (row + column) % 4 == 0;
            const uint32_t first = (uint32_t)v;
            for (int k = 0; k < 4; k++, v++) {
                const int right = k & 1, below = k >> 1;
                const float angle = 2 * PI * (float)((column + right) % AROUND) / AROUND;
                normals[3 * v] = cosf(angle), normals[3 * v + 1] = 0, normals[3 * v + 2] = -sinf(angle);
                for (int c = 0; c < 3; c += 2) vertices[3 * v + c] = RADIUS * normals[3 * v + c];
                vertices[3 * v + 1] = -0.03f * (float)(row + below);
                uvs[2 * v] = (float)right, uvs[2 * v + 1] = turned ? (float)!below : (float)below;
            }
            const uint32_t square[6] = {first, first + 2, first + 1, first + 1, first + 2, first + 3};
            memcpy(faces + f, square, sizeof square), f += 6;
        }
    return (pd_draw_surface){.vertices = vertices,
                             .normals = normals,
                             .uvs = uvs,
                             .faces = faces,
                             .vertex_count = VERTICES,
                             .face_count = FACES,
                             .kind = PD_DRAW_HAIR};
}

static void strands_run_along_v_with_one_sign_across_seams(void **state)
{
    (void)state;
    const pd_draw_surface surface = cylinder(true);
    pd_draw_hair hair;
    pd_error err = {0};
    assert_int_equal(pd_draw_hair_init(&hair, &surface, surface.uvs, &err), PD_OK);
    assert_int_equal(hair.vertex_count, 6 * FACES);
    assert_int_equal(hair.face_count, 4 * FACES);

    /* v grows downwards in three squares of four. */
    for (int v = 0; v < hair.vertex_count; v++) {
        const float *strand = hair.strands + 3 * v;
        assert_true(strand[1] < -0.999f && fabsf(strand[0]) < 0.03f && fabsf(strand[2]) < 0.03f);
    }
    pd_draw_hair_deinit(&hair);
}

static void divided_hair_is_nearer_to_the_round_shape(void **state)
{
    (void)state;
    const pd_draw_surface surface = cylinder(false);
    pd_draw_hair hair;
    pd_error err = {0};
    assert_int_equal(pd_draw_hair_init(&hair, &surface, surface.uvs, &err), PD_OK);

    /* The middle of a chord of 30 degrees is 3.4 % inside of the circle, that of the curved edge 0.2 %. */
    float least = 1, most = 0;
    for (int v = 0; v < hair.vertex_count; v++) {
        const float *p = hair.vertices + 3 * v, *n = hair.normals + 3 * v;
        const float radius = sqrtf(p[0] * p[0] + p[2] * p[2]) / RADIUS;
        least = fminf(least, radius), most = fmaxf(most, radius);
        assert_float_equal((n[0] * p[0] + n[2] * p[2]) / (radius * RADIUS), 1, 1e-5);
    }
    assert_true(least > 1 - 0.003f);
    assert_true(most < 1 + 1e-5f);
    pd_draw_hair_deinit(&hair);
}

/* Returns the number of triangles with this directed edge, by position. */
static int edges_at(const pd_draw_hair *hair, const float a[3], const float b[3])
{
    int count = 0;
    for (int i = 0; i < 3 * hair->face_count; i++) {
        const int next = i % 3 == 2 ? i - 2 : i + 1;
        count += !memcmp(hair->vertices + 3 * hair->faces[i], a, 3 * sizeof *a) &&
                 !memcmp(hair->vertices + 3 * hair->faces[next], b, 3 * sizeof *b);
    }
    return count;
}

static void divided_hair_has_no_cracks_where_normals_differ(void **state)
{
    (void)state;
    const pd_draw_surface surface = cylinder(false);
    for (int v = 0; v < VERTICES; v += 3) { /* a seam with two normals at a place */
        normals[3 * v + 1] = 0.5f;
        pd_draw_normalize(normals + 3 * v);
    }
    pd_draw_hair hair;
    pd_error err = {0};
    assert_int_equal(pd_draw_hair_init(&hair, &surface, surface.uvs, &err), PD_OK);

    /* Every edge is in a triangle of either side, but those of the two open ends: 2 AROUND edges of the
     * surface, divided in two. */
    int open = 0;
    for (int i = 0; i < 3 * hair.face_count; i++) {
        const int next = i % 3 == 2 ? i - 2 : i + 1;
        const float *a = hair.vertices + 3 * hair.faces[i], *b = hair.vertices + 3 * hair.faces[next];
        assert_int_equal(edges_at(&hair, a, b), 1);
        open += edges_at(&hair, b, a) == 0;
    }
    assert_int_equal(open, 4 * AROUND);
    pd_draw_hair_deinit(&hair);
}

static void a_texture_without_extent_gives_no_direction(void **state)
{
    (void)state;
    const pd_draw_surface surface = cylinder(false);
    memset(uvs, 0, sizeof uvs);
    pd_draw_hair hair;
    pd_error err = {0};
    assert_int_equal(pd_draw_hair_init(&hair, &surface, surface.uvs, &err), PD_OK);
    for (int i = 0; i < 3 * hair.vertex_count; i++) assert_true(hair.strands[i] == 0);
    pd_draw_hair_deinit(&hair);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strands_run_along_v_with_one_sign_across_seams),
        cmocka_unit_test(divided_hair_is_nearer_to_the_round_shape),
        cmocka_unit_test(divided_hair_has_no_cracks_where_normals_differ),
        cmocka_unit_test(a_texture_without_extent_gives_no_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
