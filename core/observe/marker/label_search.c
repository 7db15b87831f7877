#include "core/observe/marker/label_parts.h"

#include "core/base/assert.h"
#include "core/math/assign.h"
#include "core/math/mat3.h"
#include "core/math/rotation.h"
#include "core/observe/start.h"

#include <math.h>
#include <string.h>

#define SIDES        24  /* yaws that are tried */
#define RIGID_ROUNDS 5   /* rounds of assignment and rigid motion */
#define BODY_ROUNDS  10  /* rounds of assignment and body fit */
#define APART        0.5 /* least difference of the yaws of two starts of a component, radians */
/* distance at which the score of a point is capped when starts are compared, metres */
#define CAP          0.25
#define REACH_FIRST  0.30 /* largest distance of a place and its point in the first round, metres */
#define ROBUST       0.15 /* r of the robust function, metres */
#define REACH_OUT    0.80 /* largest distance when leftover points and places are assigned, metres */
#define OUT_ROUNDS   4    /* rounds of assigning what is left over */
#define OUT_STEPS    12   /* solver steps in such a round */
#define FEW_BETAS    3    /* betas that are fitted in the first rounds */
#define NOBODYS      12.0 /* cost of a point without a place, nats */
#define EMPTY        3.0  /* cost of a place without a point, nats */
#define STAYS        0.06 /* advantage of the present name in distance, metres */

void pd_observe_label_search_cloud(pd_observe_cloud *out, const pd_markers *file, int frame, int up)
{
    pd_observe_marker_cloud(out, file, frame, (pd_up)up);
}

void pd_observe_label_search_assign(int *a, const double (*x)[3], int places, const pd_observe_cloud *c,
                                    const int *names, double reach)
{
    double cost[PD_OBSERVE_LABEL_MOST_PLACES * PD_OBSERVE_LABEL_MOST_POINTS],
        scratch[8 * (PD_OBSERVE_LABEL_MOST_PLACES + PD_OBSERVE_LABEL_MOST_POINTS) + 64];

    PD_ASSERT(pd_assign_scratch_bytes(places, c->count) <= sizeof scratch);

    for (int p = 0; p < places; p++)
        for (int i = 0; i < c->count; i++) {
            const double square = pd_square_distance3(x[p], c->at[i]);
            const bool mine = names && names[i] == p;
            const double most = mine ? reach + STAYS : reach;
            cost[p * c->count + i] = square < most * most ? square - (mine ? STAYS * STAYS : 0) : INFINITY;
        }
    pd_assign(a, cost, places, c->count, reach * reach, scratch);
}

/* Returns the sum of squared distances to the nearest neighbour, from points to places and from places to
 * points, each capped at CAP. */
static double label_compare(const double (*x)[3], int places, const pd_observe_cloud *c)
{
    double nearest[PD_OBSERVE_LABEL_MOST_POINTS];
    double sum = 0;

    for (int i = 0; i < c->count; i++) nearest[i] = CAP * CAP;
    for (int p = 0; p < places; p++) {
        double least = CAP * CAP;
        for (int i = 0; i < c->count; i++) {
            const double square = pd_square_distance3(x[p], c->at[i]);
            if (square < least) least = square;
            if (square < nearest[i]) nearest[i] = square;
        }

        sum += 0.5 * least; /* a place may be hidden, so it counts half as much as a point without a place */
    }

    for (int i = 0; i < c->count; i++) sum += nearest[i];

    return sum;
}

/* Computes where the figure's markers are in a stance: turned and moved, metres. */
static void turn_places(double (*x)[3], const pd_observe_label_figure *f, const pd_observe_label_stance *s)
{
    const double(*at)[3] = (const double(*)[3])f->at + (size_t)s->component * (size_t)f->set.count;
    for (int p = 0; p < f->set.count; p++)
        for (int r = 0; r < 3; r++)
            x[p][r] = s->turn[3 * r] * at[p][0] + s->turn[3 * r + 1] * at[p][1] +
                      s->turn[3 * r + 2] * at[p][2] + s->move[r];
}

/* Inserts a stance into a sorted list of the best. Of two similar stances only the better one is kept. */
static void keep_best(pd_observe_label_stance *list, int *count, int most, const pd_observe_label_stance *now)
{
    int at = *count;

    /* Replace a similar stance if the new one is better; otherwise drop the new one. */
    for (int i = 0; i < *count; i++)
        if (list[i].component == now->component && list[i].figure == now->figure && list[i].up == now->up &&
            fabs(remainder(list[i].yaw - now->yaw, 2 * M_PI)) < APART) {
            if (list[i].score <= now->score) return;
            at = i;
            break;
        }

    /* In a full list replace the last one. */
    if (at == *count && *count == most) {
        at = most - 1;
        if (list[at].score <= now->score) return;
    }

    /* Insert in order. */
    if (at == *count) ++*count;
    for (; at > 0 && now->score < list[at - 1].score; at--) list[at] = list[at - 1];
    list[at] = *now;
}

/* Fits a figure to the points rigidly: alternates between assignment and rigid motion. */
static void lay_rigidly(pd_observe_label_stance *s, const pd_observe_label_figure *f,
                        const pd_observe_cloud *c)
{
    const double(*at)[3] = (const double(*)[3])f->at + (size_t)s->component * (size_t)f->set.count;
    double x[PD_OBSERVE_LABEL_MOST_PLACES][3];
    int a[PD_OBSERVE_LABEL_MOST_PLACES];

    /* Rotation and translation that fit the assigned points best (Horn). */
    for (int round = 0; round < RIGID_ROUNDS; round++) {
        double means[2][3] = {{0}};
        double product[9] = {0};
        int count = 0;
        turn_places(x, f, s);
        pd_observe_label_search_assign(a, (const double(*)[3])x, f->set.count, c, NULL, REACH_FIRST);
        for (int p = 0; p < f->set.count; p++) {
            if (a[p] < 0) continue;
            count++;
            for (int i = 0; i < 3; i++) {
                means[0][i] += at[p][i];
                means[1][i] += c->at[a[p]][i];
            }
        }

        if (count < PD_OBSERVE_MARKER_LEAST) break;
        for (int i = 0; i < 3; i++) {
            means[0][i] /= count;
            means[1][i] /= count;
        }

        for (int p = 0; p < f->set.count; p++)
            for (int i = 0; i < 9 && a[p] >= 0; i++)
                product[i] += (at[p][i / 3] - means[0][i / 3]) * (c->at[a[p]][i % 3] - means[1][i % 3]);
        pd_observe_horn(s->turn, product);
        for (int r = 0; r < 3; r++)
            s->move[r] = means[1][r] - s->turn[3 * r] * means[0][0] - s->turn[3 * r + 1] * means[0][1] -
                         s->turn[3 * r + 2] * means[0][2];
    }

    /* Score: squared distances, with a fixed cost for each place and each point that is left over. */
    turn_places(x, f, s);
    pd_observe_label_search_assign(a, (const double(*)[3])x, f->set.count, c, NULL, CAP);
    s->score = 0;
    int named = 0;
    for (int p = 0; p < f->set.count; p++) {
        s->score += a[p] < 0 ? 0.5 * CAP * CAP : pd_square_distance3(x[p], c->at[a[p]]);
        named += a[p] >= 0;
    }

    s->score += (c->count - named) * CAP * CAP;
}

double pd_observe_label_search_solve(pd_observe_label_stance *s, const pd_observe_labelling *l,
                                     const pd_observe_cloud *c, const int *a,
                                     const pd_observe_label_effort *e, pd_arena *arena)
{
    const pd_observe_label_figure *f = &l->figures[s->figure];
    pd_observe_seen seen[PD_OBSERVE_LABEL_MOST_PLACES];
    pd_error err;
    const int places = f->set.count;

    /* Observations of the places that have a point. */
    for (int p = 0; p < places; p++) {
        seen[p] = f->set.places[p];
        seen[p].offset = f->set.mounts[p].guess;
        seen[p].sigma = PD_OBSERVE_LABEL_LOOSE;
        seen[p].confidence = a[p] >= 0;
        for (int i = 0; i < 3; i++) seen[p].at[i] = a[p] >= 0 ? c->at[a[p]][i] : 0;
    }

    /* Fit from the stance. */
    pd_observe_job job = {.betas = s->betas,
                          .rotations = s->rotations,
                          .at = s->at,
                          .seen = seen,
                          .seen_count = places,
                          .prior = l->job->prior,
                          .robust_space = ROBUST,
                          .warm = true,
                          .keep_betas = e->betas == 0,
                          .beta_count = e->betas,
                          .iterations = e->steps};

    /* Take the result. */
    memcpy(job.translation, s->translation, sizeof job.translation);
    if (pd_observe_check(&job, l->model, &err)) return INFINITY;
    pd_arena_reset(arena);
    pd_observe_run(&job, l->model, arena);
    memcpy(s->translation, job.translation, sizeof job.translation);

    return job.cost;
}

void pd_observe_label_search_name(pd_observe_label_stance *s, const pd_observe_label_figure *f,
                                  const pd_observe_cloud *c, const int *a)
{
    double sum = 0;

    s->named = 0;
    s->of = c->count;
    for (int p = 0; p < f->set.count; p++) {
        s->column[p] = a[p] < 0 ? -1 : c->column[a[p]];
        if (a[p] < 0) continue;
        s->named++;
        sum += pd_square_distance3(s->at[p], c->at[a[p]]);
    }

    s->off = s->named ? sqrt(sum / s->named) : INFINITY;
}

bool pd_observe_label_search_reach(pd_observe_label_stance *s, int *a, const pd_observe_labelling *l,
                                   const pd_observe_label_figure *f, const pd_observe_cloud *c,
                                   pd_observe_label_stance *kept, pd_arena *arena)
{
    int named = 0;
    int places[PD_OBSERVE_LABEL_MOST_PLACES];
    int place_count = 0;
    int far[PD_OBSERVE_LABEL_MOST_PLACES], now[PD_OBSERVE_LABEL_MOST_PLACES];
    double x[PD_OBSERVE_LABEL_MOST_PLACES][3];
    pd_observe_cloud rest = {0};
    bool taken[PD_OBSERVE_LABEL_MOST_POINTS] = {false};

    /* Places without a point, and points without a place. */
    for (int p = 0; p < f->set.count; p++) {
        if (a[p] >= 0) {
            taken[a[p]] = true;
            named++;
        }

        if (a[p] < 0) {
            memcpy(x[place_count], s->at[p], sizeof *x);
            places[place_count++] = p;
        }
    }

    for (int i = 0; i < c->count; i++)
        if (!taken[i]) {
            memcpy(rest.at[rest.count], c->at[i], sizeof *rest.at);
            rest.column[rest.count++] = i;
        }
    if (!rest.count || !place_count) return false;

    /* Assign them, and alternate between fit and assignment. */
    *kept = *s;
    memcpy(now, a, sizeof now);
    pd_observe_label_search_assign(far, (const double(*)[3])x, place_count, &rest, NULL, REACH_OUT);
    for (int k = 0; k < place_count; k++) now[places[k]] = far[k] < 0 ? -1 : rest.column[far[k]];
    for (int round = 0; round < OUT_ROUNDS; round++) {
        if (!isfinite(
                pd_observe_label_search_solve(s, l, c, now, &(pd_observe_label_effort){0, OUT_STEPS}, arena)))
            break;
        pd_observe_label_search_assign(now, (const double(*)[3])s->at, f->set.count, c, NULL,
                                       round + 1 < OUT_ROUNDS ? REACH_FIRST : PD_OBSERVE_LABEL_REACH_LAST);
    }

    /* Keep it, or restore the stance. */
    int better = 0;
    for (int p = 0; p < f->set.count; p++) better += now[p] >= 0;
    if (better > named)
        memcpy(a, now, sizeof now);
    else
        *s = *kept;

    return better > named;
}

/* Fits a body to the points: alternates between assignment and fit, from a rigid start. */
static void lay_body(pd_observe_label_stance *s, const pd_observe_labelling *l, const pd_observe_cloud *c,
                     pd_observe_label_stance *kept, pd_arena *arena)
{
    const pd_observe_label_figure *f = &l->figures[s->figure];
    const int joints = l->model->joint_count;
    int a[PD_OBSERVE_LABEL_MOST_PLACES];
    double root[9], x[3];
    double cost = 0;

    /* Pose of the component, turned as the rigid start says. */
    double pose[PD_SMPL_MAX_JOINTS][9];
    pd_observe_start_figure(pose, l->job->prior, s->component < l->components ? s->component : -1, joints);
    pd_rot_mul(root, s->turn, f->roots[s->component]);
    memcpy(pose[0], root, sizeof root);
    for (int i = 0; i < 9 * joints; i++) s->rotations[i] = (float)pose[i / 9][i % 9];
    memset(s->betas, 0, sizeof s->betas);

    /* The rigid motion rotates about the mean of the places, but the body about its pelvis:
     * correct the translation. */
    pd_mat3_apply(x, s->turn, f->means[s->component]);
    for (int r = 0; r < 3; r++) s->translation[r] = s->move[r] - x[r];
    turn_places(s->at, f, s);

    /* Assign within a reach that shrinks, and fit with few betas first. */
    for (int round = 0; round < BODY_ROUNDS; round++) {
        const double share = (double)round / (BODY_ROUNDS - 1);
        pd_observe_label_search_assign(a, (const double(*)[3])s->at, f->set.count, c, NULL,
                                       REACH_FIRST * pow(PD_OBSERVE_LABEL_REACH_LAST / REACH_FIRST, share));
        const int betas = 2 * round < BODY_ROUNDS ? FEW_BETAS : 0;
        cost = pd_observe_label_search_solve(
            s, l, c, a,
            &(pd_observe_label_effort){betas ? betas : l->model->beta_count, PD_OBSERVE_LABEL_STEPS}, arena);
        if (!isfinite(cost)) break;
    }

    /* Try to reach points that are left over, then fit once more with all betas. */
    pd_observe_label_search_assign(a, (const double(*)[3])s->at, f->set.count, c, NULL,
                                   PD_OBSERVE_LABEL_REACH_LAST);
    for (int out = 0; out < 2 && isfinite(cost); out++)
        if (!pd_observe_label_search_reach(s, a, l, f, c, kept, arena)) break;
    if (isfinite(cost))
        cost = pd_observe_label_search_solve(
            s, l, c, a, &(pd_observe_label_effort){l->model->beta_count, PD_OBSERVE_LABEL_STEPS}, arena);

    /* Score of the result, with a cost for each point and each place that is left over. */
    pd_observe_label_search_name(s, f, c, a);
    s->score = cost + NOBODYS * (c->count - s->named) + EMPTY * (f->set.count - s->named);
}

/* ---- the start */

/* Scores every component at every facing, and keeps the best. */
static void look_roughly(pd_observe_label_stance *list, int *count, const pd_observe_labelling *l,
                         const pd_observe_cloud *c, int up)
{
    double x[PD_OBSERVE_LABEL_MOST_PLACES][3];

    /* Centre of the figure on that of the points. */
    for (int which = 0; which < l->figure_count; which++) {
        const pd_observe_label_figure *f = &l->figures[which];
        if (l->only >= 0 && which != l->only) continue;
        for (int component = 0; component <= l->components; component++)
            for (int side = 0; side < SIDES; side++) {
                const double yaw = 2 * M_PI * side / SIDES;
                const double cosine = cos(yaw);
                const double sine = sin(yaw);
                pd_observe_label_stance s = {.figure = which,
                                             .component = component,
                                             .up = up,
                                             .yaw = yaw,
                                             .turn = {cosine, 0, sine, 0, 1, 0, -sine, 0, cosine}};
                memcpy(s.move, c->mean, sizeof s.move);
                turn_places(x, f, &s);
                s.score = label_compare((const double(*)[3])x, f->set.count, c);
                keep_best(list, count, PD_OBSERVE_LABEL_ROUGH, &s);
            }
    }
}

void pd_observe_label_search_task(void *arg, int index, int worker)
{
    pd_observe_labelling *l = arg;
    pd_observe_label_stance *rough =
        l->rough + (size_t)worker * (PD_OBSERVE_LABEL_ROUGH + PD_OBSERVE_LABEL_FINE + 1);
    pd_observe_label_stance *fine = rough + PD_OBSERVE_LABEL_ROUGH;
    pd_observe_label_stance *best = &l->found[index];
    int count = 0, fine_count = 0;
    pd_observe_cloud c;

    /* Rough scores along each axis. */
    *best = (pd_observe_label_stance){.score = INFINITY, .off = INFINITY};
    for (int up = l->up_first; up < l->up_first + l->up_count; up++) {
        pd_observe_label_search_cloud(&c, l->job->file, l->frames[index], up);
        best->of = c.count;
        if (c.count < PD_OBSERVE_MARKER_LEAST) return;
        look_roughly(rough, &count, l, &c, up);
    }

    /* Rigid motion of the best of those. */
    for (int i = 0; i < count; i++) {
        pd_observe_label_search_cloud(&c, l->job->file, l->frames[index], rough[i].up);
        lay_rigidly(&rough[i], &l->figures[rough[i].figure], &c);
        rough[i].yaw = atan2(rough[i].turn[2], rough[i].turn[0]);
        keep_best(fine, &fine_count, PD_OBSERVE_LABEL_FINE, &rough[i]);
    }

    /* Whole body of the best of those. */
    for (int i = 0; i < fine_count; i++) {
        pd_observe_label_search_cloud(&c, l->job->file, l->frames[index], fine[i].up);
        lay_body(&fine[i], l, &c, fine + PD_OBSERVE_LABEL_FINE, &l->arenas[worker]);
        fine[i].frame = l->frames[index];
        if (fine[i].score < best->score) *best = fine[i];
    }
}
