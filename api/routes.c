#include "api/routes.h"

#include "api/assets.h"
#include "api/body.h"
#include "api/ik.h"
#include "api/measure.h"
#include "api/motion.h"
#include "api/motion_scene.h"
#include "api/scenes.h"
#include "api/service.h"
#include "api/skeletons.h"

#include <stdio.h>
#include <string.h>

#define MESH_TYPES                                                                                           \
    "application/json application/octet-stream application/x-npz model/obj application/x-ply model/stl "     \
    "model/gltf-binary"

#define ROUTE(verb, path) .name = verb " " path, .method = verb, .pattern = path
#define DOES(s, w, h)     .scope = s, .work = w, .handler = h

const pd_api_route pd_api_routes[] = {
    {ROUTE("GET", "/"), DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_home), .summary = "The start page",
     .doc = "Characters to walk with, bodies to shape, the server in numbers; without web/dist a plain page: "
            "version, resident "
            "models, examples.",
     .replies = "text/html", .errors = "304"},
    {ROUTE("GET", "/web/{id}"), DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_asset),
     .summary = "A file of the start page",
     .doc =
         "Its script, style, picture and licences, compressed as Accept-Encoding says, with a strong ETag.",
     .replies = "text/javascript text/css image/svg+xml text/plain text/html", .errors = "304 404"},
    {ROUTE("GET", "/healthz"), DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_health),
     .summary = "Is the process alive", .doc = "200 while the process lives.", .replies = "application/json"},
    {ROUTE("GET", "/readyz"), DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_ready),
     .summary = "Does it take requests",
     .doc = "200 when every configured model is resident and no drain is on; else 503 with the reason.",
     .replies = "application/json", .errors = "503"},
    {ROUTE("GET", "/metrics"), DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_metrics),
     .summary = "Prometheus metrics",
     .doc = "Requests by route and code, latencies, queue depth, batch sizes, resident models.",
     .replies = "text/plain"},
    {ROUTE("GET", "/openapi.json"), DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_openapi),
     .summary = "OpenAPI 3.1", .doc = "This contract, made from the table of routes.",
     .replies = "application/json"},
    {ROUTE("GET", "/docs"), DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_docs),
     .summary = "A readable page of the contract", .doc = "Routes, fields, defaults and ranges.",
     .replies = "text/html"},
    {ROUTE("GET", "/v1/version"), DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_version),
     .summary = "Version and kernels",
     .doc = "Version, commit, features, the kernels chosen for this processor.",
     .replies = "application/json"},
    {ROUTE("GET", "/v1/models"), DOES(PD_API_READ, PD_API_NOW, pd_api_handle_models),
     .summary = "List the models",
     .doc = "Id, kind, default flag, licence, provenance and resident bytes of every model.",
     .replies = "application/json"},
    {ROUTE("GET", "/v1/models/{id}"), DOES(PD_API_READ, PD_API_NOW, pd_api_handle_model),
     .summary = "Describe a model",
     .doc = "Counts, joint names, parents and rest joints, range of betas, measurement names, licence.",
     .replies = "application/json", .errors = "404"},
    {ROUTE("GET", "/v1/models/{id}/faces"), DOES(PD_API_READ, PD_API_MESH, pd_api_handle_faces),
     .query = {pd_api_faces_query_fields}, .summary = "The triangles",
     .doc = "Topology, once: it is the same for every body of the model. Counter-clockwise from outside.",
     .replies = "application/json application/octet-stream", .errors = "304 400 404 406"},
    {ROUTE("POST", "/v1/models/{id}/reload"), DOES(PD_API_ADMIN, PD_API_RELOAD, pd_api_handle_reload),
     .summary = "Load a model again",
     .doc = "Reads the file again and swaps when it is good; when not, the old one stays and the error says "
            "why.",
     .replies = "application/json", .errors = "404 500"},
    {ROUTE("GET", "/v1/models/{id}/mesh"), DOES(PD_API_READ, PD_API_MESH, pd_api_handle_mesh),
     .query = {pd_api_body_fields, pd_api_output_fields, pd_api_mesh_fields, pd_api_mesh_query_fields},
     .summary = "Make a body, cacheable",
     .doc = "The fields of the POST as query parameters, lists as comma-separated numbers. Strong ETag; "
            "If-None-Match answers 304 without making the mesh.",
     .replies = MESH_TYPES, .errors = "304 400 404 406 503"},
    {ROUTE("POST", "/v1/models/{id}/mesh"), DOES(PD_API_READ, PD_API_MESH, pd_api_handle_mesh),
     .query = {pd_api_mesh_query_fields},
     .body = {pd_api_body_fields, pd_api_bodies_fields, pd_api_output_fields, pd_api_mesh_fields},
     .summary = "Make bodies",
     .doc = "Shape and pose in, vertices out, in the format of ?format= or Accept. The header Posed-Shape "
            "gives the "
            "sizes of what a binary reply holds.",
     .replies = MESH_TYPES, .errors = "400 404 406 413 415 503"},
    {ROUTE("GET", "/v1/models/{id}/joints"), DOES(PD_API_READ, PD_API_MESH, pd_api_handle_joints),
     .query = {pd_api_body_fields, pd_api_output_fields, pd_api_joints_query_fields},
     .summary = "Joint positions, cacheable", .doc = "As the POST, by query parameters, with a strong ETag.",
     .replies = "application/json application/octet-stream application/x-npz",
     .errors = "304 400 404 406 503"},
    {ROUTE("POST", "/v1/models/{id}/joints"), DOES(PD_API_READ, PD_API_MESH, pd_api_handle_joints),
     .query = {pd_api_joints_query_fields},
     .body = {pd_api_body_fields, pd_api_bodies_fields, pd_api_output_fields}, .summary = "Joint positions",
     .doc = "Only the joints of the posed body; no vertex is touched unless ground asks for the lowest one.",
     .replies = "application/json application/octet-stream application/x-npz",
     .errors = "400 404 406 413 415 503"},
    {ROUTE("GET", "/v1/models/{id}/measure"), DOES(PD_API_READ, PD_API_FIT, pd_api_handle_measure),
     .query = {pd_api_measure_fields}, .summary = "Measure a body, cacheable",
     .doc = "As the POST, by query parameters, with a strong ETag.", .replies = "application/json",
     .errors = "304 400 404 503"},
    {ROUTE("POST", "/v1/models/{id}/measure"), DOES(PD_API_READ, PD_API_FIT, pd_api_handle_measure),
     .body = {pd_api_measure_fields, pd_api_measure_bodies_fields}, .summary = "Measure bodies",
     .doc = "Height, mass, girths and lengths of the shaped body in its T-pose, with the definition of each; "
            "null "
            "where the model lacks what a definition needs.",
     .replies = "application/json", .errors = "400 404 413 415 503",
     .example =
         "{\"model\":\"default\",\"pose\":\"T\",\"density\":1000,\"bodies\":[{\"height\":1.7,\"mass\":65}],"
         "\"definitions\":{\"height\":{\"unit\":\"m\",\"iso_8559_1\":\"stature\",\"definition\":\"...\"}}}"},
    {ROUTE("POST", "/v1/models/{id}/fit"), DOES(PD_API_READ, PD_API_FIT, pd_api_handle_fit),
     .body = {pd_api_fit_fields}, .summary = "Betas from measurements",
     .doc =
         "The most likely body that measures what is asked; status matched when every measurement is within "
         "its "
         "tolerance, or compromise with the residuals (reached minus wanted) when they contradict each other "
         "or "
         "the model. distance is |betas|: how far from the mean body, in standard deviations; relaxation the "
         "share of the tolerances that was needed to stay a likely body, 0.05 to 1.",
     .replies = "application/json", .errors = "400 404 413 415 503",
     .example =
         "{\"model\":\"default\",\"pose\":\"T\",\"density\":1000,\"status\":\"matched\",\"iterations\":4,"
         "\"distance\":1.58,\"relaxation\":0.05,\"betas\":[1.5,-0.5],\"residuals\":{\"height\":0.0001},"
         "\"tolerances\":{\"height\":0.005},\"measurements\":{\"height\":1.8}}"},
    {ROUTE("GET", "/v1/skeletons"), DOES(PD_API_READ, PD_API_NOW, pd_api_handle_skeletons),
     .summary = "List the skeletons", .doc = "Every resident model is one; then those that were put.",
     .replies = "application/json"},
    {ROUTE("GET", "/v1/skeletons/{id}"), DOES(PD_API_READ, PD_API_NOW, pd_api_handle_skeleton),
     .query = {pd_api_skeleton_query_fields}, .summary = "Joints and bones",
     .doc =
         "Name, parent, offset from the parent and rest position of every joint; betas give a body's bones "
         "their lengths. Where `limits` knows the joint also its range: degrees about x, y, z "
         "(docs/ik.md). Of a glTF that was put also node, rotation at rest and VRM's bone.",
     .replies = "application/json", .errors = "400 404",
     .example = "{\"id\":\"default\",\"frame\":\"gltf\",\"joints\":[{\"name\":\"pelvis\",\"parent\":null,"
                "\"offset\":[0,0.95,0],\"rest\":[0,0.95,0]}]}"},
    {ROUTE("PUT", "/v1/skeletons/{id}"), DOES(PD_API_STREAM, PD_API_NOW, pd_api_handle_skeleton_put),
     .query = {pd_api_skeleton_put_query_fields}, .body = {pd_api_skeleton_fields},
     .summary = "Put a skeleton",
     .doc = "For IK by name: a .glb or .vrm with a skin (model/gltf-binary), the hierarchy of a BVH file "
            "(application/x-bvh), or JSON as `skeleton` of POST /v1/ik/solve. Who solves on an older one of "
            "that name "
            "stays with it.",
     .replies = "application/json", .errors = "201 400 409 413",
     .example =
         "{\"id\":\"avatar\",\"kind\":\"vrm\",\"posed\":false,\"frame\":\"gltf\",\"joints\":[{\"name\":"
         "\"Hips\",\"parent\":null,\"offset\":[0,0.95,0],\"rest\":[0,0.95,0],\"node\":3,\"rotation\":["
         "0,0,0,1],\"bone\":\"hips\"}]}"},
    {ROUTE("DELETE", "/v1/skeletons/{id}"), DOES(PD_API_STREAM, PD_API_NOW, pd_api_handle_skeleton_delete),
     .summary = "Delete a skeleton", .doc = "Those of resident models stay.", .replies = "application/json",
     .errors = "204 404"},
    {ROUTE("POST", "/v1/ik/solve"), DOES(PD_API_READ, PD_API_IK, pd_api_handle_ik),
     .body = {pd_api_ik_fields, pd_api_ik_many_fields}, .summary = "Inverse kinematics",
     .doc =
         "Rotations that bring joints to their targets. status: reached, unreachable (the bones prove that "
         "no pose reaches; the nearest is given), stalled (not reached, not proven) or budget. With problems "
         "the reply is {\"solutions\":[...]}, where a bad problem is "
         "answered in its "
         "place with {\"error\":{...}}.",
     .replies = "application/json", .errors = "400 404 413 415 503",
     .example = "{\"status\":\"reached\",\"iterations\":1,\"pose\":{\"quaternions\":[[0,0,0,1]]},\"joints\":["
                "[0,0.95,0]],"
                "\"joint_names\":[\"pelvis\"],\"targets\":[{\"joint\":\"left_hand\",\"status\":\"reached\","
                "\"solver\":"
                "\"two_bone\",\"iterations\":1,\"position_error\":1e-7,\"orientation_error\":0}],\"limits_"
                "hit\":[]}"},
    {ROUTE("POST", "/v1/motions/rollout"), DOES(PD_API_READ, PD_API_MOTION, pd_api_handle_rollout),
     .query = {pd_api_rollout_query_fields}, .body = {pd_api_script_fields},
     .summary = "A motion from a script",
     .doc = "Runs a character without a clock, 60 frames a second, by a list of orders, along a path or by "
            "chance. The same "
            "script gives the same motion.",
     .replies = "application/json application/x-bvh model/gltf-binary application/x-npz",
     .errors = "400 404 406 409 413 415 503",
     .example =
         "{\"rate\":60,\"frame_count\":1,\"frame\":\"gltf\",\"joint_names\":[\"Hips\"],\"parents\":[-1],"
         "\"offsets\":[[0,0,0]],\"gaits\":[\"stand\"],\"contact_names\":[\"left_heel\"],\"frames\":[{\"t\":0,"
         "\"root\":[0,0,0],\"yaw\":0,\"translation\":[0,0.95,0],\"rotations\":[[0,0,0,1]],\"contacts\":[1,1,"
         "1,1],"
         "\"phase\":0,\"gait_weights\":[1,0,0,0,0,0],\"events\":[]}]}"},
    {ROUTE("GET", "/v1/stream"), DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_stream),
     .summary = "The stream of characters",
     .doc = "A WebSocket, subprotocol posed.v1; by plain HTTP 426. docs/stream.md has its messages.",
     .replies = "application/json", .errors = "101 426"},
    {ROUTE("GET", "/v1/scenes"), DOES(PD_API_READ, PD_API_NOW, pd_api_handle_scenes), .summary = "The scenes",
     .doc = "What sessions of the stream can walk in.", .replies = "application/json"},
    {ROUTE("PUT", "/v1/scenes/{id}"), DOES(PD_API_STREAM, PD_API_NOW, pd_api_handle_scene_put),
     .query = {pd_api_scene_put_query_fields}, .body = {pd_api_scene_fields}, .summary = "Put a scene",
     .doc = "As JSON with ground, walls and areas; or a heightmap alone: a grey PNG (16 bits for fine "
            "steps), text with a line of "
            "metres per row, or raw float32. Rows go along +z. Who walks in an older scene of that name "
            "stays in it.",
     .replies = "application/json", .errors = "201 400 413"},
    {ROUTE("GET", "/v1/scenes/{id}"), DOES(PD_API_READ, PD_API_NOW, pd_api_handle_scene),
     .query = {pd_api_scene_query_fields}, .summary = "A scene",
     .doc = "As it was put; heights when asked for.", .replies = "application/json", .errors = "404"},
    {ROUTE("DELETE", "/v1/scenes/{id}"), DOES(PD_API_STREAM, PD_API_NOW, pd_api_handle_scene_delete),
     .summary = "Delete a scene", .doc = "Who walks in it stays in it.", .replies = "application/json",
     .errors = "204 404"},
    {ROUTE("POST", "/v1/tickets"), DOES(PD_API_STREAM, PD_API_NOW, pd_api_handle_ticket),
     .summary = "A one-time ticket",
     .doc = "For a browser's WebSocket, which cannot send an Authorization header.",
     .replies = "application/json", .errors = "404"},
};
const int pd_api_route_count = sizeof pd_api_routes / sizeof pd_api_routes[0];

/* Bytes of the segment at s, which starts with '/'. */
static size_t segment(const char *s)
{
    size_t size = 1;
    while (s[size] && s[size] != '/') size++;
    return size;
}

static int same_segment(const char *pattern, size_t pattern_size, const char *path, size_t size, char *id)
{
    if (pattern_size == 5 && !memcmp(pattern, "/{id}", 5))
        return size > 1 && pd_api_percent_decode(id, PD_API_ID_BYTES, path + 1, size - 1, 0);
    return pattern_size == size && !memcmp(pattern, path, size);
}

static int matches(const char *pattern, const char *path, char *id)
{
    while (*pattern && *path) {
        const size_t pattern_size = segment(pattern), size = segment(path);
        if (*path != '/' || !same_segment(pattern, pattern_size, path, size, id)) return 0;
        pattern += pattern_size;
        path += size;
    }
    return !*pattern && !*path;
}

static void allow(pd_api_found *found, const char *method)
{
    const size_t used = strlen(found->allow);

    snprintf(found->allow + used, sizeof found->allow - used, "%s%s%s", used ? ", " : "", method,
             strcmp(method, "GET") ? "" : ", HEAD");
}

/* The methods that the path has, for 405 and OPTIONS. */
static void collect_methods(pd_api_found *found, const char *path)
{
    for (int i = 0; i < pd_api_route_count; i++) {
        if (!matches(pd_api_routes[i].pattern, path, found->id)) continue;
        found->path_known = 1;
        allow(found, pd_api_routes[i].method);
    }
    if (found->path_known) allow(found, "OPTIONS");
}

pd_api_found pd_api_find_route(const char *method, const char *path)
{
    const char *wanted = strcmp(method, "HEAD") ? method : "GET";
    pd_api_found found;

    found.route = NULL;
    found.path_known = 0;
    found.id[0] = found.allow[0] = 0;
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *route = &pd_api_routes[i];
        if (strcmp(route->method, wanted)) continue;
        found.id[0] = 0;
        if (!matches(route->pattern, path, found.id)) continue;
        found.route = route;
        found.path_known = 1;
        return found;
    }
    collect_methods(&found, path);
    return found;
}

/* The pattern with the path's own segment in the place of {id}; 0 when they have not as many segments. */
static int fill_pattern(char *out, size_t out_bytes, const char *pattern, const char *path)
{
    size_t used = 0;

    while (*pattern && *path == '/') {
        const size_t pattern_size = segment(pattern), size = segment(path);
        const int is_id = pattern_size == 5 && !memcmp(pattern, "/{id}", 5) && size > 1;

        used += (size_t)snprintf(out + used, out_bytes - used, "%.*s", (int)(is_id ? size : pattern_size),
                                 is_id ? path : pattern);
        if (used >= out_bytes) return 0;
        pattern += pattern_size;
        path += size;
    }
    return !*pattern && !*path;
}

void pd_api_path_hint(char out[PD_API_HINT_BYTES], const char *path)
{
    pd_spell_search search = pd_spell_begin(path);
    char near[64];

    for (int i = 0; i < pd_api_route_count; i++)
        if (fill_pattern(near, sizeof near, pd_api_routes[i].pattern, path)) pd_spell_offer(&search, near);
    pd_api_hint(out, &search);
}

pd_api_match pd_api_match_route(const char *method, const char *path)
{
    const pd_api_found found = pd_api_find_route(method, path);

    if (!found.route && found.path_known && !strcmp(method, "OPTIONS"))
        return (pd_api_match){"OPTIONS", PD_API_OPEN, 0};
    if (!found.route) return (pd_api_match){NULL, PD_API_OPEN, 0};
    return (pd_api_match){found.route->name, found.route->scope, found.route->body[0] != NULL};
}
