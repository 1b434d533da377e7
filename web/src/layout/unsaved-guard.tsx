import { t } from '@lingui/core/macro'
import { useBlocker } from '@tanstack/react-router'
import { readTokens } from '../session/stored-session.ts'
import { confirm } from '../ui/confirm.tsx'

function searched({ search }: { search: object }, param: string): unknown {
  return (search as Record<string, unknown>)[param]
}

/**
 * Asks before a form with unsaved changes is left: for another screen, by Back, or with the tab. Changing only the
 * search of the address, such as opening a dialog, is not leaving. Whoever goes elsewhere right after saving says so
 * with `navigate({ …, ignoreBlocker: true })`, since the form is still dirty at that moment.
 *
 * @param what of what the changes are: a name, where there is one
 * @param kept a draft is kept, so that only closing the tab would lose it
 * @param param what of the search opens the form, where it is a drawer: changing it is leaving too
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
        text: what ? t`What you changed of ${what} would be lost.` : t`What you changed would be lost.`,
        action: t({ message: 'Leave', context: 'a screen' }),
        cancel: t({ message: 'Stay', context: 'on a screen' }),
      })),
    // Nobody may stay on a screen whose session has ended.
    enableBeforeUnload: () => dirty && readTokens().accessToken !== null,
    disabled: !dirty,
  })
}
