#include "PosedStage.h"

#include "Components/PoseableMeshComponent.h"
#include "Components/SceneComponent.h"
#include "Components/SkeletalMeshComponent.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/World.h"
#include "HAL/PlatformTime.h"
#include "Misc/FileHelper.h"

/* Names of SMPL's joints, in the order of Character::smpl_rotations. */
static const char *const BodyBones[] = {
    "pelvis",      "left_hip",     "right_hip",     "spine1",     "left_knee",   "right_knee", "spine2",        "left_ankle",
    "right_ankle", "spine3",       "left_foot",     "right_foot", "neck",        "left_collar", "right_collar", "head",
    "left_shoulder", "right_shoulder", "left_elbow", "right_elbow", "left_wrist", "right_wrist", "left_hand",   "right_hand",
};
static const char *const FingerNames[] = {"index", "middle", "pinky", "ring", "thumb"};

static FVector VectorOf(const posed::Vec3 &P)
{
    return FVector(P.x, P.y, P.z);
}

static FQuat QuatOf(const posed::Quat &Q)
{
    return FQuat(Q.x, Q.y, Q.z, Q.w);
}

static posed::Vec3 StageOf(const FVector &At)
{
    return posed::unreal::Stage(posed::Vec3{(float)At.X, (float)At.Y, (float)At.Z});
}

/* -- a person ----------------------------------------------------------------------- */

APosedPerson::APosedPerson()
{
    Root = CreateDefaultSubobject<USceneComponent>(TEXT("Root"));
    SetRootComponent(Root);
}

void APosedPerson::EndPlay(const EEndPlayReason::Type Reason)
{
    if (APosedStage *On = Stage.Get()) On->Forget(this);
    Super::EndPlay(Reason);
}

void APosedPerson::Use(USkeletalMesh *Mesh)
{
    Bones = NewObject<UPoseableMeshComponent>(this);
    Bones->SetupAttachment(Root);
    Bones->SetSkinnedAssetAndUpdate(Mesh);
    Bones->SetVisibility(false);
    Bones->VisibilityBasedAnimTickOption = EVisibilityBasedAnimTickOption::AlwaysTickPoseAndRefreshBones;
    Bones->RegisterComponent();

    Skin = NewObject<USkeletalMeshComponent>(this);
    Skin->SetupAttachment(Bones);
    Skin->SetSkeletalMeshAsset(Mesh);
    Skin->SetLeaderPoseComponent(Bones);
    Skin->RegisterComponent();
}

void APosedPerson::Bind()
{
    if (!Bones || !Figure || Joints.Num() > 0) return;
    const auto IndexOf = [this](const std::string &Name) { return Bones->GetBoneIndex(FName(UTF8_TO_TCHAR(Name.c_str()))); };

    /* An uploaded file: the nodes that `spawned` lists. Its mesh stands at the world's origin, because the translation of its root node contains the place of the
     * character. */
    if (!Figure->joints.empty()) {
        for (const std::string &Name : Figure->joints) Joints.Add(IndexOf(Name));
        for (const std::string &Name : Figure->translated) Moved.Add(IndexOf(Name));
        FileRoot = IndexOf(Figure->root);
        Bones->SetUsingAbsoluteLocation(true);
        Bones->SetUsingAbsoluteRotation(true);
        Bones->SetUsingAbsoluteScale(true);
        Bones->SetWorldTransform(FTransform(FRotator(0, -90, 0).Quaternion(), FVector(0, 0, 0), FVector(Figure->scale, Figure->scale, Figure->scale)));
        return;
    }

    /* A body of posed. It faces the file's +Z, which Interchange makes +Y; the actor faces +X. */
    Bones->SetRelativeRotation(FRotator(0, -90, 0));
    for (const char *Name : BodyBones) Joints.Add(IndexOf(Name));
    for (const char *Side : {"left_", "right_"})
        for (const char *Finger : FingerNames)
            for (int k = 1; k <= 3; k++) Fingers.Add(IndexOf(std::string(Side) + Finger + std::to_string(k)));
}

void APosedPerson::Turn(int32 Bone, const posed::Quat &Rotation)
{
    if (Bones->BoneSpaceTransforms.IsValidIndex(Bone)) Bones->BoneSpaceTransforms[Bone].SetRotation(QuatOf(posed::unreal::FileTurn(Rotation)));
}

void APosedPerson::ShowFile(const posed::Character &Who)
{
    for (int32 k = 0; k < Joints.Num() && k < (int32)Who.node_rotations.size(); k++) Turn(Joints[k], Who.node_rotations[k]);
    for (int32 k = 0; k < Moved.Num() && k < (int32)Who.node_translations.size(); k++)
        if (Bones->BoneSpaceTransforms.IsValidIndex(Moved[k]))
            Bones->BoneSpaceTransforms[Moved[k]].SetTranslation(VectorOf(posed::unreal::FilePlace(Who.node_translations[k])));
    if (!Who.node_rotations.empty() && Bones->BoneSpaceTransforms.IsValidIndex(FileRoot))
        Bones->BoneSpaceTransforms[FileRoot].SetTranslation(VectorOf(posed::unreal::FilePlace(Who.node_root)));
}

void APosedPerson::ShowBody(const posed::Character &Who)
{
    for (int32 k = 0; k < Joints.Num() && k < (int32)Who.smpl_rotations.size(); k++) Turn(Joints[k], Who.smpl_rotations[k]);
    for (int32 k = 0; k < Fingers.Num() && k < (int32)Who.finger_rotations.size(); k++) Turn(Fingers[k], Who.finger_rotations[k]);
    if (!Who.smpl_rotations.empty() && Joints.Num() > 0 && Bones->BoneSpaceTransforms.IsValidIndex(Joints[0]))
        Bones->BoneSpaceTransforms[Joints[0]].SetTranslation(VectorOf(posed::unreal::FilePlace(Who.smpl_pelvis)));
}

void APosedPerson::Show(const posed::Character &Who)
{
    SetActorLocationAndRotation(VectorOf(posed::unreal::Place(Who.root)), FRotator(0, posed::unreal::YawDegrees(Who.yaw), 0));
    if (!Bones) return;
    if (FileRoot != INDEX_NONE)
        ShowFile(Who);
    else
        ShowBody(Who);
    Bones->MarkRefreshTransformDirty();
    for (size_t i = 0; i < Who.face_weights.size() && i < Figure->face.size(); i++)
        Skin->SetMorphTarget(FName(UTF8_TO_TCHAR(Figure->face[i].c_str())), Who.face_weights[i]);
    for (size_t i = 0; i < Who.soft.size() && i < Figure->soft.size(); i++)
        Skin->SetMorphTarget(FName(UTF8_TO_TCHAR(Figure->soft[i].c_str())), Who.soft[i]);
    Drive();
}

void APosedPerson::Drive()
{
    if (Driven.names.empty()) return;
    Driven.Update([this](const std::string &Joint) {
        const int32 Bone = Bones->GetBoneIndex(FName(UTF8_TO_TCHAR(Joint.c_str())));
        if (!Bones->BoneSpaceTransforms.IsValidIndex(Bone)) return posed::Quat{0, 0, 0, 1};
        const FQuat Q = Bones->BoneSpaceTransforms[Bone].GetRotation();
        return posed::unreal::FileTurn(posed::Quat{(float)Q.X, (float)Q.Y, (float)Q.Z, (float)Q.W}); /* FileTurn is its own inverse */
    });
    for (size_t i = 0; i < Driven.names.size(); i++)
        Skin->SetMorphTarget(FName(UTF8_TO_TCHAR(Driven.names[i].c_str())), Driven.weights[i]);
}

void APosedPerson::Stick(FVector2D To, float CameraYaw, bool bJump)
{
    APosedStage *On = Stage.Get();
    if (!On || !On->Line || !Figure) return;
    posed::Input In;
    posed::unreal::Move(In.move, (float)To.X, (float)To.Y);
    In.axes = 2; /* relative to the camera */
    In.camera_yaw = posed::unreal::Yaw(CameraYaw);
    In.jump = bJump;
    On->Line->Session.Send(Figure, In);
}

void APosedPerson::Follow(const TArray<FVector> &Points, float Space)
{
    APosedStage *On = Stage.Get();
    if (!On || !On->Line || !Figure) return;
    std::vector<float> Path;
    for (const FVector &At : Points) {
        const posed::Vec3 Place = StageOf(At);
        Path.push_back(Place.x);
        Path.push_back(Place.z);
    }
    posed::Route Route;
    Route.space = Space;
    On->Line->Session.Follow(Figure, Path, Route);
}

void APosedPerson::Wander(FVector Around, float Radius, float Space)
{
    APosedStage *On = Stage.Get();
    if (!On || !On->Line || !Figure) return;
    const posed::Vec3 Place = StageOf(Around);
    posed::Route Route;
    Route.wander = Radius;
    Route.space = Space;
    Route.gait = 1; /* walk */
    On->Line->Session.Follow(Figure, {Place.x, Place.z}, Route);
}

void APosedPerson::Face(FName Shape, float Weight)
{
    APosedStage *On = Stage.Get();
    if (!On || !On->Line || !Figure || !Figure->id) return;
    const std::string Name = TCHAR_TO_UTF8(*Shape.ToString());
    On->Line->Session.Ask("face", ",\"id\":" + std::to_string(Figure->id) + ",\"blend_shapes\":{\"" + Name + "\":" + std::to_string(Weight) + "},\"seconds\":0.2");
}

posed::Session *APosedPerson::SessionOf() const
{
    APosedStage *On = Stage.Get();
    return On && On->Line && Figure ? &On->Line->Session : nullptr;
}

void APosedPerson::Speak(const FString &Text, bool bQueue)
{
    posed::Utterance Options;
    Options.queue = bQueue;
    if (posed::Session *Session = SessionOf()) Session->Speak(Figure, TCHAR_TO_UTF8(*Text), Options);
}

void APosedPerson::Hush()
{
    if (posed::Session *Session = SessionOf()) Session->Hush(Figure);
}

void APosedPerson::Feel(FName Emotion, float Amount, APosedPerson *Partner)
{
    posed::Manner Manner;
    if (!(Emotion == FName())) Manner.emotions.emplace_back(TCHAR_TO_UTF8(*Emotion.ToString()), Amount);
    if (Partner) Manner.partner = Partner->Figure;
    if (posed::Session *Session = SessionOf()) Session->Feel(Figure, Manner);
}

void APosedPerson::Hear(int32 Rate)
{
    posed::Listening Listening;
    Listening.rate = Rate;
    if (posed::Session *Session = SessionOf()) Session->Hear(Figure, Listening);
}

void APosedPerson::Sound(const TArray<float> &Samples, int32 Channels)
{
    if (posed::Session *Session = SessionOf()) Session->Sound(Figure, Samples.GetData(), (size_t)Samples.Num(), Channels);
}

void APosedPerson::HearEnd()
{
    if (posed::Session *Session = SessionOf()) Session->HearEnd(Figure);
}

/* -- the stage ------------------------------------------------------------------------ */

APosedStage::APosedStage()
{
    PrimaryActorTick.bCanEverTick = true;
}

void APosedStage::BeginPlay()
{
    Super::BeginPlay();
    std::string Channels = !Character.IsEmpty() ? "root,contacts,character" : Mesh ? "root,contacts,smpl" : "root,contacts";
    if (bHasFaces && Mesh) Channels += ",face";
    if (bSoftTissue && Mesh && Character.IsEmpty()) Channels += ",soft";
    TArray<uint8> Bytes;
    if (!BodyFile.IsEmpty() && (!FFileHelper::LoadFileToArray(Bytes, *BodyFile) || !Driven.Read(Bytes.GetData(), (size_t)Bytes.Num())))
        UE_LOG(LogTemp, Warning, TEXT("posed: BodyFile %s: no GLB with correctives or sculpts"), *BodyFile);
    Line = MakeUnique<FPosedLine>(Channels);
    Line->Session.on_spawned = [this](posed::Figure *Figure) {
        for (APosedPerson *Person : People)
            if (Person->Figure == Figure) Person->Bind();
    };
    Line->Session.on_speech = [this](posed::Figure *Figure, const posed::Value &Message) {
        for (APosedPerson *Person : People)
            if (Person->Figure == Figure && Person->OnSpeech) Person->OnSpeech(Message);
    };
    for (int32 i = 0; i < Crowd; i++) {
        /* Places on a spiral: the distance between neighbours is about the same everywhere. */
        const float Angle = 2.39996f * (float)i;
        const float Far = 100 * Radius * FMath::Sqrt(((float)i + 0.5f) / (float)Crowd);
        APosedPerson *Person = SpawnPerson(GetActorLocation() + FVector(Far * FMath::Cos(Angle), Far * FMath::Sin(Angle), 0), 0);
        if (Person) Person->Wander(GetActorLocation(), Radius, Space);
    }
    Line->Open(this, Url, Key);
}

void APosedStage::EndPlay(const EEndPlayReason::Type Reason)
{
    /* No callback of the socket reaches this actor from here on. */
    if (Line) Line->Close();
    Line.Reset();
    for (APosedPerson *Person : People) {
        Person->Figure = nullptr;
        Person->Stage.Reset();
    }
    People.Empty();
    Super::EndPlay(Reason);
}

void APosedStage::Tick(float Seconds)
{
    Super::Tick(Seconds);
    if (!Line) return;
    const double Now = FPlatformTime::Seconds();
    Line->Update(Now);
    posed::Character Who;
    for (APosedPerson *Person : People)
        if (Line->Session.Sample(&Who, Person->Figure, Now)) Person->Show(Who);
}

APosedPerson *APosedStage::SpawnPerson(FVector At, float Yaw)
{
    if (!Line) return nullptr;
    APosedPerson *Person = GetWorld()->SpawnActor<APosedPerson>(APosedPerson::StaticClass(), At, FRotator(0, Yaw, 0));
    if (!Person) return nullptr;
    const posed::Vec3 Place = StageOf(At);
    const float Facing = posed::unreal::Yaw(Yaw);
    if (!Character.IsEmpty())
        Person->Figure = Line->Session.SpawnCharacter(TCHAR_TO_UTF8(*Character), Place.x, Place.z, Facing);
    else if (Mesh)
        Person->Figure = Line->Session.SpawnWith("\"body\":{\"model\":\"" + std::string(TCHAR_TO_UTF8(*Body)) + (bSoftTissue ? "\",\"soft\":true}" : "\"}"), Place.x, Place.z, Facing);
    else
        Person->Figure = Line->Session.Spawn(Place.x, Place.z, Facing);
    Person->Stage = this;
    if (Mesh) Person->Use(Mesh);
    Person->Driven = Driven;
    People.Add(Person);
    return Person;
}

void APosedStage::Forget(APosedPerson *Person)
{
    if (People.Remove(Person) == 0 || !Line) return;
    Line->Session.Despawn(Person->Figure);
    Person->Figure = nullptr;
}

void APosedStage::DespawnPerson(APosedPerson *Person)
{
    if (!Person) return;
    Forget(Person);
    Person->Destroy();
}
