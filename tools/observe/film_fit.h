#ifndef PD_TOOLS_OBSERVE_FILM_FIT_H
#define PD_TOOLS_OBSERVE_FILM_FIT_H
/* posedctl fit FOLDER: people over a film, from what a detector of keypoints wrote about its frames (core/io/mocap/detections.h). */
#include "tools/base/command.h"

#include <stdbool.h>

/* The words are a film: a folder, several files, SAM 3D Body's npz, or JSON that holds frames (COCO's, MediaPipe's). */
bool pd_tool_is_film(const pd_tool_args *args);
/* What posedctl fit does with one; returns the exit code. Of the command's options: model, o, json, noise, fps, size, fx, person, plot, sheet, threads. */
int pd_tool_fit_film(const pd_tool_args *args);

#endif
