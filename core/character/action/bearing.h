#ifndef PD_CHARACTER_ACTION_BEARING_H
#define PD_CHARACTER_ACTION_BEARING_H
/* Bearing: what the trunk and the arms of a person do in a conversation, beside the face
 * (core/anim/manner.h).
 *
 * Posture  each emotion leans the trunk, raises or lowers the shoulders and turns the arms, in proportion to
 *          its amount. Directions are those of Coulson (2004) and Wallbott (1998): sad people bend chest and
 *          shoulders forward and lower, surprised and disgusted ones lean back, afraid ones lean back with
 *          raised shoulders, angry ones lean forward with the elbows out, happy ones open the chest. The
 *          amounts, up to 10 degrees, are ours. The arms hang as before, and the head keeps its direction.
 * Breath   the chest opens and the shoulders rise in the 0.45 s before a phrase, and sink over 2.5 s.
 * Beats    about every second stressed vowel has a beat of one hand or both: the forearm is lifted 0.35 s
 *          before it and falls in the last 0.15 s. The stroke ends at the middle of the vowel; people's lie
 *          in the stressed syllable in 74 to 86 % of beats (Yasinnik et al. 2004). Between beats that are
 *          less than 1.2 to 2 s apart the hands stay up, in three captured poses. One hand
 *            leads each beat; the other one moves half as far. A stress that comes
 *          sooner than the hands can rise has no beat.
 * End      the hands sink in 0.7 s after their last beat, and in 0.4 s when speech ends.
 *
 * Amounts of breath and beats are those of liveliness 0.5; 0 has neither, 1 has 1.5 times as large ones.
 * Hips and legs keep their rotations to the bit. The overlay applies the bearing before clips, gaze and
 * hands, so a clip, a point to look at and a target of a hand come first.
 *
 * All randomness is computed from seed and time alone: the same seed gives the same bits.
 *
 * Spaces   local rotations of the rig's skeleton.   Units  seconds, radians.
 * Memory   plain structs; all zero but the seed: nothing was requested.
 * Threads  one thread for each character.
 * Errors   none. A skeleton without the joints of the biped's arms has no beats.
 */
#include "core/anim/manner.h"
#include "core/character/character.h"

#include <stdbool.h>
#include <stdint.h>

/* What the speech and the mood of a person are in a tick. */
typedef struct pd_character_bearing_input {
    float emotions[PD_ANIM_EMOTIONS]; /* present amounts, 0 to 1 */
    double liveliness;                /* 0 to 1 */
    bool is_speaking;
    bool has_stress, has_phrase; /* found in this tick */
    double stress_in;            /* seconds until the middle of the stressed vowel */
    double phrase_in;            /* seconds until the phrase begins; negative: it has begun */
} pd_character_bearing_input;

#define PD_CHARACTER_BEARING_STROKES 4 /* most beats that are known ahead */

typedef struct pd_character_bearing {
    uint32_t seed, draws; /* draws: random numbers so far */
    double time;
    int poses[2];  /* rows of the captured poses: the hands pass from the first to the second */
    double passed; /* progress of that, 0 to 1 */
    double side[PD_CHARACTER_RIG_ARMS]; /* amount of the gesture of each arm, 0 to 1 */
    double up[PD_CHARACTER_RIG_ARMS];   /* progress from hanging to the pose, 0 to 1 */
    double rise_seconds;                /* duration of the present rise */
    double lower_at;                    /* time at which the hands sink */
    bool has_ended;                     /* speech has ended since the hands rose */
    struct {
        double at, lead;                    /* the stroke ends at `at`; it was known `lead` seconds before */
        double size[PD_CHARACTER_RIG_ARMS]; /* of each hand; 1 is usual, 0: none */
    } strokes[PD_CHARACTER_BEARING_STROKES];
    double breath_at, breath_peak, breath_size; /* a breath begins, and is deepest */
} pd_character_bearing;

/* Advances by a tick and changes pose->rotations; the overlay updates pose->joints. Returns whether the pose
 * was changed. */
bool pd_character_bearing_step(pd_character_bearing *bearing, pd_character_pose *pose,
                               const pd_character_bearing_input *input, const pd_character_rig *rig);

#endif
