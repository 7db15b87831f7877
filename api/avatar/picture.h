#ifndef PD_API_AVATAR_PICTURE_H
#define PD_API_AVATAR_PICTURE_H
/* Fields of a picture of a figure, which the routes of portraits share, and their translation to
 * core/portrait/sight.h.
 *
 *     view          head, half or full
 *     size          [width, height] in pixels, or one number for both
 *     yaw, pitch    direction of the camera, degrees
 *     zoom          factor of the figure's size on the picture
 *     background    "none", or a colour "eeddcc"; absent: a light grey that darkens downward
 *
 * Spaces   as in core/portrait/sight.h: the figure faces +Z, and the camera stands before it.
 * Memory   the values borrow from the document of the request.
 * Threads  pure functions.
 * Errors   each field at its pointer with its value and what is allowed.
 */
#include "api/http/call.h"
#include "api/http/fields.h"
#include "api/http/hash.h"
#include "core/io/mesh/png.h"
#include "core/portrait/sight.h"

/* Values of the fields below; json_t members are borrowed from the document. */
typedef struct pd_api_picture_values {
    int view;           /* index of the choice */
    const json_t *size; /* pixels; NULL: absent */
    double yaw, pitch;  /* degrees */
    double zoom;
    const char *background; /* NULL: absent */
} pd_api_picture_values;

#define PD_API_NO_PICTURE_VALUES                                                                             \
    {                                                                                                        \
        .zoom = 1                                                                                            \
    }

/* Names of views and of stances with a bar before each, for PD_API_CHOICE; the first bar is skipped. */
extern const char pd_api_view_names[], pd_api_stance_names[];
#define PD_API_VIEW_CHOICES   (pd_api_view_names + 1)
#define PD_API_STANCE_CHOICES (pd_api_stance_names + 1)

/* PD_PORTRAIT_SIZE_LEAST, PD_PORTRAIT_SIZE_MOST. */
#define PD_API_SIDE_SCHEMA "{\"type\":\"number\",\"minimum\":32,\"maximum\":1024}"

/* Row of a table of the query's fields: the format of a picture, an index of the choices. */
#define PD_API_PICTURE_FORMAT_FIELD(at)                                                                      \
    {                                                                                                        \
        .name = "format", .type = PD_API_CHOICE, .offset = (at), .choices = "png|webp",                      \
        .doc = "Format of the picture; has precedence over the header Accept."                               \
    }

/* Rows of a table of fields; `values` is the offset of a pd_api_picture_values. */
#define PD_API_PICTURE_FIELDS(values)                                                                        \
    {.name = "view",                                                                                         \
     .type = PD_API_CHOICE,                                                                                  \
     .offset = (values) + offsetof(pd_api_picture_values, view),                                             \
     .preset = "\"head\"",                                                                                   \
     .choices = PD_API_VIEW_CHOICES,                                                                         \
     .doc = "Part of the figure that the picture shows: head (with hair and neck), half (head to waist) or " \
            "full (the whole figure)."},                                                                     \
        {.name = "size",                                                                                     \
         .type = PD_API_NUMBERS,                                                                             \
         .offset = (values) + offsetof(pd_api_picture_values, size),                                         \
         .min = PD_PORTRAIT_SIZE_LEAST,                                                                      \
         .max = PD_PORTRAIT_SIZE_MOST,                                                                       \
         .unit = "pixels",                                                                                   \
         .preset = "[512]",                                                                                  \
         .example = "[256]",                                                                                 \
         .schema = "{\"anyOf\":[" PD_API_SIDE_SCHEMA                                                         \
                   ",{\"type\":\"array\",\"minItems\":1,\"maxItems\":2,\"items\":" PD_API_SIDE_SCHEMA "}]}", \
         .doc = "Width and height of the picture in pixels, 32 to 1024, or one number for both."},           \
        {.name = "yaw",                                                                                      \
         .type = PD_API_NUMBER,                                                                              \
         .offset = (values) + offsetof(pd_api_picture_values, yaw),                                          \
         .min = -180,                                                                                        \
         .max = 180,                                                                                         \
         .unit = "degrees",                                                                                  \
         .preset = "0",                                                                                      \
         .example = "30",                                                                                    \
         .doc = "Direction from which the camera looks, in degrees: 0 is the front, 90 the figure's left "   \
                "side."},                                                                                    \
        {.name = "pitch",                                                                                    \
         .type = PD_API_NUMBER,                                                                              \
         .offset = (values) + offsetof(pd_api_picture_values, pitch),                                        \
         .min = -60,                                                                                         \
         .max = 60,                                                                                          \
         .unit = "degrees",                                                                                  \
         .preset = "0",                                                                                      \
         .doc = "Elevation of the camera in degrees: at 30 it looks down on the figure from above."},        \
        {.name = "zoom",                                                                                     \
         .type = PD_API_NUMBER,                                                                              \
         .offset = (values) + offsetof(pd_api_picture_values, zoom),                                         \
         .min = 0.25,                                                                                        \
         .max = 4,                                                                                           \
         .preset = "1",                                                                                      \
         .doc = "Magnification of the figure in the picture; 2 shows it twice as large."},                   \
    {                                                                                                        \
        .name = "background", .type = PD_API_TEXT,                                                           \
        .offset = (values) + offsetof(pd_api_picture_values, background), .example = "\"none\"",             \
        .doc = "Background: none (transparent), or a colour in hexadecimal sRGB, as ddeeff. Without it, a "  \
               "light grey that darkens downward."                                                           \
    }

/* Reads the values. Returns false if an error was noted. */
bool pd_api_picture_read(pd_portrait_sight *out, const pd_api_picture_values *values, pd_api_call *call);
/* Adds everything in the picture on which its bytes depend. */
void pd_api_picture_hash(pd_api_hash *hash, const pd_portrait_sight *sight);
/* Appends the picture as PNG or WebP. */
pd_status pd_api_picture_write(pd_buffer *out, const pd_io_image *image, int format, pd_error *err);
/* Returns the milliseconds on one core that drawing takes. */
double pd_api_picture_cost(const pd_portrait_sight *sight);

#endif
