#include "server/stage/share.h"

#include "api/stream/message.h"
#include "core/base/assert.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Weight of the older measurements at each new one;
 * at 60 a second their average covers about half a second. */
#define BUDGET_US   5.0 /* time of choosing the characters of a frame within a budget, about */
#define KEPT        0.97
#define NEW_NETWORK 80.0 /* microseconds a character of a network that has not been measured yet */
#define SHRINKS     0.6  /* factor on the budget of frames in a tick that is late */
/* Added to the budget in every tick that is not late: from .1 to 1 in 5 s at 60 ticks a second. */
#define GROWS       0.003
#define PRESSURE    0.1  /* smallest fraction of the budget that is given out */
#define LATE_PART   0.25 /* delay from which a tick is late, as a fraction of the tick */
#define TELLS_EVERY 0.5  /* seconds between two reports to a subscriber */
#define SESSION_US  10.0 /* microseconds of a tick that a session takes beside the motion of its characters */
/* Smallest difference of two slots, in microseconds and as a fraction of the larger slot,. */
#define UNEVEN_US   100.0
#define UNEVEN_PART 0.1 /* at which a session moves */
#define MOVES_PART  0.9 /* a session moves if its time is at most this part of the difference */

bool pd_srv_subscriber_is_due(const pd_srv_subscriber *v, uint32_t tick)
{
    PD_ASSERT(v->profile.divisor > 0);
    return (tick - v->offset) % (uint32_t)v->profile.divisor == 0;
}

double pd_srv_share_cap(const double *costs, int count, double budget)
{
    PD_ASSERT(count >= 0);
    double cap = count ? budget / count : budget;
    double before;

    /* Raise the cap: costs below it do not use their whole share, so the others divide the rest. Repeat until
     * no further cost is below the cap. */
    do {
        double small = 0;
        int expensive = 0;
        for (int i = 0; i < count; i++) {
            if (costs[i] <= cap)
                small += costs[i];
            else
                expensive++;
        }

        before = cap;
        if (!expensive) return budget;
        cap = (budget - small) / expensive;
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

/* Estimates the cost of a frame with that profile, without its vertices, in microseconds. */
static double frame_us(const pd_srv_stage *stage, const pd_srv_session *s, pd_api_profile profile)
{
    size_t bytes = PD_API_FRAME_HEADER;

    profile.channels &= ~(unsigned)PD_API_CHANNEL_VERTICES;
    for (const pd_srv_character *a = s->characters; a; a = a->next) {
        const pd_character_rig *figure = &a->group->figure;
        if (a->dead) continue;
        bytes += pd_api_frame_bytes(&profile, figure->skeleton.joint_count, figure->layout.samples, 0);
        if (pd_srv_character_has_own_face(a))
            bytes += pd_api_frame_face_bytes(&profile, a->own->face->shapes.count, 0);
        if (pd_srv_character_has_body_face(a))
            bytes += pd_api_frame_face_bytes(&profile, PD_RETARGET_FACE_NAMES, PD_ANIM_ALIVE_FINGERS);
        const float *soft;
        if (a->body) bytes += pd_api_frame_soft_bytes(&profile, pd_retarget_live_body_soft(&soft, a->body));
        if (a->own)
            bytes += pd_api_frame_node_bytes(&profile, a->own->skin.skeleton.joint_count,
                                             a->drive ? a->drive->match->carry.count : 0);
    }

    return (double)bytes * pd_srv_unit_cost_us(&stage->byte_cost);
}

/* Estimates the cost of a frame within a budget, microseconds: what is due since the frame before is copied,
 * after the characters were compared. */
static double budget_us(const pd_srv_stage *stage, const pd_srv_subscriber *v)
{
    const double bytes = v->profile.budget / stage->rate * v->profile.divisor;
    return BUDGET_US + bytes * pd_srv_unit_cost_us(&stage->byte_cost);
}

/* Estimates the cost of a character's vertices: skinned once, then encoded as 6 bytes each in the frames of
 * that many profiles. Microseconds. */
static double vertices_us(const pd_srv_stage *stage, const pd_srv_character *a, int profiles)
{
    return a->vertex_count * (pd_srv_unit_cost_us(&stage->vertex_cost) +
                              6.0 * profiles * pd_srv_unit_cost_us(&stage->byte_cost));
}

/* Determines which subscribers of a session are due in this tick, and estimates the cost of their frames in
 * microseconds. Subscribers with the same profile receive the same frame;
 * the first of them is their leader. */
static double estimate(const pd_srv_stage *stage, pd_srv_session *s, uint32_t tick)
{
    double us = 0;
    int with_vertices = 0;

    for (pd_srv_subscriber *v = s->subscribers; v; v = v->next) {
        pd_srv_subscriber *first = s->subscribers;
        v->granted = false;
        v->is_due = (s->characters || v->shown) && (v->is_owed || pd_srv_subscriber_is_due(v, tick));
        if (!v->is_due) continue;

        /* The leader is the first due subscriber with this profile, at the latest this one. */
        if (v->profile.budget) first = v; /* it has frames of its own */
        while (first != v && !(first->is_due && pd_api_profile_same(&first->profile, &v->profile)))
            first = first->next;
        v->leader = first;
        if (first != v) continue;
        v->frame_us = v->profile.budget ? budget_us(stage, v) : frame_us(stage, s, v->profile);
        us += v->frame_us;
        if (v->profile.channels & PD_API_CHANNEL_VERTICES) with_vertices++;
    }

    for (const pd_srv_character *a = s->characters; a && with_vertices; a = a->next)
        if (!a->dead) us += vertices_us(stage, a, with_vertices);
    return us;
}

/* Grants frames to the leaders in turns, beginning after the last one that was granted, until the credit is
 * used up. Returns the rest of the credit. */
static double grant_frames(pd_srv_session *s, double credit)
{
    unsigned leaders = 0;
    unsigned at;
    unsigned given = 0;

    for (const pd_srv_subscriber *v = s->subscribers; v; v = v->next) leaders += v->is_due && v->leader == v;
    unsigned first = leaders ? s->next_frame % leaders : 0;

    /* Two rounds over the list: from the turn to the end, then from the beginning to the turn. */
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

    /* The others follow their leader. A frame that was not granted stays due. */
    for (pd_srv_subscriber *v = s->subscribers; v; v = v->next) {
        if (!v->is_due) continue;
        PD_ASSERT(v->leader && v->leader->is_due);
        v->granted = v->leader->granted;
        v->is_owed = !v->granted;
    }

    return credit;
}

/* Sets the channels of each character that the granted frames contain. Vertices are granted in turns until
 * the credit is used up. Returns the rest of the credit. */
static double grant_channels(pd_srv_stage *stage, pd_srv_session *s, double credit)
{
    unsigned channels = 0, bodies = 0;
    unsigned at;
    unsigned given = 0;
    int with_vertices = 0;

    /* Everything but vertices is cheap and always granted. */
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

    /* Vertices in turns, in two rounds over the list as for frames. */
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

/* Grants frames and vertices of a session within the cap, in microseconds (INFINITY: all). */
static void grant(pd_srv_stage *stage, pd_srv_session *s, double cap)
{
    PD_ASSERT(s->due_us >= 0 && s->credit_us >= 0);
    bool whole = s->due_us <= cap;
    double credit = whole ? INFINITY : s->credit_us + cap;
    credit = grant_frames(s, credit);
    credit = grant_channels(stage, s, credit);

    /* Save the rest, so that a piece that costs more than the cap is sent after some ticks. */
    if (s->due_us > 0)
        s->credit_us = whole ? 0 : fmin(credit, s->due_us); /* kept between the ticks of a divisor */

    for (pd_srv_subscriber *v = s->subscribers; v; v = v->next) {
        v->frames_due += v->is_due;
        v->frames_given += v->granted;
        stage->postponed_frames += v->is_due && !v->granted;
    }
}

/* Makes room in `costs` and `clients` for that many sessions. Returns false when allocation fails. */
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

/* Returns the place of a client in the hash table: its own, or a free one. */
static pd_srv_client_share *stage_share_of(const pd_srv_stage *stage, uint64_t client)
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

/* Returns the length of a slot in microseconds: the tick is divided among the slots that have sessions. */
static double slot_length_us(const pd_srv_stage *stage)
{
    int used = 0;
    for (int i = 0; i < PD_SRV_SLOTS; i++) used += stage->slot_sessions[i] > 0;
    return 1e6 / stage->rate / (used ? used : 1);
}

/* Estimates the cost of moving a session's characters for one tick, in microseconds. */
static double motion_us(const pd_srv_stage *stage, const pd_srv_session *s)
{
    double us = 0;
    for (const pd_srv_character *a = s->characters; a; a = a->next)
        us += pd_srv_unit_cost_us(&a->group->cost) +
              (a->body || a->drive ? pd_srv_unit_cost_us(&stage->body_cost) : 0);
    return us;
}

/* Divides the budget among the clients in the table, and marks the expensive sessions. Returns true when
 * there is one. */
static bool grant_clients(pd_srv_stage *stage, double total, double budget, double expensive_us)
{
    bool is_any_expensive = false;
    int count = 0;

    for (int i = 0; i < stage->share_capacity; i++)
        if (stage->clients[i].due_us > 0) stage->costs[count++] = stage->clients[i].due_us;
    PD_ASSERT(count <= stage->session_count);
    const double cap = total <= budget ? INFINITY : pd_srv_share_cap(stage->costs, count, budget);

    for (int i = 0; i < stage->share_capacity; i++) {
        const pd_srv_client_share *client = &stage->clients[i];
        for (pd_srv_session *s = client->sessions; s; s = s->next_of_client) {
            s->is_expensive = s->work_us > expensive_us || client->small_us > expensive_us;
            is_any_expensive |= s->is_expensive;
        }

        if (client->count) grant_client(stage, client, cap);
    }

    return is_any_expensive;
}

bool pd_srv_stage_share(pd_srv_stage *stage, int slot, uint32_t tick)
{
    PD_ASSERT(slot >= 0 && slot < PD_SRV_SLOTS);
    const double slot_us = slot_length_us(stage);
    const double expensive_us = PD_SRV_DEAR_PART * slot_us;
    double motion = 0, total = 0;
    stage->slot_us[slot] = 0;

    /* When the table cannot be allocated, all sessions count as those of one client: less is granted, but no
     * one waits for ever. */
    pd_srv_client_share all = {0};
    const bool has_table = reserve_shares(stage, stage->session_count);
    if (has_table) memset(stage->clients, 0, (size_t)stage->share_capacity * sizeof *stage->clients);

    /* Estimate the cost of each session of the slot, and add it to its client. */
    for (pd_srv_session *s = stage->sessions; s; s = s->next) {
        if (s->slot != slot || s->dead) continue;
        const double own = motion_us(stage, s);
        s->motion_us = own;
        stage->slot_us[slot] += SESSION_US + own;
        s->due_us = estimate(stage, s, tick);
        s->work_us = own + s->due_us;
        s->is_expensive = false;
        motion += own;
        total += s->due_us;

        pd_srv_client_share *client = has_table ? stage_share_of(stage, s->client) : &all;
        s->next_of_client = client->sessions;
        client->sessions = s;
        client->due_us += s->due_us;
        if (s->work_us <= expensive_us) client->small_us += s->work_us;
        client->count++;
    }

    /* Frames get what motion leaves of their part of the slot, and never less than a small part. */
    const double budget =
        fmax(PD_SRV_FRAMES_PART * stage->pressure * slot_us - motion, PD_SRV_FRAMES_LEAST * slot_us);
    if (has_table) return grant_clients(stage, total, budget, expensive_us);

    for (pd_srv_session *s = all.sessions; s; s = s->next_of_client)
        grant(stage, s, total <= budget ? INFINITY : budget / all.count);
    return false;
}

/* Order in which slots are opened. The first ones are far apart, so that a slot that takes too long does not
 * make the next one late. */
static const int opened[PD_SRV_SLOTS] = {0, 3, 1, 4, 2, 5};

/* Returns the number of slots that take sessions: the first ones of `opened`. */
static int open_slots(const pd_srv_stage *stage)
{
    const int most =
        stage->session_count > stage->character_count ? stage->session_count : stage->character_count;
    const int count = 1 + most / PD_SRV_BATCH;
    return count < PD_SRV_SLOTS ? count : PD_SRV_SLOTS;
}

/* Returns the open slot with the smallest estimated time. */
static int emptiest_slot(const pd_srv_stage *stage)
{
    const int count = open_slots(stage);
    int best = opened[0];
    for (int i = 1; i < count; i++)
        if (stage->slot_us[opened[i]] < stage->slot_us[best]) best = opened[i];
    return best;
}

void pd_srv_stage_place(pd_srv_stage *stage, pd_srv_session *s)
{
    s->slot = emptiest_slot(stage);
    stage->slot_sessions[s->slot]++;
    stage->slot_us[s->slot] += SESSION_US;
}

void pd_srv_stage_balance(pd_srv_stage *stage)
{
    int full = 0;

    for (int i = 0; i < PD_SRV_SLOTS; i++) {
        if (!stage->slot_sessions[i]) stage->slot_us[i] = 0;
        if (stage->slot_us[i] > stage->slot_us[full]) full = i;
    }

    const int least = emptiest_slot(stage);
    const double gap = stage->slot_us[full] - stage->slot_us[least];
    if (gap < UNEVEN_US || gap < UNEVEN_PART * stage->slot_us[full]) return;

    /* Find the session whose time is nearest to half of the difference. A session as long as the whole
     * difference would only exchange the two slots. */
    pd_srv_session *best = NULL;
    double best_us = MOVES_PART * gap;
    for (pd_srv_session *s = stage->sessions; s; s = s->next) {
        const double us = SESSION_US + s->motion_us;
        if (s->slot != full || s->dead || us > MOVES_PART * gap) continue;
        if (best && fabs(us - gap / 2) >= fabs(best_us - gap / 2)) continue;
        best = s;
        best_us = us;
    }

    if (!best) return;
    stage->slot_us[full] -= best_us;
    stage->slot_us[least] += best_us;
    pd_srv_plan_move(stage, best, least);
}

void pd_srv_stage_adapt(pd_srv_stage *stage, double late_us, int64_t behind)
{
    PD_ASSERT(stage->rate > 0);
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

/* Returns the average divisor of the frames that were sent, for the requested one; 0: none was sent. */
static double came_out(int divisor, unsigned due, unsigned given)
{
    return given ? (double)divisor * due / given : due ? 0 : divisor;
}

/* Returns true when a divisor differs by more than a quarter from the reported one,
 * or frames have stopped or begun again. */
static bool is_news(double now, double told)
{
    return now <= 0 || told <= 0 ? (now > 0) != (told > 0) : fabs(now - told) > 0.25 * told;
}

/* Sends `lowered` to a subscriber when what it receives has changed noticeably since the last report. */
static void tell_one(const pd_srv_stage *stage, const pd_srv_session *s, pd_srv_subscriber *v)
{
    int asked = v->profile.divisor;
    bool has_vertices = v->profile.channels & PD_API_CHANNEL_VERTICES && s->vertices_due;
    bool all_frames = v->frames_given == v->frames_due;
    bool whole = all_frames && (!has_vertices || s->vertices_given == s->vertices_due);
    double frames = came_out(asked, v->frames_due, v->frames_given);
    double vertices = frames;

    if (has_vertices) vertices = frames / asked * came_out(asked, s->vertices_due, s->vertices_given);
    if (whole ? !v->is_lowered
              : v->is_lowered && !is_news(frames, v->told_frames) && !is_news(vertices, v->told_vertices))
        return;

    v->is_lowered = !whole;
    pd_buffer text = {0};
    v->told_frames = frames;
    v->told_vertices = vertices;
    pd_api_write_lowered(&text, &(pd_api_lowered){.asked = asked,
                                                  .is_whole = whole,
                                                  .has_vertices = has_vertices,
                                                  .frames = frames,
                                                  .vertices = vertices});
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

void pd_srv_stage_learn(pd_srv_stage *stage, pd_srv_unit_cost *cost, double us, int count)
{
    pthread_mutex_lock(&stage->lock);
    pd_srv_unit_cost_learn(cost, us, count);
    pthread_mutex_unlock(&stage->lock);
}
