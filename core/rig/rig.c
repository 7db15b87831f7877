#include "core/rig/base/limbs.h"
#include "core/rig/embed.h"

#include "core/base/assert.h"
#include "core/rig/fingers.h"
#include "core/rig/lay.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define START_STEPS   6    /* steps of a fit that judges a start */
#define FINAL_STEPS   14   /* steps of the last fit */
#define GOOD_ENOUGH   0.05 /* a lower score ends the search for the up axis and for a start */
/* a higher score of the learned start: no other start is tried in that orientation */
#define HOPEFUL       0.25
#define PART_OFF      0.04 /* of the height: residual of a part at which its confidence is 1 / e */
#define LOOKED_AT     2    /* planes in which all starts are tried, of those of the axes after the first */
/* of the height: a cell of the ground, when people are counted */
#define CELL          0.03
#define CELLS         256                      /* along a side, the mesh in the middle */
#define PERSON_SHARE  0.2                      /* of the surface: least share of a piece that is a person */
#define PERSON_HEIGHT 0.6                      /* of the height: least height of it */
#define PIECES_MOST   30000                    /* labels are 16 bits */
#define FACTOR_BYTES  (12 * PD_RIG_FILL + 200) /* per vertex: CHOLMOD's factor, right sides and solutions */
#define SOLID_BYTES   ((size_t)32 << 20)       /* cells, embedding and other memory of fixed size */
#define FACE_BYTES    96 /* per triangle: edges with weights, and two copies of the matrix */

/* Times in milliseconds, measured on meshes of 900 to 110,000 vertices (docs/lab/rig.md). */
#define PERSON_MS      500.0 /* last fit, second opinion, weights */
#define PERSON_WAY_MS  100.0 /* all starts, for each orientation */
#define LEARNED_WAY_MS 20.0  /* the learned start alone */
#define CREATURE_MS    200.0 /* solid and graph */
#define CREATURE_UP_MS 110.0 /* embeddings in all facing directions, for each up axis */
#define OTHERS_UP_MS   250.0 /* embeddings of the other plans, for each up axis */
#define VERTEX_MS      0.02  /* for each vertex */

#define NAME(id, text, joint) text,
const char *const pd_rig_marker_names[PD_RIG_MARKER_COUNT] = {PD_RIG_MARKER_TABLE(NAME)};
#undef NAME
#define JOINT(id, text, joint) joint,
static const int marker_joints[PD_RIG_MARKER_COUNT] = {PD_RIG_MARKER_TABLE(JOINT)};
#undef JOINT

typedef struct search {
    const pd_rig_job *job;
    pd_rig_result *out;
    pd_rig_cloud cloud;
    pd_rig_anchor anchors[PD_RIG_ANCHORS];
    int anchor_count;
    pd_error *err;
} search;

/* ---- number of people ---- */

/* Counts the people in a mesh. The mesh is projected onto cells of the ground. Separate pieces with enough
 * surface and height are people. */
static int count_people(const pd_rig_cloud *cloud)
{
    static const int half = CELLS / 2;
    short *label = calloc((size_t)CELLS * CELLS, sizeof *label);
    int *stack = malloc((size_t)CELLS * CELLS * sizeof *stack);
    int pieces = 0, people = 0;

    if (!label || !stack) {
        free(label);
        free(stack);
        return 1;
    }

    /* Occupied cells get label -1. */
    for (int i = 0; i < cloud->count; i++) {
        const int x = (int)floor(cloud->points[i][0] / CELL) + half;
        const int z = (int)floor(cloud->points[i][2] / CELL) + half;
        if (x > 0 && z > 0 && x < CELLS - 1 && z < CELLS - 1) label[z * CELLS + x] = -1;
    }

    /* Cells of a piece are at most two apart. */
    for (int at = 0; at < CELLS * CELLS; at++) {
        int depth = 0, count = 0;
        double low = 1e9;
        double high = -1e9;
        if (label[at] != -1) continue;
        pieces++;
        label[at] = (short)pieces;
        stack[depth++] = at;

        /* Label the piece. */
        while (depth) {
            const int here = stack[--depth];
            for (int dz = -2; dz <= 2; dz++)
                for (int dx = -2; dx <= 2; dx++) {
                    const int next = here + dz * CELLS + dx;
                    if (next < 0 || next >= CELLS * CELLS || label[next] != -1) continue;
                    label[next] = (short)pieces;
                    stack[depth++] = next;
                }
        }

        /* The piece's share of the surface, and its height. */
        for (int i = 0; i < cloud->count; i++) {
            const int x = (int)floor(cloud->points[i][0] / CELL) + half;
            const int z = (int)floor(cloud->points[i][2] / CELL) + half;
            if (x <= 0 || z <= 0 || x >= CELLS - 1 || z >= CELLS - 1 || label[z * CELLS + x] != pieces)
                continue;
            count++;
            low = fmin(low, cloud->points[i][1]);
            high = fmax(high, cloud->points[i][1]);
        }

        people += count > PERSON_SHARE * cloud->count && high - low > PERSON_HEIGHT;
        if (pieces == PIECES_MOST) break;
    }

    free(label);
    free(stack);

    return people;
}

/* ---- starts ---- */

/* A start of the template's fit. */
typedef struct start {
    double arms;              /* rotation of the arms downwards, radians */
    double body, head, reach; /* factors of the body's height, the head's size and the arms' length */
} start;
static const start starts[] = {{0, 1, 1, 1}, {0.7, 1, 1, 1}, {1.35, 1, 1, 1}, {0.7, 0.77, 2, 1}};
#define STARTS ((int)(sizeof starts / sizeof *starts))

/* Estimates a start from horizontal arms: their height gives that of the shoulders, and so the head's size.
 * Returns false if the arms are not horizontal. */
static bool measured_start(start *out, const pd_rig_cloud *cloud, const pd_rig_template *t)
{
    const double ground = t->lowest;
    const double shoulder = (t->joints[PD_RIG_L_SHOULDER][1] - ground) / t->height;
    const double neck = (t->joints[PD_RIG_NECK][1] - ground) / t->height;
    double far = 0, sum = 0, count = 0, span = 0;

    /* Largest |x| in mesh and template, and the mean height of the points with large |x|. */
    for (int i = 0; i < cloud->count; i++) far = fmax(far, fabs(cloud->points[i][0]));
    for (int i = 0; i < t->vertex_count; i++) span = fmax(span, t->vertices[i][0] / t->height);
    for (int i = 0; i < cloud->count; i++) {
        if (fabs(cloud->points[i][0]) < 0.7 * far) continue;
        sum += cloud->points[i][1];
        count++;
    }

    /* The arms' height gives the body's height, and the rest is the head. The span gives the arms' length. */
    if (far < 0.35 || count == 0) return false;
    const double body = fmin(fmax(sum / count / shoulder, 0.4), 1.1);
    *out = (start){.arms = 0,
                   .body = body,
                   .head = fmin(fmax((1 - body * neck) / (body * (1 - neck)), 0.5), 5),
                   .reach = fmin(fmax(far / (span * body), 0.6), 1.8)};

    return true;
}

/* Scales the template to the mesh and applies a start. */
static void make_start(pd_rig_shape *shape, const pd_rig_template *t, const start *from)
{
    static const int arms[] = {PD_RIG_L_SHOULDER, PD_RIG_R_SHOULDER, PD_RIG_L_ELBOW,
                               PD_RIG_R_ELBOW,    PD_RIG_L_WRIST,    PD_RIG_R_WRIST};
    const double scale = log(from->body / t->height);

    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        shape->rotations[j] = pd_q_identity();
        shape->lengths[j] = shape->girths[j] = scale;
    }

    for (int i = 0; i < 6; i++) shape->lengths[arms[i]] += log(from->reach);
    shape->rotations[PD_RIG_L_SHOULDER] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), -from->arms);
    shape->rotations[PD_RIG_R_SHOULDER] = pd_q_axis_angle(pd_vec3_make(0, 0, 1), from->arms);
    shape->lengths[PD_RIG_HEAD] = shape->girths[PD_RIG_HEAD] = scale + log(from->head);
    shape->root = pd_vec3_make(0, (t->joints[PD_RIG_PELVIS][1] - t->lowest) * exp(scale), 0);
}

/* Fits the template and measures the quality of the fit. */
static pd_status fit_rig(search *s, pd_rig_shape *shape, int steps, double first, bool is_quick,
                         pd_rig_fit_quality *quality)
{
    const pd_rig_fit_job job = {.shape = shape,
                                .template = s->job->template,
                                .cloud = &s->cloud,
                                .anchors = s->anchors,
                                .anchor_count = s->anchor_count,
                                .steps = steps,
                                .first_scale = first,
                                .is_quick = is_quick,
                                .cancel = s->job->cancel};
    pd_status status = pd_rig_fit_run(&job, s->err);

    return status == PD_OK ? pd_rig_fit_measure(quality, &job, s->err) : status;
}

/* Finds the best start in the mesh's present orientation: the learned one if its fit is good, or if only that
 * is wanted; otherwise the best of all. */
static pd_status fit_starts(search *s, pd_rig_shape *best, pd_rig_fit_quality *quality, bool learned_only)
{
    pd_status status = PD_OK;
    start measured;
    int count = STARTS + measured_start(&measured, &s->cloud, s->job->template);

    quality->score = INFINITY;

    /* If the learned start fits well, no other is tried. */
    if (s->job->start) {
        double joints[PD_RIG_JOINTS][3];
        float *scratch = malloc(PD_RIG_MAP_NUMBERS * sizeof *scratch);
        if (!scratch) return pd_fail(s->err, PD_ERR_MEMORY, "mesh", "out of memory for its maps");
        pd_rig_start_joints(joints, s->job->start, (const double(*)[3])s->cloud.points, s->cloud.count,
                            scratch);
        pd_rig_start_shape(best, s->job->template, (const double(*)[3])joints);
        free(scratch);
        status = fit_rig(s, best, START_STEPS, 0, true, quality);
        if (quality->score < GOOD_ENOUGH || quality->score > HOPEFUL || learned_only) count = 0;
    }

    /* Otherwise fit all starts with a few steps and keep the best. */
    for (int i = 0; status == PD_OK && i < count; i++) {
        pd_rig_fit_quality here;
        pd_rig_shape shape;
        make_start(&shape, s->job->template, i < STARTS ? &starts[i] : &measured);
        status = fit_rig(s, &shape, START_STEPS, 0, true, &here);
        if (status != PD_OK || !(here.score < quality->score)) continue;
        *quality = here;
        *best = shape;
    }

    return status;
}

/* Turns the mesh with its cloud and the markers. */
static pd_status turn_mesh(search *s, const double turn[9])
{
    const pd_rig_markers *markers = s->job->markers;
    const pd_rig_mesh *m = &s->out->mesh;

    pd_rig_cloud_deinit(&s->cloud);
    pd_status status = pd_rig_mesh_turn(&s->out->mesh, turn, s->err);
    if (status == PD_OK) status = pd_rig_cloud_init(&s->cloud, &s->out->mesh, s->err);
    if (status != PD_OK) return status;

    /* Convert the markers to anchors in the space of the turned mesh. */
    s->anchor_count = 0;
    for (int k = 0; markers && k < PD_RIG_MARKER_COUNT; k++) {
        if (!markers->given[k]) continue;
        PD_ASSERT(s->anchor_count < PD_RIG_ANCHORS);
        pd_rig_anchor *a = &s->anchors[s->anchor_count++];
        *a = (pd_rig_anchor){.joint = marker_joints[k], .vertex = -1, .weight = {0.2, 0.2, 0.02}};
        if (marker_joints[k] < 0)
            a->vertex = k == PD_RIG_MARKER_CHIN ? s->job->template->chin : s->job->template->crotch;
        for (int r = 0; r < 3; r++) {
            const double *row = m->upright + 4 * r;
            a->at[r] = (row[0] * markers->at[k][0] + row[1] * markers->at[k][1] + row[2] * markers->at[k][2] +
                        row[3]) /
                       m->height;
        }
    }

    return PD_OK;
}

/* The best orientation so far. */
typedef struct found {
    pd_rig_fit_quality quality;
    pd_rig_shape shape;
    double turn[9];
    pd_rig_axis up; /* PD_RIG_AXIS_ANY: none found */
} found;

/* A plane in both of whose directions only the learned start was tried. */
typedef struct plane {
    double score; /* the better one of both directions */
    double turns[2][9];
    int count;
    pd_rig_axis up;
} plane;

typedef struct planes {
    plane best[LOOKED_AT]; /* (count) by rising score */
    int count;
} planes;

/* Inserts a plane if it is one of the best. */
static void keep_plane(planes *all, const plane *p)
{
    int at = all->count;

    while (at > 0 && p->score < all->best[at - 1].score) at--;
    if (at == LOOKED_AT) return;
    if (all->count < LOOKED_AT) all->count++;
    memmove(all->best + at + 1, all->best + at, (size_t)(all->count - at - 1) * sizeof *all->best);
    all->best[at] = *p;
}

/* Fits the starts in one orientation and keeps the best. */
static pd_status try_way(found *best, double *score, search *s, const double turn[9], pd_rig_axis up,
                         bool learned_only)
{
    pd_rig_fit_quality here = {.score = INFINITY};
    pd_rig_shape shape;
    pd_status status = turn_mesh(s, turn);

    if (status == PD_OK) status = fit_starts(s, &shape, &here, learned_only);
    s->out->tried++;
    *score = here.score;
    if (status != PD_OK || !(here.score < best->quality.score)) return status;
    best->quality = here;
    best->shape = shape;
    best->up = up;
    memcpy(best->turn, turn, sizeof best->turn);

    return PD_OK;
}

/* Tries all facing directions with that axis up: both directions along one plane, then the next plane.
 * `later` not NULL: tries the learned start only, and adds the planes to it. */
static pd_status try_up(found *best, planes *later, search *s, pd_rig_axis up)
{
    double ways[PD_RIG_WAYS][9], facing[3];
    int count = 1;
    plane here = {.score = INFINITY, .up = up};

    /* The number of people does not depend on the facing, so it is counted once. */
    pd_rig_axis_vector(facing, s->job->facing ? s->job->facing : up % 3 == PD_RIG_Z ? PD_RIG_X : PD_RIG_Z);
    if (!pd_rig_way_of(ways[0], up, facing)) return PD_OK;
    pd_status status = turn_mesh(s, ways[0]);
    if (status != PD_OK) return status;

    const int people = count_people(&s->cloud);
    if (people > 1)
        return pd_fail(s->err, PD_ERR_INVALID, "mesh",
                       "%d people, or as many pieces of a person's height apart; one expected", people);

    /* Fit each orientation. The search may end only after both directions along a plane. */
    if (!s->job->facing) count = pd_rig_ways(ways, up, &s->out->mesh, &s->cloud);
    for (int i = 0; status == PD_OK && i < count && !pd_cancelled(s->job->cancel); i++) {
        if (i % 2 == 0 && best->quality.score < GOOD_ENOUGH) break;

        double score;
        status = try_way(best, &score, s, ways[i], up, later != NULL);
        if (status != PD_OK || !later) continue;
        if (i % 2 == 0) here = (plane){.score = INFINITY, .up = up};
        here.score = fmin(here.score, score);
        memcpy(here.turns[here.count++], ways[i], sizeof ways[i]);
        if (here.count == 2 || i == count - 1) keep_plane(later, &here);
    }

    return status;
}

/* Finds the orientation in which the template fits the mesh, and turns the mesh to it. */
static pd_status find_pose(search *s)
{
    const pd_rig_axis wanted = s->job->up;
    found best = {.quality.score = INFINITY};
    planes later = {.count = 0};
    bool is_first = true;

    /* Refuse what has no limbs. With markers, the caller has identified a person. */
    static const double as_it_is[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    pd_status status = pd_rig_mesh_init(&s->out->mesh, s->job->vertices, s->job->vertex_count, s->job->faces,
                                        s->job->face_count, as_it_is, s->err);
    if (status == PD_OK && !s->job->markers) status = pd_rig_limbs_check(&s->out->mesh, s->err);

    /* Try the axes in order, y first, until one fits well.
     * After the first axis only the learned start is tried. */
    for (int up = PD_RIG_Y; status == PD_OK && up < PD_RIG_AXES && !pd_cancelled(s->job->cancel); up++) {
        if (wanted && up != (int)wanted) continue;
        if (best.quality.score < GOOD_ENOUGH) break;
        status = try_up(&best, is_first || !s->job->start ? NULL : &later, s, (pd_rig_axis)up);
        is_first = is_first && !s->cloud.count;

        /* A mesh that has no extent along this axis may have one along another. */
        if (status == PD_ERR_INVALID && !s->cloud.count && !wanted) status = PD_OK;
    }

    /* If no start fits well, try all starts in the planes in which the learned one fits best. */
    for (int i = 0; i < later.count && best.quality.score >= GOOD_ENOUGH; i++)
        for (int k = 0; k < later.best[i].count && status == PD_OK && !pd_cancelled(s->job->cancel); k++) {
            double score;
            status = try_way(&best, &score, s, later.best[i].turns[k], later.best[i].up, false);
        }
    if (status != PD_OK || pd_cancelled(s->job->cancel)) return status;
    if (best.up == PD_RIG_AXIS_ANY)
        return pd_fail(s->err, PD_ERR_INVALID, "mesh",
                       "no person is recognised in any orientation; a mesh of a person expected");

    /* Final fit with more steps. */
    status = turn_mesh(s, best.turn);
    if (status == PD_OK) status = fit_rig(s, &best.shape, FINAL_STEPS, 0.04, false, &s->out->quality);
    s->out->shape = best.shape;
    s->out->up = best.up;
    memcpy(s->out->facing, best.turn + 6, sizeof s->out->facing);

    return status;
}

/* ---- confidence ---- */

/* Computes the confidence of each joint. Fails if the mesh is no person;
 * the error names another plan if it fits clearly. */
static pd_status judge_rig(search *s)
{
    pd_rig_result *out = s->out;
    const pd_rig_fit_quality *q = &out->quality;
    double mean = 0;

    /* Confidence: coverage and distance of the parts at the joint. */
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        const int up = pd_rig_joints[j].parent < 0 ? j : pd_rig_joints[j].parent;
        const double r = 0.5 * (q->part_residual[j] + q->part_residual[up]);
        out->confidence[j] =
            0.5 * (q->part_coverage[j] + q->part_coverage[up]) * exp(-r * r / (PART_OFF * PART_OFF));
    }

    for (int j = 0; j < PD_RIG_JOINTS; j++) mean += out->confidence[j] / PD_RIG_JOINTS;

    /* With markers, the caller has identified a person. */
    if (q->residual <= PD_RIG_RESIDUAL_MOST && (mean >= PD_RIG_CONFIDENCE_LEAST || s->anchor_count))
        return PD_OK;

    /* Try the other plans, so that the error can name one that fits. */
    const pd_rig_plan *other = NULL;
    pd_rig_solid solid;
    pd_rig_laid *laid = malloc(sizeof *laid);
    if (!laid) return pd_fail(s->err, PD_ERR_MEMORY, "mesh", "out of memory");
    pd_status status = pd_rig_solid_init(&solid, &out->mesh, s->err);
    if (status == PD_OK) status = pd_rig_lay_others(laid, &solid, s->job, out->up, PD_RIG_LAY_CLEAR, s->err);
    if (status == PD_OK) other = laid->plan;
    pd_rig_solid_deinit(&solid);
    free(laid);
    if (status != PD_OK && status != PD_ERR_INVALID) return status;

    return pd_fail(
        s->err, PD_ERR_INVALID, "mesh",
        "no person is seen: the template stays %.1f %% of the height away (at most %.0f allowed), joints are "
        "certain by %.2f (at least %.2f); %s%s",
        100 * q->residual, 100 * PD_RIG_RESIDUAL_MOST, mean, PD_RIG_CONFIDENCE_LEAST,
        other ? "what fits is template=" : "if it is one, markers help", other ? other->name : "");
}

/* ---- a second opinion ---- */

#define AGREED 0.06 /* of the height: scale of the distance between both estimates */

static pd_status go_on_rig(const search *s)
{
    return pd_cancelled(s->job->cancel) ? pd_fail(s->err, PD_ERR_BUSY, "", "cancelled") : PD_OK;
}

/* Embeds the person's plan into the solid, and changes the confidence of the limbs' joints by the distance
 * between both estimates. If the embedding fails (ERR_INVALID), the confidences remain. */
static pd_status ask_again(search *s)
{
    static const double as_it_is[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const bool is_limb[PD_RIG_JOINTS] = {
        [PD_RIG_L_SHOULDER] = true, [PD_RIG_R_SHOULDER] = true, [PD_RIG_L_ELBOW] = true,
        [PD_RIG_R_ELBOW] = true,    [PD_RIG_L_WRIST] = true,    [PD_RIG_R_WRIST] = true,
        [PD_RIG_L_HIP] = true,      [PD_RIG_R_HIP] = true,      [PD_RIG_L_KNEE] = true,
        [PD_RIG_R_KNEE] = true,     [PD_RIG_L_ANKLE] = true,    [PD_RIG_R_ANKLE] = true};
    pd_rig_result *out = s->out;
    const pd_rig_plan *plan = &pd_rig_plans[PD_RIG_PERSON];
    pd_rig_embedding *other = malloc(sizeof *other);
    pd_rig_volume volume = {0};
    pd_rig_graph graph = {0};

    out->penalty = INFINITY;
    for (int j = 0; j < PD_RIG_JOINTS; j++) out->second[j] = -1;
    pd_status status = other ? go_on_rig(s) : pd_fail(s->err, PD_ERR_MEMORY, "mesh", "out of memory");
    if (status == PD_OK) status = pd_rig_volume_init(&volume, &out->mesh, s->err);
    if (status == PD_OK) status = go_on_rig(s);
    if (status == PD_OK) status = pd_rig_graph_init(&graph, &volume, s->err);
    if (status == PD_OK) status = go_on_rig(s);
    if (status == PD_OK) {
        const pd_rig_embed_job embed = {.plan = plan, .graph = &graph, .turn = as_it_is};
        status = pd_rig_embed(other, &embed, s->err);
    }

    if (status == PD_OK) status = go_on_rig(s);

    /* Confidence increases where both estimates agree, and decreases elsewhere. */
    if (status == PD_OK) {
        pd_rig_refine(other, plan, &graph);
        out->penalty = other->cost;
        for (int j = 0; j < PD_RIG_JOINTS; j++) {
            double square = 0;
            for (int c = 0; c < 3; c++) square += pow(other->joints[j][c] - out->joints[j][c], 2);
            const double beyond = sqrt(square) - PD_RIG_SPINE_APART;
            const bool is_trunk = j == PD_RIG_PELVIS || j == PD_RIG_SPINE1 || j == PD_RIG_SPINE2 ||
                                  j == PD_RIG_SPINE3 || j == PD_RIG_NECK;
            if (is_trunk) out->second[j] = sqrt(square);
            if (is_trunk && beyond > 0) out->confidence[j] *= exp(-beyond * beyond / (AGREED * AGREED));
            if (!is_limb[j]) continue;
            out->second[j] = sqrt(square);
            out->confidence[j] =
                fmin(1, out->confidence[j] * (0.85 + 0.3 * exp(-square / (AGREED * AGREED))));
        }
    }

    pd_rig_graph_deinit(&graph);
    pd_rig_volume_deinit(&volume);
    free(other);

    return status == PD_ERR_INVALID ? PD_OK : status;
}

/* ---- weights ---- */

pd_status pd_rig_weighing_init(pd_rig_weighing *out, const pd_rig_result *rig, const pd_rig_job *job,
                               const double (*joints)[3], pd_error *err)
{
    const pd_rig_template *t = job->template;
    const size_t n = (size_t)t->vertex_count;
    pd_rig_stance stance;

    *out = (pd_rig_weighing){.points = malloc(n * sizeof *out->points),
                             .normals = malloc(n * sizeof *out->normals)};
    if (!out->points || !out->normals) {
        pd_rig_weighing_deinit(out);
        return pd_fail(err, PD_ERR_MEMORY, "weights", "out of memory for %zu vertices", n);
    }

    pd_rig_stance_of(&stance, t, &rig->shape);
    for (int i = 0; i < t->vertex_count; i++)
        pd_rig_template_point(out->points[i], out->normals[i], t, &stance, i);

    const double(*at)[3] = joints ? joints : (const double(*)[3])rig->joints;

    /* A bone ends at the next joint. Without a child, it ends at 0.9 of the distance
     * to the farthest point of its part. */
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        int next = -1, children = 0;
        for (int k = 0; k < PD_RIG_JOINTS; k++)
            if (pd_rig_joints[k].parent == j) {
                children++;
                if (next < 0 || k == PD_RIG_SPINE1 || k == PD_RIG_NECK) next = k;
            }
        memcpy(out->bones[j].from, at[j], sizeof out->bones[j].from);
        memcpy(out->bones[j].to, at[children ? next : j], sizeof out->bones[j].to);
        if (children) continue;

        /* Tip of the part: the vertex that is farthest along the part's axis. */
        double far = 0;
        int tip = -1;
        for (int i = 0; i < t->vertex_count; i++) {
            if (t->influences[i][0] != j) continue;
            double along = 0;
            for (int c = 0; c < 3; c++) along += t->axes[j][c] * (t->vertices[i][c] - t->joints[j][c]);
            if (along > far) {
                far = along;
                tip = i;
            }
        }

        for (int c = 0; tip >= 0 && c < 3; c++)
            out->bones[j].to[c] += 0.9 * (out->points[tip][c] - out->bones[j].to[c]);
    }

    out->job = (pd_rig_weights_job){
        .mesh = &rig->mesh,
        .source = {(const double(*)[3])out->points, (const double(*)[3])out->normals,
                   (const int(*)[4])t->influences, (const double(*)[4])t->weights, t->vertex_count},
        .bones = out->bones,
        .bone_count = PD_RIG_JOINTS,
        .method = job->weights,
        .net = job->net,
        .cancel = job->cancel};

    return PD_OK;
}

void pd_rig_weighing_deinit(pd_rig_weighing *weighing)
{
    free(weighing->points);
    free(weighing->normals);
    memset(weighing, 0, sizeof *weighing);
}

pd_status pd_rig_weigh(pd_rig_weights *out, const pd_rig_result *rig, const pd_rig_job *job,
                       const double (*joints)[3], pd_error *err)
{
    pd_rig_weighing weighing;
    pd_status status = pd_rig_weighing_init(&weighing, rig, job, joints, err);

    if (status != PD_OK) return status;
    status = pd_rig_weights_run(out, &weighing.job, err);
    pd_rig_weighing_deinit(&weighing);

    return status;
}

/* ---- rigging ---- */

pd_status pd_rig_run(pd_rig_result *out, const pd_rig_job *job, pd_error *err)
{
    PD_ASSERT(job->plan == PD_RIG_PERSON);
    search *s = calloc(1, sizeof *s);
    memset(out, 0, sizeof *out);
    if (!s) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    s->job = job;
    s->out = out;
    s->err = err;

    /* Fit the template. */
    pd_status status = find_pose(s);
    if (status == PD_OK) status = go_on_rig(s);
    if (status == PD_OK) status = judge_rig(s);
    if (status == PD_OK) {
        /* Joints of the fit. Feet stay above the ground. */
        static const int feet[] = {PD_RIG_L_ANKLE, PD_RIG_R_ANKLE, PD_RIG_L_FOOT, PD_RIG_R_FOOT};
        pd_rig_stance stance;
        pd_rig_stance_of(&stance, job->template, &out->shape);
        memcpy(out->joints, stance.at, sizeof stance.at);
        for (int i = 0; i < 4; i++) {
            double *y = &out->joints[feet[i]][1];
            *y = fmax(*y, i < 2 ? 0.015 : 0.005); /* of the height: ankles, toes */
        }

        status = ask_again(s);
    }

    /* Doubt, bones and weights. */
    if (status == PD_OK) {
        out->is_doubtful = out->quality.residual > PD_RIG_RESIDUAL_DOUBT;
        for (int j = 0; j < PD_RIG_JOINTS; j++)
            out->is_doubtful = out->is_doubtful || out->confidence[j] < PD_RIG_DOUBTFUL;

        out->bone_count = PD_RIG_JOINTS;
        for (int j = 0; j < PD_RIG_JOINTS; j++) {
            out->bones[j] = (pd_rig_bone){
                .is_vrm = true, .parent = pd_rig_joints[j].parent, .confidence = out->confidence[j]};
            snprintf(out->bones[j].name, sizeof out->bones[j].name, "%s", pd_rig_joints[j].bone);
            memcpy(out->bones[j].at, out->joints[j], sizeof out->bones[j].at);
        }

        status = pd_rig_weigh(&out->weights, out, job, NULL, err);
    }

    /* Check the weights as a walk shows them. */
    if (status == PD_OK)
        status = pd_rig_mend(&out->mended, &out->weights, &out->mesh, (const double(*)[3])out->joints, err);
    if (status == PD_OK) out->is_doubtful = out->is_doubtful || out->mended.stretched > 0;

    if (status == PD_OK) status = go_on_rig(s);
    if (status == PD_OK && !job->no_fingers) status = pd_rig_fingers(out, err);
    pd_rig_cloud_deinit(&s->cloud);
    free(s);
    if (status != PD_OK) pd_rig_deinit(out);

    return status;
}

void pd_rig_deinit(pd_rig_result *rig)
{
    pd_rig_mesh_deinit(&rig->mesh);
    pd_rig_weights_deinit(&rig->weights);
    memset(rig, 0, sizeof *rig);
}

size_t pd_rig_bytes(int vertex_count, int face_count)
{
    const size_t v = (size_t)vertex_count;
    const size_t f = (size_t)face_count;
    return SOLID_BYTES + v * (124 + 2 * PD_RIG_JOINTS * sizeof(float) + FACTOR_BYTES) + f * FACE_BYTES;
}

double pd_rig_milliseconds(const pd_rig_job *job)
{
    const int ups = job->up ? 1 : PD_RIG_AXES - 1;
    const int ways = job->facing ? 1 : PD_RIG_WAYS;
    const bool is_person = job->plan == PD_RIG_PERSON;
    const double once = is_person ? PERSON_MS : CREATURE_MS;
    const double turned = is_person ? ways * (PERSON_WAY_MS + (ups - 1) * LEARNED_WAY_MS) +
                                          (ups > 1 ? fmin(ways, 2) * LOOKED_AT * PERSON_WAY_MS : 0)
                                    : ups * CREATURE_UP_MS;
    const double others =
        fmin(ups, 3) * OTHERS_UP_MS + (is_person ? CREATURE_MS : fmax(ups - 3, 0) * OTHERS_UP_MS / 3);

    return once + turned + others + VERTEX_MS * job->vertex_count;
}
