/* The top of one outfit with the bottom of another: what comes from where, and where they overlap. */
#include "core/wardrobe/combine.h"
#include "core/base/rng.h"
#include "core/math/triangle.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <string.h>

static pd_wardrobe *wardrobe;

static int load(void **state)
{
    (void)state;
    return pd_wardrobe_load(&wardrobe, "models/wardrobe.safetensors", NULL);
}

static int unload(void **state)
{
    (void)state;
    pd_wardrobe_release(wardrobe);
    return 0;
}

/* Draws outfits whose top and bottom are combined. */
static void draw(int halves[2], pd_rng *rng)
{
    for (int h = 0; h < 2; h++) do
            halves[h] = (int)(pd_rng_uniform(rng) * wardrobe->item_count);
        while (!pd_wardrobe_has_half(&wardrobe->items[halves[h]], (pd_wardrobe_half)h));
}

static void combine(pd_wardrobe_item *out, const int halves[2])
{
    pd_error err;
    const pd_status status = pd_wardrobe_combine(out, wardrobe, wardrobe->body, halves, &err);
    if (status != PD_OK) fail_msg("%s: %s", err.where, err.detail);
}

static void an_outfit_has_both_halves_or_none(void **state)
{
    int both = 0;
    (void)state;

    for (int i = 0; i < wardrobe->item_count; i++) {
        const pd_wardrobe_item *item = &wardrobe->items[i];
        const bool top = pd_wardrobe_has_half(item, PD_WARDROBE_HALF_TOP);
        assert_int_equal(top, pd_wardrobe_has_half(item, PD_WARDROBE_HALF_BOTTOM));
        if (top) assert_int_equal(item->slot, PD_WARDROBE_OUTFIT);
        both += top;
    }

    assert_true(both > 40);
}

static void both_halves_of_one_outfit_are_the_outfit(void **state)
{
    (void)state;

    for (int i = 0; i < wardrobe->item_count; i++) {
        const pd_wardrobe_item *item = &wardrobe->items[i];
        if (!pd_wardrobe_has_half(item, PD_WARDROBE_HALF_TOP)) continue;
        pd_wardrobe_item out;
        combine(&out, (const int[2]){i, i});
        assert_int_equal(out.face_count, item->face_count);
        assert_int_equal(out.part_count, item->part_count);
        pd_wardrobe_item_deinit(&out);
    }
}

static void indices_weights_and_hidden_skin_are_valid(void **state)
{
    pd_rng rng;
    (void)state;

    pd_rng_init(&rng, 5);
    for (int round = 0; round < 20; round++) {
        pd_wardrobe_item out;
        int halves[2], faces = 0;
        draw(halves, &rng);
        combine(&out, halves);
        for (int i = 0; i < 3 * out.face_count; i++) assert_in_range(out.faces[i], 0, out.corner_count - 1);
        for (int c = 0; c < out.corner_count; c++) assert_in_range(out.corners[c], 0, out.vertex_count - 1);
        for (int v = 0; v < out.vertex_count; v++) {
            const float *w = out.weights + 4 * (size_t)v, *a = out.anchor_weights + 3 * (size_t)v;
            assert_true(fabsf(w[0] + w[1] + w[2] + w[3] - 1) < 1e-3f);
            assert_true(fabsf(a[0] + a[1] + a[2] - 1) < 1e-3f);
        }
        for (int p = 0; p < out.part_count; p++) {
            assert_int_equal(out.parts[p].first_face, faces);
            faces += out.parts[p].face_count;
        }
        assert_int_equal(faces, out.face_count);
        for (int i = 1; i < out.hide_count; i++) assert_true(out.hides[i] > out.hides[i - 1]);
        pd_wardrobe_item_deinit(&out);
    }
}

/* Returns the share of the result's vertices above a height that are vertices of the outfit of the top, at
 * most 1 mm away. */
static double share_of_top(const pd_wardrobe_item *out, const pd_wardrobe_item *top, float above)
{
    int all = 0, found = 0;

    for (int v = 0; v < out->vertex_count; v++) {
        const float *p = out->rest + 3 * (size_t)v;
        if (p[1] < above) continue;
        float best = INFINITY;
        for (int k = 0; k < top->vertex_count; k++) {
            const float *q = top->rest + 3 * (size_t)k;
            const float d[3] = {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
            best = fminf(best, pd_dot3f(d, d));
        }
        all++;
        found += best < 1e-6f;
    }

    return all ? (double)found / all : 0;
}

static void away_from_the_waist_the_top_is_the_top_of_its_outfit(void **state)
{
    pd_rng rng;
    (void)state;

    pd_rng_init(&rng, 6);
    for (int round = 0; round < 8; round++) {
        pd_wardrobe_item out;
        int halves[2];
        draw(halves, &rng);
        combine(&out, halves);
        float high = -INFINITY;
        for (int v = 0; v < out.vertex_count; v++) high = fmaxf(high, out.rest[3 * (size_t)v + 1]);
        assert_true(share_of_top(&out, &wardrobe->items[halves[0]], high - 0.25f) > 0.98);
        pd_wardrobe_item_deinit(&out);
    }
}

static void one_piece_is_refused(void **state)
{
    pd_error err;
    (void)state;

    const int coveralls = pd_wardrobe_find(wardrobe, "coveralls");
    const int suit = pd_wardrobe_find(wardrobe, "suit");
    pd_wardrobe_item out;
    assert_true(coveralls >= 0 && suit >= 0);
    assert_int_equal(
        pd_wardrobe_combine(&out, wardrobe, wardrobe->body, (const int[2]){coveralls, suit}, &err),
        PD_ERR_INVALID);
    assert_string_equal(err.where, "coveralls");
    assert_null(out.rest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_outfit_has_both_halves_or_none),
        cmocka_unit_test(both_halves_of_one_outfit_are_the_outfit),
        cmocka_unit_test(indices_weights_and_hidden_skin_are_valid),
        cmocka_unit_test(away_from_the_waist_the_top_is_the_top_of_its_outfit),
        cmocka_unit_test(one_piece_is_refused),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
