#ifndef PD_TRAIN_UNTANGLE_H
#define PD_TRAIN_UNTANGLE_H
/* Turns triangles back that a bend has turned inside out.
 *
 * Each triangle wants to face N, its rest normal turned by the blended rotation of its corners (the weighted mean
 * quaternion of their joints). Seen along N it shall keep a part of its rest area:
 *
 *     C = N . ((b - a) x (c - a)) - part |(b0 - a0) x (c0 - a0)| >= 0
 *
 * Triangle by triangle the corners go the shortest way that mends it (Mueller et al. 2007, position based dynamics).
 *
 * Spaces   model space, metres.
 */
#include "core/base/error.h"
#include "core/smpl/pose.h"
#include "core/train/surface.h"

typedef struct pd_train_untangle {
    const pd_smpl_data *data;
    int face_count;
    int *faces;          /* those with a soft corner            */
    unsigned char *soft; /* (V)                                */
    float *rest;         /* (face_count,3) rest normals, twice the area long */
} pd_train_untangle;

/* data and surface must outlive it; rest (V,3). */
pd_status pd_train_untangle_init(pd_train_untangle *untangle, const pd_train_surface *surface,
                                 const pd_smpl_data *data, const double *rest, pd_error *err);
void pd_train_untangle_deinit(pd_train_untangle *untangle);

/* wanted (face_count,3): N times the rest area doubled. turns: scratch (V). */
void pd_train_untangle_pose(float *wanted, pd_quat *turns, const pd_train_untangle *untangle,
                            const pd_smpl_pose *pose);
/* One pass over points (V,3); returns how many triangles it moved. */
int pd_train_untangle_run(double *points, const pd_train_untangle *untangle, const float *wanted,
                          double part);

#endif
