#ifndef PD_API_MOTION_CHARACTERS_H
#define PD_API_MOTION_CHARACTERS_H
/* Users' own rigged characters by name: put once, looked at, deleted, and named by roll-outs and streams ("character":"id").
 *
 *     PUT   model/gltf-binary   a .glb or .vrm with a skin whose joints are a person's: ?match= corrects which; with ?template= an animal's
 *     POST  .../clip            a motion on one: BVH, AMC after its ASF, AMASS's npz or an animated .glb of a person in, of an animal a .glb of the same
 *                               template; the character's file with the motion out (character_clip.c)
 *
 * A character is a skeleton (api/ik/skeletons.h) that knows which of its joints answer to a humanoid's bones and keeps its file: it is
 * in the same store, under the same limits and owners, and IK solves on it by the same id.
 * Memory   counted references (atomic).
 */
#include "api/ik/skeletons.h"
#include "core/retarget/avatar.h"
#include "core/retarget/creature.h"

#define PD_API_PERSON PD_CREATURE_ANY /* in place of an animal's plan */

/* "LeftHand=wrist_l,Neck=": bones and their joints, at most one of each; a bone without a joint is left out. text is cut into pieces, which
 * wanted (PD_ANIM_HUMAN_COUNT) points to. Returns how many, -1 for a text that is none. */
int pd_api_character_wanted(pd_retarget_avatar_wanted *wanted, char *text);
/* file is copied; wanted is of a person. NULL after errors, noted at pointers below ``pointer``. */
pd_api_skeleton *pd_api_character_read(pd_bytes file, pd_retarget_creature_plan plan,
                                       const pd_retarget_avatar_wanted *wanted, int count, size_t json_memory,
                                       const char *pointer, pd_api_problems *problems);
/* The call's character, or NULL after refusing: a skeleton without its file is none. */
pd_api_skeleton *pd_api_take_character(pd_api_call *call);
/* Joints whose nodes are translated too, besides the root's; NULL: none. */
const pd_retarget_carry *pd_api_character_carry(const pd_api_skeleton *character);
/* Their names, as the member "translated" of an object that has members before it; nothing where there are none. */
void pd_api_character_translated_json(pd_buffer *out, const pd_api_skeleton *character);
/* "person", or the animal's plan. */
const char *pd_api_character_template(const pd_api_skeleton *character);

pd_api_handler pd_api_handle_characters, pd_api_handle_character, pd_api_handle_character_put,
    pd_api_handle_character_delete, pd_api_handle_character_clip, pd_api_judge_character_put,
    pd_api_judge_character_clip;
pd_api_cost pd_api_character_clip_cost;
extern const pd_api_field pd_api_character_put_query_fields[], pd_api_character_clip_query_fields[];

#endif
