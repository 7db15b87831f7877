#ifndef PD_CFG_OPTIONS_H
#define PD_CFG_OPTIONS_H
/* The table of options. The struct pd_cfg, the YAML reader, the environment variables, the flags, --help,
 * --print-config, docs/reference/configuration.md and every check and message are made from it.
 *
 *     X(field, path, TYPE, default, low, high, unit, RELOAD, doc)
 *
 * field    Name of the member of pd_cfg: the path with '_' in place of '.'.
 * path     Key in YAML: "http.threads" is `http: {threads: 4}`, POSED_HTTP_THREADS in the environment and
 *          --http-threads on the command line.
 * TYPE     BOOL (int, 0 or 1), INT (int), REAL (double), BYTES (size_t, written "8 MiB"), CHOICE (int, index
 *          of a choice in `unit`), STRING, FILE, ADDRESS (char *, "" if not set; an ADDRESS is
 *          "127.0.0.1:8080"), LIST, ADDRESSES, PREFIXES (pd_cfg_list of texts; the items of ADDRESSES are
 *          "127.0.0.1:8080", those of PREFIXES "10.0.0.0/8")
 * default  Default value as YAML text.
 * low high Smallest and largest allowed value of a number, length of a text in bytes, or number of items of a
 * list.
 * unit     Unit of a number or kind of the items of a list. For CHOICE the choices, separated by '|', in the
 *          order of the enum.
 * RELOAD   LIVE: a reload (SIGHUP) applies a new value. START: the value is read at start; a new one needs a
 *          restart.
 * doc      Description of the option in one or a few sentences.
 *
 * Options that are texts for another program (addresses, names, URLs) are checked where they are used, and at
 * the start where that is possible. Options that only make sense together with another one (cluster.* with
 * cluster.redis, webhooks.* with webhooks.allow) are checked in config.c: an option without effect is an
 * error.
 *
 * Hosts of webhooks.allow are checked by server/identity/webhook_policy.c.
 *
 * Rows whose paths share a first part stand next to each other, because they become one YAML mapping. To add
 * an option, add a row here; nothing else is needed. A row of a file or folder that has to exist when the
 * configuration is read is also named in check_files (config.c). `models`, a list of mappings, is the only
 * option that is not a row (config.h, pd_cfg_model).
 */

/* clang-format off */
#define PD_CFG_OPTIONS(X) \
X(listen, "listen", ADDRESS, "127.0.0.1:8080", 1, 128, "ADDRESS:PORT", START, \
  "Address and port to serve at: an IPv4 address, an IPv6 address in brackets or localhost, then the port; " \
  "port 0 takes a free one. Any address that is not loopback needs access.keys_file or access.insecure.") \
X(admin_listen, "admin.listen", ADDRESS, "", 0, 128, "ADDRESS:PORT", START, \
  "Separate address and port for /metrics and for requests that need the scope admin (reloading models), " \
  "which are then answered only there. Keys are required there as at listen. Empty: these requests are " \
  "answered at listen.") \
X(builtin_models, "builtin_models", BOOL, "true", 0, 1, "", LIVE, \
  "Serve the models that are shipped with posed, in addition to those listed under models. False ignores " \
  "models_dir.") \
X(models_dir, "models_dir", FILE, "", 0, 4096, "folder", LIVE, \
  "Folder of the shipped models, or of other models to serve instead: every *.safetensors file under its " \
  "name. Empty looks for models/ or share/posed/models beside the program.") \
X(models_pack, "models_pack", FILE, "", 0, 4096, "file", LIVE, \
  "Pack of models, made by posedctl pack: models that it holds are mapped from it instead of being " \
  "computed from their files, provided that the files are those that were packed. A model's own pack, " \
  "FILE.pack beside its file, comes first. Empty looks for models.pack or share/posed/models.pack beside " \
  "the program.") \
X(preload, "preload", LIST, "[]", 0, 64, "ids", LIVE, \
  "Models of models_dir that are loaded at the start, by their ids or the beginnings of ids (person*; * " \
  "for all). The others are loaded at their first request, which then takes longer. The default body, the " \
  "default motion network and the entries of models are loaded at the start in any case, unless an entry " \
  "of models says preload: false.") \
X(workers, "workers", INT, "0", 0, 256, "threads", START, \
  "Number of threads that compute meshes and solve IK; 0 means one for each processor that the process may " \
  "use, by its affinity mask and the CPU quota of its control group.") \
X(kernel, "kernel", CHOICE, "auto", 0, 4, "auto|avx512|avx2|neon|ref", START, \
  "Instruction set of the kernels; auto takes the fastest one that this processor can run.") \
X(drain_timeout, "drain_timeout", REAL, "10", 0, 3600, "seconds", LIVE, \
  "Time for which the server waits after SIGTERM for requests in flight before it closes their " \
  "connections. In a cluster its sessions and clients move to other daemons within this time.") \
X(http_threads, "http.threads", INT, "0", 0, 256, "threads", START, \
  "Number of threads that read requests and write replies; 0 means one for each processor that the process " \
  "may use, by its affinity mask and the CPU quota of its control group.") \
X(batch_max_bodies, "batch.max_bodies", INT, "64", 1, 4096, "bodies", LIVE, \
  "Largest number of bodies that are computed in one pass; requests that wait for a worker are collected " \
  "up to this number.") \
X(access_keys_file, "access.keys_file", FILE, "", 0, 4096, "file", LIVE, \
  "File of API keys, one a line; docs/guide/operations.md has the format. Empty: no key is required.") \
X(access_jwt_keys, "access.jwt_keys", FILE, "", 0, 4096, "file or folder", LIVE, \
  "Public keys that verify tokens (JSON Web Tokens signed with RS256 or ES256), which clients may send in " \
  "place of an API key: a JWK set (RFC 7517), or a folder of PEM files, each named KID.pem. Needs " \
  "access.jwt_issuer and access.jwt_audience. Empty: no token is accepted.") \
X(access_jwt_issuer, "access.jwt_issuer", STRING, "", 0, 512, "", LIVE, \
  "Issuer of tokens: the claim iss of a token must be equal to it.") \
X(access_jwt_audience, "access.jwt_audience", STRING, "", 0, 512, "", LIVE, \
  "Name of this service in tokens: the claim aud of a token must contain it.") \
X(access_jwt_leeway, "access.jwt_leeway", REAL, "5", 0, 300, "seconds", LIVE, \
  "Tolerance for the clocks of issuer and server: a token is valid from its nbf minus this time until its " \
  "exp plus this time.") \
X(access_jwt_scope_claims, "access.jwt_scope_claims", LIST, "[]", 0, 16, "claims", LIVE, \
  "Claims of a token that may hold its scopes, of which the first that it has counts: a text of words or a " \
  "list. A name may be a path with dots, such as realm_access.roles. Empty: scope, then scp.") \
X(access_jwt_roles, "access.jwt_roles", LIST, "[]", 0, 64, "WORD=SCOPE", LIVE, \
  "Words of the issuer that stand for a scope, such as Posed.Read=read or posed-operators=admin. The words " \
  "read, stream and admin always do.") \
X(access_insecure, "access.insecure", BOOL, "false", 0, 1, "", START, \
  "Allow a listen address that is not loopback without API keys.") \
X(access_hosts, "access.hosts", LIST, "[]", 0, 64, "names", LIVE, \
  "Names that the header Host of a request may have, such as posed.example.org, with or without a port; " \
  "\"*\" allows any. When no key is required and listen is a loopback address, localhost, 127.0.0.1, [::1] " \
  "and the address of listen are also allowed, and any other Host is answered 421, so that a foreign web " \
  "page cannot reach the server by a name that resolves to this machine. Otherwise an empty list allows " \
  "any.") \
X(access_cors_origins, "access.cors_origins", LIST, "[]", 0, 64, "origins", LIVE, \
  "Origins of web pages that may read replies and show /maker in a frame, such as https://example.org; " \
  "\"*\" allows any.") \
X(access_trusted_proxies, "access.trusted_proxies", PREFIXES, "[]", 0, 64, "ADDRESS/BITS", LIVE, \
  "Addresses of proxies in front of the server, such as 10.0.0.0/8 or ::1. A request from one of them " \
  "belongs to the client that access.forwarded_header names, by the last address in it that is not a " \
  "trusted proxy. Empty: the header is never read.") \
X(access_forwarded_header, "access.forwarded_header", CHOICE, "x-forwarded-for", 0, 1, \
    "x-forwarded-for|forwarded", LIVE, \
  "Header in which the trusted proxies name the client. Name the one that the proxies set, because a " \
  "client can send the other one through them.") \
X(access_rate_limit, "access.rate_limit", REAL, "0", 0, 1000000, "requests a second", LIVE, \
  "Largest rate of requests of each API key, or of each address where no key is required; 0 means no " \
  "limit.") \
X(access_rate_burst, "access.rate_burst", INT, "100", 1, 1000000, "requests", LIVE, \
  "Number of requests that may come at once before access.rate_limit applies.") \
X(limits_body_bytes, "limits.body_bytes", BYTES, "64 MiB", 1024, 1073741824, "bytes", LIVE, \
  "Largest size of a request body, such as a character with its textures, a take or a motion. JSON is also " \
  "bounded by limits.json_memory.") \
X(limits_json_depth, "limits.json_depth", INT, "32", 4, 1000, "levels", LIVE, \
  "Largest nesting depth of arrays and objects in a request.") \
X(limits_json_memory, "limits.json_memory", BYTES, "32 MiB", 65536, 17179869184, "bytes", LIVE, \
  "Largest memory of one request's parsed JSON. A request that would need more is refused before the " \
  "memory is allocated.") \
X(limits_batch, "limits.batch", INT, "10000", 1, 65536, "bodies", LIVE, \
  "Largest number of bodies or IK problems in one request.") \
X(limits_queue, "limits.queue", INT, "1024", 1, 1000000, "requests", LIVE, \
  "Largest number of requests that wait for a worker, counted separately for light, medium and heavy " \
  "requests. Further ones are answered 503 with Retry-After.") \
X(limits_queue_seconds, "limits.queue_seconds", REAL, "60", 0.1, 86400, "seconds", LIVE, \
  "Most estimated seconds of work that may wait, counted separately for light, medium and heavy requests. " \
  "Requests beyond it are answered 503 with Retry-After, and 429 to a client that owns half of the waiting " \
  "work. A request is always accepted when nothing waits.") \
X(limits_connections, "limits.connections", INT, "1024", 1, 1000000, "connections", START, \
  "Largest number of open HTTP connections; further ones are answered 503. The server lowers it at start, " \
  "with a warning, together with stream.connections and cluster.relays, when the file descriptors " \
  "(RLIMIT_NOFILE) do not suffice.") \
X(limits_head_bytes, "limits.head_bytes", BYTES, "8 KiB", 1024, 65536, "bytes", START, \
  "Largest size of the request line and headers together; longer ones are answered 431.") \
X(limits_head_timeout, "limits.head_timeout", REAL, "5", 0.1, 3600, "seconds", START, \
  "Largest time from a connection's first byte until its headers are complete; slower senders are " \
  "disconnected.") \
X(limits_body_timeout, "limits.body_timeout", REAL, "30", 0.1, 3600, "seconds", START, \
  "Largest time from the end of the headers until the body is complete. Each 64 KiB that have arrived add " \
  "one second, so that large files get more time and silent senders do not.") \
X(limits_body_min_rate, "limits.body_min_rate", BYTES, "1 KiB", 0, 1073741824, "bytes a second", START, \
  "Smallest transfer rate of a request body, after a grace period of one second. Slower bodies are " \
  "answered 408; 0 means no limit.") \
X(limits_idle_timeout, "limits.idle_timeout", REAL, "60", 1, 3600, "seconds", START, \
  "Time for which a kept-alive connection may wait for its next request.") \
X(limits_memory, "limits.memory", BYTES, "0", 0, 17592186044416, "bytes", LIVE, \
  "Largest resident memory of the daemon. Requests, replies and clients' scenes that would exceed it are " \
  "answered 503 with Retry-After before the memory is allocated, or 413 when they can never fit. 0: nine " \
  "tenths of the memory of the control group (the limit of a container or unit), or of the machine.") \
X(limits_reply_cache, "limits.reply_cache", BYTES, "64 MiB", 0, 17592186044416, "bytes", LIVE, \
  "Memory for replies to GET that took long to make (files of dressed people, portraits), so that the same " \
  "request is not computed again. The least recently used replies are dropped first, and all of them when " \
  "limits.memory needs the room. A reply of more than half of this size is not stored; 0 stores none.") \
X(limits_reply_min_rate, "limits.reply_min_rate", BYTES, "32 KiB", 0, 1073741824, "bytes a second", LIVE, \
  "Smallest rate at which a client may read a reply, measured over twenty seconds; slower replies are cut " \
  "off. 0: only limits.idle_timeout and 1 KiB a second over the whole reply apply.") \
X(limits_ik_iterations, "limits.ik_iterations", INT, "1000", 1, 100000, "iterations", LIVE, \
  "Largest number of iterations that one IK problem can request.") \
X(limits_ik_budget_ms, "limits.ik_budget_ms", REAL, "100", 0.1, 60000, "milliseconds", LIVE, \
  "Largest time that one IK problem can request.") \
X(limits_contact_budget_ms, "limits.contact_budget_ms", REAL, "1000", 1, 600000, "milliseconds", LIVE, \
  "Largest work for resolving self-contact of one body, in milliseconds of nominal time: it is counted in " \
  "steps and not measured, so that the same body always gives the same bytes. Beyond it the reply has a " \
  "warning.") \
X(limits_skeletons, "limits.skeletons", INT, "64", 0, 100000, "skeletons", LIVE, \
  "Number of clients' skeletons that are kept (PUT /v1/skeletons/{id}); each takes up to 100 KB.") \
X(limits_owner_skeletons, "limits.owner_skeletons", INT, "48", 0, 100000, "skeletons", LIVE, \
  "Number of clients' skeletons that may belong to one API key, or to one address where no key is " \
  "required.") \
X(limits_avatars, "limits.avatars", INT, "4096", 0, 1000000, "avatars", LIVE, \
  "Number of clients' avatars that are kept (POST /v1/avatars); each takes up to 10 KB. A full store drops " \
  "the least recently used one, after limits.unused seconds without use.") \
X(limits_owner_avatars, "limits.owner_avatars", INT, "1024", 0, 1000000, "avatars", LIVE, \
  "Number of clients' avatars that may belong to one API key, or to one address where no key is required.") \
X(limits_jobs, "limits.jobs", INT, "64", 0, 100000, "jobs", LIVE, \
  "Number of jobs (POST /v1/jobs) that wait, run or are kept after they were done. For a new job, the " \
  "oldest finished one of the client that keeps most is dropped.") \
X(limits_owner_jobs, "limits.owner_jobs", INT, "8", 0, 100000, "jobs", LIVE, \
  "Number of jobs of one API key, or of one address where no key is required, that may wait or run.") \
X(limits_job_seconds, "limits.job_seconds", REAL, "3600", 1, 31536000, "seconds", LIVE, \
  "Time for which the result of a job is kept.") \
X(limits_unused, "limits.unused", REAL, "3600", 0, 31536000, "seconds", LIVE, \
  "Time without use after which a skeleton or scene may be dropped when there is no room for a new one; " \
  "the one unused for longest is dropped first.") \
X(limits_rollout_seconds, "limits.rollout_seconds", REAL, "120", 0.1, 7200, "seconds", LIVE, \
  "Longest motion that one roll-out can request.") \
X(stream_connections, "stream.connections", INT, "4096", 1, 1000000, "connections", START, \
  "Largest number of open WebSockets; further ones are answered 503.") \
X(stream_sessions, "stream.sessions", INT, "2048", 1, 1000000, "sessions", LIVE, \
  "Largest number of sessions, including those that wait to be resumed. A new session beyond it ends a " \
  "waiting one: the longest-waiting session of the client with the most waiting sessions.") \
X(stream_owner_sessions, "stream.owner_sessions", INT, "1024", 0, 1000000, "sessions", LIVE, \
  "Number of sessions that may belong to one API key, or to one address where no key is required. A new " \
  "one beyond it ends the client's own longest-waiting session. 0 means no limit.") \
X(stream_characters, "stream.characters", INT, "100", 1, 10000, "characters", LIVE, \
  "Largest number of characters in one session.") \
X(stream_room_members, "stream.room_members", INT, "64", 1, 10000, "members", LIVE, \
  "Largest number of members of a room of the stream, and the capacity of a room without `capacity`.") \
X(stream_room_characters, "stream.room_characters", INT, "10", 1, 10000, "characters", LIVE, \
  "Largest number of characters of one member of a room.") \
X(stream_room_messages, "stream.room_messages", REAL, "5", 1, 1000, "messages a second", LIVE, \
  "Rate of messages `send` and `take` of one member of a room. Twice as many may come at once.") \
X(stream_room_rewind, "stream.room_rewind", REAL, "0.25", 0, 1, "seconds", LIVE, \
  "Longest time from the moment of a message `cast` to its arrival, in a room without `rewind`. The poses " \
  "of this time are kept: about 0.4 kB a tick of each character. 0: nobody may cast.") \
X(stream_room_rays, "stream.room_rays", REAL, "240", 1, 100000, "rays a second", LIVE, \
  "Rate of rays (message `cast`) of one member of a room. Twice as many may come at once.") \
X(stream_scenes, "stream.scenes", INT, "64", 0, 100000, "scenes", LIVE, \
  "Largest number of scenes that are kept (PUT /v1/scenes/{id}).") \
X(stream_owner_scenes, "stream.owner_scenes", INT, "48", 0, 100000, "scenes", LIVE, \
  "Number of clients' scenes that may belong to one API key, or to one address where no key is required.") \
X(stream_clips, "stream.clips", INT, "256", 0, 100000, "clips", LIVE, \
  "Largest number of clients' clips that are kept (PUT /v1/clips/{id}); a second of a clip takes 6.4 kB.") \
X(stream_owner_clips, "stream.owner_clips", INT, "128", 0, 100000, "clips", LIVE, \
  "Number of clients' clips that may belong to one API key, or to one address where no key is required.") \
X(stream_tick_rate, "stream.tick_rate", INT, "60", 1, 240, "ticks a second", START, \
  "Rate of the stream's ticks. Motion networks make 60 frames a second: at another rate characters move " \
  "more slowly or faster than in reality.") \
X(stream_resume_window, "stream.resume_window", REAL, "30", 0, 86400, "seconds", LIVE, \
  "Time for which a session without a connection is kept for its resume token.") \
X(stream_input_timeout, "stream.input_timeout", REAL, "5", 0, 86400, "seconds", LIVE, \
  "Age of a character's last input after which the character stands still; 0 means never.") \
X(stream_idle_timeout, "stream.idle_timeout", REAL, "60", 1, 86400, "seconds", LIVE, \
  "Time without any message from a client, even an answer to a ping, after which its connection is closed.") \
X(stream_message_bytes, "stream.message_bytes", BYTES, "64 KiB", 1024, 16777216, "bytes", LIVE, \
  "Largest size of a message of a client.") \
X(stream_message_rate, "stream.message_rate", REAL, "240", 1, 1000000, "messages a second", LIVE, \
  "Largest rate of messages of one connection, with bursts of up to two seconds' worth. A message counts " \
  "once more for each 4 KiB of its size. Connections beyond it are closed with bye.") \
X(stream_owner_message_bytes, "stream.owner_message_bytes", BYTES, "4 MiB", 0, 1073741824, "bytes", LIVE, \
  "Largest size of all messages per second of all connections of one API key, or of one address where no " \
  "key is required, with bursts of up to two seconds' worth; each message counts at least 64 bytes. The " \
  "connection whose message exceeds it is closed with bye. 0 means no limit.") \
X(stream_vmc_allow, "stream.vmc_allow", ADDRESSES, "[]", 0, 64, "ADDRESS:PORT", LIVE, \
  "Addresses to which sessions may send a character by the VMC protocol (UDP): numeric addresses, or " \
  "localhost; port 0 permits every port of an address. Empty: nowhere.") \
X(speech_command, "speech.command", LIST, "[]", 0, 64, "words", LIVE, \
  "Program with its arguments that speaks texts, as the voice `own` of POST /v1/speech: it gets the text " \
  "at its standard input and writes a WAV file to its standard output, such as [espeak-ng, --stdin, " \
  "--stdout]. It runs without a shell. Empty: none.") \
X(speech_timeout, "speech.timeout", REAL, "20", 0.1, 600, "seconds", LIVE, \
  "Longest time that the program of speech.command may take for a text. After it the program is killed.") \
X(speech_processes, "speech.processes", INT, "2", 1, 64, "programs", LIVE, \
  "Largest number of programs of speech.command that run at the same time. Further texts get 503.") \
X(store_folder, "store.folder", FILE, "", 0, 4096, "folder", START, \
  "Folder in which what clients have stored and their jobs are kept beyond the life of this daemon. " \
  "Several daemons may share it on a volume; with cluster.redis it has only what is larger than " \
  "cluster.blob_bytes. Empty: the folder that systemd gives (STATE_DIRECTORY), or none.") \
X(cluster_redis, "cluster.redis", STRING, "", 0, 256, "HOST:PORT or unix:PATH", START, \
  "Redis that the daemons of a cluster share, such as 127.0.0.1:6379 or unix:/run/redis/redis.sock. The " \
  "connection is not encrypted: over a network, use a tunnel on this machine (stunnel) and its socket. " \
  "Empty: this daemon is alone.") \
X(cluster_node, "cluster.node", STRING, "", 0, 64, "name", START, \
  "Name of this daemon in the cluster, different from that of every other daemon: letters, digits, - and " \
  "_. Empty: a random name at each start.") \
X(cluster_address, "cluster.address", STRING, "", 0, 256, "URL", START, \
  "URL at which the other daemons of the cluster reach this one, such as http://10.0.0.5:8080. Empty: the " \
  "address of listen.") \
X(cluster_prefix, "cluster.prefix", STRING, "posed", 1, 64, "text", START, \
  "First part of all keys in Redis. Clusters with different prefixes can share one Redis.") \
X(cluster_user, "cluster.user", STRING, "", 0, 64, "user", START, \
  "User of Redis (ACL) with the password of cluster.password_file. Empty: the user `default`.") \
X(cluster_password_file, "cluster.password_file", FILE, "", 0, 4096, "file", START, \
  "File whose first line is the password for Redis. It is read at every connection. Empty: no password is " \
  "sent.") \
X(cluster_database, "cluster.database", INT, "0", 0, 1000, "number", START, \
  "Number of the database in Redis.") \
X(cluster_lease, "cluster.lease", REAL, "3", 0.5, 60, "seconds", START, \
  "Time after which other daemons may take over the sessions of this one when it does not renew its entry " \
  "in Redis. It renews the entry three times in that time.") \
X(cluster_checkpoint, "cluster.checkpoint", REAL, "0.1", 0.02, 10, "seconds", START, \
  "Time between two checkpoints of a session. When a daemon ends without notice, its sessions continue " \
  "from their last checkpoints.") \
X(cluster_blob_bytes, "cluster.blob_bytes", BYTES, "32 MiB", 0, 536870912, "bytes", START, \
  "Largest object of a client that is stored in Redis. A larger one goes to store.folder; without " \
  "that, its upload is refused. A session with a larger scene or character cannot continue on a daemon " \
  "that lacks it.") \
X(cluster_relays, "cluster.relays", INT, "256", 0, 65536, "connections", LIVE, \
  "Largest number of connections from this daemon to other daemons of the cluster, through which clients " \
  "of this daemon watch sessions of the others. All watchers of one session with the same profile share " \
  "one connection. 0: watchers must join at the daemon that has the session.") \
X(cluster_relay_bytes, "cluster.relay_bytes", BYTES, "16 MiB", 65536, 268435456, "bytes", LIVE, \
  "Largest message that is accepted from another daemon over a connection for watchers (cluster.relays). A " \
  "longer one ends the connection.") \
X(cluster_drain_rate, "cluster.drain_rate", REAL, "50", 1, 1e6, "clients/s", LIVE, \
  "Rate at which a daemon that stops tells its clients to reconnect, owners of sessions before watchers, " \
  "so that their handshakes do not overload the other daemons. Watchers receive frames over relays until " \
  "then. The rate is raised when drain_timeout would otherwise end before all clients are told.") \
X(webhooks_allow, "webhooks.allow", LIST, "[]", 0, 64, "hosts", LIVE, \
  "Hosts to which the server may send webhooks of jobs: hooks.example.org, hooks.example.org:8443, " \
  "*.example.org, or http://127.0.0.1:9000 for a receiver without TLS. Without a scheme it is https, " \
  "without a port that of the scheme. Empty: a job that names a webhook is refused.") \
X(webhooks_private, "webhooks.private", PREFIXES, "[]", 0, 64, "ADDRESS/BITS", LIVE, \
  "Addresses that are not public to which the hosts of webhooks.allow may resolve, such as 10.0.0.0/8. An " \
  "address that is itself in webhooks.allow needs no entry here.") \
X(webhooks_secret_file, "webhooks.secret_file", FILE, "", 0, 4096, "file", LIVE, \
  "File of the secrets that sign webhooks (Standard Webhooks): up to four lines of whsec_ and the base64 " \
  "of 24 to 64 random bytes. All of them sign, so that one can be replaced while receivers still have the " \
  "old one. Required with webhooks.allow.") \
X(webhooks_ca_file, "webhooks.ca_file", FILE, "", 0, 4096, "file", LIVE, \
  "Certificates (PEM) of the authorities that receivers' certificates are checked against. Empty: those of " \
  "the system.") \
X(webhooks_attempts, "webhooks.attempts", INT, "6", 1, 20, "attempts", LIVE, \
  "Number of times that a webhook is sent until the receiver answers with a status of 200 to 299. Answered " \
  "410, it is not sent again.") \
X(webhooks_retry, "webhooks.retry", REAL, "5", 0.01, 3600, "seconds", LIVE, \
  "Time from the first attempt to the second. Each further wait is four times as long, an hour at most, " \
  "and differs by up to a fifth at random; a longer Retry-After of the receiver has precedence, up to an " \
  "hour.") \
X(webhooks_timeout, "webhooks.timeout", REAL, "10", 0.1, 120, "seconds", LIVE, \
  "Time that one attempt may take, with name resolution, TLS and reply.") \
X(webhooks_queue, "webhooks.queue", INT, "256", 1, 100000, "webhooks", LIVE, \
  "Largest number of webhooks that wait to be sent, or sent again; one API key, or one address where no " \
  "key is required, may have half of them. A further one is dropped and counted.") \
X(log_level, "log.level", CHOICE, "info", 0, 3, "error|warning|info|debug", LIVE, \
  "Least important level of messages that are written.") \
X(log_format, "log.format", CHOICE, "auto", 0, 2, "auto|text|json", START, \
  "Format of log lines; auto writes text to a terminal and JSON anywhere else.") \
X(log_file, "log.file", FILE, "", 0, 4096, "file", START, \
  "File to which log lines are written, opened again on reload; empty means standard error.") \
X(log_access, "log.access", BOOL, "true", 0, 1, "", LIVE, \
  "Write one log line for each request.") \
X(tracing_endpoint, "tracing.endpoint", STRING, "", 0, 1024, "http://HOST:PORT", START, \
  "Collector to which traces of requests and ticks are sent, as OTLP over HTTP in JSON, such as " \
  "http://127.0.0.1:4318. /v1/traces is added unless the address has a path of its own. Empty: no traces.") \
X(tracing_ratio, "tracing.ratio", REAL, "0.01", 0, 1, "of the traces", START, \
  "Share of the requests whose traces are sent, 0 to 1. A valid traceparent header of a request decides " \
  "for that request instead. Ticks of the stream are sampled with the same share.")
/* clang-format on */

#endif
