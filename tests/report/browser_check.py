"""Pages of `phigp report` as a browser shows them: 1280 and 390 wide, light and dark.

Usage: browser_check.py PROGRAM FOLDER. Fits some models, writes their pages and pictures of them to
FOLDER, and demands that nothing is wider than the window, that no two texts of a picture overlap or
leave it, that formulas are set as such where there is a font for them, that dark is dark, and that
texts stand out from their ground. Without a Chromium it says so and ends with code 77.
"""

import html
import itertools
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path

WIDTHS = (1280, 390)
SCHEMES = {"dark": 0, "light": 1}
SKIPPED = 77

# Opens the page in a frame of a given width and writes what it measures into a <pre>.
HARNESS = """<!DOCTYPE html><html><body style="margin:0"><pre id="result"></pre>
<iframe id="page" src="PAGE" style="border:0;width:WIDTHpx;height:900px"></iframe><script>
function luminance(colour) {
  const c = colour.match(/[\\d.]+/g).slice(0, 3).map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4));
  return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
}
function ground(element) {
  for (let e = element; e; e = e.parentElement) {
    const colour = getComputedStyle(e).backgroundColor;
    if (colour !== 'rgba(0, 0, 0, 0)') return colour;
  }
  return 'rgb(255, 255, 255)';
}
function contrast(element, property) {
  const a = luminance(getComputedStyle(element)[property]), b = luminance(ground(element));
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
document.getElementById('page').onload = function () {
  const d = this.contentDocument, problems = [];
  const wide = d.documentElement.scrollWidth;
  if (wide > WIDTH) {
    const culprits = [...d.body.querySelectorAll('*')]
      .filter(e => !e.closest('.scroll') && e.getBoundingClientRect().right > WIDTH + 1)
      .map(e => e.tagName + '.' + e.getAttribute('class'));
    problems.push('page is ' + wide + ' wide: ' + culprits.slice(0, 5).join(' '));
  }
  for (const svg of d.querySelectorAll('svg')) {
    const name = svg.getAttribute('aria-label'), frame = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll('text')]
      .map(t => [t.textContent, t.getBoundingClientRect()]);
    texts.forEach(([t, r], i) => {
      if (r.left < frame.left - 1 || r.right > frame.right + 1 ||
          r.bottom > frame.bottom + 1 || r.top < frame.top - 1)
        problems.push(name + ': ' + t + ' leaves the picture');
      for (const [u, s] of texts.slice(i + 1))
        if (Math.min(r.right, s.right) - Math.max(r.left, s.left) > 1 &&
            Math.min(r.bottom, s.bottom) - Math.max(r.top, s.top) > 3)
          problems.push(name + ': ' + t + ' overlaps ' + u);
      if (r.height < 8) problems.push(name + ': ' + t + ' is too small');
    });
  }
  const span = d.createElement('span');  // which fonts there are: by the width of a text
  span.textContent = 'mi∑x';
  const width = fonts => {
    span.style.fontFamily = fonts;
    d.body.append(span);
    const found = span.getBoundingClientRect().width;
    span.remove();
    return found;
  };
  const fonts = ['STIX Two Math', 'Cambria Math', 'Latin Modern Math', 'DejaVu Math TeX Gyre'];
  if (fonts.some(font => width('"' + font + '", monospace') !== width('monospace')))
    for (const e of d.querySelectorAll('msub')) {
      const [base, index] = [...e.children].map(c => c.getBoundingClientRect());
      if (index.bottom < base.bottom + 1)
        problems.push('the index of ' + e.textContent + ' is on its line');
    }
  const demand = (selector, property, least) => {
    for (const e of d.querySelectorAll(selector)) {
      const found = contrast(e, property);
      if ((e.textContent.trim() || property === 'stroke') && found < least)
        problems.push(e.tagName + ' ' + e.textContent.slice(0, 30) + ': contrast ' + found);
    }
  };
  demand('h1, h2, p, td, th, dt, dd, li, span, a, footer', 'color', 4.5);
  demand('svg text', 'fill', 4.5);
  demand('svg polyline', 'stroke', 3);
  document.getElementById('result').textContent = JSON.stringify({
    problems: problems, dark: luminance(getComputedStyle(d.body).backgroundColor) < 0.1,
    height: d.documentElement.scrollHeight, pictures: d.querySelectorAll('svg').length});
};
</script></body></html>"""


def make_pages(program, folder):
    """Models of several kinds, each with the page of its test table."""
    rng = random.Random(1)
    wide = [f"a feature with the rather long name number {k}" for k in range(12)]
    rows = {"numbers": [], "labels": [], "counts": [], "wide": []}
    for _ in range(150):
        x, z = rng.uniform(-2, 2), rng.uniform(0, 500)
        f = math.sin(2 * x) + z / 300
        noise = rng.gauss(0, 0.1) + (rng.random() < 0.05) * rng.uniform(2, 5)
        kind = rng.choice(["plain", "<script>", "a category whose name is much longer than others"])
        rows["numbers"].append([x, 1.7e9 + 1e3 * z, kind, 1e5 * (f + noise)])
        rows["labels"].append([x, z, "yes" if rng.random() < 1 / (1 + math.exp(-2 * f)) else "no"])
        rows["counts"].append([x, z, int(rng.gammavariate(3, math.exp(f) / 3))])
        rows["wide"].append([rng.gauss(0, 1) for _ in wide] + [1e6 + 300 * (f + noise)])
    heads = {
        "numbers": ["x", "z", "kind", "price in dollars"],
        "labels": ["x", "z", "answer"],
        "counts": ["x", "z", "visits"],
        "wide": [*wide, "an even longer name for a target that nobody would want to type again"],
    }
    settings = {
        "numbers": ["--likelihood", "student-t", "--restarts", "1"],
        "labels": [],
        "counts": [
            "--likelihood",
            "negative-binomial",
            "--kernel",
            "rbf + linear(ard) + periodic*matern32",
        ],
        "wide": [
            "--density",
            "exp(-abs(y-f)/b)/(2*b)",
            "--parameters",
            "b=1",
            "--inference",
            "sparse",
            "--inducing",
            "20",
        ],
    }
    for name, table in rows.items():
        for part, lines in (("train", table[:100]), ("test", table[100:])):
            text = "\n".join(",".join(map(str, line)) for line in [heads[name], *lines])
            (folder / f"{name}_{part}.csv").write_text(text + "\n", "utf-8")
        run = [
            program,
            "fit",
            f"{name}_train.csv",
            "--target",
            heads[name][-1],
            "--out",
            f"{name}.phigp",
            "--quiet",
        ]
        subprocess.run([*run, *settings[name]], cwd=folder, check=True)
        page = [
            program,
            "report",
            f"{name}.phigp",
            f"{name}_test.csv",
            "--out",
            f"{name}.html",
            "--quiet",
        ]
        subprocess.run(page, cwd=folder, check=True)
        yield folder / f"{name}.html"


def browse(browser, scheme, address, *words):
    """What the browser prints of a page."""
    command = [
        browser,
        "--headless",
        "--disable-gpu",
        "--hide-scrollbars",
        "--allow-file-access-from-files",
        f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}",
        "--virtual-time-budget=5000",
        *words,
    ]
    if os.geteuid() == 0:
        command.append("--no-sandbox")
    done = subprocess.run([*command, address], capture_output=True, text=True, timeout=120)
    return done.stdout


def look_at(browser, page, width, scheme):
    """What is wrong with a page at one width and scheme; a picture of it beside it."""
    harness = page.with_name(f"harness_{width}.html")
    harness.write_text(HARNESS.replace("PAGE", page.name).replace("WIDTH", str(width)), "utf-8")
    answer = browse(browser, scheme, harness.as_uri(), "--window-size=1400,1000", "--dump-dom")
    found = re.search(r'<pre id="result">(.+?)</pre>', answer, re.S)
    if not found:
        return {"problems": ["the browser measured nothing"]}
    seen = json.loads(html.unescape(found[1]))
    if seen["dark"] != (scheme == "dark"):
        seen["problems"].append(f"the ground is {'dark' if seen['dark'] else 'light'}")
    if seen["pictures"] < 5:
        seen["problems"].append(f"only {seen['pictures']} pictures")
    picture = page.with_name(f"{page.stem}_{width}_{scheme}.png")
    browse(
        browser,
        scheme,
        page.as_uri(),
        f"--window-size={width},{seen['height']}",
        f"--screenshot={picture}",
    )
    if not picture.exists():
        seen["problems"].append("no screenshot")
    return seen


def main():
    """0 if all pages are fine."""
    program, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
    names = ("chromium", "chromium-browser", "google-chrome")
    browser = next(filter(None, map(shutil.which, names)), None)
    if not browser:
        print("skipped: no chromium to look at the pages with (apt-get install chromium)")
        return SKIPPED
    folder.mkdir(parents=True, exist_ok=True)
    failures = 0
    for page in make_pages(program, folder):
        for width, scheme in itertools.product(WIDTHS, SCHEMES):
            problems = look_at(browser, page, width, scheme)["problems"]
            failures += len(problems)
            print(f"{page.name} {width} {scheme}: {'; '.join(problems[:8]) or 'fine'}", flush=True)
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
