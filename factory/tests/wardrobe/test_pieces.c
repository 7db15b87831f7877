/* The tables of the catalogue and the shipped wardrobe: every piece is there, made from its item, and stays
 * on the body. */
#include "core/wardrobe/pick.h"
#include "core/wardrobe/piece.h"
#include "factory/wardrobe/catalogue.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

static void every_row_is_a_piece_of_the_shipped_wardrobe(void **state)
{
    (void)state;
    pd_wardrobe *w;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    for (int r = 0; r < pd_factory_piece_count; r++) {
        const pd_factory_piece *row = &pd_factory_pieces[r];
        const int i = pd_wardrobe_find(w, row->name);
        if (i < 0) fail_msg("%s is not in the file", row->name);
        assert_string_equal(w->items[i].parameters, row->parameters);
        assert_string_equal(w->items[w->items[i].base].name, row->base);
        assert_int_equal(w->items[i].slot, w->items[w->items[i].base].slot);
        assert_true(row->women + row->men > 0);
    }
    for (int r = 0; r < pd_factory_habit_count; r++)
        assert_true(pd_wardrobe_find(w, pd_factory_habits[r].name) >= 0);
    pd_wardrobe_release(w);
}

/* A piece hides no skin that its item does not, and is where its item is: within the fit and the flare. */
static void pieces_stay_where_their_items_are(void **state)
{
    (void)state;
    pd_wardrobe *w;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    for (int i = 0; i < w->item_count; i++) {
        const pd_wardrobe_item *piece = &w->items[i];
        if (!piece->parameters[0]) continue;
        const pd_wardrobe_item *base = &w->items[piece->base];
        float box[2][3] = {{1e9f, 1e9f, 1e9f}, {-1e9f, -1e9f, -1e9f}};
        for (int v = 0; v < 3 * base->vertex_count; v++) {
            box[0][v % 3] = fminf(box[0][v % 3], base->rest[v]),
                       box[1][v % 3] = fmaxf(box[1][v % 3], base->rest[v]);
        }
        for (int v = 0; v < 3 * piece->vertex_count; v++)
            assert_true(piece->rest[v] > box[0][v % 3] - 0.1f && piece->rest[v] < box[1][v % 3] + 0.1f);
        for (int h = 0, k = 0; h < piece->hide_count; h++) {
            while (k < base->hide_count && base->hides[k] < piece->hides[h]) k++;
            assert_true(k < base->hide_count && base->hides[k] == piece->hides[h]);
        }
    }
    pd_wardrobe_release(w);
}

/* Whether an edge of an item has no triangle on its other side. */
static bool is_open(const pd_wardrobe_item *item, int a, int b)
{
    for (int i = 0; i < 3 * item->face_count; i++)
        if (item->corners[item->faces[i]] == b && item->corners[item->faces[i - i % 3 + (i + 1) % 3]] == a)
            return false;
    return true;
}

/* Cloth is lifted at the hem of a sleeve that is cut, and the hem stays on the line of the cut: within a
 * millimetre at one distance from the middle. */
static void a_cut_sleeve_ends_straight(void **state)
{
    (void)state;
    static const char *const names[] = {"black-dress", "tartan-skirt", "breton-dress", "raglan-sweater",
                                        "short-sleeved-shirt"};
    pd_wardrobe *w;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    for (size_t n = 0; n < sizeof names / sizeof *names; n++) {
        const pd_wardrobe_item *item = &w->items[pd_wardrobe_find(w, names[n])];
        float ends[2] = {0}, farthest = 0;
        for (int v = 0; v < item->vertex_count; v++) farthest = fmaxf(farthest, item->rest[3 * v]);
        int count = 0;
        for (int i = 0; i < 3 * item->face_count; i++) {
            const int a = item->corners[item->faces[i]],
                      b = item->corners[item->faces[i - i % 3 + (i + 1) % 3]];
            const float x = item->rest[3 * a];
            if (x < farthest - 0.02f || !is_open(item, a, b)) continue;
            ends[0] = count ? fminf(ends[0], x) : x, ends[1] = count ? fmaxf(ends[1], x) : x;
            count++;
        }
        assert_true(count > 10);
        if (ends[1] - ends[0] > 0.001f) print_error("%s: %.4f m\n", item->name, (double)(ends[1] - ends[0]));
        assert_true(ends[1] - ends[0] <= 0.001f);
    }
    pd_wardrobe_release(w);
}

/* Hair that covers an eye in the data leaves the face free in the shipped wardrobe, so that seeds draw it as
 * often as they draw other hair. Before, a piece of it was taken instead. */
static void seeds_draw_all_hair_that_people_wear(void **state)
{
    (void)state;
    pd_wardrobe *w;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    int worn[PD_WARDROBE_ITEMS_MAX] = {0};
    for (uint64_t seed = 0; seed < 1000; seed++)
        for (int gender = 0; gender < 3; gender++) {
            pd_wardrobe_outfit outfit;
            pd_wardrobe_palette palette;
            pd_wardrobe_pick(&outfit, &palette, w, seed, (pd_smpl_gender)gender);
            if (outfit.items[PD_WARDROBE_HAIR] >= 0) worn[outfit.items[PD_WARDROBE_HAIR]]++;
        }
    for (int i = 0; i < w->item_count; i++)
        if (w->items[i].slot == PD_WARDROBE_HAIR && w->items[i].often[0] + w->items[i].often[1])
            assert_true(worn[i] > 20);
    pd_wardrobe_release(w);
}

/* Returns the share of a region of the face that hair covers, seen from the front: of points 2 mm apart, from
 * 5 to 50 mm above the tip of the nose and up to 64 mm from the middle,
 * those before which a triangle of the hair lies. */
static double share_covered(const pd_wardrobe_item *item, const pd_wardrobe *w)
{
    int all = 0, covered = 0;
    for (float x = -0.064f; x < 0.0641f; x += 0.002f)
        for (float y = 0.005f; y < 0.0501f; y += 0.002f) {
            const float at[2] = {x, w->marks[PD_WARDROBE_MARK_NOSE_Y] + y};
            bool is_covered = false;
            for (int f = 0; f < item->face_count && !is_covered; f++) {
                const float *p[3];
                for (int k = 0; k < 3; k++)
                    p[k] = item->rest + 3 * (size_t)item->corners[item->faces[3 * f + k]];
                if (p[0][2] < w->marks[PD_WARDROBE_MARK_NECK_Z]) continue;
                float side[3];
                for (int k = 0; k < 3; k++) {
                    const float *a = p[k], *b = p[(k + 1) % 3];
                    side[k] = (b[0] - a[0]) * (at[1] - a[1]) - (b[1] - a[1]) * (at[0] - a[0]);
                }
                is_covered = (side[0] > 0 && side[1] > 0 && side[2] > 0) ||
                             (side[0] < 0 && side[1] < 0 && side[2] < 0);
            }
            all++, covered += is_covered;
        }
    return (double)covered / all;
}

/* Hair leaves the eyes and the temples free: it covers at most an eighth of the face at their height, and
 * pieces with a fringe a twenty-fifth. */
static void hair_leaves_eyes_and_temples_free(void **state)
{
    (void)state;
    pd_wardrobe *w;
    int count = 0;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    for (int i = 0; i < w->item_count; i++) {
        const pd_wardrobe_item *item = &w->items[i];
        if (item->slot != PD_WARDROBE_HAIR) continue;
        const double share = share_covered(item, w);
        print_message("%-20s %.3f of the face at the eyes is covered\n", item->name, share);
        assert_true(share < 1.0 / 8);
        if (!strstr(item->parameters, "fringe=")) continue;
        count++;
        assert_true(share < 1.0 / 25);
    }
    assert_true(count >= 6);
    pd_wardrobe_release(w);
}

/* Strands of hair scatter light: with a roughness of .55, three.js drew white streaks on black hair. */
static void hair_is_not_glossy(void **state)
{
    (void)state;
    pd_wardrobe *w;
    assert_int_equal(pd_wardrobe_load(&w, "models/wardrobe.safetensors", NULL), PD_OK);
    for (int i = 0; i < w->item_count; i++)
        for (int p = 0; w->items[i].slot == PD_WARDROBE_HAIR && p < w->items[i].part_count; p++)
            assert_true(w->items[i].parts[p].roughness > 0.65f);
    pd_wardrobe_release(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_row_is_a_piece_of_the_shipped_wardrobe),
                                       cmocka_unit_test(pieces_stay_where_their_items_are),
                                       cmocka_unit_test(a_cut_sleeve_ends_straight),
                                       cmocka_unit_test(seeds_draw_all_hair_that_people_wear),
                                       cmocka_unit_test(hair_leaves_eyes_and_temples_free),
                                       cmocka_unit_test(hair_is_not_glossy)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
