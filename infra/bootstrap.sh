#!/bin/bash
# Makes .venv from requirements.txt, unless it was made from this very file. A release brings the
# packages in wheels/, and none is sought elsewhere then.
set -euo pipefail

repository="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
venv="$repository/.venv"
stamp="$venv/.warren-requirements.sha256"
log="$repository/.tools/logs/python-packages.log"
wheels="$repository/wheels"

fail() {
  echo "warren: $1" >&2
  exit 1
}

is_python_3_11() {
  "$1" -I -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null
}

wanted="$(sha256sum <"$repository/requirements.txt" | cut -d ' ' -f 1)"
if [ -x "$venv/bin/python" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$wanted" ]; then
  exit 0
fi

python=""
for candidate in python3.11 python3; do
  if command -v "$candidate" >/dev/null && is_python_3_11 "$candidate"; then
    python="$candidate"
    break
  fi
done
[ -n "$python" ] || fail "Python 3.11 is missing. Install it (apt install python3 python3-venv)."
"$python" -I -c 'import ensurepip, venv' 2>/dev/null ||
  fail "Python's venv module is missing. Install it (apt install python3-venv)."

[ -w "$repository" ] ||
  fail "$repository is not prepared yet. Let its owner run $repository/bin/warren version once."

from_where=()
advice="Check the network"
if [ -d "$wheels" ]; then
  from_where=(--no-index --find-links "$wheels")
  advice="Check that this release is for this kind of machine ($repository/RELEASE.json)"
fi
echo "installing Python packages into $venv (about a minute); output in $log" >&2
mkdir -p "$(dirname "$log")"
if ! { "$python" -m venv --clear "$venv" &&
  "$venv/bin/python" -m pip install --disable-pip-version-check --require-hashes \
    "${from_where[@]}" -r "$repository/requirements.txt"; } >"$log" 2>&1; then
  tail -n 20 "$log" >&2
  fail "The Python packages could not be installed. $advice; all of the output is in $log."
fi
echo "$wanted" >"$stamp"
