#ifndef PD_TOOLS_CLIENT_VIEW_H
#define PD_TOOLS_CLIENT_VIEW_H
/* A session in letters: figures from above, how frames come, how feet stand.
 *
 *     @ a figure, with an arrow before it where it faces; L R its feet on the ground, l r in the air; : where it was; . every metre
 *
 * Up is +Z and left is +X, as one sees a figure from above that faces away. Sizes are chosen so that all figures fit.
 */
#include "core/base/buffer.h"
#include "tools/client/session.h"

/* rows lines of at most columns characters (ASCII), each but the last with a line feed. At least 40 x 8. */
void pd_tool_view_draw(pd_buffer *out, const pd_tool_session *session, double seconds, int columns, int rows);
/* The same in one line without line feed. */
void pd_tool_view_line(pd_buffer *out, const pd_tool_session *session, double seconds);
/* What there was in all: for the end. */
void pd_tool_view_summary(pd_buffer *out, const pd_tool_session *session);

/* Where views are shown: ten times a second over each other on a terminal, as a line a second elsewhere. */
typedef struct pd_tool_screen {
    int is_terminal, opened;
    double shown;
    pd_buffer text;
} pd_tool_screen;

void pd_tool_screen_open(pd_tool_screen *screen); /* standard output */
/* seconds: of the session; shows it when it is time to. */
void pd_tool_screen_show(pd_tool_screen *screen, const pd_tool_session *session, double seconds);
void pd_tool_screen_close(pd_tool_screen *screen, const pd_tool_session *session);

#endif
