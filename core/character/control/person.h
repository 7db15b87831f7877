#ifndef PD_CHARACTER_CONTROL_PERSON_H
#define PD_CHARACTER_CONTROL_PERSON_H
/* Style and variation of a character: whose motion it has, and what makes it differ from others, so that a
 * crowd does not look like one person.
 *
 *     style       the network's style input: one of its people, or shares of several. The mean of all is used
 *                 for motions of which few people were filmed: crouching, jumping, walking sideways or
 *                 backwards, and jogging if the person jogs on film for less than 6 s. In a run all
 *                 characters have a share of the network's runners (style_run); the rest is their own style.
 *                 With the mean of all, two of three runs have both feet in the air for seconds, because few
 *                 people run on film.
 *     variation   0: none. Otherwise a number that determines up to half of another style mixed in, an
 *                 individual pace (3 % of the gaits' speeds), the start in the cycle, and everything that
 *                 wanders
 *     wander      no stride is repeated exactly: style, pace and rate of the phase vary slowly by control.h's
 *                 vary_*, and so does the motion of idle.h
 *
 * Wander is value noise: random numbers one period apart, joined by smoothsteps. It depends on time, channel
 * and seed alone, so a snapshot continues bit by bit.
 *
 * Units    weights; seconds.   Memory  plain data.   Threads  pure functions.
 * Errors   "/style": an unknown name, with the known ones; a weight; ERR_RANGE, ERR_NOT_FOUND.
 */
#include "core/character/control/rig.h"

#include <stdbool.h>

#define PD_CHARACTER_VARIATION_MOST 65535

#define PD_CHARACTER_PERSON_PARTS 8

/* Requested style and variation. A zeroed struct is the network's default. */
typedef struct pd_character_person {
    struct {
        pd_model_name name;
        double weight; /* 0 to 1 */
    } parts[PD_CHARACTER_PERSON_PARTS];
    int part_count;     /* 0: the default style, unless is_mean */
    bool is_mean;       /* the mean of all styles, which has no name; part_count is 0 */
    uint32_t variation; /* 0 to PD_CHARACTER_VARIATION_MOST */
} pd_character_person;

/* Style state of a character. */
typedef struct pd_character_manner {
    float style[2][PD_PFNN_MAX_STYLES]; /* (S) style weights when walking, and when jogging */
    /* style that a variation mixes in, and its share; standing characters have none of it, because a network
     * would not stand still with it */
    int other;
    double mixed;
    double jog;  /* 0 to 1: share of jogging */
    double run;  /* 0 to 1: share of running; 0 where the network has no runners */
    double part; /* share of the style that is shown now */
    double most; /* largest share of the style that is shown */
    double pace; /* factor of the gaits' speeds, unless the input gives a speed */
    double time; /* seconds: start on the time axis of wander */
    uint32_t seed;
} pd_character_manner;

/* Checks the style names and weights. ERR_NOT_FOUND, ERR_RANGE. */
pd_status pd_character_person_check(const pd_character_person *person, const pd_pfnn_network *network,
                                    pd_error *err);
/* Initializes from a checked person. */
void pd_character_manner_init(pd_character_manner *manner, const pd_character_person *person,
                              const pd_pfnn_network *network);
/* Present motion of a character. */
typedef struct pd_character_manner_moves {
    const float *gaits; /* present gait weights */
    double ahead;       /* 1: it moves where it faces, -1: backwards, 0: standing or sideways */
    double speed;       /* requested speed of the network's own motion, m/s */
    double level;       /* 1 on level ground, 0 on hills */
} pd_character_manner_moves;

/* Writes the style inputs (S) at a time in seconds. */
void pd_character_manner_write(float *x, pd_character_manner *manner, double time,
                               const pd_character_manner_moves *moves, const pd_character_rig *rig);

/* Returns the noise at a time: -1 to 1, standard deviation about .5. hold: share of the period for which a
 * value is held. */
double pd_character_wander(uint32_t seed, int channel, double time, double period, double hold);

/* Channels of pd_character_wander, one for each use. */
enum {
    PD_CHARACTER_WANDER_PACE,
    PD_CHARACTER_WANDER_PHASE,
    PD_CHARACTER_WANDER_IDLE = 8,
    PD_CHARACTER_WANDER_STYLE = 64
};

#endif
