#ifndef PD_PORTRAIT_SIGHT_H
#define PD_PORTRAIT_SIGHT_H
/* What pictures of figures have in common: the part of the figure that is shown, the camera that frames it,
 * and the drawing of its surfaces (core/draw) in studio light.
 *
 *     head   the head with its hair, and the neck
 *     half   head to waist
 *     full   the whole figure
 *
 * Spaces   metres, +Y up, the figure faces +Z; the camera stands before it, turned by yaw about it.
 * Memory   the caller owns the picture (pd_io_image_deinit).
 * Threads  one job uses the executor; the picture is the same for any number of workers.
 * Errors   ERR_RANGE at "size" or "camera"; ERR_MEMORY; ERR_BUSY: cancelled.
 */
#include "core/draw/draw.h"

#define PD_PORTRAIT_SIZE_LEAST 32
#define PD_PORTRAIT_SIZE_MOST  1024

#define PD_PORTRAIT_VIEW_TABLE(X)                                                                            \
    X(HEAD, "head", "the head with its hair, and the neck")                                                  \
    X(HALF, "half", "head to waist")                                                                         \
    X(FULL, "full", "the whole figure")
typedef enum pd_portrait_view {
#define PD_PORTRAIT_VIEW_ENUM(id, name, text) PD_PORTRAIT_##id,
    PD_PORTRAIT_VIEW_TABLE(PD_PORTRAIT_VIEW_ENUM)
#undef PD_PORTRAIT_VIEW_ENUM
} pd_portrait_view;

/* What a picture shows of a figure. */
typedef struct pd_portrait_sight {
    pd_portrait_view view;
    int width, height;            /* pixels, PD_PORTRAIT_SIZE_LEAST to PD_PORTRAIT_SIZE_MOST */
    float yaw, pitch;             /* radians: camera to the figure's left, and above */
    float zoom;                   /* factor of the size on the picture; 1: the view as above */
    float background[2][3];       /* linear colour at the top and at the bottom */
    bool is_clear;                /* no background */
    const pd_draw_camera *camera; /* NULL: the camera that frames the view */
    const pd_cancel *cancel;
} pd_portrait_sight;

/* Boxes of a figure, metres. */
typedef struct pd_portrait_frame {
    float head_least[3], head_most[3]; /* of the head's skin; the figure's box where no head is known */
    float least[3], most[3];           /* of the whole figure */
    float waist;                       /* height at which a half figure ends; valid with has_waist */
    bool has_waist;
} pd_portrait_frame;

/* Makes an empty frame, and adds points (3) to its head or to the figure. */
void pd_portrait_frame_begin(pd_portrait_frame *frame);
void pd_portrait_frame_head(pd_portrait_frame *frame, const float point[3]);
void pd_portrait_frame_figure(pd_portrait_frame *frame, const float point[3]);

/* Returns the camera that frames the view. */
pd_draw_camera pd_portrait_sight_camera(const pd_portrait_sight *sight, const pd_portrait_frame *frame);
/* Checks the size. */
pd_status pd_portrait_sight_check(const pd_portrait_sight *sight, pd_error *err);
/* Draws the surfaces. On failure *out is empty. */
pd_status pd_portrait_sight_draw(pd_io_image *out, const pd_portrait_sight *sight,
                                 const pd_portrait_frame *frame, const pd_draw_surface *surfaces,
                                 int surface_count, const pd_executor *executor, pd_error *err);
/* Returns about how many bytes drawing takes for figures of about `vertices` vertices, with an executor of so
 * many workers. */
size_t pd_portrait_sight_bytes(int width, int height, int vertices, int worker_count);

#endif
