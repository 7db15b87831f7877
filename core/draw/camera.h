#ifndef PD_DRAW_CAMERA_H
#define PD_DRAW_CAMERA_H
/* Perspective camera, and the projection of points to samples of a picture.
 *
 *     d = p - eye,  x = cx + f (d . right) / depth,  y = cy - f (d . up) / depth,  depth = -(d . back)
 *
 * Spaces   world: right-handed, +Y up, metres. The camera looks at `target`. yaw and pitch are its direction
 *          from there: yaw 0 on +Z, pitch positive above. Samples: x to the right, y down, (0,0) the upper
 *          left corner.
 * Threads  pure functions.   Errors  none.
 */
#include <stdbool.h>

#define PD_DRAW_NEAR 0.02f /* metres: nearer triangles are not drawn */

typedef struct pd_draw_camera {
    float target[3];  /* metres */
    float distance;   /* metres from eye to target */
    float yaw, pitch; /* radians */
    float fov;        /* vertical, radians */
} pd_draw_camera;

/* A camera for a picture of a given size, or the view of a light. */
typedef struct pd_draw_view {
    float eye[3], right[3], up[3], back[3]; /* back: from target to eye */
    float focal, cx, cy; /* samples; for an orthographic view, focal is samples per metre */
    bool is_orthographic;
} pd_draw_view;

/* A projected vertex. `near` increases towards the eye and is linear on the picture: 1/depth, or for an
 * orthographic view its range minus the depth. */
typedef struct pd_draw_corner {
    float x, y, near; /* near <= 0: behind the near plane */
} pd_draw_corner;

/* Returns the view of a camera onto a picture of width x height samples. */
pd_draw_view pd_draw_view_of(const pd_draw_camera *camera, float width, float height);
/* Returns the orthographic view along -`to` (unit) of a sphere, which fills a square of `side` samples. near
 * = 1 + (distance in front of the centre) / radius. */
pd_draw_view pd_draw_view_along(const float to[3], const float center[3], float radius, float side);
/* Projects a point of the world, metres, to samples and depth. */
void pd_draw_project(pd_draw_corner *out, const pd_draw_view *view, const float point[3]);

#endif
