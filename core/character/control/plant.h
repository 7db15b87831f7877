#ifndef PD_CHARACTER_CONTROL_PLANT_H
#define PD_CHARACTER_CONTROL_PLANT_H
/* Sharp turns of a run: the goal's velocity brakes, then pushes off towards the stick, as people do it.
 *
 *     brake   v moves towards l by at most plant_brake a second; when it is there:
 *     push    v moves towards the requested velocity by at most plant_push a second
 *         l: least velocity, between the old and the new direction; |l| = LEAST ((pi - off)/(pi/2))^2 of the
 *         requested speed, off: angle of the turn
 *
 * The network sees this plan in the future of the trajectory, velocity and labels of every frame, as it has
 * seen captured turns. Labels follow the planned speed: jog, walk, stand; and in between crouch, because
 * people lower their hips by 5 to 16 cm there.
 *
 * In 23 captured turns of a run (three people of ACCAD, CMU 16) the least speed is 0.14 to 0.21 m/s at 180
 * degrees, 0.27 to 1.4 (median 0.4) at 135 and 0.84 to 2.3 (median 1.6) at 90. Without a plan the network
 * turns on a curve at 1.4 (180 degrees), 2.0 (135) and 2.5 m/s (90).
 *
 * Units    metres, seconds in the character's own time, world x and z.
 * Memory   plain, copyable, part of pd_character_goal. A zeroed struct is no turn.
 * Threads  pure.   Errors  none.
 */
#include "core/character/control/control.h"
#include "core/pfnn/layout.h"

#include <stdbool.h>

typedef enum pd_character_plant_stage {
    PD_CHARACTER_PLANT_NONE,
    PD_CHARACTER_PLANT_BRAKES,
    PD_CHARACTER_PLANT_PUSHES
} pd_character_plant_stage;

typedef struct pd_character_plant {
    int stage;       /* pd_character_plant_stage */
    double least[2]; /* m/s: velocity at which it turns */
} pd_character_plant;

/* Begins a turn, or ends one that brakes when the stick returns. Returns true when a turn has begun.
 * moves: velocity of the root; dir: direction of the stick, unit; speed: requested, m/s. */
bool pd_character_plant_begin(pd_character_plant *plant, const double moves[2], const double dir[2],
                              double speed, const pd_character_control *control);
/* Advances a velocity by a frame of the turn; without a turn it stays as it is. asked: the requested
 * velocity. */
void pd_character_plant_step(double velocity[2], pd_character_plant *plant, const double asked[2],
                             const pd_character_control *control);
/* Sets the gait weights that a frame with this velocity has in a turn. */
void pd_character_plant_gaits(float gaits[PD_PFNN_GAITS], const double velocity[2],
                              const pd_character_control *control);

#endif
