#ifndef PD_TOOLS_BASE_FORMAT_H
#define PD_TOOLS_BASE_FORMAT_H
/* Table of the formats that a command writes. A row has the name for --format, the ending for -o, the encoder
 * and the line of --help.
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
    const char *name;   /* name for --format                                                */
    const char *ending; /* ending of the file without the dot; NULL: chosen by --format only */
    pd_status (*encode)(pd_buffer *out,
                        void *work); /* encoder; NULL: the api encodes the format by its name            */
    const char *text;                /* description for --help                                           */
} pd_tool_format;

#define PD_TOOL_FORMAT_ROW(name, ending, encode, text)  {name, ending, encode, text},
#define PD_TOOL_FORMAT_LINE(name, ending, encode, text) "  " name ": " text "\n"
#define PD_TOOL_FORMAT_END                                                                                   \
    {                                                                                                        \
        NULL, NULL, NULL, NULL                                                                               \
    }

/* Table with PNG only, for commands that draw. */
extern const pd_tool_format pd_tool_pictures[];

/* Chooses the row named by --format, otherwise the row of the ending of the path in `option`, otherwise (path
 * absent, "-" or without ending) the row named `fallback` (NULL: none). Returns 0 after printing an error
 * that lists the known formats; the command then returns 2. */
bool pd_tool_format_of(const pd_tool_format **out, const pd_tool_args *args, const pd_tool_format *table,
                       const char *option, const char *fallback);

#endif
