const attribute = 'data-mantine-color-scheme'

/** Paper is light, whatever the screen: while something is printed. Answers how to stop. */
export function keepPaperLight(): () => void {
  const root = document.documentElement
  let scheme: string | null = null
  const stop = new AbortController()
  const { signal } = stop
  window.addEventListener(
    'beforeprint',
    () => {
      scheme = root.getAttribute(attribute)
      root.setAttribute(attribute, 'light')
    },
    { signal },
  )
  window.addEventListener('afterprint', () => scheme && root.setAttribute(attribute, scheme), { signal })
  return () => stop.abort()
}
