#!/usr/bin/env bash
# bench/replicate.sh on tiny images: every run succeeds, the page has every figure, and a second call measures nothing.
#   tests/replicate.sh PROGRAM FOLDER
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
sweep=$1 out=$2
rm -rf "$out"
mkdir -p "$out"
bench/replicate.sh --quick --sweep "$sweep" --out "$out/page.html"

for heading in "[N11] figure 4:" "[N11] figure 5:" "[N11] figure 6:" "[N11] table 1:" "[N11] section 8: precision" \
    "[N16] figure 7:" "[N16] figure 8:" "[N16] figure 9:" "[N16] figure 10:" "[N16] figure 11:" \
    "[N16] section 6: numerical behaviour" "Beyond the papers:"; do
    grep -qF ">$heading" "$out/page.html" || { echo "the page has no '$heading'"; exit 1; }
done
grep -qF "Every run succeeded." "$out/page.html" || { echo "a run failed:"; grep -F "failed" "$out/page.html"; exit 1; }
# Eight figures and the Gaussians; each is drawn on every engine.
[[ $(grep -c "^<svg" "$out/page.html") == 9 ]] || { echo "the page does not have 9 plots"; exit 1; }
if grep -qE 'src=|href="[^#]|@import' "$out/page.html"; then echo "the page needs other files"; exit 1; fi

again=$(bench/replicate.sh --quick --sweep "$sweep" --out "$out/page.html")
if grep -qF "sweep bench" <<<"$again"; then echo "the second call measured again"; exit 1; fi
python3 bench/figures.py "$out"/page-runs/* --out "$out"
[[ -s $out/n16-11.svg ]]
