#include "core/motion/amass_world.h"

#include "core/base/assert.h"
#include "core/math/up.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SAMPLES       200 /* number of frames that are examined, evenly spaced */
#define STANDS        0.5 /* least s.z for +Z */
#define ALONG         0.7 /* least s.a of a person upright along a */
#define ON_FLOOR      0.1 /* metres: largest height of the lowest point on a floor */
#define RISES         0.5 /* metres: a person who rises by more does not lie */
/* metres: least height of the lowest point, because flesh is pressed into a floor */
#define UNDER         -0.07
#define BEFORE_CAMERA 1.0 /* metres */
#define TENTH         0.1

const char *const pd_motion_up_names[PD_MOTION_UP_COUNT + 1] = {
#define NAME(name, text) text,
    PD_MOTION_UP_TABLE(NAME)
#undef NAME
        NULL};

bool pd_motion_up_of(pd_motion_up *out, const char *text)
{
    const bool minus = *text == '-';

    if (*text == '-' || *text == '+') text++;
    const int axis = tolower((unsigned char)*text) - 'x';
    if (axis < 0 || axis > 2) return false;

    text++;
    if (*text == '_' || *text == '-' || *text == ' ') text++;
    if (*text &&
        (tolower((unsigned char)text[0]) != 'u' || tolower((unsigned char)text[1]) != 'p' || text[2]))
        return false;
    *out = (pd_motion_up)(axis + (minus ? 3 : 0));

    return true;
}

_Static_assert((int)PD_MOTION_UP_MINUS_Z == (int)PD_UP_MINUS_Z,
               "the axes are in the order of core/math/up.h");

pd_quat pd_motion_up_turn(pd_motion_up up)
{
    return pd_up_turn((pd_up)up);
}

static pd_vec3 vec3_at(const float *v)
{
    return pd_vec3_make((double)v[0], (double)v[1], (double)v[2]);
}

void pd_motion_amass_turns(pd_quat *rotations, const pd_motion_amass_take *take, size_t frame, pd_quat world)
{
    PD_ASSERT(frame < take->frames);
    const float *row = take->poses + 3 * frame * (size_t)take->joint_count;

    for (int j = 0; j < take->figure->skeleton.joint_count; j++) rotations[j] = pd_q_identity();
    for (int k = 0; k < take->joint_count; k++) {
        if (take->to[k] < 0) continue;
        const pd_quat q = pd_q_from_rotvec(vec3_at(row + 3 * k));
        rotations[take->to[k]] = k ? q : pd_q_mul(world, q);
    }
}

/* ---- measurements along an axis ---- */

static int sample_count(const pd_motion_amass_take *take)
{
    return take->frames < SAMPLES ? (int)take->frames : SAMPLES;
}

static size_t sample_frame(const pd_motion_amass_take *take, int i)
{
    PD_DEBUG_ASSERT(i >= 0 && i < sample_count(take));
    return (size_t)i * take->frames / (size_t)sample_count(take);
}

/* Computes the height of the pelvis and the depth of the body below it in each sample. */
typedef struct stance {
    double pelvis[SAMPLES], depth[SAMPLES];
} stance;

static void look_amass_world(stance *out, const pd_motion_amass_take *take, pd_motion_up up, pd_vec3 pelvis)
{
    const pd_quat world = pd_motion_up_turn(up);
    pd_quat rotations[PD_ANIM_MAX_JOINTS];

    for (int i = 0; i < sample_count(take); i++) {
        const size_t t = sample_frame(take, i);
        pd_motion_amass_turns(rotations, take, t, world);
        out->depth[i] = pd_motion_outline_depth(take->figure, rotations);
        out->pelvis[i] = pd_q_rotate(world, pd_vec3_add(vec3_at(take->trans + 3 * t), pelvis)).y;
    }
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts values and returns the quantile at `part`. */
static double amass_world_part_of(double *values, int count, double part)
{
    qsort(values, (size_t)count, sizeof *values, by_size);
    return values[(int)(part * (count - 1) + 0.5)];
}

double pd_motion_amass_part(double *values, int count)
{
    return amass_world_part_of(values, count, TENTH);
}

/* Computes the mean of the unit vectors from the ankles' midpoint to the head,
 * in the file's axes. 0: undefined. */
static pd_vec3 standing(const pd_motion_amass_take *take)
{
    const pd_anim_skeleton *s = &take->figure->skeleton;
    const int head = pd_anim_skeleton_find(s, "head");
    const int left = pd_anim_skeleton_find(s, "left_ankle");
    const int right = pd_anim_skeleton_find(s, "right_ankle");
    pd_quat rotations[PD_ANIM_MAX_JOINTS];
    pd_vec3 p[PD_ANIM_MAX_JOINTS];
    pd_vec3 sum = {0, 0, 0};

    if (head < 0 || left < 0 || right < 0) return sum;

    /* A model that does not stand at rest gives no evidence. */
    pd_anim_skeleton_forward(p, NULL, s, NULL, pd_vec3_make(0, 0, 0));
    const pd_vec3 rest = pd_vec3_sub(p[head], pd_vec3_scale(pd_vec3_add(p[left], p[right]), 0.5));
    if (!(rest.y > ALONG * pd_vec3_length(rest))) return sum;
    for (int i = 0; i < sample_count(take); i++) {
        pd_motion_amass_turns(rotations, take, sample_frame(take, i), pd_q_identity());
        pd_anim_skeleton_forward(p, NULL, s, rotations, pd_vec3_make(0, 0, 0));
        const pd_vec3 way = pd_vec3_sub(p[head], pd_vec3_scale(pd_vec3_add(p[left], p[right]), 0.5));
        const double length = pd_vec3_length(way);
        if (length > 1e-6) sum = pd_vec3_add(sum, pd_vec3_scale(way, 1 / length));
    }

    return pd_vec3_scale(sum, 1.0 / sample_count(take));
}

/* Heights of the lowest points along an axis, over the samples. */
typedef struct lows {
    bool on_floor; /* there is a floor (amass_world.h) for one of the pelvises */
    double median, range;
} lows;

static void look_low(lows *out, const pd_motion_amass_take *take, pd_motion_up up, const pd_vec3 *pelvis,
                     int count)
{
    PD_ASSERT(count >= 1);
    const int n = sample_count(take);
    stance at;
    double low[SAMPLES];

    *out = (lows){0};
    for (int h = count - 1; h >= 0; h--) {
        int there = 0;
        look_amass_world(&at, take, up, pelvis[h]);
        for (int i = 0; i < n; i++) {
            low[i] = at.pelvis[i] - at.depth[i];
            there += low[i] > UNDER && low[i] < ON_FLOOR;
        }

        out->on_floor = out->on_floor || 2 * there >= n;
    }

    /* `low` has the heights for the most likely pelvis, which is the first one and was computed last. */
    out->median = amass_world_part_of(low, n, 0.5);
    out->range = amass_world_part_of(low, n, 0.95) - amass_world_part_of(low, n, 0.05);
}

static bool is_before_camera(const pd_motion_amass_take *take)
{
    for (int i = 0; i < sample_count(take); i++)
        if (!((double)take->trans[3 * sample_frame(take, i) + 2] > BEFORE_CAMERA)) return false;
    return true;
}

pd_status pd_motion_amass_find_up(pd_motion_up *up, pd_motion_up_reason *why,
                                  const pd_motion_amass_take *take, const pd_vec3 *pelvis, int count,
                                  pd_error *err)
{
    const pd_vec3 s = standing(take);
    const double along[PD_MOTION_UP_COUNT] = {s.x, s.y, s.z, -s.x, -s.y, -s.z};
    lows z, other;
    pd_motion_up best = PD_MOTION_UP_Y;

    /* A person who stands along z needs no search. */
    *up = PD_MOTION_UP_Z;
    *why = PD_MOTION_UP_STANDS;
    if (s.z > STANDS) return PD_OK;

    /* Axis along which the person is most upright, and the heights with z up. */
    for (int a = 0; a < PD_MOTION_UP_COUNT; a++)
        if (along[a] > along[best]) best = (pd_motion_up)a;
    look_low(&z, take, PD_MOTION_UP_Z, pelvis, 1); /* along z the heights of J0 are nearly equal */
    if (!(along[best] > ALONG)) {
        *why = z.on_floor ? PD_MOTION_UP_STANDS : PD_MOTION_UP_ASSUMED;
        return PD_OK;
    }

    /* Lowest points with the other axis up. */
    look_low(&other, take, best, pelvis, count);
    *why = PD_MOTION_UP_LIES;
    if (z.on_floor && !other.on_floor) return PD_OK;
    const bool no_z = z.range > RISES || z.median < UNDER;

    /* The other axis is up if only it has a floor, or if z is impossible. */
    *up = best;
    *why = PD_MOTION_UP_OTHER;
    if (!z.on_floor && (other.on_floor || (best == PD_MOTION_UP_Y && no_z))) return PD_OK;
    *why = PD_MOTION_UP_CAMERA;
    if (!z.on_floor && best == PD_MOTION_UP_MINUS_Y && is_before_camera(take)) return PD_OK;

    return pd_fail(err, PD_ERR_UNSUPPORTED, "up",
                   "the person is upright along %s, or %s with z up: no floor under the person tells which",
                   pd_motion_up_names[best], best == PD_MOTION_UP_MINUS_Z ? "upside down" : "lies along it");
}

pd_status pd_motion_amass_find_floor(pd_motion_amass_floor *out, const pd_motion_amass_take *take,
                                     pd_motion_up up, pd_vec3 pelvis, pd_error *err)
{
    const int n = sample_count(take);
    stance *at = malloc(sizeof *at);
    double low[SAMPLES], ratio[SAMPLES];

    if (!at) return pd_fail(err, PD_ERR_MEMORY, "floor", "out of memory");
    look_amass_world(at, take, up, pelvis);
    for (int i = 0; i < n; i++) {
        low[i] = at->pelvis[i] - at->depth[i];
        ratio[i] = at->depth[i] > 1e-3 ? at->pelvis[i] / at->depth[i] : 1;
    }

    out->level = pd_motion_amass_part(low, n);
    out->legs = pd_motion_amass_part(ratio, n);
    free(at);

    return PD_OK;
}
