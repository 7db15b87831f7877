#include "posed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEADER      24
#define SEQ_HIGH    256 /* bit of the channels: the character has the upper 32 bits of seq */
#define CHARACTER   32
#define TRANSLATION 12
#define SCALE       (1.0f / 4096)
#define PI          3.14159265358979f

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
    frame->is_partial = get16(p + 6) >> 1 & 1;
    frame->tick = get32(p + 8);
    frame->time = get_double(p + 12);
    frame->character_count = frame->left = (int)get16(p + 20);
    frame->next = p + HEADER;
    frame->end = p + size;

    /* The translations of all characters' nodes are at the end of the frame. */
    const size_t translations = TRANSLATION * (size_t)get16(p + 22);
    if (size - HEADER < translations) return 0;
    frame->end -= translations;
    frame->translations = frame->end;
    frame->translations_left = (int)get16(p + 22);
    return 1;
}

/* Takes the next `count` bytes of the frame for a channel. is_there: whether the frame has the channel; if
 * not, *channel becomes NULL. Returns 1, or 0 when fewer bytes are left. */
static int take(const uint8_t **channel, posed_frame *frame, int is_there, size_t count)
{
    *channel = NULL;
    if (!is_there) return 1;
    if ((size_t)(frame->end - frame->next) < count) return 0;
    *channel = frame->next;
    frame->next += count;
    return 1;
}

/* Takes the channel `vertices`. Returns 0 when the message is too short. */
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

/* Takes the channel `character`: rotations of nodes, and their translations at the end of the frame. Returns
 * 0 when the message is too short. */
static int take_nodes(posed_character *out, posed_frame *frame)
{
    const int is_there = (out->channels & POSED_CHARACTER) != 0;
    out->node_count = out->translation_count = 0;
    out->translations = NULL;
    if (!take(&out->nodes, frame, is_there, 16)) return 0;
    if (!is_there) return 1;

    const int count = (int)get16(out->nodes), moved = (int)get16(out->nodes + 2);
    for (int i = 0; i < 3; i++) out->node_root[i] = get_float(out->nodes + 4 + 4 * i);
    if (!take(&out->nodes, frame, 1, (size_t)frame->rotation_bits / 8 * (size_t)count)) return 0;
    out->node_count = count;

    if (moved > frame->translations_left) return 0;
    out->translations = frame->translations;
    out->translation_count = moved;
    frame->translations += TRANSLATION * (size_t)moved;
    frame->translations_left -= moved;
    return 1;
}

/* Takes the channel `face`. Returns 0 when the message is too short. */
static int take_face(posed_character *out, posed_frame *frame)
{
    const int is_there = (out->channels & POSED_FACE) != 0;
    out->weight_count = out->finger_count = 0;
    out->fingers = NULL;
    if (!take(&out->weights, frame, is_there, 2)) return 0;
    if (!is_there) return 1;

    const int weights = out->weights[0], fingers = out->weights[1];
    if (!take(&out->weights, frame, 1, 2 * (size_t)weights) ||
        !take(&out->fingers, frame, 1, (size_t)frame->rotation_bits / 8 * (size_t)fingers))
        return 0;
    out->weight_count = weights, out->finger_count = fingers;
    return 1;
}

/* Takes the channel `soft`. Returns 0 when the message is too short. */
static int take_soft(posed_character *out, posed_frame *frame)
{
    const int is_there = (out->channels & POSED_SOFT) != 0;
    out->soft_count = 0;
    if (!take(&out->soft, frame, is_there, 1)) return 0;
    if (!is_there) return 1;

    const int count = out->soft[0];
    if (!take(&out->soft, frame, 1, 2 * (size_t)count)) return 0;
    out->soft_count = count;
    return 1;
}

uint32_t posed_frame_peek(const posed_frame *frame)
{
    return frame->left > 0 && frame->end - frame->next >= CHARACTER ? get32(frame->next) : 0;
}

int posed_frame_next(posed_frame *frame, posed_character *out, posed_counts counts)
{
    const uint8_t *p, *high;
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
    out->wire = NULL;
    unsigned c = out->channels;
    out->joint_count = c & (POSED_JOINTS | POSED_ROTATIONS) ? counts.joints : 0;
    out->smpl_count = c & POSED_SMPL ? 24 : 0;
    if (!take(&out->joints, frame, c & POSED_JOINTS, 6 * (size_t)counts.joints) ||
        !take(&out->rotations, frame, c & POSED_ROTATIONS, turn * (size_t)counts.joints) ||
        !take(&out->trajectory, frame, c & POSED_TRAJECTORY, 8 * (size_t)counts.samples) ||
        !take(&out->smpl, frame, c & POSED_SMPL, 6 + 24 * turn) || !take_vertices(out, frame) ||
        !take_nodes(out, frame) || !take(&high, frame, c & SEQ_HIGH, 4) || !take_face(out, frame) ||
        !take_soft(out, frame))
        return 0;
    if (high) out->seq |= (uint64_t)get32(high) << 32;
    frame->left--;
    return 1;
}

/* Converts a packed position in the root's frame to world space, metres. */
static void to_world(float out[3], const posed_character *who, const uint8_t *p)
{
    float x = (float)signed16(p) * SCALE, y = (float)signed16(p + 2) * SCALE;
    float z = (float)signed16(p + 4) * SCALE, s = sinf(who->yaw), c = cosf(who->yaw);
    out[0] = who->root[0] + c * x + s * z;
    out[1] = who->root[1] + y;
    out[2] = who->root[2] - s * x + c * z;
}

/* Unpacks a rotation in the encoding "smallest three": the two highest bits are the index of the largest
 * component, which is left out because the length of a quaternion is 1. bits: 48 or 32. */
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

/* -- compact frames ----------------------------------------------------------- */

/* WIRE_FIXED: number of tracks that every character has: contacts, gait, seq, phase, root x, y, z, yaw.
 * WIRE_MOST: bound of a decoded integer; values and changes of quantities are bounded by half of it, so that
 * sums fit in 32 bits. */
#define WIRE_HEADER  32
#define WIRE_FIXED   8
#define WIRE_TABLES  24
#define WIRE_SYMBOLS 16
#define WIRE_MOST    (1 << 27)

/* Cumulative probabilities of the symbols, in units of 2^-15. docs/reference/wire.md defines them. */
static const uint16_t wire_tables[WIRE_TABLES][WIRE_SYMBOLS + 1] = {
    {0, 32664, 32740, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
     32766, 32768},
    {0, 32630, 32740, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
     32766, 32768},
    {0, 32584, 32740, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
     32766, 32768},
    {0, 32520, 32740, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
     32766, 32768},
    {0, 32430, 32740, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
     32766, 32768},
    {0, 32304, 32740, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
     32766, 32768},
    {0, 32124, 32738, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
     32766, 32768},
    {0, 31870, 32732, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
     32766, 32768},
    {0, 31514, 32720, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
     32766, 32768},
    {0, 31020, 32698, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
     32766, 32768},
    {0, 30334, 32654, 32742, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
     32766, 32768},
    {0, 29392, 32566, 32736, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
     32766, 32768},
    {0, 28114, 32396, 32720, 32744, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
     32766, 32768},
    {0, 26416, 32072, 32676, 32740, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
     32766, 32768},
    {0, 24222, 31476, 32560, 32722, 32746, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
     32766, 32768},
    {0, 21510, 30426, 32272, 32654, 32732, 32748, 32750, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
     32766, 32768},
    {0, 18352, 28700, 31616, 32436, 32666, 32730, 32748, 32752, 32754, 32756, 32758, 32760, 32762, 32764,
     32766, 32768},
    {0, 14972, 26134, 30294, 31844, 32422, 32636, 32716, 32744, 32754, 32756, 32758, 32760, 32762, 32764,
     32766, 32768},
    {0, 11692, 22774, 28032, 30526, 31708, 32268, 32534, 32660, 32718, 32744, 32756, 32760, 32762, 32764,
     32766, 32768},
    {0, 8808, 18946, 24798, 28176, 30126, 31250, 31898, 32272, 32486, 32610, 32680, 32720, 32742, 32754,
     32760, 32768},
    {0, 6454, 15094, 20898, 24798, 27418, 29178, 30360, 31154, 31686, 32044, 32284, 32444, 32552, 32624,
     32672, 32768},
    {0, 4668, 11640, 16884, 20828, 23794, 26024, 27700, 28960, 29908, 30620, 31156, 31558, 31860, 32086,
     32256, 32768},
    {0, 11142, 18484, 23336, 26542, 28660, 30060, 30984, 31594, 31996, 32262, 32436, 32550, 32626, 32676,
     32708, 32768},
    {0, 8316, 14500, 19122, 22576, 25158, 27086, 28526, 29602, 30406, 31006, 31454, 31788, 32038, 32224,
     32362, 32768},
};

/* Functions in the inner loop are always inlined, because the compiler keeps the decoder's state in registers
 * only in a loop without calls. */
#if defined(__GNUC__)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE inline
#endif

/* A range decoder. Bytes beyond the end are read as 0. */
typedef struct decoder {
    const uint8_t *at, *end;
    uint32_t code, range;
    int beyond; /* number of bytes read beyond the end */
} decoder;

static uint32_t wire_byte(decoder *d)
{
    if (d->at < d->end) return *d->at++;
    d->beyond++;
    return 0;
}

static decoder wire_begin(const uint8_t *bytes, size_t size)
{
    decoder d = {bytes, bytes + size, 0, 0xffffffffu, 0};
    for (int i = 0; i < 4; i++) d.code = d.code << 8 | wire_byte(&d);
    return d;
}

/* Narrows the decoder to the part of its range that begins at `start` and is `size` wide, and then reads
 * bytes until the range is at least 2^24. */
static ALWAYS_INLINE void wire_narrow(decoder *d, uint32_t start, uint32_t size)
{
    d->code -= start;
    d->range = size;

    /* Far from the end, shifts without a branch, because a branch on the number
     * of bytes would often be mispredicted. */
    if (d->end - d->at >= 4) {
        const uint8_t *p = d->at;
        const uint32_t next =
            (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
        const int bytes = (d->range < 1u << 24) + (d->range < 1u << 16) + (d->range < 1u << 8);
        d->code = (uint32_t)(((uint64_t)d->code << 32 | next) << 8 * bytes >> 32);
        d->range <<= 8 * bytes;
        d->at += bytes;
        return;
    }
    while (d->range < 1u << 24) {
        d->code = d->code << 8 | wire_byte(d);
        d->range <<= 8;
    }
}

/* Reads an unsigned integer of `count` bits that are coded with equal probabilities, high bits first. */
static uint32_t wire_bits(decoder *d, int count)
{
    uint32_t value = 0;
    while (count > 0) {
        const int part = count > 12 ? 12 : count;
        const uint32_t unit = d->range >> 15, place = (d->code / unit) & 32767, bits = place >> (15 - part);
        wire_narrow(d, unit * (bits << (15 - part)), unit << (15 - part));
        value = value << part | bits;
        count -= part;
    }
    return value;
}

/* Returns the index of the highest bit that is set. value > 0. */
static int top_bit(uint32_t value)
{
#if defined(__GNUC__)
    return 31 - __builtin_clz(value);
#else
    int top = 0;
    while (value >> top > 1) top++;
    return top;
#endif
}

/* Reads the part of an integer after its symbol: the excess over the last symbol, the low bits, and the sign
 * of an integer whose symbol is 0. Returns the magnitude. */
static uint32_t wire_rest(decoder *d, uint32_t symbol, int low_bits, uint32_t *is_negative)
{
    uint32_t value = symbol;
    if (symbol == WIRE_SYMBOLS - 1) {
        int bits = 0;
        while (bits < 27 && wire_bits(d, 1)) bits++;
        value += (1u << bits | wire_bits(d, bits)) - 1;
    }
    if (low_bits) {
        value = value << low_bits | wire_bits(d, low_bits);
        if (!symbol && value) *is_negative = wire_bits(d, 1);
    }
    return value;
}

/* Reads an integer. *mean selects its probability table and is updated with the integer's magnitude. */
static ALWAYS_INLINE int32_t wire_integer(decoder *d, uint32_t *mean)
{
    /* Select the table: there are two for each doubling of the mean.
     * For large means the low bits are coded separately. */
    uint32_t m = *mean < 8 ? 8 : *mean;
    const int top = top_bit(m);
    int scale = 2 * top + (int)(m >> (top - 1) & 1) - 6, low_bits = 0;
    if (scale >= WIRE_TABLES - 2) {
        low_bits = (scale - (WIRE_TABLES - 4)) / 2;
        scale = WIRE_TABLES - 2 + (scale & 1);
    }

    /* Find the symbol whose interval contains the code, usually one of the first. The upper half of an
     * interval is for negative numbers. Comparing products is faster than dividing. */
    const uint16_t *table = wire_tables[scale];
    const uint32_t unit = d->range >> 15, code = d->code;
    uint32_t symbol = (uint32_t)(code >= unit * table[1]) + (code >= unit * table[2]) +
                      (code >= unit * table[3]) + (code >= unit * table[4]);
    if (symbol == 4)
        while (symbol < WIRE_SYMBOLS - 1 && code >= unit * table[symbol + 1]) symbol++;
    const uint32_t start = unit * table[symbol];
    const uint32_t size = unit * (((uint32_t)table[symbol + 1] - table[symbol]) >> (symbol > 0));
    uint32_t is_negative = (symbol > 0) & (code - start >= size);
    wire_narrow(d, is_negative ? start + size : start, size);

    /* The rare case works on a copy of the decoder, because a variable whose
     * address is taken does not stay in registers. */
    uint32_t value = symbol;
    if (symbol == WIRE_SYMBOLS - 1 || low_bits) {
        decoder rare = *d;
        value = wire_rest(&rare, symbol, low_bits, &is_negative);
        *d = rare;
    }

    *mean += (value < 4095 ? value : 4095) * 512 - (*mean >> 3);
    if (value > WIRE_MOST) value = WIRE_MOST;
    return is_negative ? -(int32_t)value : (int32_t)value;
}

/* Reads an integer like wire_integer, without inlining, where speed does not matter. */
static int32_t wire_one(decoder *d, uint32_t *mean)
{
    return wire_integer(d, mean);
}

/* Reads the next value of a quantity: the last value, plus 13/16 of the last change, plus a coded integer.
 * Returns 0 when the value is out of range. */
static ALWAYS_INLINE int wire_next(decoder *d, struct posed_wire_track *t)
{
    const int32_t change = 13 * (t->now - t->before) + 8;
    const int32_t by = (change - (change & 15)) / 16; /* change / 16, rounded down */
    const int64_t now = (int64_t)t->now + by + wire_integer(d, &t->mean);
    t->before = t->now;
    if (now > WIRE_MOST / 2 || now < -WIRE_MOST / 2 || now - t->before > WIRE_MOST / 2 ||
        t->before - now > WIRE_MOST / 2)
        return 0;
    t->now = (int32_t)now;
    return 1;
}

void posed_wire_init(posed_wire *w, void *memory, size_t bytes)
{
    memset(w, 0, sizeof *w);
    w->memory = memory;
    w->bytes = bytes;
}

/* Returns the number of tracks (quantities) of a character. */
static int wire_tracks_of(const struct posed_wire_member *m)
{
    return WIRE_FIXED + (m->counts[0] ? 3 + 3 * m->counts[0] : 0) +
           (m->counts[1] ? 3 + 3 * m->counts[1] : 0) + m->weights + 3 * m->fingers;
}

/* Reads an integer of 1 byte (unsigned), 2 bytes or 4 bytes (signed). */
static int32_t wire_signed(const uint8_t *p, int bytes)
{
    return bytes == 1 ? *p : bytes == 2 ? signed16(p) : (int32_t)get32(p);
}

/* The rest of a key frame that has not been read yet. */
typedef struct key_reader {
    const uint8_t *at, *end;
} key_reader;

/* Takes the next `count` bytes. Returns 0 when fewer are left. */
static int key_take(const uint8_t **out, key_reader *from, size_t count)
{
    if ((size_t)(from->end - from->at) < count) return 0;
    *out = from->at;
    from->at += count;
    return 1;
}

/* Reads the first values of `count` tracks, each of `bytes` bytes. Returns 0 when bytes are missing or a
 * value is out of range. */
static int key_values(struct posed_wire_track *t, key_reader *from, int count, int bytes)
{
    const uint8_t *p;
    if (!key_take(&p, from, (size_t)count * (size_t)bytes)) return 0;
    for (int i = 0; i < count; i++) {
        t[i].now = t[i].before = wire_signed(p + i * bytes, bytes);
        t[i].mean = 4096;
        if (t[i].now > WIRE_MOST / 2 || t[i].now < -WIRE_MOST / 2) return 0;
    }
    return 1;
}

/* Writes the rotation of modified Rodrigues parameters x, y, z: the rotation axis times tan(angle / 4). */
static void from_parameters(float out[4], float x, float y, float z)
{
    const float square = x * x + y * y + z * z, scale = 1 / (1 + square);
    out[0] = 2 * x * scale, out[1] = 2 * y * scale, out[2] = 2 * z * scale, out[3] = (1 - square) * scale;
}

/* Reads the reference rotations and steps of `count` joints. The parameters of their rotations begin at 0.
 * Returns 0 when bytes are missing. */
static int key_turns(struct posed_wire_turn *r, struct posed_wire_track *t, key_reader *from, int count)
{
    const uint8_t *p;
    if (!key_take(&p, from, 7 * (size_t)count)) return 0;
    for (int k = 0; k < count; k++, p += 7) {
        from_parameters(r[k].reference, (float)signed16(p) / 32767, (float)signed16(p + 2) / 32767,
                        (float)signed16(p + 4) / 32767);
        r[k].step = exp2f((float)p[6] / -8);
        for (int i = 0; i < 3; i++) t[3 * k + i].now = t[3 * k + i].before = 0, t[3 * k + i].mean = 4096;
    }
    return 1;
}

/* Reads a character of a key frame into the tracks from m->tracks and the turns from m->turns. counts_only:
 * fills in only the counts of m, because wire_key needs the counts of all characters before it can lay out
 * the memory. Returns 0 when the character is invalid. */
static int key_member(posed_wire *w, struct posed_wire_member *m, key_reader *from, int counts_only)
{
    static const unsigned chains[2] = {POSED_ROTATIONS, POSED_SMPL};
    struct posed_wire_track *t = counts_only ? NULL : w->tracks + m->tracks;
    struct posed_wire_turn *r = counts_only ? NULL : w->turns + m->turns;
    const uint8_t *p;
    if (!key_take(&p, from, 4 + 2 + 1 + 1 + 8)) return 0;
    m->id = get32(p), m->channels = get16(p + 4);
    m->seq = get32(p + 8) | (uint64_t)get32(p + 12) << 32;
    if (t) t[0].now = p[6], t[1].now = p[7];
    for (int i = 0; i < 3 && t; i++) t[i].before = 0, t[i].mean = 4096;
    if (t ? !key_values(t + 3, from, 5, 4) : !key_take(&p, from, 20)) return 0;
    if (t) t += WIRE_FIXED;

    for (int g = 0; g < 2; g++) {
        m->counts[g] = 0;
        if (!(m->channels & chains[g])) continue;
        if (!key_take(&p, from, 1) || !*p) return 0;
        const int count = m->counts[g] = *p;
        if (counts_only) {
            if (!key_take(&p, from, 6 + 7 * (size_t)count)) return 0;
            continue;
        }
        if (!key_values(t, from, 3, 2) || !key_turns(r, t + 3, from, count)) return 0;
        t += 3 + 3 * count, r += count;
    }

    m->weights = m->fingers = 0;
    if (!(m->channels & POSED_FACE)) return 1;
    if (!key_take(&p, from, 2)) return 0;
    m->weights = p[0], m->fingers = p[1];
    if (counts_only) return key_take(&p, from, 2 * (size_t)m->weights + 7 * (size_t)m->fingers);
    return key_values(t, from, m->weights, 2) && key_turns(r, t + m->weights, from, m->fingers);
}

/* Divides the memory into arrays of members, tracks and turns. Returns 0 when the memory is too small. */
static int wire_layout(posed_wire *w, int members, int tracks, int turns)
{
    const size_t need = (size_t)members * sizeof *w->members + (size_t)tracks * sizeof *w->tracks +
                        (size_t)turns * sizeof *w->turns;
    if (need > w->bytes) return 0;
    w->members = (struct posed_wire_member *)w->memory;
    w->tracks = (struct posed_wire_track *)(w->members + members);
    w->turns = (struct posed_wire_turn *)(w->tracks + tracks);
    return 1;
}

/* Reads a key frame. Returns 0 when it is invalid or needs more memory. */
static int wire_key(posed_wire *w, const uint8_t *p, size_t size)
{
    key_reader from = {p + WIRE_HEADER, p + size};
    const uint32_t count = get32(p + 20);
    int tracks = 0, turns = 0;
    if (p[6] > 16 || count > 65535) return 0;

    /* First pass: count tracks and turns, and check that the message contains all characters. */
    for (uint32_t i = 0; i < count; i++) {
        struct posed_wire_member m;
        memset(&m, 0, sizeof m);
        if (!key_member(w, &m, &from, 1)) return 0;
        tracks += wire_tracks_of(&m), turns += m.counts[0] + m.counts[1] + m.fingers;
    }
    if (from.at != from.end || !wire_layout(w, (int)count, tracks, turns)) return 0;

    /* Second pass: read the characters. */
    from.at = p + WIRE_HEADER;
    tracks = turns = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct posed_wire_member *m = &w->members[i];
        m->tracks = tracks, m->turns = turns;
        if (!key_member(w, m, &from, 0)) return 0;
        tracks += wire_tracks_of(m), turns += m->counts[0] + m->counts[1] + m->fingers;
    }

    w->place_bits = p[6];
    w->tick = w->key_tick = get32(p + 8);
    w->time = w->key_time = get_double(p + 12);
    w->period = get_double(p + 24);
    for (int i = 0; i < 2; i++) w->ticks[i].now = w->ticks[i].before = 0, w->ticks[i].mean = 4096;
    w->member_count = w->character_count = (int)count;
    w->age = 0;
    w->has_key = 1;
    return 1;
}

/* Reads a delta frame. Returns 0 when it is invalid or does not follow the last frame. */
static int wire_delta(posed_wire *w, const uint8_t *p, size_t size)
{
    if (!w->has_key || p[1] != (uint8_t)(w->age + 1)) return 0;
    decoder d = wire_begin(p + 2, size - 2);

    /* Ticks since the key frame, coded as the change of their last change;
     * lateness of the frame, coded as its change. */
    struct posed_wire_track *t = w->ticks;
    const int64_t ticks = (int64_t)t[0].now + (t[0].now - t[0].before) + wire_one(&d, &t[0].mean);
    const int64_t late = (int64_t)t[1].now + wire_one(&d, &t[1].mean);
    if (ticks < 0 || ticks > WIRE_MOST || late > WIRE_MOST || late < -WIRE_MOST) return 0;
    t[0].before = t[0].now, t[0].now = (int32_t)ticks, t[1].now = (int32_t)late;

    /* The characters: contacts and gait, then seq, then all other quantities. */
    for (int i = 0; i < w->member_count; i++) {
        struct posed_wire_member *m = &w->members[i];
        const int count = wire_tracks_of(m);
        t = w->tracks + m->tracks;
        for (int k = 0; k < 2; k++) {
            const int64_t now = (int64_t)t[k].now + wire_one(&d, &t[k].mean);
            if (now < 0 || now > 255) return 0;
            t[k].now = (int32_t)now;
        }
        const int32_t how = wire_one(&d, &t[2].mean);
        if (how < 0 || how > 2) return 0;
        if (how == 1) m->seq++;
        if (how == 2) {
            m->seq = 0;
            for (int k = 0; k < 5; k++) m->seq = m->seq << 12 | wire_bits(&d, 12);
        }
        decoder in_registers = d;
        for (int k = 3; k < count; k++)
            if (!wire_next(&in_registers, &t[k])) return 0;
        d = in_registers;
    }
    if (d.at != d.end || d.beyond > 4) return 0;

    w->age++;
    w->tick = w->key_tick + (uint32_t)w->ticks[0].now;
    w->time = w->key_time + (double)w->ticks[0].now * w->period + (double)w->ticks[1].now * 1e-6;
    return 1;
}

int posed_wire_read(posed_wire *w, const void *bytes, size_t size)
{
    const uint8_t *p = (const uint8_t *)bytes;
    int good = 0;
    if (size >= WIRE_HEADER && !memcmp(p, "PSD1", 4) && p[4] == 1 && p[5] == 1)
        good = wire_key(w, p, size);
    else if (size >= 2 && p[0] == 0xd1)
        good = wire_delta(w, p, size);
    w->next = 0;
    w->character_count = good ? w->member_count : 0;
    w->has_key = good;
    return good;
}

int posed_wire_next(posed_wire *w, posed_character *out)
{
    if (w->next >= w->character_count) return 0;
    const struct posed_wire_member *m = &w->members[w->next++];
    const struct posed_wire_track *t = w->tracks + m->tracks;
    memset(out, 0, sizeof *out);
    out->id = m->id, out->seq = m->seq, out->channels = m->channels;
    out->contacts = (unsigned)t[0].now, out->gait = t[1].now;
    out->phase = (float)(t[3].now & 255) * (2 * PI / 256);
    for (int i = 0; i < 3; i++) out->root[i] = (float)t[4 + i].now * (1.0f / 1024);
    const int turned = (t[7].now + 8192) & 16383;
    out->yaw = (float)(turned - 8192) * (2 * PI / 16384);
    out->joint_count = m->counts[0], out->smpl_count = m->counts[1];
    out->weight_count = m->weights, out->finger_count = m->fingers, out->soft_count = 0;
    out->rotation_bits = 48;

    /* Offsets of the channels. The pointers only mark which channels the character has;
     * nothing is read through them. */
    const uint8_t *there = (const uint8_t *)w->tracks;
    out->wire = w;
    out->wire_chains[0] = m->tracks + WIRE_FIXED;
    out->wire_chains[1] = out->wire_chains[0] + (m->counts[0] ? 3 + 3 * m->counts[0] : 0);
    out->wire_face = out->wire_chains[1] + (m->counts[1] ? 3 + 3 * m->counts[1] : 0);
    out->wire_turns[0] = m->turns, out->wire_turns[1] = m->turns + m->counts[0];
    out->wire_fingers = out->wire_turns[1] + m->counts[1];
    if (m->counts[0]) out->rotations = there;
    if (m->counts[1]) out->smpl = there;
    if (m->weights) out->weights = there;
    if (m->fingers) out->fingers = there;
    return 1;
}

/* Writes a rotation: the reference rotation number `turn`, multiplied from the right by that of the
 * parameters in the three tracks from `track`. */
static void wire_turn(float out[4], const posed_wire *w, int turn, int track)
{
    const float *a = w->turns[turn].reference, step = w->turns[turn].step / 4;
    const struct posed_wire_track *t = w->tracks + track;
    float b[4];
    from_parameters(b, (float)t[0].now * step, (float)t[1].now * step, (float)t[2].now * step);
    out[0] = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
    out[1] = a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0];
    out[2] = a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3];
    out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
}

/* Writes the position of a chain's first joint in world space, metres. */
static void wire_place(float out[3], const posed_character *who, int chain)
{
    const struct posed_wire_track *t = who->wire->tracks + who->wire_chains[chain];
    const float unit = 1.0f / (float)(1 << who->wire->place_bits);
    const float x = (float)t[0].now * unit, y = (float)t[1].now * unit, z = (float)t[2].now * unit;
    const float s = sinf(who->yaw), c = cosf(who->yaw);
    out[0] = who->root[0] + c * x + s * z;
    out[1] = who->root[1] + y;
    out[2] = who->root[2] - s * x + c * z;
}

void posed_hips(float out[3], const posed_character *who)
{
    wire_place(out, who, 0);
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
    if (who->wire) {
        wire_place(out, who, 1);
        return;
    }
    to_world(out, who, who->smpl);
}

void posed_rotation(float out[4], const posed_character *who, int joint)
{
    if (who->wire) {
        wire_turn(out, who->wire, who->wire_turns[0] + joint, who->wire_chains[0] + 3 + 3 * joint);
        return;
    }
    unpack(out, who->rotations + (size_t)who->rotation_bits / 8 * (size_t)joint, who->rotation_bits);
}

void posed_smpl_rotation(float out[4], const posed_character *who, int joint)
{
    if (who->wire) {
        wire_turn(out, who->wire, who->wire_turns[1] + joint, who->wire_chains[1] + 3 + 3 * joint);
        return;
    }
    unpack(out, who->smpl + 6 + (size_t)who->rotation_bits / 8 * (size_t)joint, who->rotation_bits);
}

void posed_node_rotation(float out[4], const posed_character *who, int node)
{
    unpack(out, who->nodes + (size_t)who->rotation_bits / 8 * (size_t)node, who->rotation_bits);
}

void posed_node_translation(float out[3], const posed_character *who, int index)
{
    for (int i = 0; i < 3; i++)
        out[i] = get_float(who->translations + TRANSLATION * (size_t)index + 4 * (size_t)i);
}

float posed_weight(const posed_character *who, int index)
{
    if (who->wire) return (float)who->wire->tracks[who->wire_face + index].now * (1.0f / 128);
    return (float)signed16(who->weights + 2 * (size_t)index) * (1.0f / 8192);
}

float posed_soft(const posed_character *who, int index)
{
    return (float)signed16(who->soft + 2 * (size_t)index) * (1.0f / 1024);
}

void posed_finger_rotation(float out[4], const posed_character *who, int index)
{
    if (who->wire) {
        wire_turn(out, who->wire, who->wire_fingers + index, who->wire_face + who->weight_count + 3 * index);
        return;
    }
    unpack(out, who->fingers + (size_t)who->rotation_bits / 8 * (size_t)index, who->rotation_bits);
}

const char *posed_face_name(int index)
{
    static const char *const names[] = {
        "eyeBlinkLeft",      "eyeBlinkRight",      "eyeLookDownLeft",
        "eyeLookDownRight",  "eyeLookInLeft",      "eyeLookInRight",
        "eyeLookOutLeft",    "eyeLookOutRight",    "eyeLookUpLeft",
        "eyeLookUpRight",    "eyeSquintLeft",      "eyeSquintRight",
        "eyeWideLeft",       "eyeWideRight",       "jawForward",
        "jawLeft",           "jawRight",           "jawOpen",
        "mouthClose",        "mouthFunnel",        "mouthPucker",
        "mouthLeft",         "mouthRight",         "mouthSmileLeft",
        "mouthSmileRight",   "mouthFrownLeft",     "mouthFrownRight",
        "mouthDimpleLeft",   "mouthDimpleRight",   "mouthStretchLeft",
        "mouthStretchRight", "mouthRollLower",     "mouthRollUpper",
        "mouthShrugLower",   "mouthShrugUpper",    "mouthPressLeft",
        "mouthPressRight",   "mouthLowerDownLeft", "mouthLowerDownRight",
        "mouthUpperUpLeft",  "mouthUpperUpRight",  "browDownLeft",
        "browDownRight",     "browInnerUp",        "browOuterUpLeft",
        "browOuterUpRight",  "cheekPuff",          "cheekSquintLeft",
        "cheekSquintRight",  "noseSneerLeft",      "noseSneerRight",
        "tongueOut",         "viseme_PP",          "viseme_FF",
        "viseme_TH",         "viseme_DD",          "viseme_kk",
        "viseme_CH",         "viseme_SS",          "viseme_nn",
        "viseme_RR",         "viseme_aa",          "viseme_E",
        "viseme_I",          "viseme_O",           "viseme_U",
    };
    return index >= 0 && index < (int)(sizeof names / sizeof *names) ? names[index] : NULL;
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

size_t posed_input_write(uint8_t out[POSED_INPUT_BYTES], const posed_input *in)
{
    float strafe = in->strafe > 1 ? 1 : in->strafe > 0 ? in->strafe : 0;
    uint8_t *p = out;
    *p++ = 1;
    *p++ = (uint8_t)((in->jump ? 1 : 0) | (in->responsive ? 2 : 0) | (in->has_look ? 4 : 0));
    *p++ = (uint8_t)in->gait;
    *p++ = (uint8_t)in->axes;
    p = put32(put32(p, in->id), (uint32_t)in->seq);
    p = put_float(put_float(p, in->move[0]), in->move[1]);
    p = put_unit(put_unit(p, in->look[0]), in->look[1]);
    p = put_unit(p, remainderf(in->camera_yaw, 2 * PI) / PI);
    p = put16(p, (unsigned)lrintf(strafe * 65535));
    p = put_float(p, in->speed);
    if (in->seq <= UINT32_MAX && !in->has_tick) return 32;
    p = put32(p, (uint32_t)(in->seq >> 32));
    if (!in->has_tick) return 36;
    put32(p, in->tick);
    return POSED_INPUT_BYTES;
}

void posed_sound_write(uint8_t out[POSED_SOUND_HEAD], uint32_t id, uint64_t at)
{
    put32(put32(put32(put32(out, 2), id), (uint32_t)at), (uint32_t)(at >> 32));
}

/* -- JSON: a strict scanner that returns spans of the text and builds no tree --- */

#define DEPTH_MAX 32

typedef struct span {
    const char *p, *end;
} span;

static const char *blanks(const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\n' || *p == '\r')) p++;
    return p;
}

static int hex(const char *p)
{
    int value = 0;
    for (int i = 0; i < 4; i++) {
        int c = p[i] | 32, digit = c >= '0' && c <= '9' && p[i] == c ? c - '0'
                                   : c >= 'a' && c <= 'f'            ? c - 'a' + 10
                                                                     : -1;
        if (digit < 0) return -1;
        value = 16 * value + digit;
    }
    return value;
}

/* Returns the end of a string, after its closing quote; NULL when the string is invalid.
 * p: its opening quote. */
static const char *skip_string(const char *p, const char *end)
{
    for (p++; p < end && *p != '"'; p++) {
        if ((unsigned char)*p < 32) return NULL;
        if (*p != '\\') continue;
        if (++p == end || !memchr("\"\\/bfnrtu", *p, 9)) return NULL;
        if (*p == 'u' && (end - p < 5 || hex(p + 1) < 0)) return NULL;
    }
    return p < end ? p + 1 : NULL;
}

static const char *digits(const char *p, const char *end)
{
    const char *from = p;
    while (p < end && *p >= '0' && *p <= '9') p++;
    return p > from ? p : NULL;
}

static const char *skip_number(const char *p, const char *end)
{
    if (p < end && *p == '-') p++;
    const char *whole = p;
    p = digits(p, end);
    if (!p || (*whole == '0' && p > whole + 1)) return NULL;
    if (p < end && *p == '.') p = digits(p + 1, end);
    if (p && p < end && (*p | 32) == 'e') {
        p++;
        if (p < end && (*p == '+' || *p == '-')) p++;
        p = digits(p, end);
    }
    return p;
}

static const char *skip_word(const char *p, const char *end, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(end - p) >= length && !memcmp(p, word, length) ? p + length : NULL;
}

static const char *skip_value(const char *p, const char *end, int depth);

/* Returns the end of an object or an array; NULL when it is invalid. p: its opening bracket. */
static const char *skip_group(const char *p, const char *end, int depth)
{
    char close = *p == '{' ? '}' : ']';
    p = blanks(p + 1, end);
    if (p < end && *p == close) return p + 1;
    while (p && p < end) {
        if (close == '}') {
            p = *p == '"' ? skip_string(p, end) : NULL;
            p = p ? blanks(p, end) : NULL;
            if (!p || p == end || *p != ':') return NULL;
            p = blanks(p + 1, end);
        }
        p = skip_value(p, end, depth + 1);
        p = p ? blanks(p, end) : NULL;
        if (!p || p == end) return NULL;
        if (*p == close) return p + 1;
        if (*p != ',') return NULL;
        p = blanks(p + 1, end);
    }
    return NULL;
}

static const char *skip_value(const char *p, const char *end, int depth)
{
    if (p == end || depth > DEPTH_MAX) return NULL;
    switch (*p) {
    case '"': return skip_string(p, end);
    case '{':
    case '[': return skip_group(p, end, depth);
    case 't': return skip_word(p, end, "true");
    case 'f': return skip_word(p, end, "false");
    case 'n': return skip_word(p, end, "null");
    default: return skip_number(p, end);
    }
}

/* Goes to the next element of a group, which skip_value has checked before. Begin with at->p = NULL. For
 * objects, *name becomes the key with its quotes. Returns 1, or 0 at the end of the group. */
static int element(span *at, span *name, span group)
{
    const char *p = blanks(at->p ? at->end : group.p + 1, group.end);
    if (at->p && *p == ',') p = blanks(p + 1, group.end);
    if (*p == '}' || *p == ']') return 0;
    if (*group.p == '{') {
        name->p = p;
        name->end = skip_string(p, group.end);
        p = blanks(blanks(name->end, group.end) + 1, group.end);
    }
    at->p = p;
    at->end = skip_value(p, group.end, 0);
    return 1;
}

/* Returns whether the value is a string equal to `text`. Escapes are not decoded. */
static int is_text(span value, const char *text)
{
    size_t length = strlen(text);
    return value.p && (size_t)(value.end - value.p) == length + 2 && *value.p == '"' &&
           !memcmp(value.p + 1, text, length);
}

/* Returns the value of an object's member. Its p is NULL when there is
 * no such member or `object` is not an object. */
static span member(span object, const char *key)
{
    span at = {NULL, NULL}, name = {NULL, NULL}, none = {NULL, NULL};
    if (!object.p || *object.p != '{') return none;
    while (element(&at, &name, object))
        if (is_text(name, key)) return at;
    return none;
}

/* Returns a number, or 0 when the value is not a number. Does not depend on the locale. */
static double number_of(span value)
{
    double sum = 0;
    int scale = 0, exponent = 0, sign = 1, seen_point = 0;
    const char *p = value.p;
    if (!p || !(*p == '-' || (*p >= '0' && *p <= '9'))) return 0;
    for (p += *p == '-'; p < value.end && (*p | 32) != 'e'; p++) {
        if (*p == '.')
            seen_point = 1;
        else
            sum = 10 * sum + (*p - '0'), scale -= seen_point;
    }
    if (p < value.end && p[1] == '-') sign = -1;
    for (; p < value.end; p++)
        if (*p >= '0' && *p <= '9' && exponent < 1000) exponent = 10 * exponent + (*p - '0');
    sum *= pow(10, scale + sign * exponent);
    return *value.p == '-' ? -sum : sum;
}

/* Returns a number without its fraction, or 0 when the value is not a number from 0 to 2^32 - 1. */
static uint32_t whole_of(span value)
{
    double v = number_of(value);
    return v >= 0 && v <= 4294967295.0 ? (uint32_t)v : 0;
}

static int is_true(span value)
{
    return value.p && *value.p == 't';
}

static int put_utf8(char *out, unsigned c)
{
    if (c < 0x80) return out[0] = (char)c, 1;
    if (c < 0x800) return out[0] = (char)(0xc0 | c >> 6), out[1] = (char)(0x80 | (c & 63)), 2;
    if (c < 0x10000) {
        out[0] = (char)(0xe0 | c >> 12);
        out[1] = (char)(0x80 | (c >> 6 & 63));
        out[2] = (char)(0x80 | (c & 63));
        return 3;
    }
    out[0] = (char)(0xf0 | c >> 18);
    out[1] = (char)(0x80 | (c >> 12 & 63));
    out[2] = (char)(0x80 | (c >> 6 & 63));
    out[3] = (char)(0x80 | (c & 63));
    return 4;
}

/* Returns the character of a \u escape. *at: its u; it is moved to the last digit. If the escape and the next
 * one are a surrogate pair, both are read. An unpaired surrogate gives U+FFFD. */
static unsigned escaped(const char **at, const char *end)
{
    const char *next = *at + 5;
    const unsigned c = (unsigned)hex(*at + 1);
    int low;

    *at += 4;
    if (c < 0xd800 || c > 0xdfff) return c;
    low = end - next >= 6 && next[0] == '\\' && next[1] == 'u' ? hex(next + 2) : -1;
    if (c > 0xdbff || low < 0xdc00 || low > 0xdfff) return 0xfffd;
    *at = next + 5;
    return 0x10000 + ((c - 0xd800) << 10) + (unsigned)(low - 0xdc00);
}

/* Returns the length of the first n bytes of a UTF-8 text without an incomplete character at the end. */
static int whole_characters(const char *text, int n)
{
    int lead = n - 1, size;
    while (lead >= 0 && n - lead < 4 && (text[lead] & 0xc0) == 0x80) lead--;
    if (lead < 0) return n;
    size = (text[lead] & 0x80) == 0      ? 1
           : (text[lead] & 0xe0) == 0xc0 ? 2
           : (text[lead] & 0xf0) == 0xe0 ? 3
                                         : 4;
    return n - lead < size ? lead : n;
}

/* Copies the contents of a string and decodes escapes. Longer contents are cut; if the value is not a string,
 * out is empty. capacity: at least 5. Returns the size. */
static int copy_text(char *out, int capacity, span value)
{
    static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
    int n = 0;
    out[0] = 0;
    if (!value.p || *value.p != '"') return 0;
    for (const char *p = value.p + 1; p < value.end - 1 && n < capacity - 4; p++) {
        const char *known;
        if (*p != '\\') {
            out[n++] = *p;
        } else if (*++p == 'u') {
            n += put_utf8(out + n, escaped(&p, value.end - 1));
        } else {
            known = strchr(from, *p);
            out[n++] = known ? to[known - from] : *p;
        }
    }
    n = whole_characters(out, n);
    out[n] = 0;
    return n;
}

static void text_of(char out[POSED_TEXT_MAX], span value)
{
    copy_text(out, POSED_TEXT_MAX, value);
}

/* -- sessions ------------------------------------------------------------------ */

static void log_to_stderr(void *arg, const char *line)
{
    (void)arg;
    fprintf(stderr, "%s\n", line);
}

/* Mixes the bits of a seed (the finalizer of MurmurHash3), so that clients with consecutive seeds wait for
 * very different times. */
static uint32_t mixed(uint32_t x)
{
    x = (x ^ x >> 16) * 0x85ebca6bu;
    x = (x ^ x >> 13) * 0xc2b2ae35u;
    return x ^ x >> 16;
}

void posed_session_init(posed_session *s, uint32_t seed)
{
    memset(s, 0, sizeof *s);
    s->log = log_to_stderr;
    s->chance = mixed(seed);
    s->tick_rate = 60;
    s->silence = 10;
    s->beat_at = -1;
}

void posed_session_opened(posed_session *s)
{
    s->state = POSED_JOINING;
    s->join_due = 1;
    s->after = 0;
    s->quiet = 0;
    s->beat_at = -1;
}

static void read_skeletons(posed_session *s, span list)
{
    span at = {NULL, NULL}, name, joint = {NULL, NULL};
    s->model_count = s->default_model = 0;
    if (!list.p || *list.p != '[') return;
    while (s->model_count < POSED_MODELS_MAX && element(&at, &name, list)) {
        int i = s->model_count++;
        span joints = member(at, "joints");
        text_of(s->models[i].name, member(at, "model"));
        s->models[i].counts.samples = (int)(whole_of(member(at, "samples")) & 0xffff);
        s->models[i].counts.joints = 0;
        joint.p = NULL;
        while (joints.p && *joints.p == '[' && element(&joint, &name, joints)) s->models[i].counts.joints++;
        if (is_true(member(at, "default"))) s->default_model = i;
    }
}

/* Stores the model of a character, for posed_session_next. */
static void remember(posed_session *s, uint32_t id, const char *model)
{
    if (s->own_count == POSED_OWN_MAX) { /* full: remove the oldest one */
        memmove(s->own, s->own + 1, sizeof s->own - sizeof *s->own);
        s->own_count--;
    }
    int known = 0;
    while (known < s->model_count && strcmp(s->models[known].name, model)) known++;
    s->own[s->own_count].id = id;
    s->own[s->own_count++].model = known < s->model_count ? known : s->default_model;
}

/* Replaces the stored characters by those that a `welcome` lists. A `welcome` of an older server has no list;
 * then nothing changes. */
static void read_characters(posed_session *s, span list)
{
    char model[POSED_TEXT_MAX];
    span at = {NULL, NULL}, name;
    if (!list.p || *list.p != '[') return;
    s->own_count = 0;
    while (element(&at, &name, list)) {
        text_of(model, member(at, "model"));
        remember(s, whole_of(member(at, "id")), model);
    }
}

static void take_welcome(posed_session *s, posed_text *out, span text)
{
    char session[POSED_TEXT_MAX];
    text_of(session, member(text, "session"));
    out->resumed = is_true(member(text, "resumed"));
    out->is_new = *s->session && (strcmp(session, s->session) != 0 || (*s->room && !out->resumed));
    if (out->is_new) s->own_count = 0;
    memcpy(s->session, session, sizeof session);
    text_of(s->token, member(text, "resume_token"));
    s->tick_rate = number_of(member(text, "tick_rate"));
    read_skeletons(s, member(text, "skeletons"));
    read_characters(s, member(text, "characters"));
    s->attempts = 0;
    s->state = POSED_JOINED;
}

static void read_event(posed_text *out, span text)
{
    static const char *const names[] = {"", "footstep", "jump", "land", "blocked", "arrived", "unreachable"};
    span event = member(text, "event"), position = member(text, "position"), at = {NULL, NULL}, name;
    for (int i = 1; i < 7; i++)
        if (is_text(event, names[i])) out->event = (posed_event)i;
    out->is_right = is_text(member(text, "foot"), "right");
    for (int i = 0; i < 3 && position.p && *position.p == '[' && element(&at, &name, position); i++)
        out->position[i] = (float)number_of(at);
}

/* Reads the object of a character: a `spawned`, or an element of the characters of a `welcome`. */
static void read_nodes(posed_text *out, span object)
{
    char root[POSED_TEXT_MAX], joint[POSED_TEXT_MAX];
    span joints = member(object, "joints"), at = {NULL, NULL}, name;

    out->id = whole_of(member(object, "id"));
    text_of(out->model, member(object, "model"));
    text_of(out->character, member(object, "character"));
    text_of(root, member(object, "root"));
    out->scale = number_of(member(object, "scale"));
    while (joints.p && *joints.p == '[' && element(&at, &name, joints)) {
        text_of(joint, at);
        if (!strcmp(joint, root)) out->root_node = out->node_count;
        out->node_count++;
    }

    /* Nodes that frames translate as well as rotate, as indices into the joints. */
    span translated = member(object, "translated");
    at.p = NULL;
    while (translated.p && *translated.p == '[' && element(&at, &name, translated)) {
        span other = {NULL, NULL};
        char moved[POSED_TEXT_MAX];
        text_of(moved, at);
        for (int k = 0; out->translated_count < POSED_TRANSLATED_MAX && element(&other, &name, joints); k++) {
            text_of(joint, other);
            if (strcmp(joint, moved)) continue;
            out->translated[out->translated_count++] = k;
            break;
        }
    }
}

static void read_text(posed_text *out, span text)
{
    static const char *const names[] = {"",      "welcome", "spawned", "done",    "event",  "stats",
                                        "error", "pong",    "bye",     "lowered", "warned", "entered",
                                        "left",  "message", "taken",   "clip",    "hits"};
    char ref[POSED_TEXT_MAX];
    span type = member(text, "type"), digits_of_ref;
    text_of(ref, member(text, "ref"));
    digits_of_ref.p = ref;
    digits_of_ref.end = ref + strspn(ref, "0123456789");
    out->type = POSED_TEXT_OTHER;
    for (int i = 1; i < POSED_TEXT_OTHER; i++)
        if (is_text(type, names[i])) out->type = (posed_text_type)i;
    out->ref = digits_of_ref.end > ref ? whole_of(digits_of_ref) : 0;
    out->id = whole_of(member(text, "id"));
    out->tick = whole_of(member(text, "tick"));
    out->member = whole_of(member(text, "member"));
    out->host = whole_of(member(text, "host"));
    text_of(out->name, member(text, out->type == POSED_TEXT_TAKEN ? "object" : "name"));
    out->time = number_of(member(text, "time"));
    out->server_time = number_of(member(text, "server_time"));
    out->after = number_of(member(text, "after"));
    out->come_back = is_true(member(text, "come_back"));
    text_of(out->model, member(text, "model"));
    const int has_reason = out->type == POSED_TEXT_BYE || out->type == POSED_TEXT_CLIP;
    text_of(out->code, member(text, has_reason ? "reason" : "code"));
    text_of(out->clip, member(text, "clip"));
    out->has_ended = is_text(member(text, "event"), "play_ended");
    text_of(out->pointer, member(text, "pointer"));
    text_of(out->detail, member(text, "detail"));
    if (out->type == POSED_TEXT_EVENT) read_event(out, text);
    if (out->type == POSED_TEXT_LOWERED) {
        span vertices = member(text, "vertices_divisor");
        out->asked = (int)whole_of(member(text, "asked"));
        out->divisor = number_of(member(text, "divisor"));
        out->vertices_divisor = vertices.p ? number_of(vertices) : out->asked;
    }
    if (out->type == POSED_TEXT_SPAWNED) read_nodes(out, text);
}

/* Returns the span of a text that is one JSON object. Its p is NULL when the text is not valid. */
static span whole_text(const char *text, size_t size)
{
    span whole, none = {NULL, NULL};
    whole.p = blanks(text, text + size);
    whole.end = text + size;
    const char *end = whole.p < whole.end && *whole.p == '{' ? skip_value(whole.p, whole.end, 0) : NULL;
    return end && blanks(end, whole.end) == whole.end ? whole : none;
}

/* Returns the object that describes a character: the whole text of a `spawned`, or an element of the
 * characters of a `welcome`. Its p is NULL when there is none. */
static span character_in(const char *text, size_t size, uint32_t id)
{
    const span whole = whole_text(text, size), none = {NULL, NULL};
    const span list = member(whole, "characters");
    span at = {NULL, NULL}, name;

    if (!list.p) return whole_of(member(whole, "id")) == id ? whole : none;
    while (*list.p == '[' && element(&at, &name, list))
        if (whole_of(member(at, "id")) == id) return at;
    return none;
}

size_t posed_text_said(char *out, size_t capacity, const char *text, size_t size)
{
    const span whole = whole_text(text, size);

    if (capacity) *out = 0;
    if (capacity < 5 || !is_text(member(whole, "type"), "message")) return 0;
    return (size_t)copy_text(out, capacity < 65536 ? (int)capacity : 65536, member(whole, "text"));
}

/* Returns element number `index` of an array; p NULL: there is none. */
static span item(span array, int index)
{
    span at = {NULL, NULL}, name, none = {NULL, NULL};
    if (!array.p || *array.p != '[' || index < 0) return none;
    for (int i = 0; i <= index; i++)
        if (!element(&at, &name, array)) return none;
    return at;
}

static void floats_of(float *out, span array, int count)
{
    for (int i = 0; i < count; i++) {
        const span at = item(array, i);
        out[i] = at.p ? (float)number_of(at) : 0;
    }
}

int posed_text_hit(posed_hit *out, const char *text, size_t size, int ray, int index)
{
    const span whole = whole_text(text, size);
    memset(out, 0, sizeof *out);
    if (!is_text(member(whole, "type"), "hits")) return 0;
    const span hit = item(item(member(whole, "hits"), ray), index);
    if (!hit.p || *hit.p != '{') return 0;

    out->id = whole_of(member(hit, "id"));
    out->member = whole_of(member(hit, "member"));
    text_of(out->joint, member(hit, "joint"));
    out->distance = (float)number_of(member(hit, "distance"));
    floats_of(out->point, member(hit, "point"), 3);
    floats_of(out->normal, member(hit, "normal"), 3);
    const span triangle = member(hit, "triangle");
    out->triangle = triangle.p ? (int)whole_of(triangle) : -1;
    for (int i = 0; i < 3 && triangle.p; i++) {
        const span corner = item(member(hit, "corners"), i);
        if (corner.p) out->corners[i] = whole_of(corner);
    }
    floats_of(out->weights, member(hit, "weights"), 3);
    return 1;
}

int posed_text_character(posed_text *out, const char *text, size_t size, uint32_t id)
{
    const span object = character_in(text, size, id);
    memset(out, 0, sizeof *out);
    if (!object.p) return 0;
    out->type = POSED_TEXT_SPAWNED;
    out->member = whole_of(member(object, "member"));
    read_nodes(out, object);
    return 1;
}

int posed_text_node(char out[POSED_TEXT_MAX], const char *text, size_t size, uint32_t id, int node)
{
    const span joints = member(character_in(text, size, id), "joints");
    span at = {NULL, NULL}, name;

    for (int i = 0; joints.p && *joints.p == '[' && element(&at, &name, joints); i++) {
        if (i != node) continue;
        text_of(out, at);
        return 1;
    }
    return 0;
}

/* Logs an error once for each pair of code and pointer. Inputs are repeated every second, so the same error
 * would otherwise be logged every second. */
static void log_once(posed_session *s, const posed_text *text)
{
    uint32_t kind = 2166136261u; /* FNV-1a hash of code and pointer */
    char line[4 * POSED_TEXT_MAX];
    int has_place = *text->pointer != 0;

    for (const char *c = text->code; *c; c++) kind = (kind ^ (unsigned char)*c) * 16777619u;
    for (const char *c = text->pointer; *c; c++) kind = (kind ^ (unsigned char)*c) * 16777619u;
    for (int i = 0; i < s->logged_count; i++)
        if (s->logged[i] == kind) return;
    if (!s->log || s->logged_count == POSED_LOGGED_MAX) return;

    s->logged[s->logged_count++] = kind;
    snprintf(line, sizeof line, "posed: %s: %s%s%s", text->code, text->pointer, has_place ? ": " : "",
             text->detail);
    s->log(s->log_arg, line);
}

/* Logs each of the warnings of a text, and leaves the last one in its pointer and detail. A `spawned` without
 * a ref answers another client. */
static void log_warnings(posed_session *s, posed_text *text, span whole)
{
    const span list = member(whole, "warnings");
    span at = {NULL, NULL}, name;
    const int is_spawn = text->type == POSED_TEXT_SPAWNED && text->ref;
    if (text->type != POSED_TEXT_WARNED && !is_spawn) return;

    while (list.p && *list.p == '[' && element(&at, &name, list)) {
        if (is_spawn)
            snprintf(text->code, sizeof text->code, "spawn");
        else
            text_of(text->code, member(whole, "of"));
        text_of(text->pointer, member(at, "pointer"));
        text_of(text->detail, member(at, "detail"));
        log_once(s, text);
    }
}

posed_text_type posed_session_text(posed_session *s, posed_text *out, const char *text, size_t size)
{
    const span whole = whole_text(text, size);
    memset(out, 0, sizeof *out);
    s->quiet = 0;
    if (!member(whole, "type").p) return POSED_TEXT_BAD;
    read_text(out, whole);
    if (out->type == POSED_TEXT_WELCOME) take_welcome(s, out, whole);
    if (out->type == POSED_TEXT_SPAWNED) remember(s, out->id, out->model);
    log_warnings(s, out, whole);

    /* A refused join: if the server does not know the token any more, join again without it. `busy` and
     * `limit` are temporary. Other errors end the session. */
    if (out->type == POSED_TEXT_ERROR && s->state == POSED_JOINING) {
        if (!strcmp(out->code, "not_found") && *s->token) {
            *s->token = 0;
            s->join_due = 1;
        } else if (strcmp(out->code, "busy") != 0 && strcmp(out->code, "limit") != 0) {
            s->is_final = 1;
        }
    }

    if (out->type == POSED_TEXT_LOWERED)
        s->lowered = out->divisor <= 0 ? HUGE_VAL : out->divisor > out->asked ? out->divisor : 0;
    if (out->type == POSED_TEXT_WELCOME) s->lowered = 0;

    /* Pings of before the pause are older by more than PAUSE. The time of a ping is rounded. */
    if (out->type == POSED_TEXT_PONG && out->time > s->resumed - 1) s->stale = 0;
    if (out->type == POSED_TEXT_BYE) {
        s->is_final = !out->come_back;
        s->after = out->after;
    }
    if (out->type == POSED_TEXT_ERROR ||
        (out->type == POSED_TEXT_BYE && s->is_final && strcmp(out->code, "left") != 0))
        log_once(s, out);
    return out->type;
}

/* Time between two beats above which the program was paused,
 * and time that a beat counts for at most, seconds. */
#define PAUSE         2.5
#define MOST_PER_BEAT 2.0

int posed_session_beat(posed_session *s, double now)
{
    double passed = s->beat_at < 0 || now < s->beat_at ? 0 : now - s->beat_at;
    if (s->state != POSED_JOINING && s->state != POSED_JOINED) return 0;
    if (passed > PAUSE && s->state == POSED_JOINED) {
        s->stale = 1;
        s->resumed = now;
    }
    if (passed > MOST_PER_BEAT) passed = MOST_PER_BEAT;
    s->beat_at = now;
    s->quiet += passed;
    if (s->silence > 0 && s->quiet + passed > s->silence)
        return 1; /* the limit would be exceeded before the next beat */
    s->ping_due = s->state == POSED_JOINED;
    return 0;
}

int posed_session_closed(posed_session *s, double *wait)
{
    double limit = s->attempts < 3 ? 1 << s->attempts : 8;
    *wait = 0;
    s->join_due = s->ping_due = s->stale = 0;
    s->state = POSED_CLOSED;
    if (s->is_final || (s->attempts_max && s->attempts >= s->attempts_max)) return 0;
    s->chance = 1664525u * s->chance + 1013904223u;
    *wait = s->after + limit * (s->chance >> 8) / 16777216.0;
    s->after = 0;
    s->attempts++;
    s->state = POSED_WAITING;
    return 1;
}

int posed_session_next(const posed_session *s, posed_frame *frame, posed_character *out)
{
    posed_counts none = {0, 0};
    int model = s->default_model;
    uint32_t id = posed_frame_peek(frame);
    for (int i = 0; i < s->own_count; i++)
        if (s->own[i].id == id) model = s->own[i].model;
    return posed_frame_next(frame, out, s->model_count ? s->models[model].counts : none);
}

/* -- texts to send --------------------------------------------------------------- */

typedef struct writer {
    char *out;
    size_t capacity, size; /* bytes; size > capacity: the text does not fit */
} writer;

static void add(writer *w, const char *text)
{
    size_t length = strlen(text);
    if (w->size + length <= w->capacity) memcpy(w->out + w->size, text, length);
    w->size += length;
}

static void add_string(writer *w, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    char c[2] = {0, 0}, control[] = "\\u0000";
    add(w, "\"");
    for (; *text; text++) {
        const unsigned char code = (unsigned char)*text;
        c[0] = *text;
        if (*text == '"' || *text == '\\') add(w, "\\");
        control[4] = digits[code >> 4];
        control[5] = digits[code & 15];
        add(w, code < 32 ? control : c);
    }
    add(w, "\"");
}

/* Writes a number with six decimals: enough for micrometres, and for microseconds of a clock that counts
 * since 1970. Does not use printf, whose decimal separator is a comma in some locales. */
static void add_number(writer *w, double value)
{
    char text[32];
    int n = sizeof text, after = 6;
    double size = fabs(value) < 1e13 ? fabs(value) : 1e13;
    uint64_t parts = (uint64_t)(size * 1e6 + 0.5);
    text[--n] = 0;
    do {
        text[--n] = (char)('0' + parts % 10);
        parts /= 10;
        if (--after == 0) text[--n] = '.';
    } while (parts || after >= 0);
    if (value < 0) text[--n] = '-';
    add(w, text + n);
}

static void add_whole(writer *w, const char *key, uint32_t value)
{
    char text[12];
    int n = sizeof text;
    text[--n] = 0;
    do text[--n] = (char)('0' + value % 10);
    while (value /= 10);
    add(w, key);
    add(w, text + n);
}

static writer begin(char *out, size_t capacity, const char *type, uint32_t ref)
{
    writer w = {out, capacity, 0};
    add(&w, "{\"type\":");
    add_string(&w, type);
    if (!ref) return w;
    add_whole(&w, ",\"ref\":\"", ref);
    add(&w, "\"");
    return w;
}

static size_t finish(writer *w)
{
    add(w, "}");
    return w->size <= w->capacity ? w->size : 0;
}

static void add_id(writer *w, uint32_t id)
{
    add_whole(w, ",\"id\":", id);
}

static void add_point(writer *w, const char *key, const float *at, int count)
{
    add(w, key);
    for (int i = 0; i < count; i++) {
        add(w, i ? "," : "[");
        add_number(w, (double)at[i]);
    }
    add(w, "]");
}

static void add_value(writer *w, const char *key, double value)
{
    add(w, key);
    add_number(w, value);
}

static void add_named(writer *w, const char *name, const char *text)
{
    if (!*text) return;
    add(w, name);
    add_string(w, text);
}

size_t posed_session_say(posed_session *s, char *out, size_t capacity)
{
    if (!s->join_due && s->ping_due) {
        s->ping_due = 0;
        return posed_write_ping(out, capacity, 0, s->beat_at);
    }
    if (!s->join_due) return 0;
    writer w = begin(out, capacity, "join", 0);
    if (*s->token)
        add_named(&w, ",\"resume\":", s->token);
    else if (*s->watch)
        add_named(&w, ",\"watch\":", s->watch);
    else {
        add_named(&w, ",\"scene\":", s->scene);
        add_named(&w, ",\"room\":", s->room);
        add_named(&w, ",\"name\":", s->name);
        add_named(&w, ",\"role\":", s->role);
        add_named(&w, ",\"secret\":", s->secret);
        if (s->capacity > 0) add_whole(&w, ",\"capacity\":", (uint32_t)s->capacity);
    }
    size_t size = finish(&w);
    if (size) s->join_due = 0;
    return size;
}

static size_t write_spawn(char *out, size_t capacity, uint32_t ref, const char *what, const char *name,
                          const float position[2], float facing)
{
    writer w = begin(out, capacity, "spawn", ref);
    add_named(&w, what, name);
    add_point(&w, ",\"position\":", position, 2);
    add_value(&w, ",\"facing\":", (double)facing);
    return finish(&w);
}

size_t posed_write_spawn(char *out, size_t capacity, uint32_t ref, const char *model, const float position[2],
                         float facing)
{
    return write_spawn(out, capacity, ref, ",\"model\":", model ? model : "", position, facing);
}

size_t posed_write_spawn_character(char *out, size_t capacity, uint32_t ref, const char *character,
                                   const float position[2], float facing)
{
    return write_spawn(out, capacity, ref, ",\"character\":", character, position, facing);
}

/* Begins a `profile` with its channels and its divisor. */
static writer begin_profile(char *out, size_t capacity, uint32_t ref, unsigned channels, int divisor)
{
    static const char *const names[] = {"root",       "joints", "rotations", "contacts",
                                        "trajectory", "smpl",   "vertices",  "character",
                                        NULL,         "face",   "soft"};
    writer w = begin(out, capacity, "profile", ref);
    const char *before = ",\"channels\":[";
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++) {
        if (!(channels >> i & 1) || !names[i]) continue;
        add_named(&w, before, names[i]);
        before = ",";
    }
    if (*before == ',' && before[1]) add(&w, before);
    add_whole(&w, "],\"divisor\":", (uint32_t)divisor);
    return w;
}

size_t posed_write_profile(char *out, size_t capacity, uint32_t ref, unsigned channels, int divisor,
                           int rotation_bits)
{
    writer w = begin_profile(out, capacity, ref, channels, divisor);
    add_whole(&w, ",\"quantize\":", (uint32_t)rotation_bits);
    return finish(&w);
}

size_t posed_write_profile_compact(char *out, size_t capacity, uint32_t ref, unsigned channels, int divisor,
                                   int millimetres)
{
    writer w = begin_profile(out, capacity, ref, channels, divisor);
    add_whole(&w, ",\"compact\":", (uint32_t)millimetres);
    return finish(&w);
}

/* Writes a member, unless its value is 0. */
static void add_given(writer *w, const char *name, float value)
{
    if (value != 0) add_value(w, name, (double)value);
}

size_t posed_write_follow_as(char *out, size_t capacity, uint32_t ref, uint32_t id, const posed_follow *how)
{
    static const char *const gaits[] = {NULL, "walk", "jog", "run", "crouch"};
    writer w = begin(out, capacity, "follow", ref);
    add_id(&w, id);
    add(&w, ",\"path\":[");
    for (int i = 0; i < how->count; i++) add_point(&w, i ? "," : "", how->path[i], 2);
    add(&w, how->closed ? "],\"closed\":true" : "]");
    if (how->round) add(&w, ",\"round\":true");
    add_given(&w, ",\"space\":", how->space);
    add_given(&w, ",\"wander\":", how->wander);
    add_given(&w, ",\"lookahead\":", how->lookahead);
    add_given(&w, ",\"speed\":", how->speed);
    if (how->gait > 0 && how->gait < 5) add_named(&w, ",\"gait\":", gaits[how->gait]);
    return finish(&w);
}

size_t posed_write_follow(char *out, size_t capacity, uint32_t ref, uint32_t id, const float (*path)[2],
                          int count, int closed)
{
    posed_follow how;
    memset(&how, 0, sizeof how);
    how.path = path, how.count = count, how.closed = closed;
    return posed_write_follow_as(out, capacity, ref, id, &how);
}

size_t posed_write_look(char *out, size_t capacity, uint32_t ref, uint32_t id, const float at[2])
{
    writer w = begin(out, capacity, "look", ref);
    add_id(&w, id);
    if (at) add_point(&w, ",\"at\":", at, 2);
    return finish(&w);
}

size_t posed_write_face(char *out, size_t capacity, uint32_t ref, uint32_t id, const posed_face *face)
{
    writer w = begin(out, capacity, "face", ref);
    add_id(&w, id);
    for (int i = 0; i < face->count; i++) {
        add(&w, i ? "," : ",\"blend_shapes\":{");
        add_string(&w, face->shapes[i].name);
        add_value(&w, ":", (double)face->shapes[i].weight);
    }
    if (face->count > 0) add(&w, "}");
    add_named(&w, ",\"left_hand\":", face->left_hand ? face->left_hand : "");
    add_named(&w, ",\"right_hand\":", face->right_hand ? face->right_hand : "");
    add_given(&w, ",\"seconds\":", face->seconds);
    return finish(&w);
}

size_t posed_write_speak(char *out, size_t capacity, uint32_t ref, uint32_t id, const char *text,
                         const char *utterance, int queue)
{
    writer w = begin(out, capacity, "speak", ref);
    add_id(&w, id);
    add_named(&w, ",\"text\":", text);
    add_named(&w, ",\"utterance\":", utterance ? utterance : "");
    if (queue) add(&w, ",\"queue\":true");
    return finish(&w);
}

size_t posed_write_hush(char *out, size_t capacity, uint32_t ref, uint32_t id)
{
    writer w = begin(out, capacity, "speak", ref);
    add_id(&w, id);
    add(&w, ",\"stop\":true");
    return finish(&w);
}

size_t posed_write_feel(char *out, size_t capacity, uint32_t ref, uint32_t id, const posed_manner *m)
{
    const struct {
        const char *name;
        float amount;
    } emotions[] = {{"calm", m->calm},          {"happy", m->happy},         {"sad", m->sad},
                    {"angry", m->angry},        {"surprised", m->surprised}, {"afraid", m->afraid},
                    {"disgusted", m->disgusted}};
    writer w = begin(out, capacity, "feel", ref);
    int count = 0;

    add_id(&w, id);
    for (size_t i = 0; i < sizeof emotions / sizeof *emotions; i++) {
        if (!(emotions[i].amount > 0)) continue;
        add(&w, count++ ? "," : ",\"emotions\":{");
        add_string(&w, emotions[i].name);
        add_value(&w, ":", (double)emotions[i].amount);
    }

    if (count) add(&w, "}");
    add_named(&w, ",\"part\":", m->part ? m->part : "");
    if (m->partner) add_whole(&w, ",\"partner\":", m->partner);
    if (m->liveliness < 0)
        add(&w, ",\"liveliness\":0");
    else
        add_given(&w, ",\"liveliness\":", m->liveliness);
    add_given(&w, ",\"seconds\":", m->seconds);
    return finish(&w);
}

size_t posed_write_hear(char *out, size_t capacity, uint32_t ref, uint32_t id, int rate, const char *format,
                        const char *utterance, float delay)
{
    writer w = begin(out, capacity, "hear", ref);
    add_id(&w, id);
    add_whole(&w, ",\"rate\":", (uint32_t)rate);
    add_named(&w, ",\"format\":", format ? format : "");
    add_named(&w, ",\"utterance\":", utterance ? utterance : "");
    if (delay >= 0) add_value(&w, ",\"delay\":", (double)delay);
    return finish(&w);
}

size_t posed_write_hear_end(char *out, size_t capacity, uint32_t ref, uint32_t id)
{
    writer w = begin(out, capacity, "hear", ref);
    add_id(&w, id);
    add(&w, ",\"end\":true");
    return finish(&w);
}

size_t posed_write_reach(char *out, size_t capacity, uint32_t ref, uint32_t id, const char *joint,
                         const float target[3], float weight, float seconds)
{
    writer w = begin(out, capacity, "reach", ref);
    add_id(&w, id);
    add_named(&w, ",\"joint\":", joint);
    add_point(&w, ",\"target\":", target, 3);
    add_value(&w, ",\"weight\":", (double)weight);
    add_value(&w, ",\"seconds\":", (double)seconds);
    return finish(&w);
}

size_t posed_write_sit_as(char *out, size_t capacity, uint32_t ref, uint32_t id, const posed_seat *seat)
{
    writer w = begin(out, capacity, "sit", ref);
    add_id(&w, id);
    add_point(&w, ",\"seat\":", seat->at, 2);
    add_value(&w, ",\"facing\":", (double)seat->facing);
    add_value(&w, ",\"height\":", (double)seat->height);
    add_given(&w, ",\"seconds\":", seat->seconds);
    add_given(&w, ",\"space\":", seat->space);
    return finish(&w);
}

size_t posed_write_sit(char *out, size_t capacity, uint32_t ref, uint32_t id, const float seat[2],
                       float facing, float height)
{
    posed_seat chair = {{0, 0}, facing, height, 0, 0};
    writer w = begin(out, capacity, "sit", ref);
    add_id(&w, id);
    if (!seat) return finish(&w);
    chair.at[0] = seat[0], chair.at[1] = seat[1];
    return posed_write_sit_as(out, capacity, ref, id, &chair);
}

/* Writes a member that is true or false; state: 1, -1; 0: neither. */
static void add_choice(writer *w, const char *name, int state)
{
    if (!state) return;
    add(w, name);
    add(w, state > 0 ? "true" : "false");
}

size_t posed_write_play(char *out, size_t capacity, uint32_t ref, uint32_t id, const posed_clip *clip)
{
    writer w = begin(out, capacity, "play", ref);
    add_id(&w, id);
    if (!clip) {
        add(&w, ",\"stop\":true");
        return finish(&w);
    }
    add_named(&w, ",\"clip\":", clip->name);
    for (int i = 0; i < clip->mask_count; i++) {
        add(&w, i ? "," : ",\"mask\":[");
        add_string(&w, clip->mask[i]);
    }
    if (clip->mask_count) add(&w, "]");
    if (clip->mask_count && clip->weights) add_point(&w, ",\"weights\":", clip->weights, clip->mask_count);
    add_given(&w, ",\"fade\":", clip->fade);
    add_given(&w, ",\"speed\":", clip->speed);
    add_choice(&w, ",\"loop\":", clip->loop);
    add_choice(&w, ",\"root\":", clip->root);
    add_choice(&w, ",\"feet\":", clip->feet);
    if (clip->queue) add(&w, ",\"queue\":true");
    return finish(&w);
}

size_t posed_write_despawn(char *out, size_t capacity, uint32_t ref, uint32_t id)
{
    writer w = begin(out, capacity, "despawn", ref);
    add_id(&w, id);
    return finish(&w);
}

size_t posed_write_ping(char *out, size_t capacity, uint32_t ref, double time)
{
    writer w = begin(out, capacity, "ping", ref);
    add_value(&w, ",\"time\":", time);
    return finish(&w);
}

size_t posed_write_leave(char *out, size_t capacity)
{
    writer w = begin(out, capacity, "leave", 0);
    return finish(&w);
}

size_t posed_write_remove(char *out, size_t capacity, uint32_t ref, uint32_t member)
{
    writer w = begin(out, capacity, "leave", ref);
    add_whole(&w, ",\"member\":", member);
    return finish(&w);
}

size_t posed_write_send(char *out, size_t capacity, uint32_t ref, const char *text, uint32_t to)
{
    writer w = begin(out, capacity, "send", ref);
    add(&w, ",\"text\":");
    add_string(&w, text);
    if (to) add_whole(&w, ",\"to\":", to);
    return finish(&w);
}

size_t posed_write_take(char *out, size_t capacity, uint32_t ref, const char *object, int releases)
{
    writer w = begin(out, capacity, "take", ref);
    add_named(&w, ",\"object\":", object);
    if (releases) add(&w, ",\"release\":true");
    return finish(&w);
}

size_t posed_write_cast(char *out, size_t capacity, uint32_t ref, uint32_t tick, int ticks, double fraction,
                        const posed_ray *rays, int count, uint32_t without)
{
    writer w = begin(out, capacity, "cast", ref);
    add_whole(&w, ",\"tick\":", tick);
    if (ticks > 1) add_whole(&w, ",\"span\":", (uint32_t)ticks);
    if (fraction > 0) add_value(&w, ",\"fraction\":", fraction);
    add(&w, ",\"rays\":[");
    for (int i = 0; i < count; i++) {
        add_point(&w, i ? ",{\"from\":" : "{\"from\":", rays[i].from, 3);
        add_point(&w, ",\"along\":", rays[i].along, 3);
        add_given(&w, ",\"length\":", rays[i].length);
        add_given(&w, ",\"radius\":", rays[i].radius);
        add(&w, "}");
    }
    add(&w, "]");
    if (without) {
        add_whole(&w, ",\"without\":[", without);
        add(&w, "]");
    }
    return finish(&w);
}

size_t posed_write_message(char *out, size_t capacity, uint32_t ref, const char *type, const char *members)
{
    writer w = begin(out, capacity, type, ref);
    if (members && *members) {
        add(&w, ",");
        add(&w, members);
    }
    return finish(&w);
}

/* Writes a text with percent-encoding: all bytes but unreserved characters become %XX (RFC 3986). */
static void add_escaped(writer *w, const char *text)
{
    static const char digits_of[] = "0123456789ABCDEF";
    for (; *text; text++) {
        const unsigned c = (unsigned char)*text;
        char c1[4] = {(char)c, 0, 0, 0};
        const int is_plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                             c == '-' || c == '.' || c == '_' || c == '~';
        if (!is_plain) c1[0] = '%', c1[1] = digits_of[c >> 4], c1[2] = digits_of[c & 15];
        add(w, c1);
    }
}

size_t posed_write_path(char *out, size_t capacity, const char *kind, const char *id, const char *more,
                        const posed_field *fields, int count)
{
    writer w = {out, capacity ? capacity - 1 : 0, 0}; /* leaves room for the terminating zero */
    add(&w, "/v1/");
    add(&w, kind);
    if (id) add(&w, "/"), add_escaped(&w, id);
    if (more) add(&w, "/"), add(&w, more);
    for (int i = 0; i < count; i++) {
        add(&w, i ? "&" : "?");
        add_escaped(&w, fields[i].name);
        add(&w, "=");
        add_escaped(&w, fields[i].value);
    }
    if (w.size > w.capacity) return 0;
    out[w.size] = 0;
    return w.size;
}
