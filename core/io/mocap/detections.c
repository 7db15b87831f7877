#include "core/io/json/json.h"
#include "core/io/mocap/detections_read.h"
#include "core/io/tensor/npz.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH     16
#define LARGEST   PD_DETECTIONS_LARGEST
#define HIDDEN    0.5f /* confidence of keypoints that are labelled but not visible */
#define OPENPOSE  25
#define COCO      17
#define MEDIAPIPE 33
#define SAM3D     70
#define FRACTIONS 3 /* keypoints of a figure that tell fractions of a picture from pixels */
/* image numbers whose span is more than so many times their count are no frame numbers */
#define SPARSE    10

typedef pd_detections_reading reading;

void pd_detections_deinit(pd_detections *d)
{
    free(d->frames);
    free(d->ids);
    free(d->at);
    free(d->confidence);
    *d = (pd_detections){0};
}

int pd_detections_name_order(const char *a, const char *b)
{
    while (*a && *b) {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            a += strspn(a, "0");
            b += strspn(b, "0");
            const size_t n = strspn(a, "0123456789");
            const size_t m = strspn(b, "0123456789");
            const int order = n != m ? (n < m ? -1 : 1) : memcmp(a, b, n);
            if (order) return order;
            a += n;
            b += m;
            continue;
        }

        if (*a != *b) return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        a++;
        b++;
    }

    return *a ? 1 : *b ? -1 : 0;
}

/* ---- figures */

static pd_status fail_detections(const reading *r, pd_status status, const char *place, const char *text)
{
    return pd_fail(r->err, status, r->name, "%s%s%s", place, *place ? ": " : "", text);
}

static bool grow_detections(void **at, size_t count, size_t bytes)
{
    void *more = realloc(*at, count * bytes);
    if (more) *at = more;
    return more;
}

/* Sets that begin with all keypoints of another one. */
static const struct {
    const char *narrow, *wide;
    int wide_count;
} wider[] = {{"openpose25", "openpose67", 67}, {"mediapipe33", "mediapipe75", 75}};

/* Gives the figures of a film the keypoints of a wider set, which they do not have. */
static pd_status widen_film(reading *r, const char *set, int keypoints)
{
    pd_detections *d = r->d;
    const size_t from = (size_t)d->keypoint_count;
    const size_t to = (size_t)keypoints;

    d->set = set;
    d->keypoint_count = keypoints;
    if (!d->room) return PD_OK;
    if (!grow_detections((void **)&d->at, (size_t)d->room * to, 3 * sizeof *d->at) ||
        !grow_detections((void **)&d->confidence, (size_t)d->room * to, sizeof *d->confidence))
        return fail_detections(r, PD_ERR_MEMORY, "", "out of memory");

    /* From the last figure on, since rows move backwards. */
    for (size_t i = (size_t)d->figure_count; i-- > 0;) {
        memmove(d->at + 3 * to * i, d->at + 3 * from * i, 3 * from * sizeof *d->at);
        memmove(d->confidence + to * i, d->confidence + from * i, from * sizeof *d->confidence);
        for (size_t k = 3 * from; k < 3 * to; k++) d->at[3 * to * i + k] = NAN;
        for (size_t k = from; k < to; k++) d->confidence[to * i + k] = 0;
    }

    return PD_OK;
}

pd_status pd_detections_be_kind(reading *r, const char *kind, const char *set, int keypoints, bool in_space)
{
    pd_detections *d = r->d;

    /* A film with hands in some files has them in all, unseen. */
    for (size_t i = 0; d->set && d->in_space == in_space && i < sizeof wider / sizeof *wider; i++) {
        if (!strcmp(d->set, wider[i].narrow) && !strcmp(set, wider[i].wide)) {
            d->kind = kind;
            return widen_film(r, wider[i].wide, wider[i].wide_count);
        }

        if (!strcmp(d->set, wider[i].wide) && !strcmp(set, wider[i].narrow)) return PD_OK;
    }

    if (d->set && (strcmp(d->set, set) != 0 || d->in_space != in_space))
        return pd_fail(r->err, PD_ERR_FORMAT, r->name, "%s, %s; %s, %s expected, as in the earlier files",
                       kind, in_space ? "in space" : "in a picture", d->kind,
                       d->in_space ? "in space" : "in a picture");
    d->kind = kind;
    d->set = set;
    d->keypoint_count = keypoints;
    d->in_space = in_space;

    return PD_OK;
}

pd_status pd_detections_frames_are(reading *r, long long count)
{
    if (count > PD_DETECTIONS_MOST)
        return pd_fail(r->err, PD_ERR_LIMIT, r->name, "%lld frames; at most %d allowed", count,
                       PD_DETECTIONS_MOST);
    if (count > r->d->frame_count) r->d->frame_count = (int)count;
    return PD_OK;
}

int pd_detections_figure(reading *r, int frame, int id)
{
    pd_detections *d = r->d;
    const size_t places = (size_t)d->keypoint_count;

    if (d->figure_count == PD_DETECTIONS_MOST) {
        fail_detections(r, PD_ERR_LIMIT, "", "more than the allowed 1000000 figures");
        return -1;
    }

    /* Double the room when it is full. */
    if (d->figure_count == d->room) {
        const size_t room = d->room ? 2 * (size_t)d->room : 64;
        if (!grow_detections((void **)&d->frames, room, sizeof *d->frames) ||
            !grow_detections((void **)&d->ids, room, sizeof *d->ids) ||
            !grow_detections((void **)&d->at, room * places, 3 * sizeof *d->at) ||
            !grow_detections((void **)&d->confidence, room * places, sizeof *d->confidence)) {
            fail_detections(r, PD_ERR_MEMORY, "", "out of memory");
            return -1;
        }

        d->room = (int)room;
    }

    /* No keypoint has a position yet. */
    const size_t i = (size_t)d->figure_count++;
    d->frames[i] = frame;
    d->ids[i] = id;
    for (size_t k = 0; k < 3 * places; k++) d->at[3 * places * i + k] = NAN;
    for (size_t k = 0; k < places; k++) d->confidence[places * i + k] = 0;

    return (int)i;
}

void pd_detections_point(pd_detections *d, int figure, int keypoint, const double x[3], double confidence)
{
    const size_t at = (size_t)figure * (size_t)d->keypoint_count + (size_t)keypoint;
    const float sure = (float)fmin(confidence, 1); /* may become 0 */
    if (!(sure > 0)) return;

    /* Detectors write these coordinates for a keypoint that they did not find. */
    if (x[0] == 0 && x[1] == 0 && x[2] == 0) return;
    if (!d->in_space && x[0] == -1 && x[1] == -1) return;
    d->confidence[at] = sure;
    for (size_t c = 0; c < 3; c++) d->at[3 * at + c] = (float)x[c];
}

pd_status pd_detections_check_pixels(const reading *r, int figure)
{
    const pd_detections *d = r->d;
    const float *at = d->at + (size_t)3 * (size_t)figure * (size_t)d->keypoint_count;
    int seen = 0;

    for (int k = 0; k < d->keypoint_count; k++) {
        if (isnan(at[3 * k])) continue;
        if (fabsf(at[3 * k]) > 1 || fabsf(at[3 * k + 1]) > 1) return PD_OK;
        seen++;
    }

    return seen < FRACTIONS ? PD_OK
                            : pd_fail(r->err, PD_ERR_RANGE, r->name,
                                      "frame %d: %d keypoints from -1 to 1, which are fractions of the "
                                      "picture; pixels expected",
                                      d->frames[figure], seen);
}

bool pd_detections_number(double *out, const json_t *value)
{
    *out = json_number_value(value);
    return json_is_number(value) && fabs(*out) <= LARGEST;
}

/* x, y, c of every keypoint in a row; keypoint k of the list is number `as`[k]
 * of the set (NULL: k; -1: none). */
static pd_status read_flat(reading *r, int figure, const json_t *flat, const int *as, int count,
                           const char *place)
{
    pd_detections *d = r->d;

    for (int k = 0; k < count; k++) {
        double x[3] = {0, 0, 0};
        double sure;
        if (as && as[k] < 0) continue;
        bool good = pd_detections_number(&sure, json_array_get(flat, 3 * (size_t)k + 2));
        for (size_t c = 0; c < 2; c++)
            good &= pd_detections_number(&x[c], json_array_get(flat, 3 * (size_t)k + c));
        if (!good)
            return pd_fail(r->err, PD_ERR_RANGE, r->name,
                           "%s: keypoint %d; three numbers from %.10g to %.10g expected", place, k, -LARGEST,
                           LARGEST);
        pd_detections_point(d, figure, as ? as[k] : k, x,
                            r->is_labelled && sure == 1 ? (double)HIDDEN : sure);
    }

    return PD_OK;
}

/* ---- OpenPose */

/* Nose, neck, right and left arm, right and left leg, eyes, ears;
 * BODY_25 has the middle of the hips before the legs. */
const int pd_detections_openpose18[PD_DETECTIONS_OPENPOSE18] = {0,  1,  2,  3,  4,  5,  6,  7,  9,
                                                                10, 11, 12, 13, 14, 15, 16, 17, 18};

/* Reads the people of one OpenPose frame. */
static pd_status read_openpose(reading *r, const json_t *people)
{
    const int frame = r->d->frame_count;
    const size_t count = json_array_size(people);
    pd_status status = PD_OK;
    bool has_hands = false;
    for (size_t i = 0; i < count; i++) {
        const json_t *one = json_array_get(people, i);
        has_hands = has_hands || pd_detections_is_hand(json_object_get(one, "hand_left_keypoints_2d")) ||
                    pd_detections_is_hand(json_object_get(one, "hand_right_keypoints_2d"));
        pd_detections_face(r, json_array_size(json_object_get(one, "face_keypoints_2d")) / 3);
    }

    status = has_hands ? pd_detections_be_kind(r, "OpenPose", "openpose67", OPENPOSE + 2 * PD_DETECTIONS_HAND,
                                               false)
                       : pd_detections_be_kind(r, "OpenPose", "openpose25", OPENPOSE, false);

    if (!status && (!json_is_array(people) || count > PD_DETECTIONS_A_FRAME))
        status = pd_fail(r->err, PD_ERR_LIMIT, r->name,
                         "people is not a list or is too long; a list of 0 to %d people expected",
                         PD_DETECTIONS_A_FRAME);
    if (!status) status = pd_detections_frames_are(r, frame + 1LL);

    /* Read the number and the 25 keypoints of each person. */
    for (size_t i = 0; i < count && !status; i++) {
        const json_t *one = json_array_get(people, i);
        const json_t *flat = json_object_get(one, "pose_keypoints_2d");
        if (!flat) flat = json_object_get(one, "pose_keypoints");
        const json_t *id = json_array_get(json_object_get(one, "person_id"), 0);
        const double number = json_number_value(id);
        char place[64];
        snprintf(place, sizeof place, "people/%zu/pose_keypoints_2d", i);
        const bool is_coco = json_array_size(flat) == (size_t)3 * PD_DETECTIONS_OPENPOSE18;
        if (!is_coco && json_array_size(flat) != (size_t)3 * OPENPOSE)
            return pd_fail(r->err, PD_ERR_FORMAT, r->name,
                           "%s: %zu numbers; %d (BODY_25) or %d (COCO) expected", place,
                           json_array_size(flat), 3 * OPENPOSE, 3 * PD_DETECTIONS_OPENPOSE18);
        const int figure =
            pd_detections_figure(r, frame, number >= 0 && number <= LARGEST && id ? (int)number : -1);

        if (figure < 0) return PD_ERR_MEMORY;
        status = read_flat(r, figure, flat, is_coco ? pd_detections_openpose18 : NULL,
                           is_coco ? PD_DETECTIONS_OPENPOSE18 : OPENPOSE, place);
        if (!status && has_hands)
            status =
                pd_detections_hand(r, figure, OPENPOSE, 0, json_object_get(one, "hand_left_keypoints_2d"));
        if (!status && has_hands)
            status =
                pd_detections_hand(r, figure, OPENPOSE, 1, json_object_get(one, "hand_right_keypoints_2d"));
        if (!status) status = pd_detections_check_pixels(r, figure);
    }

    return status;
}

/* ---- COCO */

typedef struct image {
    const char *text; /* id of the image if it is a text */
    const char *name;
    double number;
    int frame;
} image;

static int detections_by_name(const void *a, const void *b)
{
    const image *i = a;
    const image *k = b;

    if (i->name && k->name) return pd_detections_name_order(i->name, k->name);
    if (i->text && k->text) return pd_detections_name_order(i->text, k->text);
    if (!i->text != !k->text) return i->text ? 1 : -1;

    return i->number < k->number ? -1 : i->number > k->number;
}

static int by_id(const void *a, const void *b)
{
    const image *i = a;
    const image *k = b;
    if (i->text && k->text) return strcmp(i->text, k->text);
    if (!i->text != !k->text) return i->text ? 1 : -1;
    return i->number < k->number ? -1 : i->number > k->number;
}

static bool read_id(image *out, const json_t *id)
{
    *out = (image){.text = json_string_value(id), .number = json_number_value(id)};
    return out->text || json_is_number(id);
}

/* Removes duplicates, numbers the frames and leaves the images sorted by id. */
static pd_status number_images(reading *r, image *images, size_t *count, bool listed)
{
    const int first = r->d->frame_count;
    size_t kept = 0;

    qsort(images, *count, sizeof *images, by_id);
    for (size_t i = 0; i < *count; i++)
        if (!kept || by_id(&images[kept - 1], &images[i])) images[kept++] = images[i];
    *count = kept;
    if (!kept) return PD_OK;

    /* Without a list of images, ids that are close together are frame numbers. A missing id is a frame
     * without people. */
    const double span = images[kept - 1].number - images[0].number + 1;
    const bool numbered = !listed && !images[kept - 1].text && span <= SPARSE * (double)kept &&
                          floor(images[0].number) == images[0].number;
    const double least = images[0].number;
    qsort(images, kept, sizeof *images, detections_by_name);
    for (size_t i = 0; i < kept; i++)
        images[i].frame = first + (numbered ? (int)(images[i].number - least) : (int)i);
    pd_status status =
        pd_detections_frames_are(r, numbered ? first + (long long)span : first + (long long)kept);
    qsort(images, kept, sizeof *images, by_id);

    return status;
}

/* Checks that all pictures have the same size. */
static pd_status read_size(reading *r, const json_t *one, size_t number)
{
    pd_detections *d = r->d;
    double width, height;

    if (!json_object_get(one, "width")) return PD_OK;
    if (!pd_detections_number(&width, json_object_get(one, "width")) ||
        !pd_detections_number(&height, json_object_get(one, "height")) || !(width >= 1) || !(height >= 1))
        return pd_fail(r->err, PD_ERR_RANGE, r->name,
                       "images/%zu has a width or a height out of range; 1 to %.10g pixels expected", number,
                       LARGEST);
    if (d->width > 0 && (d->width != width || d->height != height))
        return pd_fail(r->err, PD_ERR_RANGE, r->name,
                       "images/%zu: %gx%g pixels, others have %gx%g; a film by one camera expected", number,
                       width, height, d->width, d->height);
    d->width = width;
    d->height = height;

    return PD_OK;
}

/* Lists the images of a COCO file, or those that its annotations refer to. */
static pd_status list_images(reading *r, image **out, size_t *count, const json_t *images,
                             const json_t *annotations)
{
    const json_t *list = images ? images : annotations;
    const size_t all = json_array_size(list);
    pd_status status = PD_OK;

    *count = 0;
    *out = malloc((all + 1) * sizeof **out);
    if (!*out) return fail_detections(r, PD_ERR_MEMORY, "", "out of memory");

    /* Number, name and size of each. */
    for (size_t i = 0; i < all && !status; i++) {
        const json_t *one = json_array_get(list, i);
        image *now = *out + i;
        if (!read_id(now, json_object_get(one, images ? "id" : "image_id")))
            return pd_fail(r->err, PD_ERR_FORMAT, r->name, "%s%zu has no %s; a whole number expected",
                           images ? "images/" : "", i, images ? "id" : "image_id");
        if (images) now->name = json_string_value(json_object_get(one, "file_name"));
        if (images) status = read_size(r, one, i);
        ++*count;
    }

    return status ? status : number_images(r, *out, count, images);
}

typedef struct ordered {
    int frame;
    size_t annotation;
} ordered;

static int by_frame(const void *a, const void *b)
{
    const ordered *i = a;
    const ordered *k = b;
    if (i->frame != k->frame) return i->frame < k->frame ? -1 : 1;
    return i->annotation < k->annotation ? -1 : i->annotation > k->annotation;
}

int pd_detections_id(const json_t *one)
{
    static const char *const names[] = {"track_id", "idx", "person_id", "personID"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const json_t *id = json_object_get(one, names[i]);
        const double number = json_number_value(id);
        if (json_is_number(id) && number >= 0 && number <= LARGEST) return (int)number;
    }

    return -1;
}

/* Reads an annotation. Without names, some may be of whole bodies and others not. */
static pd_status read_annotation(reading *r, const json_t *one, const ordered *at,
                                 const pd_detections_order *order, bool is_named)
{
    pd_detections_order own;
    const json_t *flat = json_object_get(one, "keypoints");
    const size_t numbers = json_array_size(flat);
    char place[64];

    snprintf(place, sizeof place, "annotation %zu: keypoints", at->annotation);
    if (!numbers && r->is_labelled) return PD_OK; /* somebody without keypoints */
    if (order->count * 3 != (int)numbers) {
        const bool is_counted =
            !is_named && numbers % 3 == 0 && pd_detections_order_of_count(&own, numbers / 3);
        if (is_counted && own.set_count < r->d->keypoint_count) pd_detections_order_widen(&own);
        if (!is_counted || own.set_count != r->d->keypoint_count)
            return pd_fail(
                r->err, PD_ERR_FORMAT, r->name,
                is_named ? "%s: %zu numbers; %d expected, as the category has %d names"
                         : "%s: %zu numbers; %d (%d keypoints) expected, 51 (COCO), 78 or 408 (Halpe) or "
                           "399 (COCO's whole bodies) in all of them",
                place, numbers, 3 * order->count, order->count);
        order = &own;
    }

    const int figure = pd_detections_figure(r, at->frame, pd_detections_id(one));
    if (figure < 0) return PD_ERR_MEMORY;
    pd_status status = read_flat(r, figure, flat, order->as, order->count, place);

    /* COCO-WholeBody's annotations have feet, hands and face in lists of their own. */
    static const int feet[] = {19, 20, 21, 22, 23, 24};
    const json_t *foot = json_object_get(one, "foot_kpts");
    pd_detections_face(r, json_array_size(json_object_get(one, "face_kpts")) / 3);
    if (r->d->keypoint_count != OPENPOSE + 2 * PD_DETECTIONS_HAND)
        return status ? status : pd_detections_check_pixels(r, figure);
    if (!status && json_array_size(foot) == 3 * sizeof feet / sizeof *feet)
        status = read_flat(r, figure, foot, feet, sizeof feet / sizeof *feet, place);
    if (!status) status = pd_detections_hand(r, figure, OPENPOSE, 0, json_object_get(one, "lefthand_kpts"));
    if (!status) status = pd_detections_hand(r, figure, OPENPOSE, 1, json_object_get(one, "righthand_kpts"));

    return status ? status : pd_detections_check_pixels(r, figure);
}

/* Reads the annotations of a COCO file in the order of their frames. */
static pd_status read_annotations(reading *r, const json_t *annotations, const image *images, size_t count,
                                  const pd_detections_order *keypoints, bool is_named)
{
    const size_t all = json_array_size(annotations);
    ordered *order = malloc((all + 1) * sizeof *order);
    pd_status status = order ? PD_OK : fail_detections(r, PD_ERR_MEMORY, "", "out of memory");

    /* Find the frame of each annotation. */
    for (size_t i = 0; i < all && !status; i++) {
        image key;
        const bool good = read_id(&key, json_object_get(json_array_get(annotations, i), "image_id"));
        const image *found = good ? bsearch(&key, images, count, sizeof key, by_id) : NULL;
        if (!found)
            status =
                pd_fail(r->err, PD_ERR_FORMAT, r->name,
                        "annotation %zu has an image_id that no image has; the id of an image expected", i);
        else
            order[i] = (ordered){found->frame, i};
    }

    /* Read them by frame; some frames have too many figures to be plausible. */
    if (!status) qsort(order, all, sizeof *order, by_frame);
    for (size_t i = 0; i < all && !status; i++) {
        if (i >= PD_DETECTIONS_A_FRAME && order[i - PD_DETECTIONS_A_FRAME].frame == order[i].frame)
            status = fail_detections(r, PD_ERR_LIMIT, "", "more than the allowed 256 figures in an image");
        else
            status = read_annotation(r, json_array_get(annotations, order[i].annotation), &order[i],
                                     keypoints, is_named);
    }

    free(order);

    return status;
}

/* Finds the order of a file's keypoints: by the names of a category, otherwise by the length of the lists, of
 * which those with hands decide. */
static pd_status coco_order(pd_detections_order *out, bool *is_named, const reading *r,
                            const json_t *annotations, const json_t *categories)
{
    pd_status status = PD_OK;

    *is_named = false;
    for (size_t i = 0; i < json_array_size(categories) && !*is_named; i++) {
        const json_t *names = json_object_get(json_array_get(categories, i), "keypoints");
        if (!json_array_size(names)) continue;
        *is_named = true;
        status = pd_detections_order_of_names(out, names, r);
    }

    if (!*is_named) pd_detections_order_of_count(out, COCO);
    bool is_found = *is_named;
    bool has_hands = false;
    for (size_t i = 0; i < json_array_size(annotations) && !status; i++) {
        const json_t *one = json_array_get(annotations, i);
        const size_t numbers = json_array_size(json_object_get(one, "keypoints"));
        pd_detections_order own;
        has_hands = has_hands || pd_detections_is_hand(json_object_get(one, "lefthand_kpts")) ||
                    pd_detections_is_hand(json_object_get(one, "righthand_kpts"));
        if (*is_named || numbers % 3 || !pd_detections_order_of_count(&own, numbers / 3)) continue;
        if (!is_found || own.set_count > out->set_count) *out = own;
        is_found = true;
    }

    if (!status && has_hands) pd_detections_order_widen(out);
    return status;
}

/* images NULL: results; categories NULL: none. */
static pd_status read_coco(reading *r, const json_t *annotations, const json_t *images,
                           const json_t *categories)
{
    image *list = NULL;
    size_t count = 0;
    pd_detections_order order;
    bool is_named;

    r->is_labelled = images;
    pd_status status = coco_order(&order, &is_named, r, annotations, categories);
    if (!status) status = pd_detections_be_kind(r, "COCO", order.set, order.set_count, false);
    if (!status) pd_detections_face(r, (size_t)order.face_count);
    if (!status && !json_is_array(annotations))
        status = fail_detections(r, PD_ERR_FORMAT, "annotations", "not a list; a list expected");
    if (!status) status = list_images(r, &list, &count, images, annotations);
    if (!status) status = read_annotations(r, annotations, list, count, &order, is_named);
    free(list);

    return status;
}

/* ---- MediaPipe */

static bool is_landmark(const json_t *one)
{
    return json_is_number(json_object_get(one, "x")) || json_is_number(json_array_get(one, 0));
}

/* Reads a landmark of MediaPipe, as a list or with names. */
static pd_status read_landmark(reading *r, int figure, int k, const json_t *one)
{
    static const char *const names[3] = {"x", "y", "z"};
    const pd_detections *d = r->d;
    const json_t *sure = json_is_array(one) ? json_array_get(one, 3) : json_object_get(one, "visibility");
    double x[3];
    double visible = 1;
    bool good = true;

    /* Coordinates; a depth is needed in space only. */
    for (size_t c = 0; c < 3; c++) {
        const json_t *number = json_is_array(one) ? json_array_get(one, c) : json_object_get(one, names[c]);
        x[c] = 0;
        if (number || c < 2 || d->in_space) good &= pd_detections_number(&x[c], number);
    }

    if (sure) good &= pd_detections_number(&visible, sure);
    if (!good)
        return pd_fail(r->err, PD_ERR_RANGE, r->name,
                       "landmark %d; x, y, z and visibility from %.10g to %.10g expected", k, -LARGEST,
                       LARGEST);

    /* In space y points down and z forward, so turn both. In a picture coordinates are shares of its size. */
    if (d->in_space) {
        x[1] = -x[1];
        x[2] = -x[2];
    } else {
        x[0] *= d->width;
        x[1] *= d->height;
        x[2] = 0;
    }

    pd_detections_point(r->d, figure, k, x, visible);

    return PD_OK;
}

/* Returns the landmarks of a hand in the object of a frame, or NULL.
 * Some programs put them into a list of one person. */
static const json_t *hand_landmarks(const json_t *frame, int side, bool in_space)
{
    static const char *const names[2][2][2] = {{{"leftHandLandmarks", "left_hand_landmarks"},
                                                {"leftHandWorldLandmarks", "left_hand_world_landmarks"}},
                                               {{"rightHandLandmarks", "right_hand_landmarks"},
                                                {"rightHandWorldLandmarks", "right_hand_world_landmarks"}}};
    const json_t *list = NULL;

    for (int k = 0; k < 2 && !list; k++) list = json_object_get(frame, names[side][in_space][k]);
    if (json_object_get(list, "landmark")) list = json_object_get(list, "landmark");
    if (json_array_size(list) == 1) list = json_array_get(list, 0);
    return json_array_size(list) == PD_DETECTIONS_HAND ? list : NULL;
}

/* Reads the landmarks of a hand in the picture. */
static pd_status read_hand_landmarks(reading *r, int figure, int side, const json_t *list)
{
    pd_status status = PD_OK;
    for (int k = 0; k < PD_DETECTIONS_HAND && list && !status; k++)
        status = read_landmark(r, figure, MEDIAPIPE + side * PD_DETECTIONS_HAND + k,
                               json_array_get(list, (size_t)k));
    return status;
}

static pd_status read_landmarks(reading *r, const json_t *list, int frame)
{
    if (json_object_get(list, "landmark")) list = json_object_get(list, "landmark");
    if (json_array_size(list) != MEDIAPIPE)
        return pd_fail(r->err, PD_ERR_FORMAT, r->name, "%zu landmarks; %d expected (a pose's)",
                       json_array_size(list), MEDIAPIPE);
    const int figure = pd_detections_figure(r, frame, -1);
    pd_status status = figure < 0 ? PD_ERR_MEMORY : PD_OK;
    for (int k = 0; k < MEDIAPIPE && !status; k++)
        status = read_landmark(r, figure, k, json_array_get(list, (size_t)k));
    if (status || !r->d->in_space) return status;

    /* landmarks in space are relative to the hips, so some have x < 0; parts of a picture are 0 to 1 */
    const float *at = r->d->at + (size_t)3 * (size_t)r->d->keypoint_count * (size_t)figure;
    bool some_left = false, some_seen = false;
    for (int k = 0; k < MEDIAPIPE; k++) {
        some_left |= at[3 * k] < 0;
        some_seen |= !isnan(at[3 * k]);
    }

    if (some_seen && !some_left)
        return fail_detections(
            r, PD_ERR_FORMAT, "",
            "landmarks in a picture whose size is not known; its width and height expected");

    return PD_OK;
}

/* Returns the landmarks in the object of a frame: those in the picture if it has some and the picture's size
 * is known, otherwise those in space. */
static const json_t *landmarks_of(const json_t *frame, bool in_picture, bool *in_space)
{
    static const struct {
        const char *name;
        bool in_space;
    } names[] = {{"worldLandmarks", true},  {"poseWorldLandmarks", true}, {"pose_world_landmarks", true},
                 {"world_landmarks", true}, {"landmarks", false},         {"poseLandmarks", false},
                 {"pose_landmarks", false}};
    const json_t *found[2] = {NULL, NULL};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const json_t *one = json_object_get(frame, names[i].name);
        if (one && !found[names[i].in_space]) found[names[i].in_space] = one;
    }

    *in_space = found[1] && !(in_picture && found[0]);

    return found[*in_space];
}

/* Returns whether an object is of MediaPipe: a landmark, landmarks, or frames. */
static bool is_mediapipe(const json_t *one)
{
    bool in_space;
    return is_landmark(one) || json_object_get(one, "landmark") || json_object_get(one, "frames") ||
           landmarks_of(one, false, &in_space);
}

/* Reads a frame of MediaPipe. */
static pd_status read_mediapipe_frame(reading *r, const json_t *given)
{
    const bool in_picture = r->d->width > 0;
    const bool is_named = json_is_object(given) && !json_object_get(given, "landmark");
    const int number = r->d->frame_count;
    bool in_space = !in_picture;

    /* Landmarks in space or in the picture, whichever are asked for. */
    const json_t *list = is_named ? landmarks_of(given, in_picture, &in_space) : given;

    pd_status status = pd_detections_frames_are(r, number + 1LL);
    if (status || json_is_null(list) || (json_is_array(list) && !json_array_size(list))) return status;
    if (!list) return fail_detections(r, PD_ERR_FORMAT, "", "no landmarks in a frame; 33 a person expected");
    if (!in_space && !in_picture)
        return fail_detections(
            r, PD_ERR_FORMAT, "",
            "landmarks in a picture whose size is not known; its width and height expected");

    /* MediaPipe's holistic model has hands and a face beside one person. */
    static const char *const faces[] = {"faceLandmarks", "face_landmarks"};
    const json_t *hands[2] = {NULL, NULL};
    bool has_hands = false;
    for (int side = 0; side < 2 && is_named; side++) {
        hands[side] = in_space ? NULL : hand_landmarks(given, side, false);
        has_hands = has_hands || hands[side];
        const bool is_lost =
            in_space && (hand_landmarks(given, side, false) || hand_landmarks(given, side, true));
        if (is_lost) r->d->hand_count = 2 * PD_DETECTIONS_HAND;
        const json_t *face = json_object_get(given, faces[side]);
        if (json_object_get(face, "landmark")) face = json_object_get(face, "landmark");
        if (json_array_size(face) == 1) face = json_array_get(face, 0);
        pd_detections_face(r, json_array_size(face));
    }

    status = has_hands ? pd_detections_be_kind(r, "MediaPipe", "mediapipe75",
                                               MEDIAPIPE + 2 * PD_DETECTIONS_HAND, in_space)
                       : pd_detections_be_kind(r, "MediaPipe", "mediapipe33", MEDIAPIPE, in_space);
    if (status) return status;

    /* One person, or a list of people. */
    const int first = r->d->figure_count;
    const bool is_one = json_is_object(list) || is_landmark(json_array_get(list, 0));
    if (is_one) status = read_landmarks(r, list, number);
    if (json_array_size(list) > PD_DETECTIONS_A_FRAME)
        return fail_detections(r, PD_ERR_LIMIT, "", "more than the allowed 256 people in a frame");
    for (size_t i = 0; i < json_array_size(list) && !status && !is_one; i++)
        status = read_landmarks(r, json_array_get(list, i), number);
    for (int side = 0; side < 2 && !status && r->d->figure_count > first; side++)
        status = read_hand_landmarks(r, first, side, hands[side]);

    return status;
}

/* Reads a frame or a list of frames. A list of landmarks is a frame. */
static pd_status read_mediapipe(reading *r, const json_t *root)
{
    const json_t *list = json_is_array(root) ? root : json_object_get(root, "frames");
    pd_status status = PD_OK;

    if (!list || is_landmark(json_array_get(list, 0))) return read_mediapipe_frame(r, root);
    for (size_t i = 0; i < json_array_size(list) && !status; i++)
        status = read_mediapipe_frame(r, json_array_get(list, i));

    return status;
}

/* ---- SAM 3D Body */

/* Reads the keypoints of SAM 3D Body. */
static pd_status read_sam3d(reading *r, pd_bytes file)
{
    pd_npz npz;
    pd_array points;
    float numbers[3 * SAM3D];
    const int frame = r->d->frame_count;
    pd_status status = pd_npz_parse(&npz, file.data, file.size, r->name, r->err);

    if (status) return status;

    /* Users often give a motion of a body where keypoints are expected, so name what reads it. */
    static const char *const motions[] = {"poses",     "smpl_poses",    "pose_body",
                                          "body_pose", "global_orient", "root_orient"};
    const bool has_points = pd_npz_has(&npz, "pred_keypoints_3d");
    for (size_t i = 0; i < sizeof motions / sizeof *motions && !has_points && !status; i++)
        if (pd_npz_has(&npz, motions[i]))
            status = pd_fail(
                r->err, PD_ERR_UNSUPPORTED, r->name,
                "a motion (%s is in it), not keypoints (pred_keypoints_3d): posedctl clip convert reads it",
                motions[i]);

    if (!has_points && !status) {
        char found[160] = "";
        size_t used = 0;
        for (int i = 0; i < npz.member_count && used + 44 < sizeof found; i++)
            used += (size_t)snprintf(found + used, sizeof found - used, "%s%.40s", i ? ", " : "",
                                     pd_npz_member(&npz, i));
        status = pd_fail(
            r->err, PD_ERR_NOT_FOUND, r->name,
            "members %s; pred_keypoints_3d (keypoints of SAM 3D Body) or vertices (of the model, N x V "
            "x 3) expected",
            found);
    }

    /* The keypoints. */
    if (!status) status = pd_npz_read(&points, &npz, "pred_keypoints_3d", r->err);
    if (!status && points.count != 3 * SAM3D)
        status = pd_fail(r->err, PD_ERR_FORMAT, r->name, "pred_keypoints_3d: %zu numbers; %d expected",
                         points.count, 3 * SAM3D);
    if (!status) status = pd_array_f32(numbers, &points, r->name, r->err);
    pd_npz_deinit(&npz);

    /* One file is one frame of this kind. */
    if (!status) status = pd_detections_be_kind(r, "SAM 3D Body", "sam3d70", SAM3D, true);
    if (!status) status = pd_detections_frames_are(r, frame + 1LL);
    if (status) return status;

    /* Turn the camera's axes, y down and z forward, into y up and z back. */
    const int figure = pd_detections_figure(r, frame, -1);
    if (figure < 0) return PD_ERR_MEMORY;
    for (int k = 0; k < SAM3D; k++) {
        const float *p = numbers + 3 * k;
        const double x[3] = {(double)p[0], -(double)p[1], -(double)p[2]};
        if (!(fabs(x[0]) <= LARGEST && fabs(x[1]) <= LARGEST && fabs(x[2]) <= LARGEST))
            return pd_fail(r->err, PD_ERR_RANGE, r->name,
                           "pred_keypoints_3d: keypoint %d; three numbers from %.10g to %.10g expected", k,
                           -LARGEST, LARGEST);
        pd_detections_point(r->d, figure, k, x, 1);
    }

    return PD_OK;
}

/* ---- files */

static pd_status read_root(reading *r, const json_t *root)
{
    const json_t *first = json_array_get(root, 0);

    if (json_object_get(root, "annotations"))
        return read_coco(r, json_object_get(root, "annotations"), json_object_get(root, "images"),
                         json_object_get(root, "categories"));
    if (json_object_get(root, "people")) return read_openpose(r, json_object_get(root, "people"));
    if (json_object_get(first, "image_id")) return read_coco(r, root, NULL, NULL);
    if (pd_detections_has_instances(root)) return pd_detections_instances(r, root);

    /* An empty list is a frame in which nobody was found. */
    if (json_is_array(root) && !first) return pd_detections_frames_are(r, r->d->frame_count + 1LL);
    const bool has_landmarks =
        json_is_array(root) ? !json_is_object(first) || is_mediapipe(first) : is_mediapipe(root);
    if (has_landmarks) return read_mediapipe(r, root);
    if (json_is_object(root) || json_is_array(root)) return pd_detections_refuse(r, root);

    return fail_detections(r, PD_ERR_FORMAT, "",
                           "the file's JSON is neither an object nor a list; one of the two expected");
}

pd_status pd_detections_add(pd_detections *d, pd_bytes file, const char *name, pd_error *err)
{
    reading r = {.d = d, .name = name, .err = err};
    pd_json_extent extent;
    json_error_t error;
    bool no_memory;

    /* Limit the size; an npz is from SAM 3D Body. */
    if (file.size > PD_DETECTIONS_FILE_BYTES)
        return pd_fail(err, PD_ERR_LIMIT, name, "%zu bytes; at most %zu allowed", file.size,
                       PD_DETECTIONS_FILE_BYTES);
    if (file.size > 4 && !memcmp(file.data, "PK\3\4", 4)) return read_sam3d(&r, file);

    /* Scan the JSON before it is parsed, to limit its depth and memory. */
    pd_json_scan(&extent, file, NULL, PD_DETECTIONS_TREE);
    if (extent.over_memory != SIZE_MAX)
        return pd_fail(err, PD_ERR_LIMIT, name, "the values take more than the allowed %zu bytes of memory",
                       PD_DETECTIONS_TREE);
    if (extent.depth > DEPTH)
        return pd_fail(err, PD_ERR_FORMAT, name, "brackets %d deep; at most %d allowed", extent.depth, DEPTH);
    json_t *root = pd_json_load(file, JSON_DECODE_ANY, &error, &no_memory);
    if (!root && no_memory) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory");
    if (!root) return pd_fail(err, PD_ERR_FORMAT, name, "line %d: %s", error.line, error.text);
    const pd_status status = read_root(&r, root);
    json_decref(root);

    return status;
}
