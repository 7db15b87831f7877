#include "core/motion/gather/mvnx.h"

#include "core/base/text/number.h"
#include "core/io/tensor/npz.h"
#include "core/retarget/character/note.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD_BYTES   2048 /* bytes in which the root element stands */
#define LABEL_BYTES  32
#define NUMBER_BYTES 64 /* largest length of a number */
#define LEAST_NUMBER 2  /* bytes of a number and the space behind it, at least */

static const unsigned char *find_text(const unsigned char *at, const unsigned char *end, const char *text)
{
    return at < end ? memmem(at, (size_t)(end - at), text, strlen(text)) : NULL;
}

bool pd_motion_mvnx_is(pd_bytes file)
{
    const size_t size = file.size < HEAD_BYTES ? file.size : HEAD_BYTES;
    return size && find_text(file.data, file.data + size, "<mvnx");
}

/* Returns the next start of an element with this name at or after `at`, or NULL; *close: behind its tag. */
static const unsigned char *next_tag(const unsigned char **close, const unsigned char *at,
                                     const unsigned char *end, const char *name)
{
    char open[24];
    const size_t length = (size_t)snprintf(open, sizeof open, "<%s", name);

    while ((at = find_text(at, end, open))) {
        const unsigned char *behind = at + length;
        const unsigned char *stop = behind < end ? memchr(behind, '>', (size_t)(end - behind)) : NULL;
        if (!stop) return NULL;
        if (isspace(*behind) || *behind == '>' || *behind == '/') {
            *close = stop + 1;
            return at;
        }

        at = behind;
    }

    return NULL;
}

/* Copies an attribute of a tag. Returns false if the tag lacks it. */
static bool read_attribute(char *out, size_t out_bytes, const unsigned char *tag, const unsigned char *close,
                           const char *name)
{
    char key[32];
    snprintf(key, sizeof key, " %s=", name);
    const unsigned char *at = find_text(tag, close, key);
    if (!at) return false;
    at += strlen(key);
    if (at >= close || (*at != '"' && *at != '\'')) return false;
    const unsigned char *stop = memchr(at + 1, *at, (size_t)(close - at - 1));
    if (!stop) return false;
    snprintf(out, out_bytes, "%.*s",
             (int)((size_t)(stop - at - 1) < out_bytes ? (size_t)(stop - at - 1) : out_bytes - 1),
             (const char *)at + 1);

    return true;
}

/* Reads so many numbers of a text. Returns how many there are, up to one more. */
static size_t read_numbers_mvnx(float *out, size_t count, const unsigned char *at, const unsigned char *end)
{
    size_t found = 0;

    while (at < end) {
        char text[NUMBER_BYTES];
        size_t length = 0;
        double value;
        while (at < end && isspace(*at)) at++;
        while (at < end && !isspace(*at) && length + 1 < sizeof text) text[length++] = (char)*at++;
        text[length] = 0;
        if (!length) break;
        if (found == count || pd_io_numbers_read(&value, 1, text) != 1) return count + 1;
        out[found++] = (float)value;
    }

    return found;
}

pd_status pd_motion_mvnx_npz(pd_buffer *out, char *notes, size_t notes_bytes, pd_bytes file, const char *name,
                             pd_error *err)
{
    const unsigned char *end = file.data + file.size;
    const unsigned char *close = file.data;
    char labels[PD_MVNX_SEGMENTS * LABEL_BYTES] = "";
    char text[LABEL_BYTES];
    size_t segments = 0;
    double rate = 0;

    /* Rate of the subject, and labels of the segments. */
    const unsigned char *at = next_tag(&close, file.data, end, "subject");
    if (!at || !read_attribute(text, sizeof text, at, close, "frameRate") ||
        pd_io_numbers_read(&rate, 1, text) != 1 || !(rate > 0 && rate <= 10000))
        return pd_retarget_fail(err, PD_ERR_FORMAT, name, "subject",
                                "no frameRate; frames a second expected");
    for (at = next_tag(&close, close, end, "segment"); at; at = next_tag(&close, close, end, "segment")) {
        if (segments == PD_MVNX_SEGMENTS)
            return pd_retarget_fail(err, PD_ERR_LIMIT, name, "segments", "more than the allowed %d segments",
                                    PD_MVNX_SEGMENTS);
        if (!read_attribute(text, sizeof text, at, close, "label"))
            return pd_retarget_fail(err, PD_ERR_FORMAT, name, "segments", "segment %zu has no label",
                                    segments);
        memcpy(labels + LABEL_BYTES * segments++, text, sizeof text);
    }

    /* Count the frames, then read the positions of those of the motion. */
    size_t room = 0;
    for (at = next_tag(&close, file.data, end, "frame"); at; at = next_tag(&close, close, end, "frame"))
        room++;
    if (!segments || !room)
        return pd_retarget_fail(err, PD_ERR_FORMAT, name, "",
                                "%zu segments and %zu frames; at least one of each "
                                "expected",
                                segments, room);

    /* A frame of the motion has at least two bytes for each number, so that a small file asks for little. */
    const size_t most = file.size / (LEAST_NUMBER * 3 * segments) + 1;
    if (room > most) room = most;
    float *joints = malloc(room * segments * 3 * sizeof *joints);
    if (!joints) return pd_retarget_fail(err, PD_ERR_MEMORY, name, "", "out of memory for %zu frames", room);
    size_t frames = 0;
    pd_status s = PD_OK;
    for (at = next_tag(&close, file.data, end, "frame"); at && !s;
         at = next_tag(&close, close, end, "frame")) {
        if (read_attribute(text, sizeof text, at, close, "type") && strcmp(text, "normal") != 0) continue;

        if (frames == room) break; /* such a frame has too few numbers */

        /* The positions are before the end of the frame. */
        const unsigned char *last = find_text(close, end, "</frame>");
        const unsigned char *begin = NULL;
        const unsigned char *place = next_tag(&begin, close, last ? last : end, "position");
        const unsigned char *stop = place ? find_text(begin, last ? last : end, "</position>") : NULL;
        const size_t count =
            stop ? read_numbers_mvnx(joints + 3 * segments * frames, 3 * segments, begin, stop) : 0;
        if (count != 3 * segments) {
            char where[48];
            snprintf(where, sizeof where, "frame %zu", frames);
            s = pd_retarget_fail(err, PD_ERR_FORMAT, name, where,
                                 stop ? "another number of positions; %zu numbers expected, three a segment"
                                      : "no position; %zu numbers expected: export the take with positions",
                                 3 * segments);
        }

        frames += !s;
    }

    if (!s && !frames)
        s = pd_retarget_fail(err, PD_ERR_FORMAT, name, "",
                             "no frame of the type normal; at least one expected");
    if (!s) {
        pd_npz_writer w = pd_npz_begin(out);
        const pd_array places = PD_ARRAY(PD_DTYPE_F32, joints, frames, segments, 3);
        const pd_array fps = pd_array_of(PD_DTYPE_F64, &rate, 0, NULL);
        pd_array names = pd_array_of(PD_DTYPE_CHARS, labels, 1, &segments);
        pd_array up = pd_array_of(PD_DTYPE_CHARS, "z", 0, NULL);
        names.item_bytes = LABEL_BYTES;
        names.data_bytes = LABEL_BYTES * segments;
        up.item_bytes = up.data_bytes = 1;
        pd_npz_add(&w, "joints", &places);
        pd_npz_add(&w, "joint_names", &names);
        pd_npz_add(&w, "mocap_framerate", &fps);
        pd_npz_add(&w, "up_axis", &up);
        s = pd_npz_end(&w, err);
        pd_retarget_note(notes, notes_bytes,
                         "read as positions of %zu segments of Xsens MVN; their orientations are not read",
                         segments);
    }

    free(joints);

    return s;
}
