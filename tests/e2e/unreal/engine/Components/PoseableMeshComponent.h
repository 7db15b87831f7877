#pragma once
#include "Components/SceneComponent.h"
#include "Engine/SkeletalMesh.h"

enum class EVisibilityBasedAnimTickOption : unsigned char {
    AlwaysTickPoseAndRefreshBones,
    AlwaysTickPose,
    OnlyTickMontagesWhenNotRendered,
    OnlyTickPoseWhenRendered
};
class USkinnedMeshComponent : public USceneComponent
{
  public:
    EVisibilityBasedAnimTickOption VisibilityBasedAnimTickOption =
        EVisibilityBasedAnimTickOption::AlwaysTickPose;
    int32 GetBoneIndex(FName Name) const
    {
        for (int32 i = 0; Asset && i < Asset->BoneNames.Num(); i++)
            if (Asset->BoneNames[i] == Name) return i;
        return INDEX_NONE;
    }
    void SetLeaderPoseComponent(USkinnedMeshComponent *To)
    {
        Leader = To;
    }
    USkeletalMesh *Asset = nullptr;
    USkinnedMeshComponent *Leader = nullptr;
};
class UPoseableMeshComponent : public USkinnedMeshComponent
{
  public:
    TArray<FTransform> BoneSpaceTransforms;
    void SetSkinnedAssetAndUpdate(USkeletalMesh *Mesh)
    {
        Asset = Mesh;
        BoneSpaceTransforms.SetNum(Mesh->BoneNames.Num());
    }
    void MarkRefreshTransformDirty()
    {
        Refreshes++;
    }
    int32 Refreshes = 0;
};
