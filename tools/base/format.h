#ifndef PD_TOOLS_BASE_FORMAT_H
#define PD_TOOLS_BASE_FORMAT_H
/* The formats that a command writes, a row each: what --format and the ending of -o call it, what makes it, its line of --help.
 *
 *     #define FORMATS(X)                                                     \
 *         X("glb", "glb", encode_glb, "an animated body")                    \
 *         X("measure", NULL, encode_measure, "npz of joints and contacts")
 *     static const pd_tool_format formats[] = {FORMATS(PD_TOOL_FORMAT_ROW) PD_TOOL_FORMAT_END};
 *     ... details: "formats:\n" FORMATS(PD_TOOL_FORMAT_LINE) "\n..."
 */
#include "core/base/buffer.h"
#include "tools/base/command.h"

#include <stdbool.h>

typedef struct pd_tool_format {
    const char *name;                                /* of --format                                       */
    const char *ending;                              /* of -o, without the dot; NULL: only by --format    */
    pd_status (*encode)(pd_buffer *out, void *work); /* NULL where the api encodes it by its name         */
    const char *text;                                /* what it is                                        */
} pd_tool_format;

#define PD_TOOL_FORMAT_ROW(name, ending, encode, text)  {name, ending, encode, text},
#define PD_TOOL_FORMAT_LINE(name, ending, encode, text) "  " name ": " text "\n"
#define PD_TOOL_FORMAT_END                                                                                   \
    {                                                                                                        \
        NULL, NULL, NULL, NULL                                                                               \
    }

/* PNG alone, for commands that draw. */
extern const pd_tool_format pd_tool_pictures[];

/* The row that --format names (of "o", where the command has that option), else the one of the ending of the path in `option`. The row called
 * fallback (NULL: none is returned) when there is no --format and the path is absent, "-" or without an ending. 0 after saying on
 * stderr what is not known and what is: return 2 then. */
bool pd_tool_format_of(const pd_tool_format **out, const pd_tool_args *args, const pd_tool_format *table,
                       const char *option, const char *fallback);

#endif
