#ifndef PD_RIG_WAY_H
#define PD_RIG_WAY_H
/* Lists the orientations that a mesh may have: which axis of its file is up, and in which direction the body
 * faces.
 *
 * A body is nearly symmetric. For a given up axis, the planes through it about which the surface is most
 * symmetric are the body's middle plane and, if front and side look alike, a second one; the body faces along
 * that plane, in one direction or the other:
 *
 *     a(yaw) = mean_p min(.1, |M p - nearest|)      M mirrors at the plane through the facing direction and
 *                                                   up; p, nearest in (p, .06 n)
 *
 * The lowest minima over half a circle are the planes. A yaw within 7.5 degrees of a multiple of 90 degrees
 * is rounded to it, because files are drawn along axes. Both signs of an axis have the same planes.
 *
 * Spaces   R (mesh.h): rows are the new x, y and z axes.
 * Memory   none kept.
 * Threads  pure functions.
 * Errors   none.
 */
#include "core/rig/fit.h"

/* ROW(id, name), in the order in which up axes are tried. */
#define PD_RIG_AXIS_TABLE(ROW)                                                                               \
    ROW(AXIS_ANY, "auto") ROW(Y, "y") ROW(Z, "z") ROW(X, "x") ROW(MY, "-y") ROW(MZ, "-z") ROW(MX, "-x")
typedef enum pd_rig_axis {
#define PD_RIG_AXIS_ENUM(id, name) PD_RIG_##id,
    PD_RIG_AXIS_TABLE(PD_RIG_AXIS_ENUM)
#undef PD_RIG_AXIS_ENUM
        PD_RIG_AXES
} pd_rig_axis;
extern const char *const pd_rig_axis_names[PD_RIG_AXES];
void pd_rig_axis_vector(double out[3], pd_rig_axis axis);

/* Computes R for an up axis and a facing direction, which need not be horizontal. Returns false if it is
 * parallel to up. */
bool pd_rig_way_of(double turn[9], pd_rig_axis up, const double facing[3]);

#define PD_RIG_WAYS 4 /* at most two planes, each in both directions */
/* Writes the orientations to try with that up axis, the most symmetric first, and returns their number. mesh
 * stands with that axis up, facing anywhere; cloud contains its points. */
int pd_rig_ways(double (*turns)[9], pd_rig_axis up, const pd_rig_mesh *mesh, const pd_rig_cloud *cloud);

#endif
