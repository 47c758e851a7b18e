#!/bin/bash
# Installs the release that this file is in as a service of this machine. Repeat it for an upgrade.
#   tar -xzf warren-VERSION.tar.gz -C /opt && sudo /opt/warren-VERSION/infra/systemd/install.sh
set -euo pipefail

release="$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)"
units="$release/infra/systemd"
link=/opt/warren

fail() {
  echo "warren: $1" >&2
  exit 1
}

[ "$(id -u)" -eq 0 ] || fail "Only root can install services: use sudo."
[ -f "$release/RELEASE.json" ] || fail "$release is a checkout. Install an unpacked release (make tarball)."
[ ! -e "$link" ] || [ -L "$link" ] || fail "$link is not a link: move it away, so that it can lead to a release."

# The services may write nothing here, so that what Python compiles is made now.
"$release/bin/warren" version
"$release/.venv/bin/python" -m compileall -q "$release"/{analytics,backend,cdc,clients/namenode,generations,infra,search}

ln -sfn "$release" "$link.new"
mv -T "$link.new" "$link"
install -D -m 0644 -t /etc/sysusers.d "$units/sysusers.d/warren.conf"
install -D -m 0644 -t /etc/tmpfiles.d "$units/tmpfiles.d/warren.conf"
install -D -m 0644 -t /etc/systemd/system "$units"/*.service "$units"/*.target
systemd-sysusers warren.conf
systemd-tmpfiles --create warren.conf
[ -e /etc/warren/warren.env ] || install -m 0644 "$units/warren.env" /etc/warren/warren.env
systemctl daemon-reload
echo "Installed. Settings: /etc/warren/warren.env. Start it: systemctl enable --now warren"
