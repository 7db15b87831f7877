#include "core/motion/capture_parts.h"

#include "core/motion/amass_world.h"
#include "core/retarget/character.h"
#include "core/retarget/character/human_clip.h"
#include "core/retarget/character/note.h"
#include "core/retarget/figure/answer.h"

#include <math.h>

/* Up of a motion (core/motion/amass_world.h): least mean of the ways from ankles to head along an axis, and
 * heights of the lowest joint over a floor, metres. */
#define UPRIGHT     0.5
#define ALONG       0.7
#define FLOOR_LEAST -0.1
#define FLOOR_MOST  0.2
#define UP_SAMPLES  200
/* The reference pose of a known source: least cosine of the angles of trunk, legs, hips and shoulders to its
 * axes (15 degrees), and largest difference of the thighs along its front, as a fraction of their length. In
 * all sources the cosines are 0.98 or more. */
#define AS_SOURCE   0.966
#define IN_STRIDE   0.35
/* A head that is turned from the chest by at least this in each of at least so many frames, radians (35
 * degrees), may be turned at rest. */
#define HEAD_TURNED 0.61
#define HEAD_FRAMES 30
#define DEGREES     (180 / M_PI)

bool pd_motion_capture_person_stands(const pd_anim_skeleton *s, const pd_anim_source *source)
{
    enum { HIPS, KNEES, ANKLES, SHOULDERS, PAIRS };
    static const int rows[PAIRS] = {1, 4, 7, 16}; /* of the left side; the right side follows */
    pd_quat local[PD_ANIM_MAX_JOINTS];
    pd_vec3 p[PD_ANIM_MAX_JOINTS], at[PAIRS][2], middle[PAIRS];

    pd_anim_source_reference(local, s, source);
    pd_anim_skeleton_forward(p, NULL, s, local, pd_vec3_make(0, 0, 0));
    for (int i = 0; i < PAIRS; i++) {
        for (int side = 0; side < 2; side++) {
            pd_retarget_answer answer;
            pd_retarget_answer_find(&answer, s, source->smpl[rows[i] + side]);
            if (answer.stands < 0) return true;
            at[i][side] = p[answer.stands];
        }

        middle[i] = pd_vec3_scale(pd_vec3_add(at[i][0], at[i][1]), 0.5);
    }

    /* Trunk and legs are upright, hips and shoulders across, and the thighs are not in stride. */
    const pd_vec3 none = {0, 0, 0};
    const pd_vec3 hips = pd_vec3_unit_or(pd_vec3_sub(at[HIPS][0], at[HIPS][1]), none);
    const pd_vec3 shoulders = pd_vec3_unit_or(pd_vec3_sub(at[SHOULDERS][0], at[SHOULDERS][1]), none);
    const pd_vec3 trunk = pd_vec3_unit_or(pd_vec3_sub(middle[SHOULDERS], middle[HIPS]), none);
    const pd_vec3 legs = pd_vec3_unit_or(pd_vec3_sub(middle[HIPS], middle[ANKLES]), none);
    const pd_vec3 left = pd_vec3_unit_or(pd_vec3_sub(at[KNEES][0], at[HIPS][0]), none);
    const pd_vec3 right = pd_vec3_unit_or(pd_vec3_sub(at[KNEES][1], at[HIPS][1]), none);

    return trunk.y > AS_SOURCE && legs.y > AS_SOURCE && hips.x > AS_SOURCE && shoulders.x > AS_SOURCE &&
           fabs(left.z - right.z) < IN_STRIDE;
}

/* Rotates a whole motion. */
static void turn_all(pd_motion_capture *c, pd_quat turn)
{
    for (int t = 0; t < c->clip.frame_count; t++) {
        pd_quat *root = pd_anim_clip_frame(&c->clip, t) + c->clip.skeleton.root;
        *root = pd_q_normalize(pd_q_mul(turn, *root));
        c->clip.roots[t] = pd_q_rotate(turn, c->clip.roots[t]);
    }

    pd_anim_clip_align_signs(&c->clip);
}

/* Turns a motion upright whose world has another axis up than its skeleton at rest, and notes it. facing:
 * rotation from the file's world to the clip's. */
static void stand_up(pd_motion_capture *c, pd_quat facing)
{
    const pd_anim_skeleton *s = &c->clip.skeleton;
    const int samples = c->clip.frame_count < UP_SAMPLES ? c->clip.frame_count : UP_SAMPLES;
    int joints[3];
    int floors[PD_MOTION_UP_COUNT] = {0};
    pd_vec3 sum = {0, 0, 0};

    /* The caller's choice: the smallest rotation that makes this axis vertical. */
    if (c->has_up) {
        const pd_vec3 y = pd_vec3_make(0, 1, 0);
        const pd_vec3 up = pd_q_rotate(pd_q_conjugate(pd_motion_up_turn((pd_motion_up)c->up)), y);
        const pd_vec3 now = pd_q_rotate(facing, up);
        turn_all(c, now.y < -1 + 1e-9 ? pd_motion_up_turn(PD_MOTION_UP_MINUS_Y)
                                      : pd_retarget_answer_align(now, y));
        return;
    }

    for (int i = 0; i < 3; i++) {
        static const int rows[] = {15, 7, 8}; /* head, ankles */
        pd_retarget_answer answer;
        pd_retarget_answer_find(&answer, s, c->source->smpl[rows[i]]);
        joints[i] = answer.stands;
        if (joints[i] < 0) return;
    }

    /* Mean direction from the ankles to the head, and frames with a floor along each axis. */
    for (int i = 0; i < samples; i++) {
        pd_vec3 p[PD_ANIM_MAX_JOINTS];
        double lows[PD_MOTION_UP_COUNT];
        pd_anim_clip_pose(p, NULL, &c->clip, (int)((long long)i * c->clip.frame_count / samples));
        const pd_vec3 way =
            pd_vec3_sub(p[joints[0]], pd_vec3_scale(pd_vec3_add(p[joints[1]], p[joints[2]]), 0.5));
        sum = pd_vec3_add(sum, pd_vec3_unit_or(way, pd_vec3_make(0, 0, 0)));
        for (int a = 0; a < PD_MOTION_UP_COUNT; a++) lows[a] = INFINITY;
        for (int j = 0; j < s->joint_count; j++) {
            const double at[] = {p[j].x, p[j].y, p[j].z, -p[j].x, -p[j].y, -p[j].z};
            for (int a = 0; a < PD_MOTION_UP_COUNT; a++) lows[a] = fmin(lows[a], at[a]);
        }

        for (int a = 0; a < PD_MOTION_UP_COUNT; a++)
            floors[a] += lows[a] > FLOOR_LEAST && lows[a] < FLOOR_MOST;
    }

    sum = pd_vec3_scale(sum, 1.0 / samples);
    const double along[] = {sum.x, sum.y, sum.z, -sum.x, -sum.y, -sum.z};
    int best = 0;
    for (int a = 1; a < PD_MOTION_UP_COUNT; a++)
        if (along[a] > along[best]) best = a;

    /* Somebody who lies or does a handstand on the floor y = 0 does so. */
    if (sum.y > UPRIGHT || !(along[best] > ALONG) || 2 * floors[PD_MOTION_UP_Y] >= samples) return;
    if (2 * floors[best] < samples) {
        pd_retarget_note(
            c->note, sizeof c->note,
            "in the motion the person lies along one axis with y up: read as it is, since no floor "
            "at 0 tells whether another axis is up");
        return;
    }

    turn_all(c, pd_motion_up_turn((pd_motion_up)best));
    pd_retarget_note(
        c->note, sizeof c->note,
        "in the motion the person stands along another axis than at rest, with the feet on its 0: "
        "the motion is turned upright");
}

/* Notes a head that is turned from the chest in every frame. Bones do not show how a head is turned at rest;
 * if it was turned, the whole motion has that rotation too much. */
static void note_head(pd_motion_capture *c)
{
    const pd_anim_skeleton *s = &c->clip.skeleton;
    const int samples = c->clip.frame_count < UP_SAMPLES ? c->clip.frame_count : UP_SAMPLES;
    pd_quat local[PD_ANIM_MAX_JOINTS], rest[PD_ANIM_MAX_JOINTS], q[PD_ANIM_MAX_JOINTS];
    pd_retarget_answer chest, head;
    double least = M_PI;
    double sum = 0;

    if (c->clip.frame_count < HEAD_FRAMES) return;
    pd_retarget_answer_find(&chest, s, c->source->smpl[9]);
    pd_retarget_answer_find(&head, s, c->source->smpl[15]);
    if (chest.from[0] < 0 || head.from[0] < 0) return;
    pd_anim_source_reference(local, s, c->source);
    pd_anim_skeleton_forward(NULL, rest, s, local, pd_vec3_make(0, 0, 0));
    pd_retarget_answer_fit(&chest, rest, pd_q_identity());
    pd_retarget_answer_fit(&head, rest, pd_q_identity());

    for (int i = 0; i < samples; i++) {
        pd_anim_clip_pose(NULL, q, &c->clip, (int)((long long)i * c->clip.frame_count / samples));
        const pd_quat turn = pd_q_mul(pd_q_conjugate(pd_retarget_answer_rotation(&chest, q)),
                                      pd_retarget_answer_rotation(&head, q));
        const double angle = 2 * acos(fmin(fabs(turn.w), 1));
        least = fmin(least, angle);
        sum += angle;
    }

    if (least < HEAD_TURNED) return;
    pd_retarget_note(
        c->note, sizeof c->note,
        "the head is turned from the chest by %.0f degrees on average, never by less than %.0f: it "
        "may be turned in the rest pose, which its bones do not show",
        sum / samples * DEGREES, least * DEGREES);
}

pd_status pd_motion_capture_person(pd_motion_capture *capture, pd_error *err)
{
    pd_anim_clip clip;
    double metres;
    pd_quat facing;
    char note[PD_RETARGET_HUMAN_NOTE] = "";
    const pd_anim_source *known = capture->source;
    const char *missing = known ? pd_anim_source_missing(&capture->clip.skeleton, known, true) : NULL;
    const bool is_as_known =
        known && !missing && pd_motion_capture_person_stands(&capture->clip.skeleton, known);

    if (is_as_known) {
        stand_up(capture, pd_q_identity());
        note_head(capture);
        return PD_OK;
    }

    /* A known skeleton without a joint of a limb is read as any person's, if it is one: otherwise that joint
     * would not move. */
    const pd_status status = pd_retarget_character_person(&clip, &metres, &facing, note, sizeof note,
                                                          &capture->clip, known ? NULL : err);
    if (status != PD_OK) return known ? PD_OK : status;
    if (known && !missing)
        pd_retarget_note(
            capture->note, sizeof capture->note,
            "the skeleton has names of %s, but another rest pose: its joints are found as those of an "
            "unknown one",
            known->name);
    if (missing)
        pd_retarget_note(
            capture->note, sizeof capture->note,
            "the skeleton has names of %s, but not \"%s\": its joints are found as those of an unknown one",
            known->name, missing);

    if (note[0]) pd_retarget_note(capture->note, sizeof capture->note, "%s", note);
    pd_anim_clip_deinit(&capture->clip);
    capture->clip = clip;
    capture->metres_per_unit *= metres;
    capture->source = pd_anim_source_of(&clip.skeleton);
    stand_up(capture, facing);
    note_head(capture);

    return PD_OK;
}
