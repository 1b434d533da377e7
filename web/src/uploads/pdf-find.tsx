import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './file-preview.module.css'
import type { PdfState } from './pdf-document.ts'
import { BarButton } from './preview-frame.tsx'

interface PdfFindProps {
  found: PdfState['found']
  onFind: (query: string, again?: 'next' | 'previous') => void
  onClose: () => void
}

/** Searches a PDF: Enter for the next match, Shift+Enter for the previous one, Escape to close. */
export function PdfFind({ found, onFind, onClose }: PdfFindProps) {
  const [query, setQuery] = useState('')
  const { current = 0, total = 0 } = found ?? {}
  return (
    <search
      className={classes.find}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
        else if (event.key === 'Enter' && query) onFind(query, event.shiftKey ? 'previous' : 'next')
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      <TextInput
        size="xs"
        flex={1}
        aria-label={t`Find in file`}
        placeholder={t`Find in file`}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          onFind(event.currentTarget.value)
        }}
        data-autofocus
        ref={(input) => {
          if (input && !query) input.focus()
        }}
      />
      <span className={classes.found} role="status">
        {query && (total > 0 ? t`${current} of ${total}` : t`Not found`)}
      </span>
      <BarButton
        icon={IconChevronUp}
        label={t`Previous match`}
        disabled={total === 0}
        onClick={() => onFind(query, 'previous')}
      />
      <BarButton
        icon={IconChevronDown}
        label={t`Next match`}
        disabled={total === 0}
        onClick={() => onFind(query, 'next')}
      />
      <BarButton icon={IconX} label={t`Close search`} onClick={onClose} />
    </search>
  )
}
