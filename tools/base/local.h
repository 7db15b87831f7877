#ifndef PD_TOOLS_BASE_LOCAL_H
#define PD_TOOLS_BASE_LOCAL_H
/* The daemon's api without the daemon: one model file, requests answered in this process.
 *
 * A command that has an endpoint makes the same request and gets the same checks, fields, formats and errors:
 *
 *     pd_tool_local local;
 *     if ((code = pd_tool_local_open(&local, args))) return code;
 *     code = pd_tool_local_get(&local, args, "/v1/models/default/mesh", query, &reply);
 *     pd_tool_local_close(&local);
 *
 * Options that the command needs in its table: PD_TOOL_MODEL_ROW, PD_TOOL_THREADS_ROW.
 */
#include "api/http/api.h"
#include "tools/base/command.h"
#include "tools/base/pool.h"

#include <stdbool.h>

#define PD_TOOL_MODEL_ROW                                                                                    \
    {                                                                                                        \
        "model", "MODEL", "body model: a file, or the name of a shipped one", "default"                      \
    }
/* Options that ask for a person in place of betas (api/body/people.h). height is not among them: some commands have another option of that name. */
#define PD_TOOL_PEOPLE_ROWS                                                                                  \
    {"random", "SEED",                                                                                       \
     "seed of a random person of a model with people; the same seed always gives the same person", NULL},    \
        {"gender", "neutral|female|male", "gender of the person", NULL},                                     \
        {"age", "YEARS", "age of the person in years", NULL},                                                \
        {"weight", "KG", "weight of the person in kilograms, at a density of 1000 kg/m3", NULL},             \
        {"percentile", "LIST", "measures as percentiles among people, as in height:90,foot_length:25",       \
         NULL},                                                                                              \
    {                                                                                                        \
        "population", "survey|public",                                                                       \
            "population of the percentiles: soldiers of ANSUR II, or adults with their wider spread of "     \
            "weight",                                                                                        \
            NULL                                                                                             \
    }
#define PD_TOOL_THREADS_ROW                                                                                  \
    {                                                                                                        \
        "threads", "N", "worker threads; 0: one per core", "0"                                               \
    }

typedef struct pd_tool_local {
    pd_smpl_model *model;              /* NULL: none is wanted */
    pd_mhr *mhr;                       /* in place of model, after pd_tool_local_open_surface */
    pd_pfnn_model *network;            /* NULL: none           */
    pd_wardrobe *wardrobe;             /* likewise */
    pd_smpl_model *garments_model;     /* that the wardrobe is of, likewise */
    pd_pfnn_model *matching;           /* NULL: not asked for yet, or none is there */
    struct pd_api_skeleton *character; /* a user's own, whatever it is called; NULL: none */
    pd_ik_prior *prior;                /* NULL: not asked for yet, or none is there */
    pd_ik_neural *neural;              /* the same                                  */
    pd_rig_net *rig_net;               /* the same                                  */
    pd_rig_start *rig_start;           /* the same                                  */
    char path[4096];                   /* the model's file */
    pd_tool_pool *pool;
    const pd_executor *executor;
    pd_arena scratch;
    /* Says where a JSON pointer of the request stands in a file, for errors; NULL: the pointer itself. */
    void (*place)(const void *of, char *out, size_t out_bytes, const char *pointer);
    const void *placed;
    const char *content_type; /* of the bodies of requests; NULL: JSON */
} pd_tool_local;

/* Loads --model. All of these return 0, or the exit code after saying on stderr what is wrong. */
int pd_tool_local_open(pd_tool_local *local, const pd_tool_args *args);
/* The same, of a body model or MHR: for commands that only ask the api. */
int pd_tool_local_open_surface(pd_tool_local *local, const pd_tool_args *args);
/* Loads the network --model and the body --body, which may be "none" or, with no_body, is not asked for. */
int pd_tool_local_open_motion(pd_tool_local *local, const pd_tool_args *args, int no_body);
void pd_tool_local_close(pd_tool_local *local);
/* body NULL: GET. reply is appended to. path and query as in a URL; query may be NULL. */
int pd_tool_local_request(pd_tool_local *local, const pd_tool_args *args, const char *path, const char *query,
                          const pd_bytes *body, pd_buffer *reply);

/* The file that `name` means: itself when there is such a file or it has a slash or suffix, else
 * NAME.safetensors in the folder of shipped models beside or near the program. */
void pd_tool_model_path(char *out, size_t out_bytes, const char *name);
/* A file beside the shipped models: its path, or false when there is none. */
bool pd_tool_beside_models(char *out, size_t out_bytes, const char *file);
/* The names of the shipped models, in alphabetical order. */
void pd_tool_model_names(void (*each)(void *arg, const char *name), void *arg);
/* pd_tool_fail for a model called so that could not be loaded; a name that is neither a file nor shipped gets the names there are. */
int pd_tool_model_fail(const pd_tool_args *args, const char *name, pd_error *err);
/* Adds "name=value" with an & where one is needed; the value percent-encoded. Dashes in name become _. */
void pd_tool_query_add(pd_buffer *query, const char *name, const char *value);
/* Reads a whole file, or standard input for "-"; at most max bytes. */
int pd_tool_read(pd_buffer *out, const pd_tool_args *args, const char *path, size_t max);
/* Writes a whole file (pd_file_write) and notes so on stderr, or standard output for NULL and "-". Devices, pipes and links are
 * written through, not replaced. A terminal is given no binary and no more than 16 KiB, unless the command line says -o -: 2 then. */
int pd_tool_write(const pd_tool_args *args, const char *path, const void *bytes, size_t size);
/* The same; the note tells what is in the file as well ("240 frames, 4.00 s"). format may be NULL. */
int pd_tool_write_noted(const pd_tool_args *args, const char *path, const void *bytes, size_t size,
                        const char *format, ...) PD_PRINTF(5, 6);

/* Prints a warning where a fitted beta is far beyond the usual; asks: a question that hints at the cause. */
void pd_tool_warn_shape(const float *betas, int count, const char *asks);

#endif
