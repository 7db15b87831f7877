#ifndef PD_ANIM_MANNER_H
#define PD_ANIM_MANNER_H
/* Manner: what the face, head and gaze of a person do in a conversation, beside the lips.
 *
 * Stress     brows rise within 0.1 s up to the stressed vowel, by 0.3 to 0.5 on about half of them; the head
 *            nods by 1 to 3 degrees and is lowest 0.1 s after it (Kim et al. 2014), at most once in 0.5 s.
 * Pauses     a blink follows with a chance of one half; a listener nods once or twice, by 3 to 5 degrees,
 *            with a chance of 0.6.
 * Gaze       with a partner: a listener looks at it in glances of 1 to 7 s and away for 0.5 to 2 s, about
 *            three quarters of the time; a speaker for 0.6 to 1.6 s and away for 0.8 to 1.8 s, less than half
 *            of the time, but at the end of a turn. Who thinks looks up and aside.
 * Emotions   sums of ARKit's shapes after the action units of the face (Ekman and Friesen 1978), and a tilt
 *            of the head. Shapes of the mouth give way while it speaks, and to closed lips.
 * Liveliness 0: head and brows rest; 0.5: the figures above; 1: twice them. Emotions do not depend on it.
 *
 * All randomness is computed from seed and time alone: the same seed gives the same bits.
 *
 * Spaces   the head's rotation is in the axes of a person who faces +Z: a positive pitch lowers the face.
 * Units    seconds, radians; weights 0 to 1.
 * Memory   plain structs; all zero but the seed: nothing was requested.
 * Threads  one for each person.
 */
#include "core/math/quat.h"

#include <stdbool.h>
#include <stdint.h>

/* X(id, name) */
#define PD_ANIM_EMOTION_TABLE(X)                                                                             \
    X(CALM, "calm")                                                                                          \
    X(HAPPY, "happy")                                                                                        \
    X(SAD, "sad")                                                                                            \
    X(ANGRY, "angry")                                                                                        \
    X(SURPRISED, "surprised")                                                                                \
    X(AFRAID, "afraid")                                                                                      \
    X(DISGUSTED, "disgusted")

typedef enum pd_anim_emotion {
#define PD_ANIM_EMOTION_ENUM(id, name) PD_ANIM_EMOTION_##id,
    PD_ANIM_EMOTION_TABLE(PD_ANIM_EMOTION_ENUM)
#undef PD_ANIM_EMOTION_ENUM
        PD_ANIM_EMOTIONS
} pd_anim_emotion;

/* Shapes that move, by ARKit's names in lower case; sides are moved alike. X(id, first name, second name) */
#define PD_ANIM_MANNER_TABLE(X)                                                                              \
    X(BROW_DOWN, "browdownleft", "browdownright")                                                            \
    X(BROW_INNER, "browinnerup", NULL)                                                                       \
    X(BROW_OUTER, "browouterupleft", "browouterupright")                                                     \
    X(CHEEK, "cheeksquintleft", "cheeksquintright")                                                          \
    X(SQUINT, "eyesquintleft", "eyesquintright")                                                             \
    X(WIDE, "eyewideleft", "eyewideright")                                                                   \
    X(SNEER, "nosesneerleft", "nosesneerright")                                                              \
    X(JAW, "jawopen", NULL)                                                                                  \
    X(FROWN, "mouthfrownleft", "mouthfrownright")                                                            \
    X(PRESS, "mouthpressleft", "mouthpressright")                                                            \
    X(SMILE, "mouthsmileleft", "mouthsmileright")                                                            \
    X(STRETCH, "mouthstretchleft", "mouthstretchright")                                                      \
    X(UPPER, "mouthupperupleft", "mouthupperupright")

typedef enum pd_anim_manner_shape {
#define PD_ANIM_MANNER_ENUM(id, first, second) PD_ANIM_MANNER_##id,
    PD_ANIM_MANNER_TABLE(PD_ANIM_MANNER_ENUM)
#undef PD_ANIM_MANNER_ENUM
        PD_ANIM_MANNER_SHAPES
} pd_anim_manner_shape;

typedef enum pd_anim_talk_part {
    PD_ANIM_TALK_NONE,
    PD_ANIM_TALK_SPEAKING,
    PD_ANIM_TALK_LISTENING,
    PD_ANIM_TALK_THINKING
} pd_anim_talk_part;

/* What a person is to be like. */
typedef struct pd_anim_manner_request {
    float emotions[PD_ANIM_EMOTIONS]; /* 0 to 1 */
    double seconds;                   /* duration of the change of the emotions */
    double liveliness;                /* 0 to 1 */
} pd_anim_manner_request;

/* What happens in a frame. */
typedef struct pd_anim_manner_input {
    pd_anim_talk_part part; /* part of the person in the conversation */
    double mouth, lips;     /* how far speech moves the mouth, and closes the lips, 0 to 1 */
    bool is_stressed;       /* a stressed vowel has its middle in PD_ANIM_STRESS_LEAD seconds */
    bool has_paused;        /* the speech of the person, or of the partner it listens to, has paused now */
    bool is_ending;         /* the turn of the person ends within a second */
    bool has_partner;
} pd_anim_manner_input;

#define PD_ANIM_STRESS_LEAD 0.1

typedef enum pd_anim_gaze { PD_ANIM_GAZE_FREE, PD_ANIM_GAZE_PARTNER, PD_ANIM_GAZE_AWAY } pd_anim_gaze;

/* Expression, movement of the head and gaze of one frame. */
typedef struct pd_anim_manner_shown {
    float shapes[PD_ANIM_MANNER_SHAPES];
    float emotions[PD_ANIM_EMOTIONS]; /* present amounts, for faces with shapes of whole emotions */
    pd_quat head;                     /* rotation added to the head's */
    pd_anim_gaze gaze;
    double aside, up; /* AWAY: angles from the partner's direction or, who thinks, from ahead */
    bool blinks;      /* the lids close now */
} pd_anim_manner_shown;

#define PD_ANIM_NODS 4 /* most movements of head and brows at a time */

typedef struct pd_anim_manner {
    uint32_t seed, draws; /* draws: random numbers so far */
    double time;
    pd_anim_manner_request request;
    float from[PD_ANIM_EMOTIONS]; /* amounts at the beginning of the change */
    double elapsed;               /* since then */
    double activity;              /* of the mouth, smoothed */
    struct {
        double at, rise, fall, pitch; /* begins at `at`; pitch: radians at its peak */
        double brow;
    } nods[PD_ANIM_NODS];
    double nodded; /* time of the last nod on a stress */
    pd_anim_gaze gaze;
    double gaze_until, aside, up;
    pd_anim_talk_part part; /* of the last frame */
} pd_anim_manner;

/* Applies a rotation of the head to the local rotations of neck and head: the neck takes 0.4 of it. */
void pd_anim_manner_turn_head(pd_quat *neck, pd_quat *head, pd_quat turn);
/* Begins the change from the present emotions to those of a request. */
void pd_anim_manner_set(pd_anim_manner *manner, const pd_anim_manner_request *request);
/* Advances by dt seconds. */
void pd_anim_manner_step(pd_anim_manner_shown *out, pd_anim_manner *manner, const pd_anim_manner_input *input,
                         double dt);

#endif
