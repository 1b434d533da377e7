import { t } from '@lingui/core/macro'
import { useBlocker } from '@tanstack/react-router'
import { readTokens } from '../session/stored-session.ts'
import { confirm } from '../ui/confirm.tsx'

function searched({ search }: { search: object }, param: string): unknown {
  return (search as Record<string, unknown>)[param]
}

/**
 * Confirms before a form with unsaved changes is left: for another screen, by Back, or by closing the tab.
 * Changing only the search parameters, such as opening a dialog, does not count as leaving. A navigation
 * right after saving passes `ignoreBlocker: true`, since the form is still dirty at that moment.
 *
 * @param what names what has unsaved changes, if it has a name
 * @param kept a draft is stored, so that only closing the tab would lose it
 * @param param the search parameter that opens the form, for a drawer: changing it counts as leaving
 */
export function useUnsavedGuard(
  dirty: boolean,
  what?: string,
  { kept = false, param }: { kept?: boolean; param?: string } = {},
) {
  useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      !kept &&
      (current.pathname !== next.pathname ||
        (param !== undefined && searched(current, param) !== searched(next, param))) &&
      !(await confirm({
        title: t`Leave without saving?`,
        text: what ? t`Your changes to ${what} will be lost.` : t`Your changes will be lost.`,
        action: t({ message: 'Leave', context: 'a screen' }),
        cancel: t({ message: 'Stay', context: 'on a screen' }),
      })),
    // Nobody may stay on a screen whose session has ended.
    enableBeforeUnload: () => dirty && readTokens().accessToken !== null,
    disabled: !dirty,
  })
}
