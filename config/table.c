/* The table of options as data, the search for its rows by name, and the places that set them. */
#include "config/config_internal.h"
#include "core/base/text/edit_distance.h"
#include "core/base/assert.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PD_CFG_LIVE_LIVE  1
#define PD_CFG_LIVE_START 0

const pd_cfg_option pd_cfg_table[PD_CFG_COUNT - 1] = {
#define PD_CFG_ROW(field, path, type, initial, low, high, unit, reload, doc)                                 \
    {#field, path, PD_CFG_##type,        initial, low,                                                       \
     high,   unit, PD_CFG_LIVE_##reload, doc,     offsetof(pd_cfg, field)},
    PD_CFG_OPTIONS(PD_CFG_ROW)
#undef PD_CFG_ROW
};

const char *pd_cfg_path(int index)
{
    PD_ASSERT(index >= 0 && index < PD_CFG_COUNT);
    return index == PD_CFG_I_models ? "models" : pd_cfg_table[index].path;
}

void pd_cfg_mark(pd_cfg *cfg, int index, const char *place)
{
    PD_ASSERT(index >= 0 && index < PD_CFG_COUNT);
    free(cfg->set_by[index]);
    cfg->set_by[index] = place ? strdup(place) : NULL;
}

int pd_cfg_find(const char *path, size_t length)
{
    for (int i = 0; i < PD_CFG_COUNT; i++) {
        const char *known = pd_cfg_path(i);
        if (strlen(known) == length && !memcmp(known, path, length)) return i;
    }
    return -1;
}

bool pd_cfg_is_group(const char *path)
{
    size_t length = strlen(path);

    for (int i = 0; i < PD_CFG_COUNT; i++) {
        const char *known = pd_cfg_path(i);
        if (!strncmp(known, path, length) && known[length] == '.') return true;
    }

    return false;
}

const char *pd_cfg_suggest(const char *path)
{
    const char *best = NULL;
    int least = strlen(path) < 5 ? 2 : 3;

    for (int i = 0; i < PD_CFG_COUNT; i++) {
        /* A row is near when its whole path is, or when its last word is
         * what was written at the wrong place. */
        const char *known = pd_cfg_path(i);
        const char *written = strrchr(path, '.');
        const char *word = strrchr(known, '.');
        const char *flagged = written ? NULL : strchr(path, '_'); /* a flag's or a variable's has no dots */
        int whole = pd_edit_distance(path, known);
        bool is_last = !strcmp(written ? written + 1 : path, word ? word + 1 : known) ||
                       (flagged && word && !strcmp(flagged + 1, word + 1));
        int misplaced = is_last ? 1 : 99;
        int d = whole < misplaced ? whole : misplaced;

        if (d < least) {
            least = d;
            best = pd_cfg_path(i);
        }
    }

    return best;
}

bool pd_cfg_suggest_group(char *out, size_t size, const char *word)
{
    char group[64];
    int least = 3;

    for (int i = 0; i < PD_CFG_COUNT; i++) {
        const char *path = pd_cfg_path(i);
        if (!strchr(path, '.')) continue;
        pd_cfg_copy(group, sizeof group, path, strcspn(path, "."));
        int d = pd_edit_distance(word, group);
        if (d >= least) continue;
        least = d;
        pd_cfg_copy(out, size, group, strlen(group));
    }

    return least < 3;
}

/* Writes the prefix and the path with another separator in place of "." and "_". */
static void rewrite(char *out, size_t size, const char *prefix, const char *path, bool upper, char separator)
{
    size_t n = (size_t)snprintf(out, size, "%s", prefix);

    PD_ASSERT(n < size);
    for (; *path && n + 1 < size; path++) {
        int c = *path == '.' || *path == '_' ? separator : *path;
        out[n++] = (char)(upper ? toupper(c) : c);
    }

    out[n] = 0;
}

void pd_cfg_env_name(char *out, size_t size, const char *path)
{
    rewrite(out, size, "POSED_", path, true, '_');
}

void pd_cfg_flag_name(char *out, size_t size, const char *path)
{
    rewrite(out, size, "--", path, false, '-');
}

void pd_cfg_copy(char *out, size_t size, const char *text, size_t length)
{
    PD_ASSERT(size > 0);
    size_t n = length < size ? length : size - 1;
    memcpy(out, text, n);
    out[n] = 0;
}
