#include "api/avatar/picture.h"

#include "api/body/numbers.h"
#include "core/io/mesh/webp.h"
#include "core/portrait/stance.h"
#include "core/wardrobe/palette.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEGREE       0.017453293f
#define SIZE_DEFAULT 512
#define WEBP_QUALITY 90
#define COST_PIXELS  85.0 /* milliseconds on one core of a Xeon for 512 x 512 pixels */

#define CHOICE(id, name, ...) "|" name
const char pd_api_view_names[] = PD_PORTRAIT_VIEW_TABLE(CHOICE);
const char pd_api_stance_names[] = PD_PORTRAIT_STANCE_TABLE(CHOICE);

static const pd_api_field size_field[] = {PD_API_PICTURE_FIELDS(0), {0}};

/* Reads `background`: "none", or six hexadecimal digits with or without # before them. */
static bool read_background(pd_portrait_sight *out, const char *text, pd_api_problems *problems)
{
    static const float top[3] = {0.74f, 0.76f, 0.80f};
    static const float bottom[3] = {0.47f, 0.49f, 0.53f};

    memcpy(out->background[0], top, sizeof top);
    memcpy(out->background[1], bottom, sizeof bottom);
    if (!text) return true;
    out->is_clear = !strcmp(text, "none");
    if (out->is_clear) return true;

    const char *digits = text + (*text == '#');
    if (strlen(digits) != 6 || strspn(digits, "0123456789abcdefABCDEF") != 6)
        return pd_api_note(problems, PD_ERR_INVALID, "/background",
                           "\"%.32s\"; none, or a colour of six hexadecimal digits (ddeeff) expected", text);
    const long value = strtol(digits, NULL, 16);
    for (int c = 0; c < 3; c++)
        out->background[0][c] = out->background[1][c] =
            pd_wardrobe_linear((double)(value >> (16 - 8 * c) & 255) / 255);

    return true;
}

bool pd_api_picture_read(pd_portrait_sight *out, const pd_api_picture_values *values, pd_api_call *call)
{
    float size[2] = {SIZE_DEFAULT, SIZE_DEFAULT};

    if (values->size) {
        const int count =
            pd_api_numbers_read(size, values->size, (pd_api_count){1, 2, "width and height"},
                                pd_api_field_named(size_field, "size"), "/size", &call->problems);
        if (count < 0) return false;
        if (count == 1) size[1] = size[0];
    }

    out->width = (int)lrintf(size[0]);
    out->height = (int)lrintf(size[1]);
    out->view = (pd_portrait_view)values->view;
    out->yaw = (float)values->yaw * DEGREE;
    out->pitch = (float)values->pitch * DEGREE;
    out->zoom = (float)values->zoom;

    return read_background(out, values->background, &call->problems);
}

void pd_api_picture_hash(pd_api_hash *hash, const pd_portrait_sight *sight)
{
    const int numbers[] = {(int)sight->view, sight->width, sight->height, sight->is_clear};
    const float floats[] = {sight->yaw, sight->pitch, sight->zoom};

    pd_api_hash_add(hash, numbers, sizeof numbers);
    pd_api_hash_add(hash, floats, sizeof floats);
    pd_api_hash_add(hash, sight->background, sizeof sight->background);
}

pd_status pd_api_picture_write(pd_buffer *out, const pd_io_image *image, int format, pd_error *err)
{
    return format == PD_API_FORMAT_PNG ? pd_io_png_write(out, image, err)
                                       : pd_io_webp_write(out, image, WEBP_QUALITY, err);
}

double pd_api_picture_cost(const pd_portrait_sight *sight)
{
    return COST_PIXELS * sight->width * sight->height / (512.0 * 512.0);
}
