# Sourced by ./build and ./holdfast. Sets JAVA_HOME to a JDK of at least version 25, or exits 69.
# The version is read from the JDK's `release` file: starting each candidate would cost more than the whole search.

HOLDFAST_JDK_MIN=25

# Sets major to the major version of the JDK in $1; to 0 if there is none.
jdk_major() {
    major=0
    [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 0
    local line
    while IFS= read -r line; do
        case $line in
            JAVA_VERSION=*)
                line=${line#JAVA_VERSION=}
                line=${line//\"/}
                major=${line%%[!0-9]*}
                return 0
                ;;
        esac
    done <"$1/release"
}

# Follows symbolic links; `readlink -f` is missing on older macOS.
real_file() {
    local file=$1 target
    while [ -L "$file" ]; do
        target=$(readlink "$file")
        case $target in
            /*) file=$target ;;
            *) file=${file%/*}/$target ;;
        esac
    done
    printf '%s' "$file"
}

use_jdk() {
    local home major on_path
    on_path=$(command -v java || true)
    [ -z "$on_path" ] || on_path=$(real_file "$on_path")
    for home in \
        "${JAVA_HOME:-}" \
        "${on_path%/bin/java}" \
        /usr/lib/jvm/* \
        /opt/* \
        "${HOME:-}"/.sdkman/candidates/java/* \
        "${HOME:-}"/.jdks/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        [ -n "$home" ] || continue
        jdk_major "$home"
        if [ "${major:-0}" -ge "$HOLDFAST_JDK_MIN" ]; then
            JAVA_HOME=$home
            export JAVA_HOME
            return 0
        fi
    done
    echo "holdfast needs a JDK $HOLDFAST_JDK_MIN or newer, and none was found." >&2
    echo "Install one (Temurin $HOLDFAST_JDK_MIN, for example) or point JAVA_HOME to it." >&2
    exit 69
}

need_mvn() {
    command -v mvn >/dev/null 2>&1 && return 0
    echo "holdfast is built with Apache Maven, and there is no mvn on the PATH. Install Maven 3.8 or newer." >&2
    exit 69
}

# Maven's own libraries make a JDK of 24 and newer warn about native access and Unsafe; nobody here can act on that.
export MAVEN_OPTS="--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow ${MAVEN_OPTS:-}"
