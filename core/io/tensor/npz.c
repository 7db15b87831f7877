#include "core/io/tensor/npz.h"

#include "core/base/assert.h"
#include "core/io/tensor/npy.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zip.h>

#define SMALLEST_ZIP 22   /* an end record and nothing else */
#define DEFLATE_MOST 1032 /* bytes that one deflated byte can become */

static pd_status fail_member(const pd_npz *npz, const char *member, pd_status status, const char *detail,
                             pd_error *err)
{
    char where[192];
    snprintf(where, sizeof where, "%.110s: %.70s", npz->name ? npz->name : "", member);
    return pd_fail(err, status, where, "%s", detail);
}

static pd_status open_zip(pd_npz *out, const void *bytes, size_t size, pd_error *err)
{
    zip_error_t error;

    /* libzip takes no bytes at all for an empty archive. */
    if (size < SMALLEST_ZIP)
        return pd_fail(err, PD_ERR_FORMAT, out->name, "%zu bytes, too few for a ZIP; an npz file expected",
                       size);
    zip_error_init(&error);
    zip_source_t *source = zip_source_buffer_create(bytes, size, 0, &error);
    if (source) out->zip = zip_open_from_source(source, ZIP_RDONLY, &error);
    if (source && !out->zip) zip_source_free(source);
    pd_status s = PD_OK;
    if (!out->zip)
        s = pd_fail(err, PD_ERR_FORMAT, out->name, "not a readable ZIP; an npz file expected (%s)",
                    zip_error_strerror(&error));
    zip_error_fini(&error);
    if (s) return s;

    zip_int64_t count = zip_get_num_entries(out->zip, 0);
    if (count < 0 || count > PD_NPZ_MAX_MEMBERS)
        return pd_fail(err, PD_ERR_LIMIT, out->name, "%lld members; 0 to %d allowed", (long long)count,
                       PD_NPZ_MAX_MEMBERS);

    /* Two members of one name: NumPy reads the last, others the first. */
    for (zip_int64_t i = 0; i < count; i++) {
        const char *member = zip_get_name(out->zip, (zip_uint64_t)i, ZIP_FL_ENC_RAW);
        const zip_int64_t first = member ? zip_name_locate(out->zip, member, ZIP_FL_ENC_RAW) : i;
        if (first == i || first < 0) continue; /* < 0: libzip does not find a name that is no UTF-8 */
        return pd_fail(err, PD_ERR_FORMAT, out->name, "the member \"%.60s\" is there twice; once expected",
                       member);
    }

    out->member_count = (int)count;
    out->contents = calloc((size_t)count + 1, sizeof *out->contents);
    out->taken = calloc((size_t)count + 1, sizeof *out->taken);

    return out->contents && out->taken
               ? PD_OK
               : pd_fail(err, PD_ERR_MEMORY, out->name, "out of memory for its members");
}

pd_status pd_npz_parse(pd_npz *out, const void *bytes, size_t size, const char *name, pd_error *err)
{
    memset(out, 0, sizeof *out);
    out->most_bytes = PD_NPZ_MAX_BYTES;
    out->name = strdup(name ? name : "");
    if (!out->name) return pd_fail(err, PD_ERR_MEMORY, name, "out of memory for its name");
    pd_status s = open_zip(out, bytes, size, err);
    if (s) pd_npz_deinit(out);

    return s;
}

void pd_npz_deinit(pd_npz *npz)
{
    for (int i = 0; npz->contents && i < npz->member_count; i++) free(npz->contents[i]);
    free(npz->contents);
    free(npz->taken);
    free(npz->name);
    if (npz->zip) zip_discard(npz->zip);
    memset(npz, 0, sizeof *npz);
}

const char *pd_npz_member(const pd_npz *npz, int index)
{
    const char *name = zip_get_name(npz->zip, (zip_uint64_t)index, ZIP_FL_ENC_RAW);
    return name ? name : "";
}

const char *pd_npz_member_utf8(const pd_npz *npz, int index)
{
    const char *name = zip_get_name(npz->zip, (zip_uint64_t)index, ZIP_FL_ENC_GUESS);
    return name ? name : "";
}

size_t pd_npz_member_bytes(const pd_npz *npz, int index)
{
    zip_stat_t stat;
    if (zip_stat_index(npz->zip, (zip_uint64_t)index, 0, &stat) || !(stat.valid & ZIP_STAT_SIZE)) return 0;
    return stat.size < SIZE_MAX ? (size_t)stat.size : SIZE_MAX;
}

static int find_member(const pd_npz *npz, const char *member)
{
    size_t length = strlen(member);

    for (int i = 0; i < npz->member_count; i++) {
        const char *name = pd_npz_member(npz, i);
        if (!strncmp(name, member, length) && (!name[length] || !strcmp(name + length, ".npy"))) return i;
    }

    return -1;
}

bool pd_npz_has(const pd_npz *npz, const char *member)
{
    return find_member(npz, member) >= 0;
}

void pd_npz_take(pd_npz *npz, const char *member)
{
    const int index = find_member(npz, member);
    if (index >= 0) npz->taken[index] = true;
}

void pd_npz_leave(pd_npz *npz, const char *member)
{
    const int index = find_member(npz, member);
    if (index >= 0) npz->taken[index] = false;
}

bool pd_npz_is_taken(const pd_npz *npz, int index)
{
    PD_ASSERT(index >= 0 && index < npz->member_count);
    return npz->taken[index];
}

/* Reads to the end and one byte further: only there libzip compares the CRC. */
static bool read_whole(zip_file_t *file, unsigned char *out, size_t size)
{
    unsigned char beyond;

    while (size) {
        zip_int64_t got = zip_fread(file, out, size < (1 << 30) ? size : (1 << 30));
        if (got <= 0) return false;
        out += got;
        size -= (size_t)got;
    }

    return zip_fread(file, &beyond, 1) == 0;
}

/* Unpacks a member into memory of its own. */
static pd_status unpack_npz(pd_npz *npz, int index, const zip_stat_t *stat, const char *member, pd_error *err)
{
    PD_ASSERT(index >= 0);
    char detail[160];

    /* Refuse encrypted members, and compression other than deflate. */
    const zip_uint64_t want = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD;
    if ((stat->valid & want) != want)
        return fail_member(npz, member, PD_ERR_UNSUPPORTED,
                           "the ZIP entry has no sizes; an entry with sizes expected", err);
    if (stat->valid & ZIP_STAT_ENCRYPTION_METHOD && stat->encryption_method)
        return fail_member(npz, member, PD_ERR_UNSUPPORTED,
                           "encrypted; only members without a password are read", err);
    if (stat->comp_method != ZIP_CM_STORE && stat->comp_method != ZIP_CM_DEFLATE) {
        snprintf(detail, sizeof detail, "packed by method %d; stored (0) or deflated (8) expected",
                 stat->comp_method);
        return fail_member(npz, member, PD_ERR_UNSUPPORTED, detail, err);
    }

    /* Refuse a member that would exceed the limit on memory, before it is allocated. */
    snprintf(detail, sizeof detail, "claims %llu bytes; %zu allowed in all", (unsigned long long)stat->size,
             npz->most_bytes);
    if (npz->unpacked_bytes > npz->most_bytes || stat->size > npz->most_bytes - npz->unpacked_bytes)
        return fail_member(npz, member, PD_ERR_LIMIT, detail, err);

    /* Refuse a size that deflate cannot produce from these bytes,
     * so that a small file cannot state much memory. */
    snprintf(detail, sizeof detail, "claims %llu bytes out of %llu; deflate yields %d : 1 at most",
             (unsigned long long)stat->size, (unsigned long long)stat->comp_size, DEFLATE_MOST);
    if (stat->size / DEFLATE_MOST > stat->comp_size)
        return fail_member(npz, member, PD_ERR_FORMAT, detail, err);

    /* Unpack; reading to the end checks the CRC. */
    unsigned char *out = malloc(stat->size ? stat->size : 1);
    if (!out) return fail_member(npz, member, PD_ERR_MEMORY, "out of memory to unpack it", err);
    zip_file_t *file = zip_fopen_index(npz->zip, (zip_uint64_t)index, 0);
    int good = file && read_whole(file, out, stat->size);
    if (file) zip_fclose(file);
    if (!good) {
        free(out);
        return fail_member(npz, member, PD_ERR_FORMAT,
                           "the ZIP entry does not unpack or its CRC is wrong; an undamaged file expected",
                           err);
    }

    npz->contents[index] = out;
    npz->unpacked_bytes += stat->size;

    return PD_OK;
}

/* Unpacks a member once; later views refer to the same memory. `member` names it in errors. */
static pd_status bytes_at(pd_bytes *out, pd_npz *npz, int index, const char *member, pd_error *err)
{
    zip_stat_t stat;

    *out = (pd_bytes){0};
    if (zip_stat_index(npz->zip, (zip_uint64_t)index, 0, &stat))
        return fail_member(npz, member, PD_ERR_FORMAT,
                           "the ZIP entry cannot be read; an undamaged file expected", err);
    pd_status s = npz->contents[index] ? PD_OK : unpack_npz(npz, index, &stat, member, err);
    if (!s) *out = (pd_bytes){npz->contents[index], stat.size};

    return s;
}

pd_status pd_npz_bytes_at(pd_bytes *out, pd_npz *npz, int index, pd_error *err)
{
    PD_ASSERT(index >= 0 && index < npz->member_count);
    return bytes_at(out, npz, index, pd_npz_member(npz, index), err);
}

pd_status pd_npz_bytes(pd_bytes *out, pd_npz *npz, const char *member, pd_error *err)
{
    const int index = find_member(npz, member);

    *out = (pd_bytes){0};
    if (index < 0) return fail_member(npz, member, PD_ERR_NOT_FOUND, "no such member", err);
    return bytes_at(out, npz, index, member, err);
}

pd_status pd_npz_read(pd_array *out, pd_npz *npz, const char *member, pd_error *err)
{
    char name[192];
    pd_bytes bytes;

    memset(out, 0, sizeof *out);
    pd_status s = pd_npz_bytes(&bytes, npz, member, err);
    if (s) return s;
    snprintf(name, sizeof name, "%.110s: %.70s", npz->name, member);

    return pd_npy_parse(out, bytes.data, bytes.size, name, err);
}
