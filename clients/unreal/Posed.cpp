#include "Posed.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace posed
{
namespace
{

const double kPi = 3.14159265358979323846;

/* Get*: read a little-endian value at p. */
uint32_t Get16(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8;
}

uint32_t Get32(const uint8_t *p)
{
    return Get16(p) | Get16(p + 2) << 16;
}

/* Reads a signed integer of 16 bits. */
float GetShort(const uint8_t *p)
{
    return (float)(int16_t)Get16(p);
}

float GetFloat(const uint8_t *p)
{
    uint32_t bits = Get32(p);
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

double GetDouble(const uint8_t *p)
{
    uint64_t bits = Get32(p) | (uint64_t)Get32(p + 4) << 32;
    double value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

/* Reads a position in units of 1/4096 m; returns metres. */
Vec3 GetPoint(const uint8_t *p)
{
    return Vec3{GetShort(p) / 4096, GetShort(p + 2) / 4096, GetShort(p + 4) / 4096};
}

/* Reads the body of a frame sequentially. at: next byte. end: end of the characters. translations, translations_end: translations of nodes that were not
 * read yet, at the end of the frame. bits: size of a rotation, 48 or 32. Every function returns false or NULL instead of reading beyond the end. */
struct Reader {
    const uint8_t *at, *end, *translations, *translations_end;
    int bits;

    /* Advances by count bytes and returns a pointer to the first of them. NULL: fewer bytes are left. */
    const uint8_t *Take(uint64_t count)
    {
        if (count > (uint64_t)(end - at)) return nullptr;
        at += count;
        return at - count;
    }
    bool Points(std::vector<Vec3> *out, uint32_t count)
    {
        const uint8_t *p = Take(6 * (uint64_t)count);
        if (!p) return false;
        out->resize(count);
        for (uint32_t i = 0; i < count; i++) (*out)[i] = GetPoint(p + 6 * (size_t)i);
        return true;
    }
    bool Rotations(std::vector<Quat> *out, uint32_t count);
    bool Trajectory(Character *out, uint32_t count)
    {
        const uint8_t *p = Take(8 * (uint64_t)count);
        if (!p) return false;
        for (uint32_t i = 0; i < count; i++, p += 8) {
            out->trajectory.push_back(GetPoint(p));
            out->facings.push_back(GetShort(p + 6) * (float)(kPi / 32768));
        }
        return true;
    }
    bool Smpl(Character *out)
    {
        const uint8_t *p = Take(6);
        if (p) out->smpl_pelvis = GetPoint(p);
        return p && Rotations(&out->smpl_rotations, 24);
    }
    bool Vertices(Character *out)
    {
        const uint8_t *p = Take(4);
        return p && Points(&out->vertices, Get32(p));
    }
};

/* Decodes a quaternion from three of its components. The two highest bits name the fourth one, the largest, which follows from the unit length. */
Quat Unpack(uint64_t word, int bits)
{
    const int n = bits == 48 ? 15 : 10, left_out = (int)(word >> (bits - 2)) & 3;
    const uint32_t most = (1u << n) - 1;
    float c[4], sum = 0;
    for (int i = 0, at = 2 * n; i < 4; i++) {
        if (i == left_out) continue;
        c[i] = (2 * (float)(word >> at & most) / (float)most - 1) * 0.70710678f;
        sum += c[i] * c[i];
        at -= n;
    }
    c[left_out] = std::sqrt(std::max(0.0f, 1 - sum));
    return Quat{c[0], c[1], c[2], c[3]};
}

bool Reader::Rotations(std::vector<Quat> *out, uint32_t count)
{
    const size_t step = (size_t)bits / 8;
    const uint8_t *p = Take(step * (uint64_t)count);
    if (!p) return false;
    out->resize(count);
    for (uint32_t i = 0; i < count; i++, p += step)
        (*out)[i] = Unpack(Get32(p) | (bits == 48 ? (uint64_t)Get16(p + 4) << 32 : 0), bits);
    return true;
}

/* Reads the channel kCharacter: rotations of nodes, the translation of the root node, and the translations at the end of the frame. */
bool ReadNodes(Character *out, Reader *from)
{
    const uint8_t *p = from->Take(16);
    if (!p) return false;
    out->node_root = Vec3{GetFloat(p + 4), GetFloat(p + 8), GetFloat(p + 12)};
    if (!from->Rotations(&out->node_rotations, Get16(p))) return false;
    const unsigned moved = Get16(p + 2);
    if (12 * moved > (size_t)(from->translations_end - from->translations)) return false;
    for (unsigned i = 0; i < moved; i++, from->translations += 12) {
        const uint8_t *q = from->translations;
        out->node_translations.push_back(Vec3{GetFloat(q), GetFloat(q + 4), GetFloat(q + 8)});
    }
    return true;
}

/* Reads the channel kFace: weights in units of 1/8192, then rotations of fingers. */
bool ReadFace(Character *out, Reader *from)
{
    const uint8_t *p = from->Take(2);
    const uint8_t *weights = p ? from->Take(2 * (uint64_t)p[0]) : nullptr;
    if (!weights) return false;
    for (int i = 0; i < p[0]; i++) out->face_weights.push_back(GetShort(weights + 2 * i) / 8192);
    return from->Rotations(&out->finger_rotations, p[1]);
}

const unsigned kSeqHigh = 256; /* bit of the channels: the frame contains the upper 32 bits of seq */

bool ReadSeqHigh(Character *out, Reader *from)
{
    const uint8_t *p = from->Take(4);
    if (p) out->seq |= (uint64_t)Get32(p) << 32;
    return p != nullptr;
}

/* Reads the 32 bytes of a character, then its channels in the order of docs/reference/stream.md, section Frames. */
bool ReadCharacter(Character *out, Reader *from, const std::function<Counts(uint32_t)> &counts_of)
{
    const uint8_t *p = from->Take(32);
    if (!p) return false;
    out->id = Get32(p);
    out->seq = Get32(p + 4);
    out->channels = Get16(p + 8);
    out->contacts = p[10];
    out->gait = p[11];
    out->phase = GetFloat(p + 12);
    out->root = Vec3{GetFloat(p + 16), GetFloat(p + 20), GetFloat(p + 24)};
    out->yaw = GetFloat(p + 28);
    const Counts counts = counts_of(out->id);
    const unsigned c = out->channels;
    return (!(c & kJoints) || from->Points(&out->joints, (uint32_t)counts.joints)) &&
           (!(c & kRotations) || from->Rotations(&out->rotations, (uint32_t)counts.joints)) &&
           (!(c & kTrajectory) || from->Trajectory(out, (uint32_t)counts.samples)) &&
           (!(c & kSmpl) || from->Smpl(out)) && (!(c & kVertices) || from->Vertices(out)) &&
           (!(c & kCharacter) || ReadNodes(out, from)) && (!(c & kSeqHigh) || ReadSeqHigh(out, from)) &&
           (!(c & kFace) || ReadFace(out, from));
}

} // namespace

bool ReadFrame(Frame *out, const void *bytes, size_t size, const std::function<Counts(uint32_t)> &counts_of)
{
    const uint8_t *p = (const uint8_t *)bytes;
    if (size < 24 || std::memcmp(p, "PSD1", 4) != 0 || p[4] != 1 || p[5] != 0) return false;
    out->rotation_bits = p[6] & 1 ? 32 : 48;
    out->tick = Get32(p + 8);
    out->time = GetDouble(p + 12);
    out->characters.clear();
    const size_t translations = 12 * (size_t)Get16(p + 22); /* bytes after all characters */
    if (translations > size - 24) return false;
    const uint8_t *end = p + size - translations;
    Reader from{p + 24, end, end, p + size, out->rotation_bits};
    for (uint32_t left = Get16(p + 20); left > 0; left--) {
        out->characters.emplace_back();
        if (!ReadCharacter(&out->characters.back(), &from, counts_of)) return false;
    }
    return true;
}

/* -- compact frames --------------------------------------------------------------- */

namespace
{

/* kFixed: number of quantities that every character has: contacts, gait, seq, phase, root x, y, z, yaw. */
const int kTableCount = 24, kSymbols = 16, kFixed = 8;
const int32_t kMost = 1 << 26; /* largest magnitude of a valid quantity */

/* Cumulative probabilities of the symbols of each table, in units of 2^-15. docs/reference/wire.md gives their formula. */
static const uint16_t kTables[kTableCount][kSymbols + 1] = {
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

/* Range decoder of docs/reference/wire.md, section Integers. code, range: its registers. beyond: number of bytes read beyond the end, which are 0. */
struct Decoder {
    const uint8_t *at, *end;
    uint32_t code = 0, range = 0xffffffffu;
    int beyond = 0;

    Decoder(const uint8_t *bytes, const uint8_t *after) : at(bytes), end(after)
    {
        for (int i = 0; i < 4; i++) code = code << 8 | Byte();
    }
    uint32_t Byte()
    {
        if (at < end) return *at++;
        beyond++;
        return 0;
    }
    /* Removes a decoded symbol from the state. start, size: first value and size of the symbol's interval, of 32768. unit: range / 32768. */
    void Narrow(uint32_t unit, uint32_t start, uint32_t size)
    {
        code -= unit * start;
        for (range = unit * size; range < 1u << 24; range <<= 8) code = code << 8 | Byte();
    }
    /* Decodes an unsigned number of count bits, in groups of 12 bits, the highest first. */
    uint32_t Bits(int count)
    {
        uint32_t value = 0;
        for (; count > 0; count -= 12) {
            const int part = std::min(12, count);
            const uint32_t unit = range >> 15, bits = ((code / unit) & 32767) >> (15 - part);
            Narrow(unit, bits << (15 - part), 1u << (15 - part));
            value = value << part | bits;
        }
        return value;
    }
    /* Decodes a signed integer with the table that belongs to *mean, then updates *mean. */
    int32_t Integer(uint32_t *mean)
    {
        const uint32_t m = std::max<uint32_t>(8, *mean);
        int top = 3, low_bits = 0;
        while (m >> (top + 1)) top++;
        int scale = 2 * top + (int)(m >> (top - 1) & 1) - 6;
        if (scale >= kTableCount - 2) {
            low_bits = (scale - (kTableCount - 4)) / 2;
            scale = kTableCount - 2 + (scale & 1);
        }
        const uint16_t *table = kTables[scale];
        const uint32_t unit = range >> 15, place = std::min<uint32_t>(32767, code / unit);
        uint32_t symbol = 0;
        while (place >= table[symbol + 1]) symbol++;
        uint32_t start = table[symbol], size = (uint32_t)table[symbol + 1] - start;
        bool is_negative = false;
        if (symbol) {
            size >>= 1;
            is_negative = place >= start + size;
            if (is_negative) start += size;
        }
        Narrow(unit, start, size);
        uint32_t value = symbol;
        if (symbol == (uint32_t)kSymbols - 1) {
            int bits = 0;
            while (bits < 27 && Bits(1)) bits++;
            value += (1u << bits | Bits(bits)) - 1;
        }
        if (low_bits) {
            value = value << low_bits | Bits(low_bits);
            if (!symbol && value) is_negative = Bits(1) != 0;
        }
        *mean += std::min<uint32_t>(4095, value) * 512 - (*mean >> 3);
        const int32_t most = (int32_t)std::min<uint32_t>(2u * (uint32_t)kMost, value);
        return is_negative ? -most : most;
    }
};

/* Converts modified Rodrigues parameters, the axis times tan(angle / 4), to a quaternion. */
Quat FromParameters(float x, float y, float z)
{
    const float square = x * x + y * y + z * z, scale = 1 / (1 + square);
    return Quat{2 * x * scale, 2 * y * scale, 2 * z * scale, (1 - square) * scale};
}

/* Returns the quaternion product a b: the rotation b followed by a. */
Quat Times(const Quat &a, const Quat &b)
{
    return Quat{a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

} // namespace

bool WireReader::IsCompact(const void *bytes, size_t size)
{
    const uint8_t *p = (const uint8_t *)bytes;
    return size > 1 && (p[0] == 0xd1 || (size >= 32 && p[0] == 'P' && p[5] == 1));
}

bool WireReader::Read(Frame *out, const void *bytes, size_t size)
{
    const uint8_t *p = (const uint8_t *)bytes;
    if (size < 2 || (p[0] == 0xd1 && (!has_key_ || p[1] != (uint8_t)(age_ + 1)))) {
        has_key_ = false;
        return false;
    }
    has_key_ = p[0] == 0xd1 ? ReadDelta(p, size) : ReadKey(p, size);
    if (!has_key_) return false;
    out->tick = key_tick_ + (uint32_t)ticks_[0].now;
    out->time = key_time_ + ticks_[0].now * period_ + ticks_[1].now * 1e-6;
    out->rotation_bits = 48;
    out->characters.assign(members_.size(), Character());
    for (size_t i = 0; i < members_.size(); i++) Show(&out->characters[i], members_[i]);
    return true;
}

bool WireReader::ReadKey(const uint8_t *p, size_t size)
{
    if (size < 32 || std::memcmp(p, "PSD1", 4) != 0 || p[4] != 1 || p[5] != 1 || p[6] > 16) return false;
    place_bits_ = p[6];
    key_tick_ = Get32(p + 8);
    key_time_ = GetDouble(p + 12);
    period_ = GetDouble(p + 24);
    age_ = 0;
    ticks_[0] = ticks_[1] = Track{0, 0, 4096};
    members_.clear();
    Reader from{p + 32, p + size, nullptr, nullptr, 48};
    const auto values = [&from](Member *m, unsigned count) {
        const uint8_t *q = from.Take(2 * (uint64_t)count);
        for (unsigned i = 0; q && i < count; i++) {
            const int32_t v = (int16_t)Get16(q + 2 * i);
            m->tracks.push_back(Track{v, v, 4096});
        }
        return q != nullptr;
    };
    const auto turns = [&from](Member *m, unsigned count) {
        const uint8_t *q = from.Take(7 * (uint64_t)count);
        for (unsigned k = 0; q && k < count; k++, q += 7) {
            m->turns.push_back(
                Turn{FromParameters(GetShort(q) / 32767, GetShort(q + 2) / 32767, GetShort(q + 4) / 32767),
                     std::exp2((float)q[6] / -8) / 4});
            for (int i = 0; i < 3; i++) m->tracks.push_back(Track{0, 0, 4096});
        }
        return q != nullptr;
    };
    for (uint32_t left = Get32(p + 20); left > 0; left--) {
        const uint8_t *q = from.Take(36);
        if (!q) return false;
        members_.emplace_back();
        Member *m = &members_.back();
        m->id = Get32(q);
        m->channels = Get16(q + 4);
        m->seq = Get32(q + 8) | (uint64_t)Get32(q + 12) << 32;
        for (int i = 0; i < 3; i++) m->tracks.push_back(Track{i < 2 ? q[6 + i] : 0, 0, 4096});
        for (int i = 0; i < 5; i++) {
            const int32_t v = (int32_t)Get32(q + 16 + 4 * i);
            if (v > kMost || v < -kMost) return false;
            m->tracks.push_back(Track{v, v, 4096});
        }
        for (int g = 0; g < 2; g++) {
            if (!(m->channels & (g ? kSmpl : kRotations))) continue;
            const uint8_t *count = from.Take(1);
            if (!count || !*count) return false;
            m->counts[g] = *count;
            if (!values(m, 3) || !turns(m, *count)) return false;
        }
        if (!(m->channels & kFace)) continue;
        const uint8_t *counts = from.Take(2);
        if (!counts) return false;
        m->weights = counts[0], m->fingers = counts[1];
        if (!values(m, counts[0]) || !turns(m, counts[1])) return false;
    }
    return from.at == from.end;
}

bool WireReader::ReadDelta(const uint8_t *p, size_t size)
{
    Decoder d(p + 2, p + size);
    const int64_t ticks = 2 * (int64_t)ticks_[0].now - ticks_[0].before + d.Integer(&ticks_[0].mean);
    const int64_t late = (int64_t)ticks_[1].now + d.Integer(&ticks_[1].mean);
    if (ticks < 0 || ticks > kMost || late > kMost || late < -kMost) return false;
    ticks_[0].before = ticks_[0].now, ticks_[0].now = (int32_t)ticks, ticks_[1].now = (int32_t)late;
    for (Member &m : members_) {
        for (int k = 0; k < 2; k++) {
            const int64_t now = (int64_t)m.tracks[k].now + d.Integer(&m.tracks[k].mean);
            if (now < 0 || now > 255) return false;
            m.tracks[k].now = (int32_t)now;
        }
        const int32_t how = d.Integer(&m.tracks[2].mean);
        if (how < 0 || how > 2) return false;
        if (how == 1) m.seq++;
        if (how == 2) {
            m.seq = 0;
            for (int i = 0; i < 5; i++) m.seq = m.seq << 12 | d.Bits(12);
        }
        for (size_t k = 3; k < m.tracks.size(); k++) {
            Track &t = m.tracks[k];
            const int32_t change = 13 * (t.now - t.before) + 8;
            const int64_t now =
                (int64_t)t.now + (change >= 0 ? change / 16 : -((15 - change) / 16)) + d.Integer(&t.mean);
            t.before = t.now;
            if (now > kMost || now < -kMost || now - t.before > kMost || t.before - now > kMost) return false;
            t.now = (int32_t)now;
        }
    }
    age_++;
    return d.at == d.end && d.beyond <= 4;
}

void WireReader::Show(Character *out, const Member &m) const
{
    const Track *t = m.tracks.data();
    const Turn *r = m.turns.data();
    out->id = m.id, out->seq = m.seq, out->channels = m.channels;
    out->contacts = t[0].now, out->gait = t[1].now;
    out->phase = (float)(t[3].now & 255) * (float)(2 * kPi / 256);
    out->root = Vec3{(float)t[4].now / 1024, (float)t[5].now / 1024, (float)t[6].now / 1024};
    out->yaw = (float)(((t[7].now + 8192) & 16383) - 8192) * (float)(2 * kPi / 16384);
    t += kFixed;
    const float unit = 1.0f / (float)(1 << place_bits_);
    const auto place = [&t, unit]() {
        t += 3;
        return Vec3{(float)t[-3].now * unit, (float)t[-2].now * unit, (float)t[-1].now * unit};
    };
    const auto rotations = [&t, &r](std::vector<Quat> *to, int count) {
        for (int k = 0; k < count; k++, t += 3, r++)
            to->push_back(
                Times(r->reference, FromParameters((float)t[0].now * r->step, (float)t[1].now * r->step,
                                                   (float)t[2].now * r->step)));
    };
    out->has_hips = m.counts[0] > 0;
    if (m.counts[0]) out->hips = place(), rotations(&out->rotations, m.counts[0]);
    if (m.counts[1]) out->smpl_pelvis = place(), rotations(&out->smpl_rotations, m.counts[1]);
    for (int i = 0; i < m.weights; i++, t++) out->face_weights.push_back((float)t->now / 128);
    rotations(&out->finger_rotations, m.fingers);
}

const char *FaceName(int index)
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
    return index >= 0 && index < (int)(sizeof names / sizeof *names) ? names[index] : nullptr;
}

Vec3 Character::World(const Vec3 &p) const
{
    const float c = std::cos(yaw), s = std::sin(yaw);
    return Vec3{root.x + c * p.x + s * p.z, root.y + p.y, root.z - s * p.x + c * p.z};
}

Vec3 Mix(const Vec3 &a, const Vec3 &b, float t)
{
    return Vec3{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t};
}

float Dot(const Quat &a, const Quat &b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

Quat Slerp(const Quat &a, Quat b, float t)
{
    float dot = Dot(a, b);
    if (dot < 0) b = Quat{-b.x, -b.y, -b.z, -b.w}, dot = -dot;
    const float angle = std::acos(std::min(1.0f, dot)), s = std::sin(angle);
    const float p = s < 1e-4f ? 1 - t : std::sin((1 - t) * angle) / s,
                q = s < 1e-4f ? t : std::sin(t * angle) / s;
    const Quat m{p * a.x + q * b.x, p * a.y + q * b.y, p * a.z + q * b.z, p * a.w + q * b.w};
    const float length = std::sqrt(Dot(m, m));
    return Quat{m.x / length, m.y / length, m.z / length, m.w / length};
}

double Wrap(double angle)
{
    return angle - 2 * kPi * std::round(angle / (2 * kPi));
}

namespace unreal
{

Vec3 Place(const Vec3 &p)
{
    return Vec3{100 * p.z, -100 * p.x, 100 * p.y};
}

Vec3 Stage(const Vec3 &p)
{
    return Vec3{-p.y / 100, p.z / 100, p.x / 100};
}

Quat Turn(const Quat &q)
{
    return Quat{-q.z, q.x, -q.y, q.w};
}

float YawDegrees(float yaw)
{
    return -yaw * (float)(180 / kPi);
}

float Yaw(float degrees)
{
    return -degrees * (float)(kPi / 180);
}

Vec3 FilePlace(const Vec3 &p)
{
    return Vec3{100 * p.x, 100 * p.z, 100 * p.y};
}

Quat FileTurn(const Quat &q)
{
    return Quat{-q.x, -q.z, -q.y, q.w};
}

void Move(float out[2], float right, float ahead)
{
    out[0] = -right;
    out[1] = ahead;
}

} // namespace unreal

/* -- inputs ---------------------------------------------------------------------- */

namespace
{

/* Put*: append a little-endian value. */
void Put(std::string *out, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) out->push_back((char)(value >> (8 * i)));
}

void PutFloat(std::string *out, float value)
{
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    Put(out, bits, 4);
}

/* Appends a value from -1 to 1 as a signed integer of 16 bits; values outside are clamped. */
void PutUnit(std::string *out, double value)
{
    Put(out, (uint32_t)std::lrint(std::max(-1.0, std::min(1.0, value)) * 32767), 2);
}

} // namespace

std::string Input::Write() const
{
    std::string out;
    Put(&out, 1, 1);
    Put(&out, (jump ? 1u : 0) | (responsive ? 2u : 0) | (has_look ? 4u : 0), 1);
    Put(&out, (uint32_t)gait, 1);
    Put(&out, (uint32_t)axes, 1);
    Put(&out, id, 4);
    Put(&out, (uint32_t)seq, 4);
    PutFloat(&out, move[0]);
    PutFloat(&out, move[1]);
    PutUnit(&out, has_look ? look[0] : 0);
    PutUnit(&out, has_look ? look[1] : 0);
    PutUnit(&out, Wrap(camera_yaw) / kPi);
    Put(&out, (uint32_t)std::lrint(std::max(0.0f, std::min(1.0f, strafe)) * 65535), 2);
    PutFloat(&out, speed);
    if (seq > UINT32_MAX) Put(&out, (uint32_t)(seq >> 32), 4);
    return out;
}

/* -- interpolation ------------------------------------------------------------------- */

namespace
{

/* Largest number of stored frames. */
const size_t kCapacity = 64;
/* kLimit: longest extrapolation, s. kGap: frames farther apart than this are not interpolated, s. kWindow: period over which the clock difference is
 * measured, s. kSlew: largest change of the clock difference, seconds per second. */
const double kLimit = 0.1, kGap = 0.5, kWindow = 4, kSlew = 0.05;

/* Negates each quaternion of q that is farther from that of `before` than its negative. Both signs are the same rotation. */
void Nearer(std::vector<Quat> *q, const std::vector<Quat> &before)
{
    if (q->size() != before.size()) return;
    for (size_t i = 0; i < q->size(); i++) {
        Quat &c = (*q)[i];
        if (Dot(c, before[i]) < 0) c = Quat{-c.x, -c.y, -c.z, -c.w};
    }
}

void MixAll(std::vector<Vec3> *out, const std::vector<Vec3> &a, const std::vector<Vec3> &b, float t)
{
    if (a.size() != b.size()) return;
    for (size_t i = 0; i < a.size(); i++) (*out)[i] = Mix(a[i], b[i], t);
}

void SlerpAll(std::vector<Quat> *out, const std::vector<Quat> &a, const std::vector<Quat> &b, float t)
{
    if (a.size() != b.size()) return;
    for (size_t i = 0; i < a.size(); i++) (*out)[i] = Slerp(a[i], b[i], t);
}

} // namespace

Character Between(const Character &a, const Character &b, float t)
{
    Character out = t < 0.5f ? a : b;
    out.root = Mix(a.root, b.root, t);
    out.yaw = a.yaw + (float)Wrap(b.yaw - a.yaw) * t;
    const double phase = a.phase + Wrap(b.phase - a.phase) * t;
    out.phase = (float)(phase - 2 * kPi * std::floor(phase / (2 * kPi)));
    MixAll(&out.joints, a.joints, b.joints, t);
    MixAll(&out.trajectory, a.trajectory, b.trajectory, t);
    MixAll(&out.vertices, a.vertices, b.vertices, t);
    SlerpAll(&out.rotations, a.rotations, b.rotations, t);
    SlerpAll(&out.smpl_rotations, a.smpl_rotations, b.smpl_rotations, t);
    out.smpl_pelvis = Mix(a.smpl_pelvis, b.smpl_pelvis, t);
    if (a.node_rotations.size() == b.node_rotations.size()) out.node_root = Mix(a.node_root, b.node_root, t);
    SlerpAll(&out.node_rotations, a.node_rotations, b.node_rotations, t);
    MixAll(&out.node_translations, a.node_translations, b.node_translations, t);
    out.hips = Mix(a.hips, b.hips, t);
    SlerpAll(&out.finger_rotations, a.finger_rotations, b.finger_rotations, t);
    if (a.face_weights.size() == b.face_weights.size())
        for (size_t i = 0; i < a.face_weights.size(); i++)
            out.face_weights[i] = a.face_weights[i] + (b.face_weights[i] - a.face_weights[i]) * t;
    return out;
}

void Timeline::Clear()
{
    *this = Timeline();
}

/* The target is the least difference between arrival and frame time of the last 2 to 4 seconds, because it belongs to the frame with the shortest
 * transmission time. The window has two halves, so that an old minimum is dropped. The offset approaches the target by at most kSlew, so that motion stays
 * smooth; it jumps to a target that is more than 1 s away. */
void Timeline::TakeTime(double time, double now)
{
    if (now - since_ > kWindow / 2) {
        halves_[0] = halves_[1];
        halves_[1] = 1e300;
        since_ = now;
    }
    halves_[1] = std::min(halves_[1], now - time);
    const double target = std::min(halves_[0], halves_[1]);
    if (!has_offset_ || std::abs(target - offset_) > 1) offset_ = target;
    const double most = has_offset_ ? kSlew * std::max(0.0, now - last_) : 0;
    offset_ += std::max(-most, std::min(most, target - offset_));
    has_offset_ = true;
    last_ = now;
}

bool Timeline::Push(Frame frame)
{
    if (!entries_.empty() && frame.time <= entries_.back().first) return false;
    Entry entry;
    for (Character &who : frame.characters) {
        if (gone_.count(who.id)) continue;
        if (const Character *was = Newest(who.id)) {
            Nearer(&who.rotations, was->rotations);
            Nearer(&who.smpl_rotations, was->smpl_rotations);
            Nearer(&who.finger_rotations, was->finger_rotations);
            Nearer(&who.node_rotations, was->node_rotations);
        }
        const uint32_t id = who.id;
        entry[id] = std::move(who);
    }
    entries_.emplace_back(frame.time, std::move(entry));
    if (entries_.size() > kCapacity) entries_.pop_front();
    return true;
}

void Timeline::Remove(uint32_t id)
{
    gone_.insert(id);
    for (auto &entry : entries_) entry.second.erase(id);
}

const Character *Timeline::Newest(uint32_t id) const
{
    if (entries_.empty()) return nullptr;
    const auto found = entries_.back().second.find(id);
    return found == entries_.back().second.end() ? nullptr : &found->second;
}

bool Timeline::Sample(Character *out, uint32_t id, double time) const
{
    if (entries_.empty()) return false;
    size_t k = entries_.size() - 1;
    while (k > 0 && entries_[k].first > time) k--;
    const auto found = entries_[k].second.find(id);
    if (found == entries_[k].second.end()) return false;
    *out = found->second;
    if (time <= entries_[k].first) return true;
    const double step = k + 1 < entries_.size() ? entries_[k + 1].first - entries_[k].first : 0;
    if (step == 0 || step > kGap) return Beyond(out, k, time), true;
    const auto next = entries_[k + 1].second.find(id);
    if (next == entries_[k + 1].second.end()) return false;
    *out = Between(found->second, next->second, (float)((time - entries_[k].first) / step));
    return true;
}

void Timeline::Beyond(Character *out, size_t k, double time) const
{
    const double step = k > 0 ? entries_[k].first - entries_[k - 1].first : 0;
    if (step == 0 || step > kGap) return;
    const auto before = entries_[k - 1].second.find(out->id);
    if (before == entries_[k - 1].second.end()) return;
    const float t = (float)(1 + std::min(time - entries_[k].first, kLimit) / step);
    const Character &was = before->second;
    out->root = Mix(was.root, out->root, t);
    out->yaw = was.yaw + (float)Wrap(out->yaw - was.yaw) * t;
}

/* -- text messages ---------------------------------------------------------------------- */

namespace
{

/* Parser of JSON. Each function returns false if the text is invalid. */
struct Scanner {
    const char *at, *end;

    /* Skips white space and returns the next character without reading it. 0: end of the text. */
    char Peek()
    {
        while (at < end && std::strchr(" \t\r\n", *at) && *at) at++;
        return at < end ? *at : 0;
    }
    /* Reads the character c if it is the next one. Returns false, and reads nothing, if it is not. */
    bool Take(char c)
    {
        return Peek() == c && (at++, true);
    }
    bool Word(const char *word)
    {
        const size_t length = std::strlen(word);
        if ((size_t)(end - at) < length || std::memcmp(at, word, length) != 0) return false;
        at += length;
        return true;
    }
    bool Text(std::string *out);
    bool Hex(std::string *out);
    bool Number(double *out);
    bool Any(Value *out, int depth);
    bool List(Value *out, int depth);
    bool Object(Value *out, int depth);
};

/* Appends the UTF-8 encoding of a code point below 65536. */
void PutUtf8(std::string *out, unsigned c)
{
    if (c < 0x80) {
        out->push_back((char)c);
    } else if (c < 0x800) {
        out->push_back((char)(0xc0 | c >> 6));
        out->push_back((char)(0x80 | (c & 63)));
    } else {
        out->push_back((char)(0xe0 | c >> 12));
        out->push_back((char)(0x80 | (c >> 6 & 63)));
        out->push_back((char)(0x80 | (c & 63)));
    }
}

/* Reads the four digits of a Unicode escape and appends the character as UTF-8. */
bool Scanner::Hex(std::string *out)
{
    unsigned code = 0;
    if (end - at < 4) return false;
    for (int i = 0; i < 4; i++) {
        const char *digits = "0123456789abcdef", *d = std::strchr(digits, *at | 32);
        if (!*at || !d) return false;
        code = 16 * code + (unsigned)(d - digits);
        at++;
    }
    PutUtf8(out, code);
    return true;
}

bool Scanner::Text(std::string *out)
{
    if (!Take('"')) return false;
    while (at < end && *at != '"') {
        if ((unsigned char)*at < 32) return false;
        if (*at != '\\') {
            out->push_back(*at++);
            continue;
        }
        if (++at == end || !*at) return false;
        const char *names = "\"\\/bfnrt", *found = std::strchr(names, *at);
        if (!found && *at != 'u') return false;
        at++;
        if (found)
            out->push_back("\"\\/\b\f\n\r\t"[found - names]);
        else if (!Hex(out))
            return false;
    }
    return at++ < end;
}

bool Scanner::Number(double *out)
{
    const std::string digits(
        at, std::find_if(at, end, [](char c) { return !c || !std::strchr("+-.0123456789eE", c); }));
    char *last = nullptr;
    *out = std::strtod(digits.c_str(), &last);
    at += digits.size();
    return !digits.empty() && !*last;
}

bool Scanner::List(Value *out, int depth)
{
    out->type = Value::kList;
    if (Take(']')) return true;
    do {
        out->list.emplace_back();
        if (!Any(&out->list.back(), depth + 1)) return false;
    } while (Take(','));
    return Take(']');
}

bool Scanner::Object(Value *out, int depth)
{
    out->type = Value::kObject;
    if (Take('}')) return true;
    do {
        out->members.emplace_back();
        if (!Text(&out->members.back().first) || !Take(':') || !Any(&out->members.back().second, depth + 1))
            return false;
    } while (Take(','));
    return Take('}');
}

bool Scanner::Any(Value *out, int depth)
{
    const char c = Peek();
    if (depth > 32) return false;
    if (c == '{') return at++, Object(out, depth);
    if (c == '[') return at++, List(out, depth);
    if (c == '"') return out->type = Value::kText, Text(&out->text);
    if (c == 'n') return Word("null");
    out->type = c == 't' || c == 'f' ? Value::kBool : Value::kNumber;
    out->number = c == 't';
    if (c == 't' || c == 'f') return Word(c == 't' ? "true" : "false");
    return Number(&out->number);
}

/* Returns a text as a JSON string. Control characters are left out. */
std::string Quoted(const std::string &text)
{
    std::string out = "\"";
    for (char c : text) {
        if ((unsigned char)c < 32) continue;
        if (c == '"' || c == '\\') out.push_back('\\');
        out.push_back(c);
    }
    return out + "\"";
}

/* Returns a number as JSON with nine significant digits, which represent a float exactly. */
std::string Digits(double value)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    return text;
}

/* Returns a JSON member after a comma, or an empty text if the value is 0. */
std::string Given(const char *name, float value)
{
    return value != 0 ? std::string(",\"") + name + "\":" + Digits(value) : "";
}

/* Returns names separated by commas as a JSON array: a,b becomes ["a","b"]. */
std::string QuotedList(const std::string &names)
{
    std::string out = "[\"";
    for (char c : names) c == ',' ? out += "\",\"" : out += c;
    return out + "\"]";
}

} // namespace

bool Value::Read(Value *out, const std::string &json)
{
    Scanner from{json.data(), json.data() + json.size()};
    *out = Value();
    return from.Any(out, 0) && !from.Peek() && from.at == from.end;
}

const Value &Value::operator[](const char *name) const
{
    static const Value none;
    for (const auto &member : members)
        if (member.first == name) return member.second;
    return none;
}

Vec3 Value::Point() const
{
    return list.size() == 3 ? Vec3{(float)list[0].number, (float)list[1].number, (float)list[2].number}
                            : Vec3{0, 0, 0};
}

/* -- sessions ---------------------------------------------------------------------------- */

namespace
{

/* Replaces every byte that is not an unreserved character of RFC 3986 by %XX. */
std::string Escaped(const std::string &text)
{
    static const char digits[] = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const unsigned char u = (unsigned char)c;
        const bool is_plain = (u >= '0' && u <= '9') || (u >= 'A' && u <= 'Z') || (u >= 'a' && u <= 'z') ||
                              c == '-' || c == '.' || c == '_' || c == '~';
        if (is_plain)
            out.push_back(c);
        else
            out += {'%', digits[u >> 4], digits[u & 15]};
    }
    return out;
}

/* Returns a number as an unsigned integer, or 0 if it is negative or larger than most. */
uint32_t Whole(const Value &v, double most = 4294967295.0)
{
    return v.number >= 0 && v.number <= most ? (uint32_t)v.number : 0;
}

/* Reads an element of `skeletons` of the message `welcome`. */
Skeleton SkeletonOfValue(const Value &told)
{
    Skeleton s;
    s.model = told["model"].text;
    s.is_default = told["default"].number != 0;
    s.samples = (int)Whole(told["samples"], 65535);
    for (const Value &joint : told["joints"].list) {
        const auto above = std::find(s.names.begin(), s.names.end(), joint["parent"].text);
        s.parents.push_back(above == s.names.end() ? -1 : (int)(above - s.names.begin()));
        s.names.push_back(joint["name"].text);
        s.offsets.push_back(joint["offset"].Point());
    }
    return s;
}

} // namespace

std::string Path(const std::string &kind, const std::string &id, const std::string &more,
                 const std::vector<std::pair<std::string, std::string>> &query)
{
    std::string path = "/v1/" + kind;
    if (!id.empty()) path += "/" + Escaped(id);
    if (!more.empty()) path += "/" + more;
    for (size_t i = 0; i < query.size(); i++)
        path += (i ? "&" : "?") + Escaped(query[i].first) + "=" + Escaped(query[i].second);
    return path;
}

Session::Session(const std::string &channels) : profile_(",\"channels\":" + QuotedList(channels))
{
}

Figure *Session::Spawn(float x, float z, float facing, const std::string &model)
{
    figures_.emplace_back();
    Figure *figure = &figures_.back();
    figure->position[0] = x;
    figure->position[1] = z;
    figure->facing = facing;
    figure->wanted = model;
    live_.push_back(figure);
    if (state == State::Open) Place(figure, figure->position, facing);
    return figure;
}

Figure *Session::SpawnCharacter(const std::string &character, float x, float z, float facing)
{
    figures_.emplace_back();
    Figure *figure = &figures_.back();
    figure->position[0] = x;
    figure->position[1] = z;
    figure->facing = facing;
    figure->character = character;
    live_.push_back(figure);
    if (state == State::Open) Place(figure, figure->position, facing);
    return figure;
}

Figure *Session::SpawnWith(const std::string &members, float x, float z, float facing)
{
    figures_.emplace_back();
    Figure *figure = &figures_.back();
    figure->position[0] = x;
    figure->position[1] = z;
    figure->facing = facing;
    figure->members = members;
    live_.push_back(figure);
    if (state == State::Open) Place(figure, figure->position, facing);
    return figure;
}

void Session::Despawn(Figure *figure)
{
    live_.erase(std::remove(live_.begin(), live_.end(), figure), live_.end());
    if (!figure->id) return;
    timeline.Remove(figure->id);
    Ask("despawn", ",\"id\":" + std::to_string(figure->id));
    figure->id = 0;
}

uint64_t Session::Send(Figure *figure, const Input &input)
{
    if (std::fabs(input.camera_yaw) >
        6.29f) /* the server cannot warn: bytes have a direction within half a turn */
        WarnOnce("input", "/camera_yaw",
                 Digits(input.camera_yaw) +
                     "; -6.283 to 6.283 radians (a full turn) are usual, so this looks like degrees");
    figure->held = input;
    figure->held.seq = ++figure->seq;
    figure->has_held = true;
    figure->route.clear();
    SendHeld(figure);
    return figure->seq;
}

unsigned Session::Follow(Figure *figure, const std::vector<float> &path, const Route &route)
{
    static const char *const gaits[] = {"", "walk", "jog", "run", "crouch"};
    std::string points;
    for (size_t i = 0; i + 1 < path.size(); i += 2)
        points += (i ? ",[" : "[") + Digits(path[i]) + "," + Digits(path[i + 1]) + "]";
    std::string members = ",\"path\":[" + points + "]";
    if (route.closed) members += ",\"closed\":true";
    if (route.round) members += ",\"round\":true";
    if (route.gait > 0 && route.gait < 5) members += ",\"gait\":" + Quoted(gaits[route.gait]);
    members += Given("space", route.space) + Given("wander", route.wander) +
               Given("lookahead", route.lookahead) + Given("speed", route.speed);
    figure->has_held = false;
    figure->route = members;
    return AskOf(figure, "follow", members);
}

unsigned Session::Sit(Figure *figure, const Seat &seat)
{
    return AskOf(figure, "sit",
                 ",\"seat\":[" + Digits(seat.at[0]) + "," + Digits(seat.at[1]) +
                     "],\"facing\":" + Digits(seat.facing) + ",\"height\":" + Digits(seat.height) +
                     Given("seconds", seat.seconds) + Given("space", seat.space));
}

unsigned Session::StandUp(Figure *figure)
{
    return AskOf(figure, "sit", "");
}

unsigned Session::AskOf(const Figure *figure, const std::string &type, const std::string &members)
{
    return figure->id ? Ask(type, ",\"id\":" + std::to_string(figure->id) + members) : 0;
}

unsigned Session::Profile(const std::string &channels, int divisor, int bits, int compact)
{
    divisor_ = divisor;
    profile_ = ",\"channels\":" + QuotedList(channels) + ",\"divisor\":" + std::to_string(divisor) +
               ",\"quantize\":" + std::to_string(bits) + ",\"compact\":" + std::to_string(compact);
    return Ask("profile", profile_);
}

unsigned Session::Ask(const std::string &type, const std::string &members)
{
    if (state != State::Open && type != "join") return 0;
    out.push_back(Packet{
        "{\"type\":" + Quoted(type) + ",\"ref\":\"" + std::to_string(++refs_) + "\"" + members + "}", true});
    return refs_;
}

void Session::Leave()
{
    if (state == State::Open)
        Ask("leave", "");
    else
        state = State::Closed;
}

bool Session::Sample(Character *who, const Figure *figure, double now) const
{
    return timeline.HasOffset() && figure->id &&
           timeline.Sample(who, figure->id, now - timeline.Offset() - delay * Divisor() / tick_rate_);
}

const Skeleton &Session::SkeletonOf(const std::string &model) const
{
    static const Skeleton none;
    const Skeleton *best = skeletons.empty() ? &none : &skeletons[0];
    for (const Skeleton &s : skeletons)
        if (s.is_default) best = &s;
    for (const Skeleton &s : skeletons)
        if (s.model == model) best = &s;
    return *best;
}

void Session::Connecting()
{
    state = State::Connecting;
    reason_.clear();
    quiet_ = 0;
    beat_at_ = -1;
}

void Session::Opened()
{
    state = State::Joining;
    is_final_ = false;
    after_ = 0;
    Join();
}

void Session::Join()
{
    std::string members;
    if (!token.empty())
        members = ",\"resume\":" + Quoted(token);
    else if (!watch.empty())
        members = ",\"watch\":" + Quoted(watch);
    else if (!scene.empty())
        members = ",\"scene\":" + Quoted(scene);
    join_ref_ = Ask("join", members);
}

void Session::Lost(double now)
{
    LoseFor(now, reason_.empty() ? "disconnected" : reason_);
}

void Session::LoseFor(double now, const std::string &reason)
{
    out.clear();
    spawning_.clear();
    if (state == State::Closed || is_final_) {
        state = State::Closed;
        return;
    }
    const double wait = std::min(longest_wait, first_wait * std::pow(2, std::min(attempts_++, 20)));
    next_try = now + after_ + wait * std::uniform_real_distribution<>(0.5, 1)(chance_);
    state = State::Waiting;
    if (on_disconnected) on_disconnected(reason);
}

/* The server ignores an input that is older than `stream.input_timeout`, so inputs are repeated. When a computer sleeps, leaves its Wi-Fi network or loses its
 * entry in a NAT, no side of the connection is notified; only the missing answers to pings show the loss. At most two seconds are counted between two calls, so
 * that a pause of the program does not count as silence. */
void Session::Beat(double now)
{
    if (state == State::Closed || state == State::Waiting) return;
    if (beat_at_ >= 0) quiet_ += std::max(0.0, std::min(2.0, now - beat_at_));
    beat_at_ = now;
    if (silence > 0 && quiet_ >= silence) return LoseFor(now, "silent");
    if (state != State::Open || now < beat_due_) return;
    beat_due_ = now + (silence > 0 ? std::min(1.0, silence / 4) : 1.0);
    for (Figure *figure : live_) SendHeld(figure);
    Ask("ping", ",\"time\":0");
}

void Session::HeardBytes(const void *bytes, size_t size, double now)
{
    Frame frame;
    quiet_ = 0;
    const auto counts_of = [this](uint32_t who) {
        std::string model;
        for (const Figure *figure : live_)
            if (figure->id == who) model = figure->model;
        const Skeleton &s = SkeletonOf(model);
        return Counts{(int)s.names.size(), s.samples};
    };
    if (skeletons.empty()) return;
    const bool is_read = WireReader::IsCompact(bytes, size) ? wire.Read(&frame, bytes, size)
                                                            : ReadFrame(&frame, bytes, size, counts_of);
    if (!is_read) return;
    timeline.TakeTime(frame.time, now);
    if (timeline.Push(frame) && on_frame) on_frame(frame);
}

void Session::HeardText(const std::string &text)
{
    Value message;
    quiet_ = 0;
    if (!Value::Read(&message, text)) return;
    const std::string &type = message["type"].text;
    const unsigned ref = (unsigned)std::strtoul(message["ref"].text.c_str(), nullptr, 10);
    if (type == "welcome") TakeWelcome(message);
    if (type == "spawned" && ref) WarnOfAll("spawn", message);
    if (type == "warned") WarnOfAll(message["of"].text, message);
    if (type == "spawned") TakeSpawned(message, ref);
    if (type == "error") TakeError(message, ref);
    if (type == "lowered") {
        lowered_ = message["divisor"].number;
        if (on_lowered) on_lowered(message);
    }
    if (type == "event" && on_event)
        for (Figure *figure : std::vector<Figure *>(live_))
            if (figure->id == Whole(message["id"])) on_event(figure, message);
    if (type == "bye") {
        const std::string &reason = message["reason"].text;
        reason_ = reason;
        is_final_ = !message["come_back"].number || reason == "left" || reason == "taken_over" ||
                    reason == "too_many_errors";
        after_ = message["after"].number;
        if (is_final_ && reason != "left") WarnOnce(reason, message);
    }
    if (ref && on_answer) on_answer(ref, message);
}

void Session::TakeWelcome(const Value &message)
{
    const std::string before = id;
    id = message["session"].text;
    token = message["resume_token"].text;
    lowered_ = 0;
    tick_rate_ = message["tick_rate"].number;
    skeletons.clear();
    for (const Value &told : message["skeletons"].list) skeletons.push_back(SkeletonOfValue(told));
    attempts_ = 0;
    state = State::Open;
    Ask("profile", profile_);
    const bool is_new = before != id;
    for (Figure *figure : live_) {
        if (!is_new && figure->id) {
            SendHeld(figure);
            continue;
        }
        const Character *was = timeline.Newest(figure->id);
        const float at[2] = {was ? was->root.x : figure->position[0],
                             was ? was->root.z : figure->position[1]};
        figure->id = 0;
        Place(figure, at, was ? was->yaw : figure->facing);
    }
    if (is_new) timeline.Clear();
    if (on_welcome) on_welcome(message, is_new && !before.empty());
}

void Session::Place(Figure *figure, const float position[2], float facing)
{
    const std::string who = !figure->character.empty() ? ",\"character\":" + Quoted(figure->character)
                            : figure->wanted.empty()   ? ""
                                                       : ",\"model\":" + Quoted(figure->wanted);
    spawning_[Ask("spawn", who + (figure->members.empty() ? "" : "," + figure->members) + ",\"position\":[" +
                               Digits(position[0]) + "," + Digits(position[1]) +
                               "],\"facing\":" + Digits(facing))] = figure;
}

void Session::TakeSpawned(const Value &message, unsigned ref)
{
    const auto found = spawning_.find(ref);
    if (found == spawning_.end()) return;
    Figure *figure = found->second;
    spawning_.erase(found);
    figure->id = Whole(message["id"]);
    figure->model = message["model"].text;
    figure->joints.clear();
    for (const Value &name : message["joints"].list) figure->joints.push_back(name.text);
    figure->root = message["root"].text;
    figure->translated.clear();
    for (const Value &name : message["translated"].list) figure->translated.push_back(name.text);
    if (!figure->joints.empty()) figure->scale = (float)message["scale"].number;
    if (std::find(live_.begin(), live_.end(), figure) == live_.end()) return Despawn(figure);
    SendHeld(figure);
    if (!figure->route.empty()) AskOf(figure, "follow", figure->route);
    if (on_spawned) on_spawned(figure);
}

/* If the error answers `join`: a session that cannot be resumed is replaced by a new one; any other error except "busy" and "limit" is permanent. */
void Session::TakeError(const Value &message, unsigned ref)
{
    const std::string &code = message["code"].text;
    spawning_.erase(ref);
    if (on_error)
        on_error(message);
    else if (!ref || !on_answer)
        WarnOnce(code, message);
    if (ref != join_ref_) return;
    if (code == "not_found" && !token.empty()) {
        token.clear();
        Join();
    } else {
        is_final_ = code != "busy" && code != "limit";
    }
}

/* Reports each pair of code and pointer once, because inputs are repeated every second and so are their errors. */
void Session::WarnOnce(const std::string &code, const std::string &pointer, const std::string &detail)
{
    if (warned_.size() >= 32 || !warned_.insert(code + " " + pointer).second) return;

    const std::string line = "posed: " + code + ": " + (pointer.empty() ? "" : pointer + ": ") + detail;
    if (warn)
        warn(line);
    else
        std::fprintf(stderr, "%s\n", line.c_str());
}

void Session::WarnOnce(const std::string &code, const Value &message)
{
    WarnOnce(code, message["pointer"].text, message["detail"].text);
}

void Session::WarnOfAll(const std::string &code, const Value &message)
{
    for (const Value &warning : message["warnings"].list) WarnOnce(code, warning);
}

void Session::SendHeld(Figure *figure)
{
    if (state != State::Open || !figure->id || !figure->has_held) return;
    figure->held.id = figure->id;
    out.push_back(Packet{figure->held.Write(), false});
}

} // namespace posed
