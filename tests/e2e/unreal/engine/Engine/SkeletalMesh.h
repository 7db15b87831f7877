#pragma once
#include "CoreMinimal.h"

class USkeletalMesh : public UObject
{
  public:
    TArray<FName> BoneNames;
};
