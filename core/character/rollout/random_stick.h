#ifndef PD_CHARACTER_ROLLOUT_RANDOM_STICK_H
#define PD_CHARACTER_ROLLOUT_RANDOM_STICK_H
/* A random player: generates inputs that are reproducible by their seed.
 *
 *     play    realistic inputs: walks and jogs of 1 to 4 s, turns of up to 120 degrees, stands, strafes,
 *             crouches, an occasional jump
 *     stick   extreme inputs: new directions every 0.3 to 1.5 s, reversals at full speed, spins, jumps in
 *             between
 *
 * Units    seconds, radians; world axes.
 * Memory   the caller provides the array; pd_character_random_room returns its size.
 * Threads  pure functions. Errors none.
 */
#include "core/character/rollout/rollout.h"

#include <stdint.h>

typedef enum pd_character_random_kind {
    PD_CHARACTER_RANDOM_PLAY,
    PD_CHARACTER_RANDOM_STICK
} pd_character_random_kind;

/* Returns the largest number of cues for a duration in seconds. */
int pd_character_random_room(double seconds);
/* Fills cues (room) and returns their number. */
int pd_character_random_cues(pd_character_cue *cues, int room, pd_character_random_kind kind, uint64_t seed,
                             double seconds);

#endif
