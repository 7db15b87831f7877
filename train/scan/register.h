#ifndef PD_TRAIN_SCAN_REGISTER_H
#define PD_TRAIN_SCAN_REGISTER_H
/* Registers a scan of a person: gives it a mesh of the model's topology by aligning a body (align.h) and
 * deforming its surface onto the points (drape.h).
 *
 * The scan is a set of points: with holes, noise, any order, any facing. Normals are not required; given ones
 * are used for a scan from one side (view.h). From more than PD_TRAIN_REGISTER_USED points a sample is
 * drawn. Where there are no points the surface is the body's, moved along with what is seen around it (`seen`
 * lists the vertices that were seen).
 *
 *     pd_train_register job = {.points = points, .point_count = n, .up = -1, .prior = &prior, .executor =
 *     e, outputs ...}; if (!(status = pd_train_register_check(&job, model, &err))) status =
 *     pd_train_register_run(&job, model, &err);
 *
 * Shapes   N points, V vertices, K joints, B betas.
 * Spaces   the scan's own axes, metres, any direction up.
 * Memory   the caller owns the outputs; _run allocates and frees the rest.
 * Threads  tasks of the executor; the same bits for any number of workers.
 * Errors   _check: ERR_LIMIT, ERR_RANGE at "scan" (too few or too many points, not the size of a person, not
 *          finite). _run: ERR_MEMORY, ERR_INVALID: no body comes near.
 */
#include "train/scan/align.h"
#include "train/scan/drape.h"
#include "train/scan/sample.h"

#define PD_TRAIN_REGISTER_LEAST    500
#define PD_TRAIN_REGISTER_MOST     2000000
#define PD_TRAIN_REGISTER_USED     150000 /* largest number of points that are used */
/* Metres: allowed longest side of the box that contains 98 % of the points along each axis. */
#define PD_TRAIN_REGISTER_SHORTEST 0.3
#define PD_TRAIN_REGISTER_LONGEST  3.5

typedef struct pd_train_register {
    /* out */
    float *vertices;     /* (V,3) surface on the scan */
    float *body;         /* (V,3) fitted body before the deformation; or NULL */
    unsigned char *seen; /* (V) 1: points of the scan are near the vertex */
    float *betas;        /* (B) shape */
    float *rotations;    /* (K,3,3) local */
    double translation[3];
    double body_distance; /* metres: mean distance of the fitted body from the nearer 90 % of the points */
    /* quality of the fitted body (align.h) */
    double misfit, worst, strays, uncertainty, covered[PD_TRAIN_ALIGN_PART_COUNT];
    /* metres: root mean square distance of the surface from the points that were used, along its normals */
    double rms;
    /* points of the sample that was drawn, without strays;
     * those of them that the surface was deformed onto */
    int used, kept;
    /* strays of the sample, which lie farther than stray_reach (metres) from all other points and are left
     * out (sample.h); positions of the first of them, in the scan's axes */
    int stray_count;
    double stray_reach, stray_points[PD_TRAIN_SAMPLE_NAMED][3];
    int seen_count;    /* number of vertices that were seen */
    bool uses_normals; /* true: the given normals were used */
    bool is_one_sided; /* true: the scan is from one side, as a depth camera's (view.h) */
    int left_out;      /* points of a floor or a wall that were left out */
    double towards[3]; /* unit vector from the person to the viewpoint; only if is_one_sided */
    /* quality of a fit to one side (align.h); only if is_one_sided */
    double coverage, unexplained, contradicted;
    /* margin of the chosen orientation (align.h); only if is_one_sided and no keypoints are given */
    double margin;
    /* in */
    const float *points;  /* (N,3) */
    const float *normals; /* (N,3) unit, all inward or all outward; 0 0 0: unknown. Or NULL */
    int point_count;
    int up; /* up direction as in align.h; -1: found from the scan */
    const pd_observe_prior *prior;
    const pd_observe_seen *keypoints; /* (keypoint_count) points in space that give a start; or NULL */
    int keypoint_count;
    double stiffness, noise; /* see drape.h */
    const pd_executor *executor;
    /* called with the share done on the caller's thread; may be NULL */
    void (*report)(void *ctx, double done);
    void *ctx;
} pd_train_register;

pd_status pd_train_register_check(const pd_train_register *job, const pd_smpl_model *model, pd_error *err);
pd_status pd_train_register_run(pd_train_register *job, const pd_smpl_model *model, pd_error *err);

#endif
