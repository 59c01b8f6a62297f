# fit, info, predict, evaluate, sample: from a table to a model file, predictions, scores and draws.
source "$(dirname "$0")/support.sh"

awk -v OFS=, 'BEGIN { print "x,kind,y"; for (i = 0; i < 40; ++i) print i / 8, (i % 2 ? "a" : "b"), sin(i / 5) + (i % 7) / 20 }' \
  >train.csv
awk -v OFS=, 'BEGIN { print "x,y"; for (i = 0; i < 40; ++i) print i / 8, (sin(i / 5) > 0 ? "yes" : "no") }' >labels.csv
awk -v OFS=, 'BEGIN { print "a,b,c,y"; srand(1); for (i = 0; i < 1500; ++i) print rand(), rand(), rand(), rand() }' >large.csv

for words in "fit" "info" "predict" "evaluate" "cv" "sample" "recover"; do
  run $words --help
  code_is 0
  out_has "Usage: phigp $words"
  out_has "Example"
done

run fit train.csv --target y --out model.phigp
code_is 0
out_has "student-t"
out_has "model.phigp"
run fit train.csv --target y --likelihood gaussian --out gaussian.phigp --json
code_is 0
json_is 'd["rows"] == 40 and d["likelihood"]["name"] == "gaussian" and d["elbo"] >= d["first_elbo"]'
run fit train.csv --target y --out quiet.phigp --quiet
code_is 0
no_out
no_err
run info model.phigp --json
json_is 'd["features"] == ["x", "kind=b", "kind=a"] and d["stop"] == "converged"'

run predict model.phigp train.csv --quantiles 0.1,0.9
code_is 0
out_has "mean,sd,q0.1,q0.9,latent_mean,latent_sd"
[[ $(wc -l <out.txt) == 41 ]] || complain "one line per row and a header"
cp out.txt whole.csv
"$phigp" predict model.phigp - --quantiles 0.1,0.9 <train.csv >stdin.csv
cmp -s whole.csv stdin.csv || complain "- should read the same table from standard input"
run predict model.phigp train.csv --quantiles 0.1,0.9 --out file.csv --quiet
no_out
cmp -s whole.csv file.csv || complain "--out should write what standard output shows"
sed 's/,[ab],/,c,/' train.csv >unseen.csv
run predict model.phigp unseen.csv
code_is 0
err_has "40 cells of column kind have a category that training did not have"
run predict model.phigp unseen.csv --quiet
no_err
run predict model.phigp train.csv --draws 2 --seed 4 --joint joint.safetensors
out_has "latent_mean,latent_sd,draw1,draw2"
[[ -s joint.safetensors ]] || complain "--joint should write a file"
run fit train.csv --target y --restarts 2 --out restarted.phigp --json
json_is 'len(d["start_bounds"]) == 3 and d["elbo"] == max(d["start_bounds"])'
run info restarted.phigp
out_has "gained over the first"
run evaluate model.phigp train.csv --json
json_is 'd["rows"] == 40 and 0 < d["scores"]["rmse"]["value"] < 0.5'
json_is '0 < d["scores"]["pit"]["value"] < 0.3 and 0 < d["scores"]["pit"]["p_value"] <= 1'

run fit labels.csv --target y --out labels.phigp
code_is 0
out_has "logistic"
run predict labels.phigp labels.csv
out_has "latent_sd,label"
out_has ",yes"

run fit train.csv --target y --out refined.phigp --refine
code_is 0
out_has "refined bound"
out_has "refinement"
run info refined.phigp --json
json_is 'd["elbo"] <= d["original_elbo"] <= d["refined_elbo"] and d["refinement"]["stop"] == "converged"'
run info model.phigp --json
json_is '"refined_elbo" not in d and "refinement" not in d'
run predict refined.phigp train.csv --quantiles 0.1,0.9
code_is 0
cmp -s whole.csv out.txt && complain "a refined model should predict a little differently"
run sample train.csv --target y --refine --chains 2 --warm-up 20 --draws 50 --out refined --json
code_is 0
json_is 'd["draws"] == 50'

run cv train.csv --target y --folds 4 --seed 5 --out folds.csv
code_is 0
out_has "std. error over folds"
out_has "folds.csv"
[[ $(head -1 folds.csv) == row,repeat,fold,target,mean,sd,q0.025,*,log_density ]] || complain "columns of folds.csv"
[[ $(wc -l <folds.csv) == 41 ]] || complain "one line per row and a header"
[[ $(tail -n +2 folds.csv | cut -d, -f1 | sort -n | sed -n '1p;$p' | tr '\n' ' ') == "2 41 " ]] ||
  complain "rows of folds.csv by their lines in the file"
run cv train.csv --target y --folds 4 --seed 5 --threads 1 --json
json_is 'd["done"] == 4 and d["failed"] == 0 and len(d["each"]) == 4 and 0 < d["scores"]["rmse"]["value"] < 1'
json_is 'd["scores"]["rmse"]["standard_error"] > 0 and sum(f["rows"] for f in d["each"]) == 40'
run cv labels.csv --target y --folds 3 --json
json_is 'd["stratified"] and "log_loss" in d["scores"]'
usage_error "folds must be at most the number of rows" cv train.csv --target y --folds 41
printf 'k,y\np,1\np,2\nq,4\nr,3\n' >fragile.csv
run cv fragile.csv --target y --likelihood gaussian --folds 4
code_is 65
out_has "2 of 4 folds"
out_has "different text"

run sample train.csv --target y --likelihood laplace --chains 2 --warm-up 20 --draws 50 --out draws --json
code_is 0
json_is 'd["chains"] == 2 and d["draws"] == 50 and d["file"] == "draws.safetensors"'
json_is 'd["leave_one_out"]["rows"] == 40 and d["leave_one_out"]["standard_error"] > 0'
json_is '0 < d["least_second_moment_ess"] <= 200 and -1 < d["largest_autocorrelation"] < 1'
head -1 draws.csv | grep -q ess_bulk,ess_tail,ess_second_moment,autocorrelation || complain "how each row mixes"
head -1 draws.csv | grep -q elpd_loo,pareto_k || complain "leave one out of each row"
[[ -s draws.safetensors && $(wc -l <draws.csv) == 41 ]] || complain "draws and a summary of each row"

# The whole model, at new rows too.
head -6 train.csv >new.csv
run sample train.csv --target y --likelihood laplace --hyperparameters --at new.csv --draw-targets --chains 2 \
  --warm-up 20 --draws 30 --prior "rbf.lengthscale=lognormal(0,1),b=half-cauchy(1)" --out whole --json
code_is 0
json_is 'd["parameters"]["b"]["prior"] == "half-cauchy(1)" and d["parameters"]["b"]["mean"] > 0'
json_is 'd["parameters"]["rbf.lengthscale[0]"]["prior"] == "lognormal(0, 1)" and d["evaluations_per_sweep"] > 1'
[[ $(wc -l <whole.csv) == 41 && $(wc -l <whole.at.csv) == 6 && $(wc -l <whole.parameters.csv) == 7 ]] ||
  complain "a line per training row, new row and parameter"
[[ $(head -1 whole.parameters.csv) == "parameter,prior,mean,mcse,"* && $(head -1 whole.at.csv) == *",y_mean,"* ]] ||
  complain "columns by name"
python3 - <<'PYTHON' || complain "draws of every quantity, with the names of parameters"
import json, struct
data = open("whole.safetensors", "rb").read()
size = struct.unpack("<Q", data[:8])[0]
header = json.loads(data[8 : 8 + size])
shape = {name: entry["shape"] for name, entry in header.items() if name != "__metadata__"}
assert shape["f.chain2"] == [30, 40] and shape["y.chain1"] == [30, 40]
assert shape["f.at.chain1"] == [30, 5] and shape["y.at.chain2"] == [30, 5]
assert shape["parameters.chain1"] == [30, 6] and shape["mean.at"] == [5]
assert json.loads(header["__metadata__"]["parameters"])[-1] == "b"
PYTHON
[[ $(cut -d, -f1 whole.at.csv | tr '\n' ' ') == "row 2 3 4 5 6 " ]] || complain "rows of new.csv by their lines"
json_is 'd["unseen"] == {}'
# Categories of new rows that training did not have are counted, and what cannot be judged is not called 1.
sed 's/,[ab],/,c,/' new.csv >strange.csv
run sample train.csv --target y --likelihood laplace --hyperparameters --chains 2 --warm-up 5 --draws 3 --at strange.csv \
  --out short --json
code_is 0
json_is 'd["unseen"] == {"kind": 5} and d["largest_r_hat"] is None and d["least_bulk_ess"] is None'
json_is 'd["parameters"]["b"]["r_hat"] is None and not d["converged"]'
[[ $(sed -n 2p short.csv | cut -d, -f7) == "" ]] || complain "an empty R-hat"
run sample train.csv --target y --likelihood laplace --hyperparameters --chains 2 --warm-up 5 --draws 3 --at strange.csv --out short
out_has "5 in kind cells of new rows"
grep -Eq '^R-hat +-$' out.txt || complain "an R-hat that is not defined should be a dash"
out_lacks nan
# Rows without a target leave gaps, and what an earlier run said of new rows and parameters goes.
awk -F, -v OFS=, 'NR == 3 || NR == 6 { $3 = "" } { print }' train.csv >gaps.csv
run sample gaps.csv --target y --chains 2 --warm-up 5 --draws 10 --out whole --quiet
code_is 0
[[ $(head -6 whole.csv | cut -d, -f1 | tr '\n' ' ') == "row 2 4 5 7 8 " ]] || complain "rows of gaps.csv by their lines"
[[ ! -e whole.at.csv && ! -e whole.parameters.csv ]] || complain "summaries of an earlier run should be gone"
for threads in 1 2; do
  run sample labels.csv --target y --hyperparameters --at labels.csv --chains 2 --warm-up 5 --draws 10 --threads $threads \
    --out threads$threads --quiet
  code_is 0
done
cmp -s threads1.safetensors threads2.safetensors || complain "draws should not depend on the number of threads"
cmp -s threads1.at.csv threads2.at.csv || complain "nor their summaries"
run fit train.csv --target y --likelihood laplace --prior "b=uniform(0.5,2)" --out prior.phigp --json
code_is 0
json_is '0.5 <= d["likelihood"]["parameters"]["b"] <= 2'
# With a prior, starts are compared by what is raised: bound and log prior.
run fit train.csv --target y --likelihood laplace --prior "b=lognormal(0,0.1)" --restarts 1 --out prior.phigp --json
json_is 'd["log_prior"] != 0 and abs(d["elbo"] + d["log_prior"] - max(d["start_bounds"])) < 1e-9'
run info prior.phigp
out_has "with prior"
out_has "bounds with the log prior"
run info model.phigp --json
json_is '"log_prior" not in d and "rbf.variance" not in d["at_limit"] and "rbf.lengthscale[1]" in d["at_limit"]'
# Learning that runs into the end of its range says so: here there is no noise.
awk -v OFS=, 'BEGIN { print "x,y"; for (i = 0; i < 12; ++i) print i, 2 * i + 1 }' >exact.csv
run fit exact.csv --target y --likelihood gaussian --mean linear --out exact.phigp
out_has "at limit"
run info exact.phigp --json
json_is '"sigma" in d["at_limit"]'
usage_error "did you mean b" fit train.csv --target y --likelihood laplace --prior "bb=lognormal(0,1)"
usage_error "did you mean lognormal" fit train.csv --target y --prior "nu=lognorml(0,1)"

# A run that was killed: the next one says what to type, and that works.
"$phigp" sample large.csv --target y --no-optimize --warm-up 5 --draws 5000 --out killed --quiet 2>err.txt &
process=$!
for _ in {1..300}; do
  [[ -s killed.safetensors.journal && $(stat -c %s killed.safetensors.journal) -gt 1000000 ]] && break
  sleep 0.1
done
kill -KILL "$process"
wait "$process" 2>/dev/null
run sample train.csv --target y --out killed
code_is 74
no_out
err_has '`phigp recover killed.safetensors`'
run recover killed.safetensors
code_is 0
out_has "f.chain1"
[[ -s killed.safetensors && ! -e killed.safetensors.journal ]] || complain "a file instead of the journal"
run sample train.csv --target y --chains 2 --warm-up 5 --draws 10 --out killed --quiet
code_is 0
run recover killed.safetensors
code_is 66
err_has "killed.safetensors.journal"

# What is wrong is said by name, with the place.
usage_error "did you mean nu" fit train.csv --target y --no-optimize --prior "nuu=lognormal(0,1)"
cp train.csv mine.csv
usage_error "must not be a file that is read" sample mine.csv --target y --out mine
usage_error "must not be a file that is read" cv mine.csv --target y --out mine.csv
usage_error "must not be a file that is read" predict model.phigp mine.csv --out ./mine.csv
cmp -s train.csv mine.csv || complain "a table that was read should stay as it was"
usage_error "did you mean x" fit train.csv --target xx
usage_error "did you mean student-t" fit train.csv --target y --likelihood studnt-t
usage_error "iterations must be a whole number" fit train.csv --target y --iterations many
printf 'x,y\n1,2\n,3\n' >hole.csv
fails_with 65 "hole.csv, row 3, column 'x'" fit hole.csv --target y
printf 'x,y\n1,2\n2,-3\n' >negative.csv
fails_with 65 "negative.csv, row 3, column 'y'" fit negative.csv --target y --likelihood negative-binomial
printf 'x,y\n1,a\n2,b\n3,c\n' >three.csv
fails_with 65 "must have two labels" fit three.csv --target y
fails_with 65 "must have the columns that the model was trained on" predict model.phigp three.csv
fails_with 78 "needs inference dense" fit train.csv --target y --inference sparse --refine
fails_with 78 "stated once" fit train.csv --target y --likelihood laplace --phi "exp(-r)"
fails_with 78 "trials must name a column" fit train.csv --target y --likelihood binomial
fails_with 78 "trials need a likelihood of successes" fit train.csv --target y --trials x --likelihood laplace
fails_with 78 "link needs phi" fit train.csv --target y --link classification
fails_with 78 "domain needs a density" fit train.csv --target y --domain count
fails_with 78 "trials need a likelihood of successes" fit train.csv --target y --trials x --phi "exp(-r)"
fails_with 78 "no inducing inputs" fit train.csv --target y --inference dense --inducing-by greedy
fails_with 78 "left out with an inducing-file" fit train.csv --target y --inducing-by greedy --inducing-file train.csv
fails_with 78 "need optimize" fit train.csv --target y --restarts 2 --no-optimize
fails_with 78 "needs inference dense" cv train.csv --target y --folds 2 --inference sparse --refine
printf 'x;y\n1;0,5\n2;1\n3;0,5\n4;1\n' >comma.csv
fails_with 65 "decimal point, not a comma, got '0,5'" fit comma.csv --target y
run fit nowhere.csv --target y
code_is 66
err_has "nowhere.csv"
run predict train.csv train.csv
code_is 66
err_has "train.csv"
# A place that cannot be written to is named before the work: these would take hours.
for words in "cv large.csv --folds 1500" "fit large.csv --tolerance 0 --iterations 100000" \
  "sample large.csv --draws 100000 --chains 1 --warm-up 100000"; do
  run $words --target y --out missing/folder/file
  code_is 74
  err_has "missing/folder/file"
done
usage_error "draws must fit into memory" sample train.csv --target y --no-optimize --chains 1 --draws 2000000000

# Ctrl-C ends learning early and keeps the model.
rm -f stopped.phigp
# A shell without job control starts background jobs with SIGINT ignored; the program catches it all the same.
"$phigp" fit large.csv --target y --out stopped.phigp --tolerance 0 --iterations 100000 >out.txt 2>err.txt &
process=$!
sleep 3
kill -INT "$process"
wait "$process"
code=$? out=$(<out.txt) err=$(<err.txt) command_line="phigp fit large.csv, interrupted"
code_is 0
out_has "stopped"
run info stopped.phigp
code_is 0

# Ctrl-C in the middle of a cross-validation keeps the folds that are done.
rm -f some.csv.partial
head -400 large.csv >medium.csv
for seconds in 3 10 30; do # on a busy machine the first fold takes its time
  "$phigp" cv medium.csv --target y --folds 100 --threads 1 --out some.csv >out.txt 2>err.txt &
  process=$!
  sleep $seconds
  kill -INT "$process"
  wait "$process"
  code=$?
  [[ -e some.csv.partial ]] && break
done
out=$(<out.txt) err=$(<err.txt) command_line="phigp cv medium.csv, interrupted"
code_is 0
out_has "folds are done"
out_has "some.csv.partial"
[[ -s some.csv.partial && ! -e some.csv ]] || complain "the predictions so far"

finish
