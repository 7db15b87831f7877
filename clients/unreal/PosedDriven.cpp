#include "PosedDriven.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace posed
{
namespace
{

std::vector<std::string> TextsOf(const Value &list)
{
    std::vector<std::string> out;
    for (const Value &one : list.list) out.push_back(one.text);
    return out;
}

std::vector<double> NumbersOf(const Value &list)
{
    std::vector<double> out;
    for (const Value &one : list.list) out.push_back(one.number);
    return out;
}

std::vector<std::vector<double>> RowsOf(const Value &list)
{
    std::vector<std::vector<double>> out;
    for (const Value &one : list.list) out.push_back(NumbersOf(one));
    return out;
}

/* Writes the nine entries of a rotation matrix, row by row. */
void Entries(double out[9], const Quat &q)
{
    const double x = q.x, y = q.y, z = q.z, w = q.w;
    const double matrix[9] = {
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z),     2 * (x * z + w * y),
        2 * (x * y + w * z),     1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y),     2 * (y * z + w * x),     1 - 2 * (x * x + y * y),
    };
    std::copy(matrix, matrix + 9, out);
}

} // namespace

bool Driven::Read(const void *glb, size_t size)
{
    const size_t header_bytes = 20;
    const char *bytes = (const char *)glb;
    uint32_t length;
    if (size < header_bytes || std::memcmp(bytes, "glTF", 4) != 0) return false;
    std::memcpy(&length, bytes + 12, 4);
    if (length > size - header_bytes) return false;

    Value file;
    if (!Value::Read(&file, std::string(bytes + header_bytes, length))) return false;
    for (const Value &mesh : file["meshes"].list) {
        const Value &extras = mesh["extras"];
        if (extras["correctives"].type != Value::kObject && extras["sculpts"].type != Value::kObject) continue;
        Take(extras);
        return true;
    }
    return false;
}

void Driven::Take(const Value &extras)
{
    const Value &correctives = extras["correctives"];
    const Value &sculpts = extras["sculpts"];
    const std::vector<std::string> targets = TextsOf(extras["targetNames"]);
    const auto name = [&](double index) {
        names.push_back(index >= 0 && index < (double)targets.size() ? targets[(size_t)index] : "");
    };
    *this = Driven();
    joints_ = TextsOf(correctives["joints"]);
    map_ = RowsOf(correctives["map"]);
    rest_ = RowsOf(correctives["rest"]);
    for (size_t i = 0; i < map_.size(); i++) name(correctives["first_target"].number + (double)i);

    for (const Value &told : sculpts["groups"].list) {
        Group group;
        group.joints = TextsOf(told["joints"]);
        group.map = RowsOf(told["map"]);
        group.width = told["width"].number;
        group.first = map_.size() + (size_t)std::max(0.0, told["first"].number);
        for (const Value &pose : told["poses"].list) {
            group.poses.emplace_back();
            for (const auto &q : RowsOf(pose))
                group.poses.back().push_back(q.size() == 4 ? Quat{(float)q[0], (float)q[1], (float)q[2], (float)q[3]}
                                                           : Quat{0, 0, 0, 1});
        }
        groups_.push_back(group);
    }
    for (int i = 0; i < (int)sculpts["count"].number; i++) name(sculpts["first_target"].number + i);
    weights.assign(names.size(), 0);
}

void Driven::Update(const RotationOf &rotation_of)
{
    /* The entries of R - I, or of R minus the rotation at rest, of each joint. */
    std::vector<double> entries(9 * joints_.size());
    for (size_t j = 0; j < joints_.size(); j++) {
        Entries(&entries[9 * j], rotation_of(joints_[j]));
        for (size_t e = 0; e < 9; e++)
            entries[9 * j + e] -= j < rest_.size() && rest_[j].size() == 9 ? rest_[j][e] : e % 4 == 0 ? 1 : 0;
    }

    for (size_t i = 0; i < map_.size(); i++) {
        double sum = 0;
        for (size_t e = 0; e < std::min(entries.size(), map_[i].size()); e++) sum += map_[i][e] * entries[e];
        weights[i] = (float)sum;
    }
    for (const Group &group : groups_) UpdateGroup(group, rotation_of);
}

void Driven::UpdateGroup(const Group &group, const RotationOf &rotation_of)
{
    std::vector<double> near;
    for (const std::vector<Quat> &pose : group.poses) {
        double square = 0;
        for (size_t j = 0; j < std::min(group.joints.size(), pose.size()); j++) {
            const double dot = Dot(rotation_of(group.joints[j]), pose[j]);
            square += 4 * std::max(0.0, 1 - dot * dot);
        }
        near.push_back(std::exp(-square / (2 * group.width * group.width)));
    }
    for (size_t e = 0; e < group.map.size() && group.first + e < weights.size(); e++) {
        double sum = 0;
        for (size_t f = 0; f < std::min(near.size(), group.map[e].size()); f++) sum += group.map[e][f] * near[f];
        weights[group.first + e] = (float)sum;
    }
}

} // namespace posed
