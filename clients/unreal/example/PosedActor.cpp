#include "PosedActor.h"

#include "DrawDebugHelpers.h"
#include "HAL/PlatformTime.h"

/* Copies the components; the axes do not change. */
static FVector VectorOf(const posed::Vec3 &P)
{
    return FVector(P.x, P.y, P.z);
}

/* Copies the components; the axes do not change. */
static FQuat QuatOf(const posed::Quat &Q)
{
    return FQuat(Q.x, Q.y, Q.z, Q.w);
}

APosedActor::APosedActor()
{
    PrimaryActorTick.bCanEverTick = true;
}

void APosedActor::BeginPlay()
{
    Super::BeginPlay();
    const FVector At = GetActorLocation();
    const posed::Vec3 Stage = posed::unreal::Stage(posed::Vec3{(float)At.X, (float)At.Y, (float)At.Z});
    if (!Figure) Figure = Line.Session.Spawn(Stage.x, Stage.z, posed::unreal::Yaw((float)GetActorRotation().Yaw));
    Line.Session.on_event = [](posed::Figure *, const posed::Value &Event) {
        UE_LOG(LogTemp, Log, TEXT("posed: %s %s"), UTF8_TO_TCHAR(Event["event"].text.c_str()), UTF8_TO_TCHAR(Event["foot"].text.c_str()));
    };
    Line.Session.on_disconnected = [](const std::string &Reason) {
        UE_LOG(LogTemp, Warning, TEXT("posed: the connection was lost (%s); trying again"), UTF8_TO_TCHAR(Reason.c_str()));
    };
    Line.Open(this, Url, Key);
}

void APosedActor::EndPlay(const EEndPlayReason::Type Reason)
{
    Line.Close();
    Super::EndPlay(Reason);
}

void APosedActor::Stick(FVector2D To, float CameraYaw, bool bJump)
{
    posed::Input In;
    posed::unreal::Move(In.move, (float)To.X, (float)To.Y);
    In.axes = 2; /* relative to the camera */
    In.camera_yaw = posed::unreal::Yaw(CameraYaw);
    In.jump = bJump;
    if (Figure) Line.Session.Send(Figure, In);
}

void APosedActor::Tick(float Seconds)
{
    Super::Tick(Seconds);
    const double Now = FPlatformTime::Seconds();
    Line.Update(Now);
    posed::Character Who;
    if (Line.Session.Sample(&Who, Figure, Now)) Pose(Who);
}

void APosedActor::Pose(const posed::Character &Who)
{
    const posed::Skeleton &Skeleton = Line.Session.SkeletonOf(Figure->model);
    SetActorLocationAndRotation(VectorOf(posed::unreal::Place(Who.root)), FRotator(0, posed::unreal::YawDegrees(Who.yaw), 0));
    for (size_t j = 0; j < Skeleton.names.size() && j < Who.rotations.size() && (Who.has_hips || !Who.joints.empty()); j++) {
        const int Above = Skeleton.parents[j];
        const FTransform Local(QuatOf(posed::unreal::Turn(Who.rotations[j])),
                               VectorOf(posed::unreal::Place(Above >= 0 ? Skeleton.offsets[j] : Who.has_hips ? Who.hips : Who.joints[0])));
        const FTransform *Parent = Above < 0 ? nullptr : Bones.Find(FName(Skeleton.names[(size_t)Above].c_str()));
        const FTransform Bone = Parent ? Local * *Parent : Local; /* FTransform's product applies Local first, then Parent */
        Bones.Add(FName(Skeleton.names[j].c_str()), Bone);
        if (Parent)
            DrawDebugLine(GetWorld(), ActorToWorld().TransformPosition(Parent->GetLocation()),
                          ActorToWorld().TransformPosition(Bone.GetLocation()), FColor::Orange, false, -1, 0, 3);
    }
}
