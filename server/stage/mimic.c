#include "server/stage/mimic.h"

#include "core/base/assert.h"
#include "server/base/clock.h"
#include "server/stage/stage_parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TELLS_US     PD_SRV_SECOND       /* time between two reports about a character */
#define CHANGE_US    (PD_SRV_SECOND / 4) /* the same after a change */
#define LEAST_LASTS  (1.0 / 60)          /* seconds in which a pose is reached: at least, */
#define MOST_LASTS   0.1                 /* at most, */
#define FIRST_LASTS  0.15                /* for the first one, */
#define RETURN_LASTS 0.5                 /* and for the way back to rest */
#define ENDS_US      PD_SRV_SECOND /* time without an observation after which the face returns to rest */

/* ---- the queue ---- */

static void begin_mimic(pd_srv_queued *queued)
{
    pd_srv_mimic *m = (pd_srv_mimic *)queued;
    m->solved = m->sight;
}

static void run_mimic(pd_srv_queued *queued)
{
    pd_srv_mimic *m = (pd_srv_mimic *)queued;
    m->trouble_now = (pd_error){0};
    if (pd_observe_face_see(&m->solution, m->face, &m->solved, &m->trouble_now) != PD_OK) m->solution = NULL;
}

static void end_mimic(pd_srv_queued *queued)
{
    pd_srv_mimic *m = (pd_srv_mimic *)queued;

    m->trouble = m->trouble_now;
    if (m->solution) {
        m->pose = *m->solution;
        m->has_pose = true;
    }
    m->is_news = true;
}

static void free_mimic(pd_srv_queued *queued)
{
    pd_srv_mimic *m = (pd_srv_mimic *)queued;
    pd_observe_face_free(m->face);
    free(m);
}

static const pd_srv_queued_kind mimic_kind = {
    .begin = begin_mimic, .run = run_mimic, .end = end_mimic, .free = free_mimic};

/* ---- creation ---- */

/* Makes the shapes of a body model. ERR_WAIT: it is being loaded; ERR_UNSUPPORTED: it has no face. */
static pd_status make_shapes(pd_observe_face_shapes **out, const pd_srv_stage *stage,
                             const pd_api_access *access, const char *id, pd_error *err)
{
    pd_api_model model;
    pd_error denied = {0};

    if (!*id || !pd_api_reach_model(&model, stage->deps.host, access, false, id, &denied)) {
        if (denied.status == PD_ERR_WAIT) return pd_fail(err, PD_ERR_WAIT, "/set", "%s", denied.detail);
        return pd_fail(err, PD_ERR_UNSUPPORTED, "/set",
                       "a face needs the body model \"person\", which is not served here");
    }

    const pd_smpl_model *body = pd_api_model_body(&model);
    const pd_status status = body
                                 ? pd_observe_face_shapes_make(out, body, err)
                                 : pd_fail(err, PD_ERR_UNSUPPORTED, "/set", "\"%.64s\" is no body model", id);
    pd_api_model_release(&model);

    return status;
}

pd_status pd_srv_mimic_new(pd_srv_mimic **out, pd_srv_stage *stage, const pd_api_access *access,
                           const char *id, pd_error *err)
{
    pd_observe_face_shapes *shapes = NULL;
    *out = NULL;

    /* All characters of a stage share the shapes of the first model that has a face. */
    pthread_mutex_lock(&stage->lock);
    if (stage->face_shapes) shapes = pd_observe_face_shapes_retain(stage->face_shapes);
    pthread_mutex_unlock(&stage->lock);
    if (!shapes) {
        pd_status status = make_shapes(&shapes, stage, access, id, err);
        if (status == PD_ERR_UNSUPPORTED) status = make_shapes(&shapes, stage, access, "person", err);
        if (status != PD_OK) return status;
        pthread_mutex_lock(&stage->lock);
        if (!stage->face_shapes) stage->face_shapes = pd_observe_face_shapes_retain(shapes);
        pthread_mutex_unlock(&stage->lock);
    }

    pd_srv_mimic *m = calloc(1, sizeof *m);
    pd_status status = m ? PD_OK : pd_fail(err, PD_ERR_MEMORY, "", "out of memory for a face");
    if (status == PD_OK) status = pd_observe_face_new(&m->face, shapes, err);
    pd_observe_face_shapes_release(shapes);
    if (status != PD_OK) {
        free(m);
        return status;
    }
    m->queue.kind = &mimic_kind;
    m->hands[0] = m->hands[1] = -1;
    m->to = m->shown =
        (pd_anim_alive_led){.head = pd_q_identity(), .gaze = {pd_q_identity(), pd_q_identity()}};
    *out = m;

    return PD_OK;
}

void pd_srv_mimic_drop(pd_srv_stage *stage, pd_srv_mimic *m)
{
    if (m) pd_srv_queued_drop(stage, &m->queue);
}

void pd_srv_mimic_see(pd_srv_stage *stage, pd_srv_mimic *m, const pd_observe_face_sight *sight)
{
    if (pd_srv_queued_keeps(stage, &m->queue, m->sight.calibrate, sight->calibrate)) return;
    m->sight = *sight;
    pd_srv_queued_see(stage, &m->queue);
}

/* ---- the tick's ---- */

/* Returns the rotation of an eye by the weights of its shapes. index: 0 left, 1 right. */
static pd_quat gaze_of(const float *weights, int index)
{
    const double turn = PD_ANIM_ALIVE_SIDE * (double)(weights[PD_ANIM_EYE_OUT_LEFT + index] -
                                                      weights[PD_ANIM_EYE_IN_LEFT + index]);
    const double pitch = PD_ANIM_ALIVE_DOWN * (double)weights[PD_ANIM_EYE_DOWN_LEFT + index] -
                         PD_ANIM_ALIVE_UP * (double)weights[PD_ANIM_EYE_UP_LEFT + index];

    return pd_q_mul(pd_q_axis_angle(pd_vec3_make(0, 1, 0), index ? -turn : turn),
                    pd_q_axis_angle(pd_vec3_make(1, 0, 0), pitch));
}

/* Names of VRM and Oculus for movements that ARKit has, with the shapes of ARKit that say how much. */
static const struct {
    const char *names[3];
    const char *from[2]; /* their mean */
} substitutes[] = {
    {{"aa", "viseme_aa", "mouthOpen"}, {"jawOpen", "jawOpen"}},
    {{"ou", "viseme_U", NULL}, {"mouthPucker", "mouthPucker"}},
    {{"oh", "viseme_O", NULL}, {"mouthFunnel", "mouthFunnel"}},
    {{"happy", "mouthSmile", NULL}, {"mouthSmileLeft", "mouthSmileRight"}},
    {{"surprised", NULL, NULL}, {"browOuterUpLeft", "browOuterUpRight"}},
    {{"blinkLeft", NULL, NULL}, {"eyeBlinkLeft", "eyeBlinkLeft"}},
    {{"blinkRight", NULL, NULL}, {"eyeBlinkRight", "eyeBlinkRight"}},
};

static void add_mimic_shape(pd_retarget_face_request *request, const char *name, float weight)
{
    PD_ASSERT(request->shape_count < PD_RETARGET_FACE_SHAPES);
    snprintf(request->shapes[request->shape_count].name, PD_RETARGET_FACE_NAME_BYTES, "%s", name);
    request->shapes[request->shape_count++].weight = weight;
}

/* Returns the weight of one of ARKit's shapes. */
static float arkit_weight(const float *weights, const char *name)
{
    int k = 0;
    while (strcmp(pd_retarget_face_names[k], name) != 0) k++;
    PD_ASSERT(k < PD_OBSERVE_FACE_WEIGHTS);
    return weights[k];
}

/* Makes the weights the goal of the face, which it reaches in `seconds`.
 * A file that has none of the names is reported. */
static void ask_mimic(pd_srv_mimic *m, pd_srv_character *a, const float *weights, double seconds)
{
    pd_retarget_face_request request = {.hands = {m->hands[0], m->hands[1]}, .seconds = seconds};
    pd_retarget_face_unknown unknown;
    pd_error err = {0};
    pd_status status;
    for (int k = 0; k < PD_OBSERVE_FACE_WEIGHTS; k++)
        add_mimic_shape(&request, pd_retarget_face_names[k], weights[k]);

    /* The body's own face. */
    if (!pd_srv_character_has_own_face(a)) {
        pd_retarget_face_goal goal;
        if (!a->body) return;
        status = pd_retarget_live_body_goal_of(&goal, &unknown, a->body, &request, &err);
        if (status == PD_OK) pd_retarget_live_body_set_face(a->body, &goal);
        if (status != PD_OK) m->trouble = err;
        return;
    }

    /* The face of a file, which may have other names. */
    for (size_t i = 0; i < sizeof substitutes / sizeof *substitutes; i++)
        for (int n = 0; n < 3 && substitutes[i].names[n]; n++)
            add_mimic_shape(&request, substitutes[i].names[n],
                            0.5f * (arkit_weight(weights, substitutes[i].from[0]) +
                                    arkit_weight(weights, substitutes[i].from[1])));
    pd_retarget_own_goal own;
    for (int h = 0; h < 2; h++)
        if (!a->own->face->hands.has[h]) request.hands[h] = -1;
    status = pd_retarget_own_face_goal(&own, &unknown, &request, a->own->face, &err);
    if (status == PD_OK) pd_retarget_own_live_set(&a->own_face->live, a->own->face, &own);
    if (status != PD_OK) m->trouble = err;
}

/* Begins the way of head and eyes from what is shown to a new pose. */
static void lead_mimic(pd_srv_mimic *m, const pd_anim_alive_led *to, double seconds)
{
    m->from = m->shown;
    m->to = *to;
    m->elapsed = 0;
    m->lasts = seconds;
}

/* Takes a new pose, or returns to rest. */
static void take_pose(pd_srv_mimic *m, pd_srv_character *a, int64_t now_us)
{
    static const float rest[PD_OBSERVE_FACE_WEIGHTS];
    const pd_anim_alive_led ahead = {
        .is_led = true, .head = pd_q_identity(), .gaze = {pd_q_identity(), pd_q_identity()}};

    if (m->has_pose) {
        const double lasts = m->posed_us ? fmin(fmax(m->pose.seconds, LEAST_LASTS), MOST_LASTS) : FIRST_LASTS;
        const float *w = m->pose.weights;
        const pd_anim_alive_led to = {
            .is_led = true, .head = m->pose.head, .gaze = {gaze_of(w, 0), gaze_of(w, 1)}};
        ask_mimic(m, a, w, lasts);
        lead_mimic(m, &to, lasts);
        m->posed_us = now_us;
        m->has_pose = false;
    } else if (m->posed_us && now_us - m->posed_us > ENDS_US) {
        ask_mimic(m, a, rest, RETURN_LASTS);
        lead_mimic(m, &ahead, RETURN_LASTS);
        m->posed_us = 0;
    }
}

bool pd_srv_character_asks_own(const pd_srv_character *a)
{
    return a->own_face && !pd_srv_character_has_body_face(a);
}

void pd_srv_mimic_read_face(pd_srv_character *a, int64_t now_us)
{
    const bool is_own = pd_srv_character_asks_own(a);

    if (a->has_face && is_own)
        pd_retarget_own_live_set(&a->own_face->live, a->own->face, &a->own_face->asked);
    if (a->has_face && !is_own && a->body) pd_retarget_live_body_set_face(a->body, &a->face);
    a->has_face = 0;
    if (a->mimic) take_pose(a->mimic, a, now_us);
}

const pd_anim_alive_led *pd_srv_mimic_step(pd_srv_mimic *m, bool has_head, double seconds)
{
    m->elapsed += seconds;
    if (!m->posed_us && m->elapsed >= m->lasts) return NULL;

    const double t = m->lasts > 0 ? fmin(1, m->elapsed / m->lasts) : 1;
    m->shown.is_led = true;
    m->shown.head = has_head ? pd_q_identity() : pd_q_slerp(m->from.head, m->to.head, t);
    for (int i = 0; i < 2; i++) m->shown.gaze[i] = pd_q_slerp(m->from.gaze[i], m->to.gaze[i], t);

    return &m->shown;
}

bool pd_srv_mimic_tell(pd_buffer *out, pd_srv_mimic *m, uint32_t id, int64_t now_us)
{
    const bool has_trouble = m->trouble.status != PD_OK;

    if (!m->is_news) return false;
    if (m->told_us && now_us - m->told_us < (has_trouble || m->told_trouble ? CHANGE_US : TELLS_US))
        return false;

    pd_api_write_observed(out, &(pd_api_observed){.id = id,
                                                  .is_face = true,
                                                  .time = m->pose.time,
                                                  .rms = 1e-3 * m->pose.rms,
                                                  .solve_ms = m->queue.solve_ms,
                                                  .trouble = has_trouble ? m->trouble.detail : NULL});
    m->is_news = false;
    m->told_us = now_us;
    m->told_trouble = has_trouble;

    return true;
}
