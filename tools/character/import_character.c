/* posedctl import-character: a mesh or rigged character of another format as a GLB that the daemon takes. */
#include "core/base/text/length.h"
#include "core/retarget/character.h"
#include "tools/character/check_note.h"
#include "tools/character/foreign.h"
#include "tools/base/command.h"
#include "tools/base/local.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Reports the joints that PUT /v1/characters/{id} will match to a person. Fails for a scale above a joint
 * that is moved, which the program that made the file can apply. */
static pd_status tell_match(const pd_tool_args *args, const char *path, const pd_buffer *glb,
                            pd_error *refused)
{
    pd_retarget_skin skin;
    pd_retarget_match match;
    pd_error err;
    int found = 0;

    pd_status status = pd_retarget_character_read(&skin, &match, (pd_bytes){glb->data, glb->size},
                                                  &(pd_io_skin_options){.skin = -1, .take = PD_IO_TAKE_NODES},
                                                  NULL, 0, &err);
    if (status != PD_OK && !skin.joints) {
        pd_tool_note(args, "%s: PUT /v1/characters would refuse it: %s: %s", path, err.where, err.detail);
        return PD_OK;
    }

    pd_tool_check_note(args, path, (pd_bytes){glb->data, glb->size});
    if (skin.other_joints)
        pd_tool_note(args, "%s: %d joints of another skeleton (\"%.40s\") are not moved", path,
                     skin.other_joints, skin.other);
    if (status == PD_OK) {
        for (int b = 0; b < PD_ANIM_HUMAN_COUNT; b++) found += match.joints[b] >= 0;
        pd_tool_note(args, "%s: %d of %d bones of a person found%s%s", path, found, PD_ANIM_HUMAN_COUNT,
                     match.rig ? ", named as in " : "", match.rig ? match.rig : "");
    } else if (!strncmp(err.where, "/nodes/",
                        7)) { /* scale of a node; other errors have the place "/match" or "/skins" */
        status = pd_fail(refused, PD_ERR_UNSUPPORTED, path, "%s", err.detail);
    } else {
        pd_tool_note(args, "%s: no person that PUT /v1/characters would take: %s: %s", path, err.where,
                     err.detail);
        status = PD_OK;
    }

    pd_retarget_skin_deinit(&skin);

    return status;
}

static int run_import_character(const pd_tool_args *args)
{
    const char *path = args->word_count ? args->words[0] : NULL;
    pd_tool_foreign found;
    pd_buffer glb = {0};
    pd_error err;
    double unit = 1;

    if (args->word_count != 1) return pd_tool_usage(args, "one FILE is expected: .fbx, .dae or .obj");
    if (!pd_tool_double(&unit, args, "unit", 1e-6, 1e6)) return 2;

    int code = 0;
    if (pd_tool_foreign_read(&glb, &found, path, unit, &err) != PD_OK) {
        code = pd_tool_fail(args, &err);
    } else {
        const bool has_mesh = found.figure.low[0] <= found.figure.high[0];
        const double height = found.figure.high[1] - found.figure.low[1];

        /* A mesh without joints may have any axis up. */
        const double largest = fmax(height, fmax(found.figure.high[0] - found.figure.low[0],
                                                 found.figure.high[2] - found.figure.low[2]));
        if (has_mesh)
            pd_tool_note(
                args,
                "%s: %d vertices, %d triangles in %d meshes, %d joints, %d pictures, %.3g x %.3g x %.3g m",
                path, found.figure.vertex_count, found.figure.face_count, found.figure.mesh_count,
                found.figure.joint_count, found.figure.texture_count,
                found.figure.high[0] - found.figure.low[0], height,
                found.figure.high[2] - found.figure.low[2]);
        else
            pd_tool_note(args, "%s: no mesh, %d joints", path, found.figure.joint_count);
        char high[160] = "";
        if (has_mesh) pd_length_person_note(high, sizeof high, found.figure.joint_count ? height : largest);
        if (*high) pd_tool_note(args, "%s: %s (--unit corrects it)", path, high);
        if (found.figure.unweighted_count)
            pd_tool_note(args, "%s: %d %s without a weight go with the joint that is nearest", path,
                         found.figure.unweighted_count, found.keeps_motion ? "points" : "corners");

        if (found.keeps_motion && found.figure.morph_count)
            pd_tool_note(args, "%s: %d blend shapes became morph targets", path, found.figure.morph_count);
        if (found.keeps_motion && found.figure.animation_count)
            pd_tool_note(args, "%s: animations: %s", path, found.figure.animations);
        if (!found.keeps_motion && (found.figure.animation_count || found.figure.morph_count))
            pd_tool_note(args, "%s: %d animations and %d morphs are left out", path,
                         found.figure.animation_count, found.figure.morph_count);
        if (found.figure.note[0]) pd_tool_note(args, "%s: left out: %s", path, found.figure.note);
        if (found.figure.times[0]) pd_tool_note(args, "%s: %s", path, found.figure.times);
        if (!found.figure.joint_count)
            pd_tool_note(args, "%s: a mesh without a skeleton; PUT /v1/characters takes those that have one",
                         path);
        if (found.figure.joint_count && tell_match(args, path, &glb, &err) != PD_OK)
            code = pd_tool_fail(args, &err);
        else
            code = pd_tool_write_noted(args, pd_tool_text(args, "o"), glb.data, glb.size, "%d vertices",
                                       found.figure.vertex_count);
    }

    pd_buffer_deinit(&glb);

    return code;
}

static const pd_tool_option options[] = {
    {"o", "FILE", ".glb file to write [standard output]", NULL},
    {"unit", "METRES",
     "metres of the file's unit, multiplied by the unit it states itself: 0.01 for an OBJ in centimetres",
     "1"},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_import_character = {
    .name = "import-character",
    .words = "FILE",
    .summary = "Convert an FBX, DAE or OBJ character to a GLB that PUT /v1/characters accepts",
    .details = "Nodes, meshes with at most four weights a vertex, colours and pictures, read in a process of "
               "its own "
               "with "
               "bounds\n"
               "on memory and time. Of an FBX also blend shapes, as morph targets, and every animation; what "
               "is left "
               "out is "
               "named.\n"
               "DAE and OBJ are read by the library assimp, without animations and morphs.\n\n"
               "  posedctl import-character hero.fbx -o hero.glb\n"
               "  curl -T hero.glb -H 'Content-Type: model/gltf-binary' localhost:8080/v1/characters/hero",
    .options = options,
    .run = run_import_character,
};
