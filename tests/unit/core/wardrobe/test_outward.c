/* Normals of hair (core/wardrobe/outward.h). */
#include "core/wardrobe/outward.h"

#include <math.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* A scalp: the ends of three axes, 2 wide, 4 tall, 6 deep, about (0, 10, 0).
 * A tail behind it, about z = -12. */
static const float skin[] = {1, 10, 0, -1, 10, 0, 0, 12, 0, 0, 8, 0, 0, 10, 3, 0, 10, -3};
static const float hair[] = {1.1f, 10, 0, 0, 12.2f, 0, 1, 9, -12, -1, 9, -12, 0, 9, -11, 0, 9, -13};
static uint16_t anchors[18] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5};
static const pd_wardrobe_item item = {.slot = PD_WARDROBE_HAIR, .vertex_count = 6, .anchors = anchors};

static pd_wardrobe_head found(void)
{
    pd_wardrobe_head head;
    pd_wardrobe_head_find(&head, &item, skin, hair);
    return head;
}

static void assert_faces(const pd_wardrobe_head *head, const float point[3], float x, float y, float z)
{
    const float want[3] = {x, y, z};
    float out[3];
    pd_wardrobe_outward(out, head, point);
    for (int c = 0; c < 3; c++)
        if (fabsf(out[c] - want[c]) > 1e-5f) fail_msg("%d: %g, not %g", c, (double)out[c], (double)want[c]);
}

static void hair_on_the_head_faces_as_the_ellipsoid_of_its_anchors(void **state)
{
    (void)state;
    const pd_wardrobe_head head = found();
    assert_faces(&head, (const float[]){1.1f, 10, 0}, 1, 0, 0);
    assert_faces(&head, (const float[]){0, 12.2f, 0}, 0, 1, 0);
    /* (x / 1, y / 4) of the point (.6, 1.2) over the middle: (.6, .3), unit */
    assert_faces(&head, (const float[]){0.6f, 11.2f, 0}, 0.894427f, 0.447214f, 0);
    /* as much below it: a quarter of y */
    assert_faces(&head, (const float[]){0.6f, 8.8f, 0}, 0.992278f, -0.124035f, 0);
}

static void the_middle_of_the_head_faces_up(void **state)
{
    (void)state;
    const pd_wardrobe_head head = found();
    assert_faces(&head, (const float[]){0, 10, 0}, 0, 1, 0);
}

static void a_tail_faces_away_from_its_own_middle(void **state)
{
    (void)state;
    const pd_wardrobe_head head = found();
    assert_faces(&head, (const float[]){1, 9, -12}, 1, 0, 0);
    assert_faces(&head, (const float[]){-1, 9, -12}, -1, 0, 0);
    assert_faces(&head, (const float[]){0, 9, -11}, 0, 0, 1);
}

static void anchors_in_a_plane_give_a_direction_all_the_same(void **state)
{
    (void)state;
    float flat[sizeof skin / sizeof *skin], out[3];
    memcpy(flat, skin, sizeof flat);
    for (int i = 0; i < 6; i++) flat[3 * i] = 0;
    pd_wardrobe_head head;
    pd_wardrobe_head_find(&head, &item, flat, hair);
    pd_wardrobe_outward(out, &head, (const float[]){0.5f, 11, 1});
    assert_true(fabsf(out[0] * out[0] + out[1] * out[1] + out[2] * out[2] - 1) < 1e-5f);
}

static void a_card_is_shaded_alike_whichever_way_it_is_wound(void **state)
{
    (void)state;
    float one[3] = {0.6f, 0.8f, 0}, other[3] = {-0.6f, -0.8f, 0};
    const float outward[3] = {0, 1, 0};
    pd_wardrobe_bend_normals(one, outward, 1);
    pd_wardrobe_bend_normals(other, outward, 1);
    assert_memory_equal(one, other, sizeof one);
    /* (0, 1) + .7 x .8 (.6, .8) = (.336, 1.448) */
    assert_true(fabsf(one[0] - 0.226042f) < 1e-5f && fabsf(one[1] - 0.974118f) < 1e-5f);
}

static void a_card_seen_edge_on_is_shaded_as_the_surface_that_it_covers(void **state)
{
    (void)state;
    float normal[3] = {1, 0, 0};
    const float outward[3] = {0, 0, -1};
    pd_wardrobe_bend_normals(normal, outward, 1);
    assert_memory_equal(normal, outward, sizeof normal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hair_on_the_head_faces_as_the_ellipsoid_of_its_anchors),
        cmocka_unit_test(the_middle_of_the_head_faces_up),
        cmocka_unit_test(a_tail_faces_away_from_its_own_middle),
        cmocka_unit_test(anchors_in_a_plane_give_a_direction_all_the_same),
        cmocka_unit_test(a_card_is_shaded_alike_whichever_way_it_is_wound),
        cmocka_unit_test(a_card_seen_edge_on_is_shaded_as_the_surface_that_it_covers),
    };
    return cmocka_run_group_tests_name("outward", tests, NULL, NULL);
}
