import type { MessageDescriptor } from '@lingui/core'
import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { listUnclaimedVoiceEvents, type unclaimedReasons } from '@muster/contract/voice-webhooks.ts'
import { IconPhoneOff } from '@tabler/icons-react'
import { useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { usePages } from '../api/pages.ts'
import type { RowOf } from '../api/query.ts'
import { When } from '../ui/age.tsx'
import { formatTotal } from '../ui/format.ts'
import { formatPhone } from '../ui/phone.ts'
import { Section } from '../ui/section.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { TableSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/state.tsx'
import classes from './unclaimed-calls.module.css'
import { providerName } from './voice-providers.ts'

type Unclaimed = RowOf<typeof listUnclaimedVoiceEvents>

const reasons: Record<(typeof unclaimedReasons)[number], MessageDescriptor> = {
  no_call: msg`No call ID in the report`,
  unknown_names: msg`Unknown workspace, application or agent, or the workspace requires its own secret`,
  no_names: msg`No workspace, application or agent in the report`,
}

function Report({ report }: { report: Unclaimed }) {
  const [open, setOpen] = useState(false)
  const { id, provider, providerCallId, phone, why, receivedAt, event } = report
  const call = providerCallId ?? t`unknown call`
  return (
    <li className={classes.report}>
      <div className={classes.what}>
        <strong className={classes.call}>{call}</strong>
        <span>{t(reasons[why])}</span>
        <span className={classes.caption}>
          {providerName(provider)}
          {phone && ` · ${formatPhone(phone)}`} · <When at={receivedAt} />
        </span>
      </div>
      <Button
        variant="default"
        size="xs"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={open ? t`Hide report of ${call}` : t`Show report of ${call}`}
        onClick={() => setOpen(!open)}
      >
        {open ? <Trans>Hide</Trans> : <Trans>Show</Trans>}
      </Button>
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <pre id={id} tabIndex={0} className={classes.payload}>
          {JSON.stringify(event, null, 2)}
        </pre>
      )}
    </li>
  )
}

/** Lists reports of calls that match no workspace, for operators of the installation. */
export function UnclaimedCalls() {
  const pages = usePages(listUnclaimedVoiceEvents, { query: { limit: 20 } })
  const total = pages.total && formatTotal(pages.total)
  return (
    <Section
      title={t`Unmatched calls`}
      text={t`Call reports that match no workspace. If a later report identifies the call, the earlier ones are matched too.`}
      action={
        pages.total &&
        pages.total.value > 0 && (
          <span className={classes.caption}>
            {plural(pages.total.value, { one: `${total} report`, other: `${total} reports` })}
          </span>
        )
      }
    >
      {pages.error !== null && <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />}
      {pages.isPending && pages.error === null && <TableSkeleton rows={3} />}
      {!pages.isPending && pages.error === null && pages.rows.length === 0 && (
        <EmptyState icon={IconPhoneOff} title={t`No unmatched calls`} />
      )}
      <ul className={classes.list}>
        {pages.rows.map((report) => (
          <Report key={report.id} report={report} />
        ))}
      </ul>
      <ShowMore pages={pages} />
    </Section>
  )
}
