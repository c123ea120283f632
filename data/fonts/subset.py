"""Makes the fonts of this folder and advances.json; see README.md.

Usage: python3 subset.py INTER_FOLDER NOTO_COLLECTION
  INTER_FOLDER     the unpacked npm package @expo-google-fonts/inter 0.4.2
  NOTO_COLLECTION  NotoSansCJK-Regular.ttc 2.004 (Debian package fonts-noto-cjk)
Needs fonttools 4.68.
"""

import json
import os
import sys

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = os.path.dirname(os.path.abspath(__file__))


def rows(first, last, codec):
    """Characters of a 94 x 94 set, by rows of the set."""
    for row in range(first, last + 1):
        for cell in range(0xA1, 0xFF):
            try:
                yield bytes([row, cell]).decode(codec)
            except UnicodeDecodeError:
                pass


def span(*ranges):
    return {chr(c) for first, last in ranges for c in range(first, last + 1)}


LATIN = span(
    (0x20, 0x7E), (0xA0, 0x24F), (0x2B0, 0x36F), (0x370, 0x3FF), (0x400, 0x52F),
    (0x1E00, 0x1EFF), (0x2000, 0x206F), (0x2070, 0x20BF), (0x2100, 0x215F),
    (0x2190, 0x21FF), (0x2200, 0x22FF), (0x25A0, 0x25FF), (0xFFFD, 0xFFFD),
)
CJK = span((0x3000, 0x30FF), (0xFF01, 0xFF60), (0xFFE0, 0xFFE6))
CJK |= set(rows(0xB0, 0xD7, "gb2312"))  # GB 2312 level 1
CJK |= set(rows(0xB0, 0xCF, "euc_jp"))  # JIS X 0208 level 1
CJK |= set(rows(0xB0, 0xC8, "euc_kr"))  # KS X 1001 syllables


def make(source, number, characters, features, name):
    options = subset.Options(
        font_number=number, hinting=False, layout_features=features,
        name_IDs=["*"], notdef_outline=True, drop_tables=["DSIG", "STAT", "BASE"],
    )
    font = subset.load_font(source, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[ord(c) for c in characters])
    subsetter.subset(font)
    font["head"].modified = font["head"].created  # the same bytes every time
    font.recalcTimestamp = False
    subset.save_font(font, os.path.join(HERE, name), options)


def advances(name):
    font = TTFont(os.path.join(HERE, name))
    unit, cmap, widths = font["head"].unitsPerEm, font.getBestCmap(), font["hmtx"]
    return {
        chr(c): round(1000 * widths[cmap[c]][0] / unit)
        for c in sorted(cmap) if 0x20 <= c <= 0x17F or 0x2010 <= c <= 0x2044 or c in (0x2212, 0x2264, 0x2265)
    }


inter, noto = sys.argv[1:]
KEEP = ["kern", "mark", "mkmk", "ccmp"]
make(f"{inter}/400Regular/Inter_400Regular.ttf", -1, LATIN, KEEP, "Inter-Regular.ttf")
make(f"{inter}/600SemiBold/Inter_600SemiBold.ttf", -1, LATIN, KEEP, "Inter-SemiBold.ttf")
make(noto, 2, CJK, [], "NotoSansCJKsc-Regular.otf")
with open(os.path.join(HERE, "advances.json"), "w", encoding="utf-8") as out:
    json.dump(
        {"regular": advances("Inter-Regular.ttf"), "semibold": advances("Inter-SemiBold.ttf")},
        out, ensure_ascii=True, separators=(",", ":"),
    )
    out.write("\n")
