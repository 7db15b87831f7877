#include "train/rig/creatures.h"

#include "core/base/assert.h"
#include "core/math/quat.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUND     10 /* vertices of a ring */
#define RINGS     8  /* four a cap */
#define VERTICES  (ROUND * RINGS + 2)
#define FACES     (2 * ROUND * RINGS) /* of a capsule: closed, V - 2 = F / 2 */
#define QUARTER   1.5707963           /* a quarter of a circle, radians */
#define EXTRAS    4                   /* ears, horns, humps */
#define LENGTH_SD 0.2                 /* of logarithms */
#define UNEVEN_SD 0.03                /* of the difference of left and right, of logarithms */
#define WIDTH_SD  0.25                /* of logarithms */
#define SWING_SD  0.25                /* radians */
#define YAW_SD    0.1                 /* radians */

/* ---- capsules ---- */

pd_status pd_train_rig_capsules_init(pd_train_rig_capsules *out, int most, pd_error *err)
{
    memset(out, 0, sizeof *out);
    out->vertices = malloc((size_t)most * 3 * VERTICES * sizeof *out->vertices);
    out->faces = malloc((size_t)most * 3 * FACES * sizeof *out->faces);
    if (out->vertices && out->faces) return PD_OK;
    pd_train_rig_capsules_deinit(out);

    return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for %d capsules", most);
}

void pd_train_rig_capsules_deinit(pd_train_rig_capsules *capsules)
{
    free(capsules->vertices);
    free(capsules->faces);
    memset(capsules, 0, sizeof *capsules);
}

void pd_train_rig_capsules_add(pd_train_rig_capsules *c, const double a[3], const double b[3], double radius)
{
    PD_ASSERT(radius > 0 && c->vertex_count >= 0 && c->face_count >= 0);
    double axis[3], side[3], other[3];
    double length = 0;
    const uint32_t first = (uint32_t)c->vertex_count;

    /* The capsule's axis and two directions across it; a point is a ball whose axis is up. */
    for (int k = 0; k < 3; k++) {
        axis[k] = b[k] - a[k];
        length += axis[k] * axis[k];
    }

    length = sqrt(length);
    for (int k = 0; k < 3; k++) axis[k] = length > 0 ? axis[k] / length : k == 1;

    /* A direction across: the first axis that is not near the capsule's (|cosine| under 0.6; one always
     * is). */
    const int least = fabs(axis[0]) < 0.6 ? 0 : fabs(axis[1]) < 0.6 ? 1 : 2;
    double dot = axis[least];
    double square = 0;
    for (int k = 0; k < 3; k++) {
        side[k] = (k == least) - dot * axis[k];
        square += side[k] * side[k];
    }

    for (int k = 0; k < 3; k++) side[k] /= sqrt(square);
    for (int k = 0; k < 3; k++)
        other[k] = axis[(k + 1) % 3] * side[(k + 2) % 3] - axis[(k + 2) % 3] * side[(k + 1) % 3];

    /* Vertices: the pole at a, rings from there to b, half of them about each end, and the pole at b. */
    for (int i = -1; i <= ROUND * RINGS; i++) {
        const int ring = i < 0 ? 0 : i / ROUND;
        const bool pole = i < 0 || i == ROUND * RINGS;
        const bool below = i < 0 || (!pole && ring < RINGS / 2);
        const double lat =
            pole ? (i < 0 ? -QUARTER : QUARTER) : QUARTER * (below ? (ring + 1) / 4.0 - 1 : (ring - 4) / 4.0);
        const double lon = (4 * QUARTER) * (i < 0 ? 0 : i % ROUND) / ROUND;
        float *v = c->vertices + 3 * c->vertex_count++;
        for (int k = 0; k < 3; k++)
            v[k] = (float)((below ? a[k] : b[k]) +
                           radius *
                               (sin(lat) * axis[k] + cos(lat) * (cos(lon) * side[k] + sin(lon) * other[k])));
    }

    /* Triangles: the two caps, and walls between neighbouring rings. */
    for (int i = 0; i < ROUND; i++) {
        const uint32_t next = (uint32_t)((i + 1) % ROUND);
        const uint32_t last = first + ROUND * RINGS + 1;
        const uint32_t caps[6] = {first, first + 1 + next,           first + 1 + (uint32_t)i,
                                  last,  last - ROUND + (uint32_t)i, last - ROUND + next};
        memcpy(c->faces + 3 * c->face_count, caps, sizeof caps);
        c->face_count += 2;
        for (int ring = 0; ring + 1 < RINGS; ring++) {
            const uint32_t p = first + 1 + (uint32_t)(ring * ROUND);
            const uint32_t q = p + ROUND;
            const uint32_t wall[6] = {p + (uint32_t)i, p + next, q + (uint32_t)i,
                                      p + next,        q + next, q + (uint32_t)i};
            memcpy(c->faces + 3 * c->face_count, wall, sizeof wall);
            c->face_count += 2;
        }
    }
}

/* ---- animals ---- */

/* Removes the limb that ends at that tip, up to where another one branches off. */
static void leave_out(pd_train_rig_capsules *c, const pd_rig_plan *plan, int tip)
{
    for (int k = tip; k >= 0 && plan->rows[k].mirror == k; k = plan->rows[k].parent) {
        int children = 0;
        for (int j = 0; j < plan->count; j++) children += plan->rows[j].parent == k && c->is_there[j];
        if (children) break;
        c->is_there[k] = false;
    }
}

static void creatures_stand(pd_train_rig_capsules *c, const pd_rig_plan *plan)
{
    double low = INFINITY;
    for (int k = 0; k < plan->count; k++)
        if (c->is_there[k]) low = fmin(low, c->joints[k][1]);
    for (int k = 0; k < plan->count; k++) c->joints[k][1] -= low;
}

static bool is_trunk(const pd_rig_plan *plan, int k)
{
    return plan->rows[k].mirror == k && plan->rows[k].flags == 0 && k <= 2;
}

/* Makes a capsule of each bone. Times its radius: trunk 2.4, tail and neck 1.4, limbs 0.7 (chosen by
 * hand). */
static void clothe(pd_train_rig_capsules *c, const pd_rig_plan *plan, const double *thick)
{
    for (int k = 0; k < plan->count; k++) {
        const int up = plan->rows[k].parent;
        if (up < 0 || !c->is_there[k]) continue;
        const double share = is_trunk(plan, k) ? 2.4 : plan->rows[k].mirror == k ? 1.4 : 0.7;
        pd_train_rig_capsules_add(c, c->joints[up], c->joints[k], share * thick[k]);
    }
}

pd_status pd_train_rig_creature_make(pd_train_rig_capsules *out, const pd_train_rig_creature *want,
                                     pd_error *err)
{
    const pd_rig_plan *plan = want->plan;
    double thick[PD_RIG_PLAN_JOINTS];
    const pd_status status = pd_train_rig_capsules_init(out, plan->count, err);

    if (status != PD_OK) return status;

    /* Scale the plan's bones, those of the trunk and of the limbs apart. */
    for (int k = 0; k < plan->count; k++) {
        const pd_rig_plan_row *row = &plan->rows[k];
        const double scale = row->mirror == k ? want->trunk : want->limbs;
        const double *up = row->parent < 0 ? NULL : plan->rows[row->parent].at;
        for (int c = 0; c < 3; c++)
            out->joints[k][c] = up ? out->joints[row->parent][c] + scale * (row->at[c] - up[c]) : row->at[c];
        out->is_there[k] = true;
        thick[k] = want->thick;
    }

    if (want->without >= 0) leave_out(out, plan, want->without);
    creatures_stand(out, plan);
    clothe(out, plan, thick);

    return PD_OK;
}

/* ---- at random ---- */

pd_status pd_train_rig_creature_random(pd_train_rig_capsules *out, const pd_rig_plan *plan, uint64_t seed,
                                       pd_error *err)
{
    double lengths[PD_RIG_PLAN_JOINTS], thick[PD_RIG_PLAN_JOINTS];
    pd_rng rng;
    const pd_status status = pd_train_rig_capsules_init(out, plan->count + EXTRAS, err);

    if (status != PD_OK) return status;

    pd_rng_init(&rng, seed);

    /* Draw lengths and radii of the bones, nearly alike on both sides. */
    /* Radius of a bone, metres. Ranges and probabilities of the drawing are chosen by hand. */
    const double fat = pd_rng_between(&rng, 0.03, 0.075);
    for (int k = 0; k < plan->count; k++) {
        const int other = plan->rows[k].mirror;
        const double length = pd_rng_normal(&rng);
        const double wide = pd_rng_normal(&rng);
        lengths[k] = other < k ? lengths[other] * exp(UNEVEN_SD * length) : exp(LENGTH_SD * length);
        thick[k] = other < k ? thick[other] : fat * exp(WIDTH_SD * wide);
    }

    /* Make bones of those lengths, and turn all but the trunk's at random. */
    pd_quat turns[PD_RIG_PLAN_JOINTS];
    for (int k = 0; k < plan->count; k++) {
        const pd_rig_plan_row *row = &plan->rows[k];
        const double pitch = SWING_SD * pd_rng_normal(&rng);
        const double yaw = YAW_SD * pd_rng_normal(&rng);
        out->is_there[k] = true;
        turns[k] = pd_q_identity();
        memcpy(out->joints[k], row->at, sizeof out->joints[k]);
        if (row->parent < 0) continue;

        const double *up = plan->rows[row->parent].at;
        turns[k] = turns[row->parent];
        if (!is_trunk(plan, k))
            turns[k] =
                pd_q_mul(turns[k], pd_q_from_rotvec(pd_vec3_make(pitch, row->mirror == k ? 0 : yaw, 0)));
        const pd_vec3 rest = pd_vec3_make(row->at[0] - up[0], row->at[1] - up[1], row->at[2] - up[2]);
        const pd_vec3 bone = pd_q_rotate(turns[k], rest);
        const double step[3] = {bone.x, bone.y, bone.z};
        for (int c = 0; c < 3; c++) out->joints[k][c] = out->joints[row->parent][c] + lengths[k] * step[c];
    }

    for (int k = 0; k < plan->count; k++)
        if (plan->rows[k].flags & PD_RIG_MISSING && pd_rng_uniform(&rng) < 1.0 / 3) leave_out(out, plan, k);
    creatures_stand(out, plan);
    clothe(out, plan, thick);

    /* Horns, ears, humps: things that stick out but are no limbs. */
    const int pairs = (int)pd_rng_below(&rng, 3); /* none, a hump, a pair of ears */
    int head = 0;
    for (int k = 0; k < plan->count; k++)
        if (!strcmp(plan->rows[k].name, "head")) head = k;

    for (int i = 0; i < pairs; i++) {
        const int at = pairs == 2 ? head : (int)pd_rng_below(&rng, 3);
        const double long_ = thick[at] * pd_rng_between(&rng, 1.5, 4);
        const double radius = thick[at] * 0.5;
        const double side = pairs == 2 ? (i ? -1 : 1) : 0;
        const double tip[3] = {out->joints[at][0] + 0.6 * side * long_, out->joints[at][1] + long_,
                               out->joints[at][2] - 0.2 * long_};
        pd_train_rig_capsules_add(out, out->joints[at], tip, radius);
    }

    return PD_OK;
}
