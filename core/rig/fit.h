#ifndef PD_RIG_FIT_H
#define PD_RIG_FIT_H
/* Fits the articulated template (template.h) into a mesh: 22 rotations, 22 lengths, 22 girths and a place, by Gauss-Newton on closest
 * points in both directions (Besl, McKay 1992; Chen, Medioni 1991).
 *
 *     E = 1/N sum_i rho((n_i . (v_i - q_i))^2 + .15 |v_i - q_i|^2) + the same from the mesh to the template + priors
 *
 * v_i is a point of the template, q_i the nearest of the mesh in (p, .06 n) and n_i its normal; pairs whose normals differ by more than
 * 78 degrees do not count. rho is Geman-McClure's with a scale that shrinks from step to step. Priors hold rotations near the start, lengths
 * and girths near their mean by as much as at the start, near one another and alike on both sides; hands and feet to the limb above; anchors are places where joints
 * (or the chin or the groin) are believed to be.
 *
 * Space    the mesh's (mesh.h): one unit is its height.
 * Errors   ERR_MEMORY.
 */
#include "core/base/cancel.h"
#include "core/rig/base/mesh.h"
#include "core/rig/base/template.h"
#include "core/math/tree.h"

#include <stdbool.h>

#define PD_RIG_CLOUD 6000 /* points of the mesh's surface */

/* Points of the surface by area, always the same for a mesh. */
typedef struct pd_rig_cloud {
    int count;
    double (*points)[3], (*normals)[3]; /* (count) */
    pd_tree tree;                       /* of them, with normals */
} pd_rig_cloud;
pd_status pd_rig_cloud_init(pd_rig_cloud *out, const pd_rig_mesh *mesh, pd_error *err);
void pd_rig_cloud_deinit(pd_rig_cloud *cloud);

/* A place that something of the template is drawn to. weight: of the squared distance, per axis. */
typedef struct pd_rig_anchor {
    int joint, vertex; /* one of both; the other -1 */
    double at[3], weight[3];
} pd_rig_anchor;
#define PD_RIG_ANCHORS 48

typedef struct pd_rig_fit_job {
    pd_rig_shape *shape; /* in: the start; out */
    const pd_rig_template *template;
    const pd_rig_cloud *cloud;
    const pd_rig_anchor *anchors;
    int anchor_count, steps;
    bool is_quick;                  /* a quarter of the points: to compare starts */
    double first_scale, last_scale; /* of rho; 0: .12 and .02 */
    const pd_cancel *cancel;
} pd_rig_fit_job;

/* How well it sits. Distances are of the mesh's height. */
typedef struct pd_rig_fit_quality {
    double residual;             /* rms of the distances both ways, the mean of the two      */
    double to_mesh, to_template; /* the two: template to mesh, mesh to template              */
    double score;                /* to_mesh + .1 (1 - coverage): of two fits the lower one is the better */
    double coverage;             /* share of the surface within .03 of the template          */
    double part_residual[PD_RIG_JOINTS]; /* rms of template to mesh of what each joint holds      */
    double part_coverage[PD_RIG_JOINTS]; /* share of it within .03 of the mesh                    */
} pd_rig_fit_quality;

pd_status pd_rig_fit_run(const pd_rig_fit_job *job, pd_error *err);
pd_status pd_rig_fit_measure(pd_rig_fit_quality *out, const pd_rig_fit_job *job, pd_error *err);

#endif
