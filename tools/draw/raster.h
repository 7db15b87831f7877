#ifndef PD_TOOLS_DRAW_RASTER_H
#define PD_TOOLS_DRAW_RASTER_H
/* A small z-buffer renderer, for contact sheets and golden images.
 *
 * It draws what the renderer of portraits (core/draw) does not: colours of vertices, up to 8 samples along
 * the side of a pixel, and triangles seen from their back in a warning colour. It has that renderer's camera,
 * ambient occlusion and sRGB.
 *
 * One view is drawn into a raster several times finer than the picture and averaged down in linear light
 * (anti-aliasing). Triangles are shaded at every sample with the interpolated normal:
 *
 *     color = albedo (sky (1 + n_y)/2 + ground (1 - n_y)/2 + key max(0, n.l) + fill max(0, n.f)) + rim
 *
 * then darkened by ambient occlusion in screen space. A triangle seen from its back is drawn in a warning
 * colour: a closed body with correct winding shows none.
 *
 * Spaces   those of core/draw/camera.h.
 * Threads  a raster belongs to one thread; pictures may be shared when views do not overlap.
 */
#include "core/draw/camera.h"
#include "core/io/mesh/png.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct pd_tool_surface {
    const float *vertices; /* (V,3) metres                          */
    const float *normals;  /* (V,3) unit                            */
    const float *colors;   /* (V,3) linear albedo 0..1, or NULL     */
    const uint32_t *faces; /* (F,3) counter-clockwise from outside  */
    int vertex_count, face_count;
    float albedo[3]; /* used without colors                   */
    int two_sided;   /* 1: the back looks like the front      */
    int has_more;    /* 1: other surfaces follow; ambient occlusion is computed after the last one */
} pd_tool_surface;

typedef struct pd_tool_raster {
    int width, height, scale; /* size of the view in pixels of the picture; samples per pixel side */
    /* (height scale, width scale) distance along the view, metres; PD_DRAW_NOTHING: background */
    float *depth;
    float *open;  /* (height scale, width scale) share of the light that the surroundings let through */
    float *color; /* (.., 3) linear light */
} pd_tool_raster;

/* ERR_MEMORY or ERR_RANGE (scale 1 to 8, sides 1 to 8192). */
pd_status pd_tool_raster_init(pd_tool_raster *raster, int width, int height, int scale, pd_error *err);
void pd_tool_raster_deinit(pd_tool_raster *raster);
void pd_tool_raster_clear(pd_tool_raster *raster);
void pd_tool_raster_draw(pd_tool_raster *raster, const pd_draw_camera *camera,
                         const pd_tool_surface *surface);
/* Projects a point of the world to a view of size (width, height) pixels.
 * Returns false when it is behind the camera. */
bool pd_tool_camera_project(float out[2], const pd_draw_camera *camera, const float point[3],
                            const int size[2]);
/* Averages the view down into an 8-bit RGB picture at (left, top). Parts outside the picture are left out. */
void pd_tool_raster_resolve(pd_io_image *picture, int left, int top, const pd_tool_raster *raster);

/* Draws text in a 5 x 7 font, `size` pixels per dot, with its upper left corner at (left, top). Characters
 * outside ASCII appear as a box. */
void pd_tool_raster_text(pd_io_image *picture, int left, int top, int size, const char *text,
                         const uint8_t rgb[3]);
/* Draws an anti-aliased line with round ends on an 8-bit RGB picture. Coordinates in pixels; whole numbers
 * are the corners of pixels. */
void pd_tool_raster_stroke(pd_io_image *picture, double ax, double ay, double bx, double by, double width,
                           const uint8_t rgb[3]);
#define PD_TOOL_GLYPH_WIDTH  6
#define PD_TOOL_GLYPH_HEIGHT 8

#endif
