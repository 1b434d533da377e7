import { readRedirect } from './session/read-redirect.ts'

/**
 * Returns where sign-in leads: the address in `redirect` if it is a screen of the app, otherwise the
 * dashboard. Every external address that is followed must pass through here.
 */
export async function pathAfterLogin(search: string): Promise<string> {
  const address = readRedirect(search)
  if (!address) return '/dashboard'
  try {
    // Loaded only now: the pages before sign-in have no router.
    const { isScreen } = await import('./router.tsx')
    return isScreen(address) ? address : '/dashboard'
  } catch {
    return '/dashboard'
  }
}
