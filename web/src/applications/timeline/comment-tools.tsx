import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Button } from '@mantine/core'
import { IconBold, IconItalic, IconList, IconQuote } from '@tabler/icons-react'
import { modKey } from '../../ui/kbd.tsx'
import classes from './comment-field.module.css'
import { type Selected, startLines, toggleMark } from './text-edits.ts'

interface CommentToolsProps {
  previewing: boolean
  empty: boolean
  onPreview: () => void
  onEdit: (by: (now: Selected) => Selected) => void
}

/** Switches between editing and preview, and applies the most common formatting. */
export function CommentTools({ previewing, empty, onPreview, onEdit }: CommentToolsProps) {
  const tools = [
    {
      label: t`Bold`,
      keys: `${modKey} B`,
      Icon: IconBold,
      edit: (now: Selected) => toggleMark(now, '**'),
    },
    {
      label: t`Italic`,
      keys: `${modKey} I`,
      Icon: IconItalic,
      edit: (now: Selected) => toggleMark(now, '_'),
    },
    { label: t`List`, keys: null, Icon: IconList, edit: (now: Selected) => startLines(now, '- ') },
    { label: t`Quote`, keys: null, Icon: IconQuote, edit: (now: Selected) => startLines(now, '> ') },
  ]
  return (
    <span className={classes.tools}>
      <Button size="compact-xs" variant="subtle" disabled={empty && !previewing} onClick={onPreview}>
        {previewing ? <Trans>Write</Trans> : <Trans>Preview</Trans>}
      </Button>
      {!previewing &&
        tools.map(({ label, keys, Icon, edit }) => (
          <ActionIcon
            key={label}
            size="sm"
            aria-label={label}
            title={keys ? `${label} (${keys})` : label}
            onClick={() => onEdit(edit)}
          >
            <Icon size={16} stroke={1.6} />
          </ActionIcon>
        ))}
    </span>
  )
}
