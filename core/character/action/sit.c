#include "core/character/action/sit.h"

#include "core/base/assert.h"
#include "core/anim/two_bone.h"
#include "core/math/elementary.h"
#include "core/math/plane.h"

/* Seconds in which an order on the way turns the progress round. The hips change their velocity by at most
 * .10 m/s in a frame, with half of it by .18, with twice of it by .07, and by 1.3 to 1.55 at once. */
#define TURNS_ROUND 0.35
#define TICK        (1 / PD_CHARACTER_RATE)

/* Walk to the chair. Positions are in the chair's frame: ahead along its facing, aside to its left. */
#define STAND   0.30 /* metres ahead of the seat at which the root stands to sit down */
#define BEFORE  0.45 /* metres ahead of the seat at which the character turns */
#define ARRIVED 0.15 /* metres from there within which it has arrived */
#define CORNER  0.30 /* metres from a corner of the path within which it continues to the next corner */
#define CHAIR   0.40 /* metres: width and depth of the chair as an obstacle */
#define BACK    0.05 /* metres by which the chair's centre is behind the seat */
#define LEVEL   0.02 /* metres: tolerance of the allowed heights of a seat on uneven ground */
#define PATIENT 4.0  /* seconds allowed for each corner, in addition to the walk ... */
#define SLOWEST 0.7  /* ... at this speed, m/s */
#define TRIES   3    /* paths that may fail before the request ends */
#define NEAR    0.07 /* metres from STAND within which the character can sit down */
#define FAR     0.40 /* metres from STAND beyond which it needs a new path */
#define TURNED  0.15 /* radians from the chair's facing within which it has turned */
#define SLOW    0.5  /* least push of the stick, used at the end of the path */
#define STILL   0.05 /* m/s: a slower character stands */
#define FOREVER 1e9  /* seconds: no limit, in a number that snapshots can hold */

/* Sitting down. */
#define HIP_OVER_SEAT 0.095 /* metres from the seat up to the hip joints ... */
#define USUAL         0.45  /* ... for a seat of this height, metres */
#define HIGHER        0.2   /* metres more for each metre of a higher seat, on which thighs slope down */
#define LEAN          0.70  /* radians: largest lean of the trunk */
/* factor of the lean by which arms rotate back, so that they hang slightly forward */
#define ARMS_HANG     1.25
#define SLUMP         0.12 /* radians by which the pelvis tips back while sitting */
#define DOWN_FROM     0.12 /* p at which the hips begin to move ... */
#define DOWN_SPAN     0.68 /* ... and the span of p over which they do */
#define UP_FROM       0.58 /* p at which the trunk begins to straighten again */
#define HANDS_FROM    0.35 /* p at which the hands begin to move to the thighs */
#define ON_THIGH      0.42 /* position of the hand as a fraction of the way from hip to knee */
#define OVER_THIGH    0.09 /* metres from the thigh bone to the wrist */
#define ARM_REACH     0.96 /* largest distance from shoulder to wrist as a fraction of the arm's length */
/* Offset of the elbow's pole from the shoulder, metres. */
#define ELBOW_OUT     0.25
#define ELBOW_BACK    0.30
#define ELBOW_DOWN    0.25

pd_status pd_character_sit_check(const pd_character_sit_request *r, pd_error *err)
{
    if (!(r->seconds >= 0.6 && r->seconds <= 10))
        return pd_fail(err, PD_ERR_RANGE, "/seconds", "%g; 0.6 to 10 allowed", r->seconds);
    if (!r->sit) return PD_OK;
    if (!(r->space >= 0 && r->space <= PD_CHARACTER_SPACE_MOST))
        return pd_fail(err, PD_ERR_RANGE, "/space", "%g; 0 to %.10g m allowed", r->space,
                       PD_CHARACTER_SPACE_MOST);
    if (!(fabs(r->seat[0]) <= 1e6 && fabs(r->seat[1]) <= 1e6))
        return pd_fail(err, PD_ERR_RANGE, "/seat", "%g, %g; within 1e6 m allowed", r->seat[0], r->seat[1]);
    if (!(fabs(r->facing) <= PD_ANIM_SCENE_MAX_HEADING))
        return pd_fail(err, PD_ERR_RANGE, "/facing", "%g; %.10g to %.10g allowed", r->facing,
                       -PD_ANIM_SCENE_MAX_HEADING, PD_ANIM_SCENE_MAX_HEADING);
    if (!(r->height >= PD_CHARACTER_SIT_LOW && r->height <= PD_CHARACTER_SIT_HIGH))
        return pd_fail(err, PD_ERR_RANGE, "/height", "%g; %.10g to %.10g m allowed", r->height,
                       PD_CHARACTER_SIT_LOW, PD_CHARACTER_SIT_HIGH);

    return PD_OK;
}

static void go_to(pd_character_sit_state *s, pd_character_sit_stage stage, double seconds)
{
    s->stage = stage;
    s->left = seconds;
}

static void come_again(pd_character_sit_state *s)
{
    s->has_way = false;
    go_to(s, PD_CHARACTER_SIT_COMING, FOREVER);
}

void pd_character_sit_set(pd_character_sit_state *s, const pd_character_sit_request *request)
{
    const pd_character_sit_request *now = &s->request;
    const bool is_same_chair = now->seat[0] == request->seat[0] && now->seat[1] == request->seat[1] &&
                               now->facing == request->facing && now->height == request->height;

    /* Stand up. */
    s->has_next = false;
    if (!request->sit) {
        s->request.sit = false;
        s->request.seconds = request->seconds;
        if (s->stage != PD_CHARACTER_SIT_SEATED) s->stage = PD_CHARACTER_SIT_NOT;
        return;
    }

    /* For another chair stand up first. */
    if (s->stage == PD_CHARACTER_SIT_SEATED && !is_same_chair) {
        s->next = *request;
        s->has_next = true;
        s->request.sit = false;
        return;
    }

    /* Walk to this chair, unless the character sits there. */
    s->request = *request;
    if (s->stage == PD_CHARACTER_SIT_SEATED) return;
    s->tries = 0;
    come_again(s);
}

/* ---- the way to the chair */

/* Computes the point `ahead` metres before the seat, world x and z. */
static void from_chair(double out[2], const pd_character_sit_request *r, double ahead)
{
    out[0] = r->seat[0] + ahead * pd_sin(r->facing);
    out[1] = r->seat[1] + ahead * pd_cos(r->facing);
}

/* Points the stick from `at` to `place`. Its push falls from `most` to SLOW near the place. */
static void push_to(pd_character_input *in, const double at[2], const double place[2], double most)
{
    double to[2] = {place[0] - at[0], place[1] - at[1]};
    double far = pd_plane_length(to);
    double push = pd_plane_clamp(2 * far, SLOW, most);

    pd_plane_unit(in->move, to);
    in->move[0] *= push;
    in->move[1] *= push;
}

/* Returns the seconds allowed for the walk to the present corner. */
static double time_for(const pd_character_sit_state *s, const double at[2])
{
    const double *to = s->way.points[s->corner];
    return PATIENT + pd_hypot(to[0] - at[0], to[1] - at[1]) / SLOWEST;
}

void pd_character_sit_plan(pd_character_sit_state *s, pd_character *character, const pd_character_rig *rig,
                           const pd_anim_scene *scene, pd_arena *scratch)
{
    const pd_character_sit_request *r = &s->request;
    const double *at = character->trajectory.frames[rig->frames / 2].at;

    if (!pd_character_sit_needs_way(s) || !rig->foot_count) return;

    /* Check the height of the seat above the ground on which the feet will stand. */
    double stand[2];
    from_chair(stand, r, STAND);
    s->floor = pd_anim_scene_height(scene, r->seat[0], r->seat[1]);
    double height = s->floor + r->height - pd_anim_scene_height(scene, stand[0], stand[1]);
    const bool good =
        height > PD_CHARACTER_SIT_LOW - LEVEL && height < PD_CHARACTER_SIT_HIGH + LEVEL && s->tries < TRIES;

    /* Find a path to the point before the chair. The chair itself is an obstacle. */
    pd_anim_seat own = {.facing = r->facing, .width = CHAIR, .depth = CHAIR};
    from_chair(own.at, r, -BACK);
    pd_anim_route_job job = {.scene = scene, .own = &own, .from = {at[0], at[1]}};
    job.keep = PD_ANIM_ROUTE_KEEP;
    job.tight = PD_ANIM_ROUTE_TIGHT;
    from_chair(job.to, r, BEFORE);
    if (!good || !pd_anim_route_find(&s->way, &job, scratch)) {
        s->stage = PD_CHARACTER_SIT_NOT;
        s->request.sit = false;
        character->pending |= PD_CHARACTER_UNREACHABLE;
        return;
    }

    /* Begin with the first corner, within a time limit. */
    s->has_way = true;
    s->corner = 0;
    s->tries++;
    s->left = time_for(s, at);
}

/* Sets the input to walk along the path. Returns true when the character has arrived before the chair. */
static bool come(pd_character_sit_state *s, const double at[2])
{
    s->input = (pd_character_input){.gait = PD_CHARACTER_WANT_WALK};
    if (!s->has_way) return false;

    /* At a corner continue to the next one. At the last one check that it is before the chair. */
    const double *to = s->way.points[s->corner];
    bool is_last = s->corner == s->way.count - 1;
    if (pd_hypot(to[0] - at[0], to[1] - at[1]) < (is_last ? ARRIVED : CORNER)) {
        double front[2];
        from_chair(front, &s->request, BEFORE);
        if (is_last && pd_hypot(front[0] - to[0], front[1] - to[1]) < ARRIVED) return true;
        if (!is_last) {
            s->corner++;
            s->left = time_for(s, at);
            return false;
        }

        /* The path had more corners than a route can hold, so find the rest of it. */
        s->tries = 0;
        come_again(s);
        return false;
    }

    /* Find another path if this corner takes too long. */
    if (s->left <= 0)
        come_again(s);
    else
        push_to(&s->input, at, to, 1);

    return false;
}

/* Advances the progress by a tick. An order that comes on the way turns its rate round within TURNS_ROUND. At
 * both ends the curves are at rest, so there the rate is that of the order at once. */
static void advance_sitting(pd_character_sit_state *s)
{
    const double wanted = (s->request.sit ? 1 : -1) / s->request.seconds;
    const double most = 2 * TICK / (s->request.seconds * TURNS_ROUND);
    const bool is_at_end = s->progress <= 0 || s->progress >= 1;

    s->rate = is_at_end ? wanted : s->rate + pd_plane_clamp(wanted - s->rate, -most, most);
    s->progress = pd_plane_clamp(s->progress + TICK * s->rate, 0, 1);
}

const pd_character_input *pd_character_sit_drive(pd_character_sit_state *s, const pd_character_input *input,
                                                 pd_character *character, const pd_character_rig *rig)
{
    const pd_character_sit_request *r = &s->request;
    const double *at = character->trajectory.frames[rig->frames / 2].at;

    if (s->stage == PD_CHARACTER_SIT_NOT || !rig->foot_count) {
        /* Return control to the client's stick. A jump button that was already down does not count as
         * pressed, so a character that has stood up does not jump. */
        if (s->has_driven) character->trajectory.goal.jump_held = input->jump != 0;
        s->has_driven = false;
        return input;
    }

    s->has_driven = true;

    double off =
        fabs(remainder(r->facing - pd_character_trajectory_yaw(&character->trajectory, rig), 2 * M_PI));
    double stand[2];
    double speed = PD_CHARACTER_RATE * pd_plane_length(character->trajectory.step);
    s->left -= TICK;

    /* Position of the character in the chair's frame, and its distance from where it sits down. */
    const double x = at[0] - r->seat[0];
    const double z = at[1] - r->seat[1];
    const double ahead = x * pd_sin(r->facing) + z * pd_cos(r->facing);
    const double aside = x * pd_cos(r->facing) - z * pd_sin(r->facing);
    const double far = pd_hypot(ahead - STAND, aside);

    if (s->stage == PD_CHARACTER_SIT_COMING && come(s, at)) go_to(s, PD_CHARACTER_SIT_TURNING, 4);
    if (s->stage == PD_CHARACTER_SIT_TURNING) {
        s->input = (pd_character_input){.look = {pd_sin(r->facing), pd_cos(r->facing)}, .has_look = 1};
        if (off < TURNED || s->left <= 0) go_to(s, PD_CHARACTER_SIT_NEARING, 3);
    }

    if (s->stage == PD_CHARACTER_SIT_NEARING) {
        s->input = (pd_character_input){.look = {pd_sin(r->facing), pd_cos(r->facing)}, .has_look = 1};
        bool near = far < NEAR || s->left < 1; /* in the last second it stands still */
        if (!near) {
            s->input.strafe = 1;
            s->input.gait = PD_CHARACTER_WANT_WALK;
            from_chair(stand, r, STAND);
            push_to(&s->input, at, stand, SLOW);
        }

        if (near && far > FAR)
            come_again(s);
        else if (near && (speed < STILL || s->left <= 0))
            go_to(s, PD_CHARACTER_SIT_SEATED, FOREVER);
    }

    if (s->stage != PD_CHARACTER_SIT_SEATED) return &s->input;

    s->input = (pd_character_input){0};
    const double before = s->progress;
    advance_sitting(s);
    if (r->sit && s->progress >= 1 && before < 1) character->pending |= PD_CHARACTER_ARRIVED;
    if (s->progress > 0 || r->sit) return &s->input;

    s->stage = PD_CHARACTER_SIT_NOT;
    if (s->has_next) pd_character_sit_set(s, &s->next);
    return &s->input;
}

double pd_character_sit_space(const pd_character_sit_state *s, const pd_character *character,
                              const pd_character_rig *rig)
{
    if (s->stage != PD_CHARACTER_SIT_COMING) return 0;

    const double *at = character->trajectory.frames[rig->frames / 2].at;
    double front[2];
    from_chair(front, &s->request, BEFORE);
    return pd_fmin(s->request.space, pd_hypot(front[0] - at[0], front[1] - at[1]));
}

/* ---- sitting down */

static double minimum_jerk(double t)
{
    t = pd_plane_clamp(t, 0, 1);
    return t * t * t * (10 + t * (6 * t - 15));
}

/* World poses of the joints: the animated one, and the new one. */
typedef struct seated {
    const pd_character_rig *rig;
    pd_vec3 at[PD_ANIM_MAX_JOINTS], new_at[PD_ANIM_MAX_JOINTS];
    pd_quat rotation[PD_ANIM_MAX_JOINTS], new_rotation[PD_ANIM_MAX_JOINTS];
    pd_vec3 ahead, left; /* present directions of the character, unit */
} seated;

/* Sets the world rotation of a joint to a forward lean, if the skeleton has that joint. */
static void lean(pd_quat *own, const seated *b, int joint, double angle)
{
    if (joint >= 0) own[joint] = pd_q_axis_angle(b->left, angle);
}

/* Moves the centre of the hips to `hips`, turns the body by `turn` and leans the trunk by `angle`. All joints
 * move rigidly with their parents; the legs are solved afterwards. */
static void hang(seated *b, pd_vec3 hips, double turn, double angle, double slump)
{
    const pd_anim_skeleton *s = &b->rig->skeleton;
    const pd_character_trunk *t = &b->rig->trunk;
    pd_quat own[PD_ANIM_MAX_JOINTS];

    for (int j = 0; j < s->joint_count; j++) own[j] = pd_q_identity();

    /* Rotate trunk and arms. Neck and head rotate back, so that the eyes look ahead. */
    lean(own, b, s->root, 0.55 * angle - slump);
    lean(own, b, t->spine, 0.25 * angle + 0.6 * slump);
    lean(own, b, t->chest, 0.2 * angle + 0.4 * slump);
    lean(own, b, t->neck, -0.4 * angle);
    lean(own, b, t->head, -0.3 * angle);
    for (int i = 0; i < 2; i++) lean(own, b, t->arms[i], -ARMS_HANG * angle);
    own[s->root] = pd_q_mul(own[s->root], pd_q_axis_angle(pd_vec3_make(0, 1, 0), turn));

    /* Place the root so that the centre of the hips is at `hips`. */
    pd_vec3 middle =
        pd_vec3_scale(pd_vec3_add(b->at[b->rig->legs[0].thigh], b->at[b->rig->legs[1].thigh]), 0.5);
    b->new_at[s->root] = pd_vec3_sub(hips, pd_q_rotate(own[s->root], pd_vec3_sub(middle, b->at[s->root])));

    /* Apply the rotations down the hierarchy, parents first. */
    for (int i = 0; i < s->joint_count; i++) {
        int j = s->order[i];
        int up = s->parents[j];
        if (up >= 0) {
            own[j] = pd_q_mul(own[j], own[up]);
            b->new_at[j] = pd_vec3_add(b->new_at[up], pd_q_rotate(own[up], pd_vec3_sub(b->at[j], b->at[up])));
        }

        b->new_rotation[j] = pd_q_mul(own[j], b->rotation[j]);
    }
}

/* Rotates a joint and all joints below it by q, in the world. Does not move them. */
static void carry_sit(seated *b, int joint, pd_quat q)
{
    PD_ASSERT(joint >= 0 && joint < b->rig->skeleton.joint_count);
    const pd_anim_skeleton *s = &b->rig->skeleton;
    bool is_below[PD_ANIM_MAX_JOINTS] = {false};
    for (int i = 0; i < s->joint_count; i++) {
        int j = s->order[i];
        int up = s->parents[j];
        is_below[j] = j == joint || (up >= 0 && is_below[up]);
        if (is_below[j]) b->new_rotation[j] = pd_q_mul(q, b->new_rotation[j]);
    }
}

/* Solves a leg from its new hip to the unmoved foot. The pole of the knee moves from its animated place to
 * ahead by the fraction u. */
static void put_leg(seated *b, const pd_character_leg *leg, double u)
{
    PD_DEBUG_ASSERT(leg->thigh >= 0 && leg->shin >= 0 && leg->heel >= 0);
    pd_anim_two_bone_job job = {.root = b->new_at[leg->thigh],
                                .middle = b->new_at[leg->shin],
                                .tip = b->new_at[leg->heel],
                                .target = b->at[leg->heel],
                                .has_pole = 1};
    pd_vec3 gone = pd_vec3_sub(b->new_at[leg->thigh], b->at[leg->thigh]);
    job.bend_axis = pd_q_rotate(b->new_rotation[leg->shin], leg->knee_axis);
    job.pole = pd_vec3_fma(pd_vec3_fma(b->at[leg->shin], 1 - u, gone), u, b->ahead);
    pd_anim_two_bone_run(&job);

    b->new_rotation[leg->thigh] = pd_q_mul(job.root_rotation, b->new_rotation[leg->thigh]);
    b->new_rotation[leg->shin] = pd_q_mul(job.middle_rotation, b->new_rotation[leg->shin]);
    b->new_at[leg->shin] = job.middle_at;

    /* Keep the foot's rotation in the world. */
    pd_quat as_stands = pd_q_mul(b->rotation[leg->heel], pd_q_conjugate(b->new_rotation[leg->heel]));
    carry_sit(b, leg->heel, as_stands);
}

/* Moves the wrist towards the thigh by the fraction w, with the elbow outwards and backwards.
 * side: 0 left, 1 right. */
static void put_arm(seated *b, int side, double w)
{
    const pd_character_forearm *arm = &b->rig->forearms[side];
    const pd_character_leg *leg = &b->rig->legs[side];

    if (w <= 0 || arm->elbow < 0 || arm->wrist < 0) return;

    /* Find the place of the hand on the thigh. */
    int shoulder = b->rig->skeleton.parents[arm->elbow];
    PD_DEBUG_ASSERT(shoulder >= 0);
    pd_vec3 hip = b->new_at[leg->thigh];
    pd_vec3 along = pd_vec3_sub(b->new_at[leg->shin], hip);
    pd_vec3 out_of_thigh = pd_vec3_unit_or(pd_vec3_cross(along, b->left), pd_vec3_make(0, 1, 0));
    pd_vec3 place = pd_vec3_fma(pd_vec3_fma(hip, ON_THIGH, along), OVER_THIGH, out_of_thigh);
    pd_vec3 wrist = b->new_at[arm->wrist];
    pd_vec3 elbow = b->new_at[arm->elbow];
    pd_vec3 from = b->new_at[shoulder];

    /* Limit its distance, because the elbow snaps when the arm is straight. */
    double reach = ARM_REACH * (pd_vec3_distance(from, elbow) + pd_vec3_distance(elbow, wrist));
    double far = pd_vec3_distance(from, place);
    if (far > reach) place = pd_vec3_fma(from, reach / far, pd_vec3_sub(place, from));

    /* Find the pole of the elbow. */
    pd_vec3 out = pd_vec3_scale(b->left, side ? -ELBOW_OUT : ELBOW_OUT);
    pd_vec3 bent = pd_vec3_fma(pd_vec3_add(from, out), -ELBOW_BACK, b->ahead);
    bent.y -= ELBOW_DOWN;

    /* Solve the arm, and apply it. */
    pd_anim_two_bone_job job = {.root = from,
                                .middle = elbow,
                                .tip = wrist,
                                .target = pd_vec3_fma(wrist, w, pd_vec3_sub(place, wrist)),
                                .has_pole = 1,
                                .pole = pd_vec3_fma(elbow, w, pd_vec3_sub(bent, elbow))};
    job.bend_axis = pd_q_rotate(b->new_rotation[arm->elbow], pd_vec3_make(0, side ? 1 : -1, 0));
    pd_anim_two_bone_run(&job);

    b->new_rotation[shoulder] = pd_q_mul(job.root_rotation, b->new_rotation[shoulder]);
    carry_sit(b, arm->elbow, job.middle_rotation);
}

void pd_character_sit_step(pd_character_sit_state *state, pd_character_pose *pose,
                           const pd_character_rig *rig)
{
    const pd_character_sit_request *r = &state->request;
    const pd_anim_skeleton *s = &rig->skeleton;
    const double p = state->progress;

    if (p <= 0 || !rig->foot_count) return;

    PD_ASSERT(p <= 1);
    seated b = {.rig = rig}; /* some kilobytes, so it is set only for a character that sits */
    pd_anim_skeleton_forward(b.at, b.rotation, s, pose->rotations, pose->translation);

    /* Progress of the hips, and the turn towards the chair's facing. */
    double u = minimum_jerk((p - DOWN_FROM) / DOWN_SPAN);
    double turn = u * remainder(r->facing - pose->yaw, 2 * M_PI);
    double yaw = pose->yaw + turn;
    b.ahead = pd_vec3_make(pd_sin(yaw), 0, pd_cos(yaw));
    b.left = pd_vec3_make(pd_cos(yaw), 0, -pd_sin(yaw));

    /* Move the hips from standing to the seat. The trunk leans in between. */
    pd_vec3 standing = pd_vec3_scale(pd_vec3_add(b.at[rig->legs[0].thigh], b.at[rig->legs[1].thigh]), 0.5);
    double height = state->floor + r->height - pose->root.y;
    pd_vec3 seat = {r->seat[0], state->floor + r->height + HIP_OVER_SEAT + HIGHER * (height - USUAL),
                    r->seat[1]};
    pd_vec3 hips = pd_vec3_fma(standing, u, pd_vec3_sub(seat, standing));
    double angle = LEAN * (minimum_jerk(p / 0.5) - minimum_jerk((p - UP_FROM) / (1 - UP_FROM)));

    hang(&b, hips, turn, angle, u * SLUMP);
    for (int i = 0; i < PD_CHARACTER_RIG_FEET; i++) put_leg(&b, &rig->legs[i], u);
    for (int i = 0; i < PD_CHARACTER_RIG_ARMS; i++)
        put_arm(&b, i, minimum_jerk((p - HANDS_FROM) / (1 - HANDS_FROM)));

    /* Compute local rotations, with the signs of the quaternions that they replace. */
    for (int j = 0; j < s->joint_count; j++) {
        int up = s->parents[j];
        pd_quat local = up < 0 ? b.new_rotation[j] : pd_q_inv_mul(b.new_rotation[up], b.new_rotation[j]);
        double sign = pd_q_dot(local, pose->rotations[j]) < 0 ? -1 : 1;
        pose->rotations[j] =
            pd_q_normalize((pd_quat){sign * local.x, sign * local.y, sign * local.z, sign * local.w});
    }

    pose->seated = u;
    pose->translation = pd_vec3_sub(b.new_at[s->root], s->offsets[s->root]);
    pd_anim_skeleton_forward(pose->joints, NULL, s, pose->rotations, pose->translation);
}
