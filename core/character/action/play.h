#ifndef PD_CHARACTER_ACTION_PLAY_H
#define PD_CHARACTER_ACTION_PLAY_H
/* Plays clips (clip.h) on a character that lives: on the whole body, or on a mask of joints while the rest
 * moves on.
 *
 *     source  s_j = slerp(live_j, clip_j, m_j)          m: weight of joint j in the mask, 0 to 1
 *     shown   q_j = exp(x_j) s_j,    x'' = -2 w x' - w^2 x,    w = 6/fade
 *
 * Inertialization (Bollo 2016; the spring is Holden's, 2018; as in core/matching/inertialize.h): when the
 * source changes, at the start, the end, the seam of a loop, or with another clip, x and x' are set so that
 * pose and velocity are continuous. After `fade` seconds 2 % of x are left. A joint with weight 0 keeps its
 * bits.
 *
 * Trunk   When the hips are not in the mask, the rotation of the clip's hips since its first frame is added
 *         to the lower back, so that a bow bends although the hips walk on.
 * Whole   A mask with the hips plays on the whole body. The character stands meanwhile, whatever the stick
 *         says; its network goes on, and takes over at the end. The root follows the clip's root and stays
 *         out of walls; without root motion the root stays, and the clip's motion around its root is kept.
 *         The velocity that the root had decays like x, without overshoot. A clip for the whole body waits
 *         until a jump has landed, and until the character is not much faster than the clip at its beginning:
 *         for most clips until it stands.
 * Feet    With `feet` the foot lock (pose/foot_lock.h) plants the feet at the clip's contacts, on the ground
 *         of the scene. Places of planted feet pass from the network's lock to the clip's, and back.
 * Ends    By itself (once), by _stop, by a stick that is pushed again after it was let go (whole body), or
 *         by a request to sit (whole body). While a character sits, hips and legs are left out of masks.
 *
 * A start and an end take effect up to three ticks after the order, because velocities come from two poses.
 *
 * Spaces   world: metres, radians, seconds.
 * Memory   plain and copyable; clips are borrowed: pd_character_play_uses tells whether a clip is still
 *          needed. A zeroed state plays nothing.
 * Threads  one thread for each character.
 * Errors   _check and _mask: the field, its value and what is allowed. Nothing after that can fail.
 */
#include "core/character/action/clip.h"
#include "core/character/character.h"

#define PD_CHARACTER_PLAY_QUEUE  4  /* most requests that wait */
#define PD_CHARACTER_PLAY_LEAVES 3  /* ticks from an order to end a clip to its end */
#define PD_CHARACTER_PLAY_EVENTS 8  /* most events of a tick; further ones are left out */
#define PD_CHARACTER_PLAY_NAME   65 /* bytes of a clip's id, with the zero */
#define PD_CHARACTER_PLAY_PARTS  40 /* most names of a mask */

/* Groups of joints that a mask can name besides single joints of the biped:
 * X(name, first joint, last joint, description) */
#define PD_CHARACTER_PLAY_PART_TABLE(X)                                                                      \
    X("all", 0, 30, "the whole body")                                                                        \
    X("upper", 11, 30, "trunk, arms and head")                                                               \
    X("trunk", 11, 13, "lower back, spine and chest")                                                        \
    X("head", 14, 16, "neck and head")                                                                       \
    X("arms", 17, 30, "both arms with collars and hands")                                                    \
    X("left_arm", 17, 23, "left arm with collar and hand")                                                   \
    X("right_arm", 24, 30, "right arm with collar and hand")                                                 \
    X("legs", 1, 10, "both legs")                                                                            \
    X("left_leg", 1, 5, "left leg")                                                                          \
    X("right_leg", 6, 10, "right leg")

/* The names of the table for descriptions and errors. */
#define PD_CHARACTER_PLAY_PART_NAME(name, first, last, doc) name ", "
#define PD_CHARACTER_PLAY_PARTS_TEXT                                                                         \
    PD_CHARACTER_PLAY_PART_TABLE(PD_CHARACTER_PLAY_PART_NAME) "or a joint such as LeftForeArm"

typedef struct pd_character_play_request {
    const pd_character_clip *clip;       /* borrowed */
    char name[PD_CHARACTER_PLAY_NAME];   /* id of the clip, for events and snapshots */
    float weights[PD_ANIM_BIPED_JOINTS]; /* m; weights[0] is 0 or 1: 1 plays on the whole body, with all 1 */
    double fade_in, fade_out;            /* seconds, 0.05 to 5 */
    double speed;                        /* 0.1 to 4 */
    bool loops;                          /* repeats until it is ended, or until a request waits */
    bool root;                           /* whole body: the character's root follows the clip's */
    bool feet;                           /* whole body: feet are locked */
    bool waits; /* begins after the requests that play or wait; false: replaces them */
} pd_character_play_request;

typedef enum pd_character_play_kind {
    PD_CHARACTER_PLAY_STARTED,
    PD_CHARACTER_PLAY_ENDED /* also of a request that was dropped while it waited, and never started */
} pd_character_play_kind;

/* Why a clip ended: X(id, name in messages, description) */
#define PD_CHARACTER_PLAY_REASON_TABLE(X)                                                                    \
    X(DONE, "done", "it was over")                                                                           \
    X(STOPPED, "stopped", "an order ended it")                                                               \
    X(REPLACED, "replaced", "another clip took its place")                                                   \
    X(STICK, "stick", "the stick was pushed during a clip for the whole body")                               \
    X(SIT, "sit", "the character was told to sit down, or sits and the mask has no joint above the hips")
typedef enum pd_character_play_reason {
#define PD_CHARACTER_PLAY_REASON_ENUM(id, name, doc) PD_CHARACTER_PLAY_##id,
    PD_CHARACTER_PLAY_REASON_TABLE(PD_CHARACTER_PLAY_REASON_ENUM)
#undef PD_CHARACTER_PLAY_REASON_ENUM
        PD_CHARACTER_PLAY_REASONS
} pd_character_play_reason;

typedef struct pd_character_play_event {
    pd_character_play_kind kind;
    char name[PD_CHARACTER_PLAY_NAME];
    pd_character_play_reason reason; /* ENDED */
    double at;                       /* ENDED: seconds of the clip that were played; STARTED: its duration */
} pd_character_play_event;

/* A pose in the frame of a root: rotations are local, that of joint 0 in the root's frame. */
typedef struct pd_character_play_pose {
    pd_quat rotations[PD_ANIM_BIPED_JOINTS];
    pd_vec3 hips;
} pd_character_play_pose;

typedef struct pd_character_play_state {
    pd_character_play_request now;                            /* valid if plays */
    pd_character_play_request queue[PD_CHARACTER_PLAY_QUEUE]; /* (queued) in order */
    int queued;
    bool plays;                      /* `now` is the source of the pose */
    bool is_whole;                   /* `now` plays on the whole body */
    int ending;                      /* ticks until `now` ends; 0: it does not end yet */
    pd_character_play_reason reason; /* valid while ending */
    double time;                     /* seconds of the clip that are shown */
    double waited;   /* seconds for which a clip for the whole body has waited for the character */
    double played;   /* seconds since its start, times the speed */
    bool was_free;   /* the stick was let go since the start */
    bool has_driven; /* the last tick used `input` */
    pd_character_input input;

    /* Differences that decay. */
    double w;                              /* 1/s */
    uint32_t fading;                       /* bit j: x of joint j is not 0; bit 31: x of the hips' place */
    pd_vec3 offsets[PD_ANIM_BIPED_JOINTS]; /* x: rotation vectors in the parents' frames */
    pd_vec3 rates[PD_ANIM_BIPED_JOINTS];
    pd_vec3 place, place_rate; /* x of the hips' place in the root's frame, metres */
    /* Velocity of the root beyond that of the source: x, z in m/s and yaw in rad/s, and their rates. */
    double drift[3], drift_rate[3];

    /* The last two poses, in the root's frame: shown, and of the character without the clip. */
    pd_character_play_pose shown[2], live[2];
    int seen;          /* how many of them are set, 0 to 2 */
    double at[2], yaw; /* root of the last pose */
    pd_character_foot_lock lock;

    pd_character_play_event events[PD_CHARACTER_PLAY_EVENTS]; /* (event_count) since they were taken last */
    int event_count;
} pd_character_play_state;

/* Returns true while a clip plays, waits or fades. A state for which this is false changes nothing. */
static inline bool pd_character_play_is_on(const pd_character_play_state *state)
{
    return state->plays || state->queued || state->seen;
}

/* Sets the weights of the joints that `names` (count) name: groups of the table above or joints of the biped;
 * later names win. weights: of each name, or NULL: 1. ERR_INVALID, ERR_RANGE at "/mask/2". */
pd_status pd_character_play_mask(float out[PD_ANIM_BIPED_JOINTS], const char *const *names,
                                 const double *weights, int count, pd_error *err);
/* Checks a request without its clip; errors at "/speed" and so on. */
pd_status pd_character_play_check(const pd_character_play_request *request, pd_error *err);
/* Returns whether characters of a rig can play clips: its skeleton has the joints of the biped.
 * ERR_UNSUPPORTED. */
pd_status pd_character_play_fits(const pd_character_rig *rig, pd_error *err);
/* Sets a checked request, which begins with the next step. With `waits` it joins the queue; ERR_LIMIT at
 * "/queue" when that is full. */
pd_status pd_character_play_set(pd_character_play_state *state, const pd_character_play_request *request,
                                pd_error *err);
/* Ends what plays and drops what waits. fade: seconds; 0: the clip's own. */
void pd_character_play_stop(pd_character_play_state *state, double fade);
/* Returns the input for the next tick: `input`, unless a clip for the whole body plays. Call it before a
 * tick, after that of sit.h. is_sitting: the character sits or walks to a seat. */
const pd_character_input *pd_character_play_drive(pd_character_play_state *state,
                                                  const pd_character_input *input, bool is_sitting,
                                                  pd_character *character);
/* Advances by one tick and changes the character's pose, and with a clip for the whole body its root. Call it
 * after a tick. is_sitting: as for _drive. */
void pd_character_play_step(pd_character_play_state *state, pd_character *character, bool is_sitting,
                            const pd_character_rig *rig, const pd_anim_scene *scene);
/* Returns whether a clip plays or waits. */
bool pd_character_play_uses(const pd_character_play_state *state, const pd_character_clip *clip);

#endif
