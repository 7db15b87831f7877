#include "core/anim/ranges.h"

#include "core/anim/ranges_of_capture.h"
#include "core/math/elementary.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#define DEGREE 0.017453292519943295

/* Columns: name, paired, twist axis, box, lower limits { x, y, z }, upper limits { x, y, z }. */
const pd_anim_range pd_anim_ranges_anatomical[] = {
    {"hip", 1, 1, 0, {-120, -40, -25}, {20, 45, 45}},
    {"spine1", 0, 1, 0, {-15, -8, -15}, {35, 8, 15}},
    {"spine2", 0, 1, 0, {-10, -15, -12}, {25, 15, 12}},
    {"spine3", 0, 1, 0, {-10, -22, -12}, {25, 22, 12}},
    {"knee", 1, 1, 1, {-2, -10, 0}, {145, 10, 0}},
    {"ankle", 1, 1, 0, {-20, -15, -30}, {50, 15, 15}},
    {"foot", 1, 1, 1, {-60, 0, 0}, {35, 0, 0}},
    {"neck", 0, 1, 0, {-30, -35, -20}, {25, 35, 20}},
    {"head", 0, 1, 0, {-30, -45, -25}, {25, 45, 25}},
    {"collar", 1, 0, 0, {-15, -20, -10}, {15, 20, 30}},
    {"shoulder", 1, 0, 0, {-90, -115, -90}, {70, 40, 70}},
    {"elbow", 1, 0, 1, {-45, -150, -3}, {45, 5, 3}},
    {"wrist", 1, 0, 0, {-40, -20, -80}, {40, 30, 70}},
    {"hand", 1, 0, 1, {0, -15, -70}, {0, 15, 20}},
    {NULL, 0, 0, 0, {0, 0, 0}, {0, 0, 0}},
};

const pd_anim_range pd_anim_ranges[] = {PD_ANIM_RANGES_OF_CAPTURE{NULL, 0, 0, 0, {0, 0, 0}, {0, 0, 0}}};

static const pd_anim_range *ranges_row_of(const pd_anim_range *rows, const char *name, int *side)
{
    const bool left = !strncmp(name, "left_", 5);
    const bool right = !strncmp(name, "right_", 6);
    const char *bare = name + (left ? 5 : right ? 6 : 0);

    *side = right ? -1 : 1;

    for (const pd_anim_range *range = rows; range->name; range++)
        if (!strcmp(range->name, bare) && range->paired == (left || right)) return range;
    return NULL;
}

const pd_anim_range *pd_anim_range_of(const char *name, int *side)
{
    return ranges_row_of(pd_anim_ranges, name, side);
}

const pd_anim_range *pd_anim_anatomical_of(const char *name, int *side)
{
    return ranges_row_of(pd_anim_ranges_anatomical, name, side);
}

/* The biped's spine starts one joint lower than SMPL's (LowerBack); Neck repeats Spine1's rotation and
 * carries the head. */
static const struct biped_row {
    const char *name, *smpl; /* without Left, Right, L, R */
    int paired;
} biped_rows[] = {
    {"UpLeg", "hip", 1},        {"Leg", "knee", 1},        {"Foot", "ankle", 1},    {"ToeBase", "foot", 1},
    {"LowerBack", "spine1", 0}, {"Spine", "spine2", 0},    {"Spine1", "spine3", 0}, {"Neck1", "neck", 0},
    {"Head", "head", 0},        {"Shoulder", "collar", 1}, {"Arm", "shoulder", 1},  {"ForeArm", "elbow", 1},
    {"Hand", "wrist", 1},       {"FingerBase", "hand", 1}, {"HandIndex1", "", 1},   {"Thumb", "", 1},
    {"HipJoint", "", 1},        {"Neck", "", 0},
};

static const pd_anim_range held = {"", 0, 0, 1, {0, 0, 0}, {0, 0, 0}};

const pd_anim_range *pd_anim_range_of_biped(const char *name, int *side)
{
    static const char *const prefixes[] = {"Left", "Right", "L", "R", ""};

    for (int p = 0; p < 5; p++) {
        size_t length = strlen(prefixes[p]);
        if (strncmp(name, prefixes[p], length)) continue;
        *side = p % 2 ? -1 : 1;
        for (size_t i = 0; i < sizeof biped_rows / sizeof *biped_rows; i++) {
            const struct biped_row *row = &biped_rows[i];
            if (strcmp(name + length, row->name) != 0 || row->paired != (length > 0)) continue;
            for (const pd_anim_range *range = pd_anim_ranges; range->name; range++)
                if (!strcmp(range->name, row->smpl)) return range;
            return &held;
        }
    }

    return NULL;
}

static pd_quat ranges_mirrored(pd_quat q, int side)
{
    return (pd_quat){q.x, side * q.y, side * q.z, q.w};
}

static double component(pd_vec3 v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static pd_quat rotation_about(int axis, double angle)
{
    return pd_q_axis_angle(pd_vec3_make(axis == 0, axis == 1, axis == 2), angle);
}

/* Splits a rotation into the twist about the range's axis, which is the nearest rotation about that axis, and
 * the swing. Returns the twist. */
static pd_quat split_ranges(double angles[3], const pd_anim_range *range, int side, pd_quat rotation)
{
    pd_quat q = ranges_mirrored(rotation, side);
    double along = component(pd_vec3_make(q.x, q.y, q.z), range->twist);
    double twist = 2 * pd_atan2(along, q.w);

    if (along * along + q.w * q.w < 1e-20) twist = 0; /* with a swing by pi any twist is as near */
    if (twist > M_PI) twist -= 2 * M_PI;
    if (twist < -M_PI) twist += 2 * M_PI;

    /* The swing is the rest of the rotation, as a rotation vector. */
    const pd_quat twisted = rotation_about(range->twist, twist);
    pd_vec3 swing = pd_q_to_rotvec(pd_q_mul(q, pd_q_conjugate(twisted)));
    for (int c = 0; c < 3; c++) angles[c] = c == range->twist ? twist : component(swing, c);

    return twisted;
}

static pd_quat join_ranges(const double angles[3], const pd_anim_range *range, int side, pd_quat twisted)
{
    pd_vec3 swing = pd_vec3_make(range->twist == 0 ? 0 : angles[0], range->twist == 1 ? 0 : angles[1],
                                 range->twist == 2 ? 0 : angles[2]);
    return ranges_mirrored(pd_q_mul(pd_q_from_rotvec(swing), twisted), side);
}

void pd_anim_range_split(double angles[3], const pd_anim_range *range, int side, pd_quat rotation)
{
    split_ranges(angles, range, side, rotation);
}

pd_quat pd_anim_range_join(const double angles[3], const pd_anim_range *range, int side)
{
    return join_ranges(angles, range, side, rotation_about(range->twist, angles[range->twist]));
}

pd_quat pd_anim_range_clamp(pd_quat rotation, const pd_anim_range *range, int side, double slack_deg)
{
    double angles[3];
    const double slack = slack_deg * DEGREE;
    pd_quat twisted = split_ranges(angles, range, side, rotation);
    const double twist = angles[range->twist];

    /* Clamp the twist and, in a box, each angle. */
    for (int c = 0; c < 3; c++) {
        const double more = range->max_deg[c] > range->min_deg[c] ? slack : 0;
        const double low = range->min_deg[c] * DEGREE - more;
        const double high = range->max_deg[c] * DEGREE + more;
        if (!range->box && c != range->twist) continue;
        angles[c] = angles[c] < low ? low : angles[c] > high ? high : angles[c];
    }

    /* Move a swing outside the ellipse to its boundary. The half-axes are the limits of the angles' signs. */
    double sum = 0;
    for (int c = 0; c < 3 && !range->box; c++) {
        const double limit = (angles[c] < 0 ? -range->min_deg[c] : range->max_deg[c]) * DEGREE + slack;
        if (c != range->twist && limit > 1e-9) sum += angles[c] * angles[c] / (limit * limit);
    }

    for (int c = 0; c < 3 && sum > 1; c++)
        if (c != range->twist) angles[c] /= sqrt(sum);

    if (angles[range->twist] != twist) twisted = rotation_about(range->twist, angles[range->twist]);
    return join_ranges(angles, range, side, twisted);
}

double pd_anim_range_excess(pd_quat rotation, const pd_anim_range *range, int side)
{
    return pd_q_angle(rotation, pd_anim_range_clamp(rotation, range, side, 0));
}
