#include "core/observe/scan/align.h"

#include "core/base/rng.h"
#include "core/base/sort.h"
#include "core/math/mat3.h"
#include "core/math/quat.h"
#include "core/math/rotation.h"
#include "core/observe/start.h"
#include "core/smpl/body.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UPS        6
#define SIDES      24
#define PROBES     72   /* vertices and points that a start is judged by            */
#define CAP        0.20 /* metres: no point counts for more when starts are judged  */
#define STARTS     24   /* that are laid in roughly ...                             */
#define FINALISTS  3    /* ... and finely                                           */
#define APART      0.6  /* radians between two starts                               */
#define MOST_DATA  1500 /* points of the scan in a round                            */
#define MOST_SKIN  700  /* vertices of the skin                                     */
#define STEPS      2    /* of the solver in a round                                 */
#define ASIDE      0.02 /* metres aside, and half of what it is off: over a hole    */
#define NEAREST    4    /* points of the scan whose mean a vertex is drawn to       */
#define KEPT_SHARE 0.9  /* of the points ...                                        */
#define KEPT_SKIN  0.75 /* ... and of the skin's vertices, which may stand over holes */
#define STRAY      0.04 /* metres: a point so far from the skin lies on no part of it ...  */
#define STRAYS     0.01 /* ... and so many of all are a limb that was not found            */
#define LIMB       3    /* joints of a limb that are tried anew                            */
#define HOPEFUL    3    /* poses of it that are laid in                                    */
#define BETTER     0.98 /* of the score: then the limb is where it is tried                */
#define COARSE     2500 /* points that starts are judged against                    */
#define LOST       0.06 /* metres: farther than this on average is no fit           */

/* A round: how far the search goes, what is robust, the noise of a point. */
typedef struct pace {
    int rounds, data, skin, betas; /* betas 0: all */
    double reach_first, reach_last, sigma_first, sigma_last;
} pace;

static const pace rough = {7, 300, 200, 3, 0.25, 0.10, 0.04, 0.02};
static const pace again = {10, MOST_DATA, MOST_SKIN, 0, 0.10, 0.03, 0.02, 0.005};
static const pace fine = {18, MOST_DATA, MOST_SKIN, 0, 0.12, 0.02, 0.02, 0.004};

/* Where the body stands: what a start becomes. */
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
    int probe_count;
    pd_observe_match *matches;   /* (MOST_DATA) */
    pd_observe_seen *seen;       /* (MOST_DATA + MOST_SKIN + keypoints) */
    pd_observe_part (*parts)[3]; /* of each */
    double (*normals)[3];        /* of each */
    int seen_count;
    pd_smpl_body body;
    pd_arena scratch;
    bool failed; /* out of memory */
} aligner;

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

/* A component's pose; its root is the lean that the prior was learned with. */
static void set_figure(stand *s, const pd_smpl_model *m, const pd_observe_prior *prior, int figure)
{
    at_rest(s, m);
    if (figure < 0) return;

    const pd_quat *pose = prior->source->poses + (size_t)figure * (size_t)prior->source->joint_count;
    for (int j = -1; j < prior->joint_count; j++) {
        double r[9];
        const int joint = j < 0 ? 0 : prior->joints[j];
        pd_q_to_matrix(r, pose[j < 0 ? 0 : prior->source_joints[j]]);
        for (int i = 0; i < 9; i++) s->rotations[9 * joint + i] = (float)r[i];
    }
}

/* Vertices of the rest pose at least `apart` from one another, in their order; then mixed. */
static int pick_probes(int *out, const pd_smpl_model *m, int most)
{
    const float *v = m->data.v_template;
    int count = 0;

    /* finer and finer until there are enough */
    for (double apart = 0.08; apart > 0.005 && count < most; apart *= 0.9) {
        count = 0;
        for (int i = 0; i < m->vertex_count && count < most; i++) {
            bool is_free = true;
            for (int k = 0; k < count && is_free; k++) {
                double square = 0;
                for (size_t c = 0; c < 3; c++) {
                    const double d = (double)v[3 * (size_t)i + c] - (double)v[3 * (size_t)out[k] + c];
                    square += d * d;
                }
                is_free = square >= apart * apart;
            }
            if (is_free) out[count++] = i;
        }
    }

    pd_rng rng;
    pd_rng_init(&rng, 11);
    for (int i = count - 1; i > 0; i--) {
        const int j = pd_rng_below(&rng, i + 1), kept = out[i];
        out[i] = out[j], out[j] = kept;
    }
    return count;
}

/* ---- starts */

/* Mean of the capped distances from the figure's probes to the scan and back, the figure turned and its middle on the scan's. */
static double judge(const aligner *a, const double (*figure)[3], const pd_tree *tree, start *s,
                    const double middle[3], const double centre[3])
{
    const int data = a->job->point_count < PROBES ? a->job->point_count : PROBES;
    double sum = 0, back[3], turned[3];

    pd_mat3_apply(turned, s->turn, middle);
    for (int c = 0; c < 3; c++) s->translation[c] = centre[c] - turned[c];
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

/* Angle between two rotations. */
static double apart(const double a[9], const double b[9])
{
    double trace = 0;
    for (int i = 0; i < 9; i++) trace += a[i] * b[i];
    return acos(fmax(-1, fmin(1, 0.5 * (trace - 1))));
}

/* Into the list, which is sorted and has every facing once: a figure that faces the same way and is better keeps it out. */
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

    for (int up = 0; up < UPS; up++) {
        double stands[9] = {0}, yaw[9];
        if (a->job->up >= 0 && up != a->job->up) continue;

        /* columns: the body's x, y, z axes stand along the scan's so that y is along `up` */
        const int axis = up % 3;
        const double sign = up < 3 ? 1 : -1;
        stands[3 * axis + 1] = sign;             /* y goes to it          */
        stands[3 * ((axis + 1) % 3) + 2] = sign; /* z to the next         */
        stands[3 * ((axis + 2) % 3)] = 1;        /* x to the one after it */

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

/* What a round sees: planes, of some points of the scan and of some vertices of the skin. */
static void see_planes(aligner *a, const pace *by, double reach, double sigma)
{
    const int points = by->data < a->job->point_count ? by->data : a->job->point_count;
    const int vertices = by->skin < a->probe_count ? by->skin : a->probe_count;

    /* points of the scan: along the skin's normal where they are nearest */
    pd_observe_surface_find(a->matches, &a->surface, a->job->points, points, reach + 0.05, a->job->executor);
    for (int i = 0; i < points; i++) {
        const pd_observe_match *match = &a->matches[i];
        if (match->face < 0 || match->distance > reach) continue;
        const uint32_t *corner = a->model->data.faces + 3 * (size_t)match->face;
        for (int k = 0; k < 3; k++)
            a->parts[a->seen_count][k] = (pd_observe_part){true, (int)corner[k], match->weights[k]};
        add_seen(a, 3, a->job->points[i], match->normal, sigma);
    }

    /* vertices of the skin: through the points of the scan that are nearest to them */
    for (int i = 0; i < vertices; i++) {
        const double *x = a->posed + 3 * (size_t)a->probes[i],
                     *n = a->surface.normals + 3 * (size_t)a->probes[i];
        int near[NEAREST];
        double square[NEAREST], at[3] = {0}, off = 0, aside = 0;
        const int found = pd_tree_several(near, square, NEAREST, &a->scan, x, NULL);
        if (!found || square[0] > reach * reach) continue;

        for (int k = 0; k < found; k++)
            for (int c = 0; c < 3; c++) at[c] += a->job->points[near[k]][c] / found;
        for (int c = 0; c < 3; c++) off += n[c] * (at[c] - x[c]);
        for (int c = 0; c < 3; c++) aside += pow(at[c] - x[c] - off * n[c], 2);
        if (sqrt(aside) > ASIDE + 0.5 * fabs(off)) continue;
        a->parts[a->seen_count][0] = (pd_observe_part){true, a->probes[i], 1};
        add_seen(a, 1, at, n, sigma);
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
        a->seen_count = 0;
        see_planes(a, by, 3 * reach, sigma);
        add_keypoints(a);
        if (a->seen_count < 30) return;
        run_fit(a, s, reach, by->betas, true, STEPS);
    }
}

/* Mean of the least share of the numbers, which are sorted. */
static double trimmed_mean(double *values, int count, double share)
{
    const int kept = (int)(share * count);
    double sum = 0;

    pd_sort_doubles(values, (size_t)count);
    for (int i = 0; i < kept; i++) sum += values[i];
    return sum / (kept > 0 ? kept : 1);
}

/* Mean of the nearer share of the points' distances from the skin. *score is of all of them, for a limb that no skin lies on must count, and of the
 * skin's from the points. */
static double distance_of(aligner *a, const stand *s, double *score)
{
    const int count = a->job->point_count < MOST_DATA ? a->job->point_count : MOST_DATA;
    double far[MOST_DATA];

    pose_body(a, s);
    if (a->failed || !pd_observe_surface_update(&a->surface, a->posed)) {
        a->failed = true;
        return INFINITY;
    }
    pd_observe_surface_find(a->matches, &a->surface, a->job->points, count, CAP, a->job->executor);
    for (int i = 0; i < count; i++) far[i] = a->matches[i].face < 0 ? CAP : fmin(CAP, a->matches[i].distance);
    const double all = trimmed_mean(far, count, 1), points = trimmed_mean(far, count, KEPT_SHARE);

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

static bool prepare(aligner *a)
{
    const size_t v = (size_t)a->model->vertex_count,
                 most = MOST_DATA + MOST_SKIN + PD_OBSERVE_ALIGN_KEYPOINTS;

    a->posed = malloc(3 * v * sizeof *a->posed);
    a->skinned = malloc(3 * v * sizeof *a->skinned);
    a->probes = malloc(MOST_SKIN * sizeof *a->probes);
    a->matches = malloc(MOST_DATA * sizeof *a->matches);
    a->seen = malloc(most * sizeof *a->seen);
    a->parts = malloc(most * sizeof *a->parts);
    a->normals = malloc(most * sizeof *a->normals);
    if (!a->posed || !a->skinned || !a->probes || !a->matches || !a->seen || !a->parts || !a->normals ||
        !pd_arena_init(&a->scratch, 0) || !pd_observe_surface_init(&a->surface, &a->model->data) ||
        !pd_tree_build(&a->scan, a->job->points[0], NULL, a->job->point_count, 0) ||
        !pd_tree_build(&a->coarse, a->job->points[0], NULL,
                       a->job->point_count < COARSE ? a->job->point_count : COARSE, 0))
        return false;

    a->probe_count = pick_probes(a->probes, a->model, MOST_SKIN);
    return true;
}

static void clean_up(aligner *a)
{
    free(a->posed), free(a->skinned), free(a->probes), free(a->matches);
    free(a->seen), free(a->parts), free(a->normals);
    pd_arena_deinit(&a->scratch);
    pd_tree_deinit(&a->scan);
    pd_tree_deinit(&a->coarse);
    pd_observe_surface_deinit(&a->surface);
}

/* Roughly from every start; the best of them in order. */
static void lay_in(aligner *a, stand *best, stand *now)
{
    start list[STARTS];
    const int last = a->job->prior ? a->job->prior->component_count : 0;

    for (int i = 0; i < STARTS; i++) list[i] = (start){.score = INFINITY};
    for (int figure = -1; figure < last && !a->failed; figure++) try_figure(a, list, now, figure);

    for (int i = 0; i < STARTS && isfinite(list[i].score) && !a->failed; i++) {
        double root[9], turned[9];
        set_figure(now, a->model, a->job->prior, list[i].figure);
        for (int n = 0; n < 9; n++) root[n] = (double)now->rotations[n];
        pd_rot_mul(turned, list[i].turn, root);
        for (int n = 0; n < 9; n++) now->rotations[n] = (float)turned[n];

        /* the figure was turned about the origin, a body is turned about its pelvis */
        double pelvis[3], moved[3];
        for (int c = 0; c < 3; c++) pelvis[c] = a->model->joint_template[c];
        pd_mat3_apply(moved, list[i].turn, pelvis);
        for (int c = 0; c < 3; c++) now->translation[c] = list[i].translation[c] + moved[c] - pelvis[c];

        run_rounds(a, now, &rough);
        now->distance = distance_of(a, now, &now->score);
        a->job->starts++;

        /* into the finalists, as insert: what two starts have come to alike is laid in finely once */
        int at = FINALISTS - 1;
        for (int k = 0; k < FINALISTS && isfinite(best[k].score); k++) {
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

/* A limb as another component of the prior has it, the rest as it is; false: the model or the prior has no such limb. */
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

/* Where points lie that no skin is near, limb after limb is put as every component of the prior has it; what comes nearer is laid in, and stays when the whole
 * body is better for it. */
static void recover(aligner *a, stand *found, stand *now, stand *figure)
{
    const int count = a->job->prior ? a->job->prior->component_count : 0;
    const int points = a->job->point_count < MOST_DATA ? a->job->point_count : MOST_DATA;

    found->distance = distance_of(a, found, &found->score);
    for (int limb = 0; limb < 4 && !a->failed; limb++) {
        int best[HOPEFUL], strays = 0;
        double scores[HOPEFUL];
        for (int i = 0; i < points; i++) strays += a->matches[i].face < 0 || a->matches[i].distance > STRAY;
        if (!((double)strays / points > STRAYS)) return;

        for (int i = 0; i < HOPEFUL; i++) best[i] = -1, scores[i] = INFINITY;
        for (int component = 0; component < count && !a->failed; component++) {
            double score;
            if (!set_limb(a, now, found, figure, limb, component)) return;
            distance_of(a, now, &score);
            for (int i = 0; i < HOPEFUL; i++) {
                if (score >= scores[i]) continue;
                for (int k = HOPEFUL - 1; k > i; k--) best[k] = best[k - 1], scores[k] = scores[k - 1];
                best[i] = component, scores[i] = score;
                break;
            }
        }

        for (int i = 0; i < HOPEFUL && best[i] >= 0 && !a->failed; i++) {
            if (!set_limb(a, now, found, figure, limb, best[i])) return;
            run_rounds(a, now, &again);
            now->distance = distance_of(a, now, &now->score);
            if (now->score < BETTER * found->score) stand_copy(found, now, a->model);
        }
        found->distance = distance_of(a, found, &found->score); /* its strays are those that count */
    }
}

pd_status pd_observe_align_run(pd_observe_align *job, const pd_smpl_model *m, pd_error *err)
{
    aligner a = {.job = job, .model = m};
    stand best[FINALISTS] = {{0}}, now = {0}, other = {0}, *found = &best[0];
    stand *nearest = found;
    pd_status status = PD_OK;

    job->starts = 0;
    bool room = prepare(&a) && stand_init(&now, m);
    room = stand_init(&other, m) && room;
    for (int k = 0; k < FINALISTS; k++) room = stand_init(&best[k], m) && room;
    a.failed = !room;

    if (room && job->keypoint_count >= PD_OBSERVE_LEAST_SPACE) {
        /* by the keypoints alone, as any points in space */
        at_rest(&best[0], m);
        a.seen_count = 0;
        add_keypoints(&a);
        run_fit(&a, &best[0], 0, 0, false, 0);
        job->starts++;
        best[0].score = 0;
    } else if (room) {
        lay_in(&a, best, &now);
    }
    for (int k = 0; k < FINALISTS && !a.failed; k++) {
        if (!isfinite(best[k].score)) continue;
        run_rounds(&a, &best[k], &fine);
        best[k].distance = distance_of(&a, &best[k], &best[k].score);
        if (best[k].score < found->score) found = &best[k];
        if (best[k].distance < nearest->distance) nearest = &best[k];
    }
    /* A body that faces the right way and misses a limb scores worse than one that faces away with a limb on every point; but most points
     * are nearer to it. So both are recovered. */
    if (!a.failed) recover(&a, found, &now, &other);
    if (!a.failed && nearest != found) recover(&a, nearest, &now, &other);
    if (nearest->score < found->score) found = nearest;

    if (a.failed)
        status = pd_fail(err, PD_ERR_MEMORY, "scan", "out of memory to lay a body in");
    else if (!(found->distance < LOST))
        status = pd_fail(
            err, PD_ERR_INVALID, "scan",
            "no body comes near: its points are %.0f mm from the best on average; below %.0f mm expected "
            "(is it one person, and is the unit right?)",
            1000 * found->distance, 1000 * LOST);
    if (!status) {
        const stand to = {.betas = job->betas, .rotations = job->rotations};
        memcpy(to.betas, found->betas, (size_t)m->beta_count * sizeof *to.betas);
        memcpy(to.rotations, found->rotations, 9 * (size_t)m->joint_count * sizeof *to.rotations);
        memcpy(job->translation, found->translation, sizeof job->translation);
        job->distance = found->distance;
    }

    for (int k = 0; k < FINALISTS; k++) stand_deinit(&best[k]);
    stand_deinit(&now);
    stand_deinit(&other);
    clean_up(&a);
    return status;
}
