#include "tools/client/view.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define HEAD_ROWS      2
#define CHARACTER_ROWS 3
#define MOST           400 /* columns, rows */
#define NOSE           0.3 /* metres ahead of the root */
#define FAR            1e6 /* metres; beyond it nobody is shown */
#define EACH_SCREEN    0.1 /* seconds */
#define EACH_LINE      1.0

static const char *const gaits[] = {"stand", "walk", "jog", "crouch", "jump", "bump"};

/* -- words --------------------------------------------------------------------------- */

/* Returns the name of a character's gait. */
static const char *gait_of(const pd_tool_character *a)
{
    return a->gait >= 0 && a->gait < 6 ? gaits[a->gait] : "?";
}

/* Writes one line about a character. */
static void character_text(char *out, size_t size, const pd_tool_character *a)
{
    char slide[32] = "";
    if (a->has_toes) snprintf(slide, sizeof slide, ", slide %.3f m/s", a->slide);
    snprintf(out, size, "#%u %s at %.2f %.2f facing %.0f deg, %.2f m/s%s", a->id, gait_of(a),
             (double)a->root[0], (double)a->root[2], remainder((double)a->yaw * 57.29577951308232, 360),
             a->speed, slide);
}

/* Writes one line about the frames and their delay. */
static void frames_text(char *out, size_t size, const pd_tool_session *s)
{
    snprintf(out, size, "%.1f frames/s, late %.1f p99 %.1f ms%s, missing %llu, dropped %llu, trip %.1f ms",
             s->between > 0 ? 1 / s->between : 0, 1e3 * s->late_now,
             1e3 * pd_tool_histogram_at(&s->lateness, .99), s->same_clock ? "" : " (least 0)",
             (unsigned long long)s->missing, (unsigned long long)s->dropped, 1e3 * s->round_trip);
}

void pd_tool_view_line(pd_buffer *out, const pd_tool_session *s, double seconds)
{
    char text[200];

    frames_text(text, sizeof text, s);
    pd_buffer_printf(out, "%.1f s: %s", seconds, text);
    for (int i = 0; i < s->character_count && i < CHARACTER_ROWS; i++) {
        character_text(text, sizeof text, &s->characters[i]);
        pd_buffer_printf(out, "; %s", text);
    }

    if (s->character_count > CHARACTER_ROWS)
        pd_buffer_printf(out, "; %d more", s->character_count - CHARACTER_ROWS);
}

void pd_tool_view_summary(pd_buffer *out, const pd_tool_session *s)
{
    double sum = 0, count = 0;
    double seconds = s->last - s->first;

    for (int i = 0; i < s->character_count; i++) {
        sum += s->characters[i].slide_sum;
        count += s->characters[i].slide_count;
    }

    pd_buffer_printf(out, "%llu frames in %.1f s, %.2f a second; %llu missing, %llu dropped by the server",
                     (unsigned long long)s->frames, seconds,
                     seconds > 0 ? (double)(s->frames - 1) / seconds : 0, (unsigned long long)s->missing,
                     (unsigned long long)s->dropped);
    pd_buffer_printf(out, "; late p50 %.2f p99 %.2f max %.2f ms",
                     1e3 * pd_tool_histogram_at(&s->lateness, .5),
                     1e3 * pd_tool_histogram_at(&s->lateness, .99), 1e3 * s->lateness.most);
    pd_buffer_printf(out, "; %llu events, %d resumes", (unsigned long long)s->events, s->resumes);
    if (s->broken) pd_buffer_printf(out, "; %llu BROKEN FRAMES", (unsigned long long)s->broken);
    if (count > 0) pd_buffer_printf(out, "; feet slide %.4f m/s", sum / count);
}

/* -- the map ----------------------------------------------------------------------------- */

typedef struct map {
    char cells[MOST][MOST];
    int columns, rows;
    double x, z, cell; /* middle of the map; width of a column, metres, which is half the height of a row */
} map;

/* Puts a letter on the map. Positions that are NaN or off the map are ignored. */
static void put_view(map *m, double x, double z, char letter)
{
    double column = floor((m->x - x) / m->cell + m->columns / 2.0);
    double row = floor((m->z - z) / (2 * m->cell) + m->rows / 2.0);
    if (column >= 0 && column < m->columns && row >= 0 && row < m->rows)
        m->cells[(int)row][(int)column] = letter;
}

/* Chooses the middle and the scale of the map: the smallest of 0.1, 0.2, 0.5, 1 ... metres a column at which
 * everybody is on it. */
static void choose_place(map *m, const pd_tool_session *s)
{
    static const double steps[3] = {2, 2.5, 2};
    double low[2] = {0, 0};
    double high[2] = {0, 0};

    for (int i = 0, any = 0; i < s->character_count; i++) {
        const float *root = s->characters[i].root;
        if (!(fabs((double)root[0]) < FAR && fabs((double)root[2]) < FAR)) continue;
        for (int k = 0; k < 2; k++) {
            double at = (double)root[2 * k];
            low[k] = any ? fmin(low[k], at) : at;
            high[k] = any ? fmax(high[k], at) : at;
        }

        any = 1;
    }

    /* Try the scales in turn; a row is two cells high, and one metre is left as a margin. */
    m->cell = 0.05;
    for (int i = 2; i < 14; i++) {
        m->cell *= i == 2 ? 2 : steps[i % 3];
        if ((high[0] - low[0] + 1) / m->cell < m->columns && (high[1] - low[1] + 1) / m->cell / 2 < m->rows)
            break;
    }

    /* Move the map by whole cells, so that the dots of the ground do not flicker. */
    m->x = round((low[0] + high[0]) / 2 / m->cell) * m->cell;
    m->z = round((low[1] + high[1]) / 4 / m->cell) * 2 * m->cell;
}

/* Draws a character: its trail, its position, its heading and its feet. */
static void put_character(map *m, const pd_tool_character *a)
{
    static const char arrows[] = "^/<\\v/>\\"; /* +Z is up, +X left */
    int known = a->trail_count < PD_TOOL_SESSION_TRAIL ? a->trail_count : PD_TOOL_SESSION_TRAIL;
    double yaw = (double)a->yaw;
    double x = (double)a->root[0];
    double z = (double)a->root[2];
    double nose = fmax(NOSE, 1.5 * m->cell);

    for (int i = 0; i < known; i++) put_view(m, (double)a->trail[i][0], (double)a->trail[i][1], ':');

    /* An arrow in front shows the heading. It is drawn first, so that the position stays visible. */
    const bool is_number = fabs(yaw) < 1e6;
    const char arrow = is_number ? arrows[(unsigned)(int)lrint(yaw / (M_PI / 4)) & 7] : '?';
    put_view(m, x + nose * sin(yaw), z + nose * cos(yaw), arrow);
    put_view(m, x, z, '@');
    for (int i = 0; a->has_toes && m->cell < 0.15 && i < 2; i++) {
        int down =
            (a->contacts & (i ? POSED_RIGHT_TOE | POSED_RIGHT_HEEL : POSED_LEFT_TOE | POSED_LEFT_HEEL)) != 0;
        put_view(m, (double)a->toes[i][0], (double)a->toes[i][2],
                 i ? (down ? 'R' : 'r') : (down ? 'L' : 'l'));
    }
}

/* -- all of it ------------------------------------------------------------------------------- */

void pd_tool_view_draw(pd_buffer *out, const pd_tool_session *s, double seconds, int columns, int rows)
{
    char text[256];

    columns = columns < 40 ? 40 : columns > MOST ? MOST : columns;
    rows = rows < 8 ? 8 : rows > MOST ? MOST : rows;
    snprintf(text, sizeof text, "session %.16s  %.1f s  %d characters  %llu steps  %s", s->id, seconds,
             s->character_count, (unsigned long long)s->steps, s->last_event);
    pd_buffer_printf(out, "%.*s\n", columns, text);
    frames_text(text, sizeof text, s);
    pd_buffer_printf(out, "%.*s\n", columns, text);

    /* The characters that have a line of text. */
    int shown = s->character_count < CHARACTER_ROWS ? s->character_count : CHARACTER_ROWS;
    for (int i = 0; i < shown; i++) {
        character_text(text, sizeof text, &s->characters[i]);
        pd_buffer_printf(out, "%.*s\n", columns, text);
    }

    /* The map fills the remaining rows. */
    static map m;
    m.columns = columns;
    m.rows = rows - HEAD_ROWS - shown;
    memset(m.cells, ' ', sizeof m.cells);
    choose_place(&m, s);

    /* A dot each metre, or each power of ten of them. Each is computed from its index: far away, adding a
     * metre would change nothing. */
    double each = fmax(1, pow(10, ceil(log10(m.cell * 8))));
    int across = (int)(m.columns * m.cell / each) + 2;
    int along = (int)(2 * m.rows * m.cell / each) + 2;
    double x = (floor(m.x / each) - floor(across / 2.0)) * each;
    double z = (floor(m.z / each) - floor(along / 2.0)) * each;
    for (int i = 0; i <= across; i++)
        for (int k = 0; k <= along; k++) put_view(&m, x + i * each, z + k * each, '.');

    /* Draw the first characters last, so that they are on top. */
    for (int i = s->character_count; i-- > 0;) put_character(&m, &s->characters[i]);
    for (int row = 0; row < m.rows; row++) {
        int length = columns;
        while (length && m.cells[row][length - 1] == ' ') length--;
        pd_buffer_printf(out, "%.*s%s", length, m.cells[row], row + 1 < m.rows ? "\n" : "");
    }
}

void pd_tool_screen_open(pd_tool_screen *screen)
{
    const char *term = getenv("TERM");
    *screen = (pd_tool_screen){.is_terminal = isatty(1) && term && strcmp(term, "dumb"), .shown = -1e9};
}

void pd_tool_screen_show(pd_tool_screen *screen, const pd_tool_session *s, double seconds)
{
    if (seconds - screen->shown < (screen->is_terminal ? EACH_SCREEN : EACH_LINE)) return;
    screen->shown = seconds;
    pd_buffer_clear(&screen->text);

    /* A terminal shows the map in place; a file or pipe gets a line of text. */
    if (screen->is_terminal) {
        struct winsize size = {0};
        pd_buffer view = {0};
        if (ioctl(1, TIOCGWINSZ, &size) || !size.ws_col) {
            size.ws_col = 80;
            size.ws_row = 24;
        }

        if (!screen->opened) pd_buffer_text(&screen->text, "\x1b[?25l\x1b[2J");
        screen->opened = 1;
        pd_tool_view_draw(&view, s, seconds, size.ws_col, size.ws_row);

        /* Overwrite from the top and clear the rest of each line, which does not flicker. */
        pd_buffer_text(&screen->text, "\x1b[H");
        for (size_t i = 0; i < view.size; i++)
            if (view.data[i] == '\n')
                pd_buffer_text(&screen->text, "\x1b[K\r\n");
            else
                pd_buffer_add(&screen->text, &view.data[i], 1);

        pd_buffer_text(&screen->text, "\x1b[K");
        pd_buffer_deinit(&view);
    } else {
        pd_tool_view_line(&screen->text, s, seconds);
        pd_buffer_text(&screen->text, "\n");
    }

    if (!screen->text.failed) fwrite(screen->text.data, 1, screen->text.size, stdout);
    fflush(stdout);
}

void pd_tool_screen_close(pd_tool_screen *screen, const pd_tool_session *s)
{
    pd_buffer_clear(&screen->text);
    if (screen->opened) pd_buffer_text(&screen->text, "\x1b[?25h\r\n");
    pd_tool_view_summary(&screen->text, s);
    pd_buffer_text(&screen->text, "\n");
    if (!screen->text.failed) fwrite(screen->text.data, 1, screen->text.size, stdout);
    fflush(stdout);
    pd_buffer_deinit(&screen->text);
}
