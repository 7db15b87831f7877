#ifndef PD_SRV_STREAM_CLIENT_TALK_H
#define PD_SRV_STREAM_CLIENT_TALK_H
/* Handlers of a client's messages about speech: `speak`, `hear`, `sound` and `feel`. */
#include "server/stream/client.h"

pd_status pd_srv_client_speak(pd_srv_client *client, const pd_api_message *message, pd_error *err);
pd_status pd_srv_client_hear(pd_srv_client *client, const pd_api_message *message, pd_error *err);
pd_status pd_srv_client_sound(pd_srv_client *client, const pd_api_message *message, pd_error *err);
pd_status pd_srv_client_feel(pd_srv_client *client, const pd_api_message *message, pd_error *err);

#endif
