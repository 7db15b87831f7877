#ifndef PD_IO_MOCAP_ROWS_H
#define PD_IO_MOCAP_ROWS_H
/* Reads lines and cells of tables of optical markers. Used by the readers of TRC and of the tables of Motive,
 * Nexus and Qualisys.
 *
 * A table has lines of cells with one separator between them. A cell may stand in double quotes, and then
 * contain the separator. Lines end with LF, CR LF or CR.
 *
 * Spaces   positions in the file's axes, converted to metres.
 * Memory   a reader owns nothing; text and name must outlive it.   Threads  one thread at a time.
 * Errors   at "name:line" of the current line, or at "name" for the table as a whole.
 */
#include "core/io/mocap/markers.h"

#include <stdbool.h>

#define PD_ROWS_CELL_BYTES 128 /* bytes of a cell, the closing zero included; longer cells are cut */

typedef struct pd_rows {
    const char *at, *end, *name; /* lines that are still to be read       */
    const char *cell, *stop;     /* cells that are still to be read; cell NULL: none */
    int line;                    /* number of the current line, from 1    */
    char separator;
    pd_error *err;
} pd_rows;

/* The number and the time of a row; time NaN: none. */
typedef struct pd_rows_stamp {
    int frame;
    double time;
} pd_rows_stamp;

/* Begins at the start of `file`, behind a byte-order mark. */
void pd_rows_init(pd_rows *rows, pd_bytes file, char separator, const char *name, pd_error *err);
/* Fills *err with the place "name:line" and returns `status`. */
pd_status pd_rows_fail(const pd_rows *rows, pd_status status, const char *format, ...) PD_PRINTF(3, 4);
/* Fails because `cell` is not a number; `what` names what it should be. */
pd_status pd_rows_fail_number(const pd_rows *rows, const char *what, const char *cell);
/* Reads the next line. Returns false at the end of the text. */
bool pd_rows_next(pd_rows *rows);
/* Reads the next cell, without blanks and quotes around it. Bytes outside ASCII become '_'. Returns false if
 * the line has no more. */
bool pd_rows_cell(char out[PD_ROWS_CELL_BYTES], pd_rows *rows);
/* Returns whether the rest of the current line has only blanks and separators. */
bool pd_rows_is_blank(const pd_rows *rows);
/* Returns whether a cell says that a marker was not seen: empty, dashes, "NaN" with any sign, "-nan(ind)" and
 * "-1.#IND" of Windows, "null", "N/A". */
bool pd_rows_is_unseen(const char *cell);
/* Copies the name of a marker. One that is too long loses what is before its last colon, then its end. */
void pd_rows_name(char out[PD_MARKERS_NAME_BYTES], const char *cell);
/* Copies what stands before the last colon of the name, its owner; "" without a colon. */
void pd_rows_owner(char out[PD_MARKERS_NAME_BYTES], const char *cell);
/* Parses all of `cell` as a number. A single comma is a decimal comma unless commas separate the cells. */
bool pd_rows_number(double *out, const pd_rows *rows, const char *cell);
/* Reads a coordinate from a cell: NaN if it was not seen. ERR_FORMAT. */
pd_status pd_rows_coordinate(double *out, const pd_rows *rows, const char *cell);
/* Writes a position of the file's `unit` (metres in it) to out (3), unless it says that the marker was not
 * seen. ERR_RANGE. */
pd_status pd_rows_position(float *out, const pd_rows *rows, const double at[3], double unit);

/* Finishes a table whose rows are in m->positions: refuses numbers that do not rise, fills rows that are
 * missing by their numbers with frames without positions, and compares m->rate, named `what`, with the times
 * of the rows. Numbers that rise by 2, 3 and so on are the frames of a recording at that many times the rate.
 * `stamps` has m->frame_count entries. ERR_FORMAT, ERR_LIMIT, ERR_MEMORY. */
pd_status pd_rows_finish(pd_markers *m, const pd_rows_stamp *stamps, const pd_rows *rows, const char *what);

#endif
