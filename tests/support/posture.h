#ifndef TESTS_SUPPORT_POSTURE_H
#define TESTS_SUPPORT_POSTURE_H
/* Rotations of a body's joints, set joint by joint, for tests. */
#include "core/math/rotation.h"
#include "core/smpl/model.h"

#include <math.h>
#include <string.h>

enum { POSTURE_JOINTS = 24 }; /* SMPL's */

/* Sets rotations (24,3,3) to identity. */
static inline void posture_stand(float *rotations)
{
    memset(rotations, 0, 9 * POSTURE_JOINTS * sizeof *rotations);
    for (int i = 0; i < 3 * POSTURE_JOINTS; i++) rotations[9 * (i / 3) + 4 * (i % 3)] = 1;
}

/* Sets the rotation of the named joint; x, y, z: axis times angle, degrees. */
static inline void posture_rotate(float *rotations, const pd_smpl_model *model, const char *joint, double x,
                                  double y, double z)
{
    const double v[3] = {x * M_PI / 180, y * M_PI / 180, z * M_PI / 180};
    double matrix[9];
    pd_rot_from_axis_angle(matrix, v);
    for (int k = 0; k < POSTURE_JOINTS; k++)
        for (int i = 0; i < 9 && !strcmp(model->data.joint_names[k], joint); i++)
            rotations[9 * k + i] = (float)matrix[i];
}

#endif
