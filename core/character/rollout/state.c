#include "core/character/rollout/state.h"

#include "core/character/rollout/snapshot.h"

void pd_character_state_write(pd_buffer *out, pd_fields_writer *writer, const pd_character *motion,
                              const pd_character_overlay *overlay, const pd_character_input *input,
                              const pd_character_rig *rig)
{
    const pd_character_input still = {.speed = 0};

    pd_fields_begin(writer);
    pd_fields_put_origin(writer, motion->pose.root);
    pd_character_snapshot_put_character(writer, motion, rig);
    pd_character_snapshot_put_overlay(writer, overlay);
    pd_character_snapshot_put_input(writer, input ? input : &still);
    pd_fields_end(out, writer);
}

pd_status pd_character_state_read(pd_character_state *out, const void *bytes, size_t size,
                                  const pd_character_rig *rig, pd_error *err)
{
    pd_fields_reader reader;

    if (size > PD_CHARACTER_STATE_MOST)
        return pd_fail(err, PD_ERR_FORMAT, "/snapshot", "%zu bytes; at most %d allowed", size,
                       PD_CHARACTER_STATE_MOST);
    if (pd_fields_open(&reader, bytes, size) == size && pd_fields_get_origin(&reader, "origin") &&
        pd_character_snapshot_get_character(&out->motion, &reader, rig) &&
        pd_character_snapshot_get_overlay(&out->overlay, &reader, NULL) &&
        pd_character_snapshot_get_input(&out->input, &reader) && pd_fields_done(&reader))
        return PD_OK;

    return pd_fail(err, PD_ERR_FORMAT, "/snapshot", "damaged, or of another model or version (%s%s%s)",
                   reader.wrong ? reader.wrong_in : "", reader.wrong ? "." : "",
                   reader.wrong ? reader.wrong : "size");
}
