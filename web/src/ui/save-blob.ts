/** Downloads a blob as a file. */
export function saveBlob(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser needs the URL until it has read it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
