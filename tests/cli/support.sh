# Helpers for the tests of the program; each test script sources this file. The program is $1 or $PHIGP.
set -u
phigp=${1:-${PHIGP:?the program to test}}
failures=0

# run ARGUMENTS...: the program's output, messages and exit code, in $out, $err and $code.
run() {
  command_line="phigp $*"
  timeout 60 "$phigp" "$@" >out.txt 2>err.txt
  code=$?
  out=$(<out.txt)
  err=$(<err.txt)
}

complain() {
  failures=$((failures + 1))
  printf 'FAILED: %s\n  %s\n  exit code %s\n  stdout: %s\n  stderr: %s\n' "$1" "$command_line" "$code" \
    "${out:0:2000}" "${err:0:2000}"
}

code_is() { [[ $code == "$1" ]] || complain "exit code should be $1"; }
out_has() { [[ $out == *"$1"* ]] || complain "stdout should have: $1"; }
out_lacks() { [[ $out != *"$1"* ]] || complain "stdout should not have: $1"; }
err_has() { [[ $err == *"$1"* ]] || complain "stderr should have: $1"; }
no_out() { [[ -z $out ]] || complain "stdout should be empty"; }
no_err() { [[ -z $err ]] || complain "stderr should be empty"; }
# Nothing that looks like a crash, whatever else is said.
no_crash() {
  ((code < 128)) || complain "the program died"
  [[ $err != *terminate* && $err != *"what():"* && $err != *nan* ]] || complain "stderr shows internals"
}

# fails_with CODE TEXT ARGUMENTS...: this exit code, nothing on stdout, TEXT in the message.
fails_with() {
  local expected=$1 text=$2
  shift 2
  run "$@"
  code_is "$expected"
  no_out
  err_has "phigp: "
  err_has "$text"
  no_crash
}

# usage_error TEXT ARGUMENTS...: exit code 64, nothing on stdout, TEXT in the message.
usage_error() { fails_with 64 "$@"; }

# refused TEXT ARGUMENTS...: exit code 65, the reason on stdout.
refused() {
  local text=$1
  shift
  run "$@"
  code_is 65
  out_has "$text"
  no_err
  no_crash
}

# json_is EXPRESSION: stdout is one JSON document `d` for which the Python expression holds.
json_is() {
  python3 -m json.tool out.txt >json.txt 2>&1 || { complain "stdout should be JSON"; return; }
  python3 -c 'import json, sys; d = json.load(open("out.txt")); sys.exit(not eval(sys.argv[1]))' "$1" ||
    complain "JSON should satisfy: $1"
}

# svg_is FILE: a well-formed SVG of four panels that refers to nothing outside.
svg_is() {
  python3 - "$1" <<'PYTHON' || complain "$1 should be a self-contained SVG with four panels"
import sys
import xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
names = [element.tag.rpartition("}")[2] for element in root.iter()]
text = open(sys.argv[1], encoding="utf-8").read()
ok = root.tag == "{http://www.w3.org/2000/svg}svg" and names.count("clipPath") == 4
ok = ok and names.count("polyline") >= 3 and "href" not in text and "nan" not in text
sys.exit(not ok)
PYTHON
}

finish() {
  if ((failures)); then echo "$failures checks failed"; else echo "all checks passed"; fi
  exit $((failures > 0))
}
