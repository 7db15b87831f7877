#ifndef PD_CONFIG_INTERNAL_H
#define PD_CONFIG_INTERNAL_H
/* What the layers of the configuration share: the file, the environment and the flags each turn their own
 * places and names into calls of pd_cfg_set and pd_cfg_complain. Only config/ includes this.
 *
 * place    where the value stands: "posed.yaml:3:9", "POSED_LISTEN" or "--listen"; every message begins with it.
 * index    row of the table, PD_CFG_I_*.
 */
#include "config/config.h"

#include <stdbool.h>

/* "place: message" as a line of errors; place may be NULL. After 100 lines only the count goes on. */
void pd_cfg_complain(pd_cfg_errors *errors, const char *place, const char *format, ...) PD_PRINTF(3, 4);
/* "place: message" as a line of errors' warnings. */
void pd_cfg_warn(pd_cfg_errors *errors, const char *place, const char *format, ...) PD_PRINTF(3, 4);
/* pd_cfg_complain of an option's value: "place: path: message", or "place: message" where the place is the option's own flag or variable. */
void pd_cfg_complain_of(pd_cfg_errors *errors, const char *place, const char *path, const char *format, ...)
    PD_PRINTF(4, 5);

/* The row whose path is the first length bytes of path; -1 when there is none, PD_CFG_I_models for "models". */
int pd_cfg_find(const char *path, size_t length);
const char *pd_cfg_path(int index);
/* true when rows exist under path ("http"). */
bool pd_cfg_is_group(const char *path);
/* The known path that is nearest to a misspelt one, or NULL when none is near. */
const char *pd_cfg_suggest(const char *path);
/* The same for groups: "http" for "htpp"; returns false when none is near. */
bool pd_cfg_suggest_group(char *out, size_t size, const char *word);

/* Sets a row from text; a wrong one is a line in errors and leaves the row as it was. LIST rows and models
 * take their items separated by commas ("id=file" for models). */
void pd_cfg_set(pd_cfg *cfg, int index, const char *text, const char *place, pd_cfg_errors *errors);
/* The same for LIST rows and models only. */
void pd_cfg_set_items(pd_cfg *cfg, int index, const char *text, const char *place, pd_cfg_errors *errors);
/* Remembers where a row was set. */
void pd_cfg_mark(pd_cfg *cfg, int index, const char *place);
/* Sets a LIST row; copies the items. */
void pd_cfg_set_list(pd_cfg *cfg, int index, char *const *items, int count, const char *place,
                     pd_cfg_errors *errors);
/* Takes the models over when every id is good and none comes twice; else frees them. */
void pd_cfg_set_models(pd_cfg *cfg, pd_cfg_model *models, int count, const char *place,
                       pd_cfg_errors *errors);
/* Id and file of one entry; a wrong one is a line in errors. Returns true when both are good. */
bool pd_cfg_model_good(const pd_cfg_model *model, const char *place, pd_cfg_errors *errors);
void pd_cfg_items_free(char **items, int count);
void pd_cfg_models_free(pd_cfg_model *models, int count);

/* The row's value as YAML: 8, true, "text", 8 MiB, ["a", "b"]. */
void pd_cfg_write_value(const pd_cfg *cfg, int index, pd_buffer *out);
/* text in YAML's double quotes */
void pd_cfg_write_quoted(const char *text, pd_buffer *out);
/* "0 to 256 threads", "auto, text or json", "at most 4096 bytes long" */
void pd_cfg_write_allowed(const pd_cfg_option *option, pd_buffer *out);
/* text in double quotes for a message: one line, at most about 60 characters */
const char *pd_cfg_shown(char out[96], const char *text);
/* NULL, or what is wrong with it: only text that YAML can hold is taken, so that printing reads back. */
const char *pd_cfg_text_fault(const char *text);

/* The first length bytes of text, cut at size. */
void pd_cfg_copy(char *out, size_t size, const char *text, size_t length);
/* "POSED_HTTP_THREADS" and "--http-threads" for "http.threads"; cut at size. */
void pd_cfg_env_name(char *out, size_t size, const char *path);
void pd_cfg_flag_name(char *out, size_t size, const char *path);

void pd_cfg_read_file(pd_cfg *cfg, const char *file, pd_cfg_errors *errors);
/* name stands for the file in messages. */
void pd_cfg_read_yaml(pd_cfg *cfg, const char *name, const void *bytes, size_t size, pd_cfg_errors *errors);
void pd_cfg_read_env(pd_cfg *cfg, char *const *environ, pd_cfg_errors *errors);

/* What the flags request besides options; config is the value of --config or NULL. */
typedef struct pd_cfg_flags {
    int help, version, print, check, health, reference;
    const char *config;
} pd_cfg_flags;
/* cfg NULL: only the flags are read, without complaints (the file is read before the flags). */
void pd_cfg_read_flags(pd_cfg *cfg, int argc, char *const *argv, pd_cfg_flags *flags, pd_cfg_errors *errors);

#endif
