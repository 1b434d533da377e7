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
  if (why === 'remembered') return t`Same as in your last import with these columns.`
  if (why === 'workspace') return t`The country of your workspace, because the numbers fit no single country.`
  if (why === 'country_column') return t`Several countries match. Most rows that have a country use this one.`
  if (why === 'language') return t`Several countries match. This one fits the language of the headers.`
  return fitting === checked
    ? t`All checked numbers are valid in this country.`
    : t`${fitting} of ${checked} checked numbers are valid in this country.`
}

/** Which country the numbers without a country code are from: suggested by the file, decided by a person. */
export function PhoneCountry({ phones, value, onChange }: PhoneCountryProps) {
  const countries = useMemo(countryChoices, [])
  if (!phones) return null
  const ofRows =
    phones.byRow > 0 &&
    plural(phones.byRow, {
      one: '# number uses the country in its row.',
      other: '# numbers use the country in their row.',
    })
  if (phones.numbers === 0)
    return <p className={classes.caption}>{t`Phone numbers without a country code: ${ofRows || ''}`}</p>
  const concerned = plural(phones.numbers, { one: 'Applies to # number.', other: 'Applies to # numbers.' })
  const why = value === phones.country ? reason(phones) : t`Chosen by you.`
  return (
    <Select
      label={t`Country of numbers without a country code`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
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
