#include "factory/rig/bodies.h"

#include "core/base/arena.h"
#include "core/base/assert.h"
#include "core/smpl/body.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BETAS      16
#define BETA_SD    1.3
#define BETA_MOST  4.0
#define ROUND      24 /* corners of a ring */
#define LEVELS     14 /* rings of a skirt  */
#define TUBE_RINGS 64 /* of all that one wears */
#define SLICE      0.03
#define DEGREE     0.017453292519943295

#define NAME(id, name) name,
const char *const pd_factory_rig_pose_names[PD_FACTORY_RIG_POSE_COUNT] = {PD_FACTORY_RIG_POSES(NAME)};
const char *const pd_factory_rig_kind_names[PD_FACTORY_RIG_KIND_COUNT] = {PD_FACTORY_RIG_KINDS(NAME)};
#undef NAME

/* ---- poses ---- */

static pd_quat bodies_turned(double x, double y, double z)
{
    return pd_q_from_rotvec(pd_vec3_make(x * DEGREE, y * DEGREE, z * DEGREE));
}

static pd_quat jittered(pd_quat q, double degrees, pd_rng *rng)
{
    const double x = pd_rng_normal(rng);
    const double y = pd_rng_normal(rng);
    const double z = pd_rng_normal(rng);
    return pd_q_mul(q, bodies_turned(degrees * x, degrees * y, degrees * z));
}

/* A pose of that kind, and the same as the local rotations (K,3,3) of a model,
 * for callers that dress it in other ways. */
static void pd_factory_rig_pose_sample(pd_quat rotations[PD_RIG_JOINTS], pd_factory_rig_pose pose,
                                       pd_rng *rng)
{
    const bool walks = pose == PD_FACTORY_RIG_WALK;

    /* Draw the angles, degrees: arms below the horizontal, legs apart, thighs and knees in a stride; `swing`
     * scales the arms' swing. */
    const double down = pose == PD_FACTORY_RIG_T   ? pd_rng_between(rng, -8, 15)
                        : pose == PD_FACTORY_RIG_A ? pd_rng_between(rng, 25, 60)
                                                   : pd_rng_between(rng, 62, 85);
    const double apart = pd_rng_between(rng, 0, walks ? 4 : 12);
    const double stride = walks ? pd_rng_between(rng, -32, 32) : 0;
    const double bend = pd_rng_between(rng, 0, walks ? 40 : 15);
    const double swing = walks ? pd_rng_between(rng, 0.4, 1.2) : 0;

    /* Turn every joint a little at random, the pelvis too. */
    for (int j = 0; j < PD_RIG_JOINTS; j++) rotations[j] = jittered(pd_q_identity(), 3, rng);
    rotations[PD_RIG_PELVIS] =
        pd_q_mul(bodies_turned(0, 5 * pd_rng_normal(rng), 0), rotations[PD_RIG_PELVIS]);

    /* Turn arms and legs of each side. */
    for (int side = 0; side < 2; side++) {
        const double s = side ? -1 : 1;
        const int hip = side ? PD_RIG_R_HIP : PD_RIG_L_HIP;
        const int knee = side ? PD_RIG_R_KNEE : PD_RIG_L_KNEE;
        const int shoulder = side ? PD_RIG_R_SHOULDER : PD_RIG_L_SHOULDER;
        const int elbow = side ? PD_RIG_R_ELBOW : PD_RIG_L_ELBOW;

        /* Lower the arms, then swing them against the leg; spread the legs, then swing them forward. */
        rotations[shoulder] = jittered(
            pd_q_mul(bodies_turned(s * stride * swing, 0, 0), bodies_turned(0, 0, -s * down)), 6, rng);
        rotations[elbow] = jittered(bodies_turned(0, -s * bend, 0), 4, rng);
        rotations[hip] = jittered(bodies_turned(-s * stride, 0, s * apart), 2, rng);
        const double flexed = walks ? (s * stride < 0 ? 0.9 : 0.3) * fabs(stride) : 0;
        rotations[knee] = jittered(bodies_turned(flexed, 0, 0), 2, rng);
    }
}

static void pd_factory_rig_pose_of(float *rotations, const pd_smpl_model *model,
                                   const pd_quat pose[PD_RIG_JOINTS])
{
    memset(rotations, 0, 9 * (size_t)model->joint_count * sizeof *rotations);
    for (int k = 0; k < model->joint_count; k++)
        for (int c = 0; c < 3; c++) rotations[9 * k + 4 * c] = 1;
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        const int k = pd_smpl_joint_find(&model->data, pd_rig_joints[j].name);
        double m[9];
        pd_q_to_matrix(m, pose[j]);
        for (int c = 0; c < 9; c++) rotations[9 * k + c] = (float)m[c];
    }
}

/* Copies the model's joints (K,3) to the places of the template's names. */
static void pd_factory_rig_joints_of(double joints[PD_RIG_JOINTS][3], const pd_smpl_model *model,
                                     const float *of_model)
{
    for (int j = 0; j < PD_RIG_JOINTS; j++)
        for (int c = 0; c < 3; c++)
            joints[j][c] = (double)of_model[3 * pd_smpl_joint_find(&model->data, pd_rig_joints[j].name) + c];
}

/* ---- shapes ---- */

static pd_status make_body(pd_factory_rig_body *out, const pd_rig_template *t, const pd_quat *pose,
                           pd_rng *rng, pd_error *err)
{
    const pd_smpl_model *model = t->model;
    float rotations[9 * PD_SMPL_MAX_JOINTS], joints[3 * PD_SMPL_MAX_JOINTS], betas[BETAS];
    const int count = model->beta_count < BETAS ? model->beta_count : BETAS;

    /* Draw random betas within bounds. */
    for (int b = 0; b < count; b++)
        betas[b] = (float)fmin(fmax(BETA_SD * pd_rng_normal(rng), -BETA_MOST), BETA_MOST);
    pd_factory_rig_pose_of(rotations, model, pose);

    /* Pose the body. */
    const pd_smpl_body body = {.betas = betas,
                               .beta_count = count,
                               .rotations = rotations,
                               .vertices = out->vertices,
                               .joints = joints};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1};
    pd_arena scratch;
    if (!pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)))
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a body");
    pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
    pd_arena_deinit(&scratch);
    pd_factory_rig_joints_of(out->joints, model, joints);

    return PD_OK;
}

static void make_wild(pd_factory_rig_body *out, const pd_rig_template *t, const pd_quat *pose, pd_rng *rng)
{
    const double grown = 0.15 * pd_rng_normal(rng);
    const double head = pd_rng_between(rng, log(0.8), log(3.0));
    const double swollen = pd_rng_below(rng, 2) ? pd_rng_between(rng, 0, 0.03) : 0;
    pd_rig_shape shape = {.root = pd_vec3_make(0, 0, 0)};
    pd_rig_stance stance;

    /* Draw lengths and girths, alike on both sides. Heads are up to three times as large. */
    for (int j = 0; j < PD_RIG_JOINTS; j++) {
        const int other = pd_rig_joints[j].mirror;
        const double length = 0.15 * pd_rng_normal(rng);
        const double girth = grown + 0.2 * pd_rng_normal(rng);
        shape.rotations[j] = pose[j];
        shape.lengths[j] = other < j ? shape.lengths[other] : length;
        shape.girths[j] = other < j ? shape.girths[other] : girth;
    }

    shape.lengths[PD_RIG_HEAD] = head + 0.1 * pd_rng_normal(rng);
    shape.girths[PD_RIG_HEAD] = head + 0.1 * pd_rng_normal(rng);

    /* Put the template into that stance, and inflate it. */
    pd_rig_stance_of(&stance, t, &shape);
    memcpy(out->joints, stance.at, sizeof stance.at);
    for (int i = 0; i < t->vertex_count; i++) {
        double p[3], n[3];
        pd_rig_template_point(p, n, t, &stance, i);
        for (int c = 0; c < 3; c++) out->vertices[3 * (size_t)i + (size_t)c] = (float)(p[c] + swollen * n[c]);
    }
}

/* ---- tubes ---- */

typedef struct dressing {
    pd_factory_rig_body *out;
    const pd_rig_template *t;
    pd_rng *rng;
    int rings; /* of the tube that is being drawn */
} dressing;

/* Adds the next ring of a tube: an ellipse about `middle`, joined to the ring before. */
static void add_ring(dressing *d, pd_vec3 middle, pd_vec3 u, pd_vec3 v)
{
    pd_factory_rig_body *b = d->out;
    const uint32_t first = (uint32_t)b->vertex_count;

    /* Add an ellipse of ROUND points. */
    for (int i = 0; i < ROUND; i++) {
        const double a = 2 * M_PI * i / ROUND;
        const pd_vec3 p = pd_vec3_fma(pd_vec3_fma(middle, cos(a), u), sin(a), v);
        float *to = b->vertices + 3 * (size_t)b->vertex_count++;
        to[0] = (float)p.x;
        to[1] = (float)p.y;
        to[2] = (float)p.z;
    }

    /* Join each point to the ring above by two triangles. */
    for (uint32_t i = 0; d->rings && i < ROUND; i++) {
        const uint32_t j = (i + 1) % ROUND;
        const uint32_t above = first - ROUND;
        const uint32_t two[6] = {above + i, first + i, first + j, above + i, first + j, above + j};
        memcpy(b->faces + 3 * (size_t)b->face_count, two, sizeof two);
        b->face_count += 2;
    }

    d->rings++;
}

static pd_vec3 bodies_joint(const dressing *d, int j)
{
    return pd_vec3_make(d->out->joints[j][0], d->out->joints[j][1], d->out->joints[j][2]);
}

static bool is_arm(int part)
{
    return part >= PD_RIG_L_SHOULDER || part == PD_RIG_L_COLLAR || part == PD_RIG_R_COLLAR;
}

static bool is_leg(int part)
{
    return part == PD_RIG_L_HIP || part == PD_RIG_R_HIP || part == PD_RIG_L_KNEE || part == PD_RIG_R_KNEE ||
           part == PD_RIG_L_ANKLE || part == PD_RIG_R_ANKLE || part == PD_RIG_L_FOOT || part == PD_RIG_R_FOOT;
}

static bool is_head(int part)
{
    return part == PD_RIG_HEAD;
}

static bool is_trunk_or_leg(int part)
{
    return !is_arm(part) && !is_head(part);
}

typedef struct extent {
    double low[3], high[3];
} extent;

/* Computes the extent of those parts of the skin between two heights.
 * Returns false if they have no vertex there. */
static bool extent_of(extent *e, const dressing *d, bool (*holds)(int), double low, double high)
{
    int count = 0;

    PD_ASSERT(low <= high);
    for (int c = 0; c < 3; c++) {
        e->low[c] = 1e9;
        e->high[c] = -1e9;
    }

    for (int i = 0; i < d->out->skin_count; i++) {
        const float *p = d->out->vertices + 3 * (size_t)i;
        if ((double)p[1] < low || (double)p[1] > high || !holds(d->t->influences[i][0])) continue;
        for (int c = 0; c < 3; c++) {
            e->low[c] = fmin(e->low[c], (double)p[c]);
            e->high[c] = fmax(e->high[c], (double)p[c]);
        }

        count++;
    }

    return count > 3;
}

/* Adds rings about trunk and legs from one height down to another, which never become narrower. */
static void drape(dressing *d, double top, double hem)
{
    const double ease = pd_rng_between(d->rng, 1.05, 1.3);
    const double flare = pd_rng_between(d->rng, 0, 0.06);
    double x = 0, z = 0;
    pd_vec3 middle = bodies_joint(d, PD_RIG_PELVIS);

    d->rings = 0;
    for (int i = 0; i < LEVELS; i++) {
        /* Slice trunk and legs at this height. */
        const double y = top + (hem - top) * i / (LEVELS - 1);
        extent e;
        if (extent_of(&e, d, is_trunk_or_leg, y - SLICE, y + SLICE)) {
            /* Follow it halfway, and be wider than it. */
            const pd_vec3 here = pd_vec3_make(0.5 * (e.low[0] + e.high[0]), y, 0.5 * (e.low[2] + e.high[2]));
            middle = i ? pd_vec3_fma(middle, 0.5, pd_vec3_sub(here, middle)) : here;
            x = fmax(x * (1 + flare), ease * 0.56 * (e.high[0] - e.low[0]));
            z = fmax(z * (1 + flare), ease * 0.56 * (e.high[2] - e.low[2]));
        } else {
            x *= 1 + flare;
            z *= 1 + flare;
        }

        middle.y = y;
        add_ring(d, middle, pd_vec3_make(x, 0, 0), pd_vec3_make(0, 0, -z));
    }
}

static void sleeve(dressing *d, int shoulder, int elbow, int wrist)
{
    const double wide = pd_rng_between(d->rng, 0.05, 0.09);
    const double open = pd_rng_between(d->rng, 0.05, 0.16);
    const int joints[3] = {shoulder, elbow, wrist};

    d->rings = 0;

    /* Add a ring at each joint, at right angles to the arm. */
    for (int i = 0; i < 3; i++) {
        const pd_vec3 along = pd_vec3_unit_or(
            pd_vec3_sub(bodies_joint(d, joints[i ? i : 1]), bodies_joint(d, joints[i ? i - 1 : 0])),
            pd_vec3_make(1, 0, 0));
        const pd_vec3 u = pd_vec3_perpendicular(along);
        const pd_vec3 v = pd_vec3_cross(along, u);
        const double r = wide + (open - wide) * i / 2;
        add_ring(d, bodies_joint(d, joints[i]), pd_vec3_scale(u, r), pd_vec3_scale(v, r));
    }
}

/* Leg skin that is under cloth from top to hem. */
static void cut_legs(dressing *d, double top, double hem)
{
    pd_factory_rig_body *b = d->out;
    const int skin_faces = d->t->model->face_count;
    int kept = 0;

    for (int f = 0; f < b->face_count; f++) {
        const uint32_t *v = b->faces + 3 * (size_t)f;
        bool hidden = f < skin_faces;
        for (int k = 0; hidden && k < 3; k++) {
            const double y = (double)b->vertices[3 * (size_t)v[k] + 1];
            hidden = y < top && y > hem && is_leg(d->t->influences[v[k]][0]);
        }

        if (!hidden) memmove(b->faces + 3 * (size_t)kept++, v, 3 * sizeof *v);
    }

    b->face_count = kept;
}

static void add_skirt(dressing *d)
{
    const double waist = bodies_joint(d, PD_RIG_PELVIS).y + pd_rng_between(d->rng, 0, 0.12);
    const double knee = fmin(bodies_joint(d, PD_RIG_L_KNEE).y, bodies_joint(d, PD_RIG_R_KNEE).y);
    const double foot = fmin(bodies_joint(d, PD_RIG_L_FOOT).y, bodies_joint(d, PD_RIG_R_FOOT).y);
    const double hem = pd_rng_between(d->rng, foot, knee + 0.1);

    drape(d, waist, hem);
    if (pd_rng_below(d->rng, 2)) cut_legs(d, waist, hem);
}

static void add_robe(dressing *d, bool without_legs)
{
    const double foot = fmin(bodies_joint(d, PD_RIG_L_FOOT).y, bodies_joint(d, PD_RIG_R_FOOT).y) - 0.02;
    const double top = bodies_joint(d, PD_RIG_NECK).y - 0.04;

    drape(d, top, foot);
    sleeve(d, PD_RIG_L_SHOULDER, PD_RIG_L_ELBOW, PD_RIG_L_WRIST);
    sleeve(d, PD_RIG_R_SHOULDER, PD_RIG_R_ELBOW, PD_RIG_R_WRIST);
    if (without_legs) cut_legs(d, top, -1e9);
}

static void add_hat(dressing *d)
{
    extent e;

    if (!extent_of(&e, d, is_head, -1e9, 1e9)) return;
    const double crown = e.high[1];
    const double tall = pd_rng_between(d->rng, 0.02, 0.35);
    const double brim = pd_rng_between(d->rng, 1.1, 2.4);
    const double tip = pd_rng_between(d->rng, 0.05, 1.1);
    const double x = 0.5 * (e.high[0] - e.low[0]);
    const double z = 0.5 * (e.high[2] - e.low[2]);
    const double rows[4][2] = {
        {brim, crown - 0.09}, {1.08, crown - 0.08}, {tip, crown + tall}, {0.01, crown + tall + 0.01}};
    d->rings = 0;
    for (int i = 3; i >= 0; i--)
        add_ring(d, pd_vec3_make(0.5 * (e.low[0] + e.high[0]), rows[i][1], 0.5 * (e.low[2] + e.high[2])),
                 pd_vec3_make(rows[i][0] * x, 0, 0), pd_vec3_make(0, 0, -rows[i][0] * z));
}

static void add_hair(dressing *d)
{
    extent e;

    if (!extent_of(&e, d, is_head, -1e9, 1e9)) return;
    const double wide = pd_rng_between(d->rng, 1.05, 1.5);
    const double rise = pd_rng_between(d->rng, 0.01, 0.12);
    const double hem = e.low[1] - pd_rng_between(d->rng, -0.1, 0.45);
    const double back = pd_rng_between(d->rng, 0.01, 0.06);
    const double x = 0.5 * wide * (e.high[0] - e.low[0]);
    const double z = 0.5 * wide * (e.high[2] - e.low[2]);
    d->rings = 0;
    for (int i = 0; i < LEVELS; i++) {
        const double t = (double)i / (LEVELS - 1);
        const double y = e.high[1] + rise + t * (hem - e.high[1] - rise);
        const double r = fmax(0.02, sqrt(fmin(1, 4 * t)));
        add_ring(d, pd_vec3_make(0.5 * (e.low[0] + e.high[0]), y, 0.5 * (e.low[2] + e.high[2]) - back),
                 pd_vec3_make(r * x, 0, 0), pd_vec3_make(0, 0, -r * z));
    }
}

static void add_pack(dressing *d)
{
    extent e;
    const pd_vec3 chest = bodies_joint(d, PD_RIG_SPINE3);

    if (!extent_of(&e, d, is_trunk_or_leg, chest.y - 0.1, chest.y + 0.1)) return;
    const double x = pd_rng_between(d->rng, 0.1, 0.24);
    const double z = pd_rng_between(d->rng, 0.05, 0.16);
    const double up = pd_rng_between(d->rng, 0, 0.3);
    const double down = pd_rng_between(d->rng, 0.1, 0.4);
    const double rows[4][2] = {{0.05, up + 0.02}, {1, up}, {1, -down}, {0.05, -down - 0.02}};
    d->rings = 0;
    for (int i = 0; i < 4; i++)
        add_ring(d, pd_vec3_make(chest.x, chest.y + rows[i][1], e.low[2] - 0.8 * z),
                 pd_vec3_make(rows[i][0] * x, 0, 0), pd_vec3_make(0, 0, -rows[i][0] * z));
}

pd_status pd_factory_rig_body_make(pd_factory_rig_body *out, const pd_factory_rig_want *want, pd_error *err)
{
    const pd_rig_template *t = want->template;
    const size_t vertices = (size_t)t->vertex_count + ROUND * TUBE_RINGS;
    const size_t faces = (size_t)t->model->face_count + 2 * ROUND * TUBE_RINGS;
    pd_quat pose[PD_RIG_JOINTS];
    pd_rng rng;

    memset(out, 0, sizeof *out);
    out->vertices = malloc(3 * vertices * sizeof *out->vertices);
    out->faces = malloc(3 * faces * sizeof *out->faces);
    pd_status status = PD_OK;
    if (!out->vertices || !out->faces) status = pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a body");

    /* Draw pose and shape first. Clothes are laid over them and use later random numbers. */
    pd_rng_init(&rng, want->seed);
    pd_factory_rig_pose_sample(pose, want->pose, &rng);
    if (status == PD_OK) {
        out->vertex_count = out->skin_count = t->vertex_count;
        out->face_count = t->model->face_count;
        memcpy(out->faces, t->model->data.faces, 3 * (size_t)out->face_count * sizeof *out->faces);
        if (want->kind == PD_FACTORY_RIG_WILD)
            make_wild(out, t, pose, &rng);
        else
            status = make_body(out, t, pose, &rng, err);
    }

    if (status != PD_OK) {
        pd_factory_rig_body_deinit(out);
        return status;
    }

    PD_ASSERT(out->vertex_count == out->skin_count);

    /* A thing worn over the body, if the kind has one. */
    dressing d = {.out = out, .t = t, .rng = &rng};
    switch (want->kind) {
    case PD_FACTORY_RIG_SKIRT: add_skirt(&d); break;
    case PD_FACTORY_RIG_ROBE: add_robe(&d, false); break;
    case PD_FACTORY_RIG_LEGLESS: add_robe(&d, true); break;
    case PD_FACTORY_RIG_HAT: add_hat(&d); break;
    case PD_FACTORY_RIG_HAIR: add_hair(&d); break;
    case PD_FACTORY_RIG_PACK: add_pack(&d); break;
    case PD_FACTORY_RIG_PLAIN:
    case PD_FACTORY_RIG_WILD:
    case PD_FACTORY_RIG_KIND_COUNT: break;
    }

    return PD_OK;
}

void pd_factory_rig_body_deinit(pd_factory_rig_body *body)
{
    free(body->vertices);
    free(body->faces);
    memset(body, 0, sizeof *body);
}
