"""Takes noise off an image and keeps its edges, and solves the systems of one such step, of heat along the rows, by hand."""
import numpy as np

import sweep

image = np.zeros((200, 300), np.float32)
image[60:140, 80:220] = 1
noisy = image + np.random.default_rng(0).normal(0, 0.1, image.shape).astype(np.float32)

clean = sweep.diffuse(noisy, contrast=0.1, time=20)
print(f"error {np.abs(noisy - image).mean():.3f} before, {np.abs(clean - image).mean():.3f} after")

# (1 + 2 t) x_i - t (x_(i-1) + x_(i+1)) = image_i, and nothing flows over the ends: a step of the time t along each row.
t = 5.0
diagonal = np.full(300, 1 + 2 * t)
diagonal[[0, -1]] = 1 + t
warm = sweep.solve_tridiagonal(-t, diagonal, -t, image)
print(f"mean {image.mean():.4f} before, {warm.mean():.4f} after")
