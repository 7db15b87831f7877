#include "core/observe/live/sight.h"

#include "core/math/rotation.h"
#include "core/math/vec3.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define CUTOFF       1.2 /* cutoff of a point at rest, Hz */
#define CUTOFF_SLOPE 3.0 /* increase of the cutoff, Hz for each metre per second */
#define SPEED_CUTOFF 3.0 /* cutoff of the speed, Hz */
#define FIGURE       1.7 /* assumed height of a figure in a picture, metres */
#define TELLS        0.3 /* least absolute cosine between the two fronts for a decision */

/* ---- checks */

pd_status pd_observe_sight_check(const pd_observe_sight *s, pd_error *err)
{
    const int least = s->set->is_tracked || s->set->is_worn || s->set->is_posed ? 1
                      : s->in_picture                                           ? PD_OBSERVE_LEAST_PICTURE
                                                                                : PD_OBSERVE_LEAST_SPACE;
    const double most = s->in_picture ? PD_OBSERVE_LARGEST_PIXELS : PD_OBSERVE_LARGEST_METRES;
    int seen = 0;

    /* Trackers measure positions in the world. */
    if (s->set->is_tracked && s->in_picture)
        return pd_fail(err, PD_ERR_INVALID, "/points",
                       "2 numbers; 3 expected, because trackers measure positions in space");
    if (s->set->is_tracked && s->from_hips)
        return pd_fail(err, PD_ERR_INVALID, "/root",
                       "\"hips\"; \"seen\" expected, because trackers measure positions in the world");
    if (!(s->height == 0 || (s->height >= PD_OBSERVE_LEAST_HEIGHT && s->height <= PD_OBSERVE_MOST_HEIGHT)))
        return pd_fail(err, PD_ERR_RANGE, "/height", "%g; %.10g to %.10g allowed", s->height,
                       PD_OBSERVE_LEAST_HEIGHT, PD_OBSERVE_MOST_HEIGHT);

    /* Confidences and coordinates of each point. */
    for (int i = 0; i < s->set->count; i++) {
        char where[64];
        snprintf(where, sizeof where, "/confidence/%.40s", s->set->keypoints[i].name);
        if (!(s->confidence[i] >= 0 && s->confidence[i] <= 1))
            return pd_fail(err, PD_ERR_RANGE, where, "%g; 0 to 1 allowed", s->confidence[i]);
        snprintf(where, sizeof where, "/points/%.40s", s->set->keypoints[i].name);
        for (int c = 0; c < (s->in_picture ? 2 : 3) && s->confidence[i] > 0; c++)
            if (!(fabs(s->at[i][c]) <= most))
                return pd_fail(err, PD_ERR_RANGE, where, "coordinate %d is %g; %.10g to %.10g allowed", c,
                               s->at[i][c], -most, most);
        seen += s->set->is_posed ? s->is_turned[i] : s->confidence[i] > 0;
    }

    /* Enough points must be observed. */
    if (!seen)
        return s->set->is_worn
                   ? pd_fail(err, PD_ERR_INVALID, "/orientations/sensors", "none has a reading; 1 expected")
               : s->set->is_posed
                   ? pd_fail(err, PD_ERR_INVALID, "/orientations", "no bone has a rotation; 1 expected")
                   : pd_fail(err, PD_ERR_INVALID, "/points",
                             "no points, or every confidence is 0; at least one point with a confidence "
                             "above 0 expected");
    if (seen < least)
        return pd_fail(err, PD_ERR_RANGE, "/points", "%d seen in %s; at least %d expected", seen,
                       s->in_picture ? "the picture" : "space", least);
    if (!s->in_picture) return PD_OK;

    /* A picture needs a camera. */
    const pd_observe_camera *c = &s->camera;
    const double focal[2] = {c->fx, c->fy};
    double sum = 0;
    for (int i = 0; i < 2; i++)
        if (!(focal[i] > 0 && focal[i] <= PD_OBSERVE_LARGEST_PIXELS))
            return pd_fail(err, PD_ERR_RANGE, i ? "/camera/fy" : "/camera/fx", "%g; above 0 to %.10g allowed",
                           focal[i], PD_OBSERVE_LARGEST_PIXELS);
    for (int i = 0; i < 9; i++) sum += fabs(c->rotation[i]);
    if (sum != 0 && !(pd_rot_error(c->rotation) < 1e-3))
        return pd_fail(err, PD_ERR_INVALID, "/camera/rotation",
                       "not a rotation: R R^T differs from 1 by %.3g or it mirrors; at most 0.001 allowed",
                       pd_rot_error(c->rotation));

    return PD_OK;
}

/* ---- sets */

int pd_observe_set_place(const pd_observe_set *set, const char *place)
{
    for (int i = 0; i < set->count; i++)
        if (!strcmp(set->keypoints[i].place, place)) return i;
    return -1;
}

void pd_observe_sight_mirror(pd_observe_sight *s)
{
    const pd_observe_sight was = *s;

    for (int i = 0; i < s->set->count; i++) {
        const int other = pd_observe_set_mirror(s->set, i);
        memcpy(s->at[i], was.at[other], sizeof s->at[i]);
        s->at[i][0] = (s->in_picture ? 2 * s->camera.cx : 0) - was.at[other][0];
        s->confidence[i] = was.confidence[other];
        const pd_quat q = was.orientation[other];
        s->orientation[i] = (pd_quat){q.x, -q.y, -q.z, q.w};
        s->is_turned[i] = was.is_turned[other];
    }

    for (int i = 0; i < PD_OBSERVE_BONES && s->set->is_worn; i++) {
        const int other = pd_observe_set_mirror(s->set, i);
        const pd_quat q = was.held[other];
        s->held[i] = (pd_quat){q.x, -q.y, -q.z, q.w};
        s->is_held[i] = was.is_held[other];
    }

    s->heading = -was.heading;
}

/* ---- the filter */

static double blend_sight(double cutoff, double seconds)
{
    return 1 / (1 + 1 / (2 * M_PI * cutoff * seconds));
}

void pd_observe_filter_step(pd_observe_filter *f, pd_observe_sight *s, double seconds)
{
    double unit = 1; /* metres for each unit of the points */
    if (s->in_picture) {
        double low[2] = {INFINITY, INFINITY};
        double high[2] = {-INFINITY, -INFINITY};
        for (int i = 0; i < s->set->count; i++)
            for (int c = 0; c < 2 && s->confidence[i] > 0; c++) {
                low[c] = fmin(low[c], s->at[i][c]);
                high[c] = fmax(high[c], s->at[i][c]);
            }
        unit = FIGURE / fmax(fmax(high[0] - low[0], high[1] - low[1]), 1);
    }

    if (f->set != s->set) *f = (pd_observe_filter){.set = s->set};
    for (int i = 0; i < s->set->count; i++) {
        const bool seen = s->confidence[i] > 0;
        for (int c = 0; c < 3 && seen; c++) {
            if (!f->is_known[i]) {
                f->at[i][c] = s->at[i][c];
                f->speed[i][c] = 0;
                continue;
            }

            const double now = (s->at[i][c] - f->at[i][c]) / seconds;
            f->speed[i][c] += blend_sight(SPEED_CUTOFF, seconds) * (now - f->speed[i][c]);
        }

        /* Use the same cutoff for all numbers of a point. */
        const double speed =
            unit * sqrt(pow(f->speed[i][0], 2) + pow(f->speed[i][1], 2) + pow(f->speed[i][2], 2));
        const double share = blend_sight(CUTOFF + CUTOFF_SLOPE * speed, seconds);
        for (int c = 0; c < 3 && seen; c++) {
            f->at[i][c] += share * (s->at[i][c] - f->at[i][c]);
            s->at[i][c] = f->at[i][c];
        }

        f->is_known[i] = seen;
    }
}

/* ---- sides */

/* Computes the mean of two places. Returns false unless both are seen. */
static bool middle_of(pd_vec3 *out, const pd_observe_sight *s, const char *const places[2])
{
    pd_vec3 at[2];

    for (int i = 0; i < 2; i++) {
        const int k = pd_observe_set_place(s->set, places[i]);
        if (k < 0 || !(s->confidence[k] > 0)) return false;
        at[i] = pd_vec3_make(s->at[k][0], s->at[k][1], s->at[k][2]);
    }

    *out = pd_vec3_scale(pd_vec3_add(at[0], at[1]), 0.5);

    return true;
}

/* Writes the vector between two keypoints. Returns false if one of them is not seen. */
static bool way_between(pd_vec3 *out, const pd_observe_sight *s, const char *from, const char *to)
{
    pd_vec3 a, b;

    if (!middle_of(&a, s, (const char *const[2]){from, from}) ||
        !middle_of(&b, s, (const char *const[2]){to, to}))
        return false;
    *out = pd_vec3_sub(b, a);

    return true;
}

int pd_observe_sight_sides(const pd_observe_sight *s)
{
    pd_vec3 hips, shoulders;
    pd_vec3 across[2];
    pd_vec3 front = {0, 0, 0};
    pd_vec3 way, ears;

    if (s->in_picture || !middle_of(&hips, s, (const char *const[2]){"left_hip", "right_hip"}) ||
        !middle_of(&shoulders, s, (const char *const[2]){"left_shoulder", "right_shoulder"}) ||
        !way_between(&across[0], s, "right_hip", "left_hip") ||
        !way_between(&across[1], s, "right_shoulder", "left_shoulder"))
        return 0;

    const pd_vec3 up = pd_vec3_unit_or(pd_vec3_sub(shoulders, hips), (pd_vec3){0, 1, 0});
    const pd_vec3 said =
        pd_vec3_unit_or(pd_vec3_cross(pd_vec3_add(across[0], across[1]), up), (pd_vec3){0, 0, 0});

    /* The nose is before the ears, toes are before heels. */
    if (middle_of(&ears, s, (const char *const[2]){"@left_ear", "@right_ear"}) &&
        middle_of(&way, s, (const char *const[2]){"@nose", "@nose"}))
        front = pd_vec3_add(front, pd_vec3_unit_or(pd_vec3_sub(way, ears), front));
    if (way_between(&way, s, "@left_heel", "@left_big_toe"))
        front = pd_vec3_add(front, pd_vec3_unit_or(way, (pd_vec3){0, 0, 0}));
    if (way_between(&way, s, "@right_heel", "@right_big_toe"))
        front = pd_vec3_add(front, pd_vec3_unit_or(way, (pd_vec3){0, 0, 0}));

    const double cosine = pd_vec3_dot(said, pd_vec3_unit_or(front, (pd_vec3){0, 0, 0}));
    return cosine > TELLS ? 1 : cosine < -TELLS ? -1 : 0;
}
