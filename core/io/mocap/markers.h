#ifndef PD_IO_MOCAP_MARKERS_H
#define PD_IO_MOCAP_MARKERS_H
/* Reads and writes the positions of optical markers, the reflective balls on a person that motion capture
 * systems track.
 *
 *   C3D   binary, of Intel, DEC and MIPS processors, positions as integers or floats (c3d.org's user guide):
 *         the header's counts, the parameters POINT:USED, SCALE, RATE, UNITS, LABELS (LABELS2 ...), Y_SCREEN
 *         and TRIAL:ACTUAL_START_FIELD, ACTUAL_END_FIELD (32 bits of frame number in two words); analogue
 *         samples are skipped
 *   TRC   text of Motion Analysis and OpenSim, with tabs between cells; an empty cell is a marker that was
 *         not seen. It does not say which axis is up. Rows that are missing by their frame numbers become
 *         frames without positions
 *   CSV   of Motive: the columns of types Marker, Unlabeled, Bone Marker and Rigid Body Marker; the last two,
 *         where the fitted bone expects a marker, are left out if the table has the marker itself. Positions
 *         and rotations of bones and bodies are skipped
 *   CSV   of Vicon Nexus: the block Trajectories; other blocks, velocities and accelerations are skipped
 *   TSV   of Qualisys: 3D data in millimetres, with or without number and time of a row
 *
 * Shapes   F frames, M markers.
 * Spaces   the file's axes; positions are converted from the file's unit (mm, cm, m, in) to metres. up_axis
 *          is the axis that the file declares as up.
 * Units    a C3D without POINT:UNITS is read in mm, cm or m by the median over the frames of the longest side
 *          of the box around all markers, which is 0.3 to 15 m for people; guessed_unit has it. Other formats
 *          without a unit are refused.
 * Missing  a marker that no camera saw in a frame is NaN in all three numbers. C3D marks it by a negative
 *          residual, text by an empty cell or NaN; in all 0 0 0 counts as not seen, in text also Cortex's
 *          9999999.
 * Limits   4096 markers, 10^7 frames, 10^8 positions, and never more than the file has bytes for.
 * Memory   one owner: pd_markers_deinit. On failure *out is empty.
 * Errors   ERR_FORMAT, ERR_RANGE, ERR_LIMIT at "name: place" (C3D: what is wrong, with its value) or
 *          "name:line" (text).
 */
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/size.h"

#define PD_MARKERS_NAME_BYTES 32 /* bytes of a name, the closing zero included */
#define PD_MARKERS_TEXT_BYTES 160

typedef struct pd_markers {
    int marker_count, frame_count;
    int first_frame; /* the number that the file gives its first frame */
    double rate;     /* frames a second, > 0 */
    int up_axis;     /* 0 x, 1 y, 2 z, 3 -x, 4 -y, 5 -z (core/math/up.h); -1: the file does not say */
    /* "millimetres": the unit that was assumed since the file does not say it; NULL: it does */
    const char *guessed_unit;
    /* values that a C3D states twice and differently, with the one that is used,
     * or a rate that no camera has; "" */
    char contradiction[PD_MARKERS_TEXT_BYTES];
    char (*names)[PD_MARKERS_NAME_BYTES]; /* (M) trimmed; "" for one without a label */
    /* (M) the person or thing that wears each: what stands before the last colon of its label; "" without one
     */
    char (*owners)[PD_MARKERS_NAME_BYTES];
    float *positions; /* (F,M,3) metres; NaN: not seen */
} pd_markers;

/* Parses a file of any of these formats, recognised by its bytes: the second byte of a C3D is 0x50. */
pd_status pd_markers_parse(pd_markers *out, pd_bytes file, const char *name, pd_error *err);
/* Returns the program that exported a table of markers: "Motive", "Vicon Nexus" or "Qualisys".
 * NULL for any other file. */
const char *pd_markers_table_program(pd_bytes file);
/* Parse a file of that format. */
pd_status pd_markers_parse_c3d(pd_markers *out, pd_bytes file, const char *name, pd_error *err);
pd_status pd_markers_parse_trc(pd_markers *out, pd_bytes file, const char *name, pd_error *err);
pd_status pd_markers_parse_table(pd_markers *out, pd_bytes file, const char *name, pd_error *err);
/* Appends a TRC file in millimetres. OpenSim expects positions with y up. ERR_MEMORY. */
pd_status pd_markers_write_trc(pd_buffer *out, const pd_markers *markers, const char *name, pd_error *err);
/* Frees names and positions and zeroes the struct. */
void pd_markers_deinit(pd_markers *markers);

/* Returns the number of the marker with that name, or -1. */
int pd_markers_find(const pd_markers *markers, const char *name);
/* Returns the fraction of the frames in which a marker was seen, 0 to 1. */
double pd_markers_seen(const pd_markers *markers, int marker);

/* Used by the readers: allocates names, owners and positions for marker_count and frame_count, with empty
 * names and NaN. ERR_LIMIT, ERR_MEMORY. */
pd_status pd_markers_make(pd_markers *markers, const char *name, pd_error *err);
/* Returns the metres in a unit such as "mm", in any case; 0 for an unknown unit. */
double pd_markers_unit(const char *unit);

#endif
