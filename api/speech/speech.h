#ifndef PD_API_SPEECH_SPEECH_H
#define PD_API_SPEECH_SPEECH_H
/* POST /v1/speech: visemes of an utterance with their times and, with `rate`, the weights of the mouth's
 * shapes in frames. */
#include "api/http/call.h"

extern const pd_api_field pd_api_speech_query_fields[], pd_api_speech_fields[];
pd_api_handler pd_api_handle_speech;
pd_api_cost pd_api_speech_cost;

#endif
