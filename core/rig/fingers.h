#ifndef PD_RIG_FINGERS_H
#define PD_RIG_FINGERS_H
/* Finds fingers on the hands of a rigged person and adds their joints, by distance from the wrist along the
 * skin.
 *
 *     d_i = length of the shortest path along edges from the hand's end at the wrist to vertex i
 *
 * Vertices are visited from the farthest to the nearest. A vertex that is farther than all of its neighbours
 * begins a part. Where two parts meet they are merged, and the part that began nearer ends. Its persistence
 * is how far it extends beyond that vertex (Edelsbrunner, Letscher, Zomorodian 2002). Parts with a
 * persistence of at least an eighth of the hand's length that extend beyond a third of it are fingers, and
 * the vertex where one first meets another is its web. With five parts the hand is complete. The thumb is the
 * one whose root is farthest from the roots of the others, which are ordered by their distance from it. Four
 * parts are the hand of a cartoon figure, without a ring finger, if the thumb is 1.6 times as far from the
 * others as two of them are from one another. Otherwise they are four of five, and the thumb was not found. A
 * mitten, a fist or fingers joined by the mesh get no joints. Joints are at fixed shares of the finger's
 * visible length, at the centres of rings of equal d. A knuckle in the palm is extrapolated from the finger's
 * direction.
 *
 * Weights  the hand's weight of a vertex is divided by heat diffusion (skin/dense.h) on the hand's mesh
 *          alone. The bones are three for each finger and one from the wrist to each knuckle; these form the
 *          palm. A vertex of a finger may have the bones of this finger and the palm. A vertex of the palm
 *          may have the palm and the first bone of each finger. A vertex without a path to the wrist (nails)
 *          may have the bones of the nearest vertex with one. The four largest weights of a vertex are kept.
 *
 * Spaces   the mesh's (mesh.h).
 * Memory   none kept; about 100 bytes a vertex.
 * Threads  one thread for each rig.
 * Errors   ERR_MEMORY "weights".
 */
#include "core/rig/rig.h"

/* Appends to rig->bones the bones of each hand that has five or four fingers, redistributes the weights, and
 * describes the hands in rig->hands. rig: that of a person, with joints, bones and weights. */
pd_status pd_rig_fingers(pd_rig_result *rig, pd_error *err);

#endif
