# Pictures appear whole or not at all.
source "$(dirname "$0")/support.sh"
rm -rf pictures
mkdir pictures

run likelihood check "0.5*exp(-sqrt(r))+0.5/(1+r)^2" --plot pictures/mixture.svg
code_is 0
svg_is pictures/mixture.svg
run likelihood check --density "exp(-abs(y-f)/b)/(2*b)" b=1.5 --plot pictures/density.svg
code_is 0
svg_is pictures/density.svg
# The formula stands in the title, with the characters that XML reserves.
run likelihood check "exp(-r)" --plot pictures/exp.svg
grep -q "exp(-r)" pictures/exp.svg || complain "the picture should name phi"

# A refused formula leaves an existing picture alone, and creates none.
echo precious >pictures/kept.svg
run likelihood check "exp(-r^2)" --plot pictures/kept.svg
code_is 65
out_has "not drawn"
[[ $(<pictures/kept.svg) == precious ]] || complain "an existing file should be untouched"
run likelihood check "exp(-r^2)" --plot pictures/none.svg
[[ ! -e pictures/none.svg ]] || complain "no file should appear"
run likelihood check "exp(-r" --plot pictures/kept.svg
code_is 64
[[ $(<pictures/kept.svg) == precious ]] || complain "an existing file should be untouched"

# A file that cannot be written is an error; nothing half-written stays behind.
run likelihood show laplace --plot pictures/absent/x.svg
code_is 74
err_has "pictures/absent/x.svg cannot be written"
no_out
run likelihood show laplace --plot pictures
code_is 74
err_has "Is a directory"
run likelihood show laplace --plot /dev/full
code_is 74
# A limit on the size of files stands in for a full disk.
(ulimit -f 8; trap '' XFSZ; timeout 60 "$phigp" likelihood show laplace --plot pictures/kept.svg >out.txt 2>err.txt)
code=$? out=$(<out.txt) err=$(<err.txt) command_line="phigp likelihood show laplace --plot, disk full"
code_is 74
[[ $(<pictures/kept.svg) == precious ]] || complain "an existing file should survive a full disk"
leftovers=$(find pictures -name '*.svg.*')
[[ -z $leftovers ]] || complain "temporary files were left: $leftovers"

# Replacing keeps the permissions and follows a link.
chmod 640 pictures/kept.svg
ln -s kept.svg pictures/link.svg
run likelihood show laplace --plot pictures/link.svg
code_is 0
[[ -L pictures/link.svg ]] || complain "the link should stay a link"
svg_is pictures/kept.svg
[[ $(stat -c %a pictures/kept.svg) == 640 ]] || complain "permissions should be kept"
run likelihood show laplace --plot /dev/stdout
code_is 0
out_has "<svg"

finish
