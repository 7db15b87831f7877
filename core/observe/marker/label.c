#include "core/observe/marker/label.h"

#include "core/base/assert.h"
#include "core/math/assign.h"
#include "core/math/mat3.h"
#include "core/math/rotation.h"
#include "core/observe/problem.h"
#include "core/observe/start.h"
#include "core/observe/marker/mend.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_PLACES  48
#define MOST_POINTS  PD_OBSERVE_TRAJECTORY_MOST
#define PROTOCOLS    4
#define FRAMES       6   /* frames in which a start is searched */
#define SIDES        24  /* yaws that are tried */
#define UPS          6   /* vertical axes that are tried: three, each in both directions */
#define ROUGH        32  /* best starts that are fitted by a rigid motion */
#define FINE         8   /* best of those that are fitted with the body */
#define RIGID_ROUNDS 5   /* rounds of assignment and rigid motion */
#define BODY_ROUNDS  10  /* rounds of assignment and body fit */
#define APART        0.5 /* least difference of the yaws of two starts of a component, radians */
/* distance at which the score of a point is capped when starts are compared, metres */
#define CAP          0.25
#define REACH_FIRST  0.30 /* largest distance of a place and its point in the first round, metres */
#define REACH_LAST   0.12 /* the same in the last round */
#define LOOSE        0.03 /* noise of places, whose offsets are not known yet, metres */
#define ROBUST       0.15 /* r of the robust function, metres */
#define REACH_OUT    0.80 /* largest distance when leftover points and places are assigned, metres */
#define OUT_ROUNDS   4
#define OUT_STEPS    12
#define OUT_EVERY    15   /* fitted frames between two calls of reach_out */
#define STEPS        4    /* iterations of the solver in a round */
#define FEW_BETAS    3    /* betas that are fitted in the first rounds */
#define NOBODYS      12.0 /* cost of a point without a place, nats */
#define EMPTY        3.0  /* cost of a place without a point, nats */
#define NEAR_ENOUGH  0.06 /* largest root mean square distance of a valid start, metres */
#define MOST_NAMED   0.7  /* least fraction of the points that have names in a valid start */
#define STAYS        0.06 /* advantage of the present name in distance, metres */
#define FOLLOW_RATE  30.0 /* fitted frames per second */
#define DOUBTS       3    /* fitted frames in a row after which a trajectory changes its name */
#define LOST         10   /* fitted frames in a row with too few names after which the search begins again */
#define RESTARTS     16
#define START_SHARE  0.3 /* share of the start in the progress */

static const char *const cmu41[] = {"LFHD", "RFHD", "LBHD", "RBHD", "C7",   "T10",  "CLAV", "STRN", "RBAC",
                                    "LSHO", "RSHO", "LUPA", "RUPA", "LELB", "RELB", "LFRM", "RFRM", "LWRA",
                                    "RWRA", "LWRB", "RWRB", "LFIN", "RFIN", "LFWT", "RFWT", "LBWT", "RBWT",
                                    "LTHI", "RTHI", "LKNE", "RKNE", "LSHN", "RSHN", "LANK", "RANK", "LHEE",
                                    "RHEE", "LTOE", "RTOE", "LMT5", "RMT5"};
static const char *const gait39[] = {
    "LFHD", "RFHD", "LBHD", "RBHD", "C7",   "T10",  "CLAV", "STRN", "RBAK", "LSHO", "RSHO", "LUPA", "RUPA",
    "LELB", "RELB", "LFRM", "RFRM", "LWRA", "RWRA", "LWRB", "RWRB", "LFIN", "RFIN", "LASI", "RASI", "LPSI",
    "RPSI", "LTHI", "RTHI", "LKNE", "RKNE", "LTIB", "RTIB", "LANK", "RANK", "LHEE", "RHEE", "LTOE", "RTOE"};
static const char *const gait16[] = {"LASI", "RASI", "LPSI", "RPSI", "LTHI", "RTHI", "LKNE", "RKNE",
                                     "LTIB", "RTIB", "LANK", "RANK", "LHEE", "RHEE", "LTOE", "RTOE"};

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))
const pd_observe_protocol pd_observe_protocols[] = {
    {"cmu", "Carnegie Mellon's 41", cmu41, COUNT(cmu41)},
    {"plugin-gait", "Vicon's Plug-in Gait, whole body: 39", gait39, COUNT(gait39)},
    {"plugin-gait-legs", "Vicon's Plug-in Gait, hips and legs: 16", gait16, COUNT(gait16)},
    {NULL, NULL, NULL, 0}};

const pd_observe_protocol *pd_observe_protocol_of(const char *name)
{
    for (const pd_observe_protocol *p = pd_observe_protocols; p->name; p++)
        if (!strcmp(p->name, name)) return p;
    return NULL;
}

const pd_observe_protocol *pd_observe_protocol_largest(void)
{
    const pd_observe_protocol *largest = pd_observe_protocols;
    for (const pd_observe_protocol *p = pd_observe_protocols; p->name; p++)
        if (p->count > largest->count) largest = p;
    return largest;
}

bool pd_observe_label_needed(const pd_markers *file)
{
    return pd_observe_marker_known(file) < PD_OBSERVE_MARKER_LEAST;
}

/* ---- a body among points */

/* Places of a protocol on the model, and their positions in the mean pose of every component of the prior. */
typedef struct figure {
    const pd_observe_protocol *protocol;
    pd_observe_marker_set set;
    double (*at)[3]; /* (components + 1, P, 3) relative to their mean; the last is the rest pose */
    double (*roots)[9], (*means)[3];
} figure;

typedef struct stance {
    int figure, component, up; /* up: vertical axis, 0 to 5 */
    int frame;
    double yaw, turn[9], move[3]; /* x = turn at + move for the component's places */
    double score;                 /* square metres; nats after the body fit */
    double off;                   /* root mean square distance of places and their points, metres */
    int named, of;                /* points with a name, and all points */
    float betas[PD_SMPL_MAX_BETAS], rotations[9 * PD_SMPL_MAX_JOINTS];
    double translation[3];
    double at[MOST_PLACES][3]; /* positions of the places on the body */
    int column[MOST_PLACES];   /* column of each place's point in the file; -1: none */
} stance;

typedef struct labelling {
    pd_observe_label *job;
    const pd_smpl_model *model;
    figure figures[PROTOCOLS];
    int figure_count, components;
    const int *frames; /* frames of the search */
    stance *found;     /* result in each of these frames */
    int up_first, up_count;
    pd_arena *arenas; /* (workers) */
    stance *rough;    /* (workers, ROUGH + FINE + 1), the last a copy */
    bool failed;
} labelling;

static const double signs[2] = {1, -1};

/* Assigns points to places: a (places) receives the index of each place's point, -1: none. names (points) or
 * NULL: present place of each point, which has the advantage STAYS. */
static void assign(int *a, const double (*x)[3], int places, const pd_observe_cloud *c, const int *names,
                   double reach)
{
    double cost[MOST_PLACES * MOST_POINTS], scratch[8 * (MOST_PLACES + MOST_POINTS) + 64];

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
    double nearest[MOST_POINTS];
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

static void turn_places(double (*x)[3], const figure *f, const stance *s)
{
    const double(*at)[3] = (const double(*)[3])f->at + (size_t)s->component * (size_t)f->set.count;
    for (int p = 0; p < f->set.count; p++)
        for (int r = 0; r < 3; r++)
            x[p][r] = s->turn[3 * r] * at[p][0] + s->turn[3 * r + 1] * at[p][1] +
                      s->turn[3 * r + 2] * at[p][2] + s->move[r];
}

/* Inserts a stance into a sorted list of the best. Of two similar stances only the better one is kept. */
static void keep_best(stance *list, int *count, int most, const stance *now)
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
static void lay_rigidly(stance *s, const figure *f, const pd_observe_cloud *c)
{
    const double(*at)[3] = (const double(*)[3])f->at + (size_t)s->component * (size_t)f->set.count;
    double x[MOST_PLACES][3];
    int a[MOST_PLACES];

    /* Rotation and translation that fit the assigned points best (Horn). */
    for (int round = 0; round < RIGID_ROUNDS; round++) {
        double means[2][3] = {{0}};
        double product[9] = {0};
        int count = 0;
        turn_places(x, f, s);
        assign(a, (const double(*)[3])x, f->set.count, c, NULL, REACH_FIRST);
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
    assign(a, (const double(*)[3])x, f->set.count, c, NULL, CAP);
    s->score = 0;
    int named = 0;
    for (int p = 0; p < f->set.count; p++) {
        s->score += a[p] < 0 ? 0.5 * CAP * CAP : pd_square_distance3(x[p], c->at[a[p]]);
        named += a[p] >= 0;
    }

    s->score += (c->count - named) * CAP * CAP;
}

/* Effort of a body fit: number of betas that are fitted, iterations of the solver. */
typedef struct effort {
    int betas, steps;
} effort;

/* Fits the body of s->figure to the points that its places have. Returns nats; s->at holds the positions
 * of the places afterwards. */
static double solve_body(stance *s, const labelling *l, const pd_observe_cloud *c, const int *a,
                         const effort *e, pd_arena *arena)
{
    const figure *f = &l->figures[s->figure];
    pd_observe_seen seen[MOST_PLACES];
    pd_error err;
    const int places = f->set.count;

    /* Observations of the places that have a point. */
    for (int p = 0; p < places; p++) {
        seen[p] = f->set.places[p];
        seen[p].offset = f->set.mounts[p].guess;
        seen[p].sigma = LOOSE;
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

static void put_names(stance *s, const figure *f, const pd_observe_cloud *c, const int *a)
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

/* Assigns leftover points and places to each other up to a large distance (REACH_OUT), because a limb may
 * have been fitted in a wrong position. Keeps the result if more places have points then, and returns true.
 * */
static bool reach_out(stance *s, int *a, const labelling *l, const figure *f, const pd_observe_cloud *c,
                      stance *kept, pd_arena *arena)
{
    int named = 0;
    int places[MOST_PLACES];
    int place_count = 0;
    int far[MOST_PLACES], now[MOST_PLACES];
    double x[MOST_PLACES][3];
    pd_observe_cloud rest = {0};
    bool taken[MOST_POINTS] = {false};

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
    assign(far, (const double(*)[3])x, place_count, &rest, NULL, REACH_OUT);
    for (int k = 0; k < place_count; k++) now[places[k]] = far[k] < 0 ? -1 : rest.column[far[k]];
    for (int round = 0; round < OUT_ROUNDS; round++) {
        if (!isfinite(solve_body(s, l, c, now, &(effort){0, OUT_STEPS}, arena))) break;
        assign(now, (const double(*)[3])s->at, f->set.count, c, NULL,
               round + 1 < OUT_ROUNDS ? REACH_FIRST : REACH_LAST);
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
static void lay_body(stance *s, const labelling *l, const pd_observe_cloud *c, stance *kept, pd_arena *arena)
{
    const figure *f = &l->figures[s->figure];
    const int joints = l->model->joint_count;
    int a[MOST_PLACES];
    double root[9], x[3];
    double cost = 0;

    /* Pose of the component, turned as the rigid start says. */
    double pose[PD_SMPL_MAX_JOINTS][9];
    pd_observe_start_figure(pose, l->job->prior, s->component < l->components ? s->component : -1, joints);
    pd_rot_mul(root, s->turn, f->roots[s->component]);
    memcpy(pose[0], root, sizeof root);
    for (int i = 0; i < 9 * joints; i++) s->rotations[i] = (float)pose[i / 9][i % 9];
    memset(s->betas, 0, sizeof s->betas);

    /* The rigid motion rotates about the mean of the places, but the body about its pelvis: correct the
     * translation. */
    pd_mat3_apply(x, s->turn, f->means[s->component]);
    for (int r = 0; r < 3; r++) s->translation[r] = s->move[r] - x[r];
    turn_places(s->at, f, s);

    /* Assign within a reach that shrinks, and fit with few betas first. */
    for (int round = 0; round < BODY_ROUNDS; round++) {
        const double share = (double)round / (BODY_ROUNDS - 1);
        assign(a, (const double(*)[3])s->at, f->set.count, c, NULL,
               REACH_FIRST * pow(REACH_LAST / REACH_FIRST, share));
        const int betas = 2 * round < BODY_ROUNDS ? FEW_BETAS : 0;
        cost = solve_body(s, l, c, a, &(effort){betas ? betas : l->model->beta_count, STEPS}, arena);
        if (!isfinite(cost)) break;
    }

    /* Try to reach points that are left over, then fit once more with all betas. */
    assign(a, (const double(*)[3])s->at, f->set.count, c, NULL, REACH_LAST);
    for (int out = 0; out < 2 && isfinite(cost); out++)
        if (!reach_out(s, a, l, f, c, kept, arena)) break;
    if (isfinite(cost)) cost = solve_body(s, l, c, a, &(effort){l->model->beta_count, STEPS}, arena);

    /* Score of the result, with a cost for each point and each place that is left over. */
    put_names(s, f, c, a);
    s->score = cost + NOBODYS * (c->count - s->named) + EMPTY * (f->set.count - s->named);
}

/* ---- the start */

/* Scores every component at every facing, and keeps the best. */
static void look_roughly(stance *list, int *count, const labelling *l, const pd_observe_cloud *c, int up)
{
    double x[MOST_PLACES][3];

    /* Centre of the figure on that of the points. */
    for (int which = 0; which < l->figure_count; which++) {
        const figure *f = &l->figures[which];
        for (int component = 0; component <= l->components; component++)
            for (int side = 0; side < SIDES; side++) {
                const double yaw = 2 * M_PI * side / SIDES;
                const double cosine = cos(yaw);
                const double sine = sin(yaw);
                stance s = {.figure = which,
                            .component = component,
                            .up = up,
                            .yaw = yaw,
                            .turn = {cosine, 0, sine, 0, 1, 0, -sine, 0, cosine}};
                memcpy(s.move, c->mean, sizeof s.move);
                turn_places(x, f, &s);
                s.score = label_compare((const double(*)[3])x, f->set.count, c);
                keep_best(list, count, ROUGH, &s);
            }
    }
}

/* Searches one frame: roughly, then rigidly, then with the whole body. */
static void search_task(void *arg, int index, int worker)
{
    labelling *l = arg;
    stance *rough = l->rough + (size_t)worker * (ROUGH + FINE + 1);
    stance *fine = rough + ROUGH;
    stance *best = &l->found[index];
    int count = 0, fine_count = 0;
    pd_observe_cloud c;

    /* Rough scores along each axis. */
    *best = (stance){.score = INFINITY, .off = INFINITY};
    for (int up = l->up_first; up < l->up_first + l->up_count; up++) {
        pd_observe_marker_cloud(&c, l->job->file, l->frames[index], up % 3, signs[up / 3]);
        best->of = c.count;
        if (c.count < PD_OBSERVE_MARKER_LEAST) return;
        look_roughly(rough, &count, l, &c, up);
    }

    /* Rigid motion of the best of those. */
    for (int i = 0; i < count; i++) {
        pd_observe_marker_cloud(&c, l->job->file, l->frames[index], rough[i].up % 3, signs[rough[i].up / 3]);
        lay_rigidly(&rough[i], &l->figures[rough[i].figure], &c);
        rough[i].yaw = atan2(rough[i].turn[2], rough[i].turn[0]);
        keep_best(fine, &fine_count, FINE, &rough[i]);
    }

    /* Whole body of the best of those. */
    for (int i = 0; i < fine_count; i++) {
        pd_observe_marker_cloud(&c, l->job->file, l->frames[index], fine[i].up % 3, signs[fine[i].up / 3]);
        lay_body(&fine[i], l, &c, fine + FINE, &l->arenas[worker]);
        fine[i].frame = l->frames[index];
        if (fine[i].score < best->score) *best = fine[i];
    }
}

static int seen_in(const pd_markers *file, int frame)
{
    const float *at = file->positions + 3 * (size_t)frame * (size_t)file->marker_count;
    int count = 0;
    for (int i = 0; i < file->marker_count; i++) count += !isnan(at[3 * i]);
    return count;
}

pd_status pd_observe_label_check(const pd_markers *file, const char *name, pd_error *err)
{
    int most = 0;

    for (int f = 0; f < file->frame_count; f++) {
        const int seen = seen_in(file, f);
        if (seen > most) most = seen;
    }

    if (most >= PD_OBSERVE_LABEL_LEAST) return PD_OK;

    return pd_fail(
        err, PD_ERR_INVALID, name,
        "%d of %d markers have names that are known (\"%s\" ...); at least %d expected, or a frame with %d "
        "points to find the body among them (%d are seen at most)",
        pd_observe_marker_known(file), file->marker_count, file->marker_count ? file->names[0] : "",
        PD_OBSERVE_MARKER_LEAST, PD_OBSERVE_LABEL_LEAST, most);
}

/* Returns the score for each point, nats, because frames show different numbers of points. */
static double misfit(const stance *s)
{
    return s->of ? s->score / s->of : INFINITY;
}

/* ---- through the take */

/* Place of a trajectory; -1: not known. */
typedef struct naming {
    int place, count;     /* present place, and number of fitted frames with it */
    int other, doubts;    /* different place that fits better, and number of fitted frames in a row with it */
    int best, best_count; /* place with the largest count so far */
} naming;

typedef struct following {
    labelling *l;
    const pd_observe_trajectories *t;
    const figure *f;
    naming *names; /* (T) */
    stance *body;  /* (2) present body, and a copy */
    int up, lost, restarts, since;
} following;

/* Names the points of a frame, with a body that is near already. */
static void see_frame(following *w, int frame)
{
    labelling *l = w->l;
    const pd_markers *file = l->job->file;
    const int *of = w->t->of + (size_t)frame * (size_t)file->marker_count;
    int a[MOST_PLACES];
    int names[MOST_POINTS] = {0};
    int known = 0;
    stance *s = w->body;
    pd_observe_cloud c;

    /* Names from the frame before, by trajectory; then fit the body to them. */
    pd_observe_marker_cloud(&c, file, frame, w->up % 3, signs[w->up / 3]);
    for (int p = 0; p < w->f->set.count; p++) a[p] = -1;
    for (int i = 0; i < c.count; i++) {
        names[i] = w->names[of[c.column[i]]].place;
        if (names[i] < 0 || a[names[i]] >= 0) continue;
        a[names[i]] = i;
        known++;
    }

    if (known >= PD_OBSERVE_MARKER_LEAST) solve_body(s, l, &c, a, &(effort){0, STEPS}, &l->arenas[0]);

    /* Assign again. Every OUT_EVERY frames try to assign leftover points. */
    assign(a, (const double(*)[3])s->at, w->f->set.count, &c, names, REACH_LAST);
    if (++w->since >= OUT_EVERY) {
        w->since = 0;
        reach_out(s, a, l, w->f, &c, w->body + 1, &l->arenas[0]);
    }

    put_names(s, w->f, &c, a);

    int places[MOST_POINTS];
    for (int i = 0; i < c.count; i++) places[i] = -1;
    for (int p = 0; p < w->f->set.count; p++)
        if (a[p] >= 0) places[a[p]] = p;

    /* A trajectory keeps its name until another one fits better for DOUBTS frames in a row. */
    for (int i = 0; i < c.count; i++) {
        naming *n = &w->names[of[c.column[i]]];
        const int place = places[i];
        n->doubts = place == n->place || place != n->other ? 0 : n->doubts;
        n->other = place;
        n->count += place == n->place && place >= 0;
        if (place == n->place) continue;
        if (n->place >= 0 && ++n->doubts < DOUBTS) continue;
        if (n->count > n->best_count) {
            n->best = n->place;
            n->best_count = n->count;
        }

        n->place = place;
        n->doubts = 0;
        n->count = place >= 0;
    }

    /* The body is lost if too few points have names. */
    const bool lost = c.count >= PD_OBSERVE_LABEL_LEAST && s->named < MOST_NAMED * c.count;
    w->lost = lost ? w->lost + 1 : 0;
    if (w->lost < LOST || w->restarts >= RESTARTS) return;

    /* The fit has lost the body: search again in this frame, with the known vertical axis. */
    w->lost = 0;
    w->restarts++;
    l->frames = &frame;
    l->up_first = w->up;
    l->up_count = 1;
    search_task(l, 0, 0);
    const stance *found = &l->found[0];

    /* Take the result if it is good enough. The shape stays. */
    if (!(found->named >= MOST_NAMED * found->of && found->off < NEAR_ENOUGH)) return;
    float betas[PD_SMPL_MAX_BETAS];
    memcpy(betas, s->betas, sizeof betas);
    *s = *found;
    memcpy(s->betas, betas, sizeof betas);
    for (int i = 0; i < c.count; i++) w->names[of[c.column[i]]].place = -1;
    for (int p = 0; p < w->f->set.count; p++)
        if (s->column[p] >= 0) w->names[of[s->column[p]]].place = p;
}

static bool goes_on(pd_observe_label *job, double done)
{
    if (job->keep_going && !job->keep_going(job->ctx, done)) job->stopped = true;
    return !job->stopped;
}

/* ---- result */

/* Writes the points with names as markers of the protocol. */
static pd_status put_named(pd_observe_label *job, const following *w, const int *names, const char *name,
                           pd_error *err)
{
    const pd_markers *file = job->file;
    const size_t columns = (size_t)file->marker_count;
    const size_t places = (size_t)w->f->protocol->count;
    pd_markers *out = &job->named;

    /* Markers of the protocol, without positions yet. */
    *out = (pd_markers){.marker_count = (int)places,
                        .frame_count = file->frame_count,
                        .first_frame = file->first_frame,
                        .rate = file->rate,
                        .up_axis = file->up_axis};
    const pd_status status = pd_markers_make(out, name, err);
    if (status) return status;

    /* Names, and positions of the points that have one. */
    for (size_t p = 0; p < places; p++)
        snprintf(out->names[p], sizeof out->names[p], "%s", w->f->protocol->markers[p]);
    for (size_t f = 0; f < (size_t)file->frame_count; f++)
        for (size_t i = 0; i < columns; i++) {
            const int trajectory = w->t->of[f * columns + i];
            if (trajectory < 0) continue;
            job->point_count++;
            if (names[trajectory] < 0) continue;
            job->named_count++;
            const size_t p = (size_t)w->f->set.column[names[trajectory]];
            memcpy(out->positions + 3 * (f * places + p), file->positions + 3 * (f * columns + i),
                   3 * sizeof(float));
        }

    return PD_OK;
}

/* ---- all of it */

/* Fills the figure's markers in the mean pose of each component of the prior (the last: at rest), relative to
 * their mean. */
static void fill_components(figure *f, pd_observe_problem *problem, const labelling *l, size_t all)
{
    const size_t places = (size_t)f->set.count;

    for (size_t component = 0; component < all; component++) {
        double(*at)[3] = f->at + component * places;
        double *mean = f->means[component];

        /* Pose. */
        pd_observe_start_figure(problem->state.rotations, l->job->prior,
                                component + 1 < all ? (int)component : -1, l->model->joint_count);
        memcpy(f->roots[component], problem->state.rotations[0], sizeof *f->roots);
        pd_observe_problem_update(problem, false);

        /* Markers, about their mean. */
        mean[0] = mean[1] = mean[2] = 0;
        for (size_t p = 0; p < places; p++) {
            pd_observe_point(at[p], &problem->body, &problem->state, &problem->places[p]);
            for (int c = 0; c < 3; c++) mean[c] += at[p][c] / (double)places;
        }

        for (size_t p = 0; p < places; p++)
            for (int c = 0; c < 3; c++) at[p][c] -= mean[c];
    }
}

static pd_status make_figure(figure *f, const labelling *l, const pd_observe_protocol *protocol,
                             const char *name, pd_error *err)
{
    const size_t all = (size_t)l->components + 1;
    pd_markers blank = {.marker_count = protocol->count, .frame_count = 1, .rate = 1, .up_axis = 1};

    /* A protocol's markers as a set of places on the model. */
    f->protocol = protocol;
    pd_status status = pd_markers_make(&blank, name, err);
    for (int i = 0; i < protocol->count && !status; i++)
        snprintf(blank.names[i], sizeof blank.names[i], "%s", protocol->markers[i]);
    if (!status) status = pd_observe_marker_set_make(&f->set, &blank, 1, LOOSE, l->model, name, err);
    pd_markers_deinit(&blank);
    if (status) return status;

    /* Memory for all components. */
    const size_t places = (size_t)f->set.count;
    PD_ASSERT(places <= MOST_PLACES);
    f->at = malloc(all * places * sizeof *f->at);
    f->roots = malloc(all * sizeof *f->roots);
    f->means = malloc(all * sizeof *f->means);

    /* Positions of the markers on the mean pose of each component of the prior, relative to their mean. */
    pd_observe_seen seen[MOST_PLACES];
    for (size_t p = 0; p < places; p++) {
        seen[p] = f->set.places[p];
        seen[p].offset = f->set.mounts[p].guess;
    }

    const pd_observe_job job = {.seen = seen, .seen_count = (int)places, .keep_betas = true};
    pd_observe_problem problem;
    pd_arena arena = {0};
    if (f->at && f->roots && f->means && pd_arena_init(&arena, pd_observe_problem_bytes(&job, l->model)) &&
        pd_observe_problem_init(&problem, &job, l->model, &arena)) {
        fill_components(f, &problem, l, all);
    } else {
        status = pd_fail(err, PD_ERR_MEMORY, name, "out of memory");
    }

    pd_arena_deinit(&arena);

    return status;
}

/* Allocates memory for every worker, by the largest figure. */
static bool take_memory_label(labelling *l)
{
    const size_t workers = (size_t)l->job->executor->worker_count;
    pd_observe_seen seen[MOST_PLACES];
    size_t bytes = 0;

    /* Largest scratch of any figure. */
    for (int i = 0; i < l->figure_count; i++) {
        memcpy(seen, l->figures[i].set.places, (size_t)l->figures[i].set.count * sizeof *seen);
        const pd_observe_job job = {
            .seen = seen, .seen_count = l->figures[i].set.count, .prior = l->job->prior};
        const size_t now = pd_observe_scratch_bytes(&job, l->model);
        if (now > bytes) bytes = now;
    }

    l->arenas = calloc(workers, sizeof *l->arenas);
    l->rough = malloc(workers * (ROUGH + FINE + 1) * sizeof *l->rough);
    l->found = malloc(FRAMES * sizeof *l->found);
    if (!l->arenas || !l->rough || !l->found) return false;
    for (size_t w = 0; w < workers; w++)
        if (!pd_arena_init(&l->arenas[w], bytes)) return false;

    return true;
}

static void give_memory_back(labelling *l)
{
    for (int w = 0; l->arenas && w < l->job->executor->worker_count; w++) pd_arena_deinit(&l->arenas[w]);
    free(l->arenas);
    free(l->rough);
    free(l->found);
    for (int i = 0; i < l->figure_count; i++) {
        pd_observe_marker_set_deinit(&l->figures[i].set);
        free(l->figures[i].at);
        free(l->figures[i].roots);
        free(l->figures[i].means);
    }
}

/* Finds the names in one frame of the take. */
static pd_status find_start(stance *start, labelling *l, const char *name, pd_error *err)
{
    pd_observe_label *job = l->job;
    const pd_markers *file = job->file;
    const int parts = file->frame_count < FRAMES ? file->frame_count : FRAMES;
    int frames[FRAMES];
    int count = 0;
    const pd_status status = pd_observe_label_check(file, name, err);

    if (status) return status;

    /* Choose the frame with the most points in each part of the take. */
    for (int i = 0; i < parts; i++) {
        const int from = (int)((long long)i * file->frame_count / parts);
        const int to = (int)((long long)(i + 1) * file->frame_count / parts);
        int fullest = from;
        int most = -1;
        for (int f = from; f < to; f++) {
            const int seen = seen_in(file, f);
            if (seen > most) {
                most = seen;
                fullest = f;
            }
        }

        if (most >= PD_OBSERVE_LABEL_LEAST) frames[count++] = fullest;
    }

    /* Search in those frames, along one or all axes. */
    l->frames = frames;
    l->up_first = job->up_axis < 0 ? 0 : job->up_axis;
    l->up_count = job->up_axis < 0 ? UPS : 1;
    pd_execute(job->executor, search_task, l, count);

    /* Take the best; refuse one that is not good enough. */
    int best = 0;
    for (int i = 1; i < count; i++)
        if (misfit(&l->found[i]) < misfit(&l->found[best])) best = i;
    *start = l->found[best];
    if (start->named >= MOST_NAMED * start->of && start->off < NEAR_ENOUGH) return PD_OK;
    if (!start->named)
        return pd_fail(err, PD_ERR_INVALID, name,
                       "no marker has a known name, and no body fits the %d points of a frame; known names "
                       "(posedctl fit --help) or the markers of a person expected",
                       start->of);

    return pd_fail(err, PD_ERR_INVALID, name,
                   "no names that are known, and no body comes near enough to the points: in the best of %d "
                   "frames %d of "
                   "%d points have a place, %.0f mm off; at least %.0f %% within %.0f mm expected",
                   count, start->named, start->of, 1000 * start->off, 100 * MOST_NAMED, 1000 * NEAR_ENOUGH);
}

/* Names all trajectories of the take. */
static pd_status label(labelling *l, stance *bodies, const char *name, pd_error *err)
{
    pd_observe_label *job = l->job;
    pd_observe_trajectories t;

    /* Names in one frame, and trajectories through all. */
    pd_status status = find_start(&bodies[0], l, name, err);
    if (status || !goes_on(job, START_SHARE)) return status;
    status = pd_observe_trajectories_run(&t, job->file, name, err);
    if (status) return status;

    /* Name the trajectories of that frame. */
    following w = {.l = l,
                   .t = &t,
                   .f = &l->figures[bodies[0].figure],
                   .body = &bodies[1],
                   .up = bodies[0].up,
                   .names = malloc(((size_t)t.count + 1) * sizeof *w.names)};
    int *names = malloc(((size_t)t.count + 1) * sizeof *names);
    bool memory = w.names && names;
    for (int i = 0; i < t.count && memory; i++) w.names[i] = (naming){.place = -1, .other = -1, .best = -1};
    if (memory) {
        const int *of = t.of + (size_t)bodies[0].frame * (size_t)job->file->marker_count;
        for (int p = 0; p < w.f->set.count; p++)
            if (bodies[0].column[p] >= 0) w.names[of[bodies[0].column[p]]].place = p;

        /* Follow forwards from that frame, then backwards. */
        const int step = (int)fmax(1, lrint(job->file->rate / FOLLOW_RATE));
        const int frames = job->file->frame_count;
        for (int way = 0; way < 2 && !job->stopped; way++) {
            *w.body = bodies[0];
            w.lost = 0;
            for (int f = bodies[0].frame; f >= 0 && f < frames && !job->stopped; f += way ? -step : step) {
                const double done =
                    way ? (double)(frames - f) / frames : (double)(f - bodies[0].frame) / frames;
                see_frame(&w, f);
                goes_on(job, START_SHARE + (1 - START_SHARE) * fmin(done, 1));
            }
        }

        /* A trajectory gets the name that it had longest. Parts that overlap are then separated. */
        for (int i = 0; i < t.count; i++)
            names[i] = w.names[i].count > w.names[i].best_count ? w.names[i].place : w.names[i].best;
        memory = pd_observe_mend_part(names, &t, w.f->set.count);
    }

    /* Report, and write the names. */
    if (!memory)
        status = pd_fail(err, PD_ERR_MEMORY, name, "out of memory for %d frames", job->file->frame_count);
    if (!status && !job->stopped) status = put_named(job, &w, names, name, err);
    job->protocol = w.f->protocol;
    job->trajectory_count = t.count;
    job->start_frame = bodies[0].frame;
    job->start_off = bodies[0].off;
    job->up = bodies[0].up % 3;
    job->up_is_down = bodies[0].up >= 3;
    free(w.names);
    free(names);
    pd_observe_trajectories_deinit(&t);

    return status;
}

pd_status pd_observe_label_run(pd_observe_label *job, const pd_smpl_model *model, const char *name,
                               pd_error *err)
{
    labelling l = {.job = job, .model = model, .components = job->prior ? job->prior->component_count : 0};
    stance *bodies = malloc(3 * sizeof *bodies);
    pd_status status = bodies ? PD_OK : pd_fail(err, PD_ERR_MEMORY, name, "out of memory");

    job->named = (pd_markers){0};
    job->point_count = job->named_count = 0;
    job->stopped = false;
    for (const pd_observe_protocol *p = pd_observe_protocols; p->name && !status; p++) {
        if (job->wanted && job->wanted != p) continue;
        status = make_figure(&l.figures[l.figure_count++], &l, p, name, err);
    }

    if (!status && !take_memory_label(&l)) status = pd_fail(err, PD_ERR_MEMORY, name, "out of memory");
    if (!status) status = label(&l, bodies, name, err);
    give_memory_back(&l);
    free(bodies);

    return status;
}
