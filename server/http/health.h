#ifndef PD_SERVER_HTTP_HEALTH_H
#define PD_SERVER_HTTP_HEALTH_H

/* posed --healthcheck: asks the daemon at listen ("127.0.0.1:8080") for /healthz. 0 when it answers 200, else 1; 2: no address. */
int pd_srv_health_check(const char *listen);

#endif
