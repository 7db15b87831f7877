#ifndef PD_RIG_LAY_H
#define PD_RIG_LAY_H
/* Which plan's body a mesh is, and which way it stands: plans (plan.h) laid into its solid (embed.h) whichever way it may stand (way.h).
 *
 * Score    of a way: the embedding's penalties + 30 residual, a little more where an axis other than y is up, .3 less where feet point forward and as
 *          much more where backward: head and tail may change places for little, and how well the bones fill the body decides as little (a fox whose
 *          tail is as thick as its head was laid in backward by .05). Soles are .01 to .08 of the height before the shanks on all meshes that were looked at.
 * Residual of the surface against capsules about the bones, each as wide as the solid is there, of the largest extent; covered is what is within .1.
 * Clear    penalties up to PD_RIG_LAY_CLEAR: the plan is right. Over it the others are laid in too, and one whose penalties are under
 *          PD_RIG_LAY_BETTER of its, and no more than PD_RIG_LAY_NAMED, is what the mesh is rather. Measured on people, animals and capsules: docs/lab/rig.md, "Which plan".
 *
 * Space    the mesh's as the file has it: turn's rows are what becomes x, y and z of the file's axes.
 * Cost     some 20 ms a way, PD_RIG_WAYS of them for an axis up.
 * Memory   one owner: pd_rig_solid_deinit.   Threads  any; the mesh is turned by pd_rig_lay.
 * Errors   ERR_MEMORY; ERR_BUSY: cancelled; ERR_INVALID: nothing is inside.
 */
#include "core/rig/embed.h"
#include "core/rig/rig.h"

#define PD_RIG_LAY_CLEAR  2.0
#define PD_RIG_LAY_BETTER 0.8
#define PD_RIG_LAY_NAMED  4.5 /* of 24 people the one who walks comes to 3.6 */

typedef struct pd_rig_solid {
    pd_rig_mesh *mesh;
    pd_rig_cloud points; /* where volume and graph stand */
    pd_rig_volume volume;
    pd_rig_graph graph;
    double size;                    /* the largest extent, of the first height      */
    double first[12], first_height; /* upright and height for which they were made  */
} pd_rig_solid;

/* A plan laid in the best way. */
typedef struct pd_rig_laid {
    const pd_rig_plan *plan;
    pd_rig_embedding embedding;
    double turn[9];
    pd_rig_axis up;
    double score, residual, coverage; /* score infinite: no way was good enough */
    double least;                     /* penalties of the best way, good enough or not */
    int tried;                        /* ways                                           */
} pd_rig_laid;

/* The mesh is turned to stand as in its file. */
pd_status pd_rig_solid_init(pd_rig_solid *out, pd_rig_mesh *mesh, pd_error *err);
void pd_rig_solid_deinit(pd_rig_solid *solid);

void pd_rig_lay_begin(pd_rig_laid *out, pd_rig_plan_id plan);
/* All ways with that axis up, or those that the job leaves; *out is kept where none is better. */
pd_status pd_rig_lay(pd_rig_laid *out, const pd_rig_solid *solid, const pd_rig_job *job, pd_rig_axis up,
                     pd_error *err);
/* Of the other plans the one with the least penalties, tried with y, the axis `up` and z up, and a person with every axis, as far as the job allows them; the first that is clear
 * ends it. One that stays farther away than PD_RIG_RESIDUAL_MOST does not count. out->plan NULL: none has fewer than `most`. */
pd_status pd_rig_lay_others(pd_rig_laid *out, const pd_rig_solid *solid, const pd_rig_job *job,
                            pd_rig_axis up, double most, pd_error *err);

#endif
