#pragma once
struct FPlatformTime {
    static double Seconds();
};
