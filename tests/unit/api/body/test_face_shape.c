/* Features of the face and ancestry by name: their change of the betas, and refusals. */
#include "api/body/face_shape.h"
#include "core/smpl/data/ancestry.h"

#include "tests/support/cmocka.h"
#include "tests/support/cylinders.h"

#define SAID_BYTES 1024
enum { B = CYL_BETAS };
static pd_smpl_model *model;

/* A body whose three betas are features: the jaw's width and the two of ancestry. */
static int build(void **state)
{
    (void)state;
    static const char *const names[B] = {"jaw_width", "ancestry_african", "ancestry_asian"};
    pd_smpl_data data;
    pd_error err = {0};
    cyl_data(&data);
    data.feature_count = B;
    data.feature_names = calloc(B, sizeof *data.feature_names);
    for (int f = 0; f < B; f++) strcpy(data.feature_names[f], names[f]);
    return pd_smpl_model_build(&model, &data, &err) == PD_OK ? 0 : -1;
}

static int release(void **state)
{
    (void)state;
    pd_smpl_model_release(model);
    return 0;
}

static int apply(float *out, const float *betas, const char *shape, const char *ancestry, char *said)
{
    const pd_api_face_shape_values values = {shape, ancestry};
    pd_api_problems problems = {0};
    const int good = pd_api_face_shape_apply(out, betas, B, &values, model, "/bodies/1", &problems);
    if (!good) snprintf(said, SAID_BYTES, "%s: %s", problems.items[0].where, problems.items[0].detail);
    return good;
}

static void features_are_added_to_the_betas(void **state)
{
    (void)state;
    const float betas[B] = {0.5f, 0.25f, -1};
    float out[B];
    char said[SAID_BYTES];
    assert_true(apply(out, betas, "jaw_width:-1.5,ancestry_asian:2", NULL, said));
    assert_near(out[0], -1, 1e-6);
    assert_near(out[1], 0.25, 1e-6);
    assert_near(out[2], 1, 1e-6);
}

static void ancestry_gives_the_shares_that_were_asked_for(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double shares[PD_SMPL_ANCESTRY_COUNT];
    } rows[] = {{"african", {1, 0, 0}},
                {"european", {0, 0, 1}},
                {"african:1,asian:1,european:2", {0.25, 0.25, 0.5}},
                {"asian:30,european:10", {0, 0.75, 0.25}}};
    const float betas[B] = {2, 1, 1};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        float out[B];
        char said[SAID_BYTES];
        double shares[PD_SMPL_ANCESTRY_COUNT];
        assert_true(apply(out, betas, NULL, rows[r].text, said));
        assert_true(pd_smpl_ancestry_of(shares, &model->data, out));
        for (int g = 0; g < PD_SMPL_ANCESTRY_COUNT; g++) assert_near(shares[g], rows[r].shares[g], 1e-6);
        assert_near(out[0], 2, 0);
    }
}

static void an_error_is_named_with_the_allowed_values(void **state)
{
    (void)state;
    static const char *const wrong[][3] = {
        {"jaw_wdth:1", NULL,
         "/bodies/1/face_shape: 'jaw_wdth' is not a feature of the face; did you mean jaw_width?"},
        {"jaw_width", NULL, "/bodies/1/face_shape: 'jaw_width' is not NAME:NUMBER,... as in jaw_width:1"},
        {"jaw_width:x", NULL, "/bodies/1/face_shape: 'jaw_width:x' is not NAME:NUMBER"},
        {"jaw_width:nan", NULL, "/bodies/1/face_shape: 'jaw_width:nan' is not NAME:NUMBER"},
        {"jaw_width:5.1", NULL, "/bodies/1/face_shape: jaw_width:5.1; -5 to 5 allowed"},
        {"jaw_width:1,jaw_width:1", NULL, "/bodies/1/face_shape: jaw_width comes twice"},
        {NULL, "elvish", "/bodies/1/ancestry: 'elvish'; african, asian and european allowed"},
        {NULL, "asian:-1", "/bodies/1/ancestry: asian:-1; 0 to 1000 allowed"},
        {NULL, "asian:0", "/bodies/1/ancestry: the shares sum to 0"},
        {NULL, "asian,asian", "/bodies/1/ancestry: asian comes twice"},
    };
    const float betas[B] = {0};
    for (size_t r = 0; r < sizeof wrong / sizeof *wrong; r++) {
        float out[B];
        char said[SAID_BYTES];
        assert_false(apply(out, betas, wrong[r][0], wrong[r][1], said));
        if (strncmp(said, wrong[r][2], strlen(wrong[r][2])) != 0) fail_msg("%s", said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(features_are_added_to_the_betas),
        cmocka_unit_test(ancestry_gives_the_shares_that_were_asked_for),
        cmocka_unit_test(an_error_is_named_with_the_allowed_values),
    };
    return cmocka_run_group_tests(tests, build, release);
}
