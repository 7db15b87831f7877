#ifndef PD_TOOLS_BASE_LOCAL_H
#define PD_TOOLS_BASE_LOCAL_H
/* Runs requests of the HTTP api in this process, without a daemon, on one model file.
 *
 * A command that corresponds to a route makes the route's request, and so has the same checks, fields,
 * formats and errors:
 *
 *     pd_tool_local local;
 *     if ((code = pd_tool_local_open(&local, args))) return code;
 *     code = pd_tool_local_get(&local, args, "/v1/models/default/mesh", query, &reply);
 *     pd_tool_local_close(&local);
 *
 * The command's table must contain the options PD_TOOL_MODEL_ROW, PD_TOOL_THREADS_ROW.
 */
#include "api/http/api.h"
#include "tools/base/command.h"
#include "tools/base/pool.h"

#include <stdbool.h>

#define PD_TOOL_MODEL_ROW                                                                                    \
    {                                                                                                        \
        "model", "MODEL", "body model: a file, or the name of a shipped one", "default"                      \
    }
#define PD_TOOL_THREADS_ROW                                                                                  \
    {                                                                                                        \
        "threads", "N", "worker threads; 0: one per core", "0"                                               \
    }

typedef struct pd_tool_local {
    pd_smpl_model *model;   /* body model; NULL: none                                                */
    pd_mhr *mhr;            /* MHR model in place of `model` (pd_tool_local_open_surface); NULL: none */
    pd_pfnn_model *network; /* motion network; NULL: none                                            */
    pd_wardrobe *wardrobe;  /* garments; NULL: none                                                  */
    pd_smpl_model *garments_model; /* body model to which the garments belong; NULL: none                   */
    pd_pfnn_model *quadruped;      /* cycles of an animal; NULL: not loaded yet, or not found               */
    pd_pfnn_model *matching;       /* database of motion matching; NULL: not loaded yet, or not found       */
    /* the user's character, found under any name; NULL: none */
    struct pd_api_skeleton *character;
    pd_ik_prior *prior;   /* pose prior; NULL: not loaded yet, or not found                        */
    pd_ik_neural *neural; /* pose network; NULL: not loaded yet, or not found                      */
    pd_rig_net *rig_net;  /* network of skin weights; NULL: not loaded yet, or not found           */
    struct pd_character_clip_set *emotes; /* emotes; NULL: not loaded yet, or not found */
    pd_rig_start *rig_start; /* starting positions of rigging; NULL: not loaded yet, or not found     */
    char path[4096];         /* path of the model file                                                */
    pd_tool_pool *pool;
    const pd_executor *executor;
    pd_arena scratch;
    /* Writes the position of a JSON pointer in the user's file, for errors. NULL: errors show the pointer. */
    void (*place)(const void *of, char *out, size_t out_bytes, const char *pointer);
    const void *placed;       /* first argument of place                    */
    const char *content_type; /* content type of request bodies; NULL: JSON */
} pd_tool_local;

/* From now on, models stay loaded when a local is closed, for the next one that wants the same file (at most
 * 8 of them). For batch.h. */
void pd_tool_local_keep(void);

/* Loads a model of this kind: maps it from a pack that was made from the file's present content, as the
 * daemon does, otherwise reads the file. Returns one reference in *out.
 * Errors: those of the kind's load function. */
pd_status pd_tool_load(void **out, pd_api_kind_id kind, const char *path, pd_error *err);
/* Loads a body model in this way. */
pd_status pd_tool_load_body(pd_smpl_model **out, const char *path, pd_error *err);

/* Loads the body model --model. This function and the next ones return 0,
 * or print an error and return the exit status. */
int pd_tool_local_open(pd_tool_local *local, const pd_tool_args *args);
/* Loads --model, which may be a body model or MHR. For commands that use only the api. */
int pd_tool_local_open_surface(pd_tool_local *local, const pd_tool_args *args);
/* Loads the motion network --model and the body --body. The value "none" or no_body != 0 loads no body. */
int pd_tool_local_open_motion(pd_tool_local *local, const pd_tool_args *args, int no_body);
void pd_tool_local_close(pd_tool_local *local);
/* Runs a request: POST with `body`, or GET when it is NULL. path, query: as in a URL; query may be NULL.
 * Appends the reply's body to `reply`. */
int pd_tool_local_request(pd_tool_local *local, const pd_tool_args *args, const char *path, const char *query,
                          const pd_bytes *body, pd_buffer *reply);

/* Writes the path of a model: `name` itself when such a file exists or the name has a slash or a suffix,
 * otherwise NAME.safetensors in the folder of shipped models. */
void pd_tool_model_path(char *out, size_t out_bytes, const char *name);
/* Returns the first word of a command whose one word is a model, or "default" when there is none. */
const char *pd_tool_model_word(const pd_tool_args *args);
/* Writes the path of a file in the folder of shipped models. Returns false when there is none. */
bool pd_tool_beside_models(char *out, size_t out_bytes, const char *file);
/* Calls each with the name of every shipped model, in alphabetical order. */
void pd_tool_model_names(void (*each)(void *arg, const char *name), void *arg);
/* Calls pd_tool_fail for a model that could not be loaded. When `name` is neither a file nor a shipped model,
 * the error lists the shipped names. */
int pd_tool_model_fail(const pd_tool_args *args, const char *name, pd_error *err);
/* Appends "name=value" to a query, after an & if it is not empty. The value is percent-encoded; dashes in the
 * name become _. */
void pd_tool_query_add(pd_buffer *query, const char *name, const char *value);
/* Reads a file of at most `max` bytes, or standard input for "-". */
int pd_tool_read(pd_buffer *out, const pd_tool_args *args, const char *path, size_t max);
/* Writes a file (pd_file_write) and prints a note, or writes to standard output for NULL and "-". Devices,
 * pipes and links are written through, not replaced. Refuses (returns 2) to write binary data or more than 16
 * KiB to a terminal, unless `-o -` was given. */
int pd_tool_write(const pd_tool_args *args, const char *path, const void *bytes, size_t size);
/* Does what pd_tool_write does with the bytes of a base64 text that the api wrote. */
int pd_tool_write_base64(const pd_tool_args *args, const char *path, const char *text);
/* Does what pd_tool_write does, with a description of the content in the note, such as "240 frames, 4.00 s".
 * format may be NULL. */
int pd_tool_write_noted(const pd_tool_args *args, const char *path, const void *bytes, size_t size,
                        const char *format, ...) PD_PRINTF(5, 6);

/* Ending of a noun that follows a number: "1 frame", "2 frames". */
#define PD_TOOL_S(count) ((count) == 1 ? "" : "s")

/* Prints a warning when a fitted beta is far outside the usual range.
 * asks: a question that points to the likely cause. */
void pd_tool_warn_shape(const float *betas, int count, const char *asks);

#endif
