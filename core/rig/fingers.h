#ifndef PD_RIG_FINGERS_H
#define PD_RIG_FINGERS_H
/* Joints of fingers, where a hand has some: by the way from the wrist along its skin.
 *
 *     d_i = the shortest way over edges from the wrist's end of the hand to vertex i
 *
 * Vertices are taken from the farthest to the nearest. One that is farther than all of its neighbours begins a part, parts that meet become one, and
 * the part that began nearer ends there: its persistence is how far it reached beyond (Edelsbrunner, Letscher, Zomorodian 2002). Parts that last for
 * an eighth of the hand's length and reach beyond a third of it are fingers, and where one first meets another is its web. Five are a hand: the thumb is the one whose root
 * is farthest from the others', which stand in the order of their distance from it. Four are a drawn figure's hand, without a ring finger, where the thumb stands 1.6 times as far from the
 * others as two of them from one another: else they are four of five, whose thumb is not seen. A mitten, a fist, fingers that the mesh joins: neither, and no joints.
 * Joints stand on the middles of rings of equal d, the knuckle on the line of the finger, in the palm, by shares of what is seen of the finger.
 *
 * Weights  what the hand had of a vertex is shared out along d: to the bone of the finger that it is on, over a fifth of a bone from one to the
 *          next about each joint; beside and behind the webs to the fingers whose knuckles are near. What hangs on no edge (nails) takes the weights of the nearest
 *          vertex that does.
 *
 * Space    the mesh's (mesh.h).   Memory   none kept; about 100 bytes a vertex.   Errors   ERR_MEMORY "weights".
 */
#include "core/rig/rig.h"

/* Appends the bones of each hand that has five fingers or four to rig->bones, shares out the weights, and says in rig->hands what was seen.
 * rig: a person's, with joints, bones and weights. */
pd_status pd_rig_fingers(pd_rig_result *rig, pd_error *err);

#endif
