#include "tools/character/check_note.h"

#include "core/io/surface/gltf_check.h"

#define NOTE_BYTES 768

void pd_tool_check_note(const pd_tool_args *args, const char *path, pd_bytes glb)
{
    pd_io_gltf_found found;
    pd_error err;
    char note[NOTE_BYTES];

    if (pd_io_gltf_check(&found, glb, 0, &err) != PD_OK) {
        pd_tool_note(args, "%s: PUT /v1/characters would refuse it: %s: %s", path, err.where, err.detail);
        return;
    }

    pd_io_gltf_check_note(note, sizeof note, &found);
    if (*note) pd_tool_note(args, "%s: %s", path, note);
}
