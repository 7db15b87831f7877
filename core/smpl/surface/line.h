#ifndef PD_SMPL_LINE_H
#define PD_SMPL_LINE_H
/* Where a tape lay: a measurement's line as points on the surface, which go along with any pose.
 *
 *     p(a, b, t) = x_a + t (x_b - x_a)          x: vertices, of the body that was measured or of the same one posed
 *
 * A girth's line is closed: the corners of the convex hull of its plane section (section.h), each where the plane
 * cuts an edge a-b of the mesh. A length's goes from point to point; a joint is a point too.
 *
 * Found by gift wrapping (Jarvis 1973): no memory beside the line, and a hull has few corners.
 *
 * Spaces   vertices and joints in and out: model space, of any pose; metres. A level as in section.h.
 * Units    t without one, 0 .. 1.   Memory   the caller's.
 */
#include "core/smpl/surface/section.h"

#include <stdbool.h>

#define PD_SMPL_LINE_MOST 192 /* a section of a body's mesh has a hull of 20 to 90 corners */

typedef struct pd_smpl_line_point {
    int a, b; /* vertices; b == -1: a is a joint */
    float t;
} pd_smpl_line_point;

typedef struct pd_smpl_line {
    pd_smpl_line_point points[PD_SMPL_LINE_MOST];
    int count; /* 0: this measurement has no line */
    bool is_closed;
} pd_smpl_line;

/* The hull of the plane at `level` through the gathered triangles, counter-clockwise in slab->across; one of more
 * corners than a line holds loses every other one until it fits. Nothing is cut: count 0. */
void pd_smpl_line_section(pd_smpl_line *line, const pd_smpl_slab *slab, double level);
/* One more point of an open line: a vertex, a joint. */
void pd_smpl_line_add_vertex(pd_smpl_line *line, int vertex);
void pd_smpl_line_add_joint(pd_smpl_line *line, int joint);
/* out (3): the point on these vertices (V,3), joints (K,3). */
void pd_smpl_line_place(double out[3], const pd_smpl_line_point *point, const float *vertices,
                        const double *joints);

#endif
