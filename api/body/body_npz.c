#include "api/body/body_npz.h"

#include "api/body/mesh_job.h"
#include "core/math/rotation.h"

#include <stdio.h>
#include <string.h>

/* Arrays of the bodies. */
enum { BETAS, EXPRESSION, POSE, TRANSLATION, ARRAYS };
static const char *const array_names[ARRAYS] = {"betas", "expression", "pose", "translation"};

bool pd_api_is_npz(const pd_api_request *request)
{
    const char *type = request->content_type;
    const size_t length = strlen(PD_API_NPZ_TYPE);
    return type && !strncmp(type, PD_API_NPZ_TYPE, length) && strchr("; \t", type[length]);
}

bool pd_api_npz_open(pd_npz *out, pd_api_call *call, const pd_api_request *request)
{
    pd_error err;

    if (pd_npz_parse(out, request->body.data, request->body.size, "body", &err) != PD_OK)
        return pd_api_note_error(&call->problems, "", &err);
    out->most_bytes = call->limits->json_memory;

    return true;
}

void pd_api_rows_widen(float *numbers, size_t rows, size_t own, size_t size)
{
    for (size_t r = rows; r-- > 0;) {
        memmove(numbers + r * size, numbers + r * own, own * sizeof *numbers);
        memset(numbers + r * size + own, 0, (size - own) * sizeof *numbers);
    }
}

float *pd_api_npz_rows(pd_api_call *call, pd_npz *npz, const char *name, size_t size, bool is_short,
                       size_t *rows)
{
    pd_array array;
    pd_error err;
    char shape[96], at[48];

    if (!pd_npz_has(npz, name)) return NULL;
    if (pd_npz_read(&array, npz, name, &err) != PD_OK) {
        pd_api_note_error(&call->problems, "", &err);
        return NULL;
    }

    snprintf(at, sizeof at, "/%s", name);
    const size_t own = array.rank ? array.shape[0] : 0;
    const size_t width = own ? array.count / own : 0;
    const bool fits = width == size || (is_short && width < size);
    if (!own || !fits || (*rows && own != *rows)) {
        pd_api_note(&call->problems, PD_ERR_RANGE, at, "%s; %zu rows of %s%zu numbers expected",
                    pd_array_shape_text(&array, shape, sizeof shape), *rows ? *rows : 1,
                    is_short ? "at most " : "", size);
        return NULL;
    }

    *rows = own;
    float *out = pd_api_pool_take(&call->pool, own * size + 1, sizeof *out);
    if (!out)
        pd_api_note(&call->problems, PD_ERR_MEMORY, at, "out of memory");
    else if (pd_array_f32(out, &array, name, &err) != PD_OK)
        pd_api_note_error(&call->problems, "", &err);
    else
        pd_api_rows_widen(out, own, width, size);

    return out;
}

bool pd_api_npz_bodies(pd_api_call *call, pd_npz *npz, size_t *rows, const float **pose)
{
    pd_api_mesh *mesh = pd_api_mesh_of(call);
    const pd_smpl_model *model = pd_api_model_body(&call->model);
    const size_t joints = (size_t)model->joint_count;
    const size_t sizes[ARRAYS] = {[BETAS] = (size_t)model->beta_count,
                                  [EXPRESSION] = (size_t)model->expression_count,
                                  [POSE] = 3 * joints,
                                  [TRANSLATION] = 3};
    const float *arrays[ARRAYS];

    for (int a = 0; a < ARRAYS; a++)
        arrays[a] = pd_api_npz_rows(call, npz, array_names[a], sizes[a], a == BETAS || a == EXPRESSION, rows);
    if (call->problems.count) return false;
    if (!*rows)
        return pd_api_note(
            &call->problems, PD_ERR_INVALID, "",
            "no array of bodies; at least one of betas, expression, pose and translation expected");
    if (!pd_api_batch_check("rows", *rows, call->limits, &call->problems)) return false;

    /* Without a pose the hands are in the model's mean pose, as for JSON. */
    const float *rest = NULL;
    if (!arrays[POSE] && !pd_api_rest_pose(&rest, model, &call->pool, &call->problems)) return false;

    mesh->count = call->weight = (int)*rows;
    mesh->bodies = pd_api_pool_take(&call->pool, *rows, sizeof *mesh->bodies);
    mesh->people = pd_api_pool_take(&call->pool, *rows, sizeof *mesh->people);
    float *rotations =
        arrays[POSE] ? pd_api_pool_take(&call->pool, 9 * joints * *rows, sizeof *rotations) : NULL;
    if (!mesh->bodies || !mesh->people || (arrays[POSE] && !rotations))
        return pd_api_note(&call->problems, PD_ERR_MEMORY, "", "out of memory for %zu bodies", *rows);
    if (rotations) pd_rot_from_axis_angle_array(rotations, arrays[POSE], (int)(joints * *rows));

    for (size_t b = 0; b < *rows; b++) {
        mesh->people[b] = NULL;
        mesh->bodies[b] = (pd_smpl_body){
            .betas = arrays[BETAS] ? arrays[BETAS] + b * sizes[BETAS] : NULL,
            .beta_count = arrays[BETAS] ? model->beta_count : 0,
            .expression = arrays[EXPRESSION] ? arrays[EXPRESSION] + b * sizes[EXPRESSION] : NULL,
            .expression_count = arrays[EXPRESSION] ? model->expression_count : 0,
            .rotations = rotations ? rotations + 9 * joints * b : rest,
            .translation = arrays[TRANSLATION] ? arrays[TRANSLATION] + 3 * b : NULL};
    }

    if (pose) *pose = arrays[POSE];

    return true;
}

bool pd_api_npz_request(pd_api_call *call, const pd_api_request *request)
{
    pd_npz npz;
    size_t rows = 0;

    if (!pd_api_npz_open(&npz, call, request)) return false;
    for (int i = 0; i < npz.member_count; i++) {
        const char *member = pd_npz_member(&npz, i);
        const size_t length = strcspn(member, ".");
        bool is_known = false;
        for (int a = 0; a < ARRAYS; a++)
            is_known |= strlen(array_names[a]) == length && !strncmp(array_names[a], member, length);
        if (!is_known) {
            char at[48];
            snprintf(at, sizeof at, "/%.*s", (int)(length < 40 ? length : 40), member);
            pd_api_note(&call->problems, PD_ERR_INVALID, at,
                        "unknown array; betas, expression, pose and translation allowed");
        }
    }

    const bool good = !call->problems.count && pd_api_npz_bodies(call, &npz, &rows, NULL);
    pd_npz_deinit(&npz);

    return good;
}
