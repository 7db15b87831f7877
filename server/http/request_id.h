#ifndef PD_SERVER_HTTP_REQUEST_ID_H
#define PD_SERVER_HTTP_REQUEST_ID_H
/* The name of one request in logs, replies and errors: the client's X-Request-Id when it is 1 to 64 letters,
 * digits, '.', '_' or '-', else 16 hexadecimal digits that do not repeat while the process lives. */
void pd_srv_request_id(char out[65], const char *given);

#endif
