#ifndef PD_OBSERVE_TAKE_STRAY_H
#define PD_OBSERVE_TAKE_STRAY_H
/* Finds observations of a fitted take that cannot be of the person: points far from the body, jumps of the
 * whole body, and takes whose points are as a whole farther from the body than the noise that was assumed.
 *
 *     point f, p is a stray    residual(f,p) > PD_OBSERVE_STRAY_FAR                                 in space
 *                              residual(f,p) > the size of the figure (take.h)         in a picture
 *     the body jumps at f      pd_anim_is_jump(|t_f - t_(f-1)|, rate)
 *     the take is loose        more than half of the points in space have residual >
 *                              max(PD_OBSERVE_STRAY_NOISES sigma, PD_OBSERVE_STRAY_LOOSE)
 *
 * The robust functions of the take give a stray little weight, so that the body is right without it, but
 * residuals and their root mean square contain it. When most points of a frame jump together, the body goes
 * with them; only its speed shows the fault.
 *
 * Spaces   metres and pixels, as in take.h.
 * Memory   allocates nothing.
 * Threads  pure functions.
 * Errors   none.
 */
#include "core/observe/take/take.h"

#define PD_OBSERVE_STRAY_TEXT_BYTES 240

#define PD_OBSERVE_STRAY_FAR    0.25 /* metres: five times the scale of the robust function of markers */
/* Bound of a loose take in standard deviations of the assumed noise; the median of noise in space is 1.5. */
#define PD_OBSERVE_STRAY_NOISES 4
#define PD_OBSERVE_STRAY_LOOSE  0.02 /* metres: the median of good takes of markers is 0.004 to 0.01 */

typedef struct pd_observe_stray {
    int point_count, frame_count; /* strays, and frames that have any */
    int first_frame, first_place; /* the first stray; 0 without any */
    double first_residual;        /* its distance from the body, metres or pixels */
    bool is_pixels;               /* the first stray is a point of a picture */
    int jump_count;               /* frames at which the body jumps */
    int jump_frame;               /* the first of them; 0 without any */
    double jump;                  /* metres that the body moves there */
    double loose;        /* fraction of the points in space that are beyond `bound`, if over a half; else 0 */
    double bound, sigma; /* the bound of a loose take and the noise of its first place in space, metres */
} pd_observe_stray;

/* Finds the strays and jumps. Without residuals no strays are found, without points in space no jumps. */
void pd_observe_stray_find(pd_observe_stray *out, const pd_observe_take *take);

/* Writes the strays as a sentence without a full stop, or an empty string. name: that of the first stray's
 * place; first: number of the take's first frame. */
void pd_observe_stray_text(char out[PD_OBSERVE_STRAY_TEXT_BYTES], const pd_observe_stray *stray,
                           const char *name, int first);
/* Writes that a take is loose in the same way. */
void pd_observe_stray_loose_text(char out[PD_OBSERVE_STRAY_TEXT_BYTES], const pd_observe_stray *stray);
/* Writes the jumps in the same way. */
void pd_observe_stray_jump_text(char out[PD_OBSERVE_STRAY_TEXT_BYTES], const pd_observe_stray *stray,
                                int first);

#endif
