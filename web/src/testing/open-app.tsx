import './styles.ts'
import { notifications } from '@mantine/notifications'
import { effectivePermissions, type Permission, type Role } from '@muster/contract/permissions.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import type { Root } from 'react-dom/client'
import { queryClient } from '../api/query.ts'
import { router } from '../router.tsx'
import { type CurrentUser, storeNewSession } from '../session/stored-session.ts'
import { loadTexts } from '../texts/load-texts.ts'
import { renderPage } from './open-page.tsx'
import { answer, example } from './server.ts'

let root: Root | undefined

// The mouse rests where the last click was; a screen whose link comes to lie there would be loaded.
router.options.defaultPreload = false

/** Signs in a user with a role, with its permissions or others. */
export function signInAs(
  role: Role,
  permissions: readonly Permission[] = effectivePermissions(role, [], []),
): CurrentUser {
  const user = { ...example(getCurrentUser), name: 'Kim Berg', role, permissions: [...permissions] }
  answer(getCurrentUser, user)
  storeNewSession({
    ...{ access_token: 'access', refresh_token: 'refresh', token_type: 'Bearer' },
    user,
  } as Parameters<typeof storeNewSession>[0])
  return user
}

/** Opens the app at an address with a stored session. */
export async function openApp(address: string): Promise<void> {
  await loadTexts()
  await closeApp()
  await forgetRequests()
  window.history.replaceState(null, '', address)
  router.history.replace(address)
  root = renderPage(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await router.load()
}

/** Ends what the app before began to load: a screen that joined it would show that it was canceled. */
async function forgetRequests() {
  router.clearCache()
  queryClient.clear()
  await new Promise((resolve) => setTimeout(resolve))
}

/** Waits for what is loading, which would go on to fill the cache of the next app; not for what has no answer. */
async function loaded() {
  for (let turn = 0; turn < 50 && (router.state.isLoading || queryClient.isFetching() > 0); turn++)
    await new Promise((resolve) => setTimeout(resolve, 10))
}

/** Closes the app and what it shows beside itself. */
export async function closeApp() {
  if (root) {
    await loaded()
    // The next app starts with the router's last screen, which would restore what this one keeps for its return.
    router.history.replace('/left', undefined, { ignoreBlocker: true })
    await router.load()
  }
  root?.unmount()
  root = undefined
  notifications.clean()
  notifications.cleanQueue()
  document.body.replaceChildren()
}
