#ifndef PD_API_HTTP_JSON_WRITE_H
#define PD_API_HTTP_JSON_WRITE_H
/* Appends JSON of replies as text, without building a tree. */
#include "core/base/buffer.h"

/* Append an array of numbers, "[1,2,3]". A float is written as the shortest text that reads back to it; a
 * double with the digits of a float. */
void pd_api_json_floats(pd_buffer *out, const float *values, int count);
void pd_api_json_doubles(pd_buffer *out, const double *values, int count);
/* Appends a number by a printf format for one double; null if the number is not finite. */
void pd_api_json_number_or_null(pd_buffer *out, double value, const char *format);
/* Appends a GLB file as a member: ,"mesh":{"type":"model/gltf-binary","base64":"..."} */
void pd_api_json_glb(pd_buffer *out, const pd_buffer *glb);

#endif
