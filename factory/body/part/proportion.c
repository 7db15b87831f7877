#include "factory/body/part/proportion.h"

#include "core/base/assert.h"
#include "factory/makehuman/slider.h"

#include <stdlib.h>
#include <string.h>

#define SLIDERS_MOST 4

typedef struct slider_change {
    const char *path; /* of slider.h; NULL ends */
    double by;
} slider_change;

static const struct {
    const char *name;
    float limit; /* in units of the direction: three standard deviations of what looks like a person */
    slider_change changes[SLIDERS_MOST];
} rows[PD_FACTORY_PROPORTION_COUNT] = {
    {"head",
     6,
     {{"head/head-scale-depth", 0.175}, {"head/head-scale-horiz", 0.175}, {"head/head-scale-vert", 0.175}}},
    {"neck", 6, {{"measure/measure-neck-circ", 0.3}}},
    {"shoulders", 3, {{"measure/measure-shoulder-dist", 0.4}}},
    {"waist", 3, {{"measure/measure-waist-circ", 0.4}}},
    {"hips", 3, {{"measure/measure-hips-circ", 0.3}}},
    {"thighs", 1, {{"armslegs/%c-upperleg-fat", 0.3}, {"armslegs/%c-upperleg-muscle", 0.3}}},
    {"legs", 6, {{"armslegs/upperlegs-height", 0.25}, {"armslegs/lowerlegs-height", 0.25}}},
    {"arms", 6, {{"measure/measure-upperarm-length", 0.25}, {"measure/measure-lowerarm-length", 0.25}}},
    {"wrists", 6, {{"measure/measure-wrist-circ", 0.3}}},
    {"hands", 6, {{"armslegs/%c-hand-scale", 0.12}}},
    {"feet", 6, {{"armslegs/%c-foot-scale", 0.12}}},
};

const char *const pd_factory_proportion_names[PD_FACTORY_PROPORTION_COUNT] = {
    "head", "neck", "shoulders", "waist", "hips", "thighs", "legs", "arms", "wrists", "hands", "feet"};

/* One worker's bodies from the A-pose of sampling to where components are taken: T-pose, the centre of the
 * skin at the origin. */
typedef struct settle_job {
    const pd_factory_proportion_data *data;
    pd_factory_sample *sample;
    float *scratch; /* one per worker */
} settle_job;

static void settle_one(void *arg, int index, int worker)
{
    const settle_job *job = arg;
    const pd_factory_proportion_data *d = job->data;
    float *body = pd_factory_sample_body(job->sample, index);
    double centers[3 * PD_FACTORY_POINT_COUNT], middle[3];

    pd_factory_regressor_apply(centers, d->from_cubes, PD_FACTORY_POINT_COUNT, body);
    pd_factory_points_symmetrise(centers);
    pd_factory_tpose_run(body, centers, d->tposer,
                         job->scratch + pd_factory_tpose_scratch(d->tposer) * (size_t)worker);

    pd_factory_centroid(middle, body, d->areas, job->sample->vertex_count);
    middle[0] = 0;
    for (size_t i = 0; i < 3 * (size_t)job->sample->vertex_count; i++) body[i] -= (float)middle[i % 3];
}

/* Adds the subjects' bodies with row k at the sign to the directions of their sex. */
static pd_status add_side(float *directions[2], const pd_factory_proportion_data *d, float *scratch, int row,
                          double sign, pd_error *err)
{
    double shift[PD_FACTORY_SLIDERS_MAX];
    pd_factory_sampler sampler = *d->sampler;
    pd_factory_sample sample;

    /* Change of the sliders to one side. */
    memset(shift, 0, sizeof shift);
    for (int c = 0; c < SLIDERS_MOST && rows[row].changes[c].path; c++) {
        int k = 0;
        while (strcmp(pd_factory_sliders[k].path, rows[row].changes[c].path) != 0) k++;
        PD_ASSERT(k < pd_factory_slider_count);
        shift[k] += sign * rows[row].changes[c].by;
    }

    /* Make bodies of the same people with these sliders, settled like all others. */
    sampler.shift = shift;
    sampler.progress = (pd_progress){0};
    pd_status status =
        pd_factory_sample_init(&sample, &sampler, d->seed, PD_FACTORY_PROPORTION_SUBJECTS, err);
    if (status != PD_OK) return status;

    settle_job job = {d, &sample, scratch};
    pd_execute(sampler.executor, settle_one, &job, sample.count);

    /* Compute the difference of both sides for each sex. */
    const double share = sign / PD_FACTORY_PROPORTION_SUBJECTS; /* half of half of them */
    for (int s = 0; s < sample.count; s++) {
        float *out = directions[sample.subjects[s].male ? 0 : 1];
        const float *body = pd_factory_sample_body(&sample, s);
        for (size_t i = 0; i < 3 * (size_t)sample.vertex_count; i++)
            out[i * PD_FACTORY_PROPORTION_COUNT + (size_t)row] += (float)(share * (double)body[i]);
    }

    pd_factory_sample_deinit(&sample);

    return PD_OK;
}

pd_status pd_factory_proportions(float *directions[2], const pd_factory_proportion_data *data, pd_error *err)
{
    const size_t numbers = 3 * (size_t)data->sampler->mesh->vertex_count * PD_FACTORY_PROPORTION_COUNT;
    const size_t scratch_floats =
        pd_factory_tpose_scratch(data->tposer) * (size_t)data->sampler->executor->worker_count;
    float *scratch = malloc(scratch_floats * sizeof *scratch);
    pd_status status = PD_OK;

    for (int sex = 0; sex < 2; sex++) directions[sex] = calloc(numbers, sizeof *directions[sex]);
    if (!scratch || !directions[0] || !directions[1])
        status = pd_fail(err, PD_ERR_MEMORY, "proportions", "out of memory");
    for (int row = 0; status == PD_OK && row < PD_FACTORY_PROPORTION_COUNT; row++) {
        pd_progress_report(&data->sampler->progress, "proportions", row, PD_FACTORY_PROPORTION_COUNT);
        for (int sign = -1; status == PD_OK && sign <= 1; sign += 2)
            status = add_side(directions, data, scratch, row, sign, err);
    }

    pd_progress_report(&data->sampler->progress, "proportions", PD_FACTORY_PROPORTION_COUNT,
                       PD_FACTORY_PROPORTION_COUNT);

    free(scratch);
    return status;
}

/* Averages a direction with its mirror image, so that a vertex and its mirror image get the same numbers to
 * the last bit. */
static float mirrored_mean(const float *d, const int *mirror, size_t v, size_t c, size_t row)
{
    const size_t here = (3 * v + c) * PD_FACTORY_PROPORTION_COUNT + row;
    const size_t there = (3 * (size_t)mirror[v] + c) * PD_FACTORY_PROPORTION_COUNT + row;
    return c == 0 ? (d[here] - d[there]) / 2 : (d[here] + d[there]) / 2;
}

pd_status pd_factory_proportions_add(pd_smpl_data *model, float *const directions[2], bool men, bool women,
                                     pd_error *err)
{
    const size_t numbers = 3 * (size_t)model->vertex_count;
    const size_t b = (size_t)model->beta_count;
    const size_t n = PD_FACTORY_PROPORTION_COUNT;
    float *dirs = malloc(numbers * (b + n) * sizeof *dirs);
    float *limits = realloc(model->beta_limits, (b + n) * sizeof *limits);

    if (limits) model->beta_limits = limits;
    if (!dirs || !limits) {
        free(dirs);
        return pd_fail(err, PD_ERR_MEMORY, "proportions", "out of memory for %zu directions", n);
    }

    /* Directions behind those of the model; a neutral model takes the mean of both sexes. */
    const float half = men && women ? 0.5f : 1;
    for (size_t i = 0; i < numbers; i++) {
        memcpy(dirs + i * (b + n), model->shapedirs + i * b, b * sizeof *dirs);
        for (size_t k = 0; k < n; k++) {
            float sum = 0;
            if (men) sum += half * mirrored_mean(directions[0], model->mirror, i / 3, i % 3, k);
            if (women) sum += half * mirrored_mean(directions[1], model->mirror, i / 3, i % 3, k);
            dirs[i * (b + n) + b + k] = sum;
        }
    }

    /* Set the limits, then give the directions to the model. */
    for (size_t k = 0; k < n; k++) limits[b + k] = rows[k].limit;
    free(model->shapedirs);
    model->shapedirs = dirs;
    model->beta_count += (int)n;

    return PD_OK;
}
