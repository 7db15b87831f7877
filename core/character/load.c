#include "core/character/load.h"

#include "core/io/tensor/safetensors.h"
#include "core/pfnn/import.h"
#include "core/character/settle.h"

#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>

/* Returns whether the file's metadata say that it is a database. */
static bool is_database(const char *path)
{
    pd_safetensors file;

    if (pd_safetensors_peek(&file, path, NULL) != PD_OK) return false;
    const char *kind = pd_safetensors_get(&file, "kind");
    bool is = kind && !strcmp(kind, PD_MATCHING_KIND);
    pd_safetensors_deinit(&file);

    return is;
}

pd_status pd_character_model_load(pd_pfnn_model **out, const char *path, pd_error *err)
{
    struct stat st;
    pd_pfnn_network network;

    *out = NULL;
    bool folder = !stat(path, &st) && S_ISDIR(st.st_mode);

    /* A file may be a database of frames, which needs no network. */
    pd_status s;

    if (!folder && is_database(path)) {
        pd_matching_model *matching;
        s = pd_matching_model_load(&matching, path, err);
        return s ? s : pd_pfnn_model_match(out, matching, err);
    }

    /* A folder holds the 50 slices of the original network; any other file is a network of this program. */
    s = folder ? pd_pfnn_import(&network, NULL, path, err) : pd_pfnn_network_load(&network, path, err);
    if (!s) s = pd_pfnn_model_build(out, &network, err);
    if (!s) s = pd_character_model_settle(*out, err);
    if (s) {
        pd_pfnn_model_release(*out);
        *out = NULL;
    }

    return s;
}
