/* Golden test of the daemon's sockets, log and counters, word for word: heads in every form, keys, tickets,
 * pages of other origins, limits, proxies, the stream from its handshake to its end, then every line of the
 * log and every counter. Each conversation has its own connection and ends before the next begins.
 *
 * In tests/golden/steps/conversations.txt a request is one line, the header fields of most replies are left
 * out, and a reply without one of them says so; dates, ids, ports, digests and numbers with a fraction are
 * '#'. Log lines are sorted because several threads write them. POSED_GOLDEN=write writes the file again.
 * Read the difference as a client of the daemon or its operator would. */
#include "server/server.h"

#include "config/config.h"
#include "server/base/digest.h"
#include "tests/support/golden_text.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#define FILE_PATH   "tests/golden/steps/conversations.txt"
#define PATIENCE_MS 600000 /* nothing is judged by its time: what has not come by then never does */
enum { BODY_MOST = 700, REPLY_MOST = 1 << 20, OPTIONS_MOST = 24, MESSAGE_MOST = 1 << 16, LINES_MOST = 4096 };

/* -- what is asked ------------------------------------------------------- */

#define HOST             "Host: localhost\r\n"
#define END              "Connection: close\r\n\r\n"
#define GETS(path, more) "GET " path " HTTP/1.1\r\n" HOST more END
#define SENDS(how, path, more, length, body)                                                                 \
    how " " path " HTTP/1.1\r\n" HOST more "Content-Length: " length "\r\n" END body
#define JSON         "Content-Type: application/json\r\n"
#define KEY(words)   "Authorization: " words "\r\n"
#define READER       KEY("Bearer reader-key")
#define ADMIN        KEY("Bearer admin-key")
#define ORIGIN(page) "Origin: " page "\r\n"
#define VIA(who)     "X-Forwarded-For: " who "\r\n"
#define STREAM(line, more)                                                                                   \
    line "\r\n" more "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
#define UPGRADES "Connection: Upgrade\r\nUpgrade: websocket\r\n"
#define POSED_V1 "Sec-WebSocket-Protocol: posed.v1\r\n"
#define OPENS    STREAM("GET /v1/stream HTTP/1.1", HOST UPGRADES POSED_V1)

/* A conversation is the head that begins it and, of a stream that was opened, what is done one after another:
 *   "> TEXT"  says a text "< " hears the next text but news (events, statistics) "~ " hears the next frame
 *   "^ "  hears the next pong: a peer that has received a close may leave a ping unanswered (RFC 6455, 5.5.2)
 *   "! OP HEX"  a frame of these first byte and bytes       ". "  hears to the end */
typedef struct conversation {
    const char *head;
    const char *const *steps;
    bool is_half; /* nothing follows it, and it says so */
} conversation;

typedef struct daemon {
    const char *name;
    const char *const *options;
    const conversation *conversations;
    int count;
} daemon_row;

#define STEPS(...)                                                                                           \
    (const char *const[])                                                                                    \
    {                                                                                                        \
        __VA_ARGS__, NULL                                                                                    \
    }

static const conversation open_to_all[] = {
    {.head = GETS("/healthz", "")},
    {.head = GETS("/readyz", "")},
    {.head = GETS("/v1/models/default?betas=1", "")},
    {.head = GETS("/v1/models/default/joints?format=json&digits=2", "")},
    {.head = GETS("/v1/models/default/joints?format=raw", "Accept-Encoding: gzip\r\n")},
    {.head = "HEAD /v1/models HTTP/1.1\r\n" HOST END},
    {.head = "OPTIONS /v1/models HTTP/1.1\r\n" HOST END},
    {.head = "DELETE /v1/models HTTP/1.1\r\n" HOST END},
    {.head = GETS("/nope", "")},
    {.head = GETS("/v1/model", "")},
    {.head = GETS("/%2e%2e/etc/passwd", "")},
    {.head = GETS("/v1/models/%00", "")},
    {.head = GETS("/v1/models/default/joints?betas=1%zz", "")},
    {.head = GETS("/v1/models?x=1&x=2", "")},
    {.head = GETS("/healthz", "X-Request-Id: mine-1\r\n")},
    {.head = GETS("/nope", "X-Request-Id: bad id\r\n")},
    {.head = GETS(
         "/nope",
         "X-Request-Id: abc\r\nTraceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\n")},
    /* heads that are none, or too much */
    {.head = "GET /healthz\r\n\r\n"},
    {.head = "GET  /healthz HTTP/1.1\r\n" HOST END},
    {.head = "GET /healthz HTTP/2.0\r\n" HOST END},
    {.head = "GET /healthz HTTP/1.0\r\n\r\n"},
    {.head = "GET /healthz HTTP/1.1\r\n" END},
    {.head = "GET /healthz HTTP/1.1\r\n" HOST HOST END},
    {.head = "GET /healthz HTTP/1.1\r\nHost: evil.example\r\n" END},
    {.head = "GET /healthz HTTP/1.1\r\n" HOST "Bad Header\r\n" END},
    {.head = "GET /healthz HTTP/1.1\r\n" HOST "Folded: a\r\n b\r\n" END},
    {.head = "GET /healthz HTTP/1.1\n"
             "Host: localhost\nConnection: close\n\n"},
    {.head = "\r\n\r\n", .is_half = true},
    {.head = "\x16\x03\x01\x02\x01\x01\xfc\x03\x03", .is_half = true},
    {.head = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"},
    {.head = "CONNECT example.com:443 HTTP/1.1\r\n" HOST END},
    {.head = "GET http://localhost/healthz HTTP/1.1\r\n" HOST END},
    {.head = "BREW /v1/models HTTP/1.1\r\n" HOST END},
    /* bodies */
    {.head = SENDS("POST", "/v1/models/default/joints", JSON, "23", "{\"betas\":[1],\"digits\":2}")},
    {.head = SENDS("POST", "/v1/models/default/joints", JSON, "24", "{\"betas\":[1],\"digits\":2}"),
     .is_half = true},
    {.head = SENDS("POST", "/v1/models/default/joints", JSON, "2", "[]")},
    {.head = SENDS("POST", "/v1/models/default/joints", JSON, "1", "{")},
    {.head = SENDS("POST", "/v1/models/default/joints", "", "2", "{}")},
    {.head = SENDS("POST", "/v1/models/default/joints", "Content-Type: text/plain\r\n", "2", "{}")},
    {.head = SENDS("POST", "/v1/models/default/joints", JSON "Expect: 100-continue\r\n", "2", "{}")},
    {.head = SENDS("POST", "/v1/models/default/joints", JSON "Expect: more\r\n", "2", "{}")},
    {.head = SENDS("POST", "/v1/models/default/joints", JSON "Content-Encoding: gzip\r\n", "2", "{}")},
    {.head = SENDS("POST", "/v1/models/default/joints", JSON, "1048577", "")},
    {.head = SENDS("POST", "/v1/models/default/joints", JSON, "-1", "")},
    {.head = SENDS("POST", "/v1/models/default/joints", JSON, "2x", "{}")},
    {.head = SENDS("POST", "/v1/models/default/joints", JSON "Content-Length: 3\r\n", "2", "{}")},
    {.head = SENDS("POST", "/v1/models/default/joints", JSON "Transfer-Encoding: chunked\r\n", "2",
                   "2\r\n{}\r\n0\r\n\r\n")},
    {.head = "POST /v1/models/default/joints HTTP/1.1\r\n" HOST JSON "Transfer-Encoding: chunked\r\n" END
             "2\r\n{}\r\n0\r\n\r\n"},
    {.head = "POST /v1/models/default/joints HTTP/1.1\r\n" HOST JSON "Transfer-Encoding: chunked\r\n" END
             "zz\r\n{}\r\n0\r\n\r\n"},
    {.head = "POST /v1/models/default/joints HTTP/1.1\r\n" HOST JSON "Transfer-Encoding: gzip\r\n" END "{}"},
    {.head = SENDS("GET", "/healthz", "", "2", "{}")},
    /* what is kept, by whom, and who may take it away */
    {.head = SENDS("PUT", "/v1/scenes/yard", JSON, "2", "{}")},
    {.head = SENDS("PUT", "/v1/scenes/yard2", JSON, "2", "{}")},
    {.head = SENDS("PUT", "/v1/scenes/yard3", JSON, "2", "{}")},
    {.head = GETS("/v1/scenes", "")},
    {.head = "DELETE /v1/scenes/yard HTTP/1.1\r\n" HOST END},
    {.head = "DELETE /v1/scenes/yard HTTP/1.1\r\n" HOST END},
    {.head = SENDS("POST", "/v1/tickets", "", "0", "")},
    /* pages of others */
    {.head = GETS("/v1/models/default/joints?digits=2", ORIGIN("https://app.example"))},
    {.head = GETS("/v1/models/default/joints?digits=2", ORIGIN("https://other.example"))},
    {.head = "OPTIONS /v1/models HTTP/1.1\r\n" HOST ORIGIN(
         "https://app.example") "Access-Control-Request-Method: POST\r\n" END},
    {.head = "OPTIONS /v1/models HTTP/1.1\r\n" HOST ORIGIN(
         "https://other.example") "Access-Control-Request-Method: POST\r\n" END},
    /* what stands before it says who asks */
    {.head = GETS("/nope", VIA("203.0.113.7"))},
    {.head = GETS("/nope", VIA("203.0.113.7, 198.51.100.9"))},
    {.head = GETS("/nope", VIA("no address"))},
    {.head = GETS("/nope", VIA("[2001:db8::1]:443"))},
    /* handshakes */
    {.head = STREAM("GET /v1/stream HTTP/1.1", HOST UPGRADES)},
    {.head = STREAM("GET /v1/stream HTTP/1.1", HOST POSED_V1 "Connection: Upgrade\r\n")},
    {.head = STREAM("GET /v1/stream HTTP/1.1", HOST POSED_V1 "Upgrade: websocket\r\n")},
    {.head = STREAM("GET /v1/stream HTTP/1.1", HOST UPGRADES "Sec-WebSocket-Protocol: other\r\n")},
    {.head = STREAM("GET /v1/stream HTTP/1.1", "Host: evil.example\r\n" UPGRADES POSED_V1)},
    {.head = STREAM("GET /v1/stream HTTP/1.1", HOST UPGRADES POSED_V1 ORIGIN("https://other.example"))},
    {.head = STREAM("GET /v1/stream HTTP/1.0", HOST UPGRADES POSED_V1)},
    {.head = STREAM("POST /v1/stream HTTP/1.1", HOST UPGRADES POSED_V1)},
    {.head = STREAM("GET /v1/stream HTTP/1.1", HOST UPGRADES POSED_V1 "Content-Length: 2\r\n")},
    {.head = STREAM("GET /v1/stream?ticket=none HTTP/1.1", HOST UPGRADES POSED_V1),
     .steps = STEPS("! 88 03e8", ". ")},
    {.head = STREAM("GET /v1/elsewhere HTTP/1.1", HOST UPGRADES POSED_V1)},
    {.head = "GET /v1/stream HTTP/1.1\r\n" HOST UPGRADES POSED_V1
             "Sec-WebSocket-Version: 12\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"},
    {.head = "GET /v1/stream HTTP/1.1\r\n" HOST UPGRADES POSED_V1
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n\r\n"},
    {.head = "GET /v1/stream HTTP/1.1\r\n" HOST UPGRADES POSED_V1 "Sec-WebSocket-Version: 13\r\n\r\n"},
    /* what is said on it */
    {.head = OPENS,
     .steps = STEPS("> {\"type\":\"ping\",\"time\":5}", "< ", "> {\"type\":\"spawn\"}", "< ",
                    "> {\"type\":\"join\"}", "< ", "> {\"type\":\"join\",\"ref\":\"again\"}", "< ",
                    "> {\"type\":\"leave\"}", ". ")},
    {.head = OPENS,
     .steps = STEPS(
         "> {\"type\":\"join\",\"scene\":\"yard2\"}", "< ",
         "> {\"type\":\"spawn\",\"position\":[1,2],\"facing\":1,\"ref\":\"a\"}", "< ", "~ ",
         "> "
         "{\"type\":\"profile\",\"channels\":[\"root\",\"joints\",\"rotations\",\"contacts\","
         "\"trajectory\"],\"divisor\":2,\"quantize\":32,\"ref\":\"p\"}",
         "< ", "~ ",
         "> {\"type\":\"input\",\"id\":1,\"seq\":7,\"move\":[0,1],\"gait\":\"jog\",\"ref\":\"i\"}", "< ",
         "> {\"type\":\"input\",\"id\":1,\"move\":[0,2000]}", "< ", "> {\"type\":\"input\",\"id\":9}", "< ",
         "> {\"type\":\"follow\",\"id\":1,\"path\":[[0,0],[1,1]],\"ref\":\"f\"}", "< ",
         "> {\"type\":\"follow\",\"id\":1,\"path\":[]}", "< ",
         "> {\"type\":\"look\",\"id\":1,\"point\":[0,1,5],\"ref\":\"l\"}", "< ",
         "> {\"type\":\"look\",\"id\":1,\"point\":[0,1]}", "< ",
         "> {\"type\":\"reach\",\"id\":1,\"joint\":\"left_hand\",\"target\":[0.3,1.2,0.4],\"ref\":\"r\"}",
         "< ", "> {\"type\":\"reach\",\"id\":1,\"joint\":\"tail\",\"target\":[0,0,0]}", "< ",
         "> {\"type\":\"sit\",\"id\":1,\"seat\":[3,3],\"facing\":0,\"ref\":\"s\"}", "< ",
         "> {\"type\":\"face\",\"id\":1,\"ref\":\"h\"}", "< ",
         "> {\"type\":\"observe\",\"id\":1,\"points\":{}}", "< ",
         "> {\"type\":\"despawn\",\"id\":1,\"ref\":\"d\"}", "< ", "> {\"type\":\"despawn\",\"id\":1}", "< ",
         "> {\"type\":\"leave\",\"ref\":\"bye\"}", ". ")},
    {.head = OPENS,
     .steps = STEPS(
         "> {\"type\":\"join\",\"scene\":\"none\"}", "< ", "> {\"type\":\"join\",\"watch\":\"nobody\"}", "< ",
         "> {\"type\":\"join\",\"resume\":\"nothing\"}", "< ",
         "> {\"type\":\"join\",\"vmc\":\"127.0.0.1:39539\"}", "< ",
         "> {\"type\":\"join\",\"scene\":\"yard2\",\"resume\":\"x\"}", "< ", "> {\"type\":\"dance\"}", "< ",
         "> {\"type\":7}", "< ", "> {}", "< ", "> []", "< ", "> {", "< ", "> {\"type\":\"ping\",\"ref\":7}",
         "< ", "> {\"type\":\"ping\",\"more\":1}", "< ", "! 88 03e8", ". ")},
    {.head = OPENS,
     .steps = STEPS("> {\"type\":\"join\"}", "< ", "> {\"type\":\"spawn\"}", "< ", "> {\"type\":\"spawn\"}",
                    "< ", "> {\"type\":\"spawn\"}", "< ", "> {\"type\":\"spawn\",\"model\":\"default\"}",
                    "< ", "> {\"type\":\"spawn\",\"model\":\"none\"}", "< ",
                    "> {\"type\":\"spawn\",\"body\":{\"model\":\"none\"}}", "< ",
                    "> {\"type\":\"spawn\",\"character\":\"none\"}", "< ", "! 82 0102", "< ",
                    "! 82 0100000001000000010000000000000000000000000000000000000000000000", "< ",
                    "! 89 6869", "^ ", "! 88 0bb8616263", ". ")},
    {.head = OPENS, .steps = STEPS("! 83 78", ". ")},
    {.head = OPENS, .steps = STEPS("! f1 78", ". ")},
    {.head = OPENS, .steps = STEPS("! 80 78", ". ")},
    {.head = OPENS, .steps = STEPS("! 81 fffe", ". ")},
    {.head = OPENS, .steps = STEPS("! 88 03", ". ")},
    {.head = OPENS, .steps = STEPS("! 88 03ed", ". ")},
    {.head = OPENS, .steps = STEPS("! 88 ", ". ")},
    {.head = GETS("/metrics", "")},
};

static const conversation behind_keys[] = {
    {.head = GETS("/healthz", "")},
    {.head = GETS("/v1/models", "")},
    {.head = GETS("/v1/models", KEY("Basic x"))},
    {.head = GETS("/v1/models", KEY("Bearer wrong"))},
    {.head = GETS("/v1/models", READER)},
    {.head = GETS("/v1/models", KEY("Bearer old-key"))},
    {.head = GETS("/metrics", READER)},
    {.head = GETS("/metrics", KEY("Bearer stream-key"))},
    {.head = SENDS("POST", "/v1/tickets", KEY("Bearer stream-key"), "0", "")},
    {.head = SENDS("POST", "/v1/tickets", READER, "0", "")},
    {.head = SENDS("PUT", "/v1/scenes/mine", READER JSON, "2", "{}")},
    {.head = SENDS("PUT", "/v1/scenes/mine", KEY("Bearer stream-key") JSON, "2", "{}")},
    {.head = SENDS("PUT", "/v1/scenes/mine", ADMIN JSON, "2", "{}")},
    {.head = "DELETE /v1/scenes/mine HTTP/1.1\r\n" HOST READER END},
    {.head = "DELETE /v1/scenes/mine HTTP/1.1\r\n" HOST ADMIN END},
    {.head = GETS("/v1/models/default/joints", KEY("Bearer few-key"))},
    {.head = OPENS},
    {.head = STREAM("GET /v1/stream HTTP/1.1", HOST UPGRADES POSED_V1 READER)},
    {.head = STREAM("GET /v1/stream HTTP/1.1", HOST UPGRADES POSED_V1 KEY("Bearer wrong"))},
    {.head = STREAM("GET /v1/stream?ticket=00112233 HTTP/1.1", HOST UPGRADES POSED_V1)},
    {.head = STREAM("GET /v1/stream HTTP/1.1", HOST UPGRADES POSED_V1 KEY("Bearer stream-key")),
     .steps = STEPS("> {\"type\":\"join\"}", "< ", "> {\"type\":\"leave\"}", ". ")},
    {.head = GETS("/metrics", ADMIN)},
};

#define MODELS "MODELS=default=models/default.safetensors,motion=models/motion.safetensors"

static const daemon_row daemons[] = {
    {"open to all",
     (const char *const[]){MODELS, "ACCESS_CORS_ORIGINS=https://app.example",
                           "ACCESS_TRUSTED_PROXIES=127.0.0.1", "STREAM_OWNER_SCENES=2", "STREAM_CHARACTERS=2",
                           "LIMITS_BODY_BYTES=1 MiB", NULL},
     open_to_all, sizeof open_to_all / sizeof *open_to_all},
    {"behind keys", (const char *const[]){MODELS, "ACCESS_KEYS_FILE=", NULL}, behind_keys,
     sizeof behind_keys / sizeof *behind_keys},
};

/* -- the daemon ------------------------------------------------------------ */

static char log_path[] = "/tmp/posed-conversations-XXXXXX", keys_path[] = "/tmp/posed-keys-XXXXXX";

static void write_keys(void)
{
    static const struct {
        const char *key, *line;
    } rows[] = {{"reader-key", "reader read"},
                {"stream-key", "streamer read,stream"},
                {"admin-key", "boss admin"},
                {"old-key", "old read"},
                {"few-key", "few read"}};
    FILE *file = fopen(keys_path, "w");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned char hash[PD_SRV_SHA256_BYTES];
        char hex[2 * PD_SRV_SHA256_BYTES + 1];
        pd_srv_sha256(hash, rows[i].key, strlen(rows[i].key));
        pd_srv_hex_encode(hex, hash, sizeof hash);
        fprintf(file, "%s %s%s%s\n", rows[i].line, hex,
                strcmp(rows[i].key, "old-key") ? "" : " until=2020-01-01",
                strcmp(rows[i].key, "few-key") ? "" : " models=motion");
    }
    fclose(file);
}

static pd_srv *start(const char *const *options)
{
    static const char *const common[] = {"LISTEN=127.0.0.1:0",
                                         "BUILTIN_MODELS=false",
                                         "LIMITS_HEAD_TIMEOUT=3600",
                                         "LIMITS_BODY_TIMEOUT=3600",
                                         "LIMITS_BODY_MIN_RATE=0",
                                         "DRAIN_TIMEOUT=600",
                                         "WORKERS=1",
                                         "HTTP_THREADS=1",
                                         "LOG_FORMAT=json",
                                         "STREAM_INPUT_TIMEOUT=3600",
                                         "STREAM_IDLE_TIMEOUT=3600",
                                         "STREAM_RESUME_WINDOW=3600"};
    char lines[OPTIONS_MOST][128], *environ_of[OPTIONS_MOST + 1] = {NULL}, *argv[] = {"posed", NULL};
    pd_cfg cfg;
    pd_cfg_errors errors = {0};
    pd_error err = {0};
    pd_srv *made;
    int count = 0;

    snprintf(lines[count++], sizeof lines[0], "POSED_LOG_FILE=%s", log_path);
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        snprintf(lines[count++], sizeof lines[0], "POSED_%s", common[i]);
    for (int i = 0; options[i]; i++) {
        const bool is_keys = !strcmp(options[i], "ACCESS_KEYS_FILE=");
        snprintf(lines[count++], sizeof lines[0], "POSED_%s%s", options[i], is_keys ? keys_path : "");
    }
    for (int i = 0; i < count; i++) environ_of[i] = lines[i];

    if (pd_cfg_load(&cfg, 1, argv, environ_of, &errors) != PD_CFG_RUN)
        fail_msg("%.*s", (int)errors.text.size, (const char *)errors.text.data);
    pd_cfg_errors_deinit(&errors);
    if (pd_srv_start(&made, &cfg, &err) != PD_OK) fail_msg("%s: %s", err.where, err.detail);
    return made;
}

/* -- what is heard --------------------------------------------------------- */

static int dial(int port)
{
    struct sockaddr_in at = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_int_equal(connect(fd, (struct sockaddr *)&at, sizeof at), 0);
    return fd;
}

/* Reads one more byte. Returns it, or -1 at the end. */
static int hear(int fd)
{
    struct pollfd waits = {.fd = fd, .events = POLLIN};
    unsigned char byte;
    assert_int_equal(poll(&waits, 1, PATIENCE_MS), 1);
    return recv(fd, &byte, 1, 0) == 1 ? byte : -1;
}

/* Returns the length of the name at `at` if its value differs between runs, else 0. */
static size_t passing(const char *at)
{
    static const char *const names[] = {
        "Date: ",       "\"time\":",    "\"resume_token\":", "\"ms\":",      "\"tick\":", "\"server_time\":",
        "\"version\":", "\"expires\":", "\"ticket\":",       "\"session\":", "\"port\":"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp(at, names[i], strlen(names[i]))) return strlen(names[i]);
    return 0;
}

/* Returns the length of a run of hexadecimal digits, 0 for a word or a short number. */
static size_t digest(const char *text, const char *at)
{
    size_t count = 0, digits = 0;
    if (at > text && isalnum((unsigned char)at[-1])) return 0;
    for (; isxdigit((unsigned char)at[count]); count++) digits += isdigit((unsigned char)at[count]) != 0;
    return count >= 8 && digits && !isalnum((unsigned char)at[count]) ? count : 0;
}

static size_t fraction(const char *text, const char *at)
{
    if (!golden_text_begins_number(text, at)) return 0;
    char *end;
    strtod(at, &end);
    if ((at > text && at[-1] == '/') || *end == '.') return 0; /* a version, an address */
    return memchr(at, '.', (size_t)(end - at)) || memchr(at, 'e', (size_t)(end - at)) ? (size_t)(end - at)
                                                                                      : 0;
}

/* Returns the length of `"bytes":` and its number at `at` if the number has three digits or more, else 0:
 * sizes of replies and models vary. */
static size_t many_bytes(const char *at)
{
    const size_t digits = strncmp(at, "\"bytes\":", 8) ? 0 : strspn(at + 8, "0123456789");
    return digits >= 3 ? 8 + digits : 0;
}

/* Returns the length of a client's port behind an address, as in ":41962". */
static size_t port_of(const char *text, const char *at)
{
    const size_t digits = strspn(at + 1, "0123456789");
    return *at == ':' && at > text && (isdigit((unsigned char)at[-1]) || at[-1] == ']') && digits >= 4 &&
                   at[1 + digits] == '"'
               ? 1 + digits
               : 0;
}

static void add_line_of(pd_buffer *out, const char *text, int port)
{
    char port_text[16];
    snprintf(port_text, sizeof port_text, ":%d", port);
    for (const char *at = text; *at;) {
        size_t skipped = passing(at);
        if (skipped) {
            pd_buffer_add(out, at, skipped);
            at += skipped;
            at += at[-1] == ' '  ? strcspn(at, "\r\n")
                  : at[0] == '"' ? strcspn(at + 1, "\"") + 2
                                 : strcspn(at, ",}\r\n ");
            pd_buffer_text(out, "#");
        } else if (!strncmp(at, port_text, strlen(port_text))) {
            pd_buffer_text(out, ":#");
            at += strlen(port_text);
        } else if ((skipped = many_bytes(at))) {
            pd_buffer_text(out, "\"bytes\":#");
            at += skipped;
        } else if ((skipped = port_of(text, at))) {
            pd_buffer_text(out, ":#");
            at += skipped;
        } else if ((skipped = digest(text, at)) || (skipped = fraction(text, at))) {
            pd_buffer_text(out, "#");
            at += skipped;
        } else {
            const unsigned char c = (unsigned char)*at++;
            if (c == '\r') continue;
            if (c == '\n' || (c >= 32 && c < 127))
                pd_buffer_add(out, at - 1, 1);
            else
                pd_buffer_printf(out, "\\x%02x", c);
        }
    }
}

/* Lines whose order may vary. They are sorted before they are written. */
typedef struct line_set {
    char *at[LINES_MOST];
    int count;
} line_set;

static void add_to_set(line_set *lines, const char *text)
{
    assert_true(lines->count < LINES_MOST);
    lines->at[lines->count++] = strdup(text);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_set(pd_buffer *out, line_set *lines)
{
    qsort(lines->at, (size_t)lines->count, sizeof *lines->at, by_text);
    for (int i = 0, same; i < lines->count; i += same) {
        for (same = 1; i + same < lines->count && !strcmp(lines->at[i], lines->at[i + same]);) same++;
        if (same > 1) pd_buffer_printf(out, "%d x ", same);
        pd_buffer_text(out, lines->at[i]);
    }
    for (int i = 0; i < lines->count; i++) free(lines->at[i]);
    lines->count = 0;
}

/* Adds the counters among the metrics. Times, sizes and gauges are left out because they vary. */
static void add_counters(pd_buffer *out, const char *body)
{
    static const char *const others[] = {"seconds",        "bytes",           "load", "ticks",
                                         "frames",         "vertices",        "{le=", "build_info",
                                         "posed_sessions", "posed_characters"};
    static line_set lines;
    for (const char *line = body, *next; *line; line = next) {
        char text[512];
        bool is_counter = !strncmp(line, "posed_", 6);
        const size_t size = strcspn(line, "\n");
        next = line + size + (line[size] == '\n');
        snprintf(text, sizeof text, "%.*s\n", (int)size, line);
        for (size_t i = 0; i < sizeof others / sizeof *others; i++) is_counter &= !strstr(text, others[i]);
        if (is_counter) add_to_set(&lines, text);
    }
    add_set(out, &lines);
}

/* Adds the head and body of a reply without the fields that most replies have;
 * one that lacks such a field says so. */
static void add_without_usual(pd_buffer *out, char *text)
{
    static const char *const usual[] = {
        "Date: #",           "X-Request-Id: #",         "X-Content-Type-Options: nosniff",
        "Connection: close", "Cache-Control: no-store", "Vary: Origin"};
    enum { USUAL = sizeof usual / sizeof *usual };
    bool found[USUAL] = {false};
    char *line = text;

    /* Lines of the head. */
    while (*line && *line != '\n') {
        const size_t size = strcspn(line, "\n");
        bool is_usual = false;
        for (int i = 0; i < USUAL; i++)
            if (size == strlen(usual[i]) && !memcmp(line, usual[i], size)) is_usual = found[i] = true;
        if (!is_usual) pd_buffer_printf(out, "%.*s\n", (int)size, line);
        line += size + (line[size] == '\n');
    }
    for (int i = 0; i < USUAL; i++)
        if (!found[i] && !strncmp(text, "HTTP/1.1", 8))
            pd_buffer_printf(out, "(no %.*s) ", (int)strcspn(usual[i], ":"), usual[i]);
    if (*line == '\n') line++;
    if (*line) pd_buffer_printf(out, "%s\n", line);
}

static void add_reply(pd_buffer *out, const char *reply, size_t size, int port)
{
    static char shown[REPLY_MOST];
    const char *body = strstr(reply, "\r\n\r\n");
    const size_t head = body ? (size_t)(body + 4 - reply) : size;
    const bool is_long = size - head > BODY_MOST;

    snprintf(shown, sizeof shown, "%.*s", (int)(is_long ? head : size), reply);
    /* The length of a long body, and of one with coordinates, depends on the model. */
    const bool has_numbers = body && strstr(body, "\"joints\":[[");
    char *length = is_long || has_numbers ? strstr(shown, "Content-Length: ") : NULL;
    if (length) memset(length + 16, '#', strspn(length + 16, "0123456789"));
    pd_buffer clean = {0};
    add_line_of(&clean, shown, port);
    pd_buffer_add(&clean, "", 1);
    add_without_usual(out, (char *)clean.data);
    pd_buffer_deinit(&clean);
    if (is_long && strstr(reply, "\n# HELP")) add_counters(out, body + 4);
    pd_buffer_text(out, is_long ? "(a long body)\n" : "\n");
}

/* -- the stream -------------------------------------------------------------- */

static void put(int fd, int first, const void *payload, size_t size)
{
    unsigned char frame[MESSAGE_MOST + 8] = {(unsigned char)first};
    size_t used = 1;
    if (size < 126)
        frame[used++] = (unsigned char)(0x80 | size);
    else {
        frame[used++] = 0xfe;
        frame[used++] = (unsigned char)(size >> 8);
        frame[used++] = (unsigned char)size;
    }
    used += 4; /* a mask of zeros */
    memcpy(frame + used, payload, size);
    assert_int_equal(send(fd, frame, used + size, MSG_NOSIGNAL), (ssize_t)(used + size));
}

static void put_hex(int fd, const char *text)
{
    unsigned char bytes[64];
    unsigned first, byte;
    int at = 0;
    size_t size = 0;
    sscanf(text, "%2x%n", &first, &at);
    for (text += at + 1; sscanf(text, "%2x", &byte) == 1; text += 2) bytes[size++] = (unsigned char)byte;
    put(fd, (int)first, bytes, size);
}

/* Reads the next frame. Returns its first byte, or -1 at the end. */
static int next_frame(int fd, char *payload, size_t *size)
{
    const int first = hear(fd);
    if (first < 0) return -1;
    *size = (size_t)hear(fd);
    const int more = *size == 126 ? 2 : *size == 127 ? 8 : 0;
    if (more) *size = 0;
    for (int i = 0; i < more; i++) *size = *size << 8 | (size_t)hear(fd);
    assert_true(*size < MESSAGE_MOST);
    for (size_t i = 0; i < *size; i++) payload[i] = (char)hear(fd);
    payload[*size] = 0;
    return first;
}

static bool is_news(const char *text)
{
    return strstr(text, "\"type\":\"event\"") || strstr(text, "\"type\":\"stats\"") ||
           strstr(text, "\"type\":\"lowered\"");
}

static void add_frame(pd_buffer *out, int first, const char *payload, size_t size, int port)
{
    const unsigned char *b = (const unsigned char *)payload;
    if ((first & 15) == 8) {
        pd_buffer_printf(out, "  closes %d ", size >= 2 ? b[0] << 8 | b[1] : 0);
        if (size > 2) add_line_of(out, payload + 2, port);
    } else if ((first & 15) == 2) {
        pd_buffer_printf(out, "  frame of %zu bytes, version %d, kind %d, flags %d, %d characters", size,
                         b[4], b[5], b[6], b[20]);
    } else {
        pd_buffer_printf(out, "  %02x ", (unsigned)first);
        add_line_of(out, payload, port);
    }
    pd_buffer_text(out, "\n");
}

/* Reads frames until one of this kind (0: to the end). Answers in text,
 * pongs and closes are written down on the way. */
static void listen_for(pd_buffer *out, int fd, int kind, int port)
{
    static char payload[MESSAGE_MOST];
    size_t size;
    for (int first; (first = next_frame(fd, payload, &size)) >= 0;) {
        const int op = first & 15;
        if (op == 9) continue; /* when it pings depends on the time */
        if ((op == 2 && kind != 2) || (op == 1 && is_news(payload))) continue;
        add_frame(out, first, payload, size, port);
        if (op == kind || op == 8) return;
    }
    pd_buffer_text(out, "  the end\n");
}

static void take_steps(pd_buffer *out, int fd, const char *const *steps, int port)
{
    for (; *steps; steps++) {
        const char *step = *steps;
        pd_buffer_printf(out, "  %s\n", step);
        if (*step == '>') put(fd, 0x81, step + 2, strlen(step + 2));
        if (*step == '!') put_hex(fd, step + 2);
        if (*step == '<') listen_for(out, fd, 1, port);
        if (*step == '~') listen_for(out, fd, 2, port);
        if (*step == '^') listen_for(out, fd, 10, port);
        if (*step == '.') listen_for(out, fd, 0, port);
    }
}

/* -- all of it --------------------------------------------------------------- */

static void converse(pd_buffer *out, const conversation *c, pd_srv *server)
{
    static char reply[REPLY_MOST];
    const int port = pd_srv_door_port(server->door), fd = dial(port);
    size_t size = 0;
    int byte;

    /* The head on one line. */
    pd_buffer clean = {0};
    add_line_of(&clean, c->head, port);
    while (clean.size && clean.data[clean.size - 1] == '\n') clean.size--;
    pd_buffer_text(out, "\n-- ");
    for (size_t i = 0; i < clean.size; i++)
        if (clean.data[i] == '\n')
            pd_buffer_text(out, " | ");
        else
            pd_buffer_add(out, clean.data + i, 1);
    pd_buffer_text(out, "\n");
    pd_buffer_deinit(&clean);
    assert_int_equal(send(fd, c->head, strlen(c->head), MSG_NOSIGNAL), (ssize_t)strlen(c->head));
    if (c->is_half) shutdown(fd, SHUT_WR);
    while ((byte = hear(fd)) >= 0) {
        if (size + 1 < sizeof reply) reply[size++] = (char)byte;
        if (c->steps && size >= 4 && !memcmp(reply + size - 4, "\r\n\r\n", 4)) break;
    }
    reply[size] = 0;
    add_reply(out, reply, size, port);
    if (c->steps) take_steps(out, fd, c->steps, port);
    close(fd);
    while (pd_srv_connections_count(server->connections) || pd_srv_ws_count(server->ws)) usleep(1000);
}

static void add_log(pd_buffer *out, int port)
{
    static line_set lines;
    static char line[1 << 16];
    FILE *file = fopen(log_path, "r");
    while (fgets(line, sizeof line, file)) {
        pd_buffer clean = {0};
        char *frames = strstr(line, ",\"frames\":"); /* how many, and their bytes, is a matter of time */
        if (frames) strcpy(frames, "\n");
        add_line_of(&clean, line, port);
        pd_buffer_add(&clean, "", 1);
        add_to_set(&lines, (const char *)clean.data);
        pd_buffer_deinit(&clean);
    }
    fclose(file);
    add_set(out, &lines);
}

static void heads_streams_log_lines_and_counters_are_answered_as_before(void **state)
{
    (void)state;
    pd_buffer out = {0};
    close(mkstemp(keys_path));
    write_keys();
    for (size_t i = 0; i < sizeof daemons / sizeof *daemons; i++) {
        memcpy(log_path + sizeof log_path - 7, "XXXXXX", 6);
        close(mkstemp(log_path));
        pd_srv *server = start(daemons[i].options);
        const int port = pd_srv_door_port(server->door);
        pd_buffer_printf(&out, "==== %s\n", daemons[i].name);
        for (int k = 0; k < daemons[i].count; k++) converse(&out, &daemons[i].conversations[k], server);
        pd_srv_stop(server);
        pd_buffer_printf(&out, "\n==== %s: the log\n", daemons[i].name);
        add_log(&out, port);
        unlink(log_path);
    }
    unlink(keys_path);
    golden_text_check(FILE_PATH, &out, 0);
    pd_buffer_deinit(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heads_streams_log_lines_and_counters_are_answered_as_before)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
