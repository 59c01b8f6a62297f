#!/usr/bin/env bash
# What `make run` shows: each command, then its output. Pictures go to build/demo.
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p build/demo

bold='' plain=''
if [[ -t 1 && -z ${NO_COLOR:-} ]]; then bold=$'\e[1m' plain=$'\e[0m'; fi

say() { printf '\n%s\n' "$1"; }

# show CODE COMMAND...: the command as a person would type it, its output, and whether it ended as it should.
show() {
  local expected=$1 word line='$' code=0
  shift
  for word in "$@"; do
    if [[ $word =~ ^[[:alnum:]_./=-]+$ ]]; then line+=" $word"; else line+=" \"$word\""; fi
  done
  printf '\n%s%s%s\n' "$bold" "$line" "$plain"
  "$@" || code=$?
  if ((code != expected)); then
    echo "demo: exit code $code, expected $expected" >&2
    exit 1
  fi
  if ((expected)); then printf '(exit code %d)\n' "$code"; fi
}

# A 90/10 split of a bundled table: every tenth row is kept for testing.
split() {
  zcat "data/$1.csv.gz" | awk -v train="build/demo/$1-train.csv" -v test="build/demo/$1-test.csv" \
    'NR == 1 { print > train; print > test; next } { print > (NR % 10 ? train : test) }'
}

say "House prices with two noise models, trained on nine tenths of the rows. First Gaussian noise:"
split boston
show 0 build/phigp fit build/demo/boston-train.csv --target y --likelihood gaussian --out build/demo/gaussian.phigp
say "Then Student-t noise, which forgives outliers; nu, sigma and the kernel are learned:"
show 0 build/phigp fit build/demo/boston-train.csv --target y --likelihood student-t --out build/demo/student-t.phigp
say "How well each predicts the rows it has not seen (NLPD: lower is better; coverage should match its interval):"
show 0 build/phigp evaluate build/demo/gaussian.phigp build/demo/boston-test.csv
show 0 build/phigp evaluate build/demo/student-t.phigp build/demo/boston-test.csv
say "Predictions with 95 % intervals go to a file:"
show 0 build/phigp predict build/demo/student-t.phigp build/demo/boston-test.csv --out build/demo/predictions.csv
head -4 build/demo/predictions.csv
say "Heart disease, yes or no, with the logistic likelihood:"
split heart
show 0 build/phigp fit build/demo/heart-train.csv --target y --out build/demo/heart.phigp
show 0 build/phigp evaluate build/demo/heart.phigp build/demo/heart-test.csv
say "The same posterior without the variational approximation: exact Gibbs sampling, four chains:"
show 0 build/phigp sample build/demo/heart-train.csv --target y --out build/demo/heart-draws
say "The likelihoods that have a name:"
show 0 build/phigp likelihood list
say "One of them, with its proof, moments, tails and sampler, and a picture:"
show 0 build/phigp likelihood show student-t nu=4 sigma=2 --plot build/demo/student-t.svg
say "A likelihood of your own: type phi. It is proven admissible, and omega gets an exact sampler:"
show 0 build/phigp likelihood check "(1+sqrt(3*r)/rho)*exp(-sqrt(3*r)/rho)" rho=1.5 --plot build/demo/matern.svg
say "Or type the density as a textbook has it; centre, tilt and phi are found:"
show 0 build/phigp likelihood check --density "exp(-abs(y-f)/b)/(2*b)" b=1.5 --plot build/demo/laplace.svg
say "Not every function will do. exp(-r^2) is smooth, positive and decreasing, but it is no mixture of Gaussians:"
show 65 build/phigp likelihood check "exp(-r^2)"
say "Pictures: $(echo build/demo/*.svg)"
