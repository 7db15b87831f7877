#ifndef PD_CFG_VERSION_H
#define PD_CFG_VERSION_H
/* Version of this build, from the file VERSION and from git at build time. */
const char *pd_cfg_version_text(void);   /* "0.3.0"                                     */
const char *pd_cfg_version_commit(void); /* "1a2b3c4d5e6f", "+" when changed, "unknown" */

#endif
