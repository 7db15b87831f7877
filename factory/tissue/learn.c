#include "factory/tissue/learn.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "factory/tissue/breath.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MODES      16
#define BETA_TERMS 4
#define FRAMES     900
#define RIDGE      0.03
#define SHRINK     3e-3 /* penalty on the squares of s and u, as a fraction of a mode's square */
#define PASSES     4
#define MAX_PARAMS (2 + 2 * PD_SMPL_MAX_BETA_TERMS) /* w_0, zeta, s_g, u_g */
#define MAX_F      (PD_SMPL_SOFT_FEATURES * PD_SMPL_SOFT_MAX_JOINTS)

const char *const pd_factory_tissue_part_names[PD_FACTORY_TISSUE_PARTS] = {
    "hips", "thighs", "calves", "belly", "chest", "upper arms", "forearms", "rest"};

/* A feature of one parity: (x_first + sign x_second) / sqrt 2, or x_first alone if second is -1. */
typedef struct feature {
    int first, second;
    double sign;
} feature;

typedef struct course {
    const pd_factory_tissue_run *run;
    double *coefficients; /* (T,M) coefficients of the directions, best fit in each frame */
    double *x[2];         /* (T,R) features of each parity */
    double weight;        /* weight in the regression: 1 / mean square of its build */
    float b[PD_SMPL_MAX_BETA_TERMS];
} course;

typedef struct learning {
    const pd_smpl_model *model;
    const pd_factory_tissue_options *options;
    const pd_progress *progress;
    pd_error *err;
    course *courses;
    int course_count, frame_count;
    int joints[PD_SMPL_SOFT_MAX_JOINTS], joint_count, modes, terms;
    int *slot, *vertices, *mirror;      /* (V) index in the skin or -1; (U) vertex; (U) mirrored index */
    int skin_count;                     /* U */
    double *weight;                     /* (U) mass, kg, mean over the runs */
    double *directions;                 /* (M,U,3) metres per unit */
    int parity[PD_SMPL_SOFT_MAX_MODES]; /* 0: same on both sides, 1: opposite */
    feature features[2][MAX_F];
    int feature_count[2];
    double poles[PD_SMPL_SOFT_MAX_MODES][MAX_PARAMS];
    double *gains;                          /* (M,F) */
    double squares[PD_SMPL_SOFT_MAX_MODES]; /* weighted sums of squared coefficients */
    /* Scratch of the regression. */
    double *filtered, *wanted, *normal, *right;
} learning;

static pd_status no_memory(learning *l)
{
    return pd_fail(l->err, PD_ERR_MEMORY, "tissue", "out of memory");
}

/* ---- the skin of all runs ---- */

static void add_vertex_learn(learning *l, int v)
{
    if (l->slot[v] >= 0) return;
    l->slot[v] = l->skin_count;
    l->vertices[l->skin_count++] = v;
}

static pd_status join_skins(learning *l)
{
    const size_t vertices = (size_t)l->model->vertex_count;
    const int *mirror = l->model->data.mirror;

    l->slot = malloc(vertices * sizeof *l->slot);
    l->vertices = malloc(vertices * sizeof *l->vertices);
    l->mirror = malloc(vertices * sizeof *l->mirror);
    l->weight = calloc(vertices, sizeof *l->weight);
    if (!l->slot || !l->vertices || !l->mirror || !l->weight) return no_memory(l);

    for (size_t v = 0; v < vertices; v++) l->slot[v] = -1;
    for (int r = 0; r < l->course_count; r++)
        for (int s = 0; s < l->courses[r].run->skin_count; s++) {
            const int v = l->courses[r].run->skin[s];
            add_vertex_learn(l, v);
            add_vertex_learn(l, mirror[v]);
            l->weight[l->slot[v]] += (double)l->courses[r].run->mass[s] / 2 / l->course_count;
            l->weight[l->slot[mirror[v]]] += (double)l->courses[r].run->mass[s] / 2 / l->course_count;
        }
    for (int u = 0; u < l->skin_count; u++) l->mirror[u] = l->slot[mirror[l->vertices[u]]];

    return PD_OK;
}

/* Unpacks a frame of a run to out (U,3). */
static void unpack_learn(double *out, const learning *l, const pd_factory_tissue_run *run, int t)
{
    const uint16_t *d = run->d + (size_t)t * 3 * (size_t)run->skin_count;
    memset(out, 0, 3 * (size_t)l->skin_count * sizeof *out);
    for (int s = 0; s < run->skin_count; s++)
        for (int c = 0; c < 3; c++)
            out[3 * l->slot[run->skin[s]] + c] = (double)pd_half_to_float(d[3 * s + c]);
}

/* ---- directions ---- */

/* Fills samples (n,3U) from every `every`-th frame: the part of this parity, times the square root of the
 * weights. Returns n. */
static int sample_parity(double *samples, double *frame, const learning *l, int every, int parity)
{
    static const double flip[3] = {-1, 1, 1};
    const size_t row = 3 * (size_t)l->skin_count;
    int n = 0, at = 0;

    for (int r = 0; r < l->course_count; r++)
        for (int t = 0; t < l->courses[r].run->frame_count; t++, at++) {
            double *out = samples + (size_t)n * row;
            if (at % every) continue;
            unpack_learn(frame, l, l->courses[r].run, t);
            for (int i = 0; i < 3 * l->skin_count; i++) {
                const double other = (parity ? -1 : 1) * flip[i % 3] * frame[3 * l->mirror[i / 3] + i % 3];
                out[i] = sqrt(l->weight[i / 3]) * (frame[i] + other) / 2;
            }

            n++;
        }

    return n;
}

/* Computes the M components with the largest variance of one parity: values (M), unit directions (M,3U) in
 * weighted space. The caller provides scratch. */
static pd_status components_of(double *values, double *directions, learning *l, const double *samples, int n,
                               double *gram, double *vectors)
{
    const size_t row = 3 * (size_t)l->skin_count;
    const size_t modes = (size_t)l->modes;

    if (n < l->modes)
        return pd_fail(l->err, PD_ERR_RANGE, "runs", "%d frames; at least %d needed", n, l->modes);

    /* Compute eigenvectors of the Gram matrix of the frames,
     * because there are fewer frames than numbers in a frame. */
    pd_k_gram_add(gram, samples, n, (int)row);
    pd_k_mirror(gram, n);
    if (!pd_k_syev_top(values, vectors, gram, n, l->modes))
        return pd_fail(l->err, PD_ERR_INTERNAL, "directions", "LAPACK gave up");

    /* Convert them to directions, and scale these to unit length. */
    pd_k_gemm(directions, vectors, 0, samples, 0, l->modes, (int)row, n, 1, 0);
    for (size_t m = 0; m < modes; m++) {
        const double length = sqrt(fmax(values[m], 1e-300));
        for (size_t i = 0; i < row; i++) directions[m * row + i] /= length;
        values[m] /= n;
    }

    return PD_OK;
}

static pd_status components(double *values, double *directions, learning *l, int every, int parity)
{
    const size_t row = 3 * (size_t)l->skin_count;
    const size_t most = (size_t)(l->frame_count / every + 1);
    const size_t modes = (size_t)l->modes;

    PD_ASSERT(every > 0 && (parity == 0 || parity == 1));
    double *samples = malloc(most * row * sizeof *samples);
    double *gram = calloc(most * most, sizeof *gram);
    double *vectors = malloc(modes * most * sizeof *vectors);
    double *frame = malloc(row * sizeof *frame);
    pd_status status = PD_ERR_MEMORY;
    if (samples && gram && vectors && frame) {
        const int n = sample_parity(samples, frame, l, every, parity);
        PD_ASSERT((size_t)n <= most);
        status = components_of(values, directions, l, samples, n, gram, vectors);
    } else
        no_memory(l);
    free(samples);
    free(gram);
    free(vectors);
    free(frame);

    return status;
}

/* Joins the components of both parities: takes the M with the largest variance,
 * in metres per standard deviation. */
static void join_parities(learning *l, const double *values, const double *both)
{
    const size_t row = 3 * (size_t)l->skin_count;
    int next[2] = {0, 0};

    for (int m = 0; m < l->modes; m++) {
        const double *of[2] = {values + next[0], values + l->modes + next[1]};
        const int parity = next[1] < l->modes && (next[0] >= l->modes || *of[1] > *of[0]);
        const double sd = sqrt(*of[parity]);
        const double *from = both + ((size_t)(parity * l->modes) + (size_t)next[parity]) * row;
        for (size_t i = 0; i < row; i++) {
            const double w = sqrt(l->weight[i / 3]);
            l->directions[(size_t)m * row + i] = w > 0 ? sd * from[i] / w : 0;
        }

        l->parity[m] = parity;
        next[parity]++;
    }

    PD_ASSERT(next[0] + next[1] == l->modes);
}

static pd_status find_directions(learning *l)
{
    const size_t row = 3 * (size_t)l->skin_count;
    const size_t modes = (size_t)l->modes;
    const int most = l->options->frames ? l->options->frames : FRAMES;
    const int every = l->frame_count / most + 1;
    double *values = calloc(2 * modes, sizeof *values);
    double *both = malloc(2 * modes * row * sizeof *both);

    l->directions = malloc(modes * row * sizeof *l->directions);
    pd_status status = values && both && l->directions ? PD_OK : no_memory(l);

    /* Compute the components that are the same on both sides, and those of opposite sign. */
    for (int parity = 0; parity < 2 && status == PD_OK; parity++) {
        pd_progress_report(l->progress, "directions", parity, 2);
        status = components(values + (size_t)parity * modes, both + (size_t)parity * modes * row, l, every,
                            parity);
    }

    if (status == PD_OK) {
        join_parities(l, values, both);
        pd_progress_report(l->progress, "directions", 2, 2);
    }

    free(values);
    free(both);

    return status;
}

/* Computes the coefficients of every frame of a course, from the scaled directions (M,3U). */
static pd_status project_course(learning *l, course *c, const double *scaled, double *frame)
{
    const int row = 3 * l->skin_count;

    c->coefficients = malloc((size_t)(c->run->frame_count * l->modes) * sizeof *c->coefficients);
    if (!c->coefficients) return no_memory(l);
    for (int t = 0; t < c->run->frame_count; t++) {
        unpack_learn(frame, l, c->run, t);
        pd_k_gemm(c->coefficients + (size_t)t * (size_t)l->modes, scaled, 0, frame, 0, l->modes, 1, row, 1,
                  0);
    }

    return PD_OK;
}

/* Computes the coefficients c_m = sum w D_m d / sum w D_m D_m, because the directions are orthogonal. */
static pd_status learn_project(learning *l)
{
    const size_t row = 3 * (size_t)l->skin_count;
    double *frame = malloc(row * sizeof *frame);
    double *scaled = malloc((size_t)l->modes * row * sizeof *scaled);
    pd_status status = PD_OK;

    if (!frame || !scaled) {
        free(frame);
        free(scaled);
        return no_memory(l);
    }

    /* Scale the directions once for all frames: w D_m / sum w D_m D_m. */
    for (int m = 0; m < l->modes; m++) {
        const double *d = l->directions + (size_t)m * row;
        double square = 0;
        for (size_t i = 0; i < row; i++) square += l->weight[i / 3] * d[i] * d[i];
        for (size_t i = 0; i < row; i++)
            scaled[(size_t)m * row + i] = l->weight[i / 3] * d[i] / fmax(square, 1e-300);
    }

    for (int r = 0; r < l->course_count && status == PD_OK; r++)
        status = project_course(l, &l->courses[r], scaled, frame);
    free(frame);
    free(scaled);

    return status;
}

/* ---- builds ---- */

/* Sets the weights of courses to 1 / mean square of their build, so that the regression explains the same
 * fraction for each build: the flesh of a stout body moves six times as far as that of a thin one. */
static pd_status weigh_learn(learning *l)
{
    double *swings = malloc((size_t)l->course_count * sizeof *swings);

    if (!swings) return no_memory(l);

    /* Sum up mass times squared displacement of each run, kg m2. */
    for (int r = 0; r < l->course_count; r++) {
        const pd_factory_tissue_run *run = l->courses[r].run;
        swings[r] = 0;
        for (int t = 0; t < run->frame_count; t++)
            for (int s = 0; s < run->skin_count; s++) {
                const uint16_t *d = run->d + ((size_t)t * (size_t)run->skin_count + (size_t)s) * 3;
                double square = 0;
                for (int c = 0; c < 3; c++) square += pow((double)pd_half_to_float(d[c]), 2);
                swings[r] += (double)run->mass[s] * square;
            }
    }

    for (int r = 0; r < l->course_count; r++) {
        course *c = &l->courses[r];
        const pd_smpl_soft_dynamics bent = {.beta_terms = l->terms, .sizes = (float[1]){0}};
        double swing = 0, mass = 0;
        for (int o = 0; o < l->course_count; o++) {
            const pd_factory_tissue_run *other = l->courses[o].run;
            if (c->run->beta_count != other->beta_count ||
                memcmp(c->run->betas, other->betas, (size_t)other->beta_count * sizeof *other->betas) != 0)
                continue; /* another build */
            swing += swings[o];
            for (int s = 0; s < other->skin_count; s++) mass += (double)other->mass[s] * other->frame_count;
        }

        c->weight = 1e-6 * mass / fmax(swing, 1e-12 * mass); /* 1 for a root mean square of 1 mm */
        pd_smpl_soft_bend(c->b, &bent, c->run->betas, c->run->beta_count);
    }

    free(swings);

    return PD_OK;
}

/* ---- features of one parity ---- */

/* Sign of each feature of a joint under a reflection at x = 0: vectors, axial vectors, their products. */
static const double mirrored[PD_SMPL_SOFT_FEATURES] = {-1, 1, 1, 1, -1, -1, 1, 1, 1, -1, -1, 1};

/* Lists the features of each parity, and computes x of every run. */
static pd_status read_features(learning *l)
{
    for (int parity = 0; parity < 2; parity++)
        for (int j = 0; j < l->joint_count; j++) {
            char mirror[PD_SMPL_NAME_BYTES];
            const char *own = l->model->data.joint_names[l->joints[j]];
            strcpy(mirror, own);
            if (!strncmp(own, "left_", 5)) {
                strcpy(mirror, "right_");
                strcat(mirror, own + 5);
            }

            if (!strncmp(own, "right_", 6)) {
                strcpy(mirror, "left_");
                strcat(mirror, own + 6);
            }

            int other = j;
            for (int k = 0; k < l->joint_count; k++)
                if (!strcmp(l->model->data.joint_names[l->joints[k]], mirror)) {
                    other = k;
                    break;
                }

            for (int i = 0; i < PD_SMPL_SOFT_FEATURES && other >= j; i++) {
                const double sign = (parity ? -1 : 1) * mirrored[i];
                if (other == j && sign < 0) continue;
                l->features[parity][l->feature_count[parity]++] = (feature){
                    PD_SMPL_SOFT_FEATURES * j + i, other == j ? -1 : PD_SMPL_SOFT_FEATURES * other + i, sign};
            }
        }

    for (int r = 0; r < l->course_count; r++)
        for (int parity = 0; parity < 2; parity++) {
            const pd_factory_tissue_run *run = l->courses[r].run;
            const int count = l->feature_count[parity];
            double *x = malloc((size_t)(run->frame_count * count) * sizeof *x);
            l->courses[r].x[parity] = x;
            if (!x) return no_memory(l);

            for (int t = 0; t < run->frame_count; t++)
                for (int i = 0; i < count; i++) {
                    const feature f = l->features[parity][i];
                    const float *from = run->x + (size_t)t * (size_t)run->feature_count;
                    x[t * count + i] =
                        f.second < 0 ? (double)from[f.first]
                                     : sqrt(0.5) * ((double)from[f.first] + f.sign * (double)from[f.second]);
                }
        }

    return PD_OK;
}

/* ---- regression ---- */

/* Computes y (T,R): x (T,R) filtered by the oscillator with coefficients a, times size. */
static void filter(double *restrict y, const double *restrict x, int frames, int count, const double a[2],
                   double size)
{
    const double b = (1 - a[0] - a[1]) * size;

    for (int i = 0; i < frames * count; i++) y[i] = b * x[i];
    for (int i = count; i < frames * count; i++) {
        y[i] += a[0] * y[i - count];
        if (i >= 2 * count) y[i] += a[1] * y[i - 2 * count];
    }
}

/* Fits the gains of modes first .. last - 1 with these poles. error (last - first): residual of each mode's
 * square, plus the penalties of ridge, s and u. keep: stores the gains. Returns false if the matrix is not
 * positive definite. */
static bool learn_regress(double *error, learning *l, const double *poles, int parity, int first, int last,
                          bool keep)
{
    const int n = l->feature_count[parity];
    const int frames = l->frame_count;
    const double ridge = l->options->ridge > 0 ? l->options->ridge : RIDGE;
    float p[MAX_PARAMS];
    double trace = 0, slopes = 0;

    for (int i = 0; i < 2 + 2 * l->terms; i++) p[i] = (float)poles[i];
    for (int i = 2; i < 2 + 2 * l->terms; i++) slopes += poles[i] * poles[i];

    /* Build the normal equations of all runs: normal (n,n), right (last - first, n). */
    double *to = l->filtered;
    for (int r = 0; r < l->course_count; r++) {
        const course *c = &l->courses[r];
        const double size = pd_smpl_soft_size(p + 2 + l->terms, l->terms, c->b);
        double a[2];
        pd_smpl_soft_poles(a, p, l->terms, c->b, l->terms, 1.0 / 60);
        filter(to, c->x[parity], c->run->frame_count, n, a, sqrt(c->weight) * size);
        to += c->run->frame_count * n;
    }

    pd_k_gemm(l->normal, l->filtered, 1, l->filtered, 0, n, n, frames, 1, 0);
    pd_k_gemm(l->right, l->wanted + (size_t)first * (size_t)frames, 0, l->filtered, 0, last - first, n,
              frames, 1, 0);

    for (int i = 0; i < n; i++) trace += l->normal[i * n + i];
    for (int i = 0; i < n; i++) l->normal[i * n + i] += ridge * trace / n;
    if (!pd_k_cholesky(l->normal, n)) return false;

    for (int m = first; m < last; m++) {
        double gained = 0;
        double w[MAX_F];
        double *right = l->right + (size_t)((m - first) * n);
        if (l->parity[m] != parity) continue;
        memcpy(w, right, (size_t)n * sizeof *w);
        pd_k_cholesky_solve(w, l->normal, n);
        for (int i = 0; i < n; i++) gained += w[i] * right[i];
        error[m - first] = l->squares[m] * (1 + SHRINK * slopes) - gained;
        if (keep) memcpy(l->gains + (size_t)m * MAX_F, w, (size_t)n * sizeof *w);
    }

    return true;
}

/* Refines a pole by coordinate descent: changes one number after the other,
 * up and down, while the error falls. */
static void refine(learning *l, int m, double best)
{
    double step[MAX_PARAMS] = {0.1, 0.2};

    for (int i = 2; i < 2 + 2 * l->terms; i++) step[i] = 0.15;

    for (int pass = 0; pass < PASSES; pass++)
        for (int i = 0; i < 2 + 2 * l->terms; i++) {
            bool better = false;
            for (int way = -1; way <= 1 && !better; way += 2)
                for (int times = 0; times < 3; times++) {
                    double trial[MAX_PARAMS];
                    double error = INFINITY;
                    memcpy(trial, l->poles[m], sizeof trial);
                    trial[i] = i < 2 ? trial[i] * exp(way * step[i]) : trial[i] + way * step[i];
                    trial[1] = fmin(0.9, trial[1]);
                    if (!learn_regress(&error, l, trial, l->parity[m], m, m + 1, false) || !(error < best))
                        break;
                    best = error;
                    better = true;
                    memcpy(l->poles[m], trial, sizeof trial);
                }
            if (!better) step[i] *= 0.4;
        }
}

static pd_status fit_dynamics(learning *l)
{
    const int count = l->feature_count[0] > l->feature_count[1] ? l->feature_count[0] : l->feature_count[1];
    const size_t n = (size_t)count;
    const size_t modes = (size_t)l->modes;
    const size_t frames = (size_t)l->frame_count;
    double best[PD_SMPL_SOFT_MAX_MODES];

    l->filtered = malloc(frames * n * sizeof *l->filtered);
    l->wanted = malloc(modes * frames * sizeof *l->wanted);
    l->normal = malloc(n * n * sizeof *l->normal);
    l->right = malloc(modes * n * sizeof *l->right);
    l->gains = calloc(modes * MAX_F, sizeof *l->gains);
    if (!l->filtered || !l->wanted || !l->normal || !l->right || !l->gains) return no_memory(l);

    /* Fill wanted (M,T), the weighted coefficients of all runs, and the sums of their squares. */
    for (int m = 0; m < l->modes; m++) {
        double *to = l->wanted + (size_t)m * (size_t)l->frame_count;
        double sum = 0;
        for (int r = 0; r < l->course_count; r++) {
            const course *c = &l->courses[r];
            for (int t = 0; t < c->run->frame_count; t++, to++) {
                *to = sqrt(c->weight) * c->coefficients[t * l->modes + m];
                sum += *to * *to;
            }
        }

        l->squares[m] = sum;
    }

    /* Find the best pole of a grid for every mode. */
    enum { SPEEDS = 10, DAMPINGS = 5 };
    double errors[PD_SMPL_SOFT_MAX_MODES];
    for (int m = 0; m < l->modes; m++) best[m] = INFINITY;
    for (int i = 0; i < SPEEDS * DAMPINGS; i++)
        for (int parity = 0; parity < 2; parity++) {
            const int speed = i / DAMPINGS;
            const int damping = i % DAMPINGS;
            const double poles[MAX_PARAMS] = {14 * pow(1.25, speed), 0.12 * pow(1.6, damping)};
            if (parity == 0) pd_progress_report(l->progress, "poles", i, SPEEDS * DAMPINGS);
            if (!learn_regress(errors, l, poles, parity, 0, l->modes, false)) continue;
            for (int m = 0; m < l->modes; m++) {
                if (l->parity[m] != parity || !(errors[m] < best[m])) continue;
                best[m] = errors[m];
                memcpy(l->poles[m], poles, sizeof poles);
            }
        }
    pd_progress_report(l->progress, "poles", SPEEDS * DAMPINGS, SPEEDS * DAMPINGS);

    for (int m = 0; m < l->modes; m++) {
        double error;
        pd_progress_report(l->progress, "dynamics", m, l->modes);
        refine(l, m, best[m]);
        if (!learn_regress(&error, l, l->poles[m], l->parity[m], m, m + 1, true))
            return pd_fail(l->err, PD_ERR_INTERNAL, "dynamics",
                           "the regression of coefficient %d is singular", m);
    }

    pd_progress_report(l->progress, "dynamics", l->modes, l->modes);

    return PD_OK;
}

/* ---- output to the model ---- */

static pd_status put_learn(pd_smpl_data *data, const learning *l)
{
    const int columns = l->modes + 1;
    const int all = PD_SMPL_SOFT_FEATURES * l->joint_count;
    const size_t modes = (size_t)l->modes;
    const size_t terms = (size_t)l->terms;
    pd_smpl_soft_dynamics soft = {
        .mode_count = l->modes, .joint_count = l->joint_count, .beta_terms = l->terms};
    float *dirs = calloc((size_t)(l->model->vertex_count * columns) * 3, sizeof *dirs);

    soft.joints = malloc((size_t)l->joint_count * sizeof *soft.joints);
    soft.poles = malloc(modes * (2 + terms) * sizeof *soft.poles);
    if (terms) soft.sizes = malloc(modes * terms * sizeof *soft.sizes);
    soft.gains = calloc(modes * (size_t)all, sizeof *soft.gains);
    pd_status status = dirs && soft.joints && soft.poles && (soft.sizes || !terms) && soft.gains
                           ? pd_factory_tissue_breath(dirs + l->modes, columns, l->model, l->err)
                           : pd_fail(l->err, PD_ERR_MEMORY, "tissue", "out of memory");
    if (status != PD_OK) {
        free(dirs);
        free(soft.joints);
        free(soft.poles);
        free(soft.sizes);
        free(soft.gains);
        return status;
    }

    memcpy(soft.joints, l->joints, (size_t)l->joint_count * sizeof *soft.joints);
    for (int m = 0; m < l->modes; m++) {
        const double *d = l->directions + (size_t)(m * l->skin_count) * 3;
        for (int u = 0; u < l->skin_count; u++)
            for (int c = 0; c < 3; c++) dirs[(3 * l->vertices[u] + c) * columns + m] = (float)d[3 * u + c];
        for (int i = 0; i < 2 + l->terms; i++) soft.poles[m * (2 + l->terms) + i] = (float)l->poles[m][i];
        for (int g = 0; g < l->terms; g++)
            soft.sizes[m * l->terms + g] = (float)l->poles[m][2 + l->terms + g];

        const double *w = l->gains + (size_t)m * MAX_F;
        float *out = soft.gains + (size_t)m * (size_t)all;
        for (int i = 0; i < l->feature_count[l->parity[m]]; i++) {
            const feature f = l->features[l->parity[m]][i];
            const double gain = w[i] * (f.second < 0 ? 1 : sqrt(0.5));
            out[f.first] = (float)gain;
            if (f.second >= 0) out[f.second] = (float)(f.sign * gain);
        }
    }

    free(data->softdirs);
    free(data->soft.joints);
    free(data->soft.poles);
    free(data->soft.sizes);
    free(data->soft.gains);
    data->softdirs = dirs;
    data->soft_count = columns;
    data->soft = soft;

    return PD_OK;
}

/* Learns from the courses and writes the model's soft tissue to *data. */
static pd_status learn_from_courses(learning *l, pd_smpl_data *data)
{
    /* The steps of learning, in order. */
    static pd_status (*const steps[])(learning *) = {join_skins,  find_directions, learn_project,
                                                     weigh_learn, read_features,   fit_dynamics};

    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
        const pd_status status = steps[s](l);
        if (status != PD_OK) return status;
    }

    return put_learn(data, l);
}

pd_status pd_factory_tissue_learn(pd_smpl_data *data, const pd_smpl_model *model,
                                  const pd_factory_tissue_run *runs, int count,
                                  const pd_factory_tissue_options *options, const pd_progress *progress,
                                  pd_error *err)
{
    learning l = {.model = model, .options = options, .progress = progress, .err = err};

    l.modes = options->modes ? options->modes : MODES;
    l.terms = options->beta_terms >= 0 ? options->beta_terms : BETA_TERMS;
    if (l.terms > model->beta_count) l.terms = model->beta_count;
    l.joint_count = pd_factory_tissue_joints(l.joints, model);
    if (l.modes < 1 || l.modes > PD_SMPL_SOFT_MAX_MODES)
        return pd_fail(err, PD_ERR_RANGE, "modes", "%d; 1 to %d allowed", l.modes, PD_SMPL_SOFT_MAX_MODES);
    if (!model->data.mirror || !l.joint_count)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "model",
                       "the mirror or a joint of SMPL's body is missing; both expected");

    /* Learn from the runs that are not held out. */
    l.courses = calloc((size_t)count + 1, sizeof *l.courses);
    if (!l.courses) return no_memory(&l);
    for (int r = 0; r < count; r++) {
        if (runs[r].held_out_motion || runs[r].held_out_build) continue;
        l.courses[l.course_count++].run = &runs[r];
        l.frame_count += runs[r].frame_count;
    }

    const pd_status status =
        l.course_count ? learn_from_courses(&l, data)
                       : pd_fail(err, PD_ERR_RANGE, "runs", "no run to learn from; at least one expected");

    for (int r = 0; r < l.course_count; r++) {
        free(l.courses[r].coefficients);
        free(l.courses[r].x[0]);
        free(l.courses[r].x[1]);
    }

    free(l.courses);
    free(l.slot);
    free(l.vertices);
    free(l.mirror);
    free(l.weight);
    free(l.directions);
    free(l.gains);
    free(l.filtered);
    free(l.wanted);
    free(l.normal);
    free(l.right);

    return status;
}

/* ---- evaluation ---- */

typedef struct judging {
    const pd_smpl_data *data;
    const pd_smpl_model *model;
    pd_smpl_soft soft;
    double all[PD_FACTORY_TISSUE_PARTS], left[PD_FACTORY_TISSUE_PARTS], mass[PD_FACTORY_TISSUE_PARTS],
        best_left;
} judging;

static int part_at(const pd_smpl_model *model, int v)
{
    static const char *const parts[][4] = {{"pelvis"},
                                           {"left_hip", "right_hip"},
                                           {"left_knee", "right_knee"},
                                           {"spine1", "spine2"},
                                           {"spine3", "left_collar", "right_collar"},
                                           {"left_shoulder", "right_shoulder"},
                                           {"left_elbow", "right_elbow"}};
    const char *joint = model->data.joint_names[pd_smpl_vertex_joint(&model->data, v)];

    for (int p = 0; p < PD_FACTORY_TISSUE_PARTS - 1; p++)
        for (int i = 0; i < 4 && parts[p][i]; i++)
            if (!strcmp(joint, parts[p][i])) return p;

    return PD_FACTORY_TISSUE_PARTS - 1;
}

/* Computes the Cholesky factor of normal (M,M) = sum m D^T D over the run's skin. Returns false if the
 * directions are linearly dependent. */
static bool factor_normal(double *normal, const judging *j, const pd_factory_tissue_run *run)
{
    const int modes = j->data->soft.mode_count;
    const int columns = j->data->soft_count;

    memset(normal, 0, (size_t)(modes * modes) * sizeof *normal);
    for (int i = 0; i < 3 * run->skin_count; i++) {
        const float *d = j->data->softdirs + (size_t)(3 * run->skin[i / 3] + i % 3) * (size_t)columns;
        for (int a = 0; a < modes; a++)
            for (int b = 0; b <= a; b++)
                normal[a * modes + b] += (double)run->mass[i / 3] * (double)d[a] * (double)d[b];
    }

    pd_k_mirror(normal, modes);

    return pd_k_cholesky(normal, modes);
}

/* Adds the squares of frame t: motion of the skin, its residual after the model's motion, and after the best
 * combination of the directions. */
static void judge_frame(judging *j, const pd_factory_tissue_run *run, int t, const int *parts,
                        const double *normal)
{
    const int modes = j->data->soft.mode_count;
    const int columns = j->data->soft_count;
    double right[PD_SMPL_SOFT_MAX_MODES] = {0};
    double best[PD_SMPL_SOFT_MAX_MODES];
    double square = 0;

    PD_ASSERT(modes <= PD_SMPL_SOFT_MAX_MODES && t < run->frame_count);

    for (int i = 0; i < 3 * run->skin_count; i++) {
        const size_t at = (size_t)(3 * run->skin[i / 3] + i % 3);
        const float *d = j->data->softdirs + at * (size_t)columns;
        const double x =
            (double)pd_half_to_float(run->d[(size_t)t * 3 * (size_t)run->skin_count + (size_t)i]);
        const double m = (double)run->mass[i / 3];
        double said = 0;
        for (int k = 0; k < modes; k++) {
            said += (double)d[k] * j->soft.delta[0][k];
            right[k] += m * (double)d[k] * x;
        }

        square += m * x * x;
        j->all[parts[i / 3]] += m * x * x;
        j->left[parts[i / 3]] += m * (x - said) * (x - said);
        j->mass[parts[i / 3]] += m / 3;
    }

    /* Compute the least residual of any combination of the directions. */
    memcpy(best, right, sizeof best);
    pd_k_cholesky_solve(best, normal, modes);
    for (int k = 0; k < modes; k++) square -= best[k] * right[k];
    j->best_left += square;
}

static pd_status judge_run(judging *j, const pd_factory_tissue_run *run, pd_error *err)
{
    const int modes = j->data->soft.mode_count;
    int *parts = malloc((size_t)run->skin_count * sizeof *parts);
    double *normal = malloc((size_t)(modes * modes) * sizeof *normal);
    pd_status status = PD_OK;

    if (!parts || !normal)
        status = pd_fail(err, PD_ERR_MEMORY, "tissue", "out of memory");
    else if (!factor_normal(normal, j, run))
        status = pd_fail(err, PD_ERR_INTERNAL, "tissue", "directions depend on one another");

    if (status == PD_OK) {
        /* Drive the model's soft tissue by the run's motion, frame by frame. */
        for (int s = 0; s < run->skin_count; s++) parts[s] = part_at(j->model, run->skin[s]);
        pd_smpl_soft_init(&j->soft, j->data, run->betas, run->beta_count, 1.0 / 60, 0);
        for (int t = 0; t < run->frame_count; t++) {
            pd_smpl_soft_drive(&j->soft, run->x + (size_t)t * (size_t)run->feature_count);
            judge_frame(j, run, t, parts, normal);
        }
    }

    free(parts);
    free(normal);

    return status;
}

pd_status pd_factory_tissue_judge(pd_factory_tissue_score *out, const pd_smpl_data *data,
                                  const pd_smpl_model *model, const pd_factory_tissue_run *runs, int count,
                                  pd_factory_tissue_kind held_out, pd_error *err)
{
    judging *j = calloc(1, sizeof *j);
    pd_status status = PD_OK;

    memset(out, 0, sizeof *out);
    if (!j) return pd_fail(err, PD_ERR_MEMORY, "tissue", "out of memory");
    j->data = data;
    j->model = model;

    for (int r = 0; r < count && status == PD_OK; r++) {
        if (runs[r].held_out_motion != held_out.motion || runs[r].held_out_build != held_out.build) continue;
        out->runs++;
        out->frames += runs[r].frame_count;
        status = judge_run(j, &runs[r], err);
    }

    double all = 0, left = 0, mass = 0;
    for (int p = 0; p < PD_FACTORY_TISSUE_PARTS; p++) {
        all += j->all[p];
        left += j->left[p];
        mass += j->mass[p];
        out->part_explained[p] = j->all[p] > 0 ? 1 - j->left[p] / j->all[p] : 0;
        out->part_rms_mm[p] = j->mass[p] > 0 ? 1000 * sqrt(j->all[p] / j->mass[p]) : 0;
    }

    if (all > 0) {
        out->explained = 1 - left / all;
        out->reachable = 1 - j->best_left / all;
    }

    if (mass > 0) out->rms_mm = 1000 * sqrt(all / mass);
    free(j);

    return status;
}
