#ifndef PD_RIG_LAY_H
#define PD_RIG_LAY_H
/* Decides which body plan a mesh has, and its orientation: embeds plans (plan.h) in its solid (embed.h) in
 * every possible orientation (way.h).
 *
 * Score    of an orientation: the embedding's penalties + 30 residual, slightly more if an axis other than y
 *          is up, .3 less if feet point forward and .3 more if backward. The feet are needed because
 *          penalties and residual hardly distinguish head and tail: a fox with a tail as thick as its head
 *          scored .05 better backward. On all meshes examined, soles are .01 to .08 of the height in front of
 *          the shanks.
 * Residual of the surface against capsules around the bones, each as wide as the solid there, relative to the
 * largest extent; `coverage` is the share within .1.
 * Clear    penalties up to PD_RIG_LAY_CLEAR: the plan is right. Above, the other plans are embedded too, and
 *          the mesh is called another plan's if that plan's penalties are below PD_RIG_LAY_BETTER times these
 *          and at most PD_RIG_LAY_NAMED. Measured on people, animals and capsules: docs/lab/rig.md, "Which
 *          plan".
 *
 * Spaces   the mesh's in the file's axes: rows of turn are the new x, y and z axes.
 * Cost     about 20 ms an orientation, PD_RIG_WAYS of them for each up axis.
 * Memory   _init allocates; the owner calls pd_rig_solid_deinit.
 * Threads  any number; pd_rig_lay turns the mesh.
 * Errors   ERR_MEMORY; ERR_BUSY: cancelled; ERR_INVALID: nothing is inside.
 */
#include "core/rig/embed.h"
#include "core/rig/rig.h"

#define PD_RIG_LAY_CLEAR  2.0
#define PD_RIG_LAY_BETTER 0.8
#define PD_RIG_LAY_NAMED  4.5 /* of 24 people measured, a walking one has the largest penalties: 3.6 */

/* A mesh with the volume and graph of its inside. */
typedef struct pd_rig_solid {
    pd_rig_mesh *mesh;
    pd_rig_cloud points; /* points of the surface, in the space of volume and graph */
    pd_rig_volume volume;
    pd_rig_graph graph;
    double size;                    /* largest extent, relative to the first height */
    double first[12], first_height; /* orientation and height for which volume and graph were made */
} pd_rig_solid;

/* A plan embedded in its best orientation. */
typedef struct pd_rig_laid {
    const pd_rig_plan *plan;
    pd_rig_embedding embedding;
    double turn[9];
    pd_rig_axis up;
    double score, residual, coverage; /* score infinite: no orientation was good enough */
    double least;                     /* penalties of the best orientation, good enough or not */
    int tried;                        /* number of orientations tried */
} pd_rig_laid;

/* Builds volume and graph. The mesh is turned to its orientation in the file. */
pd_status pd_rig_solid_init(pd_rig_solid *out, pd_rig_mesh *mesh, pd_error *err);
void pd_rig_solid_deinit(pd_rig_solid *solid);

/* Starts a search for a plan: no orientation yet. */
void pd_rig_lay_begin(pd_rig_laid *out, pd_rig_plan_id plan);
/* Tries all orientations with that axis up that the job permits; *out is kept if none is better. */
pd_status pd_rig_lay(pd_rig_laid *out, const pd_rig_solid *solid, const pd_rig_job *job, pd_rig_axis up,
                     pd_error *err);
/* Finds the other plan with the least penalties, tried with y, the axis `up` and z up, and a person with
 * every axis, as far as the job permits; the first clear one ends the search. A plan with a residual above
 * PD_RIG_RESIDUAL_MOST is ignored. out->plan NULL: none has less than `most`. */
pd_status pd_rig_lay_others(pd_rig_laid *out, const pd_rig_solid *solid, const pd_rig_job *job,
                            pd_rig_axis up, double most, pd_error *err);

#endif
