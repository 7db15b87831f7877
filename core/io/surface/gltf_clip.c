#include "core/io/surface/gltf_clip.h"

#include "core/base/assert.h"
#include "core/io/surface/gltf_file.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DENSE        0.1001 /* seconds: a tenth and a rounding error */
#define ROUNDED      1e-4   /* seconds: rounding of the time of a key, 3e-5 at 600 s */
#define SAME_SCALE   1e-3   /* relative: rounding of a scale that does not change */
#define LEAST_WEIGHT 1e-3
#define LARGEST      1e9  /* as of nodes */
#define SHORTEST     1e-6 /* length of a quaternion that is no rotation */
#define EVEN         1e-3 /* weight of a slope itself, for corners whose sides are equally calm */
/* Signs that key times are not in seconds. Keys of 250 frames a second are 4 apart if their times are in
 * milliseconds, and frame numbers are 1 or more apart. No recorder takes more than 1000 frames a second. */
#define FAR_KEYS     3       /* least number of keys for FAR_APART               */
#define FAR_APART    4.0     /* least mean distance of milliseconds, as seconds  */
#define FRAME_KEYS   10      /* least number of keys for the other two signs     */
#define NEAR_APART   0.00099 /* mean distance in seconds below which no recorder works */

typedef enum steps { LINEAR, STEP, CUBIC } steps;

typedef struct reading {
    pd_io_gltf_file file;
    const pd_io_gltf_clip_options *options;
    const int *nodes;
    int node_count;
    json_t *animation;
    long number;
    double start, end;
    /* Keys of the channel with the most keys: their number, mean distance in seconds, and whether all their
     * times are whole numbers. */
    size_t key_count;
    double apart;
    bool is_whole;
    pd_error *err;
} reading;

/* A sampler with checked keys. */
typedef struct curve {
    pd_io_gltf_view times, values;
    steps steps;
    bool rotates, smooth;
} curve;

static pd_status refuse_gltf_clip(const reading *r, pd_status status, long sampler, const char *why)
{
    char where[64];
    snprintf(where, sizeof where, "/animations/%ld/samplers/%ld", r->number, sampler);
    return pd_fail(r->err, status, where, "%s", why);
}

/* The property that a channel animates: one of a node, or one that KHR_animation_pointer names. */
typedef struct target {
    long node;        /* -1: not of a node */
    const char *path; /* "rotation", "translation", "scale", "weights"; or NULL */
    bool is_pointer;
} target;

static target target_of_channel(const json_t *channel)
{
    const json_t *from = json_object_get(channel, "target");
    target out = {pd_io_gltf_integer(from, "node", -1), json_string_value(json_object_get(from, "path")),
                  false};

    if (!out.path || strcmp(out.path, "pointer") != 0) return out;

    /* "/nodes/3/rotation" is what a channel without the extension has as node 3 and path rotation. */
    static const char *const paths[] = {"rotation", "translation", "scale", "weights"};
    const json_t *extension = json_object_get(json_object_get(from, "extensions"), "KHR_animation_pointer");
    const char *pointer = json_string_value(json_object_get(extension, "pointer"));
    out = (target){-1, NULL, true};
    if (!pointer || strncmp(pointer, "/nodes/", 7) != 0 || pointer[7] < '0' || pointer[7] > '9') return out;
    char *end;
    const long node = strtol(pointer + 7, &end, 10);
    for (size_t i = 0; *end == '/' && i < sizeof paths / sizeof *paths; i++)
        if (!strcmp(end + 1, paths[i])) {
            out.node = node;
            out.path = paths[i];
        }

    return out;
}

/* Returns which of the nodes a channel drives, or -1. *rotates:
 * true for rotations, false for translations. */
static int target_of(const reading *r, const json_t *channel, bool *rotates)
{
    const target t = target_of_channel(channel);

    if (!t.path || t.node < 0) return -1;
    *rotates = !strcmp(t.path, "rotation");
    if (!*rotates && strcmp(t.path, "translation") != 0) return -1;
    for (int i = 0; i < r->node_count; i++)
        if (r->nodes[i] == t.node) return i;

    return -1;
}

static bool is_ours(const reading *r, const json_t *animation)
{
    const json_t *channel;
    size_t i;
    bool rotates;

    json_array_foreach(json_object_get(animation, "channels"), i,
                       channel) if (target_of(r, channel, &rotates) >= 0) return true;

    return false;
}

/* Opens the keys and values of a sampler, and checks them. */
static pd_status open_sampler(curve *out, const reading *r, long number, bool rotates)
{
    const json_t *from = json_array_get(json_object_get(r->animation, "samplers"), (size_t)number);
    const char *how = json_string_value(json_object_get(from, "interpolation"));

    if (!json_is_object(from))
        return refuse_gltf_clip(
            r, PD_ERR_FORMAT, number,
            "the sampler does not exist; the number of a sampler of the animation expected");

    /* Interpolation, then the accessors of keys and values. LINEAR is the default. */
    *out = (curve){.rotates = rotates, .smooth = r->options->smooth};
    out->steps = !how || !strcmp(how, "LINEAR") ? LINEAR : !strcmp(how, "STEP") ? STEP : CUBIC;
    if (out->steps == CUBIC && strcmp(how, "CUBICSPLINE") != 0)
        return refuse_gltf_clip(r, PD_ERR_UNSUPPORTED, number,
                                "the interpolation is unknown; LINEAR, STEP or CUBICSPLINE expected");
    pd_status status = pd_io_gltf_view_of(&out->times, &r->file, pd_io_gltf_integer(from, "input", -1));
    if (status == PD_OK)
        status = pd_io_gltf_view_of(&out->values, &r->file, pd_io_gltf_integer(from, "output", -1));
    if (status != PD_OK) return status;

    /* A cubic spline has three values for each key. Times must grow, and values must be finite. */
    const size_t each = out->steps == CUBIC ? 3 : 1;
    if (out->times.width != 1 || out->values.width != (rotates ? 4 : 3) || !out->times.count ||
        out->values.count < each * out->times.count)
        return refuse_gltf_clip(
            r, PD_ERR_FORMAT, number,
            "the numbers of keys and values do not match; one value (CUBICSPLINE: three) for each "
            "key expected");
    for (size_t i = 0; i < out->times.count; i++) {
        const double t = pd_io_gltf_number(&out->times, i, 0);
        if (!isfinite(t) || (i && t < pd_io_gltf_number(&out->times, i - 1, 0)))
            return refuse_gltf_clip(r, PD_ERR_FORMAT, number,
                                    "the times of the keys decrease; times that do not decrease expected");
    }

    for (size_t i = 0; i < each * out->times.count; i++) {
        double square = 0;
        for (int c = 0; c < out->values.width; c++) {
            const double x = pd_io_gltf_number(&out->values, i, c);
            square += x * x;
            if (!isfinite(x))
                return refuse_gltf_clip(r, PD_ERR_FORMAT, number,
                                        "a value is not finite; finite numbers expected");
            if (fabs(x) > LARGEST)
                return refuse_gltf_clip(r, PD_ERR_RANGE, number, "a value is too large; -1e9 to 1e9 allowed");
        }

        /* The second value of the three of a spline's key is the rotation; the others are tangents. */
        if (rotates && (each == 1 || i % each == 1) && square < SHORTEST * SHORTEST)
            return refuse_gltf_clip(r, PD_ERR_RANGE, number, "a quaternion of length 0; length 1 expected");
    }

    return PD_OK;
}

static void value_at(double v[4], const curve *s, size_t i)
{
    for (int c = 0; c < s->values.width; c++) v[c] = pd_io_gltf_number(&s->values, i, c);
}

/* Two values and the tangents between them: out of the first, into the second. */
typedef struct span {
    double from[4], out[4], to[4], in[4];
    double seconds; /* time between the two keys */
} span;

/* glTF 2.0, appendix C: Hermite. part: 0 to 1 of the way. */
static void hermite(double v[4], const span *s, int width, double part)
{
    const double t2 = part * part;
    const double t3 = t2 * part;
    for (int c = 0; c < width; c++)
        v[c] = (2 * t3 - 3 * t2 + 1) * s->from[c] + s->seconds * (t3 - 2 * t2 + part) * s->out[c] +
               (3 * t2 - 2 * t3) * s->to[c] + s->seconds * (t3 - t2) * s->in[c];
}

static int gltf_clip_clamp(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

/* Interpolates between two keys on Akima's curve (1970), with slopes weighted by squared changes. The
 * curve is smooth at a key. Where the motion itself has a corner, it follows the side whose slope changes
 * less (where a foot stands), or the slower side. Returns false if the keys around are more than DENSE
 * seconds apart, since they are then poses and not frames of a motion. */
static bool dense(double v[4], const curve *s, size_t key, double part)
{
    const size_t last = s->times.count - 1;
    const size_t first = key > 2 ? key - 2 : 0;
    const size_t end = key + 3 < last ? key + 3 : last;
    const int width = s->values.width;
    const int at = (int)(key - first);
    const int count = (int)(end - first);
    double p[6][4];
    double slopes[5][4] = {{0}};
    span between = {0};

    /* Values of up to six keys around the span, and the slopes between them. Quaternions of opposite sign are
     * the same rotation: turn them to one side. */
    PD_ASSERT(key < last && count >= 1 && count <= 5 && at >= 0 && at < count);
    for (int i = 0; i <= count; i++) {
        double same = 0;
        value_at(p[i], s, first + (size_t)i);
        if (!i) continue;
        for (int c = 0; c < width; c++) same += p[i][c] * p[i - 1][c];
        for (int c = 0; c < width && s->rotates && same < 0; c++) p[i][c] = -p[i][c];
        const double step = pd_io_gltf_number(&s->times, first + (size_t)i, 0) -
                            pd_io_gltf_number(&s->times, first + (size_t)i - 1, 0);
        if (step > DENSE || step <= 0) return false;
        if (i == at + 1) between.seconds = step;
        for (int c = 0; c < width; c++) slopes[i - 1][c] = (p[i][c] - p[i - 1][c]) / step;
    }

    /* Compute the tangent at each end of the span. */
    for (int end_of = 0; end_of < 2; end_of++) {
        const double *near[4]; /* slopes around that key; the last one is repeated beyond the ends */
        double before = 0, after = 0;
        for (int i = 0; i < 4; i++) near[i] = slopes[gltf_clip_clamp(at + end_of + i - 2, 0, count - 1)];
        for (int c = 0; c < width; c++) {
            before += pow(near[1][c] - near[0][c], 2) + EVEN * pow(near[1][c] + near[0][c], 2);
            after += pow(near[3][c] - near[2][c], 2) + EVEN * pow(near[3][c] + near[2][c], 2);
        }

        const double share = before + after > 1e-12 ? after / (before + after) : 0.5;
        double *tangent = end_of ? between.in : between.out;
        for (int c = 0; c < width; c++) tangent[c] = share * near[1][c] + (1 - share) * near[2][c];
    }

    /* Cubic Hermite curve between the two keys. */
    memcpy(between.from, p[at], sizeof between.from);
    memcpy(between.to, p[at + 1], sizeof between.to);
    hermite(v, &between, width, part);

    return true;
}

/* Value of a curve at time t. */
static void gltf_clip_sample(double v[4], const curve *s, double t)
{
    const size_t count = s->times.count;
    const size_t middle = s->steps == CUBIC ? 1 : 0;
    const size_t each = s->steps == CUBIC ? 3 : 1;
    size_t low = 0;
    size_t high = count;

    /* Search for the last key that is not after t. Times of keys are rounded to floats: a step at the time of
     * a frame belongs to that frame. */
    const double late = s->steps == STEP ? ROUNDED : 0;
    while (high - low > 1) {
        const size_t half = (low + high) / 2;
        *(pd_io_gltf_number(&s->times, half, 0) <= t + late ? &low : &high) = half;
    }

    const double from = pd_io_gltf_number(&s->times, low, 0);
    const double to = low + 1 < count ? pd_io_gltf_number(&s->times, low + 1, 0) : from;
    const double part = to > from && t > from ? (t - from) / (to - from) : 0;

    /* Hold the value of a step, and follow the spline of a cubic curve. */
    value_at(v, s, each * low + middle);
    if (part <= 0 || s->steps == STEP) return;
    if (s->steps == CUBIC) {
        span between = {.seconds = to - from};
        value_at(between.from, s, 3 * low + 1);
        value_at(between.out, s, 3 * low + 2);
        value_at(between.in, s, 3 * low + 3);
        value_at(between.to, s, 3 * low + 4);
        hermite(v, &between, s->values.width, part);
        return;
    }

    /* Linear keys: the smooth curve if it applies, otherwise slerp for rotations
     * and a straight line for translations. */
    if (s->smooth && dense(v, s, low, part)) return;
    double b[4];
    value_at(b, s, low + 1);
    if (s->rotates) {
        const pd_quat q =
            pd_q_slerp((pd_quat){v[0], v[1], v[2], v[3]}, (pd_quat){b[0], b[1], b[2], b[3]}, part);
        v[0] = q.x;
        v[1] = q.y;
        v[2] = q.z;
        v[3] = q.w;
        return;
    }

    for (int c = 0; c < 3; c++) v[c] += part * (b[c] - v[c]);
}

/* ---- the animation ---- */

/* Checks that a channel moves a property that glTF knows, and that no channel before it moves the same one.
 * has_moved: translations and rotations of the nodes that earlier channels move; this one is added. */
static pd_status check_channel(bool has_moved[2][PD_IO_GLTF_CLIP_NODES], const reading *r, size_t index)
{
    static const char *const paths[] = {"translation", "rotation", "scale", "weights"};
    const json_t *channels = json_object_get(r->animation, "channels");
    const target own = target_of_channel(json_array_get(channels, index));
    char where[64];
    bool is_known = !own.path;

    snprintf(where, sizeof where, "/animations/%ld/channels/%zu/target", r->number, index);
    for (int i = 0; i < 4; i++) is_known = is_known || !strcmp(own.path, paths[i]);
    if (!is_known)
        return pd_fail(r->err, PD_ERR_FORMAT, where,
                       "path \"%.20s\"; translation, rotation, scale, weights or pointer expected", own.path);
    bool rotates;
    const int node = target_of(r, json_array_get(channels, index), &rotates);
    if (node >= 0 && has_moved[rotates][node])
        return pd_fail(r->err, PD_ERR_FORMAT, where,
                       "an earlier channel moves the %s of node %ld; one channel for each expected", own.path,
                       own.node);
    if (node >= 0) has_moved[rotates][node] = true;

    return PD_OK;
}

/* Measures the distance between the keys of a channel, and keeps that of the channel with the most keys. */
static void measure_keys(reading *r, const curve *s)
{
    const size_t count = s->times.count;

    if (count < 2 || count <= r->key_count) return;
    const double first = pd_io_gltf_number(&s->times, 0, 0);
    const double last = pd_io_gltf_number(&s->times, count - 1, 0);
    r->key_count = count;
    r->apart = (last - first) / (double)(count - 1);
    r->is_whole = true;
    for (size_t i = 0; i < count; i++) {
        const double t = pd_io_gltf_number(&s->times, i, 0);
        r->is_whole = r->is_whole && fabs(t - round(t)) < ROUNDED;
    }
}

/* Returns the probable unit of the key times if they do not look like seconds; otherwise NULL. */
static const char *doubt_of_times(const reading *r)
{
    if (r->key_count >= FRAME_KEYS && r->is_whole && r->apart >= 1 - ROUNDED && r->apart < FAR_APART)
        return "numbers of frames";
    if (r->key_count >= FAR_KEYS && r->apart >= FAR_APART) return "milliseconds or numbers of frames";
    if (r->key_count >= FRAME_KEYS && r->apart > 0 && r->apart < NEAR_APART)
        return "a thousandth or less of seconds";

    return NULL;
}

/* Finds the times of the first and the last key. */
static pd_status find_span(reading *r)
{
    const json_t *channel;
    size_t i;
    bool rotates;
    bool has_moved[2][PD_IO_GLTF_CLIP_NODES] = {{false}};

    r->start = INFINITY;
    r->end = -INFINITY;
    r->key_count = 0;

    /* Take the extent of all channels that move a joint. */
    json_array_foreach(json_object_get(r->animation, "channels"), i, channel)
    {
        curve s;
        pd_status status = check_channel(has_moved, r, i);
        if (status != PD_OK) return status;
        if (target_of(r, channel, &rotates) < 0) continue;
        status = open_sampler(&s, r, pd_io_gltf_integer(channel, "sampler", -1), rotates);
        if (status != PD_OK) return status;
        r->start = fmin(r->start, pd_io_gltf_number(&s.times, 0, 0));
        r->end = fmax(r->end, pd_io_gltf_number(&s.times, s.times.count - 1, 0));
        measure_keys(r, &s);
    }

    const char *doubt = doubt_of_times(r);
    if (r->end - r->start > PD_IO_GLTF_CLIP_SECONDS)
        return pd_fail(r->err, PD_ERR_LIMIT, "/animations", "%g s; at most %.10g s allowed%s%s",
                       r->end - r->start, PD_IO_GLTF_CLIP_SECONDS, doubt ? ": its times look like " : "",
                       doubt ? doubt : "");

    return PD_OK;
}

/* Returns whether this is the requested animation: by its name,
 * or by its number when no animation has that name. */
static bool is_asked(const reading *r, const char *asked, bool is_named)
{
    const char *name = json_string_value(json_object_get(r->animation, "name"));
    char *end;
    if (is_named) return name && !strcmp(name, asked);
    const long number = strtol(asked, &end, 10);
    return *asked && !*end && number == r->number;
}

/* Lists the animations, as far as they fit: 0 "Walk", 1 "Run". */
static void list_gltf_clip(char *out, size_t bytes, const json_t *animations)
{
    out[0] = 0;
    for (size_t i = 0; i < json_array_size(animations); i++) {
        const char *name = json_string_value(json_object_get(json_array_get(animations, i), "name"));
        const size_t at = strlen(out);
        if (at + 40 > bytes) break;
        snprintf(out + at, bytes - at, "%s%zu \"%.24s\"", i ? ", " : "", i, name ? name : "");
    }
}

/* Tells which of several animations was taken without being asked for. */
static void tell_gltf_clip(const reading *r, const json_t *animations)
{
    char there[160];
    const char *name = json_string_value(json_object_get(r->animation, "name"));

    if (!r->options->note || json_array_size(animations) < 2) return;
    list_gltf_clip(there, sizeof there, animations);
    snprintf(r->options->note, PD_IO_GLTF_CLIP_NOTE, "animation %ld \"%.24s\" is read, of %zu: %s", r->number,
             name ? name : "", json_array_size(animations), there);
}

/* ---- what is left out ---- */

/* Returns whether a channel has a value that differs by more than `least` from that of the node (`width`
 * numbers; NULL: 0). A channel that cannot be read differs. */
static bool differs(const reading *r, const json_t *channel, const double *own, int width, double least)
{
    const json_t *samplers = json_object_get(r->animation, "samplers");
    const json_t *sampler = json_array_get(samplers, (size_t)pd_io_gltf_integer(channel, "sampler", -1));
    const char *how = json_string_value(json_object_get(sampler, "interpolation"));
    const bool is_cubic = how && !strcmp(how, "CUBICSPLINE");
    pd_io_gltf_file quiet = r->file;
    pd_io_gltf_view view;

    quiet.err = NULL;
    if (pd_io_gltf_view_of(&view, &quiet, pd_io_gltf_integer(sampler, "output", -1)) != PD_OK) return true;
    const size_t keys = is_cubic ? view.count / 3 : view.count;
    for (size_t i = 0; i < keys && (!own || view.width == width); i++)
        for (int c = 0; c < view.width; c++) {
            const double value = pd_io_gltf_number(&view, is_cubic && own ? 3 * i + 1 : i, c);
            if (!(fabs(value - (own ? own[c] : 0)) <= least)) return true;
        }

    return false;
}

/* Returns whether a node has the weight of an expression of a VRM animation. */
static bool is_expression(const reading *r, long node)
{
    const json_t *vrma = json_object_get(json_object_get(r->file.root, "extensions"), "VRMC_vrm_animation");
    json_t *expressions = json_object_get(vrma, "expressions");
    const char *kind, *name;
    json_t *group, *row;

    json_object_foreach(expressions, kind, group)
    {
        json_object_foreach(group, name, row)
        {
            if (pd_io_gltf_integer(row, "node", -1) == node) return true;
        }
    }

    return false;
}

/* Returns whether a channel scales a node that is sampled to another size than the file's. */
static bool is_scaled(const reading *r, const json_t *channel, const target *t)
{
    const json_t *node = json_array_get(json_object_get(r->file.root, "nodes"), (size_t)t->node);
    const json_t *scale = json_object_get(node, "scale");
    double own[3] = {1, 1, 1};
    bool is_sampled = false;

    for (int i = 0; i < r->node_count; i++) is_sampled = is_sampled || r->nodes[i] == t->node;
    if (!is_sampled || strcmp(t->path, "scale") != 0) return false;
    for (size_t c = 0; c < 3 && json_array_size(scale) == 3; c++)
        own[c] = json_number_value(json_array_get(scale, c));

    return differs(r, channel, own, 3, SAME_SCALE * fmax(fabs(own[0]), 1e-9));
}

/* Adds to the note what the animation has beside rotations and translations of joints. */
static void tell_left_out(const reading *r)
{
    const struct {
        const char *one, *many;
    } words[] = {{"scale of a node", "scales of %d nodes"},
                 {"weights of a mesh's morph targets", "weights of the morph targets of %d meshes"},
                 {"an expression", "%d expressions"},
                 {"a pointer to no node", "%d pointers to no node"}};
    enum { SCALES, WEIGHTS, EXPRESSIONS, POINTERS, KINDS };
    int counts[KINDS] = {0};
    const json_t *channel;
    size_t i;

    if (!r->options->note) return;
    json_array_foreach(json_object_get(r->animation, "channels"), i, channel)
    {
        const target t = target_of_channel(channel);
        if (!t.path) {
            counts[POINTERS] += t.is_pointer;
            continue;
        }

        if (is_scaled(r, channel, &t)) counts[SCALES]++;
        if (!strcmp(t.path, "weights") && differs(r, channel, NULL, 0, LEAST_WEIGHT)) counts[WEIGHTS]++;
        if (!strcmp(t.path, "translation") && is_expression(r, t.node) &&
            differs(r, channel, NULL, 0, LEAST_WEIGHT))
            counts[EXPRESSIONS]++;
    }

    bool is_first = true;
    for (int k = 0; k < KINDS; k++) {
        char *note = r->options->note;
        char text[64];
        const size_t used = strlen(note);
        if (!counts[k]) continue;
        if (counts[k] == 1)
            snprintf(text, sizeof text, "%s", words[k].one);
        else
            snprintf(text, sizeof text, words[k].many, counts[k]);
        snprintf(note + used, PD_IO_GLTF_CLIP_NOTE - used, "%s%s%s", is_first && used ? "; " : "",
                 is_first ? "left out: " : ", ", text);
        is_first = false;
    }
}

/* Adds a line to the note if the times of the keys are probably not in seconds. */
static void tell_times(const reading *r)
{
    const char *doubt = doubt_of_times(r);

    if (!r->options->note || !doubt) return;
    const size_t used = strlen(r->options->note);
    snprintf(r->options->note + used, PD_IO_GLTF_CLIP_NOTE - used,
             "%sthe keys are %.3g s apart on average, %.4g s in all: read as seconds, as glTF has them, but "
             "they look like %s",
             used ? "\n" : "", r->apart, r->end - r->start, doubt);
}

/* Finds the animation that was asked for, or the first that moves a joint. */
static pd_status choose_gltf_clip(reading *r)
{
    const json_t *animations = json_object_get(r->file.root, "animations");
    const char *asked = r->options->animation;
    bool is_named = false;

    /* A name takes precedence over a number, so find out whether any animation has the name. */
    for (r->number = 0; asked && (size_t)r->number < json_array_size(animations); r->number++) {
        const char *name =
            json_string_value(json_object_get(json_array_get(animations, (size_t)r->number), "name"));
        is_named = is_named || (name && !strcmp(name, asked));
    }

    /* Take the first animation that fits and moves a joint. One with a single moment is taken only if no
     * other moves anything. */
    const size_t all = json_array_size(animations);
    long still = -1;
    if (r->options->note) r->options->note[0] = 0;
    for (r->number = 0; (size_t)r->number < all; r->number++) {
        r->animation = json_array_get(animations, (size_t)r->number);
        if (!is_ours(r, r->animation) || (asked && !is_asked(r, asked, is_named))) continue;
        const pd_status status = find_span(r);
        if (status != PD_OK || asked) return status;
        if (r->end > r->start) {
            tell_gltf_clip(r, animations);
            return PD_OK;
        }

        if (still < 0) still = r->number;
    }

    if (still >= 0) {
        r->number = still;
        r->animation = json_array_get(animations, (size_t)still);
        return find_span(r);
    }

    if (!asked)
        return pd_fail(r->err, PD_ERR_UNSUPPORTED, "/animations",
                       "none of the %zu animations moves a joint; an animation of joints is needed", all);

    /* List the animations in the error, as far as they fit. */
    char there[160];
    list_gltf_clip(there, sizeof there, animations);

    return pd_fail(r->err, PD_ERR_INVALID, "/animations",
                   "no animation \"%.48s\" that moves a joint among the file's %zu%s%s",
                   r->options->animation, json_array_size(animations), *there ? ": " : "", there);
}

static pd_status take_frames(pd_io_gltf_clip *out, const reading *r)
{
    PD_ASSERT(r->end >= r->start);
    out->frame_count = 1 + (int)floor((r->end - r->start) * out->rate + ROUNDED * out->rate);
    const size_t nodes = (size_t)out->node_count;
    const size_t all = nodes * (size_t)out->frame_count;
    out->rotates = calloc(nodes, sizeof *out->rotates);
    out->moves = calloc(nodes, sizeof *out->moves);
    out->rotations = calloc(all, sizeof *out->rotations);
    out->translations = calloc(all, sizeof *out->translations);
    out->rest = calloc(nodes, sizeof *out->rest);
    if (!out->rotates || !out->moves || !out->rotations || !out->translations || !out->rest)
        return pd_fail(r->err, PD_ERR_MEMORY, "/animations", "out of memory for %d frames", out->frame_count);

    return PD_OK;
}

/* Samples the curve of a channel at every frame, for the node that it moves. */
static void sample_frames(pd_io_gltf_clip *out, const reading *r, curve *s, int node)
{
    PD_ASSERT(node >= 0 && node < out->node_count);
    for (int t = 0; t < out->frame_count; t++) {
        const size_t at = (size_t)t * (size_t)out->node_count + (size_t)node;
        double v[4] = {0};
        gltf_clip_sample(v, s, r->start + t / out->rate);
        if (!s->rotates) {
            out->translations[at] = pd_vec3_make(v[0], v[1], v[2]);
            continue;
        }

        const pd_quat q = {v[0], v[1], v[2], v[3]};
        out->rotations[at] = pd_q_dot(q, q) > 1e-12 ? pd_q_normalize(q) : pd_q_identity();
    }

    (s->rotates ? out->rotates : out->moves)[node] = true;
}

/* Fills the nodes' own translations, from their matrices where they have one. */
static void fill_rest(pd_io_gltf_clip *out, const reading *r)
{
    const json_t *nodes = json_object_get(r->file.root, "nodes");

    for (int k = 0; k < out->node_count; k++) {
        const json_t *from = json_array_get(nodes, (size_t)r->nodes[k]);
        const json_t *matrix = json_object_get(from, "matrix");
        const json_t *own = json_object_get(from, "translation");
        double v[3];
        for (size_t c = 0; c < 3; c++) {
            v[c] = json_number_value(matrix ? json_array_get(matrix, 12 + c) : json_array_get(own, c));
            if (!isfinite(v[c])) v[c] = 0;
        }

        out->rest[k] = pd_vec3_make(v[0], v[1], v[2]);
    }
}

static pd_status read_clip(pd_io_gltf_clip *out, reading *r)
{
    pd_status status = choose_gltf_clip(r);

    if (status != PD_OK) return status;
    tell_left_out(r);
    tell_times(r);
    status = take_frames(out, r);
    if (status != PD_OK) return status;

    /* Channel by channel. */
    const json_t *channel;
    size_t i;
    bool rotates;
    json_array_foreach(json_object_get(r->animation, "channels"), i, channel)
    {
        curve s;
        const int node = target_of(r, channel, &rotates);
        if (node < 0) continue;
        status = open_sampler(&s, r, pd_io_gltf_integer(channel, "sampler", -1), rotates);
        if (status != PD_OK) return status;
        sample_frames(out, r, &s, node);
    }

    fill_rest(out, r);
    return PD_OK;
}

static pd_status open_file(reading *r, pd_bytes file)
{
    const double rate = r->options->rate;

    if (r->node_count < 1 || r->node_count > PD_IO_GLTF_CLIP_NODES || !(rate > 0) || rate > 1000)
        return pd_fail(r->err, PD_ERR_RANGE, "",
                       "%d nodes at %g frames a second; 1 to %d at up to 1000 allowed", r->node_count, rate,
                       PD_IO_GLTF_CLIP_NODES);

    return pd_io_gltf_open(&r->file, file, r->options->json_memory, r->err);
}

pd_status pd_io_gltf_clip_read(pd_io_gltf_clip *out, pd_bytes file, const int *nodes, int node_count,
                               const pd_io_gltf_clip_options *options, pd_error *err)
{
    reading r = {.options = options, .nodes = nodes, .node_count = node_count, .err = err};

    *out = (pd_io_gltf_clip){.node_count = node_count, .rate = options->rate};
    pd_status status = open_file(&r, file);
    if (status != PD_OK) return status;
    status = read_clip(out, &r);
    pd_io_gltf_close(&r.file);
    if (status != PD_OK) pd_io_gltf_clip_deinit(out);

    return status;
}

pd_status pd_io_gltf_clip_seconds(double *out, pd_bytes file, const int *nodes, int node_count,
                                  const pd_io_gltf_clip_options *options, pd_error *err)
{
    reading r = {.options = options, .nodes = nodes, .node_count = node_count, .err = err};

    *out = 0;
    pd_status status = open_file(&r, file);
    if (status != PD_OK) return status;
    status = choose_gltf_clip(&r);
    if (status == PD_OK) *out = r.end - r.start;
    pd_io_gltf_close(&r.file);

    return status;
}

void pd_io_gltf_clip_deinit(pd_io_gltf_clip *clip)
{
    free(clip->rotates);
    free(clip->moves);
    free(clip->rotations);
    free(clip->translations);
    free(clip->rest);
    *clip = (pd_io_gltf_clip){0};
}
