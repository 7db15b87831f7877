#ifndef PD_SMPL_INSIDE_H
#define PD_SMPL_INSIDE_H
/* Which vertices of a posed surface are inside it, and how deep (their penetration): fast, for contact.
 *
 * inside  a vertex 0.1 mm above which the surface winds about the point at least once: signed crossings of a ray along
 *         z; a ray along x confirms it, or one along y where that one does not. Points stand in a grid and triangles are
 *         laid over it, so that each is tested once.
 * depth   the distance to the nearest triangle that has the vertex behind it and is no neighbour of it: it is nearer than half of
 *         its distance in the rest pose, or the two face each other and it had the vertex in front of it there. Never more than the
 *         distance to where the winding ends along the ray that confirmed it. Of triangles that share the nearest point it is the one
 *         whose plane the vertex is farther behind, whatever their order. A vertex whose own triangles lie over the point above it, as
 *         at the bottom of a crease that is shut, has gone through none: the depth is that of its neighbours on the walls.
 *
 * Shapes   V vertices, F triangles. Metres, any space.
 * Threads  an inside is scratch: one thread's.
 */
#include "core/base/arena.h"
#include "core/smpl/data/data.h"

#include <stdbool.h>

#define PD_SMPL_INSIDE_FARTHEST 0.2f /* metres: the greatest depth */

typedef struct pd_smpl_inside_point {
    float u, v, height; /* across the ray, along it */
    int index;          /* of those asked about     */
} pd_smpl_inside_point;

#define PD_SMPL_INSIDE_CROSSINGS 14 /* of a ray that are kept */
typedef struct pd_smpl_inside_crossings {
    int count;
    float distance[PD_SMPL_INSIDE_CROSSINGS];   /* metres along the ray */
    signed char sign[PD_SMPL_INSIDE_CROSSINGS]; /* +1 out of the body, along the ray */
} pd_smpl_inside_crossings;

typedef struct pd_smpl_inside {
    const pd_smpl_data *data;
    const float *p;                        /* (V,3)                              */
    float (*plane)[4];                     /* (F) unit normal, n . a             */
    float (*middle)[4];                    /* (F) and how far its corners are from there */
    float *normals;                        /* (V,3) unit                         */
    unsigned char *is_shut;                /* (V) its own triangles lie over the point above it */
    int *cell_start;                       /* of the grid of points              */
    pd_smpl_inside_point *points, *sorted; /* (V)            */
    signed char *winding;                  /* (V) of those asked about */
    int *again;                            /* (V)                      */
    pd_smpl_inside_crossings *crossings;   /* (V) of rays that confirm */
    float *end;                            /* (V) where the winding ends, metres */
    int *bin_start, *bin_order;            /* triangles in cubes by their middles */
    float *bin_reach;      /* how far a corner is from its middle, of a cube's triangles; -1: it has none */
    float (*bin_faces)[8]; /* (F) plane and middle in bin_order, so that a cube's lie together */
    float low[3], bin, reach;
    int size[3];
    double
        work_ns; /* of all calls since _take, counted by what was compared (not timed): equal wherever it runs */
} pd_smpl_inside;

typedef struct pd_smpl_penetration {
    float depth;      /* metres                  */
    float behind;     /* the triangle's plane    */
    int face;         /* -1: none                */
    float weights[3]; /* of the nearest point    */
} pd_smpl_penetration;

size_t pd_smpl_inside_scratch_bytes(const pd_smpl_data *data);
/* Its arrays are taken from the arena and are valid as long as that. */
void pd_smpl_inside_take(pd_smpl_inside *inside, const pd_smpl_data *data, pd_arena *scratch);

/* Sets the surface that is searched: vertices (V,3), borrowed and not to be changed meanwhile. */
void pd_smpl_inside_surface(pd_smpl_inside *inside, const float *vertices);
/* found (count): which of the vertices asked (count) are inside, in their order. Returns how many. found may be the same array as asked. */
int pd_smpl_inside_find(int *found, pd_smpl_inside *inside, const int *asked, int count);
/* Call once for a surface before the first penetration of it. */
void pd_smpl_inside_sort(pd_smpl_inside *inside);
/* How deep a vertex that is inside lies, and the triangle it has gone through. rest (V,3): the body at rest. */
pd_smpl_penetration pd_smpl_inside_penetration(pd_smpl_inside *inside, const float *rest, int vertex);
/* Did the triangle face the vertex in the rest shape? Then nothing lies between the two; otherwise a limb may. */
bool pd_smpl_inside_had_in_front(const pd_smpl_inside *inside, const float *rest, int vertex, int face);

#endif
