#include "core/retarget/own_face.h"

#include "core/base/assert.h"
#include "core/base/text/edit_distance.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define ALIASES 6 /* most names of a role */

/* Places of eyes without joints, in the head's frame, metres of a body of size 1. */
#define EYE_ASIDE 0.032
#define EYE_OVER  0.06
#define EYE_AHEAD 0.08

/* Names of shapes that close lids or turn eyes, reduced: letters and digits in lower case. ARKit's come
 * first; then VRM 1.0 and 0.x, VRoid, Character Creator. */
static const char *const role_names[PD_OWN_ROLES][ALIASES] = {
    [PD_ANIM_EYE_BLINK_LEFT] = {"eyeblinkleft", "eyeblinkl", "blinkleft", "blinkl", "fcleyeclosel",
                                "eyesclosedl"},
    [PD_ANIM_EYE_BLINK_RIGHT] = {"eyeblinkright", "eyeblinkr", "blinkright", "blinkr", "fcleyecloser",
                                 "eyesclosedr"},
    [PD_ANIM_EYE_DOWN_LEFT] = {"eyelookdownleft", "eyelookdownl", "eyelookdownl"},
    [PD_ANIM_EYE_DOWN_RIGHT] = {"eyelookdownright", "eyelookdownr"},
    [PD_ANIM_EYE_IN_LEFT] = {"eyelookinleft", "eyelookinl"},
    [PD_ANIM_EYE_IN_RIGHT] = {"eyelookinright", "eyelookinr"},
    [PD_ANIM_EYE_OUT_LEFT] = {"eyelookoutleft", "eyelookoutl"},
    [PD_ANIM_EYE_OUT_RIGHT] = {"eyelookoutright", "eyelookoutr"},
    [PD_ANIM_EYE_UP_LEFT] = {"eyelookupleft", "eyelookupl"},
    [PD_ANIM_EYE_UP_RIGHT] = {"eyelookupright", "eyelookupr"},
    [PD_OWN_BLINK] = {"blink", "eyeblink", "fcleyeclose", "eyesclosed", "eyeblinkboth"},
    [PD_OWN_LOOK_UP] = {"lookup", "eyeslookup"},
    [PD_OWN_LOOK_DOWN] = {"lookdown", "eyeslookdown"},
    [PD_OWN_LOOK_LEFT] = {"lookleft"},
    [PD_OWN_LOOK_RIGHT] = {"lookright"}};

/* Names of the joints of the left eye and of the right one, reduced likewise. */
static const char *const eye_names[2][ALIASES] = {
    {"lefteye", "eyel", "eyeleft", "leye", "lefteyesmplhf", "ccbaseleye"},
    {"righteye", "eyer", "eyeright", "reye", "righteyesmplhf", "ccbasereye"}};
static const char *const vrm_eyes[2] = {"leftEye", "rightEye"};

/* Reduces a name to letters and digits in lower case, without what stands before ':' or, in the name of a
 * shape, before the last '.' of a mesh's name ("head_lod0_mesh.jawOpen"). */
static void reduce_name(char out[PD_IO_GLTF_FACE_NAME_BYTES], const char *name, bool is_shape)
{
    const char *colon = strrchr(name, ':');
    const char *from = colon && colon[1] ? colon + 1 : name;
    const char *dot = strrchr(from, '.');
    size_t n = 0;

    if (is_shape && dot && strlen(dot) > 2) from = dot + 1;
    for (; *from && n + 1 < PD_IO_GLTF_FACE_NAME_BYTES; from++)
        if (isalnum((unsigned char)*from)) out[n++] = (char)tolower((unsigned char)*from);
    out[n] = 0;
}

/* Removes the prefix of a rig's names. */
static const char *bare_eye(const char *reduced)
{
    static const char *const prefixes[] = {"mixamorig", "def", "bip001", "bip01", "jadj", "org"};

    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const size_t size = strlen(prefixes[i]);
        if (!strncmp(reduced, prefixes[i], size) && reduced[size]) return reduced + size;
    }

    return reduced;
}

static int alias_of(const char *const names[ALIASES], const char *reduced)
{
    for (int i = 0; i < ALIASES && names[i]; i++)
        if (!strcmp(names[i], reduced)) return i;
    return -1;
}

static bool is_under(const pd_anim_skeleton *s, int joint, int top)
{
    while (joint >= 0 && joint != top) joint = s->parents[joint];
    return joint >= 0;
}

/* Finds the joints of both eyes below the head: VRM's, or those named so. */
static void find_eyes(pd_retarget_own_face *out, const pd_retarget_skin *skin)
{
    const pd_anim_skeleton *s = &skin->skeleton;
    int found[2] = {-1, -1};
    int best[2] = {ALIASES, ALIASES};

    for (int k = 0; k < s->joint_count && skin->joints; k++) {
        char name[PD_IO_GLTF_FACE_NAME_BYTES];
        if (k == out->head || !is_under(s, k, out->head) || skin->joints[k].uneven >= 0) continue;
        reduce_name(name, skin->joints[k].name, false);
        for (int side = 0; side < 2; side++) {
            const bool is_vrm = !strcmp(skin->joints[k].bone, vrm_eyes[side]);
            const int alias = is_vrm ? -1 : alias_of(eye_names[side], bare_eye(name));
            if ((!is_vrm && alias < 0) || alias >= best[side]) continue;
            best[side] = alias;
            found[side] = k;
        }
    }

    const bool has_both = found[0] >= 0 && found[1] >= 0;
    for (int side = 0; side < 2; side++) out->eyes[side] = has_both ? found[side] : -1;
}

/* Finds the shapes that close lids and turn eyes. */
static void find_roles(pd_retarget_own_face *out)
{
    for (int r = 0; r < PD_OWN_ROLES; r++) {
        int best = ALIASES;
        out->roles[r] = -1;
        for (int i = 0; i < out->shapes.count; i++) {
            char name[PD_IO_GLTF_FACE_NAME_BYTES];
            reduce_name(name, out->shapes.names[i], true);
            const int alias = alias_of(role_names[r], name);
            if (alias < 0 || alias >= best) continue;
            best = alias;
            out->roles[r] = i;
        }
    }
}

/* Finds the fingers of both hands. An arm without a hand has those of its forearm. */
static void find_hands(pd_retarget_own_face *out, const pd_retarget_skin *skin,
                       const pd_retarget_match *match)
{
    pd_retarget_own_hand_names names[PD_ANIM_MAX_JOINTS];
    int hands[2];

    for (int k = 0; k < skin->skeleton.joint_count; k++)
        names[k] = (pd_retarget_own_hand_names){skin->joints ? skin->joints[k].name : "",
                                                skin->joints ? skin->joints[k].bone : NULL};
    for (int side = 0; side < 2; side++) {
        const pd_anim_human *arm = pd_anim_human_arms[side];
        hands[side] = match->joints[arm[2]] >= 0 ? match->joints[arm[2]] : match->joints[arm[1]];
    }

    pd_retarget_own_hands_find(&out->hands, &skin->skeleton, names, hands);
    for (int i = 0; i < PD_RETARGET_OWN_FINGERS; i++) {
        int *joint = &out->hands.joints[i];
        if (*joint >= 0 && skin->joints && skin->joints[*joint].uneven >= 0) *joint = -1;
    }
}

static const char *own_shape_name(const void *face, int i)
{
    return ((const pd_retarget_own_face *)face)->shapes.names[i];
}

pd_status pd_retarget_own_face_read(pd_retarget_own_face *out, const pd_retarget_skin *skin,
                                    const pd_retarget_match *match, pd_bytes file, size_t json_memory,
                                    pd_error *err)
{
    *out = (pd_retarget_own_face){.head = match->joints[PD_HUMAN_HEAD], .eyes = {-1, -1}};
    const pd_status status = pd_io_gltf_face_read(&out->shapes, file, json_memory, err);
    if (status != PD_OK) return status;
    find_eyes(out, skin);
    find_roles(out);
    find_hands(out, skin, match);
    pd_retarget_lips_bind(&out->lips, own_shape_name, out, out->shapes.count);
    pd_retarget_mood_bind(&out->mood, own_shape_name, out, out->shapes.count);

    return PD_OK;
}

void pd_retarget_own_face_deinit(pd_retarget_own_face *face)
{
    pd_io_gltf_face_deinit(&face->shapes);
}

/* ---- requests ---- */

static bool is_silence(const pd_retarget_own_face *face, const char *name)
{
    if (strcmp(name, PD_SMPL_SILENCE) != 0) return false;
    for (int i = 0; i < face->shapes.count; i++)
        if (!strncmp(face->shapes.names[i], "viseme_", 7)) return true;
    return false;
}

/* Returns the shape of that name; -1 with an error. */
static int own_shape(const pd_retarget_own_face *face, const char *name, pd_error *err)
{
    char where[96];
    pd_edit_distance_search search = pd_edit_distance_begin(name);

    for (int i = 0; i < face->shapes.count; i++) {
        if (!strcmp(face->shapes.names[i], name)) return i;
        pd_edit_distance_offer(&search, face->shapes.names[i]);
    }

    snprintf(where, sizeof where, "/blend_shapes/%s", name);
    const char *nearest = pd_edit_distance_nearest(&search);
    if (nearest)
        pd_fail(err, PD_ERR_INVALID, where, "not a blend shape of the character; did you mean %s?", nearest);
    else
        pd_fail(
            err, PD_ERR_INVALID, where,
            "not a blend shape of the character; one of the %d names that `spawned` lists as `face` expected",
            face->shapes.count);

    return -1;
}

pd_status pd_retarget_own_face_goal(pd_retarget_own_goal *out, pd_retarget_face_unknown *unknown,
                                    const pd_retarget_face_request *request, const pd_retarget_own_face *face,
                                    pd_error *err)
{
    static const char *const places[2] = {"/left_hand", "/right_hand"};
    pd_error none;

    *out =
        (pd_retarget_own_goal){.seconds = request->seconds, .hands = {request->hands[0], request->hands[1]}};
    *unknown = (pd_retarget_face_unknown){.count = 0};
    for (int h = 0; h < 2; h++)
        if (request->hands[h] >= 0 && !face->hands.has[h])
            return pd_fail(err, PD_ERR_UNSUPPORTED, places[h],
                           "the character's hand has no fingers: joints below it that are named as fingers "
                           "(index, middle, ring, pinky, thumb), or four or five chains of joints, expected");
    if (!face->shapes.count && request->shape_count)
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/blend_shapes",
                       "the character's file has no named blend shapes; a mesh with targetNames expected");

    for (int i = 0; i < request->shape_count; i++) {
        const char *name = request->shapes[i].name;
        const bool is_still = is_silence(face, name);
        const int shape = own_shape(face, name, unknown->count || is_still ? &none : err);
        if (shape >= 0) out->weights[shape] = request->shapes[i].weight;
        if (shape < 0 && !is_still) unknown->items[unknown->count++] = i;
    }

    return unknown->count && unknown->count == request->shape_count ? PD_ERR_INVALID : PD_OK;
}

/* ---- frames ---- */

static double own_share(const pd_retarget_own_live *live)
{
    const double x = live->goal.seconds > 0 ? fmin(1, live->elapsed / live->goal.seconds) : 1;
    return x * x * (3 - 2 * x);
}

/* Returns the requested weight of a shape in the last frame. */
static float requested(const pd_retarget_own_live *live, int shape)
{
    PD_ASSERT(shape >= 0 && shape < PD_IO_GLTF_FACE_SHAPES);
    const float begin = live->begin[shape];
    if (!live->is_asked) return 0;

    return begin + (float)own_share(live) * (live->goal.weights[shape] - begin);
}

/* Returns the requested local rotation of a finger's joint in the last frame. */
static pd_quat requested_finger(const pd_retarget_own_live *live, const pd_retarget_own_face *face, int i)
{
    PD_ASSERT(i >= 0 && i < PD_RETARGET_OWN_FINGERS);
    if (!live->is_asked) return pd_q_identity();
    const int pose = live->goal.hands[i / PD_SMPL_HAND_JOINTS];
    PD_ASSERT(pose < PD_SMPL_HAND_POSE_COUNT);
    const pd_quat goal = pose >= 0 ? face->hands.poses[pose][i] : pd_q_identity();

    return pd_q_slerp(live->begin_fingers[i], goal, own_share(live));
}

void pd_retarget_own_live_set(pd_retarget_own_live *live, const pd_retarget_own_face *face,
                              const pd_retarget_own_goal *goal)
{
    for (int i = 0; i < face->shapes.count; i++) live->begin[i] = requested(live, i);
    for (int i = 0; i < PD_RETARGET_OWN_FINGERS; i++)
        live->begin_fingers[i] = requested_finger(live, face, i);
    live->goal = *goal;
    live->elapsed = 0;
    live->is_asked = true;
}

/* Computes the world rotation of a joint from the rest pose that faces +Z, and its position. */
static pd_quat place_of(pd_vec3 *at, const pd_retarget_drive *drive, int joint)
{
    const pd_anim_skeleton *s = drive->file;
    int chain[PD_ANIM_MAX_JOINTS];
    int count = 0;
    pd_quat turned = pd_q_identity();
    *at = pd_vec3_scale(drive->root, drive->unit);

    for (int j = joint; j >= 0; j = s->parents[j]) chain[count++] = j;
    for (int i = count - 1; i >= 0; i--) {
        const int j = chain[i];
        if (s->parents[j] >= 0) *at = pd_vec3_fma(*at, drive->unit, pd_q_rotate(turned, s->offsets[j]));
        turned = pd_q_mul(turned, drive->rotations[j]);
    }

    return pd_q_normalize(pd_q_mul(turned, pd_q_conjugate(drive->match->facing)));
}

void pd_retarget_own_live_step(pd_retarget_own_live *live, const pd_retarget_own_face *face,
                               pd_retarget_drive *drive, const pd_anim_alive_look *look, double dt)
{
    const pd_quat facing = drive->match->facing;
    pd_vec3 at, places[2];
    pd_quat gaze[2];

    /* The head, and the eyes in it. */
    PD_ASSERT(face->head >= 0);
    const pd_quat head = place_of(&at, drive, face->head);
    for (int i = 0; i < 2; i++) {
        const pd_vec3 off = pd_vec3_make((i ? -1 : 1) * EYE_ASIDE, EYE_OVER, EYE_AHEAD);
        places[i] = pd_vec3_fma(at, drive->scale, pd_q_rotate(head, off));
        if (face->eyes[i] >= 0) place_of(&places[i], drive, face->eyes[i]);
    }

    pd_anim_alive_step_eyes(&live->alive, gaze, head, places, look, dt);
    for (int i = 0; i < 2; i++)
        if (face->eyes[i] >= 0)
            drive->rotations[face->eyes[i]] = pd_q_normalize(pd_q_mul(pd_q_inv_mul(facing, gaze[i]), facing));
    if (live->is_asked) live->elapsed += dt;
    for (int i = 0; i < PD_RETARGET_OWN_FINGERS && live->is_asked; i++)
        if (face->hands.has[i / PD_SMPL_HAND_JOINTS] && face->hands.joints[i] >= 0)
            drive->rotations[face->hands.joints[i]] = requested_finger(live, face, i);
}

/* Turns the head by a rotation in the axes of a person who faces +Z. Its rotation in these axes is
 * G = place_of: its local rotation r becomes r F^-1 q F. */
static void turn_own_head(pd_retarget_drive *drive, const pd_retarget_own_face *face, pd_quat turn)
{
    const pd_quat facing = drive->match->facing;

    PD_ASSERT(face->head >= 0);
    pd_quat *head = &drive->rotations[face->head];
    *head = pd_q_normalize(pd_q_mul(*head, pd_q_mul(pd_q_inv_mul(facing, turn), facing)));
}

void pd_retarget_own_live_behave(pd_retarget_own_live *live, const pd_retarget_own_face *face,
                                 pd_retarget_drive *drive, const pd_anim_manner_shown *shown)
{
    live->has_manner = true;
    live->manner = *shown;
    turn_own_head(drive, face, shown->head);
    if (shown->blinks) pd_anim_alive_blink(&live->alive);
}

void pd_retarget_own_live_lead(pd_retarget_own_live *live, const pd_retarget_own_face *face,
                               pd_retarget_drive *drive, const pd_anim_alive_led *led, double dt)
{
    const pd_quat facing = drive->match->facing;

    PD_ASSERT(led->is_led);
    turn_own_head(drive, face, led->head);

    /* Eyes and lids step on by themselves, and are then replaced. */
    pd_retarget_own_live_step(live, face, drive, NULL, dt);
    pd_anim_alive_follow(&live->alive, led->gaze);
    for (int i = 0; i < 2; i++)
        if (face->eyes[i] >= 0)
            drive->rotations[face->eyes[i]] =
                pd_q_normalize(pd_q_mul(pd_q_inv_mul(facing, led->gaze[i]), facing));
}

static void raise_weight(float *out, const pd_retarget_own_face *face, int role, double weight)
{
    PD_ASSERT(role >= 0 && role < PD_OWN_ROLES);
    const int shape = face->roles[role];
    if (shape >= 0) out[shape] = fmaxf(out[shape], (float)weight);
}

void pd_retarget_own_live_weights(float *out, const pd_retarget_own_live *live,
                                  const pd_retarget_own_face *face)
{
    double eyes[PD_ANIM_EYE_WEIGHTS];

    for (int i = 0; i < face->shapes.count; i++) out[i] = requested(live, i);
    pd_retarget_lips_add(out, &face->lips, live->visemes);
    if (live->has_manner) pd_retarget_mood_add(out, &face->mood, &live->manner);
    if (!live->alive.has_begun) return;
    pd_anim_alive_eyes(eyes, &live->alive);

    /* Lids: of each eye, or of both by one shape. */
    const bool has_lids =
        face->roles[PD_ANIM_EYE_BLINK_LEFT] >= 0 && face->roles[PD_ANIM_EYE_BLINK_RIGHT] >= 0;
    for (int i = PD_ANIM_EYE_BLINK_LEFT; i <= PD_ANIM_EYE_BLINK_RIGHT; i++)
        raise_weight(out, face, i, eyes[i]);
    if (!has_lids) raise_weight(out, face, PD_OWN_BLINK, live->alive.lids);

    /* Gaze, unless joints turn the eyes. */
    if (face->eyes[0] >= 0) return;
    for (int i = PD_ANIM_EYE_DOWN_LEFT; i < PD_ANIM_EYE_WEIGHTS; i++) raise_weight(out, face, i, eyes[i]);
    if (face->roles[PD_ANIM_EYE_UP_LEFT] >= 0) return;
    raise_weight(out, face, PD_OWN_LOOK_UP, eyes[PD_ANIM_EYE_UP_LEFT]);
    raise_weight(out, face, PD_OWN_LOOK_DOWN, eyes[PD_ANIM_EYE_DOWN_LEFT]);
    raise_weight(out, face, PD_OWN_LOOK_LEFT, eyes[PD_ANIM_EYE_OUT_LEFT]);
    raise_weight(out, face, PD_OWN_LOOK_RIGHT, eyes[PD_ANIM_EYE_OUT_RIGHT]);
}

/* ---- snapshots: one row for each field of a struct (core/io/fields/fields.h) ---- */

/* clang-format off */
#define ALIVE(X, T) \
    X(T, U32, seed) X(T, U32, jumps) X(T, U32, blinks) X(T, F64, time) X(T, F64, shown) X(T, F64, until) \
    X(T, F64, blink_at) X(T, F64S, aim) X(T, F64S, ahead) \
    X(T, F64S, turning) X(T, F64S, eyes) X(T, F64, lids) X(T, BOOL, has_begun) X(T, BOOL, looks_at)
PD_FIELDS(pd_anim_alive, ALIVE)
#define GOAL(X, T) \
    X(T, F32S, weights) X(T, I32S, hands, -1, PD_SMPL_HAND_POSE_COUNT - 1) X(T, F64, seconds)
PD_FIELDS(pd_retarget_own_goal, GOAL)
#define LIVE(X, T) \
    X(T, PARTS, alive, pd_anim_alive_fields) X(T, PARTS, goal, pd_retarget_own_goal_fields) \
    X(T, F32S, begin) X(T, F64S, begin_fingers) X(T, F64, elapsed) X(T, BOOL, is_asked) X(T, SKIPS, visemes) \
    X(T, SKIPS, manner) X(T, SKIP, has_manner)
PD_FIELDS(pd_retarget_own_live, LIVE)
/* clang-format on */

void pd_retarget_own_live_put(pd_fields_writer *w, const pd_retarget_own_live *live)
{
    pd_fields_put(w, &pd_retarget_own_live_fields, live);
}

bool pd_retarget_own_live_get(pd_retarget_own_live *live, pd_fields_reader *r)
{
    return pd_fields_get(r, live, &pd_retarget_own_live_fields);
}

void pd_retarget_own_goal_put(pd_fields_writer *w, const pd_retarget_own_goal *goal)
{
    pd_fields_put(w, &pd_retarget_own_goal_fields, goal);
}

bool pd_retarget_own_goal_get(pd_retarget_own_goal *goal, pd_fields_reader *r)
{
    return pd_fields_get(r, goal, &pd_retarget_own_goal_fields);
}

uint64_t pd_retarget_own_fields_hash(void)
{
    return pd_fields_hash(&pd_retarget_own_live_fields, 0);
}
