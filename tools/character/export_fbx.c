/* posedctl export-fbx: a GLB (a character, a rigged body, a motion) as FBX. */
#include "tools/character/check_note.h"
#include "tools/character/fbx.h"
#include "tools/base/command.h"
#include "tools/base/local.h"
#include "tools/base/model_file.h"

#define FILE_MAX (512u << 20)

static int run_export_fbx(const pd_tool_args *args)
{
    const char *path = args->word_count ? args->words[0] : NULL;
    pd_tool_fbx_found found;
    pd_buffer glb = {0}, fbx = {0};
    pd_error err;

    if (args->word_count != 1) return pd_tool_usage(args, "one FILE is expected: .glb or .vrm");
    int code = pd_tool_read_model(&glb, args, path, NULL, FILE_MAX);
    if (code) return code;

    /* Report on the error stream the contents of the file, and parts that FBX cannot represent. */
    if (pd_tool_fbx_write(&fbx, &found, (pd_bytes){glb.data, glb.size}, path, &err) != PD_OK) {
        code = pd_tool_fail(args, &err);
    } else {
        pd_tool_note(args, "%s: %d triangles in %d meshes, %d joints, %d morph targets, %d pictures", path,
                     found.face_count, found.mesh_count, found.joint_count, found.morph_count,
                     found.texture_count);
        if (found.animation_count)
            pd_tool_note(args, "%s: %d animations of %d nodes, %.2f s", path, found.animation_count,
                         found.channel_count, found.seconds);
        if (found.left_out)
            pd_tool_note(args, "%s: %d animations of morph targets are left out: assimp writes none", path,
                         found.left_out);

        pd_tool_check_note(args, path, (pd_bytes){glb.data, glb.size});

        code = pd_tool_write_noted(args, pd_tool_text(args, "o"), fbx.data, fbx.size, "%d triangles",
                                   found.face_count);
    }

    pd_buffer_deinit(&glb);
    pd_buffer_deinit(&fbx);

    return code;
}

static const pd_tool_option options[] = {{"o", "FILE", ".fbx file to write [standard output]", NULL},
                                         PD_TOOL_END};

const pd_tool_command pd_tool_cmd_export_fbx = {
    .name = "export-fbx",
    .words = "FILE",
    .summary = "Convert a GLB or VRM (a character, a rigged body or a motion) to FBX",
    .details =
        "Nodes, meshes, skins, morph targets, base colours, pictures and animations, in centimetres; by the "
        "library assimp,\n"
        "in a process of its own with bounds on memory and time. What it wrote is mended and read again; "
        "where "
        "that differs\n"
        "nothing is written. Animations of morph targets are left out.\n\n"
        "  posedctl mesh --rig --names mixamo -o body.glb && posedctl export-fbx body.glb -o body.fbx\n"
        "  posedctl rollout --script walk.yaml --character hero.vrm -o walks.glb && posedctl export-fbx "
        "walks.glb "
        "-o walks.fbx",
    .options = options,
    .run = run_export_fbx,
};
