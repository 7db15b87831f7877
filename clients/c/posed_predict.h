#ifndef POSED_PREDICT_H
#define POSED_PREDICT_H
/* posed_predict.h: computes a client's own character in the client, so that it answers its player in the same
 * frame on any line (docs/guide/prediction.md of posed). Beside posed.h it needs libposed_predict, which has
 * the code by which the server moves characters; both come with posed's `make install`:
 *
 *     cc program.c $(pkg-config --cflags --libs posed_predict)
 *
 *     posed_predictor *p = posed_predictor_new("/usr/share/posed/models/motion.safetensors", send, socket,
 *     text); posed_predictor_begin(p, id, session.tick_rate, round_trip, now);      after `spawned` and each
 *     `welcome` posed_predictor_text(p, text, size, now);                              with each text that
 *     arrives posed_predictor_input(p, &stick);                                      when the stick moves
 *     posed_predictor_advance(p, now);                                       in each frame, before it is
 *     drawn if (posed_predictor_pose(p, &pose)) draw(pose); else draw the server's frames
 *
 * Spaces   as in posed.h; a pose has its joints and its first rotation in the world.
 * Memory   _new allocates, _free frees.
 * Threads  a predictor belongs to one thread at a time.
 * Errors   what cannot be predicted is drawn from the server's frames: posed_predictor_reason says why.
 *          Damaged states are refused, and the prediction begins anew from another one.
 */
#include "posed.h"

#ifdef __cplusplus
extern "C" {
#endif

#define POSED_PREDICT_JOINTS 64 /* most joints of a skeleton */

typedef struct posed_predictor posed_predictor;

/* Sends a message: a text, or bytes if is_binary. arg: that of posed_predictor_new. */
typedef void (*posed_predict_send)(void *arg, const void *message, size_t size, int is_binary);

/* Loads the network of a file. Returns NULL, and why, if that fails. */
posed_predictor *posed_predictor_new(const char *model, posed_predict_send send, void *arg,
                                     char error[POSED_TEXT_MAX]);
void posed_predictor_free(posed_predictor *predictor);
/* Begins, or begins anew after a lost connection: asks for the state of the character `id`, which this client
 * has spawned. round_trip: of the line, seconds (a pong tells it). now: seconds of a monotonic clock. */
void posed_predictor_begin(posed_predictor *predictor, uint32_t id, double tick_rate, double round_trip,
                           double now);
/* Takes a text of the server. Returns 1 if it was about the state of this character. */
int posed_predictor_text(posed_predictor *predictor, const char *text, size_t size, double now);
/* Sets the stick from the next tick on; id is that of the character. Returns 1 if it will be sent by
 * posed_predictor_advance, or 0 if the character is not predicted now: then send it as usual. */
int posed_predictor_input(posed_predictor *predictor, const posed_input *stick);
/* Computes the ticks that are due, and sends their inputs. Call it in each frame, or 20 times a second. */
void posed_predictor_advance(posed_predictor *predictor, double now);
/* Returns "" while the character is predicted, "begin" before its first state, otherwise why it is not: that
 * of the server's message `predicted`, or "model" (the server has another network), "scene" (it is not on
 * flat ground), "snapshot" (damaged) or "differs" (corrections do not end). */
const char *posed_predictor_reason(const posed_predictor *predictor);

typedef struct posed_pose {
    uint32_t tick;
    float root[3], yaw; /* point of the ground under the hips; facing */
    int joint_count;
    float joints[POSED_PREDICT_JOINTS][3];    /* world */
    float rotations[POSED_PREDICT_JOINTS][4]; /* local to the parent, of the first joint in the world */
} posed_pose;
/* Writes what is to be drawn. Returns 0 while the character is not predicted. */
int posed_predictor_pose(posed_predictor *predictor, posed_pose *out);
/* Returns how often the prediction was corrected by more than 1 cm, and the largest correction in metres. */
int posed_predictor_corrections(const posed_predictor *predictor, double *largest);

#ifdef __cplusplus
}
#endif

#endif
