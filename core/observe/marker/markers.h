#ifndef PD_OBSERVE_MARKER_MARKERS_H
#define PD_OBSERVE_MARKER_MARKERS_H
/* Table of optical markers by name: where on a body each is worn.
 *
 *     x_m = sum_k w_vk G_k (u_v + o - J_k)        v: a vertex of the skin, o: 9.5 mm off it until the take
 *                                                 calibrates it (take.h)
 *
 * The names are those of the usual sets: Vicon's Plug-in Gait, the 41 of Carnegie Mellon, Cleveland's and
 * Helen Hayes' where they agree, Motive's Baseline sets and Qualisys' animation sets. "Jim:LFHD", "Jim_LFHD",
 * "lfhd" and "L_FHD" mean LFHD too; a name that ends in "-1" or is unknown belongs to no place.
 *
 * Every place is found on the model's own rest pose, which faces +Z with the palms down: from a point on the
 * line between two joints, shifted by an offset in metres of a body of 1.70 m, then straight along a
 * direction until it leaves the skin.
 *
 * A marker may be 2 to 3 cm from there if anatomy defines its place (a bone that can be felt), and 5 cm in
 * the middle of a limb, where laboratories differ.
 *
 * Memory   _make allocates; the owner calls _deinit.   Threads  the table is const.   Errors  in _make alone.
 */
#include "core/io/mocap/markers.h"
#include "core/math/up.h"
#include "core/observe/take/take.h"
#include "core/observe/marker/trajectory.h"

#define PD_OBSERVE_MARKER_RADIUS 0.0095 /* metres from the skin to the centre of a marker, as in MoSh */
#define PD_OBSERVE_MARKER_LEAST  6      /* smallest number of markers with known names */

typedef struct pd_observe_marker {
    const char *name;      /* "LFHD"; the name of the left marker, or of one on the midline */
    bool sided;            /* true: there is a marker on each side */
    const char *from, *to; /* joints of the line; to NULL: the point is at `from` */
    double share;          /* position on the line: 0 at `from`, 1 at `to` */
    /* offset in metres, and direction to the skin; for the left side, in model axes */
    double shift[3], along[3];
    double across; /* metres: standard deviation of the marker's position along the skin */
    const char *doc;
} pd_observe_marker;

extern const pd_observe_marker pd_observe_markers[]; /* the last entry has a NULL name */

/* Returns the row for a name in a file, or -1. Sets *right for the marker of the right side. */
int pd_observe_marker_of(const char *name, bool *right);

/* Returns how many columns of the file have known names. */
int pd_observe_marker_known(const pd_markers *file);

/* The points that are seen in one frame. */
typedef struct pd_observe_cloud {
    int count;
    int column[PD_OBSERVE_TRAJECTORY_MOST];            /* column of each point in the file */
    double at[PD_OBSERVE_TRAJECTORY_MOST][3], mean[3]; /* metres, +Y up */
} pd_observe_cloud;

/* Collects the first PD_OBSERVE_TRAJECTORY_MOST points of a frame, turned so that `up` is up. */
void pd_observe_marker_cloud(pd_observe_cloud *out, const pd_markers *file, int frame, pd_up up);

/* The places of a file's markers on a model. */
typedef struct pd_observe_marker_set {
    int count;              /* places: markers of the file with known names */
    int *column;            /* (count) column in the file */
    pd_observe_part *parts; /* (count) one vertex for each place; of joints up to PD_OBSERVE_MOST_PARTS */
    pd_observe_seen *places;
    pd_observe_mount *mounts; /* (count); NULL for joints */
    bool are_joints;          /* true: centres of joints (joints.h), not markers on the skin */
    float *at;                /* (F,count,3) metres, +Y up */
    int frame_count, unknown_count;
    pd_up up;  /* axis of the file that is up */
    int heads; /* pd_up along which heads are clearly above feet, if it is not `up`; -1: none */
} pd_observe_marker_set;

/* Finds the places. up: pd_up of the file, or -1: found from the markers of head and feet.
 * sigma: metres. ERR_INVALID: fewer than 6 names are known, with the first few of the file; ERR_UNSUPPORTED:
 * a model without SMPL's joints; ERR_MEMORY. */
pd_status pd_observe_marker_set_make(pd_observe_marker_set *out, const pd_markers *file, int up, double sigma,
                                     const pd_smpl_model *model, const char *name, pd_error *err);
void pd_observe_marker_set_deinit(pd_observe_marker_set *set);
/* Chooses the axis that is up and fills set->at, for a set whose places and columns are known. levels (M): 0
 * for a column of the head, 1 for one of a foot, -1 for any other. Ends the set on failure. ERR_MEMORY. */
pd_status pd_observe_marker_set_stand(pd_observe_marker_set *set, const pd_markers *file, const int *levels,
                                      int up, const char *name, pd_error *err);

/* Returns the vertex of a row on a model, and writes the skin's normal there;
 * -1: the model lacks its joints. */
int pd_observe_marker_vertex(double normal[3], const pd_smpl_model *model, const pd_observe_marker *row,
                             bool right);

#endif
