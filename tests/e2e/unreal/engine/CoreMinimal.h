#pragma once
/* Stand-ins of the types of Unreal Engine 5.3 to 5.6 that clients/unreal/example uses, with the signatures of
 * the engine's headers. Text is UTF-16, as the engine has it on Linux, so that a mix of narrow and wide text
 * does not compile. Objects, components and delegates work; nothing is drawn. */
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

typedef int32_t int32;
typedef uint32_t uint32;
typedef uint8_t uint8;
typedef size_t SIZE_T;
typedef char16_t TCHAR;
typedef char ANSICHAR;
#define TEXT(x)    u##x
#define INDEX_NONE (-1)

#define UCLASS(...)
#define UPROPERTY(...)
#define UFUNCTION(...)
#define GENERATED_BODY()

inline std::u16string EngineWiden(const std::string &Text)
{
    return std::u16string(Text.begin(), Text.end());
}
inline std::string EngineNarrow(const std::u16string &Text)
{
    return std::string(Text.begin(), Text.end());
}
/* The engine's macros give pointers that are valid until the end of the statement. */
struct FEngineWide {
    std::u16string Text;
    operator const TCHAR *() const
    {
        return Text.c_str();
    }
};
struct FEngineNarrow {
    std::string Text;
    operator const ANSICHAR *() const
    {
        return Text.c_str();
    }
};
#define UTF8_TO_TCHAR(Text) ((const TCHAR *)FEngineWide{EngineWiden(Text)})
#define TCHAR_TO_UTF8(Text) ((const ANSICHAR *)FEngineNarrow{EngineNarrow(Text)})

enum { LogTemp };
template <typename... Types> void EngineLog(const TCHAR *, Types...)
{
}
#define UE_LOG(Category, Verbosity, Format, ...) EngineLog(Format, ##__VA_ARGS__)

class FString
{
  public:
    FString() = default;
    FString(const TCHAR *From) : Data(From)
    {
    }
    explicit FString(const ANSICHAR *From) : Data(EngineWiden(From))
    {
    }
    const TCHAR *operator*() const
    {
        return Data.c_str();
    }
    bool IsEmpty() const
    {
        return Data.empty();
    }
    friend FString operator+(const TCHAR *A, const FString &B)
    {
        return FString((std::u16string(A) + B.Data).c_str());
    }
    bool operator<(const FString &B) const
    {
        return Data < B.Data;
    }

  private:
    std::u16string Data;
};

class FName
{
  public:
    FName() = default;
    explicit FName(const TCHAR *From) : Data(From)
    {
    }
    explicit FName(const ANSICHAR *From) : Data(EngineWiden(From))
    {
    }
    FString ToString() const
    {
        return FString(Data.c_str());
    }
    bool operator<(const FName &B) const
    {
        return Data < B.Data;
    }
    bool operator==(const FName &B) const
    {
        return Data == B.Data;
    }

  private:
    std::u16string Data;
};

/* Since version 5.0 the engine's vectors are doubles. */
struct FVector {
    double X, Y, Z;
    FVector() : X(0), Y(0), Z(0)
    {
    }
    FVector(double X, double Y, double Z) : X(X), Y(Y), Z(Z)
    {
    }
    FVector operator+(const FVector &B) const
    {
        return FVector(X + B.X, Y + B.Y, Z + B.Z);
    }
};
struct FVector2D {
    double X, Y;
};
struct FQuat {
    double X, Y, Z, W;
    FQuat() : X(0), Y(0), Z(0), W(1)
    {
    }
    FQuat(double X, double Y, double Z, double W) : X(X), Y(Y), Z(Z), W(W)
    {
    }
};
struct FRotator {
    double Pitch, Yaw, Roll;
    FRotator() : Pitch(0), Yaw(0), Roll(0)
    {
    }
    FRotator(double Pitch, double Yaw, double Roll) : Pitch(Pitch), Yaw(Yaw), Roll(Roll)
    {
    }
    FQuat Quaternion() const
    {
        return FQuat(0, 0, std::sin(Yaw * 3.14159265358979 / 360), std::cos(Yaw * 3.14159265358979 / 360));
    }
};
class FTransform
{
  public:
    FTransform() = default;
    FTransform(const FQuat &R, const FVector &T, const FVector &S = FVector(1, 1, 1)) : R(R), T(T), S(S)
    {
    }
    FTransform operator*(const FTransform &) const
    {
        return *this;
    }
    FVector GetLocation() const
    {
        return T;
    }
    FQuat GetRotation() const
    {
        return R;
    }
    FVector TransformPosition(const FVector &P) const
    {
        return P;
    }
    void SetRotation(const FQuat &To)
    {
        R = To;
    }
    void SetTranslation(const FVector &To)
    {
        T = To;
    }

  private:
    FQuat R;
    FVector T, S;
};
struct FColor {
    static const FColor Orange;
};
inline const FColor FColor::Orange{};
struct FMath {
    static float Sqrt(float V)
    {
        return std::sqrt(V);
    }
    static float Cos(float V)
    {
        return std::cos(V);
    }
    static float Sin(float V)
    {
        return std::sin(V);
    }
};

template <typename T> class TArray
{
  public:
    T *GetData()
    {
        return Data.data();
    }
    const T *GetData() const
    {
        return Data.data();
    }
    int32 Num() const
    {
        return (int32)Data.size();
    }
    int32 Add(const T &Item)
    {
        Data.push_back(Item);
        return Num() - 1;
    }
    int32 Remove(const T &Item)
    {
        const auto From = std::remove(Data.begin(), Data.end(), Item);
        const int32 Count = (int32)(Data.end() - From);
        Data.erase(From, Data.end());
        return Count;
    }
    void Empty()
    {
        Data.clear();
    }
    void SetNum(int32 Count)
    {
        Data.resize((size_t)Count);
    }
    bool IsValidIndex(int32 Index) const
    {
        return Index >= 0 && Index < Num();
    }
    T &operator[](int32 Index)
    {
        return Data[(size_t)Index];
    }
    typename std::vector<T>::iterator begin()
    {
        return Data.begin();
    }
    typename std::vector<T>::iterator end()
    {
        return Data.end();
    }
    typename std::vector<T>::const_iterator begin() const
    {
        return Data.begin();
    }
    typename std::vector<T>::const_iterator end() const
    {
        return Data.end();
    }

  private:
    std::vector<T> Data;
};
template <typename K, typename V> class TMap
{
  public:
    V &Add(const K &Key, const V &Value)
    {
        return Data[Key] = Value;
    }
    V *Find(const K &Key)
    {
        const auto Found = Data.find(Key);
        return Found == Data.end() ? nullptr : &Found->second;
    }
    int32 Num() const
    {
        return (int32)Data.size();
    }

  private:
    std::map<K, V> Data;
};

template <typename T> class TSharedPtr : public std::shared_ptr<T>
{
  public:
    using std::shared_ptr<T>::shared_ptr;
    TSharedPtr(const std::shared_ptr<T> &From) : std::shared_ptr<T>(From)
    {
    }
    bool IsValid() const
    {
        return this->get() != nullptr;
    }
    void Reset()
    {
        this->reset();
    }
};
template <typename T> class TSharedRef : public TSharedPtr<T>
{
  public:
    using TSharedPtr<T>::TSharedPtr;
};
template <typename T> class TUniquePtr : public std::unique_ptr<T>
{
  public:
    using std::unique_ptr<T>::unique_ptr;
    bool IsValid() const
    {
        return this->get() != nullptr;
    }
    void Reset()
    {
        this->reset();
    }
};
template <typename T, typename... Types> TUniquePtr<T> MakeUnique(Types &&...Args)
{
    return TUniquePtr<T>(new T(std::forward<Types>(Args)...));
}

/* -- objects: each has a flag that ends when it is collected, which weak pointers and delegates see */

class UObject
{
  public:
    virtual ~UObject()
    {
        *Alive = false;
    }
    std::shared_ptr<bool> Alive = std::make_shared<bool>(true);
};
template <typename T> class TObjectPtr
{
  public:
    TObjectPtr() = default;
    TObjectPtr(T *To) : To(To)
    {
    }
    operator T *() const
    {
        return To;
    }
    T *operator->() const
    {
        return To;
    }

  private:
    T *To = nullptr;
};
template <typename T> class TWeakObjectPtr
{
  public:
    TWeakObjectPtr() = default;
    TWeakObjectPtr(T *To)
    {
        *this = To;
    }
    TWeakObjectPtr &operator=(T *Other)
    {
        To = Other;
        Alive = Other ? Other->Alive : nullptr;
        return *this;
    }
    T *Get() const
    {
        return Alive && *Alive ? To : nullptr;
    }
    bool IsValid() const
    {
        return Get() != nullptr;
    }
    void Reset()
    {
        Alive.reset();
    }

  private:
    T *To = nullptr;
    std::shared_ptr<bool> Alive;
};

template <typename... Types> class TEngineEvent
{
  public:
    template <typename F> void AddLambda(F &&Call)
    {
        All.push_back({nullptr, Call});
    }
    template <typename F> void AddWeakLambda(const UObject *Owner, F &&Call)
    {
        All.push_back({Owner->Alive, Call});
    }
    template <typename T> void AddUObject(T *Owner, void (T::*Call)(Types...))
    {
        All.push_back({Owner->Alive, [Owner, Call](Types... Args) { (Owner->*Call)(Args...); }});
    }
    void Clear()
    {
        All.clear();
    }
    bool IsBound() const
    {
        return !All.empty();
    }
    void Broadcast(Types... Args)
    {
        const auto Copy = All;
        for (const auto &One : Copy)
            if (!One.first || *One.first) One.second(Args...);
    }

  private:
    std::vector<std::pair<std::shared_ptr<bool>, std::function<void(Types...)>>> All;
};

template <typename T> T *NewObject(UObject *)
{
    return new T();
}
