/* posedctl swarm: puts load on a stream, and measures what its clients get. */
#include "tools/base/mode.h"
#include "tools/base/command.h"
#include "tools/base/report.h"
#include "tools/client/stream_options.h"
#include "tools/client/swarm.h"

#include <stdbool.h>
#include <stdio.h>

/* Prints the percentiles of a histogram. */
static void print_times(const char *name, const pd_tool_histogram *h, const char *after)
{
    if (!h->count) return;
    printf("%-16s p50 %.2f  p90 %.2f  p99 %.2f  max %.2f ms%s\n", name, 1e3 * pd_tool_histogram_at(h, .5),
           1e3 * pd_tool_histogram_at(h, .9), 1e3 * pd_tool_histogram_at(h, .99), 1e3 * h->most, after);
}

/* Prints the figures as text. */
static void print_text_swarm(const pd_tool_swarm_figures *f, const pd_tool_swarm_setup *setup)
{
    double each = f->seconds > 0 ? (double)f->frames / f->seconds / setup->clients : 0;

    printf("%-16s %d of %d joined in %.2f s, %d lost; %d characters, %d refused\n", "clients", f->joined,
           setup->clients, f->connect_seconds, f->lost, f->characters, f->refused);
    printf("%-16s %llu in %.1f s: %.2f a second each, of %.0f bytes; %.1f MB/s; %llu missing\n", "frames",
           (unsigned long long)f->frames, f->seconds, each,
           f->frames ? (double)f->bytes / (double)f->frames : 0,
           f->seconds > 0 ? (double)f->bytes / f->seconds / 1e6 : 0, (unsigned long long)f->missing);
    if (f->frames && f->seconds > 0)
        printf("%-16s %.1f characters in a frame; %.1f KB/s to a client\n", "of them",
               (double)f->seen / (double)f->frames, (double)f->bytes / f->seconds / setup->clients / 1e3);
    printf("%-16s %.0f ms at most for any client\n", "without a frame", 1e3 * f->longest);
    print_times("lateness", &f->lateness, f->same_clock ? "" : " (other clock: over the least there was)");
    print_times("input to frame", &f->answer, "");
    if (f->cuts)
        printf("%-16s %llu, of which %llu came back to their session, %llu to a new one\n", "cuts",
               (unsigned long long)f->cuts, (unsigned long long)f->resumes,
               (unsigned long long)f->reconnects);

    print_times("cut to frame", &f->resume, "");
    if (f->interrupted)
        printf("%-16s %llu, of which %llu went on; characters jumped by %.3f m at most\n", "interruptions",
               (unsigned long long)f->interrupted, (unsigned long long)f->gap.count, f->jump);
    print_times("without frames", &f->gap, "");
    print_times("of players", &f->own_gap, "");
    printf("%-16s %llu dropped, %llu ticks left out, %.2f of its time at work\n", "server says",
           (unsigned long long)f->dropped, (unsigned long long)f->skipped_ticks, f->load);
    printf(
        "%-16s %.2f of a core; inputs left up to %.2f ms late, %llu not sent for lack of a joined session\n",
        "this program", f->own_cpu, 1e3 * f->own_late.most, (unsigned long long)f->inputs_unsent);
    if (*f->reason) printf("%-16s %s\n", "first trouble", f->reason);
}

/* Returns the percentiles of a histogram as JSON, in milliseconds. */
static json_t *times_json(const pd_tool_histogram *h)
{
    return json_pack("{s:I,s:f,s:f,s:f,s:f,s:f,s:f}", "count", (json_int_t)h->count, "mean",
                     1e3 * pd_tool_histogram_mean(h), "p50", 1e3 * pd_tool_histogram_at(h, .5), "p90",
                     1e3 * pd_tool_histogram_at(h, .9), "p99", 1e3 * pd_tool_histogram_at(h, .99), "p999",
                     1e3 * pd_tool_histogram_at(h, .999), "max", 1e3 * h->most);
}

/* Prints the figures as JSON. */
static void print_json(const pd_tool_swarm_figures *f, const pd_tool_swarm_setup *setup)
{
    json_t *out = json_pack(
        "{s:i,s:i,s:i,s:i,s:i,s:f,s:f,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:I,s:f,s:f,s:b,s:f,s:s}",
        "clients", setup->clients, "joined", f->joined, "lost", f->lost, "characters", f->characters,
        "refused", f->refused, "seconds", f->seconds, "connect_seconds", f->connect_seconds, "frames",
        (json_int_t)f->frames, "bytes", (json_int_t)f->bytes, "missing", (json_int_t)f->missing, "inputs",
        (json_int_t)f->inputs, "inputs_unsent", (json_int_t)f->inputs_unsent, "cuts", (json_int_t)f->cuts,
        "resumes", (json_int_t)f->resumes, "reconnects", (json_int_t)f->reconnects, "dropped",
        (json_int_t)f->dropped, "ticks_left_out", (json_int_t)f->skipped_ticks, "load", f->load,
        "tick_late_ms", f->tick_late_ms, "same_clock", f->same_clock, "own_cpu", f->own_cpu, "reason",
        f->reason);

    json_object_set_new(out, "seen", json_integer((json_int_t)f->seen));
    json_object_set_new(out, "lateness_ms", times_json(&f->lateness));
    json_object_set_new(out, "input_to_frame_ms", times_json(&f->answer));
    json_object_set_new(out, "cut_to_frame_ms", times_json(&f->resume));
    json_object_set_new(out, "own_late_ms", times_json(&f->own_late));
    json_object_set_new(out, "interruptions", json_integer((json_int_t)f->interrupted));
    json_object_set_new(out, "gap_ms", times_json(&f->gap));
    json_object_set_new(out, "own_gap_ms", times_json(&f->own_gap));
    json_object_set_new(out, "longest_ms", json_real(1e3 * f->longest));
    json_object_set_new(out, "jump_m", json_real(f->jump));
    pd_tool_report_write(out, JSON_INDENT(1) | JSON_REAL_PRECISION(6), NULL, NULL);
    json_decref(out);
}

static int run_swarm(const pd_tool_args *args)
{
    static pd_tool_swarm_figures figures;
    pd_tool_swarm_setup setup = {.url = pd_tool_text(args, "url"),
                                 .key = pd_tool_stream_key(args),
                                 .model = pd_tool_text(args, "model"),
                                 .route = pd_tool_text(args, "route"),
                                 .is_insecure = pd_tool_flag(args, "insecure"),
                                 .passive = pd_tool_flag(args, "passive")};
    pd_error err;
    pd_buffer profile = {0};

    setup.names = pd_tool_text(args, "names");
    setup.watched = pd_tool_text(args, "watch");
    setup.room = pd_tool_text(args, "room");
    setup.spacing = 2;
    if (pd_tool_mode(args, "server", setup.passive ? "other" : "posed") ||
        (!setup.passive && pd_tool_mode(args, "clients", setup.watched ? "watchers" : "players")))
        return 2;
    if (!pd_tool_int(&setup.clients, args, "clients", 1, 100000) ||
        !pd_tool_int(&setup.sessions, args, "sessions", 0, 100000) ||
        !pd_tool_int(&setup.spawn, args, "spawn", 0, PD_TOOL_SWARM_CHARACTERS) ||
        !pd_tool_double(&setup.seconds, args, "seconds", 0.1, 1e6) ||
        !pd_tool_double(&setup.spacing, args, "spacing", 0.1, 100) ||
        !pd_tool_double(&setup.inputs, args, "inputs", 0, 1000) ||
        !pd_tool_double(&setup.connects, args, "connects", 0, 1e6) ||
        !pd_tool_double(&setup.cuts, args, "cuts", 0, 1e5) ||
        !pd_tool_double(&setup.patience, args, "patience", 1, 3600) ||
        !pd_tool_stream_profile(&profile, args))
        return 2;

    if (setup.room && (setup.sessions || setup.watched))
        return pd_tool_usage(args, "--room has no effect with --%s", setup.sessions ? "sessions" : "watch");
    if (setup.sessions > setup.clients)
        return pd_tool_usage(args, "--sessions %d of --clients %d", setup.sessions, setup.clients);

    /* Run, and print the figures. Lost or refused clients make the command fail. */
    setup.profile = profile.size ? (const char *)profile.data : NULL;
    pd_status status = pd_tool_swarm_run(&figures, &setup, &err);
    pd_buffer_deinit(&profile);
    if (status != PD_OK) return pd_tool_fail(args, &err);

    if (pd_tool_flag(args, "json"))
        print_json(&figures, &setup);
    else
        print_text_swarm(&figures, &setup);

    return figures.lost || figures.refused ? 1 : 0;
}

static const pd_tool_option options[] = {
    PD_TOOL_STREAM_ROWS,
    PD_TOOL_BUDGET_ROWS,
    {"clients", "N", "number of clients, each with a connection", "100"},
    {"sessions", "N", "number of clients that have characters, while the others watch; 0: every client", "0"},
    {"spawn", "N", "characters in each session", "1"},
    {"room", "NAME", "all clients are players in this room, each with characters of its own", NULL},
    {"spacing", "METRES", "distance between the characters where they begin", "2"},
    {"model", "ID", "motion network of the characters [the server's default one]", NULL},
    {"seconds", "S", "seconds to measure after all clients have joined", "10"},
    {"inputs", "RATE", "inputs a second to each session", "10"},
    {"connects", "RATE", "connections opened a second; 0: all at once", "500"},
    {"cuts", "RATE", "connections cut a second; each client reconnects with its token", "0"},
    {"patience", "S", "seconds to wait for all clients to join", "30"},
    {"names", "FILE", "write the ids of the sessions to this file, one a line, when all clients have joined",
     NULL},
    {"watch", "FILE",
     "every client watches a session whose id is in this file, which another swarm wrote by --names", NULL},
    {"route", "NAME",
     "add ?session=NAME-K to the address for session K, by which a router chooses the daemon", NULL},
    {"insecure", NULL, "accept any certificate", NULL},
    {"passive", NULL, "send nothing and only count frames, for servers other than posed", NULL},
    {"json", NULL, "figures as JSON", NULL},
    PD_TOOL_END};

const pd_tool_command pd_tool_cmd_swarm = {
    .name = "swarm",
    .words = "",
    .summary = "Test a stream with many clients at once and report delays, gaps and errors",
    .details =
        "Inputs are due at fixed times, whether or not earlier ones were answered, and delays are counted "
        "from\n"
        "the due times, so that a slow server cannot hide a queue. Lateness is the arrival of a frame minus "
        "its\n"
        "own time. When the server has another clock, the smallest difference is subtracted, and a note says "
        "so.\n"
        "The exit status is 1 when clients were lost, received no frame in the last second, or got an "
        "error.\n\n"
        "  posedctl swarm --clients 200 --seconds 10\n"
        "  posedctl swarm --clients 1000 --sessions 100 --channels root,joints,rotations --json\n"
        "  posedctl swarm --clients 100 --cuts 30 --seconds 60\n"
        "  posedctl swarm --clients 200 --room plaza --budget 60000 --radius 20 --quantize 32",
    .options = options,
    .run = run_swarm,
};
