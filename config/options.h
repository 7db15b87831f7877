#ifndef PD_CFG_OPTIONS_H
#define PD_CFG_OPTIONS_H
/* The one table of options. From it are made: the struct pd_cfg, the YAML reader, the environment
 * variables, the flags, --help, --print-config, docs/reference/configuration.md and every check and message.
 *
 *     X(field, path, TYPE, default, low, high, unit, RELOAD, doc)
 *
 * field    member of pd_cfg: the path with '.' written '_'
 * path     the key in YAML: "http.threads" is `http: {threads: 4}`; POSED_HTTP_THREADS in the
 *          environment; --http-threads on the command line
 * TYPE     BOOL int 0 or 1 · INT int · REAL double · BYTES size_t ("8 MiB") · CHOICE int, index into
 *          unit's choices · STRING, FILE, ADDRESS char * ("" is none) · LIST pd_cfg_list of strings
 * default  as it would be written in YAML
 * low high what is allowed, both included: values for numbers, lengths for texts, counts for lists
 * unit     what the number counts; for CHOICE the choices, separated by '|', in the order of the enum
 * RELOAD   LIVE: taken over by a reload (SIGHUP). START: read once, a change needs a restart
 * doc      what it does, in a sentence or two
 *
 * Rows with one prefix stand together: they become one YAML mapping. An option is added here and nowhere else.
 * `models`, a list of mappings, is the one thing that is not a row (config.h, pd_cfg_model).
 */

/* clang-format off */
#define PD_CFG_OPTIONS(X) \
X(listen, "listen", ADDRESS, "127.0.0.1:8080", 1, 128, "ADDRESS:PORT", START, \
  "Where to serve: an IPv4 address, an IPv6 address in brackets or localhost, then the port; port 0 takes a free one. " \
  "Any address that is not loopback needs access.keys_file or access.insecure.") \
X(admin_listen, "admin.listen", ADDRESS, "", 0, 128, "ADDRESS:PORT", START, \
  "An address of their own for /metrics and for what needs the scope admin (reloading models), which then is answered nowhere else. Keys are asked for there as at listen. Empty: all at listen.") \
X(builtin_models, "builtin_models", BOOL, "true", 0, 1, "", LIVE, \
  "Serve the models that posed ships, besides those listed under models; false: models_dir is not looked into.") \
X(models_dir, "models_dir", FILE, "", 0, 4096, "folder", LIVE, \
  "Where the shipped models lie, or a folder of others to serve in their place: every *.safetensors under its name. Empty looks for models/ or share/posed/models beside the program.") \
X(workers, "workers", INT, "0", 0, 256, "threads", START, \
  "Threads that compute meshes and solve IK; 0 means one for each processor that the process may use: its affinity mask and its control group's CPU quota count.") \
X(kernel, "kernel", CHOICE, "auto", 0, 4, "auto|avx512|avx2|neon|ref", START, \
  "The machine code that computes bodies; auto takes the fastest that this processor has.") \
X(drain_timeout, "drain_timeout", REAL, "10", 0, 3600, "seconds", LIVE, \
  "How long SIGTERM waits for requests in flight before it closes their connections.") \
X(http_threads, "http.threads", INT, "0", 0, 256, "threads", START, \
  "Threads that read requests and write replies; 0 means one for each processor that the process may use: its affinity mask and its control group's CPU quota count.") \
X(batch_max_bodies, "batch.max_bodies", INT, "64", 1, 4096, "bodies", LIVE, \
  "The most bodies that are computed in one pass; requests that wait for a worker are collected up to this many.") \
X(access_keys_file, "access.keys_file", FILE, "", 0, 4096, "file", LIVE, \
  "File of API keys, one a line: name, scopes (read, stream, admin), SHA-256 of the key; then, where wanted, until=DATE and what it may reach: models=, scenes=, skeletons=, sessions=, each with ids or their beginnings (crowd-*). Empty means that no key is asked for.") \
X(access_insecure, "access.insecure", BOOL, "false", 0, 1, "", START, \
  "Allow a listen address that is not loopback without API keys.") \
X(access_hosts, "access.hosts", LIST, "[]", 0, 64, "names", LIVE, \
  "Names that a request's Host may have, such as posed.example.org, with or without a port; \"*\" means any. Where no key is asked for and listen is a loopback address, localhost, 127.0.0.1, [::1] and listen's own are allowed besides, and any other Host is answered 421: a page elsewhere cannot reach the server by a name that it points here. Elsewhere an empty list allows any.") \
X(access_cors_origins, "access.cors_origins", LIST, "[]", 0, 64, "origins", LIVE, \
  "Web pages that may read replies, such as https://example.org; \"*\" means any.") \
X(access_trusted_proxies, "access.trusted_proxies", LIST, "[]", 0, 64, "ADDRESS/BITS", LIVE, \
  "Addresses of proxies in front, such as 10.0.0.0/8 or ::1. A request that comes from one of them belongs to the client that access.forwarded_header names: rates, owners, fair queues and the log go by that one's address. Of several addresses the last that is no trusted proxy itself counts. Empty: the header is never read.") \
X(access_forwarded_header, "access.forwarded_header", CHOICE, "x-forwarded-for", 0, 1, "x-forwarded-for|forwarded", LIVE, \
  "The header in which the trusted proxies name the client; name the one that yours sets, as a client can send the other through it.") \
X(access_rate_limit, "access.rate_limit", REAL, "0", 0, 1000000, "requests a second", LIVE, \
  "Requests a second for each API key, or for each address where no key is asked for; 0 means no limit.") \
X(access_rate_burst, "access.rate_burst", INT, "100", 1, 1000000, "requests", LIVE, \
  "Requests that may come at once before access.rate_limit counts.") \
X(limits_body_bytes, "limits.body_bytes", BYTES, "64 MiB", 1024, 1073741824, "bytes", LIVE, \
  "The largest request body: characters with their pictures, takes, motions. JSON is bounded by limits.json_memory besides.") \
X(limits_json_depth, "limits.json_depth", INT, "32", 4, 1000, "levels", LIVE, \
  "How deep arrays and objects in a request may be nested.") \
X(limits_json_memory, "limits.json_memory", BYTES, "32 MiB", 65536, 17179869184, "bytes", LIVE, \
  "Memory that the JSON of one request may take once it is read; what would take more is refused before it does.") \
X(limits_batch, "limits.batch", INT, "256", 1, 65536, "bodies", LIVE, \
  "Bodies or IK problems in one request.") \
X(limits_queue, "limits.queue", INT, "1024", 1, 1000000, "requests", LIVE, \
  "Requests that may wait for a worker, light, medium and heavy ones each; one more is answered 503 with Retry-After.") \
X(limits_queue_seconds, "limits.queue_seconds", REAL, "60", 0.1, 86400, "seconds", LIVE, \
  "How long the workers may have to do with what waits, as estimated from the requests, light, medium and heavy ones each; more is answered 503 with Retry-After, and 429 to a client that has half of it. What finds nothing waiting is taken.") \
X(limits_connections, "limits.connections", INT, "1024", 1, 1000000, "connections", START, \
  "Connections open at a time; further ones are answered 503. With stream.connections it is lowered at start, with a warning, where the file descriptors (RLIMIT_NOFILE) do not reach.") \
X(limits_head_bytes, "limits.head_bytes", BYTES, "8 KiB", 1024, 65536, "bytes", START, \
  "Request line and headers together; longer is answered 431.") \
X(limits_head_timeout, "limits.head_timeout", REAL, "5", 0.1, 3600, "seconds", START, \
  "From the connection's first byte until its headers are complete; a sender that is slower is closed.") \
X(limits_body_timeout, "limits.body_timeout", REAL, "30", 0.1, 3600, "seconds", START, \
  "From the end of the headers until the body is complete; a second is added for each 64 KiB that have come, so that a large file may take its time and a silent sender may not.") \
X(limits_body_min_rate, "limits.body_min_rate", BYTES, "1 KiB", 0, 1073741824, "bytes a second", START, \
  "A body that comes more slowly than this, after a grace of one second, is answered 408; 0 means no limit.") \
X(limits_idle_timeout, "limits.idle_timeout", REAL, "60", 1, 3600, "seconds", START, \
  "How long a kept-alive connection may wait for its next request.") \
X(limits_memory, "limits.memory", BYTES, "0", 0, 17592186044416, "bytes", LIVE, \
  "Resident memory that the daemon may take: what requests, replies and scenes of clients would take over it is answered 503 with Retry-After before it is allocated, or 413 when it never fits. 0: nine tenths of what the control group (a container's or a unit's limit), or else the machine has.") \
X(limits_reply_min_rate, "limits.reply_min_rate", BYTES, "32 KiB", 0, 1073741824, "bytes a second", LIVE, \
  "A reply of which the client takes less than this in any twenty seconds is cut off; 0 means that only limits.idle_timeout and 1 KiB a second over all of it count.") \
X(limits_ik_iterations, "limits.ik_iterations", INT, "1000", 1, 100000, "iterations", LIVE, \
  "The most iterations that one IK problem may ask for.") \
X(limits_ik_budget_ms, "limits.ik_budget_ms", REAL, "100", 0.1, 60000, "milliseconds", LIVE, \
  "The longest time that one IK problem may ask for.") \
X(limits_contact_budget_ms, "limits.contact_budget_ms", REAL, "1000", 1, 600000, "milliseconds", LIVE, \
  "What resolving self-contact may cost for one body, counted in work and not timed, so that the same body gives the same bytes; beyond it the reply warns.") \
X(limits_skeletons, "limits.skeletons", INT, "64", 0, 100000, "skeletons", LIVE, \
  "Skeletons of clients that are kept (PUT /v1/skeletons/{id}); each takes up to 100 KB.") \
X(limits_owner_skeletons, "limits.owner_skeletons", INT, "48", 0, 100000, "skeletons", LIVE, \
  "How many of them may be of one API key, or of one address where no key is asked for.") \
X(limits_jobs, "limits.jobs", INT, "64", 0, 100000, "jobs", LIVE, \
  "Jobs (POST /v1/jobs) that wait, run or are kept after they were done; of whoever keeps most the oldest that is done makes room for a new one.") \
X(limits_owner_jobs, "limits.owner_jobs", INT, "8", 0, 100000, "jobs", LIVE, \
  "How many of one API key, or of one address where no key is asked for, may wait or run.") \
X(limits_job_seconds, "limits.job_seconds", REAL, "3600", 1, 31536000, "seconds", LIVE, \
  "How long what a job made is kept.") \
X(limits_unused, "limits.unused", REAL, "3600", 0, 31536000, "seconds", LIVE, \
  "When no further skeleton or scene may be kept, the one that nobody has used for longest is dropped if that is longer than this.") \
X(limits_rollout_seconds, "limits.rollout_seconds", REAL, "120", 0.1, 7200, "seconds", LIVE, \
  "The longest motion that one roll-out may ask for.") \
X(stream_connections, "stream.connections", INT, "4096", 1, 1000000, "connections", START, \
  "WebSockets open at a time; further ones are answered 503.") \
X(stream_sessions, "stream.sessions", INT, "2048", 1, 1000000, "sessions", LIVE, \
  "Sessions at a time, those that wait to be resumed included. When there are so many, the one that has waited longest of the client with most that wait ends for a new one.") \
X(stream_owner_sessions, "stream.owner_sessions", INT, "1024", 0, 1000000, "sessions", LIVE, \
  "How many of them may be of one API key, or of one address where no key is asked for; beyond it the client's own session that has waited longest ends. 0 means no limit.") \
X(stream_characters, "stream.characters", INT, "100", 1, 10000, "characters", LIVE, \
  "Characters that one session may hold.") \
X(stream_scenes, "stream.scenes", INT, "64", 0, 100000, "scenes", LIVE, \
  "Scenes that are kept.") \
X(stream_owner_scenes, "stream.owner_scenes", INT, "48", 0, 100000, "scenes", LIVE, \
  "How many of them may be of one API key, or of one address where no key is asked for.") \
X(stream_tick_rate, "stream.tick_rate", INT, "60", 1, 240, "ticks a second", START, \
  "Motion networks make 60 frames a second: at another rate characters live slower or faster.") \
X(stream_resume_window, "stream.resume_window", REAL, "30", 0, 86400, "seconds", LIVE, \
  "How long a session without a connection is kept for its resume token.") \
X(stream_input_timeout, "stream.input_timeout", REAL, "5", 0, 86400, "seconds", LIVE, \
  "A character whose last input is older stands still; 0 means never.") \
X(stream_idle_timeout, "stream.idle_timeout", REAL, "60", 1, 86400, "seconds", LIVE, \
  "A connection that sends nothing, not even the answer to a ping, is closed after this.") \
X(stream_message_bytes, "stream.message_bytes", BYTES, "64 KiB", 1024, 16777216, "bytes", LIVE, \
  "The largest message of a client.") \
X(stream_message_rate, "stream.message_rate", REAL, "240", 1, 1000000, "messages a second", LIVE, \
  "Messages of one connection, in bursts of up to two seconds' worth; one counts once more for each 4 KiB in it. A flood is answered with bye.") \
X(stream_owner_message_bytes, "stream.owner_message_bytes", BYTES, "4 MiB", 0, 1073741824, "bytes", LIVE, \
  "Messages of all connections of one API key, or of one address where no key is asked for, in a second, in bursts of up to two seconds' worth; each counts 64 bytes at least. Whose message goes over it is answered with bye. 0 means no limit.") \
X(stream_vmc_allow, "stream.vmc_allow", LIST, "[]", 0, 64, "ADDRESS:PORT", LIVE, \
  "Where sessions may send a character by the VMC protocol (UDP): numeric addresses, or localhost; port 0 permits every port of an address. Empty: nowhere.") \
X(log_level, "log.level", CHOICE, "info", 0, 3, "error|warning|info|debug", LIVE, \
  "The least important messages that are still written.") \
X(log_format, "log.format", CHOICE, "auto", 0, 2, "auto|text|json", START, \
  "How log lines look; auto writes text to a terminal and JSON anywhere else.") \
X(log_file, "log.file", FILE, "", 0, 4096, "file", START, \
  "Where log lines go, opened again on reload; empty means standard error.") \
X(log_access, "log.access", BOOL, "true", 0, 1, "", LIVE, \
  "Write one line for each request.")
/* clang-format on */

#endif
