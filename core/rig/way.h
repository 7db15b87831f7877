#ifndef PD_RIG_WAY_H
#define PD_RIG_WAY_H
/* Which ways a mesh may stand: which axis of its file is up, and which way the body faces.
 *
 * A body is nearly its own mirror image. For an axis up, the planes through it about which the surface is most symmetric are the body's middle
 * plane or, where front and side look alike, a second one; the body faces along that plane, one way or the other:
 *
 *     a(yaw) = mean_p min(.1, |M p - nearest|)      M mirrors at the plane that the looking direction and up span; p, nearest in (p, .06 n)
 *
 * The lowest minima over half a circle are the planes. A yaw within 7.5 degrees of a quarter is that quarter: files are drawn along axes.
 * Both signs of an axis have the same planes.
 *
 * Space    R (mesh.h): rows are what becomes x, y and z.   Memory   none kept.   Threads  any.
 */
#include "core/rig/fit.h"

/* ROW(id, name), in the order in which ups are tried. */
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

/* R for an axis up and a direction to look, which need not be level; false: it is along up. */
bool pd_rig_way_of(double turn[9], pd_rig_axis up, const double facing[3]);

#define PD_RIG_WAYS 4 /* at most two planes, each both ways */
/* The ways to try with that axis up, the most symmetric first. mesh stands with that axis up, looking any way (cloud: its points). */
int pd_rig_ways(double (*turns)[9], pd_rig_axis up, const pd_rig_mesh *mesh, const pd_rig_cloud *cloud);

#endif
