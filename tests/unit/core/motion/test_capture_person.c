/* A person of an unknown skeleton, as other programs write it: its unit, rest pose, up axis, sides, jumps. */
#include "core/motion/capture.h"
#include "core/motion/amass.h"

#include "core/anim/biped.h"
#include "core/io/mocap/bvh.h"
#include "tests/support/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- a person of an unknown skeleton, as other programs write it ---- */

typedef struct bone {
    const char *name;
    int parent;
    double x, y, z; /* offset in the T-pose, metres */
} bone;

static const bone person_bones[] = {
    {"Hips", -1, 0, 0, 0},           {"Spine", 0, 0, .1, 0},       {"Chest", 1, 0, .2, 0},
    {"Neck", 2, 0, .2, 0},           {"Head", 3, 0, .1, 0},        {"LeftArm", 2, .18, .15, 0},
    {"LeftForeArm", 5, .28, 0, 0},   {"LeftHand", 6, .25, 0, 0},   {"RightArm", 2, -.18, .15, 0},
    {"RightForeArm", 8, -.28, 0, 0}, {"RightHand", 9, -.25, 0, 0}, {"LeftUpLeg", 0, .1, -.05, 0},
    {"LeftLeg", 11, 0, -.42, 0},     {"LeftFoot", 12, 0, -.42, 0}, {"LeftToe", 13, 0, -.06, .14},
    {"RightUpLeg", 0, -.1, -.05, 0}, {"RightLeg", 15, 0, -.42, 0}, {"RightFoot", 16, 0, -.42, 0},
    {"RightToe", 17, 0, -.06, .14}};
#define BONES (int)(sizeof person_bones / sizeof *person_bones)

typedef struct person_file {
    double units;                          /* in a metre */
    int bent;                              /* joint that the rest pose turns ... */
    pd_quat bend;                          /* ... by this, while every frame stands in the T-pose */
    pd_quat root;                          /* rotation of the hips in every frame, and of their way */
    bool has_reference;                    /* a joint "Reference" above the hips, which have the positions */
    bool has_no_toes, has_names_exchanged; /* left and right in the names */
    bool is_crouching;                     /* knees are bent by 60 degrees */
    bool is_reaching;                      /* the left forearm is bent forwards by 80 degrees */
    bool has_first_at_rest;                /* a frame 0 without rotations, before arms that hang */
    int more_frames;                       /* beyond four */
    int lost, lost_end;                    /* frames whose numbers are all 0: [lost, lost_end) */
    int jump; /* frame from which on the hips are 50 m farther along x; 0: none */
    const pd_motion_capture_options *options; /* NULL: none */
} person_file;

static bool is_left_out(const person_file *p, int b)
{
    return p->has_no_toes && strstr(person_bones[b].name, "Toe");
}

/* Appends a joint with all joints below it. */
static void add_bone(pd_buffer *out, const person_file *p, int b)
{
    const bone *own = &person_bones[b];
    char name[32];
    const int side = !strncmp(own->name, "Left", 4) ? 4 : !strncmp(own->name, "Right", 5) ? 5 : 0;
    snprintf(name, sizeof name, "%s%s",
             !side                                   ? ""
             : (side == 4) == p->has_names_exchanged ? "Right"
                                                     : "Left",
             own->name + side);
    pd_quat turned = pd_q_identity();
    for (int up = own->parent; up >= 0; up = person_bones[up].parent)
        if (up == p->bent) turned = p->bend;
    const pd_vec3 o = pd_vec3_scale(pd_q_rotate(turned, pd_vec3_make(own->x, own->y, own->z)), p->units);
    pd_buffer_printf(out, "%s %s\n{\nOFFSET %.9g %.9g %.9g\n", b || p->has_reference ? "JOINT" : "ROOT", name,
                     o.x, o.y, o.z);
    pd_buffer_printf(out, b ? "CHANNELS 3 Zrotation Yrotation Xrotation\n"
                            : "CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n");
    int children = 0;
    for (int c = b + 1; c < BONES; c++)
        if (person_bones[c].parent == b && !is_left_out(p, c)) add_bone(out, p, c), children++;
    if (!children) pd_buffer_printf(out, "End Site\n{\nOFFSET 0 0 0\n}\n");
    pd_buffer_printf(out, "}\n");
}

/* Reads the file of a person who moves by 0.1 m along the ground from frame to frame, as SMPL's joints. */
static void read_person(pd_motion_capture *capture, const person_file *p)
{
    const int frames = 4 + p->has_first_at_rest + p->more_frames;
    pd_buffer text = {0};
    pd_error err = {0};
    pd_buffer_printf(&text, "HIERARCHY\n");
    if (p->has_reference)
        pd_buffer_printf(&text, "ROOT Reference\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition "
                                "Zrotation Yrotation Xrotation\n");
    add_bone(&text, p, 0);
    pd_buffer_printf(&text, "%sMOTION\nFrames: %d\nFrame Time: .04\n", p->has_reference ? "}\n" : "", frames);
    for (int t = 0; t < frames; t++) {
        const pd_vec3 at = pd_vec3_scale(pd_q_rotate(p->root, pd_vec3_make(0, 0.95, 0.1 * t)), p->units);
        if (p->has_reference) pd_buffer_printf(&text, "0 0 0 0 0 0 ");
        const bool is_lost = t >= p->lost && t < p->lost_end;
        const double beyond = p->jump && t >= p->jump ? 50 * p->units : 0;
        pd_buffer_printf(&text, "%.9g %.9g %.9g ", is_lost ? 0 : at.x + beyond, is_lost ? 0 : at.y,
                         is_lost ? 0 : at.z);
        for (int b = 0; b < BONES; b++) {
            double zyx[3];
            if (is_left_out(p, b)) continue;
            pd_quat q = b ? pd_q_identity() : p->root;
            if (b == p->bent) q = pd_q_mul(q, pd_q_conjugate(p->bend));
            if (p->has_first_at_rest && t && (b == 5 || b == 8))
                q = pd_q_axis_angle(pd_vec3_make(0, 0, 1), b == 5 ? -1.2 : 1.2);
            if (p->is_crouching && (b == 11 || b == 15)) q = pd_q_axis_angle(pd_vec3_make(1, 0, 0), -0.5);
            if (p->is_crouching && (b == 12 || b == 16)) q = pd_q_axis_angle(pd_vec3_make(1, 0, 0), 1);
            if (p->is_reaching && b == 6) q = pd_q_axis_angle(pd_vec3_make(0, 1, 0), -1.4);
            if (is_lost) q = pd_q_identity();
            pd_bvh_zyx_deg(zyx, q);
            pd_buffer_printf(&text, "%.9g %.9g %.9g ", zyx[0], zyx[1], zyx[2]);
        }
        pd_buffer_printf(&text, "\n");
    }
    assert_int_equal(
        pd_motion_capture_bvh(capture, (pd_bytes){text.data, text.size}, "t.bvh", p->options, &err), PD_OK);
    assert_int_equal(pd_motion_capture_person(capture, &err), PD_OK);
    pd_buffer_deinit(&text);
}

/* Returns the largest world rotation of a joint of trunk, head and legs in frame 0, degrees. */
static double largest_rotation(const pd_motion_capture *capture)
{
    pd_quat world[PD_ANIM_MAX_JOINTS];
    double largest = 0;
    pd_anim_clip_pose(NULL, world, &capture->clip, 0);
    for (int j = 0; j <= 15; j++) largest = fmax(largest, pd_q_angle(world[j], pd_q_identity()) * 180 / M_PI);
    return largest;
}

#define UPRIGHT_FILE                                                                                         \
    {                                                                                                        \
        .units = 1, .bent = -1, .bend = {0, 0, 0, 1}, .root = { 0, 0, 0, 1 }                                 \
    }

static void the_unit_of_a_file_that_states_none_is_found_by_size_and_reported(void **state)
{
    (void)state;
    static const struct {
        double size, metres;
        const char *plural;
    } rows[] = {{1, 1, "metres"},          {1, 0.3048, "feet"},        {1, 0.0254, "inches"},
                {1, 0.1, "decimetres"},    {0.7, 0.1, "decimetres"},   {1, 0.01, "centimetres"},
                {1, 0.001, "millimetres"}, {0.65, 0.01, "centimetres"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_motion_capture capture;
        person_file file = UPRIGHT_FILE;
        char text[64];
        file.units = rows[i].size / rows[i].metres;
        read_person(&capture, &file);
        snprintf(text, sizeof text, "the file does not state its unit: read as %s", rows[i].plural);
        assert_non_null(strstr(capture.note, text));
        assert_near(pd_vec3_distance(capture.clip.roots[0], capture.clip.roots[3]), 0.3 * rows[i].size, 1e-6);
        pd_motion_capture_deinit(&capture);
    }
}

static void a_rest_pose_that_leans_is_read_by_the_directions_of_its_bones(void **state)
{
    (void)state;
    static const struct {
        int joint;
        pd_vec3 axis;
        double degrees, most; /* most: largest rotation that may remain */
        const char *says;
    } rows[] = {{1, {1, 0, 0}, 35, 1, "the trunk leans by 25 degrees"},
                {2, {0, 1, 0}, 40, 180, "the shoulders are turned by 40 degrees from the hips"},
                {13, {1, 0, 0}, 35, 1, "the feet differ by 35 degrees"},
                {11, {1, 0, 0}, -50, 1, "the thighs are 50 degrees apart in stride"},
                {0, {1, 0, 0}, 5, 6, NULL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_motion_capture capture;
        person_file file = UPRIGHT_FILE;
        file.bent = rows[i].joint;
        file.bend = pd_q_axis_angle(rows[i].axis, rows[i].degrees * M_PI / 180);
        file.is_reaching = true;
        read_person(&capture, &file);
        assert_true(largest_rotation(&capture) < rows[i].most);
        assert_int_equal(strstr(capture.note, "the rest pose is not a T-pose") != NULL, rows[i].says != NULL);
        if (rows[i].says) assert_non_null(strstr(capture.note, rows[i].says));
        pd_motion_capture_deinit(&capture);
    }
}

static void a_rest_pose_of_nobody_is_replaced_by_a_frame_that_stands(void **state)
{
    (void)state;
    pd_motion_capture capture;
    person_file file = UPRIGHT_FILE;
    file.bent = 1, file.bend = pd_q_axis_angle(pd_vec3_make(1, 0, 0), M_PI); /* trunk and legs point down */
    read_person(&capture, &file);
    assert_true(largest_rotation(&capture) < 2);
    assert_non_null(strstr(capture.note, "the pose of frame 0 is taken for it"));
    pd_motion_capture_deinit(&capture);
}

static void hips_below_a_reference_carry_the_figure(void **state)
{
    (void)state;
    pd_motion_capture capture;
    person_file file = UPRIGHT_FILE;
    file.has_reference = true;
    read_person(&capture, &file);
    for (int t = 0; t < 4; t++)
        assert_near(pd_vec3_distance(capture.clip.roots[t], pd_vec3_make(0, 0.95, 0.1 * t)), 0, 1e-6);
    assert_near(capture.stretch, 0, 0);
    pd_motion_capture_deinit(&capture);
}

static void a_person_who_stands_along_z_is_turned_upright_and_it_is_reported(void **state)
{
    (void)state;
    pd_motion_capture capture;
    person_file file = UPRIGHT_FILE;
    file.root = pd_q_axis_angle(pd_vec3_make(1, 0, 0), M_PI / 2);
    read_person(&capture, &file);
    assert_true(largest_rotation(&capture) < 1e-3);
    assert_near(capture.clip.roots[3].y, 0.95, 1e-6);
    assert_non_null(strstr(capture.note, "the motion is turned upright"));
    pd_motion_capture_deinit(&capture);
}

/* Of somebody who lies on the back with the feet at 0, of a world with Z up, and of a skeleton that stands
 * along Z at rest. */
static void the_up_axis_that_the_caller_states_is_that_of_the_world(void **state)
{
    (void)state;
    static const struct {
        double root, rest; /* turns about x, degrees: of the hips in every frame, of the skeleton at rest */
        pd_motion_up up;
        pd_vec3 head; /* direction from the hips to the head in the result */
    } rows[] = {{90, 0, PD_MOTION_UP_Y, {0, 0, 1}},
                {90, 0, PD_MOTION_UP_Z, {0, 1, 0}},
                {0, 0, PD_MOTION_UP_Z, {0, 0, -1}},
                {0, 0, PD_MOTION_UP_MINUS_Y, {0, -1, 0}},
                {90, 90, PD_MOTION_UP_Z, {0, 1, 0}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_motion_capture capture;
        pd_vec3 at[PD_ANIM_MAX_JOINTS];
        const pd_motion_amass_options stated = {.has_up = true, .up = rows[i].up};
        const pd_motion_capture_options options = {.amass = &stated};
        person_file file = UPRIGHT_FILE;
        file.options = &options;
        file.root = pd_q_axis_angle(pd_vec3_make(1, 0, 0), rows[i].root * M_PI / 180);
        if (rows[i].rest > 0) file.bent = 0, file.bend = file.root;
        read_person(&capture, &file);
        pd_anim_clip_pose(at, NULL, &capture.clip, 0);
        const pd_vec3 way = pd_vec3_unit_or(pd_vec3_sub(at[12], at[0]), pd_vec3_make(0, 0, 0));
        if (pd_vec3_dot(way, rows[i].head) < 0.99)
            fail_msg("row %zu: %.3f %.3f %.3f", i, way.x, way.y, way.z);
        assert_null(strstr(capture.note, "is turned upright"));
        pd_motion_capture_deinit(&capture);
    }
}

static void a_head_that_is_turned_in_every_frame_is_reported(void **state)
{
    (void)state;
    static const struct {
        double degrees;
        int more_frames;
        bool is_told;
    } rows[] = {{60, 36, true}, {25, 36, false}, {60, 0, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_motion_capture capture;
        person_file file = UPRIGHT_FILE;
        file.bent = 4; /* the head, which has no bones below it */
        file.bend = pd_q_axis_angle(pd_vec3_make(0, 1, 0), rows[i].degrees * M_PI / 180);
        file.more_frames = rows[i].more_frames;
        read_person(&capture, &file);
        assert_int_equal(strstr(capture.note, "the head is turned from the chest by 60 degrees") != NULL,
                         rows[i].is_told);
        pd_motion_capture_deinit(&capture);
    }
}

/* Without toes the knees show which side is which; with them the toes do. */
static void names_of_the_wrong_side_are_exchanged_and_it_is_reported(void **state)
{
    (void)state;
    for (int i = 0; i < 4; i++) {
        pd_motion_capture capture;
        person_file file = UPRIGHT_FILE;
        file.is_crouching = true, file.has_no_toes = i & 1, file.has_names_exchanged = i & 2;
        read_person(&capture, &file);
        pd_vec3 at[PD_ANIM_MAX_JOINTS];
        pd_anim_clip_pose(at, NULL, &capture.clip, 0);
        assert_true(at[4].z - at[0].z > 0.1); /* the left knee is in front ... */
        assert_true(at[4].x > 0);             /* ... and on the left */
        assert_int_equal(strstr(capture.note, "left and right are exchanged") != NULL, i >> 1);
        pd_motion_capture_deinit(&capture);
    }
}

static void a_first_frame_at_rest_from_which_the_motion_jumps_is_left_out(void **state)
{
    (void)state;
    for (int is_there = 0; is_there < 2; is_there++) {
        pd_motion_capture capture;
        person_file file = UPRIGHT_FILE;
        file.has_first_at_rest = is_there;
        read_person(&capture, &file);
        assert_int_equal(capture.first_frame, is_there);
        assert_int_equal(capture.clip.frame_count, 4);
        assert_int_equal(strstr(capture.note, "frame 0 is the rest pose") != NULL, is_there);
        pd_motion_capture_deinit(&capture);
    }
}

static void frames_of_zeros_and_jumps_of_the_root_are_kept_and_reported(void **state)
{
    (void)state;
    static const struct {
        int lost, lost_end, jump;
        const char *lost_note, *jump_note;
    } rows[] = {
        {0, 0, 0, NULL, NULL},
        {0, 2, 0, NULL, NULL}, /* the rest pose at the beginning is common */
        {5, 6, 0, "frame 5, at 0.200 s, is the rest pose, all rotations 0, 80 degrees from the frame before",
         NULL},
        {5, 8, 0, "frame 5 to 7, at 0.200 s, is the rest pose", NULL},
        {11, 14, 0, "frame 11 to 13, at 0.440 s, is the rest pose", NULL}, /* up to the end */
        {0, 0, 6, NULL, "the root jumps by 50 m from frame 5 to frame 6, at 0.240 s"},
        {5, 6, 9, "frame 5, at", "from frame 8 to frame 9"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_motion_capture capture;
        person_file file = UPRIGHT_FILE;
        file.is_reaching = true;
        file.more_frames = 10;
        file.lost = rows[i].lost, file.lost_end = rows[i].lost_end, file.jump = rows[i].jump;
        read_person(&capture, &file);
        assert_int_equal(capture.first_frame + capture.clip.frame_count, 14);
        if (!strstr(capture.note, "all rotations 0") != !rows[i].lost_note)
            fail_msg("row %zu: %s", i, capture.note);
        if (!strstr(capture.note, "the root jumps") != !rows[i].jump_note)
            fail_msg("row %zu: %s", i, capture.note);
        if (rows[i].lost_note && !strstr(capture.note, rows[i].lost_note)) fail_msg("%s", capture.note);
        if (rows[i].jump_note && !strstr(capture.note, rows[i].jump_note)) fail_msg("%s", capture.note);
        pd_motion_capture_deinit(&capture);
    }
}

/* The biped of write_biped in a world with Z up, with the same names. */
static void a_known_skeleton_with_another_rest_pose_is_read_by_its_bones(void **state)
{
    (void)state;
    for (int is_turned = 0; is_turned < 2; is_turned++) {
        const pd_quat turn = pd_q_axis_angle(pd_vec3_make(1, 0, 0), is_turned ? M_PI / 2 : 0);
        pd_anim_skeleton biped;
        pd_anim_clip clip;
        pd_buffer text = {0};
        pd_motion_capture capture;
        pd_anim_biped_skeleton(&biped);
        for (int j = 0; j < biped.joint_count; j++) biped.offsets[j] = pd_q_rotate(turn, biped.offsets[j]);
        assert_int_equal(pd_anim_clip_init(&clip, &biped, 2, 60, NULL), PD_OK);
        for (int t = 0; t < 2; t++)
            clip.roots[t] = pd_q_rotate(turn, pd_vec3_make(0, PD_ANIM_BIPED_REST_HEIGHT, 0.1 * t));
        assert_int_equal(pd_motion_capture_write_bvh(&text, &clip, NULL), PD_OK);
        assert_int_equal(
            pd_motion_capture_bvh(&capture, (pd_bytes){text.data, text.size}, "t.bvh", NULL, NULL), PD_OK);
        assert_int_equal(pd_motion_capture_person(&capture, NULL), PD_OK);
        assert_string_equal(capture.source->name, is_turned ? "smpl" : "biped");
        assert_near(capture.clip.roots[1].y, PD_ANIM_BIPED_REST_HEIGHT, 1e-4);
        assert_near(capture.clip.roots[1].z, 0.1, 1e-4);
        assert_int_equal(strstr(capture.note, "but another rest pose") != NULL, is_turned);
        pd_motion_capture_deinit(&capture);
        pd_anim_clip_deinit(&clip);
        pd_buffer_deinit(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_unit_of_a_file_that_states_none_is_found_by_size_and_reported),
        cmocka_unit_test(a_rest_pose_that_leans_is_read_by_the_directions_of_its_bones),
        cmocka_unit_test(a_rest_pose_of_nobody_is_replaced_by_a_frame_that_stands),
        cmocka_unit_test(hips_below_a_reference_carry_the_figure),
        cmocka_unit_test(a_person_who_stands_along_z_is_turned_upright_and_it_is_reported),
        cmocka_unit_test(the_up_axis_that_the_caller_states_is_that_of_the_world),
        cmocka_unit_test(a_head_that_is_turned_in_every_frame_is_reported),
        cmocka_unit_test(names_of_the_wrong_side_are_exchanged_and_it_is_reported),
        cmocka_unit_test(a_known_skeleton_with_another_rest_pose_is_read_by_its_bones),
        cmocka_unit_test(a_first_frame_at_rest_from_which_the_motion_jumps_is_left_out),
        cmocka_unit_test(frames_of_zeros_and_jumps_of_the_root_are_kept_and_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
