#ifndef PD_PFNN_RANDOM_STICK_H
#define PD_PFNN_RANDOM_STICK_H
/* A random player: inputs by chance, the same for the same seed.
 *
 *     play    what people do: walks and jogs of 1 to 4 s, turns of up to 120 degrees, stands, strafes, crouches, a jump now and then
 *     stick   what no player should do: new directions every 0.3 to 1.5 s, flips at full speed, spins, jumps in between
 *
 * Units    seconds, radians; world axes.
 * Memory   the caller's room; pd_pfnn_random_cues says how many there are.
 */
#include "core/pfnn/rollout/rollout.h"

#include <stdint.h>

typedef enum pd_pfnn_random_kind { PD_PFNN_RANDOM_PLAY, PD_PFNN_RANDOM_STICK } pd_pfnn_random_kind;

/* At most this many for so many seconds. */
int pd_pfnn_random_room(double seconds);
/* Fills cues (room) and returns how many. */
int pd_pfnn_random_cues(pd_pfnn_cue *cues, int room, pd_pfnn_random_kind kind, uint64_t seed, double seconds);

#endif
