#ifndef PD_TOOLS_BASE_FIELD_OPTION_H
#define PD_TOOLS_BASE_FIELD_OPTION_H
/* Options of posedctl that are fields of a route. Name, choices, default and help come from the field's row
 * in the api's table.
 *
 *     static const pd_tool_option options[] = {
 *         PD_TOOL_MODEL_ROW,
 *         PD_TOOL_FIELD("solver", "POST /v1/ik/solve"),       one field
 *         PD_TOOL_FIELDS("POST /v1/models/{id}/mesh"),        all fields that a command line can give
 *         PD_TOOL_END};
 *
 * PD_TOOL_FIELDS leaves out objects, the fields of MHR, and fields for which the command has an option of its
 * own. A field that is true or false becomes a flag, unless it is true by default. The help has the first
 * sentence of the field's description, and those that say when it is allowed and what its absence means.
 *
 * Memory   The rows that are made are static.   Threads  One: commands parse their options before they start
 *          any.
 */
#include "api/http/fields.h"
#include "core/base/buffer.h"
#include "tools/base/command.h"

#include <jansson.h>

/* The text of such a row begins with this character, and then names the route. */
#define PD_TOOL_OF_ROUTE "\1"
#define PD_TOOL_FIELD(name, route)                                                                           \
    {                                                                                                        \
        name, NULL, PD_TOOL_OF_ROUTE route, NULL                                                             \
    }
#define PD_TOOL_FIELDS(route) PD_TOOL_FIELD("", route)

/* Returns the options of a command with the rows for fields filled in;
 * NULL if it has none. They end with PD_TOOL_END. */
const pd_tool_option *pd_tool_options(const pd_tool_command *command);
/* Returns the field that option i of pd_tool_options is; NULL: the option is the command's own. *is_query
 * (may be NULL): the field belongs to the query, not to the body of a POST. */
const pd_api_field *pd_tool_option_field(bool *is_query, const pd_tool_command *command, int i);
/* Adds the fields that were given to a JSON request. Returns false after printing an error. Fields that the
 * command adds itself are named in `but`, separated by spaces. */
bool pd_tool_fields_json(json_t *request, const pd_tool_args *args, const char *but);
/* Adds the fields that were given to a query. */
void pd_tool_fields_query(pd_buffer *query, const pd_tool_args *args);

#endif
