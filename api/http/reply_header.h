#ifndef PD_API_HTTP_REPLY_HEADER_H
#define PD_API_HTTP_REPLY_HEADER_H
/* The header fields of replies that posed has of its own, as a table. */
#include "api/http/api.h"

/* Header fields of replies that only posed has: X(name, description). A route names those of its own in
 * `headers`; OpenAPI, the docs and the list of fields that pages of other origins may read
 * (Access-Control-Expose-Headers) are made from this table. */
#define PD_API_HEADER_TABLE(X)                                                                               \
    X("Posed-Shape",                                                                                         \
      "Arrays of a binary reply in their order, each with its sizes: vertices=2x13380x3; joints=2x24x3.")    \
    X("Posed-Frame", "Coordinate frame of a binary reply.")                                                  \
    X("Posed-Length", "Bytes of a GLB file before its content coding, for showing progress.")                \
    X("Posed-Contact", "How self-contact was resolved: none, soft, smooth or exact.")                        \
    X("Posed-Person", "Gender and age of the random person in a file of one body: gender=female; age=34.")   \
    X("Posed-Random",                                                                                        \
      "Seed of the random betas in a file of one body, for a model without people: N(0,1):7.")               \
    X("Posed-Omitted", "Parts that the file lacks: sculpts that the pose drives, in an avatar, or kinds of " \
                       "garments that could not be transferred to the model.")                               \
    X("Posed-Rig", "Quality of a rig: the error of the fit as a fraction of the height, and joints whose "   \
                   "place is doubtful: residual=0.0180; doubtful=leftFoot,head.")                            \
    X("Posed-Clip", "copied if the motion was made for the character's own skeleton, otherwise retargeted.") \
    X("Posed-Warning", "A value or an assumption that may be a mistake. Set for every format; a JSON reply " \
                       "has all of them as `warnings`.")

typedef struct pd_api_header_row {
    const char *name, *doc;
} pd_api_header_row;
extern const pd_api_header_row pd_api_header_rows[];
extern const int pd_api_header_row_count;

/* Returns the row of a name of `size` bytes; NULL if the table has none. */
const pd_api_header_row *pd_api_header_find(const char *name, size_t size);

/* Adds a field of the request to those on which the reply depends (Vary), unless it is there. */
void pd_api_vary_by(pd_api_reply *reply, const char *name);
/* Sets the ETag that a GET of a stored object, of its representation `variant` ("": the only one) and without
 * content coding, will have. For replies to what stores the object. */
void pd_api_etag_of_stored(pd_api_reply *reply, const char *revision, const char *variant);

/* Returns the first field of the reply whose name starts with "Posed-" and that `declared`, a list separated
 * by spaces or NULL, lacks; NULL if it lacks none. */
const char *pd_api_header_undeclared(const char *declared, const pd_api_reply *reply);

#endif
