#include "core/matching/player.h"

#include "core/base/assert.h"
#include "core/math/elementary.h"
#include "core/math/spring.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DT PD_MATCHING_TICK

/* Measured on the free capture: docs/lab/matching.md. */
#define EVERY         10   /* ticks between two searches */
#define BETTER        0.9f /* a jump has to cost less than this times the cost of continuing */
#define GOAL_SPEED    0.5  /* m/s: a larger change of the goal's velocity starts a search at once */
#define GOAL_TURN     0.5  /* rad: a larger change of the goal's facing starts a search at once */
#define HALF_VELOCITY 0.25 /* s: half life of the object's velocity */
#define HALF_FACING   0.3  /* s: half life of the object's facing */
#define HALF_DRAW     0.1  /* s: half life of the root's distance from the object, without the limits below */
#define DRAW          0.2  /* limit of the root's pull towards the object, as a part of its own speed */
#define DRAW_TURN     0.5  /* rad/m: limit of the root's extra turn, as it moves */
#define FARTHEST      0.25 /* metres: largest distance from the root to the object */
#define SAME          6    /* frames: a jump to a frame nearer than this is ignored */

static double wrap(double angle)
{
    return remainder(angle, 2 * M_PI);
}

/* Rotates (x, z) by yaw: from a frame with that yaw to the frame around it. */
static void out_of(double out[2], double yaw, double x, double z)
{
    double s = pd_sin(yaw);
    double c = pd_cos(yaw);
    out[0] = x * c + z * s;
    out[1] = z * c - x * s;
}

/* ---- the object */

/* Returns the object's state after t seconds with a constant goal. */
static pd_matching_object later(const pd_matching_object *o, const pd_matching_goal *goal, double t)
{
    pd_matching_object out;
    double y = 2 * M_LN2 / HALF_VELOCITY;
    double e = pd_exp(-y * t);

    for (int i = 0; i < 2; i++) {
        double d = o->velocity[i] - goal->velocity[i];
        double r = o->acceleration[i] + y * d;
        out.velocity[i] = e * (d + r * t) + goal->velocity[i];
        out.acceleration[i] = e * (o->acceleration[i] - y * r * t);
        out.at[i] =
            o->at[i] + goal->velocity[i] * t + (d / y + r / (y * y)) - e * (d / y + r / (y * y) + r * t / y);
    }

    double d = wrap(o->yaw - goal->facing);
    out.yaw_rate = o->yaw_rate;
    pd_spring(&d, &out.yaw_rate, 2 * M_LN2 / HALF_FACING, t);
    out.yaw = goal->facing + d;

    return out;
}

/* ---- searching */

/* Writes the object's future path into the query, in the root's frame. */
static void ask(float *query, const pd_matching_object *object, const pd_matching_goal *goal,
                const pd_matching_root *root, const pd_matching_index *index)
{
    double values[PD_MATCHING_FEATURES - PD_MATCHING_POSE];

    for (int i = 0; i < PD_MATCHING_AHEAD; i++) {
        pd_matching_object then = later(object, goal, pd_matching_ahead[i] * DT);
        double yaw = then.yaw - root->yaw;
        out_of(values + 2 * i, -root->yaw, then.at[0] - root->at[0], then.at[1] - root->at[1]);
        values[6 + 2 * i] = pd_sin(yaw);
        values[7 + 2 * i] = pd_cos(yaw);
    }

    pd_matching_index_scale(query, values, PD_MATCHING_POSE, PD_MATCHING_FEATURES - PD_MATCHING_POSE, index);
}

/* Returns the gate for the goal. If no entry passes it, returns the other one. */
static int gate_of(const pd_matching_goal *goal, const pd_matching_index *index)
{
    int gate = goal->jog ? PD_MATCHING_JOG : PD_MATCHING_WALK;
    return index->behind & gate ? gate : index->behind;
}

/* Jumps to another entry. */
static void go_to(pd_matching_player *p, int entry, const pd_matching_index *index)
{
    PD_ASSERT(entry >= 0 && entry < index->entry_count);
    p->entry = entry;
    p->track = pd_matching_index_track(index, entry);
    p->part = 0;
    p->jumps++;
}

void pd_matching_player_begin(pd_matching_player *p, const pd_matching_root *root,
                              const pd_matching_index *index)
{
    memset(p, 0, sizeof *p);
    p->object = (pd_matching_object){.at = {root->at[0], root->at[1]}, .yaw = root->yaw};
    p->goal.facing = root->yaw;
    p->playing = true;
    go_to(p, index->standing, index);
}

static bool goal_jumps(const pd_matching_goal *a, const pd_matching_goal *b)
{
    return a->jog != b->jog || fabs(wrap(a->facing - b->facing)) > GOAL_TURN ||
           pd_hypot(a->velocity[0] - b->velocity[0], a->velocity[1] - b->velocity[1]) > GOAL_SPEED;
}

/* Returns whether the clip ends here, so that a jump is needed. */
static bool is_over(const pd_matching_player *p, const pd_matching_index *index)
{
    PD_ASSERT(p->track >= 0 && p->track < index->database->copy_count);
    const pd_matching_track *track = &index->tracks[p->track];
    return p->entry >= track->entry + track->count - 2;
}

static void search(pd_matching_frame *out, pd_matching_player *p, const pd_matching_goal *goal,
                   const pd_matching_root *root, const pd_matching_index *index)
{
    PD_ASSERT(p->entry >= 0 && p->entry < index->entry_count);
    _Alignas(64) float query[PD_MATCHING_ROW] = {0};
    const float *own = index->rows + (size_t)p->entry * PD_MATCHING_ROW;

    /* Query: features of the present pose, and the object's path. */
    memcpy(query, own, PD_MATCHING_POSE * sizeof *query);
    ask(query, &p->object, goal, root, index);

    /* A jump has to be clearly better than continuing, unless the clip ends. */
    bool over = is_over(p, index);
    out->going_on = pd_matching_cost(query, own);
    pd_matching_found found =
        pd_matching_search(query, gate_of(goal, index), over ? INFINITY : BETTER * out->going_on, index);
    out->cost = found.cost;
    p->waited = 0;
    p->goal = *goal;
    if (found.entry < 0) return;

    /* Ignore jumps to a frame near the present one. */
    const pd_matching_track *track = &index->tracks[p->track];
    bool same = found.entry >= track->entry && found.entry < track->entry + track->count &&
                abs(found.entry - p->entry) < SAME;
    if (same && !over) return;
    out->jumped = true;
    go_to(p, found.entry, index);
}

/* ---- frames */

/* A position in a track: four consecutive frames of the database, clamped to the track, and the part of the
 * way from `frame` to `next`. */
typedef struct place {
    int before, frame, next, after;
    double part;
} place;

static place place_at(const pd_matching_player *p, double frames, const pd_matching_index *index)
{
    const pd_matching_track *track = &index->tracks[p->track];
    int first = track->first;
    int last = first + track->count - 1;
    double at = pd_fmin(pd_fmax(p->entry - track->entry + p->part + frames, 0), track->count - 1);
    int frame = first + (int)pd_fmin(floor(at), track->count - 2);

    PD_ASSERT(frame >= first && frame < last);

    return (place){.before = frame > first ? frame - 1 : frame,
                   .frame = frame,
                   .next = frame + 1,
                   .after = frame + 2 > last ? last : frame + 2,
                   .part = at - (frame - first)};
}

/* Reads the pose at a position in a track. Interpolates with a Catmull-Rom curve: with linear interpolation,
 * 30 frames per second have three times the jerk. */
static void read_pose(pd_matching_pose *pose, const place *at, const int *mirror,
                      const pd_matching_index *index)
{
    if (at->part <= 0) {
        pd_matching_pose_read(pose, index->database, at->frame, mirror);
        return;
    }

    const int frames[4] = {at->before, at->frame, at->next, at->after};
    double u = at->part;
    double w[4] = {(-u + 2 * u * u - u * u * u) / 2, (2 - 5 * u * u + 3 * u * u * u) / 2,
                   (u + 4 * u * u - 3 * u * u * u) / 2, (-u * u + u * u * u) / 2};
    pd_matching_pose poses[4];
    pose->hips = pd_vec3_make(0, 0, 0);
    for (int i = 0; i < 4; i++) {
        pd_matching_pose_read(&poses[i], index->database, frames[i], mirror);
        pose->hips = pd_vec3_fma(pose->hips, w[i], poses[i].hips);
    }

    for (int j = 0; j < index->skeleton.joint_count; j++) {
        pd_quat mean = {0, 0, 0, 0};
        pd_quat own = poses[1].rotations[j];
        for (int i = 0; i < 4; i++) {
            pd_quat q = poses[i].rotations[j];
            mean = pd_q_fma(mean, pd_q_dot(q, own) < 0 ? -w[i] : w[i], q);
        }

        pose->rotations[j] = pd_q_normalize(mean);
    }
}

/* Reads the path ahead from a row. Expresses it in the root frame after this tick's step. */
static void read_path(pd_matching_frame *out, const float *row, const pd_matching_index *index)
{
    double known[PD_MATCHING_AHEAD + 1][4] = {{0, 0, 0, 1}};

    for (int i = 0; i < PD_MATCHING_AHEAD; i++)
        for (int k = 0; k < 4; k++) {
            int n = PD_MATCHING_POSE + (k < 2 ? 0 : 6) + 2 * i + k % 2;
            known[i + 1][k] = (double)(row[n] / index->scale[n] + index->mean[n]);
        }

    for (int i = 0; i < PD_MATCHING_PATH; i++) {
        PD_DEBUG_ASSERT((10 * i + 1) / 20 < PD_MATCHING_AHEAD);
        double at = (10 * i + 1) / 20.0;
        const double *a = known[(int)at];
        const double *b = known[(int)at + 1];
        double mixed[4];
        for (int k = 0; k < 4; k++) mixed[k] = a[k] + (at - (int)at) * (b[k] - a[k]);
        out_of(out->path[i], -out->turn, mixed[0] - out->step[0], mixed[1] - out->step[1]);
        out_of(out->path[i] + 2, -out->turn, mixed[2], mixed[3]);
    }
}

/* ---- the root */

/* Computes the root's step: the step of the frame, and a pull towards the object. */
static void move_root(pd_matching_frame *out, const pd_matching_player *p, const pd_matching_velocity *v,
                      const pd_matching_root *root)
{
    double speed = pd_hypot(v->x, v->z);
    double part = 1 - pd_exp(-M_LN2 * DT / HALF_DRAW);
    double world[2], pull[2];

    out->step[0] = v->x * DT;
    out->step[1] = v->z * DT;
    out->turn = v->yaw * DT;

    out_of(world, root->yaw, out->step[0], out->step[1]);
    for (int i = 0; i < 2; i++) pull[i] = part * (p->object.at[i] - root->at[i] - world[i]);
    double length = pd_hypot(pull[0], pull[1]);
    double most = DRAW * speed * DT;
    double less = length > most ? most / length : 1;
    double own[2];
    out_of(own, -root->yaw, less * pull[0], less * pull[1]);
    out->step[0] += own[0];
    out->step[1] += own[1];

    double turn = part * wrap(p->object.yaw - root->yaw - out->turn);
    double limit = (DRAW * fabs(v->yaw) + DRAW_TURN * speed) * DT;
    out->turn += pd_fmax(-limit, pd_fmin(limit, turn));
}

void pd_matching_player_step(pd_matching_frame *out, pd_matching_player *p, const pd_matching_goal *goal,
                             const pd_matching_root *root, const pd_matching_index *index)
{
    const pd_matching_database *d = index->database;
    bool begins = p->waited == 0;

    *out = (pd_matching_frame){.cost = -1, .going_on = -1};

    /* Advance the object, and keep it near the character. */
    p->object = later(&p->object, goal, DT);

    double away[2] = {p->object.at[0] - root->at[0], p->object.at[1] - root->at[1]};
    double length = pd_hypot(away[0], away[1]);
    for (int i = 0; i < 2 && !(length <= FARTHEST); i++)
        p->object.at[i] = root->at[i] + away[i] * FARTHEST / length;

    /* Search every EVERY ticks, and at once when the clip ends or the goal changes. */
    if (!begins && (p->waited >= EVERY || is_over(p, index) || goal_jumps(goal, &p->goal)))
        search(out, p, goal, root, index);
    p->waited++;

    const pd_matching_copy *copy = &d->copies[p->track];
    const int *mirror = copy->mirror ? index->mirror : NULL;
    double frames = (double)d->frame_rate * DT / copy->time; /* frames of the database per tick */
    place now = place_at(p, 0, index);
    read_pose(&out->pose, &now, mirror, index);

    /* Contacts and gaits of the nearest frame; a mirrored copy exchanges left and right. */
    size_t nearest = (size_t)(now.part < 0.5 ? now.frame : now.next);
    for (int i = 0; i < PD_MATCHING_CONTACTS; i++) {
        int bit = copy->mirror ? i ^ 2 : i;
        out->contacts[i] = d->contacts[nearest] >> bit & 1 ? 1.0f : 0.0f;
    }

    for (int g = 0; g < PD_MATCHING_GAITS; g++)
        out->gaits[g] = (float)d->gaits[nearest * PD_MATCHING_GAITS + (size_t)g] / 255.0f;

    /* The phase may wrap between the two frames. Mirrored copies are half a cycle later. */
    double from = d->phases[now.frame] / 65536.0;
    double to = d->phases[now.next] / 65536.0;
    double cycles = from + now.part * (to - from + (to < from - 0.5 ? 1 : 0)) + (copy->mirror ? 0.5 : 0);
    out->phase = 2 * M_PI * (cycles - floor(cycles));

    /* After a jump, inertialization needs the pose one tick earlier. */
    if (out->jumped) {
        place was = place_at(p, -frames, index);
        place between = place_at(p, -frames / 2, index);
        pd_matching_velocity v = pd_matching_index_velocity(d, copy, between.frame);
        read_pose(&out->before, &was, mirror, index);
        out->before_root.yaw = -v.yaw * DT;
        out_of(out->before_root.at, -v.yaw * DT, -v.x * DT, -v.z * DT);
    }

    /* Velocity in the middle of the tick. */
    place between = place_at(p, frames / 2, index);
    pd_matching_velocity v = pd_matching_index_velocity(d, copy, between.frame);
    move_root(out, p, &v, root);
    read_path(out, index->rows + (size_t)p->entry * PD_MATCHING_ROW, index);

    /* Advance. Each entry is a frame of the database. */
    const pd_matching_track *track = &index->tracks[p->track];
    p->part += frames;
    int whole = (int)floor(p->part);
    int last = track->entry + track->count - 1;
    PD_ASSERT(whole >= 0 && p->entry <= last);
    p->part -= whole;
    p->entry = p->entry + whole < last ? p->entry + whole : last;
}
