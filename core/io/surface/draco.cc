#include "core/io/surface/draco.h"

#include <draco/compression/mesh/mesh_edgebreaker_decoder.h>
#include <draco/compression/mesh/mesh_sequential_decoder.h>
#include <draco/core/varint_decoding.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <new>

namespace {

constexpr uint16_t kVersion = DRACO_BITSTREAM_VERSION(2, 2); // the one that KHR_draco_mesh_compression allows
constexpr int kMostAttributes = 64, kMostComponents = 16; // glTF's widest type is MAT4
// Bytes that the library takes, read off its tables (corners, opposite corners, vertices, faces, symbols of the traversal): for a face,
// for a face of each set of seams, for a number of an attribute beside its value (portable copy, corrections), for a point of an attribute.
constexpr uint64_t kFaceBytes = 96, kSeamBytes = 40, kNumberBytes = 8, kPointBytes = 16;

struct Limits {
    pd_io_draco_counts most;
    char *why;
};

bool refuse(const Limits &limits, const char *what, uint64_t value, uint64_t most)
{
    std::snprintf(limits.why, PD_IO_DRACO_WHY_BYTES, "%llu %s; at most %llu allowed",
                  static_cast<unsigned long long>(value), what, static_cast<unsigned long long>(most));
    return false;
}

bool check_counts(const Limits &limits, uint64_t points, uint64_t faces, uint64_t seams)
{
    const uint64_t bytes = faces * (kFaceBytes + seams * kSeamBytes);
    if (faces > limits.most.faces) return refuse(limits, "triangles announced", faces, limits.most.faces);
    if (points > limits.most.points) return refuse(limits, "vertices announced", points, limits.most.points);
    return bytes <= PD_IO_DRACO_MEMORY || refuse(limits, "bytes of triangles", bytes, PD_IO_DRACO_MEMORY);
}

// Attributes have been announced, their values not been read.
bool check_attributes(const Limits &limits, const draco::PointCloud &cloud)
{
    uint64_t bytes = 0;
    if (cloud.num_points() > limits.most.points)
        return refuse(limits, "vertices", cloud.num_points(), limits.most.points);
    if (cloud.num_attributes() > kMostAttributes)
        return refuse(limits, "attributes", static_cast<uint64_t>(cloud.num_attributes()), kMostAttributes);
    for (int i = 0; i < cloud.num_attributes(); i++) {
        const draco::PointAttribute *a = cloud.attribute(i);
        const uint64_t width = static_cast<uint64_t>(a->num_components()),
                       each = static_cast<uint64_t>(draco::DataTypeLength(a->data_type())) + kNumberBytes;
        if (width < 1 || width > kMostComponents) return refuse(limits, "components", width, kMostComponents);
        bytes += cloud.num_points() * (width * each + kPointBytes);
    }
    return bytes <= PD_IO_DRACO_MEMORY || refuse(limits, "bytes of attributes", bytes, PD_IO_DRACO_MEMORY);
}

// Version 1.5.5 of the library does not look: triangles of a sequential stream may have any corners.
bool check_faces(const draco::Mesh &mesh)
{
    for (draco::FaceIndex f(0); f < mesh.num_faces(); ++f)
        for (int c = 0; c < 3; c++)
            if (mesh.face(f)[c].value() >= mesh.num_points()) return false;
    return true;
}

class Sequential : public draco::MeshSequentialDecoder {
public:
    explicit Sequential(const Limits &limits) : limits_(limits) {}

protected:
    bool DecodeConnectivity() override
    {
        draco::DecoderBuffer ahead = *buffer();
        uint32_t faces, points;
        if (!draco::DecodeVarint(&faces, &ahead) || !draco::DecodeVarint(&points, &ahead)) return false;
        return check_counts(limits_, points, faces, 0) && MeshSequentialDecoder::DecodeConnectivity() &&
               check_faces(*mesh());
    }
    bool DecodeAllAttributes() override
    {
        return check_attributes(limits_, *point_cloud()) && MeshSequentialDecoder::DecodeAllAttributes();
    }

private:
    const Limits limits_;
};

class Edgebreaker : public draco::MeshEdgebreakerDecoder {
public:
    explicit Edgebreaker(const Limits &limits) : limits_(limits) {}

protected:
    bool DecodeConnectivity() override
    {
        draco::DecoderBuffer ahead = *buffer();
        uint32_t vertices, faces, symbols, splits;
        uint8_t seams;
        if (!draco::DecodeVarint(&vertices, &ahead) || !draco::DecodeVarint(&faces, &ahead) ||
            !ahead.Decode(&seams) || !draco::DecodeVarint(&symbols, &ahead) ||
            !draco::DecodeVarint(&splits, &ahead))
            return false;
        if (seams > kMostAttributes) return refuse(limits_, "attributes", seams, kMostAttributes);
        // Every vertex has a corner, and every split is one of the symbols, of which a face has at most one.
        const uint64_t all = static_cast<uint64_t>(vertices) + splits;
        if (vertices > 3ull * faces || symbols > faces || splits > symbols) return false;
        return check_counts(limits_, 0, faces, seams) && all <= 4ull * limits_.most.faces &&
               MeshEdgebreakerDecoder::DecodeConnectivity();
    }
    bool DecodeAllAttributes() override
    {
        return check_faces(*mesh()) && check_attributes(limits_, *point_cloud()) && MeshEdgebreakerDecoder::DecodeAllAttributes();
    }

private:
    const Limits limits_;
};

template <typename T>
bool write_values(void *out, const draco::Mesh &mesh, const draco::PointAttribute &a)
{
    const int8_t width = static_cast<int8_t>(a.num_components());
    T *to = static_cast<T *>(out);
    for (draco::PointIndex p(0); p < mesh.num_points(); ++p, to += width) {
        const draco::AttributeValueIndex value = a.mapped_index(p);
        if (value.value() >= a.size() || !a.ConvertValue<T>(value, width, to)) return false;
    }
    return true;
}

} // namespace

struct pd_io_draco_mesh {
    draco::Mesh mesh;
};

pd_io_draco_mesh *pd_io_draco_open(pd_bytes stream, pd_io_draco_counts most, char why[PD_IO_DRACO_WHY_BYTES])
try {
    draco::DecoderBuffer buffer, ahead;
    draco::DracoHeader header;
    const Limits limits = {most, why};

    buffer.Init(reinterpret_cast<const char *>(stream.data), stream.size);
    ahead = buffer;
    why[0] = 0;
    if (!draco::PointCloudDecoder::DecodeHeader(&ahead, &header).ok()) {
        std::snprintf(why, PD_IO_DRACO_WHY_BYTES, "no Draco: its bytes begin with \"DRACO\"");
        return nullptr;
    }
    if (DRACO_BITSTREAM_VERSION(header.version_major, header.version_minor) != kVersion ||
        header.encoder_type != draco::TRIANGULAR_MESH) {
        std::snprintf(why, PD_IO_DRACO_WHY_BYTES, "a %s of Draco's bitstream %u.%u; a mesh of 2.2 expected",
                      header.encoder_type == draco::TRIANGULAR_MESH ? "mesh" : "point cloud",
                      header.version_major, header.version_minor);
        return nullptr;
    }

    std::unique_ptr<pd_io_draco_mesh> out(new pd_io_draco_mesh);
    std::unique_ptr<draco::MeshDecoder> decoder;
    if (header.encoder_method == draco::MESH_SEQUENTIAL_ENCODING)
        decoder.reset(new Sequential(limits));
    else if (header.encoder_method == draco::MESH_EDGEBREAKER_ENCODING)
        decoder.reset(new Edgebreaker(limits));
    if (!decoder) {
        std::snprintf(why, PD_IO_DRACO_WHY_BYTES, "encoded by Draco's method %u; 0 and 1 are read",
                      header.encoder_method);
        return nullptr;
    }

    const draco::DecoderOptions options;
    if (decoder->Decode(options, &buffer, &out->mesh).ok() && check_faces(out->mesh)) return out.release();
    if (!why[0]) std::snprintf(why, PD_IO_DRACO_WHY_BYTES, "its Draco stream is damaged");
    return nullptr;
} catch (const std::bad_alloc &) {
    std::snprintf(why, PD_IO_DRACO_WHY_BYTES, "out of memory");
    return nullptr;
} catch (...) {
    std::snprintf(why, PD_IO_DRACO_WHY_BYTES, "its Draco stream is damaged");
    return nullptr;
}

void pd_io_draco_close(pd_io_draco_mesh *mesh)
{
    delete mesh;
}

pd_io_draco_counts pd_io_draco_counts_of(const pd_io_draco_mesh *mesh)
{
    return {mesh->mesh.num_points(), mesh->mesh.num_faces()};
}

void pd_io_draco_faces(uint32_t *out, const pd_io_draco_mesh *mesh)
{
    for (draco::FaceIndex f(0); f < mesh->mesh.num_faces(); ++f)
        for (int c = 0; c < 3; c++) *out++ = mesh->mesh.face(f)[c].value();
}

int pd_io_draco_width(const pd_io_draco_mesh *mesh, uint32_t id)
{
    const draco::PointAttribute *a = mesh->mesh.GetAttributeByUniqueId(id);
    return a ? a->num_components() : 0;
}

bool pd_io_draco_values(void *out, const pd_io_draco_mesh *mesh, uint32_t id, int component)
{
    const draco::PointAttribute *a = mesh->mesh.GetAttributeByUniqueId(id);
    if (!a) return false;
    switch (component) {
    case 5120: return write_values<int8_t>(out, mesh->mesh, *a);
    case 5121: return write_values<uint8_t>(out, mesh->mesh, *a);
    case 5122: return write_values<int16_t>(out, mesh->mesh, *a);
    case 5123: return write_values<uint16_t>(out, mesh->mesh, *a);
    case 5125: return write_values<uint32_t>(out, mesh->mesh, *a);
    case 5126: return write_values<float>(out, mesh->mesh, *a);
    default: return false;
    }
}
