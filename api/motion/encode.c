/* A roll-out in the formats of its replies. */
#include "api/motion/characters.h"
#include "api/motion/motion.h"
#include "api/http/json_write.h"

#include "core/animal/cycles.h"
#include "core/smpl/body.h"
#include "core/smpl/export.h"
#include "core/wardrobe/dress.h"
#include "core/retarget/lids.h"
#include "core/retarget/character.h"
#include "core/motion/bones.h"
#include "core/motion/capture.h"
#include "core/retarget/motion_retarget.h"
#include "core/retarget/motion_soft.h"
#include "core/motion/track_file.h"
#include "core/motion/vrm_animation.h"
#include "core/base/assert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- json ---- */

/* Writes a quaternion as a list. */
static void quat_json(pd_buffer *out, pd_quat q)
{
    const float v[] = {(float)q.x, (float)q.y, (float)q.z, (float)q.w};
    pd_api_json_floats(out, v, 4);
}

/* Writes the names of the events of a frame. */
static void events_json(pd_buffer *out, unsigned events)
{
    static const char *const names[] = {"step_left", "step_right", "jump",       "land",
                                        "blocked",   "arrived",    "unreachable"};
    int count = 0;

    pd_buffer_text(out, "[");
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (events >> i & 1) pd_buffer_printf(out, "%s\"%s\"", count++ ? "," : "", names[i]);
    pd_buffer_text(out, "]");
}

/* Writes a vector as a list. */
static void vec_json(pd_buffer *out, pd_vec3 v)
{
    pd_api_json_doubles(out, (const double[3]){v.x, v.y, v.z}, 3);
}

/* Writes a comma in front of every element but the first. */
static void comma(pd_buffer *out, int i)
{
    if (i) pd_buffer_text(out, ",");
}

/* Weights of the shapes that a script names, without a body. */
typedef struct named_face {
    int count;
    const char *names[PD_MOTION_VRM_SHAPES]; /* (count) */
    float *weights;                          /* (T,count) */
} named_face;

/* Adds a name that is not there yet. */
static void add_name(named_face *face, const char *name)
{
    for (int i = 0; i < face->count; i++)
        if (!strcmp(face->names[i], name)) return;
    PD_ASSERT(face->count < PD_MOTION_VRM_SHAPES);
    face->names[face->count++] = name;
}

static const char *face_name(const void *face, int i)
{
    return ((const named_face *)face)->names[i];
}

static const char *arkit_name(const void *none, int i)
{
    (void)none;
    return pd_retarget_face_names[i];
}

/* Adds the shapes of a manner: VRM's expressions in a VRM animation, else ARKit's shapes. */
static void add_moods(named_face *face, const pd_api_rollout *job)
{
    static const char *const expressions[] = {"relaxed", "happy", "sad", "angry", "surprised"};
    const bool is_vrm = job->format->format == PD_API_FORMAT_VRMA;

    pd_retarget_mood mood;

    if (!job->talk.shown) return;
    for (int i = 0; i < 5 && is_vrm; i++) add_name(face, expressions[i]);
    if (is_vrm) return;

    pd_retarget_mood_bind(&mood, arkit_name, NULL, PD_RETARGET_FACE_NAMES);
    for (int s = 0; s < PD_ANIM_MANNER_SHAPES; s++)
        for (int side = 0; side < 2; side++)
            if (mood.shapes[s][side] >= 0) add_name(face, pd_retarget_face_names[mood.shapes[s][side]]);
}

/* Computes the weights of all frames. Speech moves the visemes, or VRM's vowels in a VRM animation. The
 * caller frees face->weights. */
static pd_status follow_names(named_face *face, const pd_api_rollout *job,
                              const pd_character_rollout *rollout, pd_error *err)
{
    static const char *const vowels[] = {"aa", "ih", "ou", "ee", "oh"};
    const pd_api_face_goals *goals = &job->faces;
    const size_t frames = (size_t)rollout->clip.frame_count;
    const int asked = goals->named ? goals->name_count : 0;

    *face = (named_face){.count = 0};
    for (int i = 0; i < asked; i++) add_name(face, goals->names[i]);
    const bool has_vowels = job->format->format == PD_API_FORMAT_VRMA;
    for (int i = 0; i < 5 && job->talk.visemes && has_vowels; i++) add_name(face, vowels[i]);
    for (int i = 0; i < PD_SPEECH_SHAPES && job->talk.visemes && !has_vowels; i++)
        add_name(face, pd_retarget_face_names[PD_RETARGET_FACE_NAMES - PD_SPEECH_SHAPES + i]);
    add_moods(face, job);
    if (!face->count) return PD_OK;

    const size_t count = (size_t)face->count;
    float *followed = malloc(frames * (size_t)asked * sizeof *followed + 1);
    face->weights = calloc(frames * count, sizeof *face->weights);
    int *begins = pd_api_face_frames(goals, rollout->clip.rate);
    if (!face->weights || !begins || !followed) {
        free(begins);
        free(followed);
        free(face->weights);
        return pd_fail(err, PD_ERR_MEMORY, "/faces", "out of memory for %zu frames", frames);
    }

    const pd_retarget_face_path path = {.count = asked,
                                        .request_count = goals->count,
                                        .goals = goals->named,
                                        .frames = begins,
                                        .seconds = goals->seconds};
    if (asked) pd_retarget_face_follow(followed, &path, rollout->clip.frame_count, rollout->clip.rate);

    /* Speech and mood on top. */
    pd_retarget_lips lips;
    pd_retarget_mood mood;
    pd_retarget_lips_bind(&lips, face_name, face, face->count);
    pd_retarget_mood_bind(&mood, face_name, face, face->count);
    for (size_t t = 0; t < frames; t++) {
        float *row = face->weights + t * count;
        if (asked) memcpy(row, followed + t * (size_t)asked, (size_t)asked * sizeof *row);
        if (job->talk.visemes) pd_retarget_lips_add(row, &lips, job->talk.visemes + t * PD_SPEECH_SHAPES);
        if (job->talk.shown) pd_retarget_mood_add(row, &mood, &job->talk.shown[t]);
    }

    free(followed);
    free(begins);

    return PD_OK;
}

/* Writes one frame: the place of the root, the position of the first joint
 * and the rotations of the joints. */
static void frame_json(pd_buffer *out, const pd_character_rollout *rollout, const named_face *face, int t)
{
    const pd_anim_clip *clip = &rollout->clip;
    const pd_anim_track *track = &rollout->track;

    PD_ASSERT(t >= 0 && t < clip->frame_count);
    const pd_character_rollout_frame *frame = &rollout->frames[t];

    /* Time, and where the character is. */
    pd_buffer_printf(out, "%s{\"t\":%.6g,\"root\":", t ? ",\n" : "\n", t / clip->rate);
    vec_json(out, pd_vec3_make(track->root[3 * t], track->root[3 * t + 1], track->root[3 * t + 2]));
    pd_buffer_printf(out, ",\"yaw\":%.6f,\"translation\":",
                     atan2((double)track->facing[2 * t], (double)track->facing[2 * t + 1]));
    vec_json(out, clip->roots[t]);

    /* Pose. */
    pd_buffer_text(out, ",\"rotations\":[");
    for (int k = 0; k < clip->skeleton.joint_count; k++) {
        comma(out, k);
        quat_json(out, pd_anim_clip_frame(clip, t)[k]);
    }

    pd_buffer_text(out, "],\"contacts\":");
    pd_api_json_floats(out, track->contacts + 4 * t, 4);

    /* State of the network, and what has just happened. */
    pd_buffer_printf(out, ",\"phase\":%.6f,\"gait_weights\":", (double)frame->phase);
    pd_api_json_floats(out, frame->gaits, PD_PFNN_GAITS);
    pd_buffer_text(out, ",\"events\":");
    events_json(out, frame->events);
    if (face->count) {
        pd_buffer_text(out, ",\"face\":");
        pd_api_json_floats(out, face->weights + (size_t)t * (size_t)face->count, (size_t)face->count);
    }

    pd_buffer_text(out, "}");
}

/* ---- a user's own character ---- */

/* Returns the target of the eyes in a frame. */
static pd_anim_alive_look gaze_of(const pd_character_rollout_frame *frame)
{
    const float *look = frame->look;
    return (pd_anim_alive_look){{(double)look[0], (double)look[1], (double)look[2]}, (double)look[3]};
}

/* The motion on the client's character: its clip, and the weights of its blend shapes. */
typedef struct own_motion {
    pd_anim_clip clip;
    pd_retarget_character_life life;
    int *begins; /* frames of the requests */
    bool has_life;
} own_motion;

static void own_motion_deinit(own_motion *own)
{
    pd_anim_clip_deinit(&own->clip);
    free((void *)(uintptr_t)own->life.looks);
    free(own->life.weights);
    free(own->begins);
}

/* Copies the motion of a client's animal, which has its own skeleton, in the axes of its file. */
static pd_status show_animal(own_motion *own, const pd_api_rollout *job, const pd_character_rollout *rollout,
                             pd_error *err)
{
    const pd_anim_clip *from = &rollout->clip;
    const pd_anim_skeleton *s = &job->character->skin.skeleton;
    pd_status status = pd_anim_clip_init(&own->clip, s, from->frame_count, from->rate, err);

    for (int t = 0; t < from->frame_count && status == PD_OK; t++)
        pd_animal_cycles_to_file(pd_anim_clip_frame(&own->clip, t), &own->clip.roots[t],
                                 job->character->creature, s, &from->skeleton, pd_anim_clip_frame(from, t),
                                 from->roots[t]);

    return status;
}

/* Retargets the motion to the client's character, with gaze, lids and blend shapes if its file has them. */
static pd_status drive(own_motion *own, const pd_api_rollout *job, const pd_character_rollout *rollout,
                       pd_error *err)
{
    const pd_retarget_own_face *face = job->character->face;
    const size_t frames = (size_t)rollout->clip.frame_count;

    *own = (own_motion){.has_life = face != NULL};
    if (face) {
        pd_anim_alive_look *looks = malloc((frames + 1) * sizeof *looks);
        own->life = (pd_retarget_character_life){
            .face = face, .seed = job->script.job.person.variation, .looks = looks};
        own->begins = pd_api_face_frames(&job->faces, rollout->clip.rate);
        own->life.goals = job->faces.own;
        own->life.goal_frames = own->begins;
        own->life.goal_count = job->faces.own ? job->faces.count : 0;
        own->life.visemes = job->talk.visemes;
        own->life.shown = job->talk.shown;
        own->life.weights = calloc(frames * (size_t)face->shapes.count + 1, sizeof *own->life.weights);
        for (size_t t = 0; t < frames && looks; t++) looks[t] = gaze_of(&rollout->frames[t]);
        if (!looks || !own->life.weights || !own->begins) {
            own_motion_deinit(own);
            return pd_fail(err, PD_ERR_MEMORY, "", "out of memory for the face");
        }
    }

    if (pd_api_mover_is_animal(job->character)) return show_animal(own, job, rollout, err);
    const pd_status status =
        pd_retarget_character_clip(&own->clip, &job->character->skin, job->character->match, &rollout->clip,
                                   &rollout->track, own->has_life ? &own->life : NULL, err);
    if (status != PD_OK) own_motion_deinit(own);

    return status;
}

/* Writes the motion of the client's character as BVH. */
static pd_status character_bvh(pd_buffer *out, const pd_api_rollout *job, const pd_character_rollout *rollout,
                               pd_error *err)
{
    own_motion own;
    pd_status status = drive(&own, job, rollout, err);

    if (status != PD_OK) return status;

    pd_retarget_character_hang(&own.clip, pd_api_character_carry(job->character));
    status = pd_motion_capture_write_bvh(out, &own.clip, err);
    own_motion_deinit(&own);

    return status;
}

/* Writes the client's file with the motion as an animation. */
static pd_status character_glb(pd_buffer *out, const pd_api_rollout *job, const pd_character_rollout *rollout,
                               pd_error *err)
{
    own_motion own;
    pd_status status = drive(&own, job, rollout, err);

    if (status != PD_OK) return status;

    const pd_bytes file = {job->character->file, job->character->file_bytes};
    status = pd_retarget_character_glb(out, &job->character->skin, pd_api_character_carry(job->character),
                                       file, &own.clip, "motion", own.has_life ? &own.life : NULL, err);
    own_motion_deinit(&own);

    return status;
}

/* Writes frame t of a character that a client put: rotations of all nodes, and translations of those that
 * their parents do not place. */
static void node_frame_json(pd_buffer *out, const pd_api_rollout *job, const pd_character_rollout *rollout,
                            const own_motion *own, int t)
{
    const pd_anim_clip *clip = &own->clip;
    const pd_retarget_skin *skin = &job->character->skin;
    const int count = skin->skeleton.joint_count;
    const int root = skin->skeleton.root;

    PD_ASSERT(t >= 0 && t < clip->frame_count && clip->frame_count <= rollout->track.frame_count);

    /* Translation of the root's node, and rotations of all nodes. */
    pd_quat nodes[PD_ANIM_MAX_JOINTS];
    const pd_vec3 moved = pd_vec3_sub(clip->roots[t], skin->skeleton.offsets[root]);
    pd_retarget_skin_to_nodes(nodes, skin, pd_anim_clip_frame(clip, t));
    pd_buffer_printf(out, "%s{\"t\":%.6g,\"node_root\":", t ? ",\n" : "\n", t / clip->rate);
    vec_json(out, pd_retarget_skin_root_translation(skin, moved));
    pd_buffer_text(out, ",\"node_rotations\":[");
    for (int k = 0; k < count; k++) {
        comma(out, k);
        quat_json(out, nodes[k]);
    }

    /* Translations of hands and feet that hang elsewhere than at their limbs. */
    const pd_retarget_carry *carry = pd_api_character_carry(job->character);
    const int carried = carry ? carry->count : 0;
    pd_vec3 places[PD_RETARGET_CARRIED];
    PD_ASSERT(carried <= PD_RETARGET_CARRIED);
    if (carried) pd_retarget_carry_places(places, carry, &skin->skeleton, pd_anim_clip_frame(clip, t));
    for (int i = 0; i < carried; i++) {
        pd_buffer_text(out, i ? "," : "],\"node_translations\":[");
        vec_json(out, pd_retarget_skin_translation(skin, carry->joints[i], places[i]));
    }

    /* Blend shapes. */
    const size_t shapes = own->has_life ? (size_t)own->life.face->shapes.count : 0;
    pd_buffer_text(out, "]");
    if (shapes) {
        pd_buffer_text(out, ",\"face\":");
        pd_api_json_floats(out, own->life.weights + (size_t)t * shapes, shapes);
    }

    /* Contacts and events. */
    pd_buffer_text(out, ",\"contacts\":");
    pd_api_json_floats(out, rollout->track.contacts + 4 * t, 4);
    pd_buffer_text(out, ",\"events\":");
    events_json(out, rollout->frames[t].events);
    pd_buffer_text(out, "}");
}

/* Writes the JSON of a character that a client put: rotations of the nodes of its file and the translation of
 * the root's node, as the stream has them. */
static pd_status character_json(pd_buffer *out, const pd_api_rollout *job,
                                const pd_character_rollout *rollout, pd_error *err)
{
    const pd_anim_skeleton *skeleton = &job->character->skin.skeleton;
    own_motion own;
    const pd_status status = drive(&own, job, rollout, err);

    if (status != PD_OK) return status;

    /* The character and its joints. */
    const pd_anim_clip *clip = &own.clip;
    pd_buffer_printf(out, "{\"rate\":%g,\"frame_count\":%d,\"character\":", clip->rate, clip->frame_count);
    pd_api_json_text(out, job->character->id);
    pd_buffer_text(out, ",\"joints\":[");
    for (int k = 0; k < skeleton->joint_count; k++) {
        comma(out, k);
        pd_api_json_text(out, pd_api_skeleton_joint_name(job->character, k));
    }

    pd_buffer_text(out, "],\"root\":");
    pd_api_json_text(out, pd_api_skeleton_joint_name(job->character, skeleton->root));
    pd_api_character_translated_json(out, job->character);
    pd_api_character_face_json(out, job->character);

    /* The frames. */
    pd_buffer_text(out, ",\"frames\":[");
    for (int t = 0; t < clip->frame_count && !pd_cancelled(job->cancel); t++)
        node_frame_json(out, job, rollout, &own, t);
    pd_buffer_text(out, "]");
    if (job->problems) pd_api_json_warnings(out, job->problems);
    pd_buffer_text(out, "}\n");
    own_motion_deinit(&own);

    return PD_OK;
}

/* Writes the motion as JSON. */
static pd_status json(pd_buffer *out, const pd_api_rollout *job, const pd_character_rollout *rollout,
                      const pd_executor *executor, pd_error *err)
{
    (void)executor;
    if (job->character) return character_json(out, job, rollout, err);

    const pd_anim_clip *clip = &rollout->clip;
    const pd_anim_skeleton *s = &clip->skeleton;
    named_face face;
    PD_ASSERT(s->joint_count > 0);
    const pd_status status = follow_names(&face, job, rollout, err);
    if (status != PD_OK) return status;

    /* The skeleton: names, parents and offsets of its joints. */
    pd_buffer_printf(out, "{\"rate\":%g,\"frame_count\":%d,\"frame\":\"gltf\",\"joint_names\":[", clip->rate,
                     clip->frame_count);
    for (int k = 0; k < s->joint_count; k++) {
        comma(out, k);
        pd_api_json_text(out, s->names[k]);
    }

    pd_buffer_text(out, "],\"parents\":[");
    for (int k = 0; k < s->joint_count; k++) pd_buffer_printf(out, "%s%d", k ? "," : "", s->parents[k]);
    pd_buffer_text(out, "],\"offsets\":[");
    for (int k = 0; k < s->joint_count; k++) {
        comma(out, k);
        vec_json(out, s->offsets[k]);
    }

    /* Names for the numbers of a frame. */
    pd_buffer_text(out, "],\"gaits\":[");
    for (int g = 0; g < job->figure.layout.gaits; g++) {
        comma(out, g);
        pd_api_json_text(out, job->figure.model->network.gait_names[g]);
    }

    pd_buffer_text(out,
                   job->figure.paces
                       ? "],\"contact_names\":[\"left_front\",\"right_front\",\"left_hind\",\"right_hind\"]"
                       : "],\"contact_names\":[\"left_heel\",\"left_toe\",\"right_heel\",\"right_toe\"]");
    for (int i = 0; i < face.count; i++) {
        pd_buffer_text(out, i ? "," : ",\"face\":[");
        pd_api_json_text(out, face.names[i]);
    }

    if (face.count) pd_buffer_text(out, "]");

    /* The frames. */
    pd_buffer_text(out, ",\"frames\":[");
    for (int t = 0; t < clip->frame_count && !pd_cancelled(job->cancel); t++)
        frame_json(out, rollout, &face, t);
    free(face.weights);
    pd_buffer_text(out, "]");
    if (job->problems) pd_api_json_warnings(out, job->problems);
    pd_buffer_text(out, "}\n");

    return PD_OK;
}

/* ---- bones ---- */

/* Returns the clip with other joint names. The result borrows from the clip and must not be released. */
static pd_anim_clip named(const pd_anim_clip *clip, pd_retarget_names names)
{
    pd_anim_clip out = *clip;
    if (names)
        pd_retarget_joint_names(out.skeleton.names, (const char(*)[PD_ANIM_NAME_BYTES])clip->skeleton.names,
                                clip->skeleton.joint_count, names);
    return out;
}

/* Writes the motion as a VRM animation. */
static pd_status vrma(pd_buffer *out, const pd_api_rollout *job, const pd_character_rollout *rollout,
                      const pd_executor *executor, pd_error *err)
{
    (void)executor;
    named_face face;
    pd_status status = follow_names(&face, job, rollout, err);

    if (status != PD_OK) return status;

    /* Hands, if a request has one. */
    const pd_api_face_goals *goals = &job->faces;
    int *begins = goals->hands ? pd_api_face_frames(goals, rollout->clip.rate) : NULL;
    if (goals->hands && !begins) {
        free(face.weights);
        return pd_fail(err, PD_ERR_MEMORY, "/faces", "out of memory");
    }

    const pd_motion_vrm_face shown = {.count = face.count, .names = face.names, .weights = face.weights};
    const pd_motion_vrm_hands hands = {
        .count = goals->count, .poses = goals->hands, .frames = begins, .seconds = goals->seconds};
    status = pd_motion_vrm_animation(out, &rollout->clip, "motion", face.count ? &shown : NULL,
                                     begins ? &hands : NULL, err);
    free(begins);
    free(face.weights);

    return status;
}

/* Writes the motion as BVH. */
static pd_status bvh(pd_buffer *out, const pd_api_rollout *job, const pd_character_rollout *rollout,
                     const pd_executor *executor, pd_error *err)
{
    (void)executor;
    if (job->character) return character_bvh(out, job, rollout, err);
    const pd_anim_clip clip = named(&rollout->clip, job->names);
    return pd_motion_capture_write_bvh(out, &clip, err);
}

/* Writes joints, contacts and orders for measurements. */
static pd_status measure_encode(pd_buffer *out, const pd_api_rollout *job,
                                const pd_character_rollout *rollout, const pd_executor *executor,
                                pd_error *err)
{
    (void)job;
    (void)executor;
    return pd_motion_track_write(out, &rollout->track, err);
}

/* ---- the body ---- */

enum { LEFT_ANKLE = 7, RIGHT_ANKLE, LEFT_FOOT = 10, RIGHT_FOOT }; /* SMPL's joints */

/* Finds ankle and ball of a foot at rest and measures its shoe. Returns false if nothing is worn on it. */
static bool measure_shoe(pd_retarget_shoe *out, int side, const float *joints, const float *points,
                         const float *bends, int count)
{
    static const int ankles[] = {LEFT_ANKLE, RIGHT_ANKLE};
    static const int toes[] = {LEFT_FOOT, RIGHT_FOOT};
    const float *a = joints + 3 * ankles[side];
    const float *t = joints + 3 * toes[side];

    return pd_retarget_shoe_measure(out, points, bends, count,
                                    pd_vec3_make((double)a[0], (double)a[1], (double)a[2]),
                                    pd_vec3_make((double)t[0], (double)t[1], (double)t[2]));
}

/* Measures the shoes of the left and the right foot, in the shape of the body. *wears: false when it wears
 * none. ERR_MEMORY. */
static pd_status shoes_of(pd_retarget_shoe out[2], bool *wears, const pd_api_rollout *job, pd_error *err)
{
    const pd_api_wear *wear = &job->wear;
    const pd_smpl_model *model = pd_api_model_body(&job->body);

    *wears = false;
    if (!wear->wardrobe || wear->outfit.items[PD_WARDROBE_SHOES] < 0) return PD_OK;

    /* The skin and its joints at rest. */
    const pd_wardrobe_item *item = &wear->wardrobe->items[wear->outfit.items[PD_WARDROBE_SHOES]];
    const size_t skin = 3 * (size_t)model->vertex_count;
    const size_t corners = 3 * (size_t)item->corner_count;
    float joints[3 * PD_SMPL_MAX_JOINTS];
    float *room =
        malloc((skin + corners + (size_t)item->corner_count + 9 * (size_t)item->vertex_count) * sizeof *room);
    pd_arena scratch = {0};
    pd_smpl_body body = {
        .betas = job->script.betas, .beta_count = job->script.beta_count, .vertices = room, .joints = joints};
    const pd_smpl_job rest = {.bodies = &body, .body_count = 1, .skinning = PD_SMPL_LBS, .contact = NULL};
    pd_wardrobe_transfer *transfer = wear->own ? malloc(sizeof *transfer) : NULL;
    pd_wardrobe_wearer wearer;
    pd_status status = pd_smpl_job_check(&rest, model, err);
    if (status == PD_OK && (!room || (wear->own && !transfer) ||
                            !pd_arena_reserve(&scratch, pd_smpl_job_scratch_bytes(&rest, model))))
        status = pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for shoes");

    /* The shoes on it. */
    if (status == PD_OK) {
        pd_smpl_job_run(&rest, model, &scratch, &pd_executor_serial);
        if (transfer) pd_wardrobe_transfer_init(transfer, wear->own);
        status = pd_wardrobe_wearer_init(
            &wearer, model, wear->wardrobe->is_borrowed ? &pd_wardrobe_follow : transfer, &body, room, err);
    }

    if (status == PD_OK) {
        float *worn = room + skin;
        float *bends = worn + corners;
        pd_wardrobe_dress(worn, NULL, item, &wearer, bends + item->corner_count);
        pd_wardrobe_wearer_deinit(&wearer);

        /* Compute the skinning weight of the toe joint for each corner. */
        for (int c = 0; c < item->corner_count; c++) {
            const size_t v = 4 * (size_t)item->corners[c];
            bends[c] = 0;
            for (size_t k = v; k < v + 4; k++)
                if (item->joints[k] == LEFT_FOOT || item->joints[k] == RIGHT_FOOT)
                    bends[c] += item->weights[k];
        }

        *wears = measure_shoe(&out[0], 0, joints, worn, bends, item->corner_count) &&
                 measure_shoe(&out[1], 1, joints, worn, bends, item->corner_count);
    }

    pd_arena_deinit(&scratch);
    free(transfer);
    free(room);

    return status;
}

/* Retargets the motion to the body, with soft tissue if it is asked for. lids: (T) out, or NULL. weights:
 * (T,E) weights of the model's expressions, out, or NULL. */
static pd_status retarget(pd_retarget_motion *motion, float *lids, float *weights, const pd_api_rollout *job,
                          const pd_character_rollout *rollout, pd_error *err)
{
    pd_retarget_shoe shoes[2];
    bool wears;
    const pd_api_script *script = &job->script;
    const pd_smpl_model *body = pd_api_model_body(&job->body);
    const int frames = rollout->clip.frame_count;
    pd_status status = shoes_of(shoes, &wears, job, err);

    if (status == PD_OK)
        status = pd_retarget_motion_retarget(motion, &rollout->clip, &rollout->track, body, script->betas,
                                             script->beta_count, wears ? shoes : NULL,
                                             script->job.scene ? &script->job.scene->ground : NULL, err);
    if (status != PD_OK) return status;

    /* Pass the gaze of each frame to the step that enlivens the body. */
    pd_anim_alive_look *looks = malloc((size_t)frames * sizeof *looks);
    for (int t = 0; t < frames && looks; t++) looks[t] = gaze_of(&rollout->frames[t]);

    int *begins = pd_api_face_frames(&job->faces, rollout->clip.rate);
    if (!looks || !begins) {
        free(looks);
        free(begins);
        pd_anim_clip_deinit(&motion->clip);
        return pd_fail(err, PD_ERR_MEMORY, "", "out of memory");
    }

    const pd_retarget_motion_life life = {.seed = script->job.person.variation,
                                          .looks = looks,
                                          .goals = job->faces.body,
                                          .goal_frames = begins,
                                          .goal_count = job->faces.body ? job->faces.count : 0,
                                          .visemes = job->talk.visemes,
                                          .shown = job->talk.shown,
                                          .lids = lids,
                                          .weights = weights};
    pd_retarget_motion_enliven(motion, body, &life);
    free(looks);
    free(begins);
    if (!script->is_soft && !(script->breathing > 0)) return PD_OK;

    status = pd_retarget_motion_soft(motion, body, script->is_soft, script->breathing, err);
    if (status != PD_OK) pd_anim_clip_deinit(&motion->clip);
    return status;
}

/* Writes the motion of the body as AMASS has it. */
static pd_status npz(pd_buffer *out, const pd_api_rollout *job, const pd_character_rollout *rollout,
                     const pd_executor *executor, pd_error *err)
{
    pd_retarget_motion motion;
    const pd_smpl_model *model = pd_api_model_body(&job->body);
    float *weights = NULL;
    (void)executor;
    PD_ASSERT(model);

    /* Expressions are written if the script has any. */
    if (pd_api_rollout_has_shapes(job)) {
        weights =
            malloc((size_t)rollout->clip.frame_count * (size_t)model->expression_count * sizeof *weights);
        if (!weights) return pd_fail(err, PD_ERR_MEMORY, "npz", "out of memory for the motion");
    }

    pd_status status = retarget(&motion, NULL, weights, job, rollout, err);
    if (status == PD_OK) {
        motion.no_sculpts = job->sculpts == 0;
        motion.expressions = weights;
        motion.expression_count = weights ? model->expression_count : 0;
        status = pd_motion_npz(out, &motion, model, err);
        pd_anim_clip_deinit(&motion.clip);
    }

    free(weights);

    return status;
}

typedef struct dressing {
    const pd_api_rollout *job;
    const float *lids, *blink; /* (T), (V,3); NULL: the body has no lids */
    const float *weights;      /* (T,E) weights of the expressions; NULL: none are written */
} dressing;

/* Writes skin and clothes at rest, the joints that move them, and lids that close. Leaves shape morphs out,
 * because they would be nine tenths of the file. */
static pd_status dressed_glb(void *ctx, pd_buffer *out, pd_io_glb *glb, const pd_smpl_body *body,
                             pd_error *err)
{
    static const char *const blink[] = {"blink"};
    const dressing *d = ctx;
    const pd_api_rollout *job = d->job;
    const pd_smpl_model *model = pd_api_model_body(&job->body);
    const pd_io_glb_pose *rest = glb->poses;
    const char *names[PD_SMPL_MAX_EXPRESSIONS];
    pd_io_mesh mesh = *glb->mesh;
    pd_io_glb_rig rig = *glb->rig;
    pd_wardrobe_export dressed;
    float *directions = NULL;

    /* Morph targets: expressions or a blink in place of betas, which the rest pose contains. */
    rig.baked_count = rest->betas ? rig.beta_count : 0;
    rig.beta_count = 0;
    if (job->face) {
        const int baked = rig.baked_count;
        const pd_status made =
            pd_retarget_lids_directions(&directions, model, job->script.betas, job->script.beta_count, err);
        if (made != PD_OK) return made;
        pd_smpl_export_expressions(&rig, names, model);
        if (directions) rig.shapedirs = directions;
        rig.baked_count = baked;
    } else if (d->blink) {
        rig.beta_count = rig.shapedirs_stride = 1;
        rig.shapedirs = d->blink;
        rig.morph_names = blink;
    }

    /* The garments, on the skin at rest. */
    const pd_wardrobe_request request = {.wardrobe = job->wear.wardrobe,
                                         .model = model,
                                         .own = job->wear.own,
                                         .outfit = job->wear.outfit,
                                         .palette = job->wear.palette,
                                         .bodies = body,
                                         .skins = rest->rest,
                                         .body_count = 1,
                                         .at_rest = true,
                                         .has_normals = rest->rest_normals != NULL,
                                         .has_cornea = true,
                                         .has_corners = true,
                                         .has_folds = true,
                                         .texture_side = PD_WARDROBE_SKIN_SIDE,
                                         .no_morphs = true,
                                         .poses = rest,
                                         .corrective_count = glb->rig->corrective_count,
                                         .morphs = rig.beta_count ? rig.shapedirs : NULL,
                                         .morphs_moved = rig.moved,
                                         .morph_count = rig.beta_count,
                                         .morph_names = rig.morph_names};
    pd_status status = pd_wardrobe_export_init(&dressed, &request, err);

    if (status != PD_OK) {
        free(directions);
        return status;
    }

    /* The file with garments, and the clip with the weights of the morph targets. */
    pd_io_glb file = *glb;
    pd_io_glb_clip clip = file.clips[0];
    clip.morphs = job->face ? d->weights : d->blink ? d->lids : NULL;
    file.rig = &rig;
    file.clips = &clip;
    if (!pd_wardrobe_export_apply(&file, &mesh, &dressed))
        status = pd_fail(err, PD_ERR_MEMORY, "wear", "out of memory for the skin");
    else
        status = pd_io_glb_write(out, &file, err);
    free(directions);
    pd_wardrobe_export_deinit(&dressed);

    return status;
}

/* Writes the body without clothes. weights (T,E): its expressions become morph targets; NULL: none. */
static pd_status undressed_glb(pd_buffer *out, const pd_api_rollout *job, pd_retarget_motion *motion,
                               const float *weights, const pd_executor *executor, pd_error *err)
{
    const pd_smpl_model *model = pd_api_model_body(&job->body);
    const char *names[PD_SMPL_MAX_EXPRESSIONS];
    float limits[PD_SMPL_MAX_EXPRESSIONS];
    float *directions = NULL;
    pd_retarget_morphs morphs;

    if (!weights) return pd_motion_glb(out, motion, model, executor, "motion", err);

    const pd_status made =
        pd_retarget_lids_directions(&directions, model, job->script.betas, job->script.beta_count, err);
    if (made != PD_OK) return made;
    for (int e = 0; e < model->expression_count; e++) {
        names[e] = model->data.expression_names[e];
        limits[e] = PD_SMPL_BLEND_SHAPE_MAX;
    }

    morphs = (pd_retarget_morphs){.count = model->expression_count,
                                  .directions = directions ? directions : model->data.expressiondirs,
                                  .limits = limits,
                                  .names = names,
                                  .weights = weights};
    motion->morphs = &morphs;
    const pd_status status = pd_motion_glb(out, motion, model, executor, "motion", err);
    motion->morphs = NULL;
    free(directions);

    return status;
}

/* Writes the client's character, the bare skeleton or the body as .glb. */
static pd_status glb(pd_buffer *out, const pd_api_rollout *job, const pd_character_rollout *rollout,
                     const pd_executor *executor, pd_error *err)
{
    pd_retarget_motion motion;

    if (job->character) return character_glb(out, job, rollout, err);
    if (job->bare) {
        const pd_anim_clip clip = named(&rollout->clip, job->names);
        return pd_motion_bones_glb(out, &clip, "motion", err);
    }

    /* Retarget the motion to the body. lids: how far the eyes are closed in each frame, then the directions
     * of the blink, then the weights of expressions. */
    const pd_smpl_model *model = pd_api_model_body(&job->body);
    PD_ASSERT(model);
    const size_t frames = (size_t)rollout->clip.frame_count;
    const bool has_weights = job->face || pd_api_rollout_has_shapes(job);
    const size_t weight_count = has_weights ? frames * (size_t)model->expression_count : 0;
    float *lids = malloc((frames + 3 * (size_t)model->vertex_count + weight_count) * sizeof *lids);
    if (!lids) return pd_fail(err, PD_ERR_MEMORY, "glb", "out of memory for the motion");
    float *weights = has_weights ? lids + frames + 3 * (size_t)model->vertex_count : NULL;
    pd_status status = retarget(&motion, lids, weights, job, rollout, err);
    if (status != PD_OK) {
        free(lids);
        return status;
    }

    /* A dressed body blinks, by one morph target. */
    motion.correctives = job->correctives;
    motion.no_sculpts = job->sculpts == 0;
    motion.names = job->names;
    const bool blinks = pd_retarget_motion_blink(lids + frames, model, motion.betas, motion.beta_count);
    dressing d = {.job = job, .lids = lids, .blink = blinks ? lids + frames : NULL, .weights = weights};
    const pd_motion_writer dressed = {dressed_glb, &d};
    if (job->wear.wardrobe)
        status = pd_motion_glb_by(out, &dressed, &motion, model, executor, "motion", err);
    else
        status = undressed_glb(out, job, &motion, weights, executor, err);
    pd_anim_clip_deinit(&motion.clip);
    free(lids);

    return status;
}

const pd_api_rollout_format pd_api_rollout_formats[] = {
    {.format = PD_API_FORMAT_JSON, .write = json},
    {.format = PD_API_FORMAT_BVH, .write = bvh},
    {.format = PD_API_FORMAT_GLB, .has_body = true, .write = glb},
    {.format = PD_API_FORMAT_NPZ,
     .has_body = true,
     .no_body = "format npz holds the pose of a body; formats json, bvh and glb allow none",
     .no_character = "format npz holds the pose of a body; only formats glb, bvh and json allow a character",
     .write = npz},
    {.format = PD_API_FORMAT_MEASURE,
     .no_character = "format measure holds points of the network's skeleton; only formats glb, bvh and json "
                     "allow a character",
     .write = measure_encode},
    {.format = PD_API_FORMAT_VRMA,
     .no_character = "a VRM animation fits any VRM avatar, so it has no character; only formats glb, bvh and "
                     "json allow one",
     .write = vrma},
    {0},
};
