#ifndef PD_SERVER_HTTP_WEB_H
#define PD_SERVER_HTTP_WEB_H
/* The files of the page at /, read once at start.
 *
 * They lie beside the program: ../web/dist (build/posed), ../../web/dist (build/asan/posed), ../share/posed/web (PREFIX/bin/posed).
 * Beside it lies what `make mirror` got for "Mirror me": ../web/mirror, ../../web/mirror, ../share/posed/mirror.
 * Without them there is the plain page; a file of an unknown type, or one that cannot be read, is logged and left out.
 */
#include "api/http/assets.h"
#include "server/base/log.h"

void pd_srv_web_load(pd_api_assets *out, pd_srv_log *log);

#endif
