#ifndef PD_OBSERVE_SCAN_REGISTER_H
#define PD_OBSERVE_SCAN_REGISTER_H
/* A scan of a person as a mesh of the model's topology: a body laid in (align.h), then its surface moved onto the points (drape.h).
 *
 * The scan is points: holes, noise, any order, any facing. Normals are not needed; those that are given are used for a scan of one side (view.h). Of more than PD_OBSERVE_REGISTER_USED as many are
 * drawn. Where no point lies, the surface is the body's, carried along by what is seen around it (`seen` says which vertices were).
 *
 *     pd_observe_register job = {.points = points, .point_count = n, .up = -1, .prior = &prior, .executor = e, outputs ...};
 *     if (!(status = pd_observe_register_check(&job, model, &err))) status = pd_observe_register_run(&job, model, &err);
 *
 * Shapes   N points, V vertices, K joints, B betas.
 * Spaces   all of it in the scan's own axes, metres, any way up.
 * Memory   outputs are the caller's; _run allocates and frees the rest.
 * Threads  tasks of the executor; the same bits for any number.
 * Errors   _check: ERR_LIMIT, ERR_RANGE at "scan" (too few or too many points, not the size of a person, not finite). _run: ERR_MEMORY,
 *          ERR_INVALID: no body comes near.
 */
#include "core/observe/scan/align.h"
#include "core/observe/scan/drape.h"

#define PD_OBSERVE_REGISTER_LEAST    500
#define PD_OBSERVE_REGISTER_MOST     2000000
#define PD_OBSERVE_REGISTER_USED     150000
/* Metres: the longest side of what holds 98 of 100 points along each axis. */
#define PD_OBSERVE_REGISTER_SHORTEST 0.3
#define PD_OBSERVE_REGISTER_LONGEST  3.5

typedef struct pd_observe_register {
    /* out */
    float *vertices;     /* (V,3) on the scan                          */
    float *body;         /* (V,3) the fitted body before it; or NULL   */
    unsigned char *seen; /* (V) 1: points of the scan lie about it     */
    float *betas;        /* (B)                                        */
    float *rotations;    /* (K,3,3) local                              */
    double translation[3];
    double body_distance; /* metres: the fitted body from the nearer 90 % of the points, mean       */
    double rms;           /* metres: the surface from the points that were kept, along its normals  */
    int used, kept;       /* points that were looked at; that lie on the surface                    */
    int seen_count;       /* vertices                                                               */
    bool uses_normals;    /* the given normals were used                                            */
    bool is_one_sided;    /* the scan is of one side, as a depth camera's (view.h)                  */
    int left_out;         /* points of a floor or a wall, of a scan from one side                   */
    double towards[3];    /* with is_one_sided: unit, from the person to the viewpoint              */
    double coverage, unexplained, contradicted, misfit, worst; /* with is_one_sided: align.h */
    double margin;                                             /* the same, without keypoints */
    /* in */
    const float *points;  /* (N,3) */
    const float *normals; /* (N,3) of the points, unit, all inward or all outward; 0 0 0: unknown. Or NULL */
    int point_count;
    int up; /* align.h; -1: looked for */
    const pd_observe_prior *prior;
    const pd_observe_seen *keypoints; /* (keypoint_count) points in space, or NULL: no start is needed */
    int keypoint_count;
    double stiffness, noise; /* drape.h */
    const pd_executor *executor;
    void (*report)(void *ctx, double done); /* by the caller's thread; may be NULL */
    void *ctx;
} pd_observe_register;

pd_status pd_observe_register_check(const pd_observe_register *job, const pd_smpl_model *model,
                                    pd_error *err);
pd_status pd_observe_register_run(pd_observe_register *job, const pd_smpl_model *model, pd_error *err);

#endif
