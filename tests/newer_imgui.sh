#!/usr/bin/env bash
# newer_imgui.sh FOLDER fetches the headers of Debian unstable's Dear ImGui into FOLDER, without installing
# anything, and prints where they are. Where that is impossible it prints nothing, and says why on stderr.
set -euo pipefail
mkdir -p "$1"
folder=$(cd "$1" && pwd)
headers=$folder/root/usr/include/imgui
keys=/usr/share/keyrings/debian-archive-keyring.gpg

fetch() {
    mkdir -p "$folder"/{state/lists/partial,cache/archives/partial}
    echo "deb [signed-by=$keys] http://deb.debian.org/debian unstable main" > "$folder/sources.list"
    local options=(-q -o "Dir::Etc::SourceList=$folder/sources.list" -o Dir::Etc::SourceParts=- -o "Dir::State=$folder/state"
                   -o "Dir::Cache=$folder/cache" -o Acquire::Languages=none)
    apt-get "${options[@]}" update && cd "$folder" && apt-get "${options[@]}" download libimgui-dev &&
        dpkg-deb -x "$folder"/libimgui-dev_*.deb "$folder/root"
}

if [[ ! -e $headers/imgui.h ]]; then
    if [[ ! -e $keys ]] || ! fetch >"$folder/log" 2>&1 </dev/null; then
        echo "sweep: no newer Dear ImGui could be fetched: the window is not compiled against it ($folder/log)" >&2
        exit 0
    fi
fi
echo "$headers"
