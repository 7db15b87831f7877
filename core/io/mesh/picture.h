#ifndef PD_IO_MESH_PICTURE_H
#define PD_IO_MESH_PICTURE_H
/* Recognises the format of a picture by the first bytes of its file, and reads PNG, JPEG and WebP.
 *
 * Threads  pure functions.
 * Errors   those of png.h, jpeg.h and webp.h; ERR_UNSUPPORTED: another format.
 */
#include "core/base/size.h"
#include "core/io/mesh/png.h"

#include <stdbool.h>

typedef struct pd_io_picture {
    const char *name;   /* name of the format: "PNG"                           */
    const char *type;   /* media type: "image/png"                             */
    const char *ending; /* usual ending of file names, without the dot: "png"  */
    bool is_gltf;       /* glTF 2.0 allows the format without an extension     */
} pd_io_picture;

/* Returns the format of a file, or NULL if it is not a picture of a known format. */
const pd_io_picture *pd_io_picture_of(pd_bytes file);
/* Reads a picture of 8 bits: grey, RGB or RGBA. pd_io_image_deinit frees the samples. limits may be NULL. On
 * failure *image is empty. */
pd_status pd_io_picture_read(pd_io_image *image, pd_bytes file, const pd_io_png_limits *limits,
                             pd_error *err);

#endif
