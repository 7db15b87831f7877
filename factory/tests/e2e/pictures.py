"""The sheets of posed-factory wardrobe, drawn small: bodies, faces, hands, hair, clothes, poses and colours in one look.

Properties that any trained model must have: every cell of a sheet shows a figure on the background, no two cells of a row are alike, the sheet has
many colours, a sheet is drawn with the same bytes again, and another seed or other clothes give another sheet."""
import os
import subprocess
import sys
import tempfile

import numpy as np

sys.path.insert(0, "tests/e2e")
import png

SIZE = 112        # pixels, height of a cell
COLUMNS = {"people": 6, "faces": 6, "poses": 6, "street": 10, "hands": 7, "expressions": 6, "hair": 8}
APART = 24        # of 255: a sample that differs by more is not of the background
FIGURE = (0.04, 0.97)  # share of a cell's pixels that the figure covers
CELLS_APART = 0.1  # of 255, least mean difference of two neighbours
COLOURS = 50      # least number of colours of 4 bits a channel


def draw(build, sheet, folder, *options):
    path = os.path.join(folder, f"{sheet}.png")
    subprocess.run([os.path.join(build, "posed-factory"), "wardrobe", "--quiet", "--sheet", sheet, "--size", str(SIZE),
                    "--columns", str(COLUMNS[sheet]), *options, "-o", path], check=True)
    return path


def bytes_of(path):
    with open(path, "rb") as file:
        return file.read()


def cells(image, columns):
    """The cells of the sheet's rows, each (SIZE, width, 3)."""
    width, height = image.shape[1] // columns, SIZE
    return [[image[y:y + height, x:x + width].astype(int) for x in range(0, columns * width, width)]
            for y in range(0, image.shape[0], height)]


def faults(image, columns):
    background = image[0, 0].astype(int)
    found, shares = [], []
    for y, row in enumerate(cells(image, columns)):
        figures = [(np.abs(cell - background).max(axis=2) > APART).mean() for cell in row]
        shares += [share for share in figures if share > 0]
        for x, share in enumerate(figures):
            last = all(s == 0 for s in figures[x:])  # the last row may end before the sheet does
            if not FIGURE[0] <= share <= FIGURE[1] and not last:
                found.append(f"the figure of row {y}, column {x} covers {100 * share:.1f} % of its cell")
            if x and figures[x] > 0 and np.abs(row[x] - row[x - 1]).mean() < CELLS_APART:
                found.append(f"columns {x - 1} and {x} of row {y} are alike")
    colours = len(np.unique((image >> 4).reshape(-1, 3), axis=0))
    if colours < COLOURS:
        found.append(f"{colours} colours; at least {COLOURS} expected")
    return found, f"figures cover {100 * min(shares):.0f} to {100 * max(shares):.0f} % of their cells, {colours} colours"


def main(build):
    failed = 0

    def say(good, text):
        nonlocal failed
        failed += not good
        print(f"{'ok    ' if good else 'FAILED'} {text}")

    with tempfile.TemporaryDirectory() as folder:
        drawn = {}
        for sheet, columns in COLUMNS.items():
            path = draw(build, sheet, folder)
            drawn[sheet] = bytes_of(path)
            found, text = faults(png.read(path), columns)
            say(not found, f"{sheet}: {text}" + "".join(f"\n       {fault}" for fault in found))

        say(bytes_of(draw(build, "people", folder)) == drawn["people"], "people: drawn again with the same bytes")
        for sheet, options in (("street", ("--seed", "2")), ("expressions", ("--seed", "2")), ("poses", ("--wear", "none")),
                               ("people", ("--wear", "tee-jeans,sneakers"))):
            say(bytes_of(draw(build, sheet, folder, *options)) != drawn[sheet], f"{sheet} {' '.join(options)}: another sheet")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
