import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Alert, Button, Radio, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { errorMessage } from '../api/api-error.ts'
import { Kbd } from '../ui/kbd.tsx'
import { reasonsQuery } from './review-queries.ts'
import classes from './reviews.module.css'
import type { RefusedDecline } from './use-decisions.ts'

interface DeclineFormProps {
  name: string
  /** What the form begins with. */
  refused: RefusedDecline | undefined
  onCancel: () => void
  onDecline: (reasonId: string, note: string | null) => void
}

/** Asks why a company declines a person: one of its reasons, by the keys 1 to 9, and an optional note. */
export function DeclineForm({ name, refused, onCancel, onDecline }: DeclineFormProps) {
  const { data, error } = useQuery(reasonsQuery)
  const [reasonId, setReasonId] = useState(refused?.reasonId ?? null)
  const [note, setNote] = useState(refused?.note ?? '')
  const [isMissing, setIsMissing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const reasons = (data?.items ?? []).filter(({ party, hidden }) => party === 'company' && !hidden)
  // Keys work at once, without a choice being made.
  useEffect(() => form.current?.focus(), [])
  const choose = (id: string) => {
    setReasonId(id)
    setIsMissing(false)
  }
  const submit = () => {
    if (reasonId) onDecline(reasonId, note.trim() || null)
    else setIsMissing(true)
  }
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const isTyping = event.target instanceof HTMLTextAreaElement
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      onCancel()
    } else if (
      event.key === 'Enter' &&
      (event.ctrlKey ||
        event.metaKey ||
        event.target === form.current ||
        (event.target as Element).matches('[type=radio]'))
    ) {
      event.preventDefault()
      submit()
    }
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    const reason = /^[1-9]$/.test(event.key) ? reasons[Number(event.key) - 1] : undefined
    if (!reason) return
    event.preventDefault()
    choose(reason.id)
    form.current?.querySelector<HTMLInputElement>(`input[value="${reason.id}"]`)?.focus()
  }
  return (
    <form
      ref={form}
      className={classes.decline}
      aria-label={t`Decline ${name}`}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      noValidate
    >
      {error && <Alert color="red">{errorMessage(error)}</Alert>}
      <Radio.Group
        label={t`Why do you decline?`}
        value={reasonId}
        onChange={choose}
        error={isMissing ? t`Choose a reason` : null}
        withAsterisk
      >
        <div className={classes.reasons}>
          {reasons.map(({ id, name: reason }, index) => (
            <div key={id} className={classes.reason}>
              <Radio
                value={id}
                label={reason}
                aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
              />
              {index < 9 && (
                <span className={classes.key} aria-hidden>
                  <Kbd>{String(index + 1)}</Kbd>
                </span>
              )}
            </div>
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label={t`Note`}
        placeholder={t`Optional note to the agency`}
        autosize
        minRows={1}
        maxRows={5}
        maxLength={2000}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button variant="default" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit">
          <Trans>Decline</Trans>
        </Button>
      </div>
    </form>
  )
}
