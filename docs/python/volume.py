"""Blurs a volume, with a sigma for each axis: voxels that are thicker along z need a smaller one there."""
import numpy as np

import sweep

spacing = np.array([3.0, 1.0, 1.0])  # mm, of z, y, x
volume = np.random.default_rng(0).normal(100, 20, (40, 128, 128)).astype(np.float32)

blurred = sweep.gaussian_filter(volume, tuple(4.0 / spacing), mode="nearest")  # 4 mm
edges = sweep.gaussian_gradient_magnitude(volume, 2.0)

print(f"deviation {volume.std():.1f} before, {blurred.std():.2f} after; edges up to {edges.max():.1f}")
