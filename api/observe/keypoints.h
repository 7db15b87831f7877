#ifndef PD_API_OBSERVE_KEYPOINTS_H
#define PD_API_OBSERVE_KEYPOINTS_H
/* Keypoints and cameras in JSON: what `fit` and the stream's `observe` read alike.
 *
 * Every function notes what is wrong at `at`, a JSON pointer, and returns false (-1) then.
 * Memory   json is borrowed.
 */
#include "api/http/fields.h"
#include "core/observe/observe.h"
#include "core/observe/view/lens.h"

#include <stdbool.h>

#define PD_API_CONFIDENCE_SCHEMA                                                                             \
    "{\"anyOf\":[{\"type\":\"array\",\"items\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1}},"          \
    "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\",\"minimum\":0,\"maximum\":1}}]}"

extern const pd_api_field pd_api_camera_fields[];

/* Focal length, centre and place, and what its lens does; *guessed: fx was not given and is the picture's diagonal. Without a rotation it is all zero. */
bool pd_api_camera_read(pd_observe_camera *camera, pd_observe_lens *lens, bool *guessed, const json_t *object,
                        const char *at, pd_api_problems *problems);
/* Two or three numbers, least of them expected; their count, 0 for null, -1 after an error. */
int pd_api_point_read(double out[3], const json_t *row, int least, const char *at, pd_api_problems *problems);
/* The set of that name; or_else: what else is allowed (", or ..."). */
bool pd_api_set_read(const pd_observe_set **out, const char *name, const char *or_else, const char *at,
                     pd_api_problems *problems);
/* The element for place i, called name, of an array in order or an object by name; NULL: not there. */
const json_t *pd_api_element_of(const json_t *of, int i, const char *name);
/* points or confidence: as many as places of the set (NULL: of custom), or by names that there are. */
bool pd_api_elements_check(const json_t *of, const pd_observe_set *set, const json_t *custom, const char *at,
                           pd_api_problems *problems);
/* A number 0 to 1 into *out, where there is one. */
bool pd_api_confidence_read(double *out, const json_t *value, const char *at, pd_api_problems *problems);
/* {"fx","fy","cx","cy","rotation","translation"}, and "guessed" where it is not NULL. */
void pd_api_camera_json(pd_buffer *out, const pd_observe_camera *camera, const bool *guessed);
/* What the lens shows as what a pinhole would. */
bool pd_api_lens_undo(double pixel[2], const pd_observe_lens *lens, const pd_observe_camera *camera,
                      const char *at, pd_api_problems *problems);
/* count numbers, flat or in rows of three. */
bool pd_api_flat_doubles(double *out, int count, const json_t *array, const char *at,
                         pd_api_problems *problems);

#endif
