#include "server/stream/client_talk.h"

#include "server/stage/stage.h"

pd_status pd_srv_client_speak(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    return pd_srv_stage_speak(client->deps->stage, client->subscriber, m->id, m->speak.track,
                              m->speak.utterance, m->speak.delay, m->speak.is_queued, err);
}

pd_status pd_srv_client_hear(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    return pd_srv_stage_hear(client->deps->stage, client->subscriber, m->id, &m->hear, &client->who.access,
                             err);
}

pd_status pd_srv_client_feel(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    return pd_srv_stage_feel(client->deps->stage, client->subscriber, m->id, &m->feel, err);
}

pd_status pd_srv_client_sound(pd_srv_client *client, const pd_api_message *m, pd_error *err)
{
    return pd_srv_stage_sound(client->deps->stage, client->subscriber, m->id, &m->sound.chunk, err);
}
