#ifndef PD_TOOLS_CHARACTER_CHECK_NOTE_H
#define PD_TOOLS_CHARACTER_CHECK_NOTE_H
/* Prints what PUT /v1/characters reports about the meshes of a .glb (core/io/surface/gltf_check.h): the note
 * of its reply, or its refusal. `path` stands for the file in the message.
 */
#include "core/base/size.h"
#include "tools/base/command.h"

void pd_tool_check_note(const pd_tool_args *args, const char *path, pd_bytes glb);

#endif
