#pragma once
#include "IWebSocket.h"

class FWebSocketsModule
{
  public:
    static FWebSocketsModule &Get();
    TSharedRef<IWebSocket>
    CreateWebSocket(const FString &Url, const FString &Protocol = FString(),
                    const TMap<FString, FString> &UpgradeHeaders = TMap<FString, FString>());
};
