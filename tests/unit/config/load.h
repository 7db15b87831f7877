#ifndef TEST_CONFIG_LOAD_H
#define TEST_CONFIG_LOAD_H
/* Helpers of the configuration's tests: load options from texts,
 * and compare error messages letter by letter. */
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

/* Writes a temporary configuration file. */
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

/* Checks that two configurations have equal values of every option,
 * reals to the last bit, and equal models. */
static inline void assert_same_values(const pd_cfg *a, const pd_cfg *b)
{
    for (int i = 0; i < PD_CFG_COUNT - 1; i++) {
        const pd_cfg_option *option = &pd_cfg_table[i];
        const void *x = (const char *)a + option->offset, *y = (const char *)b + option->offset;
        const pd_cfg_list *p = x, *q = y;
        switch (option->type) {
        case PD_CFG_REAL: assert_memory_equal(x, y, sizeof(double)); break;
        case PD_CFG_BYTES: assert_memory_equal(x, y, sizeof(size_t)); break;
        case PD_CFG_LIST:
        case PD_CFG_ADDRESSES:
        case PD_CFG_PREFIXES:
            assert_int_equal(p->count, q->count);
            for (int k = 0; k < p->count; k++) assert_string_equal(p->items[k], q->items[k]);
            break;
        case PD_CFG_STRING:
        case PD_CFG_FILE:
        case PD_CFG_ADDRESS: assert_string_equal(*(char *const *)x, *(char *const *)y); break;
        default: assert_int_equal(*(const int *)x, *(const int *)y);
        }
    }
    assert_int_equal(a->model_count, b->model_count);
    for (int i = 0; i < a->model_count; i++) {
        assert_string_equal(a->models[i].id, b->models[i].id);
        assert_string_equal(a->models[i].file, b->models[i].file);
        assert_int_equal(a->models[i].is_default, b->models[i].is_default);
        assert_int_equal(a->models[i].is_late, b->models[i].is_late);
    }
}

/* Checks the messages of the YAML reader for this text, with "c.yaml" as the file's name. */
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

/* A variable of the environment, for ENV. */
static inline char *env(const char *entry)
{
    return (char *)(size_t)entry;
}

/* An environment, which ends in NULL: ENV(env("POSED_LISTEN=[::1]:80")). */
#define ENV(...)                                                                                             \
    (char *const[])                                                                                          \
    {                                                                                                        \
        __VA_ARGS__, NULL                                                                                    \
    }

/* Loads one flag and compares all error messages; "": the flag is accepted. */
static inline void assert_flag_says(const char *flag, const char *expected)
{
    loaded l = load(ARGS(env(flag)), NULL);
    assert_string_equal(text(&l), expected);
    assert_int_equal(l.action, *expected ? PD_CFG_BAD : PD_CFG_RUN);
    unload(&l);
}

#endif
