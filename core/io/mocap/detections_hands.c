/* Hands of detectors, which are read, and faces, which are counted. */
#include "core/io/mocap/detections_read.h"

#include <stdio.h>

bool pd_detections_is_hand(const json_t *list)
{
    const json_t *rows = json_object_get(list, "landmark") ? json_object_get(list, "landmark") : list;
    const size_t count = json_array_size(rows);
    return count == PD_DETECTIONS_HAND ||
           (count == 3 * PD_DETECTIONS_HAND && json_is_number(json_array_get(rows, 0)));
}

pd_status pd_detections_hand(pd_detections_reading *r, int figure, int first, int side, const json_t *list)
{
    const bool is_flat = json_is_number(json_array_get(list, 0));

    if (!pd_detections_is_hand(list)) return PD_OK;
    for (size_t k = 0; k < PD_DETECTIONS_HAND; k++) {
        const json_t *one = json_array_get(list, k);
        const json_t *number[3];
        double x[3] = {0, 0, 0};
        double sure = 1;
        for (size_t c = 0; c < 3; c++)
            number[c] = is_flat ? json_array_get(list, 3 * k + c) : json_array_get(one, c);
        if (!pd_detections_number(&x[0], number[0]) || !pd_detections_number(&x[1], number[1]) ||
            (number[2] && !pd_detections_number(&sure, number[2])))
            return pd_fail(r->err, PD_ERR_RANGE, r->name,
                           "%s hand: keypoint %zu; three numbers from %.10g to %.10g expected",
                           side ? "right" : "left", k, -PD_DETECTIONS_LARGEST, PD_DETECTIONS_LARGEST);
        pd_detections_point(r->d, figure, first + side * PD_DETECTIONS_HAND + (int)k, x, sure);
    }

    return PD_OK;
}

void pd_detections_face(pd_detections_reading *r, size_t count)
{
    if ((int)count > r->d->face_count) r->d->face_count = (int)count;
}

void pd_detections_unread(char out[PD_DETECTIONS_NOTES], const pd_detections *d)
{
    size_t used = 0;

    *out = 0;
    if (d->face_count)
        used += (size_t)snprintf(out, PD_DETECTIONS_NOTES,
                                 "%d keypoints of the face are not used: fits move no expressions",
                                 d->face_count);
    if (d->hand_count)
        snprintf(
            out + used, PD_DETECTIONS_NOTES - used,
            "%s%d keypoints of the hands in space are not used, whose origin is in the hand: those in the "
            "picture are read with the size of the picture",
            used ? "; " : "", d->hand_count);
}
