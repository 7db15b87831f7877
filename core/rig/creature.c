#include "core/rig/embed.h"
#include "core/rig/rig.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNUSUAL     0.3  /* what it costs that an axis other than y is up, a little more for each behind z */
#define BY_RESIDUAL 30.0 /* penalties that a residual of the whole size is worth */
#define BLOCKED     2    /* cells outside between a vertex and a bone: more, and it does not see the bone  */
#define AS_NEAR     1.02
#define NEAR        0.1 /* of the size: covered   */
#define CERTAIN     1.2 /* a chain whose penalties are that many is certain by 1 / e */

typedef struct creature {
    const pd_rig_job *job;
    pd_rig_result *out;
    const pd_rig_plan *plan;
    pd_rig_cloud points, cloud; /* where volume and graph stand; of the mesh as it stands now */
    pd_rig_volume volume;
    pd_rig_graph graph;
    pd_rig_embedding best;
    double turn[9];
    double score, residual, coverage; /* of the best; */
    double least;                     /* cost of any */
    double size;                      /* the largest extent, of the first height */
    pd_rig_axis up;
    double first[12], first_height; /* upright and height for which volume and graph were made */
    pd_error *err;
} creature;

/* ---- how well they fit ---- */

/* A bone goes to the next joint or tip: of several to that in the middle, else it is a point. Returns that row, or the bone's own. */
static int bone_end(const creature *s, const pd_rig_embedding *e, int row)
{
    int next = row, children = 0;
    for (int j = row + 1; j < s->plan->count; j++) {
        if (s->plan->rows[j].parent != row || !e->is_there[j]) continue;
        if (!children++ || s->plan->rows[j].mirror == j) next = j;
    }
    return children > 1 && s->plan->rows[next].mirror != next ? row : next;
}

/* The surface against capsules about the bones, each as wide as the solid is there; of the first height. */
static void measure(double *residual, double *coverage, const creature *s, const pd_rig_embedding *e)
{
    double sum = 0, covered = 0;
    for (int i = 0; i < s->points.count; i++) {
        double least = INFINITY, best[3] = {0};
        for (int k = 1; k < s->plan->count; k++) {
            const int up = s->plan->rows[k].parent;
            double at[3];
            pd_rig_segment bar;
            if (!e->is_there[k]) continue;
            memcpy(bar.from, e->joints[up], sizeof bar.from);
            memcpy(bar.to, e->joints[k], sizeof bar.to);
            const double square = pd_rig_segment_nearest(at, s->points.points[i], &bar);
            if (square < least) least = square, memcpy(best, at, sizeof best);
        }
        const double off = sqrt(least) - pd_rig_volume_at(&s->volume, best);
        sum += off * off, covered += fabs(off) < NEAR * s->size;
    }
    *residual = sqrt(sum / s->points.count) / s->size;
    *coverage = covered / s->points.count;
}

/* ---- which way it stands ---- */

static pd_status make_solid(creature *s)
{
    static const double as_it_is[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    const pd_rig_job *job = s->job;
    pd_rig_mesh *m = &s->out->mesh;

    pd_status status =
        pd_rig_mesh_init(m, job->vertices, job->vertex_count, job->faces, job->face_count, as_it_is, s->err);
    if (status != PD_OK) return status;
    memcpy(s->first, m->upright, sizeof s->first);
    s->first_height = m->height;
    status = pd_rig_cloud_init(&s->points, m, s->err);
    if (status == PD_OK) status = pd_rig_volume_init(&s->volume, m, s->err);
    s->size = s->volume.cell * PD_RIG_VOLUME_CELLS;
    return status == PD_OK ? pd_rig_graph_init(&s->graph, &s->volume, s->err) : status;
}

static pd_status try_up(creature *s, pd_rig_axis up)
{
    double ways[PD_RIG_WAYS][9], facing[3];
    int count = 1;

    pd_rig_axis_vector(facing, s->job->facing ? s->job->facing : up % 3 == PD_RIG_Z ? PD_RIG_X : PD_RIG_Z);
    if (!pd_rig_way_of(ways[0], up, facing)) return PD_OK;
    if (!s->job->facing) {
        pd_rig_cloud_deinit(&s->cloud);
        if (pd_rig_mesh_turn(&s->out->mesh, ways[0], NULL) != PD_OK) return PD_OK;
        const pd_status status = pd_rig_cloud_init(&s->cloud, &s->out->mesh, s->err);
        if (status != PD_OK) return status;
        count = pd_rig_ways(ways, up, &s->out->mesh, &s->cloud);
    }
    for (int i = 0; i < count && !pd_cancelled(s->job->cancel); i++) {
        pd_rig_embedding here;
        const pd_status status = pd_rig_embed(&here, s->plan, &s->graph, ways[i], s->err);
        s->out->tried++;
        if (status == PD_ERR_MEMORY) return status;
        if (status != PD_OK) continue;
        if (here.cost > PD_RIG_PENALTY_MOST || here.cost > s->score) {
            s->least = fmin(s->least, here.cost);
            continue;
        }
        /* head and tail may change places for little: what decides is how well the bones fill the body */
        double residual, coverage;
        pd_rig_refine(&here, s->plan, &s->graph);
        measure(&residual, &coverage, s, &here);
        const double score = here.cost + BY_RESIDUAL * residual +
                             (s->job->up || up == PD_RIG_Y ? 0 : UNUSUAL * (up == PD_RIG_Z ? 1 : 2));
        if (!(score < s->score)) continue;
        s->best = here, s->up = up, s->score = score, s->residual = residual, s->coverage = coverage;
        memcpy(s->turn, ways[i], sizeof s->turn);
    }
    return PD_OK;
}

static pd_status find_way(creature *s)
{
    pd_status status = PD_OK;
    s->score = s->least = INFINITY;
    for (int up = PD_RIG_Y; status == PD_OK && up < PD_RIG_AXES && !pd_cancelled(s->job->cancel); up++)
        if (!s->job->up || up == (int)s->job->up) status = try_up(s, (pd_rig_axis)up);
    if (status != PD_OK) return status;
    if (pd_cancelled(s->job->cancel)) return pd_fail(s->err, PD_ERR_BUSY, "", "cancelled");
    if (s->score < INFINITY) return PD_OK;
    return pd_fail(s->err, PD_ERR_INVALID, "mesh",
                   "no %s is seen (%s): %d ends of limbs, penalties %.1f (at most %.1f allowed), whichever "
                   "way it is turned",
                   s->plan->name, s->plan->doc, s->graph.end_count, fmin(s->least, 999), PD_RIG_PENALTY_MOST);
}

/* ---- bones ---- */

/* From where volume and graph stand to where the mesh stands now. */
static void carry(double out[3], const creature *s, const double at[3])
{
    const pd_rig_mesh *m = &s->out->mesh;
    double file[3];
    for (int c = 0; c < 3; c++)
        file[c] = at[c] * s->first_height - s->first[4 * c + 3]; /* the axes are the file's */
    for (int r = 0; r < 3; r++) {
        const double *row = m->upright + 4 * r;
        out[r] = (row[0] * file[0] + row[1] * file[1] + row[2] * file[2] + row[3]) / m->height;
    }
}

static void take_bones(creature *s, pd_rig_segment *segments)
{
    pd_rig_result *out = s->out;
    int number[PD_RIG_PLAN_JOINTS];

    out->bone_count = 0;
    for (int k = 0; k < s->plan->count; k++) {
        const pd_rig_plan_row *row = &s->plan->rows[k];
        number[k] = -1;
        if (row->flags & PD_RIG_TIP || !s->best.is_there[k]) continue;
        pd_rig_bone *bone = &out->bones[out->bone_count];
        number[k] = out->bone_count++;
        *bone = (pd_rig_bone){.parent = row->parent < 0 ? -1 : number[row->parent]};
        snprintf(bone->name, sizeof bone->name, "%s", row->name);
        carry(bone->at, s, s->best.joints[k]);
        bone->confidence = exp(-fmax(s->best.row_cost[k], 0) / CERTAIN);
        if (!(pd_rig_volume_at(&s->volume, s->best.joints[k]) > 0)) bone->confidence *= 0.3;
        out->is_doubtful = out->is_doubtful || bone->confidence < PD_RIG_DOUBTFUL;

        const int end = bone_end(s, &s->best, k);
        pd_rig_segment *bar = &segments[number[k]];
        memcpy(bar->from, bone->at, sizeof bar->from);
        carry(bar->to, s, s->best.joints[end]);
    }
}

/* ---- weights ---- */

/* Back to where the volume stands. */
static void uncarry(double out[3], const creature *s, const double at[3])
{
    const pd_rig_mesh *m = &s->out->mesh;
    double upright[3];
    for (int r = 0; r < 3; r++) upright[r] = at[r] * m->height - m->upright[4 * r + 3];
    for (int c = 0; c < 3; c++) {
        const double x =
            m->upright[c] * upright[0] + m->upright[4 + c] * upright[1] + m->upright[8 + c] * upright[2];
        out[c] = (x + s->first[4 * c + 3]) / s->first_height;
    }
}

static bool sees(const creature *s, const double vertex[3], const double normal[3], const double bone[3])
{
    double from[3], to[3], inward[3], square = 0;
    int outside = 0;
    /* a cell below the skin, so that the cells of the skin itself do not count */
    for (int c = 0; c < 3; c++)
        inward[c] = vertex[c] - normal[c] * s->volume.cell * s->first_height / s->out->mesh.height;
    uncarry(from, s, inward);
    uncarry(to, s, bone);
    for (int c = 0; c < 3; c++) square += (to[c] - from[c]) * (to[c] - from[c]);
    const int steps = 1 + (int)(sqrt(square) / s->volume.cell);
    for (int i = 0; i <= steps && outside <= BLOCKED; i++) {
        double p[3];
        for (int c = 0; c < 3; c++) p[c] = from[c] + (to[c] - from[c]) * i / steps;
        outside += !(pd_rig_volume_at(&s->volume, p) > 0);
    }
    return outside <= BLOCKED;
}

/* Of each vertex the nearest bone that it sees, and those about as near; where it sees none the nearest of all. */
static void find_visible(uint64_t *allowed, const creature *s, const pd_rig_segment *segments)
{
    const pd_rig_mesh *m = &s->out->mesh;
    const int bones = s->out->bone_count;
    for (int i = 0; i < m->vertex_count; i++) {
        const double *p = m->points + 3 * (size_t)i, *n = m->normals + 3 * (size_t)i;
        double square[PD_RIG_BONES_MOST], at[PD_RIG_BONES_MOST][3], found = INFINITY;
        uint64_t done = 0;
        int nearest = 0;
        for (int k = 0; k < bones; k++) {
            square[k] = pd_rig_segment_nearest(at[k], p, &segments[k]);
            if (square[k] < square[nearest]) nearest = k;
        }
        allowed[i] = 0;
        for (int rank = 0; rank < bones; rank++) {
            int next = -1;
            for (int k = 0; k < bones; k++)
                if (!(done >> k & 1) && (next < 0 || square[k] < square[next])) next = k;
            if (next < 0 || square[next] > AS_NEAR * AS_NEAR * found) break;
            done |= 1ull << next;
            if (!sees(s, p, n, at[next])) continue;
            allowed[i] |= 1ull << next;
            found = fmin(found, square[next]);
        }
        if (!allowed[i]) allowed[i] = 1ull << nearest;
    }
}

static pd_status weigh(creature *s, const pd_rig_segment *segments)
{
    uint64_t *allowed = malloc((size_t)s->out->mesh.vertex_count * sizeof *allowed);
    if (!allowed)
        return pd_fail(s->err, PD_ERR_MEMORY, "weights", "out of memory for %d vertices",
                       s->out->mesh.vertex_count);
    find_visible(allowed, s, segments);
    const pd_rig_weights_job job = {.mesh = &s->out->mesh,
                                    .bones = segments,
                                    .bone_count = s->out->bone_count,
                                    .allowed = allowed,
                                    .heat_share = 1,
                                    .cancel = s->job->cancel};
    const pd_status status = pd_rig_weights_run(&s->out->weights, &job, s->err);
    free(allowed);
    return status;
}

/* ---- all of it ---- */

pd_status pd_rig_creature_run(pd_rig_result *out, const pd_rig_job *job, pd_error *err)
{
    pd_rig_segment segments[PD_RIG_BONES_MOST];
    creature *s = calloc(1, sizeof *s);

    memset(out, 0, sizeof *out);
    if (!s) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    s->job = job, s->out = out, s->err = err;
    s->plan = &pd_rig_plans[job->plan];
    out->plan = job->plan;

    pd_status status = make_solid(s);
    if (status == PD_OK) status = find_way(s);
    if (status == PD_OK) {
        out->is_doubtful = s->residual > PD_RIG_RESIDUAL_DOUBT;
        out->up = s->up;
        out->penalty = s->best.cost;
        memcpy(out->facing, s->turn + 6, sizeof out->facing);
        out->quality.residual = s->residual, out->quality.coverage = s->coverage;
        status = pd_rig_mesh_turn(&out->mesh, s->turn, err);
    }
    if (status == PD_OK) {
        take_bones(s, segments);
        status = weigh(s, segments);
    }
    pd_rig_cloud_deinit(&s->cloud), pd_rig_cloud_deinit(&s->points);
    pd_rig_graph_deinit(&s->graph);
    pd_rig_volume_deinit(&s->volume);
    free(s);
    if (status != PD_OK) pd_rig_deinit(out);
    return status;
}
