#ifndef PD_CHARACTER_CONTROL_LOAD_CARRIED_H
#define PD_CHARACTER_CONTROL_LOAD_CARRIED_H
/* What a carried load does to a character: it slows it, and the trunk leans so that the load and the upper
 * body stay over the hips.
 *
 *     speed of each gait    times sqrt(M/(M + m))
 *     accelerations         times M/(M + m): brake, brake_jog, plant_brake, plant_push
 *     lean of the trunk     (U h) sin a + m (h_m sin a + d cos a) = 0: forward for a load on the back, and
 *                           half of it backward for one before the body, where hips and arms take the rest
 *         m: load, kg; d: load_ahead, metres ahead of the trunk; M: 75 kg; U = 0.6 M, h = 0.35 m: mass of
 *         the upper body and its height over the hips; h_m = 0.3 m: height of the load over the hips
 *
 * A character with 20 kg on the back walked at 1.07 instead of 1.20 m/s and leaned 5.6 degrees more.
 *
 * Units    kilograms, metres, radians.
 * Threads  pure functions.   Errors  none.
 */
#include "core/character/control/control.h"

/* Returns the factor of the gaits' speeds. */
double pd_character_load_slows(const pd_character_control *control);
/* Changes the accelerations for the load; without a load nothing. */
void pd_character_load_apply(pd_character_control *control);
/* Returns the angle by which the trunk leans forward. */
double pd_character_load_lean(const pd_character_control *control);

#endif
