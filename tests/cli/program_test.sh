# What does not depend on a command: help, version, usage errors, output that cannot be written.
source "$(dirname "$0")/support.sh"

run --version
code_is 0
out_has "phigp "
no_err

for words in "--help" "likelihood --help" "likelihood list --help" "likelihood show --help" "likelihood check --help"; do
  run $words
  code_is 0
  no_err
  out_has "Usage: phigp"
  out_has "Example"
done

usage_error "subcommand is required"
usage_error "subcommand is required" likelihood
usage_error "did you mean likelihood" likelihod
usage_error "did you mean check" likelihood chek
usage_error "did you mean --json" likelihood list --jsn
usage_error "--help" likelihood list extra
usage_error "--move-inducing: must be followed by a value, not by --out" fit train.csv --target y --move-inducing --out model.phigp

# Output that does not arrive is an error, never a crash and never silence.
timeout 60 "$phigp" likelihood list >/dev/full 2>err.txt
code=$? out= err=$(<err.txt) command_line="phigp likelihood list >/dev/full"
code_is 74
err_has "No space left"
timeout 60 "$phigp" likelihood list >&- 2>err.txt
code=$? err=$(<err.txt) command_line="phigp likelihood list >&-"
code_is 74
# A reader that is gone before anything is written.
mkfifo pipe 2>/dev/null
(exec 3<pipe) &
timeout 60 bash -c 'exec 4>pipe; sleep 0.3; "$0" likelihood list >&4 2>err.txt; echo $? >code.txt' "$phigp"
code=$(<code.txt) err=$(<err.txt) command_line="phigp likelihood list | (closed)"
code_is 74
err_has "Broken pipe"
rm -f pipe
timeout 60 "$phigp" --help >/dev/full 2>err.txt
code=$? err=$(<err.txt) command_line="phigp --help >/dev/full"
code_is 74

finish
