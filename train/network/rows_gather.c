#include "train/network/rows_internal.h"

#include "core/base/assert.h"

#include <string.h>

/* Rotates the vector (x, z) by -yaw, the yaw of the point's facing. */
static void to_root(float *x, float *z, const pd_train_row_point *root, float vx, float vz)
{
    *x = root->facing_z * vx - root->facing_x * vz;
    *z = root->facing_x * vx + root->facing_z * vz;
}

void pd_train_rows_gather(float *x, float *y, const pd_pfnn_layout *layout, const pd_train_rows_frames *store,
                          size_t row)
{
    const pd_train_row_motion *motion = &store->motions[store->motion[row]];
    size_t t = row - motion->row + 1;
    const pd_train_row_frame *frame = &store->frames[motion->frame + t];
    const pd_train_row_point *now = &store->points[motion->point + PD_TRAIN_PAD + t];

    /* Write trajectory, gaits and ground around the frame, in its root frame. */
    for (int i = 0; i < PD_TRAIN_SAMPLES; i++) {
        const pd_train_row_point *p = now + (i * PD_TRAIN_STEP - PD_TRAIN_WINDOW);
        to_root(&x[layout->in_x + i], &x[layout->in_z + i], now, p->x - now->x, p->z - now->z);
        to_root(&x[layout->in_facing_x + i], &x[layout->in_facing_z + i], now, p->facing_x, p->facing_z);
        for (int g = 0; g < PD_PFNN_GAITS; g++) x[layout->in_gaits + g * PD_TRAIN_SAMPLES + i] = p->gaits[g];
        x[layout->in_left + i] = p->ground[PD_TRAIN_LEFT] - frame->height;
        x[layout->in_middle + i] = p->ground[PD_TRAIN_MIDDLE] - frame->height;
        x[layout->in_right + i] = p->ground[PD_TRAIN_RIGHT] - frame->height;
    }

    /* Write the style as one-hot, and the joints of the frame before. */
    for (int s = 0; s < layout->styles; s++) x[layout->in_style + s] = s == motion->style;

    memcpy(x + layout->in_positions, frame[-1].positions, sizeof frame->positions);
    memcpy(x + layout->in_velocities, frame[-1].velocities, sizeof frame->velocities);

    /* Write the outputs: motion of the root, phase and contacts. */
    y[layout->out_velocity] = frame->velocities[0];
    y[layout->out_velocity + 1] = frame->velocities[2];
    y[layout->out_yaw_rate] = frame->yaw_rate;
    y[layout->out_phase] = frame->phase_change;
    for (int c = 0; c < PD_PFNN_CONTACTS; c++) y[layout->out_contacts + c] = frame->contacts[c];

    /* Write the trajectory ahead in the root frame of the next frame. */
    for (int i = 0; i < PD_TRAIN_SAMPLES / 2; i++) {
        const pd_train_row_point *p = (now + 1) + i * PD_TRAIN_STEP;
        to_root(&y[layout->out_x + i], &y[layout->out_z + i], now + 1, p->x - (now + 1)->x,
                p->z - (now + 1)->z);
        to_root(&y[layout->out_facing_x + i], &y[layout->out_facing_z + i], now + 1, p->facing_x,
                p->facing_z);
    }

    /* Write the joints of the frame. */
    memcpy(y + layout->out_positions, frame->positions, sizeof frame->positions);
    memcpy(y + layout->out_velocities, frame->velocities, sizeof frame->velocities);
    memcpy(y + layout->out_rotations, frame->rotations, sizeof frame->rotations);
}

/* ---- the mirror image: seen in a mirror at x = 0 */

static void keep_rows_gather(short *from, float *sign, int first, int count, float with)
{
    for (int i = first; i < first + count; i++) {
        from[i] = (short)i;
        sign[i] = with;
    }
}

static void rows_gather_swap(short *from, int a, int b, int count)
{
    for (int i = 0; i < count; i++) {
        from[a + i] = (short)(b + i);
        from[b + i] = (short)(a + i);
    }
}

/* Mirrors vectors of the joints: x changes its sign. In vectors of rotations (axial) y and z do. */
static void joints(short *from, float *sign, int first, int axial)
{
    for (int j = 0; j < PD_ANIM_BIPED_JOINTS; j++) {
        for (int c = 0; c < 3; c++) {
            int at = first + 3 * j + c;
            from[at] = (short)(first + 3 * pd_anim_biped_joints[j].mirror + c);
            sign[at] = (c == 0) != axial ? -1.0F : 1.0F;
        }
    }
}

void pd_train_row_mirror_init(pd_train_row_mirror *m, const pd_pfnn_layout *l)
{
    int w = l->samples;
    int half = w / 2;

    PD_ASSERT(w > 0 && w % 2 == 0);

    /* Mirror the input: x changes its sign, and sides change places. */
    keep_rows_gather(m->x_from, m->x_sign, 0, l->in_count, 1);
    keep_rows_gather(m->x_from, m->x_sign, l->in_x, w, -1);
    keep_rows_gather(m->x_from, m->x_sign, l->in_facing_x, w, -1);
    joints(m->x_from, m->x_sign, l->in_positions, 0);
    joints(m->x_from, m->x_sign, l->in_velocities, 0);
    rows_gather_swap(m->x_from, l->in_left, l->in_right, w);

    /* Mirror the output, also rates of turning and contacts. */
    keep_rows_gather(m->y_from, m->y_sign, 0, l->out_count, 1);
    keep_rows_gather(m->y_from, m->y_sign, l->out_velocity, 1, -1);
    keep_rows_gather(m->y_from, m->y_sign, l->out_yaw_rate, 1, -1);
    keep_rows_gather(m->y_from, m->y_sign, l->out_x, half, -1);
    keep_rows_gather(m->y_from, m->y_sign, l->out_facing_x, half, -1);
    rows_gather_swap(m->y_from, l->out_contacts + PD_PFNN_LEFT_HEEL, l->out_contacts + PD_PFNN_RIGHT_HEEL, 2);
    joints(m->y_from, m->y_sign, l->out_positions, 0);
    joints(m->y_from, m->y_sign, l->out_velocities, 0);
    joints(m->y_from, m->y_sign, l->out_rotations, 1);
}
