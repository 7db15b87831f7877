/* Tests how far skin gives: by the names of joints, by the tree if there are no names,
 * and not below the least weight. */
#include "core/smpl/surface/give.h"
#include "tests/support/cmocka.h"

#include <string.h>

/* Root, thigh and foot; of four vertices the last three hang on the foot
 * by a half, by all but .004 and whole. */
static pd_smpl_data chain(float *weights, int *parents)
{
    static const float w[12] = {0.25f, 0.75f, 0, 0, 0.5f, 0.5f, 0, 0.004f, 0.996f, 0, 0, 1};
    static const int p[3] = {-1, 0, 1};
    memcpy(weights, w, sizeof w), memcpy(parents, p, sizeof p);
    return (pd_smpl_data){.vertex_count = 4, .joint_count = 3, .weights = weights, .parents = parents};
}

static void without_joint_names_skin_at_the_ends_of_the_tree_does_not_give(void **state)
{
    (void)state;
    float weights[12], give[4];
    int parents[3];
    bool hard[3];
    const pd_smpl_data data = chain(weights, parents);

    pd_smpl_give(give, hard, &data);
    assert_false(hard[0] || hard[1]);
    assert_true(hard[2]);
    assert_true(give[0] == 1 && give[1] == 0.5f);
    assert_true(give[2] == 0 && give[3] == 0); /* .004 is less than the least */
}

static void with_joint_names_the_names_decide_how_far_skin_gives(void **state)
{
    (void)state;
    char names[3][32] = {"left_wrist", "left_knee", "tail"};
    float weights[12], give[4];
    int parents[3];
    bool hard[3];
    pd_smpl_data data = chain(weights, parents);
    data.joint_names = names;

    pd_smpl_give(give, hard, &data);
    assert_true(hard[0]);
    assert_false(hard[1] || hard[2]);
    assert_true(give[0] == 0.75f && give[1] == 1 && give[3] == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_joint_names_skin_at_the_ends_of_the_tree_does_not_give),
        cmocka_unit_test(with_joint_names_the_names_decide_how_far_skin_gives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
