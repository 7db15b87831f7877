#ifndef PD_IO_MESH_PICTURE_H
#define PD_IO_MESH_PICTURE_H
/* Recognises the format of a picture by the first bytes of its file. Nothing is decoded; png.h reads PNG.
 *
 * Threads  a pure function.   Errors  none: unknown bytes give NULL.
 */
#include "core/base/size.h"

#include <stdbool.h>

typedef struct pd_io_picture {
    const char *name;   /* name of the format: "PNG"                           */
    const char *type;   /* media type: "image/png"                             */
    const char *ending; /* usual ending of file names, without the dot: "png"  */
    bool is_gltf;       /* glTF 2.0 allows the format without an extension     */
} pd_io_picture;

/* Returns the format of a file, or NULL if it is not a picture of a known format. */
const pd_io_picture *pd_io_picture_of(pd_bytes file);

#endif
