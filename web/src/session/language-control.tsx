import { t } from '@lingui/core/macro'
import { SegmentedControl } from '@mantine/core'
import { type Language, languageKeys, languages } from '@muster/contract/languages.ts'
import { useState } from 'react'
import { chosenLanguage } from '../texts/language.ts'
import { toastError } from '../ui/toast.tsx'
import { changeLanguage } from './change-language.ts'

/** Selects the language of texts, dates and numbers. */
export function LanguageControl() {
  const [language, setLanguage] = useState(chosenLanguage)
  return (
    <SegmentedControl<Language>
      size="xs"
      fullWidth
      aria-label={t`Language`}
      data={languageKeys.map((key) => ({ value: key, label: languages[key] }))}
      value={language}
      onChange={(next) => {
        setLanguage(next)
        changeLanguage(next).catch((error) => {
          setLanguage(chosenLanguage())
          toastError(error, t`Language not changed`)
        })
      }}
    />
  )
}
