#include "core/pfnn/rollout/space.h"

#include "core/base/assert.h"
#include "core/math/plane.h"
#include "core/pfnn/rig.h"

#include <stdint.h>
#include <string.h>

#define FAR     5.0  /* metres: others farther off do not count; also the width of a cell   */
#define HORIZON 3.0  /* seconds: meetings later than this do not count                      */
#define LAG     0.4  /* seconds until a character goes where its stick says                 */
#define HOLDS   5    /* ticks between decisions                                             */
#define KEEP    0.3  /* cost of another velocity than the last, a full stick                */
#define SOON    1.2  /* cost of a meeting, times seconds                                    */
#define AT_ONCE 0.15 /* seconds: what keeps that finite                                     */
#define INSIDE  8.0  /* cost of being nearer than allowed                                   */
#define CLOSER  3.0  /* and of coming nearer yet, a metre a second                          */
#define WAITS   4.0  /* seconds until it asks for less room                                 */
#define LESS    0.4  /* less of it at most                                                  */
#define TIRED   0.5  /* cost of standing on, by then, a full stick                          */
#define EVADES  0.9  /* part of the stick asked for that is left, below which it counts as evading */
#define MOST    24   /* others that are looked at                                           */

static const double rotations[] = {0, .35, -.35, .7, -.7, 1.1, -1.1, 1.6, -1.6, 2.3, -2.3, 3.14159};
static const double paces[] = {1, .6};

/* -- who is near ------------------------------------------------------------------------ */

static unsigned cell_of(int x, int z, int company, unsigned cells)
{
    PD_DEBUG_ASSERT(cells > 0 && (cells & (cells - 1)) == 0);
    uint32_t h = (uint32_t)x * 0x9e3779b1u ^ (uint32_t)z * 0x85ebca77u ^ (uint32_t)company * 0xc2b2ae3du;
    return (h ^ h >> 15) & (cells - 1);
}

static int cell_along(double at)
{
    return (int)floor(at / FAR);
}

static unsigned cell_at(const pd_pfnn_neighbour *p, unsigned cells)
{
    return cell_of(cell_along(p->at[0]), cell_along(p->at[1]), p->company, cells);
}

static unsigned cells_for(int count)
{
    PD_ASSERT(count >= 0);
    unsigned cells = 16;
    while (cells < 2 * (unsigned)count) cells *= 2;
    return cells;
}

size_t pd_pfnn_neighbours_bytes(int count)
{
    return pd_arena_bytes(cells_for(count) + 2, sizeof(int)) + pd_arena_bytes((size_t)count, sizeof(int));
}

void pd_pfnn_neighbours_init(pd_pfnn_neighbours *out, const pd_pfnn_neighbour *people, int count,
                             pd_arena *arena)
{
    *out = (pd_pfnn_neighbours){.people = people, .count = count, .cells = cells_for(count)};
    out->starts = pd_arena_take(arena, out->cells + 2, sizeof *out->starts);
    out->order = pd_arena_take(arena, (size_t)count, sizeof *out->order);

    /* A counting sort by cell: starts[c + 2] counts cell c, then starts[c + 1] is where its next one goes, and at last where it ends. */
    memset(out->starts, 0, (out->cells + 2) * sizeof *out->starts);
    for (int i = 0; i < count; i++) out->starts[cell_at(&people[i], out->cells) + 2]++;
    for (unsigned c = 2; c < out->cells + 2; c++) out->starts[c] += out->starts[c - 1];
    for (int i = 0; i < count; i++) out->order[out->starts[cell_at(&people[i], out->cells) + 1]++] = i;
    PD_ASSERT(out->starts[0] == 0 && out->starts[out->cells] == count);
}

/* A neighbour as seen from the one that decides: where both will be when its stick takes effect. */
typedef struct other {
    double apart[2], velocity[2], square;
    bool yields;
} other;

/* Finds the nearest neighbours, at most MOST, and sets *count. */
static void look_around(other near[MOST], int *count, const pd_pfnn_neighbours *all, int self)
{
    PD_ASSERT(self >= 0 && self < all->count);
    const pd_pfnn_neighbour *me = &all->people[self];
    int x = cell_along(me->at[0]), z = cell_along(me->at[1]), farthest = 0;
    unsigned seen[9];
    *count = 0;

    /* Search the nine cells around. Different cells may share a hash, so each hash is searched once. */
    for (int k = 0; k < 9; k++) {
        unsigned cell = seen[k] = cell_of(x + k % 3 - 1, z + k / 3 - 1, me->company, all->cells);
        bool twice = false;
        for (int j = 0; j < k; j++) twice |= seen[j] == cell;
        if (twice) continue;

        /* Keep the nearest; the farthest of them is replaced. */
        for (int i = all->starts[cell]; i < all->starts[cell + 1]; i++) {
            const pd_pfnn_neighbour *p = &all->people[all->order[i]];
            if (p == me || p->company != me->company) continue;
            other o = {.velocity = {p->velocity[0], p->velocity[1]}, .yields = p->yields};
            for (int c = 0; c < 2; c++)
                o.apart[c] = p->at[c] - me->at[c] + LAG * (p->velocity[c] - me->velocity[c]);
            o.square = pd_plane_dot(o.apart, o.apart);
            if (o.square > FAR * FAR || (*count == MOST && o.square >= near[farthest].square)) continue;

            near[*count < MOST ? (*count)++ : farthest] = o;
            farthest = 0;
            for (int j = 1; *count == MOST && j < MOST; j++)
                if (near[j].square > near[farthest].square) farthest = j;
        }
    }
}

/* -- what to do ----------------------------------------------------------------------------- */

/* Seconds until two are nearer than space when the first moves by velocity seen from the second; 0: they are. */
static double meeting(const other *o, const double velocity[2], double space)
{
    double c = o->square - space * space, b = pd_plane_dot(o->apart, velocity);
    double a = pd_plane_dot(velocity, velocity), root = b * b - a * c;
    if (c <= 0) return 0;
    return b <= 0 || root < 0 ? INFINITY : (b - sqrt(root)) / a;
}

static double danger(const other *o, const double own[2], const double velocity[2], double space)
{
    double seen[2], share = o->yields ? 2 : 1;
    for (int c = 0; c < 2; c++) seen[c] = share * velocity[c] - (share - 1) * own[c] - o->velocity[c];

    double t = meeting(o, seen, space);
    if (t >= HORIZON) return 0;
    if (t > 0) return SOON / (t + AT_ONCE) - SOON / (HORIZON + AT_ONCE);
    double distance = fmax(sqrt(o->square), 0.1);
    return INSIDE * (2 - distance / space) + CLOSER * pd_plane_dot(o->apart, seen) / distance;
}

/* The character that decides: how it moves now, its speed at a full stick, and the room that it asks for. */
typedef struct walker {
    const pd_pfnn_space *state;
    const double *velocity;
    double space, speed;
    double tired; /* cost of standing on */
} walker;

/* Chooses a direction and a pace that avoid the neighbours. */
static void decide(double out[2], const double asked[2], const walker *w, const other *near, int count)
{
    PD_ASSERT(count >= 0 && count <= MOST);
    const pd_pfnn_space *state = w->state;
    double best = INFINITY;
    const int directions = sizeof rotations / sizeof *rotations, choices = 2 * directions + 1;

    /* Try each direction at each pace, and standing. */
    for (int i = 0; i < choices; i++) {
        double move[2], velocity[2];
        pd_plane_turn(move, asked, rotations[i % directions]);
        for (int c = 0; c < 2; c++) {
            move[c] *= i == choices - 1 ? 0 : paces[i / directions];
            velocity[c] = w->speed * move[c];
        }

        /* Cost: distance from what is asked, change, and the worst danger. Keep the cheapest. */
        double worst = 0,
               change = state->ticks ? hypot(move[0] - state->move[0], move[1] - state->move[1]) : 0;
        for (int j = 0; j < count; j++)
            worst = fmax(worst, danger(&near[j], w->velocity, velocity, w->space));
        double cost = hypot(move[0] - asked[0], move[1] - asked[1]) + KEEP * change + worst +
                      (i == choices - 1 ? w->tired : 0);
        if (cost >= best) continue;
        best = cost;
        memcpy(out, move, sizeof move);
    }
}

void pd_pfnn_space_step(pd_pfnn_input *input, pd_pfnn_space *state, const pd_pfnn_neighbours *all, int self,
                        double space, double speed)
{
    /* Without a push there is nothing to avoid. */
    double push = pd_pfnn_input_push(input), asked[2] = {input->move[0], input->move[1]};
    if (push <= 0) {
        *state = (pd_pfnn_space){0};
        return;
    }
    if (hypot(asked[0], asked[1]) > 1) pd_plane_unit(asked, asked);

    /* Patience that is lost, 0 to 1, by how long the character has waited. */
    const bool waits = state->ticks && state->move[0] == 0 && state->move[1] == 0;
    const int most = (int)(2 * WAITS * PD_PFNN_RATE);
    state->waited = waits ? state->waited + (state->waited < most) : state->waited - (state->waited > 0);
    const double lost = pd_plane_clamp(state->waited / PD_PFNN_RATE / WAITS - 1, 0, 1);

    /* With less patience it keeps less distance, and standing costs more. */
    const walker w = {state, all->people[self].velocity, (1 - LESS * lost) * space, speed, TIRED * lost};

    /* Decide now and then, each character in its own tick. */
    if (!state->ticks || (state->ticks + self) % HOLDS == 0) {
        other near[MOST];
        int count;
        double move[2] = {0};
        look_around(near, &count, all, self);
        decide(move, asked, &w, near, count);
        memcpy(state->move, move, sizeof move);
    }
    state->ticks = state->ticks % (1 << 20) + 1;
    input->evades = pd_plane_dot(state->move, asked) < EVADES * pd_plane_dot(asked, asked);
    memcpy(input->move, state->move, sizeof state->move);
}
