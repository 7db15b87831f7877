#pragma once
// clang-format off
/* PosedStage: an actor with one connection to a posed daemon and any number of characters on it (APosedPerson). Characters of one stage keep their distance from
 * each other (Space). Put it into a level, set Crowd to 50 and play. It was written from the engine's documentation, is compiled against stand-ins of the headers
 * of UE 5.3 to 5.6, and has not been run in the engine. */
#include "CoreMinimal.h"
#include "GameFramework/Actor.h"
#include "PosedDriven.h"
#include "PosedLine.h"
#include "PosedStage.generated.h"

class APosedStage;
class UPoseableMeshComponent;
class USceneComponent;
class USkeletalMesh;
class USkeletalMeshComponent;

/* A character of a stage. The stage spawns it. */
UCLASS(NotPlaceable)
class APosedPerson : public AActor
{
    GENERATED_BODY()

public:
    APosedPerson();

    /* Sets the character's input. To: deflection of the stick, X right and Y ahead, -1 to 1, relative to the view of the camera. CameraYaw: Yaw of the
     * camera's FRotator, degrees. bJump: each change from false to true makes the character jump once. */
    UFUNCTION(BlueprintCallable, Category = "posed")
    void Stick(FVector2D To, float CameraYaw, bool bJump);
    /* Makes the character walk along points of the world, centimetres. Space: distance that it keeps from the stage's other characters, metres. */
    UFUNCTION(BlueprintCallable, Category = "posed")
    void Follow(const TArray<FVector> &Points, float Space);
    /* Makes the character walk between random places around a point without end. Radius, Space: metres. */
    UFUNCTION(BlueprintCallable, Category = "posed")
    void Wander(FVector Around, float Radius, float Space);
    /* Sets a blend shape of the face, such as jawOpen, from 0 to 1. It stays until the next call; the others return to rest. */
    UFUNCTION(BlueprintCallable, Category = "posed")
    void Face(FName Shape, float Weight);

    /* Makes the character speak a text. bQueue: after what it speaks; else that ends. */
    UFUNCTION(BlueprintCallable, Category = "posed")
    void Speak(const FString &Text, bool bQueue);
    /* Ends the speech and drops what waits. */
    UFUNCTION(BlueprintCallable, Category = "posed")
    void Hush();
    /* Makes the character take part in a conversation. Emotion: calm, happy, sad, angry, surprised, afraid or disgusted, by an Amount from 0 to 1; None: none.
     * Partner: a person of the same stage, or nullptr. */
    UFUNCTION(BlueprintCallable, Category = "posed")
    void Feel(FName Emotion, float Amount, APosedPerson *Partner);
    /* Begins a sound that moves the mouth, such as a microphone's. Rate: samples a second. */
    UFUNCTION(BlueprintCallable, Category = "posed")
    void Hear(int32 Rate);
    /* Sends the next samples of the sound, from -1 to 1. Channels: their number, whose mean is sent. */
    UFUNCTION(BlueprintCallable, Category = "posed")
    void Sound(const TArray<float> &Samples, int32 Channels);
    /* Ends the sound. */
    UFUNCTION(BlueprintCallable, Category = "posed")
    void HearEnd();

    /* Called when speech begins, at each word, and when it ends: the message `speech`, whose member "event" is speech_started, word or speech_ended. */
    std::function<void(const posed::Value &)> OnSpeech;
    /* The character of the session. nullptr after the stage has removed it. */
    posed::Figure *Figure = nullptr;

    virtual void EndPlay(const EEndPlayReason::Type Reason) override;

private:
    friend class APosedStage;
    /* The session of the stage. nullptr without a character or a connection. */
    posed::Session *SessionOf() const;
    /* Uses a mesh that Interchange has imported. */
    void Use(USkeletalMesh *Mesh);
    /* Finds the bones that frames rotate. Called when the server has created the character. */
    void Bind();
    void Show(const posed::Character &Who);
    void ShowFile(const posed::Character &Who);
    void ShowBody(const posed::Character &Who);
    /* Sets the morph targets that follow the pose. */
    void Drive();
    /* Sets the rotation of a bone relative to its parent, from the file's axes. */
    void Turn(int32 Bone, const posed::Quat &Rotation);

    UPROPERTY()
    TObjectPtr<USceneComponent> Root;
    /* Takes the bones' transforms. It is not drawn, since it has no morph targets. */
    UPROPERTY()
    TObjectPtr<UPoseableMeshComponent> Bones;
    /* Is drawn with the bones of Bones, and has the morph targets. */
    UPROPERTY()
    TObjectPtr<USkeletalMeshComponent> Skin;
    TWeakObjectPtr<APosedStage> Stage;
    /* Indices of the bones, INDEX_NONE: none. Joints: in the order of Figure::joints or of SMPL. Fingers: in the order of Character::finger_rotations. Moved: of
     * Figure::translated. */
    TArray<int32> Joints, Fingers, Moved;
    int32 FileRoot = INDEX_NONE;
    posed::Driven Driven;
};

UCLASS()
class APosedStage : public AActor
{
    GENERATED_BODY()

public:
    APosedStage();

    /* Address of the daemon's stream. */
    UPROPERTY(EditAnywhere, Category = "posed")
    FString Url = TEXT("ws://127.0.0.1:8080/v1/stream");
    /* API key. Empty: none. */
    UPROPERTY(EditAnywhere, Category = "posed")
    FString Key;
    /* Skeletal mesh of a person: of a rigged GLB of posed or of an uploaded character file. Empty: no mesh; the actors move alone. */
    UPROPERTY(EditAnywhere, Category = "posed")
    TObjectPtr<USkeletalMesh> Mesh;
    /* Name of the character file that was uploaded (PUT /v1/characters/NAME) and from which Mesh was imported. Empty: none. */
    UPROPERTY(EditAnywhere, Category = "posed")
    FString Character;
    /* Id of the body model from which Mesh was made, if it is a rigged GLB of posed. */
    UPROPERTY(EditAnywhere, Category = "posed")
    FString Body = TEXT("person");
    /* Path of that GLB, for morph targets that follow the pose. Empty: none. */
    UPROPERTY(EditAnywhere, Category = "posed")
    FString BodyFile;
    /* Asks for the channel face: weights of the face and rotations of the fingers. */
    UPROPERTY(EditAnywhere, Category = "posed")
    bool bHasFaces = true;

    /* The soft tissue of the bodies moves. The mesh has the morph targets dmpl_0 and following (posedctl mesh
     * --rig --soft). */
    UPROPERTY(EditAnywhere, Category = "posed")
    bool bSoftTissue = false;
    /* Number of characters that the stage creates and lets wander when it begins. */
    UPROPERTY(EditAnywhere, Category = "posed", meta = (ClampMin = "0", ClampMax = "500"))
    int32 Crowd = 0;
    /* Radius in which they wander, and distance that they keep from each other, metres. */
    UPROPERTY(EditAnywhere, Category = "posed")
    float Radius = 10;
    UPROPERTY(EditAnywhere, Category = "posed")
    float Space = 1;

    /* Creates a character. At: place, centimetres. Yaw: degrees. */
    UFUNCTION(BlueprintCallable, Category = "posed")
    APosedPerson *SpawnPerson(FVector At, float Yaw);
    /* Removes a character and its actor. */
    UFUNCTION(BlueprintCallable, Category = "posed")
    void DespawnPerson(APosedPerson *Person);

    virtual void BeginPlay() override;
    virtual void Tick(float Seconds) override;
    virtual void EndPlay(const EEndPlayReason::Type Reason) override;

    /* The connection. Valid from BeginPlay to EndPlay. */
    TUniquePtr<FPosedLine> Line;
    /* Characters of the stage. */
    UPROPERTY()
    TArray<TObjectPtr<APosedPerson>> People;

private:
    friend class APosedPerson;
    void Forget(APosedPerson *Person);
    posed::Driven Driven; /* of BodyFile */
};
