/* Walks the table of members: each name of each row gives what the row's first name gives, or a note that
 * names it. So nothing that a file has is left out in silence. */
#include "core/motion/amass.h"
#include "core/motion/gather/gather.h"
#include "core/motion/gather/members.h"
#include "core/smpl/data/import.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { T = 5, JOINTS = 55, NUMBERS = 3 * JOINTS };

static pd_smpl_model *model;
static float poses[T * NUMBERS], trans[T * 3];

/* Poses say nothing of what is up here. */
static const pd_motion_amass_options stated = {.has_up = true, .up = PD_MOTION_UP_Z, .is_of_model = true};

/* Columns of the poses that a part has. */
static bool columns_of(pd_motion_role role, size_t *first, size_t *count)
{
    static const struct {
        pd_motion_role role;
        size_t first, joints;
    } rows[] = {{PD_MOTION_ROLE_ROOT, 0, 1},        {PD_MOTION_ROLE_BODY, 1, 21},
                {PD_MOTION_ROLE_JAW, 22, 1},        {PD_MOTION_ROLE_EYES, 23, 2},
                {PD_MOTION_ROLE_LEFT_EYE, 23, 1},   {PD_MOTION_ROLE_RIGHT_EYE, 24, 1},
                {PD_MOTION_ROLE_HANDS, 25, 30},     {PD_MOTION_ROLE_LEFT_HAND, 25, 15},
                {PD_MOTION_ROLE_RIGHT_HAND, 40, 15}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].role == role) {
            *first = 3 * rows[i].first, *count = 3 * rows[i].joints;
            return true;
        }
    return false;
}

static void put(pd_npz_writer *w, const char *name, const float *values, size_t stride, size_t columns)
{
    float *part = malloc(T * columns * sizeof *part);
    for (size_t t = 0; t < T; t++) memcpy(part + t * columns, values + t * stride, columns * sizeof *part);
    const pd_array array = PD_ARRAY(PD_DTYPE_F32, part, T, columns);
    pd_npz_add(w, name, &array);
    free(part);
}

static void put_number(pd_npz_writer *w, const char *name, double number)
{
    const pd_array array = pd_array_of(PD_DTYPE_F64, &number, 0, NULL);
    pd_npz_add(w, name, &array);
}

static void put_text(pd_npz_writer *w, const char *name, const char *text)
{
    pd_array array = pd_array_of(PD_DTYPE_CHARS, text, 0, NULL);
    array.item_bytes = array.data_bytes = strlen(text);
    pd_npz_add(w, name, &array);
}

/* Writes a file in which the member of `role` has this name, and those that it needs their first ones. */
static void write_file(pd_buffer *out, pd_motion_role role, const char *name)
{
    const float betas[4] = {1, -1, 0.5f, 0.25f};
    const pd_array shape = PD_ARRAY(PD_DTYPE_F32, betas, 4);
    size_t first, count;
    pd_npz_writer w = pd_npz_begin(out);

    /* Whole poses, or parts when one of these is asked for. */
    if (columns_of(role, &first, &count)) {
        for (int r = PD_MOTION_ROLE_ROOT; r <= PD_MOTION_ROLE_RIGHT_HAND; r++) {
            const bool is_pair = r == PD_MOTION_ROLE_EYES || r == PD_MOTION_ROLE_HANDS;
            const bool is_half = r == PD_MOTION_ROLE_LEFT_EYE || r == PD_MOTION_ROLE_RIGHT_EYE ||
                                 r == PD_MOTION_ROLE_LEFT_HAND || r == PD_MOTION_ROLE_RIGHT_HAND;
            const bool wants_pairs = role == PD_MOTION_ROLE_EYES || role == PD_MOTION_ROLE_HANDS;
            if (!columns_of((pd_motion_role)r, &first, &count) || (wants_pairs ? is_half : is_pair)) continue;
            put(&w, r == (int)role ? name : *pd_motion_member_names((pd_motion_role)r), poses + first,
                NUMBERS, count);
        }
    } else {
        const bool is_pose = role == PD_MOTION_ROLE_POSES || role == PD_MOTION_ROLE_WORLD_POSES;
        put(&w, is_pose ? name : "poses", poses, NUMBERS, NUMBERS);
    }

    const bool is_place = role == PD_MOTION_ROLE_TRANS || role == PD_MOTION_ROLE_WORLD_TRANS ||
                          role == PD_MOTION_ROLE_CAMERA_TRANS;
    put(&w, is_place ? name : "trans", trans, 3, 3);
    if (role == PD_MOTION_ROLE_INTERVAL)
        put_number(&w, name, 1 / 30.0);
    else if (role == PD_MOTION_ROLE_LENGTH)
        put_number(&w, name, T / 30.0);
    else if (role == PD_MOTION_ROLE_TIMES) {
        float times[T];
        for (int t = 0; t < T; t++) times[t] = (float)t / 30;
        const pd_array array = PD_ARRAY(PD_DTYPE_F32, times, T);
        pd_npz_add(&w, name, &array);
    } else
        put_number(&w, role == PD_MOTION_ROLE_RATE ? name : "mocap_framerate", 30);
    pd_npz_add(&w, role == PD_MOTION_ROLE_BETAS ? name : "betas", &shape);
    if (role == PD_MOTION_ROLE_GENDER) put_text(&w, name, "neutral");
    if (role == PD_MOTION_ROLE_TYPE) put_text(&w, name, "smplx");
    if (role == PD_MOTION_ROLE_UP) put_text(&w, name, "z");
    if (role == PD_MOTION_ROLE_FLAT_HANDS) put_number(&w, name, 1);
    if (role == PD_MOTION_ROLE_SCALE) put_number(&w, name, 1);
    if (role == PD_MOTION_ROLE_COUNT_OF) put_number(&w, name, strstr(name, "betas") ? 4 : T);
    assert_int_equal(pd_npz_end(&w, NULL), PD_OK);
}

static void read_file(pd_retarget_motion *motion, char *notes, pd_buffer *file)
{
    pd_error err;
    const pd_status status = pd_motion_amass_load(motion, notes, (pd_bytes){file->data, file->size}, "a.npz",
                                                  0, model, &stated, &err);
    if (status) fail_msg("%s: %s", err.where, err.detail);
    pd_buffer_deinit(file);
}

static void every_name_of_a_member_gives_the_same_motion(void **state)
{
    (void)state;
    pd_retarget_motion expected, motion;
    pd_buffer file = {0};
    char notes[PD_MOTION_AMASS_NOTES];
    int names = 0;

    write_file(&file, PD_MOTION_ROLE_POSES, "poses");
    read_file(&expected, notes, &file);
    for (int row = 0; row < pd_motion_member_count(); row++) {
        const pd_motion_role role = pd_motion_members[row].role;
        const bool is_read = role != PD_MOTION_ROLE_IDLE && role != PD_MOTION_ROLE_JOINTS &&
                             role != PD_MOTION_ROLE_JOINT_NAMES && role != PD_MOTION_ROLE_ROOT_ORIGIN &&
                             role != PD_MOTION_ROLE_EXPRESSIONS && role != PD_MOTION_ROLE_SOFT &&
                             role != PD_MOTION_ROLE_POSED_MODEL && role != PD_MOTION_ROLE_TRANS_SCALING;
        for (const char *const *name = pd_motion_members[row].names; is_read && *name; name++) {
            write_file(&file, role, *name);
            read_file(&motion, notes, &file);
            names++;

            /* A place in a camera's frame has another floor: its poses are compared. */
            assert_int_equal(motion.clip.frame_count, T);
            if (fabs(motion.clip.rate - 30) > 1e-3)
                fail_msg("%s: %g frames a second", *name, motion.clip.rate);
            const bool has_betas = motion.beta_count == 4 && !memcmp(motion.betas, expected.betas, 16);
            if (!has_betas && role != PD_MOTION_ROLE_TYPE) fail_msg("%s: %d betas", *name, motion.beta_count);
            for (int t = 0; t < T; t++) {
                const pd_quat *a = pd_anim_clip_frame(&motion.clip, t);
                const pd_quat *b = pd_anim_clip_frame(&expected.clip, t);
                for (int k = 0; k < JOINTS; k++)
                    if (pd_q_angle(a[k], b[k]) > 1e-4) fail_msg("%s: frame %d, joint %d", *name, t, k);
                if (role != PD_MOTION_ROLE_CAMERA_TRANS && role != PD_MOTION_ROLE_TYPE &&
                    pd_vec3_distance(motion.clip.roots[t], expected.clip.roots[t]) > 1e-4)
                    fail_msg("%s: the root of frame %d", *name, t);
            }
            if (strstr(notes, "not read") || strstr(notes, "not needed")) fail_msg("%s: %s", *name, notes);
            pd_anim_clip_deinit(&motion.clip);
            free(motion.expressions);
        }
    }
    assert_true(names > 90);
    pd_anim_clip_deinit(&expected.clip);
}

static void a_member_that_no_motion_needs_or_nobody_knows_is_named(void **state)
{
    (void)state;
    static const char *const unknown[] = {"foot_pose", "poses2", "x.y"};
    pd_retarget_motion motion;
    char notes[PD_MOTION_AMASS_NOTES];

    for (int row = 0; row <= pd_motion_member_count(); row++) {
        const bool is_idle =
            row < pd_motion_member_count() && pd_motion_members[row].role == PD_MOTION_ROLE_IDLE;
        for (int n = 0; n < PD_MOTION_MEMBER_NAMES; n++) {
            const char *name = row == pd_motion_member_count() ? (n < 3 ? unknown[n] : NULL)
                               : is_idle                       ? pd_motion_members[row].names[n]
                                                               : NULL;
            pd_buffer out = {0};
            if (!name) break;

            /* The file with one member more. */
            pd_buffer all = {0};
            write_file(&out, PD_MOTION_ROLE_POSES, "poses");
            pd_npz npz;
            assert_int_equal(pd_npz_parse(&npz, out.data, out.size, "a.npz", NULL), PD_OK);
            pd_npz_writer w = pd_npz_begin(&all);
            for (int i = 0; i < npz.member_count; i++) {
                pd_array array;
                char bare[64];
                const char *member = pd_npz_member(&npz, i);
                snprintf(bare, sizeof bare, "%.*s", (int)strlen(member) - 4, member);
                assert_int_equal(pd_npz_read(&array, &npz, member, NULL), PD_OK);
                pd_npz_add(&w, bare, &array);
            }
            put(&w, name, trans, 3, 3);
            assert_int_equal(pd_npz_end(&w, NULL), PD_OK);
            pd_npz_deinit(&npz);
            pd_buffer_deinit(&out);

            read_file(&motion, notes, &all);
            char expected[96];
            snprintf(expected, sizeof expected, "%s (5, 3)", name);
            const char *reason = is_idle ? "not needed for a body's motion: " : "unknown and not read: ";
            const char *at = strstr(notes, reason);
            if (!at || strncmp(at + strlen(reason), expected, strlen(expected)) != 0)
                fail_msg("%s: %s", name, notes);
            pd_anim_clip_deinit(&motion.clip);
            free(motion.expressions);
        }
    }
}

static void no_two_rows_have_one_name(void **state)
{
    (void)state;
    for (int a = 0; a < pd_motion_member_count(); a++) {
        assert_true(*pd_motion_members[a].text);
        for (const char *const *name = pd_motion_members[a].names; *name; name++) {
            const pd_motion_member *row = pd_motion_member_of(*name);
            const bool is_in_world = pd_motion_members[a].role == PD_MOTION_ROLE_WORLD_POSES ||
                                     pd_motion_members[a].role == PD_MOTION_ROLE_WORLD_TRANS;
            if (row != &pd_motion_members[a] && !is_in_world) fail_msg("%s is in two rows", *name);
        }
    }
}

/* A list that is full says how many members it has no room for. */
static void a_long_list_is_counted_to_its_end(void **state)
{
    (void)state;
    pd_motion_unread unread = {.idle = ""};
    char notes[PD_MOTION_AMASS_NOTES] = "";
    for (int i = 0; i < 100; i++) {
        char name[24];
        snprintf(name, sizeof name, "member_%03d", i);
        pd_motion_unread_add(&unread, name, "(4,)");
    }
    pd_motion_unread_note(notes, sizeof notes, &unread);
    int listed = 0;
    for (const char *at = notes; (at = strstr(at, "member_")); at++) listed++;
    char expected[32];
    snprintf(expected, sizeof expected, " and %d more", 100 - listed);
    assert_non_null(strstr(notes, expected));
}

static int setup(void **state)
{
    (void)state;
    pd_smpl_data data;
    pd_rng rng;
    pd_fixture_data(&data,
                    &(pd_fixture){.vertices = 100, .joints = JOINTS, .pose = PD_FIXTURE_NO_POSE, .betas = 4});
    for (int k = 0; k < JOINTS; k++) pd_smpl_joint_name(data.joint_names[k], k, JOINTS);
    free(data.text.provenance), free(data.text.gender);
    data.text.provenance = strdup(PD_SMPL_IMPORTED "x");
    data.text.gender = strdup("");
    if (pd_smpl_model_build(&model, &data, NULL)) return 1;
    pd_rng_init(&rng, 5);
    for (int i = 0; i < T * NUMBERS; i++) poses[i] = 0.2f * (float)pd_rng_normal(&rng);
    for (int i = 0; i < T * 3; i++) trans[i] = 0.01f * (float)pd_rng_normal(&rng);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_of_a_member_gives_the_same_motion),
        cmocka_unit_test(a_member_that_no_motion_needs_or_nobody_knows_is_named),
        cmocka_unit_test(no_two_rows_have_one_name),
        cmocka_unit_test(a_long_list_is_counted_to_its_end),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
