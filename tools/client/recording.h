#ifndef PD_TOOLS_CLIENT_RECORDING_H
#define PD_TOOLS_CLIENT_RECORDING_H
/* Writes and reads recordings of a session: every message with its time of arrival. docs/reference/stream.md
 * has the bytes.
 *
 *     file     "PSDR", u8 version 1, 3 zeros, f64 Unix time of the beginning; then records
 *     record   u32 size, u8 kind, 3 zeros, f64 seconds since the beginning, the message (little-endian)
 *
 * The reader checks magic, version, kinds, zeros, sizes and that times do not decrease; ERR_FORMAT names the
 * byte. A file that ends within a record, because the writer was killed, is read up to that record; cut_short
 * has the number of remaining bytes.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#include <stdio.h>

#define PD_TOOL_RECORD_MAX (16u << 20) /* largest message, bytes */

typedef enum pd_tool_record_kind {
    PD_TOOL_RECORD_TEXT,        /* text from the server    */
    PD_TOOL_RECORD_BINARY,      /* frame from the server   */
    PD_TOOL_RECORD_TEXT_SENT,   /* text of this client     */
    PD_TOOL_RECORD_BINARY_SENT, /* binary message of this client */
    PD_TOOL_RECORD_LOST,        /* the connection was lost; the bytes are the reason as text */
    PD_TOOL_RECORD_KINDS
} pd_tool_record_kind;

/* One record. Its pointer is valid while the file's bytes are. */
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
    double began; /* beginning of the recording, Unix time */
    double time;  /* time of the previous record           */
} pd_tool_recording;

/* Begins reading. bytes and name (for errors) must outlive the reader. */
pd_status pd_tool_recording_open(pd_tool_recording *out, pd_bytes bytes, const char *name, pd_error *err);
/* Reads the next record. *more becomes 0 after the last one. */
pd_status pd_tool_recording_next(pd_tool_recording *recording, pd_tool_record *out, int *more, pd_error *err);

typedef struct pd_tool_recorder {
    FILE *file;
    const char *path;
    double began, flushed; /* monotonic */
    uint64_t records, bytes;
} pd_tool_recorder;

/* Creates a file. path must outlive the writer. ERR_IO. */
pd_status pd_tool_recorder_open(pd_tool_recorder *out, const char *path, pd_error *err);
/* Appends a record and flushes once a second. now: monotonic seconds. Errors are reported by _close. */
void pd_tool_recorder_add(pd_tool_recorder *recorder, pd_tool_record_kind kind, double now, const void *bytes,
                          size_t size);
pd_status pd_tool_recorder_close(pd_tool_recorder *recorder, pd_error *err);

#endif
