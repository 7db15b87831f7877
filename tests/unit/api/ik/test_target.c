/* Reading of IK targets: every member is stored in its place, and errors name the place. */
#include "api/ik/read.h"
#include "tests/support/cmocka.h"
#include "tests/support/human.h"

#include <stdlib.h>

typedef struct reading {
    pd_anim_skeleton skeleton;
    pd_api_ik_problem problem;
    pd_api_pool pool;
    json_t *json;
    int good;
} reading;

static json_t *parsed(const char *text)
{
    json_error_t err;
    json_t *json = json_loads(text, 0, &err);
    if (!json) fail_msg("%s: %s", text, err.text);
    return json;
}

/* Reads targets on the person of human.h. Release them with drop. */
static reading *read_targets(const char *text)
{
    reading *r = calloc(1, sizeof *r);
    assert_non_null(r);
    human_init(&r->skeleton);
    r->problem.skeleton = &r->skeleton;
    r->json = text ? parsed(text) : NULL;
    r->good = pd_api_ik_targets(&r->problem, r->json, &r->pool, "/problems/3");
    return r;
}

static void drop(reading *r)
{
    pd_api_pool_deinit(&r->pool);
    json_decref(r->json);
    free(r);
}

static int joint(const char *name)
{
    pd_anim_skeleton s;
    human_init(&s);
    assert_true(pd_anim_skeleton_find(&s, name) >= 0);
    return pd_anim_skeleton_find(&s, name);
}

static pd_ik_target one(const char *text)
{
    reading *r = read_targets(text);
    if (!r->good)
        fail_msg("%s: %s %s", text, r->problem.problems.items[0].where, r->problem.problems.items[0].detail);
    assert_int_equal(r->problem.job.target_count, 1);
    assert_non_null(r->problem.job.results);
    pd_ik_target t = r->problem.job.targets[0];
    drop(r);
    return t;
}

/* Checks the number of errors, and place and text of the first one. */
static void expect_errors(reading *r, int count, pd_status status, const char *where, const char *detail)
{
    const pd_error *err = &r->problem.problems.items[0];
    assert_false(r->good);
    if (r->problem.problems.count != count || err->status != status || strcmp(err->where, where) ||
        !strstr(err->detail, detail))
        fail_msg("%d errors, first %d %s: %s; expected %d, %d %s: %s", r->problem.problems.count,
                 (int)err->status, err->where, err->detail, count, (int)status, where, detail);
    drop(r);
}

static void expect_bad(const char *text, const char *where, const char *detail)
{
    expect_errors(read_targets(text), 1, PD_ERR_INVALID, where, detail);
}

static void expect_vector(pd_vec3 v, double x, double y, double z)
{
    assert_near(v.x, x, 0);
    assert_near(v.y, y, 0);
    assert_near(v.z, z, 0);
}

/* ---- what is read */

static void a_position_alone_leaves_everything_else_out(void **state)
{
    (void)state;
    pd_ik_target t = one("[{\"joint\":\"left_wrist\",\"position\":[0.1,0.2,0.3]}]");
    assert_int_equal(t.joint, joint("left_wrist"));
    assert_int_equal(t.chain_root, -1);
    assert_true(t.has_position && !t.has_orientation && !t.has_pole && !t.has_look && !t.has_distance &&
                !t.has_centre);
    assert_true(!t.keep && !t.has_frame && t.priority == 1);
    expect_vector(t.position, 0.1, 0.2, 0.3);
    assert_near(t.weight, 1, 0);
}

static void every_member_goes_where_it_belongs(void **state)
{
    (void)state;
    pd_ik_target t =
        one("[{\"joint\":\"left_wrist\",\"chain\":\"left_shoulder\",\"frame\":\"head\",\"position\":[1,2,3],"
            "\"orientation\":[0,3,0,4],\"pole\":[4,5,6],\"look_at\":[7,8,9],\"look_axis\":[10,11,12],"
            "\"centre\":[13,14,15],\"distance\":0.25,\"distance_from\":\"right_hand\",\"weight\":2.5,"
            "\"priority\":2,\"keep\":true}]");
    assert_int_equal(t.joint, joint("left_wrist"));
    assert_int_equal(t.chain_root, joint("left_shoulder"));
    assert_true(t.has_frame);
    assert_int_equal(t.frame, joint("head"));
    assert_true(t.has_position && t.has_orientation && t.has_pole && t.has_look && t.has_distance &&
                t.has_centre && t.keep);
    expect_vector(t.position, 1, 2, 3);
    expect_vector(t.pole, 4, 5, 6);
    expect_vector(t.look_at, 7, 8, 9);
    expect_vector(t.look_axis, 10, 11, 12);
    expect_vector(t.centre, 13, 14, 15);
    assert_near(t.orientation.x, 0, 1e-15);
    assert_near(t.orientation.y, 0.6, 1e-15);
    assert_near(t.orientation.z, 0, 1e-15);
    assert_near(t.orientation.w, 0.8, 1e-15);
    assert_near(t.distance, 0.25, 0);
    assert_int_equal(t.distance_to, joint("right_hand"));
    assert_near(t.weight, 2.5, 0);
    assert_int_equal(t.priority, 2);
}

static void numbers_keep_all_their_digits(void **state)
{
    (void)state;
    pd_ik_target t =
        one("[{\"joint\":\"head\",\"position\":[0.1234567890123,-0.2345678901234,0.3456789012345],"
            "\"orientation\":[0.1,0.2,0.3,0.4]}]");
    expect_vector(t.position, 0.1234567890123, -0.2345678901234, 0.3456789012345);
    double length = sqrt(0.01 + 0.04 + 0.09 + 0.16);
    assert_near(t.orientation.x, 0.1 / length, 1e-15);
    assert_near(t.orientation.y, 0.2 / length, 1e-15);
    assert_near(t.orientation.z, 0.3 / length, 1e-15);
    assert_near(t.orientation.w, 0.4 / length, 1e-15);
}

static void a_distance_is_from_a_joint_or_a_point_and_may_be_zero(void **state)
{
    (void)state;
    pd_ik_target t = one("[{\"joint\":\"head\",\"distance\":0,\"distance_from\":\"pelvis\"}]");
    assert_true(t.has_distance);
    assert_int_equal(t.distance_to, 0); /* the first of the joints is one too */
    assert_near(t.distance, 0, 0);

    t = one("[{\"joint\":\"head\",\"distance\":1.5,\"distance_from\":[0.5,-0.25,10000]}]");
    assert_true(t.has_distance);
    assert_int_equal(t.distance_to, -1);
    expect_vector(t.distance_point, 0.5, -0.25, 10000);
}

static void each_kind_of_target_is_enough_alone(void **state)
{
    (void)state;
    assert_true(one("[{\"joint\":\"pelvis\",\"keep\":true}]").keep);
    assert_true(one("[{\"joint\":\"head\",\"orientation\":[0,0,0,-2]}]").has_orientation);
    assert_true(one("[{\"joint\":\"head\",\"look_at\":[0,0,1]}]").has_look);
    assert_true(one("[{\"joint\":\"head\",\"centre\":[0,0,1]}]").has_centre);
    pd_ik_target t = one("[{\"centre\":[0,0,1]}]"); /* nobody's in particular */
    assert_true(t.has_centre && t.joint == -1 && t.chain_root == -1);
    assert_near(one("[{\"joint\":\"head\",\"orientation\":[0,0,0,-2]}]").orientation.w, -1, 1e-15);
}

static void the_frame_world_is_not_the_frame_of_a_joint(void **state)
{
    (void)state;
    assert_false(one("[{\"joint\":\"head\",\"frame\":\"world\",\"position\":[0,0,1]}]").has_frame);
    pd_ik_target t = one("[{\"joint\":\"head\",\"frame\":\"pelvis\",\"position\":[0,0,1]}]");
    assert_true(t.has_frame && t.frame == 0);
    t = one("[{\"joint\":\"head\",\"chain\":\"pelvis\",\"position\":[0,0,1]}]");
    assert_int_equal(t.chain_root, 0);
}

static void targets_keep_their_order(void **state)
{
    (void)state;
    char text[8192] = "[";
    for (int i = 0; i < PD_IK_MAX_TARGETS; i++)
        sprintf(text + strlen(text), "%s{\"joint\":\"%s\",\"position\":[%d,0,0]}", i ? "," : "",
                human_joints[i % 24].name, i);
    reading *r = read_targets(strcat(text, "]"));
    assert_true(r->good);
    assert_int_equal(r->problem.job.target_count, PD_IK_MAX_TARGETS);
    for (int i = 0; i < PD_IK_MAX_TARGETS; i++) {
        assert_int_equal(r->problem.job.targets[i].joint, i % 24);
        assert_near(r->problem.job.targets[i].position.x, i, 0);
        r->problem.job.results[i].iterations = i; /* there is room for each of them */
    }
    drop(r);
}

/* ---- what is refused */

static void no_target_and_too_many_targets_are_refused(void **state)
{
    (void)state;
    char text[8192] = "[";
    for (int i = 0; i <= PD_IK_MAX_TARGETS; i++)
        sprintf(text + strlen(text), "%s{\"joint\":\"head\",\"position\":[%d,0,0]}", i ? "," : "", i);
    expect_errors(read_targets(NULL), 1, PD_ERR_INVALID, "/problems/3/targets", "missing; 1 to 64 expected");
    expect_errors(read_targets("[]"), 1, PD_ERR_RANGE, "/problems/3/targets", "0 targets; 1 to 64 allowed");
    expect_errors(read_targets(strcat(text, "]")), 1, PD_ERR_RANGE, "/problems/3/targets",
                  "65 targets; 1 to 64 allowed");
}

static void a_missing_field_of_a_target_is_reported(void **state)
{
    (void)state;
    static const char place[] = "/problems/3/targets/0";
    expect_bad("[{\"position\":[0,0,0]}]", place, "joint is missing; the name of a joint expected");
    expect_bad("[{\"joint\":\"head\"}]", place,
               "the target has no goal; at least one of position, orientation, look_at, distance, centre and "
               "keep expected");
    expect_bad("[{\"joint\":\"head\",\"keep\":false,\"weight\":2}]", place, "the target has no goal");
    expect_bad("[{\"joint\":\"head\",\"pole\":[0,0,1]}]", place, "the target has no goal");
    expect_bad("[{\"joint\":\"head\",\"distance\":1}]", place,
               "distance_from is missing; the name of a joint or a point x, y, z expected");
    expect_bad("[{\"joint\":\"head\",\"distance\":1,\"distance_from\":4}]", place,
               "distance_from is missing");
    expect_bad("[{\"joint\":\"head\",\"orientation\":[0,0,0,0]}]", "/problems/3/targets/0/orientation",
               "a quaternion of length 0; any other length allowed (it is normalised)");
}

static void the_place_of_an_error_is_its_targets(void **state)
{
    (void)state;
    expect_errors(
        read_targets("[{\"joint\":\"head\",\"keep\":true},{\"joint\":\"head\",\"position\":[1,2]}]"), 1,
        PD_ERR_RANGE, "/problems/3/targets/1/position", "2 numbers; 3 expected");
    expect_errors(read_targets("[{\"joint\":\"head\",\"position\":[1,2,3,4]}]"), 1, PD_ERR_RANGE,
                  "/problems/3/targets/0/position", "4 numbers; 3 expected");
    expect_errors(read_targets("[{\"joint\":\"head\",\"orientation\":[1,2,3]}]"), 1, PD_ERR_RANGE,
                  "/problems/3/targets/0/orientation", "3 numbers; 4 expected");
    expect_errors(read_targets("[{\"joint\":\"head\",\"orientation\":[1,2,3,4,5]}]"), 1, PD_ERR_RANGE,
                  "/problems/3/targets/0/orientation", "5 numbers; 4 expected");
    expect_bad("[{\"joint\":\"head\",\"distance\":1,\"distance_from\":\"tail\"}]",
               "/problems/3/targets/0/distance_from", "no joint \"tail\"");
    expect_bad("[{\"joint\":\"head\",\"keep\":true,\"chain\":\"tail\"}]", "/problems/3/targets/0/chain",
               "no joint \"tail\"");
    expect_bad("[{\"joint\":\"head\",\"keep\":true,\"frame\":\"tail\"}]", "/problems/3/targets/0/frame",
               "no joint \"tail\"");
    expect_errors(read_targets("[{\"joint\":\"head\",\"distance\":1,\"distance_from\":[0,0,10001]}]"), 1,
                  PD_ERR_RANGE, "/problems/3/targets/0/distance_from/2", "10001; -10000 to 10000 allowed");
    expect_errors(read_targets("[{\"joint\":\"head\",\"distance\":1,\"distance_from\":[-10001,0,0]}]"), 1,
                  PD_ERR_RANGE, "/problems/3/targets/0/distance_from/0", "-10001; -10000 to 10000 allowed");
}

/* Each member, at and just beyond both of its ends. */
static void values_are_accepted_up_to_both_ends_of_their_range(void **state)
{
    (void)state;
    static const struct {
        const char *before, *after, *place;
        double least, most;
    } rows[] = {
        {"\"position\":[0,", ",0]", "position/1", -1e4, 1e4},
        {"\"keep\":true,\"pole\":[0,0,", "]", "pole/2", -1e4, 1e4},
        {"\"look_at\":[", ",0,0]", "look_at/0", -1e4, 1e4},
        {"\"look_at\":[0,0,1],\"look_axis\":[1,", ",0]", "look_axis/1", -1e6, 1e6},
        {"\"centre\":[0,0,", "]", "centre/2", -1e4, 1e4},
        {"\"orientation\":[1,0,0,", "]", "orientation/3", -1e6, 1e6},
        {"\"distance_from\":\"pelvis\",\"distance\":", "", "distance", 0, 1e4},
        {"\"keep\":true,\"weight\":", "", "weight", 1e-3, 1000},
        {"\"keep\":true,\"priority\":", "", "priority", 1, 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int end = 0; end < 2; end++) {
            char text[160], place[80];
            double value = end ? rows[i].most : rows[i].least;
            int whole = !strcmp(rows[i].place, "priority");
            snprintf(text, sizeof text, "[{\"joint\":\"head\",%s%.9g%s}]", rows[i].before, value,
                     rows[i].after);
            one(text);
            value = whole ? value + (end ? 1 : -1)
                    : end ? value * 1.001
                          : value - 1e-4 * fmax(1, fabs(value));
            snprintf(text, sizeof text, "[{\"joint\":\"head\",%s%.9g%s}]", rows[i].before, value,
                     rows[i].after);
            snprintf(place, sizeof place, "/problems/3/targets/0/%s", rows[i].place);
            expect_errors(read_targets(text), 1, PD_ERR_RANGE, place, "allowed");
        }
}

/* All errors are reported at once: those of a target's joints and numbers, and those of each target. */
static void several_errors_are_collected(void **state)
{
    (void)state;
    expect_errors(
        read_targets(
            "[{\"joint\":\"a\",\"chain\":\"b\",\"frame\":\"c\",\"position\":[1],\"pole\":[1],\"look_at\":[1],"
            "\"look_axis\":[1],\"centre\":[1]}]"),
        8, PD_ERR_INVALID, "/problems/3/targets/0/joint", "no joint \"a\" in this skeleton of 24");
    expect_errors(read_targets("[{},{\"joint\":\"head\"},{\"joint\":\"head\",\"keep\":true}]"), 2,
                  PD_ERR_INVALID, "/problems/3/targets/0", "joint is missing; the name of a joint expected");
}

/* ---- names */

static void a_name_is_found_or_the_nearest_one_is_suggested(void **state)
{
    (void)state;
    expect_bad("[{\"joint\":\"left_wirst\",\"keep\":true}]", "/problems/3/targets/0/joint",
               "no joint \"left_wirst\" in this skeleton of 24; did you mean left_wrist?");
    reading *r = read_targets("[{\"joint\":\"zzz\",\"keep\":true}]");
    const char *detail = r->problem.problems.items[0].detail;
    assert_non_null(strstr(detail, ": pelvis, left_hip, right_hip, spine1, left_knee"));
    drop(r);
}

/* As many names as there is room for, each whole, and then that there are more. */
static void names_are_never_cut_in_the_middle(void **state)
{
    (void)state;
    for (int count = 1; count <= 40; count++) {
        static char names[40][PD_ANIM_NAME_BYTES];
        pd_anim_joint joints[40];
        pd_api_ik_problem *in = calloc(1, sizeof *in);
        pd_anim_skeleton *s = calloc(1, sizeof *s);
        assert_true(in && s);
        for (int k = 0; k < count; k++) {
            snprintf(names[k], sizeof names[k], "joint_%02d_%.*s", k, 3 + k % 20, "xxxxxxxxxxxxxxxxxxxxxxxx");
            joints[k] = (pd_anim_joint){names[k], k ? names[k - 1] : NULL, {0, 1, 0}};
        }
        assert_int_equal(pd_anim_skeleton_init(s, joints, count, NULL), PD_OK);
        in->skeleton = s;
        assert_int_equal(pd_api_ik_joint(in, "?", "/base", "member", &in->problems), -1);

        const char *list = strchr(in->problems.items[0].detail, ':');
        assert_string_equal(in->problems.items[0].where, "/base/member");
        assert_non_null(list);
        list += 2;
        int k = 0, more = 0;
        for (; *list && !more; k++) {
            size_t size = strcspn(list, ",");
            more = !strncmp(list, "...", size);
            if (!more) assert_true(k < count && size == strlen(names[k]) && !strncmp(list, names[k], size));
            list += size + (list[size] ? 2 : 0);
        }
        assert_int_equal(*list, 0);
        assert_true(more ? k > 5 : k == count);
        for (int j = 0; j < count; j++)
            assert_int_equal(pd_api_ik_joint(in, names[j], "", "", &in->problems), j);
        assert_int_equal(in->problems.count, 1);
        free(in), free(s);
    }
}

/* ---- positions of all joints */

typedef enum shape { FLAT, NESTED } shape;

static json_t *positions(int count, shape kind)
{
    json_t *array = json_array();
    for (int j = 0; j < count; j++) {
        json_t *row = kind == FLAT ? array : json_array();
        for (int c = 0; c < 3; c++) json_array_append_new(row, json_real(10 * j + c + 0.5));
        if (kind == NESTED) json_array_append_new(array, row);
    }
    return array;
}

static json_t *twists_of(int count, double each)
{
    json_t *array = json_array();
    for (int j = 0; j < count; j++) json_array_append_new(array, json_real(each < 0 ? 0.125 * j : each));
    return array;
}

static reading *read_positions(json_t *array, json_t *twists)
{
    reading *r = calloc(1, sizeof *r);
    assert_non_null(r);
    human_init(&r->skeleton);
    r->problem.skeleton = &r->skeleton;
    r->json = json_pack("[o,o]", array, twists ? twists : json_null());
    r->good = pd_api_ik_positions(&r->problem, array, twists, &r->pool, "/problems/3");
    return r;
}

static void positions_of_all_joints_become_one_target_each_flat_or_nested(void **state)
{
    (void)state;
    for (int with = 0; with < 4; with++) {
        reading *r =
            read_positions(positions(24, with % 2 ? FLAT : NESTED), with / 2 ? twists_of(24, -1) : NULL);
        assert_true(r->good);
        assert_int_equal(r->problem.job.target_count, 24);
        for (int j = 0; j < 24; j++) {
            const pd_ik_target *t = &r->problem.job.targets[j];
            assert_true(t->joint == j && t->chain_root == -1 && t->has_position && !t->has_orientation);
            expect_vector(t->position, 10 * j + 0.5, 10 * j + 1.5, 10 * j + 2.5);
            r->problem.job.results[j].iterations = j;
            if (with / 2) assert_near(r->problem.job.hybrik.twists[j], 0.125 * j, 0);
        }
        if (with < 2) assert_null(r->problem.job.hybrik.twists);
        drop(r);
    }
}

static void wrong_positions_are_refused_with_their_place(void **state)
{
    (void)state;
    expect_errors(read_positions(positions(23, NESTED), NULL), 1, PD_ERR_RANGE, "/problems/3/joint_positions",
                  "23 positions; 24 expected, one per joint");
    expect_errors(read_positions(positions(25, NESTED), NULL), 1, PD_ERR_RANGE, "/problems/3/joint_positions",
                  "25 positions; 24 expected, one per joint");
    expect_errors(read_positions(positions(23, FLAT), NULL), 1, PD_ERR_RANGE, "/problems/3/joint_positions",
                  "69 numbers; 72 expected");

    json_t *array = positions(24, NESTED);
    json_array_set_new(array, 5, json_real(1));
    expect_errors(read_positions(array, NULL), 1, PD_ERR_INVALID, "/problems/3/joint_positions/5",
                  "not an array; [x, y, z] expected");
    array = positions(24, NESTED);
    json_array_append_new(json_array_get(array, 23), json_real(1));
    expect_errors(read_positions(array, NULL), 1, PD_ERR_RANGE, "/problems/3/joint_positions/23",
                  "4 numbers; 3 expected");
    for (int sign = -1; sign < 2; sign += 2)
        for (int kind = FLAT; kind <= NESTED; kind++) {
            array = positions(24, (shape)kind);
            json_array_set_new(kind == FLAT ? array : json_array_get(array, 7), kind == FLAT ? 22 : 1,
                               json_real(sign * 1e4));
            reading *r = read_positions(array, NULL);
            assert_true(r->good);
            drop(r);
            array = positions(24, (shape)kind);
            json_array_set_new(kind == FLAT ? array : json_array_get(array, 7), kind == FLAT ? 22 : 1,
                               json_real(sign * 10001.0));
            expect_errors(read_positions(array, NULL), 1, PD_ERR_RANGE,
                          kind == FLAT ? "/problems/3/joint_positions/22" : "/problems/3/joint_positions/7/1",
                          "10001; -10000 to 10000");
        }
}

static void twists_are_one_number_for_each_joint_within_its_range(void **state)
{
    (void)state;
    static const char place[] = "/problems/3/twists";
    expect_errors(read_positions(positions(24, FLAT), twists_of(23, 0)), 1, PD_ERR_RANGE, place,
                  "23 numbers; 24 expected (one a joint)");
    expect_errors(read_positions(positions(24, FLAT), twists_of(25, 0)), 1, PD_ERR_RANGE, place,
                  "25 numbers; 24 expected");
    expect_errors(read_positions(positions(24, FLAT), twists_of(24, 7.01)), 8, PD_ERR_RANGE,
                  "/problems/3/twists/0", "7.01; -7 to 7 allowed");
    for (int sign = -1; sign < 2; sign += 2) {
        json_t *twists = twists_of(24, 7);
        json_array_set_new(twists, 4, json_real(7.0 * sign));
        reading *r = read_positions(positions(24, FLAT), twists);
        assert_true(r->good);
        drop(r);
    }
    json_t *twists = twists_of(24, 7);
    json_array_set_new(twists, 4, json_real(-7.01));
    expect_errors(read_positions(positions(24, FLAT), twists), 1, PD_ERR_RANGE, "/problems/3/twists/4",
                  "-7.01; -7 to 7 allowed");
}

static void a_skeleton_of_more_joints_than_targets_is_refused(void **state)
{
    (void)state;
    for (int count = PD_IK_MAX_TARGETS; count <= PD_IK_MAX_TARGETS + 1; count++) {
        static char names[PD_IK_MAX_TARGETS + 1][PD_ANIM_NAME_BYTES];
        pd_anim_joint joints[PD_IK_MAX_TARGETS + 1];
        reading *r = calloc(1, sizeof *r);
        assert_non_null(r);
        for (int k = 0; k < count; k++) {
            snprintf(names[k], sizeof names[k], "j%d", k);
            joints[k] = (pd_anim_joint){names[k], k ? names[k - 1] : NULL, {0, 1, 0}};
        }
        assert_int_equal(pd_anim_skeleton_init(&r->skeleton, joints, count, NULL), PD_OK);
        r->problem.skeleton = &r->skeleton;
        r->json = positions(count, NESTED);
        r->good = pd_api_ik_positions(&r->problem, r->json, NULL, &r->pool, "");
        if (count == PD_IK_MAX_TARGETS) {
            assert_true(r->good);
            drop(r);
        } else
            expect_errors(r, 1, PD_ERR_LIMIT, "/joint_positions", "65 joints; at most 64 allowed");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_position_alone_leaves_everything_else_out),
        cmocka_unit_test(every_member_goes_where_it_belongs),
        cmocka_unit_test(numbers_keep_all_their_digits),
        cmocka_unit_test(a_distance_is_from_a_joint_or_a_point_and_may_be_zero),
        cmocka_unit_test(each_kind_of_target_is_enough_alone),
        cmocka_unit_test(the_frame_world_is_not_the_frame_of_a_joint),
        cmocka_unit_test(targets_keep_their_order),
        cmocka_unit_test(no_target_and_too_many_targets_are_refused),
        cmocka_unit_test(a_missing_field_of_a_target_is_reported),
        cmocka_unit_test(the_place_of_an_error_is_its_targets),
        cmocka_unit_test(values_are_accepted_up_to_both_ends_of_their_range),
        cmocka_unit_test(several_errors_are_collected),
        cmocka_unit_test(a_name_is_found_or_the_nearest_one_is_suggested),
        cmocka_unit_test(names_are_never_cut_in_the_middle),
        cmocka_unit_test(positions_of_all_joints_become_one_target_each_flat_or_nested),
        cmocka_unit_test(wrong_positions_are_refused_with_their_place),
        cmocka_unit_test(twists_are_one_number_for_each_joint_within_its_range),
        cmocka_unit_test(a_skeleton_of_more_joints_than_targets_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
