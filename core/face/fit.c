#include "core/face/fit.h"

#include "core/kernel/linalg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define RIGID       7      /* turn, movement, size */
#define POINTS      420    /* points of the face that are compared */
#define NOISE       0.0015 /* metres: s, deviation of a person from the model */
#define MARK_NOISE  0.002  /* metres: s_l */
#define BETA_MOST   3.5
#define TURN_MOST   0.15 /* radians in a step */
#define SHIFT_MOST  0.02 /* metres in a step */
#define SIZE_MOST   0.06 /* logarithm of the size in a step */
#define SIZE_RANGE  0.5  /* and in all */
#define LEAST_ALONG 0.3  /* cosine between the normals of points that belong together */
#define KEPT        0.8  /* share of the points in `misfit` */

void pd_face_fit_head(double (*out)[3], const pd_face_template *t, const double *betas)
{
    double *flat = out[0];
    const size_t n = 3 * (size_t)t->count;

    memcpy(flat, t->mesh.rest[0], n * sizeof *flat);
    for (int b = 0; b < t->beta_count; b++) {
        const double *d = t->betas + (size_t)b * n;
        if (betas[b] == 0) continue;
        for (size_t i = 0; i < n; i++) flat[i] += betas[b] * d[i];
    }
}

/* The point of a vertex of the head with these betas. */
static void fit_point(double out[3], const pd_face_template *t, const double *betas, int v)
{
    for (int x = 0; x < 3; x++) out[x] = t->mesh.rest[v][x];
    for (int b = 0; b < t->beta_count; b++)
        for (int x = 0; x < 3; x++)
            out[x] += betas[b] * t->betas[3 * ((size_t)b * (size_t)t->count + (size_t)v) + (size_t)x];
}

/* Normal equations of a step. */
typedef struct fit_sums {
    double *gram, *right; /* (n,n), (n) */
    int n;
} fit_sums;

/* Adds the row g . step = r with a weight. */
static void add_fit_row(fit_sums *s, const double *g, double r, double weight)
{
    for (int i = 0; i < s->n; i++) {
        const double wg = weight * g[i];
        if (wg == 0) continue;
        s->right[i] += wg * r;
        for (int j = 0; j <= i; j++) s->gram[i * s->n + j] += wg * g[j];
    }
}

/* Writes how a point of the template, with the corners' weights, moves in direction n by the unknowns. */
static void fit_gradient(double *g, const pd_face_fit *fit, const pd_face_fitting *how, const int *corners,
                         const double *weights, int count, const double q[3], const double n[3])
{
    const pd_face_template *t = how->template;
    const double *r = fit->frame.rotation;
    double back[3] = {0};

    /* Turn and size are about the middle of the face in the surface's space. */
    double o[3], middle[3];
    pd_face_frame_point(middle, &fit->frame, t->middle);
    for (int x = 0; x < 3; x++) o[x] = q[x] - middle[x];
    g[0] = o[1] * n[2] - o[2] * n[1];
    g[1] = o[2] * n[0] - o[0] * n[2];
    g[2] = o[0] * n[1] - o[1] * n[0];
    for (int x = 0; x < 3; x++) g[3 + x] = n[x];
    g[6] = o[0] * n[0] + o[1] * n[1] + o[2] * n[2];
    if (!how->has_betas) return;
    for (int x = 0; x < 3; x++)
        for (int y = 0; y < 3; y++) back[x] += fit->frame.scale * r[3 * y + x] * n[y];
    for (int b = 0; b < t->beta_count; b++) {
        double sum = 0;
        for (int k = 0; k < count; k++) {
            const double *d = t->betas + 3 * ((size_t)b * (size_t)t->count + (size_t)corners[k]);
            sum += weights[k] * (d[0] * back[0] + d[1] * back[1] + d[2] * back[2]);
        }
        g[RIGID + b] = sum;
    }
}

/* Applies a step to frame and betas. Turn, movement and size are bounded, so that a poor start does not
 * jump. */
static void take_fit_step(pd_face_fit *fit, double *step, const pd_face_fitting *how)
{
    const double bounds[RIGID] = {TURN_MOST,  TURN_MOST,  TURN_MOST, SHIFT_MOST,
                                  SHIFT_MOST, SHIFT_MOST, SIZE_MOST};

    for (int i = 0; i < RIGID; i++) step[i] = fmax(-bounds[i], fmin(bounds[i], step[i]));
    const double angle = sqrt(step[0] * step[0] + step[1] * step[1] + step[2] * step[2]);
    const double s = angle > 1e-12 ? sin(angle) / angle : 1,
                 c = angle > 1e-12 ? (1 - cos(angle)) / (angle * angle) : 0.5;
    const double k[9] = {0, -step[2], step[1], step[2], 0, -step[0], -step[1], step[0], 0};
    double middle[3];
    pd_face_frame turn = {.scale = exp(step[6])};

    pd_face_frame_point(middle, &fit->frame, how->template->middle);
    for (int x = 0; x < 3; x++)
        for (int y = 0; y < 3; y++) {
            double square = 0;
            for (int z = 0; z < 3; z++) square += k[3 * x + z] * k[3 * z + y];
            turn.rotation[3 * x + y] = (x == y) + s * k[3 * x + y] + c * square;
        }
    double moved[3];
    pd_face_frame_point(moved, &turn, middle);
    for (int x = 0; x < 3; x++) turn.shift[x] = middle[x] + step[3 + x] - moved[x];
    fit->frame = pd_face_frame_after(&turn, &fit->frame);
    for (int b = 0; how->has_betas && b < how->template->beta_count; b++)
        fit->betas[b] = fmax(-BETA_MOST, fmin(BETA_MOST, fit->betas[b] + step[RIGID + b]));
}

static int compare_fit_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

bool pd_face_fit_run(pd_face_fit *fit, const pd_face_fitting *how)
{
    const pd_face_template *t = how->template;
    const int n = RIGID + (how->has_betas ? t->beta_count : 0);
    fit_sums s = {.n = n};
    int points[POINTS], count = 0, faces = 0;
    double g[RIGID + PD_FACE_BETAS], distances[POINTS];

    s.gram = malloc((size_t)n * (size_t)n * sizeof *s.gram);
    s.right = malloc((size_t)n * sizeof *s.right);
    if (!s.gram || !s.right) {
        free(s.gram);
        free(s.right);
        return false;
    }
    for (int i = 0; i < t->count; i++) faces += t->is_face[i];
    for (int i = 0, k = 0; i < t->count && count < POINTS; i++) {
        if (!t->is_face[i] || (long)k++ * POINTS / faces < count) continue;
        points[count++] = i;
    }

    for (int iteration = 0; iteration <= how->iterations; iteration++) {
        const double share = how->iterations > 1 ? (double)iteration / (how->iterations - 1) : 1;
        const double width = how->first_width * pow(how->last_width / how->first_width, fmin(1, share));
        double near = 0, turned = 0;
        memset(s.gram, 0, (size_t)n * (size_t)n * sizeof *s.gram);
        memset(s.right, 0, (size_t)n * sizeof *s.right);

        /* Points of the face. */
        for (int i = 0; i < count; i++) {
            const double one = 1;
            double v[3], q[3], normal[3] = {0};
            pd_face_point hit;
            fit_point(v, t, fit->betas, points[i]);
            pd_face_frame_point(q, &fit->frame, v);
            for (int x = 0; x < 3; x++)
                for (int y = 0; y < 3; y++)
                    normal[x] += fit->frame.rotation[3 * x + y] * t->mesh.normals[points[i]][y];
            distances[i] = 1;
            if (!pd_face_search_find(&hit, how->surface, q, normal)) continue;
            const double along =
                hit.normal[0] * normal[0] + hit.normal[1] * normal[1] + hit.normal[2] * normal[2];
            distances[i] = hit.distance / fit->frame.scale;
            if (distances[i] < PD_FACE_NEAR) {
                near++;
                turned += 1 - along;
            }
            if (along < LEAST_ALONG || hit.distance >= width) continue;
            const double u = hit.distance / width, weight = (1 - u * u) * (1 - u * u) / (NOISE * NOISE);
            const double r = (hit.at[0] - q[0]) * hit.normal[0] + (hit.at[1] - q[1]) * hit.normal[1] +
                             (hit.at[2] - q[2]) * hit.normal[2];
            fit_gradient(g, fit, how, &points[i], &one, 1, q, hit.normal);
            add_fit_row(&s, g, r, weight);
        }

        /* Landmarks count as many points each. */
        for (int l = 0; l < how->landmark_count; l++) {
            const pd_face_landmark *mark = &how->landmarks[l];
            double q[3] = {0};
            for (int k = 0; k < 3; k++) {
                double v[3];
                fit_point(v, t, fit->betas, mark->corners[k]);
                for (int x = 0; x < 3; x++) q[x] += mark->weights[k] * v[x];
            }
            pd_face_frame_point(q, &fit->frame, q);
            for (int x = 0; x < 3; x++) {
                const double axis[3] = {x == 0, x == 1, x == 2};
                fit_gradient(g, fit, how, mark->corners, mark->weights, 3, q, axis);
                add_fit_row(&s, g, mark->at[x] - q[x], 1 / (MARK_NOISE * MARK_NOISE));
            }
        }

        /* How well the present fit is. */
        qsort(distances, (size_t)count, sizeof *distances, compare_fit_numbers);
        fit->misfit = 0;
        for (int i = 0; i < KEPT * count; i++) fit->misfit += distances[i] / (KEPT * count);
        fit->matched = near / count;
        fit->tangled = near > 0 ? turned / near : 2;
        if (iteration == how->iterations) break;

        /* The step. */
        for (int i = 0; i < n; i++) s.gram[i * n + i] += i < RIGID ? 1e-3 : 1;
        for (int b = 0; b < n - RIGID; b++) s.right[RIGID + b] -= fit->betas[b];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < i; j++) s.gram[j * n + i] = s.gram[i * n + j];
        if (!pd_k_cholesky(s.gram, n)) break;
        pd_k_cholesky_solve(s.right, s.gram, n);
        take_fit_step(fit, s.right, how);
        fit->frame.scale = fmax(exp(-SIZE_RANGE), fmin(exp(SIZE_RANGE), fit->frame.scale));
    }
    free(s.gram);
    free(s.right);

    return true;
}
