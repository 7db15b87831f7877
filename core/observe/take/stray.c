#include "core/observe/take/stray.h"

#include "core/anim/clip.h"
#include "core/base/assert.h"

#include <math.h>
#include <stdio.h>

void pd_observe_stray_find(pd_observe_stray *out, const pd_observe_take *t)
{
    const double figure = t->residuals && t->rms_picture > 0 ? pd_observe_take_figure(t) : 0;
    bool in_space = false;
    long long beyond = 0, points = 0;

    *out = (pd_observe_stray){0};

    /* The bound of a loose take, by the noise of the first place in space. */
    for (int p = t->place_count - 1; p >= 0; p--)
        if (!t->places[p].is_turn && !t->places[p].in_picture) out->sigma = t->places[p].sigma;
    out->bound = fmax(PD_OBSERVE_STRAY_NOISES * out->sigma, PD_OBSERVE_STRAY_LOOSE);

    /* Points that are far from the body. */
    for (int f = 0; f < t->frame_count && t->residuals; f++) {
        int count = 0;
        for (int p = 0; p < t->place_count; p++) {
            const pd_observe_seen *place = &t->places[p];
            const double r = (double)t->residuals[(size_t)f * (size_t)t->place_count + (size_t)p];
            if (place->is_turn || isnan(r)) continue;
            in_space = in_space || !place->in_picture;
            if (!place->in_picture) {
                points++;
                beyond += r > out->bound;
            }

            if (place->in_picture ? !(figure > 0 && r > figure) : r <= PD_OBSERVE_STRAY_FAR) continue;
            if (!out->point_count) {
                out->first_frame = f;
                out->first_place = p;
                out->first_residual = r;
                out->is_pixels = place->in_picture;
            }

            out->point_count++;
            count++;
        }

        out->frame_count += count > 0;
    }

    if (2 * beyond > points) out->loose = (double)beyond / (double)points;

    /* Jumps of the whole body. */
    for (int f = 1; f < t->frame_count && in_space; f++) {
        const float *a = t->translations + 3 * (size_t)(f - 1);
        const float *b = a + 3;
        const double x = (double)b[0] - (double)a[0];
        const double y = (double)b[1] - (double)a[1];
        const double z = (double)b[2] - (double)a[2];
        const double way = sqrt(x * x + y * y + z * z);
        if (!pd_anim_is_jump(way, t->rate)) continue;
        if (!out->jump_count++) {
            out->jump_frame = f;
            out->jump = way;
        }
    }
}

void pd_observe_stray_text(char out[PD_OBSERVE_STRAY_TEXT_BYTES], const pd_observe_stray *s, const char *name,
                           int first)
{
    const bool many = s->point_count > 1;

    PD_ASSERT(s->point_count >= 0);

    *out = 0;
    if (!s->point_count) return;
    snprintf(out, PD_OBSERVE_STRAY_TEXT_BYTES,
             "%d point%s in %d frame%s %s too far from the body to be of the person, and ha%s little weight. "
             "The first is %s in frame %d, %.3g %s from its place",
             s->point_count, many ? "s" : "", s->frame_count, s->frame_count > 1 ? "s" : "",
             many ? "are" : "is", many ? "ve" : "s", name, first + s->first_frame, s->first_residual,
             s->is_pixels ? "pixels" : "m");
}

void pd_observe_stray_loose_text(char out[PD_OBSERVE_STRAY_TEXT_BYTES], const pd_observe_stray *s)
{
    *out = 0;
    if (!(s->loose > 0)) return;
    snprintf(
        out, PD_OBSERVE_STRAY_TEXT_BYTES,
        "%.0f %% of the points are more than %.3g mm from the body, and a noise of %.3g mm was assumed: the "
        "points are noisier, or they are not where their names say. Shape and poses are uncertain",
        100 * s->loose, 1000 * s->bound, 1000 * s->sigma);
}

void pd_observe_stray_jump_text(char out[PD_OBSERVE_STRAY_TEXT_BYTES], const pd_observe_stray *s, int first)
{
    PD_ASSERT(s->jump_count >= 0);

    *out = 0;
    if (!s->jump_count) return;
    snprintf(
        out, PD_OBSERVE_STRAY_TEXT_BYTES,
        "the body jumps at %d frame%s because most points do: by %.3g m from frame %d to frame %d, faster "
        "than a person moves. Frames beside a jump may be wrong",
        s->jump_count, s->jump_count > 1 ? "s" : "", s->jump, first + s->jump_frame - 1,
        first + s->jump_frame);
}
