#ifndef PD_FACE_FACE_H
#define PD_FACE_FACE_H
/* Gives a face to a head: finds the face of a mesh, fits the head of a body model to it, and carries the 52
 * shapes of ARKit, 14 visemes, the jaw and the eyes over to it.
 *
 *     mesh.h -> find.h   place, skin, betas, rims of mouth and eyes    -> judge (below)
 *            -> drape.h  the head on the surface
 *            -> carry.h  shapes of the skin  -> close.h lids and lips  -> parts.h eyes, teeth, tongue, lashes
 *
 * Judge    ERR_INVALID at "face", with what was found and what is allowed:
 *              nothing near the shape of a face (misfit, share of the points that match, directions)
 *              nothing behind the face: a mask
 *              no opening of mouth or eyes, and no closer resemblance: a mannequin, a helmet
 * Doubts   are told in `notes`: no opening of the mouth or of an eye, lids or lips that stay open.
 *
 * Spaces   in: any. out: displacements in the space of the input; the template's space is in metres, at a
 *          person's size.
 * Memory   one owner: pd_face_deinit. pd_face_bytes estimates the peak.
 * Threads  one; the template is const.   Errors  ERR_INVALID, ERR_RANGE, ERR_LIMIT, ERR_MEMORY; ERR_BUSY:
 *          cancelled.
 */
#include "core/base/cancel.h"
#include "core/face/close.h"

#define PD_FACE_VERTICES      60000  /* most vertices of a head, after merging */
#define PD_FACE_MISFIT_MOST   0.0038 /* metres */
#define PD_FACE_MISFIT_SHUT   0.0016 /* metres: of a head without openings, as a scan is */
#define PD_FACE_MATCHED_LEAST 0.60
#define PD_FACE_TANGLED_MOST  0.16
#define PD_FACE_OPEN_MOST     0.0005 /* metres: lids and lips count as shut */
#define PD_FACE_NOTES         6
#define PD_FACE_NOTE_BYTES    200

typedef struct pd_face_job {
    const float *vertices; /* (V,3) */
    const uint32_t *faces; /* (F,3) */
    int vertex_count, face_count;
    const bool *wanted; /* (V) vertices of the head; NULL: all */
    double upright[9];  /* rotation to +Y up, the face looks along +Z */
    /* metres per unit that are tried, at a person's size; 0: from the extent of the vertices */
    double least_scale, most_scale;
    const pd_face_template *template;
    const pd_cancel *cancel;
} pd_face_job;

typedef struct pd_face {
    pd_face_mesh mesh; /* placed in the template's space */
    pd_face_found found;
    pd_face_parts parts;
    pd_face_carried carried;
    pd_face_closed closed;
    double jaw_at[3], eyes[2][3]; /* joints, in the space of the input */
    char notes[PD_FACE_NOTES][PD_FACE_NOTE_BYTES];
    int note_count;
} pd_face;

pd_status pd_face_run(pd_face *out, const pd_face_job *job, pd_error *err);
void pd_face_deinit(pd_face *face);
/* Writes the displacement of a merged vertex by a shape, in the space of the input. */
void pd_face_move(double out[3], const pd_face *face, int shape, int vertex);
/* Returns about how many bytes a run takes at its peak. */
size_t pd_face_bytes(int vertex_count, int face_count);

#endif
