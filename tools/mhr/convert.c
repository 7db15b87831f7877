/* posedctl convert: MHR (and answers of SAM 3D Body) to a body model of SMPL-X's layout, and back. */
#include "core/base/file.h"
#include "core/convert/convert.h"
#include "core/io/tensor/npz.h"
#include "core/math/rotation.h"
#include "core/mhr/body.h"
#include "core/smpl/part.h"
#include "tools/base/command.h"
#include "tools/base/local.h"

#include <stdlib.h>
#include <string.h>

typedef struct converting {
    const pd_tool_args *args;
    pd_mhr *mhr;
    pd_tool_local local;
    pd_convert_wrap wrap;
    pd_npz npz;
    pd_bytes file;
    pd_error err;
} converting;

/* The first of these members that the file has, count numbers or (exactly: NULL) fewer; zeros for the rest. *found: how many. */
static pd_status read_numbers(float *out, int *found, converting *c, const char *const *names, int most)
{
    pd_array array;
    float *all;
    memset(out, 0, (size_t)most * sizeof *out);
    *found = 0;
    for (; *names && !pd_npz_has(&c->npz, *names); names++) {}
    if (!*names) return PD_OK;

    pd_status s = pd_npz_read(&array, &c->npz, *names, &c->err);
    if (s) return s;
    if (array.count > (size_t)most)
        return pd_fail(&c->err, PD_ERR_RANGE, c->args->words[0],
                       "%s has %zu numbers; at most %d expected, of one body", *names, array.count, most);
    all = malloc((array.count + 1) * sizeof *all);
    if (!all) return pd_fail(&c->err, PD_ERR_MEMORY, c->args->words[0], "out of memory");
    s = pd_array_f32(all, &array, *names, &c->err);
    if (!s) memcpy(out, all, array.count * sizeof *out);
    if (!s) *found = (int)array.count;
    free(all);
    return s;
}

static int write_out(converting *c, pd_buffer *out, const pd_convert_distance *apart)
{
    pd_tool_note(c->args, "%s: surfaces %.2f mm apart on average, %.1f at most (at rest %.2f and %.1f)",
                 c->args->words[0], 1000 * apart->mean, 1000 * apart->largest, 1000 * c->wrap.mean,
                 1000 * c->wrap.largest);
    return pd_tool_write_noted(c->args, pd_tool_text(c->args, "o"), out->data, out->size, "%s", "npz");
}

static void add(pd_npz_writer *w, const char *name, const float *values, int count)
{
    const pd_array array = PD_ARRAY(PD_DTYPE_F32, values, (size_t)count);
    pd_npz_add(w, name, &array);
}

/* ---- from MHR ---- */

static pd_status to_body(converting *c, pd_buffer *out, pd_convert_distance *apart)
{
    static const char *const parameters[] = {"model_parameters", "mhr_model_params", NULL},
                             *const identity[] = {"identity_coeffs", "shape_params", NULL},
                             *const expression[] = {"face_expr_coeffs", "expr_params", NULL};
    const pd_smpl_model *model = c->local.model;
    const size_t v = (size_t)c->mhr->vertex_count, k = (size_t)model->joint_count;
    float p[PD_MHR_PARAMETERS_MAX], a[PD_MHR_SHAPES_MAX], e[PD_MHR_SHAPES_MAX], translation[3];
    float *block =
        calloc(6 * v + 3 * (size_t)c->mhr->joint_count + 12 * k + (size_t)model->beta_count, sizeof *block);
    pd_mhr_body body = {.parameters = p, .identity = a, .expression = e};
    pd_arena scratch = {0};
    if (!block || !pd_arena_init(&scratch, pd_mhr_body_scratch_bytes(c->mhr))) {
        free(block);
        return pd_fail(&c->err, PD_ERR_MEMORY, c->args->words[0], "out of memory");
    }

    pd_status s = read_numbers(p, &body.parameter_count, c, parameters, c->mhr->parameter_count);
    if (!s) s = read_numbers(a, &body.identity_count, c, identity, c->mhr->identity_count);
    if (!s) s = read_numbers(e, &body.expression_count, c, expression, c->mhr->expression_count);
    if (!s) s = pd_mhr_body_check(&body, c->mhr, &c->err);
    if (!s) {
        body.vertices = block, body.normals = block + 3 * v, body.joints = block + 6 * v;
        pd_mhr_body_run(&body, c->mhr, &scratch);
        float *rotations = body.joints + 3 * (size_t)c->mhr->joint_count, *axes = rotations + 9 * k,
              *betas = axes + 3 * k;
        s = pd_convert_to_body(betas, rotations, translation, apart, &c->wrap, &body, &c->err);
        pd_rot_to_axis_angle_array(axes, rotations, (int)k);
        pd_npz_writer w = pd_npz_begin(out);
        add(&w, "betas", betas, model->beta_count);
        add(&w, "transl", translation, 3);
        for (int part = 0; part < PD_SMPL_PART_COUNT; part++) {
            int first, joints;
            if (pd_smpl_part_find(&first, &joints, model, (pd_smpl_part)part))
                add(&w, pd_smpl_part_name((pd_smpl_part)part), axes + 3 * first, 3 * joints);
        }
        const pd_status written = pd_npz_end(&w, &c->err);
        if (!s) s = written;
    }
    pd_arena_deinit(&scratch);
    free(block);
    return s;
}

/* ---- to MHR ---- */

static pd_status to_mhr(converting *c, pd_buffer *out, pd_convert_distance *apart)
{
    const pd_smpl_model *model = c->local.model;
    const size_t k = (size_t)model->joint_count;
    float p[PD_MHR_PARAMETERS_MAX], a[PD_MHR_SHAPES_MAX], translation[3], betas[512] = {0};
    float *axes = calloc(12 * k, sizeof *axes);
    int found;
    if (!axes) return pd_fail(&c->err, PD_ERR_MEMORY, c->args->words[0], "out of memory");
    float *rotations = axes + 3 * k;

    pd_status s = read_numbers(betas, &found, c, (const char *const[]){"betas", NULL}, model->beta_count);
    if (!s) s = read_numbers(translation, &found, c, (const char *const[]){"transl", "translation", NULL}, 3);
    for (int part = 0; part < PD_SMPL_PART_COUNT && !s; part++) {
        int first, joints;
        if (!pd_smpl_part_find(&first, &joints, model, (pd_smpl_part)part)) continue;
        s = read_numbers(axes + 3 * first, &found, c,
                         (const char *const[]){pd_smpl_part_name((pd_smpl_part)part), NULL}, 3 * joints);
    }
    if (!s) {
        pd_rot_from_axis_angle_array(rotations, axes, (int)k);
        const pd_smpl_body body = {.betas = betas,
                                   .beta_count = model->beta_count,
                                   .rotations = rotations,
                                   .translation = translation};
        const pd_smpl_job job = {&body, 1, PD_SMPL_LBS, NULL};
        s = pd_smpl_job_check(&job, model, &c->err);
        if (!s) s = pd_convert_to_mhr(p, a, apart, &c->wrap, &body, &c->err);
    }
    if (!s) {
        pd_npz_writer w = pd_npz_begin(out);
        add(&w, "model_parameters", p, c->mhr->parameter_count);
        add(&w, "identity_coeffs", a, c->mhr->identity_count);
        s = pd_npz_end(&w, &c->err);
    }
    free(axes);
    return s;
}

static int run(const pd_tool_args *args)
{
    converting c = {.args = args};
    pd_buffer out = {0};
    pd_convert_distance apart = {0, 0};
    if (args->word_count != 1) return pd_tool_usage(args, "%d files; one .npz needed", args->word_count);
    if (!pd_tool_text(args, "mhr"))
        return pd_tool_usage(args, "--mhr FILE is missing: what posedctl import made of MHR");
    int code = pd_tool_local_open(&c.local, args);
    if (code) return code;

    pd_status s = pd_mhr_load(&c.mhr, pd_tool_text(args, "mhr"), &c.err);
    if (!s) s = pd_file_map(&c.file, args->words[0], &c.err);
    if (!s) s = pd_npz_parse(&c.npz, c.file.data, c.file.size, args->words[0], &c.err);
    const bool is_mhr =
        !s && (pd_npz_has(&c.npz, "mhr_model_params") || pd_npz_has(&c.npz, "model_parameters"));
    const bool is_body = !s && (pd_npz_has(&c.npz, "betas") || pd_npz_has(&c.npz, "body_pose"));
    if (!s && !is_mhr && !is_body)
        s = pd_fail(&c.err, PD_ERR_FORMAT, args->words[0],
                    "neither mhr_model_params or model_parameters (MHR) nor betas or body_pose in it");
    if (!s) s = pd_convert_wrap_init(&c.wrap, c.mhr, c.local.model, &c.err);
    if (!s) s = is_mhr ? to_body(&c, &out, &apart) : to_mhr(&c, &out, &apart);
    code = s ? pd_tool_fail(args, &c.err) : write_out(&c, &out, &apart);

    pd_convert_wrap_deinit(&c.wrap);
    if (c.npz.zip) pd_npz_deinit(&c.npz);
    pd_file_unmap(&c.file);
    pd_mhr_release(c.mhr);
    pd_tool_local_close(&c.local);
    pd_buffer_deinit(&out);
    return code;
}

static const pd_tool_option options[] = {{"mhr", "FILE", "MHR as posedctl import made it", NULL},
                                         {"model", "FILE", "the body model", "person"},
                                         {"threads", "N", "threads; 0: one per core", "0"},
                                         {"o", "FILE", "where to write the .npz [standard output]", NULL},
                                         PD_TOOL_END};

const pd_tool_command pd_tool_cmd_convert = {
    "convert",
    "FILE.npz",
    "MHR's parameters, or an answer of SAM 3D Body, to a body model's betas and pose, and back",
    "A file with mhr_model_params (SAM 3D Body) or model_parameters (MHR) becomes betas, global_orient, "
    "body_pose\n"
    "and the other parts by smplx's names; one with those becomes model_parameters and identity_coeffs. "
    "Surface to\n"
    "surface: which point of one skin is which of the other is found at rest, then shape, pose and place are "
    "fitted.\n"
    "Expressions are not converted.\n\n"
    "  posedctl convert answer.npz --mhr mhr.safetensors --model person -o person.npz",
    options,
    run};
