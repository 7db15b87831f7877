#ifndef PD_IO_FBX_MESH_H
#define PD_IO_FBX_MESH_H
/* The geometry of an FBX file: polygons as triangles with a vertex for each different corner, and the shapes and clusters of its deformers. Used by
 * fbx_figure.c only.
 *
 * Corners   a control point has as many vertices as it has different normals and texture coordinates at its polygons' corners.
 * Polygons  a concave one is cut at its ears; one of more than 64 corners becomes a fan.
 * Memory    of the scene's pool.   Errors  ERR_FORMAT: an index beyond its array; ERR_LIMIT.
 */
#include "core/io/mesh/glb_figure.h"
#include "core/io/fbx/fbx_scene.h"

/* A shape of a channel, with differences by control point. */
typedef struct pd_fbx_shape {
    int64_t channel; /* its id */
    const char *name;
    int place, count;                  /* which of the channel's shapes it is */
    const double *full_weights;        /* (count) percent */
    double percent;                    /* of the channel, as the file stands */
    const double *positions, *normals; /* (point_count,3); normals NULL: none */
} pd_fbx_shape;

typedef struct pd_fbx_cluster {
    int model;
    bool has_transform, has_link;
    pd_xform transform, link; /* mesh to joint; joint to world: when it was bound, as the file has them */
    const int64_t *points;
    const double *weights;
    size_t count;
} pd_fbx_cluster;

/* Vertices and triangles of one material. */
typedef struct pd_fbx_part {
    int material; /* place in the model's list */
    int vertex_count, index_count;
    int *points;          /* (vertex_count) control points */
    float *normals, *uvs; /* (vertex_count,3), (vertex_count,2) as the file has them; uvs NULL: none */
    uint32_t *indices;
} pd_fbx_part;

typedef struct pd_fbx_mesh {
    double *positions; /* (point_count,3) as the file has them */
    int point_count;
    pd_fbx_part *parts;
    int part_count;
    pd_fbx_shape *shapes;
    int shape_count;
    pd_fbx_cluster *clusters;
    int cluster_count;
} pd_fbx_mesh;

/* with `motion_only` only clusters' matrices are read. */
pd_status pd_fbx_mesh_read(pd_fbx_mesh *out, pd_fbx_scene *scene, int geometry, bool motion_only);
/* The weight of a shape when its channel is at that many percent. */
double pd_fbx_shape_weight(const pd_fbx_shape *shape, double percent);

#endif
