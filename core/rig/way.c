#include "core/rig/way.h"

#include "core/base/assert.h"
#include <math.h>
#include <string.h>

#define YAWS    36 /* number of yaws over half a circle: every 5 degrees */
/* points that are mirrored; the cloud is shuffled, so that the first ones are a sample */
#define POINTS  200
#define FAR     0.1          /* of the height: farther mirror images count as this far */
#define QUARTER 7.5          /* degrees: nearer yaws are rounded to a multiple of 90 degrees */
#define SECOND  1.6          /* largest ratio of the second plane's a to the first's (way.h) */
#define APART   25.0         /* degrees: least angle between two planes */
#define DEGREE  (M_PI / 180) /* radians */

#define NAME(id, name) name,
const char *const pd_rig_axis_names[PD_RIG_AXES] = {PD_RIG_AXIS_TABLE(NAME)};
#undef NAME

void pd_rig_axis_vector(double out[3], pd_rig_axis axis)
{
    PD_ASSERT((unsigned)axis < PD_RIG_AXES);
    static const int which[PD_RIG_AXES] = {1, 1, 2, 0, 1, 2, 0};
    out[0] = out[1] = out[2] = 0;
    out[which[axis]] = axis >= PD_RIG_MY ? -1 : 1;
}

bool pd_rig_way_of(double turn[9], pd_rig_axis up, const double facing[3])
{
    double y[3], level[3];
    double along = 0, length = 0;

    /* z: facing, made perpendicular to y. x = y cross z. */
    pd_rig_axis_vector(y, up);
    for (int c = 0; c < 3; c++) along += y[c] * facing[c];
    for (int c = 0; c < 3; c++) {
        level[c] = facing[c] - along * y[c];
        length += level[c] * level[c];
    }

    if (!(length > 1e-12)) return false;
    for (int c = 0; c < 3; c++) {
        turn[3 + c] = y[c];
        turn[6 + c] = level[c] / sqrt(length);
    }

    for (int c = 0; c < 3; c++) /* x = y cross z */
        turn[c] =
            turn[3 + (c + 1) % 3] * turn[6 + (c + 2) % 3] - turn[3 + (c + 2) % 3] * turn[6 + (c + 1) % 3];

    return true;
}

/* Returns a(yaw) of way.h: the mean distance of the surface from its mirror image.
 * yaw in radians from z towards x. */
static double asymmetry(const pd_rig_cloud *cloud, double yaw)
{
    const double across[3] = {cos(yaw), 0, -sin(yaw)};
    const int count = cloud->count < POINTS ? cloud->count : POINTS;
    double sum = 0;

    for (int i = 0; i < count; i++) {
        double p[3], n[3];
        double p_off = 0, n_off = 0, square = 0;

        /* Mirror the point and its normal. */
        for (int c = 0; c < 3; c++) {
            p_off += across[c] * cloud->points[i][c];
            n_off += across[c] * cloud->normals[i][c];
        }

        for (int c = 0; c < 3; c++) {
            p[c] = cloud->points[i][c] - 2 * p_off * across[c];
            n[c] = cloud->normals[i][c] - 2 * n_off * across[c];
        }

        const int j = pd_tree_nearest(&cloud->tree, p, n, FAR * FAR);
        if (j < 0) {
            sum += FAR;
            continue;
        }

        for (int c = 0; c < 3; c++) square += (p[c] - cloud->points[j][c]) * (p[c] - cloud->points[j][c]);
        sum += fmin(sqrt(square), FAR);
    }

    return count ? sum / count : 0;
}

int pd_rig_ways(double (*turns)[9], pd_rig_axis up, const pd_rig_mesh *mesh, const pd_rig_cloud *cloud)
{
    const double step = 180.0 / YAWS;
    double planes[2] = {0, 90};
    double values[YAWS];
    double least[2] = {INFINITY, INFINITY};

    /* One or two minima, the lowest first. */
    for (int k = 0; k < YAWS; k++) values[k] = asymmetry(cloud, k * step * DEGREE);
    for (int k = 0; k < YAWS; k++) {
        const double before = values[(k + YAWS - 1) % YAWS];
        const double after = values[(k + 1) % YAWS];
        if (values[k] > before || values[k] > after) continue;

        /* Minimum of a parabola through the three values. */
        const double bend = before - 2 * values[k] + after;
        const double yaw = step * (k + (bend > 1e-12 ? 0.5 * (before - after) / bend : 0));
        const double off = fabs(remainder(yaw - planes[0], 180));
        if (values[k] < least[0]) {
            if (off > APART || least[0] == INFINITY) {
                least[1] = least[0];
                planes[1] = planes[0];
            }

            least[0] = values[k];
            planes[0] = yaw;
        } else if (values[k] < least[1] && off > APART) {
            least[1] = values[k];
            planes[1] = yaw;
        }
    }

    const int count = least[1] <= SECOND * least[0] ? 2 : 1;

    for (int k = 0; k < count; k++) {
        /* Round to the file's axes. These are also axes of the turned mesh,
         * because only the up axis was chosen. */
        const double quarter = 90 * round(planes[k] / 90);
        const double yaw = fabs(planes[k] - quarter) < QUARTER ? quarter : planes[k];
        double facing[3];
        for (int c = 0; c < 3; c++)
            facing[c] = sin(yaw * DEGREE) * mesh->upright[c] + cos(yaw * DEGREE) * mesh->upright[8 + c];
        for (int c = 0; c < 3; c++)
            if (fabs(facing[c]) < 1e-12) facing[c] = 0;
        pd_rig_way_of(turns[2 * k], up, facing);
        for (int c = 0; c < 3; c++) facing[c] = -facing[c];
        pd_rig_way_of(turns[2 * k + 1], up, facing);
    }

    return 2 * count;
}
