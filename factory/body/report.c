#include "factory/body/report.h"

#include "core/base/assert.h"
#include "core/base/sort.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MM 1000.0

const int pd_factory_error_betas[PD_FACTORY_ERROR_COUNT] = {1, 3, 5, 10, 16, 20};

double pd_factory_percentile(double *values, int count, double percentile)
{
    PD_ASSERT(count > 0 && percentile >= 0 && percentile <= 100);
    pd_sort_doubles(values, (size_t)count);
    double at = percentile / 100 * (count - 1);
    int low = (int)at;
    int high = low + 1 < count ? low + 1 : low;

    return values[low] + (at - low) * (values[high] - values[low]);
}

static pd_status out_of_memory(pd_error *err)
{
    return pd_fail(err, PD_ERR_MEMORY, "report", "out of memory for the figures");
}

/* ---- sampling ---- */

static double mass_of(const pd_factory_subject *s)
{
    return s->volume_got * PD_FACTORY_DENSITY;
}

static double bmi_of(const pd_factory_subject *s)
{
    return mass_of(s) / (s->stature_got * s->stature_got);
}

/* Describes the men or the women of the sample. */
static void describe_report(pd_factory_population *out, const pd_factory_sample *sample, int male,
                            double *scratch)
{
    double sum = 0, squares = 0;

    memset(out, 0, sizeof *out);
    for (int i = 0; i < sample->count; i++) {
        const pd_factory_subject *s = &sample->subjects[i];
        if (s->male != male) continue;
        sum += s->stature_got;
        squares += s->stature_got * s->stature_got;
        out->fat_beyond += s->corpulence > 1;
        scratch[out->count] = bmi_of(s);
        scratch[sample->count + out->count++] = mass_of(s);
    }

    if (out->count == 0) return;

    /* Compute the moments of the stature, and percentiles of body mass and mass index. */
    out->stature_mean = sum / out->count;
    out->stature_sd = sqrt(fmax(squares / out->count - out->stature_mean * out->stature_mean, 0));
    out->fat_beyond /= out->count;
    out->bmi_p5 = pd_factory_percentile(scratch, out->count, 5);
    out->bmi_p25 = pd_factory_percentile(scratch, out->count, 25);
    out->bmi_p50 = pd_factory_percentile(scratch, out->count, 50);
    out->bmi_p75 = pd_factory_percentile(scratch, out->count, 75);
    out->bmi_p95 = pd_factory_percentile(scratch, out->count, 95);
    out->mass_p5 = pd_factory_percentile(scratch + sample->count, out->count, 5);
    out->mass_p50 = pd_factory_percentile(scratch + sample->count, out->count, 50);
    out->mass_p95 = pd_factory_percentile(scratch + sample->count, out->count, 95);
}

pd_status pd_factory_report_sample(pd_factory_report *report, const pd_factory_sample *sample, pd_error *err)
{
    double *scratch = malloc(2 * (size_t)sample->count * sizeof *scratch);

    if (!scratch) return out_of_memory(err);

    describe_report(&report->men, sample, 1, scratch);
    describe_report(&report->women, sample, 0, scratch);
    free(scratch);

    /* Largest error of stature, and share of the subjects whose body mass
     * index is within 1 % of the wanted one. */
    report->stature_worst_mm = report->bmi_within_1_percent = 0;
    for (int i = 0; i < sample->count; i++) {
        const pd_factory_subject *s = &sample->subjects[i];
        report->stature_worst_mm = fmax(report->stature_worst_mm, MM * fabs(s->stature_got - s->stature));
        report->bmi_within_1_percent += fabs(bmi_of(s) / s->bmi - 1) <= 0.01;
    }

    report->bmi_within_1_percent /= sample->count;
    return PD_OK;
}

/* ---- joints ---- */

static double report_distance(const double *a, const double *b)
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

pd_status pd_factory_report_regressor(pd_factory_report *report, const pd_factory_regressor *regressor,
                                      const float *bodies, const double *centers, int count, int vertex_count,
                                      pd_error *err)
{
    int total = count * PD_FACTORY_JOINT_COUNT;
    double *all = malloc((size_t)total * sizeof *all);
    double sum = 0;

    if (!all) return out_of_memory(err);

    memset(report->regressor_mm, 0, sizeof report->regressor_mm);
    for (int b = 0; b < count; b++) {
        double found[3 * PD_FACTORY_JOINT_COUNT];
        pd_factory_regressor_apply(found, regressor, PD_FACTORY_JOINT_COUNT,
                                   bodies + 3 * (size_t)vertex_count * (size_t)b);
        for (int j = 0; j < PD_FACTORY_JOINT_COUNT; j++) {
            double mm = MM * report_distance(found + 3 * j,
                                             centers + 3 * (PD_FACTORY_POINT_COUNT * (size_t)b + (size_t)j));
            all[b * PD_FACTORY_JOINT_COUNT + j] = mm;
            report->regressor_mm[j] += mm / count;
            sum += mm;
        }
    }

    /* Report mean, 95th percentile and maximum over all joints and bodies. */
    report->regressor_mean_mm = sum / total;
    report->regressor_p95_mm = pd_factory_percentile(all, total, 95);
    report->regressor_max_mm = all[total - 1];
    free(all);

    /* Count the entries of the regressor. */
    report->regressor_entries = regressor->start[PD_FACTORY_JOINT_COUNT];
    report->regressor_row_min = report->regressor_row_max = regressor->start[1];
    for (int j = 1; j < PD_FACTORY_JOINT_COUNT; j++) {
        int row = regressor->start[j + 1] - regressor->start[j];
        if (row < report->regressor_row_min) report->regressor_row_min = row;
        if (row > report->regressor_row_max) report->regressor_row_max = row;
    }

    return PD_OK;
}

static double angle_between(const double *from, const double *to, const double axis[3])
{
    double d[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
    double along = 0;
    for (int k = 0; k < 3; k++) along += d[k] * axis[k];
    double across = sqrt(fmax(0, d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - along * along));
    return atan2(across, along) * 180 / acos(-1);
}

/* Arms along +X; the leg is outward by its angle in the frontal plane, whatever its depth. */
void pd_factory_report_axes(pd_factory_report *report, const double *centers, int count)
{
    PD_ASSERT(count > 0);
    static const int arm[] = {PD_FACTORY_L_SHOULDER, PD_FACTORY_L_ELBOW, PD_FACTORY_L_WRIST,
                              PD_FACTORY_L_HAND};
    const double x[3] = {1, 0, 0};
    report->axis_worst_deg = 0;
    for (int b = 0; b < count; b++) {
        const double *c = centers + 3 * PD_FACTORY_POINT_COUNT * (size_t)b;
        for (int k = 0; k < 3; k++)
            report->axis_worst_deg =
                fmax(report->axis_worst_deg, angle_between(c + 3 * arm[k], c + 3 * arm[k + 1], x));
        const double *hip = c + 3 * PD_FACTORY_L_HIP;
        const double *ankle = c + 3 * PD_FACTORY_L_ANKLE;
        double outward = atan2(ankle[0] - hip[0], hip[1] - ankle[1]) * 180 / acos(-1);
        report->axis_worst_deg = fmax(report->axis_worst_deg, fabs(outward - 3.0));
    }
}

/* ---- weights ---- */

pd_status pd_factory_report_weights(pd_factory_report *report, const double *weights, int joint_count,
                                    const pd_factory_mesh *mesh, pd_error *err)
{
    int count = 0;
    double *jumps = malloc((size_t)mesh->neighbor_start[mesh->vertex_count] * sizeof *jumps);

    if (!jumps) return out_of_memory(err);

    memset(report->weight_vertices, 0, sizeof report->weight_vertices);

    /* Count the joints of each vertex, and find the largest change of a weight along an edge. */
    for (int i = 0; i < mesh->vertex_count; i++) {
        const double *row = weights + (size_t)i * (size_t)joint_count;
        int used = 0;
        for (int j = 0; j < joint_count; j++) used += row[j] > 0;
        if (used >= 1 && used <= 4) report->weight_vertices[used - 1]++;
        for (int e = mesh->neighbor_start[i]; e < mesh->neighbor_start[i + 1]; e++) {
            const double *other = weights + (size_t)mesh->neighbors[e] * (size_t)joint_count;
            double largest = 0;
            for (int j = 0; j < joint_count; j++) largest = fmax(largest, fabs(row[j] - other[j]));
            jumps[count++] = largest;
        }
    }

    report->weight_jump_p99 = pd_factory_percentile(jumps, count, 99);
    report->weight_jump_max = jumps[count - 1];
    free(jumps);

    return PD_OK;
}

/* ---- shape ---- */

typedef struct shape_job {
    const pd_factory_pca *pca;
    const pd_factory_held_out *data;
    pd_factory_shape_error *errors; /* (count,PD_FACTORY_ERROR_COUNT); area_p95_mm unused */
    float *scratch;                 /* (workers,V,3) */
} shape_job;

/* Fits one held-out body with increasing numbers of betas, and measures what is left. */
static void measure_body(void *arg, int index, int worker)
{
    const shape_job *job = arg;
    const int n = job->data->mesh->vertex_count;
    size_t numbers = 3 * (size_t)n;
    size_t subject = (size_t)job->data->chosen[index];
    const float *body = job->data->bodies + numbers * subject;
    const double *center = job->data->centers + 3 * PD_FACTORY_POINT_COUNT * subject;
    float *shaped = job->scratch + numbers * (size_t)worker;
    double right[PD_FACTORY_COMPONENTS], betas[PD_FACTORY_COMPONENTS],
        scratch[PD_FACTORY_COMPONENTS * PD_FACTORY_COMPONENTS];

    /* The right side is the same for any number of betas. */
    pd_factory_pca_correlate(right, job->pca, job->data->areas, body);
    for (int at = 0; at < PD_FACTORY_ERROR_COUNT; at++) {
        int k = pd_factory_error_betas[at] < job->pca->component_count ? pd_factory_error_betas[at]
                                                                       : job->pca->component_count;
        pd_factory_pca_project(betas, job->pca, k, right, scratch);
        pd_factory_pca_shape(shaped, job->pca, k, betas);

        pd_factory_shape_error e = {0};
        double joints[3 * PD_FACTORY_JOINT_COUNT];
        double area = 0;

        /* Measure distances of the vertices, plain and weighted by area. */
        for (int i = 0; i < n; i++) {
            double d2 = 0;
            for (int c = 0; c < 3; c++) {
                double d = (double)shaped[3 * i + c] - body[3 * i + c];
                d2 += d * d;
            }

            e.vertex_mm += MM * sqrt(d2) / n;
            e.area_mm += MM * sqrt(d2) * job->data->areas[i];
            area += job->data->areas[i];
        }

        e.area_mm /= area;

        /* Measure distances of the joints. */
        pd_factory_regressor_apply(joints, job->data->regressor, PD_FACTORY_JOINT_COUNT, shaped);
        for (int j = 0; j < PD_FACTORY_JOINT_COUNT; j++)
            e.joint_mm += MM * report_distance(joints + 3 * j, center + 3 * j) / PD_FACTORY_JOINT_COUNT;
        job->errors[index * PD_FACTORY_ERROR_COUNT + at] = e;
    }
}

pd_status pd_factory_report_model(pd_factory_model_report *report, const pd_factory_pca *pca,
                                  const pd_factory_held_out *held_out, pd_error *err)
{
    size_t count = (size_t)held_out->count;
    size_t numbers = 3 * (size_t)held_out->mesh->vertex_count;
    double *values = malloc(count * sizeof *values);
    shape_job job = {.pca = pca,
                     .data = held_out,
                     .errors = malloc(count * PD_FACTORY_ERROR_COUNT * sizeof *job.errors),
                     .scratch =
                         malloc((size_t)held_out->executor->worker_count * numbers * sizeof *job.scratch)};
    pd_status status = PD_OK;

    if (!values || !job.errors || !job.scratch) {
        status = out_of_memory(err);
    } else {
        pd_execute(held_out->executor, measure_body, &job, held_out->count);

        int bodies = job.data->count;

        /* Average over the bodies. */
        for (int e = 0; e < PD_FACTORY_ERROR_COUNT; e++) {
            pd_factory_shape_error *mean = &report->errors[e];
            memset(mean, 0, sizeof *mean);
            for (int i = 0; i < bodies; i++) {
                const pd_factory_shape_error *one = &job.errors[i * PD_FACTORY_ERROR_COUNT + e];
                mean->vertex_mm += one->vertex_mm / bodies;
                mean->area_mm += one->area_mm / bodies;
                mean->joint_mm += one->joint_mm / bodies;
                values[i] = one->area_mm;
            }

            mean->area_p95_mm = pd_factory_percentile(values, bodies, 95);
        }

        report->held_out = held_out->count;
    }

    double *gradient = NULL;
    double sum = 0;
    if (status == PD_OK) {
        gradient = malloc(numbers * sizeof *gradient);
        if (!gradient) status = out_of_memory(err);
    }

    /* Compute the slope of the volume along each component, and figures of the mean body. */
    if (status == PD_OK) {
        pd_factory_volume_gradient(gradient, pca->mean, held_out->mesh);
        for (int k = 0; k < pca->component_count && k < PD_FACTORY_COMPONENTS; k++) {
            double slope = 0;
            for (size_t i = 0; i < numbers; i++)
                slope += gradient[i] * pca->directions[i * (size_t)pca->component_count + (size_t)k];
            report->volume_slope[k] = slope * 4 * 1000;
            report->variance[k] = sum += pca->shares[k];
        }

        report->stature = pd_factory_stature(pca->mean, held_out->mesh->vertex_count);
        report->volume = pd_factory_volume(pca->mean, held_out->mesh);
        report->bmi = report->volume * PD_FACTORY_DENSITY / (report->stature * report->stature);
    }

    free(gradient);
    free(values);
    free(job.errors);
    free(job.scratch);

    return status;
}
