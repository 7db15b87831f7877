#include "server/stage/share.h"

#include "api/stream/message.h"
#include "core/base/assert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define KEPT        0.97 /* of what was learned, at each measurement: those of half a second count */
#define NEW_NETWORK 80.0 /* us a character, of a network that nobody has played yet */
#define SHRINKS     0.6  /* of the frames' part, in a tick that is late */
#define GROWS       0.003
#define PRESSURE    0.1  /* the part shrinks to this of itself at most */
#define LATE_PART   0.25 /* of the tick: what counts as late */
#define TELLS_EVERY 0.5  /* seconds */

bool pd_srv_subscriber_is_due(const pd_srv_subscriber *v, uint32_t tick)
{
    PD_ASSERT(v->profile.divisor > 0);
    return (tick - v->offset) % (uint32_t)v->profile.divisor == 0;
}

double pd_srv_share_cap(const double *costs, int count, double budget)
{
    double cap = count ? budget / count : budget, before;
    do { /* those that need less than the cap leave the rest to the others, which raises it */
        double small = 0;
        int dear = 0;
        for (int i = 0; i < count; i++) {
            if (costs[i] <= cap)
                small += costs[i];
            else
                dear++;
        }

        before = cap;
        if (!dear) return budget;
        cap = (budget - small) / dear;
    } while (cap > before);
    return before;
}

void pd_srv_unit_cost_learn(pd_srv_unit_cost *cost, double us, double count)
{
    if (count <= 0) return;
    PD_ASSERT(cost->us >= 0 && cost->count >= 0);
    cost->us = cost->us * KEPT + us;
    cost->count = cost->count * KEPT + count;
}

double pd_srv_unit_cost_us(const pd_srv_unit_cost *cost)
{
    return cost->count > 0 ? cost->us / cost->count : 0;
}

/* Estimate of a frame for that profile, without its vertices. */
static double frame_us(const pd_srv_stage *stage, const pd_srv_session *s, pd_api_profile profile)
{
    size_t bytes = PD_API_FRAME_HEADER;
    profile.channels &= ~(unsigned)PD_API_CHANNEL_VERTICES;
    for (const pd_srv_character *a = s->characters; a; a = a->next) {
        const pd_pfnn_rig *figure = &a->group->figure;
        if (a->dead) continue;
        bytes += pd_api_frame_bytes(&profile, figure->skeleton.joint_count, figure->layout.samples, 0);
        if (a->own)
            bytes += pd_api_frame_node_bytes(&profile, a->own->skin.skeleton.joint_count,
                                             a->own->match->carry.count);
    }
    return (double)bytes * pd_srv_unit_cost_us(&stage->byte_cost);
}

/* Estimate of a character's vertices, in the frames of that many profiles. */
static double vertices_us(const pd_srv_stage *stage, const pd_srv_character *a, int profiles)
{
    return a->vertex_count * (pd_srv_unit_cost_us(&stage->vertex_cost) +
                              6.0 * profiles * pd_srv_unit_cost_us(&stage->byte_cost));
}

/* Estimate of all that is due of a session in this tick. Subscribers with the same profile get the same frame: the first of them leads. */
static double estimate(const pd_srv_stage *stage, pd_srv_session *s, uint32_t tick)
{
    double us = 0;
    int with_vertices = 0;
    for (pd_srv_subscriber *v = s->subscribers; v; v = v->next) {
        pd_srv_subscriber *first = s->subscribers;
        v->granted = false;
        v->is_due = (s->characters || v->shown) && (v->is_owed || pd_srv_subscriber_is_due(v, tick));
        if (!v->is_due) continue;

        while (first != v && !(first->is_due && first->profile.channels == v->profile.channels &&
                               first->profile.rotation_bits == v->profile.rotation_bits))
            first = first->next;
        v->leader = first;
        if (first != v) continue;
        v->frame_us = frame_us(stage, s, v->profile);
        us += v->frame_us;
        if (v->profile.channels & PD_API_CHANNEL_VERTICES) with_vertices++;
    }

    for (const pd_srv_character *a = s->characters; a && with_vertices; a = a->next)
        if (!a->dead) us += vertices_us(stage, a, with_vertices);
    return us;
}

/* Grants frames to the leaders in turns, starting after the last one that got its own, as far as the credit reaches; returns what is left of it. */
static double grant_frames(pd_srv_session *s, double credit)
{
    unsigned leaders = 0, at, given = 0;
    for (const pd_srv_subscriber *v = s->subscribers; v; v = v->next) leaders += v->is_due && v->leader == v;
    unsigned first = leaders ? s->next_frame % leaders : 0;

    bool fits = true;
    for (int round = 0; round < 2; round++) {
        at = 0;
        for (pd_srv_subscriber *v = s->subscribers; v && fits; v = v->next) {
            if (!v->is_due || v->leader != v) continue;
            bool mine = (at++ >= first) == !round;
            if (!mine) continue;
            fits = v->frame_us <= credit;
            if (!fits) break;
            credit -= v->frame_us;
            v->granted = true;
            given++;
        }
    }
    PD_ASSERT(given <= leaders);
    s->next_frame = first + given;

    for (pd_srv_subscriber *v = s->subscribers; v; v = v->next) {
        if (!v->is_due) continue;
        PD_ASSERT(v->leader && v->leader->is_due);
        v->granted = v->leader->granted;
        v->is_owed = !v->granted;
    }
    return credit;
}

/* Which channels of each character the granted frames have; vertices in turns, as far as the credit reaches. Returns what is left of it. */
static double grant_channels(pd_srv_stage *stage, pd_srv_session *s, double credit)
{
    unsigned channels = 0, bodies = 0, at, given = 0;
    int with_vertices = 0;
    for (const pd_srv_subscriber *v = s->subscribers; v; v = v->next) {
        if (!v->granted) continue;
        channels |= v->profile.channels;
        with_vertices += v->leader == v && v->profile.channels & PD_API_CHANNEL_VERTICES;
    }
    for (pd_srv_character *a = s->characters; a; a = a->next) {
        a->wanted = channels & ~(unsigned)PD_API_CHANNEL_VERTICES;
        bodies += !a->dead && a->vertex_count;
    }
    if (!with_vertices || !bodies) return credit;

    unsigned first = s->next_vertices % bodies;
    bool fits = true;
    for (int round = 0; round < 2; round++) {
        at = 0;
        for (pd_srv_character *a = s->characters; a && fits; a = a->next) {
            if (a->dead || !a->vertex_count) continue;
            bool mine = (at++ >= first) == !round;
            if (!mine) continue;
            double us = vertices_us(stage, a, with_vertices);
            fits = us <= credit;
            if (!fits) break;
            credit -= us;
            a->wanted |= PD_API_CHANNEL_VERTICES;
            given++;
        }
    }
    PD_ASSERT(given <= bodies);
    s->next_vertices = first + given;
    s->vertices_due += bodies;
    s->vertices_given += given;
    stage->missed_vertices += bodies - given;
    return credit;
}

static void grant(pd_srv_stage *stage, pd_srv_session *s, double cap)
{
    bool whole = s->due_us <= cap;
    double credit = whole ? INFINITY : s->credit_us + cap;
    credit = grant_frames(s, credit);
    credit = grant_channels(stage, s, credit);
    /* What is left over is saved, so that a piece dearer than the cap comes too, after some ticks. */
    if (s->due_us > 0)
        s->credit_us = whole ? 0 : fmin(credit, s->due_us); /* kept between the ticks of a divisor */

    for (pd_srv_subscriber *v = s->subscribers; v; v = v->next) {
        v->frames_due += v->is_due;
        v->frames_given += v->granted;
        stage->postponed_frames += v->is_due && !v->granted;
    }
}

/* Makes room for that many sessions. false: there is no memory for it. */
static bool reserve_shares(pd_srv_stage *stage, int sessions)
{
    int capacity = stage->share_capacity ? stage->share_capacity : 64;
    while (capacity < 2 * sessions) capacity *= 2;
    if (capacity == stage->share_capacity) return true;

    double *costs = realloc(stage->costs, (size_t)capacity * sizeof *costs);
    if (costs) stage->costs = costs;
    pd_srv_client_share *clients = realloc(stage->clients, (size_t)capacity * sizeof *clients);
    if (clients) stage->clients = clients;
    if (!costs || !clients) return false;
    stage->share_capacity = capacity;
    return true;
}

/* The place of a client in the table: its own, or a free one. */
static pd_srv_client_share *share_of(const pd_srv_stage *stage, uint64_t client)
{
    const unsigned mask = (unsigned)stage->share_capacity - 1;
    PD_ASSERT(stage->share_capacity > stage->session_count && !((unsigned)stage->share_capacity & mask));
    unsigned i = (unsigned)(client ^ client >> 32) & mask;

    while (stage->clients[i].sessions && stage->clients[i].sessions->client != client) i = (i + 1) & mask;
    return &stage->clients[i];
}

/* Divides a client's part between its sessions just as the whole is divided between clients. */
static void grant_client(pd_srv_stage *stage, const pd_srv_client_share *client, double cap)
{
    int count = 0;
    if (client->due_us <= cap)
        cap = INFINITY;
    else if (client->count > 1) {
        for (const pd_srv_session *s = client->sessions; s; s = s->next_of_client)
            if (s->due_us > 0) stage->costs[count++] = s->due_us;
        PD_ASSERT(count > 0 && count <= stage->share_capacity); /* more is due than the cap */
        cap = pd_srv_share_cap(stage->costs, count, cap);
    }
    for (pd_srv_session *s = client->sessions; s; s = s->next_of_client) grant(stage, s, cap);
}

bool pd_srv_stage_share(pd_srv_stage *stage, int slot, uint32_t tick)
{
    int used = 0;
    for (int i = 0; i < PD_SRV_SLOTS; i++) used += stage->slot_sessions[i] > 0;
    const double slot_us = 1e6 / stage->rate / (used ? used : 1), dear_us = PD_SRV_DEAR_PART * slot_us;
    double motion = 0, total = 0;
    bool is_any_dear = false;

    /* without memory all sessions count as one client's: little is given, but nobody waits for ever */
    pd_srv_client_share all = {0};
    const bool has_table = reserve_shares(stage, stage->session_count);
    if (has_table) memset(stage->clients, 0, (size_t)stage->share_capacity * sizeof *stage->clients);

    for (pd_srv_session *s = stage->sessions; s; s = s->next) {
        if (s->slot != slot || s->dead) continue;
        double own = 0;
        for (const pd_srv_character *a = s->characters; a; a = a->next)
            own += pd_srv_unit_cost_us(&a->group->cost) +
                   (a->body || a->drive ? pd_srv_unit_cost_us(&stage->body_cost) : 0);
        s->due_us = estimate(stage, s, tick);
        s->work_us = own + s->due_us;
        s->is_dear = false;
        motion += own;
        total += s->due_us;

        pd_srv_client_share *client = has_table ? share_of(stage, s->client) : &all;
        s->next_of_client = client->sessions;
        client->sessions = s;
        client->due_us += s->due_us;
        if (s->work_us <= dear_us) client->small_us += s->work_us;
        client->count++;
    }

    double budget =
        fmax(PD_SRV_FRAMES_PART * stage->pressure * slot_us - motion, PD_SRV_FRAMES_LEAST * slot_us);
    if (!has_table) {
        for (pd_srv_session *s = all.sessions; s; s = s->next_of_client)
            grant(stage, s, total <= budget ? INFINITY : budget / all.count);
        return false;
    }

    int count = 0;
    for (int i = 0; i < stage->share_capacity; i++)
        if (stage->clients[i].due_us > 0) stage->costs[count++] = stage->clients[i].due_us;
    const double cap = total <= budget ? INFINITY : pd_srv_share_cap(stage->costs, count, budget);
    for (int i = 0; i < stage->share_capacity; i++) {
        const pd_srv_client_share *client = &stage->clients[i];
        for (pd_srv_session *s = client->sessions; s; s = s->next_of_client) {
            s->is_dear = s->work_us > dear_us || client->small_us > dear_us;
            is_any_dear |= s->is_dear;
        }
        if (client->count) grant_client(stage, client, cap);
    }
    return is_any_dear;
}

void pd_srv_stage_adapt(pd_srv_stage *stage, double late_us, int64_t behind)
{
    bool late = behind > 0 || late_us > LATE_PART * 1e6 / stage->rate;
    PD_ASSERT(stage->pressure >= PRESSURE && stage->pressure <= 1);
    stage->pressure = late ? fmax(PRESSURE, stage->pressure * SHRINKS) : fmin(1, stage->pressure + GROWS);
}

double pd_srv_stage_motion_load(const pd_srv_stage *stage, const pd_srv_model_group *group, bool has_body)
{
    double us = has_body ? pd_srv_unit_cost_us(&stage->body_cost) : 0;
    us += group ? pd_srv_unit_cost_us(&group->cost) : NEW_NETWORK;
    PD_ASSERT(stage->body_count >= 0);
    for (const pd_srv_model_group *g = stage->groups; g; g = g->next)
        us += g->characters * pd_srv_unit_cost_us(&g->cost);
    us += stage->body_count * pd_srv_unit_cost_us(&stage->body_cost);
    return us * stage->rate * 1e-6;
}

/* -- reports to subscribers --------------------------------------------------------------------- */

/* The divisor that came out on average, of one that was asked for; 0: nothing came. */
static double came_out(int divisor, unsigned due, unsigned given)
{
    return given ? (double)divisor * due / given : due ? 0 : divisor;
}

static bool is_news(double now, double told)
{
    return now <= 0 || told <= 0 ? (now > 0) != (told > 0) : fabs(now - told) > 0.25 * told;
}

static void tell_one(const pd_srv_stage *stage, const pd_srv_session *s, pd_srv_subscriber *v)
{
    int asked = v->profile.divisor;
    bool has_vertices = v->profile.channels & PD_API_CHANNEL_VERTICES && s->vertices_due;
    bool all_frames = v->frames_given == v->frames_due;
    bool whole = all_frames && (!has_vertices || s->vertices_given == s->vertices_due);
    double frames = came_out(asked, v->frames_due, v->frames_given), vertices = frames;
    if (has_vertices) vertices = frames / asked * came_out(asked, s->vertices_due, s->vertices_given);
    if (whole ? !v->is_lowered
              : v->is_lowered && !is_news(frames, v->told_frames) && !is_news(vertices, v->told_vertices))
        return;

    v->is_lowered = !whole;
    pd_buffer text = {0};
    v->told_frames = frames;
    v->told_vertices = vertices;
    pd_api_write_lowered(&text, &(pd_api_lowered){asked, whole, has_vertices, frames, vertices});
    stage->deps.sink.text(v->to, text.failed ? NULL : text.data, text.size);
    pd_buffer_deinit(&text);
}

void pd_srv_stage_tell(pd_srv_stage *stage, uint32_t tick)
{
    uint32_t window = (uint32_t)fmax(1, TELLS_EVERY * stage->rate);
    if (tick % window) return;
    for (pd_srv_session *s = stage->sessions; s; s = s->next) {
        for (pd_srv_subscriber *v = s->subscribers; v; v = v->next) {
            PD_ASSERT(v->frames_given <= v->frames_due);
            if (!v->frames_due) continue; /* a divisor longer than the window: counted on */
            tell_one(stage, s, v);
            v->frames_due = v->frames_given = 0;
        }
        PD_ASSERT(s->vertices_given <= s->vertices_due);
        s->vertices_due = s->vertices_given = 0;
    }
}
