#ifndef PD_IO_FBX_MESH_H
#define PD_IO_FBX_MESH_H
/* Reads a geometry of an FBX file: its polygons as triangles, and the blend shapes and skin clusters of its
 * deformers. Used by fbx_figure.c only.
 *
 * Corners   FBX stores normals and texture coordinates at the corners of polygons. A control point becomes
 *           one vertex for each different combination of them.
 * Polygons  concave polygons are cut at their ears; polygons of more than 64 corners become fans.
 * Memory    arrays belong to the scene's pool.   Errors  ERR_FORMAT: an index beyond its array; ERR_LIMIT;
 *                                                        ERR_MEMORY.
 */
#include "core/io/mesh/glb_figure.h"
#include "core/io/fbx/fbx_scene.h"

/* A shape of a blend shape channel. A channel has one shape, or several:
 * in-between shapes and the full one. */
typedef struct pd_fbx_shape {
    int64_t channel; /* id of the channel */
    const char *name;
    /* number of this shape among the channel's, and how many there are */
    int place, count;
    /* (count) percent of the channel at which each of its shapes has its full effect, rising */
    const double *full_weights;
    /* value of the channel in the file */
    double percent;
    /* (point_count,3) differences by control point; normals NULL: none */
    const double *positions, *normals;
} pd_fbx_shape;

/* The influence of one joint on a mesh. */
typedef struct pd_fbx_cluster {
    int model; /* number of the joint's model                                                     */
    /* the file has these matrices */
    bool has_transform, has_link;
    /* in the bind pose, in the file's units: from mesh to joint; from joint to world */
    pd_xform transform, link;
    /* (count) control points */
    const int64_t *points;
    /* (count) their weights */
    const double *weights;
    size_t count;
} pd_fbx_cluster;

/* Vertices and triangles of one material. */
typedef struct pd_fbx_part {
    int material; /* number in the model's list of materials */
    int vertex_count, index_count;
    int *points;          /* (vertex_count) control points */
    float *normals, *uvs; /* (vertex_count,3), (vertex_count,2) as the file has them; uvs NULL: none */
    uint32_t *indices;
} pd_fbx_part;

typedef struct pd_fbx_mesh {
    double *positions; /* (point_count,3) points in the file's unit and axes */
    int point_count;
    pd_fbx_part *parts;
    int part_count;
    pd_fbx_shape *shapes;
    int shape_count;
    pd_fbx_cluster *clusters;
    int cluster_count;
} pd_fbx_mesh;

/* Reads the Geometry record number `geometry`. With motion_only, reads only the matrices of clusters. */
pd_status pd_fbx_mesh_read(pd_fbx_mesh *out, pd_fbx_scene *scene, int geometry, bool motion_only);
/* Returns the weight of a shape, 0 to 1, when its channel has that value in percent. */
double pd_fbx_shape_weight(const pd_fbx_shape *shape, double percent);

#endif
