#include "core/observe/live/humanoid.h"

#include "core/math/rotation.h"
#include "core/observe/live/live_parts.h"

#include <math.h>
#include <string.h>

/* The bones of one side. VRM 1.0 calls the joints of the thumb metacarpal, proximal and distal. */
#define FINGER(side, joint, name, digit)                                                                     \
    {side name "Proximal", joint "_" digit "1"}, {side name "Intermediate", joint "_" digit "2"},            \
    {                                                                                                        \
        side name "Distal", joint "_" digit "3"                                                              \
    }
#define SIDE(side, joint)                                                                                    \
    {side "Shoulder", joint "_collar"}, {side "UpperArm", joint "_shoulder"},                                \
        {side "LowerArm", joint "_elbow"}, {side "Hand", joint "_wrist"}, {side "UpperLeg", joint "_hip"},   \
        {side "LowerLeg", joint "_knee"}, {side "Foot", joint "_ankle"}, {side "Toes", joint "_foot"},       \
        {side "ThumbMetacarpal", joint "_thumb1"}, {side "ThumbProximal", joint "_thumb2"},                  \
        {side "ThumbDistal", joint "_thumb3"}, FINGER(side, joint, "Index", "index"),                        \
        FINGER(side, joint, "Middle", "middle"), FINGER(side, joint, "Ring", "ring"),                        \
        FINGER(side, joint, "Little", "pinky")

static const pd_observe_keypoint bones[] = {
    [PD_OBSERVE_HUMANOID_HIPS] = {"hips", "pelvis"},
    {"spine", "spine1"},
    {"chest", "spine2"},
    {"upperChest", "spine3"},
    {"neck", "neck"},
    {"head", "head"},
    SIDE("left", "left"),
    SIDE("right", "right"),
};

const pd_observe_set pd_observe_humanoid = {
    .name = "humanoid",
    .doc = "rotations of VRM's bones",
    .keypoints = bones,
    .count = (int)(sizeof bones / sizeof *bones),
    .is_posed = true,
};

/* Gives the joints the rotations of the bones. */
static void turn_bones(pd_observe_live *live, const pd_observe_sight *sight)
{
    pd_observe_problem *p = &live->problem;

    for (int k = 0; k < p->layout.joints; k++) {
        pd_q_to_matrix(p->state.rotations[k], pd_q_identity());
        live->pose.unseen[k] = 1;
    }
    for (int i = 0; i < sight->set->count; i++) {
        live->seen[i].confidence = 0;
        if (!sight->is_turned[i] || !live->seen[i].part_count) continue;
        const int joint = live->parts[i][0].index;
        pd_q_to_matrix(p->state.rotations[joint], sight->orientation[i]);
        live->pose.unseen[joint] = 0;
    }
}

void pd_observe_live_pose_directly(pd_observe_live *live, const pd_observe_sight *sight)
{
    pd_observe_problem *p = &live->problem;
    double x[PD_OBSERVE_FLOOR_POINTS][3];
    double *to = p->state.translation;

    /* The pose, and heels and toes without a translation. */
    turn_bones(live, sight);
    memset(to, 0, sizeof p->state.translation);
    pd_observe_problem_update(p, true);
    for (int i = 0; i < p->floor_count; i++) pd_observe_point(x[i], &p->body, &p->state, &p->floor_places[i]);

    /* The translation: by the position of the hips, or by feet that stand. */
    if (sight->confidence[PD_OBSERVE_HUMANOID_HIPS] > 0) {
        const double *hips = sight->at[PD_OBSERVE_HUMANOID_HIPS];
        const double *root = p->body.world[0].m;
        const double floor = live->request.floor;
        const double size = sight->height > 0 ? live->trackers.stature / sight->height : 1;
        to[0] = hips[0] - root[3];
        to[1] = floor + size * (hips[1] - floor) - root[7];
        to[2] = hips[2] - root[11];

        /* Feet are on the floor of the stage. */
        for (int i = 0; i < p->floor_count; i++) {
            memcpy(live->walk.before[i], x[i], sizeof x[i]);
            live->walk.before[i][1] += to[1];
        }
        live->walk.low_before = floor;
        live->walk.is_there = false;
        live->walk.place[0] = to[0];
        live->walk.place[1] = to[2];
    } else {
        pd_observe_walk_step(&live->walk, to, (const double(*)[3])x, p->floor_count, live->request.floor);
    }

    pd_observe_problem_update(p, true);
    live->mirrored = false;
    live->pose.steps = 0;
}
