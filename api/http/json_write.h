#ifndef PD_API_HTTP_JSON_WRITE_H
#define PD_API_HTTP_JSON_WRITE_H
/* JSON of replies that is written as text, without a tree. */
#include "core/base/buffer.h"

/* "[1,2,3]": floats as the shortest text that reads back, doubles with so many digits as a float has. */
void pd_api_json_floats(pd_buffer *out, const float *values, int count);
void pd_api_json_doubles(pd_buffer *out, const double *values, int count);
/* format: printf's, of one double; null for what is not finite. */
void pd_api_json_number_or_null(pd_buffer *out, double value, const char *format);
/* ,"mesh":{"type":"model/gltf-binary","base64":"..."} */
void pd_api_json_glb(pd_buffer *out, const pd_buffer *glb);

#endif
