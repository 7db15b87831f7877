#ifndef PD_RIG_START_H
#define PD_RIG_START_H
/* A learned start of the template's fit: 22 joints from depth maps of a mesh that stands upright and looks along z.
 *
 *     y0 = b0 + m(p) W0                                                     p: points of the surface (fit.h's cloud)
 *     y  = b1 + m(q) W1,   q = s (p - (pelvis's x, 0, 0)),  s = 1 / (1.3 neck's y),  three times
 *
 * m are 6,160 numbers: from the front, 44 rows of 40 cells over y 0..1, x +-.62, whether a cell has a point, five times the nearest z of it and five times the farthest;
 * from the side, 44 rows of 20 cells over z +-.25, whether a cell has a point. z is counted from the points' mean; points above 1 do not
 * count, so that the second matrix does not see how high a hat is, or a head. W and b are ridge regressions (train/rig/start.h).
 *
 * Space    the mesh's (mesh.h): heights.
 * Memory   one reference on load; retain and release are atomic. Immutable: any number of threads.
 * Errors   "FILE: tensor" or "FILE: __metadata__/key", with what is there and what is expected.
 */
#include "core/io/tensor/model_file.h"
#include "core/rig/base/template.h"

#include <stdint.h>

#define PD_RIG_START_KIND    "rig-start" /* metadata `kind` of its files */
#define PD_RIG_START_VERSION "1.0"

#define PD_RIG_MAP_ROWS    44
#define PD_RIG_MAP_FRONT   40
#define PD_RIG_MAP_SIDE    20
#define PD_RIG_MAP_NUMBERS (PD_RIG_MAP_ROWS * (3 * PD_RIG_MAP_FRONT + PD_RIG_MAP_SIDE))
#define PD_RIG_MAP_JOINTS  (3 * PD_RIG_JOINTS)
#define PD_RIG_MAP_NECK    (1 / 1.3) /* where q has the neck */
#define PD_RIG_MAP_PASSES  3

typedef struct pd_rig_start {
    float *weights[2]; /* (PD_RIG_MAP_NUMBERS, PD_RIG_MAP_JOINTS) W0, W1 */
    float *bias[2];    /* (PD_RIG_MAP_JOINTS)                            */
    pd_model_text text;
    size_t resident_bytes;
    uint64_t content_hash;
    int references; /* atomic */
} pd_rig_start;

/* Where points are seen from: x' = scale (x - middle), y' = scale y. */
typedef struct pd_rig_frame {
    double scale, middle, depth; /* depth: out, the mean z' of the points that count */
} pd_rig_frame;

/* m (PD_RIG_MAP_NUMBERS) */
void pd_rig_maps(float *maps, pd_rig_frame *frame, const double (*points)[3], int count);
/* The frame of a pass from joints in the mesh's space; depth is left to pd_rig_maps. */
pd_rig_frame pd_rig_frame_of(double neck_height, double pelvis_x);

/* Both matrices; scratch (PD_RIG_MAP_NUMBERS). */
void pd_rig_start_joints(double joints[PD_RIG_JOINTS][3], const pd_rig_start *start,
                         const double (*points)[3], int count, float *scratch);
/* How the template stands with its joints about there: pelvis and chest by hips, shoulders and spine, other parts by the shortest
 * turn; long bones have the mean length of both sides, the trunk's share its length, hands and feet are as long as the limb above, the
 * rest has the mean; the head ends at y = 1. */
void pd_rig_start_shape(pd_rig_shape *shape, const pd_rig_template *template,
                        const double joints[PD_RIG_JOINTS][3]);

/* Arrays of its sizes, zero. ERR_MEMORY; empty then. */
pd_status pd_rig_start_init(pd_rig_start *out, pd_error *err);
void pd_rig_start_deinit(pd_rig_start *start);

/* safetensors: first, next (6160,66), first_bias, next_bias (66), F16 or F32; written in F16. ERR_FORMAT, ERR_RANGE: not finite. */
pd_status pd_rig_start_parse(pd_rig_start *out, const void *bytes, size_t size, const char *name,
                             pd_error *err);
pd_status pd_rig_start_encode(pd_buffer *out, const pd_rig_start *start, pd_error *err);
pd_status pd_rig_start_save(const pd_rig_start *start, const char *path, pd_error *err);
pd_status pd_rig_start_load(pd_rig_start **out, const char *path, pd_error *err);
pd_rig_start *pd_rig_start_retain(pd_rig_start *start);
void pd_rig_start_release(pd_rig_start *start); /* NULL is fine */

#endif
