#pragma once
#include "CoreMinimal.h"

class USceneComponent : public UObject
{
  public:
    void SetupAttachment(USceneComponent *)
    {
    }
    void RegisterComponent()
    {
    }
    void SetVisibility(bool)
    {
    }
    void SetRelativeRotation(FRotator To)
    {
        RelativeRotation = To;
    }
    void SetWorldTransform(const FTransform &To)
    {
        World = To;
    }
    void SetUsingAbsoluteLocation(bool)
    {
    }
    void SetUsingAbsoluteRotation(bool)
    {
    }
    void SetUsingAbsoluteScale(bool)
    {
    }
    FRotator RelativeRotation;
    FTransform World;
};
