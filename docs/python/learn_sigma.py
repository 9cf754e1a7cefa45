"""Finds the sigma of a blur from a picture before and after it, by gradient descent through the filter."""
import torch

import sweep.torch

torch.manual_seed(0)
sharp = torch.rand(1, 3, 96, 96)
blurred = sweep.torch.gaussian_filter(sharp, 3.7, axes=(-2, -1))

log_sigma = torch.zeros((), requires_grad=True)  # of a sigma that stays positive
optimizer = torch.optim.Adam([log_sigma], lr=0.1)
for _ in range(150):
    optimizer.zero_grad()
    loss = torch.nn.functional.mse_loss(sweep.torch.gaussian_filter(sharp, log_sigma.exp(), axes=(-2, -1)), blurred)
    loss.backward()
    optimizer.step()

print(f"sigma {log_sigma.exp().item():.2f}")
