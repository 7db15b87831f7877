/* Horn's matrix: its eigenvector of the largest eigenvalue is the rotation between two clouds. */
#include "core/math/horn.h"

#include "core/base/rng.h"
#include "core/math/quat.h"
#include "tests/support/cmocka.h"

enum { POINTS = 7 };

/* With b = Q a the largest eigenvalue is sum |a|^2, and n q = that times q. */
static void the_rotation_between_two_clouds_is_its_first_eigenvector(void **state)
{
    (void)state;
    pd_rng rng;
    pd_rng_init(&rng, 3);
    for (int turn = 0; turn < 50; turn++) {
        const pd_quat q = pd_q_normalize(
            (pd_quat){pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng)});
        double s[9] = {0}, n[16], squares = 0;
        for (int i = 0; i < POINTS; i++) {
            const pd_vec3 a = {pd_rng_normal(&rng), pd_rng_normal(&rng), pd_rng_normal(&rng)},
                          b = pd_q_rotate(q, a);
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 3; c++) s[3 * r + c] += (&a.x)[r] * (&b.x)[c];
            squares += pd_vec3_dot(a, a);
        }

        pd_horn_matrix(n, s);
        const double v[4] = {q.w, q.x, q.y, q.z};
        double trace = 0;
        for (int r = 0; r < 4; r++) {
            double sum = 0;
            for (int c = 0; c < 4; c++) {
                assert_true(n[4 * r + c] == n[4 * c + r]);
                sum += n[4 * r + c] * v[c];
            }
            assert_near(sum, squares * v[r], 1e-12 * squares);
            trace += n[5 * r];
        }
        assert_near(trace, 0, 1e-12 * squares);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_rotation_between_two_clouds_is_its_first_eigenvector),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
