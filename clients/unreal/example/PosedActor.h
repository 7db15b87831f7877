#pragma once
// clang-format off
/* PosedActor: an actor for Unreal 5 that shows one character of a posed daemon. It moves with the character, draws the character's bones as lines, and
 * provides the transform of each bone. It was written from the engine's documentation and has not been compiled or run in the engine.
 *
 * To use it, copy Posed.h, Posed.cpp, PosedActor.h and PosedActor.cpp into the folder of your module, put a PosedActor into a level and play.
 * The module's Build.cs needs: PublicDependencyModuleNames.AddRange(new[] { "Core", "CoreUObject", "Engine", "WebSockets" }); */
#include "CoreMinimal.h"
#include "GameFramework/Actor.h"
#include "IWebSocket.h"
#include "Posed.h"
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
    /* Opens a new WebSocket for the session. */
    void Connect();
    /* Moves the actor, updates Bones and draws the bones. */
    void Pose(const posed::Character &Who);
    posed::Session Session;
    posed::Figure *Figure = nullptr;
    TSharedPtr<IWebSocket> Socket;
    std::string Part; /* received parts of a binary message that is not complete yet */
};
