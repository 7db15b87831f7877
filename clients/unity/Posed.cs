// Posed.cs: client of the posed daemon for Unity and for any other C# program. posed is a server that animates characters; this client receives
// their poses over a WebSocket and sends inputs. One file, C# 7, no dependencies.
//
//     Frame, WireReader   decode the binary frames that the daemon sends
//     Timeline            interpolates between frames, so that characters move smoothly at any frame rate
//     Input               encodes a character's input (stick, gait, jump) as a binary message of 32 bytes
//     Session             implements the protocol: joins, creates characters, reconnects. It does no input or output itself.
//     Line                connects a Session to the daemon by System.Net.WebSockets
//     Http                sends requests to the daemon's HTTP interface
//     UnityAxes           converts between posed's axes and Unity's
//
// Units    metres, radians, seconds; some members of UnityAxes are in degrees, and say so.
// Axes     posed: right-handed, +Y up. A yaw of 0 faces +Z; +X is then the character's left.
//          Unity: left-handed, +Y up, +Z ahead, +X right. To convert a point, x changes its sign (UnityAxes.Place).
// Spaces   World: coordinates of the scene on the daemon.
//          Root frame: the character's own frame. Its origin is the point of the ground under the hips; its axes are the world's, rotated by the
//          character's yaw about +Y. Character.World converts a point from the root frame to the world.
//          Rotations of joints are relative to the parent joint; that of joint 0 is relative to the root frame.
//
// The documentation of posed describes the protocol in docs/reference/stream.md and compact frames in docs/reference/wire.md.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Net.WebSockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace PosedClient
{
    /// <summary>A point or a vector of three components. Converts implicitly to UnityEngine.Vector3 without a change of axes.</summary>
    public struct Vec3
    {
        public float x, y, z;
        public Vec3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        /// <summary>Interpolates linearly from a (t = 0) to b (t = 1). A t outside 0 to 1 extrapolates.</summary>
        public static Vec3 Mix(Vec3 a, Vec3 b, float t) => new Vec3(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t);
#if UNITY_5_3_OR_NEWER
        public static implicit operator UnityEngine.Vector3(Vec3 v) => new UnityEngine.Vector3(v.x, v.y, v.z);
#endif
    }

    /// <summary>A rotation as a unit quaternion x, y, z, w. Converts implicitly to UnityEngine.Quaternion without a change of axes.</summary>
    public struct Quat
    {
        public float x, y, z, w;
        public Quat(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
        public static float Dot(Quat a, Quat b) => a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
        /// <summary>Returns the rotation b followed by the rotation a.</summary>
        public static Quat operator *(Quat a, Quat b) => new Quat(
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
        public static Quat operator -(Quat q) => new Quat(-q.x, -q.y, -q.z, -q.w);
#if UNITY_5_3_OR_NEWER
        public static implicit operator UnityEngine.Quaternion(Quat q) => new UnityEngine.Quaternion(q.x, q.y, q.z, q.w);
#endif

        /// <summary>Interpolates along the shorter arc from a (t = 0) to b (t = 1). Returns a unit quaternion.</summary>
        public static Quat Slerp(Quat a, Quat b, float t)
        {
            float dot = Dot(a, b);
            if (dot < 0) { b = -b; dot = -dot; }
            double angle = Math.Acos(Math.Min(1.0, dot)), s = Math.Sin(angle);
            float p = s < 1e-4 ? 1 - t : (float)(Math.Sin((1 - t) * angle) / s), q = s < 1e-4 ? t : (float)(Math.Sin(t * angle) / s);
            Quat m = new Quat(p * a.x + q * b.x, p * a.y + q * b.y, p * a.z + q * b.z, p * a.w + q * b.w);
            float length = (float)Math.Sqrt(Dot(m, m));
            return new Quat(m.x / length, m.y / length, m.z / length, m.w / length);
        }
    }

    /// <summary>Converts between posed's axes and Unity's. Place and Turn mirror the x axis; each is its own inverse, so it also converts from Unity
    /// to posed.</summary>
    public static class UnityAxes
    {
        /// <summary>Converts a position or an offset, metres.</summary>
        public static Vec3 Place(Vec3 p) => new Vec3(-p.x, p.y, p.z);
        /// <summary>Converts a rotation.</summary>
        public static Quat Turn(Quat q) => new Quat(q.x, -q.y, -q.z, q.w);
        /// <summary>Converts a yaw of posed, radians, to Unity's Euler angle about Y: degrees, clockwise seen from above.</summary>
        public static float YawDegrees(float yaw) => -yaw * (float)(180 / Math.PI);
        /// <summary>Converts Unity's Euler angle about Y, degrees (for example a camera's eulerAngles.y), to a yaw of posed, radians.</summary>
        public static float Yaw(float degrees) => -degrees * (float)(Math.PI / 180);
        /// <summary>Converts a node's translation for a model whose importer mirrored the z axis, as UniVRM does for VRM 0.x. For all other importers
        /// use Place.</summary>
        public static Vec3 PlaceByZ(Vec3 p) => new Vec3(p.x, p.y, -p.z);
        /// <summary>Converts a node's rotation for a model whose importer mirrored the z axis, as UniVRM does for VRM 0.x. For all other importers
        /// use Turn.</summary>
        public static Quat TurnByZ(Quat q) => new Quat(-q.x, -q.y, q.z, q.w);
        /// <summary>Converts a stick's deflection, right and ahead from -1 to 1, to { MoveX, MoveZ } of an Input.</summary>
        public static float[] Move(float right, float ahead) => new[] { -right, ahead };
    }

    // ---- frames

    /// <summary>Bits of the channels of a frame. A channel is a part of the pose that the client asks for, by its name in small letters
    /// (Session.AskProfile).</summary>
    [Flags]
    public enum Channels { Root = 1, Joints = 2, Rotations = 4, Contacts = 8, Trajectory = 16, Smpl = 32, Vertices = 64, Character = 128, Face = 512, Soft = 1024 }

    /// <summary>Reports bytes that are not a frame of version 1 or that end too early. The message names the byte.</summary>
    public sealed class FrameException : Exception { public FrameException(string what) : base(what) { } }

    /// <summary>Sizes of the arrays of a character's channels. A frame does not contain them; they come from the message `welcome`.</summary>
    public struct Counts
    {
        /// <summary>Joints: number of joints of the skeleton. Samples: number of samples of the trajectory.</summary>
        public int Joints, Samples;
        public Counts(int joints, int samples) { Joints = joints; Samples = samples; }
    }

    /// <summary>Pose of one character at one time, in posed's axes. Arrays of channels that the frame does not contain are null.</summary>
    public sealed class Character
    {
        /// <summary>Number of the character in its session. Figure.Id has the same value.</summary>
        public uint Id;
        /// <summary>Number of the last input that this frame takes into account (Session.Send returns it). At most 2^53.</summary>
        public ulong Seq;
        /// <summary>Channels that the frame contains for this character.</summary>
        public Channels Channels;
        /// <summary>Contacts: parts of the feet that touch the ground, as bits: 1 left heel, 2 left toe, 4 right heel, 8 right toe.
        /// Gait: strongest gait: 0 stand, 1 walk, 2 jog and run, 3 crouch, 4 jump, 5 bump.</summary>
        public int Contacts, Gait;
        /// <summary>Phase: phase of the stride, 0 to 2 pi: 0 at the contact of the right foot, pi at that of the left. Yaw: facing, radians about +Y;
        /// 0 faces +Z.</summary>
        public float Phase, Yaw;
        /// <summary>Point of the ground under the hips, world, metres.</summary>
        public Vec3 Root;
        /// <summary>Points in the root frame, metres. Joints: positions of the joints, in the order of Skeleton.Names. Trajectory: past and predicted
        /// positions of the root; the sample at half the length is the present one. Vertices: surface of the body.</summary>
        public Vec3[] Joints, Trajectory, Vertices;
        /// <summary>Facing at each sample of Trajectory, radians, relative to the root frame.</summary>
        public float[] Facings;
        /// <summary>Rotations relative to the parent joint; the first one is relative to the root frame. Rotations: joints of the skeleton, in the
        /// order of Skeleton.Names. SmplRotations: 24 joints of the SMPL body model.</summary>
        public Quat[] Rotations, SmplRotations;
        /// <summary>Position of the pelvis of the SMPL body, root frame, metres.</summary>
        public Vec3 SmplPelvis;
        /// <summary>Local rotations of the nodes of an uploaded character file, in the file's axes and in the order of Figure.Joints.</summary>
        public Quat[] NodeRotations;
        /// <summary>Local translation of the node Figure.Root of an uploaded character file, in the file's axes and units.</summary>
        public Vec3 NodeRoot;
        /// <summary>Local translations of the nodes of an uploaded character file that Figure.Translated names, in that order and in the file's axes
        /// and units.</summary>
        public Vec3[] NodeTranslations;
        /// <summary>True if the frame is compact and contains Rotations. Then Hips is set. Compact frames have no Joints.</summary>
        public bool HasHips;
        /// <summary>Position of the first joint, root frame, metres. Valid if HasHips is true.</summary>
        public Vec3 Hips;
        /// <summary>Weights of the blend shapes of the face, in the order of Face.Names: 0 is the face at rest, 1 the whole shape.</summary>
        public float[] FaceWeights;
        /// <summary>Soft-tissue coefficients of the body: weights of the morph targets that Figure.SoftNames names.</summary>
        public float[] Soft;
        /// <summary>Rotations of the finger joints, relative to the parent joint and to the rest pose. Left hand first, then right hand; in each hand
        /// index, middle, pinky, ring and thumb, three joints each from the palm outwards.</summary>
        public Quat[] FingerRotations;

        /// <summary>Converts a point from the root frame to the world (posed's axes, metres).</summary>
        public Vec3 World(Vec3 p)
        {
            float c = (float)Math.Cos(Yaw), s = (float)Math.Sin(Yaw);
            return new Vec3(Root.x + c * p.x + s * p.z, Root.y + p.y, Root.z - s * p.x + c * p.z);
        }

        internal Character Copy() => (Character)MemberwiseClone();
    }

    /// <summary>Names of the weights in Character.FaceWeights: ARKit's 52 blend shapes, beginning with the eyes, then 14 visemes.</summary>
    public static class Face
    {
        /// <summary>Name of each weight, in the order of Character.FaceWeights.</summary>
        public static readonly string[] Names =
        {
            "eyeBlinkLeft", "eyeBlinkRight", "eyeLookDownLeft", "eyeLookDownRight", "eyeLookInLeft", "eyeLookInRight", "eyeLookOutLeft",
            "eyeLookOutRight", "eyeLookUpLeft", "eyeLookUpRight", "eyeSquintLeft", "eyeSquintRight", "eyeWideLeft", "eyeWideRight", "jawForward",
            "jawLeft", "jawRight", "jawOpen", "mouthClose", "mouthFunnel", "mouthPucker", "mouthLeft", "mouthRight", "mouthSmileLeft",
            "mouthSmileRight", "mouthFrownLeft", "mouthFrownRight", "mouthDimpleLeft", "mouthDimpleRight", "mouthStretchLeft", "mouthStretchRight",
            "mouthRollLower", "mouthRollUpper", "mouthShrugLower", "mouthShrugUpper", "mouthPressLeft", "mouthPressRight", "mouthLowerDownLeft",
            "mouthLowerDownRight", "mouthUpperUpLeft", "mouthUpperUpRight", "browDownLeft", "browDownRight", "browInnerUp", "browOuterUpLeft",
            "browOuterUpRight", "cheekPuff", "cheekSquintLeft", "cheekSquintRight", "noseSneerLeft", "noseSneerRight", "tongueOut", "viseme_PP",
            "viseme_FF", "viseme_TH", "viseme_DD", "viseme_kk", "viseme_CH", "viseme_SS", "viseme_nn", "viseme_RR", "viseme_aa", "viseme_E",
            "viseme_I", "viseme_O", "viseme_U",
        };
    }

    /// <summary>A decoded frame: the poses of all characters of a session at one tick.</summary>
    public sealed class Frame
    {
        /// <summary>Number of the simulation step.</summary>
        public uint Tick;
        /// <summary>Time of the tick on the server's clock, seconds.</summary>
        public double Time;
        /// <summary>Number of bits in which each rotation was sent: 48 or 32. Compact frames have 48 here, although they are coded differently.</summary>
        public int RotationBits;
        /// <summary>The characters of the frame.</summary>
        public List<Character> Characters = new List<Character>();

        /// <summary>Decodes the first `size` bytes as a frame that is not compact. countsOf returns the array sizes of the character with the given id.
        /// Throws a FrameException if the bytes are not a valid frame.</summary>
        public static Frame Read(byte[] bytes, int size, Func<uint, Counts> countsOf)
        {
            var from = new Reader(bytes, size);
            from.Skip(24);
            if (BitConverter.ToUInt32(bytes, 0) != 0x31445350 || bytes[4] != 1 || bytes[5] != 0)
                throw new FrameException("byte 0: no frame of version 1");
            var frame = new Frame { Tick = BitConverter.ToUInt32(bytes, 8), Time = BitConverter.ToDouble(bytes, 12) };
            from.SetTranslationsAside(BitConverter.ToUInt16(bytes, 22));
            from.Bits = frame.RotationBits = (bytes[6] & 1) != 0 ? 32 : 48;
            for (int left = BitConverter.ToUInt16(bytes, 20); left > 0; left--) frame.Characters.Add(ReadCharacter(from, bytes, countsOf));
            return frame;
        }

        const int SeqHigh = 256; // bit of the channels: the frame contains the upper 32 bits of Seq

        static Character ReadCharacter(Reader from, byte[] bytes, Func<uint, Counts> countsOf)
        {
            int at = from.Skip(32);
            var who = new Character
            {
                Id = BitConverter.ToUInt32(bytes, at), Seq = BitConverter.ToUInt32(bytes, at + 4),
                Channels = (Channels)BitConverter.ToUInt16(bytes, at + 8), Contacts = bytes[at + 10], Gait = bytes[at + 11],
                Phase = BitConverter.ToSingle(bytes, at + 12), Yaw = BitConverter.ToSingle(bytes, at + 28),
                Root = new Vec3(BitConverter.ToSingle(bytes, at + 16), BitConverter.ToSingle(bytes, at + 20), BitConverter.ToSingle(bytes, at + 24)),
            };
            Counts counts = countsOf(who.Id);
            if ((who.Channels & Channels.Joints) != 0) who.Joints = from.Points(counts.Joints);
            if ((who.Channels & Channels.Rotations) != 0) who.Rotations = from.Rotations(counts.Joints);
            if ((who.Channels & Channels.Trajectory) != 0) who.Trajectory = from.Samples(counts.Samples, out who.Facings);
            if ((who.Channels & Channels.Smpl) != 0)
            {
                who.SmplPelvis = from.Points(1)[0];
                who.SmplRotations = from.Rotations(24);
            }
            if ((who.Channels & Channels.Vertices) != 0) who.Vertices = from.Points(BitConverter.ToUInt32(bytes, from.Skip(4)));
            if ((who.Channels & Channels.Character) != 0)
            {
                int nodes = from.Skip(16);
                who.NodeRoot = new Vec3(BitConverter.ToSingle(bytes, nodes + 4), BitConverter.ToSingle(bytes, nodes + 8), BitConverter.ToSingle(bytes, nodes + 12));
                who.NodeRotations = from.Rotations(BitConverter.ToUInt16(bytes, nodes));
                who.NodeTranslations = from.Translations(BitConverter.ToUInt16(bytes, nodes + 2));
            }
            if (((int)who.Channels & SeqHigh) != 0) who.Seq |= (ulong)BitConverter.ToUInt32(bytes, from.Skip(4)) << 32;
            if ((who.Channels & Channels.Face) != 0)
            {
                int counts_ = from.Skip(2), weights = from.Skip(2 * bytes[counts_]);
                who.FaceWeights = new float[bytes[counts_]];
                for (int i = 0; i < who.FaceWeights.Length; i++) who.FaceWeights[i] = BitConverter.ToInt16(bytes, weights + 2 * i) / 8192f;
                who.FingerRotations = from.Rotations(bytes[counts_ + 1]);
            }
            if ((who.Channels & Channels.Soft) != 0)
            {
                int count = from.Skip(1), coefficients = from.Skip(2 * bytes[count]);
                who.Soft = new float[bytes[count]];
                for (int i = 0; i < who.Soft.Length; i++) who.Soft[i] = BitConverter.ToInt16(bytes, coefficients + 2 * i) / 1024f;
            }
            return who;
        }
    }

    /// <summary>
    /// Decodes compact frames. Most compact frames contain only changes since the frame before, so one WireReader must get all frames of a connection
    /// in the order of arrival. The decoded characters have Hips and no Joints. docs/reference/wire.md of posed describes the format.
    /// </summary>
    public sealed class WireReader
    {
        const int Delta = 0xd1, HeaderBytes = 32, Fixed = 8, TwoSided = 22, Symbols = 16, Total = 32768, FirstMean = 4096, Most = 1 << 26;
        static readonly int[] Thetas = { 78, 111, 157, 222, 314, 443, 627, 887, 1254, 1772, 2505, 3537, 4988, 7013, 9808, 13580, 18472, 24433, 31097, 37837, 44032, 49293, 43320, 48986 };
        static readonly int[][] Tables = MakeTables();

        /// <summary>State of the decoder for one character, set by a key frame and updated by each delta frame.</summary>
        sealed class Member
        {
            public uint Id;
            public ulong Seq;
            public Channels Channels;
            // Number of joints of the chains of the channels Rotations and Smpl; 0 if the channel is absent.
            public readonly int[] Counts = new int[2];
            // Number of face weights and of finger joints.
            public int Weights, Fingers;
            // Value of each quantity in the last frame, as an integer. The order is that of docs/reference/wire.md, section Quantities.
            public readonly List<int> Now = new List<int>();
            // Value of each quantity in the frame before the last one.
            public int[] Before;
            // Running mean of the coded magnitudes of each quantity, from which the coder selects its table.
            public uint[] Means;
            // Reference rotation of each joint, set by the key frame.
            public readonly List<Quat> References = new List<Quat>();
            // Factor from a coded integer to a rotation parameter, for each joint: a quarter of the joint's step.
            public readonly List<float> Steps = new List<float>();
        }

        // Characters in the order of the last key frame. Null: delta frames are skipped until the next key frame.
        List<Member> members;
        // age: delta frames since the key frame. placeBits: positions are in 1/2^placeBits m. ticks, ticksBefore: ticks since the key frame, in the
        // last frame and in the one before. late: lateness of the last frame, microseconds.
        int age, placeBits, ticks, ticksBefore, late;
        uint keyTick;
        // keyTime: time of the key frame. period: duration of a tick. Both in seconds.
        double keyTime, period;
        // Running means of the coder for the tick and for the lateness.
        readonly uint[] means = new uint[2];

        // State of the range decoder: the message, the position in it, its size, and the decoder's two registers.
        byte[] bytes;
        int at, size;
        uint code, range;

        /// <summary>Computes the cumulative symbol frequencies (of 32768) of the 24 tables, as docs/reference/wire.md defines them.</summary>
        static int[][] MakeTables()
        {
            var out_ = new int[Thetas.Length][];
            for (int i = 0; i < out_.Length; i++)
            {
                long theta = Thetas[i], zero = i < TwoSided ? 2 * ((65536 - theta) * Total / (65536 + theta)) : (65536 - theta) * Total / 65536, part = zero * theta / 65536, sum = 0;
                var sizes = new long[Symbols];
                for (int a = 1; a < Symbols; a++, part = part * theta / 65536)
                {
                    if (a == Symbols - 1) part = part * 65536 / (65536 - theta);
                    sizes[a] = part > 2 ? part & ~1L : 2;
                    sum += sizes[a];
                }
                sizes[0] = Total - sum;
                out_[i] = new int[Symbols + 1];
                for (int a = 0; a < Symbols; a++) out_[i][a + 1] = out_[i][a] + (int)sizes[a];
            }
            return out_;
        }

        /// <summary>True if the message is a compact frame, which WireReader.Read decodes. Frame.Read decodes all other binary messages.</summary>
        public static bool IsCompact(byte[] bytes, int size) => size > 1 && (bytes[0] == Delta || (size >= HeaderBytes && bytes[0] == 0x50 && bytes[5] == 1));

        /// <summary>Decodes the first `length` bytes of a message. Returns null for a delta frame whose predecessor was not decoded. Throws a
        /// FrameException if the bytes are invalid. After either, delta frames return null until the next key frame, which the server sends within 5
        /// seconds.</summary>
        public Frame Read(byte[] message, int length)
        {
            List<Member> known = members;
            members = null;
            bytes = message;
            size = length;
            if (size < 2) throw new FrameException("byte 0: no compact frame");
            if (bytes[0] != Delta) known = ReadKey();
            else if (known == null || bytes[1] != ((age + 1) & 255)) return null;
            else ReadDelta(known);
            members = known;
            var frame = new Frame { Tick = unchecked(keyTick + (uint)ticks), Time = keyTime + ticks * period + late * 1e-6, RotationBits = 48 };
            foreach (Member m in known) frame.Characters.Add(Show(m));
            return frame;
        }

        /// <summary>Advances by count bytes and returns the position of the first of them. Throws a FrameException if fewer are left.</summary>
        int Skip(int count)
        {
            if (count > size - at) throw new FrameException($"byte {at}: {count} bytes expected, {size - at} are there");
            at += count;
            return at - count;
        }

        List<Member> ReadKey()
        {
            at = 0;
            Skip(HeaderBytes);
            if (BitConverter.ToUInt32(bytes, 0) != 0x31445350 || bytes[4] != 1 || bytes[5] != 1 || bytes[6] > 16) throw new FrameException("byte 0: no compact frame of version 1");
            placeBits = bytes[6];
            keyTick = BitConverter.ToUInt32(bytes, 8);
            keyTime = BitConverter.ToDouble(bytes, 12);
            period = BitConverter.ToDouble(bytes, 24);
            ticks = ticksBefore = late = age = 0;
            means[0] = means[1] = FirstMean;
            var out_ = new List<Member>();
            for (uint left = BitConverter.ToUInt32(bytes, 20); left > 0; left--) out_.Add(ReadMember());
            if (at != size) throw new FrameException($"byte {at}: {size - at} bytes too many");
            return out_;
        }

        Member ReadMember()
        {
            int p = Skip(36);
            var m = new Member { Id = BitConverter.ToUInt32(bytes, p), Channels = (Channels)BitConverter.ToUInt16(bytes, p + 4), Seq = BitConverter.ToUInt64(bytes, p + 8) };
            m.Now.AddRange(new[] { (int)bytes[p + 6], (int)bytes[p + 7], 0 });
            for (int i = 0; i < 5; i++) m.Now.Add(BitConverter.ToInt32(bytes, p + 16 + 4 * i));
            for (int g = 0; g < 2; g++)
            {
                if ((m.Channels & (g == 0 ? Channels.Rotations : Channels.Smpl)) == 0) continue;
                m.Counts[g] = bytes[Skip(1)];
                if (m.Counts[g] == 0) throw new FrameException($"byte {at - 1}: a chain without joints");
                ReadValues(m, 3);
                ReadTurns(m, m.Counts[g]);
            }
            if ((m.Channels & Channels.Face) != 0)
            {
                int counts = Skip(2);
                m.Weights = bytes[counts];
                m.Fingers = bytes[counts + 1];
                ReadValues(m, m.Weights);
                ReadTurns(m, m.Fingers);
            }
            m.Before = m.Now.ToArray();
            m.Means = new uint[m.Before.Length];
            for (int i = 0; i < m.Means.Length; i++) m.Means[i] = FirstMean;
            return m;
        }

        /// <summary>Reads count initial values of quantities, 16 bits each.</summary>
        void ReadValues(Member m, int count)
        {
            int from = Skip(2 * count);
            for (int i = 0; i < count; i++) m.Now.Add(BitConverter.ToInt16(bytes, from + 2 * i));
        }

        /// <summary>Reads, for each of count joints, its reference rotation and its step.</summary>
        void ReadTurns(Member m, int count)
        {
            int from = Skip(7 * count);
            for (int k = 0; k < count; k++, from += 7)
            {
                m.References.Add(Rotation(BitConverter.ToInt16(bytes, from) / 32767f, BitConverter.ToInt16(bytes, from + 2) / 32767f, BitConverter.ToInt16(bytes, from + 4) / 32767f));
                m.Steps.Add((float)Math.Pow(2, bytes[from + 6] / -8.0) / 4);
                m.Now.AddRange(new[] { 0, 0, 0 });
            }
        }

        /// <summary>Converts modified Rodrigues parameters, the axis times tan(angle / 4), to a quaternion.</summary>
        static Quat Rotation(float x, float y, float z)
        {
            float square = x * x + y * y + z * z, scale = 1 / (1 + square);
            return new Quat(2 * x * scale, 2 * y * scale, 2 * z * scale, (1 - square) * scale);
        }

        /// <summary>Returns the next byte, or 0 after the end. Throws a FrameException after four bytes beyond the end, the most that a valid frame
        /// needs.</summary>
        uint NextByte()
        {
            if (++at > size + 4) throw new FrameException("a compact frame is too short");
            return at <= size ? bytes[at - 1] : 0u;
        }

        /// <summary>Removes a decoded symbol from the decoder's state. start and part: first value and size of the symbol's interval, of 32768. unit:
        /// range / 32768.</summary>
        void Narrow(uint unit, uint start, uint part)
        {
            code = unchecked(code - unit * start);
            for (range = unit * part; range < 1u << 24; range <<= 8) code = code << 8 | NextByte();
        }

        /// <summary>Decodes an unsigned number of count bits, in groups of 12 bits, the highest first.</summary>
        uint Bits(int count)
        {
            uint value = 0;
            for (; count > 0; count -= 12)
            {
                int part = Math.Min(12, count);
                uint unit = range >> 15, bits = ((code / unit) & 32767) >> (15 - part);
                Narrow(unit, bits << (15 - part), 1u << (15 - part));
                value = value << part | bits;
            }
            return value;
        }

        /// <summary>Decodes a signed integer with the table that belongs to mean, then updates mean.</summary>
        int Integer(ref uint mean)
        {
            uint m = Math.Max(8, mean);
            int top = 3, lowBits = 0, symbol = 0;
            while (m >> (top + 1) != 0) top++;
            int scale = 2 * top + (int)(m >> (top - 1) & 1) - 6;
            if (scale >= TwoSided)
            {
                lowBits = (scale - (TwoSided - 2)) / 2;
                scale = TwoSided + (scale & 1);
            }
            int[] table = Tables[scale];
            uint unit = range >> 15, place = Math.Min(32767, code / unit);
            while (place >= table[symbol + 1]) symbol++;
            uint start = (uint)table[symbol], part = (uint)table[symbol + 1] - start;
            bool isNegative = false;
            if (symbol > 0)
            {
                part /= 2;
                isNegative = place >= start + part;
                if (isNegative) start += part;
            }
            Narrow(unit, start, part);
            uint value = (uint)symbol;
            if (symbol == Symbols - 1)
            {
                int bits = 0;
                while (bits < 27 && Bits(1) != 0) bits++;
                value += (1u << bits | Bits(bits)) - 1;
            }
            if (lowBits > 0)
            {
                value = value << lowBits | Bits(lowBits);
                if (symbol == 0 && value > 0) isNegative = Bits(1) != 0;
            }
            mean = mean - (mean >> 3) + 512 * Math.Min(4095, value);
            int most = (int)Math.Min(2u * Most, value);
            return isNegative ? -most : most;
        }

        /// <summary>Decodes a delta frame: applies its changes to all characters of the last frame.</summary>
        void ReadDelta(List<Member> known)
        {
            at = 2;
            code = 0;
            range = uint.MaxValue;
            for (int i = 0; i < 4; i++) code = code << 8 | NextByte();
            long now = 2L * ticks - ticksBefore + Integer(ref means[0]), after = (long)late + Integer(ref means[1]);
            if (now < 0 || now > Most || Math.Abs(after) > Most) throw new FrameException("the tick of a compact frame is out of range");
            foreach (Member m in known) ReadChanges(m);
            if (at < size) throw new FrameException("a compact frame is too long");
            ticksBefore = ticks;
            ticks = (int)now;
            late = (int)after;
            age++;
        }

        /// <summary>Decodes the changes of one character.</summary>
        void ReadChanges(Member m)
        {
            for (int k = 0; k < 2; k++)
            {
                int value = m.Now[k] + Integer(ref m.Means[k]);
                if (value < 0 || value > 255) throw new FrameException("contacts or gait of a compact frame are out of range");
                m.Now[k] = value;
            }
            int how = Integer(ref m.Means[2]);
            if (how < 0 || how > 2) throw new FrameException("seq of a compact frame is out of range");
            if (how == 1) m.Seq++;
            if (how == 2)
            {
                m.Seq = 0;
                for (int i = 0; i < 5; i++) m.Seq = m.Seq << 12 | Bits(12);
            }
            for (int k = 3; k < m.Means.Length; k++)
            {
                int value = m.Now[k];
                long next = (long)value + ((13 * (value - m.Before[k]) + 8) >> 4) + Integer(ref m.Means[k]);
                if (Math.Abs(next) > Most || Math.Abs(next - value) > Most) throw new FrameException("a value of a compact frame is out of range");
                m.Before[k] = value;
                m.Now[k] = (int)next;
            }
        }

        /// <summary>Converts the decoder's state of a character to metres, radians and quaternions.</summary>
        Character Show(Member m)
        {
            List<int> now = m.Now;
            var who = new Character
            {
                Id = m.Id, Seq = m.Seq, Channels = m.Channels, Contacts = now[0], Gait = now[1], Phase = (now[3] & 255) * (float)(2 * Math.PI / 256),
                Root = new Vec3(now[4] / 1024f, now[5] / 1024f, now[6] / 1024f), Yaw = (((now[7] + 8192) & 16383) - 8192) * (float)(2 * Math.PI / 16384),
            };
            int from = Fixed, turn = 0;
            if (m.Counts[0] > 0)
            {
                who.HasHips = true;
                who.Hips = Place(now, ref from);
                who.Rotations = Rotations(m, ref from, ref turn, m.Counts[0]);
            }
            if (m.Counts[1] > 0)
            {
                who.SmplPelvis = Place(now, ref from);
                who.SmplRotations = Rotations(m, ref from, ref turn, m.Counts[1]);
            }
            if ((m.Channels & Channels.Face) == 0) return who;
            who.FaceWeights = new float[m.Weights];
            for (int i = 0; i < m.Weights; i++) who.FaceWeights[i] = now[from++] / 128f;
            who.FingerRotations = Rotations(m, ref from, ref turn, m.Fingers);
            return who;
        }

        /// <summary>Converts three quantities at index `from` to a position in metres and advances `from`.</summary>
        Vec3 Place(List<int> now, ref int from)
        {
            float unit = 1f / (1 << placeBits);
            from += 3;
            return new Vec3(now[from - 3] * unit, now[from - 2] * unit, now[from - 1] * unit);
        }

        /// <summary>Converts the quantities of count joints to rotations. Advances from, an index of quantities, and turn, an index of joints.</summary>
        static Quat[] Rotations(Member m, ref int from, ref int turn, int count)
        {
            var out_ = new Quat[count];
            for (int k = 0; k < count; k++, turn++, from += 3)
            {
                float step = m.Steps[turn];
                Quat a = m.References[turn], b = Rotation(m.Now[from] * step, m.Now[from + 1] * step, m.Now[from + 2] * step);
                out_[k] = a * b;
            }
            return out_;
        }
    }

    /// <summary>Reads a frame sequentially. Throws a FrameException instead of reading beyond the end.</summary>
    sealed class Reader
    {
        const float Scale = 1f / 4096; // unit of coded positions, metres
        readonly byte[] bytes;
        int size, translationsAt, translationsEnd;
        int at;
        public int Bits; // size of a rotation: 48 or 32

        public Reader(byte[] bytes, int size) { this.bytes = bytes; this.size = size; }

        /// <summary>Reserves the last 12 count bytes for the translations of nodes, which follow all characters. Other reads then end before them.</summary>
        public void SetTranslationsAside(int count)
        {
            if (12 * count > size - at) throw new FrameException($"byte {at}: {12 * count} bytes of translations expected at the end, {size - at} are there");
            translationsEnd = size;
            translationsAt = size -= 12 * count;
        }

        /// <summary>Reads the next count translations from the reserved end of the frame.</summary>
        public Vec3[] Translations(int count)
        {
            int from = translationsAt, left = translationsEnd - from;
            if (12 * count > left) throw new FrameException($"byte {from}: {12 * count} bytes of translations expected, {left} are there");
            translationsAt += 12 * count;
            var out_ = new Vec3[count];
            for (int i = 0; i < count; i++, from += 12)
                out_[i] = new Vec3(BitConverter.ToSingle(bytes, from), BitConverter.ToSingle(bytes, from + 4), BitConverter.ToSingle(bytes, from + 8));
            return out_;
        }

        /// <summary>Advances by count bytes and returns the position of the first of them.</summary>
        public int Skip(long count)
        {
            if (count > size - at) throw new FrameException($"byte {at}: {count} bytes expected, {size - at} are there");
            int from = at;
            at += (int)count;
            return from;
        }

        Vec3 Point(int from) => new Vec3(
            BitConverter.ToInt16(bytes, from) * Scale, BitConverter.ToInt16(bytes, from + 2) * Scale, BitConverter.ToInt16(bytes, from + 4) * Scale);

        public Vec3[] Points(long count)
        {
            int from = Skip(6 * count);
            var points = new Vec3[count];
            for (int i = 0; i < count; i++) points[i] = Point(from + 6 * i);
            return points;
        }

        /// <summary>Reads count samples of a trajectory: positions in metres, and facings in radians.</summary>
        public Vec3[] Samples(int count, out float[] facings)
        {
            int from = Skip(8 * count);
            var points = new Vec3[count];
            facings = new float[count];
            for (int i = 0; i < count; i++)
            {
                points[i] = Point(from + 8 * i);
                facings[i] = BitConverter.ToInt16(bytes, from + 8 * i + 6) * (float)(Math.PI / 32768);
            }
            return points;
        }

        public Quat[] Rotations(int count)
        {
            int step = Bits / 8, from = Skip(step * count);
            var rotations = new Quat[count];
            for (int i = 0; i < count; i++, from += step)
            {
                ulong word = BitConverter.ToUInt32(bytes, from);
                if (Bits == 48) word |= (ulong)BitConverter.ToUInt16(bytes, from + 4) << 32;
                rotations[i] = Unpack(word, Bits);
            }
            return rotations;
        }

        /// <summary>Decodes a quaternion from three of its components. The two highest bits name the fourth one, the largest, which follows from the
        /// unit length.</summary>
        static Quat Unpack(ulong word, int bits)
        {
            int n = bits == 48 ? 15 : 10;
            uint most = (1u << n) - 1;
            float scale = 1.41421356f / most, half = 0.70710678f;
            float a = (word >> 2 * n & most) * scale - half, b = (word >> n & most) * scale - half, c = (word & most) * scale - half;
            float d = (float)Math.Sqrt(Math.Max(0, 1 - a * a - b * b - c * c));
            switch (word >> bits - 2 & 3)
            {
                case 0: return new Quat(d, a, b, c);
                case 1: return new Quat(a, d, b, c);
                case 2: return new Quat(a, b, d, c);
                default: return new Quat(a, b, c, d);
            }
        }
    }

    /// <summary>Gait of an input. Auto: the character walks, or jogs or runs if Input.Speed asks for it.</summary>
    public enum Gait { Auto, Walk, Jog, Run, Crouch }
    /// <summary>Axes in which an input's MoveX, MoveZ and Look are given: those of the world, of the character (+Z is its facing) or of the camera
    /// (+Z is Input.CameraYaw).</summary>
    public enum Axes { World, Character, Camera }

    /// <summary>Input of a character, in posed's axes. Each input replaces the whole previous one: a field that is not set counts as zero.</summary>
    public sealed class Input
    {
        /// <summary>Number of the character. Session sets it.</summary>
        public uint Id;
        /// <summary>Number of the input, increasing from 1. Session.Send sets it.</summary>
        public ulong Seq;
        /// <summary>Jump: each change from false to true makes the character jump once. Responsive: the character follows the stick sooner, with more
        /// sliding of the feet.</summary>
        public bool Jump, Responsive;
        /// <summary>Gait in which the character moves.</summary>
        public Gait Gait;
        /// <summary>Axes in which MoveX, MoveZ and Look are given.</summary>
        public Axes Axes;
        /// <summary>Deflection of the stick; lengths above 1 count as 1. +X is left and +Z is ahead. UnityAxes.Move converts a stick of Unity.</summary>
        public float MoveX, MoveZ;
        /// <summary>Direction { x, z } that the character faces while it strafes. Null: none.</summary>
        public float[] Look;
        /// <summary>CameraYaw: yaw of the camera, radians. Strafe: 0 faces the direction of motion, 1 faces Look.
        /// Speed: speed at full deflection of the stick, m/s; 0: the speed of the gait.</summary>
        public float CameraYaw, Strafe, Speed;

        /// <summary>Encodes the input: 32 bytes, or 36 if Seq is 2^32 or more.</summary>
        public byte[] Write()
        {
            var out_ = new byte[Seq > uint.MaxValue ? 36 : 32];
            out_[0] = 1;
            out_[1] = (byte)((Jump ? 1 : 0) | (Responsive ? 2 : 0) | (Look != null ? 4 : 0));
            out_[2] = (byte)Gait;
            out_[3] = (byte)Axes;
            BitConverter.GetBytes(Id).CopyTo(out_, 4);
            BitConverter.GetBytes((uint)(Seq & uint.MaxValue)).CopyTo(out_, 8);
            BitConverter.GetBytes(MoveX).CopyTo(out_, 12);
            BitConverter.GetBytes(MoveZ).CopyTo(out_, 16);
            BitConverter.GetBytes(Unit(Look == null ? 0 : Look[0])).CopyTo(out_, 20);
            BitConverter.GetBytes(Unit(Look == null ? 0 : Look[1])).CopyTo(out_, 22);
            BitConverter.GetBytes(Unit(Timeline.Wrap(CameraYaw) / Math.PI)).CopyTo(out_, 24);
            BitConverter.GetBytes((ushort)Math.Round(Math.Max(0, Math.Min(1, Strafe)) * 65535.0)).CopyTo(out_, 26);
            BitConverter.GetBytes(Speed).CopyTo(out_, 28);
            if (out_.Length > 32) BitConverter.GetBytes((uint)(Seq >> 32)).CopyTo(out_, 32);
            return out_;
        }

        /// <summary>Encodes a value from -1 to 1 as a signed integer of 16 bits; values outside are clamped.</summary>
        static short Unit(double v) => (short)Math.Round(Math.Max(-1, Math.Min(1, v)) * 32767);
    }

    // ---- interpolation

    /// <summary>
    /// Stores the newest frames and interpolates between them. Also estimates the difference between the local clock and the server's.
    /// Positions are interpolated linearly, rotations along the shorter arc. One thread may use a Timeline at a time.
    /// </summary>
    public sealed class Timeline
    {
        /// <summary>Largest number of stored frames. The oldest frame is removed first.</summary>
        public const int Capacity = 64;
        /// <summary>Durations in seconds, except Slew. Limit: longest extrapolation of the root beyond the newest frame. Gap: two frames farther
        /// apart than this are not interpolated; the older one is extrapolated instead. Window: period over which the clock difference is measured.
        /// Slew: largest change of Offset, in seconds per second. Tolerance: error of Offset above which TakePong sets it at once.</summary>
        public const double Limit = 0.1, Gap = 0.5, Window = 4, Slew = 0.05, Tolerance = 0.25;

        sealed class Entry
        {
            public double Time;
            public Dictionary<uint, Character> Characters = new Dictionary<uint, Character>();
        }

        readonly List<Entry> entries = new List<Entry>();
        // Ids of removed characters. Later frames may still contain them; Push ignores them.
        readonly HashSet<uint> gone = new HashSet<uint>();
        // Seconds. older, newer: least clock difference in the previous and in the present half of the window. since: begin of the present half.
        // last: time of the last measurement.
        double older = double.PositiveInfinity, newer = double.PositiveInfinity, since = double.NaN, last = double.NaN;

        /// <summary>Local clock minus the server's clock, seconds, including the shortest transmission time. Null until the first frame arrives.</summary>
        public double? Offset { get; private set; }

        /// <summary>Removes all frames, and resets the clock difference and the list of removed characters.</summary>
        public void Clear()
        {
            entries.Clear();
            gone.Clear();
            older = newer = double.PositiveInfinity;
            since = last = double.NaN;
            Offset = null;
        }

        /// <summary>Updates Offset from a frame's time (server's clock) and the time of its arrival (local clock), both in seconds. The target is the
        /// least difference of the last seconds, because it belongs to the frame with the shortest transmission time. Offset approaches it by at most
        /// Slew, and jumps to it if it is more than 1 s away.</summary>
        public void TakeTime(double time, double now)
        {
            if (double.IsNaN(since) || now - since > Window / 2)
            {
                older = newer;
                newer = double.PositiveInfinity;
                since = now;
            }
            newer = Math.Min(newer, now - time);
            double target = Math.Min(older, newer), offset = Offset ?? target;
            if (Math.Abs(target - offset) > 1) offset = target;
            double most = double.IsNaN(last) ? 0 : Slew * Math.Max(0, now - last);
            Offset = offset + Math.Max(-most, Math.Min(most, target - offset));
            last = now;
        }

        /// <summary>Corrects Offset by the answer to a ping. sent, now: local times of the ping and of its answer. serverTime: time of the
        /// answer, server's clock. All in seconds. The answer bounds the true value of Offset: it is between now - serverTime - (now - sent) and
        /// now - serverTime. If Offset is farther than Tolerance outside of these bounds, one of the clocks has jumped, for example because a
        /// computer slept. Then the measurements before are dropped and Offset is set at once.</summary>
        public void TakePong(double sent, double serverTime, double now)
        {
            double most = now - serverTime, least = sent - serverTime;
            if (Offset == null || (Offset.Value <= most + Tolerance && Offset.Value >= least - Tolerance)) return;
            older = double.PositiveInfinity;
            newer = most;
            since = last = now;
            Offset = most;
        }

        /// <summary>Stores a frame. Returns false, and stores nothing, if the frame is not newer than the newest stored one.
        /// Changes the signs of the frame's quaternions to those nearest to the frame before.</summary>
        public bool Push(Frame frame)
        {
            Entry before = entries.Count > 0 ? entries[entries.Count - 1] : null;
            if (before != null && frame.Time <= before.Time) return false;
            var entry = new Entry { Time = frame.Time };
            foreach (Character who in frame.Characters)
            {
                if (gone.Contains(who.Id)) continue;
                entry.Characters[who.Id] = who;
                if (before == null || !before.Characters.TryGetValue(who.Id, out Character was)) continue;
                Nearer(who.Rotations, was.Rotations);
                Nearer(who.SmplRotations, was.SmplRotations);
                Nearer(who.NodeRotations, was.NodeRotations);
                Nearer(who.FingerRotations, was.FingerRotations);
            }
            entries.Add(entry);
            if (entries.Count > Capacity) entries.RemoveAt(0);
            return true;
        }

        /// <summary>Removes a character from all stored frames and ignores it in later ones.</summary>
        public void Remove(uint id)
        {
            gone.Add(id);
            foreach (Entry entry in entries) entry.Characters.Remove(id);
        }

        /// <summary>Returns the character as the newest frame contains it, or null if that frame does not contain it.</summary>
        public Character Newest(uint id) =>
            entries.Count > 0 && entries[entries.Count - 1].Characters.TryGetValue(id, out Character who) ? who : null;

        /// <summary>Returns the character's pose at a time of the server's clock, seconds: interpolated between two frames, or extrapolated beyond
        /// the newest one for at most Limit seconds. Returns null if the frames around that time do not contain the character.</summary>
        public Character Sample(uint id, double time)
        {
            int k = entries.Count - 1;
            while (k > 0 && entries[k].Time > time) k--;
            if (k < 0 || !entries[k].Characters.TryGetValue(id, out Character who)) return null;
            if (time <= entries[k].Time) return who;
            if (k + 1 == entries.Count || entries[k + 1].Time - entries[k].Time > Gap) return Beyond(k, who, time);
            if (!entries[k + 1].Characters.TryGetValue(id, out Character next)) return null;
            return Between(who, next, (float)((time - entries[k].Time) / (entries[k + 1].Time - entries[k].Time)));
        }

        /// <summary>Extrapolates root and yaw beyond entry k with the velocity between entries k - 1 and k. The rest of the pose stays as in `who`.</summary>
        Character Beyond(int k, Character who, double time)
        {
            double step = k > 0 ? entries[k].Time - entries[k - 1].Time : 0;
            if (step == 0 || step > Gap || !entries[k - 1].Characters.TryGetValue(who.Id, out Character before)) return who;
            float t = (float)(1 + Math.Min(time - entries[k].Time, Limit) / step);
            Character out_ = who.Copy();
            out_.Root = Vec3.Mix(before.Root, who.Root, t);
            out_.Yaw = before.Yaw + (float)Wrap(who.Yaw - before.Yaw) * t;
            return out_;
        }

        /// <summary>Interpolates from a (t = 0) to b (t = 1). Values that cannot be interpolated, such as contacts, are those of the nearer one.</summary>
        public static Character Between(Character a, Character b, float t)
        {
            Character out_ = (t < 0.5f ? a : b).Copy();
            out_.Root = Vec3.Mix(a.Root, b.Root, t);
            out_.Yaw = a.Yaw + (float)Wrap(b.Yaw - a.Yaw) * t;
            double phase = a.Phase + Wrap(b.Phase - a.Phase) * t;
            out_.Phase = (float)(phase - 2 * Math.PI * Math.Floor(phase / (2 * Math.PI)));
            out_.Joints = Mix(a.Joints, b.Joints, t) ?? out_.Joints;
            out_.Rotations = Slerp(a.Rotations, b.Rotations, t) ?? out_.Rotations;
            out_.Trajectory = Mix(a.Trajectory, b.Trajectory, t) ?? out_.Trajectory;
            out_.Vertices = Mix(a.Vertices, b.Vertices, t) ?? out_.Vertices;
            out_.SmplPelvis = Vec3.Mix(a.SmplPelvis, b.SmplPelvis, t);
            out_.SmplRotations = Slerp(a.SmplRotations, b.SmplRotations, t) ?? out_.SmplRotations;
            if (a.NodeRotations != null && b.NodeRotations != null) out_.NodeRoot = Vec3.Mix(a.NodeRoot, b.NodeRoot, t);
            out_.NodeRotations = Slerp(a.NodeRotations, b.NodeRotations, t) ?? out_.NodeRotations;
            out_.NodeTranslations = Mix(a.NodeTranslations, b.NodeTranslations, t) ?? out_.NodeTranslations;
            out_.Hips = Vec3.Mix(a.Hips, b.Hips, t);
            out_.FaceWeights = Mix(a.FaceWeights, b.FaceWeights, t) ?? out_.FaceWeights;
            out_.Soft = Mix(a.Soft, b.Soft, t) ?? out_.Soft;
            out_.FingerRotations = Slerp(a.FingerRotations, b.FingerRotations, t) ?? out_.FingerRotations;
            return out_;
        }

        static float[] Mix(float[] a, float[] b, float t)
        {
            if (a == null || b == null || a.Length != b.Length) return null;
            var out_ = new float[a.Length];
            for (int i = 0; i < a.Length; i++) out_[i] = a[i] + (b[i] - a[i]) * t;
            return out_;
        }

        static Vec3[] Mix(Vec3[] a, Vec3[] b, float t)
        {
            if (a == null || b == null || a.Length != b.Length) return null;
            var out_ = new Vec3[a.Length];
            for (int i = 0; i < a.Length; i++) out_[i] = Vec3.Mix(a[i], b[i], t);
            return out_;
        }

        static Quat[] Slerp(Quat[] a, Quat[] b, float t)
        {
            if (a == null || b == null || a.Length != b.Length) return null;
            var out_ = new Quat[a.Length];
            for (int i = 0; i < a.Length; i++) out_[i] = Quat.Slerp(a[i], b[i], t);
            return out_;
        }

        /// <summary>Negates each quaternion of q that is farther from that of `before` than its negative. Both signs are the same rotation.</summary>
        static void Nearer(Quat[] q, Quat[] before)
        {
            if (q == null || before == null || q.Length != before.Length) return;
            for (int i = 0; i < q.Length; i++) if (Quat.Dot(q[i], before[i]) < 0) q[i] = -q[i];
        }

        /// <summary>Returns the angle, radians, reduced to the range from -pi to pi.</summary>
        public static double Wrap(double angle) => angle - 2 * Math.PI * Math.Round(angle / (2 * Math.PI));
    }

    // ---- text messages

    /// <summary>Reads and writes JSON. Objects are Dictionary, arrays are List; the other values are string, double, bool and null.</summary>
    public static class Json
    {
        /// <summary>Parses a JSON text. Throws a FormatException if it is invalid.</summary>
        public static object Read(string text)
        {
            int at = 0;
            object value = Value(text, ref at, 0);
            Blanks(text, ref at);
            if (at != text.Length) throw new FormatException($"byte {at}: more than one value");
            return value;
        }

        /// <summary>Skips white space.</summary>
        static void Blanks(string s, ref int at) { while (at < s.Length && " \t\r\n".IndexOf(s[at]) >= 0) at++; }

        static char Peek(string s, ref int at)
        {
            Blanks(s, ref at);
            if (at == s.Length) throw new FormatException("the text is cut short");
            return s[at];
        }

        static object Value(string s, ref int at, int depth)
        {
            if (depth > 32) throw new FormatException($"byte {at}: too deep");
            switch (Peek(s, ref at))
            {
                case '{': return Members(s, ref at, depth);
                case '[': return Items(s, ref at, depth);
                case '"': return Text(s, ref at);
                default: return Word(s, ref at);
            }
        }

        static Dictionary<string, object> Members(string s, ref int at, int depth)
        {
            var members = new Dictionary<string, object>();
            for (at++; Peek(s, ref at) != '}'; )
            {
                if (members.Count > 0) Take(s, ref at, ',');
                Peek(s, ref at);
                string name = Text(s, ref at);
                Take(s, ref at, ':');
                members[name] = Value(s, ref at, depth + 1);
            }
            at++;
            return members;
        }

        static List<object> Items(string s, ref int at, int depth)
        {
            var items = new List<object>();
            for (at++; Peek(s, ref at) != ']'; )
            {
                if (items.Count > 0) Take(s, ref at, ',');
                items.Add(Value(s, ref at, depth + 1));
            }
            at++;
            return items;
        }

        static void Take(string s, ref int at, char c)
        {
            if (Peek(s, ref at) != c) throw new FormatException($"byte {at}: '{c}' expected");
            at++;
        }

        static string Text(string s, ref int at)
        {
            var text = new StringBuilder();
            if (s[at] != '"') throw new FormatException($"byte {at}: a string expected");
            for (at++; at < s.Length && s[at] != '"'; at++)
            {
                if (s[at] != '\\') { text.Append(s[at]); continue; }
                int which = ++at < s.Length ? "\"\\/bfnrt".IndexOf(s[at]) : -1;
                if (which >= 0) text.Append("\"\\/\b\f\n\r\t"[which]);
                else if (at + 4 < s.Length && s[at] == 'u')
                {
                    text.Append((char)int.Parse(s.Substring(at + 1, 4), NumberStyles.HexNumber, CultureInfo.InvariantCulture));
                    at += 4;
                }
                else throw new FormatException($"byte {at}: not an escape");
            }
            if (at++ >= s.Length) throw new FormatException("a string without an end");
            return text.ToString();
        }

        static object Word(string s, ref int at)
        {
            int from = at;
            while (at < s.Length && ",]} \t\r\n".IndexOf(s[at]) < 0) at++;
            string word = s.Substring(from, at - from);
            if (word == "true" || word == "false") return word == "true";
            if (word == "null") return null;
            return double.Parse(word, NumberStyles.Float, CultureInfo.InvariantCulture);
        }

        /// <summary>Returns a value as JSON text. Accepts any number type and any enumerable besides the types that Read returns.</summary>
        public static string Write(object value)
        {
            var text = new StringBuilder();
            Put(text, value);
            return text.ToString();
        }

        static void Put(StringBuilder text, object value)
        {
            if (value == null) text.Append("null");
            else if (value is string s) PutText(text, s);
            else if (value is bool b) text.Append(b ? "true" : "false");
            else if (value is IDictionary<string, object> members)
            {
                text.Append('{');
                foreach (KeyValuePair<string, object> m in members)
                {
                    if (text[text.Length - 1] != '{') text.Append(',');
                    PutText(text, m.Key);
                    text.Append(':');
                    Put(text, m.Value);
                }
                text.Append('}');
            }
            else if (value is System.Collections.IEnumerable items)
            {
                text.Append('[');
                foreach (object item in items)
                {
                    if (text[text.Length - 1] != '[') text.Append(',');
                    Put(text, item);
                }
                text.Append(']');
            }
            else text.Append(value is float f ? f.ToString("R", CultureInfo.InvariantCulture) : Convert.ToString(value, CultureInfo.InvariantCulture));
        }

        static void PutText(StringBuilder text, string s)
        {
            text.Append('"');
            foreach (char c in s)
                if (c < 32) text.Append("\\u").Append(((int)c).ToString("x4"));
                else text.Append(c == '"' || c == '\\' ? "\\" : "").Append(c);
            text.Append('"');
        }
    }

    /// <summary>A text message of the server: a JSON object. docs/reference/stream.md of posed lists the messages and their fields.</summary>
    public sealed class Message
    {
        /// <summary>All fields of the message.</summary>
        public readonly Dictionary<string, object> Members;
        public Message(string text) { Members = Json.Read(text) as Dictionary<string, object> ?? new Dictionary<string, object>(); }
        /// <summary>Returns a field that is a string. Null if the message has no such field.</summary>
        public string Text(string name) => Members.TryGetValue(name, out object v) ? v as string : null;
        /// <summary>Returns a field that is a number. 0 if the message has no such field.</summary>
        public double Number(string name) => Members.TryGetValue(name, out object v) && v is double d ? d : 0;
        /// <summary>Number of the character that the message is about. 0 if it is about none.</summary>
        public uint Id => (uint)Number("id");
        /// <summary>True if the field is present and true.</summary>
        public bool Is(string name) => Members.TryGetValue(name, out object v) && v is bool b && b;
        /// <summary>Returns a field that is an array. Null if the message has no such field.</summary>
        public List<object> List(string name) => Members.TryGetValue(name, out object v) ? v as List<object> : null;
        /// <summary>Position of an event (a footstep, a landing), world, posed's axes, metres. Zero if the message has no position.</summary>
        public Vec3 Position => List("position") is List<object> p && p.Count == 3 ? Skeleton.Point(p) : new Vec3();
    }

    /// <summary>Skeleton of a motion model, as the message `welcome` describes it.</summary>
    public sealed class Skeleton
    {
        /// <summary>Id of the motion model.</summary>
        public string Model;
        /// <summary>True for the model that characters get if none is named.</summary>
        public bool IsDefault;
        /// <summary>Number of samples of the channel Trajectory.</summary>
        public int Samples;
        /// <summary>Names of the joints. A parent precedes its children.</summary>
        public string[] Names;
        /// <summary>Index of each joint's parent; -1 for a joint without a parent.</summary>
        public int[] Parents;
        /// <summary>Offset of each joint from its parent in the rest pose, posed's axes, metres.</summary>
        public Vec3[] Offsets;

        internal static Vec3 Point(List<object> p) => new Vec3((float)(double)p[0], (float)(double)p[1], (float)(double)p[2]);

        internal static Skeleton Of(Dictionary<string, object> told)
        {
            var joints = (List<object>)told["joints"];
            var s = new Skeleton
            {
                Model = (string)told["model"], IsDefault = (bool)told["default"], Samples = (int)Math.Max(0, Math.Min(65535, (double)told["samples"])),
                Names = new string[joints.Count], Parents = new int[joints.Count], Offsets = new Vec3[joints.Count],
            };
            for (int j = 0; j < joints.Count; j++)
            {
                var joint = (Dictionary<string, object>)joints[j];
                s.Names[j] = (string)joint["name"];
                s.Parents[j] = joint["parent"] is string above ? Array.IndexOf(s.Names, above, 0, j) : -1;
                s.Offsets[j] = Point((List<object>)joint["offset"]);
            }
            return s;
        }
    }

    // ---- sessions

    /// <summary>A character that this client created in its session. A Figure stays valid across reconnections.</summary>
    public sealed class Figure
    {
        /// <summary>Number of the character on the server. 0 until the server has created it. Changes if the server lost the session and a new one
        /// was created.</summary>
        public uint Id;
        /// <summary>Number of the last input that was given to Session.Send.</summary>
        public ulong Seq;
        /// <summary>Id of the motion model that moves the character. Null until the server has created it.</summary>
        public string Model;
        /// <summary>Names of the nodes of an uploaded character file, in the order of Character.NodeRotations. Empty for other characters.</summary>
        public string[] Joints = { };
        /// <summary>Name of the node of an uploaded character file whose translation is Character.NodeRoot. Null for other characters.</summary>
        public string Root;
        /// <summary>Names of the other nodes that frames translate as well as rotate, in the order of Character.NodeTranslations.</summary>
        public string[] Translated = { };
        /// <summary>Names of the weights in Character.FaceWeights: those of the uploaded file's morph targets, or Face.Names.</summary>
        public string[] FaceNames = Face.Names;
        /// <summary>Names of the coefficients in Character.Soft: dmpl_0, dmpl_1, ..., breathing. Empty: the body has no soft tissue.</summary>
        public string[] SoftNames = new string[0];
        /// <summary>Scale at which an uploaded character file is drawn in the world. 1 for other characters.</summary>
        public float Scale = 1;
        /// <summary>Last input. The session repeats it every second. Null: none, or the character follows a path.</summary>
        public Input Held;
        /// <summary>Sound that Session.Hear began. Null: none.</summary>
        public Hearing Hearing;
        // Fields: fields of the message `spawn`. Route: fields of the message `follow`; null: the character follows no path. Both are sent again in a
        // new session.
        internal Dictionary<string, object> Fields, Route;
    }

    /// <summary>Options of a path (Session.Follow). A field of 0 leaves the value to the server.</summary>
    public sealed class Route
    {
        /// <summary>True: the path is a closed loop, which the character walks without end.</summary>
        public bool Closed;
        /// <summary>True: the path has one point, which is the destination. The server finds a way to it around walls, seats and steps.</summary>
        public bool Round;
        /// <summary>Distance that the character keeps from the session's other characters, metres. 0: the character does not avoid them.</summary>
        public float Space;
        /// <summary>Radius, metres: the character walks without end between random destinations around the path's only point. 0: it follows the path.</summary>
        public float Wander;
        /// <summary>Distance along the path to the point at which the character aims, metres.</summary>
        public float Lookahead;
        /// <summary>Speed, m/s.</summary>
        public float Speed;
        /// <summary>Gait in which the character moves.</summary>
        public Gait Gait;
    }

    /// <summary>A chair that a character can sit on (Session.Sit), in posed's axes.</summary>
    public sealed class Seat
    {
        /// <summary>X, Z: position of the seat, world, metres. Facing: direction in which the chair faces, radians about +Y. Height: height of the
        /// seat above the ground, 0.3 to 0.65 m.</summary>
        public float X, Z, Facing, Height = 0.45f;
        /// <summary>Duration from standing to sitting, seconds. 0: the server's default.</summary>
        public float Seconds;
        /// <summary>Distance that the character keeps from the session's other characters on its way, metres. 0: the character does not avoid them.</summary>
        public float Space;
    }

    /// <summary>A clip that a character plays (Session.Play): an emote of the server, or one put with PUT /v1/clips/NAME.</summary>
    public sealed class Clip
    {
        /// <summary>Id of the clip, such as "wave".</summary>
        public string Name;
        /// <summary>Groups such as "upper" or "left_arm", or joints, that play the clip. Null: as the clip says.</summary>
        public string[] Mask;
        /// <summary>Share of the clip for each element of Mask, 0 to 1. Null: 1.</summary>
        public float[] Weights;
        /// <summary>Fade: seconds from one motion to the other. Speed: factor, 0.1 to 4. 0: as the clip says.</summary>
        public float Fade, Speed;
        /// <summary>Loop: repeat the clip. Root: move the character along the clip's path. Feet: keep planted feet in place. Null: as the clip
        /// says.</summary>
        public bool? Loop, Root, Feet;
        /// <summary>Begin after the clips that play or wait.</summary>
        public bool Queue;
    }

    /// <summary>Options of what a character speaks (Session.Speak).</summary>
    public sealed class Utterance
    {
        /// <summary>Name of up to 64 bytes that the event Spoken repeats. Null: none.</summary>
        public string Name;
        /// <summary>Begin after what the character speaks. False: that ends.</summary>
        public bool Queue;
        /// <summary>Delay: seconds until time 0 of the utterance is heard. Speed: factor of the speed of a text, 0.25 to 4. 0: as the server does.</summary>
        public float Delay, Speed;
    }

    /// <summary>How a character is in a conversation (Session.Feel). What is left out ends.</summary>
    public sealed class Manner
    {
        /// <summary>Amounts from 0 to 1 of calm, happy, sad, angry, surprised, afraid and disgusted. Null: none.</summary>
        public Dictionary<string, float> Emotions;
        /// <summary>"speaking", "listening" or "thinking". Null: as it speaks and its partner speaks.</summary>
        public string Part;
        /// <summary>Character of this session with whom it talks. Null: none.</summary>
        public Figure Partner;
        /// <summary>How much head, brows and eyes move, 0 to 1. Null: the server's.</summary>
        public float? Liveliness;
        /// <summary>Duration of the change, seconds. 0: the server's.</summary>
        public float Seconds;
    }

    /// <summary>A sound whose speech moves the mouth of a character (Session.Hear).</summary>
    public sealed class Hearing
    {
        // Duration of the sound in one message, and the shortest one that the server takes, seconds.
        const double Chunk = 0.02, Shortest = 0.001;
        const int HeadBytes = 16;

        internal readonly Dictionary<string, object> Fields;  // of the message hear
        internal bool IsBegun;                                // true: this connection has sent hear
        internal double Sent;                                 // time of the last message, seconds of the caller's clock
        readonly byte[] message;                              // the next message: its head and its samples
        readonly int rate;                                    // samples a second
        int filled;                                           // samples in the message
        ulong at;                                             // number of the message's first sample

        internal Hearing(Dictionary<string, object> fields, int rate)
        {
            Fields = fields;
            this.rate = rate;
            message = new byte[HeadBytes + 2 * Math.Max(1, (int)(rate * Chunk))];
        }

        /// <summary>True if the message has all its samples.</summary>
        internal bool IsFull => HeadBytes + 2 * filled == message.Length;
        /// <summary>True if the server would take the message.</summary>
        internal bool IsLongEnough => filled > 0 && filled >= rate * Shortest;

        /// <summary>Drops the samples that wait. The next one is sample 0.</summary>
        internal void Reset() { filled = 0; at = 0; }

        /// <summary>The next sample will be sample 0. Those that wait are kept.</summary>
        internal void Restart() => at = 0;

        /// <summary>Adds a sample from -1 to 1. One that is no number is 0.</summary>
        internal void Add(float sample)
        {
            short whole = float.IsNaN(sample) ? (short)0 : (short)Math.Round(Math.Max(-1, Math.Min(1, sample)) * 32767.0);
            message[HeadBytes + 2 * filled] = (byte)whole;
            message[HeadBytes + 2 * filled + 1] = (byte)(whole >> 8);
            filled++;
        }

        /// <summary>Returns the message for a character, and begins the next one.</summary>
        internal byte[] Write(uint id)
        {
            message[0] = 2;
            BitConverter.GetBytes(id).CopyTo(message, 4);
            BitConverter.GetBytes(at).CopyTo(message, 8);
            var written = new byte[HeadBytes + 2 * filled];
            Array.Copy(message, written, written.Length);
            at += (ulong)filled;
            filled = 0;
            return written;
        }
    }

    /// <summary>
    /// State of a session. Closed: not connected, and no connection will be opened. Connecting: the socket is being opened. Joining: `join` was sent.
    /// Open: the server has answered `welcome`. Waiting: the connection was lost, and the next one is to be opened at Session.Next.
    /// </summary>
    public enum State { Closed, Connecting, Joining, Open, Waiting }

    /// <summary>
    /// Implements the protocol of the stream: joins a session on the daemon, creates characters, sends inputs, and reconnects after a loss. It uses
    /// neither a socket nor a clock. Line provides both for most programs. A program with a socket of its own does the following:
    ///
    ///   1. It calls Connecting and opens a WebSocket to ws://HOST/v1/stream with the subprotocol posed.v1.
    ///   2. It calls Opened when the socket is open, and Heard for each message that arrives.
    ///   3. It sends the messages in Out, in order, and calls Beat in every rendered frame.
    ///   4. It calls Lost when the socket has closed or could not be opened. While State is Waiting, it begins again with step 1 at the time Next.
    ///
    /// If the server no longer has the session, for example after a restart, a new session is created with the same figures at their last positions.
    /// Times are in seconds of any clock that does not run backwards. All calls must come from one thread; events are raised on it.
    /// </summary>
    public sealed class Session
    {
        /// <summary>Longest time between two calls of Beat that is not a pause, seconds. After a pause (a paused editor, an application in the
        /// background, a computer that slept) the session sends a ping and ignores all frames until its answer arrives, because they are old. The
        /// answer also corrects the clock.</summary>
        public const double Pause = 2;
        /// <summary>Pause of a sound above which it begins anew, seconds. The server ends a sound without samples after 5 s.</summary>
        public const double Gap = 2;

        /// <summary>State of the connection.</summary>
        public State State { get; private set; } = State.Closed;
        /// <summary>Time at which to connect again, seconds of the caller's clock. Valid while State is Waiting.</summary>
        public double Next { get; private set; }
        /// <summary>FirstWait, LongestWait: a wait before a new connection is a random time from 0 to a limit, in seconds. The limit is FirstWait
        /// after the first failure, twice as long after each further one, at most LongestWait. So clients that lost the same server do not come back
        /// at once.
        /// Delay: how far Sample stays behind the newest frame, in intervals between two frames. A larger Delay tolerates more jitter of the network.</summary>
        public double FirstWait = 1, LongestWait = 8, Delay = 2.5;
        /// <summary>Time without a message after which the connection counts as lost, seconds. 0: only the operating system detects a lost
        /// connection.</summary>
        public double Silence = 10;
        /// <summary>Scene: name of an uploaded scene in which to create the session; null: flat ground. Watch: id of another client's session to
        /// watch; null: none. Token: token by which the session is resumed; null: create or watch a session. Id: id of the present session. `welcome`
        /// sets Token and Id.</summary>
        public string Scene, Watch, Token, Id;
        /// <summary>Room: name of a room to join, or to begin if there is none; null: no room. MemberName: name that its other members see. Role:
        /// "player", "watcher" or "host"; null: player. Secret: secret of the room; null: none. Capacity: largest number of members of a new room;
        /// 0: the server's.</summary>
        public string Room, MemberName, Role, Secret;
        public int Capacity;
        /// <summary>Skeletons of the motion models that the server offers. Empty before the first `welcome`.</summary>
        public List<Skeleton> Skeletons = new List<Skeleton>();
        /// <summary>Characters that this client has created and not removed.</summary>
        public readonly List<Figure> Figures = new List<Figure>();
        /// <summary>The frames that have arrived.</summary>
        public readonly Timeline Timeline = new Timeline();
        /// <summary>Messages to send, in order: a string as a text message, a byte[] as a binary message. The caller removes what it has sent.</summary>
        public readonly Queue<object> Out = new Queue<object>();

        /// <summary>Raised when the server has accepted the connection. The flag is true if the previous session could not be resumed and a new one
        /// was created.</summary>
        public event Action<Message, bool> Welcomed;
        /// <summary>Raised when the server has created a character.</summary>
        public event Action<Figure> Spawned;
        /// <summary>Raised for each new frame.</summary>
        public event Action<Frame> FrameTaken;
        /// <summary>Raised for each event of a character. The field "event" is footstep, jump, land, blocked, arrived or unreachable.</summary>
        public event Action<Figure, Message> Happened;
        /// <summary>Raised for what happens in the room, and for characters of others. The field "type" is entered, left, message, taken or
        /// spawned.</summary>
        public event Action<Message> Told;

        /// <summary>Raised when a clip begins or ends on a character. The field "event" is play_started or play_ended, "clip" its id, and "reason" why it
        /// ended.</summary>
        public event Action<Figure, Message> Played;
        /// <summary>Raised when a character's speech begins, at each word, and when it ends. The field "event" is speech_started, word or speech_ended,
        /// and "utterance" the name that Speak or Hear gave it.</summary>
        public event Action<Figure, Message> Spoken;
        /// <summary>Raised for each answer. The string is the ref that Ask returned.</summary>
        public event Action<string, Message> Answered;
        /// <summary>Raised when the server sends fewer frames than the profile asks for, because it is overloaded, and when the requested rate is restored.
        /// The field "divisor" is the average number of ticks between two frames.</summary>
        public event Action<Message> Lowered;
        /// <summary>Raised when the connection is lost and a new one will be opened. The string is "silent" (no message for Silence seconds),
        /// "disconnected", or the reason that the server gave in its message `bye`.</summary>
        public event Action<string> Disconnected;
        /// <summary>Raised for each error that the server reports. Without a listener, errors are passed to Warn.</summary>
        public event Action<Message> Failed;

        /// <summary>Called with a line of text for each error that no event reports, and for a `bye` that ends the session permanently. Each pair of
        /// error code and JSON pointer is reported once. Null: nothing is reported.</summary>
#if UNITY_5_3_OR_NEWER
        public Action<string> Warn = line => UnityEngine.Debug.LogWarning(line);
#else
        public Action<string> Warn = line => Console.Error.WriteLine(line);
#endif

        // Random numbers of all sessions of the program. A time as seed would be the same in programs that start together.
        static readonly Random Random = new Random(Guid.NewGuid().GetHashCode());
        // Requests without an answer, by ref. The value is the Figure of a `spawn`, "join" of a `join`, or the argument `about` of Ask.
        readonly Dictionary<string, object> asked = new Dictionary<string, object>();
        readonly HashSet<string> warned = new HashSet<string>();
        // Fields of the message `profile`, which is sent after each `welcome`.
        Dictionary<string, object> profile;
        // refs: number of the last ref. attempts: connections that failed in succession. divisor: the profile's ticks between two frames.
        int refs, attempts, divisor = 1;
        double lowered;                                       // average number of ticks between two frames, as `lowered` reported; 0: no report
        // tickRate: ticks per second. beatDue: time of the next ping. comeBackAfter: wait that the server's `bye` asks for, seconds. quiet: time
        // without a message, seconds. beatAt: time of the last Beat; NaN: none.
        double tickRate = 60, beatDue, comeBackAfter, quiet, beatAt = double.NaN;
        // clock: newest time that the caller has given. resumed: end of a pause, whose frames are ignored until a later ping is answered; NaN: none.
        double clock, resumed = double.NaN;
        string reason;                                        // reason of the last `bye`; null: none
        bool isFinal;                                         // true: no new connection is opened after this one

        /// <summary>Creates a session that asks for the named channels in its frames. Without names: root, joints, rotations and contacts.</summary>
        public Session(params string[] channels)
        {
            if (channels.Length == 0) channels = new[] { "root", "joints", "rotations", "contacts" };
            profile = new Dictionary<string, object> { { "channels", channels } };
        }

        /// <summary>Creates a character at x, z (world, posed's axes, metres) with a facing (radians about +Y; 0 is +Z). model: id of a motion model;
        /// null: the default. May be called before the session is open.</summary>
        public Figure Spawn(float x, float z, float facing, string model = null)
        {
            var fields = new Dictionary<string, object> { { "position", new[] { x, z } }, { "facing", facing } };
            if (model != null) fields["model"] = model;
            return Spawn(fields);
        }

        /// <summary>Creates a character with any fields of the message `spawn`: position, facing, body, style, variation, drive and others
        /// (docs/reference/stream.md of posed).</summary>
        public Figure Spawn(Dictionary<string, object> fields)
        {
            var figure = new Figure { Fields = fields };
            Figures.Add(figure);
            if (State == State.Open) Place(figure, fields);
            return figure;
        }

        /// <summary>Creates a character from a file that was uploaded before (PUT /v1/characters/NAME). The session must ask for the channel "character".
        /// x, z: position, world, posed's axes, metres. facing: radians about +Y.</summary>
        public Figure SpawnCharacter(string character, float x, float z, float facing) =>
            Spawn(new Dictionary<string, object> { { "character", character }, { "position", new[] { x, z } }, { "facing", facing } });

        /// <summary>Sends a text of at most 1024 bytes to the other members of the room, or to the member `to` alone. Returns the ref, as Ask
        /// does.</summary>
        public string Say(string text, uint to = 0)
        {
            var fields = new Dictionary<string, object> { { "text", text } };
            if (to != 0) fields["to"] = to;
            return Ask("send", fields);
        }

        /// <summary>Takes an object of the room, which then no other member can take, or gives it back. Returns the ref, as Ask does.</summary>
        public string Take(string name, bool release = false) =>
            Ask("take", new Dictionary<string, object> { { "object", name }, { "release", release } });

        /// <summary>Removes a character from the session.</summary>
        public void Despawn(Figure figure)
        {
            Figures.Remove(figure);
            if (figure.Id == 0) return;
            Timeline.Remove(figure.Id);
            Ask("despawn", new Dictionary<string, object> { { "id", figure.Id } });
            figure.Id = 0;
        }

        /// <summary>Sets a character's input, which stays in effect until the next one, and ends a path. Returns the number of the input.
        /// Character.Seq of a frame is the number of the last input that the frame takes into account.</summary>
        public ulong Send(Figure figure, Input input)
        {
            figure.Held = input;
            if (Math.Abs(input.CameraYaw) > 6.29) // the server cannot warn: bytes have a direction within half a turn
                WarnOnce("input", "/camera_yaw", input.CameraYaw.ToString(System.Globalization.CultureInfo.InvariantCulture) + "; -6.283 to 6.283 radians (a full turn) are usual, so this looks like degrees");
            figure.Route = null;
            input.Seq = ++figure.Seq;
            SendHeld(figure);
            return figure.Seq;
        }

        /// <summary>Makes a character walk along a path until the next input. path: x, z of each point, world, posed's axes, metres. The path is sent
        /// again when the character is created later or in a new session. Returns the ref of the request, as Ask does; null if it was not sent
        /// now.</summary>
        public string Follow(Figure figure, float[] path, Route route = null)
        {
            route = route ?? new Route();
            var points = new List<object>();
            for (int i = 0; i + 1 < path.Length; i += 2) points.Add(new[] { path[i], path[i + 1] });
            var fields = new Dictionary<string, object> { { "path", points } };
            if (route.Closed) fields["closed"] = true;
            if (route.Round) fields["round"] = true;
            if (route.Gait != Gait.Auto) fields["gait"] = GaitNames[(int)route.Gait];
            AddGiven(fields, "space", route.Space);
            AddGiven(fields, "wander", route.Wander);
            AddGiven(fields, "lookahead", route.Lookahead);
            AddGiven(fields, "speed", route.Speed);
            figure.Held = null;
            figure.Route = fields;
            return AskOf(figure, "follow", fields);
        }

        /// <summary>Makes a character walk to a chair and sit down. A seat of null makes it stand up. Returns the ref of the request, as Ask does;
        /// null if it was not sent.</summary>
        public string Sit(Figure figure, Seat seat)
        {
            var fields = new Dictionary<string, object>();
            if (seat == null) return AskOf(figure, "sit", fields);
            fields["seat"] = new[] { seat.X, seat.Z };
            fields["facing"] = seat.Facing;
            fields["height"] = seat.Height;
            AddGiven(fields, "seconds", seat.Seconds);
            AddGiven(fields, "space", seat.Space);
            return AskOf(figure, "sit", fields);
        }

        /// <summary>Makes a character play a clip. Played tells when it begins and ends. A clip of null ends all clips. Returns the ref of the request,
        /// as Ask does; null if it was not sent.</summary>
        public string Play(Figure figure, Clip clip)
        {
            var fields = new Dictionary<string, object>();
            if (clip == null) fields["stop"] = true;
            if (clip == null) return AskOf(figure, "play", fields);
            fields["clip"] = clip.Name;
            if (clip.Mask != null) fields["mask"] = clip.Mask;
            if (clip.Weights != null) fields["weights"] = clip.Weights;
            AddGiven(fields, "fade", clip.Fade);
            AddGiven(fields, "speed", clip.Speed);
            if (clip.Loop != null) fields["loop"] = clip.Loop.Value;
            if (clip.Root != null) fields["root"] = clip.Root.Value;
            if (clip.Feet != null) fields["feet"] = clip.Feet.Value;
            if (clip.Queue) fields["queue"] = true;
            return AskOf(figure, "play", fields);
        }

        /// <summary>Makes a character speak a text. Spoken tells when it begins, at which word it is, and when it ends. Returns the ref of the request,
        /// as Ask does; null if it was not sent.</summary>
        public string Speak(Figure figure, string text, Utterance options = null) =>
            Speak(figure, new Dictionary<string, object> { { "text", text } }, options);

        /// <summary>Makes a character speak an utterance with times: words, characters, phones or visemes, and source (docs/guide/speech.md of posed).
        /// Returns the ref of the request, as Ask does; null if it was not sent.</summary>
        public string Speak(Figure figure, Dictionary<string, object> utterance, Utterance options = null)
        {
            var fields = new Dictionary<string, object>(utterance);
            if (options?.Name != null) fields["utterance"] = options.Name;
            if (options != null && options.Queue) fields["queue"] = true;
            AddGiven(fields, "delay", options?.Delay ?? 0);
            AddGiven(fields, "speed", options?.Speed ?? 0);
            return AskOf(figure, "speak", fields);
        }

        /// <summary>Ends the speech of a character and drops what waits. The mouth closes in 0.12 s. Returns the ref of the request, as Ask does; null if
        /// it was not sent.</summary>
        public string Hush(Figure figure) => AskOf(figure, "speak", new Dictionary<string, object> { { "stop", true } });

        /// <summary>Sets how a character is in a conversation. A manner of null ends it. Returns the ref of the request, as Ask does; null if it was not
        /// sent.</summary>
        public string Feel(Figure figure, Manner manner)
        {
            var fields = new Dictionary<string, object>();
            if (manner == null) return AskOf(figure, "feel", fields);
            if (manner.Emotions != null)
            {
                var amounts = new Dictionary<string, object>();
                foreach (KeyValuePair<string, float> emotion in manner.Emotions) amounts[emotion.Key] = emotion.Value;
                fields["emotions"] = amounts;
            }
            if (manner.Part != null) fields["part"] = manner.Part;
            if (manner.Partner != null) fields["partner"] = manner.Partner.Id;
            if (manner.Liveliness != null) fields["liveliness"] = manner.Liveliness.Value;
            AddGiven(fields, "seconds", manner.Seconds);
            return AskOf(figure, "feel", fields);
        }

        /// <summary>Begins a sound whose speech moves the mouth of a character; Sound sends its samples. After a lost connection, and after a pause of
        /// more than Gap, it begins anew with the next samples. rate: samples a second. utterance: name that Spoken repeats; null: none. text: what is
        /// said, if it is known; null: it is not. delay: seconds until the sound is heard, for one that is played later; null: it is live. Returns the
        /// ref of the request; null if the character is not created yet, and the sound begins with the first samples after that.</summary>
        public string Hear(Figure figure, int rate, string utterance = null, string text = null, float? delay = null)
        {
            var fields = new Dictionary<string, object> { { "rate", rate }, { "format", "s16" } };
            if (utterance != null) fields["utterance"] = utterance;
            if (text != null) fields["text"] = text;
            if (delay != null) fields["delay"] = delay.Value;
            figure.Hearing = new Hearing(fields, rate);
            return BeginHearing(figure);
        }

        /// <summary>Sends the next samples of the sound that Hear began. They leave in chunks of 20 ms. Without a connection they are dropped. samples:
        /// from -1 to 1, of `channels` channels, whose mean is sent, as AudioClip.GetData and OnAudioFilterRead give them. count: number of values; -1:
        /// all.</summary>
        public void Sound(Figure figure, float[] samples, int count = -1, int channels = 1)
        {
            if (count < 0) count = samples.Length;
            for (int from = 0; from + channels <= count; from += channels)
            {
                if (figure.Hearing == null || State != State.Open || figure.Id == 0) return;
                float sum = 0;
                for (int c = 0; c < channels; c++) sum += samples[from + c];
                figure.Hearing.Add(sum / channels);
                if (figure.Hearing.IsFull) SendChunk(figure);
            }
        }

        /// <summary>Ends the sound that Hear began, after what was sent. Returns the ref of the request; null if there is no sound.</summary>
        public string HearEnd(Figure figure)
        {
            bool isBegun = figure.Hearing != null && figure.Hearing.IsBegun && State == State.Open && figure.Id != 0;
            if (isBegun && figure.Hearing.IsLongEnough) SendChunk(figure);
            figure.Hearing = null;
            return isBegun ? AskOf(figure, "hear", new Dictionary<string, object> { { "end", true } }) : null;
        }

        /// <summary>Asks the server to begin the sound of a figure from sample 0.</summary>
        string BeginHearing(Figure figure)
        {
            if (State != State.Open || figure.Id == 0) return null;
            figure.Hearing.Restart();
            figure.Hearing.IsBegun = true;
            figure.Hearing.Sent = clock;
            return Ask("hear", new Dictionary<string, object>(figure.Hearing.Fields) { { "id", figure.Id } }, figure.Hearing);
        }

        /// <summary>Sends the samples of a figure's sound that wait.</summary>
        void SendChunk(Figure figure)
        {
            if (!figure.Hearing.IsBegun || clock - figure.Hearing.Sent > Gap) BeginHearing(figure);
            Out.Enqueue(figure.Hearing.Write(figure.Id));
            figure.Hearing.Sent = clock;
        }

        // Names of the values of Gait, in their order.
        static readonly string[] GaitNames = { "auto", "walk", "jog", "run", "crouch" };

        /// <summary>Adds a field unless its value is 0.</summary>
        static void AddGiven(Dictionary<string, object> fields, string name, float value) { if (value != 0) fields[name] = value; }

        /// <summary>Sends a request about a character. Returns null if the server has not created it yet.</summary>
        string AskOf(Figure figure, string type, Dictionary<string, object> fields) =>
            figure.Id == 0 ? null : Ask(type, new Dictionary<string, object>(fields) { { "id", figure.Id } });

        readonly WireReader wire = new WireReader();

        /// <summary>Sets which data frames contain. The setting is sent again after each reconnection. channels: names of the channels. divisor: a
        /// frame every divisor-th tick. quantize: bits of a rotation, 48 or 32. compact: 1 to 10 asks for compact frames, about a fifth of the size,
        /// with this largest error in mm; 0: frames that are not compact. Returns the ref of the request, as Ask does.</summary>
        public string AskProfile(string[] channels, int divisor, int quantize, int compact = 0)
        {
            this.divisor = divisor;
            profile = new Dictionary<string, object> { { "channels", channels }, { "divisor", divisor }, { "quantize", quantize }, { "compact", compact } };
            return Ask("profile", profile);
        }

        /// <summary>Queues a text message with any type and fields (docs/reference/stream.md of posed). Returns its ref, which Answered repeats with
        /// the answer. Returns null, and queues nothing, unless State is Open. about: the session's own data on the request.</summary>
        public string Ask(string type, Dictionary<string, object> fields = null, object about = null)
        {
            if (State != State.Open && type != "join") return null;
            string ref_ = "r" + ++refs;
            var message = new Dictionary<string, object> { { "type", type }, { "ref", ref_ } };
            if (fields != null) foreach (KeyValuePair<string, object> f in fields) message[f.Key] = f.Value;
            asked[ref_] = about;
            Out.Enqueue(Json.Write(message));
            return ref_;
        }

        /// <summary>Ends the session on the server; State becomes Closed when the socket closes. If State is not Open, it becomes Closed at once and
        /// no new connection is opened.</summary>
        public void Leave() { if (State == State.Open) Ask("leave"); else State = State.Closed; }

        /// <summary>Ticks between two frames: the divisor of the profile, or the larger average that the server has reported because it is
        /// overloaded.</summary>
        public double Divisor => Math.Max(divisor, lowered);

        /// <summary>Returns the pose of a character to draw at the local time now, seconds (the clock that Heard gets). It is Delay frame intervals
        /// in the past. Null until a frame contains the character.</summary>
        public Character Sample(Figure figure, double now) =>
            Timeline.Offset == null || figure.Id == 0 ? null : Timeline.Sample(figure.Id, now - Timeline.Offset.Value - Delay * Divisor / tickRate);

        /// <summary>Returns the skeleton of a character, or that of the default model if the character's model is not known. Call it only after
        /// Welcomed.</summary>
        public Skeleton SkeletonOf(Figure figure) => SkeletonOf(figure?.Model);

        // -- the connection

        /// <summary>Tells the session that the caller has begun to open a socket.</summary>
        public void Connecting()
        {
            State = State.Connecting;
            reason = null;
            resumed = double.NaN;
            quiet = beatDue = 0;
            beatAt = double.NaN;
        }

        /// <summary>Tells the session that the socket is open. Queues the message `join`.</summary>
        public void Opened()
        {
            State = State.Joining;
            isFinal = false;
            comeBackAfter = 0;
            Join();
        }

        /// <summary>Tells the session that the socket has closed or could not be opened. State becomes Waiting, with the time of the next attempt in
        /// Next, or Closed if the session has ended permanently. now: seconds.</summary>
        public void Lost(double now) => Lost(now, reason ?? "disconnected");

        void Lost(double now, string why)
        {
            Out.Clear();
            asked.Clear();
            if (State == State.Closed || isFinal) { State = State.Closed; return; }
            double limit = Math.Min(LongestWait, FirstWait * Math.Pow(2, Math.Min(attempts++, 20)));
            Next = now + comeBackAfter + limit * Random.NextDouble();
            State = State.Waiting;
            Disconnected?.Invoke(why);
        }

        /// <summary>Returns whether it is time to connect again. now: seconds. If the time Next is long past, because the program was paused, a new
        /// random wait begins: programs that wake together, such as those of an office, do not connect at once.</summary>
        public bool IsDue(double now)
        {
            if (State != State.Waiting || now < Next) return false;
            if (now - Next <= Pause) return true;
            Next = now + FirstWait * Random.NextDouble();
            return false;
        }

        /// <summary>Notices a pause of the program: sends a ping whose answer ends it.</summary>
        void Notice(double now)
        {
            bool isPause = State == State.Open && !double.IsNaN(beatAt) && now - beatAt > Pause;
            clock = now;
            if (!isPause) return;
            beatAt = now;
            resumed = now;
            Ping(now);
        }

        void Ping(double now) => Ask("ping", new Dictionary<string, object> { { "time", 0 } }, now);

        /// <summary>Takes the answer to a ping, which was sent at the local time `sent`.</summary>
        void TakePong(Message message, double sent)
        {
            Timeline.TakePong(sent, message.Number("server_time"), clock);
            if (sent >= resumed) resumed = double.NaN;
        }

        /// <summary>
        /// Does periodic work; call it in every rendered frame. now: seconds. Every second it repeats the inputs, because the server ignores an input
        /// that is too old (`stream.input_timeout`), and sends a ping. If no message has arrived for Silence seconds, State becomes Waiting. The
        /// caller must then drop the socket without waiting for it to close. At most two seconds are counted between two calls, so that a pause of
        /// the program does not count as silence.
        /// </summary>
        public void Beat(double now)
        {
            if (State == State.Closed || State == State.Waiting) return;
            double before = beatAt;
            Notice(now);
            if (!double.IsNaN(before)) quiet += Math.Max(0, Math.Min(Pause, now - before));
            beatAt = now;
            if (Silence > 0 && quiet >= Silence) { Lost(now, "silent"); return; }
            if (State != State.Open || now < beatDue) return;
            beatDue = now + (Silence > 0 ? Math.Min(1, Silence / 4) : 1);
            foreach (Figure figure in Figures) SendHeld(figure);
            Ping(now);
        }

        /// <summary>Processes a binary message, which is a frame. now: time of its arrival, seconds. Throws a FrameException if the frame is invalid.</summary>
        public void Heard(byte[] bytes, int size, double now)
        {
            quiet = 0;
            Notice(now);
            if (Skeletons.Count == 0) return;
            Frame frame = WireReader.IsCompact(bytes, size) ? wire.Read(bytes, size) : Frame.Read(bytes, size, CountsOf);
            if (frame == null || !double.IsNaN(resumed)) return; // a delta frame whose predecessor is missing, or a frame of before the pause
            Timeline.TakeTime(frame.Time, now);
            if (Timeline.Push(frame)) FrameTaken?.Invoke(frame);
        }

        /// <summary>Processes a text message. now: time of its arrival, seconds.</summary>
        public void Heard(string text, double now)
        {
            Notice(now);
            Heard(text);
        }

        /// <summary>Processes a text message that arrived at the newest time that the session was given.</summary>
        public void Heard(string text)
        {
            quiet = 0;
            var message = new Message(text);
            string ref_ = message.Text("ref");
            object about = null;
            if (ref_ != null && asked.TryGetValue(ref_, out about)) asked.Remove(ref_);
            switch (message.Text("type"))
            {
                case "welcome": TakeWelcome(message); break;
                case "spawned":
                    if (about != null) WarnOfAll("spawn", message);
                    else Told?.Invoke(message);
                    TakeSpawned(about as Figure, message);
                    break;
                case "entered":
                case "left":
                case "message":
                case "taken": Told?.Invoke(message); break;
                case "warned": WarnOfAll(message.Text("of"), message); break;
                case "pong": if (about is double sent) TakePong(message, sent); break;
                case "event": TakeEvent(message, Happened); break;
                case "clip": TakeEvent(message, Played); break;
                case "speech": TakeEvent(message, Spoken); break;
                case "lowered": lowered = message.Number("divisor"); Lowered?.Invoke(message); break;
                case "error": TakeError(message, about); break;
                case "bye": TakeBye(message); break;
            }
            if (ref_ != null) Answered?.Invoke(ref_, message);
        }

        void Join()
        {
            var fields = new Dictionary<string, object>();
            if (Token != null) fields["resume"] = Token;
            else if (Watch != null) fields["watch"] = Watch;
            else
            {
                if (Scene != null) fields["scene"] = Scene;
                if (Room != null) fields["room"] = Room;
                if (MemberName != null) fields["name"] = MemberName;
                if (Role != null) fields["role"] = Role;
                if (Secret != null) fields["secret"] = Secret;
                if (Capacity > 0) fields["capacity"] = Capacity;
            }
            Ask("join", fields, "join");
        }

        void TakeWelcome(Message message)
        {
            string before = Id;
            Id = message.Text("session");
            Token = message.Text("resume_token");
            tickRate = message.Number("tick_rate");
            lowered = 0;
            Skeletons = message.List("skeletons").ConvertAll(s => Skeleton.Of((Dictionary<string, object>)s));
            attempts = 0;
            State = State.Open;
            Ask("profile", profile);
            foreach (Figure figure in Figures)
                if (figure.Hearing != null) { figure.Hearing.IsBegun = false; figure.Hearing.Reset(); } // it begins anew with the next samples
            bool isNew = before != Id || (Room != null && !message.Is("resumed")); // a room keeps a place only for a time
            foreach (Figure figure in Figures)
                if (isNew || figure.Id == 0) PlaceAgain(figure);
                else SendHeld(figure);
            if (isNew) Timeline.Clear();
            Welcomed?.Invoke(message, isNew && before != null);
        }

        /// <summary>Creates a character again in a new session, where the newest frame has it.</summary>
        void PlaceAgain(Figure figure)
        {
            var fields = new Dictionary<string, object>(figure.Fields);
            Character was = Timeline.Newest(figure.Id);
            if (was != null) { fields["position"] = new[] { was.Root.x, was.Root.z }; fields["facing"] = was.Yaw; }
            figure.Id = 0;
            Place(figure, fields);
        }

        void Place(Figure figure, Dictionary<string, object> fields) => Ask("spawn", fields, figure);

        void TakeSpawned(Figure figure, Message message)
        {
            if (figure == null || !Figures.Contains(figure)) return;
            figure.Id = message.Id;
            figure.Model = message.Text("model");
            figure.Joints = message.List("joints")?.ConvertAll(name => (string)name).ToArray() ?? figure.Joints;
            figure.Root = message.Text("root");
            figure.Translated = message.List("translated")?.ConvertAll(name => (string)name).ToArray() ?? figure.Translated;
            figure.FaceNames = message.List("face")?.ConvertAll(name => (string)name).ToArray() ?? figure.FaceNames;
            figure.SoftNames = message.List("soft")?.ConvertAll(name => (string)name).ToArray() ?? figure.SoftNames;
            if (message.Text("character") != null) figure.Scale = (float)message.Number("scale");
            SendHeld(figure);
            if (figure.Route != null) AskOf(figure, "follow", figure.Route);
            Spawned?.Invoke(figure);
        }

        void TakeEvent(Message message, Action<Figure, Message> listeners)
        {
            Figure figure = Figures.Find(f => f.Id == message.Id);
            if (figure != null) listeners?.Invoke(figure, message);
        }

        /// <summary>Reports an error. If it answers `join`: a session that cannot be resumed is replaced by a new one; any other error except "busy"
        /// and "limit" is permanent.</summary>
        void TakeError(Message message, object about)
        {
            if (Failed != null) Failed(message);
            else if (message.Text("ref") == null || Answered == null) WarnOnce(message.Text("code"), message);
            foreach (Figure figure in Figures)
                if (about != null && figure.Hearing == about) figure.Hearing = null; // the server has refused the sound
            if (!"join".Equals(about)) return;
            string code = message.Text("code");
            if (code == "not_found" && Token != null) { Token = null; Join(); }
            else isFinal = code != "busy" && code != "limit";
        }

        /// <summary>Passes an error to Warn, once for each pair of code and pointer. Inputs are repeated every second, and so are their errors.</summary>
        void WarnOnce(string code, Message message) => WarnOnce(code, message.Text("pointer"), message.Text("detail"));

        void WarnOnce(string code, string pointer, string detail)
        {
            string place = string.IsNullOrEmpty(pointer) ? "" : pointer + ": ";
            if (warned.Count < 32 && warned.Add(code + " " + pointer)) Warn?.Invoke($"posed: {code}: {place}{detail}");
        }

        /// <summary>Passes the warnings of a message to Warn: values that the server accepted but that look like mistakes.</summary>
        void WarnOfAll(string code, Message message)
        {
            foreach (object warning in message.List("warnings") ?? new List<object>())
                if (warning is Dictionary<string, object> w) WarnOnce(code, w["pointer"] as string, w["detail"] as string);
        }

        void TakeBye(Message message)
        {
            reason = message.Text("reason");
            isFinal = !message.Is("come_back") || reason == "left" || reason == "taken_over" || reason == "too_many_errors";
            comeBackAfter = message.Number("after");
            if (isFinal && reason != "left") WarnOnce(reason, message);
        }

        /// <summary>Queues the character's last input, if the session is open and the server has created the character.</summary>
        void SendHeld(Figure figure)
        {
            if (State != State.Open || figure.Id == 0 || figure.Held == null) return;
            figure.Held.Id = figure.Id;
            Out.Enqueue(figure.Held.Write());
        }

        Counts CountsOf(uint id)
        {
            Skeleton s = SkeletonOf(Figures.Find(f => f.Id == id));
            return new Counts(s.Names.Length, s.Samples);
        }

        Skeleton SkeletonOf(string model) => Skeletons.Find(s => s.Model == model) ?? Skeletons.Find(s => s.IsDefault) ?? Skeletons[0];
    }

    // ---- HTTP

    /// <summary>Sends requests to the daemon's HTTP interface (docs/reference/api.md of posed), off the main thread. Example of a path:
    /// Path("models", "person", "mesh").</summary>
    public static class Http
    {
        /// <summary>Called with a line of text for each reply in which the daemon reports a likely mistake (the header Posed-Warning), on the thread of
        /// the request. Null: nothing is reported.</summary>
#if UNITY_5_3_OR_NEWER
        public static Action<string> Warn = line => UnityEngine.Debug.LogWarning(line);
#else
        public static Action<string> Warn = line => Console.Error.WriteLine(line);
#endif

        /// <summary>Returns the path /v1/kind/id/more?name=value. Characters of id, names and values are escaped where necessary. Values that are
        /// lists are joined by commas. A POST takes all fields in its JSON body instead of the query.</summary>
        public static string Path(string kind, string id = null, string more = null, Dictionary<string, object> query = null)
        {
            string path = "/v1/" + kind + (id != null ? "/" + Uri.EscapeDataString(id) : "") + (more != null ? "/" + more : "");
            if (query == null) return path;
            char before = '?';
            foreach (KeyValuePair<string, object> field in query)
            {
                path += before + Uri.EscapeDataString(field.Key) + "=" + Uri.EscapeDataString(Written(field.Value));
                before = '&';
            }
            return path;
        }

        /// <summary>Returns a value as the text of a query field.</summary>
        static string Written(object value)
        {
            if (value is bool b) return b ? "true" : "false";
            if (value is string || !(value is System.Collections.IEnumerable items)) return Convert.ToString(value, CultureInfo.InvariantCulture);
            var parts = new List<string>();
            foreach (object item in items) parts.Add(Written(item));
            return string.Join(",", parts.ToArray());
        }

        /// <summary>
        /// Sends a request and returns the bytes of the reply. Throws a WebException if the status is an error; its message is the server's
        /// description of the problem. address: address of the daemon, such as "http://127.0.0.1:8080". body: a byte[] is sent as it is, with the
        /// content type `type`; any other object is sent as JSON; null: no body. key: API key, if the daemon asks for one. Throws a
        /// NotSupportedException in WebGL players: send the request by UnityWebRequest there.
        /// </summary>
        public static Task<byte[]> Request(string address, string method, string path, object body = null, string type = null, string key = null)
        {
#if UNITY_WEBGL && !UNITY_EDITOR
            throw new NotSupportedException("Http.Request: a WebGL player has no sockets; send the request by UnityWebRequest, with Http.Path for its path");
#else
            return Task.Run(() => RequestNow(address, method, path, body, type, key));
#endif
        }

        static byte[] RequestNow(string address, string method, string path, object body, string type, string key)
        {
            if (new Uri(address).UserInfo != "") throw new ArgumentException("an address with a name or a key before the host (...@); key expected", nameof(address));
            var request = (System.Net.HttpWebRequest)System.Net.WebRequest.Create(address.TrimEnd('/') + path);
            request.Method = method;
            if (!string.IsNullOrWhiteSpace(key)) request.Headers["Authorization"] = "Bearer " + key.Trim();
            if (body != null)
            {
                byte[] bytes = body as byte[] ?? Encoding.UTF8.GetBytes(Json.Write(body));
                request.ContentType = type ?? (body is byte[] ? "application/octet-stream" : "application/json");
                using (System.IO.Stream to = request.GetRequestStream()) to.Write(bytes, 0, bytes.Length);
            }
            try
            {
                using (System.Net.WebResponse reply = request.GetResponse())
                {
                    string warning = reply.Headers["Posed-Warning"];
                    if (warning != null) Warn?.Invoke("posed: " + warning);
                    return Whole(reply);
                }
            }
            catch (System.Net.WebException error) when (error.Response != null)
            {
                string detail = new Message(Encoding.UTF8.GetString(Whole(error.Response))).Text("detail");
                throw new System.Net.WebException(detail ?? error.Message, error, error.Status, error.Response);
            }
        }

        /// <summary>Reads all bytes of a reply.</summary>
        static byte[] Whole(System.Net.WebResponse reply)
        {
            var whole = new System.IO.MemoryStream();
            using (System.IO.Stream from = reply.GetResponseStream()) from.CopyTo(whole);
            return whole.ToArray();
        }
    }

    // ---- the socket

    /// <summary>Messages of a socket's receiver for Line.Update. While nobody takes them, for example in a paused editor, frames are dropped: the
    /// newest ones are kept.</summary>
    sealed class Inbox
    {
        // Number of waiting frames from which a frame that needs no frame before it replaces those that wait.
        const int Most = 64;
        readonly object gate = new object();
        readonly List<object> waiting = new List<object>();
        int frames;

        /// <summary>Adds a text or another object.</summary>
        public void Add(object what) { lock (gate) waiting.Add(what); }

        /// <summary>Adds a frame.</summary>
        public void Add(byte[] frame)
        {
            lock (gate)
            {
                // Compact frames depend on those before them, from the last key frame on. Only a delta frame begins with this byte.
                bool isDelta = frame.Length > 0 && frame[0] == 0xd1;
                if (frames >= Most && !isDelta)
                {
                    waiting.RemoveAll(w => w is byte[]);
                    frames = 0;
                }
                waiting.Add(frame);
                frames++;
            }
        }

        /// <summary>Returns all waiting objects, oldest first, and removes them.</summary>
        public object[] Take()
        {
            lock (gate)
            {
                object[] all = waiting.ToArray();
                waiting.Clear();
                frames = 0;
                return all;
            }
        }
    }

    /// <summary>
    /// Connects a session to the daemon: by a System.Net.WebSockets.ClientWebSocket, and in a WebGL player of Unity by a WebSocket of the page
    /// (Plugins/WebGL/PosedSocket.jslib). Call Update once in every rendered frame. Messages that arrive between two calls are queued, so all events
    /// of the session are raised in Update, on the caller's thread.
    /// </summary>
    public sealed class Line : IDisposable
    {
        readonly Session session;
        readonly string url;
        ISocket socket;

        /// <summary>API key, sent as a bearer token. Null: none, which is right for a daemon without keys. A WebSocket of a page cannot send one: use
        /// Ticket in WebGL players.</summary>
        public string Key;

        /// <summary>Called before each connection. Returns a ticket (POST /v1/tickets) for it, which is used once; null: none. Null: no tickets.</summary>
        public Func<string> Ticket;

        /// <summary>Creates a line without opening it. url: such as "ws://127.0.0.1:8080/v1/stream".</summary>
        public Line(Session session, string url)
        {
            var address = new Uri(url);
            if (address.Scheme != "ws" && address.Scheme != "wss")
                throw new ArgumentException($"{address.Scheme}: ws or wss allowed, as in ws://127.0.0.1:8080/v1/stream", nameof(url));
            if (address.UserInfo != "") throw new ArgumentException("an address with a name or a key before the host (...@); Key expected", nameof(url));
            this.session = session;
            this.url = url;
        }

        /// <summary>Begins to connect. Later connections are opened by Update.</summary>
        public void Open() { if (socket == null) Connect(); }

        /// <summary>Processes the messages that have arrived, reconnects if necessary, and sends queued messages. now: seconds of a clock that does
        /// not run backwards.</summary>
        public void Update(double now)
        {
            ISocket from = socket;
            object[] arrived = from == null ? new object[0] : from.Take();
            foreach (object what in arrived)
            {
                if (socket != from) break; // a handler has closed the line
                Take(what, now);
            }
            if (session.IsDue(now)) Connect();
            session.Beat(now);
            if (session.State == State.Waiting) Dispose(); // the connection is silent; its close could take minutes
            if (socket == null || !socket.IsReady) return;
            if (session.Out.Count > 0) socket.Send(session.Out.ToArray());
            session.Out.Clear();
        }

        /// <summary>Aborts the connection without a closing handshake. Update then opens a new one.</summary>
        public void Drop() => socket?.Abort();

        /// <summary>Aborts the connection and releases the socket. Do not call Update afterwards: it may connect again.</summary>
        public void Dispose()
        {
            ISocket was = socket;
            socket = null;
            was?.Dispose();
        }

        void Take(object what, double now)
        {
            if (what is string text) session.Heard(text, now);
            else if (what is byte[] bytes) session.Heard(bytes, bytes.Length, now);
            else if (what is Start) session.Opened();
            else if (what is End)
            {
                Dispose();
                session.Lost(now);
            }
        }

        void Connect()
        {
            string ticket = Ticket?.Invoke();
            string address = string.IsNullOrEmpty(ticket) ? url : url + (url.Contains("?") ? "&" : "?") + "ticket=" + Uri.EscapeDataString(ticket);
            session.Connecting();
#if UNITY_WEBGL && !UNITY_EDITOR
            if (!string.IsNullOrWhiteSpace(Key))
                throw new NotSupportedException("Line.Key: a WebSocket of a page sends no header; set Line.Ticket to a function that returns a ticket of POST /v1/tickets");
            socket = new PageSocket(address);
#else
            socket = new NetSocket(address, Key);
#endif
        }

        /// <summary>The socket has closed, or could not be opened.</summary>
        sealed class End { }
        /// <summary>The socket is open.</summary>
        sealed class Start { }

        /// <summary>A WebSocket that opens itself with the subprotocol posed.v1.</summary>
        interface ISocket : IDisposable
        {
            /// <summary>True if the socket is open and has sent everything that it was given.</summary>
            bool IsReady { get; }
            /// <summary>Returns what has arrived since the last call, in order: strings, byte[], a Start, an End.</summary>
            object[] Take();
            /// <summary>Sends messages in order: a string as text, a byte[] as a binary message. Call it only if IsReady is true.</summary>
            void Send(object[] messages);
            /// <summary>Closes without a closing handshake.</summary>
            void Abort();
        }

#if UNITY_WEBGL && !UNITY_EDITOR
        /// <summary>A WebSocket of the page, by Plugins/WebGL/PosedSocket.jslib. The page's script queues what arrives.</summary>
        sealed class PageSocket : ISocket
        {
            [System.Runtime.InteropServices.DllImport("__Internal")] static extern int PosedSocketOpen(string url);
            [System.Runtime.InteropServices.DllImport("__Internal")] static extern int PosedSocketNext(int socket);
            [System.Runtime.InteropServices.DllImport("__Internal")] static extern int PosedSocketSize(int socket);
            [System.Runtime.InteropServices.DllImport("__Internal")] static extern void PosedSocketTake(int socket, byte[] bytes, int size);
            [System.Runtime.InteropServices.DllImport("__Internal")] static extern void PosedSocketSend(int socket, byte[] bytes, int size, int isText);
            [System.Runtime.InteropServices.DllImport("__Internal")] static extern void PosedSocketClose(int socket);

            // Kinds of the waiting messages, as PosedSocketNext returns them. 0: none.
            const int Opened = 1, Closed = 2, Text = 3;
            readonly int number;
            bool isOpen;

            public PageSocket(string url) { number = PosedSocketOpen(url); }

            public bool IsReady => isOpen;

            public object[] Take()
            {
                var all = new List<object>();
                for (int kind = PosedSocketNext(number); kind != 0; kind = PosedSocketNext(number))
                {
                    var bytes = new byte[PosedSocketSize(number)];
                    PosedSocketTake(number, bytes, bytes.Length);
                    if (kind == Opened || kind == Closed) isOpen = kind == Opened;
                    all.Add(kind == Opened ? new Start() : kind == Closed ? new End() : kind == Text ? Encoding.UTF8.GetString(bytes) : (object)bytes);
                }
                return all.ToArray();
            }

            public void Send(object[] messages)
            {
                foreach (object message in messages)
                {
                    byte[] bytes = message as byte[] ?? Encoding.UTF8.GetBytes((string)message);
                    PosedSocketSend(number, bytes, bytes.Length, message is string ? 1 : 0);
                }
            }

            public void Abort() => PosedSocketClose(number);
            public void Dispose() => PosedSocketClose(number);
        }
#else
        /// <summary>A socket of .NET. A task receives, and queues each complete message.</summary>
        sealed class NetSocket : ISocket
        {
            readonly ClientWebSocket socket = new ClientWebSocket();
            readonly Inbox inbox = new Inbox();
            Task sending;

            public NetSocket(string url, string key)
            {
                socket.Options.AddSubProtocol("posed.v1");
                if (!string.IsNullOrWhiteSpace(key)) socket.Options.SetRequestHeader("Authorization", "Bearer " + key.Trim());
                Listen(new Uri(url)).ContinueWith(task => { GC.KeepAlive(task.Exception); });
            }

            public bool IsReady => socket.State == WebSocketState.Open && (sending == null || sending.IsCompleted);
            public object[] Take() => inbox.Take();
            public void Send(object[] messages) => sending = SendAll(messages);
            public void Abort() => socket.Abort();

            public void Dispose()
            {
                socket.Abort();
                socket.Dispose();
            }

            async Task Listen(Uri uri)
            {
                var part = new byte[65536];
                var whole = new System.IO.MemoryStream();
                try
                {
                    await socket.ConnectAsync(uri, CancellationToken.None).ConfigureAwait(false);
                    inbox.Add(new Start());
                    while (true)
                    {
                        WebSocketReceiveResult got = await socket.ReceiveAsync(new ArraySegment<byte>(part), CancellationToken.None).ConfigureAwait(false);
                        if (got.MessageType == WebSocketMessageType.Close) break;
                        whole.Write(part, 0, got.Count);
                        if (!got.EndOfMessage) continue;
                        if (got.MessageType == WebSocketMessageType.Text) inbox.Add(Encoding.UTF8.GetString(whole.ToArray()));
                        else inbox.Add(whole.ToArray());
                        whole.SetLength(0);
                    }
                }
                finally { inbox.Add(new End()); }
            }

            async Task SendAll(object[] messages)
            {
                foreach (object message in messages)
                {
                    byte[] bytes = message as byte[] ?? Encoding.UTF8.GetBytes((string)message);
                    WebSocketMessageType type = message is string ? WebSocketMessageType.Text : WebSocketMessageType.Binary;
                    await socket.SendAsync(new ArraySegment<byte>(bytes), type, true, CancellationToken.None).ConfigureAwait(false);
                }
            }
        }
#endif
    }
}
