#ifndef PD_CHARACTER_CONTROL_CLIFF_H
#define PD_CHARACTER_CONTROL_CLIFF_H
/* Ledges that are too high to step onto. The goal of a character stops before them, as before walls.
 *
 * Spaces   ground plane x, z; metres.   Memory  none.   Threads  pure functions.   Errors  none.
 */
#include "core/anim/scene/scene.h"
#include "core/character/control/control.h"

#include <stdbool.h>

/* What counts as a ledge. */
typedef struct pd_character_cliff {
    const pd_anim_scene *scene; /* NULL: flat */
    double floor;               /* height on which the character walks: over a gap that of its sides */
    double room;                /* metres that are kept from a ledge */
    double most;                /* metres of a ledge that is stepped onto */
} pd_character_cliff;

/* Returns the ledges of a character that walks at a height. */
pd_character_cliff pd_character_cliff_of(double height, const pd_character_control *control,
                                         const pd_anim_scene *scene);
/* Returns whether the ground within the room of `at` along the unit vector `dir` is higher than at `at`, and
 * than the floor, by more than `most`. normal: unit vector away from the ledge. */
bool pd_character_cliff_ahead(double normal[2], const double at[2], const double dir[2],
                              const pd_character_cliff *cliff);
/* Shortens the step from `before` to `at` (in, out) by what leads nearer to such a ledge than its room.
 * Returns whether it did. */
bool pd_character_cliff_stop(double at[2], const double before[2], const pd_character_cliff *cliff);

#endif
