/* posedctl sculpt: meshes that somebody sculpted become blend shapes of a body model, in whatever pose they
 * were made. With --driven the pose drives them (core/smpl/data/psd.h). */
#include "core/base/file.h"
#include "core/math/rotation.h"
#include "train/scan/points.h"
#include "train/model/blend_shape.h"
#include "core/smpl/data/encode.h"
#include "core/smpl/data/psd.h"
#include "train/corrective/unpose.h"
#include "tools/base/local.h"
#include "tools/draw/posture.h"
#include "train/model/data_encode.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHAPES_MAX 64
#define ROUNDS     4      /* largest number of rounds of correct */
#define GOOD       1e-5   /* metres                                                                 */
#define ROUNDED    3e-6   /* metres: rounding to six decimals of vertices that were not moved */
#define TURNED     0.0175 /* radians, one degree: a joint that is rotated by more drives the sculpt */
#define FAR        0.5    /* metres: more than that is another unit, place or topology, not sculpting */

typedef struct sculpt {
    const pd_tool_args *args;
    const char *from, *to, *names[SHAPES_MAX];
    char name_bytes[SHAPES_MAX][PD_SMPL_NAME_BYTES + 1];
    char *meshes[SHAPES_MAX];         /* paths, allocated */
    const char *postures[SHAPES_MAX]; /* postures after @, or of --pose */
    int count, vertex_count, beta_count;
    bool driven;
    double width;                               /* --width; 0: the default */
    int joints[SHAPES_MAX][PD_SMPL_MAX_JOINTS]; /* with driven: joints that drive each sculpt */
    int joint_counts[SHAPES_MAX];
    float betas[PD_SMPL_MAX_BETAS], *rotations; /* (count,K,3,3) */
    float *targets, *directions;                /* (count,V,3) */
    double left[SHAPES_MAX];                    /* metres: the farthest vertex from its target */
    pd_error err;
} sculpt;

/* ---- input */

/* Finds the joints that drive a sculpt: those of --joints, or those that its posture rotates. */
static pd_status read_joints(sculpt *s, const pd_smpl_model *model, int n)
{
    const char *list = pd_tool_text(s->args, "joints");
    const float *rotations = s->rotations + 9 * (size_t)model->joint_count * (size_t)n;

    for (int k = 0; k < model->joint_count; k++) {
        const char *name = model->data.joint_names[k];
        const size_t length = strlen(name);
        bool drives = false;
        for (const char *at = list; at && !drives; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
            drives = !strncmp(at, name, length) && (at[length] == ',' || !at[length]);
        if (!list) {
            double m[9], turn[3];
            for (int i = 0; i < 9; i++) m[i] = rotations[9 * k + i];
            pd_rot_to_axis_angle(turn, m);
            drives = sqrt(turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2]) > TURNED;
        }

        if (drives) s->joints[n][s->joint_counts[n]++] = k;
    }

    if (s->joint_counts[n]) return PD_OK;

    return pd_fail(&s->err, PD_ERR_INVALID, s->names[n],
                   "%s; a driven sculpt needs a joint that drives it: NAME=MESH@POSTURE or --pose",
                   list ? "no joint of the model has a name of --joints" : "its pose rotates no joint");
}

static pd_status read_poses_and_targets(sculpt *s, const pd_smpl_model *model)
{
    const size_t k = (size_t)model->joint_count;
    const size_t v = (size_t)model->vertex_count;
    const size_t n = (size_t)s->count;

    /* Room for the targets and the directions that are looked for. */
    s->vertex_count = model->vertex_count;
    s->rotations = calloc(9 * n * k, sizeof *s->rotations);
    s->targets = malloc(3 * n * v * sizeof *s->targets);
    s->directions = calloc(3 * n * v, sizeof *s->directions);
    if (!s->rotations || !s->targets || !s->directions)
        return pd_fail(&s->err, PD_ERR_MEMORY, "shapes", "out of memory for %zu", n);
    if (s->beta_count > model->beta_count)
        return pd_fail(&s->err, PD_ERR_RANGE, "--betas", "%d numbers; 0 to %d allowed", s->beta_count,
                       model->beta_count);
    for (int i = 0; i < s->count; i++) {
        float *own = s->rotations + 9 * k * (size_t)i;
        if (pd_tool_posture_read(own, model, s->postures[i], &s->err)) return s->err.status;
        if (s->driven && read_joints(s, model, i)) return s->err.status;
    }

    /* Each mesh must have the model's vertices in its order. */
    for (int i = 0; i < s->count; i++) {
        const char *path = s->meshes[i];
        pd_bytes file;
        float *points = NULL;
        int count = 0;

        if (pd_file_map(&file, path, &s->err)) return s->err.status;
        pd_status status = pd_train_points_read(&points, &count, file, path, &s->err);
        pd_file_unmap(&file);
        if (!status && count != s->vertex_count)
            status =
                pd_fail(&s->err, PD_ERR_RANGE, path,
                        "%d vertices; %d expected, those of the model in its order", count, s->vertex_count);
        if (!status) memcpy(s->targets + 3 * (size_t)i * v, points, 3 * v * sizeof *points);
        free(points);
        if (status) return s->err.status;
    }

    return PD_OK;
}

/* ---- the way back */

/* Does a round: poses the model with the present directions, converts the remaining differences from the
 * targets to the rest pose, and adds them to the directions. In the first round the model has no directions
 * yet. One round is not enough in a pose, because a direction also moves joints by their regressor. */
static pd_status sculpt_correct(sculpt *s, const pd_smpl_model *model, int has_shapes)
{
    const size_t v = (size_t)s->vertex_count;
    pd_arena scratch;
    float *posed = malloc(3 * v * sizeof *posed);
    float weights[PD_SMPL_MAX_EXPRESSIONS] = {0};
    const double zero[3] = {0, 0, 0};
    const bool has_weights = has_shapes && !s->driven;
    pd_smpl_body body = {.betas = s->betas,
                         .beta_count = s->beta_count,
                         .expression = has_weights ? weights : NULL,
                         .expression_count = has_weights ? model->expression_count : 0,
                         .vertices = posed};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1};

    if (!posed || !pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model))) {
        free(posed);
        return pd_fail(&s->err, PD_ERR_MEMORY, "shapes", "out of memory for a body");
    }

    /* Process each shape in its pose, with weight 1. In that pose the weights of other driven sculpts of its
     * group are 0. */
    pd_train_skin skin;
    for (int n = 0; n < s->count; n++) {
        body.rotations = s->rotations + 9 * (size_t)model->joint_count * (size_t)n;
        pd_train_skin_set(&skin, model, PD_SMPL_LBS, s->betas, s->beta_count, body.rotations);
        const float *target = s->targets + 3 * (size_t)n * v;
        float *direction = s->directions + 3 * (size_t)n * v;
        const int e = has_weights ? model->expression_count - s->count + n : 0;
        if (has_weights) weights[e] = 1;
        pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
        pd_arena_reset(&scratch);
        if (has_weights) weights[e] = 0;

        /* Convert the remaining difference of each vertex to the rest shape by inverting its skinning. */
        s->left[n] = 0;
        for (size_t i = 0; i < v; i++) {
            float off[3];
            double back[3];
            double squared = 0;
            pd_xform m;
            for (size_t c = 0; c < 3; c++) {
                off[c] = target[3 * i + c] - posed[3 * i + c];
                squared += (double)off[c] * (double)off[c];
            }

            s->left[n] = fmax(s->left[n], sqrt(squared));
            if (squared < ROUNDED * ROUNDED) continue;
            pd_train_skin_vertex(&m, &skin, (int)i);
            m.m[3] = m.m[7] = m.m[11] = 0;
            pd_train_unpose(back, &m, zero, off, 1e-6);
            for (size_t c = 0; c < 3; c++) direction[3 * i + c] += (float)back[c];
        }
    }

    pd_arena_deinit(&scratch);
    free(posed);
    return PD_OK;
}

/* Loads the model's data and adds the directions that were fitted so far. */
static pd_status load_with(pd_smpl_data *data, sculpt *s)
{
    if (pd_smpl_data_load(data, s->from, &s->err)) return s->err.status;
    pd_status status = PD_OK;
    if (!s->driven) status = pd_train_add_blend_shapes(data, s->names, s->directions, s->count, &s->err);
    for (int n = 0; s->driven && !status && n < s->count; n++)
        status = pd_smpl_psd_add(
            data,
            &(pd_smpl_psd_sculpt){.name = s->names[n],
                                  .direction = s->directions + 3 * (size_t)n * (size_t)data->vertex_count,
                                  .joints = s->joints[n],
                                  .joint_count = s->joint_counts[n],
                                  .rotations = s->rotations + 9 * (size_t)n * (size_t)data->joint_count,
                                  .width = s->width},
            &s->err);
    if (status) pd_smpl_data_deinit(data);

    return status;
}

static pd_status make_sculpt(sculpt *s)
{
    pd_smpl_model *model;

    /* First without the shapes: how far the meshes are from the body. */
    if (pd_smpl_model_load(&model, s->from, &s->err)) return s->err.status;
    if (!read_poses_and_targets(s, model)) sculpt_correct(s, model, 0);
    pd_smpl_model_release(model);
    for (int n = 0; !s->err.status && n < s->count; n++)
        if (s->left[n] > FAR)
            pd_fail(&s->err, PD_ERR_RANGE, s->meshes[n],
                    "a vertex is %.3g m from the body's; at most %g allowed: metres, the model's place, "
                    "--betas and "
                    "--pose as it was sculpted in",
                    s->left[n], FAR);

    /* Then correct with the directions until the difference is small, because pose blend shapes and normals
     * change a little. */
    for (int round = 0; !s->err.status && round < ROUNDS; round++) {
        double most = 0;
        pd_smpl_data data;
        if (load_with(&data, s) || pd_smpl_model_build(&model, &data, &s->err)) break;
        sculpt_correct(s, model, 1);
        pd_smpl_model_release(model);
        for (int n = 0; n < s->count; n++) most = fmax(most, s->left[n]);
        if (most < GOOD) break;
    }

    return s->err.status;
}

/* Says which joints drive which sculpts: both may have been found, not given. */
static void tell_groups(const sculpt *s, const pd_smpl_data *data)
{
    const pd_smpl_psd *psd = &data->psd;

    for (int g = 0; g < psd->group_count; g++) {
        char joints[512] = "", names[512] = "";
        for (int i = psd->joint_start[g]; i < psd->joint_start[g + 1]; i++) {
            const size_t used = strlen(joints);
            snprintf(joints + used, sizeof joints - used, "%s%s", used ? ", " : "",
                     data->joint_names[psd->joints[i]]);
        }

        for (int i = psd->group_start[g]; i < psd->group_start[g + 1]; i++) {
            const size_t used = strlen(names);
            snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", psd->names[i]);
        }

        pd_tool_note(s->args, "driven by %s: %s (width %.3g)", joints, names, (double)psd->widths[g]);
    }
}

static pd_status write_out(sculpt *s)
{
    pd_smpl_data data;
    pd_buffer file = {0};
    const unsigned flags = pd_tool_flag(s->args, "compact") ? PD_SMPL_COMPACT : 0;

    if (load_with(&data, s)) return s->err.status;

    /* Write the model, then report on each shape. */
    pd_status status = pd_smpl_data_check(&data, &s->err);
    if (!status) status = pd_train_data_encode(&file, &data, flags, &s->err);
    if (!status) status = pd_file_write(s->to, file.data, file.size, &s->err);
    for (int n = 0; !status && n < s->count; n++) {
        const float *direction = s->directions + 3 * (size_t)n * (size_t)s->vertex_count;
        double most = 0;
        int moved = 0;
        for (int i = 0; i < s->vertex_count; i++) {
            const double far = sqrt((double)direction[3 * i] * (double)direction[3 * i] +
                                    (double)direction[3 * i + 1] * (double)direction[3 * i + 1] +
                                    (double)direction[3 * i + 2] * (double)direction[3 * i + 2]);
            moved += far > 0;
            most = fmax(most, far);
        }

        pd_tool_note(s->args, "%s: %d vertices, %.1f mm at most; at weight 1 it is the mesh to %.3f mm",
                     s->names[n], moved, 1000 * most, 1000 * s->left[n]);
    }

    if (!status && s->driven) tell_groups(s, &data);
    if (!status)
        pd_tool_note(s->args, "wrote %s (%d blend shapes, %d driven by the pose)", s->to,
                     data.expression_count, data.psd.count);

    pd_buffer_deinit(&file);
    pd_smpl_data_deinit(&data);
    return status;
}

static int run_sculpt(const pd_tool_args *args)
{
    static sculpt s;
    char path[4096];
    const char *pose = pd_tool_text(args, "pose");

    s = (sculpt){.args = args,
                 .count = args->word_count,
                 .to = pd_tool_text(args, "o"),
                 .driven = pd_tool_flag(args, "driven")};
    if (!s.driven && (pd_tool_text(args, "joints") || pd_tool_text(args, "width")))
        return pd_tool_usage(args, "--joints and --width need --driven");
    if (pd_tool_text(args, "width") &&
        !pd_tool_double(&s.width, args, "width", PD_SMPL_PSD_LEAST_WIDTH, PD_SMPL_PSD_MOST_WIDTH))
        return 2;

    /* Each argument is NAME=MESH or NAME=MESH@POSTURE. */
    if (!s.count || s.count > SHAPES_MAX)
        return pd_tool_usage(args, "%d shapes; 1 to %d needed, each NAME=MESH or NAME=MESH@POSTURE", s.count,
                             SHAPES_MAX);
    if (!s.to) return pd_tool_usage(args, "-o OUT.safetensors is missing");
    for (int n = 0; n < s.count; n++) {
        const char *word = args->words[n];
        const char *equals = strchr(word, '=');
        const size_t length = equals ? (size_t)(equals - word) : 0;
        if (!length || length >= sizeof s.name_bytes[n] || !equals[1])
            return pd_tool_usage(args, "'%s' is not NAME=MESH; a name has 1 to %d letters", word,
                                 PD_SMPL_NAME_BYTES - 1);
        snprintf(s.name_bytes[n], sizeof s.name_bytes[n], "%.*s", (int)length, word);
        s.names[n] = s.name_bytes[n];

        /* Split the word: the mesh, and behind the last @ the posture that it was made in. */
        const char *at = strrchr(equals, '@');
        s.postures[n] = at ? at + 1 : pose ? pose : "";
        s.meshes[n] = strndup(equals + 1, at ? (size_t)(at - equals - 1) : strlen(equals + 1));
        if (!s.meshes[n]) return pd_tool_usage(args, "out of memory");
    }

    if (!pd_tool_floats(s.betas, &s.beta_count, args, "betas", PD_SMPL_MAX_BETAS)) return 2;

    /* Fit the directions, and write the model. */
    pd_tool_model_path(path, sizeof path, pd_tool_text(args, "model"));
    s.from = path;
    int code = make_sculpt(&s) || write_out(&s) ? pd_tool_fail(args, &s.err) : 0;
    for (int n = 0; n < s.count; n++) free(s.meshes[n]);
    free(s.rotations);
    free(s.targets);
    free(s.directions);

    return code;
}

static const pd_tool_option options[] = {
    PD_TOOL_MODEL_ROW,
    {"o", "FILE", "model file to write (safetensors)", NULL},
    {"betas", "LIST", "betas of the body that was sculpted on [the mean]", NULL},
    {"pose", "TEXT",
     "posture of meshes without @POSTURE, as \"left_elbow 0 -90 0\" (degrees) [the model's zero pose]", NULL},
    {"driven", NULL, "the pose drives each shape: 1 in the pose that it was sculpted in, 0 at rest", NULL},
    {"joints", "LIST", "joints that drive the shapes; needs --driven [those that the posture rotates]", NULL},
    {"width", "NUMBER",
     "width of the interpolation, about radians; needs --driven [mean distance of the group's poses to "
     "their nearest neighbour]",
     NULL},
    {"compact", NULL, "half the bytes: blend shapes as float16 or int16", NULL},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_sculpt = {
    .name = "sculpt",
    .words = "NAME=MESH[@POSTURE]...",
    .summary = "Add sculpted meshes to a body model as blend shapes",
    .details =
        "MESH is the model's mesh (.obj or .ply, metres, as posedctl mesh writes it, vertices in their "
        "order)\n"
        "after its vertices were edited. NAME is then a blend shape: at weight 1 the body of those betas\n"
        "in that pose is MESH; requests set it in blend_shapes, characters on the stream by face.\n"
        "With --driven the pose sets it instead, by radial functions of the joints' rotations (pose-space\n"
        "deformation): several sculpts of one joint are interpolated, and further ones may be added "
        "later.\n\n"
        "  posedctl mesh -o base.obj                    sculpt belly.obj from it, then\n"
        "  posedctl sculpt belly=belly.obj breath=in.obj -o mine.safetensors\n"
        "  posedctl sculpt --pose \"left_elbow 0 -90 0\" biceps=flexed.obj -o mine.safetensors\n"
        "  posedctl sculpt --driven \"bent=bent.obj@left_elbow 0 -90 0\" \"folded=folded.obj@left_elbow 0 "
        "-135 "
        "0\" "
        "\\\n      -o mine.safetensors",
    .options = options,
    .run = run_sculpt,
};
