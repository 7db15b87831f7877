#pragma once
#include "CoreMinimal.h"
class UWorld;
inline void DrawDebugLine(const UWorld *, const FVector &, const FVector &, const FColor &, bool = false,
                          float = -1, unsigned char = 0, float = 0)
{
}
