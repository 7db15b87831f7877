#ifndef PD_OBSERVE_TAKE_MARKERS_H
#define PD_OBSERVE_TAKE_MARKERS_H
/* Optical markers by name: where on a body they are worn.
 *
 *     x_m = sum_k w_vk G_k (u_v + o - J_k)        v: a vertex of the skin, o: 9.5 mm off it until it is calibrated (take.h)
 *
 * The names are those of the usual sets: Vicon's Plug-in Gait, the 41 of Carnegie Mellon, Cleveland's and Helen Hayes' where they agree.
 * "Jim:LFHD", "lfhd" and "L_FHD" are LFHD too; a name that ends in "-1" or is unknown belongs to no place.
 *
 * Every place is found on the model's own rest pose, which faces +Z with the palms down: from a point on the line between two joints,
 * moved by so many metres of a body of 1.70 m, straight along a direction until it leaves the skin.
 *
 * How far a marker may be from there: where anatomy defines its place (a bone that can be felt) 2 to 3 cm, on the middle of a limb, where laboratories
 * differ, 5 cm.
 */
#include "core/io/mocap/markers.h"
#include "core/observe/take/take.h"
#include "core/observe/take/trajectory.h"

#define PD_OBSERVE_MARKER_RADIUS 0.0095 /* metres from the skin to a marker's middle, as MoSh has it */
#define PD_OBSERVE_MARKER_LEAST  6      /* markers whose names are known */

typedef struct pd_observe_marker {
    const char *name; /* "LFHD"; of the left side, or of the middle */
    bool sided;
    const char *from, *to;     /* joints; NULL: from alone                                         */
    double share;              /* of the way from one to the other                                 */
    double shift[3], along[3]; /* metres; of the left side in model axes                           */
    double across;             /* metres: how far it may be from there along the skin              */
    const char *doc;
} pd_observe_marker;

extern const pd_observe_marker pd_observe_markers[]; /* ends with a NULL name */

/* The row of a name in a file; -1: none. *right: it is the other side's. */
int pd_observe_marker_of(const char *name, bool *right);

/* Columns of a file whose names are known. */
int pd_observe_marker_known(const pd_markers *file);

/* Axes rotated in a circle until `up` is y, right-handed as they were; sign -1: up is that axis' negative side. */
void pd_observe_marker_stand_up(float out[3], const float in[3], int up, double sign);

/* What is seen in a frame. */
typedef struct pd_observe_cloud {
    int count;
    int column[PD_OBSERVE_TRAJECTORY_MOST];            /* of the file */
    double at[PD_OBSERVE_TRAJECTORY_MOST][3], mean[3]; /* metres, +Y up */
} pd_observe_cloud;

/* The first PD_OBSERVE_TRAJECTORY_MOST points of a frame; up and sign as above. */
void pd_observe_marker_cloud(pd_observe_cloud *out, const pd_markers *file, int frame, int up, double sign);

/* Where the places of a file's markers are on a model. */
typedef struct pd_observe_marker_set {
    int count;              /* places: of the file's markers those that are known        */
    int *column;            /* (count) of the file                                       */
    pd_observe_part *parts; /* (count) one vertex each                              */
    pd_observe_seen *places;
    pd_observe_mount *mounts;
    float *at; /* (F,count,3) metres, +Y up                                 */
    int frame_count, unknown_count;
    int up; /* the file's axis that is up, on its side of that sign */
    double sign;
} pd_observe_marker_set;

/* up: the file's axis that is up, 0 to 2, or -1: found from the markers of head and feet. sigma: metres. ERR_INVALID: fewer than 6 names are known, with
 * the first few of the file; ERR_UNSUPPORTED: a model without SMPL's joints; ERR_MEMORY. */
pd_status pd_observe_marker_set_make(pd_observe_marker_set *out, const pd_markers *file, int up, double sigma,
                                     const pd_smpl_model *model, const char *name, pd_error *err);
void pd_observe_marker_set_deinit(pd_observe_marker_set *set);

/* The vertex of a row on a model, and the skin's normal there; -1: the model lacks its joints. */
int pd_observe_marker_vertex(double normal[3], const pd_smpl_model *model, const pd_observe_marker *row,
                             bool right);

#endif
