#ifndef PD_ANIMAL_CYCLES_H
#define PD_ANIMAL_CYCLES_H
/* The cycles of a four-legged animal (core/matching/paces.h) for skeletons of core/animal: names the joints
 * of its legs, and carries the cycles of one animal to another.
 *
 * Carrying transfers each cycle as a clip on the spot (clip.h), three times in a row, and takes the second
 * one, so that its ends meet. Steps of the root are scaled as steps of the feet are, and the duration of a
 * cycle by the square root of that scale: animals of one form move alike at equal v^2/(g h).
 *
 * Spaces   cycles face +Z with +Y up, whatever the file's axes (pd_animal.facing). The file's unit is taken
 *          to be the metre if the joint of the hips is then 0.05 to 1.9 m high. An animal of another size (a
 *          file in centimetres, a toy) is 1 m high there.
 * Memory   the database is the caller's: pd_matching_database_deinit. On failure it is empty.
 * Threads  pure functions.
 * Errors   ERR_UNSUPPORTED at "/match": no quadruped, a leg of less than three joints, more than
 *          PD_MATCHING_JOINTS joints; errors of clip.h; ERR_MEMORY.
 */
#include "core/animal/clip.h"
#include "core/matching/database.h"

/* Writes the joints of the four legs of a quadruped: of a chain of six or more joints the second one is the
 * hip (the first is a shoulder blade or a pelvis), of others the first. The bend is the joint farthest from
 * the line between hip and paw. */
pd_status pd_animal_cycles_legs(int legs[PD_MATCHING_LEGS][PD_MATCHING_LEG_JOINTS],
                                const pd_animal_body *body, pd_error *err);

/* Carries cycles to another animal. Its joints keep their order. */
pd_status pd_animal_cycles_carry(pd_matching_database *out, const pd_matching_database *from,
                                 const pd_animal_body *to, pd_error *err);

/* Converts local rotations (J) and the position of the root joint on the skeleton of carried cycles to the
 * axes and the unit of the animal's file. */
void pd_animal_cycles_to_file(pd_quat *locals, pd_vec3 *root, const pd_animal *creature,
                              const pd_anim_skeleton *file, const pd_anim_skeleton *cycles,
                              const pd_quat *rotations, pd_vec3 at);

#endif
