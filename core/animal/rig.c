#include "core/animal/rig.h"

#include "core/rig/lay.h"

#include "core/base/assert.h"
#include "core/rig/base/limbs.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCKED 2    /* largest number of cells outside the solid between a vertex and a bone that it sees */
#define AS_NEAR 1.02 /* largest ratio of two distances that count as equal */
#define CERTAIN 1.2  /* penalties of a limb at which its confidence is 1 / e */

typedef struct creature {
    const pd_rig_job *job;
    pd_rig_result *out;
    const pd_rig_plan *plan;
    pd_rig_solid solid;
    pd_rig_laid best,
        other; /* result of the job's plan, and the best of the other plans if they were tried */
    pd_error *err;
} creature;

/* ---- refusal ---- */

/* Fails if the plan does not fit. The error names a plan that fits better, if there is one. */
static pd_status refuse_rig(creature *s)
{
    const pd_rig_laid *best = &s->best;
    const bool is_laid = best->score < INFINITY;
    const double penalties = is_laid ? best->embedding.cost : best->least;
    char other[96] = "";

    if (s->other.plan)
        snprintf(other, sizeof other, "; a %s fits better, penalties %.1f: template=%s", s->other.plan->name,
                 s->other.embedding.cost, s->other.plan->name);
    if (!is_laid)
        return pd_fail(
            s->err, PD_ERR_INVALID, "mesh",
            "no %s is seen (%s): %d ends of limbs, penalties %.1f (at most %.1f allowed), whichever "
            "way it is turned%s",
            s->plan->name, s->plan->doc, s->solid.graph.end_count, fmin(penalties, 999), PD_RIG_PENALTY_MOST,
            other);
    if (best->residual > PD_RIG_RESIDUAL_MOST)
        return pd_fail(
            s->err, PD_ERR_INVALID, "mesh",
            "no %s is seen (%s): bones with flesh about them stay %.1f %% of the size away (at most "
            "%.0f allowed)%s",
            s->plan->name, s->plan->doc, 100 * best->residual, 100 * PD_RIG_RESIDUAL_MOST, other);

    if (s->other.plan)
        return pd_fail(s->err, PD_ERR_INVALID, "mesh", "no %s is seen (%s): penalties %.1f%s", s->plan->name,
                       s->plan->doc, penalties, other);

    return PD_OK;
}

/* ---- bones ---- */

/* Transforms a point from the orientation of volume and graph to the mesh's present orientation. */
static void carry_rig(double out[3], const creature *s, const double at[3])
{
    const pd_rig_mesh *m = &s->out->mesh;
    double file[3];

    for (int c = 0; c < 3; c++)
        file[c] = at[c] * s->solid.first_height - s->solid.first[4 * c + 3]; /* in the file's axes */
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

    /* Bones are the plan's joints, except tips and missing ones. */
    for (int k = 0; k < s->plan->count; k++) {
        const pd_rig_plan_row *row = &s->plan->rows[k];
        number[k] = -1;
        if (row->flags & PD_RIG_TIP || !s->best.embedding.is_there[k]) continue;
        PD_ASSERT(out->bone_count < PD_RIG_BONES_MOST && row->parent < k);
        pd_rig_bone *bone = &out->bones[out->bone_count];
        number[k] = out->bone_count++;
        *bone = (pd_rig_bone){.parent = row->parent < 0 ? -1 : number[row->parent]};
        snprintf(bone->name, sizeof bone->name, "%s", row->name);

        /* Confidence from the limb's penalties; lower for a joint outside the solid. */
        carry_rig(bone->at, s, s->best.embedding.joints[k]);
        bone->confidence = exp(-fmax(s->best.embedding.row_cost[k], 0) / CERTAIN);
        if (!(pd_rig_volume_at(&s->solid.volume, s->best.embedding.joints[k]) > 0)) bone->confidence *= 0.3;
        out->is_doubtful = out->is_doubtful || bone->confidence < PD_RIG_DOUBTFUL;

        /* A bone ends at the next joint or tip. Of several, it ends at the one in the middle plane. A bone
         * without a next joint is a point. */
        int end = k;
        int children = 0;
        for (int j = k + 1; j < s->plan->count; j++) {
            if (s->plan->rows[j].parent != k || !s->best.embedding.is_there[j]) continue;
            if (!children++ || s->plan->rows[j].mirror == j) end = j;
        }

        if (children > 1 && s->plan->rows[end].mirror != end) end = k;
        pd_rig_segment *bar = &segments[number[k]];
        memcpy(bar->from, bone->at, sizeof bar->from);
        carry_rig(bar->to, s, s->best.embedding.joints[end]);
    }
}

/* ---- weights ---- */

/* Transforms a point from the mesh's present orientation to that of volume and graph. */
static void uncarry(double out[3], const creature *s, const double at[3])
{
    const pd_rig_mesh *m = &s->out->mesh;
    double upright[3];

    for (int r = 0; r < 3; r++) upright[r] = at[r] * m->height - m->upright[4 * r + 3];
    for (int c = 0; c < 3; c++) {
        const double x =
            m->upright[c] * upright[0] + m->upright[4 + c] * upright[1] + m->upright[8 + c] * upright[2];
        out[c] = (x + s->solid.first[4 * c + 3]) / s->solid.first_height;
    }
}

/* Returns whether the segment from the vertex to the bone is inside the solid. */
static bool sees(const creature *s, const double vertex[3], const double normal[3], const double bone[3])
{
    double from[3], to[3], inward[3];
    double square = 0;
    int outside = 0;

    /* Start one cell below the skin, so that the skin's own cells do not count. */
    for (int c = 0; c < 3; c++)
        inward[c] =
            vertex[c] - normal[c] * s->solid.volume.cell * s->solid.first_height / s->out->mesh.height;
    uncarry(from, s, inward);
    uncarry(to, s, bone);
    for (int c = 0; c < 3; c++) square += (to[c] - from[c]) * (to[c] - from[c]);
    const int steps = 1 + (int)(sqrt(square) / s->solid.volume.cell);
    for (int i = 0; i <= steps && outside <= BLOCKED; i++) {
        double p[3];
        for (int c = 0; c < 3; c++) p[c] = from[c] + (to[c] - from[c]) * i / steps;
        outside += !(pd_rig_volume_at(&s->solid.volume, p) > 0);
    }

    return outside <= BLOCKED;
}

/* Computes the skin's weights. Each vertex may have only bones that it sees. */
static pd_status weigh_rig(creature *s, const pd_rig_segment *segments)
{
    const pd_rig_mesh *m = &s->out->mesh;
    const int bones = s->out->bone_count;

    PD_ASSERT(bones >= 1 && bones <= PD_RIG_BONES_MOST && PD_RIG_BONES_MOST <= 64);
    uint64_t *allowed = malloc((size_t)m->vertex_count * sizeof *allowed);
    if (!allowed)
        return pd_fail(s->err, PD_ERR_MEMORY, "weights", "out of memory for %d vertices", m->vertex_count);

    /* Allow the nearest bone that the vertex sees, and others at about this distance. If it sees none, allow
     * the nearest of all. */
    for (int i = 0; i < m->vertex_count; i++) {
        const double *p = m->points + 3 * (size_t)i;
        const double *n = m->normals + 3 * (size_t)i;
        double square[PD_RIG_BONES_MOST], at[PD_RIG_BONES_MOST][3];
        double found = INFINITY;
        uint64_t done = 0;
        int nearest = 0;
        for (int k = 0; k < bones; k++) {
            square[k] = pd_rig_segment_nearest(at[k], p, &segments[k]);
            if (square[k] < square[nearest]) nearest = k;
        }

        allowed[i] = 0;

        /* Bones in order of distance. */
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

    const pd_rig_weights_job job = {.mesh = m,
                                    .bones = segments,
                                    .bone_count = bones,
                                    .allowed = allowed,
                                    .method = s->job->weights,
                                    .cancel = s->job->cancel};
    const pd_status status = pd_rig_weights_run(&s->out->weights, &job, s->err);
    free(allowed);

    return status;
}

/* ---- rigging ---- */

pd_status pd_animal_rig_run(pd_rig_result *out, const pd_rig_job *job, pd_error *err)
{
    static const double as_it_is[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    pd_rig_segment segments[PD_RIG_BONES_MOST];
    creature *s = calloc(1, sizeof *s);

    memset(out, 0, sizeof *out);
    if (!s) return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    s->job = job;
    s->out = out;
    s->err = err;
    s->plan = &pd_rig_plans[job->plan];
    out->plan = job->plan;

    /* Mesh and solid. */
    pd_status status = PD_OK;
    if (!pd_rig_method_takes(job->weights, job->plan))
        status = pd_fail(err, PD_ERR_INVALID, "weights",
                         "\"%s\" is of template person alone; " PD_RIG_METHODS_OF_ALL " expected",
                         pd_rig_method_names[job->weights]);
    if (status == PD_OK)
        status = pd_rig_mesh_init(&out->mesh, job->vertices, job->vertex_count, job->faces, job->face_count,
                                  as_it_is, err);
    if (status == PD_OK) status = pd_rig_limbs_check(&out->mesh, err);
    if (status == PD_OK) status = pd_rig_solid_init(&s->solid, &out->mesh, err);
    if (status == PD_OK) {
        /* Find the orientation. If the job's plan does not fit clearly, try the others. */
        pd_rig_laid *best = &s->best;
        pd_rig_lay_begin(best, job->plan);
        for (int up = PD_RIG_Y; status == PD_OK && up < PD_RIG_AXES; up++)
            if (!job->up || up == (int)job->up)
                status = pd_rig_lay(best, &s->solid, job, (pd_rig_axis)up, err);
        out->tried = best->tried;

        const double own = best->score < INFINITY ? best->embedding.cost : best->least;
        if (status == PD_OK && !(best->score < INFINITY && own <= PD_RIG_LAY_CLEAR))
            status = pd_rig_lay_others(&s->other, &s->solid, job, best->up,
                                       fmin(PD_RIG_LAY_BETTER * own, PD_RIG_PENALTY_MOST), err);
    }

    /* Turn the mesh, then compute bones and weights. */
    if (status == PD_OK) status = refuse_rig(s);
    if (status == PD_OK) {
        out->is_doubtful =
            s->best.residual > PD_RIG_RESIDUAL_DOUBT || s->best.embedding.cost > PD_RIG_LAY_CLEAR;
        out->up = s->best.up;
        out->penalty = s->best.embedding.cost;
        memcpy(out->facing, s->best.turn + 6, sizeof out->facing);
        out->quality.residual = s->best.residual;
        out->quality.coverage = s->best.coverage;
        status = pd_rig_mesh_turn(&out->mesh, s->best.turn, err);
    }

    if (status == PD_OK) {
        take_bones(s, segments);
        status = weigh_rig(s, segments);
    }

    /* Tips that are joints come last. They have no weights. */
    for (int k = 0; status == PD_OK && k < s->plan->count; k++) {
        const pd_rig_plan_row *row = &s->plan->rows[k];
        if (!(row->flags & PD_RIG_END) || !s->best.embedding.is_there[k]) continue;
        int parent = 0;
        while (strcmp(out->bones[parent].name, s->plan->rows[row->parent].name) != 0) parent++;
        PD_ASSERT(parent < out->bone_count && out->bone_count < PD_RIG_BONES_MOST);
        pd_rig_bone *bone = &out->bones[out->bone_count++];
        *bone = (pd_rig_bone){.parent = parent, .confidence = out->bones[parent].confidence};
        snprintf(bone->name, sizeof bone->name, "%s", row->name);
        carry_rig(bone->at, s, s->best.embedding.joints[k]);
    }

    pd_rig_solid_deinit(&s->solid);
    free(s);
    if (status != PD_OK) pd_rig_deinit(out);

    return status;
}
