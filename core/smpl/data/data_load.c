#include "core/smpl/data/encode.h"

#include "core/base/file.h"
#include "core/smpl/data/fields.h"
#include "core/smpl/data/import.h"

static pd_status parse_data_load(pd_smpl_data *data, pd_bytes file, unsigned flags, const char *name,
                                 pd_error *err)
{
    pd_status s;

    *data = (pd_smpl_data){0};

    if (pd_safetensors_sniff(file.data, file.size)) {
        pd_safetensors tensors;
        s = pd_safetensors_parse(&tensors, file.data, file.size, name, err);
        if (!s) {
            s = pd_smpl_data_decode(data, &tensors, flags, err);
            pd_safetensors_deinit(&tensors);
        }
    } else if (pd_smpl_import_sniff(file.data, file.size)) {
        s = pd_smpl_import(data, file.data, file.size, name, err);
    } else {
        s = pd_fail(err, PD_ERR_UNSUPPORTED, name,
                    "not a body model; a safetensors, npz or pickle file expected");
    }

    if (!s) s = pd_smpl_data_check(data, err);
    if (s) pd_smpl_data_deinit(data);
    return pd_smpl_field_place(s, name, err);
}

pd_status pd_smpl_data_parse(pd_smpl_data *data, const void *bytes, size_t size, const char *name,
                             pd_error *err)
{
    return parse_data_load(data, (pd_bytes){bytes, size}, 0, name, err);
}

static pd_status load_data_load(pd_smpl_data *data, const char *path, unsigned flags, pd_error *err)
{
    pd_bytes file;

    *data = (pd_smpl_data){0};
    pd_status s = pd_file_map(&file, path, err);
    if (s) return s;
    s = parse_data_load(data, file, flags, path, err);
    pd_file_unmap(&file);

    return s;
}

pd_status pd_smpl_data_load(pd_smpl_data *data, const char *path, pd_error *err)
{
    return load_data_load(data, path, 0, err);
}

pd_status pd_smpl_data_load_packed(pd_smpl_data *data, const char *path, pd_error *err)
{
    return load_data_load(data, path, PD_SMPL_PACKED, err);
}
