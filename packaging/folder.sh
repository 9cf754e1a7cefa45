#!/usr/bin/env bash
# Makes a folder that holds the program with its libraries, as an archive. It takes OpenGL, the window system and the C library of the
# system that it runs on, whose glibc has to be as new as that of the build. Needs patchelf.
#   packaging/folder.sh BUILD_FOLDER OUT.tar.xz
set -euo pipefail
build=$1 out=$(realpath -m "$2")
command -v patchelf >/dev/null || { echo "folder.sh: there is no patchelf: apt-get install patchelf" >&2; exit 2; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
folder=$scratch/$(basename "${out%.tar.xz}")
cmake --install "$build" --prefix "$folder" --component program --strip >/dev/null
[ ! -e "$build/films/sweep_film_module.so" ] || cmake --install "$build" --prefix "$folder" --component films --strip >/dev/null
programs=("$folder/bin/sweep")
for module in "$folder"/lib/sweep/*.so; do [ ! -e "$module" ] || programs+=("$module"); done
# Of the system: the libraries of C and C++, and what belongs to its drivers and its screen. An older libstdc++ than the drivers' would keep
# them from being loaded.
of_system='/(ld-linux.*|libc|libm|libdl|libpthread|librt|libresolv|libstdc\+\+|libgcc_s|libz|libzstd|libexpat|libGL|libGLX|libEGL|libOpenGL|libGLdispatch|libX11|libX11-xcb|libxcb|libxcb-.*|libwayland-.*|libdrm|libgbm|libva|libva-.*|libvdpau|libcuda|libnvidia.*)\.so'
for program in "${programs[@]}"; do ldd "$program"; done | awk '$3 ~ /^\// {print $3}' | sort -u | grep -vE "$of_system" | while read -r library; do
    [ -e "$folder/lib/$(basename "$library")" ] || cp -L "$library" "$folder/lib/"
done
chmod -R u+w "$folder/lib"
# DT_RPATH, not DT_RUNPATH: it holds for the libraries of libraries, too.
for file in "$folder"/lib/*.so*; do patchelf --force-rpath --set-rpath '$ORIGIN' "$file"; done
for program in "${programs[@]}"; do patchelf --force-rpath --set-rpath '$ORIGIN/../lib:$ORIGIN/..' "$program"; done
tar -C "$scratch" -cJf "$out" "$(basename "$folder")"
echo "$out: $(du -h "$out" | cut -f1)"
