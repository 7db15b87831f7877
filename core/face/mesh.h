#ifndef PD_FACE_MESH_H
#define PD_FACE_MESH_H
/* A surface on which a face is found: vertices of one place and one side are merged, islands are numbered,
 * and neighbours are listed.
 *
 * Merging  two vertices become one if they have the same place and their normals, each from its own
 *          triangles, differ by less than 80 degrees. So seams of texture coordinates close, while lips that
 *          touch stay apart. A piece keeps vertices of its own if it would be the third sheet at its edges,
 *          or
 *          if it is small and hangs on others by a part of its border only, as lashes do on lids. Triangles
 *          without area are dropped.
 * Place    `at` and `normals` are those of `rest` in another frame: x = s R rest + t (pd_face_mesh_place).
 *
 * Shapes   N merged vertices, F triangles, M vertices of the source.
 * Spaces   rest: the source's; at: metres, a person's size, +Y up, +Z forward, once the face is found.
 * Memory   one owner: pd_face_mesh_deinit. On failure *out is empty.
 * Threads  const while nothing is placed.
 * Errors   ERR_MEMORY; ERR_RANGE "mesh": not finite; ERR_INVALID "mesh": no triangle is left.
 */
#include "core/base/error.h"
#include "core/math/tree.h"
#include "core/math/triangle_tree.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct pd_face_mesh {
    int count, face_count, source_count;
    double (*rest)[3], (*at)[3], (*normals)[3]; /* (N) */
    int (*faces)[3];                            /* (F) */
    int *merged;                                /* (M) merged vertex; -1: not part of the surface */
    int *near_start, *near;                     /* (N+1) ranges of the neighbours of a vertex */
    int *face_start, *faces_of;                 /* (N+1) ranges of the triangles of a vertex */
    int *island;                                /* (N) island of a vertex */
    int island_count;
} pd_face_mesh;

/* A similarity x = scale rotation rest + shift. */
typedef struct pd_face_frame {
    double rotation[9], shift[3], scale;
} pd_face_frame;

/* Builds a surface. wanted (M): vertices that take part; NULL: all. A triangle takes part if all of its
 * vertices do. */
pd_status pd_face_mesh_make(pd_face_mesh *out, const float *vertices, int vertex_count, const uint32_t *faces,
                            int face_count, const bool *wanted, pd_error *err);
void pd_face_mesh_deinit(pd_face_mesh *mesh);
/* Puts the surface into another frame. */
void pd_face_mesh_place(pd_face_mesh *mesh, const pd_face_frame *frame);
/* Computes the normals from `at`, weighted by area. */
void pd_face_mesh_normals(pd_face_mesh *mesh);

/* A point of a surface. */
typedef struct pd_face_point {
    int face;
    double weights[3]; /* of the corners of the triangle */
    double at[3], normal[3];
    double distance; /* from the query */
} pd_face_point;

/* Finds the nearest point on the triangles of some vertices of a surface. Keeps a reference to the mesh,
 * which must not move. */
typedef struct pd_face_search {
    const pd_face_mesh *mesh;
    pd_tree tree;
    int *members; /* (count) vertices in the tree */
    int count;
} pd_face_search;

/* wanted (N): vertices that take part; NULL: all. */
bool pd_face_search_make(pd_face_search *out, const pd_face_mesh *mesh, const bool *wanted);
void pd_face_search_deinit(pd_face_search *search);
/* Returns whether there is a point; a nearest vertex with another direction than `normal` (NULL: any) is
 * farther by up to 2 PD_FACE_TURN. */
bool pd_face_search_find(pd_face_point *out, const pd_face_search *search, const double at[3],
                         const double normal[3]);
/* Metres: distance that counts as much as two normals which are 60 degrees apart. */
#define PD_FACE_TURN 0.02

/* Rays against some triangles of a surface. */
typedef struct pd_face_rays {
    pd_triangle_tree tree;
    float *triangles; /* (count,9) */
    int *faces;       /* (count) triangles of the mesh */
    int count;
} pd_face_rays;

/* wanted (N): a triangle takes part if its corners do; NULL: all. */
bool pd_face_rays_make(pd_face_rays *out, const pd_face_mesh *mesh, const bool *wanted);
void pd_face_rays_deinit(pd_face_rays *rays);
/* Returns the triangle that is seen at (x, y) from the front, along -Z, and its depth in *z; -1: none. Seen
 * from `from_z`; triangles that face away count too. */
int pd_face_rays_front(double *z, const pd_face_rays *rays, double x, double y, double from_z);

#endif
