#include "core/rig/lay.h"

#include "core/base/assert.h"
#include "core/math/mat3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UNUSUAL     0.3  /* cost of an up axis other than y, slightly more for each after z */
#define BY_RESIDUAL 30.0 /* weight of the residual, relative to the size */
#define NEAR        0.1  /* of the size: the surface within this distance is covered */
#define BY_FEET     0.3  /* bonus of feet that point forward, and cost of feet that point backward */
#define POINTED     0.02 /* of the height: soles this far in front of the shanks get the full bonus */
#define ABOUT       0.09 /* of the size: points within this distance of a foot's tip belong to the foot */
#define SOLE        0.04 /* of the height: points of the sole are below this */
#define SHANK_FROM  0.08 /* of the height: points of the shank are between these */
#define SHANK_TO    0.16 /* see above */
#define ENOUGH      4    /* least number of points of sole and shank */

/* ---- the solid ---- */

pd_status pd_rig_solid_init(pd_rig_solid *out, pd_rig_mesh *mesh, pd_error *err)
{
    static const double as_it_is[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

    memset(out, 0, sizeof *out);
    pd_status status = pd_rig_mesh_turn(mesh, as_it_is, err);
    if (status != PD_OK) return status;
    out->mesh = mesh;
    memcpy(out->first, mesh->upright, sizeof out->first);
    out->first_height = mesh->height;
    status = pd_rig_cloud_init(&out->points, mesh, err);
    if (status == PD_OK) status = pd_rig_volume_init(&out->volume, mesh, err);
    out->size = out->volume.cell * PD_RIG_VOLUME_CELLS;

    return status == PD_OK ? pd_rig_graph_init(&out->graph, &out->volume, err) : status;
}

void pd_rig_solid_deinit(pd_rig_solid *solid)
{
    pd_rig_cloud_deinit(&solid->points);
    pd_rig_graph_deinit(&solid->graph);
    pd_rig_volume_deinit(&solid->volume);
    memset(solid, 0, sizeof *solid);
}

/* Compares the surface with capsules around the bones (lay.h). */
static void measure_lay(double *residual, double *coverage, const pd_rig_solid *s, const pd_rig_plan *plan,
                        const pd_rig_embedding *e)
{
    PD_ASSERT(s->points.count > 0 && plan->count <= PD_RIG_PLAN_JOINTS);
    double sum = 0, covered = 0;

    /* Nearest bone of each point of the surface.
     * A capsule is as thick as the solid at that point of the bone. */
    for (int i = 0; i < s->points.count; i++) {
        double least = INFINITY, best[3] = {0};
        for (int k = 1; k < plan->count; k++) {
            const int up = plan->rows[k].parent;
            double at[3];
            PD_DEBUG_ASSERT(up >= 0 && up < k);
            pd_rig_segment bar;
            if (!e->is_there[k]) continue;
            memcpy(bar.from, e->joints[up], sizeof bar.from);
            memcpy(bar.to, e->joints[k], sizeof bar.to);
            const double square = pd_rig_segment_nearest(at, s->points.points[i], &bar);
            if (square < least) {
                least = square;
                memcpy(best, at, sizeof best);
            }
        }

        const double off = sqrt(least) - pd_rig_volume_at(&s->volume, best);
        sum += off * off;
        covered += fabs(off) < NEAR * s->size;
    }

    *residual = sqrt(sum / s->points.count) / s->size;
    *coverage = covered / s->points.count;
}

/* Returns the distance of the soles in front of the shanks, relative to the height. Feet, paws and hooves
 * point forward. 0: undecided. */
static double pointing(const pd_rig_solid *s, const pd_rig_plan *plan, const pd_rig_embedding *e,
                       const double turn[9])
{
    const double *across = turn;
    const double *up = turn + 3;
    const double *ahead = turn + 6;
    double low = INFINITY, high = -INFINITY, sum = 0;
    int feet = 0;

    /* Extent of the body along the up axis. */
    for (int i = 0; i < s->points.count; i++) {
        const double y = pd_dot3(up, s->points.points[i]);
        low = fmin(low, y);
        high = fmax(high, y);
    }

    /* Points of soles and shanks around each foot. */
    for (int k = 0; k < plan->count; k++) {
        double sole = 0, shank = 0;
        int soles = 0, shanks = 0;
        if (!(plan->rows[k].flags & PD_RIG_FOOT) || !e->is_there[k]) continue;
        for (int i = 0; i < s->points.count; i++) {
            const double *p = s->points.points[i];
            const double off[3] = {p[0] - e->joints[k][0], p[1] - e->joints[k][1], p[2] - e->joints[k][2]};
            const double y = (pd_dot3(up, p) - low) / (high - low);
            const double z = pd_dot3(ahead, off);
            if (hypot(pd_dot3(across, off), z) > ABOUT * s->size) continue;
            if (y < SOLE) {
                sole += z;
                soles++;
            }

            if (y > SHANK_FROM && y < SHANK_TO) {
                shank += z;
                shanks++;
            }
        }

        if (soles < ENOUGH || shanks < ENOUGH) continue;
        sum += (sole / soles - shank / shanks) / (high - low);
        feet++;
    }

    return feet ? sum / feet : 0;
}

/* ---- one plan ---- */

void pd_rig_lay_begin(pd_rig_laid *out, pd_rig_plan_id plan)
{
    PD_ASSERT((unsigned)plan < PD_RIG_PLANS);
    memset(out, 0, sizeof *out);
    out->plan = &pd_rig_plans[plan];
    out->score = out->least = INFINITY;
}

/* Lists the orientations with that axis up. count 0: the mesh has no extent, or the job's facing is parallel
 * to the axis. */
static pd_status find_ways(double (*ways)[9], int *count, const pd_rig_solid *solid, const pd_rig_job *job,
                           pd_rig_axis up, pd_error *err)
{
    double facing[3];
    pd_rig_cloud cloud = {0};

    *count = 0;
    pd_rig_axis_vector(facing, job->facing ? job->facing : up % 3 == PD_RIG_Z ? PD_RIG_X : PD_RIG_Z);
    if (!pd_rig_way_of(ways[0], up, facing)) return PD_OK;
    if (job->facing) {
        *count = 1;
        return PD_OK;
    }

    if (pd_rig_mesh_turn(solid->mesh, ways[0], NULL) != PD_OK) return PD_OK;
    const pd_status status = pd_rig_cloud_init(&cloud, solid->mesh, err);
    if (status == PD_OK) *count = pd_rig_ways(ways, up, solid->mesh, &cloud);
    pd_rig_cloud_deinit(&cloud);

    return status;
}

pd_status pd_rig_lay(pd_rig_laid *out, const pd_rig_solid *solid, const pd_rig_job *job, pd_rig_axis up,
                     pd_error *err)
{
    double ways[PD_RIG_WAYS][9];
    int count;

    pd_status status = find_ways(ways, &count, solid, job, up, err);
    PD_ASSERT(count >= 0 && count <= PD_RIG_WAYS);

    /* Embed the plan in each orientation. If its cost exceeds the best score,
     * the residual is not computed. */
    for (int i = 0; i < count && status == PD_OK; i++) {
        pd_rig_embedding here;
        if (pd_cancelled(job->cancel)) {
            status = pd_fail(err, PD_ERR_BUSY, "", "cancelled");
            break;
        }

        const pd_rig_embed_job embed = {.plan = out->plan, .graph = &solid->graph, .turn = ways[i]};
        const pd_status laid = pd_rig_embed(&here, &embed, err);
        out->tried++;
        if (laid == PD_ERR_MEMORY) status = laid;
        if (laid != PD_OK) continue;
        out->least = fmin(out->least, here.cost);
        if (here.cost > PD_RIG_PENALTY_MOST || here.cost > out->score) continue;

        /* Score: penalties, residual, direction of the feet, and up axis. */
        double residual, coverage;
        pd_rig_refine(&here, out->plan, &solid->graph);
        measure_lay(&residual, &coverage, solid, out->plan, &here);
        const double feet = pointing(solid, out->plan, &here, ways[i]) / POINTED;
        const double score = here.cost + BY_RESIDUAL * residual - BY_FEET * fmax(-1, fmin(1, feet)) +
                             (job->up || up == PD_RIG_Y ? 0 : UNUSUAL * (up == PD_RIG_Z ? 1 : 2));
        if (!(score < out->score)) continue;
        out->embedding = here;
        out->up = up;
        out->score = score;
        out->residual = residual;
        out->coverage = coverage;
        memcpy(out->turn, ways[i], sizeof out->turn);
    }

    return status;
}

/* ---- other plans ---- */

pd_status pd_rig_lay_others(pd_rig_laid *out, const pd_rig_solid *solid, const pd_rig_job *job,
                            pd_rig_axis up, double most, pd_error *err)
{
    const pd_rig_axis ups[] = {PD_RIG_Y, up, PD_RIG_Z, PD_RIG_X, PD_RIG_MY, PD_RIG_MZ, PD_RIG_MX};
    pd_rig_laid *here = malloc(sizeof *here);
    pd_status status = here ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "mesh", "out of memory");

    memset(out, 0, sizeof *out);
    most = fmin(most, PD_RIG_LAY_NAMED);

    /* Likely axes first. From the fourth on, only the person's plan is tried. */
    for (int i = 0; i < 7 && status == PD_OK; i++) {
        const int plans = i < 3 ? PD_RIG_PLANS : PD_RIG_PERSON + 1;
        const bool is_again = i == 1 ? up == PD_RIG_Y : i > 1 && ups[i] == up;
        if (!ups[i] || is_again || (job->up && ups[i] != job->up)) continue;

        /* Keep the plan with the least cost. */
        for (int plan = 0; plan < plans && status == PD_OK; plan++) {
            if (plan == (int)job->plan) continue;
            pd_rig_lay_begin(here, (pd_rig_plan_id)plan);
            status = pd_rig_lay(here, solid, job, ups[i], err);
            if (status == PD_OK && here->residual <= PD_RIG_RESIDUAL_MOST && here->score < INFINITY &&
                here->embedding.cost < most) {
                most = here->embedding.cost;
                *out = *here;
            }
        }

        if (out->plan && most <= PD_RIG_LAY_CLEAR) break;
    }

    free(here);

    return status;
}
