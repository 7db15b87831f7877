#ifndef PD_FACE_SHEET_H
#define PD_FACE_SHEET_H
/* Draws a face with its shapes: a sheet of pictures in grey clay, from the front.
 *
 *     row 1   rest, eyeBlink (both), eyeLookOutLeft with eyeLookInRight, eyeWide (both), browInnerUp,
 *     browDown
 *     row 2   jawOpen, mouthSmile (both), mouthFrown (both), mouthPucker, mouthFunnel, cheekPuff
 *     row 3   jawOpen with mouthClose, viseme_PP, viseme_aa, viseme_E, viseme_O, tongueOut
 *
 * Memory   appends a PNG to out.   Threads  one.   Errors  ERR_MEMORY, ERR_BUSY.
 */
#include "core/base/buffer.h"
#include "core/face/face.h"

pd_status pd_face_sheet(pd_buffer *out, const pd_face *face, const pd_cancel *cancel, pd_error *err);

#endif
