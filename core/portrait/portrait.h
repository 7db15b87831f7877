#ifndef PD_PORTRAIT_PORTRAIT_H
#define PD_PORTRAIT_PORTRAIT_H
/* Draws a picture of a person: frames the body (sight.h), and gives skin, eyes, hair and clothes their
 * materials (core/draw).
 *
 * Shapes   V vertices of the skin, K joints; the picture is RGB, or RGBA without background.
 * Spaces   model space, metres, +Y up, +Z forward; the camera stands before the figure, turned by yaw about
 *          it.
 * Memory   the caller owns the picture (pd_io_image_deinit); textures are decoded for each picture.
 * Threads  one job uses the executor; the picture is the same for any number of workers.
 * Errors   ERR_RANGE at "size" or "camera"; ERR_MEMORY; ERR_BUSY: cancelled.
 */
#include "core/portrait/sight.h"
#include "core/smpl/body.h"
#include "core/wardrobe/export/complexion.h"
#include "core/wardrobe/export/export.h"

typedef struct pd_portrait_job {
    const pd_smpl_model *model;
    const float *skin, *normals; /* (V,3) the posed body */
    const float *joints;         /* (K,3) posed joints */
    /* clothes, hair and eyes of the one body, with normals; NULL: the skin alone */
    const pd_wardrobe_export *dressed;
    const pd_wardrobe *wardrobe; /* maps of the skin, for `dressed` with corners; NULL: one colour */
    pd_wardrobe_palette palette;
    const pd_wardrobe_item *hair;  /* worn hair, or NULL */
    const pd_wardrobe_item *beard; /* worn beard, or NULL */
    pd_portrait_sight sight;
} pd_portrait_job;

/* Sets an expression (E of the model) to the face of a portrait for which none is asked: 0 of a model without
 * named expressions. */
void pd_portrait_friendly(float *expression, const pd_smpl_model *model);
/* Chooses the camera that frames the view. */
pd_draw_camera pd_portrait_camera(const pd_portrait_job *job);
/* Draws the picture. */
pd_status pd_portrait_run(pd_io_image *out, const pd_portrait_job *job, const pd_executor *executor,
                          pd_error *err);
/* Returns about how many bytes pd_portrait_run takes for a picture of this size and about `vertices`
 * vertices, with an executor of so many workers. */
size_t pd_portrait_bytes(int width, int height, int vertices, int worker_count);

#endif
