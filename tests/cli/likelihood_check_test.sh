# phigp likelihood check FORMULA: what is accepted, what is refused, what cannot be read.
source "$(dirname "$0")/support.sh"

matern="(1+sqrt(3*r)/rho)*exp(-sqrt(3*r)/rho)"
run likelihood check "$matern" rho=1.5
code_is 0
no_err
out_has "formula   rho = 1.5"
out_has "integral over y = 1,"
out_has "-1.155 * |y-f|: exponential"
out_has "0.309401" # a^2/(2(1+a)), a = sqrt(3)/1.5

# The same by the name, by the density and by its six terms.
run likelihood show matern32 rho=1.5 --json
cp out.txt named.txt
same='all(abs(a["mean"] - b["mean"]) < 1e-9 * abs(b["mean"]) for a, b in zip(d["omega"], json.load(open("named.txt"))["omega"]))'
run likelihood check "$matern" rho=1.5 --json
json_is "$same"
run likelihood check --density "sqrt(3)/(4*rho)*(1+sqrt(3)*abs(y-f)/rho)*exp(-sqrt(3)*abs(y-f)/rho)" rho=1.5 --json
code_is 0
json_is "d['domain'] == 'real' and d['location_family'] and $same"
run likelihood check --c "sqrt(3)/(4*rho)" --alpha "y^2" --beta "2*y" --gamma 1 --phi "$matern" rho=1.5 --json
code_is 0
json_is "d['accepted'] and $same"

run likelihood check "sech(sqrt(r)/2)" --link classification
code_is 0
out_has "-1 or +1"
run likelihood check --density "1/(1+exp(-y*f))" --domain label
code_is 0
out_has "g = 0.5"
# The order of a Bessel function may be a parameter, which is not learned.
run likelihood check "besselk(nu,sqrt(r)/b)*r^(nu/2)" nu=0.8 b=2 --normalise
code_is 0
out_has "verdict       proven"
# A density that is in the family at some y only is refused, not unreadable.
run likelihood check --density "exp(-abs(y-2*f-1)/b)/(2*b)" b=1.2
code_is 0
out_has "verdict       proven"
run likelihood check "exp(-sqrt(r))" scale=2
code_is 0
out_has "-0.5 * |y-f|: exponential"
# A formula that starts with a minus sign is not an option.
run likelihood check -- "-expm1(-r)/r"
code_is 0
# Neither a limit of the form 0/0 nor division by zero at r = 0 itself is held against phi.
run likelihood check "(1-exp(-r))/r"
code_is 0

# Refused, with the reason.
refused "derivative of order 2 changes sign near r = 0.7071" likelihood check "exp(-r^2)"
refused "refuted: phi is not the Laplace transform" likelihood check "exp(r)"
refused "verdict       refuted" likelihood check "1-r"
refused "as r tends to 0" likelihood check "1/r"
refused "never increase" likelihood check "exp(-sqrt(r)/b)" b=-1
refused "phi(0) = 2, but it must be 1: use --normalise, or divide by 2" likelihood check "2*exp(-r)"
refused "no finite integral over y" likelihood check "exp(1/(1+r)-1)"
refused "verdict       proven" likelihood check "exp(1/(1+r)-1)"
refused "omega = 0 with probability 0.3679" likelihood check "exp(1/(1+r)-1)"
refused "normalised    no: sum over y" likelihood check "exp(-sqrt(r))" --link classification
refused "gives 2" likelihood check --density "exp(-abs(y-f)/b)/b" b=2
refused "not in the family" likelihood check --density "exp(-exp(f))*exp(y*f)" --domain count
run likelihood check "2*exp(-r)" --normalise
code_is 0
run likelihood check "exp(-r^2)" --json
code_is 65
json_is 'd["accepted"] is False and d["verdict"]["kind"] == "refuted" and "0.7071" in d["verdict"]["reasons"][0]'
json_is '"omega" not in d and "sampler" not in d'
run likelihood check "2*exp(-r)" --json
json_is 'd["verdict"]["phi_at_zero"] == 2'
run likelihood check --density "exp(-abs(y-f)/b)/b" b=2 --json
code_is 65
json_is 'd["accepted"] is False and d["verdict"] is None and d["refusal"]'

# Not readable: the place is marked.
usage_error $'exp(-sqr(r))\n       ^' likelihood check "exp(-sqr(r))"
err_has "did you mean 'sqrt'?"
usage_error $'exp(-r\n     ^' likelihood check "exp(-r"
usage_error $'exp(-r)) \n         ^' likelihood check "exp(-r)) "
usage_error $'exp(-r) $ 2\n          ^' likelihood check 'exp(-r) $ 2'
usage_error "is empty" likelihood check ""
usage_error "nested more than 200 levels" likelihood check \
  "$(printf '(%.0s' {1..300})r$(printf ')%.0s' {1..300})"
usage_error "10000 characters" likelihood check "$(printf 'r+%.0s' {1..9000})r"
usage_error $'\n' likelihood check "exp(-r)"$'\xff'

usage_error "parameter b has no value; add b=NUMBER" likelihood check "exp(-sqrt(r)/b)"
usage_error "rr: did you mean r?" likelihood check "exp(-sqrt(rr))"
usage_error "did you mean 'exp'?" likelihood check "EXP(-r)"
usage_error "parameters a, q have no value; add a=NUMBER q=NUMBER" likelihood check "exp(-a*r^q)"
usage_error "did you mean rho?" likelihood check "exp(-rho*r)" rhoo=1
usage_error "b = 2 is not in the formula" likelihood check "exp(-r)" b=2
usage_error "must be a finite number, got x" likelihood check "exp(-r*b)" b=x
usage_error "scale must be positive, got -1" likelihood check "exp(-r)" scale=-1
usage_error "add --density" likelihood check "exp(-abs(y-f)/b)/(2*b)" b=1
usage_error "without --density" likelihood check --density "exp(-r)"
usage_error "FORMULA is missing" likelihood check
usage_error "FORMULA is missing" likelihood check b=2
usage_error "--beta is missing" likelihood check --c 1 --alpha 1 --gamma 1 --phi "exp(-r)"
usage_error "cannot be combined" likelihood check "exp(-r)" --c 1 --alpha 1 --beta 1 --gamma 1 --phi "exp(-r)"
usage_error "cannot be combined" likelihood check --density "exp(-r)" --link regression
usage_error "takes a --link" likelihood check "exp(-r)" --domain real
usage_error "--link" likelihood check "exp(-r)" --link poisson
usage_error "did you mean --density" likelihood check "exp(-r)" --densty
usage_error "goes after --" likelihood check "-r"

finish
