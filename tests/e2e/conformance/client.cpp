// clients/unreal under the conformance script, with libwebsockets as its socket: commands on stdin, a line of JSON for each on stdout. client URL
#include "clients/unreal/Posed.h"

#include <libwebsockets.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <sstream>

using namespace posed;

static double now()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static std::string format(const char *pattern, ...)
{
    char text[1024];
    va_list rest;
    va_start(rest, pattern);
    std::vsnprintf(text, sizeof text, pattern, rest);
    va_end(rest);
    return text;
}

struct Client {
    Session session{"root,rotations,contacts"};
    lws_context *context = nullptr;
    lws *wsi = nullptr;
    std::string host, message, line, wish;
    int port = 0;
    Figure *walker = nullptr;
    unsigned asked = 0;
    double due = 0, dropped = 0;
    std::deque<std::string> welcomes, feet, lowered;
    std::vector<uint32_t> ticks;
    bool is_over = false;

    Client();
    void Connect();
    void Receive(lws *from, const char *data, size_t size);
    void SendOne();
    void Do(const std::string &command);
    void Tell();
    void Answer(const std::string &json);
    void TakeFrame(const Frame &frame);
    void ReadCommands();
};

Client::Client()
{
    session.longest_wait = 0.5;
    session.on_welcome = [this](const Value &m, bool is_new) {
        welcomes.push_back(format("{\"session\":\"%s\",\"resumed\":%s,\"is_new\":%s,\"took\":%.3f}", session.id.c_str(),
                                  m["resumed"].number != 0 ? "true" : "false", is_new ? "true" : "false", now() - dropped));
    };
    session.on_spawned = [this](Figure *f) {
        if (wish == "spawn") Answer(format("{\"id\":%u}", f->id));
        if (wish == "spawn_character")
            Answer(format("{\"id\":%u,\"joints\":%zu,\"root\":\"%s\",\"scale\":%.9g}", f->id, f->joints.size(), f->root.c_str(),
                          (double)f->scale));
    };
    session.on_event = [this](Figure *f, const Value &m) {
        if (m["event"].text == "footstep")
            feet.push_back(format("{\"event\":\"footstep\",\"id\":%u,\"foot\":\"%s\"}", f->id, m["foot"].text.c_str()));
    };
    session.on_lowered = [this](const Value &m) {
        lowered.push_back(format("{\"asked\":%g,\"divisor\":%g,\"vertices_divisor\":%g,\"pace\":%g}", m["asked"].number, m["divisor"].number,
                                 m["vertices_divisor"].number, session.Divisor()));
    };
    session.on_answer = [this](unsigned ref, const Value &m) {
        if (ref != asked) return;
        if (m["type"].text == "error")
            Answer(format("{\"code\":\"%s\",\"pointer\":\"%s\"}", m["code"].text.c_str(), m["pointer"].text.c_str()));
        else
            Answer(format("{\"of\":\"%s\"}", m["of"].text.c_str()));
    };
    session.on_frame = [this](const Frame &frame) { TakeFrame(frame); };
}

void Client::Answer(const std::string &json)
{
    wish.clear();
    asked = 0;
    std::printf("%s\n", json.c_str());
    std::fflush(stdout);
}

/* -- the socket ------------------------------------------------------------------ */

void Client::Connect()
{
    lws_client_connect_info info;
    std::memset(&info, 0, sizeof info);
    info.context = context;
    info.address = info.host = info.origin = host.c_str();
    info.port = port;
    info.path = "/v1/stream";
    info.protocol = "posed.v1";
    info.pwsi = &wsi;
    session.Connecting();
    lws_client_connect_via_info(&info);
}

void Client::Receive(lws *from, const char *data, size_t size)
{
    message.append(data, size);
    if (!lws_is_final_fragment(from) || lws_remaining_packet_payload(from)) return;
    if (lws_frame_is_binary(from))
        session.HeardBytes(message.data(), message.size(), now());
    else
        session.HeardText(message);
    message.clear();
}

void Client::SendOne()
{
    if (session.out.empty()) return;
    const Packet packet = session.out.front();
    std::vector<unsigned char> buffer(LWS_PRE + packet.bytes.size());
    std::copy(packet.bytes.begin(), packet.bytes.end(), buffer.begin() + LWS_PRE);
    session.out.pop_front();
    lws_write(wsi, buffer.data() + LWS_PRE, packet.bytes.size(), packet.is_text ? LWS_WRITE_TEXT : LWS_WRITE_BINARY);
}

static int callback(lws *wsi, lws_callback_reasons reason, void *, void *data, size_t size)
{
    Client *c = (Client *)lws_context_user(lws_get_context(wsi));
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED: c->session.Opened(); break;
    case LWS_CALLBACK_CLIENT_RECEIVE: c->Receive(wsi, (const char *)data, size); break;
    case LWS_CALLBACK_CLIENT_WRITEABLE: c->SendOne(); break;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED:
        c->wsi = nullptr;
        c->message.clear();
        c->session.Lost(now());
        break;
    default: break;
    }
    return 0;
}

/* -- commands ---------------------------------------------------------------------- */

void Client::Do(const std::string &command)
{
    std::istringstream words(command);
    std::string text;
    float x = 0, z = 0, facing = 0;
    words >> wish;
    due = now();
    if (wish == "open") Connect();
    if (wish == "spawn") words >> x >> z >> facing, walker = session.Spawn(x, z, facing);
    if (wish == "spawn_character") words >> text >> x >> z >> facing, session.SpawnCharacter(text, x, z, facing);
    if (wish == "spawn_model") words >> text, asked = session.Ask("spawn", ",\"model\":\"" + text + "\"");
    if (wish == "profile") words >> text >> x >> z, asked = session.Profile(text, (int)x, (int)z);
    if (wish == "follow") {
        Route route;
        words >> x >> z >> route.space;
        route.round = true;
        asked = session.Follow(walker, {x, z}, route);
    }
    if (wish == "sit") {
        Seat seat;
        words >> seat.at[0] >> seat.at[1] >> seat.height >> seat.space;
        asked = session.Sit(walker, seat);
    }
    if (wish == "play") {
        Clip clip;
        clip.mask.resize(1), clip.weights.resize(1);
        words >> clip.name >> clip.mask[0] >> clip.weights[0] >> clip.speed;
        asked = session.Play(walker, clip);
    }
    if (wish == "after" || wish == "frames") words >> x, due += (double)x, ticks.clear();
    if (wish == "leave") session.Leave();
    if (wish == "drop") dropped = now(), shutdown(lws_get_socket_fd(wsi), SHUT_RDWR), Answer("{}");
    if (wish != "input") return;
    Input in;
    words >> in.move[0] >> in.move[1] >> text;
    const char *const gaits[] = {"auto", "walk", "jog", "run", "crouch"};
    in.gait = (int)(std::find(gaits, gaits + 5, text) - gaits);
    Answer(format("{\"seq\":%llu}", (unsigned long long)session.Send(walker, in)));
}

/* What was waited for is perhaps already there. */
void Client::Tell()
{
    if ((wish == "open" || wish == "welcome") && !welcomes.empty()) {
        Answer(welcomes.front());
        welcomes.pop_front();
    } else if (wish == "event" && !feet.empty()) {
        Answer(feet.front());
    } else if (wish == "lowered" && !lowered.empty()) {
        Answer(lowered.front());
        lowered.pop_front();
    } else if (wish == "leave" && session.state == State::Closed) {
        Answer("{\"state\":\"closed\"}");
    }
}

static std::string shown(const Character &who, uint32_t tick)
{
    std::string out = format("{\"id\":%u,\"seq\":%llu,\"channels\":%u,\"yaw\":%.9g,\"tick\":%u,\"root\":[%.9g,%.9g,%.9g],\"joint\":", who.id,
                             (unsigned long long)who.seq, who.channels, (double)who.yaw, tick, (double)who.root.x, (double)who.root.y, (double)who.root.z);
    if (who.joints.empty()) {
        out += "null";
    } else {
        const Vec3 p = who.World(who.joints[0]);
        out += format("[%.9g,%.9g,%.9g]", (double)p.x, (double)p.y, (double)p.z);
    }
    if (who.rotations.empty()) {
        out += ",\"rotation\":null";
    } else {
        const Quat &q = who.rotations[0];
        out += format(",\"rotation\":[%.9g,%.9g,%.9g,%.9g]", (double)q.x, (double)q.y, (double)q.z, (double)q.w);
    }
    const Quat node = who.node_rotations.empty() ? Quat{0, 0, 0, 0} : who.node_rotations[0];
    return out + format(",\"nodes\":%zu,\"node_root\":[%.9g,%.9g,%.9g],\"node\":[%.9g,%.9g,%.9g,%.9g]}", who.node_rotations.size(),
                        (double)who.node_root.x, (double)who.node_root.y, (double)who.node_root.z, (double)node.x, (double)node.y,
                        (double)node.z, (double)node.w);
}

void Client::TakeFrame(const Frame &frame)
{
    ticks.push_back(frame.tick);
    if (now() < due) return;
    std::string all;
    for (const Character &who : frame.characters) all += (all.empty() ? "" : ",") + shown(who, frame.tick);
    if (wish == "frame" || wish == "after")
        Answer(format("{\"tick\":%u,\"bits\":%d,\"characters\":[", frame.tick, frame.rotation_bits) + all + "]}");
    if (wish != "frames") return;
    uint32_t step = 999;
    for (size_t i = 1; i < ticks.size(); i++) step = std::min(step, ticks[i] - ticks[i - 1]);
    Answer(format("{\"count\":%zu,\"step\":%u,\"last\":", ticks.size() - 1, step) + all + "}");
}

void Client::ReadCommands()
{
    pollfd in = {0, POLLIN, 0};
    char byte;
    while (wish.empty() && poll(&in, 1, 0) > 0) {
        if (read(0, &byte, 1) != 1) {
            is_over = true;
            return;
        }
        if (byte != '\n') {
            line.push_back(byte);
            continue;
        }
        const std::string command = std::move(line);
        line.clear();
        Do(command);
    }
}

int main(int count, char **words)
{
    static const lws_protocols protocols[] = {{"posed.v1", callback, 0, 1 << 16, 0, nullptr, 0}, {nullptr, nullptr, 0, 0, 0, nullptr, 0}};
    Client c;
    char host[64];
    if (count < 2 || std::sscanf(words[1], "ws://%63[^:]:%d", host, &c.port) != 2) return 2;
    c.host = host;
    lws_set_log_level(0, nullptr);
    lws_context_creation_info info;
    std::memset(&info, 0, sizeof info);
    info.port = CONTEXT_PORT_NO_LISTEN;
    info.protocols = protocols;
    info.user = &c;
    c.context = lws_create_context(&info);
    while (!c.is_over) {
        c.ReadCommands();
        c.Tell();
        c.session.Beat(now());
        if (c.session.state == State::Waiting && !c.wsi && now() >= c.session.next_try) c.Connect();
        if (c.wsi && !c.session.out.empty()) lws_callback_on_writable(c.wsi);
        lws_service(c.context, -1); /* does not wait */
        usleep(2000);
    }
    lws_context_destroy(c.context);
    return 0;
}
