/* Tests which hair lies outside of a hat. The hat is a surface of revolution with a crown and a drooping brim. */
#include "core/wardrobe/hat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { SIDES = 48, RINGS = 4, PLACES = 8 };

/* Radius and height of the hat's rings, metres: top, two of the crown, edge of the brim. */
static const float profile[RINGS][2] = {{0.001f, 0.2f}, {0.1f, 0.15f}, {0.1f, 0.05f}, {0.2f, 0.03f}};

/* Places of hair, radius and height, and whether they lie outside of the hat. */
static const struct {
    float radius, height;
    unsigned char is_outside;
} places[PLACES] = {
    {0.09f, 0.10f, 0},  /* inside the crown, 10 mm below it */
    {0.098f, 0.10f, 1}, /* 2 mm below it */
    {0.12f, 0.10f, 1},  /* outside of the crown */
    {0.15f, 0.06f, 1},  /* above the brim */
    {0.15f, 0.034f, 0}, /* below the brim, above its edge */
    {0.15f, 0.01f, 0},  /* below the hat */
    {0.30f, -0.1f, 0},  /* hair on a shoulder */
    {0.02f, 0.25f, 1},  /* above the crown */
};

static void place(float out[3], float radius, float height, int side)
{
    const float angle = 6.2831853f * (float)side / SIDES;
    out[0] = radius * cosf(angle), out[1] = height, out[2] = radius * sinf(angle);
}

static void hair_above_a_brim_is_outside_and_hair_below_it_is_not(void **state)
{
    (void)state;
    float rings[3 * RINGS * SIDES], rest[3 * PLACES * SIDES];
    uint16_t corners[RINGS * SIDES], faces[6 * (RINGS - 1) * SIDES];
    pd_wardrobe_item hat = {.rest = rings, .corners = corners, .faces = faces, .vertex_count = RINGS * SIDES},
                     hair = {.rest = rest, .vertex_count = PLACES * SIDES};

    /* The hat, whose triangles face outwards at even sides and inwards at odd ones: both count. */
    for (int r = 0; r < RINGS; r++)
        for (int s = 0; s < SIDES; s++) {
            const int a = r * SIDES + s, b = r * SIDES + (s + 1) % SIDES;
            place(rings + 3 * a, profile[r][0], profile[r][1], s);
            corners[a] = (uint16_t)a;
            if (r + 1 == RINGS) continue;
            const int two[6] = {a, b, a + SIDES, b, b + SIDES, a + SIDES};
            for (int k = 0; k < 6; k++)
                faces[3 * hat.face_count + k] = (uint16_t)two[s % 2 ? k : k / 3 * 3 + (3 - k % 3) % 3];
            hat.face_count += 2;
        }
    for (int p = 0; p < PLACES; p++)
        for (int s = 0; s < SIDES; s++)
            place(rest + 3 * (p * SIDES + s), places[p].radius, places[p].height, s);

    unsigned char outside[PLACES * SIDES];
    memset(outside, 7, sizeof outside);
    assert_true(pd_wardrobe_outside_hat(outside, &hair, &hat));
    for (int i = 0; i < PLACES * SIDES; i++) assert_int_equal(outside[i], places[i / SIDES].is_outside);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hair_above_a_brim_is_outside_and_hair_below_it_is_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
