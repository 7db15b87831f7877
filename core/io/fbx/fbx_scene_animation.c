#include "core/io/fbx/fbx_scene_parts.h"

#include "core/base/assert.h"
#include "core/io/fbx/fbx_curve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPAN_BEYOND 0.05 /* keys at most this far beyond a stack are not reported, seconds: about a frame */
#define SPAN_LEAST  1e-6 /* least span of a stack, seconds */

/* Largest number of links of a curve node that are searched, because malicious files have very many of them.
 * Files of programs have a few curves for each node. */
#define LINKS_SEEN 64

typedef struct span {
    double first, last, closest; /* times of the first and last key, least distance of two keys, seconds */
    bool has_keys;
} span;

struct pd_fbx_layer {
    bool is_muted, replaces;
    double weight;
};

/* Returns the curve of a node that drives an axis ("d|X"), or -1. */
static int curve_below(const pd_fbx_scene *s, int64_t node, const char *axis)
{
    int link = -1;

    for (int r, seen = 0;
         seen < LINKS_SEEN && (r = pd_fbx_below(s, &link, node, "AnimationCurve", NULL)) >= 0; seen++) {
        const pd_fbx_property *p = s->links[link].property;
        if (!p || p->type != 'S') continue;
        const size_t length = strlen(axis);
        if (p->bytes.size >= length && !memcmp(p->bytes.data, axis, length) &&
            (p->bytes.size == length || !p->bytes.data[length]))
            return r;
    }

    return -1;
}

/* Returns the letter of an animated property, as pd_fbx_channel has it; 0 for one that is not read. */
static char letter_of(const char *property)
{
    static const struct {
        const char *name;
        char property;
    } kinds[] = {{"Lcl Translation", 'T'},
                 {"Lcl Rotation", 'R'},
                 {"Lcl Scaling", 'S'},
                 {"Lcl Scale", 'S'}, /* assimp's name for it */
                 {"DeformPercent", 'D'}};

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(property, kinds[i].name)) return kinds[i].property;
    return 0;
}

/* Notes the name of an animated property that is left out, unless its node has no curve. */
static void note_other(pd_fbx_scene *s, int64_t node, const char *property)
{
    int link = -1;
    char name[48];
    const size_t used = strlen(s->others);

    if (pd_fbx_below(s, &link, node, "AnimationCurve", NULL) < 0) return;
    snprintf(name, sizeof name, "\"%.40s\"", property);
    s->other_curves++;
    if (!strstr(s->others, name) && s->other_names++ < PD_FBX_SCENE_NAMES_MOST)
        snprintf(s->others + used, sizeof s->others - used, "%s%s", used ? ", " : "", name);
}

/* Extends the span of a stack by that of a curve, and its closest distance between keys. */
static void extend_span(span *keys, const pd_fbx_curve *curve)
{
    PD_ASSERT(curve->count > 0);
    const double first = curve->times[0];
    const double last = curve->times[curve->count - 1];

    keys->first = keys->has_keys ? fmin(keys->first, first) : first;
    keys->last = keys->has_keys ? fmax(keys->last, last) : last;
    keys->has_keys = true;
    if (curve->count <= 2) return;
    const double mean = (last - first) / (curve->count - 1);
    keys->closest = keys->closest > 0 ? fmin(keys->closest, mean) : mean;
}

/* Reads the curves of a channel and its constant values, which are those of the curve node, or otherwise
 * those of the model or shape. */
static pd_status read_curves(pd_fbx_channel *c, pd_fbx_scene *s, int node, span *keys)
{
    static const char *const axes[4] = {"d|X", "d|Y", "d|Z", "d|DeformPercent"};

    /* Start from the values of the model or shape. */
    if (c->property == 'D')
        pd_fbx_values(c->values, 1, s->fbx, pd_fbx_object(s, c->shape), "DeformPercent");
    else
        memcpy(c->values,
               c->property == 'T'   ? s->models[c->model].translation
               : c->property == 'R' ? s->models[c->model].rotation_deg
                                    : s->models[c->model].scale,
               sizeof c->values);

    /* One curve for each axis, or one for a blend shape. */
    for (int i = 0; i < (c->property == 'D' ? 1 : 3); i++) {
        const char *axis = axes[c->property == 'D' ? 3 : i];
        pd_fbx_values(&c->values[i], 1, s->fbx, node, axis);
        const int record = curve_below(s, pd_fbx_id(s, node), axis);
        if (record < 0) continue;
        pd_fbx_curve *curve = &s->curves[s->curve_count];
        const pd_status status = pd_fbx_curve_read(curve, s, record);
        if (status != PD_OK) return status;
        if (!curve->count) continue;
        c->curves[i] = s->curve_count++;
        extend_span(keys, curve);
    }

    return PD_OK;
}

/* Adds a channel for each property that a curve node of a layer drives. */
static pd_status read_channel(pd_fbx_scene *s, pd_fbx_stack *stack, int layer, int node, span *keys)
{
    const int64_t id = pd_fbx_id(s, node);

    /* A curve node may drive several properties. */
    for (int k = pd_fbx_scene_links_up(s, id);
         k >= 0 && k < s->link_count && s->links[s->by_child[k]].child == id; k++) {
        const pd_fbx_link *link = &s->links[s->by_child[k]];
        char property[64] = "";
        if (!link->property || link->property->type != 'S') continue;
        snprintf(property, sizeof property, "%.*s", (int)link->property->bytes.size,
                 (const char *)link->property->bytes.data);

        /* Property of a model, or percent of a blend shape. Anything else is reported. */
        pd_fbx_channel c = {
            .model = pd_fbx_model_of(s, link->parent), .layer = layer, .curves = {-1, -1, -1}};
        c.property = letter_of(property);
        if (c.property == 'D') {
            c.model = -1;
            c.shape = link->parent;
        }

        if (!c.property || (c.property != 'D' && c.model < 0)) {
            note_other(s, id, property);
            continue;
        }

        /* Curves of the channel. */
        const pd_status status = read_curves(&c, s, node, keys);
        if (status != PD_OK) return status;
        s->channels[s->channel_count++] = c;
        stack->channel_count++;
    }

    return PD_OK;
}

/* Orders channels by the property that they drive, then by layer,
 * so that the layers of one property are neighbours. */
static int by_target(const void *a, const void *b)
{
    const pd_fbx_channel *x = a;
    const pd_fbx_channel *y = b;

    if (x->model != y->model) return x->model < y->model ? -1 : 1;
    if (x->shape != y->shape) return x->shape < y->shape ? -1 : 1;
    if (x->property != y->property) return x->property < y->property ? -1 : 1;

    return (x->layer > y->layer) - (x->layer < y->layer);
}

/* Reads an animation stack: layers, channels, span and rate. */
static pd_status read_stack(pd_fbx_scene *s, pd_fbx_stack *stack, int record)
{
    const int64_t id = pd_fbx_id(s, record);
    span keys = {0};
    double value;

    /* Read the layers and their channels. Muted layers are left out. */
    stack->name = pd_fbx_name(s, record);
    if (!stack->name) return pd_fbx_scene_short_of(s);
    stack->first_channel = s->channel_count;
    int link = -1, layer = 0;
    for (int r; (r = pd_fbx_below(s, &link, id, "AnimationLayer", NULL)) >= 0; layer++) {
        pd_fbx_layer *own = &s->layers[s->layer_count++];
        *own = (pd_fbx_layer){.weight = 1};
        own->is_muted = pd_fbx_values(&value, 1, s->fbx, r, "Mute") && value != 0;
        own->replaces = pd_fbx_values(&value, 1, s->fbx, r, "BlendMode") && value != 0;
        if (pd_fbx_values(&value, 1, s->fbx, r, "Weight")) own->weight = value / 100;
        if (own->is_muted) pd_fbx_note(s, "muted layers of animation");

        int node_link = -1;
        for (int n; !own->is_muted &&
                    (n = pd_fbx_below(s, &node_link, pd_fbx_id(s, r), "AnimationCurveNode", NULL)) >= 0;) {
            const pd_status status = read_channel(s, stack, s->layer_count - 1, n, &keys);
            if (status != PD_OK) return status;
        }
    }

    /* Sort the channels, because the sampling expects those of a model to be neighbours. */
    qsort(s->channels + stack->first_channel, (size_t)stack->channel_count, sizeof *s->channels, by_target);

    /* Span from start to stop. A stack whose span is empty or holds no key goes
     * from its first key to its last. */
    if (pd_fbx_values(&value, 1, s->fbx, record, "LocalStart")) stack->start = value / s->ticks;
    if (pd_fbx_values(&value, 1, s->fbx, record, "LocalStop")) stack->stop = value / s->ticks;
    if (keys.has_keys && (!(stack->stop - stack->start > SPAN_LEAST) || stack->stop < keys.first ||
                          stack->start > keys.last)) {
        stack->start = keys.first;
        stack->stop = keys.last;
    }

    /* Some exporters (assimp) cut the stop to whole seconds:
     * use the last key if it is within the next second. */
    if (keys.has_keys && stack->stop == floor(stack->stop) && keys.last > stack->stop &&
        keys.last < stack->stop + 1)
        stack->stop = keys.last;
    if (keys.has_keys && (keys.last > stack->stop + SPAN_BEYOND || keys.first < stack->start - SPAN_BEYOND))
        pd_fbx_note(s, "keys of animation \"%.48s\" outside its span of %.2f to %.2f s", stack->name,
                    stack->start, stack->stop);

    stack->apart = keys.closest;

    /* Frame rate: that of the file, or a higher one if keys are closer together. */
    stack->rate = s->frame_rate;
    if (keys.closest > 0 && 1 / keys.closest > 1.02 * stack->rate) stack->rate = 1 / keys.closest;
    stack->rate = fmin(stack->rate, PD_FBX_RATE_MAX);

    /* The number of frames, within a limit. */
    const double frames = 1 + floor((stack->stop - stack->start) * stack->rate + 1e-3);
    if (!(frames >= 1 && frames < 1e7))
        return pd_fail(s->err, PD_ERR_LIMIT, s->fbx->name,
                       "animation \"%.64s\" of %g s at %g frames a second; at most 10000000 frames allowed",
                       stack->name, stack->stop - stack->start, stack->rate);
    stack->frame_count = (int)frames;

    return PD_OK;
}

pd_status pd_fbx_scene_read_stacks(pd_fbx_scene *s)
{
    const pd_fbx *f = s->fbx;
    int stacks = 0, layers = 0;

    if (s->objects < 0) return PD_OK;

    /* Count the stacks and the links to layers, to allocate once. */
    for (int i = 0; i < s->object_count; i++) stacks += pd_fbx_is(f, s->by_id[i], "AnimationStack");

    for (int i = 0; i < s->link_count; i++) {
        const int child = pd_fbx_object(s, s->links[i].child);
        layers += child >= 0 && pd_fbx_is(f, child, "AnimationLayer");
    }

    s->stacks = pd_fbx_take(s, (size_t)stacks, sizeof *s->stacks);
    s->layers = pd_fbx_take(s, (size_t)layers, sizeof *s->layers);

    /* Count the channels, each with up to three curves. A curve node that several layers share is read for
     * each pair of links, and counts for each. */
    size_t channels = 0;
    for (int i = 0; i < s->link_count; i++) {
        const int child = pd_fbx_object(s, s->links[i].child);
        const int parent = pd_fbx_object(s, s->links[i].parent);
        if (child < 0 || parent < 0 || !pd_fbx_is(f, child, "AnimationCurveNode") ||
            !pd_fbx_is(f, parent, "AnimationLayer"))
            continue;
        const int64_t id = s->links[i].child;
        size_t uses = 0;
        for (int k = pd_fbx_scene_links_up(s, id);
             k >= 0 && k < s->link_count && s->links[s->by_child[k]].child == id; k++)
            uses += s->links[s->by_child[k]].property != NULL;
        int above = 0; /* stacks that share the layer */
        const int64_t layer = s->links[i].parent;

        for (int k = pd_fbx_scene_links_up(s, layer);
             k >= 0 && k < s->link_count && s->links[s->by_child[k]].child == layer; k++)
            above++;
        channels += uses * (size_t)(above ? above : 1);
    }

    if (channels > (size_t)PD_FBX_RECORDS_MAX)
        return pd_fail(s->err, PD_ERR_LIMIT, f->name, "more than the allowed %d animated properties",
                       PD_FBX_RECORDS_MAX);
    s->channels = pd_fbx_take(s, channels, sizeof *s->channels);
    s->curves = pd_fbx_take(s, 3 * channels + 1, sizeof *s->curves);
    if (!s->stacks || !s->layers || !s->channels || !s->curves) return pd_fbx_scene_short_of(s);

    for (int i = s->objects + 1; i < f->records[s->objects].end; i = f->records[i].end) {
        if (!pd_fbx_is(f, i, "AnimationStack") || pd_fbx_object(s, pd_fbx_id(s, i)) != i) continue;
        const pd_status status = read_stack(s, &s->stacks[s->stack_count], i);
        if (status != PD_OK) return status;
        if (s->stacks[s->stack_count].channel_count) s->stack_count++;
    }

    return PD_OK;
}

int pd_fbx_group_end(const pd_fbx_scene *scene, const pd_fbx_stack *stack, int first)
{
    PD_ASSERT(first >= stack->first_channel && first < stack->first_channel + stack->channel_count);
    const pd_fbx_channel *c = &scene->channels[first];
    int end = first + 1;
    while (end < stack->first_channel + stack->channel_count && scene->channels[end].model == c->model &&
           scene->channels[end].shape == c->shape && scene->channels[end].property == c->property)
        end++;

    return end;
}

void pd_fbx_group_at(double out[3], const pd_fbx_scene *scene, int first, int end, double seconds)
{
    PD_ASSERT(first >= 0 && first < end);
    const char property = scene->channels[first].property;

    /* Apply the layers in order: the first gives the value, others replace a part of it or add to it. Scales
     * are multiplied. */
    for (int i = first; i < end; i++) {
        const pd_fbx_channel *c = &scene->channels[i];
        const pd_fbx_layer *layer = &scene->layers[c->layer];
        for (int k = 0; k < (property == 'D' ? 1 : 3); k++) {
            const double value =
                c->curves[k] < 0 ? c->values[k] : pd_fbx_curve_value(&scene->curves[c->curves[k]], seconds);
            if (i == first)
                out[k] = value;
            else if (layer->replaces)
                out[k] += layer->weight * (value - out[k]);
            else if (property == 'S')
                out[k] *= 1 + layer->weight * (value - 1);
            else
                out[k] += layer->weight * value;
        }
    }
}
