#ifndef PD_TOOLS_CLIENT_RECORDING_H
#define PD_TOOLS_CLIENT_RECORDING_H
/* A session in a file: every message with the time of its arrival, as it came. docs/reference/stream.md has the bytes.
 *
 *     file     "PSDR", u8 version 1, 3 zeros, f64 Unix time of the beginning; then records
 *     record   u32 size, u8 kind, 3 zeros, f64 seconds since the beginning, the message        (little-endian)
 *
 * Reading checks magic, version, kinds, zeros, sizes and that times do not run backwards; ERR_FORMAT names the byte. A file that ends
 * within a record (its writer was killed, say) is whole up to there: cut_short tells how many bytes were left.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdio.h>

#define PD_TOOL_RECORD_MAX (16u << 20) /* bytes of a message */

typedef enum pd_tool_record_kind {
    PD_TOOL_RECORD_TEXT,        /* from the server      */
    PD_TOOL_RECORD_BINARY,      /* from the server      */
    PD_TOOL_RECORD_TEXT_SENT,   /* by us                */
    PD_TOOL_RECORD_BINARY_SENT, /* by us                */
    PD_TOOL_RECORD_LOST,        /* the connection was lost; the bytes say why */
    PD_TOOL_RECORD_KINDS
} pd_tool_record_kind;

/* Borrowed from the file. */
typedef struct pd_tool_record {
    pd_tool_record_kind kind;
    double time; /* seconds since the beginning */
    const unsigned char *bytes;
    size_t size;
} pd_tool_record;

typedef struct pd_tool_recording {
    const char *name;
    pd_bytes file;
    size_t at, cut_short;
    double began; /* Unix time                */
    double time;  /* of the record before     */
} pd_tool_recording;

/* bytes and name are borrowed. */
pd_status pd_tool_recording_open(pd_tool_recording *out, pd_bytes bytes, const char *name, pd_error *err);
/* *more 0: that was the last. */
pd_status pd_tool_recording_next(pd_tool_recording *recording, pd_tool_record *out, int *more, pd_error *err);

typedef struct pd_tool_recorder {
    FILE *file;
    const char *path;
    double began, flushed; /* monotonic */
    uint64_t records, bytes;
} pd_tool_recorder;

/* path is borrowed. ERR_IO. */
pd_status pd_tool_recorder_open(pd_tool_recorder *out, const char *path, pd_error *err);
/* now: monotonic seconds. Flushes once a second. Errors are reported by _close. */
void pd_tool_recorder_add(pd_tool_recorder *recorder, pd_tool_record_kind kind, double now, const void *bytes,
                          size_t size);
pd_status pd_tool_recorder_close(pd_tool_recorder *recorder, pd_error *err);

#endif
