/* Options with several items: lists of texts, and models. */
#include "config/config_internal.h"
#include "core/base/assert.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void pd_cfg_items_free(char **items, int count)
{
    PD_ASSERT(count >= 0 && (items || !count));
    for (int i = 0; i < count; i++) free(items[i]);
    free(items);
}

void pd_cfg_models_free(pd_cfg_model *models, int count)
{
    PD_ASSERT(count >= 0 && (models || !count));
    for (int i = 0; i < count; i++) {
        free(models[i].id);
        free(models[i].file);
    }

    free(models);
}

/* Returns whether an item is valid; otherwise adds a line to errors. */
static bool item_good(const pd_cfg_option *option, const char *item, const char *place, pd_cfg_errors *errors)
{
    pd_cfg_address address;
    pd_cfg_prefix prefix;
    char shown[96];
    pd_error err = {0};

    /* Each item is a text that YAML can hold. */
    const char *fault = !*item ? "is empty" : strlen(item) > 512 ? "is too long" : pd_cfg_text_fault(item);
    if (fault) {
        pd_cfg_complain_of(errors, place, option->path, "%s %s; texts of 1 to 512 bytes allowed",
                           pd_cfg_shown(shown, item), fault);
        return false;
    }

    /* Some lists have items with a grammar of their own. */
    pd_status status = PD_OK;
    if (option->type == PD_CFG_ADDRESSES) status = pd_cfg_address_parse(&address, item, &err);
    if (option->type == PD_CFG_PREFIXES) status = pd_cfg_prefix_parse(&prefix, item, &err);
    if (status == PD_OK) return true;
    pd_cfg_complain_of(errors, place, option->path, "%s %s", pd_cfg_shown(shown, item), err.detail);

    return false;
}

void pd_cfg_set_list(pd_cfg *cfg, int index, char *const *items, int count, const char *place,
                     pd_cfg_errors *errors)
{
    PD_ASSERT(index >= 0 && index < PD_CFG_I_models && count >= 0);
    const pd_cfg_option *option = &pd_cfg_table[index];
    PD_ASSERT(pd_cfg_is_list(option->type));
    pd_cfg_list *list = (pd_cfg_list *)(void *)((char *)cfg + option->offset);

    /* Check all items, so that a load reports all errors. */
    bool good = true;
    for (int i = 0; i < count; i++) good &= item_good(option, items[i], place, errors);
    if (count > option->high) {
        pd_cfg_complain_of(errors, place, option->path, "%d %s; at most %.10g allowed", count, option->unit,
                           option->high);
        good = false;
    }

    if (!good) return;

    /* Copy all items before the old ones are freed. */
    char **copy = calloc((size_t)count + 1, sizeof *copy);
    bool full = copy != NULL;
    for (int i = 0; full && i < count; i++) full = (copy[i] = strdup(items[i])) != NULL;
    if (!full) {
        if (copy) pd_cfg_items_free(copy, count);
        pd_cfg_complain_of(errors, place, option->path, "out of memory");
        return;
    }

    pd_cfg_items_free(list->items, list->count);
    list->items = copy;
    list->count = count;
    pd_cfg_mark(cfg, index, place);
}

bool pd_cfg_model_good(const pd_cfg_model *model, const char *place, pd_cfg_errors *errors)
{
    char shown[96];
    const char *fault = !*model->file                ? "is empty"
                        : strlen(model->file) > 4096 ? "is too long"
                                                     : pd_cfg_text_fault(model->file);

    if (!pd_cfg_id_valid(model->id))
        pd_cfg_complain_of(errors, place, "models",
                           "id %s is not valid; 1 to 64 lower-case letters, digits, '-' and '_' allowed",
                           pd_cfg_shown(shown, model->id));
    if (fault)
        pd_cfg_complain_of(errors, place, "models", "file %s %s; 1 to 4096 bytes allowed",
                           pd_cfg_shown(shown, model->file), fault);

    return !fault && pd_cfg_id_valid(model->id);
}

void pd_cfg_set_models(pd_cfg *cfg, pd_cfg_model *models, int count, const char *place, pd_cfg_errors *errors)
{
    PD_ASSERT(models && count >= 0 && count <= PD_CFG_MODELS_MAX);
    int before = errors->count;
    int defaults = 0;

    /* Ids are unique, and at most one entry is the default. */
    for (int i = 0; i < count; i++) {
        defaults += models[i].is_default;
        for (int j = 0; j < i; j++)
            if (!strcmp(models[i].id, models[j].id))
                pd_cfg_complain_of(errors, place, "models", "id \"%s\" occurs twice; each id is allowed once",
                                   models[i].id);
    }

    if (defaults > 1)
        pd_cfg_complain_of(errors, place, "models", "%d entries are default; at most 1 allowed", defaults);

    /* The default model never waits. */
    for (int i = 0; i < count; i++)
        if (models[i].is_default && models[i].is_late)
            pd_cfg_complain_of(errors, place, "models",
                               "id \"%s\" is the default and has preload: false; only true allowed, because "
                               "a default model is loaded at the start",
                               models[i].id);
    if (errors->count != before) {
        pd_cfg_models_free(models, count);
        return;
    }

    pd_cfg_models_free(cfg->models, cfg->model_count);
    cfg->models = models;
    cfg->model_count = count;
    pd_cfg_mark(cfg, PD_CFG_I_models, place);
}

static void set_models_items(pd_cfg *cfg, char **items, int count, const char *place, pd_cfg_errors *errors)
{
    char shown[96];
    int good = count <= PD_CFG_MODELS_MAX;
    pd_cfg_model *models = good ? calloc((size_t)count + 1, sizeof *models) : NULL;

    if (!models) {
        pd_cfg_complain_of(errors, place, "models", "%d entries; at most %d allowed", count,
                           PD_CFG_MODELS_MAX);
        return;
    }

    /* Each item is "id=file". */
    for (int i = 0; i < count; i++) {
        const char *equals = strchr(items[i], '=');
        if (!equals) {
            pd_cfg_complain_of(errors, place, "models", "%s has no '='; ID=FILE expected",
                               pd_cfg_shown(shown, items[i]));
            good = 0;
            continue;
        }

        models[i].id = strndup(items[i], (size_t)(equals - items[i]));
        models[i].file = strdup(equals + 1);
        good &= models[i].id && models[i].file && pd_cfg_model_good(&models[i], place, errors);
    }

    if (good)
        pd_cfg_set_models(cfg, models, count, place, errors);
    else
        pd_cfg_models_free(models, count);
}

void pd_cfg_set_items(pd_cfg *cfg, int index, const char *text, const char *place, pd_cfg_errors *errors)
{
    PD_ASSERT(index == PD_CFG_I_models || pd_cfg_is_list(pd_cfg_table[index].type));

    /* Split the text at its commas; an empty text has no items. */
    int count = *text != 0;
    for (const char *p = text; *p; p++) count += *p == ',';
    char **items = calloc((size_t)count + 1, sizeof *items);
    bool full = items != NULL;
    for (int i = 0; full && i < count; i++) {
        size_t n = strcspn(text, ",");
        full = (items[i] = strndup(text, n)) != NULL;
        text += n + 1;
    }

    /* Set the option. Both functions copy the items. */
    if (!full)
        pd_cfg_complain_of(errors, place, pd_cfg_path(index), "out of memory");
    else if (index == PD_CFG_I_models)
        set_models_items(cfg, items, count, place, errors);
    else
        pd_cfg_set_list(cfg, index, items, count, place, errors);
    if (items) pd_cfg_items_free(items, count);
}
