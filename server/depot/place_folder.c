/* A place in a folder: FOLDER/KIND/ID has the head of an object in its first HEAD_BYTES bytes, then its
 * record. The file of a put is written beside it and renamed, so a reader sees the old object or the new
 * one. Every change is made under a lock of FOLDER/lock (flock), which excludes other daemons and other
 * threads. The time of a file (mtime) is that of its last use; that of FOLDER/nodes/NODE is that of the
 * daemon's last beat. */
#include "core/base/assert.h"
#include "server/depot/place.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define HEAD_BYTES 1024 /* size of the head in a file */
#define PATH_BYTES 4400
static const char magic[] = "posed object 1";

typedef struct folder_place {
    pd_srv_place base;
    char path[4097];
    char node[65];
} folder_place;

/* Sets an error with the reason of the system. */
static pd_status folder_fail(pd_error *err, const char *what)
{
    return pd_fail(err, PD_ERR_IO, "store.folder", "%s: %s", what, strerror(errno));
}

/* Locks the folder. Returns the descriptor of the lock; -1: failed. */
static int lock_folder(const folder_place *f, pd_error *err)
{
    char path[PATH_BYTES];

    snprintf(path, sizeof path, "%s/lock", f->path);
    const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0 && !flock(fd, LOCK_EX)) return fd;
    folder_fail(err, "the lock cannot be taken");
    if (fd >= 0) close(fd);

    return -1;
}

/* Writes the path of an object. */
static void object_path(char out[PATH_BYTES], const folder_place *f, const char *kind, const char *id)
{
    PD_ASSERT(*id && !strchr(id, '/') && *id != '.');
    snprintf(out, PATH_BYTES, "%s/%s/%s", f->path, kind, id);
}

/* Writes a head as HEAD_BYTES bytes: lines of text, filled up with zeros. */
static void head_write(char out[HEAD_BYTES], const pd_srv_place_head *head, size_t record_bytes)
{
    memset(out, 0, HEAD_BYTES);
    const int size = snprintf(out, HEAD_BYTES, "%s\n%s\n%llu\n%zu\n%s", magic, head->revision,
                              (unsigned long long)head->owner, record_bytes, head->note);
    PD_ASSERT(size > 0 && size < HEAD_BYTES);
    (void)size;
}

/* Reads a head. Returns false when the bytes are not one. */
static bool head_read(pd_srv_place_head *head, size_t *record_bytes, char bytes[HEAD_BYTES + 1])
{
    char *next = bytes;

    bytes[HEAD_BYTES] = 0;
    const char *first = strsep(&next, "\n");
    const char *revision = strsep(&next, "\n");
    const char *owner = strsep(&next, "\n");
    const char *size = strsep(&next, "\n");
    if (!next || strcmp(first, magic) != 0 || strlen(revision) >= sizeof head->revision) return false;
    if (strlen(next) >= sizeof head->note) return false;
    *head = (pd_srv_place_head){.owner = strtoull(owner, NULL, 10)};
    memcpy(head->revision, revision, strlen(revision));
    memcpy(head->note, next, strlen(next));
    *record_bytes = (size_t)strtoull(size, NULL, 10);

    return true;
}

/* Opens the file of an object and reads its head. Returns the descriptor;
 * -1: there is none, or it is no object. */
static int open_object(pd_srv_place_head *head, size_t *record_bytes, const char *path, int flags)
{
    char bytes[HEAD_BYTES + 1];
    const int fd = open(path, flags | O_CLOEXEC);

    *head = (pd_srv_place_head){.owner = 0};
    if (fd < 0) return -1;
    if (pread(fd, bytes, HEAD_BYTES, 0) == HEAD_BYTES && head_read(head, record_bytes, bytes)) return fd;
    close(fd);
    *head = (pd_srv_place_head){.owner = 0};
    errno = EINVAL;

    return -1;
}

static pd_status folder_find(pd_srv_place *place, pd_srv_place_head *head, pd_buffer *record,
                             const pd_srv_place_rule *rule, const char *id, const char *known, pd_error *err)
{
    char path[PATH_BYTES];
    size_t size = 0;

    object_path(path, (folder_place *)place, rule->kind, id);
    const int fd = open_object(head, &size, path, O_RDWR);
    if (fd < 0)
        return errno == ENOENT || errno == EINVAL ? PD_ERR_NOT_FOUND
                                                  : folder_fail(err, "an object cannot be read");

    /* An object whose time is over is as good as deleted. */
    struct stat info;
    if (rule->keep_s > 0 && !fstat(fd, &info) && difftime(time(NULL), info.st_mtime) > rule->keep_s) {
        unlink(path);
        close(fd);
        return PD_ERR_NOT_FOUND;
    }

    if (!(rule->keep_s > 0)) futimens(fd, NULL);
    pd_status status = PD_OK;
    if (known && strcmp(known, head->revision) != 0) {
        unsigned char *bytes = size <= SIZE_MAX - HEAD_BYTES ? malloc(size ? size : 1) : NULL;
        size_t done = 0;
        while (bytes && done < size) {
            const ssize_t got = pread(fd, bytes + done, size - done, (off_t)(HEAD_BYTES + done));
            if (got <= 0) break;
            done += (size_t)got;
        }

        if (!bytes)
            status = pd_fail(err, PD_ERR_MEMORY, "store.folder", "out of memory");
        else if (done < size)
            status =
                pd_fail(err, PD_ERR_IO, "store.folder", "an object ends after %zu of %zu bytes", done, size);
        else
            pd_buffer_add(record, bytes, size);
        free(bytes);
    }

    close(fd);

    return status;
}

/* What a walk over the objects of a kind has found. */
typedef struct folder_count {
    uint64_t owner;
    int all, own;
    time_t oldest_s;
    char oldest[NAME_MAX + 1];
} folder_count;

/* Calls `visit` for every object of a kind; counts them if `count` is not NULL. */
static void walk_folder(const folder_place *f, const pd_srv_place_rule *rule, folder_count *count,
                        pd_srv_place_visit *visit, void *arg)
{
    char path[PATH_BYTES];

    snprintf(path, sizeof path, "%s/%s", f->path, rule->kind);
    DIR *folder = opendir(path);
    for (const struct dirent *entry = folder ? readdir(folder) : NULL; entry; entry = readdir(folder)) {
        pd_srv_place_head head;
        size_t size;
        struct stat info;
        if (*entry->d_name == '.') continue;
        object_path(path, f, rule->kind, entry->d_name);
        const int fd = open_object(&head, &size, path, O_RDONLY);
        if (fd < 0) continue;
        const bool is_known = !fstat(fd, &info);
        close(fd);

        /* Remove an object whose time is over. */
        if (is_known && rule->keep_s > 0 && difftime(time(NULL), info.st_mtime) > rule->keep_s) {
            unlink(path);
            continue;
        }

        if (count) {
            if (!count->all || info.st_mtime < count->oldest_s) {
                count->oldest_s = info.st_mtime;
                snprintf(count->oldest, sizeof count->oldest, "%s", entry->d_name);
            }

            count->all++;
            count->own += head.owner == count->owner;
        }

        if (visit) visit(arg, entry->d_name, &head);
    }

    if (folder) closedir(folder);
}

/* Checks the limits of a kind for a new object, and removes the object
 * that was not used for longest if that makes room. */
static pd_status folder_admit(const folder_place *f, const pd_srv_place_rule *rule, uint64_t owner,
                              pd_error *err)
{
    folder_count count = {.owner = owner};
    char path[PATH_BYTES];

    walk_folder(f, rule, &count, NULL, NULL);
    if (count.own >= rule->limits.owner_most)
        return pd_fail(err, PD_ERR_LIMIT, "",
                       "%d %s of this client are stored; at most %d allowed for each "
                       "client (%s)",
                       count.own, rule->kind, rule->limits.owner_most, rule->owner_option);
    if (count.all < rule->limits.most) return PD_OK;
    if (difftime(time(NULL), count.oldest_s) * 1e6 <= (double)rule->limits.unused_us)
        return pd_fail(err, PD_ERR_LIMIT, "", "%d %s are stored; at most %d allowed (%s)", count.all,
                       rule->kind, rule->limits.most, rule->option);
    object_path(path, f, rule->kind, count.oldest);
    unlink(path);

    return PD_OK;
}

/* Writes a whole file. */
static bool write_object(int fd, const char head[HEAD_BYTES], pd_bytes record)
{
    if (write(fd, head, HEAD_BYTES) != HEAD_BYTES) return false;
    for (size_t done = 0; done < record.size;) {
        const ssize_t got = write(fd, record.data + done, record.size - done);
        if (got <= 0) return false;
        done += (size_t)got;
    }

    return !fdatasync(fd);
}

static pd_status folder_put(pd_srv_place *place, const pd_srv_place_rule *rule, const char *id,
                            const pd_srv_place_head *head, pd_bytes record, const char *expected,
                            pd_error *err)
{
    folder_place *f = (folder_place *)place;
    char path[PATH_BYTES], fresh[PATH_BYTES + 16], bytes[HEAD_BYTES];
    pd_srv_place_head old;
    size_t size;

    /* Write the new file while others may change the object. */
    object_path(path, f, rule->kind, id);
    snprintf(fresh, sizeof fresh, "%s/.new-XXXXXX", f->path);
    const int fd = mkostemp(fresh, O_CLOEXEC);
    head_write(bytes, head, record.size);
    if (fd < 0 || !write_object(fd, bytes, record)) {
        folder_fail(err, "an object cannot be written");
        if (fd >= 0) {
            close(fd);
            unlink(fresh);
        }

        return PD_ERR_IO;
    }

    close(fd);

    /* Put it into its place, if the object is still the expected one. */
    const int lock = lock_folder(f, err);
    pd_status status = lock < 0 ? PD_ERR_IO : PD_OK;
    if (status == PD_OK) {
        const int there = open_object(&old, &size, path, O_RDONLY);
        if (there >= 0) close(there);
        if (strcmp(old.revision, expected) != 0)
            status = pd_fail(err, PD_ERR_BUSY, "", "\"%.64s\" was changed meanwhile", id);
        else if (!*expected)
            status = folder_admit(f, rule, head->owner, err);
    }

    if (status == PD_OK && rename(fresh, path)) status = folder_fail(err, "an object cannot be stored");
    if (status != PD_OK) unlink(fresh);
    if (lock >= 0) close(lock);

    return status;
}

/* Opens an object whose revision must be the expected one (NULL: any), under the lock. */
static pd_status open_expected(int *fd, size_t *size, const char *path, const char *expected)
{
    pd_srv_place_head old;

    *fd = open_object(&old, size, path, O_RDWR);
    if (*fd < 0) return PD_ERR_NOT_FOUND;
    return !expected || !strcmp(old.revision, expected) ? PD_OK : PD_ERR_BUSY;
}

static pd_status folder_mark(pd_srv_place *place, const pd_srv_place_rule *rule, const char *id,
                             const pd_srv_place_head *head, const char *expected, pd_error *err)
{
    folder_place *f = (folder_place *)place;
    char path[PATH_BYTES], bytes[HEAD_BYTES];
    size_t size;
    int fd = -1;

    const int lock = lock_folder(f, err);
    if (lock < 0) return PD_ERR_IO;
    object_path(path, f, rule->kind, id);
    pd_status status = open_expected(&fd, &size, path, expected);
    if (status == PD_OK) {
        head_write(bytes, head, size);
        if (pwrite(fd, bytes, HEAD_BYTES, 0) != HEAD_BYTES)
            status = folder_fail(err, "an object cannot be changed");
    }

    if (fd >= 0) close(fd);
    close(lock);

    return status;
}

static pd_status folder_drop(pd_srv_place *place, const pd_srv_place_rule *rule, const char *id,
                             const char *expected, pd_error *err)
{
    folder_place *f = (folder_place *)place;
    char path[PATH_BYTES];
    size_t size;
    int fd = -1;

    const int lock = lock_folder(f, err);
    if (lock < 0) return PD_ERR_IO;
    object_path(path, f, rule->kind, id);
    pd_status status = open_expected(&fd, &size, path, expected);
    if (fd >= 0) close(fd);
    if (status == PD_OK && unlink(path)) status = folder_fail(err, "an object cannot be deleted");
    close(lock);

    return status;
}

static pd_status folder_list(pd_srv_place *place, const pd_srv_place_rule *rule, pd_srv_place_visit *visit,
                             void *arg, pd_error *err)
{
    (void)err;
    walk_folder((folder_place *)place, rule, NULL, visit, arg);
    return PD_OK;
}

/* Writes the path of the file of a daemon. */
static void node_path(char out[PATH_BYTES], const folder_place *f, const char *node)
{
    snprintf(out, PATH_BYTES, "%s/nodes/%s", f->path, node);
}

static pd_status folder_beat(pd_srv_place *place, pd_error *err)
{
    char path[PATH_BYTES];

    node_path(path, (folder_place *)place, ((folder_place *)place)->node);
    const int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) return folder_fail(err, "the file of this daemon cannot be written");
    futimens(fd, NULL);
    close(fd);

    return PD_OK;
}

/* Compares the time of the daemon's file with that of this daemon, which the same clock has written. */
static bool folder_is_alive(pd_srv_place *place, const char *node)
{
    const folder_place *f = (folder_place *)place;
    char path[PATH_BYTES];
    struct stat theirs, own;

    if (!*node) return false;
    node_path(path, f, node);
    if (stat(path, &theirs)) return false;
    node_path(path, f, f->node);
    if (stat(path, &own)) return true;

    return difftime(own.st_mtime, theirs.st_mtime) < PD_SRV_PLACE_LEASE_S;
}

static void folder_close(pd_srv_place *place)
{
    char path[PATH_BYTES];

    node_path(path, (folder_place *)place, ((folder_place *)place)->node);
    unlink(path);
    free(place);
}

pd_status pd_srv_place_folder_open(pd_srv_place **out, const pd_srv_place_options *options, pd_error *err)
{
    static const char *const folders[] = {"",       "/scenes", "/skeletons", "/avatars",
                                          "/clips", "/jobs",   "/results",   "/nodes"};
    char path[PATH_BYTES];
    folder_place *f = calloc(1, sizeof *f);

    *out = NULL;
    if (!f) return pd_fail(err, PD_ERR_MEMORY, "store.folder", "out of memory");
    f->base = (pd_srv_place){.find = folder_find,
                             .put = folder_put,
                             .mark = folder_mark,
                             .drop = folder_drop,
                             .list = folder_list,
                             .beat = folder_beat,
                             .is_alive = folder_is_alive,
                             .close = folder_close};
    snprintf(f->path, sizeof f->path, "%s", options->folder);
    snprintf(f->node, sizeof f->node, "%s", options->node);
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(path, sizeof path, "%s%s", f->path, folders[i]);
        if (!mkdir(path, 0700) || errno == EEXIST) continue;
        pd_fail(err, PD_ERR_IO, "store.folder", "%.200s cannot be made: %s", path, strerror(errno));
        free(f);
        return PD_ERR_IO;
    }

    /* A folder that cannot be written to ends the start, not the first upload. */
    const pd_status status = folder_beat(&f->base, err);
    if (status != PD_OK) {
        free(f);
        return status;
    }

    *out = &f->base;

    return PD_OK;
}
