"""Triangles seen from the figure's left, shaded by NumPy alone."""
import numpy as np


def draw(image, vertices, faces, color, scale, ground):
    """Flat shaded onto image (height, width, 3), the nearest on top: +X towards the camera, +Z to the left, `scale` pixels a metre, y = 0 at `ground` of
    the height."""
    high, wide = image.shape[:2]
    x = wide / 2 - scale * vertices[:, 2]
    y = high * ground - scale * vertices[:, 1]
    corner = vertices[faces]
    normal = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    length = np.linalg.norm(normal, axis=1)
    seen = (normal[:, 0] > 0) & (length > 0)
    depth = np.full((high, wide), -1e9)
    light = np.array([0.75, 0.6, 0.28])
    for f in np.flatnonzero(seen):
        a, b, c = faces[f]
        px, py = x[[a, b, c]], y[[a, b, c]]
        x0, x1 = max(int(np.floor(px.min())), 0), min(int(np.ceil(px.max())) + 1, wide)
        y0, y1 = max(int(np.floor(py.min())), 0), min(int(np.ceil(py.max())) + 1, high)
        area = (px[1] - px[0]) * (py[2] - py[0]) - (px[2] - px[0]) * (py[1] - py[0])
        if x0 >= x1 or y0 >= y1 or area == 0:
            continue
        gx, gy = np.meshgrid(np.arange(x0, x1) + 0.5, np.arange(y0, y1) + 0.5)
        u = ((px[1] - gx) * (py[2] - gy) - (px[2] - gx) * (py[1] - gy)) / area
        v = ((px[2] - gx) * (py[0] - gy) - (px[0] - gx) * (py[2] - gy)) / area
        inside = (u >= 0) & (v >= 0) & (u + v <= 1)
        near = vertices[[a, b, c], 0].mean()
        part = depth[y0:y1, x0:x1]
        take = inside & (near > part)
        part[take] = near
        shade = 0.45 + 0.55 * max(0, normal[f] @ light / length[f])
        image[y0:y1, x0:x1][take] = np.clip(shade * color[[a, b, c]].mean(0), 0, 255)
