/* Hair loss on the shipped heads of hair: where hair is lost, and what is left to be drawn. */
#include "core/wardrobe/hair_loss.h"
#include "core/wardrobe/piece.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

enum { HAIRS = 5 };
static const char *const hairs[HAIRS] = {"hair-buzz", "hair-short", "hair-combed", "hair-cropped",
                                         "hair-cropped-fringe"};

static pd_wardrobe *wardrobe;

static int load(void **state)
{
    (void)state;
    return pd_wardrobe_load(&wardrobe, "models/wardrobe.safetensors", NULL) != PD_OK;
}

static int unload(void **state)
{
    (void)state;
    pd_wardrobe_release(wardrobe);
    return 0;
}

static pd_wardrobe_hair_loss pattern_of(double loss, double male)
{
    pd_wardrobe_palette p = PD_WARDROBE_PALETTE;
    pd_wardrobe_hair_loss out;
    p.hair_loss = loss, p.male = male;
    pd_wardrobe_hair_loss_init(&out, wardrobe, &p);
    return out;
}

/* Share that is lost at a place of the head: `forward` degrees from the top
 * to the front and `aside` to the left. */
static float lost_at(double loss, double male, double forward, double aside)
{
    const pd_wardrobe_hair_loss p = pattern_of(loss, male);
    const double f = forward * M_PI / 180, a = aside * M_PI / 180,
                 unit[3] = {sin(a), cos(a) * cos(f), cos(a) * sin(f)};
    float point[3];
    for (int c = 0; c < 3; c++) point[c] = p.middle[c] + p.half[c] * (float)unit[c];
    return pd_wardrobe_hair_lost(&p, point);
}

/* Norwood: II, III temples; IV, V the crown; VI both meet; VII a wreath. Grades are 1 + 6 loss. */
static void men_lose_hair_at_the_temples_then_the_crown_then_between(void **state)
{
    (void)state;
    enum { TEMPLE, MIDDLE, CROWN, BRIDGE, SIDE, NAPE, PLACES };
    static const double places[PLACES][2] = {{42, 37}, {49, 0}, {-27, 0}, {8, 0}, {0, 75}, {-85, 0}};
    double first[PLACES];
    for (int p = 0; p < PLACES; p++) {
        first[p] = 2;
        for (int grade = 60; grade >= 0; grade--)
            if (lost_at(grade / 60.0, 1, places[p][0], places[p][1]) > 0.5f) first[p] = grade / 60.0;
    }
    assert_true(first[TEMPLE] > 1 / 6.0 && first[TEMPLE] < 2 / 6.0);
    assert_true(first[TEMPLE] < first[MIDDLE] && first[MIDDLE] < first[BRIDGE]);
    assert_true(first[CROWN] > 2 / 6.0 && first[CROWN] < 3 / 6.0);
    assert_true(first[BRIDGE] > 4 / 6.0 && first[BRIDGE] <= 5 / 6.0);
    assert_true(first[SIDE] > 1 && first[NAPE] > 1);
}

/* Ludwig: the hairline stays; some hair stays everywhere. */
static void women_lose_hair_behind_the_hairline(void **state)
{
    (void)state;
    assert_true(lost_at(1, 0, 53, 0) < 0.02f && lost_at(1, 0, 42, 37) < 0.02f &&
                lost_at(1, 0, 0, 75) < 0.02f);
    assert_true(lost_at(1 / 3.0, 0, 4, 0) > 0.25f && lost_at(1 / 3.0, 0, 4, 0) < lost_at(1, 0, 4, 0));
    assert_true(lost_at(1, 0, 4, 0) < 0.8f);
}

/* On the skin of the head: both halves lose the same, and nobody gets hair back. */
static void hair_loss_is_symmetric_and_grows_with_its_grade_at_every_point(void **state)
{
    (void)state;
    for (int male = 0; male < 2; male++) {
        pd_wardrobe_hair_loss grades[13];
        for (int g = 0; g <= 12; g++) grades[g] = pattern_of(g / 12.0, male);
        for (int i = 0; i < wardrobe->skin_vertex_count; i++) {
            const float *p = wardrobe->body + 3 * (size_t)i, mirrored[3] = {-p[0], p[1], p[2]};
            float last = 0;
            if (p[1] < wardrobe->marks[PD_WARDROBE_MARK_NECK_Y]) continue;
            for (int g = 0; g <= 12; g++) {
                const float lost = pd_wardrobe_hair_lost(&grades[g], p);
                assert_true(lost >= last - 1e-4f && lost <= 1 && (g || lost == 0));
                assert_true(fabsf(lost - pd_wardrobe_hair_lost(&grades[g], mirrored)) < 1e-5f);
                last = lost;
            }
        }
    }
}

/* Square metres of hair, at rest, of which the texture still has strands. */
static double area_of(const pd_wardrobe_item *hair)
{
    double sum = 0;
    for (int f = 0; f < hair->face_count; f++) {
        const float *p[3];
        double a[3], b[3];
        for (int k = 0; k < 3; k++) p[k] = hair->rest + 3 * (size_t)hair->corners[hair->faces[3 * f + k]];
        for (int c = 0; c < 3; c++) a[c] = (double)(p[1][c] - p[0][c]), b[c] = (double)(p[2][c] - p[0][c]);
        sum += 0.5 *
               hypot(hypot(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2]), a[0] * b[1] - a[1] * b[0]);
    }
    return sum;
}

/* Of every short hair less is left with each grade, and nothing over what is bald: no strand of a triangle
 * with all corners there is drawn. */
static void less_hair_is_left_with_each_grade(void **state)
{
    (void)state;
    for (int h = 0; h < HAIRS; h++) {
        const pd_wardrobe_item *hair = &wardrobe->items[pd_wardrobe_find(wardrobe, hairs[h])];
        double last = area_of(hair);
        for (int grade = 3; grade <= 7; grade++) {
            const pd_wardrobe_hair_loss pattern = pattern_of((grade - 1) / 6.0, 1);
            pd_wardrobe_item left;
            assert_true(pd_wardrobe_thin_hair_init(&left, hair, wardrobe, &pattern));
            const double area = area_of(&left);
            assert_true(area < last);
            last = area;

            /* Parts lie one behind the other; the item is one that dress.h takes. */
            int faces = 0;
            for (int p = 0; p < left.part_count; p++) {
                assert_int_equal(left.parts[p].first_face, faces);
                faces += left.parts[p].face_count;
            }
            assert_int_equal(faces, left.face_count);
            for (int f = 0; f < left.face_count; f++) {
                float least = 1;
                for (int k = 0; k < 3; k++) {
                    const size_t corner = left.faces[3 * f + k];
                    const float lost =
                        pd_wardrobe_hair_lost(&pattern, hair->rest + 3 * (size_t)hair->corners[corner]);
                    least = fminf(least, lost);
                    assert_true(left.uvs[2 * corner + 1] >= hair->uvs[2 * corner + 1]);
                    assert_true(left.uvs[2 * corner + 1] <= 1);
                }
                assert_true(least < 0.99f);
            }
            pd_wardrobe_worn_hair_deinit(&left);
            assert_null(left.rest);
        }
        assert_true(last < 0.75 * area_of(hair));
    }
}

/* Where hair is lost, hair that is left lies down, and none comes nearer to the skin than the cap of hair's
 * colour is, 3 mm. */
static void hair_beside_a_bald_place_lies_down(void **state)
{
    (void)state;
    const pd_wardrobe_item *hair = &wardrobe->items[pd_wardrobe_find(wardrobe, "hair-short")];
    const pd_wardrobe_hair_loss pattern = pattern_of(5 / 6.0, 1);
    pd_wardrobe_item left;
    int lower = 0;
    assert_true(pd_wardrobe_thin_hair_init(&left, hair, wardrobe, &pattern));
    for (size_t i = 0; i < (size_t)hair->vertex_count; i++) {
        double before = 0, after = 0;
        for (size_t c = 0; c < 3; c++) {
            double on_skin = 0;
            for (size_t a = 0; a < 3; a++)
                on_skin += (double)hair->anchor_weights[3 * i + a] *
                           (double)wardrobe->body[3 * (size_t)hair->anchors[3 * i + a] + c];
            before = hypot(before, (double)hair->rest[3 * i + c] - on_skin);
            after = hypot(after, (double)left.rest[3 * i + c] - on_skin);
        }
        assert_true(after <= before + 1e-6 && after >= fmin(before, 0.0039) - 1e-6);
        lower += after < 0.5 * before;
    }
    assert_true(lower > 300);
    pd_wardrobe_worn_hair_deinit(&left);
}

/* Skin that has lost its hair is not hidden by hair,
 * and there is no hair loss without hair or below a hat. */
static void skin_is_bare_where_hair_is_lost(void **state)
{
    (void)state;
    unsigned char *bare = malloc((size_t)wardrobe->skin_vertex_count);
    int bare_count = 0;
    for (int male = 0; male < 2; male++) {
        const pd_wardrobe_hair_loss pattern = pattern_of(0.6, male);
        pd_wardrobe_hair_loss_bare(bare, wardrobe, &pattern);
        for (int i = 0; i < wardrobe->skin_vertex_count; i++) {
            if (pd_wardrobe_hair_lost(&pattern, wardrobe->body + 3 * (size_t)i) > 0)
                assert_int_equal(bare[i], 1);
            bare_count += bare[i];
        }
    }
    assert_true(bare_count > 400);
    free(bare);

    pd_wardrobe_outfit outfit;
    assert_int_equal(pd_wardrobe_choose(&outfit, wardrobe, "hair-buzz", NULL), PD_OK);
    assert_true(pd_wardrobe_hair_can_be_lost(wardrobe, &outfit));
    assert_int_equal(pd_wardrobe_choose(&outfit, wardrobe, "hair-buzz,cap", NULL), PD_OK);
    assert_false(pd_wardrobe_hair_can_be_lost(wardrobe, &outfit));
    assert_int_equal(pd_wardrobe_choose(&outfit, wardrobe, "tee-jeans", NULL), PD_OK);
    assert_false(pd_wardrobe_hair_can_be_lost(wardrobe, &outfit));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(men_lose_hair_at_the_temples_then_the_crown_then_between),
        cmocka_unit_test(women_lose_hair_behind_the_hairline),
        cmocka_unit_test(hair_loss_is_symmetric_and_grows_with_its_grade_at_every_point),
        cmocka_unit_test(less_hair_is_left_with_each_grade),
        cmocka_unit_test(hair_beside_a_bald_place_lies_down),
        cmocka_unit_test(skin_is_bare_where_hair_is_lost),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
