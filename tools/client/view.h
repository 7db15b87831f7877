#ifndef PD_TOOLS_CLIENT_VIEW_H
#define PD_TOOLS_CLIENT_VIEW_H
/* Shows a session as text: a map from above, the rate of frames, the sliding of feet.
 *
 *     @ a character, with an arrow ahead of it; L R its feet on the ground, l r in the air; : its trail; .
 *     every metre
 *
 * Up is +Z and left is +X, as for a character that is seen from above and faces up. The scale is chosen so
 * that all fit.
 */
#include "core/base/buffer.h"
#include "tools/client/session.h"

/* Writes `rows` lines of at most `columns` ASCII characters, with a line feed after each but the last. At
 * least 40 columns and 8 rows. */
void pd_tool_view_draw(pd_buffer *out, const pd_tool_session *session, double seconds, int columns, int rows);
/* Writes the state in one line without a line feed. */
void pd_tool_view_line(pd_buffer *out, const pd_tool_session *session, double seconds);
/* Writes a summary of the whole session. */
void pd_tool_view_summary(pd_buffer *out, const pd_tool_session *session);

/* Shows views on standard output: redrawn ten times a second on a terminal, a line a second elsewhere. */
typedef struct pd_tool_screen {
    int is_terminal, opened;
    double shown;
    pd_buffer text;
} pd_tool_screen;

/* Begins to show a session on standard output; _close restores the terminal and prints a summary. */
void pd_tool_screen_open(pd_tool_screen *screen); /* standard output */
/* Shows the session at a time, in seconds of the session. Does nothing until the next view is due. */
void pd_tool_screen_show(pd_tool_screen *screen, const pd_tool_session *session, double seconds);
void pd_tool_screen_close(pd_tool_screen *screen, const pd_tool_session *session);

#endif
