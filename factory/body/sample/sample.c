#include "factory/body/sample/sample.h"

#include "core/base/assert.h"
#include "factory/body/sample/subject.h"
#include "factory/makehuman/slider.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define CORPULENCE_MIN (-1.0)
#define CORPULENCE_MAX 4.0
#define ROUNDS         12
#define CLOSE_ENOUGH   1e-4 /* of the mass */

/* One worker's scratch; all (composed_count,3). */
typedef struct workspace {
    float *fixed;  /* what corpulence does not change            */
    float *body;   /* at the height slider's middle              */
    float *taller; /* displacement of the height slider at its end */
    float *out;
} workspace;

typedef struct sample_job {
    const pd_factory_sampler *sampler;
    pd_factory_sample *sample;
    workspace *workspaces;
    uint64_t seed;
} sample_job;

static double sample_clip(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

/* ---- composition ---- */

/* Adds the targets of a family with their weights. */
static void add_family(float *out, const pd_factory_asset *asset, pd_factory_family family,
                       const pd_factory_macro *macro)
{
    double factors[PD_FACTORY_WORD_COUNT];

    pd_factory_macro_factors(factors, macro);
    for (int t = 0; t < PD_FACTORY_MACRO_COUNT; t++) {
        if (asset->macros[t].family != family) continue;
        double weight = pd_factory_macro_weight(&asset->macros[t], factors);
        if (weight != 0) pd_factory_asset_add(out, asset, t, weight);
    }
}

static void add_slider(float *out, const pd_factory_asset *asset, int slider, double value)
{
    if (value == 0) return;
    for (int side = 0; side < 2; side++)
        pd_factory_asset_add(out, asset, pd_factory_slider_target(slider, value > 0, side), fabs(value));
}

/* ---- height and corpulence ---- */

static double stature_at(const workspace *b, int vertex_count, double w)
{
    PD_ASSERT(vertex_count > 0);
    double low = 1e9;
    double high = -1e9;
    for (int i = 0; i < vertex_count; i++) {
        double y = b->body[3 * (size_t)i + 1] + w * b->taller[3 * (size_t)i + 1];
        low = fmin(low, y);
        high = fmax(high, y);
    }

    return high - low;
}

/* Returns log(mass / wanted mass) of the body with corpulence f, and leaves the body in b->out. */
static double mass_error(const workspace *b, const pd_factory_sampler *sampler, pd_factory_subject *s,
                         double f)
{
    const pd_factory_asset *asset = sampler->asset;

    /* Muscle falls at both ends: at the middle of the muscle control
     * the weight control does almost nothing. */
    s->corpulence = f;
    s->macro.weight = sample_clip(0.5 + 0.5 * f, 0, 1);
    s->macro.muscle = s->muscle * (1 - 0.65 * sample_clip(f, 0, 1)) * (1 - 0.75 * sample_clip(-f, 0, 1));
    memcpy(b->body, b->fixed, 3 * (size_t)asset->composed_count * sizeof *b->body);
    add_family(b->body, asset, PD_FACTORY_UNIVERSAL, &s->macro);
    add_family(b->body, asset, PD_FACTORY_PROPORTIONS, &s->macro);
    add_family(b->body, asset, PD_FACTORY_BREAST, &s->macro);

    /* Fat beyond what the weight control can express. */
    const double beyond = fmax(f - 1, 0);
    for (int k = 0; k < pd_factory_slider_count; k++)
        if (pd_factory_sliders[k].depot != 0)
            add_slider(b->body, asset, k, s->sliders[k] + fmin(1.2, s->depots[k] * beyond));
    const int last = (s->male ? pd_factory_male_shape_count : pd_factory_female_shape_count) - 1;
    if (beyond > 0)
        pd_factory_asset_add(b->body, asset, pd_factory_shape_target(s->male, last), fmin(0.8, 0.3 * beyond));

    /* Gives b->out the subject's stature: the lower half of the height control makes smaller,
     * the upper half taller. */
    size_t count = 3 * (size_t)asset->composed_count;
    int up = s->stature > pd_factory_stature(b->body, asset->vertex_count);
    memset(b->taller, 0, count * sizeof *b->taller);
    s->macro.height = up;
    add_family(b->taller, asset, PD_FACTORY_HEIGHT, &s->macro);

    /* Stature is nearly linear in w (only the extreme vertices may change),
     * so that secants converge at once. */
    const int n = asset->vertex_count;
    double w0 = 0;
    double s0 = stature_at(b, n, 0);
    double w = 1;
    double s1 = stature_at(b, n, 1);
    for (int round = 0; round < 4 && fabs(s1 - s->stature) > 1e-5; round++) {
        double next = s1 == s0 ? w : sample_clip(w + (s->stature - s1) * (w - w0) / (s1 - s0), 0, 1);
        w0 = w;
        s0 = s1;
        w = next;
        s1 = stature_at(b, n, w);
    }

    s->macro.height = up ? 0.5 + 0.5 * w : 0.5 - 0.5 * w;
    for (size_t i = 0; i < count; i++) b->out[i] = b->body[i] + (float)w * b->taller[i];

    return log(pd_factory_volume(b->out, sampler->mesh) * PD_FACTORY_DENSITY /
               (s->bmi * s->stature * s->stature));
}

/* Solves for the corpulence by regula falsi with the Illinois rule:
 * an end that stays twice has half its weight. */
static void fit_corpulence(const workspace *b, const pd_factory_sampler *sampler, pd_factory_subject *s)
{
    double at_zero = mass_error(b, sampler, s, 0);
    double low = at_zero < 0 ? 0 : CORPULENCE_MIN;
    double high = at_zero < 0 ? 1 : 0;
    double low_error = at_zero < 0 ? at_zero : mass_error(b, sampler, s, low);
    double high_error = at_zero < 0 ? mass_error(b, sampler, s, high) : at_zero;

    /* Find an interval that contains the asked mass. */
    if (high_error < 0) {
        low = high;
        low_error = high_error;
        high = CORPULENCE_MAX;
        high_error = mass_error(b, sampler, s, high);
    }

    /* Outside the range, the nearest end has to do. */
    if (low_error > 0) mass_error(b, sampler, s, low);
    if (low_error > 0 || high_error < 0) return;

    for (int round = 0, kept = 0; round < ROUNDS; round++) {
        double f = high - high_error * (high - low) / (high_error - low_error);
        double error = mass_error(b, sampler, s, f);
        if (fabs(error) < CLOSE_ENOUGH) return;
        if (error < 0) {
            low = f;
            low_error = error;
            if (kept == -1) high_error *= 0.5;
            kept = -1;
        } else {
            high = f;
            high_error = error;
            if (kept == 1) low_error *= 0.5;
            kept = 1;
        }
    }
}

static void sample_one(void *arg, int index, int worker)
{
    sample_job *job = arg;
    const pd_factory_sampler *sampler = job->sampler;
    const workspace *b = &job->workspaces[worker];
    pd_factory_subject *s = &job->sample->subjects[index];

    /* Draw the subject's proportions from the seed and its index. */
    pd_factory_subject_sample(s, job->seed, index, sampler->with_face);
    for (int k = 0; sampler->shift && k < pd_factory_slider_count; k++) s->sliders[k] += sampler->shift[k];

    /* Fixed part: everything that corpulence does not change. */
    memcpy(b->fixed, sampler->asset->obj.vertices,
           3 * (size_t)sampler->asset->composed_count * sizeof *b->fixed);
    add_family(b->fixed, sampler->asset, PD_FACTORY_RACE, &s->macro);
    for (int k = 0; k < pd_factory_slider_count; k++)
        if (pd_factory_sliders[k].depot == 0) add_slider(b->fixed, sampler->asset, k, s->sliders[k]);

    if (s->shape >= 0)
        pd_factory_asset_add(b->fixed, sampler->asset, pd_factory_shape_target(s->male, s->shape),
                             s->shape_weight);

    /* Solve for the corpulence that gives the asked mass, then compute the joint centres. */
    fit_corpulence(b, sampler, s);
    pd_factory_points_get(job->sample->centers + 3 * PD_FACTORY_POINT_COUNT * (size_t)index, sampler->points,
                          b->out);

    const size_t composed = 3 * (size_t)sampler->asset->composed_count;
    if (job->sample->composed)
        memcpy(job->sample->composed + composed * (size_t)index, b->out, composed * sizeof *b->out);

    /* Store the subject's skin, made symmetric. */
    float *body = pd_factory_sample_body(job->sample, index);
    memcpy(body, b->out, 3 * (size_t)job->sample->vertex_count * sizeof *body);
    pd_factory_symmetrise(body, sampler->mesh);
    s->stature_got = pd_factory_stature(body, job->sample->vertex_count);
    s->volume_got = pd_factory_volume(body, sampler->mesh);
}

/* ---- running it ---- */

typedef struct chunk {
    pd_task *task;
    void *arg;
    int first;
} chunk;

static void run_in_chunk(void *arg, int index, int worker)
{
    const chunk *c = arg;
    c->task(c->arg, c->first + index, worker);
}

void pd_factory_execute(const pd_executor *executor, const pd_progress *progress, const char *step,
                        pd_task *task, void *arg, int count)
{
    /* Chunks of about 2 %, so that progress can be reported. */
    int size = count / 50 > 4 * executor->worker_count ? count / 50 : 4 * executor->worker_count;

    for (int first = 0; first < count; first += size) {
        chunk c = {task, arg, first};
        pd_progress_report(progress, step, first, count);
        pd_execute(executor, run_in_chunk, &c, count - first < size ? count - first : size);
    }

    pd_progress_report(progress, step, count, count);
}

static void free_workspaces(workspace *workspaces, int count)
{
    for (int w = 0; workspaces && w < count; w++) free(workspaces[w].fixed);
    free(workspaces);
}

static workspace *make_workspaces(int count, int vertex_count)
{
    PD_ASSERT(count > 0 && vertex_count > 0);
    size_t size = 3 * (size_t)vertex_count;
    workspace *workspaces = calloc((size_t)count, sizeof *workspaces);
    for (int w = 0; workspaces && w < count; w++) {
        float *block = malloc(4 * size * sizeof *block);
        if (!block) {
            free_workspaces(workspaces, count);
            return NULL;
        }

        workspaces[w] = (workspace){
            .fixed = block, .body = block + size, .taller = block + 2 * size, .out = block + 3 * size};
    }

    return workspaces;
}

pd_status pd_factory_sample_init(pd_factory_sample *sample, const pd_factory_sampler *sampler, uint64_t seed,
                                 int count, pd_error *err)
{
    PD_ASSERT(pd_factory_slider_count <= PD_FACTORY_SLIDERS_MAX);
    size_t n = (size_t)count;
    size_t numbers = 3 * (size_t)sampler->asset->vertex_count;
    *sample = (pd_factory_sample){.count = count,
                                  .vertex_count = sampler->asset->vertex_count,
                                  .subjects = calloc(n, sizeof *sample->subjects),
                                  .bodies = malloc(n * numbers * sizeof *sample->bodies),
                                  .centers = malloc(n * 3 * PD_FACTORY_POINT_COUNT * sizeof *sample->centers),
                                  .composed = NULL};
    if (sampler->keeps_composed)
        sample->composed = malloc(n * 3 * (size_t)sampler->asset->composed_count * sizeof *sample->composed);

    workspace *workspaces = make_workspaces(sampler->executor->worker_count, sampler->asset->composed_count);
    if (!sample->subjects || !sample->bodies || !sample->centers || !workspaces ||
        (sampler->keeps_composed && !sample->composed)) {
        pd_factory_sample_deinit(sample);
        free_workspaces(workspaces, sampler->executor->worker_count);
        return pd_fail(err, PD_ERR_MEMORY, "sample", "out of memory for %d bodies", count);
    }

    /* Subjects are independent of each other. */
    sample_job job = {.sampler = sampler, .sample = sample, .workspaces = workspaces, .seed = seed};
    pd_factory_execute(sampler->executor, &sampler->progress, sampler->step, sample_one, &job, count);
    free_workspaces(workspaces, sampler->executor->worker_count);

    return PD_OK;
}

void pd_factory_sample_deinit(pd_factory_sample *sample)
{
    free(sample->subjects);
    free(sample->bodies);
    free(sample->centers);
    free(sample->composed);
    memset(sample, 0, sizeof *sample);
}

float *pd_factory_sample_body(const pd_factory_sample *sample, int subject)
{
    return sample->bodies + 3 * (size_t)sample->vertex_count * (size_t)subject;
}
