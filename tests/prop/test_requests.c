/* @heavy: takes over five seconds under ASan. */
/* Properties of the API's replies with the shipped models, for the documented example of each route that
 * computes and for requests with options unlike their defaults: the request is accepted; its estimates of
 * cost and memory are finite and hold; a compressed reply is not estimated cheaper; and a request that
 * changes nothing has the same reply when it is asked again.
 * tests/unit/api and tests/e2e check that replies are correct. */
#include "api/http/call.h"
#include "tests/support/api_shipped.h"
#include "tests/support/api_sums.h"

#include "tests/support/capsules.h"

/* sends: the reply of an earlier request whose keeps it is, in place of body. */
typedef struct asked {
    const char *method, *target, *body, *keeps, *sends;
} asked;

#define POSE                                                                                                 \
    "\"global_orient\":[0.1,-0.3,0.2],\"translation\":[0.3,0.1,-0.4],\"left_hand\":\"grip\",\"right_hand\":" \
    "\"point\",\"jaw_pose\":[0.2,0,0],\"leye_pose\":[0,0.2,0]"
#define CAMERA "\"camera\":{\"fx\":1000,\"fy\":990,\"cx\":640,\"cy\":480,\"width\":1280,\"height\":960}"

static const asked requests[] = {
    {.method = "GET",
     .target = "/v1/models/default/mesh?random=7&percentile=height:90,mass:20&format=json&include=joints"},
    {.method = "GET",
     .target =
         "/v1/models/default/mesh?gender=female&age=40&height=1.7&weight=60&population=public&format=bin"},
    {.method = "GET",
     .target = "/v1/models/default/joints?betas=0.5,-1,0.25&keypoints=face&frame=unreal&digits=5"},
    {.method = "GET",
     .target =
         "/v1/models/other/joints?betas=0.5,-1&global_orient=0.1,0.2,-0.3&keypoints=body&frame=blender"},
    {.method = "GET",
     .target = "/v1/models/other/mesh?betas=1&stage=corrected&include=vertices,normals,faces&format=npz"},
    {.method = "GET",
     .target = "/v1/models/other/mesh?betas=-1&skinning=dqs&frame=unity&format=obj&digits=3"},
    {.method = "GET", .target = "/v1/models/other/mesh?betas=-1&skinning=sbs&frame=amass&format=ply"},
    {.method = "GET", .target = "/v1/models/other/mesh?betas=2&format=stl&ground=true"},
    {.method = "GET",
     .target = "/v1/models/other/mesh?format=glb&rig=true&correctives=7&names=mixamo",
     .keeps = "rigged"},
    {.method = "GET",
     .target =
         "/v1/models/default/mesh?random=12&format=glb&levels=3000,600&skin=0.3&hair_color=red&iris=green"},
    {.method = "GET",
     .target = "/v1/models/default/mesh?random=3&format=glb&rig=true&morphs=false&wear=none&names=vrm"},
    {.method = "GET",
     .target = "/v1/models/default/mesh?look=5&format=glb&quantize=true&wear=blouse-skirt,sneakers"},
    {.method = "POST",
     .target = "/v1/models/default/mesh?format=json",
     .body = "{" POSE ",\"betas\":[1,-0.5],\"expression\":[0.5,-0.2],\"blend_shapes\":{\"jawOpen\":0.4,"
             "\"eyeBlinkLeft\":1},\"include\":[\"joints\",\"normals\"],\"keypoints\":\"face\"}"},
    {.method = "POST",
     .target = "/v1/models/default/mesh?format=bin",
     .body =
         "{" POSE
         ",\"contact\":\"exact\",\"body_pose\":[[0.1,0,0.2],[0.1,0,-0.2],[0.2,0,0],[0.9,0,0],[0.3,0,0],[0,0."
         "1,0],[0,0,0],[0,0,0],[0.1,0,0],[0,0,0],[0,0,0],[0,0.3,0],[0,0,-0.2],[0,0,0.2],[0,0.1,0],[0,0,-"
         "1.2],[0.2,0,1.1],[0,-1.9,0],[0,1.2,0],[0,0,0],[0.1,0,0]]}"},
    {.method = "POST",
     .target = "/v1/models/other/mesh?format=bin",
     .body = "{\"contact\":\"soft\",\"ground\":true,\"bodies\":[{\"betas\":[2,1]},{\"betas\":[-1],"
             "\"translation\":["
             "1,0,0],\"soft_tissue\":[0.5]}]}"},
    {.method = "POST",
     .target = "/v1/models/other/joints?format=npz",
     .body = "{\"bodies\":[{\"rotations\":[[1,0,0,0,0.8,0.6],[1,0,0,0,0.8,0.6],[1,0,0,0,0.8,0.6],[1,0,0,0,0."
             "8,0.6],["
             "1,0,0,0,0.8,0.6],[1,0,0,0,0.8,0.6],[1,0,0,0,0.8,0.6],[1,0,0,0,0.8,0.6],[1,0,0,0,0.8,0.6],[1,0,"
             "0,0,0.8,"
             "0.6],[1,0,0,0,0.8,0.6],[1,0,0,0,0.8,0.6],[1,0,0,0,0.8,0.6],[1,0,0,0,0.8,0.6],[1,0,0,0,0.8,0.6],"
             "[1,0,0,"
             "0,0.8,0.6],[1,0,0,0,0.8,0.6],[1,0,0,0,0.8,0.6],[1,0,0,0,0.8,0.6],[1,0,0,0,0.8,0.6],[1,0,0,0,0."
             "8,0.6],["
             "1,0,0,0,0.8,0.6],[1,0,0,0,0.8,0.6],[1,0,0,0,0.8,0.6]]},{\"quaternions\":[[0.1,0,0,0.99],[0.1,0,"
             "0,0.99],"
             "[0.1,0,0,0.99],[0.1,0,0,0.99],[0.1,0,0,0.99],[0.1,0,0,0.99],[0.1,0,0,0.99],[0.1,0,0,0.99],[0.1,"
             "0,0,0."
             "99],[0.1,0,0,0.99],[0.1,0,0,0.99],[0.1,0,0,0.99],[0.1,0,0,0.99],[0.1,0,0,0.99],[0.1,0,0,0.99],["
             "0.1,0,0,"
             "0.99],[0.1,0,0,0.99],[0.1,0,0,0.99],[0.1,0,0,0.99],[0.1,0,0,0.99],[0.1,0,0,0.99],[0.1,0,0,0.99]"
             ",[0.1,0,"
             "0,0.99],[0.1,0,0,0.99]]}],\"keypoints\":\"body\"}"},
    {.method = "GET", .target = "/v1/models/default/measure?percentile=height:90&gender=male"},
    {.method = "POST",
     .target = "/v1/models/default/measure",
     .body = "{\"bodies\":[{\"random\":5},{\"betas\":[0.5]},{\"height\":1.6,\"gender\":\"female\"}]}"},
    {.method = "GET", .target = "/v1/models/default/measure?betas=1.5,-0.5&lines=true&density=985"},
    {.method = "POST",
     .target = "/v1/models/other/measure",
     .body = "{\"bodies\":[{\"betas\":[1,2,-1]},{\"betas\":[-1]}]}"},
    {.method = "POST",
     .target = "/v1/models/other/fit",
     .body = "{\"measurements\":{\"height\":1.75,\"hip_girth\":1.0,\"inside_leg_height\":0.8,\"mass\":70},"
             "\"density\":985}"},
    {.method = "POST",
     .target = "/v1/models/other/fit",
     .body = "{\"measurements\":{\"height\":1.5,\"mass\":120,\"waist_girth\":0.6}}"},
    {.method = "POST",
     .target = "/v1/models/other/fit",
     .body =
         "{\"observations\":{\"joints\":{\"left_hip\":[0.1,0,0],\"right_hip\":[-0.1,0.01,0],\"left_knee\":[0."
         "12,-"
         "0.4,0.1],\"right_knee\":[-0.12,-0.4,0],\"left_ankle\":[0.1,-0.8,0],\"right_ankle\":[-0.1,-0.8,0.02]"
         ","
         "\"neck\":[0,0.5,0],\"left_wrist\":[0.5,0.4,0.2]},\"joints_noise\":0.01,\"floor\":-0.9,\"weights\":{"
         "\"pose\":0.5}},\"mesh\":\"glb\"}"},
    {.method = "POST",
     .target = "/v1/models/default/fit",
     .body = "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"points\":[[640,200],[650,190],[630,190],"
             "[665,"
             "195],[615,195],[700,280],[580,280],[820,275],[480,270],[940,270],null,[675,460],[605,460],[680,"
             "640],["
             "600,640],[680,800],[600,800]],\"noise\":3}," CAMERA ",\"robust\":20}}"},
    {.method = "POST",
     .target = "/v1/models/default/fit",
     .body =
         "{\"observations\":{\"vertices\":{\"index\":[11,811,2011,4011,6011,8011],\"points\":[[0,0.2,0.1],[0."
         "1,0."
         "3,0.1],[0,0.1,0.2],[0.1,-0.2,0.1],[0.2,0.1,0],[-0.1,0.3,0]]},\"start\":{\"betas\":[0.5]},\"keep_"
         "betas\":true}}"},
    {.method = "POST",
     .target = "/v1/models/default/fit",
     .body = "{\"observations\":{\"orientations\":{\"sensors\":{\"pelvis\":[0,0,0,1],\"left_elbow\":[0,0,-0."
             "38,0.92],"
             "\"right_knee\":[0.3,0,0,0.95]}}}}"},
    {.method = "POST",
     .target = "/v1/models/default/fit",
     .body = "{\"observations\":{\"crowd\":{\"set\":\"coco17\",\"views\":[{\"camera\":{\"fx\":1000,\"fy\":"
             "990,\"cx\":"
             "640,\"cy\":480,\"width\":1280,\"height\":960},\"figures\":[[[490.0,200],[498.0,190],[482.0,190]"
             ",[510.0,"
             "195],[470.0,195],[538.0,280],[442.0,280],[634.0,275],[362.0,270],[730.0,270],[250.0,265],[518."
             "0,460],["
             "462.0,460],[522.0,640],[458.0,640],[522.0,800],[458.0,800]],[[820.0,220],[827.0,210],[813.0,"
             "210],[837."
             "5,215],[802.5,215],[862.0,300],[778.0,300],[946.0,295],[708.0,290],[1030.0,290],[610.0,285],["
             "844.5,480]"
             ",[795.5,480],[848.0,660],[792.0,660],[848.0,820],[792.0,820]]]}]}}}"},
    {.method = "POST",
     .target = "/v1/ik/solve",
     .body = "{\"skeleton\":\"other\",\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.4,0.3,0.4]}],"
             "\"alternatives\":3,\"solver\":\"example\",\"style\":{\"skip\":1,\"reach\":3}}"},
    {.method = "POST",
     .target = "/v1/ik/solve",
     .body = "{\"skeleton\":\"other\",\"mesh\":\"glb\",\"problems\":[{\"targets\":[{\"joint\":\"left_wrist\","
             "\"position\":[0.4,0.3,0.4]}]},{\"targets\":[{\"joint\":\"head\",\"look_at\":[0.2,0.5,2]}]}]}"},
    {.method = "POST",
     .target = "/v1/ik/solve",
     .body = "{\"skeleton\":\"other\",\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.4,0.1,0.5]},"
             "{\"joint\":\"right_wrist\",\"position\":[-0.3,0.2,0.4]}],\"alternatives\":2,\"apart\":0.4,"
             "\"translation\":[0.05,-0.2,0.1],\"solver\":\"optimize\",\"style\":\"crouch\"}"},
    {.method = "POST",
     .target = "/v1/ik/solve",
     .body =
         "{\"skeleton\":\"other\",\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.4,0.3,0.4],\"pole\":"
         "[0."
         "5,0,-1]},{\"joint\":\"head\",\"look_at\":[0.2,0.5,2],\"weight\":0.5,\"priority\":2}],\"solver\":"
         "\"optimize\",\"limits\":true}"},
    {.method = "POST",
     .target = "/v1/ik/solve",
     .body = "{\"skeleton\":\"other\",\"betas\":[1],\"targets\":[{\"joint\":\"right_wrist\",\"position\":[-0."
             "3,0.2,0."
             "5],\"orientation\":[0,0.7071,0,0.7071]}],\"solver\":\"dls\",\"damping\":\"selective\",\"rest_"
             "gain\":0."
             "1,\"joint_gains\":[{\"joint\":\"right_shoulder\",\"gain\":5}],\"natural\":\"rest\"}"},
    {.method = "POST",
     .target = "/v1/ik/solve",
     .body =
         "{\"skeleton\":\"other\",\"targets\":[{\"joint\":\"left_wrist\",\"distance\":0.3,\"distance_from\":"
         "\"head\"},{\"joint\":\"pelvis\",\"keep\":true},{\"joint\":\"right_foot\",\"centre\":[0.1,0,0]}],"
         "\"solver\":\"optimize\",\"couplings\":[{\"terms\":[{\"joint\":\"spine1\",\"angle\":\"twist\","
         "\"factor\":1},{\"joint\":\"spine2\",\"angle\":\"twist\",\"factor\":-1}],\"equals\":0}],\"joint_"
         "limits\":[{\"joint\":\"left_elbow\",\"kind\":\"hinge\",\"axis\":[0,1,0],\"range\":[-2.6,0.1]}]}"},
    {.method = "PUT",
     .target = "/v1/scenes/yard",
     .body = "{\"ground\":{\"kind\":\"hills\",\"seed\":1,\"side\":20},\"walls\":[{\"from\":[-2,3],\"to\":[2,"
             "3]}]}"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=json",
     .body =
         "{\"seconds\":1.5,\"script\":[{\"t\":0,\"move\":[0,1],\"gait\":\"jog\"},{\"t\":0.8,\"move\":[1,0],"
         "\"gait\":\"walk\"}],\"scene\":\"yard\"}"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=glb",
     .body = "{\"seconds\":0.5,\"script\":[{\"t\":0,\"move\":[0,1],\"gait\":\"walk\"}]}"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=glb&wear=none&correctives=4",
     .body = "{\"seconds\":0.3,\"soft\":true,\"script\":[{\"t\":0,\"move\":[0,1],\"gait\":\"jog\"}]}"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=bvh",
     .body = "{\"seconds\":0.5,\"script\":[{\"t\":0,\"move\":[-1,0],\"gait\":\"walk\"}]}"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=npz",
     .body = "{\"seconds\":0.5,\"script\":[{\"t\":0,\"move\":[0,1],\"gait\":\"crouch\"}]}"},
    {.method = "GET", .target = "/v1/models/other/mesh?betas=1&format=obj", .keeps = "mesh"},
    {.method = "POST", .target = "/v1/rig?format=json&weights=heat&picture=true", .sends = "mesh"},
    {.method = "POST", .target = "/v1/rig?up=y&facing=z&weights=template", .keeps = "own", .sends = "mesh"},
    {.method = "PUT", .target = "/v1/characters/own", .sends = "own"},
    {.method = "GET", .target = "/v1/characters/own"},
    {.method = "PUT", .target = "/v1/characters/rigged?match=Neck=", .sends = "rigged"},
    {.method = "GET", .target = "/v1/characters"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=json",
     .body = "{\"seconds\":1,\"seed\":9,\"variation\":3,\"random\":{\"kind\":\"stick\"},\"reach\":[{\"t\":0."
             "3,\"joint\":\"right_hand\",\"target\":[-0.3,1.2,0.4],\"anchor\":\"root\"}]}"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=measure",
     .body = "{\"seconds\":3,\"follow\":{\"path\":[[0,0],[0,2],[2,4]],\"gait\":\"walk\"},"
             "\"position\":[0.2,0],\"facing\":0.3}"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=vrma",
     .body = "{\"seconds\":0.5,\"script\":[{\"t\":0,\"move\":[0,1],\"axes\":\"camera\",\"camera_yaw\":0.5,"
             "\"look\":[1,0],\"strafe\":1}]}"},
    {.method = "POST",
     .target = "/v1/rig?template=quadruped&weights=geodesic",
     .keeps = "dog",
     .sends = "animal"},
    {.method = "PUT", .target = "/v1/characters/dog?template=quadruped", .sends = "dog"},
    {.method = "GET", .target = "/v1/characters/dog"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=glb&wear=none",
     .body = "{\"seconds\":0.4,\"script\":[{\"t\":0,\"move\":[0,1],\"gait\":\"walk\"}]}",
     .keeps = "walk"},
    {.method = "POST", .target = "/v1/characters/own/clip?rate=30", .sends = "walk"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=bvh",
     .body = "{\"seconds\":0.4,\"script\":[{\"t\":0,\"move\":[0,1],\"gait\":\"walk\"}]}",
     .keeps = "walk bvh"},
    {.method = "POST", .target = "/v1/characters/own/clip?rate=30", .sends = "walk bvh"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=npz",
     .body = "{\"seconds\":0.4,\"body\":\"default\",\"script\":[{\"t\":0,\"move\":[0,1],\"gait\":\"walk\"}]}",
     .keeps = "walk npz"},
    {.method = "POST", .target = "/v1/characters/own/clip?rate=30", .sends = "walk npz"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=json",
     .body = "{\"seconds\":0.4,\"character\":\"own\",\"script\":[{\"t\":0,\"move\":[0,1]}]}"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=glb",
     .body =
         "{\"seconds\":0.4,\"character\":\"own\",\"script\":[{\"t\":0,\"move\":[1,0],\"gait\":\"jog\"}]}"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=bvh",
     .body = "{\"seconds\":0.4,\"character\":\"rigged\",\"script\":[{\"t\":0,\"move\":[0,-1]}]}"},
    {.method = "PUT",
     .target = "/v1/scenes/park",
     .body = "{\"ground\":{\"kind\":\"ramp\",\"slope_deg\":10,\"yaw_deg\":30,\"side\":12,\"cell\":0.2},"
             "\"jumps\":[{\"at\":[0,2],"
             "\"radius\":0.5,\"falloff\":2}],\"crouches\":[{\"at\":[1,2],\"size\":[2,1],\"amount\":0.7,"
             "\"wave\":0.5}],"
             "\"beams\":[{\"from\":[0,3],\"to\":[0,5],\"width\":0.3}],\"seats\":[{\"at\":[2,1]}]}"},
    {.method = "GET", .target = "/v1/scenes/park"},
    {.method = "GET", .target = "/v1/scenes"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=json",
     .body = "{\"seconds\":1.2,\"scene\":\"park\",\"script\":[{\"t\":0,\"move\":[0,1],\"gait\":\"jog\"},{"
             "\"t\":0.9,\"move\":"
             "[0.5,0.5]}],\"style\":\"cmu-16\"}"},
    {.method = "POST",
     .target = "/v1/models/default/mesh?format=json",
     .body =
         "{\"bodies\":[{\"betas\":[1],\"left_hand\":\"fist\"},{\"right_hand_pose\":[0.5,-0.3],\"use_pca\":"
         "true,"
         "\"flat_hand_mean\":false},{\"left_hand_pose\":[[0.1,0,0.2],[0.1,0,0],[0,0,0.3],[0,0,0],[0,0,0],[0,"
         "0,0],[0,0,0],"
         "[0,0,0],[0,0,0],[0,0,0],[0,0,0.2],[0,0,0],[0,0,0],[0.2,0,0],[0,0,0]]}],\"global_orient\":[0,0.5,0],"
         "\"right_hand\":\"point\",\"jaw_pose\":[0.1,0,0],\"include\":[\"joints\"]}"},
    {.method = "POST",
     .target = "/v1/models/default/joints",
     .body = "{\"global_orient\":[0,1,0,-1,0,0,0,0,1],\"jaw_pose\":[0.05,0,0,0.99875],\"leye_pose\":[1,0,0,0,"
             "0.8,0.6],"
             "\"transl\":[0.1,0.2,0.3]}"},
    {.method = "POST",
     .target = "/v1/models/default/fit",
     .body = "{\"observations\":{\"keypoints\":{\"set\":{\"nose\":{\"joints\":{\"head\":2,\"neck\":1}},"
             "\"hand\":{\"joints\":{"
             "\"left_wrist\":1}},\"foot\":{\"vertices\":{\"100\":1,\"200\":3}},\"seat\":{\"joints\":{"
             "\"pelvis\":1}},"
             "\"knee\":{\"joints\":{\"right_knee\":1}}},\"points\":[[0,0.5,0.1],[0.6,0.3,0],[0.1,-1,0.1],[0,"
             "0,0],[-0.1,-0.4,0.1]]"
             ",\"confidence\":[1,0.5,1,1,0.7]}}}"},
    {.method = "POST",
     .target = "/v1/models/default/fit",
     .body = "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"noise\":3,\"views\":[{\"camera\":{"
             "\"fx\":1000,\"fy\":990,"
             "\"cx\":640,\"cy\":480,\"rotation\":[1,0,0,0,-1,0,0,0,-1],\"translation\":[0,0,4]},\"points\":[["
             "640,300],"
             "[650,290],[630,290],[665,295],[615,295],[690,360],[590,360],[740,355],[540,350],[800,350],[480,"
             "345],[670,500],[610,"
             "500],[672,610],[608,610],[674,720],[606,720]]},{\"camera\":{\"fx\":1000,\"fy\":990,\"cx\":640,"
             "\"cy\":480,"
             "\"rotation\":[0,0,-1,0,-1,0,-1,0,0],\"translation\":[0,0,4]},\"points\":[[640,300],null,[630,"
             "290],[640,295],[640,295],"
             "[645,360],[640,360],[640,355],[640,350],[640,350],[640,345],[645,500],[640,500],[640,610],[640,"
             "610],[640,720],[640,720]]}"
             "]}}}"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=npz",
     .body = "{\"seconds\":0.3,\"betas\":[1.5,-0.5,0.25],\"script\":[{\"t\":0,\"move\":[0,1],\"gait\":"
             "\"walk\"}]}"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=glb&wear=none",
     .body = "{\"seconds\":0.3,\"betas\":[-2,1],\"position\":[1,-2],\"facing\":0.7,\"script\":[{\"t\":0,"
             "\"move\":[0,1]}],"
             "\"reach\":[{\"t\":0.05,\"joint\":\"right_hand\",\"target\":[-0.3,1.2,0.4],\"anchor\":\"root\","
             "\"seconds\":0.1}],"
             "\"gaze\":[{\"t\":0,\"point\":[3,1.5,0],\"seconds\":0.1}]}"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=json",
     .body = "{\"seconds\":0.5,\"follow\":{\"path\":[[0,0],[0,2],[1,3]],\"gait\":\"walk\",\"lookahead\":0.5},"
             "\"variation\":3}"},
    {.method = "POST",
     .target = "/v1/motions/rollout?format=measure",
     .body = "{\"seconds\":0.5,\"pursue\":{\"path\":[[0,0],[2,0],[2,2]],\"closed\":true,\"speed\":1.1}}"},
    {.method = "GET", .target = "/v1/models/motion"},
    {.method = "GET", .target = "/v1/models/likely"},
    {.method = "GET", .target = "/v1/models/trackers"},
    {.method = "GET", .target = "/v1/models/clothes"},
    {.method = "GET", .target = "/v1/models/matching"},
    {.method = "GET", .target = "/v1/wardrobe"},
    {.method = "GET", .target = "/v1/models"},
    {.method = "GET", .target = "/v1/models/default"},
    {.method = "GET", .target = "/v1/models/default/faces?format=bin"},
    {.method = "GET", .target = "/v1/skeletons"},
};

typedef struct kept {
    const char *name, *type;
    pd_buffer bytes;
} kept;

static kept replies[10]; /* kept for later requests */

static kept *reply_named(const char *name)
{
    for (size_t i = 0; i < sizeof replies / sizeof *replies; i++)
        if (!replies[i].name || !strcmp(replies[i].name, name)) {
            replies[i].name = name;
            return &replies[i];
        }
    fail_msg("no room for the reply %s", name);
    return NULL;
}

/* Estimates of a decoded request: milliseconds in all, bytes on one thread. */
typedef struct estimate {
    double cost;
    size_t bytes;
} estimate;

static estimate estimate_of(const pd_api_call *call)
{
    const double cost = pd_api_call_cost(call), part = pd_api_call_part_cost(call);
    const bool has_bytes = !call->done && call->run_bytes;
    const estimate out = {.cost = cost, .bytes = has_bytes ? call->run_bytes(call, 1) : 0};
    assert_true(isfinite(cost) && isfinite(part) && cost >= 0 && part >= 0);
    assert_true(pd_api_call_weight(call) >= 1);
    if (has_bytes) assert_true(call->run_bytes(call, 4) >= out.bytes);
    return out;
}

/* Decodes and runs a request. The sums are those of the reply. */
static pd_api_call *answer(const pd_api_request *request, estimate *told, api_sum *sum)
{
    pd_api_call *call = pd_api_decode(request, &api_host_table, &api_shipped_limits);
    *told = estimate_of(call);
    const pd_api_reply *reply = api_finish(call);
    *sum = (api_sum){0};
    api_sum_reply(sum, reply);
    if (reply->status >= 400) fail_msg("%s: %.600s", request->path, (const char *)reply->body.data);
    /* The estimate of a roll-out with a body leaves out the mesh in its reply. */
    const bool is_rollout = strstr(request->path, "/rollout") != NULL;
    if (told->bytes && reply->body.size > told->bytes && !is_rollout)
        fail_msg("%s?%s: a reply of %zu bytes, %zu estimated", request->path,
                 request->query ? request->query : "", reply->body.size, told->bytes);
    return call;
}

static void ask(const asked *a)
{
    const char *mark = strchr(a->target, '?');
    pd_bytes body = {(const unsigned char *)a->body, a->body ? strlen(a->body) : 0};
    const char *type = "application/json";
    char path[256];
    if (a->sends) {
        const kept *earlier = reply_named(a->sends);
        body = (pd_bytes){earlier->bytes.data, earlier->bytes.size};
        type = earlier->type;
    }
    snprintf(path, sizeof path, "%.*s", (int)(mark ? mark - a->target : (long)strlen(a->target)), a->target);
    pd_api_request request = {.method = a->method,
                              .path = path,
                              .query = mark ? mark + 1 : NULL,
                              .body = body,
                              .content_type = body.size ? type : NULL,
                              .may_wait = true};

    estimate told, again;
    api_sum sum, same;
    pd_api_call *call = answer(&request, &told, &sum);
    if (a->keeps) {
        const pd_api_reply *reply = pd_api_call_reply(call);
        kept *k = reply_named(a->keeps);
        k->type = reply->content_type;
        pd_buffer_add(&k->bytes, reply->body.data, reply->body.size);
    }
    pd_api_call_release(call);

    /* Asked again. PUT and what makes a clip or a rig may answer with another revision. */
    if (!strcmp(a->method, "GET") || strstr(path, "/ik/") || strstr(path, "/models/") ||
        strstr(path, "/rollout")) {
        pd_api_call_release(answer(&request, &again, &same));
        if (sum.count != same.count || sum.words != same.words || sum.places != same.places ||
            sum.others != same.others)
            fail_msg("%s %s: another reply when it is asked again", a->method, a->target);
    }

    /* Compressed. */
    request.accept_encoding = "gzip";
    call = pd_api_decode(&request, &api_host_table, &api_shipped_limits);
    again = estimate_of(call);
    if (again.cost < told.cost || again.bytes < told.bytes)
        fail_msg("%s %s: %g ms and %zu bytes compressed, %g and %zu plain", a->method, a->target, again.cost,
                 again.bytes, told.cost, told.bytes);
    pd_api_call_release(call);
}

/* Stores a quadruped of capsules, as an OBJ. */
static void keep_animal(void)
{
    capsules c = capsules_animal(&pd_rig_plans[PD_RIG_QUADRUPED], 1.1, 0.95, 0.05, -1);
    kept *k = reply_named("animal");
    k->type = "model/obj";
    for (int i = 0; i < c.vertex_count; i++)
        pd_buffer_printf(&k->bytes, "v %.6f %.6f %.6f\n", (double)c.vertices[3 * i],
                         (double)c.vertices[3 * i + 1], (double)c.vertices[3 * i + 2]);
    for (int f = 0; f < c.face_count; f++)
        pd_buffer_printf(&k->bytes, "f %u %u %u\n", c.faces[3 * f] + 1, c.faces[3 * f + 1] + 1,
                         c.faces[3 * f + 2] + 1);
    capsules_free(&c);
}

/* Requests the same target from every solver of GET /v1/skeletons and of the schema. */
static void ask_solvers(void)
{
    static const char *const solvers[] = {"auto", "two_bone", "fabrik",   "ccd",     "transpose",
                                          "pinv", "dls",      "optimize", "example", "neural"};
    char body[512];

    /* two_bone reads neither field and fabrik, of one chain, no restarts: they are refused there */
    for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++) {
        snprintf(
            body, sizeof body,
            "{\"skeleton\":\"other\",\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.35,0.45,0.3]}],"
            "\"solver\":\"%s\"%s%s}",
            solvers[i], strcmp(solvers[i], "two_bone") ? ",\"iterations\":20" : "",
            strcmp(solvers[i], "two_bone") && strcmp(solvers[i], "fabrik") ? ",\"restarts\":2" : "");
        ask(&(asked){"POST", "/v1/ik/solve", body, NULL, NULL});
    }
}

static void requests_are_accepted_estimated_and_answered_alike_twice(void **state)
{
    char target[512];

    (void)state;
    keep_animal();
    for (int i = 0; i < pd_api_route_count; i++) {
        const pd_api_route *r = &pd_api_routes[i];
        const char *id = strstr(r->pattern, "{id}");
        const bool gets = !strcmp(r->method, "GET");
        if (!api_shipped_computes(r)) continue;

        snprintf(target, sizeof target, "%.*s%s%s%s%s",
                 (int)(id ? id - r->pattern : (long)strlen(r->pattern)), r->pattern, id ? r->at : "",
                 id ? id + 4 : "", gets ? "?" : "", gets ? r->ask : "");
        ask(&(asked){r->method, target, gets ? NULL : r->ask, NULL, NULL});
    }
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) ask(&requests[i]);
    ask_solvers();
    for (size_t i = 0; i < sizeof replies / sizeof *replies; i++) pd_buffer_deinit(&replies[i].bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_are_accepted_estimated_and_answered_alike_twice)};
    return cmocka_run_group_tests(tests, api_shipped_load, api_shipped_unload);
}
