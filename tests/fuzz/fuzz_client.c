/* Fuzzes clients/c with a server's messages: texts, one a line,
 * and then a frame with the counts that the texts gave. */
#include "clients/c/posed.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_frame(const posed_session *s, const uint8_t *data, size_t size)
{
    posed_frame frame;
    posed_character who;
    float at[4];
    if (!posed_frame_open(&frame, data, size)) return;
    while (posed_session_next(s, &frame, &who)) {
        if (who.joints && s->models[s->default_model].counts.joints > 0 && !s->own_count)
            posed_joint(at, &who, 0);
        if (who.smpl) posed_smpl_rotation(at, &who, 23);
        if (who.vertex_count) posed_vertex(at, &who, who.vertex_count - 1);
        if (who.node_count) posed_node_rotation(at, &who, who.node_count - 1);
    }
}

static void take_line(void *arg, const char *line)
{
    (void)arg;
    if (strlen(line) >= 4 * POSED_TEXT_MAX) __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    posed_session s;
    posed_text text;
    char out[256];
    double wait;
    posed_session_init(&s, 1);
    s.log = take_line;
    posed_session_opened(&s);
    for (const uint8_t *end; size && (end = memchr(data, '\n', size));
         size -= (size_t)(end + 1 - data), data = end + 1) {
        const char *said = (const char *)data;
        posed_session_text(&s, &text, said, (size_t)(end - data));
        posed_text_node(out, said, (size_t)(end - data), text.id, text.root_node);
        posed_text_character(&text, said, (size_t)(end - data), 1);
        posed_session_say(&s, out, sizeof out);
    }
    read_frame(&s, data, size);
    posed_session_closed(&s, &wait);
    return 0;
}
