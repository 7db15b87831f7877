#include "core/anim/avatar/touch.h"

#include "core/base/sort.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define NEAR         0.03 /* metres over the surface: a hand that touches ... */
#define FAR          0.12 /* ... one that does not                            */
#define SHARP        0.03 /* metres farther: a part counts for a third as much */
#define LOOSE        0.02 /* metres: hands that are so much farther or nearer stay so */
#define SKIN         0.015 /* metres: palms are not nearer to the surface, parts are no skins, on the other body */
#define HANDS_NEAR   0.14 /* metres from palm to palm */
#define HANDS_FAR    0.28
#define PART         0.85 /* of a sector's points are within its radius */
#define FEWEST       6    /* points that tell a radius                  */
#define PALM         0.08 /* of the size, in metres: from the wrist to the palm */
#define PALM_OF_HAND 0.5  /* of the way to its joints' tips */
#define HEAD_OVER    0.2  /* likewise: from the head's joint to the crown       */
#define THINNEST     0.5  /* of what it was */
#define THICKEST     3.0
#define PI           3.14159265358979323846

/* Made by pd_anim_girth_measure of models/default.safetensors (the test measures it again). */
static const double mean_radius[PD_TOUCH_PARTS][PD_ANIM_TOUCH_SECTORS] = {
    {0.163, 0.167, 0.171, 0.148, 0.117, 0.148, 0.171, 0.167},
    {0.149, 0.183, 0.193, 0.159, 0.116, 0.159, 0.193, 0.183},
    {0.107, 0.095, 0.078, 0.081, 0.089, 0.081, 0.078, 0.095},
    {0.118, 0.109, 0.093, 0.078, 0.073, 0.081, 0.088, 0.107},
    {0.118, 0.107, 0.088, 0.081, 0.073, 0.078, 0.093, 0.109},
    {0.049, 0.051, 0.055, 0.067, 0.061, 0.054, 0.048, 0.046},
    {0.039, 0.040, 0.041, 0.039, 0.038, 0.037, 0.038, 0.043},
    {0.049, 0.046, 0.048, 0.054, 0.061, 0.067, 0.055, 0.051},
    {0.039, 0.043, 0.038, 0.037, 0.038, 0.039, 0.041, 0.040}};

pd_anim_girth pd_anim_girth_of_size(double size)
{
    pd_anim_girth g;
    for (int k = 0; k < PD_TOUCH_PARTS; k++)
        for (int s = 0; s < PD_ANIM_TOUCH_SECTORS; s++) g.radius[k][s] = size * mean_radius[k][s];
    return g;
}

bool pd_anim_touch_has(const int *joints)
{
    static const pd_anim_human needed[] = {PD_HUMAN_HEAD, PD_HUMAN_L_UPPER_LEG, PD_HUMAN_R_UPPER_LEG,
                                           PD_HUMAN_L_LOWER_LEG, PD_HUMAN_R_LOWER_LEG};
    bool has = true;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) has = has && joints[needed[i]] >= 0;
    for (int i = 0; i < 6; i++) has = has && joints[pd_anim_human_arms[i / 3][i % 3]] >= 0;
    return has;
}

static pd_vec3 middle_of(pd_vec3 a, pd_vec3 b)
{
    return pd_vec3_scale(pd_vec3_add(a, b), 0.5);
}

static pd_vec3 front_of(pd_quat bone)
{
    return pd_q_rotate(bone, pd_vec3_make(0, 0, 1));
}

void pd_anim_touch_pose_of(pd_anim_touch_pose *out, const pd_vec3 *at, const int *joints,
                           const pd_quat *bones, double size, double palm)
{
    const pd_vec3 hips = middle_of(at[joints[PD_HUMAN_L_UPPER_LEG]], at[joints[PD_HUMAN_R_UPPER_LEG]]);
    const pd_vec3 shoulders = middle_of(at[joints[PD_HUMAN_L_UPPER_ARM]], at[joints[PD_HUMAN_R_UPPER_ARM]]);
    const pd_vec3 waist = middle_of(hips, shoulders), head = at[joints[PD_HUMAN_HEAD]];
    const pd_vec3 up = pd_q_rotate(bones[PD_HUMAN_HEAD], pd_vec3_make(0, 1, 0));
    pd_anim_touch_axis *parts = out->parts;

    parts[PD_TOUCH_PELVIS] = (pd_anim_touch_axis){hips, waist, front_of(bones[PD_HUMAN_HIPS])};
    parts[PD_TOUCH_CHEST] = (pd_anim_touch_axis){waist, shoulders, front_of(bones[PD_HUMAN_UPPER_CHEST])};
    parts[PD_TOUCH_HEAD] =
        (pd_anim_touch_axis){head, pd_vec3_fma(head, HEAD_OVER * size, up), front_of(bones[PD_HUMAN_HEAD])};
    for (int side = 0; side < 2; side++) {
        const pd_anim_human *arm = pd_anim_human_arms[side];
        const int thigh = side ? PD_HUMAN_R_UPPER_LEG : PD_HUMAN_L_UPPER_LEG;
        const int shank = side ? PD_HUMAN_R_LOWER_LEG : PD_HUMAN_L_LOWER_LEG;
        const int first = side ? PD_TOUCH_R_UPPER_ARM : PD_TOUCH_L_UPPER_ARM;
        parts[side ? PD_TOUCH_R_THIGH : PD_TOUCH_L_THIGH] =
            (pd_anim_touch_axis){at[joints[thigh]], at[joints[shank]], front_of(bones[thigh])};
        for (int i = 0; i < 2; i++)
            parts[first + i] =
                (pd_anim_touch_axis){at[joints[arm[i]]], at[joints[arm[i + 1]]], front_of(bones[arm[i]])};
        out->palms[side] = pd_vec3_fma(at[joints[arm[2]]], palm,
                                       pd_q_rotate(bones[arm[2]], pd_vec3_make(side ? -1 : 1, 0, 0)));
    }
}

double pd_anim_touch_palm(const pd_anim_skeleton *skeleton, const int *joints, double size)
{
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];
    double far = 0;

    pd_anim_skeleton_forward(rest, NULL, skeleton, NULL, pd_vec3_make(0, 0, 0));
    for (int k = 0; k < skeleton->joint_count; k++)
        for (int up = skeleton->parents[k]; up >= 0; up = skeleton->parents[up])
            if (up == joints[PD_HUMAN_L_HAND]) far = fmax(far, pd_vec3_distance(rest[k], rest[up]));
    return fmax(PALM_OF_HAND * far, PALM * size);
}

/* A part's axes: along, front and left at right angles. */
typedef struct frame {
    pd_vec3 from, along, front, left;
    double length;
} frame;

static frame frame_of(const pd_anim_touch_axis *axis)
{
    frame f = {.from = axis->from};
    const pd_vec3 way = pd_vec3_sub(axis->to, axis->from);
    f.length = pd_vec3_length(way);
    f.along = pd_vec3_unit_or(way, pd_vec3_make(0, 1, 0));
    f.front = pd_vec3_unit_or(pd_vec3_reject(axis->front, f.along), pd_vec3_perpendicular(f.along));
    f.left = pd_vec3_cross(f.along, f.front);
    return f;
}

typedef struct place {
    double t;            /* along, 0 .. 1 */
    double direction[3]; /* unit: along, front, left */
    double distance, over;
} place;

static double radius_at(const double *radius, const double direction[3])
{
    const double turn = atan2(direction[2], direction[1]) / (2 * PI) * PD_ANIM_TOUCH_SECTORS;
    const double at = turn < 0 ? turn + PD_ANIM_TOUCH_SECTORS : turn;
    const int s = (int)at % PD_ANIM_TOUCH_SECTORS;
    const double share = at - floor(at);
    return radius[s] + share * (radius[(s + 1) % PD_ANIM_TOUCH_SECTORS] - radius[s]);
}

static place place_of(const frame *f, const double *radius, pd_vec3 at)
{
    const pd_vec3 off = pd_vec3_sub(at, f->from);
    const double along = pd_vec3_dot(off, f->along);
    place p = {.t = f->length > 1e-9 ? fmin(fmax(along / f->length, 0), 1) : 0};
    const double v[3] = {along - p.t * f->length, pd_vec3_dot(off, f->front), pd_vec3_dot(off, f->left)};

    p.distance = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int c = 0; c < 3; c++) p.direction[c] = p.distance > 1e-9 ? v[c] / p.distance : c == 1;
    p.over = p.distance - radius_at(radius, p.direction);
    return p;
}

static pd_vec3 put(const frame *f, const double *radius, const place *p)
{
    const double out = radius_at(radius, p->direction) + p->over;
    pd_vec3 at = pd_vec3_fma(f->from, p->t * f->length + out * p->direction[0], f->along);
    at = pd_vec3_fma(at, out * p->direction[1], f->front);
    return pd_vec3_fma(at, out * p->direction[2], f->left);
}

double pd_anim_touch_over(const pd_anim_girth *girth, const pd_anim_touch_pose *pose, int part, pd_vec3 at)
{
    const frame f = frame_of(&pose->parts[part]);
    return place_of(&f, girth->radius[part], at).over;
}

/* ---- thickness */

/* The part whose surface is nearest, or -1 beyond the ends of the nearest; sector and distance from its axis. */
static int part_of(int *sector, float *out, const pd_anim_girth *girth, const frame *frames, pd_vec3 at)
{
    int best = -1;
    place nearest = {.over = INFINITY};

    for (int k = 0; k < PD_TOUCH_PARTS; k++) {
        const place p = place_of(&frames[k], girth->radius[k], at);
        if (p.over < nearest.over) nearest = p, best = k;
    }
    if (best != PD_TOUCH_HEAD && (nearest.t <= 0 || nearest.t >= 1)) return -1;
    const double turn = atan2(nearest.direction[2], nearest.direction[1]) / (2 * PI) * PD_ANIM_TOUCH_SECTORS;
    *sector = ((int)floor(turn + 0.5) + PD_ANIM_TOUCH_SECTORS) % PD_ANIM_TOUCH_SECTORS;
    *out = (float)nearest.distance;
    return best;
}

void pd_anim_girth_measure(pd_anim_girth *girth, const pd_anim_touch_pose *pose, const float *points,
                           int count, pd_quat face)
{
    frame frames[PD_TOUCH_PARTS];
    const pd_anim_girth guess = *girth;
    float *distances = malloc((size_t)(count ? count : 1) * sizeof *distances);
    short *cells = malloc((size_t)(count ? count : 1) * sizeof *cells);
    if (!distances || !cells) count = 0; /* as thick as people are */

    for (int k = 0; k < PD_TOUCH_PARTS; k++) frames[k] = frame_of(&pose->parts[k]);
    for (int i = 0; i < count; i++) {
        const float *x = points + 3 * (size_t)i;
        int sector = 0;
        const int part = part_of(&sector, &distances[i], &guess, frames,
                                 pd_q_rotate(face, pd_vec3_make((double)x[0], (double)x[1], (double)x[2])));
        cells[i] = (short)(part < 0 ? -1 : PD_ANIM_TOUCH_SECTORS * part + sector);
    }
    float *own = malloc((size_t)(count ? count : 1) * sizeof *own);
    for (int c = 0; c < PD_TOUCH_PARTS * PD_ANIM_TOUCH_SECTORS && own; c++) {
        size_t n = 0;
        for (int i = 0; i < count; i++)
            if (cells[i] == c) own[n++] = distances[i];
        if (n < FEWEST) continue;
        pd_sort_floats(own, n);
        double *radius = &girth->radius[c / PD_ANIM_TOUCH_SECTORS][c % PD_ANIM_TOUCH_SECTORS];
        *radius =
            fmin(fmax((double)own[(size_t)(PART * (double)(n - 1))], THINNEST * *radius), THICKEST * *radius);
    }
    free(own);
    free(cells);
    free(distances);
}

/* ---- goals */

static double share_of(double over, double near, double far)
{
    const double x = fmin(fmax((far - over) / (far - near), 0), 1);
    return x * x * (3 - 2 * x);
}

/* Parts of its own arm a hand is always near. */
static bool is_own(int part, int hand)
{
    const bool left = part == PD_TOUCH_L_UPPER_ARM || part == PD_TOUCH_L_FOREARM;
    const bool right = part == PD_TOUCH_R_UPPER_ARM || part == PD_TOUCH_R_FOREARM;
    return hand ? right : left;
}

static double trunk_of(const pd_anim_touch_pose *pose)
{
    return pd_vec3_distance(pose->parts[PD_TOUCH_PELVIS].from, pose->parts[PD_TOUCH_CHEST].to);
}

/* At least so far is a point over a part: by its thickest sector. */
static double least_over(const pd_anim_touch_axis *axis, const double *radius, pd_vec3 at)
{
    const pd_vec3 way = pd_vec3_sub(axis->to, axis->from), off = pd_vec3_sub(at, axis->from);
    const double square = pd_vec3_dot(way, way);
    const double t = square > 1e-18 ? fmin(fmax(pd_vec3_dot(off, way) / square, 0), 1) : 0;
    double most = 0;
    for (int s = 0; s < PD_ANIM_TOUCH_SECTORS; s++) most = radius[s] > most ? radius[s] : most;
    return pd_vec3_distance(off, pd_vec3_scale(way, t)) - most;
}

/* A part that a palm is near, in either body. */
typedef struct near_part {
    int part;
    frame here;       /* on the target          */
    place there, own; /* of the palm: on the source, on the target */
    double over;
} near_part;

/* Parts that count for a hand, and the least that it is over one of them; those that are farther than FAR count for nothing. */
static int near_parts(near_part *near, double *least, int hand, const pd_anim_girth *from,
                      const pd_anim_touch_pose *source, const pd_anim_girth *to,
                      const pd_anim_touch_pose *target)
{
    int count = 0;
    *least = INFINITY;
    for (int k = 0; k < PD_TOUCH_PARTS; k++) {
        const pd_vec3 theirs = source->palms[hand], ours = target->palms[hand];
        if (is_own(k, hand)) continue;
        if (least_over(&source->parts[k], from->radius[k], theirs) >= FAR &&
            least_over(&target->parts[k], to->radius[k], ours) >= FAR)
            continue;
        near_part *n = &near[count++];
        const frame there = frame_of(&source->parts[k]);
        n->part = k;
        n->here = frame_of(&target->parts[k]);
        n->there = place_of(&there, from->radius[k], theirs);
        n->own = place_of(&n->here, to->radius[k], ours);
        n->over = fmin(n->there.over, n->own.over);
        *least = fmin(*least, n->over);
    }
    return count;
}

void pd_anim_touch_goals(pd_vec3 goals[2], double shares[2], const pd_anim_girth *from,
                         const pd_anim_touch_pose *source, const pd_anim_girth *to,
                         const pd_anim_touch_pose *target)
{
    for (int hand = 0; hand < 2; hand++) {
        const pd_vec3 palm = target->palms[hand];
        near_part near[PD_TOUCH_PARTS];
        pd_vec3 by = {0, 0, 0};
        double sum = 0, least;
        const int count = near_parts(near, &least, hand, from, source, to, target);
        shares[hand] = 0;
        for (int i = 0; i < count; i++) {
            const near_part *n = &near[i];
            const double w = share_of(n->over, NEAR, FAR), part = w * exp((least - n->over) / SHARP);
            const double wanted = fmax(n->there.over, SKIN);
            place goal = n->own;
            if (!(w > 0)) continue;
            goal.over = wanted + LOOSE * tanh((n->own.over - wanted) / LOOSE);
            by = pd_vec3_fma(by, part, pd_vec3_sub(put(&n->here, to->radius[n->part], &goal), palm));
            sum += part;
            shares[hand] = fmax(shares[hand], w);
        }
        goals[hand] = sum > 0 ? pd_vec3_fma(palm, shares[hand] / sum, by) : palm;
    }

    const double size = trunk_of(target) / fmax(trunk_of(source), 1e-6);
    const pd_vec3 way = pd_vec3_sub(source->palms[0], source->palms[1]), apart = pd_vec3_scale(way, size);
    const pd_vec3 middle = pd_vec3_scale(pd_vec3_add(goals[0], goals[1]), 0.5);
    const double w = share_of(pd_vec3_length(way), HANDS_NEAR, HANDS_FAR);
    for (int hand = 0; hand < 2; hand++) {
        const pd_vec3 other = pd_vec3_fma(middle, hand ? -0.5 : 0.5, apart);
        goals[hand] = pd_vec3_fma(goals[hand], w, pd_vec3_sub(other, goals[hand]));
        shares[hand] = fmax(shares[hand], w);
    }
}
