/* joblib.dump writes an array as an object that describes it, and behind that object's BUILD opcode its
 * bytes: one byte n, n bytes of padding (joblib 1.2 and later), then the elements. */
#include "core/io/tensor/pickle_internal.h"
#include "core/io/tensor/pickle_numpy.h"

pd_status pd_pickle_take_joblib(pd_pickle_machine *m, pd_pickle_value *object)
{
    const pd_pickle_value *alignment = pd_pickle_get(object, "numpy_array_alignment_bytes");
    pd_error reason = {0};
    pd_array array;

    if (pd_pickle_joblib_form(&array, object, m->name, &reason))
        return pd_pickle_fail(m, reason.status, "%s", reason.detail);

    /* Padding, which says its own length. */
    if (alignment && alignment->kind != PD_PICKLE_NONE) {
        const unsigned char *padding = pd_pickle_take(m, 1);
        if (!padding || !pd_pickle_take(m, *padding)) return m->status;
    }

    /* The elements. */
    object->text.data = pd_pickle_take(m, array.data_bytes);
    if (!object->text.data) return m->status;
    object->text.size = array.data_bytes;

    return PD_OK;
}
