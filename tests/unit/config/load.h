#ifndef TEST_CONFIG_LOAD_H
#define TEST_CONFIG_LOAD_H
/* What the configuration's tests share: load from texts, compare the complaints to the letter. */
#include "config/config_internal.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct loaded {
    pd_cfg cfg;
    pd_cfg_errors errors;
    pd_cfg_action action;
} loaded;

/* Ends in NULL: ARGS("--listen", "[::1]:80"). */
#define ARGS(...)                                                                                            \
    (char *const[])                                                                                          \
    {                                                                                                        \
        (char *)"posed", __VA_ARGS__, NULL                                                                   \
    }
#define NO_ARGS                                                                                              \
    (char *const[])                                                                                          \
    {                                                                                                        \
        (char *)"posed", NULL                                                                                \
    }

static inline loaded load(char *const *argv, char *const *environment)
{
    loaded l = {0};
    int argc = 0;
    while (argv[argc]) argc++;
    l.action = pd_cfg_load(&l.cfg, argc, argv, environment, &l.errors);
    pd_buffer_add(&l.errors.text, "", 1);
    return l;
}

static inline const char *text(const loaded *l)
{
    return (const char *)l->errors.text.data;
}

/* A configuration file that is gone again when the test is. */
static inline void write_file(char path[64], const char *yaml)
{
    strcpy(path, "/tmp/posed-test-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *file = fdopen(fd, "w");
    assert_non_null(file);
    fputs(yaml, file);
    fclose(file);
}

static inline loaded load_yaml(const char *yaml)
{
    char path[64];
    write_file(path, yaml);
    loaded l = load(ARGS((char *)"--config", path), NULL);
    remove(path);
    return l;
}

static inline void unload(loaded *l)
{
    if (l->action != PD_CFG_BAD && l->action != PD_CFG_PRINTED) pd_cfg_deinit(&l->cfg);
    pd_cfg_errors_deinit(&l->errors);
}

/* What the YAML reader says of text, with "c.yaml" for the file's name. */
static inline void assert_yaml_says(const char *yaml, const char *expected)
{
    pd_cfg cfg;
    pd_cfg_errors errors = {0};
    char *const argv[] = {(char *)"posed", NULL};
    assert_int_equal(pd_cfg_load(&cfg, 1, argv, NULL, &errors), PD_CFG_RUN);
    pd_cfg_read_yaml(&cfg, "c.yaml", yaml, strlen(yaml), &errors);
    pd_buffer_add(&errors.text, "", 1);
    assert_string_equal((const char *)errors.text.data, expected);
    pd_cfg_deinit(&cfg);
    pd_cfg_errors_deinit(&errors);
}

#endif
