/* The rows of pd_api_routes (api/http/routes.h): each route with its handler,
 * fields, documentation and examples. */
#include "api/agents/mcp.h"
#include "api/avatar/avatars.h"
#include "api/body/body.h"
#include "api/body/body_npz.h"
#include "api/body/derivative.h"
#include "api/observe/jobs.h"
#include "api/observe/likeness.h"
#include "api/body/measure.h"
#include "api/speech/speech.h"
#include "api/speech/utterance.h"
#include "api/avatar/own_portrait.h"
#include "api/avatar/portrait.h"
#include "api/avatar/rpm.h"
#include "api/rig/rig.h"
#include "api/body/wear.h"
#include "api/http/assets.h"
#include "api/http/routes.h"
#include "api/service/samples.h"
#include "api/service/resource.h"
#include "api/service/service.h"
#include "api/docs/html.h"
#include "api/models/models.h"
#include "api/ik/ik.h"
#include "api/ik/skeletons.h"
#include "api/motion/motion.h"
#include "api/motion/characters.h"
#include "api/motion/clips.h"
#include "api/motion/garments.h"
#include "api/motion/person_file.h"
#include "api/motion/scene.h"
#include "api/motion/scenes.h"
#include "api/stream/cast.h"
#include "api/stream/message_values.h"
#include "api/stream/order.h"
#include "api/stream/rooms.h"

#define MESH_TYPES                                                                                           \
    "application/json application/octet-stream application/x-npz model/obj application/x-ply model/stl "     \
    "model/gltf-binary"

/* header fields of replies (api/http/routes.h) */
#define BODY_HEADERS "Posed-Shape Posed-Frame Posed-Person Posed-Random Posed-Omitted Posed-Warning"
#define MESH_HEADERS BODY_HEADERS " Posed-Contact Posed-Length"

#define ROUTE(verb, path) .name = verb " " path, .method = verb, .pattern = path
#define DOES(s, w, h)     .scope = s, .work = w, .handler = h
#define AVATAR_ID         "a0123456789abcdef0123456" /* of an example */
#define PAGE_MS           7                          /* to write all routes and compress them */
#define NAMES(object)     .names = 1 + PD_API_OBJECT_##object

const pd_api_group_info pd_api_groups[PD_API_GROUP_COUNT] = {
#define GROUP_ROW(id, heading, doc) {heading, doc},
    PD_API_GROUP_TABLE(GROUP_ROW)
#undef GROUP_ROW
};

const pd_api_route pd_api_routes[] = {
    {ROUTE("GET", "/"), .any_query = true, .operation = "getPage", .group = PD_API_GROUP_SERVICE,
     DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_home), .summary = "Start page for browsers",
     .doc = "Returns the start page, on which visitors steer characters, shape bodies and see the load of "
            "the server. Without the folder web/dist it is a plain page with the version, the resident "
            "models and examples.",
     .replies = "text/html", .errors = "304"},
    {ROUTE("GET", "/web/{id}"), .any_query = true, .operation = "getPageFile", .group = PD_API_GROUP_SERVICE,
     .at = "app.js", DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_asset), .summary = "File of the start page",
     .doc = "Returns one file of the start page (script, style, picture or licence), compressed as "
            "Accept-Encoding allows, with a strong ETag.",
     .replies = "text/javascript text/css image/svg+xml text/plain text/html", .errors = "304 404"},
    {ROUTE("GET", "/maker"), .any_query = true, .operation = "getMaker", .group = PD_API_GROUP_SERVICE,
     DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_maker), .summary = "Avatar maker for browsers",
     .doc =
         "Returns the page in which a person makes an avatar. Pages of access.cors_origins may show it in a "
         "frame and exchange messages with it (docs/guide/maker.md).",
     .replies = "text/html", .errors = "304 404"},
    {ROUTE("GET", "/samples"), .any_query = true, .operation = "listSamples", .group = PD_API_GROUP_SERVICE,
     .reply = "SampleList", DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_samples),
     .summary = "List the sample files",
     .doc = "Lists the sample files that the guides use, with name, type, size and use: keypoints of a "
            "person, a take of markers, a VRM character. They are made from the shipped models.",
     .replies = "application/json"},
    {ROUTE("GET", "/samples/{id}"), .any_query = true, .operation = "getSample",
     .group = PD_API_GROUP_SERVICE, .reply = "SampleFile", .at = "seen.json",
     DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_sample), .summary = "Sample file",
     .doc = "Returns one sample file, compressed as Accept-Encoding allows, with a strong ETag.",
     .replies = "application/json application/octet-stream model/gltf-binary", .errors = "304 404"},
    {ROUTE("GET", "/healthz"), .any_query = true, .operation = "getHealth", .group = PD_API_GROUP_SERVICE,
     .reply = "Status", DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_health),
     .summary = "Check that the process is alive",
     .doc = "Answers 200 while the process is alive. /livez is the same.", .replies = "application/json"},
    {ROUTE("GET", "/livez"), .any_query = true, .operation = "getLiveness", .group = PD_API_GROUP_SERVICE,
     .reply = "Status", DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_health),
     .summary = "Check that the process is alive, by Kubernetes' name",
     .doc = "Answers 200 while the process is alive. /healthz is the same.", .replies = "application/json"},
    {ROUTE("GET", "/readyz"), .any_query = true, .operation = "getReadiness", .group = PD_API_GROUP_SERVICE,
     .reply = "Status", DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_ready),
     .summary = "Check that the server takes requests",
     .doc = "Answers 200 when every configured model is resident and the server is not draining; otherwise "
            "503 with the reason. /ready is the same.",
     .replies = "application/json", .errors = "503"},
    {ROUTE("GET", "/ready"), .any_query = true, .operation = "getReady", .group = PD_API_GROUP_SERVICE,
     .reply = "Status", DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_ready),
     .summary = "Check that the server takes requests, by its short name",
     .doc = "Answers 200 or 503 as /readyz does.", .replies = "application/json", .errors = "503"},
    {ROUTE("GET", "/metrics"), .any_query = true, .operation = "getMetrics", .group = PD_API_GROUP_SERVICE,
     DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_metrics), .summary = "Metrics for Prometheus",
     .doc = "Returns counters in Prometheus text format: requests by route and code, latencies, queue depth, "
            "batch sizes and resident models. Accept: application/openmetrics-text gives OpenMetrics, whose "
            "buckets of posed_request_seconds have the trace of a sampled request as exemplar.",
     .replies = "text/plain application/openmetrics-text"},
    {ROUTE("GET", "/openapi.json"), .any_query = true, .operation = "getOpenapi",
     .group = PD_API_GROUP_SERVICE, .reply = "Openapi", DOES(PD_API_OPEN, PD_API_MAKE, pd_api_handle_openapi),
     .make_ms = PAGE_MS, .summary = "OpenAPI 3.1 description",
     .doc = "Returns the OpenAPI 3.1 description of this interface, made from the server's table of routes.",
     .replies = "application/json"},
    {ROUTE("GET", "/asyncapi.json"), .any_query = true, .operation = "getAsyncapi",
     .group = PD_API_GROUP_SERVICE, .reply = "Asyncapi",
     DOES(PD_API_OPEN, PD_API_MAKE, pd_api_handle_asyncapi), .make_ms = PAGE_MS,
     .summary = "AsyncAPI 3.0 description of the stream",
     .doc = "Returns the AsyncAPI 3.0 description of the stream, made from the server's tables of messages.",
     .replies = "application/json"},
    {ROUTE("GET", "/docs"), .any_query = true, .operation = "getDocs", .group = PD_API_GROUP_SERVICE,
     DOES(PD_API_OPEN, PD_API_MAKE, pd_api_handle_docs), .make_ms = PAGE_MS,
     .summary = "Readable reference page",
     .doc = "Returns a page for people that describes routes, fields, defaults, ranges and the stream, with "
            "requests that can be run on it.",
     .replies = "text/html"},
    {ROUTE("GET", "/llms.txt"), .any_query = true, .operation = "getLlms", .group = PD_API_GROUP_SERVICE,
     DOES(PD_API_OPEN, PD_API_MAKE, pd_api_handle_llms), .make_ms = PAGE_MS,
     .summary = "Description for language models",
     .doc = "Returns what this server does and all of its routes as short Markdown, for programs that read "
            "documentation (llmstxt.org).",
     .replies = "text/plain", .errors = "304"},
    {ROUTE("GET", "/.well-known/oauth-protected-resource"), .any_query = true, .operation = "getResource",
     .group = PD_API_GROUP_SERVICE, .reply = "Resource",
     DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_resource), .summary = "Issuer of tokens for the interface",
     .doc = "Returns who issues tokens for this server (RFC 9728), so that programs can sign in by "
            "themselves; a 401 names its address. 404 where the server takes no tokens.",
     .replies = "application/json", .errors = "404"},
    {ROUTE("GET", "/.well-known/oauth-protected-resource/mcp"), .any_query = true,
     .operation = "getMcpResource", .group = PD_API_GROUP_SERVICE, .reply = "Resource",
     DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_resource), .summary = "Issuer of tokens for /mcp",
     .doc = "Returns who issues tokens for POST /mcp (RFC 9728).", .replies = "application/json",
     .errors = "404"},
    {ROUTE("POST", "/mcp"), .operation = "callTool", .group = PD_API_GROUP_SERVICE,
     .ask = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", .reply = "Mcp",
     DOES(PD_API_READ, PD_API_NOW, pd_api_handle_mcp), .cost = pd_api_mcp_cost, .body = {pd_api_mcp_fields},
     .summary = "Tools for language models",
     .doc = "Answers one message of the Model Context Protocol (revision " PD_API_MCP_REVISION
            ", Streamable HTTP, without sessions): initialize, ping, tools/list and tools/call. A "
            "notification is "
            "answered by 202.",
     .replies = "application/json", .errors = "400 413 415 503"},
    {ROUTE("GET", "/v1/version"), .operation = "getVersion", .group = PD_API_GROUP_SERVICE,
     .reply = "Version", DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_version),
     .summary = "Version and compute kernels",
     .doc = "Returns the version, the commit, the features of the build and the compute kernels chosen for "
            "this processor.",
     .replies = "application/json", .errors = "400"},
    {ROUTE("GET", "/v1/models"), .operation = "listModels", .group = PD_API_GROUP_MODELS,
     .reply = "ModelList", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_models), .summary = "List the models",
     .doc = "Returns id, kind, default flag, licence, provenance and resident bytes of every model.",
     .replies = "application/json", .errors = "400"},
    {ROUTE("GET", "/v1/models/{id}"), .operation = "getModel", .group = PD_API_GROUP_MODELS, .at = "default",
     .reply = "Model", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_model), .summary = "Describe a model",
     .doc = "Returns everything about one model: counts, joint names, parents, rest joints, range of betas, "
            "measurement names and licence.",
     .replies = "application/json", .errors = "400 404"},
    {ROUTE("GET", "/v1/models/{id}/faces"), .operation = "getFaces", .group = PD_API_GROUP_MODELS,
     .at = "default", .reply = "Faces", DOES(PD_API_READ, PD_API_MESH, pd_api_handle_faces),
     .query = {pd_api_faces_query_fields}, .summary = "Triangles of a model",
     .doc = "Returns the triangles of the mesh, which are the same for every body of the model. Corners are "
            "counter-clockwise seen from outside.",
     .headers = "Posed-Shape Posed-Frame", .replies = "application/json application/octet-stream",
     .errors = "304 400 404 406"},
    {ROUTE("GET", "/v1/wardrobe"), .operation = "getWardrobe", .group = PD_API_GROUP_MODELS,
     .reply = "Wardrobe", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_wardrobe),
     .summary = "List what bodies can wear",
     .doc = "Returns the clothes, shoes, hair, eyes, brows, lashes and teeth that `wear` of the mesh routes "
            "can name, which skin each one hides, and whom to credit.",
     .replies = "application/json", .errors = "400 404"},
    {ROUTE("POST", "/v1/models/{id}/reload"), .operation = "reloadModel", .group = PD_API_GROUP_MODELS,
     .at = "default", .reply = "Reloaded", DOES(PD_API_ADMIN, PD_API_RELOAD, pd_api_handle_reload),
     .summary = "Load a model again",
     .doc = "Reads the model's file again and replaces the resident model when the file is valid. Otherwise "
            "the resident model stays and the error gives the reason.",
     .replies = "application/json", .errors = "400 404 500"},
    {ROUTE("GET", "/v1/models/{id}/mesh"), .operation = "getMesh", .group = PD_API_GROUP_BODIES,
     .at = "default", .ask = "betas=1.5,-0.5&ground=true&format=glb", .reply = "Bodies",
     DOES(PD_API_READ, PD_API_MESH, pd_api_handle_mesh), .cost = pd_api_mesh_cost,
     .query = {pd_api_body_fields, pd_api_output_fields, pd_api_mesh_fields, pd_api_wear_fields,
               pd_api_mesh_query_fields, pd_api_mhr_fields},
     .summary = "Make a body, cacheable",
     .doc = "Makes one body from query parameters: the fields of POST on this path, lists as comma-separated "
            "numbers and objects as JSON. The reply has a strong ETag; If-None-Match is answered 304 without "
            "computing the mesh.",
     .headers = MESH_HEADERS, .replies = MESH_TYPES, .errors = "304 400 404 406 413 503"},
    {ROUTE("POST", "/v1/models/{id}/mesh"), .operation = "makeMeshes", .group = PD_API_GROUP_BODIES,
     .at = "default",
     .ask = "{\"bodies\":[{\"betas\":[1.5,-0.5]},{\"betas\":[-1],\"translation\":[1,0,0]}],\"ground\":true,"
            "\"digits\":3}",
     .reply = "Bodies", .takes = PD_API_NPZ_TYPE, DOES(PD_API_READ, PD_API_MESH, pd_api_handle_mesh),
     .judge = pd_api_judge_model, .cost = pd_api_mesh_cost, .query = {pd_api_mesh_query_fields},
     .body = {pd_api_body_fields, pd_api_bodies_fields, pd_api_output_fields, pd_api_mesh_fields,
              pd_api_wear_fields, pd_api_mhr_fields},
     .summary = "Make one or many bodies",
     .doc = "Computes meshes from shape and pose and returns them in the format of ?format= or Accept. The "
            "header Posed-Shape gives the sizes of the arrays in a binary reply.",
     .headers = MESH_HEADERS, .replies = MESH_TYPES, .errors = "400 404 406 413 415 503"},
    {ROUTE("POST", "/v1/avatars"), .operation = "createAvatar", .group = PD_API_GROUP_BODIES,
     .reply = "Avatar", .ask = "{\"model\":\"person\",\"random\":7,\"height\":1.8}",
     DOES(PD_API_STREAM, PD_API_MAKE, pd_api_handle_avatar_post), .make_ms = 5,
     .body = {pd_api_avatar_choice_fields, pd_api_body_fields, pd_api_wear_fields},
     .summary = "Store an avatar's choices",
     .doc =
         "Stores the choices of an avatar, not its mesh, and answers with an id: 201 for a new one, 200 if "
         "this client has stored the same choices before. A stored `profile` applies to ID.glb. "
         "limits.owner_avatars avatars are kept for one client.",
     .headers = "Posed-Warning", .replies = "application/json",
     .errors = "201 400 403 404 409 413 415 422 503"},
    {ROUTE("GET", "/v1/avatars"), .operation = "listAvatars", .group = PD_API_GROUP_BODIES,
     .reply = "AvatarList", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_avatars),
     .summary = "List the stored avatars",
     .doc = "Lists the avatars that clients have stored, with their choices.", .replies = "application/json",
     .errors = "400"},
    {ROUTE("GET", "/v1/avatars/{id}"), .operation = "getAvatar", .group = PD_API_GROUP_BODIES,
     .at = AVATAR_ID, .reply = "Avatar", DOES(PD_API_READ, PD_API_MESH, pd_api_handle_avatar),
     .cost = pd_api_avatar_cost, .query = {pd_api_mesh_query_fields},
     .summary = "An avatar's choices or file",
     .doc = "Returns the choices of an avatar, or its file: ID.glb, or ID.vrm for VRM 1.0 (0.x with "
            "profile=vrm0). The file is what GET /v1/models/{id}/mesh makes from the choices and these "
            "parameters; without parameters ID.glb has profile=talkinghead. The strong ETag depends on the "
            "choices, the parameters, the model and the version.",
     .headers = MESH_HEADERS, .replies = "application/json model/gltf-binary image/png image/webp",
     .errors = "304 400 403 404 503"},
    {ROUTE("DELETE", "/v1/avatars/{id}"), .operation = "deleteAvatar", .group = PD_API_GROUP_BODIES,
     .at = AVATAR_ID, DOES(PD_API_STREAM, PD_API_NOW, pd_api_handle_avatar_delete),
     .summary = "Delete an avatar", .doc = "Deletes the choices of an avatar that this client has stored.",
     .errors = "204 400 403 404 412"},
    {ROUTE("GET", "/v1/readyplayerme/{id}"), .operation = "getReadyPlayerMeAvatar",
     .group = PD_API_GROUP_BODIES, .at = AVATAR_ID ".glb", .ask = "quality=low&morphTargets=ARKit",
     .reply = "AvatarDescription", DOES(PD_API_READ, PD_API_MESH, pd_api_handle_rpm_avatar),
     .cost = pd_api_avatar_cost, .query = {pd_api_rpm_fields},
     .summary = "An avatar by the parameters of Ready Player Me",
     .doc = "Returns ID.glb, a picture ID.png or ID.jpg (both PNG), or ID.json to programs that were written "
            "for models.readyplayer.me: set their base address to /v1/readyplayerme and use ids of POST "
            "/v1/avatars. Parameters are translated to those of the mesh and portrait routes; those of files "
            "have no effect on pictures, and the other way round.",
     .headers = MESH_HEADERS, .replies = "model/gltf-binary image/png application/json",
     .errors = "304 400 403 404 503"},
    {ROUTE("GET", "/v1/models/{id}/joints"), .operation = "getJoints", .group = PD_API_GROUP_BODIES,
     .at = "default", .ask = "betas=1.5,-0.5&digits=3", .reply = "Bodies",
     DOES(PD_API_READ, PD_API_MESH, pd_api_handle_joints), .cost = pd_api_mesh_cost,
     .query = {pd_api_body_fields, pd_api_output_fields, pd_api_joints_query_fields, pd_api_mhr_fields},
     .summary = "Joint positions, cacheable",
     .doc = "Computes the joints of one body from query parameters: the fields of POST on this path. The "
            "reply has a strong ETag.",
     .headers = BODY_HEADERS, .replies = "application/json application/octet-stream application/x-npz",
     .errors = "304 400 404 406 413 503"},
    {ROUTE("POST", "/v1/models/{id}/joints"), .operation = "makeJoints", .group = PD_API_GROUP_BODIES,
     .at = "default", .ask = "{\"betas\":[1.5,-0.5],\"ground\":true,\"digits\":3}", .reply = "Bodies",
     .takes = PD_API_NPZ_TYPE, DOES(PD_API_READ, PD_API_MESH, pd_api_handle_joints),
     .judge = pd_api_judge_model, .cost = pd_api_mesh_cost, .query = {pd_api_joints_query_fields},
     .body = {pd_api_body_fields, pd_api_bodies_fields, pd_api_output_fields, pd_api_mhr_fields},
     .summary = "Joint positions of bodies",
     .doc = "Computes only the joints of the posed bodies. Vertices are computed only when `ground` needs "
            "the lowest one.",
     .headers = BODY_HEADERS, .replies = "application/json application/octet-stream application/x-npz",
     .errors = "400 404 406 413 415 503"},
    {ROUTE("POST", "/v1/models/{id}/derivatives"), .operation = "makeDerivatives",
     .group = PD_API_GROUP_BODIES, .at = "default",
     .ask = "{\"betas\":[1.5,-0.5],\"tangents\":{\"translation\":[[0,0,1]]}}", .reply = "Derivatives",
     .takes = PD_API_NPZ_TYPE, DOES(PD_API_READ, PD_API_MESH, pd_api_handle_derivatives),
     .judge = pd_api_judge_model, .cost = pd_api_derivatives_cost,
     .body = {pd_api_body_fields, pd_api_bodies_fields, pd_api_derivative_fields},
     .summary = "Derivatives of bodies by their parameters",
     .doc = "Multiplies a vector with the Jacobian of vertices, joints and keypoints by betas, expression, "
            "pose and translation, or with its transpose: for programs that optimise or learn. The bodies "
            "are skinned by linear blend skinning, without self-contact.",
     .replies = "application/json application/x-npz", .errors = "400 404 406 413 415 503"},
    {ROUTE("GET", "/v1/models/{id}/portrait"), .operation = "getPortrait", .group = PD_API_GROUP_BODIES,
     .at = "default", .ask = "betas=1.5,-0.5&size=64&format=png",
     DOES(PD_API_READ, PD_API_MESH, pd_api_handle_portrait), .cost = pd_api_portrait_cost,
     .query = {pd_api_body_fields, pd_api_portrait_fields, pd_api_portrait_wear_fields,
               pd_api_portrait_query_fields},
     .summary = "Draw a picture of a body, cacheable",
     .doc = "Draws one body in its clothes as a PNG or WebP picture, in software: head, half or full figure. "
            "Without a pose the arms hang down, and without an expression the face smiles slightly. The "
            "reply has a strong ETag.",
     .headers = "Posed-Omitted Posed-Warning", .replies = "image/png image/webp",
     .errors = "304 400 404 406 413 503"},
    {ROUTE("POST", "/v1/models/{id}/portrait"), .operation = "drawPortrait", .group = PD_API_GROUP_BODIES,
     .at = "default", .ask = "{\"betas\":[1.5,-0.5],\"view\":\"half\",\"size\":[64,96]}",
     DOES(PD_API_READ, PD_API_MESH, pd_api_handle_portrait), .judge = pd_api_judge_model,
     .cost = pd_api_portrait_cost, .query = {pd_api_portrait_query_fields},
     .body = {pd_api_body_fields, pd_api_portrait_fields, pd_api_portrait_wear_fields},
     .summary = "Draw a picture of a body",
     .doc = "Draws a picture as GET on this path does, from a JSON request.",
     .headers = "Posed-Omitted Posed-Warning", .replies = "image/png image/webp",
     .errors = "400 404 406 413 415 503"},
    {ROUTE("GET", "/v1/models/{id}/measure"), .operation = "getMeasurements", .group = PD_API_GROUP_BODIES,
     .at = "default", .ask = "betas=1.5,-0.5", .reply = "Measured",
     DOES(PD_API_READ, PD_API_FIT, pd_api_handle_measure), .cost = pd_api_measure_cost,
     .query = {pd_api_measure_fields}, .summary = "Measure a body, cacheable",
     .doc = "Measures one body from query parameters: the fields of POST on this path. The reply has a "
            "strong ETag.",
     .headers = "Posed-Warning", .replies = "application/json", .errors = "304 400 404 503"},
    {ROUTE("POST", "/v1/models/{id}/measure"), .operation = "measureBodies", .group = PD_API_GROUP_BODIES,
     .at = "default", .ask = "{\"bodies\":[{\"betas\":[1.5,-0.5]},{\"betas\":[-1]}]}", .reply = "Measured",
     DOES(PD_API_READ, PD_API_FIT, pd_api_handle_measure), .judge = pd_api_judge_model,
     .cost = pd_api_measure_cost, .body = {pd_api_measure_fields, pd_api_measure_bodies_fields},
     .summary = "Measure one or many bodies",
     .doc = "Returns height, mass, girths and lengths of the shaped body in its T-pose, with the definition "
            "of each. A value is null where the model lacks what the definition needs.",
     .headers = "Posed-Warning", .replies = "application/json", .errors = "400 404 413 415 503"},
    {ROUTE("POST", "/v1/models/{id}/fit"), .operation = "fitMeasurements", .group = PD_API_GROUP_BODIES,
     .at = "default", .ask = "{\"measurements\":{\"height\":1.8,\"waist_girth\":0.8}}", .reply = "Fit",
     DOES(PD_API_READ, PD_API_FIT, pd_api_handle_fit), .judge = pd_api_judge_model, .cost = pd_api_fit_cost,
     .body = {pd_api_fit_fields}, .summary = "Fit a body to measurements or to observations",
     .doc = "Fits a body. With `observations`: returns betas, pose, position and camera of a person seen as "
            "joints, keypoints or vertices in space or in a picture, the residual of each observation, and "
            "the joints on which no observation depends (docs/guide/fit.md). With `measurements`: returns "
            "the most likely body with these measurements; status is matched when every measurement is "
            "within its tolerance, or compromise with the residuals (reached minus requested) when the "
            "measurements contradict each other or the model.",
     .headers = "Posed-Warning", .replies = "application/json", .errors = "400 404 413 415 503"},
    {ROUTE("POST", "/v1/models/{id}/face"), .operation = "findFace", .group = PD_API_GROUP_BODIES,
     .at = "person", .reply = "Likeness",
     .ask = "{\"pictures\":[{\"width\":1200,\"height\":1600,\"points\":[[612.4,803.1],null]}],\"random\":39}",
     DOES(PD_API_READ, PD_API_FIT, pd_api_handle_likeness), .judge = pd_api_judge_model,
     .cost = pd_api_likeness_cost, .body = {pd_api_likeness_fields}, .summary = "Find whose face it is",
     .doc = "Finds the person whose face is seen in 1 to 8 pictures, from MediaPipe's landmarks. No picture "
            "is sent, and nothing is kept. A request with `random`, `age` and `face_shape` of the reply "
            "gives the person.",
     .replies = "application/json", .errors = "400 404 413 415 503"},
    {ROUTE("POST", "/v1/jobs"), .operation = "createJob", .group = PD_API_GROUP_BODIES, .reply = "Job",
     .ask = "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"frames\":[[null,null,null,null,"
            "null,[0.17,1.4,0],[-"
            "0.17,1.4,0],[0.25,1.15,0],[-0.25,1.15,0],[0.25,0.9,0.1],[-0.25,0.9,0.1],[0.09,0.9,0],[-0.09,0.9,"
            "0],[0."
            "1,0.5,0.05],[-0.1,0.5,0.05],[0.1,0.08,0],[-0.1,0.08,0]]]}}]}",
     .takes = "application/octet-stream application/x-pickle",
     DOES(PD_API_READ, PD_API_MAKE, pd_api_handle_job_put), .query = {pd_api_job_query_fields},
     .body = {pd_api_job_fields}, .summary = "Start a job that fits a take",
     .doc =
         "Starts a job that fits up to 16 people over many frames to markers, keypoints, sensors or bodies "
         "that other programs found, and answers 202 with its id. docs/reference/fit.md has the kinds of "
         "files, limits and refusals. Sent again with the same Idempotency-Key, it gives the same job.",
     .headers = "Posed-Warning", .replies = "application/json",
     .errors = "202 400 404 409 413 415 422 429 503"},
    {ROUTE("GET", "/v1/jobs"), .operation = "listJobs", .group = PD_API_GROUP_BODIES, .reply = "JobList",
     DOES(PD_API_READ, PD_API_NOW, pd_api_handle_jobs), .summary = "List the jobs",
     .doc = "Lists the caller's jobs in the order in which they were sent; with the scope admin, the jobs of "
            "all clients.",
     .replies = "application/json", .errors = "400"},
    {ROUTE("GET", "/v1/jobs/{id}"), .operation = "getJob", .group = PD_API_GROUP_BODIES, .at = "5f3a9c",
     .reply = "Job", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_job), .summary = "Status of a job",
     .doc = "Returns a job's status and progress and, once it is done, the fit of each person. A job is "
            "deleted limits.job_seconds after it was done.",
     .replies = "application/json", .errors = "400 404"},
    {ROUTE("GET", "/v1/jobs/{id}/result"), .operation = "getJobResult", .group = PD_API_GROUP_BODIES,
     .at = "5f3a9c", .reply = "Take", DOES(PD_API_READ, PD_API_MAKE, pd_api_handle_job_result),
     .query = {pd_api_job_result_query_fields}, .summary = "Result of a job",
     .doc = "Returns the motion of one person that a job has fitted. Answers 409 while the job is not done.",
     .replies = "application/json application/x-npz model/gltf-binary application/x-bvh",
     .errors = "400 404 406 409 503"},
    {ROUTE("DELETE", "/v1/jobs/{id}"), .operation = "deleteJob", .group = PD_API_GROUP_BODIES, .at = "5f3a9c",
     DOES(PD_API_READ, PD_API_NOW, pd_api_handle_job_delete), .summary = "Cancel or delete a job",
     .doc = "Deletes a job, whether it waits, runs or is done.", .errors = "204 400 404 412"},
    {ROUTE("GET", "/v1/garments"), .operation = "listGarments", .group = PD_API_GROUP_BODIES,
     .reply = "GarmentList", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_garments),
     .summary = "List the garments", .doc = "Lists the garments of their own that clients have put.",
     .replies = "application/json", .errors = "400 503"},
    {ROUTE("PUT", "/v1/garments/{id}"), NAMES(SKELETONS), .operation = "putGarment",
     .group = PD_API_GROUP_BODIES, .at = "poncho", .reply = "Garment",
     .takes = "model/gltf-binary model/gltf+json application/zip",
     DOES(PD_API_STREAM, PD_API_MAKE, pd_api_handle_garment_put), .judge = pd_api_judge_garment_put,
     .query = {pd_api_garment_put_query_fields}, .summary = "Put a garment",
     .doc = "Stores a garment under this id, which `wear` and the like then take: a .glb that is rigged to "
            "the body's joints by name, or that is around the body's T-pose as it stands. The reply says how "
            "far its vertices are from the skin.",
     .replies = "application/json", .errors = "201 400 403 404 409 412 413 415 503"},
    {ROUTE("GET", "/v1/garments/{id}"), NAMES(SKELETONS), .operation = "getGarment",
     .group = PD_API_GROUP_BODIES, .at = "poncho", .reply = "Garment",
     DOES(PD_API_READ, PD_API_NOW, pd_api_handle_garment), .summary = "Describe a garment",
     .doc = "Returns what the reply to PUT says of a garment.", .replies = "application/json",
     .errors = "304 404 412"},
    {ROUTE("DELETE", "/v1/garments/{id}"), NAMES(SKELETONS), .operation = "deleteGarment",
     .group = PD_API_GROUP_BODIES, .at = "poncho",
     DOES(PD_API_STREAM, PD_API_NOW, pd_api_handle_garment_delete), .summary = "Delete a garment",
     .doc = "Deletes a garment. Requests that wear it are then refused.", .errors = "204 400 404 412"},
    {ROUTE("GET", "/v1/skeletons"), .operation = "listSkeletons", .group = PD_API_GROUP_IK,
     .reply = "SkeletonList", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_skeletons),
     .summary = "List the skeletons",
     .doc = "Lists the skeletons: one for every resident model that has joints, then the ones that clients "
            "have put.",
     .replies = "application/json", .errors = "400"},
    {ROUTE("GET", "/v1/skeletons/{id}"), .operation = "getSkeleton", .group = PD_API_GROUP_IK,
     .at = "default", .ask = "betas=1.5,-0.5", .reply = "Skeleton",
     DOES(PD_API_READ, PD_API_NOW, pd_api_handle_skeleton), .query = {pd_api_skeleton_query_fields},
     .summary = "Joints of a skeleton",
     .doc =
         "Returns name, parent, offset from the parent and rest position of every joint; betas set a body's "
         "bone lengths. Joints that `limits` of IK knows also have their ranges, in degrees about x, y, z "
         "(docs/reference/ik.md). Joints of a glTF file also have their node, rest rotation and VRM bone.",
     .headers = "Posed-Warning", .replies = "application/json", .errors = "304 400 404 412"},
    {ROUTE("PUT", "/v1/skeletons/{id}"), NAMES(SKELETONS), .operation = "putSkeleton",
     .group = PD_API_GROUP_IK, .at = "arm",
     .ask = "{\"joints\":[{\"name\":\"shoulder\",\"offset\":[0,1.4,0]},{\"name\":\"elbow\",\"parent\":"
            "\"shoulder\",\"offset\":[0.28,0,0]},{\"name\":\"wrist\",\"parent\":\"elbow\",\"offset\":[0.25,0,"
            "0]}]}",
     .reply = "Skeleton", .takes = "model/gltf-binary model/gltf+json application/zip application/x-bvh",
     DOES(PD_API_STREAM, PD_API_MAKE, pd_api_handle_skeleton_put), .judge = pd_api_judge_skeleton_put,
     .query = {pd_api_skeleton_put_query_fields}, .body = {pd_api_skeleton_fields},
     .summary = "Put a skeleton",
     .doc = "Stores a skeleton for IK under this id: a .glb or .vrm file with a skin (model/gltf-binary; "
            "also a .gltf or a ZIP of one), the hierarchy of a BVH file (application/x-bvh), or JSON as "
            "`skeleton` of POST /v1/ik/solve. "
            "Solves that already run on an older skeleton of this id finish with the older one.",
     .headers = "Posed-Warning", .replies = "application/json", .errors = "201 400 403 409 412 413 503"},
    {ROUTE("DELETE", "/v1/skeletons/{id}"), NAMES(SKELETONS), .operation = "deleteSkeleton",
     .group = PD_API_GROUP_IK, .at = "arm", DOES(PD_API_STREAM, PD_API_NOW, pd_api_handle_skeleton_delete),
     .summary = "Delete a skeleton",
     .doc = "Deletes a skeleton that a client has put. Skeletons of resident models cannot be deleted.",
     .errors = "204 400 404 412"},
    {ROUTE("POST", "/v1/ik/solve"), .operation = "solveIk", .group = PD_API_GROUP_IK,
     .ask = "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.4,0.3,0.4]}]}", .reply = "Ik",
     DOES(PD_API_READ, PD_API_IK, pd_api_handle_ik), .cost = pd_api_ik_cost,
     .body = {pd_api_ik_fields, pd_api_ik_many_fields}, .summary = "Solve inverse kinematics",
     .doc = "Returns joint rotations that bring joints to their targets. Status: reached; unreachable (the "
            "bone lengths prove that no pose reaches the targets; the nearest pose is returned); stalled "
            "(not reached, and not proven unreachable); or budget (the time or the iterations ran out). With "
            "`problems` the reply is {\"solutions\":[...]}, in which an invalid problem has "
            "{\"error\":{...}} at its index.",
     .headers = "Posed-Warning", .replies = "application/json", .errors = "400 404 413 415 503"},
    {ROUTE("POST", "/v1/motions/rollout"), .operation = "rolloutMotion", .group = PD_API_GROUP_MOTION,
     .ask = "{\"seconds\":1,\"script\":[{\"t\":0,\"move\":[0,1],\"gait\":\"walk\"}]}", .reply = "Motion",
     DOES(PD_API_READ, PD_API_MOTION, pd_api_handle_rollout), .cost = pd_api_rollout_cost,
     .query = {pd_api_rollout_query_fields}, .body = {pd_api_script_fields},
     .summary = "Make a motion from a script",
     .doc =
         "Computes the motion of a character, 60 frames per second of motion and as fast as possible, from a "
         "list of orders, along a path or from random orders. The same script gives the same motion.",
     .headers = "Posed-Warning",
     .replies = "application/json application/x-bvh model/gltf-binary application/x-npz",
     .errors = "400 404 406 409 413 415 503"},
    {ROUTE("POST", "/v1/speech"), .operation = "makeSpeech", .group = PD_API_GROUP_MOTION,
     .ask = "{\"text\":\"Hi, Bob.\",\"rate\":10}", .reply = "Speech",
     DOES(PD_API_READ, PD_API_MAKE, pd_api_handle_speech), .cost = pd_api_speech_cost, .make_ms = 5,
     .takes = "audio/wav", .query = {pd_api_speech_query_fields},
     .body = {pd_api_utterance_fields, pd_api_speech_fields}, .summary = "Make mouth shapes of speech",
     .doc = "Returns the mouth shapes (visemes) of an utterance with their times, and with `rate` their "
            "weights frame by frame. The utterance is a text, words with times as services of speech send "
            "them, phones or visemes, or a WAV file (audio/wav), which is heard, also with the text that is "
            "said in it. See docs/guide/speech.md.",
     .replies = "application/json", .errors = "400 404 409 413 415 503"},
    {ROUTE("GET", "/v1/characters"), .operation = "listCharacters", .group = PD_API_GROUP_MOTION,
     .reply = "CharacterList", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_characters),
     .summary = "List the characters",
     .doc = "Lists the rigged characters that clients have put, which roll-outs and streams can animate.",
     .replies = "application/json", .errors = "400"},
    {ROUTE("PUT", "/v1/characters/{id}"), NAMES(SKELETONS), .operation = "putCharacter",
     .group = PD_API_GROUP_MOTION, .at = "mine", .reply = "Character",
     .takes = "model/gltf-binary model/gltf+json application/zip",
     DOES(PD_API_STREAM, PD_API_MAKE, pd_api_handle_character_put), .judge = pd_api_judge_character_put,
     .query = {pd_api_character_put_query_fields}, .summary = "Put a character",
     .doc = "Stores a rigged character under this id: a .glb or .vrm file with a skin, a .gltf with its "
            "buffers in itself, or a ZIP archive of a .gltf with its files. The reply says which of its "
            "joints match a person's bones; `match` corrects the matches. See docs/reference/characters.md.",
     .headers = "Posed-Warning", .replies = "application/json", .errors = "201 400 403 409 412 413 415 503"},
    {ROUTE("GET", "/v1/characters/{id}"), NAMES(SKELETONS), .operation = "getCharacter",
     .group = PD_API_GROUP_MOTION, .at = "mine", .reply = "Character",
     DOES(PD_API_READ, PD_API_NOW, pd_api_handle_character), .summary = "Describe a character",
     .doc = "Returns a character's joints and the match of its joints to a person's bones.",
     .replies = "application/json", .errors = "304 400 404 412"},
    {ROUTE("POST", "/v1/characters/{id}/clip"), NAMES(SKELETONS), .operation = "makeCharacterClip",
     .group = PD_API_GROUP_MOTION, .at = "fox", .takes = PD_API_PERSON_TYPES,
     DOES(PD_API_READ, PD_API_MESH, pd_api_handle_character_clip), .judge = pd_api_judge_character_clip,
     .cost = pd_api_character_clip_cost,
     .query = {pd_api_character_clip_query_fields, pd_api_person_file_fields},
     .summary = "Put a motion on a character",
     .doc = "Retargets a motion of up to 600 s to the character and returns the character's file with this "
            "motion as its first animation. docs/reference/characters.md lists the files of motion of people "
            "and of animals that are read.",
     .headers = "Posed-Clip Posed-Warning", .replies = "model/gltf-binary",
     .errors = "400 404 406 409 413 415 503"},
    {ROUTE("POST", "/v1/characters/{id}/face"), NAMES(SKELETONS), .operation = "makeCharacterFace",
     .group = PD_API_GROUP_MOTION, .at = "ann", .reply = "CharacterFace",
     DOES(PD_API_STREAM, PD_API_FIT, pd_api_handle_character_face), .judge = pd_api_judge_character_face,
     .cost = pd_api_character_face_cost, .query = {pd_api_character_face_query_fields},
     .summary = "Give a character a face",
     .doc =
         "Finds the face of a person's character, fits the head of a body model to it, and carries over "
         "the 52 shapes of ARKit, 15 visemes and joints of jaw and eyes. The result replaces the character: "
         "it then speaks and looks on the stream. A mask, a helmet or an animal is refused with the reason.",
     .headers = "Posed-Warning", .replies = "model/gltf-binary application/json",
     .errors = "400 403 404 406 409 412 413 415 503"},
    {ROUTE("GET", "/v1/characters/{id}/portrait"), NAMES(SKELETONS), .operation = "getCharacterPortrait",
     .group = PD_API_GROUP_MOTION, .at = "mine", .ask = "size=64&format=png",
     DOES(PD_API_READ, PD_API_MESH, pd_api_handle_own_portrait), .cost = pd_api_own_portrait_cost,
     .query = {pd_api_own_portrait_fields, pd_api_own_portrait_query_fields},
     .summary = "Draw a picture of a character, cacheable",
     .doc = "Draws a character with the materials and textures of its file as a PNG or WebP picture: head, "
            "half or full figure. A person without a pose stands at ease, an animal is as in its file. The "
            "reply has a strong ETag.",
     .headers = "Posed-Warning", .replies = "image/png image/webp", .errors = "304 400 404 406 412 413 503"},
    {ROUTE("POST", "/v1/characters/{id}/portrait"), NAMES(SKELETONS), .operation = "drawCharacterPortrait",
     .group = PD_API_GROUP_MOTION, .at = "mine", .ask = "{\"view\":\"full\",\"size\":[64,96]}",
     DOES(PD_API_READ, PD_API_MESH, pd_api_handle_own_portrait), .cost = pd_api_own_portrait_cost,
     .query = {pd_api_own_portrait_query_fields}, .body = {pd_api_own_portrait_fields},
     .summary = "Draw a picture of a character",
     .doc = "Draws a picture as GET on this path does, from a JSON request.", .headers = "Posed-Warning",
     .replies = "image/png image/webp", .errors = "400 404 406 413 415 503"},
    {ROUTE("DELETE", "/v1/characters/{id}"), NAMES(SKELETONS), .operation = "deleteCharacter",
     .group = PD_API_GROUP_MOTION, .at = "mine",
     DOES(PD_API_STREAM, PD_API_NOW, pd_api_handle_character_delete), .summary = "Delete a character",
     .doc = "Deletes a character. Sessions that already use it keep it until they despawn it.",
     .errors = "204 400 404 412"},
    {ROUTE("GET", "/v1/clips"), .operation = "listClips", .group = PD_API_GROUP_MOTION, .reply = "ClipList",
     DOES(PD_API_READ, PD_API_NOW, pd_api_handle_clips), .summary = "List the clips",
     .doc = "Lists the clips that characters of the stream and of roll-outs can play (`play`): the emotes of "
            "the server, then those that clients have put.",
     .replies = "application/json", .errors = "400 503"},
    {ROUTE("PUT", "/v1/clips/{id}"), NAMES(CLIPS), .operation = "putClip", .group = PD_API_GROUP_MOTION,
     .at = "greet", .reply = "Clip", .takes = PD_API_PERSON_TYPES,
     DOES(PD_API_STREAM, PD_API_MESH, pd_api_handle_clip_put), .judge = pd_api_judge_clip_put,
     .cost = pd_api_clip_put_cost, .query = {pd_api_clip_put_query_fields, pd_api_person_file_fields},
     .headers = "Posed-Warning", .summary = "Put a clip",
     .doc = "Stores a motion of a person of up to 600 s under this id, for characters to play. It is "
            "retargeted to the skeleton of the characters, with its lowest steps on the floor. Characters "
            "that play an older clip of this id play it to its end.",
     .replies = "application/json", .errors = "201 400 403 409 412 413 415 503"},
    {ROUTE("GET", "/v1/clips/{id}"), NAMES(CLIPS), .operation = "getClip", .group = PD_API_GROUP_MOTION,
     .at = "wave", .reply = "Clip", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_clip),
     .summary = "Describe a clip", .doc = "Returns the duration, the mask and the way of a clip.",
     .replies = "application/json", .errors = "304 404 412 503"},
    {ROUTE("DELETE", "/v1/clips/{id}"), NAMES(CLIPS), .operation = "deleteClip", .group = PD_API_GROUP_MOTION,
     .at = "greet", DOES(PD_API_STREAM, PD_API_NOW, pd_api_handle_clip_delete), .summary = "Delete a clip",
     .doc = "Deletes a clip that a client has put. Characters that play it play it to its end.",
     .errors = "204 400 403 404 412"},
    {ROUTE("POST", "/v1/rig"), .operation = "rigMesh", .group = PD_API_GROUP_MOTION, .reply = "Rig",
     .takes = "model/gltf-binary model/gltf+json application/zip model/obj text/plain application/x-ply "
              "application/octet-stream",
     DOES(PD_API_READ, PD_API_FIT, pd_api_handle_rig), .cost = pd_api_rig_cost,
     .query = {pd_api_rig_query_fields}, .summary = "Rig a mesh automatically",
     .doc =
         "Rigs a mesh that has no skeleton, of a person or, with `template`, of an animal: adds joints and "
         "skin weights. Returns a .glb file that PUT /v1/characters accepts, or a JSON report. "
         "docs/reference/characters.md has the requirements of the mesh, and what the reply says.",
     .headers = "Posed-Rig Posed-Warning", .replies = "model/gltf-binary application/json",
     .errors = "400 406 413 415 503"},
    {ROUTE("GET", "/v1/stream"), .operation = "openStream", .group = PD_API_GROUP_MOTION,
     DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_stream), .query = {pd_api_stream_query_fields},
     .summary = "Stream of live characters",
     .doc = "Opens a WebSocket with the subprotocol posed.v1; a plain HTTP request is answered 426. Its "
            "messages are in docs/reference/stream.md.",
     .errors = "101 400 426"},
    {ROUTE("GET", "/v1/rooms"), .operation = "listRooms", .group = PD_API_GROUP_MOTION, .reply = "RoomList",
     DOES(PD_API_STREAM, PD_API_NOW, pd_api_handle_rooms), .summary = "List the rooms",
     .doc =
         "Lists the rooms of the stream, of all daemons of a cluster. It takes a key with the scope stream "
         "(docs/guide/rooms.md).",
     .replies = "application/json"},
    {ROUTE("POST", "/v1/rooms/{id}/cast"), NAMES(ROOMS), .operation = "castRays",
     .group = PD_API_GROUP_MOTION, .at = "plaza", .reply = "Hits",
     .ask = "{\"tick\":1203,\"fraction\":0.4,\"rays\":[{\"from\":[0,1.5,-5],\"along\":[0,0,1]}]}",
     DOES(PD_API_STREAM, PD_API_MAKE, pd_api_handle_room_cast), .make_ms = 5,
     .query = {pd_api_room_cast_query_fields}, .body = {pd_api_cast_fields, pd_api_room_cast_fields},
     .summary = "Find what rays meet in a room",
     .doc = "Finds which characters of a room rays meet, and where on their skin, at a moment that a player "
            "drew. It is for a game's own server; players send the message `cast` on the stream. The key "
            "must be allowed to join the room (docs/guide/rooms.md).",
     .replies = "application/json", .errors = "400 403 404 413 415 503"},
    {ROUTE("POST", "/v1/rooms/{id}/speak"), NAMES(ROOMS), .operation = "orderSpeech",
     .group = PD_API_GROUP_MOTION, .at = "plaza", .reply = "Ordered",
     .ask = "{\"character\":1,\"text\":\"Hello, Ada.\"}",
     DOES(PD_API_STREAM, PD_API_MAKE, pd_api_handle_order), .make_ms = 1,
     .query = {pd_api_order_query_fields},
     .body = {pd_api_speak_fields, pd_api_utterance_fields, pd_api_order_fields},
     .summary = "Make a character of a room speak",
     .doc = "Makes a character of a room speak, with the fields of the stream's message "
            "`speak`. The reply has the duration. Its client must have spawned it with "
            "`orders`, and the key must be allowed to join the room (docs/guide/agents.md).",
     .replies = "application/json", .errors = "400 403 404 413 415 503"},
    {ROUTE("POST", "/v1/rooms/{id}/look"), NAMES(ROOMS), .operation = "orderLook",
     .group = PD_API_GROUP_MOTION, .at = "plaza", .reply = "Ordered",
     .ask = "{\"character\":1,\"point\":[0,1.6,3]}", DOES(PD_API_STREAM, PD_API_MAKE, pd_api_handle_order),
     .make_ms = 1, .query = {pd_api_order_query_fields},
     .body = {pd_api_look_fields, pd_api_gaze_fields, pd_api_order_fields},
     .summary = "Make a character of a room look",
     .doc = "Sets where a character of a room faces and looks, with the fields of the "
            "stream's message `look`. Its client must have spawned it with `orders`.",
     .replies = "application/json", .errors = "400 403 404 413 415 503"},
    {ROUTE("POST", "/v1/rooms/{id}/play"), NAMES(ROOMS), .operation = "orderClip",
     .group = PD_API_GROUP_MOTION, .at = "plaza", .reply = "Ordered",
     .ask = "{\"character\":1,\"clip\":\"wave\"}", DOES(PD_API_STREAM, PD_API_MAKE, pd_api_handle_order),
     .make_ms = 1, .query = {pd_api_order_query_fields}, .body = {pd_api_play_fields, pd_api_order_fields},
     .summary = "Make a character of a room play a clip",
     .doc = "Makes a character of a room play an emote or another clip, with the fields of "
            "the stream's message `play`. Its client must have spawned it with `orders`.",
     .replies = "application/json", .errors = "400 403 404 413 415 503"},
    {ROUTE("POST", "/v1/rooms/{id}/feel"), NAMES(ROOMS), .operation = "orderFeelings",
     .group = PD_API_GROUP_MOTION, .at = "plaza", .reply = "Ordered",
     .ask = "{\"character\":1,\"emotions\":{\"happy\":0.6}}",
     DOES(PD_API_STREAM, PD_API_MAKE, pd_api_handle_order), .make_ms = 1,
     .query = {pd_api_order_query_fields},
     .body = {pd_api_mood_fields, pd_api_feel_fields, pd_api_order_fields},
     .summary = "Set the emotions of a character of a room",
     .doc = "Sets emotions, partner and part in a conversation of a character of a room, with "
            "the fields of the stream's message `feel`. Its client must have spawned it with "
            "`orders`.",
     .replies = "application/json", .errors = "400 403 404 413 415 503"},
    {ROUTE("GET", "/v1/scenes"), .operation = "listScenes", .group = PD_API_GROUP_SCENES,
     .reply = "SceneList", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_scenes), .summary = "List the scenes",
     .doc = "Lists the scenes in which sessions of the stream and roll-outs can run.",
     .replies = "application/json", .errors = "400"},
    {ROUTE("PUT", "/v1/scenes/{id}"), NAMES(SCENES), .operation = "putScene", .group = PD_API_GROUP_SCENES,
     .at = "yard",
     .ask = "{\"ground\":{\"kind\":\"hills\",\"seed\":1,\"side\":20},\"walls\":[{\"from\":[-2,3],\"to\":[2,3]"
            "}]}",
     .reply = "Scene", .takes = "image/png text/plain application/octet-stream",
     DOES(PD_API_STREAM, PD_API_MAKE, pd_api_handle_scene_put), .judge = pd_api_judge_scene_put,
     .cost = pd_api_scene_cost, .query = {pd_api_scene_put_query_fields}, .body = {pd_api_scene_fields},
     .headers = "Posed-Warning", .summary = "Put a scene",
     .doc = "Stores a scene under this id: JSON with ground, walls and areas, or a heightmap alone as a grey "
            "PNG (16 bits for fine steps), as text with one line of heights in metres per row, or as raw "
            "float32. Rows follow each other along +z. Characters that are in the older scene of this id "
            "stay in the older one.",
     .replies = "application/json", .errors = "201 400 403 412 413 503"},
    {ROUTE("GET", "/v1/scenes/{id}"), NAMES(SCENES), .operation = "getScene", .group = PD_API_GROUP_SCENES,
     .at = "yard", .reply = "Scene", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_scene),
     .cost = pd_api_scene_cost, .query = {pd_api_scene_query_fields}, .summary = "Describe a scene",
     .doc = "Returns a scene as it was put; the heights of its ground only with `heights`.",
     .replies = "application/json", .errors = "304 404 412 413 503"},
    {ROUTE("DELETE", "/v1/scenes/{id}"), NAMES(SCENES), .operation = "deleteScene",
     .group = PD_API_GROUP_SCENES, .at = "yard", DOES(PD_API_STREAM, PD_API_NOW, pd_api_handle_scene_delete),
     .summary = "Delete a scene", .doc = "Deletes a scene. Characters that are in it stay in it.",
     .errors = "204 400 404 412"},
    {ROUTE("POST", "/v1/tickets"), .operation = "createTicket", .group = PD_API_GROUP_ACCESS,
     .reply = "Ticket", DOES(PD_API_STREAM, PD_API_NOW, pd_api_handle_ticket),
     .query = {pd_api_ticket_query_fields}, .summary = "Make a one-time ticket",
     .doc = "Makes a one-time ticket that opens a WebSocket from a browser, which cannot send an "
            "Authorization header.",
     .replies = "application/json", .errors = "404"},
};
const int pd_api_route_count = sizeof pd_api_routes / sizeof pd_api_routes[0];
