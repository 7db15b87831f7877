#pragma once
// clang-format off
/* PosedLine: connects a posed::Session to the daemon by the engine's WebSocket, for an object of the engine that owns it. No callback of the socket reaches an
 * owner that has ended: callbacks hold it weakly, and Close removes them. It was written from the engine's documentation, is compiled against stand-ins of the
 * headers of UE 5.3 to 5.6, and has not been run in the engine. */
#include "CoreMinimal.h"
#include "IWebSocket.h"
#include "Posed.h"

#include <string>

struct FPosedLine
{
    posed::Session Session;

    FPosedLine() = default;
    explicit FPosedLine(const std::string &Channels) : Session(Channels) {}
    ~FPosedLine() { Close(); }
    /* Callbacks hold the address of this object. */
    FPosedLine(const FPosedLine &) = delete;
    FPosedLine &operator=(const FPosedLine &) = delete;

    /* Opens a connection. Owner: the object that has this member. Address: such as ws://127.0.0.1:8080/v1/stream. Token: API key; empty: none. */
    void Open(UObject *Owner, const FString &Address, const FString &Token);
    /* Reconnects if necessary and sends what is to be sent. Call it in every rendered frame. Now: FPlatformTime::Seconds(). */
    void Update(double Now);
    /* Removes the callbacks and closes the socket. Call it in EndPlay. */
    void Close();

private:
    void Connect();
    /* Removes the callbacks, then drops the socket without waiting for its closing handshake. */
    void Drop();
    TWeakObjectPtr<UObject> Holder;
    TSharedPtr<IWebSocket> Socket;
    FString Url, Key;
    std::string Part; /* received parts of a binary message that is not complete yet */
};
