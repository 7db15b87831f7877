#include "tools/base/format.h"

#include "core/base/assert.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

const pd_tool_format pd_tool_pictures[] = {{"png", "png", NULL, "a picture"}, PD_TOOL_FORMAT_END};

/* Returns the extension of the file name without the dot, or NULL. */
static const char *ending_of(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    const char *name = slash ? slash + 1 : path;
    const char *dot = name ? strrchr(name, '.') : NULL;
    return dot && dot > name && dot[1] ? dot + 1 : NULL;
}

bool pd_tool_format_of(const pd_tool_format **out, const pd_tool_args *args, const pd_tool_format *table,
                       const char *option, const char *fallback)
{
    const int is_output = !strcmp(option, "o"); /* --format is of -o, not of other files */
    const char *name = is_output && pd_tool_has(args, "format") ? pd_tool_text(args, "format") : NULL;
    const char *path = pd_tool_text(args, option);
    const char *ending = name ? NULL : ending_of(path);

    PD_ASSERT(table[0].name);
    *out = NULL;
    if (!name && !ending) name = fallback;
    if (!name && !ending) return true;
    for (const pd_tool_format *row = table; row->name; row++)
        if (name ? !strcmp(row->name, name) : row->ending && !strcasecmp(row->ending, ending)) *out = row;
    if (*out) return true;

    /* List the known formats: ".glb, .bvh or .npz", or the names that --format takes. */
    char known[160] = "";
    size_t used = 0;
    int count = 0, at = 0;
    for (const pd_tool_format *row = table; row->name; row++) count += name || row->ending;
    for (const pd_tool_format *row = table; row->name && used < sizeof known; row++) {
        if (!name && !row->ending) continue;
        at++;
        const char *between = at == 1 ? "" : at == count ? " or " : ", ";
        used += (size_t)snprintf(known + used, sizeof known - used, "%s%s%s", between, name ? "" : ".",
                                 name ? row->name : row->ending);
    }

    if (name)
        pd_tool_usage(args, "--format '%s': %s allowed", name, known);
    else
        pd_tool_usage(args, "%s%s '%s': %s allowed", option[1] ? "--" : "-", option, path, known);

    return false;
}
