/** The path of a Chromium to drive; with `install`, puts Debian's there when none is. @throws in one clear line */
export function findChromium(options?: { install?: boolean }): string
