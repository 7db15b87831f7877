#include "core/character/rollout/random_stick.h"

#include "core/base/assert.h"
#include "core/base/rng.h"
#include "core/math/elementary.h"

#include <math.h>
#include <stdbool.h>

#define SHORTEST  0.1 /* seconds between two cues */
#define JUMP_HELD 0.1 /* seconds */
#define SPIN_STEP 0.1 /* seconds between two directions of a spin */

typedef struct player {
    pd_rng rng;
    pd_character_cue *cues;
    int count, room;
    double time, end, direction;
} player;

static bool chance(player *p, double part)
{
    return pd_rng_uniform(&p->rng) < part;
}

static pd_character_input towards(double direction, double size, pd_character_want gait)
{
    return (pd_character_input){.move = {size * pd_sin(direction), size * pd_cos(direction)}, .gait = gait};
}

/* Adds a cue that holds for at least `seconds`. */
static void hold_random_stick(player *p, pd_character_input input, double seconds)
{
    PD_ASSERT(p->count <= p->room || p->room < 0);
    if (p->count < p->room && p->time < p->end) p->cues[p->count++] = (pd_character_cue){p->time, input};
    p->time += pd_fmax(SHORTEST, seconds);
}

static void jump(player *p, pd_character_input input)
{
    pd_character_input up = input;
    up.jump = 1;
    hold_random_stick(p, up, JUMP_HELD);
    hold_random_stick(p, input, pd_rng_between(&p->rng, 0.8, 1.5));
}

/* Adds one realistic action. */
static void play(player *p)
{
    double kind = pd_rng_uniform(&p->rng);
    pd_character_want gait = chance(p, 0.4) ? PD_CHARACTER_WANT_JOG : PD_CHARACTER_WANT_WALK;

    p->direction += pd_rng_between(&p->rng, -2, 2) * M_PI / 3;
    pd_character_input input =
        towards(p->direction, chance(p, 0.25) ? pd_rng_between(&p->rng, 0.4, 1) : 1, gait);
    if (kind < 0.15) input.move[0] = input.move[1] = 0;
    if (kind > 0.72 && kind < 0.82) input.gait = PD_CHARACTER_WANT_CROUCH;

    if (kind > 0.82 && kind < 0.94) {
        double look = p->direction + pd_rng_between(&p->rng, -M_PI, M_PI);
        input.gait = PD_CHARACTER_WANT_WALK;
        input.strafe = 1;
        input.has_look = 1;
        input.look[0] = pd_sin(look);
        input.look[1] = pd_cos(look);
    }

    hold_random_stick(p, input, pd_rng_between(&p->rng, 1, 4));
    if (kind >= 0.94) jump(p, input);
}

/* Adds one extreme action. */
static void stick(player *p)
{
    double kind = pd_rng_uniform(&p->rng);
    pd_character_want gait = chance(p, 0.5) ? PD_CHARACTER_WANT_JOG : PD_CHARACTER_WANT_WALK;

    /* A new direction, often the opposite one, with a random push. */
    p->direction = chance(p, 0.3) ? p->direction + M_PI : pd_rng_between(&p->rng, -M_PI, M_PI);
    pd_character_input input =
        towards(p->direction, chance(p, 0.2) ? 0 : pd_rng_between(&p->rng, 0.3, 1), gait);

    /* Some sticks run, crouch or strafe. */
    if (kind < 0.3 && gait == PD_CHARACTER_WANT_JOG) {
        input = towards(p->direction, 1, gait);
        input.speed = 3.3;
    }

    if (kind > 0.9) input.gait = PD_CHARACTER_WANT_CROUCH;
    if (kind > 0.8 && kind < 0.9) input.strafe = 1;

    /* Some spin in place. */
    if (kind > 0.7 && kind < 0.8) {
        double rate = pd_rng_between(&p->rng, M_PI / 2, 2 * M_PI) * (chance(p, 0.5) ? 1 : -1);
        for (int i = 0; i < 10; i++) {
            p->direction += rate * SPIN_STEP;
            hold_random_stick(p, towards(p->direction, 1, gait), SPIN_STEP);
        }

        return;
    }

    /* The others are held for a while, and some of them jump. */
    hold_random_stick(p, input, pd_rng_between(&p->rng, 0.3, 1.5));
    if (kind > 0.6 && kind < 0.7) jump(p, input);
}

int pd_character_random_room(double seconds)
{
    return (int)(seconds / SHORTEST) + 16;
}

int pd_character_random_cues(pd_character_cue *cues, int room, pd_character_random_kind kind, uint64_t seed,
                             double seconds)
{
    player p = {.cues = cues, .room = room, .end = seconds};
    pd_rng_init(&p.rng, seed);
    while (p.time < seconds && p.count < room) kind == PD_CHARACTER_RANDOM_PLAY ? play(&p) : stick(&p);
    PD_ASSERT(p.count <= room || p.count == 0);
    return p.count;
}
