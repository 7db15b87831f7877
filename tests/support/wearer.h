#ifndef TESTS_SUPPORT_WEARER_H
#define TESTS_SUPPORT_WEARER_H
/* A person who wears a headset and trackers: the readings of each device for a known pose. */
#include "core/observe/live/sight.h"
#include "tests/support/sight.h"

/* Computes the world rotations of the joints. */
static inline void wearer_world(double (*world)[9], const pd_smpl_model *m, const sight_person *p)
{
    for (int k = 0; k < m->joint_count; k++) {
        double own[9];
        for (int i = 0; i < 9; i++) own[i] = (double)p->rotations[9 * k + i];
        if (m->data.parents[k] < 0)
            memcpy(world[k], own, sizeof own);
        else
            pd_rot_mul(world[k], world[m->data.parents[k]], own);
    }
}

/* Returns the rotation whose y and z axes are given (unit vectors at right angles). */
static inline pd_quat wearer_axes(pd_vec3 y, pd_vec3 z)
{
    const pd_vec3 x = pd_vec3_cross(y, z);
    const double m[9] = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
    return pd_q_from_matrix(m);
}

/* Returns a direction of a joint's frame in world space. */
static inline pd_vec3 wearer_axis(const double world[9], double x, double y, double z)
{
    return pd_vec3_make(world[0] * x + world[1] * y + world[2] * z,
                        world[3] * x + world[4] * y + world[5] * z,
                        world[6] * x + world[7] * y + world[8] * z);
}

/* Writes the reading of the device at that place of the set. Eyes, palms, fists and waists have axes of their
 * own, copied from their definitions. */
static inline void wearer_say(pd_observe_sight *s, const pd_smpl_model *m, const sight_person *p,
                              const char *place)
{
    pd_observe_part parts[PD_OBSERVE_MOST_PARTS];
    float *vertices = malloc(3 * (size_t)m->vertex_count * sizeof *vertices), joints[3 * SIGHT_JOINTS];
    double world[SIGHT_JOINTS][9], x[3] = {0, 0, 0};
    int row = 0;

    while (strcmp(s->set->keypoints[row].name, place)) assert_true(++row < s->set->count);
    const int count = pd_observe_place(parts, m, s->set->keypoints[row].place);
    assert_true(count > 0);
    sight_pose(vertices, joints, m, p);
    wearer_world(world, m, p);
    for (int k = 0; k < count; k++)
        for (int c = 0; c < 3; c++)
            x[c] +=
                parts[k].weight * (double)(parts[k].is_vertex ? vertices : joints)[3 * parts[k].index + c];
    free(vertices);
    memcpy(s->at[row], x, sizeof x);
    s->confidence[row] = 1;
    s->is_turned[row] = true;

    /* the left at +X at rest, palms down, the face to +Z */
    const int head = pd_smpl_joint_find(&m->data, "head");
    const bool right = !strncmp(place, "right", 5);
    const int wrist = pd_smpl_joint_find(&m->data, right ? "right_wrist" : "left_wrist");
    const double out = right ? -1 : 1;
    if (!strcmp(place, "viewer"))
        s->orientation[row] =
            wearer_axes(wearer_axis(world[head], 0, 1, 0), wearer_axis(world[head], 0, 0, -1));
    else if (strstr(place, "-hand-"))
        s->orientation[row] =
            wearer_axes(wearer_axis(world[wrist], 0, 1, 0), wearer_axis(world[wrist], -out, 0, 0));
    else if (strstr(place,
                    "-grip")) /* +X out of the left palm, out of the right back; +Z away from the thumb */
        s->orientation[row] = wearer_axes(pd_vec3_cross(wearer_axis(world[wrist], 0, 0, -1),
                                                        wearer_axis(world[wrist], 0, right ? 1 : -1, 0)),
                                          wearer_axis(world[wrist], 0, 0, -1));
    else
        s->orientation[row] = pd_q_from_matrix(world[parts[0].index]);
}

#endif
