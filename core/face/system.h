#ifndef PD_FACE_SYSTEM_H
#define PD_FACE_SYSTEM_H
/* Sparse systems over the vertices of a surface: A x = b, where vertices are coupled to their neighbours.
 *
 * Memory   _make allocates; the owner calls _deinit.   Threads  one at a time until it is factored.
 */
#include "core/face/mesh.h"
#include "core/kernel/sparse.h"

typedef struct pd_face_system {
    const pd_face_mesh *mesh;
    int *start, *row; /* lower triangle by columns, as pd_k_sparse_factor takes it */
    double *value;
    pd_k_sparse factor;
    double *scratch; /* (N,3) */
} pd_face_system;

/* Makes the system of a surface, with zeros. */
bool pd_face_system_make(pd_face_system *out, const pd_face_mesh *mesh);
void pd_face_system_deinit(pd_face_system *system);
/* Sets all entries to zero. */
void pd_face_system_clear(pd_face_system *system);
/* Adds to the entries (i,j) and (j,i); i and j are equal or neighbours. */
void pd_face_system_add(pd_face_system *system, int i, int j, double value);
/* Adds the energy weight |x_i - x_j|^2. */
void pd_face_system_spring(pd_face_system *system, int i, int j, double weight);
/* Factors the system; every vertex must be held. Returns false when out of memory, or when the
 * edges join distant vertices, which makes the factor too large. */
bool pd_face_system_factor(pd_face_system *system);
/* Solves in place of b (N,3). */
void pd_face_system_solve(double (*b)[3], pd_face_system *system);

#endif
