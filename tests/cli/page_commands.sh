# Helper: run_page PROGRAM PAGE runs every command in the console blocks of a page of the project, in this folder.
# Commands of the program have to print something; all of it is in outputs.txt.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)

run_page() {
  local program=$1 page=$2 count=0 line
  mkdir -p build
  rm -f outputs.txt
  ln -sfn "$root/data" data
  while IFS= read -r line; do
    echo "\$ $line"
    eval "${line/#build\/phigp/\"$program\"}" >out.txt || { echo "failed: $line"; exit 1; }
    cat out.txt >>outputs.txt
    [[ $line != build/phigp* || -s out.txt ]] || { echo "printed nothing: $line"; exit 1; }
    count=$((count + 1))
  done < <(sed -n '/^```console$/,/^```$/p' "$root/$page" | grep -v '^```')
  ((count >= 5)) || { echo "found only $count commands in $page"; exit 1; }
}
