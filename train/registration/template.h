#ifndef PD_TRAIN_REGISTRATION_TEMPLATE_H
#define PD_TRAIN_REGISTRATION_TEMPLATE_H
/* Template of the training: a mesh whose vertices are divided into the parts of a skeleton (Loper et al.
 * 2015, section 4, figure 6). From it follow:
 *
 *     J_I   joint regressor: the mean of the vertices on the boundary between the parts below a joint and the
 *           rest; for the root, of the boundaries of its children. Where the template's own joints are known:
 *           the weights nearest to equal ones, over a band around the boundary (0.015 of the height to each
 *           side), that give these joints; still a convex combination of vertices.
 *     W_I   skinning weights: the parts, diffused over the surface until the edge between two is about
 *           `blur_m` wide
 *     slots joints that may come to hold a vertex: those of the parts diffused three times as wide
 *     U     mirror image: vertex i goes to mirror_i with x negated, joint k to joint_mirror_k
 *
 * A mesh that is not mirror symmetric within 2 mm has no mirror; training then requires no symmetry.
 *
 * Shapes   V vertices, F triangles, K joints, E edges, PD_LEARN_SLOTS joints at most that hold a vertex.
 * Space    rest pose of the template, metres, +Y up, +Z forward; x = 0 is the plane of symmetry.
 * Memory   owned by the struct, const after init.
 */
#include "core/smpl/data/data.h"

#include <stdint.h>

#define PD_LEARN_JOINTS_MAX 64 /* limited by the bits of `movers` */
#define PD_LEARN_SLOTS      8  /* joints that may hold a vertex while weights are learned */

typedef struct pd_learn_template {
    int vertex_count, face_count, joint_count, edge_count;
    float *vertices;      /* (V,3)                                                    */
    uint32_t *faces;      /* (F,3)                                                    */
    int *parents, *parts; /* parents (K), -1 for joint 0; parts (V), the joint of each vertex's part */
    char (*joint_names)[PD_SMPL_NAME_BYTES]; /* (K)                                                      */
    int *mirror, *joint_mirror;              /* (V), (K), or both NULL                                   */
    int (*edges)[2];                         /* (E)                                                      */
    int *neighbor_start, *neighbors;         /* (V+1) offsets into neighbors, which are ascending */
    int *center_start, *center_vertex;       /* J_I in CSR: (K+1), (center_start[K])                     */
    double *center_weight;                   /* rows sum to 1                                            */
    int *slots;                              /* (V,PD_LEARN_SLOTS) joints, -1 in unused slots */
    double *weights;                         /* (V,PD_LEARN_SLOTS) W_I, rows sum to 1                    */
    uint64_t *movers;                      /* (V) bit k: joint k or one of its descendants is in the slots */
    uint64_t subtree[PD_LEARN_JOINTS_MAX]; /* bit l of entry k: l is k or one of its descendants */
} pd_learn_template;

/* Inputs of pd_learn_template_init; all pointers are borrowed. */
typedef struct pd_learn_template_source {
    const char *name; /* name of the file, for errors */
    int vertex_count, face_count, joint_count;
    const float *vertices;                         /* (V,3) metres, model axes                   */
    const uint32_t *faces;                         /* (F,3)                                      */
    const int *parts;                              /* (V) joint of each vertex's part, 0 .. K-1 */
    const int *parents;                            /* (K)                                        */
    const char (*joint_names)[PD_SMPL_NAME_BYTES]; /* (K) or NULL: "joint_3" and so on */
    const float *joints;                           /* (K,3) joints of this mesh, or NULL: not known */
    double blur_m; /* width of the boundaries in W_I, metres; 0 selects 0.012 of the height */
} pd_learn_template_source;

/* Builds the template. ERR_RANGE and ERR_FORMAT with the array, the index and the value: a part that no
 * vertex has, or that does not touch its parent's; parents that do not come first; a mesh that is shorter
 * than 0.3 m, longer than 4 m or inside out. *out is empty then. */
pd_status pd_learn_template_init(pd_learn_template *out, const pd_learn_template_source *source,
                                 pd_error *err);
void pd_learn_template_deinit(pd_learn_template *tpl);

/* Returns the number of bones between two joints: 0 for the same one,
 * 1 for a parent and its child, 2 for siblings. */
int pd_learn_template_apart(const pd_learn_template *tpl, int a, int b);
/* Computes centers (K,3) = J_I vertices (V,3). */
void pd_learn_template_centers(double *centers, const pd_learn_template *tpl, const double *vertices);
/* Returns the volume, in cubic metres, that vertices (V,3) enclose, over the faces (F,3) that have all their
 * corners; negative: inside out. */
double pd_learn_volume(const uint32_t *faces, int face_count, const float *vertices, int vertex_count);
/* Returns the length of edge e in the mesh `vertices` (V,3); NaN where an end is missing. */
double pd_learn_edge_length(const pd_learn_template *tpl, const float *vertices, int edge);

#endif
