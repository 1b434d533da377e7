/** Returns the path of a Chromium; with `install`, installs Debian's if there is none. @throws with one clear line */
export function findChromium(options?: { install?: boolean }): string
