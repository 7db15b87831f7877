#ifndef TESTS_SUPPORT_SERVER_TEST_H
#define TESTS_SUPPORT_SERVER_TEST_H
/* The whole daemon in this process, without models, over loopback, and a client of it. What has not come
 * after PATIENCE_MS never does; nothing is judged by its time. */
#include "server/server.h"
#include "config/config.h"
#include "core/base/assert.h"
#include "server/base/clock.h"
#include "tests/support/cmocka.h"
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define PATIENCE_MS 600000 /* nothing is judged by its time: what has not come by then never does */

#define HEAD_BYTES 2048

#define CONNECTIONS 12

#define STREAMS 2

extern pd_srv *server_test_server;

extern int port;

extern char server_test_log_path[];

/* Sets the defaults of these tests and then each "NAME=value" of `more`, which ends with NULL. */
void server_test_configure(pd_cfg *cfg, const char *const *more);

int server_test_setup(void **state);

int server_test_teardown(void **state);

/* Starts another daemon with these values over the defaults. Its port becomes the client's. */
pd_srv *server_test_start_another(const char *const *more);

void server_test_stop_another(pd_srv *other);

/* Waits until the server has seen all clients disconnect. */
void server_test_wait_for_nobody(void);

/* -- a client ------------------------------------------------------------ */
int server_test_dial(void);

void server_test_say(int fd, const void *bytes, size_t size);

/* Waits and reads at most size bytes. Returns their number, 0 or less at the end. */
ssize_t server_test_hear_some(int fd, void *bytes, size_t size);

/* Reads one more byte. Returns it, or -1 at the end. */
int server_test_hear(int fd);

/* Reads until the other end closes. Returns the status of the reply, 0 without one. */
int server_test_status_of(int fd, char *text, size_t room);

int server_test_answer_to(const char *head, char *text, size_t room);

#define LAST "Host: here\r\nConnection: close\r\n\r\n"

#define LOCAL "Host: 127.0.0.1\r\nConnection: close\r\n\r\n"

/* -- the stream -------------------------------------------------------------- */
#define HANDSHAKE                                                                                            \
    "GET /v1/stream HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"            \
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"                           \
    "Sec-WebSocket-Protocol: posed.v1\r\n\r\n"

/* Opens a connection of the stream and reads the head of the reply. Earlier connections count until the
 * server has seen their end. */
int server_test_stream(void);

/* Sends a masked frame, as clients must. op: opcode with the FIN bit. */
void server_test_put(int fd, int op, const void *payload, size_t size);

/* Reads the next frame of this kind and skips others. Returns its length, or -1 at the end. */
int server_test_take(int fd, int op, char *out, size_t room);

int server_test_close_code(int fd);

int server_test_never(void *arg);

/* -- what the host of the api keeps --------------------------------------------- */

/* Each row: a request's first line, its body or NULL, the status, words of the answer. */
typedef struct exchange_row {
    const char *line, *body;
    int status;
    const char *words;
} exchange_row;

void server_test_exchange_rows(const exchange_row *rows, int count);

#define EXCHANGES(rows) server_test_exchange_rows(rows, (int)(sizeof rows / sizeof *rows))

/* Returns the text of the JSON member with that name in the reply's body. */
const char *server_test_member_of(const char *answer, const char *name);

#endif
