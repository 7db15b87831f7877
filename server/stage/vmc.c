#include "server/stage/vmc.h"

#include "core/base/assert.h"
#include "api/stream/vmc.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Size of the socket's send queue, which bounds the datagrams that wait while the network is down. */
#define SEND_BYTES (64 << 10)

struct pd_srv_vmc {
    pd_srv_vmc_request request;
    char destination[PD_SRV_VMC_TEXT];
    int fd, permitted;
    const pd_srv_settings *checked; /* settings with which `permitted` was computed */
    double start;                   /* time of the first pose, which has VMC time 0; < 0: none was sent yet */
    uint32_t offset;                /* tick from which every divisor-th tick is counted */
    uint32_t character;             /* id of the character whose skeleton the humanoid is; 0: none */
    int has_humanoid;
    pd_anim_humanoid humanoid;
    int fingers[PD_ANIM_ALIVE_FINGERS]; /* joints of the fingers; valid if has_fingers */
    bool has_fingers;
    pd_buffer bundles;
    pd_srv_vmc_counts counts;
};

/* -- destinations ---------------------------------------------------------------- */

/* Rewrites the host in canonical form, so that hosts can be compared as text. */
static bool same_form(pd_cfg_address *address)
{
    unsigned char bits[16];
    int family = address->is_v6 ? AF_INET6 : AF_INET;
    return inet_pton(family, address->host, bits) == 1 &&
           inet_ntop(family, bits, address->host, sizeof address->host);
}

static pd_status check_vmc(pd_cfg_address *to, const char *text, const pd_cfg_list *allowed, pd_error *err)
{
    pd_error why = {0};

    if (!allowed->count)
        return pd_fail(
            err, PD_ERR_INVALID, "/vmc",
            "not permitted on this server; its operator can permit destinations with stream.vmc_allow");
    if (pd_cfg_address_parse(to, text, &why) != PD_OK || !same_form(to))
        return pd_fail(err, PD_ERR_INVALID, "/vmc", "\"%.64s\" %s", text, why.detail);
    if (!to->port)
        return pd_fail(err, PD_ERR_RANGE, "/vmc", "\"%.64s\" has port 0; 1 to 65535 allowed", text);

    bool is_allowed = false;
    for (int i = 0; i < allowed->count && !is_allowed; i++) {
        pd_cfg_address entry;
        if (pd_cfg_address_parse(&entry, allowed->items[i], NULL) != PD_OK || !same_form(&entry)) continue;
        is_allowed = !strcmp(entry.host, to->host) && (!entry.port || entry.port == to->port);
    }

    if (!is_allowed)
        return pd_fail(err, PD_ERR_INVALID, "/vmc",
                       "\"%.64s\" is not permitted; the operator of this server can permit destinations with "
                       "stream.vmc_allow",
                       text);

    return PD_OK;
}

/* -- the socket -------------------------------------------------------------------- */

/* Opens a socket that is connected, so that it can send only to this address. */
static int open_socket(const pd_cfg_address *to)
{
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_port = htons((uint16_t)to->port)};
    struct sockaddr_in6 in6 = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)to->port)};
    int bytes = SEND_BYTES;
    int failed;
    int fd = socket(to->is_v6 ? AF_INET6 : AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);

    if (to->is_v6) {
        inet_pton(AF_INET6, to->host, &in6.sin6_addr);
        failed = connect(fd, (const struct sockaddr *)&in6, sizeof in6);
    } else {
        inet_pton(AF_INET, to->host, &in.sin_addr);
        failed = connect(fd, (const struct sockaddr *)&in, sizeof in);
    }

    if (!failed) return fd;
    close(fd);

    return -1;
}

pd_status pd_srv_vmc_open(pd_srv_vmc **out, const pd_srv_vmc_request *request, const pd_cfg *cfg,
                          pd_error *err)
{
    pd_cfg_address to = {0};

    *out = NULL;
    pd_status status = check_vmc(&to, request->destination, &cfg->stream_vmc_allow, err);
    if (status != PD_OK) return status;

    pd_srv_vmc *vmc = calloc(1, sizeof *vmc);
    if (!vmc) return pd_fail(err, PD_ERR_MEMORY, "/vmc", "out of memory");
    vmc->fd = open_socket(&to);
    if (vmc->fd < 0) {
        free(vmc);
        return pd_fail(err, PD_ERR_IO, "/vmc", "this server cannot send to %.64s", request->destination);
    }

    vmc->request = *request;
    vmc->start = -1;
    snprintf(vmc->destination, PD_SRV_VMC_TEXT, to.is_v6 ? "[%s]:%d" : "%s:%d", to.host, to.port);
    vmc->request.destination = vmc->destination;
    *out = vmc;

    return PD_OK;
}

void pd_srv_vmc_close(pd_srv_vmc *vmc)
{
    if (!vmc) return;
    close(vmc->fd);
    pd_buffer_deinit(&vmc->bundles);
    free(vmc);
}

const char *pd_srv_vmc_destination(const pd_srv_vmc *vmc)
{
    return vmc->destination;
}

const pd_srv_vmc_request *pd_srv_vmc_request_of(const pd_srv_vmc *vmc)
{
    return &vmc->request;
}

pd_srv_vmc_counts pd_srv_vmc_take_counts(pd_srv_vmc *vmc)
{
    pd_srv_vmc_counts counts = vmc->counts;
    vmc->counts = (pd_srv_vmc_counts){0};
    return counts;
}

/* -- a tick ---------------------------------------------------------------------------- */

/* Finds the joints of the fingers, in the order of core/anim/alive.h. Returns false when one is missing. */
static bool find_fingers(int joints[PD_ANIM_ALIVE_FINGERS], const pd_anim_skeleton *skeleton)
{
    static const char *const digits[] = {"index", "middle", "pinky", "ring", "thumb"};
    const int in_hand = PD_ANIM_ALIVE_FINGERS / 2;
    bool has_all = true;

    for (int i = 0; i < PD_ANIM_ALIVE_FINGERS; i++) {
        char name[PD_ANIM_NAME_BYTES];
        snprintf(name, sizeof name, "%s_%s%d", i < in_hand ? "left" : "right", digits[i % in_hand / 3],
                 1 + i % 3);
        joints[i] = pd_anim_skeleton_find(skeleton, name);
        has_all &= joints[i] >= 0;
    }

    return has_all;
}

/* Takes face and fingers of a character whose body has them. Returns false when it has none. */
static bool take_face(pd_api_vmc_face *out, const pd_srv_vmc *vmc, const pd_srv_character *a)
{
    pd_srv_shown_face shown;
    const pd_quat *local;
    pd_vec3 from;

    if (!vmc->has_fingers || !a->body || !pd_srv_character_has_body_face(a)) return false;
    if (!pd_srv_character_face(&shown, a)) return false;
    const pd_anim_skeleton *skeleton = pd_retarget_live_body_frame(&local, &from, a->body);
    memcpy(out->weights, shown.weights, sizeof out->weights);
    for (int i = 0; i < PD_ANIM_ALIVE_FINGERS; i++) {
        out->fingers[i] = shown.fingers[i];
        out->finger_offsets[i] = skeleton->offsets[vmc->fingers[i]];
    }

    return true;
}

/* Writes the pose of the character's body, or without a body that of its motion skeleton. Returns false when
 * the skeleton is not a humanoid. */
static bool take_pose(pd_anim_human_pose *out, pd_srv_vmc *vmc, const pd_srv_character *a)
{
    pd_vec3 at[PD_ANIM_MAX_JOINTS];
    pd_quat rotations[PD_ANIM_MAX_JOINTS];
    const pd_character_pose *pose = pd_srv_character_pose(a);
    const pd_anim_skeleton *skeleton = pd_srv_character_skeleton(a);
    const pd_quat *local = pose->rotations;
    pd_vec3 from = pose->translation;

    if (a->body) skeleton = pd_retarget_live_body_frame(&local, &from, a->body);

    if (vmc->character != a->id) {
        vmc->has_humanoid =
            pd_anim_humanoid_init(&vmc->humanoid, skeleton, vmc->request.upper_chest, NULL) == PD_OK;
        vmc->has_fingers = find_fingers(vmc->fingers, skeleton);
    }

    vmc->character = a->id;
    if (!vmc->has_humanoid) return false;

    pd_anim_skeleton_forward(at, rotations, skeleton, local, from);
    pd_anim_humanoid_pose(out, &vmc->humanoid, at, rotations, pose->root, pose->yaw);
    return true;
}

void pd_srv_vmc_send(pd_srv_vmc *vmc, const pd_srv_character *characters, const pd_srv_settings *now,
                     uint32_t tick, double time)
{
    pd_anim_human_pose pose;
    size_t ends[PD_API_VMC_BUNDLES];
    int count;

    PD_ASSERT(vmc->request.divisor > 0);
    if (vmc->start < 0) vmc->offset = tick;
    if ((tick - vmc->offset) % (uint32_t)vmc->request.divisor) return;

    /* A reload may have taken the destination off the list, or put it back. */
    pd_cfg_address to = {0};
    if (vmc->checked != now)
        vmc->permitted = check_vmc(&to, vmc->destination, &now->cfg.stream_vmc_allow, NULL) == PD_OK;
    vmc->checked = now;
    if (!vmc->permitted) return;

    const pd_srv_character *first = NULL;
    for (const pd_srv_character *a = characters; a; a = a->next)
        if (!a->dead && a->motion.ticks && (!first || a->id < first->id)) first = a;
    int there = first && take_pose(&pose, vmc, first);
    pd_api_vmc_face face;
    const bool has_face = there && take_face(&face, vmc, first);
    if (vmc->start < 0) vmc->start = time;
    pd_buffer_clear(&vmc->bundles);
    pd_api_vmc_write(&vmc->bundles, ends, &count, &vmc->humanoid, there ? &pose : NULL,
                     has_face ? &face : NULL, time - vmc->start);

    /* A datagram that the socket does not accept is dropped: the next tick has a newer pose. */
    for (int i = 0; i < count && !vmc->bundles.failed; i++) {
        size_t from = i ? ends[i - 1] : 0;
        PD_ASSERT(count <= PD_API_VMC_BUNDLES && from <= ends[i] && ends[i] <= vmc->bundles.size);
        ssize_t sent = send(vmc->fd, vmc->bundles.data + from, ends[i] - from, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0)
            vmc->counts.dropped++;
        else
            vmc->counts.sent++;
    }
}
