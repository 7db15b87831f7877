#ifndef PD_CFG_CONFIG_H
#define PD_CFG_CONFIG_H
/* posed's configuration: a YAML file, then the environment, then flags, into one checked struct.
 *
 *     pd_cfg cfg;
 *     pd_cfg_errors errors = {0};
 *     pd_cfg_action action = pd_cfg_load(&cfg, argc, argv, environ, &errors);
 *     if (action == PD_CFG_BAD) write errors.text to standard error, exit 2
 *     if (action == PD_CFG_PRINTED) write errors.text to standard output, exit 0    (--help and the like)
 *     ...
 *     pd_cfg_deinit(&cfg);
 *
 * Order    defaults < file < environment < flags. The file is --config FILE, else POSED_CONFIG, else none.
 * Errors   all are found, not only the first; a line each: place, key, value, what is allowed:
 *              posed.yaml:4:12: http.threads: 999 is out of range; 0 to 256 threads allowed
 *          place is file:line:column, the environment variable or the flag.
 * Memory   the struct owns its strings. Deinit frees them; so does a failed load.
 * Threads  none of this is for more than one thread at a time; a loaded pd_cfg may be read by many.
 */
#include "config/options.h"
#include "core/base/buffer.h"
#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct pd_cfg_list {
    char **items;
    int count;
} pd_cfg_list;

/* One entry of `models:`. The kind (body, motion) is found from the file. */
typedef struct pd_cfg_model {
    char *id;       /* lower-case letters, digits, '-', '_', at most 64     */
    char *file;     /* as written; relative to the folder posed was started in */
    int is_default; /* at most one                                          */
} pd_cfg_model;

#define PD_CFG_MODELS_MAX 256

#define PD_CFG_C_BOOL    int
#define PD_CFG_C_INT     int
#define PD_CFG_C_REAL    double
#define PD_CFG_C_BYTES   size_t
#define PD_CFG_C_CHOICE  int
#define PD_CFG_C_STRING  char *
#define PD_CFG_C_FILE    char *
#define PD_CFG_C_ADDRESS char *
#define PD_CFG_C_LIST    pd_cfg_list

/* The option's place in the table: PD_CFG_I_http_threads. */
enum {
#define PD_CFG_ROW(field, ...) PD_CFG_I_##field,
    PD_CFG_OPTIONS(PD_CFG_ROW)
#undef PD_CFG_ROW
        PD_CFG_I_models,
    PD_CFG_COUNT
};

typedef struct pd_cfg {
#define PD_CFG_ROW(field, path, type, ...) PD_CFG_C_##type field;
    PD_CFG_OPTIONS(PD_CFG_ROW)
#undef PD_CFG_ROW
    pd_cfg_model *models;
    int model_count;
    char *file;                 /* the YAML file that was read, or NULL                             */
    char *set_by[PD_CFG_COUNT]; /* "posed.yaml:3:9", "POSED_LISTEN", "--listen"; NULL: default */
} pd_cfg;

/* Values of the CHOICE rows, in the order of their table entry. */
typedef enum pd_cfg_kernel {
    PD_CFG_KERNEL_AUTO,
    PD_CFG_KERNEL_AVX512,
    PD_CFG_KERNEL_AVX2,
    PD_CFG_KERNEL_NEON,
    PD_CFG_KERNEL_REF
} pd_cfg_kernel;
typedef enum pd_cfg_log_level {
    PD_CFG_LOG_ERROR,
    PD_CFG_LOG_WARNING,
    PD_CFG_LOG_INFO,
    PD_CFG_LOG_DEBUG
} pd_cfg_log_level;
typedef enum pd_cfg_log_format { PD_CFG_LOG_AUTO, PD_CFG_LOG_TEXT, PD_CFG_LOG_JSON } pd_cfg_log_format;

/* One option's row of the table. */
typedef enum pd_cfg_type {
    PD_CFG_BOOL,
    PD_CFG_INT,
    PD_CFG_REAL,
    PD_CFG_BYTES,
    PD_CFG_CHOICE,
    PD_CFG_STRING,
    PD_CFG_FILE,
    PD_CFG_ADDRESS,
    PD_CFG_LIST
} pd_cfg_type;
typedef struct pd_cfg_option {
    const char *field, *path;
    pd_cfg_type type;
    const char *initial; /* as YAML */
    double low, high;
    const char *unit;
    int live; /* a reload takes it over */
    const char *doc;
    size_t offset; /* in pd_cfg */
} pd_cfg_option;
extern const pd_cfg_option pd_cfg_table[PD_CFG_COUNT - 1]; /* without models */

typedef struct pd_cfg_errors {
    pd_buffer text; /* lines, each ending in a newline; not zero-terminated */
    int count;
    pd_buffer
        warnings; /* lines as in text, of what does not prevent a start: variables that are no options */
} pd_cfg_errors;
void pd_cfg_errors_deinit(pd_cfg_errors *errors);

typedef enum pd_cfg_action {
    PD_CFG_RUN,     /* serve with *cfg                                              */
    PD_CFG_PRINTED, /* --help, --version, --print-config: text is in errors         */
    PD_CFG_CHECK,   /* --check-config, nothing wrong so far: what *cfg names can be read too */
    PD_CFG_BAD,     /* wrong usage or configuration; *cfg is empty                  */
    PD_CFG_HEALTH   /* --healthcheck: ask the daemon at cfg->listen whether it lives */
} pd_cfg_action;

/* environ is an array of NAME=value that ends in NULL; NULL is none. argv[0] is the program. An unknown flag is an error. A POSED_ variable
 * that is no option is a warning, since other programs and orchestrators set such variables too. An empty variable counts as none. */
pd_cfg_action pd_cfg_load(pd_cfg *cfg, int argc, char *const *argv, char *const *environ,
                          pd_cfg_errors *errors);
void pd_cfg_deinit(pd_cfg *cfg);

/* For a reload: writes to names, comma-separated, the options whose change needs a restart; returns how many. */
int pd_cfg_restart_needed(const pd_cfg *running, const pd_cfg *fresh, pd_buffer *names);

/* Documented YAML that reads back to the same configuration. */
void pd_cfg_print(const pd_cfg *cfg, pd_buffer *out);
void pd_cfg_help(pd_buffer *out);
void pd_cfg_version(pd_buffer *out);
/* docs/reference/configuration.md */
void pd_cfg_reference(pd_buffer *out);

/* "127.0.0.1:8080", "[::1]:8080", "localhost:0". */
typedef struct pd_cfg_address {
    char host[64]; /* numeric, without brackets */
    int port;
    int is_v6, is_loopback;
} pd_cfg_address;
pd_status pd_cfg_address_parse(pd_cfg_address *out, const char *text, pd_error *err);

/* "10.0.0.0/8", "2001:db8::/32"; "192.0.2.7" and "::1" stand for themselves alone. "::ffff:10.0.0.0/104" is 10.0.0.0/8. */
typedef struct pd_cfg_prefix {
    unsigned char bits[16]; /* of IPv4 the first 4; zero beyond count */
    int count;
    int is_v6;
} pd_cfg_prefix;
pd_status pd_cfg_prefix_parse(pd_cfg_prefix *out, const char *text, pd_error *err);
bool pd_cfg_id_valid(const char *id);

#endif
