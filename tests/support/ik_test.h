#ifndef TESTS_SUPPORT_IK_TEST_H
#define TESTS_SUPPORT_IK_TEST_H
/* Requests of IK problems by the API: asking, and reading the reply. */
#include "tests/support/api_ask.h"
#include "api/http/call.h"
#include "api/ik/read.h"
#include "core/smpl/measure/measure.h"
#include "tests/support/rigs.h"
#include "tests/support/human.h"
#include "tests/support/pose_networks.h"
#include "tests/support/priors.h"

#define SOLVE "/v1/ik/solve"

#define FOOT "{\"joint\":\"left_ankle\",\"position\":[0.2,0.3,0.3]}"

/* A trunk with one arm, whose hand is wanted before the breast: farther away than the arm is long. */
#define FAR_HAND                                                                                             \
    "\"skeleton\":{\"joints\":[{\"name\":\"pelvis\",\"offset\":[0,1,0]},"                                    \
    "{\"name\":\"spine1\",\"parent\":\"pelvis\",\"offset\":[0,0.12,0]},"                                     \
    "{\"name\":\"left_collar\",\"parent\":\"spine1\",\"offset\":[0.08,0.31,0]},"                             \
    "{\"name\":\"left_shoulder\",\"parent\":\"left_collar\",\"offset\":[0.11,0.03,0]},"                      \
    "{\"name\":\"left_elbow\",\"parent\":\"left_shoulder\",\"offset\":[0.26,0,0]},"                          \
    "{\"name\":\"left_wrist\",\"parent\":\"left_elbow\",\"offset\":[0.25,0,0]}]},"                           \
    "\"targets\":[{\"joint\":\"left_wrist\",\"position\":[0.1,1.3,0.58]}]"

static inline json_t *ik_test_asked(const char *method, const char *target, const char *body)
{
    pd_api_call *call = api_ask(method, target, body);
    json_t *reply;

    if (api_status(call) != 200)
        fail_msg("%s %s: %.*s", target, body ? body : "", (int)pd_api_call_reply(call)->body.size,
                 pd_api_call_reply(call)->body.data);
    reply = api_json(call);
    pd_api_call_release(call);
    return reply;
}

static inline const char *ik_test_text_of(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

#endif
