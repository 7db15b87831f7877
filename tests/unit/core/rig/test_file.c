/* @heavy: takes over five seconds under ASan. */
/* Rigging from file to file: the result can be read, matched and moved. */
#include "core/retarget/character.h"
#include "core/io/mesh/glb.h"
#include "core/io/surface/gltf_rig.h"
#include "core/rig/file.h"
#include "tests/support/rig_person.h"

/* Writes the person as a plain .glb. */
static void make_glb(pd_buffer *out, const rig_person *p)
{
    const pd_io_mesh_body body = {.name = "p", .vertices = p->vertices};
    const pd_io_mesh mesh = {.bodies = &body,
                             .body_count = 1,
                             .vertex_count = p->vertex_count,
                             .face_count = p->face_count,
                             .faces = p->faces};
    const pd_io_glb glb = {.mesh = &mesh};
    assert_int_equal(pd_io_glb_write(out, &glb, NULL), PD_OK);
}

static void make_obj(pd_buffer *out, const rig_person *p)
{
    for (int i = 0; i < p->vertex_count; i++) {
        const float *v = p->vertices + 3 * (size_t)i;
        pd_buffer_printf(out, "v %g %g %g\n", (double)v[0], (double)v[1], (double)v[2]);
    }
    for (int i = 0; i < p->face_count; i++) {
        const uint32_t *f = p->faces + 3 * (size_t)i;
        pd_buffer_printf(out, "f %u %u %u\n", f[0] + 1, f[1] + 1, f[2] + 1);
    }
}

static void check_rigged(const pd_buffer *rigged, const pd_rig_result *rig)
{
    const pd_bytes file = {rigged->data, rigged->size};
    pd_io_surface again;
    pd_retarget_skin skin;
    pd_retarget_match match;
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_error err;

    if (pd_retarget_skin_read(&skin, file, NULL, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    assert_int_equal(skin.vrm, 2);
    assert_false(skin.posed);
    assert_int_equal(skin.skeleton.joint_count, PD_RIG_JOINTS + 2 * PD_RIG_FINGER_JOINTS);
    if (pd_retarget_character_match(&match, &skin, NULL, 0, &err) != PD_OK)
        fail_msg("%s: %s", err.where, err.detail);
    for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) {
        assert_int_equal(match.by[b], PD_MATCH_VRM);
        assert_string_equal(match.doubts[b], "");
    }
    pd_anim_skeleton_forward(at, NULL, &skin.skeleton, NULL, pd_vec3_make(0, 0, 0));
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        const int k = pd_retarget_skin_find(&skin, pd_rig_joints[j].bone);
        assert_near(at[k].y, rig->joints[j][1] * rig->mesh.height, 1e-4);
        assert_near(at[k].x, rig->joints[j][0] * rig->mesh.height, 1e-4);
    }
    /* bound, the mesh stands upright where the fit saw it */
    assert_int_equal(pd_io_surface_read(&again, file, 0, &err), PD_OK);
    assert_true(again.is_skinned);
    for (int i = 0; i < again.vertex_count; i += 501)
        for (int c = 0; c < 3; c++)
            assert_near((double)again.vertices[3 * (size_t)i + (size_t)c],
                        rig->mesh.points[3 * (size_t)rig->mesh.welded[i] + (size_t)c] * rig->mesh.height,
                        1e-4);
    pd_io_surface_deinit(&again);
    pd_retarget_skin_deinit(&skin);
}

static void a_glb_and_an_obj_come_out_as_characters(void **state)
{
    rig_person p = rig_person_make(0.3, 0.5);
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        pd_buffer file = {0}, rigged = {0}, png = {0};
        pd_rig_result rig;
        pd_error err;
        (kind ? make_obj : make_glb)(&file, &p);
        const pd_rig_file_job job = {.file = {file.data, file.size}, .template = &rig_template};
        if (pd_rig_file_run(&rigged, &rig, NULL, &job, &err) != PD_OK)
            fail_msg("%s: %s", err.where, err.detail);
        check_rigged(&rigged, &rig);
        assert_int_equal(pd_rig_picture(&png, &rig, NULL, &err), PD_OK);
        assert_memory_equal(png.data, "\x89PNG", 4);
        pd_cancel cancelled = {0};
        pd_cancel_set(&cancelled, PD_CANCEL_OVERRUN);
        assert_int_equal(pd_rig_picture(&png, &rig, &cancelled, &err), PD_ERR_BUSY);
        assert_int_equal(pd_rig_markers_wanted(&rig), 0);
        rig.confidence[PD_RIG_L_ELBOW] = 0;
        assert_int_equal(pd_rig_markers_wanted(&rig), 1u << PD_RIG_MARKER_L_ELBOW);
        rig.quality.residual = 0.05;
        assert_int_equal(pd_rig_markers_wanted(&rig), 255);
        pd_rig_deinit(&rig);

        /* a file with a skeleton is not rigged, unless the skeleton is to be replaced */
        pd_rig_file_job again = job;
        again.file = (pd_bytes){rigged.data, rigged.size};
        assert_int_equal(pd_rig_file_run(NULL, &rig, NULL, &again, &err), PD_ERR_UNSUPPORTED);
        assert_string_equal(err.where, "/skins");
        again.replace = true;
        pd_buffer_clear(&file);
        assert_int_equal(pd_rig_file_run(&file, &rig, NULL,
                                         &(pd_rig_file_job){.file = {rigged.data, rigged.size},
                                                            .template = &rig_template,
                                                            .replace = true},
                                         &err),
                         PD_OK);
        check_rigged(&file, &rig);
        pd_rig_deinit(&rig);
        pd_buffer_deinit(&file), pd_buffer_deinit(&rigged), pd_buffer_deinit(&png);
    }
    rig_person_free(&p);
}

/* The estimate of memory grows with the vertices and parts of the parsed file,
 * and includes the bound of the sparse factor. */
static void memory_is_counted_by_vertices_and_parts(void **state)
{
    const pd_io_surface one = {.vertex_count = 200000, .face_count = 500000, .part_count = 1};
    pd_io_surface many = one;
    (void)state;
    many.part_count = 4096;
    assert_true(pd_rig_file_bytes(&one) > (size_t)200000 * 12 * PD_RIG_FILL + (size_t)500000 * 120);
    /* the documented memory of the largest mesh */
    assert_true(pd_rig_bytes(200000, 400000) < (size_t)355 * 1000 * 1000);
    assert_true(pd_rig_file_bytes(&many) > pd_rig_file_bytes(&one) + PD_IO_RIG_COPIES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_glb_and_an_obj_come_out_as_characters),
                                       cmocka_unit_test(memory_is_counted_by_vertices_and_parts)};
    return cmocka_run_group_tests(tests, rig_setup, rig_teardown);
}
