/* Which joints of an animal are its parts: of any names, sizes, directions;
 * what is no animal of that plan is refused. */
#include "core/animal/match.h"
#include "tests/support/animals.h"
#include "tests/support/cmocka.h"

static pd_status match(pd_animal *out, const animal *a, pd_animal_plan plan, pd_error *err)
{
    return pd_animal_match(out, &a->s, a->names, plan, err);
}

static const pd_animal_chain *part(const pd_animal *c, pd_anim_part kind, int side)
{
    for (int i = 0; i < c->chain_count; i++)
        if (c->chains[i].part == kind && c->chains[i].side == side) return &c->chains[i];
    return NULL;
}

static void check(const animal *a, const pd_animal *c)
{
    assert_int_equal(c->leg_count, a->legs);
    for (int i = 0; i < a->legs; i++) {
        const pd_animal_chain *leg = &c->chains[i];
        assert_int_equal(leg->part, PD_PART_LEG);
        assert_int_equal(leg->side, i % 2 ? -1 : 1);
        assert_int_equal(leg->row, i / 2);
        if (leg->joints[0] != a->tops[i] || leg->joints[leg->count - 1] != a->tips[i])
            fail_msg("leg %d is of joints %d to %d; %d to %d expected", i, leg->joints[0],
                     leg->joints[leg->count - 1], a->tops[i], a->tips[i]);
    }
    assert_int_equal(c->hips, a->hips);
    const pd_animal_chain *spine = part(c, PD_PART_SPINE, 0), *neck = part(c, PD_PART_NECK, 0),
                          *tail = part(c, PD_PART_TAIL, 0);
    assert_int_equal(spine->joints[0], a->hips);
    assert_int_equal(spine->joints[spine->count - 1], a->chest);
    if (a->head >= 0) assert_int_equal(neck->joints[neck->count - 1], a->head);
    assert_int_equal(tail->joints[tail->count - 1], a->tail);
    if (a->wing >= 0) assert_int_equal(part(c, PD_PART_WING, 1)->joints[0], a->wing);

    /* the front is where it is */
    const pd_vec3 front = pd_q_rotate(pd_q_conjugate(c->facing), pd_vec3_make(0, 0, 1));
    assert_true(pd_vec3_distance(front, pd_vec3_make(sin(a->spec->yaw), 0, cos(a->spec->yaw))) < 1e-9);
}

static void parts_are_found_whatever_their_names_size_and_direction(void **state)
{
    static const double yaws[] = {0, 1.5707963267948966, 3.141592653589793, -1.5707963267948966};
    (void)state;
    for (int pairs = 1; pairs <= 4; pairs *= 2)
        for (int i = 0; i < 16; i++) {
            const animal_spec spec = {.pairs = pairs,
                                      .size = i & 1 ? 100 : 0.01,
                                      .spines = 1 + i % 4,
                                      .tails = 2 + i % 5,
                                      .no_toes = i & 2,
                                      .on_ground = i & 4,
                                      .nameless = pairs == 2 && (i & 8),
                                      .yaw = yaws[i % 4]};
            animal a;
            pd_animal c;
            pd_error err;
            animal_make(&a, &spec);
            if (match(&c, &a, PD_CREATURE_ANY, &err) != PD_OK)
                fail_msg("%d pairs, %d: %s: %s", pairs, i, err.where, err.detail);
            assert_int_equal(c.plan, pairs == 1   ? PD_CREATURE_BIRD
                                     : pairs == 2 ? PD_CREATURE_QUADRUPED
                                                  : PD_CREATURE_SPIDER);
            check(&a, &c);
            assert_string_equal(c.doubt, "");
        }
}

static void a_part_on_the_ground_beside_the_feet_is_not_a_leg(void **state)
{
    const animal_spec spec = {.pairs = 2};
    animal a, b;
    pd_animal c;
    (void)state;
    animal_make(&a, &spec);
    /* toes beside the first, handles of inverse kinematics below the root, a tail that drags */
    b = a;
    b.s.joint_count = 0;
    memset(&b.s, 0, sizeof b.s);
    b.s.joint_count = a.s.joint_count;
    const int toe = animal_joint(&b, "toe2", a.s.parents[a.tips[0]], 0.16, 0.02, 0.58);
    animal_joint(&b, "ik_L", a.hips, 0.3, 0.01, 0);
    animal_joint(&b, "ik_R", a.hips, -0.3, 0.01, 0);
    const int drags = animal_joint(&b, "tail9", a.tail, 0, 0.01, -1.9);
    double rest[3 * PD_ANIM_MAX_JOINTS];
    for (int k = 0; k < b.s.joint_count; k++)
        rest[3 * k] = b.rest[k].x, rest[3 * k + 1] = b.rest[k].y, rest[3 * k + 2] = b.rest[k].z;
    assert_int_equal(pd_anim_skeleton_from_rest(&b.s, (const char(*)[PD_ANIM_NAME_BYTES])b.texts, b.parents,
                                                rest, b.s.joint_count, NULL),
                     PD_OK);
    for (int k = 0; k < b.s.joint_count; k++) b.names[k] = b.texts[k];
    assert_int_equal(match(&c, &b, PD_CREATURE_QUADRUPED, NULL), PD_OK);
    assert_int_equal(c.leg_count, 4);
    const pd_animal_chain *tail = part(&c, PD_PART_TAIL, 0), *leg = &c.chains[0];
    assert_int_equal(tail->joints[tail->count - 1], drags);
    assert_true(leg->joints[leg->count - 1] == a.tips[0] || leg->joints[leg->count - 1] == toe);
}

/* A root that lies far below the feet, as the middle of some files' scenes does, is no ground. */
static void the_ground_is_below_feet_and_not_below_the_root(void **state)
{
    const animal_spec spec = {.pairs = 2, .on_ground = true};
    animal a;
    pd_animal c;
    double rest[3 * PD_ANIM_MAX_JOINTS];
    (void)state;
    animal_make(&a, &spec);
    for (int k = 0; k < a.s.joint_count; k++)
        rest[3 * k] = a.rest[k].x, rest[3 * k + 1] = a.rest[k].y - (k == 0), rest[3 * k + 2] = a.rest[k].z;
    assert_int_equal(pd_anim_skeleton_from_rest(&a.s, (const char(*)[PD_ANIM_NAME_BYTES])a.texts, a.parents,
                                                rest, a.s.joint_count, NULL),
                     PD_OK);
    assert_int_equal(match(&c, &a, PD_CREATURE_QUADRUPED, NULL), PD_OK);
    check(&a, &c);
}

static void a_file_with_z_up_stands_upright(void **state)
{
    const animal_spec spec = {.pairs = 2};
    animal a;
    pd_animal c;
    double rest[3 * PD_ANIM_MAX_JOINTS];
    (void)state;
    animal_make(&a, &spec);
    for (int k = 0; k < a.s.joint_count; k++) /* +Y becomes +Z */
        rest[3 * k] = a.rest[k].x, rest[3 * k + 1] = -a.rest[k].z, rest[3 * k + 2] = a.rest[k].y;
    assert_int_equal(pd_anim_skeleton_from_rest(&a.s, (const char(*)[PD_ANIM_NAME_BYTES])a.texts, a.parents,
                                                rest, a.s.joint_count, NULL),
                     PD_OK);
    assert_int_equal(match(&c, &a, PD_CREATURE_QUADRUPED, NULL), PD_OK);
    assert_int_equal(c.chains[0].joints[0], a.tops[0]);
    const pd_vec3 up = pd_q_rotate(c.facing, pd_vec3_make(0, 0, 1)),
                  front = pd_q_rotate(c.facing, pd_vec3_make(0, -1, 0));
    assert_true(up.y > 0.999 && front.z > 0.999);
}

static void another_plan_is_refused_by_the_name_of_what_fits(void **state)
{
    const animal_spec four = {.pairs = 2}, eight = {.pairs = 4};
    animal a;
    pd_animal c;
    pd_error err;
    (void)state;
    animal_make(&a, &four);
    assert_int_equal(match(&c, &a, PD_CREATURE_SPIDER, &err), PD_ERR_UNSUPPORTED);
    assert_string_equal(err.where, "/match");
    assert_string_equal(
        err.detail, "no spider (eight legs on the ground): 4 leaves of its 27 joints (hips, spine0, spine1, "
                    "front_upper_L ...) are near the ground, of which 4 are feet that stand in pairs; a "
                    "quadruped stands so: template=quadruped");
    animal_make(&a, &eight);
    assert_int_equal(match(&c, &a, PD_CREATURE_BIRD, &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "template=spider"));

    /* a chair: legs on the ground that hang on a seat are of one joint each */
    static const char names[][PD_ANIM_NAME_BYTES] = {"seat", "a", "b", "c", "d", "back"};
    static const char *const texts[] = {"seat", "a", "b", "c", "d", "back"};
    static const int parents[] = {-1, 0, 0, 0, 0, 0};
    static const double rest[] = {0,   0.5, 0,    0.2,  0, 0.2,  -0.2, 0, 0.2,
                                  0.2, 0,   -0.2, -0.2, 0, -0.2, 0,    1, -0.2};
    pd_anim_skeleton s;
    assert_int_equal(pd_anim_skeleton_from_rest(&s, names, parents, rest, 6, NULL), PD_OK);
    assert_int_equal(pd_animal_match(&c, &s, texts, PD_CREATURE_ANY, &err), PD_ERR_UNSUPPORTED);
    assert_non_null(strstr(err.detail, "0 are feet"));

    /* all at one place */
    static const double nowhere[18] = {0};
    assert_int_equal(pd_anim_skeleton_from_rest(&s, names, parents, nowhere, 6, NULL), PD_OK);
    assert_int_equal(pd_animal_match(&c, &s, texts, PD_CREATURE_ANY, &err), PD_ERR_UNSUPPORTED);
}

static void joints_are_named_by_their_part(void **state)
{
    const animal_spec spec = {.pairs = 2};
    animal a;
    pd_animal c;
    char name[PD_CREATURE_NAME_BYTES];
    (void)state;
    animal_make(&a, &spec);
    assert_int_equal(match(&c, &a, PD_CREATURE_ANY, NULL), PD_OK);
    pd_animal_joint_name(name, &c, 3, 1);
    assert_string_equal(name, "right_hind_leg_2");
    for (int i = 0; i < c.chain_count; i++)
        if (c.chains[i].part == PD_PART_NECK) pd_animal_joint_name(name, &c, i, c.chains[i].count - 1);
    assert_string_equal(name, "head");
    assert_int_equal(pd_animal_plan_of("bird"), PD_CREATURE_BIRD);
    assert_int_equal(pd_animal_plan_of("person"), PD_CREATURE_ANY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_found_whatever_their_names_size_and_direction),
        cmocka_unit_test(a_part_on_the_ground_beside_the_feet_is_not_a_leg),
        cmocka_unit_test(the_ground_is_below_feet_and_not_below_the_root),
        cmocka_unit_test(a_file_with_z_up_stands_upright),
        cmocka_unit_test(another_plan_is_refused_by_the_name_of_what_fits),
        cmocka_unit_test(joints_are_named_by_their_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
