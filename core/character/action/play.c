#include "core/character/action/play.h"

#include "core/base/assert.h"
#include "core/character/carry.h"
#include "core/character/size.h"
#include "core/character/finish_pose.h"
#include "core/math/elementary.h"
#include "core/math/plane.h"
#include "core/math/spring.h"

#include <stdio.h>
#include <string.h>

#define TICK        (1 / PD_CHARACTER_RATE)
#define DECAY       6.0  /* w fade: 2 % of a difference are left after `fade` */
#define MOVES       0.4  /* m/s: a clip that begins faster begins in motion */
#define NEAR_SPEED  0.08 /* m/s: a clip waits while the character is faster than its beginning by this */
#define PATIENT     2.0  /* seconds after which a clip begins at any velocity */
#define PUSHED      0.1  /* push of the stick from which it asks for motion */
#define SETTLED     2e-5 /* radians, metres: smaller differences count as 0 */
#define SLOW        2e-4 /* the same for their rates per second */
#define SLOW_ROOT   1e-4 /* m/s, rad/s: the same for the root's velocity */
#define JOINTS      PD_ANIM_BIPED_JOINTS
#define LOWER_BACK  11
#define HIPS_PLACE  (UINT32_C(1) << 31) /* bit of `fading` */
#define FADE_LEAST  0.05
#define FADE_MOST   5.0
#define SPEED_LEAST 0.1
#define SPEED_MOST  4.0

/* ---- requests ---- */

#define PART_ROW(name, first, last, doc) {name, first, last},
static const struct {
    const char *name;
    int first, last;
} parts[] = {PD_CHARACTER_PLAY_PART_TABLE(PART_ROW)};
#define PARTS ((int)(sizeof parts / sizeof *parts))

/* Finds the joints that a name stands for. */
static bool find_part(int *first, int *last, const char *name)
{
    for (int i = 0; i < PARTS; i++) {
        if (strcmp(parts[i].name, name)) continue;
        *first = parts[i].first;
        *last = parts[i].last;
        return true;
    }

    for (int j = 0; j < JOINTS; j++) {
        if (strcmp(pd_anim_biped_joints[j].name, name)) continue;
        *first = *last = j;
        return true;
    }

    return false;
}

pd_status pd_character_play_mask(float out[JOINTS], const char *const *names, const double *weights,
                                 int count, pd_error *err)
{
    char where[32];

    memset(out, 0, JOINTS * sizeof *out);
    for (int i = 0; i < count; i++) {
        const double weight = weights ? weights[i] : 1;
        int first, last;
        snprintf(where, sizeof where, "/mask/%d", i);
        if (!find_part(&first, &last, names[i]))
            return pd_fail(err, PD_ERR_INVALID, where, "\"%.32s\"; " PD_CHARACTER_PLAY_PARTS_TEXT " allowed",
                           names[i]);
        snprintf(where, sizeof where, "/weights/%d", i);
        if (!(weight >= 0 && weight <= 1))
            return pd_fail(err, PD_ERR_RANGE, where, "%g; 0 to 1 allowed", weight);
        for (int j = first; j <= last; j++) out[j] = (float)weight;
    }

    /* The hips alone would leave the legs behind. */
    float least = 1, most = 0;
    for (int j = 0; j < JOINTS; j++) {
        least = pd_fminf(least, out[j]);
        most = pd_fmaxf(most, out[j]);
    }

    if (out[PD_BIPED_HIPS] > 0 && least < 1)
        return pd_fail(err, PD_ERR_INVALID, "/mask",
                       "has the joint Hips with a part of the body; only \"all\" with weight 1 may have it");
    if (!(most > 0)) return pd_fail(err, PD_ERR_INVALID, "/mask", "has no joint with a weight above 0");

    return PD_OK;
}

pd_status pd_character_play_check(const pd_character_play_request *r, pd_error *err)
{
    const struct {
        const char *where;
        double value, least, most;
    } ranges[] = {{"/fade", r->fade_in, FADE_LEAST, FADE_MOST},
                  {"/fade_out", r->fade_out, FADE_LEAST, FADE_MOST},
                  {"/speed", r->speed, SPEED_LEAST, SPEED_MOST}};

    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (!(ranges[i].value >= ranges[i].least && ranges[i].value <= ranges[i].most))
            return pd_fail(err, PD_ERR_RANGE, ranges[i].where, "%g; %g to %g allowed", ranges[i].value,
                           ranges[i].least, ranges[i].most);

    return PD_OK;
}

pd_status pd_character_play_fits(const pd_character_rig *rig, pd_error *err)
{
    const pd_anim_skeleton *s = &rig->skeleton;
    bool fits = s->joint_count == JOINTS && rig->foot_count == PD_CHARACTER_RIG_FEET;

    for (int j = 0; j < JOINTS && fits; j++) fits = !strcmp(s->names[j], pd_anim_biped_joints[j].name);
    if (fits) return PD_OK;

    return pd_fail(err, PD_ERR_UNSUPPORTED, "/clip",
                   "the character's network has another skeleton than the %d joints that clips are made for",
                   JOINTS);
}

static void tell(pd_character_play_state *s, pd_character_play_kind kind, const char *name,
                 pd_character_play_reason reason, double at)
{
    if (s->event_count == PD_CHARACTER_PLAY_EVENTS) return;
    pd_character_play_event *e = &s->events[s->event_count++];
    *e = (pd_character_play_event){.kind = kind, .reason = reason, .at = at};
    snprintf(e->name, sizeof e->name, "%s", name);
}

/* Lets what plays end after PD_CHARACTER_PLAY_LEAVES ticks, unless it ends already. */
static void leave(pd_character_play_state *s, pd_character_play_reason reason)
{
    if (!s->plays || s->ending) return;
    s->ending = PD_CHARACTER_PLAY_LEAVES;
    s->reason = reason;
}

/* Drops the requests that wait. */
static void drop_queue(pd_character_play_state *s, pd_character_play_reason reason)
{
    for (int i = 0; i < s->queued; i++) tell(s, PD_CHARACTER_PLAY_ENDED, s->queue[i].name, reason, 0);
    s->queued = 0;
}

pd_status pd_character_play_set(pd_character_play_state *s, const pd_character_play_request *request,
                                pd_error *err)
{
    PD_ASSERT(request->clip);
    if (!s->plays && !s->queued) s->was_free = false;
    if (!request->waits) {
        drop_queue(s, PD_CHARACTER_PLAY_REPLACED);
        leave(s, PD_CHARACTER_PLAY_REPLACED);
    }

    if (s->queued == PD_CHARACTER_PLAY_QUEUE)
        return pd_fail(err, PD_ERR_LIMIT, "/queue", "%d clips wait; at most %d allowed", s->queued,
                       PD_CHARACTER_PLAY_QUEUE);
    s->queue[s->queued++] = *request;

    return PD_OK;
}

void pd_character_play_stop(pd_character_play_state *s, double fade)
{
    drop_queue(s, PD_CHARACTER_PLAY_STOPPED);
    if (s->plays && fade > 0) s->now.fade_out = fade;
    leave(s, PD_CHARACTER_PLAY_STOPPED);
}

bool pd_character_play_uses(const pd_character_play_state *s, const pd_character_clip *clip)
{
    bool uses = s->plays && s->now.clip == clip;
    for (int i = 0; i < s->queued; i++) uses = uses || s->queue[i].clip == clip;
    return uses;
}

const pd_character_input *pd_character_play_drive(pd_character_play_state *s, const pd_character_input *input,
                                                  bool is_sitting, pd_character *character)
{
    const bool is_pushed = pd_character_input_push(input) >= PUSHED;
    const bool is_whole = s->plays && s->is_whole && s->ending != 1;
    const bool is_coming = !s->plays && s->queued && s->queue[0].weights[0] > 0 && !is_sitting;

    if (!is_whole && !is_coming) {
        /* A jump button that was already down does not count as pressed. */
        if (s->has_driven) character->trajectory.goal.jump_held = input->jump != 0;
        s->has_driven = false;
        return input;
    }

    /* A clip that waits ends at once, one that plays in some ticks. */
    if (is_coming && is_pushed && s->was_free)
        drop_queue(s, PD_CHARACTER_PLAY_STICK);
    else if (is_sitting)
        leave(s, PD_CHARACTER_PLAY_SIT);
    else if (is_pushed && s->was_free)
        leave(s, PD_CHARACTER_PLAY_STICK);
    if (!is_pushed) s->was_free = true;
    if (is_coming) s->waited += TICK;
    s->has_driven = true;
    s->input = (pd_character_input){0};

    return &s->input;
}

/* ---- poses ---- */

/* Reads the character's own pose in the frame of its root. */
static void read_live(pd_character_play_pose *out, const pd_character_pose *pose, const pd_character_rig *rig)
{
    const pd_quat to_root = {0, pd_sin(-pose->yaw / 2), 0, pd_cos(-pose->yaw / 2)};
    const pd_vec3 hips = pd_vec3_add(pose->translation, rig->skeleton.offsets[rig->skeleton.root]);

    memcpy(out->rotations, pose->rotations, sizeof out->rotations);
    out->rotations[0] = pd_q_mul(to_root, pose->rotations[0]);
    out->hips = pd_q_rotate(to_root, pd_vec3_sub(hips, pose->root));
}

/* Computes the source: the clip's moment mixed into the live pose. */
static void mix_source(pd_character_play_pose *out, const pd_character_play_pose *live,
                       const pd_character_play_request *r, const pd_character_clip_moment *moment,
                       const pd_character_rig *rig)
{
    *out = *live;
    for (int j = 0; j < JOINTS; j++) {
        const double weight = (double)r->weights[j];
        pd_quat own = moment->rotations[j];
        if (!(weight > 0)) continue;

        /* The lower back takes the motion of hips that are not in the mask. */
        if (j == LOWER_BACK && !(r->weights[0] > 0)) {
            const pd_quat first = pd_character_clip_unpack(r->clip->rotations[0][0]);
            own = pd_q_mul(pd_q_inv_mul(first, moment->rotations[0]), own);
        }

        out->rotations[j] = weight < 1 ? pd_q_slerp(live->rotations[j], own, weight) : own;
    }

    if (!(r->weights[0] > 0)) return;
    const pd_vec3 *o = rig->skeleton.offsets;
    const double leg = pd_vec3_length(o[PD_BIPED_L_SHIN]) + pd_vec3_length(o[PD_BIPED_L_FOOT]);
    out->hips = pd_vec3_scale(moment->hips, leg / PD_ANIM_BIPED_LEG);
}

/* Returns the shortest rotation vector from a to b, in the frame of the parent. */
static pd_vec3 way(pd_quat a, pd_quat b)
{
    return pd_q_to_rotvec(pd_q_mul(b, pd_q_conjugate(a)));
}

/* Sets the differences so that the shown pose goes on from the last two, towards a source that was at
 * `before` one tick ago and is at `now`. joints: bits of those that the change concerns. */
static void set_differences(pd_character_play_state *s, const pd_character_play_pose *before,
                            const pd_character_play_pose *now, uint32_t joints, double fade)
{
    s->w = DECAY / fade;
    for (int j = 0; j < JOINTS; j++) {
        if (!(joints >> j & 1)) continue;
        const pd_vec3 shown = way(s->shown[1].rotations[j], s->shown[0].rotations[j]);
        const pd_vec3 own = way(before->rotations[j], now->rotations[j]);
        s->offsets[j] = way(before->rotations[j], s->shown[0].rotations[j]);
        s->rates[j] = pd_vec3_scale(pd_vec3_sub(shown, own), 1 / TICK);
    }

    s->fading |= joints;
    if (!(joints & 1)) return;
    const pd_vec3 shown = pd_vec3_sub(s->shown[0].hips, s->shown[1].hips);
    const pd_vec3 own = pd_vec3_sub(now->hips, before->hips);
    s->place = pd_vec3_sub(s->shown[0].hips, before->hips);
    s->place_rate = pd_vec3_scale(pd_vec3_sub(shown, own), 1 / TICK);
    s->fading |= HIPS_PLACE;
}

/* Advances a difference, and sets it to 0 once it is too small to be seen. Returns whether it is left. */
static bool decay(pd_vec3 *x, pd_vec3 *rate, double w)
{
    pd_spring3(x, rate, w, TICK);
    if (pd_vec3_length(*x) > SETTLED || pd_vec3_length(*rate) > SLOW) return true;
    *x = *rate = pd_vec3_make(0, 0, 0);
    return false;
}

/* Adds the differences to the source. */
static void add_differences(pd_character_play_pose *pose, pd_character_play_state *s)
{
    for (int j = 0; j < JOINTS; j++) {
        const uint32_t bit = UINT32_C(1) << j;
        if (!(s->fading & bit)) continue;
        if (decay(&s->offsets[j], &s->rates[j], s->w))
            pose->rotations[j] =
                pd_q_normalize(pd_q_mul(pd_q_from_rotvec(s->offsets[j]), pose->rotations[j]));
        else
            s->fading &= ~bit;
    }

    if (!(s->fading & HIPS_PLACE)) return;
    if (decay(&s->place, &s->place_rate, s->w))
        pose->hips = pd_vec3_add(pose->hips, s->place);
    else
        s->fading &= ~HIPS_PLACE;
}

/* Returns bits of the joints with a weight. */
static uint32_t joints_of(const pd_character_play_request *r)
{
    uint32_t bits = 0;
    for (int j = 0; j < JOINTS; j++)
        if (r->weights[j] > 0) bits |= UINT32_C(1) << j;
    return bits;
}

/* ---- writing the pose ---- */

/* Replaces a local rotation, with the sign of the one before it. */
static void put_rotation(pd_character_pose *pose, int j, pd_quat q)
{
    const double sign = pd_q_dot(q, pose->rotations[j]) < 0 ? -1 : 1;
    pose->rotations[j] = (pd_quat){sign * q.x, sign * q.y, sign * q.z, sign * q.w};
}

/* Writes the joints of `moved`; joints above them keep their bits. */
static void write_masked(pd_character_pose *pose, const pd_character_play_pose *shown, uint32_t moved,
                         const pd_character_rig *rig)
{
    const pd_anim_skeleton *s = &rig->skeleton;
    pd_vec3 joints[JOINTS];
    bool is_below[JOINTS] = {false};

    for (int j = 0; j < JOINTS; j++)
        if (moved >> j & 1) put_rotation(pose, j, shown->rotations[j]);
    pd_anim_skeleton_forward(joints, NULL, s, pose->rotations, pose->translation);

    for (int i = 0; i < s->joint_count; i++) {
        const int j = s->order[i], up = s->parents[j];
        is_below[j] = up >= 0 && (is_below[up] || (moved >> up & 1));
        if (is_below[j]) pose->joints[j] = joints[j];
    }
}

/* Writes all joints at the pose's root, and locks the feet. Sets *shown to the pose with locked feet. */
static void write_whole(pd_character *c, pd_character_play_pose *shown, pd_character_play_state *s,
                        const float contacts[PD_PFNN_CONTACTS], const pd_character_rig *rig,
                        const pd_anim_scene *scene)
{
    pd_character_pose *pose = &c->pose;
    const pd_anim_skeleton *skeleton = &rig->skeleton;
    const int root = skeleton->root;
    const pd_quat turn = {0, pd_sin(pose->yaw / 2), 0, pd_cos(pose->yaw / 2)};
    pd_quat rotations[PD_CHARACTER_RIG_JOINTS];

    for (int j = 0; j < JOINTS; j++)
        if (j != root) put_rotation(pose, j, shown->rotations[j]);
    put_rotation(pose, root, pd_q_normalize(pd_q_mul(turn, shown->rotations[root])));
    const pd_vec3 hips = pd_vec3_add(pose->root, pd_q_rotate(turn, shown->hips));
    pose->translation = pd_vec3_sub(hips, skeleton->offsets[root]);
    pd_anim_skeleton_forward(pose->joints, rotations, skeleton, pose->rotations, pose->translation);

    /* Plant the feet. */
    if (contacts) {
        const pd_character_pace pace = {.rate = 1,
                                        .rough = 1 - pd_character_levelness(c),
                                        .velocity = {pose->velocity.x, pose->velocity.z}};
        pd_character_foot_lock_run(&s->lock, rotations, pose->joints, contacts, pace, rig, scene);
        for (int j = 0; j < JOINTS; j++) {
            const int up = skeleton->parents[j];
            put_rotation(pose, j,
                         pd_q_normalize(up < 0 ? rotations[j] : pd_q_inv_mul(rotations[up], rotations[j])));
        }

        pose->translation = pd_vec3_sub(pose->joints[root], skeleton->offsets[root]);

        /* A foot that steps or moves has no contact. */
        for (int i = 0; i < PD_PFNN_CONTACTS; i++) {
            const pd_character_lock *k = &s->lock.locks[i];
            const double slow = pd_plane_clamp(1.5 - k->speed / rig->control.lock_speed, 0, 1);
            pose->contacts[i] = s->lock.locks[i | 1].stride > 0 ? 0 : pd_fminf(contacts[i], (float)slow);
        }
    }

    read_live(shown, pose, rig);
}

/* Hands the places of planted feet from one lock to the other. */
static void hand_over(pd_character_foot_lock *to, const pd_character_foot_lock *from)
{
    for (int i = 0; i < PD_PFNN_CONTACTS; i++) {
        pd_character_lock *k = &to->locks[i];
        const pd_character_lock *own = &from->locks[i];
        if (!own->locked) continue;
        k->locked = 1;
        k->place = own->place;
        k->offset = pd_vec3_sub(own->place, k->free);
        k->rate = pd_vec3_make(0, 0, 0);
        k->stride = 0;
        k->shown = own->place;
    }
}

/* ---- the root ---- */

/* Sets the velocity that the root has beyond its source's: at a start or an end. */
static void set_drift(pd_character_play_state *s, const double had[3], const double has[3])
{
    for (int i = 0; i < 3; i++) {
        s->drift[i] += had[i] - has[i];
        s->drift_rate[i] = 0;
    }
}

/* Advances the drift of the root. Returns whether any is left. */
static bool decay_drift(pd_character_play_state *s)
{
    bool is_left = false;

    for (int i = 0; i < 3; i++) {
        pd_spring(&s->drift[i], &s->drift_rate[i], s->w, TICK);
        is_left = is_left || fabs(s->drift[i]) > SLOW_ROOT || fabs(s->drift_rate[i]) > SLOW_ROOT;
    }

    if (!is_left) memset(s->drift, 0, sizeof s->drift);
    if (!is_left) memset(s->drift_rate, 0, sizeof s->drift_rate);

    return is_left;
}

/* Adds the way of the clip's root from `from` to `to` to (at, yaw). */
static void add_way(double at[2], double *yaw, const pd_character_clip_moment *from,
                    const pd_character_clip_moment *to)
{
    double step[2] = {to->at[0] - from->at[0], to->at[1] - from->at[1]};

    pd_plane_turn(step, step, *yaw - from->yaw);
    at[0] += step[0];
    at[1] += step[1];
    *yaw += to->yaw - from->yaw;
}

/* ---- a tick ---- */

/* What the steps of a tick share. */
typedef struct playing {
    pd_character_play_state *s;
    pd_character *c;
    const pd_character_rig *rig;
    const pd_anim_scene *scene;
    bool is_sitting;
    pd_character_play_pose live;
    double before_at[2], before_yaw; /* root of the last pose */
    bool has_lock;                   /* a clip of the whole body has just ended: its lock goes on */
} playing;

/* Returns the velocity of the character's own root: x, z, yaw rate. */
static void live_velocity(double out[3], const pd_character *c, const pd_character_rig *rig)
{
    const double rate = c->trajectory.goal.rate * pd_character_size_pace(c->size, rig);
    out[0] = rate * c->trajectory.step[0];
    out[1] = rate * c->trajectory.step[1];
    out[2] = rate * c->trajectory.yaw_rate;
}

/* Returns the velocity of the clip's root around `time` in the world, for a character with this yaw. */
static void clip_velocity(double out[3], const pd_character_play_request *r, double time, double yaw)
{
    pd_character_clip_moment a, b;
    double at[2] = {0, 0}, turned = yaw;

    out[0] = out[1] = out[2] = 0;
    if (!r->root || !(r->weights[0] > 0)) return;
    pd_character_clip_sample(&a, r->clip, time - TICK * r->speed);
    pd_character_clip_sample(&b, r->clip, time);
    add_way(at, &turned, &a, &b);
    out[0] = at[0] / TICK;
    out[1] = at[1] / TICK;
    out[2] = (turned - yaw) / TICK;
}

/* Ends what plays: the live pose is the source from now on. */
static void end_now(playing *p)
{
    pd_character_play_state *s = p->s;
    const uint32_t joints = joints_of(&s->now) | (s->fading & ~HIPS_PLACE);
    double had[3], has[3];

    tell(s, PD_CHARACTER_PLAY_ENDED, s->now.name, s->reason, s->played);
    set_differences(s, &s->live[0], &p->live, joints, s->now.fade_out);
    if (s->is_whole) {
        clip_velocity(had, &s->now, s->time, p->before_yaw);
        live_velocity(has, p->c, p->rig);
        set_drift(s, had, has);
    }

    s->plays = s->is_whole = false;
    s->ending = 0;
    s->now = (pd_character_play_request){.clip = NULL};
}

/* Returns whether a clip for the whole body may begin now. */
static bool may_begin(const playing *p, const pd_character_play_request *next)
{
    double has[3], wants[3];

    if (p->c->jump.state != PD_CHARACTER_JUMP_NONE) return false;
    live_velocity(has, p->c, p->rig);
    clip_velocity(wants, next, TICK * next->speed, p->before_yaw);
    if (p->s->waited > PATIENT) return true;

    /* A clip that begins in motion takes over at its speed, one that begins at rest from planted feet. */
    const double speed = pd_hypot(wants[0], wants[1]);
    const bool is_planted = p->c->planted[0] && p->c->planted[1];
    return pd_hypot(has[0], has[1]) < speed + NEAR_SPEED && (is_planted || speed > MOVES);
}

/* Begins the first request that waits. Returns false when it has to wait on. */
static bool begin_next(playing *p)
{
    pd_character_play_state *s = p->s;
    pd_character_play_request next = s->queue[0];
    const bool is_whole = next.weights[0] > 0 && !p->is_sitting;

    if (is_whole && !may_begin(p, &next)) return false;
    s->waited = 0;
    s->queued--;
    memmove(s->queue, s->queue + 1, (size_t)s->queued * sizeof *s->queue);

    /* A character that sits keeps hips and legs. */
    for (int j = 0; j < LOWER_BACK && p->is_sitting; j++) next.weights[j] = 0;
    if (!joints_of(&next)) {
        tell(s, PD_CHARACTER_PLAY_ENDED, next.name, PD_CHARACTER_PLAY_SIT, 0);
        return false;
    }

    pd_character_play_pose before, now;
    pd_character_clip_moment moment;
    pd_character_clip_sample(&moment, next.clip, 0);
    mix_source(&before, &s->live[0], &next, &moment, p->rig);
    pd_character_clip_sample(&moment, next.clip, TICK * next.speed);
    mix_source(&now, &p->live, &next, &moment, p->rig);

    const uint32_t joints = joints_of(&next) | (s->fading & ~HIPS_PLACE);
    set_differences(s, &before, &now, joints, next.fade_in);
    if (is_whole) {
        double had[3], has[3];
        live_velocity(had, p->c, p->rig);
        clip_velocity(has, &next, TICK * next.speed, p->before_yaw);
        set_drift(s, had, has);
        if (!p->has_lock) s->lock = p->c->lock;
    }

    s->now = next;
    s->plays = true;
    s->is_whole = is_whole;
    s->ending = 0;
    s->time = s->played = 0;
    tell(s, PD_CHARACTER_PLAY_STARTED, s->now.name, PD_CHARACTER_PLAY_DONE,
         pd_character_clip_seconds(next.clip));

    return true;
}

/* Advances the time of what plays; at the seam of a loop the source jumps back. Moves (at, yaw) by the clip's
 * root. Sets *source and *moment. */
static void advance_clip(pd_character_play_pose *source, pd_character_clip_moment *moment, playing *p,
                         double at[2], double *yaw)
{
    pd_character_play_state *s = p->s;
    const pd_character_play_request *r = &s->now;
    const double length = pd_character_clip_seconds(r->clip);
    const double step = TICK * r->speed;
    const bool moves = s->is_whole && r->root;
    pd_character_clip_moment from;

    pd_character_clip_sample(&from, r->clip, s->time);
    s->time += step;
    s->played += step;

    /* A loop begins again, unless a request waits or it ends.
     * Its first frame is where the new source was a tick ago. */
    if (r->loops && !s->ending && s->time > length && !s->queued) {
        pd_character_play_pose before;
        double had[3], has[3];
        clip_velocity(had, r, length, *yaw);
        clip_velocity(has, r, step, *yaw);
        if (s->is_whole) set_drift(s, had, has);
        pd_character_clip_sample(&from, r->clip, 0);
        mix_source(&before, &s->live[0], r, &from, p->rig);
        s->time = step;
        pd_character_clip_sample(moment, r->clip, step);
        mix_source(source, &p->live, r, moment, p->rig);
        set_differences(s, &before, source, joints_of(r), r->fade_in);
        if (moves) add_way(at, yaw, &from, moment);
        return;
    }

    pd_character_clip_sample(moment, r->clip, s->time);
    if (moves) add_way(at, yaw, &from, moment);
    mix_source(source, &p->live, r, moment, p->rig);

    /* Leave in time, so that the last frame is shown when it ends. */
    if ((!r->loops || s->queued) && s->time + PD_CHARACTER_PLAY_LEAVES * step >= length)
        leave(s, PD_CHARACTER_PLAY_DONE);
}

/* Notes the poses of this tick for the next one. */
static void note_poses(pd_character_play_state *s, const pd_character_play_pose *shown,
                       const pd_character_play_pose *live, const pd_character_pose *pose)
{
    s->shown[1] = s->shown[0];
    s->live[1] = s->live[0];
    s->shown[0] = *shown;
    s->live[0] = *live;
    if (s->seen < 2) s->seen++;
    s->at[0] = pose->root.x;
    s->at[1] = pose->root.z;
    s->yaw = pose->yaw;
}

/* Lets what plays end, and begins what waits, when it is time. */
static void change_clip(playing *p)
{
    pd_character_play_state *s = p->s;

    if (s->seen < 2) return;
    if (s->plays && s->ending == 1) {
        p->has_lock = s->is_whole && s->now.feet;
        end_now(p);
    } else if (s->plays && s->ending) {
        /* The network takes the feet before it takes the rest, so that its last two poses have them. */
        if (s->ending == PD_CHARACTER_PLAY_LEAVES && s->is_whole && s->now.feet)
            hand_over(&p->c->lock, &s->lock);
        s->ending--;
    }

    if (!s->plays && s->queued) begin_next(p);
}

void pd_character_play_step(pd_character_play_state *s, pd_character *character, bool is_sitting,
                            const pd_character_rig *rig, const pd_anim_scene *scene)
{
    if (!pd_character_play_is_on(s)) return;

    pd_character_pose *pose = &character->pose;
    playing p = {.s = s, .c = character, .rig = rig, .scene = scene, .is_sitting = is_sitting};
    p.before_at[0] = s->seen ? s->at[0] : pose->root.x;
    p.before_at[1] = s->seen ? s->at[1] : pose->root.z;
    p.before_yaw = s->seen ? s->yaw : pose->yaw;
    read_live(&p.live, pose, rig);
    change_clip(&p);

    /* The source, and where its root goes. */
    pd_character_play_pose shown = p.live;
    pd_character_clip_moment moment;
    double at[2] = {p.before_at[0], p.before_at[1]};
    double yaw = p.before_yaw;
    if (s->plays) advance_clip(&shown, &moment, &p, at, &yaw);
    const bool is_whole = s->plays && s->is_whole;
    const uint32_t moved = (s->plays ? joints_of(&s->now) : 0) | (s->fading & ~HIPS_PLACE);
    if (!is_whole) {
        at[0] = pose->root.x;
        at[1] = pose->root.z;
        yaw = pose->yaw;
    }

    /* Move the character to the clip's root, or by the velocity that is left of it. */
    const bool drifts = s->drift[0] != 0 || s->drift[1] != 0 || s->drift[2] != 0;
    if (drifts && decay_drift(s)) {
        at[0] += TICK * s->drift[0];
        at[1] += TICK * s->drift[1];
        yaw += TICK * s->drift[2];
    }

    if (is_whole || drifts) {
        /* Motion that is played faster is shown up to a tick before its trajectory (pose/playback.h). */
        const pd_character_trajectory *t = &character->trajectory;
        const double *own = t->frames[rig->frames / 2].at;
        pd_anim_scene_push(at, scene, rig->control.wall_keep);
        const double to[2] = {at[0] + own[0] - pose->root.x, at[1] + own[1] - pose->root.z};
        pd_character_carry(character, to, yaw + pd_character_trajectory_yaw(t, rig) - pose->yaw, rig);
    }

    if (is_whole) {
        pose->velocity = pd_vec3_make((at[0] - p.before_at[0]) / TICK, 0, (at[1] - p.before_at[1]) / TICK);
        pose->events &= ~(unsigned)(PD_CHARACTER_STEP_LEFT | PD_CHARACTER_STEP_RIGHT | PD_CHARACTER_JUMPED |
                                    PD_CHARACTER_LANDED);
    }

    /* The pose. */
    add_differences(&shown, s);
    if (moved & 1)
        write_whole(character, &shown, s, is_whole && s->now.feet ? moment.contacts : NULL, rig, scene);
    else if (moved)
        write_masked(pose, &shown, moved, rig);
    note_poses(s, &shown, &p.live, pose);

    /* Nothing is left to do. */
    if (!s->plays && !s->queued && !s->fading && !drifts) s->seen = 0;
}
