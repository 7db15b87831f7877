/* A skeleton and the mesh that follows it: sizes that differ, and joints outside their skin. */
#include "core/retarget/character/skin_fit.h"
#include "tests/support/people.h"

typedef struct scene {
    pd_anim_skeleton s;
    pd_retarget_match match;
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_retarget_skin_fit fit;
    char text[PD_RETARGET_DOUBT_BYTES];
} scene;

static void begin(scene *c, double arms_down)
{
    people_spec spec = {.names = people_smpl, .arms_down = arms_down};
    pd_error err = {0};
    memset(c, 0, sizeof *c);
    people_make(&c->s, &spec);
    const pd_retarget_match_job job = {&c->s, people_smpl, NULL, NULL};
    if (pd_retarget_match_run(&c->match, &job, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    pd_anim_skeleton_forward(c->at, NULL, &c->s, NULL, pd_vec3_make(0, 0, 0));
}

/* Tubes of 8 cm about the bones of arms and legs, hands and feet as cubes; thick: of a bone's length more on
 * each side of it. */
static void dress(scene *c, double thick)
{
    static const pd_anim_human bones[][2] = {
        {PD_HUMAN_L_UPPER_ARM, PD_HUMAN_L_LOWER_ARM}, {PD_HUMAN_L_LOWER_ARM, PD_HUMAN_L_HAND},
        {PD_HUMAN_R_UPPER_ARM, PD_HUMAN_R_LOWER_ARM}, {PD_HUMAN_R_LOWER_ARM, PD_HUMAN_R_HAND},
        {PD_HUMAN_L_UPPER_LEG, PD_HUMAN_L_LOWER_LEG}, {PD_HUMAN_L_LOWER_LEG, PD_HUMAN_L_FOOT},
        {PD_HUMAN_R_UPPER_LEG, PD_HUMAN_R_LOWER_LEG}, {PD_HUMAN_R_LOWER_LEG, PD_HUMAN_R_FOOT},
        {PD_HUMAN_L_HAND, PD_HUMAN_L_HAND},           {PD_HUMAN_R_HAND, PD_HUMAN_R_HAND},
        {PD_HUMAN_L_FOOT, PD_HUMAN_L_FOOT},           {PD_HUMAN_R_FOOT, PD_HUMAN_R_FOOT}};
    for (size_t i = 0; i < sizeof bones / sizeof *bones; i++)
        for (int k = 0; k < 16; k++) {
            const pd_vec3 a = c->at[c->match.joints[bones[i][0]]], b = c->at[c->match.joints[bones[i][1]]];
            const double side = 0.04 + thick * pd_vec3_distance(a, b);
            const pd_vec3 off = {k & 1 ? side : -side, k & 2 ? side : -side, k & 4 ? side : -side};
            pd_retarget_skin_fit_add(&c->fit, bones[i][0], pd_vec3_add(k & 8 ? a : b, off));
        }
}

static void a_skeleton_of_another_size_is_reported_with_its_factor(void **state)
{
    static const double factors[] = {0.01, 0.5, 0.67, 0.8, 1.25, 1.5, 2, 100}, arms[] = {0, 0.8, 1.4};
    static const pd_vec3 centres[] = {{0, 0, 0}, {0, 1, 0}, {0.3, 1.7, -0.2}};
    scene c;
    (void)state;
    for (size_t a = 0; a < 3; a++)
        for (size_t f = 0; f < sizeof factors / sizeof *factors; f++)
            for (size_t k = 0; k < 3; k++) {
                int outside, looked;
                begin(&c, arms[a]);
                dress(&c, 0);
                for (int j = 0; j < c.s.joint_count; j++)
                    c.at[j] = pd_vec3_fma(centres[k], factors[f], pd_vec3_sub(c.at[j], centres[k]));
                const double factor =
                    pd_retarget_skin_fit_factor(&outside, &looked, &c.fit, c.at, c.match.joints);
                assert_near(factor / factors[f], 1, 0.02);
                assert_int_equal(looked, 8);
                assert_true(pd_retarget_skin_fit_doubt(c.text, &c.fit, c.at, c.match.joints));
                assert_non_null(strstr(c.text, " times the size of its mesh"));
            }
}

static void a_skeleton_within_its_mesh_is_not_doubted(void **state)
{
    scene c;
    (void)state;
    for (int a = 0; a < 3; a++)
        for (int thick = 0; thick < 3; thick++) {
            begin(&c, 0.7 * a);
            dress(&c, 0.2 * thick); /* loose clothes */
            assert_false(pd_retarget_skin_fit_doubt(c.text, &c.fit, c.at, c.match.joints));
        }

    /* the joints may be at the far ends of a limb's skin: a stocky figure's */
    begin(&c, 0);
    dress(&c, 0);
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++)
        if (c.fit.bones[b].count) c.fit.bones[b].low.y -= 0.03, c.fit.bones[b].high.y += 0.03;
    assert_false(pd_retarget_skin_fit_doubt(c.text, &c.fit, c.at, c.match.joints));
}

static void a_mesh_apart_from_its_skeleton_is_reported(void **state)
{
    scene c;
    (void)state;
    begin(&c, 0);
    dress(&c, 0);
    for (int j = 0; j < c.s.joint_count; j++) c.at[j].z += 0.4;
    assert_true(pd_retarget_skin_fit_doubt(c.text, &c.fit, c.at, c.match.joints));
    assert_string_equal(c.text, "8 of 8 knees, ankles, elbows and wrists are outside the skin");
}

/* As in a file whose joints are numbered from 1: the skin of the upper arm follows the lower one, that of the
 * hand the upper leg. */
static void skin_that_follows_the_next_joint_in_the_list_is_reported(void **state)
{
    static const pd_anim_human lists[][6] = {{PD_HUMAN_L_UPPER_ARM, PD_HUMAN_L_LOWER_ARM, PD_HUMAN_L_HAND,
                                              PD_HUMAN_L_UPPER_LEG, PD_HUMAN_L_LOWER_LEG, PD_HUMAN_L_FOOT},
                                             {PD_HUMAN_R_UPPER_ARM, PD_HUMAN_R_LOWER_ARM, PD_HUMAN_R_HAND,
                                              PD_HUMAN_R_UPPER_LEG, PD_HUMAN_R_LOWER_LEG, PD_HUMAN_R_FOOT}};
    scene c;
    (void)state;
    begin(&c, 0);
    dress(&c, 0);
    for (int i = 0; i < 2; i++) {
        for (int k = 5; k > 0; k--) c.fit.bones[lists[i][k]] = c.fit.bones[lists[i][k - 1]];
        c.fit.bones[lists[i][0]].count = 0;
    }
    assert_true(pd_retarget_skin_fit_doubt(c.text, &c.fit, c.at, c.match.joints));
    assert_string_equal(c.text,
                        "6 of 6 upper and lower arms and legs are outside the skin that follows them");
}

static void a_limb_that_moves_no_vertex_is_found(void **state)
{
    scene c;
    (void)state;
    begin(&c, 0);
    dress(&c, 0);
    assert_false(pd_retarget_skin_fit_is_bare(&c.fit, PD_HUMAN_R_UPPER_LEG));
    c.fit.bones[PD_HUMAN_R_UPPER_LEG].count = c.fit.bones[PD_HUMAN_R_LOWER_LEG].count = 0;
    assert_false(pd_retarget_skin_fit_is_bare(&c.fit, PD_HUMAN_R_UPPER_LEG)); /* its foot */
    c.fit.bones[PD_HUMAN_R_FOOT].count = 0;
    assert_true(pd_retarget_skin_fit_is_bare(&c.fit, PD_HUMAN_R_UPPER_LEG));
    assert_false(pd_retarget_skin_fit_is_bare(&c.fit, PD_HUMAN_L_UPPER_LEG));
    memset(&c.fit, 0, sizeof c.fit); /* no mesh at all */
    assert_false(pd_retarget_skin_fit_is_bare(&c.fit, PD_HUMAN_R_UPPER_LEG));
}

static void without_skin_nothing_is_reported(void **state)
{
    scene c;
    int outside, looked;
    (void)state;
    begin(&c, 0);
    pd_retarget_skin_fit_add(&c.fit, PD_HUMAN_L_FOOT, pd_vec3_make((double)NAN, 0, 0));
    assert_true(isnan(pd_retarget_skin_fit_factor(&outside, &looked, &c.fit, c.at, c.match.joints)));
    assert_int_equal(looked, 0);
    assert_false(pd_retarget_skin_fit_doubt(c.text, &c.fit, c.at, c.match.joints));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_skeleton_of_another_size_is_reported_with_its_factor),
        cmocka_unit_test(a_skeleton_within_its_mesh_is_not_doubted),
        cmocka_unit_test(a_mesh_apart_from_its_skeleton_is_reported),
        cmocka_unit_test(skin_that_follows_the_next_joint_in_the_list_is_reported),
        cmocka_unit_test(a_limb_that_moves_no_vertex_is_found),
        cmocka_unit_test(without_skin_nothing_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
