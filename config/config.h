#ifndef PD_CFG_CONFIG_H
#define PD_CFG_CONFIG_H
/* Reads posed's configuration from a YAML file, the environment and the command line into one checked struct.
 *
 *     pd_cfg cfg;
 *     pd_cfg_errors errors = {0};
 *     pd_cfg_action action = pd_cfg_load(&cfg, argc, argv, environ, &errors);
 *     if (action == PD_CFG_BAD) write errors.text to standard error, exit 2
 *     if (action == PD_CFG_PRINTED) write errors.text to standard output, exit 0    (--help and the like)
 *     ...
 *     pd_cfg_deinit(&cfg);
 *
 * Order    Defaults, then the file, then the environment, then flags; a later layer overrides an earlier one.
 *          The file is the one of --config, else the one of POSED_CONFIG; without either no file is read.
 * Errors   A load reports all errors that it finds, one a line: place, key, value, what is allowed.
 *              posed.yaml:4:12: http.threads: "999" is out of range; 0 to 256 threads allowed
 *          The place is file:line:column, the name of the environment variable or the flag.
 * Memory   A pd_cfg owns its strings; pd_cfg_deinit frees them. A failed load frees them itself.
 * Threads  Call each function from one thread at a time. Any number of threads may read a loaded pd_cfg.
 */
#include "config/options.h"
#include "core/base/buffer.h"
#include "core/base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Value of an option that is a list (LIST, ADDRESSES, PREFIXES). */
typedef struct pd_cfg_list {
    char **items; /* (count) texts, each owned */
    int count;
} pd_cfg_list;

/* One entry of `models:`. The daemon finds the kind of a model (body,
 * motion, ...) from its file when it loads it. */
typedef struct pd_cfg_model {
    char *id;       /* name of the model in requests: 1 to 64 lower-case letters, digits, '-' and '_' */
    char *file;     /* path as it was written; relative to the folder in which posed was started */
    int is_default; /* 1 if the entry says `default: true`; at most one entry may */
    int is_late;    /* 1 if the entry says `preload: false`: the model is loaded at its first request */
} pd_cfg_model;

#define PD_CFG_MODELS_MAX 256 /* largest number of entries of `models:` */

/* C type of the member of pd_cfg for each TYPE of the table in options.h. */
#define PD_CFG_C_BOOL      int
#define PD_CFG_C_INT       int
#define PD_CFG_C_REAL      double
#define PD_CFG_C_BYTES     size_t
#define PD_CFG_C_CHOICE    int
#define PD_CFG_C_STRING    char *
#define PD_CFG_C_FILE      char *
#define PD_CFG_C_ADDRESS   char *
#define PD_CFG_C_LIST      pd_cfg_list
#define PD_CFG_C_ADDRESSES pd_cfg_list
#define PD_CFG_C_PREFIXES  pd_cfg_list

/* Index of each option in pd_cfg_table, such as PD_CFG_I_http_threads.
 * PD_CFG_I_models, the last one, has no row there. */
enum {
#define PD_CFG_ROW(field, ...) PD_CFG_I_##field,
    PD_CFG_OPTIONS(PD_CFG_ROW)
#undef PD_CFG_ROW
        PD_CFG_I_models,
    PD_CFG_COUNT
};

/* A loaded configuration: one member for each option, named as its field in options.h. */
typedef struct pd_cfg {
#define PD_CFG_ROW(field, path, type, ...) PD_CFG_C_##type field;
    PD_CFG_OPTIONS(PD_CFG_ROW)
#undef PD_CFG_ROW
    pd_cfg_model *models; /* (model_count) entries of `models:` */
    int model_count;      /* 0 to PD_CFG_MODELS_MAX */
    char *file;           /* path of the YAML file that was read; NULL: no file */
    /* place that set each option: "posed.yaml:3:9", "POSED_LISTEN", "--listen"; NULL: the default holds */
    char *set_by[PD_CFG_COUNT];
} pd_cfg;

/* Values of the options kernel, log.level and log.format, in the order of the choices in options.h. */
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

/* Type of an option's value (options.h, TYPE). */
typedef enum pd_cfg_type {
    PD_CFG_BOOL,
    PD_CFG_INT,
    PD_CFG_REAL,
    PD_CFG_BYTES,
    PD_CFG_CHOICE,
    PD_CFG_STRING,
    PD_CFG_FILE,
    PD_CFG_ADDRESS,
    PD_CFG_LIST,
    PD_CFG_ADDRESSES,
    PD_CFG_PREFIXES
} pd_cfg_type;
/* Returns whether values of the type are a pd_cfg_list. */
static inline bool pd_cfg_is_list(pd_cfg_type type)
{
    return type == PD_CFG_LIST || type == PD_CFG_ADDRESSES || type == PD_CFG_PREFIXES;
}
/* One row of the table of options; options.h explains the columns. */
typedef struct pd_cfg_option {
    const char *field, *path; /* "http_threads", "http.threads" */
    pd_cfg_type type;
    const char *initial; /* default value as YAML text */
    double low,
        high; /* allowed range, both ends included: values of numbers, lengths of texts, counts of lists */
    /* unit of a number or of the items of a list; for CHOICE the choices: "auto|text|json" */
    const char *unit;
    int live;        /* 1: a reload applies a new value; 0: a new value needs a restart */
    const char *doc; /* description in one or a few sentences */
    size_t offset;   /* offset of the member in pd_cfg */
} pd_cfg_option;
extern const pd_cfg_option pd_cfg_table[PD_CFG_COUNT - 1]; /* all options except models, by PD_CFG_I_* */

/* Messages of a load. All zero is a valid empty value. */
typedef struct pd_cfg_errors {
    /* lines of errors, each ending in a newline, or the text that --help and the like print; not
     * zero-terminated */
    pd_buffer text;
    int count; /* number of errors, including those beyond the first 100, which `text` leaves out */
    /* lines of warnings, which do not prevent a start: POSED_ variables that name no option */
    pd_buffer warnings;
} pd_cfg_errors;
void pd_cfg_errors_deinit(pd_cfg_errors *errors);

/* Action that main must take after a load. */
typedef enum pd_cfg_action {
    PD_CFG_RUN,     /* Start the daemon with *cfg. */
    PD_CFG_PRINTED, /* Print errors->text (--help, --version, --print-config) and end. *cfg is empty. */
    /* --check-config found no error so far; the caller also tries to read the files that *cfg names. */
    PD_CFG_CHECK,
    PD_CFG_BAD, /* Print errors->text and end: the usage or the configuration is wrong. *cfg is empty. */
    /* --healthcheck: send a request to the daemon at cfg->listen to find out whether it answers. */
    PD_CFG_HEALTH
} pd_cfg_action;

/* Loads the configuration. `environ` is an array of NAME=value that ends in NULL, or NULL for an empty
 * environment; argv[0] is the program. An unknown flag is an error. A POSED_ variable that names no option is
 * only a warning, because other programs and orchestrators set such variables too. An empty variable counts
 * as one that is not set. */
pd_cfg_action pd_cfg_load(pd_cfg *cfg, int argc, char *const *argv, char *const *environ,
                          pd_cfg_errors *errors);
/* Frees everything that *cfg owns and clears it. */
void pd_cfg_deinit(pd_cfg *cfg);

/* For a reload: finds the options that differ between the two configurations and that only a restart applies.
 * Appends their paths to `names`, separated by ", ", and returns their number. */
int pd_cfg_restart_needed(const pd_cfg *running, const pd_cfg *fresh, pd_buffer *names);

/* The following functions append text to `out`. */
void pd_cfg_print(const pd_cfg *cfg,
                  pd_buffer *out); /* commented YAML that loads to an equal configuration (--print-config) */
void pd_cfg_help(pd_buffer *out);  /* the text of --help */
void pd_cfg_version(pd_buffer *out);   /* the text of --version */
void pd_cfg_reference(pd_buffer *out); /* the page docs/reference/configuration.md */

/* An address to listen at or to send to: "127.0.0.1:8080", "[::1]:8080", "localhost:0". */
typedef struct pd_cfg_address {
    char host[64];          /* numeric address without brackets; localhost becomes 127.0.0.1 */
    int port;               /* 0 to 65535 */
    int is_v6, is_loopback; /* 1 if the host is IPv6; 1 if it is ::1 or in 127.0.0.0/8 */
} pd_cfg_address;
/* Reads an address. PD_ERR_INVALID or PD_ERR_RANGE; err->detail is the end of a sentence whose subject is the
 * text ("has no port; ..."). */
pd_status pd_cfg_address_parse(pd_cfg_address *out, const char *text, pd_error *err);

/* A range of IP addresses: "10.0.0.0/8", "2001:db8::/32". An address without a length ("192.0.2.7", "::1") is
 * a range of one address. An IPv4-mapped range is stored as IPv4: "::ffff:10.0.0.0/104" is 10.0.0.0/8. */
typedef struct pd_cfg_prefix {
    /* network address in network byte order (IPv4 in the first 4 bytes); bits beyond `count` are 0 */
    unsigned char bits[16];
    int count; /* prefix length in bits: 0 to 32 or 128 */
    int is_v6; /* 1: IPv6, 0: IPv4 */
} pd_cfg_prefix;
/* Reads a range; errors as for pd_cfg_address_parse. */
pd_status pd_cfg_prefix_parse(pd_cfg_prefix *out, const char *text, pd_error *err);
/* Returns whether an address is in the range. bits: 4 or 16 bytes in network byte order. */
bool pd_cfg_prefix_has(const pd_cfg_prefix *prefix, bool is_v6, const unsigned char *bits);

/* Returns whether `id` is a valid model id: 1 to 64 lower-case letters, digits, '-' and '_', but not "-"
 * alone, which stands for an empty list in the keys file (api/http/access.h). */
bool pd_cfg_id_valid(const char *id);

#endif
