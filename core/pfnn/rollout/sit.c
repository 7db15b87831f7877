#include "core/pfnn/rollout/sit.h"

#include "core/base/assert.h"
#include "core/anim/two_bone.h"
#include "core/math/plane.h"

#define TICK (1 / PD_PFNN_RATE)

/* The way to the chair, in its frame: ahead along its facing, aside to its left. */
#define STAND   0.30 /* metres ahead of the seat that the root stands when it sits down */
#define BEFORE  0.45 /* ... and where it turns                                          */
#define ARRIVED 0.15 /* metres from there: it is there                                  */
#define CORNER  0.30 /* metres from a corner of its way: it goes to the next            */
#define CHAIR   0.40 /* metres: how wide and deep a chair is to others that go round it */
#define BACK    0.05 /* metres that its middle is behind the seat's                     */
#define LEVEL   0.02 /* metres by which a seat may be too high or low where it stands   */
#define PATIENT 4.0  /* seconds that each corner has, beside those of its metres ...    */
#define SLOWEST 0.7  /* ... at so many a second                                         */
#define TRIES   3    /* ways that did not lead there: it gives up                       */
#define NEAR    0.07 /* metres from STAND: near enough to sit down                      */
#define FAR     0.40 /* metres from STAND: too far, it comes again                      */
#define TURNED  0.15 /* radians                                                         */
#define SLOW    0.5  /* of the stick, the last half metre                               */
#define STILL   0.05 /* m/s                                                             */

/* The way down. */
#define HIP_OVER_SEAT 0.095 /* metres from the seat to the hip joints, through flesh ...           */
#define USUAL         0.45  /* ... at this height,                                                 */
#define HIGHER        0.2   /* and so much more for each metre more: thighs slope down             */
#define LEAN          0.70  /* radians of the trunk, at most                                       */
#define ARMS_HANG     1.25  /* of the lean that arms take back: they hang, a little forward         */
#define SLUMP         0.12  /* radians that the pelvis is tipped back while sitting                */
#define DOWN_FROM     0.12  /* of p: the hips begin to go ...                                      */
#define DOWN_SPAN     0.68
#define UP_FROM       0.58 /* ... and the trunk comes up again                                     */
#define HANDS_FROM    0.35 /* of p: hands go to the thighs                                         */
#define ON_THIGH      0.42 /* of the way from hip to knee                                          */
#define OVER_THIGH    0.09 /* metres from the bone to the wrist                                    */
#define ARM_REACH     0.96 /* of the arm's length, at most                                          */
#define ELBOW_OUT     0.25 /* metres from the shoulder that the elbow points to                    */
#define ELBOW_BACK    0.30
#define ELBOW_DOWN    0.25

pd_status pd_pfnn_sit_check(const pd_pfnn_sit_request *r, pd_error *err)
{
    if (!(r->seconds >= 0.6 && r->seconds <= 10))
        return pd_fail(err, PD_ERR_RANGE, "/seconds", "%g; 0.6 to 10 allowed", r->seconds);
    if (!r->sit) return PD_OK;
    if (!(r->space >= 0 && r->space <= PD_PFNN_SPACE_MOST))
        return pd_fail(err, PD_ERR_RANGE, "/space", "%g; 0 to %.10g m allowed", r->space, PD_PFNN_SPACE_MOST);
    if (!(fabs(r->seat[0]) <= 1e6 && fabs(r->seat[1]) <= 1e6))
        return pd_fail(err, PD_ERR_RANGE, "/seat", "%g, %g; within 1e6 m allowed", r->seat[0], r->seat[1]);
    if (!(fabs(r->facing) <= 100))
        return pd_fail(err, PD_ERR_RANGE, "/facing", "%g; -100 to 100 allowed", r->facing);
    if (!(r->height >= PD_PFNN_SIT_LOW && r->height <= PD_PFNN_SIT_HIGH))
        return pd_fail(err, PD_ERR_RANGE, "/height", "%g; %.10g to %.10g m allowed", r->height,
                       PD_PFNN_SIT_LOW, PD_PFNN_SIT_HIGH);
    return PD_OK;
}

static void go_to(pd_pfnn_sit_state *s, pd_pfnn_sit_stage stage, double seconds)
{
    s->stage = stage;
    s->left = seconds;
}

static void come_again(pd_pfnn_sit_state *s)
{
    s->has_way = false;
    go_to(s, PD_PFNN_SIT_COMING, INFINITY);
}

void pd_pfnn_sit_set(pd_pfnn_sit_state *s, const pd_pfnn_sit_request *request)
{
    const pd_pfnn_sit_request *now = &s->request;
    const bool is_same_chair = now->seat[0] == request->seat[0] && now->seat[1] == request->seat[1] &&
                               now->facing == request->facing && now->height == request->height;

    /* A request to stand up. */
    s->has_next = false;
    if (!request->sit) {
        s->request.sit = false;
        s->request.seconds = request->seconds;
        if (s->stage != PD_PFNN_SIT_SEATED) s->stage = PD_PFNN_SIT_NOT;
        return;
    }

    /* Another chair: stand up first. */
    if (s->stage == PD_PFNN_SIT_SEATED && !is_same_chair) {
        s->next = *request, s->has_next = true;
        s->request.sit = false;
        return;
    }

    /* This chair: walk to it, unless the character sits there. */
    s->request = *request;
    if (s->stage == PD_PFNN_SIT_SEATED) return;
    s->tries = 0;
    come_again(s);
}

/* ---- the way to the chair */

/* A point so far ahead of the chair, in the world. */
static void from_chair(double out[2], const pd_pfnn_sit_request *r, double ahead)
{
    out[0] = r->seat[0] + ahead * sin(r->facing);
    out[1] = r->seat[1] + ahead * cos(r->facing);
}

static void push_to(pd_pfnn_input *in, const double at[2], const double place[2], double most)
{
    double to[2] = {place[0] - at[0], place[1] - at[1]};
    double far = pd_plane_length(to), push = pd_plane_clamp(2 * far, SLOW, most);
    pd_plane_unit(in->move, to);
    in->move[0] *= push, in->move[1] *= push;
}

static double time_for(const pd_pfnn_sit_state *s, const double at[2])
{
    const double *to = s->way.points[s->corner];
    return PATIENT + hypot(to[0] - at[0], to[1] - at[1]) / SLOWEST;
}

void pd_pfnn_sit_plan(pd_pfnn_sit_state *s, pd_pfnn_character *character, const pd_pfnn_rig *rig,
                      const pd_anim_scene *scene, pd_arena *scratch)
{
    const pd_pfnn_sit_request *r = &s->request;
    const double *at = character->trajectory.frames[rig->frames / 2].at;
    if (!pd_pfnn_sit_needs_way(s) || !rig->foot_count) return;

    /* Height of the seat over the ground on which the feet will stand. */
    double stand[2];
    from_chair(stand, r, STAND);
    s->floor = pd_anim_scene_height(scene, r->seat[0], r->seat[1]);
    double height = s->floor + r->height - pd_anim_scene_height(scene, stand[0], stand[1]);
    const bool good =
        height > PD_PFNN_SIT_LOW - LEVEL && height < PD_PFNN_SIT_HIGH + LEVEL && s->tries < TRIES;

    /* Find a way to the place before the chair. The chair itself is an obstacle. */
    pd_anim_seat own = {.facing = r->facing, .width = CHAIR, .depth = CHAIR};
    from_chair(own.at, r, -BACK);
    pd_anim_route_job job = {.scene = scene, .own = &own, .from = {at[0], at[1]}};
    job.keep = PD_ANIM_ROUTE_KEEP, job.tight = PD_ANIM_ROUTE_TIGHT;
    from_chair(job.to, r, BEFORE);
    if (!good || !pd_anim_route_find(&s->way, &job, scratch)) {
        s->stage = PD_PFNN_SIT_NOT;
        s->request.sit = false;
        character->pending |= PD_PFNN_UNREACHABLE;
        return;
    }

    /* Begin with the first corner, within a time limit. */
    s->has_way = true;
    s->corner = 0;
    s->tries++;
    s->left = time_for(s, at);
}

/* Walks along the way. Returns true when the character stands before the chair. */
static bool come(pd_pfnn_sit_state *s, const double at[2])
{
    s->input = (pd_pfnn_input){.gait = PD_PFNN_WANT_WALK};
    if (!s->has_way) return false;

    /* At a corner, go on to the next one; at the last, check that it is the chair. */
    const double *to = s->way.points[s->corner];
    bool is_last = s->corner == s->way.count - 1;
    if (hypot(to[0] - at[0], to[1] - at[1]) < (is_last ? ARRIVED : CORNER)) {
        double front[2];
        from_chair(front, &s->request, BEFORE);
        if (is_last && hypot(front[0] - to[0], front[1] - to[1]) < ARRIVED) return true;
        if (!is_last) {
            s->corner++;
            s->left = time_for(s, at);
            return false;
        }

        /* The way had more corners than are kept: find the rest. */
        s->tries = 0;
        come_again(s);
        return false;
    }

    /* Too slow: find another way. */
    if (s->left <= 0)
        come_again(s);
    else
        push_to(&s->input, at, to, 1);
    return false;
}

const pd_pfnn_input *pd_pfnn_sit_drive(pd_pfnn_sit_state *s, const pd_pfnn_input *input,
                                       pd_pfnn_character *character, const pd_pfnn_rig *rig)
{
    const pd_pfnn_sit_request *r = &s->request;
    const double *at = character->trajectory.frames[rig->frames / 2].at;
    if (s->stage == PD_PFNN_SIT_NOT || !rig->foot_count) {
        /* The stick is the client's again. A jump button that was already down is no new press: a character that stands up does not jump. */
        if (s->has_driven) character->trajectory.goal.jump_held = input->jump != 0;
        s->has_driven = false;
        return input;
    }
    s->has_driven = true;

    double off = fabs(remainder(r->facing - pd_pfnn_trajectory_yaw(&character->trajectory, rig), 2 * M_PI));
    double stand[2], speed = PD_PFNN_RATE * pd_plane_length(character->trajectory.step);
    s->left -= TICK;

    /* Place of the character in the chair's frame, and the distance from where it sits down. */
    const double x = at[0] - r->seat[0], z = at[1] - r->seat[1];
    const double ahead = x * sin(r->facing) + z * cos(r->facing),
                 aside = x * cos(r->facing) - z * sin(r->facing), far = hypot(ahead - STAND, aside);

    if (s->stage == PD_PFNN_SIT_COMING && come(s, at)) go_to(s, PD_PFNN_SIT_TURNING, 4);
    if (s->stage == PD_PFNN_SIT_TURNING) {
        s->input = (pd_pfnn_input){.look = {sin(r->facing), cos(r->facing)}, .has_look = 1};
        if (off < TURNED || s->left <= 0) go_to(s, PD_PFNN_SIT_NEARING, 3);
    }
    if (s->stage == PD_PFNN_SIT_NEARING) {
        s->input = (pd_pfnn_input){.look = {sin(r->facing), cos(r->facing)}, .has_look = 1};
        bool near = far < NEAR || s->left < 1; /* the last second it stands */
        if (!near) {
            s->input.strafe = 1, s->input.gait = PD_PFNN_WANT_WALK;
            from_chair(stand, r, STAND);
            push_to(&s->input, at, stand, SLOW);
        }
        if (near && far > FAR)
            come_again(s);
        else if (near && (speed < STILL || s->left <= 0))
            go_to(s, PD_PFNN_SIT_SEATED, INFINITY);
    }
    if (s->stage != PD_PFNN_SIT_SEATED) return &s->input;

    s->input = (pd_pfnn_input){0};
    double before = s->progress;
    s->progress = pd_plane_clamp(before + (r->sit ? TICK : -TICK) / r->seconds, 0, 1);
    if (s->progress >= 1 && before < 1) character->pending |= PD_PFNN_ARRIVED;
    if (s->progress > 0 || r->sit) return &s->input;

    s->stage = PD_PFNN_SIT_NOT;
    if (s->has_next) pd_pfnn_sit_set(s, &s->next);
    return &s->input;
}

double pd_pfnn_sit_space(const pd_pfnn_sit_state *s, const pd_pfnn_character *character,
                         const pd_pfnn_rig *rig)
{
    if (s->stage != PD_PFNN_SIT_COMING) return 0;

    const double *at = character->trajectory.frames[rig->frames / 2].at;
    double front[2];
    from_chair(front, &s->request, BEFORE);
    return fmin(s->request.space, hypot(front[0] - at[0], front[1] - at[1]));
}

/* ---- the way down */

static double minimum_jerk(double t)
{
    t = pd_plane_clamp(t, 0, 1);
    return t * t * t * (10 + t * (6 * t - 15));
}

/* A pose in the world, joint by joint: as animated, and as it comes out. */
typedef struct seated {
    const pd_pfnn_rig *rig;
    pd_vec3 at[PD_ANIM_MAX_JOINTS], new_at[PD_ANIM_MAX_JOINTS];
    pd_quat rotation[PD_ANIM_MAX_JOINTS], new_rotation[PD_ANIM_MAX_JOINTS];
    pd_vec3 ahead, left; /* of the character, now */
} seated;

static void lean(pd_quat *own, const seated *b, int joint, double angle)
{
    if (joint >= 0) own[joint] = pd_q_axis_angle(b->left, angle);
}

/* Moves all joints rigidly with hips that have moved to `hips` and turned by `turn`, and leans the trunk.
 * The legs are solved afterwards. */
static void hang(seated *b, pd_vec3 hips, double turn, double angle, double slump)
{
    const pd_anim_skeleton *s = &b->rig->skeleton;
    const pd_pfnn_trunk *t = &b->rig->trunk;
    pd_quat own[PD_ANIM_MAX_JOINTS];
    for (int j = 0; j < s->joint_count; j++) own[j] = pd_q_identity();

    /* Rotations of trunk and arms. Neck and head compensate, so that the eyes stay ahead. */
    lean(own, b, s->root, 0.55 * angle - slump);
    lean(own, b, t->spine, 0.25 * angle + 0.6 * slump);
    lean(own, b, t->chest, 0.2 * angle + 0.4 * slump);
    lean(own, b, t->neck, -0.4 * angle);
    lean(own, b, t->head, -0.3 * angle);
    for (int i = 0; i < 2; i++) lean(own, b, t->arms[i], -ARMS_HANG * angle);
    own[s->root] = pd_q_mul(own[s->root], pd_q_axis_angle(pd_vec3_make(0, 1, 0), turn));

    /* Place the root so that the middle of the hips is at `hips`. */
    pd_vec3 middle =
        pd_vec3_scale(pd_vec3_add(b->at[b->rig->legs[0].thigh], b->at[b->rig->legs[1].thigh]), 0.5);
    b->new_at[s->root] = pd_vec3_sub(hips, pd_q_rotate(own[s->root], pd_vec3_sub(middle, b->at[s->root])));

    /* Carry the rotations down the hierarchy, parents first. */
    for (int i = 0; i < s->joint_count; i++) {
        int j = s->order[i], up = s->parents[j];
        if (up >= 0) {
            own[j] = pd_q_mul(own[j], own[up]);
            b->new_at[j] = pd_vec3_add(b->new_at[up], pd_q_rotate(own[up], pd_vec3_sub(b->at[j], b->at[up])));
        }
        b->new_rotation[j] = pd_q_mul(own[j], b->rotation[j]);
    }
}

/* Joint and all that hangs on it are turned by q in the world. */
static void carry(seated *b, int joint, pd_quat q)
{
    PD_ASSERT(joint >= 0 && joint < b->rig->skeleton.joint_count);
    const pd_anim_skeleton *s = &b->rig->skeleton;
    bool is_below[PD_ANIM_MAX_JOINTS] = {false};
    for (int i = 0; i < s->joint_count; i++) {
        int j = s->order[i], up = s->parents[j];
        is_below[j] = j == joint || (up >= 0 && is_below[up]);
        if (is_below[j]) b->new_rotation[j] = pd_q_mul(q, b->new_rotation[j]);
    }
}

/* The leg from where its hip is now to the foot where it stands; the knee goes ahead by part u. */
static void put_leg(seated *b, const pd_pfnn_leg *leg, double u)
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

    /* the foot is as it stands */
    pd_quat as_stands = pd_q_mul(b->rotation[leg->heel], pd_q_conjugate(b->new_rotation[leg->heel]));
    carry(b, leg->heel, as_stands);
}

/* Moves the wrist towards the thigh by the part w, with the elbow out and back. side: 0 left, 1 right. */
static void put_arm(seated *b, int side, double w)
{
    const pd_pfnn_forearm *arm = &b->rig->forearms[side];
    const pd_pfnn_leg *leg = &b->rig->legs[side];
    if (w <= 0 || arm->elbow < 0 || arm->wrist < 0) return;

    /* Place of the hand on the thigh. */
    int shoulder = b->rig->skeleton.parents[arm->elbow];
    PD_DEBUG_ASSERT(shoulder >= 0);
    pd_vec3 hip = b->new_at[leg->thigh], along = pd_vec3_sub(b->new_at[leg->shin], hip);
    pd_vec3 out_of_thigh = pd_vec3_unit_or(pd_vec3_cross(along, b->left), pd_vec3_make(0, 1, 0));
    pd_vec3 place = pd_vec3_fma(pd_vec3_fma(hip, ON_THIGH, along), OVER_THIGH, out_of_thigh);
    pd_vec3 wrist = b->new_at[arm->wrist], elbow = b->new_at[arm->elbow], from = b->new_at[shoulder];

    /* Stay below the full reach of the arm, where the elbow snaps. */
    double reach = ARM_REACH * (pd_vec3_distance(from, elbow) + pd_vec3_distance(elbow, wrist));
    double far = pd_vec3_distance(from, place);
    if (far > reach) place = pd_vec3_fma(from, reach / far, pd_vec3_sub(place, from));

    /* Direction of the elbow. */
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
    carry(b, arm->elbow, job.middle_rotation);
}

void pd_pfnn_sit_step(pd_pfnn_sit_state *state, pd_pfnn_pose *pose, const pd_pfnn_rig *rig)
{
    const pd_pfnn_sit_request *r = &state->request;
    const pd_anim_skeleton *s = &rig->skeleton;
    const double p = state->progress;
    if (p <= 0 || !rig->foot_count) return;

    PD_ASSERT(p <= 1);
    seated b = {.rig = rig}; /* some kilobytes: not set for a character that stands */
    pd_anim_skeleton_forward(b.at, b.rotation, s, pose->rotations, pose->translation);

    /* Part of the way down, and the turn towards the chair's direction. */
    double u = minimum_jerk((p - DOWN_FROM) / DOWN_SPAN);
    double turn = u * remainder(r->facing - pose->yaw, 2 * M_PI), yaw = pose->yaw + turn;
    b.ahead = pd_vec3_make(sin(yaw), 0, cos(yaw));
    b.left = pd_vec3_make(cos(yaw), 0, -sin(yaw));

    /* Place of the hips, from standing to the seat; the trunk leans in between. */
    pd_vec3 standing = pd_vec3_scale(pd_vec3_add(b.at[rig->legs[0].thigh], b.at[rig->legs[1].thigh]), 0.5);
    double height = state->floor + r->height - pose->root.y;
    pd_vec3 seat = {r->seat[0], state->floor + r->height + HIP_OVER_SEAT + HIGHER * (height - USUAL),
                    r->seat[1]};
    pd_vec3 hips = pd_vec3_fma(standing, u, pd_vec3_sub(seat, standing));
    double angle = LEAN * (minimum_jerk(p / 0.5) - minimum_jerk((p - UP_FROM) / (1 - UP_FROM)));

    /* Trunk, legs, arms. */
    hang(&b, hips, turn, angle, u * SLUMP);
    for (int i = 0; i < PD_PFNN_RIG_FEET; i++) put_leg(&b, &rig->legs[i], u);
    for (int i = 0; i < PD_PFNN_RIG_ARMS; i++)
        put_arm(&b, i, minimum_jerk((p - HANDS_FROM) / (1 - HANDS_FROM)));

    /* Local rotations, on the side of the frame before. */
    for (int j = 0; j < s->joint_count; j++) {
        int up = s->parents[j];
        pd_quat local = up < 0 ? b.new_rotation[j] : pd_q_inv_mul(b.new_rotation[up], b.new_rotation[j]);
        double sign = pd_q_dot(local, pose->rotations[j]) < 0 ? -1 : 1;
        pose->rotations[j] =
            pd_q_normalize((pd_quat){sign * local.x, sign * local.y, sign * local.z, sign * local.w});
    }

    /* Place of the root, and all joints. */
    pose->seated = u;
    pose->translation = pd_vec3_sub(b.new_at[s->root], s->offsets[s->root]);
    pd_anim_skeleton_forward(pose->joints, NULL, s, pose->rotations, pose->translation);
}

void pd_pfnn_overlay_step(pd_pfnn_overlay *overlay, pd_pfnn_pose *pose, const pd_pfnn_rig *rig)
{
    pd_pfnn_sit_step(&overlay->sit, pose, rig);
    pd_pfnn_gaze_step(&overlay->gaze, pose, rig);
    bool is_moved = overlay->gaze.looking;
    for (int hand = 0; hand < PD_PFNN_HANDS; hand++) {
        pd_pfnn_reach_step(&overlay->hands[hand], (pd_pfnn_hand)hand, pose, rig);
        is_moved |= overlay->hands[hand].has_arm;
    }
    if (is_moved)
        pd_anim_skeleton_forward(pose->joints, NULL, &rig->skeleton, pose->rotations, pose->translation);
}
