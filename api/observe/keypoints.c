#include "api/observe/keypoints.h"

#include "core/base/assert.h"
#include "api/http/call.h"
#include "api/http/json_write.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool pd_api_coordinate_read(double *out, const json_t *value, size_t index, double most, const char *place,
                            pd_api_problems *p)
{
    const double x = json_number_value(value);

    if (!json_is_number(value))
        return pd_api_note(p, PD_ERR_RANGE, place,
                           "coordinate %zu: %s; a number from %.10g to %.10g expected", index,
                           pd_api_json_kind(value), -most, most);
    if (!(fabs(x) <= most))
        return pd_api_note(p, PD_ERR_RANGE, place,
                           "coordinate %zu: %.10g; a number from %.10g to %.10g expected", index, x, -most,
                           most);
    *out = x;

    return true;
}

int pd_api_point_read(double out[3], const json_t *row, int least, const char *at, pd_api_problems *p)
{
    const size_t count = json_array_size(row);

    out[0] = out[1] = out[2] = 0;
    if (json_is_null(row)) return 0;
    if (!json_is_array(row) || count < (size_t)least || count > 3) {
        pd_api_note(p, PD_ERR_INVALID, at,
                    least == 3 ? "3 numbers or null expected" : "2 or 3 numbers or null expected");
        return -1;
    }

    for (size_t i = 0; i < count; i++) {
        const json_t *number = json_array_get(row, i);
        if (!json_is_number(number)) {
            pd_api_note(p, PD_ERR_INVALID, at, "element %zu is %s; a number expected", i,
                        pd_api_json_kind(number));
            return -1;
        }

        out[i] = json_number_value(number);
    }

    return (int)count;
}

bool pd_api_set_read(const pd_observe_set **out, const char *name, const char *or_else, const char *at,
                     pd_api_problems *problems)
{
    char hint[PD_API_HINT_BYTES], list[192];
    pd_edit_distance_search search = pd_edit_distance_begin(name);
    size_t used = 0;

    *out = pd_observe_set_of(name);
    if (*out) return true;
    for (const pd_observe_set *s = pd_observe_sets; s->name; s++) {
        pd_edit_distance_offer(&search, s->name);
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", s->name);
    }

    pd_api_hint(hint, &search);

    return pd_api_note(problems, PD_ERR_INVALID, at, "no set \"%.40s\"%s%s %s%s", name, hint,
                       *hint ? " There are" : "; there are", list, or_else);
}

const json_t *pd_api_element_of(const json_t *of, int i, const char *name)
{
    return json_is_array(of) ? json_array_get(of, (size_t)i) : json_object_get(of, name);
}

bool pd_api_elements_check(const json_t *of, const pd_observe_set *set, const json_t *custom, const char *at,
                           pd_api_problems *problems)
{
    const int count = set ? set->count : (int)json_object_size(custom);
    const char *name;
    json_t *value;

    /* An array has the places of the set in their order. */
    if (json_is_array(of)) {
        const int least = set && set->least ? set->least : count;
        const size_t rows = json_array_size(of);
        if (rows >= (size_t)least && rows <= (size_t)count) return true;
        if (least < count)
            return pd_api_note(problems, PD_ERR_RANGE, at, "%zu rows; %d to %d expected (the set's)", rows,
                               least, count);
        return pd_api_note(problems, PD_ERR_RANGE, at, "%zu rows; %d expected (the set's)", rows, count);
    }

    /* An object names them. */
    if (!json_is_object(of))
        return pd_api_note(problems, PD_ERR_INVALID, at,
                           "neither an array in the set's order nor an object by name");
    json_object_foreach((json_t *)(uintptr_t)of, name, value)
    {
        bool found = custom && json_object_get(custom, name);
        char hint[PD_API_HINT_BYTES];
        pd_edit_distance_search search = pd_edit_distance_begin(name);
        for (int i = 0; set && i < set->count; i++) {
            pd_edit_distance_offer(&search, set->keypoints[i].name);
            found |= !strcmp(set->keypoints[i].name, name);
        }

        if (found) continue;
        pd_api_hint(hint, &search);
        return pd_api_note(problems, PD_ERR_INVALID, at, "no keypoint \"%.40s\" in the set%s", name, hint);
    }

    return true;
}

bool pd_api_confidence_read(double *out, const json_t *value, const char *at, pd_api_problems *problems)
{
    const double c = json_number_value(value);

    if (!value) return true;
    if (!json_is_number(value))
        return pd_api_note(problems, PD_ERR_INVALID, at, "%s; a number from 0 to 1 expected",
                           pd_api_json_kind(value));
    if (!(c >= 0 && c <= 1)) return pd_api_note(problems, PD_ERR_RANGE, at, "%.10g; 0 to 1 allowed", c);
    *out = c;

    return true;
}

/* ---- the camera */

typedef struct camera_values {
    const json_t *rotation, *translation, *distortion;
    double fx, fy, cx, cy, width, height;
} camera_values;

#define CAMERA_NUMBER(member, text)                                                                          \
    {                                                                                                        \
        .name = #member, .type = PD_API_NUMBER, .offset = offsetof(camera_values, member), .min = -1e6,      \
        .max = 1e6, .doc = text                                                                              \
    }
const pd_api_field pd_api_camera_fields[] = {
    CAMERA_NUMBER(fx, "Focal length along x in pixels. Without it the fit starts from the picture's diagonal "
                      "and finds the focal length."),
    CAMERA_NUMBER(fy, "Focal length along y in pixels; without it fx."),
    CAMERA_NUMBER(cx, "Centre of projection along x in pixels; without it half the width."),
    CAMERA_NUMBER(cy, "Centre of projection along y in pixels; without it half the height."),
    CAMERA_NUMBER(width, "Width of the picture in pixels; required when fx or cx is missing."),
    CAMERA_NUMBER(height, "Height of the picture in pixels; required when fx or cy is missing."),
    {.name = "rotation",
     .type = PD_API_NUMBERS,
     .offset = offsetof(camera_values, rotation),
     .min = -1.001,
     .max = 1.001,
     .schema = PD_API_NUMBERS_OR_ROWS("3"),
     .preset = "[[1,0,0],[0,-1,0],[0,0,-1]]",
     .doc = "Rotation from world to camera: a 3x3 matrix, or its 9 numbers row by row; camera axes are x "
            "right, y down, z forward. The default camera looks along -Z of a world with +Y up."},
    {.name = "translation",
     .type = PD_API_NUMBERS,
     .offset = offsetof(camera_values, translation),
     .min = -PD_OBSERVE_LARGEST_METRES,
     .max = PD_OBSERVE_LARGEST_METRES,
     .preset = "[0,0,0]",
     .doc = "Translation of the camera in metres: x_camera = rotation x_world + translation."},
    {.name = "distortion",
     .type = PD_API_NUMBERS,
     .offset = offsetof(camera_values, distortion),
     .min = -100,
     .max = 100,
     .schema = "{\"type\":\"array\",\"items\":{\"type\":\"number\"},\"minItems\":4,\"maxItems\":5}",
     .example = "[-0.28,0.09,0,0]",
     .doc = "Distortion of the lens as OpenCV numbers it: k1, k2, p1, p2 and k3. Without it the camera is a "
            "pinhole. Points are given as the lens distorts them."},
    {0},
};

bool pd_api_flat_doubles(double *out, int count, const json_t *array, const char *at, pd_api_problems *p)
{
    PD_ASSERT(count > 0);
    for (int i = 0; i < count; i++) {
        const json_t *e =
            json_array_get(array, json_array_size(array) == (size_t)count ? (size_t)i : (size_t)(i / 3));
        if (json_is_array(e) && json_array_size(e) == 3 && json_array_size(array) * 3 == (size_t)count)
            e = json_array_get(e, (size_t)(i % 3));
        else if (json_array_size(array) != (size_t)count)
            e = NULL;
        if (!json_is_number(e)) return pd_api_note(p, PD_ERR_INVALID, at, "%d numbers expected", count);
        out[i] = json_number_value(e);
    }

    return true;
}

bool pd_api_camera_read(pd_observe_camera *c, pd_observe_lens *lens, bool *guessed, const json_t *object,
                        const char *at, pd_api_problems *problems)
{
    static const pd_api_field *const tables[] = {pd_api_camera_fields, NULL};
    camera_values v = {.fx = NAN, .fy = NAN, .cx = NAN, .cy = NAN, .width = NAN, .height = NAN};
    char where[160];

    if (!pd_api_fields_json(&v, object, tables, at, problems)) return false;
    const bool sized = v.width > 0 && v.height > 0;
    if (!sized && (isnan(v.fx) || isnan(v.cx) || isnan(v.cy)))
        return pd_api_note(problems, PD_ERR_INVALID, at,
                           "the camera is incomplete; width and height above 0, or fx, cx and cy expected");

    /* The focal length and the centre: guessed from the size of the picture where they are not given. */
    *guessed = isnan(v.fx);
    c->fx = isnan(v.fx) ? hypot(v.width, v.height) : v.fx;
    c->fy = isnan(v.fy) ? c->fx : v.fy;
    c->cx = isnan(v.cx) ? v.width / 2 : v.cx;
    c->cy = isnan(v.cy) ? v.height / 2 : v.cy;

    /* Rotation, lens and place. */
    snprintf(where, sizeof where, "%s/rotation", at);
    if (v.rotation && !pd_api_flat_doubles(c->rotation, 9, v.rotation, where, problems)) return false;
    *lens = (pd_observe_lens){.k1 = 0};
    if (v.distortion) {
        const size_t count = json_array_size(v.distortion);
        double k[] = {0, 0, 0, 0, 0};
        snprintf(where, sizeof where, "%s/distortion", at);
        if (count != 4 && count != 5)
            return pd_api_note(problems, PD_ERR_RANGE, where, "%zu numbers; 4 or 5 expected", count);
        if (!pd_api_flat_doubles(k, (int)count, v.distortion, where, problems)) return false;
        *lens = (pd_observe_lens){.k1 = k[0], .k2 = k[1], .p1 = k[2], .p2 = k[3], .k3 = k[4]};
    }

    snprintf(where, sizeof where, "%s/translation", at);

    return !v.translation || pd_api_flat_doubles(c->translation, 3, v.translation, where, problems);
}

void pd_api_camera_json(pd_buffer *out, const pd_observe_camera *c, const bool *guessed)
{
    pd_buffer_printf(out, "{\"fx\":%.7g,\"fy\":%.7g,\"cx\":%.7g,\"cy\":%.7g,\"rotation\":", c->fx, c->fy,
                     c->cx, c->cy);
    pd_api_json_doubles(out, c->rotation, 9);
    pd_buffer_text(out, ",\"translation\":");
    pd_api_json_doubles(out, c->translation, 3);
    if (guessed) pd_buffer_printf(out, ",\"guessed\":%s", *guessed ? "true" : "false");
    pd_buffer_text(out, "}");
}

bool pd_api_lens_undo(double pixel[2], const pd_observe_lens *lens, const pd_observe_camera *camera,
                      const char *at, pd_api_problems *problems)
{
    double out[2];

    if (pd_observe_lens_is_none(lens)) return true;
    if (!pd_observe_lens_undo(out, lens, camera, pixel))
        return pd_api_note(problems, PD_ERR_RANGE, at,
                           "the pixel %g, %g is outside of what the lens with this distortion can show; a "
                           "pixel of the picture expected",
                           pixel[0], pixel[1]);
    memcpy(pixel, out, sizeof out);

    return true;
}
