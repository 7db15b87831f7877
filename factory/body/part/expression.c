#include "factory/body/part/expression.h"

#include "core/io/mocap/bvh.h"
#include "core/math/quat.h"
#include "core/math/xform.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_BYTES  512
#define UNITS_MAX   128
#define BONES_MAX   PD_FACTORY_MHRIG_BONES_LIMIT
#define TARGETS_MAX 4
#define LEAST_M     1e-6f
#define MIDDLE      0.006 /* metres: where a one-sided expression fades across the middle */

/* Weights were chosen by eye on rendered faces, unit by unit, so that 1 is the strongest that still looks
 * like a person. */
const pd_factory_expression_row pd_factory_expressions[] = {
    {"eyeBlinkLeft", "t:eye-left-closure 1.2", false},
    {"eyeLookDownLeft", "LeftEyeDown 1", false},
    {"eyeLookInLeft", "LeftEyeturnRight 1", false},
    {"eyeLookOutLeft", "LeftEyeturnLeft 1", false},
    {"eyeLookUpLeft", "LeftEyeUp 1", false},
    {"eyeSquintLeft", "LeftLowerLidUp 0.8 LeftCheekUp 0.3", false},
    {"eyeWideLeft", "LeftUpperLidOpen 1", false},
    {"jawForward", "ChinForward 1", false},
    {"jawLeft", "ChinLeft 1", false},
    {"jawOpen", "JawDrop 1", false},
    {"mouthClose", "ChinDown 0.9 JawDrop -1", false},
    {"mouthFunnel", "lowerLipForward 0.6 UpperLipForward 0.6 LipsKiss 0.6 JawDrop 0.15", false},
    {"mouthPucker", "LipsKiss 1 t:mouth-pursing 0.35", false},
    {"mouthLeft", "MouthMoveLeft 1", false},
    {"mouthSmileLeft", "MouthLeftPullUp 0.9 LeftCheekUp 0.25", false},
    {"mouthFrownLeft", "MouthLeftPullDown 1 MouthLeftPlatysma 0.3", false},
    {"mouthDimpleLeft", "MouthLeftPullSide 0.6", false},
    {"mouthStretchLeft", "MouthLeftPlatysma 0.7", false},
    {"mouthRollLower", "t:mouth-retraction 0.5", false},
    {"mouthRollUpper", "UpperLipBackward 0.5", false},
    {"mouthShrugLower", "lowerLipUp 0.9", false},
    {"mouthShrugUpper", "UpperLipUp 0.4 lowerLipUp 0.5", false},
    {"mouthPressLeft", "lowerLipUp 0.35 t:mouth-compression 0.5", true},
    {"mouthLowerDownLeft", "lowerLipDown 0.6", true},
    {"mouthUpperUpLeft", "UpperLipUp 1", true},
    {"browDownLeft", "LeftBrowDown 1", false},
    {"browInnerUp", "LeftInnerBrowUp 0.8 RightInnerBrowUp 0.8", false},
    {"browOuterUpLeft", "LeftOuterBrowUp 1", false},
    {"cheekPuff", "CheeksPump 0.7", false},
    {"cheekSquintLeft", "LeftCheekUp 0.8", false},
    {"noseSneerLeft", "t:nose-left-elevation 1 NasolabialDeepener 0.2", false},
    {"tongueOut", "TongueOut 1 JawDrop 0.35", false},
    {"viseme_PP", "lowerLipUp 0.4 t:mouth-compression 0.3", false},
    {"viseme_FF", "UpperLipUp 0.5 lowerLipUp 0.2", false},
    {"viseme_TH", "JawDrop 0.18 TongueOut 0.45", false},
    {"viseme_DD", "JawDrop 0.15 TongueUp 0.6", false},
    {"viseme_kk", "JawDrop 0.22", false},
    {"viseme_CH", "lowerLipForward 0.5 UpperLipForward 0.5 LipsKiss 0.4", false},
    {"viseme_SS", "MouthLeftPullSide 0.4 MouthRightPullSide 0.4 lowerLipDown 0.3", false},
    {"viseme_nn", "JawDrop 0.14", false},
    {"viseme_RR", "LipsKiss 0.5 JawDrop 0.12", false},
    {"viseme_aa", "JawDrop 0.65", false},
    {"viseme_E", "JawDrop 0.3 MouthLeftPullSide 0.4 MouthRightPullSide 0.4", false},
    {"viseme_I", "JawDrop 0.2 MouthLeftPullSide 0.3 MouthRightPullSide 0.3", false},
    {"viseme_O", "JawDrop 0.42 LipsKiss 0.8", false},
    {"viseme_U", "JawDrop 0.12 LipsKiss 1", false},
};
const int pd_factory_expression_row_count = sizeof pd_factory_expressions / sizeof *pd_factory_expressions;

/* Returns whether an expression has one of the other side: "eyeBlinkLeft" does, "jawOpen" does not. */
static bool has_twin(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && !strcmp(name + length - 4, "Left");
}

int pd_factory_expression_count(void)
{
    int count = 0;
    for (int r = 0; r < pd_factory_expression_row_count; r++)
        count += 1 + has_twin(pd_factory_expressions[r].name);
    return count;
}

typedef struct work {
    const pd_factory_asset *asset;
    const pd_factory_mesh *mesh;
    const char *folder;
    pd_bvh bvh;
    int unit_count;
    char units[UNITS_MAX][PD_FACTORY_MHRIG_NAME_BYTES]; /* the name of each frame             */
    int rest;                                           /* the frame of the resting face      */
    int *joint_of;                                      /* (bones) into the BVH, -1: not posed */
    float *face;                                        /* (composed_count,3) average adult   */
    pd_vec3 *heads;                                     /* (bones)                            */
    double *sums;                                       /* (V) of a vertex's weights          */
} work;

/* ---- what the units are ---- */

static pd_status read_units(work *w, pd_error *err)
{
    char path[PATH_BYTES];
    pd_buffer text = {0};

    snprintf(path, sizeof path, "%s/poseunits/face-poseunits.bvh", w->folder);
    pd_status status = pd_factory_read(&text, path, err);
    if (status == PD_OK) status = pd_bvh_parse(&w->bvh, (pd_bytes){text.data, text.size}, path, err);
    pd_buffer_deinit(&text);
    if (status != PD_OK) return status;

    snprintf(path, sizeof path, "%s/poseunits/face-poseunits.json", w->folder);
    status = pd_factory_read(&text, path, err);
    const int most = w->bvh.frame_count < UNITS_MAX ? w->bvh.frame_count : UNITS_MAX;
    if (status == PD_OK)
        status = pd_factory_mhrig_pose_names(w->units, &w->unit_count, most, (pd_bytes){text.data, text.size},
                                             path, err);

    w->rest = -1;
    for (int u = 0; u < w->unit_count; u++)
        if (!strcmp(w->units[u], "Rest")) w->rest = u;
    if (status == PD_OK && w->rest < 0) status = pd_fail(err, PD_ERR_FORMAT, path, "no frame is called Rest");

    pd_buffer_deinit(&text);
    return status;
}

static pd_status prepare_expression(work *w, double gender, pd_error *err)
{
    const pd_factory_asset *asset = w->asset;
    const pd_factory_mhrig *rig = &asset->rig;
    const size_t bones = (size_t)rig->bone_count;

    w->joint_of = calloc(bones, sizeof *w->joint_of);
    w->heads = calloc(bones, sizeof *w->heads);
    w->face = malloc(3 * (size_t)asset->composed_count * sizeof *w->face);
    w->sums = calloc((size_t)w->mesh->vertex_count, sizeof *w->sums);
    if (!w->joint_of || !w->heads || !w->face || !w->sums)
        return pd_fail(err, PD_ERR_MEMORY, "expressions", "out of memory for %zu bones", bones);

    pd_status status = read_units(w, err);
    if (status != PD_OK) return status;

    /* Face: the base mesh with the targets of an average adult of 25 years,
     * every control in its centre. */
    const pd_factory_macro macro = pd_factory_macro_average(gender, 25);
    double factors[PD_FACTORY_WORD_COUNT];
    memcpy(w->face, asset->obj.vertices, 3 * (size_t)asset->composed_count * sizeof *w->face);
    pd_factory_macro_factors(factors, &macro);
    for (int t = 0; t < PD_FACTORY_MACRO_COUNT; t++) {
        const double weight = pd_factory_macro_weight(&asset->macros[t], factors);
        if (weight != 0) pd_factory_asset_add(w->face, asset, t, weight);
    }

    /* Compute the heads of the bones in that face. */
    for (int b = 0; b < rig->bone_count; b++) {
        w->joint_of[b] = pd_bvh_find(&w->bvh, rig->names[b]);
        const int first = rig->head_start[b];
        const int last = rig->head_start[b + 1];
        if (w->joint_of[b] >= 0 && first == last)
            return pd_fail(err, PD_ERR_FORMAT, rig->names[b], "no head in the skeleton's joints");
        for (int i = first; i < last; i++) {
            const int v = rig->head_vertices[i];
            const float *p =
                v < asset->composed_count ? w->face + 3 * (size_t)v : asset->obj.vertices + 3 * (size_t)v;
            w->heads[b] =
                pd_vec3_add(w->heads[b], pd_vec3_scale(pd_vec3_make(p[0], p[1], p[2]), 1.0 / (last - first)));
        }
    }

    /* Sum of each vertex's weights, because they need not sum to 1. */
    for (int i = 0; i < rig->weight_count; i++)
        if (rig->weights[i].vertex < w->mesh->vertex_count)
            w->sums[rig->weights[i].vertex] += rig->weights[i].weight;

    return PD_OK;
}

/* ---- one expression ---- */

static pd_vec3 rotvec_of(const work *w, int unit, int joint)
{
    pd_quat q;
    pd_bvh_local(&q, NULL, &w->bvh, unit, joint);

    const pd_vec3 turn = pd_q_to_rotvec(q);
    return pd_vec3_make(turn.x, turn.z, -turn.y); /* the file has +Z up and faces -Y */
}

/* Adds the targets of three races, a third of each. */
static pd_status add_target(float *out, const work *w, const char *name, double weight, pd_error *err)
{
    static const char *const races[] = {"african", "asian", "caucasian"};
    pd_status status = PD_OK;

    /* Add a third of the target of each race. */
    for (int r = 0; r < 3 && status == PD_OK; r++) {
        char path[PATH_BYTES];
        pd_buffer text = {0};
        pd_factory_target target = {0};
        snprintf(path, sizeof path, "%s/targets/expression/units/%s/%s.target", w->folder, races[r], name);
        status = pd_factory_read(&text, path, err);
        if (status == PD_OK)
            status = pd_factory_target_parse(&target, (pd_bytes){text.data, text.size},
                                             w->asset->obj.vertex_count, w->mesh->vertex_count, path, err);
        for (int m = 0; m < target.move_count; m++)
            for (int c = 0; c < 3; c++)
                out[3 * target.moves[m].vertex + c] += (float)(weight / 3 * target.moves[m].offset[c]);
        pd_factory_target_deinit(&target);
        pd_buffer_deinit(&text);
    }

    return status;
}

/* Returns D of a bone from those of the bones above it. */
static pd_xform carry_expression(const work *w, const pd_vec3 *rotvecs, int bone)
{
    const pd_vec3 h = w->heads[bone];
    const pd_quat q = pd_q_from_rotvec(rotvecs[bone]);
    const pd_vec3 moved = pd_vec3_sub(h, pd_q_rotate(q, h));
    double r[9];

    pd_q_to_matrix(r, q);
    const pd_xform own = pd_xform_make(r, (const double[3]){moved.x, moved.y, moved.z});
    const int parent = w->asset->rig.parents[bone];
    if (parent < 0) return own;
    const pd_xform above = carry_expression(w, rotvecs, parent);

    return pd_xform_mul(&above, &own);
}

/* Adds the displacement v' - v of the skin under these rotations. */
static void add_bones(float *out, const work *w, const pd_vec3 *rotvecs)
{
    const pd_factory_mhrig *rig = &w->asset->rig;
    pd_xform d[BONES_MAX];
    bool moves[BONES_MAX];

    /* Transform of each bone, and whether it moves at all. */
    for (int b = 0; b < rig->bone_count; b++) {
        d[b] = carry_expression(w, rotvecs, b);
        moves[b] = false;
        for (int a = b; a >= 0 && !moves[b]; a = rig->parents[a])
            moves[b] = pd_vec3_length(rotvecs[a]) > 1e-9;
    }

    /* Compute the displacement of each vertex from the bones' weights. */
    for (int i = 0; i < rig->weight_count; i++) {
        const int v = rig->weights[i].vertex;
        const int b = rig->weights[i].bone;
        if (v >= w->mesh->vertex_count || !moves[b]) continue;
        const float *p = w->face + 3 * (size_t)v;
        const double from[3] = {p[0], p[1], p[2]};
        const double share = rig->weights[i].weight / w->sums[v];
        double to[3];
        pd_xform_point(to, &d[b], from);
        for (int c = 0; c < 3; c++) out[3 * v + c] += (float)(share * (to[c] - from[c]));
    }
}

/* Computes the effect of a recipe: out (V,3) displacements of the skin,
 * rotvecs (BONES_MAX) rotations of the bones. */
static pd_status make_expression(float *out, pd_vec3 *rotvecs, const work *w, const char *text, pd_error *err)
{
    char recipe[256];
    char *save = NULL;
    pd_status status = PD_OK;

    memset(rotvecs, 0, BONES_MAX * sizeof *rotvecs);
    memset(out, 0, 3 * (size_t)w->mesh->vertex_count * sizeof *out);
    snprintf(recipe, sizeof recipe, "%s", text);

    /* Read pairs of a name and a weight. The name is that of a target
     * of the mesh, or of a unit of the rig. */
    for (char *name = strtok_r(recipe, " ", &save); name && status == PD_OK;
         name = strtok_r(NULL, " ", &save)) {
        const double weight = strtod(strtok_r(NULL, " ", &save), NULL);
        if (!strncmp(name, "t:", 2)) {
            status = add_target(out, w, name + 2, weight, err);
            continue;
        }

        /* A unit rotates bones relative to the resting face. */
        int unit = 0;
        while (unit < w->unit_count && strcmp(w->units[unit], name) != 0) unit++;
        if (unit == w->unit_count)
            return pd_fail(err, PD_ERR_FORMAT, "poseunits/face-poseunits.json", "no unit %s", name);
        for (int b = 0; b < w->asset->rig.bone_count; b++) {
            if (w->joint_of[b] < 0) continue;
            const pd_vec3 turned =
                pd_vec3_sub(rotvec_of(w, unit, w->joint_of[b]), rotvec_of(w, w->rest, w->joint_of[b]));
            rotvecs[b] = pd_vec3_add(rotvecs[b], pd_vec3_scale(turned, weight));
        }
    }

    if (status == PD_OK) add_bones(out, w, rotvecs);

    return status;
}

/* Sets column e of the model's expression directions (V,3,E). */
static void put_column(pd_smpl_data *model, int e, const float *field)
{
    const size_t count = (size_t)model->expression_count;
    for (size_t i = 0; i < 3 * (size_t)model->vertex_count; i++)
        model->expressiondirs[i * count + (size_t)e] = field[i];
}

void pd_factory_expressions_clear(pd_smpl_data *model)
{
    const size_t numbers = 3 * (size_t)model->vertex_count * (size_t)model->expression_count;
    for (size_t i = 0; i < numbers; i++)
        if (fabsf(model->expressiondirs[i]) < LEAST_M) model->expressiondirs[i] = 0;
}

static void work_deinit(work *w)
{
    pd_bvh_deinit(&w->bvh);
    free(w->joint_of);
    free(w->heads);
    free(w->face);
    free(w->sums);
    free(w);
}

pd_status pd_factory_face_poses(pd_factory_face_pose *out, const char *const *recipes, int count,
                                const pd_factory_face_source *source, pd_error *err)
{
    static const char *const bones[PD_FACTORY_FACE_JOINTS] = {"jaw", "eye.L", "eye.R"};
    const pd_factory_mhrig *rig = &source->asset->rig;
    work *w = calloc(1, sizeof *w);

    if (!w) return pd_fail(err, PD_ERR_MEMORY, "face", "out of memory");

    /* All recipes share units, face and bones. */
    *w = (work){.asset = source->asset, .mesh = source->mesh, .folder = source->folder};
    pd_status status = prepare_expression(w, source->gender, err);
    for (int i = 0; i < count && status == PD_OK; i++) {
        pd_vec3 rotvecs[BONES_MAX];
        status = make_expression(out[i].moves, rotvecs, w, recipes[i], err);
        for (int j = 0; j < PD_FACTORY_FACE_JOINTS; j++)
            for (int b = 0; b < rig->bone_count; b++)
                if (!strcmp(rig->names[b], bones[j])) out[i].turns[j] = rotvecs[b];
    }

    work_deinit(w);

    return status;
}

pd_status pd_factory_expressions_add(pd_smpl_data *model, const pd_factory_asset *asset,
                                     const pd_factory_mesh *mesh, const char *folder, double gender,
                                     pd_error *err)
{
    const size_t numbers = 3 * (size_t)mesh->vertex_count;
    const size_t count = (size_t)pd_factory_expression_count();
    work *w = calloc(1, sizeof *w);
    float *field = malloc(numbers * sizeof *field);
    float *twin = malloc(numbers * sizeof *twin);

    model->expressiondirs = malloc(numbers * count * sizeof *model->expressiondirs);
    model->expression_names = calloc(count, sizeof *model->expression_names);
    pd_status status;

    /* Load the units and the average face. */
    if (w && field && twin && model->expressiondirs && model->expression_names) {
        *w = (work){.asset = asset, .mesh = mesh, .folder = folder};
        model->expression_count = (int)count;
        status = prepare_expression(w, gender, err);
    } else {
        status = pd_fail(err, PD_ERR_MEMORY, "expressions", "out of memory for %zu", count);
    }

    /* One expression per row; names that end in Left have a mirrored twin. */
    for (int r = 0, e = 0; r < pd_factory_expression_row_count && status == PD_OK; r++) {
        const pd_factory_expression_row *row = &pd_factory_expressions[r];
        pd_vec3 rotvecs[BONES_MAX];
        status = make_expression(field, rotvecs, w, row->recipe, err);
        if (status != PD_OK) break;

        for (int v = 0; row->one_side && v < mesh->vertex_count; v++) { /* smoothstep across the middle */
            double x = (w->face[3 * (size_t)v] + MIDDLE) / (2 * MIDDLE);
            x = x < 0 ? 0 : x > 1 ? 1 : x;
            const float side = (float)(x * x * (3 - 2 * x));
            for (int c = 0; c < 3; c++) field[3 * v + c] *= side;
        }

        /* Mirror image of the expression. */
        for (int v = 0; v < mesh->vertex_count; v++)
            for (int c = 0; c < 3; c++)
                twin[3 * mesh->mirror[v] + c] = c == 0 ? -field[3 * v] : field[3 * v + c];

        /* One column, or two for a pair. A symmetric expression becomes exactly symmetric. */
        char *name = model->expression_names[e];
        snprintf(name, PD_SMPL_NAME_BYTES, "%s", row->name);
        if (has_twin(row->name)) {
            put_column(model, e++, field);
            snprintf(model->expression_names[e], PD_SMPL_NAME_BYTES, "%.*sRight", (int)strlen(row->name) - 4,
                     row->name);
            put_column(model, e++, twin);
        } else {
            for (size_t i = 0; i < 3 * (size_t)model->vertex_count; i++)
                field[i] = 0.5f * (field[i] + twin[i]);
            put_column(model, e++, field);
        }
    }

    if (status == PD_OK) pd_factory_expressions_clear(model);

    if (w) work_deinit(w);
    free(field);
    free(twin);

    return status;
}
