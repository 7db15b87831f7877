#ifndef PD_IO_FBX_CURVE_H
#define PD_IO_FBX_CURVE_H
/* Reads and evaluates animation curves of FBX files. Used by fbx_scene_animation.c only.
 *
 *     value(t) = Hermite(v0, d0, v1, d1) between two keys whose tangents have the usual weights of a third;
 *     else the Bezier curve with
 *                control points v0, v0 + w0 T d0, v1 - w1 T d1, v1 at times 0, w0 T, (1 - w1) T, T
 *                    T: time between the keys
 *
 * Tangents   user: slopes from the file, in value per second. auto: the slope between the neighbouring keys;
 *            for keys marked "clamp" or "clamp progressive" limited so that the curve does not overshoot
 *            them. TCB: Kochanek and Bartels (1984).
 * Errors     ERR_FORMAT: times and values of different counts, or times that do not grow.
 */
#include "core/io/fbx/fbx_scene.h"

typedef struct pd_fbx_key {
    /* interpolation to the next key: 0 holds this value, 1 takes the next value, 2 linear, 3 cubic */
    int steps;
    /* slope after this key, and slope before the next key, in value per second */
    float right, left;
    /* w0, w1 of these two tangents: fractions of the time between the keys */
    float weights[2];
} pd_fbx_key;

struct pd_fbx_curve {
    int count;     /* keys                                                                  */
    double *times; /* (count) seconds                                                       */
    float *values; /* (count) values of the keys: degrees for rotations, the file's unit for translations */
    pd_fbx_key *keys; /* (count) NULL: all linear                                              */
};

/* Reads the curve of an AnimationCurve record. Its arrays belong to the scene's pool. */
pd_status pd_fbx_curve_read(pd_fbx_curve *out, pd_fbx_scene *scene, int record);
/* Returns the value at a time. Before the first key and after the last, the value of that key holds. */
double pd_fbx_curve_value(const pd_fbx_curve *curve, double seconds);

#endif
