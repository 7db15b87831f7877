#include "core/motion/amass_parts.h"

#include "core/base/assert.h"
#include "core/io/tensor/npz_value.h"
#include "core/retarget/character/note.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* Fingers of a motion: rotations, or coefficients of the principal components of the hands (smplx's use_pca).
 *
 *     coefficients c (T,C)   angles of a hand = mean + components^T c, as smplx computes them; C is 1 to 45
 *
 * The components are those of SMPL-H and SMPL-X, so the body of the file must be one of these models. */

bool pd_motion_amass_lacks_fingers(const pd_motion_amass_reading *r)
{
    if (pd_motion_amass_present(r->npz, pd_motion_member_names(PD_MOTION_ROLE_POSES)))
        return r->named_as == 24;
    for (int i = PD_AMASS_FIRST_HAND_PART; i < PD_AMASS_PARTS; i++)
        if (pd_motion_amass_present(r->npz, pd_motion_amass_part_names(i))) return false;
    return true;
}

/* Reads a truth value, of any numeric kind. Returns false if the member is none. */
static bool read_truth(bool *out, pd_npz *npz, const char *member)
{
    pd_array array;
    int64_t number;

    if (pd_npz_read(&array, npz, member, NULL) != PD_OK || array.count != 1 ||
        pd_array_i64(&number, &array, member, NULL) != PD_OK)
        return false;
    *out = number != 0;
    pd_npz_take(npz, member);

    return true;
}

/* Returns whether the member has coefficients of hands: a row of fewer numbers than `joints` have, or as many
 * if use_pca is true. */
bool pd_motion_amass_are_coefficients(pd_motion_amass_reading *r, const char *name, int joints)
{
    const char *told = pd_motion_amass_present(r->npz, pd_motion_member_names(PD_MOTION_ROLE_PCA));
    const size_t all = 3 * (size_t)joints;
    bool is_pca = false;
    pd_npz_floats f;

    if (told && read_truth(&is_pca, r->npz, told) && !is_pca) return false;
    if (pd_npz_floats_read(&f, r->npz, name, NULL) != PD_OK) return false;
    const bool is_matrix = f.rank >= 3 && f.shape[f.rank - 1] == 3;
    const size_t width = f.rank >= 2 ? f.shape[f.rank - 1] : 0;
    pd_npz_floats_deinit(&f);

    return !is_matrix && width && (is_pca ? width <= all : width < all && width != 3);
}

float *pd_motion_amass_read_coefficients(pd_motion_amass_reading *r, const char *name, int part, size_t *rows)
{
    const pd_smpl_model *source = r->options->source ? r->options->source : r->model;
    const pd_smpl_hand *hands = source->data.hands;
    const int sides = pd_motion_amass_parts[part].joint_count / (PD_SMPL_HAND_ANGLES / 3);
    const int first_side = pd_motion_amass_parts[part].role == PD_MOTION_ROLE_RIGHT_HAND;
    const size_t all = (size_t)sides * PD_SMPL_HAND_ANGLES;
    char shape[96];
    pd_npz_floats f;

    /* The numbers, and the model that gives them a meaning. */
    if (pd_npz_floats_read(&f, r->npz, name, r->err) != PD_OK) return NULL;
    const size_t width = f.shape[f.rank - 1];
    const size_t count = width / (size_t)sides;
    *rows = f.count / width;
    pd_npz_floats_shape(&f, shape, sizeof shape);
    PD_ASSERT(sides == 1 || sides == 2);
    const size_t most = (size_t)hands[first_side].component_count;
    float *angles = calloc(*rows * all + 1, sizeof *angles);
    pd_status s = PD_OK;
    if (!angles)
        s = pd_retarget_fail(r->err, PD_ERR_MEMORY, r->npz->name, name, "out of memory");
    else if (!*rows || *rows != f.shape[0])
        s = pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, name,
                             "shape %s; (frames, coefficients) or (frames, %zu) expected", shape, all);
    else if (pd_motion_amass_space_of_model(source) == PD_AMASS_UNKNOWN || !most)
        s = pd_retarget_fail(r->err, PD_ERR_UNSUPPORTED, r->npz->name, name,
                             "shape %s: coefficients of SMPL-X's hands (PCA), whose components %s does not "
                             "have; give SMPL-H or SMPL-X as the file's body (%s), or write the full hand "
                             "pose (%zu numbers)",
                             shape, r->options->source ? "the body that is named" : "this model",
                             pd_motion_amass_body_option(r), all);
    else if (width % (size_t)sides || count > most ||
             (sides == 2 && count > (size_t)hands[1].component_count))
        s = pd_retarget_fail(r->err, PD_ERR_FORMAT, r->npz->name, name,
                             "shape %s: %zu coefficients of %d hands; 1 to %zu a hand expected", shape, width,
                             sides, most);

    /* Angles without the mean, which pd_motion_amass_add_mean_hands adds. */
    for (size_t t = 0; !s && t < *rows; t++)
        for (int side = 0; side < sides; side++) {
            const float *c = f.values + t * width + (size_t)side * count;
            const float *components = hands[first_side + side].components;
            float *out = angles + t * all + (size_t)side * PD_SMPL_HAND_ANGLES;
            for (size_t i = 0; i < count && !s; i++) {
                if (!isfinite(c[i]))
                    s = pd_retarget_fail(r->err, PD_ERR_RANGE, r->npz->name, name,
                                         "frame %zu: %g; finite numbers allowed", t, (double)c[i]);
                for (size_t a = 0; a < PD_SMPL_HAND_ANGLES; a++)
                    out[a] += c[i] * components[i * PD_SMPL_HAND_ANGLES + a];
            }
        }

    pd_npz_floats_deinit(&f);
    if (s) {
        free(angles);
        return NULL;
    }

    r->has_coefficients = true;
    pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                     "%s: %zu coefficients a hand (PCA) of the hands of %s; their mean pose is added unless "
                     "flat_hand_mean is true",
                     name, count, r->options->source ? "the body that is named" : "this model");

    return angles;
}

pd_status pd_motion_amass_add_mean_hands(pd_motion_amass_reading *r)
{
    const char *name = pd_motion_amass_present(r->npz, pd_motion_member_names(PD_MOTION_ROLE_FLAT_HANDS));
    const pd_smpl_model *source = r->options->source ? r->options->source : r->model;
    const int first = r->joint_count == PD_AMASS_LAYOUT_MOST ? 25 : PD_AMASS_BODY;
    bool is_flat = true;

    /* smplx adds the mean to coefficients unless it is told not to. */
    if (name ? !read_truth(&is_flat, r->npz, name) || is_flat : !r->has_coefficients) return PD_OK;
    if (r->joint_count <= 24) return PD_OK;
    if (pd_motion_amass_lacks_fingers(r)) return PD_OK; /* they rest in the model's mean pose */

    /* smplx adds the angles of the mean pose, not the rotations. */
    for (int side = 0; side < 2; side++) {
        const float *mean = source->data.hands[side].mean;
        for (size_t t = 0; mean && t < r->frames; t++) {
            float *hand = r->poses + 3 * (t * (size_t)r->joint_count + (size_t)(first + 15 * side));
            for (int a = 0; a < PD_SMPL_HAND_ANGLES; a++) hand[a] += mean[a];
        }
    }

    const bool has_mean = source->data.hands[0].mean || source->data.hands[1].mean;
    if (!name) return PD_OK; /* the note on the coefficients has said it */
    pd_retarget_note(r->notes, PD_MOTION_AMASS_NOTES,
                     has_mean ? "%s is false: the mean pose of the hands of %s is added"
                              : "%s is false, but %s has no mean pose of the hands to add",
                     name, r->options->source ? "the body that is named" : "this model");

    return PD_OK;
}
