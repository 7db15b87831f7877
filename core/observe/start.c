#include "core/observe/start.h"

#include "core/base/assert.h"
#include "core/observe/registered.h"

#include "core/math/horn.h"
#include "core/ik/methods/dense.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#define KEEPS      0.03 /* weight of the present rotation, as a fraction of a part's moments */
#define SIDES      24   /* yaws that are tried */
/* Distance of the poses of a component from its mean, one standard deviation, metres. */
#define FIGURE_SD  0.06
#define ROLL_SD    0.3  /* standard deviation of the roll, radians */
#define APART      1.0  /* least difference of the yaws of two starts of one component, radians */
#define LAID_BADLY 0.02 /* residual above which a start from vertices is refused, metres */

/* ---- in space */

void pd_observe_horn(double q[9], const double s[9])
{
    double n[16], values[4], vectors[16];
    int best = 0;

    pd_horn_matrix(n, s);
    pd_ik_eigen(values, vectors, n, 4);
    for (int i = 1; i < 4; i++)
        if (values[i] > values[best]) best = i;
    const double *v = vectors + 4 * best;
    pd_q_to_matrix(q, (pd_quat){v[1], v[2], v[3], v[0]});
}

static bool in_space(const pd_observe_seen *s)
{
    return pd_observe_is_place(s) && s->confidence > 0;
}

/* Returns the joint that carries a place: the joint itself,
 * or the one with the largest weight of a vertex. */
static int carrier_of(const pd_observe_place_of *place)
{
    PD_ASSERT(place->part_count >= 1);
    const pd_observe_part *part = &place->parts[0];
    if (!part->is_vertex) return part->index;

    const pd_observe_vertex *v = place->compiled[0];
    int best = 0;
    for (int s = 1; s < v->skin_count; s++)
        if (v->weight[s] > v->weight[best]) best = s;

    return v->skin[best];
}

/* Returns whether a joint belongs to the trunk, which moves little with the pose. */
static bool is_trunk(const pd_smpl_model *m, int joint)
{
    static const char *const names[] = {"pelvis",       "left_hip",      "right_hip",     "spine1",
                                        "spine2",       "spine3",        "neck",          "left_collar",
                                        "right_collar", "left_shoulder", "right_shoulder"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(m->data.joint_names[joint], names[i])) return true;

    return false;
}

/* Weighted moments of the body's points (x) and the observed points (y). */
typedef struct moments {
    double weight, x[3], y[3], xy[9], xx, yy;
    int count;
} moments;

/* Computes the weighted moments of the body's points (x) and the observed ones (y), of the trunk or of all:
 * centres, and sums of squares and products about them. Horn's method takes these. */
static moments moments_of(const pd_observe_problem *p, bool trunk_only)
{
    moments m = {0};

    /* Weighted centres of the body's points and of the observed ones. */
    for (int i = 0; i < p->seen_count; i++) {
        const pd_observe_seen *s = &p->seen[i];
        double x[3];
        if (!in_space(s)) continue;
        if (trunk_only && !is_trunk(p->model, carrier_of(&p->places[i]))) continue;
        pd_observe_point(x, &p->body, &p->state, &p->places[i]);
        m.count++;
        m.weight += s->confidence;
        for (int a = 0; a < 3; a++) {
            m.x[a] += s->confidence * x[a];
            m.y[a] += s->confidence * s->at[a];
        }
    }

    for (int a = 0; a < 3; a++) {
        m.x[a] /= m.weight;
        m.y[a] /= m.weight;
    }

    /* Moments about them. */
    for (int i = 0; i < p->seen_count; i++) {
        const pd_observe_seen *s = &p->seen[i];
        double x[3];
        if (!in_space(s)) continue;
        if (trunk_only && !is_trunk(p->model, carrier_of(&p->places[i]))) continue;
        pd_observe_point(x, &p->body, &p->state, &p->places[i]);
        for (int a = 0; a < 3; a++) {
            m.xx += s->confidence * pow(x[a] - m.x[a], 2);
            m.yy += s->confidence * pow(s->at[a] - m.y[a], 2);
            for (int b = 0; b < 3; b++)
                m.xy[3 * a + b] += s->confidence * (x[a] - m.x[a]) * (s->at[b] - m.y[b]);
        }
    }

    return m;
}

void pd_observe_start_joint(pd_observe_problem *p, int k)
{
    PD_ASSERT(k >= 0 && k < p->layout.joints);
    const int *parents = p->model->data.parents;
    const double *g = p->body.world[k].m;
    double s[9] = {0};
    double center[3], q[9];
    double sum = 0;

    /* Centre of the rotation: where the joint was observed, or where the body has it. */
    for (int c = 0; c < 3; c++) center[c] = p->body.scale * g[4 * c + 3] + p->state.translation[c];
    for (int i = 0; i < p->seen_count; i++) {
        const pd_observe_part *part = p->places[i].parts;
        if (!in_space(&p->seen[i]) || p->places[i].part_count != 1 || part->is_vertex || part->index != k)
            continue;
        memcpy(center, p->seen[i].at, sizeof center);
        break;
    }

    /* Sum a b^T over the points that the joint moves: skin, and child joints. */
    for (int i = 0; i < p->seen_count; i++) {
        const pd_observe_seen *seen = &p->seen[i];
        if (!in_space(seen)) continue;
        const int carrier = carrier_of(&p->places[i]);
        const bool on_skin = p->places[i].parts[0].is_vertex;
        if (on_skin ? carrier != k : carrier == k || parents[carrier] != k) continue;

        double x[3], a[3], b[3];
        double length = 0;
        pd_observe_point(x, &p->body, &p->state, &p->places[i]);
        for (int c = 0; c < 3; c++) {
            a[c] = x[c] - p->body.scale * g[4 * c + 3] - p->state.translation[c];
            b[c] = seen->at[c] - center[c];
            length += a[c] * a[c];
        }

        for (int c = 0; c < 9; c++) s[c] += seen->confidence * a[c / 3] * b[c % 3];
        sum += seen->confidence * length;
    }

    if (sum == 0) return;

    /* Add a multiple of the identity, which keeps the present rotation if little was observed.
     * Then find the best rotation. */
    for (int c = 0; c < 3; c++) s[4 * c] += KEEPS * sum;
    pd_observe_horn(q, s);

    /* Rotate the joint by it: R_k <- R_k (G^T Q G). */
    double world[9], by[9], turned[9], now[9], back[9];
    pd_xform_rotation(world, &p->body.world[k]);
    for (int c = 0; c < 9; c++) back[c] = world[3 * (c % 3) + c / 3];
    pd_rot_mul(turned, q, world);
    pd_rot_mul(by, back, turned);
    pd_rot_mul(now, p->state.rotations[k], by);
    memcpy(p->state.rotations[k], now, sizeof now);
    pd_observe_body_pose(&p->body, &p->state);
}

void pd_observe_start_in_space(pd_observe_problem *p)
{
    for (int k = 0; k < p->layout.joints; k++)
        for (int i = 0; i < 9; i++) p->state.rotations[k][i] = i % 4 == 0;
    memset(p->state.translation, 0, sizeof p->state.translation);
    pd_observe_body_pose(&p->body, &p->state);

    /* Rotate and scale the whole body to match the trunk, or all points if the trunk has too few. That moves
     * the centre, because the body rotates about the pelvis;
     * so compute the moments again for the translation. */
    moments m = moments_of(p, true);
    const bool trunk = m.count >= 3;
    double q[9], turned[9];
    if (!trunk) m = moments_of(p, false);
    pd_observe_horn(q, m.xy);
    const double grow = p->layout.scale >= 0 && m.xx > 0 && m.yy > 0 ? sqrt(m.yy / m.xx) : 1;
    pd_rot_mul(turned, q, p->state.rotations[0]);
    memcpy(p->state.rotations[0], turned, sizeof turned);
    p->state.log_scale += log(grow);
    pd_observe_body_pose(&p->body, &p->state);

    m = moments_of(p, trunk);
    for (int c = 0; c < 3; c++) p->state.translation[c] += m.y[c] - m.x[c];
    pd_observe_body_pose(&p->body, &p->state);

    for (int k = 1; k < p->layout.joints; k++) pd_observe_start_joint(p, k);
}

/* ---- by vertices */

bool pd_observe_start_is_registered(const pd_observe_seen *seen, int count, bool fit_scale)
{
    int vertices = 0;

    for (int i = 0; i < count; i++) {
        const pd_observe_seen *s = &seen[i];
        if (!(s->confidence > 0)) continue;
        if (!pd_observe_is_place(s) || s->part_count != 1 || !s->parts[0].is_vertex ||
            s->parts[0].weight != 1 || s->offset)
            return false;
        vertices++;
    }

    return vertices >= PD_OBSERVE_REGISTERED_LEAST && !fit_scale;
}

size_t pd_observe_start_registered_bytes(const pd_smpl_model *m, const pd_observe_seen *seen, int count)
{
    const size_t n = (size_t)count;
    size_t bytes = 0;

    for (int i = 0; i < count; i++)
        if (seen[i].part_count == 1 && seen[i].parts[0].is_vertex)
            bytes += pd_observe_vertex_bytes(m, seen[i].parts[0].index);

    return pd_observe_registered_most_bytes(m, count, bytes) + pd_observe_registered_scratch_most(m, count) +
           pd_arena_bytes(n, sizeof(void *)) + pd_arena_bytes(3 * n, sizeof(float)) +
           pd_arena_bytes(n, sizeof(float));
}

bool pd_observe_start_registered(pd_observe_problem *p, double robust, pd_arena *arena)
{
    const size_t n = (size_t)p->seen_count;
    const pd_observe_vertex **vertices = pd_arena_take(arena, n, sizeof *vertices);
    float *at = pd_arena_take(arena, 3 * n, sizeof *at);
    float *confidence = pd_arena_take(arena, n, sizeof *confidence);
    pd_observe_registered set;
    bool is_seen[PD_SMPL_MAX_JOINTS] = {false};
    double sigma = INFINITY;
    int count = 0, joints = 0;

    /* Weights relative to the most exact observation. */
    if (!vertices || !at || !confidence) return false;
    if (p->layout.betas && p->layout.betas != p->model->beta_count) return false;
    for (int i = 0; i < p->seen_count; i++)
        if (p->seen[i].confidence > 0) sigma = fmin(sigma, p->seen[i].sigma);
    for (int i = 0; i < p->seen_count; i++) {
        const pd_observe_seen *s = &p->seen[i];
        if (!(s->confidence > 0)) continue;
        vertices[count] = p->places[i].compiled[0];
        confidence[count] = (float)(s->confidence * sigma * sigma / (s->sigma * s->sigma));
        for (int c = 0; c < 3; c++) at[3 * count + c] = (float)s->at[c];
        count++;
    }

    /* Refuse if fewer than two thirds of the joints have an observed vertex for which they have the largest
     * weight: whole limbs would not be observed. */
    for (int i = 0; i < count; i++) {
        const pd_observe_vertex *v = vertices[i];
        int best = 0;
        for (int s = 1; s < v->skin_count; s++)
            if (v->weight[s] > v->weight[best]) best = s;
        joints += !is_seen[v->skin[best]];
        is_seen[v->skin[best]] = true;
    }

    if (3 * joints < 2 * p->layout.joints ||
        !pd_observe_registered_make(&set, p->model, vertices, count, arena))
        return false;

    /* Fit, and refuse a result that lies far from the observations. */
    pd_observe_registered_job job = {.state = &p->state,
                                     .seen = at,
                                     .confidence = confidence,
                                     .sigma = sigma,
                                     .robust = robust,
                                     .keep_betas = p->layout.betas == 0};
    pd_observe_registered_run(&job, &set, arena);
    if (!(job.rms < LAID_BADLY + 2 * sigma)) {
        for (int b = 0; b < p->layout.betas; b++) p->state.betas[b] = 0;
        return false;
    }

    pd_observe_body_pose(&p->body, &p->state);

    return true;
}

/* ---- by orientations */

void pd_observe_start_turns(pd_observe_problem *p)
{
    bool known[PD_SMPL_MAX_JOINTS] = {false};
    int chain[PD_SMPL_MAX_JOINTS];

    for (int k = 0; k < p->layout.joints; k++)
        for (int i = 0; i < 9; i++) p->state.rotations[k][i] = i % 4 == 0;
    memset(p->state.translation, 0, sizeof p->state.translation);
    for (int k = 0; k < p->layout.joints; k++)
        for (int i = 0; i < p->seen_count; i++) {
            const pd_observe_seen *s = &p->seen[i];
            if (!s->is_turn || !(s->confidence > 0) || s->parts[0].index != k) continue;

            /* Go from joint k up to the next joint with a known orientation; -1: there is none. */
            int above = k;
            int count = 0;
            for (; above >= 0 && (above == k || !known[above]); above = p->model->data.parents[above])
                chain[count++] = above;

            PD_ASSERT(count >= 1 && count <= PD_SMPL_MAX_JOINTS && above < k);
            double q[9];
            double back[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
            double by[9], turn[3], share[9];
            pd_observe_body_pose(&p->body, &p->state);
            for (int c = 0; c < 9 && above >= 0; c++) back[c] = p->body.world[above].m[4 * (c % 3) + c / 3];
            pd_rot_from_axis_angle(q, s->at);
            pd_rot_mul(by, back, q);
            pd_rot_to_axis_angle(turn, by);
            for (int c = 0; c < 3; c++) /* Without a known joint above, the root takes the whole rotation. */
                turn[c] /= above < 0 ? 1 : count;
            pd_rot_from_axis_angle(share, turn);
            for (int c = 0; c < count; c++) {
                known[chain[c]] = true;
                if (above >= 0 || !chain[c]) memcpy(p->state.rotations[chain[c]], share, sizeof share);
            }
        }
    pd_observe_body_pose(&p->body, &p->state);

    const moments m = moments_of(p, false);
    for (int c = 0; c < 3 && m.count; c++) p->state.translation[c] += m.y[c] - m.x[c];
    pd_observe_body_pose(&p->body, &p->state);
}

/* ---- in a picture */

void pd_observe_start_figure(double (*rotations)[9], const pd_observe_prior *prior, int component, int joints)
{
    PD_ASSERT(component < 0 || (prior && component < prior->component_count));
    for (int k = 0; k < joints; k++)
        for (int i = 0; i < 9; i++) rotations[k][i] = i % 4 == 0;
    if (component < 0) return;

    const pd_quat *pose = prior->source->poses + (size_t)component * (size_t)prior->source->joint_count;
    pd_q_to_matrix(rotations[0], pose[0]);
    for (int j = 0; j < prior->joint_count; j++)
        pd_q_to_matrix(rotations[prior->joints[j]], pose[prior->source_joints[j]]);
}

static void yaw_matrix(double m[9], double yaw)
{
    const double c = cos(yaw);
    const double s = sin(yaw);
    const double out[9] = {c, 0, s, 0, 1, 0, -s, 0, c};
    memcpy(m, out, sizeof out);
}

/* Fits one figure, seen from one side, to the picture. x (seen_count,3):
 * points of the figure without translation. */
static pd_observe_start try_side(const pd_observe_problem *p, const double (*x)[3], double yaw)
{
    pd_observe_start out = {.yaw = yaw, .cost = INFINITY};
    double turn[9], view[9];
    double weight = 0, zz = 0, bb = 0;
    double complex z_mean = 0, b_mean = 0, zb = 0;

    yaw_matrix(turn, yaw);
    pd_rot_mul(view, p->camera.rotation, turn);

    /* Means first, then moments about them, as complex numbers: x + i y across the picture. */
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < p->seen_count; i++) {
            const pd_observe_seen *s = &p->seen[i];
            if (!s->in_picture || !(s->confidence > 0)) continue;
            double at[3];
            for (int c = 0; c < 3; c++)
                at[c] = view[3 * c] * x[i][0] + view[3 * c + 1] * x[i][1] + view[3 * c + 2] * x[i][2];
            const double complex z = at[0] + I * at[1];
            const double complex b =
                (s->at[0] - p->camera.cx) / p->camera.fx + I * ((s->at[1] - p->camera.cy) / p->camera.fy);
            const double w = s->confidence;
            if (!pass) {
                weight += w;
                z_mean += w * z;
                b_mean += w * b;
                continue;
            }

            zz += w * creal((z - z_mean) * conj(z - z_mean));
            bb += w * creal((b - b_mean) * conj(b - b_mean));
            zb += w * (b - b_mean) * conj(z - z_mean);
        }

        if (!pass) {
            z_mean /= weight;
            b_mean /= weight;
        }
    }

    if (!(zz > 0) || !(cabs(zb) > 0)) return out;

    /* Find the similarity transform that fits the figure to the picture best. The residual is the cost. */
    const double complex a = zb / zz;
    out.size = cabs(a);
    out.roll = carg(a);
    out.mean[0] = creal(b_mean);
    out.mean[1] = cimag(b_mean);
    const double left = fmax(bb - cabs(zb) * cabs(zb) / zz, 0) / (out.size * out.size);
    out.cost = 0.5 * left / (FIGURE_SD * FIGURE_SD) + 0.5 * out.roll * out.roll / (ROLL_SD * ROLL_SD);

    return out;
}

/* Inserts a start into the sorted list. Of two similar starts only the better one is kept. */
static void insert(pd_observe_start *starts, pd_observe_start now)
{
    int at = PD_OBSERVE_STARTS;

    for (int i = 0; i < PD_OBSERVE_STARTS; i++) {
        const double apart = fabs(remainder(starts[i].yaw - now.yaw, 2 * M_PI));
        if (isinf(starts[i].cost) || starts[i].component != now.component || apart > APART) continue;
        if (starts[i].cost <= now.cost) return;
        at = i;
        break;
    }

    if (at == PD_OBSERVE_STARTS) at--;
    if (starts[at].cost <= now.cost) return;

    starts[at] = now;
    for (; at > 0 && starts[at].cost < starts[at - 1].cost; at--) {
        const pd_observe_start other = starts[at - 1];
        starts[at - 1] = starts[at];
        starts[at] = other;
    }
}

void pd_observe_start_in_picture(pd_observe_start *starts, pd_observe_problem *p)
{
    const int last = p->prior ? p->prior->component_count : 0;

    double(*x)[3] = p->columns;

    for (int i = 0; i < PD_OBSERVE_STARTS; i++) starts[i] = (pd_observe_start){.cost = INFINITY};
    memset(p->state.translation, 0, sizeof p->state.translation);
    for (int component = p->prior ? 0 : -1; component < last; component++) {
        pd_observe_start_figure(p->state.rotations, p->prior, component, p->layout.joints);
        pd_observe_body_pose(&p->body, &p->state);
        for (int i = 0; i < p->seen_count; i++)
            if (p->seen[i].in_picture) pd_observe_point(x[i], &p->body, &p->state, &p->places[i]);

        for (int side = 0; side < SIDES; side++) {
            pd_observe_start now = try_side(p, (const double(*)[3])x, 2 * M_PI * side / SIDES);
            now.component = component;
            if (component >= 0) now.cost += p->prior->constant[component];
            if (isfinite(now.cost)) insert(starts, now);
        }
    }
}

void pd_observe_start_apply(pd_observe_problem *p, const pd_observe_start *start)
{
    const double c = cos(start->roll);
    const double s = sin(start->roll);
    const double *camera = p->camera.rotation;
    const double roll[9] = {c, -s, 0, s, c, 0, 0, 0, 1};
    double yaw[9], view[9], back[9], root[9], seen[9];

    pd_observe_start_figure(p->state.rotations, p->prior, start->component, p->layout.joints);

    /* Compose roll, view, yaw and lean in the camera's axes, and convert to the world's. */
    yaw_matrix(yaw, start->yaw);
    pd_rot_mul(seen, yaw, p->state.rotations[0]);
    pd_rot_mul(view, camera, seen);
    pd_rot_mul(root, roll, view);
    for (int i = 0; i < 9; i++) back[i] = camera[3 * (i % 3) + i / 3];
    pd_rot_mul(p->state.rotations[0], back, root);

    /* Place the centre of the points at the depth that follows from their size. */
    memset(p->state.translation, 0, sizeof p->state.translation);
    pd_observe_body_pose(&p->body, &p->state);
    double middle[3] = {0, 0, 0};
    double weight = 0;
    double place[3];
    for (int i = 0; i < p->seen_count; i++) {
        double x[3];
        if (!p->seen[i].in_picture || !(p->seen[i].confidence > 0)) continue;
        pd_observe_point(x, &p->body, &p->state, &p->places[i]);
        weight += p->seen[i].confidence;
        for (int a = 0; a < 3; a++) middle[a] += p->seen[i].confidence * x[a];
    }

    const double depth = 1 / start->size;
    const double wanted[3] = {start->mean[0] * depth - p->camera.translation[0],
                              start->mean[1] * depth - p->camera.translation[1],
                              depth - p->camera.translation[2]};
    for (int a = 0; a < 3; a++)
        place[a] = back[3 * a] * wanted[0] + back[3 * a + 1] * wanted[1] + back[3 * a + 2] * wanted[2];
    for (int a = 0; a < 3; a++) p->state.translation[a] = place[a] - middle[a] / weight;
}
