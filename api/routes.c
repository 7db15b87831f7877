/* The rows of pd_api_routes (api/http/routes.h): each route with its handler, fields, documentation and examples. */
#include "api/body/body.h"
#include "api/observe/jobs.h"
#include "api/body/measure.h"
#include "api/rig/rig.h"
#include "api/body/wear.h"
#include "api/http/assets.h"
#include "api/http/routes.h"
#include "api/http/service.h"
#include "api/ik/ik.h"
#include "api/ik/skeletons.h"
#include "api/motion/motion.h"
#include "api/motion/characters.h"
#include "api/motion/scene.h"
#include "api/motion/scenes.h"

#define MESH_TYPES                                                                                           \
    "application/json application/octet-stream application/x-npz model/obj application/x-ply model/stl "     \
    "model/gltf-binary"

#define ROUTE(verb, path) .name = verb " " path, .method = verb, .pattern = path
#define DOES(s, w, h)     .scope = s, .work = w, .handler = h
#define PAGE_MS           7 /* to write all routes and compress them */
#define NAMES(object)     .names = 1 + PD_API_OBJECT_##object

const pd_api_group_info pd_api_groups[PD_API_GROUP_COUNT] = {
#define GROUP_ROW(id, heading, doc) {heading, doc},
    PD_API_GROUP_TABLE(GROUP_ROW)
#undef GROUP_ROW
};

const pd_api_route pd_api_routes[] = {
    {ROUTE("GET", "/"), .operation = "getPage", .group = PD_API_GROUP_SERVICE,
     DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_home), .summary = "The start page",
     .doc = "Characters to walk with, bodies to shape, the server in numbers; without web/dist a plain page: "
            "version, resident "
            "models, examples.",
     .replies = "text/html", .errors = "304"},
    {ROUTE("GET", "/web/{id}"), .operation = "getPageFile", .group = PD_API_GROUP_SERVICE, .at = "app.js",
     DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_asset), .summary = "A file of the start page",
     .doc =
         "Its script, style, picture and licences, compressed as Accept-Encoding says, with a strong ETag.",
     .replies = "text/javascript text/css image/svg+xml text/plain text/html", .errors = "304 404"},
    {ROUTE("GET", "/healthz"), .operation = "getHealth", .group = PD_API_GROUP_SERVICE, .reply = "Status",
     DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_health), .summary = "Is the process alive",
     .doc = "200 while the process lives.", .replies = "application/json"},
    {ROUTE("GET", "/readyz"), .operation = "getReadiness", .group = PD_API_GROUP_SERVICE, .reply = "Status",
     DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_ready), .summary = "Does it take requests",
     .doc = "200 when every configured model is resident and no drain is on; else 503 with the reason.",
     .replies = "application/json", .errors = "503"},
    {ROUTE("GET", "/metrics"), .operation = "getMetrics", .group = PD_API_GROUP_SERVICE,
     DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_metrics), .summary = "Prometheus metrics",
     .doc = "Requests by route and code, latencies, queue depth, batch sizes, resident models.",
     .replies = "text/plain"},
    {ROUTE("GET", "/openapi.json"), .operation = "getOpenapi", .group = PD_API_GROUP_SERVICE,
     .reply = "Openapi", DOES(PD_API_OPEN, PD_API_MAKE, pd_api_handle_openapi), .make_ms = PAGE_MS,
     .summary = "OpenAPI 3.1", .doc = "This contract, made from the table of routes.",
     .replies = "application/json"},
    {ROUTE("GET", "/docs"), .operation = "getDocs", .group = PD_API_GROUP_SERVICE,
     DOES(PD_API_OPEN, PD_API_MAKE, pd_api_handle_docs), .make_ms = PAGE_MS,
     .summary = "A readable page of the contract",
     .doc = "Routes, fields, defaults and ranges, with requests to run; the stream's messages and bytes.",
     .replies = "text/html"},
    {ROUTE("GET", "/v1/version"), .operation = "getVersion", .group = PD_API_GROUP_SERVICE,
     .reply = "Version", DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_version),
     .summary = "Version and kernels",
     .doc = "Version, commit, features, the kernels chosen for this processor.",
     .replies = "application/json"},
    {ROUTE("GET", "/v1/models"), .operation = "listModels", .group = PD_API_GROUP_MODELS,
     .reply = "ModelList", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_models), .summary = "List the models",
     .doc = "Id, kind, default flag, licence, provenance and resident bytes of every model.",
     .replies = "application/json"},
    {ROUTE("GET", "/v1/models/{id}"), .operation = "getModel", .group = PD_API_GROUP_MODELS, .at = "default",
     .reply = "Model", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_model), .summary = "Describe a model",
     .doc = "Counts, joint names, parents and rest joints, range of betas, measurement names, licence.",
     .replies = "application/json", .errors = "404"},
    {ROUTE("GET", "/v1/models/{id}/faces"), .operation = "getFaces", .group = PD_API_GROUP_MODELS,
     .at = "default", .reply = "Faces", DOES(PD_API_READ, PD_API_MESH, pd_api_handle_faces),
     .query = {pd_api_faces_query_fields}, .summary = "The triangles",
     .doc = "Topology, once: it is the same for every body of the model. Counter-clockwise from outside.",
     .replies = "application/json application/octet-stream", .errors = "304 400 404 406"},
    {ROUTE("GET", "/v1/wardrobe"), .operation = "getWardrobe", .group = PD_API_GROUP_MODELS,
     .reply = "Wardrobe", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_wardrobe),
     .summary = "What bodies may wear",
     .doc = "Clothes, shoes, hair, eyes, brows, lashes, teeth: names for `wear` of the mesh routes, what "
            "each hides, and "
            "whom to credit.",
     .replies = "application/json", .errors = "404"},
    {ROUTE("POST", "/v1/models/{id}/reload"), .operation = "reloadModel", .group = PD_API_GROUP_MODELS,
     .at = "default", .reply = "Reloaded", DOES(PD_API_ADMIN, PD_API_RELOAD, pd_api_handle_reload),
     .summary = "Load a model again",
     .doc = "Reads the file again and swaps when it is good; when not, the old one stays and the error says "
            "why.",
     .replies = "application/json", .errors = "404 500"},
    {ROUTE("GET", "/v1/models/{id}/mesh"), .operation = "getMesh", .group = PD_API_GROUP_BODIES,
     .at = "default", .ask = "betas=1.5,-0.5&ground=true&format=glb", .reply = "Bodies",
     DOES(PD_API_READ, PD_API_MESH, pd_api_handle_mesh), .cost = pd_api_mesh_cost,
     .query = {pd_api_body_fields, pd_api_output_fields, pd_api_mesh_fields, pd_api_wear_fields,
               pd_api_mesh_query_fields, pd_api_mhr_fields},
     .summary = "Make a body, cacheable",
     .doc = "The fields of the POST as query parameters, lists as comma-separated numbers. Strong ETag; "
            "If-None-Match answers 304 without making the mesh.",
     .replies = MESH_TYPES, .errors = "304 400 404 406 413 503"},
    {ROUTE("POST", "/v1/models/{id}/mesh"), .operation = "makeMeshes", .group = PD_API_GROUP_BODIES,
     .at = "default",
     .ask = "{\"bodies\":[{\"betas\":[1.5,-0.5]},{\"betas\":[-1],\"translation\":[1,0,0]}],\"ground\":true,"
            "\"digits\":3}",
     .reply = "Bodies", DOES(PD_API_READ, PD_API_MESH, pd_api_handle_mesh), .judge = pd_api_judge_model,
     .cost = pd_api_mesh_cost, .query = {pd_api_mesh_query_fields},
     .body = {pd_api_body_fields, pd_api_bodies_fields, pd_api_output_fields, pd_api_mesh_fields,
              pd_api_wear_fields, pd_api_mhr_fields},
     .summary = "Make bodies",
     .doc = "Shape and pose in, vertices out, in the format of ?format= or Accept. The header Posed-Shape "
            "gives the "
            "sizes of what a binary reply holds.",
     .replies = MESH_TYPES, .errors = "400 404 406 413 415 503"},
    {ROUTE("GET", "/v1/models/{id}/joints"), .operation = "getJoints", .group = PD_API_GROUP_BODIES,
     .at = "default", .ask = "betas=1.5,-0.5&digits=3", .reply = "Bodies",
     DOES(PD_API_READ, PD_API_MESH, pd_api_handle_joints), .cost = pd_api_mesh_cost,
     .query = {pd_api_body_fields, pd_api_output_fields, pd_api_joints_query_fields, pd_api_mhr_fields},
     .summary = "Joint positions, cacheable", .doc = "As the POST, by query parameters, with a strong ETag.",
     .replies = "application/json application/octet-stream application/x-npz",
     .errors = "304 400 404 406 413 503"},
    {ROUTE("POST", "/v1/models/{id}/joints"), .operation = "makeJoints", .group = PD_API_GROUP_BODIES,
     .at = "default", .ask = "{\"betas\":[1.5,-0.5],\"ground\":true,\"digits\":3}", .reply = "Bodies",
     DOES(PD_API_READ, PD_API_MESH, pd_api_handle_joints), .judge = pd_api_judge_model,
     .cost = pd_api_mesh_cost, .query = {pd_api_joints_query_fields},
     .body = {pd_api_body_fields, pd_api_bodies_fields, pd_api_output_fields, pd_api_mhr_fields},
     .summary = "Joint positions",
     .doc = "Only the joints of the posed body; no vertex is touched unless ground asks for the lowest one.",
     .replies = "application/json application/octet-stream application/x-npz",
     .errors = "400 404 406 413 415 503"},
    {ROUTE("GET", "/v1/models/{id}/measure"), .operation = "getMeasurements", .group = PD_API_GROUP_BODIES,
     .at = "default", .ask = "betas=1.5,-0.5", .reply = "Measured",
     DOES(PD_API_READ, PD_API_FIT, pd_api_handle_measure), .cost = pd_api_measure_cost,
     .query = {pd_api_measure_fields}, .summary = "Measure a body, cacheable",
     .doc = "As the POST, by query parameters, with a strong ETag.", .replies = "application/json",
     .errors = "304 400 404 503"},
    {ROUTE("POST", "/v1/models/{id}/measure"), .operation = "measureBodies", .group = PD_API_GROUP_BODIES,
     .at = "default", .ask = "{\"bodies\":[{\"betas\":[1.5,-0.5]},{\"betas\":[-1]}]}", .reply = "Measured",
     DOES(PD_API_READ, PD_API_FIT, pd_api_handle_measure), .judge = pd_api_judge_model,
     .cost = pd_api_measure_cost, .body = {pd_api_measure_fields, pd_api_measure_bodies_fields},
     .summary = "Measure bodies",
     .doc = "Height, mass, girths and lengths of the shaped body in its T-pose, with the definition of each; "
            "null "
            "where the model lacks what a definition needs.",
     .replies = "application/json", .errors = "400 404 413 415 503"},
    {ROUTE("POST", "/v1/models/{id}/fit"), .operation = "fitMeasurements", .group = PD_API_GROUP_BODIES,
     .at = "default", .ask = "{\"measurements\":{\"height\":1.8,\"waist_girth\":0.8}}", .reply = "Fit",
     DOES(PD_API_READ, PD_API_FIT, pd_api_handle_fit), .judge = pd_api_judge_model, .cost = pd_api_fit_cost,
     .body = {pd_api_fit_fields}, .summary = "A body from measurements, or from what is seen of it",
     .doc =
         "With `observations`: betas, pose, place and camera of a person seen as joints, keypoints or "
         "vertices in space or in a picture, "
         "the residual of each and the joints that nothing seen depends on (docs/guide/fit.md). With "
         "`measurements`: "
         "the most likely body that measures what is asked; status matched when every measurement is within "
         "its tolerance, or compromise with the residuals (reached minus asked) when they contradict each "
         "other or the model.",
     .replies = "application/json", .errors = "400 404 413 415 503"},
    {ROUTE("POST", "/v1/jobs"), .operation = "createJob", .group = PD_API_GROUP_BODIES, .reply = "Job",
     .ask = "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"frames\":[[null,null,null,null,"
            "null,[0.17,1.4,0],[-"
            "0.17,1.4,0],[0.25,1.15,0],[-0.25,1.15,0],[0.25,0.9,0.1],[-0.25,0.9,0.1],[0.09,0.9,0],[-0.09,0.9,"
            "0],[0."
            "1,0.5,0.05],[-0.1,0.5,0.05],[0.1,0.08,0],[-0.1,0.08,0]]]}}]}",
     .takes = "application/octet-stream", DOES(PD_API_READ, PD_API_MAKE, pd_api_handle_job_put),
     .query = {pd_api_job_query_fields}, .body = {pd_api_job_fields}, .summary = "A take as a job",
     .doc =
         "Optical markers or keypoints of up to 16 people over many frames, as JSON, or a C3D or TRC file as "
         "application/octet-stream. 202 with the job's id; it is done aside, one after the other, behind "
         "everything else. "
         "429: too many of yours wait (limits.owner_jobs); 503: too many of all (limits.jobs).",
     .replies = "application/json", .errors = "202 400 404 413 415 429 503"},
    {ROUTE("GET", "/v1/jobs"), .operation = "listJobs", .group = PD_API_GROUP_BODIES, .reply = "JobList",
     DOES(PD_API_READ, PD_API_NOW, pd_api_handle_jobs), .summary = "The jobs",
     .doc = "Your own, in the order in which they were sent; with the scope admin all.",
     .replies = "application/json"},
    {ROUTE("GET", "/v1/jobs/{id}"), .operation = "getJob", .group = PD_API_GROUP_BODIES, .at = "5f3a9c",
     .reply = "Job", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_job), .summary = "How far a job is",
     .doc = "Its status and progress; once it is done, what was found of each person. It is forgotten "
            "limits.job_seconds "
            "after it was done.",
     .replies = "application/json", .errors = "404"},
    {ROUTE("GET", "/v1/jobs/{id}/result"), .operation = "getJobResult", .group = PD_API_GROUP_BODIES,
     .at = "5f3a9c", .reply = "Take", DOES(PD_API_READ, PD_API_MAKE, pd_api_handle_job_result),
     .query = {pd_api_job_result_query_fields}, .summary = "What a job made",
     .doc = "A person's motion. 409 while the job is not done.",
     .replies = "application/json application/x-npz model/gltf-binary application/x-bvh",
     .errors = "400 404 406 409 503"},
    {ROUTE("DELETE", "/v1/jobs/{id}"), .operation = "deleteJob", .group = PD_API_GROUP_BODIES, .at = "5f3a9c",
     DOES(PD_API_READ, PD_API_NOW, pd_api_handle_job_delete), .summary = "Cancel a job",
     .doc = "Whether it waits, runs or is done: it is forgotten.", .errors = "204 404 412"},
    {ROUTE("GET", "/v1/skeletons"), .operation = "listSkeletons", .group = PD_API_GROUP_IK,
     .reply = "SkeletonList", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_skeletons),
     .summary = "List the skeletons", .doc = "Every resident model is one; then those that were put.",
     .replies = "application/json"},
    {ROUTE("GET", "/v1/skeletons/{id}"), .operation = "getSkeleton", .group = PD_API_GROUP_IK,
     .at = "default", .ask = "betas=1.5,-0.5", .reply = "Skeleton",
     DOES(PD_API_READ, PD_API_NOW, pd_api_handle_skeleton), .query = {pd_api_skeleton_query_fields},
     .summary = "Joints and bones",
     .doc =
         "Name, parent, offset from the parent and rest position of every joint; betas give a body's bones "
         "their lengths. Where `limits` knows the joint also its range: degrees about x, y, z "
         "(docs/reference/ik.md). Of a glTF that was put also node, rotation at rest and VRM's bone.",
     .replies = "application/json", .errors = "304 400 404 412"},
    {ROUTE("PUT", "/v1/skeletons/{id}"), NAMES(SKELETONS), .operation = "putSkeleton",
     .group = PD_API_GROUP_IK, .at = "arm",
     .ask = "{\"joints\":[{\"name\":\"shoulder\",\"offset\":[0,1.4,0]},{\"name\":\"elbow\",\"parent\":"
            "\"shoulder\",\"offset\":[0.28,0,0]},{\"name\":\"wrist\",\"parent\":\"elbow\",\"offset\":[0.25,0,"
            "0]}]}",
     .reply = "Skeleton", .takes = "model/gltf-binary application/x-bvh",
     DOES(PD_API_STREAM, PD_API_MAKE, pd_api_handle_skeleton_put), .judge = pd_api_judge_skeleton_put,
     .query = {pd_api_skeleton_put_query_fields}, .body = {pd_api_skeleton_fields},
     .summary = "Put a skeleton",
     .doc = "For IK by name: a .glb or .vrm with a skin (model/gltf-binary), the hierarchy of a BVH file "
            "(application/x-bvh), or JSON as `skeleton` of POST /v1/ik/solve. Who solves on an older one of "
            "that name "
            "stays with it.",
     .replies = "application/json", .errors = "201 400 403 409 412 413 503"},
    {ROUTE("DELETE", "/v1/skeletons/{id}"), NAMES(SKELETONS), .operation = "deleteSkeleton",
     .group = PD_API_GROUP_IK, .at = "arm", DOES(PD_API_STREAM, PD_API_NOW, pd_api_handle_skeleton_delete),
     .summary = "Delete a skeleton", .doc = "Those of resident models stay.", .errors = "204 404 412"},
    {ROUTE("POST", "/v1/ik/solve"), .operation = "solveIk", .group = PD_API_GROUP_IK,
     .ask = "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.4,0.3,0.4]}]}", .reply = "Ik",
     DOES(PD_API_READ, PD_API_IK, pd_api_handle_ik), .cost = pd_api_ik_cost,
     .body = {pd_api_ik_fields, pd_api_ik_many_fields}, .summary = "Inverse kinematics",
     .doc =
         "Rotations that bring joints to their targets. status: reached, unreachable (the bones prove that "
         "no pose reaches; the nearest is given), stalled (not reached, not proven) or budget. With problems "
         "the reply is {\"solutions\":[...]}, where a bad problem is answered in its place with "
         "{\"error\":{...}}.",
     .replies = "application/json", .errors = "400 404 413 415 503"},
    {ROUTE("POST", "/v1/motions/rollout"), .operation = "rolloutMotion", .group = PD_API_GROUP_MOTION,
     .ask = "{\"seconds\":1,\"script\":[{\"t\":0,\"move\":[0,1],\"gait\":\"walk\"}]}", .reply = "Motion",
     DOES(PD_API_READ, PD_API_MOTION, pd_api_handle_rollout), .cost = pd_api_rollout_cost,
     .query = {pd_api_rollout_query_fields}, .body = {pd_api_script_fields},
     .summary = "A motion from a script",
     .doc = "Runs a character without a clock, 60 frames a second, by a list of orders, along a path or by "
            "chance. The same "
            "script gives the same motion.",
     .replies = "application/json application/x-bvh model/gltf-binary application/x-npz",
     .errors = "400 404 406 409 413 415 503"},
    {ROUTE("GET", "/v1/characters"), .operation = "listCharacters", .group = PD_API_GROUP_MOTION,
     .reply = "CharacterList", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_characters),
     .summary = "The characters", .doc = "Users' own rigged characters: what roll-outs and streams can move.",
     .replies = "application/json"},
    {ROUTE("PUT", "/v1/characters/{id}"), NAMES(SKELETONS), .operation = "putCharacter",
     .group = PD_API_GROUP_MOTION, .at = "mine", .reply = "Character", .takes = "model/gltf-binary",
     DOES(PD_API_STREAM, PD_API_MAKE, pd_api_handle_character_put), .judge = pd_api_judge_character_put,
     .query = {pd_api_character_put_query_fields}, .summary = "Put a character",
     .doc = "A .glb or .vrm with a skin (docs/guide/characters.md). The reply says which of its joints "
            "answer to a "
            "person's bones, how they were found and what is doubtful; match corrects it. It is a skeleton "
            "too: IK "
            "solves on it by the same id, limits.skeletons counts it, and keys reach it by skeletons=. What "
            "moves as "
            "an older one of that name stays with it.",
     .replies = "application/json", .errors = "201 400 403 409 412 413 415 503"},
    {ROUTE("GET", "/v1/characters/{id}"), NAMES(SKELETONS), .operation = "getCharacter",
     .group = PD_API_GROUP_MOTION, .at = "mine", .reply = "Character",
     DOES(PD_API_READ, PD_API_NOW, pd_api_handle_character), .summary = "A character",
     .doc = "Its match and its joints.", .replies = "application/json", .errors = "304 404 412"},
    {ROUTE("POST", "/v1/characters/{id}/clip"), NAMES(SKELETONS), .operation = "makeCharacterClip",
     .group = PD_API_GROUP_MOTION, .at = "fox",
     .takes = "model/gltf-binary application/x-bvh application/x-amc application/x-npz application/x-fbx",
     DOES(PD_API_READ, PD_API_MESH, pd_api_handle_character_clip), .judge = pd_api_judge_character_clip,
     .cost = pd_api_character_clip_cost, .query = {pd_api_character_clip_query_fields},
     .summary = "A motion on a character",
     .doc = "A motion in, the character's own file with that motion as its first animation out. Of a person: "
            "BVH, an AMC "
            "right after its ASF, an npz of AMASS's layout (what it does not say and is assumed, as the axis "
            "that is up, "
            "is a header Posed-Warning each), or an FBX (with or without a skin), .glb or .vrm of any person "
            "with an "
            "animation. Of an animal (PUT /v1/characters/{id}?template=): a .glb of one of the same "
            "template. To 600 s "
            "(docs/guide/characters.md).",
     .replies = "model/gltf-binary", .errors = "400 404 406 409 413 415 503"},
    {ROUTE("DELETE", "/v1/characters/{id}"), NAMES(SKELETONS), .operation = "deleteCharacter",
     .group = PD_API_GROUP_MOTION, .at = "mine",
     DOES(PD_API_STREAM, PD_API_NOW, pd_api_handle_character_delete), .summary = "Delete a character",
     .doc = "What moves as it goes on.", .errors = "204 404 412"},
    {ROUTE("POST", "/v1/rig"), .operation = "rigMesh", .group = PD_API_GROUP_MOTION, .reply = "Rig",
     .takes = "model/gltf-binary model/obj text/plain application/x-ply application/octet-stream",
     DOES(PD_API_READ, PD_API_FIT, pd_api_handle_rig), .cost = pd_api_rig_cost,
     .query = {pd_api_rig_query_fields}, .summary = "Rig a mesh",
     .doc = "The mesh of a person, or by `template` of a quadruped, a bird or a spider, without a skeleton "
            "(.glb, OBJ or PLY; to 200,000 "
            "vertices; any axes, loose "
            "islands and holes) gets one, with skin weights: a .glb whose joints VRM names, upright and "
            "looking along "
            "+Z, which PUT /v1/characters takes (docs/guide/characters.md). The header Posed-Rig tells the "
            "residual "
            "and doubtful joints; as JSON, a report with the confidence of each joint, what was repaired and "
            "which "
            "markers would help.",
     .replies = "model/gltf-binary application/json", .errors = "400 406 413 415 503"},
    {ROUTE("GET", "/v1/stream"), .operation = "openStream", .group = PD_API_GROUP_MOTION,
     DOES(PD_API_OPEN, PD_API_NOW, pd_api_handle_stream), .summary = "The stream of characters",
     .doc =
         "A WebSocket, subprotocol posed.v1; by plain HTTP 426. docs/reference/stream.md has its messages.",
     .errors = "101 426"},
    {ROUTE("GET", "/v1/scenes"), .operation = "listScenes", .group = PD_API_GROUP_SCENES,
     .reply = "SceneList", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_scenes), .summary = "The scenes",
     .doc = "What sessions of the stream can walk in.", .replies = "application/json"},
    {ROUTE("PUT", "/v1/scenes/{id}"), NAMES(SCENES), .operation = "putScene", .group = PD_API_GROUP_SCENES,
     .at = "yard",
     .ask = "{\"ground\":{\"kind\":\"hills\",\"seed\":1,\"side\":20},\"walls\":[{\"from\":[-2,3],\"to\":[2,3]"
            "}]}",
     .reply = "Scene", .takes = "image/png text/plain application/octet-stream",
     DOES(PD_API_STREAM, PD_API_MAKE, pd_api_handle_scene_put), .judge = pd_api_judge_scene_put,
     .cost = pd_api_scene_cost, .query = {pd_api_scene_put_query_fields}, .body = {pd_api_scene_fields},
     .summary = "Put a scene",
     .doc = "As JSON with ground, walls and areas; or a heightmap alone: a grey PNG (16 bits for fine "
            "steps), text with a line of "
            "metres per row, or raw float32. Rows go along +z. Who walks in an older scene of that name "
            "stays in it.",
     .replies = "application/json", .errors = "201 400 403 412 413 503"},
    {ROUTE("GET", "/v1/scenes/{id}"), NAMES(SCENES), .operation = "getScene", .group = PD_API_GROUP_SCENES,
     .at = "yard", .reply = "Scene", DOES(PD_API_READ, PD_API_NOW, pd_api_handle_scene),
     .cost = pd_api_scene_cost, .query = {pd_api_scene_query_fields}, .summary = "A scene",
     .doc = "As it was put; heights when asked for.", .replies = "application/json",
     .errors = "304 404 412 413 503"},
    {ROUTE("DELETE", "/v1/scenes/{id}"), NAMES(SCENES), .operation = "deleteScene",
     .group = PD_API_GROUP_SCENES, .at = "yard", DOES(PD_API_STREAM, PD_API_NOW, pd_api_handle_scene_delete),
     .summary = "Delete a scene", .doc = "Who walks in it stays in it.", .errors = "204 404 412"},
    {ROUTE("POST", "/v1/tickets"), .operation = "createTicket", .group = PD_API_GROUP_ACCESS,
     .reply = "Ticket", DOES(PD_API_STREAM, PD_API_NOW, pd_api_handle_ticket), .summary = "A one-time ticket",
     .doc = "For a browser's WebSocket, which cannot send an Authorization header.",
     .replies = "application/json", .errors = "404"},
};
const int pd_api_route_count = sizeof pd_api_routes / sizeof pd_api_routes[0];
