#include "core/base/file.h"

#include "core/base/machine/pages.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Fails with the text of errno. */
static pd_status fail_system(pd_error *err, const char *path, const char *what)
{
    char text[128] = "";
    int number = errno;
    pd_status status = number == ENOENT || number == ENOTDIR ? PD_ERR_NOT_FOUND : PD_ERR_IO;
    return pd_fail(err, status, path, "%s: %s", what, strerror_r(number, text, sizeof text));
}

/* Reads exactly `size` bytes; false at an error or an early end. */
static bool read_all_file(int fd, unsigned char *bytes, size_t size)
{
    while (size) {
        ssize_t done = read(fd, bytes, size);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        bytes += done;
        size -= (size_t)done;
    }

    return true;
}

/* Reads a copy of the file instead of mapping it: a daemon that reloads a model must survive the file being
 * truncated meanwhile. */
static pd_status read_open(pd_bytes *out, size_t *whole, int fd, const char *path, size_t most, pd_error *err)
{
    struct stat info;

    if (fstat(fd, &info)) return fail_system(err, path, "cannot be read");
    if (!S_ISREG(info.st_mode)) return pd_fail(err, PD_ERR_IO, path, "not a regular file");
    *whole = (size_t)info.st_size;
    const size_t size = *whole < most ? *whole : most;
    if (!size) return PD_OK;

    /* Anonymous memory, filled before it is used. */
    void *data = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (data == MAP_FAILED) return fail_system(err, path, "out of memory");
    pd_pages_fetch(data, size);
    *out = (pd_bytes){data, size};
    if (read_all_file(fd, data, out->size)) return PD_OK;

    pd_file_unmap(out);
    return pd_fail(err, PD_ERR_IO, path, "could not be read whole; it had %lld bytes",
                   (long long)info.st_size);
}

pd_status pd_file_map(pd_bytes *out, const char *path, pd_error *err)
{
    size_t whole;
    return pd_file_map_head(out, &whole, path, SIZE_MAX, err);
}

pd_status pd_file_map_head(pd_bytes *out, size_t *whole, const char *path, size_t size, pd_error *err)
{
    *whole = 0;
    *out = (pd_bytes){(const unsigned char *)"", 0};
    /* Non-blocking, so that opening a FIFO by mistake does not hang. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return fail_system(err, path, "cannot be opened");
    pd_status status = read_open(out, whole, fd, path, size, err);
    close(fd);

    return status;
}

pd_status pd_file_share(pd_bytes *out, const char *path, pd_error *err)
{
    struct stat info;
    pd_status status = PD_OK;

    *out = (pd_bytes){(const unsigned char *)"", 0};
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return fail_system(err, path, "cannot be opened");
    if (fstat(fd, &info)) {
        status = fail_system(err, path, "cannot be read");
    } else if (!S_ISREG(info.st_mode)) {
        status = pd_fail(err, PD_ERR_IO, path, "not a regular file");
    } else if (info.st_size) {
        void *data = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_SHARED, fd, 0);
        if (data == MAP_FAILED)
            status = fail_system(err, path, "cannot be mapped");
        else
            *out = (pd_bytes){data, (size_t)info.st_size};
    }

    close(fd);

    return status;
}

void pd_file_unmap(pd_bytes *file)
{
    if (file->size) munmap((void *)(uintptr_t)file->data, file->size);
    *file = (pd_bytes){NULL, 0};
}

/* Writes all bytes; false at an error. */
static bool write_all(int fd, const unsigned char *bytes, size_t size)
{
    while (size) {
        ssize_t done = write(fd, bytes, size);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        bytes += done;
        size -= (size_t)done;
    }

    return true;
}

/* Syncs the folder of a file, because a rename is durable only then. Some filesystems refuse that, and the
 * rename is then not durable. */
static void sync_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;

    if (fd >= 0) {
        fsync(fd);
        close(fd);
    }

    free(folder);
}

/* Locks fd and says whether this process may write it. Not if another process has it locked, if it is nothing
 * that a killed writer can have left (a link, another user's file), or if it no longer has this name, because
 * its writer has just renamed it. On filesystems without locks only a file that was just created is taken;
 * what killed writers left stays. */
static bool take_file(int fd, const char *beside, bool created)
{
    struct stat own, named;
    if (flock(fd, LOCK_EX | LOCK_NB)) return created && errno != EWOULDBLOCK;
    return !fstat(fd, &own) && !lstat(beside, &named) && own.st_ino == named.st_ino &&
           own.st_dev == named.st_dev && own.st_uid == geteuid() && own.st_nlink == 1 &&
           S_ISREG(own.st_mode) && !ftruncate(fd, 0);
}

/* Creates the temporary file in the same folder, so that the rename stays on one filesystem. The names are
 * always the same, so that the next writer reuses what a killed one left and such files do not pile up. */
static int create_beside(char *beside, size_t beside_bytes, const char *path)
{
    for (int i = 0; i < 100; i++) {
        snprintf(beside, beside_bytes, "%s.%d.tmp", path, i);
        int fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        const bool created = fd >= 0;
        if (!created && errno != EEXIST) return -1;
        if (!created) fd = open(beside, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (fd >= 0 && take_file(fd, beside, created)) return fd;
        if (fd >= 0) close(fd);
    }

    errno = EEXIST;

    return -1;
}

pd_status pd_file_write(const char *path, const void *bytes, size_t size, pd_error *err)
{
    size_t beside_bytes = strlen(path) + 48;
    struct stat there;

    /* A rename would replace a device such as /dev/null by a file. */
    if (!stat(path, &there) && !S_ISREG(there.st_mode))
        return pd_fail(err, PD_ERR_IO, path, "exists and is not a regular file, so it is not replaced");

    char *beside = malloc(beside_bytes);
    if (!beside) return pd_fail(err, PD_ERR_MEMORY, path, "out of memory");

    /* Keep the file open, and so locked, until it has its name. */
    pd_status status = PD_OK;
    int fd = create_beside(beside, beside_bytes, path);
    if (fd < 0) {
        status = fail_system(err, path, "cannot be created");
    } else if (write_all(fd, bytes, size) && !fsync(fd) && !rename(beside, path)) {
        close(fd);
        sync_folder(path);
    } else {
        status = fail_system(err, path, "cannot be written");
        unlink(beside);
        close(fd);
    }

    free(beside);

    return status;
}

bool pd_file_beside_program(char *out, size_t size, const char *place)
{
    char program[PATH_MAX];

    *out = 0;
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0) return false;
    program[length] = 0;
    *strrchr(program, '/') = 0;
    const int written = snprintf(out, size, "%s/%s", program, place);
    if (written >= 0 && (size_t)written < size) return true;
    *out = 0;

    return false;
}

pd_bytes pd_text_unmarked(pd_bytes text)
{
    if (text.size < 3 || memcmp(text.data, "\xEF\xBB\xBF", 3)) return text;
    return (pd_bytes){text.data + 3, text.size - 3};
}
