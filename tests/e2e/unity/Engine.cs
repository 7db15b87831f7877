// The types of Unity's engine that clients/unity/PosedCharacter.cs uses, by their public signatures: it is compiled against them, never run.
using System;
using System.Collections;

namespace UnityEngine
{
    public static class Debug { public static void LogWarning(object message) { } }

    public struct Vector2 { public float x, y; }

    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public float magnitude => (float)Math.Sqrt(x * x + y * y + z * z);
        public static Vector3 up => new Vector3(0, 1, 0);
        public static Vector3 zero => default(Vector3);
        public static Vector3 operator *(Vector3 v, float s) => new Vector3(v.x * s, v.y * s, v.z * s);
    }

    public struct Quaternion
    {
        public float x, y, z, w;
        public Quaternion(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
        public static Quaternion identity => default(Quaternion);
        public static Quaternion Euler(float x, float y, float z) => default(Quaternion);
        public static Quaternion FromToRotation(Vector3 from, Vector3 to) => default(Quaternion);
    }

    public class Object
    {
        public string name;
        public static bool operator ==(Object a, Object b) => ReferenceEquals(a, b);
        public static bool operator !=(Object a, Object b) => !(a == b);
        public override bool Equals(object o) => ReferenceEquals(this, o);
        public override int GetHashCode() => 0;
    }

    public class Component : Object { public Transform transform => null; }
    public class MonoBehaviour : Component { }

    public class Transform : Component, IEnumerable
    {
        public Vector3 position, localPosition, localScale, eulerAngles;
        public Quaternion rotation, localRotation;
        public void SetParent(Transform parent, bool worldPositionStays) { }
        public IEnumerator GetEnumerator() => null;
    }

    public enum PrimitiveType { Sphere, Capsule, Cylinder, Cube }

    public class GameObject : Object
    {
        public GameObject(string name) { this.name = name; }
        public Transform transform => null;
        public static GameObject CreatePrimitive(PrimitiveType type) => null;
    }

    public static class Time { public static float realtimeSinceStartup => 0; }
}
