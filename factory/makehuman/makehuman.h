#ifndef PD_FACTORY_MAKEHUMAN_MAKEHUMAN_H
#define PD_FACTORY_MAKEHUMAN_MAKEHUMAN_H
/* Parses MakeHuman's text files: the base mesh (.obj) and the shape targets (.target, .target.gz).
 *
 *     v = base + sum over targets of weight * displacement
 *
 * Units    the files are in decimetres; parsing converts them to metres.
 * Spaces   +Y up, +Z forward, the left side at +X; A-pose.
 * Memory   outputs are owned by their struct; _deinit frees and zeroes it.
 * Errors   ERR_FORMAT with name:line as the place; the output is then empty. No byte past the end is read,
 *          and every index is checked.
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdint.h>

#define PD_FACTORY_NAME_BYTES   64
#define PD_FACTORY_VERTEX_LIMIT 1000000

typedef struct pd_factory_obj {
    int vertex_count, quad_count, group_count;
    float *vertices;                       /* (vertex_count,3) metres                     */
    int (*quads)[4];                       /* 0-based, counter-clockwise from outside      */
    int *quad_group;                       /* (quad_count) index into groups */
    char (*groups)[PD_FACTORY_NAME_BYTES]; /* (group_count) names; groups of one name are merged */
} pd_factory_obj;

/* Parses the base mesh. Faces that are not quads are an error, because the base mesh has none. */
pd_status pd_factory_obj_parse(pd_factory_obj *out, pd_bytes text, const char *name, pd_error *err);
void pd_factory_obj_deinit(pd_factory_obj *obj);
/* Returns the index of a group, or -1. */
int pd_factory_obj_group(const pd_factory_obj *obj, const char *name);

typedef struct pd_factory_move {
    int vertex;
    float offset[3]; /* metres */
} pd_factory_move;

typedef struct pd_factory_target {
    int move_count;
    pd_factory_move *moves;
    uint64_t hash; /* hash of the moves, by which files of one shape under several names are found */
} pd_factory_target;

/* Parses a target. Checks every index against vertex_count and keeps
 * the moves of vertices below keep_count. */
pd_status pd_factory_target_parse(pd_factory_target *out, pd_bytes text, int vertex_count, int keep_count,
                                  const char *name, pd_error *err);
void pd_factory_target_deinit(pd_factory_target *target);

/* Reads a whole file into *out and unpacks it if it is gzip; ERR_LIMIT beyond 64 MB unpacked. */
pd_status pd_factory_read(pd_buffer *out, const char *path, pd_error *err);

#endif
