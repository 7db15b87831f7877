#ifndef PD_API_STREAM_MESSAGE_VALUES_H
#define PD_API_STREAM_MESSAGE_VALUES_H
/* Values of the fields of all messages, as the tables of fields fill them, for message.c and for the routes
 * that take the fields of a message (order.c): first the defaults of a type, then the fields that were given,
 * then the message that is read from them.
 *
 *     pd_api_message_values v = pd_api_message_values_of(PD_API_MESSAGE_SPEAK);
 *     pd_api_fields_json(&v, object, tables, "", problems) && pd_api_message_read(&m, type, &v, problems)
 *
 * Units    those of the fields: metres, radians, seconds.
 * Memory   plain values; texts and arrays belong to the document that was decoded.
 * Errors   noted with the place, the value and what is allowed.
 */
#include "api/stream/message.h"

#include "api/motion/face.h"
#include "api/motion/input.h"
#include "api/motion/overlay.h"
#include "api/speech/utterance.h"
#include "api/stream/observe.h"

/* The tables of a type fill some of the members. The tables of the union are used elsewhere too, and fill
 * their struct at offset 0. */
typedef struct pd_api_message_values {
    union {
        pd_api_input_values input;
        pd_api_follow_values follow;
        pd_api_reach_values reach;
        pd_api_gaze_values gaze;
        pd_api_sit_values sit;
        pd_api_play_values play;
        pd_api_face_values face;
        pd_api_utterance_values utterance;
        pd_api_hear_values hear;
        pd_api_sound_values sound;
        pd_api_feel_values feel;
        pd_api_observe_sight_values sight;
        pd_api_cast_values cast;
    };
    const char *type, *ref, *resume, *watch, *scene, *vmc, *model;
    const json_t *position, *at, *body, *style, *control;
    const char *character;
    double facing, time, delay, rewind;
    const char *name;
    const char *room, *secret, *said, *object;
    int capacity, role, to, release, member;
    int queue, stop, orders;
    uint64_t seq, tick;
    const json_t *view;
    double radius;
    int budget, every, id, divisor, quantize, compact, vmc_divisor, vmc_upper_chest, share, motion, drive,
        variation;
    pd_api_choices channels;
    int whose;           /* of an order: id of the character */
    const char *session; /* of an order: name of the room, for a router */
} pd_api_message_values;

/* Returns the defaults of all fields of a type. */
pd_api_message_values pd_api_message_values_of(pd_api_message_type type);
/* Reads the values of a type into a message, whose `type` it sets. Returns false if an error was noted. */
bool pd_api_message_read(pd_api_message *out, pd_api_message_type type, const pd_api_message_values *values,
                         pd_api_problems *problems);

extern const pd_api_field pd_api_look_fields[];
extern const pd_api_field pd_api_speak_fields[];

#endif
