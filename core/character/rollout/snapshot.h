#ifndef PD_CHARACTER_ROLLOUT_SNAPSHOT_H
#define PD_CHARACTER_ROLLOUT_SNAPSHOT_H
/* Snapshots of characters: writes all state that the next tick reads, so a character that is read back
 * continues bit for bit.
 *
 * Fields that every tick sets before it reads them, such as the joints of the pose, are not written. The
 * tables in snapshot.c list every field of every struct; a field that is added to a struct does not compile
 * until it has a row there.
 *
 * Shapes   J joints and T frames of the trajectory are the rig's, so a snapshot can only be read for the same
 *          model.
 * Errors   reading checks every number (core/io/fields/fields.h): it is finite, and integers are in their
 *          ranges. Returns false; the reader says where.
 * Memory   the destination is the caller's; fields that are not in the snapshot become zero.   Threads  pure.
 */
#include "core/io/fields/fields.h"
#include "core/character/character.h"
#include "core/character/action/follow.h"
#include "core/character/action/overlay.h"

/* Write and read a character. _get returns false when the bytes are invalid or end too early. */
void pd_character_snapshot_put_character(pd_fields_writer *writer, const pd_character *character,
                                         const pd_character_rig *rig);
bool pd_character_snapshot_get_character(pd_character *character, pd_fields_reader *reader,
                                         const pd_character_rig *rig);
/* Finds clips: returns the clip with a name and a content, borrowed, or NULL.
 * A clip that is not found is left out. */
typedef struct pd_character_snapshot_clips {
    const pd_character_clip *(*find)(void *ctx, const char *name, uint64_t hash);
    void *ctx;
} pd_character_snapshot_clips;

/* Write and read the states of sitting, clips, gaze and reaching. clips NULL: a snapshot in which a clip
 * plays cannot be read. */
void pd_character_snapshot_put_overlay(pd_fields_writer *writer, const pd_character_overlay *overlay);
bool pd_character_snapshot_get_overlay(pd_character_overlay *overlay, pd_fields_reader *reader,
                                       const pd_character_snapshot_clips *clips);
/* Write and read a path that is followed, with its state. */
void pd_character_snapshot_put_follow(pd_fields_writer *writer, const pd_character_follow *follow);
bool pd_character_snapshot_get_follow(pd_character_follow *follow, pd_fields_reader *reader);
/* Write and read an input, and the requests to reach, to look and to sit. */
void pd_character_snapshot_put_input(pd_fields_writer *writer, const pd_character_input *input);
bool pd_character_snapshot_get_input(pd_character_input *input, pd_fields_reader *reader);
void pd_character_snapshot_put_reach(pd_fields_writer *writer, const pd_character_reach_request *request);
bool pd_character_snapshot_get_reach(pd_character_reach_request *request, pd_fields_reader *reader);
void pd_character_snapshot_put_gaze(pd_fields_writer *writer, const pd_character_gaze_request *request);
bool pd_character_snapshot_get_gaze(pd_character_gaze_request *request, pd_fields_reader *reader);
void pd_character_snapshot_put_sit(pd_fields_writer *writer, const pd_character_sit_request *request);
bool pd_character_snapshot_get_sit(pd_character_sit_request *request, pd_fields_reader *reader);

/* Write and read a request to play a clip. */
void pd_character_snapshot_put_play(pd_fields_writer *writer, const pd_character_play_request *request);
bool pd_character_snapshot_get_play(pd_character_play_request *request, pd_fields_reader *reader,
                                    const pd_character_snapshot_clips *clips);

/* Returns a hash of all tables. Snapshots of a program whose tables have another hash cannot be read. */
uint64_t pd_character_snapshot_hash(void);
/* Returns true when every table is in the order of its struct (for tests). */
bool pd_character_snapshot_is_ordered(void);

#endif
