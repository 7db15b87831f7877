#ifndef PD_API_MOTION_GARMENTS_H
#define PD_API_MOTION_GARMENTS_H
/* Garments of their own that clients put under an id, read, delete, and wear by that id (`wear`, `top`,
 * `bottom`, `footwear`).
 *
 *     PUT   model/gltf-binary   a garment, rigged or around the body as it stands (core/wardrobe/own.h);
 *                               ?slot= says where it is worn
 *
 * A garment is in the store of skeletons, so the limits, owners and access lists of skeletons apply to it,
 * and its id is none of a skeleton or character. Its file is not kept.
 * Memory   reference-counted (atomic).
 */
#include "api/ik/skeletons.h"

pd_api_handler pd_api_handle_garments, pd_api_handle_garment, pd_api_handle_garment_put,
    pd_api_handle_garment_delete, pd_api_judge_garment_put;
extern const pd_api_field pd_api_garment_put_query_fields[];

#endif
