/* Fuzzes files with a body's motion in every container: npz, npy, pickles, safetensors, JSON. What is
 * gathered from an accepted file is an npz. One of a program that estimates bodies from video has finite
 * poses with a position each and a rate. */
#include "core/io/tensor/npz_value.h"
#include "core/motion/gather/gather.h"
#include "core/observe/sensor/jointed.h"
#include "core/smpl/data/data.h"
#include "core/smpl/data/import.h"
#include "tests/support/cylinders.h"

#include <math.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int good)
{
    if (!good) abort();
}

static size_t rows_of(pd_npz *npz, const char *member)
{
    pd_npz_floats f;
    check(!pd_npz_floats_read(&f, npz, member, NULL));
    const size_t rows = f.shape[0];
    check(f.rank == 2 && rows > 0);
    for (size_t i = 0; i < f.count; i++) check(isfinite(f.values[i]));
    pd_npz_floats_deinit(&f);
    return rows;
}

static bool is_of_program(pd_bytes file)
{
    pd_stored stored;
    if (!pd_stored_is(file) || pd_stored_parse(&stored, file, "fuzz", NULL)) return false;
    const bool is = pd_motion_regressed_is(stored.root);
    pd_stored_deinit(&stored);
    return is;
}

/* Reads positions of joints onto the body of cylinders, whose joints are named as SMPL's. */
static void read_joints(pd_npz *npz)
{
    static pd_smpl_model *model;
    char notes[PD_OBSERVE_JOINTED_NOTES];
    pd_observe_jointed jointed;
    pd_smpl_data data;
    pd_error err;

    if (!model) {
        cyl_data(&data);
        for (int k = 0; k < data.joint_count; k++) pd_smpl_joint_name(data.joint_names[k], k, 24);
        if (pd_smpl_model_build(&model, &data, &err)) abort();
    }
    if (!pd_motion_gather_has_joints_alone(npz)) return;
    if (!pd_observe_jointed_read(&jointed, notes, npz, model, NULL, NULL))
        pd_observe_jointed_deinit(&jointed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char notes[PD_MOTION_GATHER_NOTES];
    pd_motion_regressed_options options = {0};
    pd_buffer out = {0};
    pd_bytes made;
    pd_npz npz;
    double rate;

    /* The first byte chooses the options. */
    if (!size) return 0;
    options.camera = data[0] & 1, options.is_query = data[0] & 2;
    if (data[0] & 4) options.person = "1";
    const pd_bytes file = {data + 1, size - 1};
    options.most_bytes = 4 << 20;
    if (!pd_motion_gather(&made, &out, notes, file, "fuzz", &options, NULL) && made.data == out.data &&
        out.size) {
        check(!pd_npz_parse(&npz, out.data, out.size, "npz", NULL));
        if (is_of_program(file)) {
            const size_t frames = rows_of(&npz, "poses");
            check(rows_of(&npz, pd_npz_has(&npz, "trans") ? "trans" : "trans_cam") == frames);
            check(!pd_npz_number(&rate, &npz, "mocap_framerate", NULL) && rate > 0);
        }
        read_joints(&npz);
        pd_npz_deinit(&npz);
    }
    pd_buffer_deinit(&out);
    return 0;
}
