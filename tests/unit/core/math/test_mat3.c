/* Tests 3 x 3 matrices with products that were computed by hand,
 * and compares arrays with single vectors bit for bit. */
#include "core/math/mat3.h"
#include "core/base/rng.h"
#include "core/math/quat.h"
#include "tests/support/cmocka.h"

static void fill(double *out, int count, pd_rng *rng)
{
    for (int i = 0; i < count; i++) out[i] = 2 * pd_rng_uniform(rng) - 1;
}

static void products_have_their_known_values(void **state)
{
    (void)state;
    const double x[3] = {1, 0, 0}, y[3] = {0, 1, 0}, v[3] = {3, -4, 12};
    const double a[9] = {1, 2, 3, 4, 5, 6, 7, 8, 10}, b[9] = {2, 0, 1, 0, 3, -1, 1, 1, 0};
    const double ab[9] = {5, 9, -1, 14, 21, -1, 24, 34, -1};
    double out[9];

    pd_cross3(out, x, y);
    assert_true(out[0] == 0 && out[1] == 0 && out[2] == 1); /* right-handed */
    assert_true(pd_dot3(x, y) == 0 && pd_dot3(v, v) == 169 && pd_length3(v) == 13);
    pd_mat3_apply(out, a, v);
    assert_true(out[0] == 31 && out[1] == 64 && out[2] == 109);
    pd_mat3_mul(out, a, b);
    for (int i = 0; i < 9; i++) assert_true(out[i] == ab[i]);
}

static void arrays_give_the_bits_of_vectors_by_value(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 3);
    for (int i = 0; i < 1000; i++) {
        double a[3], b[3], out[3];
        fill(a, 3, &rng), fill(b, 3, &rng);
        const pd_vec3 p = {a[0], a[1], a[2]}, q = {b[0], b[1], b[2]}, cross = pd_vec3_cross(p, q);
        pd_cross3(out, a, b);
        assert_true(out[0] == cross.x && out[1] == cross.y && out[2] == cross.z);
        assert_true(pd_dot3(a, b) == pd_vec3_dot(p, q) && pd_length3(a) == pd_vec3_length(p));
    }
}

static void applying_a_product_applies_one_matrix_after_the_other(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 3);
    for (int i = 0; i < 1000; i++) {
        double a[9], b[9], ab[9], v[3], bv[3], abv[3], once[3];
        fill(a, 9, &rng), fill(b, 9, &rng), fill(v, 3, &rng);
        pd_mat3_mul(ab, a, b);
        pd_mat3_apply(once, ab, v);
        pd_mat3_apply(bv, b, v);
        pd_mat3_apply(abv, a, bv);
        for (int c = 0; c < 3; c++) assert_near(once[c], abv[c], 1e-14);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_have_their_known_values),
        cmocka_unit_test(arrays_give_the_bits_of_vectors_by_value),
        cmocka_unit_test(applying_a_product_applies_one_matrix_after_the_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
