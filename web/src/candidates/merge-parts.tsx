import { msg, plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Radio } from '@mantine/core'
import type { mergeChoices, mergeFields } from '@muster/contract/candidates.ts'
import { StatusBadge } from '../statuses/status-badge.tsx'
import { formatDay } from '../ui/format.ts'
import { formatPhone } from '../ui/phone.ts'
import { consentLabels, fieldLabels } from './candidate-fields.tsx'
import classes from './merge-dialog.module.css'
import type { Choices, Preview } from './merge-dialog.tsx'

type Field = (typeof mergeFields)[number]
type Choice = (typeof mergeChoices)[number]
type Person = Preview['survivor']

const labels = { ...fieldLabels, externalId: msg`External id`, resumeFileId: msg`Résumé` }

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

/** Each field in which the two differ, side by side. */
export function MergeFields({ preview, choices, onChoose }: MergeFieldsProps) {
  const { survivor, merged, fields } = preview
  if (fields.length === 0)
    return (
      <p className={classes.text}>
        <Trans>Both say the same of themselves.</Trans>
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
                    : shown(choice === 'survivor' ? survivor : merged, field) || t`Nothing`
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

/** Positions on which both are open: which application goes on. */
export function MergeCollisions({ preview, keep, onKeep }: MergeCollisionsProps) {
  if (preview.collisions.length === 0) return null
  return (
    <section className={classes.fields} aria-label={t`Both on the same position`}>
      <p className={classes.text}>
        <Trans>
          Both are open on the same position. Choose which application goes on; the other is closed as a
          duplicate.
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

/** What moves to the one who stays, and what is not to be chosen. */
export function MergeMoves({ preview }: { preview: Preview }) {
  const { survivor, moves, doNotCall, consent } = preview
  const lines = [
    moves.applications && plural(moves.applications, { one: '# application', other: '# applications' }),
    moves.calls && plural(moves.calls, { one: '# call', other: '# calls' }),
    moves.comments && plural(moves.comments, { one: '# comment', other: '# comments' }),
    moves.files && plural(moves.files, { one: '# file', other: '# files' }),
    moves.notifications && plural(moves.notifications, { one: '# notification', other: '# notifications' }),
  ].filter(Boolean)
  return (
    <section className={classes.moves} aria-label={t`What moves`}>
      <p className={classes.text}>
        {lines.length > 0 ? (
          <Trans>These move to {survivor.name}, who is found by the contact data of both from now on:</Trans>
        ) : (
          <Trans>{survivor.name} is found by the contact data of both from now on.</Trans>
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
          <Trans>One of them asked not to be called; that stays.</Trans>
        </p>
      )}
      {consent !== survivor.consent && (
        <p className={classes.text}>
          <Trans>Consent becomes: {t(consentLabels[consent])}</Trans>
        </p>
      )}
    </section>
  )
}
