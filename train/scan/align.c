#include "train/scan/align.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/base/sort.h"
#include "core/kernel/linalg.h"
#include "core/math/mat3.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"
#include "train/scan/view.h"
#include "core/observe/start.h"
#include "core/smpl/body.h"
#include "core/smpl/capsule.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UPS        6
#define SIDES      24
#define PROBES     72    /* vertices and points that a start is judged by            */
#define CAP        0.20  /* metres: no point counts for more when starts are judged  */
#define STARTS     24    /* that are laid in roughly ...                             */
#define FINALISTS  3     /* ... and finely                                           */
#define SIDED      6     /* finalists of a scan from one side                        */
#define APART      0.6   /* radians between two starts                               */
#define MOST_DATA  1500  /* points of the scan in a round                            */
#define MOST_SKIN  700   /* vertices of the skin                                     */
#define STEPS      2     /* of the solver in a round                                 */
#define ASIDE      0.02  /* metres aside, and half of what it is off: over a hole    */
#define NEAREST    4     /* points of the scan whose mean a vertex is drawn to       */
#define KEPT_SHARE 0.9   /* of the points ...                                        */
#define KEPT_SKIN  0.75  /* ... and of the skin's vertices, which may stand over holes */
#define STRAY      0.04  /* metres: a point so far from the skin lies on no part of it ...  */
#define STRAYS     0.01  /* ... and so many of all are a limb that was not found            */
#define LIMB       3     /* joints of a limb that are tried anew                            */
#define HOPEFUL    3     /* poses of it that are laid in                                    */
#define BETTER     0.98  /* of the score: then the limb is where it is tried                */
#define FEW        0.001 /* share of strays among all points, above which a forearm or a shank was missed */
#define FOLDED     2     /* limbs that are tried again then, first the one with the fewest points */
#define DISTINCT   2     /* a start whose score is worse than the best by this factor is not fitted finely */
#define NEAR       0.02  /* metres: skin counts as seen if a point is this near, ...        */
#define SPACING    1.5   /* ... or within this many times the spacing of the points ...     */
#define SKIN       2     /* ... if they are spread evenly over this area, square metres     */
#define BESIDE     0.03  /* metres from a vertex ...                                        */
#define ON_SKIN    8e-3  /* ... and from its plane: a point lies on that skin               */
#define BARE       0.2   /* share of a part's skin with points, below which it was not scanned */
#define COARSE     2500  /* points that starts are judged against                    */
#define LOST       0.06  /* metres: farther than this on average is no fit           */

/* Constants for scans from one side (view.h). */
#define PICKED  64   /* points that starts are judged by in the first place ...                */
#define EARLY   3    /* ... of which so many from a side are judged again, each moved nearer   */
#define MOVES   3    /* how often it is moved                                                  */
#define FIGURE  600  /* vertices of a figure ...                                               */
#define HELD    150  /* ... of which so many are held against the picture                      */
#define BETWEEN 0.04 /* metres aside of a vertex of a figure that count for nothing            */
#define ALIKE   0.10 /* metres that normals of opposite ways count for, over two               */
#define OUT     0.10 /* metres: no vertex counts for more that is where nothing can be         */
#define BEYOND                                                                                               \
    0.005 /* metres: nor one that is outside of the picture: the picture may end there, so little is known */
#define MOST_UPS     10
#define PATCH        15 /* points whose median tells how far the surface is off: noise of points averages out */
#define GROSS        0.05 /* metres: no patch counts for more                                                    */
#define WORST        0.98 /* of the patches: as large as a hand                                                  */
#define SAME_UP      0.25  /* radians between two ways up                                            */
#define STRAYS_SIDED 0.012 /* as STRAYS: a depth camera sees a few points between things */
#define EXPLAINED    0.03  /* metres: a point so near the skin, and four times the noise, is explained */
#define CLOSE        1.3 /* times the best score: so near, the body the other way about is laid in finely as well */
#define NOTHING      1e-3 /* metres of misfit that tell nothing of which of two bodies is right        */
#define RIVAL        4    /* a body that faces otherwise is laid in finely when its margin is less    */
/* Limits of a body that is returned: docs/lab/fit.md says how they were found. */
#define UNEXPLAINED  0.025 /* of the points                                                            */
#define CONTRADICTED 0.05  /* of the skin                                                              */
#define MISFIT       8e-3  /* metres                                                                   */
#define WORST_MOST   0.03  /* metres                                                                   */
#define MARGIN       2     /* at least, of a body with a small misfit ...                              */
#define SMALL        3e-3  /* ... metres ...                                                           */
#define MARGIN_FAR                                                                                           \
    3 /* ... and of others: where the right body was not found, one of the wrong may be closer than all the rest */
#define NATS 2e-5 /* metres that a nat of the pose prior counts for                         */

/* A round: how far the search goes, what is robust, the noise of a point. */
typedef struct pace {
    int rounds, data, skin, betas; /* betas 0: all */
    double reach_first, reach_last, sigma_first, sigma_last;
} pace;

static const pace rough = {7, 300, 200, 3, 0.25, 0.10, 0.04, 0.02};
static const pace again = {10, MOST_DATA, MOST_SKIN, 0, 0.10, 0.03, 0.02, 0.005};
static const pace medium = {12, 400, 300, 0, 0.15, 0.04, 0.02, 0.006}; /* of a scan from one side */
static const pace fine = {18, MOST_DATA, MOST_SKIN, 0, 0.12, 0.02, 0.02, 0.004};

/* Distances of the scanned surface from the skin, metres. */
typedef struct misfit {
    double mean;  /* root mean square over the patches but the worst 2 % */
    double worst; /* of the patches' share WORST       */
} misfit;

/* A body in the scan: the result of one start. */
typedef struct stand {
    float *betas, *rotations; /* (B), (K,3,3) */
    double translation[3], distance, score;
} stand;

typedef struct start {
    int figure; /* component of the prior; -1: the rest pose */
    double turn[9], translation[3], score;
} start;

typedef struct aligner {
    pd_observe_align *job;
    const pd_smpl_model *model;
    pd_observe_surface surface;
    pd_tree scan, coarse;
    double *posed;  /* (V,3) */
    float *skinned; /* (V,3) */
    int *probes; /* (skin_count) vertices, evenly over the body, in an order whose first few are a sample */
    int *probe_joints; /* (probe_count) joint that moves it most */
    int probe_count;
    int (*patches)[PATCH];       /* (data_count) the points about each, itself first */
    unsigned char *visible;      /* (V) from the view's camera */
    float *picture;              /* of the view */
    double (*rotations)[9];      /* (K) scratch */
    pd_observe_match *matches;   /* (MOST_DATA) */
    pd_observe_seen *seen;       /* (MOST_DATA + MOST_SKIN + keypoints) */
    pd_observe_part (*parts)[3]; /* of each */
    double (*normals)[3];        /* of each */
    int seen_count;
    bool is_free[PD_SMPL_MAX_JOINTS]; /* the joint is of a limb that was not scanned */
    pd_smpl_body body;
    pd_arena scratch;
    bool failed; /* out of memory */
} aligner;

static const struct {
    const char *name, *joint;
} parts_table[] = {
#define PART(id, name, joint) {name, joint},
    PD_OBSERVE_ALIGN_PART_TABLE(PART)
#undef PART
};

const char *pd_observe_align_part_name(int part)
{
    PD_ASSERT(part >= 0 && part < PD_OBSERVE_ALIGN_PART_COUNT);
    return parts_table[part].name;
}

/* ---- the body as it stands */

static void pose_body(aligner *a, const stand *s)
{
    const pd_smpl_model *m = a->model;
    a->body = (pd_smpl_body){
        .betas = s->betas, .beta_count = m->beta_count, .rotations = s->rotations, .vertices = a->skinned};
    const pd_smpl_job job = {&a->body, 1, PD_SMPL_LBS, NULL};

    if (!pd_arena_reserve(&a->scratch, pd_smpl_job_scratch_bytes(&job, m))) {
        a->failed = true;
        return;
    }
    pd_smpl_job_run(&job, m, &a->scratch, a->job->executor);
    for (int i = 0; i < 3 * m->vertex_count; i++) a->posed[i] = (double)a->skinned[i] + s->translation[i % 3];
}

static void at_rest(stand *s, const pd_smpl_model *m)
{
    memset(s->betas, 0, (size_t)m->beta_count * sizeof *s->betas);
    for (int i = 0; i < 9 * m->joint_count; i++) s->rotations[i] = i % 9 % 4 == 0;
    memset(s->translation, 0, sizeof s->translation);
}

/* Arms of figures that stand upright, legs straight, in every pair of these: rotation vectors of the left shoulder from the rest pose, a T. The prior's
 * components are of people who move, few of whom raise an arm. */
static const double arms[][3] = {{0, 0, 0}, {0, 0, -1.25}, {0, 0, -0.7}, {0, 0, 1}, {0, -1.2, 0}};
#define ARMS ((int)(sizeof arms / sizeof *arms))

/* Poses a figure: component `figure` of the prior, or for a negative number the rest pose with the arms of the table. The root has the lean with
 * which the prior was learned. */
static void set_figure(stand *s, const pd_smpl_model *m, const pd_observe_prior *prior, int figure)
{
    at_rest(s, m);
    for (int side = 0; side < 2 && figure < 0; side++) {
        const int k = pd_smpl_joint_find(&m->data, side ? "right_shoulder" : "left_shoulder");
        const double *way = arms[side ? (-1 - figure) / ARMS : (-1 - figure) % ARMS];
        const double turn[3] = {way[0], side ? -way[1] : way[1], side ? -way[2] : way[2]};
        double r[9];
        pd_rot_from_axis_angle(r, turn);
        for (int i = 0; i < 9 && k >= 0; i++) s->rotations[9 * k + i] = (float)r[i];
    }
    if (figure < 0) return;

    const pd_quat *pose = prior->source->poses + (size_t)figure * (size_t)prior->source->joint_count;
    for (int j = -1; j < prior->joint_count; j++) {
        double r[9];
        const int joint = j < 0 ? 0 : prior->joints[j];
        pd_q_to_matrix(r, pose[j < 0 ? 0 : prior->source_joints[j]]);
        for (int i = 0; i < 9; i++) s->rotations[9 * joint + i] = (float)r[i];
    }
}

/* Returns whether a vertex of the rest pose is at least `apart` from each of the chosen ones. */
static bool is_apart(const float *v, int vertex, const int *chosen, int count, double apart)
{
    for (int k = 0; k < count; k++) {
        double square = 0;
        for (size_t c = 0; c < 3; c++) {
            const double d = (double)v[3 * (size_t)vertex + c] - (double)v[3 * (size_t)chosen[k] + c];
            square += d * d;
        }
        if (!(square >= apart * apart)) return false;
    }
    return true;
}

/* Picks vertices of the rest pose that are at least `apart` from one another, in a random order. Returns
 * how many. */
static int pick_probes(int *out, const pd_smpl_model *m, int most)
{
    int count = 0;

    /* Smaller and smaller distances, until there are enough. */
    for (double apart = 0.08; apart > 0.005 && count < most; apart *= 0.9) {
        count = 0;
        for (int i = 0; i < m->vertex_count && count < most; i++)
            if (is_apart(m->data.v_template, i, out, count, apart)) out[count++] = i;
    }
    PD_ASSERT(count <= most);

    /* Mix them, so that the first ones are spread over the body. */
    pd_rng rng;
    pd_rng_init(&rng, 11);
    for (int i = count - 1; i > 0; i--) {
        const int j = pd_rng_below(&rng, i + 1), kept = out[i];
        out[i] = out[j], out[j] = kept;
    }
    return count;
}

/* Returns the joint that moves a vertex most. */
static int joint_of(const pd_smpl_model *m, int vertex)
{
    const float *weights = m->data.weights + (size_t)vertex * (size_t)m->joint_count;
    int joint = 0;
    for (int k = 1; k < m->joint_count; k++)
        if (weights[k] > weights[joint]) joint = k;
    return joint;
}

/* ---- starts */

/* Returns the mean of the capped distances from the figure's probes to the scan and back, with the figure
 * turned and its centre on that of the scan. */
static double judge(const aligner *a, const double (*figure)[3], const pd_tree *tree, start *s,
                    const double middle[3], const double centre[3])
{
    const int data = a->job->point_count < PROBES ? a->job->point_count : PROBES;
    double sum = 0, back[3], turned[3];

    /* Put the centres on each other. */
    pd_mat3_apply(turned, s->turn, middle);
    for (int c = 0; c < 3; c++) s->translation[c] = centre[c] - turned[c];

    /* Distances from the figure to the scan. */
    for (int i = 0; i < PROBES; i++) {
        double p[3], square = CAP * CAP;
        pd_mat3_apply(p, s->turn, figure[i]);
        for (int c = 0; c < 3; c++) p[c] += s->translation[c];
        const int near = pd_tree_nearest(&a->coarse, p, NULL, CAP * CAP);
        if (near >= 0) {
            square = 0;
            for (int c = 0; c < 3; c++) square += pow(a->job->points[near][c] - p[c], 2);
        }
        sum += sqrt(square);
    }

    /* Distances from the scan to the figure. */
    for (int i = 0; i < data; i++) {
        double square = CAP * CAP;
        for (int c = 0; c < 3; c++) {
            back[c] = 0;
            for (int k = 0; k < 3; k++)
                back[c] += s->turn[3 * k + c] * (a->job->points[i][k] - s->translation[k]);
        }
        const int near = pd_tree_nearest(tree, back, NULL, CAP * CAP);
        if (near >= 0) {
            square = 0;
            for (int c = 0; c < 3; c++) square += pow(figure[near][c] - back[c], 2);
        }
        sum += sqrt(square);
    }
    return sum / (PROBES + data);
}

/* Returns the angle between two rotations. */
static double apart(const double a[9], const double b[9])
{
    double trace = 0;
    for (int i = 0; i < 9; i++) trace += a[i] * b[i];
    return acos(fmax(-1, fmin(1, 0.5 * (trace - 1))));
}

/* Inserts a start into the list, which is sorted and has every facing once. A better start with the same facing keeps it out. */
static void insert(start *list, const start *now)
{
    int at = STARTS - 1;

    for (int i = 0; i < STARTS && isfinite(list[i].score); i++) {
        if (apart(list[i].turn, now->turn) > APART) continue;
        if (list[i].score <= now->score) return;
        at = i;
        break;
    }
    if (list[at].score <= now->score) return;
    list[at] = *now;
    for (; at > 0 && list[at].score < list[at - 1].score; at--) {
        const start kept = list[at];
        list[at] = list[at - 1], list[at - 1] = kept;
    }
}

static void try_figure(aligner *a, start *list, stand *s, int figure)
{
    double points[PROBES][3], middle[3] = {0}, centre[3] = {0};
    const int probes = a->probe_count < PROBES ? a->probe_count : PROBES;
    pd_tree tree = {0};

    /* Posed figure, as a cloud of its probes. */
    set_figure(s, a->model, a->job->prior, figure);
    pose_body(a, s);
    for (int i = 0; i < PROBES; i++)
        memcpy(points[i], a->posed + 3 * (size_t)a->probes[i % probes], sizeof points[i]);
    for (int i = 0; i < PROBES; i++)
        for (int c = 0; c < 3; c++) middle[c] += points[i][c] / PROBES;
    const int data = a->job->point_count < 4 * PROBES ? a->job->point_count : 4 * PROBES;
    for (int i = 0; i < data; i++)
        for (int c = 0; c < 3; c++) centre[c] += a->job->points[i][c] / data;
    if (!pd_tree_build(&tree, points[0], NULL, PROBES, 0)) {
        a->failed = true;
        return;
    }

    /* Try each axis as up, unless it is given. */
    for (int up = 0; up < UPS; up++) {
        double stands[9] = {0}, yaw[9];
        if (a->job->up >= 0 && up != a->job->up) continue;

        /* Columns: the body's x, y and z axes along the scan's, with y along `up`. */
        const int axis = up % 3;
        const double sign = up < 3 ? 1 : -1;
        stands[3 * axis + 1] = sign;             /* y goes to it          */
        stands[3 * ((axis + 1) % 3) + 2] = sign; /* z to the next         */
        stands[3 * ((axis + 2) % 3)] = 1;        /* x to the one after it */

        /* Score the figure at each facing. */
        for (int side = 0; side < SIDES; side++) {
            const double turn[3] = {0, 2 * M_PI * side / SIDES, 0};
            start now = {.figure = figure};
            pd_rot_from_axis_angle(yaw, turn);
            pd_rot_mul(now.turn, stands, yaw);
            now.score = judge(a, (const double(*)[3])points, &tree, &now, middle, centre);
            insert(list, &now);
        }
    }
    pd_tree_deinit(&tree);
}

/* ---- starts of a scan from one side */

/* A figure of the prior: some of its skin. */
typedef struct posed_figure {
    double points[FIGURE][3], normals[FIGURE][3];
    pd_tree tree; /* of both */
} posed_figure;

static bool draw_figure(aligner *a, posed_figure *f, stand *s, int component)
{
    set_figure(s, a->model, a->job->prior, component);
    pose_body(a, s);
    if (a->failed || !pd_observe_surface_update(&a->surface, a->posed)) return false;
    for (int i = 0; i < FIGURE; i++) {
        const size_t v = 3 * (size_t)a->probes[i % a->probe_count];
        memcpy(f->points[i], a->posed + v, sizeof f->points[i]);
        memcpy(f->normals[i], a->surface.normals + v, sizeof f->normals[i]);
    }
    return pd_tree_build(&f->tree, f->points[0], f->normals[0], FIGURE, ALIKE / 2);
}

static void turn_back(double out[3], const double turn[9], const double v[3])
{
    for (int c = 0; c < 3; c++) out[c] = turn[c] * v[0] + turn[3 + c] * v[1] + turn[6 + c] * v[2];
}

/* Squared distance, at most CAP squared, of point i of the scan from the figure: from the plane of its nearest vertex, along that plane beyond the
 * spacing of vertices, and by how differently the two face. Adds the way to the plane to `move`, and 1 to *weight, where there is a vertex. */
static double point_square(double move[3], double *weight, const aligner *a, const posed_figure *f,
                           const start *s, int i)
{
    const pd_observe_view *view = a->job->view;
    double off[3], p[3], n[3], way[3], dot = 0, aside = 0;

    /* The point and its normal in the figure's axes. */
    for (int c = 0; c < 3; c++) off[c] = view->points[i][c] - s->translation[c];
    turn_back(p, s->turn, off);
    turn_back(n, s->turn, view->normals[i]);
    const int near = pd_tree_nearest(&f->tree, p, n, CAP * CAP);
    if (near < 0) return CAP * CAP;
    PD_DEBUG_ASSERT(near < FIGURE);

    /* Distance from the plane, and the part along it. */
    for (int c = 0; c < 3; c++) {
        way[c] = p[c] - f->points[near][c];
        dot += way[c] * f->normals[near][c];
    }
    for (int c = 0; c < 3; c++) {
        aside += pow(way[c] - dot * f->normals[near][c], 2);
        move[c] += dot * f->normals[near][c];
    }
    aside = fmax(0, sqrt(aside) - BETWEEN);
    const double facing = ALIKE / 4 * (1 - pd_dot3(f->normals[near], n));
    *weight += 1;
    return fmin(dot * dot + aside * aside + facing * facing, CAP * CAP);
}

/* Returns the mean distance of the points from the figure, facing included, plus the mean distance of the
 * figure from where it may be. Moves the figure towards the points `moves` times. */
static double judge_figure(const aligner *a, const posed_figure *f, start *s, int data, int moves)
{
    const pd_observe_view *view = a->job->view;
    double sum = 0;

    /* Distance of the points. Each pass but the last moves the figure, along normals alone: each point tells of one direction of three. */
    if (data > view->normal_count) data = view->normal_count;
    for (int pass = 0; pass <= moves; pass++) {
        double move[3] = {0}, turned[3], weight = 0;
        sum = 0;
        for (int i = 0; i < data; i++) sum += sqrt(point_square(move, &weight, a, f, s, i)) / data;
        if (pass == moves || !(weight > 0)) break;
        for (int c = 0; c < 3; c++) move[c] *= 2 / weight;
        pd_mat3_apply(turned, s->turn, move);
        for (int c = 0; c < 3; c++) s->translation[c] += turned[c];
    }

    /* Distance of the figure from the space in which it may be. */
    for (int i = 0; i < HELD; i++) {
        double x[3];
        pd_mat3_apply(x, s->turn, f->points[i]);
        for (int c = 0; c < 3; c++) x[c] += s->translation[c];
        const pd_observe_off off = pd_observe_view_off(view, x);
        sum += fmin(off.metres, off.is_beyond ? BEYOND : OUT) / HELD;
    }
    return sum;
}

/* Lists directions that may be up: the requested one, or that of the floor, or the axes of the scan and its two longest axes, except those along the
 * line of sight. Returns how many. Sets a->failed if memory runs out. */
static int list_ups(double (*ups)[3], aligner *a)
{
    const pd_observe_view *view = a->job->view;
    double spread[9] = {0}, middle[3] = {0}, values[2], axes[6];
    int count = 0;

    /* A direction that is known is the only one. */
    if (a->job->up >= 0) {
        memset(ups[0], 0, sizeof ups[0]);
        ups[0][a->job->up % 3] = a->job->up < 3 ? 1 : -1;
        return 1;
    }
    if (view->has_floor) {
        memcpy(ups[0], view->floor_up, sizeof ups[0]);
        return 1;
    }

    /* Principal axes of the points. */
    for (int i = 0; i < view->normal_count; i++)
        for (int c = 0; c < 3; c++) middle[c] += view->points[i][c] / view->normal_count;
    for (int i = 0; i < view->normal_count; i++)
        for (int c = 0; c < 9; c++)
            spread[c] += (view->points[i][c / 3] - middle[c / 3]) * (view->points[i][c % 3] - middle[c % 3]);
    if (!pd_k_syev_top(values, axes, spread, 3, 2)) {
        a->failed = true;
        return 0;
    }

    /* The six axis directions, then both directions of the two longest principal axes, each once. */
    for (int i = 0; i < 2 * (3 + 2) && count < MOST_UPS; i++) {
        double up[3] = {0};
        if (i < 6)
            up[i / 2] = i % 2 ? -1 : 1;
        else
            for (int c = 0; c < 3; c++) up[c] = (i % 2 ? -1 : 1) * axes[3 * (i / 2 - 3) + c];
        bool is_new = fabs(pd_dot3(up, view->towards)) < 0.8;
        for (int k = 0; k < count && is_new; k++) is_new = pd_dot3(up, ups[k]) < cos(SAME_UP);
        if (is_new) memcpy(ups[count++], up, sizeof up);
    }
    return count;
}

/* Inserts a start into the list of the few best of one side. */
static void insert_early(start *list, const start *now)
{
    int at = EARLY - 1;
    if (list[at].score <= now->score) return;
    for (; at > 0 && now->score < list[at - 1].score; at--) list[at] = list[at - 1];
    list[at] = *now;
}

/* Axes of the scan in which a figure stands: any two directions across `up`, and up. Columns: the body's x, y and z. */
static void set_stands(double stands[9], const double up[3])
{
    double x[3] = {0}, z[3];
    int least = 0;

    for (int c = 1; c < 3; c++)
        if (fabs(up[c]) < fabs(up[least])) least = c;
    x[least] = 1;
    pd_cross3(z, x, up);
    const double length = pd_length3(z);
    PD_ASSERT(length > 0); /* x is not along up */
    for (int c = 0; c < 3; c++) z[c] /= length;
    pd_cross3(x, up, z);
    for (int c = 0; c < 3; c++) stands[3 * c] = x[c], stands[3 * c + 1] = up[c], stands[3 * c + 2] = z[c];
}

/* Finds the centre of the part of a figure that the camera would see in this turn, in the figure's own axes. */
static void find_shown(double shown[3], const aligner *a, const posed_figure *f, const double turn[9])
{
    double towards[3];
    int visible = 0;

    turn_back(towards, turn, a->job->view->towards);
    for (int c = 0; c < 3; c++) shown[c] = 0;
    for (int i = 0; i < FIGURE; i++) {
        if (pd_dot3(f->normals[i], towards) < 0.1) continue;
        visible++;
        for (int c = 0; c < 3; c++) shown[c] += f->points[i][c];
    }
    for (int c = 0; c < 3; c++) shown[c] /= visible > 0 ? visible : 1;
}

/* Properties of the points of a scan from one side, found before any figure is tried. */
typedef struct cloud {
    double ups[MOST_UPS][3],
        highest[MOST_UPS]; /* directions that may be up; height of the points' top along each */
    double middle[3];
    int up_count;
} cloud;

/* Fills the cloud. Returns false, with a->failed set, when out of memory. */
static bool measure_cloud(cloud *out, aligner *a)
{
    const pd_observe_view *view = a->job->view;
    const int data = view->normal_count;
    double *heights = malloc((size_t)data * sizeof *heights);

    out->up_count = list_ups(out->ups, a);
    a->failed |= !heights;
    for (int c = 0; c < 3; c++) out->middle[c] = 0;
    for (int i = 0; i < data; i++)
        for (int c = 0; c < 3; c++) out->middle[c] += view->points[i][c] / data;
    for (int up = 0; up < out->up_count && !a->failed; up++) {
        for (int i = 0; i < data; i++) heights[i] = pd_dot3(out->ups[up], view->points[i]);
        pd_sort_doubles(heights, (size_t)data);
        out->highest[up] = pd_sorted_percentile(heights, (size_t)data, 0.99);
    }
    free(heights);
    return !a->failed;
}

/* Tries a figure at every facing for every direction that may be up. early (up_count, SIDES, EARLY): the best of each. */
static void try_facings(start *early, const aligner *a, const posed_figure *f, const cloud *points,
                        int component)
{
    double top = -INFINITY;
    for (int i = 0; i < FIGURE; i++) top = fmax(top, f->points[i][1]);

    for (int up = 0; up < points->up_count; up++) {
        double stands[9];
        set_stands(stands, points->ups[up]);
        for (int side = 0; side < SIDES; side++) {
            const double turn[3] = {0, 2 * M_PI * side / SIDES, 0};
            start *best = early + EARLY * (SIDES * up + side);
            double yaw[9], shown[3], turned[3];
            start now = {.figure = component};
            pd_rot_from_axis_angle(yaw, turn);
            pd_rot_mul(now.turn, stands, yaw);

            /* Put the centre of the visible part on that of the points. */
            find_shown(shown, a, f, now.turn);
            pd_mat3_apply(turned, now.turn, shown);
            for (int c = 0; c < 3; c++) now.translation[c] = points->middle[c] - turned[c];
            now.score = judge_figure(a, f, &now, PICKED, 1);
            insert_early(best, &now);

            /* Try also with the tops at the same height, because legs may be cut off. */
            const double lift = points->highest[up] - (pd_dot3(points->ups[up], now.translation) + top);
            for (int c = 0; c < 3; c++) now.translation[c] += lift * points->ups[up][c];
            now.score = judge_figure(a, f, &now, PICKED, 1);
            insert_early(best, &now);
        }
    }
}

/* Scores the best starts again, more exactly, and adds them to the list. They are grouped by component, so that each figure is drawn once. */
static void judge_again(aligner *a, start *list, start *early, int count, posed_figure *f, stand *s)
{
    const int last = a->job->prior ? a->job->prior->component_count : 0;

    for (int component = -ARMS * ARMS; component < last && !a->failed; component++) {
        bool is_drawn = false;
        for (int i = 0; i < count && !a->failed; i++) {
            if (early[i].figure != component) continue;
            if (!is_drawn && !(is_drawn = draw_figure(a, f, s, component))) {
                a->failed = true;
                break;
            }
            early[i].score = judge_figure(a, f, &early[i], 4 * PICKED, MOVES);
            insert(list, &early[i]);
        }
    }
}

/* Tries every component from every side: lays its visible part on the points, moves the best ones nearer,
 * and adds them to the list of starts. */
static void try_sides(aligner *a, start *list, stand *s)
{
    const int last = a->job->prior ? a->job->prior->component_count : 0;
    cloud points;
    if (!measure_cloud(&points, a)) return;

    /* Memory. */
    const int count = EARLY * SIDES * points.up_count;
    posed_figure *f = calloc(1, sizeof *f);
    start *early = malloc((size_t)count * sizeof *early);
    a->failed |= !f || !early;
    for (int i = 0; i < count && !a->failed; i++) early[i] = (start){.figure = INT_MAX, .score = INFINITY};

    /* Every component roughly, then the best ones of each side. */
    for (int component = -ARMS * ARMS; component < last && !a->failed; component++) {
        if (draw_figure(a, f, s, component))
            try_facings(early, a, f, &points, component);
        else
            a->failed = true;
    }
    if (!a->failed) judge_again(a, list, early, count, f, s);

    if (f) pd_tree_deinit(&f->tree);
    free(f), free(early);
}

/* ---- rounds */

static void add_seen(aligner *a, int parts, const double at[3], const double normal[3], double sigma)
{
    const int i = a->seen_count++;
    pd_observe_seen *seen = &a->seen[i];

    memcpy(a->normals[i], normal, sizeof a->normals[i]);
    *seen = (pd_observe_seen){.parts = a->parts[i],
                              .part_count = parts,
                              .mirror = i,
                              .confidence = 1,
                              .sigma = sigma,
                              .normal = a->normals[i]};
    memcpy(seen->at, at, sizeof seen->at);
}

/* Returns the number of points that a round may use and by which a body is judged. */
static int data_count(const aligner *a)
{
    const int count = a->job->view ? a->job->view->normal_count : a->job->point_count;
    return count < MOST_DATA ? count : MOST_DATA;
}

/* Finds the nearest point of the skin for some points of the scan. In a scan from one side it must face as the scan's point does. */
static void find_matches(aligner *a, int count, double reach)
{
    const pd_observe_view *view = a->job->view;
    pd_observe_surface_find(a->matches, &a->surface, a->job->points,
                            view ? (const double(*)[3])view->normals : NULL, count, reach, a->job->executor);
}

/* Lists what a round observes: planes at some points of the scan, and at some vertices of the skin. */
static void see_planes(aligner *a, const pace *by, double reach, double sigma)
{
    const int most = data_count(a), points = by->data < most ? by->data : most;
    const int vertices = by->skin < a->probe_count ? by->skin : a->probe_count;
    const pd_observe_view *view = a->job->view;

    /* Points of the scan: planes along the normal of the skin where it is nearest. */
    find_matches(a, points, reach + 0.05);
    for (int i = 0; i < points; i++) {
        const pd_observe_match *match = &a->matches[i];
        if (match->face < 0 || match->distance > reach) continue;
        if (view && pd_dot3(match->normal, view->normals[i]) < 0) continue;
        const uint32_t *corner = a->model->data.faces + 3 * (size_t)match->face;
        if (a->is_free[joint_of(a->model, (int)corner[0])]) continue;
        for (int k = 0; k < 3; k++)
            a->parts[a->seen_count][k] = (pd_observe_part){true, (int)corner[k], match->weights[k]};
        add_seen(a, 3, a->job->points[i], match->normal, sigma);
    }

    /* Vertices of the skin: planes through the mean of the nearest points of the scan. */
    for (int i = 0; i < vertices; i++) {
        const double *x = a->posed + 3 * (size_t)a->probes[i],
                     *n = a->surface.normals + 3 * (size_t)a->probes[i];
        int near[NEAREST];
        double square[NEAREST], at[3] = {0}, off = 0, aside = 0;
        if ((view && !a->visible[a->probes[i]]) || a->is_free[a->probe_joints[i]]) continue;
        const int found = pd_tree_several(near, square, NEAREST, &a->scan, x, NULL);
        if (!found || square[0] > reach * reach) continue;

        /* Skip a vertex whose nearest points lie aside of it: the scan has a hole there. */
        for (int k = 0; k < found; k++)
            for (int c = 0; c < 3; c++) at[c] += a->job->points[near[k]][c] / found;
        for (int c = 0; c < 3; c++) off += n[c] * (at[c] - x[c]);
        for (int c = 0; c < 3; c++) aside += pow(at[c] - x[c] - off * n[c], 2);
        if (sqrt(aside) > ASIDE + 0.5 * fabs(off)) continue;
        a->parts[a->seen_count][0] = (pd_observe_part){true, a->probes[i], 1};
        add_seen(a, 1, at, n, sigma);
    }

    /* Vertices that are where nothing can be: planes towards where they may be. */
    for (int i = 0; view && i < vertices; i++) {
        const double *x = a->posed + 3 * (size_t)a->probes[i];
        const pd_observe_off off = pd_observe_view_off(view, x);
        double at[3];
        if (off.metres < view->cell * view->distance || off.is_beyond || off.metres > 2 * reach) continue;
        for (int c = 0; c < 3; c++) at[c] = x[c] + off.metres * off.way[c];
        a->parts[a->seen_count][0] = (pd_observe_part){true, a->probes[i], 1};
        add_seen(a, 1, at, off.way, sigma);
    }
}

static void run_fit(aligner *a, stand *s, double robust, int betas, bool warm, int steps)
{
    pd_observe_job job = {.betas = s->betas,
                          .rotations = s->rotations,
                          .scale = 1,
                          .seen = a->seen,
                          .seen_count = a->seen_count,
                          .prior = a->job->prior,
                          .robust_space = robust,
                          .warm = warm,
                          .beta_count = betas < a->model->beta_count ? betas : 0,
                          .iterations = steps};

    memcpy(job.translation, s->translation, sizeof job.translation);
    if (!pd_arena_reserve(&a->scratch, pd_observe_scratch_bytes(&job, a->model))) {
        a->failed = true;
        return;
    }
    pd_observe_run(&job, a->model, &a->scratch);
    memcpy(s->translation, job.translation, sizeof job.translation);
}

static void add_keypoints(aligner *a)
{
    for (int i = 0; i < a->job->keypoint_count; i++) {
        a->seen[a->seen_count] = a->job->keypoints[i];
        a->seen[a->seen_count].mirror = a->seen_count;
        a->seen_count++;
    }
}

static void run_rounds(aligner *a, stand *s, const pace *by)
{
    for (int r = 0; r < by->rounds && !a->failed; r++) {
        const double part = (double)r / (by->rounds - 1);
        const double reach = by->reach_first * pow(by->reach_last / by->reach_first, part);
        const double sigma = by->sigma_first * pow(by->sigma_last / by->sigma_first, part);

        pose_body(a, s);
        if (a->failed || !pd_observe_surface_update(&a->surface, a->posed)) {
            a->failed = true;
            return;
        }
        if (a->job->view)
            pd_observe_view_visible(a->visible, a->picture, a->job->view, a->posed, a->surface.normals,
                                    a->model->vertex_count);
        a->seen_count = 0;
        see_planes(a, by, 3 * reach, sigma);
        add_keypoints(a);
        if (a->seen_count < 30) return;
        run_fit(a, s, reach, by->betas, true, STEPS);
    }
}

/* Sorts the numbers and returns the mean of the smallest `share` of them. */
static double trimmed_mean(double *values, int count, double share)
{
    const int kept = (int)(share * count);
    double sum = 0;

    pd_sort_doubles(values, (size_t)count);
    for (int i = 0; i < kept; i++) sum += values[i];
    return sum / (kept > 0 ? kept : 1);
}

/* Returns the mean distance of the nearer share of the points from the skin. *score includes all points,
 * because a limb without skin must count, and the distance of the skin from the points. */
static double distance_of(aligner *a, const stand *s, double *score)
{
    const int count = data_count(a);
    double far[MOST_DATA];

    /* Distances of the points. Skin that faces away from the camera does not count as near. */
    pose_body(a, s);
    if (a->failed || !pd_observe_surface_update(&a->surface, a->posed)) {
        a->failed = true;
        return INFINITY;
    }
    find_matches(a, count, CAP);
    for (int i = 0; i < count; i++) far[i] = a->matches[i].face < 0 ? CAP : fmin(CAP, a->matches[i].distance);
    for (int i = 0; i < count && a->job->view; i++)
        if (a->matches[i].face >= 0 && pd_dot3(a->matches[i].normal, a->job->view->normals[i]) < 0)
            far[i] = CAP;
    const double all = trimmed_mean(far, count, 1), points = trimmed_mean(far, count, KEPT_SHARE);

    /* From one side, add the space where the body cannot be, and how unlikely the pose is. */
    if (a->job->view) {
        double space = 0, x[PD_IK_PRIOR_MAX_DIM];
        for (int i = 0; i < a->probe_count; i++) {
            const pd_observe_off off = pd_observe_view_off(a->job->view, a->posed + 3 * (size_t)a->probes[i]);
            space += fmin(off.metres, off.is_beyond ? BEYOND : OUT) / a->probe_count;
        }
        *score = all + space;
        double nats = 0;
        if (a->job->prior) {
            for (int i = 0; i < 9 * a->model->joint_count; i++)
                a->rotations[i / 9][i % 9] = (double)s->rotations[i];
            pd_observe_prior_features(x, a->job->prior, (const double(*)[9])a->rotations);
            nats = pd_observe_prior_nats(a->job->prior, pd_observe_prior_component(a->job->prior, x), x);
        }
        *score += NATS * nats;
        return points;
    }

    /* From all sides, add the distances of the skin from the points. */
    for (int i = 0; i < a->probe_count; i++) {
        const double *x = a->posed + 3 * (size_t)a->probes[i];
        const int near = pd_tree_nearest(&a->scan, x, NULL, CAP * CAP);
        double square = 0;
        for (int c = 0; near >= 0 && c < 3; c++) square += pow(a->job->points[near][c] - x[c], 2);
        far[i] = near < 0 ? CAP : sqrt(square);
    }
    *score = 0.5 * (all + trimmed_mean(far, a->probe_count, KEPT_SKIN));
    return points;
}

/* ---- all of it */

static bool stand_init(stand *s, const pd_smpl_model *m)
{
    s->betas = calloc((size_t)m->beta_count + 1, sizeof *s->betas);
    s->rotations = calloc(9 * (size_t)m->joint_count, sizeof *s->rotations);
    s->score = s->distance = INFINITY;
    return s->betas && s->rotations;
}

static void stand_copy(stand *to, const stand *from, const pd_smpl_model *m)
{
    memcpy(to->betas, from->betas, (size_t)m->beta_count * sizeof *to->betas);
    memcpy(to->rotations, from->rotations, 9 * (size_t)m->joint_count * sizeof *to->rotations);
    memcpy(to->translation, from->translation, sizeof to->translation);
    to->score = from->score, to->distance = from->distance;
}

static void stand_deinit(stand *s)
{
    free(s->betas), free(s->rotations);
}

/* Finds the points of the scan around each point by which a body is judged. Returns false if memory ran out. */
static bool find_patches(aligner *a)
{
    const int count = data_count(a);
    pd_tree tree = {0};
    double square[PATCH];

    if (!pd_tree_build(&tree, a->job->points[0], NULL, count, 0)) return false;
    for (int i = 0; i < count; i++) {
        const int found = pd_tree_several(a->patches[i], square, PATCH, &tree, a->job->points[i], NULL);
        for (int k = found; k < PATCH; k++) a->patches[i][k] = i;
    }
    pd_tree_deinit(&tree);
    return true;
}

static bool prepare(aligner *a)
{
    const size_t v = (size_t)a->model->vertex_count,
                 most = MOST_DATA + 2 * MOST_SKIN + PD_OBSERVE_ALIGN_KEYPOINTS;

    /* Memory of the search. */
    a->posed = malloc(3 * v * sizeof *a->posed);
    a->skinned = malloc(3 * v * sizeof *a->skinned);
    a->probes = malloc(MOST_SKIN * sizeof *a->probes);
    a->probe_joints = malloc(MOST_SKIN * sizeof *a->probe_joints);
    a->matches = malloc(MOST_DATA * sizeof *a->matches);
    a->seen = malloc(most * sizeof *a->seen);
    a->visible = malloc(v);
    a->patches = malloc(MOST_DATA * sizeof *a->patches);
    a->rotations = malloc((size_t)a->model->joint_count * sizeof *a->rotations);
    a->picture = a->job->view
                     ? malloc((size_t)(a->job->view->width * a->job->view->height) * sizeof *a->picture)
                     : NULL;
    a->parts = malloc(most * sizeof *a->parts);
    a->normals = malloc(most * sizeof *a->normals);
    if (!a->posed || !a->skinned || !a->probes || !a->probe_joints || !a->matches || !a->seen || !a->parts ||
        !a->normals || !pd_arena_init(&a->scratch, 0) ||
        !pd_observe_surface_init(&a->surface, &a->model->data) ||
        !pd_tree_build(&a->scan, a->job->points[0], NULL, a->job->point_count, 0) ||
        !pd_tree_build(&a->coarse, a->job->points[0], NULL,
                       a->job->point_count < COARSE ? a->job->point_count : COARSE, 0))
        return false;

    /* Capsules of the model, which every fit of a round uses and none can report as missing. */
    if (!pd_smpl_model_capsules(a->model)) return false;

    /* Patches for the misfit, and probes. */
    if (!a->visible || !a->rotations || !a->patches || (a->job->view && !a->picture)) return false;
    if (!find_patches(a)) return false;
    a->surface.facing = a->job->view ? ALIKE / 2 : 0;
    a->probe_count = pick_probes(a->probes, a->model, MOST_SKIN);
    for (int i = 0; i < a->probe_count; i++) a->probe_joints[i] = joint_of(a->model, a->probes[i]);
    return true;
}

static void clean_up(aligner *a)
{
    free(a->posed), free(a->skinned), free(a->probes), free(a->probe_joints), free(a->matches);
    free(a->visible), free(a->patches), free(a->picture), free(a->rotations);
    free(a->seen), free(a->parts), free(a->normals);
    pd_arena_deinit(&a->scratch);
    pd_tree_deinit(&a->scan);
    pd_tree_deinit(&a->coarse);
    pd_observe_surface_deinit(&a->surface);
}

/* Lays the body in roughly from every start, and keeps the best ones in order. */
static void lay_in(aligner *a, stand *best, int finalists, stand *now)
{
    start list[STARTS];
    const int last = a->job->prior ? a->job->prior->component_count : 0;

    /* List the starts. */
    for (int i = 0; i < STARTS; i++) list[i] = (start){.score = INFINITY};
    if (a->job->view)
        try_sides(a, list, now);
    else
        for (int figure = -1; figure < last && !a->failed; figure++) try_figure(a, list, now, figure);

    /* Pose of the start. */
    for (int i = 0; i < STARTS && isfinite(list[i].score) && !a->failed; i++) {
        double root[9], turned[9];
        set_figure(now, a->model, a->job->prior, list[i].figure);
        for (int n = 0; n < 9; n++) root[n] = (double)now->rotations[n];
        pd_rot_mul(turned, list[i].turn, root);
        for (int n = 0; n < 9; n++) now->rotations[n] = (float)turned[n];

        /* The figure was turned about the origin, but a body is turned about its pelvis. */
        double pelvis[3], moved[3];
        for (int c = 0; c < 3; c++) pelvis[c] = a->model->joint_template[c];
        pd_mat3_apply(moved, list[i].turn, pelvis);
        for (int c = 0; c < 3; c++) now->translation[c] = list[i].translation[c] + moved[c] - pelvis[c];

        /* Fit roughly. */
        run_rounds(a, now, &rough);
        now->distance = distance_of(a, now, &now->score);
        a->job->starts++;

        /* Insert it into the finalists. Of starts that end in the same facing, one is kept. */
        int at = finalists - 1;
        for (int k = 0; k < finalists && isfinite(best[k].score); k++) {
            double facing[9], other[9];
            for (int n = 0; n < 9; n++)
                facing[n] = (double)now->rotations[n], other[n] = (double)best[k].rotations[n];
            if (apart(facing, other) > APART) continue;
            at = k;
            break;
        }
        if (best[at].score <= now->score) continue;
        for (; at > 0 && now->score < best[at - 1].score; at--)
            stand_copy(&best[at], &best[at - 1], a->model);
        stand_copy(&best[at], now, a->model);
    }
}

/* ---- a limb that was missed */

static const char *const limbs[4][LIMB] = {{"left_shoulder", "left_elbow", "left_wrist"},
                                           {"right_shoulder", "right_elbow", "right_wrist"},
                                           {"left_hip", "left_knee", "left_ankle"},
                                           {"right_hip", "right_knee", "right_ankle"}};

/* Sets a limb as another component of the prior has it and leaves the rest. Returns false when the model or the prior has no such limb. */
static bool set_limb(aligner *a, stand *to, const stand *from, stand *figure, int limb, int component)
{
    const pd_smpl_model *m = a->model;

    set_figure(figure, m, a->job->prior, component);
    stand_copy(to, from, m);
    for (int i = 0; i < LIMB; i++) {
        const int k = pd_smpl_joint_find(&m->data, limbs[limb][i]);
        if (k < 0) return false;
        memcpy(to->rotations + 9 * k, figure->rotations + 9 * k, 9 * sizeof *to->rotations);
    }
    return true;
}

/* Returns the share of the points that lie on no skin, by the matches of the last distance_of. */
static double stray_share(const aligner *a)
{
    const int points = data_count(a);
    int strays = 0;
    for (int i = 0; i < points; i++) strays += a->matches[i].face < 0 || a->matches[i].distance > STRAY;
    return (double)strays / points;
}

/* Sets a limb as set_limb does; with `outer` the shoulder or hip stays as it is, and component -1 is a straight limb. */
static bool set_part(aligner *a, stand *to, const stand *from, stand *figure, int limb, int component,
                     bool outer)
{
    if (!set_limb(a, to, from, figure, limb, component)) return false;
    const int root = pd_smpl_joint_find(&a->model->data, limbs[limb][0]);
    if (outer) memcpy(to->rotations + 9 * root, from->rotations + 9 * root, 9 * sizeof *to->rotations);
    return true;
}

/* Tries one limb, or its outer half, as every component of the prior has it, fits the best ones, and keeps a result if the whole body scores better.
 * Stops early when at most `enough` of the points are strays. Returns false if the model has no such limb. */
static bool retry_limb(aligner *a, stand *found, stand *now, stand *figure, int limb, bool outer,
                       double enough)
{
    const int count = a->job->prior ? a->job->prior->component_count : 0;
    int best[HOPEFUL];
    double scores[HOPEFUL];

    /* Score the limb of each component, and keep the best. */
    for (int i = 0; i < HOPEFUL; i++) best[i] = INT_MIN, scores[i] = INFINITY;
    for (int component = outer ? -1 : 0; component < count && !a->failed; component++) {
        double score;
        if (!set_part(a, now, found, figure, limb, component, outer)) return false;
        distance_of(a, now, &score);
        for (int i = 0; i < HOPEFUL; i++) {
            if (score >= scores[i]) continue;
            for (int k = HOPEFUL - 1; k > i; k--) best[k] = best[k - 1], scores[k] = scores[k - 1];
            best[i] = component, scores[i] = score;
            break;
        }
    }

    /* Fit each of those. */
    for (int i = 0; i < HOPEFUL && best[i] != INT_MIN && !a->failed; i++) {
        set_part(a, now, found, figure, limb, best[i], outer);
        run_rounds(a, now, &again);
        now->distance = distance_of(a, now, &now->score);
        const bool is_better = now->score < BETTER * found->score;
        if (is_better) stand_copy(found, now, a->model);
        if (is_better && stray_share(a) <= enough) break;
    }
    found->distance = distance_of(a, found, &found->score); /* its strays are those that count */
    return true;
}

/* Returns the squared distance from a point within which skin counts as seen. */
static double near_square(const aligner *a)
{
    const double near = fmax(NEAR, SPACING * sqrt(SKIN / (double)a->job->point_count));
    return near * near;
}

/* Lists the limbs whose outer halves have the largest share of skin without points first. */
static void sort_limbs(int order[4], const aligner *a)
{
    const pd_smpl_data *data = &a->model->data;
    const double near = near_square(a);
    double bare[4];

    for (int limb = 0; limb < 4; limb++) {
        const int elbow = pd_smpl_joint_find(data, limbs[limb][1]);
        int vertices = 0, without = 0;
        for (int i = 0; i < a->probe_count; i++) {
            int k = a->probe_joints[i];
            while (k > 0 && k != elbow) k = data->parents[k];
            if (k != elbow) continue;
            vertices++;
            without += pd_tree_nearest(&a->scan, a->posed + 3 * (size_t)a->probes[i], NULL, near) < 0;
        }
        bare[limb] = vertices ? (double)without / vertices : 0;

        /* Into the order. */
        int at = limb;
        for (; at > 0 && bare[order[at - 1]] < bare[limb]; at--) order[at] = order[at - 1];
        order[at] = limb;
    }
}

/* Recovers limbs where points lie that no skin is near. */
static void recover(aligner *a, stand *found, stand *now, stand *figure)
{
    const double most = a->job->view ? STRAYS_SIDED : STRAYS;
    const double enough = a->job->view ? -1 : FEW;
    int order[4] = {0, 1, 2, 3};

    /* Whole limbs, while many points are left over: the limb that has least of the points goes first. */
    found->distance = distance_of(a, found, &found->score);
    if (!a->failed && !a->job->view) sort_limbs(order, a);
    for (int i = 0; i < 4 && !a->failed && stray_share(a) > most; i++)
        if (!retry_limb(a, found, now, figure, order[i], false, enough)) return;
}

/* Recovers a forearm or a shank that is folded the wrong way, where a hole is where it should be and few points are left over. */
static void unfold(aligner *a, stand *found, stand *now, stand *figure)
{
    int order[4];

    /* Try the limbs whose outer halves have the fewest points. */
    found->distance = distance_of(a, found, &found->score);
    if (a->failed || stray_share(a) <= FEW) return;
    const double before = found->score;
    sort_limbs(order, a);
    for (int i = 0; i < FOLDED && !a->failed && stray_share(a) > FEW; i++)
        if (!retry_limb(a, found, now, figure, order[i], true, FEW)) return;
    if (a->failed || !(found->score < before)) return;

    /* Fit what was found as finely as it was before. */
    stand_copy(now, found, a->model);
    run_rounds(a, now, &fine);
    now->distance = distance_of(a, now, &now->score);
    if (!a->failed && now->score < found->score) stand_copy(found, now, a->model);
}

/* ---- what tells for a body */

/* Sets the body that faces the opposite way with left and right exchanged. From afar it looks the same. */
static void set_twin(stand *to, const stand *from, const pd_smpl_model *m)
{
    static const double about[9] = {-1, 0, 0, 0, 1, 0, 0, 0, -1};
    double root[9], turned[9];

    stand_copy(to, from, m);
    for (int k = 1; k < m->joint_count; k++) {
        const int other = pd_observe_joint_mirror(m, k);
        for (int i = 0; i < 9; i++) /* diag(-1,1,1) R diag(-1,1,1) */
            to->rotations[9 * k + i] =
                from->rotations[9 * other + i] * (float)((i / 3 == 0) == (i % 3 == 0) ? 1 : -1);
    }
    for (int i = 0; i < 9; i++) root[i] = (double)from->rotations[i];
    pd_rot_mul(turned, root, about);
    for (int i = 0; i < 9; i++) to->rotations[i] = (float)turned[i];
    /* the root turns about the pelvis, which stays where it is */
}

static double facing_apart(const stand *x, const stand *y)
{
    double a[9], b[9];
    for (int i = 0; i < 9; i++) a[i] = (double)x->rotations[i], b[i] = (double)y->rotations[i];
    return apart(a, b);
}

/* Estimates the misfit without noise. Noise of neighbouring points is independent, but a wrong shape is
 * off by the same amount in a region. So the median of the signed distances of every patch is taken, and
 * the noise that remains in its square (1.57 s^2 / PATCH, s by the median deviation) is subtracted. */
static misfit misfit_of(const aligner *a)
{
    const int count = data_count(a);
    double far[MOST_DATA], own[MOST_DATA], sum = 0;

    /* Signed distance of each point. A point that the body does not explain counts with the largest
     * distance. */
    for (int i = 0; i < count; i++) {
        const pd_observe_match *match = &a->matches[i];
        const bool is_explained =
            match->face >= 0 && (!a->job->view || pd_dot3(match->normal, a->job->view->normals[i]) >= 0);
        own[i] = !is_explained ? GROSS : fmax(-GROSS, fmin(GROSS, match->off));
        if (is_explained && match->distance > GROSS) own[i] = GROSS;
    }

    /* Median of each patch, less the noise. */
    for (int i = 0; i < count; i++) {
        double values[PATCH];
        for (int k = 0; k < PATCH; k++) values[k] = own[a->patches[i][k]];
        pd_sort_doubles(values, PATCH);
        const double middle = values[PATCH / 2];
        for (int k = 0; k < PATCH; k++) values[k] = fabs(values[k] - middle);
        pd_sort_doubles(values, PATCH);
        const double s = 1.4826 * values[PATCH / 2];
        far[i] = middle * middle - 1.57 * s * s / PATCH;
    }

    /* Leave out the worst patches, which may lie on things beside the body. The limit on unexplained
     * points covers those. */
    const int kept = (int)(WORST * count);
    pd_sort_doubles(far, (size_t)count);
    for (int i = 0; i < kept; i++) sum += far[i];
    return (misfit){sqrt(fmax(0, sum / (kept > 0 ? kept : 1))),
                    sqrt(fmax(0, pd_sorted_percentile(far, (size_t)count, WORST)))};
}

/* Returns the part of the body that a joint belongs to: that of its nearest ancestor in the table, or -1 if it has none. */
static int part_of(const pd_smpl_data *data, int joint)
{
    for (; joint >= 0; joint = data->parents[joint])
        for (int part = 0; part < PD_OBSERVE_ALIGN_PART_COUNT; part++)
            if (pd_smpl_joint_find(data, parts_table[part].joint) == joint) return part;
    return -1;
}

/* Returns whether the point belongs to skin of the tree, which holds vertices of the body (numbers in `vertices`): it lies on that skin's plane. */
static bool is_on_skin(const aligner *a, const pd_tree *tree, const int *vertices, const double point[3])
{
    const int found = pd_tree_nearest(tree, point, NULL, BESIDE * BESIDE);
    if (found < 0) return false;
    const size_t at = 3 * (size_t)vertices[found];
    double off = 0;
    for (int c = 0; c < 3; c++)
        off += a->surface.normals[at + (size_t)c] * (point[c] - a->posed[at + (size_t)c]);
    return fabs(off) < ON_SKIN;
}

/* Returns whether a joint is `root` or below it. */
static bool is_below(const pd_smpl_data *data, int joint, int root)
{
    while (joint > 0 && joint != root) joint = data->parents[joint];
    return joint == root;
}

/* Measures the share of the skin of each part that has points, for the body posed last. NAN: the model has no such part. Points that lie on the skin of
 * the rest of the body do not count for a forearm or a shank and what is below it: an arm that was laid on or in the trunk has none of its own. */
static void measure_parts(double *covered, aligner *a)
{
    const pd_smpl_model *m = a->model;
    const pd_smpl_data *data = &m->data;
    const size_t count = (size_t)m->vertex_count;
    const double near = near_square(a);
    int vertices[PD_OBSERVE_ALIGN_PART_COUNT] = {0};
    int *joints = malloc(count * sizeof *joints), *points = malloc(count * sizeof *points),
        *others = malloc(count * sizeof *others);
    double(*rest)[3] = malloc(count * sizeof *rest);

    for (int part = 0; part < PD_OBSERVE_ALIGN_PART_COUNT; part++) covered[part] = 0;
    a->failed = !joints || !points || !others || !rest;

    /* The point near each vertex, -1: none. */
    for (int i = 0; i < m->vertex_count && !a->failed; i++) {
        joints[i] = joint_of(m, i);
        points[i] = pd_tree_nearest(&a->scan, a->posed + 3 * (size_t)i, NULL, near);
    }

    /* Take those away from the outer half of a limb that lie on the skin of the body without that limb. */
    for (int limb = 0; limb < 4 && !a->failed; limb++) {
        const int root = pd_smpl_joint_find(data, limbs[limb][0]),
                  half = pd_smpl_joint_find(data, limbs[limb][1]);
        int other_count = 0;
        pd_tree tree = {0};
        for (int i = 0; i < m->vertex_count && root >= 0 && half >= 0; i++) {
            if (is_below(data, joints[i], root)) continue;
            memcpy(rest[other_count], a->posed + 3 * (size_t)i, sizeof rest[0]);
            others[other_count++] = i;
        }
        if (!other_count) continue;
        a->failed = !pd_tree_build(&tree, rest[0], NULL, other_count, 0);
        for (int i = 0; i < m->vertex_count && !a->failed; i++)
            if (points[i] >= 0 && is_below(data, joints[i], half) &&
                is_on_skin(a, &tree, others, a->job->points[points[i]]))
                points[i] = -1;
        pd_tree_deinit(&tree);
    }

    /* The share of each part. */
    for (int i = 0; i < m->vertex_count && !a->failed; i++) {
        const int part = part_of(data, joints[i]);
        if (part < 0) continue;
        vertices[part]++;
        covered[part] += points[i] >= 0;
    }
    for (int part = 0; part < PD_OBSERVE_ALIGN_PART_COUNT; part++)
        covered[part] = vertices[part] ? covered[part] / vertices[part] : NAN;
    free(joints), free(points), free(others), free(rest);
}

/* Writes to the job: distances of the points from the body, the share of points that lie on no part of it, and the share of each part that has points. */
static void look_over(aligner *a, const stand *s)
{
    double score;

    /* The points, by the body's matches. */
    distance_of(a, s, &score);
    if (a->failed) return;
    const misfit off_by = misfit_of(a);
    a->job->misfit = off_by.mean, a->job->worst = off_by.worst;
    a->job->strays = stray_share(a);

    measure_parts(a->job->covered, a);
}

/* Gives limbs that were not scanned the pose that is likely by the prior. The fit may have laid such a limb on or in skin that has points, since
 * skin is drawn to points. A limb counts as not scanned if neither its forearm nor its hand, or neither its shank nor its foot, has points. */
static void free_limbs(aligner *a, stand *found, stand *now, stand *figure)
{
    static const int outer[4][2] = {{PD_OBSERVE_ALIGN_LEFT_FOREARM, PD_OBSERVE_ALIGN_LEFT_HAND},
                                    {PD_OBSERVE_ALIGN_RIGHT_FOREARM, PD_OBSERVE_ALIGN_RIGHT_HAND},
                                    {PD_OBSERVE_ALIGN_LEFT_SHANK, PD_OBSERVE_ALIGN_LEFT_FOOT},
                                    {PD_OBSERVE_ALIGN_RIGHT_SHANK, PD_OBSERVE_ALIGN_RIGHT_FOOT}};
    static const int inner[4] = {PD_OBSERVE_ALIGN_LEFT_UPPER_ARM, PD_OBSERVE_ALIGN_RIGHT_UPPER_ARM,
                                 PD_OBSERVE_ALIGN_LEFT_THIGH, PD_OBSERVE_ALIGN_RIGHT_THIGH};
    const pd_smpl_data *data = &a->model->data;
    const int components = a->job->prior ? a->job->prior->component_count : 0;
    double covered[PD_OBSERVE_ALIGN_PART_COUNT], x[PD_IK_PRIOR_MAX_DIM];

    found->distance = distance_of(a, found, &found->score);
    if (a->failed) return;
    measure_parts(covered, a);
    const double strays = stray_share(a);
    for (int limb = 0; limb < 4 && !a->failed; limb++) {
        if (!(covered[outer[limb][0]] < BARE && covered[outer[limb][1]] < BARE)) continue;

        /* The limb of the component that makes the whole pose most likely. */
        const bool is_outer = covered[inner[limb]] >= BARE;
        double least = INFINITY;
        int best = -1;
        for (int component = 0; component < components; component++) {
            if (!set_part(a, now, found, figure, limb, component, is_outer)) break;
            for (int i = 0; i < 9 * a->model->joint_count; i++)
                a->rotations[i / 9][i % 9] = (double)now->rotations[i];
            pd_observe_prior_features(x, a->job->prior, (const double(*)[9])a->rotations);
            const double nats =
                pd_observe_prior_nats(a->job->prior, pd_observe_prior_component(a->job->prior, x), x);
            if (nats < least) least = nats, best = component;
        }
        if (best < 0) continue;

        /* Fit the body with the skin of that limb left out. Keep it unless points are left over that were explained. */
        const int root = pd_smpl_joint_find(data, limbs[limb][is_outer ? 1 : 0]);
        for (int k = 0; k < data->joint_count; k++) a->is_free[k] = a->is_free[k] || is_below(data, k, root);
        set_part(a, now, found, figure, limb, best, is_outer);
        run_rounds(a, now, &again);
        now->distance = distance_of(a, now, &now->score);
        if (!a->failed && stray_share(a) <= strays + FEW) stand_copy(found, now, a->model);
    }
    memset(a->is_free, 0, sizeof a->is_free);
}

/* Writes to the job: the share of points that the body does not explain, the share of it that contradicts the picture, and the share that was seen. */
static void weigh(aligner *a, const stand *s)
{
    const pd_observe_view *view = a->job->view;
    const int count = data_count(a);
    const double near = EXPLAINED + 4 * view->noise;
    double score;
    int unexplained = 0, contradicted = 0, covered = 0;

    distance_of(a, s, &score); /* its matches */
    if (a->failed) return;
    pd_observe_view_visible(a->visible, a->picture, view, a->posed, a->surface.normals,
                            a->model->vertex_count);
    for (int i = 0; i < count; i++)
        unexplained += a->matches[i].face < 0 || a->matches[i].distance > near ||
                       pd_dot3(a->matches[i].normal, view->normals[i]) < 0;
    for (int i = 0; i < a->probe_count; i++) {
        const double *x = a->posed + 3 * (size_t)a->probes[i];
        const pd_observe_off off = pd_observe_view_off(view, x);
        contradicted += !off.is_beyond && off.metres > near;
        covered += a->visible[a->probes[i]] && pd_tree_nearest(&a->scan, x, NULL, near * near) >= 0;
    }
    a->job->unexplained = (double)unexplained / count;
    a->job->contradicted = (double)contradicted / a->probe_count;
    a->job->coverage = (double)covered / a->probe_count;
}

/* Returns ERR_INVALID if it is not certain that the body is right. */
static pd_status doubt(const pd_observe_align *job, pd_error *err)
{
    const char *ask = job->keypoint_count ? "check the keypoints, or scan more sides"
                                          : "name a few keypoints, or scan more sides";
    const double seen = 100 * job->coverage, margin = job->misfit < SMALL ? MARGIN : MARGIN_FAR;

    /* Points that the body leaves over. */
    if (job->unexplained > UNEXPLAINED)
        return pd_fail(err, PD_ERR_INVALID, "scan",
                       "it is of one side, with points on %.0f %% of a body's skin, and the best body leaves "
                       "%.0f %% of them "
                       "unexplained; at most %.0f %% allowed (is there more than one person in it?); %s",
                       seen, 100 * job->unexplained, 100 * UNEXPLAINED, ask);

    /* Skin where nothing can be. */
    if (job->contradicted > CONTRADICTED)
        return pd_fail(err, PD_ERR_INVALID, "scan",
                       "it is of one side, with points on %.0f %% of a body's skin, and %.0f %% of the best "
                       "body is where the camera saw "
                       "that nothing is; at most %.0f %% allowed; %s",
                       seen, 100 * job->contradicted, 100 * CONTRADICTED, ask);

    /* Distance from the points. */
    if (job->misfit > MISFIT || job->worst > WORST_MOST)
        return pd_fail(
            err, PD_ERR_INVALID, "scan",
            "it is of one side, with points on %.0f %% of a body's skin, and the best body lies %.1f "
            "mm from them (at most %.0f allowed), %.0f mm in the worst region (at most %.0f "
            "allowed), noise not counted; %s",
            seen, 1000 * job->misfit, 1000 * MISFIT, 1000 * job->worst, 1000 * WORST_MOST, ask);

    /* Another facing that fits nearly as well. */
    if (!job->keypoint_count && job->margin < margin)
        return pd_fail(err, PD_ERR_INVALID, "scan",
                       "it is of one side, with points on %.0f %% of a body's skin, and a body that faces "
                       "another way fits nearly as well "
                       "(%.2f times as far off; at least %.2f expected): how it faces cannot be told; %s",
                       seen, job->margin, margin, ask);
    return PD_OK;
}

/* All stands of an alignment. */
typedef struct stands {
    stand best[SIDED]; /* the finalists */
    int finalists;
    stand now, other; /* scratch; after compare_sides `now` is the twin */
} stands;

static bool stands_init(stands *s, int finalists, const pd_smpl_model *m)
{
    *s = (stands){.finalists = finalists};
    bool room = stand_init(&s->now, m);
    room = stand_init(&s->other, m) && room;
    for (int k = 0; k < finalists; k++) room = stand_init(&s->best[k], m) && room;
    return room;
}

static void stands_deinit(stands *s)
{
    for (int k = 0; k < s->finalists; k++) stand_deinit(&s->best[k]);
    stand_deinit(&s->now);
    stand_deinit(&s->other);
}

/* Fills the finalists: by keypoints alone if there are enough of them, otherwise from starts on all sides. */
static void find_finalists(aligner *a, stands *s)
{
    if (a->job->keypoint_count < PD_OBSERVE_LEAST_SPACE) {
        lay_in(a, s->best, s->finalists, &s->now);
        return;
    }
    at_rest(&s->best[0], a->model);
    a->seen_count = 0;
    add_keypoints(a);
    run_fit(a, &s->best[0], 0, 0, false, 0);
    a->job->starts++;
    s->best[0].score = 0;
}

/* Fits the finalists and returns the best one. */
static stand *choose(aligner *a, stands *s)
{
    stand *found = &s->best[0], *nearest = found;
    const double most = a->job->view ? INFINITY : DISTINCT * found->score;

    /* Note the best score and the smallest distance. The first of the finalists is the best after the coarse fit. */
    for (int k = 0; k < s->finalists && !a->failed; k++) {
        stand *one = &s->best[k];
        if (!isfinite(one->score) || one->score > most) continue;
        run_rounds(a, one, a->job->view ? &medium : &fine);
        one->distance = distance_of(a, one, &one->score);
        if (one->score < found->score) found = one;
        if (one->distance < nearest->distance) nearest = one;
    }

    /* Recover limbs of both. A body that faces the right way but misses a limb may score worse than one
     * that faces away with a limb on every point, although most points are nearer to it. */
    if (!a->failed) recover(a, found, &s->now, &s->other);
    if (!a->failed && !a->job->view && nearest != found) recover(a, nearest, &s->now, &s->other);
    if (nearest->score < found->score) found = nearest;
    if (!a->failed && !a->job->view) unfold(a, found, &s->now, &s->other);
    return found;
}

/* Returns the misfit of a stand; 0 when memory ran out. */
static double misfit_at(aligner *a, stand *s)
{
    distance_of(a, s, &s->score);
    return a->failed ? 0 : misfit_of(a).mean;
}

/* Compares what was found with its twin, which looks the same from that side, takes the better of both, and sets the margin over all rivals: the twin,
 * and finalists that face otherwise. */
static void compare_sides(aligner *a, stands *s, stand *found)
{
    stand *twin = &s->now;

    /* Fit the twin, finely if it comes close, and exchange the two if it is better. */
    set_twin(twin, found, a->model);
    run_rounds(a, twin, &medium);
    twin->distance = distance_of(a, twin, &twin->score);
    if (twin->score < CLOSE * found->score) run_rounds(a, twin, &fine);
    twin->distance = distance_of(a, twin, &twin->score);
    if (twin->score < found->score) {
        stand_copy(&s->other, found, a->model);
        stand_copy(found, twin, a->model);
        stand_copy(twin, &s->other, a->model);
    }

    /* A rival that comes near is fitted as finely as the best. */
    const double own = fmax(NOTHING, misfit_at(a, found));
    double rival = INFINITY;
    for (int k = -1; k < s->finalists && !a->failed; k++) {
        stand *one = k < 0 ? twin : &s->best[k];
        if (!isfinite(one->score) || one == found || facing_apart(one, found) < APART) continue;
        double off = misfit_at(a, one);
        if (off < RIVAL * own && !a->failed) {
            run_rounds(a, one, &fine);
            const double finer = misfit_at(a, one);
            off = a->failed ? 0 : fmin(off, finer);
        }
        rival = fmin(rival, off);
    }
    a->job->margin = rival / own;
}

/* Writes the body to the job, or says why none was found. */
static pd_status report(aligner *a, const stand *found, pd_error *err)
{
    pd_observe_align *job = a->job;

    if (a->failed) return pd_fail(err, PD_ERR_MEMORY, "scan", "out of memory to lay a body in");
    if (!(found->distance < LOST))
        return pd_fail(
            err, PD_ERR_INVALID, "scan",
            "no body comes near: its points are %.0f mm from the best on average; below %.0f mm expected "
            "(is it one person, and is the unit right?)",
            1000 * found->distance, 1000 * LOST);
    const pd_status status = job->view ? doubt(job, err) : PD_OK;
    if (status) return status;

    memcpy(job->betas, found->betas, (size_t)a->model->beta_count * sizeof *job->betas);
    memcpy(job->rotations, found->rotations, 9 * (size_t)a->model->joint_count * sizeof *job->rotations);
    memcpy(job->translation, found->translation, sizeof job->translation);
    job->distance = found->distance;
    return PD_OK;
}

pd_status pd_observe_align_run(pd_observe_align *job, const pd_smpl_model *m, pd_error *err)
{
    aligner a = {.job = job, .model = m};
    stands s;

    /* Take all memory. */
    job->starts = 0;
    const bool prepared = prepare(&a);
    a.failed = !stands_init(&s, job->view ? SIDED : FINALISTS, m) || !prepared;

    /* Lay bodies in, and choose one. */
    if (!a.failed) find_finalists(&a, &s);
    stand *found = choose(&a, &s);

    /* From one side: fit finely, look for rivals, and weigh what speaks against the body. */
    if (!a.failed && job->view) {
        run_rounds(&a, found, &fine);
        found->distance = distance_of(&a, found, &found->score);
    }
    if (!a.failed && job->view && !job->keypoint_count) compare_sides(&a, &s, found);
    if (!a.failed && !job->view && !job->keypoint_count) free_limbs(&a, found, &s.now, &s.other);
    if (!a.failed) look_over(&a, found);
    if (!a.failed && job->view) weigh(&a, found);

    const pd_status status = report(&a, found, err);
    stands_deinit(&s);
    clean_up(&a);
    return status;
}
