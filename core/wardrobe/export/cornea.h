#ifndef PD_WARDROBE_CORNEA_H
#define PD_WARDROBE_CORNEA_H
/* Normals of the wet surface of eyes. The mesh of an eye ends in a flat or hollow iris; light is reflected by
 * the convex cornea in front of it.
 *
 *     n = d - b |d| a      d: from the centre of the eye to the vertex, a: unit vector from the centre to the
 *                          pole
 *     b = 0.38 s((cos(d,a) - 0.82) / 0.12), s smooth step: 0 on the sclera, 0.38 on the iris, where the
 *     surface is more curved
 *
 * The centre is that of the sphere that fits the eye's vertices. The pole is the foremost vertex at rest of
 * those that follow the eye's joint.
 *
 * Shapes   C corners, n vertices.
 * Spaces   any; no translation changes the normals.
 * Memory   allocates nothing. Threads pure. */
#include <stdint.h>

/* Writes the centre of the eye that follows a joint, and returns its radius: of the sphere that fits its
 * vertices best, without the flat iris. Arguments as below; 0 without such vertices. */
float pd_wardrobe_eye_center(float out[3], const float *vertices, int corner_count, const uint16_t *corners,
                             const uint8_t *joints, int joint);
/* Writes normals out (C,3), not of unit length. vertices (C,3) of the corners; corners (C): the vertex of
 * each; joints (n,4): the eye's joint is the first; rest (n,3): the item at rest. The corners of an eye
 * follow each other. */
void pd_wardrobe_cornea(float *out, const float *vertices, int corner_count, const uint16_t *corners,
                        const uint8_t *joints, const float *rest);

#endif
