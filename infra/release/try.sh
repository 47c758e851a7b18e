#!/bin/bash
# Unpacks a release into an empty folder, starts it as a user who may not write there, writes and reads a
# file with the stock client, finds it by search, and stops it. As root it has no network meanwhile.
set -euo pipefail

archive="$(readlink -f "${1:?Which archive? make tarball writes dist/warren-VERSION.tar.gz}")"
scratch="$(mktemp -d)"
user=65534
system_path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
password="only-for-this-trial"
step="nothing yet"

ended() {
  code=$?
  [ ! -e "$scratch/home/warren-home.json" ] || in_release bin/warren stop || code=1
  [ "$code" -eq 0 ] || echo "failed: $step" >&2
  rm -rf "$scratch"
  exit "$code"
}

say() {
  step="$1"
  echo "release: $1"
}

# Without what only a checkout needs, without the caller's settings.
in_release() {
  (cd "$scratch"/warren-*/ && "${lower[@]}" env -i "PATH=$scratch/without:$system_path" "HOME=$scratch/user" \
    LC_ALL=C.UTF-8 "WARREN_HOME=$scratch/home" "WARREN_CONSOLE_PASSWORD=$password" "$@")
}

if [ "$(id -u)" -eq 0 ] && [ -z "${IN_OWN_NETWORK:-}" ]; then
  rm -rf "$scratch"
  IN_OWN_NETWORK=yes exec unshare --net -- "$0" "$archive"
fi
trap ended EXIT
lower=()
if [ "$(id -u)" -eq 0 ]; then
  ip link set lo up
  chmod 0755 "$scratch"
fi

say "unpacking"
tar -xzf "$archive" -C "$scratch"
mkdir "$scratch/without" "$scratch/user" "$scratch/home"
for tool in mvn javac node npm npx; do
  printf '#!/bin/sh\necho "a release ran %s" >&2\nexit 1\n' "$tool" >"$scratch/without/$tool"
done
chmod +x "$scratch"/without/*

say "installing the Python packages that it brings"
in_release bin/warren version
if [ "$(id -u)" -eq 0 ]; then
  chown -R "$user:$user" "$scratch/home" "$scratch/user"
  lower=(setpriv "--reuid=$user" "--regid=$user" --clear-groups)
fi

say "starting"
in_release bin/warren run

say "writing and reading a file with the stock client"
echo "of a release" >"$scratch/written"
chmod 0644 "$scratch/written"
in_release bin/warren dfs -mkdir -p /tried
in_release bin/warren dfs -put "$scratch/written" /tried/found-by-search.txt
in_release bin/warren dfs -cat /tried/found-by-search.txt | cmp - "$scratch/written"

say "finding it by search, over the REST API"
in_release bin/warren login --user admin --password-stdin <<<"$password" >/dev/null
for _ in {1..60}; do
  found="$(in_release bin/warren search found-by-search.txt --format csv)"
  [[ "$found" != */tried/found-by-search.txt* ]] || break
  sleep 1
done
[[ "$found" == */tried/found-by-search.txt* ]] || { echo "it is not found" >&2; exit 1; }

say "asking for the state of every part"
in_release bin/warren status

say "stopping"
in_release bin/warren stop
rm "$scratch/home/warren-home.json"
say "works"
