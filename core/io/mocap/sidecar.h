#ifndef PD_IO_MOCAP_SIDECAR_H
#define PD_IO_MOCAP_SIDECAR_H
/* The text files that lie beside the captures of the original PFNN: labels by hand, and terrain.
 *
 *     NAME.phase            a number per frame, 0 to 1: right contact 0, left 0.5
 *     NAME.gait             8 numbers per frame, 0 to 1: stand walk jog run crouch jump crawl bump
 *     NAME_footsteps.txt    a line per cycle: frame it starts at, perhaps a second number, perhaps a word that ends with '*': not to be
 *                           used. Lines of one word close a list and are kept with second -1
 *     kinds.csv             "NAME,KIND" a line; what is behind a # is a comment (ours: the original has the kinds in its script)
 *     hmp_NAME_smooth.txt   heights of a grid, a line per row
 *
 * Frames are those of the capture (120/s there), from 0. Heights are the file's own unit: the demo multiplies by 3 cm and lays
 * corners 3.937 cm apart. Blank lines are skipped; numbers as in tokenizer.h.
 *
 * Memory  deinit; outputs are empty on failure.
 * Errors  ERR_FORMAT, ERR_RANGE at "name:line"; ERR_LIMIT over PD_SIDECAR_MAX numbers.
 */
#include "core/base/error.h"
#include "core/base/size.h"

#define PD_SIDECAR_GAITS     8
#define PD_SIDECAR_MAX       100000000 /* numbers of a table           */
#define PD_SIDECAR_GRID_MAX  16384     /* rows, columns of a heightmap */
#define PD_SIDECAR_FRAME_MAX 100000000

typedef struct pd_sidecar_table {
    int rows, columns;
    float *values; /* (rows, columns) */
} pd_sidecar_table;

typedef struct pd_sidecar_step {
    int frame;
    int second;    /* -1: the line had none */
    int is_marked; /* '*'                   */
} pd_sidecar_step;

typedef struct pd_sidecar_steps {
    int count;
    pd_sidecar_step *items; /* frames never decrease */
} pd_sidecar_steps;

pd_status pd_sidecar_phase_parse(pd_sidecar_table *out, pd_bytes text, const char *name, pd_error *err);
pd_status pd_sidecar_gait_parse(pd_sidecar_table *out, pd_bytes text, const char *name, pd_error *err);
/* 2 to PD_SIDECAR_GRID_MAX rows and columns, |height| to 1e6. */
pd_status pd_sidecar_heights_parse(pd_sidecar_table *out, pd_bytes text, const char *name, pd_error *err);
void pd_sidecar_table_deinit(pd_sidecar_table *table);

pd_status pd_sidecar_steps_parse(pd_sidecar_steps *out, pd_bytes text, const char *name, pd_error *err);
void pd_sidecar_steps_deinit(pd_sidecar_steps *steps);

/* The lines of kinds.csv one after the other: *at (begin with 0) goes behind what was read. name and kind are cut to 127 bytes. 1 when there
 * is one, 0 at the end; -1 with ERR_FORMAT at "name:line" for a line that has no comma. */
typedef struct pd_sidecar_kind {
    char clip[128], kind[128];
    int line;
} pd_sidecar_kind;
int pd_sidecar_kind_next(pd_sidecar_kind *out, size_t *at, pd_bytes text, const char *name, pd_error *err);

/* The six gaits of the network from a row of eight: stand, walk, jog + run, crouch + crawl, jump, bump. */
void pd_sidecar_gait_merge(float out[6], const float row[PD_SIDECAR_GAITS]);

#endif
