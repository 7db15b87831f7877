/* Written by tests/e2e/openapi.sh --write: what the daemon answered to the routes' examples. */
#include "api/http/routes.h"

#include <string.h>

static const char *const examples[][2] = {
    {"putGarment", "{\"id\":\"poncho\",\"slot\":\"outfit\",\"vertex_count\":672,\"face_count\":1248,"
                   "\"material_count\":1,\"hi"
                   "dden_vertices\":306,\"joints_found\":0,\"median_mm\":27.1,\"deep\":0.018}"},
    {"putSkeleton", "{\"id\":\"arm\",\"kind\":\"joints\",\"frame\":\"gltf\",\"joints\":[{\"name\":"
                    "\"shoulder\",\"parent\":null,\"off"
                    "set\":[0,1.4,0],\"rest\":[0,1.4,0]},{\"name\":\"elbow\",\"parent\":\"shoulder\","
                    "\"offset\":[0.28,0,0],\""
                    "rest\":[0.28,1.4,0]}]}"},
    {"putCharacter", "{\"id\":\"mine\",\"kind\":\"glb\",\"template\":\"person\",\"bytes\":11964,\"posed\":"
                     "false,\"rig\":\"unreal\",\""
                     "match\":[{\"bone\":\"Hips\",\"joint\":\"pelvis\",\"by\":\"name\"},{\"bone\":\"Spine\","
                     "\"joint\":\"spine_01\",\"b"
                     "y\":\"tree\"}],\"frame\":\"gltf\",\"joints\":[{\"name\":\"pelvis\",\"parent\":null,"
                     "\"offset\":[0,1,0],\"rest"
                     "\":[0,1,0],\"node\":0,\"rotation\":[0,0,0,1]},{\"name\":\"spine_01\",\"parent\":"
                     "\"pelvis\",\"offset\":[0,"
                     "0.1,0],\"rest\":[0,1.1,0],\"node\":1,\"rotation\":[0,0,0,1]}]}"},
    {"putClip", "{\"id\":\"greet\",\"seconds\":0.966666667,\"frames\":30,\"mask\":\"all\",\"loop\":false,"
                "\"fade\":0.4,\"way\""
                ":[0.066494,0.580761],\"turn\":0.115534022,\"emote\":false}"},
    {"putScene",
     "{\"id\":\"yard\",\"ground\":{\"rows\":201,\"columns\":201,\"cell\":0.1,\"x\":-10,\"z\":-10},\"walls\":["
     "{\"fro"
     "m\":[-2,3],\"to\":[2,3],\"width\":0.1}],\"jumps\":[],\"crouches\":[],\"beams\":[],\"seats\":[]}"},
    {"listSamples",
     "{\"samples\":[{\"name\":\"seen.json\",\"path\":\"samples/seen.json\",\"type\":\"application/"
     "json\",\"byte"
     "s\":744,\"about\":\"COCO's 17 keypoints of a person in a picture of 1280 x 720 pixels.\",\"route"
     "\":\"POST /v1/models/{id}/fit\",\"guide\":\"docs/guide/fit.md\",\"licence\":\"CC BY "
     "4.0\"},{\"name\":\"t"
     "ake.c3d\",\"path\":\"samples/take.c3d\",\"type\":\"application/octet-stream\",\"bytes\":94720,\"about\""
     ":\"Optical markers (Plug-in Gait, 39) of a person who walks for 2.5 s.\",\"route\":\"POST /v1/j"
     "obs\",\"guide\":\"docs/guide/fit.md\",\"licence\":\"CC BY 4.0\"}]}"},
    {"getSample",
     "{\"observations\":{\"camera\":{\"width\":1280,\"height\":720,\"fx\":950},\"keypoints\":{\"set\":"
     "\"coco17\""
     ",\"points\":{\"nose\":[703.5,229.3],\"left_eye\":[703.4,216.4],\"right_eye\":[690.9,216.2],\"left_e"
     "ar\":[694.7,216.8],\"right_ear\":[666.0,212.2],\"left_shoulder\":[706.5,278.5],\"right_shoulder\""
     ":[637.6,276.8],\"left_elbow\":[708.9,334.8],\"right_elbow\":[642.6,335.2],\"left_wrist\":[710.3,"
     "392.2],\"right_wrist\":[668.4,382.4],\"left_hip\":[695.2,386.8],\"right_hip\":[653.3,385.6],\"lef"
     "t_knee\":[718.4,476.5],\"right_knee\":[645.3,476.8],\"left_ankle\":[724.0,588.0],\"right_ankle\":"
     "[637.5,557.3]}}}}"},
    {"getHealth", "{\"status\":\"ok\"}"},
    {"getLiveness", "{\"status\":\"ok\"}"},
    {"getReadiness", "{\"status\":\"ready\"}"},
    {"getReady", "{\"status\":\"ready\"}"},
    {"callTool", "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"},
    {"getVersion", "{\"name\":\"posed\",\"version\":\"0.3.0\",\"commit\":\"5f3a9c0d1e2b\",\"api\":\"v1\","
                   "\"features\":[\"mesh\",\"j"
                   "oints\"],\"formats\":[\"json\",\"bin\"],\"kernels\":\"avx2\"}"},
    {"listModels",
     "{\"models\":[{\"id\":\"default\",\"kind\":\"body\",\"default\":true,\"resident\":true,\"mapped_bytes\":"
     "214"
     "55358,\"name\":\"default\",\"licence\":\"CC BY 4.0\",\"provenance\":\"Learned from MakeHuman's CC0 da"
     "ta (github.com/makehumancommunity/makehuman, commit a8bc2d54, makehum...\",\"gender\":\"neutra"
     "l\",\"resident_bytes\":21456542,\"content_hash\":\"4c32687d68248600\"},{\"id\":\"emotes\",\"kind\":"
     "\"cli"
     "ps\",\"default\":true,\"resident\":true,\"mapped_bytes\":0,\"name\":\"emotes\",\"licence\":\"CC BY 3.0 "
     "("
     "ACCAD), MIT (ReActIdle)\",\"provenance\":\"parts of recordings on the biped at 30 frames/s: po"
     "sed-factory cut-clips\",\"resident_bytes\":747117,\"content_hash\":\"78a8df21a4b666dc\"}]}"},
    {"getModel",
     "{\"id\":\"default\",\"kind\":\"body\",\"default\":true,\"resident\":true,\"mapped_bytes\":21455358,"
     "\"name"
     "\":\"default\",\"licence\":\"CC BY 4.0\",\"provenance\":\"Learned from MakeHuman's CC0 data (github."
     "com/makehumancommunity/makehuman, commit a8bc2d54, makehum...\",\"gender\":\"neutral\",\"residen"
     "t_bytes\":21456542,\"content_hash\":\"4c32687d68248600\",\"vertex_count\":13380,\"joint_count\":24,"
     "\"beta_count\":16,\"face_count\":26756,\"soft_tissue_count\":17,\"soft_dynamics\":\"learned\",\"pose_"
     "feature_count\":207,\"skinning\":\"lbs\",\"expression_count\":0,\"hand_component_count\":0,\"pose_pa"
     "rts\":[\"global_orient\",\"body_pose\"],\"feature_names\":[],\"expression_names\":[],\"keypoint_coun"
     "ts\":{\"body\":21,\"face\":51,\"contour\":0},\"keypoint_names\":[\"nose\",\"right_eye\"],\"joint_"
     "names\":"
     "[\"pelvis\",\"left_hip\"],\"parents\":[-1,0],\"rest_joints\":[[0,0,0],[0.104949,-0.014594,-0.00726"
     "9]],\"beta_limits\":[2.8215437,3.2592232],\"measurements\":{\"height\":{\"unit\":\"m\",\"iso_8559_1\":"
     "\"stature\",\"definition\":\"lowest to highest point of the body\"},\"mass\":{\"unit\":\"kg\",\"iso_855"
     "9_1\":\"body mass\",\"definition\":\"volume times "
     "density\"},\"volume\":{\"unit\":\"m3\",\"iso_8559_1\":n"
     "ull,\"definition\":\"volume enclosed by the skin\"},\"bmi\":{\"unit\":\"kg/m2\",\"iso_8559_1\":null,\"d"
     "efinition\":\"mass divided by the square of the height\"},\"head_girth\":{\"unit\":\"m\",\"iso_8559_"
     "1\":\"head girth\",\"definition\":\"greatest horizontal girth of the head above the brow\"},\"neck"
     "_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"neck girth\",\"definition\":\"least girth between neck and h"
     "ead joint, square to the line between them\"},\"chest_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"chest"
     " girth, bust girth\",\"definition\":\"horizontal girth of the trunk at the nipples, arms left "
     "out\"},\"underbust_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"underbust "
     "girth\",\"definition\":\"horizonta"
     "l girth of the trunk below the breasts: a third of the way from nipples to navel\"},\"waist_"
     "girth\":{\"unit\":\"m\",\"iso_8559_1\":\"waist girth\",\"definition\":\"least horizontal girth of the "
     "trunk, from 35 % of the way between crotch and nipples up to the ribs\"},\"navel_girth\":{\"un"
     "it\":\"m\",\"iso_8559_1\":\"abdomen girth\",\"definition\":\"horizontal girth of the trunk at the na"
     "vel\"},\"hip_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"hip girth\",\"definition\":\"greatest horizontal "
     "g"
     "irth between crotch and 55 % of the way to the navel\"},\"thigh_girth\":{\"unit\":\"m\",\"iso_8559"
     "_1\":\"thigh girth\",\"definition\":\"horizontal girth of the left thigh 0.012 of the height (2 "
     "cm) below the crotch\"},\"knee_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"knee "
     "girth\",\"definition\":\"ho"
     "rizontal girth of the left leg at the knee joint\"},\"calf_girth\":{\"unit\":\"m\",\"iso_8559_1\":\""
     "calf girth\",\"definition\":\"greatest horizontal girth of the left leg between knee and mid-s"
     "hank\"},\"ankle_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"ankle girth\",\"definition\":\"least "
     "horizontal"
     " girth of the left leg above the ankle joint\"},\"upper_arm_girth\":{\"unit\":\"m\",\"iso_8559_1\":"
     "\"upper-arm girth\",\"definition\":\"girth of the left upper arm midway between shoulder and el"
     "bow joint, square to the bone\"},\"elbow_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"elbow girth\",\"defi"
     "nition\":\"girth of the left arm at the elbow joint, square to the line from shoulder to wri"
     "st\"},\"wrist_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"wrist girth\",\"definition\":\"least girth of "
     "the"
     " left forearm in its last quarter, square to the bone\"},\"shoulder_width\":{\"unit\":\"m\",\"iso_"
     "8559_1\":\"shoulder width\",\"definition\":\"distance of the two shoulder joint centres\"},\"arm_l"
     "ength\":{\"unit\":\"m\",\"iso_8559_1\":\"arm length\",\"definition\":\"shoulder to elbow to wrist join"
     "t, left\"},\"hand_length\":{\"unit\":\"m\",\"iso_8559_1\":\"hand length\",\"definition\":\"wrist joint "
     "t"
     "o the farthest finger tip along the hand, left\"},\"inside_leg_height\":{\"unit\":\"m\",\"iso_8559"
     "_1\":\"inside leg height\",\"definition\":\"lowest point of the body to the crotch\"},\"back_neck_"
     "to_waist\":{\"unit\":\"m\",\"iso_8559_1\":\"back neck point to waist\",\"definition\":\"along the back"
     ", hollows spanned, from the height of the neck joint to the waist\"},\"foot_length\":{\"unit\":"
     "\"m\",\"iso_8559_1\":\"foot length\",\"definition\":\"heel to toe tip, left, front to back\"},\"span\""
     ":{\"unit\":\"m\",\"iso_8559_1\":\"arm span\",\"definition\":\"finger tip to finger tip in the T-pose\""
     "}},\"credits\":\"MakeHuman base mesh hm08, shape targets, default rig and weights: CC0 1.0, D"
     "ata Collection AB, Joel "
     "...\",\"units\":{\"length\":\"metre\",\"angle\":\"radian\",\"mass\":\"kilogram\"}"
     ",\"frame\":\"gltf\"}"},
    {"getFaces", "{\"model\":\"default\",\"frame\":\"gltf\",\"metres_per_unit\":1,\"face_count\":26756,"
                 "\"faces\":[4848,0]}"},
    {"getWardrobe",
     "{\"model\":\"person\",\"licence\":\"CC0 1.0\",\"provenance\":\"Learned from MakeHuman's CC0 garments "
     "(makehuman-assets, base/) and people sampled from its CC0 body...\",\"credits\":\"MakeHuman as"
     "sets and base mesh hm08: CC0 1.0, Data Collection AB, Joel Palmius, Jonas Hauquier and t.."
     ".\",\"items\":[{\"name\":\"tee-trousers\",\"slot\":\"outfit\",\"about\":\"short-sleeved top and grey "
     "tro"
     "users, cut for a woman\",\"source\":\"MakeHuman clothes/female_casualsuit01/female_casualsuit0"
     "1.mhclo, CC0 1.0\",\"halves\":true,\"parameters\":{},\"styles\":[\"casual\"],\"vertex_count\":2406,\"f"
     "ace_count\":4236,\"hidden_vertices\":2629,\"standard\":false},{\"name\":\"tee-shorts\",\"slot\":\"outf"
     "it\",\"about\":\"short-sleeved top and shorts, cut for a woman\",\"source\":\"MakeHuman clothes/fe"
     "male_casualsuit02/female_casualsuit02.mhclo, CC0 1.0\",\"halves\":true,\"parameters\":{},\"style"
     "s\":[\"casual\"],\"vertex_count\":3204,\"face_count\":5488,\"hidden_vertices\":1631,\"standard\":fals"
     "e}]}"},
    {"reloadModel", "{\"id\":\"default\",\"reloaded\":true}"},
    {"getMesh", "{\"model\":\"default\",\"frame\":\"gltf\",\"metres_per_unit\":1,\"bodies\":[{\"vertices\":[-"
                "0.034895],\"j"
                "oints\":[[0,0.988394,-0.00235]]}]}"},
    {"makeMeshes", "{\"model\":\"default\",\"frame\":\"gltf\",\"metres_per_unit\":1,\"bodies\":[{"
                   "\"vertices\":[-0.035],\"join"
                   "ts\":[[0,0.988,-0.002]]},{\"vertices\":[0.968],\"joints\":[[1,0.835,0.001]]}]}"},
    {"createAvatar", "{\"id\":\"afa74b712a5dbfa7f3f6bb56\",\"model\":\"person\",\"choices\":{\"height\":1.8,"
                     "\"people_version\":2,\"random\":7,\"wardrobe_version\":3},\"glb\":\"/v1/avatars/"
                     "afa74b712a5dbfa7f3f6bb56.glb\","
                     "\"vrm\":\"/v1/avatars/afa74b712a5dbfa7f3f6bb56.vrm\"}"},
    {"listAvatars", "{\"avatars\":[{\"id\":\"afa74b712a5dbfa7f3f6bb56\",\"model\":\"person\",\"choices\":{"
                    "\"height\":1.8,\"people_version\":2,\"random\":7,"
                    "\"wardrobe_version\":3},\"glb\":\"/v1/avatars/afa74b712a5dbfa7f3f6bb56.glb\","
                    "\"vrm\":\"/v1/avatars/afa74b712a5dbfa7f3f6bb56.vrm\"}]}"},
    {"getAvatar", "{\"id\":\"afa74b712a5dbfa7f3f6bb56\",\"model\":\"person\",\"choices\":{\"height\":1.8,"
                  "\"people_version\":2,\"random\":7,\"wardrobe_version\":3},\"glb\":\"/v1/avatars/"
                  "afa74b712a5dbfa7f3f6bb56.glb\","
                  "\"vrm\":\"/v1/avatars/afa74b712a5dbfa7f3f6bb56.vrm\"}"},
    {"getJoints", "{\"model\":\"default\",\"frame\":\"gltf\",\"metres_per_unit\":1,\"bodies\":[{\"joints\":[["
                  "0,0.002,-0.002"
                  "]]}]}"},
    {"makeJoints", "{\"model\":\"default\",\"frame\":\"gltf\",\"metres_per_unit\":1,\"bodies\":[{\"joints\":["
                   "[0,0.988,-0.002"
                   "]]}]}"},
    {"makeDerivatives", "{\"bodies\":[{\"vertices\":[[0,0,1]],\"joints\":[[0,0,1]]}]}"},
    {"getMeasurements",
     "{\"model\":\"default\",\"pose\":\"T\",\"density\":1000,\"bodies\":[{\"height\":1.83532,\"mass\":80."
     "5864,\"v"
     "olume\":0.0805864,\"bmi\":23.9243,\"head_girth\":0.585152,\"neck_girth\":0.362058,\"chest_girth\":1"
     ".02354,\"underbust_girth\":0.939174,\"waist_girth\":0.868503,\"navel_girth\":0.882061,\"hip_girth"
     "\":1.01574,\"thigh_girth\":0.590471,\"knee_girth\":0.378023,\"calf_girth\":0.399675,\"ankle_girth\""
     ":0.239559,\"upper_arm_girth\":0.304743,\"elbow_girth\":0.258297,\"wrist_girth\":0.167769,\"should"
     "er_width\":0.379219,\"arm_length\":0.543969,\"hand_length\":0.200652,\"inside_leg_height\":0.9047"
     "06,\"back_neck_to_waist\":0.396907,\"foot_length\":0.27303,\"span\":1.86841}],\"definitions\":{\"he"
     "ight\":{\"unit\":\"m\",\"iso_8559_1\":\"stature\",\"definition\":\"lowest to highest point of the body"
     "\"},\"mass\":{\"unit\":\"kg\",\"iso_8559_1\":\"body mass\",\"definition\":\"volume times "
     "density\"},\"volu"
     "me\":{\"unit\":\"m3\",\"iso_8559_1\":null,\"definition\":\"volume enclosed by the "
     "skin\"},\"bmi\":{\"uni"
     "t\":\"kg/m2\",\"iso_8559_1\":null,\"definition\":\"mass divided by the square of the height\"},\"hea"
     "d_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"head girth\",\"definition\":\"greatest horizontal girth of "
     "the head above the brow\"},\"neck_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"neck girth\",\"definition\":"
     "\"least girth between neck and head joint, square to the line between them\"},\"chest_girth\":"
     "{\"unit\":\"m\",\"iso_8559_1\":\"chest girth, bust girth\",\"definition\":\"horizontal girth of the t"
     "runk at the nipples, arms left out\"},\"underbust_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"underbust"
     " girth\",\"definition\":\"horizontal girth of the trunk below the breasts: a third of the way "
     "from nipples to navel\"},\"waist_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"waist girth\",\"definition\":"
     "\"least horizontal girth of the trunk, from 35 % of the way between crotch and nipples up t"
     "o the ribs\"},\"navel_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"abdomen "
     "girth\",\"definition\":\"horizont"
     "al girth of the trunk at the navel\"},\"hip_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"hip girth\",\"def"
     "inition\":\"greatest horizontal girth between crotch and 55 % of the way to the navel\"},\"thi"
     "gh_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"thigh girth\",\"definition\":\"horizontal girth of the lef"
     "t thigh 0.012 of the height (2 cm) below the crotch\"},\"knee_girth\":{\"unit\":\"m\",\"iso_8559_1"
     "\":\"knee girth\",\"definition\":\"horizontal girth of the left leg at the knee joint\"},\"calf_gi"
     "rth\":{\"unit\":\"m\",\"iso_8559_1\":\"calf girth\",\"definition\":\"greatest horizontal girth of the "
     "left leg between knee and mid-shank\"},\"ankle_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"ankle girth\""
     ",\"definition\":\"least horizontal girth of the left leg above the ankle joint\"},\"upper_arm_g"
     "irth\":{\"unit\":\"m\",\"iso_8559_1\":\"upper-arm girth\",\"definition\":\"girth of the left upper arm"
     " midway between shoulder and elbow joint, square to the bone\"},\"elbow_girth\":{\"unit\":\"m\",\""
     "iso_8559_1\":\"elbow girth\",\"definition\":\"girth of the left arm at the elbow joint, square t"
     "o the line from shoulder to wrist\"},\"wrist_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"wrist girth\",\""
     "definition\":\"least girth of the left forearm in its last quarter, square to the bone\"},\"sh"
     "oulder_width\":{\"unit\":\"m\",\"iso_8559_1\":\"shoulder width\",\"definition\":\"distance of the two "
     "shoulder joint centres\"},\"arm_length\":{\"unit\":\"m\",\"iso_8559_1\":\"arm "
     "length\",\"definition\":\""
     "shoulder to elbow to wrist joint, left\"},\"hand_length\":{\"unit\":\"m\",\"iso_8559_1\":\"hand leng"
     "th\",\"definition\":\"wrist joint to the farthest finger tip along the hand, left\"},\"inside_le"
     "g_height\":{\"unit\":\"m\",\"iso_8559_1\":\"inside leg height\",\"definition\":\"lowest point of the b"
     "ody to the crotch\"},\"back_neck_to_waist\":{\"unit\":\"m\",\"iso_8559_1\":\"back neck point to wais"
     "t\",\"definition\":\"along the back, hollows spanned, from the height of the neck joint to the"
     " waist\"},\"foot_length\":{\"unit\":\"m\",\"iso_8559_1\":\"foot length\",\"definition\":\"heel to toe "
     "ti"
     "p, left, front to back\"},\"span\":{\"unit\":\"m\",\"iso_8559_1\":\"arm span\",\"definition\":\"finger "
     "t"
     "ip to finger tip in the T-pose\"}}}"},
    {"measureBodies",
     "{\"model\":\"default\",\"pose\":\"T\",\"density\":1000,\"bodies\":[{\"height\":1.83532,\"mass\":80."
     "5864,\"v"
     "olume\":0.0805864,\"bmi\":23.9243,\"head_girth\":0.585152,\"neck_girth\":0.362058,\"chest_girth\":1"
     ".02354,\"underbust_girth\":0.939174,\"waist_girth\":0.868503,\"navel_girth\":0.882061,\"hip_girth"
     "\":1.01574,\"thigh_girth\":0.590471,\"knee_girth\":0.378023,\"calf_girth\":0.399675,\"ankle_girth\""
     ":0.239559,\"upper_arm_girth\":0.304743,\"elbow_girth\":0.258297,\"wrist_girth\":0.167769,\"should"
     "er_width\":0.379219,\"arm_length\":0.543969,\"hand_length\":0.200652,\"inside_leg_height\":0.9047"
     "06,\"back_neck_to_waist\":0.396907,\"foot_length\":0.27303,\"span\":1.86841},{\"height\":1.6017,\"m"
     "ass\":65.3914,\"volume\":0.0653914,\"bmi\":25.4892,\"head_girth\":0.519114,\"neck_girth\":0.324011,"
     "\"chest_girth\":0.947513,\"underbust_girth\":0.821169,\"waist_girth\":0.813312,\"navel_girth\":0.8"
     "83175,\"hip_girth\":1.05707,\"thigh_girth\":0.624107,\"knee_girth\":0.383956,\"calf_girth\":0.3789"
     "23,\"ankle_girth\":0.210695,\"upper_arm_girth\":0.289675,\"elbow_girth\":0.245079,\"wrist_girth\":"
     "0.159378,\"shoulder_width\":0.325123,\"arm_length\":0.446432,\"hand_length\":0.169355,\"inside_le"
     "g_height\":0.748041,\"back_neck_to_waist\":0.308957,\"foot_length\":0.219582,\"span\":1.55672}],\""
     "definitions\":{\"height\":{\"unit\":\"m\",\"iso_8559_1\":\"stature\",\"definition\":\"lowest to "
     "highest "
     "point of the body\"},\"mass\":{\"unit\":\"kg\",\"iso_8559_1\":\"body mass\",\"definition\":\"volume "
     "time"
     "s density\"},\"volume\":{\"unit\":\"m3\",\"iso_8559_1\":null,\"definition\":\"volume enclosed by the s"
     "kin\"},\"bmi\":{\"unit\":\"kg/m2\",\"iso_8559_1\":null,\"definition\":\"mass divided by the square of "
     "the height\"},\"head_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"head girth\",\"definition\":\"greatest "
     "hor"
     "izontal girth of the head above the brow\"},\"neck_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"neck gir"
     "th\",\"definition\":\"least girth between neck and head joint, square to the line between them"
     "\"},\"chest_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"chest girth, bust "
     "girth\",\"definition\":\"horizont"
     "al girth of the trunk at the nipples, arms left out\"},\"underbust_girth\":{\"unit\":\"m\",\"iso_8"
     "559_1\":\"underbust girth\",\"definition\":\"horizontal girth of the trunk below the breasts: a "
     "third of the way from nipples to navel\"},\"waist_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"waist gir"
     "th\",\"definition\":\"least horizontal girth of the trunk, from 35 % of the way between crotch"
     " and nipples up to the ribs\"},\"navel_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"abdomen girth\",\"defi"
     "nition\":\"horizontal girth of the trunk at the navel\"},\"hip_girth\":{\"unit\":\"m\",\"iso_8559_1\""
     ":\"hip girth\",\"definition\":\"greatest horizontal girth between crotch and 55 % of the way to"
     " the navel\"},\"thigh_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"thigh "
     "girth\",\"definition\":\"horizontal"
     " girth of the left thigh 0.012 of the height (2 cm) below the crotch\"},\"knee_girth\":{\"unit"
     "\":\"m\",\"iso_8559_1\":\"knee girth\",\"definition\":\"horizontal girth of the left leg at the knee"
     " joint\"},\"calf_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"calf girth\",\"definition\":\"greatest "
     "horizon"
     "tal girth of the left leg between knee and mid-shank\"},\"ankle_girth\":{\"unit\":\"m\",\"iso_8559"
     "_1\":\"ankle girth\",\"definition\":\"least horizontal girth of the left leg above the ankle joi"
     "nt\"},\"upper_arm_girth\":{\"unit\":\"m\",\"iso_8559_1\":\"upper-arm girth\",\"definition\":\"girth of "
     "t"
     "he left upper arm midway between shoulder and elbow joint, square to the bone\"},\"elbow_gir"
     "th\":{\"unit\":\"m\",\"iso_8559_1\":\"elbow girth\",\"definition\":\"girth of the left arm at the elbo"
     "w joint, square to the line from shoulder to wrist\"},\"wrist_girth\":{\"unit\":\"m\",\"iso_8559_1"
     "\":\"wrist girth\",\"definition\":\"least girth of the left forearm in its last quarter, square "
     "to the bone\"},\"shoulder_width\":{\"unit\":\"m\",\"iso_8559_1\":\"shoulder "
     "width\",\"definition\":\"dis"
     "tance of the two shoulder joint centres\"},\"arm_length\":{\"unit\":\"m\",\"iso_8559_1\":\"arm lengt"
     "h\",\"definition\":\"shoulder to elbow to wrist joint, left\"},\"hand_length\":{\"unit\":\"m\",\"iso_8"
     "559_1\":\"hand length\",\"definition\":\"wrist joint to the farthest finger tip along the hand, "
     "left\"},\"inside_leg_height\":{\"unit\":\"m\",\"iso_8559_1\":\"inside leg "
     "height\",\"definition\":\"lowe"
     "st point of the body to the crotch\"},\"back_neck_to_waist\":{\"unit\":\"m\",\"iso_8559_1\":\"back n"
     "eck point to waist\",\"definition\":\"along the back, hollows spanned, from the height of the "
     "neck joint to the waist\"},\"foot_length\":{\"unit\":\"m\",\"iso_8559_1\":\"foot length\",\"definition"
     "\":\"heel to toe tip, left, front to back\"},\"span\":{\"unit\":\"m\",\"iso_8559_1\":\"arm "
     "span\",\"defi"
     "nition\":\"finger tip to finger tip in the T-pose\"}}}"},
    {"fitMeasurements",
     "{\"model\":\"default\",\"pose\":\"T\",\"density\":1000,\"status\":\"matched\",\"iterations\":6,"
     "\"distance\":"
     "1.367,\"relaxation\":0.05,\"betas\":[1.0680002,-0.78348064],\"residuals\":{\"height\":-8.82149e-07"
     ",\"waist_girth\":5.58314e-06},\"tolerances\":{\"height\":0.005,\"waist_girth\":0.02},\"measurements"
     "\":{\"height\":1.8,\"mass\":71.8947,\"volume\":0.0718947,\"bmi\":22.1897,\"head_girth\":0.57276,\"neck"
     "_girth\":0.342075,\"chest_girth\":0.967998,\"underbust_girth\":0.875259,\"waist_girth\":0.800006,"
     "\"navel_girth\":0.81974,\"hip_girth\":0.991557,\"thigh_girth\":0.576198,\"knee_girth\":0.366393,\"c"
     "alf_girth\":0.384924,\"ankle_girth\":0.227309,\"upper_arm_girth\":0.285403,\"elbow_girth\":0.2464"
     "17,\"wrist_girth\":0.159322,\"shoulder_width\":0.364618,\"arm_length\":0.52632,\"hand_length\":0.1"
     "94854,\"inside_leg_height\":0.881741,\"back_neck_to_waist\":0.377824,\"foot_length\":0.262404,\"s"
     "pan\":1.80692}}"},
    {"findFace",
     "{\"model\":\"person\",\"random\":39,\"age\":31,\"age_sd\":16,\"sex\":{\"female\":0.999,\"male\":0.001},"
     "\"fa"
     "ce_shape\":\"head_length:3.74,head_width:-0.17,forehead_height:-0.21,forehead_slope:-2.02,te"
     "mple_width:1.18,brow_...\",\"betas\":[-0.671,0.4502],\"views\":[{\"yaw\":0.3,\"pitch\":-0.0,\"roll\":"
     "0.0,\"distance\":1.001,\"focal\":2091.5,\"rms\":0.00023}]}"},
    {"createJob",
     "{\"id\":\"5f3a9c\",\"kind\":\"fit\",\"model\":\"default\",\"status\":\"queued\",\"progress\":0}"},
    {"listJobs", "{\"jobs\":[{\"id\":\"5f3a9c\",\"kind\":\"fit\",\"model\":\"default\",\"status\":\"done\","
                 "\"progress\":1}]}"},
    {"getJob",
     "{\"id\":\"5f3a9c\",\"kind\":\"fit\",\"model\":\"default\",\"status\":\"done\",\"progress\":1,"
     "\"people\":[{\"fra"
     "mes\":1,\"up\":\"y\",\"rms\":0.00556196,\"rms_pixels\":null,\"uncertainty_mm\":12.53,\"pose_uncertaint"
     "y_mm\":13.93,\"exchanged\":0,\"mirrored\":false,\"sides_exchanged\":0,\"betas\":[0.7471798],\"betas_"
     "sd\":[0.140046],\"points\":[{\"name\":\"nose\",\"rms\":null}]}]}"},
    {"getJobResult",
     "{\"rate\":30,\"betas\":[0.7471798,-0.8567832],\"frames\":[{\"pose\":[-0.06000327],\"translation\":[0"
     ".0005955408,0.9291811,0.005457967],\"residuals\":[null]}]}"},
    {"listGarments",
     "{\"garments\":[{\"id\":\"poncho\",\"slot\":\"outfit\",\"vertex_count\":672,\"face_count\":1248,"
     "\"material"
     "_count\":1,\"hidden_vertices\":306,\"joints_found\":0,\"median_mm\":27.1,\"deep\":0.018}]}"},
    {"getGarment", "{\"id\":\"poncho\",\"slot\":\"outfit\",\"vertex_count\":672,\"face_count\":1248,"
                   "\"material_count\":1,\"hi"
                   "dden_vertices\":306,\"joints_found\":0,\"median_mm\":27.1,\"deep\":0.018}"},
    {"listSkeletons", "{\"skeletons\":[{\"id\":\"default\",\"kind\":\"body\",\"default\":true,\"joint_"
                      "count\":24},{\"id\":\"female"
                      "\",\"kind\":\"body\",\"default\":false}]}"},
    {"getSkeleton",
     "{\"id\":\"default\",\"frame\":\"gltf\",\"joints\":[{\"name\":\"pelvis\",\"parent\":null,\"offset\":[0,"
     "0.0023"
     "05,-0.00235],\"rest\":[0,0.002305,-0.00235]},{\"name\":\"left_hip\",\"parent\":\"pelvis\",\"offset\":["
     "0.106015,-0.014579,-0.005573],\"rest\":[0.106015,-0.012274,-0.007923],\"range\":{\"twist\":\"y\",\""
     "box\":false,\"min\":[-120,-40,-25],\"max\":[37,61,66]}}]}"},
    {"solveIk",
     "{\"status\":\"reached\",\"iterations\":1,\"pose\":{\"quaternions\":[[0,0,0,1],[0,0,0,1]]},\"joints\":["
     "[0,0,0],[0.104949,-0.014594,-0.007269]],\"joint_names\":[\"pelvis\",\"left_hip\"],\"targets\":[{\"j"
     "oint\":\"left_wrist\",\"status\":\"reached\",\"solver\":\"two_bone\",\"iterations\":1,\"position_"
     "error\":"
     "0.0005282468,\"orientation_error\":0}],\"limits_hit\":[]}"},
    {"rolloutMotion",
     "{\"rate\":60,\"frame_count\":60,\"frame\":\"gltf\",\"joint_names\":[\"Hips\",\"LHipJoint\"],"
     "\"parents\":[-"
     "1,0],\"offsets\":[[0,0,0],[0,0,0]],\"gaits\":[\"stand\",\"walk\"],\"contact_names\":[\"left_heel\",\"le"
     "ft_toe\"],\"frames\":[{\"t\":0,\"root\":[0,0,0],\"yaw\":0.0,\"translation\":[-0.009916,0.938524,0.010"
     "881],\"rotations\":[[-0.016231248,-0.030865286,-0.0059331944,0.99937415]],\"contacts\":[0.9087"
     "0607,0.94490004,1,1],\"phase\":1.15322,\"gait_weights\":[0.9],\"events\":[]},{\"t\":0.0166667,\"roo"
     "t\":[0.000106,0,0.000945],\"yaw\":-4e-06,\"translation\":[-0.009568,0.939129,0.012537],\"rotatio"
     "ns\":[[-0.013290665,-0.032115404,-0.0054384917,0.999381]],\"contacts\":[0.82432294,0.8475725,"
     "1,0.9962539],\"phase\":1.446172,\"gait_weights\":[0.81],\"events\":[]}]}"},
    {"makeSpeech", "{\"seconds\":0.975,\"visemes\":[{\"viseme\":\"sil\",\"start\":0.0,\"end\":0.1,\"weight\":"
                   "1},{\"viseme\":\"a"
                   "a\",\"start\":0.1,\"end\":0.195,\"weight\":0.6}],\"words\":[{\"word\":\"Hi\",\"start\":0."
                   "1,\"end\":0.481},{"
                   "\"word\":\"Bob\",\"start\":0.661,\"end\":0.975}],\"rate\":10,\"names\":[\"viseme_PP\","
                   "\"viseme_FF\"],\"weig"
                   "hts\":[[0],[0]]}"},
    {"listCharacters", "{\"characters\":[{\"id\":\"mine\",\"kind\":\"glb\",\"template\":\"person\",\"bytes\":"
                       "11964,\"joint_count\":2"
                       "4,\"bone_count\":21,\"doubt_count\":1}],\"body_bytes\":67108864}"},
    {"getCharacter", "{\"id\":\"mine\",\"kind\":\"glb\",\"template\":\"person\",\"bytes\":11964,\"posed\":"
                     "false,\"rig\":\"unreal\",\""
                     "match\":[{\"bone\":\"Hips\",\"joint\":\"pelvis\",\"by\":\"name\"},{\"bone\":\"Spine\","
                     "\"joint\":\"spine_01\",\"b"
                     "y\":\"tree\"}],\"frame\":\"gltf\",\"joints\":[{\"name\":\"pelvis\",\"parent\":null,"
                     "\"offset\":[0,1,0],\"rest"
                     "\":[0,1,0],\"node\":0,\"rotation\":[0,0,0,1]},{\"name\":\"spine_01\",\"parent\":"
                     "\"pelvis\",\"offset\":[0,"
                     "0.1,0],\"rest\":[0,1.1,0],\"node\":1,\"rotation\":[0,0,0,1]}]}"},
    {"listClips",
     "{\"clips\":[{\"id\":\"argue\",\"seconds\":3.7,\"frames\":112,\"mask\":\"all\",\"loop\":false,\"fade\":"
     "0.4,\"w"
     "ay\":[-0.009387,-0.035006],\"turn\":-0.0572238266,\"emote\":true,\"source\":\"accad2/female1/Femal"
     "e1_D3_ConversationGestures.bvh, frames 495 to 606\"},{\"id\":\"arms_crossed\",\"seconds\":7.56666"
     "667,\"frames\":228,\"mask\":\"arms\",\"loop\":true,\"fade\":0.6,\"way\":[-0.035747,0.015015],\"turn\":"
     "0."
     "0213555414,\"emote\":true,\"source\":\"reactidle2/004_acted.bvh, frames 1082 to 1264\"}]}"},
    {"getClip",
     "{\"id\":\"wave\",\"seconds\":3.1,\"frames\":94,\"mask\":\"upper\",\"loop\":false,\"fade\":0.4,\"way\":["
     "-0.03"
     "3524,0.002208],\"turn\":-0.0404157601,\"emote\":true,\"source\":\"accad2/female1/Female1_D3_Conve"
     "rsationGestures.bvh, frames 630 to 723\"}"},
    {"listRooms", "{\"rooms\":[]}"},
    {"listScenes", "{\"scenes\":[{\"id\":\"yard\",\"ground\":{\"rows\":201,\"columns\":201,\"cell\":0.1,"
                   "\"x\":-10,\"z\":-10},\"wa"
                   "lls\":[{\"from\":[-2,3],\"to\":[2,3],\"width\":0.1}],\"jumps\":[],\"crouches\":[],"
                   "\"beams\":[],\"seats\":"
                   "[]}]}"},
    {"getScene",
     "{\"id\":\"yard\",\"ground\":{\"rows\":201,\"columns\":201,\"cell\":0.1,\"x\":-10,\"z\":-10},\"walls\":["
     "{\"fro"
     "m\":[-2,3],\"to\":[2,3],\"width\":0.1}],\"jumps\":[],\"crouches\":[],\"beams\":[],\"seats\":[]}"},
    {"createTicket", "{\"ticket\":\"5f3a9c0d1e2b5f3a9c0d1e2b5f3a9c0d1e2b5f3a9c0d1e2b\"}"},
};

const char *pd_api_route_example(const pd_api_route *route)
{
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        if (!strcmp(examples[i][0], route->operation)) return examples[i][1];
    return NULL;
}
