#ifndef PD_SERVER_HTTP_WEB_H
#define PD_SERVER_HTTP_WEB_H
/* The files of the page at / and the sample files at /samples, read once at start.
 *
 * They lie beside the program: ../web/dist (build/posed), ../../web/dist (build/asan/posed), ../share/posed/web (PREFIX/bin/posed).
 * Beside it lies what `make mirror` got for "Mirror me": ../web/mirror, ../../web/mirror, ../share/posed/mirror.
 * The samples lie in ../examples/samples, ../../examples/samples or ../share/posed/samples.
 * Without the page's files there is the plain page, without samples an empty list; a file of an unknown type, or one that cannot be read, is logged and left out.
 */
#include "api/http/assets.h"
#include "server/base/log.h"

void pd_srv_web_load(pd_api_assets *page, pd_api_assets *samples, pd_srv_log *log);

#endif
