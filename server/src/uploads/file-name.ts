const longest = 150

/** What a browser, a shell or a reader could take for something else: controls, hidden and direction-changing marks. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu
const reserved = /[<>:"|?*%;]/g

/**
 * A file's name as sent, made harmless: no path, no control or hidden characters, not too long, and ending in an
 * extension of what the file is, so that opening it at home does what its name says.
 */
export function cleanFileName(sent: string | undefined, extensions: readonly [string, ...string[]]): string {
  const base = (sent ?? '')
    .toWellFormed()
    .normalize('NFC')
    .split(/[\\/]/)
    .at(-1)!
    .replace(unseen, '')
    .replace(reserved, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const extension = extensions.find((each) => base.toLowerCase().endsWith(each))
  const stem = extension ? base.slice(0, -extension.length) : base
  const shortened = [...stem].slice(0, longest).join('').trimEnd()
  return `${shortened || 'file'}${extension ?? extensions[0]}`
}
