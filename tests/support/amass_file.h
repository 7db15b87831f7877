#ifndef TESTS_SUPPORT_AMASS_FILE_H
#define TESTS_SUPPORT_AMASS_FILE_H
/* Files of poses in AMASS's layout, written by tests. */
#include "core/motion/amass.h"
#include "core/base/rng.h"
#include "core/retarget/skeleton.h"
#include "core/smpl/data/import.h"
#include "tests/support/cmocka.h"
#include "tests/support/fixture.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { T = 4, MOST = 55 };

/* These files have poses at random, which say nothing of what is up; and no body. */
static const pd_motion_amass_options amass = {.has_up = true, .up = PD_MOTION_UP_Z};

/* Compares the notes, without those about the body that is assumed and about feet off the floor. */
static inline void amass_assert_notes(char *notes, const char *expected)
{
    static const char *const of_body[] = {"it does not say which body", "its body is not at hand",
                                          "it does not name the model of its betas", "the feet are"};
    for (size_t i = 0; i < sizeof of_body / sizeof *of_body; i++) {
        char *at = strstr(notes, of_body[i]);
        if (!at) continue;
        char *end = at + strcspn(at, "\n");
        if (*end)
            end++;
        else if (at > notes)
            at--;
        memmove(at, end, strlen(end) + 1);
    }
    const size_t length = strlen(notes);
    if (length && notes[length - 1] == '\n') notes[length - 1] = 0;
    assert_string_equal(notes, expected);
}

/* A body with the joints of a published model, as an import of it leaves it. */
static inline pd_smpl_model *amass_body_of(int joints, const char *provenance, const char *gender)
{
    pd_smpl_data data;
    pd_smpl_model *out;
    pd_fixture_data(&data,
                    &(pd_fixture){.vertices = 100, .joints = joints, .pose = PD_FIXTURE_NO_POSE, .betas = 4});
    for (int k = 0; k < joints; k++) pd_smpl_joint_name(data.joint_names[k], k, joints);
    free(data.text.provenance), free(data.text.gender);
    data.text.provenance = strdup(provenance);
    data.text.gender = strdup(gender);
    assert_int_equal(pd_smpl_model_build(&out, &data, NULL), PD_OK);
    return out;
}

/* A file as its members. */
typedef struct amass_file {
    pd_buffer bytes;
    pd_npz_writer writer;
    pd_npz npz;
} amass_file;

static inline void amass_begin(amass_file *f)
{
    *f = (amass_file){0};
    f->writer = pd_npz_begin(&f->bytes);
}

static inline void amass_add(amass_file *f, const char *name, const float *values, size_t rows,
                             size_t columns)
{
    const size_t shape[2] = {rows, columns};
    const pd_array a = pd_array_of(PD_DTYPE_F32, values, columns ? 2 : rows ? 1 : 0, shape);
    pd_npz_add(&f->writer, name, &a);
}

static inline void amass_finish(amass_file *f)
{
    assert_int_equal(pd_npz_end(&f->writer, NULL), PD_OK);
    assert_int_equal(pd_npz_parse(&f->npz, f->bytes.data, f->bytes.size, "a.npz", NULL), PD_OK);
}

static inline void amass_end(amass_file *f)
{
    pd_npz_deinit(&f->npz);
    pd_buffer_deinit(&f->bytes);
}

static inline float *amass_noise(size_t count, uint64_t seed)
{
    float *out = malloc(count * sizeof *out);
    pd_rng rng;
    pd_rng_init(&rng, seed);
    for (size_t i = 0; i < count; i++) out[i] = 0.3f * (float)pd_rng_normal(&rng);
    return out;
}

/* Places (T,3) of a root that goes no faster than a person runs: 0.1 m a frame at most. */
static inline float *amass_places(unsigned seed)
{
    float *out = amass_noise(T * 3, seed);
    for (int i = 0; i < T * 3; i++) out[i] *= 0.05f;
    return out;
}

#endif
