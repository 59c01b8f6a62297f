# report: one page about a model, with and without a table of known targets.
source "$(dirname "$0")/support.sh"

awk -v OFS=, 'BEGIN { print "x,<script>,y"; for (i = 0; i < 40; ++i) print i / 8, (i % 2 ? "a" : "<b>"), sin(i / 5) + (i % 7) / 20 }' \
  >train.csv
awk -v OFS=, 'BEGIN { print "x,y"; for (i = 0; i < 40; ++i) print i / 8, (sin(i / 5) > 0 ? "yes" : "no") }' >labels.csv
awk -v OFS=, 'BEGIN { print "x,n,y"; for (i = 0; i < 40; ++i) print i / 8, 5 + i % 4, i % 5 }' >trials.csv
awk -v OFS=, 'BEGIN { print "x,y"; for (i = 0; i < 40; ++i) print i / 8, (i * i) % 11 }' >counts.csv

# page_is FILE TEXT...: a self-contained, well-formed page without a number that is none, with these texts.
page_is() {
  python3 - "$@" <<'PYTHON' || complain "$1 should be a sound page"
import re
import sys
import xml.etree.ElementTree as tree
page = open(sys.argv[1], encoding="utf-8").read()
root = tree.fromstring(page)
names = [element.tag.rpartition("}")[2] for element in root.iter()]
seen = " ".join(" ".join(root.itertext()).split())
for text in sys.argv[2:]:
    assert text in seen, f"no {text!r}"
assert "script" not in names and "link" not in names and "img" not in names, names
assert "math" in names and "svg" in names
body = page.partition("</style>")[2]
assert not re.search(r"\b(nan|inf)\b", body, re.I)
assert all(page[at.start() - 7 : at.start()] == 'xmlns="' for at in re.finditer("http", page))
assert not re.search(r"\b(src|srcset|action)=|url\((?!#)|@import", page)
assert all(target.startswith("#") for target in re.findall(r'href="([^"]*)"', page))
identities = re.findall(r'\bid="([^"]*)"', page)
assert len(identities) == len(set(identities))
PYTHON
}

run report --help
code_is 0
out_has "Usage: phigp report"
out_has "Example"

run fit train.csv --target y --out model.phigp --quiet
run report model.phigp --out alone.html
code_is 0
out_has alone.html
page_is alone.html "student-t" "<script>" "Learning" "rbf.variance" "Relevance of the features"
[[ $(<alone.html) != *'id="test"'* ]] || complain "without a table there should be no section of a test"
run report model.phigp train.csv --out page.html
code_is 0
page_is page.html "Worst predictions" "RMSE" "coverage of 90 % interval" "PIT" "train.csv" "inducing-by" \
  "40 of 40 rows of the test equal rows of training"
run evaluate model.phigp train.csv
grep -qF "$(awk '/^RMSE/ { print $2 }' out.txt)" page.html || complain "scores should be those of evaluate"
run report model.phigp train.csv --out -
code_is 0
cmp -s out.txt page.html || complain "- should print the same page"
run report model.phigp - --out quiet.html --quiet <train.csv
no_out

for words in "labels.csv --likelihood logistic" "trials.csv --trials n" "counts.csv --likelihood negative-binomial" \
  "train.csv --likelihood asymmetric-laplace --parameters tau=0.9" "train.csv --likelihood cauchy" \
  "train.csv --density exp(-abs(y-f)/b)/(2*b) --parameters b=1" "train.csv --inference sparse --inducing 8" \
  "train.csv --inference stochastic --inducing 8"; do
  table=${words%% *}
  run fit $table --target y ${words#* } --out other.phigp --quiet
  code_is 0
  run report other.phigp "$table" --out other.html
  code_is 0
  page_is other.html "Worst predictions"
done

# A row that a count cannot be is named, in a report and in an evaluation.
run fit counts.csv --target y --likelihood negative-binomial --out counts.phigp --quiet
awk -F, -v OFS=, 'NR == 5 { $2 = 2.5 } { print }' counts.csv >half.csv
fails_with 65 "half.csv, row 5, column 'y'" report counts.phigp half.csv --out none.html
fails_with 65 "half.csv, row 5, column 'y'" evaluate counts.phigp half.csv
awk -F, -v OFS=, 'NR == 5 { $3 = "1e300" } { print }' train.csv >far.csv
fails_with 65 "far.csv, row 5, column 'y'" evaluate model.phigp far.csv

# Offsets, weights, slopes and features that are not standardised are said to be so.
awk -v OFS=, 'BEGIN { print "x,z,o,w,y"; for (i = 0; i < 40; ++i) print i / 8, i % 3, 0.5, (i < 10 ? 0 : 2), sin(i / 5) - 9 }' \
  >known.csv
run fit known.csv --target y --offset o --weights w --mean linear --kernel "rbf(ard)" --no-standardise --out known.phigp --quiet
code_is 0
run report known.phigp known.csv --out known.html
page_is known.html "The offset is 0." "30 of 40 rows of known.csv count; 10 have weight 0." \
  "how quickly f changes along a feature, in its own unit." "Slopes are those of f along a feature, in its own unit."
run fit known.csv --target y --no-optimize --out still.phigp --quiet
run report still.phigp --out still.html
page_is still.html "stated" "(y + 8."
! grep -q "<td>learned</td>" still.html || complain "nothing was learned"

run report
code_is 64
run report none.phigp
code_is 66
run report model.phigp none.csv
code_is 66
cut -d, -f1,2 train.csv >no_target.csv
usage_error "column 'y' is not known" report model.phigp no_target.csv --out none.html
[[ ! -e none.html ]] || complain "a refusal should leave no page"
usage_error "TABLE" report model.phigp "" --out none.html
usage_error "threads" report model.phigp --threads -1 --out none.html
usage_error "must not be a file that is read" report model.phigp --out model.phigp
usage_error "must not be a file that is read" report model.phigp train.csv --out train.csv
run report model.phigp --out no/such/folder/page.html
code_is 74

finish
