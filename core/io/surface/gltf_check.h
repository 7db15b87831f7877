#ifndef PD_IO_SURFACE_GLTF_CHECK_H
#define PD_IO_SURFACE_GLTF_CHECK_H
/* Validates a rigged glTF 2.0 binary file, so that other programs can show it. The skeleton is checked by gltf_skin.h.
 *
 * Refused   an accessor or a view that ends behind its bytes; positions, also of morph targets, and weights that are not finite, or below 0; skinned
 *           vertices that follow a joint the skin has not; a mesh of which no vertex has a weight; JOINTS_n without WEIGHTS_n, or of another count;
 *           a damaged stream of Draco's; animations of nodes or samplers that are not there.
 * Found     vertices without a weight, and those whose weights do not sum to 1: readers treat them differently.
 *
 * Spaces    none is entered: numbers are looked at as the file has them, in its units.   Memory  none is kept.   Threads  pure.
 * Errors    ERR_FORMAT, ERR_RANGE, ERR_UNSUPPORTED at a pointer into the file's JSON: "/meshes/0/primitives/1/attributes/JOINTS_0".
 */
#include "core/base/error.h"
#include "core/base/size.h"

typedef struct pd_io_gltf_found {
    size_t vertices;   /* skinned ones             */
    size_t unweighted; /* of them without a weight */
    size_t uneven;     /* of them whose weights sum to anything but 1 (to 2 %) and 0 */
} pd_io_gltf_found;

/* json_memory: as pd_io_gltf_open has it. */
pd_status pd_io_gltf_check(pd_io_gltf_found *found, pd_bytes file, size_t json_memory, pd_error *err);

#endif
