# phigp likelihood list
source "$(dirname "$0")/support.sh"

run likelihood list
code_is 0
no_err
for name in gaussian laplace student-t cauchy matern32 matern52 logistic-noise pseudo-huber exponential-power \
  asymmetric-laplace logistic bayesian-svm binomial negative-binomial; do
  out_has "$name "
done
out_has "nu=4 sigma=1"
out_has "exp(-|y-f|/b) / (2*b)"
widest=$(awk '{ if (length > most) most = length } END { print most }' out.txt)
((widest <= 100)) || complain "the table should fit into 100 columns, it has $widest"
out_lacks $'\x1b'

run likelihood list --json
code_is 0
json_is 'len(d["likelihoods"]) >= 14'
json_is '{l["name"]: l for l in d["likelihoods"]}["student-t"]["parameters"][0]["default"] == 4'
json_is '{l["name"]: l["domain"] for l in d["likelihoods"]}["binomial"] == "successes"'
json_is '[l["name"] for l in d["likelihoods"] if not l["normalised"]] == ["bayesian-svm"]'

# On a terminal there is colour, unless NO_COLOR asks for none. `script` provides the terminal.
if command -v script >/dev/null; then
  for setting in "" "NO_COLOR=1"; do
    out=$(env TERM=xterm $setting script -qec "'$phigp' likelihood list" /dev/null)
    code=$? err= command_line="$setting phigp likelihood list, on a terminal"
    code_is 0
    if [[ $setting ]]; then out_lacks $'\x1b['; else out_has $'\x1b['; fi
  done
fi

finish
