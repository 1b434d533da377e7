const maxLength = 150

/** Characters that could mislead a browser, a shell or a reader: controls, invisible and bidirectional marks. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu
const reserved = /[<>:"|?*%;]/g

/**
 * Sanitizes a file name: no path, no control or invisible characters, a limited length, and an extension that matches
 * the content.
 */
export function cleanFileName(sent: string | undefined, extensions: readonly [string, ...string[]]): string {
  const base = (sent ?? '')
    .toWellFormed()
    .normalize('NFC')
    .split(/[\\/]/)
    .at(-1)!
    .replace(invisible, '')
    .replace(reserved, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[.\s]+|[.\s]+$/g, '')
  const extension = extensions.find((each) => base.toLowerCase().endsWith(each))
  const stem = extension ? base.slice(0, -extension.length) : base
  const shortened = [...stem].slice(0, maxLength).join('').trimEnd()
  return `${shortened || 'file'}${extension ?? extensions[0]}`
}
