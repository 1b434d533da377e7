import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Radio } from '@mantine/core'
import type { mergeChoices, mergeFields } from '@muster/contract/candidate-merges.ts'
import { StatusBadge } from '../statuses/status-badge.tsx'
import { formatDay } from '../ui/format.ts'
import { formatPhone } from '../ui/phone.ts'
import { consentLabels, fieldLabels } from './candidate-fields.tsx'
import classes from './merge-dialog.module.css'
import type { Choices, Preview } from './merge-dialog.tsx'

type Field = (typeof mergeFields)[number]
type Choice = (typeof mergeChoices)[number]
type Person = Preview['survivor']

const labels = { ...fieldLabels, externalId: msg`External ID`, resumeFileId: msg`Résumé` }

function shown(person: Person, field: Field): string {
  if (field === 'tags') return person.tags.join(', ')
  if (field === 'resumeFileId') return person.resumeFileId ? t`A résumé` : ''
  if (field === 'phone') return person.phone ? formatPhone(person.phone) : ''
  return person[field] ?? ''
}

interface MergeFieldsProps {
  preview: Preview
  choices: Choices
  onChoose: (field: Field, choice: Choice) => void
}

/** The fields in which the two differ, side by side. */
export function MergeFields({ preview, choices, onChoose }: MergeFieldsProps) {
  const { survivor, merged, fields } = preview
  if (fields.length === 0)
    return (
      <p className={classes.text}>
        <Trans>Both candidates have the same details.</Trans>
      </p>
    )
  return (
    <div className={classes.fields}>
      {fields.map(({ field, suggested, choices: possible }) => (
        <Radio.Group
          key={field}
          label={t(labels[field])}
          value={choices[field] ?? suggested}
          onChange={(choice) => onChoose(field, choice as Choice)}
        >
          <div className={classes.pair}>
            {possible.map((choice) => (
              <Radio
                key={choice}
                size="xs"
                className={classes.choice}
                value={choice}
                label={
                  choice === 'both'
                    ? t`Keep both`
                    : shown(choice === 'survivor' ? survivor : merged, field) || t`Empty`
                }
              />
            ))}
          </div>
        </Radio.Group>
      ))}
    </div>
  )
}

interface MergeCollisionsProps {
  preview: Preview
  keep: Record<string, string>
  onKeep: (positionId: string, applicationId: string) => void
}

/** Positions for which both have an open application: selects the one to keep. */
export function MergeCollisions({ preview, keep, onKeep }: MergeCollisionsProps) {
  if (preview.collisions.length === 0) return null
  return (
    <section className={classes.fields} aria-label={t`Open applications for the same position`}>
      <p className={classes.text}>
        <Trans>
          Both have an open application for the same position. Choose which one to continue. The other is
          closed as a duplicate.
        </Trans>
      </p>
      {preview.collisions.map(({ position, survivor, merged, suggestedId }) => (
        <Radio.Group
          key={position.id}
          label={position.name}
          value={keep[position.id] ?? suggestedId}
          onChange={(id) => onKeep(position.id, id)}
        >
          <div className={classes.pair}>
            {[survivor, merged].map((application) => {
              const day = formatDay(application.createdAt)
              return (
                <Radio
                  key={application.id}
                  size="xs"
                  className={classes.choice}
                  value={application.id}
                  label={
                    <span className={classes.application}>
                      <StatusBadge status={application.status} />
                      <span className={classes.caption}>{t`added ${day}`}</span>
                      <span className={classes.caption}>
                        {plural(application.calls, { one: '# call', other: '# calls' })}
                      </span>
                      <span className={classes.caption}>
                        {plural(application.comments, { one: '# comment', other: '# comments' })}
                      </span>
                    </span>
                  }
                />
              )
            })}
          </div>
        </Radio.Group>
      ))}
    </section>
  )
}

/** Lists what moves to the kept candidate, and what cannot be chosen. */
export function MergeMoves({ preview }: { preview: Preview }) {
  const { survivor, moves, doNotCall, consent } = preview
  const becomes = t(consentLabels[consent])
  const lines = [
    moves.applications && plural(moves.applications, { one: '# application', other: '# applications' }),
    moves.calls && plural(moves.calls, { one: '# call', other: '# calls' }),
    moves.comments && plural(moves.comments, { one: '# comment', other: '# comments' }),
    moves.files && plural(moves.files, { one: '# file', other: '# files' }),
    moves.notifications && plural(moves.notifications, { one: '# notification', other: '# notifications' }),
  ].filter(Boolean)
  return (
    <section className={classes.moves} aria-label={t`Moved records`}>
      <p className={classes.text}>
        {lines.length > 0 ? (
          <Trans>{survivor.name} keeps both candidates’ contact details and receives:</Trans>
        ) : (
          <Trans>{survivor.name} keeps both candidates’ contact details.</Trans>
        )}
      </p>
      {lines.length > 0 && (
        <ul className={classes.counts}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {doNotCall && (
        <p className={classes.text}>
          <Trans>One candidate asked not to be called. “Do not call” is kept.</Trans>
        </p>
      )}
      {consent !== survivor.consent && (
        <p className={classes.text}>
          <Trans>Consent after the merge: {becomes}</Trans>
        </p>
      )}
    </section>
  )
}
