#pragma once
#include "Components/SceneComponent.h"

namespace EEndPlayReason
{
enum Type { Destroyed, LevelTransition, EndPlayInEditor, RemovedFromWorld, Quit };
}
struct FTickFunction {
    bool bCanEverTick = false;
};
class UWorld;
class AActor : public UObject
{
  public:
    FTickFunction PrimaryActorTick;
    virtual void BeginPlay()
    {
    }
    virtual void Tick(float)
    {
    }
    virtual void EndPlay(const EEndPlayReason::Type)
    {
    }
    bool Destroy();
    UWorld *GetWorld() const;
    FVector GetActorLocation() const
    {
        return EnginePlace;
    }
    FRotator GetActorRotation() const
    {
        return EngineTurn;
    }
    const FTransform &ActorToWorld() const
    {
        return EngineWhole;
    }
    bool SetActorLocationAndRotation(FVector At, FRotator To)
    {
        EnginePlace = At;
        EngineTurn = To;
        return true;
    }
    bool SetRootComponent(USceneComponent *)
    {
        return true;
    }
    template <typename T> T *CreateDefaultSubobject(const TCHAR *)
    {
        return new T();
    }

    /* Members of the engine's class. The engine's builds refuse a variable that hides one. */
    AActor *Owner = nullptr, *Instigator = nullptr;
    TArray<FName> Tags, Layers;
    TArray<AActor *> Children;
    USceneComponent *RootComponent = nullptr, *InputComponent = nullptr;
    int32 InputPriority = 0;

    FVector EnginePlace;
    FRotator EngineTurn;
    FTransform EngineWhole;
    bool bIsEnded = false;
    /* What UnrealHeaderTool gives classes. */
    static AActor *StaticClass()
    {
        return nullptr;
    }
    typedef AActor Super;
};
