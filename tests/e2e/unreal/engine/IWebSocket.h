#pragma once
#include "CoreMinimal.h"

class IWebSocket
{
  public:
    virtual ~IWebSocket() = default;
    virtual void Connect() = 0;
    virtual void Close(int32 Code = 1000, const FString &Reason = FString()) = 0;
    virtual bool IsConnected() = 0;
    virtual void Send(const FString &Data) = 0;
    virtual void Send(const void *Data, SIZE_T Size, bool bIsBinary = false) = 0;
    typedef TEngineEvent<> FWebSocketConnectedEvent;
    typedef TEngineEvent<const FString &> FWebSocketConnectionErrorEvent;
    typedef TEngineEvent<int32, const FString &, bool> FWebSocketClosedEvent;
    typedef TEngineEvent<const FString &> FWebSocketMessageEvent;
    typedef TEngineEvent<const void *, SIZE_T, bool> FWebSocketBinaryMessageEvent;
    virtual FWebSocketConnectedEvent &OnConnected() = 0;
    virtual FWebSocketConnectionErrorEvent &OnConnectionError() = 0;
    virtual FWebSocketClosedEvent &OnClosed() = 0;
    virtual FWebSocketMessageEvent &OnMessage() = 0;
    virtual FWebSocketBinaryMessageEvent &OnBinaryMessage() = 0;
};
