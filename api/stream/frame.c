#include "api/stream/frame.h"

#include "core/character/control/input.h"
#include "core/base/assert.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SMPL_JOINTS 24

/* -- little-endian bytes, whatever the machine ----------------------------- */

static unsigned char *put16(unsigned char *p, unsigned v)
{
    p[0] = (unsigned char)v;
    p[1] = (unsigned char)(v >> 8);
    return p + 2;
}

static unsigned char *frame_put32(unsigned char *p, uint32_t v)
{
    return put16(put16(p, v & 0xffff), v >> 16);
}

static unsigned char *put_float(unsigned char *p, double value)
{
    float f = (float)value;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return frame_put32(p, bits);
}

static unsigned char *put_double(unsigned char *p, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return frame_put32(frame_put32(p, (uint32_t)bits), (uint32_t)(bits >> 32));
}

static unsigned get16(const unsigned char *p)
{
    return p[0] | (unsigned)p[1] << 8;
}

static uint32_t get32(const unsigned char *p)
{
    return get16(p) | (uint32_t)get16(p + 2) << 16;
}

static double get_float(const unsigned char *p)
{
    uint32_t bits = get32(p);
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/* -- quantities ------------------------------------------------------------ */

/* Rounds to the nearest integer, for magnitudes below 2^51: after the addition the last place of the double
 * is 1. Larger values stay about as large. */
static double frame_whole(double value)
{
    const double last_place_is_one = 0x1.8p52;
    return value + last_place_is_one - last_place_is_one;
}

/* Converts to 16-bit fixed point; values out of range are clamped. */
static unsigned fixed(double value, double scale)
{
    double v = frame_whole(value * scale);
    if (!(v > -32768)) v = -32768; /* NaN too: nothing undefined happens */
    if (v > 32767) v = 32767;
    return (unsigned)(int)v & 0xffff;
}

/* Writes a position in the frame of the root. */
static unsigned char *put_vec3(unsigned char *p, pd_vec3 v)
{
    p = put16(p, fixed(v.x, PD_API_FRAME_SCALE));
    p = put16(p, fixed(v.y, PD_API_FRAME_SCALE));
    return put16(p, fixed(v.z, PD_API_FRAME_SCALE));
}

/* Writes an angle; pi is 32768. */
static unsigned char *put_angle(unsigned char *p, double angle)
{
    return put16(p, (unsigned)(int)lrint(remainder(angle, 2 * M_PI) * (32768 / M_PI)) & 0xffff);
}

/* Writes a quaternion as its three smaller components and the index of the largest, which the reader computes
 * from the length of 1. */
static unsigned char *put_rotation(unsigned char *p, pd_quat q, int bits)
{
    static const unsigned char others[][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    const double c[] = {q.x, q.y, q.z, q.w};

    PD_DEBUG_ASSERT(bits == 32 || bits == 48);
    int n = bits == 32 ? 10 : 15;
    int left_out = 0; /* the largest */
    for (int i = 1; i < 4; i++)
        if (fabs(c[i]) > fabs(c[left_out])) left_out = i;

    /* The sign is chosen so that the omitted component is positive;
     * the others are then within 1 / sqrt(2). */
    double most = (1 << n) - 1;
    double sign = c[left_out] < 0 ? -1 : 1;
    uint64_t word = (uint64_t)left_out << (bits - 2 - 3 * n);
    for (int i = 0; i < 3; i++) {
        double u = frame_whole((c[others[left_out][i]] * sign * M_SQRT2 + 1) / 2 * most);
        u = u > 0 ? u : 0; /* NaN too */
        word = word << n | (uint64_t)(int)(u < most ? u : most);
    }

    p = frame_put32(p, (uint32_t)word);
    return bits == 32 ? p : put16(p, (unsigned)(word >> 32));
}

/* -- frames ---------------------------------------------------------------- */

/* Transformation from the world to the frame of a character's root. */
typedef struct root_frame {
    pd_vec3 origin;
    pd_quat rotation;
} root_frame;

/* Transforms a position into the frame of the root. */
static pd_vec3 to_root(const root_frame *root, pd_vec3 world)
{
    return pd_q_rotate(root->rotation, pd_vec3_sub(world, root->origin));
}

/* Writes local rotations. The first is the root joint's, relative to the frame of the root. */
static unsigned char *put_rotations(unsigned char *p, const root_frame *root, const pd_quat *rotations,
                                    int count, int bits)
{
    for (int j = 0; j < count; j++)
        p = put_rotation(p, j ? rotations[j] : pd_q_mul(root->rotation, rotations[0]), bits);
    return p;
}

#define TRANSLATION 12 /* bytes */

size_t pd_api_frame_node_bytes(const pd_api_profile *profile, int nodes, int moved)
{
    if (!(profile->channels & PD_API_CHANNEL_CHARACTER) || !nodes) return 0;
    return 16 + (size_t)profile->rotation_bits / 8 * (size_t)nodes + TRANSLATION * (size_t)moved;
}

bool pd_api_profile_same(const pd_api_profile *a, const pd_api_profile *b)
{
    if (a->budget || b->budget) return false;
    return a->channels == b->channels && a->rotation_bits == b->rotation_bits && a->compact == b->compact;
}

size_t pd_api_frame_face_bytes(const pd_api_profile *profile, int weights, int fingers)
{
    if (!(profile->channels & PD_API_CHANNEL_FACE) || !weights) return 0;
    return 2 + 2 * (size_t)weights + (size_t)profile->rotation_bits / 8 * (size_t)fingers;
}

size_t pd_api_frame_soft_bytes(const pd_api_profile *profile, int coefficients)
{
    if (!(profile->channels & PD_API_CHANNEL_SOFT) || !coefficients) return 0;
    return 1 + 2 * (size_t)coefficients;
}

unsigned pd_api_frame_channels(unsigned names)
{
    /* Bit 8 belongs to seq, which has no name: the names from there on have the next bit. */
    const unsigned below = PD_API_CHANNEL_SEQ - 1;
    return (names & below) | (names & ~below) << 1;
}

size_t pd_api_frame_bytes(const pd_api_profile *profile, int joints, int samples, int vertices)
{
    size_t rotation = (size_t)profile->rotation_bits / 8;
    size_t size = PD_API_FRAME_CHARACTER;

    if (profile->channels & PD_API_CHANNEL_JOINTS) size += 6 * (size_t)joints;
    if (profile->channels & PD_API_CHANNEL_ROTATIONS) size += rotation * (size_t)joints;
    if (profile->channels & PD_API_CHANNEL_TRAJECTORY) size += 8 * (size_t)samples;
    if (profile->channels & PD_API_CHANNEL_SMPL) size += 6 + rotation * SMPL_JOINTS;
    if (profile->channels & PD_API_CHANNEL_VERTICES) size += 4 + 6 * (size_t)vertices;

    return size;
}

size_t pd_api_frame_begin(pd_buffer *out, const pd_api_profile *profile, uint32_t tick, double time)
{
    PD_ASSERT(profile->rotation_bits == 32 || profile->rotation_bits == 48);
    size_t at = out->size;
    unsigned char *p = pd_buffer_extend(out, PD_API_FRAME_HEADER);
    if (!p) return at;

    memcpy(p, "PSD1", 4);
    p[4] = PD_API_FRAME_VERSION;
    p[5] = PD_API_FRAME_KIND;
    p = put16(p + 6, profile->rotation_bits == 32 ? PD_API_FRAME_ROTATIONS_32 : 0);
    p = put_double(frame_put32(p, tick), time);
    frame_put32(p, 0); /* counts of characters and of translations */
    return at;
}

/* Returns the channels of a character: those of the profile whose arrays exist, and the upper half of `seq`
 * if it is needed. */
static unsigned channels_of(const pd_api_frame_character *c, const pd_api_profile *profile)
{
    unsigned channels = profile->channels;

    if (!c->joints) channels &= ~(unsigned)PD_API_CHANNEL_JOINTS;
    if (!c->rotations) channels &= ~(unsigned)PD_API_CHANNEL_ROTATIONS;
    if (!c->samples) channels &= ~(unsigned)PD_API_CHANNEL_TRAJECTORY;
    if (!c->smpl) channels &= ~(unsigned)PD_API_CHANNEL_SMPL;
    if (!c->vertices) channels &= ~(unsigned)PD_API_CHANNEL_VERTICES;
    if (!c->nodes) channels &= ~(unsigned)PD_API_CHANNEL_CHARACTER;
    if (!c->weights) channels &= ~(unsigned)PD_API_CHANNEL_FACE;
    if (!c->soft) channels &= ~(unsigned)PD_API_CHANNEL_SOFT;
    if (c->seq > UINT32_MAX) channels |= PD_API_CHANNEL_SEQ;

    return channels;
}

void pd_api_frame_add(pd_buffer *out, size_t frame, const pd_api_frame_character *c,
                      const pd_api_profile *profile)
{
    PD_ASSERT(c->joint_count >= 0 && c->sample_count >= 0 && c->vertex_count >= 0 && c->node_count >= 0);
    const root_frame root = {c->root, pd_q_axis_angle(pd_vec3_make(0, 1, 0), -c->yaw)};
    pd_api_profile own = *profile;
    own.channels = channels_of(c, profile);
    const unsigned channels = own.channels;
    if (out->failed) return;
    PD_ASSERT(frame + PD_API_FRAME_HEADER <= out->size);

    /* Append room for the character, and move the translations of the characters
     * before it to the new end of the message. */
    const int moved = channels & PD_API_CHANNEL_CHARACTER && c->moved ? c->moved_count : 0;
    const unsigned before = get16(out->data + frame + 22);
    const size_t tail = TRANSLATION * (size_t)before;
    const size_t bytes = pd_api_frame_bytes(&own, c->joint_count, c->sample_count, c->vertex_count) +
                         pd_api_frame_node_bytes(&own, c->node_count, moved) +
                         pd_api_frame_face_bytes(&own, c->weight_count, c->finger_count) +
                         pd_api_frame_soft_bytes(&own, c->soft_count) +
                         (channels & PD_API_CHANNEL_SEQ ? 4 : 0);
    unsigned char *p = pd_buffer_extend(out, bytes);
    if (!p) return;
    PD_ASSERT(frame + PD_API_FRAME_HEADER + tail + bytes <= out->size);
    p -= tail;
    unsigned char *translations = p + bytes - TRANSLATION * (size_t)moved;
    memmove(translations, p, tail);

    /* The translations of this character follow them. */
    for (int i = 0; i < moved; i++) {
        unsigned char *at = translations + tail + TRANSLATION * (size_t)i;
        put_float(put_float(put_float(at, c->moved[i].x), c->moved[i].y), c->moved[i].z);
    }

    put16(out->data + frame + 22, before + (unsigned)moved);

    /* The fixed part. */
    p = put16(frame_put32(frame_put32(p, c->id), (uint32_t)c->seq), own.channels);
    *p++ = (unsigned char)c->contacts;
    *p++ = (unsigned char)c->gait;
    p = put_float(p, c->phase);
    p = put_float(put_float(put_float(p, c->root.x), c->root.y), c->root.z);
    p = put_float(p, c->yaw);

    /* The channels, in the order of their bits. */
    if (own.channels & PD_API_CHANNEL_JOINTS)
        for (int j = 0; j < c->joint_count; j++) p = put_vec3(p, to_root(&root, c->joints[j]));
    if (own.channels & PD_API_CHANNEL_ROTATIONS)
        p = put_rotations(p, &root, c->rotations, c->joint_count, own.rotation_bits);
    for (int s = 0; own.channels & PD_API_CHANNEL_TRAJECTORY && s < c->sample_count; s++) {
        p = put_vec3(p, to_root(&root, c->samples[s]));
        p = put_angle(p, c->facings[s] - c->yaw);
    }

    if (own.channels & PD_API_CHANNEL_SMPL)
        p = put_rotations(put_vec3(p, to_root(&root, c->pelvis)), &root, c->smpl, SMPL_JOINTS,
                          own.rotation_bits);
    if (own.channels & PD_API_CHANNEL_VERTICES) {
        p = frame_put32(p, (uint32_t)c->vertex_count);
        for (int v = 0; v < c->vertex_count; v++) {
            const float *at = c->vertices + 3 * (size_t)v;
            p = put_vec3(p, to_root(&root, pd_vec3_make(at[0], at[1], at[2])));
        }
    }

    if (own.channels & PD_API_CHANNEL_CHARACTER) {
        p = put16(put16(p, (unsigned)c->node_count), (unsigned)moved);
        p = put_float(put_float(put_float(p, c->node_root.x), c->node_root.y), c->node_root.z);
        for (int k = 0; k < c->node_count; k++) p = put_rotation(p, c->nodes[k], own.rotation_bits);
    }

    if (own.channels & PD_API_CHANNEL_SEQ) p = frame_put32(p, (uint32_t)(c->seq >> 32));
    if (own.channels & PD_API_CHANNEL_FACE) {
        PD_ASSERT(c->weight_count > 0 && c->weight_count < 256 && c->finger_count >= 0 &&
                  c->finger_count < 256);
        *p++ = (unsigned char)c->weight_count;
        *p++ = (unsigned char)c->finger_count;
        for (int i = 0; i < c->weight_count; i++)
            p = put16(p, fixed((double)c->weights[i], PD_API_FRAME_WEIGHT));
        for (int k = 0; k < c->finger_count; k++) p = put_rotation(p, c->fingers[k], own.rotation_bits);
    }

    if (own.channels & PD_API_CHANNEL_SOFT) {
        PD_ASSERT(c->soft_count > 0 && c->soft_count < 256);
        *p++ = (unsigned char)c->soft_count;
        for (int i = 0; i < c->soft_count; i++) p = put16(p, fixed((double)c->soft[i], PD_API_FRAME_SOFT));
    }

    PD_ASSERT(p == translations);

    /* The head counts one character more. */
    unsigned char *count = out->data + frame + 20;
    put16(count, get16(count) + 1);
}

void pd_api_frame_set_partial(pd_buffer *out, size_t frame)
{
    if (out->failed) return;
    unsigned char *flags = out->data + frame + 6;
    put16(flags, get16(flags) | PD_API_FRAME_PARTIAL);
}

void pd_api_frame_append(pd_buffer *out, size_t frame, pd_bytes other)
{
    const unsigned char *from = other.data;
    unsigned char *p = pd_buffer_extend(out, other.size - PD_API_FRAME_HEADER);

    PD_ASSERT(other.size >= PD_API_FRAME_HEADER);
    if (!p) return;

    /* The characters go before the translations, which are at the end of both. */
    unsigned char *head = out->data + frame;
    const unsigned before = get16(head + 22), added = get16(from + 22);
    const size_t tail = TRANSLATION * (size_t)before, more = TRANSLATION * (size_t)added;
    const size_t characters = other.size - PD_API_FRAME_HEADER - more;
    p -= tail;
    memmove(p + characters, p, tail);
    memcpy(p, from + PD_API_FRAME_HEADER, characters);
    memcpy(p + characters + tail, from + PD_API_FRAME_HEADER + characters, more);
    put16(head + 20, get16(head + 20) + get16(from + 20));
    put16(head + 22, before + added);
}

/* -- inputs ---------------------------------------------------------------- */

#define INPUT_KIND 1

/* Returns an error about a member of a binary input, by the position of its byte. */
static pd_status refuse_frame(pd_error *err, int byte, const char *name, double value, const char *range)
{
    char where[16];
    snprintf(where, sizeof where, "byte %d", byte);
    return pd_fail(err, PD_ERR_RANGE, where, "%s: %g; %s allowed", name, value, range);
}

/* Reads a fixed-point number from -1 to 1. */
static double unit_of(const unsigned char *p)
{
    int v = (int)get16(p);
    return fmax((v > 32767 ? v - 65536 : v) / 32767.0, -1);
}

pd_status pd_api_input_decode(pd_api_binary_input *out, const unsigned char *p, size_t size, pd_error *err)
{
    if (size != PD_API_INPUT_BYTES && size != PD_API_INPUT_BYTES_SEQ && size != PD_API_INPUT_BYTES_MOST)
        return pd_fail(err, PD_ERR_FORMAT, "byte 0",
                       "a binary message of %zu bytes; 32, 36 or 40 bytes expected for an input", size);

    /* Decode every member. */
    if (p[0] != INPUT_KIND) return refuse_frame(err, 0, "kind", p[0], "1 (input) or 2 (sound)");
    *out = (pd_api_binary_input){.flags = p[1], .gait = p[2], .axes = p[3]};
    out->id = get32(p + 4);
    out->seq = get32(p + 8) | (size > PD_API_INPUT_BYTES ? (uint64_t)get32(p + PD_API_INPUT_BYTES) << 32 : 0);
    out->has_tick = size == PD_API_INPUT_BYTES_MOST;
    out->tick = out->has_tick ? get32(p + PD_API_INPUT_BYTES_SEQ) : 0;
    for (int i = 0; i < 2; i++) {
        out->move[i] = get_float(p + 12 + 4 * i);
        out->look[i] = unit_of(p + 20 + 2 * i);
    }

    out->camera_yaw = unit_of(p + 24) * M_PI;
    out->strafe = get16(p + 26) / 65535.0;
    out->speed = get_float(p + 28);

    /* Refuse values that are out of range. */
    if (out->flags > 7) return refuse_frame(err, 1, "flags", out->flags, "0 to 7");
    if (out->gait > 4) return refuse_frame(err, 2, "gait", out->gait, "0 (auto) to 4 (crouch)");
    if (out->axes > 2) return refuse_frame(err, 3, "axes", out->axes, "0 (world), 1 (character), 2 (camera)");
    for (int i = 0; i < 2; i++)
        if (!(fabs(out->move[i]) <= PD_CHARACTER_MAX_MOVE))
            return refuse_frame(err, 12 + 4 * i, "move", out->move[i], "-1000 to 1000");
    if (!(out->speed >= 0 && out->speed <= PD_CHARACTER_MAX_SPEED))
        return refuse_frame(err, 28, "speed", out->speed, "0 to 5 m/s");
    if (out->seq > (uint64_t)PD_API_SEQ_MAX)
        return refuse_frame(err, PD_API_INPUT_BYTES, "upper half of seq", (double)(out->seq >> 32),
                            "0 to 2^21");

    return PD_OK;
}

size_t pd_api_input_encode(unsigned char out[PD_API_INPUT_BYTES_MOST], const pd_api_binary_input *in)
{
    unsigned char *p = out;

    *p++ = INPUT_KIND;
    *p++ = (unsigned char)in->flags;
    *p++ = (unsigned char)in->gait;
    *p++ = (unsigned char)in->axes;
    p = frame_put32(frame_put32(p, in->id), (uint32_t)in->seq);
    p = put_float(put_float(p, in->move[0]), in->move[1]);
    p = put16(put16(p, fixed(in->look[0], 32767)), fixed(in->look[1], 32767));
    p = put16(p, fixed(remainder(in->camera_yaw, 2 * M_PI) / M_PI, 32767));
    p = put16(p, (unsigned)nearbyint(fmin(fmax(in->strafe, 0), 1) * 65535));
    p = put_float(p, in->speed);
    PD_ASSERT(p == out + PD_API_INPUT_BYTES);
    if (in->seq <= UINT32_MAX && !in->has_tick) return PD_API_INPUT_BYTES;
    p = frame_put32(p, (uint32_t)(in->seq >> 32));
    if (!in->has_tick) return PD_API_INPUT_BYTES_SEQ;
    frame_put32(p, in->tick);

    return PD_API_INPUT_BYTES_MOST;
}

pd_status pd_api_sound_decode(pd_api_binary_sound *out, const unsigned char *p, size_t size, pd_error *err)
{
    if (size <= PD_API_SOUND_HEAD)
        return pd_fail(err, PD_ERR_FORMAT, "byte 0",
                       "a sound of %zu bytes; a head of %d bytes and samples expected", size,
                       PD_API_SOUND_HEAD);
    if (p[0] != PD_API_SOUND_KIND) return refuse_frame(err, 0, "kind", p[0], "2 (sound)");
    for (int i = 1; i < 4; i++)
        if (p[i]) return refuse_frame(err, i, "reserved", p[i], "0");
    *out = (pd_api_binary_sound){.id = get32(p + 4),
                                 .at = get32(p + 8) | (uint64_t)get32(p + 12) << 32,
                                 .samples = {p + PD_API_SOUND_HEAD, size - PD_API_SOUND_HEAD}};
    if (out->at > (uint64_t)PD_API_SEQ_MAX)
        return refuse_frame(err, 12, "upper half of at", (double)(out->at >> 32), "0 to 2^21");
    if (out->samples.size > PD_API_SOUND_BYTES)
        return refuse_frame(err, PD_API_SOUND_HEAD, "bytes of samples", (double)out->samples.size,
                            "at most 196608");

    return PD_OK;
}

void pd_api_sound_encode(unsigned char out[PD_API_SOUND_HEAD], uint32_t id, uint64_t at)
{
    memset(out, 0, PD_API_SOUND_HEAD);
    out[0] = PD_API_SOUND_KIND;
    frame_put32(out + 4, id);
    frame_put32(frame_put32(out + 8, (uint32_t)at), (uint32_t)(at >> 32));
}
