#pragma once
// clang-format off
/* A character of a posed daemon as an actor of Unreal 5: it draws its bones as lines, and hands each bone's place and turn (centimetres, in the
 * actor's space) to whoever wants them. Written after the engine's documentation; it has not been run in the engine.
 *
 * In the module's Build.cs: PublicDependencyModuleNames.AddRange(new[] { "Core", "CoreUObject", "Engine", "WebSockets" });
 * Posed.h, Posed.cpp and these two files into the module's folder, PosedActor into a level, play. */
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

    UPROPERTY(EditAnywhere, Category = "posed")
    FString Url = TEXT("ws://127.0.0.1:8080/v1/stream");

    /* x right, y ahead, as somebody sees it who looks along CameraYaw (degrees of an FRotator) */
    UFUNCTION(BlueprintCallable, Category = "posed")
    void Stick(FVector2D To, float CameraYaw, bool bJump);

    /* Bone's name -> transform in the actor's space, of this picture; a UPoseableMeshComponent takes them with
     * SetBoneTransformByName(Name, Transform, EBoneSpaces::ComponentSpace) when its bones rest unturned. */
    TMap<FName, FTransform> Bones;

    virtual void BeginPlay() override;
    virtual void Tick(float Seconds) override;
    virtual void EndPlay(const EEndPlayReason::Type Reason) override;

private:
    void Connect();
    void Pose(const posed::Character &Who);
    posed::Session Session;
    posed::Figure *Figure = nullptr;
    TSharedPtr<IWebSocket> Socket;
    std::string Part; /* of a binary message that came in pieces */
};
