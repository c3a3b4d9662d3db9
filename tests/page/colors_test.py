#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The ncf authors
# SPDX-License-Identifier: Apache-2.0
"""Texts of pages have a contrast of at least 4.5 : 1 with their background, in light and in dark,
and lines that must be seen 3 : 1. Colours of maps follow each other in brightness.

    colors_test.py page.cpp

source: WCAG 2.2, relative luminance and contrast ratio
"""

import re
import sys
from pathlib import Path

TEXT, GRAPHICS = 4.5, 3
PAIRS = [("text", "back", TEXT), ("text", "panel", TEXT), ("quiet", "back", TEXT),
         ("quiet", "panel", TEXT), ("link", "back", TEXT), ("link", "panel", TEXT),
         ("mark", "back", GRAPHICS), ("mark", "panel", GRAPHICS), ("choice", "back", GRAPHICS),
         ("edge", "back", GRAPHICS)]


def luminance(color):
    def linear(part):
        part /= 255
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
    red, green, blue = (linear(int(color[i:i + 2], 16)) for i in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first, second):
    brighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def faults_of(palette):
    """Returns faults of the colours of maps: 9 from pale to strong, then 11 around the palest."""
    white = "#ffffff"
    steps = [contrast("#" + color, white) for color in palette]
    scales = {"pale to strong": steps[:9], "red": steps[14:], "blue": steps[14:8:-1]}
    return [f"{name}: colours of maps are too close: {scale}" for name, scale in scales.items()
            if any(following < 1.15 * step for step, following in zip(scale, scale[1:]))]


def main():
    style = Path(sys.argv[1]).read_text(encoding="utf-8")
    light, dark = style.split("prefers-color-scheme: dark")
    faults = []
    for scheme, text in (("light", light), ("dark", dark)):
        colors = dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", text))
        for first, second, least in PAIRS:
            found = contrast(colors[first], colors[second])
            if found < least:
                faults.append(f"{scheme}: {first} on {second}: {found:.2f}, expected {least}")
    faults += faults_of(re.findall(r"0x([0-9a-f]{6})", style))
    used = set(re.findall(r"var\(--(\w+)\)", style))
    faults += [f"--{name} is not defined" for name in used if f"--{name}:" not in style]
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
