#include "core/io/fbx/fbx_figure.h"

#include "core/io/mesh/picture.h"
#include "core/base/assert.h"
#include "core/base/text/base64.h"
#include "core/base/file.h"
#include "core/io/mesh/glb_figure.h"
#include "core/io/fbx/fbx_mesh.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SKINS_MAX    64
/* Keys that are this far apart, seconds, are probably in another unit of time. */
#define FAR_APART    4.0
/* Two bind poses of a joint that differ by more than this need separate skins, metres or fractions of a turn. */
#define BIND_MOST    1e-3
/* A track that stays this near to the rest pose is left out, metres or units of a quaternion. */
#define STILL        1e-6
#define PICTURE_MOST ((size_t)64 << 20)

/* A skin: joints with their inverse bind matrices, which map the bound mesh from the world to the joint. */
typedef struct skin {
    int joints[PD_FBX_JOINTS_MAX]; /* indices of models */
    pd_xform inverse[PD_FBX_JOINTS_MAX];
    int count;
} skin;

typedef struct build {
    pd_fbx_scene scene;
    pd_fbx_found *found;
    const pd_fbx_options *options;
    const char *name;
    pd_xform *worlds; /* world transform of each model in the file's pose */
    bool *moves;      /* true: an animation moves the model */
    bool *holds_mesh;
    pd_io_figure_node *nodes;
    int node_count, node_room;
    pd_io_figure_mesh *meshes;
    pd_fbx_shape **shapes; /* (mesh_count) shapes of each mesh's targets, in their order */
    int mesh_count, mesh_room;
    skin *skins[SKINS_MAX];
    int skin_count;
    pd_io_figure_material *materials;
    int *material_of; /* (records) 1 + index of the material of a Material record; 0: none */
    pd_io_figure_texture *textures;
    int material_count, texture_count;
    pd_io_figure_animation *animations;
    int animation_count;
} build;

static pd_status short_of(const build *b)
{
    return b->scene.err->status != PD_OK ? b->scene.err->status : PD_ERR_MEMORY;
}

static void *take(build *b, size_t count, size_t size)
{
    return pd_fbx_take(&b->scene, count, size);
}

/* ---- nodes ---- */

static void put_pose(pd_io_figure_node *node, const pd_fbx_pose *pose)
{
    node->translation[0] = (float)pose->at.x, node->translation[1] = (float)pose->at.y;
    node->translation[2] = (float)pose->at.z;
    node->rotation[0] = (float)pose->rotation.x, node->rotation[1] = (float)pose->rotation.y;
    node->rotation[2] = (float)pose->rotation.z, node->rotation[3] = (float)pose->rotation.w;
    for (int c = 0; c < 3; c++) node->scale[c] = fabs(pose->scale[c] - 1) < 1e-5 ? 1 : (float)pose->scale[c];
}

static pd_fbx_pose rest_of(const build *b, int model)
{
    const pd_fbx_model *m = &b->scene.models[model];
    return pd_fbx_pose_of(&b->scene, model, m->translation, m->rotation_deg, m->scale);
}

/* Adds a node for each model, in its rest pose. */
static pd_status add_nodes(build *b)
{
    const pd_fbx_scene *s = &b->scene;

    /* glTF has no scale of 0, because such a matrix has no inverse. */
    for (int i = 0; i < s->model_count; i++) {
        const pd_fbx_model *m = &s->models[i];
        const pd_fbx_pose pose = rest_of(b, i);
        for (int c = 0; c < 3; c++) {
            const double scale = pose.scale[c];
            if (!isfinite(scale) || fabs(scale) < 1e-9)
                return pd_fail(s->err, PD_ERR_RANGE, b->name,
                               "node \"%.64s\": scale %g, %g, %g; numbers other than 0 expected", m->name,
                               pose.scale[0], pose.scale[1], pose.scale[2]);
        }
        b->nodes[i] = (pd_io_figure_node){.name = m->name, .parent = m->parent, .mesh = -1, .skin = -1};
        put_pose(&b->nodes[i], &pose);
    }
    b->node_count = s->model_count;
    return PD_OK;
}

/* ---- animations ---- */

typedef struct track {
    float *rotations, *translations, *scales;
} track;

static bool differs(const float *values, const float *rest, int width, int count, bool is_rotation)
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
static pd_status sample_model(track *out, build *b, const pd_fbx_stack *stack, int first, int end)
{
    PD_ASSERT(first >= 0 && first < end);
    pd_fbx_scene *s = &b->scene;
    const int model = s->channels[first].model, frames = stack->frame_count;
    const pd_fbx_model *m = &s->models[model];
    float *rotations = take(b, 4 * (size_t)frames, sizeof *rotations),
          *translations = take(b, 3 * (size_t)frames, sizeof *translations),
          *scales = take(b, 3 * (size_t)frames, sizeof *scales);
    if (!rotations || !translations || !scales) return short_of(b);

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
        float *to = rotations + 4 * (size_t)t, same = 0;
        for (int c = 0; c < 4 && t; c++) same += to[c - 4] * q[c];
        for (int c = 0; c < 4; c++) to[c] = same < 0 ? -q[c] : q[c];
        translations[3 * t] = (float)pose.at.x, translations[3 * t + 1] = (float)pose.at.y;
        translations[3 * t + 2] = (float)pose.at.z;
        for (int c = 0; c < 3; c++) scales[3 * t + c] = (float)pose.scale[c];
    }

    /* Leave out arrays that do not differ from the rest pose. */
    const pd_io_figure_node *rest = &b->nodes[model];
    *out = (track){differs(rotations, rest->rotation, 4, frames, true) ? rotations : NULL,
                   differs(translations, rest->translation, 3, frames, false) ? translations : NULL,
                   differs(scales, rest->scale, 3, frames, false) ? scales : NULL};
    return PD_OK;
}

/* Allocates the weights of all frames, and sets them to those of the mesh. */
static pd_status take_weights(float **out, build *b, const pd_io_figure_mesh *m, int frames)
{
    const int targets = m->target_count;

    if ((size_t)frames * (size_t)targets > (size_t)INT32_MAX / 16)
        return pd_fail(b->scene.err, PD_ERR_LIMIT, b->name, "%d frames of %d blend shapes", frames, targets);
    *out = take(b, (size_t)frames * (size_t)targets, sizeof **out);
    if (!*out) return short_of(b);
    for (int t = 0; t < frames; t++)
        for (int i = 0; i < targets; i++) (*out)[t * targets + i] = m->targets[i].weight;
    return PD_OK;
}

/* Samples the weights of a mesh's morph targets if an animation of the stack drives any of their channels. */
static pd_status sample_weights(float **out, build *b, const pd_fbx_stack *stack, int mesh)
{
    PD_ASSERT(mesh >= 0 && mesh < b->mesh_count);
    pd_fbx_scene *s = &b->scene;
    const pd_io_figure_mesh *m = &b->meshes[mesh];
    const int frames = stack->frame_count, targets = m->target_count;
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

static pd_status add_animation(build *b, const pd_fbx_stack *stack)
{
    pd_fbx_scene *s = &b->scene;
    pd_io_figure_animation *out = &b->animations[b->animation_count];
    pd_io_figure_track *tracks = take(b, (size_t)s->model_count + (size_t)b->node_count, sizeof *tracks);
    const int end = stack->first_channel + stack->channel_count;
    int count = 0;
    if (!tracks) return short_of(b);

    /* One track for each model that moves. Channels of a model are next to each other. */
    for (int g = stack->first_channel, next; g < end; g = next) {
        const int model = s->channels[g].model;
        for (next = g + 1; next < end && s->channels[next].model == model;) next++;
        if (model < 0) continue; /* blend shapes are handled below */
        track t;
        const pd_status status = sample_model(&t, b, stack, g, next);
        if (status != PD_OK) return status;
        if (!t.rotations && !t.translations && !t.scales) continue;
        b->moves[model] |= t.rotations || t.translations;
        tracks[count++] = (pd_io_figure_track){model, t.rotations, t.translations, t.scales, NULL};
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
    *out = (pd_io_figure_animation){stack->name, stack->rate, stack->frame_count, tracks, count};
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

/* ---- skins ---- */

static int in_skin(const skin *s, int model)
{
    for (int k = 0; k < s->count; k++)
        if (s->joints[k] == model) return k;
    return -1;
}

static bool agrees(const pd_xform *a, const pd_xform *b)
{
    for (int i = 0; i < 12; i++)
        if (!(fabs(a->m[i] - b->m[i]) <= BIND_MOST * fmax(1, fabs(a->m[i])))) return false;
    return true;
}

static pd_status add_joint(build *b, skin *s, int model, const pd_xform *inverse)
{
    PD_ASSERT(model >= 0 && model < b->scene.model_count && s->count >= 0);
    if (in_skin(s, model) >= 0) return PD_OK;
    if (s->count == PD_FBX_JOINTS_MAX)
        return pd_fail(b->scene.err, PD_ERR_LIMIT, b->name, "more than the allowed %d joints in a skin",
                       PD_FBX_JOINTS_MAX);
    s->joints[s->count] = model;
    s->inverse[s->count++] = *inverse;
    return PD_OK;
}

/* Finds a skin that has these joints with these bind poses or can take them, or makes a new one. */
static pd_status find_skin(int *index, build *b, const int *joints, const pd_xform *inverse, int count)
{
    PD_ASSERT(count > 0);
    /* Search for a skin whose bind poses agree; missing joints are added. */
    for (int i = 0; i < b->skin_count; i++) {
        const skin *s = b->skins[i];
        int more = 0;
        bool fits = true;
        for (int k = 0; k < count && fits; k++) {
            const int there = in_skin(s, joints[k]);
            more += there < 0;
            fits = there < 0 || agrees(&s->inverse[there], &inverse[k]);
        }
        if (!fits || s->count + more > PD_FBX_JOINTS_MAX) continue;
        *index = i;
        for (int k = 0; k < count; k++) {
            const pd_status status = add_joint(b, b->skins[i], joints[k], &inverse[k]);
            if (status != PD_OK) return status;
        }
        return PD_OK;
    }

    /* Make a new skin. */
    if (b->skin_count == SKINS_MAX)
        return pd_fail(b->scene.err, PD_ERR_LIMIT, b->name,
                       "more than the allowed %d skins with different bind poses", SKINS_MAX);
    skin *made = take(b, 1, sizeof *made);
    if (!made) return short_of(b);
    *index = b->skin_count++;
    b->skins[*index] = made;
    for (int k = 0; k < count; k++) {
        const pd_status status = add_joint(b, made, joints[k], &inverse[k]);
        if (status != PD_OK) return status;
    }
    return PD_OK;
}

/* Reads the matrices of the file's BindPose, as inverses, by model. is_there tells which models have one. */
static pd_status read_bind_pose(build *b, pd_xform *inverse, bool *is_there)
{
    pd_fbx_scene *s = &b->scene;
    pd_fbx *f = s->fbx;

    /* Read all poses with the type BindPose. The first matrix of a model is used. */
    const pd_xform turn = pd_fbx_matrix(&(pd_fbx_pose){{0, 0, 0}, s->axes, {1, 1, 1}});
    for (int r = s->objects + 1; s->objects >= 0 && r < f->records[s->objects].end; r = f->records[r].end) {
        if (!pd_fbx_is(f, r, "Pose") || !pd_fbx_says(f, r, 2, "BindPose")) continue;
        for (int n = r + 1; n < f->records[r].end; n = f->records[n].end) {
            if (!pd_fbx_is(f, n, "PoseNode")) continue;
            const pd_fbx_property *id = pd_fbx_at(f, pd_fbx_find(f, n, "Node", 0), 0);
            const int model = id ? pd_fbx_model_of(s, id->whole) : -1;
            double *v = NULL;
            size_t count = 0;
            const int matrix = pd_fbx_find(f, n, "Matrix", 0);
            if (model < 0 || is_there[model] || matrix < 0) continue;
            const pd_status status = pd_fbx_numbers(&v, &count, f, matrix, 16, s->err);
            if (status != PD_OK) return status;

            /* Matrices are stored by columns. Convert them to glTF's axes. */
            pd_xform world = pd_xform_identity();
            for (int c = 0; count == 16 && c < 4; c++)
                for (int k = 0; k < 3; k++) world.m[4 * k + c] = isfinite(v[4 * c + k]) ? v[4 * c + k] : 0;
            free(v);
            if (count != 16) continue;
            world = pd_fbx_conjugated(s, &world);
            world = pd_xform_mul(&turn, &world);
            is_there[model] = pd_fbx_inverse(&inverse[model], &world);
        }
    }
    return PD_OK;
}

/* Adds joints that no cluster names: limbs and moving models above the others, models between two joints, and models below a joint that have no mesh. Takes
 * their inverse bind matrices from the BindPose, or otherwise from the neighbour and the rest pose between the two. */
static pd_status add_silent_joints(build *b, skin *s)
{
    const pd_fbx_scene *scene = &b->scene;
    const size_t models = (size_t)scene->model_count;
    pd_xform *bind = take(b, models, sizeof *bind);
    bool *has_bind = take(b, models, sizeof *has_bind), *is_wanted = take(b, models, sizeof *is_wanted),
         *is_above = take(b, models, sizeof *is_above);
    if (!bind || !has_bind || !is_wanted || !is_above) return short_of(b);
    pd_status status = read_bind_pose(b, bind, has_bind);

    /* Mark the models that become joints: all from each joint up to the highest limb or moving model, and those below. */
    const int clusters = s->count;
    for (int k = 0; k < clusters; k++) is_wanted[s->joints[k]] = true;
    for (int k = 0; k < clusters; k++)
        for (int up = scene->models[s->joints[k]].parent; up >= 0 && !is_above[up];
             up = scene->models[up].parent)
            is_above[up] = true;
    for (int i = 0; i < scene->model_count; i++) { /* parents first */
        const int up = scene->models[i].parent;
        const bool is_top = (scene->models[i].is_joint || b->moves[i]) && is_above[i];
        const bool below = up >= 0 && is_wanted[up] && (is_above[i] || !b->holds_mesh[i]);
        is_wanted[i] |= is_top || below;
    }
    for (int i = scene->model_count; status == PD_OK && i-- > 0;) { /* up: from the joint below */
        const int up = scene->models[i].parent, own = in_skin(s, i);
        if (own < 0 || up < 0 || !is_wanted[up] || in_skin(s, up) >= 0) continue;
        const pd_fbx_pose pose = rest_of(b, i);
        const pd_xform local = pd_fbx_matrix(&pose),
                       inverse = has_bind[up] ? bind[up] : pd_xform_mul(&local, &s->inverse[own]);
        status = add_joint(b, s, up, &inverse);
    }
    for (int i = 0; status == PD_OK && i < scene->model_count; i++) { /* down: from the joint above */
        const int up = scene->models[i].parent, above = up < 0 ? -1 : in_skin(s, up);
        if (above < 0 || !is_wanted[i] || in_skin(s, i) >= 0) continue;
        const pd_fbx_pose pose = rest_of(b, i);
        const pd_xform local = pd_fbx_matrix(&pose);
        pd_xform back;
        if (!pd_fbx_inverse(&back, &local)) continue;
        const pd_xform inverse = has_bind[i] ? bind[i] : pd_xform_mul(&back, &s->inverse[above]);
        status = add_joint(b, s, i, &inverse);
    }
    return status;
}

/* Adds a skin for a skeleton that has no mesh, because readers find joints by skins. */
static pd_status add_bare_skeleton(build *b)
{
    const pd_fbx_scene *scene = &b->scene;
    const size_t models = (size_t)scene->model_count;
    pd_xform *bind = take(b, models, sizeof *bind), *worlds = take(b, models, sizeof *worlds);
    bool *has_bind = take(b, models, sizeof *has_bind), *is_joint = take(b, models, sizeof *is_joint);
    if (!bind || !has_bind || !worlds || !is_joint) return short_of(b);

    /* Joints are the limbs; in a file without limbs, the models that move and everything below them. */
    int limbs = 0, turned = 0;
    for (int i = 0; i < scene->model_count; i++) limbs += scene->models[i].is_joint;
    for (int i = 0; i < scene->model_count; i++) {
        const int up = scene->models[i].parent;
        is_joint[i] =
            limbs ? scene->models[i].is_joint : b->moves[i] || (up >= 0 && is_joint[up] && !b->holds_mesh[i]);
        const pd_quat pre = scene->models[i].pre;
        turned += is_joint[i] && fabs(pre.w) < 1 - 1e-9;
    }
    /* Add models between two joints, and models that move all of them. */
    for (int i = scene->model_count; i-- > 0;) {
        const int up = scene->models[i].parent;
        if (up < 0 || !is_joint[i]) continue;
        for (int k = up; k >= 0; k = scene->models[k].parent)
            if (is_joint[k] || b->moves[k]) {
                for (int between = up; between != k; between = scene->models[between].parent)
                    is_joint[between] = true;
                is_joint[k] = true;
                break;
            }
    }

    /* Take the bind poses from the file, or otherwise from the rest pose. In a file with pre-rotations, these alone are the rest pose. */
    pd_status status = read_bind_pose(b, bind, has_bind);
    pd_fbx_worlds(worlds, scene, turned > 0);

    /* Add the joints to one skin, which is made for the first of them. */
    skin *s = NULL;
    for (int i = 0; status == PD_OK && i < scene->model_count; i++) {
        if (!is_joint[i]) continue;
        if (!s) {
            s = take(b, 1, sizeof *s);
            if (!s) return short_of(b);
            b->skins[b->skin_count++] = s;
        }
        if (!has_bind[i] && !pd_fbx_inverse(&bind[i], &worlds[i])) continue;
        status = add_joint(b, s, i, &bind[i]);
    }
    return status;
}

/* ---- materials ---- */

static float linear(double srgb)
{
    const double c = fmax(0, fmin(1, srgb));
    return (float)(c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
}

/* Reads a picture by its file name, without the stored path, from the folder of the FBX file, its .fbm folder or "textures". */
static pd_status beside(pd_bytes *out, build *b, const char *picture)
{
    const char *path = b->options->path, *name = picture;
    *out = (pd_bytes){NULL, 0};

    /* Take the name behind the last slash. Names that are folders are refused. */
    for (const char *c = picture; *c; c++)
        if (*c == '/' || *c == '\\') name = c + 1;
    if (!path || !*name || !strcmp(name, ".") || !strcmp(name, "..")) return PD_OK;

    /* Folder of the FBX file, and its path without the extension. */
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    const int folder = slash ? (int)(slash + 1 - path) : 0,
              stem = dot && dot > path + folder ? (int)(dot - path) : (int)strlen(path);
    for (int k = 0; k < 3; k++) {
        char where[4096];
        pd_bytes file;
        if (k == 0) snprintf(where, sizeof where, "%.*s%s", folder, path, name);
        if (k == 1) snprintf(where, sizeof where, "%.*s.fbm/%s", stem, path, name);
        if (k == 2) snprintf(where, sizeof where, "%.*stextures/%s", folder, path, name);

        /* A picture that cannot be read is not an error, unless memory is short. */
        if (pd_file_map(&file, where, b->scene.err) != PD_OK) {
            if (b->scene.err->status == PD_ERR_MEMORY) return PD_ERR_MEMORY;
            b->scene.err->status = PD_OK;
            continue;
        }

        /* Keep a copy, if it is not too large. */
        unsigned char *kept = file.size && file.size <= PICTURE_MOST ? take(b, file.size, 1) : NULL;
        const bool is_short = file.size && file.size <= PICTURE_MOST && !kept;
        if (kept) memcpy(kept, file.data, file.size), *out = (pd_bytes){kept, file.size};
        pd_file_unmap(&file);
        if (is_short) return short_of(b);
        if (kept) return PD_OK;
    }
    return PD_OK;
}

/* Reads the content of a Video: bytes, or in text files base64 in one or several strings. */
static pd_status content(pd_bytes *out, build *b, int video)
{
    const pd_fbx *f = b->scene.fbx;
    const int record = pd_fbx_find(f, video, "Content", 0);
    size_t size = 0;
    *out = (pd_bytes){NULL, 0};

    /* Bytes are used as they are; otherwise sum up the lengths of the strings. */
    for (int i = 0; record >= 0 && i < f->records[record].property_count; i++) {
        const pd_fbx_property *p = pd_fbx_at(f, record, i);
        if (p->type == 'R') return *out = p->bytes, PD_OK;
        if (p->type == 'S') size += p->bytes.size;
    }
    if (!size) return PD_OK;

    /* Join the strings and decode them in place. */
    unsigned char *made = take(b, size, 1);
    if (!made) return short_of(b);
    size_t used = 0;
    for (int i = 0; i < f->records[record].property_count; i++) {
        const pd_fbx_property *p = pd_fbx_at(f, record, i);
        if (p->type != 'S') continue;
        memcpy(made + used, p->bytes.data, p->bytes.size);
        used += p->bytes.size;
    }
    used = pd_base64_decode(made, (const char *)made, used);
    if (used == SIZE_MAX) used = 0; /* no base64: no content */
    *out = (pd_bytes){made, used};
    return PD_OK;
}

/* Adds the picture of a texture. *index is -1 if there is none in a format of glTF. */
static pd_status add_texture(build *b, int *index, int texture)
{
    pd_fbx_scene *s = &b->scene;
    pd_bytes file = {NULL, 0};
    char name[1024] = "";
    int link = -1;
    *index = -1;

    /* Use the content inside the file, otherwise the file that the texture names, otherwise the one that the video names. */
    const int video = pd_fbx_below(s, &link, pd_fbx_id(s, texture), "Video", NULL);
    pd_status status = video >= 0 ? content(&file, b, video) : PD_OK;
    for (int k = 0; k < 4 && status == PD_OK && !file.size; k++) {
        const int of = k < 2 ? texture : video;
        const int record = of < 0 ? -1 : pd_fbx_find(s->fbx, of, k % 2 ? "FileName" : "RelativeFilename", 0);
        if (pd_fbx_text(name, sizeof name, s->fbx, record, 0) && *name) status = beside(&file, b, name);
    }
    if (status != PD_OK) return status;

    /* glTF takes PNG and JPEG only. */
    const pd_io_picture *format = pd_io_picture_of(file);
    if (!format || !format->is_gltf) {
        pd_fbx_note(
            s, file.size ? "picture \"%.64s\", neither PNG nor JPEG" : "picture \"%.64s\", which is missing",
            *name ? name : "without a name");
        return PD_OK;
    }

    /* Add the picture. */
    b->textures[b->texture_count] = (pd_io_figure_texture){file, format->type};
    *index = b->texture_count++;
    return PD_OK;
}

/* Adds a material. */
static pd_status add_material(build *b, int record)
{
    PD_ASSERT(record >= 0 && record < b->scene.fbx->record_count);
    static const char *const colors[] = {"DiffuseColor", "Maya|baseColor", "Maya|TEX_color_map",
                                         "3dsMax|Parameters|base_color_map", "3dsMax|Parameters|base_color"};
    pd_fbx_scene *s = &b->scene;
    const pd_fbx *f = s->fbx;
    double color[3] = {0.8, 0.8, 0.8}, factor = 1, opacity = 1, transparency = 0, through[3] = {1, 1, 1};
    pd_io_figure_material *out = &b->materials[b->material_count];

    /* Colour, factor and opacity, under the names that different programs use. Transparency is used only
     * without an opacity. */
    if (!pd_fbx_values(color, 3, f, record, "DiffuseColor") &&
        !pd_fbx_values(color, 3, f, record, "Maya|baseColor"))
        pd_fbx_values(color, 3, f, record, "Diffuse");
    pd_fbx_values(&factor, 1, f, record, "DiffuseFactor");
    if (!pd_fbx_values(&opacity, 1, f, record, "Opacity") &&
        pd_fbx_values(&transparency, 1, f, record, "TransparencyFactor") &&
        pd_fbx_values(through, 3, f, record, "TransparentColor"))
        opacity = 1 - transparency * (through[0] + through[1] + through[2]) / 3;

    /* The first texture of the colour is used; others are reported. */
    int texture = -1, link = -1;
    for (int r; (r = pd_fbx_below(s, &link, pd_fbx_id(s, record), "Texture", NULL)) >= 0;) {
        const pd_fbx_property *p = s->links[link].property;
        bool is_color = !p;
        for (size_t k = 0; p && p->type == 'S' && k < sizeof colors / sizeof *colors; k++)
            is_color |=
                p->bytes.size == strlen(colors[k]) && !memcmp(p->bytes.data, colors[k], p->bytes.size);
        if (!is_color && p && p->type == 'S')
            pd_fbx_note(s, "textures of \"%.*s\"", (int)fmin(40, (double)p->bytes.size),
                        (const char *)p->bytes.data);
        if (!is_color || texture >= 0) continue;
        const pd_status status = add_texture(b, &texture, r);
        if (status != PD_OK) return status;
    }

    /* Write the material. A texture replaces the colour. */
    const char *name = pd_fbx_name(s, record);
    if (!name) return short_of(b);
    if (factor < 0 || factor > 1) factor = 1;
    *out = (pd_io_figure_material){.name = name,
                                   .color = {linear(factor * color[0]), linear(factor * color[1]),
                                             linear(factor * color[2]),
                                             opacity > 0 && opacity < 1 ? (float)opacity : 1},
                                   .roughness = 0.9f,
                                   .texture = texture};
    if (texture >= 0) out->color[0] = out->color[1] = out->color[2] = 1;
    b->material_of[record] = ++b->material_count;
    return PD_OK;
}

/* Finds the material at an index in a model's list. *out is -1 if there is none. */
static pd_status material_of(int *out, build *b, int model, int place)
{
    PD_ASSERT(model >= 0 && model < b->scene.model_count);
    int link = -1, at = 0;
    *out = -1;
    for (int r; (r = pd_fbx_below(&b->scene, &link, b->scene.models[model].id, "Material", NULL)) >= 0;
         at++) {
        if (at != place) continue;
        if (!b->material_of[r]) {
            const pd_status status = add_material(b, r);
            if (status != PD_OK) return status;
        }
        *out = b->material_of[r] - 1;
        return PD_OK;
    }
    return PD_OK;
}

/* ---- meshes ---- */

/* Transforms of a mesh's points and normals: to their bind pose in the world, or without a skin to the mesh's node. */
typedef struct placing {
    pd_xform at, normals; /* applied after s P */
    bool is_flipped;      /* true: the winding of triangles is reversed */
} placing;

static pd_vec3 placed(const build *b, const pd_xform *at, const double v[3], double scale, bool is_point)
{
    const double in[3] = {scale * v[0], scale * v[1], b->scene.is_mirrored ? -scale * v[2] : scale * v[2]};
    double out[3];
    if (is_point)
        pd_xform_point(out, at, in);
    else
        pd_xform_vector(out, at, in);
    return pd_vec3_make(out[0], out[1], out[2]);
}

static void put3(float *out, pd_vec3 v)
{
    out[0] = (float)v.x, out[1] = (float)v.y, out[2] = (float)v.z;
}

static placing place_by(const build *b, const pd_xform *at)
{
    /* Normals use the inverse transpose; for a singular matrix (a flat mesh) use the matrix itself. */
    placing p = {*at, *at, b->scene.is_mirrored};
    pd_xform inverse;
    if (!pd_fbx_inverse(&inverse, at)) return p;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) p.normals.m[4 * r + c] = inverse.m[4 * c + r];
    const double *m = at->m;
    const double det = m[0] * (m[5] * m[10] - m[6] * m[9]) - m[1] * (m[4] * m[10] - m[6] * m[8]) +
                       m[2] * (m[4] * m[9] - m[5] * m[8]);
    p.is_flipped ^= det < 0;
    return p;
}

/* Adds a weight to the four largest ones of a control point. Returns whether a weight is left out. */
static bool put_weight(uint16_t *joints, float *weights, int joint, double weight)
{
    int at = 3;
    const bool is_full = weights[3] > 0 && weight > 0;
    if (!(weight > (double)weights[3])) return is_full;
    for (; at > 0 && weight > (double)weights[at - 1]; at--)
        joints[at] = joints[at - 1], weights[at] = weights[at - 1];
    joints[at] = (uint16_t)joint;
    weights[at] = (float)weight;
    return is_full;
}

/* Binds a point without a usable weight to the nearest joint in the bind pose. Joints with a singular matrix have no position and are skipped. */
static void follow_nearest(uint16_t *joint, pd_vec3 point, const skin *s)
{
    double best = INFINITY;

    for (int k = 0; k < s->count; k++) {
        pd_xform bind;
        if (!pd_fbx_inverse(&bind, &s->inverse[k])) continue;
        const double d = pd_vec3_distance(point, pd_vec3_make(bind.m[3], bind.m[7], bind.m[11]));
        if (d < best) best = d, *joint = (uint16_t)k;
    }
}

/* Writes the four largest weights of each control point and their joints in the skin; the weights of a point sum to 1. */
static pd_status weigh(build *b, uint16_t **joints, float **weights, const pd_fbx_mesh *m, const skin *s,
                       const placing *at)
{
    const size_t points = (size_t)m->point_count;
    *joints = take(b, 4 * points, sizeof **joints);
    *weights = take(b, 4 * points, sizeof **weights);
    if (!*joints || !*weights) return short_of(b);

    /* Keep the four largest weights of each point. */
    int left_out = 0;
    for (int c = 0; c < m->cluster_count; c++) {
        const pd_fbx_cluster *cluster = &m->clusters[c];
        const int joint = in_skin(s, cluster->model);
        PD_ASSERT(joint < s->count);
        for (size_t i = 0; joint >= 0 && i < cluster->count; i++) {
            const int64_t point = cluster->points[i];
            if (point < 0 || point >= m->point_count)
                return pd_fail(b->scene.err, PD_ERR_FORMAT, b->name,
                               "a skin has a weight for a vertex that the mesh does not have; a vertex of "
                               "the mesh expected");
            left_out += put_weight(*joints + 4 * point, *weights + 4 * point, joint, cluster->weights[i]);
        }
    }
    if (left_out) pd_fbx_note(&b->scene, "%d weights beyond the four largest of a point", left_out);
    /* Normalise them. */
    for (size_t v = 0; v < points; v++) {
        float *w = *weights + 4 * v;
        float sum = w[0] + w[1] + w[2] + w[3];
        if (!(sum > 1e-6f) || !isfinite(sum)) {
            follow_nearest(*joints + 4 * v, placed(b, &at->at, m->positions + 3 * v, b->scene.metres, true),
                           s);
            w[0] = sum = 1, w[1] = w[2] = w[3] = 0;
            b->found->unweighted_count++;
        }
        for (int k = 0; k < 4; k++) w[k] /= sum;
    }
    return PD_OK;
}

/* Adds the morph targets of a part. */
static pd_status add_targets(build *b, pd_io_figure_mesh *out, const pd_fbx_mesh *m, const pd_fbx_part *part,
                             const placing *at)
{
    pd_io_figure_target *targets = take(b, (size_t)m->shape_count, sizeof *targets);
    if (!targets) return short_of(b);

    /* Differences of positions and normals, from control points to the vertices of the part. */
    for (int k = 0; k < m->shape_count; k++) {
        const pd_fbx_shape *shape = &m->shapes[k];
        float *moved = take(b, 3 * (size_t)part->vertex_count, sizeof *moved), *turned = NULL;
        if (shape->normals) turned = take(b, 3 * (size_t)part->vertex_count, sizeof *turned);
        if (!moved || (shape->normals && !turned)) return short_of(b);
        for (int v = 0; v < part->vertex_count; v++) {
            const size_t point = 3 * (size_t)part->points[v];
            if (shape->positions)
                put3(moved + 3 * v, placed(b, &at->at, shape->positions + point, b->scene.metres, false));
            if (turned) put3(turned + 3 * v, placed(b, &at->normals, shape->normals + point, 1, false));
        }
        targets[k] = (pd_io_figure_target){shape->name, moved, turned,
                                           (float)pd_fbx_shape_weight(shape, shape->percent)};
    }
    out->targets = targets;
    out->target_count = m->shape_count;
    return PD_OK;
}

/* Extends the reported extent of the scene by a point: in the bind pose for a skinned mesh, in the file's pose for others (world not NULL). */
static void extend(build *b, pd_vec3 p, const pd_xform *world)
{
    double in[3] = {p.x, p.y, p.z}, out[3] = {p.x, p.y, p.z};

    if (world) pd_xform_point(out, world, in);
    for (int c = 0; c < 3; c++) {
        b->found->low[c] = fmin(b->found->low[c], out[c]);
        b->found->high[c] = fmax(b->found->high[c], out[c]);
    }
}

/* Fills the arrays of a glTF mesh from a part: positions in metres, unit normals, texture coordinates from the top left, and weights. */
static pd_status fill_vertices(pd_io_figure_mesh *out, build *b, const pd_fbx_mesh *m,
                               const pd_fbx_part *part, const placing *at, const pd_xform *world,
                               const uint16_t *joints, const float *weights)
{
    const size_t vertices = (size_t)part->vertex_count;
    float *positions = take(b, 3 * vertices, sizeof *positions),
          *normals = take(b, 3 * vertices, sizeof *normals),
          *uvs = part->uvs ? take(b, 2 * vertices, sizeof *uvs) : NULL, *w = NULL;
    uint16_t *j = NULL;
    if (joints) j = take(b, 4 * vertices, sizeof *j), w = take(b, 4 * vertices, sizeof *w);
    if (!positions || !normals || (part->uvs && !uvs) || (joints && (!j || !w))) return short_of(b);

    /* Vertices of the part, which refer to control points of the mesh. */
    for (size_t v = 0; v < vertices; v++) {
        PD_ASSERT(part->points[v] >= 0 && part->points[v] < m->point_count);
        const size_t point = (size_t)part->points[v];
        const pd_vec3 p = placed(b, &at->at, m->positions + 3 * point, b->scene.metres, true);
        const double raw[3] = {(double)part->normals[3 * v], (double)part->normals[3 * v + 1],
                               (double)part->normals[3 * v + 2]};
        put3(positions + 3 * v, p);
        put3(normals + 3 * v, pd_vec3_unit_or(placed(b, &at->normals, raw, 1, false), pd_vec3_make(0, 1, 0)));
        if (uvs) uvs[2 * v] = part->uvs[2 * v], uvs[2 * v + 1] = 1 - part->uvs[2 * v + 1];
        if (joints) {
            memcpy(j + 4 * v, joints + 4 * point, 4 * sizeof *j);
            memcpy(w + 4 * v, weights + 4 * point, 4 * sizeof *w);
        }
        extend(b, p, world);
    }

    /* Give the arrays to the mesh. */
    out->vertex_count = part->vertex_count;
    out->positions = positions, out->normals = normals, out->uvs = uvs;
    out->joints = j, out->weights = w;
    return PD_OK;
}

/* Adds each part of a mesh as a node of its own: below the model, or, with a skin, at the top, because glTF ignores the node of a skinned mesh. */
static pd_status add_parts(build *b, const pd_fbx_mesh *m, int model, int skin_index, const placing *at,
                           const uint16_t *joints, const float *weights)
{
    const pd_xform *world = skin_index < 0 ? &b->worlds[model] : NULL;
    PD_ASSERT(!joints == !weights);

    for (int k = 0; k < m->part_count; k++) {
        /* Check the limits of the whole file. */
        const pd_fbx_part *part = &m->parts[k];
        b->found->vertex_count += part->vertex_count;
        if (b->found->vertex_count > PD_FBX_VERTICES_MAX)
            return pd_fail(b->scene.err, PD_ERR_LIMIT, b->name, "more than the allowed %d vertices",
                           PD_FBX_VERTICES_MAX);
        if (b->mesh_count == b->mesh_room || b->node_count == b->node_room)
            return pd_fail(b->scene.err, PD_ERR_LIMIT, b->name, "more than the allowed %d meshes",
                           b->mesh_room);

        /* Vertices of the mesh. */
        pd_io_figure_mesh *mesh = &b->meshes[b->mesh_count];
        *mesh = (pd_io_figure_mesh){.name = b->scene.models[model].name};
        pd_status status = fill_vertices(mesh, b, m, part, at, world, joints, weights);
        if (status != PD_OK) return status;

        /* Reverse the winding if the matrix mirrors. */
        for (int i = 0; at->is_flipped && i < part->index_count; i += 3) {
            const uint32_t swap = part->indices[i + 1];
            part->indices[i + 1] = part->indices[i + 2], part->indices[i + 2] = swap;
        }

        /* Triangles, material and morph targets. */
        mesh->indices = part->indices, mesh->index_count = part->index_count;

        status = material_of(&mesh->material, b, model, part->material);
        if (status != PD_OK) return status;
        if (m->shape_count) status = add_targets(b, mesh, m, part, at);
        if (status != PD_OK) return status;
        b->shapes[b->mesh_count] = m->shapes;

        /* Node of the mesh. */
        b->nodes[b->node_count++] = (pd_io_figure_node){.name = b->scene.models[model].name,
                                                        .parent = skin_index < 0 ? model : -1,
                                                        .mesh = b->mesh_count++,
                                                        .skin = skin_index,
                                                        .rotation = {0, 0, 0, 1},
                                                        .scale = {1, 1, 1}};
        b->found->face_count += part->index_count / 3;
    }
    b->found->morph_count += m->part_count ? m->shape_count : 0;
    return PD_OK;
}

/* Adds the mesh of a model with its skin. */
static pd_status add_mesh(build *b, int model, int geometry)
{
    PD_ASSERT(model >= 0 && model < b->scene.model_count);
    pd_fbx_scene *s = &b->scene;
    pd_fbx_mesh m;

    /* Read the geometry. Skip a mesh without triangles. */
    pd_status status = pd_fbx_mesh_read(&m, s, geometry, b->options->motion_only);
    if (status != PD_OK) return status;
    if (!m.part_count && !b->options->motion_only) {
        pd_fbx_note(s, "meshes without a triangle");
        return PD_OK;
    }

    /* Find the mesh's transform in the bind pose: from the first cluster that has it, otherwise its present transform. */
    const pd_xform turn = pd_fbx_matrix(&(pd_fbx_pose){{0, 0, 0}, s->axes, {1, 1, 1}});
    pd_xform world = b->worlds[model], back;
    for (int k = 0, is_found = 0; k < m.cluster_count && !is_found; k++) {
        const pd_fbx_cluster *c = &m.clusters[k];
        if (!c->has_transform || !c->has_link) continue;
        const pd_xform file = pd_xform_mul(&c->link, &c->transform), own = pd_fbx_conjugated(s, &file);
        if (!pd_fbx_inverse(&back, &own)) continue;
        world = pd_xform_mul(&turn, &own);
        is_found = 1;
    }

    /* Handle a mesh without clusters, which is rigid. */
    const pd_xform geometric = pd_fbx_conjugated(s, &s->models[model].geometric);
    if (!m.cluster_count) {
        const placing own = place_by(b, &geometric);
        return b->options->motion_only ? PD_OK : add_parts(b, &m, model, -1, &own, NULL, NULL);
    }

    /* Inverse bind matrices: from the bound mesh in the world to each joint. */
    int *joints = take(b, (size_t)m.cluster_count, sizeof *joints), count = 0, index = 0;
    pd_xform *inverse = take(b, (size_t)m.cluster_count, sizeof *inverse);
    if (!joints || !inverse) return short_of(b);
    if (!pd_fbx_inverse(&back, &world))
        return pd_fail(s->err, PD_ERR_RANGE, b->name,
                       "mesh \"%.64s\": the bind pose has the scale 0; any other number expected",
                       s->models[model].name);
    for (int k = 0; k < m.cluster_count; k++) {
        const pd_fbx_cluster *c = &m.clusters[k];
        const pd_xform to_joint = pd_fbx_conjugated(s, &c->transform);
        pd_xform link = pd_fbx_conjugated(s, &c->link);
        link = pd_xform_mul(&turn, &link);
        if (c->has_transform)
            inverse[count] = pd_xform_mul(&to_joint, &back);
        else if (!pd_fbx_inverse(&inverse[count], c->has_link ? &link : &b->worlds[c->model]))
            continue;
        bool is_twice = false;
        for (int i = 0; i < count; i++) is_twice |= joints[i] == c->model;
        if (is_twice) continue;
        joints[count++] = c->model;
    }

    /* Find or make the skin. */
    if (count > PD_FBX_JOINTS_MAX)
        return pd_fail(s->err, PD_ERR_LIMIT, b->name, "mesh \"%.64s\": %d joints; at most %d allowed",
                       s->models[model].name, count, PD_FBX_JOINTS_MAX);
    status = find_skin(&index, b, joints, inverse, count);
    if (status != PD_OK || b->options->motion_only) return status;

    /* Weights, then the parts. */
    world = pd_xform_mul(&world, &geometric);
    const placing own = place_by(b, &world);
    uint16_t *of;
    float *weights;
    status = weigh(b, &of, &weights, &m, b->skins[index], &own);
    return status == PD_OK ? add_parts(b, &m, model, index, &own, of, weights) : status;
}

static pd_status add_meshes(build *b)
{
    pd_fbx_scene *s = &b->scene;
    for (int c = 0; c < 3; c++) b->found->low[c] = INFINITY, b->found->high[c] = -INFINITY;
    for (int i = 0; i < s->model_count; i++) {
        int link = -1;
        for (int g; (g = pd_fbx_below(s, &link, s->models[i].id, "Geometry", "Mesh")) >= 0;) {
            b->holds_mesh[i] = true;
            const pd_status status = add_mesh(b, i, g);
            if (status != PD_OK) return status;
        }
    }
    return PD_OK;
}

/* ---- all of it ---- */

/* Writes the figure as a .glb. */
static pd_status write(build *b, pd_buffer *glb)
{
    /* Store the inverse bind matrices by columns, as in glTF. */
    pd_io_figure_skin *skins = take(b, (size_t)b->skin_count, sizeof *skins);
    if (!skins) return short_of(b);
    for (int k = 0; k < b->skin_count; k++) {
        const skin *from = b->skins[k];
        float *inverse = take(b, 16 * (size_t)from->count, sizeof *inverse);
        if (!inverse) return short_of(b);
        for (int j = 0; j < from->count; j++)
            for (int c = 0; c < 4; c++) {
                for (int r = 0; r < 3; r++)
                    inverse[16 * j + 4 * c + r] = (float)from->inverse[j].m[4 * r + c];
                inverse[16 * j + 4 * c + 3] = c == 3;
            }
        skins[k] = (pd_io_figure_skin){from->count, from->joints, inverse};
    }

    /* Write the whole figure as one glTF file. */
    const pd_io_figure figure = {.nodes = b->nodes,
                                 .meshes = b->meshes,
                                 .skins = skins,
                                 .materials = b->materials,
                                 .textures = b->textures,
                                 .animations = b->animations,
                                 .node_count = b->node_count,
                                 .mesh_count = b->mesh_count,
                                 .skin_count = b->skin_count,
                                 .material_count = b->material_count,
                                 .texture_count = b->texture_count,
                                 .animation_count = b->animation_count};
    return pd_io_figure_write(glb, &figure, b->scene.err);
}

/* Converts the scene. */
static pd_status convert(build *b, pd_buffer *glb)
{
    pd_fbx_scene *s = &b->scene;
    const pd_fbx *f = s->fbx;
    int meshes = 0, materials = 0;
    const size_t models = (size_t)s->model_count;

    /* Refuse a file without models. */
    if (!s->model_count)
        return pd_fail(s->err, PD_ERR_UNSUPPORTED, b->name,
                       "the file has no models; a mesh or a skeleton is expected");

    /* Count meshes and materials, to allocate once. */
    for (int i = 0; i < s->link_count; i++) {
        const int child = pd_fbx_object(s, s->links[i].child);
        meshes += child >= 0 && pd_fbx_is(f, child, "Geometry");
    }
    for (int i = 0; i < s->object_count; i++) materials += pd_fbx_is(f, s->by_id[i], "Material");
    /* Allocate a node for each model and each part of a mesh. A mesh has at most as many parts as
     * materials. */
    b->mesh_room = b->options->motion_only ? 0 : meshes * 4 + 1024;
    b->node_room = s->model_count + b->mesh_room;
    b->nodes = take(b, (size_t)b->node_room, sizeof *b->nodes);
    b->meshes = take(b, (size_t)b->mesh_room, sizeof *b->meshes);
    b->shapes = take(b, (size_t)b->mesh_room, sizeof *b->shapes);
    b->worlds = take(b, models, sizeof *b->worlds);
    b->moves = take(b, models, sizeof *b->moves);
    bool *is_joint = take(b, models, sizeof *is_joint);
    b->holds_mesh = take(b, models, sizeof *b->holds_mesh);
    b->materials = take(b, (size_t)materials, sizeof *b->materials);
    b->textures = take(b, (size_t)materials, sizeof *b->textures);
    b->material_of = take(b, (size_t)f->record_count, sizeof *b->material_of);
    b->animations = take(b, (size_t)s->stack_count, sizeof *b->animations);
    if (!b->nodes || !b->meshes || !b->shapes || !b->worlds || !b->moves || !is_joint || !b->holds_mesh ||
        !b->materials || !b->textures || !b->material_of || !b->animations)
        return short_of(b);

    /* Convert nodes, meshes and animations; then add the joints that meshes do not name. */
    pd_fbx_worlds(b->worlds, s, false);
    pd_status status = add_nodes(b);
    if (status == PD_OK) status = add_meshes(b);
    for (int i = 0; status == PD_OK && i < s->stack_count; i++) status = add_animation(b, &s->stacks[i]);
    if (status == PD_OK && b->skin_count) status = add_silent_joints(b, b->skins[0]);
    if (status == PD_OK && !b->skin_count) status = add_bare_skeleton(b);

    /* Count the joints of all skins, each once. */
    for (int k = 0; k < b->skin_count; k++)
        for (int j = 0; j < b->skins[k]->count; j++) is_joint[b->skins[k]->joints[j]] = true;
    for (int i = 0; i < s->model_count; i++) b->found->joint_count += is_joint[i];
    if (status == PD_OK) status = write(b, glb);
    return status;
}

pd_status pd_fbx_glb(pd_buffer *glb, pd_fbx_found *found, pd_bytes file, const char *name,
                     const pd_fbx_options *options, pd_error *err)
{
    static const pd_fbx_options none;
    pd_error unseen;
    pd_fbx fbx;
    if (!err) err = &unseen;
    memset(found, 0, sizeof *found);
    if (!options) options = &none;

    /* Parse the file. */
    pd_status status = pd_fbx_parse(&fbx, file.data, file.size, name, err);
    if (status != PD_OK) return status;
    if (options->most_bytes) fbx.most_bytes = options->most_bytes;

    /* Read the scene, convert it, and report what was found. */
    build b = {.found = found, .options = options, .name = name};
    status = pd_fbx_scene_read(&b.scene, &fbx, options->unit > 0 ? options->unit : 1, err);
    if (status == PD_OK) {
        if (options->metres > 0) b.scene.metres = options->metres;
        found->metres = b.scene.metres;
        status = convert(&b, glb);
        found->mesh_count = b.mesh_count;
        found->node_count = b.node_count;
        found->texture_count = b.texture_count;
        found->animation_count = b.animation_count;
        memcpy(found->note, b.scene.note, sizeof found->note);
        pd_fbx_scene_deinit(&b.scene);
    }
    pd_fbx_deinit(&fbx);
    return status;
}
