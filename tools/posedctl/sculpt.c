/* posedctl sculpt: meshes that somebody sculpted become blend shapes of a body model, in whatever pose they were made. */
#include "core/base/file.h"
#include "core/io/surface/points.h"
#include "core/smpl/data/blend_shape.h"
#include "core/smpl/data/encode.h"
#include "train/corrective/unpose.h"
#include "tools/base/local.h"
#include "tools/draw/posture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SHAPES_MAX 64
#define ROUNDS     4    /* of correct, at most                                                     */
#define GOOD       1e-5 /* metres                                                                 */
#define ROUNDED    3e-6 /* metres: rounding to six decimals of vertices that were not moved */
#define FAR        0.5  /* metres: more than that is another unit, place or topology, not sculpting */

typedef struct sculpt {
    const pd_tool_args *args;
    const char *from, *to, *names[SHAPES_MAX];
    char name_bytes[SHAPES_MAX][PD_SMPL_NAME_BYTES + 1];
    int count, vertex_count, beta_count;
    float betas[PD_SMPL_MAX_BETAS], *rotations; /* (K,3,3) */
    float *targets, *directions;                /* (count,V,3) */
    double left[SHAPES_MAX];                    /* metres: the farthest vertex from its target */
    pd_error err;
} sculpt;

/* ---- what is read */

static pd_status read_pose_and_targets(sculpt *s, const pd_smpl_model *model)
{
    const char *text = pd_tool_text(s->args, "pose");
    const size_t k = (size_t)model->joint_count, v = (size_t)model->vertex_count, n = (size_t)s->count;

    /* Room for the targets and the directions that are looked for. */
    s->vertex_count = model->vertex_count;
    s->rotations = calloc(9 * k, sizeof *s->rotations);
    s->targets = malloc(3 * n * v * sizeof *s->targets);
    s->directions = calloc(3 * n * v, sizeof *s->directions);
    if (!s->rotations || !s->targets || !s->directions)
        return pd_fail(&s->err, PD_ERR_MEMORY, "shapes", "out of memory for %zu", n);
    if (s->beta_count > model->beta_count)
        return pd_fail(&s->err, PD_ERR_RANGE, "--betas", "%d numbers; 0 to %d allowed", s->beta_count,
                       model->beta_count);
    if (pd_tool_posture_read(s->rotations, model, text ? text : "", &s->err)) return s->err.status;
    /* Each mesh must have the model's vertices in its order. */
    for (int i = 0; i < s->count; i++) {
        const char *path = strchr(s->args->words[i], '=') + 1;
        pd_bytes file;
        float *points = NULL;
        int count = 0;

        if (pd_file_map(&file, path, &s->err)) return s->err.status;
        pd_status status = pd_io_points_read(&points, &count, file, path, &s->err);
        pd_file_unmap(&file);
        if (!status && count != s->vertex_count)
            status = pd_fail(&s->err, PD_ERR_RANGE, path, "%d vertices; %d wanted, the model's in its order",
                             count, s->vertex_count);
        if (!status) memcpy(s->targets + 3 * (size_t)i * v, points, 3 * v * sizeof *points);
        free(points);
        if (status) return s->err.status;
    }
    return PD_OK;
}

/* ---- the way back */

/* Poses the model with the directions so far, takes what each target still differs by back to the rest pose, and adds it to the direction. In
 * the first round the model has no directions yet. Joints move with a direction by their regressor, so that in a pose one round is not enough. */
static pd_status correct(sculpt *s, const pd_smpl_model *model, int has_shapes)
{
    const size_t v = (size_t)s->vertex_count;
    pd_arena scratch;
    float *posed = malloc(3 * v * sizeof *posed), weights[PD_SMPL_MAX_EXPRESSIONS] = {0};
    const double zero[3] = {0, 0, 0};
    pd_smpl_body body = {.betas = s->betas,
                         .beta_count = s->beta_count,
                         .rotations = s->rotations,
                         .expression = has_shapes ? weights : NULL,
                         .expression_count = has_shapes ? model->expression_count : 0,
                         .vertices = posed};
    const pd_smpl_job job = {.bodies = &body, .body_count = 1};
    if (!posed || !pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model))) {
        free(posed);
        return pd_fail(&s->err, PD_ERR_MEMORY, "shapes", "out of memory for a body");
    }

    /* One shape after the other, with its own weight at 1 and all others at 0. */
    pd_train_skin skin;
    pd_train_skin_set(&skin, model, PD_SMPL_LBS, s->betas, s->beta_count, s->rotations);
    for (int n = 0; n < s->count; n++) {
        const float *target = s->targets + 3 * (size_t)n * v;
        float *direction = s->directions + 3 * (size_t)n * v;
        const int e = model->expression_count - s->count + n;
        if (has_shapes) weights[e] = 1;
        pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
        pd_arena_reset(&scratch);
        if (has_shapes) weights[e] = 0;

        /* What is left at each vertex goes back through its skinning into the rest shape. */
        s->left[n] = 0;
        for (size_t i = 0; i < v; i++) {
            float off[3];
            double back[3], squared = 0;
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

/* The model's data with the directions so far. */
static pd_status load_with(pd_smpl_data *data, sculpt *s)
{
    if (pd_smpl_data_load(data, s->from, &s->err)) return s->err.status;
    if (!pd_smpl_data_add_blend_shapes(data, s->names, s->directions, s->count, &s->err)) return PD_OK;
    pd_smpl_data_deinit(data);
    return s->err.status;
}

static pd_status make(sculpt *s)
{
    pd_smpl_model *model;
    /* First without the shapes: how far the meshes are from the body. */
    if (pd_smpl_model_load(&model, s->from, &s->err)) return s->err.status;
    if (!read_pose_and_targets(s, model)) correct(s, model, 0);
    pd_smpl_model_release(model);
    for (int n = 0; !s->err.status && n < s->count; n++)
        if (s->left[n] > FAR)
            pd_fail(&s->err, PD_ERR_RANGE, strchr(s->args->words[n], '=') + 1,
                    "a vertex is %.3g m from the body's; at most %g allowed: metres, the model's place, "
                    "--betas and "
                    "--pose as it was sculpted in",
                    s->left[n], FAR);

    /* Then with them, since pose blend shapes and normals change a little; until the rest is small. */
    for (int round = 0; !s->err.status && round < ROUNDS; round++) {
        double most = 0;
        pd_smpl_data data;
        if (load_with(&data, s) || pd_smpl_model_build(&model, &data, &s->err)) break;
        correct(s, model, 1);
        pd_smpl_model_release(model);
        for (int n = 0; n < s->count; n++) most = fmax(most, s->left[n]);
        if (most < GOOD) break;
    }
    return s->err.status;
}

static pd_status write_out(sculpt *s)
{
    pd_smpl_data data;
    pd_buffer file = {0};
    const unsigned flags = pd_tool_flag(s->args, "compact") ? PD_SMPL_COMPACT : 0;
    if (load_with(&data, s)) return s->err.status;

    /* Write the model, then report on each shape. */
    pd_status status = pd_smpl_data_check(&data, &s->err);
    if (!status) status = pd_smpl_data_encode(&file, &data, flags, &s->err);
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
    if (!status) pd_tool_note(s->args, "wrote %s (%d blend shapes)", s->to, data.expression_count);

    pd_buffer_deinit(&file);
    pd_smpl_data_deinit(&data);
    return status;
}

static int run(const pd_tool_args *args)
{
    static sculpt s;
    char path[4096];
    s = (sculpt){.args = args, .count = args->word_count, .to = pd_tool_text(args, "o")};
    /* Each argument is NAME=MESH. */
    if (!s.count || s.count > SHAPES_MAX)
        return pd_tool_usage(args, "%d shapes; 1 to %d needed, each NAME=MESH", s.count, SHAPES_MAX);
    if (!s.to) return pd_tool_usage(args, "-o OUT.safetensors is missing");
    for (int n = 0; n < s.count; n++) {
        const char *word = args->words[n], *equals = strchr(word, '=');
        const size_t length = equals ? (size_t)(equals - word) : 0;
        if (!length || length >= sizeof s.name_bytes[n] || !equals[1])
            return pd_tool_usage(args, "'%s' is not NAME=MESH; a name has 1 to %d letters", word,
                                 PD_SMPL_NAME_BYTES - 1);
        snprintf(s.name_bytes[n], sizeof s.name_bytes[n], "%.*s", (int)length, word);
        s.names[n] = s.name_bytes[n];
    }
    if (!pd_tool_floats(s.betas, &s.beta_count, args, "betas", PD_SMPL_MAX_BETAS)) return 2;

    /* Fit, and write. */
    pd_tool_model_path(path, sizeof path, pd_tool_text(args, "model"));
    s.from = path;
    int code = make(&s) || write_out(&s) ? pd_tool_fail(args, &s.err) : 0;
    free(s.rotations);
    free(s.targets);
    free(s.directions);
    return code;
}

static const pd_tool_option options[] = {
    PD_TOOL_MODEL_ROW,
    {"o", "FILE", "model file to write (safetensors)", NULL},
    {"betas", "LIST", "betas of the body that was sculpted on [the mean]", NULL},
    {"pose", "TEXT", "posture that it stood in, as \"left_elbow 0 -90 0\" (degrees) [the model's zero pose]",
     NULL},
    {"compact", NULL, "half the bytes: blend shapes as float16 or int16", NULL},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_sculpt = {
    "sculpt",
    "NAME=MESH...",
    "Add sculpted meshes to a body model as blend shapes",
    "MESH is the model's mesh (.obj or .ply, metres, as posedctl mesh writes it, vertices in their order)\n"
    "after somebody moved vertices of it. NAME is then a blend shape: at weight 1 the body of those betas\n"
    "in that pose is MESH; requests set it in blend_shapes, characters on the stream by face.\n\n"
    "  posedctl mesh -o base.obj                    sculpt belly.obj from it, then\n"
    "  posedctl sculpt belly=belly.obj breath=in.obj -o mine.safetensors\n"
    "  posedctl sculpt --pose \"left_elbow 0 -90 0\" biceps=flexed.obj -o mine.safetensors",
    options,
    run};
