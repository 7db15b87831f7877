// PosedDriven: weights of the morph targets of a body that follow its pose: pose correctives and sculpts, as the extras of a GLB of posed describe
// them (docs/reference/formats-mesh.md of posed). Importers leave these extras out, so they are read from the file's bytes. It does not use the engine.
using System;
using System.Collections.Generic;
using System.Text;

namespace PosedClient
{
    /// <summary>Computes the weights of the morph targets that follow the pose.</summary>
    public sealed class PosedDriven
    {
        /// <summary>Returns the local rotation of a joint in posed's axes, by its name; the identity if there is no such joint.</summary>
        public delegate Quat RotationOf(string joint);

        /// <summary>Sculpts that depend on the same joints, by radial basis functions of the distance to each of the poses.</summary>
        sealed class Group
        {
            public string[] Joints;
            public Quat[][] Poses;
            public double[][] Map;
            public double Width;
            public int First;
        }

        // Joints of the correctives, the entries of their rotations at rest (null: the identity), and a row of the map for each corrective.
        readonly string[] joints = { };
        readonly double[][] rest;
        readonly double[][] map = { };
        readonly List<Group> groups = new List<Group>();
        readonly double[] entries;

        /// <summary>Names of the morph targets, in the order of Weights.</summary>
        public readonly string[] Names = { };
        /// <summary>Weights of the morph targets, which Update sets.</summary>
        public readonly float[] Weights = { };

        PosedDriven(Dictionary<string, object> extras)
        {
            var targets = (List<object>)extras["targetNames"];
            var names = new List<string>();
            if (Member(extras, "correctives") is Dictionary<string, object> correctives)
            {
                joints = Texts(correctives["joints"]);
                map = Rows(correctives["map"]);
                rest = Member(correctives, "rest") is List<object> rows ? Rows(rows) : null;
                for (int i = 0; i < map.Length; i++) names.Add((string)targets[(int)(double)correctives["first_target"] + i]);
            }
            if (Member(extras, "sculpts") is Dictionary<string, object> sculpts)
            {
                int before = names.Count, first = (int)(double)sculpts["first_target"], count = (int)(double)sculpts["count"];
                for (int i = 0; i < count; i++) names.Add((string)targets[first + i]);
                foreach (object one in (List<object>)sculpts["groups"]) groups.Add(GroupOf((Dictionary<string, object>)one, before));
            }
            Names = names.ToArray();
            Weights = new float[Names.Length];
            entries = new double[9 * joints.Length];
        }

        /// <summary>Reads the first mesh with such morph targets of a GLB. Returns null if there is none. Throws a FormatException if the bytes are no
        /// GLB.</summary>
        public static PosedDriven Read(byte[] glb)
        {
            const int headerBytes = 20;
            if (glb.Length < headerBytes || BitConverter.ToUInt32(glb, 0) != 0x46546c67) throw new FormatException("byte 0: no GLB; a .glb file of posed expected");
            uint size = BitConverter.ToUInt32(glb, 12);
            if (size > glb.Length - headerBytes) throw new FormatException($"byte 12: a chunk of {size} bytes; {glb.Length - headerBytes} are there");
            var file = Json.Read(Encoding.UTF8.GetString(glb, headerBytes, (int)size)) as Dictionary<string, object>;
            foreach (object mesh in Member(file, "meshes") as List<object> ?? new List<object>())
            {
                var extras = Member(mesh as Dictionary<string, object>, "extras") as Dictionary<string, object>;
                if (Member(extras, "correctives") != null || Member(extras, "sculpts") != null) return new PosedDriven(extras);
            }
            return null;
        }

        /// <summary>Computes Weights from the rotations of the joints.</summary>
        public void Update(RotationOf rotationOf)
        {
            for (int j = 0; j < joints.Length; j++) AddEntries(j, rotationOf(joints[j]));
            for (int i = 0; i < map.Length; i++)
            {
                double sum = 0;
                for (int e = 0; e < entries.Length; e++) sum += map[i][e] * entries[e];
                Weights[i] = (float)sum;
            }
            foreach (Group group in groups) Sculpt(group, rotationOf);
        }

        /// <summary>Sets the entries of R - I, or of R minus the rotation at rest, of a joint, row by row.</summary>
        void AddEntries(int j, Quat q)
        {
            double x = q.x, y = q.y, z = q.z, w = q.w;
            int at = 9 * j;
            entries[at] = 1 - 2 * (y * y + z * z);
            entries[at + 1] = 2 * (x * y - w * z);
            entries[at + 2] = 2 * (x * z + w * y);
            entries[at + 3] = 2 * (x * y + w * z);
            entries[at + 4] = 1 - 2 * (x * x + z * z);
            entries[at + 5] = 2 * (y * z - w * x);
            entries[at + 6] = 2 * (x * z - w * y);
            entries[at + 7] = 2 * (y * z + w * x);
            entries[at + 8] = 1 - 2 * (x * x + y * y);
            for (int e = 0; e < 9; e++) entries[at + e] -= rest != null ? rest[j][e] : e % 4 == 0 ? 1 : 0;
        }

        void Sculpt(Group group, RotationOf rotationOf)
        {
            var near = new double[group.Poses.Length];
            for (int f = 0; f < near.Length; f++)
            {
                double square = 0;
                for (int j = 0; j < group.Joints.Length; j++)
                {
                    double dot = Quat.Dot(rotationOf(group.Joints[j]), group.Poses[f][j]);
                    square += 4 * Math.Max(0, 1 - dot * dot);
                }
                near[f] = Math.Exp(-square / (2 * group.Width * group.Width));
            }
            for (int e = 0; e < group.Map.Length; e++)
            {
                double sum = 0;
                for (int f = 0; f < near.Length; f++) sum += group.Map[e][f] * near[f];
                Weights[group.First + e] = (float)sum;
            }
        }

        static Group GroupOf(Dictionary<string, object> told, int before)
        {
            var group = new Group
            {
                Joints = Texts(told["joints"]), Map = Rows(told["map"]), Width = (double)told["width"], First = before + (int)(double)told["first"],
            };
            var poses = (List<object>)told["poses"];
            group.Poses = new Quat[poses.Count][];
            for (int f = 0; f < poses.Count; f++)
            {
                double[][] turns = Rows(poses[f]);
                group.Poses[f] = new Quat[turns.Length];
                for (int j = 0; j < turns.Length; j++)
                    group.Poses[f][j] = new Quat((float)turns[j][0], (float)turns[j][1], (float)turns[j][2], (float)turns[j][3]);
            }
            return group;
        }

        static object Member(Dictionary<string, object> of, string name) => of != null && of.TryGetValue(name, out object v) ? v : null;
        static string[] Texts(object list) => ((List<object>)list).ConvertAll(text => (string)text).ToArray();
        static double[] Numbers(object list) => ((List<object>)list).ConvertAll(number => (double)number).ToArray();
        static double[][] Rows(object list) => ((List<object>)list).ConvertAll(row => Numbers(row)).ToArray();
    }
}
