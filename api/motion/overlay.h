#ifndef PD_API_MOTION_OVERLAY_H
#define PD_API_MOTION_OVERLAY_H
/* Reads from JSON what a character does in addition to walking: hands that reach for a target, a gaze at a
 * point, and sitting on a seat. These are the fields of the stream's messages `reach`, `look` and `sit`, and
 * of a script's lists `reach`, `gaze` and `sit`.
 *
 *     stream   {"type":"reach","id":1,"joint":"right_hand","target":[-0.3,1.2,0.4]}
 *              {"type":"look","id":1,"point":[0,1.5,4]}
 *     script   "reach":[{"t":2,"joint":"right_hand","target":[-0.3,1.2,0.4]}]
 *              "gaze":[{"t":2,"point":[0,1.5,4]},{"t":3}]
 *
 *              {"type":"sit","id":1,"seat":[0,2],"facing":3.14,"height":0.45}
 *              "sit":[{"t":2,"seat":[0,2]},{"t":9}]
 *
 * The list `faces` has the fields of the message `face` (api/motion/face.h), the list `speech` those of an
 * utterance (api/speech/utterance.h). The stream and scripts share
 * the tables, so that both have equal fields.
 *
 * Units    Metres and seconds.
 * Spaces   World, or the frame of the character's root if the field `anchor` says so.
 */
#include "api/http/fields.h"
#include "api/http/pool.h"
#include "api/motion/clips.h"
#include "api/motion/face.h"
#include "api/motion/speech.h"
#include "core/character/rollout/rollout.h"

#include <stdbool.h>

/* Values of the tables below; json_t members are borrowed from the document. */
typedef struct pd_api_reach_values {
    const json_t *target, *normal;
    double weight, seconds;
    int joint, anchor, slide;
} pd_api_reach_values;

typedef struct pd_api_gaze_values {
    const json_t *point;
    double weight, seconds;
    int anchor;
} pd_api_gaze_values;

typedef struct pd_api_sit_values {
    const json_t *seat;
    double facing, height, seconds, space;
} pd_api_sit_values;

/* Each table fills its values at offset 0 of the struct. */
extern const pd_api_field pd_api_reach_fields[], pd_api_gaze_fields[], pd_api_sit_fields[];

/* Initial values: the defaults of the fields. */
extern const pd_api_reach_values pd_api_reach_preset;
extern const pd_api_gaze_values pd_api_gaze_preset;
extern const pd_api_sit_values pd_api_sit_preset;
/* The following functions make checked requests from values. They return false if an error was noted. */
bool pd_api_reach_read(pd_character_hand *hand, pd_character_reach_request *reach,
                       const pd_api_reach_values *values, const char *pointer, pd_api_problems *problems);
/* Without a point the request ends the gaze. */
bool pd_api_gaze_read(pd_character_gaze_request *gaze, const pd_api_gaze_values *values, const char *pointer,
                      pd_api_problems *problems);

/* Without a seat the request makes the character stand up. */
bool pd_api_sit_read(pd_character_sit_request *sit, const pd_api_sit_values *values, const char *pointer,
                     pd_api_problems *problems);

/* Row of the field `t` of all timed lists of a script; at: offset of a double. */
#define PD_API_TIME_FIELD(at)                                                                                \
    {                                                                                                        \
        .name = "t", .type = PD_API_NUMBER, .offset = (at), .min = 0, .max = PD_CHARACTER_ROLLOUT_SECONDS,   \
        .doc = "Time of the command in seconds from the start. Commands must be sorted by time. Default: "   \
               "the time of the previous command, or 0."                                                     \
    }
/* Table with the field `t` for the entries of the lists `reach`, `gaze`, `sit`, `play`, `faces`, `speech` and
 * `feel`. */
extern const pd_api_field pd_api_cue_fields[];
/* The timed lists of a script; NULL: the script has no such list. */
typedef struct pd_api_overlay_lists {
    const json_t *reach, *gaze, *sit, *play, *faces, *speech, *feel;
} pd_api_overlay_lists;

/* Orders of a script to play clips. */
typedef struct pd_api_play_cue {
    double time;
    pd_api_play play;
} pd_api_play_cue;

typedef struct pd_api_play_cues {
    pd_api_play_cue *cues; /* (count) in the pool */
    int count;
    pd_character_play_cue *found; /* (found_count) with references to their clips; in the pool */
    int found_count;
} pd_api_play_cues;

/* Finds the clips of all orders and makes them the job's. Returns false if an error was noted, or if the call
 * has to wait. */
bool pd_api_play_cues_find(pd_character_rollout_job *job, pd_api_play_cues *plays, pd_api_call *call);
/* Releases the clips. */
void pd_api_play_cues_release(pd_api_play_cues *plays);

/* Reads the lists of a script into *job, *plays, *faces, *speech and *feel, with arrays in the pool. Returns
 * false if an error was noted; *speech needs pd_api_speech_cues_release in both cases. */
bool pd_api_overlays_read(pd_character_rollout_job *job, pd_api_play_cues *plays, pd_api_face_cues *faces,
                          pd_api_speech_cues *speech, pd_api_feel_cues *feel,
                          const pd_api_overlay_lists *lists, pd_api_pool *pool, pd_api_problems *problems);

#endif
