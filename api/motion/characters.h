#ifndef PD_API_MOTION_CHARACTERS_H
#define PD_API_MOTION_CHARACTERS_H
/* Rigged characters that clients put under an id, read, delete, and use in roll-outs and streams
 * ("character":"id").
 *
 *     PUT   model/gltf-binary   a .glb or .vrm file with a skin. Its joints are matched with the bones of a
 *                               person, which ?match= corrects, or with
 *                               those of an animal by ?template=
 *     POST  .../clip            retargets a motion to the character. Input for a person: BVH, AMC preceded by
 *                               its ASF, an npz of AMASS or an
 *                               animated .glb; for an animal: an animated .glb of an animal of that template.
 *                               Output: the character's file with the motion (character_clip.c)
 *     POST  .../face            finds the face of a person and gives it shapes (character_face.c, core/face)
 *
 * A character is a pd_api_skeleton (api/ik/skeletons.h) with the matched bones and with its file. It is in
 * the same store as skeletons, so the limits and owners of skeletons apply to it, and IK requests can use it
 * by its id.
 * Memory   Reference-counted (atomic).
 */
#include "api/ik/skeletons.h"
#include "core/retarget/character.h"
#include "core/animal/character.h"

#define PD_API_PERSON PD_CREATURE_ANY /* value of `plan` for a character that is a person */

/* Reads the query parameter `match`, "LeftHand=wrist_l,Neck=": a joint for each of some bones; a bone without
 * a joint stays unmatched, and each bone may occur once. Splits `text` in place; wanted (PD_ANIM_HUMAN_COUNT)
 * points into it. Returns the number of bones, or -1 if the text is malformed. */
int pd_api_character_wanted(pd_retarget_character_wanted *wanted, char *text);
/* Makes a character of a file, which is copied. wanted (count): joints for bones of a person. Returns NULL if
 * an error was noted, at or below `pointer`. */
pd_api_skeleton *pd_api_character_read(pd_bytes file, pd_animal_plan plan,
                                       const pd_retarget_character_wanted *wanted, int count,
                                       size_t json_memory, const char *pointer, pd_api_problems *problems);
/* Returns a reference to the character call->id. If there is none, or if the id is that of a skeleton that is
 * no character, refuses the call and returns NULL. */
pd_api_skeleton *pd_api_take_character(pd_api_call *call);
/* Returns the joints, other than the root, whose nodes motions translate as well as rotate; NULL: none. */
const pd_retarget_carry *pd_api_character_carry(const pd_api_skeleton *character);
/* Appends the names of these joints as a member with a comma before it,
 * ,"translated":[...]; nothing if there are none. */
void pd_api_character_translated_json(pd_buffer *out, const pd_api_skeleton *character);
/* Appends the names of the blend shapes of a person's file as a member
 * with a comma before it, ,"face":[...]. */
void pd_api_character_face_json(pd_buffer *out, const pd_api_skeleton *character);
/* Returns "person" or the name of the animal's template. */
const char *pd_api_character_template(const pd_api_skeleton *character);

pd_api_handler pd_api_handle_characters, pd_api_handle_character, pd_api_handle_character_put,
    pd_api_handle_character_delete, pd_api_handle_character_clip, pd_api_judge_character_put,
    pd_api_judge_character_clip, pd_api_handle_character_face, pd_api_judge_character_face;
pd_api_cost pd_api_character_clip_cost, pd_api_character_face_cost;
extern const pd_api_field pd_api_character_put_query_fields[], pd_api_character_clip_query_fields[],
    pd_api_character_face_query_fields[];

#endif
