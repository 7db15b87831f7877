"""posed-factory wardrobe --pierced counts skin through cloth, and wardrobe draws sheets of dressed people."""
import os
import subprocess
import sys
import tempfile

BUILD = sys.argv[1]


def the_command_counts_skin_through_cloth_and_draws():
    ctl = os.path.join(BUILD, "posed-factory")
    for item, most in (("tee-jeans", 3), ("black-dress", 3), ("hair-short", 20)):
        words = [ctl, "wardrobe", "--pierced", "--wear", item, "--bodies", "1", "--poses", "3"]
        said = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        rows = [line.split() for line in said.splitlines()[1:]]
        assert len(rows) == 1 and rows[0][0].split(",")[0] == item, said
        assert int(rows[0][1]) > 100 and float(rows[0][3]) < most, said
    # on rigged files, where cloth is not raised in the pose; hair is not counted there
    words = [ctl, "wardrobe", "--pierced", "--rig", "--wear", "black-dress", "--bodies", "1", "--poses", "6"]
    row = subprocess.run(words, check=True, capture_output=True, text=True).stdout.splitlines()[1].split()
    assert int(row[1]) > 1000 and float(row[3]) < 0.2, row
    for words, said in ((["--pierced", "--rig", "--wear", "hair-short"], "neither an outfit nor shoes"), (["--rig"], "--rig"),
                        (["--sheet", "street", "--wear", "boots"], "--wear has no effect on the sheet street"),
                        (["--sheet", "poses", "--pose", "head 0 9 0"], "--pose has no effect on the sheet poses")):
        wrong = subprocess.run([ctl, "wardrobe", *words], capture_output=True, text=True)
        assert wrong.returncode == 2 and said in wrong.stderr, wrong
    with tempfile.NamedTemporaryFile(suffix=".png") as picture:
        subprocess.run([ctl, "wardrobe", "--size", "64", "-o", picture.name], check=True, capture_output=True)
        assert open(picture.name, "rb").read(8) == b"\x89PNG\r\n\x1a\n"
    wrong = subprocess.run([ctl, "wardrobe", "--wear", "cuirass", "-o", "-"], capture_output=True, text=True)
    assert wrong.returncode == 2 and '"cuirass" is not in the wardrobe' in wrong.stderr, wrong


the_command_counts_skin_through_cloth_and_draws()
print("ok - the command counts skin through cloth and draws")
