#ifndef PD_IO_SURFACE_BUNDLE_H
#define PD_IO_SURFACE_BUNDLE_H
/* Makes one file of a model that consists of several: a ZIP archive with a model in it, or a .gltf.
 *
 *   ZIP     the only .glb or .vrm in any folder, else the only .gltf, else the only file with the first of
 *           the caller's endings that occurs. Folders of macOS (__MACOSX) and hidden files do not count.
 *           Nothing is written to disk.
 *   .gltf   becomes a .glb: buffers and pictures, which are data: URIs, members of the archive, or files that
 *           the caller's `find` reads, are joined into its binary chunk, with the accessors unchanged.
 *   else    the file itself is returned.
 *
 * URIs     are taken as they are, and percent-decoded, relative to the folder of the .gltf. "\" counts as "/"
 *          and ".." stays inside the archive. A member that differs only in upper and lower case is the one
 *          that is meant. Where the archive has no such member, a note says what was taken instead: the only
 *          file of that name in another folder, or, for a buffer, the only .bin of its size. A missing
 *          picture is left out with a note; a missing buffer is an error.
 * Limits   `most` bytes unpacked in all, and of the .glb; a member that states more than deflate can yield
 *          from its bytes is refused before memory is taken (npz.h); PD_IO_BUNDLE_PARTS buffers and pictures;
 *          the JSON may be as deep and as large as pd_io_gltf_open allows, its data: URIs not counted.
 * Memory   `made`, when it was needed; pd_io_bundle_close frees it. The input must outlive the bundle.
 *          Threads pure functions.
 * Errors   ERR_FORMAT, ERR_LIMIT, ERR_NOT_FOUND, ERR_UNSUPPORTED at "ZIP", "ZIP: member", or a pointer into
 *          the JSON ("/buffers/0/uri").
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdbool.h>

#define PD_IO_BUNDLE_PARTS 1024
#define PD_IO_BUNDLE_NOTES 3

typedef struct pd_io_bundle_options {
    /* further endings that are taken out of a ZIP, first the preferred: ".obj .ply"; NULL: none */
    const char *endings;
    size_t most;        /* most bytes unpacked, and of the .glb; 0: no limit but those of npz.h and glTF */
    size_t json_memory; /* most bytes of the JSON's tree without its data: URIs; 0: no limit */
    /* Reads the file `path`, relative to the folder of a .gltf that is no member of an archive. The bytes
     * must last until the bundle is open. NULL: there are no such files. */
    pd_status (*find)(void *ctx, pd_bytes *out, const char *path, pd_error *err);
    void *ctx; /* first argument of find */
} pd_io_bundle_options;

typedef struct pd_io_bundle {
    pd_bytes file;   /* the one file: the input, or the bytes in `made` */
    pd_buffer made;  /* empty: `file` is the input */
    char entry[128]; /* the model's member in the archive; "": the input is no archive */
    char notes[PD_IO_BUNDLE_NOTES]
              [112]; /* (note_count) what was taken in place of what the file says, or left out */
    int note_count;
} pd_io_bundle;

/* Returns whether a file is a ZIP archive, but neither an npz nor a file of torch.save. */
bool pd_io_bundle_is_zip(pd_bytes file);
/* Returns whether a file is the JSON of a .gltf: an object with a member "asset" that is an object. */
bool pd_io_bundle_is_gltf(pd_bytes file);
/* Returns the largest number of bytes that opening a file can allocate at a time; 0 for a file that is
 * returned as it is. */
size_t pd_io_bundle_bytes(pd_bytes file, size_t most);
/* Opens a file. On failure *out is empty. */
pd_status pd_io_bundle_open(pd_io_bundle *out, pd_bytes file, const pd_io_bundle_options *options,
                            pd_error *err);
/* Does the same for the content of the file `path`: a .gltf finds its buffers and pictures in the folder of
 * that file and below it. `find` of the options is not used. path "-": there are no such files. */
pd_status pd_io_bundle_open_at(pd_io_bundle *out, pd_bytes file, const char *path,
                               const pd_io_bundle_options *options, pd_error *err);
/* Frees `made` and empties the struct. */
void pd_io_bundle_close(pd_io_bundle *bundle);

#endif
