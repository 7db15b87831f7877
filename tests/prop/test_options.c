/* @long: computes every request once for each of its options, which takes three minutes on one core. */
/* Every field of every request that computes has an effect, and no two fields have the same one.
 *
 * A field is added with its sample values (its example, each choice, both booleans; for numbers an inner
 * value and both ends of the range, until one has an effect) to the requests in `contexts` and to the
 * documented example of its route, until its effect shows: the reply must differ from the reply without the
 * field, in its status, its Posed- headers, or any byte except durations. The documented default needs no
 * effect. The replies to two fields, each added to an accepted request, must differ from each other. What a
 * field cannot show in these requests stands in `exceptions`, with the reason. A row that is not needed
 * fails.
 *
 * Replies to GET with equal entity tags must have equal bytes: otherwise a 304 would confirm the wrong reply.
 * Requests are refused with a status below 500, and accepted requests have a finite cost.
 *
 * PUT is not asked: it changes the server, and its fields are those of other requests. */
#include "api/http/call.h"
#include "core/base/hash.h"
#include "tests/support/api_ask.h"
#include "tests/support/api_shipped.h"
#include "tests/support/api_sums.h"

#include <fnmatch.h>

enum { VALUES_MOST = 40, DEPTH_MOST = 4, NAME_SIZE = 256 };
#define WHOLE 1e6 /* fields with a larger range are whole numbers, such as seeds */

/* A request to which fields are added. */
typedef struct context {
    const char *route;        /* name of the route, "GET /v1/models/{id}/mesh" */
    const char *query, *body; /* NULL: none */
} context;

/* JSON without escapes: J({"betas": [1]}). */
#define J(...) #__VA_ARGS__

/* clang-format off */
/* Changes of the pose of 55 joints, 165 numbers, of which a few are zero so that no two joints turn alike. */
#define ELEVEN "0.1,0.2,-0.1,0.3,0,0.1,-0.2,0.1,0.2,0.1,-0.3"
#define POSE_CHANGE ELEVEN "," ELEVEN "," ELEVEN "," ELEVEN "," ELEVEN "," ELEVEN "," ELEVEN "," ELEVEN "," ELEVEN "," ELEVEN "," ELEVEN "," ELEVEN "," \
    ELEVEN "," ELEVEN "," ELEVEN
#define TURNS   J([{"t":0,"move":[0,1],"gait":"walk"},{"t":2,"move":[0,-1]},{"t":3.5,"move":[0,0]},{"t":4.5,"move":[1,0]}, \
                {"t":6,"move":[0.7,0.7]},{"t":7,"move":[0,0]}])
#define SIDEWAYS J([{"t":0,"move":[0,0]},{"t":0.5,"move":[1,0],"look":[0,1],"strafe":1},{"t":2,"move":[0,-1],"look":[0,1],"strafe":1,"speed":2}, \
                {"t":4,"move":[-1,0],"look":[1,0],"strafe":1,"responsive":true},{"t":6,"move":[0,0]}])
#define JOG     J([{"t":0,"move":[0,1],"gait":"jog"},{"t":2,"move":[1,0],"gait":"run"},{"t":4,"jump":true},{"t":5,"move":[0,0]},{"t":6,"move":[0,0.05]}, \
                {"t":6.5,"move":[0,1],"gait":"jog","speed":4.5},{"t":7.5,"move":[0,-1],"responsive":true}])
#define ROUGH   J({"ground":{"kind":"rocky","slope_deg":25},"walls":[{"from":[-2,2.5],"to":[2,2.5]}]})
#define PLACES  J({"walls":[{"from":[-2,4],"to":[2,4]}],"jumps":[{"at":[0,1.5]}],"crouches":[{"at":[0,2.5],"size":[2,2]}], \
                "beams":[{"from":[0.1,0],"to":[0.1,1.5]}],"seats":[{"at":[0.2,3]}]})
#define POINTS  J([[0.17,1.4,0],[-0.17,1.4,0]])
#define CAMERA  J({"fx":1000,"fy":990,"cx":640,"cy":480,"width":1280,"height":960,"distortion":[0.01,0.01,0,0,0]})
#define FIRST   J({"fx":1000,"fy":990,"cx":640,"cy":480,"width":1280,"height":960,"rotation":[[1,0,0],[0,-1,0],[0,0,-1]],"translation":[0,1,4]})
#define SECOND  J({"fx":1000,"fy":990,"cx":640,"cy":480,"width":1280,"height":960,"rotation":[[0.8,0,0.6],[0,-1,0],[0.6,0,-0.8]],"translation":[0,1,4]})
#define FIGURE  J([[640,200],[650,190],[630,190],[665,195],[615,195],[700,280],[580,280],[820,275], \
                [480,270],[940,270],null, \
                [675,460],[605,460],[680,640],[600,640],[680,800],[600,800]])
#define JOINTS  J({"left_hip":[0.1,0,0],"right_hip":[-0.1,0.01,0],"left_knee":[0.12,-0.4,0.1],"right_knee":[-0.12,-0.4,0],"left_ankle":[0.1,-0.8,0], \
                "right_ankle":[-0.1,-0.8,0.02],"neck":[0,0.5,0],"left_wrist":[0.5,0.4,0.2]})
#define WRIST   J([{"joint":"left_wrist","position":[0.4,0.3,0.4]}])
#define APART   J([{"joint":"left_wrist","position":[0.4,0.3,0.4],"weight":2},{"joint":"right_wrist","position":[0.9,0.3,0.4]},{"joint":"head","look_at":[0.2,0.5,2]}])
#define TRACKED J([{"joint":"head","position":[0,0.5,0],"orientation":[0,0,0,1]},{"joint":"left_wrist","position":[0.4,0.3,0.3],"orientation":[0,0,0,1]}, \
                {"joint":"right_wrist","position":[-0.4,0.2,0.3],"orientation":[0,0,0,1]}])
#define ARM     J({"joints":[{"name":"root","offset":[0,1.4,0],"limit":{"kind":"ball","swing":[0.2,0.5]}},{"name":"forearm","parent":"root","offset":[0.28,0,0]}, \
                {"name":"left_wrist","parent":"forearm","offset":[0.25,0,0]},{"name":"tip","parent":"left_wrist","offset":[0.1,0,0]}]})

static const context contexts[] = {
    {"GET /v1/models/{id}/mesh", "betas=1.5,-0.5&format=bin", NULL},
    {"GET /v1/models/{id}/mesh", "format=bin", NULL},
    {"GET /v1/models/{id}/mesh", "gender=female&age=40&format=bin", NULL},
    {"GET /v1/models/{id}/mesh", "percentile=height:90&format=bin", NULL},
    {"GET /v1/models/{id}/mesh", "betas=1.5,-0.5&left_hand_pose=0.5&use_pca=true&format=bin", NULL},
    {"GET /v1/models/{id}/mesh", "betas=1.5&format=json", NULL},
    {"GET /v1/models/{id}/mesh", "betas=1.5&format=glb&rig=true&look=3", NULL},
    {"GET /v1/models/{id}/mesh", "betas=1.5&format=glb&rig=true&wear=tee-jeans,sneakers,hair-bob", NULL},
    {"POST /v1/models/{id}/mesh", "format=bin", J({"bodies":[{"betas":[1.5,-0.5]},{"betas":[-1]}]})},
    {"POST /v1/models/{id}/mesh", "format=bin", J({"bodies":[{},{}]})},
    {"POST /v1/models/{id}/mesh", "format=bin", J({"bodies":[{"gender":"female","height":1.7},{}]})},
    {"POST /v1/models/{id}/mesh", "format=bin", J({"bodies":[{"percentile":"height:90"},{}],"percentile":"height:90"})},
    {"POST /v1/models/{id}/mesh", "format=bin", J({"bodies":[{"left_hand_pose":[0.5],"use_pca":true},{}]})},
    {"POST /v1/models/{id}/mesh", "format=glb", J({"betas":[1.5,-0.5],"look":3})},
    {"POST /v1/models/{id}/mesh", "format=glb&rig=true", J({"betas":[1.5,-0.5]})},
    {"GET /v1/models/{id}/joints", "", NULL},
    {"GET /v1/models/{id}/joints", "gender=female&age=40", NULL},
    {"GET /v1/models/{id}/joints", "percentile=height:90", NULL},
    {"GET /v1/models/{id}/joints", "betas=1&keypoints=face&left_hand_pose=0.5&use_pca=true", NULL},
    {"POST /v1/models/{id}/joints", NULL, J({"bodies":[{"betas":[1.5,-0.5]},{"betas":[-1]}],"keypoints":"face"})},
    {"POST /v1/models/{id}/joints", NULL, J({"bodies":[{},{}]})},
    {"POST /v1/models/{id}/joints", NULL, J({"bodies":[{"gender":"female","height":1.7},{}]})},
    {"POST /v1/models/{id}/joints", NULL, J({"bodies":[{"percentile":"height:90"},{}],"percentile":"height:90"})},
    {"POST /v1/models/{id}/joints", NULL, J({"bodies":[{"left_hand_pose":[0.5],"use_pca":true},{}],"keypoints":"hands"})},
    {"GET /v1/models/{id}/portrait", "view=full&size=64&format=png&look=3", NULL},
    {"GET /v1/models/{id}/portrait", "view=full&size=64&gender=female&age=40", NULL},
    {"GET /v1/models/{id}/portrait", "view=full&size=64&percentile=height:90", NULL},
    {"GET /v1/models/{id}/portrait", "view=full&size=64&left_hand_pose=0.5&use_pca=true", NULL},
    {"POST /v1/models/{id}/portrait", NULL, J({"view":"full","size":[64,96],"look":3})},
    {"POST /v1/models/{id}/portrait", NULL, J({"view":"full","size":[64,96],"gender":"female","age":40})},
    {"POST /v1/models/{id}/portrait", NULL, J({"view":"full","size":[64,96],"percentile":"height:90"})},
    {"POST /v1/models/{id}/portrait", NULL, J({"view":"full","size":[64,96],"left_hand_pose":[0.5],"use_pca":true})},
    {"POST /v1/models/{id}/derivatives", NULL, "{\"betas\":[1.5,-0.5],\"tangents\":{\"pose\":[" POSE_CHANGE "]}}"},
    {"POST /v1/models/{id}/derivatives", NULL, "{\"bodies\":[{\"betas\":[1.5,-0.5]}],\"tangents\":{\"pose\":[[" POSE_CHANGE "]]}}"},
    {"POST /v1/models/{id}/derivatives", NULL, "{\"tangents\":{\"pose\":[" POSE_CHANGE "]}}"},
    {"POST /v1/models/{id}/derivatives", NULL, "{\"bodies\":[{}],\"tangents\":{\"pose\":[[" POSE_CHANGE "]]}}"},
    {"GET /v1/models/{id}/measure", "", NULL},
    {"GET /v1/models/{id}/measure", "gender=female&age=40", NULL},
    {"GET /v1/models/{id}/measure", "percentile=height:90", NULL},
    {"POST /v1/models/{id}/measure", NULL, J({"bodies":[{},{"betas":[-1]}]})},
    {"POST /v1/models/{id}/measure", NULL, J({"bodies":[{"gender":"female","age":40},{}]})},
    {"POST /v1/models/{id}/measure", NULL, J({"bodies":[{"percentile":"height:90"},{}]})},
    {"POST /v1/models/{id}/fit", NULL, J({"iterations":3,"measurements":{"height":1.8,"waist_girth":0.8,"mass":75,"volume":0.075,"bmi":23,"head_girth":0.57,"neck_girth":0.38,
        "chest_girth":1,"underbust_girth":0.9,"navel_girth":0.85,"hip_girth":1,"thigh_girth":0.6,"knee_girth":0.38,"calf_girth":0.38,"ankle_girth":0.24,"upper_arm_girth":0.32,
        "elbow_girth":0.27,"wrist_girth":0.17,"shoulder_width":0.4,"arm_length":0.6,"hand_length":0.19,"inside_leg_height":0.82,"back_neck_to_waist":0.44,"foot_length":0.27,"span":1.8}})},
    {"POST /v1/models/{id}/fit", NULL, "{\"iterations\":3,\"observations\":{\"joints\":" JOINTS ",\"floor\":-0.9,\"robust\":1}}"},
    {"POST /v1/models/{id}/fit", NULL, "{\"iterations\":3,\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"points\":" FIGURE ",\"noise\":3},\"camera\":" CAMERA "}}"},
    {"POST /v1/models/{id}/fit", NULL, "{\"iterations\":3,\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"noise\":3,\"views\":[{\"points\":" FIGURE ",\"camera\":" FIRST "},{\"points\":" FIGURE ",\"camera\":" SECOND "}]}}}"},
    {"POST /v1/models/{id}/fit", NULL, "{\"iterations\":3,\"observations\":{\"crowd\":{\"set\":\"coco17\",\"views\":[{\"camera\":" CAMERA ",\"figures\":[" FIGURE "]}]}}}"},
    {"POST /v1/models/{id}/fit", NULL, J({"iterations":3,"observations":{"vertices":{"index":[11,811,2011,4011,6011,8011],"points":[[0,0.2,0.1],[0.1,0.3,0.1],[0,0.1,0.2],[0.1,-0.2,0.1],[0.2,0.1,0],[-0.1,0.3,0]]}}})},
    {"POST /v1/models/{id}/fit", NULL, J({"iterations":3,"observations":{"orientations":{"sensors":{"pelvis":[0,0,0,1],"left_elbow":[0,0,-0.38,0.92],"right_knee":[0.3,0,0,0.95]}}}})},
    {"POST /v1/ik/solve", NULL, "{\"targets\":" WRIST "}"},
    {"POST /v1/ik/solve", NULL, "{\"targets\":" APART "}"},
    {"POST /v1/ik/solve", NULL, "{\"targets\":" WRIST ",\"solver\":\"dls\",\"rest_gain\":0.1}"},
    {"POST /v1/ik/solve", NULL, "{\"targets\":" APART ",\"solver\":\"dls\",\"damping\":\"constant\"}"},
    {"POST /v1/ik/solve", NULL, "{\"targets\":" APART ",\"solver\":\"optimize\"}"},
    {"POST /v1/ik/solve", NULL, "{\"targets\":" APART ",\"solver\":\"fabrik\"}"},
    {"POST /v1/ik/solve", NULL, "{\"targets\":" APART ",\"solver\":\"example\"}"},
    {"POST /v1/ik/solve", NULL, "{\"targets\":" APART ",\"continuity\":true}"},
    {"POST /v1/ik/solve", NULL, "{\"targets\":" WRIST ",\"skeleton\":\"other\",\"alternatives\":3}"},
    {"POST /v1/ik/solve", NULL, "{\"targets\":" WRIST ",\"skeleton\":" ARM "}"},
    {"POST /v1/ik/solve", NULL, "{\"problems\":[{\"targets\":" WRIST ",\"solver\":\"dls\",\"rest_gain\":0.1}]}"},
    {"POST /v1/ik/solve", NULL, "{\"problems\":[{\"targets\":" APART ",\"solver\":\"dls\",\"damping\":\"constant\"}]}"},
    {"POST /v1/ik/solve", NULL, "{\"problems\":[{\"targets\":" APART ",\"solver\":\"optimize\"}]}"},
    {"POST /v1/ik/solve", NULL, "{\"problems\":[{\"targets\":" APART ",\"solver\":\"example\"}]}"},
    {"POST /v1/ik/solve", NULL, "{\"problems\":[{\"targets\":" APART ",\"continuity\":true}]}"},
    {"POST /v1/ik/solve", NULL, "{\"problems\":[{\"targets\":" WRIST ",\"skeleton\":\"other\",\"alternatives\":3}]}"},
    {"POST /v1/ik/solve", NULL, "{\"problems\":[{\"targets\":" WRIST ",\"skeleton\":" ARM "}]}"},
    {"POST /v1/ik/solve", NULL, "{\"skeleton\":\"other\",\"targets\":" WRIST ",\"solver\":\"example\"}"},
    {"POST /v1/ik/solve", NULL, "{\"skeleton\":\"other\",\"targets\":" TRACKED ",\"solver\":\"neural\"}"},
    {"POST /v1/ik/solve", NULL, "{\"problems\":[{\"skeleton\":\"other\",\"targets\":" WRIST ",\"solver\":\"example\"}]}"},
    {"POST /v1/ik/solve", NULL, "{\"targets\":" WRIST ",\"solver\":\"dls\",\"rest_gain\":0.1,\"limits\":true}"},
    {"POST /v1/ik/solve", NULL, "{\"problems\":[{\"targets\":" WRIST ",\"solver\":\"dls\",\"rest_gain\":0.1,\"limits\":true}]}"},
    {"POST /v1/ik/solve", NULL, "{\"problems\":[{\"targets\":" WRIST ",\"solver\":\"optimize\",\"couplings\":[{\"terms\":[{\"joint\":\"spine1\"},{\"joint\":\"spine2\",\"factor\":-1}],\"at_most\":0}]}]}"},
    {"POST /v1/ik/solve", NULL, "{\"problems\":[{\"targets\":" WRIST ",\"solver\":\"optimize\",\"joint_limits\":[{\"joint\":\"left_elbow\",\"kind\":\"ball\",\"swing\":[0.2,0.5]}]}]}"},
    {"POST /v1/ik/solve", NULL, J({"problems":[{"targets":[{"joint":"left_wrist","distance":0.3,"distance_from":"head"}],"solver":"optimize"}]})},
    {"POST /v1/ik/solve", NULL, "{\"targets\":" WRIST ",\"solver\":\"dls\",\"rest_gain\":0.1,\"joint_gains\":[{\"joint\":\"left_shoulder\",\"gain\":5}]}"},
    {"POST /v1/ik/solve", NULL, "{\"targets\":" WRIST ",\"solver\":\"optimize\",\"joint_limits\":[{\"joint\":\"left_elbow\",\"kind\":\"ball\",\"swing\":[0.2,0.5]}]}"},
    {"POST /v1/ik/solve", NULL, "{\"targets\":" WRIST ",\"solver\":\"optimize\",\"couplings\":[{\"terms\":[{\"joint\":\"spine1\"},{\"joint\":\"spine2\",\"factor\":-1}],\"at_most\":0}]}"},
    {"POST /v1/ik/solve", NULL, J({"targets":[{"joint":"left_wrist","distance":0.3,"distance_from":"head"}],"solver":"optimize"})},
    {"POST /v1/ik/solve", NULL, J({"targets":[{"joint":"right_wrist","keep":true},{"joint":"left_wrist","position":[0.4,0.3,0.4]}],"solver":"optimize","move_root":true})},
    {"POST /v1/motions/rollout", NULL, "{\"seconds\":1,\"script\":[{\"t\":0,\"move\":[0,1],\"gait\":\"walk\"}]}"},
    {"POST /v1/motions/rollout", NULL, "{\"seconds\":8,\"script\":" TURNS ",\"control\":{},\"scene\":" PLACES "}"},
    {"POST /v1/motions/rollout", NULL, "{\"seconds\":8,\"script\":" SIDEWAYS ",\"control\":{}}"},
    {"POST /v1/motions/rollout", NULL, "{\"seconds\":8,\"script\":" JOG ",\"control\":{}}"},
    {"POST /v1/motions/rollout", NULL, "{\"seconds\":8,\"script\":" JOG ",\"control\":{\"jump_flight\":0}}"},
    {"POST /v1/motions/rollout", NULL, "{\"seconds\":8,\"script\":" SIDEWAYS ",\"control\":{},\"scene\":" ROUGH "}"},
    {"POST /v1/motions/rollout", NULL, "{\"seconds\":8,\"script\":" JOG ",\"control\":{},\"scene\":" ROUGH "}"},
    {"POST /v1/motions/rollout", NULL, J({"seconds":6,"control":{},"script":[{"t":0,"move":[0,0]},{"t":3,"look":[1,0]}]})},
    {"POST /v1/motions/rollout", NULL, J({"seconds":1,"random":{"kind":"stick"}})},
    {"POST /v1/motions/rollout", NULL, J({"seconds":2,"control":{},"variation":1,"follow":{"path":[[0,0],[0,1],[1,1]]}})},
    {"POST /v1/motions/rollout", NULL, J({"seconds":2,"pursue":{"path":[[0,0],[0,1],[1,1]]}})},
    {"POST /v1/motions/rollout", NULL, J({"seconds":2,"follow":{"path":[[0,3]]}})},
    {"POST /v1/motions/rollout", NULL, J({"seconds":2,"pursue":{"path":[[0,3]]}})},
    {"POST /v1/motions/rollout", NULL, J({"seconds":1,"script":[{"t":0,"move":[0,1],"axes":"camera","camera_yaw":1,"gait":"crouch"}],"scene":{"ground":{}}})},
    {"POST /v1/motions/rollout", NULL, J({"seconds":4,"script":[{"t":0,"move":[0,0]}],"reach":[{"t":0.5,"target":[0.3,1.2,0.4],"normal":[0,1,0]},{"t":2,"weight":0}],
        "gaze":[{"t":0.5,"point":[1,1.5,2]},{"t":2}],"sit":[{"t":2,"seat":[0,-0.3]}]})},
    {"POST /v1/motions/rollout", NULL, J({"seconds":5,"play":[{"t":0.5,"clip":"hail","mask":["all"]}]})},
    {"POST /v1/motions/rollout", NULL, J({"seconds":5,"play":[{"t":0.2,"clip":"bow","mask":["upper"],"weights":[0.5]},{"t":0.6,"clip":"point","queue":true}]})},
    {"POST /v1/motions/rollout", NULL, J({"seconds":3,"follow":{"path":[[0,3]]},"scene":{"seats":[{"at":[0,1.5]}]}})},
    {"POST /v1/motions/rollout", NULL, J({"seconds":4,"script":[{"t":0,"move":[0,0]}],"sit":[{"t":0.5,"seat":[0,-0.3]}],"scene":{"seats":[{"at":[0,-0.3]}]}})},
    {"POST /v1/motions/rollout", NULL, J({"seconds":1,"script":[{"t":0,"move":[0,0]}],"faces":[{"t":0.2,"blend_shapes":{"jawOpen":0.5}},{"t":0.6}]})},
    {"POST /v1/motions/rollout", NULL, J({"seconds":1,"script":[{"t":0,"move":[0,0]}],"speech":[{"t":0.2,"text":"Papa"}],"feel":[{"t":0,"emotions":{"sad":0.5}}]})},
    {"POST /v1/motions/rollout", NULL, J({"seconds":1,"script":[{"t":0,"move":[0,0]}],"speech":[{"t":0.2,"phones":[{"phone":"er","start":0.1,"end":0.4}]}]})},
    {"POST /v1/speech", NULL, J({"text":"Hi, Bob"})},
    {"POST /v1/speech", NULL, J({"text":"Hi, Bob","voice":"kal"})},
    {"POST /v1/speech", NULL, J({"phones":[{"phone":"er","start":0.1,"end":0.4}]})},
    {"POST /v1/motions/rollout", "format=npz", J({"seconds":1,"body":"default","script":[{"t":0,"move":[0,0]}],"faces":[{"t":0.2},{"t":0.6}]})},
    {"POST /v1/motions/rollout", "format=glb&look=3", J({"seconds":0.2,"body":"default","script":[{"t":0,"move":[0,1],"gait":"walk"}]})},
    {"POST /v1/motions/rollout", "format=glb", J({"seconds":0.2,"body":"default","script":[{"t":0,"move":[0,1],"gait":"walk"}]})},
    {"POST /v1/motions/rollout", "format=npz", J({"seconds":0.2,"body":"other","script":[{"t":0,"move":[0,1],"gait":"walk"}]})},
};
/* clang-format on */

typedef enum exception {
    NO_EFFECT,   /* accepted, with the same reply as without the field */
    REFUSED,     /* refused in each request here                       */
    SAME_EFFECT, /* the same reply as with another field               */
    NOT_ASKED
} exception;

/* A field or a value to which the property does not apply. The pattern, as of a shell, is for
 * "ROUTE?field=value" (query) or "ROUTE object/field=value" (body); the value of numbers is NUMBER. */
typedef struct listed {
    exception kind;
    const char *pattern, *reason;
} listed;

static const listed exceptions[] = {
    {NOT_ASKED, "* *budget_ms=*", "the speed of the machine decides whether it ends a solve"},
    {NOT_ASKED, "*/portrait?transl*=*", "the picture follows the body, but for the rounding of a pixel"},
    {NOT_ASKED, "*/portrait?ground=true", "the picture follows the body, but for the rounding of a pixel"},

    {REFUSED, "*neck_pose=*", "only MHR and FLAME have a neck of their own, and neither model here is one"},
    {REFUSED, "*sculpts=*", "the models here have no sculpts that the pose drives"},
    {REFUSED, "*in_camera=*", "only for MHR, and no model here is one"},
    {REFUSED, "*without_correctives=*", "only for MHR, and no model here is one"},
    {REFUSED, "*/fit observations/vertices/*=*", "the example has another number of points than the request"},
    {REFUSED, "*/fit observations/start/*=*", "only with a start pose, which is given with betas of its own"},
    {REFUSED, "*skeleton/joints/name=*", "the name of the root is that of another joint or none"},
    {REFUSED, "*skeleton/joints/parent=*", "the first joint here is the root"},
    {REFUSED, "*skeleton/metres_per_unit=*", "only for a skeleton from a BVH file"},
    {REFUSED, "*skeleton/skin=*", "only for a skeleton from a GLB file"},
    {REFUSED, "*skeleton/joints/limit/range=*", "only for a hinge, and the joint here is a ball"},
    {REFUSED, "*targets/distance_from=*",
     "the example right_hand is a joint of SMPL, and the person has another skeleton"},
    {REFUSED, "*scene/crouches/size=*", "the example [0,4] is a place, not a size"},
    {REFUSED, "*/rollout character=*", "no character was put"},
    {REFUSED, "*/rollout speech/words=*",
     "the utterances here have a text or phones, beside which there is nothing else"},
    {REFUSED, "*/rollout speech/characters=*",
     "the utterances here have a text or phones, beside which there is nothing else"},
    {REFUSED, "*/rollout speech/visemes=*",
     "the utterances here have a text or phones, beside which there is nothing else"},

    {NO_EFFECT, "*skinning=\"lbs\"", "lbs is the default"},
    {NO_EFFECT, "*speech/source=\"arpabet\"", "ARPAbet is the default of phones"},
    {NO_EFFECT, "*/rollout control/load_ahead=*", "the place of a load, of which there is none"},
    {NO_EFFECT, "*/rollout control/idle_step=*", "nobody stands for 12 s"},
    {NO_EFFECT, "*control/preset=\"cinematic\"", "cinematic is another name of posed, the default"},
    {NO_EFFECT, "*occasion=\"work\"", "the seed here draws it"},
    {NO_EFFECT, "*season=\"summer\"", "the seed here draws it"},
    {SAME_EFFECT, "*people_version=*", "alone it asks for the mean person, as gender neutral does"},
    {SAME_EFFECT, "*season=\"autumn\"", "clothes for autumn are those for spring, but for boots and beanies"},
    {NO_EFFECT, "*iris=\"brown\"", "brown is the default"},
    {NO_EFFECT, "*?format=\"json\"", "json is the default"},
    {NO_EFFECT, "*/portrait?format=\"png\"", "png is the default"},
    {NO_EFFECT, "*/portrait*stance=\"standing\"", "standing is the default"},
    {NO_EFFECT, "*/derivatives *translation=*", "the derivatives by the pose are those of any place"},
    {NO_EFFECT, "*/derivatives *transl=*", "the derivatives by the pose are those of any place"},
    {NO_EFFECT, "*use_pca=*", "the count of numbers in the hand poses says it already"},
    {NO_EFFECT, "*/joints*soft_tissue=*", "no keypoint lies on soft tissue"},
    {NO_EFFECT, "*views/camera/width=*", "the request states the focal length"},
    {NO_EFFECT, "*views/camera/height=*", "the request states the focal length"},
    {NO_EFFECT, "*/fit observations/weights/surface=*", "only points on the surface have this weight"},
    {NO_EFFECT, "*/rollout model=\"motion\"", "it is the default model"},
    {NO_EFFECT, "*/rollout motion=\"network\"", "the default model is a network"},
    {NO_EFFECT, "*/rollout */gait=\"walk\"", "a stick without a gait walks"},
    {NO_EFFECT, "*/rollout */space=NUMBER", "only in a session with other characters"},
    {NO_EFFECT, "*/rollout play/loop=false", "emotes are played once unless asked"},
    {NO_EFFECT, "*/rollout play/root=true", "a whole body moves by the clip unless asked"},
    {NO_EFFECT, "*/rollout play/feet=true", "planted feet are kept unless asked"},
    {NO_EFFECT, "*/rollout play/queue=true", "nothing plays before the first clip"},

    {NO_EFFECT, "*/fit observations/weights/camera=*", "the cameras are known"},
    {NO_EFFECT, "*swing_axis=*", "the limit is not reached"},
    {NO_EFFECT, "*joint_limits/box=*", "the limit is not reached"},
    {NO_EFFECT, "*/ik/solve joint_gains/gain=*", "the target leaves the arm no freedom"},
    {NO_EFFECT, "*/ik/solve *natural=*", "the target leaves the arm no freedom"},
    {NO_EFFECT, "*/ik/solve natural=*", "the target leaves the arm no freedom"},
    {NO_EFFECT, "*/ik/solve restarts=*",
     "the targets are reached, or found to be out of reach, from the first start"},
    {NO_EFFECT, "*others=\"relaxed\"", "relaxed is the default without a start pose"},
    {NO_EFFECT, "*/ik/solve apart=*", "one alternative is found"},
    {NO_EFFECT, "*scene/seats/width=*", "no character here comes near the sides of a seat"},
    {NO_EFFECT, "*scene/seats/depth=*", "no character here comes near the sides of a seat"},

    {SAME_EFFECT, "*control/preset=\"game\"",
     "its inputs are responsive, and the script here has no other turn"},
    {SAME_EFFECT, "*stage=\"shaped\"", "at rest, only the mean pose of the hands is left of the pose"},
    {SAME_EFFECT, "*/portrait*use_pca=*", "any field of the hands replaces the portrait's own pose"},
    {SAME_EFFECT, "*/portrait*right_hand=\"relaxed\"",
     "any field of the hands replaces the portrait's own pose"},
    {SAME_EFFECT, "*/rollout follow/*=*", "round and wander make the path, which is walked alike"},
    {SAME_EFFECT, "*/rollout control/walk_most=*", "both limit a walk to the sample value"},
    {SAME_EFFECT, "*/ik/*solver=\"dls\"", "auto takes dls for targets with a priority"},
    {SAME_EFFECT, "*/ik/*smoothness=NUMBER",
     "without a previous pose it pulls to the rest pose, like rest_gain"},
    {SAME_EFFECT, "*/ik/*couplings/at_most=NUMBER", "a coupling that holds already changes nothing"},
    {SAME_EFFECT, "*/ik/*natural=\"rest\"", "the start pose is the rest pose"},
    {SAME_EFFECT, "GET */mesh?format=\"bin\"", "with the betas of another request here it is that request"},
    {SAME_EFFECT, "*transl=*", "another name of translation"},
    {SAME_EFFECT, "*profile=\"unity\"", "Unity reads what talkinghead asks for"},
    {SAME_EFFECT, "POST *models/* bodies/*=*", "a field beside bodies is that of all bodies without it"},
};

/* ---- replies */

/* What a reply is, without durations. */
typedef struct outcome {
    int status;
    uint64_t bytes, request; /* hashes of the reply and the request */
} outcome;

/* Replies so far, by a hash of their request. */
enum { KEPT_MOST = 1 << 14 };
static struct {
    outcome is; /* request 0: free */
} kept[KEPT_MOST];

/* Entity tags of replies to GET so far, with a hash of their bytes. */
enum { TAGGED_MOST = 4000 };
static struct {
    char path[64], tag[48];
    uint64_t bytes;
} tagged[TAGGED_MOST];
static int tagged_count, tagged_wrong;

static void note_tag(const char *path, const char *query, const pd_api_reply *reply)
{
    const char *tag = pd_api_header_get(reply, "ETag");
    if (!tag || reply->status != 200) return;

    const uint64_t bytes = pd_hash64(reply->body.data, reply->body.size, 0);
    for (int i = 0; i < tagged_count; i++)
        if (!strcmp(tagged[i].path, path) && !strcmp(tagged[i].tag, tag) && tagged[i].bytes != bytes) {
            tagged_wrong++;
            print_error("%s?%s: other bytes with the tag %s of another reply\n", path, query ? query : "",
                        tag);
        }

    assert_true(tagged_count < TAGGED_MOST);
    snprintf(tagged[tagged_count].path, sizeof tagged->path, "%s", path);
    snprintf(tagged[tagged_count].tag, sizeof tagged->tag, "%s", tag);
    tagged[tagged_count++].bytes = bytes;
}

/* Sets the digits of durations in a JSON text to zero: of members whose name api_sum_is_time finds. */
static void clear_durations(char *text)
{
    for (char *at = text; (at = strstr(at, "\":")); at += 2) {
        char key[48];
        const char *begin = at;
        while (begin > text && begin[-1] != '"') begin--;
        snprintf(key, sizeof key, "%.*s", (int)(at - begin), begin);
        if (api_sum_is_time(key) || !strcmp(key, "ms"))
            for (char *digit = at + 2; *digit && strchr("0123456789.eE+-", *digit); digit++) *digit = '0';
    }
}

static uint64_t hash_text(const char *text, uint64_t seed)
{
    return pd_hash64(text ? text : "\x01", text ? strlen(text) : 1, seed);
}

static outcome outcome_of(const pd_api_reply *reply)
{
    outcome out = {.status = reply->status, .bytes = hash_text(reply->content_type, 0)};
    for (int i = 0; i < reply->header_count; i++)
        if (!strncmp(reply->headers[i].name, "Posed-", 6)) {
            out.bytes = hash_text(reply->headers[i].name, out.bytes);
            out.bytes = hash_text(reply->headers[i].value, out.bytes);
        }

    const bool is_json = reply->content_type && strstr(reply->content_type, "json");
    char *bytes = malloc(reply->body.size + 1);
    memcpy(bytes, reply->body.data, reply->body.size);
    bytes[reply->body.size] = 0;
    if (is_json) clear_durations(bytes);
    if (is_json && strstr(bytes, "{\"error\":{"))
        out.status = 400; /* a problem among several is refused alone */
    out.bytes = pd_hash64(bytes, reply->body.size, out.bytes);
    free(bytes);
    return out;
}

/* An accepted request has a finite cost, which is not less than the cost of one of its parts. */
static void check_estimates(const pd_api_call *call)
{
    const double cost = pd_api_call_cost(call), part = pd_api_call_part_cost(call);
    assert_true(isfinite(cost) && isfinite(part) && cost >= 0 && part >= 0);
    assert_true(pd_api_call_weight(call) >= 1);
    if (!call->done && call->run_bytes) assert_true(call->run_bytes(call, 1) > 0);
}

static outcome ask(const pd_api_route *route, const char *query, const char *body)
{
    /* Each request is computed once. */
    const uint64_t key = hash_text(body, hash_text(query, hash_text(route->name, 0))) | 1;
    size_t slot = key % KEPT_MOST;
    while (kept[slot].is.request && kept[slot].is.request != key) slot = (slot + 1) % KEPT_MOST;
    if (kept[slot].is.request) return kept[slot].is;

    const char *id = strstr(route->pattern, "{id}");
    char path[128];
    snprintf(path, sizeof path, "%.*s%s%s", (int)(id ? id - route->pattern : (long)strlen(route->pattern)),
             route->pattern, id ? route->at : "", id ? id + 4 : "");
    const pd_api_request request = {.method = route->method,
                                    .path = path,
                                    .query = query,
                                    .body = {(const unsigned char *)body, body ? strlen(body) : 0},
                                    .content_type = body ? "application/json" : NULL,
                                    .may_wait = true};
    pd_api_call *call = pd_api_decode(&request, &api_host_table, &api_shipped_limits);
    assert_false(pd_api_call_waits(call));
    check_estimates(call);
    pd_arena scratch;
    pd_arena_init(&scratch, 0);
    if (!pd_api_call_done(call)) pd_api_run(&call, 1, &scratch, &pd_fixture_shuffled);
    pd_arena_deinit(&scratch);
    const pd_api_reply *reply = pd_api_call_reply(call);
    assert_true(pd_api_call_done(call) && pd_api_call_rest(call) == PD_API_REST_NONE);
    if (!strcmp(route->method, "GET")) note_tag(path, query, reply);
    if (reply->status >= 500)
        fail_msg("%s %s %.500s: %d %.500s", route->name, query ? query : "", body ? body : "", reply->status,
                 (const char *)reply->body.data);
    kept[slot].is = outcome_of(reply);
    kept[slot].is.request = key;
    pd_api_call_release(call);
    return kept[slot].is;
}

/* ---- fields */

/* The field of a walk through the tables of a route. */
typedef struct walk {
    const pd_api_route *route;
    const pd_api_field *path[DEPTH_MOST]; /* objects that contain the field, the outermost first */
    int depth;
    bool in_query;
} walk;

static json_t *parsed(const char *text)
{
    return text && !strstr(text, "...") ? json_loads(text, JSON_DECODE_ANY, NULL) : NULL;
}

static bool is_number(const pd_api_field *f)
{
    return f->type == PD_API_NUMBER || f->type == PD_API_INTEGER || f->type == PD_API_COUNT ||
           f->type == PD_API_SEED;
}

/* Makes a number of the range of a field. */
static json_t *number_near(const pd_api_field *f, double value)
{
    if (f->max > f->min) value = fmin(fmax(value, f->min), f->max);
    return f->type == PD_API_NUMBER ? json_real(value) : json_integer((json_int_t)value);
}

/* Makes the sample values of a field. Returns their number. */
static int values_of(json_t *out[VALUES_MOST], const pd_api_field *f)
{
    int count = 0;
    char name[64];
    json_t *example = parsed(f->example);

    if (example) out[count++] = example;
    if (f->type == PD_API_BOOLEAN) {
        out[count++] = json_true();
        out[count++] = json_false();
    }
    for (int i = 0; f->choices && count < VALUES_MOST && pd_api_choice_name(name, sizeof name, f->choices, i);
         i++)
        out[count++] = f->type == PD_API_CHOICES ? json_pack("[s]", name) : json_string(name);
    if (is_number(f)) {
        out[count++] = number_near(f, f->type == PD_API_NUMBER && f->max < WHOLE ? 0.7 : 2);
        out[count++] = number_near(f, -WHOLE);
        out[count++] = number_near(f, WHOLE);
    }
    return count;
}

/* Writes the query of a request without the field (value NULL) or with it. */
static void query_with(char *out, size_t out_bytes, const char *query, const char *name, const json_t *value)
{
    size_t used = 0;
    out[0] = 0;
    for (const char *at = query ? query : ""; *at;) {
        const size_t size = strcspn(at, "&"), name_size = strcspn(at, "=&");
        if (name_size != strlen(name) || memcmp(at, name, name_size) != 0)
            used += (size_t)snprintf(out + used, out_bytes - used, "%s%.*s", used ? "&" : "", (int)size, at);
        at += size + (at[size] == '&');
    }
    if (!value) return;

    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(12));
    used += (size_t)snprintf(out + used, out_bytes - used, "%s%s=", used ? "&" : "", name);
    for (const char *c = text; *c; c++) {
        if (json_is_object(value) && *c == '"')
            used += (size_t)snprintf(out + used, out_bytes - used, "%%22");
        else if (!strchr("[]\"", *c))
            out[used++] = *c;
    }
    out[used] = 0;
    assert_true(used < out_bytes);
    free(text);
}

/* Returns the body of a request without the field (value NULL) or with it, as text to free. Objects of the
 * path that the body lacks are made of their examples. */
static char *body_with(const walk *w, const char *body, const char *name, json_t *value)
{
    json_t *root = parsed(body), *at = root;
    assert_true(json_is_object(root));
    for (int i = 0; i < w->depth; i++) {
        const pd_api_field *o = w->path[i];
        json_t *there = json_object_get(at, o->name);
        const bool is_list = o->type == PD_API_OBJECTS;
        if (!(is_list ? json_array_size(there) > 0 : json_is_object(there))) {
            there = parsed(o->example);
            const bool fits = is_list ? json_array_size(there) > 0 : json_is_object(there);
            if (!fits) {
                json_decref(there);
                there = is_list ? json_pack("[{}]") : json_object();
            }
            json_object_set_new(at, o->name, there);
        }
        at = is_list ? json_array_get(there, 0) : there;
    }
    if (value)
        json_object_set(at, name, value);
    else
        json_object_del(at, name);

    char *text = json_dumps(root, JSON_COMPACT | JSON_REAL_PRECISION(12));
    json_decref(root);
    return text;
}

/* What a value does to a request. */
typedef enum effect { IS_REFUSED, IS_SAME, IS_CHANGED } effect;

typedef struct answer {
    effect effect;
    bool is_added; /* the request is accepted without the field too */
    outcome with;
} answer;

/* Compares the replies with and without the field in one request. */
static answer compare(const walk *w, const context *c, const pd_api_field *f, json_t *value)
{
    char query[2][1024];
    char *body[2] = {NULL, NULL};
    for (int k = 0; k < 2; k++) {
        json_t *own = k ? value : NULL;
        if (w->in_query)
            query_with(query[k], sizeof query[k], c->query, f->name, own);
        else
            snprintf(query[k], sizeof query[k], "%s", c->query ? c->query : "");
        if (strcmp(w->route->method, "GET") != 0)
            body[k] = w->in_query ? strdup(c->body) : body_with(w, c->body, f->name, own);
    }

    answer out = {.with = ask(w->route, query[1], body[1])};
    if (out.with.status == 200) {
        const outcome without = ask(w->route, query[0], body[0]);
        out.is_added = without.status == 200;
        out.effect = !out.is_added || without.bytes != out.with.bytes ? IS_CHANGED : IS_SAME;
    }
    free(body[0]);
    free(body[1]);
    return out;
}

/* Returns whether the context is a list of problems, each with fields of its own,
 * and the field is beside the list. */
static bool is_hidden(const walk *w, const context *c)
{
    const bool has_problems = c->body && !strncmp(c->body, "{\"problems\"", 11);
    return has_problems && !(w->depth > 0 && !strcmp(w->path[0]->name, "problems"));
}

/* Returns the largest effect of a value in the requests for its route: those of `contexts`, and the
 * documented example. */
static answer answer_to(const walk *w, const pd_api_field *f, json_t *value)
{
    const bool gets = !strcmp(w->route->method, "GET");
    const context example = {.query = gets ? w->route->ask : NULL, .body = gets ? NULL : w->route->ask};
    const size_t count = sizeof contexts / sizeof *contexts;
    answer best = {0};
    for (size_t i = 0; i <= count && best.effect != IS_CHANGED; i++) {
        const context *c = i < count ? &contexts[i] : &example;
        if (i < count && (strcmp(c->route, w->route->name) != 0 || is_hidden(w, c))) continue;
        const answer now = compare(w, c, f, value);
        if (now.effect > best.effect) best = now;
    }
    return best;
}

/* ---- the property */

static int asked, failed;
static bool is_needed[sizeof exceptions / sizeof *exceptions];

/* Returns whether the value is listed as an exception of this kind, and marks the row as needed. */
static bool is_listed(exception kind, const char *name)
{
    bool found = false;
    for (size_t i = 0; i < sizeof exceptions / sizeof *exceptions; i++)
        if (exceptions[i].kind == kind && !fnmatch(exceptions[i].pattern, name, 0))
            is_needed[i] = found = true;
    return found;
}

/* Values of the present route that changed a reply. */
enum { CHANGED_MOST = 1000 };
static struct {
    char name[NAME_SIZE];
    outcome reply;
} changed[CHANGED_MOST];
static int changed_count;

/* Fails when another request of the route, with another value added, has the same reply. */
static void note_changed(const char *name, const outcome *reply)
{
    for (int i = 0; i < changed_count; i++)
        if (changed[i].reply.bytes == reply->bytes && changed[i].reply.request != reply->request) {
            if (is_listed(SAME_EFFECT, name) || is_listed(SAME_EFFECT, changed[i].name)) continue;
            failed++;
            print_error("%s: the reply is that of %s\n", name, changed[i].name);
        }
    assert_true(changed_count < CHANGED_MOST);
    snprintf(changed[changed_count].name, NAME_SIZE, "%s", name);
    changed[changed_count++].reply = *reply;
}

static void judge(const char *name, const answer *a, bool is_default)
{
    asked++;
    if (a->effect == IS_CHANGED) {
        if (a->is_added && !is_default) note_changed(name, &a->with);
    } else if (a->effect == IS_SAME ? !is_default && !is_listed(NO_EFFECT, name)
                                    : !is_listed(REFUSED, name)) {
        failed++;
        print_error("%s: %s\n", name, a->effect == IS_SAME ? "no effect" : "refused in every request");
    }
}

/* Asks for one field. The sample values of a number are tried until one has an effect; every other value must
 * have one. A value of several may be refused. */
static void ask_field(const walk *w, const pd_api_field *f)
{
    json_t *values[VALUES_MOST], *preset = parsed(f->preset);
    const int count = values_of(values, f);
    const bool one_is_enough = is_number(f);
    char place[NAME_SIZE];
    int used = snprintf(place, sizeof place, "%s%s", w->route->name, w->in_query ? "?" : " ");
    for (int i = 0; i < w->depth; i++)
        used += snprintf(place + used, sizeof place - (size_t)used, "%s/", w->path[i]->name);
    snprintf(place + used, sizeof place - (size_t)used, "%s=", f->name);

    answer best = {0};
    bool is_accepted = false;
    for (int i = 0; i < count; i++) {
        char name[2 * NAME_SIZE], *text = json_dumps(values[i], JSON_COMPACT | JSON_ENCODE_ANY);
        snprintf(name, sizeof name, "%s%.100s", place, text);
        name[NAME_SIZE - 1] = 0;
        free(text);
        if (is_listed(NOT_ASKED, name) || (one_is_enough && best.effect == IS_CHANGED)) continue;
        const answer a = answer_to(w, f, values[i]);
        is_accepted = is_accepted || a.effect != IS_REFUSED;
        if (a.effect >= best.effect) best = a;
        if (!one_is_enough && a.effect != IS_REFUSED) judge(name, &a, json_equal(preset, values[i]));
    }
    for (int i = 0; i < count; i++) json_decref(values[i]);
    json_decref(preset);

    snprintf(place + strlen(place), sizeof place - strlen(place), one_is_enough ? "NUMBER" : "*");
    if (count && (one_is_enough || !is_accepted) && !is_listed(NOT_ASKED, place)) judge(place, &best, false);
}

static void ask_fields(walk *w, const pd_api_field *rows)
{
    for (const pd_api_field *f = rows; f && f->name; f++) {
        /* An object is tested by its fields. */
        if (!f->rows || w->in_query) {
            ask_field(w, f);
            continue;
        }
        if (w->depth == DEPTH_MOST) continue;
        w->path[w->depth++] = f;
        ask_fields(w, f->rows);
        ask_fields(w, f->more);
        w->depth--;
    }
}

static void a_field_changes_the_reply_unlike_any_other_field(void **state)
{
    (void)state;
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *r = &pd_api_routes[i];
        if (!api_shipped_computes(r) || !strcmp(r->method, "PUT")) continue;
        walk in_query = {.route = r, .in_query = true}, in_body = {.route = r};
        changed_count = 0;
        for (const pd_api_field *const *t = r->query; *t; t++) ask_fields(&in_query, *t);
        for (const pd_api_field *const *t = r->body; *t && strcmp(r->method, "GET") != 0; t++)
            ask_fields(&in_body, *t);
    }
    for (size_t i = 0; i < sizeof exceptions / sizeof *exceptions; i++)
        if (!is_needed[i]) {
            failed++;
            print_error("the exception %s is not needed\n", exceptions[i].pattern);
        }
    print_message("%d values and numbers\n", asked);
    assert_int_equal(failed, 0);
}

static void replies_with_equal_entity_tags_have_equal_bytes(void **state)
{
    (void)state;
    assert_true(tagged_count > 100);
    assert_int_equal(tagged_wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_field_changes_the_reply_unlike_any_other_field),
        cmocka_unit_test(
            replies_with_equal_entity_tags_have_equal_bytes), /* of the requests of the test above */
    };
    return cmocka_run_group_tests(tests, api_shipped_load, api_shipped_unload);
}
