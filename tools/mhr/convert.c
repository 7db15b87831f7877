/* posedctl convert: MHR (and answers of SAM 3D Body) to a body model of SMPL-X's layout, and back; one body
 * model to another. */
#include "core/base/file.h"
#include "core/base/assert.h"
#include "core/mhr/convert/convert.h"
#include "core/io/tensor/npz.h"
#include "core/math/rotation.h"
#include "core/mhr/body.h"
#include "core/io/tensor/npz_value.h"
#include "core/motion/gather/gather.h"
#include "core/motion/gather/members.h"
#include "core/smpl/part/part.h"
#include "tools/base/command.h"
#include "tools/base/local.h"
#include "tools/motion/motion_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SURFACE_MOST     200000
#define SURFACE_FARTHEST 100.0f /* metres */

typedef struct converting {
    const pd_tool_args *args;
    pd_mhr *mhr;         /* NULL with --from */
    pd_smpl_model *from; /* NULL with --mhr  */
    pd_tool_local local;
    pd_mhr_convert_wrap wrap;
    pd_npz npz;
    pd_bytes file;
    pd_buffer made; /* npz of a file that is none */
    double scale;   /* of the file's surface; 0 and 1: none */
    float place[3]; /* translation of the file's body, metres */
    pd_error err;
} converting;

/* Numbers of the first of these members that the file has, at most so many;
 * zeros for the rest. *found: how many. */
static pd_status read_numbers_convert(float *out, int *found, converting *c, const char *const *names,
                                      int most)
{
    PD_ASSERT(most >= 0);
    pd_npz_floats all;
    memset(out, 0, (size_t)most * sizeof *out);
    *found = 0;
    for (; *names && !pd_npz_has(&c->npz, *names); names++) {}
    if (!*names) return PD_OK;

    pd_status s = pd_npz_floats_read(&all, &c->npz, *names, &c->err);
    if (s) return s;

    /* Refuse several bodies: more numbers than the model takes. */
    if (all.count > (size_t)most) {
        s = pd_fail(&c->err, PD_ERR_RANGE, c->args->words[0],
                    "%s has %zu numbers; at most %d expected, of one body", *names, all.count, most);
    } else {
        memcpy(out, all.values, all.count * sizeof *out);
        *found = (int)all.count;
    }

    pd_npz_floats_deinit(&all);

    return s;
}

/* Reads the numbers of a part of smplx's, under any of its names. */
static pd_status read_part(float *out, int *found, converting *c, const char *part, int most)
{
    const pd_motion_member *row = pd_motion_member_of(part);
    const char *const alone[] = {part, NULL}; /* a part that no motion has, such as FLAME's neck */

    return read_numbers_convert(out, found, c, row ? row->names : alone, most);
}

/* Names every member of the file that was not used, and expressions, which are not converted. */
static void tell_unread(converting *c)
{
    char notes[PD_MOTION_GATHER_NOTES] = "";
    pd_motion_unread unread = {.idle = ""};
    char text[64];
    double count;

    /* The gender and the name of the model are those of --from; counts follow from the arrays. */
    static const pd_motion_role facts[] = {PD_MOTION_ROLE_GENDER, PD_MOTION_ROLE_TYPE};
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        for (const char *const *name = pd_motion_member_names(facts[i]); *name; name++)
            if (pd_npz_has(&c->npz, *name)) pd_npz_text(text, sizeof text, &c->npz, *name, NULL);
    for (const char *const *name = pd_motion_member_names(PD_MOTION_ROLE_COUNT_OF); *name; name++)
        if (pd_npz_has(&c->npz, *name)) pd_npz_number(&count, &c->npz, *name, NULL);
    pd_motion_unread_npz(&unread, &c->npz);
    pd_motion_unread_note(notes, sizeof notes, &unread);
    pd_tool_motion_tell(c->args->words[0], notes);
}

static void add_convert(pd_npz_writer *w, const char *name, const float *values, int count)
{
    PD_ASSERT(count >= 0);
    const pd_array array = PD_ARRAY(PD_DTYPE_F32, values, (size_t)count);
    pd_npz_add(w, name, &array);
}

/* Matches the two surfaces at rest. It takes seconds, so it follows the reading of the file. */
static pd_status match_surfaces(converting *c)
{
    return c->mhr ? pd_mhr_convert_wrap_init(&c->wrap, c->mhr, c->local.model, &c->err)
                  : pd_mhr_convert_wrap_init_from(&c->wrap, c->from, c->local.model, &c->err);
}

/* ---- to a body ---- */

/* Fits the body model to a surface, and writes its betas and pose. */
static pd_status fit_body(converting *c, pd_buffer *out, pd_mhr_convert_distance *apart,
                          const pd_mhr_convert_seen *seen)
{
    const pd_smpl_model *model = c->local.model;
    const size_t k = (size_t)model->joint_count;
    float translation[3];
    float *block = calloc(12 * k + (size_t)model->beta_count, sizeof *block);

    if (!block) return pd_fail(&c->err, PD_ERR_MEMORY, c->args->words[0], "out of memory");
    float *rotations = block;
    float *axes = block + 9 * k;
    float *betas = axes + 3 * k;

    /* Match the surfaces, and fit the body to the one of the file. */
    pd_status s = match_surfaces(c);
    if (!s) s = pd_mhr_convert_to_body(betas, rotations, translation, apart, &c->wrap, seen, &c->err);
    if (!s) {
        pd_rot_to_axis_angle_array(axes, rotations, (int)k);

        /* Write betas and parts of the pose with smplx's names. Axes (K,3) are full rotations, to which no
         * mean hand pose is added. */
        static const uint8_t is_flat = 1;
        const pd_array flat = PD_ARRAY(PD_DTYPE_BOOL, &is_flat, 1);
        pd_npz_writer w = pd_npz_begin(out);
        add_convert(&w, "betas", betas, model->beta_count);

        /* A scaled surface is scale x + t. The body was fitted to x + t,
         * so that its own move is scaled too. */
        const float scale = (float)c->scale;
        const bool is_scaled = c->scale > 0 && c->scale != 1;
        for (int i = 0; i < 3 && is_scaled; i++)
            translation[i] = c->place[i] + scale * (translation[i] - c->place[i]);
        add_convert(&w, "transl", translation, 3);
        if (is_scaled) add_convert(&w, "scale", &scale, 1);
        for (int part = 0; part < PD_SMPL_PART_COUNT; part++) {
            int first, joints;
            if (pd_smpl_part_find(&first, &joints, model, (pd_smpl_part)part))
                add_convert(&w, pd_smpl_part_name((pd_smpl_part)part), axes + 3 * first, 3 * joints);
        }

        pd_npz_add(&w, "flat_hand_mean", &flat);
        s = pd_npz_end(&w, &c->err);
    }

    free(block);

    return s;
}

/* Reads the answer's own surface, (N,3), and turns it from the camera's axes to the model's. *out is NULL
 * when the answer has none; the caller frees it. */
static pd_status read_surface(float **out, int *count, converting *c)
{
    pd_array array;

    *out = NULL;
    *count = 0;
    if (!pd_npz_has(&c->npz, "pred_vertices")) return PD_OK;
    pd_status s = pd_npz_read(&array, &c->npz, "pred_vertices", &c->err);
    if (s) return s;
    pd_npz_take(&c->npz, "pred_vertices");

    /* Require an array (N,3), so that a file of several bodies is refused. */
    if (array.rank != 2 || array.shape[1] != 3 || !array.count || array.count > 3 * (size_t)SURFACE_MOST)
        return pd_fail(&c->err, PD_ERR_FORMAT, c->args->words[0],
                       "pred_vertices has %zu numbers in %d dimensions; (1 to %d, 3) expected, of one body",
                       array.count, array.rank, SURFACE_MOST);
    float *all = malloc(array.count * sizeof *all);
    if (!all) return pd_fail(&c->err, PD_ERR_MEMORY, c->args->words[0], "out of memory");
    s = pd_array_f32(all, &array, "pred_vertices", &c->err);

    /* Convert from the camera's axes (+Y down, +Z ahead) to the model's. */
    for (size_t i = 0; !s && i < array.count; i++) {
        if (!(fabsf(all[i]) <= SURFACE_FARTHEST))
            s = pd_fail(&c->err, PD_ERR_RANGE, c->args->words[0],
                        "pred_vertices, number %zu: %g; -%g to %g allowed", i, (double)all[i],
                        (double)SURFACE_FARTHEST, (double)SURFACE_FARTHEST);
        if (i % 3) all[i] = -all[i];
    }

    if (s) {
        free(all);
        return s;
    }

    *out = all;
    *count = (int)(array.count / 3);

    return PD_OK;
}

static pd_status mhr_to_body(converting *c, pd_buffer *out, pd_mhr_convert_distance *apart)
{
    static const char *const parameters[] = {"model_parameters", "mhr_model_params", NULL};
    static const char *const identity[] = {"identity_coeffs", "shape_params", NULL};
    static const char *const expression[] = {"face_expr_coeffs", "expr_params", NULL};
    const size_t v = (size_t)c->mhr->vertex_count;
    float p[PD_MHR_PARAMETERS_MAX], a[PD_MHR_SHAPES_MAX], e[PD_MHR_SHAPES_MAX];
    float *surface = NULL;
    float *block = malloc((6 * v + 3 * (size_t)c->mhr->joint_count) * sizeof *block);
    pd_mhr_body body = {.parameters = p, .identity = a, .expression = e};
    int surface_count = 0;
    pd_arena scratch = {0};

    if (!block || !pd_arena_init(&scratch, pd_mhr_body_scratch_bytes(c->mhr))) {
        free(block);
        return pd_fail(&c->err, PD_ERR_MEMORY, c->args->words[0], "out of memory");
    }

    /* Read the parameters, under the names of either program. */
    pd_status s = read_numbers_convert(p, &body.parameter_count, c, parameters, c->mhr->parameter_count);
    if (!s) s = read_numbers_convert(a, &body.identity_count, c, identity, c->mhr->identity_count);
    if (!s) s = read_numbers_convert(e, &body.expression_count, c, expression, c->mhr->expression_count);
    if (!s) s = read_surface(&surface, &surface_count, c);
    if (!s) s = pd_mhr_body_check(&body, c->mhr, &c->err);

    /* Pose MHR's own surface, and fit the body to it, or to the surface of the answer if there is one. */
    if (!s) {
        body.vertices = block;
        body.normals = block + 3 * v;
        body.joints = block + 6 * v;
        pd_mhr_body_run(&body, c->mhr, &scratch);
        const pd_mhr_convert_seen seen = {.vertices = body.vertices,
                                          .normals = body.normals,
                                          .joints = body.joints,
                                          .surface = surface,
                                          .surface_count = surface_count};
        s = fit_body(c, out, apart, &seen);
    }

    pd_arena_deinit(&scratch);
    free(surface);
    free(block);

    return s;
}

/* ---- of a body ---- */

/* A hand: 45 axis-angles, or coefficients of the model's components; its mean is added as smplx adds it. */
static pd_status read_hand(float *axes, converting *c, const pd_smpl_hand *hand, const char *name, bool flat)
{
    float numbers[PD_SMPL_HAND_ANGLES] = {0};
    const int components = hand ? hand->component_count : 0;
    int found;

    /* Reads axis-angles or coefficients. Without either the hand is flat or the mean hand. */
    pd_status s = read_part(numbers, &found, c, name, PD_SMPL_HAND_ANGLES);

    if (s) return s;
    if (found && found != PD_SMPL_HAND_ANGLES && found > components)
        return pd_fail(&c->err, PD_ERR_RANGE, c->args->words[0],
                       "%s has %d numbers; 45 axis-angles, or 1 to %d coefficients of the model's components "
                       "expected",
                       name, found, components);

    /* Coefficients of the components become angles; angles only need the mean. */
    if (found && found != PD_SMPL_HAND_ANGLES) {
        pd_smpl_hand_angles(axes, hand, numbers, found, flat);
        return PD_OK;
    }

    for (int a = 0; a < PD_SMPL_HAND_ANGLES; a++)
        axes[a] = numbers[a] + (hand && hand->mean && !flat ? hand->mean[a] : 0);

    return PD_OK;
}

/* Reads flat_hand_mean, a truth value. */
static pd_status read_flat(bool *is_flat, converting *c)
{
    pd_array array;
    int64_t number = 0;

    if (!pd_npz_has(&c->npz, "flat_hand_mean")) return PD_OK;
    pd_status s = pd_npz_read(&array, &c->npz, "flat_hand_mean", &c->err);
    if (!s && array.count != 1)
        s = pd_fail(&c->err, PD_ERR_FORMAT, c->args->words[0], "flat_hand_mean has %zu values; one expected",
                    array.count);
    if (!s) s = pd_array_i64(&number, &array, "flat_hand_mean", &c->err);
    if (!s) pd_npz_take(&c->npz, "flat_hand_mean");
    *is_flat = number != 0;

    return s;
}

/* Reads the scale of the file's surface, which is scale times the model's, plus the translation. */
static pd_status read_scale(converting *c)
{
    c->scale = 1;
    for (const char *const *name = pd_motion_member_names(PD_MOTION_ROLE_SCALE); *name; name++) {
        if (!pd_npz_has(&c->npz, *name)) continue;
        const pd_status s = pd_npz_number(&c->scale, &c->npz, *name, &c->err);
        if (s) return s;
        if (!(c->scale > 1e-6 && c->scale < 1e6))
            return pd_fail(&c->err, PD_ERR_RANGE, c->args->words[0], "%s is %g; more than 0 expected", *name,
                           c->scale);
        if (c->scale != 1)
            pd_tool_note(c->args,
                         c->from ? "%s: %s of %g is kept: the surface is %g times the body's, plus transl"
                                 : "%s: %s of %g is left out: MHR has no scale, and the file's surface is %g "
                                   "times the body's",
                         c->args->words[0], *name, c->scale, c->scale);
    }

    return PD_OK;
}

static pd_status read_parts(float *axes, converting *c, const pd_smpl_model *model)
{
    bool is_flat = false;
    int found;

    /* Hands are read with or without their mean pose; then every part of the body that the model has. */
    pd_status s = read_flat(&is_flat, c);

    for (int part = 0; part < PD_SMPL_PART_COUNT && !s; part++) {
        const char *name = pd_smpl_part_name((pd_smpl_part)part);
        int first, joints;
        if (!pd_smpl_part_find(&first, &joints, model, (pd_smpl_part)part)) continue;
        if (part >= PD_SMPL_PART_LEFT_HAND && part <= PD_SMPL_PART_HAND) {
            s = read_hand(axes + 3 * first, c, pd_smpl_part_hand(model, (pd_smpl_part)part), name, is_flat);
            continue;
        }

        s = read_part(axes + 3 * first, &found, c, name, 3 * joints);
        if (!s && found && found != 3 * joints)
            s = pd_fail(&c->err, PD_ERR_RANGE, c->args->words[0], "%s has %d numbers; %d expected", name,
                        found, 3 * joints);
    }

    return s;
}

/* Converts the file's body to MHR or to the other body model. */
static pd_status of_body(converting *c, pd_buffer *out, pd_mhr_convert_distance *apart)
{
    const pd_smpl_model *model = c->from ? c->from : c->local.model;
    const size_t v = c->from ? (size_t)model->vertex_count : 0;
    const size_t k = (size_t)model->joint_count;
    float p[PD_MHR_PARAMETERS_MAX], a[PD_MHR_SHAPES_MAX], translation[3];
    float *block = calloc(15 * k + 6 * v + (size_t)model->beta_count, sizeof *block);
    pd_arena scratch = {0};
    int found;

    if (!block) return pd_fail(&c->err, PD_ERR_MEMORY, c->args->words[0], "out of memory");
    float *axes = block;
    float *rotations = axes + 3 * k;
    float *joints = rotations + 9 * k;
    float *betas = joints + 3 * k;
    float *vertices = betas + model->beta_count;

    /* Read shape, translation and pose of the file's body. */
    pd_status s = read_numbers_convert(betas, &found, c, pd_motion_member_names(PD_MOTION_ROLE_BETAS),
                                       model->beta_count);
    if (!s) s = read_numbers_convert(translation, &found, c, pd_motion_member_names(PD_MOTION_ROLE_TRANS), 3);
    if (!s) s = read_parts(axes, c, model);
    if (!s) s = read_scale(c);
    for (int i = 0; i < 3; i++) c->place[i] = translation[i];
    if (!s) pd_rot_from_axis_angle_array(rotations, axes, (int)k);

    /* Pose it. The surface is needed only to fit another body model to it. */
    const pd_smpl_body body = {.betas = betas,
                               .beta_count = model->beta_count,
                               .rotations = rotations,
                               .translation = translation,
                               .vertices = v ? vertices : NULL,
                               .normals = v ? vertices + 3 * v : NULL,
                               .joints = v ? joints : NULL};
    const pd_smpl_job job = {
        .bodies = &body, .body_count = 1, .skinning = model->data.skinning, .contact = NULL};
    if (!s) s = pd_smpl_job_check(&job, model, &c->err);

    /* Convert to another body model by the surface. */
    if (!s && c->from) {
        if (!pd_arena_init(&scratch, pd_smpl_job_scratch_bytes(&job, model)))
            s = pd_fail(&c->err, PD_ERR_MEMORY, c->args->words[0], "out of memory");
        else
            pd_smpl_job_run(&job, model, &scratch, &pd_executor_serial);
        const pd_mhr_convert_seen seen = {.vertices = body.vertices,
                                          .normals = body.normals,
                                          .joints = body.joints,
                                          .surface = NULL,
                                          .surface_count = 0};
        if (!s) s = fit_body(c, out, apart, &seen);

        /* Convert to MHR: parameters and identity. */
    } else if (!s) {
        s = match_surfaces(c);
        if (!s) s = pd_mhr_convert_to_mhr(p, a, apart, &c->wrap, &body, &c->err);
        if (!s) {
            pd_npz_writer w = pd_npz_begin(out);
            add_convert(&w, "model_parameters", p, c->mhr->parameter_count);
            add_convert(&w, "identity_coeffs", a, c->mhr->identity_count);
            s = pd_npz_end(&w, &c->err);
        }
    }

    pd_arena_deinit(&scratch);
    free(block);

    return s;
}

static bool has_any(const pd_npz *npz, pd_motion_role role)
{
    for (const char *const *name = pd_motion_member_names(role); *name; name++)
        if (pd_npz_has(npz, *name)) return true;
    return false;
}

static int run_convert(const pd_tool_args *args)
{
    converting c = {.args = args};
    pd_buffer out = {0};
    pd_mhr_convert_distance apart = {0, 0};
    const char *mhr = pd_tool_text(args, "mhr");
    const char *from = pd_tool_text(args, "from");

    /* Refuse more than one file, and any number of directions but one. */
    if (args->word_count != 1)
        return pd_tool_usage(args, "%d files given; one FILE.npz is needed", args->word_count);
    if (!mhr == !from)
        return pd_tool_usage(args, "%s",
                             mhr ? "both --mhr and --from are given; give the one that fits the file"
                                 : "--mhr FILE is needed to convert to or from MHR (FILE is what posedctl "
                                   "import wrote), or --from MODEL, the body model that the file is of");

    /* Read the file first: what it lacks is said before a model is loaded. Its fields tell the direction. */
    pd_status s = pd_file_map(&c.file, args->words[0], &c.err);
    char gathered[PD_MOTION_GATHER_NOTES] = "";
    pd_bytes npz = {0};
    if (!s) s = pd_motion_gather(&npz, &c.made, gathered, c.file, args->words[0], NULL, &c.err);
    if (!s) s = pd_npz_parse(&c.npz, npz.data, npz.size, args->words[0], &c.err);
    if (!s) pd_tool_motion_tell(args->words[0], gathered);
    const bool is_mhr =
        !s && (pd_npz_has(&c.npz, "mhr_model_params") || pd_npz_has(&c.npz, "model_parameters"));
    const bool is_body =
        !s && (has_any(&c.npz, PD_MOTION_ROLE_BETAS) || has_any(&c.npz, PD_MOTION_ROLE_BODY));
    if (!s && from && is_mhr)
        s = pd_fail(&c.err, PD_ERR_FORMAT, args->words[0],
                    "the file has parameters of MHR; --mhr FILE expected in place of --from");
    if (!s && !is_mhr && !is_body)
        s = pd_fail(
            &c.err, PD_ERR_FORMAT, args->words[0],
            "no parameters of a body; model_parameters or mhr_model_params (MHR), or betas or body_pose (a "
            "body model) are needed");
    if (!s && pd_npz_has(&c.npz, "poses"))
        s = pd_fail(&c.err, PD_ERR_FORMAT, args->words[0],
                    "the file holds a motion (poses); posedctl clip convert with --betas-from %s converts it",
                    from ? from : "MODEL");

    /* Load the two models, and convert. */
    char path[4096];
    if (from) pd_tool_model_path(path, sizeof path, from);
    if (!s) s = mhr ? pd_mhr_load(&c.mhr, mhr, &c.err) : pd_tool_load_body(&c.from, path, &c.err);
    int code = s ? pd_tool_fail(args, &c.err) : pd_tool_local_open(&c.local, args);
    if (!code) {
        s = is_mhr ? mhr_to_body(&c, &out, &apart) : of_body(&c, &out, &apart);
        if (s) code = pd_tool_fail(args, &c.err);
    }

    /* Report how far apart the surfaces are, and write. */
    if (!code) {
        tell_unread(&c);
        pd_tool_note(args, "%s: surfaces %.2f mm apart on average, %.1f at most (at rest %.2f and %.1f)",
                     args->words[0], 1000 * apart.mean, 1000 * apart.largest, 1000 * c.wrap.mean,
                     1000 * c.wrap.largest);
        code = pd_tool_write_noted(args, pd_tool_text(args, "o"), out.data, out.size, "%s", "npz");
    }

    pd_mhr_convert_wrap_deinit(&c.wrap);
    if (c.npz.zip) pd_npz_deinit(&c.npz);
    pd_buffer_deinit(&c.made);
    pd_file_unmap(&c.file);
    pd_mhr_release(c.mhr);
    pd_smpl_model_release(c.from);
    pd_tool_local_close(&c.local);
    pd_buffer_deinit(&out);

    return code;
}

static const pd_tool_option options[] = {
    {"mhr", "FILE",
     "MHR, as posedctl import wrote it: converts a file of MHR to --model, or a file of --model to MHR",
     NULL},
    {"from", "MODEL",
     "body model that the file is of, to convert it to --model: a file, or the name of a shipped one", NULL},
    {"model", "MODEL", "body model to convert to; with --mhr and a file of a body, the one to convert from",
     "person"},
    {"threads", "N", "worker threads; 0: one per core", "0"},
    {"o", "FILE", ".npz file to write [standard output]", NULL},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_convert = {
    .name = "convert",
    .words = "FILE",
    .summary =
        "Convert the parameters of a body from one model to another: MHR, SAM 3D Body, SMPL-X, SMPL and the "
        "shipped models",
    .details =
        "A file with mhr_model_params (SAM 3D Body) or model_parameters (MHR) is converted to betas, "
        "global_orient, body_pose\n"
        "and the other parts, under smplx's names. A file with those is converted to model_parameters and "
        "identity_coeffs of MHR,\n"
        "or with --from to the betas and poses of another body model. The two skins are matched point by "
        "point "
        "at rest; then\n"
        "shape, pose and place are fitted to the surface of the file's body, or to pred_vertices if the file "
        "has "
        "them.\n"
        "Expressions are not converted. A scale is kept. Members that are not read are named. FILE may also "
        "be a "
        "pickle,\n"
        "an .npy with a dict, safetensors or JSON.\n\n"
        "  posedctl convert answer.npz --mhr mhr.safetensors --model person -o person.npz\n"
        "  posedctl convert smplx.npz --from SMPLX_NEUTRAL.npz --model person -o person.npz",
    .options = options,
    .run = run_convert,
};
