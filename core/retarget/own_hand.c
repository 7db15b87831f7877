#include "core/retarget/own_hand.h"

#include "core/base/assert.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#define FINGERS    5
#define THUMB      4
#define LAST_BEND  0.6 /* of the joint before it; people's distal joints bend by about that much */
#define CHAINS     6
#define NAME_BYTES 96
#define MOST_MORE  45.0 /* degrees: larger differences of rest poses are not those of one hand */
#define DEGREES    (180 / M_PI)

/* Measured on the joints of the model `person`. */
const double pd_retarget_own_hand_rest[4][3] = {
    {13.2, 12.4, 7.5}, {19.4, 6.3, 3.8}, {19.0, 9.9, 5.9}, {17.4, 7.8, 4.7}};

/* Words of each finger in the order of hand.h, in lower case. */
static const char *const words[FINGERS][6] = {
    {"index", "point", "\xe4\xba\xba\xe6\x8c\x87"},
    {"middle", "mid", "\xe4\xb8\xad\xe6\x8c\x87"},
    {"pinky", "little", "small", "pink", "\xe5\xb0\x8f\xe6\x8c\x87"},
    {"ring", "\xe8\x96\xac\xe6\x8c\x87"},
    {"thumb", "\xe8\xa6\xaa\xe6\x8c\x87"}};

/* Words of joints that are no phalanx. */
static const char *const others[] = {"metacarpal", "meta", "carpal", "palm", "tip", "end", "nub", "twist"};

/* A hand whose fingers are being found. */
typedef struct finding {
    const pd_anim_skeleton *s;
    pd_vec3 at[PD_ANIM_MAX_JOINTS]; /* joints at rest */
    int finger[PD_ANIM_MAX_JOINTS]; /* finger that a joint's name says; -1: none */
    int hand;
} finding;

/* Returns whether a joint is below `top`. */
static bool is_below_hand(const pd_anim_skeleton *s, int joint, int top)
{
    for (int j = s->parents[joint]; j >= 0; j = s->parents[j])
        if (j == top) return true;
    return false;
}

/* Returns the finger that a name says; -1: none. */
static int finger_of_name(const char *name)
{
    char low[NAME_BYTES];
    size_t n = 0;

    for (; name[n] && n + 1 < sizeof low; n++) low[n] = (char)tolower((unsigned char)name[n]);
    low[n] = 0;

    /* The name of the finger. "string" and "spring" are no rings. */
    for (int f = FINGERS - 1; f >= 0; f--) {
        bool is_said = false;
        for (int i = 0; i < 6 && words[f][i]; i++)
            is_said =
                is_said || (strstr(low, words[f][i]) && !strstr(low, "string") && !strstr(low, "spring"));

        for (size_t i = 0; is_said && i < sizeof others / sizeof *others; i++)
            if (strstr(low, others[i]) && !(f == THUMB && i < 3)) return -1;
        if (is_said) return f;
    }

    /* The number of the finger, with the thumb as 0, as Biped and Source have it. */
    static const int numbered[FINGERS] = {THUMB, 0, 1, 3, 2};
    const char *number = strstr(low, "finger");
    if (!number) return -1;
    number += 6;
    while (*number == '_' || *number == ' ' || *number == '.') number++;

    return *number >= '0' && *number <= '4' && !strstr(low, "nub") ? numbered[*number - '0'] : -1;
}

/* Returns the shallowest joint below `top` of a finger; -1: none. */
static int next_of_finger(const finding *f, int finger, int top)
{
    int found = -1;

    for (int k = 0; k < f->s->joint_count; k++)
        if (f->finger[k] == finger && is_below_hand(f->s, k, top) &&
            (found < 0 || f->s->depth[k] < f->s->depth[found]))
            found = k;

    return found;
}

/* Takes the fingers that names say. Returns their number. */
static int fingers_by_name(int joints[PD_SMPL_HAND_JOINTS], const finding *f)
{
    int count = 0;

    for (int finger = 0; finger < FINGERS; finger++) {
        int top = f->hand;
        for (int i = 0; i < 3 && top >= 0; i++) {
            top = next_of_finger(f, finger, top);
            joints[3 * finger + i] = top;
        }

        /* A finger of one joint does not say in which direction it points. */
        if (joints[3 * finger + 1] < 0) joints[3 * finger] = -1;
        count += joints[3 * finger] >= 0;
    }

    return count;
}

/* Collects a chain of joints from `first` outwards. Returns its length. */
static int chain_of(int chain[4], const pd_anim_skeleton *s, int first)
{
    int count = 0;

    for (int k = first; k >= 0 && count < 4;) {
        chain[count++] = k;
        int next = -1;
        for (int j = 0; j < s->joint_count; j++)
            if (s->parents[j] == k) next = j;
        k = next;
    }

    return count;
}

/* Takes chains of joints below the hand for fingers, if there are four or five. */
static void fingers_by_shape(int joints[PD_SMPL_HAND_JOINTS], const finding *f)
{
    static const int order[4] = {0, 1, 3, 2}; /* index, middle, ring, pinky */
    int chains[CHAINS][4];
    pd_vec3 ways[CHAINS];
    int count = 0;

    for (int k = 0; k < f->s->joint_count && count < CHAINS; k++) {
        if (f->s->parents[k] != f->hand || chain_of(chains[count], f->s, k) < 3) continue;
        ways[count] = pd_vec3_unit_or(pd_vec3_sub(f->at[chains[count][2]], f->at[k]), pd_vec3_make(1, 0, 0));
        count++;
    }

    if (count != 4 && count != 5) return;

    /* The thumb points farthest away from the others. */
    int thumb = 0;
    double least = INFINITY;
    for (int i = 0; i < count; i++) {
        double alike = 0;
        for (int j = 0; j < count; j++) alike += pd_vec3_dot(ways[i], ways[j]);
        if (alike < least) {
            least = alike;
            thumb = i;
        }
    }

    /* The others follow by their distance from the thumb. */
    int rest[CHAINS];
    int others_count = 0;
    for (int i = 0; i < count; i++)
        if (i != thumb) rest[others_count++] = i;
    for (int i = 0; i < others_count; i++)
        for (int j = i + 1; j < others_count; j++) {
            const pd_vec3 from = f->at[chains[thumb][0]];
            const double a = pd_vec3_length(pd_vec3_sub(f->at[chains[rest[i]][0]], from));
            const double b = pd_vec3_length(pd_vec3_sub(f->at[chains[rest[j]][0]], from));
            if (b >= a) continue;
            const int kept = rest[i];
            rest[i] = rest[j];
            rest[j] = kept;
        }

    for (int i = 0; i < others_count; i++) {
        const int finger = others_count == 3 && i == 2 ? 2 : order[i]; /* three fingers have no ring */
        memcpy(joints + 3 * finger, chains[rest[i]], 3 * sizeof *joints);
    }

    memcpy(joints + 3 * THUMB, chains[thumb], 3 * sizeof *joints);
}

/* Returns the angle about the axis from one direction to another, degrees. */
static double bend_about(pd_vec3 axis, pd_vec3 from, pd_vec3 to)
{
    from = pd_vec3_fma(from, -pd_vec3_dot(from, axis), axis);
    to = pd_vec3_fma(to, -pd_vec3_dot(to, axis), axis);
    return atan2(pd_vec3_dot(axis, pd_vec3_cross(from, to)), pd_vec3_dot(from, to)) * DEGREES;
}

/* Returns the end of a finger: the position of a joint below its last one. has: whether there is one. */
static pd_vec3 end_of_finger(bool *has, const finding *f, int joint)
{
    *has = false;
    for (int k = 0; joint >= 0 && k < f->s->joint_count; k++)
        if (f->s->parents[k] == joint) {
            *has = true;
            return f->at[k];
        }

    return pd_vec3_make(0, 0, 0);
}

/* Sets the degrees by which the fingers' rest pose differs from that of our bodies. */
static void compare_rest(pd_smpl_hand_shape *hand, const int joints[PD_SMPL_HAND_JOINTS], const finding *f)
{
    for (int finger = 0; finger < THUMB; finger++) {
        const int *j = joints + 3 * finger;
        const pd_vec3 *at = hand->joints + 3 * finger;
        const pd_vec3 axis = pd_smpl_hand_axis(hand, finger);
        double bends[3];
        bool has_end;

        if (j[0] < 0) continue;
        bends[0] = bend_about(axis, pd_vec3_sub(at[0], hand->wrist), pd_vec3_sub(at[1], at[0]));
        bends[1] = j[2] < 0 ? 0 : bend_about(axis, pd_vec3_sub(at[1], at[0]), pd_vec3_sub(at[2], at[1]));
        const pd_vec3 end = end_of_finger(&has_end, f, j[2]);
        bends[2] = has_end ? bend_about(axis, pd_vec3_sub(at[2], at[1]), pd_vec3_sub(end, at[2]))
                           : LAST_BEND * bends[1];
        for (int i = 0; i < 3; i++) {
            const double more = pd_retarget_own_hand_rest[finger][i] - bends[i];
            hand->more[3 * finger + i] = fmax(-MOST_MORE, fmin(MOST_MORE, more));
        }
    }
}

/* Computes all poses of a hand from its joints. */
static void make_poses(pd_retarget_own_hands *out, int side, const finding *f)
{
    int *joints = out->joints + PD_SMPL_HAND_JOINTS * side;
    float angles[3 * PD_SMPL_HAND_JOINTS];
    pd_smpl_hand_shape hand = {.wrist = f->at[f->hand], .is_right = side == 1};

    /* Fingers and joints that the hand lacks stand where they do no harm: beside the last finger that it
     * has, and in line with the joints before. */
    int last = 0;
    for (int i = 0; i < 4; i++) {
        static const int across[4] = {0, 1, 3, 2};
        if (joints[3 * across[i]] >= 0) last = across[i];
    }

    for (int finger = 0; finger < FINGERS; finger++) {
        const int from = joints[3 * finger] >= 0 ? finger : last;
        pd_vec3 *at = hand.joints + 3 * finger;
        for (int i = 0; i < 3; i++) {
            const int k = joints[3 * from + i];
            at[i] = k >= 0 ? f->at[k] : pd_vec3_add(at[i - 1], pd_vec3_sub(at[i - 1], at[i - 2]));
        }
    }

    /* Axes of the hand: to the figure's left, away from the palm, to the thumb. */
    const double x = side ? -1 : 1;
    const pd_vec3 up = pd_vec3_scale(pd_smpl_hand_normal(&hand), -1);
    const pd_vec3 ahead = pd_vec3_scale(pd_vec3_sub(hand.joints[3], hand.wrist), x);
    const pd_vec3 left = pd_vec3_unit_or(pd_vec3_reject(ahead, up), pd_vec3_make(1, 0, 0));
    const pd_vec3 front = pd_vec3_cross(left, up);
    const double matrix[9] = {left.x, up.x, front.x, left.y, up.y, front.y, left.z, up.z, front.z};
    out->frames[side] = pd_q_from_matrix(matrix);
    compare_rest(&hand, joints, f);
    for (int p = 0; p < PD_SMPL_HAND_POSE_COUNT; p++) {
        pd_smpl_hand_shape_angles(angles, &hand, (pd_smpl_hand_pose)p);
        for (int i = 0; i < PD_SMPL_HAND_JOINTS; i++)
            if (joints[i] >= 0)
                out->poses[p][PD_SMPL_HAND_JOINTS * side + i] = pd_q_from_rotvec(pd_vec3_make(
                    (double)angles[3 * i], (double)angles[3 * i + 1], (double)angles[3 * i + 2]));
    }
}

void pd_retarget_own_hands_find(pd_retarget_own_hands *out, const pd_anim_skeleton *skeleton,
                                const pd_retarget_own_hand_names *names, const int hands[2])
{
    finding f = {.s = skeleton};

    /* Joints at rest, and the fingers that their names say. */
    pd_anim_skeleton_forward(f.at, NULL, skeleton, NULL, pd_vec3_make(0, 0, 0));
    for (int k = 0; k < skeleton->joint_count; k++) {
        f.finger[k] = names[k].bone && *names[k].bone ? finger_of_name(names[k].bone) : -1;
        if (f.finger[k] < 0) f.finger[k] = finger_of_name(names[k].name);
    }

    for (int i = 0; i < PD_RETARGET_OWN_FINGERS; i++) out->joints[i] = -1;
    for (int p = 0; p < PD_SMPL_HAND_POSE_COUNT; p++)
        for (int i = 0; i < PD_RETARGET_OWN_FINGERS; i++) out->poses[p][i] = pd_q_identity();

    for (int side = 0; side < 2; side++) {
        int *joints = out->joints + PD_SMPL_HAND_JOINTS * side;
        out->has[side] = false;
        out->frames[side] = pd_q_identity();
        f.hand = hands[side];
        if (f.hand < 0) continue;
        if (fingers_by_name(joints, &f) < 2) {
            for (int i = 0; i < PD_SMPL_HAND_JOINTS; i++) joints[i] = -1;
            fingers_by_shape(joints, &f);
        }

        /* The palm needs an index finger and another one. */
        out->has[side] = joints[0] >= 0 && (joints[3] >= 0 || joints[6] >= 0 || joints[9] >= 0);
        if (out->has[side])
            make_poses(out, side, &f);
        else
            for (int i = 0; i < PD_SMPL_HAND_JOINTS; i++) joints[i] = -1;
    }
}
