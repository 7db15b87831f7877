#ifndef PD_TRAIN_SCAN_VIEW_H
#define PD_TRAIN_SCAN_VIEW_H
/* Finds the viewpoint of a scan, and whether it was taken from one side only, as by a depth camera.
 *
 *     hidden     share of the points that lie behind other points of the scan, as seen from a viewpoint. From
 *                the position of a depth camera none does; in a scan from all around about half do, whatever
 *                the viewpoint.
 *
 * Viewpoints all around the scan are tried, and the origin of the scan's axes, where depth cameras usually
 * are. Of a viewpoint and its opposite, the surface bulges towards the right one.
 *
 * Normals are those of the file, or the axis of least variance of the points around a point. Given normals
 * are used if half of them lie within 45 degrees of that axis (uses_normals); they also tell which side is
 * inside if they all point to the same side of the surface.
 *
 * A floor or a wall is a plane that contains many points and has all others on one side. Its points are left
 * out; in a scan from one side a floor determines the up direction.
 *
 * The picture is the scan as seen from the viewpoint, in cells slightly wider than the spacing of the points.
 * It shows where nothing can be: between the viewpoint and the points, and beside the points
 * (pd_train_view_conflict).
 *
 * Shapes   N points, M of them kept.   Spaces  the scan's axes, metres, near the origin.
 * Memory   _init allocates; the owner calls _deinit.
 * Threads  const after _init.
 * Errors   false: out of memory.
 */
#include <stdbool.h>

typedef struct pd_train_view {
    double (*points)[3];  /* (M) points that were kept, in the order of the scan */
    double (*normals)[3]; /* (normal_count) normals of the first points, unit, towards the camera */
    int point_count, normal_count;
    double camera[3], towards[3]; /* viewpoint, and unit vector to it from the centre of the points */
    double hidden;                /* share of hidden points, 0 .. 1 */
    double noise; /* metres: thickness of the scan, median over the neighbourhoods of points */
    bool is_one_sided, has_floor, uses_normals;
    double floor_up[3]; /* unit up direction, with has_floor */
    int left_out;       /* points of a floor or a wall that were left out */
    /* The picture. Axes: [0..2] right, [3..5] down, [6..8] away; coordinates are tangents of the angles
     * divided by `cell`. */
    double axes[9], cell, corner[2], distance;
    int width, height;
    float *front; /* (height,width) distance of the nearest point along `away`, metres; INFINITY: none */
    int *nearest; /* (height,width) the nearest cell that has points */
} pd_train_view;

/* Contradiction between a point x and the picture. */
typedef struct pd_train_off {
    double metres;  /* distance from where it may be; 0: no contradiction */
    double way[3];  /* unit direction in which it has to move, if metres > 0 */
    bool is_beside; /* beside the points instead of in front of them */
    /* beside the points and outside their bounding rectangle, where the picture may simply end */
    bool is_beyond;
} pd_train_off;

/* Builds the view. points (count,3) in an order in which the first few are a sample of all. normals (count,3)
 * as given, 0 0 0 if unknown, or NULL. origin: origin of the scan's own axes.
 * Returns false if out of memory. */
bool pd_train_view_init(pd_train_view *view, const double (*points)[3], const double (*normals)[3], int count,
                        const double origin[3]);
void pd_train_view_deinit(pd_train_view *view);
pd_train_off pd_train_view_conflict(const pd_train_view *view, const double x[3]);
/* Sets visible (count) to 1 for vertices, with normals (count,3), that the viewpoint sees. scratch
 * (height,width). */
void pd_train_view_visible(unsigned char *visible, float *scratch, const pd_train_view *view,
                           const double *vertices, const double *normals, int count);

#endif
