#include "tools/client/recording.h"

#include "tools/base/progress.h"

#include <math.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#define HEAD   16
#define RECORD 16

/* Reads a little-endian 32-bit number. */
static uint32_t get32(const unsigned char *p)
{
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* Reads a little-endian double. */
static double get_double(const unsigned char *p)
{
    uint64_t bits = get32(p) | (uint64_t)get32(p + 4) << 32;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Returns a format error with the file's name and the position in it. */
static pd_status fail_at_recording(const pd_tool_recording *r, size_t at, pd_error *err, const char *what)
{
    char where[192];
    snprintf(where, sizeof where, "%.160s:byte %zu", r->name, at);
    return pd_fail(err, PD_ERR_FORMAT, where, "%s", what);
}

pd_status pd_tool_recording_open(pd_tool_recording *out, pd_bytes bytes, const char *name, pd_error *err)
{
    *out = (pd_tool_recording){.name = name, .file = bytes, .at = HEAD};
    if (bytes.size < HEAD || memcmp(bytes.data, "PSDR", 4))
        return fail_at_recording(out, 0, err,
                                 "the file is not a recording of a session (posedctl record makes them)");
    if (bytes.data[4] != 1) return fail_at_recording(out, 4, err, "the version must be 1");
    if (bytes.data[5] || bytes.data[6] || bytes.data[7])
        return fail_at_recording(out, 5, err, "bytes 5 to 7 of the head must be 0");
    out->began = get_double(bytes.data + 8);
    if (!isfinite(out->began)) return fail_at_recording(out, 8, err, "the time is not a number");

    return PD_OK;
}

pd_status pd_tool_recording_next(pd_tool_recording *r, pd_tool_record *out, int *more, pd_error *err)
{
    size_t left = r->file.size - r->at;
    const unsigned char *p = r->file.data + r->at;

    *more = 0;
    *out = (pd_tool_record){0};
    if (left >= RECORD) {
        double time = get_double(p + 8);
        if (get32(p) > PD_TOOL_RECORD_MAX)
            return fail_at_recording(r, r->at, err, "a message has more than 16 MiB; at most 16 MiB allowed");
        if (p[4] >= PD_TOOL_RECORD_KINDS)
            return fail_at_recording(r, r->at + 4, err, "the kind of a message is not known");
        if (p[5] || p[6] || p[7])
            return fail_at_recording(r, r->at + 5, err, "bytes 5 to 7 of a message must be 0");
        if (!(time >= r->time && time < 1e9))
            return fail_at_recording(r, r->at + 8, err, "the time is before that of the message before it");
    }

    /* A recording that was interrupted ends within a record; what came before is good. */
    if (left < RECORD || left - RECORD < get32(p)) {
        r->cut_short = left;
        return PD_OK;
    }

    *out = (pd_tool_record){
        .kind = (pd_tool_record_kind)p[4], .time = get_double(p + 8), .bytes = p + RECORD, .size = get32(p)};
    r->time = out->time;
    r->at += RECORD + out->size;
    *more = 1;

    return PD_OK;
}

/* -- writing -------------------------------------------------------------------------- */

/* Writes a little-endian 32-bit number. */
static void recording_put32(unsigned char *p, uint32_t v)
{
    for (int i = 0; i < 4; i++) p[i] = (unsigned char)(v >> 8 * i);
}

/* Writes a little-endian double. */
static void put_double(unsigned char *p, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    recording_put32(p, (uint32_t)bits);
    recording_put32(p + 4, (uint32_t)(bits >> 32));
}

pd_status pd_tool_recorder_open(pd_tool_recorder *out, const char *path, pd_error *err)
{
    unsigned char head[HEAD] = "PSDR\1";
    struct timespec wall;

    *out = (pd_tool_recorder){.path = path, .began = pd_tool_clock_s()};
    out->flushed = out->began;
    clock_gettime(CLOCK_REALTIME, &wall);
    put_double(head + 8, (double)wall.tv_sec + 1e-9 * (double)wall.tv_nsec);
    out->file = fopen(path, "wb");
    if (!out->file) return pd_fail(err, PD_ERR_IO, path, "cannot be written: %m");
    fwrite(head, 1, sizeof head, out->file);

    return PD_OK;
}

void pd_tool_recorder_add(pd_tool_recorder *r, pd_tool_record_kind kind, double now, const void *bytes,
                          size_t size)
{
    unsigned char head[RECORD] = {0};

    recording_put32(head, (uint32_t)size);
    head[4] = (unsigned char)kind;
    put_double(head + 8, now > r->began ? now - r->began : 0);
    fwrite(head, 1, sizeof head, r->file);
    fwrite(bytes, 1, size, r->file);
    r->records++;
    r->bytes += RECORD + size;

    /* Write to disk once a second, so that little is lost if the program is killed. */
    if (now - r->flushed < 1) return;
    fflush(r->file);
    r->flushed = now;
}

pd_status pd_tool_recorder_close(pd_tool_recorder *r, pd_error *err)
{
    if (!r->file) return PD_OK;
    int bad = ferror(r->file);
    bad = fclose(r->file) || bad;
    r->file = NULL;
    return bad ? pd_fail(err, PD_ERR_IO, r->path, "writing failed; the disk may be full") : PD_OK;
}
