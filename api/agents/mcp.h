#ifndef PD_API_AGENTS_MCP_H
#define PD_API_AGENTS_MCP_H
/* POST /mcp: the tools of this server for programs that speak the Model Context Protocol (MCP, revisions
 * 2024-11-05 to 2025-06-18, "Streamable HTTP").
 *
 *     POST /mcp      one JSON-RPC 2.0 message: initialize, ping, tools/list, tools/call or a notification; or
 *                    a batch, a list of up to PD_API_MCP_BATCH_MOST of them (revision 2025-03-26)
 *     reply          200 application/json with the JSON-RPC reply; 202 without a body for a notification or a
 *                    reply of the client
 *     GET /mcp       405: this server opens no stream of its own
 *
 * `initialize` answers with the revision that the client asks for, or with the newest if it is unknown. A
 * later message may name it in MCP-Protocol-Version; an unknown one is answered by 400.
 *
 * There are no sessions: every message stands alone, so any daemon behind a balancer can answer it. A tool is
 * a row of a table: a route of this interface, fields that the tool sets, and a description. Its arguments
 * are the fields of the route, and `id` where the path has one, so a tool checks and refuses what its route
 * does. A refusal by the route is a result with isError, as the protocol asks, so that the model sees it.
 *
 * Threads  as every handler (call.h): decoded on a thread of HTTP, run on a worker.
 */
#include "api/http/routes.h"

#define PD_API_MCP_REVISION     "2025-06-18" /* newest */
#define PD_API_MCP_BATCH_MOST   32
/* Bytes of a tool's result from which on it is refused: a model cannot read more. */
#define PD_API_MCP_RESULT_BYTES ((size_t)512 << 10)

/* Fields of a JSON-RPC message, for the description of the interface. */
extern const pd_api_field pd_api_mcp_fields[];

pd_api_handler pd_api_handle_mcp;
pd_api_cost pd_api_mcp_cost;

#endif
