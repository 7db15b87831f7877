#ifndef PD_API_MOTION_PERSON_FILE_H
#define PD_API_MOTION_PERSON_FILE_H
/* Reads files with the motion of a person that clients send: BVH, ASF with AMC, GLB, VRM and VRMA, FBX, and
 * poses of a body model as npz or pickle. For the routes that put a motion on a character and that store
 * clips.
 *
 * Memory   a plain struct in the pool of the call; _end releases what it acquired.
 * Errors   noted or refused as the functions say; places in a file are "name:line".
 */
#include "api/http/call.h"
#include "core/io/surface/bundle.h"
#include "core/motion/amass.h"
#include "core/motion/capture.h"

#include <stdbool.h>

/* Memory for the frames of a capture: PD_API_PERSON_TIMES the size of the file plus PD_API_PERSON_BYTES. */
#define PD_API_PERSON_TIMES 16
#define PD_API_PERSON_BYTES ((size_t)1 << 20)
#define PD_API_PERSON_KINDS 6 /* kinds of files; the first is model/gltf-binary */
/* Media types of the kinds, and of bundles of files, for the column `takes` of a route. */
#define PD_API_PERSON_TYPES                                                                                  \
    "model/gltf-binary model/gltf+json application/zip application/x-bvh application/x-amc "                 \
    "application/x-npz application/x-fbx application/x-pickle"

/* Values of the query that say how a file is read; offset 0 of the values of a route. */
typedef struct pd_api_person_file_values {
    const char *animation, *model, *person;
    int up, camera, angles; /* up, angles: -1 where they are not given */
    double unit, source_rate;
} pd_api_person_file_values;

extern const pd_api_field pd_api_person_file_fields[];
extern const pd_api_person_file_values pd_api_person_file_preset;

typedef struct pd_api_person_file {
    const struct pd_api_person_kind *kind;
    const pd_api_call *call;
    pd_bytes body; /* copy of the request's body */
    pd_bytes file; /* the one file of the body, which the caller opens (is_bundle) */
    bool is_bundle;
    char animation[64], person[64]; /* "": not given */
    pd_motion_amass_options amass;  /* poses of a body: options of reading */
    pd_api_model wrote;             /* poses of a body: model that posed_model names, retained; or none */
    char notes[PD_MOTION_AMASS_NOTES];
} pd_api_person_file;

/* Copies the body and finds its kind among the first kind_count. Returns false after refusing the call.
 * purpose: ends the text of the refusal when not all kinds are allowed. */
bool pd_api_person_file_begin(pd_api_person_file *out, pd_api_call *call, const pd_api_request *request,
                              int kind_count, const char *purpose);
/* Applies the values of the query, and acquires the body model that the file needs. Notes those without
 * effect. Returns false when the call cannot go on. */
bool pd_api_person_file_options(pd_api_person_file *file, pd_api_call *call,
                                const pd_api_person_file_values *values);
/* Returns the memory that reading takes beside its result. */
size_t pd_api_person_file_bytes(const pd_api_person_file *file);
/* Reads file->file. options: own and own_match are used as given; the rest is set here. */
pd_status pd_api_person_file_read(pd_motion_capture *out, pd_api_person_file *file,
                                  const pd_motion_capture_options *options, pd_error *err);
/* Releases what the file has acquired. */
void pd_api_person_file_end(pd_api_person_file *file);
/* Adds each line of `notes` as a header Posed-Warning. */
void pd_api_person_file_warn(pd_api_call *call, const char *notes);

#endif
