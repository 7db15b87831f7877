#include "PosedActor.h"

#include "DrawDebugHelpers.h"
#include "HAL/PlatformTime.h"
#include "WebSocketsModule.h"

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
    Figure = Session.Spawn(Stage.x, Stage.z, posed::unreal::Yaw((float)GetActorRotation().Yaw));
    Session.on_event = [](posed::Figure *, const posed::Value &Event) {
        UE_LOG(LogTemp, Log, TEXT("posed: %s %s"), UTF8_TO_TCHAR(Event["event"].text.c_str()), UTF8_TO_TCHAR(Event["foot"].text.c_str()));
    };
    Session.warn = [](const std::string &Line) { UE_LOG(LogTemp, Warning, TEXT("%s"), UTF8_TO_TCHAR(Line.c_str())); };
    /* A silent connection may take minutes to close. The socket is dropped, and its callbacks are removed, without waiting for that. */
    Session.on_disconnected = [this](const std::string &Reason) {
        UE_LOG(LogTemp, Warning, TEXT("posed: the connection was lost (%s); trying again"), UTF8_TO_TCHAR(Reason.c_str()));
        if (Reason != "silent" || !Socket) return;
        Socket->OnConnected().Clear();
        Socket->OnMessage().Clear();
        Socket->OnBinaryMessage().Clear();
        Socket->OnConnectionError().Clear();
        Socket->OnClosed().Clear();
        Socket->Close();
        Socket.Reset();
    };
    Connect();
}

void APosedActor::EndPlay(const EEndPlayReason::Type Reason)
{
    if (Socket) Socket->Close();
    Socket.Reset();
    Super::EndPlay(Reason);
}

void APosedActor::Connect()
{
    Session.Connecting();
    Part.clear();
    Socket = FWebSocketsModule::Get().CreateWebSocket(Url, TEXT("posed.v1"));
    Socket->OnConnected().AddLambda([this] { Session.Opened(); });
    Socket->OnMessage().AddLambda([this](const FString &Text) { Session.HeardText(TCHAR_TO_UTF8(*Text)); });
    Socket->OnBinaryMessage().AddLambda([this](const void *Data, SIZE_T Size, bool bIsLast) {
        Part.append((const char *)Data, Size);
        if (!bIsLast) return;
        Session.HeardBytes(Part.data(), Part.size(), FPlatformTime::Seconds());
        Part.clear();
    });
    Socket->OnConnectionError().AddLambda([this](const FString &) { Session.Lost(FPlatformTime::Seconds()); });
    Socket->OnClosed().AddLambda([this](int32, const FString &, bool) { Session.Lost(FPlatformTime::Seconds()); });
    Socket->Connect();
}

void APosedActor::Stick(FVector2D To, float CameraYaw, bool bJump)
{
    posed::Input In;
    posed::unreal::Move(In.move, (float)To.X, (float)To.Y);
    In.axes = 2; /* relative to the camera */
    In.camera_yaw = posed::unreal::Yaw(CameraYaw);
    In.jump = bJump;
    Session.Send(Figure, In);
}

void APosedActor::Tick(float Seconds)
{
    Super::Tick(Seconds);
    const double Now = FPlatformTime::Seconds();
    if (Session.state == posed::State::Waiting && Now >= Session.next_try) Connect();
    Session.Beat(Now);
    for (; Socket && Socket->IsConnected() && !Session.out.empty(); Session.out.pop_front()) {
        const posed::Packet &Packet = Session.out.front();
        if (Packet.is_text)
            Socket->Send(FString(UTF8_TO_TCHAR(Packet.bytes.c_str())));
        else
            Socket->Send(Packet.bytes.data(), Packet.bytes.size(), true);
    }
    posed::Character Who;
    if (Session.Sample(&Who, Figure, Now)) Pose(Who);
}

void APosedActor::Pose(const posed::Character &Who)
{
    const posed::Skeleton &Skeleton = Session.SkeletonOf(Figure->model);
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
