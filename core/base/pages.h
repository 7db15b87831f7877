#ifndef PD_BASE_PAGES_H
#define PD_BASE_PAGES_H
/* Memory for large blocks that will be written from end to end.
 *
 * The kernel provides pages when they are first touched, one page fault each. Requested beforehand they come in one call, in 40 % of
 * the time on the machine where this was measured (26 MB: 12.8 ms by touching, 5.4 ms at once). Huge pages were tried: mostly quicker
 * still, but at times the kernel searches for one for 100 ms.
 *
 * Only a hint: where the kernel lacks the call (Linux before 5.14, other systems), pages come as they are touched.
 */
#include <stddef.h>

/* The whole pages of a block that was just allocated. */
void pd_pages_fetch(void *block, size_t bytes);

#endif
