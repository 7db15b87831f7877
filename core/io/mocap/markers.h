#ifndef PD_IO_MOCAP_MARKERS_H
#define PD_IO_MOCAP_MARKERS_H
/* Optical markers: where reflective balls on a person were, frame by frame, as capture systems write it.
 *
 *   C3D   binary, of Intel, DEC and MIPS processors, positions as integers or floats (c3d.org's user guide): the header's counts, the
 *         parameters POINT:USED, SCALE, RATE, UNITS, LABELS (LABELS2 ...), Y_SCREEN and TRIAL:ACTUAL_START_FIELD, ACTUAL_END_FIELD
 *         (32 bits of frame number in two words); analogue samples are passed over
 *   TRC   text, of Motion Analysis and OpenSim: tabs between cells, an empty cell is a marker that was not seen
 *
 * Shapes   F frames, M markers.
 * Spaces   the file's own axes, metres (the file's unit: mm, cm, m, in). up_axis says which of them is up on the screen, if the file says so.
 * Unseen   a marker that no camera saw in a frame is NaN in all three numbers: a negative residual in C3D, an empty cell in TRC.
 * Limits   4096 markers, 10^7 frames, 10^8 positions, and never more than the file has bytes for.
 * Memory   one owner: pd_markers_deinit. On failure *out is empty.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT at "name: place" (C3D: what is wrong, with its value) or "name:line" (TRC).
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"

#define PD_MARKERS_NAME_BYTES 32 /* with the closing zero */

typedef struct pd_markers {
    int marker_count, frame_count;
    int first_frame;                      /* the number that the file gives its first frame */
    double rate;                          /* frames a second, > 0 */
    int up_axis;                          /* 0 x, 1 y, 2 z; -1: the file does not say */
    char (*names)[PD_MARKERS_NAME_BYTES]; /* (M) trimmed; "" for one without a label */
    float *positions;                     /* (F,M,3) metres; NaN: not seen */
} pd_markers;

/* By the bytes: a C3D has 0x50 in its second. */
pd_status pd_markers_parse(pd_markers *out, pd_bytes file, const char *name, pd_error *err);
pd_status pd_markers_parse_c3d(pd_markers *out, pd_bytes file, const char *name, pd_error *err);
pd_status pd_markers_parse_trc(pd_markers *out, pd_bytes file, const char *name, pd_error *err);
/* TRC, in millimetres; positions should have y up, as OpenSim expects it. ERR_MEMORY. */
pd_status pd_markers_write_trc(pd_buffer *out, const pd_markers *markers, const char *name, pd_error *err);
void pd_markers_deinit(pd_markers *markers);

/* The marker's number, or -1. */
int pd_markers_find(const pd_markers *markers, const char *name);
/* Share of the frames in which it was seen, 0 .. 1. */
double pd_markers_seen(const pd_markers *markers, int marker);

/* For readers: memory for what marker_count and frame_count say, all of it unseen and without names. ERR_LIMIT, ERR_MEMORY. */
pd_status pd_markers_make(pd_markers *markers, const char *name, pd_error *err);
/* Metres in the file's unit, "mm" and so on in any case; 0: not one that is known. */
double pd_markers_unit(const char *unit);

#endif
