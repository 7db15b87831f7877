#pragma once
#include "Components/PoseableMeshComponent.h"

class USkeletalMeshComponent : public USkinnedMeshComponent
{
  public:
    void SetSkeletalMeshAsset(USkeletalMesh *Mesh)
    {
        Asset = Mesh;
    }
    void SetMorphTarget(FName Name, float Value, bool bRemoveZeroWeight = true)
    {
        (void)bRemoveZeroWeight;
        Morphs[Name] = Value;
    }
    std::map<FName, float> Morphs;
};
