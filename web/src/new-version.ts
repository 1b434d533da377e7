/**
 * Loads the app anew when a part of it cannot be fetched because a newer version is served by now. Without a
 * connection nothing happens, and what asked for the part says so.
 */
export function reloadOnNewVersion() {
  window.addEventListener('vite:preloadError', async () => {
    const script = document.querySelector<HTMLScriptElement>('script[type="module"]')?.getAttribute('src')
    const page = await fetch('/', { cache: 'no-store' }).then(
      (response) => response.text(),
      () => null,
    )
    if (script && page && !page.includes(script)) window.location.reload()
  })
}
