#include "core/character/action/space.h"

#include "core/base/assert.h"
#include "core/math/elementary.h"
#include "core/math/plane.h"
#include "core/character/control/rig.h"

#include <stdint.h>
#include <string.h>

#define FAR   5.0 /* metres: radius within which others are avoided, and width of a cell */
#define MOST  32  /* largest number of others that a decision takes into account */
#define HOLDS 4   /* ticks between decisions */
/* Seconds: each of the two delays from a stick to the velocity (parts_of). Over 60 s of twenty people who
 * cross, positions predicted for half a second ahead are wrong by 8.7 cm (root mean square). */
#define LAG   0.25

/* Room: distance that is kept beyond `space`, metres, because motion differs from its prediction. Least
 * distance between any two of twenty people on a circle of 8 m with space 0.6, in five and six runs: 0.41 m
 * with a room of 0.3 m, 0.55 m with 0.4 m. */
#define ROOM_PART  0.75 /* largest room, as a fraction of the space; within that ... */
#define ROOM_UP_TO 1.05 /* ... space and room add up to this distance, metres ... */
#define ROOM_LEAST 0.15 /* ... or the room is this, metres, if that is more */
#define STANDS     0.4  /* factor of the room from those who stand, whose motion is easier to predict */
#define LEEWAY     0.03 /* metres: least room from those who stand */

/* Pushes between near neighbours. */
#define PUSH_LEAST 0.6  /* metres: least distance of roots, or `space` if less; hips get 5 cm nearer */
#define PUSH_S     0.25 /* seconds: shortest time in which the remaining distance may be covered */
#define PUSH_MOST  1.5  /* m/s: largest push */
#define PUSH_FAR   1.5  /* metres: neighbours farther away are not reached within PUSH_S */
#define PUSH_SAME  1e-6 /* metres: roots that are nearer have no direction between them */

/* Costs. A cost of 1 is that of a velocity which differs from the requested one by a full stick. */
#define KEEP  0.25 /* cost of a full stick of difference from the last decision */
#define LEFT  0.08 /* cost of each radian to the left, so that in doubt everybody passes on the right */
#define NEAR  90.0 /* cost of a second at distance 0, now */
#define SOON  0.5  /* seconds after which that cost is halved */
#define TIRED 0.5  /* cost of standing without any patience left */

#define WAITS    4.0  /* seconds of waiting after which patience begins to fall */
#define ADVANCES 0.3  /* fraction of the requested stick: a character that advances by less waits */
#define LESS     0.4  /* fraction of the space that is given up without patience ... */
#define LAST     0.56 /* ... and the least space then, metres, or the requested one if that is less */
#define EVADES   0.9  /* fraction of the requested stick: a decision with less of it counts as evading */

/* Sampled directions, radians from the requested one, and speeds as fractions of it. */
static const double rotations[] = {0,    -.2, .2,   -.45, .45,  -.75, .75,
                                   -1.1, 1.1, -1.6, 1.6,  -2.3, 2.3,  3.14159};
static const double paces[] = {1, .6};

/* Bounds of the intervals of time for which danger is computed, seconds from now. */
#define PIECES 8
static const double times[PIECES + 1] = {0, .25, .5, .75, 1, 1.35, 1.75, 2.25, 3};

/* -- neighbours ------------------------------------------------------------------------- */

static unsigned space_cell_of(int x, int z, int company, unsigned cells)
{
    PD_DEBUG_ASSERT(cells > 0 && (cells & (cells - 1)) == 0);
    uint32_t h = (uint32_t)x * 0x9e3779b1u ^ (uint32_t)z * 0x85ebca77u ^ (uint32_t)company * 0xc2b2ae3du;
    return (h ^ h >> 15) & (cells - 1);
}

static int cell_along(double at)
{
    return (int)floor(at / FAR);
}

static unsigned cell_at(const pd_character_neighbour *p, unsigned cells)
{
    return space_cell_of(cell_along(p->at[0]), cell_along(p->at[1]), p->company, cells);
}

static unsigned cells_for(int count)
{
    PD_ASSERT(count >= 0);
    unsigned cells = 16;
    while (cells < 2 * (unsigned)count) cells *= 2;
    return cells;
}

size_t pd_character_neighbours_bytes(int count)
{
    return pd_arena_bytes(cells_for(count) + 2, sizeof(int)) + pd_arena_bytes((size_t)count, sizeof(int));
}

void pd_character_neighbours_init(pd_character_neighbours *out, const pd_character_neighbour *people,
                                  int count, pd_arena *arena)
{
    *out = (pd_character_neighbours){.people = people, .count = count, .cells = cells_for(count)};
    out->starts = pd_arena_take(arena, out->cells + 2, sizeof *out->starts);
    out->order = pd_arena_take(arena, (size_t)count, sizeof *out->order);

    /* Counting sort by cell. At first starts[c + 2] counts the entries of cell c. Then starts[c + 1] is the
     * index for its next entry, and at last its end. */
    memset(out->starts, 0, (out->cells + 2) * sizeof *out->starts);
    for (int i = 0; i < count; i++) out->starts[cell_at(&people[i], out->cells) + 2]++;
    for (unsigned c = 2; c < out->cells + 2; c++) out->starts[c] += out->starts[c - 1];
    for (int i = 0; i < count; i++) out->order[out->starts[cell_at(&people[i], out->cells) + 1]++] = i;
    PD_ASSERT(out->starts[0] == 0 && out->starts[out->cells] == count);
}

/* Computes the coefficients, in seconds, that predict a character's position at each of `times` from its
 * stick w (as a velocity), its drive u and its velocity v. The response to a stick is two equal delays in
 * series:
 *
 *     LAG u' = w - u,   LAG v' = u - v,   position(t) = position + w stick(t) + u drive(t) + v speed(t)
 */
static void parts_of(double stick[PIECES + 1], double drive[PIECES + 1], double speed[PIECES + 1])
{
    for (int k = 0; k <= PIECES; k++) {
        const double s = times[k] / LAG;
        const double e = pd_exp(-s);
        speed[k] = LAG * (1 - e);
        drive[k] = LAG * (1 - e * (1 + s));
        stick[k] = times[k] - speed[k] - drive[k];
    }
}

/* A neighbour of the deciding character. */
typedef struct other {
    double way[PIECES + 1]
              [2]; /* predicted position relative to the deciding character, whose stick counts as 0 */
    double square; /* square of the present distance */
    double space;  /* metres to keep from it */
} other;

/* The deciding character. */
typedef struct walker {
    const pd_character_space *state;
    const pd_character_neighbour *me;
    double space, room; /* metres */
    double speed;       /* m/s of the full stick */
    double patience;    /* 1: it has not waited, 0: it requires the least space */
    double tired;       /* cost of standing */
    double stick[PIECES + 1], drive[PIECES + 1], pace[PIECES + 1]; /* coefficients of parts_of */
} walker;

/* Advances the drive by a tick of the decided stick. */
static void follow_stick(pd_character_space *state, double speed)
{
    for (int c = 0; c < 2; c++)
        state->drive[c] +=
            (1 - pd_exp(-1 / PD_CHARACTER_RATE / LAG)) * (speed * state->move[c] - state->drive[c]);
}

/* Predicts a neighbour's path, and returns whether it could come within the walker's space during `times`. */
static bool approach(other *o, const walker *w, const pd_character_neighbour *p)
{
    bool reaches = false;
    const bool stands = !p->yields && p->wanted[0] == 0 && p->wanted[1] == 0;

    o->space = w->space + w->room * (stands ? STANDS * w->patience : 1);

    /* If a standing neighbour is nearer already, the walker must not come nearer but need not leave. */
    if (stands) o->space = pd_fmax(w->space + LEEWAY, pd_fmin(o->space, sqrt(o->square)));
    for (int k = 0; k <= PIECES; k++) {
        for (int c = 0; c < 2; c++)
            o->way[k][c] = p->at[c] - w->me->at[c] + w->stick[k] * p->wanted[c] +
                           w->drive[k] * (p->drive[c] - w->me->drive[c]) +
                           w->pace[k] * (p->velocity[c] - w->me->velocity[c]);
        reaches |= pd_plane_length(o->way[k]) < o->space + w->speed * (w->stick[k] + 0.4);
    }

    return reaches;
}

/* Computes the hashes of the nine cells around a character, each different one once. Returns their number. */
static int cells_around(unsigned out[9], const pd_character_neighbours *all, const pd_character_neighbour *me)
{
    const int x = cell_along(me->at[0]);
    const int z = cell_along(me->at[1]);
    int count = 0;

    for (int k = 0; k < 9; k++) {
        const unsigned cell = space_cell_of(x + k % 3 - 1, z + k / 3 - 1, me->company, all->cells);
        bool twice = false;
        for (int j = 0; j < count; j++) twice |= out[j] == cell;
        if (!twice) out[count++] = cell;
    }

    return count;
}

/* Finds the nearest neighbours that matter, at most MOST, and sets *count. */
static void look_around(other near[MOST], int *count, const pd_character_neighbours *all, const walker *w)
{
    const pd_character_neighbour *me = w->me;
    unsigned around[9];
    int farthest = 0;

    *count = 0;
    for (int k = cells_around(around, all, me) - 1; k >= 0; k--) {
        const unsigned cell = around[k];

        /* Keep the nearest MOST: a new one replaces the farthest. */
        for (int i = all->starts[cell]; i < all->starts[cell + 1]; i++) {
            const pd_character_neighbour *p = &all->people[all->order[i]];
            if (p == me || p->company != me->company) continue;
            const double apart[2] = {p->at[0] - me->at[0], p->at[1] - me->at[1]};
            other o = {.square = pd_plane_dot(apart, apart)};
            if (o.square > FAR * FAR || (*count == MOST && o.square >= near[farthest].square)) continue;
            if (!approach(&o, w, p)) continue;

            near[*count < MOST ? (*count)++ : farthest] = o;
            farthest = 0;
            for (int j = 1; *count == MOST && j < MOST; j++)
                if (near[j].square > near[farthest].square) farthest = j;
        }
    }
}

/* -- decision ------------------------------------------------------------------------------- */

/* Returns the cost of coming nearer to a neighbour than allowed, for a requested velocity: the duration,
 * weighted by how soon and how near. */
static double danger(const other *o, const walker *w, const double velocity[2])
{
    double cost = 0;
    double from[2] = {o->way[0][0], o->way[0][1]};

    for (int k = 0; k < PIECES; k++) {
        double to[2], by[2];
        for (int c = 0; c < 2; c++) {
            to[c] = o->way[k + 1][c] - w->stick[k + 1] * velocity[c];
            by[c] = to[c] - from[c];
        }

        /* Least distance in this interval, in which the relative path is treated as straight. */
        const double square = pd_plane_dot(by, by);
        const double part = square > 0 ? pd_plane_clamp(-pd_plane_dot(from, by) / square, 0, 1) : 0;
        const double least[2] = {from[0] + part * by[0], from[1] + part * by[1]};
        const double distance = pd_plane_length(least);
        memcpy(from, to, sizeof from);
        if (distance >= o->space) continue;

        const double near = 1 - distance / o->space;
        const double when = times[k] + part * (times[k + 1] - times[k]);
        cost += NEAR * (times[k + 1] - times[k]) * near * SOON / (SOON + when);
    }

    return cost;
}

/* Chooses the stick with the least cost. */
static void decide(double out[2], const double asked[2], const walker *w, const other *near, int count)
{
    PD_ASSERT(count >= 0 && count <= MOST);
    const pd_character_space *state = w->state;
    double best = INFINITY;
    const int directions = sizeof rotations / sizeof *rotations;
    const int choices = 2 * directions + 1;

    /* Try each direction at each pace, and standing. */
    for (int i = 0; i < choices; i++) {
        double move[2], velocity[2];
        const bool stands = i == choices - 1;
        pd_plane_turn(move, asked, rotations[i % directions]);
        for (int c = 0; c < 2; c++) {
            move[c] *= stands ? 0 : paces[i / directions];
            velocity[c] = w->speed * move[c];
        }

        /* Add up the costs of the difference from the request, of the change,
         * and of the dangers. Keep the cheapest. */
        double change = state->ticks ? pd_hypot(move[0] - state->move[0], move[1] - state->move[1]) : 0;
        double cost = pd_hypot(move[0] - asked[0], move[1] - asked[1]) + KEEP * change;
        cost += stands ? w->tired : LEFT * pd_fmax(rotations[i % directions], 0);
        for (int j = 0; j < count && cost < best; j++) cost += danger(&near[j], w, velocity);
        if (cost >= best) continue;
        best = cost;
        memcpy(out, move, sizeof move);
    }
}

void pd_character_space_step(pd_character_input *input, pd_character_space *state,
                             const pd_character_neighbours *all, int self, double space, double speed)
{
    /* A character whose stick is at rest avoids nobody. */
    PD_ASSERT(self >= 0 && self < all->count);
    double push = pd_character_input_push(input);
    double asked[2] = {input->move[0], input->move[1]};
    if (push <= 0) {
        *state = (pd_character_space){.drive = {state->drive[0], state->drive[1]}};
        follow_stick(state, 0);
        return;
    }

    if (pd_hypot(asked[0], asked[1]) > 1) pd_plane_unit(asked, asked);

    /* Compute the loss of patience, 0 to 1, from the time of waiting. */
    const bool waits =
        state->ticks && pd_plane_dot(state->move, asked) < ADVANCES * pd_plane_dot(asked, asked);
    const int most = (int)(2 * WAITS * PD_CHARACTER_RATE);
    state->waited = waits ? state->waited + (state->waited < most) : state->waited - (state->waited > 0);
    const double lost = pd_plane_clamp(state->waited / PD_CHARACTER_RATE / WAITS - 1, 0, 1);

    /* Decide every HOLDS ticks, each character in its own. With less patience it keeps less distance, and
     * standing costs more. */
    if (!state->ticks || (state->ticks + self) % HOLDS == 0) {
        walker w = {.state = state,
                    .me = &all->people[self],
                    .space = pd_fmax((1 - LESS * lost) * space, pd_fmin(space, LAST)),
                    .room = pd_fmin(ROOM_PART * space, pd_fmax(ROOM_LEAST, ROOM_UP_TO - space)),
                    .patience = 1 - lost,
                    .speed = speed,
                    .tired = TIRED * lost};
        other near[MOST];
        int count;
        double move[2] = {0};
        parts_of(w.stick, w.drive, w.pace);
        look_around(near, &count, all, &w);
        decide(move, asked, &w, near, count);
        memcpy(state->move, move, sizeof move);
    }

    state->ticks = state->ticks % (1 << 20) + 1;
    follow_stick(state, speed);
    input->evades = pd_plane_dot(state->move, asked) < EVADES * pd_plane_dot(asked, asked);
    memcpy(input->move, state->move, sizeof state->move);
}

void pd_character_space_push(double out[2], const pd_character_neighbours *all, int self, double space)
{
    PD_ASSERT(self >= 0 && self < all->count);
    const pd_character_neighbour *me = &all->people[self];
    const double least = pd_fmin(space, PUSH_LEAST);
    unsigned around[9];
    out[0] = out[1] = 0;
    for (int k = cells_around(around, all, me) - 1; k >= 0; k--)
        for (int i = all->starts[around[k]]; i < all->starts[around[k] + 1]; i++) {
            const pd_character_neighbour *p = &all->people[all->order[i]];
            if (p == me || p->company != me->company) continue;
            const double to[2] = {p->at[0] - me->at[0], p->at[1] - me->at[1]};
            const double distance = pd_plane_length(to);
            if (distance > PUSH_FAR || distance < PUSH_SAME) continue;

            /* Push by the excess of the approach speed. Of a walking and a standing character only the
             * walking one is pushed. */
            const double by[2] = {me->own[0] - p->own[0], me->own[1] - p->own[1]};
            const double over = pd_plane_dot(by, to) / distance - (distance - least) / PUSH_S;
            const double share = !p->yields ? 1 : me->yields ? 0.5 : 0;
            const double push = pd_plane_clamp(share * over, 0, PUSH_MOST) / distance / PD_CHARACTER_RATE;
            for (int c = 0; c < 2; c++) out[c] -= push * to[c];
        }
}
