#ifndef PD_SMPL_LINE_H
#define PD_SMPL_LINE_H
/* The line along which a measurement was taken, as points on the surface, so that it can be drawn on the body
 * in any pose.
 *
 *     p(a, b, t) = x_a + t (x_b - x_a)          x: vertices of the body that was measured, or of the same
 *                                               body posed
 *
 * The line of a girth is closed: the corners of the convex hull of its plane section (section.h), each where
 * the plane cuts an edge a-b of the mesh. The line of a length goes from point to point; a point may be a
 * joint.
 *
 * The hull is found by gift wrapping (Jarvis 1973), which needs no further memory; a hull has few corners.
 *
 * Spaces   vertices and joints in and out: model space, any pose; metres. A level is as in section.h.
 * Units    t has none, 0 to 1.
 * Memory   the caller's.
 */
#include "core/smpl/surface/section.h"

#include <stdbool.h>

/* Most points of a line; the hull of a body's section has 20 to 90 corners. */
#define PD_SMPL_LINE_MOST 192

typedef struct pd_smpl_line_point {
    int a, b; /* Vertices; b == -1: a is a joint. */
    float t;
} pd_smpl_line_point;

typedef struct pd_smpl_line {
    pd_smpl_line_point points[PD_SMPL_LINE_MOST];
    int count; /* 0: this measurement has no line */
    bool is_closed;
} pd_smpl_line;

/* Makes the line of a girth: the hull of the section at `level` through the gathered triangles,
 * counter-clockwise in slab->across. If the hull has more corners than fit, every other corner is removed
 * until it fits. Where nothing is cut, count is 0. */
void pd_smpl_line_section(pd_smpl_line *line, const pd_smpl_slab *slab, double level);
/* Append a vertex or a joint to an open line, which must have fewer than PD_SMPL_LINE_MOST points. */
void pd_smpl_line_add_vertex(pd_smpl_line *line, int vertex);
void pd_smpl_line_add_joint(pd_smpl_line *line, int joint);
/* Computes a point of a line, out (3), for vertices (V,3) and joints (K,3). */
void pd_smpl_line_place(double out[3], const pd_smpl_line_point *point, const float *vertices,
                        const double *joints);

#endif
