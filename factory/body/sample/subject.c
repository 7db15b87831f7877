#include "factory/body/sample/subject.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/math/normal.h"
#include "factory/makehuman/slider.h"

#include <math.h>
#include <string.h>

static double subject_clip(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

/* Age, stature and BMI follow a low-discrepancy sequence instead of independent draws (R3, Roberts 2018:
 * steps g^-k with g^4 = g + 1, shifted at random), so that few bodies have the statistics of many. */
static double sequence_normal(int dimension, uint64_t seed, int index)
{
    PD_ASSERT(dimension >= 0 && index >= 0);
    static const double step[3] = {0.8191725133961645, 0.6710436067037893, 0.5497004779019703};
    pd_rng shift;
    pd_rng_init(&shift, seed * 3 + (uint64_t)dimension);
    double at = pd_rng_uniform(&shift) + step[dimension] * (index + 1);

    return pd_normal_quantile(at - floor(at));
}

static double normal(pd_rng *rng, double mean, double sd)
{
    return mean + sd * pd_rng_normal(rng);
}

void pd_factory_subject_sample(pd_factory_subject *out, uint64_t seed, int index, bool with_face)
{
    PD_ASSERT(index >= 0);
    pd_rng rng;
    memset(out, 0, sizeof *out);
    pd_rng_init(&rng, seed * 1000003 + (uint64_t)index);
    out->male = index % 2 == 0;
    pd_factory_macro *m = &out->macro;

    const uint64_t own_seed = seed + (out->male ? 0 : 1000);
    const int own_index = index / 2;
    double years = subject_clip(42 + 16 * sequence_normal(0, own_seed, own_index), 22, 80);
    double z = subject_clip(sequence_normal(1, own_seed, own_index), -2.8, 2.8);
    m->years = years;
    out->stature = out->male ? 1.76 + 0.07 * z : 1.63 + 0.065 * z;
    out->stature -= 0.0006 * fmax(years - 42, 0);
    z = sequence_normal(2, own_seed, own_index);
    out->bmi = subject_clip(25.0 * exp(z * (z < 0 ? 0.18 : 0.235)) * exp(0.002 * (years - 42)), 17.2, 44);

    double u = pd_rng_uniform(&rng);
    m->gender = out->male ? 1 - 0.15 * u * u : 0.15 * u * u;

    /* Draw from Dirichlet(1,1,1): three exponentials divided by their sum. */
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += m->race[k] = -log(1 - pd_rng_uniform(&rng));
    for (int k = 0; k < 3; k++) m->race[k] /= sum;
    m->proportions = subject_clip(normal(&rng, 0.5, 0.2), 0, 1);
    m->cup = subject_clip(normal(&rng, 0.5, 0.22), 0, 1);
    m->firmness = subject_clip(normal(&rng, 0.62 - 0.25 * (m->years - 22) / 58, 0.15), 0, 1);
    m->height = m->weight = m->muscle = 0.5;
    out->muscle = subject_clip(normal(&rng, out->male ? 0.52 : 0.45, 0.17), 0, 1);

    /* Draw the distribution of fat from android (trunk) to gynoid (hips),
     * with a random factor for each slider. */
    double android = subject_clip(normal(&rng, out->male ? 0.7 : 0.35, 0.25), 0, 1);
    const double share[3] = {1.5 - android, 1, 0.5 + android};
    for (int k = 0; k < pd_factory_body_slider_count; k++) {
        const pd_factory_slider *row = &pd_factory_sliders[k];
        out->depots[k] = row->depot * share[row->kind + 1] * exp(0.25 * pd_rng_normal(&rng));
    }

    for (int k = 0; k < pd_factory_body_slider_count; k++)
        out->sliders[k] = pd_factory_sliders[k].sd * subject_clip(pd_rng_normal(&rng), -2.5, 2.5);

    out->shape = -1;
    if (pd_rng_uniform(&rng) < 0.6) {
        out->shape =
            pd_rng_below(&rng, out->male ? pd_factory_male_shape_count : pd_factory_female_shape_count);
        out->shape_weight = fmin(fabs(normal(&rng, 0, 0.3)), 0.8);
    }

    for (int k = pd_factory_body_slider_count; with_face && k < pd_factory_slider_count; k++)
        out->sliders[k] = pd_factory_sliders[k].sd * subject_clip(pd_rng_normal(&rng), -2.5, 2.5);
}
