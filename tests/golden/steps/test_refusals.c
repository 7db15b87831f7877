/* What the API says to requests that are wrong, word for word: status, place and text of every problem, against what it said before. A line that is changed
 * by chance, a range, a name, a place, is seen here; what one is meant to read is in tests/golden/steps/refusals.txt.
 *
 * POSED_GOLDEN=write makes it anew: read the difference as who gets the message. */
#include "tests/support/api_ask.h"
#include "tests/support/golden_text.h"

#define FILE_PATH "tests/golden/steps/refusals.txt"

typedef struct asked {
    const char *method, *target, *body;
} asked;

/* A frame of coco17 with this point everywhere, a person who has one, a target. */
#define ROW(p)                                                                                               \
    "[" p "," p "," p "," p "," p "," p "," p "," p "," p "," p "," p "," p "," p "," p "," p "," p "," p "]"
#define CROWD(figures)                                                                                       \
    "{\"observations\":{\"crowd\":{\"set\":\"coco17\",\"views\":[{\"camera\":{\"fx\":1000,\"cx\":640,"       \
    "\"cy\":480}," figures "}]}}}"
#define STANDS "{\"keypoints\":{\"set\":\"coco17\",\"frames\":[" ROW("[0,1,0]") "]}}"
#define WRIST  "\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.3,1,0.2]}]"

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
    {"GET", "/v1/models/default/mesh?stage=corrected&soft_contact=true&format=bin", NULL},
    {"GET", "/v1/models/default/mesh?rig=true&contact=true&format=glb", NULL},
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
};

/* Where there is a pose prior. */
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

/* A daemon whose jobs are as many as it keeps, and nobody's. */
static pd_status put_job(void *ctx, pd_api_job *job, bool *owner_full, pd_error *err)
{
    (void)ctx, (void)job;
    *owner_full = false;
    return pd_fail(err, PD_ERR_LIMIT, "limits.jobs", "64 jobs wait or run; 64 allowed");
}

static pd_api_job *no_job(void *ctx, const char *id, const pd_api_owner *who)
{
    (void)ctx, (void)id, (void)who;
    return NULL;
}

static pd_api_host host;

/* "status pointer: detail", a line for each problem; of a reply that is none: its status alone. */
static void add(pd_buffer *out, const asked *a)
{
    const char *mark = strchr(a->target, '?');
    char path[256];
    json_t *reply, *problem;
    size_t i;

    snprintf(path, sizeof path, "%.*s", (int)(mark ? mark - a->target : (long)strlen(a->target)), a->target);
    pd_api_request request = {.method = a->method, .path = path, .query = mark ? mark + 1 : NULL};
    if (a->body) {
        request.body = (pd_bytes){(const unsigned char *)a->body, strlen(a->body)};
        request.content_type = strstr(path, "/rig") ? "model/obj" : "application/json";
    }
    pd_api_call *call = pd_api_decode(&request, &host, &api_host_limits);
    const pd_api_reply *got = api_finish(call);
    pd_buffer_printf(out, "%s %s %s\n", a->method, a->target, a->body ? a->body : "");
    pd_buffer_printf(out, "    %d", got->status);
    reply = json_loadb((const char *)got->body.data, got->body.size, 0, NULL);
    const json_t *problems = json_object_get(reply, "errors");
    if (got->status >= 400 && !json_array_size(problems))
        pd_buffer_printf(out, " %s", json_string_value(json_object_get(reply, "detail")));
    pd_buffer_text(out, "\n");
    json_array_foreach(problems, i, problem)
        pd_buffer_printf(out, "    %s: %s\n", json_string_value(json_object_get(problem, "pointer")),
                         json_string_value(json_object_get(problem, "detail")));
    json_decref(reply);
    pd_api_call_release(call);
}

static void errors_say_what_they_said(void **state)
{
    pd_buffer now = {0};
    (void)state;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) add(&now, &requests[i]);

    assert_int_equal(pd_ik_prior_load(&api_host_state.prior, "models/pose-prior.safetensors", NULL), PD_OK);
    for (size_t i = 0; i < sizeof likely / sizeof *likely; i++) add(&now, &likely[i]);
    golden_text_check(FILE_PATH, &now, 0);
    pd_buffer_deinit(&now);
}

static int load(void **state)
{
    api_host *h = &api_host_state;
    api_host_setup(state);
    host = api_host_table;
    host.job_put = put_job, host.job = no_job;
    pd_smpl_model_release(h->tiny);
    pd_smpl_model_release(h->other);
    h->tiny = h->other = NULL;
    return pd_smpl_model_load(&h->tiny, "models/person.safetensors", NULL) != PD_OK ||
           pd_smpl_model_load(&h->other, "models/default.safetensors", NULL) != PD_OK ||
           pd_pfnn_model_load(&h->motion, "models/motion.safetensors", NULL) != PD_OK ||
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
    const struct CMUnitTest tests[] = {cmocka_unit_test(errors_say_what_they_said)};
    return cmocka_run_group_tests(tests, load, unload);
}
