/* Fuzzes files of programs that estimate bodies from video. An accepted file becomes an npz of finite poses
 * with a position each and a rate. */
#include "core/io/tensor/npz_value.h"
#include "core/motion/gather/regressed.h"

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char notes[PD_MOTION_REGRESSED_NOTES];
    pd_motion_regressed_options options = {0};
    pd_buffer out = {0};
    pd_npz npz;
    double rate;

    /* The first byte chooses the options. */
    if (!size) return 0;
    options.camera = data[0] & 1, options.is_query = data[0] & 2;
    if (data[0] & 4) options.person = "1";
    if (!pd_motion_regressed_npz(&out, notes, (pd_bytes){data + 1, size - 1}, "fuzz", &options, NULL)) {
        check(!pd_npz_parse(&npz, out.data, out.size, "npz", NULL));
        const size_t frames = rows_of(&npz, "poses");
        check(rows_of(&npz, pd_npz_has(&npz, "trans") ? "trans" : "trans_cam") == frames);
        check(!pd_npz_number(&rate, &npz, "mocap_framerate", NULL) && rate > 0);
        pd_npz_deinit(&npz);
    }
    pd_buffer_deinit(&out);
    return 0;
}
