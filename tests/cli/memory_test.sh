# A fit from a column file holds as much memory for many rows as for few: the rows stay in the file.
source "$(dirname "$0")/support.sh"

if ! grep -q RssAnon /proc/self/status 2>/dev/null; then
  echo "no RssAnon here: nothing to measure"
  exit 0
fi
export OPENBLAS_NUM_THREADS=1

# peak_of TABLE: the most anonymous memory, in kB, that a fit was seen to hold; pages of the file do not count.
peak_of() {
  python3 - "$phigp" "$1" <<'PYTHON'
import re, subprocess, sys, time
program, table = sys.argv[1:]
fit = subprocess.Popen([program, "fit", table, "--target", "y", "--likelihood", "gaussian", "--inducing", "10",
                        "--iterations", "2", "--threads", "1", "--out", table + ".phigp", "--quiet"])
peak = 0
while fit.poll() is None:
    found = re.search(r"RssAnon:\s+(\d+)", open(f"/proc/{fit.pid}/status").read())
    peak = max(peak, int(found[1]) if found else 0)
    time.sleep(0.001)
print(peak)
sys.exit(fit.returncode)
PYTHON
}

# Both above the number of rows that a sparse model keeps for its report (kMostKeptRows, 200,000).
few=250000 many=1000000
for rows in $few $many; do
  awk -v OFS=, -v n=$rows 'BEGIN { print "a,b,y"; for (i = 0; i < n; ++i) print (i * 7919) % 10007, (i * 31) % 997, (i * 7919) % 10007 / 1e4 + i % 13 }' \
    >$rows.csv
  run convert $rows.csv --out $rows.table --quiet
  code_is 0
  rm $rows.csv
done
command_line="phigp fit, from $few and $many rows"
at_few=$(peak_of $few.table) || complain "the fit of few rows should succeed"
at_many=$(peak_of $many.table) || complain "the fit of many rows should succeed"
echo "anonymous memory: $at_few kB of $few rows, $at_many kB of $many rows"
one_column=$(((many - few) * 8 / 1024)) # by which a copy of one column would grow
((at_few > 1000)) || complain "a fit should be seen to hold memory"
((at_many - at_few < one_column / 2)) || complain "memory should not grow with rows: $((at_many - at_few)) kB more"
rm -f $few.table $many.table

finish
