# convert: from a table in text to a column file, which every command takes in its place.
source "$(dirname "$0")/support.sh"

awk -v OFS=, 'BEGIN { print "x,kind,code,y"; for (i = 0; i < 300; ++i) print i / 8, (i % 2 ? "a" : "\"b\nb\""), "0" i % 3, sin(i / 5) + (i % 7) / 20 }' \
  >train.csv
gzip -kf train.csv

run convert --help
code_is 0
out_has "Usage: phigp convert"
out_has "Example"

run convert train.csv --out train.table
code_is 0
out_has "train.table: 300 rows, 4 columns (1 of text)"
run convert train.csv.gz --out packed.table --threads 1 --quiet
code_is 0
no_out
no_err
# All but the name of the source, and the checksums, is the same.
[[ $(tail -c 5000 train.table | md5sum) == $(tail -c 5000 packed.table | md5sum) ]] ||
  complain "gzip should change nothing"
run convert train.csv --out text.table --text code,kind
out_has "(2 of text)"

run convert train.table --check
code_is 0
out_has "train.table is whole"
cp train.table damaged.table
printf 'x' | dd of=damaged.table bs=1 seek=$(($(wc -c <damaged.table) - 3000)) conv=notrunc status=none
run convert damaged.table --check
code_is 66
err_has "does not match its checksum"

# A model is the same whichever of the two it comes from.
for table in train.csv train.table; do
  run fit "$table" --target y --features x,kind --likelihood gaussian --out "$table.phigp" --quiet
  code_is 0
  run predict "$table.phigp" "$table" --out "$table.predictions" --quiet
  code_is 0
  run evaluate "$table.phigp" "$table"
  code_is 0
  cp out.txt "$table.scores"
done
cmp -s train.csv.predictions train.table.predictions || complain "predictions should be the same"
cmp -s train.csv.scores train.table.scores || complain "scores should be the same"
"$phigp" predict train.csv.phigp - <train.table >stdin.csv
cmp -s stdin.csv train.csv.predictions || complain "- should read a column file too"

# Errors name the file that was given, and the rows of the one it was made from.
printf 'x,kind,y\n1,a,2\n2,a,oops\n' >bad.csv
run convert bad.csv --out bad.table --quiet
code_is 0
fails_with 65 "bad.table, row 3 of bad.csv, column 'y' must be a number, got oops" evaluate train.table.phigp bad.table

# Nothing half written, and inputs stay.
usage_error "must name the file to write" convert train.csv
usage_error "--check" convert train.table --check --out other
usage_error "train.csv" convert train.csv --out train.csv
printf 'a,b\n1,2\n3\n' >uneven.csv
fails_with 65 "uneven.csv, row 3 must have as many cells" convert uneven.csv --out uneven.table
run convert missing.csv --out missing.table
code_is 66
run convert train.csv --out no/such/folder.table
code_is 74
for left in uneven.table missing.table .??*; do
  [[ ! -e $left ]] || complain "$left should not be there"
done

# Ctrl-C leaves nothing.
awk 'BEGIN { print "a,b,c"; for (i = 0; i < 3000000; ++i) print i ",2.5,x" i % 9 }' >long.csv
rm -f long.table # of a run that was not stopped in time
"$phigp" convert long.csv --out long.table --threads 1 2>err.txt &
running=$!
sleep 0.3
kill -TERM $running 2>/dev/null
wait $running
code=$? out='' err=$(<err.txt) command_line="phigp convert long.csv, interrupted"
if [[ $code != 0 ]]; then # it may have been faster
  [[ $code == 74 ]] || complain "a stopped conversion should end with 74"
  [[ ! -e long.table ]] || complain "a stopped conversion should leave nothing"
fi

finish
