#!/usr/bin/env bash
# Runs once, when Gradescope makes the image. Put a built Sweep (an installed folder) beside this file as sweep/.
set -euo pipefail
apt-get update -q
apt-get install -y -q g++ python3 libboost-context-dev
