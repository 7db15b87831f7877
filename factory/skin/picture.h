#ifndef PD_FACTORY_SKIN_PICTURE_H
#define PD_FACTORY_SKIN_PICTURE_H
/* Reads the pictures of MakeHuman's release (CC0 1.0): WebP files, lossless, in the release's own folders.
 *
 * Memory   the caller frees the picture with pd_io_image_deinit.   Threads  pure function.
 * Errors   those of the file; ERR_FORMAT at its path: no WebP file, or more than PD_FACTORY_PICTURE_MOST
 *          pixels at a side; ERR_MEMORY.
 */
#include "core/io/mesh/png.h"

#define PD_FACTORY_PICTURE_MOST 4096

/* Reads FOLDER/NAME.webp as RGBA of 8 bits. */
pd_status pd_factory_picture_read(pd_io_image *out, const char *folder, const char *name, pd_error *err);
/* Returns channel c of a picture at texture coordinates, 0 to 255, bilinear, not beyond its edges. */
float pd_factory_picture_at(const pd_io_image *picture, const float uv[2], int c);

#endif
