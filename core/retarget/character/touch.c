#include "core/retarget/character/touch.h"

#include "core/base/assert.h"
#include "core/base/sort.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define NEAR         0.015 /* metres above the surface up to which a hand is corrected in full ... */
#define FAR          0.105 /* ... and from which on it is not corrected */
#define SHARP        0.03  /* metres of distance over which the weight of a part falls by a factor of e */
#define LOOSE        0.02  /* metres by which a hand may be farther than the source's (l) ... */
#define TIGHT        0.005 /* ... and nearer */
/* metres: largest depth of a touching hand, because ellipsoids are larger than hands */
#define GIVE         0.02
#define HANDS_NEAR   0.14 /* metres between palms up to which they are corrected in full ... */
#define HANDS_FAR    0.28 /* ... and from which on they are not corrected */
#define FEWEST       6    /* least number of points from which a radius is measured */
#define PALM_OF_HAND 0.5  /* position of the palm as a fraction of the way to the tips of the hand's joints */
#define TIPS         0.95 /* fraction of a hand's points that are within its length */
#define HEAD_OVER    0.2  /* metres from the head's joint to the crown, for size 1 */
#define THINNEST     0.5  /* least measured girth as a factor of the previous value ... */
#define THICKEST     3.0  /* ... and largest */

/* Girth of models/default.safetensors, measured by pd_retarget_girth_measure (the test measures it again). */
static const pd_retarget_girth mean = {
    .radius = {{{0.149, 0.165, 0.171, 0.146, 0.124, 0.146, 0.171, 0.165},
                {0.165, 0.173, 0.178, 0.149, 0.114, 0.149, 0.178, 0.173},
                {0.163, 0.163, 0.161, 0.126, 0.094, 0.126, 0.161, 0.163},
                {0.158, 0.169, 0.171, 0.146, 0.117, 0.146, 0.171, 0.169}},
               {{0.147, 0.162, 0.153, 0.127, 0.117, 0.127, 0.153, 0.162},
                {0.153, 0.184, 0.171, 0.150, 0.111, 0.150, 0.171, 0.184},
                {0.146, 0.180, 0.197, 0.162, 0.118, 0.162, 0.197, 0.180},
                {0.104, 0.159, 0.191, 0.172, 0.113, 0.172, 0.191, 0.159}},
               {{0.109, 0.095, 0.077, 0.073, 0.082, 0.073, 0.077, 0.095},
                {0.099, 0.096, 0.078, 0.085, 0.090, 0.085, 0.078, 0.096},
                {0.085, 0.078, 0.066, 0.071, 0.075, 0.071, 0.066, 0.078},
                {0.107, 0.095, 0.078, 0.082, 0.089, 0.082, 0.078, 0.095}},
               {{0.118, 0.107, 0.091, 0.079, 0.075, 0.082, 0.094, 0.112},
                {0.119, 0.114, 0.091, 0.080, 0.080, 0.080, 0.088, 0.109},
                {0.103, 0.104, 0.091, 0.074, 0.067, 0.064, 0.068, 0.090},
                {0.077, 0.070, 0.073, 0.068, 0.059, 0.061, 0.063, 0.067}},
               {{0.118, 0.112, 0.094, 0.082, 0.075, 0.079, 0.091, 0.107},
                {0.119, 0.109, 0.088, 0.080, 0.080, 0.080, 0.091, 0.114},
                {0.103, 0.090, 0.068, 0.064, 0.067, 0.074, 0.091, 0.104},
                {0.077, 0.067, 0.063, 0.061, 0.059, 0.068, 0.073, 0.070}},
               {{0.058, 0.051, 0.055, 0.079, 0.065, 0.059, 0.050, 0.047},
                {0.047, 0.047, 0.056, 0.067, 0.060, 0.052, 0.048, 0.046},
                {0.048, 0.046, 0.051, 0.056, 0.051, 0.044, 0.041, 0.044},
                {0.046, 0.045, 0.046, 0.046, 0.040, 0.037, 0.039, 0.046}},
               {{0.038, 0.041, 0.042, 0.040, 0.039, 0.037, 0.038, 0.042},
                {0.040, 0.042, 0.042, 0.041, 0.039, 0.038, 0.038, 0.042},
                {0.032, 0.034, 0.037, 0.036, 0.037, 0.033, 0.031, 0.032},
                {0.029, 0.028, 0.027, 0.030, 0.030, 0.027, 0.024, 0.027}},
               {{0.058, 0.047, 0.050, 0.059, 0.065, 0.079, 0.055, 0.051},
                {0.047, 0.046, 0.048, 0.052, 0.060, 0.067, 0.056, 0.047},
                {0.048, 0.044, 0.041, 0.044, 0.051, 0.056, 0.051, 0.046},
                {0.046, 0.046, 0.039, 0.037, 0.040, 0.046, 0.046, 0.045}},
               {{0.038, 0.042, 0.038, 0.037, 0.039, 0.040, 0.042, 0.041},
                {0.040, 0.042, 0.038, 0.038, 0.039, 0.041, 0.042, 0.042},
                {0.032, 0.032, 0.031, 0.033, 0.037, 0.036, 0.037, 0.034},
                {0.029, 0.027, 0.024, 0.027, 0.030, 0.030, 0.027, 0.028}}},
    .hand = {0.084, 0.030, 0.049},
    .clear = -GIVE,
};

static void find_thickest(pd_retarget_girth *g)
{
    for (int k = 0; k < PD_TOUCH_PARTS; k++) {
        g->thickest[k] = 0;
        for (int r = 0; r < PD_RETARGET_TOUCH_RINGS; r++)
            for (int s = 0; s < PD_RETARGET_TOUCH_SECTORS; s++)
                g->thickest[k] = fmax(g->thickest[k], g->radius[k][r][s]);
    }
}

pd_retarget_girth pd_retarget_girth_scaled(const pd_retarget_girth *girth, double by)
{
    pd_retarget_girth g = *girth;

    for (int k = 0; k < PD_TOUCH_PARTS; k++)
        for (int r = 0; r < PD_RETARGET_TOUCH_RINGS; r++)
            for (int s = 0; s < PD_RETARGET_TOUCH_SECTORS; s++) g.radius[k][r][s] *= by;
    for (int i = 0; i < 3; i++) g.hand[i] *= by;
    find_thickest(&g);

    return g;
}

pd_retarget_girth pd_retarget_girth_of_size(double size)
{
    return pd_retarget_girth_scaled(&mean, size);
}

bool pd_retarget_touch_has(const int *joints)
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

void pd_retarget_touch_pose_of(pd_retarget_touch_pose *out, const pd_vec3 *at, const int *joints,
                               const pd_quat *bones, double size, double palm)
{
    const pd_vec3 hips = middle_of(at[joints[PD_HUMAN_L_UPPER_LEG]], at[joints[PD_HUMAN_R_UPPER_LEG]]);
    const pd_vec3 shoulders = middle_of(at[joints[PD_HUMAN_L_UPPER_ARM]], at[joints[PD_HUMAN_R_UPPER_ARM]]);
    const pd_vec3 waist = middle_of(hips, shoulders);
    const pd_vec3 head = at[joints[PD_HUMAN_HEAD]];
    const pd_vec3 up = pd_q_rotate(bones[PD_HUMAN_HEAD], pd_vec3_make(0, 1, 0));
    pd_retarget_touch_axis *parts = out->parts;

    parts[PD_TOUCH_PELVIS] = (pd_retarget_touch_axis){hips, waist, front_of(bones[PD_HUMAN_HIPS])};
    parts[PD_TOUCH_CHEST] = (pd_retarget_touch_axis){waist, shoulders, front_of(bones[PD_HUMAN_UPPER_CHEST])};
    parts[PD_TOUCH_HEAD] = (pd_retarget_touch_axis){head, pd_vec3_fma(head, HEAD_OVER * size, up),
                                                    front_of(bones[PD_HUMAN_HEAD])};
    for (int side = 0; side < 2; side++) {
        const pd_anim_human *arm = pd_anim_human_arms[side];
        const int thigh = side ? PD_HUMAN_R_UPPER_LEG : PD_HUMAN_L_UPPER_LEG;
        const int shank = side ? PD_HUMAN_R_LOWER_LEG : PD_HUMAN_L_LOWER_LEG;
        const int first = side ? PD_TOUCH_R_UPPER_ARM : PD_TOUCH_L_UPPER_ARM;
        parts[side ? PD_TOUCH_R_THIGH : PD_TOUCH_L_THIGH] =
            (pd_retarget_touch_axis){at[joints[thigh]], at[joints[shank]], front_of(bones[thigh])};
        for (int i = 0; i < 2; i++)
            parts[first + i] =
                (pd_retarget_touch_axis){at[joints[arm[i]]], at[joints[arm[i + 1]]], front_of(bones[arm[i]])};
        out->hands[side] = bones[arm[2]];
        out->palms[side] = pd_vec3_fma(at[joints[arm[2]]], palm,
                                       pd_q_rotate(bones[arm[2]], pd_vec3_make(side ? -1 : 1, 0, 0)));
    }
}

double pd_retarget_touch_palm(const pd_anim_skeleton *skeleton, const int *joints, double size)
{
    pd_vec3 rest[PD_ANIM_MAX_JOINTS];
    double far = 0;

    pd_anim_skeleton_forward(rest, NULL, skeleton, NULL, pd_vec3_make(0, 0, 0));
    for (int k = 0; k < skeleton->joint_count; k++)
        for (int up = skeleton->parents[k]; up >= 0; up = skeleton->parents[up])
            if (up == joints[PD_HUMAN_L_HAND]) far = fmax(far, pd_vec3_distance(rest[k], rest[up]));

    return fmax(PALM_OF_HAND * far, mean.hand[0] * size);
}

/* Orthogonal axes of a part, unit. */
typedef struct frame {
    pd_vec3 from, along, front, left;
    double length;
} frame;

static frame touch_frame_of(const pd_retarget_touch_axis *axis)
{
    frame f = {.from = axis->from};
    const pd_vec3 way = pd_vec3_sub(axis->to, axis->from);

    f.length = pd_vec3_length(way);
    f.along = pd_vec3_unit_or(way, pd_vec3_make(0, 1, 0));
    f.front = pd_vec3_unit_or(pd_vec3_reject(axis->front, f.along), pd_vec3_perpendicular(f.along));
    f.left = pd_vec3_cross(f.along, f.front);

    return f;
}

/* Coordinates of a point on a part. */
typedef struct place {
    double t;              /* position along the axis, 0 to 1 */
    double direction[3];   /* direction of v, unit: along, front, left */
    double distance, over; /* metres from the axis, and above the surface */
} place;

static place touch_place_of(const frame *f, const pd_retarget_girth *girth, int part, pd_vec3 at)
{
    PD_ASSERT(part >= 0 && part < PD_TOUCH_PARTS);
    const pd_vec3 off = pd_vec3_sub(at, f->from);
    const double along = pd_vec3_dot(off, f->along);
    place p = {.t = f->length > 1e-9 ? fmin(fmax(along / f->length, 0), 1) : 0};
    const double v[3] = {along - p.t * f->length, pd_vec3_dot(off, f->front), pd_vec3_dot(off, f->left)};

    p.distance = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int c = 0; c < 3; c++) p.direction[c] = p.distance > 1e-9 ? v[c] / p.distance : c == 1;

    /* Interpolate the radius between sectors and between rings. */
    const double turn = atan2(p.direction[2], p.direction[1]) / (2 * M_PI) * PD_RETARGET_TOUCH_SECTORS;
    const double around = turn < 0 ? turn + PD_RETARGET_TOUCH_SECTORS : turn;
    const double height = p.t * (PD_RETARGET_TOUCH_RINGS - 1);
    const int s = (int)around % PD_RETARGET_TOUCH_SECTORS;
    const int next = (s + 1) % PD_RETARGET_TOUCH_SECTORS;
    const int r = height < PD_RETARGET_TOUCH_RINGS - 2 ? (int)height : PD_RETARGET_TOUCH_RINGS - 2;
    const double share = around - floor(around);
    const double up = height - r;
    const double *low = girth->radius[part][r];
    const double *high = girth->radius[part][r + 1];
    const double here = low[s] + share * (low[next] - low[s]);
    const double there = high[s] + share * (high[next] - high[s]);
    p.over = p.distance - (here + up * (there - here));

    return p;
}

/* Returns the direction from a part's axis to a point, world, unit. */
static pd_vec3 off_part(const frame *f, const place *p)
{
    const pd_vec3 across = pd_vec3_fma(pd_vec3_scale(f->front, p->direction[1]), p->direction[2], f->left);
    return pd_vec3_fma(across, p->direction[0], f->along);
}

/* Returns the extent of a hand from its palm in a direction, metres;
 * it is the same in the opposite direction. */
static double reach_of(const pd_retarget_girth *girth, pd_quat hand, pd_vec3 direction)
{
    const pd_vec3 own = pd_q_rotate(pd_q_conjugate(hand), direction);
    const double x = girth->hand[0] * own.x;
    const double y = girth->hand[1] * own.y;
    const double z = girth->hand[2] * own.z;
    return sqrt(x * x + y * y + z * z);
}

double pd_retarget_touch_over(const pd_retarget_girth *girth, const pd_retarget_touch_pose *pose, int part,
                              pd_vec3 at)
{
    PD_ASSERT(part >= 0 && part < PD_TOUCH_PARTS);
    const frame f = touch_frame_of(&pose->parts[part]);
    return touch_place_of(&f, girth, part, at).over;
}

/* ---- girth */

/* Cell to which a point of the surface belongs: a radius of a part, the hands, or none. */
enum {
    RADII = PD_TOUCH_PARTS * PD_RETARGET_TOUCH_RINGS * PD_RETARGET_TOUCH_SECTORS,
    HANDS = RADII,
    NOTHING,
};

/* Returns the distance from the knees to the crown. A point that is farther than that from every part's axis
 * is not of the body. */
static double span_of(const pd_retarget_touch_pose *pose)
{
    const pd_vec3 knees = middle_of(pose->parts[PD_TOUCH_L_THIGH].to, pose->parts[PD_TOUCH_R_THIGH].to);
    return pd_vec3_distance(knees, pose->parts[PD_TOUCH_HEAD].to);
}

/* Returns the cell of a point, on the part whose surface is nearest. Points beyond a wrist belong to the
 * hands, points beyond other ends of parts except the head to none, and so do points that are farther than
 * span from the axis. out: distance from the axis; for hands distances from the wrist along the forearm, up
 * or down, and across. */
static int touch_cell_of(float out[3], const pd_retarget_girth *girth, const frame *frames, double span,
                         pd_vec3 at)
{
    int part = 0;
    place nearest = {.over = INFINITY};

    for (int k = 0; k < PD_TOUCH_PARTS; k++) {
        /* No point of a part is farther from its axis than its largest radius. */
        const pd_vec3 off = pd_vec3_sub(at, frames[k].from);
        const double along = fmin(fmax(pd_vec3_dot(off, frames[k].along), 0), frames[k].length);
        const double away = pd_vec3_distance(off, pd_vec3_scale(frames[k].along, along));
        if (away - girth->thickest[k] >= nearest.over) continue;

        const place p = touch_place_of(&frames[k], girth, k, at);
        if (p.over < nearest.over) {
            nearest = p;
            part = k;
        }
    }

    if (nearest.distance > span) return NOTHING;
    const double *d = nearest.direction;
    if ((part == PD_TOUCH_L_FOREARM || part == PD_TOUCH_R_FOREARM) && nearest.t >= 1) {
        out[0] = (float)(nearest.distance * d[0]);
        out[1] = (float)(nearest.distance * fabs(d[2]));
        out[2] = (float)(nearest.distance * fabs(d[1]));
        return HANDS;
    }

    if (part != PD_TOUCH_HEAD && (nearest.t <= 0 || nearest.t >= 1)) return NOTHING;

    const double turn = atan2(d[2], d[1]) / (2 * M_PI) * PD_RETARGET_TOUCH_SECTORS;
    const int sector = ((int)floor(turn + 0.5) + PD_RETARGET_TOUCH_SECTORS) % PD_RETARGET_TOUCH_SECTORS;
    const int ring = (int)floor(nearest.t * (PD_RETARGET_TOUCH_RINGS - 1) + 0.5);
    out[0] = (float)nearest.distance;

    return (part * PD_RETARGET_TOUCH_RINGS + ring) * PD_RETARGET_TOUCH_SECTORS + sector;
}

/* Returns the quantile `share` of n numbers, limited to between THINNEST and THICKEST times the guess; with
 * fewer than FEWEST numbers the guess. */
static double told(float *numbers, size_t n, double share, double guess)
{
    if (n < FEWEST) return guess;
    pd_sort_floats(numbers, n);
    return fmin(fmax((double)numbers[(size_t)(share * (double)(n - 1))], THINNEST * guess), THICKEST * guess);
}

void pd_retarget_girth_measure(pd_retarget_girth *girth, const pd_retarget_touch_pose *pose,
                               const float *points, int count, double share, pd_quat face)
{
    enum {
        ALONG = PD_RETARGET_TOUCH_SECTORS,
        PART_CELLS = PD_RETARGET_TOUCH_RINGS * PD_RETARGET_TOUCH_SECTORS
    };
    frame frames[PD_TOUCH_PARTS];
    const pd_retarget_girth guess = *girth;
    pd_retarget_girth even = guess;
    const size_t room = (size_t)(count ? count : 1);
    float(*found)[3] = malloc(room * sizeof *found), *own = malloc(room * sizeof *own);
    short *cells = malloc(room * sizeof *cells);
    int *order = malloc(room * sizeof *order);
    int start[NOTHING + 2] = {0}, filled[NOTHING + 1] = {0};
    PD_ASSERT(count >= 0);
    if (!found || !cells || !order || !own)
        count = 0; /* without memory the girth is that of people of its size */

    /* Compute the frames of the parts, and a girth that is constant along each part, by which points are
     * assigned to parts. */
    for (int k = 0; k < PD_TOUCH_PARTS; k++) {
        frames[k] = touch_frame_of(&pose->parts[k]);
        for (int s = 0; s < PD_RETARGET_TOUCH_SECTORS; s++) {
            double sum = 0;
            for (int r = 0; r < PD_RETARGET_TOUCH_RINGS; r++) sum += guess.radius[k][r][s];
            for (int r = 0; r < PD_RETARGET_TOUCH_RINGS; r++)
                even.radius[k][r][s] = sum / PD_RETARGET_TOUCH_RINGS;
        }
    }

    /* Find the cell of each point. */
    const double span = span_of(pose);
    for (int i = 0; i < count; i++) {
        const float *x = points + 3 * (size_t)i;
        const pd_vec3 at = pd_q_rotate(face, pd_vec3_make((double)x[0], (double)x[1], (double)x[2]));
        cells[i] = (short)touch_cell_of(found[i], &even, frames, span, at);
    }

    /* Sort the points by their cells: those of cell c are at rows start[c] .. start[c + 1] - 1. */
    for (int i = 0; i < count; i++) start[cells[i] + 1]++;
    for (int c = 0; c <= NOTHING; c++) start[c + 1] += start[c];
    for (int i = 0; i < count; i++) order[start[cells[i]] + filled[cells[i]]++] = i;

    /* Measure the radius of each cell, from its own points or, if these are too few, from those of its sector
     * along the whole part. */
    for (int c = 0; c < RADII; c++) {
        const int part = c / PART_CELLS;
        const int s = c % ALONG;
        const int ring = c % PART_CELLS / ALONG;
        size_t n = 0;
        for (int k = start[c]; k < start[c + 1]; k++) own[n++] = found[order[k]][0];
        if (n < FEWEST) {
            n = 0;
            for (int r = 0; r < PD_RETARGET_TOUCH_RINGS; r++) {
                const int other = part * PART_CELLS + r * ALONG + s;
                for (int k = start[other]; k < start[other + 1]; k++) own[n++] = found[order[k]][0];
            }
        }

        girth->radius[part][ring][s] = told(own, n, share, guess.radius[part][ring][s]);
    }

    /* Measure length, thickness and width of the hands. */
    for (int c = 0; c < 3; c++) {
        const double halves = c ? 1 : 2;
        size_t n = 0;
        for (int k = start[HANDS]; k < start[HANDS + 1]; k++) own[n++] = found[order[k]][c];
        girth->hand[c] = told(own, n, c ? share : TIPS, halves * guess.hand[c]) / halves;
    }

    find_thickest(girth);
    free(own);
    free(cells);
    free(order);
    free(found);
}

/* ---- goals */

static double touch_share_of(double over, double near, double far)
{
    const double x = fmin(fmax((far - over) / (far - near), 0), 1);
    return x * x * (3 - 2 * x);
}

static double trunk_of(const pd_retarget_touch_pose *pose)
{
    return pd_vec3_distance(pose->parts[PD_TOUCH_PELVIS].from, pose->parts[PD_TOUCH_CHEST].to);
}

/* Returns a lower bound of the distance of a hand above a part: by the part's largest radius and the hand's
 * largest half-axis. */
static double least_over(const pd_retarget_touch_axis *axis, const pd_retarget_girth *girth, int part,
                         pd_vec3 at)
{
    PD_ASSERT(part >= 0 && part < PD_TOUCH_PARTS);
    const pd_vec3 way = pd_vec3_sub(axis->to, axis->from);
    const pd_vec3 off = pd_vec3_sub(at, axis->from);
    const double square = pd_vec3_dot(way, way);
    const double t = square > 1e-18 ? fmin(fmax(pd_vec3_dot(off, way) / square, 0), 1) : 0;
    const double reach = fmax(girth->hand[0], fmax(girth->hand[1], girth->hand[2]));

    return pd_vec3_distance(off, pd_vec3_scale(way, t)) - girth->thickest[part] - reach;
}

/* A part that is near a hand in either body. */
typedef struct near_part {
    pd_vec3 off;         /* direction from the target's axis to the palm, unit */
    double theirs, ours; /* distance of the hand above the part, in the source and in the target */
    double over;         /* the smaller of the two */
} near_part;

/* Finds the parts within FAR of a hand, except those of its own arm, which are always near. least: smallest
 * distance above one of them. Returns their number. */
static int near_parts(near_part *near, double *least, int hand, const pd_retarget_girth *from,
                      const pd_retarget_touch_pose *source, const pd_retarget_girth *to,
                      const pd_retarget_touch_pose *target)
{
    PD_ASSERT(hand == 0 || hand == 1);
    const int upper = hand ? PD_TOUCH_R_UPPER_ARM : PD_TOUCH_L_UPPER_ARM;
    const int lower = hand ? PD_TOUCH_R_FOREARM : PD_TOUCH_L_FOREARM;
    int count = 0;
    *least = INFINITY;
    for (int k = 0; k < PD_TOUCH_PARTS; k++) {
        const pd_vec3 theirs = source->palms[hand];
        const pd_vec3 ours = target->palms[hand];
        if (k == upper || k == lower) continue;
        if (least_over(&source->parts[k], from, k, theirs) >= FAR &&
            least_over(&target->parts[k], to, k, ours) >= FAR)
            continue;
        near_part *n = &near[count++];
        const frame there = touch_frame_of(&source->parts[k]);
        const frame here = touch_frame_of(&target->parts[k]);
        const place away = touch_place_of(&there, from, k, theirs);
        const place own = touch_place_of(&here, to, k, ours);
        n->off = off_part(&here, &own);
        n->theirs = away.over - reach_of(from, source->hands[hand], off_part(&there, &away));
        n->ours = own.over - reach_of(to, target->hands[hand], n->off);
        n->over = fmin(n->theirs, n->ours);
        *least = fmin(*least, n->over);
    }

    return count;
}

void pd_retarget_touch_goals(pd_vec3 goals[2], double shares[2], const pd_retarget_girth *from,
                             const pd_retarget_touch_pose *source, const pd_retarget_girth *to,
                             const pd_retarget_touch_pose *target)
{
    /* Move each palm by the weighted mean of the corrections for all near parts. */
    for (int hand = 0; hand < 2; hand++) {
        const pd_vec3 palm = target->palms[hand];
        near_part near[PD_TOUCH_PARTS];
        pd_vec3 by = {0, 0, 0};
        double sum = 0;
        double least;
        const int count = near_parts(near, &least, hand, from, source, to, target);
        shares[hand] = 0;
        for (int i = 0; i < count; i++) {
            const near_part *n = &near[i];
            const double w = touch_share_of(n->over, NEAR, FAR);
            const double part = w * exp((least - n->over) / SHARP);
            const double wanted = fmax(n->theirs, to->clear);
            const double more = n->ours - wanted;
            const double loose = more > 0 ? LOOSE : TIGHT;
            if (!(w > 0)) continue;
            by = pd_vec3_fma(by, part * (loose * tanh(more / loose) - more), n->off);
            sum += part;
            shares[hand] = fmax(shares[hand], w);
        }

        goals[hand] = sum > 0 ? pd_vec3_fma(palm, shares[hand] / sum, by) : palm;
    }

    /* Palms near each other keep their vector, scaled, about their midpoint. */
    const double size = trunk_of(target) / fmax(trunk_of(source), 1e-6);
    const pd_vec3 way = pd_vec3_sub(source->palms[0], source->palms[1]);
    const pd_vec3 apart = pd_vec3_scale(way, size);
    const pd_vec3 middle = pd_vec3_scale(pd_vec3_add(goals[0], goals[1]), 0.5);
    const double w = touch_share_of(pd_vec3_length(way), HANDS_NEAR, HANDS_FAR);
    for (int hand = 0; hand < 2; hand++) {
        const pd_vec3 other = pd_vec3_fma(middle, hand ? -0.5 : 0.5, apart);
        goals[hand] = pd_vec3_fma(goals[hand], w, pd_vec3_sub(other, goals[hand]));
        shares[hand] = fmax(shares[hand], w);
    }
}
