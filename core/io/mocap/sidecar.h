#ifndef PD_IO_MOCAP_SIDECAR_H
#define PD_IO_MOCAP_SIDECAR_H
/* Reads the text files beside the captures of the original PFNN (Holden et al. 2017): hand-made labels of
 * phase and gait, footsteps, and terrain.
 *
 *     NAME.phase            a number per frame, 0 to 1: right contact 0, left 0.5
 *     NAME.gait             8 numbers per frame, 0 to 1: stand walk jog run crouch jump crawl bump
 *     NAME_footsteps.txt    a line per gait cycle: its first frame, optionally a second number, optionally a
 *                           word that ends with '*', which marks a cycle that must not be used. A line of one
 *                           word ends a list and has second -1
 *     kinds.csv             a line "NAME,KIND" for each clip; # begins a comment (posed's own file: the
 *                           original has the kinds in its script)
 *     hmp_NAME_smooth.txt   heights of a grid, a line per row
 *
 * Frames are those of the capture (120 a second in the original), from 0. Heights are in the file's unit; the
 * original demo multiplies them by 3 cm and places grid points 3.937 cm apart. Blank lines are skipped;
 * tokenizer.h says which numbers are read.
 *
 * Memory  one owner for each output: its _deinit. Outputs are empty on failure.
 * Errors  ERR_FORMAT, ERR_RANGE at "name:line"; ERR_LIMIT over PD_SIDECAR_MAX numbers.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#define PD_SIDECAR_GAITS     8
#define PD_SIDECAR_MAX       100000000 /* most numbers of a table              */
#define PD_SIDECAR_GRID_MAX  16384     /* most rows or columns of a heightmap  */
#define PD_SIDECAR_FRAME_MAX 100000000 /* highest number of a frame            */

typedef struct pd_sidecar_table {
    int rows, columns;
    float *values; /* (rows, columns) */
} pd_sidecar_table;

typedef struct pd_sidecar_step {
    int frame;
    int second;    /* the second number; -1: the line has none       */
    int is_marked; /* 1: the line has a word that ends with '*'      */
} pd_sidecar_step;

typedef struct pd_sidecar_steps {
    int count;
    pd_sidecar_step *items; /* frames never decrease */
} pd_sidecar_steps;

/* Read a table of phases (one column) or of gaits (PD_SIDECAR_GAITS columns), a row per frame. `name` is the
 * file's, for messages. */
pd_status pd_sidecar_phase_parse(pd_sidecar_table *out, pd_bytes text, const char *name, pd_error *err);
pd_status pd_sidecar_gait_parse(pd_sidecar_table *out, pd_bytes text, const char *name, pd_error *err);
/* Reads a heightmap of 2 to PD_SIDECAR_GRID_MAX rows and columns with |height| up to 1e6. */
pd_status pd_sidecar_heights_parse(pd_sidecar_table *out, pd_bytes text, const char *name, pd_error *err);
void pd_sidecar_table_deinit(pd_sidecar_table *table);

/* Reads the lines of NAME_footsteps.txt. */
pd_status pd_sidecar_steps_parse(pd_sidecar_steps *out, pd_bytes text, const char *name, pd_error *err);
void pd_sidecar_steps_deinit(pd_sidecar_steps *steps);

/* A line of kinds.csv. */
typedef struct pd_sidecar_kind {
    char clip[128], kind[128];
    int line;
} pd_sidecar_kind;
/* Reads the next line of kinds.csv. *at is the offset to read from: 0 to begin, then moved on by each call.
 * Texts are cut to 127 bytes. Returns 1 for a line, 0 at the end, -1 with ERR_FORMAT at "name:line" for a
 * line without a comma. */
int pd_sidecar_kind_next(pd_sidecar_kind *out, size_t *at, pd_bytes text, const char *name, pd_error *err);

/* Reduces a row of eight gaits to the network's six: stand, walk, jog + run, crouch + crawl, jump, bump. */
void pd_sidecar_gait_merge(float out[6], const float row[PD_SIDECAR_GAITS]);

#endif
