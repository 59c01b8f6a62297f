# A fit from a column file holds as much memory for many rows as for few: the rows stay in the file. So does an
# evaluation, but for what the calibration of labels needs of each row.
source "$(dirname "$0")/support.sh"

if ! grep -q RssAnon /proc/self/status 2>/dev/null; then
  echo "no RssAnon here: nothing to measure"
  exit 0
fi
export OPENBLAS_NUM_THREADS=1

# peak_of ARGUMENTS...: the most anonymous memory, in kB, that the program was seen to hold; pages of files do not count.
peak_of() {
  python3 - "$phigp" "$@" <<'PYTHON'
import re, subprocess, sys, time
program = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
peak = 0
while program.poll() is None:
    found = re.search(r"RssAnon:\s+(\d+)", open(f"/proc/{program.pid}/status").read())
    peak = max(peak, int(found[1]) if found else 0)
    time.sleep(0.001)
print(peak)
sys.exit(program.returncode)
PYTHON
}

# grows_by_less_than BYTES FEW MANY ARGUMENTS...: per row, from the memory seen with FEW rows to that with MANY; ROWS in an
# argument stands for either.
grows_by_less_than() {
  local bytes=$1 few=$2 many=$3 at_few at_many
  shift 3
  command_line="phigp $*, of $few and of $many rows"
  at_few=$(peak_of "${@//ROWS/$few}") || complain "it should succeed with few rows"
  at_many=$(peak_of "${@//ROWS/$many}") || complain "it should succeed with many rows"
  echo "$1: anonymous memory of $at_few kB with $few rows, $at_many kB with $many rows"
  ((at_few > 1000)) || complain "it should be seen to hold memory"
  ((at_many - at_few < (many - few) * bytes / 1024)) ||
    complain "memory should grow by less than $bytes bytes per row: $((at_many - at_few)) kB more"
}

for rows in 50000 250000 1000000; do
  awk -v OFS=, -v n=$rows 'BEGIN { print "a,b,y,label"; for (i = 0; i < n; ++i) print (i * 7919) % 10007, (i * 31) % 997, (i * 7919) % 10007 / 1e4 + i % 13, ((i * 7919) % 10007 > 5000) }' \
    >$rows.csv
  run convert $rows.csv --out $rows.table --quiet
  code_is 0
  rm $rows.csv
done

learning=(--features a,b --inducing 10 --iterations 2 --threads 1 --quiet)
# A copy of one column would take 8 bytes per row. Both numbers of rows are above what a sparse model keeps for its report
# (kMostKeptRows, 200,000).
grows_by_less_than 4 250000 1000000 fit ROWS.table --target y --likelihood gaussian "${learning[@]}" --out numbers.phigp
grows_by_less_than 4 50000 250000 evaluate numbers.phigp ROWS.table --threads 1
# Of labels 16 bytes are kept.
run fit 50000.table --target label --likelihood logistic "${learning[@]}" --out labels.phigp
code_is 0
grows_by_less_than 20 50000 250000 evaluate labels.phigp ROWS.table --threads 1
rm -f ./*.table

finish
