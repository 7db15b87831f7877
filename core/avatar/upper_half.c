#include "core/avatar/upper_half.h"

#include <math.h>
#include <string.h>

void pd_avatar_upper_half_run(pd_avatar_figure *f, float height)
{
    for (int p = 0; p < f->piece_count; p++) {
        pd_avatar_piece *piece = &f->pieces[p];
        size_t kept = 0;
        for (size_t i = 0; i + 2 < piece->corner_count; i += 3) {
            const uint32_t *t = piece->corners + i;
            bool is_above = false;
            for (int k = 0; k < 3; k++) is_above |= f->positions[3 * (size_t)t[k] + 1] > height;
            if (!is_above) continue;
            memmove(piece->corners + kept, t, 3 * sizeof *t);
            kept += 3;
        }

        piece->corner_count = kept;
    }

    /* Move the remaining vertices below the plane up onto it. All pieces were cut before, so every triangle
     * was tested with its original vertices. */
    for (int p = 0; p < f->piece_count; p++)
        for (size_t i = 0; i < f->pieces[p].corner_count; i++) {
            float *y = &f->positions[3 * (size_t)f->pieces[p].corners[i] + 1];
            *y = fmaxf(*y, height);
        }
}
