// Sets the colour scheme and the height of rows before the first paint. A file of its own, since the content
// security policy takes no inline scripts. The keys are those of src/theme/theme-provider.tsx and src/theme/density.ts.
;(() => {
  let scheme = 'auto'
  let density = 'comfortable'
  try {
    scheme = localStorage.getItem('color_scheme') || scheme
    density = localStorage.getItem('density') || density
  } catch {
    // Storage may be blocked; the system's choice is then used.
  }
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  document.documentElement.setAttribute('data-density', density)
})()
