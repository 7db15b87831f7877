#include "tools/motion/contacts.h"

#include "core/base/assert.h"
#include "core/io/json/json.h"
#include "core/pfnn/layout.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void pd_tool_label_stem(char *out, size_t out_bytes, const char *folder, const char *name)
{
    const char *slash = strrchr(name, '/');
    const char *dot = strrchr(name, '.');
    const int is_path = name[0] == '/' || name[0] == '.';
    const char *from = is_path && slash ? slash + 1 : name;
    const int length = dot && dot > from && (!slash || dot > slash) ? (int)(dot - from) : (int)strlen(from);

    snprintf(out, out_bytes, "%s/%.*s", folder, length, from);
}

static pd_status read_all_contacts(pd_character_motion *motion, const json_t *root, const char *path,
                                   pd_error *err)
{
    static const char *const names[PD_PFNN_CONTACTS] = {[PD_PFNN_LEFT_HEEL] = "left_heel",
                                                        [PD_PFNN_LEFT_TOE] = "left_toe",
                                                        [PD_PFNN_RIGHT_HEEL] = "right_heel",
                                                        [PD_PFNN_RIGHT_TOE] = "right_toe"};
    const json_t *contacts = json_object_get(root, "contacts");
    const json_t *run;
    const json_int_t told = json_integer_value(json_object_get(root, "frames"));
    const int frames = motion->clip.frame_count;
    char where[1500];
    size_t i;

    /* Frames of the file and of the clip must be the same ones. */
    PD_ASSERT(frames >= 0);
    if (told != frames)
        return pd_fail(err, PD_ERR_RANGE, path, "%d frames; %d expected, those of the clip at 60 per second",
                       (int)told, frames);
    motion->contacts = calloc((size_t)frames, sizeof *motion->contacts);
    if (!motion->contacts) return pd_fail(err, PD_ERR_MEMORY, path, "out of memory");
    motion->keeps_contacts = true;

    /* Set the runs [first, last] of each point to 1; other frames stay 0. */
    for (int c = 0; c < PD_PFNN_CONTACTS; c++) {
        const json_t *runs = json_object_get(contacts, names[c]);
        snprintf(where, sizeof where, "%s: contacts/%s", path, names[c]);
        if (!json_is_array(runs))
            return pd_fail(err, PD_ERR_FORMAT, where, "not a list; [[first, last], ...] expected");
        json_array_foreach(runs, i, run)
        {
            const json_t *from = json_array_get(run, 0);
            const json_t *to = json_array_get(run, 1);
            const json_int_t first = json_integer_value(from);
            const json_int_t last = json_integer_value(to);
            if (json_array_size(run) != 2 || !json_is_integer(from) || !json_is_integer(to) || first < 0 ||
                last < first || last >= frames)
                return pd_fail(err, PD_ERR_RANGE, where, "run %zu is not [first, last] of frames 0 to %d", i,
                               frames - 1);
            for (json_int_t t = first; t <= last; t++) motion->contacts[t][c] = 1;
        }
    }

    return PD_OK;
}

pd_status pd_tool_contacts_read(pd_character_motion *motion, int *found, const char *folder, pd_error *err)
{
    char stem[1400], path[1408];
    json_error_t at;

    pd_tool_label_stem(stem, sizeof stem, folder, motion->name);
    snprintf(path, sizeof path, "%s.json", stem);
    if (access(path, F_OK)) return PD_OK;
    json_t *root = pd_json_load_file(path, 0, &at);
    if (!root) return pd_fail(err, PD_ERR_FORMAT, path, "line %d: %s", at.line, at.text);
    const pd_status status = read_all_contacts(motion, root, path, err);
    json_decref(root);
    if (status == PD_OK && found) ++*found;

    return status;
}
