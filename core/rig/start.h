#ifndef PD_RIG_START_H
#define PD_RIG_START_H
/* Estimates a start for the template's fit with a learned regression: 22 joints from depth maps of a mesh
 * that stands upright and faces along z.
 *
 *     y0 = b0 + m(p) W0
 *         p: points of the surface (fit.h's cloud)
 *     y  = b1 + m(q) W1,   q = s (p - (pelvis's x, 0, 0)),  s = 1 / (1.3 neck's y),  three times
 *
 * m contains 6,160 numbers. Front view, 44 rows of 40 cells over y 0..1, x +-.62: 1 if a cell has a point,
 * five times its nearest z and five times its farthest z. Side view, 44 rows of 20 cells over z +-.25: 1 if a
 * cell has a point. z is relative to the points' mean. Points with y above 1 are ignored, so the second
 * matrix does not depend on the height of a hat or head. W and b are ridge regressions (factory/rig/start.h).
 *
 * Spaces   the mesh's (mesh.h): heights.
 * Memory   load returns one reference; retain and release are atomic.
 * Threads  immutable: any number of threads.
 * Errors   err->where is "FILE: tensor" or "FILE: __metadata__/key"; the message says what was found and what
 *          is expected.
 */
#include "core/io/tensor/model_file.h"
#include "core/rig/base/template.h"

#include <stdint.h>

#define PD_RIG_START_KIND    "rig-start" /* metadata `kind` of the files */
#define PD_RIG_START_VERSION "1.0"

#define PD_RIG_MAP_ROWS    44
#define PD_RIG_MAP_FRONT   40
#define PD_RIG_MAP_SIDE    20
#define PD_RIG_MAP_NUMBERS (PD_RIG_MAP_ROWS * (3 * PD_RIG_MAP_FRONT + PD_RIG_MAP_SIDE))
#define PD_RIG_MAP_JOINTS  (3 * PD_RIG_JOINTS)
#define PD_RIG_MAP_NECK    (1 / 1.3) /* height of the neck in q */
#define PD_RIG_MAP_PASSES  3

typedef struct pd_rig_start {
    float *weights[2]; /* (PD_RIG_MAP_NUMBERS, PD_RIG_MAP_JOINTS) W0, W1 */
    float *bias[2];    /* (PD_RIG_MAP_JOINTS) */
    pd_model_text text;
    size_t resident_bytes;
    uint64_t content_hash;
    int references; /* reference count, atomic */
} pd_rig_start;

/* View of the points: x' = scale (x - middle), y' = scale y. */
typedef struct pd_rig_frame {
    double scale, middle, depth; /* depth: out, mean z' of the points that are used */
} pd_rig_frame;

/* Computes m (PD_RIG_MAP_NUMBERS). */
void pd_rig_maps(float *maps, pd_rig_frame *frame, const double (*points)[3], int count);
/* Returns the frame of a pass for a neck height and pelvis x in the mesh's space; pd_rig_maps sets depth. */
pd_rig_frame pd_rig_frame_of(double neck_height, double pelvis_x);

/* Estimates the joints with both matrices; scratch (PD_RIG_MAP_NUMBERS). */
void pd_rig_start_joints(double joints[PD_RIG_JOINTS][3], const pd_rig_start *start,
                         const double (*points)[3], int count, float *scratch);
/* Computes the template's shape for estimated joints. Pelvis and chest are rotated by hips, shoulders and
 * spine, other parts by the smallest rotation. Long bones get the mean length of both sides, bones of the
 * trunk a share of its length. Hands and feet are scaled as the limb above, the rest is scaled by the mean.
 * The head ends at y = 1. */
void pd_rig_start_shape(pd_rig_shape *shape, const pd_rig_template *template,
                        const double joints[PD_RIG_JOINTS][3]);

/* Allocates zeroed arrays. ERR_MEMORY; *out is empty then. */
pd_status pd_rig_start_init(pd_rig_start *out, pd_error *err);
void pd_rig_start_deinit(pd_rig_start *start);

/* Read, encode and save a safetensors file: first, next (6160,66), first_bias, next_bias (66), F16 or F32;
 * written in F16. ERR_FORMAT; ERR_RANGE: not finite. */
pd_status pd_rig_start_parse(pd_rig_start *out, const void *bytes, size_t size, const char *name,
                             pd_error *err);
pd_status pd_rig_start_encode(pd_buffer *out, const pd_rig_start *start, pd_error *err);
pd_status pd_rig_start_save(const pd_rig_start *start, const char *path, pd_error *err);
pd_status pd_rig_start_load(pd_rig_start **out, const char *path, pd_error *err);
pd_rig_start *pd_rig_start_retain(pd_rig_start *start);
void pd_rig_start_release(pd_rig_start *start); /* NULL is allowed */

#endif
