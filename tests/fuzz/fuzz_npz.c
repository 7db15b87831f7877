/* Fuzzes npz and npy files: every member is unpacked within the limits and read as numbers.
 * Also as a motion of AMASS. */
#include "core/motion/amass.h"
#include "core/io/tensor/npy.h"
#include "core/io/tensor/npz.h"
#include "core/smpl/data/data.h"
#include "core/smpl/data/import.h"
#include "tests/support/cylinders.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_numbers(const pd_array *array)
{
    char text[16];
    pd_error err;
    double *numbers = malloc((array->count + 1) * sizeof *numbers);
    if (numbers) pd_array_f64(numbers, array, "array", &err);
    free(numbers);
    pd_array_text(text, sizeof text, array, "array", &err);
}

/* Reads members of at most a few megabytes, so that the limits are tested and not the machine's memory. */
static void read_members(pd_npz *npz)
{
    pd_array array;
    pd_error err;
    for (int i = 0; i < npz->member_count && npz->unpacked_bytes < (4 << 20); i++)
        if (!pd_npz_read(&array, npz, pd_npz_member(npz, i), &err)) read_numbers(&array);
}

/* Reads a motion onto the body of cylinders, whose joints are named as SMPL-H's first, as an import of SMPL
 * with four of DMPL's directions. */
static void read_motion(pd_npz *npz)
{
    static pd_smpl_model *model;
    char notes[PD_MOTION_AMASS_NOTES];
    pd_retarget_motion motion;
    pd_error err;
    pd_smpl_data data;

    if (!model) {
        cyl_data(&data);
        for (int k = 0; k < data.joint_count; k++) pd_smpl_joint_name(data.joint_names[k], k, 52);
        const size_t numbers = 3 * 4 * (size_t)data.vertex_count;
        data.softdirs = malloc(numbers * sizeof *data.softdirs);
        data.soft_count = 4;
        for (size_t i = 0; data.softdirs && i < numbers; i++) data.softdirs[i] = (float)(i % 7);
        free(data.text.provenance);
        data.text.provenance = strdup(PD_SMPL_IMPORTED "x");
        if (pd_smpl_model_build(&model, &data, &err)) abort();
    }
    /* as it is; and as a query may ask for it, on a body of another shape */
    const float betas[2] = {2, -1};
    const pd_motion_amass_options asked = {.betas = betas,
                                           .beta_count = model->beta_count < 2 ? model->beta_count : 2,
                                           .source = model,
                                           .camera = true,
                                           .angles = PD_MOTION_ANGLES_RADIANS,
                                           .is_query = true};
    for (int i = 0; i < 2; i++)
        if (!pd_motion_amass_read(&motion, notes, npz, model, i ? &asked : NULL, &err)) {
            pd_anim_clip_deinit(&motion.clip);
            free(motion.expressions);
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pd_npz npz;
    pd_array array;
    pd_smpl_data model;
    pd_error err;
    if (!pd_npy_parse(&array, data, size, "fuzz", &err) && array.count < (1 << 20)) read_numbers(&array);
    if (!pd_npz_parse(&npz, data, size, "fuzz", &err)) {
        read_members(&npz);
        if (npz.unpacked_bytes < (4 << 20)) read_motion(&npz);
        pd_npz_deinit(&npz);
    }
    if (!pd_smpl_data_parse(&model, data, size, "fuzz", &err)) pd_smpl_data_deinit(&model);
    return 0;
}
