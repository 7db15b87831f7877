/* Golden test of the API's refusals, word for word: status, place and text of every problem. It shows every
 * change of a range, name or place.
 *
 * POSED_GOLDEN=write writes tests/golden/steps/refusals.txt again. Read the difference as a client who gets
 * the messages would. */
#include "core/character/load.h"
#include "tests/support/api_ask.h"
#include "tests/support/golden_text.h"

#define FILE_PATH "tests/golden/steps/refusals.txt"

typedef struct asked {
    const char *method, *target, *body;
} asked;

/* Fields of a request beside its body. type: Content-Type; NULL: JSON, or a mesh where one is rigged. */
typedef struct fields {
    const char *type, *encoding, *if_match, *if_none_match;
} fields;

/* A frame of coco17 with this point everywhere, a person who has one, a target. */
#define ROW(p)                                                                                               \
    "[" p "," p "," p "," p "," p "," p "," p "," p "," p "," p "," p "," p "," p "," p "," p "," p "," p "]"
#define CROWD(figures)                                                                                       \
    "{\"observations\":{\"crowd\":{\"set\":\"coco17\",\"views\":[{\"camera\":{\"fx\":1000,\"cx\":640,"       \
    "\"cy\":480}," figures "}]}}}"
#define STANDS "{\"keypoints\":{\"set\":\"coco17\",\"frames\":[" ROW("[0,1,0]") "]}}"
#define WRIST  "\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.3,1,0.2]}]"

#define MESH     "/v1/models/default/mesh"
#define AVATAR   MESH "?format=glb&"
#define PORTRAIT "/v1/models/default/portrait?"

static const asked requests[] = {
    /* bodies */
    {"GET", "/v1/models/nobody/mesh", NULL},
    {"GET", "/v1/models/default/mesh?betas=1,x", NULL},
    {"GET", "/v1/models/default/mesh?betas=1,200", NULL},
    {"GET", "/v1/models/default/mesh?beta=1", NULL},
    {"GET", "/v1/models/default/mesh?format=gbl", NULL},
    {"GET", "/v1/models/default/mesh?height=9&weight=60", NULL},
    {"GET", "/v1/models/default/mesh?percentile=height:101", NULL},
    {"GET", "/v1/models/default/mesh?percentile=size:50", NULL},
    {"GET", "/v1/models/default/mesh?random=1&betas=1", NULL},
    {"GET", "/v1/models/default/mesh?random=-1", NULL},
    {"GET", "/v1/models/default/mesh?levels=3000&format=json", NULL},
    {"GET", "/v1/models/default/mesh?levels=600,3000&format=glb", NULL},
    {"GET", "/v1/models/default/mesh?levels=4&format=glb", NULL},
    {"GET", "/v1/models/default/mesh?wear=crown", NULL},
    {"GET", "/v1/models/default/mesh?wear=tee-jeans,blouse-skirt", NULL},
    {"GET", "/v1/models/other/mesh?wear=tee-jeans", NULL},
    {"GET", "/v1/models/default/mesh?skin=2", NULL},
    {"GET", "/v1/models/default/mesh?hair_color=pink", NULL},
    {"GET", "/v1/models/default/mesh?rig=true&stage=corrected&format=glb", NULL},
    {"GET", "/v1/models/default/mesh?stage=corrected&contact=soft&format=bin", NULL},
    {"GET", "/v1/models/default/mesh?rig=true&contact=exact&format=glb", NULL},
    {"GET", "/v1/models/default/mesh?correctives=3&format=glb", NULL},
    {"GET", "/v1/models/default/mesh?rig=true&correctives=3&format=glb", NULL},
    {"GET", "/v1/models/default/mesh?rig=true&format=bin", NULL},
    {"GET", "/v1/models/default/mesh?quantize=true&format=obj", NULL},
    {"GET", "/v1/models/default/mesh?digits=20&format=json", NULL},
    {"GET", "/v1/models/default/mesh?include=vertices,hair&format=json", NULL},
    {"GET", "/v1/models/default/mesh?frame=maya", NULL},
    {"GET", "/v1/models/default/mesh?left_hand=paw", NULL},
    {"GET", "/v1/models/other/mesh?left_hand=fist", NULL},
    {"GET", "/v1/models/other/mesh?jaw_pose=0.1,0,0", NULL},
    {"GET", "/v1/models/default/mesh?global_orient=1,2", NULL},
    {"GET", "/v1/models/default/joints?keypoints=face&include=joints", NULL},
    {"GET", "/v1/models/default/joints?keypoints=hands", NULL},
    {"GET", "/v1/models/other/joints?keypoints=face", NULL},
    {"GET", "/v1/models/default/measure?density=1", NULL},
    {"POST", "/v1/models/default/mesh", NULL},
    {"POST", "/v1/models/default/mesh", "{"},
    {"POST", "/v1/models/default/mesh", "[1]"},
    {"POST", "/v1/models/default/mesh", "{\"betas\":[1,\"x\"]}"},
    {"POST", "/v1/models/default/mesh", "{\"betas\":[1e9]}"},
    {"POST", "/v1/models/default/mesh", "{\"expression\":[9]}"},
    {"POST", "/v1/models/default/mesh", "{\"blend_shapes\":{\"jawOpem\":1}}"},
    {"POST", "/v1/models/default/mesh", "{\"blend_shapes\":{\"jawOpen\":9}}"},
    {"POST", "/v1/models/other/mesh", "{\"expression\":[1]}"},
    {"POST", "/v1/models/default/mesh", "{\"pose\":[[0,0,0]]}"},
    {"POST", "/v1/models/default/mesh", "{\"pose\":[[0,0,0]],\"quaternions\":[[0,0,0,1]]}"},
    {"POST", "/v1/models/default/mesh", "{\"body_pose\":[[0,0,0]]}"},
    {"POST", "/v1/models/default/mesh", "{\"body_pose\":[0,0,0]}"},
    {"POST", "/v1/models/default/mesh", "{\"global_orient\":[1,0,0,0,1,0,0,0,-1]}"},
    {"POST", "/v1/models/default/mesh", "{\"global_orient\":[1,1,0,0,1,0,0,0,1]}"},
    {"POST", "/v1/models/default/mesh", "{\"global_orient\":[0,0,0,0,0,0]}"},
    {"POST", "/v1/models/default/mesh", "{\"global_orient\":[0,0,0,0]}"},
    {"POST", "/v1/models/default/mesh", "{\"left_hand_pose\":[0.1,0.2],\"left_hand\":\"fist\"}"},
    {"POST", "/v1/models/default/mesh", "{\"left_hand_pose\":[0.1,0.2],\"use_pca\":true}"},
    {"POST", "/v1/models/other/mesh", "{\"left_hand_pose\":[0.1,0.2]}"},
    {"POST", "/v1/models/default/mesh", "{\"translation\":[0,1e7,0]}"},
    {"POST", "/v1/models/default/mesh", "{\"bodies\":[{\"betas\":[1],\"size\":2}]}"},
    {"POST", "/v1/models/default/mesh", "{\"bodies\":[]}"},
    {"POST", "/v1/models/default/mesh", "{\"bodies\":[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]}"},
    {"POST", "/v1/models/default/measure", "{\"bodies\":[{\"pose\":[[0,0,0]]}]}"},
    /* fit */
    {"POST", "/v1/models/other/fit", "{}"},
    {"POST", "/v1/models/other/fit", "{\"measurements\":{\"height\":9}}"},
    {"POST", "/v1/models/other/fit", "{\"measurements\":{\"heigth\":1.7}}"},
    {"POST", "/v1/models/other/fit", "{\"measurements\":{\"height\":1.7},\"observations\":{}}"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{}}"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"joints\":{\"left_hip\":[0,0,0]}}}"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"joints\":{\"left_hp\":[0,0,0]}}}"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"joints\":[[0,0,0],[0,0,0]]}}"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"joints\":7}}"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"joints\":{\"left_hip\":[0,1e9,0]}}}"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"keypoints\":{\"set\":\"coco18\",\"points\":[]}}}"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"points\":[]}}}"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"keypoints\":{\"places\":{\"nose\":{\"bones\":{\"head\":1}}},\"points\":[[0,0,0]]}}"
     "}"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"keypoints\":{\"set\":7}}}"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"views\":[{\"points\":[]}]}}}"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"views\":[{\"points\":[],\"camera\":{\"fx\":1}},{"
     "\"points\":[],\"camera\":{\"fx\":0}}]}}}"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"vertices\":{\"index\":[1,2],\"points\":[[0,0,0]]}}}"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"vertices\":{\"index\":[1,99999],\"points\":[[0,0,0],[0,1,0]]}}}"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"orientations\":{\"sensors\":{\"box\":[0,0,0,1]}}}}"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"orientations\":{\"sensors\":{\"head\":[0,0,0,0]}}}}"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"joints\":{\"left_hip\":[0,0,0]},\"weights\":{\"pose\":-1,\"mass\":2}}}"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"crowd\":{\"set\":\"coco17\",\"views\":[]}}}"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"crowd\":{\"set\":\"coco17\",\"views\":[{\"figures\":[]}]},\"joints\":{}}}"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"twists\":[0]}}"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"joints\":{},\"start\":{\"betas\":[1e3]}}}"},
    /* IK */
    {"POST", "/v1/ik/solve", "{}"},
    {"POST", "/v1/ik/solve", "{\"targets\":[]}"},
    {"POST", "/v1/ik/solve", "{\"targets\":[{}]}"},
    {"POST", "/v1/ik/solve", "{\"targets\":[{\"joint\":\"left_wirst\",\"position\":[0,0,0]}]}"},
    {"POST", "/v1/ik/solve", "{\"targets\":[{\"joint\":\"left_wrist\"}]}"},
    {"POST", "/v1/ik/solve", "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0,0]}]}"},
    {"POST", "/v1/ik/solve", "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0,0,1e9]}]}"},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0,0,0],\"orientation\":[0,0,0,0]}]}"},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0,0,0]}],\"solver\":\"magic\"}"},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0,0,0]}],\"iterations\":100000}"},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0,0,0],\"weight\":-1,\"priority\":99}]}"},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\",\"distance\":0.3}],\"solver\":\"optimize\"}"},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\",\"distance\":0.3,\"distance_from\":\"head\"}],\"solver\":"
     "\"fabrik\"}"},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0,0,0]}],\"joint_limits\":[{\"joint\":\"left_"
     "elbow\",\"kind\":\"hinge\",\"axis\":[0,0,0],\"range\":[0,1]}]}"},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0,0,0]}],\"joint_limits\":[{\"joint\":\"left_"
     "elbow\",\"kind\":\"knee\"}]}"},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0,0,0]}],\"couplings\":[{\"terms\":[],\"equals\":"
     "0}]}"},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0,0,0]}],\"chain\":[\"left_wrist\",\"right_"
     "wrist\"]}"},
    {"POST", "/v1/ik/solve", "{\"skeleton\":\"none\",\"targets\":[{\"joint\":\"a\",\"position\":[0,0,0]}]}"},
    {"POST", "/v1/ik/solve",
     "{\"joints\":[{\"name\":\"a\",\"parent\":\"b\"},{\"name\":\"b\",\"parent\":\"a\"}],\"targets\":[{"
     "\"joint\":\"a\",\"position\":[0,0,0]}]}"},
    {"PUT", "/v1/skeletons/x", "{\"joints\":[]}"},
    {"PUT", "/v1/skeletons/x",
     "{\"joints\":[{\"name\":\"a\",\"offset\":[0,0,0]},{\"name\":\"a\",\"parent\":\"a\",\"offset\":[0,1,0]}]"
     "}"},
    {"PUT", "/v1/skeletons/a%20b", "{\"joints\":[{\"name\":\"a\",\"offset\":[0,0,0]}]}"},
    {"GET", "/v1/skeletons/none", NULL},
    /* motion */
    {"POST", "/v1/motions/rollout", "{}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":0}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1000}"},
    {"POST", "/v1/motions/rollout?format=mp4", "{\"seconds\":1}"},
    {"POST", "/v1/motions/rollout",
     "{\"seconds\":1,\"script\":[{\"t\":2,\"move\":[0,1]},{\"t\":1,\"move\":[0,1]}]}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"script\":[{\"t\":0,\"move\":[0,2],\"gait\":\"fly\"}]}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"script\":[{\"t\":0}],\"random\":{\"kind\":\"dance\"}}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"follow\":{\"path\":[[0,0]]}}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"sit\":{\"seat\":3}}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"scene\":\"none\"}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"character\":\"none\"}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"motion\":\"none\"}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"variation\":99,\"style\":\"drunk\"}"},
    {"POST", "/v1/motions/rollout",
     "{\"seconds\":1,\"reach\":[{\"t\":0,\"joint\":\"left_ear\",\"target\":[0,0,0]}]}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"control\":{\"speed\":-1}}"},
    {"PUT", "/v1/scenes/x", "{\"ground\":{\"kind\":\"lava\"}}"},
    {"PUT", "/v1/scenes/x", "{\"ground\":{\"rows\":2}}"},
    {"PUT", "/v1/scenes/x", "{\"ground\":{\"kind\":\"hills\",\"side\":1000}}"},
    {"PUT", "/v1/scenes/x", "{\"walls\":[{\"from\":[0,0]}]}"},
    {"PUT", "/v1/scenes/x", "{\"walls\":[{\"from\":[0,0],\"to\":[0,0]}]}"},
    {"PUT", "/v1/scenes/x", "{\"jumps\":[{\"at\":[0,0],\"radius\":-1}]}"},
    {"PUT", "/v1/scenes/x", "{\"seats\":[{\"at\":[0]}],\"crouches\":[{\"at\":[0,0],\"size\":[-1,2]}]}"},
    {"PUT", "/v1/scenes/x", "{\"ground\":{\"heights\":[[0,1],[2]]}}"},
    {"GET", "/v1/scenes/none", NULL},
    {"DELETE", "/v1/scenes/none", NULL},
    /* characters and rigs */
    {"PUT", "/v1/characters/x", "{}"},
    {"GET", "/v1/characters/none", NULL},
    {"DELETE", "/v1/characters/none", NULL},
    {"POST", "/v1/characters/none/clip", NULL},
    {"POST", "/v1/rig", "v 0 0 0\n"},
    {"POST", "/v1/rig?weights=paint", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"},
    {"POST", "/v1/rig?up=w", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"},
    {"POST", "/v1/rig?template=fish", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"},
    {"POST", "/v1/rig", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n"},
    /* takes */
    {"POST", "/v1/jobs", "{}"},
    {"POST", "/v1/jobs", "{\"rate\":30}"},
    {"POST", "/v1/jobs", "{\"people\":[]}"},
    {"POST", "/v1/jobs", "{\"rate\":0,\"people\":[{}]}"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"people\":[{}]}"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"people\":[7]}"},
    {"POST", "/v1/jobs?model=none", "{\"rate\":30,\"people\":[{}]}"},
    {"POST", "/v1/jobs?noise=2", "{\"rate\":30,\"people\":[" STANDS "]}"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco18\",\"frames\":[]}}]}"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"frames\":[]}}]}"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"frames\":7}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"frames\":[[null]]}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"frames\":[" ROW("[1,2,3,4]") "]}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"frames\":[" ROW("[1,2,1e9]") "]}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"frames\":[" ROW("[1,2]") "]}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"frames\":[" ROW("[0,1,0]") "," ROW(
         "[1,2]") "]}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"camera\":{\"width\":100,\"height\":100},"
     "\"frames\":[" ROW("[1,2]") "," ROW("[1,2,3]") "]}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"confidence\":[],\"frames\":[" ROW(
         "[0,1,0]") "]}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"confidence\":[[1]],\"frames\":[" ROW(
         "[0,1,0]") "]}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"confidence\":[" ROW(
         "2") "],\"frames\":[" ROW("[0,1,0]") "]}}]}"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"views\":[{}]}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"frames\":[],\"views\":[{\"frames\":[]},{"
     "\"frames\":[]}]}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"views\":[{\"frames\":[" ROW(
         "[1,2]") "]},{\"frames\":[]}]}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"views\":[{\"frames\":[" ROW(
         "[1,2]") "]},{\"frames\":[" ROW("[1,2]") "]}]}}]}"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"people\":[{\"markers\":{\"names\":[\"LFHD\"],\"frames\":7}}]}"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"people\":[{\"markers\":{\"names\":[\"LFHD\"],\"frames\":[]}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"markers\":{\"names\":[\"LFHD\"],\"frames\":[[[0,1,0],[0,1,0]]]}}]}"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"people\":[{\"markers\":{\"names\":[7],\"frames\":[[[0,1,0]]]}}]}"},
    {"POST", "/v1/jobs?noise=2",
     "{\"rate\":30,\"people\":[{\"markers\":{\"names\":[\"LFHD\"],\"frames\":[[[0,1,0]]]}}]}"},
    {"POST", "/v1/jobs?protocol=odd",
     "{\"rate\":30,\"people\":[{\"markers\":{\"names\":[\"LFHD\"],\"frames\":[[[0,1,0]]]}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"markers\":{\"names\":[\"LFHD\"],\"frames\":[[[0,1,0]]]}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"orientations\":{\"names\":[\"head\"],\"frames\":[[[0,0,0,0]]]}}]}"},
    {"GET", "/v1/jobs/none/result?format=obj", NULL},
    {"GET", "/v1/jobs/none/result?person=-1", NULL},
    {"POST", "/v1/jobs", "{\"rate\":30,\"kind\":\"dance\",\"people\":[" STANDS "]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"orientations\":{\"names\":[\"nose\"],\"frames\":[[[0,0,0,1]]]}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"orientations\":{\"names\":[\"head\"],\"frames\":[[[0,0,1]]]}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"orientations\":{\"names\":[\"head\"],\"frames\":[[]]}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"orientations\":{\"names\":[\"head\"],\"frames\":[]}}]}"},
    {"POST", "/v1/jobs",
     "{\"rate\":30,\"people\":[{\"keypoints\":{\"set\":\"coco17\",\"frames\":[" ROW(
         "[0,1,0]") "]},\"markers\":{}}]}"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"crowd\":{},\"people\":[{}]}"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"crowd\":{\"set\":\"coco17\",\"views\":[]}}"},
    {"POST", "/v1/jobs", "{\"rate\":30,\"people\":[" STANDS "]}"},
    /* starts */
    {"POST", "/v1/ik/solve", "{\"problems\":[]}"},
    {"POST", "/v1/ik/solve", "{\"pose\":[[0,0,0]]," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"pose\":[[0,0,0]],\"quaternions\":[[0,0,0,1]]," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"translation\":[0,1]," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"solver\":\"example\"," WRIST "}"},
    /* motions with a body */
    {"POST", "/v1/motions/rollout?format=glb", "{\"seconds\":1,\"body\":\"walk\"}"},
    {"POST", "/v1/motions/rollout?format=bvh&names=odd", "{\"seconds\":1}"},
    {"POST", "/v1/motions/rollout?format=json&names=vrm", "{\"seconds\":1}"},
    {"POST", "/v1/motions/rollout?format=bvh&correctives=2", "{\"seconds\":1,\"body\":\"default\"}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"character\":\"none\",\"body\":\"default\"}"},
    {"POST", "/v1/characters/none/clip?format=odd", ""},
    /* several people in pictures */
    {"POST", "/v1/models/other/fit", CROWD("\"figures\":7")},
    {"POST", "/v1/models/other/fit", CROWD("\"figures\":[[[1,2]]]")},
    {"POST", "/v1/models/other/fit", CROWD("\"figures\":[" ROW("[1,2]") "],\"confidence\":[]")},
    {"POST", "/v1/models/other/fit", CROWD("\"figures\":[" ROW("[1,2]") "],\"confidence\":[[1]]")},
    {"POST", "/v1/models/other/fit", CROWD("\"figures\":[" ROW("[1,2]") "],\"confidence\":[" ROW("-1") "]")},
    {"POST", "/v1/models/other/fit", CROWD("\"figures\":[" ROW("[1,2,3]") "]")},
    {"POST", "/v1/models/other/fit", CROWD("\"figures\":[" ROW("[1,\"x\"]") "]")},
    {"POST", "/v1/models/other/fit", CROWD("\"figures\":[" ROW("null") "]")},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"crowd\":{\"set\":\"coco17\",\"views\":[{\"figures\":[" ROW("[1,2]") "]}]}}}"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"crowd\":{\"set\":\"coco18\",\"views\":[{\"figures\":[]}]}}}"},
    /* bodies again */
    {"GET", "/v1/models/default/measure?betas=1&percentile=height:50", NULL},
    {"GET", "/v1/models/default/measure?lines=maybe", NULL},
    {"POST", "/v1/models/default/measure", "{\"bodies\":[]}"},
    {"POST", "/v1/models/default/measure", "{\"bodies\":[{},{}],\"lines\":true}"},
    {"POST", "/v1/models/default/mesh", "{\"blend_shapes\":7}"},
    {"POST", "/v1/models/default/mesh", "{\"translation\":[0,0,0],\"transl\":[0,0,0]}"},
    {"POST", "/v1/models/default/mesh", "{\"left_hand_pose\":[[0,0,0]]}"},
    {"GET", "/v1/models/default/mesh?rig=true&correctives=9999&format=glb", NULL},
    {"GET", "/v1/models/default/mesh?height=tall", NULL},
    {"GET", "/v1/models/default/mesh?age=400", NULL},
    {"POST", "/v1/models/default/mesh?bodies=1", "{}"},
    /* what is seen */
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"joints\":{\"left_hip\":[0,0,0]},\"camera\":{\"fx\":1000,\"cx\":1,\"cy\":1}}}"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"joints\":{\"left_hip\":[0,0,0]},\"twists\":[[0,1]]}}"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"keypoints\":{\"points\":[[0,0,0]]}}}"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"keypoints\":{\"set\":{},\"points\":[]}}}"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"keypoints\":{\"set\":{\"nose\":{\"joints\":{\"head\":0}}},\"points\":[[0,0,0]]}}"
     "}"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"views\":[{\"points\":[]},{\"points\":[]}]}}}"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"confidence\":[1],\"points\":" ROW(
         "[0,1,0]") "}}}"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"points\":" ROW("null") "}}}"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"keypoints\":{\"set\":\"coco17\",\"noise\":-1,\"points\":" ROW("[0,1,0]") "}}}"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"joints\":{\"left_hip\":[0,0,0]},\"start\":7}}"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"joints\":{\"left_hip\":[0,0,0]},\"joints_noise\":0}}"},
    {"POST", "/v1/models/other/fit",
     "{\"observations\":{\"joints\":{\"left_hip\":[0,0,0]},\"floor\":\"low\"}}"},
    {"POST", "/v1/models/other/fit", "{\"observations\":{\"joints\":{\"left_hip\":[0,0,0]},\"robust\":0}}"},
    {"PUT", "/v1/characters/x?match=Neck", "{}"},
    /* the rest */
    {"GET", "/v1/nothing", NULL},
    {"GET", "/v1/models/default", NULL},
    {"DELETE", "/v1/models/default", NULL},
    {"GET", "/v1/models/walk/mesh", NULL},
    {"GET", "/v1/models/none", NULL},
    {"GET", "/v1/models/default/faces?format=glb", NULL},
    {"GET", "/v1/wardrobe/none", NULL},
    {"POST", "/v1/models/none/reload", NULL},
    /* methods */
    {"PATCH", "/v1/models", NULL},
    {"PUT", "/v1/models", NULL},
    {"BREW", "/v1/models", NULL},
    {"BREW", "/v1/nothing", NULL},
    {"OPTIONS", "/v1/models", NULL},
    {"OPTIONS", "/v1/scenes/x", NULL},
    {"OPTIONS", "/v1/nothing", NULL},
    {"HEAD", "/v1/nothing", NULL},
    {"DELETE", "/v1/tickets", NULL},
    {"GET", "/v1/model", NULL},
    {"GET", "/v1/models/default/mesch", NULL},
    {"GET", "/V1/models", NULL},
    /* avatars' files */
    {"GET", AVATAR "profile=mixamo", NULL},
    {"GET", AVATAR "profile=vrm&levels=600", NULL},
    {"GET", AVATAR "profile=unity&correctives=7", NULL},
    {"GET", AVATAR "compression=meshopt&quantize=true", NULL},
    {"GET", AVATAR "compression=draco", NULL},
    {"GET", AVATAR "profile=vrm&pose=a", NULL},
    {"GET", AVATAR "profile=vrm0&body_pose=0.1", NULL},
    {"GET", AVATAR "pose=b", NULL},
    {"GET", AVATAR "textures=none&texture_size=512", NULL},
    {"GET", AVATAR "textures=jpg", NULL},
    {"GET", AVATAR "texture_size=127", NULL},
    {"GET", AVATAR "texture_size=4097", NULL},
    {"GET", AVATAR "lod=4", NULL},
    {"GET", AVATAR "lod=-1", NULL},
    {"GET", AVATAR "morphs=arkit,nosuch", NULL},
    {"GET", AVATAR "morphs=nosuch&profile=smplx", NULL},
    {"GET", AVATAR "hands=maybe", NULL},
    {"GET", AVATAR "atlas=2", NULL},
    {"GET", AVATAR "lod=1&contact=exact", NULL},
    {"GET", AVATAR "lod=1&stage=rest", NULL},
    {"GET", AVATAR "lod=1&frame=unreal", NULL},
    {"GET", AVATAR "lod=1&include=joints", NULL},
    {"GET", "/v1/models/default/mesh?format=obj&lod=1", NULL},
    {"GET", "/v1/models/default/mesh?format=json&profile=vrm", NULL},
    {"GET", "/v1/models/other/mesh?format=glb&profile=unity", NULL},
    {"POST", MESH "?format=glb", "{\"profile\":\"unity\",\"bodies\":[{},{}]}"},
    {"POST", MESH "?format=glb", "{\"bodies\":[{\"pose\":\"a\"}]}"},
    {"POST", "/v1/models/default/joints", "{\"pose\":\"a\"}"},
    /* portraits */
    {"GET", PORTRAIT "size=63", NULL},
    {"GET", PORTRAIT "size=99999", NULL},
    {"GET", PORTRAIT "format=glb", NULL},
    {"GET", PORTRAIT "view=behind", NULL},
    {"GET", PORTRAIT "background=nocolour", NULL},
    {"GET", PORTRAIT "zoom=0", NULL},
    {"GET", PORTRAIT "yaw=9999", NULL},
    {"GET", PORTRAIT "wear=crown", NULL},
    {"GET", "/v1/models/walk/portrait", NULL},
    /* people */
    {"GET", "/v1/models/default/mesh?height=0.4", NULL},
    {"GET", "/v1/models/default/mesh?height=2.7", NULL},
    {"GET", "/v1/models/default/mesh?weight=9", NULL},
    {"GET", "/v1/models/default/mesh?weight=351", NULL},
    {"GET", "/v1/models/default/mesh?age=0", NULL},
    {"GET", "/v1/models/default/mesh?age=121", NULL},
    {"GET", "/v1/models/default/mesh?random=1000000", NULL},
    {"GET", "/v1/models/default/mesh?percentile=height", NULL},
    {"GET", "/v1/models/default/mesh?percentile=height:0", NULL},
    {"GET", "/v1/models/default/mesh?percentile=height:x", NULL},
    {"GET", "/v1/models/default/mesh?percentile=height:50,height:60", NULL},
    {"GET", "/v1/models/default/mesh?percentile=height:50&height=1.7", NULL},
    {"GET", "/v1/models/default/mesh?percentile=:50", NULL},
    {"GET", "/v1/models/default/mesh?population=mars", NULL},
    {"GET", "/v1/models/default/mesh?gender=other", NULL},
    {"GET", "/v1/models/other/mesh?gender=female", NULL},
    {"GET", "/v1/models/default/mesh?betas=1&gender=female", NULL},
    {"GET", "/v1/models/default/mesh?betas=1&betas=2&betas=x", NULL},
    /* clothes */
    {"GET", AVATAR "wear=", NULL},
    {"GET", AVATAR "wear=none,sneakers", NULL},
    {"GET", AVATAR "wear=sneakers,sneakers", NULL},
    {"GET", "/v1/models/default/mesh?wear=tee-jeans&format=bin", NULL},
    {"GET", "/v1/models/default/mesh?skin=-0.1", NULL},
    {"GET", "/v1/models/default/mesh?skin=1.1", NULL},
    {"GET", "/v1/models/default/mesh?iris=red", NULL},
    {"GET", "/v1/models/default/mesh?look=-1", NULL},
    /* chains with couplings */
    {"POST", "/v1/ik/solve",
     "{\"couplings\":[{\"terms\":[{\"joint\":\"left_knee\"}],\"equals\":0,\"at_most\":1}],\"solver\":"
     "\"optimize\"," WRIST "}"},
    {"POST", "/v1/ik/solve",
     "{\"couplings\":[{\"terms\":[{\"joint\":\"nobody\"}]}],\"solver\":\"optimize\"," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"couplings\":[{\"terms\":[{}]}],\"solver\":\"optimize\"," WRIST "}"},
    {"POST", "/v1/ik/solve",
     "{\"couplings\":[{\"terms\":[{\"joint\":\"left_knee\",\"factor\":1001,\"angle\":\"bend\"}],\"at_most\":"
     "101}],\"solver\":\"optimize\"," WRIST "}"},
    {"POST", "/v1/ik/solve",
     "{\"couplings\":[{\"terms\":[{\"joint\":\"left_knee\",\"factor\":0}]}],\"solver\":\"optimize\"," WRIST
     "}"},
    {"POST", "/v1/ik/solve", "{\"joint_limits\":[{\"kind\":\"hinge\"}]," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"joint_limits\":[{\"joint\":\"nobody\",\"kind\":\"hinge\"}]," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"joint_limits\":[{\"joint\":\"left_knee\"}]," WRIST "}"},
    {"POST", "/v1/ik/solve",
     "{\"joint_limits\":[{\"joint\":\"left_knee\",\"kind\":\"hinge\",\"axis\":[0,0,1],\"range\":[1,0]}]"
     "," WRIST "}"},
    {"POST", "/v1/ik/solve",
     "{\"joint_limits\":[{\"joint\":\"left_knee\",\"kind\":\"cone\",\"axis\":[0,0,1],\"swing\":9}]," WRIST
     "}"},
    {"POST", "/v1/ik/solve",
     "{\"joint_limits\":[{\"joint\":\"left_knee\",\"kind\":\"hinge\",\"axis\":[0,0,1]},{\"joint\":\"left_"
     "knee\",\"kind\":\"hinge\",\"axis\":[0,0,1]}]," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"joint_limits\":7," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"joint_limits\":\"on\"," WRIST "}"},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0,0,0],\"distance\":1}]}"},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0,0,0],\"chain\":\"right_hip\"}]}"},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0,0,0],\"chain\":\"nobody\"}]}"},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0,0,0],\"pole\":[0,0,0]}]}"},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\",\"look_at\":[0,0,0],\"forward\":[0,0,0]}]}"},
    {"POST", "/v1/ik/solve", "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0,0,10001]}]}"},
    {"POST", "/v1/ik/solve",
     "{\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0,0,0],\"priority\":0,\"balance\":2}]}"},
    {"POST", "/v1/ik/solve", "{\"alternatives\":0," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"restarts\":-2," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"mesh\":\"obj\"," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"budget_ms\":0," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"tolerance\":-1," WRIST "}"},
    /* motions */
    {"POST", "/v1/motions/rollout", "{\"seconds\":0.04}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":31}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"motion\":\"matching\"}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"motion\":\"odd\",\"mode\":\"odd\"}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"model\":\"default\"}"},
    {"POST", "/v1/motions/rollout?format=glb", "{\"seconds\":1,\"soft\":true,\"wear\":\"tee-jeans\"}"},
    {"POST", "/v1/motions/rollout?format=glb",
     "{\"seconds\":1,\"soft\":true,\"body\":\"default\",\"wear\":\"tee-jeans\"}"},
    {"POST", "/v1/motions/rollout?format=glb",
     "{\"seconds\":1,\"breathing\":12,\"wear\":\"tee-jeans\",\"body\":\"default\"}"},
    {"POST", "/v1/motions/rollout?format=json", "{\"seconds\":1,\"soft\":true}"},
    {"POST", "/v1/motions/rollout?format=json", "{\"seconds\":1,\"betas\":[1]}"},
    {"POST", "/v1/motions/rollout?format=bvh", "{\"seconds\":1,\"wear\":\"tee-jeans\"}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"facing\":1001,\"position\":[0,100001]}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"position\":[0]}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"seed\":-1,\"variation\":65536}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"script\":[{\"t\":-1}]}"},
    {"POST", "/v1/motions/rollout",
     "{\"seconds\":1,\"script\":[{\"t\":0,\"gait\":\"walk\",\"mvoe\":[0,1]}]}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"script\":[],\"follow\":{\"path\":[[0,0],[0,1]]}}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"follow\":{\"path\":[[0,0],[0]]}}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"follow\":{\"path\":[[0,0],[0,1]],\"speed\":-1}}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"pursue\":{\"target\":[0]}}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"gaze\":[{\"t\":0,\"target\":[0,0]}]}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"reach\":[{\"t\":0,\"joint\":\"right_hand\"}]}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"control\":{\"nothing\":1}}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"scene\":{\"walls\":[{\"from\":[0,0],\"to\":[0,0]}]}}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"scene\":7}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"style\":{\"old\":2}}"},
    /* what is put and is of another kind than is needed */
    {"PUT", "/v1/skeletons/arm",
     "{\"joints\":[{\"name\":\"a\",\"offset\":[0,0,0]},{\"name\":\"b\",\"parent\":\"a\",\"offset\":[0,1,0]}]"
     "}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":1,\"character\":\"arm\"}"},
    {"POST", "/v1/motions/rollout?format=glb",
     "{\"seconds\":1,\"character\":\"arm\",\"wear\":\"tee-jeans\"}"},
    {"POST", "/v1/characters/arm/clip", "HIERARCHY"},
    {"GET", "/v1/characters/arm", NULL},
    {"DELETE", "/v1/characters/arm", NULL},
    {"POST", "/v1/ik/solve", "{\"skeleton\":\"arm\",\"targets\":[{\"joint\":\"c\",\"position\":[0,1,0]}]}"},
    {"POST", "/v1/ik/solve",
     "{\"skeleton\":\"arm\",\"betas\":[1],\"targets\":[{\"joint\":\"b\",\"position\":[0,1,0]}]}"},
    {"POST", "/v1/ik/solve",
     "{\"skeleton\":\"arm\",\"mesh\":\"glb\",\"targets\":[{\"joint\":\"b\",\"position\":[0,1,0]}]}"},
    {"POST", "/v1/ik/solve",
     "{\"skeleton\":\"arm\",\"joint_limits\":[{\"joint\":\"a\",\"kind\":\"hinge\"}],\"targets\":[{\"joint\":"
     "\"b\",\"position\":[0,1,0]}]}"},
    {"POST", "/v1/ik/solve",
     "{\"skeleton\":\"default\",\"betas\":[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,"
     "26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59,"
     "60,61,62,63,64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80]," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"skeleton\":\"motion\"," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"skeleton\":7," WRIST "}"},
    {"GET", "/v1/skeletons/motion?betas=1", NULL},
    {"GET", "/v1/skeletons/default?betas=x", NULL},
    {"GET", "/v1/skeletons/arm?betas=1", NULL},
    {"GET", "/v1/skeletons/arm?beta=1", NULL},
    {"DELETE", "/v1/skeletons/default", NULL},
    {"DELETE", "/v1/skeletons/arm", NULL},
    {"GET", "/v1/skeletons/arm", NULL},
    {"PUT", "/v1/scenes/-", "{}"},
    {"PUT", "/v1/scenes/aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeeeeeeeeffffffffffgggg", "{}"},
    {"GET", "/v1/scenes/A", NULL},
    {"GET", "/v1/scenes/a%2", NULL},
    {"GET", "/v1/scenes/", NULL},
    /* the first of the choices counts as given too */
    {"POST", "/v1/models/default/mesh", "{\"left_hand\":\"relaxed\",\"left_hand_pose\":[0.1,0.2]}"},
    {"POST", "/v1/models/default/mesh", "{\"right_hand\":\"relaxed\",\"right_hand_pose\":[0.1,0.2]}"},
    {"POST", "/v1/models/default/mesh", "{\"left_hand\":\"relaxed\",\"hand_pose\":[0.1,0.2]}"},
    {"GET", "/v1/models/default/mesh?format=obj&profile=none&digits=1", NULL},
    {"GET", "/v1/models/default/mesh?format=obj&textures=png", NULL},
    {"GET", "/v1/models/default/mesh?format=obj&texture_size=128", NULL},
    {"GET", "/v1/models/default/mesh?format=obj&lod=0", NULL},
    {"GET", "/v1/models/default/mesh?format=obj&atlas=false", NULL},
    {"GET", "/v1/models/default/mesh?format=obj&hands=false", NULL},
    {"GET", "/v1/models/default/mesh?format=obj&compression=none", NULL},
    {"GET", "/v1/models/default/mesh?format=json&names=smpl", NULL},
    {"GET", "/v1/models/default/mesh?format=json&iris=brown", NULL},
    {"GET", "/v1/models/default/mesh?format=json&hair_color=black", NULL},
    {"GET", "/v1/models/default/mesh?format=json&look=0", NULL},
    {"GET", "/v1/models/default/mesh?format=json&skin=0", NULL},
    {"GET", "/v1/models/default/mesh?format=glb&rig=true&frame=gltf&stage=posed", NULL},
    {"GET", "/v1/models/other/mesh?format=bin&gender=neutral", NULL},
    {"GET", "/v1/models/other/mesh?format=bin&age=1", NULL},
    {"GET", "/v1/models/other/mesh?format=bin&population=survey", NULL},
    {"GET", "/v1/models/default/mesh?betas=1&random=0", NULL},
    {"GET", "/v1/models/default/mesh?betas=1&gender=neutral", NULL},
    {"POST", "/v1/motions/rollout?format=json&names=smpl", "{\"seconds\":0.1}"},
    {"POST", "/v1/motions/rollout?format=json&correctives=0", "{\"seconds\":0.1}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":0.1,\"seed\":0}"},
    {"POST", "/v1/motions/rollout", "{\"seconds\":0.1,\"variation\":0}"},
    /* the protocol of agents */
    {"GET", "/mcp", NULL},
    {"GET", "/llms.txt?a=1", NULL},
    {"GET", "/docs?a=1", NULL},
    {"GET", "/samples/none", NULL},
    {"GET", "/web/none", NULL},
    {"GET", "/v1/stream", NULL},
    {"GET", "/v1/models?a=1", NULL},
};

/* Media types and conditions, with the fields of the reply that RFC 9110 asks for. */
static const struct {
    asked asked;
    fields fields;
} with_fields[] = {
    {{"POST", MESH, "{}"}, {.type = "text/plain"}},
    {{"POST", MESH, "{}"}, {.type = "application/xml"}},
    {{"POST", MESH, "{}"}, {.type = "multipart/form-data; boundary=x"}},
    {{"POST", MESH, "{\"beta\":1}"}, {.type = "application/x-www-form-urlencoded"}},
    {{"POST", MESH, "{\"beta\":1}"}, {.type = "application/vnd.api+json"}},
    {{"POST", MESH, "{\"beta\":1}"}, {.type = "a+json"}},
    {{"POST", MESH, "{\"beta\":1}"}, {.type = "+json"}},
    {{"POST", MESH, "{\"beta\":1}"}, {.type = "application/json;charset=utf-8"}},
    {{"POST", MESH, "{\"beta\":1}"}, {.type = "Application/JSON"}},
    {{"POST", MESH, "{\"beta\":1}"}, {.type = "application/jsonx"}},
    {{"POST", MESH, "{\"beta\":1}"}, {.type = ""}},
    {{"POST", MESH, "{\"beta\":1}"}, {.encoding = "gzip"}},
    {{"POST", MESH, "{\"beta\":1}"}, {.encoding = "Identity"}},
    {{"PUT", "/v1/characters/x", "{}"}, {.type = "application/json"}},
    {{"PUT", "/v1/characters/x", "glTF"}, {.type = "model/gltf-binary"}},
    {{"PUT", "/v1/characters/x", "glTF"}, {.type = "image/png"}},
    {{"PUT", "/v1/scenes/x", "0 1\n1 0\n"}, {.type = "text/csv"}},
    {{"PUT", "/v1/scenes/x?cell=0", "0 1\n1 0\n"}, {.type = "text/plain"}},
    {{"PUT", "/v1/scenes/x?cell=1", "0 1\n1\n"}, {.type = "text/plain"}},
    {{"PUT", "/v1/scenes/x", "0 1\n1 0\n"}, {.type = "text/plain"}},
    {{"PUT", "/v1/skeletons/x", "HIERARCHY\nROOT a\n{\n"}, {.type = "application/x-bvh"}},
    {{"PUT", "/v1/skeletons/x", "ROOT"}, {.type = "application/x-bvh"}},
    {{"POST", "/v1/rig", "v 0 0 0"}, {.type = "text/html"}},
    {{"POST", "/v1/jobs", "x"}, {.type = "text/csv"}},
    {{"POST", "/v1/jobs", "C3D"}, {.type = "application/x-c3d"}},
    {{"GET", "/v1/models", NULL}, {.if_match = "\"a\""}},
    {{"GET", "/v1/models", NULL}, {.if_match = "*"}},
    {{"GET", "/v1/models", NULL}, {.if_none_match = "*"}},
    {{"GET", "/v1/models", NULL}, {.if_none_match = "\"a\""}},
    {{"GET", "/v1/models/default/mesh?betas=1&format=bin", NULL}, {.if_none_match = "*"}},
    {{"DELETE", "/v1/scenes/none", NULL}, {.if_match = "*"}},
    {{"PUT", "/v1/scenes/x", "{}"}, {.if_match = "*"}},
};

/* Requests to a host with a pose prior. */
static const asked likely[] = {
    {"POST", "/v1/ik/solve", "{\"style\":\"stand\"," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"solver\":\"example\",\"style\":\"drunk\"," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"solver\":\"example\",\"style\":{}," WRIST "}"},
    {"POST", "/v1/ik/solve",
     "{\"solver\":\"example\",\"style\":{\"stand\":1,\"walk\":1,\"run\":1}," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"solver\":\"example\",\"style\":{\"stand\":0}," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"solver\":\"example\",\"style\":{\"drunk\":1}," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"solver\":\"example\",\"style\":7," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"alternatives\":99," WRIST "}"},
    {"POST", "/v1/ik/solve", "{\"alternatives\":2,\"apart\":-1," WRIST "}"},
    {"GET", "/v1/models/default/mesh?random=1&style=drunk", NULL},
};

/* Refuses every job, as a daemon with its largest number of jobs does. */
static pd_status put_job(void *ctx, pd_api_job *job, bool *owner_full, pd_error *err)
{
    (void)ctx;
    (void)job;
    *owner_full = false;
    return pd_fail(err, PD_ERR_LIMIT, "limits.jobs", "64 jobs wait or run; at most 64 allowed");
}

static pd_api_job *no_job(void *ctx, const char *id, const pd_api_owner *who)
{
    (void)ctx;
    (void)id;
    (void)who;
    return NULL;
}

static pd_api_host host;

/* Adds "status pointer: detail", a line for each problem,
 * or the status alone for a reply without problems. */
static void add(pd_buffer *out, const asked *a, const fields *f)
{
    const char *mark = strchr(a->target, '?');
    char path[256];
    json_t *reply, *problem;
    size_t i;

    snprintf(path, sizeof path, "%.*s", (int)(mark ? mark - a->target : (long)strlen(a->target)), a->target);
    pd_api_request request = {.method = a->method, .path = path, .query = mark ? mark + 1 : NULL};
    if (a->body) {
        request.body = (pd_bytes){(const unsigned char *)a->body, strlen(a->body)};
        request.content_type = f->type ? f->type : strstr(path, "/rig") ? "model/obj" : "application/json";
    }
    request.content_encoding = f->encoding;
    request.if_match = f->if_match;
    request.if_none_match = f->if_none_match;
    pd_api_call *call = pd_api_decode(&request, &host, &api_host_limits);
    const pd_api_reply *got = api_finish(call);
    pd_buffer_printf(out, "%s %s %s", a->method, a->target, a->body ? a->body : "");
    const char *const values[] = {f->type, f->encoding, f->if_match, f->if_none_match};
    static const char *const names[] = {"Content-Type", "Content-Encoding", "If-Match", "If-None-Match"};
    for (int k = 0; k < 4; k++)
        if (values[k]) pd_buffer_printf(out, " %s: %s", names[k], values[k]);
    pd_buffer_printf(out, "\n    %d", got->status);
    reply = json_loadb((const char *)got->body.data, got->body.size, 0, NULL);
    const json_t *problems = json_object_get(reply, "errors");
    if (got->status >= 400 && !json_array_size(problems))
        pd_buffer_printf(out, " %s", json_string_value(json_object_get(reply, "detail")));
    /* Fields but for what every refusal has; an ETag is of the version. */
    const char *cache = pd_api_header_get(got, "Cache-Control");
    if (got->status >= 400 && (!cache || strcmp(cache, "no-store"))) pd_buffer_text(out, " may be cached");
    for (int h = 0; got->status != 200 && h < got->header_count; h++)
        if (strcmp(got->headers[h].name, "Cache-Control"))
            pd_buffer_printf(out, "; %s: %s", got->headers[h].name,
                             strcmp(got->headers[h].name, "ETag") ? got->headers[h].value : "...");
    json_array_foreach(problems, i, problem) pd_buffer_printf(
        out, "%s%s: %s", i ? "\n        " : " ", json_string_value(json_object_get(problem, "pointer")),
        json_string_value(json_object_get(problem, "detail")));
    pd_buffer_text(out, "\n");
    json_decref(reply);
    pd_api_call_release(call);
}

static void status_place_and_text_of_a_refusal_are_unchanged(void **state)
{
    pd_buffer now = {0};
    (void)state;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) add(&now, &requests[i], &(fields){0});
    for (size_t i = 0; i < sizeof with_fields / sizeof *with_fields; i++)
        add(&now, &with_fields[i].asked, &with_fields[i].fields);

    assert_int_equal(pd_ik_prior_load(&api_host_state.prior, "models/pose-prior.safetensors", NULL), PD_OK);
    for (size_t i = 0; i < sizeof likely / sizeof *likely; i++) add(&now, &likely[i], &(fields){0});
    golden_text_check(FILE_PATH, &now, 0);
    pd_buffer_deinit(&now);
}

static int load(void **state)
{
    api_host *h = &api_host_state;
    api_host_setup(state);
    host = api_host_table;
    host.job_put = put_job;
    host.job = no_job;
    pd_smpl_model_release(h->tiny);
    pd_smpl_model_release(h->other);
    h->tiny = h->other = NULL;
    return pd_smpl_model_load(&h->tiny, "models/person.safetensors", NULL) != PD_OK ||
           pd_smpl_model_load(&h->other, "models/default.safetensors", NULL) != PD_OK ||
           pd_character_model_load(&h->motion, "models/motion.safetensors", NULL) != PD_OK ||
           pd_wardrobe_load(&h->wardrobe, "models/wardrobe.safetensors", NULL) != PD_OK;
}

static int unload(void **state)
{
    pd_pfnn_model_release(api_host_state.motion);
    pd_ik_prior_release(api_host_state.prior);
    pd_wardrobe_release(api_host_state.wardrobe);
    return api_host_teardown(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(status_place_and_text_of_a_refusal_are_unchanged)};
    return cmocka_run_group_tests(tests, load, unload);
}
