#include "tools/posedctl/clip_biped.h"

#include "core/motion/capture.h"
#include "tools/draw/figure.h"
#include "tools/motion/clip_edit.h"
#include "tools/base/format.h"
#include "tools/base/local.h"
#include "tools/train/motion_set.h"

#include <math.h>
#include <string.h>

#define DEGREE    0.017453292f
#define CELLS_MAX 256

typedef struct work {
    const pd_tool_args *args;
    pd_character_motion motion;
    pd_tool_clip_edit edit;
    pd_error err;
} work;

static pd_status encode_bvh(pd_buffer *out, void *arg)
{
    work *w = arg;
    return pd_motion_capture_write_bvh(out, &w->motion.clip, &w->err);
}

static pd_status encode_glb(pd_buffer *out, void *arg)
{
    work *w = arg;
    pd_tool_figure figure;
    pd_status status = pd_tool_figure_init(&figure, &w->motion.clip, &w->err);

    if (status != PD_OK) return status;
    status = pd_tool_figure_glb(out, &figure, &w->motion.clip, w->args->words[1], &w->err);
    pd_tool_figure_deinit(&figure);

    return status;
}

static const pd_tool_format formats[] = {{"bvh", "bvh", encode_bvh, "the skeleton's motion"},
                                         {"glb", "glb", encode_glb, "a figure of bones with an animation"},
                                         PD_TOOL_FORMAT_END};

static pd_status draw_clip_biped(pd_buffer *out, work *w, pd_tool_figure_sheet *sheet)
{
    /* --from and --seconds as frames */
    const pd_anim_clip *clip = &w->motion.clip;
    const long last = clip->frame_count - 1;
    const long first = lround(w->edit.from * clip->rate);

    if (first > last)
        return pd_fail(&w->err, PD_ERR_RANGE, "--from",
                       "%g; the motion %s has %g s, within which it has to lie", w->edit.from,
                       w->args->words[1], pd_anim_clip_seconds(clip));
    sheet->first = (int)first;
    sheet->last =
        (int)(w->edit.seconds > 0 ? fmin(last, round((w->edit.from + w->edit.seconds) * clip->rate)) : last);

    pd_io_image picture = {0};
    pd_tool_figure figure;
    pd_tool_pool *pool = pd_tool_pool_create(0);
    pd_status status = pd_tool_figure_init(&figure, clip, &w->err);

    if (status == PD_OK) {
        const pd_executor *executor = pool ? pd_tool_pool_executor(pool) : &pd_executor_serial;
        status = pd_tool_figure_render(&picture, &figure, clip, sheet, executor, &w->err);
        if (status == PD_OK) status = pd_io_png_write(out, &picture, &w->err);
        pd_tool_figure_deinit(&figure);
    }

    pd_io_image_deinit(&picture);
    if (pool) pd_tool_pool_release(pool);
    return status;
}

int pd_tool_clip_biped(const pd_tool_args *args)
{
    work w = {.args = args};
    pd_tool_figure_sheet sheet = {0};
    pd_buffer file = {0};
    const pd_tool_format *format;
    const int is_picture = !strcmp(args->words[0], "render");

    if (args->word_count != 2) return pd_tool_usage(args, "%s takes one file", args->words[0]);

    double yaw_deg = 0;
    if (!pd_tool_int(&sheet.count, args, "count", 1, CELLS_MAX) ||
        !pd_tool_int(&sheet.size, args, "size", 16, 4096) ||
        !pd_tool_int(&sheet.columns, args, "columns", 1, 64) ||
        !pd_tool_double(&yaw_deg, args, "yaw", -360, 360) || !pd_tool_clip_edit_read(&w.edit, args))
        return 2;
    w.edit.cuts = !is_picture;
    sheet.is_fixed = pd_tool_flag(args, "fixed");
    sheet.yaw = (float)yaw_deg * DEGREE;

    if (!pd_tool_format_of(&format, args, is_picture ? pd_tool_pictures : formats, "o",
                           is_picture ? "png" : "bvh"))
        return 2;

    int code = pd_tool_motion_biped_of(&w.motion, args, args->words[1], pd_tool_text(args, "animation"));
    if (code) return code;
    pd_status status = pd_tool_clip_edit_run(&w.motion.clip, &w.edit, &w.err);
    if (status == PD_OK) status = is_picture ? draw_clip_biped(&file, &w, &sheet) : format->encode(&file, &w);

    const pd_anim_clip *clip = &w.motion.clip;
    code = status != PD_OK ? pd_tool_fail(args, &w.err)
                           : pd_tool_write_noted(args, pd_tool_text(args, "o"), file.data, file.size,
                                                 "%d frame%s, %.2f s", clip->frame_count,
                                                 PD_TOOL_S(clip->frame_count), pd_anim_clip_seconds(clip));
    pd_buffer_deinit(&file);
    pd_character_motion_deinit(&w.motion);

    return code;
}
