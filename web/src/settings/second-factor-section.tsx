import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { getSecondFactor } from '@muster/contract/second-factor.ts'
import { listMySessions } from '@muster/contract/user-sessions.ts'
import { getCurrentUser } from '@muster/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { endpointQuery, invalidate } from '../api/query.ts'
import { storeUser } from '../session/stored-session.ts'
import { formatDay } from '../ui/format.ts'
import { Section } from '../ui/section.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/state.tsx'
import { ChangeSecondFactor } from './change-second-factor.tsx'
import classes from './settings.module.css'

const Setup = lazy(() =>
  import('../second-factor/second-factor-setup.tsx').then((module) => ({
    default: module.SecondFactorSetup,
  })),
)

type Factor = ResponseOf<typeof getSecondFactor>

function stateOf({ enabled, since, recoveryCodesLeft, required }: Factor): string {
  if (!enabled)
    return required
      ? t`2FA is required for your account.`
      : t`Off. Your account is protected by a password only.`
  const day = formatDay(since!)
  const codes = plural(recoveryCodesLeft, { one: '# recovery code left', other: '# recovery codes left' })
  return t`On since ${day}. ${codes}.`
}

/** Two-factor authentication by an authenticator app. */
export function SecondFactorSection() {
  const { data: factor, error, refetch } = useQuery(endpointQuery(getSecondFactor))
  const [doing, setDoing] = useState<'setup' | 'renew' | 'remove'>()
  const done = () => {
    setDoing(undefined)
    void invalidate(getSecondFactor, listMySessions)
    // The superadmin's banner depends on it.
    void call(getCurrentUser).then(storeUser)
  }
  const may = { remove: factor?.enabled && !factor.required }
  return (
    <Section title={t`Two-factor authentication (2FA)`} text={factor && stateOf(factor)}>
      {error && !factor && <ErrorState text={errorMessage(error)} onRetry={() => void refetch()} />}
      {!error && !factor && <TableSkeleton rows={1} />}
      {factor && !doing && (
        <div className={classes.buttons}>
          {!factor.enabled && (
            <Button onClick={() => setDoing('setup')}>
              <Trans>Set up 2FA…</Trans>
            </Button>
          )}
          {factor.enabled && (
            <>
              <Button variant="default" onClick={() => setDoing('renew')}>
                <Trans>New recovery codes…</Trans>
              </Button>
              <Button
                variant="default"
                disabled={!may.remove}
                title={may.remove ? undefined : t`2FA is required for your account`}
                onClick={() => setDoing('remove')}
              >
                <Trans>Turn off 2FA…</Trans>
              </Button>
            </>
          )}
        </div>
      )}
      {doing === 'setup' && (
        <Suspense fallback={<TableSkeleton rows={2} />}>
          <Setup onDone={done} onCancel={() => setDoing(undefined)} />
        </Suspense>
      )}
      {(doing === 'renew' || doing === 'remove') && (
        <ChangeSecondFactor what={doing} onDone={done} onCancel={() => setDoing(undefined)} />
      )}
    </Section>
  )
}
