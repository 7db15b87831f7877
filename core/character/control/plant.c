#include "core/character/control/plant.h"

#include "core/character/control/rig.h"
#include "core/math/plane.h"

#include <math.h>
#include <string.h>

#define DT (1 / PD_CHARACTER_RATE)

#define FROM      1.05 /* radians between motion and stick from which on a run brakes */
#define FAST      1.5  /* m/s: slower motion does not brake */
#define LEAST     0.25 /* fraction of the requested speed that is left in a turn of 90 degrees */
/* m/s: speeds below and above which a frame of the turn is labelled walk and jog, and below which it is
 * partly labelled stand. The labels of the training data change at 2 and .25 m/s, smoothed over .3 s. */
#define WALKS     1.5
#define JOGS      2.5
#define STANDS    0.5
#define NO_LENGTH 1e-6 /* m/s: a shorter velocity has no direction */

bool pd_character_plant_begin(pd_character_plant *plant, const double moves[2], const double dir[2],
                              double speed, const pd_character_control *c)
{
    const double moving = pd_plane_length(moves);
    const double off = moving > NO_LENGTH ? fabs(pd_plane_angle(moves, dir)) : 0;
    const bool braked = plant->stage == PD_CHARACTER_PLANT_BRAKES;

    /* A turn that pushes off goes on. */
    if (!(c->plant_brake > 0)) plant->stage = PD_CHARACTER_PLANT_NONE;
    if (!(c->plant_brake > 0) || plant->stage == PD_CHARACTER_PLANT_PUSHES) return false;
    if (braked && off < FROM) plant->stage = PD_CHARACTER_PLANT_NONE;
    if (off < FROM || moving < FAST) return false;

    /* The least velocity lies between both directions. While it brakes it follows the stick. */
    const double open = (M_PI - off) / (M_PI / 2);
    const double middle[2] = {moves[0] / moving + dir[0], moves[1] / moving + dir[1]};
    const double length = pd_plane_length(middle);
    const double least = length > NO_LENGTH ? LEAST * open * open * speed / length : 0;
    for (int k = 0; k < 2; k++) plant->least[k] = least * middle[k];
    plant->stage = PD_CHARACTER_PLANT_BRAKES;

    return !braked;
}

void pd_character_plant_step(double velocity[2], pd_character_plant *plant, const double asked[2],
                             const pd_character_control *c)
{
    if (plant->stage == PD_CHARACTER_PLANT_NONE) return;

    /* Move towards the aim of the present stage. */
    const bool brakes = plant->stage == PD_CHARACTER_PLANT_BRAKES;
    const double *aim = brakes ? plant->least : asked;
    const double most = DT * (brakes ? c->plant_brake : c->plant_push);
    const double off[2] = {aim[0] - velocity[0], aim[1] - velocity[1]};
    const double far = pd_plane_length(off);
    pd_plane_mix(velocity, velocity, aim, far > most ? most / far : 1);

    /* At the aim the next stage begins. */
    if (far <= most) plant->stage = brakes ? PD_CHARACTER_PLANT_PUSHES : PD_CHARACTER_PLANT_NONE;
}

void pd_character_plant_gaits(float gaits[PD_PFNN_GAITS], const double velocity[2],
                              const pd_character_control *c)
{
    const double speed = pd_plane_length(velocity);
    const double stand = pd_plane_clamp(1 - speed / STANDS, 0, 1);
    const double jog = pd_plane_clamp((speed - WALKS) / (JOGS - WALKS), 0, 1);
    const double crouch = c->plant_crouch * pd_plane_clamp(1 - speed / JOGS, 0, 1);

    memset(gaits, 0, PD_PFNN_GAITS * sizeof *gaits);
    gaits[PD_PFNN_STAND] = (float)((1 - crouch) * stand);
    gaits[PD_PFNN_WALK] = (float)((1 - crouch) * (1 - stand - jog));
    gaits[PD_PFNN_JOG] = (float)((1 - crouch) * jog);
    gaits[PD_PFNN_CROUCH] = (float)crouch;
}
