# phigp likelihood show NAME
source "$(dirname "$0")/support.sh"

# Every named likelihood is proven, and drawn from its own law.
run likelihood list --json
names=$(python3 -c 'import json; print(*[l["name"] for l in json.load(open("out.txt"))["likelihoods"]])')
for name in $names; do
  run likelihood show "$name"
  code_is 0
  no_err
  out_has "verdict       proven"
  out_has "sampler       exact"
  out_has "omega given c"
  out_has "tails "
done

run likelihood show student-t nu=4 sigma=2
code_is 0
out_has "student-t   nu = 4, sigma = 2"
out_has "power law, nu = 4"
out_has "integral over y = 1,"
out_has "C = 0.1875, g = 0, h^2 = 0.25*f^2 at y = 0"
out_has "0.0240385" # mean 2.5/104 at c = 10

run likelihood show laplace b=1.5
out_has "-0.6667 * |y-f|: exponential"
out_has " inf"

run likelihood show gaussian sigma=2
out_has "Gaussian, standard deviation 2"
out_has "omega = 0.125 with probability 1"
run likelihood show gaussian sigma=2 --json
json_is 'all(str(o["variance"]) in ("0", "0.0") for o in d["omega"])' # not -0

run likelihood show bayesian-svm
code_is 0
out_has "no, by design"
out_has "pseudo-likelihood"

run likelihood show binomial --trials 12 --y 5
code_is 0
out_has "y = 5, trials = 12"
out_has "power 12"

run likelihood show student-t nu=4 sigma=2 --json
code_is 0
json_is 'd["name"] == "student-t" and d["accepted"] and d["parameters"] == {"nu": 4, "sigma": 2}'
json_is 'd["verdict"]["kind"] == "proven" and d["verdict"]["reasons"] and d["verdict"]["atoms"] == []'
json_is 'd["normalisation"]["normalised"] and d["normalisation"]["error"] < 1e-7'
json_is 'abs(d["omega"][2]["mean"] - 0.5) < 1e-12 and abs(d["omega"][2]["variance"] - 0.1) < 1e-12'
json_is 'd["tails"]["f_to_plus_infinity"]["kind"] == "power law"'
json_is 'abs(d["tails"]["f_to_plus_infinity"]["nu"] - 4) < 1e-6'
json_is 'd["sampler"]["available"] and d["sampler"]["kind"] == "exact" and d["sampler"]["cdf_error"] == 0'
run likelihood show laplace --json
json_is 'd["omega"][0]["mean"] == "inf" and d["omega"][0]["variance"] == "inf"'

for name in student-t laplace logistic negative-binomial; do
  rm -f "$name.svg"
  run likelihood show "$name" --plot "$name.svg"
  code_is 0
  out_has "picture       $name.svg"
  svg_is "$name.svg"
done

# What is wrong with the request is said in one sentence.
usage_error "did you mean student-t" likelihood show studnt-t
usage_error "NAME" likelihood show
usage_error "parameter mu is not known; did you mean nu" likelihood show student-t mu=4
usage_error "student-t: nu must be positive and finite, got -1" likelihood show student-t nu=-1
usage_error "must be a finite number, got abc" likelihood show student-t nu=abc
usage_error "must be a finite number, got inf" likelihood show student-t nu=inf
usage_error "must be a finite number, got nothing" likelihood show student-t nu=
usage_error "must be a finite number, got 1.5x" likelihood show student-t nu=1.5x
usage_error "name=value" likelihood show student-t 4
usage_error "must be given once" likelihood show student-t nu=4 nu=5
usage_error "must be -1 or +1, got 0.5" likelihood show logistic --y 0.5
usage_error "--y" likelihood show logistic --y abc
usage_error "did you mean --plot" likelihood show laplace --plt x.svg
usage_error "needs the name of a file" likelihood show laplace --plot ""

finish
