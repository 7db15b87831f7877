"""Pictures of a .glb's triangles without any of posed's code: a z-buffer in numpy, for comparing levels of detail.

A vertex has its colour (COLOR_0) times a light from the camera and a little above. No anti-aliasing: a hole or a moved silhouette is a different pixel."""
import numpy as np


def look(eye, at):
    """Rows: right, up, back of a camera."""
    back = np.subtract(eye, at) / np.linalg.norm(np.subtract(eye, at))
    right = np.cross((0, 1, 0), back)
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(back, right), back])


def picture(parts, eye, at, size, degrees):
    """parts: (positions, normals, colours, triangles) each; both sides are drawn. Returns (size,size,3) and the mask of what is drawn."""
    turn, scale = look(eye, at), size / 2 / np.tan(np.radians(degrees) / 2)
    depth, image = np.full(size * size, np.inf), np.zeros((size * size, 3))
    light = np.array((0.2, 0.4, 1.0)) / np.linalg.norm((0.2, 0.4, 1.0))
    for positions, normals, colours, triangles in parts:
        seen = (positions - eye) @ turn.T
        z = -seen[:, 2]
        x, y = size / 2 + scale * seen[:, 0] / z, size / 2 - scale * seen[:, 1] / z
        shade = 0.35 + 0.65 * np.abs((normals @ turn.T) @ light)
        value = colours[:, :3] ** (1 / 2.2) * shade[:, None]
        t = triangles[(z[triangles] > 0.05).all(1)]
        px, py = x[t], y[t]
        low = np.floor(np.stack([px.min(1), py.min(1)], 1) - 0.5).astype(int) + 1
        high = np.floor(np.stack([px.max(1), py.max(1)], 1) - 0.5).astype(int) + 1
        wide = np.clip(high - low, 0, size).max(1)
        area = (px[:, 1] - px[:, 0]) * (py[:, 2] - py[:, 0]) - (px[:, 2] - px[:, 0]) * (py[:, 1] - py[:, 0])
        for least, most in [(1, 1), (2, 2), (3, 4), (5, 8), (9, 16), (17, 64), (65, size)]:
            own = np.flatnonzero((wide >= least) & (wide <= most) & (np.abs(area) > 1e-12))
            step = max(1, 4000000 // (most * most))
            for some in (own[i:i + step] for i in range(0, len(own), step)):
                gx = low[some, 0][:, None] + np.tile(np.arange(most), most)
                gy = low[some, 1][:, None] + np.repeat(np.arange(most), most)
                ax, ay, a = px[some], py[some], area[some][:, None]
                cx, cy = gx + 0.5, gy + 0.5
                w1 = ((cx - ax[:, :1]) * (ay[:, 2:] - ay[:, :1]) - (ax[:, 2:] - ax[:, :1]) * (cy - ay[:, :1])) / a
                w2 = ((ax[:, 1:2] - ax[:, :1]) * (cy - ay[:, :1]) - (cx - ax[:, :1]) * (ay[:, 1:2] - ay[:, :1])) / a
                w0 = 1 - w1 - w2
                inside = (w0 >= 0) & (w1 >= 0) & (w2 >= 0) & (gx >= 0) & (gy >= 0) & (gx < size) & (gy < size)
                k, p = np.nonzero(inside)
                tri = t[some[k]]
                w = np.stack([w0[k, p], w1[k, p], w2[k, p]], 1)
                d = (w * z[tri]).sum(1)
                pixel = gy[k, p] * size + gx[k, p]
                order = np.lexsort((-d, pixel))  # the nearest of a pixel comes last
                pixel, d, w, tri = pixel[order], d[order], w[order], tri[order]
                last = np.r_[pixel[1:] != pixel[:-1], True] if len(pixel) else np.zeros(0, bool)
                pixel, d, w, tri = pixel[last], d[last], w[last], tri[last]
                near = d < depth[pixel]
                depth[pixel[near]] = d[near]
                image[pixel[near]] = (w[near][:, :, None] * value[tri[near]]).sum(1)
    drawn = np.isfinite(depth)
    image[~drawn] = 0.75
    return image.reshape(size, size, 3), drawn.reshape(size, size)


def difference(a, b):
    """Mean difference of two pictures over all pixels where either has the figure, 0 to 1."""
    both = a[1] | b[1]
    return float(np.abs(a[0] - b[0]).mean(2)[both].mean())
