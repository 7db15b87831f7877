#ifndef PD_API_BODY_MESH_BODY_H
#define PD_API_BODY_MESH_BODY_H
/* Meshes of body models: SMPL, SMPL-X, SMPL-H, MANO and the shipped people. */
#include "api/body/mesh_job.h"

extern const pd_api_mesh_kind pd_api_mesh_of_bodies;

#endif
