#ifndef PD_SERVER_HTTP_WEB_H
#define PD_SERVER_HTTP_WEB_H
/* Lists the files of the web page at / and the sample files at /samples, once at the start of the daemon.
 * They are read at their first request.
 *
 * The page's files are searched for relative to the program: ../web/dist (build/posed), ../../web/dist
 * (build/asan/posed), ../share/posed/web (PREFIX/bin/posed). The files that `make mirror` downloads for
 * "Mirror me" are in ../web/mirror, ../../web/mirror or ../share/posed/mirror; the samples in
 * ../examples/samples, ../../examples/samples or ../share/posed/samples. Without the page's files / is a
 * plain page; without samples the list of samples is empty. A file of unknown type, or one that cannot be
 * read, is logged and left out.
 */
#include "api/http/assets.h"
#include "server/base/log.h"

/* Fills both lists. A folder that does not exist leaves its list empty. */
void pd_srv_web_list(pd_api_assets *page, pd_api_assets *samples, pd_srv_log *log);

#endif
