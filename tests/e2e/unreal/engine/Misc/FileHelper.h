#pragma once
#include "CoreMinimal.h"

struct FFileHelper {
    static bool LoadFileToArray(TArray<uint8> &Result, const TCHAR *Filename, uint32 Flags = 0);
};
