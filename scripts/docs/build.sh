#!/usr/bin/env bash
# The documentation site in build/site. Runs the examples (the largest takes a minute or two), so it needs the Python
# package of the build for tests; mkdocs lives in an environment of its own.
set -euo pipefail
cd "$(dirname "$0")/../.."

pages=build/docs
tools=build/docs-env
python=.venv/bin/python
export PYTHONPATH=build/dev/python PYTHONDONTWRITEBYTECODE=1

if ! cmp -s scripts/docs/requirements.txt "$tools/installed.txt"; then
  echo "docs: mkdocs in $tools"
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check -r scripts/docs/requirements.txt
  cp scripts/docs/requirements.txt "$tools/installed.txt"
fi

mkdir -p "$pages/gallery"
cp docs/*.md "$pages/"
"$python" scripts/docs/reference.py "$pages/reference.md"
for example in examples/*.py; do
  grep -q '^# %% \[markdown\]' "$example" || continue
  page=$pages/gallery/$(basename "$example" .py).md
  # What an example shows changes with itself and with the library.
  if [[ $page -nt $example && -z $(find build/dev/python/phigp/ -name '_core*.so' -newer "$page") ]]; then continue; fi
  echo "docs: $example"
  "$python" scripts/docs/gallery.py "$example" "$pages/gallery"
done
NO_MKDOCS_2_WARNING=1 "$tools/bin/mkdocs" build --quiet --strict
if grep -rnoE '(src|<link[^>]* href)="?https?:[^"> ]*' build/site --include='*.html' | sort -u | head -5 | grep .; then
  echo "docs: pages must not fetch anything" >&2
  exit 1
fi
echo "docs: build/site/index.html"
