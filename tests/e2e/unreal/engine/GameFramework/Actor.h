#pragma once
#include "Components/SceneComponent.h"

namespace EEndPlayReason { enum Type { Destroyed, LevelTransition, EndPlayInEditor, RemovedFromWorld, Quit }; }
struct FTickFunction { bool bCanEverTick = false; };
class UWorld;
class AActor : public UObject
{
  public:
    FTickFunction PrimaryActorTick;
    virtual void BeginPlay() {}
    virtual void Tick(float) {}
    virtual void EndPlay(const EEndPlayReason::Type) {}
    bool Destroy();
    UWorld *GetWorld() const;
    FVector GetActorLocation() const { return Place; }
    FRotator GetActorRotation() const { return Turned; }
    const FTransform &ActorToWorld() const { return Whole; }
    bool SetActorLocationAndRotation(FVector At, FRotator To)
    {
        Place = At;
        Turned = To;
        return true;
    }
    bool SetRootComponent(USceneComponent *) { return true; }
    template <typename T> T *CreateDefaultSubobject(const TCHAR *) { return new T(); }

    FVector Place;
    FRotator Turned;
    FTransform Whole;
    bool bIsEnded = false;
    /* What UnrealHeaderTool gives classes. */
    static AActor *StaticClass() { return nullptr; }
    typedef AActor Super;
};
