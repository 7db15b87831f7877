#ifndef PD_CONFIG_INTERNAL_H
#define PD_CONFIG_INTERNAL_H
/* Functions that the readers of the file, the environment and the flags share. Each reader calls pd_cfg_set
 * for a value and pd_cfg_complain (complain.h) for an error. Only files of config/ include this header.
 *
 * place    where a value was written: "posed.yaml:3:9", "POSED_LISTEN" or "--listen". Every message begins
 *          with it.
 * index    index of an option, PD_CFG_I_*.
 * path     dotted name of an option: "http.threads".
 */
#include "config/complain.h"
#include "config/config.h"

#include <stdbool.h>

/* ---- names of options (table.c) ---- */

/* Returns the index of the option whose path is the first `length` bytes of `path`; PD_CFG_I_models for
 * "models"; -1 if there is none. */
int pd_cfg_find(const char *path, size_t length);
/* Returns the path of an option, "models" for PD_CFG_I_models. Static. */
const char *pd_cfg_path(int index);
/* Returns whether `path` is the first part of the path of an option, such as "http". */
bool pd_cfg_is_group(const char *path);
/* Returns the path of the option that a misspelt path most likely means, or NULL if none is near. */
const char *pd_cfg_suggest(const char *path);
/* Writes the name of the group that a misspelt word most likely means ("http" for "htpp"). Returns false if
 * none is near. */
bool pd_cfg_suggest_group(char *out, size_t size, const char *word);
/* Write the environment variable and the flag of an option, cut to `size` bytes: "POSED_HTTP_THREADS",
 * "--http-threads" for "http.threads". */
void pd_cfg_env_name(char *out, size_t size, const char *path);
void pd_cfg_flag_name(char *out, size_t size, const char *path);
/* Copies the first `length` bytes of text as a zero-terminated string, cut to `size` bytes. */
void pd_cfg_copy(char *out, size_t size, const char *text, size_t length);

/* ---- values (value.c, list.c, print.c) ---- */

/* Sets an option from text. If the text is wrong, adds a line to `errors` and leaves the option unchanged.
 * The items of LIST options and of models are separated by commas; an item of models is "id=file". */
void pd_cfg_set(pd_cfg *cfg, int index, const char *text, const char *place, pd_cfg_errors *errors);
/* Does what pd_cfg_set does, for LIST options and models only. */
void pd_cfg_set_items(pd_cfg *cfg, int index, const char *text, const char *place, pd_cfg_errors *errors);
/* Stores a copy of `place` in cfg->set_by; NULL means the default. */
void pd_cfg_mark(pd_cfg *cfg, int index, const char *place);
/* Sets a LIST option to copies of the items. A wrong item, or too many, add lines to `errors` and leave the
 * option unchanged. */
void pd_cfg_set_list(pd_cfg *cfg, int index, char *const *items, int count, const char *place,
                     pd_cfg_errors *errors);
/* Replaces cfg->models by `models`, and takes ownership of `models` in every case. If two have one id, or two
 * are the default, adds lines to `errors`, frees `models` and leaves the configuration unchanged. */
void pd_cfg_set_models(pd_cfg *cfg, pd_cfg_model *models, int count, const char *place,
                       pd_cfg_errors *errors);
/* Checks the id and the file name of one entry of models and adds a line to `errors` for each that is wrong.
 * Returns true if both are valid. */
bool pd_cfg_model_good(const pd_cfg_model *model, const char *place, pd_cfg_errors *errors);
/* Free an array of texts or models and what its elements own. */
void pd_cfg_items_free(char **items, int count);
void pd_cfg_models_free(pd_cfg_model *models, int count);

/* Appends the value of an option as YAML: 8, true, "text", 8 MiB, ["a", "b"]. */
void pd_cfg_write_value(const pd_cfg *cfg, int index, pd_buffer *out);
/* Appends what an option allows: "0 to 256 threads allowed", "auto,
 * text or json allowed", "at most 64 names allowed". */
void pd_cfg_write_allowed(const pd_cfg_option *option, pd_buffer *out);
/* Writes text in double quotes for a message, cut to about 60 characters. Bytes that are no printable
 * character are written as \xff. Returns out. */
const char *pd_cfg_shown(char out[96], const char *text);
/* Checks that text is UTF-8 without control characters, which YAML can hold, so that a printed configuration
 * loads again. Returns NULL, or the end of a sentence that says what is wrong ("is not UTF-8"). */
const char *pd_cfg_text_fault(const char *text);

/* ---- layers: each sets options in *cfg and adds a line to `errors` for each error ---- */

/* Reads a YAML file of at most 1 MiB (yaml.c) and stores its path in cfg->file. */
void pd_cfg_read_file(pd_cfg *cfg, const char *file, pd_cfg_errors *errors);
/* Reads YAML from memory. `name` is the name of the file in messages. */
void pd_cfg_read_yaml(pd_cfg *cfg, const char *name, const void *bytes, size_t size, pd_cfg_errors *errors);
/* Reads the variables POSED_* of an array of NAME=value that ends in NULL (env.c). */
void pd_cfg_read_env(pd_cfg *cfg, char *const *environ, pd_cfg_errors *errors);

/* Flags that are not options. */
typedef struct pd_cfg_flags {
    int help, version, print, check, health,
        reference;      /* 1 if the flag was given: --help, --version, --print-config, --check-config, ... */
    const char *config; /* value of --config, borrowed from argv; NULL: not given */
} pd_cfg_flags;
/* Reads the command line (flags.c). With cfg NULL it only fills *flags and reports no error: pd_cfg_load
 * needs --config before it reads the file, and sets options from flags after it. */
void pd_cfg_read_flags(pd_cfg *cfg, int argc, char *const *argv, pd_cfg_flags *flags, pd_cfg_errors *errors);

#endif
