import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, UnstyledButton } from '@mantine/core'
import { fieldRestoreDays } from '@muster/contract/field-subjects.ts'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '../../ui/format.ts'
import type { CustomField, FieldSubject } from '../custom-field.ts'
import { fieldTypes } from '../field-types.tsx'
import { retiredFieldsQuery } from './fields-query.ts'
import classes from './fields-section.module.css'
import { restoreField } from './retire-field.ts'

const day = 24 * 60 * 60 * 1000

function RetiredField({ field }: { field: CustomField }) {
  const [restoring, setRestoring] = useState(false)
  const { label, type, retiredAt } = field
  const TypeIcon = fieldTypes[type].icon
  const until = formatDay(new Date(Date.parse(retiredAt ?? '') + fieldRestoreDays * day))
  return (
    <li className={classes.row}>
      <TypeIcon size={16} stroke={1.6} aria-hidden className={classes.icon} />
      <span className={classes.names}>
        <span className={classes.retiredName}>{label}</span>
        <span
          className={classes.caption}
        >{t`${t(fieldTypes[type].label)} · deleted with its values on ${until}`}</span>
      </span>
      <Button
        size="xs"
        variant="default"
        loading={restoring}
        aria-label={t`Restore “${label}”`}
        onClick={() => {
          setRestoring(true)
          void restoreField(field).finally(() => setRestoring(false))
        }}
      >
        <Trans>Restore</Trans>
      </Button>
    </li>
  )
}

/** The retired fields of a subject, which can be restored for a while. Nothing while there are none. */
export function RetiredFields({ subject }: { subject: FieldSubject }) {
  const [opened, setOpened] = useState(false)
  const { data } = useQuery(retiredFieldsQuery(subject))
  const count = data?.items.length ?? 0
  if (count === 0) return null
  const Chevron = opened ? IconChevronDown : IconChevronRight
  return (
    <section className={classes.retired} aria-label={t`Retired fields`}>
      <UnstyledButton
        className={classes.retiredToggle}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        <Chevron size={14} stroke={1.6} aria-hidden />
        {plural(count, { one: '# retired field', other: '# retired fields' })}
      </UnstyledButton>
      {opened && (
        <ul className={classes.list}>
          {data?.items.map((field) => (
            <RetiredField key={field.id} field={field} />
          ))}
        </ul>
      )}
    </section>
  )
}
