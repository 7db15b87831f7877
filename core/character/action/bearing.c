#include "core/character/action/bearing.h"

#include "core/base/hash.h"
#include "core/math/elementary.h"

#include <string.h>

#define DEGREE (M_PI / 180)
#define DT     (1 / PD_CHARACTER_RATE)

#define USUAL     0.5 /* liveliness of which the amounts below are */
#define MOST_LIVE 1.5 /* largest factor of the amounts */

#define BEATS      0.55 /* share of stresses that have a beat */
#define RISE       0.5  /* seconds in which the hands rise when there is time */
#define RISE_LEAST 0.35 /* and when there is little */
#define SINK       0.7  /* seconds in which they sink after the last beat, */
#define SINK_END   0.4  /* and at the end of speech or when an arm is needed */
#define PASS       0.4  /* seconds from one pose to the next, before the stroke */
#define STAYS      1.2  /* seconds from a stroke until the hands sink, least ... */
#define STAYS_MORE 0.8  /* ... and the largest addition */

#define LIFT      0.35          /* seconds from the beginning of a beat to the end of its stroke */
#define STROKE    0.15          /* seconds of the stroke */
#define BACK      0.3           /* seconds from its end back to the pose */
#define FOLLOWS   0.5           /* way of the other hand as a share of the leading one's */
#define LIFTED    0.6           /* part of the stroke that lies above the pose */
#define FOREARM   (18 * DEGREE) /* way of the forearm in a stroke, about the elbow's axis */
#define UPPER_ARM (6 * DEGREE)  /* and of the upper arm */
#define PALM      (8 * DEGREE)  /* and of the palm */

#define BREATH_IN        0.45 /* seconds of a breath before a phrase */
#define BREATH_LEAST     0.2  /* and of one that begins late */
#define BREATH_OUT       2.5
#define BREATH_CHEST     (1.5 * DEGREE) /* the chest opens by this, */
#define BREATH_SHOULDERS (2.5 * DEGREE) /* and the shoulders rise */

/* Angles by which trunk and arms deviate from those of a person at ease. */
typedef struct posture {
    double trunk, chest; /* lean forward of lower back and chest */
    double shoulders_up, shoulders_forward;
    double arms_out, elbows; /* elbows: bend */
} posture;

/* Posture of each emotion at its full amount, degrees. */
static const posture postures[PD_ANIM_EMOTIONS] = {
    [PD_ANIM_EMOTION_HAPPY] = {.trunk = -1, .chest = -3, .shoulders_forward = -3, .arms_out = 2},
    [PD_ANIM_EMOTION_SAD] = {.trunk = 4, .chest = 8, .shoulders_up = -3, .shoulders_forward = 8},
    [PD_ANIM_EMOTION_ANGRY] = {.trunk = 4, .shoulders_up = 3, .arms_out = 6, .elbows = 10},
    [PD_ANIM_EMOTION_SURPRISED] = {.trunk = -3, .chest = -4, .shoulders_up = 4, .elbows = 6},
    [PD_ANIM_EMOTION_AFRAID] =
        {.trunk = -5, .chest = 4, .shoulders_up = 8, .shoulders_forward = 5, .elbows = 10},
    [PD_ANIM_EMOTION_DISGUSTED] = {.trunk = -4, .shoulders_up = 2, .shoulders_forward = 3},
};

/* Joints of an arm in the table of poses. */
enum { COLLAR, ARM, FOREARM_JOINT, HAND, ARM_JOINTS };

/* Local rotations of raised arms: frames 204 and 46 of `explain` and frame 192 of `welcome`, both of the
 * recording Female1_D3_ConversationGestures (ACCAD, CC BY 3.0), in roll-outs that begin them after 0.2 s. */
static const pd_quat raised[][PD_CHARACTER_RIG_ARMS][ARM_JOINTS] = {
    {{{-0.0019, 0.0157, 0.0321, 0.9994},
      {-0.0433, -0.0131, -0.5573, 0.8290},
      {-0.1142, -0.6193, -0.0920, 0.7714},
      {-0.1301, 0.0017, 0.0683, 0.9891}},
     {{0.0006, -0.0350, -0.0328, 0.9988},
      {0.0191, 0.0478, 0.5799, 0.8130},
      {-0.1379, 0.6500, 0.1224, 0.7372},
      {-0.1637, 0.0561, -0.0335, 0.9843}}},
    {{{-0.0017, -0.0007, 0.0100, 0.9999},
      {0.0237, -0.1051, -0.6152, 0.7810},
      {-0.2070, -0.5384, -0.1383, 0.8051},
      {-0.2217, 0.0373, 0.0169, 0.9743}},
     {{0.0045, -0.0210, 0.0023, 0.9998},
      {0.0648, 0.1178, 0.6145, 0.7774},
      {-0.1788, 0.6225, 0.1487, 0.7473},
      {-0.2067, 0.0670, 0.0206, 0.9759}}},
    {{{-0.0026, 0.0173, 0.0385, 0.9991},
      {0.0265, -0.1093, -0.4028, 0.9083},
      {-0.1122, -0.4532, -0.0587, 0.8824},
      {-0.1126, -0.0199, 0.0028, 0.9934}},
     {{-0.0031, -0.0289, -0.0459, 0.9985},
      {0.0847, 0.1146, 0.4301, 0.8915},
      {-0.1077, 0.5278, 0.0688, 0.8397},
      {-0.1132, -0.0960, 0.0088, 0.9889}}},
};
#define RAISED (int)(sizeof raised / sizeof *raised)

/* Returns a random number in [0, 1). */
static double draw_bearing(pd_character_bearing *b)
{
    return (double)(pd_hash64_pair((uint64_t)b->seed << 32 | 0x6265u, b->draws++) >> 11) * 0x1p-53;
}

/* Eases 0 to 1 with a velocity and an acceleration of 0 at both ends. */
static double ease_bearing(double t)
{
    t = pd_fmin(pd_fmax(t, 0), 1);
    return t * t * t * (10 + t * (6 * t - 15));
}

/* ---- beats ---- */

/* Chooses whether a stress has a beat, and raises the hands for it. */
static void plan_beat(pd_character_bearing *b, const pd_character_bearing_input *in, double live)
{
    const bool is_down = !(b->up[0] > 0) && !(b->up[1] > 0);

    if (!(live > 0) || !in->is_speaking || in->stress_in < STROKE) return;
    if (draw_bearing(b) >= BEATS) return;

    /* Hands that hang choose a pose and a side: both in half of the cases. Others pass to another pose. */
    if (is_down) {
        const double which = draw_bearing(b);
        b->poses[0] = b->poses[1] = (int)(RAISED * draw_bearing(b));
        b->side[0] = which < 0.75;
        b->side[1] = which < 0.5 || which >= 0.75;
        b->rise_seconds = pd_fmin(pd_fmax(in->stress_in - STROKE, RISE_LEAST), RISE);
    } else if (!(b->passed < 1)) {
        b->poses[0] = b->poses[1];
        b->poses[1] = (int)(RAISED * draw_bearing(b));
        b->passed = 0;
    }

    /* The stroke takes the place of the oldest one. */
    int oldest = 0;
    for (int i = 1; i < PD_CHARACTER_BEARING_STROKES; i++)
        if (b->strokes[i].at < b->strokes[oldest].at) oldest = i;
    const double size = 0.7 + 0.6 * draw_bearing(b);
    const int leader = draw_bearing(b) < 0.5 ? 0 : 1;
    b->strokes[oldest].at = b->time + in->stress_in;
    b->strokes[oldest].lead = in->stress_in;
    b->strokes[oldest].size[leader] = size;
    b->strokes[oldest].size[1 - leader] = FOLLOWS * size;
    b->lower_at = b->time + in->stress_in + STAYS + STAYS_MORE * draw_bearing(b);
    b->has_ended = false;
}

/* Moves the hands towards the pose or back. */
static void raise_hands(pd_character_bearing *b, const pd_character_bearing_input *in)
{
    if (!in->is_speaking) b->has_ended = true;
    b->passed = pd_fmin(b->passed + DT / PASS, 1);
    for (int side = 0; side < PD_CHARACTER_RIG_ARMS; side++) {
        const bool stays_up = b->time < b->lower_at && !b->has_ended && b->side[side] > 0;
        if (stays_up)
            b->up[side] += DT / (b->rise_seconds > 0 ? b->rise_seconds : RISE);
        else
            b->up[side] -= DT / (b->has_ended ? SINK_END : SINK);
        b->up[side] = pd_fmin(pd_fmax(b->up[side], 0), 1);
    }
}

/* Returns how far the forearm of a side is above the pose, as a share of the stroke: up to LIFTED before a
 * stroke, LIFTED - 1 at its end. */
static double height_of_beats(const pd_character_bearing *b, int side)
{
    double sum = 0;

    for (int i = 0; i < PD_CHARACTER_BEARING_STROKES; i++) {
        const double since = b->time - b->strokes[i].at;
        if (!(b->strokes[i].size[side] > 0) || since < -LIFT || since > BACK) continue;

        /* A beat that is known late is lifted less, and falls deeper. */
        const double top = LIFTED * pd_fmin(pd_fmax((b->strokes[i].lead - STROKE) / (LIFT - STROKE), 0), 1);
        const double lifted = top * ease_bearing((since + LIFT) / (LIFT - STROKE));
        const double fallen = ease_bearing((since + STROKE) / STROKE);
        const double back = (1 - top) * ease_bearing(since / BACK);
        sum += b->strokes[i].size[side] * (lifted - fallen + back);
    }

    return sum;
}

/* ---- breath and posture ---- */

static void begin_breath(pd_character_bearing *b, const pd_character_bearing_input *in, double live)
{
    const double in_seconds = pd_fmin(pd_fmax(in->phrase_in, BREATH_LEAST), BREATH_IN);

    b->breath_peak = b->time + pd_fmax(in->phrase_in, BREATH_LEAST);
    b->breath_at = b->breath_peak - in_seconds;
    b->breath_size = live;
}

/* Returns how deep the breath is, 0 to its size. */
static double depth_of_breath(const pd_character_bearing *b)
{
    const double before = b->breath_peak - b->breath_at;
    const double since = b->time - b->breath_peak;

    if (!(b->breath_size > 0) || !(before > 0)) return 0;
    return b->breath_size *
           (since < 0 ? ease_bearing(1 + since / before) : 1 - ease_bearing(since / BREATH_OUT));
}

/* Rotates a joint of the pose about an axis of its parent's frame. */
static void turn_joint(pd_character_pose *pose, int joint, pd_vec3 axis, double angle)
{
    if (joint < 0 || !(angle != 0)) return;
    pose->rotations[joint] = pd_q_normalize(pd_q_mul(pd_q_axis_angle(axis, angle), pose->rotations[joint]));
}

static const pd_vec3 to_left = {1, 0, 0};
static const pd_vec3 upwards = {0, 1, 0};
static const pd_vec3 forwards = {0, 0, 1};

/* Returns the posture of the emotions and of the breath, radians. */
static posture posture_of(const pd_character_bearing *b, const pd_character_bearing_input *in)
{
    const double breath = depth_of_breath(b);
    posture sum = {.chest = 0 - breath * BREATH_CHEST, .shoulders_up = breath * BREATH_SHOULDERS};

    for (int e = 0; e < PD_ANIM_EMOTIONS; e++) {
        const double amount = (double)in->emotions[e] * DEGREE;
        sum.trunk += amount * postures[e].trunk;
        sum.chest += amount * postures[e].chest;
        sum.shoulders_up += amount * postures[e].shoulders_up;
        sum.shoulders_forward += amount * postures[e].shoulders_forward;
        sum.arms_out += amount * postures[e].arms_out;
        sum.elbows += amount * postures[e].elbows;
    }

    return sum;
}

/* Moves one arm: the posture, then the gesture. beat: height of the forearm as a share of the stroke. */
static void move_arm(pd_character_pose *pose, const pd_character_rig *rig, const pd_character_bearing *b,
                     int side, const posture *angles, double beat)
{
    const int *links = rig->links + 3 * side;
    const int joints[ARM_JOINTS] = {links[COLLAR], links[ARM], links[FOREARM_JOINT], rig->hands[side]};
    const double sign = side ? -1 : 1;
    const double w = ease_bearing(b->up[side]);
    const double passed = ease_bearing(b->passed);

    if (links[COLLAR] < 0 || links[ARM] < 0 || links[FOREARM_JOINT] < 0) return;

    /* The arm hangs, turned by the posture. It does not follow the lean of the trunk. */
    turn_joint(pose, joints[COLLAR], upwards, -sign * angles->shoulders_forward);
    turn_joint(pose, joints[ARM], to_left, -(angles->trunk + angles->chest));
    turn_joint(pose, joints[ARM], forwards, sign * angles->arms_out);
    turn_joint(pose, joints[FOREARM_JOINT], upwards, -sign * angles->elbows);

    /* The gesture. */
    for (int i = 0; i < ARM_JOINTS && w > 0; i++) {
        if (joints[i] < 0) continue;
        const pd_quat up = pd_q_slerp(raised[b->poses[0]][side][i], raised[b->poses[1]][side][i], passed);
        pose->rotations[joints[i]] = pd_q_slerp(pose->rotations[joints[i]], up, w);
    }

    turn_joint(pose, joints[COLLAR], forwards, sign * angles->shoulders_up);
    turn_joint(pose, joints[ARM], to_left, -w * beat * UPPER_ARM);
    turn_joint(pose, joints[FOREARM_JOINT], upwards, -sign * w * beat * FOREARM);
    turn_joint(pose, joints[HAND], forwards, sign * w * beat * PALM);
}

bool pd_character_bearing_step(pd_character_bearing *b, pd_character_pose *pose,
                               const pd_character_bearing_input *in, const pd_character_rig *rig)
{
    static const posture at_ease;
    const double live = pd_fmin(in->liveliness / USUAL, MOST_LIVE);

    /* What begins in this tick. */
    if (in->has_stress) plan_beat(b, in, live);
    if (in->has_phrase && live > 0) begin_breath(b, in, live);
    raise_hands(b, in);
    b->time += DT;

    const posture angles = posture_of(b, in);
    if (!memcmp(&angles, &at_ease, sizeof angles) && !(b->up[0] > 0) && !(b->up[1] > 0)) return false;

    /* The trunk leans; the neck turns back, so that the head keeps its direction. */
    turn_joint(pose, rig->trunk.spine, to_left, angles.trunk);
    turn_joint(pose, rig->trunk.chest, to_left, angles.chest);
    turn_joint(pose, rig->trunk.neck, to_left, -(angles.trunk + angles.chest));
    for (int side = 0; side < PD_CHARACTER_RIG_ARMS; side++)
        move_arm(pose, rig, b, side, &angles, live * height_of_beats(b, side));

    return true;
}
