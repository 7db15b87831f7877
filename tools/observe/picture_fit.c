#include "tools/observe/picture_fit.h"

#include "core/observe/keypoint.h"

#include <math.h>
#include <stdio.h>

bool pd_tool_picture_read(pd_detections *out, const pd_tool_args *args, pd_bytes file)
{
    const char *size = pd_tool_text(args, "size");
    double width, height;
    char by, end;
    pd_error err;

    *out = (pd_detections){.width = 0};
    if (!size) {
        pd_tool_usage(args, "--size WxH of the picture is needed for OpenPose's files");
        return false;
    }

    if (sscanf(size, "%lf%c%lf%c", &width, &by, &height, &end) != 3 || (by != 'x' && by != 'X') ||
        !(width >= 1) || !(height >= 1)) {
        pd_tool_usage(args, "--size %s: WxH expected, such as 1920x1080", size);
        return false;
    }

    out->width = width;
    out->height = height;
    if (pd_detections_add(out, file, args->words[0], &err)) {
        pd_tool_usage(args, "%s: %s", err.where, err.detail);
        return false;
    }

    if (!out->figure_count) pd_tool_usage(args, "the file has no person: its list of people is empty");
    return out->figure_count > 0;
}

json_t *pd_tool_picture_observations(const pd_tool_args *args, const pd_detections *picture, int person)
{
    double focal = 0, noise = 0;

    if (pd_tool_given(args, "fx") && !pd_tool_double(&focal, args, "fx", 1, 1e6)) return NULL;
    if (pd_tool_given(args, "noise") && !pd_tool_double(&noise, args, "noise", 0.01, 1000)) return NULL;

    /* Points in the order of the set; those that were not seen are null. */
    json_t *points = json_array();
    json_t *confidence = json_array();
    for (int k = 0; k < picture->keypoint_count; k++) {
        const size_t i = (size_t)person * (size_t)picture->keypoint_count + (size_t)k;
        const float *at = picture->at + 3 * i;
        json_array_append_new(points,
                              isnan(at[0]) ? json_null() : json_pack("[f,f]", (double)at[0], (double)at[1]));
        json_array_append_new(confidence, json_real((double)picture->confidence[i]));
    }

    /* The observation with its camera. */
    json_t *keypoints =
        json_pack("{s:s,s:o,s:o}", "set", picture->set, "points", points, "confidence", confidence);
    json_t *camera = json_pack("{s:f,s:f}", "width", picture->width, "height", picture->height);
    if (noise > 0) json_object_set_new(keypoints, "noise", json_real(noise));
    if (focal > 0) json_object_set_new(camera, "fx", json_real(focal));

    return json_pack("{s:o,s:o}", "keypoints", keypoints, "camera", camera);
}

void pd_tool_picture_note(const pd_tool_args *args, const char *name, const pd_detections *picture,
                          const pd_smpl_model *model)
{
    char unread[PD_DETECTIONS_NOTES];
    const int lacking = picture->set ? pd_observe_set_lacking(pd_observe_set_of(picture->set), model) : 0;

    pd_detections_unread(unread, picture);
    if (*unread) pd_tool_note(args, "%s: %s", name, unread);
    if (lacking)
        pd_tool_note(
            args,
            "%s: %d keypoints of hands are not used, because the model has no fingers; --model person has",
            name, lacking);
}
