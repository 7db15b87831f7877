// Posed.cs: characters of a posed daemon for Unity, and for any C#. One file, no dependency; C# 7.
//
//     Frame       reads the stream's binary frames          Input     writes a stick's 32 bytes
//     Timeline    what to draw now, between two frames      Session   joins, spawns, comes back; the socket is the caller's
//     Line        a socket for it (System.Net.WebSockets)   Unity     from posed's axes to Unity's, and back
//
// posed is in metres, radians, seconds; right-handed, +Y up, a yaw of 0 faces +Z and +X is the character's left. Unity is left-handed, +Y
// up, +Z ahead: x changes its sign. A character's joints are in its root's frame: turn by yaw about +Y, add root (Character.World).
// Rotations are local to the parent; joint 0's is in the root's frame. docs/reference/stream.md of posed has every byte.
using System;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Globalization;
using System.Net.WebSockets;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace PosedClient
{
    public struct Vec3
    {
        public float x, y, z;
        public Vec3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public static Vec3 Mix(Vec3 a, Vec3 b, float t) => new Vec3(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t);
#if UNITY_5_3_OR_NEWER
        public static implicit operator UnityEngine.Vector3(Vec3 v) => new UnityEngine.Vector3(v.x, v.y, v.z);
#endif
    }

    public struct Quat
    {
        public float x, y, z, w;
        public Quat(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
        public static float Dot(Quat a, Quat b) => a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
        public static Quat operator -(Quat q) => new Quat(-q.x, -q.y, -q.z, -q.w);
#if UNITY_5_3_OR_NEWER
        public static implicit operator UnityEngine.Quaternion(Quat q) => new UnityEngine.Quaternion(q.x, q.y, q.z, q.w);
#endif

        /// <summary>The shortest way from a (t = 0) to b (t = 1).</summary>
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

    /// <summary>posed's axes to Unity's: the mirror x = -x, which is its own inverse.</summary>
    public static class Unity
    {
        public static Vec3 Place(Vec3 p) => new Vec3(-p.x, p.y, p.z);
        public static Quat Turn(Quat q) => new Quat(q.x, -q.y, -q.z, q.w);
        /// <summary>A facing as Unity's Euler angle about Y, degrees: clockwise from above.</summary>
        public static float YawDegrees(float yaw) => -yaw * (float)(180 / Math.PI);
        /// <summary>An Euler angle about Y of Unity (a camera's) as posed's yaw, radians.</summary>
        public static float Yaw(float degrees) => -degrees * (float)(Math.PI / 180);
        /// <summary>Places and rotations of a file that the importer mirrored at z: UniVRM's of VRM 0.x. All others mirror x.</summary>
        public static Vec3 PlaceByZ(Vec3 p) => new Vec3(p.x, p.y, -p.z);
        public static Quat TurnByZ(Quat q) => new Quat(-q.x, -q.y, q.z, q.w);
        /// <summary>A stick's right and ahead as an input's move.</summary>
        public static float[] Move(float right, float ahead) => new[] { -right, ahead };
    }

    // ---- frames

    [Flags]
    public enum Channels { Root = 1, Joints = 2, Rotations = 4, Contacts = 8, Trajectory = 16, Smpl = 32, Vertices = 64, Character = 128, Face = 512 }

    /// <summary>The bytes are no frame of version 1, or are cut short.</summary>
    public sealed class FrameException : Exception { public FrameException(string what) : base(what) { } }

    /// <summary>What `welcome` told of a character's model: how many its channels hold.</summary>
    public struct Counts
    {
        public int Joints, Samples;
        public Counts(int joints, int samples) { Joints = joints; Samples = samples; }
    }

    public sealed class Character
    {
        public uint Id;
        public ulong Seq;             // of the last input that this frame has taken in; at most 2^53
        public Channels Channels;     // of those that are not set the arrays are null
        public int Contacts, Gait;
        public float Phase, Yaw;
        public Vec3 Root;             // the world's; all points below are in the root's frame
        public Vec3[] Joints, Trajectory, Vertices;
        public float[] Facings;
        public Quat[] Rotations, SmplRotations;
        public Vec3 SmplPelvis;
        public Quat[] NodeRotations;  // of a user's own character: of its file's nodes, in the file's frames and units, as Figure.Joints names them
        public Vec3 NodeRoot;         // translation of the node Figure.Root
        public Vec3[] NodeTranslations; // of the nodes that Figure.Translated names
        public bool HasHips;          // of a compact frame, which has no Joints
        public Vec3 Hips;             // place of the first joint
        public float[] FaceWeights;   // in the order of Face.Names
        public Quat[] FingerRotations; // left hand, then right: index, middle, pinky, ring, thumb, three joints each from the palm outwards

        /// <summary>A point of the root's frame in the world (posed's axes).</summary>
        public Vec3 World(Vec3 p)
        {
            float c = (float)Math.Cos(Yaw), s = (float)Math.Sin(Yaw);
            return new Vec3(Root.x + c * p.x + s * p.z, Root.y + p.y, Root.z - s * p.x + c * p.z);
        }

        internal Character Copy() => (Character)MemberwiseClone();
    }

    /// <summary>Names of the weights of a face: ARKit's 52 blend shapes, eyes first, then 14 visemes.</summary>
    public static class Face
    {
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

    public sealed class Frame
    {
        public uint Tick;
        public double Time;           // seconds of the server's clock
        public int RotationBits;      // 48 or 32
        public List<Character> Characters = new List<Character>();

        /// <summary>Throws a FrameException that names the byte. No byte beyond size is read.</summary>
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

        const int SeqHigh = 256; // of the channels: the upper half of Seq

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
            return who;
        }
    }

    /// <summary>
    /// Reads the compact frames of one connection, in the order in which they came. Their characters have Hips and no Joints. docs/reference/wire.md of posed gives every byte.
    /// </summary>
    public sealed class WireReader
    {
        const int Delta = 0xd1, HeaderBytes = 32, Fixed = 8, TwoSided = 22, Symbols = 16, Total = 32768, FirstMean = 4096, Most = 1 << 26;
        static readonly int[] Thetas = { 78, 111, 157, 222, 314, 443, 627, 887, 1254, 1772, 2505, 3537, 4988, 7013, 9808, 13580, 18472, 24433, 31097, 37837, 44032, 49293, 43320, 48986 };
        static readonly int[][] Tables = MakeTables();

        /// <summary>What is known of a character since the key frame: its quantities' last two values and means, its rotations' references and steps.</summary>
        sealed class Member
        {
            public uint Id;
            public ulong Seq;
            public Channels Channels;
            public readonly int[] Counts = new int[2];
            public int Weights, Fingers;
            public readonly List<int> Now = new List<int>();
            public int[] Before;
            public uint[] Means;
            public readonly List<Quat> References = new List<Quat>();
            public readonly List<float> Steps = new List<float>();
        }

        List<Member> members; // null: the next key frame is waited for
        int age, placeBits, ticks, ticksBefore, late;
        uint keyTick;
        double keyTime, period;
        readonly uint[] means = new uint[2];

        // the coder
        byte[] bytes;
        int at, size;
        uint code, range;

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

        public static bool IsCompact(byte[] bytes, int size) => size > 1 && (bytes[0] == Delta || (size >= HeaderBytes && bytes[0] == 0x50 && bytes[5] == 1));

        /// <summary>Null: it follows one that did not come. Throws a FrameException when it is broken. After both, the next key frame is waited for.</summary>
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

        void ReadValues(Member m, int count)
        {
            int from = Skip(2 * count);
            for (int i = 0; i < count; i++) m.Now.Add(BitConverter.ToInt16(bytes, from + 2 * i));
        }

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

        /// <summary>Rotation of the parameters x, y, z: the axis times tan(angle / 4).</summary>
        static Quat Rotation(float x, float y, float z)
        {
            float square = x * x + y * y + z * z, scale = 1 / (1 + square);
            return new Quat(2 * x * scale, 2 * y * scale, 2 * z * scale, (1 - square) * scale);
        }

        /// <summary>Bytes beyond the end are 0; a frame needs four of them at most.</summary>
        uint NextByte()
        {
            if (++at > size + 4) throw new FrameException("a compact frame is too short");
            return at <= size ? bytes[at - 1] : 0u;
        }

        void Narrow(uint unit, uint start, uint part)
        {
            code = unchecked(code - unit * start);
            for (range = unit * part; range < 1u << 24; range <<= 8) code = code << 8 | NextByte();
        }

        /// <summary>Plain bits, the high ones first.</summary>
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

        /// <summary>An integer by the table of a mean, which is updated.</summary>
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

        Vec3 Place(List<int> now, ref int from)
        {
            float unit = 1f / (1 << placeBits);
            from += 3;
            return new Vec3(now[from - 3] * unit, now[from - 2] * unit, now[from - 1] * unit);
        }

        static Quat[] Rotations(Member m, ref int from, ref int turn, int count)
        {
            var out_ = new Quat[count];
            for (int k = 0; k < count; k++, turn++, from += 3)
            {
                float step = m.Steps[turn];
                Quat a = m.References[turn], b = Rotation(m.Now[from] * step, m.Now[from + 1] * step, m.Now[from + 2] * step);
                out_[k] = new Quat(a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                    a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z);
            }
            return out_;
        }
    }

    /// <summary>Where in a frame we are; refuses to go beyond its end.</summary>
    sealed class Reader
    {
        const float Scale = 1f / 4096;
        readonly byte[] bytes;
        int size, translationsAt, translationsEnd;
        int at;
        public int Bits;

        public Reader(byte[] bytes, int size) { this.bytes = bytes; this.size = size; }

        /// <summary>They stand at the end of the frame, behind all characters.</summary>
        public void SetTranslationsAside(int count)
        {
            if (12 * count > size - at) throw new FrameException($"byte {at}: {12 * count} bytes of translations expected at the end, {size - at} are there");
            translationsEnd = size;
            translationsAt = size -= 12 * count;
        }

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

        /// <summary>Smallest three: the two highest bits name the component that was left out.</summary>
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

    public enum Gait { Auto, Walk, Jog, Run, Crouch }
    public enum Axes { World, Character, Camera }

    /// <summary>What a character is to do (posed's axes); what is left out is zero.</summary>
    public sealed class Input
    {
        public uint Id;               // the session sets Id and Seq
        public ulong Seq;
        public bool Jump, Responsive;
        public Gait Gait;
        public Axes Axes;
        public float MoveX, MoveZ;    // in the unit disc; see Unity.Move
        public float[] Look;          // x, z; null: nowhere in particular
        public float CameraYaw, Strafe, Speed;

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

        static short Unit(double v) => (short)Math.Round(Math.Max(-1, Math.Min(1, v)) * 32767);
    }

    // ---- what to draw now

    /// <summary>
    /// Frames by their time, and how far our clock is ahead of the server's. Sample gives a character between two frames: places straight,
    /// rotations on the shorter arc, signs as they were before; after the newest it goes on as it went for Limit seconds, then stands. Two
    /// frames farther apart than Gap seconds have nothing between them.
    /// </summary>
    public sealed class Timeline
    {
        public const int Capacity = 64;
        public const double Limit = 0.1, Gap = 0.5, Window = 4, Slew = 0.05;

        sealed class Entry
        {
            public double Time;
            public Dictionary<uint, Character> Characters = new Dictionary<uint, Character>();
        }

        readonly List<Entry> entries = new List<Entry>();
        readonly HashSet<uint> gone = new HashSet<uint>();
        double older = double.PositiveInfinity, newer = double.PositiveInfinity, since = double.NaN, last = double.NaN;

        /// <summary>Our clock less the server's, seconds; null: nothing came yet.</summary>
        public double? Offset { get; private set; }

        public void Clear()
        {
            entries.Clear();
            gone.Clear();
            older = newer = double.PositiveInfinity;
            since = last = double.NaN;
            Offset = null;
        }

        /// <summary>The least (arrival - frame's time) of the last seconds is the quickest way there was; what is used follows slowly.</summary>
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

        /// <summary>False: it is older than what is there.</summary>
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

        /// <summary>It left: not drawn any more, whatever late frames say.</summary>
        public void Remove(uint id)
        {
            gone.Add(id);
            foreach (Entry entry in entries) entry.Characters.Remove(id);
        }

        /// <summary>As the newest frame has it; null: not at all.</summary>
        public Character Newest(uint id) =>
            entries.Count > 0 && entries[entries.Count - 1].Characters.TryGetValue(id, out Character who) ? who : null;

        /// <summary>The character at the server's time; null when nobody knows it.</summary>
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

        static void Nearer(Quat[] q, Quat[] before)
        {
            if (q == null || before == null || q.Length != before.Length) return;
            for (int i = 0; i < q.Length; i++) if (Quat.Dot(q[i], before[i]) < 0) q[i] = -q[i];
        }

        /// <summary>The angle within +-pi.</summary>
        public static double Wrap(double angle) => angle - 2 * Math.PI * Math.Round(angle / (2 * Math.PI));
    }

    // ---- texts

    /// <summary>JSON as Dictionary, List, string, double, bool and null.</summary>
    public static class Json
    {
        public static object Read(string text)
        {
            int at = 0;
            object value = Value(text, ref at, 0);
            Blanks(text, ref at);
            if (at != text.Length) throw new FormatException($"byte {at}: more than one value");
            return value;
        }

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

    /// <summary>A text of the server; what it does not have is null or 0.</summary>
    public sealed class Message
    {
        public readonly Dictionary<string, object> Members;
        public Message(string text) { Members = Json.Read(text) as Dictionary<string, object> ?? new Dictionary<string, object>(); }
        public string Text(string name) => Members.TryGetValue(name, out object v) ? v as string : null;
        public double Number(string name) => Members.TryGetValue(name, out object v) && v is double d ? d : 0;
        public uint Id => (uint)Number("id");
        public bool Is(string name) => Members.TryGetValue(name, out object v) && v is bool b && b;
        public List<object> List(string name) => Members.TryGetValue(name, out object v) ? v as List<object> : null;
        /// <summary>Of an event, the world's (posed's axes).</summary>
        public Vec3 Position => List("position") is List<object> p && p.Count == 3 ? Skeleton.Point(p) : new Vec3();
    }

    /// <summary>What `welcome` told of a model.</summary>
    public sealed class Skeleton
    {
        public string Model;
        public bool IsDefault;
        public int Samples;
        public string[] Names;
        public int[] Parents;         // -1: none
        public Vec3[] Offsets;        // from the parent at rest, posed's axes

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

    /// <summary>One of a session's characters. Its Id is 0 until it was spawned, and changes when the session had to be made anew.</summary>
    public sealed class Figure
    {
        public uint Id;
        public ulong Seq;
        public string Model;
        public string[] Joints = { }; // of a user's own character: names of its file's nodes, in the order of Character.NodeRotations
        public string Root;           // the one that Character.NodeRoot moves
        public string[] Translated = { }; // those besides it that frames move as well as turn, in the order of Character.NodeTranslations
        public float Scale = 1;       // of the whole, in the world
        public Input Held;
        internal Dictionary<string, object> Fields, Route;
    }

    /// <summary>How a path is walked. Zero is the server's own choice.</summary>
    public sealed class Route
    {
        public bool Closed;
        public bool Round;          // the only point is a place: the way there goes round walls, seats and steps
        public float Space;         // metres kept from the session's other characters; 0: none
        public float Wander;        // metres: for ever from one place to another about the only point
        public float Lookahead;     // metres
        public float Speed;         // m/s
        public Gait Gait;
    }

    /// <summary>A chair: x, z of its seat, which way it faces (radians about +Y), metres of the seat over the ground (0.3 to 0.65).</summary>
    public sealed class Seat
    {
        public float X, Z, Facing, Height = 0.45f;
        public float Seconds;       // to sit down; 0: the server's choice
        public float Space;         // metres kept from the session's other characters on the way; 0: none
    }

    public enum State { Closed, Connecting, Joining, Open, Waiting }

    /// <summary>
    /// What to say, what was said, when to come back. The socket and the clock (seconds) are the caller's; Line is one:
    /// connect with subprotocol posed.v1, then Opened; Heard for every message; send what Out has; Lost when it closed or did not open, then connect
    /// again at Next, until State is Closed; Beat from time to time. When the server forgot the session a new one begins and gets the
    /// same figures, where they were. One thread.
    /// </summary>
    public sealed class Session
    {
        public State State { get; private set; } = State.Closed;
        public double Next { get; private set; }              // Waiting: when to connect again
        public double FirstWait = 0.1, LongestWait = 8, Delay = 2.5;  // Delay: ticks that are drawn behind the newest frame
        public double Silence = 10;                           // seconds without a message after which the connection counts as lost; 0: it is left to the system
        public string Scene, Watch, Token, Id;
        public List<Skeleton> Skeletons = new List<Skeleton>();
        public readonly List<Figure> Figures = new List<Figure>();
        public readonly Timeline Timeline = new Timeline();
        /// <summary>What is to be sent: a string as text, a byte[] as binary.</summary>
        public readonly Queue<object> Out = new Queue<object>();

        public event Action<Message, bool> Welcomed;          // true: another session than before
        public event Action<Figure> Spawned;
        public event Action<Frame> FrameTaken;
        public event Action<Figure, Message> Happened;        // footstep, jump, land, blocked, arrived, unreachable
        public event Action<string, Message> Answered;        // to what Ask said
        public event Action<Message> Lowered;                 // frames come more rarely than asked ("divisor": ticks between two on average), or as asked again
        public event Action<string> Disconnected;             // the connection was lost and is made anew: "silent", "disconnected" or the reason of a bye
        public event Action<Message> Failed;                  // an error of the server; without a listener it goes to Warn

        /// <summary>Where errors go that nobody listens to, and the bye that is the end: once of each kind (code and pointer).</summary>
#if UNITY_5_3_OR_NEWER
        public Action<string> Warn = line => UnityEngine.Debug.LogWarning(line);
#else
        public Action<string> Warn = line => Console.Error.WriteLine(line);
#endif

        readonly Dictionary<string, object> asked = new Dictionary<string, object>();
        readonly Random random = new Random();
        readonly HashSet<string> warned = new HashSet<string>();
        Dictionary<string, object> profile;
        int refs, attempts, divisor = 1;
        double lowered;                                       // ticks between two frames while they come more rarely than asked
        double tickRate = 60, beatDue, comeBackAfter, quiet, beatAt = double.NaN;
        string reason;                                        // of a bye
        bool isFinal;

        public Session(params string[] channels)
        {
            if (channels.Length == 0) channels = new[] { "root", "joints", "rotations", "contacts" };
            profile = new Dictionary<string, object> { { "channels", channels } };
        }

        public Figure Spawn(float x, float z, float facing, string model = null)
        {
            var fields = new Dictionary<string, object> { { "position", new[] { x, z } }, { "facing", facing } };
            if (model != null) fields["model"] = model;
            return Spawn(fields);
        }

        /// <summary>With any of the message's fields: position, facing, body, style, variation, drive... (docs/reference/stream.md of posed).</summary>
        public Figure Spawn(Dictionary<string, object> fields)
        {
            var figure = new Figure { Fields = fields };
            Figures.Add(figure);
            if (State == State.Open) Place(figure, fields);
            return figure;
        }

        /// <summary>A character of the user's own, put before (PUT /v1/characters/NAME); ask for the channel "character".</summary>
        public Figure SpawnCharacter(string character, float x, float z, float facing) =>
            Spawn(new Dictionary<string, object> { { "character", character }, { "position", new[] { x, z } }, { "facing", facing } });

        public void Despawn(Figure figure)
        {
            Figures.Remove(figure);
            if (figure.Id == 0) return;
            Timeline.Remove(figure.Id);
            Ask("despawn", new Dictionary<string, object> { { "id", figure.Id } });
            figure.Id = 0;
        }

        /// <summary>Holds until the next one. Returns its seq, which frames repeat.</summary>
        public ulong Send(Figure figure, Input input)
        {
            figure.Held = input;
            figure.Route = null;
            input.Seq = ++figure.Seq;
            SendHeld(figure);
            return figure.Seq;
        }

        /// <summary>Walks along x, z, x, z... of the stage, in place of what inputs say; in a new session again. Its ref, as Ask's.</summary>
        public string Follow(Figure figure, float[] path, Route route = null)
        {
            route = route ?? new Route();
            var points = new List<object>();
            for (int i = 0; i + 1 < path.Length; i += 2) points.Add(new[] { path[i], path[i + 1] });
            var fields = new Dictionary<string, object> { { "path", points } };
            if (route.Closed) fields["closed"] = true;
            if (route.Round) fields["round"] = true;
            if (route.Gait != Gait.Auto) fields["gait"] = route.Gait.ToString().ToLowerInvariant();
            AddGiven(fields, "space", route.Space);
            AddGiven(fields, "wander", route.Wander);
            AddGiven(fields, "lookahead", route.Lookahead);
            AddGiven(fields, "speed", route.Speed);
            figure.Held = null;
            figure.Route = fields;
            return AskOf(figure, "follow", fields);
        }

        /// <summary>Goes to a chair and sits down; null: stands up. Its ref, as Ask's.</summary>
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

        static void AddGiven(Dictionary<string, object> fields, string name, float value) { if (value != 0) fields[name] = value; }

        string AskOf(Figure figure, string type, Dictionary<string, object> fields) =>
            figure.Id == 0 ? null : Ask(type, new Dictionary<string, object>(fields) { { "id", figure.Id } });

        readonly WireReader wire = new WireReader();

        /// <summary>Kept when the line is lost. divisor: every n-th tick; quantize: 48 or 32 bits a rotation; compact: largest error in mm of frames of a fifth of the size, 0: other frames.</summary>
        public string AskProfile(string[] channels, int divisor, int quantize, int compact = 0)
        {
            this.divisor = divisor;
            profile = new Dictionary<string, object> { { "channels", channels }, { "divisor", divisor }, { "quantize", quantize }, { "compact", compact } };
            return Ask("profile", profile);
        }

        /// <summary>Says a message; its ref, which Answered repeats, or null when there is no line now.</summary>
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

        public void Leave() { if (State == State.Open) Ask("leave"); else State = State.Closed; }

        /// <summary>Ticks between two frames, as they come: what the profile asks for, or more while the server has not the time.</summary>
        public double Divisor => Math.Max(divisor, lowered);

        /// <summary>How the figure is to be drawn now; null before there is a frame with it.</summary>
        public Character Sample(Figure figure, double now) =>
            Timeline.Offset == null || figure.Id == 0 ? null : Timeline.Sample(figure.Id, now - Timeline.Offset.Value - Delay * Divisor / tickRate);

        public Skeleton SkeletonOf(Figure figure) => SkeletonOf(figure?.Model);

        // -- the line

        public void Connecting()
        {
            State = State.Connecting;
            reason = null;
            quiet = 0;
            beatAt = double.NaN;
        }

        public void Opened()
        {
            State = State.Joining;
            isFinal = false;
            comeBackAfter = 0;
            Join();
        }

        public void Lost(double now) => Lost(now, reason ?? "disconnected");

        void Lost(double now, string why)
        {
            Out.Clear();
            asked.Clear();
            if (State == State.Closed || isFinal) { State = State.Closed; return; }
            double wait = Math.Min(LongestWait, FirstWait * Math.Pow(2, Math.Min(attempts++, 20)));
            Next = now + comeBackAfter + wait * (0.5 + 0.5 * random.NextDouble());
            State = State.Waiting;
            Disconnected?.Invoke(why);
        }

        /// <summary>
        /// Every picture, or so: repeats inputs each second, since the server forgets those older than five, and asks for a pong. When nothing came for Silence
        /// seconds State is Waiting then: drop the socket without waiting for its close. A beat counts for two seconds at most, so that a game that was stopped
        /// does not take that for silence.
        /// </summary>
        public void Beat(double now)
        {
            if (State == State.Closed || State == State.Waiting) return;
            if (!double.IsNaN(beatAt)) quiet += Math.Max(0, Math.Min(2, now - beatAt));
            beatAt = now;
            if (Silence > 0 && quiet >= Silence) { Lost(now, "silent"); return; }
            if (State != State.Open || now < beatDue) return;
            beatDue = now + (Silence > 0 ? Math.Min(1, Silence / 4) : 1);
            foreach (Figure figure in Figures) SendHeld(figure);
            Ask("ping", new Dictionary<string, object> { { "time", 0 } });
        }

        public void Heard(byte[] bytes, int size, double now)
        {
            quiet = 0;
            if (Skeletons.Count == 0) return;
            Frame frame = WireReader.IsCompact(bytes, size) ? wire.Read(bytes, size) : Frame.Read(bytes, size, CountsOf);
            if (frame == null) return; // it follows one that did not come
            Timeline.TakeTime(frame.Time, now);
            if (Timeline.Push(frame)) FrameTaken?.Invoke(frame);
        }

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
                case "spawned": TakeSpawned(about as Figure, message); break;
                case "event": TakeEvent(message); break;
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
            else if (Scene != null) fields["scene"] = Scene;
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
            bool isNew = before != Id;
            foreach (Figure figure in Figures)
                if (isNew || figure.Id == 0) PlaceAgain(figure);
                else SendHeld(figure);
            if (isNew) Timeline.Clear();
            Welcomed?.Invoke(message, isNew && before != null);
        }

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
            if (message.Text("character") != null) figure.Scale = (float)message.Number("scale");
            SendHeld(figure);
            if (figure.Route != null) AskOf(figure, "follow", figure.Route);
            Spawned?.Invoke(figure);
        }

        void TakeEvent(Message message)
        {
            Figure figure = Figures.Find(f => f.Id == message.Id);
            if (figure != null) Happened?.Invoke(figure, message);
        }

        void TakeError(Message message, object about)
        {
            if (Failed != null) Failed(message);
            else if (message.Text("ref") == null || Answered == null) WarnOnce(message.Text("code"), message);
            if (!"join".Equals(about)) return;
            string code = message.Text("code");
            if (code == "not_found" && Token != null) { Token = null; Join(); }
            else isFinal = code != "busy" && code != "limit";
        }

        /// <summary>Inputs are repeated, and so are their errors: once of each kind.</summary>
        void WarnOnce(string code, Message message)
        {
            string pointer = message.Text("pointer");
            string place = string.IsNullOrEmpty(pointer) ? "" : pointer + ": ";
            if (warned.Count < 32 && warned.Add(code + " " + pointer)) Warn?.Invoke($"posed: {code}: {place}{message.Text("detail")}");
        }

        void TakeBye(Message message)
        {
            reason = message.Text("reason");
            isFinal = !message.Is("come_back") || reason == "left" || reason == "taken_over" || reason == "too_many_errors";
            comeBackAfter = message.Number("after");
            if (isFinal && reason != "left") WarnOnce(reason, message);
        }

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

    /// <summary>Requests over HTTP, off the main thread. A POST takes all fields in its JSON body; paths: Path("models", "person", "mesh").</summary>
    public static class Http
    {
        /// <summary>/v1/kind/id/more?name=value. Id, names and values may have any character; lists are written with commas between.</summary>
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

        static string Written(object value)
        {
            if (value is bool b) return b ? "true" : "false";
            if (value is string || !(value is System.Collections.IEnumerable items)) return Convert.ToString(value, CultureInfo.InvariantCulture);
            var parts = new List<string>();
            foreach (object item in items) parts.Add(Written(item));
            return string.Join(",", parts.ToArray());
        }

        /// <summary>
        /// The reply's bytes; a WebException with the server's problem as its message when it is none of success. body: a byte[] is sent as type, anything else as JSON,
        /// null: none. address: "http://127.0.0.1:8080".
        /// </summary>
        public static Task<byte[]> Request(string address, string method, string path, object body = null, string type = null, string key = null) => Task.Run(() =>
        {
            var request = (System.Net.HttpWebRequest)System.Net.WebRequest.Create(address.TrimEnd('/') + path);
            request.Method = method;
            if (key != null) request.Headers["Authorization"] = "Bearer " + key;
            if (body != null)
            {
                byte[] bytes = body as byte[] ?? Encoding.UTF8.GetBytes(Json.Write(body));
                request.ContentType = type ?? (body is byte[] ? "application/octet-stream" : "application/json");
                using (System.IO.Stream to = request.GetRequestStream()) to.Write(bytes, 0, bytes.Length);
            }
            try
            {
                using (System.Net.WebResponse reply = request.GetResponse()) return Whole(reply);
            }
            catch (System.Net.WebException error) when (error.Response != null)
            {
                string detail = new Message(Encoding.UTF8.GetString(Whole(error.Response))).Text("detail");
                throw new System.Net.WebException(detail ?? error.Message, error, error.Status, error.Response);
            }
        });

        static byte[] Whole(System.Net.WebResponse reply)
        {
            var whole = new System.IO.MemoryStream();
            using (System.IO.Stream from = reply.GetResponseStream()) from.CopyTo(whole);
            return whole.ToArray();
        }
    }

    // ---- a socket

    /// <summary>
    /// A WebSocket for a session: Update on the main thread, once a picture. What comes in between waits there, so that every event is raised on
    /// the caller's thread. (Unity's WebGL has no System.Net.WebSockets: a socket of the page's can call the session as this one does.)
    /// </summary>
    public sealed class Line : IDisposable
    {
        readonly Session session;
        readonly Uri uri;
        readonly ConcurrentQueue<object> heard = new ConcurrentQueue<object>();
        ClientWebSocket socket;
        Task sending;

        /// <summary>Where the daemon asks for one.</summary>
        public string Key;

        public Line(Session session, string url) { this.session = session; uri = new Uri(url); }

        public void Open() { if (socket == null) Connect(); }

        public void Update(double now)
        {
            while (heard.TryDequeue(out object what)) Take(what, now);
            if (session.State == State.Waiting && now >= session.Next) Connect();
            session.Beat(now);
            if (session.State == State.Waiting) Dispose(); // it fell silent: its close is not waited for
            if (socket == null || socket.State != WebSocketState.Open || (sending != null && !sending.IsCompleted)) return;
            if (session.Out.Count > 0) sending = SendAll(socket, session.Out.ToArray());
            session.Out.Clear();
        }

        /// <summary>Drops the line without a word; the session comes back by Update.</summary>
        public void Drop() => socket?.Abort();

        public void Dispose()
        {
            ClientWebSocket was = socket;
            socket = null;
            was?.Abort();
            was?.Dispose();
        }

        sealed class End { public ClientWebSocket Of; }
        sealed class Start { public ClientWebSocket Of; }

        void Take(object what, double now)
        {
            if (what is string text) session.Heard(text);
            else if (what is byte[] bytes) session.Heard(bytes, bytes.Length, now);
            else if (what is Start start && start.Of == socket) session.Opened();
            else if (what is End end && end.Of == socket)
            {
                Dispose();
                session.Lost(now);
            }
        }

        void Connect()
        {
            socket = new ClientWebSocket();
            socket.Options.AddSubProtocol("posed.v1");
            if (Key != null) socket.Options.SetRequestHeader("Authorization", "Bearer " + Key);
            sending = null;
            session.Connecting();
            Listen(socket).ContinueWith(task => { GC.KeepAlive(task.Exception); });
        }

        async Task Listen(ClientWebSocket from)
        {
            var part = new byte[65536];
            var whole = new System.IO.MemoryStream();
            try
            {
                await from.ConnectAsync(uri, CancellationToken.None).ConfigureAwait(false);
                heard.Enqueue(new Start { Of = from });
                while (true)
                {
                    WebSocketReceiveResult got = await from.ReceiveAsync(new ArraySegment<byte>(part), CancellationToken.None).ConfigureAwait(false);
                    if (got.MessageType == WebSocketMessageType.Close) break;
                    whole.Write(part, 0, got.Count);
                    if (!got.EndOfMessage) continue;
                    heard.Enqueue(got.MessageType == WebSocketMessageType.Text ? Encoding.UTF8.GetString(whole.ToArray()) : (object)whole.ToArray());
                    whole.SetLength(0);
                }
            }
            finally { heard.Enqueue(new End { Of = from }); }
        }

        static async Task SendAll(ClientWebSocket to, object[] messages)
        {
            foreach (object message in messages)
            {
                byte[] bytes = message as byte[] ?? Encoding.UTF8.GetBytes((string)message);
                WebSocketMessageType type = message is string ? WebSocketMessageType.Text : WebSocketMessageType.Binary;
                await to.SendAsync(new ArraySegment<byte>(bytes), type, true, CancellationToken.None).ConfigureAwait(false);
            }
        }
    }
}
