#ifndef PD_DRAW_SHADE_H
#define PD_DRAW_SHADE_H
/* Shading: radiance of one point of a surface towards the eye.
 *
 *     out = a (key D(n.l) shadow + open E(n)) + key S(n, l, v) shadow + open F(n.v) E(r)
 *
 * a albedo, n normal with its map, l to the light, v to the eye, r mirrored v. E is light of the
 * surroundings: sky and ground by height, broad lights from the side and from behind. Light that a surface
 * emits is added.
 *
 * plain   D Lambert, S GGX with Schlick's Fresnel term, F0 = 0.04
 * skin    D wraps around the edge of the shade: (n.l + w) / (1 + w), with the largest w for red (after Green
 *         2004). Red light mostly uses the normal without its map, because it travels farthest inside the
 *         skin. F0 = 0.028 open includes the light that the walls of a crease reflect into it, by channel
 *         (Jimenez et al. 2016, "Practical Real-Time Strategies for Accurate Indirect Occlusion")
 * hair    Kajiya and Kay (1989): D from sin(t, l), and two highlights shifted along the strand in opposite
 *         directions. The second has the hair's colour. With b the texture's brightness of a strand, 1 on
 *         average, highlights are b^2 as strong and shifted further by 0.42 (b - 1)
 * unlit   the albedo, shifted by what the tone curve subtracts
 * eye     plain, below a smooth coat with highlights of key light and surroundings
 *
 * Threads  pure functions.   Errors  none.
 */
#include "core/draw/draw.h"

#define PD_DRAW_SHADOW_TAPS 12

/* A shadow map of the key light. near NULL: no shadow. */
typedef struct pd_draw_shadow {
    pd_draw_view view;
    const float *near; /* (side,stride) */
    int side;
    long stride;
    float radius;                       /* metres: radius of the sphere that the map covers */
    float taps[PD_DRAW_SHADOW_TAPS][2]; /* offsets at which the map is read for a point, samples */
} pd_draw_shadow;

/* Input of shading, except the surface. */
typedef struct pd_draw_scene {
    const pd_draw_view *view;
    const pd_draw_light *light;
    const pd_draw_shadow *shadow;
    const float *linear; /* (256) linear value of each sRGB number */
    float pixel;         /* metres that a pixel spans at a depth of 1 m */
} pd_draw_scene;

/* Computes the taps of a shadow. Its view must be set. */
void pd_draw_shadow_taps(pd_draw_shadow *shadow);
/* Computes the radiance of the point with barycentric coordinates b of a triangle. open: share of the
 * surroundings that reaches it. */
void pd_draw_shade(float out[3], const pd_draw_scene *scene, const pd_draw_surface *surface,
                   const uint32_t face[3], const float b[3], float open);

#endif
