#include "tools/train/limits.h"

#include "core/anim/ranges.h"
#include "core/base/assert.h"
#include "core/base/rng.h"
#include "train/evaluate/reach.h"
#include "core/smpl/contact.h"
#include "train/corrective/deform.h"
#include "tools/base/progress.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE    0.017453292519943295
#define POSES_MAX PD_TOOL_REACH_MAX
#define REACH     2.5f
#define SEED      7
#define LEAST_DEG 2.0 /* smaller ends of ranges are not checked */

typedef struct limit_pose {
    int joint;
    const pd_anim_range *range;
    int axis;
    double degrees;
    char label[32];
} limit_pose;

typedef struct check {
    const pd_tool_limits *limits;
    pd_smpl_contact *contact; /* contact of limits->touched, or NULL */
    int pose_count, row_count, first;
    limit_pose poses[POSES_MAX];
    pd_tool_quality_row (*rows)[PD_TRAIN_BODY_VARIANTS_MAX + 1]; /* (bodies, row_count) */
    double (*reach)[POSES_MAX][PD_TRAIN_BODY_VARIANTS_MAX + 1];  /* (bodies, poses, row_count), degrees */
    pd_status status[PD_TOOL_LIMIT_BODIES];
} check;

/* --- bodies --- */

static const struct {
    const char *name;
    float first, second;
} shapes[] = {{"mean", 0, 0},
              {"short", -REACH, 0},
              {"tall", REACH, 0},
              {"thin", 0, -REACH},
              {"obese", 0, REACH},
              {"tall and thin", REACH, -REACH},
              {"short and obese", -REACH, REACH}};
enum { SHAPES = sizeof shapes / sizeof *shapes };

/* --- poses --- */

static void add_pose(check *c, const pd_smpl_model *m, int joint, const pd_anim_range *range, int axis,
                     double degrees)
{
    if (fabs(degrees) < LEAST_DEG || c->pose_count >= POSES_MAX) return;
    limit_pose *p = &c->poses[c->pose_count++];
    *p = (limit_pose){.joint = joint, .range = range, .axis = axis, .degrees = degrees};
    snprintf(p->label, sizeof p->label, "%s %c %+.0f", m->data.joint_names[joint], 'x' + axis, degrees);
}

/* --- one body --- */

static void merge_limits(pd_tool_quality_row *to, const pd_tool_quality_row *from)
{
    /* Counts add up; of the largest values the place is kept, too. */
    to->inverted += from->inverted;
    to->inverted_poses += from->inverted_poses;
    to->fold_poses += from->fold_poses;
    to->hit_poses += from->hit_poses;
    if (from->inverted_most > to->inverted_most) {
        to->inverted_most = from->inverted_most;
        memcpy(to->inverted_at, from->inverted_at, sizeof to->inverted_at);
    }

    if (from->fold_mm > to->fold_mm) {
        to->fold_mm = from->fold_mm;
        memcpy(to->fold_at, from->fold_at, sizeof to->fold_at);
    }

    if (from->hit_mm > to->hit_mm) {
        to->hit_mm = from->hit_mm;
        memcpy(to->hit_at, from->hit_at, sizeof to->hit_at);
    }
}

typedef struct room {
    pd_train_body_checker checker;
    pd_train_deformer *deformer;
    pd_arena scratch;
    float *vertices, *rotations, *betas;
    char name[32];
} room;

/* Returns the variant of a row, or NULL for that of the target. *contact:
 * the contact that is applied to it, or NULL. */
static const pd_train_body_variant *row_variant(const pd_smpl_contact **contact, const check *c, int row)
{
    const pd_tool_limits *l = c->limits;
    *contact = row == l->variant_count && l->touched ? c->contact : NULL;
    return row < l->variant_count ? &l->variants[row] : *contact ? l->touched : NULL;
}

static pd_status room_init(room *r, const check *c, int body)
{
    const pd_smpl_model *m = c->limits->variants[0].model;

    /* Allocate one posed body. */
    r->vertices = malloc(3 * (size_t)m->vertex_count * sizeof *r->vertices);
    r->rotations = malloc(9 * (size_t)m->joint_count * sizeof *r->rotations);
    r->betas = malloc(((size_t)m->beta_count + 1) * sizeof *r->betas);
    if (!r->vertices || !r->rotations || !r->betas) return PD_ERR_MEMORY;

    /* Set the body's shape: one of the table, or random betas within REACH. */
    memset(r->betas, 0, (size_t)m->beta_count * sizeof *r->betas);
    if (body < SHAPES) {
        snprintf(r->name, sizeof r->name, "%s", shapes[body].name);
        if (m->beta_count > 0) r->betas[0] = shapes[body].first;
        if (m->beta_count > 1) r->betas[1] = shapes[body].second;
    } else {
        pd_rng rng;
        snprintf(r->name, sizeof r->name, "random %d", body - SHAPES + 1);
        pd_rng_init(&rng, SEED + (uint64_t)body);
        for (int b = 0; b < m->beta_count; b++)
            r->betas[b] = fminf(REACH, fmaxf(-REACH, (float)pd_rng_normal(&rng)));
    }

    /* Prepare the checker, and the deformer that makes the target's skin. */
    pd_status status = pd_train_body_checker_init(&r->checker, m, r->betas, m->beta_count, NULL);
    if (status == PD_OK && !c->limits->no_target)
        status = pd_train_deformer_build(&r->deformer, m, r->betas, m->beta_count, NULL, NULL);

    /* Allocate scratch for the largest of its users. */
    size_t most = pd_train_body_quality_scratch_bytes(m);
    for (int row = 0; row < c->row_count; row++) {
        const pd_smpl_contact *contact;
        const pd_train_body_variant *v = row_variant(&contact, c, row);
        if (!v) continue;
        const pd_smpl_job job = {
            .bodies = NULL, .body_count = 1, .skinning = v->skinning, .contact = contact};
        size_t bytes = pd_smpl_job_scratch_bytes(&job, v->model);
        if (bytes > most) most = bytes;
    }

    size_t deform = r->deformer ? pd_train_deform_scratch_bytes(r->deformer) : 0;
    if (deform > most) most = deform;
    if (status == PD_OK && !pd_arena_init(&r->scratch, most)) status = PD_ERR_MEMORY;

    return status;
}

/* A row's skin of the body in a room. */
typedef struct dress {
    const check *check;
    room *room;
    int row;
} dress;

static void make_skin(void *ctx, float *vertices, const float *rotations)
{
    const dress *d = ctx;
    room *r = d->room;

    PD_ASSERT(d->row >= 0 && d->row < d->check->row_count);
    pd_arena_reset(&r->scratch);

    const pd_smpl_contact *contact;
    const pd_train_body_variant *v = row_variant(&contact, d->check, d->row);
    if (!v) {
        pd_train_deform_run(vertices, NULL, r->deformer, rotations, &r->scratch);
        return;
    }

    const pd_smpl_body b = {
        .betas = r->betas, .beta_count = v->model->beta_count, .rotations = rotations, .vertices = vertices};
    const pd_smpl_job job = {.bodies = &b, .body_count = 1, .skinning = v->skinning, .contact = contact};
    pd_smpl_job_run(&job, v->model, &r->scratch, &pd_executor_serial);
}

static void check_pose(check *c, room *r, int body, int index, int row)
{
    PD_ASSERT(index >= 0 && index < c->pose_count && row >= 0 && row < c->row_count);
    const limit_pose *pose = &c->poses[index];
    dress d = {c, r, row};
    pd_train_body_quality q;
    const pd_train_body_reach_job job = {.checker = &r->checker,
                                         .skinner = {make_skin, &d},
                                         .joint = pose->joint,
                                         .range = pose->range,
                                         .side = 1,
                                         .axis = pose->axis,
                                         .vertices = r->vertices,
                                         .rotations = r->rotations,
                                         .scratch = &r->scratch};

    /* Put one joint at the limit, all others at rest. */
    double angles[3] = {0};
    double matrix[9];
    memset(r->rotations, 0, 9 * (size_t)c->limits->variants[0].model->joint_count * sizeof *r->rotations);
    for (int i = 0; i < 3 * c->limits->variants[0].model->joint_count; i++)
        r->rotations[9 * (i / 3) + 4 * (i % 3)] = 1;
    angles[pose->axis] = pose->degrees * DEGREE;
    pd_q_to_matrix(matrix, pd_anim_range_join(angles, pose->range, 1));

    for (int i = 0; i < 9; i++) r->rotations[9 * pose->joint + i] = (float)matrix[i];

    /* Pose the skin and measure it. */
    make_skin(&d, r->vertices, r->rotations);
    pd_arena_reset(&r->scratch);
    pd_train_body_quality_run(&q, &r->checker, r->vertices, r->rotations, &r->scratch);

    /* Add the figures to the row, with the name of this body and pose. */
    pd_tool_quality_row one = {.inverted = q.inverted,
                               .inverted_most = q.inverted,
                               .inverted_poses = q.inverted > 0,
                               .fold_poses = q.fold > PD_TRAIN_BODY_DEPTH_LIMIT,
                               .hit_poses = q.hit > PD_TRAIN_BODY_DEPTH_LIMIT,
                               .fold_mm = 1000 * q.fold,
                               .hit_mm = 1000 * q.hit};
    snprintf(one.inverted_at, sizeof one.inverted_at, "%.28s, %.31s", r->name, pose->label);
    memcpy(one.fold_at, one.inverted_at, sizeof one.fold_at);
    memcpy(one.hit_at, one.inverted_at, sizeof one.hit_at);
    merge_limits(&c->rows[body][row], &one);

    /* Find the angle that the joint can reach. */
    c->reach[body][index][row] =
        pd_train_body_quality_passes(&q) ? pose->degrees : pd_train_body_reach(&job, pose->degrees);
}

static void check_body(void *arg, int index, int worker)
{
    check *c = arg;
    int body = c->first + index;
    room r = {.deformer = NULL};

    (void)worker;

    /* Check every pose with every variant. */
    c->status[body] = room_init(&r, c, body);
    for (int p = 0; c->status[body] == PD_OK && p < c->pose_count; p++)
        for (int row = 0; row < c->row_count; row++) check_pose(c, &r, body, p, row);

    if (r.checker.model) pd_train_body_checker_deinit(&r.checker);
    pd_train_deformer_free(r.deformer);
    pd_arena_deinit(&r.scratch);
    free(r.vertices);
    free(r.rotations);
    free(r.betas);
}

/* --- all --- */

static pd_status run_check(pd_tool_evaluation *out, check *c, const pd_executor *executor, pd_error *err)
{
    pd_tool_progress progress;

    const pd_smpl_model *m = c->limits->variants[0].model;
    for (const pd_anim_range *range = pd_anim_ranges; range->name; range++) {
        char name[PD_SMPL_NAME_BYTES];
        snprintf(name, sizeof name, "%s%s", range->paired ? "left_" : "", range->name);
        int joint = pd_smpl_joint_find(&m->data, name);
        for (int axis = 0; joint >= 0 && axis < 3; axis++) {
            /* Add only one of two ends that mirror each other. */
            if (range->paired || axis == 0) add_pose(c, m, joint, range, axis, range->min_deg[axis]);
            add_pose(c, m, joint, range, axis, range->max_deg[axis]);
        }
    }

    int most = c->limits->pose_most;
    if (most > 0 && most < c->pose_count) c->pose_count = most;

    pd_tool_progress_begin(&progress, "joint limits", PD_TOOL_LIMIT_BODIES);
    for (int step = executor->worker_count; c->first < PD_TOOL_LIMIT_BODIES; c->first += step) {
        int left = PD_TOOL_LIMIT_BODIES - c->first;
        pd_execute(executor, check_body, c, left < step ? left : step);
        pd_tool_progress_step(&progress, c->first + (left < step ? left : step));
    }

    pd_tool_progress_end(&progress);
    pd_status status = PD_OK;
    for (int b = 0; b < PD_TOOL_LIMIT_BODIES && status == PD_OK; b++)
        if (c->status[b])
            status = pd_fail(err, c->status[b], "quality", "body %d: %s", b, pd_status_title(c->status[b]));
    out->quality_count = c->row_count;
    for (int row = 0; row < c->row_count && status == PD_OK; row++) {
        pd_tool_quality_row *to = &out->quality[row];
        *to = (pd_tool_quality_row){.bodies = PD_TOOL_LIMIT_BODIES, .poses = c->pose_count};
        const pd_smpl_contact *contact;
        const pd_train_body_variant *v = row_variant(&contact, c, row);
        snprintf(to->variant, sizeof to->variant, "%.40s%s", v ? v->name : "target",
                 contact ? ", contact" : "");
        for (int b = 0; b < PD_TOOL_LIMIT_BODIES; b++) merge_limits(to, &c->rows[b][row]);
    }

    /* List the poses whose end of the range some bodies do not reach. */
    for (int p = 0; p < c->pose_count; p++) {
        pd_tool_reach_row *to = &out->reach[out->reach_count];
        const double end = fabs(c->poses[p].degrees);
        int any = 0;
        memset(to, 0, sizeof *to);
        snprintf(to->end, sizeof to->end, "%s", c->poses[p].label);
        for (int row = 0; row < c->row_count; row++) {
            double sum = 0;
            double least = end;
            for (int b = 0; b < PD_TOOL_LIMIT_BODIES; b++) {
                double reach = fabs(c->reach[b][p][row]);
                if (reach >= end) continue;
                to->rows[row].bodies++;
                sum += reach;
                least = fmin(least, reach);
            }

            if (!to->rows[row].bodies) continue;
            to->rows[row].mean_deg = sum / to->rows[row].bodies;
            to->rows[row].least_deg = least;
            any = 1;
        }

        out->reach_count += any;
    }

    return status;
}

pd_status pd_tool_limits_check(pd_tool_evaluation *out, const pd_tool_limits *limits,
                               const pd_executor *executor, pd_error *err)
{
    pd_status status;
    check *c = calloc(1, sizeof *c);

    if (c) c->rows = calloc(PD_TOOL_LIMIT_BODIES, sizeof *c->rows);
    if (c) c->reach = calloc(PD_TOOL_LIMIT_BODIES, sizeof *c->reach);
    out->quality_count = out->reach_count = 0;
    if (c && c->rows && c->reach) {
        c->limits = limits;
        c->row_count = limits->variant_count + (limits->touched != NULL) + !limits->no_target;
        status = limits->touched
                     ? pd_smpl_contact_build(&c->contact, limits->touched->model, PD_SMPL_CONTACT_EXACT, err)
                     : PD_OK;
        if (status == PD_OK) status = run_check(out, c, executor, err);
        pd_smpl_contact_free(c->contact);
    } else {
        status = pd_fail(err, PD_ERR_MEMORY, "quality", "out of memory");
    }

    if (c) {
        free(c->rows);
        free(c->reach);
    }

    free(c);

    return status;
}
