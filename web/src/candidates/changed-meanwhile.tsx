import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { consentLabels, fieldLabels } from './candidate-fields.tsx'
import type { CandidateField, CandidateValues } from './candidate-values.ts'
import classes from './candidates.module.css'

interface ChangedMeanwhileProps {
  fields: readonly CandidateField[]
  mine: CandidateValues
  theirs: CandidateValues
  onKeep: (field: CandidateField) => void
  onTake: (field: CandidateField) => void
}

function textOf(values: CandidateValues, field: CandidateField): string {
  if (field === 'consent') return t(consentLabels[values.consent])
  if (field === 'doNotCall') return values.doNotCall ? t`Yes` : t`No`
  if (field === 'tags') return values.tags.join(', ') || t`Nothing`
  return values[field] || t`Nothing`
}

/** What somebody else saved while one was typing, beside one's own, and the choice of each. */
export function ChangedMeanwhile({ fields, mine, theirs, onKeep, onTake }: ChangedMeanwhileProps) {
  return (
    <section className={classes.conflict} role="alert" aria-label={t`Changed meanwhile`}>
      <p>
        <Trans>Somebody else changed this meanwhile. Nothing of yours is lost: choose which to keep.</Trans>
      </p>
      <ul className={classes.rows}>
        {fields.map((field) => {
          const label = t(fieldLabels[field])
          return (
            <li key={field} className={classes.choice}>
              <b>{label}</b>
              <span className={classes.sides}>
                <Button size="xs" variant="default" onClick={() => onKeep(field)}>
                  <Trans>Keep mine</Trans>
                </Button>
                <span>{textOf(mine, field)}</span>
              </span>
              <span className={classes.sides}>
                <Button size="xs" variant="default" onClick={() => onTake(field)}>
                  <Trans>Take theirs</Trans>
                </Button>
                <span>{textOf(theirs, field)}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
