#ifndef PD_FACE_FILE_H
#define PD_FACE_FILE_H
/* Gives a face to a file: reads a .glb or .vrm, finds the face (face.h), and writes the file with the shapes,
 * and with joints of jaw and eyes where it has a skeleton without them.
 *
 * Names    ARKit's 52 shapes, and Oculus' 15 visemes (viseme_sil moves nothing). VRM data get VRM's presets
 *          too.
 * Head     of a character: the vertices that follow its head, its facing, and a size from its bones. Without
 *          a
 *          skeleton all vertices, +Y up and facing +Z, or any other way that fits better.
 * Refused  ERR_INVALID "/shapes": the file has shapes by these names, and `replace` is not set; ERR_INVALID
 *          "face": face.h; and errors of the readers.
 *
 * Spaces   the world of the file, in its units; `unit` of the report has metres.
 * Memory   appends to out, whose size must be a multiple of 4.   Threads  one.
 */
#include "core/face/face.h"
#include "core/io/shapes/shapes.h"
#include "core/retarget/character/match.h"
#include "core/retarget/character/skin.h"

#define PD_FACE_FILE_SHAPES (PD_FACE_SHAPES + 1) /* with viseme_sil */

typedef struct pd_face_file_job {
    pd_bytes file;
    const pd_face_template *template;
    const pd_retarget_skin *skin; /* of a character; NULL: no skeleton */
    const pd_retarget_match *match;
    bool replace;       /* takes away the morph targets that the file has */
    bool wants_vrm;     /* makes a file without VRM data a VRM 1.0; needs a skeleton */
    bool wants_picture; /* draws the sheet */
    size_t json_memory;
    const pd_cancel *cancel;
} pd_face_file_job;

typedef struct pd_face_report {
    pd_io_gltf_shapes_done done;
    int dropped;                     /* morph targets that were taken away */
    int vertices, moved;             /* vertices of the file; those that a shape moves */
    double misfit, matched, tangled; /* fit.h */
    double unit;                     /* metres, at a person's size, of a unit of the file */
    int parts[PD_FACE_PARTS];        /* islands of each kind */
    pd_face_closed closed;
    bool has_opening[PD_FACE_OPENINGS];
    char notes[PD_FACE_NOTES][PD_FACE_NOTE_BYTES];
    int note_count;
} pd_face_report;

/* picture: PNG of the sheet, if it is wanted; NULL: none. */
pd_status pd_face_file_run(pd_buffer *out, pd_buffer *picture, pd_face_report *report,
                           const pd_face_file_job *job, pd_error *err);
/* Appends a plain .glb of an OBJ or PLY file, for a run: its triangles, with normals. */
pd_status pd_face_file_plain(pd_buffer *out, pd_bytes file, pd_error *err);
/* Returns about how many bytes a run takes at its peak, its output included. */
size_t pd_face_file_bytes(pd_bytes file, size_t json_memory);

#endif
