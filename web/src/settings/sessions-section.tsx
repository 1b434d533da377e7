import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { endOtherSessions, listMySessions } from '@muster/contract/user-sessions.ts'
import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { usePages } from '../api/pages.ts'
import { invalidate } from '../api/query.ts'
import { withPassword } from '../session/with-password.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Section } from '../ui/section.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/state.tsx'
import { toast, toastError } from '../ui/toast.tsx'
import { SessionRow } from '../users/user-sessions.tsx'
import classes from './settings.module.css'

/** Lists the user's sessions; each can be ended, or all others at once. */
export function SessionsSection() {
  const pages = usePages(listMySessions, { query: {} })
  const end = useMutation({
    mutationFn: () => withPassword(() => call(endOtherSessions)),
    onSuccess: ({ ended }) =>
      toast(plural(ended, { one: 'Signed out # session', other: 'Signed out # sessions' })),
    onError: (error) => toastError(error, t`Other sessions not signed out`),
    onSettled: () => invalidate(listMySessions),
  })
  async function endOthers() {
    const text = t`You will need to sign in again on your other devices.`
    if (await confirm({ title: t`Sign out everywhere else?`, text, action: t`Sign out` })) end.mutate()
  }
  const alone = pages.rows.length < 2
  return (
    <Section
      title={t`Active sessions`}
      text={t`If you don't recognize a session, sign it out and change your password.`}
      action={
        <Button
          variant="default"
          loading={end.isPending}
          disabled={alone}
          title={alone ? t`No other active sessions` : undefined}
          onClick={() => void endOthers()}
        >
          <Trans>Sign out everywhere else…</Trans>
        </Button>
      }
    >
      {pages.error !== null && <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />}
      {pages.isPending && <TableSkeleton rows={3} />}
      <ul className={classes.reasons}>
        {pages.rows.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <ShowMore pages={pages} />
    </Section>
  )
}
