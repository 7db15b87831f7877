/* posedctl face: shapes, visemes, jaw and eyes for a head that has none. */
#include "core/face/file.h"
#include "core/retarget/character.h"
#include "tools/base/local.h"
#include "tools/base/model_file.h"
#include "tools/character/foreign.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define FILE_MAX (256u << 20)

static bool has_ending(const char *path, const char *ending)
{
    const size_t n = strlen(path), m = strlen(ending);
    return n >= m && !strcasecmp(path + n - m, ending);
}

/* Reports an error of the file, and returns the exit status. */
static int fail_head(const pd_tool_args *args, const char *path, pd_error *err)
{
    char prefix[160];

    snprintf(prefix, sizeof prefix, "%.150s%s", path, *err->where ? ": " : "");
    pd_error_prefix(err, prefix);

    return pd_tool_fail(args, err);
}

/* Reads the file as a .glb: FBX and Collada are converted, OBJ and PLY made a plain mesh. */
static int read_head(pd_buffer *out, const pd_tool_args *args, const char *path)
{
    pd_buffer file = {0};
    pd_error err;

    if (has_ending(path, ".fbx") || has_ending(path, ".dae")) {
        pd_tool_foreign found;
        return pd_tool_foreign_read(out, &found, path, 1, &err) == PD_OK ? 0 : pd_tool_fail(args, &err);
    }
    int code = pd_tool_read_model(&file, args, path, ".obj .ply", FILE_MAX);
    if (code) return code;
    if (file.size >= 4 && !memcmp(file.data, "glTF", 4)) {
        *out = file;
        return 0;
    }
    if (pd_face_file_plain(out, (pd_bytes){file.data, file.size}, &err) != PD_OK)
        code = fail_head(args, path, &err);
    pd_buffer_deinit(&file);

    return code;
}

/* Prints what was found. */
static void tell_face(const pd_tool_args *args, const pd_face_report *r)
{
    pd_tool_note(args,
                 "face: %.2f mm off at a person's size, %.0f %% of it seen; a unit of the file is %.4g m",
                 1e3 * r->misfit, 100 * r->matched, r->unit);
    pd_tool_note(args, "%d of %d vertices move, in %d meshes; %d joints added%s", r->moved, r->vertices,
                 r->done.meshes, r->done.joints,
                 r->done.vrm == 2   ? "; expressions of VRM 1.0"
                 : r->done.vrm == 1 ? "; expressions of VRM 0.x"
                                    : "");
    if (r->dropped) pd_tool_note(args, "%d morph targets taken away", r->dropped);
    for (int p = PD_FACE_PART_LEFT_EYE; p < PD_FACE_PARTS; p++)
        if (r->parts[p]) pd_tool_note(args, "%s: %d pieces", pd_face_part_names[p], r->parts[p]);
    pd_tool_note(args, "open when shut: lids %.2f and %.2f mm, lips %.2f and %.2f mm",
                 1e3 * fmax(0, r->closed.lids[0]), 1e3 * fmax(0, r->closed.lids[1]),
                 1e3 * fmax(0, r->closed.press), 1e3 * fmax(0, r->closed.jaw));
    for (int i = 0; i < r->note_count; i++) pd_tool_note(args, "%s", r->notes[i]);
}

static int run_face(const pd_tool_args *args)
{
    const pd_io_skin_options options = {.skin = -1, .take = PD_IO_TAKE_NODES};
    const char *out = pd_tool_text(args, "o");
    const char *picture = pd_tool_text(args, "picture");
    pd_buffer file = {0}, made = {0}, sheet = {0};
    pd_face_template *template = NULL;
    pd_smpl_model *model = NULL;
    pd_retarget_skin skin = {0};
    pd_retarget_match match;
    pd_face_report report;
    char path[4096];
    pd_error err, no_person;

    if (args->word_count != 1)
        return pd_tool_usage(
            args, "one head is needed: .glb, .vrm, .gltf, .fbx, .dae, .obj, .ply or a .zip of one");
    const char *head = args->words[0];
    int code = read_head(&file, args, head);
    if (code) return code;

    /* The body whose head is carried over, and the skeleton of the file, if it is a person's. */
    pd_tool_model_path(path, sizeof path,
                       pd_tool_text(args, "model") ? pd_tool_text(args, "model") : "person");
    pd_status status = pd_tool_load_body(&model, path, &err);
    if (status == PD_OK) status = pd_face_template_make(&template, model, &err);
    const pd_bytes glb = {file.data, file.size};
    const bool has_bones = status == PD_OK && pd_retarget_character_read(&skin, &match, glb, &options, NULL,
                                                                         0, &no_person) == PD_OK;
    if (status == PD_OK && !has_bones)
        pd_tool_note(args, "%s: no skeleton of a person: the face is looked for in all of the mesh", head);
    const bool wants_vrm = out && has_ending(out, ".vrm");
    if (status == PD_OK && wants_vrm && !has_bones)
        status =
            pd_fail(&err, PD_ERR_INVALID, "-o",
                    "%s; a VRM needs a skeleton: posedctl rig makes one for a mesh of a whole person", out);

    /* The face. */
    const pd_face_file_job job = {.file = glb,
                                  .template = template,
                                  .skin = has_bones ? &skin : NULL,
                                  .match = has_bones ? &match : NULL,
                                  .replace = pd_tool_flag(args, "replace"),
                                  .wants_vrm = wants_vrm,
                                  .wants_picture = picture != NULL};
    if (status == PD_OK) status = pd_face_file_run(&made, picture ? &sheet : NULL, &report, &job, &err);
    if (status == PD_OK) {
        tell_face(args, &report);
        if (out) code = pd_tool_write(args, out, made.data, made.size);
        if (!code && picture) code = pd_tool_write(args, picture, sheet.data, sheet.size);
    } else
        code = strcmp(err.where, "-o") != 0 ? fail_head(args, head, &err) : pd_tool_fail(args, &err);

    pd_buffer_deinit(&file);
    pd_buffer_deinit(&made);
    pd_buffer_deinit(&sheet);
    pd_retarget_skin_deinit(&skin);
    pd_face_template_release(template);
    pd_smpl_model_release(model);

    return code;
}

static const pd_tool_option face_options[] = {
    {"model", "MODEL",
     "body model whose head and shapes are carried over: a file, or the name of a shipped one", "person"},
    {"o", "FILE", "write the .glb there, or a .vrm; - is standard output", NULL},
    {"picture", "FILE", "PNG file for a sheet of the face with its shapes", NULL},
    {"replace", NULL,
     "take the morph targets of the file away first; without this a file that has a face is refused", NULL},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_face = {
    .name = "face",
    .words = "HEAD",
    .summary = "Give a head a face: ARKit's 52 shapes, 15 visemes, jaw and eyes",
    .details = "HEAD is a .glb, .vrm, .fbx, .dae, .obj or .ply with a person's head: a rigged character, a "
               "figure or a head "
               "alone. Its mouth and eyes should be open in the mesh, if only as a slit; eyes, teeth, tongue "
               "and lashes are "
               "found by their place.\n"
               "docs/guide/characters.md says what becomes of it and what is refused.\n\n"
               "  posedctl face hero.glb -o hero-speaks.vrm --picture hero.png",
    .options = face_options,
    .run = run_face,
};
