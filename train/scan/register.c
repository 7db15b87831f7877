#include "train/scan/register.h"

#include "core/math/mat3.h"
#include "core/base/text/length.h"
#include "core/base/sort.h"
#include "core/smpl/body.h"
#include "train/scan/sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TAIL         0.01 /* part of the points beyond each end of an axis that may be stray */
#define LEAST_PERSON 1.2  /* metres: longest side of a person for which a unit is named */
#define MOST_PERSON  2.6
#define LEAST_ADULT  1.4 /* metres: a refusal of a scan that is shorter names children as a likely cause */
#define PERSON       1.7 /* metres: longest side of a usual scan */
#define LAID_IN      0.5 /* of the work */

/* ---- checks */

/* low and high (3): what holds the points of the sample but for the first and last hundredth along each axis.
 */
static pd_status measure_extents(double low[3], double high[3], const pd_train_sample *s, pd_error *err)
{
    const size_t n = (size_t)s->count;
    double *values = malloc(n * sizeof *values);

    if (!values) return pd_fail(err, PD_ERR_MEMORY, "scan", "out of memory for %d points", s->count);
    for (size_t c = 0; c < 3; c++) {
        for (size_t i = 0; i < n; i++) values[i] = s->points[i][c];
        pd_sort_doubles(values, n);
        low[c] = pd_sorted_percentile(values, n, TAIL);
        high[c] = pd_sorted_percentile(values, n, 1 - TAIL);
    }

    free(values);
    return PD_OK;
}

pd_status pd_train_register_check(const pd_train_register *job, const pd_smpl_model *m, pd_error *err)
{
    double low[3], high[3];
    double longest = 0;
    (void)m;

    /* Counts and numbers. */
    if (job->point_count < PD_TRAIN_REGISTER_LEAST || job->point_count > PD_TRAIN_REGISTER_MOST)
        return pd_fail(err, PD_ERR_LIMIT, "scan", "%d points; %d to %d allowed", job->point_count,
                       PD_TRAIN_REGISTER_LEAST, PD_TRAIN_REGISTER_MOST);
    for (size_t i = 0; i < 3 * (size_t)job->point_count; i++)
        if (!(fabs((double)job->points[i]) <= 1e6))
            return pd_fail(err, PD_ERR_RANGE, "scan", "point %zu: %g; -1e6 to 1e6 allowed", i / 3,
                           (double)job->points[i]);
    if (job->up < -1 || job->up > 5) return pd_fail(err, PD_ERR_RANGE, "up", "%d; -1 to 5 allowed", job->up);
    if (job->keypoint_count < 0 || job->keypoint_count > PD_TRAIN_ALIGN_KEYPOINTS)
        return pd_fail(err, PD_ERR_LIMIT, "keypoints", "%d; 0 to %d allowed", job->keypoint_count,
                       PD_TRAIN_ALIGN_KEYPOINTS);

    /* A scan whose size is not that of a person is probably in another unit. */
    pd_train_sample sample;
    pd_status status =
        pd_train_sample_make(&sample, job->points, NULL, job->point_count, PD_TRAIN_REGISTER_USED, err);
    if (!status) status = measure_extents(low, high, &sample, err);
    pd_train_sample_deinit(&sample);
    if (status) return status;
    for (int c = 0; c < 3; c++) longest = fmax(longest, high[c] - low[c]);
    if (!(longest >= PD_TRAIN_REGISTER_SHORTEST && longest <= PD_TRAIN_REGISTER_LONGEST)) {
        const pd_length_unit *unit = pd_length_unit_for(longest / PERSON);
        const double size = unit ? unit->metres * longest : 0;
        char hint[160] = ": more than one person in it, or a room? Units are m, dm, cm, mm, in and ft";
        if (longest < PD_TRAIN_REGISTER_SHORTEST)
            snprintf(hint, sizeof hint, ": is it the scan of a part, or in a larger unit?");
        if (unit && unit->metres != 1 && size > LEAST_PERSON && size < MOST_PERSON)
            snprintf(hint, sizeof hint, ": it looks like %s (unit %s), which makes it %.2f metres",
                     unit->plural, unit->name, size);
        return pd_fail(err, PD_ERR_RANGE, "scan",
                       "its longest side is %.4g metres; %.1f to %.1f allowed for a person%s", longest,
                       PD_TRAIN_REGISTER_SHORTEST, PD_TRAIN_REGISTER_LONGEST, hint);
    }

    return PD_OK;
}

/* ---- the work */

typedef struct registering {
    pd_train_register *job;
    const pd_smpl_model *model;
    pd_train_sample sample; /* points about the middle */
    double middle[3];
    double *vertices; /* (V,3) */
    float *posed;     /* (V,3) */
    pd_observe_seen *keypoints;
    pd_train_view view;
    double grid; /* metres: size of a cell in the search for a second person */
} registering;

/* ---- one person ---- */

#define GRID        0.05 /* metres: points of neighbouring cells belong together, of a scan of at least ... */
#define GRID_CELLS  76   /* along a side: 3.8 m, more than a scan may be long */
#define DENSE       5000 /* ... so many points; the cells of fewer grow with the distance between points */
#define PIECE_SHARE 0.25 /* of the points: a smaller piece is no second person */
/* Of the scan's longest side: extent of both pieces across the line between their middles. */
#define PIECE_WIDE  0.5

/* A piece of a scan: points that are connected by neighbouring cells. */
typedef struct piece {
    int count;
    double middle[3];
} piece;

static int register_cell_of(double grid, const double p[3])
{
    int at = 0;
    for (int c = 0; c < 3; c++)
        at = at * GRID_CELLS + (int)fmax(0, fmin(GRID_CELLS - 1, floor(p[c] / grid) + GRID_CELLS / 2));
    return at;
}

/* Labels the cells with points by their pieces, from 1 on, by flooding: cells that touch, also at a corner,
 * are of one piece. label (CELLS): 0 is a cell without a point. stack: room for all cells. */
static void label_pieces(int *label, int *stack, const registering *r)
{
    enum { CELLS = GRID_CELLS * GRID_CELLS * GRID_CELLS };
    int count = 0;

    for (int i = 0; i < r->view.point_count; i++) label[register_cell_of(r->grid, r->view.points[i])] = -1;
    for (int first = 0; first < CELLS; first++) {
        int depth = 0;
        if (label[first] != -1) continue;
        label[first] = ++count;
        stack[depth++] = first;
        while (depth) {
            const int here = stack[--depth];
            const int x = here / GRID_CELLS / GRID_CELLS;
            const int y = here / GRID_CELLS % GRID_CELLS;
            const int z = here % GRID_CELLS;
            for (int k = 0; k < 27; k++) {
                const int a = x + k / 9 - 1;
                const int b = y + k / 3 % 3 - 1;
                const int c = z + k % 3 - 1;
                if (a < 0 || b < 0 || c < 0 || a >= GRID_CELLS || b >= GRID_CELLS || c >= GRID_CELLS)
                    continue;
                const int next = (a * GRID_CELLS + b) * GRID_CELLS + c;
                if (label[next] == -1) {
                    label[next] = count;
                    stack[depth++] = next;
                }
            }
        }
    }
}

/* Returns the extent of a piece across the unit direction u:
 * the largest distance from the line through its middle, twice. */
static double extent_across(const registering *r, const int *label, int number, const piece *p,
                            const double u[3])
{
    double far = 0;

    for (int i = 0; i < r->view.point_count; i++) {
        double off[3];
        if (label[register_cell_of(r->grid, r->view.points[i])] != number) continue;
        for (int c = 0; c < 3; c++) off[c] = r->view.points[i][c] - p->middle[c];
        const double along = pd_dot3(off, u);
        far = fmax(far, pd_dot3(off, off) - along * along);
    }

    return 2 * sqrt(far);
}

/* Refuses two people who stand apart. Of one person who is cut in two by a hole, the pieces lie one behind
 * the other and are narrow across the line between them; two people stand beside each other. */
static pd_status check_one_person(const registering *r, double longest, pd_error *err)
{
    enum { CELLS = GRID_CELLS * GRID_CELLS * GRID_CELLS };
    int *label = calloc(CELLS, sizeof *label);
    int *stack = malloc(CELLS * sizeof *stack);
    int *size = calloc(CELLS + 1, sizeof *size);
    pd_status status =
        label && stack && size ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "scan", "out of memory for its pieces");
    int numbers[2] = {0, 0};
    piece pieces[2] = {{0}, {0}};

    /* The two largest pieces. */
    if (status == PD_OK) {
        label_pieces(label, stack, r);
        for (int i = 0; i < r->view.point_count; i++)
            size[label[register_cell_of(r->grid, r->view.points[i])]]++;
        for (int k = 1; k <= CELLS; k++) {
            if (size[k] > size[numbers[0]]) {
                numbers[1] = numbers[0];
                numbers[0] = k;
            } else if (size[k] > size[numbers[1]])
                numbers[1] = k;
        }

        for (int k = 0; k < 2; k++) pieces[k].count = size[numbers[k]];
    }

    /* Their middles, and their extents across the line between these. */
    if (status == PD_OK && pieces[1].count > PIECE_SHARE * r->view.point_count) {
        double u[3];
        for (int i = 0; i < r->view.point_count; i++)
            for (int k = 0; k < 2; k++)
                if (label[register_cell_of(r->grid, r->view.points[i])] == numbers[k])
                    for (int c = 0; c < 3; c++) pieces[k].middle[c] += r->view.points[i][c] / pieces[k].count;
        for (int c = 0; c < 3; c++) u[c] = pieces[1].middle[c] - pieces[0].middle[c];
        const double apart = pd_length3(u);
        for (int c = 0; c < 3; c++) u[c] /= apart;
        if (extent_across(r, label, numbers[0], &pieces[0], u) > PIECE_WIDE * longest &&
            extent_across(r, label, numbers[1], &pieces[1], u) > PIECE_WIDE * longest)
            status = pd_fail(
                err, PD_ERR_INVALID, "scan",
                "two bodies beside each other, %.2f metres apart, with %d and %d of %d points; one person "
                "expected: cut the other one out",
                apart, pieces[0].count, pieces[1].count, r->view.point_count);
    }

    free(label);
    free(stack);
    free(size);

    return status;
}

/* ---- the work ---- */

/* Fits a body to the scan, and poses it. */
static pd_status lay_in(registering *r, pd_error *err)
{
    pd_train_register *job = r->job;
    const pd_smpl_model *m = r->model;

    /* Keypoints relative to the centre of the scan. */
    for (int i = 0; i < job->keypoint_count; i++) {
        r->keypoints[i] = job->keypoints[i];
        for (int c = 0; c < 3; c++) r->keypoints[i].at[c] -= r->middle[c];
    }

    pd_train_align align = {.betas = job->betas,
                            .rotations = job->rotations,
                            .points = (const double(*)[3])r->view.points,
                            .point_count = r->view.point_count,
                            .view = r->view.is_one_sided ? &r->view : NULL,
                            .prior = job->prior,
                            .keypoints = r->keypoints,
                            .keypoint_count = job->keypoint_count,
                            .up = job->up,
                            .executor = job->executor};
    const pd_status status = pd_train_align_run(&align, m, err);

    /* Report what the fit says of itself. */
    memcpy(job->translation, align.translation, sizeof job->translation);
    job->coverage = align.coverage;
    job->unexplained = align.unexplained;
    job->contradicted = align.contradicted;
    job->margin = align.margin;
    job->misfit = align.misfit;
    job->worst = align.worst;
    job->strays = align.strays;
    job->uncertainty = align.uncertainty;
    memcpy(job->covered, align.covered, sizeof job->covered);
    job->body_distance = align.distance;
    if (status) return status;

    const pd_smpl_body body = {
        .betas = job->betas, .beta_count = m->beta_count, .rotations = job->rotations, .vertices = r->posed};
    const pd_smpl_job one = {.bodies = &body, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
    pd_arena arena;
    if (!pd_arena_init(&arena, pd_smpl_job_scratch_bytes(&one, m)))
        return pd_fail(err, PD_ERR_MEMORY, "scan", "out of memory for a body");
    pd_smpl_job_run(&one, m, &arena, job->executor);
    pd_arena_deinit(&arena);
    for (int i = 0; i < 3 * m->vertex_count; i++)
        r->vertices[i] = (double)r->posed[i] + job->translation[i % 3];

    return PD_OK;
}

/* Moves the vertices back to where the scan stands. */
static void put_place(float *out, const registering *r)
{
    for (int i = 0; out && i < 3 * r->model->vertex_count; i++)
        out[i] = (float)(r->vertices[i] + r->middle[i % 3]);
}

/* Unmarks skin that faces away from the viewpoint of a scan from one side. It was not seen, although
 * points on the other side of a hand or an ear lie near it. */
static pd_status keep_visible(registering *r, pd_error *err)
{
    const pd_smpl_model *m = r->model;
    const pd_train_view *view = &r->view;
    unsigned char *visible = malloc((size_t)m->vertex_count);
    float *picture = malloc((size_t)(view->width * view->height) * sizeof *picture);
    pd_train_nearest skin = {0};

    const bool good = visible && picture && pd_train_nearest_init(&skin, &m->data) &&
                      pd_train_nearest_update(&skin, r->vertices);
    if (good) {
        pd_train_view_visible(visible, picture, view, r->vertices, skin.normals, m->vertex_count);
        for (int i = 0; i < m->vertex_count; i++) r->job->seen[i] &= visible[i];
    }

    pd_train_nearest_deinit(&skin);
    free(visible);
    free(picture);

    return good ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "scan", "out of memory to tell what was seen");
}

/* Registers a scan: sample, view, a fitted body, then its surface on the scan. All works about r->middle, so
 * that coordinates are small. */
static pd_status run_all(registering *r, pd_error *err)
{
    pd_train_register *job = r->job;
    pd_train_sample *sample = &r->sample;
    double low[3], high[3];

    /* Take a sample of the points without strays, about its middle. */
    pd_status status = pd_train_sample_make(sample, job->points, job->normals, job->point_count,
                                            PD_TRAIN_REGISTER_USED, err);
    if (!status) status = measure_extents(low, high, sample, err);
    if (status) return status;
    job->used = sample->count;
    job->stray_count = sample->stray_count;
    memcpy(job->stray_points, sample->strays, sizeof job->stray_points);
    job->stray_reach = sample->reach;
    for (int c = 0; c < 3; c++) r->middle[c] = 0.5 * (low[c] + high[c]);
    for (int i = 0; i < sample->count; i++)
        for (int c = 0; c < 3; c++) sample->points[i][c] -= r->middle[c];

    /* Find out whether the scan is of one side, and from where it was taken. */
    double origin[3];
    for (int c = 0; c < 3; c++) origin[c] = -r->middle[c];
    bool has_view = pd_train_view_init(&r->view, (const double(*)[3])sample->points,
                                       (const double(*)[3])sample->normals, job->used, origin);

    /* The first points of a scan from all around are made to cover it evenly. */
    if (has_view && !r->view.is_one_sided) {
        pd_train_view_deinit(&r->view);
        has_view = pd_train_sample_spread(sample) &&
                   pd_train_view_init(&r->view, (const double(*)[3])sample->points,
                                      (const double(*)[3])sample->normals, job->used, origin);
    }

    if (!has_view) return pd_fail(err, PD_ERR_MEMORY, "scan", "out of memory for %d points", job->used);
    job->uses_normals = r->view.is_one_sided && r->view.uses_normals;
    job->is_one_sided = r->view.is_one_sided;
    job->left_out = r->view.left_out;
    memcpy(job->towards, r->view.towards, sizeof job->towards);

    /* Fit a body. */
    double longest = 0;
    for (int c = 0; c < 3; c++) longest = fmax(longest, high[c] - low[c]);
    r->grid = GRID * sqrt(fmax(1, DENSE / (double)r->view.point_count));
    status = job->keypoint_count ? PD_OK : check_one_person(r, longest, err);
    if (!status) status = lay_in(r, err);
    if (status == PD_ERR_INVALID && longest < LEAST_ADULT && err) {
        const size_t used = strlen(err->detail);
        snprintf(err->detail + used, sizeof err->detail - used,
                 "; its longest side is %.2f metres: a child, or a part of a person? The shipped models are "
                 "of adults",
                 longest);
    }

    if (status) return status;
    put_place(job->body, r);
    if (job->report) job->report(job->ctx, LAID_IN);

    /* Move its surface onto the scan. */
    pd_train_drape work = {.vertices = r->vertices,
                           .seen = job->seen,
                           .points = (const double(*)[3])r->view.points,
                           .point_count = r->view.point_count,
                           .stiffness = job->stiffness,
                           .noise = job->noise,
                           .executor = job->executor};
    status = pd_train_drape_run(&work, r->model, err);
    job->rms = work.rms;
    job->kept = work.kept;
    if (!status && r->view.is_one_sided) status = keep_visible(r, err);

    /* Count the vertices that were seen, and put everything back in its place. */
    job->seen_count = 0;
    for (int i = 0; !status && i < r->model->vertex_count; i++) job->seen_count += job->seen[i];
    if (status) return status;
    put_place(job->vertices, r);
    for (int c = 0; c < 3; c++) job->translation[c] += r->middle[c];
    if (job->report) job->report(job->ctx, 1);

    return PD_OK;
}

pd_status pd_train_register_run(pd_train_register *job, const pd_smpl_model *m, pd_error *err)
{
    const size_t v = (size_t)m->vertex_count;
    registering r = {.job = job, .model = m};

    r.vertices = malloc(3 * v * sizeof *r.vertices);
    r.posed = malloc(3 * v * sizeof *r.posed);
    r.keypoints = malloc(((size_t)job->keypoint_count + 1) * sizeof *r.keypoints);
    const pd_status status =
        r.vertices && r.posed && r.keypoints
            ? run_all(&r, err)
            : pd_fail(err, PD_ERR_MEMORY, "scan", "out of memory for %d points", job->point_count);
    pd_train_view_deinit(&r.view);
    pd_train_sample_deinit(&r.sample);
    free(r.vertices);
    free(r.posed);
    free(r.keypoints);

    return status;
}
