#include "core/io/fbx/fbx_figure_parts.h"

#include "core/base/assert.h"

#include <math.h>
#include <stdlib.h>

/* Two bind poses of a joint that differ by more than this need separate skins,
 * metres or fractions of a turn. */
#define BIND_MOST 1e-3

int pd_fbx_figure_in_skin(const pd_fbx_skin *s, int model)
{
    for (int k = 0; k < s->count; k++)
        if (s->joints[k] == model) return k;
    return -1;
}

static bool skins_agree(const pd_xform *a, const pd_xform *b)
{
    for (int i = 0; i < 12; i++)
        if (!(fabs(a->m[i] - b->m[i]) <= BIND_MOST * fmax(1, fabs(a->m[i])))) return false;
    return true;
}

static pd_status add_joint(pd_fbx_figure *b, pd_fbx_skin *s, int model, const pd_xform *inverse)
{
    PD_ASSERT(model >= 0 && model < b->scene.model_count && s->count >= 0);
    if (pd_fbx_figure_in_skin(s, model) >= 0) return PD_OK;
    if (s->count == PD_FBX_JOINTS_MAX)
        return pd_fail(b->scene.err, PD_ERR_LIMIT, b->name, "more than the allowed %d joints in a skin",
                       PD_FBX_JOINTS_MAX);
    s->joints[s->count] = model;
    s->inverse[s->count++] = *inverse;

    return PD_OK;
}

pd_status pd_fbx_figure_find_skin(int *index, pd_fbx_figure *b, const int *joints, const pd_xform *inverse,
                                  int count)
{
    PD_ASSERT(count > 0);

    /* Search for a skin whose bind poses agree; missing joints are added. */
    for (int i = 0; i < b->skin_count; i++) {
        const pd_fbx_skin *s = b->skins[i];
        int more = 0;
        bool fits = true;
        for (int k = 0; k < count && fits; k++) {
            const int there = pd_fbx_figure_in_skin(s, joints[k]);
            more += there < 0;
            fits = there < 0 || skins_agree(&s->inverse[there], &inverse[k]);
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
    if (b->skin_count == PD_FBX_SKINS_MAX)
        return pd_fail(b->scene.err, PD_ERR_LIMIT, b->name,
                       "more than the allowed %d skins with different bind poses", PD_FBX_SKINS_MAX);
    pd_fbx_skin *made = pd_fbx_figure_take(b, 1, sizeof *made);
    if (!made) return pd_fbx_figure_short_of(b);
    *index = b->skin_count++;
    b->skins[*index] = made;
    for (int k = 0; k < count; k++) {
        const pd_status status = add_joint(b, made, joints[k], &inverse[k]);
        if (status != PD_OK) return status;
    }

    return PD_OK;
}

/* Reads the matrices of the file's BindPose, as inverses, by model. is_there tells which models have one. */
static pd_status read_bind_pose(pd_fbx_figure *b, pd_xform *inverse, bool *is_there)
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

pd_status pd_fbx_figure_add_silent_joints(pd_fbx_figure *b, pd_fbx_skin *s)
{
    const pd_fbx_scene *scene = &b->scene;
    const size_t models = (size_t)scene->model_count;
    pd_xform *bind = pd_fbx_figure_take(b, models, sizeof *bind);
    bool *has_bind = pd_fbx_figure_take(b, models, sizeof *has_bind);
    bool *is_wanted = pd_fbx_figure_take(b, models, sizeof *is_wanted);
    bool *is_above = pd_fbx_figure_take(b, models, sizeof *is_above);

    if (!bind || !has_bind || !is_wanted || !is_above) return pd_fbx_figure_short_of(b);
    pd_status status = read_bind_pose(b, bind, has_bind);

    /* Mark the models that become joints: all from each joint up to the highest limb
     * or moving model, and those below. */
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
        const int up = scene->models[i].parent;
        const int own = pd_fbx_figure_in_skin(s, i);
        if (own < 0 || up < 0 || !is_wanted[up] || pd_fbx_figure_in_skin(s, up) >= 0) continue;
        const pd_fbx_pose pose = pd_fbx_figure_rest(b, i);
        const pd_xform local = pd_fbx_matrix(&pose);
        const pd_xform inverse = has_bind[up] ? bind[up] : pd_xform_mul(&local, &s->inverse[own]);
        status = add_joint(b, s, up, &inverse);
    }

    for (int i = 0; status == PD_OK && i < scene->model_count; i++) { /* down: from the joint above */
        const int up = scene->models[i].parent;
        const int above = up < 0 ? -1 : pd_fbx_figure_in_skin(s, up);
        if (above < 0 || !is_wanted[i] || pd_fbx_figure_in_skin(s, i) >= 0) continue;
        const pd_fbx_pose pose = pd_fbx_figure_rest(b, i);
        const pd_xform local = pd_fbx_matrix(&pose);
        pd_xform back;
        if (!pd_fbx_inverse(&back, &local)) continue;
        const pd_xform inverse = has_bind[i] ? bind[i] : pd_xform_mul(&back, &s->inverse[above]);
        status = add_joint(b, s, i, &inverse);
    }

    return status;
}

pd_status pd_fbx_figure_add_bare_skeleton(pd_fbx_figure *b)
{
    const pd_fbx_scene *scene = &b->scene;
    const size_t models = (size_t)scene->model_count;
    pd_xform *bind = pd_fbx_figure_take(b, models, sizeof *bind);
    pd_xform *worlds = pd_fbx_figure_take(b, models, sizeof *worlds);
    bool *has_bind = pd_fbx_figure_take(b, models, sizeof *has_bind);
    bool *is_joint = pd_fbx_figure_take(b, models, sizeof *is_joint);

    if (!bind || !has_bind || !worlds || !is_joint) return pd_fbx_figure_short_of(b);

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

    /* Take the bind poses from the file, or otherwise from the rest pose. In a file with pre-rotations,
     * these alone are the rest pose. */
    pd_status status = read_bind_pose(b, bind, has_bind);
    pd_fbx_worlds(worlds, scene, turned > 0);

    /* Add the joints to one skin, which is made for the first of them. */
    pd_fbx_skin *s = NULL;
    for (int i = 0; status == PD_OK && i < scene->model_count; i++) {
        if (!is_joint[i]) continue;
        if (!s) {
            s = pd_fbx_figure_take(b, 1, sizeof *s);
            if (!s) return pd_fbx_figure_short_of(b);
            b->skins[b->skin_count++] = s;
        }

        if (!has_bind[i] && !pd_fbx_inverse(&bind[i], &worlds[i])) continue;
        status = add_joint(b, s, i, &bind[i]);
    }

    return status;
}
