#ifndef PD_IO_SURFACE_GLTF_CHECK_H
#define PD_IO_SURFACE_GLTF_CHECK_H
/* Validates the meshes, skins and animations of a rigged glTF 2.0 binary file, so that what posed writes from
 * it can be shown by other programs. gltf_skin.h checks the skeleton.
 *
 * Refused   accessors and views that end beyond their bytes; positions (also of morph targets) that are not
 *           finite; weights that are not finite or are below 0; vertices that refer to a joint that the skin
 *           does not have; a skinned mesh without any weight; JOINTS_n without WEIGHTS_n or with another
 *           count; a damaged Draco stream; animations of nodes or samplers, a `scene`, and nodes of scenes
 *           that the file does not have.
 * Counted   vertices without a weight, and vertices whose weights do not sum to 1: programs treat them
 *           differently.
 *
 * Spaces    any: numbers are checked as the file has them, in its own units and axes.
 * Memory    freed before return.   Threads  pure function.
 * Errors    ERR_FORMAT, ERR_RANGE, ERR_UNSUPPORTED at a pointer into the file's JSON:
 *           "/meshes/0/primitives/1/attributes/JOINTS_0".
 */
#include "core/base/error.h"
#include "core/base/size.h"

typedef struct pd_io_gltf_found {
    size_t vertices;    /* skinned vertices                                                       */
    size_t unweighted;  /* skinned vertices without a weight                                      */
    size_t uneven;      /* skinned vertices whose weights sum to neither 0 nor 1 (within 2 %)     */
    double least, most; /* smallest and largest of these sums; 0 if there are none                 */
    char needs[64];   /* first item of extensionsRequired that may change shapes and is not known; "": none */
    int scene, first; /* scene that has a skinned mesh, -1: none; scene that programs show first */
} pd_io_gltf_found;

/* Checks a file. json_memory: see pd_io_gltf_open. */
pd_status pd_io_gltf_check(pd_io_gltf_found *found, pd_bytes file, size_t json_memory, pd_error *err);
/* Writes what other programs treat differently to note (note_bytes):
 * clauses separated by "; ". "": nothing. */
void pd_io_gltf_check_note(char *note, size_t note_bytes, const pd_io_gltf_found *found);

#endif
