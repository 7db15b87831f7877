#include "PosedLine.h"

#include "HAL/PlatformTime.h"
#include "WebSocketsModule.h"

void FPosedLine::Open(UObject *Owner, const FString &Address, const FString &Token)
{
    Holder = Owner;
    Url = Address;
    Key = Token;
    Session.warn = [](const std::string &Line) { UE_LOG(LogTemp, Warning, TEXT("%s"), UTF8_TO_TCHAR(Line.c_str())); };
    Connect();
}

void FPosedLine::Connect()
{
    UObject *Owner = Holder.Get();
    if (!Owner) return;
    Drop();
    Session.Connecting();
    Part.clear();

    TMap<FString, FString> Headers;
    if (!Key.IsEmpty()) Headers.Add(TEXT("Authorization"), TEXT("Bearer ") + Key);
    Socket = FWebSocketsModule::Get().CreateWebSocket(Url, TEXT("posed.v1"), Headers);
    Socket->OnConnected().AddWeakLambda(Owner, [this] { Session.Opened(); });
    Socket->OnMessage().AddWeakLambda(Owner, [this](const FString &Text) { Session.HeardText(TCHAR_TO_UTF8(*Text), FPlatformTime::Seconds()); });
    Socket->OnBinaryMessage().AddWeakLambda(Owner, [this](const void *Data, SIZE_T Size, bool bIsLast) {
        Part.append((const char *)Data, Size);
        if (!bIsLast) return;
        Session.HeardBytes(Part.data(), Part.size(), FPlatformTime::Seconds());
        Part.clear();
    });
    Socket->OnConnectionError().AddWeakLambda(Owner, [this](const FString &) { Session.Lost(FPlatformTime::Seconds()); });
    Socket->OnClosed().AddWeakLambda(Owner, [this](int32, const FString &, bool) { Session.Lost(FPlatformTime::Seconds()); });
    Socket->Connect();
}

void FPosedLine::Update(double Now)
{
    if (Session.IsDue(Now)) Connect();
    Session.Beat(Now);

    /* The connection is lost or silent. A silent one may take minutes to close, which is not waited for. */
    if (Session.state == posed::State::Waiting || Session.state == posed::State::Closed) Drop();

    for (; Socket && Socket->IsConnected() && !Session.out.empty(); Session.out.pop_front()) {
        const posed::Packet &Packet = Session.out.front();
        if (Packet.is_text)
            Socket->Send(FString(UTF8_TO_TCHAR(Packet.bytes.c_str())));
        else
            Socket->Send(Packet.bytes.data(), Packet.bytes.size(), true);
    }
}

void FPosedLine::Drop()
{
    if (!Socket) return;
    Socket->OnConnected().Clear();
    Socket->OnMessage().Clear();
    Socket->OnBinaryMessage().Clear();
    Socket->OnConnectionError().Clear();
    Socket->OnClosed().Clear();
    Socket->Close();
    Socket.Reset();
}

void FPosedLine::Close()
{
    Drop();
    Holder.Reset();
}
