#pragma once
#include "GameFramework/Actor.h"

class UWorld
{
  public:
    template <typename T> T *SpawnActor(AActor *, const FVector &At, const FRotator &To)
    {
        T *Made = new T();
        Made->SetActorLocationAndRotation(At, To);
        return Made;
    }
};
