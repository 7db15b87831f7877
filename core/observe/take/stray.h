#ifndef PD_OBSERVE_TAKE_STRAY_H
#define PD_OBSERVE_TAKE_STRAY_H
/* Finds observations of a fitted take that cannot be of the person: points far from the body, and jumps of the whole body.
 *
 *     point f, p is a stray    residual(f,p) > PD_OBSERVE_STRAY_FAR                                 in space
 *                              residual(f,p) > the size of the figure (take.h)         in a picture
 *     the body jumps at f      |t_f - t_(f-1)| > PD_OBSERVE_STRAY_JUMP and |t_f - t_(f-1)| rate > PD_OBSERVE_STRAY_SPEED
 *
 * The robust functions of the take give a stray little weight, so that the body is right without it, but residuals and their root mean square
 * contain it. When most points of a frame jump together, the body goes with them; only its speed shows the fault.
 *
 * Spaces   metres and pixels, as in take.h.   Memory   allocates nothing.   Threads  pure functions.   Errors  none.
 */
#include "core/observe/take/take.h"

#define PD_OBSERVE_STRAY_TEXT_BYTES 240

#define PD_OBSERVE_STRAY_FAR   0.25 /* metres: five times the scale of the robust function of markers */
#define PD_OBSERVE_STRAY_JUMP  0.5  /* metres between two frames */
#define PD_OBSERVE_STRAY_SPEED 20.0 /* m/s; no person runs faster than 12.4 m/s */

typedef struct pd_observe_stray {
    int point_count, frame_count; /* strays, and frames that have any */
    int first_frame, first_place; /* the first stray; 0 without any */
    double first_residual;        /* its distance from the body, metres or pixels */
    bool is_pixels;               /* the first stray is a point of a picture */
    int jump_count;               /* frames at which the body jumps */
    int jump_frame;               /* the first of them; 0 without any */
    double jump;                  /* metres that the body moves there */
} pd_observe_stray;

/* Finds the strays and jumps. Without residuals no strays are found, without points in space no jumps. */
void pd_observe_stray_find(pd_observe_stray *out, const pd_observe_take *take);

/* Writes the strays as a sentence without a full stop, or an empty string. name: that of the first stray's place; first: number of the take's first
 * frame. */
void pd_observe_stray_text(char out[PD_OBSERVE_STRAY_TEXT_BYTES], const pd_observe_stray *stray,
                           const char *name, int first);
/* Writes the jumps in the same way. */
void pd_observe_stray_jump_text(char out[PD_OBSERVE_STRAY_TEXT_BYTES], const pd_observe_stray *stray,
                                int first);

#endif
