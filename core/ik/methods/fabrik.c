#include "core/ik/methods/fabrik.h"

#include "core/base/assert.h"
#include "core/anim/pole.h"

#include <stdbool.h>

#define ON_LINE    1e-3  /* of the length: largest distance from the line root-target of a straight chain */
#define SIDEWAYS   0.05  /* of the length: bend of a straight chain before the first pass */
#define NO_LENGTH  1e-12 /* metres: shorter bones have no direction */
#define STANDSTILL 1e-6  /* of the error: least decrease in an iteration */

typedef struct reach {
    double total, longest;
    int longest_bone;
    double distance; /* root to target      */
    pd_vec3 line;    /* unit, root to target */
} reach;

/* Bends a straight chain a little to the side, as half a sine, because FABRIK cannot leave a line. */
static void bend_sideways(pd_ik_fabrik_job *job, const reach *r)
{
    pd_vec3 side = pd_vec3_unit_or(pd_vec3_reject(job->bend, r->line), pd_vec3_perpendicular(r->line));
    double along = 0;

    for (int i = 1; i + 1 < job->count; i++) {
        along += job->lengths[i - 1];
        double height = SIDEWAYS * r->total * sin(M_PI * along / r->total);
        job->positions[i] = pd_vec3_fma(job->positions[i], height, side);
    }
}

/* Moves `joint` to its bone's length from `anchor`, along the line between them. */
static pd_vec3 pulled(pd_vec3 anchor, pd_vec3 joint, double length, pd_vec3 fallback)
{
    return pd_vec3_fma(anchor, length, pd_vec3_unit_or(pd_vec3_sub(joint, anchor), fallback));
}

/* Iterates until the tip is within the tolerance. Returns the status. */
static pd_ik_status search(pd_ik_fabrik_job *job, const reach *r)
{
    /* Joints on the line to the target would never leave it, so bend a straight chain first. */
    bool straight = true;

    for (int i = 1; i < job->count && straight; i++) {
        pd_vec3 from_root = pd_vec3_sub(job->positions[i], job->positions[0]);
        straight = !(pd_vec3_length(pd_vec3_reject(from_root, r->line)) > ON_LINE * r->total);
    }

    bool nudged = straight && job->error > job->tolerance;
    if (nudged) bend_sideways(job, r);

    while (job->error > job->tolerance) {
        if (job->iterations_used == job->iterations) return PD_IK_BUDGET;
        if (job->keep_going && !job->keep_going(job->ctx)) return PD_IK_BUDGET;
        double before = job->error;

        /* Pass backward from the target, then forward from the root.
         * Each pass restores the lengths of the bones. */
        pd_vec3 *p = job->positions;
        pd_vec3 base = p[0];
        int last = job->count - 1;
        p[last] = job->target;
        for (int i = last - 1; i >= 0; i--)
            p[i] = pulled(p[i + 1], p[i], job->lengths[i], pd_vec3_scale(r->line, -1));
        p[0] = base;
        for (int i = 0; i < last; i++) p[i + 1] = pulled(p[i], p[i + 1], job->lengths[i], r->line);
        job->error = pd_vec3_distance(p[last], job->target);

        /* If the error stands still, bend the chain once, or stop if it was bent before. */
        job->iterations_used++;
        if (job->error <= before * (1 - STANDSTILL) || job->iterations_used < 3) continue;
        if (nudged) return job->error <= job->tolerance ? PD_IK_REACHED : PD_IK_STALLED;
        nudged = true;
        bend_sideways(job, r);
    }

    return PD_IK_REACHED;
}

void pd_ik_fabrik_run(pd_ik_fabrik_job *job)
{
    PD_ASSERT(job->count >= 1 && job->iterations >= 0);

    /* Length of the chain and its longest bone, which decide whether the target can be reached. */
    reach r = {.total = 0, .longest = -1, .longest_bone = 0, .distance = 0, .line = {0, 0, 0}};
    for (int i = 0; i + 1 < job->count; i++) {
        r.total += job->lengths[i];
        if (job->lengths[i] <= r.longest) continue;
        r.longest = job->lengths[i];
        r.longest_bone = i;
    }

    /* Line from the root to the target; if they coincide, the chain's own line. */
    pd_vec3 to = pd_vec3_sub(job->target, job->positions[0]);
    pd_vec3 chain = pd_vec3_sub(job->positions[job->count - 1], job->positions[0]);
    r.distance = pd_vec3_length(to);
    r.line = pd_vec3_unit_or(to, pd_vec3_unit_or(chain, pd_vec3_make(0, 0, 1)));

    pd_vec3 *p = job->positions;
    const pd_vec3 *tip = &p[job->count - 1];
    bool far = r.distance > r.total;
    bool near = r.longest - (r.total - r.longest) > r.distance;
    job->iterations_used = 0;

    /* Out of reach (lines 1.4 to 1.12 of the paper's algorithm): every bone points to the target. If the
     * target is too near, only the longest bone points to it and the others point back, which brings the
     * tip as near as such a chain allows. */
    if (far || near) {
        for (int i = 0; i + 1 < job->count; i++) {
            double step = far || i == r.longest_bone ? job->lengths[i] : -job->lengths[i];
            p[i + 1] = pd_vec3_fma(p[i], step, r.line);
        }

        job->error = pd_vec3_distance(*tip, job->target);
        job->status = job->error <= job->tolerance ? PD_IK_REACHED : PD_IK_UNREACHABLE;
        return;
    }

    job->error = pd_vec3_distance(*tip, job->target);
    job->status = search(job, &r);
    if (!job->has_pole) return;

    /* Rotate the chain about the line from root to tip, so that it bends towards the pole. */
    pd_vec3 base = p[0];
    pd_vec3 arch = {0, 0, 0};
    pd_vec3 span = pd_vec3_sub(*tip, base);
    if (pd_vec3_length(span) <= NO_LENGTH) return;
    pd_vec3 line = pd_vec3_scale(span, 1 / pd_vec3_length(span));
    for (int i = 1; i + 1 < job->count; i++)
        arch = pd_vec3_add(arch, pd_vec3_reject(pd_vec3_sub(p[i], base), line));
    pd_quat rotation = pd_anim_pole_rotation(line, arch, pd_vec3_sub(job->pole, base));
    for (int i = 1; i + 1 < job->count; i++)
        p[i] = pd_vec3_add(base, pd_q_rotate(rotation, pd_vec3_sub(p[i], base)));
}
