#ifndef PD_FACTORY_MAKEHUMAN_MHRIG_H
#define PD_FACTORY_MAKEHUMAN_MHRIG_H
/* Reads MakeHuman's rigs: the skeleton (.mhskel) and the skin weights (.mhw), both in JSON.
 *
 *     mhskel  {"bones": {NAME: {"parent": NAME or null, "head": JOINT, ...}}, "joints": {JOINT: [vertex,
 *             ...]}}
 *     mhw     {"weights": {NAME: [[vertex, weight], ...]}}
 *
 * Memory   owned by the struct; pd_factory_mhrig_deinit frees and zeroes it.
 * Errors   ERR_FORMAT with the file's name and the bone in where; the rig is then empty. Weights are finite
 *          and 0..1, vertices below vertex_limit, parents form a tree.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#define PD_FACTORY_MHRIG_NAME_BYTES  40
#define PD_FACTORY_MHRIG_BONES_LIMIT 1000

typedef struct pd_factory_mhrig_weight {
    int bone, vertex;
    double weight;
} pd_factory_mhrig_weight;

typedef struct pd_factory_mhrig {
    int bone_count, weight_count;
    char (*names)[PD_FACTORY_MHRIG_NAME_BYTES];
    int *parents; /* -1 at the root */
    /* (bone_count + 1) and the vertices: the head of bone b is the mean position of
     * head_vertices[head_start[b]] .. head_vertices[head_start[b + 1]
     * - 1]; an empty range: unknown */
    int *head_start, *head_vertices;
    pd_factory_mhrig_weight *weights; /* (weight_count) */
} pd_factory_mhrig;

/* Parses both files; the names stand for them in errors. Vertices must be below vertex_limit. */
pd_status pd_factory_mhrig_parse(pd_factory_mhrig *out, pd_bytes skeleton, const char *skeleton_name,
                                 pd_bytes weights, const char *weights_name, int vertex_limit, pd_error *err);
void pd_factory_mhrig_deinit(pd_factory_mhrig *rig);
/* Reads the names of the poses in a BVH file from {"framemapping": [NAME, ...]}: names (most), one for each
 * frame. ERR_FORMAT when there are none, more than `most`, or one is not a text. */
pd_status pd_factory_mhrig_pose_names(char (*names)[PD_FACTORY_MHRIG_NAME_BYTES], int *count, int most,
                                      pd_bytes text, const char *file, pd_error *err);
/* Returns the number of the bone with that name, or -1. */
int pd_factory_mhrig_bone(const pd_factory_mhrig *rig, const char *name);

#endif
