/** Offers a file that was fetched, with its name, as a download. */
export function saveBlob(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser needs the address until it has read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
