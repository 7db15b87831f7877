/* Members of the replies of the routes of api/http and of the stream's tickets. */
#include "api/docs/replies_rows.h"

const pd_api_field pd_api_reply_remark[] = {
    ROW("pointer", TEXT,
        "RFC 6901 JSON pointer to the place in the request's body; for a query parameter, to where the field "
        "would stand in a body."),
    MAYBE("parameter", TEXT, "Name of the query parameter, when the value came from the query."),
    ROW("detail", TEXT, "The value found, and what is allowed or usual."),
    {0},
};

const pd_api_field pd_api_reply_problem[] = {
    ROW("type", TEXT, "Kind of problem as a URI; always about:blank, since the status says what kind it is."),
    ROW("title", TEXT, "HTTP status in words."),
    ROW("status", INTEGER, "HTTP status code of the reply."),
    ROW("detail", TEXT, "First of the errors, with its place."),
    AS("errors", LIST("Remark"), "Errors found in the request, eight at most."),
    MAYBE("request_id", TEXT, "Id of the request, which the header X-Request-Id and the log have too."),
    {0},
};

const pd_api_field pd_api_reply_status[] = {
    ONE_OF("status", "ok|ready", "State of the daemon: ok if it is alive, ready if it accepts work."),
    MAYBE("detail", TEXT,
          "Reason why a service that the daemon needs fails while the daemon still takes work, such as the "
          "Redis of a cluster."),
    {0}};

const pd_api_field pd_api_reply_resource[] = {
    ROW("resource", TEXT, "Address of the interface, as clients reach it."),
    AS("authorization_servers", NAMES, "Addresses of the issuers whose tokens are taken: access.jwt_issuer."),
    AS("scopes_supported", NAMES, "Scopes that a token may have."),
    AS("bearer_methods_supported", NAMES, "Ways to send a token: header."),
    ROW("resource_name", TEXT, "Name of the interface for people."),
    {0}};

const pd_api_field pd_api_reply_mcp[] = {
    ROW("jsonrpc", TEXT, "Version of JSON-RPC: 2.0."),
    {.name = "id",
     .type = PD_API_ANY,
     .schema = "{\"type\":[\"string\",\"integer\",\"null\"]}",
     .doc = "Id of the message that is answered; null if it has none."},
    {.name = "result",
     .type = PD_API_ANY,
     .schema = "{\"type\":\"object\"}",
     .optional = 1,
     .doc = "Result of the method."},
    {.name = "error",
     .type = PD_API_ANY,
     .schema = "{\"type\":\"object\"}",
     .optional = 1,
     .doc = "Error with `code` and `message` (JSON-RPC 2.0, section 5.1)."},
    {0}};

const pd_api_field pd_api_reply_version[] = {
    ROW("name", TEXT, "Name of the program: posed."),
    ROW("version", TEXT, "Version of the program."),
    ROW("commit", TEXT, "Commit that the program was built from; empty for a build outside a repository."),
    ROW("api", TEXT, "Version of the HTTP interface, which is the first segment of its paths."),
    AS("features", NAMES, "Optional features that this build has."),
    AS("formats", NAMES, "Values that `format` takes, over all routes."),
    ROW("kernels", TEXT, "Instruction set of the kernels chosen for this processor."),
    {0},
};

const pd_api_field pd_api_reply_sample[] = {
    ROW("name", TEXT, "Name of the file."),
    ROW("path", TEXT, "Path of the file, relative to the address of this list."),
    ROW("type", TEXT, "Media type of the file."),
    ROW("bytes", INTEGER, "Size of the file."),
    ROW("about", TEXT, "Description of what the file holds."),
    ROW("route", TEXT, "Route that takes the file: method and path."),
    ROW("guide", TEXT, "Page of the documentation that begins with the file."),
    ROW("licence", TEXT, "Licence of the file."),
    {0},
};

const pd_api_field pd_api_reply_samples[] = {
    AS("samples", LIST("Sample"), "Sample files that this server has."),
    {0},
};

const pd_api_field pd_api_reply_ticket[] = {
    ROW("ticket", TEXT, "One-time ticket that opens one WebSocket by ?ticket=."), {0}};
