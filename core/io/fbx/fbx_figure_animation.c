#include "core/io/fbx/fbx_figure_parts.h"

#include "core/base/assert.h"
#include "core/io/mesh/glb_figure.h"
#include "core/io/fbx/fbx_mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Keys that are this far apart, seconds, are probably in another unit of time. */
#define FAR_APART 4.0
/* A track that stays this near to the rest pose is left out, metres or units of a quaternion. */
#define STILL     1e-6

typedef struct node_track {
    float *rotations, *translations, *scales;
} node_track;

static bool differs_from_rest(const float *values, const float *rest, int width, int count, bool is_rotation)
{
    PD_ASSERT(width > 0 && count >= 0);
    for (int t = 0; t < count; t++) {
        double same = 0, most = 0;
        for (int c = 0; c < width; c++) {
            same += (double)values[t * width + c] * (double)rest[c];
            most = fmax(most, fabs((double)values[t * width + c] - (double)rest[c]));
        }

        if (is_rotation ? 1 - fabs(same) > STILL * STILL : most > STILL) return true;
    }

    return false;
}

/* Samples the groups [first, end) of one model. Arrays that stay at the rest pose are NULL. */
static pd_status sample_model(node_track *out, pd_fbx_figure *b, const pd_fbx_stack *stack, int first,
                              int end)
{
    PD_ASSERT(first >= 0 && first < end);
    *out = (node_track){.rotations = NULL};
    pd_fbx_scene *s = &b->scene;
    const int model = s->channels[first].model;
    const int frames = stack->frame_count;
    const pd_fbx_model *m = &s->models[model];
    float *rotations = pd_fbx_figure_take(b, 4 * (size_t)frames, sizeof *rotations);
    float *translations = pd_fbx_figure_take(b, 3 * (size_t)frames, sizeof *translations);
    float *scales = pd_fbx_figure_take(b, 3 * (size_t)frames, sizeof *scales);
    if (!rotations || !translations || !scales) return pd_fbx_figure_short_of(b);

    /* Values of each frame: the model's own, replaced by those that are animated. */
    for (int t = 0; t < frames; t++) {
        double values[3][3]; /* T, R, S */
        memcpy(values[0], m->translation, sizeof values[0]);
        memcpy(values[1], m->rotation_deg, sizeof values[1]);
        memcpy(values[2], m->scale, sizeof values[2]);
        const double at = fmin(stack->stop, stack->start + t / stack->rate);
        for (int g = first, next; g < end; g = next) {
            next = pd_fbx_group_end(s, stack, g);
            const char property = s->channels[g].property;
            pd_fbx_group_at(values[property == 'T' ? 0 : property == 'R' ? 1 : 2], s, g, next, at);
        }

        /* Compose the pose. Quaternions keep to one side, because programs interpolate between them. */
        const pd_fbx_pose pose = pd_fbx_pose_of(s, model, values[0], values[1], values[2]);
        const float q[4] = {(float)pose.rotation.x, (float)pose.rotation.y, (float)pose.rotation.z,
                            (float)pose.rotation.w};
        float *to = rotations + 4 * (size_t)t;
        float same = 0;
        for (int c = 0; c < 4 && t; c++) same += to[c - 4] * q[c];
        for (int c = 0; c < 4; c++) to[c] = same < 0 ? -q[c] : q[c];
        translations[3 * t] = (float)pose.at.x;
        translations[3 * t + 1] = (float)pose.at.y;
        translations[3 * t + 2] = (float)pose.at.z;
        for (int c = 0; c < 3; c++) scales[3 * t + c] = (float)pose.scale[c];
    }

    /* Leave out arrays that do not differ from the rest pose. */
    const pd_io_figure_node *rest = &b->nodes[model];
    *out = (node_track){differs_from_rest(rotations, rest->rotation, 4, frames, true) ? rotations : NULL,
                        differs_from_rest(translations, rest->translation, 3, frames, false) ? translations
                                                                                             : NULL,
                        differs_from_rest(scales, rest->scale, 3, frames, false) ? scales : NULL};

    return PD_OK;
}

/* Allocates the weights of all frames, and sets them to those of the mesh. */
static pd_status take_weights(float **out, pd_fbx_figure *b, const pd_io_figure_mesh *m, int frames)
{
    const int targets = m->target_count;

    if ((size_t)frames * (size_t)targets > (size_t)INT32_MAX / 16)
        return pd_fail(b->scene.err, PD_ERR_LIMIT, b->name, "%d frames of %d blend shapes", frames, targets);
    *out = pd_fbx_figure_take(b, (size_t)frames * (size_t)targets, sizeof **out);
    if (!*out) return pd_fbx_figure_short_of(b);
    for (int t = 0; t < frames; t++)
        for (int i = 0; i < targets; i++) (*out)[t * targets + i] = m->targets[i].weight;

    return PD_OK;
}

/* Samples the weights of a mesh's morph targets if an animation of the stack drives any of their channels. */
static pd_status sample_weights(float **out, pd_fbx_figure *b, const pd_fbx_stack *stack, int mesh)
{
    PD_ASSERT(mesh >= 0 && mesh < b->mesh_count);
    pd_fbx_scene *s = &b->scene;
    const pd_io_figure_mesh *m = &b->meshes[mesh];
    const int frames = stack->frame_count;
    const int targets = m->target_count;
    *out = NULL;

    /* For each channel of blend shapes find the targets that it drives. Other targets keep their weights. */
    for (int g = stack->first_channel, next; g < stack->first_channel + stack->channel_count; g = next) {
        next = pd_fbx_group_end(s, stack, g);
        PD_ASSERT(next > g);
        if (s->channels[g].property != 'D') continue;
        for (int k = 0; k < targets; k++) {
            const pd_fbx_shape *shape = b->shapes[mesh] + k;
            if (shape->channel != s->channels[g].shape) continue;
            const pd_status status = *out ? PD_OK : take_weights(out, b, m, frames);
            if (status != PD_OK) return status;

            /* Sample the percent of the channel, and convert it to a weight. */
            for (int t = 0; t < frames; t++) {
                double percent[3] = {0};
                pd_fbx_group_at(percent, s, g, next, fmin(stack->stop, stack->start + t / stack->rate));
                (*out)[t * targets + k] = (float)pd_fbx_shape_weight(shape, percent[0]);
            }
        }
    }

    return PD_OK;
}

pd_status pd_fbx_figure_add_animation(pd_fbx_figure *b, const pd_fbx_stack *stack)
{
    pd_fbx_scene *s = &b->scene;
    pd_io_figure_animation *out = &b->animations[b->animation_count];
    pd_io_figure_track *tracks =
        pd_fbx_figure_take(b, (size_t)s->model_count + (size_t)b->node_count, sizeof *tracks);
    const int end = stack->first_channel + stack->channel_count;
    int count = 0;

    if (!tracks) return pd_fbx_figure_short_of(b);

    /* One track for each model that moves. Channels of a model are next to each other. */
    for (int g = stack->first_channel, next; g < end; g = next) {
        const int model = s->channels[g].model;
        for (next = g + 1; next < end && s->channels[next].model == model;) next++;
        if (model < 0) continue; /* blend shapes are handled below */
        node_track t;
        const pd_status status = sample_model(&t, b, stack, g, next);
        if (status != PD_OK) return status;
        if (!t.rotations && !t.translations && !t.scales) continue;
        b->moves[model] |= t.rotations || t.translations;
        tracks[count++] = (pd_io_figure_track){.node = model,
                                               .rotations = t.rotations,
                                               .translations = t.translations,
                                               .scales = t.scales,
                                               .weights = NULL};
    }

    for (int n = s->model_count; n < b->node_count; n++) { /* nodes of meshes */
        float *weights;
        if (b->nodes[n].mesh < 0 || !b->meshes[b->nodes[n].mesh].target_count) continue;
        const pd_status status = sample_weights(&weights, b, stack, b->nodes[n].mesh);
        if (status != PD_OK) return status;
        if (weights) tracks[count++] = (pd_io_figure_track){.node = n, .weights = weights};
    }

    /* Leave out an animation that moves nothing. */
    if (!count) {
        pd_fbx_note(s, "animation \"%.48s\", which moves nothing", stack->name);
        return PD_OK;
    }

    /* Add the animation, and describe it to the caller. */
    const double seconds = (stack->frame_count - 1) / stack->rate;
    *out = (pd_io_figure_animation){.name = stack->name,
                                    .rate = stack->rate,
                                    .frame_count = stack->frame_count,
                                    .tracks = tracks,
                                    .track_count = count};
    const size_t used = strlen(b->found->animations);
    if (used + 96 < sizeof b->found->animations)
        snprintf(b->found->animations + used, sizeof b->found->animations - used, "%s%d \"%.64s\" %.2f s",
                 used ? ", " : "", b->animation_count, stack->name, seconds);
    b->found->seconds = fmax(b->found->seconds, seconds);
    b->found->rate = fmax(b->found->rate, stack->rate);
    if (stack->apart >= FAR_APART)
        snprintf(b->found->times, sizeof b->found->times,
                 "the keys of animation \"%.48s\" are %.3g s apart, %.4g s in all: read in the unit of time "
                 "that the file states, but they look like milliseconds or numbers of frames",
                 stack->name, stack->apart, seconds);
    b->animation_count++;

    return PD_OK;
}
