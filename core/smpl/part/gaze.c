#include "core/smpl/part/gaze.h"

#include <math.h>
#include <string.h>

/* Degrees about +X (down) and +Y (to the person's left) of the left eye;
 * the right eye turns about +Y the other way. */
static const struct {
    const char *shape;
    double down, left;
} rows[] = {{"eyeLookDown", 30, 0}, {"eyeLookUp", -25, 0}, {"eyeLookIn", 0, -30}, {"eyeLookOut", 0, 30}};

bool pd_smpl_gaze(float rotation[9], bool *is_left, const char *shape)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t length = strlen(rows[i].shape);
        if (strncmp(shape, rows[i].shape, length) != 0) continue;

        /* The rest of the name is the eye. */
        *is_left = !strcmp(shape + length, "Left");
        if (!*is_left && strcmp(shape + length, "Right") != 0) continue;
        const double radians = acos(-1) / 180;
        const double a = rows[i].down * radians;
        const double b = (*is_left ? 1 : -1) * rows[i].left * radians;
        const double turn[9] = {cos(b), 0, sin(b), 0, cos(a), -sin(a), -sin(b), sin(a), cos(a) * cos(b)};
        for (int k = 0; k < 9; k++) rotation[k] = (float)turn[k]; /* one of both angles is 0 */
        return true;
    }

    return false;
}
