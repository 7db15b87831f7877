#include "posed.h"

#include <math.h>
#include <string.h>

#define HEADER    24
#define CHARACTER 32
#define SCALE     (1.0f / 4096)
#define PI        3.14159265358979f

static unsigned get16(const uint8_t *p)
{
    return p[0] | (unsigned)p[1] << 8;
}

static uint32_t get32(const uint8_t *p)
{
    return get16(p) | (uint32_t)get16(p + 2) << 16;
}

static int signed16(const uint8_t *p)
{
    int v = (int)get16(p);
    return v > 32767 ? v - 65536 : v;
}

static float get_float(const uint8_t *p)
{
    uint32_t bits = get32(p);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static double get_double(const uint8_t *p)
{
    uint64_t bits = get32(p) | (uint64_t)get32(p + 4) << 32;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

int posed_frame_open(posed_frame *frame, const void *bytes, size_t size)
{
    const uint8_t *p = (const uint8_t *)bytes;
    if (size < HEADER || memcmp(p, "PSD1", 4) || p[4] != 1 || p[5] != 0) return 0;
    frame->rotation_bits = get16(p + 6) & 1 ? 32 : 48;
    frame->tick = get32(p + 8);
    frame->time = get_double(p + 12);
    frame->character_count = frame->left = (int)get16(p + 20);
    frame->next = p + HEADER;
    frame->end = p + size;
    return 1;
}

/* The next count bytes when the mask has the channel; 0 when they are not there. */
static int take(const uint8_t **channel, posed_frame *frame, int is_there, size_t count)
{
    *channel = NULL;
    if (!is_there) return 1;
    if ((size_t)(frame->end - frame->next) < count) return 0;
    *channel = frame->next;
    frame->next += count;
    return 1;
}

static int take_vertices(posed_character *out, posed_frame *frame)
{
    out->vertex_count = 0;
    if (!take(&out->vertices, frame, (out->channels & POSED_VERTICES) != 0, 4) || !out->vertices)
        return !(out->channels & POSED_VERTICES);
    uint32_t count = get32(out->vertices);
    if (count > (size_t)(frame->end - frame->next) / 6) return 0;
    out->vertex_count = (int)count;
    return take(&out->vertices, frame, 1, 6 * (size_t)count);
}

uint32_t posed_frame_peek(const posed_frame *frame)
{
    return frame->left > 0 && frame->end - frame->next >= CHARACTER ? get32(frame->next) : 0;
}

int posed_frame_next(posed_frame *frame, posed_character *out, posed_counts counts)
{
    const uint8_t *p;
    size_t turn = (size_t)frame->rotation_bits / 8;
    if (frame->left <= 0 || !take(&p, frame, 1, CHARACTER)) return 0;
    out->id = get32(p);
    out->seq = get32(p + 4);
    out->channels = get16(p + 8);
    out->contacts = p[10];
    out->gait = p[11];
    out->phase = get_float(p + 12);
    for (int i = 0; i < 3; i++) out->root[i] = get_float(p + 16 + 4 * i);
    out->yaw = get_float(p + 28);
    out->rotation_bits = frame->rotation_bits;
    unsigned c = out->channels;
    if (!take(&out->joints, frame, c & POSED_JOINTS, 6 * (size_t)counts.joints) ||
        !take(&out->rotations, frame, c & POSED_ROTATIONS, turn * (size_t)counts.joints) ||
        !take(&out->trajectory, frame, c & POSED_TRAJECTORY, 8 * (size_t)counts.samples) ||
        !take(&out->smpl, frame, c & POSED_SMPL, 6 + 24 * turn) || !take_vertices(out, frame))
        return 0;
    frame->left--;
    return 1;
}

static void to_world(float out[3], const posed_character *who, const uint8_t *p)
{
    float x = (float)signed16(p) * SCALE, y = (float)signed16(p + 2) * SCALE;
    float z = (float)signed16(p + 4) * SCALE, s = sinf(who->yaw), c = cosf(who->yaw);
    out[0] = who->root[0] + c * x + s * z;
    out[1] = who->root[1] + y;
    out[2] = who->root[2] - s * x + c * z;
}

static void unpack(float out[4], const uint8_t *p, int bits)
{
    uint64_t word = get32(p) | (bits == 48 ? (uint64_t)get16(p + 4) << 32 : 0);
    int n = bits == 48 ? 15 : 10, left_out = (int)(word >> (bits - 2)) & 3, at = 2 * n;
    float most = (float)((1 << n) - 1), sum = 0;
    for (int i = 0; i < 4; i++) {
        if (i == left_out) continue;
        float u = (float)(word >> at & ((1u << n) - 1)) / most;
        out[i] = (2 * u - 1) * 0.70710678f;
        sum += out[i] * out[i];
        at -= n;
    }
    out[left_out] = sqrtf(sum < 1 ? 1 - sum : 0);
}

void posed_joint(float out[3], const posed_character *who, int joint)
{
    to_world(out, who, who->joints + 6 * (size_t)joint);
}

void posed_vertex(float out[3], const posed_character *who, int vertex)
{
    to_world(out, who, who->vertices + 6 * (size_t)vertex);
}

void posed_smpl_pelvis(float out[3], const posed_character *who)
{
    to_world(out, who, who->smpl);
}

void posed_rotation(float out[4], const posed_character *who, int joint)
{
    unpack(out, who->rotations + (size_t)who->rotation_bits / 8 * (size_t)joint, who->rotation_bits);
}

void posed_smpl_rotation(float out[4], const posed_character *who, int joint)
{
    unpack(out, who->smpl + 6 + (size_t)who->rotation_bits / 8 * (size_t)joint, who->rotation_bits);
}

void posed_sample(float out[3], float *facing, const posed_character *who, int sample)
{
    const uint8_t *p = who->trajectory + 8 * (size_t)sample;
    to_world(out, who, p);
    *facing = who->yaw + (float)signed16(p + 6) * (PI / 32768);
}

void posed_nearer(float q[4], const float before[4])
{
    if (q[0] * before[0] + q[1] * before[1] + q[2] * before[2] + q[3] * before[3] >= 0) return;
    for (int i = 0; i < 4; i++) q[i] = -q[i];
}

void posed_slerp(float out[4], const float a[4], const float b[4], float t)
{
    float to[4], length = 0;
    memcpy(to, b, sizeof to);
    posed_nearer(to, a);
    float d = a[0] * to[0] + a[1] * to[1] + a[2] * to[2] + a[3] * to[3];
    float angle = acosf(d < 1 ? d : 1), s = sinf(angle);
    float from_a = s < 1e-4f ? 1 - t : sinf((1 - t) * angle) / s;
    float from_b = s < 1e-4f ? t : sinf(t * angle) / s;
    for (int i = 0; i < 4; i++) {
        out[i] = from_a * a[i] + from_b * to[i];
        length += out[i] * out[i];
    }
    length = sqrtf(length);
    for (int i = 0; i < 4; i++) out[i] /= length;
}

/* -- inputs ---------------------------------------------------------------- */

static uint8_t *put16(uint8_t *p, unsigned v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    return p + 2;
}

static uint8_t *put32(uint8_t *p, uint32_t v)
{
    return put16(put16(p, v & 0xffff), v >> 16);
}

static uint8_t *put_float(uint8_t *p, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return put32(p, bits);
}

static uint8_t *put_unit(uint8_t *p, float value)
{
    float v = value > 1 ? 1 : value < -1 ? -1 : value;
    return put16(p, (unsigned)(int)lrintf(v * 32767) & 0xffff);
}

void posed_input_write(uint8_t out[POSED_INPUT_BYTES], const posed_input *in)
{
    float strafe = in->strafe > 1 ? 1 : in->strafe > 0 ? in->strafe : 0;
    uint8_t *p = out;
    *p++ = 1;
    *p++ = (uint8_t)((in->jump ? 1 : 0) | (in->responsive ? 2 : 0) | (in->has_look ? 4 : 0));
    *p++ = (uint8_t)in->gait;
    *p++ = (uint8_t)in->axes;
    p = put32(put32(p, in->id), in->seq);
    p = put_float(put_float(p, in->move[0]), in->move[1]);
    p = put_unit(put_unit(p, in->look[0]), in->look[1]);
    p = put_unit(p, remainderf(in->camera_yaw, 2 * PI) / PI);
    p = put16(p, (unsigned)lrintf(strafe * 65535));
    put_float(p, in->speed);
}
