#ifndef PD_WIRE_H
#define PD_WIRE_H
/* Encodes the compact frames of the stream: about 30 to 40 bytes for a character of 31 joints.
 * docs/reference/wire.md describes every byte; clients/c reads them.
 *
 * A key frame has all values. A delta frame has, for each quantity, its difference from a prediction, as an
 * integer. The prediction follows from the two frames before:
 *
 *     now = predict(now, before) + k
 *         predict: now + 13/16 (now - before), in integers
 *     rotation = reference * mrp(step/4 (x, y, z))
 *         reference: of the key frame; mrp(m) = (2 m, 1 - |m|^2) / (1 + |m|^2), the rotation with the
 *         modified Rodrigues parameters m of length tan(angle / 4)
 *     step = precision / distance to the joint's children
 *         so that a step of each joint moves its children by about the same distance
 *
 * Rounding errors do not add up along a chain: a joint's rotation is chosen relative to the decoded rotation
 * of its parent, and so that the joint below comes to its exact position. Of the integers within 3/4 of a
 * step the one nearest to the prediction is taken, which needs fewer bits.
 *
 * Measured on 120 s of random play with the shipped network (bench/bench_wire.c): docs/reference/wire.md.
 *
 * Spaces   in: rotations local to the parent, the first one in the world; positions in the world, metres.
 *          out: in the root's frame.
 * Memory   new / free; allocates when a key frame has more quantities than any before it.
 * Threads  one at a time.
 * Errors   only lack of memory, which sets `failed` of the buffer.
 */
#include "core/base/buffer.h"
#include "core/math/quat.h"

#include <stdbool.h>
#include <stdint.h>

#define PD_WIRE_CHAINS      2   /* chains of joints in a character: motion skeleton and body */
#define PD_WIRE_JOINTS_MOST 255 /* joints of a chain */
#define PD_WIRE_KEY_HEADER  32
#define PD_WIRE_DELTA       0xd1 /* first byte of a delta frame */
#define PD_WIRE_KIND        1    /* kind of a key frame: byte 5, where other frames have 0 */

/* A chain of joints. The root's position is sent with the rotations. */
typedef struct pd_wire_chain {
    int count;                /* 0: none; at most PD_WIRE_JOINTS_MOST */
    const pd_quat *rotations; /* (count) */
    /* (count) index of each joint's parent, which comes before it; the first joint has none */
    const int *parents;
    const pd_vec3 *offsets; /* (count) position relative to the parent in the rest pose, metres */
    pd_vec3 position;       /* position of the first joint */
} pd_wire_chain;

typedef struct pd_wire_character {
    uint32_t id;
    uint64_t seq;
    unsigned channels; /* channels of a frame (api/stream/frame.h) */
    unsigned contacts;
    int gait;
    double phase; /* radians, 0 to 2 pi */
    pd_vec3 root; /* on the ground */
    double yaw;   /* facing about +Y, radians */
    pd_wire_chain chains[PD_WIRE_CHAINS];
    const float *weights;           /* (weight_count) weights of face shapes, -4 to 4 */
    const pd_quat *fingers;         /* (finger_count) local to the parent */
    int weight_count, finger_count; /* at most 255 */
} pd_wire_character;

typedef struct pd_wire_frame {
    uint32_t tick;
    double time, period; /* seconds; time between two ticks */
    const pd_wire_character *characters;
    int count;
} pd_wire_frame;

typedef struct pd_wire pd_wire;

/* Makes an encoder. millimetres: expected largest error of joints, 1 to 10. NULL: out of memory. */
pd_wire *pd_wire_new(double millimetres);
void pd_wire_free(pd_wire *wire); /* NULL is allowed */
/* Appends a key frame. A reader can begin with it. */
void pd_wire_key(pd_wire *wire, pd_buffer *out, const pd_wire_frame *frame);
/* Returns whether a delta frame is possible: the characters have the ids, channels, counts and skeletons of
 * the last frame, in the same order. */
bool pd_wire_continues(const pd_wire *wire, const pd_wire_frame *frame);
/* Appends a delta frame, for readers that have all frames since the last key frame. Requires
 * pd_wire_continues. */
void pd_wire_delta(pd_wire *wire, pd_buffer *out, const pd_wire_frame *frame);
/* Returns the number of delta frames since the last key frame; -1: there was none. */
int pd_wire_age(const pd_wire *wire);

#endif
