#ifndef PD_PFNN_PERSON_H
#define PD_PFNN_PERSON_H
/* Whose motion a character has, and what is its own: so that a crowd is not one person many times.
 *
 *     style       the network's input of that name: one of its people, or parts of several. What most of them were not filmed doing is
 *                 done like the mean of all: a style counts in jogging only where its person jogs on film for 6 s or more, and not at
 *                 all in crouching, jumping, going sideways and backwards
 *     variation   0: nothing of its own. Else a number from which follow: up to half of another style mixed in, a pace of its own
 *                 (3 % of its gaits' speeds), where in the cycle it begins, and all that wanders
 *     wander      no stride is repeated exactly: the style, the pace and the rate of the phase waver slowly by control.h's vary_*, and so
 *                 does what idle.h adds
 *
 * Wander is value noise: random numbers a period apart, joined by smoothsteps. It is a function of time, channel and
 * seed alone, so that a snapshot goes on bit by bit.
 *
 * Units    weights; seconds.   Threads  pure.
 * Errors   "/style": a name that is not there, with the names; a weight; ERR_RANGE, ERR_NOT_FOUND.
 */
#include "core/pfnn/rig.h"

#include <stdbool.h>

#define PD_PFNN_VARIATION_MOST 65535

#define PD_PFNN_PERSON_PARTS 8

/* What is asked for. A zeroed struct is the network's default. */
typedef struct pd_pfnn_person {
    struct {
        pd_model_name name;
        double weight; /* 0 to 1 */
    } parts[PD_PFNN_PERSON_PARTS];
    int part_count;     /* 0: the default style, unless is_mean                */
    bool is_mean;       /* the mean of all, which has no name; part_count is 0 */
    uint32_t variation; /* 0 to PD_PFNN_VARIATION_MOST                        */
} pd_pfnn_person;

/* What a character keeps of it. */
typedef struct pd_pfnn_manner {
    float style[2][PD_PFNN_MAX_STYLES]; /* (S) walking, jogging                      */
    double jog;                         /* 0 to 1: which of the two                  */
    double part;                        /* of the style that is shown now ...        */
    double most;                        /* ... and what of one is shown at most      */
    double pace;                        /* on the speeds of gaits, unless one is given */
    double time;                        /* s: where in time it begins                */
    uint32_t seed;
} pd_pfnn_manner;

/* ERR_NOT_FOUND, ERR_RANGE. */
pd_status pd_pfnn_person_check(const pd_pfnn_person *person, const pd_pfnn_network *network, pd_error *err);
/* Of a checked person. */
void pd_pfnn_manner_init(pd_pfnn_manner *manner, const pd_pfnn_person *person,
                         const pd_pfnn_network *network);
/* The input's styles (S), at a time in seconds, with the gaits of now; ahead is 1 when it goes where it faces, -1 backwards. */
void pd_pfnn_manner_write(float *x, pd_pfnn_manner *manner, double time, const float *gaits, double ahead,
                          const pd_pfnn_rig *rig);

/* -1 to 1, of deviation .5 or so. hold: part of the period that it stays at a value before it goes to the next. */
double pd_pfnn_wander(uint32_t seed, int channel, double time, double period, double hold);

/* Channels of pd_pfnn_wander, one for each use. */
enum { PD_PFNN_WANDER_PACE, PD_PFNN_WANDER_PHASE, PD_PFNN_WANDER_IDLE = 8, PD_PFNN_WANDER_STYLE = 64 };

#endif
