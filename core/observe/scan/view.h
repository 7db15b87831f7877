#ifndef PD_OBSERVE_SCAN_VIEW_H
#define PD_OBSERVE_SCAN_VIEW_H
/* From where a scan was seen, and whether from one side only, as a depth camera sees a person.
 *
 *     hidden     share of the points that lie behind other points of the scan, as seen from a viewpoint. From where a depth camera stood
 *                none does; of a scan from all around about half do, whatever the viewpoint.
 *
 * Viewpoints all around the scan are tried, and the origin of the scan's axes, where depth cameras have themselves. Of a viewpoint and the one
 * opposite, the surface bulges towards the right one.
 *
 * Normals are those of the file, or the least axis of the points about a point. Given ones are used when half of them lie within 45 degrees of that axis
 * (uses_normals), and they say where inside is when they all point to the same side of the surface.
 *
 * Of a scan from one side, a floor or a wall is found as a plane that many points share and that all others lie before. Its points are left out,
 * and a floor says where up is.
 *
 * The picture is the scan as the viewpoint sees it, in cells a little wider than the points are apart. It says where nothing can be: between the viewpoint
 * and the points, and beside the points (pd_observe_view_off).
 *
 * Shapes   N points, M of them kept. Spaces: the scan's axes, metres, near the origin.
 * Memory   one owner: _deinit.   Threads  const after _init.
 */
#include <stdbool.h>

typedef struct pd_observe_view {
    double (*points)[3];  /* (M) kept, in the order of the scan                      */
    double (*normals)[3]; /* (normal_count) of the first points, unit, to the camera */
    int point_count, normal_count;
    double camera[3], towards[3]; /* the viewpoint; unit, from the middle of the points to it */
    double hidden;                /* 0 .. 1 */
    double noise;                 /* metres: how thick the scan is, median of the points' surroundings */
    bool is_one_sided, has_floor, uses_normals;
    double floor_up[3]; /* unit; with has_floor            */
    int left_out;       /* points of a floor or a wall     */
    /* the picture: rows from axes[0..2] (right), axes[3..5] (down), axes[6..8] (away); tangents of the angles over `cell` */
    double axes[9], cell, corner[2], distance;
    int width, height;
    float *front; /* (height,width) metres along `away` of the nearest point; INFINITY: none */
    int *nearest; /* (height,width) the cell nearest to this one that has points           */
} pd_observe_view;

/* How an object at x contradicts the picture. */
typedef struct pd_observe_off {
    double metres;  /* from where it may be; 0: it may be there             */
    double way[3];  /* unit: how it has to move; with metres > 0            */
    bool is_beside; /* beside the points, not before them                   */
    bool
        is_beyond; /* beside, and outside of the rectangle that holds all points: the picture may end there */
} pd_observe_off;

/* points (count,3) in an order in which the first few are a sample of all. normals (count,3) given with them, 0 0 0 where unknown, or NULL. origin: where the scan's own axes have theirs. false: out of memory. */
bool pd_observe_view_init(pd_observe_view *view, const double (*points)[3], const double (*normals)[3],
                          int count, const double origin[3]);
void pd_observe_view_deinit(pd_observe_view *view);
pd_observe_off pd_observe_view_off(const pd_observe_view *view, const double x[3]);
/* visible (count): of the surface with these vertices and normals (count,3), what the viewpoint sees. scratch (height,width). */
void pd_observe_view_visible(unsigned char *visible, float *scratch, const pd_observe_view *view,
                             const double *vertices, const double *normals, int count);

#endif
