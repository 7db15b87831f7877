#ifndef PD_KERNEL_BODY_BODY_X86_H
#define PD_KERNEL_BODY_BODY_X86_H
/* AVX2 functions for normals that the AVX-512 version of body.h uses too: normals are bound by memory, so
 * wider registers gain nothing. Arguments as in body.h. */
#include "core/kernel/body/body.h"

/* The functions of the kernel table of body.h for face normals, vertex normals, and both together for one
 * body or for a group of bodies. */
void pd_k_face_normals_avx2(float *out, const float *vertices, const uint32_t *faces, int first, int last);
void pd_k_vertex_normals_avx2(float *out, const float *face_normals, const uint32_t *start,
                              const uint32_t *around, int first, int last);
void pd_k_body_normals_avx2(float *out, const float *vertices, const uint32_t *faces, int face_count,
                            int vertex_count, float *scratch);
void pd_k_group_normals_avx2(float *const out[PD_K_GROUP], const float *const vertices[PD_K_GROUP],
                             const uint32_t *faces, int face_count, int vertex_count, float *scratch);

#endif
