#ifndef PD_SERVER_HTTP_REQUEST_ID_H
#define PD_SERVER_HTTP_REQUEST_ID_H
/* Writes the id of a request for logs, replies and errors: `given`, the client's X-Request-Id, when it has 1
 * to 64 letters, digits, '.', '_' or '-'; otherwise (or with NULL) 16 hexadecimal digits that do not repeat
 * while the process runs. */
void pd_srv_request_id(char out[65], const char *given);

#endif
