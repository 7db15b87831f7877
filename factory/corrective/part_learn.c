#include "factory/corrective/part_learn.h"

#include "core/base/assert.h"
#include "core/kernel/linalg.h"
#include "core/math/rotation.h"
#include "factory/corrective/finger_poses.h"
#include "train/corrective/unpose.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENTRY          27 /* numbers of a vertex and a joint */
#define BODY_COUNT     4  /* number of bodies besides the mean */
#define BODY_STEP      3  /* bodies besides the mean use every third pose */
#define BODY_BETAS     2
#define FINGER_LAMBDA  0.1
#define FACE_LAMBDA    0.001
#define DAMPING        0.003
#define MOST_VOLUME_M  0.003 /* bound of the deformer; its default, 13 mm, is the radius of a finger */
/* bound on an entry of P; the body's largest are 50 mm, and its grid must not change */
#define MOST_M         0.04
#define LEAST_FINGER_M 0.0003
#define LEAST_FACE_M   0.0002
#define LEAST_MOVE_M   0.00005 /* least movement of a vertex, metres, for which a joint enters its pattern */
#define RECIPE_BYTES   64
#define FACE_POSES_MAX 96

static const float bodies[BODY_COUNT][BODY_BETAS] = {{0, -2}, {0, 2.5f}, {2, 0}, {-2, 0}};

static const pd_smpl_skinning skinnings[PD_TRAIN_FIT_COUNT] = {
    [PD_TRAIN_FIT_LBS] = PD_SMPL_LBS, [PD_TRAIN_FIT_DQS] = PD_SMPL_DQS};

typedef struct learning {
    const pd_factory_part_job *job;
    pd_smpl_model *bare; /* model without P and soft tissue */
    pd_factory_part_report *report;
    pd_progress progress;
    pd_smpl_sparse_dirs fingers, face;
    int beta_terms;
    pd_error *err;
} learning;

static const char *const face_joints[PD_FACTORY_FACE_JOINTS] = {"jaw", "left_eye_smplhf", "right_eye_smplhf"};

/* Sets in (K): 1 for joints of the fingers, the jaw and the eyes. */
static pd_status find_parts(unsigned char *in, const pd_smpl_data *data, pd_error *err)
{
    static const char *const fingers[] = {"index", "middle", "pinky", "ring", "thumb"};
    static const char *const sides[] = {"left", "right"};

    memset(in, 0, (size_t)data->joint_count);
    for (int i = 0; i < 30 + PD_FACTORY_FACE_JOINTS; i++) {
        char name[PD_SMPL_NAME_BYTES];
        if (i < 30)
            snprintf(name, sizeof name, "%s_%s%d", sides[i / 15], fingers[i % 15 / 3], i % 3 + 1);
        else
            snprintf(name, sizeof name, "%s", face_joints[i - 30]);
        const int k = pd_smpl_joint_find(data, name);
        if (k < 0)
            return pd_fail(err, PD_ERR_UNSUPPORTED, "joint_names", "no %s; SMPL-X's joints expected", name);
        in[k] = 1;
    }

    return PD_OK;
}

/* --- patterns --- */

static int size_of(const pd_smpl_sparse_dirs *d, int vertex)
{
    PD_ASSERT(vertex >= 0 && d->vertex_pattern[vertex] < d->pattern_count);
    const int *start = d->pattern_start + d->vertex_pattern[vertex];
    return start[1] - start[0];
}

static const int *joints_of(const pd_smpl_sparse_dirs *d, int vertex)
{
    return d->pattern_joints + d->pattern_start[d->vertex_pattern[vertex]];
}

/* Returns whether an entry (a vertex and a joint, at `at` in a row) is not 0 in any row for LBS or DQS. */
static bool is_moved(const pd_smpl_sparse_dirs *d, size_t at)
{
    for (int t = 0; t <= d->beta_terms; t++)
        for (int e = 0; e < ENTRY; e++) {
            const size_t n = (size_t)t * d->value_count + at + (size_t)e;
            if (d->values[n] != 0 || (d->values_dqs && d->values_dqs[n] != 0)) return true;
        }

    return false;
}

/* Marks in acts (V,K) the joints that act on each vertex. only: just pairs with a number that is not 0.
 * Returns the number of marked pairs. */
static size_t mark_part_learn(unsigned char *acts, const pd_smpl_sparse_dirs *d, const pd_smpl_data *data,
                              bool only)
{
    size_t at = 0, count = 0;

    for (int v = 0; v < data->vertex_count; v++)
        for (int i = 0; i < size_of(d, v); i++, at += ENTRY) {
            if (only && !is_moved(d, at)) continue;
            acts[(size_t)v * (size_t)data->joint_count + (size_t)joints_of(d, v)[i]] = 1;
            count++;
        }

    return count;
}

/* Copies the rows of `from` into those of `to`, whose patterns include every pair that is not 0. */
static void copy_rows(pd_smpl_sparse_dirs *to, const size_t *offset, const pd_smpl_sparse_dirs *from,
                      int vertex_count)
{
    size_t at = 0;

    for (int v = 0; v < vertex_count; v++)
        for (int i = 0; i < size_of(from, v); i++, at += ENTRY)
            for (int j = 0; j < size_of(to, v); j++) {
                if (joints_of(to, v)[j] != joints_of(from, v)[i]) continue;
                for (int t = 0; t <= from->beta_terms; t++) {
                    const size_t in = (size_t)t * from->value_count + at;
                    const size_t out = (size_t)t * to->value_count + offset[v] + ENTRY * (size_t)j;
                    memcpy(to->values + out, from->values + in, ENTRY * sizeof *to->values);
                    memcpy(to->values_dqs + out, (from->values_dqs ? from->values_dqs : from->values) + in,
                           ENTRY * sizeof *to->values);
                }
            }
}

/* Replaces P of the data by its union with P of the parts. */
static pd_status merge_part_learn(pd_smpl_data *data, const pd_smpl_model *model,
                                  const pd_smpl_sparse_dirs *const *parts, int count, pd_error *err)
{
    pd_smpl_sparse_dirs *old = &data->sparse;
    pd_smpl_sparse_dirs all = {0};

    /* Mark the joints that act on each vertex, in the data or in any part, and build the patterns. */
    unsigned char *acts = calloc((size_t)data->vertex_count * (size_t)data->joint_count, sizeof *acts);
    if (!acts) return pd_fail(err, PD_ERR_MEMORY, "pose shapes", "out of memory");
    mark_part_learn(acts, old, data, false);
    for (int p = 0; p < count; p++) mark_part_learn(acts, parts[p], data, true);
    const pd_status status =
        pd_train_pose_patterns(&all, model, &(pd_train_pattern_options){.acts = acts}, err);
    free(acts);
    if (status != PD_OK) return status;

    /* Allocate the numbers of both skinning methods. */
    all.beta_terms = old->beta_terms;
    const size_t numbers = pd_train_pose_numbers(&all) + 1;
    size_t *offset = malloc(((size_t)data->vertex_count + 1) * sizeof *offset);
    all.values = calloc(numbers, sizeof *all.values);
    all.values_dqs = calloc(numbers, sizeof *all.values_dqs);
    if (!all.values || !all.values_dqs || !offset) {
        free(offset);
        pd_train_pose_dirs_deinit(&all);
        return pd_fail(err, PD_ERR_MEMORY, "pose shapes", "out of memory for %zu numbers", numbers);
    }

    /* Find where each vertex's numbers begin in a row. */
    size_t at = 0;
    for (int v = 0; v < data->vertex_count; v++) {
        offset[v] = at;
        at += ENTRY * (size_t)size_of(&all, v);
    }

    PD_ASSERT(at == all.value_count);

    /* Copy all numbers to their places in the union, which replaces the data's. */
    copy_rows(&all, offset, old, data->vertex_count);
    for (int p = 0; p < count; p++) copy_rows(&all, offset, parts[p], data->vertex_count);
    pd_train_pose_dirs_deinit(old);
    *old = all;
    free(offset);

    return PD_OK;
}

pd_status pd_factory_part_remove(pd_smpl_data *data, pd_error *err)
{
    unsigned char in[PD_SMPL_MAX_JOINTS];
    pd_smpl_sparse_dirs *d = &data->sparse;
    pd_status status = find_parts(in, data, err);

    if (status != PD_OK) return status;

    /* Remove the numbers first, because the old patterns give their places. */
    for (int kind = 0; kind < 2; kind++) {
        float *values = kind ? d->values_dqs : d->values;
        float *to = values;
        const float *from = values;
        for (int t = 0; values && t <= d->beta_terms; t++)
            for (int v = 0; v < data->vertex_count; v++)
                for (int i = 0; i < size_of(d, v); i++, from += ENTRY) {
                    if (in[joints_of(d, v)[i]]) continue;
                    memmove(to, from, ENTRY * sizeof *to);
                    to += ENTRY;
                }
    }

    int end = 0;
    for (int p = 0; p < d->pattern_count; p++) {
        const int first = d->pattern_start[p];
        const int last = d->pattern_start[p + 1];
        d->pattern_start[p] = end;
        for (int i = first; i < last; i++)
            if (!in[d->pattern_joints[i]]) d->pattern_joints[end++] = d->pattern_joints[i];
    }

    d->pattern_start[d->pattern_count] = end;
    d->value_count = 0;
    for (int v = 0; v < data->vertex_count; v++) d->value_count += ENTRY * (size_t)size_of(d, v);

    return PD_OK;
}

/* Solves P of a part for both skinning methods. */
static pd_status solve_part_learn(learning *l, pd_smpl_sparse_dirs *dirs, const pd_train_pose_sums sums[],
                                  double lambda, double least_m)
{
    PD_ASSERT(lambda > 0 && least_m >= 0);
    float **values[PD_TRAIN_FIT_COUNT] = {&dirs->values, &dirs->values_dqs};
    const pd_train_pose_ridge ridge = {lambda, MOST_M};
    pd_status status = PD_OK;
    for (int kind = 0; kind < PD_TRAIN_FIT_COUNT && status == PD_OK; kind++) {
        status = pd_train_pose_solve(values[kind], dirs, &sums[kind], &ridge, l->job->executor, l->err);
        if (status == PD_OK) pd_train_pose_prune(*values[kind], pd_train_pose_numbers(dirs), least_m);
    }

    return status;
}

/* --- fingers --- */

static pd_status list_poses(pd_train_pose_list *list, const learning *l, const pd_factory_finger_poses *poses,
                            bool held_out, int first, int step)
{
    PD_ASSERT(step > 0 && first >= 0 && first < step);
    int seen = 0;
    *list = (pd_train_pose_list){malloc((size_t)(poses->count + 1) * sizeof *list->rotations), 0};
    if (!list->rotations) return pd_fail(l->err, PD_ERR_MEMORY, "fingers", "out of memory");
    for (int i = 0; i < poses->count; i++)
        if (poses->held_out[i] == held_out && seen++ % step == first)
            list->rotations[list->count++] = poses->rotations + 9 * (size_t)l->bare->joint_count * (size_t)i;

    return PD_OK;
}

static pd_status add_body_part_learn(learning *l, pd_train_pose_fit *fit,
                                     const pd_factory_finger_poses *poses, int body)
{
    PD_ASSERT(body >= -1 && body < BODY_COUNT);
    const float *betas = body < 0 ? NULL : bodies[body];
    const int beta_count = body < 0 ? 0 : l->bare->beta_count < BODY_BETAS ? l->bare->beta_count : BODY_BETAS;

    /* Use all training poses for the mean body, every third for other bodies. */
    pd_train_pose_list list;
    pd_status status =
        list_poses(&list, l, poses, false, body < 0 ? 0 : body % BODY_STEP, body < 0 ? 1 : BODY_STEP);
    if (status != PD_OK) return status;
    status = pd_train_pose_fit_add(fit, &list, betas, beta_count, l->job->executor, &l->progress, l->err);
    pd_train_pose_list_deinit(&list);

    return status;
}

/* Measures both skinning methods without and with the fingers' P, `with`, on the goals. */
static pd_status measure_kinds(learning *l, const pd_smpl_model *with, const pd_train_goals *goals)
{
    for (int kind = 0; kind < PD_TRAIN_FIT_COUNT; kind++)
        if (pd_train_pose_measure(&l->report->plain[kind], l->bare, skinnings[kind], goals, l->job->executor,
                                  l->err) ||
            pd_train_pose_measure(&l->report->with[kind], with, skinnings[kind], goals, l->job->executor,
                                  l->err))
            return l->err->status;

    return PD_OK;
}

/* Measures the fingers' P on held-out poses. */
static pd_status measure_part_learn(learning *l, const pd_factory_finger_poses *poses)
{
    pd_train_pose_list list;
    pd_train_goals goals = {0};
    pd_smpl_model *with;
    pd_status status = list_poses(&list, l, poses, true, 0, 1);

    if (status != PD_OK) return status;

    /* Compute the targets of these poses with the deformer. */
    const pd_train_goals_job job = {.model = l->bare,
                                    .poses = &list,
                                    .betas = NULL,
                                    .beta_count = 0,
                                    .least_det = 0.1,
                                    .most_volume_m = MOST_VOLUME_M};
    status = pd_train_goals_init(&goals, &job, l->job->executor, l->err);
    pd_train_pose_list_deinit(&list);
    if (status != PD_OK) return status;

    status = pd_train_pose_model(&with, l->bare, &l->fingers, l->err);
    if (status == PD_OK) {
        status = measure_kinds(l, with, &goals);
        pd_smpl_model_release(with);
    }

    pd_train_goals_deinit(&goals);

    return status;
}

/* Adds all bodies in their training poses to the sums of the fit. */
static pd_status add_bodies(learning *l, pd_train_pose_fit *fit, const pd_factory_finger_poses *poses)
{
    const int last = l->beta_terms ? BODY_COUNT : 0; /* without beta terms only the mean body, -1 */
    for (int b = -1; b < last; b++)
        if (add_body_part_learn(l, fit, poses, b)) return l->err->status;
    return PD_OK;
}

/* Learns P of the joints marked in `fingers` from these poses, and measures it. */
static pd_status learn_fingers_from(learning *l, const pd_factory_finger_poses *poses,
                                    const unsigned char *fingers)
{
    const pd_train_pose_fit_options options = {
        .damping = DAMPING, .beta_terms = l->beta_terms, .most_volume_m = MOST_VOLUME_M};
    pd_train_pose_fit fit = {0};
    pd_status status = pd_train_pose_fit_init(&fit, l->bare, &options, l->err);
    if (status != PD_OK) return status;

    /* Build the patterns of the fingers, and add all bodies to the sums. */
    status =
        pd_train_pose_patterns(&l->fingers, l->bare, &(pd_train_pattern_options){.joints = fingers}, l->err);
    if (status == PD_OK) status = add_bodies(l, &fit, poses);
    l->report->finger_poses = fit.trained;
    l->report->left_out = fit.left_out;

    /* Solve for P by ridge regression. */
    l->fingers.beta_terms = l->beta_terms;
    if (status == PD_OK) status = solve_part_learn(l, &l->fingers, fit.sums, FINGER_LAMBDA, LEAST_FINGER_M);
    pd_train_pose_fit_deinit(&fit);

    return status == PD_OK ? measure_part_learn(l, poses) : status;
}

static pd_status learn_fingers(learning *l)
{
    /* The fingers are all parts but jaw and eyes. */
    unsigned char fingers[PD_SMPL_MAX_JOINTS];
    pd_status status = find_parts(fingers, &l->bare->data, l->err);

    if (status != PD_OK) return status;
    for (int j = 0; j < PD_FACTORY_FACE_JOINTS; j++)
        fingers[pd_smpl_joint_find(&l->bare->data, face_joints[j])] = 0;

    pd_factory_finger_poses poses = {0};
    status = pd_factory_finger_poses_init(&poses, l->bare, l->job->seed, l->err);
    if (status == PD_OK) status = learn_fingers_from(l, &poses, fingers);
    pd_factory_finger_poses_deinit(&poses);

    return status;
}

/* --- jaw and lids --- */

typedef struct face_work {
    char recipes[FACE_POSES_MAX][RECIPE_BYTES];
    pd_factory_face_pose poses[FACE_POSES_MAX];
    int count;
    float *moves, *rotations, *corrections; /* (count,V,3), (count,K,3,3), (count,V,3) */
    unsigned char *acts;                    /* (V,K)                                  */
} face_work;

/* Makes the face poses. Recipes give the rotations of jaw and left eye as fractions of MakeHuman's units: 20
 * and 5 degrees of the jaw, 20 of an eye. */
static pd_status make_faces(face_work *w, const learning *l)
{
    static const double parts[] = {0.15, 0.3, 0.45, 0.6, 0.8, 1, 1.25};
    static const char *const units[] = {"JawDrop",   "ChinLeft",        "LeftEyeDown",
                                        "LeftEyeUp", "LeftEyeturnLeft", "LeftEyeturnRight"};
    static const char *const pairs[][2] = {{"JawDrop", "ChinLeft"},
                                           {"LeftEyeDown", "LeftEyeturnLeft"},
                                           {"LeftEyeDown", "LeftEyeturnRight"},
                                           {"LeftEyeUp", "LeftEyeturnLeft"},
                                           {"LeftEyeUp", "LeftEyeturnRight"}};

    /* Make the recipes: every unit at seven strengths, then pairs of units at two strengths each. */
    for (size_t u = 0; u < sizeof units / sizeof *units; u++)
        for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
            snprintf(w->recipes[w->count++], RECIPE_BYTES, "%s %g", units[u], parts[p]);
    for (size_t u = 0; u < sizeof pairs / sizeof *pairs; u++)
        for (int p = 0; p < 4; p++)
            snprintf(w->recipes[w->count++], RECIPE_BYTES, "%s %g %s %g", pairs[u][0], p % 2 ? 0.8 : 0.4,
                     pairs[u][1], p / 2 ? 0.8 : 0.4);
    PD_ASSERT(w->count <= FACE_POSES_MAX);

    const char *texts[FACE_POSES_MAX];
    const size_t numbers = 3 * (size_t)l->bare->vertex_count;
    const size_t joints = (size_t)l->bare->joint_count;
    const size_t count = (size_t)w->count;
    w->moves = malloc(count * numbers * sizeof *w->moves);
    w->corrections = malloc(count * numbers * sizeof *w->corrections);
    w->rotations = calloc(count * joints * 9, sizeof *w->rotations);
    w->acts = calloc((size_t)l->bare->vertex_count * joints, 1);
    if (!w->moves || !w->corrections || !w->rotations || !w->acts)
        return pd_fail(l->err, PD_ERR_MEMORY, "face", "out of memory for %d faces", w->count);

    /* Compute the displacements of the vertices and the rotations of jaw and eyes with MakeHuman's rig. */
    for (int i = 0; i < w->count; i++) {
        texts[i] = w->recipes[i];
        w->poses[i].moves = w->moves + numbers * (size_t)i;
    }

    const pd_status status = pd_factory_face_poses(w->poses, texts, w->count, &l->job->face, l->err);
    if (status != PD_OK) return status;

    /* Set the model's pose: these joints turned, all others at rest. */
    for (size_t i = 0; i < count; i++) {
        float *own = w->rotations + 9 * joints * i;
        for (size_t k = 0; k < joints; k++)
            for (int c = 0; c < 3; c++) own[9 * k + 4 * (size_t)c] = 1;
        for (int j = 0; j < PD_FACTORY_FACE_JOINTS; j++) {
            const pd_vec3 turn = w->poses[i].turns[j];
            double r[9];
            pd_rot_from_axis_angle(r, (const double[3]){turn.x, turn.y, turn.z});
            float *out = own + 9 * pd_smpl_joint_find(&l->bare->data, face_joints[j]);
            for (int c = 0; c < 9; c++) out[c] = (float)r[c];
        }
    }

    return PD_OK;
}

/* Computes the corrections of the rest shape: the part of the rig's displacements that skinning lacks. Marks
 * the joints that act on each vertex: those of all poses in which it is corrected. */
static void part_learn_correct(face_work *w, const learning *l, int kind)
{
    PD_ASSERT(kind >= 0 && kind < PD_TRAIN_FIT_COUNT);
    const pd_smpl_model *m = l->bare;

    /* Compute the correction of each pose by inverting skinning of the target. */
    for (int i = 0; i < w->count; i++) {
        const float *rotations = w->rotations + 9 * (size_t)m->joint_count * (size_t)i;
        const float *moves = w->poses[i].moves;
        float *corrections = w->corrections + 3 * (size_t)m->vertex_count * (size_t)i;
        pd_train_skin skin;
        pd_train_skin_set(&skin, m, skinnings[kind], NULL, 0, rotations);

        for (int v = 0; v < m->vertex_count; v++) {
            const float *p = m->data.v_template + 3 * (size_t)v;
            double rest[3], d[3];
            float target[3];
            pd_xform x;
            for (int c = 0; c < 3; c++) {
                rest[c] = (double)p[c];
                target[c] = p[c] + moves[3 * v + c];
            }

            pd_train_skin_vertex(&x, &skin, v);
            pd_train_unpose(d, &x, rest, target, kind == PD_TRAIN_FIT_LBS ? DAMPING : 0);
            for (int c = 0; c < 3; c++) corrections[3 * (size_t)v + (size_t)c] = (float)d[c];
        }

        /* If the correction moves a vertex, the joints that the pose turns act on it. */
        for (int j = 0; j < PD_FACTORY_FACE_JOINTS; j++) {
            const int joint = pd_smpl_joint_find(&m->data, face_joints[j]);
            if (pd_vec3_length(w->poses[i].turns[j]) < 1e-3) continue;
            for (int v = 0; v < m->vertex_count; v++) {
                const float *d = corrections + 3 * (size_t)v;
                if (fabsf(d[0]) + fabsf(d[1]) + fabsf(d[2]) > (float)LEAST_MOVE_M)
                    w->acts[(size_t)v * (size_t)m->joint_count + (size_t)joint] = 1;
            }
        }
    }
}

/* Sums the corrections of all faces for both skinning methods. */
static pd_status sum_faces(pd_train_pose_sums sums[PD_TRAIN_FIT_COUNT], face_work *w, const learning *l)
{
    const float *rotations[FACE_POSES_MAX];

    for (int i = 0; i < w->count; i++)
        rotations[i] = w->rotations + 9 * (size_t)l->bare->joint_count * (size_t)i;

    for (int kind = 0; kind < PD_TRAIN_FIT_COUNT; kind++) {
        part_learn_correct(w, l, kind);
        const pd_train_pose_batch batch = {.rotations = rotations,
                                           .corrections = w->corrections,
                                           .count = w->count,
                                           .betas = NULL,
                                           .beta_count = 0};
        if (pd_train_pose_sums_init(&sums[kind], &l->bare->data, 0, l->err) ||
            pd_train_pose_sums_add(&sums[kind], &batch, l->job->executor, l->err))
            return l->err->status;
    }

    return PD_OK;
}

static pd_status learn_face(learning *l)
{
    face_work w = {0};
    pd_train_pose_sums sums[PD_TRAIN_FIT_COUNT] = {0};

    /* Make the faces and their sums, build the patterns from the corrections, and solve P. */
    pd_status status = make_faces(&w, l);
    if (status == PD_OK) status = sum_faces(sums, &w, l);
    if (status == PD_OK)
        status =
            pd_train_pose_patterns(&l->face, l->bare, &(pd_train_pattern_options){.acts = w.acts}, l->err);
    if (status == PD_OK) status = solve_part_learn(l, &l->face, sums, FACE_LAMBDA, LEAST_FACE_M);
    l->report->face_poses = w.count;

    for (int kind = 0; kind < PD_TRAIN_FIT_COUNT; kind++) pd_train_pose_sums_deinit(&sums[kind]);
    free(w.moves);
    free(w.rotations);
    free(w.corrections);
    free(w.acts);

    return status;
}

/* --- all of it --- */

/* Rounds the numbers of the parts to the grid of the body's P. This needs parts whose numbers are not larger
 * than the body's. */
static pd_status round_all(learning *l, pd_smpl_data *data)
{
    pd_smpl_sparse_dirs *parts[2] = {&l->fingers, &l->face};
    const pd_smpl_sparse_dirs *body = &data->sparse;

    /* Find the grid of the file, a power of two, from the body's values. The parts must fit on it. */
    for (int kind = 0; kind < PD_TRAIN_FIT_COUNT; kind++) {
        const float *values = kind == PD_TRAIN_FIT_DQS && body->values_dqs ? body->values_dqs : body->values;
        const float body_most = pd_train_pose_largest(values, pd_train_pose_numbers(body));
        int exponent;
        frexpf(body_most / 32767, &exponent);
        const float step = ldexpf(1, exponent);
        PD_ASSERT(step > 0);
        for (int p = 0; p < 2; p++) {
            float *own = kind == PD_TRAIN_FIT_DQS ? parts[p]->values_dqs : parts[p]->values;
            const size_t count = pd_train_pose_numbers(parts[p]);
            const float most = pd_train_pose_largest(own, count);
            if (most > 32767 * step)
                return pd_fail(l->err, PD_ERR_RANGE, "pose shapes",
                               "%g m; at most %.10g allowed on the body's grid", (double)most,
                               32767 * (double)step);
            l->report->largest_m = fmax(l->report->largest_m, (double)most);
            for (size_t i = 0; i < count; i++) own[i] = rintf(own[i] / step) * step + 0.0f;
        }
    }

    return PD_OK;
}

static size_t count_entries(const pd_smpl_sparse_dirs *d, int vertex_count)
{
    size_t at = 0, count = 0;
    for (int v = 0; v < vertex_count; v++)
        for (int i = 0; i < size_of(d, v); i++, at += ENTRY) count += is_moved(d, at);
    return count;
}

/* Checks that the data has sparse P of other joints, and none of the parts. */
static pd_status check_data(const pd_smpl_data *data, pd_error *err)
{
    unsigned char in[PD_SMPL_MAX_JOINTS];
    const pd_smpl_sparse_dirs *d = &data->sparse;

    if (find_parts(in, data, err)) return err->status;
    if (!d->pattern_count || !data->mirror)
        return pd_fail(err, PD_ERR_INVALID, "posedirs",
                       "no sparse pose blend shapes of a mirrored body to add to");
    for (int i = 0; i < d->pattern_start[d->pattern_count]; i++)
        if (in[d->pattern_joints[i]])
            return pd_fail(err, PD_ERR_INVALID, "posedirs", "%s has pose blend shapes",
                           data->joint_names[d->pattern_joints[i]]);

    return PD_OK;
}

/* Learns both parts on l->bare and adds them to the data. */
static pd_status learn_parts(learning *l, pd_smpl_data *data)
{
    /* Learn P of each part. */
    if (learn_face(l) || learn_fingers(l)) return l->err->status;

    /* Round it to the grid of the body's numbers, so that the file stays exact with 16 bits. */
    if (round_all(l, data)) return l->err->status;

    const pd_smpl_sparse_dirs *const parts[] = {&l->fingers, &l->face};
    l->report->finger_entries = count_entries(&l->fingers, data->vertex_count);
    l->report->face_entries = count_entries(&l->face, data->vertex_count);

    return merge_part_learn(data, l->bare, parts, 2, l->err);
}

pd_status pd_factory_part_learn(pd_smpl_data *data, pd_factory_part_report *report,
                                const pd_factory_part_job *job, pd_error *err)
{
    pd_error own = {0};
    learning l = {
        .job = job, .report = report, .beta_terms = data->sparse.beta_terms, .err = err ? err : &own};
    memset(report, 0, sizeof *report);
    if (job->progress) l.progress = *job->progress;
    pd_k_blas_serial();

    pd_status status = check_data(data, l.err);
    if (status != PD_OK) return status;

    status = pd_train_pose_model(&l.bare, job->model, NULL, l.err);
    if (status != PD_OK) return status;
    status = learn_parts(&l, data);

    pd_train_pose_dirs_deinit(&l.fingers);
    pd_train_pose_dirs_deinit(&l.face);
    pd_smpl_model_release(l.bare);

    return status;
}
