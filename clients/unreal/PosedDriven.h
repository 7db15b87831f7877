#ifndef POSED_DRIVEN_H
#define POSED_DRIVEN_H
/* PosedDriven: weights of the morph targets of a body that follow its pose: pose correctives and sculpts, as the extras of a
 * GLB of posed describe them (docs/reference/formats-mesh.md of posed). Importers leave these extras out, so they are read from
 * the file's bytes. It does not use the engine. */
#include "Posed.h"

namespace posed
{

class Driven
{
  public:
    /* Returns the local rotation of a joint in posed's axes, by its name; the identity if there is no such joint. */
    typedef std::function<Quat(const std::string &joint)> RotationOf;

    /* Names of the morph targets, and their weights, which Update sets. */
    std::vector<std::string> names;
    std::vector<float> weights;

    /* Reads the first mesh with such morph targets of a GLB. Returns false if the bytes are no GLB or no mesh has them. */
    bool Read(const void *glb, size_t size);
    /* Computes weights. */
    void Update(const RotationOf &rotation_of);

  private:
    typedef std::vector<std::vector<double>> Rows;
    /* Sculpts that depend on the same joints, by radial basis functions of the distance to each of the poses. first: index of
     * the first of them in weights. */
    struct Group {
        std::vector<std::string> joints;
        std::vector<std::vector<Quat>> poses;
        Rows map;
        double width = 1;
        size_t first = 0;
    };
    void Take(const Value &extras);
    void UpdateGroup(const Group &group, const RotationOf &rotation_of);

    /* Joints of the correctives, nine entries of their rotations at rest (empty: the identity), and a row for each corrective. */
    std::vector<std::string> joints_;
    Rows rest_, map_;
    std::vector<Group> groups_;
};

} // namespace posed
#endif
