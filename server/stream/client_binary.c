#include "server/stream/client_binary.h"

#include "server/stage/stage.h"

/* Handles a binary input, the compact form of the message `input`. */
static pd_status take_input(pd_srv_client *client, const void *bytes, size_t size, pd_error *err)
{
    pd_api_binary_input in;

    if (pd_api_input_decode(&in, bytes, size, err) != PD_OK) return err->status;
    const pd_character_input asked = {.move = {in.move[0], in.move[1]},
                                      .look = {in.look[0], in.look[1]},
                                      .camera_yaw = in.camera_yaw,
                                      .speed = in.speed,
                                      .strafe = in.strafe,
                                      .axes = (pd_character_axes)in.axes,
                                      .gait = (pd_character_want)in.gait,
                                      .has_look = (in.flags & PD_API_INPUT_LOOK) != 0,
                                      .jump = (in.flags & PD_API_INPUT_JUMP) != 0,
                                      .responsive = (in.flags & PD_API_INPUT_RESPONSIVE) != 0};
    if (pd_character_input_check(&asked, err) != PD_OK) return err->status;

    if (!in.has_tick)
        return pd_srv_stage_input(client->deps->stage, client->subscriber, in.id, in.seq, &asked, err);
    const pd_character_stamped stamped = {in.tick, in.seq, asked};

    return pd_srv_stage_input_at(client->deps->stage, client->subscriber, in.id, &stamped, err);
}

/* Handles a binary sound, the compact form of the message `sound`. */
static pd_status take_sound(pd_srv_client *client, const void *bytes, size_t size, pd_error *err)
{
    pd_api_binary_sound in;

    if (pd_api_sound_decode(&in, bytes, size, err) != PD_OK) return err->status;
    const pd_api_sound chunk = {.samples = in.samples, .has_at = true, .at = in.at};

    return pd_srv_stage_sound(client->deps->stage, client->subscriber, in.id, &chunk, err);
}

pd_status pd_srv_client_binary(pd_srv_client *client, const void *bytes, size_t size, pd_error *err)
{
    const bool is_sound = size && *(const unsigned char *)bytes == PD_API_SOUND_KIND;

    return is_sound ? take_sound(client, bytes, size, err) : take_input(client, bytes, size, err);
}
