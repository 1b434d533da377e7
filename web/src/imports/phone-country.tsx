import { plural, t } from '@lingui/core/macro'
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { countryChoices } from '../settings/countries.ts'
import type { Analysis } from './import-settings.ts'
import classes from './imports.module.css'

type Phones = NonNullable<Analysis['phones']>

interface PhoneCountryProps {
  /** Null where no number lacks its country code. */
  phones: Analysis['phones']
  value: string | undefined
  onChange: (country: string) => void
}

function reason({ why, fitting, checked }: Phones): string {
  if (why === 'remembered') return t`As in the last import of such a file.`
  if (why === 'workspace') return t`The country of the workspace, as the numbers do not tell.`
  if (why === 'country_column') return t`Several countries fit; most rows with a country name this one.`
  if (why === 'language') return t`Several countries fit; this one fits the language of the headers.`
  return fitting === checked
    ? t`All numbers checked are in use there.`
    : t`${fitting} of ${checked} numbers checked are in use there.`
}

/** Which country the numbers without a country code are from: suggested by the file, decided by a person. */
export function PhoneCountry({ phones, value, onChange }: PhoneCountryProps) {
  const countries = useMemo(countryChoices, [])
  if (!phones) return null
  const ofRows =
    phones.byRow > 0 &&
    plural(phones.byRow, {
      one: '# number is in a row with a country, which decides there.',
      other: '# numbers are in rows with a country, which decides there.',
    })
  if (phones.numbers === 0)
    return <p className={classes.caption}>{t`Phone numbers without a country code: ${ofRows || ''}`}</p>
  const concerned = plural(phones.numbers, { one: 'For # number.', other: 'For # numbers.' })
  const why = value === phones.country ? reason(phones) : t`Chosen by you.`
  return (
    <Select
      label={t`Numbers without a country code are from`}
      description={[concerned, why, ofRows].filter(Boolean).join(' ')}
      data={countries}
      searchable
      allowDeselect={false}
      limit={60}
      value={value ?? phones.country}
      onChange={(country) => country && onChange(country)}
    />
  )
}
