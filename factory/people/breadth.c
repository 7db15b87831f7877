#include "factory/people/breadth.h"

#include "core/base/assert.h"
#include "core/base/executor.h"
#include "core/math/vec3.h"
#include "core/smpl/body.h"
#include "core/smpl/surface/section.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Landmarks on the base mesh. */
#define NAPE            857  /* cervicale */
#define NOTCH           1524 /* suprasternale */
#define ACROMION        8236
#define NIPPLE          8487
#define NAVEL           4116
/* The survey palpates bones, and these landmarks ride on the skin over them: measures here over those of the
 * survey, mean of the mean woman and the mean man of version 1. */
#define ACROMION_SKIN   1.0281
#define NECK_SKIN       1.1723
/* Arms down, legs closed, degrees about the axis z of the left side. */
#define COLLAR_DEG      (-10)
#define SHOULDER_DEG    (-72)
#define HIP_DEG         (-3)
#define ANKLE_DEG       3
/* Shares of the stature below the shoulder joint, and metres above it, where the deltoids are searched. */
#define DELTOID_BELOW   0.082
#define DELTOID_ABOVE_M 0.02
/* Metres and share of the stature above the crotch where the buttocks are searched. */
#define BUTTOCK_LOW_M   0.01
#define BUTTOCK_HIGH    0.118
/* Places along the shank from the ankle joint, as a share of it. */
#define CALF_LOW        0.5
#define CALF_HIGH       0.9
#define ANKLE_LOW       0.06
#define ANKLE_HIGH      0.35
#define NECK_NEAR_M     0.16 /* points of the neck's section are nearer than that to the nape */
#define FOOT_LOW_M      0.05 /* height of the part of the foot whose breadth is measured */
#define TOES_M          0.03
#define HEEL_M          0.05
#define SOLE_M          0.03
#define LEVELS          15 /* of a search, and of its refinement */
#define FINER           7

enum { ARM = 1, LEG = 2, HEAD = 4, FOOT = 8, LEFT_LEG = 16 };

const pd_factory_breadth_row pd_factory_breadth_rows[PD_FACTORY_BREADTHS] = {
#define ROW(id, name, column) {name, column},
    PD_FACTORY_BREADTH_TABLE(ROW)
#undef ROW
};

/* ---- the tape ---- */

static int joint_of(const pd_smpl_model *model, const char *name)
{
    for (int k = 0; k < model->joint_count; k++)
        if (!strcmp(model->data.joint_names[k], name)) return k;
    return -1;
}

/* Returns the bits of the part that a joint moves. */
static unsigned part_of(const char *joint)
{
    static const char *const arms[] = {"shoulder", "elbow", "wrist", "index",
                                       "middle",   "pinky", "ring",  "thumb"};
    static const char *const legs[] = {"hip", "knee", "ankle", "foot"};
    const bool is_left = !strncmp(joint, "left_", 5);
    const bool has_side = is_left || !strncmp(joint, "right_", 6);

    for (size_t i = 0; has_side && i < sizeof arms / sizeof *arms; i++)
        if (strstr(joint, arms[i])) return ARM;
    for (size_t i = 0; has_side && i < sizeof legs / sizeof *legs; i++)
        if (strstr(joint, legs[i])) return LEG | (is_left ? LEFT_LEG | (i >= 2 ? FOOT : 0u) : 0u);

    return !strcmp(joint, "head") || !strcmp(joint, "jaw") || strstr(joint, "eye") ? HEAD : 0;
}

/* Marks the vertices that the joints of a part move by one half or more. */
static void mark_parts(pd_factory_breadth_tape *tape)
{
    const pd_smpl_data *d = &tape->model->data;

    for (int v = 0; v < d->vertex_count; v++) {
        const float *w = d->weights + (size_t)v * (size_t)d->joint_count;
        for (unsigned bit = ARM; bit <= LEFT_LEG; bit *= 2) {
            double share = 0;
            for (int k = 0; k < d->joint_count; k++)
                if (part_of(d->joint_names[k]) & bit) share += (double)w[k];
            if (share >= 0.5) tape->parts[v] |= (unsigned char)bit;
        }
    }
}

/* Turns a joint about z, and its counterpart on the right side the other way. */
static bool turn(pd_factory_breadth_tape *tape, const char *left, const char *right, double degrees)
{
    const int joints[2] = {joint_of(tape->model, left), joint_of(tape->model, right)};

    for (int s = 0; s < 2; s++) {
        if (joints[s] < 0) return false;
        const double angle = (s ? -degrees : degrees) * M_PI / 180;
        float *r = tape->rotations + 9 * (size_t)joints[s];
        r[0] = r[4] = (float)cos(angle);
        r[1] = (float)-sin(angle);
        r[3] = (float)sin(angle);
    }

    return true;
}

pd_status pd_factory_breadth_init(pd_factory_breadth_tape *out, const pd_smpl_model *model, pd_error *err)
{
    const size_t v = (size_t)model->vertex_count;
    const size_t k = (size_t)model->joint_count;

    *out = (pd_factory_breadth_tape){.model = model};
    if (model->vertex_count != PD_FACTORY_BREADTH_VERTICES)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "v_template", "%d vertices; %d of the base mesh needed",
                       model->vertex_count, PD_FACTORY_BREADTH_VERTICES);

    /* Allocate, with room for one body at a time. */
    const pd_smpl_job one = {.body_count = 1};
    out->parts = calloc(v, 1);
    out->rotations = calloc(9 * k, sizeof *out->rotations);
    out->standing = malloc(3 * v * sizeof *out->standing);
    out->rest = malloc(3 * v * sizeof *out->rest);
    out->joints = malloc(3 * k * sizeof *out->joints);
    out->points = malloc((2 * (size_t)model->face_count + 2) * sizeof *out->points);
    if (!out->parts || !out->rotations || !out->standing || !out->rest || !out->joints || !out->points ||
        !pd_arena_reserve(&out->arena, pd_smpl_job_scratch_bytes(&one, model)))
        return pd_fail(err, PD_ERR_MEMORY, "breadths", "out of memory");

    /* Find the parts, the stance and the crotch. */
    mark_parts(out);
    for (size_t i = 0; i < 9 * k; i++) out->rotations[i] = i % 9 % 4 == 0;
    if (!turn(out, "left_collar", "right_collar", COLLAR_DEG) ||
        !turn(out, "left_shoulder", "right_shoulder", SHOULDER_DEG) ||
        !turn(out, "left_hip", "right_hip", HIP_DEG) || !turn(out, "left_ankle", "right_ankle", ANKLE_DEG) ||
        joint_of(model, "left_knee") < 0)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "joint_names", "a joint of SMPL is missing");
    const float *rest = model->data.v_template;
    out->crotch = NAVEL;
    for (int i = 0; i < model->vertex_count; i++)
        if (fabsf(rest[3 * i]) < 1e-3f && !(out->parts[i] & (ARM | HEAD)) &&
            rest[3 * i + 1] < rest[3 * out->crotch + 1])
            out->crotch = i;

    return PD_OK;
}

void pd_factory_breadth_deinit(pd_factory_breadth_tape *tape)
{
    free(tape->parts);
    free(tape->rotations);
    free(tape->standing);
    free(tape->rest);
    free(tape->joints);
    free(tape->points);
    pd_arena_deinit(&tape->arena);
    *tape = (pd_factory_breadth_tape){0};
}

/* ---- sections ---- */

/* A plane through a point, with the two axes in which its sections are measured; all of unit length. */
typedef struct plane {
    pd_vec3 at, normal, across, along;
} plane;

static pd_vec3 point_of(const float *v, int i)
{
    return pd_vec3_make((double)v[3 * i], (double)v[3 * i + 1], (double)v[3 * i + 2]);
}

/* Returns a plane with the axes x, and square to it, as far as it is not across x. */
static plane plane_at(pd_vec3 at, pd_vec3 normal)
{
    const pd_vec3 n = pd_vec3_unit_or(normal, pd_vec3_make(0, 1, 0));
    const pd_vec3 x = pd_vec3_make(1, 0, 0);
    const pd_vec3 across =
        pd_vec3_unit_or(pd_vec3_sub(x, pd_vec3_scale(n, pd_vec3_dot(x, n))), pd_vec3_make(0, 0, 1));
    return (plane){at, n, across, pd_vec3_cross(n, across)};
}

static plane level_at(double y)
{
    return plane_at(pd_vec3_make(0, y, 0), pd_vec3_make(0, 1, 0));
}

/* Cuts the triangles whose corners all have the bits of `with` and none of `without`. Points farther than
 * `near` from the plane's own are left out. Returns the number of points. */
static int cut(pd_factory_breadth_tape *tape, const float *v, plane p, unsigned with, unsigned without,
               double near)
{
    const pd_smpl_model *m = tape->model;
    int count = 0;

    for (int f = 0; f < m->face_count; f++) {
        const uint32_t *t = m->data.faces + 3 * (size_t)f;
        double side[3];
        const unsigned all = tape->parts[t[0]] & tape->parts[t[1]] & tape->parts[t[2]];
        const unsigned any = tape->parts[t[0]] | tape->parts[t[1]] | tape->parts[t[2]];
        if ((all & with) != with || any & without) continue;
        for (int c = 0; c < 3; c++)
            side[c] = pd_vec3_dot(pd_vec3_sub(point_of(v, (int)t[c]), p.at), p.normal);
        for (int c = 0; c < 3; c++) {
            const int n = (c + 1) % 3;
            if ((side[c] > 0) == (side[n] > 0)) continue;
            const pd_vec3 a = pd_vec3_sub(point_of(v, (int)t[c]), p.at);
            const pd_vec3 b = pd_vec3_sub(point_of(v, (int)t[n]), p.at);
            const double share = side[c] / (side[c] - side[n]);
            const pd_vec3 q = pd_vec3_add(a, pd_vec3_scale(pd_vec3_sub(b, a), share));
            if (pd_vec3_length(q) > near) continue;
            tape->points[count][0] = pd_vec3_dot(q, p.across);
            tape->points[count++][1] = pd_vec3_dot(q, p.along);
        }
    }

    return count;
}

/* Returns the extent of the points (count) along an axis of their plane, and its largest value. */
static double extent(double *most, const double (*points)[2], int count, int axis)
{
    double low = INFINITY, high = -INFINITY;

    for (int i = 0; i < count; i++) {
        low = fmin(low, points[i][axis]);
        high = fmax(high, points[i][axis]);
    }

    if (most) *most = high;
    return count ? high - low : NAN;
}

/* ---- searches ---- */

typedef enum looked_for { BREADTH_OF_ALL, BACK_OF_TRUNK, GIRTH_OF_LEG, SLIMNESS_OF_LEG } looked_for;

/* What is to be largest at a place: a height, or a share of the shank from the ankle on. */
static double score(pd_factory_breadth_tape *tape, looked_for what, double place)
{
    const float *v = tape->standing;
    const double(*points)[2] = (const double(*)[2])tape->points;

    if (what == BREADTH_OF_ALL) return extent(NULL, points, cut(tape, v, level_at(place), 0, 0, INFINITY), 0);
    if (what == BACK_OF_TRUNK) {
        /* The second axis points backward. */
        double back;
        const plane p = level_at(place);
        PD_ASSERT(p.along.z < 0);
        extent(&back, points, cut(tape, v, p, 0, ARM | HEAD, INFINITY), 1);
        return back;
    }

    const pd_vec3 knee = point_of(tape->joints, joint_of(tape->model, "left_knee"));
    const pd_vec3 ankle = point_of(tape->joints, joint_of(tape->model, "left_ankle"));
    const pd_vec3 shank = pd_vec3_sub(knee, ankle);
    const plane p = plane_at(pd_vec3_add(ankle, pd_vec3_scale(shank, place)), shank);
    const int count = cut(tape, v, p, LEFT_LEG, 0, INFINITY);
    const double girth = pd_smpl_hull_perimeter(tape->points, count);

    return what == GIRTH_OF_LEG ? girth : -girth;
}

/* Returns the largest score between two places, and where it is. */
static double largest(double *where, pd_factory_breadth_tape *tape, looked_for what, double low, double high)
{
    double best = -INFINITY, at = low;

    for (int round = 0; round < 2; round++) {
        const int levels = round ? FINER : LEVELS;
        const double step = (high - low) / (levels - 1);
        for (int i = 0; i < levels; i++) {
            const double s = score(tape, what, low + i * step);
            if (!(s > best)) continue;
            best = s;
            at = low + i * step;
        }

        low = fmax(low, at - step);
        high = fmin(high, at + step);
    }

    if (where) *where = at;
    return best;
}

/* Returns the breadth of the left foot near the ground, square to the line from heel to toes. */
static double foot_breadth(const pd_factory_breadth_tape *tape)
{
    const float *v = tape->rest;
    double ground = INFINITY, toe = -INFINITY, heel = INFINITY, ends[2][2] = {{0}};
    int counts[2] = {0};

    for (int i = 0; i < tape->model->vertex_count; i++) {
        if (!(tape->parts[i] & FOOT)) continue;
        ground = fmin(ground, (double)v[3 * i + 1]);
        heel = fmin(heel, (double)v[3 * i + 2]);
        toe = fmax(toe, (double)v[3 * i + 2]);
    }

    /* the middles of heel and toes */
    for (int i = 0; i < tape->model->vertex_count; i++) {
        if (!(tape->parts[i] & FOOT) || (double)v[3 * i + 1] > ground + SOLE_M) continue;
        const double z = (double)v[3 * i + 2];
        const int end = z < heel + HEEL_M ? 0 : z > toe - TOES_M ? 1 : -1;
        if (end < 0) continue;
        ends[end][0] += (double)v[3 * i];
        ends[end][1] += z;
        counts[end]++;
    }

    PD_ASSERT(counts[0] && counts[1]);
    const double x = ends[1][0] / counts[1] - ends[0][0] / counts[0];
    const double z = ends[1][1] / counts[1] - ends[0][1] / counts[0];
    const double length = hypot(x, z);
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < tape->model->vertex_count; i++) {
        if (!(tape->parts[i] & FOOT) || (double)v[3 * i + 1] > ground + FOOT_LOW_M) continue;
        const double side = ((double)v[3 * i] * z - (double)v[3 * i + 2] * x) / length;
        low = fmin(low, side);
        high = fmax(high, side);
    }

    return high - low;
}

void pd_factory_breadth_measure(double *values, pd_factory_breadth_tape *tape, const float *betas)
{
    const pd_smpl_model *m = tape->model;
    float *v = tape->standing;
    const double(*points)[2] = (const double(*)[2])tape->points;
    double low = INFINITY, high = -INFINITY, y;

    /* Stand with the arms down, and at rest. */
    const pd_smpl_body bodies[2] = {{.betas = betas,
                                     .beta_count = m->beta_count,
                                     .rotations = tape->rotations,
                                     .vertices = v,
                                     .joints = tape->joints},
                                    {.betas = betas, .beta_count = m->beta_count, .vertices = tape->rest}};
    for (int i = 0; i < 2; i++)
        pd_smpl_job_run(&(pd_smpl_job){.bodies = bodies + i, .body_count = 1}, m, &tape->arena,
                        &pd_executor_serial);
    for (int i = 0; i < m->vertex_count; i++) {
        low = fmin(low, (double)v[3 * i + 1]);
        high = fmax(high, (double)v[3 * i + 1]);
    }

    /* shoulders and legs */
    const double shoulder = (double)tape->joints[3 * joint_of(m, "left_shoulder") + 1];
    values[PD_FACTORY_BREADTH_BIDELTOID] = largest(
        NULL, tape, BREADTH_OF_ALL, shoulder - DELTOID_BELOW * (high - low), shoulder + DELTOID_ABOVE_M);
    values[PD_FACTORY_BREADTH_BIACROMIAL] = 2 * (double)v[3 * ACROMION] / ACROMION_SKIN;
    values[PD_FACTORY_BREADTH_CALF_GIRTH] = largest(NULL, tape, GIRTH_OF_LEG, CALF_LOW, CALF_HIGH);
    values[PD_FACTORY_BREADTH_ANKLE_GIRTH] = -largest(NULL, tape, SLIMNESS_OF_LEG, ANKLE_LOW, ANKLE_HIGH);

    /* trunk */
    int count = cut(tape, v, level_at((double)v[3 * NAVEL + 1]), 0, ARM | HEAD, INFINITY);
    values[PD_FACTORY_BREADTH_WAIST_BREADTH] = extent(NULL, points, count, 0);
    values[PD_FACTORY_BREADTH_WAIST_DEPTH] = extent(NULL, points, count, 1);
    count = cut(tape, v, level_at((double)v[3 * NIPPLE + 1]), 0, ARM | HEAD | LEG, INFINITY);
    values[PD_FACTORY_BREADTH_CHEST_DEPTH] = extent(NULL, points, count, 1);
    const double crotch = (double)v[3 * tape->crotch + 1];
    largest(&y, tape, BACK_OF_TRUNK, crotch + BUTTOCK_LOW_M, crotch + BUTTOCK_HIGH * (high - low));
    count = cut(tape, v, level_at(y), 0, ARM | HEAD, INFINITY);
    values[PD_FACTORY_BREADTH_HIP_BREADTH] = extent(NULL, points, count, 0);
    values[PD_FACTORY_BREADTH_BUTTOCK_DEPTH] = extent(NULL, points, count, 1);

    /* foot and neck, at rest */
    values[PD_FACTORY_BREADTH_FOOT_BREADTH] = foot_breadth(tape);
    const pd_vec3 nape = point_of(tape->rest, NAPE);
    const pd_vec3 forward = pd_vec3_sub(point_of(tape->rest, NOTCH), nape);
    const plane base = plane_at(nape, pd_vec3_cross(forward, pd_vec3_make(1, 0, 0)));
    count = cut(tape, tape->rest, base, 0, ARM, NECK_NEAR_M);
    values[PD_FACTORY_BREADTH_NECK_BASE] = pd_smpl_hull_perimeter(tape->points, count) / NECK_SKIN;
}
