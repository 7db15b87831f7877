#ifndef PD_RIG_FINGERS_H
#define PD_RIG_FINGERS_H
/* Finds fingers on the hands of a rigged person and adds their joints, by distance from the wrist along the skin.
 *
 *     d_i = length of the shortest path along edges from the hand's end at the wrist to vertex i
 *
 * Vertices are visited from the farthest to the nearest. A vertex that is farther than all of its neighbours begins a part. Where two parts meet
 * they are merged, and the part that began nearer ends: its persistence is how far it extends beyond that vertex (Edelsbrunner, Letscher,
 * Zomorodian 2002). Parts with a persistence of at least an eighth of the hand's length that extend beyond a third of it are fingers, and the
 * vertex where one first meets another is its web. With five parts the hand is complete: the thumb is the one whose root is farthest from the
 * roots of the others, which are ordered by their distance from it. Four parts are taken as the hand of a cartoon figure, without a ring finger,
 * if the thumb is 1.6 times as far from the others as two of them from one another; otherwise they are four of five, and the thumb was not
 * found. A mitten, a fist or fingers joined by the mesh get no joints. Joints are at the centres of rings of equal d, the knuckle on the finger's
 * line in the palm, at fixed shares of the visible length of the finger.
 *
 * Weights  the hand's weight of a vertex is distributed along d: to the bone of its finger, blended over a fifth of a bone about each
 *          joint; beside and behind the webs to the fingers whose knuckles are near. Vertices without an edge to the hand (nails) get the weights
 *          of the nearest vertex with one.
 *
 * Spaces   the mesh's (mesh.h).   Memory  none kept; about 100 bytes a vertex.   Threads  one thread for each rig.   Errors  ERR_MEMORY "weights".
 */
#include "core/rig/rig.h"

/* Appends to rig->bones the bones of each hand that has five or four fingers, redistributes the weights, and describes the hands in rig->hands.
 * rig: that of a person, with joints, bones and weights. */
pd_status pd_rig_fingers(pd_rig_result *rig, pd_error *err);

#endif
