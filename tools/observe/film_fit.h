#ifndef PD_TOOLS_OBSERVE_FILM_FIT_H
#define PD_TOOLS_OBSERVE_FILM_FIT_H
/* posedctl fit FOLDER: fits people to a film, from the keypoints that a detector found in its frames
 * (core/io/mocap/detections.h). */
#include "tools/base/command.h"

#include <stdbool.h>

/* Returns true when the arguments are a film: a folder, several files, SAM 3D Body's npz, or JSON that holds
 * frames (COCO's, MediaPipe's). */
bool pd_tool_is_film(const pd_tool_args *args);
/* Runs posedctl fit on the input and returns the exit status. Reads the options model, o, json, noise, fps,
 * size, fx, person, plot, sheet, threads. */
int pd_tool_fit_film(const pd_tool_args *args);

#endif
