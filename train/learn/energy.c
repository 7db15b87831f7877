#include "train/learn/energy.h"

#include "core/base/assert.h"
#include "core/math/mat3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the data term ---- */

typedef struct looking {
    const pd_learn_problem *problem;
    const pd_learn_state *state;
    double *sums;   /* (N,3) E_D, distance, count */
    double *skin;   /* (workers, 3V)    */
    float *offsets; /* (workers, 3V + F) */
} looking;

/* Computes the surface of registration j. */
static void surface_of(double *vertices, float *offsets, const pd_learn_problem *p, const pd_learn_state *s,
                       int j)
{
    PD_ASSERT(j >= 0 && j < s->count);
    size_t v = 3 * (size_t)s->vertex_count;
    size_t k = (size_t)s->joint_count;
    size_t subject = (size_t)p->set->poses.subjects[j];
    float *features = offsets + v;
    pd_learn_pose pose;

    pd_learn_features(features, s->rotations + 9 * k * (size_t)j, s->joint_count);
    pd_learn_offsets(offsets, s, features);
    pd_learn_pose_set(&pose, p->tpl, s->joints + 3 * k * subject, s->rotations + 9 * k * (size_t)j);
    pd_learn_skin(vertices, p->tpl, s->weights, s->templates + v * subject, offsets, &pose,
                  s->translations + 3 * j);
}

/* Sums up squared distances and distances of one registration. */
static void look_energy(void *arg, int j, int worker)
{
    looking *w = arg;
    size_t v = 3 * (size_t)w->state->vertex_count;
    size_t f = (size_t)w->state->feature_count;
    double *skin = w->skin + v * (size_t)worker;
    double *sums = w->sums + 3 * (size_t)j;
    const float *mesh = w->problem->set->poses.vertices + v * (size_t)j;

    surface_of(skin, w->offsets + (v + f) * (size_t)worker, w->problem, w->state, j);
    memset(sums, 0, 3 * sizeof *sums);

    /* Missing vertices do not count. */
    for (size_t i = 0; i < v; i += 3) {
        double d2 = 0;
        if (isnan(mesh[i])) continue;
        for (size_t c = 0; c < 3; c++) d2 += pow(skin[i + c] - (double)mesh[i + c], 2);
        sums[0] += d2;
        sums[1] += sqrt(d2);
        sums[2] += 1;
    }
}

/* ---- the priors ---- */

static double energy_mirrored(const double *points, const int *mirror, int i, int c)
{
    return (c ? 1 : -1) * points[3 * mirror[i] + c];
}

static double asymmetry(const double *points, const int *mirror, int count)
{
    double sum = 0;
    for (int i = 0; i < 3 * count; i++)
        sum += pow(points[i] - energy_mirrored(points, mirror, i / 3, i % 3), 2);
    return sum;
}

double pd_learn_blend_hold(const pd_learn_problem *problem, int part, int k)
{
    const double far = fmax(1, problem->lambdas.blend_far);
    const int apart = pd_learn_template_apart(problem->tpl, part, k);
    return problem->lambdas.blend * pow(far, apart > 1 ? apart - 1 : 0);
}

/* Returns lambda_P E_P. */
static double weighted_blend(const pd_learn_problem *p, const pd_learn_state *s)
{
    double hold[PD_LEARN_JOINTS_MAX];
    double sum = 0;

    for (int part = 0; part < s->joint_count; part++) {
        for (int k = 1; k < s->joint_count; k++) hold[k] = pd_learn_blend_hold(p, part, k);
        for (int i = 0; i < s->vertex_count; i++) {
            if (p->tpl->parts[i] != part) continue;
            const float *row = s->blend + 3 * (size_t)i * (size_t)s->feature_count;
            double own = 0;
            for (int n = 0; n < 3 * s->feature_count; n++)
                own += hold[1 + n % s->feature_count / 9] * pow((double)row[n], 2);
            sum += (double)s->holds[i] * own;
        }
    }

    return sum;
}

pd_status pd_learn_energy_of(pd_learn_energy *out, const pd_learn_problem *problem,
                             const pd_learn_state *state, pd_error *err)
{
    PD_ASSERT(problem->executor && state->count >= 0);
    if (pd_learn_state_check(state, problem->tpl, problem->set, err)) return err->status;
    size_t v = 3 * (size_t)state->vertex_count;
    size_t f = (size_t)state->feature_count;
    size_t workers = (size_t)problem->executor->worker_count;
    looking w = {.problem = problem,
                 .state = state,
                 .sums = malloc((3 * (size_t)state->count + 1) * sizeof(double)),
                 .skin = malloc(workers * v * sizeof(double)),
                 .offsets = malloc(workers * (v + f) * sizeof(float))};
    pd_status status =
        w.sums && w.skin && w.offsets ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "training", "out of memory");

    memset(out, 0, sizeof *out);
    if (status == PD_OK) {
        const pd_learn_lambdas *l = &problem->lambdas;
        double far = 0, seen = 0;

        /* Sum up the data term over all registrations. */
        pd_learn_share_run(problem->share, problem->executor, look_energy, &w, state->count);
        pd_learn_share_results(problem->share, w.sums, 3 * sizeof *w.sums, state->count, 1, state->count);
        for (int j = 0; j < state->count; j++) {
            out->data += w.sums[3 * j];
            far += w.sums[3 * j + 1];
            seen += w.sums[3 * j + 2];
        }

        /* Add the priors of each subject: symmetry, and joints near their centres. */
        const pd_learn_template *t = problem->tpl;
        const size_t k = 3 * (size_t)state->joint_count;
        for (int i = 0; i < state->subject_count; i++) {
            const double *rest = state->templates + v * (size_t)i;
            const double *joints = state->joints + k * (size_t)i;
            double centers[3 * PD_LEARN_JOINTS_MAX];
            if (t->mirror)
                out->symmetry += l->symmetry_joints * asymmetry(joints, t->joint_mirror, state->joint_count) +
                                 asymmetry(rest, t->mirror, state->vertex_count);
            pd_learn_template_centers(centers, t, rest);
            for (size_t c = 0; c < k; c++) out->joints += pow(centers[c] - joints[c], 2);
        }

        /* Priors of blend shapes and weights. */
        out->blend = l->blend > 0 ? weighted_blend(problem, state) / l->blend : 0;
        for (size_t i = 0; i < PD_LEARN_SLOTS * (v / 3); i++)
            out->weights += pow(state->weights[i] - t->weights[i], 2);

        /* Compute the weighted sum. */
        out->mean_mm = seen > 0 ? 1000 * far / seen : 0;
        out->total = out->data + l->symmetry * out->symmetry + l->joints * out->joints +
                     l->blend * out->blend + l->weights * out->weights;
    }

    free(w.sums);
    free(w.skin);
    free(w.offsets);

    return status;
}

/* ---- the gradient ---- */

/* A registration's residuals summed at each joint: pull is sum_i w_ik r_i,
 * torque is sum_i w_ik y_ik x r_i. */
typedef struct forces {
    double pull[PD_LEARN_JOINTS_MAX][3], torque[PD_LEARN_JOINTS_MAX][3];
} forces;

/* Adds dE/dJ, back along the chain. */
static void pull_joints(double *joints, const forces *f, const pd_learn_template *t,
                        const pd_learn_pose *pose)
{
    /* place: dE by the joints' positions in the pose. A joint's rest position moves its own skin back, its
     * position and that of its children (place_k = place_parent + R_parent (J_k - J_parent)). */
    double place[PD_LEARN_JOINTS_MAX][3] = {{0}};

    for (int k = t->joint_count - 1; k >= 0; k--) {
        /* Children first, so that their parts are complete. */
        int parent = t->parents[k];
        for (int c = 0; c < 3; c++) place[k][c] += 2 * f->pull[k][c];
        for (int c = 0; c < 3; c++)
            for (int d = 0; d < 3; d++) joints[3 * k + c] -= 2 * pose->world[k][3 * d + c] * f->pull[k][d];
        for (int c = 0; c < 3; c++) {
            if (!k) {
                joints[c] += place[0][c];
                continue;
            }

            place[parent][c] += place[k][c];
            for (int d = 0; d < 3; d++) {
                joints[3 * k + c] += pose->world[parent][3 * d + c] * place[k][d];
                joints[3 * parent + c] -= pose->world[parent][3 * d + c] * place[k][d];
            }
        }
    }
}

/* Computes dE/d(turn): the torque of the subtree about the joint, in the parent's axes, and the part through
 * P and the features. */
static void turn_joints(double *turns, forces *f, const pd_learn_template *t, const pd_learn_pose *pose,
                        const double *rotations, const double *features)
{
    for (int k = t->joint_count - 1; k >= 0; k--) {
        int parent = t->parents[k];
        double arm[3], about[3];
        pd_cross3(arm, pose->place[k], f->pull[k]);
        for (int c = 0; c < 3; c++) about[c] = 2 * (f->torque[k][c] - arm[c]);
        for (int c = 0; c < 3; c++)
            for (int d = 0; d < 3; d++)
                turns[3 * k + c] += k ? pose->world[parent][3 * d + c] * about[d] : (c == d) * about[d];
        if (!k) continue;

        /* Pass the subtree's forces to the parent. */
        for (int c = 0; c < 3; c++) {
            f->pull[parent][c] += f->pull[k][c];
            f->torque[parent][c] += f->torque[k][c];
        }

        for (int c = 0; c < 3; c++) { /* row (c+1) of [e_c] R is -row (c+2), row (c+2) is row (c+1) */
            int a = (c + 1) % 3;
            int b = (c + 2) % 3;
            for (int n = 0; n < 3; n++)
                turns[3 * k + c] += features[9 * (k - 1) + 3 * b + n] * rotations[9 * k + 3 * a + n] -
                                    features[9 * (k - 1) + 3 * a + n] * rotations[9 * k + 3 * b + n];
        }
    }
}

/* Adds the gradient of one registration. */
static void add_registration(pd_learn_gradient *g, const pd_learn_problem *p, const pd_learn_state *s, int j,
                             double *scratch, float *offsets)
{
    PD_ASSERT(j >= 0 && j < s->count);
    size_t v = 3 * (size_t)s->vertex_count;
    size_t k = (size_t)s->joint_count;
    size_t features = (size_t)s->feature_count;
    size_t subject = (size_t)p->set->poses.subjects[j];
    const float *mesh = p->set->poses.vertices + v * (size_t)j;
    const float *f = offsets + v;
    const double *rotations = s->rotations + 9 * k * (size_t)j;
    const double *rest = s->templates + v * subject;
    double *skin = scratch;
    double *dx = scratch + v;
    double df[9 * PD_LEARN_JOINTS_MAX] = {0};
    pd_learn_pose pose;
    forces sum = {{{0}}, {{0}}};

    /* Compute the residuals of the surface. */
    surface_of(skin, offsets, p, s, j);
    pd_learn_pose_set(&pose, p->tpl, s->joints + 3 * k * subject, rotations);
    memset(dx, 0, v * sizeof *dx);
    for (int i = 0; i < s->vertex_count; i++) {
        const int *slots = p->tpl->slots + PD_LEARN_SLOTS * i;
        const double *w = s->weights + PD_LEARN_SLOTS * i;
        double x[3], r[3];
        if (isnan(mesh[3 * i])) continue;
        for (int c = 0; c < 3; c++) {
            r[c] = skin[3 * i + c] - (double)mesh[3 * i + c];
            x[c] = rest[3 * i + c] + (double)offsets[3 * i + c];
        }

        /* Add the forces on the joints, and the gradient at rest. */
        for (int n = 0; n < PD_LEARN_SLOTS && slots[n] >= 0; n++) {
            const int joint = slots[n];
            double y[3], cross[3];
            pd_mat3_apply(y, pose.world[joint], x);
            for (int c = 0; c < 3; c++) y[c] += pose.shift[joint][c];
            if (g->weights) g->weights[PD_LEARN_SLOTS * i + n] += 2 * pd_dot3(r, y);
            pd_cross3(cross, y, r);
            for (int c = 0; c < 3; c++) {
                sum.pull[joint][c] += w[n] * r[c];
                sum.torque[joint][c] += w[n] * cross[c];
                for (int d = 0; d < 3; d++) dx[3 * i + c] += 2 * w[n] * pose.world[joint][3 * d + c] * r[d];
            }
        }

        for (int c = 0; c < 3 && g->translations; c++) g->translations[3 * j + c] += 2 * r[c];
    }

    /* Add the gradient of templates and blend shapes. */
    for (size_t i = 0; i < v; i++) {
        if (g->templates) g->templates[v * subject + i] += dx[i];
        for (size_t n = 0; n < features; n++) {
            df[n] += dx[i] * (double)s->blend[features * i + n];
            if (g->blend) g->blend[features * i + n] += dx[i] * (double)f[n];
        }
    }

    /* Add the gradient of joints and rotations by the chain rule. */
    if (g->joints) pull_joints(g->joints + 3 * k * subject, &sum, p->tpl, &pose);
    if (g->turns) turn_joints(g->turns + 3 * k * (size_t)j, &sum, p->tpl, &pose, rotations, df);
}

/* |X - U(X)|^2 has each pair twice. */
static void pull_to_mirror(double *out, const double *points, const int *mirror, int count, double lambda)
{
    for (int i = 0; i < 3 * count; i++)
        out[i] += 4 * lambda * (points[i] - energy_mirrored(points, mirror, i / 3, i % 3));
}

void pd_learn_energy_gradient(pd_learn_gradient *gradient, const pd_learn_problem *problem,
                              const pd_learn_state *state, double *scratch, float *scratch_f32)
{
    const pd_learn_lambdas *l = &problem->lambdas;
    const pd_learn_template *t = problem->tpl;
    size_t v = 3 * (size_t)state->vertex_count;
    size_t k = 3 * (size_t)state->joint_count;

    /* Add the data term of each registration. */
    for (int j = 0; j < state->count; j++)
        add_registration(gradient, problem, state, j, scratch, scratch_f32);

    /* Add the priors of the subjects. */
    for (size_t s = 0; s < (size_t)state->subject_count; s++) {
        double *rest = gradient->templates ? gradient->templates + v * s : NULL;
        double *joints = gradient->joints ? gradient->joints + k * s : NULL;
        if (t->mirror && rest)
            pull_to_mirror(rest, state->templates + v * s, t->mirror, state->vertex_count, l->symmetry);
        if (t->mirror && joints)
            pull_to_mirror(joints, state->joints + k * s, t->joint_mirror, state->joint_count,
                           l->symmetry * l->symmetry_joints);

        /* Add the prior of joints near their centres. */
        double centers[3 * PD_LEARN_JOINTS_MAX];
        pd_learn_template_centers(centers, t, state->templates + v * s);
        for (int i = 0; i < 3 * t->joint_count; i++) {
            const double off = 2 * l->joints * (centers[i] - state->joints[k * s + (size_t)i]);
            if (joints) joints[i] -= off;
            for (int n = t->center_start[i / 3]; rest && n < t->center_start[i / 3 + 1]; n++)
                rest[3 * t->center_vertex[n] + i % 3] += t->center_weight[n] * off;
        }
    }

    /* Priors of blend shapes and weights. */
    for (size_t i = 0; gradient->blend && i < v * (size_t)state->feature_count; i++) {
        const size_t features = (size_t)state->feature_count;
        const int part = t->parts[i / (3 * features)];
        const int joint = 1 + (int)(i % features / 9);
        gradient->blend[i] += 2 * (double)state->holds[i / (3 * features)] *
                              pd_learn_blend_hold(problem, part, joint) * (double)state->blend[i];
    }

    for (size_t i = 0; gradient->weights && i < PD_LEARN_SLOTS * (v / 3); i++)
        gradient->weights[i] += 2 * l->weights * (state->weights[i] - t->weights[i]);
}
