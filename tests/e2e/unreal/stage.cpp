/* clients/unreal/example with the stand-ins of the engine: sockets outlive actors, and fifty characters share a socket. Prints ok and not ok lines.
 * stage WALK: folder of welcome.json and walk_1.bin. */
#include "Components/PoseableMeshComponent.h"
#include "Components/SkeletalMeshComponent.h"
#include "Engine/World.h"
#include "HAL/PlatformTime.h"
#include "Misc/FileHelper.h"
#include "PosedActor.h"
#include "PosedStage.h"
#include "WebSocketsModule.h"

#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>

static int failed = 0;
static double now = 1000;
static std::string welcome, frame, glb;

double FPlatformTime::Seconds()
{
    return now;
}
UWorld *AActor::GetWorld() const
{
    static UWorld world;
    return &world;
}
bool AActor::Destroy()
{
    if (!bIsEnded) EndPlay(EEndPlayReason::Destroyed);
    return bIsEnded = true;
}

/* A socket that the test controls. */
class FakeSocket : public IWebSocket
{
  public:
    void Connect() override {}
    void Close(int32, const FString &) override { is_open = false; }
    bool IsConnected() override { return is_open; }
    void Send(const FString &Data) override { texts.push_back(EngineNarrow(*Data)); }
    void Send(const void *, SIZE_T, bool) override { frames++; }
    FWebSocketConnectedEvent &OnConnected() override { return connected; }
    FWebSocketConnectionErrorEvent &OnConnectionError() override { return failure; }
    FWebSocketClosedEvent &OnClosed() override { return closed; }
    FWebSocketMessageEvent &OnMessage() override { return message; }
    FWebSocketBinaryMessageEvent &OnBinaryMessage() override { return binary; }
    /* Raises everything that a socket can raise. */
    void raise_all()
    {
        connected.Broadcast();
        message.Broadcast(FString(EngineWiden(welcome).c_str()));
        binary.Broadcast(frame.data(), frame.size(), true);
        failure.Broadcast(FString(TEXT("gone")));
        closed.Broadcast(1006, FString(), false);
    }
    bool is_bound() const
    {
        return connected.IsBound() || failure.IsBound() || closed.IsBound() || message.IsBound() || binary.IsBound();
    }
    void hear(const std::string &text) { message.Broadcast(FString(EngineWiden(text).c_str())); }
    FWebSocketConnectedEvent connected;
    FWebSocketConnectionErrorEvent failure;
    FWebSocketClosedEvent closed;
    FWebSocketMessageEvent message;
    FWebSocketBinaryMessageEvent binary;
    bool is_open = false;
    int frames = 0;
    std::vector<std::string> texts;
};

/* The engine holds sockets as long as their handshakes last, whatever the actors do. */
static std::vector<std::shared_ptr<FakeSocket>> sockets;

FWebSocketsModule &FWebSocketsModule::Get()
{
    static FWebSocketsModule module;
    return module;
}
TSharedRef<IWebSocket> FWebSocketsModule::CreateWebSocket(const FString &, const FString &, const TMap<FString, FString> &)
{
    sockets.push_back(std::make_shared<FakeSocket>());
    return TSharedRef<IWebSocket>(sockets.back());
}

bool FFileHelper::LoadFileToArray(TArray<uint8> &Result, const TCHAR *, uint32)
{
    for (const char c : glb) Result.Add((uint8)c);
    return true;
}

static void check(const char *sentence, bool is_right)
{
    std::printf("%s - %s\n", is_right ? "ok" : "not ok", sentence);
    failed += !is_right;
}

static std::string text_of(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

static void open_last()
{
    sockets.back()->is_open = true;
    sockets.back()->connected.Broadcast();
    sockets.back()->hear(welcome);
}

/* Moments at which an actor ends: before the socket opens, while it is open, and while the actor waits to reconnect. */
template <typename T> static bool outlives(int moment)
{
    sockets.clear();
    T *actor = new T();
    actor->BeginPlay();
    if (moment > 0) open_last();
    actor->Tick(0);
    if (moment > 1) sockets.back()->closed.Broadcast(1006, FString(), false);
    if (moment > 1) actor->Tick(0);
    if (moment > 2) {
        now += 10;
        actor->Tick(0);
        now += 1;
        actor->Tick(0);
    }
    actor->EndPlay(EEndPlayReason::Destroyed);
    bool is_right = true;
    for (const auto &socket : sockets) is_right = is_right && !socket->is_bound();
    for (const auto &socket : sockets) socket->raise_all();
    delete actor;
    for (const auto &socket : sockets) socket->raise_all();
    return is_right && !sockets.empty();
}

/* An actor that was collected without EndPlay. */
template <typename T> static bool is_weak()
{
    sockets.clear();
    T *actor = new T();
    actor->BeginPlay();
    open_last();
    delete actor;
    for (const auto &socket : sockets) socket->raise_all();
    return true;
}

static std::string ref_of(const std::string &text)
{
    const size_t at = text.find("\"ref\":\"") + 7;
    return text.substr(at, text.find('"', at) - at);
}

static void crowd()
{
    sockets.clear();
    APosedStage stage;
    USkeletalMesh mesh;
    for (const char *name : {"pelvis", "left_hip", "left_knee", "left_index1"}) mesh.BoneNames.Add(FName(name));
    stage.Crowd = 50;
    stage.Mesh = &mesh;
    stage.BeginPlay();
    open_last();
    stage.Tick(0);
    int spawns = 0, follows = 0;
    for (const std::string &text : std::vector<std::string>(sockets.back()->texts))
        if (text.find("\"type\":\"spawn\"") != std::string::npos) {
            spawns++;
            sockets.back()->hear("{\"type\":\"spawned\",\"ref\":\"" + ref_of(text) + "\",\"id\":" + std::to_string(spawns) + ",\"model\":\"motion\"}");
        }
    stage.Tick(0);
    for (const std::string &text : sockets.back()->texts)
        if (text.find("\"wander\":10") != std::string::npos && text.find("\"space\":1") != std::string::npos) follows++;
    check("fifty people share one socket", sockets.size() == 1 && spawns == 50 && stage.People.Num() == 50);
    check("they wander and keep their distance", follows == 50);

    APosedPerson *speaker = *stage.People.begin();
    std::string heard;
    const int before = sockets.back()->frames;
    TArray<float> samples;
    for (int i = 0; i < 960; i++) samples.Add(0.5f);
    speaker->OnSpeech = [&](const posed::Value &message) { heard += message["event"].text; };
    speaker->Speak(TEXT("Hello"), true);
    speaker->Feel(FName("happy"), 0.5f, speaker);
    speaker->Hear(48000);
    speaker->Sound(samples, 1);
    speaker->HearEnd();
    speaker->Hush();
    stage.Tick(0);
    std::string said;
    for (const std::string &text : sockets.back()->texts) said += text;
    sockets.back()->hear("{\"type\":\"speech\",\"event\":\"word\",\"id\":" + std::to_string(speaker->Figure->id) + "}");
    check("a person speaks, feels and hears a sound", said.find("\"text\":\"Hello\",\"queue\":true") != std::string::npos && said.find("\"happy\":0.5") != std::string::npos &&
                                                      said.find("\"rate\":48000") != std::string::npos && said.find("\"stop\":true") != std::string::npos && sockets.back()->frames >= before + 1);
    check("a person is told of its speech", heard == "word");

    APosedPerson *first = *stage.People.begin();
    stage.DespawnPerson(first);
    stage.Tick(0);
    check("a removed person leaves the daemon", stage.People.Num() == 49 && sockets.back()->texts.back().find("\"despawn\"") != std::string::npos && !first->Figure);
    APosedPerson *second = *stage.People.begin();
    second->Destroy();
    stage.Tick(0);
    check("so does one whose actor the game destroys", stage.People.Num() == 48);
    delete first;
    delete second;

    APosedPerson *third = *stage.People.begin();
    stage.EndPlay(EEndPlayReason::Destroyed);
    third->Stick(FVector2D{0, 1}, 0, false);
    third->EndPlay(EEndPlayReason::Destroyed);
    check("people who outlive their stage do nothing", !third->Figure && !sockets.back()->is_bound());
}

int main(int, char **words)
{
    welcome = text_of(std::string(words[1]) + "/welcome.json");
    frame = text_of(std::string(words[1]) + "/walk_1.bin");
    bool is_right = true;
    for (int moment = 0; moment < 4; moment++) is_right = is_right && outlives<APosedActor>(moment) && outlives<APosedStage>(moment);
    check("no callback of a socket reaches an actor that has ended", is_right);
    check("nor one that was collected", is_weak<APosedActor>() && is_weak<APosedStage>());
    crowd();
    return failed;
}
