# compare: samplers and approximations side by side, as text and JSON.
source "$(dirname "$0")/support.sh"

awk -v OFS=, 'BEGIN { print "x,y"; for (i = 0; i < 25; ++i) print i / 8, sin(i / 3) + (i % 7) / 20 }' >train.csv
short="--chains 2 --draws 60 --warm-up 40 --threads 1"

run compare --help
code_is 0
out_has "Usage: phigp compare"
out_has "nuts-variational"
out_has "Example"

run compare train.csv --target y --likelihood laplace --no-optimize --methods "gibbs,hmc(0.05,4)" \
  --methods vi,annealing $short --quiet
code_is 0
no_out
run compare train.csv --target y --likelihood laplace --no-optimize --methods "gibbs,hmc(0.05,4)" \
  --methods vi,annealing,laplace-approximation $short
code_is 0
out_has "hmc(0.05,4)"
out_has "ms/draw"
out_has "log evidence"
out_has "kink"
run compare train.csv --target y --likelihood laplace --no-optimize --methods all $short --json
code_is 0
json_is 'd["rows"] == 25 and [s["name"] for s in d["samplers"]][:2] == ["gibbs", "gibbs-plain"]'
json_is 'all(len(s["autocorrelation"]) == 10 and s["draws"] == 60 for s in d["samplers"])'
json_is 'all(s["seconds_per_draw"] > 0 for s in d["samplers"])'
json_is '[s["seconds_omega"] > 0 for s in d["samplers"]][:6] == [True] * 5 + [False]'
json_is 'd["seconds_variational"] > 0 and d["draws"] == 60 and d["particles"] == 64'
json_is 'next(2 <= a["effective_particles"] <= 64 for a in d["approximations"] if a["name"] == "annealing")'
json_is '[a["name"] for a in d["approximations"] if "refused" in a] == ["laplace-approximation"]'
json_is 'next(abs(a["gap"] - a["original_bound"] + a["log_evidence"]) < 1e-8 for a in d["approximations"] if a["name"] == "vi")'
json_is 'all("rows" not in s for s in d["samplers"])'
run compare train.csv --target y --likelihood laplace --no-optimize --methods gibbs $short --json --rows
json_is '{k: len(v) for k, v in d["samplers"][0]["rows"].items()} == dict(mean=25, sd=25, mean_error=25, sd_error=25)'
json_is 'all(0 < e < s for e, s in zip(d["samplers"][0]["rows"]["mean_error"], d["samplers"][0]["rows"]["sd"]))'

# A model file has the same posterior as the fit that made it.
run fit train.csv --target y --likelihood laplace --iterations 5 --out model.phigp --quiet
run compare --model model.phigp --methods vi,gibbs $short --json
code_is 0
cp out.txt model.json
run compare train.csv --target y --likelihood laplace --iterations 5 --methods vi,gibbs $short --json
json_is 'd["approximations"][0]["log_evidence"] == json.load(open("model.json"))["approximations"][0]["log_evidence"]'
json_is 'd["samplers"][0]["autocorrelation"] == json.load(open("model.json"))["samplers"][0]["autocorrelation"]'

# What one method cannot do is said in its place, and the others run.
awk -v OFS=, 'BEGIN { print "x,y"; for (i = 0; i < 25; ++i) print i / 8, i % 4 }' >counts.csv
run compare counts.csv --target y --likelihood negative-binomial --no-optimize --methods gibbs-inversion,gibbs $short
code_is 0
out_has "must be the same for all rows"
run compare counts.csv --target y --likelihood negative-binomial --no-optimize --methods gibbs-inversion,gibbs $short --json
json_is '"refused" in d["samplers"][0] and d["samplers"][1]["draws"] == 60'

usage_error "either TABLE or --model" compare
usage_error "either TABLE or --model" compare train.csv --model model.phigp
usage_error "--kernel has no meaning with --model" compare --model model.phigp --kernel rbf
usage_error "--optimize has no meaning" compare --model model.phigp --no-optimize
usage_error "did you mean" compare train.csv --target y --methods nuts-priors
usage_error "hmc(step size,steps)" compare train.csv --target y --methods "hmc(1)"
usage_error "particles must be at least 2" compare train.csv --target y --no-optimize --particles 1
usage_error "temperatures" compare train.csv --target y --no-optimize --temperatures 0
usage_error "draws" compare train.csv --target y --no-optimize --draws 2
fails_with 78 "needs a dense one" compare train.csv --target y --inference sparse --no-optimize
run compare --model missing.phigp
code_is 66

finish
