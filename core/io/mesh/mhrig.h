#ifndef PD_IO_MESH_MHRIG_H
#define PD_IO_MESH_MHRIG_H
/* MakeHuman's rig: the tree of bones (.mhskel) and the skin weights (.mhw), both JSON.
 *
 *     mhskel  {"bones": {NAME: {"parent": NAME or null, "head": JOINT, ...}}, "joints": {JOINT: [vertex, ...]}}
 *     mhw     {"weights": {NAME: [[vertex, weight], ...]}}
 *
 * Memory   owned by the struct; pd_mhrig_deinit frees and zeroes it.
 * Errors   ERR_FORMAT with the file's name and the bone in where; the rig is then empty. Weights are finite and
 *          0..1, vertices below vertex_limit, parents form a tree.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#define PD_MHRIG_NAME_BYTES  40
#define PD_MHRIG_BONES_LIMIT 1000

typedef struct pd_mhrig_weight {
    int bone, vertex;
    double weight;
} pd_mhrig_weight;

typedef struct pd_mhrig {
    int bone_count, weight_count;
    char (*names)[PD_MHRIG_NAME_BYTES];
    int *parents; /* -1 at the root */
    int *head_start,
        *head_vertices; /* (bone_count + 1), CSR: a bone's head is the mean of these vertices; none: unknown */
    pd_mhrig_weight *weights;
} pd_mhrig;

pd_status pd_mhrig_parse(pd_mhrig *out, pd_bytes skeleton, const char *skeleton_name, pd_bytes weights,
                         const char *weights_name, int vertex_limit, pd_error *err);
void pd_mhrig_deinit(pd_mhrig *rig);
/* The names of a BVH's frames in {"framemapping": [NAME, ...]}, at most `most`; ERR_FORMAT when there are none, too many, or one is no name. */
pd_status pd_mhrig_pose_names(char (*names)[PD_MHRIG_NAME_BYTES], int *count, int most, pd_bytes text,
                              const char *file, pd_error *err);
/* The bone's index, or -1. */
int pd_mhrig_bone(const pd_mhrig *rig, const char *name);

#endif
