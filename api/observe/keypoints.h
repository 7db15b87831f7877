#ifndef PD_API_OBSERVE_KEYPOINTS_H
#define PD_API_OBSERVE_KEYPOINTS_H
/* Reads keypoints and cameras from JSON, for `fit`, jobs and the stream's `observe`.
 *
 * Errors   Each function notes errors at or below the JSON pointer `at` and then returns false
 *          (pd_api_point_read: -1).
 * Memory   JSON is borrowed.
 */
#include "api/http/fields.h"
#include "core/observe/observe.h"
#include "core/observe/view/lens.h"

#include <stdbool.h>

#define PD_API_CONFIDENCE_SCHEMA                                                                             \
    "{\"anyOf\":[{\"type\":\"array\",\"items\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1}},"          \
    "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1}}]}"

extern const pd_api_field pd_api_camera_fields[];

/* Reads a camera and its lens. *guessed becomes true if fx is absent; the focal length is then the diagonal
 * of the picture. The rotation is all zeros if it is absent. */
bool pd_api_camera_read(pd_observe_camera *camera, pd_observe_lens *lens, bool *guessed, const json_t *object,
                        const char *at, pd_api_problems *problems);
/* Reads coordinate `index` of a point, of at most `most` in magnitude.
 * Returns false if an error was noted at `place`. */
bool pd_api_coordinate_read(double *out, const json_t *value, size_t index, double most, const char *place,
                            pd_api_problems *p);
/* Reads a point of `least` to 3 numbers. Returns the count of numbers,
 * 0 for null (not seen), -1 if an error was noted. */
int pd_api_point_read(double out[3], const json_t *row, int least, const char *at, pd_api_problems *problems);
/* Finds a set of keypoints by name. or_else: alternatives for the error message (", or ..."). */
bool pd_api_set_read(const pd_observe_set **out, const char *name, const char *or_else, const char *at,
                     pd_api_problems *problems);
/* Returns the element for place i, whose name is `name`, of an array by index or of an object by name; NULL
 * if there is none. */
const json_t *pd_api_element_of(const json_t *of, int i, const char *name);
/* Checks an array or object of points or confidences: an array has one element for each place of the set (set
 * NULL: of `custom`), and an object has only names of places. */
bool pd_api_elements_check(const json_t *of, const pd_observe_set *set, const json_t *custom, const char *at,
                           pd_api_problems *problems);
/* Reads a number from 0 to 1 into *out. If value is NULL, leaves *out unchanged. */
bool pd_api_confidence_read(double *out, const json_t *value, const char *at, pd_api_problems *problems);
/* Appends a camera as {"fx","fy","cx","cy","rotation","translation"},
 * with "guessed" unless guessed is NULL. */
void pd_api_camera_json(pd_buffer *out, const pd_observe_camera *camera, const bool *guessed);
/* Removes the distortion of the lens: changes a pixel of the picture
 * to the pixel of an ideal pinhole camera. */
bool pd_api_lens_undo(double pixel[2], const pd_observe_lens *lens, const pd_observe_camera *camera,
                      const char *at, pd_api_problems *problems);
/* Reads `count` numbers from an array, flat or in rows of three. */
bool pd_api_flat_doubles(double *out, int count, const json_t *array, const char *at,
                         pd_api_problems *problems);

#endif
