/**
 * Reloads the app when a part of it cannot be fetched because a newer version is deployed. Without a
 * connection it does nothing, and the caller reports the failure.
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
