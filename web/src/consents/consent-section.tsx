import { Trans, useLingui } from '@lingui/react/macro'
import { Anchor, Button } from '@mantine/core'
import { listConsents } from '@muster/contract/consents.ts'
import type { ResponseOf } from '@muster/contract/endpoint.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { usePagesOf } from '../api/pages.ts'
import { endpointInfiniteQuery, invalidate } from '../api/query.ts'
import { formatDateTime } from '../ui/format.ts'
import { Section } from '../ui/section.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { ErrorState } from '../ui/state.tsx'
import { toastError } from '../ui/toast.tsx'
import { useOneAtATime } from '../ui/use-one-at-a-time.ts'
import { ConsentForm } from './consent-form.tsx'
import { actionLabels, channelLabels, purposeLabels, sourceLabels, stateLabels } from './consent-labels.ts'
import classes from './consents.module.css'
import { useRecordConsent } from './use-record-consent.ts'

type Answer = ResponseOf<typeof listConsents>
type Entry = Answer['items'][number]

function EntryRow({ entry }: { entry: Entry }) {
  const { t } = useLingui()
  const { wording, evidence, recordedBy } = entry
  const about = [
    t(channelLabels[entry.channel]),
    ...(entry.purpose === 'recruiting' ? [] : [t(purposeLabels[entry.purpose])]),
  ].join(' · ')
  const how = t(sourceLabels[entry.source])
  const when = formatDateTime(entry.at)
  return (
    <li className={classes.entry}>
      <span>
        {about}: {t(actionLabels[entry.action])}
      </span>
      {wording && <q>{wording}</q>}
      <span className={classes.caption}>
        {recordedBy ? (
          <Trans>
            {when}, {how}, {recordedBy.name}
          </Trans>
        ) : (
          <Trans>
            {when}, {how}
          </Trans>
        )}
        {evidence.url && (
          <>
            {' · '}
            <Anchor href={evidence.url} target="_blank" rel="noopener noreferrer" size="xs">
              <Trans>Evidence</Trans>
            </Anchor>
          </>
        )}
        {evidence.file && ` · ${evidence.file.name}`}
      </span>
    </li>
  )
}

interface ConsentSectionProps {
  candidate: { id: string; consent: string; doNotCall: boolean; can: { edit: boolean } }
}

/** Shows how a person may be contacted by channel, with the history of what they gave and revoked. */
export function ConsentSection({ candidate }: ConsentSectionProps) {
  const { t } = useLingui()
  const { id, consent, doNotCall } = candidate
  const [recording, setRecording] = useState(false)
  const [showsHistory, setShowsHistory] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const query = useInfiniteQuery(
    endpointInfiniteQuery(listConsents, { params: { id }, query: { limit: 10 } }),
  )
  const pages = usePagesOf<Entry>(query)
  const revoke = useRecordConsent(id, (error) => toastError(error, t`Consent not revoked`))
  const revokeOnce = useOneAtATime((channel: Answer['channels'][number]['channel']) =>
    revoke.mutateAsync({ channel, action: 'revoked' }),
  )
  const fields = `${consent} ${doNotCall}`
  const known = useRef(fields)
  // Somebody changed the fields themselves.
  useEffect(() => {
    if (known.current !== fields) void invalidate(listConsents)
    known.current = fields
  }, [fields])
  const close = () => {
    setRecording(false)
    opener.current?.focus()
  }
  const channels = (query.data?.pages[0] as Answer | undefined)?.channels
  if (pages.error) return <ErrorState text={errorMessage(pages.error)} onRetry={pages.retry} />
  if (!channels) return null
  return (
    <Section
      title={t`Consent to contact`}
      action={
        candidate.can.edit && (
          <Button
            ref={opener}
            size="xs"
            variant="default"
            aria-expanded={recording}
            onClick={() => setRecording(!recording)}
          >
            <Trans>Record consent</Trans>
          </Button>
        )
      }
    >
      {recording && <ConsentForm candidateId={id} onClose={close} />}
      <ul className={classes.rows}>
        {channels.map(({ channel, state }) => (
          <li key={channel} className={classes.row}>
            <span>{t(channelLabels[channel])}</span>
            <span className={classes.state}>
              <span data-state={state}>{t(stateLabels[state])}</span>
              {candidate.can.edit && state !== 'revoked' && (
                <Button
                  size="compact-xs"
                  variant="default"
                  disabled={revoke.isPending}
                  aria-label={
                    state === 'given'
                      ? t`Revoke consent: ${t(channelLabels[channel])}`
                      : t`Record refusal: ${t(channelLabels[channel])}`
                  }
                  onClick={() => void revokeOnce(channel)}
                >
                  {state === 'given' ? <Trans>Revoke</Trans> : <Trans>Record refusal</Trans>}
                </Button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {pages.rows.length > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={showsHistory}
          onClick={() => setShowsHistory(!showsHistory)}
        >
          {showsHistory ? <Trans>Hide consent history</Trans> : <Trans>Show consent history</Trans>}
        </Button>
      )}
      {showsHistory && (
        <ul className={classes.rows} aria-label={t`Consent history`}>
          {pages.rows.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {showsHistory && <ShowMore pages={pages} size="compact-xs" variant="subtle" />}
    </Section>
  )
}
