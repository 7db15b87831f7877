#ifndef PD_API_OBSERVE_ESTIMATES_H
#define PD_API_OBSERVE_ESTIMATES_H
/* Reads takes of jobs that are files of other programs: bodies that networks found in films, parameters in
 * any container (core/motion/gather/gather.h), and positions of joints (core/observe/sensor/jointed.h),
 * sent as application/x-pickle or, with a body that begins as such a file, as application/octet-stream.
 *
 * Errors   noted in the call's problems, with the place "take".
 */
#include "api/observe/jobs.h"

/* Options of reading a file. */
typedef struct pd_api_estimate_options {
    const char *person; /* id of the person; NULL: the one who is seen longest */
    bool camera;        /* true: read the estimate in the camera's frame */
    double rate;        /* frames a second; 0: the file's, else 30 */
    double noise;    /* 0: PD_OBSERVE_ESTIMATE_NOISE, degrees; of joints PD_OBSERVE_JOINTED_NOISE, metres */
    const char *set; /* joints: name of their set; NULL: as the file says */
    int up;          /* joints: 0 to 2: x, y, z; else found */
} pd_api_estimate_options;

/* Returns true for a body that is such a file, by its media type or its first bytes. */
bool pd_api_is_estimate(const pd_api_request *request);
/* Reads the take of a person. Each assumption becomes a header Posed-Warning.
 * Returns false if an error was noted. */
bool pd_api_estimate_read(pd_api_job_person *person, pd_api_call *call, pd_bytes file,
                          const pd_smpl_model *model, const pd_api_estimate_options *options);

#endif
