#ifndef PD_TOOLS_AVATAR_CHARACTER_FILE_H
#define PD_TOOLS_AVATAR_CHARACTER_FILE_H
/* --character FILE and --match of the commands that move one: the same file and match that PUT /v1/characters/{id} takes. */
#include "api/motion/characters.h"
#include "tools/base/command.h"

/* Reads it and says on stderr which of its joints it took for a person's. *out stays NULL when none was asked for. 0, or an exit code. */
int pd_tool_character_open(pd_api_skeleton **out, const pd_tool_args *args);

/* posedctl clip convert FILE --character: a capture on the character. */
int pd_tool_clip_character(const pd_tool_args *args);

#endif
