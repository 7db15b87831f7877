#ifndef PD_IO_FBX_CURVE_H
#define PD_IO_FBX_CURVE_H
/* An animation curve of an FBX file: reads its keys and evaluates it. Used by fbx_scene.c only.
 *
 *     value(t) = Hermite(v0, d0, v1, d1) between two keys whose tangents have the usual weights of a third; else the Bezier curve with
 *                control points v0, v0 + w0 T d0, v1 - w1 T d1, v1 at times 0, w0 T, (1 - w1) T, T              T: time between the keys
 *
 * Tangents   user: the file's slopes, value a second. auto: the slope between the neighbours, bounded so that the curve does not go beyond them
 *            where the key asks for that ("clamp", "clamp progressive"). TCB: Kochanek and Bartels (1984).
 * Errors     ERR_FORMAT: times and values of different counts, or times that do not grow.
 */
#include "core/io/fbx/fbx_scene.h"

typedef struct pd_fbx_key {
    int steps;         /* 0 holds, 1 takes the next value, 2 linear, 3 cubic: until the next key */
    float right, left; /* slope after this key, and before the next                             */
    float weights[2];  /* of these tangents, fractions of the time between the keys             */
} pd_fbx_key;

struct pd_fbx_curve {
    int count;
    double *times;    /* seconds */
    float *values;    /* as files have them */
    pd_fbx_key *keys; /* NULL: all linear */
};

pd_status pd_fbx_curve_read(pd_fbx_curve *out, pd_fbx_scene *scene, int record);
double pd_fbx_curve_value(const pd_fbx_curve *curve, double seconds);

#endif
