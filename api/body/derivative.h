#ifndef PD_API_BODY_DERIVATIVE_H
#define PD_API_BODY_DERIVATIVE_H
/* Derivatives of bodies by their parameters (core/smpl/derivative.h), for programs that optimise or learn.
 *
 *     POST /v1/models/{id}/derivatives
 *         bodies as for joints, and one of
 *         cotangents   {"vertices": (B,V,3), "joints": (B,P,3)}: gradient of a number by the points; the
 *                      reply is its gradient by betas, expression, pose and translation
 *         tangents     {"betas": (B,n), "expression": (B,E), "pose": (B,K,3), "translation": (B,3)}:
 *                      direction of the parameters; the reply is the change of vertices and joints
 *
 * The body may also be an npz with arrays of these names ("cotangent_vertices", "tangent_pose", ...) and the
 * parameters "betas", "expression", "pose", "translation", each with B rows.
 *
 * The pose counts as axis-angle vectors r_k, whatever form the request gives it in:
 *     turn_k = J_l(r_k) dr_k,   g_r = J_l(r_k)^T g_turn
 *
 * P joints and keypoints as the route of joints has them. The bodies are skinned by LBS, without
 * self-contact.
 *
 * Memory   arrays of the job lie in the pool, those of the reply in the scratch arena of the worker.
 * Threads  as any job.   Errors  noted at the field, or at the array of an npz.
 */
#include "api/http/routes.h"

pd_api_handler pd_api_handle_derivatives;
pd_api_cost pd_api_derivatives_cost;
extern const pd_api_field pd_api_derivative_fields[];

#endif
