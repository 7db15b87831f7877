// PosedMorphs: sets blend shapes of Unity's meshes by their names: the weights of faces, and those of morph targets that follow the pose.
using System.Collections.Generic;
using UnityEngine;

/// <summary>The blend shapes of all SkinnedMeshRenderers below a Transform, by name.</summary>
public sealed class PosedMorphs
{
    /// <summary>A blend shape of a renderer. whole: its weight in Unity at which the shape is whole: 100 by most importers, 1 by glTFast.</summary>
    struct Shape
    {
        public SkinnedMeshRenderer Renderer;
        public int Index;
        public float Whole;
    }

    readonly Dictionary<string, List<Shape>> shapes = new Dictionary<string, List<Shape>>();

    /// <summary>Finds the blend shapes below a Transform, also on inactive objects.</summary>
    public PosedMorphs(Transform below)
    {
        foreach (SkinnedMeshRenderer renderer in below.GetComponentsInChildren<SkinnedMeshRenderer>(true))
        {
            Mesh mesh = renderer.sharedMesh;
            for (int i = 0; mesh != null && i < mesh.blendShapeCount; i++)
            {
                float whole = mesh.GetBlendShapeFrameWeight(i, mesh.GetBlendShapeFrameCount(i) - 1);
                Add(mesh.GetBlendShapeName(i), new Shape { Renderer = renderer, Index = i, Whole = whole });
            }
        }
    }

    /// <summary>Number of different names.</summary>
    public int Count => shapes.Count;

    /// <summary>True if a mesh has a blend shape of this name.</summary>
    public bool Has(string name) => shapes.ContainsKey(name);

    /// <summary>Sets the weights of the named blend shapes: 0 is the mesh without the shape, 1 with the whole shape. Names that no mesh has are left
    /// out.</summary>
    public void Set(string[] names, float[] weights)
    {
        for (int i = 0; i < names.Length && i < weights.Length; i++)
        {
            if (!shapes.TryGetValue(names[i], out List<Shape> found)) continue;
            foreach (Shape shape in found)
                if (shape.Renderer != null) shape.Renderer.SetBlendShapeWeight(shape.Index, shape.Whole * weights[i]);
        }
    }

    /// <summary>Adds a shape by its name, without the name of the deformer that FBX files write before it (blendShape1.jawOpen).</summary>
    void Add(string name, Shape shape)
    {
        string own = name.Substring(name.LastIndexOf('.') + 1);
        if (!shapes.TryGetValue(own, out List<Shape> found)) shapes[own] = found = new List<Shape>();
        found.Add(shape);
    }
}
