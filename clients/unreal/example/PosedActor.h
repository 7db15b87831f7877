#pragma once
// clang-format off
/* PosedActor: an actor for Unreal 5 that shows one character of a posed daemon by a connection of its own. For many characters on one connection use PosedStage.
 * It moves with the character, draws the character's bones as lines, and
 * provides the transform of each bone. It was written from the engine's documentation, is compiled against stand-ins of the
 * headers of UE 5.3 to 5.6, and has not been run in the engine.
 *
 * To use it, copy the files of this folder, Posed.h and Posed.cpp into the folder of your module, and posed.c and posed.h of clients/c into a folder c beside it.
 * Put a PosedActor into a level and play.
 * The module's Build.cs needs: PublicDependencyModuleNames.AddRange(new[] { "Core", "CoreUObject", "Engine", "WebSockets" }); */
#include "CoreMinimal.h"
#include "GameFramework/Actor.h"
#include "PosedLine.h"
#include "PosedActor.generated.h"

UCLASS()
class APosedActor : public AActor
{
    GENERATED_BODY()

public:
    APosedActor();

    /* Address of the daemon's stream. */
    UPROPERTY(EditAnywhere, Category = "posed")
    FString Url = TEXT("ws://127.0.0.1:8080/v1/stream");

    /* API key. Empty: none, which is right for a daemon without keys. */
    UPROPERTY(EditAnywhere, Category = "posed")
    FString Key;

    /* Sets the character's input. To: deflection of the stick, X right and Y ahead, -1 to 1, relative to the view of the camera. CameraYaw: Yaw of the
     * camera's FRotator, degrees. bJump: each change from false to true makes the character jump once. */
    UFUNCTION(BlueprintCallable, Category = "posed")
    void Stick(FVector2D To, float CameraYaw, bool bJump);

    /* Transform of each bone in the actor's space, centimetres, by the bone's name. Tick updates it in every rendered frame. For a UPoseableMeshComponent whose
     * bones have identity rotations at rest: SetBoneTransformByName(Name, Transform, EBoneSpaces::ComponentSpace). */
    TMap<FName, FTransform> Bones;

    virtual void BeginPlay() override;
    virtual void Tick(float Seconds) override;
    virtual void EndPlay(const EEndPlayReason::Type Reason) override;

private:
    /* Moves the actor, updates Bones and draws the bones. */
    void Pose(const posed::Character &Who);
    FPosedLine Line;
    posed::Figure *Figure = nullptr;
};
