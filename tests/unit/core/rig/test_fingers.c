/* @heavy: takes over five seconds under ASan. */
/* Hands with five separate fingers get fifteen joints, with four twelve, others none and the reason. The mesh
 * is the shipped person, whose own joints are the expected values. */
#include "core/rig/fingers.h"
#include "tests/support/rig_person.h"

#define LOOSE 0.97f /* of a doll's piece, about its joint */

static pd_smpl_model *person;

static int setup(void **state)
{
    return rig_setup(state) || pd_smpl_model_load(&person, "models/person.safetensors", NULL) != PD_OK;
}

static int teardown(void **state)
{
    pd_smpl_model_release(person);
    return rig_teardown(state);
}

/* Makes the shipped person in its T-pose. The caller frees the vertices. */
static void make_person(float **vertices, float joints[PD_SMPL_MAX_JOINTS][3])
{
    float rotations[PD_SMPL_MAX_JOINTS][9] = {{0}};
    pd_arena scratch;
    for (int k = 0; k < person->joint_count; k++) rotations[k][0] = rotations[k][4] = rotations[k][8] = 1;
    *vertices = malloc(3 * (size_t)person->vertex_count * sizeof **vertices);
    const pd_smpl_body body = {.rotations = rotations[0], .vertices = *vertices, .joints = joints[0]};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1};
    assert_true(pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, person)));
    pd_smpl_job_run(&job, person, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
}

static pd_rig_job job_of(const float *vertices)
{
    return (pd_rig_job){.vertices = vertices,
                        .faces = person->data.faces,
                        .vertex_count = person->vertex_count,
                        .face_count = person->face_count,
                        .template = &rig_template,
                        .up = PD_RIG_Y,
                        .facing = PD_RIG_Z};
}

static int joint_named(const char *name)
{
    for (int k = 0; k < person->joint_count; k++)
        if (!strcmp(person->data.joint_names[k], name)) return k;
    fail_msg("%s", name);
    return -1;
}

static double weight_of(int vertex, int joint)
{
    return (double)person->data.weights[(size_t)vertex * (size_t)person->joint_count + (size_t)joint];
}

static double apart(const pd_rig_result *rig, const float of_file[3], const double of_rig[3])
{
    double square = 0;
    for (int r = 0; r < 3; r++) {
        const double *row = rig->mesh.upright + 4 * r;
        const double x =
            row[0] * (double)of_file[0] + row[1] * (double)of_file[1] + row[2] * (double)of_file[2] + row[3];
        square += pow(x - of_rig[r] * rig->mesh.height, 2);
    }
    return sqrt(square);
}

static const struct {
    const char *own, *bone;
} fingers[] = {
    {"thumb", "Thumb"}, {"index", "Index"}, {"middle", "Middle"}, {"ring", "Ring"}, {"pinky", "Little"}};

static void fifteen_joints_stand_where_the_bodys_own_are(void **state)
{
    static const char *const ends[2][3] = {{"Metacarpal", "Proximal", "Distal"},
                                           {"Proximal", "Intermediate", "Distal"}};
    float *vertices, joints[PD_SMPL_MAX_JOINTS][3];
    pd_rig_result rig;
    (void)state;
    make_person(&vertices, joints);
    const pd_rig_job job = job_of(vertices);
    assert_int_equal(pd_rig_run(&rig, &job, NULL), PD_OK);
    assert_int_equal(rig.bone_count, PD_RIG_JOINTS + 2 * PD_RIG_FINGER_JOINTS);

    for (int side = 0; side < 2; side++) {
        const char *const word = side ? "right" : "left";
        double sum = 0;
        assert_int_equal(rig.hands[side].joints, PD_RIG_FINGER_JOINTS);
        assert_int_equal(rig.hands[side].fingers, 5);
        assert_null(rig.hands[side].why);
        for (int k = 0; k < PD_RIG_FINGER_JOINTS; k++) {
            const pd_rig_bone *bone = &rig.bones[PD_RIG_JOINTS + side * PD_RIG_FINGER_JOINTS + k];
            char own[32], name[40];
            snprintf(own, sizeof own, "%s_%s%d", word, fingers[k / 3].own, k % 3 + 1);
            snprintf(name, sizeof name, "%s%s%s", word, fingers[k / 3].bone, ends[k > 2][k % 3]);
            assert_string_equal(bone->name, name);
            assert_true(bone->is_vrm);
            const double off = apart(&rig, joints[joint_named(own)], bone->at);
            if (off > 0.022) fail_msg("%s: %.1f mm away", name, 1000 * off);
            sum += off / PD_RIG_FINGER_JOINTS;
        }
        assert_true(sum < 0.009); /* the hand is 190 mm long; 5.9 and 6.0 mm */
    }
    pd_rig_deinit(&rig);
    free(vertices);
}

/* Vertices that the body's own weights bind almost wholly to a finger's last bone are bound mostly to that
 * finger by the rig. */
static void the_skin_of_a_finger_is_bound_to_that_finger(void **state)
{
    float *vertices, joints[PD_SMPL_MAX_JOINTS][3];
    pd_rig_result rig;
    (void)state;
    make_person(&vertices, joints);
    const pd_rig_job job = job_of(vertices);
    assert_int_equal(pd_rig_run(&rig, &job, NULL), PD_OK);
    int seen = 0;
    for (int i = 0; i < rig.mesh.source_count; i++) {
        const int v = rig.mesh.welded[i];
        double total = 0;
        for (int s = 0; s < 4; s++) {
            total += (double)rig.weights.values[v][s];
            assert_true(rig.weights.bones[v][s] < rig.bone_count);
            assert_true(s == 0 || rig.weights.values[v][s] <= rig.weights.values[v][s - 1]);
        }
        assert_near(total, 1, 1e-5);
        for (int f = 0; f < 10; f++) {
            char own[32];
            float ours = 0;
            snprintf(own, sizeof own, "%s_%s3", f < 5 ? "left" : "right", fingers[f % 5].own);
            const int joint = joint_named(own);
            if (weight_of(i, joint) < 0.95) continue;
            for (int s = 0; s < 4; s++)
                if ((rig.weights.bones[v][s] - PD_RIG_JOINTS) / 3 == f) ours += rig.weights.values[v][s];
            if (ours < 0.9f) fail_msg("vertex %d of %s: %.2f", i, own, (double)ours);
            seen++;
        }
    }
    assert_true(seen > 500);
    pd_rig_deinit(&rig);
    free(vertices);
}

/* Returns the person's triangles without the skin of these joints of the right hand.
 * The caller frees them. */
static uint32_t *without(int *count, const char *first, const char *last)
{
    const uint32_t *all = person->data.faces;
    uint32_t *faces = malloc(3 * (size_t)person->face_count * sizeof *faces);
    const int from = joint_named(first), to = joint_named(last);
    *count = 0;
    for (int f = 0; f < person->face_count; f++) {
        bool is_gone = false;
        for (int k = 0; k < 3; k++)
            for (int joint = from; joint <= to; joint++)
                is_gone = is_gone || weight_of((int)all[3 * f + k], joint) > 0.5;
        if (!is_gone) memcpy(faces + 3 * (size_t)(*count)++, all + 3 * (size_t)f, 3 * sizeof *faces);
    }
    return faces;
}

/* Without the skin of the four fingers of the right hand a thumb and a stump are left. */
static void a_hand_without_fingers_gets_no_joints(void **state)
{
    float *vertices, joints[PD_SMPL_MAX_JOINTS][3];
    pd_rig_result rig;
    int count;
    (void)state;
    make_person(&vertices, joints);
    uint32_t *faces = without(&count, "right_index1", "right_ring3");
    pd_rig_job job = job_of(vertices);
    job.faces = faces, job.face_count = count;
    assert_int_equal(pd_rig_run(&rig, &job, NULL), PD_OK);
    assert_int_equal(rig.hands[0].joints, PD_RIG_FINGER_JOINTS);
    assert_int_equal(rig.hands[1].joints, 0);
    assert_true(rig.hands[1].fingers < 4);
    assert_non_null(strstr(rig.hands[1].why, "five parts"));
    assert_int_equal(rig.bone_count, PD_RIG_JOINTS + PD_RIG_FINGER_JOINTS);
    pd_rig_deinit(&rig);

    job.no_fingers = true;
    assert_int_equal(pd_rig_run(&rig, &job, NULL), PD_OK);
    assert_int_equal(rig.bone_count, PD_RIG_JOINTS);
    pd_rig_deinit(&rig);
    free(vertices), free(faces);
}

/* A drawn figure's hand: without the ring finger's skin it has twelve joints,
 * of thumb, index, middle and little finger. */
static void a_hand_of_four_fingers_gets_twelve_joints(void **state)
{
    static const int left[] = {0, 1, 2, 4};
    float *vertices, joints[PD_SMPL_MAX_JOINTS][3];
    pd_rig_result rig;
    int count, seen = 0;
    (void)state;
    make_person(&vertices, joints);
    uint32_t *faces = without(&count, "right_ring1", "right_ring3");
    pd_rig_job job = job_of(vertices);
    job.faces = faces, job.face_count = count;
    assert_int_equal(pd_rig_run(&rig, &job, NULL), PD_OK);
    assert_int_equal(rig.hands[1].fingers, 4);
    assert_null(rig.hands[1].why);
    assert_int_equal(rig.hands[1].joints, 12);
    assert_int_equal(rig.bone_count, PD_RIG_JOINTS + PD_RIG_FINGER_JOINTS + 12);
    for (int k = 0; k < 12; k++) {
        const pd_rig_bone *bone = &rig.bones[PD_RIG_JOINTS + PD_RIG_FINGER_JOINTS + k];
        char own[32], name[40];
        snprintf(own, sizeof own, "right_%s%d", fingers[left[k / 3]].own, k % 3 + 1);
        snprintf(name, sizeof name, "right%s", fingers[left[k / 3]].bone);
        assert_int_equal(strncmp(bone->name, name, strlen(name)), 0);
        const double off = apart(&rig, joints[joint_named(own)], bone->at);
        if (off > 0.025) fail_msg("%s: %.1f mm away", bone->name, 1000 * off);
    }

    const int little = joint_named("right_pinky3");
    for (int i = 0; i < rig.mesh.source_count; i++) {
        float ours = 0;
        if (weight_of(i, little) < 0.95) continue;
        for (int s = 0; s < 4; s++)
            if (rig.weights.bones[rig.mesh.welded[i]][s] >= rig.bone_count - 3)
                ours += rig.weights.values[rig.mesh.welded[i]][s];
        if (ours < 0.9f) fail_msg("vertex %d of the little finger: %.2f", i, (double)ours);
        seen++;
    }
    assert_true(seen > 50);
    pd_rig_deinit(&rig);
    free(vertices), free(faces);
}

/* Four fingers of five, whose thumb is not there, are no hand of four. */
static void a_hand_without_a_thumb_gets_no_joints(void **state)
{
    float *vertices, joints[PD_SMPL_MAX_JOINTS][3];
    pd_rig_result rig;
    int count;
    (void)state;
    make_person(&vertices, joints);
    uint32_t *faces = without(&count, "right_thumb1", "right_thumb3");
    pd_rig_job job = job_of(vertices);
    job.faces = faces, job.face_count = count;
    assert_int_equal(pd_rig_run(&rig, &job, NULL), PD_OK);
    assert_int_equal(rig.hands[1].fingers, 4);
    assert_int_equal(rig.hands[1].joints, 0);
    assert_non_null(strstr(rig.hands[1].why, "thumb"));
    pd_rig_deinit(&rig);
    free(vertices), free(faces);
}

/* Which piece of a doll a triangle is of: a bone of a hand, whose joints come in rows; 0 the rest. */
static int piece_of(const uint32_t *face)
{
    for (int side = 0; side < 2; side++) {
        const int first = joint_named(side ? "right_index1" : "left_index1"),
                  last = joint_named(side ? "right_thumb3" : "left_thumb3");
        for (int joint = first; joint <= last; joint++) {
            double sum = 0;
            for (int k = 0; k < 3; k++) sum += weight_of((int)face[k], joint);
            if (sum > 1.5) return joint;
        }
    }
    return 0;
}

/* A doll's hands of thirty loose pieces, each a little smaller than its gap: fingers stand in their order. */
static void fingers_of_loose_pieces_stand_in_their_order(void **state)
{
    (void)state;
    float *vertices, joints[PD_SMPL_MAX_JOINTS][3];
    pd_rig_result rig;
    make_person(&vertices, joints);
    const size_t corners = 3 * (size_t)person->face_count;
    int *where = calloc((size_t)PD_SMPL_MAX_JOINTS * (size_t)person->vertex_count, sizeof *where), count = 0;
    float *loose = malloc(3 * corners * sizeof *loose);
    uint32_t *faces = malloc(corners * sizeof *faces);
    for (size_t i = 0; i < corners; i++) {
        const uint32_t v = person->data.faces[i];
        const int piece = piece_of(person->data.faces + i - i % 3);
        int *at = &where[(size_t)piece * (size_t)person->vertex_count + v];
        if (!*at) {
            for (int c = 0; c < 3; c++)
                loose[3 * count + c] =
                    piece ? joints[piece][c] + LOOSE * (vertices[3 * v + c] - joints[piece][c])
                          : vertices[3 * v + c];
            *at = ++count;
        }
        faces[i] = (uint32_t)(*at - 1);
    }

    pd_rig_job job = job_of(loose);
    job.vertex_count = count, job.faces = faces;
    assert_int_equal(pd_rig_run(&rig, &job, NULL), PD_OK);
    for (int side = 0; side < 2; side++) {
        assert_int_equal(rig.hands[side].joints, PD_RIG_FINGER_JOINTS);
        for (int k = 3; k < PD_RIG_FINGER_JOINTS; k++) { /* the thumb's first piece is the palm's here */
            const pd_rig_bone *bone = &rig.bones[PD_RIG_JOINTS + side * PD_RIG_FINGER_JOINTS + k];
            char own[32];
            snprintf(own, sizeof own, "%s_%s%d", side ? "right" : "left", fingers[k / 3].own, k % 3 + 1);
            const double off = apart(&rig, joints[joint_named(own)], bone->at);
            if (off > 0.0175) fail_msg("%s: %.2f mm away", own, 1000 * off);
        }
    }
    pd_rig_deinit(&rig);
    free(where), free(loose), free(faces), free(vertices);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fifteen_joints_stand_where_the_bodys_own_are),
        cmocka_unit_test(the_skin_of_a_finger_is_bound_to_that_finger),
        cmocka_unit_test(a_hand_without_fingers_gets_no_joints),
        cmocka_unit_test(a_hand_of_four_fingers_gets_twelve_joints),
        cmocka_unit_test(a_hand_without_a_thumb_gets_no_joints),
        cmocka_unit_test(fingers_of_loose_pieces_stand_in_their_order),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
