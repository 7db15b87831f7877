#include "api/docs/replies.h"

#include "api/docs/replies_rows.h"

#include <string.h>

/* Kinds of models but bodies, and the schema of each. */
#define OTHER_MODELS(X)                                                                                      \
    X("motion", "MotionModel")                                                                               \
    X("pose-prior", "PosePrior")                                                                             \
    X("pose-network", "PoseNetwork")                                                                         \
    X("matching", "MatchingModel")                                                                           \
    X("wardrobe", "WardrobeModel")                                                                           \
    X("mhr", "MhrModel")                                                                                     \
    X("rig-start", "RigStart")                                                                               \
    X("rig-weights", "RigWeights")                                                                           \
    X("speech", "SpeechModel")                                                                               \
    X("clips", "ClipSet")
#define ALSO(kind, name)     "," REF(name)
/* A reference into the document and no bare name: tools that bundle documents resolve every value (OpenAPI
 * 3.1.1, 4.8.25). */
#define MAPS(kind, name)     "\"" kind "\":\"#/components/schemas/" name "\""
#define MAPS_TOO(kind, name) "," MAPS(kind, name)

const pd_api_reply_schema pd_api_reply_schemas[] = {
    {"Vector", "Three numbers x, y, z.", .schema = PD_API_ROWS_OF("3")},
    {"Place", "Place on the ground: x and z in metres.", .schema = PD_API_ROWS_OF("2")},
    {"Quaternion", "Unit quaternion x, y, z, w.", .schema = PD_API_ROWS_OF("4")},
    {"Remark", "Remark about one place of the request.", {pd_api_reply_remark}, NULL},
    {"Problem", "RFC 9457 problem details: errors of a request.", {pd_api_reply_problem}, NULL},
    {"Status", "State of the daemon.", {pd_api_reply_status}, NULL},
    {"Resource", "Issuer of tokens (RFC 9728).", {pd_api_reply_resource}, NULL},
    {"Mcp", "Reply to a message of the Model Context Protocol.", {pd_api_reply_mcp}, NULL},
    {"Version", "Version of the program.", {pd_api_reply_version}, NULL},
    {"ModelSummary", "Summary of a model.", {pd_api_reply_summary}, NULL},
    {"ModelList", "List of the models that the daemon serves.", {pd_api_reply_model_list}, NULL},
    {"KeypointCounts", "Number of keypoints on the skin, by kind.", {pd_api_reply_keypoint_count}, NULL},
    {"BodyModel", "Body model.", {pd_api_reply_body_model, pd_api_reply_described}, NULL},
    {"MotionModel", "Motion network.", {pd_api_reply_motion_model, pd_api_reply_described}, NULL},
    {"PosePrior", "Pose prior.", {pd_api_reply_prior, pd_api_reply_described}, NULL},
    {"PoseNetwork", "Pose network.", {pd_api_reply_network, pd_api_reply_described}, NULL},
    {"MatchingModel", "Motion-matching database.", {pd_api_reply_matching, pd_api_reply_described}, NULL},
    {"WardrobeModel", "Wardrobe model.", {pd_api_reply_wardrobe_model, pd_api_reply_described}, NULL},
    {"MhrModel", "MHR model.", {pd_api_reply_mhr_model, pd_api_reply_described}, NULL},
    {"RigStart",
     "Learned start of automatic rigging.",
     {pd_api_reply_rig_start, pd_api_reply_described},
     NULL},
    {"RigWeights",
     "Learned skin weights of automatic rigging.",
     {pd_api_reply_rig_net, pd_api_reply_described},
     NULL},
    {"SpeechModel", "Network that hears speech.", {pd_api_reply_speech_net, pd_api_reply_described}, NULL},
    {"ClipSet", "Clips that characters play.", {pd_api_reply_clip_set, pd_api_reply_described}, NULL},
    {"WardrobeItem", "Garment, hair or part of a face.", {pd_api_reply_wardrobe_item}, NULL},
    {"Wardrobe", "Items that bodies may wear.", {pd_api_reply_wardrobe}, NULL},
    {"Garment", "Garment that a client has put.", {pd_api_reply_garment}, NULL},
    {"GarmentList", "Garments that clients have put.", {pd_api_reply_garment_list}, NULL},
    {"Sample", "Small file with which a guide begins.", {pd_api_reply_sample}, NULL},
    {"SampleList", "Sample files of the server.", {pd_api_reply_samples}, NULL},
    {"SampleFile", "Sample file in JSON: a request's body.",
     .schema = "{\"type\":\"object\",\"required\":[\"observations\"],\"properties\":{\"observations\":{"
               "\"type\":\"object\"}},\"additionalProperties\":true}"},
    {"Model", "Model of any kind; `kind` says which.",
     .schema = "{\"oneOf\":[" REF("BodyModel") OTHER_MODELS(
         ALSO) "],\"discriminator\":{\"propertyName\":\"kind\",\"mapping\":{" MAPS("body", "BodyModel")
         OTHER_MODELS(MAPS_TOO) "}}}"},
    {"Reloaded", "Confirmation that a model's file was read again.", {pd_api_reply_reload}, NULL},
    {"Faces", "Triangles of a model.", {pd_api_reply_faces}, NULL},
    {"BodyArrays", "Arrays of one body.", {pd_api_reply_body_arrays}, NULL},
    {"Person", "Gender and age of a person.", {pd_api_reply_person}, NULL},
    {"Found", "Person with shape coefficients.", {pd_api_reply_found}, NULL},
    {"Bodies", "Bodies of one model.", {pd_api_reply_bodies}, NULL},
    {"Definition", "Definition of one measurement.", {pd_api_reply_definition}, NULL},
    {"Definitions", "Definitions of measurements, by name.",
     .schema = "{\"type\":\"object\",\"additionalProperties\":" REF("Definition") "}"},
    {"Measurements", "Measurements of one body.", {pd_api_reply_measurement}, NULL},
    {"Measured", "Measurements of several bodies.", {pd_api_reply_measured}, NULL},
    {"MeasuredFit", "Body that was fitted to measurements.", {pd_api_reply_fit}, NULL},
    {"ObservedCamera", "Camera of a picture.", {pd_api_reply_observed_camera}, NULL},
    {"ObservedPlace", "One observation and its residual.", {pd_api_reply_observed_place}, NULL},
    {"ObservedFit",
     "Person fitted to observations.",
     {pd_api_reply_observed_model, pd_api_reply_observed, pd_api_reply_observed_warning},
     NULL},
    {"CrowdMember",
     "One of several people fitted to pictures.",
     {pd_api_reply_crowd_member, pd_api_reply_observed},
     NULL},
    {"CrowdFit", "People fitted to the figures of pictures.", {pd_api_reply_crowd}, NULL},
    {"Fit",
     "Result of a fit; its form follows the request: measurements, observations, or figures of several "
     "people.",
     .schema = "{\"anyOf\":[" REF("MeasuredFit") "," REF("ObservedFit") "," REF("CrowdFit") "]}"},
    {"LikenessView", "How a picture shows a face.", {pd_api_reply_likeness_view}, NULL},
    {"LikenessSex", "Shares of the sexes.", {pd_api_reply_likeness_sex}, NULL},
    {"Likeness", "Person whose face is seen in pictures.", {pd_api_reply_likeness}, NULL},
    {"SkeletonSummary", "Summary of a skeleton.", {pd_api_reply_skeleton_summary}, NULL},
    {"SkeletonList", "Skeletons that IK can solve on by id.", {pd_api_reply_skeleton_list}, NULL},
    {"SkeletonJoint", "Joint of a skeleton.", {pd_api_reply_joint}, NULL},
    {"Skeleton", "Skeleton with all its joints.", {pd_api_reply_skeleton}, NULL},
    {"BoneMatch", "Bone of a humanoid and the joint found for it.", {pd_api_reply_bone_match}, NULL},
    {"Character", "Character that a user uploaded.", {pd_api_reply_character}, NULL},
    {"FaceParts", "Pieces of a mesh by what they are.", {pd_api_reply_face_parts}, NULL},
    {"FaceOpen", "Gaps of lids and lips that are shut.", {pd_api_reply_face_open}, NULL},
    {"CharacterFace", "Character with the shapes of a face.", {pd_api_reply_character_face}, NULL},
    {"Rig", "Mesh with a new skeleton and weights.", {pd_api_reply_rig}, NULL},
    {"RiggedJoint", "Joint of a rigged mesh.", {pd_api_reply_rigged_joint}, NULL},
    {"Repaired", "Counts of the repairs made to a mesh.", {pd_api_reply_repaired}, NULL},
    {"RiggedHand", "Result of rigging one hand of a mesh.", {pd_api_reply_rigged_hand}, NULL},
    {"RiggedHands", "Result of rigging both hands of a mesh.", {pd_api_reply_rigged_hands}, NULL},
    {"RigFile", "File inside a JSON reply.", {pd_api_reply_rig_file}, NULL},
    {"Avatar", "Avatar that a client has stored.", {pd_api_reply_avatar}, NULL},
    {"Derivative", "Derivatives of one body.", {pd_api_reply_derivative}, NULL},
    {"Derivatives", "Derivatives of bodies by their parameters.", {pd_api_reply_derivatives}, NULL},
    {"AvatarDescription",
     "Description of an avatar, as Ready Player Me had it.",
     {pd_api_reply_avatar_description},
     NULL},
    {"AvatarList", "Stored avatars.", {pd_api_reply_avatar_list}, NULL},
    {"CharacterSummary", "Summary of a character.", {pd_api_reply_character_summary}, NULL},
    {"CharacterList", "Characters that can be animated by id.", {pd_api_reply_character_list}, NULL},
    {"JobPoint", "Residual of one marker, keypoint or sensor.", {pd_api_reply_job_point}, NULL},
    {"JobNamed", "Names that unnamed markers were given.", {pd_api_reply_job_named}, NULL},
    {"JobMended",
     "Stretch of frames in which a marker's name was corrected.",
     {pd_api_reply_job_mended},
     NULL},
    {"JobPerson", "Result for one person of a take.", {pd_api_reply_job_person}, NULL},
    {"Job", "Work that runs in the background.", {pd_api_reply_job}, NULL},
    {"JobEvent", "Body of the webhook of a job.", {pd_api_reply_job_event}, NULL},
    {"JobList", "List of jobs: queued, running and done.", {pd_api_reply_job_list}, NULL},
    {"TakeFrame", "One frame of a take.", {pd_api_reply_take_frame}, NULL},
    {"Take", "Motion of a person over a take.", {pd_api_reply_take}, NULL},
    {"Solution", "Pose that brings joints to their targets.", {pd_api_reply_solution}, NULL},
    {"Failure", "Problem of one request of several.", {pd_api_reply_failure}, NULL},
    {"Solutions", "Solutions of several problems.", {pd_api_reply_solutions}, NULL},
    {"Ik", "One solution, or several when the request has `problems`.",
     .schema = "{\"anyOf\":[" REF("Solution") "," REF("Solutions") "]}"},
    {"Motion", "Motion, frame by frame.", {pd_api_reply_motion}, NULL},
    {"SpeechViseme", "Mouth shape of speech and its time.", {pd_api_reply_speech_viseme}, NULL},
    {"SpeechWord", "Word of speech and its time.", {pd_api_reply_speech_word}, NULL},
    {"Speech", "Mouth shapes of an utterance.", {pd_api_reply_speech}, NULL},
    {"Clip", "Clip that characters play.", {pd_api_reply_clip}, NULL},
    {"ClipList", "List of the emotes and of the uploaded clips.", {pd_api_reply_clip_list}, NULL},
    {"Room", "Room of the stream.", {pd_api_reply_room}, NULL},
    {"RoomList", "List of the rooms.", {pd_api_reply_room_list}, NULL},
    {"Hit", "Place at which a ray meets a character.", {pd_api_reply_hit}, NULL},
    {"Hits", "What rays meet.", {pd_api_reply_hits}, NULL},
    {"Ordered", "Order that a character has taken.", {pd_api_reply_ordered}, NULL},
    {"Scene", "Scene in which characters move.", {pd_api_reply_scene}, NULL},
    {"SceneList", "List of the uploaded scenes.", {pd_api_reply_scene_list}, NULL},
    {"Ticket", "One-time ticket for a WebSocket.", {pd_api_reply_ticket}, NULL},
    {"Asyncapi", "AsyncAPI document of the stream.",
     .schema = "{\"type\":\"object\",\"required\":[\"asyncapi\",\"channels\"],\"properties\":{\"asyncapi\":{"
               "\"type\":\"string\"},\"channels\":{\"type\":\"object\"}},\"additionalProperties\":true}"},
    {"Openapi", "OpenAPI document of this interface.",
     .schema = "{\"type\":\"object\",\"required\":[\"openapi\",\"paths\"],\"properties\":{\"openapi\":{"
               "\"type\":\"string\"},\"paths\":{\"type\":\"object\"}},\"additionalProperties\":true}"},
};
const int pd_api_reply_schema_count = sizeof pd_api_reply_schemas / sizeof *pd_api_reply_schemas;

const pd_api_reply_schema *pd_api_reply_schema_find(const char *name)
{
    for (int i = 0; i < pd_api_reply_schema_count; i++)
        if (!strcmp(pd_api_reply_schemas[i].name, name)) return pd_api_reply_schemas + i;
    return NULL;
}
