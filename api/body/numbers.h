#ifndef PD_API_BODY_NUMBERS_H
#define PD_API_BODY_NUMBERS_H
/* Reads lists of numbers from JSON into floats. The number of elements and their range are checked, and
 * errors name the element. */
#include "api/http/fields.h"

#include <stdbool.h>

/* Allowed number of numbers in a list, and what they are, for messages: "the model's betas", "x, y, z". */
typedef struct pd_api_count {
    int least, most;
    const char *reason;
} pd_api_count;

/* Reads a flat array of numbers in the range of `field`.
 * Returns the number of elements, or -1 if an error was noted. */
int pd_api_numbers_read(float *out, const json_t *array, pd_api_count allowed, const pd_api_field *field,
                        const char *pointer, pd_api_problems *problems);
/* Reads all elements of a flat array whose length the caller has checked.
 * Returns false if an error was noted. */
bool pd_api_flat_read(float *out, const json_t *array, const pd_api_field *f, const char *pointer,
                      pd_api_problems *p);

#endif
