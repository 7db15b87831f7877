#include "core/pfnn/layout.h"

#include "core/base/assert.h"
#include "core/pfnn/network.h"
pd_pfnn_layout pd_pfnn_layout_of(int w, int g, int joints)
{
    pd_pfnn_layout l = {.samples = w, .gaits = g, .joints = joints};

    /* Input: trajectory, gaits, joints, heights of the ground. */
    l.in_x = 0;
    l.in_z = w;
    l.in_facing_x = 2 * w;
    l.in_facing_z = 3 * w;
    l.in_gaits = 4 * w;
    l.in_positions = l.in_gaits + g * w;
    l.in_velocities = l.in_positions + 3 * joints;
    l.in_left = l.in_velocities + 3 * joints;
    l.in_middle = l.in_left + w;
    l.in_right = l.in_middle + w;
    l.in_style = l.in_right + w;
    l.in_count = l.in_style;

    /* Output: root, phase, contacts, future trajectory, joints. */
    l.out_velocity = 0;
    l.out_yaw_rate = 2;
    l.out_phase = 3;
    l.out_contacts = 4;
    l.out_x = l.out_contacts + PD_PFNN_CONTACTS;
    l.out_z = l.out_x + w / 2;
    l.out_facing_x = l.out_z + w / 2;
    l.out_facing_z = l.out_facing_x + w / 2;
    l.out_positions = l.out_facing_z + w / 2;
    l.out_velocities = l.out_positions + 3 * joints;
    l.out_rotations = l.out_velocities + 3 * joints;
    l.out_count = l.out_rotations + 3 * joints;
    PD_ASSERT(l.in_count == pd_pfnn_x_dim(w, g, joints) && l.out_count == pd_pfnn_y_dim(w, joints));

    return l;
}

void pd_pfnn_layout_add_styles(pd_pfnn_layout *l, int styles)
{
    PD_ASSERT(styles >= 0);
    l->styles = styles;
    l->in_count = l->in_style + styles;
}
