#ifndef PD_RIG_FIT_H
#define PD_RIG_FIT_H
/* Fits the articulated template (template.h) to a mesh: 22 rotations, 22 lengths, 22 girths and a position,
 * by Gauss-Newton on closest points in both directions (Besl, McKay 1992; Chen, Medioni 1991).
 *
 *     E = 1/N sum_i rho((n_i . (v_i - q_i))^2 + .15 |v_i - q_i|^2) + the same from the mesh to the template +
 *     priors
 *
 * v_i is a point of the template, q_i the nearest point of the mesh in (p, .06 n) and n_i its normal; pairs
 * whose normals differ by more than 78 degrees are ignored. rho is Geman-McClure's with a scale that
 * decreases from step to step. Priors keep rotations near the start; lengths and girths near their mean (with
 * the start's deviation from it), near one another and alike on both sides; and hands and feet near the limb
 * above. Anchors are expected positions of joints (or of the chin or the groin).
 *
 * Spaces   the mesh's (mesh.h): one unit is its height.
 * Memory   _init allocates.
 * Threads  one thread for each job; template and cloud are const.
 * Errors   ERR_MEMORY.
 */
#include "core/base/cancel.h"
#include "core/rig/base/mesh.h"
#include "core/rig/base/template.h"
#include "core/math/tree.h"

#include <stdbool.h>

#define PD_RIG_CLOUD 6000 /* number of points of the mesh's surface */

/* Points of a mesh's surface, drawn by area; always the same for a mesh. */
typedef struct pd_rig_cloud {
    int count;
    double (*points)[3], (*normals)[3]; /* (count) */
    pd_tree tree;                       /* search tree of the points with their normals */
} pd_rig_cloud;
pd_status pd_rig_cloud_init(pd_rig_cloud *out, const pd_rig_mesh *mesh, pd_error *err);
void pd_rig_cloud_deinit(pd_rig_cloud *cloud);

/* Expected position of a joint or vertex of the template. weight:
 * factor of the squared distance along each axis. */
typedef struct pd_rig_anchor {
    int joint, vertex; /* one of both; the other is -1 */
    double at[3], weight[3];
} pd_rig_anchor;
#define PD_RIG_ANCHORS 48

typedef struct pd_rig_fit_job {
    pd_rig_shape *shape; /* in: the start; out: the fit */
    const pd_rig_template *template;
    const pd_rig_cloud *cloud;
    const pd_rig_anchor *anchors;
    int anchor_count, steps;
    bool is_quick;                  /* uses a quarter of the points, to compare starts */
    double first_scale, last_scale; /* scale of rho in the first and last step; 0: .12 and .02 */
    const pd_cancel *cancel;
} pd_rig_fit_job;

/* Quality of a fit. Distances are relative to the mesh's height. */
typedef struct pd_rig_fit_quality {
    double residual; /* mean of to_mesh and to_template */
    /* root mean square distance of the template from the mesh, and of the mesh from the template */
    double to_mesh, to_template;
    double score;    /* to_mesh + .1 (1 - coverage): the lower of two fits is the better one */
    double coverage; /* share of the surface within .03 of the template */
    /* root mean square distance from the mesh of the template's part of each joint */
    double part_residual[PD_RIG_JOINTS];
    double part_coverage[PD_RIG_JOINTS]; /* share of that part within .03 of the mesh */
} pd_rig_fit_quality;

/* Fits the template. */
pd_status pd_rig_fit_run(const pd_rig_fit_job *job, pd_error *err);
/* Measures a fit. */
pd_status pd_rig_fit_measure(pd_rig_fit_quality *out, const pd_rig_fit_job *job, pd_error *err);

#endif
