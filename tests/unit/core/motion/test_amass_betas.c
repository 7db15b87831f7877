/* Betas of files of poses: their length, their shape space, the model that they are of, and soft tissue. */
#include "core/motion/amass.h"
#include "core/base/rng.h"
#include "core/retarget/skeleton.h"
#include "core/smpl/data/import.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"
#include "tests/support/amass_file.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

static void add_text(amass_file *f, const char *name, const char *text)
{
    pd_array a = {.dtype = PD_DTYPE_CHARS,
                  .count = 1,
                  .item_bytes = strlen(text),
                  .data = (const unsigned char *)text,
                  .data_bytes = strlen(text)};
    pd_npz_add(&f->writer, name, &a);
}

/* The second member with betas may have more numbers, or a row for each frame;
 * those that both have are compared. */
static void betas_of_two_lengths_are_compared(void **state)
{
    (void)state;
    static const struct {
        size_t rows, columns;
        int changed; /* index of the number that differs; -1: none */
        const char *error;
    } rows[] = {
        {16, 0, -1, NULL},
        {16, 0, 12, NULL},
        {16, 0, 1, "differs from betas by up to 0.5; one of the two, or equal ones, allowed"},
        {T, 10, -1, NULL},
        {T, 10, 10 * (T - 1), "differs from betas by up to 0.5; one of the two, or equal ones, allowed"},
    };
    pd_smpl_model *model = amass_body_of(24, "made for a test", "neutral");
    float *pose = amass_noise(T * 72, 5), *place = amass_places(6), betas[10] = {1, -1}, second[T * 10 + 16];
    char notes[PD_MOTION_AMASS_NOTES];
    const float rate = 30;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_retarget_motion motion;
        pd_error err = {0};
        amass_file f;
        for (size_t k = 0; k < sizeof second / sizeof *second; k++)
            second[k] = rows[i].columns || k < 10 ? betas[k % 10] : 0;
        if (rows[i].changed >= 0) second[rows[i].changed] += 0.5f;
        amass_begin(&f);
        amass_add(&f, "poses", pose, T, 72), amass_add(&f, "trans", place, T, 3),
            amass_add(&f, "betas", betas, 10, 0);
        amass_add(&f, "shape", second, rows[i].rows, rows[i].columns), amass_add(&f, "fps", &rate, 0, 0);
        amass_finish(&f);
        const pd_status s = pd_motion_amass_read(&motion, notes, &f.npz, model, &amass, &err);
        assert_int_equal(s, rows[i].error ? PD_ERR_FORMAT : PD_OK);
        if (rows[i].error) assert_string_equal(err.detail, rows[i].error);
        if (!s) pd_anim_clip_deinit(&motion.clip);
        amass_end(&f);
    }
    free(pose), free(place);
    pd_smpl_model_release(model);
}

static void betas_count_in_their_own_shape_space(void **state)
{
    (void)state;
    static const struct {
        int file, model; /* joints */
        const char *type, *from, *theirs, *ours;
        int used;
        const char *note;
    } rows[] = {
        {24, 24, NULL, PD_SMPL_IMPORTED "x", NULL, "male", 1, ""},
        {24, 24, NULL, PD_SMPL_IMPORTED "x", "MALE", "male", 1, ""},
        {24, 24, NULL, PD_SMPL_IMPORTED "x", "female", "male", 0, "of a female model, this one is male"},
        {24, 24, NULL, PD_SMPL_IMPORTED "x", "female", "", 1, ""},
        {24, 24, NULL, "made here", NULL, "", 0, "those of SMPL or SMPL-H, not of"},
        {52, 52, NULL, PD_SMPL_IMPORTED "x", NULL, "", 1, ""},
        {52, 24, "smplh", PD_SMPL_IMPORTED "x", NULL, "", 1, ""},
        {52, 24, "smplx", PD_SMPL_IMPORTED "x", NULL, "", 0, "of SMPL-X, not of"},
        {55, 55, NULL, PD_SMPL_IMPORTED "x", NULL, "", 1, ""},
        {55, 24, NULL, PD_SMPL_IMPORTED "x", NULL, "", 0, "those of SMPL-X, not of"},
        {22, 24, NULL, PD_SMPL_IMPORTED "x", NULL, "", 0, "those of several models"},
        {22, 24, "SMPL", PD_SMPL_IMPORTED "x", NULL, "", 1, ""},
        {24, 24, "star", PD_SMPL_IMPORTED "x", NULL, "", 0, "of star, not of"},
    };
    static const float betas[2][3 * T] = {{1, -2, 0.5f, 0.25f, 3, 4, 1, -2, 0.5f, 0.25f, 3, 4},
                                          {9, 9, 9, 9, 9, 9}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int shape = 0; shape < 3; shape++) { /* (6), (1,6), (T,3) */
            pd_smpl_model *body = amass_body_of(rows[i].model, rows[i].from, rows[i].ours);
            float *poses = calloc(T * 165, sizeof *poses), *trans = amass_places(3), rate = 30;
            const size_t columns = shape == 2 ? 3 : 6;
            pd_retarget_motion m;
            pd_motion_amass_about about;
            char notes[PD_MOTION_AMASS_NOTES];
            amass_file f;
            amass_begin(&f);
            amass_add(&f, "poses", poses, T, 3 * (size_t)rows[i].file), amass_add(&f, "trans", trans, T, 3),
                amass_add(&f, "fps", &rate, 0, 0);
            amass_add(&f, "betas", betas[0], shape == 0 ? 6 : shape == 1 ? 1 : T, shape ? columns : 0);
            if (rows[i].type) add_text(&f, "surface_model_type", rows[i].type);
            if (rows[i].theirs) add_text(&f, "gender", rows[i].theirs);
            amass_finish(&f);

            assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &amass, NULL), PD_OK);
            if (!rows[i].used) assert_non_null(strstr(notes, rows[i].note));
            if (rows[i].used)
                amass_assert_notes(
                    notes, shape == 2 ? "the betas differ from frame to frame, by up to 2.5 from their mean, "
                                        "which is used"
                                      : "6 betas, of which the first 4 are used");
            assert_int_equal(m.beta_count, !rows[i].used ? 0 : shape == 2 ? 3 : 4);
            for (int b = 0; b < m.beta_count; b++)
                assert_near((double)m.betas[b],
                            shape == 2 ? ((double)betas[0][b] + (double)betas[0][b + 3]) / 2
                                       : (double)betas[0][b],
                            1e-6);
            assert_int_equal(pd_motion_amass_describe(&about, &f.npz, NULL), PD_OK);
            assert_int_equal(about.beta_count, columns);
            assert_string_equal(about.gender,
                                rows[i].theirs ? rows[i].theirs[0] == 'M' ? "male" : rows[i].theirs : "");
            pd_anim_clip_deinit(&m.clip);

            /* the caller's own come first, as many as the model has */
            pd_motion_amass_options own = amass;
            own.betas = betas[1], own.beta_count = 6;
            assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &own, NULL), PD_OK);
            assert_int_equal(m.beta_count, 4);
            assert_near((double)m.betas[3], 9, 0);
            pd_anim_clip_deinit(&m.clip);
            pd_smpl_model_release(body);
            amass_end(&f);
            free(poses), free(trans);
        }
}

/* A file without posed_model and surface_model_type has betas of the model that the caller names; what the
 * file states counts more. */
static void the_caller_names_the_model_of_betas(void **state)
{
    (void)state;
    enum { NOT, AS_SOURCE, AS_MODEL };
    static const char OURS[] = "made here", IMPORT[] = PD_SMPL_IMPORTED "x";
    static const struct {
        int named, joints;
        const char *type, *gender, *from;
        int used;
        const char *note; /* NULL: none */
    } rows[] = {
        {NOT, 55, NULL, NULL, OURS, 0,
         "the file does not name the model of its betas, and its 55 joints are those of SMPL-X, not of this "
         "model's shape space: left out (--betas or --betas-from sets the body's)"},
        {AS_SOURCE, 55, NULL, NULL, OURS, 3, NULL},
        {AS_MODEL, 55, NULL, NULL, OURS, 3, NULL},
        {AS_MODEL, 24, NULL, "female", OURS, 3, NULL},
        {AS_MODEL, 22, NULL, NULL, OURS, 3, NULL},
        {AS_MODEL, 22, NULL, NULL, IMPORT, 3, NULL},
        {NOT, 22, NULL, NULL, OURS, 0,
         "the file does not name the model of its betas, and its 22 joints are those of several models, not "
         "of "
         "this model's shape space: left out (--betas or --betas-from sets the body's)"},
        {AS_MODEL, 24, NULL, "male", OURS, 0, "the betas are of a male model, this one is female: left out"},
        {AS_MODEL, 55, "smplx", NULL, OURS, 0, "the betas are of SMPL-X, not of this model's shape space"},
        {AS_SOURCE, 24, "star", NULL, IMPORT, 0, "the betas are of star, not of this model's shape space"},
        {AS_MODEL, 24, NULL, NULL, IMPORT, 3, NULL},
        {NOT, 24, NULL, NULL, IMPORT, 3,
         "it does not name the model of its betas: by its 24 joints they are taken as those of SMPL or "
         "SMPL-H, "
         "the model's (--betas-from MODEL names another)"},
        {NOT, 24, "smpl", NULL, IMPORT, 3, NULL},
    };
    static const float betas[3] = {1, -2, 0.5f};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const int joints = rows[i].joints == 22 ? 24 : rows[i].joints;
        pd_smpl_model *body = amass_body_of(joints, rows[i].from, "female"),
                      *again = amass_body_of(joints, rows[i].from, "female");
        float poses[T * 165] = {0}, *trans = amass_places(3), rate = 30, of[PD_RETARGET_MOTION_BETAS];
        pd_motion_amass_options how = amass;
        pd_retarget_motion m;
        char notes[PD_MOTION_AMASS_NOTES];
        int of_count;
        amass_file f;
        amass_begin(&f);
        amass_add(&f, "poses", poses, T, 3 * (size_t)rows[i].joints), amass_add(&f, "trans", trans, T, 3);
        amass_add(&f, "fps", &rate, 0, 0), amass_add(&f, "betas", betas, 3, 0);
        if (rows[i].type) add_text(&f, "surface_model_type", rows[i].type);
        if (rows[i].gender) add_text(&f, "gender", rows[i].gender);
        amass_finish(&f);

        how.source = rows[i].named == AS_SOURCE ? again : NULL;
        how.is_of_model = rows[i].named == AS_MODEL;
        assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &how, NULL), PD_OK);
        assert_int_equal(m.beta_count, rows[i].used);
        for (int b = 0; b < m.beta_count; b++) assert_near((double)m.betas[b], (double)betas[b], 0);
        if (rows[i].note)
            assert_non_null(strstr(notes, rows[i].note));
        else
            assert_string_equal(notes, "");
        pd_anim_clip_deinit(&m.clip);

        /* Betas that are to be converted: here the caller names the model always. */
        if (rows[i].named != NOT)
            assert_int_equal(pd_motion_amass_betas(of, &of_count, &f.npz, again, NULL),
                             rows[i].used ? PD_OK : PD_ERR_UNSUPPORTED);
        pd_smpl_model_release(body), pd_smpl_model_release(again);
        amass_end(&f);
        free(trans);
    }
}

/* dmpls weight a model's own directions: kept number by number where they are of this model, else left out
 * with the reason. */
static void soft_tissue_counts_for_the_model_that_it_is_of(void **state)
{
    (void)state;
    enum { OURS = 1, ANOTHERS = 2 };
    static const struct {
        int joints, directions, columns, frames;
        int made_by; /* posed_model: OURS, ANOTHERS, 0: there is none */
        bool learned;
        const char *type, *from, *theirs, *ours, *note; /* note NULL: used */
    } rows[] = {
        /* AMASS's own, on a model with DMPL's directions */
        {52, 8, 8, T, 0, false, NULL, PD_SMPL_IMPORTED "x", "male", "male", NULL},
        {52, 12, 8, T, 0, false, NULL, PD_SMPL_IMPORTED "x", NULL, "male", NULL},
        {24, 8, 8, T, 0, false, "smplh", PD_SMPL_IMPORTED "x", "Male", "male", NULL},
        {52, 8, 8, T, 0, false, NULL, PD_SMPL_IMPORTED "x", "female", "male",
         "of a female model, this one is male"},
        {52, 4, 8, T, 0, false, NULL, PD_SMPL_IMPORTED "x", "male", "male", "(4, 8); (4, 1 to 4) expected"},
        {52, 8, 8, T - 1, 0, false, NULL, PD_SMPL_IMPORTED "x", "male", "male",
         "(3, 8); (4, 1 to 8) expected"},
        {52, 0, 8, T, 0, false, NULL, PD_SMPL_IMPORTED "x", "male", "male", "has no soft-tissue directions"},
        {52, 8, 8, T, 0, true, NULL, PD_SMPL_IMPORTED "x", "male", "male",
         "of SMPL with DMPL, not of this model"},
        {52, 8, 8, T, 0, false, NULL, "made here", NULL, "", "of SMPL with DMPL, not of this model"},
        {55, 8, 8, T, 0, false, NULL, PD_SMPL_IMPORTED "x", NULL, "", "of SMPL with DMPL, not of this model"},
        /* posed's own */
        {24, 3, 3, T, OURS, false, NULL, "made here", NULL, "", NULL},
        {24, 3, 3, T, OURS, true, NULL, "made here", NULL, "", NULL},
        {24, 3, 3, T, ANOTHERS, true, NULL, "made here", NULL, "", "of another model"},
        {52, 8, 8, T, ANOTHERS, false, NULL, PD_SMPL_IMPORTED "x", "male", "male", "of another model"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        pd_smpl_data data;
        pd_smpl_model *body;
        pd_fixture_data(&data, &(pd_fixture){.vertices = 100,
                                             .joints = rows[i].joints,
                                             .pose = PD_FIXTURE_NO_POSE,
                                             .soft = rows[i].directions});
        for (int k = 0; k < rows[i].joints; k++) pd_smpl_joint_name(data.joint_names[k], k, rows[i].joints);
        free(data.text.provenance), free(data.text.gender);
        data.text.provenance = strdup(rows[i].from), data.text.gender = strdup(rows[i].ours);
        assert_int_equal(pd_smpl_model_build(&body, &data, NULL), PD_OK);
        if (rows[i].learned) body->data.soft.is_modal = false;

        float *poses = calloc(T * 165, sizeof *poses), *trans = amass_places(3),
              *soft = amass_noise(T * 8, 9), rate = 30;
        const int64_t hash = (int64_t)(body->content_hash >> 1) ^ (rows[i].made_by == ANOTHERS);
        const pd_array made_by = pd_array_of(PD_DTYPE_I64, &hash, 0, NULL);
        pd_retarget_motion m;
        pd_motion_amass_options own = amass;
        own.source = body;
        char notes[PD_MOTION_AMASS_NOTES];
        amass_file f;
        amass_begin(&f);
        amass_add(&f, "poses", poses, T, 3 * (size_t)rows[i].joints), amass_add(&f, "trans", trans, T, 3),
            amass_add(&f, "fps", &rate, 0, 0),
            amass_add(&f, "dmpls", soft, (size_t)rows[i].frames, (size_t)rows[i].columns);
        if (rows[i].made_by) pd_npz_add(&f.writer, "posed_model", &made_by);
        if (rows[i].type) add_text(&f, "surface_model_type", rows[i].type);
        if (rows[i].theirs) add_text(&f, "gender", rows[i].theirs);
        amass_finish(&f);

        assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &own, NULL), PD_OK);
        if (rows[i].note) {
            assert_null(m.clip.soft);
            assert_non_null(strstr(notes, "dmpls (soft tissue) are left out"));
            assert_non_null(strstr(notes, rows[i].note));
        } else {
            assert_string_equal(notes, "");
            assert_int_equal(m.clip.soft_count, rows[i].columns);
            assert_memory_equal(m.clip.soft, soft, (size_t)(T * rows[i].columns) * sizeof *soft);
        }
        pd_anim_clip_deinit(&m.clip);
        pd_smpl_model_release(body);
        amass_end(&f);
        free(poses), free(trans), free(soft);
    }
}

static void betas_that_are_no_numbers_are_refused_though_the_model_leaves_them_out(void **state)
{
    (void)state;
    static const float zeros[600] = {0}, bad[10] = {[3] = NAN};
    pd_smpl_model *body = amass_body_of(24, "made here", "");
    pd_retarget_motion m;
    pd_error err = {0};
    char notes[PD_MOTION_AMASS_NOTES];
    amass_file f;
    amass_begin(&f);
    amass_add(&f, "poses", zeros, 2, 66), amass_add(&f, "trans", zeros, 2, 3),
        amass_add(&f, "betas", bad, 10, 0);
    amass_finish(&f);
    assert_int_equal(pd_motion_amass_read(&m, notes, &f.npz, body, &amass, &err), PD_ERR_RANGE);
    assert_string_equal(err.where, "a.npz: betas");
    assert_string_equal(err.detail, "number 3 is nan; finite numbers allowed");
    amass_end(&f);
    pd_smpl_model_release(body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(betas_of_two_lengths_are_compared),
        cmocka_unit_test(betas_count_in_their_own_shape_space),
        cmocka_unit_test(the_caller_names_the_model_of_betas),
        cmocka_unit_test(soft_tissue_counts_for_the_model_that_it_is_of),
        cmocka_unit_test(betas_that_are_no_numbers_are_refused_though_the_model_leaves_them_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
