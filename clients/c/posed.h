#ifndef POSED_H
#define POSED_H
/* posed.h: reads the frames of posed's stream and writes its inputs. One header, one source, no dependency; C99 and C++.
 *
 *     posed_frame frame;
 *     posed_character who;
 *     if (posed_frame_open(&frame, bytes, size))
 *         while (posed_frame_next(&frame, &who, counts)) draw(who.id, who.root, who.yaw, ...);
 *
 * Metres, radians, seconds; right-handed, +Y up. A character's joints are in its root's frame: turn by yaw about +Y, add root,
 * and they are in the world (posed_joint does it). Rotations are x, y, z, w, local to the parent; joint 0's is in the root's frame.
 * Quaternions come with either sign: when you interpolate, take the sign that is nearer (posed_nearer).
 *
 * Nothing is allocated or kept: a frame is a view of the bytes, which are the caller's. Messages that are cut short, of another version
 * or with counts that do not fit are refused; no byte beyond size is ever read.
 */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    POSED_ROOT = 1,
    POSED_JOINTS = 2,
    POSED_ROTATIONS = 4,
    POSED_CONTACTS = 8,
    POSED_TRAJECTORY = 16,
    POSED_SMPL = 32,
    POSED_VERTICES = 64
};
enum { POSED_LEFT_HEEL = 1, POSED_LEFT_TOE = 2, POSED_RIGHT_HEEL = 4, POSED_RIGHT_TOE = 8 };

/* What `welcome` told of a model: the counts of its channels. Fill it in before reading frames. */
typedef struct posed_counts {
    int joints, samples;
} posed_counts;

typedef struct posed_frame {
    uint32_t tick;
    double time;         /* seconds of the server's clock */
    int character_count; /* in the message                */
    int rotation_bits;   /* 48 or 32                      */
    /* private */
    const uint8_t *next, *end;
    int left;
} posed_frame;

typedef struct posed_character {
    uint32_t id, seq; /* seq: the last input that this frame has taken in */
    unsigned channels, contacts;
    int gait;
    float phase, root[3], yaw;
    int vertex_count, rotation_bits;
    /* private: where its channels begin; NULL when it has none */
    const uint8_t *joints, *rotations, *trajectory, *smpl, *vertices;
} posed_character;

/* 1, or 0 when the bytes are no frame of version 1. */
int posed_frame_open(posed_frame *frame, const void *bytes, size_t size);
/* Whose the next character is, for sessions of several models: its counts can be chosen then. 0 at the end. */
uint32_t posed_frame_peek(const posed_frame *frame);
/* 1 and the next character; 0 at the end, or when the message is cut short: then frame->left is not 0. */
int posed_frame_next(posed_frame *frame, posed_character *out, posed_counts counts);

/* Joint in the world. Only with the channel. */
void posed_joint(float out[3], const posed_character *who, int joint);
void posed_rotation(float out[4], const posed_character *who, int joint);
/* A sample of the trajectory in the world, and its facing. */
void posed_sample(float out[3], float *facing, const posed_character *who, int sample);
void posed_smpl_pelvis(float out[3], const posed_character *who); /* in the world */
void posed_smpl_rotation(float out[4], const posed_character *who, int joint);
void posed_vertex(float out[3], const posed_character *who, int vertex); /* in the world */

/* Changes q's sign when that brings it nearer to before. */
void posed_nearer(float q[4], const float before[4]);
/* The shortest way from a (t = 0) to b (t = 1). */
void posed_slerp(float out[4], const float a[4], const float b[4], float t);

typedef struct posed_input {
    uint32_t id, seq;
    int jump, responsive, has_look;
    int gait; /* 0 auto, 1 walk, 2 jog, 3 run, 4 crouch */
    int axes; /* 0 world, 1 character, 2 camera         */
    float move[2], look[2], camera_yaw;
    float strafe; /* 0 to 1            */
    float speed;  /* m/s; 0: the gait's */
} posed_input;

#define POSED_INPUT_BYTES 32
/* The binary message to send. */
void posed_input_write(uint8_t out[POSED_INPUT_BYTES], const posed_input *input);

#ifdef __cplusplus
}
#endif

#endif
