// Sets the colour scheme before the first paint. A file of its own, since the content security policy
// takes no inline scripts. The key is the one given to the colour scheme manager in src/theme/theme.ts.
;(() => {
  let choice = 'auto'
  try {
    choice = localStorage.getItem('color_scheme') || 'auto'
  } catch {
    // Storage may be blocked; the system's choice is then used.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
