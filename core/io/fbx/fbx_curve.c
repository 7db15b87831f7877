#include "core/io/fbx/fbx_curve.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define THIRD (1.0f / 3)
#define MOST  ((size_t)1 << 24)

/* Bits of KeyAttrFlags. */
enum {
    HOLDS = 0x2,
    LINEAR = 0x4,
    CUBIC = 0x8,
    TAKES_NEXT = 0x100, /* with HOLDS */
    AUTO = 0x100,       /* with CUBIC */
    TCB = 0x200,
    USER = 0x400,
    CLAMP = 0x1000,
    EVEN = 0x2000, /* auto tangents do not depend on the times of the neighbours */
    CLAMP_PROGRESSIVE = 0x4000,
    HAS_RIGHT_WEIGHT = 0x1000000,
    HAS_LEFT_WEIGHT = 0x2000000
};

typedef struct attributes {
    double *flags, *data, *counts; /* attributes of runs of keys; data: 4 numbers for each run */
    size_t flag_count, data_count, run_count;
} attributes;

/* Returns the slope of an auto tangent at key i. */
static double auto_slope(const pd_fbx_curve *c, int i, int flags)
{
    PD_ASSERT(i >= 0 && i < c->count);
    if (c->count < 2) return 0;
    if (i == 0 || i == c->count - 1) {
        const int a = i ? i - 1 : 0;
        return flags & CLAMP_PROGRESSIVE
                   ? 0
                   : ((double)c->values[a + 1] - (double)c->values[a]) / (c->times[a + 1] - c->times[a]);
    }

    const double before = c->times[i] - c->times[i - 1];
    const double after = c->times[i + 1] - c->times[i];
    const double down = (double)c->values[i] - (double)c->values[i - 1];
    const double up = (double)c->values[i + 1] - (double)c->values[i];
    if ((flags & CLAMP) && (down == 0 || up == 0)) return 0;
    double slope = (down + up) / (before + after);
    if (!(flags & EVEN)) slope = (down / before * after + up / after * before) / (before + after);
    if (flags & CLAMP_PROGRESSIVE) {
        /* Limit the slope so that the ends of the tangents, a third of the way,
         * stay between the values of the keys. */
        if (slope * down <= 0 || slope * up <= 0) return 0;
        const double most = fmin(3 * fabs(down) / before, 3 * fabs(up) / after);
        slope = copysign(fmin(fabs(slope), most), slope);
    }

    return slope;
}

static double tcb_slope(const pd_fbx_curve *c, int i, const double *data, bool after)
{
    PD_ASSERT(i >= 0 && i < c->count);
    const double tension = data[0];
    const double continuity = after ? data[1] : -data[1];
    const double bias = data[2];
    const double down =
        i > 0 ? ((double)c->values[i] - (double)c->values[i - 1]) / (c->times[i] - c->times[i - 1]) : 0;
    const double up =
        i + 1 < c->count ? ((double)c->values[i + 1] - (double)c->values[i]) / (c->times[i + 1] - c->times[i])
                         : 0;

    return (1 - tension) * ((1 + continuity) * (1 + bias) * down + (1 - continuity) * (1 - bias) * up) / 2;
}

/* Reads the interpolation of each key of a curve. */
static pd_status read_keys(pd_fbx_curve *c, const attributes *a, pd_fbx_scene *scene)
{
    static const double none[4];

    /* Most curves are linear throughout and need no keys beside their values. */
    size_t run = 0, left = 0;
    bool is_linear = true;
    for (size_t k = 0; k < a->flag_count; k++)
        is_linear &= !(a->flags[k] < 2147483647.0) || !((int)a->flags[k] & (HOLDS | CUBIC));
    if (is_linear) return PD_OK;
    c->keys = pd_fbx_take(scene, (size_t)c->count, sizeof *c->keys);
    if (!c->keys) return scene->err->status != PD_OK ? scene->err->status : PD_ERR_MEMORY;
    for (int i = 0; i < c->count; i++) {
        /* Find the attributes of this key: runs of keys share them. A curve without attributes is linear. */
        while (run < a->run_count && !left && a->counts[run] < 1) run++;
        if (!left && run < a->run_count) left = a->counts[run] < 1e9 ? (size_t)a->counts[run] : (size_t)1e9;
        const bool is_in = run < a->run_count && run < a->flag_count;
        const int flags = is_in && a->flags[run] < 2147483647.0 ? (int)a->flags[run] : LINEAR;
        const double *data = is_in && 4 * run + 4 <= a->data_count ? a->data + 4 * run : none;
        if (left && --left == 0) run++;

        /* Set the interpolation after this key: constant, the next key's constant, linear or cubic. */
        pd_fbx_key *key = &c->keys[i];
        key->weights[0] = key->weights[1] = THIRD;
        key->steps = flags & CUBIC    ? 3
                     : flags & LINEAR ? 2
                     : flags & HOLDS  ? (flags & TAKES_NEXT ? 1 : 0)
                                      : 2;
        if (key->steps != 3) continue;

        /* Slopes of a cubic span: given by the user, by tension, continuity and bias,
         * or computed from the neighbours. */
        if (flags & USER) {
            key->right = (float)data[0];
            key->left = (float)data[1];

            /* The bits of a float contain the two weights, as 16-bit multiples of 1/9999. */
            const float packed = (float)data[2];
            uint32_t bits;
            memcpy(&bits, &packed, sizeof bits);
            if (flags & HAS_RIGHT_WEIGHT) key->weights[0] = fminf(1, (float)(bits & 0xffff) / 9999);
            if (flags & HAS_LEFT_WEIGHT) key->weights[1] = fminf(1, (float)(bits >> 16) / 9999);
        } else if (flags & TCB) {
            key->right = (float)tcb_slope(c, i, data, true);
            if (i + 1 < c->count) key->left = (float)tcb_slope(c, i + 1, data, false);
        } else {
            key->right = (float)auto_slope(c, i, flags);
            if (i + 1 < c->count) key->left = (float)auto_slope(c, i + 1, flags);
        }
    }

    return PD_OK;
}

static pd_status optional(double **values, size_t *count, pd_fbx_scene *scene, int curve, const char *name)
{
    const int record = pd_fbx_find(scene->fbx, curve, name, 0);
    *values = NULL;
    *count = 0;
    return record < 0 ? PD_OK : pd_fbx_numbers(values, count, scene->fbx, record, MOST, scene->err);
}

/* Copies the keys, in seconds, after checking that times grow and each has a finite value. */
static pd_status copy_keys(pd_fbx_curve *out, pd_fbx_scene *scene, const double *times, size_t count,
                           const double *values, size_t value_count)
{
    for (size_t i = 0; i < count; i++)
        if (count != value_count || !isfinite(times[i]) || !isfinite(values[i]) ||
            (i && times[i] <= times[i - 1]))
            return pd_fail(scene->err, PD_ERR_FORMAT, scene->fbx->name,
                           "key %zu of an animation curve has a time that does not grow or a value that is "
                           "not finite; growing times with finite values expected",
                           i);
    if (!count) return PD_OK;

    PD_ASSERT(count <= MOST);
    out->times = pd_fbx_take(scene, count, sizeof *out->times);
    out->values = pd_fbx_take(scene, count, sizeof *out->values);
    if (!out->times || !out->values) return scene->err->status != PD_OK ? scene->err->status : PD_ERR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        out->times[i] = times[i] / scene->ticks;
        out->values[i] = (float)values[i];
    }

    out->count = (int)count;

    return PD_OK;
}

/* Reads the optional attributes of the keys, which determine the interpolation. */
static pd_status read_attributes(pd_fbx_curve *out, pd_fbx_scene *scene, int record)
{
    pd_fbx *f = scene->fbx;
    attributes a = {0};
    pd_status status = optional(&a.flags, &a.flag_count, scene, record, "KeyAttrFlags");

    if (status == PD_OK) status = optional(&a.data, &a.data_count, scene, record, "KeyAttrDataFloat");
    if (status == PD_OK) status = optional(&a.counts, &a.run_count, scene, record, "KeyAttrRefCount");

    /* Text files store the bits of these floats as whole numbers. Some bit patterns are not finite floats. */
    const pd_fbx_property *p = pd_fbx_at(f, pd_fbx_find(f, record, "KeyAttrDataFloat", 0), 0);
    for (size_t i = 0; p && p->type == 'l' && i < a.data_count; i++) {
        const uint32_t bits = (uint32_t)(int64_t)fmax(-9e15, fmin(9e15, a.data[i]));
        float value;
        memcpy(&value, &bits, sizeof value);
        a.data[i] = isfinite(value) ? (double)value : 0;
    }

    if (status == PD_OK) status = read_keys(out, &a, scene);
    free(a.flags);
    free(a.data);
    free(a.counts);

    return status;
}

pd_status pd_fbx_curve_read(pd_fbx_curve *out, pd_fbx_scene *scene, int record)
{
    pd_fbx *f = scene->fbx;
    double *times = NULL, *values = NULL;
    size_t count = 0, value_count = 0;

    *out = (pd_fbx_curve){0};

    /* A curve may have no keys. */
    const int at = pd_fbx_find(f, record, "KeyTime", 0);
    const int of = pd_fbx_find(f, record, "KeyValueFloat", 0);
    if (at < 0 || of < 0) return PD_OK;

    /* Times, values, attributes. */
    pd_status status = pd_fbx_numbers(&times, &count, f, at, MOST, scene->err);
    if (status == PD_OK) status = pd_fbx_numbers(&values, &value_count, f, of, MOST, scene->err);
    if (status == PD_OK) status = copy_keys(out, scene, times, count, values, value_count);
    if (status == PD_OK && count) status = read_attributes(out, scene, record);
    free(times);
    free(values);

    return status;
}

/* Returns the parameter, 0 to 1, at which the time of a Bezier curve is t. Bisects 40 times, to 1e-12. */
static double fbx_curve_along(double t, double first, double second)
{
    double low = 0, high = 1;

    for (int i = 0; i < 40; i++) {
        const double u = (low + high) / 2;
        const double v = 1 - u;
        if (3 * v * v * u * first + 3 * v * u * u * second + u * u * u < t)
            low = u;
        else
            high = u;
    }

    return (low + high) / 2;
}

double pd_fbx_curve_value(const pd_fbx_curve *c, double seconds)
{
    /* Before the first key and after the last the value stays. */
    int low = 0;
    int high = c->count - 1;

    if (seconds <= c->times[0]) return (double)c->values[0];
    if (seconds >= c->times[high]) return (double)c->values[high];

    /* Search for the span that holds the time. */
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (c->times[middle] <= seconds)
            low = middle;
        else
            high = middle;
    }

    /* Constant and linear spans. */
    static const pd_fbx_key linear = {.steps = 2};
    const pd_fbx_key *key = c->keys ? &c->keys[low] : &linear;
    const double span = c->times[high] - c->times[low];
    const double part = (seconds - c->times[low]) / span;
    const double v0 = (double)c->values[low];
    const double v1 = (double)c->values[high];
    if (key->steps == 0) return v0;
    if (key->steps == 1) return v1;
    if (key->steps == 2) return v0 + part * (v1 - v0);

    /* Cubic Bezier span. With even weights the parameter is the time itself; otherwise search it. */
    const bool is_even = key->weights[0] == THIRD && key->weights[1] == THIRD;
    const double w0 = is_even ? 1.0 / 3 : (double)key->weights[0];
    const double w1 = is_even ? 1.0 / 3 : (double)key->weights[1];
    const double u = is_even ? part : fbx_curve_along(part, w0, 1 - w1);
    const double v = 1 - u;

    return v * v * v * v0 + 3 * v * v * u * (v0 + w0 * span * (double)key->right) +
           3 * v * u * u * (v1 - w1 * span * (double)key->left) + u * u * u * v1;
}
