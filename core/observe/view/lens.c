#include "core/observe/view/lens.h"

#include <math.h>

#define STEPS  30    /* most steps of inverting the distortion */
#define EXACT  1e-10 /* error in X / Z at which Newton's method ends */
#define WIDEST 5.0   /* largest X / Z: 79 degrees from the axis */

bool pd_observe_lens_is_none(const pd_observe_lens *l)
{
    return l->k1 == 0 && l->k2 == 0 && l->p1 == 0 && l->p2 == 0 && l->k3 == 0;
}

/* Distorts the point at (x, y). slope (2,2) receives the derivative, or is NULL. */
static void distort(double out[2], double slope[4], const pd_observe_lens *l, const double at[2])
{
    const double x = at[0];
    const double y = at[1];
    const double r2 = x * x + y * y;
    const double radial = 1 + r2 * (l->k1 + r2 * (l->k2 + r2 * l->k3));
    const double rise = 2 * (l->k1 + r2 * (2 * l->k2 + 3 * r2 * l->k3)); /* d radial / dx = rise x */

    out[0] = x * radial + 2 * l->p1 * x * y + l->p2 * (r2 + 2 * x * x);
    out[1] = y * radial + l->p1 * (r2 + 2 * y * y) + 2 * l->p2 * x * y;
    if (!slope) return;
    slope[0] = radial + rise * x * x + 2 * l->p1 * y + 6 * l->p2 * x;
    slope[1] = rise * x * y + 2 * l->p1 * x + 2 * l->p2 * y;
    slope[2] = slope[1];
    slope[3] = radial + rise * y * y + 6 * l->p1 * y + 2 * l->p2 * x;
}

void pd_observe_lens_apply(double out[2], const pd_observe_lens *l, const pd_observe_camera *c,
                           const double pixel[2])
{
    const double at[2] = {(pixel[0] - c->cx) / c->fx, (pixel[1] - c->cy) / c->fy};
    double bent[2];

    distort(bent, NULL, l, at);
    out[0] = c->fx * bent[0] + c->cx;
    out[1] = c->fy * bent[1] + c->cy;
}

bool pd_observe_lens_undo(double out[2], const pd_observe_lens *l, const pd_observe_camera *c,
                          const double pixel[2])
{
    const double goal[2] = {(pixel[0] - c->cx) / c->fx, (pixel[1] - c->cy) / c->fy};
    double at[2] = {goal[0], goal[1]};

    for (int i = 0; i < STEPS; i++) {
        double bent[2], s[4];
        distort(bent, s, l, at);
        const double e[2] = {goal[0] - bent[0], goal[1] - bent[1]};
        const double det = s[0] * s[3] - s[1] * s[2];
        if (hypot(e[0], e[1]) < EXACT) break;
        if (!(det > 1e-3)) return false; /* the distortion folds here */
        at[0] += (s[3] * e[0] - s[1] * e[1]) / det;
        at[1] += (s[0] * e[1] - s[2] * e[0]) / det;
        if (!(hypot(at[0], at[1]) < WIDEST)) return false;
    }

    double bent[2], s[4];
    distort(bent, s, l, at);
    out[0] = c->fx * at[0] + c->cx;
    out[1] = c->fy * at[1] + c->cy;

    return hypot(goal[0] - bent[0], goal[1] - bent[1]) < 1e-6 && s[0] * s[3] - s[1] * s[2] > 1e-3;
}

int pd_observe_lens_undo_rows(double bad[2], const pd_observe_strip *strip, const pd_observe_lens *lens,
                              const pd_observe_camera *camera)
{
    if (pd_observe_lens_is_none(lens)) return -1;

    for (int f = 0; f < strip->frames; f++)
        for (int k = 0; k < strip->column_count; k++) {
            const size_t n = (size_t)f * (size_t)strip->row + (size_t)k;
            float *at = strip->at + 3 * n;
            double pixel[2] = {(double)at[0], (double)at[1]};
            if (isnan(pixel[0]) || (strip->confidence && !(strip->confidence[n] > 0))) continue;

            bad[0] = pixel[0];
            bad[1] = pixel[1];
            if (!pd_observe_lens_undo(pixel, lens, camera, pixel)) return f;
            at[0] = (float)pixel[0];
            at[1] = (float)pixel[1];
        }

    return -1;
}
