import { t } from '@lingui/core/macro'
import { modKey } from '../ui/kbd.tsx'
import { KeyHelpDialog } from '../ui/key-help-dialog.tsx'

/** Lists the keyboard shortcuts of the board. */
export function BoardKeys({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <KeyHelpDialog
      opened={opened}
      onClose={onClose}
      help={[
        { keys: ['↑', '↓', '←', '→'], text: t`Move between cards` },
        { keys: ['Home', 'End'], text: t`Go to the first or last card in the column` },
        { keys: ['Enter'], text: t`Open the application` },
        { keys: ['Space'], text: t`Pick up the card, then move it with the arrow keys` },
        { keys: ['Space', 'Enter'], text: t`Drop the card` },
        { keys: ['Esc'], text: t`Cancel the move or clear the selection` },
        { keys: ['x'], text: t`Select the card, or a range with Shift` },
        { keys: ['s'], text: t`Open the card menu` },
        { keys: ['l', '1–9'], text: t`Log a call and its outcome` },
        { keys: [modKey, 'Z'], text: t`Undo the last move` },
        { keys: ['?'], text: t`Show keyboard shortcuts` },
      ]}
    />
  )
}
