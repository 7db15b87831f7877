#ifndef PD_FACTORY_WARDROBE_MADE_MADE_PARTS_H
#define PD_FACTORY_WARDROBE_MADE_MADE_PARTS_H
/* The mesh of an item that is modelled by code, and the parts that model it. Only made*.c include this
 * header; made.h describes the items.
 *
 *     made          prepares the maker, makes an item of a mesh
 *     made_mesh     builds the mesh, and anchors its vertices at the skin
 *     made_hat      hats
 *     made_glasses  glasses
 *     made_beard    beards
 *
 * Spaces   template of the model, T-pose, metres.
 */
#include "factory/wardrobe/made/made.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_FACTORY_MESH_MOST 12000 /* most vertices, corners and triangles of a mesh */

/* An item of PD_FACTORY_MADE_TABLE. */
typedef struct pd_factory_made_row {
    const char *name;
    const char *about;
    pd_wardrobe_slot slot;
    int parts;
} pd_factory_made_row;
extern const pd_factory_made_row pd_factory_made_rows[PD_FACTORY_MADE_COUNT];

/* A mesh under construction; parts are added one after the other. Each vertex is anchored at three
 * vertices of the skin, whose weights sum to 1. */
typedef struct pd_factory_mesh {
    float *points;         /* (vertex_count,3) */
    float *anchor_weights; /* (vertex_count,3) */
    uint16_t *anchors;     /* (vertex_count,3) */
    uint16_t *corners;     /* (corner_count) */
    float *uvs;            /* (corner_count,2) */
    uint16_t *faces;       /* (face_count,3) */
    int vertex_count;
    int corner_count;
    int face_count;
    int part_count;
    int first[PD_WARDROBE_PARTS_MAX]; /* first face of each part */
} pd_factory_mesh;

/* -- made_mesh.c -- */

/* Allocates an empty mesh. Returns false when out of memory. */
bool pd_factory_made_mesh_init(pd_factory_mesh *m);
void pd_factory_made_mesh_deinit(pd_factory_mesh *m);
/* Begins the next part: later faces are of it. */
void pd_factory_mesh_begin_part(pd_factory_mesh *m);
/* Add a vertex, a corner with texture coordinates, and a face of three corners.
 * The first two return its index. */
int pd_factory_mesh_add_vertex(pd_factory_mesh *m, float x, float y, float z);
int pd_factory_mesh_add_corner(pd_factory_mesh *m, int vertex, float u, float v);
void pd_factory_mesh_add_face(pd_factory_mesh *m, int a, int b, int c);
/* Adds a grid of points (row_count, columns, 3). In a closed grid the last column joins the first one,
 * through corners with texture coordinates of their own. u runs from 0 to `across` over the columns, v
 * from 0 to `along` over the rows. Faces are counter-clockwise when, seen from outside, columns run to the
 * left and rows upwards; with `flip`, when they run to the right. */
void pd_factory_mesh_add_grid(pd_factory_mesh *m, const float *points, int row_count, int columns,
                              bool is_closed, float across, float along, bool flip);
/* Returns the squared distance of two points. */
float pd_factory_mesh_square_distance(const float *a, const float *b);
/* Returns the nearest vertex of the skin of the head that belongs to no ear. */
int pd_factory_mesh_nearest_skin(const pd_factory_maker *k, const float at[3]);
/* Anchors all vertices from `first` on at the three nearest vertices of the skull, with weights inverse to
 * the squared distance. */
void pd_factory_mesh_anchor_near(pd_factory_mesh *m, const pd_factory_maker *k, int first);
/* Writes the weights, of sum 1, with which a, b and c give the projection of p onto their plane. */
void pd_factory_mesh_affine_weights(float out[3], const float *a, const float *b, const float *c,
                                    const float *p);
/* Writes the unit vector of azimuth and elevation, radians; azimuth 0 is +Z, elevation +Y. */
void pd_factory_mesh_direction(float out[3], float azimuth, float elevation);

/* -- one file for each kind of item -- */

/* Makes a hat. under (V) begins as zeros and is set to 1 where the hat hides the skin. */
void pd_factory_make_hat(pd_factory_mesh *m, unsigned char *under, const pd_factory_maker *k,
                         pd_factory_made_id id);
/* Makes glasses. */
pd_status pd_factory_make_glasses(pd_factory_mesh *m, const pd_factory_maker *k, pd_factory_made_id id,
                                  pd_error *err);
/* Makes a moustache and then, on a coarser grid, the rest of the beard. */
pd_status pd_factory_make_beard(pd_factory_mesh *m, const pd_factory_maker *k, pd_factory_made_id id,
                                pd_error *err);

#endif
