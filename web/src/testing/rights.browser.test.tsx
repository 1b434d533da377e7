import { isStaff } from '@muster/contract/client-access.ts'
import { effectivePermissions, roleKeys } from '@muster/contract/permissions.ts'
import { describe, expect, it } from 'vitest'
import { queryClient } from '../api/query.ts'
import { router } from '../router.tsx'
import { abilitiesOf } from './abilities.ts'
import { openApp, signInAs } from './open-app.tsx'
import { isOffered, rightsTable, type Screen, tickFirstRow } from './rights-table.ts'
import { setAbilities } from './server.ts'

/** Returns the visible text of a control, without shortcuts and labels for other widths. */
function textOn(control: Element): string {
  const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
  let words = ''
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (text.parentElement?.checkVisibility() && !text.parentElement.closest('[aria-hidden="true"], kbd'))
      words += text.textContent
  return words
}

/** Returns the names of the visible actions, without numbers. */
function visibleActions({ within = 'main' }: Screen): string[] {
  const controls = document.querySelectorAll<HTMLElement>(`:is(${within}) :is(button, a[href])`)
  return [...controls]
    .filter((each) => each.checkVisibility())
    .map((each) => (each.ariaLabel || textOn(each) || each.title).replace(/[\d,]+/g, '').trim())
}

/** Waits until no request or rendering is pending. */
async function settled() {
  let changedAt = performance.now()
  const observer = new MutationObserver(() => {
    changedAt = performance.now()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  const until = changedAt + 5000
  while (performance.now() < until && (performance.now() - changedAt < 100 || queryClient.isFetching() > 0))
    await new Promise((resolve) => setTimeout(resolve, 20))
  observer.disconnect()
}

/** The only screen of the table that clients have too. */
const ownAddress = '/settings/profile'

describe.each(Object.entries(rightsTable))('%s', (_name, screen) => {
  it.each(roleKeys)('offers a %s what their permissions say, and nothing else', async (role) => {
    const permissions = effectivePermissions(role, [], [])
    setAbilities(abilitiesOf(permissions))
    signInAs(role)
    await openApp(screen.address)
    await settled()
    if (!isStaff(role) && screen.address !== ownAddress) {
      expect(router.state.location.pathname).toBe('/reviews')
      return
    }
    if (screen.needs && !permissions.includes(screen.needs)) {
      expect(document.querySelector('main')?.textContent).toContain("You don't have access to this page")
      return
    }
    if (screen.ticks) {
      await tickFirstRow()
      await settled()
    }
    const shown = () => [...new Set(visibleActions(screen))].filter((name) => name in screen.actions).sort()
    const offered = Object.entries(screen.actions)
      .filter(([, needs]) => isOffered(needs, role, permissions))
      .map(([name]) => name)
      .sort()
    await expect.poll(shown).toEqual(offered)
  })
})
