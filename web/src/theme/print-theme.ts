const attribute = 'data-mantine-color-scheme'

/** Prints in the light theme. Returns a function that stops it. */
export function printInLightTheme(): () => void {
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
