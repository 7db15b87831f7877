/* Golden test of replies, word for word: status, type, every header and the body. The requests have each way
 * to ask for a format, a coding or a known tag, odd spellings of paths and queries, and values at, below and
 * beyond each limit. The bodies are those of tests/support/fixture.h.
 *
 * In tests/golden/steps/replies.txt numbers may differ by 2e-4, hexadecimal digits of an ETag do not count,
 * and a body over 1,200 bytes is given by its length and sums. POSED_GOLDEN=write writes it again. Read the
 * difference as a client who gets the replies would. */
#include "tests/support/api_sums.h"
#include "tests/support/golden_text.h"
#include "tests/support/rigs.h"

#define FILE_PATH "tests/golden/steps/replies.txt"
#define TOLERANCE 2e-4
enum { BODY_MOST = 1200 };

typedef struct asked {
    const char *method, *target, *body;
    const char *accept, *coding, *known, *type,
        *content_coding; /* headers; known "=": the ETag that it has */
} asked;

#define MESH       "/v1/models/other/mesh?betas=1"
#define JOINTS     "/v1/models/other/joints?betas=1&digits=2"
#define GIVES(...) .method = "GET", .target = MESH, .accept = __VA_ARGS__
#define CODED(...) .method = "GET", .target = "/openapi.json", .coding = __VA_ARGS__
#define BY(path)   .method = "GET", .target = path
#define HAND       "{\"joint\":\"left_wrist\",\"position\":[0.4,1.3,0.4]}"
#define ARM                                                                                                  \
    "{\"name\":\"a\",\"offset\":[0,0,0]},{\"name\":\"b\",\"parent\":\"a\",\"offset\":[0,1,0]},{\"name\":"    \
    "\"c\","                                                                                                 \
    "\"parent\":\"b\",\"offset\":[0,1,0]}"
#define POSTS(path, json) .method = "POST", .target = path, .body = json
#define PUTS(path, json)  .method = "PUT", .target = path, .body = json
#define SOLVES(json)      POSTS("/v1/ik/solve", "{" json "}")
#define MOVES(json)       POSTS("/v1/motions/rollout?format=json", "{" json "}")
#define FITS(json)        POSTS("/v1/models/other/fit", "{" json "}")
#define SHAPED(json)      POSTS("/v1/models/default/joints?format=json", "{\"digits\":3," json "}")

static const asked requests[] = {
    /* which format */
    {GIVES(NULL)},
    {GIVES("*/*")},
    {GIVES("model/*")},
    {GIVES("model/stl")},
    {GIVES("model/obj;q=0.3, model/stl;q=0.4")},
    {GIVES("model/obj;q=0.4, model/stl;q=0.4")},
    {GIVES("model/*;q=0.5, model/gltf-binary;q=0")},
    {GIVES("application/json;q=0, */*;q=0.1")},
    {GIVES("application/x-npz;Q=1.0")},
    {GIVES("application/x-npz;v=2;q=0.2, application/x-ply; q=0.1")},
    {GIVES("image/png")},
    {GIVES("*/*;q=0")},
    {GIVES("application/octet-stream;q=x")},
    {GIVES("application/octet-stream;q=1.5, model/obj;q=0.001")},
    {GIVES(" , ,model/obj")},
    {GIVES("MODEL/OBJ")},
    {GIVES("model/ob")},
    {"GET", MESH "&format=stl", .accept = "model/obj"},
    /* which coding */
    {CODED("gzip")},
    {CODED("br")},
    {CODED("zstd")},
    {CODED("deflate")},
    {CODED("gzip;q=0")},
    {CODED("gzip;q=0.5, br;q=0.4")},
    {CODED("gzip;q=0.4, br;q=0.5")},
    {CODED("gzip, br")},
    {CODED("*")},
    {CODED("*;q=0")},
    {CODED("identity;q=0, gzip;q=0.1")},
    {CODED("identity, gzip;q=0.1")},
    {CODED("x-gzip")},
    {"GET", JOINTS, .coding = "gzip"},
    /* what is known already */
    {"GET", JOINTS, .known = "="},
    {"GET", JOINTS, .known = "*"},
    {"GET", JOINTS, .known = "W/\"1\""},
    {"GET", JOINTS, .known = "\"1\", ="},
    {"GET", "/v1/models/other/faces?format=bin", .known = "="},
    {"GET", "/openapi.json", .known = "=", .coding = "gzip"},
    {"GET", "/v1/models/other/measure?betas=1", .known = "="},
    /* other methods */
    {.method = "HEAD", .target = JOINTS},
    {.method = "HEAD", .target = "/v1/models"},
    {.method = "HEAD", .target = "/v1/ik/solve"},
    {.method = "OPTIONS", .target = "/v1/models/default/mesh"},
    {.method = "OPTIONS", .target = "/v1/ik/solve"},
    {.method = "OPTIONS", .target = "/v1/scenes/x"},
    {.method = "OPTIONS", .target = "/v1/none"},
    {.method = "PATCH", .target = "/v1/models/default/mesh"},
    {.method = "DELETE", .target = "/v1/models"},
    {.method = "PUT", .target = "/v1/ik/solve"},
    {.method = "get", .target = "/v1/models"},
    /* paths and queries written oddly */
    {BY("/v1/models/%6fther/joints?digits=2")},
    {BY("/v1/models/other%2fx/joints")},
    {BY("/v1/models/other/joints/")},
    {BY("/v1//models")},
    {BY("/v1/models/%zz")},
    {BY("/v1/models/%")},
    {BY("/v1/models/%00")},
    {BY("/v1/models/othr/joints")},
    {BY("/v1/models/")},
    {BY(JOINTS "&betas=2")},
    {BY(JOINTS "&")},
    {BY(JOINTS "&&ground=true")},
    {BY(JOINTS "&ground")},
    {BY(JOINTS "&ground=yes")},
    {BY(JOINTS "&ground=1")},
    {BY(JOINTS "&ground=TRUE")},
    {BY(JOINTS "&b%65tas=1")},
    {BY("/v1/models/other/joints?digits=2&betas=%31%2C2")},
    {BY("/v1/models/other/joints?digits=2&betas=1,,2")},
    {BY("/v1/models/other/joints?digits=2&betas=1,")},
    {BY("/v1/models/other/joints?digits=2&betas=")},
    {BY("/v1/models/other/joints?digits=2&betas=1%202")},
    {BY("/v1/models/other/joints?digits=2&betas=+1")},
    {BY("/v1/models/other/joints?digits=2&betas=0x1")},
    {BY("/v1/models/other/joints?digits=2&betas=nan")},
    {BY("/v1/models/other/joints?digits=2&betas=1e400")},
    {BY("/v1/models/other/joints?digits=2&betas=-0")},
    {BY("/v1/models/other/joints?digits=2&betas=1,2,3,4")},
    {BY("/v1/models/other/joints?digits=2&betas=1,2,3,4,5")},
    {BY("/v1/models/other/joints?digits=0")},
    {BY("/v1/models/other/joints?digits=9")},
    {BY("/v1/models/other/joints?digits=10")},
    {BY("/v1/models/other/joints?digits=-1")},
    {BY("/v1/models/other/joints?digits=2.5")},
    {BY("/v1/models/other/joints?digits=2&betas=5.5")},
    {BY("/v1/models/other/joints?digits=2&betas=100")},
    {BY("/v1/models/other/joints?digits=2&betas=100.001")},
    {BY("/v1/models/other/joints?digits=2&include=joints")},
    {BY("/v1/models/other/joints?digits=2&keypoints=body")},
    {BY("/v1/models/other/joints?digits=2&frame=unreal")},
    {BY("/v1/models/other/joints?digits=2&frame=unity")},
    {BY("/v1/models/other/joints?digits=2&frame=blender")},
    {BY("/v1/models/other/joints?digits=2&frame=amass")},
    {BY("/v1/models/other/joints?digits=2&translation=1,2,3")},
    {BY("/v1/models/other/joints?digits=2&global_orient=0,1.5708,0")},
    {BY("/v1/models/other/joints?format=bin")},
    {BY("/v1/models/other/joints?format=npz")},
    {BY("/v1/models/other/joints?format=obj")},
    {BY("/v1/models/other/mesh?format=obj&digits=2")},
    {BY("/v1/models/other/mesh?format=json&include=faces")},
    {BY("/v1/models/other/mesh?format=json&include=joints&digits=1")},
    {BY("/v1/models/default/mesh?format=bin&include=vertices,normals,joints")},
    {BY("/v1/models/default/mesh?format=bin&betas=7,1,2")},
    {BY("/v1/models/walk/joints")},
    {BY("/v1/models/walk")},
    {BY("/v1/models/other")},
    {BY("/v1/models/default")},
    {BY("/v1/models/motion")},
    {BY("/v1/models")},
    {BY("/v1/skeletons")},
    {BY("/v1/skeletons/default")},
    {BY("/v1/skeletons/other?betas=1")},
    {BY("/v1/skeletons/motion")},
    {BY("/v1/skeletons/motion?betas=1")},
    {BY("/v1/skeletons/walk")},
    {BY("/v1/skeletons/none")},
    {BY("/v1/scenes")},
    {BY("/v1/characters")},
    {BY("/v1/wardrobe")},
    {BY("/v1/jobs")},
    {BY("/v1/jobs/none")},
    {BY("/v1/jobs/none/result")},
    {.method = "DELETE", .target = "/v1/jobs/none"},
    {BY("/v1/stream")},
    {BY("/healthz")},
    {BY("/readyz")},
    {BY("/metrics")},
    {BY("/web/none.js")},
    {POSTS("/v1/tickets", NULL)},
    {POSTS("/v1/models/default/reload", NULL)},
    {POSTS("/v1/models/other/reload", NULL)},
    /* bodies of requests */
    {"POST", JOINTS, "{}", .type = "text/plain"},
    {"POST", "/v1/models/other/joints", "{\"digits\":2}", .type = "application/json; charset=utf-8"},
    {"POST", "/v1/models/other/joints", "{\"digits\":2}", .type = "application/json;charset=latin-1"},
    {"POST", "/v1/models/other/joints", "{\"digits\":2}", .type = "APPLICATION/JSON"},
    {"POST", "/v1/models/other/joints", "{\"digits\":2}", .type = "application/jsonx"},
    {"POST", "/v1/models/other/joints", "{\"digits\":2}", .content_coding = "identity"},
    {"POST", "/v1/models/other/joints", "{\"digits\":2}", .content_coding = "gzip"},
    {POSTS("/v1/models/other/joints", "{\"digits\":2,\"digits\":3}")},
    {POSTS("/v1/models/other/joints", "{\"digits\":\"2\"}")},
    {POSTS("/v1/models/other/joints", "{\"digits\":true}")},
    {POSTS("/v1/models/other/joints", "{\"digits\":null}")},
    {POSTS("/v1/models/other/joints", "{\"betas\":true}")},
    {POSTS("/v1/models/other/joints", "{\"betas\":[[1]]}")},
    {POSTS("/v1/models/other/joints", "null")},
    {POSTS("/v1/models/other/joints", "{\"betas\":[1]}{}")},
    {POSTS("/v1/models/other/joints",
           "{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1}")},
    {POSTS("/v1/models/other/joints", "{\"\\u00e9\\n\\\"\":1}")},
    {POSTS("/v1/models/other/joints",
           "{\"x\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}")},
    {POSTS("/v1/models/other/joints",
           "{\"x\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}")},
    {POSTS("/v1/models/other/joints?format=json",
           "{\"digits\":1,\"bodies\":[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]}")},
    {POSTS("/v1/models/other/joints", "{\"bodies\":[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]}")},
    {SHAPED("\"pose\":[[0,0,0]]")},
    {SHAPED("\"betas\":[1],\"global_orient\":[0,0,0,1]")},
    {SHAPED("\"global_orient\":[0,0.7071068,0,0.7071068]")},
    {SHAPED("\"global_orient\":[[0,0,1],[0,1,0],[-1,0,0]]")},
    {SHAPED("\"global_orient\":[0,0,-1,0,1,0]")},
    {SHAPED("\"global_orient\":[1e-4,0,0,1e-5]")},
    {SHAPED("\"translation\":[10000,0,0]")},
    {SHAPED("\"translation\":[10000.1,0,0]")},
    {SHAPED("\"soft_tissue\":[1,1,1]")},
    {SHAPED("\"soft_tissue\":[1,1,1,1]")},
    {SHAPED("\"left_hand\":\"fist\"")},
    {SHAPED("\"jaw_pose\":[0,0,0]")},
    {SHAPED("\"bodies\":[{\"betas\":[1],\"ground\":true}]")},
    {SHAPED("\"bodies\":[{\"betas\":[1]},{\"betas\":[6]}],\"betas\":[2],\"ground\":true")},
    /* measurements and fits */
    {POSTS("/v1/models/other/measure", "{\"betas\":[1],\"density\":1000}")},
    {POSTS("/v1/models/other/measure", "{\"density\":499}")},
    {POSTS("/v1/models/other/measure", "{\"density\":500}")},
    {FITS("\"measurements\":{\"height\":1.7},\"density\":1501")},
    {FITS("\"measurements\":{}")},
    {FITS("\"measurements\":{\"height\":null}")},
    {FITS("\"measurements\":{\"waist_girth\":0.8}")},
    /* inverse kinematics */
    {SOLVES("\"targets\":[" HAND "],\"solver\":\"fabrik\",\"iterations\":1000")},
    {SOLVES("\"targets\":[" HAND "],\"iterations\":1001")},
    {SOLVES("\"targets\":[" HAND "],\"iterations\":0")},
    {SOLVES("\"targets\":[" HAND "],\"solver\":\"two_bone\"")},
    {SOLVES("\"targets\":[" HAND "],\"solver\":\"two_bone\",\"skeleton\":\"other\",\"output\":\"euler\"")},
    {SOLVES("\"targets\":[" HAND "],\"solver\":\"transpose\",\"tolerance\":0.1")},
    {SOLVES("\"targets\":[" HAND "],\"solver\":\"dls\",\"damping\":-1")},
    {SOLVES("\"targets\":[" HAND "],\"solver\":\"neural\"")},
    {SOLVES("\"targets\":[" HAND "],\"solver\":\"example\"")},
    {SOLVES("\"targets\":[" HAND "," HAND "]")},
    {SOLVES("\"skeleton\":{\"joints\":[" ARM "]},\"targets\":[{\"joint\":\"c\",\"position\":[1,1,0]}]")},
    {SOLVES("\"skeleton\":{\"joints\":[" ARM "]},\"targets\":[{\"joint\":\"c\",\"position\":[3,0,0]}]")},
    {SOLVES("\"skeleton\":{\"joints\":[" ARM
            "]},\"targets\":[{\"joint\":\"c\",\"position\":[0,0.2,0],\"weight\":0}]")},
    {SOLVES("\"skeleton\":{\"joints\":[" ARM
            "]},\"targets\":[{\"joint\":\"b\",\"orientation\":[0,0,0.7071068,0.7071068]}]")},
    {SOLVES("\"skeleton\":{\"joints\":[" ARM
            "]},\"targets\":[{\"joint\":\"c\",\"position\":[1,1,0],\"chain\":{\"root\":\"b\"}}]")},
    {SOLVES(
        "\"skeleton\":{\"joints\":[" ARM
        "]},\"targets\":[{\"joint\":\"c\",\"position\":[1,1,0]}],\"solver\":\"ccd\","
        "\"joint_limits\":[{\"joint\":\"b\",\"kind\":\"hinge\",\"axis\":[0,0,1],\"range\":[0,2]},{\"joint\":"
        "\"a\",\"kind\":\"cone\",\"axis\":[0,1,0],\"angle\":0.5}]")},
    {SOLVES("\"skeleton\":{\"joints\":[" ARM
            "]},\"targets\":[{\"joint\":\"c\",\"position\":[1,1,0]}],\"joint_limits\":[{\"joint\":"
            "\"b\",\"kind\":\"hinge\",\"axis\":[0,0,1],\"range\":[2,0]}]")},
    {SOLVES("\"problems\":[{\"skeleton\":{\"joints\":[" ARM
            "]},\"targets\":[{\"joint\":\"c\",\"position\":[1,1,0]}]},{\"targets\":["
            "{\"joint\":\"x\",\"position\":[0,0,0]}]}]")},
    /* lists in several parameters */
    {BY("/v1/models/other/mesh?format=json&digits=1&include=joints&include=normals")},
    {BY("/v1/models/other/mesh?format=json&digits=1&include=joints&include=hair")},
    {BY("/v1/models/other/mesh?format=json&digits=1&include=joints&include=")},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=json",
     .body =
         "{\"seconds\":1,\"script\":[{\"t\":0,\"move\":[0,1]}],\"motion\":\"matching\",\"mode\":\"fast\"}"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=glb",
     .body = "{\"seconds\":1,\"script\":[{\"t\":0,\"move\":[0,1]}],\"character\":\"nobody\"}"},
    /* starts, placed and turned; joints that stay */
    {SOLVES("\"targets\":[" HAND "],\"solver\":\"dls\",\"translation\":[0.1,0,0.2]")},
    {SOLVES("\"targets\":[" HAND "],\"solver\":\"dls\",\"translation\":[0.1,0]")},
    {SOLVES("\"targets\":[" HAND "],\"solver\":\"dls\",\"translation\":[0.1,0,1e9]")},
    {SOLVES("\"targets\":[" HAND
            "],\"solver\":\"two_bone\",\"joint_limits\":[{\"joint\":\"left_elbow\",\"kind\":\"fixed\"}]")},
    {SOLVES("\"targets\":[" HAND
            "],\"solver\":\"hybrik\",\"joint_limits\":[{\"joint\":\"left_elbow\",\"kind\":\"fixed\"}]")},
    {SOLVES("\"skeleton\":{\"joints\":[" ARM
            "]},\"joint_positions\":[[0,0,0],[0,1,0],[1,1,0]],\"solver\":\"ccd\"")},
    {SOLVES("\"skeleton\":{\"joints\":[" ARM "]},\"joint_positions\":[[0,0,0],[0,1,0],[1,1,0]]")},
    {SOLVES("\"skeleton\":{\"joints\":[" ARM
            "]},\"joint_positions\":[[0,0,0],[0,1,0],[1,1,0]],\"targets\":[]")},
    {SOLVES("\"skeleton\":{\"joints\":[" ARM "]},\"joint_positions\":[[0,0,0],[0,1,0]]")},
    {SOLVES("\"skeleton\":{\"joints\":[" ARM
            "]},\"joint_positions\":[[0,0,0],[0,1,0],[1,1,0]],\"twists\":[0,0.5,0]")},
    {SOLVES("\"problems\":[]")},
    {SOLVES("\"skeleton\":{\"joints\":[]},\"targets\":[" HAND "]")},
    {SOLVES("\"skeleton\":{\"joints\":[{\"name\":\"\",\"offset\":[0,0,0]}]},\"targets\":[" HAND "]")},
    {SOLVES(
        "\"skeleton\":{\"joints\":[{\"name\":\"a\"}]},\"targets\":[{\"joint\":\"a\",\"position\":[0,0,0]}]")},
    /* skeletons and scenes */
    {PUTS("/v1/skeletons/arm", "{\"joints\":[" ARM "]}")},
    {PUTS("/v1/skeletons/arm", "{\"joints\":[" ARM "]}")},
    {PUTS("/v1/skeletons/default", "{\"joints\":[" ARM "]}")},
    {BY("/v1/skeletons/arm")},
    {BY("/v1/skeletons")},
    {.method = "DELETE", .target = "/v1/skeletons/arm"},
    {.method = "DELETE", .target = "/v1/skeletons/arm"},
    {.method = "DELETE", .target = "/v1/skeletons/default"},
    {PUTS("/v1/skeletons/0123456789012345678901234567890123456789012345678901234567890123",
          "{\"joints\":[" ARM "]}")},
    {PUTS("/v1/skeletons/01234567890123456789012345678901234567890123456789012345678901234",
          "{\"joints\":[" ARM "]}")},
    {PUTS("/v1/scenes/yard",
          "{\"ground\":{\"kind\":\"ramp\",\"slope_deg\":10,\"yaw_deg\":30,\"side\":12,"
          "\"cell\":0.5},\"walls\":[{\"from\":["
          "-2,3],\"to\":[2,3]}],\"jumps\":[{\"at\":[0,2],\"radius\":0.5,\"falloff\":2}],"
          "\"crouches\":[{\"at\":[1,2],"
          "\"size\":[2,1],\"amount\":0.7,\"wave\":0.5}],\"beams\":[{\"from\":[0,3],\"to\":["
          "0,5],\"width\":0.3}],"
          "\"seats\":[{\"at\":[2,1]}]}")},
    {BY("/v1/scenes/yard")},
    {BY("/v1/scenes/yard?heights=true")},
    {BY("/v1/scenes")},
    {"PUT", "/v1/scenes/field?cell=0.5", "0 0.1 0.2\n0 0.1 0.3\n0 0 0\n", .type = "text/plain"},
    {"PUT", "/v1/scenes/field?cell=0.5", "0 0.1\n0 0.1 0.3\n", .type = "text/plain"},
    {"PUT", "/v1/scenes/field?cell=0.5", "0 x\n", .type = "text/plain"},
    {"PUT", "/v1/scenes/field?cell=0", "0 1\n0 1\n", .type = "text/plain"},
    {"PUT", "/v1/scenes/field", "0 1\n0 1\n", .type = "application/pdf"},
    {BY("/v1/scenes/field?heights=true")},
    {.method = "DELETE", .target = "/v1/scenes/field"},
    {PUTS("/v1/scenes/a", "{}")},
    {PUTS("/v1/scenes/b", "{\"ground\":{\"kind\":\"flat\"}}")},
    {PUTS("/v1/scenes/c", "{\"ground\":{\"kind\":\"stairs\",\"side\":10}}")},
    {PUTS("/v1/scenes/d", "{\"ground\":{\"heights\":[[0,1],[1,2]],\"cell\":1}}")},
    {PUTS("/v1/scenes/e", "{}")},
    {BY("/v1/scenes/d?heights=true")},
    /* motions */
    {MOVES("\"seconds\":0.05,\"script\":[{\"t\":0,\"move\":[0,1]}],\"digits\":2")},
    {MOVES("\"seconds\":30.01,\"script\":[{\"t\":0,\"move\":[0,1]}]")},
    {MOVES("\"seconds\":0.001,\"script\":[{\"t\":0,\"move\":[0,1]}]")},
    {MOVES("\"seconds\":1,\"script\":[]")},
    {MOVES("\"seconds\":1,\"script\":[{\"move\":[0,1]}]")},
    {MOVES("\"seconds\":1,\"script\":[{\"t\":-1}]")},
    {MOVES("\"seconds\":1,\"script\":[{\"t\":0,\"move\":[0,1]}],\"scene\":\"yar\"")},
    {MOVES("\"seconds\":1,\"follow\":{\"path\":[[0,0],[0,0]]}")},
    {MOVES("\"seconds\":1,\"follow\":{\"path\":[[0,0],[0,1]],\"gait\":\"hop\"}")},
    {MOVES("\"seconds\":1,\"random\":{\"kind\":\"stick\"},\"variation\":-1")},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=measure",
     .body = "{\"seconds\":1,\"script\":[{\"t\":0,\"move\":[0,1]}]}"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=bvh",
     .body = "{\"seconds\":0.05,\"script\":[{\"t\":0,\"move\":[0,1]}]}"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=npz",
     .body = "{\"seconds\":0.05,\"script\":[{\"t\":0,\"move\":[0,1]}]}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":0.05,\"script\":[{\"t\":0}]}",
     .accept = "application/x-bvh"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":0.05,\"script\":[{\"t\":0}]}", .accept = "text/html"},
    {"POST", "/v1/rig", "v 0 0 0\n", .type = "model/obj"},
    {"POST", "/v1/rig", "v 0 0 0\n", .type = "image/png"},
    {"PUT", "/v1/characters/mine", "glTF", .type = "model/gltf-binary"},
    {"PUT", "/v1/characters/mine", "{}", .type = "application/json"},
    {"POST", "/v1/characters/mine/clip", "x", .type = "application/x-bvh"},
};

static pd_api_call *decode(const asked *a, const char *known)
{
    const char *mark = strchr(a->target, '?');
    char path[256];
    snprintf(path, sizeof path, "%.*s", (int)(mark ? mark - a->target : (long)strlen(a->target)), a->target);
    const pd_api_request request = {
        .method = a->method,
        .path = path,
        .query = mark ? mark + 1 : NULL,
        .accept = a->accept,
        .accept_encoding = a->coding,
        .if_none_match = known,
        .content_type = a->type   ? a->type
                        : a->body ? "application/json"
                                  : NULL,
        .content_encoding = a->content_coding,
        .request_id = "r7",
        .host = "body.example:8080",
        .body = {(const unsigned char *)a->body, a->body ? strlen(a->body) : 0},
    };
    return pd_api_decode(&request, &api_host_table, &api_host_limits);
}

/* Writes a->known with its "=" replaced by the ETag of the same request's reply. */
static void known_of(char *out, size_t room, const asked *a)
{
    pd_api_call *call = decode(a, NULL);
    const char *mark = strchr(a->known, '=');
    api_finish(call);
    const char *tag = api_header(call, "ETag");
    snprintf(out, room, "%.*s%s", (int)(mark ? mark - a->known : (long)strlen(a->known)), a->known,
             mark && tag ? tag : "");
    pd_api_call_release(call);
}

static void add_headers(pd_buffer *out, const pd_api_reply *reply)
{
    for (int i = 0; i < reply->header_count; i++) {
        const bool is_tag = !strcmp(reply->headers[i].name, "ETag");
        pd_buffer_printf(out, "; %s: ", reply->headers[i].name);
        for (const char *c = reply->headers[i].value; *c; c++)
            pd_buffer_printf(out, "%c", is_tag && strchr("0123456789abcdef", *c) ? 'h' : *c);
    }
    pd_buffer_text(out, "\n");
}

/* Sets members that tell how long something took to 0. */
static void without_times(char *text)
{
    for (char *at = text; (at = strstr(at, "_ms\":"));) {
        at += 5;
        while (*at && strchr("0123456789.e-", *at)) *at++ = '0';
    }
}

/* is_contract: every new field is in it. */
static void add_body(pd_buffer *out, const pd_api_reply *reply, bool is_contract)
{
    const pd_buffer *body = &reply->body;
    bool is_text = body->size <= BODY_MOST && !pd_api_header_get(reply, "Content-Encoding");
    for (size_t i = 0; i < body->size; i++)
        is_text &= (body->data[i] >= ' ' && body->data[i] < 127) || body->data[i] == '\n';
    if (!body->size || is_contract) return;
    if (is_text) {
        char *text = strndup((const char *)body->data, body->size);
        without_times(text);
        golden_text_without_lists(text);
        pd_buffer_printf(out, "%s%s", text, body->data[body->size - 1] == '\n' ? "" : "\n");
        free(text);
        return;
    }
    api_sum s = {0};
    if (!pd_api_header_get(reply, "Content-Encoding")) api_sum_reply(&s, reply);
    if (s.count)
        pd_buffer_printf(out, "%zu numbers %.10g %.10g, words %u\n", s.count, s.places, s.others, s.words);
}

static void add(pd_buffer *out, const asked *a)
{
    char known[256];
    if (a->known) known_of(known, sizeof known, a);
    pd_api_call *call = decode(a, a->known ? known : NULL);
    const pd_api_reply *reply = api_finish(call);
    pd_buffer_printf(out, "%s %s", a->method, a->target);
    if (a->accept) pd_buffer_printf(out, " Accept: %s", a->accept);
    if (a->coding) pd_buffer_printf(out, " Accept-Encoding: %s", a->coding);
    if (a->known) pd_buffer_printf(out, " If-None-Match: %s", a->known);
    if (a->type) pd_buffer_printf(out, " Content-Type: %s", a->type);
    if (a->content_coding) pd_buffer_printf(out, " Content-Encoding: %s", a->content_coding);
    pd_buffer_printf(out, " %s\n    %d %s", a->body ? a->body : "", reply->status,
                     reply->content_type ? reply->content_type : "");
    add_headers(out, reply);
    add_body(out, reply, strstr(a->target, "openapi") != NULL);
    pd_api_call_release(call);
}

static void status_headers_and_body_of_a_reply_are_unchanged(void **state)
{
    pd_buffer now = {0};
    (void)state;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) add(&now, &requests[i]);
    golden_text_check(FILE_PATH, &now, TOLERANCE);
    pd_buffer_deinit(&now);
}

static int setup(void **state)
{
    api_host_setup(state);
    api_host_state.motion = rigs_model(8, 3);
    return 0;
}

static int teardown(void **state)
{
    pd_pfnn_model_release(api_host_state.motion);
    return api_host_teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(status_headers_and_body_of_a_reply_are_unchanged)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
