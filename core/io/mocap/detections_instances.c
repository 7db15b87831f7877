#include "core/io/mocap/detections_read.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OPENPOSE    25
#define COCO        17
#define HALPE       26
#define HALPE_ALL   136
#define WHOLEBODY   133
#define NAMED_LEAST 8 /* names that a list must have, shoulders and hips among them */

/* ---- orders of keypoints */

/* The order of COCO's 17 keypoints, with which those of Halpe and of whole bodies begin too, as names and as
 * numbers of OpenPose's BODY_25. */
static const char *const coco_names[COCO] = {
    "nose",          "lefteye",   "righteye",   "leftear",   "rightear",   "leftshoulder",
    "rightshoulder", "leftelbow", "rightelbow", "leftwrist", "rightwrist", "lefthip",
    "righthip",      "leftknee",  "rightknee",  "leftankle", "rightankle"};
static const int coco_of_openpose[COCO] = {0, 16, 15, 18, 17, 5, 2, 6, 3, 7, 4, 12, 9, 13, 10, 14, 11};

/* Keypoints of feet, and their numbers in BODY_25. */
static const struct {
    const char *name;
    int number;
} feet[] = {{"leftbigtoe", 19},  {"leftsmalltoe", 20},  {"leftheel", 21},
            {"rightbigtoe", 22}, {"rightsmalltoe", 23}, {"rightheel", 24}};

/* Halpe's keypoints 17 to 25: head, neck, hips, then feet. Head, neck and the middle of the hips are left
 * out, because annotators put them, and BODY_25's are defined
 * by shoulders and hips, which are in the list. */
static const int halpe_of_openpose[HALPE - COCO] = {-1, -1, -1, 19, 22, 20, 23, 21, 24};

/* COCO-WholeBody's keypoints 17 to 22, of the feet, in BODY_25; the face and the hands follow. */
#define WHOLE_FEET 6
static const int whole_of_openpose[WHOLE_FEET] = {19, 20, 21, 22, 23, 24};
#define FACE       68 /* keypoints of a face */
#define WITH_HANDS (OPENPOSE + 2 * PD_DETECTIONS_HAND)

static void begin_order(pd_detections_order *o, bool has_feet, int count)
{
    *o = (pd_detections_order){
        .set = has_feet ? "openpose25" : "coco17", .set_count = has_feet ? OPENPOSE : COCO, .count = count};
    for (int k = 0; k < PD_DETECTIONS_LISTED; k++) o->as[k] = -1;
}

bool pd_detections_order_of_count(pd_detections_order *out, size_t count)
{
    const bool is_halpe = count == HALPE || count == HALPE_ALL;

    if (count != COCO && count != WHOLEBODY && !is_halpe) return false;

    const bool has_hands = count == HALPE_ALL || count == WHOLEBODY;
    const bool has_feet = is_halpe || has_hands;
    begin_order(out, has_feet, (int)count);
    for (int k = 0; k < COCO; k++) out->as[k] = has_feet ? coco_of_openpose[k] : k;
    for (int k = COCO; k < HALPE && is_halpe; k++) out->as[k] = halpe_of_openpose[k - COCO];
    for (int k = 0; k < WHOLE_FEET && count == WHOLEBODY; k++) out->as[COCO + k] = whole_of_openpose[k];

    /* The face, then the left and the right hand. */
    if (!has_hands) return true;
    const int hands = (int)count - 2 * PD_DETECTIONS_HAND;
    for (int k = 0; k < 2 * PD_DETECTIONS_HAND; k++) out->as[hands + k] = OPENPOSE + k;
    out->set = "openpose67";
    out->set_count = WITH_HANDS;
    out->face_count = FACE;

    return true;
}

void pd_detections_order_widen(pd_detections_order *order)
{
    if (!strcmp(order->set, "coco17"))
        for (int k = 0; k < order->count; k++)
            order->as[k] = order->as[k] < 0 ? -1 : coco_of_openpose[order->as[k]];
    else if (strcmp(order->set, "openpose25") != 0)
        return;
    order->set = "openpose67";
    order->set_count = WITH_HANDS;
}

/* Writes the letters of a name in lower case, with "l" and "r" before a part written out: "LShoulder" is
 * "leftshoulder". */
static void plain_name(char out[64], const char *name)
{
    const bool is_short =
        (name[0] == 'L' || name[0] == 'R' || name[0] == 'l' || name[0] == 'r') &&
        (isupper((unsigned char)name[1]) || name[1] == '_' || name[1] == '-' || name[1] == ' ');
    size_t n = is_short ? (size_t)snprintf(out, 64, "%s", tolower(name[0]) == 'l' ? "left" : "right") : 0;

    for (name += is_short; *name && n + 1 < 64; name++)
        if (isalpha((unsigned char)*name)) out[n++] = (char)tolower(*name);
    out[n] = 0;
}

/* Returns the number of a name among COCO's, or COCO + its number among those of feet, or -1. */
static int find_name(const char *name)
{
    char plain[64];

    plain_name(plain, name ? name : "");
    for (int k = 0; k < COCO; k++)
        if (!strcmp(plain, coco_names[k])) return k;
    for (int k = 0; k < OPENPOSE - 19; k++)
        if (!strcmp(plain, feet[k].name)) return COCO + k;

    return -1;
}

/* Returns the number of a keypoint of the hands among both hands' by its name (left_hand_root, left_thumb1,
 * left_forefinger2, right_middle_finger4), or -1. */
static int find_hand_name(const char *name)
{
    static const char *const fingers[] = {"thumb", "forefinger", "middle_finger", "ring_finger",
                                          "pinky_finger"};
    static const char *const plain[] = {"thumb", "index", "middle", "ring", "pinky"};
    const char *const sides[] = {"left_", "right_"};

    for (int side = 0; side < 2 && name; side++) {
        const size_t length = strlen(sides[side]);
        if (strncasecmp(name, sides[side], length) != 0) continue;
        const char *own = name + length + (strncasecmp(name + length, "hand_", 5) ? 0 : 5);
        const int first = side * PD_DETECTIONS_HAND;
        if (!strcasecmp(own, "root") || (own > name + length && !strcasecmp(own, "wrist"))) return first;
        for (int f = 0; f < 5; f++)
            for (int k = 0; k < 2; k++) {
                const char *finger = k ? plain[f] : fingers[f];
                const size_t size = strlen(finger);
                const char *digit = own + size;
                if (strncasecmp(own, finger, size) != 0 || *digit < '1' || *digit > '4' || digit[1]) continue;
                return first + 1 + 4 * f + (*digit - '1');
            }
    }

    return -1;
}

/* Returns whether a name is one of a face: "face-12". */
static bool is_face_name(const char *name)
{
    return name && !strncasecmp(name, "face", 4) && (name[4] == '-' || name[4] == '_');
}

pd_status pd_detections_order_of_names(pd_detections_order *out, const json_t *names,
                                       const pd_detections_reading *r)
{
    const size_t count = json_is_array(names) ? json_array_size(names) : json_object_size(names);
    int found[PD_DETECTIONS_LISTED];
    int used[COCO + OPENPOSE - 19] = {0};
    int hands[PD_DETECTIONS_LISTED];
    int known = 0, faces = 0;
    bool has_feet = false, has_hands = false;

    if (count > PD_DETECTIONS_LISTED)
        return pd_fail(r->err, PD_ERR_LIMIT, r->name, "%zu names of keypoints; at most %d allowed", count,
                       PD_DETECTIONS_LISTED);

    /* Look each name up. */
    for (size_t k = 0; k < count; k++) {
        char key[24];
        snprintf(key, sizeof key, "%zu", k);
        const json_t *name = json_is_array(names) ? json_array_get(names, k) : json_object_get(names, key);
        found[k] = find_name(json_string_value(name));
        hands[k] = found[k] < 0 ? find_hand_name(json_string_value(name)) : -1;
        has_hands = has_hands || hands[k] >= 0;
        faces += is_face_name(json_string_value(name));
        if (found[k] < 0) continue;
        has_feet = has_feet || found[k] >= COCO;
        known += !used[found[k]];
        if (used[found[k]]++)
            return pd_fail(r->err, PD_ERR_FORMAT, r->name,
                           "the keypoint name '%s' is given twice; unique names expected",
                           json_string_value(name));
    }

    if (known < NAMED_LEAST || !used[5] || !used[6] || !used[11] || !used[12])
        return pd_fail(
            r->err, PD_ERR_FORMAT, r->name,
            "%d of %zu names of keypoints are known (left_shoulder, right_hip ...); shoulders, hips "
            "and at least %d in all expected",
            known, count, NAMED_LEAST);

    /* COCO's set, or OpenPose's where there are feet. */
    has_feet = has_feet || has_hands;
    begin_order(out, has_feet, (int)count);
    out->face_count = faces;
    if (has_hands) {
        out->set = "openpose67";
        out->set_count = WITH_HANDS;
    }

    for (size_t k = 0; k < count; k++) {
        if (hands[k] >= 0) out->as[k] = OPENPOSE + hands[k];
        if (found[k] < 0) continue;
        out->as[k] = found[k] >= COCO ? feet[found[k] - COCO].number
                     : has_feet       ? coco_of_openpose[found[k]]
                                      : found[k];
    }

    return PD_OK;
}

/* ---- figures with `keypoints` */

typedef struct film_of {
    pd_detections_reading *r;
    const char *kind;
    const json_t *names; /* names of the keypoints, NULL without */
    bool is_openpose;    /* lists of 25 are BODY_25 */
} film_of;

/* Returns the number of keypoints of a figure, -1 if there is no list. */
static long count_of(const json_t *keypoints)
{
    const json_t *list = json_is_object(keypoints) ? json_object_get(keypoints, "x") : keypoints;
    if (!json_is_array(list)) return -1;
    const size_t size = json_array_size(list);
    const bool is_flat = json_is_array(keypoints) && json_is_number(json_array_get(list, 0));
    return is_flat ? size % 3 ? -1 : (long)(size / 3) : (long)size;
}

/* Reads keypoint k: x and y, and a confidence that stands beside them. */
static bool read_keypoint(double x[3], double *sure, const json_t *keypoints, const json_t *scores, size_t k)
{
    const json_t *one = json_array_get(keypoints, k);
    const json_t *at[2];
    const json_t *confidence = json_array_get(scores, k);

    /* One list for each coordinate (YOLO), objects (TensorFlow.js), rows (MMPose, EasyMocap), or all numbers
     * in a row. */
    if (json_is_object(keypoints)) {
        at[0] = json_array_get(json_object_get(keypoints, "x"), k);
        at[1] = json_array_get(json_object_get(keypoints, "y"), k);
        confidence = json_array_get(json_object_get(keypoints, "visible"), k);
    } else if (json_is_object(one)) {
        at[0] = json_object_get(one, "x");
        at[1] = json_object_get(one, "y");
        confidence = json_object_get(one, "score");
    } else if (json_is_array(one)) {
        at[0] = json_array_get(one, 0);
        at[1] = json_array_get(one, 1);
        if (!confidence) confidence = json_array_get(one, 2);
    } else {
        for (size_t c = 0; c < 2; c++) at[c] = json_array_get(keypoints, 3 * k + c);
        confidence = json_array_get(keypoints, 3 * k + 2);
    }

    *sure = 1; /* a detector without confidences writes 0 0 for a keypoint that it did not find */
    x[2] = 0;
    return pd_detections_number(&x[0], at[0]) && pd_detections_number(&x[1], at[1]) &&
           (!confidence || pd_detections_number(sure, confidence));
}

/* Returns the order of a figure's list: by names in the file or in the list, otherwise by its length. */
static pd_status order_of(pd_detections_order *out, const film_of *f, const json_t *keypoints, long count,
                          const char *place)
{
    const pd_detections_reading *r = f->r;
    const json_t *first = json_array_get(keypoints, 0);

    if (f->names) {
        const pd_status status = pd_detections_order_of_names(out, f->names, r);
        if (status || out->count == count) return status;
        return pd_fail(r->err, PD_ERR_FORMAT, r->name, "%s: %ld keypoints; %d expected, one for each name",
                       place, count, out->count);
    }

    if (json_is_object(first) && json_object_get(first, "name")) {
        json_t *names = json_array();
        for (long k = 0; k < count; k++)
            json_array_append(names, json_object_get(json_array_get(keypoints, (size_t)k), "name"));
        const pd_status status =
            names && (long)json_array_size(names) == count
                ? pd_detections_order_of_names(out, names, r)
                : pd_fail(r->err, PD_ERR_FORMAT, r->name,
                          "%s: the keypoints have no names; a name for each keypoint expected", place);
        json_decref(names);
        return status;
    }

    if (f->is_openpose && count >= OPENPOSE) {
        begin_order(out, true, (int)count);
        for (int k = 0; k < OPENPOSE; k++) out->as[k] = k;
        return PD_OK;
    }

    if (count >= 0 && pd_detections_order_of_count(out, (size_t)count)) return PD_OK;

    return pd_fail(
        r->err, PD_ERR_FORMAT, r->name,
        "%s: %ld keypoints without names; 17 (COCO), 26 or 136 (Halpe) or 133 (COCO's whole bodies) "
        "expected",
        place, count);
}

/* Reads a figure. */
static pd_status read_instance(film_of *f, const json_t *one, int frame, const char *place)
{
    pd_detections_reading *r = f->r;
    const json_t *keypoints = json_object_get(one, "keypoints");
    const json_t *scores = json_object_get(one, "keypoint_scores");
    const char *what = json_string_value(json_object_get(one, "name"));
    const long count = count_of(keypoints);
    pd_detections_order order;

    /* Other things than people, and points in space. */
    if (what && strcasecmp(what, "person")) return PD_OK;
    if (count < 0 || count > PD_DETECTIONS_LISTED)
        return pd_fail(r->err, PD_ERR_FORMAT, r->name,
                       "%s: keypoints is not a list or is too long; a list of at most %d keypoints expected",
                       place, PD_DETECTIONS_LISTED);
    if (scores && json_array_size(json_array_get(keypoints, 0)) == 3)
        return pd_fail(r->err, PD_ERR_UNSUPPORTED, r->name,
                       "%s: keypoints in space (MMPose's human3d); the keypoints in the picture expected",
                       place);
    if (scores && (long)json_array_size(scores) != count)
        return pd_fail(r->err, PD_ERR_FORMAT, r->name,
                       "%s: %zu keypoint_scores for %ld keypoints; one for each keypoint expected", place,
                       json_array_size(scores), count);

    pd_status status = order_of(&order, f, keypoints, count, place);

    /* EasyMocap has hands and faces beside the body. */
    const json_t *handl = json_object_get(one, "handl2d");
    const json_t *handr = json_object_get(one, "handr2d");
    const bool has_hands = f->is_openpose && (pd_detections_is_hand(handl) || pd_detections_is_hand(handr));
    if (!status && has_hands) pd_detections_order_widen(&order);

    pd_detections_face(r, status ? 0 : (size_t)order.face_count);
    pd_detections_face(r, json_array_size(json_object_get(one, "face2d")));
    if (!status) status = pd_detections_be_kind(r, f->kind, order.set, order.set_count, false);
    if (status) return status;

    const int figure = pd_detections_figure(r, frame, pd_detections_id(one));
    if (figure < 0) return PD_ERR_MEMORY;
    for (long k = 0; k < count; k++) {
        double x[3], sure;
        if (!read_keypoint(x, &sure, keypoints, scores, (size_t)k))
            return pd_fail(r->err, PD_ERR_RANGE, r->name,
                           "%s: keypoint %ld; numbers from %.10g to %.10g expected", place, k,
                           -PD_DETECTIONS_LARGEST, PD_DETECTIONS_LARGEST);
        if (order.as[k] >= 0) pd_detections_point(r->d, figure, order.as[k], x, sure);
    }

    if (has_hands) status = pd_detections_hand(r, figure, OPENPOSE, 0, handl);
    if (has_hands && !status) status = pd_detections_hand(r, figure, OPENPOSE, 1, handr);
    return status ? status : pd_detections_check_pixels(r, figure);
}

/* Reads the figures of one frame. */
static pd_status read_frame_detections_instances(film_of *f, const json_t *figures, int frame)
{
    pd_detections_reading *r = f->r;
    pd_status status = pd_detections_frames_are(r, frame + 1LL);

    if (!status && !json_is_array(figures))
        status = pd_fail(r->err, PD_ERR_FORMAT, r->name, "frame %d is not a list; a list of figures expected",
                         frame);
    if (!status && json_array_size(figures) > PD_DETECTIONS_A_FRAME)
        status = pd_fail(r->err, PD_ERR_LIMIT, r->name, "frame %d: more than the allowed %d figures", frame,
                         PD_DETECTIONS_A_FRAME);
    for (size_t i = 0; i < json_array_size(figures) && !status; i++) {
        char place[64];
        snprintf(place, sizeof place, "frame %d, figure %zu", frame, i);
        status = read_instance(f, json_array_get(figures, i), frame, place);
    }

    return status;
}

/* Reads MMPose's list of frames. A frame_id that skips numbers leaves frames without figures. */
static pd_status read_frames(film_of *f, const json_t *list)
{
    pd_detections_reading *r = f->r;
    const int begin = r->d->frame_count;
    const double first = json_number_value(json_object_get(json_array_get(list, 0), "frame_id"));
    double last = -1;
    pd_status status = PD_OK;

    for (size_t i = 0; i < json_array_size(list) && !status; i++) {
        const json_t *one = json_array_get(list, i);
        const json_t *id = json_object_get(one, "frame_id");
        const double at = id ? json_number_value(id) - first : last + 1;
        if (!(at > last && at < PD_DETECTIONS_MOST) || at != floor(at))
            return pd_fail(r->err, PD_ERR_RANGE, r->name,
                           "frame_id %g after %g; whole numbers that grow expected", at + first,
                           last + first);
        last = at;
        status = pd_detections_frames_are(r, begin + (long long)at + 1);
        if (!status)
            status = read_frame_detections_instances(f, json_object_get(one, "instances"), begin + (int)at);
    }

    return status;
}

bool pd_detections_has_instances(const json_t *root)
{
    const json_t *first = json_array_get(root, 0);
    return json_object_get(root, "instance_info") || json_object_get(root, "annots") ||
           json_object_get(root, "predictions") || json_object_get(first, "instances") ||
           (json_object_get(first, "keypoints") && !json_object_get(first, "image_id"));
}

/* Reads EasyMocap's file of a frame, which has the size of the picture. */
static pd_status read_easymocap(film_of *f, const json_t *root)
{
    pd_detections *d = f->r->d;
    double width, height;

    f->kind = "EasyMocap";
    f->is_openpose = true;
    if (pd_detections_number(&width, json_object_get(root, "width")) &&
        pd_detections_number(&height, json_object_get(root, "height")) && width >= 1 && height >= 1) {
        if (d->width > 0 && (d->width != width || d->height != height))
            return pd_fail(f->r->err, PD_ERR_RANGE, f->r->name,
                           "%gx%g pixels, others have %gx%g; a film by one camera expected", width, height,
                           d->width, d->height);
        d->width = width;
        d->height = height;
    }

    return read_frame_detections_instances(f, json_object_get(root, "annots"), d->frame_count);
}

pd_status pd_detections_instances(pd_detections_reading *r, const json_t *root)
{
    const json_t *first = json_array_get(root, 0);
    const json_t *info = json_object_get(root, "instance_info");
    const json_t *predictions = json_object_get(root, "predictions");
    film_of f = {.r = r, .kind = "MMPose"};

    f.names = json_object_get(json_object_get(root, "meta_info"), "keypoint_id2name");
    if (json_object_get(root, "annots")) return read_easymocap(&f, root);
    if (info) return read_frames(&f, info);
    if (json_object_get(first, "instances")) return read_frames(&f, root);

    /* MMPoseInferencer's result: a list of figures for each picture. */
    if (predictions && json_is_array(json_array_get(predictions, 0))) {
        pd_status status = PD_OK;
        for (size_t i = 0; i < json_array_size(predictions) && !status; i++)
            status = read_frame_detections_instances(&f, json_array_get(predictions, i), r->d->frame_count);
        return status;
    }

    if (json_is_object(json_object_get(first, "keypoints"))) f.kind = "YOLO";

    return read_frame_detections_instances(&f, predictions ? predictions : root, r->d->frame_count);
}

/* ---- other formats */

pd_status pd_detections_refuse(const pd_detections_reading *r, const json_t *root)
{
    static const struct {
        const char *key, *text;
    } known[] = {
        {"bodies",
         "bodies of AlphaPose's --format cmu, of CMU's Panoptic Studio or of ZED, which are not read; "
         "AlphaPose without --format writes COCO's results"},
        {"keypoints3d",
         "EasyMocap's points in space (keypoints3d), which are not read; the annots of each camera "
         "are, with --views"},
        {"keypoints_3d",
         "points in space (keypoints_3d), which are not read; the keypoints in the picture are"},
        {"Rh",
         "EasyMocap's parameters of SMPL (Rh, Th, poses), not keypoints; the annots of each camera are read"},
        {"shapes", "annotations of LabelMe (shapes), which are not read; COCO's annotations are"}};
    const json_t *first = json_is_array(root) ? json_array_get(root, 0) : root;
    const char *key;
    json_t *value;
    char found[160] = "";
    size_t n = 0;

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (json_object_get(first, known[i].key))
            return pd_fail(r->err, PD_ERR_UNSUPPORTED, r->name, "%s", known[i].text);

    /* Name what is there, and find AlphaPose's object with an entry for each picture. */
    json_object_foreach((json_t *)first, key, value)
    {
        if (json_object_get(value, "people") || json_object_get(value, "bodies"))
            return pd_fail(
                r->err, PD_ERR_UNSUPPORTED, r->name,
                "an object with an entry for each picture, as AlphaPose's --format writes it, which is "
                "not read; AlphaPose without --format writes COCO's results");
        if (n + strlen(key) + 4 < sizeof found)
            n += (size_t)snprintf(found + n, sizeof found - n, "%s%s", n ? ", " : "", key);
    }

    return pd_fail(
        r->err, PD_ERR_FORMAT, r->name,
        "%s%s; people (OpenPose), annotations or a list with image_id (COCO, AlphaPose), instance_info or "
        "a list of figures with keypoints (MMPose, YOLO), annots (EasyMocap) or 33 landmarks (MediaPipe) "
        "expected",
        n ? "found only " : "nothing known", found);
}
