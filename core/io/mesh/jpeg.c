#include "core/io/mesh/jpeg.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

#define SIDE_MOST   16384
#define SCALES_MOST 3 /* an eighth */
/* Memory of the library for one image; a progressive one holds its coefficients. */
#define MEMORY_MOST (256 << 20)
/* Scans of a progressive image that are decoded. A file of many tiny scans costs the time of a whole decode
 * for each. */
#define SCANS_MOST  100

/* State that libjpeg's callbacks use. */
typedef struct reading {
    struct jpeg_error_mgr errors;
    struct jpeg_progress_mgr progress;
    jmp_buf leave;
    char why[JMSG_LENGTH_MAX];
} reading;

static void leave_jpeg(j_common_ptr info)
{
    reading *r = (reading *)info->err;
    info->err->format_message(info, r->why);
    longjmp(r->leave, 1);
}

static void say_nothing(j_common_ptr info, int level)
{
    (void)info;
    (void)level;
}

static void count_scans(j_common_ptr info)
{
    reading *r = (reading *)info->err;

    if (!info->is_decompressor || ((j_decompress_ptr)info)->input_scan_number <= SCANS_MOST) return;
    snprintf(r->why, sizeof r->why, "more than %d scans", SCANS_MOST);
    longjmp(r->leave, 1);
}

/* Decodes the opened file. Leaves by longjmp on an error. */
static pd_status decode_jpeg(pd_io_image *image, struct jpeg_decompress_struct *info,
                             const pd_io_png_limits *limits, pd_error *err)
{
    const unsigned wide = limits && limits->max_width ? (unsigned)limits->max_width : SIDE_MOST;
    const unsigned high = limits && limits->max_height ? (unsigned)limits->max_height : SIDE_MOST;

    /* Size and colours, before anything is decoded. */
    jpeg_read_header(info, TRUE);
    if (info->jpeg_color_space == JCS_CMYK || info->jpeg_color_space == JCS_YCCK)
        return pd_fail(err, PD_ERR_FORMAT, "JPEG", "CMYK; grey or YCbCr expected");
    info->out_color_space = info->jpeg_color_space == JCS_GRAYSCALE ? JCS_GRAYSCALE : JCS_RGB;
    info->scale_num = info->scale_denom = 1;
    jpeg_calc_output_dimensions(info);
    for (int i = 0; i < SCALES_MOST && (info->output_width > wide || info->output_height > high); i++) {
        info->scale_denom *= 2;
        jpeg_calc_output_dimensions(info);
    }

    if (info->output_width > wide || info->output_height > high)
        return pd_fail(err, PD_ERR_LIMIT, "JPEG", "%u x %u pixels; at most %u x %u allowed",
                       info->image_width, info->image_height, wide, high);

    /* Rows. */
    const int channels = info->out_color_space == JCS_GRAYSCALE ? 1 : 3;
    const pd_status status =
        pd_io_image_init(image, (int)info->output_width, (int)info->output_height, channels, 8, err);
    if (status != PD_OK) return status;
    jpeg_start_decompress(info);
    while (info->output_scanline < info->output_height) {
        JSAMPROW row =
            (JSAMPROW)image->samples + (size_t)info->output_scanline * info->output_width * (size_t)channels;
        jpeg_read_scanlines(info, &row, 1);
    }

    jpeg_finish_decompress(info);

    return PD_OK;
}

pd_status pd_io_jpeg_read(pd_io_image *image, const void *bytes, size_t size, const pd_io_png_limits *limits,
                          pd_error *err)
{
    struct jpeg_decompress_struct info;
    reading r = {.progress = {.progress_monitor = count_scans}};

    *image = (pd_io_image){0};
    info.err = jpeg_std_error(&r.errors);
    r.errors.error_exit = leave_jpeg;
    r.errors.emit_message = say_nothing;
    jpeg_create_decompress(&info);
    info.progress = &r.progress;
    info.mem->max_memory_to_use = MEMORY_MOST;
    if (setjmp(r.leave)) {
        pd_io_image_deinit(image);
        jpeg_destroy_decompress(&info);
        return pd_fail(err, PD_ERR_FORMAT, "JPEG", "%s; a JPEG image expected", r.why);
    }

    jpeg_mem_src(&info, bytes, size);
    const pd_status status = decode_jpeg(image, &info, limits, err);
    jpeg_destroy_decompress(&info);
    if (status != PD_OK) pd_io_image_deinit(image);

    return status;
}
