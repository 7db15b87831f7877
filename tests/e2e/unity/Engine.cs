// Stand-ins of Unity's types, from Unity 2021 to Unity 6: the namespaces that every Unity has, and the types that the client and scripts of users
// need, with the signatures of the engine's documentation. The client is compiled against them, and tests run its components with them: hierarchies of
// transforms, components and blend shapes work; nothing is drawn. What is declared here and not used by the client is here because its name can be in
// conflict with a name of the client.
using System;
using System.Collections;
using System.Collections.Generic;

namespace Unity.Collections
{
    public enum Allocator { Invalid, None, Temp, TempJob, Persistent }
    public enum NativeArrayOptions { UninitializedMemory, ClearMemory }
    public struct NativeArray<T> : IDisposable where T : struct
    {
        public NativeArray(int length, Allocator allocator, NativeArrayOptions options = NativeArrayOptions.ClearMemory) { Length = length; }
        public int Length { get; }
        public void Dispose() { }
    }
    [AttributeUsage(AttributeTargets.Field)] public sealed class ReadOnlyAttribute : Attribute { }
}
namespace Unity.Collections.LowLevel.Unsafe { public static class UnsafeUtility { public static int SizeOf<T>() where T : struct => 0; } }
namespace Unity.Jobs
{
    public interface IJob { void Execute(); }
    public interface IJobParallelFor { void Execute(int index); }
    public struct JobHandle { public void Complete() { } }
}
namespace Unity.Mathematics
{
    public struct float2 { public float x, y; }
    public struct float3 { public float x, y, z; public float3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; } }
    public struct float4 { public float x, y, z, w; }
    public struct quaternion { public float4 value; }
    public struct Random { public Random(uint seed) { } public float NextFloat() => 0; }
    public static class math { public static float lerp(float start, float end, float t) => start + (end - start) * t; }
}
namespace Unity.Burst { [AttributeUsage(AttributeTargets.Struct | AttributeTargets.Method)] public class BurstCompileAttribute : Attribute { } }
namespace Unity.Profiling { public struct ProfilerMarker { public ProfilerMarker(string name) { } public void Begin() { } public void End() { } } }
namespace Unity.Entities { public struct Entity { public int Index, Version; } }
namespace Unity.Networking.Transport { public struct NetworkConnection { } }
namespace Unity.VisualScripting { public class Unit { } }
namespace Unity.IL2CPP.CompilerServices { public enum Option { NullChecks = 1 } }

namespace UnityEngine.Events { public delegate void UnityAction(); public class UnityEvent { public void AddListener(UnityAction call) { } } }
namespace UnityEngine.SceneManagement { public struct Scene { public string name => ""; } public static class SceneManager { public static Scene GetActiveScene() => default(Scene); } }
namespace UnityEngine.Scripting { public class PreserveAttribute : Attribute { } }
namespace UnityEngine.Networking { public class UnityWebRequest : IDisposable { public static UnityWebRequest Get(string uri) => new UnityWebRequest(); public void Dispose() { } } }
namespace UnityEngine.Animations { public struct AnimationStream { } }
namespace UnityEngine.Rendering { public enum ShadowCastingMode { Off, On } }
namespace UnityEngine.UI { public class Text : MonoBehaviour { public string text; } public class Button : MonoBehaviour { } }
namespace UnityEngine.InputSystem { public class InputAction { public T ReadValue<T>() where T : struct => default(T); } }
namespace UnityEditor { public class Editor { } public class EditorWindow { } }
namespace AOT { [AttributeUsage(AttributeTargets.Method)] public class MonoPInvokeCallbackAttribute : Attribute { public MonoPInvokeCallbackAttribute(Type type) { } } }

namespace UnityEngine
{
    // ---- attributes

    [AttributeUsage(AttributeTargets.Field)] public sealed class SerializeField : Attribute { }
    [AttributeUsage(AttributeTargets.Field)] public sealed class HideInInspector : Attribute { }
    [AttributeUsage(AttributeTargets.Field, AllowMultiple = true)] public class HeaderAttribute : Attribute { public HeaderAttribute(string header) { } }
    [AttributeUsage(AttributeTargets.Field)] public class TooltipAttribute : Attribute { public TooltipAttribute(string tooltip) { } }
    [AttributeUsage(AttributeTargets.Field)] public sealed class RangeAttribute : Attribute { public RangeAttribute(float min, float max) { } }
    [AttributeUsage(AttributeTargets.Field)] public sealed class MinAttribute : Attribute { public MinAttribute(float min) { } }
    [AttributeUsage(AttributeTargets.Class)] public sealed class AddComponentMenu : Attribute { public AddComponentMenu(string menuName) { } }
    [AttributeUsage(AttributeTargets.Class)] public sealed class DisallowMultipleComponent : Attribute { }
    [AttributeUsage(AttributeTargets.Class, AllowMultiple = true)] public sealed class RequireComponent : Attribute { public RequireComponent(Type requiredComponent) { } }
    [AttributeUsage(AttributeTargets.Class)] public class DefaultExecutionOrder : Attribute { public DefaultExecutionOrder(int order) { } }

    // ---- values

    public struct Vector2
    {
        public float x, y;
        public Vector2(float x, float y) { this.x = x; this.y = y; }
        public static Vector2 zero => default(Vector2);
        public static implicit operator Vector3(Vector2 v) => new Vector3(v.x, v.y, 0);
    }

    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public float magnitude => (float)Math.Sqrt(x * x + y * y + z * z);
        public static Vector3 up => new Vector3(0, 1, 0);
        public static Vector3 zero => default(Vector3);
        public static Vector3 one => new Vector3(1, 1, 1);
        public static Vector3 forward => new Vector3(0, 0, 1);
        public static float Distance(Vector3 a, Vector3 b) => (a - b).magnitude;
        public static Vector3 operator +(Vector3 a, Vector3 b) => new Vector3(a.x + b.x, a.y + b.y, a.z + b.z);
        public static Vector3 operator -(Vector3 a, Vector3 b) => new Vector3(a.x - b.x, a.y - b.y, a.z - b.z);
        public static Vector3 operator *(Vector3 v, float s) => new Vector3(v.x * s, v.y * s, v.z * s);
    }

    public struct Vector4 { public float x, y, z, w; }
    public struct Matrix4x4 { public float m00; }
    public struct Color { public float r, g, b, a; }
    public struct Ray { public Vector3 origin, direction; }
    public struct Pose { public Vector3 position; public Quaternion rotation; }
    public struct Bounds { public Vector3 center; }
    public struct Rect { public float x, y, width, height; }
    public struct RaycastHit { public Vector3 point; }

    public struct Quaternion
    {
        public float x, y, z, w;
        public Quaternion(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
        public static Quaternion identity => new Quaternion(0, 0, 0, 1);
        public static Quaternion Euler(float x, float y, float z) => new Quaternion(0, (float)Math.Sin(y * Math.PI / 360), 0, (float)Math.Cos(y * Math.PI / 360)); // about y only
        public static Quaternion FromToRotation(Vector3 from, Vector3 to) => identity;
        public static Quaternion operator *(Quaternion a, Quaternion b) => identity;
        public Vector3 eulerAngles => new Vector3(0, (float)(2 * Math.Atan2(y, w) * 180 / Math.PI), 0);
    }

    public static class Mathf
    {
        public const float PI = (float)Math.PI, Deg2Rad = PI / 180, Rad2Deg = 180 / PI;
        public static float Sin(float f) => (float)Math.Sin(f);
        public static float Cos(float f) => (float)Math.Cos(f);
        public static float Sqrt(float f) => (float)Math.Sqrt(f);
        public static float Abs(float f) => Math.Abs(f);
        public static float Max(float a, float b) => Math.Max(a, b);
        public static float Min(float a, float b) => Math.Min(a, b);
        public static float Clamp(float value, float min, float max) => Math.Max(min, Math.Min(max, value));
        public static float Clamp01(float value) => Clamp(value, 0, 1);
        public static float Repeat(float t, float length) => t - (float)Math.Floor(t / length) * length;
    }

    public enum Space { World, Self }
    public enum KeyCode { None, Space = 32, W = 119 }
    public enum RuntimePlatform { OSXEditor, WindowsPlayer = 2, WebGLPlayer = 17 }
    public enum PrimitiveType { Sphere, Capsule, Cylinder, Cube, Plane, Quad }
    public enum HideFlags { None }

    // ---- statics

    public static class Debug
    {
        public static void Log(object message) => Console.WriteLine(message);
        public static void LogWarning(object message) => Console.Error.WriteLine(message);
        public static void LogError(object message) => Console.Error.WriteLine(message);
    }
    public static class Application { public static bool isPlaying => true; public static RuntimePlatform platform => RuntimePlatform.WindowsPlayer; public static bool runInBackground { get; set; } }
    public static class Random { public static float value => 0; public static float Range(float minInclusive, float maxInclusive) => minInclusive; }
    public static class Resources { public static T Load<T>(string path) where T : Object => null; }
    public static class PlayerPrefs { public static string GetString(string key) => ""; }
    public static class Gizmos { public static void DrawLine(Vector3 from, Vector3 to) { } }
    public class Input { public static float GetAxis(string axisName) => 0; public static bool GetButton(string buttonName) => false; public static bool GetKey(KeyCode key) => false; }

    /// The engine's clocks. Clock is set by tests, in seconds. A float has steps of 8 ms after a day.
    public class Time
    {
        public static double Clock;
        public static float time => (float)Clock;
        public static float deltaTime => 1 / 60f;
        public static float unscaledTime => (float)Clock;
        public static float realtimeSinceStartup => (float)Clock;
        public static int frameCount => 0;
        public static double timeAsDouble => Clock;
        public static double unscaledTimeAsDouble => Clock;
        public static double realtimeSinceStartupAsDouble => Clock;
    }

    // ---- objects

    public class Object
    {
        public string name { get; set; }
        public HideFlags hideFlags { get; set; }
        public static void Destroy(Object obj) => (obj as GameObject)?.End();
        public static T Instantiate<T>(T original) where T : Object => (T)(Object)(original as GameObject).Copy(null);
        public static T FindObjectOfType<T>() where T : Object => null;
        public static implicit operator bool(Object exists) => !ReferenceEquals(exists, null);
        public static bool operator ==(Object a, Object b) => ReferenceEquals(a, b);
        public static bool operator !=(Object a, Object b) => !(a == b);
        public override bool Equals(object other) => ReferenceEquals(this, other);
        public override int GetHashCode() => 0;
    }

    public class ScriptableObject : Object { }
    public class Material : Object { public Color color { get; set; } }
    public class Texture : Object { }
    public class Animation : Behaviour { }
    public class Animator : Behaviour { public Transform GetBoneTransform(int humanBoneId) => null; }
    public class AnimationClip : Object { }
    public class AudioClip : Object
    {
        public int samples => 48000;
        public int channels => 1;
        public int frequency => 48000;
        public bool GetData(float[] data, int offsetSamples) => true;
    }
    public static class Microphone
    {
        public static AudioClip Start(string deviceName, bool loop, int lengthSec, int frequency) => new AudioClip();
        public static void End(string deviceName) { }
        public static int GetPosition(string deviceName) => 0;
    }
    public class Motion : Object { }
    public class Avatar : Object { }
    public class Camera : Behaviour { public static Camera main => null; }
    public class Collider : Component { }
    public class Light : Behaviour { }
    public class Event { }
    public class Joint : Component { }
    public class Cloth : Component { }
    public class CharacterController : Collider { }
    public class LineRenderer : Renderer { }
    public class TextAsset : Object { public byte[] Content = { }; public byte[] bytes => Content; public string text => ""; }

    public class Component : Object
    {
        internal GameObject Holder;
        public GameObject gameObject => Holder;
        public Transform transform => Holder.transform;
        public T GetComponent<T>() => Holder.Find<T>();
        public T GetComponentInChildren<T>() { T[] all = GetComponentsInChildren<T>(true); return all.Length > 0 ? all[0] : default(T); }
        public T[] GetComponentsInChildren<T>(bool includeInactive)
        {
            var all = new List<T>();
            transform.Visit(all);
            return all.ToArray();
        }
    }

    public class Behaviour : Component { public bool enabled { get; set; } = true; public bool isActiveAndEnabled => enabled; }
    public class MonoBehaviour : Behaviour { public Coroutine StartCoroutine(IEnumerator routine) => null; }
    public class Coroutine { }

    public class Renderer : Component { public Material material { get; set; } }
    public class MeshRenderer : Renderer { }
    public class MeshFilter : Component { public Mesh mesh { get; set; } }

    public sealed class Mesh : Object
    {
        public readonly List<string> Shapes = new List<string>();
        public readonly List<float> Whole = new List<float>();
        public int vertexCount => 0;
        public int blendShapeCount => Shapes.Count;
        public string GetBlendShapeName(int shapeIndex) => Shapes[shapeIndex];
        public int GetBlendShapeIndex(string blendShapeName) => Shapes.IndexOf(blendShapeName);
        public int GetBlendShapeFrameCount(int shapeIndex) => 1;
        public float GetBlendShapeFrameWeight(int shapeIndex, int frameIndex) => Whole[shapeIndex];
    }

    public class SkinnedMeshRenderer : Renderer
    {
        readonly Dictionary<int, float> weights = new Dictionary<int, float>();
        public Mesh sharedMesh { get; set; }
        public Transform[] bones { get; set; }
        public Transform rootBone { get; set; }
        public float GetBlendShapeWeight(int index) => weights.TryGetValue(index, out float w) ? w : 0;
        public void SetBlendShapeWeight(int index, float value) => weights[index] = value;
    }

    public class Transform : Component, IEnumerable
    {
        readonly List<Transform> children = new List<Transform>();
        Transform above;
        // The stand-in keeps places of the world and of the parent apart, and does not compute one from the other.
        public Vector3 position { get; set; }
        public Vector3 localPosition { get; set; }
        public Vector3 localScale { get; set; }
        public Quaternion rotation { get; set; } = Quaternion.identity;
        public Quaternion localRotation { get; set; } = Quaternion.identity;
        public Vector3 eulerAngles { get => rotation.eulerAngles; set => rotation = Quaternion.Euler(value.x, value.y, value.z); }
        public Vector3 forward => Vector3.forward;
        public int childCount => children.Count;
        public Transform GetChild(int index) => children[index];
        public Transform parent { get => above; set => SetParent(value, true); }
        public void SetParent(Transform parent, bool worldPositionStays)
        {
            above?.children.Remove(this);
            above = parent;
            above?.children.Add(this);
        }
        public Transform Find(string n) => children.Find(c => c.name == n);
        public IEnumerator GetEnumerator() => children.GetEnumerator();
        internal void Visit<T>(List<T> found)
        {
            foreach (Component one in Holder.Components) if (one is T t) found.Add(t);
            foreach (Transform child in children) child.Visit(found);
        }
    }

    public sealed class GameObject : Object
    {
        internal readonly List<Component> Components = new List<Component>();
        public GameObject(string name)
        {
            this.name = name;
            transform = AddComponent<Transform>();
            transform.name = name;
        }
        public Transform transform { get; }
        public bool activeSelf => true;
        public void SetActive(bool value) { }
        public static GameObject CreatePrimitive(PrimitiveType type) => new GameObject(type.ToString());
        public T AddComponent<T>() where T : Component
        {
            var made = (T)Activator.CreateInstance(typeof(T));
            made.Holder = this;
            made.name = name;
            Components.Add(made);
            return made;
        }
        public T GetComponent<T>() => Find<T>();
        internal T Find<T>()
        {
            foreach (Component one in Components) if (one is T found) return found;
            return default(T);
        }
        internal GameObject Copy(Transform parent)
        {
            var made = new GameObject(name);
            made.transform.SetParent(parent, false);
            made.transform.localRotation = transform.localRotation;
            foreach (Component one in Components)
                if (one is SkinnedMeshRenderer renderer) made.AddComponent<SkinnedMeshRenderer>().sharedMesh = renderer.sharedMesh;
            foreach (Transform child in transform) child.gameObject.Copy(made.transform);
            return made;
        }
        internal void End() => transform.SetParent(null, false);
    }
}
