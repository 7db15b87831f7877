#ifndef PD_DRAW_DRAW_H
#define PD_DRAW_DRAW_H
/* Draws triangle meshes into a picture, in software: perspective, depth buffer, several samples per pixel,
 * textures, a key light with shadow, light of the surroundings, ambient occlusion, tone mapping.
 *
 *     1. depths       depths at the pixels' centres
 *     2. shadow       depths from the key light, orthographic
 *     for each band of rows:
 *     3. visibility nearest triangle of each sample (raster.h); a transparent surface covers a share alpha of
 *        the samples
 *     4. occlusion share of the surroundings that nearby surfaces hide, from the pixels' depths (occlusion.h)
 *     5. shading      once for each surface in a pixel (shade.h), weighted by its number of samples
 *     6. picture      exposure, tone curve, sRGB (tone.h)
 *
 * Shapes   V vertices, F triangles of each surface; the picture is (height,width,3) or, without background,
 *          (height,width,4) with straight alpha.
 * Spaces   world: right-handed, +Y up, metres. Colours are linear light unless a name says sRGB.
 * Memory   the caller owns picture and scratch (pd_draw_scratch_bytes); allocates nothing.
 * Threads  one job uses the executor; the picture is the same for any number of workers.
 * Errors   all in _check. _run cannot fail, but ends early when cancelled.
 */
#include "core/base/arena.h"
#include "core/base/cancel.h"
#include "core/base/error.h"
#include "core/base/executor.h"
#include "core/draw/camera.h"
#include "core/draw/texture.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_DRAW_SIDE_LEAST     16
#define PD_DRAW_SIDE_MOST      4096
#define PD_DRAW_SAMPLES_MOST   4 /* samples along a side of a pixel */
#define PD_DRAW_SURFACES_MOST  255
#define PD_DRAW_TRIANGLES_MOST (1 << 24)

/* Reflection model of a surface. */
typedef enum pd_draw_kind {
    PD_DRAW_PLAIN, /* Lambert and GGX */
    PD_DRAW_SKIN,  /* subsurface scattering: soft, reddish edges of shade */
    PD_DRAW_HAIR,  /* strands, with highlights across them (Kajiya and Kay 1989) */
    PD_DRAW_EYE,   /* a wet, smooth coat over the surface */
    PD_DRAW_UNLIT  /* the albedo, without light (KHR_materials_unlit) */
} pd_draw_kind;

typedef struct pd_draw_surface {
    const float *vertices; /* (V,3) metres */
    const float *normals;  /* (V,3) unit */
    const float *uvs;      /* (V,2) texture coordinates, (0,0) upper left; NULL without textures */
    /* (V,3) hair: strand directions; eye: normals of the coat; of any length. Others: NULL */
    const float *second;
    const float *colors;   /* (V,3) linear, multiply the albedo; NULL without them */
    const float *places;   /* (V,2) texture coordinates of folds and shade; NULL without them */
    const uint32_t *faces; /* (F,3) counter-clockwise from outside */
    int vertex_count, face_count;

    pd_draw_kind kind;
    float color[3];                 /* albedo, linear; multiplies the texture */
    float roughness;                /* 0 to 1; multiplies the green channel of `surface` */
    const pd_draw_texture *albedo;  /* sRGB; its alpha is coverage if has_alpha. NULL: none */
    const pd_draw_texture *normal;  /* tangent space, as in glTF. NULL: none */
    const pd_draw_texture *surface; /* red: occlusion, green: roughness, as in glTF. NULL: none */
    const pd_draw_texture *folds;   /* tangent space at `places`. NULL: none */
    const pd_draw_texture
        *shade;          /* red at `places`, multiplies occlusion and half of the albedo. NULL: none */
    float glow_color[3]; /* light that the surface emits, linear; multiplies `glow` */
    const pd_draw_texture *glow; /* sRGB, at `uvs`. NULL: none */
    bool is_at_places;           /* the albedo is at `places` */
    bool has_alpha;              /* the surface covers a share of a pixel's samples: the albedo's alpha */
    bool two_sided;              /* triangles are drawn from both sides */
    bool keeps_normals;          /* the back has the normals of the front (hair cards) */
} pd_draw_surface;

typedef struct pd_draw_light {
    float key[3], key_to[3];   /* radiance; unit direction to the light, world */
    float sky[3], ground[3];   /* light from above and below */
    float fill[3], fill_to[3]; /* broad light from one side, without shadow */
    float rim[3], rim_to[3];   /* light from behind, without shadow */
    float exposure;            /* factor before the tone curve */
} pd_draw_light;

typedef struct pd_draw_job {
    uint8_t *picture;           /* out (height,width,3), or (height,width,4) if is_clear; sRGB */
    int width, height, samples; /* samples along a side of a pixel, 1 to PD_DRAW_SAMPLES_MOST */
    pd_draw_camera camera;
    pd_draw_light light;
    const pd_draw_surface *surfaces; /* (surface_count) */
    int surface_count;
    float background[2][3]; /* linear, at the top and at the bottom of the picture */
    bool is_clear;          /* no background: the picture has alpha */
    const pd_cancel *cancel;
} pd_draw_job;

/* Checks a job. ERR_RANGE, ERR_INVALID; err->where is the field. */
pd_status pd_draw_check(const pd_draw_job *job, pd_error *err);
/* Returns the size of pd_draw_run's scratch in bytes, for an executor with this number of workers. */
size_t pd_draw_scratch_bytes(const pd_draw_job *job, int worker_count);
/* Draws the job. Scratch must have pd_draw_scratch_bytes. */
void pd_draw_run(const pd_draw_job *job, pd_arena *scratch, const pd_executor *executor);

/* Returns studio light for a camera: key from the upper left in front,
 * fill from the right, rim from behind. */
pd_draw_light pd_draw_studio(const pd_draw_camera *camera);

#endif
