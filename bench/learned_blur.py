#!/usr/bin/env python3
"""Times a Gaussian forward and backward, by image and by sigma, beside separable taps as kornia has them, as a table in Markdown.

    PYTHONPATH=build/release/python bench/learned_blur.py [--on cpu|cuda] [--sides 512 2048] [--seconds 1]

Images are (1, 3, side, side) of float32, reflect at the edges for sweep, which repeats the edge's sample, and PyTorch's for taps, which
does not. Taps reach 4 sigma; where the image is smaller than that, PyTorch refuses to continue it. Milliseconds are medians of warm
calls.
"""
import argparse
import time

import torch

import sweep.torch


def taps(x, sigma):
    radius = int(4 * sigma.item() + 0.5)
    k = torch.exp(-0.5 * (torch.arange(-radius, radius + 1, device=x.device) / sigma.to(x.device)) ** 2)
    k = (k / k.sum()).reshape(1, 1, 1, -1).repeat(x.shape[1], 1, 1, 1)
    x = torch.nn.functional.pad(x, (radius,) * 4, "reflect")
    x = torch.nn.functional.conv2d(x, k, groups=x.shape[1])
    return torch.nn.functional.conv2d(x, k.transpose(2, 3), groups=x.shape[1])


def blur(x, sigma):
    return sweep.torch.gaussian_filter(x, sigma, axes=(-2, -1))


def milliseconds(run, device, seconds):
    times, end = [], None
    while end is None or (time.perf_counter() < end and len(times) < 200):
        begin = time.perf_counter()
        run()
        if device == "cuda":
            torch.cuda.synchronize()
        if end is None:
            end = time.perf_counter() + seconds  # the first call is not counted
        else:
            times.append(1e3 * (time.perf_counter() - begin))
    return sorted(times)[len(times) // 2]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--on", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--sides", type=int, nargs="+", default=(512, 2048))
    parser.add_argument("--seconds", type=float, default=1.0)
    args = parser.parse_args()
    print(f"{torch.cuda.get_device_name() if args.on == 'cuda' else f'{torch.get_num_threads()} threads'}, "
          f"PyTorch {torch.__version__}\n")
    print("| side, sigma | sweep | by image | and by sigma | taps | by image | and by sigma |\n" + "|---" * 7 + "|")
    for side in args.sides:
        for sigma in (2.0, 10.0, 50.0):
            cells = []
            for run in (blur, taps):
                x = torch.rand(1, 3, side, side, device=args.on)
                for by_image, by_sigma in ((False, False), (True, False), (True, True)):
                    s = torch.tensor(sigma, requires_grad=by_sigma)
                    image = x.clone().requires_grad_(by_image)

                    def once():
                        y = run(image, s)
                        if by_image:
                            y.backward(y.detach())

                    try:
                        cells.append(f"{milliseconds(once, args.on, args.seconds):.3g}")
                    except RuntimeError as error:
                        if "padding" not in str(error).lower():
                            raise
                        cells.append("refused")
            print(f"| {side}, {sigma:g} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
