#ifndef PD_TOOLS_CHARACTER_CHARACTER_FILE_H
#define PD_TOOLS_CHARACTER_CHARACTER_FILE_H
/* Options --character FILE and --match of commands that animate a character. File and match are those that
 * PUT /v1/characters/{id} accepts. */
#include "api/motion/characters.h"
#include "tools/base/command.h"

/* Reads the character and prints on stderr which joints were matched to a person's. *out stays NULL when the
 * option is absent. Returns 0 or an exit status. */
int pd_tool_character_open(pd_api_skeleton **out, const pd_tool_args *args);

/* Runs posedctl clip convert FILE --character: retargets a capture to the character. */
int pd_tool_clip_character(const pd_tool_args *args);

#endif
