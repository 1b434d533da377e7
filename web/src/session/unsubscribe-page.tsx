import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Loader } from '@mantine/core'
import { setReportSubscription } from '@muster/contract/report-schedules.ts'
import { useState } from 'react'
import { errorMessage, fieldErrors } from '../api/api-error.ts'
import classes from './auth-app.module.css'
import { Failure } from './failure.tsx'
import { linkToken } from './link-token.ts'
import { useLinkData } from './use-link-data.ts'

async function setSubscribed(token: string, isSubscribed: boolean) {
  const { call } = await import('../api/call.ts')
  return call(setReportSubscription, { body: { token, isSubscribed } })
}

// Programs that scan emails open links, but run no scripts; mail programs use the header.
const unsubscribe = (token: string) => setSubscribed(token, false)

/** The page of a report's link to unsubscribe: the click in the email was enough. */
export function UnsubscribePage() {
  const { data, failure, retry } = useLinkData(unsubscribe)
  const [isSubscribed, setIsSubscribed] = useState(false)
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function change() {
    setPending(true)
    setError(null)
    try {
      const answer = await setSubscribed(linkToken(), !isSubscribed)
      setIsSubscribed(answer.isSubscribed)
    } catch (refusal) {
      setError(refusal)
    }
    setPending(false)
  }

  if (failure !== null) {
    const reason = fieldErrors(failure).token
    return (
      <div className={classes.form}>
        <title>{t`Emailed report · Muster`}</title>
        <h1 className={classes.title}>{reason ? t`This link is no longer valid` : t`Not unsubscribed`}</h1>
        <p className={classes.text} role="alert">
          {reason ?? errorMessage(failure)}
        </p>
        {!reason && (
          <Button variant="default" onClick={retry}>
            <Trans>Retry</Trans>
          </Button>
        )}
      </div>
    )
  }
  if (!data)
    return (
      <div className={classes.pending} role="status" aria-label={t`Unsubscribing`}>
        <Loader size="sm" />
      </div>
    )
  const { report, workspace } = data
  return (
    <div className={classes.form}>
      <title>{t`Emailed report · Muster`}</title>
      <h1 className={classes.title}>{isSubscribed ? t`Subscribed again` : t`Unsubscribed`}</h1>
      <p className={classes.text} role="status">
        {isSubscribed
          ? t`The report “${report}” of ${workspace} will be emailed to you again.`
          : t`The report “${report}” of ${workspace} is not emailed to you any more.`}
      </p>
      <Failure failure={error} />
      <Button variant="default" loading={pending} onClick={() => void change()}>
        {isSubscribed ? t`Unsubscribe` : t`Subscribe again`}
      </Button>
    </div>
  )
}
