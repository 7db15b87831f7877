#ifndef PD_TRAIN_SCAN_ALIGN_PARTS_H
#define PD_TRAIN_SCAN_ALIGN_PARTS_H
/* The search for a body in a scan, and its stages. Only align*.c include this header; align.h has the method.
 *
 *     1  init_search         sorts points into trees; picks vertices that stand for the skin (align)
 *     2  fit_starts          poses figures of the prior in every facing, fits the best roughly (align_start)
 *        find_sided_starts   the same for a scan from one side (align_side)
 *     3  choose_best         fits the finalists finely, takes the one with the best score (align)
 *     4  recover_limbs       poses a limb anew where points lie that no skin is near (align_limb)
 *        unfold_limbs        the same for a forearm or a shank that was folded onto other skin (align_limb)
 *     5  compare_rivals      one side: compares with bodies that face otherwise (align_evidence)
 *        free_limbs          all around: poses limbs that were not scanned by the prior alone (align_limb)
 *     6  measure_result      misfit, strays and the parts that have points (align_evidence)
 *     7  check_evidence      one side: refuses a body that is not certain (align_evidence)
 *     8  write_result        writes the body, or the reason why there is none (align)
 *
 * With keypoints, one fit to them replaces stage 2. The stages move bodies in rounds (run_rounds in
 * align_round): each round lists planes near points and skin, and runs the solver of core/observe on them.
 * The stages compare bodies by score_candidate, which is smaller for a better body.
 *
 * Spaces   the scan's: metres, any direction up.
 * Errors   `failed` of the search: out of memory. The stages then end.
 */
#include "core/base/arena.h"
#include "core/smpl/body.h"
#include "train/scan/align.h"
#include "train/scan/nearest.h"

#include <stdbool.h>

#define PD_TRAIN_ALIGN_CAP         0.20 /* metres: no point counts for more when starts are scored */
#define PD_TRAIN_ALIGN_STARTS      24   /* starts that are fitted roughly */
#define PD_TRAIN_ALIGN_SIDED       6 /* finalists of a scan from one side, the largest number of finalists */
#define PD_TRAIN_ALIGN_APART       0.6  /* radians between two starts */
#define PD_TRAIN_ALIGN_MOST_DATA   1500 /* points of the scan in a round */
#define PD_TRAIN_ALIGN_MOST_SKIN   700  /* vertices of the skin in a round */
#define PD_TRAIN_ALIGN_LIMB_JOINTS 3    /* joints of a limb that are posed anew */
#define PD_TRAIN_ALIGN_ARM_POSES   5    /* poses of an arm of the rest pose (pd_train_align_set_figure) */

/* Constants for scans from one side (view.h). */
#define PD_TRAIN_ALIGN_ALIKE  0.10 /* metres that normals of opposite directions count for, over two */
#define PD_TRAIN_ALIGN_OUT    0.10 /* metres: no vertex counts for more that is where nothing can be */
/* metres: nor one that is outside of the picture: the picture may end there, so little is known */
#define PD_TRAIN_ALIGN_BEYOND 0.005
/* Points whose median tells how far the surface is off: noise of points averages out. */
#define PD_TRAIN_ALIGN_PATCH  15

/* Settings of a run of rounds. */
typedef struct pd_train_align_pace {
    int rounds;
    int data;           /* points of the scan */
    int skin;           /* vertices of the skin */
    int betas;          /* betas that are fitted; 0: all */
    double reach_first; /* metres: r of the robust function in the first round, and in the last one */
    double reach_last;
    double sigma_first; /* metres: noise of a point in the first round, and in the last one */
    double sigma_last;
} pd_train_align_pace;

extern const pd_train_align_pace pd_align_rough;  /* of starts */
extern const pd_train_align_pace pd_align_again;  /* of a limb that is posed anew */
extern const pd_train_align_pace pd_align_medium; /* of a scan from one side */
extern const pd_train_align_pace pd_align_fine;

/* A body in the scan: the result of one start. */
typedef struct pd_train_align_candidate {
    float *betas;     /* (B) */
    float *rotations; /* (K,3,3) */
    double translation[3];
    double distance; /* metres: mean distance of the nearer points */
    double score;    /* smaller is better */
} pd_train_align_candidate;

/* A figure in the scan. */
typedef struct pd_train_align_start {
    int figure; /* component of the prior; negative: the rest pose (pd_train_align_set_figure) */
    double turn[9];
    double translation[3];
    double score; /* smaller is better */
} pd_train_align_start;

/* State of a search. */
typedef struct pd_train_align_search {
    pd_train_align *job;
    const pd_smpl_model *model;
    pd_tree scan;   /* all points */
    pd_tree coarse; /* the first points, against which starts are scored */

    /* The body that was posed last. */
    pd_smpl_body body;
    double *posed;            /* (V,3) */
    float *skinned;           /* (V,3) the same without translation */
    pd_train_nearest surface; /* its skin, and normals */
    unsigned char *visible;   /* (V) 1: the view's camera sees the vertex */
    float *picture;           /* of the view, scratch */
    pd_train_match *matches;  /* (PD_TRAIN_ALIGN_MOST_DATA) place of the skin nearest to each point */

    /* Samples of skin and scan. */
    /* (probe_count) vertices, evenly over the body, in an order whose first few are a sample */
    int *probes;
    int *probe_joints; /* (probe_count) joint that moves the vertex most */
    int probe_count;
    int (*patches)[PD_TRAIN_ALIGN_PATCH]; /* (data_count) the points about each, itself first */

    /* Observations of a round. */
    pd_observe_seen *seen;       /* (seen_count) */
    pd_observe_part (*parts)[3]; /* of each */
    double (*normals)[3];        /* of each */
    int seen_count;
    /* true: the joint is of a limb that was not scanned, which observes nothing */
    bool is_free[PD_SMPL_MAX_JOINTS];

    double (*rotations)[9]; /* (K) scratch */
    pd_arena scratch;
    bool failed; /* out of memory */
} pd_train_align_search;

/* All candidates of a search. */
typedef struct pd_train_align_candidates {
    pd_train_align_candidate best[PD_TRAIN_ALIGN_SIDED]; /* (finalists) */
    int finalists;
    pd_train_align_candidate now;   /* scratch; after pd_train_align_compare_rivals the twin */
    pd_train_align_candidate other; /* scratch */
} pd_train_align_candidates;

/* -- align_round.c -- */

/* Poses the body of a candidate: fills a->posed. */
void pd_train_align_pose_body(pd_train_align_search *a, const pd_train_align_candidate *s);
/* Sets mean shape, rest pose and no translation. */
void pd_train_align_set_rest_pose(pd_train_align_candidate *s, const pd_smpl_model *m);
/* Poses a figure: component `figure` of the prior, or for a negative number the rest pose with the arms of
 * the table. The root has the lean with which the prior was learned. */
void pd_train_align_set_figure(pd_train_align_candidate *s, const pd_smpl_model *m,
                               const pd_observe_prior *prior, int figure);
/* Returns the joint that moves a vertex most. */
int pd_train_align_joint_of_vertex(const pd_smpl_model *m, int vertex);
/* Returns the number of points that a round may use and by which a body is judged. */
int pd_train_align_data_count(const pd_train_align_search *a);
/* Moves a candidate by the solver of core/observe, to the observations in a->seen. robust: r of the robust
 * function; warm: from the candidate's pose. */
void pd_train_align_run_solver(pd_train_align_search *a, pd_train_align_candidate *s, double robust,
                               int betas, bool warm, int steps);
/* Adds the keypoints of the job to the observations. */
void pd_train_align_add_keypoints(pd_train_align_search *a);
/* Runs the rounds of a pace on a candidate. */
void pd_train_align_run_rounds(pd_train_align_search *a, pd_train_align_candidate *s,
                               const pd_train_align_pace *by);
/* Measures the standard error of the candidate's joints from the planes of a last round, and of what the
 * misfit says of the shape. */
void pd_train_align_measure_uncertainty(pd_train_align_search *a, const pd_train_align_candidate *s);
/* Returns the mean distance of the nearer share of the points from the skin. *score includes all points,
 * because a limb without skin must count, and the distance of the skin from the points. */
double pd_train_align_score_candidate(pd_train_align_search *a, const pd_train_align_candidate *s,
                                      double *score);
/* Allocates a candidate whose score is infinite. Returns false when out of memory. */
bool pd_train_align_candidate_init(pd_train_align_candidate *s, const pd_smpl_model *m);
/* Copies a candidate. */
void pd_train_align_candidate_copy(pd_train_align_candidate *to, const pd_train_align_candidate *from,
                                   const pd_smpl_model *m);
/* Frees a candidate. */
void pd_train_align_candidate_deinit(pd_train_align_candidate *s);
/* Returns the angle between two rotations. */
double pd_train_align_rotation_angle(const double a[9], const double b[9]);

/* -- align_start.c -- */

/* Inserts a start into the list, which is sorted and has every facing once. A better start with the same
 * facing keeps it out. */
void pd_train_align_insert_start(pd_train_align_start *list, const pd_train_align_start *now);
/* Lays the body in roughly from every start, and keeps the best ones in order. */
void pd_train_align_fit_starts(pd_train_align_search *a, pd_train_align_candidate *best, int finalists,
                               pd_train_align_candidate *now);

/* -- align_side.c -- */

/* Tries every component from every side: lays its visible part on the points, moves the best ones nearer,
 * and adds them to the list of starts. */
void pd_train_align_find_sided_starts(pd_train_align_search *a, pd_train_align_start *list,
                                      pd_train_align_candidate *s);

/* -- align_limb.c -- */

/* Names of the joints of each limb: arms, then legs. */
extern const char *const pd_train_align_limbs[4][PD_TRAIN_ALIGN_LIMB_JOINTS];
/* Recovers limbs where points lie that no skin is near. */
void pd_train_align_recover_limbs(pd_train_align_search *a, pd_train_align_candidate *found,
                                  pd_train_align_candidate *now, pd_train_align_candidate *figure);
/* Recovers a forearm or a shank that is folded the wrong way, where a hole is where it should be and few
 * points are left over. */
void pd_train_align_unfold_limbs(pd_train_align_search *a, pd_train_align_candidate *found,
                                 pd_train_align_candidate *now, pd_train_align_candidate *figure);
/* Gives limbs that were not scanned the pose that is likely by the prior. The fit may have laid such a
 * limb on or in skin that has points, since skin is drawn to points. A limb counts as not scanned if
 * neither its forearm nor its hand, or neither its shank nor its foot, has points. */
void pd_train_align_free_limbs(pd_train_align_search *a, pd_train_align_candidate *found,
                               pd_train_align_candidate *now, pd_train_align_candidate *figure);
/* Returns the squared distance from a point within which skin counts as seen. */
double pd_train_align_near_square(const pd_train_align_search *a);
/* Returns the share of the points that lie on no skin, by the matches of the last score. */
double pd_train_align_stray_share(const pd_train_align_search *a);
/* Returns whether a joint is `root` or below it. */
bool pd_train_align_is_below(const pd_smpl_data *data, int joint, int root);

/* -- align_evidence.c -- */

/* Measures the share of the skin of each part that has points, for the body posed last. NAN: the model has
 * no such part. Points that lie on the skin of the rest of the body do not count for a forearm or a shank
 * and what is below it: an arm that was laid on or in the trunk has none of its own. */
void pd_train_align_measure_parts(double *covered, pd_train_align_search *a);
/* Writes to the job: distances of the points from the body, the share of points that lie on no part of it,
 * and the share of each part that has points. */
void pd_train_align_measure_result(pd_train_align_search *a, const pd_train_align_candidate *s);
/* Writes to the job: the share of points that the body does not explain, the share of it that contradicts
 * the picture, and the share that was seen. */
void pd_train_align_measure_evidence(pd_train_align_search *a, const pd_train_align_candidate *s);
/* Returns ERR_INVALID if it is not certain that the body is right. */
pd_status pd_train_align_check_evidence(const pd_train_align *job, pd_error *err);
/* Compares what was found with its twin, which looks the same from that side, takes the better of both,
 * and sets the margin over all rivals: the twin, and finalists that face otherwise. */
void pd_train_align_compare_rivals(pd_train_align_search *a, pd_train_align_candidates *s,
                                   pd_train_align_candidate *found);

#endif
